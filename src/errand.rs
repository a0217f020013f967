//! Work that takes minutes, written down: a page of a browser has no threads beside its window, but workers, who know nothing but
//! what they are told. On a desk a thread does the same without this.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::analysis::{self, Analysis, Part, Played, Progress};
use crate::balance::{self, Row, Trial, Vary};
use crate::battle::caught;
use crate::record::{Budget, Record};
use crate::rulebook::Library;
use crate::rulebook::reader::lines;

/// What is to be done.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Errand {
    /// A battle looked at again.
    Analysis {
        /// Which.
        record: Box<Record>,
        /// How closely.
        depth: analysis::Depth,
        /// What was found by then the last time.
        part: Option<Box<Part>>,
    },
    /// A battle of a scenario fought again and again.
    Balance {
        /// The scenario, by its name.
        scenario: String,
        /// What is varied.
        vary: Option<Vary>,
        /// How closely.
        sampling: balance::Sampling,
    },
}

/// What is heard of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum News {
    /// One more thing of a battle was looked at.
    Looked {
        /// What is known so far.
        part: Box<Part>,
        /// Whether that was a decision, else a moment.
        is_decision: bool,
        /// Decisions and moments that are left.
        left: (usize, usize),
        /// The share of the whole that is done.
        share: f64,
    },
    /// One more battle is over.
    Battle,
    /// Enough is known of a value.
    Known(Row),
    /// All of it is done: what was found, where it was about one battle.
    Over(Option<Box<Analysis>>),
    /// It cannot be done.
    Wrong(String),
}

impl Errand {
    /// In a text, for whoever does it.
    pub fn written(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads it.
    ///
    /// # Errors
    /// When it is none.
    pub fn read(text: &str) -> Result<Self, String> {
        serde_json::from_str(text).map_err(|why| why.to_string())
    }

    /// Does it, and tells of it as it goes; the last that is told is that it is over, or cannot be done.
    pub fn done(self, library: &Library, tell: impl Fn(News) + Sync) {
        let done = caught(|| self.told(library, &tell));
        let last = done.unwrap_or_else(|fault| Err(format!("the rules broke down: {fault}")));
        tell(last.map_or_else(News::Wrong, |found| News::Over(found.map(Box::new))));
    }

    fn told(self, library: &Library, tell: &(impl Fn(News) + Sync)) -> Result<Option<Analysis>, String> {
        let go_on = |news| {
            tell(news);
            ControlFlow::Continue(())
        };
        match self {
            Self::Analysis { record, depth, part } => {
                let (_, game) = record.restore(library, &Budget::usual()).map_err(|why| why.to_string())?;
                let played = Played::of(&game.world, game.battle).ok_or("nobody can begin this battle again")?;
                let looked = |Progress { part, is_decision, left, share }: Progress<'_>| {
                    go_on(News::Looked { part: Box::new(part.clone()), is_decision, left, share })
                };
                played.analysed(depth, 1, part.map(|part| *part), looked).map_err(|why| why.to_string())
            }
            Self::Balance { scenario, vary, sampling } => {
                let setup = library.scenario(&scenario).map_err(|problems| lines(&problems))?.setup;
                let trial = Trial::of(&setup, vary).map_err(|why| why.to_string())?;
                let sampling = balance::Sampling { threads: 1, ..sampling };
                let heard = |news| match news {
                    balance::News::Begins(_) => ControlFlow::Continue(()),
                    balance::News::Battle => go_on(News::Battle),
                    balance::News::Known(row) => go_on(News::Known(row)),
                };
                trial.fought(sampling, heard).map(|_| None).map_err(|why| why.to_string())
            }
        }
    }
}

impl News {
    /// In a text, for whoever waits for it.
    pub fn written(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads it.
    ///
    /// # Errors
    /// When it is none: whoever did the work is gone.
    pub fn read(text: &str) -> Result<Self, String> {
        serde_json::from_str(text).map_err(|why| why.to_string())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::ai::{Minds, Skill};
    use crate::record::record;
    use crate::trial;

    /// What is heard of an errand that was written and read.
    fn heard(errand: &Errand) -> Vec<News> {
        let heard = Mutex::new(Vec::new());
        let again = Errand::read(&errand.written()).unwrap();
        again.done(&Library::open("rulesets"), |news| {
            heard.lock().unwrap().push(News::read(&news.written()).unwrap());
        });
        heard.into_inner().unwrap()
    }

    /// Promise: a worker finds the same as a thread.
    #[test]
    fn a_battle_is_looked_at_by_a_worker_as_by_a_thread() {
        let mut game = trial::begun("skirmish4", 7);
        game.play(None, &mut Minds::new([Skill::Walk; 2], 7, 12)).unwrap();
        let depth = analysis::Depth { playouts: 2, moments: 2, throws: 2, judges: false, seed: 1 };
        let played = Played::of(&game.world, game.battle).unwrap();
        let found = played.analysed(depth, 2, None, |_| ControlFlow::Continue(())).unwrap();
        let record = Box::new(record(&game.world, game.battle).unwrap());
        let news = heard(&Errand::Analysis { record, depth, part: None });
        assert!(news.len() > 2 && matches!(news[0], News::Looked { .. }));
        assert_eq!(news.last(), Some(&News::Over(found.map(Box::new))));
    }

    /// Promise: the same of battles that are fought again and again.
    #[test]
    fn battles_are_fought_by_a_worker_as_by_a_thread() {
        let setup = Library::open("rulesets").scenario("skirmish4").unwrap().setup;
        let sampling = balance::Sampling { skill: Skill::Walk, seed: 3, threads: 2, most: 50, within: 0.3 };
        let found = Trial::of(&setup, None).unwrap().fought(sampling, |_| ControlFlow::Continue(())).unwrap();
        let news = heard(&Errand::Balance { scenario: "skirmish4".to_owned(), vary: None, sampling });
        let rows = news.iter().filter_map(|news| if let News::Known(row) = news { Some(row.tally) } else { None });
        assert_eq!(rows.collect::<Vec<_>>(), found.rows.iter().map(|row| row.tally).collect::<Vec<_>>());
        assert!(news.contains(&News::Battle) && news.last() == Some(&News::Over(None)));
    }

    /// Promise: what cannot be done says why, and what is no errand is none.
    #[test]
    fn what_cannot_be_done_says_why() {
        let sampling = balance::Sampling { skill: Skill::Walk, seed: 3, threads: 1, most: 50, within: 0.3 };
        let news = heard(&Errand::Balance { scenario: "chess".to_owned(), vary: None, sampling });
        assert!(matches!(news.as_slice(), [News::Wrong(why)] if why.contains("chess")), "{news:?}");
        assert!(Errand::read("{}").is_err() && News::read("").is_err());
    }
}
