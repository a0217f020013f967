//! Heroes and great creatures strike several times in one action, as long as it is at ordinary folk (OS-MINION-01,
//! OS-MINION-02, OS-MINION-04, OS-MASS-05).

use crate::mechanics::prelude::*;

/// The numbers of several blows.
#[derive(Clone, Debug, Deserialize)]
pub struct ManyBlows {
    /// The roll of how many blows an action holds, which starts at one.
    pub on: Key,
    /// Who has as many as a figure says, by words of theirs, and they must carry all of them; the first that fits counts.
    pub who: Vec<Several>,
    /// Words of those at whom one strikes so often, and words of those who are nobody's prey all the same.
    #[serde(deserialize_with = "refers::words")]
    pub ordinary: (Vec<Key>, Vec<Key>),
    /// Which classes strike often.
    pub classes: Classes,
    /// The word of fighters.
    #[serde(deserialize_with = "refers::words")]
    pub fighters: Key,
    /// The word of thieves.
    #[serde(deserialize_with = "refers::words")]
    pub thieves: Key,
    /// The state of a weapon that strikes no more than once.
    pub untrained: Key,
}

/// Which classes strike often.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Classes {
    /// Fighters of all kinds.
    Fighters,
    /// Thieves too.
    FightersAndThieves,
    /// Everybody who has a class.
    Everybody,
}

/// Who has as many blows as a figure says.
#[derive(Clone, Debug, Deserialize)]
pub struct Several {
    /// Words that they carry, all of them.
    #[serde(deserialize_with = "refers::words")]
    pub words: Vec<Key>,
    /// Words of targets, if it is about some only. The one who is struck at carries one of them.
    #[serde(default)]
    pub at: Vec<Key>,
    /// Whether their class must be one of those that strike often.
    #[serde(default)]
    pub if_class: bool,
    /// The figure for how many.
    pub figure: FigureName,
    /// The rule that says so.
    pub rule: RuleId,
}

impl ManyBlows {
    /// Whether somebody is one of many, to be struck down by the way.
    fn is_ordinary(&self, look: Look<'_>, who: Id) -> bool {
        let (words, never) = &self.ordinary;
        let has = |word: &Key| look.has_tag(who, word);
        words.iter().any(has) && !never.iter().any(has)
    }

    fn fits(&self, look: Look<'_>, who: Id, target: Id, several: &Several) -> bool {
        let has = |word: &Key| look.has_tag(who, word);
        let of_class = || match self.classes {
            Classes::Fighters => has(&self.fighters),
            Classes::FightersAndThieves => has(&self.fighters) || has(&self.thieves),
            Classes::Everybody => true,
        };
        let meets = several.at.is_empty() || several.at.iter().any(|word| look.has_tag(target, word));
        meets && several.words.iter().all(has) && (!several.if_class || of_class())
    }

    /// Whether an order is carried out hand to hand with something that was learned.
    fn is_at_hand(&self, look: Look<'_>, case: &Case<'_>) -> bool {
        let named = case.order.and_then(|order| order.with);
        let is_weapon = |item: &&Item| item.is_ready() && !item.arm.reach.is_empty() && item.arm.damage.is_some();
        let item = match named {
            Some(name) => look.item(case.who, name),
            None => look.gear(case.who).iter().find(is_weapon),
        };
        // Whoever is stunned, or has not noticed anybody, is near enough all the same.
        let reaches = |target: Id| look.rules().measure.melee.is_some_and(|far| look.gap(case.who, target) <= far);
        let near = case.against.is_none_or(|target| reaches(target) && look.can_strike(case.who, target));
        near && item.is_none_or(|item| !item.arm.reach.is_empty() && !item.is(self.untrained))
    }
}

impl Mechanic for ManyBlows {}

modifies!(ManyBlows: [self.on] => |self, look, case, sum| {
    let Some(target) = case.against else { return };
    if !self.is_ordinary(look, target) || !self.is_at_hand(look, case) {
        return;
    }
    let Some(several) = self.who.iter().find(|several| self.fits(look, case.who, target, several)) else { return };
    let blows = look.value(case.who, several.figure);
    sum.add(several.figure, (blows - 1).max(0), several.rule);
});
