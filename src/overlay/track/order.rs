//! The order of turns as rows of the track, worked out when the battle moves on.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy::ecs::prelude::Resource;

use crate::battle::{Clock, Decisions, Eyes, Id, Key, Look, SideId, TrackEntry, TrackForm};
use crate::dice::Card;

/// A row of the track.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// A side, with how many of its own have acted, of how many; whether it sends somebody next.
    Side {
        /// Which.
        side: SideId,
        /// How many have acted.
        acted: usize,
        /// Of how many.
        of: usize,
        /// It is next.
        next: bool,
    },
    /// Somebody.
    Entry {
        /// As the initiative has it.
        entry: TrackEntry,
        /// It is next.
        next: bool,
        /// Acts at once with the row above, and with the row below.
        joined: (bool, bool),
    },
}

/// What the battle has come to when the rows were laid out.
type Stamp = (usize, usize, Clock, Option<(Key, Option<Id>)>, Eyes);

/// The order of turns as it was laid out last.
#[derive(Resource, Default)]
pub struct Track {
    stamp: Option<Stamp>,
    rows: Arc<[Row]>,
    /// What each had laid.
    laid: BTreeMap<Id, (Card, i32)>,
}

impl Track {
    /// The rows, laid out anew if the battle has moved on; with them whoever's
    /// card has just been turned. They stay as they are where what was done last is still being shown.
    pub fn rows(&mut self, look: Look<'_>, shows: bool) -> (Arc<[Row]>, Vec<(Id, (Card, i32))>) {
        if shows && self.stamp.is_some() {
            return (self.rows.clone(), Vec::new());
        }
        let decided = look.battle::<Decisions>().map_or(0, |decisions| decisions.0.len());
        let told = look.facts().len();
        let asked = look.question().map(|question| (question.kind, question.who));
        let stamp = (decided, told, look.clock(), asked, look.eyes());
        if self.stamp.as_ref() == Some(&stamp) {
            return (self.rows.clone(), Vec::new());
        }
        let is_first = self.stamp.replace(stamp).is_none();
        let initiative = &look.rules().initiative;
        // What others hold in secret is not told here either.
        let mut entries = initiative.track(look.as_asked());
        entries.retain(|entry| look.knows_of(entry.who));
        let laid: BTreeMap<Id, (Card, i32)> =
            entries.iter().filter_map(|entry| Some((entry.who, entry.card?))).collect();
        let turned = laid.iter().filter(|(who, card)| !is_first && self.laid.get(who) != Some(card));
        let turned = turned.map(|(who, card)| (*who, *card)).collect();
        self.laid = laid;
        self.rows = rows(entries, initiative.form(look), |who| look.counts(who)).into();
        (self.rows.clone(), turned)
    }
}

/// The rows of these entries; only those who are in play are awaited.
pub fn rows(entries: Vec<TrackEntry>, form: TrackForm, plays: impl Fn(Id) -> bool) -> Vec<Row> {
    match form {
        TrackForm::Order => {
            // Whoever comes after the last that is under way or done.
            let now = entries.iter().position(|entry| entry.now);
            let from = now.map_or(0, |now| now + 1);
            let waits = |entry: &TrackEntry| !entry.done && !entry.now && plays(entry.who);
            let ahead = entries.iter().skip(from).position(waits).map(|index| index + from);
            // Before all cards lie open nobody knows who comes first.
            let lies_open = |entry: &TrackEntry| entry.card.is_some() || !entry.text.is_empty();
            let is_open = |entry: &TrackEntry| !waits(entry) || lies_open(entry);
            let is_dealt = entries.iter().any(|entry| entry.card.is_some() || entry.hidden);
            let is_known = !is_dealt || entries.iter().all(is_open);
            let next = ahead.or_else(|| entries.iter().position(waits)).filter(|_| is_known);
            in_order(entries, |index, _| Some(index) == next).collect()
        }
        TrackForm::Sides { next } => {
            let mut sides: BTreeMap<SideId, Vec<TrackEntry>> = BTreeMap::new();
            for entry in entries {
                sides.entry(entry.side).or_default().push(entry);
            }
            let mut rows = Vec::new();
            for (side, own) in sides {
                let acted = own.iter().filter(|entry| entry.done).count();
                let is_next = next == Some(side);
                rows.push(Row::Side { side, acted, of: own.len(), next: is_next });
                // Any of those who are left can be sent.
                rows.extend(in_order(own, |_, entry| is_next && !entry.done && !entry.now && plays(entry.who)));
            }
            rows
        }
    }
}

