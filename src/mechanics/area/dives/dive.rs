//! Diving out of an area (HG-AREA-02, HG-AREA-03, HG-AREA-05).

use super::Dives;
use super::extent::{Area, Landing, Moved, WayOut, on_foot};
use crate::mechanics::contest::{pay, price};
use crate::mechanics::harm::OnOff;
use crate::mechanics::prelude::*;
use crate::mechanics::turn::declared::{DEFEND, ONE_MORE};

/// The question, the answer, and the roll.
pub(super) const DIVE: &str = "dive";

/// What comes down on whoever is in an area.
pub(super) struct Threat<'a> {
    /// Who lets it.
    pub by: Option<Id>,
    pub arm: &'a Arc<Arm>,
    pub area: Area,
    pub damage: Sum,
    pub challenge: Sum,
}

impl<'a> Threat<'a> {
    /// The case of a roll of somebody who is in it.
    pub(super) fn case(&self, on: &'static str, who: Id) -> Case<'a> {
        let mut case = Case::of(on, who).with(self.arm);
        case.against = self.by;
        case.push_words_of(self.arm);
        case
    }
}

/// How somebody could get out.
pub(super) struct Offer {
    pub way: WayOut,
    pub bonus: Sum,
    price: Price,
}

/// What an action more costs whoever takes it in the turn of another, in felled fighters.
const AN_ACTION: f64 = 0.08;
/// What it costs to lie there.
const PRONE: f64 = 0.1;

impl Dives {
    /// How somebody could get out of it, when those have dived before it.
    pub(super) fn offer(&self, look: Look<'_>, who: Id, threat: &Threat<'_>, moved: &Moved) -> Result<Offer, Refusal> {
        look.allows(who, &["act", DEFEND, DIVE])?;
        let price = price(look, who, DEFEND)?;
        let nowhere = || look.refusal_of(who, self.rules.no_way, "has nowhere to go in time");
        let is_area = threat.area.body.side > 1;
        let way = self.way_out(look, who, &threat.area, moved).filter(|_| is_area).ok_or_else(nowhere)?;
        Ok(Offer { way, bonus: self.bonus(look, who, threat, price.amount > 0), price })
    }

    fn bonus(&self, look: Look<'_>, who: Id, threat: &Threat<'_>, more: bool) -> Sum {
        let mut case = threat.case(DIVE, who);
        if more {
            case.push_word(ONE_MORE);
        }
        look.sum(&case, look.figure(who, self.dive.skill))
    }

    /// How likely somebody gets out who has so much to add, over so many squares.
    pub(super) fn gets_out(&self, bonus: i32, far: i32) -> Distribution<bool> {
        let needed = self.dive.each.0.saturating_mul(far);
        self.contest.thrown().map(|face| self.contest.ties.comes_off(face.saturating_add(bonus), needed))
    }

    /// Asks somebody who is in it whether they dive, and lets them; whether they are out.
    pub(super) fn dives(&self, table: &mut Table<'_>, who: Id, threat: &Threat<'_>) -> Step<bool> {
        let look = table.look();
        let Ok(offer) = self.offer(look, who, threat, &Moved::new()) else { return Ok(false) };
        let far = offer.way.far;
        let question = self.question(look, who, threat, &offer);
        let answer = table.ask(question)?;
        let is_meant = |landing: &&Landing| answer.to.is_none_or(|to| to == landing.at);
        let landing = offer.way.to.iter().find(is_meant).filter(|_| answer.verb == DIVE);
        let Some(landing) = landing.copied() else { return Ok(false) };
        pay(table, who, DEFEND)?;
        let bonus = self.bonus(table.look(), who, threat, false);
        let needed = Sum::of("dive", self.dive.each.0.saturating_mul(far));
        let gets_out = |shown: i32| self.contest.ties.comes_off(shown.saturating_add(bonus.total()), needed.total());
        let throw = table.throw_for(&self.contest.dice, gets_out)?;
        let (total, out) = (throw.total.saturating_add(bonus.total()), gets_out(throw.total));
        let is_lifted = landing.altitude != table.look().place(who).altitude;
        table.note(|look| {
            let rule = if is_lifted { self.rules.heights } else { self.rules.dive };
            let unit = &look.rules().measure.unit;
            let verdict = if out { "out of it" } else { "not far enough" };
            let text = format!("{} dives {far} {unit}: {total} against {}, {verdict}.", look.name(who), needed.total());
            let roll = Roll::of(DIVE, &self.contest.dice, &throw, &bonus).against(needed.clone(), out);
            Fact::new(rule, text).who(who).at([landing.at]).roll(roll)
        });
        if out {
            self.lands(table, who, landing)?;
        }
        let order = Order::new(DIVE);
        table.tell(Event::Defended { who, order: &order })?;
        Ok(out)
    }

    fn question(&self, look: Look<'_>, who: Id, threat: &Threat<'_>, offer: &Offer) -> Question {
        let far = offer.way.far;
        let (name, unit) = (threat.arm.name, &look.rules().measure.unit);
        let prompt = format!("{}: out of the way of the {name}?", look.name(who));
        let mut question = Question::new(DIVE, look.side(who), who, prompt).rule(self.rules.dive);
        question.by = threat.by;
        let out = self.gets_out(offer.bonus.total(), far).chance(|out| *out);
        let up = offer.way.to.first().map_or(0, |landing| landing.altitude - look.place(who).altitude);
        let mut label = match up {
            0 => format!("Dive {far} {unit}"),
            1.. => format!("Dive {far} {unit} up"),
            _ => format!("Dive {far} {unit} down"),
        };
        if offer.way.to.len() > 1 {
            let places: Vec<String> = offer.way.to.iter().map(|landing| landing.at.to_string()).collect();
            label.push_str(&format!(", to {}", places.join(" or ")));
        }
        let dive = Choice::new(Order::new(DIVE), label, Group::Defence, self.rules.dive);
        let mut dive = dive.priced(offer.price.clone());
        if offer.way.to.len() > 1 {
            dive.squares = offer.way.to.iter().map(|landing| (landing.at, far * 2)).collect();
        }
        dive.chance = Some(out.percent());
        let spares = out.to_f64() * self.hurts(look, who, threat);
        let costs = if offer.price.amount > 0 { AN_ACTION } else { 0.0 };
        let lies = if self.dive.prone == OnOff::On { PRONE } else { 0.0 };
        dive.worth = Some(Worth::of(spares - costs - lies));
        let none = Choice::new(Order::new("none"), "Stay", Group::Defence, self.rules.damage).letting_be();
        question.choice(dive).choice(none.weighed(Worth::of(0.0)))
    }

    /// Somebody has dived out, and is where that has brought them: on their own feet, whatever carried them.
    fn lands(&self, table: &mut Table<'_>, who: Id, landing: Landing) -> Step {
        let before = table.look().place(who);
        let body = on_foot(table.look(), who).moved_to(landing.at);
        table.edit::<Place>(who).altitude = landing.altitude;
        if body != before.footprint || landing.altitude != before.altitude {
            table.relocate(who, body)?;
        }
        if self.dive.prone != OnOff::On || table.look().condition(who, self.dive.down).is_some() {
            return Ok(());
        }
        table.bring(who, Condition::new(self.dive.down), |look| {
            Fact::new(self.rules.dive, format!("{} ends up on the ground.", look.name(who)))
        })
    }
}
