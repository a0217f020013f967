//! Who has what, since when and how badly (ST-TOX-01, ST-TOX-03, ST-TOX-08).

use super::Afflictions;
use super::syndrome::{Rate, Syndrome, Way};
use crate::mechanics::prelude::*;

/// Everything that somebody suffers from, and what they know of such things.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Afflicted {
    /// What they suffer from, in the order in which it came.
    pub with: Vec<Affliction>,
    /// Syndromes that they have named before.
    pub knows: Vec<Key>,
    /// Whether they have a cut that nobody has cleaned, in filthy surroundings.
    pub cut: bool,
}

/// One thing that somebody suffers from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Affliction {
    /// Which syndrome.
    pub of: Key,
    /// Who brought it.
    pub by: Option<Id>,
    /// The ways in which it got in.
    pub ways: Vec<Way>,
    /// Doses taken at once.
    pub doses: i32,
    /// The round in which they were taken.
    pub round: i32,
    /// What is added to its difficulty by what brought it: a stronger drink.
    pub strength: i32,
    /// How often it was breathed or drunk on top of that.
    pub more: i32,
    /// Checks passed in a row.
    pub passed: i32,
    /// Checks failed in a row.
    pub failed: i32,
    /// Wounds that it has given and that do not heal while it lasts.
    pub wounds: i32,
    /// Running counts that it has added to, which nothing takes away while it lasts.
    pub counts: Vec<(Key, i32)>,
    /// Figures that it has shifted.
    pub shifts: Vec<(FigureName, i32)>,
    /// Hours since it began.
    pub hours: i32,
    /// Whether everybody knows what it is.
    pub known: bool,
}

/// How somebody comes to suffer from something.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taken {
    pub of: Key,
    pub way: Way,
    /// None where it is all around, as gas and rays are: more of that is only more time in it.
    pub doses: i32,
    pub strength: i32,
    pub by: Option<Id>,
    /// Whether it was plain to see what it was.
    pub seen: bool,
}

impl Taken {
    /// A dose of it.
    pub const fn dose(of: Key, way: Way) -> Self {
        Self { of, way, doses: 1, strength: 0, by: None, seen: true }
    }

    /// What is all around.
    pub const fn around(of: Key, way: Way) -> Self {
        Self { of, way, doses: 0, strength: 0, by: None, seen: true }
    }
}

