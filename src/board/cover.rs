//! Cover: what stands between an attacker and a target, and how much it hides.
//!
//! The line runs between the nearest squares of the two bodies. Everything on
//! it counts that declares cover: edges that it crosses, squares that it enters
//! (ground, objects that fill them, bodies that the caller names) up to and
//! including the target's own. Through an exact corner the line takes the way
//! round with less cover, as sight does. What blocks sight may still be shot at
//! or through: the grade says how well it hides, nothing here forbids an attack.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{Board, CoverGrade, Footprint, Pass, Square, line_ends, trace};

/// What a ruleset decides about cover, and what the board does not know.
#[derive(Clone, Copy, Debug, Default)]
pub struct CoverRule<'a> {
    /// Whether that which touches the attacker and not the target is ignored:
    /// one shoots over one's own wall.
    pub ignores_own: bool,
    /// Steps of cover that each object has lost, by its index; none where the list ends.
    pub worn: &'a [u8],
    /// Bodies that may stand in the way, with the cover that each gives. The
    /// attacker's and the target's own squares are left out of them.
    pub bodies: &'a [(Footprint, CoverGrade)],
}

/// Where a piece of cover stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CoverPlace {
    /// It fills a square.
    Square(Square),
    /// It stands on the edge between two squares.
    Edge(Square, Square),
}

/// What a piece of cover is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CoverSource {
    /// The ground of a square, or an edge that is no object.
    Ground,
    /// The object of that index in [`Board::objects`].
    Object(u16),
    /// The body of that index in [`CoverRule::bodies`].
    Body(u16),
}

/// One thing that the line crosses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CoverPiece {
    /// Where it stands.
    pub place: CoverPlace,
    /// What it is.
    pub source: CoverSource,
    /// The cover that it gives now.
    pub grade: CoverGrade,
    /// Whether it is ignored as the attacker's own.
    pub ignored: bool,
}

/// What lies between an attacker and a target.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cover {
    /// The best grade of those that count.
    pub grade: CoverGrade,
    /// The piece that gives it, the one nearest to the attacker of several.
    pub best: Option<CoverPiece>,
    /// All that is crossed, from the attacker on, the ignored pieces too: what
    /// a shot must go through.
    pub crossed: SmallVec<[CoverPiece; 4]>,
}

/// The cover that `target` has against `attacker`.
pub fn cover_between(board: &Board, attacker: Footprint, target: Footprint, rule: &CoverRule<'_>) -> Cover {
    Crossing::new(board, rule).between(attacker, target)
}

/// The cover that each of these squares would give to a body of one square, for the overlay.
pub fn cover_of_squares(
    board: &Board,
    attacker: Footprint,
    squares: impl IntoIterator<Item = Square>,
    rule: &CoverRule<'_>,
) -> Vec<(Square, CoverGrade)> {
    let crossing = Crossing::new(board, rule);
    let grade = |square| crossing.between(attacker, Footprint::one(square)).grade;
    squares.into_iter().map(|square| (square, grade(square))).collect()
}

type Pieces = SmallVec<[CoverPiece; 4]>;

/// Board and rule, with the objects that fill squares sorted by square.
struct Crossing<'a> {
    board: &'a Board,
    rule: &'a CoverRule<'a>,
    objects: Vec<(Square, u16)>,
}

impl<'a> Crossing<'a> {
    fn new(board: &'a Board, rule: &'a CoverRule<'a>) -> Self {
        let filled =
            (0..).zip(&board.objects).flat_map(|(index, object)| object.squares.iter().map(move |&at| (at, index)));
        let mut objects: Vec<(Square, u16)> = filled.collect();
        objects.sort_unstable();
        Self { board, rule, objects }
    }

    fn between(&self, attacker: Footprint, target: Footprint) -> Cover {
        let mut crossed = Pieces::new();
        if attacker.gap(target) > 0 {
            let (from, to) = line_ends(attacker, target);
            let ends = Ends { attacker, target, ignores_own: self.rule.ignores_own };
            for pass in trace(from, to) {
                match pass {
                    Pass::Side { from, to } => self.edge(from, to, &ends, &mut crossed),
                    Pass::Corner { from, to, beside } => crossed.extend(self.best_way(from, to, beside, &ends)),
                }
                self.square(pass.to(), &ends, &mut crossed);
            }
        }
        let best = leader(&crossed);
        Cover { grade: best.map_or(CoverGrade::None, |piece| piece.grade), best, crossed }
    }

