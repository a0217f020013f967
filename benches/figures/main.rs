//! The figures that we promise, each beside a hand-written loop that does the
//! same without an engine, measured in turn in the same run.
//!
//! `cargo bench --bench figures --no-default-features [-- GROUP] [-- --json]`.
//! Without `--bench` (as `cargo test --benches` runs it) everything is done
//! once: that ours and the loops by hand agree is checked, and no time is told.

mod board;
mod by_hand;
mod measure;
mod odds;

use std::error::Error;
use std::io::Write;
use std::process::ExitCode;

use measure::Book;

/// What cannot be measured, and why.
type Outcome = Result<(), Box<dyn Error>>;

/// A group of figures, by the name that the command line knows it by.
type Group = (&'static str, fn(&mut Book) -> Outcome);

const GROUPS: &[Group] = &[("odds", odds::figures), ("board", board::figures)];

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let has = |flag: &str| given.iter().any(|each| each == flag);
    let wanted: Vec<&str> = given.iter().map(String::as_str).filter(|each| !each.starts_with('-')).collect();
    let known = |name: &str| GROUPS.iter().any(|(group, _)| *group == name);
    if has("--list") {
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(unknown) = wanted.iter().find(|name| !known(name)).filter(|_| has("--bench")) {
        let names: Vec<&str> = GROUPS.iter().map(|(name, _)| *name).collect();
        writeln!(std::io::stderr(), "there is no group `{unknown}`; there is {}", names.join(", "))?;
        return Ok(ExitCode::from(2));
    }
    let mut book = if has("--bench") && !has("--test") { Book::timed(!has("--json")) } else { Book::once() };
    for (name, figures) in GROUPS {
        if wanted.is_empty() || wanted.contains(name) {
            figures(&mut book)?;
        }
    }
    if has("--json") {
        writeln!(std::io::stdout(), "{}", book.in_json())?;
    } else {
        book.sum_up()?;
    }
    Ok(ExitCode::SUCCESS)
}
