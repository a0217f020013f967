//! Files as a page of a browser has them: in what the browser keeps for it.

use std::io::Write;
use std::path::Path;

use super::Listed;
use super::cupboard::{self, Cupboard, Kept};
use crate::machine;

/// What the browser keeps for this page.
struct Browser(web_sys::Storage);

impl Browser {
    fn open() -> Result<Self, Kept> {
        let window = web_sys::window().ok_or(Kept::Forbidden)?;
        window.local_storage().ok().flatten().map(Self).ok_or(Kept::Forbidden)
    }
}

impl Cupboard for Browser {
    fn get(&self, name: &str) -> Result<Option<String>, Kept> {
        self.0.get_item(name).map_err(|_| Kept::Forbidden)
    }

    fn put(&self, name: &str, text: &str) -> Result<(), Kept> {
        self.0.set_item(name, text).map_err(|_| Kept::Full)
    }

    fn drop(&self, name: &str) -> Result<(), Kept> {
        self.0.remove_item(name).map_err(|_| Kept::Forbidden)
    }

    fn names(&self) -> Result<Vec<String>, Kept> {
        let count = self.0.length().map_err(|_| Kept::Forbidden)?;
        (0..count).filter_map(|index| self.0.key(index).map_err(|_| Kept::Forbidden).transpose()).collect()
    }
}

pub(super) fn read(path: &Path, most: u64) -> std::io::Result<Vec<u8>> {
    cupboard::read(&Browser::open()?, path, most)
}

pub(super) fn write_by(path: &Path, fill: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) -> std::io::Result<()> {
    let mut bytes = Vec::new();
    fill(&mut bytes)?;
    cupboard::write(&Browser::open()?, path, &bytes, machine::since_1970())
}

/// Folders are there once a file is in them.
pub(super) fn make(_folder: &Path) -> std::io::Result<()> {
    Ok(())
}

pub(super) fn list(folder: &Path) -> Vec<Listed> {
    Browser::open().map_or_else(|_| Vec::new(), |all| cupboard::list(&all, folder))
}

pub(super) fn exists(path: &Path) -> bool {
    Browser::open().is_ok_and(|all| cupboard::exists(&all, path))
}

pub(super) fn remove(path: &Path) -> std::io::Result<()> {
    cupboard::remove(&Browser::open()?, path)
}
