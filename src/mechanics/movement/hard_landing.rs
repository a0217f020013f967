//! Falls: dice, the height and the ground that one lands on, and whoever lives lies there (HG-ENV-01, HG-COND-02).

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;

use super::fall::level;
use crate::battle::{
    Allowed, Case, Choice, Condition, Deed, Fact, Hit, Id, Key, Look, Mechanic, Order, Place, Refusal, Roll, Stage,
    Step, Sum, Table, refers,
};
use crate::board::Footprint;
use crate::dice::Expr;
use crate::mechanics::surfaces::{FALL, SURFACE, UNDERFOOT, fall_onto};

/// The numbers of falls, and of how hard everything is.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HardLanding {
    /// What is thrown, to which each unit of length adds 1.
    pub dice: Expr,
    /// From how far down it is a fall, in the board's unit of length.
    pub from: i32,
    /// What it harms.
    #[serde(deserialize_with = "refers::harms")]
    pub harms: Key,
    /// The state of whoever has landed.
    #[serde(deserialize_with = "refers::conditions")]
    pub landed: Key,
    /// What ground is of which nothing is known, and what it adds.
    pub plain: (Key, i32),
    /// What things of these words add: ground, walls, whatever one is slammed into. What is soft lies on top.
    pub surfaces: BTreeMap<Key, i32>,
    /// The figure of those who need not fall if it is more than nothing.
    #[serde(deserialize_with = "refers::figures")]
    pub flies: Key,
    /// States of those whom somebody carries up there.
    #[serde(deserialize_with = "refers::conditions")]
    pub carried: Vec<Key>,
    /// The rules that these numbers stand for.
    #[serde(deserialize_with = "refers::rules")]
    pub rules: HardLandingRules,
}

/// Which rule of the ruleset each part of this mechanic shows.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HardLandingRules {
    /// Falls.
    pub fall: Key,
    /// How hard something is.
    pub surface: Key,
    /// Lying there.
    pub landed: Key,
}

impl HardLanding {
    /// What something of these words is, and what it adds.
    fn surface(&self, case: &Case<'_>) -> Option<(Key, i32)> {
        let known = self.surfaces.iter().filter(|(word, _)| case.words.contains(word)).map(|(word, n)| (*word, *n));
        let softest = known.clone().min_by_key(|(_, n)| *n).filter(|(_, n)| *n <= 0);
        let hardest = known.max_by_key(|(_, n)| *n);
        softest.or(hardest).or_else(|| case.is(UNDERFOOT).then_some(self.plain))
    }

    /// Somebody is so much farther down than it was, and on the ground if nothing keeps it in the air.
    fn drops(&self, table: &mut Table<'_>, who: Id, down: i32, from_air: bool) -> Step {
        let up = if from_air { table.look().place(who).altitude.max(0) } else { 0 };
        if up > 0 {
            let rule = self.rules.fall;
            table.note(|look| Fact::new(rule, format!("{} drops out of the air.", look.name(who))).who(who));
            table.edit::<Place>(who).altitude = 0;
        }
        if down + up < self.from || table.look().is_dead(who) { Ok(()) } else { self.land(table, who, down + up) }
    }

    /// Somebody has fallen so far, and lies there.
    fn land(&self, table: &mut Table<'_>, who: Id, height: i32) -> Step {
        let rule = self.rules.fall;
        let look = table.look();
        let sum = fall_onto(look, who, height, look.footprint(who));
        let throw = table.throw(&self.dice)?;
        let damage = throw.total.saturating_add(sum.total());
        table.note(|look| {
            let (name, unit) = (look.name(who), &look.rules().measure.unit);
            let text = format!("{name} falls {height} {unit}: {damage} damage.");
            Fact::new(rule, text).who(who).roll(Roll::of("damage", &self.dice, &throw, &sum))
        });
        let case = Case::of("damage", who).word(FALL);
        if let Some(hit) = Hit::unaimed(table.look(), &case, self.harms, damage, rule) {
            table.inflict(&hit)?;
        }
        let look = table.look();
        if look.is_in_play(who) && !look.is(who, self.landed.as_str()) {
            let (rule, state) = (self.rules.landed, self.landed);
            table.note(|look| {
                Fact::new(rule, format!("{} lies on the ground.", look.name(who))).who(who).change(who, state, 0, 1)
            });
            table.begin(who, Condition::new(state))?;
        }
        Ok(())
    }
}

impl Mechanic for HardLanding {
    fn name(&self) -> &'static str {
        "hard_landing"
    }

    fn deeds(&self) -> Vec<Arc<dyn Deed>> {
        vec![Arc::new(Falls(self.clone()))]
    }

    fn modify(&self, _look: Look<'_>, case: &Case<'_>, sum: &mut Sum) {
        if case.on == SURFACE
            && let Some((word, n)) = self.surface(case)
        {
            sum.add(word, n, self.rules.surface);
        }
    }

    /// Whoever has come to stand much farther down than before has fallen, and so has whoever is in the air and nothing
    /// keeps it there.
    fn on_move(&self, table: &mut Table<'_>, who: Id, from: Footprint) -> Step {
        let look = table.look();
        if look.value(who, self.flies) > 0 {
            return Ok(());
        }
        let is_carried = look.mount(who).is_some() || self.carried.iter().any(|state| look.is(who, state.as_str()));
        let down = level(look, from) - level(look, look.footprint(who));
        self.drops(table, who, down, !is_carried)
    }

    /// Whoever is out of it stays up no longer.
    fn on_condition(&self, table: &mut Table<'_>, who: Id, kind: Key, begun: bool) -> Step {
        let look = table.look();
        let out = look.rules().conditions.get(&kind).is_some_and(|def| def.out || def.dead);
        if begun && out && !who.is_thing() { self.drops(table, who, 0, true) } else { Ok(()) }
    }
}

/// Falling so far where one is, as something that is done to people: others let it happen.
#[derive(Debug)]
struct Falls(HardLanding);

impl Deed for Falls {
    fn verb(&self) -> Key {
        Key::from(FALL)
    }

    fn group(&self) -> &'static str {
        "move"
    }

    fn stage(&self) -> Stage {
        Stage::Harm
    }

    /// Nobody does it of its own accord.
    fn choices(&self, _look: Look<'_>, _who: Id, _out: &mut Vec<Choice>) {}

    fn check(&self, _look: Look<'_>, _who: Id, _order: &Order) -> Allowed {
        Err(Refusal::new(self.0.rules.fall, "nobody falls of its own accord"))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        self.0.land(table, who, order.n.unwrap_or(0))
    }
}
