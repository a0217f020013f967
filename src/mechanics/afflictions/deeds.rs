//! Poisoning one's own weapon, drinking, and naming what somebody suffers from (ST-TOX-03, ST-TOX-07, ST-TOX-09).

use super::afflicted::{Afflicted, Taken, UNKNOWN};
use super::syndrome::{Rate, Way};
use super::{Afflictions, is_at_hand, is_within_reach};
use crate::mechanics::prelude::*;

/// Takes one thing of this name from somebody, one at hand before others.
pub(super) fn use_up(table: &mut Table<'_>, who: Id, name: Key) {
    let look = table.look();
    let gear = look.gear(who);
    let meant = |item: &&Item| item.arm.name == name;
    let found = gear.iter().position(|item| meant(&item) && is_at_hand(look, item));
    if let Some(index) = found.or_else(|| gear.iter().position(|item| meant(&item))) {
        table.edit::<Gear>(who).0.remove(index);
    }
}

impl Afflictions {
    /// A thing of somebody's that carries this word, as an order names it.
    pub(super) fn thing<'a>(&self, look: Look<'a>, who: Id, order: &Order, word: Key) -> Result<&'a Arc<Arm>, Refusal> {
        let item = look.arm_for(who, order, |item| item.arm.has(word) && !item.is("destroyed"))?;
        look.refuse_if(!is_at_hand(look, item), self.rules.things, || format!("{} is not in hand", item.arm.name))?;
        Ok(&item.arm)
    }

    /// Things with this word that somebody has at hand, each name once.
    pub(super) fn things_of(look: Look<'_>, who: Id, word: Key) -> Vec<Key> {
        let items = look.gear(who).iter().filter(|item| item.arm.has(word) && is_at_hand(look, item));
        each_once(items.map(|item| item.arm.name))
    }

    /// A dose of what a thing holds.
    pub(super) fn dose(&self, arm: &Arm, of: Key, way: Way) -> Taken {
        let figure = |figure, or| arm.figure(figure).unwrap_or(or);
        Taken { doses: figure(self.doses, 1).max(1), strength: figure(self.strength, 0), ..Taken::dose(of, way) }
    }

    /// What finding out what ails somebody is rolled with.
    pub(super) fn wits(&self, look: Look<'_>, who: Id) -> Sum {
        let mut bonus = look.figure(who, self.diagnosis.skill);
        let (bag, lacking) = self.diagnosis.bag;
        if !look.carries(who, bag.key()) {
            bonus.add(Key::new(&format!("no {bag}")), lacking, self.rules.diagnosis);
        }
        bonus
    }

    /// What naming it takes: less for whoever has met it before.
    pub(super) fn to_name(&self, look: Look<'_>, who: Id, of: Key) -> Sum {
        let (first, again) = self.syndromes.get(&of).map_or((0, 0), |syndrome| syndrome.diagnosis);
        let has_met = look.get::<Afflicted>(who).is_some_and(|own| own.knows.contains(&of));
        let knows = has_met || look.has_tag(who, of);
        if knows { Sum::of("known of old", again) } else { Sum::of("base", first) }
    }
}

/// Putting poison on a weapon.
#[derive(Debug)]
pub(super) struct Coat(pub Arc<Afflictions>);

impl Coat {
    /// Weapons that can be coated.
    fn weapons(look: Look<'_>, who: Id) -> Vec<Key> {
        let fits = |item: &&Item| {
            matches!(item.arm.kind, ArmKind::Melee | ArmKind::Ranged)
                && item.arm.damage.is_some()
                && item.arm.area.is_none()
                && !item.arm.has("natural")
                && is_at_hand(look, item)
        };
        look.gear(who).iter().filter(fits).map(|item| item.arm.name).collect()
    }

    fn weapon(&self, look: Look<'_>, who: Id, order: &Order) -> Result<Key, Refusal> {
        let name = order.whom().ok_or_else(|| Refusal::nonsense("what is coated? say `at WEAPON`"))?;
        let found = Self::weapons(look, who).into_iter().find(|each| *each == name);
        found.ok_or_else(|| look.refusal(self.0.rules.things, || format!("{name} is no weapon in hand to be coated")))
    }
}

impl Deed for Coat {
    nature!(|self| Nature::of("coat", Group::Gear, Stage::Upkeep)
        .reading(&[Reads::With, Reads::Named])
        .tempting(false));

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        for thing in Afflictions::things_of(look, who, self.0.things.coats) {
            for weapon in Self::weapons(look, who) {
                let order = Order::new("coat").with(thing).at(Aim::who(weapon));
                let label = format!("Coat {weapon}: {thing}");
                out.push(Choice::new(order, label, Group::Gear, self.0.rules.things).allowed_by(self, look, who));
            }
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        look.allows(who, &["coat"])?;
        self.0.thing(look, who, order, self.0.things.coats)?;
        self.weapon(look, who, order).map(drop)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let look = table.look();
        let Ok(thing) = self.0.thing(look, who, order, self.0.things.coats).cloned() else { return Ok(()) };
        let Ok(weapon) = self.weapon(look, who, order) else { return Ok(()) };
        use_up(table, who, thing.name);
        table.edit_item(who, weapon, |item| {
            let new = thing.effects.iter().filter(|of| !item.state.contains(of)).copied().collect::<Vec<_>>();
            item.state.extend(new);
        });
        table.say(self.0.rules.things, who, |look| format!("{} puts {} on {weapon}.", look.name(who), thing.name));
        Ok(())
    }
}

