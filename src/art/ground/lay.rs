//! How the land lies in and around a piece of a board: what each square is painted with, what stands there, how high and
//! how far from the shore it is.

use super::colour::{Rgb, smooth};
use super::noise::{Noise, split};
use crate::board::{Board, Square};
use crate::looks::{Fence, GroundLooks, Land, Mass, Matter, Paint, Rim, Stands, Texture};

/// How far, in squares, water is seen to grow deep, and rock to lie inside.
const DEPTH: i32 = 3;

/// One square.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plot {
    /// Index of the paint of its floor.
    pub paint: u8,
    /// Index of the mass that fills it, one up; 0 where it is free.
    pub mass: u8,
    /// What stands there.
    pub stands: Option<Stands>,
    /// The first square, to the west and north, of the row that what stands here belongs to.
    pub root: Square,
    /// The sides where the same stands: north, east, south, west.
    pub joins: u8,
    /// How high its floor is, in squares.
    pub level: f32,
    /// How far it lies in the water, below 0 on land.
    pub shore: f32,
    /// How far it lies inside walls or rock, below 0 outside.
    pub inside: f32,
    /// Whether it is dark.
    pub dark: bool,
    /// Whether it is lit.
    pub lit: bool,
    /// Whether all squares around it have the same paint.
    pub calm: bool,
    /// Whether a square next to it lies higher or lower.
    pub uneven: bool,
    /// Whether stairs go east and west.
    pub turned: bool,
}

/// A paint with its colours ready for mixing.
#[derive(Clone, Copy, Debug)]
pub struct Pot<'a> {
    /// The paint.
    pub paint: &'a Paint,
    /// Its colours.
    pub colours: [Rgb; 3],
}

/// Where paints meet.
#[derive(Clone, Copy, Debug)]
pub struct Meet {
    /// The paint here.
    pub first: u8,
    /// The next one.
    pub second: u8,
    /// How far away that is, in squares, about.
    pub margin: f32,
}

/// The land in and around a piece.
pub struct Lay<'a> {
    /// The board.
    pub board: &'a Board,
    /// What its ground looks like.
    pub land: &'a Land,
    /// All paints of the board.
    pub pots: Vec<Pot<'a>>,
    /// All masses of the board, then those that stand on edges.
    pub masses: Vec<&'a Mass>,
    /// Noise.
    pub noise: Noise,
    low: Square,
    width: i32,
    height: i32,
    plots: Vec<Plot>,
}

/// What a kind of ground comes to.
#[derive(Clone, Copy)]
struct Kind<'a> {
    looks: Option<&'a GroundLooks>,
    paint: Option<u8>,
    mass: u8,
}

struct Kinds<'a> {
    board: &'a Board,
    of: Vec<Kind<'a>>,
}

impl<'a> Kinds<'a> {
    /// The square of the board that lies nearest: the land goes on past the rim as it is there.
    fn inward(&self, at: Square) -> Square {
        Square::new(at.x.clamp(0, self.board.width() - 1), at.y.clamp(0, self.board.height() - 1))
    }

    fn at(&self, at: Square) -> Option<&Kind<'a>> {
        self.board.cell(self.inward(at)).and_then(|cell| self.of.get(usize::from(cell.terrain)))
    }

    /// What the height of a square comes to, in squares.
    fn level(&self, at: Square) -> f32 {
        let height = self.board.cell(self.inward(at)).map_or(0.0, |cell| f32::from(cell.height));
        height.signum() * (height.abs() * 0.04).min(0.32)
    }

    /// What lies under something: the paint that most of the squares around it have, and of those that are as many, what
    /// is easiest to walk on.
    fn under(&self, at: Square) -> u8 {
        for reach in 1..=2 {
            let around = (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| (x, y)));
            let ground = around.filter_map(|(x, y)| {
                let square = self.inward(Square::new(at.x + x, at.y + y));
                let terrain = self.board.terrain(square)?;
                Some((terrain.cost == 1, self.at(square)?.paint?))
            });
            let all: Vec<(bool, u8)> = ground.collect();
            let count = |paint: u8| all.iter().filter(|(_, other)| *other == paint).count();
            let most = all.iter().max_by_key(|(easy, paint)| (*easy, count(*paint), std::cmp::Reverse(*paint)));
            if let Some((_, paint)) = most {
                return *paint;
            }
        }
        self.of.iter().find_map(|kind| kind.paint).unwrap_or(0)
    }

    /// How far a square lies within squares that `is` holds for; below 0 outside of them.
    fn depth(&self, at: Square, is: impl Fn(&Kind<'a>) -> bool) -> f32 {
        let has = |square: Square| self.at(square).is_some_and(&is);
        if !has(at) {
            return -0.5;
        }
        let mut least = DEPTH as f32;
        for y in -DEPTH..=DEPTH {
            for x in -DEPTH..=DEPTH {
                if !has(Square::new(at.x + x, at.y + y)) {
                    least = least.min(((x * x + y * y) as f32).sqrt() - 0.5);
                }
            }
        }
        least
    }
}

