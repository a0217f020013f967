//! Work that goes on beside the window, on a thread of its own: it tells how far it has come, and is told to stop.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};

/// Such work. Whoever lets go of it stops it.
pub(super) struct Beside<T> {
    heard: Arc<Heard>,
    thread: Option<JoinHandle<T>>,
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

impl<T: Send + 'static> Beside<T> {
    /// Begins it.
    ///
    /// # Errors
    /// When there is no thread.
    pub(super) fn begin(name: &str, work: impl FnOnce(&Heard) -> T + Send + 'static) -> Result<Self, String> {
        let heard = Arc::<Heard>::default();
        let told = heard.clone();
        let thread = thread::Builder::new().name(name.to_owned()).spawn(move || work(&told));
        let thread = thread.map_err(|why| format!("no threads: {why}"))?;
        Ok(Self { heard, thread: Some(thread) })
    }

    /// What came of it, once it is over; then it is gone.
    pub(super) fn over(work: &mut Option<Self>) -> Option<Result<T, String>> {
        let is_over = |work: &mut Self| work.thread.as_ref().is_none_or(JoinHandle::is_finished);
        let joined = work.take_if(is_over)?.thread.take().map(JoinHandle::join);
        Some(joined.and_then(Result::ok).ok_or_else(|| "the work on it broke down".to_owned()))
    }
}

impl<T> Beside<T> {
    /// Steps that are done.
    pub(super) fn done(&self) -> usize {
        self.heard.done.load(Ordering::Relaxed)
    }

    /// Tells it to stop.
    pub(super) fn stop(&self) {
        self.heard.stops.store(true, Ordering::Relaxed);
    }
}

impl<T> Drop for Beside<T> {
    fn drop(&mut self) {
        self.stop();
    }
}

/// How many threads such work may take: one core is left to the window.
pub(super) fn threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from).saturating_sub(1).max(1)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    /// Promise: whoever lets go of work stops it, and what came of work that is over is told once.
    #[test]
    fn work_that_is_let_go_of_stops() {
        let (tell, told) = mpsc::channel();
        let work = Beside::begin("endless", move |heard| {
            while heard.step().is_continue() {
                thread::yield_now();
            }
            tell.send(()).unwrap();
        });
        drop(work.unwrap());
        assert!(told.recv_timeout(std::time::Duration::from_secs(60)).is_ok());

        let mut work = Some(Beside::begin("short", |_| 7).unwrap());
        let found = loop {
            match Beside::over(&mut work) {
                Some(found) => break found,
                None => thread::yield_now(),
            }
        };
        assert_eq!((found, work.is_none()), (Ok(7), true));
    }
}
