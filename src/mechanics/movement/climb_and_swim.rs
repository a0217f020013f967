//! Climbing and swimming as part of a Move, and falling: off a wall, and off whatever one is knocked from (LG-MOVE-03).

use super::fall::{Fall, foot, level};
use crate::mechanics::prelude::*;

/// The numbers of climbing and swimming.
#[derive(Clone, Debug, Deserialize)]
pub struct ClimbAndSwim {
    /// The dice of a check.
    pub die: Expr,
    /// What it must reach.
    pub needed: i32,
    /// Ground that is climbed.
    pub climb: Way,
    /// Ground that is swum through.
    pub swim: Way,
    /// The manner of a Move at full speed, and what it adds to the check.
    pub hurry: (Key, i32),
    /// Words of walls that make it easier or harder to climb them.
    #[serde(deserialize_with = "refers::own")]
    pub surfaces: BTreeMap<Key, i32>,
    /// What climbing adds to the climber's figures.
    pub hampers: BTreeMap<FigureName, i32>,
    /// What becomes of those who fall.
    pub fall: Fall,
    /// The rules that these numbers stand for.
    pub rule: RuleId,
}

/// One way of getting over ground that cannot be walked on.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Way {
    /// The word of such ground.
    pub on: Key,
    /// The figure that is rolled.
    pub skill: FigureName,
}

/// How somebody's deed goes over walls and water.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// At full speed.
    hurries: bool,
    /// The squares that they mean to step to.
    way: Vec<Square>,
    /// Whether they have passed their check for climbing, and that for swimming.
    passed: (bool, bool),
}

impl ClimbAndSwim {
    /// Whether a body at `at` is on ground of this word.
    fn is_on(look: Look<'_>, at: Footprint, way: Way) -> bool {
        look.ground().is_under(at, way.on.as_str())
    }

    fn is_climbing(&self, look: Look<'_>, who: Id) -> bool {
        look.place(who).present && Self::is_on(look, look.footprint(who), self.climb)
    }

    /// What the wall under a body adds to the check: the hardest of its squares.
    fn surface(&self, look: Look<'_>, at: Footprint) -> Vec<(Key, i32)> {
        let board = look.board();
        let on = at.squares().filter(|square| board.has_tag(*square, self.climb.on.as_str()));
        let words = |square: Square| {
            let words = self.surfaces.iter().filter(move |(word, _)| board.has_tag(square, word.as_str()));
            words.map(|(word, n)| (*word, *n)).collect::<Vec<_>>()
        };
        on.map(words).min_by_key(|words| words.iter().map(|(_, n)| n).sum::<i32>()).unwrap_or_default()
    }

    /// What `who` adds to their check on ground of this kind.
    fn bonus(&self, look: Look<'_>, who: Id, way: Way, surface: Vec<(Key, i32)>, hurries: bool) -> Sum {
        let mut bonus = look.sum(&Case::of("check", who).word(way.skill), look.figure(who, way.skill));
        for (word, n) in surface {
            bonus.add(word, n, self.rule);
        }
        if hurries {
            bonus.add(self.hurry.0, self.hurry.1, self.rule);
        }
        bonus
    }

    /// What the hardest ground of this kind among `places` adds to a check.
    fn hardest(&self, look: Look<'_>, way: Way, places: &[Footprint]) -> Vec<(Key, i32)> {
        let climbed = places.iter().filter(|at| way.on == self.climb.on && Self::is_on(look, **at, way));
        let surfaces = climbed.map(|at| self.surface(look, *at));
        surfaces.min_by_key(|words| words.iter().map(|(_, n)| n).sum::<i32>()).unwrap_or_default()
    }

    /// Whether `who` passes a check of this kind on such ground.
    fn passes(&self, look: Look<'_>, who: Id, way: Way, surface: Vec<(Key, i32)>) -> Distribution<bool> {
        let lacking = self.needed - self.bonus(look, who, way, surface, false).total();
        Distribution::from_expr(&self.die).map(|total| *total >= lacking)
    }

    /// A check of `who` on the hardest ground of this kind among `places`; whether they hold on.
    fn check(&self, table: &mut Table<'_>, who: Id, way: Way, places: &[Footprint], hurries: bool) -> Step<bool> {
        let look = table.look();
        let bonus = self.bonus(look, who, way, self.hardest(look, way, places), hurries);
        let label = way.skill.as_str();
        table.passes(who, label, &self.die, bonus, Sum::of("needed", self.needed), self.rule)
    }

