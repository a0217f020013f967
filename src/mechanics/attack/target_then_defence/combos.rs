//! What combatants do to strike: a single attack, one component alone, or a whole combo (ST-ATK-14 to ST-ATK-20).

use super::TargetThenDefence;
use super::strike::{Strike, gets_there, is_weapon, occupant, throws_no_attack};
use crate::mechanics::attack::course::{Attack, enemies};
use crate::mechanics::prelude::*;

/// What orders of blows say.
const READS: &[Reads] = &[Reads::With, Reads::At, Reads::Square, Reads::Several, Reads::Part, Reads::Manner];

/// The verb of whole combos.
pub(super) const COMBO: &str = "combo";

/// One component used alone: an attack, a grab, a trip.
#[derive(Debug)]
pub(super) struct Single {
    pub attack: Arc<TargetThenDefence>,
    pub verb: Verb,
    pub component: Key,
}

impl Single {
    fn strike(&self, look: Look<'_>, who: Id, order: &Order) -> Result<Strike, Refusal> {
        let nobody = Aim::default();
        let aim = order.at.first().unwrap_or(&nobody);
        self.attack.strike(look, who, order, aim, self.component, order.with)
    }

    fn list(&self, look: Look<'_>, who: Id, is_meant: impl Fn(Id) -> bool, out: &mut Vec<Choice>) {
        let def = self.attack.component(self.component);
        let bursts = |thing: &Id| look.thing(*thing).is_some_and(|thing| thing.def.bursts.is_some());
        let things = look.things().filter(|thing| def.harms && (look.wants_things() || bursts(thing)));
        let marks: Vec<Id> = enemies(look, who).into_iter().chain(things).filter(|mark| is_meant(*mark)).collect();
        for item in look.arms(who).filter(|item| is_weapon(item, def)) {
            let mut order = Order::new(self.verb).with(item.arm.name).at(Aim::default());
            for target in &marks {
                let name = look.key(*target);
                order.at.iter_mut().for_each(|aim| aim.who = Some(name));
                let label = if def.harms { item.arm.name.as_str() } else { self.verb.as_str() };
                let strike = Strike::of(*target, item, self.component);
                let why = || format!("{} is not in hand", item.arm.name);
                let may = look.refuse_if(!item.is_ready(), self.attack.rules.single, why);
                let may = may.and_then(|()| self.attack.may(look, who, &order, &strike));
                if may.is_err() && (target.is_thing() || !look.wants_words()) {
                    continue;
                }
                let label = if look.wants_words() { format!("{label}: {name}") } else { String::new() };
                let mut choice = Choice::new(order.clone(), label, Group::Attack, def.rule).unless(may);
                if choice.is_legal() && look.wants_ways() {
                    choice.manners = self.attack.manners_of(look, who, &order, &strike);
                    choice.parts = self.attack.parts(look, who, &order, &strike);
                    if !def.harms {
                        // Holds and the like are seldom of just any part.
                        self.attack.leave_open(look, who, &order, &strike, &mut choice.parts);
                    }
                }
                out.push(choice);
            }
        }
    }
}

impl Deed for Single {
    nature!(|self| Nature::attack(self.verb, READS).tempting(self.attack.component(self.component).harms));

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        self.list(look, who, |_| true, out);
    }

    fn choices_at(&self, look: Look<'_>, who: Id, name: Key, out: &mut Vec<Choice>) {
        self.list(look, who, |mark| look.key(mark) == name, out);
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        look.refuse_if(order.at.len() > 1, self.attack.rules.single, || "a single attack is at one only")?;
        if let Some(square) = order.at.first().and_then(|aim| wrong_guess(look, who, aim)) {
            return self.attack.may_guess(look, who, order, self.component, square);
        }
        let strike = self.strike(look, who, order)?;
        let ready = look.item(who, strike.arm.name).is_some_and(Item::is_ready);
        look.refuse_if(!ready, self.attack.rules.single, || format!("{} is not in hand", strike.arm.name))?;
        self.attack.may(look, who, order, &strike)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        if let Some(square) = order.at.first().and_then(|aim| wrong_guess(table.look(), who, aim)) {
            return self.attack.miss(table, who, order, self.component, square);
        }
        let may = |strike: Strike| self.attack.may(table.look(), who, order, &strike).map(|()| strike);
        match self.strike(table.look(), who, order).and_then(may) {
            Ok(strike) => self.attack.resolve(table, who, order, &[strike]),
            Err(refusal) => fizzle(table, who, &refusal),
        }
    }

    fn forecast(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Forecast> {
        let strike = self.strike(look, who, order).ok()?;
        self.attack.foretell(look, &self.attack.case(look, who, order, &strike), &strike.arm)
    }

    /// Whoever stands only beside those whom no blow of theirs gets at would rather be beside somebody else.
    fn calls(&self, look: Look<'_>, who: Id) -> Vec<(Id, Worth)> {
        if self.verb != ATTACK {
            return Vec::new();
        }
        let own = look.footprint(who);
        let reaches = |foe: Id, item: &Item| look.threat(who, &item.arm).reaches(own, look.footprint_towards(foe, own));
        let arms: Vec<&Item> = self.hand_to_hand(look, who).collect();
        let is_near = |foe: &Id| arms.iter().any(|item| reaches(*foe, item));
        let (near, far): (Vec<Id>, Vec<Id>) = look.foes(who).partition(is_near);
        let hurts = |foe: &Id| arms.iter().filter_map(|item| self.hurts(look, who, *foe, item)).max();
        let is_worth_it = |worth: &Worth| *worth > Worth::of(IN_VAIN);
        if near.is_empty() || near.iter().filter_map(hurts).any(|worth| is_worth_it(&worth)) {
            return Vec::new();
        }
        let called = far.into_iter().filter_map(|foe| Some((foe, hurts(&foe).filter(is_worth_it)?)));
        called.collect()
    }
}

