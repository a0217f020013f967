//! The figures that we promise, each beside a hand-written loop that does the
//! same without an engine, measured in turn in the same run.
//!
//! `cargo bench --bench figures --no-default-features [-- GROUP] [-- --json]`; a single
//! figure can be asked for by its number. The group `window` needs the window: without
//! `--no-default-features`, and with `--profile dev` where that is compiled already.
//! Without `--bench` (as `cargo test --benches` runs it) everything is done
//! once: that ours and the loops by hand agree is checked, and no time is told.

mod battle;
mod board;
mod by_hand;
mod field;
mod measure;
mod odds;
#[cfg(feature = "window")]
mod window;

use std::error::Error;
use std::io::Write;
use std::process::ExitCode;

use measure::Book;

/// What cannot be measured, and why.
type Outcome = Result<(), Box<dyn Error>>;

/// A group of figures, by the name that the command line knows it by.
type Group = (&'static str, fn(&mut Book) -> Outcome);

const GROUPS: &[Group] = &[
    ("odds", odds::figures),
    ("board", board::figures),
    ("battle", battle::figures),
    #[cfg(feature = "window")]
    ("window", window::figures),
];

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let has = |flag: &str| given.iter().any(|each| each == flag);
    if has("--list") {
        return Ok(ExitCode::SUCCESS);
    }
    let is_timed = has("--bench") && !has("--test");
    let wanted: Vec<String> = given.iter().filter(|each| is_timed && !each.starts_with('-')).cloned().collect();
    let is_group = |name: &str| GROUPS.iter().any(|(group, _)| *group == name);
    let mut book = if is_timed { Book::timed(!has("--json"), wanted.clone()) } else { Book::once() };
    for (name, figures) in GROUPS {
        // What is no group may be a single figure of any.
        if wanted.is_empty() || wanted.iter().any(|word| word == name || !is_group(word)) {
            figures(&mut book)?;
        }
    }
    if book.is_empty() {
        let groups: Vec<&str> = GROUPS.iter().map(|(name, _)| *name).collect();
        let why = "there is neither a group nor a figure";
        writeln!(std::io::stderr(), "{why} called {}; groups are {}", wanted.join(", "), groups.join(", "))?;
        return Ok(ExitCode::from(2));
    }
    if has("--json") {
        writeln!(std::io::stdout(), "{}", book.in_json())?;
    } else {
        book.sum_up()?;
    }
    Ok(ExitCode::SUCCESS)
}
