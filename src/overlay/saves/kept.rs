//! A saved battle as it is listed: what it is called, how long ago it was kept, and how it stands.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use crate::battle::{Look, SideId, Sides, verdict};
use crate::machine;
use crate::overlay::sketch::Sketch;
use crate::overlay::start::Seat;
use crate::overlay::wishes::QUICK_SAVE;
use crate::record::shelf::BY_ITSELF;
use crate::record::{Budget, Record};
use crate::rulebook::Library;

/// The list of battles plays so many facts and decisions of one of them again.
const GLANCE: usize = 20_000;

/// A file of the folder.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    pub path: PathBuf,
    pub when: Option<SystemTime>,
    pub bytes: u64,
    /// What is in it, once it was played; or what is wrong with it.
    pub told: Option<Result<Arc<Told>, String>>,
}

/// What there is to know of a saved battle.
#[derive(Debug)]
pub(super) struct Told {
    /// Its field.
    pub sketch: Sketch,
    pub title: String,
    pub ruleset: String,
    pub round: i32,
    pub decisions: usize,
    /// How it stands: who is left, or who has won.
    pub stands: String,
    pub is_over: bool,
}

/// What players call a file.
pub fn name(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    if path.ends_with(QUICK_SAVE) {
        "Quick save".to_owned()
    } else if stem.starts_with(BY_ITSELF) {
        "Autosave".to_owned()
    } else {
        unstamped(&stem).to_owned()
    }
}

/// Digits of the moment at which a battle was put aside, at least.
const STAMP: usize = 12;

/// The name of a file without the moment at which it was written, which is told in words beside it.
fn unstamped(stem: &str) -> &str {
    let is_stamp = |last: &str| last.len() >= STAMP && last.bytes().all(|letter| letter.is_ascii_digit());
    stem.rsplit_once(' ').filter(|(_, last)| is_stamp(last)).map_or(stem, |(name, _)| name)
}

impl Kept {
    /// What players call it.
    pub fn name(&self) -> String {
        name(&self.path)
    }

    /// Plays the file to see what is in it.
    pub fn read(&self, library: &Library) -> Result<Arc<Told>, String> {
        let record = Record::read(&self.path).map_err(|why| why.to_string())?;
        let restored = record.restore(library, &Budget::of(GLANCE));
        let (scenario, game) = restored.map_err(|why| format!("{}: {why}", self.path.display()))?;
        let look = Look::at(&game.world, game.battle).ok_or("the battle is gone")?;
        let look = Seat::as_seen(look, record.seats.iter().filter_map(|word| Seat::of_word(word)));
        let ended = verdict(&game.world, game.battle);
        let left = |side: u8| {
            let mut still = look.shown().filter(|id| look.side(*id).0 == side && look.is_in_play(*id));
            still.by_ref().count()
        };
        let sides = look.battle::<Sides>().map_or(0, |sides| sides.0.len());
        let standing: Vec<String> = (0..u8::try_from(sides).unwrap_or(0))
            .map(|side| format!("{} {}", look.side_name(SideId(side)), left(side)))
            .collect();
        let stands = match ended {
            Some(verdict) => match verdict.winner {
                Some(side) => format!("over: {} won", look.side_name(side)),
                None => "over: nobody won".to_owned(),
            },
            None => format!("standing: {}", standing.join(", ")),
        };
        Ok(Arc::new(Told {
            sketch: Sketch::of(look),
            title: scenario.title,
            ruleset: look.rules().title.clone(),
            round: look.clock().round,
            decisions: record.decisions.len(),
            stands,
            is_over: ended.is_some(),
        }))
    }
}

/// How long ago something was, in words.
pub(super) fn ago(when: Option<SystemTime>) -> String {
    let Some(since) = when.and_then(|when| machine::now().duration_since(when).ok()) else {
        return "just now".to_owned();
    };
    let minutes = since.as_secs() / 60;
    let (count, unit) = match minutes {
        0 => return "just now".to_owned(),
        1..60 => (minutes, "minute"),
        60..1440 => (minutes / 60, "hour"),
        _ => (minutes / 1440, "day"),
    };
    format!("{count} {unit}{} ago", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::record::{Game, record, shelf};

    /// Promise: a saved battle is known by its field with those who stand on it; what cannot be read has no picture.
    #[test]
    fn a_saved_battle_has_a_picture_of_those_who_stand() {
        let library = Library::open("rulesets");
        let scenario = library.scenario("scale_toughness/even").unwrap();
        let game = Game::new(&scenario.name, &scenario.settings, scenario.setup.clone(), 3);
        let folder = std::env::temp_dir().join(format!("sortie-pictures-{}", std::process::id()));
        let kept = |name: &str| Kept { path: folder.join(name), when: None, bytes: 0, told: None };
        let (sound, spoilt) = (kept("sound.json"), kept("spoilt.json"));
        shelf::keep(&record(&game.world, game.battle).unwrap(), &sound.path).unwrap();
        std::fs::write(&spoilt.path, "{ nonsense").unwrap();
        let (told, wrong) = (sound.read(&library), spoilt.read(&library));
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(told.unwrap().sketch.count(), scenario.setup.fighters.len());
        assert!(wrong.is_err());
    }

    #[test]
    fn time_is_told_in_words() {
        let before = |seconds| SystemTime::now().checked_sub(Duration::from_secs(seconds));
        let told = [0, 61, 7_300, 90_000, 400_000].map(|seconds| ago(before(seconds)));
        assert_eq!(told, ["just now", "1 minute ago", "2 hours ago", "1 day ago", "4 days ago"]);
    }
}
