//! What is heard: every sound with the event as it is shown, so that a hit is heard when its word appears. What sounds
//! how is worked out and tested everywhere; only the way out to the loudspeakers (`device.rs`) needs the feature `sound`,
//! where a system package would be needed to build it. Without it, and where no device is, nothing sounds and nothing else
//! changes.
//!
//! Where nothing moves (speed "at once", `Fast`) nothing sounds either but the end of the battle, and what answers to the
//! hand: buttons and pages.

mod choose;
// The way out: there where the system has one without further packages, else with the feature.
#[cfg_attr(not(any(feature = "sound", windows, target_os = "macos", target_family = "wasm")), path = "mute.rs")]
mod device;
mod thin;

use std::sync::Arc;
use std::time::Duration;

use bevy::app::{App, Update};
use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{IntoScheduleConfigs, Resource, World};
use bevy_egui::egui::Context;
use bevy_egui::egui::output::OutputEvent;

use self::thin::Thin;
use super::book::Page;
use super::desk::Desk;
use super::end;
use super::motion;
use super::preferences::Speed;
use super::screen::{self, Shown};
use super::start::Seat;
use crate::battle::{Ended, Id, Key, Look};
use crate::sound::Sound;

/// Something that is to be heard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cue {
    /// What.
    pub sound: Sound,
    /// In how many seconds.
    pub after: f64,
    /// From where: -1 is the left, 1 the right.
    pub side: f32,
}

/// What there is to hear, and what must be remembered to know when.
#[derive(Resource, Default)]
pub struct Ears {
    /// What is to be heard from this frame on.
    cues: Vec<Cue>,
    /// Seconds that have passed.
    now: f64,
    thin: Thin,
    /// Buttons that were pressed.
    clicks: usize,
    /// What was read last.
    page: Option<(bool, Option<Key>, Page)>,
    /// Whose turn was told last, in which battle and round.
    turn: Option<(Entity, i32, Id)>,
    /// The battle whose end was told.
    ended: Option<Entity>,
    /// Why nothing can be heard, once that is known.
    pub mute: Option<Arc<str>>,
}

/// The way out to the loudspeakers.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Ears>().init_non_send::<device::Out>().add_systems(Update, play.after(super::act));
}

/// Lets what is to be heard sound.
fn play(world: &mut World) {
    let Some(loud) = world.get_resource::<Desk>().map(|desk| desk.preferences.loudness()) else { return };
    let Some(mut ears) = world.remove_resource::<Ears>() else { return };
    if let Some(mut out) = world.get_non_send_mut::<device::Out>()
        && let Err(why) = out.play(&ears.cues, loud)
    {
        ears.mute = Some(why.into());
    }
    ears.cues.clear();
    world.insert_resource(ears);
}

/// Hears what was pressed while the panels were drawn.
pub(super) fn listen(context: &Context, world: &mut World) {
    let is_click = |event: &&OutputEvent| matches!(event, OutputEvent::Clicked(_));
    let clicks = context.output(|output| output.events.iter().filter(is_click).count());
    if clicks > 0 {
        world.get_resource_or_init::<Ears>().clicks += clicks;
    }
}

/// Finds out what is to be heard of all that happened and was shown since the last time.
pub(super) fn hear(world: &mut World, passed: Duration) {
    let Some(mut desk) = world.get_resource_mut::<Desk>() else { return };
    let begun = desk.motion.begun();
    let mut ears = world.remove_resource::<Ears>().unwrap_or_default();
    ears.now += passed.as_secs_f64();
    ears.cues.clear();
    if let (Some(desk), Some(shown)) = (world.get_resource::<Desk>(), world.get_resource::<Shown>()) {
        ears.of_hands(desk);
        if let Some(look) = screen::seen(world) {
            let rate = motion::rate(desk.speed(), false);
            for show in &begun {
                for (sound, after, at) in choose::of(look, show, rate) {
                    ears.cue(sound, after, desk.side_of(at));
                }
            }
        }
        let battle = shown.battle.and_then(|battle| Some((battle, shown.seen(Look::at(world, battle)?))));
        if let Some((battle, look)) = battle {
            ears.of_battle(battle, look, shown, desk);
        }
    }
    world.insert_resource(ears);
}

impl Ears {
    /// Takes what is to be heard.
    pub fn heard(&mut self) -> Vec<Cue> {
        std::mem::take(&mut self.cues)
    }

    fn cue(&mut self, sound: Sound, after: f64, side: f32) {
        if self.thin.lets(sound, self.now + after) {
            self.cues.push(Cue { sound, after, side });
        }
    }

    /// What answers to the hand: buttons, and pages of the rulebook.
    fn of_hands(&mut self, desk: &Desk) {
        let page = (desk.book, desk.rule.filter(|_| desk.book), desk.reading.page);
        let before = self.page.replace(page);
        let clicks = std::mem::take(&mut self.clicks);
        if before.is_some_and(|before| before != page && (before.0 || page.0)) {
            self.cue(Sound::Page, 0.0, 0.0);
        } else if clicks > 0 {
            self.cue(Sound::Click, 0.0, 0.0);
        }
    }

    /// The turn of somebody who sits here, and the end, each once all before it has been seen.
    fn of_battle(&mut self, battle: Entity, look: Look<'_>, shown: &Shown, desk: &Desk) {
        if desk.is_showing(look) || shown.past.is_some() {
            return;
        }
        let Some(verdict) = look.battle::<Ended>().and_then(|ended| ended.0.as_ref()) else {
            self.ended = self.ended.filter(|ended| *ended != battle);
            if desk.speed() != Speed::AtOnce && !desk.auto && shown.seats.contains(&Seat::Me) {
                self.of_turn(battle, look);
            }
            return;
        };
        if self.ended.replace(battle) != Some(battle) {
            let sound = match verdict.winner {
                Some(_) if end::is_lost(look, verdict) => Sound::Defeat,
                Some(_) => Sound::Victory,
                None => Sound::Turn,
            };
            self.cue(sound, 0.0, 0.0);
        }
    }

    fn of_turn(&mut self, battle: Entity, look: Look<'_>) {
        let Some(question) = look.question().filter(|question| question.choices.is_none()) else { return };
        let Some(who) = question.who.filter(|_| look.is_played_here(question.side)) else { return };
        let turn = (battle, look.clock().round, who);
        if self.turn.replace(turn) != Some(turn) {
            self.cue(Sound::Turn, 0.0, 0.0);
        }
    }
}

impl Desk {
    /// From where on the page something sounds that is at this place of the field, in squares.
    fn side_of(&self, x: f32) -> f32 {
        let Some(drawn) = &self.drawn else { return 0.0 };
        let at = drawn.view.origin.x + x * drawn.view.cell;
        let half = (drawn.page.width() / 2.0).max(1.0);
        ((at - drawn.page.center().x) / half).clamp(-1.0, 1.0) * 0.7
    }
}
