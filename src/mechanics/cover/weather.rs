//! What wind, darkness and rain do to shots (HG-ATK-04).

use crate::board::Light;
use crate::mechanics::prelude::*;

/// The numbers of the weather.
#[derive(Clone, Debug, Deserialize)]
pub struct Weather {
    /// The roll that it touches, and the word of those that it touches.
    pub on: (Key, Key),
    /// What a wind at one's back adds, and any other.
    pub wind: (i32, i32),
    /// How many times that a strong one counts.
    pub strong: i32,
    /// What darkness around the target adds.
    pub dark: i32,
    /// What heavy rain adds.
    pub rain: i32,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

/// Whether a wind is at the back of whoever shoots that far east and south: at most an eighth of a turn off.
fn is_with(wind: Direction, (east, south): (i32, i32)) -> bool {
    let (x, y) = wind.offset();
    let [x, y, east, south] = [x, y, east, south].map(i64::from);
    let along = x * east + y * south;
    along > 0 && 2 * along * along >= (x * x + y * y) * (east * east + south * south)
}

/// The middle of a body, in half squares.
fn middle(body: Footprint) -> (i32, i32) {
    (body.at.x * 2 + body.side, body.at.y * 2 + body.side)
}

mechanic!(Weather: |self| {
    situations => &["light"],
    words(words) => words.add(Word::Term, ["darkness", "rain", "wind"]),
});

modifies!(Weather: [self.on.0] => |self, look, case, sum| {
    if !case.is(self.on.1) {
        return;
    }
    let own = look.footprint(case.who);
    let aimed = |order: &Order| order.to.or(order.at.first().and_then(|aim| aim.square));
    let place = case.order.and_then(aimed).map(Footprint::one);
    let Some(target) = case.against.map(|target| look.footprint_towards(target, own)).or(place) else { return };
    if look.ground().light_on(target.at) == Light::Dark {
        sum.add("darkness", self.dark, self.rule);
    }
    let Some(around) = look.battle::<Surroundings>() else { return };
    if around.rain {
        sum.add("rain", self.rain, self.rule);
    }
    if let Some(wind) = around.wind {
        let ((x, y), (from_x, from_y)) = (middle(target), middle(own));
        let (with, against) = self.wind;
        let adds = if is_with(wind.toward, (x - from_x, y - from_y)) { with } else { against };
        sum.add("wind", if wind.strong { adds * self.strong } else { adds }, self.rule);
    }
});

#[cfg(test)]
mod tests {
    use super::*;

    /// HG-ATK-04: what is at most an eighth of a turn off the wind goes with it; everything else is across or against.
    #[test]
    fn a_wind_is_with_what_goes_its_way() {
        let with = [(10, 0), (10, 10), (10, -10), (10, 4)];
        assert!(with.into_iter().all(|shot| is_with(Direction::East, shot)));
        let not = [(4, 10), (0, 10), (-10, 0), (-10, 4), (9, 10)];
        assert!(!not.into_iter().any(|shot| is_with(Direction::East, shot)));
        assert!(is_with(Direction::SouthEast, (10, 0)) && is_with(Direction::SouthEast, (0, 10)));
        assert!(!is_with(Direction::SouthEast, (10, -1)));
    }
}
