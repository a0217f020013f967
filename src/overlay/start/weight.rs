//! What a battle asks of whoever plays it: how many take part, and how much there is to know, counted on the field.

use std::collections::BTreeSet;

use crate::battle::{Fighter, Objective, Setup};

/// How hard a battle is to begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Soon understood.
    Easy,
    /// There is more to look after.
    Middling,
    /// For those who know the game.
    Demanding,
}

impl Level {
    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "Easy",
            Self::Middling => "Middling",
            Self::Demanding => "Demanding",
        }
    }

    /// What that means.
    pub const fn means(self) -> &'static str {
        match self {
            Self::Easy => "soon understood.",
            Self::Middling => "there is more to look after.",
            Self::Demanding => "for those who know the game.",
        }
    }
}

/// What a battle asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    /// Those who take part.
    pub fighters: usize,
    /// Those of them that somebody rides.
    pub ridden: usize,
    /// Different weapons, powers, states, things and conditions of play on the field.
    pub rules: usize,
}

impl Weight {
    /// Counted on the field.
    pub fn of(setup: &Setup) -> Self {
        let mut known: BTreeSet<&str> = BTreeSet::new();
        for fighter in &setup.fighters {
            match &fighter.arms {
                Some(arms) => known.extend(arms.iter().map(|arm| arm.name.as_str())),
                None => known.extend(fighter.profile.arms.iter().map(|arm| arm.as_str())),
            }
            let profile = &fighter.profile;
            known.extend(profile.techniques.iter().map(|key| key.as_str()));
            known.extend(profile.conditions.iter().map(|key| key.as_str()));
            known.extend(fighter.conditions.iter().map(|condition| condition.kind.as_str()));
            known.extend(fighter.rides.iter().map(|_| "riding"));
            known.extend(fighter.possesses.iter().map(|_| "possession"));
            known.extend(fighter.follows.iter().map(|_| "followers"));
            known.extend((fighter.arrives > 1).then_some("latecomers"));
        }
        known.extend(setup.things.iter().map(|thing| thing.def.name.as_str()));
        known.extend(setup.features.iter().map(|feature| feature.verb.as_str()));
        known.extend(setup.tags.iter().map(|tag| tag.as_str()));
        let goals = setup.sides.iter().filter(|side| side.objective != Objective::LastStanding).count();
        let around = &setup.surroundings;
        let weather = usize::from(around.wind.is_some()) + usize::from(around.rain) + around.incoming.len().min(1);
        // An encounter is a game before the game.
        let met = if setup.encounter.is_some() { 4 } else { 0 };
        let fighters = setup.fighters.len();
        Self { fighters, ridden: fighters - riders(setup).count(), rules: known.len() + goals + weather + met }
    }

    /// How hard that makes it.
    pub const fn level(self) -> Level {
        match self.rules + self.fighters / 2 {
            0..=14 => Level::Easy,
            15..=26 => Level::Middling,
            _ => Level::Demanding,
        }
    }

    /// In words.
    pub fn told(self) -> String {
        format!("{} fighters, {} weapons and rules to know", self.fighters - self.ridden, self.rules)
    }
}

/// Those who take part, without those whom somebody rides: whoever reads of a knight counts no horse.
pub fn riders(setup: &Setup) -> impl Iterator<Item = &Fighter> {
    let ridden: BTreeSet<&str> = setup.fighters.iter().filter_map(|fighter| fighter.rides.as_deref()).collect();
    setup.fighters.iter().filter(move |fighter| !ridden.contains(fighter.name.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::trial;

    /// Promise: a horse that somebody rides is not counted among the fighters, neither of a side nor of the battle.
    #[test]
    fn a_horse_is_no_fighter() {
        let setup = trial::library().scenario("spears_at_the_bridge").unwrap().setup;
        let mounts = setup.fighters.iter().filter(|fighter| fighter.rides.is_some()).count();
        assert!(mounts > 0, "nobody rides");
        assert_eq!(riders(&setup).count() + mounts, setup.fighters.len());
        let weight = Weight::of(&setup);
        assert!(weight.told().starts_with(&format!("{} fighters, ", setup.fighters.len() - mounts)), "{weight:?}");
    }
}