/// Paints of a board, by its kinds of ground.
fn kinds<'a>(board: &'a Board, land: &'a Land) -> (Kinds<'a>, Vec<Pot<'a>>, Vec<&'a Mass>) {
    let mut pots: Vec<Pot<'a>> = Vec::new();
    let mut masses: Vec<&'a Mass> = Vec::new();
    let mut pot = |paint: &'a Paint| {
        let known = pots.iter().position(|pot| std::ptr::eq(pot.paint, paint));
        let index = known.unwrap_or_else(|| {
            let (first, second, third) = paint.colours;
            pots.push(Pot { paint, colours: [first.rgb(), second.rgb(), third.rgb()] });
            pots.len() - 1
        });
        index as u8
    };
    let of = board.terrains.iter().map(|terrain| {
        let looks = land.looks(terrain);
        let paint = land.floor(terrain).map(&mut pot);
        let mass = looks.and_then(|looks| looks.mass.as_deref()).and_then(|name| land.mass(name)).map(|mass| {
            let known = masses.iter().position(|other| std::ptr::eq(*other, mass));
            known.unwrap_or_else(|| {
                masses.push(mass);
                masses.len() - 1
            }) as u8
                + 1
        });
        Kind { looks, paint, mass: mass.unwrap_or(0) }
    });
    let of: Vec<Kind<'a>> = of.collect();
    if pots.is_empty() {
        let floor = ["flagstones", "earth"].into_iter().find_map(|name| land.paint(name));
        pots.extend(floor.map(|paint| {
            let (first, second, third) = paint.colours;
            Pot { paint, colours: [first.rgb(), second.rgb(), third.rgb()] }
        }));
    }
    (Kinds { board, of }, pots, masses)
}

/// Which squares of a board are water, row by row.
pub fn water(board: &Board, land: &Land) -> Vec<Square> {
    let (kinds, pots, _) = kinds(board, land);
    let is_wet = |square: &Square| {
        kinds.at(*square).is_some_and(|kind| kind.has(&pots, |paint| paint.texture == Texture::Water))
    };
    board.squares().filter(is_wet).collect()
}

/// Which squares of a board give light, row by row: those with an open fire, and those with a lamp.
pub fn lights(board: &Board, land: &Land) -> Vec<(Square, bool)> {
    let (kinds, ..) = kinds(board, land);
    let lit = |square: Square| match kinds.at(square)?.looks?.stands? {
        Stands::Brazier => Some((square, true)),
        Stands::Lamp => Some((square, false)),
        _ => None,
    };
    board.squares().filter_map(lit).collect()
}

impl Kind<'_> {
    fn has(&self, pots: &[Pot<'_>], is: impl Fn(&Paint) -> bool) -> bool {
        self.paint.is_some_and(|paint| is(pots[usize::from(paint)].paint))
    }
}

