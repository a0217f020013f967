//! A stretch of a battle as pictures, one a moment, and in a film with what moves between two of them: the battle is played
//! again beside the one that is shown, and painted by the processor, so that no graphics driver is needed.

use std::time::Duration;

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;

use crate::battle::{Decision, Look, SideId, caught, quiet_world};
use crate::overlay::layers::Layers;
use crate::overlay::picture::{Board, Easel, Kept, Picture, captioned};
use crate::overlay::present;
use crate::overlay::start::Seat;
use crate::overlay::timeline::{Noted, Timeline};
use crate::record::{Origin, redo};

/// Why no picture is made.
const GONE: &str = "the battle is gone";

/// Moments of a film at most.
pub const MOST_MOMENTS: usize = 1_000;
/// Pictures of what moves between them at most.
const MOST_BETWEEN: usize = 1_500;
/// A film so long that there are fewer of them for each moment goes from moment to moment.
const FEWEST: usize = 4;
/// Seconds between two of them, the shortest and the longest, and how many seconds of what moves are to be seen at the least.
const STEPS: (f64, f64) = (0.1, 0.25);
const SEEN: f64 = 4.0;

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

    /// How many moments it has.
    pub const fn count(&self) -> usize {
        self.moments.1.saturating_sub(self.moments.0) + 1
    }

    /// How many pictures it has at most, with those of what moves.
    pub const fn most(&self) -> usize {
        self.count() + if self.count() > 1 { MOST_BETWEEN } else { 0 }
    }
}

/// A picture of a film.
#[derive(Clone, Debug)]
pub struct Shot {
    /// What is seen.
    pub picture: Picture,
    /// How long.
    pub lasts: Duration,
    /// A moment of the battle, not what moves before it.
    pub is_moment: bool,
}

/// What moves between two moments, as it is painted.
struct Glide {
    easel: Easel,
    board: Board,
    is_settled: bool,
    /// The second of the page, and how many pass from picture to picture.
    time: f64,
    step: f64,
    /// How many pictures there can be before a moment, and how many there are before this one.
    most: usize,
    used: usize,
}

impl Glide {
    /// Of a film, where it is not too long for that.
    fn of(film: &Film, kept: Kept) -> Option<Self> {
        let most = MOST_BETWEEN / film.count();
        let step = (SEEN / most.max(1) as f64).clamp(STEPS.0, STEPS.1);
        let (easel, board) = (Easel::of(film.size), Board::of(film.layers, kept));
        let glide = Self { easel, board, is_settled: false, time: 1.0, step, most, used: 0 };
        (film.count() > 1 && most >= FEWEST).then_some(glide)
    }

    /// All before the next moment has been seen.
    fn leave(&mut self, look: Look<'_>, told: (&str, &str)) {
        let Self { easel, board, .. } = self;
        if !std::mem::replace(&mut self.is_settled, true) {
            easel.settle(|ui| board.draw(ui, look, told));
        }
        board.motion().skip();
        self.used = 0;
    }

    /// The next picture of what moves before a moment; nothing once it has come to rest.
    fn next(&mut self, look: Look<'_>, told: (&str, &str)) -> Option<Shot> {
        if self.used == self.most {
            return None;
        }
        (self.time, self.used) = (self.time + self.step, self.used + 1);
        let Self { easel, board, time, .. } = self;
        easel.lay(Some(*time), |ui| board.draw(ui, look, told));
        let lasts = Duration::from_secs_f64(self.step);
        let is_lively = board.motion().is_lively(look);
        is_lively.then(|| Shot { picture: easel.paint(), lasts, is_moment: false })
    }
}

/// What all pictures of a film keep around the field: what any of them needs. A single one keeps nothing.
fn keeps(film: &Film) -> Result<Kept, String> {
    if film.count() < 2 {
        return Ok(Kept::default());
    }
    let mut world = quiet_world();
    let until = |moment: usize| film.made.get(..moment).ok_or("there is no such moment");
    let battle = film.origin.replay(&mut world, until(film.moments.0)?).map_err(|why| why.to_string())?;
    let (mut easel, mut board) = (Easel::of(film.size), Board::of(film.layers, Kept::default()));
    // Letters are there from the second time on.
    let mut legend = 0.0_f32;
    let mut measure = |look: Look<'_>| {
        let look = film.eyes.see(look);
        let mut high = 0.0;
        (0..2).for_each(|_| easel.lay(None, |ui| high = board.legend_alone(ui, look)));
        legend = legend.max(high);
    };
    redo(&mut world, battle, until(film.moments.1)?, |look, _| measure(look)).map_err(|why| why.to_string())?;
    measure(Look::at(&world, battle).ok_or(GONE)?);
    Ok(Kept { caption: true, legend })
}

/// A film that is being made.
pub struct Reel {
    film: Film,
    /// What all of its pictures keep around the field.
    kept: Kept,
    world: World,
    battle: Entity,
    /// The next moment.
    at: usize,
    glide: Option<Glide>,
    /// What is told of the moment that is under way.
    caption: Option<String>,
}

impl Reel {
    /// Begins one that also shows what moves between its moments.
    ///
    /// # Errors
    /// When the battle cannot be played again.
    pub fn gliding(film: Film) -> Result<Self, String> {
        let reel = Self::of(film)?;
        Ok(Self { glide: Glide::of(&reel.film, reel.kept), ..reel })
    }

