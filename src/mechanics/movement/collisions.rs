//! One body at speed in the place of another. Each may dodge. Those who do not are hurt by the same blow, the more so with
//! something hard behind them (ST-ENV-05, ST-ENV-06).

use super::push::Rush;
use crate::board::Obstacle;
use crate::mechanics::attack::answer::ask_and_roll;
use crate::mechanics::prelude::*;
use crate::mechanics::surfaces::{hardness, underfoot};

/// The word of collisions.
pub(in crate::mechanics) const COLLISION: &str = "collision";

/// The numbers of collisions.
#[derive(Clone, Debug, Deserialize)]
pub struct Collisions {
    /// The defence that takes one out of the way, what is thrown for it, and what that must come to between bodies of
    /// one size; each step between the largest and the smallest is one more.
    pub evades: (Key, Expr, i32),
    /// What a collision does.
    pub damage: Expr,
    /// What each step of the smallest size adds to that, or of the largest for those who are crushed.
    pub a_size: i32,
    /// Squares a second, of those who are hurt, for each point of damage.
    pub each: i32,
    /// A speed in units of length a second, the height of a fall that leads to it, and the greatest speed of all. The
    /// speed grows as the root of the height.
    pub falling: (i32, i32, i32),
    /// The rules that these numbers stand for.
    pub rules: CollisionRules,
}

rule_ids! { struct CollisionRules {
    evade: "Evading.",
    damage: "What it does.",
} }

/// A collision: who comes, into whom, and how.
pub(super) struct Crash<'a> {
    /// Who comes at speed.
    pub mover: Id,
    /// Those who are in the way.
    pub struck: Vec<Id>,
    /// Units of length a second.
    pub speed: i32,
    /// Whom something hard is behind or below.
    pub crushed: &'a dyn Fn(Look<'_>, Id) -> bool,
}

/// What of a harm is the same for fall and collision.
pub(super) struct Harms<'a> {
    /// What is harmed.
    pub kind: HarmName,
    /// Types of damage.
    pub types: &'a [Key],
    /// The figure of size.
    pub size: FigureName,
}

/// Everybody and every thing on the board that `who` could collide with.
pub(super) fn bodies<'w>(look: Look<'w>, who: Id) -> impl Iterator<Item = Id> + use<'w> {
    let is_met = move |id: &Id| {
        let is_there = look.is_there(*id) && look.mount(*id).is_none();
        *id != who && is_there && !look.go_together(who, *id)
    };
    look.everybody().chain(look.things()).filter(is_met)
}

/// Those who would be in the way of `who` there and are not in the same place already.
pub(super) fn in_the_way(look: Look<'_>, who: Id, to: Footprint) -> Vec<Id> {
    let here = look.footprint(who);
    let is_met = |id: &Id| {
        let other = look.footprint(*id);
        other.gap(to) == 0 && other.gap(here) > 0
    };
    bodies(look, who).filter(is_met).collect()
}

/// Whether something hard keeps somebody from giving way in that direction: ground or a wall that yields to nobody.
pub(super) fn is_against_something(look: Look<'_>, who: Id, way: Direction) -> bool {
    let body = look.footprint(who);
    let there = body.moved_to(body.at.step(way, 1));
    let ground = look.ground().walk(body.side, look.rules().measure.gait);
    match ground.step(body.at, way) {
        Err(Obstacle::Ground) => hardness(look, who, &underfoot(look, there)).total() >= 0,
        Err(Obstacle::Wall | Obstacle::Corner) => true,
        Err(Obstacle::Steep) => super::level(look, there) > super::level(look, body),
        _ => false,
    }
}

impl Collisions {
    /// How fast somebody is that has fallen so far.
    pub(super) fn falling_speed(&self, height: i32) -> i32 {
        let (speed, each, most) = self.falling;
        let times = (f64::from(height.max(0)) / f64::from(each.max(1))).sqrt();
        ((f64::from(speed) * times) as i32).min(most)
    }

