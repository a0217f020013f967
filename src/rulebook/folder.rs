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

/// The names of the rulesets in `folder`, in alphabetical order.
///
/// # Errors
/// When the folder cannot be read.
pub fn names(folder: &Path) -> std::io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if entry.path().is_dir() {
            names.extend(entry.file_name().into_string());
        }
    }
    names.sort();
    Ok(names)
}