/// Eating and drinking.
#[derive(Debug)]
pub(super) struct Swallow(pub Arc<Afflictions>);

impl Swallow {
    /// One of the things that are in what somebody has drunk.
    fn take(&self, table: &mut Table<'_>, who: Id, arm: &Arm, of: Key) -> Step {
        let own = &self.0;
        let (water, die, up_to) = &own.waterborne;
        let Some(syndrome) = own.syndromes.get(&of) else { return Ok(()) };
        if arm.has(water) {
            let caught = table.roll(who, "the water", die, Sum::new(), own.rules.waterborne)? <= *up_to;
            let way = syndrome.by.first().copied().unwrap_or(Way::Ingested);
            let taken = Taken { seen: false, ..own.dose(arm, of, way) };
            return if caught { own.take(table, who, taken) } else { Ok(()) };
        }
        let taken = own.dose(arm, of, Way::Ingested);
        if syndrome.rate != Rate::Dose {
            return own.take(table, who, Taken { seen: false, ..taken });
        }
        // Each cup is tried by itself, and each one before it within the hour makes it harder to bear.
        if Afflictions::case_of(table.look(), who, of).is_none() {
            own.take(table, who, taken)?;
        }
        let strengthen = |table: &mut Table<'_>, more: i32| {
            Afflictions::remember(table, who, of, |case| {
                (case.strength, case.more) = (taken.strength, case.more + more);
            });
        };
        strengthen(table, 0);
        own.check(table, who, of)?;
        strengthen(table, 1);
        Ok(())
    }
}

impl Deed for Swallow {
    nature!(|self| {
        Nature::of("drink", Group::Gear, Stage::Upkeep).reading(&[Reads::With]).in_camp_too().tempting(false)
    });

    offers!(|self, look, who| "Drink: {}", self.0.rules.ways, with {
        Afflictions::things_of(look, who, self.0.things.swallowed)
    });

    checks!(|self, look, who, order| ["drink"] => self.0.thing(look, who, order, self.0.things.swallowed));

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let found = self.0.thing(table.look(), who, order, self.0.things.swallowed).cloned();
        let Ok(arm) = found else { return Ok(()) };
        use_up(table, who, arm.name);
        table.say(self.0.rules.ways, who, |look| format!("{} drinks {}.", look.name(who), arm.name));
        arm.effects.iter().try_for_each(|of| self.take(table, who, &arm, *of))
    }
}

/// Finding out what somebody suffers from.
#[derive(Debug)]
pub(super) struct Diagnose(pub Arc<Afflictions>);

impl Diagnose {
    /// Whom an order is about, and which of their ailments nobody knows yet.
    fn patient(&self, look: Look<'_>, who: Id, order: &Order) -> Result<(Id, Key), Refusal> {
        let rule = self.0.rules.diagnosis;
        let patient = look.target_or_refuse(order, "whom? say `at NAME`")?;
        let name = look.name(patient);
        look.refuse_if(!is_within_reach(look, who, patient), rule, || format!("{name} is not within arm's length"))?;
        let unknown = Afflictions::of(look, patient).iter().find(|case| !case.known);
        let case = unknown.ok_or_else(|| look.refusal(rule, || format!("nothing ails {name} that is not known")))?;
        Ok((patient, case.of))
    }
}

impl Deed for Diagnose {
    nature!(|self| {
        Nature::of("diagnose", Group::Help, Stage::Upkeep).reading(&[Reads::At]).in_camp_too().tempting(false)
    });

    offers!(|self, look, who| "What ails {}?", self.0.rules.diagnosis, {
        let ails = |id: &Id| Afflictions::of(look, *id).iter().any(|case| !case.known);
        let there = |id: &Id| look.place(*id).present && (look.camp().is_none() || look.rests(*id));
        look.everybody().filter(there).filter(ails)
    });

    checks!(|self, look, who, order| ["diagnose"] => self.patient(look, who, order));

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let look = table.look();
        let Ok((patient, of)) = self.patient(look, who, order) else { return Ok(()) };
        let (bonus, needed) = (self.0.wits(look, who), self.0.to_name(look, who, of));
        let rule = self.0.rules.diagnosis;
        if !table.passes(who, "diagnosis", &self.0.die, bonus, needed, rule)? {
            return Ok(());
        }
        Afflictions::remember(table, patient, of, |case| case.known = true);
        let mut own = table.edit::<Afflicted>(who);
        if !own.knows.contains(&of) {
            own.knows.push(of);
        }
        table.note(|look| {
            let text = format!("{} suffers from {of}.", look.name(patient));
            Fact::new(rule, text).who(patient).change(patient, UNKNOWN, 1, 0).change(patient, of, 0, 1)
        });
        Ok(())
    }
}