    /// Somebody at speed comes to where others are: hurts all who do not get out of the way, and returns those who do.
    pub(super) fn crash(&self, table: &mut Table<'_>, crash: &Crash<'_>, harms: &Harms<'_>) -> Step<Vec<Id>> {
        let look = table.look();
        let involved: Vec<Id> = std::iter::once(crash.mover).chain(crash.struck.iter().copied()).collect();
        let sizes = || involved.iter().map(|id| look.value(*id, harms.size));
        let (smallest, largest) = (sizes().min().unwrap_or(0), sizes().max().unwrap_or(0));
        table.say(self.rules.evade, crash.mover, |look| {
            format!("{} comes into the place of {}.", look.name(crash.mover), look.names(&crash.struck, ", "))
        });
        let mut away = Vec::new();
        for who in &involved {
            let other = if *who == crash.mover { crash.struck.first().copied() } else { Some(crash.mover) };
            if self.evades(table, *who, other.unwrap_or(crash.mover), largest - smallest)? {
                away.push(*who);
            }
        }
        let hurt: Vec<Id> = involved.into_iter().filter(|id| !away.contains(id)).collect();
        if hurt.is_empty() {
            return Ok(away);
        }
        let throw = table.throw(&self.damage)?;
        let look = table.look();
        let sum = |who: Id| {
            let size = if (crash.crushed)(look, who) { ("crushed", largest) } else { ("size", smallest) };
            (who, self.sum(look, who, size, crash.speed, harms))
        };
        let sums: Vec<(Id, Sum)> = hurt.into_iter().map(sum).collect();
        for (who, sum) in sums {
            self.hurt(table, who, (&throw, &sum), harms)?;
        }
        Ok(away)
    }

    /// Whether somebody gets out of the way.
    fn evades(&self, table: &mut Table<'_>, who: Id, other: Id, apart: i32) -> Step<bool> {
        let (verb, die, dc) = &self.evades;
        if who.is_thing() || !table.look().is_in_play(who) {
            return Ok(false);
        }
        let case = Case::of("attack", other).against(who).word(COLLISION);
        let mut options: Vec<Defence> = table.look().defences(&case);
        options.retain(|defence| defence.choice.order.verb == verb.as_str());
        let mut against = Sum::of("base", *dc);
        against.add("size", apart, self.rules.evade);
        let answered = ask_and_roll(table, &case, &options, (die, &against), self.rules.evade)?;
        Ok(answered.is_some_and(|answered| answered.success))
    }

    /// What is added to the dice for one of those who are hurt: squares are their own.
    fn sum(&self, look: Look<'_>, who: Id, size: (&'static str, i32), speed: i32, harms: &Harms<'_>) -> Sum {
        let measure = &look.rules().measure;
        let own = measure.own_halves(look.value(who, harms.size)).saturating_mul(measure.square).max(1);
        let squares = speed.saturating_mul(2) / own;
        let mut sum = Sum::new();
        sum.add(size.0, self.a_size.saturating_mul(size.1), self.rules.damage);
        sum.add("speed", squares / self.each.max(1), self.rules.damage);
        sum
    }

    fn hurt(&self, table: &mut Table<'_>, who: Id, (throw, sum): (&Throw, &Sum), harms: &Harms<'_>) -> Step {
        let damage = throw.total.saturating_add(sum.total()).max(0);
        let rule = self.rules.damage;
        table.note(|look| {
            let text = format!("{} is struck: {damage} damage.", look.name(who));
            Fact::new(rule, text).who(who).roll(Roll::of(COLLISION, &self.damage, throw, sum).comes_to(damage))
        });
        table.suffer(&Case::of("damage", who).word(COLLISION), harms.kind, harms.types, damage, rule)
    }

    /// Somebody who cannot stop at once comes to where others are; whether they go on.
    pub(super) fn meets(&self, table: &mut Table<'_>, who: Id, to: Footprint, harms: &Harms<'_>) -> Step<bool> {
        let look = table.look();
        let speed = look.get::<Rush>(who).map_or(0, |rush| rush.0);
        if speed <= 0 {
            return Ok(true);
        }
        let struck = in_the_way(look, who, to);
        if struck.is_empty() {
            return Ok(true);
        }
        let from = look.footprint(who);
        let way = Direction::ALL.into_iter().find(|way| from.at.step(*way, 1) == to.at);
        let crushed = |look: Look<'_>, id: Id| id != who && way.is_some_and(|way| is_against_something(look, id, way));
        self.crash(table, &Crash { mover: who, struck, speed, crushed: &crushed }, harms)?;
        Ok(false)
    }
}
