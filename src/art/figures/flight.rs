//! What flies through the air: what an arm shoots, or the arm itself where it is thrown.

use tiny_skia::{Pixmap, Rect, Transform};

use super::LARGEST;
use super::brush::Brush;
use super::compose;
use crate::looks::{Figures, Flies};

/// How what an arm of this name sends through the air flies: what is thrown turns over.
pub fn flies(book: &Figures, arm: &str) -> Flies {
    book.shot(arm).map_or(Flies::Spinning, |shot| shot.flies)
}

/// Paints what an arm of this name sends through the air, its point up, `size` pixels a side; a stone where nothing is known.
pub fn flight(book: &Figures, arm: &str, size: u32) -> Option<Pixmap> {
    if size > LARGEST {
        return None;
    }
    let own = || book.arm(arm).or_else(|| book.arm("stone")).map(|arm| &arm.marks);
    let marks = book.shot(arm).map(|shot| &shot.marks).filter(|marks| !marks.is_empty()).or_else(own)?;
    let mut brush = Brush::new(size)?;
    let pieces = compose::alone(book, marks, brush.scale);
    let bounds: Vec<Rect> = pieces.iter().map(|piece| piece.path.bounds()).collect();
    let least = |of: fn(&Rect) -> f32| bounds.iter().map(of).fold(f32::INFINITY, f32::min);
    let most = |of: fn(&Rect) -> f32| bounds.iter().map(of).fold(f32::NEG_INFINITY, f32::max);
    let (left, right) = (least(Rect::left), most(Rect::right));
    let (top, bottom) = (least(Rect::top), most(Rect::bottom));
    let grown = 180.0 / (right - left).max(bottom - top).max(1.0);
    let middle = Transform::from_translate(-(left + right) / 2.0, -(top + bottom) / 2.0).post_scale(grown, grown);
    brush.place = brush.place.pre_concat(middle);
    brush.scale *= grown;
    brush.layer(&pieces);
    Some(brush.canvas)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::looks::shipped::FIGURES;

    /// Promise: an arrow is longer than it is wide and no bow, a thrown axe is an axe, and everything that is shot is painted.
    #[test]
    fn what_flies_looks_like_what_it_is() {
        let wide = |arm: &str| {
            let picture = flight(&FIGURES, arm, 96).unwrap();
            let is_there = |x: u32| (0..96).any(|y| picture.pixel(x, y).unwrap().alpha() > 40);
            (0..96).filter(|x| is_there(*x)).count()
        };
        assert!((4..40).contains(&wide("Long bow")), "{}", wide("Long bow"));
        assert_ne!(flight(&FIGURES, "Long bow", 96).unwrap().data(), flight(&FIGURES, "Crossbow", 96).unwrap().data());
        assert_ne!(flight(&FIGURES, "Hand axe", 96).unwrap().data(), flight(&FIGURES, "Knife", 96).unwrap().data());
        assert_eq!(
            (flies(&FIGURES, "Long bow"), flies(&FIGURES, "Hand axe"), flies(&FIGURES, "Fire pot")),
            (Flies::Straight, Flies::Spinning, Flies::Lobbed)
        );
        for shot in &FIGURES.shots {
            for word in &shot.words {
                assert!(wide(word) > 3, "{word} is empty");
            }
        }
        assert!(flight(&FIGURES, "something unheard of", 48).is_some());
    }
}
