//! What a sweep has found, cell by cell.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use super::{Axis, Cell, Shelf, Sweep, Unshelved};
use crate::sim::{NotMerged, Outcome, Part, Run, Tally, merge};

/// Missing jobs that are told.
const TOLD: usize = 8;

/// All that a sweep has found.
#[derive(Clone, Debug)]
pub struct Found {
    /// What it is called.
    pub title: String,
    /// Along what its cells lie; the first axis are the scenarios.
    pub axes: Vec<Axis>,
    /// Its cells, in their order.
    pub cells: Vec<FoundCell>,
    /// The program that fought.
    pub program: String,
    /// The same for the same battles of all cells.
    pub digest: String,
}

/// What was found in a cell.
#[derive(Clone, Debug)]
pub struct FoundCell {
    /// Its place on each axis.
    pub place: Vec<usize>,
    /// The names of the sides.
    pub sides: Vec<String>,
    /// What its battles came to.
    pub tally: Tally,
}

/// Why nothing can be told of a sweep.
#[derive(Debug, thiserror::Error)]
pub enum Ungathered {
    /// The file of a job cannot be read, or is of another run.
    #[error("{0}")]
    Shelf(#[from] Unshelved),
    /// The jobs of a cell do not belong together.
    #[error("{0}")]
    Parts(#[from] NotMerged),
    /// Jobs are not finished.
    #[error("{missing} of {all} jobs are not finished ({told}); `sortie sweep FILE --resume` does them")]
    Unfinished {
        /// How many.
        missing: u64,
        /// Of how many.
        all: u64,
        /// Their numbers, or the first of them.
        told: String,
    },
    /// What was asked for cannot be written.
    #[error("{0}")]
    Writing(#[from] std::io::Error),
}

/// Goes through all jobs of a sweep. `heard` hears of every battle, in the order of cells and of their battles.
///
/// # Errors
/// When a job is missing, spoilt or of another run, or with what `heard` says.
pub fn gather(
    shelf: &Shelf,
    sweep: &Sweep,
    mut heard: impl FnMut(&Cell, &Run, u64, &Outcome) -> std::io::Result<()>,
) -> Result<Found, Ungathered> {
    are_all_there(shelf, sweep)?;
    let mut hash = Sha256::new();
    let mut cells = Vec::new();
    // The first run of each scenario: all others in it must be fought by the same rules.
    let mut firsts: BTreeMap<String, (String, Run)> = BTreeMap::new();
    let mut program: Option<String> = None;
    for cell in (0..sweep.cells()).filter_map(|number| sweep.cell(number)) {
        let mut parts: Vec<(String, Part)> = Vec::new();
        for job in (1..=sweep.shares).map(|share| sweep.job_of(cell.number, share)) {
            if let Some(part) = shelf.part(job)? {
                parts.push((shelf.file_of(job).display().to_string(), part));
            }
        }
        let name = parts.first().map(|(name, _)| name.clone()).unwrap_or_default();
        let whole = merge(parts)?;
        let run = &whole.part.run;
        let (_, first) = firsts.entry(cell.scenario.clone()).or_insert_with(|| (name.clone(), run.clone()));
        let program = program.get_or_insert_with(|| run.program.clone()).clone();
        if let Some((what, found, expected)) = sweep.run_like(&cell, first, program).difference(run) {
            return Err(Unshelved::Foreign { file: name, what, found, expected }.into());
        }
        for (number, outcome) in whole.part.outcomes() {
            heard(&cell, run, number, &outcome)?;
        }
        hash.update(&whole.tally.digest);
        cells.push(FoundCell { place: cell.place, sides: run.sides.clone(), tally: whole.tally });
    }
    let digest = hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    let program = program.unwrap_or_default();
    Ok(Found { title: sweep.title.clone(), axes: sweep.axes(), cells, program, digest })
}

/// Whether every job has a file; those that have none are told.
fn are_all_there(shelf: &Shelf, sweep: &Sweep) -> Result<(), Ungathered> {
    let all = sweep.jobs();
    let mut missing = (0..all).filter(|job| !shelf.file_of(*job).exists());
    let mut told: Vec<String> = missing.by_ref().take(TOLD).map(|job| job.to_string()).collect();
    if told.is_empty() {
        return Ok(());
    }
    let more = missing.count() as u64;
    let missing = told.len() as u64 + more;
    if more > 0 {
        told.push("...".to_owned());
    }
    Err(Ungathered::Unfinished { missing, all, told: told.join(", ") })
}

impl Sweep {
    /// The run of a cell, fought as another one in its scenario was.
    fn run_like(&self, cell: &Cell, other: &Run, program: String) -> Run {
        Run {
            program,
            settings: cell.settings.clone(),
            figures: cell.figures.iter().map(|(vary, value)| (vary.to_string(), *value)).collect(),
            skill: crate::sim::called(cell.skill),
            against: crate::sim::called(cell.against),
            seed: self.seed,
            battles: self.battles,
            ..other.clone()
        }
    }
}

impl Found {
    /// The cells of a scenario, by its place on the first axis.
    pub fn of_scenario(&self, at: usize) -> impl Iterator<Item = &FoundCell> + Clone {
        self.cells.iter().filter(move |cell| cell.place.first() == Some(&at))
    }
}
