//! The window, opened from the command line.

use std::process::ExitCode;

use super::Args;
use crate::cli::Failure;
use crate::record::Record;
use crate::rulebook::reader::Overrides;
use crate::rulebook::{Library, Scenario};

/// Opens the window; where that cannot be, says why.
///
/// # Errors
/// When the talk that it is to show cannot be read.
#[cfg(feature = "window")]
pub(super) fn window(
    library: &Library,
    args: &Args,
    (scenario, record): (Option<&Scenario>, Option<&Record>),
    seed: u64,
    settings: &Overrides,
) -> Result<Result<ExitCode, String>, Failure> {
    let read = |file: &std::path::PathBuf| crate::talk::Talk::read(file).map(|talk| (talk, file.clone()));
    let talk = args.talk.as_ref().map(read).transpose().map_err(Failure::Files)?;
    let without = |why| without(why, args);
    let shown = |name| std::env::var_os(name).is_some_and(|display| !display.is_empty());
    if cfg!(target_os = "linux") && !shown("DISPLAY") && !shown("WAYLAND_DISPLAY") {
        return without("There is no display".to_owned());
    }
    let exit = crate::overlay::open(crate::overlay::Opening {
        library: library.reopened().into(),
        scenario: scenario.cloned(),
        record: record.cloned(),
        seed,
        settings: settings.clone(),
        skill: args.skill.unwrap_or(crate::ai::Skill::NORMAL),
        auto: args.auto,
        frames: args.frames,
        link: args.open.clone(),
        address: None,
        talk,
    });
    match exit {
        Ok(exit) => Ok(Ok(if exit.is_success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })),
        Err(why) => without(why),
    }
}

#[cfg(not(feature = "window"))]
pub(super) fn window(
    _library: &Library,
    args: &Args,
    _shown: (Option<&Scenario>, Option<&Record>),
    _seed: u64,
    _settings: &Overrides,
) -> Result<Result<ExitCode, String>, Failure> {
    without("This build has no window".to_owned(), args)
}

/// What becomes of what was wanted where there is no window: a battle can be played without one, a talk and what stands
/// in a link cannot be shown.
fn without(why: String, args: &Args) -> Result<Result<ExitCode, String>, Failure> {
    let wanted = if args.talk.is_some() { "a talk" } else { "what a link names" };
    if args.talk.is_none() && args.open.is_none() {
        return Ok(Err(why));
    }
    Err(Failure::Said(format!("{why}, and {wanted} is shown in a window")))
}
