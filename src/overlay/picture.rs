//! Pictures without a window: the very shapes that the window shows, painted
//! by the processor.

use std::collections::BTreeMap;
use std::path::Path;

use bevy::asset::RenderAssetUsages;
use bevy::image::Image;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy_egui::egui::epaint::{ClippedShape, ImageDelta, Primitive, Vertex};
use bevy_egui::egui::scroll_area::ScrollBarVisibility;
use bevy_egui::egui::{self, Color32, ColorImage, Context, ImageData, RawInput, Rect, TextureId, Ui, pos2, vec2};

use super::hand::Hand;
use super::hud::Places;
use super::known::Known;
use super::layers::{self, Laid, Layers};
use super::motion::Motion;
use super::panels::{self, Frame, Height};
use super::pointer::Pointer;
use super::portraits::Portraits;
use super::screen::Overlay;
use super::{rounds, theme};
use crate::battle::{Look, Memo};

/// A picture: rows of pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    pixels: Vec<Color32>,
}

/// Why a picture cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("{file}: {why}")]
pub struct PictureError {
    file: String,
    why: String,
}

/// A battle as the window would show its board, with a title and a legend.
pub fn picture(look: Look<'_>, title: &str, layers: Layers, width: usize, height: usize) -> Picture {
    captioned(look, (title, ""), (layers, Kept::default()), (width, height))
}

/// The same with a line that tells what was done last.
pub(super) fn captioned(
    look: Look<'_>,
    told: (&str, &str),
    (layers, kept): (Layers, Kept),
    (width, height): (usize, usize),
) -> Picture {
    let mut board = Board::of(layers, kept);
    paint(width, height, |ui| board.draw(ui, look, told))
}

/// A legend takes no more than this share of the height of a picture: of a small one what is less important is cut.
const MOST: f32 = 0.4;

/// The room that is kept above and below a board in every picture of a film, so that it lies at the same place in all of them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Kept {
    /// Whether there is a line for what was done last, also where nothing was.
    pub caption: bool,
    /// Points of the legend down at least.
    pub legend: f32,
}

/// A board as pictures show it, with what its panels remember from one to the next.
pub(super) struct Board {
    overlay: Overlay,
    layers: Layers,
    kept: Kept,
    known: Known,
}

impl Board {
    /// One that shows these.
    pub fn of(layers: Layers, kept: Kept) -> Self {
        let mut overlay = Overlay::of_a_board();
        *overlay.edit::<Layers>() = layers;
        overlay.edit::<Portraits>().at_once = true;
        Self { overlay, layers, kept, known: Known::default() }
    }

    /// What moves on it.
    pub fn motion(&mut self) -> &mut Motion {
        self.overlay.edit()
    }

