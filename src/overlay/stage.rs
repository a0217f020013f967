//! Sets the stage of the scene: what those who sit here see of the battle, from where they look.

use std::collections::HashMap;
use std::sync::Arc;

use bevy::app::App;
use bevy::ecs::prelude::{Resource, World};
use bevy::math::Vec2;

use super::course::Pace;
use super::life;
use super::motion::{Fares, Motion};
use super::preferences::{Preferences, Speed};
use super::screen::{self, Overlay};
use super::theme::{self, Colours};
use super::timeline::Timeline;
use super::tokens::Token;
use super::view::FieldView;
use crate::art::figures::{self, Outfit, Vigour};
use crate::battle::{Decisions, Id, Look, Memo};
use crate::looks::Bleeds;
use crate::scene::{self, Actor, Aim, Dust, Ground, Stage, Stain};

/// How much larger a picture is than the squares that its body covers.
pub const GROWN: f32 = 1.08;
/// A picture of somebody who has been struck, and is again what it was.
const STRUCK: [f32; 3] = [1.0, 0.42, 0.36];
/// A stain beside whoever left it.
const STAIN: f32 = 1.7;

/// What the scene shows of a battle.
pub fn plugin(app: &mut App) {
    app.init_resource::<Wardrobe>();
}

/// What everybody looks like, until something happens.
#[derive(Resource, Default)]
pub struct Wardrobe {
    of: Option<(usize, usize, usize, Colours)>,
    looks: HashMap<Id, Arc<scene::Look>>,
    bleed: HashMap<Id, Bleeds>,
}

impl Wardrobe {
    /// Forgets what has been, if anything has happened.
    fn open(&mut self, look: Look<'_>) {
        let facts = look.facts().len();
        let made = look.battle::<Decisions>().map_or(0, |decisions| decisions.0.len());
        let now = (facts, made, Arc::as_ptr(&look.ground().board) as usize, theme::chosen());
        if self.of.replace(now) != Some(now) {
            self.looks.clear();
            self.bleed.clear();
        }
    }

    /// What somebody looks like who fares so.
    fn dressed(&mut self, look: Look<'_>, id: Id, fares: &Fares) -> Arc<scene::Look> {
        let vigour = fares.vigour();
        let dressed = self.looks.entry(id).or_insert_with(|| Arc::new(painted(look, id, vigour)));
        if dressed.vigour != vigour {
            *dressed = Arc::new(scene::Look { vigour, ..scene::Look::clone(dressed) });
        }
        dressed.clone()
    }
}

/// The stage follows what the panels show, once a frame.
pub(super) fn set(world: &mut World) {
    let Some(mut overlay) = world.remove_resource::<Overlay>() else { return };
    let mut wardrobe = std::mem::take(overlay.edit::<Wardrobe>());
    let stirs = life::is_awake(world, &overlay);
    let stage = screen::seen(world).and_then(|look| {
        // The same is asked of everybody.
        let memo = Memo::of(look);
        stage(look.remembering(&memo), &overlay, &mut wardrobe)
    });
    *overlay.edit::<Wardrobe>() = wardrobe;
    if let Some(board) = stage.as_ref().and_then(|stage| stage.board.as_ref()) {
        let lies = world.get_resource::<Ground>().is_none_or(|ground| ground.lies(board));
        overlay.edit::<FieldView>().lay(lies);
    }
    world.insert_resource(overlay);
    world.insert_resource(Stage { stirs, ..stage.unwrap_or_default() });
}

