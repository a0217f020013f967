//! `sortie check`: whether the files of rulesets are right, and where not.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::json;

use super::{Failure, lines};
use crate::rulebook::{book, folder};

/// What to check.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Folders of rulesets or rulebook files; everything that ships if left out.
    paths: Vec<PathBuf>,
    /// Write JSON.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(rulesets: &Path, args: &Args) -> Result<ExitCode, Failure> {
    let mut files = Vec::new();
    if args.paths.is_empty() {
        let names = folder::names(rulesets).map_err(|why| Failure::Said(format!("{}: {why}", rulesets.display())))?;
        files.extend(names.iter().map(|name| rulesets.join(name).join("rulebook.ron")));
    }
    for path in &args.paths {
        files.push(if path.is_dir() { path.join("rulebook.ron") } else { path.clone() });
    }
    let problems: Vec<_> = files.iter().filter_map(|file| book::read(file).err()).flatten().collect();
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{}", json!({ "errors": problems }))?;
    } else if problems.is_empty() {
        writeln!(out, "{} files, nothing wrong", files.len())?;
    }
    if problems.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    if !args.json {
        writeln!(std::io::stderr(), "{}", lines(&problems))?;
    }
    Ok(ExitCode::FAILURE)
}