    /// A battle with a title, a line below that, and a legend.
    pub fn draw(&mut self, ui: &mut Ui, look: Look<'_>, (title, caption): (&str, &str)) {
        let memo = Memo::of(look);
        let look = look.remembering(&memo);
        dress(ui, look);
        egui::Panel::top("title").show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.label(egui::RichText::new(title).heading());
                let told = format!("{}, {}", look.rules().title, rounds::now(look));
                ui.label(egui::RichText::new(told).color(theme::faint()));
            });
            if self.kept.caption || !caption.is_empty() {
                let caption = if caption.is_empty() { " " } else { caption };
                ui.add(egui::Label::new(egui::RichText::new(caption).color(theme::accent())).truncate());
            }
        });
        self.legend(ui, look);
        // Numbers beside the field are light: they are read on a dark table, which is not drawn here.
        let table = egui::Frame::central_panel(ui.style());
        let table = if ui.visuals().dark_mode { table } else { table.fill(theme::INK) };
        egui::CentralPanel::default().frame(table).show(ui, |ui| {
            let room = ui.max_rect();
            let frame = Frame { ui, look, title, places: Places { whole: room, field: room } };
            panels::draw(&mut self.overlay.0, frame, Height::Field..=Height::Popups);
        });
    }

    /// How high the legend of a battle is by itself; nothing else is drawn.
    pub fn legend_alone(&mut self, ui: &mut Ui, look: Look<'_>) -> f32 {
        let memo = Memo::of(look);
        let look = look.remembering(&memo);
        dress(ui, look);
        self.legend(ui, look)
    }

    /// The legend below everything; how high it is without what is kept beside it.
    fn legend(&mut self, ui: &mut Ui, look: Look<'_>) -> f32 {
        let (hand, pointer) = (Hand::default(), Pointer::default());
        let known = &mut self.known;
        let mut laid = Laid { layers: self.layers, acts: true, known, hand: &hand, pointer: &pointer };
        let most = ui.ctx().content_rect().height() * MOST;
        let panel = egui::Panel::bottom("legend").show(ui, |ui| {
            ui.set_min_height(self.kept.legend);
            let cut = egui::ScrollArea::vertical().max_height(most).min_scrolled_height(most);
            let cut = cut.auto_shrink([false, true]).scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden);
            cut.show(ui, |ui| {
                ui.horizontal_wrapped(|ui| layers::legend(ui, look, &mut laid, true));
            })
        });
        panel.inner.content_size.y.min(most)
    }

    /// Where the middle of a square was drawn.
    #[cfg(test)]
    pub fn place_of(&mut self, square: crate::board::Square) -> Option<egui::Pos2> {
        self.overlay.edit::<super::view::FieldView>().place_of(square)
    }
}

/// Dresses a page for a battle.
fn dress(ui: &mut Ui, look: Look<'_>) {
    theme::dress(ui.ctx(), 100, theme::Colours::Usual, look.rules().looks.face());
    ui.set_style(ui.ctx().global_style());
}

/// Paints whatever `draw` lays out on a page of this size.
pub fn paint(width: usize, height: usize, mut draw: impl FnMut(&mut Ui)) -> Picture {
    let mut easel = Easel::of((width, height));
    easel.settle(&mut draw);
    easel.paint()
}

/// The sizes of everything are only guessed at first: so often it is laid out.
const SETTLES: usize = 4;

/// A page for one thing after the other: each is laid out and painted.
pub(super) struct Easel {
    context: Context,
    painter: Painter,
    /// What was laid out last.
    shapes: Vec<ClippedShape>,
    /// Textures that are needed no more.
    free: Vec<TextureId>,
}

impl Easel {
    /// Of this size.
    pub fn of((width, height): (usize, usize)) -> Self {
        let picture = Picture { width, height, pixels: Vec::new() };
        let painter = Painter { picture, textures: BTreeMap::new() };
        Self { context: Context::default(), painter, shapes: Vec::new(), free: Vec::new() }
    }

    /// Lays out whatever `draw` does until it has found its place.
    pub fn settle(&mut self, mut draw: impl FnMut(&mut Ui)) {
        (0..SETTLES).for_each(|_| self.lay(None, &mut draw));
    }

    /// Lays it out once, at this second of the page.
    pub fn lay(&mut self, time: Option<f64>, mut draw: impl FnMut(&mut Ui)) {
        for texture in std::mem::take(&mut self.free) {
            self.painter.textures.remove(&texture);
        }
        let (width, height) = (self.painter.picture.width, self.painter.picture.height);
        let page = Rect::from_min_size(pos2(0.0, 0.0), vec2(width as f32, height as f32));
        let input = RawInput { screen_rect: Some(page), time, ..RawInput::default() };
        let mut output = self.context.run_ui(input, |ui| draw(ui));
        for (texture, deltas) in &output.textures_delta.set {
            deltas.iter().for_each(|delta| self.painter.load(*texture, delta));
        }
        self.free.extend(&output.textures_delta.free);
        output.textures_delta.clear();
        self.shapes = output.shapes;
    }

