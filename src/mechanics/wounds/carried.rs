//! The wounds that somebody carries, and the conditions that they ask for.

use super::chart::Chart;
use super::record::{Crippled, Crippling};
use super::rows::WoundDef;
use crate::battle::{Condition, Conditions, Id, Key, Step, Table};

impl Chart {
    /// The wounds that somebody carries from before, by the conditions that it is in.
    pub(super) fn adopt(&self, table: &mut Table<'_>, who: Id) -> Step {
        // Whoever comes from another battle knows what it carries.
        if table.look().get::<Crippled>(who).is_some_and(|crippled| !crippled.0.is_empty()) {
            return Ok(());
        }
        let conditions = table.look().conditions(who).to_vec();
        for condition in &conditions {
            let brings = |def: &WoundDef| def.brings == Some(condition.kind) && !def.passing;
            let Some((wound, def)) = self.wounds.iter().find(|(_, def)| brings(def)) else { continue };
            let place = self.locations.iter().find(|place| place.rows.iter().flatten().any(|each| each == wound));
            let part = condition.part.or_else(|| place.and_then(|place| place.sides.first().copied()));
            if part != condition.part {
                let mut conditions = table.edit::<Conditions>(who);
                conditions.0.iter_mut().filter(|each| **each == *condition).for_each(|each| each.part = part);
            }
            for _ in 0..if def.adds_up { condition.amount } else { 1 } {
                table.edit::<Crippled>(who).0.push(Crippling::unrolled(*wound, part, def));
            }
            self.lose_all(table, who, *wound, def)?;
        }
        Ok(())
    }

    /// Brings on the condition of a wound, or lets it go, as the wounds that
    /// somebody carries ask for.
    pub(super) fn sync(&self, table: &mut Table<'_>, who: Id, wound: Key, part: Option<Key>) -> Step {
        let kind = self.wounds.get(&wound).and_then(|def| def.brings);
        kind.map_or(Ok(()), |kind| self.sync_kind(table, who, kind, part))
    }

    /// The same, for a condition.
    pub(super) fn sync_kind(&self, table: &mut Table<'_>, who: Id, kind: Key, part: Option<Key>) -> Step {
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
                table.each_mechanic(|table, mechanic| mechanic.on_condition(table, who, kind, true))
            }
            None => table.begin(who, Condition::new(kind).amount(amount).on(part)),
        }
    }
}
