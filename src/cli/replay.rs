//! `sortie replay`: plays a save again and verifies that it ends the same.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use serde_json::json;

use super::Failure;
use super::work::Saved;
use crate::battle::{Look, chronicle, verdict};
use crate::keep::{Stretch, Told, deeds, keep};
use crate::record::Record;
use crate::rulebook::{Library, Scenario};
use crate::tale;

/// What to replay.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    saved: Saved,
    /// Write the code of the battle: one line to send to somebody.
    #[arg(long)]
    code: bool,
    /// Tell everything that happened.
    #[arg(long)]
    log: bool,
    /// Tell the battle as a text that one can read: rounds and turns as headings, sentences, dice, odds beforehand, the end.
    #[arg(long, conflicts_with_all = ["code", "log", "json"])]
    chronicle: bool,
    /// Tell everything that was decided, each with its number.
    #[arg(long, conflicts_with_all = ["code", "log", "json", "chronicle"])]
    decisions: bool,
    /// Keep what was decided after so many decisions, up to so many, as a lesson beside the others of its game: `12..15` are
    /// decisions 13, 14 and 15.
    #[arg(long, value_name = "FROM..TO", conflicts_with_all = ["code", "log", "json", "chronicle", "decisions"])]
    lesson: Option<String>,
    /// What the lesson is called.
    #[arg(long, requires = "lesson")]
    title: Option<String>,
    /// What the lesson is about.
    #[arg(long, requires = "lesson")]
    text: Option<String>,
    /// A line of text for the next decision of the lesson; once for each.
    #[arg(long, requires = "lesson")]
    say: Vec<String>,
    /// Write the lesson into this file.
    #[arg(long, requires = "lesson", value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write JSON.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(library: &Library, args: &Args) -> Result<ExitCode, Failure> {
    let (record, scenario, mut game) = args.saved.restore(library)?;
    let mut out = super::door::out();
    if args.code {
        let code = record.code().map_err(|why| Failure::Said(why.to_string()))?;
        writeln!(out, "{code}")?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.chronicle {
        let odds = tale::foretold(&mut game.world, game.battle);
        let look = Look::at(&game.world, game.battle).ok_or_else(|| Failure::Said("the battle is gone".to_owned()))?;
        write!(out, "{}", tale::text(look, &scenario.title, &odds))?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.decisions {
        let deeds = deeds(&scenario, &record).map_err(|why| Failure::Said(why.to_string()))?;
        for (number, deed) in (1..).zip(deeds) {
            writeln!(out, "{number:>4}  {deed}")?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(stretch) = &args.lesson {
        return keep_lesson(library, &record, &scenario, stretch, args);
    }
    let facts = chronicle(&game.world, game.battle);
    let verdict = verdict(&game.world, game.battle);
    if args.json {
        let told = json!({
            "scenario": record.scenario, "seed": record.seed, "decisions": record.decisions.len(),
            "digest": record.digest, "same": true, "verdict": verdict,
            "facts": if args.log { json!(facts) } else { json!(facts.len()) },
        });
        writeln!(out, "{told}")?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.log {
        facts.iter().try_for_each(|fact| writeln!(out, "{:<12} {}", fact.rule, fact.text))?;
    }
    let end = verdict.map_or("it goes on".to_owned(), |verdict| verdict.why.clone());
    writeln!(out, "{}: {} decisions, the same as before; {end}", scenario.title, record.decisions.len())?;
    Ok(ExitCode::SUCCESS)
}

/// Keeps a stretch as a lesson, and says where.
fn keep_lesson(
    library: &Library,
    record: &Record,
    scenario: &Scenario,
    said: &str,
    args: &Args,
) -> Result<ExitCode, Failure> {
    let last = record.decisions.len();
    let stretch = stretch(said, last).ok_or_else(|| {
        let expected = format!("expected FROM..TO, such as 0..{last}: this battle has {last} decisions");
        Failure::Said(format!("found the stretch `{}`, {expected}", said.escape_debug()))
    })?;
    let title = args.title.clone().unwrap_or_else(|| scenario.title.clone());
    let told = Told { title, text: args.text.clone().unwrap_or_default(), captions: args.say.clone() };
    let wrong = |why: crate::keep::NotKept| Failure::Said(why.to_string());
    let kept = keep(library, record, stretch, &told).map_err(wrong)?;
    let path = match &args.out {
        Some(file) => kept.write_to(file).map(|()| file.clone()),
        None => kept.write(library),
    };
    let path = path.map_err(wrong)?;
    let mut out = super::door::out();
    writeln!(out, "{}: {} is kept in {}", kept.lesson.id, kept.lesson.title, path.display())?;
    Ok(ExitCode::SUCCESS)
}

/// "12..15", "12..", "..15", ".."
fn stretch(said: &str, last: usize) -> Option<Stretch> {
    let (from, to) = said.split_once("..")?;
    let number = |text: &str, usual: usize| if text.trim().is_empty() { Some(usual) } else { text.trim().parse().ok() };
    Some(Stretch { from: number(from, 0)?, to: number(to, last)? })
}
