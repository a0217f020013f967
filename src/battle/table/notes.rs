//! What a table writes into the chronicle, and what it notes it within.

use super::{Step, Table};
use crate::battle::{Blown, Chronicle, Fact, Hit, HitBy, Id, Key, Look, RuleId};

/// Who a sentence is about, and who it was done to, if anybody.
pub struct Told(pub(super) Id, pub(super) Option<Id>);

impl From<Id> for Told {
    fn from(who: Id) -> Self {
        Self(who, None)
    }
}

impl<W: Into<Option<Id>>> From<(Id, W)> for Told {
    fn from((who, whom): (Id, W)) -> Self {
        Self(who, whom.into())
    }
}

impl Table<'_> {
    /// Writes a fact into the chronicle; it is not even put together when
    /// nobody reads it.
    pub fn note(&mut self, fact: impl FnOnce(Look<'_>) -> Fact) {
        if !self.is_read() {
            return;
        }
        let clock = self.clock();
        let look = self.look();
        let mut fact = fact(look);
        fact.unknown_to = look.kept_from(&fact);
        (fact.round, fact.turn, fact.depth) = (clock.round, clock.turn, self.within.len());
        if let Some(mut chronicle) = self.world.get_mut::<Chronicle>(self.battle) {
            fact.of = self.outcome_of.map(|place| chronicle.facts.len().saturating_sub(place));
            chronicle.facts.push(fact);
        }
    }

    /// The same for a fact that is a sentence about somebody, perhaps with somebody else, and no more.
    pub fn say(&mut self, rule: impl Into<RuleId>, of: impl Into<Told>, text: impl FnOnce(Look<'_>) -> String) {
        let Told(who, whom) = of.into();
        self.note(|look| Fact::new(rule, text(look)).who(who).whom(whom));
    }

    /// The same with what has changed about the one that the sentence is about, from how much to how much.
    pub fn say_change(
        &mut self,
        rule: impl Into<RuleId>,
        of: impl Into<Told>,
        (what, from, to): (impl Into<Key>, i32, i32),
        text: impl FnOnce(Look<'_>) -> String,
    ) {
        let Told(who, whom) = of.into();
        self.note(|look| Fact::new(rule, text(look)).who(who).whom(whom).change(who, what, from, to));
    }

    /// Notes the striker and the arm on all facts from this place on that tell of the one who is hit.
    pub(in crate::battle) fn note_dealt(&mut self, first: usize, hit: &Hit) {
        if !self.is_read() {
            return;
        }
        let (by, arm) = (hit.by, hit.arm.as_ref().map(|arm| arm.name));
        let left = self.look().wounds(hit.who).iter().any(|wound| wound.kind == hit.judged.name);
        let wound = Some(hit.judged.name).filter(|_| left && hit.judged.harm > 0);
        if let Some(mut chronicle) = self.world.get_mut::<Chronicle>(self.battle) {
            let facts = chronicle.facts.iter_mut().skip(first).enumerate();
            // A hit that came of this one has noted its own.
            let own = facts.filter(|(_, fact)| fact.who == Some(hit.who) && fact.dealt.is_none());
            own.for_each(|(back, fact)| fact.dealt = Some(HitBy { by, arm, back, wound }));
        }
    }

    /// Counts a blow.
    pub(in crate::battle) fn count_blow(&mut self, blow: &Blown<'_>) {
        if let Some(mut chronicle) = self.world.get_mut::<Chronicle>(self.battle) {
            chronicle.struck.blows += 1;
            chronicle.struck.hits += u64::from(blow.struck());
        }
    }

    /// The place that the next fact will have in the chronicle.
    pub fn next_fact(&self) -> usize {
        self.world.get::<Chronicle>(self.battle).map_or(0, |chronicle| chronicle.facts.len())
    }

    /// Does what comes of the fact at this place, after others have been noted: whoever shows the battle can then show it
    /// with that fact.
    pub fn outcome_of<T>(&mut self, fact: usize, inside: impl FnOnce(&mut Self) -> Step<T>) -> Step<T> {
        // What comes of an outcome belongs to the same fact.
        let before = self.outcome_of;
        self.outcome_of = before.or(Some(fact));
        let result = inside(self);
        self.outcome_of = before;
        result
    }

    /// Does something inside what is going on, under a name that questions
    /// and the chronicle can show.
    pub fn within<T>(&mut self, name: &'static str, inside: impl FnOnce(&mut Self) -> Step<T>) -> Step<T> {
        self.within.push(name);
        let result = inside(self);
        self.within.pop();
        result
    }

    /// Whether this happens inside what goes by that name.
    pub fn is_within(&self, name: &str) -> bool {
        self.within.contains(&name)
    }
}
