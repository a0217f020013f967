//! `sortie sweep`: battles over a grid, here or in pieces elsewhere.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use indicatif::ProgressBar;
use serde_json::{Value, json};

use super::Failure;
use super::tally::{in_json, rate};
use super::work::{Threads, bar};
use crate::files;
use crate::rulebook::Library;
use crate::sim::{Part, Shard, wilson};
use crate::sweep::{Form, Found, FoundCell, Grounds, Job, Rows, Shelf, Sweep, Unshelved, gather};

/// Cells that are told in words; the report has all.
const TOLD: usize = 40;

/// What to fight, and which share of it.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The file of the sweep: scenarios, settings, figures and skills, each combination fought so often.
    #[arg(value_name = "SWEEP.ron")]
    file: PathBuf,
    /// Keep finished jobs in this folder; the name of the file with `.sweep` behind it, if left out.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Go on with the jobs that are finished already: whoever was killed loses the job that they were at and no other.
    #[arg(long)]
    resume: bool,
    /// Tell the jobs, one JSON object a line, and do none.
    #[arg(long, conflicts_with_all = ["resume", "job", "shard", "rows"])]
    plan: bool,
    /// Do this job alone, counted from 0, unless it is finished: for whoever spreads jobs over machines.
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["shard", "rows"])]
    job: Option<u64>,
    /// Do this share of the jobs alone, here the third of 64, but those that are finished.
    #[arg(long, value_name = "3/64", conflicts_with = "rows")]
    shard: Option<Shard>,
    /// Write a row for each battle into this file: `.csv`, or `.jsonl` for JSON lines.
    #[arg(long, value_name = "FILE")]
    rows: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    /// Write JSON.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(library: &Library, args: &Args) -> Result<ExitCode, Failure> {
    let sweep = Sweep::read(&args.file).map_err(Failure::Files)?;
    let form = args.rows.as_deref().map(form_of).transpose()?;
    if args.plan {
        sweep.check(library).map_err(Failure::Files)?;
        let mut out = super::door::out();
        let jobs = (0..sweep.jobs()).filter_map(|number| sweep.planned(sweep.job(number)?));
        for job in jobs {
            writeln!(out, "{job}")?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let (jobs, is_piece) = match (args.job, args.shard) {
        (Some(job), _) if job >= sweep.jobs() => {
            let last = sweep.jobs() - 1;
            return Err(Failure::Said(format!("{}: found job {job}, expected 0 to {last}", sweep.file)));
        }
        (Some(job), _) => (job..job + 1, true),
        (None, Some(shard)) => (shard.range(sweep.jobs()), true),
        (None, None) => (0..sweep.jobs(), false),
    };
    // What is wrong is told before the first battle, not in the middle of the night; a single job tells of its own cell.
    if args.job.is_none() {
        sweep.check(library).map_err(Failure::Files)?;
    }
    let shelf = Shelf::for_sweep(&folder_of(args), &sweep, args.resume || is_piece).map_err(said)?;
    let mut work = Work { grounds: Grounds::of(&sweep, library), sweep: &sweep, shelf: &shelf, args };
    let done = work.all(jobs)?;
    if is_piece {
        if args.json {
            writeln!(
                super::door::out(),
                "{}",
                json!({ "jobs": done.jobs, "done": done.fought, "broken": done.broken })
            )?;
        }
        return Ok(if done.broken > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS });
    }
    let found = match args.rows.as_deref().zip(form) {
        Some((file, form)) => with_rows(&sweep, &shelf, file, form)?,
        None => gather(&shelf, &sweep, |_, _, _, _| Ok(())).map_err(said)?,
    };
    tell(args, &found)
}

/// Where finished jobs are kept.
fn folder_of(args: &Args) -> PathBuf {
    args.out.clone().unwrap_or_else(|| args.file.with_extension("sweep"))
}

fn form_of(file: &Path) -> Result<Form, Failure> {
    let wrong = || Failure::Said(format!("found the file {}, expected one in .csv, .jsonl or .ndjson", file.display()));
    Form::of(file).ok_or_else(wrong)
}

fn said(why: impl std::fmt::Display) -> Failure {
    Failure::Said(why.to_string())
}

/// Jobs that are done here.
struct Work<'a> {
    sweep: &'a Sweep,
    shelf: &'a Shelf,
    grounds: Grounds<'a>,
    args: &'a Args,
}

/// How much was done.
#[derive(Default)]
struct Done {
    jobs: u64,
    fought: u64,
    broken: usize,
}

