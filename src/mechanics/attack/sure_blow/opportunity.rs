//! Blows at those who turn away (ZN-REACT-09).

use super::SureBlow;
use super::means::{Occasion, Strike, weapons};
use super::stunts::{self, Stunt};
use crate::mechanics::prelude::*;

/// The answer of those who strike at somebody who turns away.
const STRIKE: &str = "strike";

impl SureBlow {
    /// Asks an enemy whether and how they strike at a mover who leaves them behind.
    fn ask_opportunity(&self, table: &mut Table<'_>, enemy: Id, mover: Id) -> Step<Option<(Strike, Order)>> {
        let look = table.look();
        let rule = self.rules.opportunity;
        let weapons = weapons(look, enemy).filter(|item| !item.arm.is_ranged());
        let prompt = format!("{} turns away from {}: strike at them?", look.name(mover), look.name(enemy));
        let hold = Choice::new(Order::new("hold"), "Let it go", Group::Reaction, rule).letting_be();
        let mut question =
            Question::new("opportunity", look.side(enemy), enemy, prompt).by(mover).rule(rule).choice(hold);
        let mut offered: Vec<Strike> = Vec::new();
        for strike in self.out_of_turn(look, (enemy, mover), Occasion::Opportunity, weapons) {
            if self.may(look, &strike).is_err() {
                continue;
            }
            let label = format!("Strike: {}{}", strike.name(), strike.at_part());
            let choice = Choice::new(strike.chosen_by(look, STRIKE), label, Group::Reaction, rule);
            let mut choice = choice.priced(Price::of(1, "takes the turn"));
            choice.manners = self.ways_to_strike(look, &strike);
            question = question.choice(choice);
            offered.push(strike);
        }
        if offered.is_empty() {
            return Ok(None);
        }
        let answer = table.ask(question)?;
        let chosen = offered.into_iter().find(|strike| answer.verb == STRIKE && strike.is_meant_by(&answer));
        Ok(chosen.map(|strike| {
            let offer = stunts::offered(&answer).filter(|stunt| self.may_offer(table.look(), &strike, *stunt).is_ok());
            let order = offer.map_or_else(|| Order::new(ATTACK), |stunt| Order::new(ATTACK).manner(stunt.manner()));
            (self.in_manner(table.look(), strike, &answer), order)
        }))
    }

    /// The manners in which a blow may be struck: held back, or with something offered in its place.
    pub(super) fn ways_to_strike(&self, look: Look<'_>, strike: &Strike) -> Vec<Key> {
        let mut manners = self.own_manners(look, strike);
        let offers = Stunt::ALL.into_iter().filter(|stunt| self.may_offer(look, strike, *stunt).is_ok());
        manners.extend(offers.map(|stunt| stunt.manner()));
        manners
    }
}

impl Steps for SureBlow {
    /// Asks those whom a mover is about to leave whether they strike first (ZN-REACT-09); whether the mover can go on.
    fn before_step(&self, table: &mut Table<'_>, mover: Id, to: Footprint) -> Step<bool> {
        let look = table.look();
        let (Some(here), there) = (look.spot(mover), look.spot_of(to)) else { return Ok(true) };
        // A square of the board that belongs to no place is near and far to nobody; off the field nobody is near.
        let is_nowhere = there.is_none() && look.board().contains(to.at);
        if is_nowhere || there == Some(here) || self.is_hidden(look, mover) {
            return Ok(true);
        }
        let left: Vec<Id> = left_behind(look, mover, here, there).collect();
        // Whoever strikes may throw the mover elsewhere, or stop them: then the mover leaves nobody behind any more.
        let goes_on = |look: Look<'_>| {
            look.spot(mover) == Some(here) && look.is_in_play(mover) && look.allows(mover, &["act", "move"]).is_ok()
        };
        for enemy in left {
            let look = table.look();
            if !goes_on(look) || self.may_react(look, enemy, mover, "opportunity", false).is_err() {
                continue;
            }
            let Some((strike, order)) = self.ask_opportunity(table, enemy, mover)? else { continue };
            self.pay(table, enemy, None)?;
            self.lets_go_for(table, &strike)?;
            table.within("opportunity", |table| self.attack(table, &[strike], &order))?;
        }
        Ok(goes_on(table.look()))
    }

    fn answers_move(&self, look: Look<'_>, who: Id, to: Footprint) -> bool {
        let (Some(here), Some(there)) = (look.spot(who), look.spot_of(to)) else { return false };
        let may = |id: Id| self.may_react(look, id, who, "opportunity", false).is_ok();
        left_behind(look, who, here, Some(there)).any(may)
    }
}

/// The enemies whom somebody leaves behind who goes from here to there.
fn left_behind(look: Look<'_>, who: Id, here: Spot, there: Option<Spot>) -> impl Iterator<Item = Id> {
    let is_left = move |own| look.are_near(own, here) && !there.is_some_and(|there| look.are_near(own, there));
    look.everybody().filter(move |id| look.are_enemies(who, *id) && look.spot(*id).is_some_and(is_left))
}
