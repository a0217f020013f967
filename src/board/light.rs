//! Light: how well a square can be seen, from the words that its ground carries.

use serde::{Deserialize, Serialize};

use super::{Board, Footprint, Square, squares_between};

/// How well things on a square can be seen, from best to worst.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Light {
    /// Nothing hinders the eye.
    #[default]
    Clear,
    /// Smoke, fog, dusk: hard but not impossible to see.
    Hazy,
    /// Nothing can be seen.
    Dark,
}

impl Light {
    /// As it is for eyes that are `levels` better (negative: worse).
    pub const fn lifted(self, levels: i32) -> Self {
        match (self as i32).saturating_sub(levels) {
            ..=0 => Self::Clear,
            1 => Self::Hazy,
            _ => Self::Dark,
        }
    }

    /// What a word on the ground makes of the light: "dark"; "hazy" or "smoke";
    /// "lit", which is clear even where all around is dark.
    pub fn of_tag(tag: &str) -> Option<Self> {
        match tag {
            "dark" => Some(Self::Dark),
            "hazy" | "smoke" => Some(Self::Hazy),
            "lit" => Some(Self::Clear),
            _ => None,
        }
    }
}

/// The light of each kind of ground on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lights {
    everywhere: Light,
    grounds: Vec<Light>,
}

impl Lights {
    /// The light on `board` where it is `everywhere` unless the ground says
    /// otherwise. Of several words the worst counts, and haze never makes the
    /// dark lighter; only "lit" does.
    pub fn of(board: &Board, everywhere: Light) -> Self {
        let light = |tags: &[String]| {
            let worst = tags.iter().filter_map(|tag| Light::of_tag(tag)).max();
            worst.map_or(everywhere, |light| if light == Light::Clear { light } else { light.max(everywhere) })
        };
        Self { everywhere, grounds: board.terrains.iter().map(|terrain| light(&terrain.tags)).collect() }
    }

    /// The light on `square`; off the board that which is everywhere.
    pub fn at(&self, board: &Board, square: Square) -> Light {
        let ground = board.cell(square).and_then(|cell| self.grounds.get(usize::from(cell.terrain)));
        ground.copied().unwrap_or(self.everywhere)
    }

    /// The light in which a body stands: that of its best lit square.
    pub fn on(&self, board: &Board, body: Footprint) -> Light {
        body.squares().map(|square| self.at(board, square)).min().unwrap_or(self.everywhere)
    }

    /// The worst light on the squares strictly between two squares: smoke on the way.
    pub fn between(&self, board: &Board, a: Square, b: Square) -> Light {
        squares_between(a, b).map(|square| self.at(board, square)).max().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fixture::map;

    #[test]
    fn smoke_is_hazy_dark_is_dark_and_the_rest_as_everywhere() {
        let board = map(&[".*d"]);
        let at = |everywhere, x| Lights::of(&board, everywhere).at(&board, Square::new(x, 0));
        assert_eq!([0, 1, 2].map(|x| at(Light::Clear, x)), [Light::Clear, Light::Hazy, Light::Dark]);
        assert_eq!([0, 1, 2].map(|x| at(Light::Dark, x)), [Light::Dark, Light::Dark, Light::Dark]);
    }

    #[test]
    fn a_lit_square_is_clear_in_the_dark() {
        let mut board = map(&[".."]);
        board.terrains[0].tags.push("lit".into());
        assert_eq!(Lights::of(&board, Light::Dark).at(&board, Square::new(0, 0)), Light::Clear);
    }

    #[test]
    fn a_body_is_as_plain_as_its_best_lit_square() {
        let board = map(&["**.", "***"]);
        let lights = Lights::of(&board, Light::Clear);
        assert_eq!(lights.on(&board, Footprint::new(Square::new(0, 0), 2)), Light::Hazy);
        assert_eq!(lights.on(&board, Footprint::new(Square::new(1, 0), 2)), Light::Clear);
    }

    #[test]
    fn smoke_on_the_way_is_noticed_and_that_at_the_ends_is_not() {
        let lights = |rows: &[&str]| {
            let board = map(rows);
            Lights::of(&board, Light::Clear).between(&board, Square::new(0, 0), Square::new(3, 0))
        };
        assert_eq!(lights(&["..*."]), Light::Hazy);
        assert_eq!(lights(&["*..*"]), Light::Clear);
    }

    #[test]
    fn better_eyes_lift_the_light() {
        assert_eq!(Light::Dark.lifted(1), Light::Hazy);
        assert_eq!(Light::Hazy.lifted(5), Light::Clear);
        assert_eq!(Light::Clear.lifted(-2), Light::Dark);
        assert_eq!(Light::Dark.lifted(i32::MIN), Light::Dark);
    }
}
