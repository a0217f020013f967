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

    /// As players say it, the chance of the blow to fell from which on the computer takes it, and what it is worth to
    /// whoever offers it, in felled enemies.
    const fn row(self) -> (&'static str, f64, f64) {
        match self {
            Self::Subdue => ("subdue", 2.0 / 3.0, 1.0),
            Self::Yield => ("yield", 0.5, 1.0),
            Self::Maim => ("maim", 0.5, 0.35),
            Self::LetGo => ("let go", 0.25, 0.3),
            Self::GiveGround => ("give ground", 0.25, 0.1),
            Self::KnockDown => ("knock down", 0.25, 0.4),
        }
    }

    /// As players say it.
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// As orders offer it.
    pub fn manner(self) -> Key {
        Key::new(&format!("{OFFER}{}", self.name()))
    }

    /// Whether whoever takes it is out of the fight.
    pub const fn resigns(self) -> bool {
        matches!(self, Self::Subdue | Self::Yield)
    }

    /// Whether the computer takes it rather than a blow that fells so often.
    pub fn is_taken(self, fells: f64) -> bool {
        fells >= self.row().1 - 1e-9
    }

    /// What it is worth to whoever offers it, in felled enemies.
    pub const fn worth(self) -> f64 {
        self.row().2
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
        let (target, say) = (strike.target, |why: &str| format!("{}: {why}", stunt.name()));
        let menu: Vec<&str> = look.ground().tags.iter().filter_map(|tag| tag.as_str().strip_prefix(MENU)).collect();
        let is_off = !menu.is_empty() && !menu.contains(&stunt.name());
        look.refuse_if(is_off, self.rules.menu, || say("not on the menu of this fight"))?;
        let refuse_if = |is_so: bool, why: &str| look.refuse_if(is_so, self.rules.stunt, || say(why));
        let is_mindless = self.mindless.iter().any(|word| look.has_tag(target, word));
        refuse_if(is_mindless, "the target cannot understand")?;
        refuse_if(!look.is_in_play(target) || look.thing(target).is_some(), "nobody there can answer")?;
        refuse_if(strike.is_blast() || !strike.harms(), "only with a blow that does damage to one target")?;
        let has_edge = || strike.arm().is_some_and(|arm| arm.types.contains(&self.edged));
        match stunt {
            Stunt::Maim => refuse_if(!has_edge(), "it takes an edge"),
            Stunt::LetGo => refuse_if(self.droppable(look, target).is_empty(), "the target holds nothing"),
            Stunt::GiveGround => {
                refuse_if(look.allows(target, &["move"]).is_err(), "the target takes no step")?;
                refuse_if(!self.has_way_back(look, strike), "there is nowhere to go")
            }
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

    /// Asks the target whether they take the stunt; a computer takes it wherever it is to (ZN-ATK-10).
    pub fn is_accepted(&self, table: &mut Table<'_>, strike: &Strike, stunt: Stunt) -> Step<bool> {
        let look = table.look();
        let (who, target, rule) = (strike.who, strike.target, self.rules.stunt);
        let fells = self.fells(look, strike);
        let (by, at, offer, often) = (look.name(who), look.name(target), stunt.name(), (fells * 100.0).round());
        let prompt = format!("{by} offers {at}: {offer}. The blow would fell them {often} times in 100.");
        let accept = Choice::new(Order::new("accept"), format!("Accept: {offer}"), Group::Defence, rule);
        let accept = accept.weighed(Worth(if self.would_accept(look, strike, stunt) { 1 } else { -1 }));
        let accept = accept.resigning(stunt.resigns());
        let question = Question::new("stunt", look.side(target), target, prompt).by(who).rule(rule).prescribed();
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
            Stunt::Subdue | Stunt::Yield => {
                let state = if stunt == Stunt::Yield { self.states.surrendered } else { self.states.felled };
                table.let_fall(target, rule, Item::is_in_hand);
                table.begin(target, Condition::new(state).by(who))
            }
            Stunt::Maim => {
                table.begin(target, Condition::new(self.states.maimed).by(who).on(Some(Key::from("right arm"))))
            }
            Stunt::KnockDown => table.begin(target, Condition::new(self.states.stunned).by(who)),
            Stunt::LetGo => {
                let weapon = self.struck_away(table.look(), strike);
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