impl<'a> Lay<'a> {
    /// The land of the squares from `from` on and of `around` more on each side.
    pub fn new(board: &'a Board, land: &'a Land, from: Square, count: (u32, u32), around: i32) -> Option<Self> {
        let low = Square::new(from.x - around, from.y - around);
        let (width, height) = (count.0 as i32 + 2 * around, count.1 as i32 + 2 * around);
        let (kinds, pots, mut masses) = kinds(board, land);
        pots.first()?;
        for name in ["wall", "ruin", "hedge"] {
            masses.push(land.mass(name)?);
        }
        let squares = (0..height).flat_map(|y| (0..width).map(move |x| Square::new(low.x + x, low.y + y)));
        let plots = squares.map(|at| plot(&kinds, &pots, at)).collect();
        let noise = Noise::of(board.width(), board.height());
        let mut lay = Self { board, land, pots, masses, noise, low, width, height, plots };
        let is_calm = |at: Square| {
            let paint = lay.plot(at.x, at.y).paint;
            (-1..=1).all(|y| (-1..=1).all(|x| lay.plot(at.x + x, at.y + y).paint == paint))
        };
        let calm: Vec<bool> = lay.squares().map(is_calm).collect();
        lay.plots.iter_mut().zip(calm).for_each(|(plot, calm)| plot.calm = calm);
        Some(lay)
    }

    /// The squares of the land, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (low, width) = (self.low, self.width);
        (0..self.width * self.height).map(move |index| Square::new(low.x + index % width, low.y + index / width))
    }

    /// Whether a square is among them.
    pub const fn holds(&self, at: Square) -> bool {
        let (x, y) = (at.x - self.low.x, at.y - self.low.y);
        x >= 0 && y >= 0 && x < self.width && y < self.height
    }

    /// The square in column `x` of row `y`, or the nearest of the land.
    #[inline]
    pub fn plot(&self, x: i32, y: i32) -> &Plot {
        let (x, y) = ((x - self.low.x).clamp(0, self.width - 1), (y - self.low.y).clamp(0, self.height - 1));
        &self.plots[(y * self.width + x) as usize]
    }

    /// The square at a place.
    #[inline]
    pub fn under(&self, u: f32, v: f32) -> &Plot {
        self.plot(split(u).0, split(v).0)
    }

    /// The mass that stands on edges of this kind.
    pub fn edge_mass(&self, fence: Fence) -> Option<u8> {
        let last = self.masses.len() as u8;
        match fence {
            Fence::Wall | Fence::Window => Some(last - 2),
            Fence::LowWall => Some(last - 1),
            Fence::Hedge => Some(last),
            _ => None,
        }
    }

    /// Something that squares have, smooth from middle to middle.
    #[inline]
    pub fn blend(&self, u: f32, v: f32, of: impl Fn(&Plot) -> f32) -> f32 {
        let ((x, right), (y, down)) = (split(u - 0.5), split(v - 0.5));
        let above = of(self.plot(x, y)) * (1.0 - right) + of(self.plot(x + 1, y)) * right;
        let below = of(self.plot(x, y + 1)) * (1.0 - right) + of(self.plot(x + 1, y + 1)) * right;
        above * (1.0 - down) + below * down
    }

    /// Which paint lies at a place, and which comes next to it.
    #[inline]
    pub fn meet(&self, u: f32, v: f32) -> Meet {
        let here = self.under(u, v);
        let own = here.paint;
        let alone = Meet { first: own, second: own, margin: 1.0 };
        if here.calm || self.rim(own).is_built() {
            return alone;
        }
        let ((x, right), (y, down)) = (split(u - 0.5), split(v - 0.5));
        let four =
            [self.plot(x, y), self.plot(x + 1, y), self.plot(x, y + 1), self.plot(x + 1, y + 1)].map(|plot| plot.paint);
        if four == [own; 4] {
            return alone;
        }
        let (right, down) = (smooth(0.12, 0.88, right), smooth(0.12, 0.88, down));
        let share = [(1.0 - right) * (1.0 - down), right * (1.0 - down), (1.0 - right) * down, right * down];
        let mut found: [(u8, f32); 4] = [(own, 0.0); 4];
        let mut count = 1;
        for (paint, share) in four.into_iter().zip(share) {
            let paint = if self.rim(paint).is_built() { own } else { paint };
            match found[..count].iter_mut().find(|(known, _)| *known == paint) {
                Some((_, sum)) => *sum += share,
                None => {
                    found[count] = (paint, share);
                    count += 1;
                }
            }
        }
        if count == 1 {
            return alone;
        }
        let mut best = (own, f32::MIN);
        let mut next = (own, f32::MIN);
        for (paint, share) in found.into_iter().take(count) {
            let salt = f32::from(paint) * 2.3;
            let rough = if self.rim(paint) == Rim::Shore { 0.12 } else { 0.34 };
            let wander =
                self.noise.waves((u, v), 1.6, salt) * 0.46 + self.noise.waves((u, v), 0.36, salt + 1.0) * rough;
            let score = share + wander * (4.0 * share * (1.0 - share)).min(1.0);
            if score > best.1 {
                next = best;
                best = (paint, score);
            } else if score > next.1 {
                next = (paint, score);
            }
        }
        Meet { first: best.0, second: next.0, margin: (best.1 - next.1) / 3.0 }
    }

    fn rim(&self, paint: u8) -> Rim {
        self.pots[usize::from(paint)].paint.rim
    }

    /// Whether a mass grew, by its index.
    pub fn is_grown(&self, mass: u8) -> bool {
        mass > 0 && self.masses[usize::from(mass) - 1].of.is_grown()
    }

    /// The matter of a mass, by its index.
    pub fn matter(&self, mass: u8) -> Option<Matter> {
        self.masses.get(usize::from(mass).checked_sub(1)?).map(|mass| mass.of)
    }
}

