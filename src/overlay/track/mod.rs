//! The initiative track: everybody in the order of their turns, in the form
//! of the game that is played.

mod order;

use bevy::app::App;
use bevy::ecs::prelude::{On, ResMut};
use bevy_egui::egui::{Color32, Sense, Stroke, Ui, Vec2};

use super::panels::Begun;
use super::{theme, tokens};
use crate::battle::{Id, Look, TrackEntry};
pub use order::{Row, Track};

/// The order of turns.
pub fn plugin(app: &mut App) {
    app.init_resource::<Track>();
    app.add_observer(|_: On<'_, '_, Begun>, mut track: ResMut<'_, Track>| *track = Track::default());
}

/// An entry in words, for those who hear it read.
pub fn said(look: Look<'_>, entry: &TrackEntry, next: bool, in_play: bool) -> String {
    let mut said = vec![look.name(entry.who)];
    match () {
        () if entry.hidden => said.push("card face down"),
        () if !entry.text.is_empty() => said.push(&entry.text),
        () => {}
    }
    match () {
        () if !in_play => said.push("out of the fight"),
        () if entry.now => said.push("acts now"),
        () if entry.done => said.push("has acted"),
        () if next => said.push("next"),
        () => {}
    }
    if entry.together.is_some() {
        said.push("at once with others");
    }
    said.join(", ")
}

/// The mark of somebody's side: its colour and its shape.
pub fn chip(ui: &mut Ui, look: Look<'_>, who: Id) {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(theme::em(ui, 14.0)), Sense::hover());
    let side = look.side(who).0;
    tokens::shape(
        ui.painter(),
        rect.center(),
        rect.width() * 0.43,
        side,
        theme::side(side),
        Stroke::new(1.0, Color32::BLACK),
    );
}