/// What a blow is in vain that is worth no more than this, in felled enemies.
const IN_VAIN: f64 = 0.02;

impl Single {
    /// What somebody has ready that is struck with hand to hand.
    fn hand_to_hand<'a>(&'a self, look: Look<'a>, who: Id) -> impl Iterator<Item = &'a Item> {
        let def = self.attack.component(self.component);
        look.arms(who).filter(move |item| item.is_ready() && !item.arm.is_ranged() && is_weapon(item, def))
    }

    /// What a plain blow with that would be worth at a foe, from wherever it reaches them.
    fn hurts(&self, look: Look<'_>, who: Id, foe: Id, item: &Item) -> Option<Worth> {
        let order = Order::new(self.verb).with(item.arm.name).at(look.aim(foe));
        let strike = Strike::of(foe, item, self.component);
        let case = self.attack.case(look, who, &order, &strike);
        Some(self.attack.foretell(look, &case, &item.arm)?.worth(look, who))
    }
}

/// The square that is aimed at where nobody is.
fn wrong_guess(look: Look<'_>, who: Id, aim: &Aim) -> Option<Square> {
    aim.square.filter(|square| aim.who.is_none() && occupant(look, who, *square).is_none())
}

/// The blows of a combo, as it was declared.
#[derive(Clone, Debug)]
struct Declared {
    /// Those at somebody.
    strikes: Vec<Strike>,
    /// Those at squares where nobody turns out to be, with their own orders.
    guesses: Vec<(Order, Key, Square)>,
    /// The order of the blows themselves: manners only, and the words of the components that are no blows.
    blows: Order,
}

/// A deed that was begun last turn and has become impossible meanwhile.
fn fizzle(table: &mut Table<'_>, who: Id, refusal: &Refusal) -> Step {
    table.say(refusal.rule, who, |look| format!("{}'s attack comes to nothing: {}.", look.name(who), refusal.why));
    Ok(())
}

/// Whether `who` may use a combo of these components (ST-ATK-14 to ST-ATK-16).
pub(super) fn fits(attack: &TargetThenDefence, look: Look<'_>, who: Id, components: &[Key]) -> Allowed {
    let rules = &attack.rules;
    let rating: i32 = components.iter().map(|component| attack.component(*component).rating).sum();
    let most = look.value(who, attack.combos.rating);
    look.refuse_if(rating > most, rules.rating, || format!("the combo is rated {rating}, above {most}"))?;
    let length = look.value(who, attack.combos.length);
    let why = || format!("the combo has more than {length} components");
    look.refuse_if(components.len() as i32 > length, rules.length, why)?;
    for (component, def) in &attack.components {
        let Some(technique) = def.more_by else { continue };
        let used = components.iter().filter(|each| *each == component).count();
        let taken = look.techniques(who).filter(|each| *each == technique).count();
        look.refuse_if(used > 1 + taken, rules.more, || format!("{used} times {component} needs {technique}"))?;
    }
    Ok(())
}

/// How many others somebody thinks of at whom one of the blows might go.
const MOST_OTHERS: usize = 2;

/// A whole combo in one go (ST-ATK-18).
#[derive(Debug)]
pub(super) struct Combo(pub Arc<TargetThenDefence>);

