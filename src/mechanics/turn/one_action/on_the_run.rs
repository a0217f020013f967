//! Blows after a whole move, for those who may strike so (OS-MOVE-04, OS-MOVE-05).

use super::OneAction;
use crate::mechanics::prelude::*;
use crate::mechanics::privilege::Privilege;

/// Who strikes with what after a whole move.
#[derive(Clone, Debug, Deserialize)]
pub struct OnTheRun {
    /// A word of theirs.
    #[serde(deserialize_with = "refers::words")]
    pub word: Key,
    /// Words of arms: it takes an arm with one of them.
    #[serde(deserialize_with = "refers::words_of_arms")]
    pub with: Vec<Key>,
    /// Words of arms that nobody does it with.
    #[serde(default, deserialize_with = "refers::words_of_arms")]
    pub without: Vec<Key>,
    /// Where that is for the table to say.
    #[serde(default)]
    pub privilege: Privilege,
    /// The rule that says so.
    pub rule: RuleId,
}

impl OneAction {
    /// Whether a privilege lets somebody who has gone so far still do this.
    pub(super) fn on_the_run(&self, look: Look<'_>, who: Id, order: &Order) -> bool {
        let arm = order.with.and_then(|name| look.item(who, name)).map(|item| &item.arm);
        arm.is_some_and(|arm| self.strikes_then_with(look, who, arm))
    }

    /// The same with anything that is in their hands.
    pub(super) fn strikes_on_the_run(&self, look: Look<'_>, who: Id) -> bool {
        look.arms(who).any(|item| item.is_ready() && self.strikes_then_with(look, who, &item.arm))
    }

    fn strikes_then_with(&self, look: Look<'_>, who: Id, arm: &Arm) -> bool {
        let has = |words: &[Key]| words.iter().any(|word| arm.has(word));
        let fits = |run: &&OnTheRun| {
            run.privilege.runs() && look.has_tag(who, run.word) && has(&run.with) && !has(&run.without)
        };
        self.on_the_run.iter().any(|run| fits(&run))
    }
}
