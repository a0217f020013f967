//! What a player likes: size of text, speed, full screen. Kept between runs
//! where the system keeps such things.

mod window;

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::desk::Desk;
use super::keys::Changed;
use super::theme::Colours;
use crate::files;

pub use window::preferences;

/// The sizes that text may have, in hundredths.
const SIZES: std::ops::RangeInclusive<u32> = 75..=200;

/// No file of them is larger.
const MOST_BYTES: u64 = 64 << 10;

/// What a player likes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Keys that are not the usual ones.
    pub keys: Changed,
    /// Whether the window fills the screen.
    pub full_screen: bool,
    /// Whether somebody who has done nothing is asked before its turn ends.
    pub warns: bool,
    /// Whether decisions can be taken back after dice have fallen.
    pub rewinds: bool,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            text: 100,
            speed: Speed::Normal,
            own: None,
            colours: Colours::Usual,
            edges: false,
            keys: Changed::new(),
            full_screen: false,
            warns: true,
            rewinds: false,
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
    const ALL: [(Self, &'static str); 4] =
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
        let places = directories::ProjectDirs::from("", "", "sortie")?;
        Some(places.config_dir().join("preferences.ron"))
    }

    /// Those of the last time; a file that cannot be read is as good as none,
    /// and what is wrong with it is told.
    pub fn kept() -> (Self, Option<String>) {
        let Some(place) = Self::place() else { return (Self::default(), None) };
        place.parent().into_iter().for_each(files::sweep);
        let text = match files::read(&place, MOST_BYTES) {
            Ok(text) => String::from_utf8_lossy(&text).into_owned(),
            Err(why) if why.kind() == std::io::ErrorKind::NotFound => return (Self::default(), None),
            Err(why) => {
                return (Self::default(), Some(format!("{}: {why}; the usual settings are used", place.display())));
            }
        };
        match ron::from_str::<Self>(&text) {
            Ok(kept) => (kept.sound(), None),
            Err(why) => (Self::default(), Some(format!("{}: {why}; the usual settings are used", place.display()))),
        }
    }

    /// With every value where it may be.
    fn sound(self) -> Self {
        Self { text: self.text.clamp(*SIZES.start(), *SIZES.end()), ..self }
    }

    /// Keeps them for the next time.
    fn keep(&self) -> Result<(), String> {
        let Some(place) = Self::place() else { return Ok(()) };
        let wrong = |why: std::io::Error| format!("{}: {why}", place.display());
        if let Some(folder) = place.parent() {
            std::fs::create_dir_all(folder).map_err(wrong)?;
        }
        let text =
            ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::default()).map_err(|why| why.to_string())?;
        files::write(&place, text.as_bytes()).map_err(wrong)
    }
}

/// Keeps them for the next time, if they have changed since the last.
pub fn keep(desk: &mut Desk) {
    if desk.keeps && desk.kept.as_ref() != Some(&desk.preferences) {
        // Of what was read just now nothing need be written.
        if desk.kept.is_some() {
            desk.said = desk.preferences.keep().err().or(desk.said.take());
        }
        desk.kept = Some(desk.preferences.clone());
    }
}
