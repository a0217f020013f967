//! In how many ways dice come to each total, without going through all their faces.

use super::Whole;
use crate::dice::{Keep, Term};

/// Dice added up: the ways to `least` first, then to each total above it.
pub(super) struct Pool {
    pub(super) least: i32,
    pub(super) ways: Vec<Whole>,
}

impl Pool {
    /// No dice: one way to come to 0.
    pub(super) fn empty() -> Self {
        Self { least: 0, ways: vec![Whole::ONE] }
    }

    /// The pool with a term more.
    pub(super) fn with(self, term: &Term) -> Self {
        let least = self.least + term.min();
        let ways = match term.keep() {
            Keep::All => (0..term.count()).fold(self.ways, |ways, _| with_die(&ways, term.sides())),
            Keep::Best(kept) => with_ways(&self.ways, &best(term, kept, term.is_subtracted())),
            // The worst are the best of the same dice with their faces turned round.
            Keep::Worst(kept) => with_ways(&self.ways, &best(term, kept, !term.is_subtracted())),
        };
        Self { least, ways }
    }
}

/// Adds one die, given the ways without it. The ways to a total are those to each of the `sides` totals below
/// it: a window that moves along, so the cost does not depend on the sides.
fn with_die(ways: &[Whole], sides: u16) -> Vec<Whole> {
    let sides = usize::from(sides);
    let mut window = Whole::ZERO;
    let sum = |total: usize| {
        if let Some(entering) = ways.get(total) {
            window += entering;
        }
        if let Some(leaving) = total.checked_sub(sides).and_then(|left| ways.get(left)) {
            window -= leaving;
        }
        window.clone()
    };
    (0..ways.len() + sides - 1).map(sum).collect()
}

fn with_ways(ways: &[Whole], others: &[Whole]) -> Vec<Whole> {
    if let [one] = ways
        && one.is_one()
    {
        return others.to_vec();
    }
    let mut sums = vec![Whole::ZERO; ways.len() + others.len() - 1];
    for (place, mine) in ways.iter().enumerate() {
        for (sum, theirs) in sums.iter_mut().skip(place).zip(others) {
            *sum += &mine.times(theirs);
        }
    }
    sums
}

/// The ways to each total of the best `kept` dice, the least total first, or the greatest when turned round.
///
/// The last die that is kept shows some face; call it the bar. So many of the kept dice
/// lie above the bar, fewer than are kept; the other dice lie at or below it, and
/// enough of them at it to make up the number. For each bar and each number above it the ways of
/// both groups are counted by themselves and multiplied.
fn best(term: &Term, kept: u16, turned: bool) -> Vec<Whole> {
    let (kept, sides) = (usize::from(kept), usize::from(term.sides()));
    let mut ways = vec![Whole::ZERO; kept * (sides - 1) + 1];
    for bar in 1..=term.sides() {
        let sides_above = term.sides() - bar;
        let mut above = vec![Whole::ONE];
        for (number, choices) in (0..kept).zip(choices(term.count())) {
            let others = at_the_bar(term.count() - number as u16, kept - number, bar);
            let factor = choices.times(&others);
            // Faces above the bar are 1 to `sides_above` higher than it.
            let least = kept * usize::from(bar - 1) + number;
            for (sum, above) in ways.iter_mut().skip(least).zip(&above) {
                *sum += &above.times(&factor);
            }
            if sides_above == 0 {
                break;
            }
            above = with_die(&above, sides_above);
        }
    }
    if turned {
        ways.reverse();
    }
    ways
}

/// In how many ways dice fall at the bar or below with at least `needed` of them at it: all ways to fall so, less
/// those with fewer at it.
fn at_the_bar(dice: u16, needed: usize, bar: u16) -> Whole {
    let below = Whole::from(u64::from(bar) - 1);
    let mut too_few = Whole::ZERO;
    for (at_it, choices) in (0..needed).zip(choices(dice)) {
        too_few += &choices.times(&below.power(u32::from(dice) - at_it as u32));
    }
    Whole::from(u64::from(bar)).power(dice.into()).less(&too_few)
}

/// In how many ways 0, 1, 2... can be chosen out of so many.
fn choices(of: u16) -> impl Iterator<Item = Whole> {
    let next = move |(chosen, ways): &(u16, Whole)| {
        let left = of.checked_sub(*chosen).filter(|left| *left > 0)?;
        let more = ways.times(&u64::from(left).into());
        Some((chosen + 1, more.over(&(u64::from(*chosen) + 1).into())))
    };
    std::iter::successors(Some((0, Whole::ONE)), next).map(|(_, ways)| ways)
}
