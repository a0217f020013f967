//! `sortie simulate`: many battles, and who won them.

use std::io::Write;
use std::process::ExitCode;

use serde_json::{Value, json};

use super::Failure;
use super::odds::pairs;
use super::work::{Threads, bar};
use crate::ai::Skill;
use crate::rulebook::Library;
use crate::sim::{Plan, Tally, wilson};

/// What to simulate.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The scenario.
    scenario: String,
    /// How many battles.
    #[arg(long, default_value_t = 1000)]
    battles: u64,
    /// What all their dice come from.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    /// How well both sides are played.
    #[arg(long, value_enum, default_value_t)]
    skill: Skill,
    /// How well all sides but the first are played, if otherwise.
    #[arg(long, value_enum)]
    against: Option<Skill>,
    /// Play a setting of the ruleset differently: `wound_at=meets`.
    #[arg(long = "setting", value_name = "NAME=VALUE")]
    settings: Vec<String>,
    /// Write every fact down as in play, to measure what that costs.
    #[arg(long)]
    chronicle: bool,
    /// Write JSON.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(library: &Library, args: &Args) -> Result<ExitCode, Failure> {
    if !(1..=10_000_000).contains(&args.battles) {
        return Err(Failure::Said(format!("found {} battles, expected 1 to 10000000", args.battles)));
    }
    let library = Library::open(library.folder()).with_settings(pairs(&args.settings)?);
    let scenario = library.scenario(&args.scenario).map_err(Failure::Files)?;
    let threads = args.threads.count();
    let plan = Plan {
        setup: scenario.setup.clone(),
        battles: args.battles,
        seed: args.seed,
        threads,
        skill: args.skill,
        against: args.against,
        chronicle: args.chronicle,
    };
    let bar = bar(args.battles, args.json, "{bar:40} {pos}/{len} battles, {per_sec}, {eta} left");
    let tally = plan.run(|| bar.inc(1)).map_err(|why| Failure::Said(format!("no threads: {why}")))?;
    bar.finish_and_clear();
    let sides: Vec<&str> = plan.setup.sides.iter().map(|side| side.name.as_str()).collect();
    let mut out = super::door::out();
    if args.json {
        writeln!(out, "{}", in_json(args, threads, &sides, &tally))?;
    } else {
        in_words(&mut out, &scenario.title, &sides, &tally)?;
    }
    if let Some((number, why)) = tally.broken.first() {
        let text = format!(
            "{} battles broke off; the first is number {number} (seed {}): {why}",
            tally.broken.len(),
            plan.seed_of(*number)
        );
        writeln!(super::door::err(), "{text}")?;
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

fn in_json(args: &Args, threads: usize, sides: &[&str], tally: &Tally) -> Value {
    let side = |(index, name): (usize, &&str)| {
        let wins = tally.wins.get(index).copied().unwrap_or(0);
        let (low, high) = wilson(wins, tally.battles);
        json!({
            "name": name,
            "wins": wins,
            "rate": rate(wins, tally.battles),
            "low": low,
            "high": high,
            "wounds": rate(tally.wounds.get(index).copied().unwrap_or(0), tally.battles),
        })
    };
    let a_second = |count: u64| count as f64 / tally.seconds.max(1e-9);
    json!({
        "battles": tally.battles,
        "seed": args.seed,
        "threads": threads,
        "sides": sides.iter().enumerate().map(side).collect::<Vec<_>>(),
        "draws": tally.draws,
        "rounds": { "mean": rate(tally.rounds, tally.battles) },
        "seconds": tally.seconds,
        "battles_per_second": a_second(tally.battles),
        "turns_per_second": a_second(tally.turns),
        "attacks_per_second": a_second(tally.attacks),
        "broken": tally.broken.len(),
        "digest": tally.digest,
    })
}

fn rate(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

fn in_words(out: &mut impl Write, title: &str, sides: &[&str], tally: &Tally) -> std::io::Result<()> {
    writeln!(out, "{title}: {} battles in {:.1} s\n", tally.battles, tally.seconds)?;
    // Many games count no wounds.
    let has_wounds = tally.wounds.iter().any(|wounds| *wounds > 0);
    for (index, name) in sides.iter().enumerate() {
        let wins = tally.wins.get(index).copied().unwrap_or(0);
        let (low, high) = wilson(wins, tally.battles);
        let wounds = rate(tally.wounds.get(index).copied().unwrap_or(0), tally.battles);
        let wounds = if has_wounds { format!("  {wounds:.1} wounds a battle") } else { String::new() };
        let percent = rate(wins, tally.battles) * 100.0;
        writeln!(
            out,
            "  {name:<16} {wins:>7} wins  {percent:5.1}% ({:.1} to {:.1}){wounds}",
            low * 100.0,
            high * 100.0,
        )?;
    }
    writeln!(out, "  {:<16} {:>7}", "nobody", tally.draws)?;
    writeln!(out, "\n  {:.1} rounds a battle", rate(tally.rounds, tally.battles))
}
