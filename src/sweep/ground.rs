//! The battles of cells, set up; and what the runs of battles have in common that are fought in one scenario.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::{Cell, Sweep};
use crate::balance::Wrong;
use crate::battle::Setup;
use crate::rulebook::reader::{Problem, lines};
use crate::rulebook::{Library, Scenario, folder};
use crate::sim::{PROGRAM, Plan, Run, called};

/// What all runs of battles in a scenario have in common.
#[derive(Clone, Debug)]
pub struct Base {
    scenario: String,
    rules: String,
    sides: Vec<String>,
}

/// Why the battle of a cell cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum Unready {
    /// Files are wrong.
    #[error("{}", lines(.0))]
    Files(Vec<Problem>),
    /// Something cannot be varied so together with all the rest.
    #[error("cell {cell} ({told}): {why}")]
    Varied {
        /// The cell.
        cell: u64,
        /// It in words.
        told: String,
        /// Why.
        why: Wrong,
    },
}

impl Base {
    /// Of a scenario.
    ///
    /// # Errors
    /// When its files cannot be read.
    pub fn of(scenario: &Scenario) -> Result<Self, Vec<Problem>> {
        // A file of one's own lies elsewhere on each machine; what it says is told by its fingerprint.
        let own = Path::new(&scenario.name).file_name().and_then(|name| name.to_str());
        let own = own.filter(|name| name.ends_with(".ron")).unwrap_or(&scenario.name).to_owned();
        let sides = scenario.setup.sides.iter().map(|side| side.name.clone()).collect();
        Ok(Self { scenario: own, rules: folder::fingerprint(scenario)?, sides })
    }

    /// The run of a plan.
    pub fn run(&self, plan: &Plan, settings: BTreeMap<String, String>, figures: Vec<(String, i32)>) -> Run {
        let against = called(plan.against.unwrap_or(plan.skill));
        self.run_of([called(plan.skill), against], plan.seed, plan.battles, settings, figures)
    }

    fn run_of(
        &self,
        [skill, against]: [String; 2],
        seed: u64,
        battles: u64,
        settings: BTreeMap<String, String>,
        figures: Vec<(String, i32)>,
    ) -> Run {
        Run {
            program: PROGRAM.to_owned(),
            rules: self.rules.clone(),
            scenario: self.scenario.clone(),
            settings,
            figures,
            skill,
            against,
            seed,
            battles,
            sides: self.sides.clone(),
        }
    }
}

/// The scenarios of a sweep, as they lie in a folder of rulesets, and the cell that was set up last.
pub struct Grounds<'s> {
    sweep: &'s Sweep,
    library: Library,
    bases: BTreeMap<String, Base>,
    last: Option<(u64, Arc<Setup>)>,
}

impl<'s> Grounds<'s> {
    /// Nothing is read yet.
    pub fn of(sweep: &'s Sweep, library: &Library) -> Self {
        Self { sweep, library: library.reopened(), bases: BTreeMap::new(), last: None }
    }

    /// What all runs in the scenario of a cell have in common.
    fn base(&mut self, cell: &Cell) -> Result<&Base, Unready> {
        if !self.bases.contains_key(&cell.scenario) {
            let scenario = self.library.scenario(&cell.scenario).map_err(Unready::Files)?;
            self.bases.insert(cell.scenario.clone(), Base::of(&scenario).map_err(Unready::Files)?);
        }
        self.bases.get(&cell.scenario).ok_or_else(|| Unready::Files(Vec::new()))
    }

    /// The run of a cell.
    ///
    /// # Errors
    /// When the files of its scenario are wrong.
    pub fn run(&mut self, cell: &Cell) -> Result<Run, Unready> {
        let (seed, battles) = (self.sweep.seed, self.sweep.battles);
        let figures = cell.figures.iter().map(|(vary, value)| (vary.to_string(), *value)).collect();
        let skills = [called(cell.skill), called(cell.against)];
        Ok(self.base(cell)?.run_of(skills, seed, battles, cell.settings.clone(), figures))
    }

    /// All battles of a cell, to be fought.
    ///
    /// # Errors
    /// When files are wrong, or it cannot be varied so.
    pub fn plan(&mut self, cell: &Cell, threads: usize) -> Result<Plan, Unready> {
        let setup = match &self.last {
            Some((last, setup)) if *last == cell.number => setup.clone(),
            _ => self.set_up(cell)?,
        };
        self.last = Some((cell.number, setup.clone()));
        let (skill, against) = (cell.skill, Some(cell.against));
        let (battles, seed) = (self.sweep.battles, self.sweep.seed);
        Ok(Plan { setup, battles, seed, threads, skill, against, efforts: Default::default(), chronicle: false })
    }

    fn set_up(&self, cell: &Cell) -> Result<Arc<Setup>, Unready> {
        let library = self.library.reopened().with_settings(cell.settings.clone());
        let mut setup = library.scenario(&cell.scenario).map_err(Unready::Files)?.setup;
        for (vary, value) in &cell.figures {
            let varied = vary.with(&setup, *value);
            setup = Arc::new(varied.map_err(|why| {
                let told = cell.told(&self.sweep.axes());
                Unready::Varied { cell: cell.number, told, why }
            })?);
        }
        Ok(setup)
    }
}
