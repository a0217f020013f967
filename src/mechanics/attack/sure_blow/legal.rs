//! Whether a strike may be struck at all, and whether it needs a save first (ZN-ATK-01, ZN-ATK-05 to ZN-ATK-07,
//! ZN-ATK-11, ZN-SIZE-06, ZN-SIZE-07, ZN-SIZE-09).

use super::SureBlow;
use super::means::{Occasion, Strike};
use crate::mechanics::attack::course::allowed;
use crate::mechanics::prelude::*;

impl SureBlow {
    /// How many sizes larger the first is than the second.
    pub fn larger_by(&self, look: Look<'_>, who: Id, than: Id) -> i32 {
        look.value(who, self.size) - look.value(than, self.size)
    }

    /// How far a strike reaches, in half zones: from hand to hand, or by the range of its arm.
    pub fn reach(&self, look: Look<'_>, strike: &Strike) -> u32 {
        if !strike.is_ranged() {
            let long =
                look.value(strike.who, self.size) >= self.long_reach.0 && strike.occasion != Occasion::Opportunity;
            return if long { self.long_reach.1.unsigned_abs() } else { 1 };
        }
        let range = strike.arm().and_then(|arm| arm.range).unwrap_or(0).saturating_mul(2);
        let steady = look.knows(strike.who, self.skills.steady_aim);
        let range = if steady { range.saturating_mul(2) } else { range };
        let case = Case::of("range", strike.who).word("ranged");
        let mut halves = look.sum(&case, Sum::of("range", range)).total();
        if !strike.is_blast() {
            let larger = self.larger_by(look, strike.who, strike.target);
            halves = match larger {
                1.. => (halves >> larger.min(30)).max(1),
                _ => halves.saturating_mul(1 << (-larger).min(8)),
            };
        }
        halves.max(0).unsigned_abs()
    }

    /// How far away the target of a strike is, in half zones; a blast is aimed at a zone.
    pub fn distance(&self, look: Look<'_>, strike: &Strike) -> Option<u32> {
        match strike.zone {
            Some(zone) => look.spots().distance(look.spot(strike.who)?, Spot::Zone(zone)),
            None => look.half_zones(strike.who, strike.target),
        }
    }

    /// Whether a strike is in its reach.
    fn reaches(&self, look: Look<'_>, strike: &Strike) -> bool {
        // A blow at the whole of one's own zone reaches whoever is of it.
        if strike.zone.is_some() && !strike.is_ranged() {
            return true;
        }
        let reach = self.reach(look, strike);
        match self.distance(look, strike) {
            Some(distance) if strike.is_ranged() || reach > 1 => distance <= reach,
            Some(_) => look.is_nearby(strike.who, strike.target),
            None => false,
        }
    }

    /// Whether a strike may be struck: the arm is ready for it, and the target can be reached.
    pub fn may(&self, look: Look<'_>, strike: &Strike) -> Allowed {
        if let Some(arm) = strike.arm() {
            let who = strike.who;
            let loaded = arm.rounds.is_none()
                || look.gear(who).iter().any(|item| item.arm.name == arm.name && item.is_ready() && item.loaded > 0);
            let how = if arm.has("reload") { "is not loaded" } else { "is used up for this fight" };
            look.refuse_if(!loaded, self.rules.reload, || format!("{} {how}", arm.name))?;
            let mana = arm.figure(self.mana.0).unwrap_or(0);
            look.refuse_one_if(mana > look.value(who, self.mana.1), who, self.rules.power, "has no mana left for it")?;
            let crew = arm.figure(self.crew.0).unwrap_or(1);
            let why = || format!("{} takes a crew of {crew}, all of them nearby and with their hands free", arm.name);
            look.refuse_if(crew > 1 && self.at_hand(look, who) < crew, self.crew.1, why)?;
        }
        self.may_strike(look, strike)
    }

    /// How many could work an arm together: somebody, and the friends nearby who have hands and may act.
    fn at_hand(&self, look: Look<'_>, who: Id) -> i32 {
        let has_hands = |id: Id| look.rules().measure.hands.is_none_or(|hands| look.value(id, hands) > 0);
        let helps = |id: &Id| {
            *id != who
                && !look.are_enemies(who, *id)
                && look.is_in_play(*id)
                && look.is_nearby(who, *id)
                && has_hands(*id)
                && look.allows(*id, &["act", "physical"]).is_ok()
        };
        1 + i32::try_from(look.everybody().filter(helps).count()).unwrap_or(0)
    }

    /// Whether a strike whose arm was ready can be struck: its target in reach and in sight, and nothing forbids it.
    pub fn may_strike(&self, look: Look<'_>, strike: &Strike) -> Allowed {
        self.may_in_case(look, strike, false)
    }