    /// Lets somebody fall from where they stand to the foot of the wall that they are on or about to climb at `onto`.
    fn lose_hold(&self, table: &mut Table<'_>, who: Id, onto: Footprint) -> Step {
        let look = table.look();
        let from = look.footprint(who);
        let stays = |to: &Footprint| !Self::is_on(look, from, self.climb) && level(look, *to) >= level(look, from);
        let to = foot(look, who, onto, self.climb.on).filter(|to| !stays(to)).unwrap_or(from);
        let height = (level(look, from) - level(look, to)).max(0);
        if to != from {
            table.edit::<Progress>(who).passed = (false, false);
            // Falling is not being knocked off a ledge once more.
            self.fall.within(table, who, |table| table.relocate(who, to))?;
        }
        self.fall.land(table, who, height)
    }
}

mechanic!(ClimbAndSwim: |self| {
    words(words) => {
        words.add(Word::Roll, ["fall"]).add(Word::Term, ["climbing", "needed"]);
        words.add(Word::Roll, [self.climb.skill, self.swim.skill]).add(Word::manner("move"), [self.hurry.0]);
    },
});

hears!(ClimbAndSwim: |self, table| {
    AboutTo { who, order } => {
        let look = table.look();
        let has_walls = |each: &crate::board::Terrain| {
            each.tags.iter().any(|tag| self.climb.on == tag.as_str() || self.swim.on == tag.as_str())
        };
        let is_plain = !look.board().terrains.iter().any(has_walls);
        if is_plain {
            return Ok(());
        }
        let way = look.deed(order.verb).ok().and_then(|deed| deed.way(look, who, order)).unwrap_or_default();
        *table.edit::<Progress>(who) = Progress { hurries: order.is(self.hurry.0), way, passed: (false, false) };
    },
    Moved { who, from } => self.fall.on_move(table, who, from),
    HarmDone { hit } => {
        let look = table.look();
        if hit.kind != self.fall.harms || hit.judged.harm <= 0 || !self.is_climbing(look, hit.who) {
            return Ok(());
        }
        let here = look.footprint(hit.who);
        // Whoever can do nothing cannot hold on either.
        let is_able = look.is_in_play(hit.who) && look.allows(hit.who, &["act", "physical"]).is_ok();
        if is_able && self.check(table, hit.who, self.climb, &[here], false)? {
            return Ok(());
        }
        self.lose_hold(table, hit.who, here)
    },
});

modifies!(ClimbAndSwim: self.hampers.keys() => |self, look, case, sum| {
    if let Some(n) = self.hampers.get(&case.on)
        && self.is_climbing(look, case.who)
    {
        sum.add("climbing", *n, self.rule);
    }
});

impl Steps for ClimbAndSwim {
    fn hold_up(&self, look: Look<'_>, who: Id, to: Footprint) -> f64 {
        let ways = [self.climb, self.swim].into_iter().filter(|way| Self::is_on(look, to, *way));
        let fails =
            |way: Way| 1.0 - self.passes(look, who, way, self.hardest(look, way, &[to])).probability(&true).to_f64();
        ways.map(fails).fold(0.0, f64::max)
    }

    fn gets_along(&self, look: Look<'_>, who: Id, way: &[Footprint]) -> Option<Distribution<bool>> {
        let is_met = |kind: &Way| way.iter().any(|at| Self::is_on(look, *at, *kind));
        let met = [self.climb, self.swim].into_iter().filter(is_met);
        let checks = met.map(|kind| self.passes(look, who, kind, self.hardest(look, kind, way)));
        checks.reduce(|one, other| one.combine(&other, |one, other| *one && *other))
    }

    fn before_step(&self, table: &mut Table<'_>, who: Id, to: Footprint) -> Step<bool> {
        let look = table.look();
        let (climbs, swims) = (Self::is_on(look, to, self.climb), Self::is_on(look, to, self.swim));
        if !climbs && !swims {
            return Ok(true);
        }
        let progress = look.get::<Progress>(who).cloned().unwrap_or_default();
        let mut places: Vec<Footprint> = progress.way.iter().map(|at| to.moved_to(*at)).collect();
        places.push(to);
        if climbs && !progress.passed.0 {
            if !self.check(table, who, self.climb, &places, progress.hurries)? {
                self.lose_hold(table, who, to)?;
                return Ok(false);
            }
            table.edit::<Progress>(who).passed.0 = true;
        }
        if swims && !progress.passed.1 {
            if !self.check(table, who, self.swim, &places, progress.hurries)? {
                table.say(self.rule, who, |look| format!("{} makes no way in the water.", look.name(who)));
                return Ok(false);
            }
            table.edit::<Progress>(who).passed.1 = true;
        }
        Ok(true)
    }
}
