//! Disarm, shove and grapple, and what arms do beside damage: a save, or a bad effect (ZN-ATK-12 to ZN-ATK-14,
//! ZN-GRAP-01, ZN-SIZE-08, ZN-SIZE-10, ZN-COND-03).

use super::means::{Manoeuvre, Means, Strike, is_weapon};
use super::react::is_carried;
use super::{Effect, SureBlow};
use crate::mechanics::prelude::*;

/// The name of what a mighty shove does before anybody is moved by it.
const PUSH: &str = "push";

impl SureBlow {
    /// Things in somebody's hands that can be struck out of them.
    pub fn droppable(&self, look: Look<'_>, who: Id) -> Vec<Key> {
        let held = |item: &&Item| item.is_in_hand() && is_weapon(item);
        look.gear(who).iter().filter(held).map(|item| item.arm.name).collect()
    }

    /// The weapon that a strike takes out of its target's hand: the one that it names, or that of whoever has stepped in.
    pub(super) fn struck_away(&self, look: Look<'_>, strike: &Strike) -> Option<Key> {
        let weapons = self.droppable(look, strike.target);
        strike.part.filter(|part| weapons.contains(part)).or_else(|| weapons.first().copied())
    }

    /// A strike in each of the ways that its manoeuvre has: there is one to disarm for each weapon that can be struck away.
    pub fn each_way(&self, look: Look<'_>, strike: Strike) -> Vec<Strike> {
        if strike.manoeuvre() != Some(Manoeuvre::Disarm) {
            return vec![strike];
        }
        let at = |part| Strike { part: Some(part), ..strike.clone() };
        self.droppable(look, strike.target).into_iter().map(at).collect()
    }

    /// Hands that somebody has free.
    pub fn free_hands(&self, look: Look<'_>, who: Id) -> i32 {
        look.sum(&Case::of("free hands", who), Sum::new()).total()
    }

    /// Whether a manoeuvre can be tried at all.
    pub fn may_manoeuvre(&self, look: Look<'_>, strike: &Strike) -> Allowed {
        let (who, target) = (strike.who, strike.target);
        if let Some(rule) = self.withstood(look, strike) {
            let is_large = rule == self.rules.too_large;
            let why = if is_large { "is too large for that" } else { "has learned too much of that" };
            return Err(look.refusal_of(target, rule, why));
        }
        match strike.manoeuvre() {
            Some(Manoeuvre::Disarm) => {
                let weapons = self.droppable(look, target);
                let is_there = strike.part.map_or(!weapons.is_empty(), |part| weapons.contains(&part));
                let what = || strike.part.map_or("nothing".to_owned(), |part| format!("no {part}"));
                let why = || format!("{} has {} in hand", look.name(target), what());
                look.refuse_if(!is_there, self.rules.disarm, why)?;
            }
            Some(Manoeuvre::Grapple) => {
                let is_held = look.has_brought(who, self.states.grabbed, target);
                look.refuse_one_if(is_held, target, self.rules.grapple, "is held already")?;
                look.refuse_one_if(self.free_hands(look, who) < 1, who, self.rules.grapple, "has no hand free")?;
                let is_thing = look.thing(target).is_some() || look.has_tag(target, "vehicle");
                look.refuse_one_if(is_thing, target, self.rules.grapple, "cannot be held")?;
            }
            _ => {}
        }
        Ok(())
    }

    /// The rule of a manoeuvre.
    const fn rule_of(&self, manoeuvre: Manoeuvre) -> RuleId {
        match manoeuvre {
            Manoeuvre::Disarm => self.rules.disarm,
            Manoeuvre::Shove => self.rules.shove,
            Manoeuvre::Grapple => self.rules.grapple,
        }
    }

