//! `sortie replay`: plays a save again and verifies that it ends the same.

use std::io::Write;
use std::process::ExitCode;

use serde_json::json;

use super::Failure;
use super::work::Saved;
use crate::battle::{Look, chronicle, verdict};
use crate::rulebook::Library;
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
