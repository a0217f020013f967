//! What comes back by itself when hours and days go by: Life, attributes; and what is used up (LG-HEAL-01 to LG-HEAL-03).

use crate::mechanics::prelude::*;

/// The numbers of mending.
#[derive(Clone, Debug, Deserialize)]
pub struct Mending {
    /// The figure that comes back, and the count of what has been lost of it.
    pub life: Mended,
    /// The figure that says how fast it comes back.
    pub by: FigureName,
    /// The word of those who regain half of that every few hours.
    pub quick: Key,
    /// After how many hours.
    pub hours: i32,
    /// Hours a day; everybody else regains the whole of it in that time.
    pub day: i32,
    /// Words of those who never mend.
    pub never: Vec<Key>,
    /// Figures that regain a point a day.
    pub a_point_a_day: Vec<Mended>,
    /// Figures of the quick that lose a point a day.
    pub used_up: Vec<Mended>,
    /// The count of hours rested so far: half a day now and half a day then are a day.
    #[serde(deserialize_with = "refers::own")]
    pub rested: Key,
    /// The rules that these numbers stand for.
    pub rules: MendingRules,
}

/// A figure and the count of what has been lost of it.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Mended {
    /// The figure.
    pub of: FigureName,
    /// What has been lost of it.
    pub lost: Key,
}

rule_ids! { struct MendingRules {
    quick: "Every few hours.",
    slow: "At the end of a day.",
    attributes: "Attributes.",
    used_up: "What is used up.",
} }

/// What comes back of `whole` at the end of that hour: half of it, rounded up
/// the first time and down the next, and so on.
const fn half(whole: i32, hour: i32, hours: i32) -> i32 {
    let lower = whole.div_euclid(2);
    if (hour / hours) % 2 == 1 { whole - lower } else { lower }
}

/// The next end of a stretch of so many hours.
const fn next_end(hour: i32, stretch: i32) -> i32 {
    (hour / stretch).saturating_add(1).saturating_mul(stretch)
}

impl Mending {
    fn mends(&self, look: Look<'_>, who: Id) -> bool {
        !look.is_dead(who) && !self.never.iter().any(|tag| look.has_tag(who, tag))
    }

    /// Gives back up to `points` of what has been lost of a figure; whether any came back.
    fn give_back(table: &mut Table<'_>, who: Id, mended: Mended, points: i32) -> bool {
        let lost = table.look().tally(who, mended.lost);
        let back = points.clamp(0, lost.max(0));
        if back > 0 {
            table.set_tally(who, mended.lost, lost - back);
        }
        back > 0
    }

    /// Lets the hours of somebody's rest pass from one mending to the next: what
    /// has come back by one of them counts for those after it (LG-HEAL-03).
    fn pass(&self, table: &mut Table<'_>, who: Id, hours: i32) {
        let (step, day) = (self.hours.max(1), self.day.max(1));
        let mut hour = table.look().tally(who, self.rested).max(0);
        let end = hour.saturating_add(hours.max(0));
        table.set_tally(who, self.rested, end);
        let mut is_changing = true;
        loop {
            let next = next_end(hour, step).min(next_end(hour, day));
            if next > end || next <= hour {
                return;
            }
            hour = next;
            let is_day = hour % day == 0;
            is_changing |= self.mend(table, who, hour % step == 0, is_day, hour);
            // A day that has changed nothing is as all those that follow.
            if is_day && !std::mem::take(&mut is_changing) {
                return;
            }
        }
    }

    /// What comes back to somebody at the end of an hour, and what is used up; whether anything changed.
    fn mend(&self, table: &mut Table<'_>, who: Id, is_step: bool, is_day: bool, hour: i32) -> bool {
        let mut changed = false;
        // Attributes first: Life comes back by what Toughness is by then.
        for mended in self.a_point_a_day.iter().filter(|_| is_day) {
            changed |= Self::give_back(table, who, *mended, 1);
        }
        let whole = table.look().value(who, self.by).max(0);
        if !table.look().has_tag(who, self.quick) {
            return (is_day && Self::give_back(table, who, self.life, whole)) || changed;
        }
        if is_step {
            changed |= Self::give_back(table, who, self.life, half(whole, hour, self.hours.max(1)));
        }
        for used in self.used_up.iter().filter(|_| is_day) {
            // No rule says that anybody dies of it: it stops at nought.
            if table.look().value(who, used.of) > 0 {
                table.set_tally(who, used.lost, table.look().tally(who, used.lost) + 1);
                changed = true;
            }
        }
        changed
    }

    /// Every figure that time changes, with the rule that says so for `who`.
    fn figures(&self, look: Look<'_>, who: Id) -> Vec<(FigureName, RuleId)> {
        let is_quick = look.has_tag(who, self.quick);
        let attributes = self.a_point_a_day.iter().map(|each| (each.of, self.rules.attributes));
        let life = (self.life.of, if is_quick { self.rules.quick } else { self.rules.slow });
        let used = self.used_up.iter().filter(|_| is_quick).map(|each| (each.of, self.rules.used_up));
        attributes.chain([life]).chain(used).collect()
    }
}

impl Mechanic for Mending {}

hears!(Mending: |self, table| {
    HoursPass { hours } => {
        let everybody: Vec<Id> = table.look().everybody().filter(|id| self.mends(table.look(), *id)).collect();
        for who in everybody {
            let look = table.look();
            let figures = self.figures(look, who);
            let before: Vec<i32> = figures.iter().map(|(figure, _)| look.value(who, *figure)).collect();
            self.pass(table, who, hours);
            for ((figure, rule), before) in figures.into_iter().zip(before) {
                tell(table, who, figure, before, rule);
            }
        }
    },
});

/// Says what has become of a figure, if anything has.
fn tell(table: &mut Table<'_>, who: Id, figure: FigureName, before: i32, rule: RuleId) {
    let after = table.look().value(who, figure);
    if after == before {
        return;
    }
    table.say_change(rule, who, (figure, before, after), |look| {
        let (verb, by) = if after > before { ("regains", after - before) } else { ("lives on", before - after) };
        format!("{} {verb} {by} {figure}: {after}.", look.name(who))
    });
}
