//! What a walk and the blow at its end take together, and what is left of the turn after both.

use super::approach::{Approach, When};
use super::first::set_out;
use super::{Ahead, Watcher, is_on_turn, is_still_their_turn};
use crate::battle::{Id, Look};

/// What the blow takes at the end of a walk, and what is left of the turn after both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whole {
    /// What the blow takes, in the words of the ruleset, where it takes anything.
    pub blow: Option<String>,
    /// What is left of the turn then; nothing where the turn ends with it.
    pub left: Option<String>,
}

impl Ahead {
    /// The same of an approach whose blow lands in this turn, as the rules count it from where the walk has ended: nothing for a
    /// ride, where dice say whether anybody gets there, and where somebody else is asked before or nothing follows.
    pub(super) fn whole(&mut self, look: Look<'_>, who: Id, found: &Approach) -> Option<Whole> {
        let is_thrown_for = found.first.as_ref().is_some_and(|first| first.chance.is_some());
        if found.when != When::Now || found.course.mover != who || found.course.is_ride() || is_thrown_for {
            return None;
        }
        let scratch = self.mute.get_or_insert_default();
        let mut copy = scratch.copy(look);
        let mut watcher = Watcher::of(look, who, &self.habits);
        if !set_out(&mut copy, found.first.as_ref(), 0, &mut watcher) || copy.answer(found.go.clone()).is_err() {
            return None;
        }
        copy.play(&mut watcher);
        let there = copy.look().filter(|there| is_on_turn(*there, who))?;
        let deed = there.deed(found.blow.verb).ok()?;
        let price = there.rules().economy.price(there, who, &**deed, &found.blow).ok()?;
        let blow = price.text.filter(|text| !text.is_empty());
        copy.answer(found.blow.clone()).ok()?;
        copy.play(&mut watcher);
        // In the middle of the blow nothing is known of what it leaves.
        let is_done = |after: &Look<'_>| after.question().is_some_and(|asked| asked.by.is_none());
        // Whoever falls by what answers their blow has no turn that could be told of.
        let after = copy.look().filter(|after| is_done(after) && after.is_in_play(who))?;
        let is_theirs = is_still_their_turn(look, after, who);
        Some(Whole { blow, left: is_theirs.then(|| after.rules().economy.left_now(after, who)) })
    }
}
