//! Using a thing.

use super::{Consumables, OnSomebody, OnZone};
use crate::mechanics::prelude::*;

const VERB: &str = "use";

/// On whom or what.
#[derive(Clone, Copy)]
enum Target<'a> {
    Somebody(Id, &'a OnSomebody),
    Zone(ZoneId, &'a OnZone),
}

impl Consumables {
    fn is_useful(&self, item: &Item) -> bool {
        self.on_somebody(&item.arm).is_some() || self.on_zone(&item.arm).is_some()
    }

    /// The thing that an order names: the one in hand before others of its kind.
    fn item<'a>(&self, look: Look<'a>, who: Id, order: &Order) -> Result<&'a Item, Refusal> {
        let is_it = |item: &&Item| {
            let name = order.with;
            self.is_useful(item) && name.is_none_or(|name| item.arm.name == name)
        };
        let mut found = look.gear(who).iter().filter(is_it);
        let item = found.clone().find(|item| item.is_in_hand()).or_else(|| found.next());
        let none = || format!("{} has no {} to use", look.name(who), order.with.map_or("nothing", Key::as_str));
        item.ok_or_else(|| Refusal::new(self.rule, none()))
    }

    fn target<'a>(&'a self, look: Look<'_>, who: Id, item: &Item, order: &Order) -> Result<Target<'a>, Refusal> {
        let name = order.whom();
        if let Some(does) = self.on_somebody(&item.arm) {
            let whom = name.map_or(Ok(who), |name| look.named_or_refuse(name))?;
            return Ok(Target::Somebody(whom, does));
        }
        let does = self.on_zone(&item.arm).ok_or_else(|| Refusal::nonsense("it is of no use"))?;
        let zones = || (0..).zip(&look.board().zones);
        let named = name.map(|name| zones().find(|(_, zone)| name == zone.name.as_str()));
        let zone = match named {
            Some(named) => named.map(|(zone, _)| zone),
            None => match look.spot(who) {
                Some(Spot::Zone(own)) => Some(own),
                _ => None,
            },
        };
        let known = || zones().map(|(_, zone)| zone.name.as_str()).collect::<Vec<_>>().join(", ");
        let zone = zone.ok_or_else(|| Refusal::nonsense(format!("on which zone? there are {}", known())))?;
        Ok(Target::Zone(zone, does))
    }

    /// Whether a thing gets to somebody from where its owner stands.
    fn gets_to(look: Look<'_>, who: Id, item: &Item, whom: Id) -> bool {
        match item.arm.range {
            _ if whom == who => true,
            Some(range) => look.is_within(who, whom, range),
            None => look.is_nearby(who, whom),
        }
    }

    /// Whether something may be used on somebody.
    fn may_treat(&self, look: Look<'_>, who: Id, item: &Item, (whom, does): (Id, &OnSomebody)) -> Allowed {
        let (rule, name) = (does.rule.unwrap_or(self.rule), look.name(whom));
        let far = if item.arm.range.is_some() { "too far away" } else { "not nearby" };
        look.refuse_if(!Self::gets_to(look, who, item, whom), rule, || format!("{name} is {far}"))?;
        let spared = self.not_on.iter().any(|word| look.has_tag(whom, word));
        let is_no_body = spared || !look.is_there(whom) || look.thing(whom).is_some();
        look.refuse_if(is_no_body, rule, || format!("it is of no use to {name}"))?;
        if let Some(brings) = does.brings.as_ref().filter(|brings| !brings.only_on.is_empty()) {
            let is_open = brings.only_on.iter().any(|state| look.is(whom, state));
            look.refuse_if(!is_open || look.is(whom, brings.state), rule, || {
                let states: Vec<&str> = brings.only_on.iter().map(|state| state.as_str()).collect();
                format!("it takes somebody who is {}", states.join(" or "))
            })?;
        } else {
            let resists = look.are_enemies(who, whom) && look.is_in_play(whom);
            look.refuse_if(resists, rule, || format!("{name} would not hold still for it"))?;
        }
        let heals = does.heals.is_some() && self.most_back(look, whom) > 0;
        let ends = does.ends.as_ref().is_some_and(|ends| ends.states.iter().any(|state| look.is(whom, state)));
        let is_idle = !heals && !ends && does.brings.is_none();
        look.refuse_if(is_idle, rule, || format!("there is nothing in {name} for it to mend"))
    }

    /// Whether something may be used on a zone.
    fn may_mark(&self, look: Look<'_>, who: Id, item: &Item, (zone, does): (ZoneId, &OnZone)) -> Allowed {
        let (rule, to, name) = (does.rule, Spot::Zone(zone), || look.spot_name(Spot::Zone(zone)));
        let from = look.spot(who).ok_or_else(|| look.refusal(rule, || "no zone is near".to_owned()))?;
        match item.arm.range {
            None => look.refuse_if(!look.are_near(from, to), rule, || format!("{} is not nearby", name()))?,
            Some(range) => {
                let reach = range.saturating_mul(2).max(0).unsigned_abs();
                let is_far = look.spots().distance(from, to).is_none_or(|distance| distance > reach);
                let why = || format!("{} is farther away than {}", name(), zones_in_words(reach));
                look.refuse_if(is_far, rule, why)?;
                look.refuse_if(!look.spots_see(from, to), rule, || format!("{} is not in sight", name()))?;
            }
        }
        let is_so = Consumables::marked(look, does, zone).is_empty();
        look.refuse_if(is_so, rule, || format!("{} is {} already", name(), does.word))
    }

    /// The people or zones that a thing is worth offering for.
    fn targets(&self, look: Look<'_>, who: Id, item: &Item) -> Vec<Key> {
        if let Some(does) = self.on_somebody(&item.arm) {
            let near = |id: &Id| Self::gets_to(look, who, item, *id);
            // Enemies are named only where it can be used on them: nothing tells who else is about.
            let is_told = |id: &Id| look.wants_words() && !look.are_enemies(who, *id);
            let fits = |id: &Id| is_told(id) || self.may_treat(look, who, item, (*id, does)).is_ok();
            return look.everybody().filter(near).filter(fits).map(|id| look.key(id)).collect();
        }
        let Some(does) = self.on_zone(&item.arm) else { return Vec::new() };
        let zones = (0..look.board().zones.len() as ZoneId).filter(|zone| {
            let may = self.may_mark(look, who, item, (*zone, does));
            may.is_ok() || (item.arm.range.is_some() && look.wants_words())
        });
        zones.map(|zone| Key::new(&look.spot_name(Spot::Zone(zone)))).collect()
    }

    /// Uses something that is not gone then: it stays on somebody, or falls to the ground where it did not hold.
    fn put_on(&self, table: &mut Table<'_>, (who, whom): (Id, Id), does: &OnSomebody, item: Item) -> Step {
        let lands = table.look().footprint(whom).at;
        let brought = does.brings.as_ref().map(|brings| brings.state);
        self.treat(table, who, whom, does, item.arm.name)?;
        let holds = brought.is_some_and(|state| table.look().is(whom, state));
        let (owner, held) = if holds { (whom, Held::Worn) } else { (who, Held::Ground(lands)) };
        table.edit::<Gear>(owner).0.push(Item { held, ..item });
        Ok(())
    }
}

