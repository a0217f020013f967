//! Stunts: something else than damage is offered, and the target takes it or the blow (ZN-ATK-10, ZN-MISC-04).

use super::SureBlow;
use super::means::{OFFER, Strike};
use crate::mechanics::prelude::*;

/// What may be offered in place of damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stunt {
    /// Drops their weapons and is out of the fight.
    Subdue,
    /// Surrenders.
    Yield,
    /// Takes a wound to the arm.
    Maim,
    /// Drops a weapon.
    LetGo,
    /// Goes away a zone.
    GiveGround,
    /// Goes down, and loses a turn.
    KnockDown,
}

impl Stunt {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Subdue, Self::Yield, Self::Maim, Self::LetGo, Self::GiveGround, Self::KnockDown];

    /// As players say it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Subdue => "subdue",
            Self::Yield => "yield",
            Self::Maim => "maim",
            Self::LetGo => "let go",
            Self::GiveGround => "give ground",
            Self::KnockDown => "knock down",
        }
    }

    /// As orders offer it.
    pub fn manner(self) -> Key {
        Key::new(&format!("{OFFER}{}", self.name()))
    }

    /// The computer takes it if the blow fells with this chance or a higher one.
    const fn taken_from(self) -> f64 {
        match self {
            Self::Subdue => 2.0 / 3.0,
            Self::Yield | Self::Maim => 0.5,
            Self::LetGo | Self::GiveGround | Self::KnockDown => 0.25,
        }
    }

    /// Whether the computer takes it rather than a blow that fells so often.
    pub fn is_taken(self, fells: f64) -> bool {
        fells >= self.taken_from() - 1e-9
    }

    /// What it is worth to whoever offers it, in felled enemies.
    pub const fn worth(self) -> f64 {
        match self {
            Self::Subdue | Self::Yield => 1.0,
            Self::KnockDown => 0.4,
            Self::Maim => 0.35,
            Self::LetGo => 0.3,
            Self::GiveGround => 0.1,
        }
    }
}

/// The stunt that an order offers.
pub fn offered(order: &Order) -> Option<Stunt> {
    let is_it = |stunt: &Stunt| order.manner.iter().any(|said| said.as_str().strip_prefix(OFFER) == Some(stunt.name()));
    Stunt::ALL.into_iter().find(is_it)
}

/// Words of scenarios that shorten the list begin so: "stunt yield".
const MENU: &str = "stunt ";

impl SureBlow {
    /// Whether a stunt may be offered with this strike.
    pub fn may_offer(&self, look: Look<'_>, strike: &Strike, stunt: Stunt) -> Allowed {
        let refuse = |rule: RuleId, why: &str| Err(look.refusal(rule, || format!("{}: {why}", stunt.name())));
        let menu: Vec<&str> = look.ground().tags.iter().filter_map(|tag| tag.as_str().strip_prefix(MENU)).collect();
        if !menu.is_empty() && !menu.contains(&stunt.name()) {
            return refuse(self.rules.menu, "not on the menu of this fight");
        }
        if self.mindless.iter().any(|word| look.has_tag(strike.target, word)) {
            return refuse(self.rules.stunt, "the target cannot understand");
        }
        if !look.is_in_play(strike.target) || look.thing(strike.target).is_some() {
            return refuse(self.rules.stunt, "nobody there can answer");
        }
        if strike.is_blast() || !strike.harms() {
            return refuse(self.rules.stunt, "only with a blow that does damage to one target");
        }
        match stunt {
            Stunt::Maim if !strike.arm().is_some_and(|arm| arm.types.contains(&self.edged)) => {
                refuse(self.rules.stunt, "it takes an edge")
            }
            Stunt::LetGo if self.droppable(look, strike.target).is_empty() => {
                refuse(self.rules.stunt, "the target holds nothing")
            }
            Stunt::GiveGround if !self.has_way_back(look, strike) => refuse(self.rules.stunt, "there is nowhere to go"),
            _ => Ok(()),
        }
    }