    /// Paints what was laid out last.
    pub fn paint(&mut self) -> Picture {
        let picture = &mut self.painter.picture;
        picture.pixels = vec![Color32::from_rgb(0x1b, 0x1d, 0x22); picture.width * picture.height];
        for part in self.context.tessellate(std::mem::take(&mut self.shapes), 1.0) {
            if let Primitive::Mesh(mesh) = &part.primitive {
                for triangle in mesh.indices.chunks_exact(3) {
                    let corner = |index: usize| triangle.get(index).and_then(|at| mesh.vertices.get(*at as usize));
                    if let (Some(a), Some(b), Some(c)) = (corner(0), corner(1), corner(2)) {
                        self.painter.triangle([a, b, c], part.clip_rect, mesh.texture_id);
                    }
                }
            }
        }
        let picture = &mut self.painter.picture;
        Picture { pixels: std::mem::take(&mut picture.pixels), ..*picture }
    }
}

/// The page and the textures that are painted with.
struct Painter {
    picture: Picture,
    textures: BTreeMap<TextureId, ColorImage>,
}

impl Painter {
    fn load(&mut self, id: TextureId, delta: &ImageDelta) {
        let ImageData::Color(image) = &delta.image;
        match (delta.pos, self.textures.get_mut(&id)) {
            (Some([left, top]), Some(whole)) => {
                for y in 0..image.height() {
                    for x in 0..image.width() {
                        let to = (top + y) * whole.width() + left + x;
                        let from = y * image.width() + x;
                        if let (Some(to), Some(from)) = (whole.pixels.get_mut(to), image.pixels.get(from)) {
                            *to = *from;
                        }
                    }
                }
            }
            _ => {
                self.textures.insert(id, (**image).clone());
            }
        }
    }

    fn triangle(&mut self, [a, b, c]: [&Vertex; 3], clip: Rect, texture: TextureId) {
        let area = cross(a, b, (c.pos.x, c.pos.y));
        if area == 0.0 || !area.is_finite() {
            return;
        }
        let (width, height) = (self.picture.width as f32, self.picture.height as f32);
        let low = |values: [f32; 3], least: f32| values.into_iter().fold(f32::MAX, f32::min).max(least).floor();
        let high = |values: [f32; 3], most: f32| values.into_iter().fold(f32::MIN, f32::max).min(most).ceil();
        let (xs, ys) = ([a.pos.x, b.pos.x, c.pos.x], [a.pos.y, b.pos.y, c.pos.y]);
        let left = low(xs, clip.min.x.max(0.0)) as usize;
        let right = high(xs, clip.max.x.min(width)).max(0.0) as usize;
        let top = low(ys, clip.min.y.max(0.0)) as usize;
        let bottom = high(ys, clip.max.y.min(height)).max(0.0) as usize;
        let image = self.textures.get(&texture);
        for y in top..bottom.min(self.picture.height) {
            for x in left..right.min(self.picture.width) {
                // A hair beside the middle, so that no pixel lies on the seam
                // of two triangles and is painted twice.
                let at = (x as f32 + 0.500_37, y as f32 + 0.499_79);
                let weights = [cross(b, c, at) / area, cross(c, a, at) / area, cross(a, b, at) / area];
                if weights.iter().any(|weight| *weight < 0.0) {
                    continue;
                }
                let mix = |of: fn(&Vertex) -> f32| of(a) * weights[0] + of(b) * weights[1] + of(c) * weights[2];
                let tint = [
                    mix(|vertex| f32::from(vertex.color.r())),
                    mix(|vertex| f32::from(vertex.color.g())),
                    mix(|vertex| f32::from(vertex.color.b())),
                    mix(|vertex| f32::from(vertex.color.a())),
                ];
                let texel = image
                    .map_or([255.0; 4], |image| sample(image, mix(|vertex| vertex.uv.x), mix(|vertex| vertex.uv.y)));
                if let Some(pixel) = self.picture.pixels.get_mut(y * self.picture.width + x) {
                    *pixel = over(*pixel, tint, texel);
                }
            }
        }
    }
}

