//! What mechanics say of those in a state, in the words that all of them share: two that say the same of one state get in
//! each other's way, and their ruleset is told so.

use crate::mechanics::prelude::*;

/// What is done in their turns.
pub(super) fn deeds(state: ConditionName) -> (ConditionName, String) {
    (state, format!("what those who are `{state}` do in their turns"))
}

/// What becomes of their turns.
pub(super) fn turns(state: ConditionName) -> (ConditionName, String) {
    (state, format!("what becomes of the turns of those who are `{state}`"))
}

/// What wakes them.
pub(super) fn waking(state: ConditionName) -> (ConditionName, String) {
    (state, format!("what wakes those who are `{state}`"))
}

/// When they die.
pub(super) fn death(state: ConditionName) -> (ConditionName, String) {
    (state, format!("when those who are `{state}` die"))
}

/// How much is left of a figure or roll of theirs.
pub(super) fn left_of(figure: Key, state: ConditionName) -> (ConditionName, String) {
    (state, format!("how much is left of the `{figure}` of those who are `{state}`"))
}
