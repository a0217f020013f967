//! `sortie tournament`: the computer's levels against each other, on both sides of every scenario.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

use clap::ValueEnum;
use serde_json::{Value, json};

use super::Failure;
use super::work::{Threads, bar};
use crate::ai::Skill;
use crate::battle::Setup;
use crate::rulebook::Library;
use crate::sim::{Plan, wilson};

/// Who plays whom, where and how often.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The scenarios; all that ship, of two sides and with a winner, if left out.
    scenarios: Vec<String>,
    /// The levels, the weakest first: each plays the one before it.
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = [Skill::Green, Skill::Plain, Skill::Keen, Skill::Deep])]
    levels: Vec<Skill>,
    /// Battles of each pair in each scenario; each level plays each side in half of them.
    #[arg(long, default_value_t = 20)]
    battles: u64,
    /// What all their dice come from.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    /// Write JSON.
    #[arg(long)]
    json: bool,
}

/// How often the better of two levels has won.
#[derive(Clone, Copy, Debug, Default)]
struct Score {
    battles: u64,
    wins: u64,
    losses: u64,
    seconds: f64,
}

impl Score {
    fn with(self, other: Self) -> Self {
        Self {
            battles: self.battles + other.battles,
            wins: self.wins + other.wins,
            losses: self.losses + other.losses,
            seconds: self.seconds + other.seconds,
        }
    }

    /// Of the battles that somebody has won: how many, and between which bounds the true share lies.
    fn share(self) -> (f64, f64, f64) {
        let decided = self.wins + self.losses;
        let (low, high) = wilson(self.wins, decided);
        (self.wins as f64 / decided.max(1) as f64, low, high)
    }

    fn in_json(self) -> Value {
        let (rate, low, high) = self.share();
        json!({
            "battles": self.battles, "wins": self.wins, "losses": self.losses,
            "rate": rate, "low": low, "high": high, "seconds": self.seconds,
        })
    }
}

pub(super) fn run(library: &Library, args: &Args) -> Result<ExitCode, Failure> {
    if !(2..=1_000_000).contains(&args.battles) {
        return Err(Failure::Said(format!("found {} battles, expected 2 to 1000000", args.battles)));
    }
    let pairs: Vec<[Skill; 2]> =
        args.levels.iter().zip(args.levels.iter().skip(1)).map(|(lower, upper)| [*upper, *lower]).collect();
    if pairs.is_empty() {
        return Err(Failure::Said("found one level, expected two or more: green,plain,keen,deep".to_owned()));
    }
    let fields = fields(library, &args.scenarios)?;
    let threads = args.threads.count();
    let each_side = args.battles.div_ceil(2);
    let all = fields.len() as u64 * pairs.len() as u64 * each_side * 2;
    let bar = bar(all, args.json, "{bar:40} {pos}/{len} battles, {eta} left");
    let mut rows: Vec<(String, Vec<Score>)> = Vec::new();
    for (name, setup) in fields {
        let mut row = Vec::new();
        for pair in &pairs {
            let mut score = Score::default();
            // Each takes the first side once and all others once.
            for (place, [first, others]) in [*pair, [pair[1], pair[0]]].into_iter().enumerate() {
                let plan = Plan {
                    setup: setup.clone(),
                    battles: each_side,
                    seed: args.seed,
                    threads,
                    skill: first,
                    against: Some(others),
                    chronicle: false,
                };
                let tally = plan.run(|| bar.inc(1));
                if let Some((number, why)) = tally.broken.first() {
                    return Err(Failure::Said(format!("{name}: battle {number} broke off: {why}")));
                }
                let won = tally.wins.get(place).copied().unwrap_or(0);
                let lost = tally.wins.iter().sum::<u64>() - won;
                score = score.with(Score { battles: tally.battles, wins: won, losses: lost, seconds: tally.seconds });
            }
            row.push(score);
        }
        rows.push((name, row));
    }
    bar.finish_and_clear();
    let mut out = super::door::out();
    if args.json {
        writeln!(out, "{}", in_json(&pairs, &rows))?;
    } else {
        in_words(&mut out, &pairs, &rows)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The battles to be fought, by name.
fn fields(library: &Library, wanted: &[String]) -> Result<Vec<(String, Arc<Setup>)>, Failure> {
    let names = match wanted {
        [] => {
            let first = library.first_rulesets().map_err(Failure::Files)?;
            let is_first =
                |name: &String| name.split_once('/').is_some_and(|(of, _)| first.iter().any(|each| each == of));
            library.scenarios().into_iter().filter(is_first).collect()
        }
        wanted => wanted.to_vec(),
    };
    let mut fields = Vec::new();
    for name in names {
        let scenario = library.scenario(&name).map_err(Failure::Files)?;
        match scenario.setup.sides.len() {
            2 => fields.push((name, scenario.setup)),
            // Who is asked for by name is told; of all that ship those are meant in which two can play.
            sides if !wanted.is_empty() => {
                return Err(Failure::Said(format!("{name}: found {sides} sides, expected 2")));
            }
            _ => {}
        }
    }
    Ok(fields)
}

fn called(skill: Skill) -> String {
    skill.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// All battles of each pair together.
fn sums(pairs: &[[Skill; 2]], rows: &[(String, Vec<Score>)]) -> Vec<Score> {
    let sum =
        |index: usize| rows.iter().filter_map(|(_, row)| row.get(index)).fold(Score::default(), |a, b| a.with(*b));
    (0..pairs.len()).map(sum).collect()
}

fn in_json(pairs: &[[Skill; 2]], rows: &[(String, Vec<Score>)]) -> Value {
    let scores = |scores: &[Score]| -> Vec<Value> { scores.iter().map(|score| score.in_json()).collect() };
    json!({
        "pairs": pairs.iter().map(|[upper, lower]| [called(*upper), called(*lower)]).collect::<Vec<_>>(),
        "scenarios": rows.iter().map(|(name, row)| json!({ "name": name, "scores": scores(row) })).collect::<Vec<_>>(),
        "all": scores(&sums(pairs, rows)),
    })
}

fn in_words(out: &mut impl Write, pairs: &[[Skill; 2]], rows: &[(String, Vec<Score>)]) -> std::io::Result<()> {
    write!(out, "{:<44}", "wins of the battles that somebody won")?;
    for [upper, lower] in pairs {
        write!(out, "  {:<24}", format!("{} over {}", called(*upper), called(*lower)))?;
    }
    writeln!(out)?;
    let all = ("all".to_owned(), sums(pairs, rows));
    for (name, row) in rows.iter().chain([&all]) {
        write!(out, "{name:<44}")?;
        for score in row {
            let (rate, low, high) = score.share();
            let told = format!(
                "{:3.0}% ({:.0} to {:.0}) of {}",
                rate * 100.0,
                low * 100.0,
                high * 100.0,
                score.wins + score.losses
            );
            write!(out, "  {told:<24}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}