fn in_order(entries: Vec<TrackEntry>, is_next: impl Fn(usize, &TrackEntry) -> bool) -> impl Iterator<Item = Row> {
    let groups: Vec<Option<u32>> = entries.iter().map(|entry| entry.together).collect();
    let with = move |group: Option<u32>, other: Option<usize>| {
        group.is_some() && other.and_then(|other| groups.get(other).copied()).flatten() == group
    };
    let next: Vec<bool> = entries.iter().enumerate().map(|(index, entry)| is_next(index, entry)).collect();
    entries.into_iter().zip(next).enumerate().map(move |(index, (entry, next))| {
        let joined = (with(entry.together, index.checked_sub(1)), with(entry.together, Some(index + 1)));
        Row::Entry { entry, next, joined }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Suit;

    fn entry(who: u16, side: u8, done: bool, now: bool, together: Option<u32>) -> TrackEntry {
        let text = String::new();
        TrackEntry { who: Id(who), side: SideId(side), text, done, now, card: None, hidden: false, together }
    }

    fn told(rows: &[Row]) -> String {
        let row = |row: &Row| match row {
            Row::Side { side, acted, of, next } => {
                format!("side {} {acted}/{of}{}", side.0, if *next { " next" } else { "" })
            }
            Row::Entry { entry, next, joined: (above, below) } => {
                let joined = match (above, below) {
                    (false, true) => " [",
                    (true, true) => " |",
                    (true, false) => " ]",
                    _ => "",
                };
                format!("{}{joined}{}", entry.who.0, if *next { " next" } else { "" })
            }
        };
        rows.iter().map(row).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn whoever_comes_after_the_one_who_acts_is_next() {
        let order =
            vec![entry(3, 0, true, false, None), entry(1, 1, false, true, None), entry(2, 0, false, false, None)];
        assert_eq!(told(&rows(order, TrackForm::Order, |_| true)), "3, 1, 2 next");
    }

    /// Promise: while somebody has not laid a card nobody is said to be next.
    #[test]
    fn before_all_cards_lie_open_nobody_is_next() {
        let laid = |who, card| TrackEntry { card, ..entry(who, 0, false, false, None) };
        let (seven, king) = (Card::Suited(7, Suit::Clubs), Card::Suited(13, Suit::Spades));
        let open = vec![laid(1, Some((king, 13))), laid(2, Some((seven, 7)))];
        assert_eq!(told(&rows(open, TrackForm::Order, |_| true)), "1 next, 2");
        let unlaid = || vec![laid(2, Some((seven, 7))), laid(1, None)];
        assert_eq!(told(&rows(unlaid(), TrackForm::Order, |_| true)), "2, 1");
        assert_eq!(told(&rows(unlaid(), TrackForm::Order, |who| who != Id(1))), "2 next, 1");
    }

    #[test]
    fn those_who_act_at_once_are_bracketed() {
        let group = |who, together| entry(who, 0, false, who == 0, together);
        let order = vec![group(0, None), group(1, Some(7)), group(2, Some(7)), group(3, Some(7)), group(4, Some(8))];
        assert_eq!(told(&rows(order, TrackForm::Order, |_| true)), "0, 1 [ next, 2 |, 3 ], 4");
    }

    #[test]
    fn sides_by_turns_show_who_is_done_and_which_side_is_next() {
        let all = vec![entry(0, 0, true, false, None), entry(1, 1, false, true, None), entry(2, 0, false, false, None)];
        let told = told(&rows(all, TrackForm::Sides { next: Some(SideId(0)) }, |_| true));
        assert_eq!(told, "side 0 1/2 next, 0, 2 next, side 1 0/1, 1");
    }
}
