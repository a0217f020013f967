//! Clouds over squares, light and flames of fires, stains on the ground, dust: small pictures of one sheet, so that all of
//! them are drawn at once.

use std::f32::consts::TAU;
use std::sync::Arc;

use bevy::app::{App, PostUpdate};
use bevy::asset::{Assets, Handle};
use bevy::color::{Alpha, Color};
use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{Commands, Component, IntoScheduleConfigs, Local, Query, Res, ResMut, With};
use bevy::image::Image;
use bevy::math::{Quat, Rect, Vec2};
use bevy::sprite::Sprite;
use bevy::transform::components::Transform;

use super::camera::place;
use super::figures::image;
use super::stir::Stir;
use super::{Aim, SceneSystems, Stage};
use crate::art::ground::{self, Wisp};
use crate::board::{Board, Square};
use crate::looks::{Bleeds, Colour, Land, Shared};

/// Between the tints and everybody; what hangs before them lies above all.
const DEPTH: f32 = 1.5;
const ABOVE: f32 = 6.0;
const STEP: f32 = 1e-4;
/// Pixels of a picture on a side.
const PIXELS: u32 = 96;
/// Pictures of a flame a second.
const FLICKER: f32 = 7.0;
/// The colour of what machines and stones leave behind.
const OIL: Colour = Colour([0x1c, 0x1a, 0x20]);
const RUBBLE: Colour = Colour([0x4a, 0x44, 0x3c]);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, follow.in_set(SceneSystems::Follow));
}

/// A sprite of the sheet.
#[derive(Component)]
struct Drifts;

/// One picture of the sheet as it is seen now.
#[derive(Clone, Debug, PartialEq)]
struct Seen {
    wisp: Wisp,
    at: Vec2,
    size: f32,
    turned: f32,
    colour: Color,
    is_above: bool,
}

/// A number from 0 to 1 that is always the same for a square and `salt`.
pub fn chance(square: Square, salt: u32) -> f32 {
    let mut hash = (square.x as u32).wrapping_mul(0x9e37_79b1) ^ (square.y as u32).wrapping_mul(0x85eb_ca77);
    hash ^= salt.wrapping_mul(0xc2b2_ae3d);
    for factor in [0x2c1b_3c6d_u32, 0x297a_2d39] {
        hash ^= hash >> 15;
        hash = hash.wrapping_mul(factor);
    }
    (hash & 0xffff) as f32 / 65_535.0
}

fn tinted(Colour([red, green, blue]): Colour, strength: f32) -> Color {
    Color::srgb_u8(red, green, blue).with_alpha(strength.clamp(0.0, 1.0))
}

/// Whether something of this size is on the page.
fn is_on(aim: &Aim, at: Vec2, size: f32) -> bool {
    let (first, last) = aim.seen();
    at.cmpge(first - size).all() && at.cmple(last + size).all()
}

/// Everything that is seen now, and whether any of it moves.
fn seen(stage: &Stage, lights: &[(Square, bool)], clock: f32) -> (Vec<Seen>, bool) {
    let mut seen = Vec::new();
    for stain in stage.stains.iter().filter(|stain| is_on(&stage.aim, stain.at, stain.size)) {
        let colour = match stain.of {
            Bleeds::Blood => stage.looks.face().stain,
            Bleeds::Oil => OIL,
            Bleeds::Dust => RUBBLE,
        };
        seen.push(Seen {
            wisp: Wisp::Stain(stain.seed),
            at: stain.at,
            size: stain.size * (0.6 + 0.4 * stain.strength),
            turned: stain.seed as f32 * 2.4,
            colour: tinted(colour, 0.85 * stain.strength),
            is_above: false,
        });
    }
    let mut moves = false;
    let airs = stage.looks.airs();
    let (Some(light), Some(dirt)) = (&airs.light, &airs.dust) else { return (seen, moves) };
    let is_lit = |(square, _): &&(Square, bool)| is_on(&stage.aim, Vec2::new(square.x as f32, square.y as f32), 4.0);
    for (square, _) in lights.iter().filter(is_lit) {
        moves = true;
        let phase = chance(*square, 7) * TAU;
        let beat = (clock * 5.3 + phase).sin() * 0.5 + (clock * 8.9 + phase * 2.0).sin() * 0.3;
        let middle = Vec2::new(square.x as f32 + 0.5, square.y as f32 + 0.42);
        seen.push(Seen {
            wisp: Wisp::Light,
            at: middle,
            size: 4.4 + 0.25 * beat,
            turned: 0.0,
            colour: tinted(light.colour, light.strength * (1.0 + 0.18 * beat)),
            is_above: false,
        });
    }
    for (square, _) in lights.iter().filter(is_lit).filter(|(_, is_open)| *is_open) {
        let phase = chance(*square, 7);
        let which = (clock * FLICKER + phase * 4.0) as u32;
        let middle = Vec2::new(square.x as f32 + 0.5, square.y as f32 + 0.33);
        let flame = Seen {
            wisp: Wisp::Flame(which.wrapping_mul(3) ^ (which >> 2)),
            at: middle,
            size: 0.62 + 0.05 * (clock * 9.0 + phase * TAU).sin(),
            turned: 0.05 * (clock * 3.1 + phase).sin(),
            colour: Color::WHITE.with_alpha(0.9),
            is_above: false,
        };
        seen.push(flame);
    }
    for dust in stage.dust.iter().filter(|dust| is_on(&stage.aim, dust.at, 2.0)) {
        for puff in 0..7 {
            let turn = puff as f32 / 7.0 * TAU + dust.seed as f32;
            let out = dust.size * (0.25 + 0.42 * (1.0 - (1.0 - dust.share) * (1.0 - dust.share)));
            seen.push(Seen {
                wisp: Wisp::Puff(puff),
                at: dust.at + Vec2::from_angle(turn) * out,
                size: dust.size * (0.35 + 0.4 * dust.share),
                turned: turn,
                colour: tinted(dirt.colour, dirt.strength * (1.0 - dust.share)),
                is_above: false,
            });
        }
    }
    for (square, of) in stage.clouds.iter() {
        let corner = Vec2::new(square.x as f32, square.y as f32);
        let Some(air) = airs.of(of.as_str()).filter(|_| is_on(&stage.aim, corner, 2.0)) else { continue };
        moves = true;
        for puff in 0..3 {
            let share = |salt: u32| chance(*square, 500 + salt + puff * 31);
            let phase = share(1) * TAU;
            let drift = Vec2::new((clock * 0.31 + phase).sin(), (clock * 0.23 + phase * 1.7).cos()) * 0.16;
            let swell = 1.0 + 0.06 * (clock * 0.4 + phase).sin();
            let is_above = puff == 2;
            let strength = air.strength * if is_above { 0.55 } else { 0.85 };
            seen.push(Seen {
                wisp: Wisp::Puff((share(2) * 3.99) as u32),
                at: corner + Vec2::new(0.2 + 0.6 * share(3), 0.2 + 0.6 * share(4)) + drift,
                size: (1.35 + 0.45 * share(5)) * swell,
                turned: phase + clock * 0.05 * if puff == 1 { -1.0 } else { 1.0 },
                colour: tinted(air.colour, strength),
                is_above,
            });
        }
    }
    // What lies above is drawn in one go after all that lies below.
    seen.sort_by_key(|one| one.is_above);
    (seen, moves)
}

