//! Such work on a thread.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::{self, JoinHandle};

use super::{Heard, Written};

/// Such work. Whoever lets go of it stops it.
pub struct Beside<T> {
    heard: Arc<Heard>,
    thread: Option<JoinHandle<T>>,
}

impl<T: Send + 'static> Beside<T> {
    /// Begins it.
    ///
    /// # Errors
    /// When there is no thread.
    pub fn begin(
        name: &str,
        work: impl FnOnce(&Heard) -> T + Send + 'static,
        _written: Written<T>,
    ) -> Result<Self, String> {
        let heard = Arc::<Heard>::default();
        let told = heard.clone();
        let thread = thread::Builder::new().name(name.to_owned()).spawn(move || work(&told));
        let thread = thread.map_err(|why| format!("no threads: {why}"))?;
        Ok(Self { heard, thread: Some(thread) })
    }

    /// What came of it, once it is over; then it is gone.
    pub fn over(work: &mut Option<Self>) -> Option<Result<T, String>> {
        let is_over = |work: &mut Self| work.thread.as_ref().is_none_or(JoinHandle::is_finished);
        let joined = work.take_if(is_over)?.thread.take().map(JoinHandle::join);
        Some(joined.and_then(Result::ok).ok_or_else(|| "the work on it broke down".to_owned()))
    }
}

impl<T> Beside<T> {
    /// Steps that are done.
    pub fn done(&self) -> usize {
        self.heard.done.load(Ordering::Relaxed)
    }

    /// Tells it to stop.
    pub fn stop(&self) {
        self.heard.stops.store(true, Ordering::Relaxed);
    }
}

impl<T> Drop for Beside<T> {
    fn drop(&mut self) {
        self.stop();
    }
}