impl Afflictions {
    /// What somebody suffers from.
    pub(super) fn of<'a>(look: Look<'a>, who: Id) -> &'a [Affliction] {
        look.get::<Afflicted>(who).map_or(&[], |afflicted| &afflicted.with)
    }

    /// Somebody's case of a syndrome.
    pub(super) fn case_of<'a>(look: Look<'a>, who: Id, of: Key) -> Option<&'a Affliction> {
        Self::of(look, who).iter().find(|each| each.of == of)
    }

    /// What somebody's case must be checked against.
    pub(super) fn needed(&self, affliction: &Affliction, syndrome: &Syndrome) -> Sum {
        let mut needed = Sum::of(affliction.of, syndrome.dc());
        needed.add("strength", affliction.strength, self.rules.dose);
        let of_more = if syndrome.rate == Rate::Dose { self.rules.drink } else { self.rules.ways };
        needed.add("more of it", affliction.more, of_more);
        needed.add("doses", doublings(affliction.doses), self.rules.dose);
        needed
    }

    /// What somebody's check against a syndrome is rolled with.
    pub(super) fn bonus(&self, look: Look<'_>, who: Id) -> Sum {
        look.figure(who, self.figure)
    }

    /// Whether something of this kind can get into somebody in that way.
    pub(super) fn is_open(&self, look: Look<'_>, who: Id, of: Key, way: Way) -> bool {
        let Some(syndrome) = self.syndromes.get(&of) else { return false };
        let spared = who.is_thing() || self.spares.iter().any(|word| look.has_tag(who, word));
        let shut = |word: &Key| {
            let worn = |item: &Item| item.held == Held::Worn && item.arm.has(word) && !item.is("destroyed");
            look.has_tag(who, word) || look.gear(who).iter().any(worn)
        };
        let is_shut = || self.shuts.iter().any(|(word, ways)| ways.contains(&way) && shut(word));
        !spared && syndrome.enters(way) && !look.is_dead(who) && !is_shut()
    }

    /// Something gets into somebody. Doses of one round add up; more of it later begins the count anew.
    pub(super) fn take(&self, table: &mut Table<'_>, who: Id, taken: Taken) -> Step {
        let look = table.look();
        if !self.is_open(look, who, taken.of, taken.way) || self.is_outshone(look, who, taken.of) {
            return Ok(());
        }
        let round = look.clock().round;
        let had = Self::of(look, who).iter().position(|each| each.of == taken.of);
        let weaker = self.weaker(look, who, taken.of);
        let mut afflicted = table.edit::<Afflicted>(who);
        if let Some(index) = had {
            let Some(old) = afflicted.with.get_mut(index) else { return Ok(()) };
            if !old.ways.contains(&taken.way) {
                old.ways.push(taken.way);
            }
            if taken.doses == 0 {
                return Ok(());
            }
            old.doses = if old.round == round { old.doses + taken.doses } else { old.doses.max(taken.doses) };
            (old.round, old.passed) = (round, 0);
            old.strength = old.strength.max(taken.strength);
            let doses = old.doses;
            table.say(self.rules.dose, who, |look| {
                let known = Self::case_of(look, who, taken.of).is_some_and(|case| case.known);
                let of = if known { taken.of.as_str() } else { UNKNOWN };
                let count = if doses == 1 { "a dose".to_owned() } else { format!("{doses} doses") };
                format!("{} has {count} of {of} in it.", look.name(who))
            });
            return Ok(());
        }
        let Taken { of, way, doses, strength, by, seen } = taken;
        afflicted.with.push(Affliction {
            of,
            by,
            ways: vec![way],
            doses,
            round,
            strength,
            known: seen,
            ..Affliction::default()
        });
        let rule = match way {
            Way::Exposure => self.rules.rays,
            Way::Surgery => self.rules.surgery,
            _ => self.rules.ways,
        };
        let what = if seen { of } else { Key::from(UNKNOWN) };
        table.say_change(rule, who, (what, 0, 1), |look| format!("{} now suffers from {what}.", look.name(who)));
        // The stronger rays leave nothing of the weaker ones but what these have done.
        weaker.into_iter().for_each(|weaker| self.forget(table, who, weaker));
        Ok(())
    }

    /// Whether somebody suffers from stronger rays already.
    fn is_outshone(&self, look: Look<'_>, who: Id, of: Key) -> bool {
        let Some(own) = self.rays_of(of) else { return false };
        Self::of(look, who).iter().any(|each| self.rays_of(each.of).is_some_and(|rays| rays > own))
    }

    /// Weaker rays that somebody suffers from.
    fn weaker(&self, look: Look<'_>, who: Id, of: Key) -> Vec<Key> {
        let Some(own) = self.rays_of(of) else { return Vec::new() };
        let is_weaker = |of: &Key| self.rays_of(*of).is_some_and(|rays| rays < own);
        Self::of(look, who).iter().map(|each| each.of).filter(is_weaker).collect()
    }

    fn rays_of(&self, of: Key) -> Option<i32> {
        self.syndromes.get(&of)?.rays
    }

    /// Takes a syndrome off somebody's list; what it held is let go.
    pub(super) fn forget(&self, table: &mut Table<'_>, who: Id, of: Key) {
        let mut afflicted = table.edit::<Afflicted>(who);
        let Some(index) = afflicted.with.iter().position(|each| each.of == of) else { return };
        let gone = afflicted.with.remove(index);
        let mut locked = gone.wounds;
        for wound in table.edit::<Wounds>(who).0.iter_mut().filter(|wound| wound.locked) {
            if locked > 0 {
                wound.locked = false;
                locked -= 1;
            }
        }
    }

    /// Somebody is rid of a syndrome.
    pub(super) fn cure(&self, table: &mut Table<'_>, who: Id, of: Key, rule: RuleId) {
        let known = Self::case_of(table.look(), who, of).is_some_and(|case| case.known);
        self.forget(table, who, of);
        let what = if known { of } else { Key::from(UNKNOWN) };
        table.say_change(rule, who, (what, 1, 0), |look| format!("{} is rid of {what}.", look.name(who)));
    }
}

/// What something is called that nobody has named.
pub(super) const UNKNOWN: &str = "an unknown ailment";

/// How often one dose must be doubled to come to so many, in whole steps.
pub(super) const fn doublings(doses: i32) -> i32 {
    if doses < 1 { 0 } else { doses.ilog2() as i32 }
}

#[cfg(test)]
mod tests {
    use super::doublings;

    /// ST-TOX-08.
    #[test]
    fn each_doubling_of_a_dose_is_a_step() {
        assert_eq!([0, 1, 2, 3, 4, 7, 8].map(doublings), [0, 0, 1, 1, 2, 2, 3]);
    }
}