/// What was shown last.
#[derive(Default)]
struct Known {
    sheet: Option<Handle<Image>>,
    lights: Option<(Arc<Board>, Shared<Land>, Vec<(Square, bool)>)>,
    seen: Vec<Seen>,
}

fn follow(
    stage: Res<Stage>,
    mut stir: ResMut<Stir>,
    mut known: Local<Known>,
    mut images: ResMut<Assets<Image>>,
    mut sprites: Query<(Entity, &mut Sprite, &mut Transform), With<Drifts>>,
    mut commands: Commands,
) {
    let known = &mut *known;
    let land = stage.looks.land();
    let of = known.lights.as_ref().filter(|(_, of, _)| of == land).map(|(of, ..)| of);
    if of.map(Arc::as_ptr) != stage.board.as_ref().map(Arc::as_ptr) {
        let lit = |board: &Arc<Board>| (board.clone(), land.clone(), ground::lights(board, land));
        known.lights = stage.board.as_ref().map(lit);
    }
    let lights = known.lights.as_ref().map_or(&[][..], |(.., lights)| lights);
    let (seen, moves) = seen(&stage, lights, stir.clock);
    stir.has_any |= moves;
    if known.seen == seen {
        return;
    }
    if known.sheet.is_none() {
        known.sheet = ground::wisps(PIXELS).map(|sheet| images.add(image(&sheet)));
    }
    let Some(sheet) = &known.sheet else { return };
    let mut shown = seen.iter().enumerate().map(|(index, one)| {
        let (column, row) = one.wisp.cell();
        let corner = Vec2::new(column as f32, row as f32) * PIXELS as f32;
        let depth = if one.is_above { ABOVE } else { DEPTH } + index as f32 * STEP;
        let sprite = Sprite {
            image: sheet.clone(),
            rect: Some(Rect::from_corners(corner, corner + PIXELS as f32)),
            custom_size: Some(Vec2::splat(one.size)),
            color: one.colour,
            ..Sprite::default()
        };
        let at = Transform::from_translation(place(one.at, depth)).with_rotation(Quat::from_rotation_z(one.turned));
        (sprite, at)
    });
    for (entity, mut sprite, mut transform) in &mut sprites {
        match shown.next() {
            Some((now, there)) => (*sprite, *transform) = (now, there),
            None => commands.entity(entity).despawn(),
        }
    }
    shown.for_each(|(sprite, at)| {
        commands.spawn((Drifts, sprite, at));
    });
    known.seen = seen;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::Key;

    /// Promise: clouds move only as the clock of what stirs does, stay over their squares, and lie partly before everybody.
    #[test]
    fn clouds_hang_over_their_squares() {
        let square = Square::new(4, 3);
        let aim = Aim { middle: Vec2::new(5.0, 5.0), cell: 40.0, points: 1.0, page: Vec2::splat(10.0) };
        let stage = Stage { aim, clouds: Arc::new(vec![(square, Key::from("gas"))]), ..Stage::default() };
        let (still, moves) = seen(&stage, &[], 1.0);
        assert!(moves && !still.is_empty());
        assert_eq!(still, seen(&stage, &[], 1.0).0);
        assert_ne!(still, seen(&stage, &[], 2.0).0);
        for one in (0..200).flat_map(|second| seen(&stage, &[], second as f32).0) {
            assert!((one.at - Vec2::new(4.5, 3.5)).length() < 0.8, "{one:?}");
        }
        assert!(still.iter().any(|one| one.is_above) && still.iter().any(|one| !one.is_above));
        let far = Stage { aim: Aim { middle: Vec2::splat(90.0), ..aim }, ..stage };
        assert_eq!(seen(&far, &[], 1.0), (Vec::new(), false), "what is off the page costs nothing");
    }
}
