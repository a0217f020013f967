//! Files as a disc has them.

use std::io::{Error, Read, Write};
use std::path::Path;

use super::{HALF, Listed, UNDER_WAY, too_large};

pub(super) fn read(path: &Path, most: u64) -> std::io::Result<Vec<u8>> {
    let wrong = || Error::other(too_large(most));
    // Looked at before it is opened: opening a pipe would wait for a writer.
    let kind = std::fs::metadata(path)?;
    if !kind.is_file() || kind.len() > most {
        return Err(wrong());
    }
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(wrong()) } else { Ok(bytes) }
}

pub(super) fn write_by(path: &Path, fill: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) -> std::io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
    let mut file = tempfile::Builder::new().prefix(UNDER_WAY).suffix(HALF).tempfile_in(folder)?;
    let mut buffered = std::io::BufWriter::new(file.as_file_mut());
    fill(&mut buffered)?;
    buffered.flush()?;
    drop(buffered);
    file.as_file().sync_all()?;
    file.persist(path).map(drop).map_err(|failed| failed.error)
}

pub(super) fn make(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)
}

pub(super) fn list(folder: &Path) -> Vec<Listed> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let files = entries.filter_map(|path| {
        let kind = std::fs::metadata(&path).ok().filter(std::fs::Metadata::is_file)?;
        Some(Listed { path, when: kind.modified().ok(), bytes: kind.len() })
    });
    files.collect()
}

pub(super) fn exists(path: &Path) -> bool {
    path.exists()
}

pub(super) fn remove(path: &Path) -> std::io::Result<()> {
    std::fs::remove_file(path)
}