impl Deed for Consumables {
    nature!(|self| Nature::of(VERB, Group::Help, Stage::Upkeep).reading(&[Reads::With, Reads::At, Reads::Named]));

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let mut known: Vec<Key> = Vec::new();
        for item in look.gear(who).iter().filter(|item| self.is_useful(item)) {
            let name = item.arm.name;
            let lies = matches!(item.held, Held::Ground(_));
            if known.contains(&name) || lies || !(item.is_in_hand() || look.wants_words()) {
                continue;
            }
            known.push(name);
            let mut offer = |order: Order, label: String| {
                out.push(Choice::new(order, label, Group::Help, self.rule).allowed_by(self, look, who));
            };
            if !item.is_in_hand() {
                offer(Order::new(VERB).with(name), format!("Use: {name}"));
                continue;
            }
            for target in self.targets(look, who, item) {
                let order = Order::new(VERB).with(name).at(Aim::who(target));
                offer(order, format!("Use: {name} ({target})"));
            }
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        look.allows(who, &["gear", VERB])?;
        let item = self.item(look, who, order)?;
        let why = || format!("{} must have the {} in hand first", look.name(who), item.arm.name);
        look.refuse_if(!item.is_in_hand(), self.rule, why)?;
        match self.target(look, who, item, order)? {
            Target::Somebody(whom, does) => self.may_treat(look, who, item, (whom, does)),
            Target::Zone(zone, does) => self.may_mark(look, who, item, (zone, does)),
        }
    }