    /// The same for the second of two strikes, whose target was settled before it.
    pub fn may_still_strike(&self, look: Look<'_>, strike: &Strike) -> Allowed {
        self.may_in_case(look, strike, true)
    }

    fn may_in_case(&self, look: Look<'_>, strike: &Strike, is_under_way: bool) -> Allowed {
        // Where nobody asks why not, most are out of the question by their distance alone.
        look.refuse_if(!look.wants_words() && !self.reaches(look, strike), self.rules.attack, String::new)?;
        let mut case = self.case(look, strike);
        if is_under_way {
            case.push_word("under way");
        }
        allowed(look, &case, &[])?;
        let (who, target) = (strike.who, strike.target);
        if let Some(arm) = strike.arm()
            && arm.has("unaware or grabbed")
            && !case.is("unaware")
            && !self.stays_held(look, strike)
        {
            let why = || format!("{} only works on those who are unaware or held", arm.name);
            return Err(look.refusal(self.rules.attack, why));
        }
        look.refuse_if(!self.reaches(look, strike), self.rules.attack, || {
            let away = |far| format!("{} away", zones_in_words(far));
            let far = self.distance(look, strike).map_or_else(|| "out of reach".to_owned(), away);
            let reach = self.reach(look, strike);
            let reach = if reach <= 1 { "what is nearby".to_owned() } else { zones_in_words(reach) };
            format!("{} is {far}, and the reach is {reach}", look.name(target))
        })?;
        let is_too_near = strike.is_ranged() && case.is("indirect") && !self.is_far(look, strike);
        let why = || format!("{} cannot be aimed at what is so near", strike.name());
        look.refuse_if(is_too_near, self.rules.attack, why)?;
        if strike.zone.is_none() {
            let is_hidden = look.are_enemies(who, target) && look.is(target, self.states.concealed);
            look.refuse_if(is_hidden, self.rules.unseen, || format!("nobody knows where {} is", look.name(target)))?;
            let is_unseen = strike.is_ranged() && !look.sees(who, target) && look.thing(target).is_none();
            let why = || format!("{} cannot see {}", look.name(who), look.name(target));
            look.refuse_if(is_unseen, self.rules.impossible, why)?;
        }
        let is_wild = strike.is_ranged() && self.is_moving(look, strike) && self.is_far(look, strike);
        look.refuse_if(is_wild, self.rules.impossible, || "nobody shoots beyond half range on the move")?;
        if strike.manoeuvre().is_some() {
            self.may_manoeuvre(look, strike)?;
        }
        look.admits(&case)
    }

    /// Whether the target of a strike is held by somebody who does not have to let go of them to strike it.
    fn stays_held(&self, look: Look<'_>, strike: &Strike) -> bool {
        let lets_go = self.held_in_the_way(look, strike).contains(&strike.target);
        let holds = |each: &Condition| each.kind == self.states.grabbed && !(lets_go && each.by == Some(strike.who));
        look.conditions(strike.target).iter().any(holds)
    }

    /// Whether the attacker took a step before this shot, or is carried along.
    pub fn is_moving(&self, look: Look<'_>, strike: &Strike) -> bool {
        let carried = || strike.is_ranged() && self.case(look, strike).is("moving");
        strike.occasion == Occasion::Turn && (self.has_moved(look, strike.who) || carried())
    }

    /// Whether the target is beyond half the range.
    fn is_far(&self, look: Look<'_>, strike: &Strike) -> bool {
        self.distance(look, strike).is_some_and(|distance| distance * 2 > self.reach(look, strike))
    }

    /// Whether a blast is aimed at something that can be seen: at a zone with light in it, or at somebody there.
    fn is_zone_seen(&self, look: Look<'_>, strike: &Strike, zone: ZoneId) -> bool {
        let struck = || self.struck_by_blast(look, strike.who, zone, true);
        let has_word = |word: &Key| look.has_tag(strike.who, word);
        look.zoned().is_some_and(|zoned| zoned.dark_sight.iter().any(has_word))
            || look.is_lit(Spot::Zone(zone))
            || struck().into_iter().any(|id| id != strike.who && look.sees(strike.who, id))
    }

    /// The rule that asks for a save before this strike hits, if one does.
    pub fn needs_save(&self, look: Look<'_>, strike: &Strike) -> Option<RuleId> {
        if let Some(zone) = strike.zone.filter(|_| strike.is_ranged())
            && !self.is_zone_seen(look, strike, zone)
        {
            return Some(self.rules.ranged_blast);
        }
        if strike.is_ranged() {
            return (self.is_far(look, strike) || self.is_moving(look, strike)).then_some(self.rules.difficult);
        }
        let unseen = !strike.is_blast() && look.thing(strike.target).is_none() && !look.sees(strike.who, strike.target);
        unseen.then_some(self.rules.unseen)
    }
}
