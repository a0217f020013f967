//! Being under way: a straight run-up lets one charge, great speed makes a target harder to hit and a blow heavier
//! (ST-ATK-03, ST-ATK-17, ST-ATK-21, ST-ENV-04).

use crate::mechanics::prelude::*;

/// The numbers of speed.
#[derive(Clone, Debug, Deserialize)]
pub struct Momentum {
    /// Verbs of deeds that are movement.
    pub going: Vec<Verb>,
    /// What may only follow a straight run-up, and how long that is in the board's unit of length.
    pub charge: (Key, i32),
    /// Own squares in a turn for each point of Target.
    pub target_each: i32,
    /// Squares of the struck a second for each point of damage.
    pub damage_each: i32,
    /// When speed adds to damage.
    pub damage: SpeedDamage,
    /// The figure of size.
    pub size: FigureName,
    /// The rules that these numbers stand for.
    pub rules: MomentumRules,
}

/// When speed adds to damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpeedDamage {
    /// Never.
    Off,
    /// When the attacker went straight on in the second before the blow, or the target came straight at them.
    ChargeOnly,
    /// Whenever somebody moved in the second before the blow.
    Always,
}

rule_ids! { struct MomentumRules {
    charge: "Charging.",
    target: "Speed and Target.",
    damage: "Speed and damage.",
} }

/// How somebody has moved since they last did anything else.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct UnderWay {
    /// Every square, the one that they set out from first.
    way: SmallVec<[Square; 8]>,
    /// Squares since the deed before the last began.
    last_deed: usize,
    /// Seconds that the last deed of movement takes, and the squares of its whole way.
    seconds: i32,
    whole: usize,
    /// Board squares covered this turn, in halves.
    this_turn: u32,
}

impl UnderWay {
    /// The last squares of the way, all in one direction, newest last.
    fn straight(&self) -> &[Square] {
        let Some(direction) = self.heading() else { return &[] };
        let steps = self.way.windows(2).rev().take_while(|step| step[0].step(direction, 1) == step[1]).count();
        self.way.get(self.way.len() - 1 - steps..).unwrap_or_default()
    }

    fn heading(&self) -> Option<Direction> {
        let [.., before, last] = self.way.as_slice() else { return None };
        Direction::ALL.into_iter().find(|direction| before.step(*direction, 1) == *last)
    }

    /// The way of the last second of movement.
    fn last_second(&self) -> &[Square] {
        let steps = self.way.len().saturating_sub(1 + self.last_deed);
        let seconds = usize::try_from(self.seconds).unwrap_or(1).max(1);
        let each = steps.max(self.whole).div_ceil(seconds);
        let last = match steps {
            0 => 0,
            // In the middle of a way the pace is that of all of it.
            _ if steps < self.whole => steps.min(each),
            _ => steps - each * (steps.div_ceil(each) - 1),
        };
        self.way.get(self.way.len().saturating_sub(1 + last)..).unwrap_or_default()
    }
}

fn length(look: Look<'_>, way: &[Square]) -> i32 {
    let metric = look.rules().measure.metric;
    let halves: u32 = way.windows(2).map(|step| metric.halves(step[1].x - step[0].x, step[1].y - step[0].y).0).sum();
    look.length(Halves(halves))
}

/// Whether a deed takes no time.
fn is_free(look: Look<'_>, who: Id, order: &Order) -> bool {
    let price = look.deed(order.verb).and_then(|deed| look.rules().economy.price(look, who, &**deed, order));
    price.is_ok_and(|price| price.amount == 0)
}

/// Somebody stands still, or does something else than going.
fn stop(table: &mut Table<'_>, who: Id) {
    let is_carried = table.look().mount(who).is_some();
    let mut way = table.edit::<UnderWay>(who);
    way.way.clear();
    way.last_deed = 0;
    // Whoever is carried goes on as fast as their mount does.
    if !is_carried {
        (way.seconds, way.whole) = (0, 0);
    }
}

/// Somebody has fallen so far: that is so far covered in this turn, however it came about (ST-ENV-04).
pub(super) fn falls(table: &mut Table<'_>, who: Id, height: i32) {
    let look = table.look();
    if look.get::<UnderWay>(who).is_some() {
        let halves = height.max(0).unsigned_abs().saturating_mul(2) / look.rules().measure.square.max(1).unsigned_abs();
        let mut way = table.edit::<UnderWay>(who);
        way.this_turn = way.this_turn.saturating_add(halves);
    }
}

impl Momentum {
    /// Points of Target for a way of so many half squares: one for every so many whole squares of the body's own size.
    fn points(&self, look: Look<'_>, who: Id, way: u32) -> i32 {
        let own = look.rules().measure.own_halves(look.value(who, self.size));
        (way / self.target_each.saturating_mul(own).max(1).unsigned_abs()) as i32
    }

