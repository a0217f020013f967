//! Where everybody stands, and what lies between.

use super::{HOLES, Look};
use crate::battle::{Arm, ArmKind, Case, Ground, Id, Place, Sum, Thing};
use crate::board::{
    Barrier, BlocksSight, Centre, Cover, CoverGrade, CoverRule, CoverSource, Footprint, Halves, Square, bodies_see,
    cover_between, cover_of_squares, line_ends, line_is_free,
};

impl<'w> Look<'w> {
    /// Where somebody stands.
    pub fn place(&self, id: Id) -> Place {
        if let Some(card) = self.card(id) {
            return card.place;
        }
        self.get::<Place>(id).copied().unwrap_or_default()
    }

    /// The squares that somebody covers.
    pub fn footprint(&self, id: Id) -> Footprint {
        self.place(id).footprint
    }

    /// How high somebody is: on the highest ground under it, and as far above that as it flies.
    pub fn height(&self, id: Id) -> i32 {
        let Place { footprint, altitude, .. } = self.place(id);
        let ground = footprint.squares().filter_map(|square| self.board().cell(square));
        altitude + ground.map(|cell| i32::from(cell.height)).max().unwrap_or(0)
    }

    /// How many squares it is from one body to another.
    pub fn gap(&self, a: Id, b: Id) -> i32 {
        self.footprint(a).gap(self.footprint(b))
    }

    /// How far apart two are, in the board's unit of length.
    pub fn distance(&self, a: Id, b: Id) -> i32 {
        self.length(self.rules.measure.metric.between(self.footprint(a), self.footprint(b)))
    }

    /// A distance on the board in its unit of length, rounded half up.
    pub fn length(&self, squares: Halves) -> i32 {
        i32::try_from(squares.rounded()).unwrap_or(i32::MAX).saturating_mul(self.rules.measure.square)
    }

    /// Whether nothing that stops sight stands between two bodies.
    pub fn in_line(&self, a: Id, b: Id) -> bool {
        let sees = || match self.zoned().and_then(|_| self.spot(a).zip(self.spot(b))) {
            Some((a, b)) => self.spots_see(a, b),
            None => bodies_see(self.board(), self.footprint(a), self.footprint(b)),
        };
        self.memo.map_or_else(sees, |memo| memo.line(a, b, sees))
    }

    /// Whether `who` sees `other`: nothing solid stands between, and nothing else hides it.
    pub fn sees(&self, who: Id, other: Id) -> bool {
        self.in_line(who, other) && !self.rules.registry.sees.iter().any(|mechanic| mechanic.hides(*self, who, other))
    }

    /// Whether `other` is within arm's length of `who`, with nothing solid between.
    pub fn in_arms_reach(&self, who: Id, other: Id) -> bool {
        self.place(other).present && self.footprint(who).gap(self.footprint(other)) <= 1 && self.in_line(who, other)
    }

    /// Whether somebody has something at hand to shoot with at one, rather than at a place.
    pub fn shoots(self, who: Id) -> bool {
        self.shots(who).next().is_some()
    }

    /// Whether something of that carries to another in their line.
    pub fn shoots_at(self, who: Id, other: Id) -> bool {
        let distance = self.distance(who, other);
        let shows = &self.rules.registry.shows;
        let carries = |arm: &Arm| !shows.iter().any(|mechanic| mechanic.is_beyond(arm, distance));
        self.shots(who).any(carries) && self.in_line(who, other)
    }

    fn shots(self, who: Id) -> impl Iterator<Item = &'w Arm> + use<'w> {
        let arms = self.arms(who).filter(|item| item.is_ready()).map(|item| &*item.arm);
        arms.filter(move |arm| {
            let is_shot = arm.kind == ArmKind::Ranged && arm.is_ranged() && arm.area.is_none();
            is_shot && self.strikes_with(arm) && !self.is_useless(who, arm)
        })
    }

