//! How well a side stands: who of it is still there and in what state, beside those it fights, and how near it is to what
//! it is there for.

use super::powers::{Powers, left};
use crate::ai::goal::{self, Goal};
use crate::battle::{Id, Look, SideId, Verdict};

/// What is left of a fighter who is about to fall, as a share of one who is unhurt: until then they strike as hard.
const LEAST: f64 = 0.45;

/// What each state takes away from somebody, and what each that helps adds.
const AILS: f64 = 0.08;
const HELPS: f64 = 0.03;

/// What states take away at most.
const MOST_AILS: f64 = 0.4;

/// How often one counts on whom all hangs, and one who has got away as they should.
const KEY: f64 = 3.0;
const AWAY: f64 = 1.3;

/// What a draw is worth.
pub(super) const DRAWN: f64 = 0.4;

/// What each round takes from a victory, so that nobody plays with what they have caught.
const WAITS: f64 = 0.002;

/// What the end of a battle is worth to a side.
pub(super) fn of_verdict(verdict: &Verdict, side: SideId) -> f64 {
    let late = (f64::from(verdict.round) * WAITS).clamp(0.0, 0.1);
    match verdict.winner {
        Some(winner) if winner == side => 1.0 - late,
        Some(_) => late,
        None => DRAWN,
    }
}

/// How much more strength counts than by itself: by its square it would where everybody could strike at everybody at any time.
const SHARP: f64 = 1.5;

/// How a side stands in a battle that goes on, from 0 to 1. An unseen fighter counts as any other does, here and below.
pub(super) fn of(look: Look<'_>, side: SideId, powers: &Powers) -> f64 {
    let (mut own, mut others) = (0.0, 0.0);
    let (mut gone, mut gone_others) = (0.0, 0.0);
    for id in look.everybody() {
        let left = counts(look, id, powers) * strength(look, id, powers);
        let goal = if look.is_in_play(id) && !powers.is_unseen(id) { Goal::of(look, id) } else { None };
        let (sum, far) = if look.side(id) == side { (&mut own, &mut gone) } else { (&mut others, &mut gone_others) };
        *sum += left;
        *far += goal.map_or(0.0, |goal| -goal.worth(look, look.footprint(id)));
    }
    // Whoever is far from where they are to be is worth the less there.
    let own = f64::max(own - gone, own * LEAST);
    let others = f64::max(others - gone_others, others * LEAST);
    let [own, others] = [own, others].map(|strength| strength.powf(SHARP));
    if own + others > 0.0 { own / (own + others) } else { DRAWN }
}

/// What is left of `side` and of all others from one moment of a battle to another, as shares of what they were: by how much
/// more is left of it, from 0, nothing beside all of theirs, to 1.
pub(super) fn kept(before: Look<'_>, after: Look<'_>, side: SideId, powers: &Powers) -> f64 {
    let ([own, others], [own_left, others_left]) = (sums(before, side, powers), sums(after, side, powers));
    // Those who have lost are good for nothing any more, however many of them are left: nobody puts a victory off to fell more.
    let winner = after.verdict().and_then(|verdict| verdict.winner);
    let (own_left, others_left) = match winner {
        Some(winner) if winner == side => (own_left, 0.0),
        Some(_) => (0.0, others_left),
        None => (own_left, others_left),
    };
    let share = |left: f64, of: f64| if of > 0.0 { (left / of).min(1.0) } else { 1.0 };
    f64::midpoint(share(own_left, own) - share(others_left, others), 1.0)
}

/// What a side and all others are still good for.
fn sums(look: Look<'_>, side: SideId, powers: &Powers) -> [f64; 2] {
    let mut sums = [0.0, 0.0];
    for id in look.everybody() {
        sums[usize::from(look.side(id) != side)] += counts(look, id, powers) * strength(look, id, powers);
    }
    sums
}

/// How many of a side are in the fight or have got away as they should, and how many of all others.
pub(super) fn heads(look: Look<'_>, side: SideId) -> (f64, f64) {
    let mut heads = (0.0, 0.0);
    for id in look.everybody().filter(|id| look.is_in_play(*id) || goal::is_away(look, *id)) {
        *(if look.side(id) == side { &mut heads.0 } else { &mut heads.1 }) += 1.0;
    }
    heads
}

/// How much somebody counts beside others.
fn counts(look: Look<'_>, id: Id, powers: &Powers) -> f64 {
    match () {
        () if powers.is_unseen(id) => 1.0,
        () if goal::is_key(look, id) => KEY,
        () if goal::is_away(look, id) => AWAY,
        () => 1.0,
    }
}

/// What somebody is still good for; whoever has got away is as good as unhurt.
fn strength(look: Look<'_>, id: Id, powers: &Powers) -> f64 {
    let is_away = goal::is_away(look, id);
    if !look.is_in_play(id) && !is_away {
        return 0.0;
    }
    let power = powers.get(id);
    if is_away || powers.is_unseen(id) {
        return power;
    }
    let mut ails = 0.0;
    for state in look.every_condition(id).filter(|state| !state.stance || state.helps) {
        ails += if state.helps { -HELPS } else { AILS };
    }
    power * (LEAST + (1.0 - LEAST) * left(look, id)) * (1.0 - ails.clamp(-MOST_AILS / 2.0, MOST_AILS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::{Mind, Skill};
    use crate::trial;

    /// Promise: whoever has got away past enemies who all still stand has kept as much beside them as if they had fallen, so that
    /// nobody puts it off.
    #[test]
    fn a_victory_counts_as_much_with_enemies_left() {
        let before = trial::begun("scale_toughness/undercroft", 1);
        let (mut after, mut mind) = (trial::begun("scale_toughness/undercroft", 1), Mind::new(Skill::Keen, 1));
        while trial::goes_on(&mut after, &mut mind) {}
        let (before, after) = (trial::look(&before), trial::look(&after));
        let winner = after.verdict().and_then(|verdict| verdict.winner);
        let side = winner.expect("somebody has won");
        let powers = Powers::of(before);
        let left = sums(after, side, &powers)[1];
        assert!(left > 0.0, "nobody is left");
        let kept = kept(before, after, side, &powers);
        let own = sums(after, side, &powers)[0] / sums(before, side, &powers)[0];
        assert!((kept - f64::midpoint(own.min(1.0), 1.0)).abs() < 1e-9, "{kept} with {own} of their own");
    }
}
