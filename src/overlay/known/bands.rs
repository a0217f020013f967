//! How far somebody gets, by what that costs.

use std::collections::{BTreeMap, BTreeSet};

use super::MOVE;
use crate::ahead::leaves_blow;
use crate::battle::{Choice, Id, Look, Order};
use crate::board::{Footprint, Square};
use crate::overlay::layers::Outline;

/// Squares in reach, by what it costs to get there.
#[derive(Default)]
pub struct Bands {
    /// What each band costs, cheapest first.
    pub prices: Vec<String>,
    /// Each square with the number of its band; of a body of several squares, where its first one can be.
    pub squares: BTreeMap<Square, usize>,
    /// All that the body would cover there, with the cheapest band of each square.
    pub covered: BTreeMap<Square, usize>,
    /// Of each band, whether it leaves enough for a blow.
    pub acts: Vec<bool>,
    /// Of each band, what has to be said before the walk so that it does; empty where nothing has.
    pub firsts: Vec<String>,
    /// The edges of the squares that leave enough for a blow, and of all.
    pub edges: (Outline, Outline),
}

/// What a deed at a square puts there: the whole body, if it is a move.
pub fn placed(look: Look<'_>, who: Id, choice: &Choice) -> Footprint {
    let body = look.footprint(who);
    if choice.group == MOVE { body } else { Footprint::one(body.at) }
}

impl Bands {
    /// Whether whoever goes there can strike afterwards; nothing for a square that is out of reach.
    pub fn acts(&self, square: Square) -> Option<bool> {
        Some(self.acts.get(*self.covered.get(&square)?).copied().unwrap_or(false))
    }

    /// `firsts`: what could be said before it, each with the squares from which one could strike then.
    pub(super) fn of(
        look: Look<'_>,
        who: Id,
        choice: &Choice,
        (blow, firsts): (Option<i32>, &[(String, BTreeSet<Square>)]),
    ) -> Self {
        // What is no deed of a turn has no price: an answer that wants a place.
        let listed = look.question().is_some_and(|question| question.choices.is_some());
        let Some(deed) = look.deed(choice.order.verb).ok().filter(|_| !listed) else {
            let squares: BTreeMap<Square, usize> = choice.squares.iter().map(|(square, _)| (*square, 0)).collect();
            let covered = squares.clone();
            return Self {
                covered,
                squares,
                prices: vec![String::new()],
                acts: vec![true],
                firsts: vec![String::new()],
                ..Self::default()
            }
            .edged();
        };
        // Ways of one length cost the same; so only one of each is asked for.
        let economy = &look.rules().economy;
        let mut known: BTreeMap<i32, Option<(i32, String, bool)>> = BTreeMap::new();
        let mut priced = Vec::new();
        for (square, length) in &choice.squares {
            let price = known.entry(*length).or_insert_with(|| {
                let order = Order { to: Some(*square), ..choice.order.clone() };
                let price = economy.price(look, who, &**deed, &order).ok()?;
                let acts = blow.is_some_and(|blow| leaves_blow(look, who, (&**deed, &order, &price), blow));
                Some((price.amount, price.text.unwrap_or_default(), acts))
            });
            let Some((amount, text, acts)) = price.clone() else { continue };
            let first = firsts.iter().find(|(_, squares)| !acts && squares.contains(square)).map(|(first, _)| first);
            let acts = acts || first.is_some();
            priced.push((*square, (amount, text, first.cloned().unwrap_or_default(), acts)));
        }
        let mut prices: Vec<(i32, String, String, bool)> = priced.iter().map(|(_, price)| price.clone()).collect();
        prices.sort();
        prices.dedup();
        let band = |price: &(i32, String, String, bool)| prices.binary_search(price).unwrap_or(0);
        let squares: BTreeMap<Square, usize> = priced.iter().map(|(square, price)| (*square, band(price))).collect();
        let mut covered = BTreeMap::new();
        let body = placed(look, who, choice);
        for (at, band) in &squares {
            for square in body.moved_to(*at).squares() {
                covered.entry(square).and_modify(|known: &mut usize| *known = (*known).min(*band)).or_insert(*band);
            }
        }
        let acts = prices.iter().map(|(.., acts)| *acts).collect();
        let firsts = prices.iter().map(|(_, _, first, _)| first.clone()).collect();
        let prices = prices.into_iter().map(|(_, text, ..)| text).collect();
        Self { squares, covered, acts, firsts, prices, ..Self::default() }.edged()
    }

    /// With its edges.
    fn edged(self) -> Self {
        let edge = |wanted: fn(bool) -> bool| {
            let within = |square: Square| self.acts(square).is_some_and(wanted);
            Outline::of(self.covered.keys().copied().filter(|square| within(*square)), within)
        };
        let edges = (edge(|acts| acts), edge(|_| true));
        Self { edges, ..self }
    }
}
