//! Trying out what is thought of on a copy of the battle, and how well that has turned out.

use super::line::Trial;
use super::outlook::played_on;
use super::trial_player::{Thinker, TrialPlayer, Until};
use super::{Harm, Line, Powers, standing};
use crate::battle::{Falls, Look, Scratch, SideId};

/// How much of how well a trial has turned out is a matter of what both sides have lost by then: nobody throws away what they
/// would win without, and those who lose take as many with them as they can.
const LOSSES: f64 = 0.15;

/// What a trial has come to.
pub(super) struct Tried {
    pub trial: Trial,
    /// How many decisions were made in it, and how far others go.
    pub decisions: usize,
    pub turns: Option<usize>,
    /// What came of the battle afterwards, and after how many decisions, where it was played on.
    pub came: Option<(f64, usize)>,
}

/// How a battle stands for `side` some time after this was done, and what comes of it in so many decisions more; nothing where it
/// cannot be done.
pub(super) fn try_out(
    scratch: &mut Scratch,
    look: Look<'_>,
    (thinker, powers, seed, until): (&Thinker, &Powers, u64, Until),
    line: &Line,
    plays_on: usize,
) -> Option<Tried> {
    let side = thinker.side;
    let mut copy = scratch.copy_falling(look, Falls::From(seed));
    let is_dealt = copy.imagine(side);
    copy.answer(line.order.clone()).ok()?;
    let player = TrialPlayer::of(look, thinker, seed, is_dealt, until).going_on(line.then.clone());
    let (decisions, turns) = player.play(&mut copy);
    // What they do not know of is nothing to judge by either.
    let (look, there) = (look.seen_by(side), copy.look()?.seen_by(side));
    let hope = told_by(hope(there, side, powers), standing::kept(look, there, side, powers));
    let (before, after) = (standing::heads(look, side), standing::heads(there, side));
    let harm = Harm::between(look, there, side);
    let trial = Trial { hope, lost: (before.0 - after.0, before.1 - after.1), harm };
    let goes_on = is_dealt && plays_on > 0;
    let came = goes_on.then(|| played_on(&mut copy, (side, powers, seed), plays_on)).flatten();
    Some(Tried { trial, decisions, turns, came })
}

/// How well a trial has turned out by how the battle stands, and by how much more is left of one's own side than of the others.
pub(super) fn told_by(hope: f64, kept: f64) -> f64 {
    (1.0 - LOSSES) * hope + LOSSES * kept
}

/// How a battle stands for `side` at this moment, from 0, lost, to 1, won.
pub fn hope(look: Look<'_>, side: SideId, powers: &Powers) -> f64 {
    let verdict = look.verdict();
    verdict.map_or_else(|| standing::of(look, side, powers), |verdict| standing::of_verdict(verdict, side))
}
