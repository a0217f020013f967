//! What a player likes: size of text, speed, full screen. Kept between runs
//! where the system keeps such things.

mod window;

use std::path::PathBuf;
use std::time::Duration;

use bevy::app::App;
use bevy::ecs::prelude::{Res, ResMut, Resource};
use serde::{Deserialize, Serialize};

use super::kept;
use super::keys::{Act, Changed, ChangedPad};
use super::panels::{Back, Height, Page, Panels, Pressed};
use super::screen::Overlay;
use super::sound::Ears;
use super::theme::Colours;
use crate::ai::Skill;
use crate::{files, machine};

/// The sizes that text may have, in hundredths.
const SIZES: std::ops::RangeInclusive<u32> = 75..=200;
/// How loud sounds may be, in hundredths.
const LOUD: std::ops::RangeInclusive<u32> = 0..=100;

/// No file of them is larger.
const MOST_BYTES: u64 = 64 << 10;

/// What a player likes.
#[derive(Resource, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// How large text is, in hundredths of what is usual.
    pub text: u32,
    /// How fast the computer plays and what moves in its turns.
    pub speed: Speed,
    /// How fast what moves in one's own turns does, if that differs.
    pub own: Option<Speed>,
    /// The colours of sides and layers.
    pub colours: Colours,
    /// Whether the field moves while the pointer rests at an edge of the window.
    pub edges: bool,
    /// Whether anything is heard.
    pub sounds: bool,
    /// How loud it is, in hundredths.
    pub volume: u32,
    /// Keys that are not the usual ones.
    pub keys: Changed,
    /// The same for buttons of a pad.
    pub pad: ChangedPad,
    /// Whether the window fills the screen.
    pub full_screen: bool,
    /// Whether somebody who has done nothing is asked before its turn ends.
    pub warns: bool,
    /// Whether they are asked also about blows that hardly ever do harm.
    pub asks_all: bool,
    /// Whether decisions can be taken back after dice have fallen.
    pub rewinds: bool,
    /// Whether blows are felt: who strikes lunges, who is struck flashes, and time stands still for a moment.
    pub weighs: bool,
    /// Whether heavy blows shake the field.
    pub shakes: bool,
    /// Whether water, clouds and fire move.
    pub stirs: bool,
    /// How well the computer plays, as it was chosen last.
    pub skill: Option<Skill>,
    /// The ruleset that was played last.
    pub game: Option<String>,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            text: 100,
            speed: Speed::Normal,
            own: None,
            colours: Colours::Usual,
            edges: false,
            sounds: true,
            volume: 70,
            keys: Changed::new(),
            pad: ChangedPad::new(),
            full_screen: false,
            warns: true,
            asks_all: false,
            rewinds: false,
            weighs: true,
            shakes: true,
            stirs: true,
            skill: None,
            game: None,
        }
    }
}

/// How fast what moves by itself does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Speed {
    /// Time to read every line.
    Slow,
    /// As it is.
    #[default]
    Normal,
    /// Half of that.
    Fast,
    /// Nothing moves: everything is where it belongs at once.
    AtOnce,
}

impl Speed {
    /// All of them, with their names.
    pub(super) const ALL: [(Self, &'static str); 4] =
        [(Self::Slow, "slow"), (Self::Normal, "normal"), (Self::Fast, "fast"), (Self::AtOnce, "at once")];

    /// How long the computer waits before it decides.
    pub const fn pause(self) -> Duration {
        Duration::from_millis(match self {
            Self::Slow => 1_000,
            Self::Normal => 450,
            Self::Fast => 180,
            Self::AtOnce => 0,
        })
    }
}

impl Preferences {
    /// Where they are kept; nothing where the system has no such place.
    fn place() -> Option<PathBuf> {
        Some(machine::place_of_settings()?.join("preferences.ron"))
    }

    /// Those of the last time; a file that cannot be read is as good as none,
    /// and what is wrong with it is told.
    pub fn kept() -> (Self, Option<String>) {
        let Some(place) = Self::place() else { return (Self::default(), None) };
        place.parent().into_iter().for_each(files::sweep);
        let (kept, _, wrong) = kept::begin::<Self>(Some(place), MOST_BYTES, "the usual settings are used");
        (kept.sound(), wrong)
    }

    /// With every value where it may be.
    fn sound(self) -> Self {
        let held = |value: u32, range: std::ops::RangeInclusive<u32>| value.clamp(*range.start(), *range.end());
        Self { text: held(self.text, SIZES), volume: held(self.volume, LOUD), ..self }
    }

    /// How loud sounds are, from 0 to 1: half of the way is heard as half as loud.
    pub fn loudness(&self) -> f32 {
        if self.sounds { (self.volume as f32 / 100.0).powi(2) } else { 0.0 }
    }

    /// Keeps them for the next time.
    fn keep(&self) -> Result<(), String> {
        Self::place().map_or(Ok(()), |place| kept::write(&place, self))
    }
}

/// The window that changes them.
#[derive(Resource, Debug, Default)]
pub struct Settings {
    /// Whether it is open.
    pub open: bool,
    /// Whether it shows the keys, and not all else.
    pub at_keys: bool,
    /// The act whose key is being chosen.
    pub rekeyed: Option<Act>,
    /// Whether what is liked is kept for the next time.
    pub keeps: bool,
    /// What was kept of it last.
    kept: Option<Preferences>,
}

/// The settings, and their keys.
pub fn plugin(app: &mut App) {
    app.init_resource::<Settings>().init_resource::<Preferences>();
    app.add_page(
        Height::Windows,
        |Page { ui, .. }: Page<'_>,
         mut settings: ResMut<'_, Settings>,
         mut likes: ResMut<'_, Preferences>,
         ears: Res<'_, Ears>| {
            window::window(ui.ctx(), &mut settings, &mut likes, ears.mute.as_deref());
        },
    );
    app.on_back(Back::Window("settings"), |mut settings: ResMut<'_, Settings>| std::mem::take(&mut settings.open));
    app.on_key(|key: Pressed<'_>, mut settings: ResMut<'_, Settings>, mut likes: ResMut<'_, Preferences>| {
        match key.act {
            Act::Settings => settings.open = !settings.open,
            Act::Sound => likes.sounds = !likes.sounds,
            Act::FullScreen => likes.full_screen = !likes.full_screen,
            _ => {}
        }
    });
}

/// Keeps them for the next time, if they have changed since the last.
pub(super) fn keep(overlay: &mut Overlay) {
    let (likes, settings) = (overlay.of::<Preferences>(), overlay.of::<Settings>());
    if !settings.keeps || settings.kept.as_ref() == Some(likes) {
        return;
    }
    // Of what was read just now nothing need be written.
    let wrong = settings.kept.as_ref().and_then(|_| likes.keep().err());
    let likes = likes.clone();
    overlay.edit::<Settings>().kept = Some(likes);
    wrong.into_iter().for_each(|why| overlay.say(why));
}
