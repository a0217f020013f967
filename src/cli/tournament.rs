//! `sortie tournament`: the computer's levels against each other, on both sides of every scenario.
//!
//! Where one side always wins, however well it is played, any two levels win half of the battles each, and that says nothing of
//! them. So equals play first: a scenario counts where it is as good as sure that either side wins at least one battle of ten.
//! They have dice of their own: what luck lets a scenario count is no luck of the battles that count.
//! How much stronger the last level is with more time to think is told by efforts: it plays itself, each effort the one before it.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

use serde_json::{Value, json};

use super::Failure;
use super::work::{Threads, bar};
use crate::ai::{Effort, Skill};
use crate::battle::Setup;
use crate::rulebook::Library;
use crate::sim::{Plan, Tally, called, other_seed, wilson};

/// The least share of battles between equals that the rarer winner wins, where either side may win.
const LEAST: f64 = 0.1;

/// Who plays whom, where and how often.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The scenarios; all that ship, of two sides and with a winner, if left out.
    scenarios: Vec<String>,
    /// The levels, the weakest first: each plays the one before it.
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = Skill::LEVELS)]
    levels: Vec<Skill>,
    /// How much the last level, deep, is to think about each decision, as factors of what is usual, as in 1,2,4: each plays
    /// the one before it.
    #[arg(long, value_delimiter = ',')]
    effort: Vec<Effort>,
    /// Battles of each pair in each scenario; each level plays each side in half of them.
    #[arg(long, default_value_t = 20)]
    battles: u64,
    /// Battles between equals, which show whether either side of a scenario may win; with 0 all scenarios count.
    #[arg(long, default_value_t = 60)]
    even: u64,
    /// What all their dice come from; those between equals have others that come from it, too.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    /// Write JSON.
    #[arg(long)]
    json: bool,
}

/// A level, and how much it thinks about each decision.
#[derive(Clone, Copy, Debug)]
struct Strength {
    skill: Skill,
    effort: Effort,
}

impl Strength {
    /// A level as it usually is.
    fn of(skill: Skill) -> Self {
        Self { skill, effort: Effort::default() }
    }

    /// "deep", or with another effort than usual "deep x2".
    fn called(self) -> String {
        let level = called(self.skill);
        if self.effort == Effort::default() { level } else { format!("{level} x{}", self.effort) }
    }
}

/// A battle to be fought, by name.
type Field = (String, Arc<Setup>);

/// Two who play each other, the better first.
type Pair = [Strength; 2];

/// How often the better of two levels has won.
#[derive(Clone, Copy, Debug, Default)]
struct Score {
    battles: u64,
    wins: u64,
    losses: u64,
    seconds: f64,
}

impl Score {
    /// How the side at this place has done.
    fn of(tally: &Tally, place: usize) -> Self {
        let wins = tally.wins.get(place).copied().unwrap_or(0);
        let losses = tally.wins.iter().sum::<u64>() - wins;
        Self { battles: tally.battles, wins, losses, seconds: tally.seconds }
    }

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

    fn in_words(self) -> String {
        let (rate, low, high) = self.share();
        let [rate, low, high] = [rate, low, high].map(|share| share * 100.0);
        format!("{rate:3.0}% ({low:.0} to {high:.0}) of {}", self.wins + self.losses)
    }

    fn in_json(self) -> Value {
        let (rate, low, high) = self.share();
        json!({
            "battles": self.battles, "wins": self.wins, "losses": self.losses,
            "rate": rate, "low": low, "high": high, "seconds": self.seconds,
        })
    }
}

/// A scenario, and how the better of each two levels has done there.
type Row = (String, Vec<Score>);

