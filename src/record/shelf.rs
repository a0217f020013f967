//! The folder where this system keeps battles: which names there are, and how many are kept by themselves.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::{Record, RecordError};
use crate::files;

/// What the names of battles begin with that keep themselves.
pub const BY_ITSELF: &str = "autosave-";
/// What the names of battles begin with that the rules broke down over.
pub const BEFORE_FAULT: &str = "before the fault ";
/// So many battles are kept that keep themselves.
const MOST_BY_ITSELF: usize = 10;

/// Where this system keeps them; a folder for things that may be lost where it has no such place.
pub fn usual_folder() -> PathBuf {
    let places = directories::ProjectDirs::from("", "", "sortie");
    let data = places.map_or_else(|| std::env::temp_dir().join("sortie"), |places| places.data_dir().to_owned());
    data.join("saves")
}

/// A new file of `folder` whose name begins so.
pub fn fresh_file(folder: &Path, name: &str) -> PathBuf {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis());
    folder.join(format!("{name}{now}.json"))
}

/// Makes room in `folder` for one more battle that keeps itself: the oldest of them go.
pub fn make_room(folder: &Path) {
    let kept = std::fs::read_dir(folder).into_iter().flatten().flatten().filter_map(|entry| {
        let own = entry.file_name().to_str().is_some_and(|name| name.starts_with(BY_ITSELF) && name.ends_with(".json"));
        let kind = entry.metadata().ok().filter(std::fs::Metadata::is_file)?;
        own.then(|| (kind.modified().ok(), entry.path()))
    });
    let mut kept: Vec<_> = kept.collect();
    kept.sort();
    for (_, path) in kept.iter().rev().skip(MOST_BY_ITSELF - 1) {
        // One that cannot be deleted is in nobody's way.
        let _ = std::fs::remove_file(path);
    }
}

/// Removes what was left behind by a program that was killed while it saved.
pub fn tidy(folder: &Path) {
    files::sweep(folder);
}

/// Writes a record, and makes the folder first where it is missing.
///
/// # Errors
/// When it cannot be written.
pub fn keep(record: &Record, path: &Path) -> Result<(), RecordError> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        let wrong = |why| RecordError::File { file: folder.display().to_string(), why };
        std::fs::create_dir_all(folder).map_err(wrong)?;
    }
    record.write(path)
}
