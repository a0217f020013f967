//! `sortie balance`: one thing of a battle is varied, to find where it is even and what one more is worth.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

use serde_json::{Value, json};

use super::Failure;
use super::odds::pairs;
use super::work::{Threads, bar};
use crate::ai::Skill;
use crate::balance::{Found, News, Row, Sampling, Scales, Trial, Unweighed, Vary, Worth};
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
    /// Tell instead what one of each profile is worth, on the ground of this scenario: how many of another make it even.
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

/// What each profile is worth. What cannot be weighed is told as such, and the others are weighed all the same.
fn costs(args: &Args, setup: &Setup, sampling: Sampling) -> Result<ExitCode, Failure> {
    let scales = Scales::on(setup, args.beside.as_deref());
    let scales = scales.map_err(|why| Failure::Said(format!("{}: {why}", args.scenario)))?;
    let many = scales.profiles().count();
    let bar = bar(many as u64, args.json, "{msg} {bar:40} {pos} of {len} profiles");
    let mut found: Vec<(Key, Result<Worth, Unweighed>)> = Vec::new();
    for profile in scales.profiles() {
        bar.set_message(profile.name.to_string());
        let weighed = scales.weigh(profile, sampling, || ControlFlow::Continue(()));
        found.push((profile.name, weighed.map(|worth| worth.unwrap_or(Worth::Untold))));
        bar.inc(1);
    }
    bar.finish_and_clear();
    if let Some(file) = &args.out {
        let text = in_ron(args, scales.beside(), &found);
        files::write(file, text.as_bytes()).map_err(|why| Failure::Said(format!("{}: {why}", file.display())))?;
    }
    let mut out = super::door::out();
    if args.json {
        let row = |(name, worth): &(Key, Result<Worth, Unweighed>)| match worth {
            Ok(Worth::About { many, low, high }) => json!({ "profile": name, "many": many, "low": low, "high": high }),
            Ok(Worth::MoreThan(low)) => json!({ "profile": name, "low": low }),
            Ok(Worth::LessThan(high)) => json!({ "profile": name, "high": high }),
            Ok(Worth::Untold) => json!({ "profile": name }),
            Err(why) => json!({ "profile": name, "wrong": why.to_string() }),
        };
        let rows: Vec<Value> = found.iter().map(row).collect();
        writeln!(out, "{}", json!({ "scenario": args.scenario, "beside": scales.beside(), "costs": rows }))?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "What one of each is worth, counted in {}", scales.beside())?;
    for (name, worth) in &found {
        let told = match worth {
            Ok(Worth::About { many, low, high }) => format!("{many:8.2} ({low:.2} to {high:.2})"),
            Ok(Worth::MoreThan(low)) => format!("more than {low:.2}"),
            Ok(Worth::LessThan(high)) => format!("less than {high:.2}"),
            Ok(Worth::Untold) => "cannot be told from chance".to_owned(),
            Err(why) => format!("cannot be weighed: {why}"),
        };
        writeln!(out, "{:<28} {told}", name.as_str())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The same as a file for authors: what cannot be told is a remark.
fn in_ron(args: &Args, beside: Key, found: &[(Key, Result<Worth, Unweighed>)]) -> String {
    let mut text =
        format!("// What one of each is worth, counted in {beside}, on the ground of {}.\n{{\n", args.scenario);
    for (name, worth) in found {
        text += &match worth {
            Ok(Worth::About { many, low, high }) => {
                format!("    {:?}: (many: {many:.2}, low: {low:.2}, high: {high:.2}),\n", name.as_str())
            }
            Ok(Worth::MoreThan(low)) => format!("    {:?}: (low: {low:.2}),\n", name.as_str()),
            Ok(Worth::LessThan(high)) => format!("    {:?}: (high: {high:.2}),\n", name.as_str()),
            Ok(Worth::Untold) | Err(_) => format!("    // {name}: cannot be told\n"),
        };
    }
    text + "}\n"
}

fn in_json(args: &Args, found: &Found) -> Value {
    let row = |row: &Row| {
        json!({
            "value": row.value, "battles": row.tally.battles, "wins": row.tally.wins, "draws": row.tally.draws,
            "rate": row.tally.rate(), "low": row.bounds.low, "high": row.bounds.high,
            "favours": row.favoured().map(|side| &found.sides[side]),
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
        let told = match row.favoured() {
            Some(side) => format!("favours {}", sides[side]),
            None => format!("even within {:.0} of 100", (high - low) / 2.0),
        };
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