impl Combo {
    fn known<'a>(&self, look: Look<'a>, who: Id, order: &Order) -> Result<(Key, &'a [Key]), Refusal> {
        let combos = look.combos(who);
        let found = match order.with {
            None if combos.len() == 1 => combos.keys().next().copied(),
            wanted => wanted.filter(|name| combos.contains_key(name)),
        };
        let name = found.ok_or_else(|| {
            let wanted = order.with.map_or("", Key::as_str);
            let names: Vec<_> = combos.keys().map(|name| name.as_str()).collect();
            let why = format!("{} knows no combo `{wanted}`; they know {}", look.name(who), names.join(", "));
            Refusal::new(self.0.rules.combo, why)
        })?;
        Ok((name, combos.get(&name).copied().unwrap_or_default()))
    }

    fn declared(&self, look: Look<'_>, who: Id, order: &Order) -> Result<Declared, Refusal> {
        let (name, components) = self.known(look, who, order)?;
        fits(&self.0, look, who, components)?;
        let striking: Vec<_> =
            components.iter().copied().filter(|component| self.0.component(*component).strikes).collect();
        let why = || format!("{name} has {} blows, not {}", striking.len(), order.at.len());
        look.refuse_if(order.at.len() > striking.len(), self.0.rules.combo, why)?;
        let nobody = Aim::default();
        let aimed = |index: usize| order.at.get(index).or(order.at.last()).unwrap_or(&nobody);
        let named = |component: Key| {
            let def = self.0.component(component);
            let is_arm = |manner: &Key| look.item(who, *manner).is_some_and(|item| is_weapon(item, def));
            order.manner.iter().copied().find(is_arm)
        };
        let manner = order.manner.iter().copied().filter(|manner| look.item(who, *manner).is_none()).collect();
        let blows = Order { manner, ..order.clone() };
        let mut declared = Declared { strikes: Vec::new(), guesses: Vec::new(), blows };
        for (index, component) in striking.iter().enumerate() {
            let (aim, arm) = (aimed(index), named(*component));
            if let Some(square) = wrong_guess(look, who, aim) {
                let one = Order { with: arm, at: [*aim].into(), ..declared.blows.clone() };
                declared.guesses.push((one, *component, square));
                continue;
            }
            let again = index > 0 && striking[index - 1] == *component && aimed(index - 1) == aim;
            let strike = match declared.strikes.last().filter(|_| again) {
                Some(last) => last.clone(),
                None => self.0.strike(look, who, &declared.blows, aim, *component, arm)?,
            };
            declared.strikes.push(strike);
        }
        Ok(declared)
    }

    /// The blows of an order. They are worked out once where nobody reads the words.
    fn checked(&self, look: Look<'_>, who: Id, order: &Order) -> Result<Declared, Refusal> {
        let check = || self.checked_afresh(look, who, order);
        if look.wants_words() {
            return check();
        }
        // Of many enemies each has a list of its own.
        let of = look.target(order).unwrap_or(who);
        look.keep_each("combos", of, &(who, order.clone()), check)
    }

    fn checked_afresh(&self, look: Look<'_>, who: Id, order: &Order) -> Result<Declared, Refusal> {
        look.allows(who, &[COMBO])?;
        let declared = self.declared(look, who, order)?;
        let Declared { strikes, guesses, blows } = &declared;
        if let Some(technique) = self.0.techniques.keys().find(|technique| blows.is(technique)) {
            return Err(Refusal::new(self.0.rules.single, format!("{technique} is for a single attack only")));
        }
        for (one, component, square) in guesses {
            self.0.may_guess(look, who, one, *component, *square)?;
        }
        for (index, strike) in strikes.iter().enumerate() {
            if strikes[..index].iter().any(|earlier| earlier.repeats(strike)) {
                continue;
            }
            let ready = look.item(who, strike.arm.name).is_some_and(Item::is_ready);
            look.refuse_if(!ready, self.0.rules.combo, || format!("{} is not in hand", strike.arm.name))?;
            let (is_none, rule) = (throws_no_attack(&strike.arm), self.0.component(strike.component).rule);
            look.refuse_if(is_none, rule, || format!("{} is no attack: nothing is thrown to hit", strike.arm.name))?;
            self.0.may(look, who, blows, strike)?;
            let with_it = strikes.iter().filter(|each| Arc::ptr_eq(&each.arm, &strike.arm)).count();
            let case = self.0.case(look, who, blows, strike);
            look.rules().registry.allows.iter().try_for_each(|mechanic| mechanic.allow_all(look, &case, with_it))?;
        }
        let (_, components) = self.known(look, who, order)?;
        let kinds = components.iter().filter(|component| !self.0.component(**component).strikes);
        for component in kinds {
            look.allows(who, &[component.as_str()])?;
        }
        Ok(declared)
    }

    fn list(&self, look: Look<'_>, who: Id, is_meant: impl Fn(Id) -> bool, out: &mut Vec<Choice>) {
        let may = || look.wants_words() || look.allows(who, &[COMBO]).is_ok();
        if look.combos(who).is_empty() || !may() {
            return;
        }
        let marks: Vec<Id> = enemies(look, who).into_iter().filter(|mark| is_meant(*mark)).collect();
        for (name, components) in look.combos(who) {
            if !look.wants_words() && fits(&self.0, look, who, components).is_err() {
                continue;
            }
            let blows = components.iter().filter(|component| self.0.component(**component).strikes).count();
            for target in &marks {
                // A combo without a blow is at nobody.
                let has_reach = || {
                    let mut ready = look.arms(who).filter(|item| item.is_ready());
                    blows > 0
                        && ready.any(|item| !throws_no_attack(&item.arm) && gets_there(look, who, *target, &item.arm))
                };
                if !look.wants_words() && !has_reach() {
                    continue;
                }
                let order = Order::new(COMBO).with(name).at(look.aim(*target));
                let label = || format!("{name} (×{blows}): {}", look.name(*target));
                out.extend(Choice::told_of(self, (look, who), order, self.0.rules.combo, label));
            }
        }
    }
}

