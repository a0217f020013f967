//! What mechanics work out once for every look with a memory.

use std::cell::RefCell;
use std::rc::Rc;

use super::Look;
use crate::battle::{Arm, Id};

impl Look<'_> {
    /// Whether `what` holds between two, as a mechanic works it out: once for
    /// every look with a memory. What it depends on must all be in the battle.
    pub fn once(&self, what: &'static str, a: Id, b: Id, work_out: impl FnOnce() -> bool) -> bool {
        match self.memo {
            Some(memo) => memo.said(what, a, b, work_out),
            None => work_out(),
        }
    }

    /// The same for a number.
    pub fn count_once(&self, what: &'static str, who: Id, work_out: impl FnOnce() -> i32) -> i32 {
        match self.memo {
            Some(memo) => memo.counted(what.into(), who, work_out),
            None => work_out(),
        }
    }

    /// The same for anything else that is worked out of somebody.
    pub fn keep<T: 'static>(&self, what: &'static str, who: Id, work_out: impl Fn() -> T) -> Rc<T> {
        match self.memo {
            Some(memo) => memo.kept(what.into(), who, work_out),
            None => Rc::new(work_out()),
        }
    }

    /// The same for what is worked out of the field alone: `what` names it, whoever stands there.
    pub fn keep_of_field<T: 'static>(&self, what: &'static str, work_out: impl Fn() -> T) -> Rc<T> {
        self.keep(what, Id::default(), work_out)
    }

    /// The same for each of several things that are asked about somebody.
    pub fn keep_each<Q: Clone + PartialEq + 'static, T: Clone + 'static>(
        &self,
        what: &'static str,
        who: Id,
        asked: &Q,
        work_out: impl FnOnce() -> T,
    ) -> T {
        let is_as_it_stands = self.planned.is_none() && self.guarded.is_none();
        let Some(memo) = self.memo.filter(|_| is_as_it_stands) else { return work_out() };
        let kept = memo.kept(what.into(), who, RefCell::<Vec<(Q, T)>>::default);
        if let Some((_, known)) = kept.borrow().iter().find(|(known, _)| known == asked) {
            return known.clone();
        }
        let answer = work_out();
        kept.borrow_mut().push((asked.clone(), answer.clone()));
        answer
    }

    /// The same for what something done by one to another with this arm is worth.
    pub fn weigh_once(&self, what: &'static str, both: (Id, Id), arm: &Arm, work_out: impl FnOnce() -> f64) -> f64 {
        match self.memo {
            Some(memo) => memo.worth(what.into(), both, arm, work_out),
            None => work_out(),
        }
    }

    /// Upon whom somebody is intent in the thoughts of whoever looks.
    pub fn thought_intent(&self, who: Id) -> Option<Id> {
        self.memo.and_then(|memo| memo.intent_of(who))
    }
}
