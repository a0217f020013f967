//! How much room a field has for the card of a question, and how large that is at most.

use bevy_egui::egui::{Vec2, vec2};

use crate::overlay::hud::layout::{Card, Over, SHARE};

/// Points of a card across at most, at the usual size of text: with what hangs on an answer beside it, and below it.
const BROAD: f32 = 640.0;
const COMPACT: f32 = 310.0;
/// A field that is smaller than this, at the usual size of text, has room for small cards only.
const ROOMY: Vec2 = vec2(1280.0, 520.0);
/// One that is smaller than this has room for hardly more than answers.
const SCANT: Vec2 = vec2(690.0, 240.0);
/// A small card can be as narrow as this share of it, and one with room for hardly more than answers as this.
const NARROW: f32 = 0.75;
const NARROWEST: f32 = 0.62;

/// How much room a field has for the card of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Room {
    /// For all of it.
    Ample,
    /// For a small card: what hangs on an answer lies below it, and hints lie deeper.
    Small,
    /// For hardly more than answers with their odds: what is asked and what hangs on an answer take a line each, short answers
    /// stand side by side, and all else lies deeper.
    Scant,
}

impl Room {
    /// That of what it lies over.
    pub(super) fn of(Over { field, scale, .. }: Over) -> Self {
        let is_less = |than: Vec2| field.width() < than.x * scale || field.height() < than.y * scale;
        match [SCANT, ROOMY].map(is_less) {
            [true, _] => Self::Scant,
            [_, true] => Self::Small,
            _ => Self::Ample,
        }
    }

    /// How broad a card is at most over this.
    pub(super) fn broad(self, Over { field, scale, .. }: Over) -> f32 {
        let broad = if self == Self::Ample { BROAD } else { COMPACT };
        (broad * scale).min(field.width() * 0.5)
    }

    /// How large a card is at most over this that would be so broad. With room for hardly more than answers it is as high as the
    /// field and what is empty below it.
    pub(super) fn most(self, broad: f32, over: Over) -> Vec2 {
        let field = over.field;
        let takes =
            if self == Self::Scant { (over.largest(), over.high()) } else { (field.area() * SHARE, field.height()) };
        Card::most(field, broad.min(self.broad(over)), takes)
    }

    /// It is no narrower than this share of how broad it would be.
    pub(super) const fn least(self) -> f32 {
        match self {
            Self::Ample => 1.0,
            Self::Small => NARROW,
            Self::Scant => NARROWEST,
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Rect, pos2};

    use super::*;
    use crate::overlay::hud::Places;

    /// Promise: in the smallest window and in one as large as players', with the largest text, there is room for hardly more than
    /// answers, and a card may be as high as the field with what is empty below it; else it keeps to the field.
    #[test]
    fn a_card_takes_what_is_empty_below_the_field_where_room_is_scant() {
        let over = |(wide, high): (f32, f32), scale: f32| {
            Over::of(&Places::of(Rect::from_min_size(pos2(0.0, 0.0), vec2(wide, high)), scale), scale)
        };
        for (size, scale, room) in [
            ((1024.0, 640.0), 2.0, Room::Scant),
            ((1360.0, 860.0), 2.0, Room::Scant),
            ((1024.0, 640.0), 1.5, Room::Scant),
            ((1024.0, 640.0), 1.0, Room::Small),
            ((1360.0, 860.0), 1.0, Room::Ample),
        ] {
            let over = over(size, scale);
            assert_eq!(Room::of(over), room, "{size:?}, text {scale}");
            let most = room.most(280.0 * scale, over);
            assert!(most.x * most.y < over.field.area() / 2.0, "{size:?}, text {scale}: {most:?}");
            let is_deep = room.most(100.0, over).y > over.field.height();
            assert_eq!(is_deep, room == Room::Scant, "{size:?}, text {scale}");
        }
    }
}
