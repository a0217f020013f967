//! The figures that we promise, each beside a hand-written loop that does the
//! same without an engine, measured in turn in the same run.
//!
//! `cargo bench --bench figures --no-default-features [-- GROUP] [-- --json]`; a single
//! figure can be asked for by its number. The group `window` needs the window: without
//! `--no-default-features`, and with `--profile dev` where that is compiled already.
//! The group `counts` counts instructions, which must not grow (`counts.rs`).
//! Without `--bench` (as `cargo test --benches` runs it) everything is done
//! once: that ours and the loops by hand agree is checked, and no time is told.

mod battle;
mod board;
mod by_hand;
mod counts;
mod field;
mod measure;
mod odds;
#[cfg(feature = "window")]
mod window;

use std::error::Error;
use std::io::Write;
use std::process::ExitCode;

use measure::Book;
use serde_json::json;

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

/// The group that is counted and not timed.
const COUNTS: &str = "counts";

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let has = |flag: &str| given.iter().any(|each| each == flag);
    if has("--list") {
        return Ok(ExitCode::SUCCESS);
    }
    if let Some((_, battles)) = given.split_first().filter(|(word, _)| *word == counts::WORD) {
        counts::fight(battles)?;
        return Ok(ExitCode::SUCCESS);
    }
    let is_timed = has("--bench") && !has("--test");
    let wanted: Vec<String> = given.iter().filter(|each| is_timed && !each.starts_with('-')).cloned().collect();
    let is_group = |name: &str| name == COUNTS || GROUPS.iter().any(|(group, _)| *group == name);
    let has_times = wanted.is_empty() || wanted.iter().any(|word| word != COUNTS);
    let mut book = if is_timed { Book::timed(has_times && !has("--json"), wanted.clone()) } else { Book::once() };
    for (name, figures) in GROUPS {
        // What is no group may be a single figure of any.
        if wanted.is_empty() || wanted.iter().any(|word| word == name || !is_group(word)) {
            figures(&mut book)?;
        }
    }
    let is_counted = is_timed && (wanted.is_empty() || wanted.iter().any(|word| word == COUNTS));
    if book.is_empty() && !is_counted {
        let groups: Vec<&str> = GROUPS.iter().map(|(name, _)| *name).chain([COUNTS]).collect();
        let why = "there is neither a group nor a figure";
        writeln!(std::io::stderr(), "{why} called {}; groups are {}", wanted.join(", "), groups.join(", "))?;
        return Ok(ExitCode::from(2));
    }
    let counts = if is_counted { Some(counts::told(!has("--json"))?) } else { None };
    if has("--json") {
        let json = json!({ "figures": book.in_json(), "counts": counts.as_ref().map(|counts| &counts.json) });
        writeln!(std::io::stdout(), "{json}")?;
    } else if !book.is_empty() {
        book.sum_up()?;
    }
    Ok(if counts.is_none_or(|counts| counts.is_kept) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
