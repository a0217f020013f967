//! The folder where this system keeps battles: which names there are, and how many are kept by themselves.

use std::path::{Path, PathBuf};

use super::{Record, RecordError};
use crate::{files, machine};

/// What the names of battles begin with that keep themselves.
pub const BY_ITSELF: &str = "autosave-";
/// What the names of battles begin with that the rules broke down over.
pub const BEFORE_FAULT: &str = "before the fault ";
/// So many battles are kept that keep themselves.
const MOST_BY_ITSELF: usize = 10;
/// So many letters of a title go into the name of a file.
const LONGEST: usize = 40;

/// Where this system keeps them; a folder for things that may be lost where it has no such place.
pub fn usual_folder() -> PathBuf {
    place().join("saves")
}

/// Where pictures, films and texts of battles lie: beside those that are kept, and not among them.
pub fn usual_folder_of_exports() -> PathBuf {
    place().join("exports")
}

fn place() -> PathBuf {
    machine::place_of_things().unwrap_or_else(machine::place_of_passing_things)
}

/// A new file of `folder` whose name begins so.
pub fn fresh_file(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}{}.json", machine::since_1970().as_millis()))
}

/// Writes a battle that is told as a text, under its title and a number that nothing else has.
///
/// # Errors
/// When it cannot be written.
pub fn tell(folder: &Path, title: &str, text: &str) -> std::io::Result<PathBuf> {
    lay(folder, &called(title, "md"), text.as_bytes())
}

/// Writes something else into the folder.
///
/// # Errors
/// When it cannot be written.
pub fn lay(folder: &Path, name: &str, bytes: &[u8]) -> std::io::Result<PathBuf> {
    files::make(folder)?;
    let path = folder.join(name);
    files::write(&path, bytes).map(|()| path)
}

/// The name of a file by the title of a battle, with a number that nothing else has.
pub fn called(title: &str, ending: &str) -> String {
    format!("{}-{}.{ending}", plain(title), machine::since_1970().as_millis())
}

/// A title as the name of a file: its letters and digits, with strokes between words.
fn plain(title: &str) -> String {
    let words: Vec<String> = title
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let name: String = words.join("_").chars().take(LONGEST).collect();
    if name.is_empty() { "chronicle".to_owned() } else { name }
}

/// Makes room in `folder` for one more battle that keeps itself: the oldest of them go.
pub fn make_room(folder: &Path) {
    let mut kept = files::list(folder);
    kept.retain(|file| file.name().starts_with(BY_ITSELF) && file.name().ends_with(".json"));
    kept.sort_by(|one, other| (one.when, &one.path).cmp(&(other.when, &other.path)));
    for file in kept.iter().rev().skip(MOST_BY_ITSELF - 1) {
        // One that cannot be deleted is in nobody's way.
        let _ = files::remove(&file.path);
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
        files::make(folder).map_err(wrong)?;
    }
    record.write(path)
}
