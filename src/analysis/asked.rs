//! A decision that somebody asks about while the battle goes on, or after it: the battle as it stood then, with no more in it than
//! those may know who ask.

use bevy::ecs::entity::Entity;
use bevy::ecs::world::World;

use super::{is_prescribed, judging, people};
use crate::ai::deep::{ANYBODYS, OURS, Thought};
use crate::battle::{Decision, Look, SideId, Sides, deal_unseen, quiet_world, verdict};
use crate::record::{Game, Origin, decisions, redo};

/// What is told where it hangs on what those who ask may not know.
pub const UNTOLD: &str = "They know what you do not: what they weighed is told once the battle is over.";

/// So many decisions are made again at a time.
const AT_A_TIME: usize = 4;

/// A decision that somebody asks about. The battle is played again to where it was made, which may take longer than anybody would
/// wait at once: it is gone on with in slices.
pub struct AskedAbout {
    /// The battle in a world of its own, as far as it was played again; what those who ask did not know is dealt anew at the end.
    then: Game,
    /// What was decided before, and how much of it was made again.
    before: Vec<Decision>,
    again: usize,
    /// The place of the decision among all, and how many there are.
    pub number: usize,
    /// All of them.
    pub of: usize,
    /// What was decided, and whose decision it was.
    pub made: Decision,
    /// Which sides people play.
    people: Vec<bool>,
    is_over: bool,
    /// Whether those who ask may be told what was weighed; nothing before the battle stands where it stood then.
    is_told: Option<bool>,
}

impl AskedAbout {
    /// The decision of this number, told as far as those may know who see the battle like this.
    ///
    /// # Errors
    /// With why nobody can look at it again.
    pub fn of(
        battle: (&World, Entity),
        number: usize,
        seen: impl for<'w> Fn(Look<'w>) -> Look<'w>,
    ) -> Result<Self, String> {
        let mut asked = Self::about(battle, number)?;
        while !asked.go_on(&seen)? {}
        Ok(asked)
    }

    /// The decision of this number; nothing is known of it yet.
    ///
    /// # Errors
    /// With why nobody can look at it again.
    pub fn about((world, battle): (&World, Entity), number: usize) -> Result<Self, String> {
        let all = decisions(world, battle);
        let made = all.get(number).ok_or("Nothing has been decided yet.")?.clone();
        let before = all.get(..number).unwrap_or_default().to_vec();
        let origin = world.get::<Origin>(battle).ok_or("Nobody can begin this battle again.")?;
        let mut own = quiet_world();
        let then = origin.replay(&mut own, before.get(..0).unwrap_or_default()).map_err(|why| why.to_string())?;
        let (of, is_over) = (all.len(), verdict(world, battle).is_some());
        let people = people(origin, world.get::<Sides>(battle).map_or(&[][..], |sides| &sides.0));
        let then = Game { world: own, battle: then };
        Ok(Self { then, before, again: 0, number, of, made, people, is_over, is_told: None })
    }

    /// Plays the battle on for a few decisions; whether it stands where it stood then. `seen`: as those may see it who ask.
    ///
    /// # Errors
    /// With why it goes no further.
    pub fn go_on(&mut self, seen: impl for<'w> Fn(Look<'w>) -> Look<'w>) -> Result<bool, String> {
        if self.is_told.is_some() {
            return Ok(true);
        }
        self.again = (self.again + AT_A_TIME).min(self.number);
        let Game { world, battle } = &mut self.then;
        let before = self.before.get(..self.again).unwrap_or_default();
        redo(world, *battle, before, |_, _| {}).map_err(|why| why.to_string())?;
        if self.again < self.number {
            return Ok(false);
        }
        let hidden = Look::at(world, *battle).map(|look| Hidden::from(seen(look), self.made.side));
        let is_told = self.is_over
            || match hidden {
                Some(Hidden::Nothing) => true,
                Some(Hidden::Cards(known)) => deal_unseen(world, *battle, known),
                Some(Hidden::More) | None => false,
            };
        self.is_told = Some(is_told);
        Ok(true)
    }

    /// The battle as it stood then, once it does.
    pub fn look(&self) -> Option<Look<'_>> {
        self.is_told.and_then(|_| Look::at(&self.then.world, self.then.battle))
    }

    /// The same, where those who ask may be told what was weighed.
    pub fn told(&self) -> Option<Look<'_>> {
        self.look().filter(|_| self.is_told == Some(true))
    }

    /// What the two whose losses are told are called; `is_here`: which sides those play who ask. Who plays all of them or none takes
    /// no side.
    pub fn whose(&self, is_here: impl Fn(SideId) -> bool) -> [&'static str; 2] {
        let takes_sides = self.look().is_some_and(|look| look.sides().any(|side| !is_here(side)));
        if takes_sides && is_here(self.made.side) { OURS } else { ANYBODYS }
    }

    /// A thought about it that has tried nothing yet: the same each time. Nothing where it is not to be told, nothing was asked, or
    /// the rules prescribed the answer.
    pub fn begun(&self) -> Option<Thought> {
        let look = self.told().filter(|look| !is_prescribed(*look, &self.people))?;
        Thought::about(&mut judging(self.number, 0), look, &self.made.order)
    }

    /// All that can be thought about it, where it can be begun.
    pub fn thought(&self) -> Option<Thought> {
        let (mut thought, look) = self.begun().zip(self.told())?;
        thought.settle(look);
        Some(thought)
    }
}

