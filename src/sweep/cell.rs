//! The cells of a grid, their jobs, and the axes along which they lie.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::Sweep;
use crate::ai::Skill;
use crate::balance::Vary;
use crate::sim::{Shard, called};

/// Something that has several values, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// What it is called.
    pub name: String,
    /// Its values in words.
    pub values: Vec<String>,
}

/// One combination of everything.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Its number, counted from 0.
    pub number: u64,
    /// Its place on each axis.
    pub place: Vec<usize>,
    /// The scenario.
    pub scenario: String,
    /// Settings that are played differently.
    pub settings: BTreeMap<String, String>,
    /// What is varied in the battle, and its value.
    pub figures: Vec<(Vary, i32)>,
    /// How well the first side is played.
    pub skill: Skill,
    /// How well all others are.
    pub against: Skill,
}

/// A share of the battles of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// Its number, counted from 0.
    pub number: u64,
    /// The cell.
    pub cell: u64,
    /// The share.
    pub shard: Shard,
}

impl Sweep {
    /// Along what the cells lie: scenarios, then settings, figures and skills. The last one varies fastest.
    pub fn axes(&self) -> Vec<Axis> {
        let texts =
            |all: &[crate::rulebook::reader::Spanned<String>]| all.iter().map(|each| each.value.clone()).collect();
        let scenarios = Axis { name: "scenario".to_owned(), values: texts(&self.scenarios) };
        let settings =
            self.settings.iter().map(|(name, values)| Axis { name: name.value.clone(), values: texts(values) });
        let figures = self.figures.iter().map(|vary| {
            let told =
                |value: &i32| if vary.is_added() && *value != 0 { format!("{value:+}") } else { value.to_string() };
            Axis { name: vary.to_string(), values: vary.values().iter().map(told).collect() }
        });
        let skills = self.skills.iter().map(|skills| in_words(*skills)).collect();
        let skills = Axis { name: "skill".to_owned(), values: skills };
        std::iter::once(scenarios).chain(settings).chain(figures).chain([skills]).collect()
    }

    /// How many cells there are.
    pub fn cells(&self) -> u64 {
        self.axes().iter().map(|axis| axis.values.len() as u64).product()
    }

    /// How many jobs there are.
    pub fn jobs(&self) -> u64 {
        self.cells() * self.shares
    }

    /// A cell; nothing where there is none of this number.
    pub fn cell(&self, number: u64) -> Option<Cell> {
        let axes = self.axes();
        let mut rest = number;
        let mut place: Vec<usize> = Vec::with_capacity(axes.len());
        for axis in axes.iter().rev() {
            let length = axis.values.len() as u64;
            place.push((rest % length) as usize);
            rest /= length;
        }
        place.reverse();
        let mut places = place.iter().copied();
        let scenario = self.scenarios.get(places.next()?)?.value.clone();
        let mut settings = BTreeMap::new();
        for (name, values) in &self.settings {
            settings.insert(name.value.clone(), values.get(places.next()?)?.value.clone());
        }
        let mut figures = Vec::new();
        for vary in &self.figures {
            figures.push((vary.value.clone(), *vary.values().get(places.next()?)?));
        }
        let [skill, against] = *self.skills.get(places.next()?)?;
        (rest == 0).then_some(Cell { number, place, scenario, settings, figures, skill, against })
    }

    /// A job; nothing where there is none of this number.
    pub fn job(&self, number: u64) -> Option<Job> {
        let cell = number / self.shares;
        let shard = Shard::new(number % self.shares + 1, self.shares)?;
        (cell < self.cells()).then_some(Job { number, cell, shard })
    }

    /// The job that has this share of a cell.
    pub const fn job_of(&self, cell: u64, share: u64) -> u64 {
        cell * self.shares + share - 1
    }

    /// A job as a plan lists it.
    pub fn planned(&self, job: Job) -> Option<Value> {
        let cell = self.cell(job.cell)?;
        let figures: BTreeMap<String, i32> =
            cell.figures.iter().map(|(vary, value)| (vary.to_string(), *value)).collect();
        let numbers = job.shard.range(self.battles);
        Some(json!({
            "job": job.number, "cell": job.cell, "shard": job.shard, "from": numbers.start, "to": numbers.end,
            "scenario": cell.scenario, "settings": cell.settings, "figures": figures,
            "skill": called(cell.skill), "against": called(cell.against), "seed": self.seed,
        }))
    }
}

impl Cell {
    /// It in words: what differs from cell to cell.
    pub fn told(&self, axes: &[Axis]) -> String {
        let several = axes.iter().zip(&self.place).filter(|(axis, _)| axis.values.len() > 1);
        let told = several.filter_map(|(axis, at)| Some(format!("{}={}", axis.name, axis.values.get(*at)?)));
        let told: Vec<String> = told.collect();
        if told.is_empty() { self.scenario.clone() } else { told.join(", ") }
    }
}

/// How well both are played, in words.
fn in_words([own, other]: [Skill; 2]) -> String {
    if own == other { called(own) } else { format!("{} against {}", called(own), called(other)) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Promise: every combination is a cell, each once, and all jobs of a cell are all its battles.
    #[test]
    fn every_combination_is_a_cell() {
        let text = r#"(scenarios: ["a", "b"], settings: {"x": ["1", "2", "3"], "y": ["on"]},
            figures: ["count of Goblin=1,5", "Toughness of Guard by -1..1"], skills: ["plain", "deep"], battles: 10, job: 4)"#;
        let sweep = Sweep::of("s.ron", text.to_owned()).unwrap();
        assert_eq!((sweep.cells(), sweep.jobs()), (72, 216));
        let cells: Vec<Cell> = (0..72).map(|number| sweep.cell(number).unwrap()).collect();
        let told: BTreeSet<String> = cells.iter().map(|cell| cell.told(&sweep.axes())).collect();
        assert_eq!(told.len(), 72);
        assert!(told.contains("scenario=b, x=3, count of Goblin=5, Toughness of Guard=+1, skill=deep"), "{told:#?}");
        assert!(sweep.cell(72).is_none() && sweep.job(216).is_none());
        for number in 0..sweep.jobs() {
            let job = sweep.job(number).unwrap();
            assert_eq!(sweep.job_of(job.cell, job.shard.number()), number);
        }
        let last = sweep.planned(sweep.job(215).unwrap()).unwrap();
        assert_eq!((&last["scenario"], &last["from"], &last["to"]), (&json!("b"), &json!(6), &json!(10)));
    }
}