    /// Whether somebody has learned the skill for a manoeuvre, and the other one has not.
    fn outdoes(&self, look: Look<'_>, manoeuvre: Manoeuvre, who: Id, other: Id) -> bool {
        let skill = match manoeuvre {
            Manoeuvre::Grapple => self.skills.wrestling,
            Manoeuvre::Disarm => self.skills.disarm,
            Manoeuvre::Shove => return false,
        };
        look.knows(who, skill) && !look.knows(other, skill)
    }

    /// The rule by which a manoeuvre does nothing to its target, who may be a guard: one too large for it, or one who has
    /// learned too much of it.
    pub(super) fn withstood(&self, look: Look<'_>, strike: &Strike) -> Option<RuleId> {
        let (who, target, manoeuvre) = (strike.who, strike.target, strike.manoeuvre()?);
        if self.larger_by(look, target, who) > 0 {
            return Some(self.rules.too_large);
        }
        self.outdoes(look, manoeuvre, target, who).then(|| self.rule_of(manoeuvre))
    }

    /// Whether the target of a manoeuvre is given no save: too small for it, or up against one who has learned it.
    pub(super) fn has_no_save(&self, look: Look<'_>, strike: &Strike) -> bool {
        let (who, target) = (strike.who, strike.target);
        let is_outdone = |manoeuvre| self.outdoes(look, manoeuvre, who, target);
        self.larger_by(look, who, target) > 0 || strike.manoeuvre().is_some_and(is_outdone)
    }

    /// What a strike that lands does beside damage.
    pub fn take_effect(&self, table: &mut Table<'_>, strike: &Strike) -> Step {
        if let Some(manoeuvre) = strike.manoeuvre() {
            return self.manoeuvre(table, strike, manoeuvre);
        }
        let Some(arm) = strike.arm().cloned() else { return Ok(()) };
        for (word, effect) in self.effects.iter().filter(|(word, _)| arm.has(word)) {
            if table.look().is_dead(strike.target) || table.look().thing(strike.target).is_some() {
                continue;
            }
            self.afflict(table, strike, *word, effect)?;
        }
        Ok(())
    }

    fn afflict(&self, table: &mut Table<'_>, strike: &Strike, word: Key, effect: &Effect) -> Step {
        let (who, target) = (strike.who, strike.target);
        let state = effect.brings;
        if table.look().has_tag(target, "vehicle") {
            return Ok(());
        }
        if state == self.states.grabbed {
            // An arm that holds is no better at it than hands are.
            let hold = Strike { means: Means::Manoeuvre(Manoeuvre::Grapple), ..strike.clone() };
            let look = table.look();
            if self.larger_by(look, target, who) > 0 {
                return Ok(());
            }
            let is_spared = !self.has_no_save(look, &hold)
                && table.save(target, effect.save.unwrap_or(self.stand), strike.name(), effect.rule)?;
            return if is_spared { Ok(()) } else { self.grab(table, who, target) };
        }
        if let Some(save) = effect.save
            && table.save(target, save, strike.name(), effect.rule)?
        {
            return Ok(());
        }
        let condition = Condition::new(state).by(strike.who).until(effect.until.unwrap_or(Until::Ended));
        table.bring(target, condition, |look| {
            Fact::new(effect.rule, format!("{} is {state} ({word}).", look.name(target)))
        })
    }

    /// A manoeuvre against somebody who does nothing about it any more.
    fn manoeuvre(&self, table: &mut Table<'_>, strike: &Strike, manoeuvre: Manoeuvre) -> Step {
        let (who, target) = (strike.who, strike.target);
        if let Some(rule) = self.withstood(table.look(), strike) {
            table.say(rule, (target, who), |look| {
                format!("To {} {} is beyond {}.", manoeuvre.verb(), look.name(target), look.name(who))
            });
            return Ok(());
        }
        if self.has_no_save(table.look(), strike) {
            table.say(self.rules.no_save, (target, who), |look| {
                format!("{} is given no save against {}.", look.name(target), look.name(who))
            });
        } else if table.save(target, self.stand, manoeuvre.verb(), self.rule_of(manoeuvre))? {
            return Ok(());
        }
        match manoeuvre {
            Manoeuvre::Disarm => {
                let weapon = self.struck_away(table.look(), strike);
                weapon.map_or(Ok(()), |weapon| self.lose_weapon(table, (who, target), weapon, self.rules.disarm))
            }
            Manoeuvre::Shove => self.shove(table, strike),
            Manoeuvre::Grapple => self.grab(table, who, target),
        }
    }