    /// Begins one of moments alone.
    ///
    /// # Errors
    /// When the battle cannot be played again.
    pub fn of(film: Film) -> Result<Self, String> {
        let mut world = quiet_world();
        // What was decided last is told in the first picture, too.
        let before = film.made.get(..film.moments.0.saturating_sub(1)).unwrap_or_default();
        let battle = caught(|| film.origin.replay(&mut world, before));
        let battle = battle.map_err(|why| why.to_string())?.map_err(|why| why.to_string())?;
        let kept = caught(|| keeps(&film)).unwrap_or_else(|why| Err(why.to_string()))?;
        Ok(Self { at: film.moments.0, film, kept, world, battle, glide: None, caption: None })
    }

    /// The film.
    pub const fn film(&self) -> &Film {
        &self.film
    }

    /// What was decided last before the next moment, in words; the battle goes on to there.
    fn decided(&mut self) -> Result<String, String> {
        let Self { film, world, battle, .. } = self;
        if let Some(glide) = self.glide.as_mut().filter(|_| self.at > film.moments.0) {
            let look = film.eyes.see(Look::at(world, *battle).ok_or(GONE)?);
            glide.leave(look, (&film.title, ""));
        }
        let made = film.made.get(..self.at).ok_or("there is no such moment")?;
        let mut last: Option<Noted> = None;
        let see = |look: Look<'_>, decision: &Decision| last = Some(Timeline::about(look, &decision.order));
        redo(world, *battle, made, see).map_err(|why| why.to_string())?;
        let look = film.eyes.see(Look::at(world, *battle).ok_or(GONE)?);
        Ok(last.map_or_else(String::new, |last| last.words(look)))
    }

    fn shot(&mut self) -> Result<Shot, String> {
        let caption = self.caption.take().map_or_else(|| self.decided(), Ok)?;
        let Self { film, world, battle, .. } = self;
        let look = film.eyes.see(Look::at(world, *battle).ok_or(GONE)?);
        let told = (film.title.as_str(), caption.as_str());
        let glide = self.glide.as_mut().filter(|_| self.at > film.moments.0);
        if let Some(between) = glide.and_then(|glide| glide.next(look, told)) {
            self.caption = Some(caption);
            return Ok(between);
        }
        let picture = captioned(look, told, (film.layers, self.kept), film.size);
        self.at += 1;
        Ok(Shot { picture, lasts: film.pause, is_moment: true })
    }
}

/// Its pictures, one after the other; why there are no more where the battle cannot be played on.
impl Iterator for Reel {
    type Item = Result<Shot, String>;

    fn next(&mut self) -> Option<Self::Item> {
        let is_left = self.at <= self.film.moments.1;
        is_left.then(|| caught(|| self.shot()).unwrap_or_else(|why| Err(why.to_string())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::{Minds, Skill};
    use crate::board::Square;
    use crate::overlay::export::png::Sheet;
    use crate::overlay::layers::Layer;
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
        Reel::of(film(moments)).unwrap().map(|shot| shot.unwrap().picture).collect()
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

    /// Promise: a film that glides has each of its moments as it is alone, and before it what moves, for a shorter while; where
    /// there is one moment only nothing moves.
    #[test]
    fn what_moves_is_seen_between_moments() {
        let shots: Vec<Shot> = Reel::gliding(film((3, 6))).unwrap().map(Result::unwrap).collect();
        let (moments, between): (Vec<&Shot>, Vec<&Shot>) = shots.iter().partition(|shot| shot.is_moment);
        assert!(moments.iter().map(|shot| &shot.picture).eq(painted((3, 6)).iter()));
        assert!(shots.first().is_some_and(|shot| shot.is_moment) && shots.last().is_some_and(|shot| shot.is_moment));
        assert!(!between.is_empty() && shots.len() <= film((3, 6)).most(), "{} move", between.len());
        assert!(between.iter().all(|shot| shot.lasts < moments[0].lasts));
        assert!(between.windows(2).any(|pair| pair[0].picture != pair[1].picture), "nothing moves");
        assert_eq!(Reel::gliding(film((3, 3))).unwrap().count(), 1);
    }

    /// Promise: the field lies at the same place in all pictures of a film, whatever is told above and below it.
    #[test]
    fn the_field_of_a_film_never_moves() {
        let film = || Film { layers: Layers::of(&[Layer::Reach, Layer::Intents]), ..film((0, 9)) };
        let kept = Reel::of(film()).unwrap().kept;
        let places = |kept: Kept| {
            let mut reel = Reel::of(film()).unwrap();
            let mut places = Vec::new();
            while reel.at <= 9 {
                let caption = reel.decided().unwrap();
                let look = Look::at(&reel.world, reel.battle).unwrap();
                let (mut easel, mut board) = (Easel::of((320, 240)), Board::of(reel.film.layers, kept));
                easel.settle(|ui| board.draw(ui, look, ("", &caption)));
                places.extend(board.place_of(Square::new(1, 1)).map(|at| (at.x, at.y)));
                reel.at += 1;
            }
            assert_eq!(places.len(), 10);
            places.dedup();
            places
        };
        assert!(places(Kept::default()).len() > 1, "nothing would move it");
        assert_eq!(places(kept).len(), 1);
    }

    /// Promise: a film of very many moments goes from one to the next, and has no more pictures than there may be.
    #[test]
    fn what_is_too_long_does_not_glide() {
        let made = film((0, 0)).made.len();
        let long = |to: usize| Film { moments: (0, to), ..film((0, 0)) };
        let glides = |to: usize| Glide::of(&long(to), Kept::default()).is_some();
        assert!(!glides(MOST_MOMENTS - 1) && !glides(0));
        for to in [1, made, 100, MOST_BETWEEN / FEWEST - 1] {
            let glide = Glide::of(&long(to), Kept::default()).expect("it glides");
            assert!(glide.most * long(to).count() + long(to).count() <= long(to).most(), "{to}");
            assert!((STEPS.0..=STEPS.1).contains(&glide.step), "{to}");
        }
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
