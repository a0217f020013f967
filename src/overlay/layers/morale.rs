//! Who is near to losing their nerve: what is left of it over every token, with a
//! plate that says how bad it is.

use bevy_egui::egui::{Align2, Painter, Rect};

use super::Spot;
use crate::battle::{Id, Look, Nerve};
use crate::overlay::camera::View;
use crate::overlay::theme;
use crate::overlay::tokens::{Plates, label, label_size};

/// Points that a square needs for the word.
const NAMED: f32 = 44.0;

/// Everybody who has any nerve to lose.
pub fn find(look: Look<'_>) -> Vec<(Id, Nerve)> {
    look.shown().filter(|id| look.place(*id).present).filter_map(|id| Some((id, look.nerve(id)?))).collect()
}

/// What is left, in words, and whether that is little.
pub fn told(nerve: &Nerve) -> (String, bool) {
    let is_near = nerve.left.saturating_mul(3) <= nerve.whole;
    match nerve.is_broken {
        true => ("✖ broken".to_owned(), true),
        false if is_near => (format!("! {}/{}", nerve.left, nerve.whole), true),
        false => (format!("{}/{}", nerve.left, nerve.whole), false),
    }
}

/// A plate at every token; "!" and red for those who are near it. Where there is no room at the rim only they have one, and whoever
/// is `pointed` at.
pub fn draw(
    painter: &Painter,
    spot: &Spot<'_>,
    view: &View,
    (nerves, room, pointed): (&[(Id, Nerve)], Rect, Option<Id>),
    plates: &mut Plates,
) {
    for (who, nerve) in nerves {
        let body = spot(*who);
        if !body.intersects(room) || view.cell < 14.0 || !plates.is_seen(body) {
            continue;
        }
        let (text, is_near) = told(nerve);
        // Bare numbers would be taken for what is left of a body.
        let text = if view.cell < NAMED || nerve.is_broken { text } else { format!("nerve {text}") };
        let plate = if is_near { theme::OUT } else { theme::NERVE };
        let size = label_size(painter, &text);
        // Where bodies stand close together no plate lies over another, nor over anybody's letters.
        let must = is_near || pointed == Some(*who);
        let lies = if must { plates.over(body, size, None, true) } else { plates.at_rim(body, size, None) };
        if let Some(lies) = lies {
            label(painter, lies.min, Align2::LEFT_TOP, &text, plate);
            plates.point(body, lies);
        }
    }
}
