//! A battle at the terminal keeps itself as it goes, beside those of the window: what the terminal was closed over can be
//! gone on with.

use std::path::{Path, PathBuf};

use crate::record::{Game, record, shelf};

/// Where a battle keeps itself.
pub(super) struct Kept {
    folder: PathBuf,
    slot: Option<PathBuf>,
    /// Decisions that are kept.
    written: usize,
    /// It could not be written, and nobody is told twice.
    failed: bool,
}

impl Kept {
    /// For a battle that was loaded from there, or not: one that kept itself goes on doing so where it did.
    pub(super) fn of(loaded: Option<&Path>, game: &Game) -> Self {
        let folder = shelf::usual_folder();
        shelf::tidy(&folder);
        let own = |path: &&Path| {
            let name = path.file_name().and_then(|name| name.to_str());
            path.parent() == Some(&folder) && name.is_some_and(|name| name.starts_with(shelf::BY_ITSELF))
        };
        let slot = loaded.filter(own).map(Path::to_owned);
        Self { folder, slot, written: game.decisions().len(), failed: false }
    }

    /// Keeps the battle if anything was decided since the last time; what to tell if that cannot be.
    pub(super) fn keep(&mut self, game: &Game) -> Option<String> {
        let made = game.decisions().len();
        if self.failed || made == self.written {
            return None;
        }
        let record = record(&game.world, game.battle)?;
        let folder = &self.folder;
        let slot = self.slot.get_or_insert_with(|| {
            shelf::make_room(folder);
            shelf::fresh_file(folder, shelf::BY_ITSELF)
        });
        self.written = made;
        let why = shelf::keep(&record, slot).err()?;
        self.failed = true;
        Some(format!("The battle does not keep itself: {why}"))
    }

    /// The file in which it is kept.
    pub(super) fn lies_at(&self) -> Option<&Path> {
        self.slot.as_deref().filter(|_| !self.failed)
    }
}