/// What is seen of a battle; nothing where its field was not drawn.
fn stage(look: Look<'_>, overlay: &Overlay, wardrobe: &mut Wardrobe) -> Option<Stage> {
    let drawn = overlay.of::<FieldView>().drawn.as_ref()?;
    let (motion, likes) = (overlay.of::<Motion>(), overlay.of::<Preferences>());
    let (cell, page) = (drawn.view.cell, drawn.page);
    let middle = (page.center() - drawn.view.origin + motion.shaken(likes)) / cell;
    let aim = Aim {
        middle: Vec2::new(middle.x, middle.y),
        cell,
        points: drawn.points,
        page: Vec2::new(page.width(), page.height()) / cell,
    };
    wardrobe.open(look);
    let tokens = &drawn.tokens;
    let actors = tokens.iter().map(|token| actor(look, motion, token, wardrobe)).collect();
    let stains = tokens.iter().filter_map(|token| stain(motion, token, wardrobe)).collect();
    let dust = motion.falls().filter_map(|(id, share)| {
        let token = tokens.iter().find(|token| token.id == id)?;
        let at = token.spot.center();
        Some(Dust { at: Vec2::new(at.x, at.y), size: token.spot.width(), seed: u32::from(id.0), share })
    });
    let is_at_once = overlay.of::<Pace>().speed(likes) == Speed::AtOnce;
    Some(Stage {
        board: Some(look.ground().board.clone()),
        looks: look.rules().looks.clone(),
        aim,
        tints: drawn.tints.clone(),
        dust: dust.collect(),
        actors,
        stains,
        clouds: Arc::new(look.hanging().iter().map(|hanging| (hanging.square, hanging.of)).collect()),
        moves: !is_at_once && !overlay.of::<Timeline>().looks_back(),
        stirs: false,
    })
}

/// Somebody as they are seen.
fn actor(look: Look<'_>, motion: &Motion, token: &Token, wardrobe: &mut Wardrobe) -> Actor {
    let id = token.id;
    let at = token.spot.center();
    let struck = motion.struck(id);
    let [red, green, blue] = STRUCK.map(|channel| 1.0 - (1.0 - channel) * struck);
    let dressed = wardrobe.dressed(look, id, &token.fares);
    let (turned, grown) = lies(motion, id, dressed.vigour);
    Actor {
        id,
        look: dressed,
        at: Vec2::new(at.x, at.y),
        size: token.spot.width() * GROWN * grown,
        turned,
        tint: [red, green, blue, 1.0],
    }
}

/// How far somebody is turned over, and how much nearer to the eye they are: those who fall begin upright and large, and lie
/// each in their own way.
fn lies(motion: &Motion, id: Id, vigour: Vigour) -> (f32, f32) {
    if vigour.stands() {
        return (0.0, 1.0);
    }
    let rest = (f32::from(id.0 * 37 % 7) - 3.0) * 0.09;
    let upright = if vigour == Vigour::Dead { 1.5 } else { -1.3 };
    motion.toppled(id).map_or((rest, 1.0), |share| (upright + (rest - upright) * share, 1.0 + 0.14 * (1.0 - share)))
}

/// What somebody has left on the ground who was struck down.
fn stain(motion: &Motion, token: &Token, wardrobe: &mut Wardrobe) -> Option<Stain> {
    let (id, fares) = (token.id, &token.fares);
    let is_spent = fares.is_dead || fares.wounds > 0 || fares.health.is_some_and(|(left, _)| left <= 0);
    if fares.in_play || !is_spent {
        return None;
    }
    let dressed = wardrobe.looks.get(&id)?;
    let of = *wardrobe.bleed.entry(id).or_insert_with(|| dressed.painted(figures::bleeds));
    let at = token.spot.center();
    let strength = motion.toppled(id).unwrap_or(1.0).min(1.0);
    Some(Stain { at: Vec2::new(at.x, at.y), size: token.spot.width() * STAIN, seed: u32::from(id.0), of, strength })
}

/// What somebody looks like who fares so.
pub fn painted(look: Look<'_>, id: Id, vigour: Vigour) -> scene::Look {
    let profile = look.profile(id);
    let of = look.rules().looks.figures();
    let outfit = profile.map(|profile| Outfit::of_gear(look.gear(id).iter(), profile, of)).unwrap_or_default();
    let side = look.side(id).0;
    let [red, green, blue, _] = theme::side(side).to_array();
    scene::Look {
        of: of.clone(),
        token: profile.and_then(|profile| profile.token.clone()),
        name: profile.map_or_else(|| look.name(id).to_owned(), |profile| profile.name.to_string()),
        outfit,
        side,
        colour: [red, green, blue],
        vigour,
    }
}
