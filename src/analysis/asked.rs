//! A decision that somebody asks about while the battle goes on, or after it: the battle as it stood then, with no more in it than
//! those may know who ask.

use bevy::ecs::entity::Entity;
use bevy::ecs::world::World;

use crate::ai::deep::{ANYBODYS, OURS, Thought};
use crate::ai::{Mind, Skill};
use crate::battle::{Look, Order, SideId, deal_unseen, quiet_world, verdict};
use crate::record::{Game, Origin, decisions};

/// What is told where it hangs on what those who ask may not know.
pub const UNTOLD: &str = "They know what you do not: what they weighed is told once the battle is over.";

/// A decision that somebody asks about.
pub struct AskedAbout {
    /// The battle as it stood then, in a world of its own; what those who ask did not know is dealt anew.
    pub then: Game,
    /// The place of the decision among all, and how many there are.
    pub number: usize,
    /// All of them.
    pub of: usize,
    /// What was decided.
    pub made: Order,
    /// Whose decision it was.
    pub side: SideId,
    /// Whether those who ask may be told what was weighed.
    pub is_told: bool,
}

impl AskedAbout {
    /// The decision of this number; `seen`: the battle as those may see it who ask.
    ///
    /// # Errors
    /// With why nobody can look at it again.
    pub fn of(
        (world, battle): (&World, Entity),
        number: usize,
        seen: impl for<'w> Fn(Look<'w>) -> Look<'w>,
    ) -> Result<Self, String> {
        let all = decisions(world, battle);
        let decision = all.get(number).ok_or("Nothing has been decided yet.")?;
        let origin = world.get::<Origin>(battle).ok_or("Nobody can begin this battle again.")?;
        let mut own = quiet_world();
        let then = origin.replay(&mut own, all.get(..number).unwrap_or_default()).map_err(|why| why.to_string())?;
        let hidden = Look::at(&own, then).map(|look| Hidden::from(seen(look), decision.side));
        let is_told = verdict(world, battle).is_some()
            || match hidden {
                Some(Hidden::Nothing) => true,
                Some(Hidden::Cards(known)) => deal_unseen(&mut own, then, known),
                Some(Hidden::More) | None => false,
            };
        let then = Game { world: own, battle: then };
        Ok(Self { then, number, of: all.len(), made: decision.order.clone(), side: decision.side, is_told })
    }

    /// The battle as it stood then.
    pub fn look(&self) -> Option<Look<'_>> {
        Look::at(&self.then.world, self.then.battle)
    }

    /// What the two whose losses are told are called; `is_here`: which sides those play who ask. Who plays all of them or none takes
    /// no side.
    pub fn whose(&self, is_here: impl Fn(SideId) -> bool) -> [&'static str; 2] {
        let takes_sides = self.look().is_some_and(|look| look.sides().any(|side| !is_here(side)));
        if takes_sides && is_here(self.side) { OURS } else { ANYBODYS }
    }

    /// A mind to think about it with: the same each time.
    pub fn mind(&self) -> Mind {
        Mind::new(Skill::Deep, self.number as u64)
    }

    /// All that can be thought about it; nothing where it is not to be told, or nothing was asked.
    pub fn thought(&self) -> Option<Thought> {
        let look = self.look().filter(|_| self.is_told)?;
        let mut thought = Thought::about(&mut self.mind(), look, &self.made)?;
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
    use crate::battle::{advance, answer};
    use crate::rulebook::Library;

    /// Promise: losses are somebody's own where they play some of the sides; who plays all of them or none takes no side.
    #[test]
    fn who_plays_every_side_takes_none() {
        let library = Library::open(concat!(env!("CARGO_MANIFEST_DIR"), "/rulesets"));
        let scenario = library.scenario("scale_toughness/even").unwrap();
        let mut game = Game::new(&scenario.name, &scenario.settings, scenario.setup, 3);
        let made = Mind::new(Skill::Plain, 3).decide(Look::at(&game.world, game.battle).unwrap()).unwrap();
        answer(&mut game.world, game.battle, made).unwrap();
        advance(&mut game.world, game.battle);
        let asked = AskedAbout::of((&game.world, game.battle), 0, |look| look).unwrap();
        assert_eq!(asked.whose(|side| side == asked.side), OURS);
        assert_eq!(asked.whose(|side| side != asked.side), ANYBODYS);
        assert_eq!([true, false].map(|is_here| asked.whose(|_| is_here)), [ANYBODYS; 2]);
    }
}
