//! The straight line between two places, and what lies on it.

use std::sync::OnceLock;

use super::{Spot, Spots};
use crate::board::{Barrier, Centre, Layer, Opacity, Pass, Square, ZoneId, line_is_free, trace};

/// What lies on the straight line between two places. Whether a border on it
/// stops sight or a shot is for its tags and the rules to say; here is only
/// that it is crossed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpotLine {
    /// The borders that it cuts, in order, each once, the lower zone first;
    /// not those that it begins or ends on.
    pub crosses: Vec<(ZoneId, ZoneId)>,
    /// The zones that it passes through, in order, each once; not those to
    /// which either end belongs.
    pub through: Vec<ZoneId>,
    /// Whether something on the board itself stops sight: a square, or a wall
    /// that is not along the border between two zones.
    pub is_walled: bool,
}

impl SpotLine {
    fn reversed(mut self) -> Self {
        self.crosses.reverse();
        self.through.reverse();
        self
    }
}

impl Spots {
    /// What lies between two places, in order from `a`; worked out once. The
    /// line from `b` is the same the other way round. Between places half a
    /// zone apart, and within one, there is never anything.
    pub fn line(&self, a: Spot, b: Spot) -> &SpotLine {
        // From a place that is none there is nothing on the way to anywhere.
        const NOTHING: &SpotLine = &SpotLine { crosses: Vec::new(), through: Vec::new(), is_walled: false };
        let (Some(from), Some(to)) = (self.index(a), self.index(b)) else { return NOTHING };
        let lines = self.lines[from].get_or_init(|| vec![OnceLock::new(); self.all.len()]);
        lines[to].get_or_init(|| if b < a { self.draw(b, a).reversed() } else { self.draw(a, b) })
    }

    fn draw(&self, a: Spot, b: Spot) -> SpotLine {
        let mut line = SpotLine::default();
        let Some((from, to)) = self.ends(a, b) else { return line };
        if a == b || self.neighbours(a).any(|near| near == b) {
            return line;
        }
        let walls = Walls { opacity: &self.opacity, zones: &self.zones };
        line.is_walled = !line_is_free(&walls, Centre::Square(from), to);
        for pass in trace(from, to) {
            for cut in self.cuts(pass, &walls).into_iter().flatten() {
                let border = Spot::between(cut.0, cut.1);
                if border != a && border != b && !line.crosses.contains(&cut) {
                    line.crosses.push(cut);
                }
            }
            let entered = walls.zone(pass.to()).filter(|&zone| !a.is_of(zone) && !b.is_of(zone));
            if let Some(zone) = entered.filter(|zone| !line.through.contains(zone)) {
                line.through.push(zone);
            }
        }
        line
    }

    /// Where the line begins and ends. Who stands on a border stands on both
    /// sides of it: between two borders of one zone the line runs on that
    /// zone's side of both.
    fn ends(&self, a: Spot, b: Spot) -> Option<(Square, Square)> {
        let middle = |spot| self.index(spot).and_then(|index| self.middles[index]);
        let (from, to) = (middle(a)?, middle(b)?);
        let (Spot::Border(low, high), Spot::Border(..)) = (a, b) else { return Some((from, to)) };
        let shared = [low, high].into_iter().find(|&zone| a != b && b.is_of(zone));
        Some(shared.map_or((from, to), |zone| (self.on_side(a, from, zone), self.on_side(b, to, zone))))
    }

    /// `square`, which lies along a border, or the one across from it that is in `zone`.
    fn on_side(&self, border: Spot, square: Square, zone: ZoneId) -> Square {
        let Spot::Border(low, high) = border else { return square };
        let pairs = self.graph.border(low, high).into_iter().flat_map(|border| &border.pairs);
        let touching = pairs.copied().find(|pair| pair.0 == square || pair.1 == square);
        touching.map_or(square, |pair| if zone == low { pair.0 } else { pair.1 })
    }

    /// The borders that a line cuts on its way into the next square. Exactly
    /// through a corner, between zones that only touch there, it goes round on
    /// the side with fewer walls, then with fewer borders that are shut, then
    /// on the north or west: there it cuts two.
    fn cuts(&self, pass: Pass, walls: &Walls<'_>) -> [Option<(ZoneId, ZoneId)>; 2] {
        let cut = |one: Square, other: Square| {
            let (one, other) = (walls.zone(one)?, walls.zone(other)?);
            (one != other).then_some((one.min(other), one.max(other)))
        };
        let (from, to) = (pass.from(), pass.to());
        let straight = cut(from, to);
        let beside = match (pass, straight) {
            (Pass::Corner { beside, .. }, Some((low, high))) if self.graph.border(low, high).is_none() => beside,
            _ => return [straight, None],
        };
        let round = |via: Square| [cut(from, via), cut(via, to)];
        let is_shut = |&(low, high): &(ZoneId, ZoneId)| self.graph.border(low, high).is_some_and(|border| !border.open);
        let [one, other] = beside.map(|via| {
            let is_walled = walls.square(via) || walls.edge(from, via) || walls.edge(via, to);
            (is_walled, round(via).iter().flatten().filter(|cut| is_shut(cut)).count(), via.y, via.x)
        });
        round(beside[usize::from(other < one)])
    }
}

/// The walls of the board itself: what blocks sight, without the walls between zones.
struct Walls<'a> {
    opacity: &'a Opacity,
    zones: &'a Layer<Option<ZoneId>>,
}

impl Walls<'_> {
    fn zone(&self, square: Square) -> Option<ZoneId> {
        self.zones.get(square).copied().flatten()
    }
}

impl Barrier for Walls<'_> {
    fn square(&self, square: Square) -> bool {
        self.opacity.square(square)
    }

    fn edge(&self, a: Square, b: Square) -> bool {
        let is_border = self.zone(a).zip(self.zone(b)).is_some_and(|(one, other)| one != other);
        !is_border && self.opacity.edge(a, b)
    }
}

/// Of some squares the one nearest to the mean of all, the first of several.
pub(super) fn middle(squares: &[Square]) -> Option<Square> {
    let count = squares.len() as i128;
    let sum = |along: fn(&Square) -> i32| squares.iter().map(|square| i128::from(along(square))).sum::<i128>();
    let (x, y) = (sum(|square| square.x), sum(|square| square.y));
    let off = |at: i32, sum: i128| (i128::from(at) * count - sum).pow(2);
    squares.iter().copied().min_by_key(|square| off(square.x, x) + off(square.y, y))
}