    /// The squares of somebody as one standing at `from` comes upon them: a
    /// thing between two squares is met in the farther one.
    pub fn footprint_towards(&self, id: Id, from: Footprint) -> Footprint {
        let sides = self.thing(id).into_iter().flat_map(|thing| &thing.edges).flat_map(|(a, b)| [*a, *b]);
        let apart = sides.map(Footprint::one).filter(|side| from.gap(*side) > 0);
        apart.min_by_key(|side| from.gap(*side)).unwrap_or_else(|| self.footprint(id))
    }

    /// What stands between `from` and a target, and the grade of cover that it
    /// comes to for a target in this posture. A thing is no cover for itself.
    pub fn cover(&self, from: Footprint, target: Id, ignores_own: bool) -> (Cover, CoverGrade) {
        let look_closely = || self.cover_afresh(from, target, ignores_own);
        self.memo.map_or_else(look_closely, |memo| memo.cover((from, target, ignores_own), look_closely))
    }

    fn cover_afresh(&self, from: Footprint, target: Id, ignores_own: bool) -> (Cover, CoverGrade) {
        let worn = self.worn();
        let rule = CoverRule { ignores_own, worn: &worn, bodies: &[] };
        let mut cover = cover_between(self.board(), from, self.footprint_towards(target, from), &rule);
        if let Some(thing) = self.thing(target) {
            let own = CoverSource::Object(thing.object);
            let others = cover.crossed.iter().filter(|piece| !piece.ignored && piece.source != own);
            cover.best = others.copied().reduce(|best, piece| if piece.grade > best.grade { piece } else { best });
            cover.grade = cover.best.map_or(CoverGrade::None, |piece| piece.grade);
        }
        let grade = match cover.grade {
            CoverGrade::None => CoverGrade::None,
            grade => grade.better_by(self.sum(&Case::of("cover steps", target), Sum::new()).total()),
        };
        (cover, grade)
    }

    /// Whether this game knows cover, so that it matters what stands between.
    pub fn has_cover(&self) -> bool {
        self.rules.registry.sees.iter().any(|mechanic| mechanic.ignores_own_cover().is_some())
    }

    /// The cover that each of these squares would give against whoever is at `from`; nothing in games without cover.
    pub fn cover_of(&self, from: Footprint, squares: impl IntoIterator<Item = Square>) -> Vec<(Square, CoverGrade)> {
        let ignores_own = self.rules.registry.sees.iter().find_map(|mechanic| mechanic.ignores_own_cover());
        let Some(ignores_own) = ignores_own else { return Vec::new() };
        let worn = self.worn();
        cover_of_squares(self.board(), from, squares, &CoverRule { ignores_own, worn: &worn, bodies: &[] })
    }

    /// Steps of cover that each object on the board has lost.
    fn worn(&self) -> Vec<u8> {
        let mut worn = Vec::new();
        for (index, thing) in self.ground.things.iter().enumerate() {
            let holes = self.tally(Id::thing(index as u16), HOLES);
            if holes > 0 {
                let object = usize::from(thing.object);
                worn.resize(worn.len().max(object + 1), 0);
                worn[object] = holes.min(4) as u8;
            }
        }
        worn
    }

    /// Whether a blow can be struck from one body at another: nothing solid
    /// stands between them that is no thing which could itself be broken.
    pub fn can_strike(&self, a: Id, b: Id) -> bool {
        if self.in_line(a, b) {
            return true;
        }
        let own = self.footprint(a);
        let (from, to) = line_ends(own, self.footprint_towards(b, own));
        line_is_free(&Unbreakable(self.ground), Centre::Square(from), to)
    }
}

/// What stops even a blow that would break through things.
struct Unbreakable<'a>(&'a Ground);

impl Barrier for Unbreakable<'_> {
    fn square(&self, square: Square) -> bool {
        BlocksSight(&self.0.board).square(square) && !self.0.things.iter().any(|thing| thing.squares.contains(&square))
    }

    fn edge(&self, a: Square, b: Square) -> bool {
        let stands = |thing: &Thing| thing.edges.iter().any(|edge| *edge == (a, b) || *edge == (b, a));
        BlocksSight(&self.0.board).edge(a, b) && !self.0.things.iter().any(stands)
    }
}
