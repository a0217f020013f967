//! `sortie balance`: one thing of a battle is varied, to find where it is even and what one more is worth.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

use serde_json::{Value, json};

use super::Failure;
use super::odds::pairs;
use super::work::{Threads, bar};
use crate::ai::Skill;
use crate::balance::{Bounds, Curve, Effort, Tally, Vary, fought};
use crate::battle::Setup;
use crate::rulebook::Library;

/// What to vary, and how sure to be.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The scenario.
    scenario: String,
    /// What to vary, of whom, and its values: "count of Goblin=2..8", "Defence of Guards=3,5", "Defence of Guards by -1..2".
    /// Whom: a name with or without its number, a profile or a side. Only as it is, if left out.
    #[arg(long, value_name = "WHAT")]
    vary: Option<Vary>,
    /// Enough is known once the share of wins is known within so many hundredths; sooner once it is sure who is favoured.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=50))]
    within: u8,
    /// No more battles than this for each value.
    #[arg(long, default_value_t = 4000, value_parser = clap::value_parser!(u64).range(50..=10_000_000))]
    most: u64,
    /// What all their dice come from: the same for each value.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    /// How well both sides are played.
    #[arg(long, value_enum, default_value_t)]
    skill: Skill,
    /// Play a setting of the ruleset differently: `wound_at=meets`.
    #[arg(long = "setting", value_name = "NAME=VALUE")]
    settings: Vec<String>,
    /// Write JSON.
    #[arg(long)]
    json: bool,
}

/// How one value has gone.
struct Row {
    value: i32,
    tally: Tally,
    bounds: Bounds,
}

pub(super) fn run(library: &Library, args: &Args) -> Result<ExitCode, Failure> {
    let library = Library::open(library.folder()).with_settings(pairs(&args.settings)?);
    let scenario = library.scenario(&args.scenario).map_err(Failure::Files)?;
    let setup = &scenario.setup;
    if setup.sides.len() != 2 {
        return Err(Failure::Said(format!("{}: found {} sides, expected 2", args.scenario, setup.sides.len())));
    }
    let effort = Effort {
        skill: args.skill,
        seed: args.seed,
        threads: args.threads.count(),
        most: args.most,
        within: f64::from(args.within) / 100.0,
    };
    // All are made before the first is fought: nobody waits for an error.
    let variants: Vec<(i32, Arc<Setup>)> = match &args.vary {
        None => vec![(0, setup.clone())],
        Some(vary) => {
            let with = |value: &i32| vary.with(setup, *value).map(|varied| (*value, Arc::new(varied)));
            let all: Result<Vec<_>, _> = vary.values().iter().map(with).collect();
            all.map_err(|why| Failure::Said(why.to_string()))?
        }
    };
    let mut rows = Vec::new();
    for (value, setup) in variants {
        let bar = bar(args.most, args.json, "{msg} {bar:40} {pos} of at most {len} battles, {per_sec}");
        bar.set_message(args.vary.as_ref().map_or_else(String::new, |vary| format!("{vary}: {value}")));
        let (tally, bounds) = fought(&setup, effort, || bar.inc(1)).map_err(|why| Failure::Said(why.to_string()))?;
        bar.finish_and_clear();
        rows.push(Row { value, tally, bounds });
    }
    let found: Vec<(f64, Tally)> = rows.iter().map(|row| (f64::from(row.value), row.tally)).collect();
    let curve = Curve::through(&found);
    let sides = [0, 1].map(|side| setup.sides.get(side).map_or("", |side| side.name.as_str()));
    let mut out = super::door::out();
    if args.json {
        writeln!(out, "{}", in_json(args, sides, &rows, curve))?;
        return Ok(ExitCode::SUCCESS);
    }
    in_words(&mut out, args, (&scenario.title, sides), &rows, curve)?;
    Ok(ExitCode::SUCCESS)
}

/// The side that is favoured beyond doubt, by its place.
fn favoured(bounds: &Bounds) -> Option<usize> {
    (!bounds.holds(0.5)).then_some(usize::from(bounds.high < 0.5))
}

fn in_json(args: &Args, sides: [&str; 2], rows: &[Row], curve: Option<Curve>) -> Value {
    let row = |row: &Row| {
        json!({
            "value": row.value, "battles": row.tally.battles, "wins": row.tally.wins, "draws": row.tally.draws,
            "rate": row.tally.rate(), "low": row.bounds.low, "high": row.bounds.high,
            "favours": favoured(&row.bounds).map(|side| sides[side]),
        })
    };
    let give_or_take = |(value, off): (f64, f64)| json!({ "value": value, "low": value - off, "high": value + off });
    json!({
        "scenario": args.scenario, "sides": sides, "vary": args.vary.as_ref().map(ToString::to_string),
        "added": args.vary.as_ref().is_some_and(Vary::is_added),
        "rows": rows.iter().map(row).collect::<Vec<_>>(),
        "even": curve.and_then(|curve| curve.even()).map(give_or_take),
        "one_more": curve.map(|curve| give_or_take(curve.one_more())),
    })
}

fn in_words(
    out: &mut impl Write,
    args: &Args,
    (title, sides): (&str, [&str; 2]),
    rows: &[Row],
    curve: Option<Curve>,
) -> std::io::Result<()> {
    writeln!(out, "{title}: {} against {}; a draw counts half", sides[0], sides[1])?;
    for row in rows {
        let value = match &args.vary {
            None => String::new(),
            Some(vary) if vary.is_added() => format!("{vary} by {:+}", row.value),
            Some(vary) => format!("{vary}={}", row.value),
        };
        let [rate, low, high] = [row.tally.rate(), row.bounds.low, row.bounds.high].map(|share| share * 100.0);
        let told = match favoured(&row.bounds) {
            Some(side) => format!("favours {}", sides[side]),
            None => format!("even within {:.0} of 100", (high - low) / 2.0),
        };
        let battles = row.tally.battles;
        writeln!(out, "{value:<32} {:<20} {rate:3.0}% ({low:.0} to {high:.0}) of {battles:<6} {told}", sides[0])?;
    }
    let Some((vary, curve)) = args.vary.as_ref().zip(curve) else { return Ok(()) };
    match curve.even() {
        Some((even, off)) => {
            let beyond = rows
                .first()
                .zip(rows.last())
                .is_some_and(|(first, last)| even < f64::from(first.value) || even > f64::from(last.value));
            let guess = if beyond { ", which lies beyond the values that were fought" } else { "" };
            writeln!(out, "Even at {even:.1} ({:.1} to {:.1}){guess}.", even - off, even + off)?;
        }
        None => writeln!(out, "It makes no difference that could be told from chance.")?,
    }
    let (each, off) = curve.one_more();
    let (who, each) = if each < 0.0 { (sides[1], -each) } else { (sides[0], each) };
    writeln!(
        out,
        "One more in `{vary}` is worth {:.1} wins of 100 to {who} where the fight is even ({:.1} to {:.1}).",
        each * 100.0,
        (each - off) * 100.0,
        (each + off) * 100.0
    )
}
