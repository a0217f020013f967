//! What was found lies beside the save that it is about, so that nobody waits for it twice.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{Analysis, Depth, Part, Played, VERSION};
use crate::files;

/// So often work that may take long keeps what it has found.
pub const KEEPS: Duration = Duration::from_secs(15);

/// Larger files are no analysis.
const MAX_BYTES: u64 = 16 << 20;

/// Where the analysis of a save lies.
pub fn beside(save: &Path) -> PathBuf {
    let mut name = save.file_name().unwrap_or_default().to_owned();
    name.push(".analysis.json");
    save.with_file_name(name)
}

/// Where what an analysis of a save has found lies until it is whole.
fn part_beside(save: &Path) -> PathBuf {
    let mut name = save.file_name().unwrap_or_default().to_owned();
    // No battle is saved under such a name.
    name.push(".analysis.part");
    save.with_file_name(name)
}

impl Part {
    /// Whether it is about this battle, by the rules that it is played by and with this depth.
    pub(super) fn fits(&self, played: &Played, depth: Depth) -> bool {
        let decisions = played.decisions();
        let is_within = self.looked.iter().all(|number| *number < decisions);
        self.found.fits(played, depth) && self.found.decisions.len() == decisions && is_within
    }

    /// What was found before an analysis of this very battle, by the same rules and with this depth, was broken off; nothing
    /// where that cannot be read.
    pub fn kept(save: &Path, played: &Played, depth: Depth) -> Option<Self> {
        let bytes = files::read(&part_beside(save), MAX_BYTES).ok()?;
        let part: Self = serde_json::from_slice(&bytes).ok()?;
        part.fits(played, depth).then_some(part)
    }

    /// Keeps it beside its save.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn keep(&self, save: &Path) -> std::io::Result<()> {
        let text = serde_json::to_vec(self).map_err(std::io::Error::other)?;
        files::write(&part_beside(save), &text)
    }
}

impl Analysis {
    /// Whether it is about this battle, by the rules that it is played by and with this depth.
    fn fits(&self, played: &Played, depth: Depth) -> bool {
        self.version == VERSION && played.is_of(self) && self.depth == depth
    }

    /// What was found out before about this very battle, by the same rules and with this depth; nothing where that cannot be
    /// read, for whatever reason: it can be found anew.
    pub fn kept(save: &Path, played: &Played, depth: Depth) -> Option<Self> {
        let bytes = files::read(&beside(save), MAX_BYTES).ok()?;
        let found: Self = serde_json::from_slice(&bytes).ok()?;
        found.fits(played, depth).then_some(found)
    }

    /// Keeps it beside its save; what was kept of it before it was whole is gone then.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn keep(&self, save: &Path) -> std::io::Result<()> {
        let text = serde_json::to_vec(self).map_err(std::io::Error::other)?;
        files::write(&beside(save), &text)?;
        // Where nothing was broken off there is none.
        let _ = files::remove(&part_beside(save));
        Ok(())
    }
}