    /// Lets somebody drop a weapon, which whoever brought it about may take with a free hand.
    pub fn lose_weapon(&self, table: &mut Table<'_>, (who, target): (Id, Id), weapon: Key, rule: RuleId) -> Step {
        let takes = self.free_hands(table.look(), who) > 0 && {
            let look = table.look();
            let prompt = format!("{}: take the {weapon} away?", look.name(who));
            let take = Choice::new(Order::new("take"), format!("Take the {weapon}"), Group::Gear, rule);
            let leave = Choice::new(Order::new("leave"), "Leave it", Group::Gear, rule);
            let question = Question::new("take", look.side(who), who, prompt).by(target).rule(rule);
            table.ask(question.choice(take.weighed(Worth(1))).choice(leave))?.verb == "take"
        };
        let square = table.look().footprint(target).at;
        let is_it = |item: &Item| item.arm.name == weapon && item.is_in_hand();
        let mut gear = table.edit::<Gear>(target);
        let Some(index) = gear.0.iter().position(is_it) else { return Ok(()) };
        if takes {
            let mut item = gear.0.remove(index);
            item.held = Held::Hand(Grip::LEFT);
            table.edit::<Gear>(who).0.push(item);
        } else if let Some(item) = gear.0.get_mut(index) {
            item.held = Held::Ground(square);
        }
        table.note(|look| {
            let (taker, loser) = (look.name(who), look.name(target));
            let text = if takes {
                format!("{taker} takes the {weapon} from {loser}.")
            } else {
                format!("{loser} drops the {weapon}.")
            };
            Fact::new(rule, text).who(target).whom(who).disarmed(target, who)
        });
        Ok(())
    }

    /// Whoever is shoved goes where they are pushed: half a zone, or farther by the difference of size.
    fn shove(&self, table: &mut Table<'_>, strike: &Strike) -> Step {
        let (who, target) = (strike.who, strike.target);
        let larger = self.larger_by(table.look(), who, target);
        if larger > 0
            && let Some((dice, rule)) = &self.mighty
        {
            let dealt = table.throw(dice)?.total;
            table.say(*rule, (target, who), |look| {
                format!("{} is struck for {dealt}, whatever they wear.", look.name(target))
            });
            let case = Case::of("damage", target).against(who).word("direct");
            let hit = Hit::unaimed(table.look(), &case, self.harms, dealt, *rule);
            if let Some(hit) = hit {
                table.within(PUSH, |table| table.inflict(&hit.by(who)))?;
            }
        }
        let places = self.pushes(table.look(), strike);
        let chosen = match strike.to.filter(|to| places.iter().any(|way| way.last() == Some(to))) {
            None => self.where_to(table, strike, &places)?,
            wished => wished,
        };
        let Some(chosen) = chosen else { return Ok(()) };
        let way = places.into_iter().find(|way| way.last() == Some(&chosen)).unwrap_or_default();
        let gone = Self::drive(table, target, &way)?;
        let mighty = self.mighty.as_ref().filter(|_| larger > 0);
        let rule = mighty.map_or(self.rules.shove, |(_, rule)| *rule);
        table.note(|look| {
            let place = look.spot(target).map(|spot| look.spot_name(spot)).unwrap_or_default();
            let text = format!("{} shoves {} to {place}.", look.name(who), look.name(target));
            Fact::new(rule, text).who(target).whom(who).sent(who, target, gone).driven(target)
        });
        Ok(())
    }