/// What of that which a side may weigh at a moment is hidden from those who look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hidden {
    Nothing,
    /// No more than what can be dealt anew, as this side knows it.
    Cards(SideId),
    More,
}

impl Hidden {
    fn from(look: Look<'_>, side: SideId) -> Self {
        let knows = |side: SideId| {
            let of_it = look.everybody().find(|id| look.side(*id) == side);
            of_it.is_some_and(|id| look.may_know(id))
        };
        if knows(side) {
            return Self::Nothing;
        }
        let is_secret = look.question().is_some_and(|question| question.is_secret);
        if is_secret || look.everybody().any(|id| !look.knows_of(id)) {
            return Self::More;
        }
        if look.rules().registry.hides.is_empty() {
            return Self::Nothing;
        }
        look.sides().find(|other| knows(*other)).map_or(Self::More, Self::Cards)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::{Mind, Skill};
    use crate::trial;

    /// Promise: losses are somebody's own where they play some of the sides; who plays all of them or none takes no side.
    #[test]
    fn who_plays_every_side_takes_none() {
        let (mut game, mut mind) = (trial::begun("scale_toughness/even", 3), Mind::new(Skill::Plain, 3));
        assert!(trial::goes_on(&mut game, &mut mind));
        let asked = AskedAbout::of((&game.world, game.battle), 0, |look| look).unwrap();
        assert_eq!(asked.whose(|side| side == asked.made.side), OURS);
        assert_eq!(asked.whose(|side| side != asked.made.side), ANYBODYS);
        assert_eq!([true, false].map(|is_here| asked.whose(|_| is_here)), [ANYBODYS; 2]);
    }

    /// Promise: the battle before a decision is played again a few decisions at a time, however long it is, and stands in the end
    /// as it stood then, in the middle of a deed too.
    #[test]
    fn a_battle_is_played_again_in_slices() {
        let (mut game, mut mind) = (trial::begun("scale_toughness/even", 3), Mind::new(Skill::Plain, 3));
        let mut stood = Vec::new();
        for _ in 0..60 {
            let look = trial::look(&game);
            let question = look.question().unwrap();
            stood.push((look.facts().to_vec(), question.prompt.clone(), question.choices.is_some()));
            assert!(trial::goes_on(&mut game, &mut mind));
        }
        assert!(stood.iter().any(|(.., is_amid)| *is_amid));
        for (number, (facts, prompt, is_amid)) in stood.iter().enumerate() {
            if !is_amid && number % 5 > 0 {
                continue;
            }
            let mut asked = AskedAbout::about((&game.world, game.battle), number).unwrap();
            let mut slices = 1;
            while !asked.go_on(|look| look).unwrap() {
                assert!(asked.look().is_none(), "it does not stand there yet");
                slices += 1;
            }
            assert_eq!(slices, number.div_ceil(AT_A_TIME).max(1));
            let look = asked.told().unwrap();
            assert_eq!((look.facts(), &look.question().unwrap().prompt), (facts.as_slice(), prompt));
        }
    }
}
