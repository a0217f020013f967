//! Tokens as they are painted: a base in the shape and the colour of a side, on it a bust or a beast, and on top what is in
//! the hand. All of it is put together from parts that the looks of a game hold, which words find: a profile's `token`
//! first, then words of its name. Pictures are drawn at any size, and the same figure is always the same picture.

mod base;
mod brush;
mod compose;
mod flight;
mod outfit;
#[cfg(test)]
mod tests;
mod wounds;

use tiny_skia::{FillRule, Mask, PathBuilder, Pixmap, PixmapPaint, Rect, Transform};

use crate::looks::{Bleeds, Figures, says};
pub use base::rim;
use brush::Brush;
pub use brush::Tint;
pub use flight::{flies, flight};
pub use outfit::Outfit;

/// The longest side of a picture, in pixels.
pub const LARGEST: u32 = 2048;

/// How far the base reaches from the middle of a picture, as a share of half its side.
pub const REACH: f32 = base::REACH / 100.0;

/// How far down a portrait goes, in units of the field.
const SHOULDERS: f32 = 58.0;

/// What ends above this is a part of the head, and half as wide as a head may be in a portrait, in the same units.
const CHIN: f32 = 30.0;
const HEAD: f32 = 97.0;

/// A portrait of somebody who holds something is at most so much larger than they are on the field: that needs room beside them.
const ARMED: f32 = 1.25;

/// The shape of a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Base {
    /// Of the first side.
    Round,
    /// Of the second.
    Lozenge,
    /// Of the third.
    Square,
    /// Of the fourth.
    Hexagon,
    /// Of the fifth.
    Shield,
    /// Of the sixth.
    Flower,
}

impl Base {
    /// All of them, in the order of sides.
    pub const ALL: [Self; 6] = [Self::Round, Self::Lozenge, Self::Square, Self::Hexagon, Self::Shield, Self::Flower];

    /// The shape of a side.
    pub fn of(side: u8) -> Self {
        Self::ALL[usize::from(side) % Self::ALL.len()]
    }
}

/// How somebody fares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Vigour {
    /// Nothing is wrong.
    Unharmed,
    /// Wounded, with most of it left.
    Hurt,
    /// Not much is left.
    Grave,
    /// Out of the fight, and alive.
    Out,
    /// Dead, or broken for good.
    Dead,
}

impl Vigour {
    /// All of them, the best first.
    pub const ALL: [Self; 5] = [Self::Unharmed, Self::Hurt, Self::Grave, Self::Out, Self::Dead];

    /// Whether they are still on their feet.
    pub fn stands(self) -> bool {
        self < Self::Out
    }
}

/// What is to be painted.
#[derive(Clone, Copy, Debug)]
pub struct Figure<'a> {
    /// What it is put together from.
    pub of: &'a Figures,
    /// The word of the profile.
    pub token: Option<&'a str>,
    /// The name of the profile: its words find what the token leaves open, its letters choose hair and cloth.
    pub name: &'a str,
    /// The arm in the right hand.
    pub right: Option<&'a str>,
    /// The arm in the left hand, or the shield on it.
    pub left: Option<&'a str>,
    /// What is worn.
    pub worn: &'a [&'a str],
    /// The shape of the base.
    pub base: Base,
    /// The colour of the side.
    pub colour: Tint,
    /// How they fare.
    pub vigour: Vigour,
    /// Whether they carry riders.
    pub mount: bool,
}

