//! `sortie balance`: one thing of a battle is varied, to find where it is even and what one more is worth.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Value, json};

use super::Failure;
use super::odds::pairs;
use super::work::{Threads, bar};
use crate::ai::Skill;
use crate::balance::{Found, News, Row, Sampling, Scales, Stands, Trial, Unweighed, Vary, Worth};
use crate::battle::{Key, Setup};
use crate::files;
use crate::rulebook::Library;

/// What to vary, and how sure to be.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The scenario.
    scenario: String,
    /// What to vary, whose it is, and its values: "count of Goblin=2..8", "Defence of Guards=3,5", "Defence of Guards by -1..2".
    /// Whom: a name with or without its number, a profile or a side. Only as it is, if left out.
    #[arg(long, value_name = "WHAT")]
    vary: Option<Vary>,
    /// Tell instead what one of each profile is worth, on the ground of this scenario: how many of another make it even. Each is
    /// weighed on either side, which takes the battles of two.
    #[arg(long, conflicts_with = "vary")]
    costs: bool,
    /// The profile that the others are counted in; the one that most fighters of the scenario are made from, if left out.
    #[arg(long, value_name = "PROFILE", requires = "costs")]
    beside: Option<String>,
    /// Write what each is worth into this file, too: as `costs.ron` beside the profiles of a ruleset it tells on the start
    /// screen and here what the sides of a battle are worth, ten points for one of those that are counted in.
    #[arg(long, value_name = "FILE", requires = "costs")]
    out: Option<PathBuf>,
    /// Enough is known once the share of wins is known within so many hundredths; sooner once it is sure who is favoured.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=50))]
    within: u8,
    /// No more battles than this for each value; for each number on each side where costs are told.
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

