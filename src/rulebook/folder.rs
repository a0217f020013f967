//! Where the rulesets are, and which there are.

use std::path::{Path, PathBuf};

/// The folder that ships with the program: `rulesets` beside where it is run,
/// or beside any folder above the program itself.
pub fn shipped() -> Option<PathBuf> {
    let here = std::env::current_dir().ok();
    let program = std::env::current_exe().ok();
    let above = program.iter().flat_map(|path| path.ancestors().map(Path::to_path_buf));
    here.into_iter().chain(above).map(|folder| folder.join("rulesets")).find(|folder| folder.is_dir())
}

/// Files of which a ruleset has one at least, also while somebody still writes it; other folders are none of ours.
const FILES: [&str; 5] = ["ruleset.ron", "rulebook.ron", "arms.ron", "profiles.ron", "objects.ron"];

/// The names of the rulesets in `folder`, in alphabetical order.
///
/// # Errors
/// When the folder cannot be read.
pub fn names(folder: &Path) -> std::io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if FILES.iter().any(|file| entry.path().join(file).is_file()) {
            names.extend(entry.file_name().into_string());
        }
    }
    names.sort();
    Ok(names)
}

/// The folder of a ruleset: in `folder`, or among those that ship, for whatever others build upon.
///
/// # Errors
/// With the names that there are, where it is in neither.
pub fn home_of(folder: &Path, name: &str) -> Result<PathBuf, Vec<String>> {
    let shipped = shipped();
    let is_plain = Path::new(name).components().count() == 1 && Path::new(name).file_name().is_some();
    let folders = || std::iter::once(folder).chain(shipped.as_deref());
    let homes = folders().map(|folder| folder.join(name));
    homes.filter(|_| is_plain).find(|home| home.join("ruleset.ron").exists()).ok_or_else(|| {
        let mut known: Vec<String> = folders().filter_map(|folder| names(folder).ok()).flatten().collect();
        known.sort();
        known.dedup();
        known
    })
}
