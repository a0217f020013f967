//! Laying cards face down and turning them together, and what a joker stands for (LG-INIT-03, LG-INIT-05).

use super::sense::Sight;
use super::{CardHand, Deck, Hand, Laid, Named, deck};
use crate::dice::Card;
use crate::mechanics::prelude::*;

impl CardHand {
    /// Asks everybody for a card, and turns them together.
    pub(super) fn lay(&self, table: &mut Table<'_>) -> Step {
        let look = table.look();
        let may = |who: &Id| {
            let ready = Self::can_lay(look, *who) && self.takes_part(look, *who);
            ready && !deck::hand(look, *who).is_empty()
        };
        let players: Vec<Id> = self.holders(look).into_iter().filter(may).collect();
        let mut laid: Vec<(Id, Card, i32)> = Vec::new();
        for who in players {
            let (card, number) = self.ask(table, who)?;
            laid.push((who, card, number));
        }
        if self.joker_named == Named::WhenRevealed {
            for (who, card, number) in laid.iter_mut().filter(|(_, card, _)| card.is_joker()) {
                *number = self.ask_number(table, *who, *card)?;
            }
        }
        // Nobody is asked for a last card: players are told all the more that it is gone.
        let is_chosen = table.look().battle::<Deck>().is_some_and(|deck| deck.size > 1);
        let mut last: Vec<Id> = Vec::new();
        for (who, card, number) in &laid {
            table.edit::<Hand>(*who).0.retain(|each| each != card);
            if is_chosen && deck::hand(table.look(), *who).is_empty() {
                last.push(*who);
            }
            table.edit::<Laid>(*who).card = Some((*card, *number));
            table.edit_battle::<Deck>().played.push(*card);
        }
        if !laid.is_empty() {
            table.reveal("Cards have been turned");
        }
        let (lay, joker) = (self.rules.lay, self.rules.joker);
        for (who, card, number) in laid {
            let rule = if card.is_joker() { joker } else { lay };
            let is_last = last.contains(&who);
            table.note(|look| {
                let stands = if card.is_joker() { format!(" as {number}") } else { String::new() };
                let sides = look.battle::<Sides>();
                let side = sides.and_then(|sides| sides.0.get(usize::from(look.side(who).0)));
                let is_news = is_last && side.is_some_and(|side| side.is_players);
                Fact::new(rule, format!("{} turns the {card}{stands}.", look.name(who))).who(who).news(is_news)
            });
        }
        Ok(())
    }

    fn ask(&self, table: &mut Table<'_>, who: Id) -> Step<(Card, i32)> {
        let known = if deck::hand(table.look(), who).len() > 1 { table.answered() } else { None };
        let chosen = known.map_or_else(|| table.ask(self.question(table.look(), who)), Ok)?;
        let card = chosen.with.and_then(|card| Card::parse(card.as_str()));
        let card = card.or_else(|| deck::hand(table.look(), who).first().copied());
        let card = card.unwrap_or(Card::Joker { black: false });
        let own = card.rank(0).0;
        Ok((card, if card.is_joker() { chosen.n.unwrap_or(self.joker.highest()) } else { own }))
    }

    /// Which card somebody lays.
    fn question(&self, look: Look<'_>, who: Id) -> Question {
        let prompt = format!("{}: which card do you lay?", look.name(who));
        let mut question = Question::new("lay", look.side(who), who, prompt).rule(self.rules.lay).in_secret();
        question.choices = Some(Vec::new());
        let sight = Sight::of(self, look, who);
        for card in deck::hand(look, who) {
            let name = Key::new(&card.to_string());
            let mut choice = Choice::new(Order::new("lay").with(name), name.as_str(), Group::Card, self.rules.lay);
            choice.card = Some(*card);
            if card.is_joker() && self.joker_named == Named::WhenLaid {
                choice.rule = self.rules.joker;
                choice.numbers = Some(self.joker.numbers());
                choice.order.n = Some(self.joker.highest());
            }
            choice.worth = Some(sight.worth(self, *card));
            question = question.choice(choice);
        }
        question
    }

    fn ask_number(&self, table: &mut Table<'_>, who: Id, card: Card) -> Step<i32> {
        let look = table.look();
        let prompt = format!("{}: what does the {card} stand for?", look.name(who));
        let mut choice =
            Choice::new(Order::new("number").n(self.joker.highest()), "A number", Group::Card, self.rules.joker);
        choice.numbers = Some(self.joker.numbers());
        let question = Question::new("joker", look.side(who), who, prompt).rule(self.rules.joker).choice(choice);
        Ok(table.ask(question)?.n.unwrap_or(self.joker.highest()))
    }
}
