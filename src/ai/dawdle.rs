//! What a beginner does with a turn that is to come to little: the least of several blows, or a few steps. Nobody stands about
//! who can do either.

use super::worths::worth;
use super::{NOTHING, fill, walk};
use crate::battle::{Group, Id, Look, Order, Worth};
use crate::board::{Footprint, Square};

/// A blow is the lesser one if it is worth no more than one of so many parts of the best at hand.
const LESSER: i32 = 4;

/// Such a turn leads one of so many parts of the way that it could.
const PARTS: i32 = 4;

/// How far a step goes, in half squares: also one from corner to corner.
const STEP: i32 = 3;

/// The one thing that is done in such a turn; nothing where something has been done in it, and where there is neither. `share`,
/// from 0 to 1, chooses among steps of which none is better.
pub(super) fn deed(look: Look<'_>, who: Id, share: f64) -> Option<Order> {
    if !look.rules().economy.is_untouched(look, who) {
        return None;
    }
    let order = lesser_blow(look, who).or_else(|| steps(look, who, share))?;
    look.check(&order).is_ok().then_some(order)
}

/// A blow that is worth something, and far less than the best: with bare hands, at whoever it hardly hurts.
fn lesser_blow(look: Look<'_>, who: Id) -> Option<Order> {
    let is_at_foe = |order: &Order| look.target(order).is_some_and(|target| look.are_enemies(who, target));
    let choices = look.options_among(who, |deed| deed.group() == Group::Attack && deed.nature().tempts);
    let open = choices.iter().filter(|choice| choice.is_legal() && choice.squares.is_empty());
    let orders = open.map(|choice| fill(choice, 0)).filter(|order| is_at_foe(order) && look.gives_up(order).is_none());
    let weighed = orders.filter_map(|order| {
        let worth = worth(look, who, &order).filter(|worth| *worth > NOTHING)?;
        Some((order, worth))
    });
    let weighed: Vec<(Order, Worth)> = weighed.collect();
    let best = weighed.iter().map(|(_, worth)| *worth).max()?;
    let lesser = weighed.into_iter().filter(|(_, worth)| worth.0 <= best.0 / LESSER);
    lesser.reduce(|one, other| if other.1 > one.1 { other } else { one }).map(|(order, _)| order)
}

/// A few steps towards the nearest enemy; around them, where somebody has come up to them and nobody strikes at those who do so.
/// Where places count a step leads all the way, so that only half of them are taken.
fn steps(look: Look<'_>, who: Id, share: f64) -> Option<Order> {
    let (own, enemy) = (look.footprint(who), look.footprint(look.nearest_foe(who)?));
    let (choice, here) = (walk::way(look, who)?, own.gap(enemy));
    let gap = |square: Square| own.moved_to(square).gap(enemy);
    let order = |square: Square| Order { to: Some(square), ..choice.order.clone() };
    if look.zoned().is_some() {
        return walk::towards(look, who, &choice, enemy).filter(|_| share < 0.5);
    }
    if here > 1 {
        let nearest = choice.squares.iter().map(|(square, _)| gap(*square)).min()?;
        let wanted = here - ((here - nearest) / PARTS).max(1);
        let nearer = choice.squares.iter().filter(|(square, _)| (wanted..here).contains(&gap(*square)));
        return nearer.min_by_key(|(square, cost)| (gap(*square), *cost, square.y, square.x)).map(|(at, _)| order(*at));
    }
    let is_answered = |to: Footprint| look.rules().registry.steps.iter().any(|each| each.answers_move(look, who, to));
    let is_around = |(square, cost): &&(Square, i32)| {
        *cost <= STEP && gap(*square) == here && *square != own.at && !is_answered(own.moved_to(*square))
    };
    let around: Vec<&(Square, i32)> = choice.squares.iter().filter(is_around).collect();
    around.get((share * around.len() as f64) as usize).map(|(square, _)| order(*square))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial;

    /// Promise: whoever dawdles comes nearer by a part of the way at most, goes round whoever stands beside them, or strikes at an
    /// enemy; and they do go somewhere.
    #[test]
    fn whoever_dawdles_does_little() {
        let (mut steps, mut blows) = (0, 0);
        for name in ["even", "gate"] {
            trial::watch(name, 3, 150, |look| {
                let asked = look.question().filter(|asked| asked.choices.is_none()).and_then(|asked| asked.who);
                let is_fresh = |who: &Id| look.rules().economy.is_untouched(look, *who);
                if let Some((who, foe)) = asked.filter(is_fresh).and_then(|who| Some((who, look.nearest_foe(who)?))) {
                    let (own, enemy) = (look.footprint(who), look.footprint(foe));
                    let here = own.gap(enemy);
                    match deed(look, who, 0.3) {
                        Some(Order { to: Some(to), .. }) => {
                            let gone = here - own.moved_to(to).gap(enemy);
                            let most = if here > 1 { (here / PARTS).max(1) } else { 0 };
                            assert!((0..=most).contains(&gone), "{}: {gone} of {here}", look.name(who));
                            steps += 1;
                        }
                        Some(blow) => {
                            assert!(look.target(&blow).is_some_and(|target| look.are_enemies(who, target)), "{blow}");
                            blows += 1;
                        }
                        None => {}
                    }
                }
            });
        }
        assert!(steps > 10, "{steps} steps, {blows} blows");
    }
}
