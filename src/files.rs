//! Files that this program reads and writes for itself: never a pipe or device, never without bound, never half written. They
//! lie on a disc, or in a page of a browser in what that keeps for it.

#[cfg(any(target_family = "wasm", test))]
mod cupboard;
#[cfg(not(target_family = "wasm"))]
mod disc;
#[cfg(target_family = "wasm")]
mod page;
pub mod zip;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::machine;

#[cfg(not(target_family = "wasm"))]
use disc as place;
#[cfg(target_family = "wasm")]
use page as place;

/// What the names of files begin with that are being written.
const UNDER_WAY: &str = ".sortie-";
/// What they end with.
const HALF: &str = ".tmp";
/// Nobody writes at one file for so long.
const STALE: Duration = Duration::from_secs(600);

/// What there is to say of a file that is larger, or none.
fn too_large(most: u64) -> String {
    format!("no ordinary file of at most {} kB", most >> 10)
}

/// Reads an ordinary file of at most `most` bytes.
///
/// # Errors
/// When it cannot be read, is no ordinary file, or is larger.
pub fn read(path: &Path, most: u64) -> std::io::Result<Vec<u8>> {
    place::read(path, most)
}

/// Writes a file. The old one stays whole until the new one is.
///
/// # Errors
/// When it cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    write_by(path, |file| file.write_all(bytes))
}

/// The same for what is too large to be held at once: `fill` writes it bit by bit.
///
/// # Errors
/// When it cannot be written, or `fill` says so; the old file stays then.
pub fn write_by(path: &Path, fill: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) -> std::io::Result<()> {
    place::write_by(path, fill)
}

/// Makes a folder, and those in which it lies, where they are missing.
///
/// # Errors
/// When it cannot be made.
pub fn make(folder: &Path) -> std::io::Result<()> {
    place::make(folder)
}

/// An ordinary file of a folder.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Where it lies.
    pub path: PathBuf,
    /// When it was written last.
    pub when: Option<SystemTime>,
    /// How long it is.
    pub bytes: u64,
}

impl Listed {
    /// What it is called.
    pub fn name(&self) -> &str {
        self.path.file_name().and_then(|name| name.to_str()).unwrap_or_default()
    }
}

/// The ordinary files of a folder, in no order; none where it cannot be read.
pub fn list(folder: &Path) -> Vec<Listed> {
    place::list(folder)
}

/// Whether anything lies there.
pub fn exists(path: &Path) -> bool {
    place::exists(path)
}

/// Removes a file.
///
/// # Errors
/// When it cannot be removed.
pub fn remove(path: &Path) -> std::io::Result<()> {
    place::remove(path)
}

/// Removes what a program that was killed while it wrote has left in a folder of this program's own.
pub fn sweep(folder: &Path) {
    let is_old = |when: SystemTime| machine::now().duration_since(when).is_ok_and(|age| age > STALE);
    for file in list(folder).iter().filter(|file| is_left_over(file.name()) && file.when.is_some_and(is_old)) {
        // One that cannot be removed is in nobody's way.
        let _ = remove(&file.path);
    }
}

/// Whether a name is that of a file under way; earlier versions called them `.tmp` and six letters.
fn is_left_over(name: &str) -> bool {
    let ours = name.starts_with(UNDER_WAY) && name.ends_with(HALF);
    let earlier =
        name.strip_prefix(HALF).is_some_and(|rest| rest.len() == 6 && rest.chars().all(char::is_alphanumeric));
    ours || earlier
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_killed_program_left_is_swept_away() {
        let folder = tempfile::tempdir().unwrap();
        let old = std::time::SystemTime::now() - STALE * 2;
        let put = |name: &str, is_old: bool| {
            let file = std::fs::File::create(folder.path().join(name)).unwrap();
            if is_old {
                file.set_modified(old).unwrap();
            }
        };
        let gone = [".sortie-a1B2c3.tmp", ".tmpXyZ012"];
        let stays = ["battle.json", ".tmp", ".tmpfiles", ".sortie-notes", "x.tmp"];
        gone.iter().chain(&stays).for_each(|name| put(name, true));
        put(".sortie-fresh0.tmp", false);
        sweep(folder.path());
        assert!(gone.iter().all(|name| !folder.path().join(name).exists()));
        assert!(stays.iter().chain(&[".sortie-fresh0.tmp"]).all(|name| folder.path().join(name).exists()));
    }

    #[test]
    fn a_file_is_written_whole_and_read_within_bounds() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        write(&path, b"one").unwrap();
        write(&path, b"two").unwrap();
        assert_eq!(read(&path, 3).unwrap(), b"two");
        assert!(read(&path, 2).is_err() && read(folder.path(), 100).is_err());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
