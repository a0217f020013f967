//! `sortie analyse`: who was likely to win and when, what each decision gave away, and who was lucky.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::Instant;

use super::Failure;
use super::work::{Saved, Threads, bar};
use crate::ai::deep::{ANYBODYS, EXPLAINED};
use crate::analysis::{Analysis, Depth, Dice, Grade, Judged, KEEPS, Luck, Part, Played, Weighed, before, points};
use crate::battle::{Look, Spoken, verdict};
use crate::record::is_code;
use crate::rulebook::Library;

/// So many decisions are told: those with the most hanging on their dice.
const LUCKIEST: usize = 8;

/// What hung on less is not told.
const LEAST: f64 = 5e-4;

/// What the words and figures are that are written.
fn explained() -> String {
    let grades = Grade::explained();
    EXPLAINED.into_iter().chain([grades.as_str()]).collect::<Vec<_>>().join("\n\n")
}

/// What to analyse, and with how much effort.
#[derive(Debug, clap::Args)]
#[command(after_help = explained())]
pub(super) struct Args {
    #[command(flatten)]
    saved: Saved,
    /// Battles that are played out from each moment to tell the chance to win.
    #[arg(long, default_value_t = Depth::default().playouts, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    playouts: u32,
    /// Moments that the chance to win is told of, with the end besides.
    #[arg(long, default_value_t = 24, value_parser = clap::value_parser!(u16).range(0..=10_000))]
    moments: u16,
    /// How often the dice of each decision are thrown anew, to tell what they bring on an average.
    #[arg(long, default_value_t = Depth::default().throws, value_parser = clap::value_parser!(u32).range(1..=100_000))]
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
    let depth = Depth {
        playouts: args.playouts,
        moments: usize::from(args.moments),
        throws: args.throws,
        judges: !args.no_grades,
        seed: args.seed,
    };
    let is_file = !args.fresh && !args.saved.file.to_str().is_some_and(is_code);
    let kept = if is_file { Analysis::kept(&args.saved.file, &played, depth) } else { None };
    let found = match kept {
        Some(kept) => kept,
        None => {
            // What was broken off in the window goes on here.
            let part = if is_file { Part::kept(&args.saved.file, &played, depth) } else { None };
            let found = analysed(&played, (depth, part), args, is_file.then_some(args.saved.file.as_path()))?;
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
    let nobody = if verdict(&game.world, game.battle).is_some() { "nobody has won" } else { "it is not over yet" };
    let won = found
        .winner
        .and_then(|side| found.sides.get(side))
        .map_or_else(|| nobody.to_owned(), |side| format!("{side} won"));
    writeln!(out, "{}: {} decisions; {won}", scenario.title, found.decisions.len())?;
    chances(&mut out, &found)?;
    let words = Words(Look::at(&game.world, game.battle));
    if depth.judges {
        grades(&mut out, &found, words, args.all)?;
    }
    luck(&mut out, &found, words)?;
    Ok(ExitCode::SUCCESS)
}

/// Orders as they are written: places by their names, where those count.
#[derive(Clone, Copy)]
struct Words<'w>(Option<Look<'w>>);

impl Words<'_> {
    fn of(self, order: &str) -> String {
        let spoken = self.0.zip(Spoken::parse(order).ok());
        spoken.map_or_else(|| order.to_owned(), |(look, spoken)| look.read_out(&spoken))
    }
}

/// Analyses it, with a bar that tells how far it has come; `save`: beside which it keeps what it has found by then.
fn analysed(
    played: &Played,
    (depth, part): (Depth, Option<Part>),
    args: &Args,
    save: Option<&Path>,
) -> Result<Analysis, Failure> {
    let (decisions, moments) = played.steps(depth);
    let all = decisions + moments;
    let bar = bar(all as u64, args.json, "{bar:40} {msg}{eta} left");
    if let Some(Part { found, looked }) = &part {
        bar.set_position((looked.len() + found.moments.len()) as u64);
        bar.reset_eta();
    }
    let last = Mutex::new(Instant::now());
    let found = played.analysed(depth, args.threads.count(), part, |progress| {
        let (looked, left) = (&progress.part.looked, progress.left.0 + progress.left.1);
        bar.set_message(format!("{} of {decisions} decisions, ", looked.len()));
        bar.set_position(all.saturating_sub(left) as u64);
        if let Some(save) = save
            && let Ok(mut last) = last.lock()
            && last.elapsed() > KEEPS
        {
            *last = Instant::now();
            // What cannot be kept is found anew the next time.
            drop(progress.part.keep(save));
        }
        ControlFlow::Continue(())
    });
    bar.finish_and_clear();
    let found = found.map_err(|why| Failure::Said(why.to_string()))?;
    found.ok_or_else(|| Failure::Said("it was broken off".to_owned()))
}

