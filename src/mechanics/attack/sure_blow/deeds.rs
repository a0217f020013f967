//! What players do with all this: attacks, manoeuvres and blasts as deeds of a turn.

use super::SureBlow;
use super::blast::covered;
use super::means::{BOTH_ARMS, DEATH_BLOW, HOLD_BACK, Manoeuvre, Means, Occasion, STUN, Strike, is_weapon, weapons};
use super::stunts::{self, Stunt};
use crate::mechanics::attack::course::each_kind;
use crate::mechanics::prelude::*;

/// The word of scenarios in which the computer spares nobody who is out of the fight.
const MERCILESS: &str = "merciless";
/// What a blow at somebody who is out of the fight is worth there, in felled enemies.
const CRUELTY: f64 = 0.04;
/// What a hold on somebody is worth, in felled enemies.
const HOLD: f64 = 0.3;

fn is_merciless(look: Look<'_>) -> bool {
    look.ground().tags.iter().any(|tag| *tag == MERCILESS)
}

/// A deed that strikes at somebody.
#[derive(Debug)]
pub struct Attack {
    pub blow: Arc<SureBlow>,
    pub verb: &'static str,
}

impl Attack {
    fn is_manoeuvre(&self) -> Option<Manoeuvre> {
        Manoeuvre::named(self.verb.into())
    }

    /// Whom anybody could think of striking, the nearest first; friends where players may want it.
    fn targets(look: Look<'_>, who: Id) -> Vec<Id> {
        let side = look.side(who);
        let is_there = |id: &Id| look.are_enemies(who, *id) && look.is_there(*id) && look.is_known_to(*id, side);
        let is_known = |id: &Id| look.is_in_play(*id) || look.wants_words() || is_merciless(look);
        let mut targets: Vec<Id> = look.everybody().filter(is_there).filter(is_known).collect();
        targets.sort_by_cached_key(|id| look.half_zones(who, *id));
        targets
    }

    /// The manners in which a blow may be struck here.
    fn manners(&self, look: Look<'_>, strike: &Strike) -> Vec<Key> {
        let mut manners = Vec::new();
        if look.is(strike.target, self.blow.states.felled) && self.blow.may_kill(look, strike).is_ok() {
            manners.push(Key::from(DEATH_BLOW));
        }
        manners.extend(self.blow.ways_to_strike(look, strike));
        manners
    }

    /// What it is worth to the merciless to strike at those who are out of the fight, while nobody else is at hand.
    fn cruelty(&self, look: Look<'_>, strike: &Strike, order: &Order) -> f64 {
        let lies_there = look.are_enemies(strike.who, strike.target) && !look.is_in_play(strike.target);
        let is_idle = || !look.foes(strike.who).any(|foe| look.is_nearby(strike.who, foe));
        match lies_there && is_merciless(look) && is_idle() {
            true if order.is(DEATH_BLOW) => 2.0 * CRUELTY,
            true => CRUELTY,
            false => 0.0,
        }
    }

    fn offer(&self, look: Look<'_>, strike: &Strike, say: impl FnOnce() -> (Order, String), out: &mut Vec<Choice>) {
        let may = self.blow.may(look, strike);
        if may.is_err() && !look.wants_words() {
            return;
        }
        let (order, label) = say();
        let mut choice = Choice::new(order, label, Group::Attack, self.blow.rules.attack).unless(may);
        if choice.is_legal() && self.is_manoeuvre().is_none() {
            choice.manners = self.manners(look, strike);
        }
        if choice.is_legal()
            && look.wants_words()
            && let Some(rule) = self.blow.needs_save(look, strike)
        {
            choice.rule = rule;
            choice.chance = Some(self.blow.chance_to_hit(look, strike).to_string());
        }
        out.push(choice);
    }

    /// Only a blow at a whole zone is at a place, and only one that would have something let go is at that.
    fn says_no_more_than(&self, strikes: &[Strike], order: &Order) -> Allowed {
        let is_blow = self.is_manoeuvre().is_none() && !strikes.iter().any(Strike::is_blast);
        let lets_go = stunts::offered(order) == Some(Stunt::LetGo);
        let part = strikes.iter().find_map(|strike| strike.part).filter(|_| is_blow && !lets_go);
        let to = order.to.filter(|_| is_blow);
        let too_much = part.map(|part| format!("in {part}")).or_else(|| to.map(|to| format!("to {to}")));
        too_much.map_or(Ok(()), |what| Err(Refusal::nonsense(format!("a blow at somebody takes no `{what}`"))))
    }
}

