//! Who plays on in a trial: for both sides the best computer that does not look ahead.
//!
//! Dice fall anew with each turn, by a seed that hangs on the trial, the round and whose turn it is. So two lines that are tried by
//! the same seed meet the same luck in all turns to come, however many dice they have thrown until then.

use crate::ai::trail::Trail;
use crate::ai::{Mind, Skill, lie_low};
use crate::battle::{Id, Look, Order, Player, Question, SideId, Stands, Twin};

/// Rounds that a trial goes on after the one in which it begins.
const ROUNDS: i32 = 2;

/// Questions about each fighter in an ordinary decision.
const ASKED: usize = 300;

/// A trial may take so many times as many decisions as the one that tells how far all of them go.
const AT_MOST: usize = 2;

/// When a trial ends. All of a thought end where as many turns have begun. So those who do much in their turn see the answer to it,
/// as those do who do nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Until {
    /// So many decisions are enough: where the next turn begins after them it ends.
    pub span: usize,
    /// How many turns had begun by then in the first trial of the thought, as soon as that is known.
    pub turns: Option<usize>,
}

/// Who thinks.
pub(super) struct Thinker {
    /// The side that they decide for.
    pub side: SideId,
    /// The ways that they remember: nobody is thought to walk back where they have just come from.
    pub trail: Trail,
}

impl Thinker {
    /// Whoever plays on for both sides.
    pub fn plays_on(&self, seed: u64) -> Mind {
        Mind::new(Skill::Keen, seed).with_trail(self.trail.clone())
    }
}

/// Plays a trial on until there is enough to judge by.
pub(super) struct TrialPlayer {
    mind: Mind,
    side: SideId,
    seed: u64,
    last_round: i32,
    /// When it ends.
    until: Until,
    /// How many decisions were made.
    made: usize,
    /// How much is asked about those who fight for one of them; where it is more on an average, they count for more.
    usual: usize,
    /// The turns that have begun, each with its round, the last one at the end.
    turns: Vec<(i32, Id)>,
    /// The dice of a turn that begins, before anything is decided in it.
    falls: Option<u64>,
    /// What is done next in the turn in which it begins.
    then: Option<Order>,
}

impl TrialPlayer {
    /// From this moment on. Where cards could not be dealt anew it ends before they are turned.
    pub fn of(look: Look<'_>, thinker: &Thinker, seed: u64, is_dealt: bool, until: Until) -> Self {
        let (round, mind, side) = (look.clock().round, thinker.plays_on(seed), thinker.side);
        let last_round = round + if is_dealt { ROUNDS } else { 0 };
        let turns = look.question().and_then(whose_turn).map(|who| (round, who)).into_iter().collect();
        let usual = ASKED * look.seen_by(side).shown().filter(|id| look.is_in_play(*id)).count().max(1);
        Self { mind, side, seed, last_round, until, made: 0, usual, turns, falls: None, then: None }
    }

    /// The same, where this is to be done next in the turn that it begins in, if it still can be.
    pub fn going_on(self, then: Option<Order>) -> Self {
        Self { then, ..self }
    }

    /// Plays a copy on to the end of the trial; after how many decisions, as they count, and the turn at which any other is to
    /// end, too, where that is known now.
    pub fn play(mut self, copy: &mut Twin<'_>) -> (usize, Option<usize>) {
        while copy.play(&mut self) == Stands::Asking
            && let Some(seed) = self.falls.take()
        {
            if self.is_over() {
                return (self.counted(), self.until.turns.or(Some(self.turns.len())));
            }
            copy.fall(seed);
        }
        (self.counted(), self.until.turns)
    }

    /// Whether the turn that begins now is none of the trial's any more.
    fn is_over(&self) -> bool {
        self.until.turns.map_or_else(|| self.counted() >= self.until.span, |turns| self.turns.len() >= turns)
    }

    /// How many decisions were made, or as many as usually take so much thought.
    fn counted(&self) -> usize {
        self.made.max(self.mind.asked() / self.usual)
    }

    /// Whether a turn begins by this, so that dice are to fall anew.
    fn is_fresh(&mut self, round: i32, who: Id) -> bool {
        let turn = (round, who);
        if self.turns.last() == Some(&turn) {
            return false;
        }
        self.turns.push(turn);
        self.then = None;
        // Some come up several times in a round.
        let times = self.turns.iter().filter(|other| **other == turn).count() as u64;
        let word = (round as u64) << 32 ^ times << 20 ^ u64::from(who.0);
        self.falls = Some(self.seed ^ word.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        true
    }
}

/// Whose turn it is where somebody is asked what to do in it.
pub(super) fn whose_turn(question: &Question) -> Option<Id> {
    question.who.filter(|_| question.choices.is_none())
}

impl Player for TrialPlayer {
    fn answer(&mut self, look: Look<'_>, question: &Question) -> Option<Order> {
        let round = look.clock().round;
        if round > self.last_round
            || self.counted() >= self.until.span * AT_MOST
            || whose_turn(question).is_some_and(|who| self.is_fresh(round, who))
        {
            return None;
        }
        // What is not known of takes no thought, or a trial would end the sooner for it.
        let quiet = lie_low(&self.mind, look, question, self.side);
        if quiet.is_some() {
            return quiet;
        }
        self.made += 1;
        if whose_turn(question).is_some()
            && let Some(then) = self.then.take().filter(|then| look.check(then).is_ok())
        {
            return Some(then);
        }
        self.mind.decide(look)
    }
}

/// Plays a deed on to its end: until somebody is asked what to do in their turn.
pub(super) struct ToTheEnd {
    mind: Mind,
    side: SideId,
    /// How many decisions that took.
    pub made: usize,
}

impl ToTheEnd {
    /// For a deed of whoever thinks.
    pub fn of(thinker: &Thinker, seed: u64) -> Self {
        Self { mind: thinker.plays_on(seed), side: thinker.side, made: 0 }
    }
}

impl Player for ToTheEnd {
    fn answer(&mut self, look: Look<'_>, question: &Question) -> Option<Order> {
        if whose_turn(question).is_some() {
            return None;
        }
        self.made += 1;
        lie_low(&self.mind, look, question, self.side).or_else(|| self.mind.decide(look))
    }
}