/// Paints a token, `size` pixels a side; nothing for a size of nothing or beyond [`LARGEST`].
pub fn paint(figure: &Figure<'_>, size: u32) -> Option<Pixmap> {
    if size > LARGEST {
        return None;
    }
    let mut brush = Brush::new(size)?;
    base::paint(&mut brush, figure.base, figure.colour, figure.vigour)?;
    let Some(composition) = compose::compose(figure, brush.scale) else { return Some(brush.canvas) };
    let crowd = figure.of.crowds.iter().any(|word| says(figure.name, word));
    let spots: &[(f32, f32, f32)] =
        if crowd { &[(-30.0, -16.0, 0.58), (30.0, -16.0, 0.58), (0.0, 16.0, 0.74)] } else { &[(0.0, 0.0, 1.0)] };
    if figure.vigour == Vigour::Dead {
        wounds::stain(&mut brush, composition.bleeds);
    }
    let within = within(figure, size, brush.place)?;
    let over = PixmapPaint::default();
    for (x, y, grown) in spots {
        let pose = wounds::pose(figure.vigour).post_scale(*grown, *grown).post_translate(*x, *y);
        let mut own = Brush::new(size)?;
        own.place = own.place.pre_concat(pose);
        own.scale *= grown;
        own.layer(&composition.body);
        wounds::paint(&mut own, figure.vigour, &composition);
        wounds::wash(&mut own.canvas, figure.vigour);
        let mask = (!composition.free || !figure.vigour.stands()).then_some(&within);
        brush.canvas.draw_pixmap(0, 0, own.canvas.as_ref(), &over, Transform::identity(), mask);
        for layer in &composition.held {
            let mut hand = Brush { canvas: Pixmap::new(size, size)?, place: own.place, scale: own.scale };
            hand.layer(layer);
            wounds::wash(&mut hand.canvas, figure.vigour);
            let mask = (!figure.vigour.stands()).then_some(&within);
            brush.canvas.draw_pixmap(0, 0, hand.canvas.as_ref(), &over, Transform::identity(), mask);
        }
    }
    wounds::after(&mut brush, figure, composition.bleeds);
    Some(brush.canvas)
}

/// Where a body may be painted: on the field of its base, and above it as far as it likes.
fn within(figure: &Figure<'_>, size: u32, place: Transform) -> Option<Mask> {
    let mut mask = Mask::new(size, size)?;
    mask.fill_path(&base::outline(figure.base, base::FIELD - 1.0)?, FillRule::Winding, true, place);
    if figure.vigour.stands() {
        let above = PathBuilder::from_rect(Rect::from_ltrb(-120.0, -120.0, 120.0, 6.0)?);
        mask.fill_path(&above, FillRule::Winding, true, place);
    }
    Some(mask)
}

/// Paints head and shoulders without a base, with what is in the hands, `size` pixels a side, for lists and ribbons.
pub fn portrait(figure: &Figure<'_>, size: u32) -> Option<Pixmap> {
    if size > LARGEST {
        return None;
    }
    let mut brush = Brush::new(size)?;
    let composition = compose::compose(figure, brush.scale)?;
    brush.place = brush.place.pre_concat(framed(&composition));
    brush.scale = brush.place.sx;
    brush.layer(&composition.body);
    wounds::paint(&mut brush, figure.vigour, &composition);
    composition.held.iter().for_each(|layer| brush.layer(layer));
    wounds::wash(&mut brush.canvas, figure.vigour);
    Some(brush.canvas)
}

/// How a body fills a portrait: the head up to the upper edge, the shoulders across the lower, and what is in the hands at both
/// sides.
fn framed(composition: &compose::Composition) -> Transform {
    let bounds: Vec<Rect> = composition.body.iter().map(|piece| piece.path.bounds()).collect();
    let least = |of: fn(&Rect) -> f32| bounds.iter().map(of).fold(f32::INFINITY, f32::min).max(-110.0);
    let most = |of: fn(&Rect) -> f32| bounds.iter().map(of).fold(f32::NEG_INFINITY, f32::max).min(110.0);
    let top = least(Rect::top) - 5.0;
    if !composition.whole {
        let most = if composition.held.is_empty() { 1.5 } else { ARMED };
        // Ears and brims are seen whole.
        let head = bounds.iter().filter(|piece| piece.bottom() < CHIN);
        let across = head.map(|piece| piece.left().abs().max(piece.right().abs())).fold(1.0, f32::max);
        let grown = (200.0 / (SHOULDERS - top)).min(most).min((HEAD / across).max(1.0));
        return Transform::from_row(grown, 0.0, 0.0, grown, 0.0, -100.0 - grown * top);
    }
    let (left, right, low) = (least(Rect::left) - 5.0, most(Rect::right) + 5.0, most(Rect::bottom).min(86.0));
    let grown = 200.0 / (right - left).max(low - top);
    let (x, y) = ((left + right) / -2.0 * grown, (top + low) / -2.0 * grown);
    Transform::from_row(grown, 0.0, 0.0, grown, x, y)
}

/// What comes out of somebody who is struck down.
pub fn bleeds(figure: &Figure<'_>) -> Bleeds {
    let trade = figure.of.trade(figure.token, figure.name);
    figure.of.kind(figure.token, figure.name, trade).map_or(Bleeds::Blood, |kind| kind.bleeds)
}