impl SureBlow {
    /// The manners in which each of its deeds is ever done.
    pub(super) fn manners(words: &mut Words) {
        let offers = || Stunt::ALL.map(|stunt| stunt.manner());
        words.add(Word::manner("attack"), [HOLD_BACK, DEATH_BLOW, STUN, BOTH_ARMS]);
        words.add(Word::manner("blast"), [HOLD_BACK, DEATH_BLOW]);
        for verb in ["attack", "blast"].into_iter().chain(Manoeuvre::ALL.map(Manoeuvre::verb)) {
            words.add(Word::manner(verb), offers());
        }
    }
}

impl Deed for Attack {
    nature!(|self| {
        use crate::battle::Reads::{At, Manner, Named, Part, Several, Square, To, With};
        let reads: &[Reads] = match self.is_manoeuvre() {
            None => &[With, At, Named, Square, Several, Part, To, Manner],
            Some(Manoeuvre::Disarm) => &[At, Part, Manner],
            Some(Manoeuvre::Shove) => &[At, To, Manner],
            Some(Manoeuvre::Grapple) => &[At, Manner],
        };
        Nature::attack(self.verb, reads).hindering(self.is_manoeuvre().is_some())
    });

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let targets = Self::targets(look, who);
        if let Some(manoeuvre) = self.is_manoeuvre() {
            let verb = capital(self.verb);
            for target in targets {
                let strike = Strike::new(who, target, Means::Manoeuvre(manoeuvre), Occasion::Turn);
                for strike in self.blow.each_way(look, strike) {
                    let say = || {
                        let order = Order::new(self.verb).at(Aim { part: strike.part, ..look.aim(target) });
                        (order, format!("{verb}: {}{}", look.name(target), strike.at_part()))
                    };
                    self.offer(look, &strike, say, out);
                }
            }
            return;
        }
        for item in each_kind(weapons(look, who)) {
            for target in &targets {
                let (arm, name) = (item.arm.name, look.name(*target));
                let strike = Strike::new(who, *target, Means::Arm(item.arm.clone()), Occasion::Turn);
                let say = || (Order::new(self.verb).with(arm).at(look.aim(*target)), format!("{arm}: {name}"));
                self.offer(look, &strike, say, out);
            }
            self.blow.splits(look, who, &item.arm, &targets, out);
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        let strikes = self.blow.declared(look, who, order)?;
        self.says_no_more_than(&strikes, order)?;
        if order.is(DEATH_BLOW) {
            look.refuse_if(strikes.len() != 1, self.blow.rules.death_blow, || "it kills one and no more")?;
            strikes.iter().try_for_each(|strike| self.blow.may_kill(look, strike))?;
        }
        strikes.iter().try_for_each(|strike| self.blow.may(look, strike))?;
        strikes.iter().try_for_each(|strike| self.blow.may_in_manner(look, strike, order))?;
        self.blow.may_split(look, who, &strikes)?;
        match (stunts::offered(order), strikes.as_slice()) {
            (Some(stunt), [strike]) => self.blow.may_offer(look, strike, stunt),
            (Some(_), _) => Err(Refusal::new(self.blow.rules.stunt, "only with a blow at one target")),
            (None, _) => Ok(()),
        }
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let Ok(strikes) = self.blow.declared(table.look(), who, order) else { return Ok(()) };
        self.blow.attack(table, &strikes, order)
    }

    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let strikes = self.blow.declared(look, who, order).ok()?;
        let strike = strikes.first()?;
        let beside = self.blow.worth_beside_harm(look, strike);
        let stunt = stunts::offered(order).filter(|stunt| self.blow.would_accept(look, strike, *stunt));
        // A stunt that does not fell is worth more than the scratch that a forecast shows.
        let offered = stunt.map_or(0.0, |stunt| if stunt.worth() < 1.0 { stunt.worth() } else { 0.05 });
        let given_up = self.blow.held_in_the_way(look, strike).len() as f64 * HOLD;
        let behind = self.blow.risk_to_shields(look, strike);
        Some(Worth::of(beside + offered + self.cruelty(look, strike, order) - given_up - behind))
    }

    fn weighed(&self, look: Look<'_>, who: Id, choice: &Choice) -> Vec<Order> {
        // Only what is likely to be taken is worth a thought in passing.
        let stunt = |manner: &Key| stunts::offered(&Order::new("").manner(manner));
        let offers: Vec<(Key, Stunt)> =
            choice.manners.iter().filter_map(|manner| Some((*manner, stunt(manner)?))).collect();
        let mut weighed = Vec::new();
        if !offers.is_empty()
            && let Ok([strike]) = self.blow.declared(look, who, &choice.order).as_deref()
        {
            let fells = self.blow.fells(look, strike);
            let wanted = offers.into_iter().filter(|(_, stunt)| SureBlow::wants(look, *stunt, fells));
            weighed.extend(wanted.map(|(manner, _)| manner));
        }
        let weighs = |manner: &&Key| match manner.as_str() {
            DEATH_BLOW => is_merciless(look),
            STUN | BOTH_ARMS => true,
            _ => false,
        };
        weighed.extend(choice.manners.iter().filter(weighs));
        weighed.into_iter().map(|manner| choice.order.clone().manner(manner)).collect()
    }

    fn worth_from(&self, look: Look<'_>, who: Id, at: Footprint) -> Option<Worth> {
        if self.is_manoeuvre().is_some() {
            return None;
        }
        self.blow.worth_from(look, who, look.spot_of(at)?).map(Worth::of)
    }

    fn forecast(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Forecast> {
        let strikes = self.blow.declared(look, who, order).ok()?;
        Some(self.blow.foretold(look, &strikes, order))
    }
}

