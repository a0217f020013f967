//! How large areas are, and where those that are aimed lie (ST-AREA-06 to ST-AREA-09).

use smallvec::smallvec;

use crate::board::{Centre, Counts, Hand, Template};
use crate::mechanics::prelude::*;

/// How long and wide a shape is, in squares of its own Scale.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Proportions {
    /// Squares long.
    pub long: i32,
    /// Half squares wide at its widest.
    pub wide: i32,
}

/// The proportions of the shapes that have any.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Shapes {
    /// Lines.
    pub line: Proportions,
    /// Cones.
    pub cone: Proportions,
}

impl Default for Shapes {
    /// A line twice as long as its square and half as wide, a cone as long and as wide as its square.
    fn default() -> Self {
        Self { line: Proportions { long: 2, wide: 1 }, cone: Proportions { long: 1, wide: 2 } }
    }
}

/// An area where it is meant to go.
#[derive(Clone, Copy, Debug)]
pub struct Aimed {
    /// What it covers.
    pub template: Template,
    /// The square of the board that was named, for an area that can be thrown anywhere.
    pub square: Option<Square>,
}

impl Aimed {
    /// What was named: the square, or the corner by the square south-east of it.
    pub fn named(&self) -> Option<Square> {
        match self.template {
            Template::Disc { centre: Centre::Square(at) | Centre::Corner(at), .. } => self.square.map(|_| at),
            _ => self.square,
        }
    }
}

/// Where the effect of an area comes from: the body that it begins at, or its middle. A corner lies in the open ones of
/// its four squares that are nearest to `thrower`.
pub fn origins(look: Look<'_>, template: &Template, thrower: Footprint) -> SmallVec<[Footprint; 4]> {
    let corner = match *template {
        Template::Disc { centre: Centre::Corner(at), .. } => at,
        Template::Disc { centre: Centre::Square(at), .. } => return smallvec![Footprint::one(at)],
        Template::Line { from, .. } | Template::Cone { from, .. } | Template::Burst { around: from, .. } => {
            return smallvec![from];
        }
        Template::Zone { .. } => return SmallVec::new(),
    };
    let is_open = |square: &Square| look.board().terrain(*square).is_some_and(|terrain| !terrain.blocks_sight);
    let around = [(-1, -1), (0, -1), (-1, 0), (0, 0)].map(|(x, y)| Square::new(corner.x + x, corner.y + y));
    let apart = |at: &Footprint| look.rules().measure.metric.between(thrower, *at);
    let squares = || around.into_iter().filter(is_open).map(Footprint::one);
    let least = squares().map(|at| apart(&at)).min();
    squares().filter(|at| Some(apart(at)) == least).collect()
}

impl Shapes {
    /// A sphere around a square, or around the north-west corner of it where it is an even number of squares across.
    pub fn sphere(&self, area: AreaDef, measure: &Measure, at: Square) -> Template {
        let diameter = measure.area_squares(area);
        let centre = if diameter % 2 == 0 { Centre::Corner(at) } else { Centre::Square(at) };
        Template::Disc { centre, diameter, counts: Counts::Partly }
    }

    /// A line or cone from the edge of a body.
    pub fn ray(&self, area: AreaDef, measure: &Measure, from: Footprint, direction: Direction, side: Hand) -> Template {
        let (length, width) = match area.across {
            Some(across) => (across, if area.shape == AreaShape::Line { 1 } else { across }),
            None => {
                let halves = measure.own_halves(area.scale.unwrap_or(0));
                let Proportions { long, wide } = if area.shape == AreaShape::Line { self.line } else { self.cone };
                let wide = wide.saturating_mul(halves).saturating_add(3).div_euclid(4);
                ((long.saturating_mul(halves) / 2).max(1), wide.max(1))
            }
        };
        if area.shape == AreaShape::Line {
            let diagonal = measure.metric.diagonal().map_or(2, |steps| steps[0].0 as i32);
            Template::Line { from, direction, length, width, side, diagonal }
        } else {
            Template::Cone { from, direction, length, width, side }
        }
    }

    /// The area that an order describes.
    pub fn aim(&self, look: Look<'_>, who: Id, order: &Order, arm: &Arm, rule: RuleId) -> Result<Aimed, Refusal> {
        let area = arm.area.ok_or_else(|| Refusal::nonsense(format!("{} strikes no area", arm.name)))?;
        let measure = &look.rules().measure;
        let named = order.whom().map(|name| look.named_or_refuse(name)).transpose()?;
        let body = named.map(|id| look.footprint(id));
        let square = order.to.or(order.at.first().and_then(|aim| aim.square));
        if area.shape == AreaShape::Sphere {
            let middle = body.map(|body| Square::new(body.at.x + body.side / 2, body.at.y + body.side / 2));
            let at = square.or(middle).ok_or_else(|| Refusal::nonsense("where to? say `to (x,y)` or `at NAME`"))?;
            let template = self.sphere(area, measure, at);
            let board = look.board();
            // Corners run along the far rims, too; what lies within them there is the last square.
            let on_rim = i32::from(matches!(template, Template::Disc { centre: Centre::Corner(_), .. }));
            let (right, low) = (board.width() - 1 + on_rim, board.height() - 1 + on_rim);
            let why = || format!("{at} is not on the board");
            look.refuse_if(!(0..=right).contains(&at.x) || !(0..=low).contains(&at.y), rule, why)?;
            let within = Square::new(at.x.min(board.width() - 1), at.y.min(board.height() - 1));
            return Ok(Aimed { template, square: Some(within) });
        }
        let from = look.footprint(who);
        let hand = if order.is("right") { Hand::Right } else { Hand::Left };
        if let Some(direction) = order.toward {
            return Ok(Aimed { template: self.ray(area, measure, from, direction, hand), square: None });
        }
        let body = body.or(square.map(Footprint::one));
        let body = body.ok_or_else(|| Refusal::nonsense("which way? say `toward east` or `at NAME`"))?;
        let hands = if order.is("right") { [Hand::Right, Hand::Left] } else { [Hand::Left, Hand::Right] };
        let ways = hands.into_iter().flat_map(|hand| Direction::ALL.map(|direction| (direction, hand)));
        let mut templates = ways.map(|(direction, hand)| self.ray(area, measure, from, direction, hand));
        let found = templates.find(|template| template.touches(look.board(), body));
        let template = found.ok_or_else(|| Refusal::new(rule, format!("{} does not reach {}", arm.name, body.at)))?;
        Ok(Aimed { template, square: None })
    }
}