    /// Drives somebody along a way, as far as nothing on it catches them; the squares that they have come along.
    pub fn drive(table: &mut Table<'_>, target: Id, way: &[Spot]) -> Step<Vec<Square>> {
        let from = table.look().footprint(target).at;
        let mut gone = vec![from];
        for spot in way {
            let Some(to) = table.look().room(target, *spot, from) else { break };
            gone.push(to.at);
            table.relocate(target, to)?;
            let look = table.look();
            let caught = look.rules().registry.steps.iter().any(|mechanic| mechanic.hold_up(look, target, to) >= 1.0);
            if caught || look.footprint(target) != to || look.is_dead(target) {
                break;
            }
        }
        Ok(gone)
    }

    /// Asks where somebody is shoved.
    fn where_to(&self, table: &mut Table<'_>, strike: &Strike, places: &[Vec<Spot>]) -> Step<Option<Spot>> {
        let look = table.look();
        let (who, target, rule) = (strike.who, strike.target, self.rules.shove);
        let prompt = format!("{}: where does {} go?", look.name(who), look.name(target));
        let mut question = Question::new("shove", look.side(who), who, prompt).by(target).rule(rule);
        let mut offered = Vec::new();
        for way in places {
            let Some(spot) = way.last().copied() else { continue };
            let Some(room) = look.room(target, spot, look.footprint(target).at) else { continue };
            let choice = Choice::new(Order::new("push").to(room.at), look.spot_name(spot), Group::Move, rule);
            offered.push((room.at, spot));
            question = question.choice(choice.weighed(Worth::of(self.worth_of_push(look, target, way))));
        }
        if offered.is_empty() {
            let text = format!("{} has nowhere to go.", look.name(target));
            table.note(|_| Fact::new(rule, text).who(target).whom(who));
            return Ok(None);
        }
        let answer = table.ask(question)?;
        Ok(offered.into_iter().find(|(at, _)| answer.to == Some(*at)).map(|(_, spot)| spot))
    }

    /// The ways that somebody can be shoved: always farther from whoever does it, unless it is half a zone only.
    pub fn pushes(&self, look: Look<'_>, strike: &Strike) -> Vec<Vec<Spot>> {
        let larger = self.larger_by(look, strike.who, strike.target).clamp(0, 8);
        let whole = look.ground().tags.contains(&self.whole_zones);
        let most = if larger > 0 { 1_u32 << larger } else { 1 }.max(if whole { 2 } else { 1 });
        self.ways_off(look, strike, most, larger != 0)
    }

    /// The ways of so many half zones at most that a target can go, perhaps only farther from whoever strikes.
    pub(super) fn ways_off(&self, look: Look<'_>, strike: &Strike, most: u32, farther: bool) -> Vec<Vec<Spot>> {
        let (Some(own), Some(from)) = (look.spot(strike.who), look.spot(strike.target)) else { return Vec::new() };
        let whole = look.ground().tags.contains(&self.whole_zones);
        let spots = look.spots();
        let away = |spot: Spot| spots.distance(own, spot).unwrap_or(0);
        let cost = |a: Spot, b: Spot| {
            let fits = look.seat(look.footprint(strike.target), b).is_some();
            (!spots.is_barred(a, b) && (!farther || away(b) > away(a)) && fits).then_some(1)
        };
        let reached = spots.reach(from, most, cost);
        let way_to = |to: Spot| spots.way(from, to, cost).map(|(way, _)| way);
        let may_end = |spot: Spot| spot != from && !(whole && matches!(spot, Spot::Border(..)));
        reached.iter().filter(|each| may_end(each.spot)).filter_map(|each| way_to(each.spot)).collect()
    }

    /// What it is worth to have somebody at the end of such a way: the danger on it.
    pub fn worth_of_push(&self, look: Look<'_>, target: Id, way: &[Spot]) -> f64 {
        0.02_f64.max(Self::danger_on(look, target, way))
    }

