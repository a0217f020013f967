//! What a player likes: size of text, speed, full screen. Kept between runs
//! where the system keeps such things.

use std::path::PathBuf;
use std::time::Duration;

use bevy_egui::egui::{Context, RichText, Slider, Window};
use serde::{Deserialize, Serialize};

use super::desk::Desk;
use super::theme;

/// The sizes that text may have, in hundredths.
const SIZES: std::ops::RangeInclusive<u32> = 80..=200;

/// What a player likes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// How large text is, in hundredths of what is usual.
    pub text: u32,
    /// How fast the computer plays and tokens move.
    pub speed: Speed,
    /// Whether the window fills the screen.
    pub full_screen: bool,
    /// Whether somebody who has done nothing is asked before its turn ends.
    pub warns: bool,
    /// Whether decisions can be taken back after dice have fallen.
    pub rewinds: bool,
}

impl Default for Preferences {
    fn default() -> Self {
        Self { text: 100, speed: Speed::Normal, full_screen: false, warns: true, rewinds: false }
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
        let read = |place: PathBuf| Some((std::fs::read_to_string(&place).ok()?, place));
        let Some((text, place)) = Self::place().and_then(read) else { return (Self::default(), None) };
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
        std::fs::write(&place, text).map_err(wrong)
    }
}

/// The window in which they are changed.
pub fn preferences(context: &Context, desk: &mut Desk) {
    if !desk.preferring {
        return;
    }
    let before = desk.preferences;
    let mut open = true;
    let window = Window::new("Settings").id("settings".into()).open(&mut open).resizable(false).collapsible(false);
    window.show(context, |ui| {
        ui.set_width(360.0);
        let likes = &mut desk.preferences;
        ui.label(RichText::new("Text").heading());
        ui.add(Slider::new(&mut likes.text, SIZES).step_by(10.0).suffix(" %"));
        ui.add_space(8.0);
        ui.label(RichText::new("Speed").heading());
        ui.label(RichText::new("Of the computer and of everything that moves on the board.").color(theme::FAINT));
        ui.horizontal(|ui| {
            for (speed, name) in Speed::ALL {
                ui.selectable_value(&mut likes.speed, speed, name);
            }
        });
        ui.add_space(8.0);
        ui.checkbox(&mut likes.full_screen, "Full screen (F11)");
        ui.checkbox(&mut likes.rewinds, "Take back over dice too, as in a laboratory");
        ui.checkbox(&mut likes.warns, "Warn before a turn ends in which nothing was done");
    });
    desk.preferring = open;
    if desk.preferences != before && desk.keeps {
        desk.said = desk.preferences.keep().err().or(desk.said.take());
    }
}
