//! What the lowest face may bring upon whoever has thrown it (OS-ATK-06).

use super::OneRoll;
use crate::mechanics::attack::course::{Aims, Attack, Meant};
use crate::mechanics::prelude::*;

/// Fumbles.
#[derive(Clone, Debug, Deserialize)]
pub struct Fumbles {
    /// Whether there are any.
    pub are_played: bool,
    /// What is thrown to see whether it is one.
    pub die: Expr,
    /// The figure that must be exceeded for that.
    pub above: FigureName,
    /// What is thrown for what comes of it.
    pub which: Expr,
    /// What may come of it, each with the highest face that brings it.
    pub table: Vec<(i32, Mishap)>,
    /// What comes of it where that cannot be.
    pub otherwise: Mishap,
    /// How many squares off a friend is at most who can be struck.
    pub near: i32,
    /// The rule that says so.
    pub rule: RuleId,
}

/// What comes of a fumble.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Mishap {
    /// States that begin at once, and for how many rounds; nought lasts until something ends it.
    pub begins: BTreeMap<ConditionName, i32>,
    /// States that begin when all have acted who act at once.
    pub settles: BTreeMap<ConditionName, i32>,
    /// Whether the weapon falls.
    pub drops: bool,
    /// Whether a friend is struck.
    pub strikes_a_friend: bool,
}

impl OneRoll {
    /// Whoever has thrown the lowest face finds out what that means.
    pub(super) fn fumble(&self, table: &mut Table<'_>, case: &Case<'_>, item: &Item) -> Step {
        let (fumbles, who) = (&self.fumbles, case.who);
        if !fumbles.are_played {
            return Ok(());
        }
        let above = table.look().value(who, fumbles.above);
        let threw = table.throw_for(&fumbles.die, |shown| shown > above)?.total;
        let rule = fumbles.rule;
        let is_one = threw > above;
        table.say(rule, who, |look| {
            let verdict = if is_one { "a fumble" } else { "no more than a miss" };
            format!("{}: {threw} against {above}, {verdict}.", look.name(who))
        });
        if !is_one {
            return Ok(());
        }
        let row = |face: i32| fumbles.table.iter().position(|(most, _)| face <= *most);
        let face = table.roll_for(who, ("fumble", &fumbles.which), Sum::new(), rule, row)?;
        let mishap = row(face).and_then(|row| fumbles.table.get(row)).map_or(&fumbles.otherwise, |(_, mishap)| mishap);
        let look = table.look();
        let is_near = |id: &Id| look.is_in_play(*id) && look.gap(who, *id) <= fumbles.near;
        let friend = look.friends(who).filter(is_near).min_by_key(|id| look.gap(who, *id));
        let in_hand = look.gear(who).iter().any(|own| is_it(own, item));
        let cannot_be = (mishap.drops && !in_hand) || (mishap.strikes_a_friend && friend.is_none());
        let mishap = if cannot_be { &fumbles.otherwise } else { mishap };
        for (state, rounds) in &mishap.begins {
            self.suffer(table, who, *state, *rounds, false)?;
        }
        for (state, rounds) in &mishap.settles {
            self.suffer(table, who, *state, *rounds, true)?;
        }
        if mishap.drops {
            table.let_fall(who, rule, |own| is_it(own, item));
        }
        let struck = friend.filter(|_| mishap.strikes_a_friend);
        struck.map_or(Ok(()), |friend| self.strike_friend(table, case, item, friend))
    }

    fn suffer(&self, table: &mut Table<'_>, who: Id, state: ConditionName, rounds: i32, settles: bool) -> Step {
        table.say_change(self.fumbles.rule, who, (state, 0, 1), |look| format!("{} is {state}.", look.name(who)));
        let until = if rounds > 0 { Until::Rounds(rounds) } else { Until::Ended };
        let condition = Condition::new(state).until(until);
        if settles { table.begin_settled(who, condition) } else { table.begin(who, condition) }
    }

    /// The blow lands on a friend, with what the weapon does and nothing more.
    fn strike_friend(&self, table: &mut Table<'_>, case: &Case<'_>, item: &Item, friend: Id) -> Step {
        let (who, Some(order)) = (case.who, case.order) else { return Ok(()) };
        let case = self.case_of(table.look(), Meant { who, target: friend, item, order });
        let mut swing = self.plan(table.look(), &case, &item.arm);
        (swing.sure, swing.times) = (true, 1);
        swing.weapons.truncate(1);
        table.say(self.fumbles.rule, (who, friend), |look| {
            format!("{} strikes {} instead.", look.name(who), look.name(friend))
        });
        self.land(table, &case, &swing, &mut swing.surely()).map(drop)
    }

    /// What was thrown lies where it flew to.
    pub(super) fn fly(&self, table: &mut Table<'_>, case: &Case<'_>, item: &Item) {
        let (throwable, thrown) = self.ranges.thrown;
        let flies = case.is(thrown) && item.arm.has(throwable);
        let Some(target) = case.against.filter(|_| flies) else { return };
        let at = table.look().footprint(target).at;
        table.edit_first(case.who, |own| is_it(own, item), |own| own.held = Held::Ground(at));
    }
}

/// Whether something that somebody has is what they strike with, and still in their hand.
pub(super) fn is_it(own: &Item, item: &Item) -> bool {
    own.arm.name == item.arm.name && own.is_in_hand()
}
