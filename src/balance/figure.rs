//! A figure that is varied: by how much it comes to differ from what each has of it, whatever that follows from.

use std::cell::LazyCell;

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;

use super::Wrong;
use super::vary::FARTHEST;
use crate::battle::{FigureDef, FigureName, Id, Look, Setup, quiet_world};

/// A figure, and what becomes of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Figure {
    pub name: FigureName,
    pub value: i32,
    /// Added to what each has, instead of put in its place.
    pub is_added: bool,
}

impl Figure {
    /// The battle in which these fighters have it so.
    pub fn given(self, setup: &Setup, meant: &[usize]) -> Result<Setup, Wrong> {
        let begun = LazyCell::new(|| Begun::of(setup));
        let mut varied = setup.clone();
        let Some(def) = setup.rules.figures.get(&self.name) else { return Ok(varied) };
        let value = if def.halves { self.value.saturating_mul(2) } else { self.value };
        for index in meant {
            let Some(fighter) = varied.fighters.get_mut(*index) else { continue };
            let is_plain = def.is.is_empty() && fighter.profile.class.is_none();
            let before = fighter.added.iter().find(|(figure, _)| *figure == self.name).map_or(0, |(_, more)| *more);
            let own = fighter.given(self.name).or(is_plain.then_some(def.default));
            let own = own.map(|own| own.saturating_add(before));
            let shown = || begun.has(*index, self.name, def).0;
            let found = if self.is_added { own.unwrap_or_else(shown).saturating_add(value) } else { value };
            let (least, most) = def.given.unwrap_or((-FARTHEST, FARTHEST));
            if !(least..=most).contains(&found) {
                let (name, figure) = (fighter.name.clone(), self.name.as_str().to_owned());
                return Err(Wrong::Bounds { name, figure, found, least, most });
            }
            if !self.is_added && begun.throws(*index, self.name) {
                fighter.figures.retain(|(figure, _)| *figure != self.name);
                fighter.figures.push((self.name, value));
                continue;
            }
            let has_limits = def.min.is_some() || def.max.is_some();
            let more = if self.is_added && (value == 0 || !has_limits) {
                value
            } else {
                let (shown, unlimited) = begun.has(*index, self.name, def);
                let wanted = if self.is_added { shown.saturating_add(value) } else { value };
                if wanted == shown { 0 } else { wanted.saturating_sub(unlimited) }
            };
            if more != 0 {
                fighter.added.retain(|(figure, _)| *figure != self.name);
                let more = before.saturating_add(more);
                fighter.added.extend((more != 0).then_some((self.name, more)));
            }
        }
        Ok(varied)
    }
}

/// A battle as it begins, with those who come later already there.
struct Begun {
    world: World,
    battle: Entity,
}

impl Begun {
    fn of(setup: &Setup) -> Self {
        let mut all = setup.clone();
        for fighter in &mut all.fighters {
            (fighter.arrives, fighter.during) = (1, None);
        }
        let mut world = quiet_world();
        let battle = all.spawn(&mut world, all.dice(0));
        Self { world, battle }
    }

    fn look(&self, index: usize) -> Option<(Look<'_>, Id)> {
        Look::at(&self.world, self.battle).zip(u16::try_from(index).ok().map(Id))
    }

