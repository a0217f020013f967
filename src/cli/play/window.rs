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
    // A battle can be played without one, a talk cannot be shown.
    let without = |why: String| match args.talk {
        Some(_) => Err(Failure::Said(format!("{why}, and a talk is shown in a window"))),
        None => Ok(Err(why)),
    };
    let shown = |name| std::env::var_os(name).is_some_and(|display| !display.is_empty());
    if cfg!(target_os = "linux") && !shown("DISPLAY") && !shown("WAYLAND_DISPLAY") {
        return without("There is no display".to_owned());
    }
    let exit = crate::overlay::open(crate::overlay::Opening {
        library: library.reopened(),
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
    _args: &Args,
    _shown: (Option<&Scenario>, Option<&Record>),
    _seed: u64,
    _settings: &Overrides,
) -> Result<Result<ExitCode, String>, Failure> {
    Ok(Err("This build has no window".to_owned()))
}
