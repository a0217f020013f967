//! What somebody can learn in a camp: what has been learned stays where it stood, so that nothing else moves under the pointer.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy::ecs::prelude::Resource;
use bevy_egui::egui::{Id as Name, Ui};

use crate::battle::{Choice, Decisions, FigureDef, Group, Id, Look, Nobody, Order, Refusal, Scratch};

/// The rows of everybody, as they came up in this camp.
#[derive(Resource, Debug, Default)]
pub(super) struct Learned(BTreeMap<Id, Vec<Choice>>);

impl Learned {
    /// The camp is left.
    pub(super) fn forget(&mut self) {
        self.0.clear();
    }

    /// The rows of somebody: what they could ever learn here as it stands now, in the order of its coming up.
    pub(super) fn rows(&mut self, who: Id, choices: &[Choice]) -> &[Choice] {
        let rows = self.0.entry(who).or_default();
        let now = |row: &Choice| choices.iter().find(|choice| choice.order == row.order);
        for row in rows.iter_mut() {
            match now(row) {
                Some(choice) => row.clone_from(choice),
                None if row.is_legal() => row.refused = Some(Refusal::new(row.rule, "it is done")),
                None => {}
            }
        }
        for choice in choices.iter().filter(|choice| choice.group == Group::Growth && choice.is_legal()) {
            if !rows.iter().any(|row| row.order == choice.order) {
                rows.push(choice.clone());
            }
        }
        rows
    }
}

/// The figures of somebody that an order would change: "Acrobatics 0 to 1". Tried out on a copy, once for each moment.
pub(super) fn after(ui: &Ui, look: Look<'_>, who: Id, order: &Order) -> Arc<Vec<String>> {
    let made = look.battle::<Decisions>().map_or(0, |decisions| decisions.0.len());
    let told = look.facts().len();
    let key = Name::new(("after", order.to_string(), made, told));
    if let Some(known) = ui.data(|data| data.get_temp::<Arc<Vec<String>>>(key)) {
        return known;
    }
    let mut scratch = Scratch::new();
    let mut copy = scratch.copy(look);
    let mut changed = Vec::new();
    if copy.answer(order.clone()).is_ok() {
        copy.play(&mut Nobody);
        if let Some(then) = copy.look() {
            let shown = |def: &FigureDef| matches!(def.group.as_deref(), Some("figure" | "ability" | "skill"));
            for (name, def) in look.rules().figures.iter().filter(|(_, def)| shown(def)) {
                let (was, is) = (look.figure(who, *name).total(), then.figure(who, *name).total());
                if was != is {
                    let half = if def.halves { 2 } else { 1 };
                    changed.push(format!("{name} {} to {}", was / half, is / half));
                }
            }
        }
    }
    let changed = Arc::new(changed);
    ui.data_mut(|data| data.insert_temp(key, changed.clone()));
    changed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Key, Order};

    /// Promise: what has been learned stays where it was, with the reason why not again, until the camp is left.
    #[test]
    fn what_was_learned_stays_where_it_was() {
        let train = |skill: &str| Choice::new(Order::new("train").with(Key::new(skill)), skill, Group::Growth, "R-1");
        let all = [train("Aim"), train("Climb"), train("Swim")];
        let named = |rows: &[Choice]| -> Vec<(String, bool)> {
            rows.iter().map(|row| (row.label.clone(), row.is_legal())).collect()
        };
        let stands = |aim, climb, swim| {
            [("Aim", aim), ("Climb", climb), ("Swim", swim)].map(|(name, may)| (name.to_owned(), may))
        };
        let (mut learned, who) = (Learned::default(), Id(0));
        assert_eq!(named(learned.rows(who, &all)), stands(true, true, true));
        // Another rank is refused, and what can be learned once is gone.
        let [aim, climb, swim] = all.clone();
        let refused = climb.unless(Err(Refusal::new("R-1", "no more at this level")));
        let rows = learned.rows(who, &[swim, refused]);
        assert_eq!(named(rows), stands(false, false, true));
        assert_eq!(rows[1].refused.as_ref().map(|refusal| refusal.why.as_str()), Some("no more at this level"));
        assert_eq!(named(learned.rows(who, &[aim])), stands(true, false, false));
        learned.forget();
        assert!(learned.rows(who, &[]).is_empty());
    }
}
