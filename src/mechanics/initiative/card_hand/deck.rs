//! Where every card is: in the stock, in somebody's hand, or laid.

use crate::dice::{Card, shuffle};
use crate::mechanics::prelude::*;

/// The cards of a battle that nobody holds, and how far the hand has come.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Deck {
    /// Those that have not been dealt, the next one last.
    pub stock: Vec<Card>,
    /// Those that have been laid in this hand.
    pub played: Vec<Card>,
    /// Cards a hand has now; none before the first deal.
    pub size: i32,
    /// Rounds that this hand has seen.
    pub rounds: i32,
}

/// The cards that somebody holds.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Hand(pub Vec<Card>);

/// What somebody's place in this round hangs on.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Laid {
    /// The card, and the number that it stands for.
    pub card: Option<(Card, i32)>,
    /// The last round in which they had their turn.
    pub acted: i32,
    /// The round in which they joined, if they came late.
    pub joined: i32,
}

/// The cards that somebody holds.
pub fn hand(look: Look<'_>, who: Id) -> &[Card] {
    look.get::<Hand>(who).map_or(&[], |hand| &hand.0)
}

/// Puts the whole pack together and shuffles it; cards that were laid down beforehand come first, unshuffled.
pub fn gather(table: &mut Table<'_>) -> Step {
    let mut pack = Card::pack();
    let stacked = table.look().battle::<Stacked>().and_then(|stacked| stacked.0.clone());
    match stacked {
        Some(top) => {
            let top: Vec<Card> = top.iter().filter_map(|name: &Key| Card::parse(name.as_str())).collect();
            pack.retain(|card| !top.contains(card));
            pack.extend(top.into_iter().rev());
        }
        None => table.with_dice(|dice| shuffle(dice, &mut pack))?,
    }
    let everybody: Vec<Id> = table.look().everybody().filter(|id| !hand(table.look(), *id).is_empty()).collect();
    everybody.into_iter().for_each(|who| table.edit::<Hand>(who).0.clear());
    let mut deck = table.edit_battle::<Deck>();
    deck.stock = pack;
    deck.played.clear();
    deck.rounds = 0;
    Ok(())
}

/// Deals `count` cards to somebody. Where the stock is too short, the cards laid so far are shuffled to make a new one.
pub fn deal(table: &mut Table<'_>, who: Id, count: i32) -> Step {
    if count > 0 {
        table.reveal("Cards have been dealt");
    }
    for _ in 0..count {
        if table.edit_battle::<Deck>().stock.is_empty() {
            let mut played = std::mem::take(&mut table.edit_battle::<Deck>().played);
            table.with_dice(|dice| shuffle(dice, &mut played))?;
            table.edit_battle::<Deck>().stock = played;
        }
        let Some(card) = table.edit_battle::<Deck>().stock.pop() else { return Ok(()) };
        table.edit::<Hand>(who).0.push(card);
    }
    Ok(())
}

/// Deals all cards anew that `side` does not see: those in the hands of others, and the stock.
pub fn deal_unseen(table: &mut Table<'_>, side: SideId) -> Step {
    let look = table.look();
    let others = look.everybody().filter(|who| look.side(*who) != side);
    let others = others.map(|who| (who, hand(look, who).len()));
    let others: Vec<(Id, usize)> = others.filter(|(_, held)| *held > 0).collect();
    let mut unseen = std::mem::take(&mut table.edit_battle::<Deck>().stock);
    for (who, _) in &others {
        unseen.append(&mut table.edit::<Hand>(*who).0);
    }
    // Nothing is to hang on who held what.
    unseen.sort_unstable();
    table.with_dice(|dice| shuffle(dice, &mut unseen))?;
    for (who, held) in others {
        let dealt = unseen.split_off(unseen.len().saturating_sub(held));
        table.edit::<Hand>(who).0 = dealt;
    }
    table.edit_battle::<Deck>().stock = unseen;
    Ok(())
}

/// Every card of a battle, wherever it is; none where none have been dealt.
pub fn every_card(look: Look<'_>) -> Vec<Card> {
    let held = look.everybody().flat_map(|id| hand(look, id).iter().copied());
    let deck = look.battle::<Deck>().into_iter().flat_map(|deck| deck.stock.iter().chain(&deck.played).copied());
    held.chain(deck).collect()
}