fn plot(kinds: &Kinds<'_>, pots: &[Pot<'_>], at: Square) -> Plot {
    let Some(kind) = kinds.at(at) else { return Plot::default() };
    let is_on = kinds.board.contains(at);
    let stands = |kind: &Kind<'_>| kind.looks.filter(|looks| looks.mass.is_none()).and_then(|looks| looks.stands);
    let own = stands(kind).filter(|_| is_on);
    let beside = |x: i32, y: i32| Square::new(at.x + x, at.y + y);
    let sides = [beside(0, -1), beside(1, 0), beside(0, 1), beside(-1, 0)];
    let joins = sides
        .iter()
        .enumerate()
        .filter(|(_, side)| own.is_some() && kinds.board.contains(**side) && kinds.at(**side).and_then(stands) == own);
    let mut root = at;
    for (dx, dy) in [(-1, 0), (0, -1)] {
        let run = (1..=16).map(|far| Square::new(at.x.min(root.x) + dx * far, at.y + dy * far));
        let same = run.take_while(|square| {
            own.is_some() && kinds.board.contains(*square) && kinds.at(*square).and_then(stands) == own
        });
        root = same.last().unwrap_or(root);
    }
    let tags = kinds.board.terrain(kinds.inward(at)).map_or(&[][..], |terrain| &terrain.tags);
    let is_shut = |square: Square| kinds.at(square).is_some_and(|kind| kind.mass > 0);
    // Steps lie across the way, and so do the boards of a bridge.
    let is_turned = if kind.has(pots, |paint| paint.texture == Texture::Planks) {
        let low = |dx: i32, dy: i32| {
            let run = (-8..=8).filter_map(|far| kinds.at(Square::new(at.x + dx * far, at.y + dy * far)));
            run.filter(|other| other.has(pots, |paint| paint.texture.is_low())).count()
        };
        low(0, 1) > low(1, 0)
    } else {
        let falls = kinds.level(sides[1]) != kinds.level(sides[3]) && kinds.level(sides[0]) == kinds.level(sides[2]);
        falls || is_shut(sides[0]) && is_shut(sides[2]) || is_shut(sides[1]) != is_shut(sides[3])
    };
    let has = |word: &str| tags.iter().any(|tag| tag == word);
    let paint = kind.paint.unwrap_or_else(|| kinds.under(at));

    Plot {
        paint,
        mass: kind.mass,
        stands: own,
        root,
        joins: joins.map(|(side, _)| 1 << side).sum(),
        level: (kinds.level(at) + if kind.mass > 0 { 0.0 } else { pots[usize::from(paint)].paint.rise })
            .clamp(-0.45, 0.4),
        shore: kinds.depth(at, |kind| {
            kind.paint.is_none() && kind.mass == 0
                || kind.has(pots, |paint| paint.texture.is_low() || paint.rim.is_built())
        }),
        inside: kinds.depth(at, |kind| kind.mass > 0),
        dark: has("dark"),
        lit: has("lit"),
        calm: false,
        uneven: (-1..=1).any(|y| (-1..=1).any(|x| kinds.level(beside(x, y)) != kinds.level(at))),
        turned: is_turned,
    }
}
