//! `sortie simulate`: many battles, and who won them.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use serde_json::json;

use super::Failure;
use super::odds::pairs;
use super::tally::{in_json, in_words, tell_broken};
use super::work::{Threads, bar, keep};
use crate::ai::Skill;
use crate::rulebook::Library;
use crate::sim::{MOST_BATTLES, Part, Plan, Run, Shard, Tally};
use crate::sweep::Base;

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
    /// Fight this share of the battles alone, here the third of 64: other machines fight the others, and `sortie merge` puts
    /// them together.
    #[arg(long, value_name = "3/64", default_value_t)]
    shard: Shard,
    /// Write every battle into this file, for `sortie merge`.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write every fact down as in play, to measure what that costs.
    #[arg(long)]
    chronicle: bool,
    /// Write JSON.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(library: &Library, args: &Args) -> Result<ExitCode, Failure> {
    if !(1..=MOST_BATTLES).contains(&args.battles) {
        return Err(Failure::Said(format!("found {} battles, expected 1 to {MOST_BATTLES}", args.battles)));
    }
    let settings = pairs(&args.settings)?;
    let library = library.reopened().with_settings(settings.clone());
    let scenario = library.scenario(&args.scenario).map_err(Failure::Files)?;
    let threads = args.threads.count();
    let plan = Plan {
        setup: scenario.setup.clone(),
        battles: args.battles,
        seed: args.seed,
        threads,
        skill: args.skill,
        against: args.against,
        efforts: Default::default(),
        chronicle: args.chronicle,
    };
    let run = Base::of(&scenario).map_err(Failure::Files)?.run(&plan, settings, Vec::new());
    let numbers = args.shard.range(args.battles);
    let bar = bar(numbers.end - numbers.start, args.json, "{bar:40} {pos}/{len} battles, {per_sec}, {eta} left");
    let begun = Instant::now();
    let fought = plan.fight(numbers.clone(), || {
        bar.inc(1);
        ControlFlow::Continue(())
    });
    let outcomes = fought.unwrap_or_default();
    let tally = Tally { seconds: begun.elapsed().as_secs_f64(), ..plan.summed(numbers.start, &outcomes) };
    bar.finish_and_clear();
    if let Some(file) = &args.out {
        keep(file, &Part::of(run.clone(), args.shard, &outcomes).to_bytes()?)?;
    }
    tell(args, &scenario.title, &run, &tally, threads)?;
    Ok(if tell_broken(&tally, &run)? { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn tell(args: &Args, title: &str, run: &Run, tally: &Tally, threads: usize) -> Result<(), Failure> {
    let mut out = super::door::out();
    if !args.json {
        let share = if args.shard == Shard::ALL { String::new() } else { format!(", share {}", args.shard) };
        let heading = format!("{title}{share}: {} battles in {:.1} s", tally.battles, tally.seconds);
        return Ok(in_words(&mut out, &heading, &run.sides, tally)?);
    }
    let a_second = |count: u64| count as f64 / tally.seconds.max(1e-9);
    let mut told = in_json(&run.sides, tally);
    let of_machine = [
        ("seed", json!(args.seed)),
        ("shard", json!(args.shard)),
        ("threads", json!(threads)),
        ("seconds", json!(tally.seconds)),
        ("battles_per_second", json!(a_second(tally.battles))),
        ("turns_per_second", json!(a_second(tally.turns))),
        ("attacks_per_second", json!(a_second(tally.attacks))),
    ];
    told.extend(of_machine.map(|(name, value)| (name.to_owned(), value)));
    writeln!(out, "{}", serde_json::Value::Object(told))?;
    Ok(())
}
