//! The command line: one file a verb.

mod analyse;
mod balance;
mod check;
mod door;
mod engine;
mod lesson;
mod mechanics;
mod merge;
mod new;
mod odds;
mod picture;
mod place;
mod play;
mod reference;
mod replay;
mod report;
mod rules;
mod simulate;
mod sweep;
mod tally;
mod tournament;
mod work;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::battle::caught;
use crate::machine;
use crate::rulebook::reader::{Problem, lines};
use crate::rulebook::{Inside, Library, Sources};

/// The folder of rulesets among what this system keeps for somebody.
const OWN: &str = "rulesets";

/// Tabletop rulesets on one battlefield.
#[derive(Debug, Parser)]
#[command(name = "sortie", version)]
struct Cli {
    /// Read rulesets from this folder, too: its files go before those of the same names that ship.
    #[arg(long, env = "SORTIE_RULESETS", global = true, value_name = "DIR")]
    rulesets: Option<std::path::PathBuf>,
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Play a battle.
    Play(play::Args),
    /// Fight many battles and count who wins.
    Simulate(simulate::Args),
    /// Put the shares of a simulation together that several machines have fought.
    Merge(merge::Args),
    /// Fight battles over a grid of scenarios, settings, figures and skills, here or in pieces elsewhere.
    Sweep(sweep::Args),
    /// Draw a sweep as one page of HTML: what matters most, curves, maps and the table behind them.
    Report(report::Args),
    /// Vary one thing of a battle and find where it is even, and what one more is worth.
    Balance(balance::Args),
    /// Let the computer's levels play each other, and show how often each beats the one below.
    Tournament(tournament::Args),
    /// Draw a battle into a PNG file.
    Picture(picture::Args),
    /// Play a saved battle again and verify that it ends the same.
    Replay(replay::Args),
    /// Look at a battle again: who was likely to win and when, what each decision gave away, and who was lucky.
    Analyse(analyse::Args),
    /// Let another program play: one JSON object a line in and out.
    Engine(engine::Args),
    /// Write completions for a shell.
    Completions {
        /// Which one.
        shell: clap_complete::Shell,
    },
    /// Run lessons and say of each whether it holds.
    Lesson(lesson::Args),
    /// Weigh an attack: exact chances of everything that can come of it.
    Odds(odds::Args),
    /// Show the rulebook of a ruleset, one rule of it and where it lives, or the mechanics that rulesets are made of.
    Rules(rules::Args),
    /// Check the files of rulesets; names file, line and column of what is wrong.
    Check(check::Args),
    /// Make a small game of your own, ready to be played and changed.
    New(new::Args),
}

/// Why a verb could not be carried out.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("{0}")]
    Said(String),
    #[error("{}", lines(.0))]
    Files(Vec<Problem>),
    #[error("cannot write: {0}")]
    Writing(#[from] std::io::Error),
    #[error("{0}")]
    NoScenario(#[from] crate::record::NoScenario),
    #[error("{0}")]
    NoBattle(#[from] crate::record::NoBattle),
    #[error("{0}")]
    NotDone(#[from] crate::record::NotDone),
    #[error("cannot write as JSON: {0}")]
    Json(#[from] serde_json::Error),
}

impl Failure {
    fn is_of_a_closed_pipe(&self) -> bool {
        let kind = match self {
            Self::Writing(why) => Some(why.kind()),
            Self::Json(why) => why.io_error_kind(),
            _ => None,
        };
        kind == Some(std::io::ErrorKind::BrokenPipe)
    }
}

/// Reads the command line and carries it out, with these rulesets inside the program. Errors go to standard error, with a
/// non-zero exit.
pub fn run(inside: Inside) -> ExitCode {
    let cli = Cli::parse();
    let own = machine::place_of_things().map(|place| place.join(OWN));
    let library = Library::of(Sources::found(cli.rulesets.as_deref(), inside).with_own(own));
    let outcome = caught(|| open(&library, &cli));
    match outcome.unwrap_or_else(|fault| Err(Failure::Said(format!("the program broke down: {fault}")))) {
        Ok(code) => code,
        // Whoever reads along has read enough.
        Err(failure) if failure.is_of_a_closed_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            // Nothing is left to tell if even standard error is closed.
            let _ = std::io::Write::write_fmt(&mut door::err(), format_args!("{failure}\n"));
            ExitCode::FAILURE
        }
    }
}

fn open(library: &Library, cli: &Cli) -> Result<ExitCode, Failure> {
    match &cli.verb {
        Some(Verb::Play(args)) => play::run(library, args),
        Some(Verb::Simulate(args)) => simulate::run(library, args),
        Some(Verb::Merge(args)) => merge::run(args),
        Some(Verb::Sweep(args)) => sweep::run(library, args),
        Some(Verb::Report(args)) => report::run(args),
        Some(Verb::Balance(args)) => balance::run(library, args),
        Some(Verb::Tournament(args)) => tournament::run(library, args),
        Some(Verb::Picture(args)) => picture::run(library, args),
        Some(Verb::Replay(args)) => replay::run(library, args),
        Some(Verb::Analyse(args)) => analyse::run(library, args),
        Some(Verb::Engine(args)) => engine::run(library, args),
        Some(Verb::Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut <Cli as clap::CommandFactory>::command(), "sortie", &mut script);
            std::io::Write::write_all(&mut std::io::stdout().lock(), &script)?;
            Ok(ExitCode::SUCCESS)
        }
        Some(Verb::Lesson(args)) => lesson::run_lessons(library, args),
        Some(Verb::Odds(args)) => odds::run(library, args),
        Some(Verb::Rules(args)) => rules::run(library, args),
        Some(Verb::Check(args)) => check::run(library, args),
        Some(Verb::New(args)) => new::run(library, cli.rulesets.as_deref(), args),
        None => play::run(library, &play::Args::default()),
    }
}