    fn covers(&self, look: Look<'_>, who: Id, order: &Order) -> Vec<Square> {
        let target = self.item(look, who, order).and_then(|item| self.target(look, who, item, order));
        let Ok(Target::Zone(zone, does)) = target else { return Vec::new() };
        let zones = Consumables::marked(look, does, zone).into_iter();
        zones.flat_map(|zone| look.spots().squares(Spot::Zone(zone))).copied().collect()
    }

    /// What a remedy would do for a friend, in hand or not.
    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let item = self.item(look, who, order).ok()?;
        let Target::Somebody(whom, does) = self.target(look, who, item, order).ok()? else { return None };
        self.may_treat(look, who, item, (whom, does)).ok()?;
        if look.are_enemies(who, whom) {
            return look.is_in_play(whom).then(|| Worth::of(0.3));
        }
        let states = &self.states;
        let heals = does.heals.is_some() && self.most_back(look, whom) > 0;
        let ill = does.ends.is_some();
        match () {
            () if heals && self.saves() && look.is(whom, states.dying) => Some(Worth::of(0.7)),
            () if heals && self.wakes && look.is(whom, states.felled) => Some(Worth::of(0.6)),
            () if !look.is_in_play(whom) || does.brings.is_some() => None,
            // Nobody spends it on a scratch: somebody may need all of it yet.
            () if heals => {
                let (left, whole) = (look.value(whom, self.health.left), look.value(whom, self.health.whole));
                (left * 2 <= whole).then(|| Worth::of(0.2))
            }
            () => ill.then(|| Worth::of(0.15)),
        }
    }

    fn calls(&self, look: Look<'_>, who: Id) -> Vec<(Id, Worth)> {
        let mut held = look.gear(who).iter().filter(|item| item.is_in_hand());
        let heals = |item: &Item| self.on_somebody(&item.arm).is_some_and(|does| does.heals.is_some());
        if !self.saves() || !held.any(heals) {
            return Vec::new();
        }
        let dying = |id: &Id| !look.are_enemies(who, *id) && look.is(*id, self.states.dying);
        look.everybody().filter(dying).map(|id| (id, Worth::of(0.7))).collect()
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let look = table.look();
        let Ok(item) = self.item(look, who, order) else { return Ok(()) };
        let Ok(target) = self.target(look, who, item, order) else { return Ok(()) };
        let name = item.arm.name;
        let Some(index) = look.gear(who).iter().position(|each| std::ptr::eq(each, item)) else { return Ok(()) };
        let rule = self.rule;
        let used = table.edit::<Gear>(who).0.remove(index);
        table.note(|look| {
            let fact = |on: &str| Fact::new(rule, format!("{} uses the {name} on {on}.", look.name(who))).who(who);
            match target {
                Target::Somebody(whom, _) if whom == who => {
                    Fact::new(rule, format!("{} uses the {name}.", look.name(who))).who(who)
                }
                Target::Somebody(whom, _) => fact(look.name(whom)).whom(whom),
                Target::Zone(zone, _) => fact(&look.spot_name(Spot::Zone(zone))),
            }
        });
        match target {
            Target::Somebody(whom, does) => {
                if !used.arm.has(self.gone) {
                    return self.put_on(table, (who, whom), does, used);
                }
                self.treat(table, who, whom, does, name)
            }
            Target::Zone(zone, does) => {
                self.mark(table, who, does, zone);
                Ok(())
            }
        }
    }
}
