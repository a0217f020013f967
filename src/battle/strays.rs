//! Where an attack at an area comes down: as it is aimed, or elsewhere where the aim fails; and which of one's own it may hit.

use std::collections::{BTreeMap, BTreeSet};

use super::{Group, Id, Key, Look, Order};
use crate::board::{Spot, Square};
use crate::dice::Fraction;

/// So many places, and so many people, are named.
const PLACES: usize = 5;
const MOST_NAMED: usize = 3;

/// Where an attack at an area comes down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strays {
    /// How likely it comes down as it is aimed.
    pub on_the_spot: Fraction,
    /// The areas where it comes down else, each with how likely that is, the likeliest first.
    pub elsewhere: Vec<(Vec<Square>, Fraction)>,
    /// How likely it comes down nowhere.
    pub nowhere: Fraction,
    /// Whom beside enemies it may come down upon, and how likely.
    pub own: Vec<(Id, Fraction)>,
}

impl Strays {
    /// It comes down as it is aimed or at one of these `landings`; an area without squares is nowhere.
    pub fn of(on_the_spot: Fraction, landings: impl IntoIterator<Item = (Vec<Square>, Fraction)>) -> Self {
        let mut each: BTreeMap<Vec<Square>, Fraction> = BTreeMap::new();
        for (mut squares, chance) in landings {
            squares.sort_unstable();
            squares.dedup();
            let known = each.entry(squares).or_insert(Fraction::ZERO);
            *known = &*known + &chance;
        }
        each.retain(|_, chance| !chance.is_zero());
        let nowhere = each.remove(&Vec::new()).unwrap_or(Fraction::ZERO);
        let mut elsewhere: Vec<(Vec<Square>, Fraction)> = each.into_iter().collect();
        elsewhere.sort_by(|(squares, chance), (others, other)| other.cmp(chance).then_with(|| squares.cmp(others)));
        Self { on_the_spot, elsewhere, nowhere, own: Vec::new() }
    }

    /// Whether the aim may fail.
    pub fn may_fail(&self) -> bool {
        self.on_the_spot < Fraction::ONE
    }

    /// Whether it wants a second thought: it may go elsewhere, or come down upon one's own.
    pub fn is_grave(&self) -> bool {
        self.may_fail() || !self.own.is_empty()
    }

    /// How likely it comes down upon each square, where it does so because the aim fails.
    pub fn astray(&self) -> BTreeMap<Square, Fraction> {
        let mut each: BTreeMap<Square, Fraction> = BTreeMap::new();
        for (squares, chance) in &self.elsewhere {
            for square in squares {
                let known = each.entry(*square).or_insert(Fraction::ZERO);
                *known = &*known + chance;
            }
        }
        each
    }

    /// How likely something of it is, in percent: with one place after the point where whole ones would not come to a hundred.
    pub fn share(&self, chance: &Fraction) -> String {
        let whole = |chance: &Fraction| (chance.to_f64() * 100.0).round();
        let elsewhere: f64 = self.elsewhere.iter().map(|(_, chance)| whole(chance)).sum();
        let sum = whole(&self.on_the_spot) + elsewhere + whole(&self.nowhere);
        let tenths = (chance.to_f64() * 1000.0).round();
        if (sum - 100.0).abs() < 0.5 || tenths % 10.0 == 0.0 {
            return chance.percent();
        }
        format!("{:.1}%", tenths / 10.0)
    }

    /// In words, a line each: "62% as aimed, else Far bank 19% or Island 19%", "may hit your own: Theobald 19%".
    pub fn told(&self, look: Look<'_>) -> Vec<String> {
        let goes = self.may_fail().then(|| {
            let mut else_there: Vec<String> = match self.elsewhere.as_slice() {
                places if places.len() <= PLACES && places.iter().all(|(area, _)| called(look, area).is_some()) => {
                    let named = |(area, chance): &(Vec<Square>, Fraction)| {
                        format!("{} {}", called(look, area).unwrap_or_default(), self.share(chance))
                    };
                    places.iter().map(named).collect()
                }
                places => {
                    let all: Fraction = places.iter().map(|(_, chance)| chance.clone()).sum();
                    vec![format!("astray {} ({} places)", self.share(&all), places.len())]
                }
            };
            else_there.extend((!self.nowhere.is_zero()).then(|| format!("nowhere {}", self.share(&self.nowhere))));
            format!("comes down {} as aimed, else {}", self.share(&self.on_the_spot), else_there.join(" or "))
        });
        let own = (!self.own.is_empty()).then(|| {
            let mut named: Vec<String> = self
                .own
                .iter()
                .take(MOST_NAMED)
                .map(|(who, chance)| format!("{} {}", look.name(*who), chance.percent()))
                .collect();
            let rest = self.own.len().saturating_sub(MOST_NAMED);
            named.extend((rest > 0).then(|| format!("{rest} more")));
            format!("may hit your own: {}", named.join(", "))
        });
        goes.into_iter().chain(own).collect()
    }

    /// What flies on and comes down where it is aimed all the same, before a wall, has not gone astray.
    fn settled(mut self, aimed: &BTreeSet<Square>) -> Self {
        let is_aimed = |area: &[Square]| area.len() == aimed.len() && area.iter().all(|square| aimed.contains(square));
        let (here, elsewhere) = self.elsewhere.into_iter().partition(|(area, _)| is_aimed(area));
        let here: Vec<(Vec<Square>, Fraction)> = here;
        self.on_the_spot = here.iter().fold(self.on_the_spot, |sum, (_, chance)| &sum + chance);
        self.elsewhere = elsewhere;
        self
    }

