//! What verbs have in common that take their time: on how many threads they work, and how far they have come.

use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};

use super::Failure;
use crate::record::{Budget, Game, Record};
use crate::rulebook::{Library, Scenario};
use crate::sim::{MOST_BYTES, Part};
use crate::{files, machine};

/// On how many threads.
#[derive(Debug, clap::Args)]
pub(super) struct Threads {
    /// On how many threads; all that there are if left out.
    #[arg(long)]
    threads: Option<usize>,
}

impl Threads {
    /// So many.
    pub(super) fn count(&self) -> usize {
        self.threads.unwrap_or_else(machine::cores).clamp(1, 1024)
    }
}

/// A bar that tells how far it has come, of this many; none beside JSON.
pub(super) fn bar(many: u64, is_json: bool, template: &str) -> ProgressBar {
    let bar = if is_json { ProgressBar::hidden() } else { ProgressBar::new(many) };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// A saved battle.
#[derive(Debug, clap::Args)]
pub(super) struct Saved {
    /// The saved battle: its file, or its code.
    #[arg(value_name = "FILE|CODE")]
    pub(super) file: PathBuf,
    /// The file of its scenario, where that is one of your own and not of a ruleset.
    #[arg(long, value_name = "FILE")]
    scenario: Option<String>,
}

impl Saved {
    /// The battle played again, with its record and its scenario.
    pub(super) fn restore(&self, library: &Library) -> Result<(Record, Scenario, Game), Failure> {
        restored(library, &self.file, self.scenario.as_deref())
    }
}

/// A saved battle, by its file or its code, played again with the scenario in this file if it is one of no ruleset.
pub(super) fn restored(
    library: &Library,
    saved: &Path,
    scenario: Option<&str>,
) -> Result<(Record, Scenario, Game), Failure> {
    let record = Record::find(saved).map_err(|why| Failure::Said(why.to_string()))?;
    scenario.iter().for_each(|file| library.give(file));
    let (scenario, game) = record.restore(library, &Budget::usual())?;
    Ok((record, scenario, game))
}

/// Writes a file that somebody wants to have.
pub(super) fn keep(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    files::write(file, bytes).map_err(|why| Failure::Said(format!("{}: cannot write: {why}", file.display())))
}

/// What came of a share of a run, from its file.
pub(super) fn part_in(file: &Path) -> Result<Part, Failure> {
    let bytes = files::read(file, MOST_BYTES);
    let bytes = bytes.map_err(|why| Failure::Said(format!("{}: {why}", file.display())))?;
    Part::read(&bytes).map_err(|why| Failure::Said(why.in_file(file)))
}
