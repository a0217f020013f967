//! How the field is looked at: where the camera is, what it follows, and how the field was drawn last.

use std::sync::Arc;

use bevy::app::App;
use bevy::ecs::prelude::{On, ResMut, Resource};
use bevy_egui::egui::{Pos2, Rect, vec2};

use super::camera::{Camera, View, Wheel};
use super::keys::Act;
use super::layers::Tints;
use super::panels::{Begun, Panels, Pressed, Seen};
use super::tokens::Token;
use crate::battle::Id;
use crate::board::Square;

/// How the field is looked at.
#[derive(Resource, Debug, Default)]
pub struct FieldView {
    /// How near, and which part.
    pub camera: Camera,
    /// Whose the wheel is that brings it nearer.
    pub wheel: Wheel,
    /// A square to be brought into view.
    pub place: Option<Square>,
    /// Who is to be brought to the middle.
    pub centre: Option<Id>,
    /// Who was asked when the field was drawn last: the camera follows when that changes.
    pub followed: Option<Id>,
    /// When that changed, in seconds of the page: a click that was meant for the one before is heard no more.
    pub turned: f64,
    /// How many facts had been told and decisions made before the question that was brought into view last.
    pub put: Option<(usize, usize)>,
    /// How the field was drawn last.
    pub drawn: Option<Drawn>,
    /// The room of what is told beside a place, at the end of a way before all else.
    pub noted: Option<Rect>,
    /// A scene shows ground and tokens, so that nothing of them is drawn here.
    pub staged: bool,
    /// Whether the ground of this battle has lain there; nothing where no scene lays it.
    pub laid: Option<bool>,
    /// What may come of a move is tried out while the pointer rests.
    pub foresees: bool,
}

/// How the field was drawn.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// How its squares lay on the page.
    pub view: View,
    /// The page that it was drawn on.
    pub page: Rect,
    /// Pixels of a point.
    pub points: f32,
    /// What layers laid over it.
    pub tints: Arc<Tints>,
    /// Everybody on it.
    pub tokens: Arc<Vec<Token>>,
}

/// How the field is looked at, and the keys of the camera.
pub fn plugin(app: &mut App) {
    app.init_resource::<FieldView>();
    app.add_observer(|_: On<'_, '_, Begun>, mut view: ResMut<'_, FieldView>| {
        (view.camera, view.followed, view.laid) = (Camera::default(), None, view.laid.map(|_| false));
        view.put = None;
    });
    app.on_seen(|Seen(look): Seen<'_>, mut view: ResMut<'_, FieldView>| {
        view.centre.take_if(|id| !look.knows_of(*id));
    });
    app.on_key(|key: Pressed<'_>, mut view: ResMut<'_, FieldView>| match key.act {
        Act::Fit => view.camera.fit(),
        Act::Nearer => view.camera.nearer(1.2),
        Act::Farther => view.camera.nearer(1.0 / 1.2),
        Act::Up => view.camera.shove(vec2(0.0, 40.0)),
        Act::Down => view.camera.shove(vec2(0.0, -40.0)),
        Act::Left => view.camera.shove(vec2(40.0, 0.0)),
        Act::Right => view.camera.shove(vec2(-40.0, 0.0)),
        Act::Centre => view.centre = key.look.map_or(view.centre, |look| look.asked()),
        _ => {}
    });
}

impl FieldView {
    /// Notes whether all of its ground lies there: once it has it is never bare again.
    pub fn lay(&mut self, lies: bool) {
        self.laid = Some(lies || self.laid == Some(true));
    }

    /// Whether its ground is still to be laid for the first time.
    pub fn is_bare(&self) -> bool {
        self.laid == Some(false)
    }

    /// Where the middle of a square is on the screen, once the field was drawn.
    pub fn place_of(&self, square: Square) -> Option<Pos2> {
        Some(self.drawn.as_ref()?.view.rect(square).center())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: a field is bare until its ground has lain there once, and never where nobody lays any.
    #[test]
    fn a_ground_that_has_lain_there_is_never_bare_again() {
        let mut view = FieldView::default();
        assert!(!view.is_bare(), "it is drawn at once");
        view.lay(false);
        assert!(view.is_bare());
        view.lay(true);
        view.lay(false);
        assert!(!view.is_bare(), "a wall has fallen: the ground before stays until it is painted");
    }
}
