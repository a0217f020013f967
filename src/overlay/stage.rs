//! Sets the stage of the scene: what those who sit here see of the battle, from where they look.

use std::sync::Arc;

use bevy::ecs::prelude::World;
use bevy::math::Vec2;

use super::motion::Motion;
use super::screen::{self, Overlay};
use super::theme;
use super::tokens::{self, Token};
use super::view::FieldView;
use crate::art::figures::{Outfit, Vigour};
use crate::battle::{Id, Look};
use crate::scene::{self, Actor, Aim, Stage};

/// How much larger a picture is than the squares that its body covers.
pub const GROWN: f32 = 1.08;
/// A picture of somebody who has been struck, and is again what it was.
const STRUCK: [f32; 3] = [1.0, 0.42, 0.36];

/// The stage follows what the panels show, once a frame.
pub(super) fn set(world: &mut World) {
    let overlay = world.get_resource::<Overlay>();
    let stage = screen::seen(world).zip(overlay).and_then(|(look, overlay)| stage(look, overlay.of(), overlay.of()));
    world.insert_resource(stage.unwrap_or_default());
}

/// What is seen of a battle; nothing where its field was not drawn.
fn stage(look: Look<'_>, view: &FieldView, motion: &Motion) -> Option<Stage> {
    let drawn = view.drawn.as_ref()?;
    let (cell, page) = (drawn.view.cell, drawn.page);
    let middle = (page.center() - drawn.view.origin) / cell;
    let aim = Aim {
        middle: Vec2::new(middle.x, middle.y),
        cell,
        points: drawn.points,
        page: Vec2::new(page.width(), page.height()) / cell,
    };
    let actors = tokens::order(look, motion).iter().map(|token| actor(look, motion, token)).collect();
    let face = super::ground::face(look);
    Some(Stage { board: Some(look.ground().board.clone()), face, aim, tints: drawn.tints.clone(), actors })
}

/// Somebody as they are seen.
fn actor(look: Look<'_>, motion: &Motion, token: &Token) -> Actor {
    let id = token.id;
    let at = token.spot.center();
    let struck = motion.struck(id);
    let [red, green, blue] = STRUCK.map(|channel| 1.0 - (1.0 - channel) * struck);
    Actor {
        id,
        look: Arc::new(figure(look, motion, id)),
        at: Vec2::new(at.x, at.y),
        size: token.spot.width() * GROWN,
        turned: 0.0,
        tint: [red, green, blue, 1.0],
    }
}

/// What somebody looks like before what has not been shown yet.
pub fn figure(look: Look<'_>, motion: &Motion, id: Id) -> scene::Look {
    let painted = painted(look, id);
    scene::Look { vigour: motion.vigour_before(id).unwrap_or(painted.vigour), ..painted }
}

/// What somebody looks like.
pub fn painted(look: Look<'_>, id: Id) -> scene::Look {
    let profile = look.profile(id);
    let outfit = profile.map(|profile| Outfit::of_gear(look.gear(id).iter(), profile)).unwrap_or_default();
    let side = look.side(id).0;
    let [red, green, blue, _] = theme::side(side).to_array();
    scene::Look {
        token: profile.and_then(|profile| profile.token.clone()),
        name: profile.map_or_else(|| look.name(id).to_owned(), |profile| profile.name.to_string()),
        outfit,
        side,
        colour: [red, green, blue],
        vigour: vigour(look, id),
    }
}

/// How somebody fares, as far as a picture tells it.
pub fn vigour(look: Look<'_>, id: Id) -> Vigour {
    if look.is_dead(id) {
        return Vigour::Dead;
    }
    if !look.is_in_play(id) {
        return Vigour::Out;
    }
    match (look.health(id), look.wounds(id).len()) {
        (Some((left, whole)), _) if left * 3 <= whole => Vigour::Grave,
        (Some((left, whole)), _) if left < whole => Vigour::Hurt,
        (Some(_), _) | (None, 0) => Vigour::Unharmed,
        (None, 1) => Vigour::Hurt,
        (None, _) => Vigour::Grave,
    }
}