    /// What the sheet of a fighter shows of a figure, and what that would be without limits.
    fn has(&self, index: usize, name: FigureName, def: &FigureDef) -> (i32, i32) {
        let has = |(look, id): (Look<'_>, Id)| (look.figure(id, name).total(), look.unlimited(id, name).total());
        self.look(index).map_or((def.default, def.default), has)
    }

    /// Whether dice fall for a figure of a fighter unless it is laid down.
    fn throws(&self, index: usize, name: FigureName) -> bool {
        self.look(index).is_some_and(|(look, id)| {
            let mut mechanics = look.rules().registry.mechanics.iter();
            mechanics.any(|each| each.thrown_at_first(look, id).is_some_and(|(figure, _)| figure == name))
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use super::*;
    use crate::battle::Fighter;
    use crate::trial::library;

    /// The battles that each game is learned by, and some where armour is worn and borne.
    fn battles() -> Vec<(String, Arc<Setup>)> {
        let more = ["zones/toll_bridge", "old_school/spears_at_the_bridge"];
        let mut found = Vec::new();
        for name in library().scenarios() {
            let scenario = library().scenario(&name).unwrap();
            if scenario.is_first || more.contains(&name.as_str()) {
                found.push((name, scenario.setup));
            }
        }
        assert!(found.len() > more.len());
        found
    }

    /// One fighter of each profile and side.
    fn one_of_each(setup: &Setup) -> Vec<usize> {
        let mut known = BTreeSet::new();
        let all = setup.fighters.iter().enumerate();
        all.filter(|(_, each)| known.insert((each.side, each.profile.name))).map(|(index, _)| index).collect()
    }

    fn same(one: &Setup, other: &Setup) -> bool {
        format!("{:?}", one.fighters) == format!("{:?}", other.fighters)
    }

    /// Promise: a figure that is varied by nothing, or set to what the sheet shows of it, leaves the battle as it was; and what is
    /// added is taken away again.
    #[test]
    fn what_changes_nothing_leaves_the_battle_as_it_was() {
        for (scenario, setup) in battles() {
            let begun = Begun::of(&setup);
            for (name, def) in &setup.rules.figures {
                let figure = |value: i32, is_added: bool| Figure { name: *name, value, is_added };
                for index in one_of_each(&setup) {
                    let told = format!("{scenario}: {name} of {}", setup.fighters[index].name);
                    if let Ok(varied) = figure(0, true).given(&setup, &[index]) {
                        assert!(same(&varied, &setup), "{told} by 0");
                    }
                    let (shown, _) = begun.has(index, *name, def);
                    // Half squares cannot be said, and what dice fall for is shown by no sheet.
                    if !begun.throws(index, *name) && (!def.halves || shown % 2 == 0) {
                        let shown = if def.halves { shown / 2 } else { shown };
                        if let Ok(varied) = figure(shown, false).given(&setup, &[index]) {
                            assert!(same(&varied, &setup), "{told}={shown}");
                        }
                    }
                    if def.min.is_none()
                        && def.max.is_none()
                        && let Ok(varied) = figure(1, true).given(&setup, &[index])
                        && let Ok(back) = figure(-1, true).given(&varied, &[index])
                    {
                        assert!(!same(&varied, &setup) && same(&back, &setup), "{told} by 1 and by -1");
                    }
                }
            }
        }
    }

    /// Promise: a figure that is varied by one is one higher on the sheet, as far as its limits go, and its owner has still learned
    /// what they had and nothing more.
    #[test]
    fn by_one_is_one_more_on_the_sheet() {
        for (scenario, setup) in battles() {
            let begun = Begun::of(&setup);
            // Whoever rides, or is in a body beside its own mind, has figures of others.
            let is_of_another = |fighter: &Fighter| {
                let is_host = |each: &Fighter| each.possesses.as_ref() == Some(&fighter.name);
                fighter.rides.is_some() || fighter.possesses.is_some() || setup.fighters.iter().any(is_host)
            };
            for (name, def) in &setup.rules.figures {
                for index in one_of_each(&setup) {
                    let figure = Figure { name: *name, value: 1, is_added: true };
                    let Ok(varied) = figure.given(&setup, &[index]) else { continue };
                    if is_of_another(&setup.fighters[index]) {
                        continue;
                    }
                    let (before, _) = begun.has(index, *name, def);
                    let after = Begun::of(&varied);
                    let step = if def.halves { 2 } else { 1 };
                    let kept = (before + step).max(def.min.unwrap_or(i32::MIN)).min(def.max.unwrap_or(i32::MAX));
                    let told = format!("{scenario}: {name} of {}", setup.fighters[index].name);
                    assert_eq!(after.has(index, *name, def).0, kept, "{told}");
                    let has_learned = |begun: &Begun| begun.look(index).unwrap().0.has_learned(Id(index as u16), *name);
                    assert_eq!(has_learned(&after), has_learned(&begun), "{told}");
                }
            }
        }
    }

    /// Promise: what somebody wears and bears goes on protecting them, whatever is added to their armour or taken from it.
    #[test]
    fn what_is_borne_counts_beside_what_is_varied() {
        let setup = library().scenario("zones/toll_bridge").unwrap().setup;
        let index = setup.fighters.iter().position(|each| each.name == "Theobald").unwrap();
        let name = *setup.rules.figures.keys().find(|name| name.as_str() == "Armour value").unwrap();
        let less = Figure { name, value: -1, is_added: true }.given(&setup, &[index]).unwrap();
        let [before, after] = [&*setup, &less].map(|setup| {
            let begun = Begun::of(setup);
            let (look, id) = begun.look(index).unwrap();
            look.figure(id, name)
        });
        assert_eq!(after.total(), before.total() - 1);
        assert!(before.terms.len() > 1, "{before}");
        assert!(before.terms.iter().all(|term| after.terms.contains(term)), "{before}; {after}");
    }
}