    /// Of the two ways round a corner the one with less cover; of equals the
    /// more western one, so that the choice is the same from both ends.
    fn best_way(&self, from: Square, to: Square, beside: [Square; 2], ends: &Ends) -> Pieces {
        let way = |via: Square| {
            let mut pieces = Pieces::new();
            self.edge(from, via, ends, &mut pieces);
            self.square(via, ends, &mut pieces);
            self.edge(via, to, ends, &mut pieces);
            (leader(&pieces).map(|piece| piece.grade).unwrap_or_default(), via, pieces)
        };
        let [one, other] = beside.map(way);
        if (one.0, one.1) <= (other.0, other.1) { one.2 } else { other.2 }
    }

    fn edge(&self, a: Square, b: Square, ends: &Ends, crossed: &mut Pieces) {
        let Some(edge) = self.board.edge(a, b) else { return };
        let object = edge.object.filter(|&index| usize::from(index) < self.board.objects.len());
        let (source, grade) = match object {
            None => (CoverSource::Ground, edge.cover),
            Some(index) if edge.cover == CoverGrade::None => (CoverSource::Object(index), self.object(index)),
            Some(index) => (CoverSource::Object(index), edge.cover.better_by(-self.worn(index))),
        };
        ends.note(CoverPlace::Edge(a, b), source, grade, crossed);
    }

    fn square(&self, at: Square, ends: &Ends, crossed: &mut Pieces) {
        if ends.attacker.contains(at) {
            return;
        }
        let place = CoverPlace::Square(at);
        let ground = self.board.terrain(at).map_or(CoverGrade::None, |terrain| terrain.cover);
        ends.note(place, CoverSource::Ground, ground, crossed);
        let start = self.objects.partition_point(|&(square, _)| square < at);
        for &(_, index) in self.objects[start..].iter().take_while(|&&(square, _)| square == at) {
            ends.note(place, CoverSource::Object(index), self.object(index), crossed);
        }
        if !ends.target.contains(at) {
            for (index, &(body, grade)) in (0..).zip(self.rule.bodies) {
                if body.contains(at) {
                    ends.note(place, CoverSource::Body(index), grade, crossed);
                }
            }
        }
    }

    fn object(&self, index: u16) -> CoverGrade {
        let whole = self.board.objects.get(usize::from(index)).map_or(CoverGrade::None, |object| object.cover);
        whole.better_by(-self.worn(index))
    }

    fn worn(&self, index: u16) -> i32 {
        self.rule.worn.get(usize::from(index)).map_or(0, |&steps| i32::from(steps))
    }
}

/// The first of the pieces with the best grade of those that count.
fn leader(pieces: &[CoverPiece]) -> Option<CoverPiece> {
    let counted = pieces.iter().filter(|piece| !piece.ignored);
    counted.copied().reduce(|best, piece| if piece.grade > best.grade { piece } else { best })
}

struct Ends {
    attacker: Footprint,
    target: Footprint,
    ignores_own: bool,
}

impl Ends {
    fn note(&self, place: CoverPlace, source: CoverSource, grade: CoverGrade, crossed: &mut Pieces) {
        if grade > CoverGrade::None {
            let ignored = self.ignores_own && touches(place, self.attacker) && !touches(place, self.target);
            crossed.push(CoverPiece { place, source, grade, ignored });
        }
    }
}

/// Whether a piece of cover touches a body, be it at a corner.
fn touches(place: CoverPlace, body: Footprint) -> bool {
    match place {
        CoverPlace::Square(at) => Footprint::one(at).gap(body) <= 1,
        // The ends of the edge are grid corners: x and y of the square south-east of them.
        CoverPlace::Edge(a, b) => {
            let high = a.max(b);
            let along = if a.x == b.x { Square::new(high.x + 1, high.y) } else { Square::new(high.x, high.y + 1) };
            let far = body.far();
            let meets = |corner: Square| {
                (body.at.x..=far.x + 1).contains(&corner.x) && (body.at.y..=far.y + 1).contains(&corner.y)
            };
            meets(high) || meets(along)
        }
    }
}

#[cfg(test)]
mod tests;
