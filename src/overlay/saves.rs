//! Battles that are kept: where, which there are, and the one that is being
//! played, kept by itself as it goes.

mod kept;
mod window;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use bevy::app::App;
use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{On, ResMut, Resource, World};

use self::kept::{Kept, Told, ago};
use super::keys::Act;
use super::notices::Notices;
use super::panels::{Back, Begun, Height, Page, Panels, Pressed};
use super::portraits::Portraits;
use super::rounds;
use super::wishes::{QUICK_SAVE, Wishes};
use crate::battle::caught;
use crate::files::{self, Listed};
use crate::machine;
use crate::record::shelf::{self, BY_ITSELF};
use crate::record::{Origin, Record, decisions, record};
use crate::rulebook::Library;

pub use self::kept::name;

/// Between two writes of the battle that is played.
const REST: Duration = Duration::from_secs(3);
/// Between two looks into the folder.
const LOOK: Duration = Duration::from_secs(1);
/// More files than this are not listed.
const MOST: usize = 500;

/// The battles that are kept, and what is done with them.
#[derive(Resource, Debug, Default)]
pub struct Saves {
    /// Where they are; nothing is written where there is no folder.
    folder: Option<PathBuf>,
    /// Where pictures, films and texts of battles lie.
    exports: Option<PathBuf>,
    /// Whether the list of them is shown.
    pub open: bool,
    /// Newest first.
    kept: Vec<Kept>,
    /// Until the folder is looked into again.
    look: Duration,
    /// The name to save under.
    name: String,
    /// The code or path that was given.
    given: String,
    /// What is to be deleted, once that is said twice.
    doomed: Option<PathBuf>,
    /// A code for the clipboard.
    pub(super) code: Option<String>,
    /// The moment of that battle which is looked at, and whether a link is wanted in place of the code.
    pub(super) at: Option<usize>,
    pub(super) as_link: bool,
    /// The code is to be a step of a talk.
    to_talk: bool,
    /// The battle that the rules broke down over last, and where it lies.
    pub(super) broken: Option<(Record, PathBuf)>,
    /// Where the battle that is played keeps itself.
    slot: Option<PathBuf>,
    /// Which battle is kept there, and how many decisions of it.
    written: Option<(Entity, usize)>,
    /// Until it may be written again.
    wait: Duration,
    writing: Option<JoinHandle<Result<(), String>>>,
}

