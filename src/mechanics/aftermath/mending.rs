//! What comes back by itself when hours and days go by: Life, attributes; and
//! what is used up.

use serde::Deserialize;

use crate::battle::{Fact, Id, Key, Look, Mechanic, Step, Table, refers};

/// The numbers of mending.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mending {
    /// The figure that comes back, and the count of what has been lost of it.
    pub life: Mended,
    /// The figure by which it comes back.
    #[serde(deserialize_with = "refers::figures")]
    pub by: Key,
    /// The word of those who regain half of that every few hours.
    pub quick: Key,
    /// After how many hours.
    pub hours: i32,
    /// Hours a day; everybody else regains the whole of it in that time.
    pub day: i32,
    /// Words of those who never mend.
    pub never: Vec<Key>,
    /// Figures of which a point a day comes back.
    pub a_point_a_day: Vec<Mended>,
    /// Figures of the quick of which a point a day is used up.
    pub used_up: Vec<Mended>,
    /// The rules that these numbers stand for.
    #[serde(deserialize_with = "refers::rules")]
    pub rules: MendingRules,
}

/// A figure and the count of what has been lost of it.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mended {
    /// The figure.
    #[serde(deserialize_with = "refers::figures")]
    pub of: Key,
    /// What has been lost of it.
    pub lost: Key,
}

/// Which rule of the ruleset each part of this mechanic shows.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MendingRules {
    /// Every few hours.
    pub quick: Key,
    /// At the end of a day.
    pub slow: Key,
    /// Attributes.
    pub attributes: Key,
    /// What is used up.
    pub used_up: Key,
}

/// What comes back in so many steps: half of `whole` each, the first half
/// rounded up, the second down, and so on.
fn in_halves(whole: i32, steps: i32) -> i32 {
    (0..steps).map(|step| if step % 2 == 0 { whole - whole.div_euclid(2) } else { whole.div_euclid(2) }).sum()
}

impl Mending {
    fn mends(&self, look: Look<'_>, who: Id) -> bool {
        !look.is_dead(who) && !self.never.iter().any(|tag| look.has_tag(who, tag.as_str()))
    }

    /// Gives back up to `points` of what has been lost of a figure.
    fn give_back(table: &mut Table<'_>, who: Id, mended: Mended, points: i32, rule: Key) {
        let lost = table.look().tally(who, mended.lost);
        let back = points.clamp(0, lost.max(0));
        if back == 0 {
            return;
        }
        let before = table.look().value(who, mended.of);
        table.set_tally(who, mended.lost, lost - back);
        let after = table.look().value(who, mended.of);
        table.note(|look| {
            let text = format!("{} regains {back} {}: {after}.", look.name(who), mended.of);
            Fact::new(rule, text).who(who).change(who, mended.of, before, after)
        });
    }
}

impl Mechanic for Mending {
    fn name(&self) -> &'static str {
        "mending"
    }

    fn on_rest(&self, table: &mut Table<'_>, hours: i32) -> Step {
        let everybody: Vec<Id> = table.look().everybody().filter(|id| self.mends(table.look(), *id)).collect();
        let days = hours.div_euclid(self.day.max(1));
        for who in everybody {
            // Attributes first: Life comes back by what Toughness is by then.
            for mended in &self.a_point_a_day {
                Self::give_back(table, who, *mended, days, self.rules.attributes);
            }
            let whole = table.look().value(who, self.by).max(0);
            if table.look().has_tag(who, self.quick.as_str()) {
                let points = in_halves(whole, hours.div_euclid(self.hours.max(1)));
                Self::give_back(table, who, self.life, points, self.rules.quick);
                for used in &self.used_up {
                    let left = table.look().value(who, used.of);
                    let lost = table.look().tally(who, used.lost);
                    let gone = days.clamp(0, left.max(0));
                    if gone == 0 {
                        continue;
                    }
                    table.set_tally(who, used.lost, lost + gone);
                    let rule = self.rules.used_up;
                    table.note(|look| {
                        let text = format!("{} lives on {gone} {}: {}.", look.name(who), used.of, left - gone);
                        Fact::new(rule, text).who(who).change(who, used.of, left, left - gone)
                    });
                }
            } else {
                Self::give_back(table, who, self.life, whole.saturating_mul(days), self.rules.slow);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::in_halves;

    /// LG-HEAL-01: three times Toughness a day, whatever it is.
    #[test]
    fn six_halves_make_three_times_the_whole() {
        for toughness in 0..=20 {
            assert_eq!(in_halves(toughness, 6), 3 * toughness);
        }
        assert_eq!((0..=3).map(|steps| in_halves(3, steps)).collect::<Vec<_>>(), [0, 2, 3, 5]);
    }
}
