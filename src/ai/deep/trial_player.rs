//! Who plays on in a trial: for both sides the best computer that does not look ahead.
//!
//! Dice fall anew with each turn, by a seed that hangs on the trial, the round and whose turn it is. So two lines that are tried by
//! the same seed meet the same luck in all turns to come, however many dice they have thrown until then.

use crate::ai::{Mind, Skill, lie_low};
use crate::battle::{Id, Look, Order, Player, Question, SideId, Stands, Twin};

/// Rounds that a trial goes on after the one in which it begins.
const ROUNDS: i32 = 2;

/// Questions about each fighter in an ordinary decision.
const ASKED: usize = 330;

/// Plays a trial on until there is enough to judge by.
pub(super) struct TrialPlayer {
    mind: Mind,
    side: SideId,
    seed: u64,
    last_round: i32,
    /// Decisions after which it ends at any rate, and how many were made.
    span: usize,
    made: usize,
    /// How much is asked about those who fight for one of them; where it is more on an average, they count for more.
    usual: usize,
    /// The turns that have begun, each with its round, the last one at the end.
    turns: Vec<(i32, Id)>,
    /// The dice of a turn that begins, before anything is decided in it.
    falls: Option<u64>,
}

impl TrialPlayer {
    /// From this moment on. Where cards could not be dealt anew it ends before they are turned.
    pub fn of(look: Look<'_>, (side, seed): (SideId, u64), is_dealt: bool, span: usize) -> Self {
        let (round, mind) = (look.clock().round, Mind::new(Skill::Keen, seed));
        let last_round = round + if is_dealt { ROUNDS } else { 0 };
        let turns = look.question().and_then(whose_turn).map(|who| (round, who)).into_iter().collect();
        let usual = ASKED * look.everybody().filter(|id| look.is_in_play(*id)).count().max(1);
        Self { mind, side, seed, last_round, span, made: 0, usual, turns, falls: None }
    }

    /// Plays a copy on to the end of the trial; after how many decisions, as they count.
    pub fn play(mut self, copy: &mut Twin<'_>) -> usize {
        while copy.play(&mut self) == Stands::Asking
            && let Some(seed) = self.falls.take()
        {
            copy.fall(seed);
        }
        self.counted()
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
        // Some come up several times in a round.
        let times = self.turns.iter().filter(|other| **other == turn).count() as u64;
        let word = (round as u64) << 32 ^ times << 20 ^ u64::from(who.0);
        self.falls = Some(self.seed ^ word.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        true
    }
}

/// Whose turn it is where somebody is asked what to do in it.
fn whose_turn(question: &Question) -> Option<Id> {
    question.who.filter(|_| question.choices.is_none())
}

impl Player for TrialPlayer {
    fn answer(&mut self, look: Look<'_>, question: &Question) -> Option<Order> {
        let round = look.clock().round;
        if round > self.last_round
            || self.counted() >= self.span
            || whose_turn(question).is_some_and(|who| self.is_fresh(round, who))
        {
            return None;
        }
        self.made += 1;
        lie_low(look, question, self.side).or_else(|| self.mind.decide(look))
    }
}
