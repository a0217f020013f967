//! How something gets into a body: by a blow, by dirt, through the air, or before the battle.

use super::afflicted::Taken;
use super::{Afflicted, Affliction, Afflictions, Syndrome, Way};
use crate::mechanics::prelude::*;

impl Afflictions {
    /// The syndromes that an arm carries, by nature or because it has been coated.
    pub(super) fn on_arm<'a>(&'a self, look: Look<'a>, who: Id, arm: &'a Arm) -> impl Iterator<Item = Key> + 'a {
        let known = |of: &Key| self.syndromes.contains_key(of);
        let coated = look.item(who, arm.name).into_iter().flat_map(|item| item.state.iter().copied());
        arm.effects.iter().copied().chain(coated).filter(known)
    }

    /// A blow that came to damage brings in what is on the arm; what was only put on it is used up.
    pub(super) fn bring_by_blow(&self, table: &mut Table<'_>, blow: &Blown<'_>, arm: &Arm, target: Id) -> Step {
        let (look, by) = (table.look(), blow.case.who);
        let own: Vec<Key> = self.on_arm(look, by, arm).collect();
        if own.is_empty() {
            return Ok(());
        }
        table.edit_item(by, arm.name, |item| item.state.retain(|state| !self.syndromes.contains_key(state)));
        let doses = arm.figure(self.doses).unwrap_or(1).max(1);
        let strength = arm.figure(self.strength).unwrap_or(0);
        own.into_iter().try_for_each(|of| {
            self.take(table, target, Taken { doses, strength, by: Some(by), ..Taken::dose(of, self.way_of_blow(of)) })
        })
    }

    /// The way in which a blow brings something in: by the bite of something small, if that is its way.
    pub(super) fn way_of_blow(&self, of: Key) -> Way {
        let bites = self.syndromes.get(&of).is_some_and(|syndrome| syndrome.enters(Way::Vector));
        if bites { Way::Vector } else { Way::Injury }
    }

    /// A cut in filthy surroundings may go bad.
    pub(super) fn note_cut(&self, table: &mut Table<'_>, hit: &Hit) {
        let look = table.look();
        let cuts = hit.types.iter().any(|kind| self.filth.cuts.contains(kind));
        let filthy = look.ground().tags.contains(&self.filth.word);
        if cuts && filthy && hit.kind == self.harms && hit.judged.harm > 0 && !hit.who.is_thing() {
            table.edit::<Afflicted>(hit.who).cut = true;
        }
    }

    /// An operation in filthy surroundings, or one that has not been done cleanly, may go bad; a clean one does
    /// something about cuts.
    pub(super) fn operate(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let look = table.look();
        let (deeds, clean) = &self.filth.operations;
        let is_it = deeds.contains(&order.verb) && look.ground().tags.contains(&self.filth.word);
        let Some(patient) = look.target(order).filter(|_| is_it) else { return Ok(()) };
        if look.carries(who, *clean) {
            table.edit::<Afflicted>(patient).cut = false;
            return Ok(());
        }
        self.go_bad(table, patient)
    }

    /// What somebody suffers from that can wound.
    pub(super) fn wounding<'a>(&self, look: Look<'a>, who: Id) -> Option<&'a Affliction> {
        let wounds = |case: &&Affliction| self.syndromes.get(&case.of).is_some_and(Syndrome::can_wound);
        Self::of(look, who).iter().find(wounds)
    }

    /// Throws whether dirt brings something about.
    pub(super) fn go_bad(&self, table: &mut Table<'_>, who: Id) -> Step {
        let (die, from) = &self.filth.chance;
        if table.roll(who, "infection", die, Sum::new(), self.rules.surgery)? < *from {
            return Ok(());
        }
        self.take(table, who, Taken { seen: false, ..Taken::dose(self.filth.of, Way::Surgery) })
    }

    /// Whoever is near somebody with a disease of the air may catch it.
    pub(super) fn catch(&self, table: &mut Table<'_>, who: Id) -> Step {
        let look = table.look();
        let (_, die, up_to) = &self.airborne;
        let mut about: Vec<Key> = Vec::new();
        for other in look.everybody().filter(|other| *other != who && look.place(*other).present) {
            let spreads = |of: &Key| self.syndromes.get(of).is_some_and(|each| each.airborne);
            let has = Self::of(look, other).iter().map(|case| case.of).filter(spreads);
            about.extend(has.filter(|_| self.is_within_air(look, who, other)));
        }
        about.sort_unstable();
        about.dedup();
        for of in about {
            let look = table.look();
            let spared = self.spares.iter().any(|word| look.has_tag(who, word));
            if spared || !look.is_there(who) || Self::case_of(look, who, of).is_some() {
                continue;
            }
            if table.roll(who, "catching it", die, Sum::new(), self.rules.airborne)? <= *up_to {
                let way = self.syndromes.get(&of).and_then(|syndrome| syndrome.by.first().copied());
                let taken = Taken { seen: false, ..Taken::dose(of, way.unwrap_or(Way::Inhaled)) };
                self.take(table, who, taken)?;
            }
        }
        Ok(())
    }

    /// Whether somebody is so near to another that what is in the air goes over.
    pub(super) fn is_within_air(&self, look: Look<'_>, who: Id, other: Id) -> bool {
        let metric = look.rules().measure.metric;
        look.length(metric.between(look.footprint(who), look.footprint(other))) <= self.airborne.0
    }

    /// What files say that somebody has had before the battle: counts by the names of syndromes.
    pub(super) fn begin_with(&self, table: &mut Table<'_>, who: Id) -> Step {
        let look = table.look();
        let said = self.syndromes.iter().filter_map(|(of, syndrome)| {
            let doses = look.tally(who, *of);
            (doses > 0).then_some((*of, syndrome.by.clone(), doses))
        });
        let said: Vec<_> = said.collect();
        for (of, ways, doses) in said {
            table.set_tally(who, of, 0);
            for (index, way) in ways.into_iter().enumerate() {
                let doses = if index == 0 { doses } else { 0 };
                self.take(table, who, Taken { doses, ..Taken::dose(of, way) })?;
            }
        }
        Ok(())
    }
}
