//! `sortie report`: a sweep as one page of HTML.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use super::Failure;
use super::work::keep;
use crate::sweep::{Shelf, gather, page};

/// Which sweep, and where the page goes.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The folder in which `sortie sweep` has kept its jobs; all must be finished.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// The page; `report.html` in that folder, if left out. It needs nothing but itself.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let (shelf, sweep) = Shelf::open(&args.folder).map_err(Failure::Files)?;
    let found = gather(&shelf, &sweep, |_, _, _, _| Ok(())).map_err(|why| Failure::Said(why.to_string()))?;
    let file = args.out.clone().unwrap_or_else(|| args.folder.join("report.html"));
    keep(&file, page(&found).as_bytes())?;
    writeln!(super::door::out(), "{}", file.display())?;
    Ok(ExitCode::SUCCESS)
}