    fn has_way_back(&self, look: Look<'_>, strike: &Strike) -> bool {
        look.once("a way back", strike.who, strike.target, || !self.ways_back(look, strike).is_empty())
    }

    /// Where somebody could give ground to: up to a zone, away from the attacker.
    fn ways_back(&self, look: Look<'_>, strike: &Strike) -> Vec<Vec<Spot>> {
        self.ways_off(look, strike, 2, true)
    }

    /// Whether the computer would take a stunt rather than the blow.
    pub fn would_accept(&self, look: Look<'_>, strike: &Strike, stunt: Stunt) -> bool {
        stunt.is_taken(self.fells(look, strike))
    }

    /// Asks the target whether they take the stunt.
    pub fn is_accepted(&self, table: &mut Table<'_>, strike: &Strike, stunt: Stunt) -> Step<bool> {
        let look = table.look();
        let (who, target, rule) = (strike.who, strike.target, self.rules.stunt);
        let fells = self.fells(look, strike);
        let prompt = format!(
            "{} offers {}: {}. The blow would fell them {} times in 100.",
            look.name(who),
            look.name(target),
            stunt.name(),
            (fells * 100.0).round()
        );
        let mut accept = Choice::new(Order::new("accept"), format!("Accept: {}", stunt.name()), Group::Defence, rule);
        accept.worth = Some(if self.would_accept(look, strike, stunt) { Worth(1) } else { Worth(-1) });
        let question = Question::new("stunt", look.side(target), target, prompt).by(who).rule(rule);
        let question = question.before(self.can_dodge(look, strike).then(|| Key::from("dodge")));
        let question =
            question.choice(accept).choice(Choice::new(Order::new("refuse"), "Take the blow", Group::Defence, rule));
        let accepts = table.ask(question)?.verb == "accept";
        table.say(rule, (target, who), |look| {
            let how = if accepts { "accepts" } else { "refuses" };
            format!("{} {how}: {}.", look.name(target), stunt.name())
        });
        Ok(accepts)
    }

    /// Lets a stunt come about that was accepted.
    pub fn do_stunt(&self, table: &mut Table<'_>, strike: &Strike, stunt: Stunt) -> Step {
        let (who, target, rule) = (strike.who, strike.target, self.rules.stunt);
        match stunt {
            Stunt::Subdue => {
                table.let_fall(target, rule, Item::is_in_hand);
                table.begin(target, Condition::new(self.states.felled).by(who))
            }
            Stunt::Yield => {
                table.let_fall(target, rule, Item::is_in_hand);
                table.begin(target, Condition::new(self.states.surrendered).by(who))
            }
            Stunt::Maim => {
                table.begin(target, Condition::new(self.states.maimed).by(who).on(Some(Key::from("right arm"))))
            }
            Stunt::KnockDown => table.begin(target, Condition::new(self.states.stunned).by(who)),
            Stunt::LetGo => {
                let own = strike.part.filter(|part| self.droppable(table.look(), target).contains(part));
                let weapon = own.or_else(|| self.droppable(table.look(), target).first().copied());
                weapon.map_or(Ok(()), |weapon| self.lose_weapon(table, (who, target), weapon, rule))
            }
            Stunt::GiveGround => {
                let look = table.look();
                // Nobody goes into a pit who can stop before it, or go another way.
                let is_safe = |way: &[Spot]| Self::danger_on(look, target, way) <= 0.0;
                let ways = self.ways_back(look, strike).into_iter();
                let farthest = ways.max_by_key(|way| (is_safe(way), way.len(), std::cmp::Reverse(way.last().copied())));
                Self::drive(table, target, &farthest.unwrap_or_default())?;
                table.say(rule, (target, who), |look| {
                    let place = look.spot(target).map(|spot| look.spot_name(spot)).unwrap_or_default();
                    format!("{} gives ground to {place}.", look.name(target))
                });
                Ok(())
            }
        }
    }
}