/// The window of saved battles, and its key.
pub fn plugin(app: &mut App) {
    app.init_resource::<Saves>();
    app.add_page(
        Height::Windows,
        |Page { ui, look }: Page<'_>,
         mut saves: ResMut<'_, Saves>,
         mut wishes: ResMut<'_, Wishes>,
         mut notices: ResMut<'_, Notices>,
         mut portraits: ResMut<'_, Portraits>| {
            window::saves(ui.ctx(), &mut saves, &mut wishes, (&mut notices, &mut portraits), look.is_some());
        },
    );
    app.add_observer(|_: On<'_, '_, Begun>, mut saves: ResMut<'_, Saves>| saves.begun());
    app.on_back(Back::Window("saves"), |mut saves: ResMut<'_, Saves>| std::mem::take(&mut saves.open));
    app.on_key(|key: Pressed<'_>, mut saves: ResMut<'_, Saves>| {
        if key.act == Act::Saves {
            saves.toggle();
        }
    });
}

impl Saves {
    /// Keeps them in this folder from now on, and what is made of them in the other. Until this is said nothing is written.
    pub fn keep_in(&mut self, folder: PathBuf, exports: PathBuf) {
        [&folder, &exports].into_iter().for_each(|folder| shelf::tidy(folder));
        *self = Self { folder: Some(folder), exports: Some(exports), open: self.open, ..Self::default() };
    }

    /// Another battle begins: it keeps itself in a file of its own.
    fn begun(&mut self) {
        (self.slot, self.written) = (None, None);
    }

    /// A battle was loaded: one that kept itself goes on doing so where it did.
    pub fn loaded(&mut self, world: &World, battle: Entity, path: &Path) {
        let own = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(BY_ITSELF));
        if own && self.folder.as_deref().is_some_and(|folder| path.parent() == Some(folder)) {
            self.slot = Some(path.to_owned());
            self.written = Some((battle, decisions(world, battle).len()));
        }
    }

    /// The file that a wish means: the quick save lies in the folder.
    ///
    /// # Errors
    /// When there is no folder.
    pub fn place(&self, path: &Path) -> Result<PathBuf, String> {
        if path != Path::new(QUICK_SAVE) {
            return Ok(path.to_owned());
        }
        self.folder.as_ref().map(|folder| folder.join(path)).ok_or_else(|| "no battles are kept here".to_owned())
    }

    /// A new file of the folder whose name says what it is.
    fn fresh_file(&self, name: &str) -> Option<PathBuf> {
        Some(shelf::fresh_file(self.folder.as_ref()?, name))
    }

    /// Writes a battle beside the others, under a name that no other has.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn put_aside(&mut self, record: &Record, name: &str) -> Result<PathBuf, String> {
        let path = self.fresh_file(name).ok_or("no battles are kept here")?;
        self.write(record, &path)?;
        Ok(path)
    }

    /// Writes a record, and makes the folder first where it is missing.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&mut self, record: &Record, path: &Path) -> Result<(), String> {
        shelf::keep(record, path).map_err(|why| why.to_string())?;
        self.look = Duration::ZERO;
        Ok(())
    }

    /// Takes a battle that came from elsewhere among the others: under its own name where no other has it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn adopt(&mut self, record: &Record, name: &str) -> Result<PathBuf, String> {
        let own = self.folder.as_ref().zip(file_of(name)).map(|(folder, file)| folder.join(file));
        match own.filter(|place| !files::exists(place)) {
            Some(place) => self.write(record, &place).map(|()| place),
            None => self.put_aside(record, "handed over "),
        }
    }

    /// Where pictures, films and texts of battles lie.
    ///
    /// # Errors
    /// When there is no such place.
    pub fn exports(&self) -> Result<&Path, String> {
        self.exports.as_deref().ok_or_else(|| "nothing is kept here".to_owned())
    }

    /// Writes what was made of a battle.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn lay(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, String> {
        let folder = self.exports()?;
        shelf::lay(folder, name, bytes).map_err(|why| format!("{}: {why}", folder.display()))
    }

    /// Writes a battle that is told as a text.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn tell(&self, title: &str, text: &str) -> Result<PathBuf, String> {
        let folder = self.exports()?;
        shelf::tell(folder, title, text).map_err(|why| format!("{}: {why}", folder.display()))
    }

    /// Deletes a file of the folder; no other.
    ///
    /// # Errors
    /// When it cannot be deleted.
    pub fn delete(&mut self, path: &Path) -> Result<(), String> {
        self.doomed = None;
        self.look = Duration::ZERO;
        if self.slot.as_deref() == Some(path) {
            self.begun();
        }
        if self.folder.is_none() || path.parent() != self.folder.as_deref() {
            return Err(format!("{} is not among the saved battles", path.display()));
        }
        files::remove(path).map_err(|why| format!("{}: {why}", path.display()))
    }

    /// Whether a battle is kept as it stands now.
    fn knows(&self, world: &World, battle: Entity) -> bool {
        let made = decisions(world, battle).len();
        // What leads on from another battle is worth keeping before anything is decided in it.
        let is_new = || made == 0 && world.get::<Origin>(battle).is_none_or(|origin| origin.before.is_none());
        self.written.map_or_else(is_new, |written| written == (battle, made))
    }

    /// Whether a battle is to be kept once it is time.
    pub fn is_due(&self, world: &World, battle: Entity) -> bool {
        self.folder.is_some() && !self.knows(world, battle)
    }

    /// Keeps the battle that is played, at once or when it is time: a crash
    /// loses no more than a few seconds.
    ///
    /// # Errors
    /// With what went wrong when it was written last.
    pub fn keep(&mut self, world: &World, battle: Entity, passed: Duration, at_once: bool) -> Result<(), String> {
        self.wait = self.wait.saturating_sub(passed);
        let made = decisions(world, battle).len();
        let is_known = self.knows(world, battle);
        if self.folder.is_none() || is_known && !at_once {
            return Ok(());
        }
        let busy = self.writing.as_ref().is_some_and(|writing| !writing.is_finished());
        if !at_once && (busy || !self.wait.is_zero()) {
            return Ok(());
        }
        let before = self.writing.take().and_then(|writing| writing.join().ok()).unwrap_or(Ok(()));
        if is_known {
            return before;
        }
        let Some(record) = record(world, battle) else { return before };
        let slot = match &self.slot {
            Some(slot) => slot.clone(),
            None => {
                self.folder.iter().for_each(|folder| shelf::make_room(folder));
                let Some(fresh) = self.fresh_file(BY_ITSELF) else { return before };
                self.slot.insert(fresh).clone()
            }
        };
        (self.written, self.wait) = (Some((battle, made)), REST);
        self.look = Duration::ZERO;
        if at_once || !machine::HAS_THREADS {
            return shelf::keep(&record, &slot).map_err(|why| why.to_string()).and(before);
        }
        // Discs may be slow, and nobody is to wait for them.
        self.writing = Some(std::thread::spawn(move || shelf::keep(&record, &slot).map_err(|why| why.to_string())));
        before
    }

    /// Where saved battles lie.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Where the battle that is played keeps itself.
    pub fn slot(&self) -> Option<&Path> {
        self.slot.as_deref()
    }

    /// Looks into the folder. What is known of a file that has not changed stays known.
    fn list(&mut self) {
        let Some(folder) = &self.folder else { return };
        let is_save =
            |file: &Listed| file.path.extension().is_some_and(|extension| extension == "json" || extension == "txt");
        let files = files::list(folder).into_iter().filter(is_save);
        let mut found: Vec<Kept> =
            files.map(|Listed { path, when, bytes }| Kept { path, when, bytes, told: None }).collect();
        found.sort_by(|a, b| b.when.cmp(&a.when).then_with(|| a.path.cmp(&b.path)));
        found.truncate(MOST);
        for kept in &mut found {
            let same = |old: &&Kept| (&old.path, old.when, old.bytes) == (&kept.path, kept.when, kept.bytes);
            kept.told = self.kept.iter().find(same).and_then(|old| old.told.clone());
        }
        self.kept = found;
    }

    /// Looks into the folder now and then, and plays one of its battles a frame
    /// to see what is in it; only as many as are asked for.
    pub fn read_on(&mut self, library: &Arc<Library>, at_start: bool, passed: Duration) {
        if self.folder.is_none() || !(at_start || self.open) {
            return;
        }
        self.look = self.look.saturating_sub(passed);
        if self.look.is_zero() {
            self.look = LOOK;
            self.list();
        }
        let wanted = if self.open || self.newest().is_none() {
            self.kept.iter_mut().find(|kept| kept.told.is_none())
        } else {
            None
        };
        if let Some(kept) = wanted {
            let read = caught(|| kept.read(library));
            kept.told = Some(read.unwrap_or_else(|why| Err(format!("{}: {why}", kept.path.display()))));
        }
    }

    /// Whether there are battles that have not been looked at yet.
    pub fn is_busy(&self) -> bool {
        (self.open || self.newest().is_none()) && self.kept.iter().any(|kept| kept.told.is_none())
    }

    /// The battle that was kept last and is not over; nothing while that is not known.
    fn newest(&self) -> Option<(&Kept, &Told)> {
        for kept in &self.kept {
            match kept.told.as_ref()? {
                Ok(told) if !told.is_over => return Some((kept, told.as_ref())),
                _ => {}
            }
        }
        None
    }

    /// The battle to go on with, and what there is to say about it.
    pub fn to_go_on(&self) -> Option<(PathBuf, String)> {
        let (kept, told) = self.newest()?;
        Some((kept.path.clone(), format!("{}, {}, saved {}", told.title, rounds::named(told.round), ago(kept.when))))
    }
}

/// The file that a player's name for a battle stands for, where it can be one.
fn file_of(name: &str) -> Option<String> {
    let name = name.trim();
    let fits = |letter: char| letter.is_alphanumeric() || " -_.,'()!+".contains(letter);
    // Whatever begins so is deleted once there are enough of them.
    let is_own = name.to_lowercase().starts_with(BY_ITSELF);
    let sound = !is_own && !name.is_empty() && name.len() <= 80 && !name.starts_with('.') && name.chars().all(fits);
    (sound && !name.ends_with('.')).then(|| format!("{name}.json"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_never_a_way_out_of_the_folder() {
        assert_eq!(file_of(" The gate, again "), Some("The gate, again.json".to_owned()));
        for name in [
            "",
            "  ",
            "../x",
            "a/b",
            "a\\b",
            ".hidden",
            "x\0",
            "C:x",
            "end.",
            "autosave-mine",
            "Autosave-1",
            &"x".repeat(81),
        ] {
            assert_eq!(file_of(name), None, "{name}");
        }
    }
}
