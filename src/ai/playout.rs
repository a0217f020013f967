//! Playing a battle out: computers decide for every side, to the end or so many decisions far.

use super::{Effort, Mind, Skill};
use crate::battle::{Look, Order, Player, Question, SideId, Stands, Twin};

/// Computers that play the sides of a battle. Sides that people play are left to them: there the battle halts.
#[derive(Clone, Debug)]
pub struct Minds {
    first: Mind,
    /// Who plays all sides but the first, where it is another.
    others: Option<Mind>,
    people: Vec<SideId>,
    left: usize,
}

impl Minds {
    /// Minds whose dice come from this seed, and which decide so often and no more: one for the first side, and another
    /// for all others.
    pub fn new([first, others]: [Skill; 2], seed: u64, most: usize) -> Self {
        Self { others: Some(Mind::new(others, seed)), ..Self::one(first, seed, most) }
    }

    /// The same, with one mind for all sides.
    pub fn one(skill: Skill, seed: u64, most: usize) -> Self {
        Self { first: Mind::new(skill, seed), others: None, people: Vec::new(), left: most }
    }

    /// The same, with these sides left to people.
    #[must_use]
    pub fn leaving(self, people: impl IntoIterator<Item = SideId>) -> Self {
        Self { people: people.into_iter().collect(), ..self }
    }

    /// The same, with so much thought about each decision: of the first side, and of all others.
    #[must_use]
    pub fn with_efforts(self, [first, others]: [Effort; 2]) -> Self {
        let others = self.others.map(|mind| mind.with_effort(others));
        Self { first: self.first.with_effort(first), others, ..self }
    }

    /// The sides that people play.
    pub fn people(&self) -> &[SideId] {
        &self.people
    }

    /// How many decisions are left to them.
    pub const fn left(&self) -> usize {
        self.left
    }
}

impl Player for Minds {
    fn answer(&mut self, look: Look<'_>, question: &Question) -> Option<Order> {
        if self.people.contains(&question.side) {
            return None;
        }
        self.left = self.left.checked_sub(1)?;
        let Self { first, others, .. } = self;
        others.as_mut().filter(|_| question.side != SideId(0)).unwrap_or(first).decide(look)
    }

    fn looks_ahead(&self) -> bool {
        [Some(&self.first), self.others.as_ref()].into_iter().flatten().any(Mind::looks_ahead)
    }
}

/// What a battle came to that was played out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// Whether it came to its end.
    pub is_over: bool,
    /// Who has won.
    pub winner: Option<SideId>,
    /// The round that it has come to.
    pub rounds: i32,
    /// How many decisions it took.
    pub decisions: usize,
}

/// Plays a copy out from where it stands, for `most` decisions at most: the first side by one skill, all others by
/// another, with dice of their own that come from `seed`. The copy can then still be looked at.
pub fn play_out(copy: &mut Twin<'_>, skills: [Skill; 2], seed: u64, most: usize) -> Playout {
    let mut minds = Minds::new(skills, seed, most);
    let stands = copy.play(&mut minds);
    let winner = copy.verdict().and_then(|verdict| verdict.winner);
    let rounds = copy.look().map_or(0, |look| look.clock().round);
    Playout { is_over: stands == Stands::Over, winner, rounds, decisions: most - minds.left() }
}
