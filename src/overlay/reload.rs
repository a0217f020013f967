//! Rulesets that are edited while the window is open: the files are looked at
//! twice a second, read again when they have changed, and the battle is played
//! again from its decisions by the new rules.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;

use super::book::Book;
use super::learn;
use super::lesson::Lessons;
use super::notices::Notices;
use super::panels::Decided;
use super::screen::{Overlay, Shelf, Shown};
use super::start::Listed;
use super::timeline::{self, Timeline};
use crate::record::{NoScenario, Origin, decisions};
use crate::rulebook::reader::Problem;
use crate::rulebook::{Library, Scenario};

/// Between two looks at the files.
const PAUSE: Duration = Duration::from_millis(500);
/// Folders within folders that are looked into.
const DEEPEST: u8 = 5;

/// When each file was written last, and how long it is.
type Stamps = BTreeMap<PathBuf, (Option<SystemTime>, u64)>;

/// Watches the files in folders of rulesets; what lies inside the program does not change.
#[derive(Debug)]
pub struct Watch {
    folders: Vec<PathBuf>,
    read: Stamps,
    seen: Stamps,
    wait: Duration,
}

impl Watch {
    /// Watches these folders from now on.
    pub fn of(folders: &[PathBuf]) -> Self {
        let read = stamps(folders);
        Self { folders: folders.to_vec(), seen: read.clone(), read, wait: PAUSE }
    }

    /// Whether there are any files that may change.
    pub const fn watches(&self) -> bool {
        !self.folders.is_empty()
    }

    /// Whether some have changed that are not read anew yet.
    pub fn has_seen(&self) -> bool {
        self.seen != self.read
    }

    /// So much time has passed: the rulesets that have a file changed, added or
    /// gone, once they rest.
    pub fn passed(&mut self, time: Duration) -> Vec<String> {
        self.wait = self.wait.saturating_sub(time);
        if !self.wait.is_zero() {
            return Vec::new();
        }
        self.wait = PAUSE;
        let now = stamps(&self.folders);
        // A file that is being written still is not read before it rests.
        if now != self.seen {
            self.seen = now;
            return Vec::new();
        }
        let mut changed: Vec<String> = now
            .iter()
            .filter(|(path, stamp)| self.read.get(*path) != Some(*stamp))
            .map(|(path, _)| path)
            .chain(self.read.keys().filter(|path| !now.contains_key(*path)))
            .flat_map(|path| self.folders.iter().filter_map(move |folder| ruleset_of(folder, path)))
            .collect();
        changed.sort();
        changed.dedup();
        self.read = now;
        changed
    }
}

fn ruleset_of(folder: &Path, path: &Path) -> Option<String> {
    let first = path.strip_prefix(folder).ok()?.components().next()?;
    first.as_os_str().to_str().map(str::to_owned)
}

fn stamps(folders: &[PathBuf]) -> Stamps {
    let mut all = Stamps::new();
    folders.iter().for_each(|folder| gather(folder, 0, &mut all));
    all
}

fn gather(folder: &Path, depth: u8, all: &mut Stamps) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        let Ok(kind) = std::fs::metadata(&path) else { continue };
        if kind.is_dir() && depth < DEEPEST {
            gather(&path, depth + 1, all);
        } else if path.extension().is_some_and(|extension| extension == "ron") {
            all.insert(path, (kind.modified().ok(), kind.len()));
        }
    }
}

/// Why a ruleset that was edited is not played.
#[derive(Debug)]
pub enum NotPlayed {
    /// Something is wrong with its files.
    Broken(Vec<Problem>),
    /// The files are well, but the battle does not play by them as it did: why,
    /// and all rulesets as they are now, for battles that begin by them.
    Differs(String, Box<Library>),
}

/// A ruleset that was read again.
#[derive(Debug)]
pub struct Reread {
    /// All rulesets as they are now.
    pub library: Library,
    /// The battle by the new rules, in place of the old one.
    pub battle: Option<(Scenario, Entity)>,
}