impl Deed for Combo {
    nature!(|self| Nature::attack(COMBO, READS).of_blows().told(Phrase::Struck));

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        self.list(look, who, |_| true, out);
    }

    fn choices_at(&self, look: Look<'_>, who: Id, name: Key, out: &mut Vec<Choice>) {
        self.list(look, who, |mark| look.key(mark) == name, out);
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        self.checked(look, who, order).map(drop)
    }

    /// Blows at several: none of a combo softens what the others meet, so the third at the same one fells them seldom. Nobody spends
    /// the first on those who are out of the fight for the sake of the last.
    fn weighed(&self, look: Look<'_>, who: Id, choice: &Choice) -> Vec<Order> {
        let order = &choice.order;
        let Ok((_, components)) = self.known(look, who, order) else { return Vec::new() };
        let blows = components.iter().filter(|component| self.0.component(**component).strikes).count();
        let fights = |aim: &Aim| aim.who.and_then(|name| look.named(name)).is_none_or(|target| look.counts(target));
        let first = order.at.first().copied().filter(|aim| blows > 1 && fights(aim));
        let Some(first) = first else { return Vec::new() };
        let at = |aims: Vec<Aim>| Order { at: aims.into_iter().collect(), ..order.clone() };
        let others = enemies(look, who).into_iter().filter(|id| look.counts(*id)).map(|id| look.aim(id));
        let with_last_at = |other: Aim| {
            let aims = (1..blows).map(|_| first).chain([other]).collect();
            let order = at(aims);
            self.check(look, who, &order).is_ok().then_some((other, order))
        };
        let split: Vec<(Aim, Order)> =
            others.filter(|aim| aim.who != first.who).filter_map(with_last_at).take(MOST_OTHERS).collect();
        // One at each of them, one after the other.
        let ring: Vec<Aim> = std::iter::once(first).chain(split.iter().map(|(other, _)| *other)).collect();
        let each =
            (blows > 2 && ring.len() > 2).then(|| at((0..blows).map(|index| ring[index % ring.len()]).collect()));
        let each = each.filter(|order| self.check(look, who, order).is_ok());
        split.into_iter().map(|(_, order)| order).chain(each).collect()
    }

    fn arms(&self, look: Look<'_>, who: Id, order: &Order) -> Vec<Key> {
        let strikes = self.declared(look, who, order).map(|declared| declared.strikes).unwrap_or_default();
        each_once(strikes.iter().map(|strike| strike.arm.name))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let checked = {
            let memo = Memo::of(table.look());
            self.checked(table.look().remembering(&memo), who, order)
        };
        match checked {
            Ok(Declared { strikes, guesses, blows }) => {
                for (one, component, square) in &guesses {
                    self.0.miss(table, who, one, *component, *square)?;
                }
                self.0.resolve(table, who, &blows, &strikes)
            }
            Err(refusal) => fizzle(table, who, &refusal),
        }
    }

    /// Blows at one target add up, as far as the earlier ones leave the later something to do.
    fn forecast(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Forecast> {
        let Declared { strikes, blows, .. } = self.checked(look, who, order).ok()?;
        let mut against: Vec<(Id, Vec<(Option<Key>, Prospect)>)> = Vec::new();
        let mut told: Vec<(&Strike, Prospect)> = Vec::new();
        for strike in &strikes {
            let known = told.iter().find(|(earlier, _)| earlier.repeats(strike)).map(|(_, one)| one.clone());
            let case = || self.0.case(look, who, &blows, strike);
            let afresh = || self.0.foretell(look, &case(), &strike.arm)?.against.pop();
            let is_new = known.is_none();
            let one = known.or_else(afresh)?;
            if is_new {
                told.push((strike, one.clone()));
            }
            match against.iter_mut().find(|(target, _)| *target == strike.target) {
                Some((_, all)) => all.push((strike.part, one)),
                None => against.push((strike.target, vec![(strike.part, one)])),
            }
        }
        Some(Forecast::of(against.iter().filter_map(|(_, all)| Prospect::of_blows(all)).collect()))
    }
}
