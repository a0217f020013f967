//! Armour class, better the lower it is: what is worn, a shield, and quick feet (OS-DEF-01 to OS-DEF-04).

use bevy::ecs::prelude::Component;
use serde::Deserialize;
use smallvec::SmallVec;

use crate::battle::{Blown, Case, Figures, Held, Id, Item, Key, Look, Mechanic, Step, Sum, Table, refers};

/// The numbers of armour class.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmourClass {
    /// The figure, and the roll of that name in blows.
    #[serde(deserialize_with = "refers::figures")]
    pub figure: Key,
    /// The figure of whoever wears nothing.
    #[serde(deserialize_with = "refers::figures")]
    pub bare: Key,
    /// The figure of armour for the class that it makes.
    #[serde(deserialize_with = "refers::figures_of_arms")]
    pub worn: Key,
    /// The figure of things for their magic.
    #[serde(deserialize_with = "refers::figures_of_arms")]
    pub magic: Key,
    /// The word of shields, and their figures against blows and against shots.
    #[serde(deserialize_with = "refers::words_of_arms")]
    pub shield: Key,
    /// What a shield takes off hand to hand.
    #[serde(deserialize_with = "refers::figures_of_arms")]
    pub against_blows: Key,
    /// What it takes off against shots.
    #[serde(deserialize_with = "refers::figures_of_arms")]
    pub against_shots: Key,
    /// How many enemies a shield is held against in a round.
    pub shield_meets: usize,
    /// The figure for quick feet.
    #[serde(deserialize_with = "refers::figures")]
    pub quick: Key,
    /// Words of blows that no shield meets.
    pub past_shields: Vec<Key>,
    /// Words of blows that nobody evades.
    pub unevaded: Vec<Key>,
    /// The rules that these numbers stand for.
    #[serde(deserialize_with = "refers::rules")]
    pub rules: ArmourClassRules,
}

/// Which rule of the ruleset each part of this mechanic shows.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmourClassRules {
    /// What is worn.
    pub worn: Key,
    /// Shields.
    pub shield: Key,
    /// Quick feet.
    pub quick: Key,
}

/// The enemies whom a shield has met in a round.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Met {
    round: i32,
    enemies: SmallVec<[Id; 2]>,
}

impl ArmourClass {
    fn is_shield(&self, item: &Item) -> bool {
        matches!(item.held, Held::Hand(_)) && item.arm.has(self.shield.as_str())
    }

    /// Whether a shield is still held against this enemy.
    fn meets(&self, look: Look<'_>, case: &Case<'_>) -> bool {
        let Some(enemy) = case.against else { return true };
        let met = look.get::<Met>(case.who).filter(|met| met.round == look.clock().round);
        met.is_none_or(|met| met.enemies.contains(&enemy) || met.enemies.len() < self.shield_meets)
    }

    fn uses_shield(&self, look: Look<'_>, case: &Case<'_>) -> bool {
        let past = self.past_shields.iter().any(|word| case.is(word.as_str()));
        !past && look.allows(case.who, &["shield"]).is_ok() && self.meets(look, case)
    }

    fn evades(&self, look: Look<'_>, case: &Case<'_>) -> bool {
        !self.unevaded.iter().any(|word| case.is(word.as_str())) && look.allows(case.who, &["evade"]).is_ok()
    }
}

impl Mechanic for ArmourClass {
    fn name(&self) -> &'static str {
        "armour_class"
    }

    fn modify(&self, look: Look<'_>, case: &Case<'_>, sum: &mut Sum) {
        if case.on != self.figure {
            return;
        }
        // Whoever's armour class was set to a number has that one.
        if let Some(set) = look.get::<Figures>(case.who).and_then(|figures| figures.get(self.figure)) {
            if case.against.is_some() {
                sum.part(self.figure, set - look.value(case.who, self.bare));
            }
            return;
        }
        let gear = look.gear(case.who);
        let bare = look.value(case.who, self.bare);
        let worn = gear.iter().filter(|item| item.held == Held::Worn);
        let best = worn.filter_map(|item| Some((item, item.arm.figure(self.worn)?))).min_by_key(|(_, class)| *class);
        if let Some((item, class)) = best.filter(|(_, class)| *class <= bare) {
            sum.add(item.arm.name, class - bare, self.rules.worn);
            sum.add(self.magic, -item.arm.figure(self.magic).unwrap_or(0), self.rules.worn);
        }
        if let Some(shield) = gear.iter().find(|item| self.is_shield(item))
            && self.uses_shield(look, case)
        {
            let side = if case.is("ranged") { self.against_shots } else { self.against_blows };
            let worth = shield.arm.figure(side).unwrap_or(0);
            let magic = if worth > 0 { shield.arm.figure(self.magic).unwrap_or(0) } else { 0 };
            sum.add(shield.arm.name, -(worth + magic), self.rules.shield);
        }
        if self.evades(look, case) {
            sum.add(self.quick, -look.value(case.who, self.quick), self.rules.quick);
        }
    }

    /// A shield that was held against somebody is held against it for the rest of the round.
    fn on_blow(&self, table: &mut Table<'_>, blow: &Blown<'_>) -> Step {
        let look = table.look();
        let Some(target) = blow.case.against else { return Ok(()) };
        let turned = blow.case.turned();
        let has_shield = look.gear(target).iter().any(|item| self.is_shield(item));
        if !has_shield || !self.uses_shield(look, &turned) {
            return Ok(());
        }
        let (round, attacker) = (look.clock().round, blow.case.who);
        let mut met = table.edit::<Met>(target);
        if met.round != round {
            *met = Met { round, ..Met::default() };
        }
        if !met.enemies.contains(&attacker) {
            met.enemies.push(attacker);
        }
        Ok(())
    }
}
