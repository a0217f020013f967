//! Sortie's program: reads the command line and opens one of its doors, or as a page of a browser its window. The rulesets that
//! ship lie inside it.

use sortie::rulebook::Inside;

/// Files of `rulesets`, by their paths from there on.
macro_rules! inside {
    ($($path:literal,)*) => {
        &[$(($path, include_str!(concat!("../rulesets/", $path)))),*]
    };
}

/// Every rules file that ships. They are part of this file, and not of the library, so that after an edit of one only this is
/// built anew.
const RULESETS: Inside = include!("../rulesets/inside.rs");

#[cfg(not(target_family = "wasm"))]
fn main() -> std::process::ExitCode {
    sortie::cli::run(RULESETS)
}

#[cfg(all(target_family = "wasm", feature = "window"))]
fn main() {
    use sortie::ai::Skill;
    use sortie::errand::Errand;
    use sortie::overlay::{Opening, open};
    use sortie::page;
    use sortie::rulebook::{Library, Sources};

    page::begin();
    let (settings, skill) = (Default::default(), Skill::NORMAL);
    let library = Library::of(Sources::found(None, RULESETS));
    // A worker shows nothing.
    if let Some(errand) = page::errand() {
        match Errand::read(&errand) {
            Ok(errand) => errand.done(&library, |news| page::tell(&news.written())),
            Err(why) => page::give_up(&why),
        }
        return;
    }
    let seed = (sortie::machine::since_1970().as_millis() % 1_000_000) as u64;
    let (link, address, auto, frames) = (page::link(), page::address(), false, None);
    let (scenario, record, talk) = (None, None, None);
    let opening =
        Opening { library: library.into(), scenario, record, seed, settings, skill, auto, frames, link, address, talk };
    if let Err(why) = open(opening) {
        page::give_up(&why);
    }
}
