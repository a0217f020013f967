//! Initiative by hands of cards: each lays one face down, all are turned together, the highest acts first. Those who
//! hold no hand have a card that stands for them every round (LG-INIT-01 to LG-INIT-09).
//!
//! To lay is a task of its own, so that players see a new hand while they choose. The cards are kept aside until the
//! last answer is in; then all are turned in one go. So no card comes to light early, though every answer is known to
//! the task.
//!
//! `deal.rs` deals new hands and those who join, `laying.rs` lets cards be laid and turned.

mod deal;
mod deck;
mod laying;
mod numbers;
mod sense;

use std::cmp::Reverse;

pub use deck::{Deck, Hand, Laid, every_card};
pub use numbers::{CardHand, CardHandRules, Counts, Followers, Jokers, Named};

use crate::dice::Card;
use crate::mechanics::prelude::*;

/// What rules files call this mechanic.
const NAME: &str = "CardHand";

/// Where somebody comes in a round; the greatest goes first.
type Rank = (bool, (i32, u8), bool, i32, Reverse<u16>);

impl CardHand {
    /// Whether somebody is dealt a hand.
    fn holds(&self, look: Look<'_>, who: Id) -> bool {
        self.dealt.is_none_or(|word| look.has_tag(who, word)) && self.led_by(look, who).is_none()
    }

    /// Whom somebody acts right after.
    fn led_by(&self, look: Look<'_>, who: Id) -> Option<Id> {
        let leader = look.leader(who).filter(|_| self.followers == Followers::AfterTheirLeader)?;
        (look.is_about(leader) && !look.is_dead(leader)).then_some(leader)
    }

    /// The card that stands for somebody every round.
    fn set_card(look: Look<'_>, who: Id) -> Option<Card> {
        look.profile(who)?.tags.iter().find_map(|tag| Card::parse(tag.as_str()))
    }

    fn is_here(look: Look<'_>, who: Id) -> bool {
        look.is_about(who) && !look.is_dead(who)
    }

    fn laid(look: Look<'_>, who: Id) -> Laid {
        look.get::<Laid>(who).copied().unwrap_or_default()
    }

    /// Whether somebody has a turn in this round.
    fn takes_part(&self, look: Look<'_>, who: Id) -> bool {
        let joined = Self::laid(look, who).joined;
        Self::is_here(look, who)
            && !look.is(who, self.caught)
            && (look.arranged().is_some() || joined < look.clock().round)
    }

    /// Where somebody comes by their own card.
    fn own_rank(&self, look: Look<'_>, who: Id) -> Rank {
        let nimble = look.value(who, self.quicker);
        let last = (false, (0, 0), false, nimble, Reverse(who.0));
        if let Some(order) = look.arranged() {
            let place = order.iter().position(|id| *id == who).unwrap_or(order.len());
            return (true, (-(place as i32), 0), false, 0, Reverse(who.0));
        }
        // Whoever is out of it has their turn when all the others have had theirs.
        if !Self::can_lay(look, who) {
            return last;
        }
        if self.holds(look, who) {
            let card = Self::laid(look, who).card;
            // Whoever could not be dealt one goes with those of their side who were.
            let shared = || {
                let empty = deck::hand(look, who).is_empty();
                let others = look.everybody().filter(|id| *id < who && look.side(*id) == look.side(who));
                others.filter_map(|id| Self::laid(look, id).card).last().filter(|_| empty)
            };
            let place = |(card, number): (Card, i32)| (true, card.rank(number), true, nimble, Reverse(who.0));
            return card.or_else(shared).map_or(last, place);
        }
        match Self::set_card(look, who) {
            Some(card) => (true, card.rank(self.joker.highest()), false, nimble, Reverse(who.0)),
            None => last,
        }
    }

    /// Where somebody comes with the leader whom they follow: each right before those who follow that one.
    fn rank(&self, look: Look<'_>, who: Id) -> (Rank, Reverse<SmallVec<[u16; 4]>>) {
        let listed = look.arranged();
        let is_listed = |id: Id| listed.is_some_and(|order| order.contains(&id));
        let (mut first, mut line) = (who, SmallVec::<[u16; 4]>::new());
        while let Some(leader) = self.led_by(look, first).filter(|_| !is_listed(first) && !line.contains(&first.0)) {
            line.insert(0, first.0);
            first = leader;
        }
        (self.own_rank(look, first), Reverse(line))
    }

    /// Whether somebody is in a state to lay a card: conscious, whatever else they can do.
    fn can_lay(look: Look<'_>, who: Id) -> bool {
        look.counts(who)
    }

    /// Whether somebody has laid a card that nobody has turned yet: they lay in the order of their numbers.
    fn lies_face_down(&self, look: Look<'_>, who: Id) -> bool {
        let Some(question) = look.question() else { return false };
        let may = self.holds(look, who) && Self::can_lay(look, who) && !deck::hand(look, who).is_empty();
        let is_laid = match question.kind.as_str() {
            "lay" => question.who.is_some_and(|asked| who < asked),
            kind => kind == "joker",
        };
        may && is_laid
    }

    /// The holders who are here, in the order of their numbers.
    fn holders(&self, look: Look<'_>) -> Vec<Id> {
        look.everybody().filter(|id| Self::is_here(look, *id) && self.holds(look, *id)).collect()
    }
}

