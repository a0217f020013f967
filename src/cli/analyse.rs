//! `sortie analyse`: who was likely to win and when, what each decision gave away, and who was lucky.

use std::io::Write;
use std::ops::ControlFlow;
use std::process::ExitCode;

use super::Failure;
use super::work::{Saved, Threads, bar};
use crate::ai::deep::ANYBODYS;
use crate::analysis::{Analysis, Effort, Fortune, Grade, Luck, Part, Played, Weighed, before, points};
use crate::record::is_code;
use crate::rulebook::Library;

/// So many decisions are told: those with the most hanging on their dice.
const LUCKIEST: usize = 8;

/// What to analyse, and with how much effort.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    saved: Saved,
    /// Battles that are played out from each moment to tell the chance to win.
    #[arg(long, default_value_t = Effort::default().playouts, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    playouts: u32,
    /// Moments that the chance to win is told of, with the end besides.
    #[arg(long, default_value_t = 24, value_parser = clap::value_parser!(u16).range(0..=10_000))]
    moments: u16,
    /// How often the dice of each decision are thrown anew, to tell what they bring on an average.
    #[arg(long, default_value_t = Effort::default().throws, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    throws: u32,
    /// Do not think about what else might have been decided.
    #[arg(long)]
    no_grades: bool,
    /// What all dice come from that are thrown on trial.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    /// Write all decisions, not only those that gave something away.
    #[arg(long)]
    all: bool,
    /// Neither read nor write what is kept beside the save.
    #[arg(long)]
    fresh: bool,
    /// Write JSON.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(library: &Library, args: &Args) -> Result<ExitCode, Failure> {
    let (_, scenario, game) = args.saved.restore(library)?;
    let Some(played) = Played::of(&game.world, game.battle) else {
        return Err(Failure::Said("a battle that nobody can begin again cannot be analysed".to_owned()));
    };
    let effort = Effort {
        playouts: args.playouts,
        moments: usize::from(args.moments),
        throws: args.throws,
        judges: !args.no_grades,
        seed: args.seed,
    };
    let is_file = !args.fresh && !args.saved.file.to_str().is_some_and(is_code);
    let kept = if is_file { Analysis::kept(&args.saved.file, played.digest(), effort) } else { None };
    let found = match kept {
        Some(kept) => kept,
        None => {
            // What was broken off in the window goes on here.
            let part = if is_file { Part::kept(&args.saved.file, played.digest(), effort) } else { None };
            let found = analysed(&played, (effort, part), args)?;
            if is_file && let Err(why) = found.keep(&args.saved.file) {
                writeln!(super::door::err(), "what was found is not kept beside {}: {why}", args.saved.file.display())?;
            }
            found
        }
    };
    let mut out = super::door::out();
    if args.json {
        serde_json::to_writer(&mut out, &found)?;
        writeln!(out)?;
        return Ok(ExitCode::SUCCESS);
    }
    let won = found
        .winner
        .and_then(|side| found.sides.get(side))
        .map_or("nobody has won".to_owned(), |side| format!("{side} won"));
    writeln!(out, "{}: {} decisions; {won}", scenario.title, found.decisions.len())?;
    chances(&mut out, &found)?;
    if effort.judges {
        grades(&mut out, &found, args.all)?;
    }
    luck(&mut out, &found)?;
    Ok(ExitCode::SUCCESS)
}

/// Analyses it, with a bar that tells how far it has come.
fn analysed(played: &Played, (effort, part): (Effort, Option<Part>), args: &Args) -> Result<Analysis, Failure> {
    let bar = bar(played.decisions() as u64, args.json, "{bar:40} {pos}/{len} decisions, {eta} left");
    let found = played.analysed(effort, args.threads.count(), part, |progress| {
        bar.set_position(progress.part.looked.len() as u64);
        ControlFlow::Continue(())
    });
    bar.finish_and_clear();
    let found = found.map_err(|why| Failure::Said(why.to_string()))?;
    found.ok_or_else(|| Failure::Said("it was broken off".to_owned()))
}

