//! The wounds that somebody carries, and the conditions that they ask for.

use std::cmp::Ordering;

use super::chart::Chart;
use super::record::{Crippled, Crippling};
use super::rows::{Unit, WoundDef};
use crate::mechanics::prelude::*;

impl Chart {
    /// The wounds that somebody carries from before, by the conditions that they are in.
    pub(super) fn adopt(&self, table: &mut Table<'_>, who: Id) -> Step {
        for kind in each_once(table.look().conditions(who).iter().map(|each| each.kind)) {
            let Some((wound, def, stage)) = self.behind(kind) else { continue };
            self.put_in_place(table, who, kind, wound, def);
            let held: Vec<Condition> =
                table.look().conditions(who).iter().filter(|each| each.kind == kind).cloned().collect();
            for condition in held {
                let amount = if def.adds_up { condition.amount } else { 1 };
                // Whoever comes from another battle knows what they carry.
                let known = self.bringing(table.look(), who, kind, condition.part);
                for _ in known..usize::try_from(amount).unwrap_or(0) {
                    let crippling = Crippling::unrolled(wound, condition.part, def).at_stage(stage);
                    table.edit::<Crippled>(who).0.push(crippling);
                }
            }
            self.lose_all(table, who, wound, def)?;
        }
        Ok(())
    }

    /// The wounds that somebody carries, in words; of several that do not add up only the one that lasts longest.
    pub(super) fn told(&self, look: Look<'_>, who: Id) -> Vec<String> {
        let carried = look.get::<Crippled>(who).map_or(&[][..], |crippled| crippled.0.as_slice());
        let line = |(index, each): (usize, &Crippling)| {
            let def = self.wounds.get(&each.wound)?;
            let is_outlasted = !def.adds_up && def.lasts.len() == 1 && {
                let same = |other: &Crippling| other.wound == each.wound && other.part == each.part;
                let longer = |at: usize, other: &Crippling| match other.remains().cmp(&each.remains()) {
                    Ordering::Greater => true,
                    Ordering::Equal => at < index,
                    Ordering::Less => false,
                };
                carried.iter().enumerate().any(|(at, other)| same(other) && longer(at, other))
            };
            (!is_outlasted).then(|| self.as_of_now(look, who, each, def).line(def))
        };
        carried.iter().enumerate().filter_map(line).collect()
    }

    /// A wound with as many rounds as are left of it, if it is counted in those.
    fn as_of_now(&self, look: Look<'_>, who: Id, wound: &Crippling, def: &WoundDef) -> Crippling {
        let mut wound = wound.clone();
        let kind = wound.brings(def);
        let state = look.conditions(who).iter().find(|each| Some(each.kind) == kind && each.part == wound.part);
        if let (Some(time), Some(Until::Rounds(left))) = (wound.times.first_mut(), state.map(|state| state.until))
            && time.of == Unit::Rounds
        {
            time.left = Some(time.left.map_or(left, |all| all.min(left)));
        }
        wound
    }

    /// The wound behind a condition, and how many of its stretches are over by
    /// then: one that begins with it rather than one that ends so.
    fn behind(&self, kind: ConditionName) -> Option<(Key, &WoundDef, usize)> {
        let lasting = || self.wounds.iter().filter(|(_, def)| !def.passing);
        let fresh = lasting().find(|(_, def)| def.brings == Some(kind)).map(|(wound, def)| (*wound, def, 0));
        fresh.or_else(|| {
            lasting().find_map(|(wound, def)| {
                Some((*wound, def, def.lasts.iter().position(|stretch| stretch.becomes == Some(kind))?))
            })
        })
    }

    /// Puts a condition of a limb on its main one, where it is on none, and makes one of those that add up.
    fn put_in_place(&self, table: &mut Table<'_>, who: Id, kind: ConditionName, wound: Key, def: &WoundDef) {
        let place = self.locations.iter().find(|place| place.rows.iter().flatten().any(|each| *each == wound));
        let main = place.and_then(|place| place.sides.first().copied());
        let before = table.look().conditions(who);
        let mut after: Vec<Condition> = Vec::with_capacity(before.len());
        for condition in before {
            let mut condition = condition.clone();
            if condition.kind == kind {
                condition.part = condition.part.or(main);
                let same = |each: &&mut Condition| def.adds_up && each.kind == kind && each.part == condition.part;
                if let Some(held) = after.iter_mut().find(same) {
                    held.amount += condition.amount;
                    continue;
                }
            }
            after.push(condition);
        }
        if after != before {
            table.edit::<Conditions>(who).0 = after;
        }
    }

    /// How many of the wounds that somebody is known to carry ask for a condition.
    fn bringing(&self, look: Look<'_>, who: Id, kind: ConditionName, part: Option<Key>) -> usize {
        let carried = look.get::<Crippled>(who).map_or(&[][..], |crippled| crippled.0.as_slice());
        let brings = |each: &&Crippling| self.wounds.get(&each.wound).is_some_and(|def| each.brings(def) == Some(kind));
        carried.iter().filter(|each| each.part == part).filter(brings).count()
    }

    /// Brings on the condition of a wound, or lets it go, as the wounds that somebody carries ask for.
    pub(super) fn sync(&self, table: &mut Table<'_>, who: Id, wound: Key, part: Option<Key>) -> Step {
        let kind = self.wounds.get(&wound).and_then(|def| def.brings);
        kind.map_or(Ok(()), |kind| self.sync_kind(table, who, kind, part))
    }

    /// The same, for a condition.
    pub(super) fn sync_kind(&self, table: &mut Table<'_>, who: Id, kind: ConditionName, part: Option<Key>) -> Step {
        let look = table.look();
        let carried = look.get::<Crippled>(who).map_or(&[][..], |crippled| crippled.0.as_slice());
        let asks = |each: &&Crippling, def: &WoundDef| each.part == part && each.brings(def) == Some(kind);
        let defs = carried.iter().filter_map(|each| Some((each, self.wounds.get(&each.wound)?)));
        let adds_up: Vec<bool> = defs.filter(|(each, def)| asks(each, def)).map(|(_, def)| def.adds_up).collect();
        if adds_up.is_empty() {
            return table.end_on(who, kind, part).map(drop);
        }
        let amount = if adds_up.iter().all(|adds| *adds) { adds_up.len() as i32 } else { 1 };
        let held = look.conditions(who).iter().find(|each| each.kind == kind && each.part == part).cloned();
        match held {
            Some(held) if held.amount == amount => Ok(()),
            Some(_) => {
                let mut conditions = table.edit::<Conditions>(who);
                let same = |each: &&mut Condition| each.kind == kind && each.part == part;
                conditions.0.iter_mut().filter(same).for_each(|each| each.amount = amount);
                table.tell(Event::Condition { who, kind, begun: true })
            }
            None => table.begin(who, Condition::new(kind).amount(amount).on(part)),
        }
    }
}
