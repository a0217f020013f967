//! Such work in a page of a browser, by a worker: another copy of this program that does what is written down.

use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use super::{Heard, Written};
use crate::errand::News;
use crate::page;

/// Such work. Whoever lets go of it stops it.
pub struct Beside<T> {
    heard: Heard,
    worker: u32,
    /// What the worker has told and nobody has read yet.
    told: Arc<Mutex<VecDeque<String>>>,
    hear: Box<dyn Fn(News, &Heard) -> Option<T> + Send + Sync>,
}

impl<T: Send + 'static> Beside<T> {
    /// Begins it.
    ///
    /// # Errors
    /// When it cannot be written down, or the page has no workers.
    pub fn begin(
        _name: &str,
        _work: impl FnOnce(&Heard) -> T + Send + 'static,
        Written { errand, hear }: Written<T>,
    ) -> Result<Self, String> {
        let told = Arc::<Mutex<VecDeque<String>>>::default();
        let tells = told.clone();
        let note = move |news| tells.lock().unwrap_or_else(PoisonError::into_inner).push_back(news);
        let worker = page::employ(&errand?.written(), note)?;
        Ok(Self { heard: Heard::default(), worker, told, hear })
    }

    /// What came of it, once it is over; then it is gone.
    pub fn over(work: &mut Option<Self>) -> Option<Result<T, String>> {
        let over = work.as_ref()?.read();
        if over.is_some() {
            *work = None;
        }
        over
    }

    /// Reads what was told.
    fn read(&self) -> Option<Result<T, String>> {
        let told = std::mem::take(&mut *self.told.lock().unwrap_or_else(PoisonError::into_inner));
        for news in told {
            // A worker that breaks down tells nothing that can be read.
            let Ok(news) = News::read(&news) else { return Some(Err("the work on it broke down".to_owned())) };
            if let Some(over) = (self.hear)(news, &self.heard) {
                return Some(Ok(over));
            }
        }
        None
    }
}

impl<T> Beside<T> {
    /// Steps that are done.
    pub fn done(&self) -> usize {
        self.heard.done.load(Ordering::Relaxed)
    }

    /// Tells it to stop: the worker is sent away, and what it has told by then is all.
    pub fn stop(&self) {
        if !self.heard.stops.swap(true, Ordering::Relaxed) {
            page::dismiss(self.worker);
            let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
            told.push_back(News::Over(None).written());
        }
    }
}

impl<T> Drop for Beside<T> {
    fn drop(&mut self) {
        self.stop();
    }
}
