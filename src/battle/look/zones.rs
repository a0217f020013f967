//! Places in games that are measured in zones: who stands where, how far apart, and what lies between.

use smallvec::SmallVec;

use super::Look;
use crate::battle::{Held, Id, Item, Key, Spoken, Zoned};
use crate::board::{Border, Footprint, Light, Spot, SpotLine, Spots, Square, ZoneId};

impl<'w> Look<'w> {
    /// How places count, in games that are measured in zones.
    pub fn zoned(&self) -> Option<&'w Zoned> {
        self.rules.measure.zones.as_ref()
    }

    /// The zones of the field and the borders between them, as places to stand in.
    pub fn spots(&self) -> &'w Spots {
        self.ground.spots()
    }

    /// The place in which a body stands: a border that it touches, or else its zone.
    pub fn spot_of(&self, body: Footprint) -> Option<Spot> {
        self.ground.spot_of(body)
    }

    /// The place in which somebody stands.
    pub fn spot(&self, id: Id) -> Option<Spot> {
        self.spot_of(self.footprint(id))
    }

    /// How far apart two are, in half zones, whatever bars the way.
    pub fn half_zones(&self, a: Id, b: Id) -> Option<u32> {
        self.spots().distance(self.spot(a)?, self.spot(b)?)
    }

    /// Whether two places are at most half a zone apart, with nothing that bars the way.
    pub fn are_near(&self, a: Spot, b: Spot) -> bool {
        let spots = self.spots();
        a == b || (spots.distance(a, b) == Some(1) && !spots.is_barred(a, b))
    }

    /// Whether two can reach each other with their hands: in places that are near each other, or beside each other in
    /// games that are not measured in zones.
    pub fn is_nearby(&self, a: Id, b: Id) -> bool {
        if self.zoned().is_none() {
            return self.in_arms_reach(a, b);
        }
        self.spot(a).zip(self.spot(b)).is_some_and(|(a, b)| self.are_near(a, b))
    }

    /// Whether `b` is at most so far from `a`, in zones or in the board's unit of length, whatever stands between.
    pub fn is_within(&self, a: Id, b: Id, range: i32) -> bool {
        if self.zoned().is_none() {
            return self.distance(a, b) <= range;
        }
        self.half_zones(a, b).is_some_and(|halves| halves <= range.saturating_mul(2).max(0).unsigned_abs())
    }

    /// Whether a zone carries one of these words.
    pub fn zone_is(&self, zone: ZoneId, words: &[Key]) -> bool {
        let tags = self.board().zones.get(usize::from(zone)).map_or(&[][..], |zone| &zone.tags);
        tags.iter().any(|tag| words.iter().any(|word| *word == tag.as_str()))
    }

    /// What lies on the straight line between two places.
    pub fn line_of(&self, a: Spot, b: Spot) -> &'w SpotLine {
        self.spots().line(a, b)
    }

    /// The barriers on the straight line between two places.
    pub fn barriers(&self, a: Spot, b: Spot) -> SmallVec<[&'w Border; 2]> {
        let graph = self.spots().graph();
        let line = self.line_of(a, b);
        let crossed = line.crosses.iter().filter_map(|(one, other)| graph.border(*one, *other));
        crossed.filter(|border| !border.open).collect()
    }

    /// Whether nothing that stops sight stands between two places; their light is another matter.
    pub fn spots_see(&self, a: Spot, b: Spot) -> bool {
        let Some(zoned) = self.zoned() else { return true };
        let line = self.line_of(a, b);
        let sees_through = |border: &&Border| zoned.see_through.iter().any(|word| border.has_tag(word.as_str()));
        !line.is_walled
            && !line.through.iter().any(|zone| self.zone_is(*zone, &zoned.opaque))
            && self.barriers(a, b).iter().all(sees_through)
    }

    /// Whether there is light enough in a place for those who stand there to be seen.
    pub fn is_lit(&self, spot: Spot) -> bool {
        let Some(zoned) = self.zoned() else { return true };
        let is_dark = |zone: ZoneId| self.ground.light == Light::Dark || self.zone_is(zone, &zoned.dark);
        let (one, other) = spot.zones();
        let zones = || std::iter::once(one).chain(other);
        if zones().any(|zone| !is_dark(zone) || self.zone_is(zone, &zoned.light)) {
            return true;
        }
        let gives = |item: &Item| zoned.light.iter().any(|word| item.arm.has(word));
        let bears = |id: &Id| {
            let held = |item: &Item| matches!(item.held, Held::Hand(_)) && gives(item);
            self.place(*id).present && self.gear(*id).iter().any(held)
        };
        // A light reaches whatever is half a zone from it.
        let lights = |at: Spot| match spot {
            Spot::Zone(zone) => at.is_of(zone),
            Spot::Border(..) => at == spot || zones().any(|zone| at == Spot::Zone(zone)),
        };
        self.everybody().filter(bears).filter_map(|id| self.spot(id)).any(lights)
    }

    /// Some place where a body would stand in a place if nobody else were there; nothing where it is too large for it.
    pub fn seat(&self, body: Footprint, spot: Spot) -> Option<Footprint> {
        let seats = self.ground.seats(spot, body.side, self.rules.measure.gait);
        seats.first().map(|at| body.moved_to(*at))
    }

    /// Where `who` could stand in a place, in squares for its north-west corner, the middle first: free ones, and where
    /// there is none, one of those that are taken.
    pub fn rooms(&self, who: Id, spot: Spot) -> Vec<Square> {
        let body = self.footprint(who);
        let seats = self.ground.seats(spot, body.side, self.rules.measure.gait);
        let others = self.others(who);
        let is_free = |at: &&Square| !others.iter().any(|other| other.gap(body.moved_to(**at)) == 0);
        let free: Vec<Square> = seats.iter().filter(is_free).copied().collect();
        if free.is_empty() { seats.first().copied().into_iter().collect() } else { free }
    }

    /// The bodies that stand about, those who lie there with them.
    fn others(&self, who: Id) -> SmallVec<[Footprint; 12]> {
        let side = self.side(who);
        let stands = |id: &Id| *id != who && self.mount(*id) != Some(who) && self.is_there(*id);
        // Whoever is hidden takes up no room, or its place would be known by that.
        let is_known = |id: &Id| self.is_known_to(*id, side);
        self.everybody().filter(stands).filter(is_known).map(|id| self.footprint(id)).collect()
    }

    /// The first of these in each of several places, where anybody could stand there at all.
    pub fn first_rooms(&self, who: Id, spots: impl Iterator<Item = Spot>) -> impl Iterator<Item = Option<Square>> {
        let (body, others) = (self.footprint(who), self.others(who));
        spots.map(move |spot| {
            let seats = self.ground.seats(spot, body.side, self.rules.measure.gait);
            let is_free = |at: &&Square| !others.iter().any(|other| other.gap(body.moved_to(**at)) == 0);
            seats.iter().find(is_free).or(seats.first()).copied()
        })
    }

    /// Where `who` would be put in a place that it has no wish about: as near as possible to `near`.
    pub fn room(&self, who: Id, spot: Spot, near: Square) -> Option<Footprint> {
        let away = |at: &Square| ((at.x - near.x).abs().max((at.y - near.y).abs()), at.y, at.x);
        self.rooms(who, spot).into_iter().min_by_key(away).map(|at| self.footprint(who).moved_to(at))
    }

    /// What players call a place.
    pub fn spot_name(&self, spot: Spot) -> String {
        self.spots().name(self.board(), spot)
    }

    /// Where a square is, as players say it: by the place that it belongs to where places count, else by itself.
    pub fn place_name(&self, square: Square) -> String {
        let spot = self.zoned().and_then(|_| self.spots().at(square));
        spot.map_or_else(|| square.to_string(), |spot| self.spot_name(spot))
    }

    /// An order in words for those who read it, each square of it by its [name](Self::place_name).
    pub fn read_out(&self, order: &Spoken) -> String {
        let aims = order.at.iter().filter_map(|aim| aim.square.as_ref());
        let squares = order.to.iter().chain(&order.path).chain(aims);
        squares.fold(order.to_string(), |told, square| told.replace(&square.to_string(), &self.place_name(*square)))
    }
}

/// A number of squares as players say it: "1 square".
pub fn squares_in_words(squares: impl Into<i64>) -> String {
    match squares.into() {
        1 => "1 square".to_owned(),
        squares => format!("{squares} squares"),
    }
}

/// A number of half zones as players say it: "1½ zones".
pub fn zones_in_words(halves: u32) -> String {
    let (whole, half) = (halves / 2, if halves % 2 == 1 { "½" } else { "" });
    match (whole, half) {
        (0, "") => "no zone".to_owned(),
        (0, _) => "half a zone".to_owned(),
        (1, "") => "1 zone".to_owned(),
        _ => format!("{whole}{half} zones"),
    }
}
