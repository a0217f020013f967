//! How far somebody gets, by what that costs.

use std::collections::{BTreeMap, BTreeSet};

use bevy_egui::egui::Pos2;

use super::MOVE;
use crate::ahead::leaves_blow;
use crate::battle::{Choice, Id, Look, Order};
use crate::board::{Footprint, Square};
use crate::overlay::layers::{Outline, closed};

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
    /// Whoever goes walks there in their turn.
    pub is_walk: bool,
    /// The blow comes in a later part of the round.
    pub strikes_later: bool,
    /// A walk leaves a blow, and nobody could be struck from where it ends.
    pub strikes_nobody: bool,
    /// The edges of the squares where a click leaves enough for a blow, and of all.
    pub edges: (Outline, Outline),
    /// The highest edge of the former, and of those where it does not.
    pub tops: (Option<[Pos2; 2]>, Option<[Pos2; 2]>),
    /// Squares beside these where nobody ever stands: a wall or a tree is no edge of what is in reach.
    pub shut: BTreeSet<Square>,
}

/// What a deed at a square puts there: the whole body, if it is a move.
pub fn placed(look: Look<'_>, who: Id, choice: &Choice) -> Footprint {
    let body = look.footprint(who);
    if choice.group == MOVE { body } else { Footprint::one(body.at) }
}

impl Bands {
    /// The bands where a click leaves enough for a blow: those that something has to be said for first only where there are no
    /// others, for then it says that.
    pub fn plain(&self) -> impl Iterator<Item = bool> + '_ {
        let bands = || self.acts.iter().zip(&self.firsts).map(|(acts, first)| (*acts, first.is_empty()));
        let any = bands().any(|(acts, bare)| acts && bare);
        bands().map(move |(acts, bare)| acts && (bare || !any))
    }

    /// The squares to walk to that leave enough for a blow with nothing said before.
    pub fn leaving_a_blow(&self) -> Vec<Square> {
        let is_bare = |band: usize| self.firsts.get(band).is_none_or(String::is_empty);
        let leaves = |band: usize| self.acts.get(band) == Some(&true) && is_bare(band);
        self.squares.iter().filter(|(_, band)| leaves(**band)).map(|(square, _)| *square).collect()
    }

    /// What would have to be said before a walk to this square for a blow to be left after it, where a click does not say it.
    pub fn first(&self, square: Square) -> Option<&str> {
        let band = *self.squares.get(&square)?;
        let is_plain = self.plain().nth(band).unwrap_or(false);
        self.firsts.get(band).map(String::as_str).filter(|first| !is_plain && !first.is_empty())
    }

    /// `firsts`: what could be said before it, each with the squares that one could strike from then.
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
        let (mut covered, mut places) = (BTreeMap::new(), BTreeSet::new());
        let body = placed(look, who, choice);
        for (at, band) in &squares {
            // In a field of zones whoever is in a place is in all of it.
            let there = body.moved_to(*at);
            let place = look.zoned().and_then(|_| look.spot_of(there)).filter(|_| choice.group == MOVE);
            let place = place.filter(|place| places.insert(*place));
            let of_place = place.map_or(&[][..], |place| look.spots().squares(place));
            for square in there.squares().chain(of_place.iter().copied()) {
                covered.entry(square).and_modify(|known: &mut usize| *known = (*known).min(*band)).or_insert(*band);
            }
        }
        // Where whoever goes stands already is no hole in it.
        let own = body.squares().filter(|_| choice.group == MOVE && look.zoned().is_none() && !squares.is_empty());
        for square in own {
            covered.entry(square).or_insert(0);
        }
        let acts = prices.iter().map(|(.., acts)| *acts).collect();
        let firsts = prices.iter().map(|(_, _, first, _)| first.clone()).collect();
        let prices = prices.into_iter().map(|(_, text, ..)| text).collect();
        let shut = closed(look.board(), covered.keys());
        let strikes_later = economy.goes_on(look, who);
        let is_walk = choice.group == MOVE;
        Self { squares, covered, acts, firsts, is_walk, strikes_later, prices, shut, ..Self::default() }.edged()
    }

    /// With its edges, found once.
    pub fn edged(self) -> Self {
        let plain: Vec<bool> = self.plain().collect();
        let edge = |wanted: fn(bool) -> bool, shut: &BTreeSet<Square>| {
            let is_plain = |band: &usize| plain.get(*band).copied().unwrap_or(false);
            let within = |square: Square| self.covered.get(&square).is_some_and(|band| wanted(is_plain(band)));
            let squares = self.covered.keys().copied().filter(|square| within(*square));
            Outline::of(squares, |square| within(square) || shut.contains(&square))
        };
        let edges = (edge(|plain| plain, &self.shut), edge(|_| true, &self.shut));
        let none = BTreeSet::new();
        let tops = (edge(|plain| plain, &none).top(), edge(|plain| !plain, &none).top());
        Self { edges, tops, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Known;
    use crate::battle::Group;
    use crate::overlay::trial;

    /// Promise: where nobody is in reach yet it is known all the same from where one could strike after a sprint.
    #[test]
    fn a_sprint_is_known_to_leave_a_blow_before_anybody_is_in_reach() {
        let mut seen = 0;
        for seed in 1..=4 {
            trial::watch("toll_bridge", seed, 40, |look| {
                let is_turn = look.question().is_some_and(|question| question.choices.is_none());
                let mut known = Known::default();
                if let (true, Some(who), Some(walk)) = (is_turn, look.asked(), known.walk(look)) {
                    let choices = look.choices();
                    let sprints = |choice: &crate::battle::Choice| choice.order.verb == "sprint" && choice.is_legal();
                    let strikes = |choice: &crate::battle::Choice| choice.group == Group::Attack && choice.is_legal();
                    let is_fresh = look.rules().economy.is_untouched(look, who);
                    if is_fresh && choices.iter().any(sprints) && !choices.iter().any(strikes) {
                        let bands = known.bands(look, who, &walk);
                        seen += usize::from(bands.firsts.iter().any(|first| first == "sprint"));
                    }
                }
            });
        }
        assert!(seen > 0, "nobody is told of their sprint");
    }
}