fn cross(a: &Vertex, b: &Vertex, at: (f32, f32)) -> f32 {
    (b.pos.x - a.pos.x) * (at.1 - a.pos.y) - (b.pos.y - a.pos.y) * (at.0 - a.pos.x)
}

/// The colour of a texture between its pixels.
fn sample(image: &ColorImage, u: f32, v: f32) -> [f32; 4] {
    let (width, height) = (image.width(), image.height());
    let (x, y) = (u * width as f32 - 0.5, v * height as f32 - 0.5);
    let (x0, y0) = (x.floor(), y.floor());
    let (fx, fy) = (x - x0, y - y0);
    let texel = |dx: f32, dy: f32| {
        let column = (x0 + dx).clamp(0.0, width as f32 - 1.0) as usize;
        let row = (y0 + dy).clamp(0.0, height as f32 - 1.0) as usize;
        image.pixels.get(row * width + column).copied().unwrap_or(Color32::TRANSPARENT).to_array().map(f32::from)
    };
    let (a, b, c, d) = (texel(0.0, 0.0), texel(1.0, 0.0), texel(0.0, 1.0), texel(1.0, 1.0));
    std::array::from_fn(|index| {
        let top = a[index] * (1.0 - fx) + b[index] * fx;
        let bottom = c[index] * (1.0 - fx) + d[index] * fx;
        top * (1.0 - fy) + bottom * fy
    })
}

/// One colour laid over another; both carry their opacity already.
fn over(under: Color32, tint: [f32; 4], texel: [f32; 4]) -> Color32 {
    let source: [f32; 4] = std::array::from_fn(|index| tint[index] * texel[index] / 255.0);
    let rest = 1.0 - source[3] / 255.0;
    let under = under.to_array();
    let mixed: [u8; 4] =
        std::array::from_fn(|index| (source[index] + f32::from(under[index]) * rest).round().clamp(0.0, 255.0) as u8);
    Color32::from_rgb(mixed[0], mixed[1], mixed[2])
}

impl Picture {
    /// Of the colours of its pixels, row by row, four bytes each.
    pub(super) fn of_bytes(width: usize, bytes: &[u8]) -> Self {
        let pixels: Vec<Color32> =
            bytes.as_chunks().0.iter().map(|[red, green, blue, _]| Color32::from_rgb(*red, *green, *blue)).collect();
        Self { width, height: pixels.len() / width.max(1), pixels }
    }

    /// The colours of its pixels, row by row.
    pub(super) fn colours(&self) -> impl Iterator<Item = [u8; 3]> {
        self.pixels.iter().map(|pixel| [pixel.r(), pixel.g(), pixel.b()])
    }

    /// The colour of a pixel.
    pub fn pixel(&self, x: usize, y: usize) -> Option<[u8; 3]> {
        let pixel = self.pixels.get(y * self.width + x).filter(|_| x < self.width)?;
        Some([pixel.r(), pixel.g(), pixel.b()])
    }

    /// Writes the picture as PNG.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), PictureError> {
        let wrong = |why: String| PictureError { file: path.display().to_string(), why };
        let size = Extent3d { width: self.width as u32, height: self.height as u32, depth_or_array_layers: 1 };
        let bytes: Vec<u8> = self.pixels.iter().flat_map(|pixel| pixel.to_array()).collect();
        let format = TextureFormat::Rgba8UnormSrgb;
        let image = Image::new(size, TextureDimension::D2, bytes, format, RenderAssetUsages::default());
        let image = image.try_into_dynamic().map_err(|why| wrong(why.to_string()))?;
        image.save(path).map_err(|why| wrong(why.to_string()))
    }
}