mechanic!(CardHand: |self| {
    words(words) => words.add(Word::Term, ["hand"]).add(Word::Count, ["Cards", "Laid", "Set card", "This hand"]),
    on_task(table, _who) => {
        self.lay(table)?;
        table.note(|look| {
            let told = |entry: &TrackEntry| match entry.text.as_str() {
                "" => look.name(entry.who).to_owned(),
                text => format!("{} ({text})", look.name(entry.who)),
            };
            let order: Vec<String> = self.track(look).iter().map(told).collect();
            Fact::new(self.rules.rank, format!("They act in this order: {}.", order.join(", ")))
        });
        Ok(())
    },
});

hears!(CardHand: |self, table| {
    Arrived { who } => {
        let clock = table.clock();
        // Whoever is brought about by their leader's own doing comes right after the leader.
        let leader = self.led_by(table.look(), who);
        let joined = if leader.is_some() && leader == clock.turn { clock.round - 1 } else { clock.round };
        table.edit::<Laid>(who).joined = joined;
    },
    RoundBegun => {
        if table.look().arranged().is_some() {
            return Ok(());
        }
        for who in table.everybody() {
            if Self::laid(table.look(), who).card.is_some() {
                table.edit::<Laid>(who).card = None;
            }
        }
        if table.look().battle::<Deck>().is_none_or(|deck| deck.rounds >= deck.size) {
            self.new_hand(table)?;
        }
        table.edit_battle::<Deck>().rounds += 1;
        // A task of its own, so that everybody sees the cards that they choose from.
        table.push(Task::Custom { of: Key::from(NAME), name: Key::from("lay"), who: Id(0), stage: Stage::Initiative });
    },
    TurnBegun { who } => {
        let round = table.clock().round;
        table.edit::<Laid>(who).acted = round;
    },
    RoundEnded => self.deal_in(table),
});

impl Hides for CardHand {
    fn imagine(&self, table: &mut Table<'_>, side: SideId) -> Step {
        deck::deal_unseen(table, side)
    }
}

impl Shows for CardHand {
    fn turn_sheet(&self, look: Look<'_>, who: Id) -> Vec<SheetLine> {
        let open = |label: &str, cards: &[Card], rule: RuleId| {
            let text = cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            SheetLine { cards: Some(Dealt::Open(cards.to_vec())), ..SheetLine::of(label, text, rule) }
        };
        if self.led_by(look, who).is_some() || look.arranged().is_some() {
            return Vec::new();
        }
        if !self.holds(look, who) {
            let card = Self::set_card(look, who).map(|card| open("Set card", &[card], self.rules.set));
            return card.into_iter().collect();
        }
        let hand = deck::hand(look, who);
        let cards = match look.may_know(who) {
            true => open("Cards", hand, self.rules.deck),
            false => SheetLine {
                cards: Some(Dealt::Down(hand.len())),
                ..SheetLine::of("Cards", format!("{} cards, face down", hand.len()), self.rules.deck)
            },
        };
        let deck = look.battle::<Deck>();
        let (size, rounds) = deck.map_or((0, 0), |deck| (deck.size, deck.rounds));
        let length =
            format!("{} of {} seconds", rounds.saturating_mul(self.seconds), size.saturating_mul(self.seconds));
        let mut lines = vec![cards, SheetLine::of("This hand", length, self.rules.length)];
        if let Some((card, _)) = Self::laid(look, who).card {
            lines.push(open("Laid", &[card], self.rules.lay));
        }
        lines
    }
}

impl Initiative for CardHand {
    fn next(&self, table: &mut Table<'_>) -> Step<Next> {
        let look = table.look();
        let round = look.clock().round;
        let fresh = look.everybody().filter(|id| self.takes_part(look, *id) && Self::laid(look, *id).acted < round);
        let next = fresh.max_by_key(|id| self.rank(look, *id));
        Ok(next.map_or(Next::RoundOver, Next::Turn))
    }

    fn has_acted(&self, look: Look<'_>, who: Id) -> bool {
        Self::laid(look, who).acted >= look.clock().round && look.clock().turn != Some(who)
    }

    fn track(&self, look: Look<'_>) -> Vec<TrackEntry> {
        let round = look.clock().round;
        let mut here: Vec<Id> = look.everybody().filter(|id| self.takes_part(look, *id)).collect();
        here.sort_by_cached_key(|id| Reverse(self.rank(look, *id)));
        let entry = |who: Id| {
            let laid = Self::laid(look, who);
            let leader = self.led_by(look, who);
            let card = match (leader, self.holds(look, who)) {
                _ if look.arranged().is_some() => None,
                (Some(_), _) => None,
                (None, true) => laid.card,
                (None, false) => Self::set_card(look, who).map(|card| (card, card.rank(0).0)),
            };
            let text = match (leader.filter(|_| look.arranged().is_none()), card) {
                (Some(leader), _) => format!("with {}", look.name(leader)),
                (None, Some((card, number))) if card.is_joker() => format!("{card} as {number}"),
                (None, card) => card.map(|(card, _)| card.to_string()).unwrap_or_default(),
            };
            let entry = TrackEntry::new(look, who, text, laid.acted >= round);
            TrackEntry { card, hidden: laid.card.is_none() && self.lies_face_down(look, who), ..entry }
        };
        here.into_iter().map(entry).collect()
    }
}