    /// With those beside enemies upon whom it may come down; `aimed`: the squares as it is aimed.
    fn with_own(mut self, look: Look<'_>, who: Id, (order, aimed): (&Order, &BTreeSet<Square>)) -> Self {
        let is_in = |id: Id, squares: &BTreeSet<Square>| look.footprint(id).squares().any(|at| squares.contains(&at));
        // Some areas spare whoever sends them: those who are foretold of know better.
        let forecast = look.deed(order.verb).ok().and_then(|deed| deed.forecast(look, who, order));
        let is_foretold = |id: Id| match &forecast {
            Some(forecast) => forecast.against.iter().any(|prospect| prospect.who == Some(id)),
            None => id != who,
        };
        let areas: Vec<(BTreeSet<Square>, &Fraction)> =
            self.elsewhere.iter().map(|(squares, chance)| (squares.iter().copied().collect(), chance)).collect();
        let chance = |id: Id| {
            let spot = (is_in(id, aimed) && is_foretold(id)).then(|| self.on_the_spot.clone());
            let astray = areas.iter().filter(|(squares, _)| is_in(id, squares)).map(|(_, chance)| (*chance).clone());
            spot.into_iter().chain(astray).sum::<Fraction>()
        };
        let is_own = |id: &Id| look.is_in_play(*id) && look.place(*id).present && !look.are_enemies(who, *id);
        let own = look.shown().filter(is_own).map(|id| (id, chance(id)));
        let mut own: Vec<(Id, Fraction)> = own.filter(|(_, chance)| !chance.is_zero()).collect();
        own.sort_by(|(id, chance), (next, other)| other.cmp(chance).then_with(|| id.cmp(next)));
        self.own = own;
        self
    }
}

/// What a place is called that is one zone of a field of zones, with or without its borders.
fn called(look: Look<'_>, area: &[Square]) -> Option<String> {
    look.zoned()?;
    let mut zones = area.iter().filter_map(|square| match look.spots().at(*square) {
        Some(Spot::Zone(zone)) => Some(zone),
        _ => None,
    });
    let first = zones.next()?;
    zones.all(|zone| zone == first).then(|| look.spot_name(Spot::Zone(first)))
}

impl Look<'_> {
    /// Where what an order sends at an area comes down, if the order sends anything there.
    pub fn strays(self, who: Id, order: &Order) -> Option<Strays> {
        let deed = self.deed(order.verb).ok().filter(|deed| deed.group() == Group::Attack)?;
        let aimed: BTreeSet<Square> = deed.covers(self, who, order).into_iter().collect();
        if aimed.is_empty() {
            return None;
        }
        let strays = deed.strays(self, who, order);
        let strays = strays.unwrap_or_else(|| Strays { on_the_spot: Fraction::ONE, ..Strays::default() });
        Some(strays.settled(&aimed).with_own(self, who, (order, &aimed)))
    }

    /// What is gone for good after an attack at an area, where it was the last of its kind: `after` is the battle when it is done.
    pub fn spends(self, after: Look<'_>, who: Id, order: &Order) -> Option<Key> {
        let arm = order.with?;
        self.deed(order.verb).ok().filter(|deed| !deed.covers(self, who, order).is_empty())?;
        let has = |look: Look<'_>| look.gear(who).iter().any(|item| item.arm.name == arm);
        (has(self) && !has(after)).then_some(arm)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(x: i32) -> Square {
        Square::new(x, 0)
    }

    fn share(of: i128, all: i128) -> Fraction {
        Fraction::new(of, all).unwrap()
    }

    /// Promise: landings on the same squares are one, chances come to the whole, and an area without squares is nowhere.
    #[test]
    fn landings_on_the_same_squares_are_one() {
        let landings = [
            (vec![square(2), square(1)], share(1, 10)),
            (vec![square(1), square(2)], share(1, 10)),
            (vec![square(2), square(3)], share(1, 10)),
            (Vec::new(), share(1, 5)),
        ];
        let strays = Strays::of(share(1, 2), landings);
        assert_eq!(strays.elsewhere.len(), 2);
        assert_eq!(strays.elsewhere[0], (vec![square(1), square(2)], share(1, 5)));
        assert_eq!(strays.nowhere, share(1, 5));
        let whole: Fraction = strays.elsewhere.iter().map(|(_, chance)| chance.clone()).sum();
        assert_eq!(&(&whole + &strays.nowhere) + &strays.on_the_spot, Fraction::ONE);
        assert_eq!(strays.astray().get(&square(2)), Some(&share(3, 10)));
        assert!(strays.may_fail() && strays.is_grave());
        assert!(!Strays::of(Fraction::ONE, []).is_grave());
    }

    /// Promise: the chances that are told of one throw come to a hundred percent.
    #[test]
    fn chances_that_are_told_come_to_the_whole() {
        let four = (0..4).map(|x| (vec![square(x)], share(1, 8)));
        let strays = Strays::of(share(1, 2), four);
        assert_eq!((strays.share(&share(1, 2)), strays.share(&share(1, 8))), ("50%".to_owned(), "12.5%".to_owned()));
        let two = (0..2).map(|x| (vec![square(x)], share(1, 4)));
        assert_eq!(Strays::of(share(1, 2), two).share(&share(1, 4)), "25%");
    }
}
