//! Dealing: new hands, smaller ones where many must be served, and cards for those who join in the middle of one
//! (LG-INIT-01, LG-INIT-06, LG-INIT-07, LG-INIT-09).

use super::{CardHand, Counts, Deck, deck};
use crate::mechanics::prelude::*;

/// The most cards that there are to deal.
const PACK: usize = 54;

impl CardHand {
    /// How many must be served.
    fn competitors(&self, look: Look<'_>) -> usize {
        let holders = self.holders(look).len();
        if self.counts == Counts::Holders {
            return holders;
        }
        let counts = |id: &Id| Self::is_here(look, *id) && !self.holds(look, *id) && self.led_by(look, *id).is_none();
        let kind = |id: Id| (look.side(id), look.profile(id).map(|profile| profile.name));
        let mut kinds: Vec<_> = look.everybody().filter(counts).map(kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        holders + kinds.len()
    }

    fn cards_for(&self, competitors: usize) -> i32 {
        let competitors = i32::try_from(competitors).unwrap_or(i32::MAX);
        if competitors >= self.one_card_from { 1 } else { self.cards.get(competitors.max(1)).unwrap_or(1) }
    }

    /// What somebody is dealt, where a hand has `size` cards.
    fn dealt_to(look: Look<'_>, who: Id, size: i32) -> i32 {
        look.sum(&Case::of("cards", who), Sum::of("hand", size)).total().max(0)
    }

    pub(super) fn new_hand(&self, table: &mut Table<'_>) -> Step {
        let is_first = table.look().battle::<Deck>().is_none_or(|deck| deck.size == 0);
        deck::gather(table)?;
        let holders = self.holders(table.look());
        let competitors = self.competitors(table.look());
        let size = self.cards_for(competitors);
        table.edit_battle::<Deck>().size = size;
        let served: Vec<(Id, i32)> =
            holders.iter().take(PACK).map(|who| (*who, Self::dealt_to(table.look(), *who, size))).collect();
        let is_enough = served.iter().map(|(_, cards)| *cards).sum::<i32>() <= PACK as i32;
        // Where the pack is too small, nobody has more than their hand before all have theirs.
        for (who, cards) in &served {
            deck::deal(table, *who, if is_enough { *cards } else { size.min(*cards) })?;
        }
        for (who, cards) in served.iter().filter(|_| !is_enough) {
            deck::deal(table, *who, cards - size)?;
        }
        let usual = self.cards_for(1);
        let rule = match () {
            () if size < usual => self.rules.smaller,
            () if is_first => self.rules.deck,
            () => self.rules.new_hand,
        };
        let (count, seconds) = (holders.len(), size.saturating_mul(self.seconds));
        table.note(|_| {
            let hands = if count == 1 { "one hand".to_owned() } else { format!("{count} hands") };
            let cards = if size == 1 { "card" } else { "cards" };
            let start = if is_first { "The pack is shuffled" } else { "A new hand: all cards are shuffled" };
            let are = if count == 1 { "is" } else { "are" };
            Fact::new(rule, format!("{start}, and {hands} of {size} {cards} {are} dealt for {seconds} seconds."))
        });
        Ok(())
    }

    /// Those who came in this round are dealt in, unless a new hand comes anyway.
    pub(super) fn deal_in(&self, table: &mut Table<'_>) -> Step {
        let look = table.look();
        let Some(deck) = look.battle::<Deck>().filter(|deck| deck.rounds < deck.size) else { return Ok(()) };
        let (size, round) = (deck.size, look.clock().round);
        let came = |id: &Id| Self::laid(look, *id).joined == round && deck::hand(look, *id).is_empty();
        let newcomers: Vec<Id> = self.holders(look).into_iter().filter(came).collect();
        for who in newcomers {
            let cards = Self::dealt_to(table.look(), who, size);
            deck::deal(table, who, cards)?;
            table.say(self.rules.joining, who, |look| format!("{} is dealt {cards} cards.", look.name(who)));
        }
        Ok(())
    }
}