    /// The greatest danger on a way.
    pub fn danger_on(look: Look<'_>, target: Id, way: &[Spot]) -> f64 {
        let danger = |spot: &Spot| {
            let Some(room) = look.seat(look.footprint(target), *spot) else { return 0.0 };
            let mechanics = look.rules().registry.judges.iter();
            mechanics.map(|mechanic| mechanic.danger(look, target, room)).fold(0.0, f64::max)
        };
        way.iter().map(danger).fold(0.0, f64::max)
    }

    /// Takes hold of somebody.
    pub fn grab(&self, table: &mut Table<'_>, who: Id, target: Id) -> Step {
        table.note(|look| {
            let text = format!("{} holds {}.", look.name(who), look.name(target));
            Fact::new(self.rules.grapple, text).who(who).whom(target).change(target, self.states.grabbed, 0, 1)
        });
        // From now on they share a place: that of the target, if there is room for both.
        let look = table.look();
        if let (Some(own), Some(theirs)) = (look.spot(who), look.spot(target))
            && own != theirs
        {
            let (near, its_own) = (look.footprint(who).at, look.footprint(target).at);
            // Nobody leaves a saddle for it: whoever holds somebody from there draws them near.
            let goes = |id: Id, to: Spot, from: Square| {
                if is_carried(look, id) { None } else { look.room(id, to, from).map(|room| (id, room)) }
            };
            let moves = goes(who, theirs, near).or_else(|| goes(target, own, its_own));
            moves.map_or(Ok(()), |(id, room)| table.relocate(id, room))?;
        }
        table.begin(target, Condition::new(self.states.grabbed).by(who))
    }

    /// Whoever strikes out of turn lets go for what cannot be done with one hand on somebody: manoeuvres, but for
    /// taking away the weapon of whoever is held, powers, and blows with both hands.
    pub fn lets_go_for(&self, table: &mut Table<'_>, strike: &Strike) -> Step {
        let in_the_way = self.held_in_the_way(table.look(), strike);
        if !in_the_way.is_empty() {
            return self.release(table, strike.who, in_the_way);
        }
        let keeps = match strike.manoeuvre() {
            Some(Manoeuvre::Disarm) => table.look().has_brought(strike.who, self.states.grabbed, strike.target),
            Some(_) => false,
            None => strike.arm().is_none_or(|arm| !arm.has("power") && arm.hands <= 1),
        };
        if keeps { Ok(()) } else { self.lets_go(table, strike.who) }
    }

    /// Those whom somebody holds with a hand that a strike takes.
    pub fn held_in_the_way(&self, look: Look<'_>, strike: &Strike) -> Vec<Id> {
        let hands = strike.arm().map_or(0, |arm| i32::from(arm.hands));
        if hands < 2 || hands - 1 <= self.free_hands(look, strike.who) {
            return Vec::new();
        }
        look.brought_upon(strike.who, self.states.grabbed).collect()
    }

    /// Somebody lets go of all those of their own size whom they hold.
    pub fn lets_go(&self, table: &mut Table<'_>, who: Id) -> Step {
        let look = table.look();
        let held = look.brought_upon(who, self.states.grabbed).filter(|id| self.larger_by(look, who, *id) <= 0);
        let held: Vec<Id> = held.collect();
        self.release(table, who, held)
    }

    fn release(&self, table: &mut Table<'_>, who: Id, held: Vec<Id>) -> Step {
        for victim in held {
            if table.end_by(victim, self.states.grabbed, Some(who))? {
                table.note(|look| {
                    let text = format!("{} lets go of {}.", look.name(who), look.name(victim));
                    Fact::new(self.rules.holding, text).who(who).whom(victim).change(victim, self.states.grabbed, 1, 0)
                });
            }
        }
        Ok(())
    }
}
