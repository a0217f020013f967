//! `sortie merge`: the shares of a run, put together as if one machine had fought it.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use serde_json::Value;

use super::Failure;
use super::tally::{in_json, in_words, tell_broken};
use super::work::{keep, part_in};
use crate::sim::merge;

/// What to put together.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// All parts of one run, in any order: what `sortie simulate --shard 3/64 --out FILE` writes, or jobs of one cell of a
    /// sweep. A part that is missing, there twice, damaged or of another run is named, and nothing is told.
    #[arg(required = true, value_name = "PART")]
    parts: Vec<PathBuf>,
    /// Write the whole run into this file: the same as `sortie simulate --out FILE` would write on one machine.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write JSON.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let parts = args.parts.iter().map(|file| Ok((file.display().to_string(), part_in(file)?)));
    let whole = merge(parts.collect::<Result<_, Failure>>()?).map_err(|why| Failure::Said(why.to_string()))?;
    let (run, tally) = (&whole.part.run, &whole.tally);
    if let Some(file) = &args.out {
        keep(file, &whole.part.to_bytes()?)?;
    }
    let mut out = super::door::out();
    if args.json {
        let mut told = in_json(&run.sides, tally);
        told.insert("run".to_owned(), serde_json::to_value(run)?);
        writeln!(out, "{}", Value::Object(told))?;
    } else {
        in_words(&mut out, &format!("{}: {} battles", run.scenario, tally.battles), &run.sides, tally)?;
    }
    Ok(if tell_broken(tally, run)? { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