impl Work<'_> {
    /// Does jobs, but those that are finished.
    fn all(&mut self, jobs: std::ops::Range<u64>) -> Result<Done, Failure> {
        let sizes = jobs.clone().filter_map(|number| Some(self.battles_of(self.sweep.job(number)?)));
        let bar = bar(sizes.sum(), self.args.json, "{msg} {bar:40} {pos}/{len} battles, {per_sec}, {eta} left");
        let (mut done, mut kept) = (Done { jobs: jobs.end - jobs.start, ..Done::default() }, 0);
        let mut left: Vec<Job> = Vec::new();
        for job in jobs.filter_map(|number| self.sweep.job(number)) {
            match self.is_finished(job)? {
                true => kept += self.battles_of(job),
                false => left.push(job),
            }
        }
        // What is finished already tells nothing of how fast it goes now.
        bar.set_position(kept);
        bar.reset_eta();
        for job in left {
            done.broken += self.job(job, &bar)?;
            done.fought += 1;
        }
        bar.finish_and_clear();
        Ok(done)
    }

    fn battles_of(&self, job: Job) -> u64 {
        let numbers = job.shard.range(self.sweep.battles);
        numbers.end - numbers.start
    }

    /// Whether a job is finished. One whose file is spoilt is done again.
    fn is_finished(&mut self, job: Job) -> Result<bool, Failure> {
        if !self.shelf.file_of(job.number).exists() {
            return Ok(false);
        }
        let Some(cell) = self.sweep.cell(job.cell) else { return Ok(false) };
        let run = self.grounds.run(&cell).map_err(said)?;
        match self.shelf.has(job, &run) {
            Ok(is_finished) => Ok(is_finished),
            Err(why @ Unshelved::Spoilt { .. }) => {
                writeln!(super::door::err(), "{why}; job {} is done again", job.number)?;
                Ok(false)
            }
            Err(why) => Err(said(why)),
        }
    }

    /// Does a job, and keeps what came of it; how many of its battles broke off.
    fn job(&mut self, job: Job, bar: &ProgressBar) -> Result<usize, Failure> {
        let Some(cell) = self.sweep.cell(job.cell) else { return Ok(0) };
        bar.set_message(format!("job {}", job.number));
        let run = self.grounds.run(&cell).map_err(said)?;
        let plan = self.grounds.plan(&cell, self.args.threads.count()).map_err(said)?;
        let fought = plan.fight(job.shard.range(self.sweep.battles), || {
            bar.inc(1);
            ControlFlow::Continue(())
        });
        let outcomes = fought.unwrap_or_default();
        let broken = outcomes.iter().filter(|outcome| outcome.broken.is_some()).count();
        self.shelf.keep(job.number, &Part::of(run, job.shard, &outcomes)).map_err(said)?;
        Ok(broken)
    }
}

/// Gathers all, and writes a row for each battle.
fn with_rows(sweep: &Sweep, shelf: &Shelf, file: &Path, form: Form) -> Result<Found, Failure> {
    // All cells of a scenario have the same sides, and lie in a row.
    let scenarios = sweep.scenarios.len() as u64;
    let firsts = (0..scenarios).map(|scenario| scenario * (sweep.cells() / scenarios));
    let parts = firsts.map(|cell| shelf.part(sweep.job_of(cell, 1)));
    let mut sides = 0;
    for part in parts {
        sides = part.map_err(said)?.map_or(sides, |part| sides.max(part.run.sides.len()));
    }
    let mut found = None;
    let written = files::write_by(file, |out| {
        let mut rows = Rows::of(sweep, sides, form, out)?;
        let gathered = gather(shelf, sweep, |cell, run, number, outcome| rows.row(cell, run, number, outcome));
        found = Some(gathered.map_err(std::io::Error::other)?);
        Ok(())
    });
    written.map_err(|why| Failure::Said(format!("{}: not written: {why}", file.display())))?;
    found.ok_or_else(|| Failure::Said("nothing was gathered".to_owned()))
}

fn tell(args: &Args, found: &Found) -> Result<ExitCode, Failure> {
    let mut out = super::door::out();
    let place = |cell: &FoundCell| -> Vec<(String, String)> {
        let named = found.axes.iter().zip(&cell.place);
        named.filter_map(|(axis, at)| Some((axis.name.clone(), axis.values.get(*at)?.clone()))).collect()
    };
    if args.json {
        let cell = |cell: &FoundCell| {
            let mut told = in_json(&cell.sides, &cell.tally);
            let of: serde_json::Map<String, Value> =
                place(cell).into_iter().map(|(name, value)| (name, json!(value))).collect();
            told.insert("of".to_owned(), Value::Object(of));
            Value::Object(told)
        };
        let cells: Vec<Value> = found.cells.iter().map(cell).collect();
        writeln!(out, "{}", json!({ "cells": cells, "digest": found.digest, "program": found.program }))?;
    } else {
        for cell in found.cells.iter().take(TOLD) {
            let several = |(name, _): &(String, String)| {
                found.axes.iter().any(|axis| axis.name == *name && axis.values.len() > 1)
            };
            let of: Vec<String> =
                place(cell).into_iter().filter(several).map(|(name, value)| format!("{name}={value}")).collect();
            let wins = cell.tally.wins.first().copied().unwrap_or(0);
            let (low, high) = wilson(wins, cell.tally.battles);
            let [share, low, high] = [rate(wins, cell.tally.battles), low, high].map(|share| share * 100.0);
            let side = cell.sides.first().map_or("nobody", String::as_str);
            let battles = cell.tally.battles;
            writeln!(out, "{side} {share:5.1}% ({low:.1} to {high:.1}) of {battles}  {}", of.join(", "))?;
        }
        if found.cells.len() > TOLD {
            writeln!(out, "... and {} cells more", found.cells.len() - TOLD)?;
        }
        let folder = folder_of(args);
        writeln!(
            out,
            "{} cells, digest {}; `sortie report {}` draws them",
            found.cells.len(),
            found.digest,
            folder.display()
        )?;
    }
    let broken: usize = found.cells.iter().map(|cell| cell.tally.broken.len()).sum();
    if broken > 0 {
        writeln!(super::door::err(), "{broken} battles broke off")?;
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}
