//! Bodies and things that only some arms harm fully (OS-GEAR-01).

use crate::mechanics::prelude::*;

/// Who is harmed fully by what.
#[derive(Clone, Debug, Deserialize)]
pub struct HalfHarmed {
    /// A word of fighters or things, and words of arms or of their damage that is not halved.
    pub rows: Vec<(Key, Vec<Key>)>,
    /// The rule that says so.
    pub rule: RuleId,
}

impl Mechanic for HalfHarmed {}

modifies!(HalfHarmed: ["damage over"] => |self, look, case, sum| {
    let Some(arm) = case.arm else { return };
    let is_meant = |arm: &Arm, words: &[Key]| words.iter().any(|word| arm.has(word) || arm.types.contains(word));
    let is_a_thing = |word: &Key| look.thing(case.who).is_some_and(|thing| thing.def.tags.contains(word));
    let carries = |word: &Key| look.has_tag(case.who, word) || is_a_thing(word);
    for (word, fully) in &self.rows {
        if carries(word) && !is_meant(arm, fully) {
            sum.add(*word, 1, self.rule);
        }
    }
});
