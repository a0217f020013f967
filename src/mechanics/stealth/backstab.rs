//! A backstab: the blow of those who have learned to come up from behind (OS-ATK-18).

use crate::mechanics::prelude::*;

/// The numbers of a backstab.
#[derive(Clone, Debug, Deserialize)]
pub struct Backstab {
    /// The word of those who have learned it.
    #[serde(deserialize_with = "refers::words")]
    pub who: Key,
    /// The word of blows that can be one: those that nobody has seen coming.
    pub on: Key,
    /// The word that such a blow carries.
    pub word: Key,
    /// Words of arms that make it none.
    pub never_with: Vec<Key>,
    /// The figure for how many times more its damage counts.
    pub times: FigureName,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

/// The last round in which somebody has struck a blow: only the first of a round can be a backstab.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Struck(Option<i32>);

impl Mechanic for Backstab {}

hears!(Backstab: |self, table| {
    Blow { blow } => {
        let (who, round) = (blow.case.who, table.clock().round);
        if table.look().has_tag(who, self.who) {
            table.edit::<Struck>(who).0 = Some(round);
        }
    },
});

narrows!(Backstab: |self, look, case| {
    let fits = case.is("melee") && case.is(self.on) && look.has_tag(case.who, self.who);
    let is_first = || look.get::<Struck>(case.who).is_none_or(|struck| struck.0 != Some(look.clock().round));
    if fits && !self.never_with.iter().any(|word| case.is(word)) && is_first() {
        case.push_word(self.word);
    }
});

modifies!(Backstab: ["damage times"] => |self, look, case, sum| {
    if case.is(self.word) {
        sum.add(self.word, look.value(case.who, self.times), self.rule);
    }
});