/// A deed that strikes at a whole zone.
#[derive(Debug)]
pub struct Blast {
    pub blow: Arc<SureBlow>,
}

impl Deed for Blast {
    nature!(|self| Nature::blast(
        "blast",
        &[Reads::With, Reads::Named, Reads::At, Reads::Square, Reads::To, Reads::Manner]
    ));

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        for item in each_kind(look.gear(who).iter().filter(|item| is_weapon(item) && item.arm.has("blast"))) {
            for zone in 0..look.board().zones.len() as ZoneId {
                let strike = self.blow.at_zone(look, who, &item.arm, zone);
                let may = self.blow.may_blast(look, &strike);
                let own = look.spot(who).is_some_and(|spot| spot.is_of(zone));
                if (may.is_err() && !look.wants_words()) || (!own && !item.arm.is_ranged()) {
                    continue;
                }
                let (arm, place) = (item.arm.name, look.spot_name(Spot::Zone(zone)));
                let order = Order::new("blast").with(arm).at(Aim::who(Key::new(&place)));
                let rule =
                    if item.arm.is_ranged() { self.blow.rules.ranged_blast } else { self.blow.rules.melee_blast };
                let mut choice = Choice::new(order, format!("{arm}: {place}"), Group::Attack, rule).unless(may);
                choice.manners.extend(strike.harms().then(|| Key::from(HOLD_BACK)));
                let chance = |_| self.blow.chance_to_hit(look, &strike).to_string();
                out.push(choice.likely(look, || self.blow.needs_save(look, &strike).map(chance)));
            }
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        let strikes = self.blow.declared(look, who, order)?;
        let first = strikes.first().ok_or_else(|| Refusal::nonsense("at which zone?"))?;
        look.refuse_if(stunts::offered(order).is_some(), self.blow.rules.stunt, || "only with a blow at one target")?;
        look.refuse_if(order.is(DEATH_BLOW), self.blow.rules.death_blow, || "it takes a blow at one who lies there")?;
        look.refuse_if(!first.is_blast(), self.blow.rules.blast, || format!("{} strikes no zone", first.name()))?;
        self.blow.may_blast(look, first)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let Ok(strikes) = self.blow.declared(table.look(), who, order) else { return Ok(()) };
        self.blow.attack(table, &strikes, order)
    }

    fn covers(&self, look: Look<'_>, who: Id, order: &Order) -> Vec<Square> {
        let strikes = self.blow.declared(look, who, order);
        let zone = strikes.ok().and_then(|strikes| strikes.first()?.zone);
        zone.map(|zone| covered(look, zone)).unwrap_or_default()
    }

    fn strays(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Strays> {
        let strikes = self.blow.declared(look, who, order).ok()?;
        Some(self.blow.strays(look, &strikes))
    }

    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let strikes = self.blow.declared(look, who, order).ok()?;
        let known = strikes.iter().filter(|strike| look.is_known_to(strike.target, look.side(who)));
        Some(Worth::of(known.map(|strike| self.blow.worth_beside_harm(look, strike)).sum()))
    }

    fn forecast(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Forecast> {
        let mut strikes = self.blow.declared(look, who, order).ok()?;
        let zone = strikes.first()?.zone?;
        let struck = self.blow.struck_by_blast(look, who, zone, strikes.first()?.is_ranged());
        strikes.retain(|strike| struck.contains(&strike.target) && look.is_known_to(strike.target, look.side(who)));
        Some(self.blow.foretold(look, &strikes, order))
    }
}
