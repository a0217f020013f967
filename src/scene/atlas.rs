//! Pages of pictures of one size that lie side by side, so that all who are seen at that size are drawn at once.

use std::collections::HashMap;
use std::sync::Arc;

use bevy::asset::{Assets, Handle, RenderAssetUsages};
use bevy::image::{Image, ImageSampler};
use bevy::math::{Rect, Vec2};
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use tiny_skia::Pixmap;

use super::stage::Look;

/// Pixels of a page on a side; larger pictures have larger pages.
const PAGE: u32 = 1024;
const LARGE_PAGE: u32 = 2048;
/// From so many pixels on a picture is large.
const LARGE: u32 = 128;
/// Pixels between two pictures, so that none bleeds into the next.
const GAP: u32 = 2;
/// A picture gives its place to another once nobody has looked like that for so many frames.
const FORGOTTEN: u64 = 240;

/// Where a picture lies.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Lies {
    /// The page.
    pub image: Handle<Image>,
    /// Where on it.
    pub room: Rect,
}

struct Page {
    image: Handle<Image>,
    /// Pixels of its pictures on a side.
    size: u32,
    across: u32,
    /// Who has each place, and the frame that has shown them last.
    places: Vec<Option<(Arc<Look>, u64)>>,
}

/// All pages.
#[derive(Default)]
pub(super) struct Atlas {
    pages: Vec<Page>,
    known: HashMap<(Arc<Look>, u32), (usize, usize)>,
    frame: u64,
}

impl Atlas {
    /// Another frame begins.
    pub fn begin(&mut self) {
        self.frame += 1;
    }

    /// The picture of this look at this size, if it has been painted.
    pub fn find(&mut self, look: &Arc<Look>, size: u32) -> Option<Lies> {
        let (page, place) = *self.known.get(&(look.clone(), size))?;
        let page = self.pages.get_mut(page)?;
        page.places.get_mut(place)?.as_mut()?.1 = self.frame;
        Some(page.lies(place))
    }

    /// Puts a picture on a page: where it lies then.
    pub fn put(&mut self, look: &Arc<Look>, painted: &Pixmap, images: &mut Assets<Image>) -> Option<Lies> {
        let size = painted.width();
        let (page, place) = self.free(size, images);
        let frame = self.frame;
        let on = self.pages.get_mut(page)?;
        if let Some((before, _)) = on.places.get_mut(place)?.replace((look.clone(), frame)) {
            self.known.remove(&(before, size));
        }
        self.known.insert((look.clone(), size), (page, place));
        on.paint(place, painted, images);
        Some(on.lies(place))
    }

    /// A place for a picture of this size: a free one, one that is forgotten, or the first of a new page.
    fn free(&mut self, size: u32, images: &mut Assets<Image>) -> (usize, usize) {
        let frame = self.frame;
        let is_free =
            |place: &Option<(Arc<Look>, u64)>| place.as_ref().is_none_or(|(_, seen)| *seen + FORGOTTEN < frame);
        let of_size = self.pages.iter().enumerate().filter(|(_, page)| page.size == size);
        let found = of_size.filter_map(|(index, page)| Some((index, page.places.iter().position(is_free)?))).next();
        found.unwrap_or_else(|| {
            self.pages.push(Page::new(size, images));
            (self.pages.len() - 1, 0)
        })
    }
}

impl Page {
    fn new(size: u32, images: &mut Assets<Image>) -> Self {
        let side = if size < LARGE { PAGE } else { LARGE_PAGE };
        let extent = Extent3d { width: side, height: side, depth_or_array_layers: 1 };
        let (format, usage) = (TextureFormat::Rgba8UnormSrgb, RenderAssetUsages::all());
        let mut image = Image::new_fill(extent, TextureDimension::D2, &[0; 4], format, usage);
        image.sampler = ImageSampler::linear();
        let across = side / (size + GAP);
        Self { image: images.add(image), size, across, places: vec![None; (across * across) as usize] }
    }

    fn corner(&self, place: usize) -> (u32, u32) {
        let place = place as u32;
        ((place % self.across) * (self.size + GAP), (place / self.across) * (self.size + GAP))
    }

    fn lies(&self, place: usize) -> Lies {
        let (left, top) = self.corner(place);
        let corner = Vec2::new(left as f32, top as f32);
        Lies { image: self.image.clone(), room: Rect::from_corners(corner, corner + self.size as f32) }
    }

    fn paint(&self, place: usize, painted: &Pixmap, images: &mut Assets<Image>) {
        let Some(mut image) = images.get_mut(&self.image) else { return };
        let (left, top) = self.corner(place);
        let wide = image.width() as usize;
        let Some(data) = image.data.as_mut() else { return };
        for (row, pixels) in painted.pixels().chunks(painted.width() as usize).enumerate() {
            let from = ((top as usize + row) * wide + left as usize) * 4;
            let Some(to) = data.get_mut(from..from + pixels.len() * 4) else { return };
            for (to, pixel) in to.chunks_exact_mut(4).zip(pixels) {
                let pixel = pixel.demultiply();
                to.copy_from_slice(&[pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::art::figures::{Outfit, Vigour};

    fn look(name: usize) -> Arc<Look> {
        let (token, outfit, colour) = (None, Outfit::default(), [9, 9, 9]);
        let of = crate::looks::shipped::FIGURES.clone();
        Arc::new(Look { of, token, name: name.to_string(), outfit, side: 0, colour, vigour: Vigour::Unharmed })
    }

    /// Promise: whatever is on a page has a place of its own, all of them fit on few pages, and places that nobody looks at any
    /// more are used again.
    #[test]
    fn pictures_lie_side_by_side_and_forgotten_places_are_used_again() {
        let mut images = Assets::<Image>::default();
        let mut atlas = Atlas::default();
        let painted = Pixmap::new(96, 96).unwrap();
        atlas.begin();
        let lie: Vec<Lies> = (0..150).map(|name| atlas.put(&look(name), &painted, &mut images).unwrap()).collect();
        assert_eq!(atlas.pages.len(), 2, "a page of 1024 pixels has room for a hundred");
        for (index, one) in lie.iter().enumerate() {
            assert!(one.room.max.cmple(Vec2::splat(PAGE as f32)).all());
            let is_apart = |other: &&Lies| other.image != one.image || other.room.intersect(one.room).is_empty();
            assert!(lie.iter().skip(index + 1).all(|other| is_apart(&other)), "{index} lies on another");
            assert_eq!(atlas.find(&look(index), 96).as_ref(), Some(one));
        }
        assert_eq!(atlas.find(&look(0), 48), None);
        (0..=FORGOTTEN).for_each(|_| {
            atlas.begin();
            atlas.find(&look(7), 96);
        });
        (200..300).for_each(|name| drop(atlas.put(&look(name), &painted, &mut images)));
        assert_eq!(atlas.pages.len(), 2);
        assert!(atlas.find(&look(7), 96).is_some(), "who is seen keeps their place");
        assert!(atlas.find(&look(3), 96).is_none());
    }
}
