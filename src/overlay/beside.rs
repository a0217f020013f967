//! Work that goes on beside the window: on a thread of its own, or in a page of a browser by a worker. It tells how far it has
//! come, and is told to stop.

#[cfg_attr(target_family = "wasm", path = "beside/worker.rs")]
#[cfg_attr(not(target_family = "wasm"), path = "beside/thread.rs")]
mod job;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::errand::{Errand, News};
use crate::machine;

pub(super) use job::Beside;

/// The same work for a worker, who knows nothing but what is written down.
#[cfg_attr(not(target_family = "wasm"), allow(dead_code, reason = "a thread does the work itself"))]
pub(super) struct Written<T> {
    /// What is to be done; else why it cannot be.
    pub errand: Result<Errand, String>,
    /// Hears of it, and says what came of it once it is over.
    pub hear: Box<dyn Fn(News, &Heard) -> Option<T> + Send + Sync>,
}

/// What the work tells, and what it is told.
#[derive(Default)]
pub(super) struct Heard {
    done: AtomicUsize,
    stops: AtomicBool,
}

impl Heard {
    /// One more step is done; whether to go on.
    pub(super) fn step(&self) -> ControlFlow<()> {
        self.done.fetch_add(1, Ordering::Relaxed);
        self.goes_on()
    }

    /// Whether to go on.
    pub(super) fn goes_on(&self) -> ControlFlow<()> {
        if self.stops.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// How many threads such work may take: one core is left to the window.
pub(super) fn threads() -> usize {
    machine::cores().saturating_sub(1).max(1)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;

    use super::*;

    fn written<T>() -> Written<T> {
        Written { errand: Err("nobody is asked for it here".to_owned()), hear: Box::new(|_, _| None) }
    }

    /// Promise: whoever lets go of work stops it, and what came of work that is over is told once.
    #[test]
    fn work_that_is_let_go_of_stops() {
        let (tell, told) = mpsc::channel();
        let endless = move |heard: &Heard| {
            while heard.step().is_continue() {
                thread::yield_now();
            }
            tell.send(()).unwrap();
        };
        drop(Beside::begin("endless", endless, written()).unwrap());
        assert!(told.recv_timeout(std::time::Duration::from_secs(60)).is_ok());

        let mut work = Some(Beside::begin("short", |_| 7, written()).unwrap());
        let found = loop {
            match Beside::over(&mut work) {
                Some(found) => break found,
                None => thread::yield_now(),
            }
        };
        assert_eq!((found, work.is_none()), (Ok(7), true));
    }
}