pub(super) fn run(library: &Library, args: &Args) -> Result<ExitCode, Failure> {
    if !(2..=1_000_000).contains(&args.battles) {
        return Err(Failure::Said(format!("found {} battles, expected 2 to 1000000", args.battles)));
    }
    if args.even > 1_000_000 {
        return Err(Failure::Said(format!("found {} battles between equals, expected 0 to 1000000", args.even)));
    }
    let pairs = paired(&args.levels, &args.effort)?;
    let fields = fields(library, &args.scenarios)?;
    let each_side = args.battles.div_ceil(2);
    let all = fields.len() as u64 * (pairs.len() as u64 * each_side * 2 + args.even);
    let bar = bar(all, args.json, "{bar:40} {pos}/{len} battles, {eta} left");
    let fight = |(name, setup): &Field, (battles, seed): (u64, u64), pair: Pair| -> Result<Tally, Failure> {
        let plan = Plan {
            setup: setup.clone(),
            battles,
            seed,
            threads: args.threads.count(),
            skill: pair[0].skill,
            against: Some(pair[1].skill),
            efforts: pair.map(|strength| strength.effort),
            chronicle: false,
        };
        let tally = plan.run(|| bar.inc(1));
        match tally.broken.first() {
            Some((number, why)) => Err(Failure::Said(format!("{name}: battle {number} broke off: {why}"))),
            None => Ok(tally),
        }
    };
    let (mut rows, mut left_out): (Vec<Row>, Vec<Row>) = (Vec::new(), Vec::new());
    for field in &fields {
        if args.even > 0 {
            let tally = fight(field, (args.even, other_seed(args.seed)), [Strength::of(Skill::default()); 2])?;
            let rarer = rarer(&tally);
            if rarer.share().1 < LEAST {
                bar.inc(pairs.len() as u64 * each_side * 2);
                left_out.push((field.0.clone(), vec![rarer]));
                continue;
            }
        }
        let mut row = Vec::new();
        for pair in &pairs {
            let mut score = Score::default();
            // Each takes the first side once and all others once.
            for (place, sides) in [*pair, [pair[1], pair[0]]].into_iter().enumerate() {
                score = score.with(Score::of(&fight(field, (each_side, args.seed), sides)?, place));
            }
            row.push(score);
        }
        rows.push((field.0.clone(), row));
    }
    bar.finish_and_clear();
    let mut out = super::door::out();
    if args.json {
        writeln!(out, "{}", in_json(&pairs, &rows, &left_out))?;
    } else {
        in_words(&mut out, &pairs, &rows)?;
        tell_left_out(&mut out, rows.len(), &left_out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Who plays whom: each level the one before it, and the last of them with each effort itself with the effort before.
fn paired(levels: &[Skill], efforts: &[Effort]) -> Result<Vec<Pair>, Failure> {
    let neighbours = |all: Vec<Strength>| -> Vec<Pair> {
        all.iter().zip(all.iter().skip(1)).map(|(lower, upper)| [*upper, *lower]).collect()
    };
    let mut pairs = neighbours(levels.iter().copied().map(Strength::of).collect());
    if let (Some(skill), false) = (levels.last().copied(), efforts.is_empty()) {
        if skill != Skill::Deep {
            let last = called(skill);
            return Err(Failure::Said(format!("found {last} as the last level beside --effort, expected deep")));
        }
        if efforts.len() < 2 {
            return Err(Failure::Said("found one effort, expected two or more: 1,2,4".to_owned()));
        }
        pairs.extend(neighbours(efforts.iter().map(|effort| Strength { skill, effort: *effort }).collect()));
    }
    if pairs.is_empty() {
        return Err(Failure::Said("found one level, expected two or more: green,fair,keen,deep".to_owned()));
    }
    Ok(pairs)
}

/// How often the side has won that won less often.
fn rarer(tally: &Tally) -> Score {
    let scores = (0..tally.wins.len()).map(|place| Score::of(tally, place));
    scores.min_by_key(|score| score.wins).unwrap_or_default()
}

/// The battles to be fought, by name.
fn fields(library: &Library, wanted: &[String]) -> Result<Vec<Field>, Failure> {
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

/// All battles of each pair together.
fn sums(pairs: &[Pair], rows: &[Row]) -> Vec<Score> {
    let sum =
        |index: usize| rows.iter().filter_map(|(_, row)| row.get(index)).fold(Score::default(), |a, b| a.with(*b));
    (0..pairs.len()).map(sum).collect()
}

fn in_json(pairs: &[Pair], rows: &[Row], left_out: &[Row]) -> Value {
    let scores = |scores: &[Score]| -> Vec<Value> { scores.iter().map(|score| score.in_json()).collect() };
    let told = |rows: &[Row]| -> Vec<Value> {
        rows.iter().map(|(name, row)| json!({ "name": name, "scores": scores(row) })).collect()
    };
    json!({
        "pairs": pairs.iter().map(|pair| pair.map(Strength::called)).collect::<Vec<_>>(),
        "scenarios": told(rows),
        "left_out": told(left_out),
        "all": scores(&sums(pairs, rows)),
    })
}

fn in_words(out: &mut impl Write, pairs: &[Pair], rows: &[Row]) -> std::io::Result<()> {
    let heads: Vec<String> =
        pairs.iter().map(|[upper, lower]| format!("{} over {}", upper.called(), lower.called())).collect();
    let wide = heads.iter().map(String::len).fold(24, usize::max);
    write!(out, "{:<44}", "wins of the battles that somebody won")?;
    for head in &heads {
        write!(out, "  {head:<wide$}")?;
    }
    writeln!(out)?;
    let all = ("all".to_owned(), sums(pairs, rows));
    for (name, row) in rows.iter().chain([&all]) {
        write!(out, "{name:<44}")?;
        for score in row {
            write!(out, "  {:<wide$}", score.in_words())?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Tells where it is all the same how well somebody plays, as far as equals can tell.
fn tell_left_out(out: &mut impl Write, counted: usize, left_out: &[Row]) -> std::io::Result<()> {
    if left_out.is_empty() {
        return Ok(());
    }
    let all = counted + left_out.len();
    writeln!(
        out,
        "\nEither side may win {counted} of {all} scenarios; these are left out (wins of the rarer winner among equals):"
    )?;
    for (name, row) in left_out {
        let told = row.iter().map(|score| score.in_words()).collect::<String>();
        writeln!(out, "{name:<44}  {told}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: with efforts the levels play as without, and the last of them plays itself besides, each in a column of its own.
    #[test]
    fn efforts_are_columns_beside_the_levels() {
        let efforts: Vec<Effort> = [1.0, 2.0, 0.25].into_iter().filter_map(Effort::times).collect();
        let head = |efforts: &[Effort]| {
            let (mut out, levels) = (Vec::new(), [Skill::Green, Skill::Fair, Skill::Deep]);
            in_words(&mut out, &paired(&levels, efforts).unwrap(), &[]).unwrap();
            let told = String::from_utf8(out).unwrap();
            told.lines().next().unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let usual = head(&[]);
        assert!(usual.ends_with("fair over green deep over fair"), "{usual}");
        assert_eq!(head(&efforts), format!("{usual} deep x2 over deep deep x0.25 over deep x2"));
    }
}