fn chances(out: &mut impl Write, found: &Analysis) -> std::io::Result<()> {
    let wide = found.sides.iter().map(|side| side.chars().count()).max().unwrap_or(0).max(18);
    writeln!(out, "\nChance to win, and its bounds, as computers play it out")?;
    write!(out, "{:<38}", "")?;
    found.sides.iter().try_for_each(|side| write!(out, "  {side:<wide$}"))?;
    writeln!(out)?;
    for moment in &found.moments {
        let when = before(moment.decision, found.decisions.len());
        write!(out, "{:<38}", format!("round {}, {when}", moment.round))?;
        for chance in &moment.chances {
            let [rate, low, high] = [chance.rate, chance.low, chance.high].map(|share| share * 100.0);
            write!(out, "  {:<wide$}", format!("{rate:3.0}% ({low:.0} to {high:.0})"))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn grades(out: &mut impl Write, found: &Analysis, all: bool) -> std::io::Result<()> {
    writeln!(
        out,
        "\nDecisions, and what was given away beside the best that was thought of, in points of the chance to win"
    )?;
    for (number, judged) in found.decisions.iter().enumerate() {
        let Some(grade) = judged.grade.filter(|grade| all || *grade > Grade::Good) else { continue };
        let who = found.whose(judged);
        write!(out, "{:>4}. round {:<3} {:<8} ", number + 1, judged.round, grade.word())?;
        match &judged.better {
            Some(better) => {
                writeln!(out, "{who}: {}, {} less than: {better}", judged.order, points(judged.given_away, false))?;
            }
            None => writeln!(out, "{who}: {}", judged.order)?,
        }
        if let Some(expected) = &judged.expected {
            writeln!(out, "               expected: {}", expected.in_words(ANYBODYS))?;
        }
        for Weighed { order, expected } in &judged.others {
            writeln!(out, "               or {order}: {}", expected.in_words(ANYBODYS))?;
        }
    }
    for (index, side) in found.sides.iter().enumerate() {
        let own = || found.decisions.iter().filter(|judged| judged.side == index && judged.grade.is_some());
        let away: f64 = own().map(|judged| judged.given_away).sum();
        let told = found.grades(index).map(|(grade, count)| grade.counted(count));
        let each = away * 100.0 / own().count().max(1) as f64;
        writeln!(out, "{side}: {}; {each:.1} points given away a decision", told.join(", "))?;
    }
    Ok(())
}

fn luck(out: &mut impl Write, found: &Analysis) -> std::io::Result<()> {
    let luck = Luck::of(found);
    writeln!(
        out,
        "\nLuck: what the dice brought beside what they bring on an average, in points of the chance to win"
    )?;
    let line = |out: &mut dyn Write, name: &str, fortune: &Fortune| {
        let [sum, good, bad] = [fortune.sum(), fortune.good, fortune.bad].map(|share| share * 100.0);
        writeln!(
            out,
            "{name:<28} {sum:+6.1} points  (good {good:+.1}, bad {bad:+.1}, in {} decisions)",
            fortune.decisions
        )
    };
    for (side, fortune) in found.sides.iter().zip(&luck.sides) {
        line(out, side, fortune)?;
    }
    writeln!(out, "Fighters, by the dice of their own decisions")?;
    for ((_, name), fortune) in luck.luckiest_first() {
        line(out, name, fortune)?;
    }
    writeln!(out, "The dice on which most hung")?;
    for at in luck.moments.iter().take(LUCKIEST) {
        let Some(judged) = found.decisions.get(*at) else { continue };
        let (who, own) = (found.whose(judged), judged.own_luck().unwrap_or(0.0) * 100.0);
        writeln!(out, "{:>4}. {own:+6.1} points  {who}: {}", at + 1, judged.order)?;
        judged.rolls.iter().try_for_each(|roll| writeln!(out, "               {roll}"))?;
    }
    Ok(())
}
