//! How far somebody has come with each game, kept between runs where the system keeps such things.

use std::collections::BTreeMap;
use std::path::PathBuf;

use bevy::ecs::prelude::Resource;

use crate::battle::Key;
use crate::learn::Progress;
use crate::machine;
use crate::overlay::kept;

/// No file of it is larger.
const MOST_BYTES: u64 = 256 << 10;

/// How far somebody has come.
#[derive(Resource, Debug, Default)]
pub struct Learned {
    games: BTreeMap<String, Progress>,
    /// Where it is kept; nothing is written where there is no such place.
    place: Option<PathBuf>,
}

impl Learned {
    /// Where this system keeps it.
    pub fn usual_place() -> Option<PathBuf> {
        Some(machine::place_of_things()?.join("learned.ron"))
    }

    /// What is kept there; a file that cannot be read is as good as none, and what is wrong with it is told.
    pub fn kept_in(place: Option<PathBuf>) -> (Self, Option<String>) {
        let (games, place, wrong) = kept::begin(place, MOST_BYTES, "how far you have come with a game is not kept");
        (Self { games, place }, wrong)
    }

    /// How far they have come with a game.
    pub fn of(&self, ruleset: Key) -> Progress {
        self.games.get(ruleset.as_str()).cloned().unwrap_or_default()
    }

    /// Notes it; what is wrong where it cannot be kept.
    pub(super) fn note(&mut self, ruleset: Key, progress: Progress) -> Result<(), String> {
        let name = ruleset.as_str();
        if self.games.get(name) == Some(&progress) {
            return Ok(());
        }
        self.games.insert(name.to_owned(), progress);
        self.place.as_deref().map_or(Ok(()), |place| kept::write(place, &self.games))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: whoever comes back finds how far they had come.
    #[test]
    fn progress_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let place = Some(folder.path().join("data").join("learned.ron"));
        let (mut learned, wrong) = Learned::kept_in(place.clone());
        assert_eq!(wrong, None);
        let done = ["Who goes first".to_owned()].into();
        let missed = ["Who goes first".to_owned()].into();
        let progress = Progress { done, missed, of: 10, at: 1, minute: true };
        learned.note(Key::new("zones"), progress.clone()).unwrap();
        let (again, wrong) = Learned::kept_in(place);
        assert_eq!(wrong, None);
        assert_eq!(again.of(Key::new("zones")), progress);
        assert_eq!(again.of(Key::new("zones")).in_words().as_deref(), Some("1 of 10"));
        assert_eq!(again.of(Key::new("hursagmu")).in_words(), None);
    }
}
