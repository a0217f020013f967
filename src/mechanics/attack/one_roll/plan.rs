//! Every number of a blow, gathered before a die is thrown (OS-ATK-01, OS-ATK-05, OS-ATK-11, OS-ATK-12, OS-ATK-19).

use super::OneRoll;
use super::swing::{CriticalEffect, Swing, Weapon};
use crate::mechanics::prelude::*;

impl OneRoll {
    /// What the words of a blow add to its roll.
    pub(super) fn add_words(&self, case: &Case<'_>, sum: &mut Sum) {
        for bonus in &self.words {
            let barred = bonus.unless.iter().any(|word| case.is(word));
            if case.is(bonus.word) && !barred {
                sum.add(bonus.word, bonus.adds, bonus.rule);
            }
        }
        let magic = case.arm.and_then(|arm| arm.figure(self.magic)).unwrap_or(0);
        sum.add(self.magic, magic, self.rules.attack);
    }

    /// What the distance of a shot adds to its roll.
    pub(super) fn add_range(&self, look: Look<'_>, case: &Case<'_>, sum: &mut Sum) {
        let strays = case.is(self.stray.word);
        let (Some(arm), Some(target), true) = (case.arm, case.against, case.is("ranged") && !strays) else { return };
        let distance = look.distance(case.who, target);
        let within = |figure: Key| arm.figure(figure).is_some_and(|far| distance <= far);
        if within(self.ranges.short) {
            sum.add(self.ranges.short, self.ranges.near, self.rules.range);
        } else if !within(self.ranges.medium) {
            sum.add(self.ranges.long, self.ranges.far, self.rules.range);
        }
    }

    /// What a weapon does in this blow.
    fn weapon(&self, look: Look<'_>, case: &Case<'_>, arm: &Arm) -> Weapon {
        let (units, dice) = &self.crowd.units;
        if case.is(units) {
            return Weapon { name: arm.name, dice: dice.clone(), throws: 1, over: 1, ..Weapon::default() };
        }
        let (_, untrained) = self.untrained;
        let clumsy = self.clumsy.iter().find(|(word, ..)| case.is(untrained) && arm.has(word));
        let better =
            self.better_dice.iter().filter(|better| clumsy.is_none() && arm.has(better.arm) && case.is(better.word));
        let better = better.flat_map(|better| {
            let of = look.value(case.against.unwrap_or(case.who), better.by);
            better.dice.iter().filter(move |(from, _)| of >= *from)
        });
        let (dice, halved) = match (clumsy, better.map(|(_, dice)| dice).next()) {
            (Some((_, dice, halved)), _) => (dice.clone(), *halved),
            (None, Some(dice)) => (dice.clone(), false),
            (None, None) => (arm.damage.clone().unwrap_or_else(|| Expr::d(1)), arm.has(self.halved)),
        };
        let subduing = &self.subduing;
        let doubled = case.is(subduing.word) && subduing.doubled_by.iter().any(|word| case.is(word));
        // Halves are taken of each die by itself.
        let (dice, throws) = match (doubled, halved) {
            (true, true) => (dice, 2),
            (true, false) => (dice.times(2).plus(-dice.added()), 1),
            (false, _) => (dice, 1),
        };
        let mut bonus = Sum::new();
        bonus.add(self.magic, arm.figure(self.magic).unwrap_or(0), self.rules.damage);
        let case = Case { on: Key::from("damage"), arm: Some(arm), ..case.clone() };
        let over = look.sum(&case.turned().on("damage over"), Sum::new()).total().max(0).saturating_add(1);
        Weapon {
            name: arm.name,
            dice,
            throws,
            halved,
            harmless: self.is_harmless(look, case.against, arm),
            over,
            bonus: look.sum(&case, bonus),
        }
    }

    /// Whether somebody cannot be hurt by an arm.
    fn is_harmless(&self, look: Look<'_>, target: Option<Id>, arm: &Arm) -> bool {
        let has_any = |words: &[Key]| words.iter().any(|word| arm.has(word));
        let proof = |(word, needs): &(Key, Vec<Key>)| {
            target.is_some_and(|target| look.has_tag(target, word)) && !has_any(needs)
        };
        self.proof.iter().any(proof)
    }

    /// Gathers every number of a blow.
    pub(super) fn gather(&self, look: Look<'_>, case: &Case<'_>, arm: &Arc<Arm>) -> Swing {
        let target = case.against.unwrap_or(case.who);
        let kind = arm.harms.unwrap_or(self.harms);
        let turned = case.turned();
        let (most, untrained) = self.untrained;
        let own = || Sum::of(self.base, look.value(case.who, self.base));
        let base = if case.is(untrained) { Sum::of(untrained, most) } else { own() };
        let bare = Sum::of(self.bare, look.value(target, self.bare));
        let mut weapons = vec![self.weapon(look, case, arm)];
        if case.is(self.two_weapons.word)
            && let Some((first, second)) = self.pair(look, case.who)
        {
            let size = |item: &Item| self.two_weapons.sizes.iter().position(|word| item.arm.has(word));
            if size(first) != size(second) {
                weapons = vec![self.weapon(look, case, &first.arm), self.weapon(look, case, &second.arm)];
            }
        }
        let any = |words: &[Key]| i32::from(words.iter().any(|word| case.is(word)));
        let harmless = weapons.iter().all(|weapon| weapon.harmless);
        let many = case.is(self.crowd.units.0);
        let has_special = || self.specials_of(look, target, arm).next().is_some();
        let doubled = self.doubling.iter().filter(|word| !many && case.is(word)).count() as i32;
        Swing {
            base,
            armour: look.sum(&turned.on(self.armour), bare),
            bonus: look.sum(case, Sum::new()),
            advantage: any(&self.better_of_two) - any(&self.worse_of_two),
            harmless,
            sure: target.is_thing() || (case.is("melee") && any(&self.sure) > 0),
            // Where it comes upon nobody of that size, a blow is as good as any other.
            special_from: arm.figure(self.special_from).filter(|_| has_special()),
            special_dice: self.specials_of(look, target, arm).find_map(|special| special.dice.clone()),
            critical: if many { CriticalEffect::Nothing } else { self.critical },
            weapons,
            times: look.sum(&case.on("damage times"), Sum::new()).total().saturating_add(1 + doubled),
            exposed: look.exposed(kind, &turned),
            arm: arm.clone(),
        }
    }
}
