//! Files that this program reads and writes for itself: never a pipe or device, never without bound, never half written.

use std::io::{Error, Read, Write};
use std::path::Path;
use std::time::Duration;

/// What the names of files begin with that are being written.
const UNDER_WAY: &str = ".sortie-";
/// What they end with.
const HALF: &str = ".tmp";
/// Nobody writes at one file for so long.
const STALE: Duration = Duration::from_secs(600);

/// Reads an ordinary file of at most `most` bytes.
///
/// # Errors
/// When it cannot be read, is no ordinary file, or is larger.
pub fn read(path: &Path, most: u64) -> std::io::Result<Vec<u8>> {
    let wrong = || Error::other(format!("no ordinary file of at most {} kB", most >> 10));
    // Looked at before it is opened: opening a pipe would wait for a writer.
    let kind = std::fs::metadata(path)?;
    if !kind.is_file() || kind.len() > most {
        return Err(wrong());
    }
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(wrong()) } else { Ok(bytes) }
}

/// Writes a file. The old one stays whole until the new one is.
///
/// # Errors
/// When it cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
    let mut file = tempfile::Builder::new().prefix(UNDER_WAY).suffix(HALF).tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map(drop).map_err(|failed| failed.error)
}

/// Removes what a program that was killed while it wrote has left in a folder of this program's own.
pub fn sweep(folder: &Path) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_old = |kind: std::fs::Metadata| {
            let age = kind.modified().ok().and_then(|when| when.elapsed().ok());
            kind.is_file() && age.is_some_and(|age| age > STALE)
        };
        if name.to_str().is_some_and(is_left_over) && entry.metadata().is_ok_and(is_old) {
            // One that cannot be removed is in nobody's way.
            let _ = std::fs::remove_file(entry.path());
        }
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
