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

fn carries(look: Look<'_>, who: Id, word: Key) -> bool {
    look.has_tag(who, word) || look.thing(who).is_some_and(|thing| thing.def.tags.contains(&word))
}

impl Mechanic for HalfHarmed {}

impl Modifies for HalfHarmed {
    fn on(&self) -> Option<Vec<Key>> {
        Some(vec!["damage over".into()])
    }

    fn modify(&self, look: Look<'_>, case: &Case<'_>, sum: &mut Sum) {
        let Some(arm) = case.arm else { return };
        let is_meant = |arm: &Arm, words: &[Key]| words.iter().any(|word| arm.has(word) || arm.types.contains(word));
        for (word, fully) in &self.rows {
            if carries(look, case.who, *word) && !is_meant(arm, fully) {
                sum.add(*word, 1, self.rule);
            }
        }
    }
}