fn chances(out: &mut impl Write, found: &Analysis) -> std::io::Result<()> {
    let wide = found.sides.iter().map(|side| side.chars().count()).max().unwrap_or(0).max(18);
    writeln!(out, "\nChance to win as computers play it out, and between what it lies 19 times of 20")?;
    write!(out, "{:<38}", "")?;
    found.sides.iter().try_for_each(|side| write!(out, "  {side:<wide$}"))?;
    writeln!(out)?;
    for moment in &found.moments {
        let when = before(moment.decision, found.decisions.len());
        write!(out, "{:<38}", format!("round {}, {when}", moment.round))?;
        for chance in &moment.chances {
            write!(out, "  {:<wide$}", chance.in_words())?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn grades(out: &mut impl Write, found: &Analysis, words: Words<'_>, all: bool) -> std::io::Result<()> {
    writeln!(out, "\nDecisions, and what was given away of the chance to win, beside the best that was thought of")?;
    writeln!(out, "What a slip is, and these figures: `sortie analyse --help`")?;
    for (number, judged) in found.decisions.iter().enumerate() {
        let Some(grade) = judged.grade.filter(|grade| all || *grade > Grade::Good) else { continue };
        let who = found.whose(judged);
        write!(out, "{:>4}. round {:<3} {:<8} ", number + 1, judged.round, grade.word())?;
        match &judged.better {
            Some(better) => {
                let (order, better, away) =
                    (words.of(&judged.order), words.of(better), points(judged.given_away, false));
                writeln!(out, "{who}: {order}, {away} less than: {better}")?;
            }
            None => writeln!(out, "{who}: {}", words.of(&judged.order))?,
        }
        if let Some(expected) = &judged.expected {
            writeln!(out, "               expected: {}", expected.in_words(ANYBODYS))?;
        }
        for Weighed { order, then, expected } in &judged.others {
            let then = then.as_ref().map(|then| format!(", then {}", words.of(then))).unwrap_or_default();
            writeln!(out, "               or {}{then}: {}", words.of(order), expected.in_words(ANYBODYS))?;
        }
    }
    for (index, side) in found.sides.iter().enumerate() {
        let own = || found.decisions.iter().filter(|judged| judged.side == index && judged.grade.is_some());
        let away: f64 = own().map(|judged| judged.given_away.max(0.0)).sum();
        let told = found.grades(index).map(|(grade, count)| grade.counted(count));
        let each = away * 100.0 / own().count().max(1) as f64;
        writeln!(out, "{side}: {}; {each:.1}% given away a decision", told.join(", "))?;
    }
    Ok(())
}

fn luck(out: &mut impl Write, found: &Analysis, words: Words<'_>) -> std::io::Result<()> {
    let luck = Luck::of(found);
    writeln!(out, "\nLuck: what the dice brought of the chance to win, beside what they bring on an average")?;
    writeln!(
        out,
        "It goes by what is left of everybody: it goes up and down where the chance above stays as it is, too."
    )?;
    writeln!(
        out,
        "What stands below a side adds up to it: the dice of each of its fighters, and those of the others."
    )?;
    for (side, name) in found.sides.iter().enumerate() {
        for row in luck.rows(side, 1_000.0) {
            let [sum, good, bad] = [row.sum(), row.good, row.bad].map(|tenths| tenths as f64 / 10.0);
            let whose = match row.dice {
                Dice::All => name.clone(),
                Dice::Fighter(_) if found.is_alone(side) => "  own dice".to_owned(),
                Dice::Fighter(who) => format!("  {who}"),
                Dice::Together => "  shared dice".to_owned(),
                Dice::Others => "  dice of the others".to_owned(),
            };
            let ending = if row.decisions == 1 { "" } else { "s" };
            let parts = format!("good {good:+.1}, bad {bad:+.1}, in {} decision{ending}", row.decisions);
            writeln!(out, "{whose:<31} {sum:+6.1}%  ({parts})")?;
        }
    }
    writeln!(out, "The dice on which most hung")?;
    let hung = luck.moments.iter().filter_map(|at| {
        let judged = found.decisions.get(*at)?;
        Some((at + 1, judged, judged.own_luck().filter(|own| own.abs() >= LEAST)?))
    });
    for (number, judged, own) in hung.take(LUCKIEST) {
        let order = words.of(&judged.order);
        writeln!(out, "{number:>4}. {:+6.1}%  {}: {order}", own * 100.0, whose(found, judged))?;
        judged.rolls.iter().try_for_each(|roll| writeln!(out, "               {roll}"))?;
    }
    Ok(())
}

/// Whose dice fell upon a decision, and who made it where that was somebody else.
fn whose(found: &Analysis, judged: &Judged) -> String {
    let (dice, who) = (found.whose_dice(judged), found.whose(judged));
    if judged.deed_of.is_some() { format!("{dice}, with the answer of {who}") } else { who.to_owned() }
}
