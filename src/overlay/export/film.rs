//! A stretch of a battle as pictures, one a moment: the battle is played again beside the one that is shown, and painted by the
//! processor, so that no graphics driver is needed.

use std::time::Duration;

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;

use crate::battle::{Decision, Look, SideId, caught, quiet_world};
use crate::overlay::layers::Layers;
use crate::overlay::picture::{Picture, captioned};
use crate::overlay::present;
use crate::overlay::start::Seat;
use crate::overlay::timeline::{Noted, Timeline};
use crate::record::{Origin, redo};

/// Moments of a film at most.
pub const MOST_MOMENTS: usize = 1_000;

/// Whose knowledge is seen.
#[derive(Clone, Debug, Default)]
pub enum Eyes {
    /// Everything.
    #[default]
    All,
    /// What a side knows.
    Side(SideId),
    /// What the seats before the window know, without the secrets of some sides.
    Here(Vec<Seat>, Vec<SideId>),
}

impl Eyes {
    /// A battle through them.
    pub fn see<'w>(&self, look: Look<'w>) -> Look<'w> {
        match self {
            Self::All => look,
            Self::Side(side) => look.for_players([*side]),
            Self::Here(seats, hidden) => present::seen(look, seats, hidden),
        }
    }
}

/// What is filmed.
#[derive(Clone, Debug)]
pub struct Film {
    /// What the battle is called.
    pub title: String,
    /// Where it comes from.
    pub origin: Origin,
    /// What was decided in it.
    pub made: Vec<Decision>,
    /// The first moment and the last: after so many decisions.
    pub moments: (usize, usize),
    /// What is shown of the field.
    pub layers: Layers,
    /// Whose knowledge is seen.
    pub eyes: Eyes,
    /// Pixels across and down.
    pub size: (usize, usize),
    /// How long each moment is seen.
    pub pause: Duration,
}

impl Film {
    /// The moments that a film has of those that are asked for.
    ///
    /// # Errors
    /// When there are none, or too many.
    pub fn between(from: Option<usize>, to: Option<usize>, made: usize) -> Result<(usize, usize), String> {
        let (from, to) = (from.unwrap_or(0), to.unwrap_or(made));
        if to > made || from > to {
            return Err(format!("found the moments {from} to {to}, expected some from 0 to {made}, in their order"));
        }
        match to - from < MOST_MOMENTS {
            true => Ok((from, to)),
            false => Err(format!("found {} moments, expected at most {MOST_MOMENTS}", to - from + 1)),
        }
    }

    /// How many pictures it has.
    pub const fn count(&self) -> usize {
        self.moments.1.saturating_sub(self.moments.0) + 1
    }
}

/// A film that is being made.
pub struct Reel {
    film: Film,
    world: World,
    battle: Entity,
    /// The next moment.
    at: usize,
}

impl Reel {
    /// Begins it.
    ///
    /// # Errors
    /// When the battle cannot be played again.
    pub fn of(film: Film) -> Result<Self, String> {
        let mut world = quiet_world();
        // What was decided last is told in the first picture, too.
        let before = film.made.get(..film.moments.0.saturating_sub(1)).unwrap_or_default();
        let battle = caught(|| film.origin.replay(&mut world, before));
        let battle = battle.map_err(|why| why.to_string())?.map_err(|why| why.to_string())?;
        Ok(Self { at: film.moments.0, film, world, battle })
    }

    /// The film.
    pub const fn film(&self) -> &Film {
        &self.film
    }

    fn painted(&mut self) -> Result<Picture, String> {
        let made = self.film.made.get(..self.at).ok_or("there is no such moment")?;
        let mut last: Option<Noted> = None;
        let see = |look: Look<'_>, decision: &Decision| last = Some(Timeline::about(look, &decision.order));
        redo(&mut self.world, self.battle, made, see).map_err(|why| why.to_string())?;
        let look = Look::at(&self.world, self.battle).ok_or("the battle is gone")?;
        let look = self.film.eyes.see(look);
        let caption = last.map_or_else(String::new, |last| last.words(look));
        self.at += 1;
        Ok(captioned(look, (&self.film.title, &caption), self.film.layers, self.film.size))
    }
}

/// Its pictures, one after the other; why there are no more where the battle cannot be played on.
impl Iterator for Reel {
    type Item = Result<Picture, String>;

    fn next(&mut self) -> Option<Self::Item> {
        let is_left = self.at <= self.film.moments.1;
        is_left.then(|| caught(|| self.painted()).unwrap_or_else(|why| Err(why.to_string())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::{Minds, Skill};
    use crate::overlay::export::png::Sheet;
    use crate::record::Game;
    use crate::rulebook::Library;

    fn film(moments: (usize, usize)) -> Film {
        let scenario = Library::open("rulesets").scenario("skirmish4").unwrap();
        let mut game = Game::new(&scenario.name, &scenario.settings, scenario.setup.clone(), 7);
        game.play(None, &mut Minds::new([Skill::Walk; 2], 7, 12)).unwrap();
        let origin = game.world.get::<Origin>(game.battle).unwrap().clone();
        let (title, made) = (scenario.title, game.decisions().to_vec());
        let (layers, eyes) = (Layers::of(&[]), Eyes::All);
        Film { title, origin, made, moments, layers, eyes, size: (320, 240), pause: Duration::from_millis(500) }
    }

    fn painted(moments: (usize, usize)) -> Vec<Picture> {
        Reel::of(film(moments)).unwrap().map(Result::unwrap).collect()
    }

    /// Promise: a film has a picture a moment, of its size, and its first and its last are those of these moments alone.
    #[test]
    fn a_film_begins_and_ends_with_its_moments() {
        let all = painted((3, 6));
        assert_eq!(all.len(), film((3, 6)).count());
        assert!(all.iter().all(|picture| (picture.width, picture.height) == (320, 240)));
        assert_eq!(all.first(), painted((3, 3)).first());
        assert_eq!(all.last(), painted((6, 6)).first());
        assert!(all.windows(2).any(|pair| pair[0] != pair[1]), "nothing moves");
        let mut sheet = Sheet::of(all.len(), Duration::from_millis(500));
        all.iter().for_each(|picture| sheet.add(picture.clone()).unwrap());
        let whole: usize = all.iter().map(|picture| picture.width * picture.height * 4).sum();
        assert!(sheet.finish().unwrap().len() < whole / 2);
    }

    /// Promise: moments that are not there, in the wrong order or too many are refused, with those there are.
    #[test]
    fn moments_are_those_there_are() {
        assert_eq!(Film::between(None, None, 9), Ok((0, 9)));
        assert_eq!(Film::between(Some(3), Some(3), 9), Ok((3, 3)));
        for (from, to, made) in [(4, 3, 9), (0, 10, 9), (11, 12, 9)] {
            let why = Film::between(Some(from), Some(to), made).unwrap_err();
            assert!(why.contains("expected some from 0 to 9"), "{why}");
        }
        assert!(Film::between(None, None, MOST_MOMENTS).unwrap_err().contains("at most"));
    }
}