    /// Metres of the second before the blow that count: straight on, and for whoever is struck `towards` the other.
    fn speed(&self, look: Look<'_>, who: Id, towards: Option<Id>) -> i32 {
        let Some(under_way) = look.get::<UnderWay>(who) else { return 0 };
        let last = under_way.last_second();
        let counts = match self.damage {
            SpeedDamage::Off => false,
            SpeedDamage::Always => true,
            SpeedDamage::ChargeOnly => {
                let comes = |other: Id| {
                    last.first().zip(last.last()).is_some_and(|(from, to)| {
                        let own = look.footprint(who);
                        let there = look.footprint(other);
                        own.moved_to(*to).gap(there) < own.moved_to(*from).gap(there)
                    })
                };
                under_way.straight().len() >= last.len() && towards.is_none_or(comes)
            }
        };
        if counts { length(look, last) } else { 0 }
    }
}

mechanic!(Momentum: |self| {
    words(words) => words.add(Word::Term, ["speed"]),
});

hears!(Momentum: |self, table| {
    TurnBegun { who } => if table.look().get::<UnderWay>(who).is_some_and(|way| *way != UnderWay::default()) {
        table.edit::<UnderWay>(who).this_turn = 0;
    },
    Moved { who, from } => {
        let look = table.look();
        let to = look.footprint(who).at;
        let cost = look.rules().measure.metric.halves(to.x - from.at.x, to.y - from.at.y).0;
        let before = look.get::<UnderWay>(who).map_or(0, |way| way.this_turn);
        let mut way = table.edit::<UnderWay>(who);
        way.this_turn = before.saturating_add(cost);
        if way.way.last() != Some(&from.at) {
            way.way.clear();
            way.way.push(from.at);
            way.last_deed = 0;
        }
        way.way.push(to);
        let (rule, target) = (self.rules.target, self.points(table.look(), who, before.saturating_add(cost)));
        if target > self.points(table.look(), who, before) {
            table.say(rule, who, |look| format!("{} is fast: +{target} Target.", look.name(who)));
        }
    },
    Done { who, order } => {
        let going = self.going.contains(&order.verb);
        let look = table.look();
        let Some(way) = look.get::<UnderWay>(who) else { return Ok(()) };
        if going {
            return Ok(());
        }
        if !way.way.is_empty() && !is_free(look, who, order) {
            stop(table, who);
        }
    },
    Idled { who } => if table.look().get::<UnderWay>(who).is_some_and(|way| !way.way.is_empty()) { stop(table, who); },
    AboutTo { who, order } => {
        if !self.going.contains(&order.verb) {
            return Ok(());
        }
        let look = table.look();
        let deed = look.deed(order.verb).ok();
        let seconds = deed.map_or(1, |deed| deed.count(look, who, order));
        let whole = deed.and_then(|deed| deed.way(look, who, order)).map_or(0, |way| way.len());
        // Those who are carried are under way with their mount.
        let carried = look.riders(who).to_vec();
        for who in carried.into_iter().chain([who]) {
            let steps = table.look().get::<UnderWay>(who).map_or(0, |way| way.way.len().saturating_sub(1));
            let mut way = table.edit::<UnderWay>(who);
            (way.last_deed, way.seconds, way.whole) = (steps, seconds, whole);
        }
    },
});

modifies!(Momentum: ["target", "damage"] => |self, look, case, sum| {
    match (case.on.as_str(), case.against) {
        ("target", _) => {
            let way = look.get::<UnderWay>(case.who).map_or(0, |way| way.this_turn);
            sum.add("speed", self.points(look, case.who, way), self.rules.target);
        }
        ("damage", Some(target)) if case.is("melee") => {
            // Whoever sits on something that moves moves, whatever else they do.
            let mover = look.mount(target).unwrap_or(target);
            let metres = self.speed(look, case.who, None).max(self.speed(look, mover, Some(case.who)));
            let measure = &look.rules().measure;
            let own = measure.own_halves(look.value(target, self.size)).saturating_mul(measure.square);
            let squares = metres.saturating_mul(2) / own.max(1);
            sum.add("speed", squares / self.damage_each.max(1), self.rules.damage);
        }
        _ => {}
    }
});

forbids!(Momentum: |self, look, who, kinds| {
    let (charge, least) = self.charge;
    if !kinds.contains(&charge) {
        return Ok(());
    }
    let run_up = look.get::<UnderWay>(who).map_or(0, |way| length(look, way.straight()));
    if run_up < least {
        let unit = &look.rules().measure.unit;
        let why = format!("{charge} must follow {least} {unit} straight on, not {run_up} {unit}");
        return Err(Refusal::new(self.rules.charge, why));
    }
    Ok(())
});
