//! Falls: how far down, and what becomes of those who land.

use std::collections::VecDeque;

use crate::mechanics::prelude::*;
use crate::mechanics::room::is_taken;

/// What becomes of those who fall.
#[derive(Clone, Debug, Deserialize)]
pub struct Fall {
    /// Units of length for each throw of these dice.
    pub each: (i32, Expr),
    /// What it harms.
    pub harms: HarmName,
    /// The condition of those who have landed.
    pub landed: ConditionName,
    /// The rule of falls.
    pub rule: RuleId,
}

/// Whoever is falling at this moment.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Falling(bool);

/// How high a body stands: on the highest ground under it.
pub(in crate::mechanics) fn level(look: Look<'_>, at: Footprint) -> i32 {
    let board = look.board();
    at.squares().filter_map(|square| board.cell(square)).map(|cell| i32::from(cell.height)).max().unwrap_or(0)
}

/// Where a body comes to lie that loses its hold on ground of the word `wall` at `onto`: the lowest place to stand that
/// can be fallen to over such ground, the nearest of them, or one beside it where somebody is.
pub(super) fn foot(look: Look<'_>, who: Id, onto: Footprint, wall: Key) -> Option<Footprint> {
    let ground = look.ground().walk(onto.side, look.rules().measure.gait);
    let is_wall = |at: Footprint| look.ground().is_under(at, wall.as_str());
    let mut seen: Vec<Square> = vec![onto.at];
    let mut next = VecDeque::from([(onto, 0)]);
    let mut lowest: Option<((i32, i32, i32), Footprint)> = None;
    while let Some((at, steps)) = next.pop_front() {
        let height = level(look, at);
        let is_held = is_wall(at);
        if !is_held && !is_taken(look, who, at) {
            let aside = (at.at.x - onto.at.x).abs() + (at.at.y - onto.at.y).abs();
            let key = (height, steps, aside);
            if lowest.is_none_or(|(least, _)| key < least) {
                lowest = Some((key, at));
            }
            continue;
        }
        for direction in Direction::ALL {
            let there = at.moved_to(at.at.step(direction, 1));
            // Where others are at the foot one comes to lie beside them.
            let is_open = ground.fits(there.at) && (is_held || ground.step(at.at, direction).is_ok());
            if is_open && level(look, there) <= height && !seen.contains(&there.at) {
                seen.push(there.at);
                next.push_back((there, steps + 1));
            }
        }
    }
    lowest.map(|(_, at)| at)
}

impl Fall {
    /// Does something while `who` falls, so that what moves them is no fall of its own.
    pub(super) fn within(&self, table: &mut Table<'_>, who: Id, inside: impl FnOnce(&mut Table<'_>) -> Step) -> Step {
        table.edit::<Falling>(who).0 = true;
        inside(table)?;
        table.edit::<Falling>(who).0 = false;
        Ok(())
    }

    /// Whoever has been moved much farther down than they could have stepped has fallen.
    pub(super) fn on_move(&self, table: &mut Table<'_>, who: Id, from: Footprint) -> Step {
        let look = table.look();
        let fallen = level(look, from) - level(look, look.footprint(who));
        let Some(most) = look.rules().measure.gait.drop else { return Ok(()) };
        if fallen <= i32::from(most) || look.get::<Falling>(who).is_some_and(|falling| falling.0) {
            return Ok(());
        }
        self.land(table, who, fallen)
    }

    /// Somebody has fallen so far, and lies there.
    pub(super) fn land(&self, table: &mut Table<'_>, who: Id, height: i32) -> Step {
        let (each, dice) = &self.each;
        let times = u16::try_from(height / (*each).max(1)).unwrap_or(0);
        let rule = self.rule;
        table.say(rule, who, |look| {
            let (name, unit) = (look.name(who), &look.rules().measure.unit);
            format!("{name} falls {height} {unit}.")
        });
        if !table.look().is_dead(who) {
            table.begin(who, Condition::new(self.landed))?;
        }
        if times == 0 {
            return Ok(());
        }
        let damage = table.roll(who, "fall", &dice.times(times), Sum::new(), rule)?;
        table.suffer(&Case::of("damage", who).word("fall"), self.harms, &[], damage, rule)
    }
}