/// Reads the rulesets that have `changed` again, and plays `battle` again by
/// them. The old battle goes only when the new one stands.
///
/// # Errors
/// When a file is wrong or the battle does not play to where it was; library
/// and battle then stay as they are.
pub fn reread(
    world: &mut World,
    library: &Library,
    changed: &[String],
    battle: Option<Entity>,
) -> Result<Reread, NotPlayed> {
    let library = library.reopened();
    let known = library.rulesets().map_err(NotPlayed::Broken)?;
    for ruleset in changed.iter().filter(|changed| known.contains(changed)) {
        library.rules(ruleset).map_err(NotPlayed::Broken)?;
    }
    let Some((battle, origin)) = battle.and_then(|battle| Some((battle, world.get::<Origin>(battle)?.clone()))) else {
        return Ok(Reread { library, battle: None });
    };
    let scenario = match origin.scenario(&library) {
        Ok(scenario) => scenario,
        Err(NoScenario::Files(problems)) => return Err(NotPlayed::Broken(problems)),
        Err(NoScenario::Before(why)) => return Err(NotPlayed::Differs(why, Box::new(library))),
    };
    let decided = decisions(world, battle).to_vec();
    let again = Origin { setup: scenario.setup.clone(), ..origin };
    let new = match again.replay(world, &decided) {
        Ok(new) => new,
        Err(why) => return Err(NotPlayed::Differs(why.to_string(), Box::new(library))),
    };
    world.despawn(battle);
    Ok(Reread { library, battle: Some((scenario, new)) })
}

/// What is told above what is wrong with the first of these rulesets that is broken: it is named as its file names it.
fn heading(world: &World, (library, changed): (&Library, &[String]), problems: &[Problem]) -> String {
    let place = problems.first().map(|first| first.file.as_str()).unwrap_or_default();
    let is_of = |name: &&String| place.split(['/', '\\']).any(|part| part == name.as_str());
    let name = changed.iter().find(is_of).or_else(|| changed.first());
    let title = name.and_then(|name| library.called(name)).unwrap_or_else(|| "An edited ruleset".to_owned());
    let shelf = world.get_resource::<Shelf>();
    let is_new = name.zip(shelf).is_some_and(|(name, shelf)| !shelf.0.sources().known().contains(name));
    let before = if is_new { "" } else { "; it is still played as it was before" };
    format!("{title} cannot be read{before}.")
}

/// Reads edited rulesets again.
pub(super) fn read_changed(world: &mut World, overlay: &mut Overlay, shown: &mut Shown, changed: &[String]) {
    if let Some(library) = world.get_resource::<Shelf>().map(|shelf| shelf.0.clone()) {
        reread_from(world, overlay, shown, (&library, changed));
    }
}

/// Reads rulesets from where this library has them, and whether they are played from now on. What is wrong with them is shown, and
/// the battle goes on by the rules that it had.
pub(super) fn reread_from(
    world: &mut World,
    overlay: &mut Overlay,
    shown: &mut Shown,
    (library, changed): (&Library, &[String]),
) -> bool {
    match reread(world, library, changed, shown.battle) {
        Ok(read) => {
            overlay.edit::<Notices>().broken.clear();
            overlay.tell(Decided);
            let mut told = "The rules were read again.";
            if let Some((scenario, battle)) = read.battle {
                timeline::to_now(world, overlay, shown);
                // It may tell more or less than it did.
                *overlay.edit::<Timeline>() = Timeline::default();
                shown.battle = Some(battle);
                shown.title = scenario.title;
                told = "The rules were read again, and the battle was played again by them.";
            }
            overlay.edit::<Notices>().told = Some(told.to_owned());
            shelve(world, overlay, read.library);
            true
        }
        Err(NotPlayed::Broken(problems)) => {
            let heading = heading(world, (library, changed), &problems);
            let notices = overlay.edit::<Notices>();
            notices.told = None;
            (notices.broken, notices.heading) = (problems, heading);
            false
        }
        Err(NotPlayed::Differs(why, library)) => {
            overlay.edit::<Notices>().broken.clear();
            overlay.edit::<Notices>().told = None;
            overlay.say(format!(
                "By the edited rules this battle goes differently, so it keeps the old ones, and new battles have the \
                 new ones: {why}"
            ));
            shelve(world, overlay, *library);
            true
        }
    }
}

/// From now on battles and lessons begin by these rulesets.
fn shelve(world: &mut World, overlay: &mut Overlay, library: Library) {
    // Lessons are of the rules as they were.
    *overlay.edit::<Lessons>() = Lessons::default();
    overlay.edit::<Book>().forget();
    *overlay.edit::<Listed>() = Listed::of(&library);
    learn::reread(overlay);
    world.insert_resource(Shelf(Arc::new(library)));
}
