//! What is heard: every sound with the event as it is shown, so that a hit is heard when its word appears. What sounds
//! how is worked out and tested everywhere; only the way out to the loudspeakers (`device.rs`) needs the feature `sound`,
//! where a system package would be needed to build it. Without it, and where no device is, nothing sounds and nothing else
//! changes.
//!
//! Where nothing moves (speed "at once", a battle without pauses) nothing sounds either but the end of the battle, and what
//! answers to the hand: buttons and pages.

mod choose;
// The way out: there where the system has one without further packages, else with the feature.
#[cfg_attr(not(any(feature = "sound", windows, target_os = "macos", target_family = "wasm")), path = "mute.rs")]
mod device;
mod thin;

use std::sync::Arc;
use std::time::Duration;

use bevy::app::{App, Update};
use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{IntoScheduleConfigs, NonSendMut, ResMut, Resource, World};
use bevy_egui::egui::output::OutputEvent;

use self::thin::Thin;
use super::book::{self, Book};
use super::course::Pace;
use super::end;
use super::motion::{self, Motion};
use super::panels::{Height, Page, Panels};
use super::preferences::{Preferences, Speed};
use super::screen::{Overlay, Shown};
use super::start::Seat;
use super::view::FieldView;
use crate::battle::{Id, Look, RuleId};
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
    page: Option<(bool, Option<RuleId>, book::Page)>,
    /// Whose turn was told last, with the battle and the round.
    turn: Option<(Entity, i32, Id)>,
    /// The battle whose end was told.
    ended: Option<Entity>,
    /// Why nothing can be heard, once that is known.
    pub mute: Option<Arc<str>>,
}

/// What there is to hear, and the buttons that were pressed while the panels were drawn.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Ears>();
    app.add_page(Height::Keys, |Page { ui, .. }: Page<'_>, mut ears: ResMut<'_, Ears>| {
        let is_click = |event: &&OutputEvent| matches!(event, OutputEvent::Clicked(_));
        ears.clicks += ui.ctx().output(|output| output.events.iter().filter(is_click).count());
    });
}

/// The way out to the loudspeakers, for an app with a window.
pub(super) fn way_out(app: &mut App) {
    app.init_non_send::<device::Out>().add_systems(Update, play.after(super::act));
}

/// Lets what is to be heard sound.
fn play(overlay: Option<ResMut<'_, Overlay>>, mut out: NonSendMut<'_, device::Out>) {
    let Some(mut overlay) = overlay else { return };
    let loud = overlay.of::<Preferences>().loudness();
    let ears = overlay.edit::<Ears>();
    ears.mute = out.play(ears.heard(), loud);
}

/// Finds out what is to be heard of all that happened and was shown since the last time.
pub(super) fn hear(world: &World, overlay: &mut Overlay, shown: &Shown, passed: Duration) {
    let begun = overlay.edit::<Motion>().begun();
    let mut ears = std::mem::take(overlay.edit::<Ears>());
    ears.now += passed.as_secs_f64();
    ears.cues.clear();
    ears.of_hands(overlay.of());
    if let Some(look) = shown.looked_at(world) {
        let rate = motion::rate(overlay.of::<Pace>().speed(overlay.of()), false);
        for show in &begun {
            for (sound, after, at) in choose::of(look, show, rate) {
                ears.cue(sound, after, side_of(overlay.of(), at));
            }
        }
    }
    let battle = shown.battle.and_then(|battle| Some((battle, shown.seen(Look::at(world, battle)?))));
    if let Some((battle, look)) = battle {
        ears.of_battle(battle, look, shown, overlay);
    }
    *overlay.edit::<Ears>() = ears;
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
    fn of_hands(&mut self, book: &Book) {
        let page = (book.open, book.rule.filter(|_| book.open), book.page);
        let before = self.page.replace(page);
        let clicks = std::mem::take(&mut self.clicks);
        if before.is_some_and(|before| before != page && (before.0 || page.0)) {
            self.cue(Sound::Page, 0.0, 0.0);
        } else if clicks > 0 {
            self.cue(Sound::Click, 0.0, 0.0);
        }
    }

    /// The turn of somebody who sits here, and the end, each once all before it has been seen.
    fn of_battle(&mut self, battle: Entity, look: Look<'_>, shown: &Shown, overlay: &Overlay) {
        let (pace, likes) = (overlay.of::<Pace>(), overlay.of::<Preferences>());
        if pace.is_showing(likes, overlay.of(), look) || shown.past.is_some() {
            return;
        }
        let Some(verdict) = look.verdict() else {
            self.ended = self.ended.filter(|ended| *ended != battle);
            if pace.speed(likes) != Speed::AtOnce && !pace.auto && shown.seats.contains(&Seat::Me) {
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

/// From where on the page something sounds that is at this place of the field, in squares.
fn side_of(view: &FieldView, x: f32) -> f32 {
    let Some(drawn) = &view.drawn else { return 0.0 };
    let at = drawn.view.origin.x + x * drawn.view.cell;
    let half = (drawn.page.width() / 2.0).max(1.0);
    ((at - drawn.page.center().x) / half).clamp(-1.0, 1.0) * 0.7
}