pub(super) fn run(library: &Library, args: &Args) -> Result<ExitCode, Failure> {
    let library = library.reopened().with_settings(pairs(&args.settings)?);
    let scenario = library.scenario(&args.scenario).map_err(Failure::Files)?;
    let sampling = Sampling {
        skill: args.skill,
        seed: args.seed,
        threads: args.threads.count(),
        most: args.most,
        within: f64::from(args.within) / 100.0,
    };
    if args.costs {
        return costs(args, &scenario.setup, sampling);
    }
    let costs = library.costs(scenario.ruleset.as_str()).map_err(Failure::Files)?;
    let trial = Trial::of(&scenario.setup, args.vary.clone());
    let trial = trial.map_err(|why| Failure::Said(format!("{}: {why}", args.scenario)))?;
    let bar = bar(args.most, args.json, "{msg} {bar:40} {pos} of at most {len} battles, {per_sec}");
    let found = trial.fought(sampling, |news| {
        match news {
            News::Begins(value) => {
                bar.reset();
                bar.set_message(args.vary.as_ref().map_or_else(String::new, |vary| format!("{vary}: {value}")));
            }
            News::Battle => bar.inc(1),
            News::Known(_) => {}
        }
        ControlFlow::Continue(())
    });
    bar.finish_and_clear();
    let found = found.map_err(|why| Failure::Said(why.to_string()))?;
    let mut out = super::door::out();
    if args.json {
        writeln!(out, "{}", in_json(args, &found))?;
    } else {
        in_words(&mut out, &scenario.title, &found)?;
        if let Some(points) = costs.and_then(|costs| costs.in_words(&scenario.setup)) {
            writeln!(out, "By the costs of its ruleset: {points}.")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// A profile, and what one of it is worth on each side.
type Cost = (Key, Result<[Worth; 2], Unweighed>);

/// What each profile is worth. What cannot be weighed is told as such, and the others are weighed all the same.
fn costs(args: &Args, setup: &Setup, sampling: Sampling) -> Result<ExitCode, Failure> {
    let scales = Scales::on(setup, args.beside.as_deref());
    let scales = scales.map_err(|why| Failure::Said(format!("{}: {why}", args.scenario)))?;
    let many = scales.profiles().count();
    let bar = bar(many as u64, args.json, "{msg} {bar:40} {pos} of {len} profiles");
    let battles = AtomicU64::new(0);
    let mut found: Vec<Cost> = Vec::new();
    for profile in scales.profiles() {
        let told = |battles: u64| bar.set_message(format!("{}, {battles} battles on both sides", profile.name));
        told(battles.load(Ordering::Relaxed));
        let weighed = scales.weigh(profile, sampling, || {
            told(battles.fetch_add(1, Ordering::Relaxed) + 1);
            ControlFlow::Continue(())
        });
        found.push((profile.name, weighed.map(|sides| sides.unwrap_or([Worth::Untold; 2]))));
        bar.inc(1);
    }
    let battles = battles.into_inner();
    bar.finish_and_clear();
    if let Some(file) = &args.out {
        let text = in_ron(args, scales.beside(), &found);
        files::write(file, text.as_bytes()).map_err(|why| Failure::Said(format!("{}: {why}", file.display())))?;
    }
    let mut out = super::door::out();
    if args.json {
        let rows: Vec<Value> = found.iter().map(cost_in_json).collect();
        let sides: Vec<&String> = setup.sides.iter().map(|side| &side.name).collect();
        let told = json!({
            "scenario": args.scenario, "beside": scales.beside(), "sides": sides, "battles": battles, "costs": rows,
        });
        writeln!(out, "{told}")?;
        return Ok(ExitCode::SUCCESS);
    }
    let beside = scales.beside();
    writeln!(out, "What one of each is worth, counted in {beside}: {battles} battles with each on both sides in turn")?;
    let heads = setup.sides.iter().map(|side| format!("as {}", side.name));
    writeln!(out, "{:<28} {}", "", row(std::iter::once("on either side".to_owned()).chain(heads)))?;
    for (name, sides) in &found {
        let told = match sides {
            Ok(sides) => row([Worth::of_both(*sides)].iter().chain(sides).map(told)),
            Err(why) => format!("cannot be weighed: {why}"),
        };
        writeln!(out, "{:<28} {told}", name.as_str())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What is told of each of several, one below the other.
fn row(cells: impl Iterator<Item = String>) -> String {
    let cells: Vec<String> = cells.map(|cell| format!("{cell:<26}")).collect();
    cells.join("  ").trim_end().to_owned()
}

/// A worth in words.
fn told(worth: &Worth) -> String {
    match worth {
        Worth::About { many, low, high } => format!("{many:8.2} ({low:.2} to {high:.2})"),
        Worth::MoreThan(low) => format!("more than {low:.2}"),
        Worth::LessThan(high) => format!("less than {high:.2}"),
        Worth::Untold => "cannot be told from chance".to_owned(),
    }
}

/// What one of a profile is worth, on both sides together and on each.
fn cost_in_json((name, sides): &Cost) -> Value {
    let told = |worth: Worth| match worth {
        Worth::About { many, low, high } => json!({ "many": many, "low": low, "high": high }),
        Worth::MoreThan(low) => json!({ "low": low }),
        Worth::LessThan(high) => json!({ "high": high }),
        Worth::Untold => json!({}),
    };
    let mut cost = match sides {
        Ok(sides) => {
            let mut cost = told(Worth::of_both(*sides));
            cost["sides"] = json!(sides.map(told));
            cost
        }
        Err(why) => json!({ "wrong": why.to_string() }),
    };
    cost["profile"] = json!(name);
    cost
}

/// The same as a file for authors: what cannot be told is a remark.
fn in_ron(args: &Args, beside: Key, found: &[Cost]) -> String {
    let mut text =
        format!("// What one of each is worth, counted in {beside}, on the ground of {}.\n{{\n", args.scenario);
    for (name, sides) in found {
        let worth = sides.as_ref().map_or(Worth::Untold, |sides| Worth::of_both(*sides));
        text += &match worth {
            Worth::About { many, low, high } => {
                format!("    {:?}: (many: {many:.2}, low: {low:.2}, high: {high:.2}),\n", name.as_str())
            }
            Worth::MoreThan(low) => format!("    {:?}: (low: {low:.2}),\n", name.as_str()),
            Worth::LessThan(high) => format!("    {:?}: (high: {high:.2}),\n", name.as_str()),
            Worth::Untold => format!("    // {name}: cannot be told\n"),
        };
    }
    text + "}\n"
}

fn in_json(args: &Args, found: &Found) -> Value {
    let row = |row: &Row| {
        json!({
            "value": row.value, "battles": row.tally.battles, "wins": row.tally.wins, "draws": row.tally.draws,
            "rate": row.tally.rate(), "low": row.bounds.low, "high": row.bounds.high,
            "favours": row.favoured().map(|side| &found.sides[side]), "is_even": found.stands(row) == Stands::Even,
        })
    };
    let give_or_take = |(value, off): (f64, f64)| json!({ "value": value, "low": value - off, "high": value + off });
    let curve = found.curve();
    json!({
        "scenario": args.scenario, "sides": found.sides, "vary": found.vary.as_ref().map(ToString::to_string),
        "added": found.vary.as_ref().is_some_and(Vary::is_added),
        "rows": found.rows.iter().map(row).collect::<Vec<_>>(),
        "most_even": found.most_even().map(|row| row.value),
        "even": curve.and_then(|curve| curve.even()).map(give_or_take),
        "one_more": curve.map(|curve| give_or_take(curve.one_more())),
    })
}

fn in_words(out: &mut impl Write, title: &str, found: &Found) -> std::io::Result<()> {
    let sides = &found.sides;
    writeln!(out, "{title}: {} against {}; a draw counts half", sides[0], sides[1])?;
    for row in &found.rows {
        let value = match &found.vary {
            None => String::new(),
            Some(vary) if vary.is_added() => format!("{vary} by {:+}", row.value),
            Some(vary) => format!("{vary}={}", row.value),
        };
        let [rate, low, high] = [row.tally.rate(), row.bounds.low, row.bounds.high].map(|share| share * 100.0);
        let told = found.stands_in_words(row);
        let battles = row.tally.battles;
        writeln!(out, "{value:<32} {:<20} {rate:3.0}% ({low:.0} to {high:.0}) of {battles:<6} {told}", sides[0])?;
    }
    found.sentence().map_or(Ok(()), |said| writeln!(out, "{said}"))?;
    let Some((vary, curve)) = found.vary.as_ref().zip(found.curve()) else { return Ok(()) };
    match curve.even() {
        Some((even, off)) => {
            let beyond = (found.rows.first().zip(found.rows.last()))
                .is_some_and(|(first, last)| even < f64::from(first.value) || even > f64::from(last.value));
            let guess = if beyond { ", which lies beyond the values that were fought" } else { "" };
            writeln!(out, "Even at {even:.1} ({:.1} to {:.1}){guess}.", even - off, even + off)?;
        }
        None => writeln!(out, "It makes no difference that could be told from chance.")?,
    }
    let (each, off) = curve.one_more();
    let (who, each) = if each < 0.0 { (&sides[1], -each) } else { (&sides[0], each) };
    writeln!(
        out,
        "One more in `{vary}` is worth {:.1} wins of 100 to {who} where the fight is even ({:.1} to {:.1}).",
        each * 100.0,
        (each - off) * 100.0,
        (each + off) * 100.0
    )
}
