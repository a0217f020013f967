//! What a machine lends to a program: threads, a clock, places to keep things. A page of a browser has no threads, another clock
//! and no such places; what differs stands here, and nobody else asks where they run.

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

/// The stack of a thread: battles within battles need some.
const STACK: usize = 8 << 20;

/// Whether a thread can be had at all.
pub const HAS_THREADS: bool = cfg!(not(target_family = "wasm"));

/// Whether the program can be left by itself.
pub const IS_LEFT: bool = cfg!(not(target_family = "wasm"));

/// Whether there can be more windows than one: a page of a browser is opened a second time by a link.
pub const HAS_WINDOWS: bool = cfg!(not(target_family = "wasm"));

/// Whether files are handed over: given away where there is no disc, and dropped onto the program.
pub const HANDS_OVER: bool = cfg!(target_family = "wasm");

/// The files that were handed over at once, by their paths; or why they are not taken.
pub type Handed = Result<crate::files::zip::Files, String>;

/// Hands a file over to people: a page downloads it.
///
/// # Errors
/// When that cannot be done: on a desk files lie in folders.
#[cfg(not(target_family = "wasm"))]
pub fn give(name: &str, _bytes: &[u8]) -> Result<(), String> {
    Err(format!("{name}: files are not handed over here"))
}

/// Hands a file over to people: a page downloads it.
///
/// # Errors
/// When the page cannot do that.
#[cfg(target_family = "wasm")]
pub fn give(name: &str, bytes: &[u8]) -> Result<(), String> {
    crate::page::give(name, bytes)
}

/// What was handed over since this was asked last.
#[cfg(not(target_family = "wasm"))]
pub fn handed() -> Option<Handed> {
    None
}

/// What was dropped onto the page since this was asked last.
#[cfg(target_family = "wasm")]
pub fn handed() -> Option<Handed> {
    crate::page::dropped()
}

/// Has `wake` called when something was handed over: on a desk nothing is.
#[cfg(not(target_family = "wasm"))]
pub fn wakes(_wake: impl FnMut() + 'static) {}

/// Has `wake` called when something was dropped onto the page.
#[cfg(target_family = "wasm")]
pub fn wakes(wake: impl FnMut() + 'static) {
    crate::page::wakes(wake);
}

/// How many things can be done at a time.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Does the parts of some work side by side, each on a thread of its own, and tells what came of each, in their order. Where
/// there are no more threads the rest is done in a row.
pub fn side_by_side<T: Send>(parts: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let work = &work;
    std::thread::scope(|scope| {
        let begin = |part| {
            let thread = std::thread::Builder::new().stack_size(STACK);
            thread.spawn_scoped(scope, move || work(part)).map_err(|_| part)
        };
        let others: Vec<_> = (1..parts).map(begin).collect();
        let first = work(0);
        let others = others.into_iter().map(|other| match other {
            Ok(thread) => thread.join().unwrap_or_else(|fault| std::panic::resume_unwind(fault)),
            Err(part) => work(part),
        });
        std::iter::once(first).chain(others).collect()
    })
}

/// Does something to everything of a list that is `width` wide, several rows at a time.
#[cfg(not(target_family = "wasm"))]
pub fn in_rows<T: Send>(all: &mut [T], width: usize, work: impl Fn(usize, &mut T) + Sync) {
    use rayon::prelude::*;

    all.par_iter_mut().enumerate().with_min_len(width.max(1)).for_each(|(index, item)| work(index, item));
}

/// Does something to everything of a list, row after row.
#[cfg(target_family = "wasm")]
pub fn in_rows<T: Send>(all: &mut [T], _width: usize, work: impl Fn(usize, &mut T) + Sync) {
    all.iter_mut().enumerate().for_each(|(index, item)| work(index, item));
}

/// The time of day.
#[cfg(not(target_family = "wasm"))]
pub fn now() -> SystemTime {
    SystemTime::now()
}

/// The time of day, as the browser tells it.
#[cfg(target_family = "wasm")]
pub fn now() -> SystemTime {
    let since = web_time::SystemTime::now().duration_since(web_time::UNIX_EPOCH).unwrap_or_default();
    SystemTime::UNIX_EPOCH + since
}

/// How long ago 1970 began: another number each time, for names and seeds.
pub fn since_1970() -> Duration {
    now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default()
}

/// Where this system keeps what programs are set to; nothing where it has no such place.
pub fn place_of_settings() -> Option<PathBuf> {
    places::settings()
}

/// Where this system keeps what programs make; nothing where it has no such place.
pub fn place_of_things() -> Option<PathBuf> {
    places::things()
}

/// Where things lie that may be lost.
pub fn place_of_passing_things() -> PathBuf {
    places::passing()
}

#[cfg(not(target_family = "wasm"))]
mod places {
    use std::path::PathBuf;

    use directories::ProjectDirs;

    fn own() -> Option<ProjectDirs> {
        ProjectDirs::from("", "", "sortie")
    }

    pub(super) fn settings() -> Option<PathBuf> {
        own().map(|own| own.config_dir().to_owned())
    }

    pub(super) fn things() -> Option<PathBuf> {
        own().map(|own| own.data_dir().to_owned())
    }

    pub(super) fn passing() -> PathBuf {
        std::env::temp_dir().join("sortie")
    }
}

#[cfg(target_family = "wasm")]
mod places {
    use std::path::PathBuf;

    /// What messages call what a browser keeps for a page (`files/page.rs`).
    const HERE: &str = "this browser";

    pub(super) fn settings() -> Option<PathBuf> {
        Some(HERE.into())
    }

    pub(super) fn things() -> Option<PathBuf> {
        Some(HERE.into())
    }

    pub(super) fn passing() -> PathBuf {
        HERE.into()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Promise: every part of a work is done once, and what came of them stands in their order.
    #[test]
    fn parts_are_done_once_and_told_in_their_order() {
        let done = AtomicUsize::new(0);
        let count = |part: usize| {
            done.fetch_add(1, Ordering::Relaxed);
            part * part
        };
        for parts in [1, 2, 9] {
            done.store(0, Ordering::Relaxed);
            assert_eq!(side_by_side(parts, count), (0..parts).map(|part| part * part).collect::<Vec<_>>());
            assert_eq!(done.load(Ordering::Relaxed), parts);
        }
    }

    /// Promise: everything of a list is worked on once, whatever its width, and a last row that is not full too.
    #[test]
    fn every_item_of_every_row_is_worked_on_once() {
        for (count, width) in [(0, 3), (1, 1), (1_000, 7), (64 * 64, 64), (5, 0), (3, 100)] {
            let mut all = vec![0; count];
            in_rows(&mut all, width, |index, item| *item += index + 1);
            assert_eq!(all, (1..=count).collect::<Vec<_>>(), "{count} in rows of {width}");
        }
    }

    /// Promise: a part that breaks down does so for whoever wants the whole.
    #[test]
    fn a_part_that_breaks_down_is_not_lost() {
        let broken = std::panic::catch_unwind(|| {
            side_by_side(2, |part| assert_eq!(part, 0, "a test that breaks down on purpose"));
        });
        assert!(broken.is_err());
    }
}