/// Squares around somebody that are listed as places to aim at; others may be named all the same.
const LISTED: i32 = 24;

/// Those of them that are on the board, row by row.
pub(super) fn around(look: Look<'_>, who: Id) -> impl Iterator<Item = Square> {
    let own = look.footprint(who);
    let columns = own.at.x - LISTED..=own.far().x + LISTED;
    let rows = own.at.y - LISTED..=own.far().y + LISTED;
    let all = rows.flat_map(move |y| columns.clone().map(move |x| Square::new(x, y)));
    all.filter(move |square| look.board().contains(*square))
}

/// Whether somebody or something is even partly inside.
pub fn is_inside(look: Look<'_>, template: &Template, id: Id) -> bool {
    is_on(look, id, |square| template.covers(look.board(), square))
}

/// Whether somebody or something is on any such square: a thing between two squares is where either of them is.
pub fn is_on(look: Look<'_>, id: Id, is_meant: impl Fn(Square) -> bool) -> bool {
    match look.thing(id) {
        Some(thing) => {
            let edges = thing.edges.iter().flat_map(|(a, b)| [*a, *b]);
            thing.squares.iter().copied().chain(edges).any(is_meant)
        }
        None => look.footprint(id).squares().any(is_meant),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{BodySizes, Table1};
    use crate::board::{Board, Terrain};

    fn measure() -> Measure {
        let halves = Table1([(-1, 1), (0, 2), (1, 4), (2, 8), (3, 16), (4, 32)].into());
        Measure { bodies: Some(BodySizes { by: "Scale".into(), halves }), ..Measure::plain() }
    }

    fn board() -> Board {
        Board::open(60, 60, Terrain::open("open")).unwrap()
    }

    fn squares(area: AreaDef, measure: &Measure, way: Direction) -> usize {
        let template = match area.shape {
            AreaShape::Sphere => Shapes::default().sphere(area, measure, Square::new(30, 30)),
            _ => Shapes::default().ray(area, measure, Footprint::one(Square::new(5, 30)), way, Hand::Left),
        };
        template.squares(&board()).len()
    }

    /// ST-AREA-07 to ST-AREA-09, by Scale: a sphere is a square across, a line half a square wide and two long, a cone
    /// widens to a square; diagonally a line is shorter, and a cone fills a corner.
    #[test]
    fn areas_cover_so_many_squares_of_their_scale() {
        let count = |shape, way: Direction| {
            move |scale: i32| squares(AreaDef { shape, scale: Some(scale), across: None }, &measure(), way)
        };
        let (east, south_east) = (Direction::East, Direction::SouthEast);
        assert_eq!([0, 1, 2, 3, 4].map(count(AreaShape::Sphere, east)), [1, 4, 16, 60, 224]);
        assert_eq!([0, 1, 2, 3].map(count(AreaShape::Line, east)), [2, 4, 16, 64]);
        assert_eq!([0, 1, 2, 3].map(count(AreaShape::Cone, east)), [1, 3, 10, 36]);
        assert_eq!([0, 1].map(count(AreaShape::Line, south_east)), [2, 3]);
        assert_eq!([0, 1, 2].map(count(AreaShape::Cone, south_east)), [1, 3, 10]);
    }

    /// Promise: an area that says how many squares it is across needs no table of bodies.
    #[test]
    fn an_area_may_say_its_size_in_squares() {
        let measure = Measure { bodies: None, ..measure() };
        let count =
            |shape, across| squares(AreaDef { shape, scale: None, across: Some(across) }, &measure, Direction::East);
        assert_eq!([1, 2, 3].map(|across| count(AreaShape::Sphere, across)), [1, 4, 9]);
        assert_eq!([1, 4].map(|across| count(AreaShape::Line, across)), [1, 4]);
        assert_eq!([1, 2, 4].map(|across| count(AreaShape::Cone, across)), [1, 3, 10]);
    }

    /// ST-C46: the odd square of a cone lies on the side that was picked.
    #[test]
    fn the_caster_picks_the_side_of_the_odd_square() {
        let (board, measure) = (board(), measure());
        let area = AreaDef { shape: AreaShape::Cone, scale: Some(1), across: None };
        let cone =
            |hand| Shapes::default().ray(area, &measure, Footprint::one(Square::new(0, 5)), Direction::East, hand);
        assert!(cone(Hand::Right).covers(&board, Square::new(2, 6)));
        assert!(cone(Hand::Left).covers(&board, Square::new(2, 4)));
    }
}
