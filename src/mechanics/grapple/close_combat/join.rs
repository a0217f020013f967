//! Lending a hand to a friend who has hold of somebody (HG-GRAP-13).

use super::grab::{meant, within_reach};
use super::ties::Hold;
use super::{CONTROL, CloseCombat, JOIN};
use crate::mechanics::prelude::*;

/// Doing it.
#[derive(Debug)]
pub(super) struct Join(pub Arc<CloseCombat>);

impl CloseCombat {
    /// A friend who has to do with somebody, and how: one who has them in their power before any other.
    fn helped(&self, look: Look<'_>, who: Id, target: Id) -> Option<(Id, Hold)> {
        let friends = self.team(look, who, target).into_iter().filter(|id| *id != who);
        let holds = friends.filter_map(|friend| Some((friend, self.hold(look, friend, target)?)));
        let rank = |hold: Hold| match hold {
            Hold::Controls => 0,
            Hold::Clings => 1,
            _ => 2,
        };
        holds.min_by_key(|(_, hold)| rank(*hold))
    }
}

impl Deed for Join {
    nature!(|self| Nature::of(JOIN, Group::Help, Stage::Attacks).reading(&[Reads::At]));

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        for target in within_reach(look, who) {
            let Some((friend, _)) = self.0.helped(look, who, target) else { continue };
            let name = look.name(target);
            let order = Order::new(JOIN).at(look.aim(target));
            let label = || format!("Join {} against {name}", look.name(friend));
            out.extend(Choice::told_of(self, (look, who), order, self.0.rules.team, label));
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        look.allows(who, &["act", "attack", JOIN])?;
        let target = meant(look, who, order)?;
        self.0.may_reach(look, who, target, self.0.rules.team)?;
        let is_in_vain = self.0.hold(look, who, target).is_some() || self.0.helped(look, who, target).is_none();
        let why = || format!("no friend of {} has hold of {}", look.name(who), look.name(target));
        look.refuse_if(is_in_vain, self.0.rules.team, why)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let look = table.look();
        let Ok(target) = meant(look, who, order) else { return Ok(()) };
        let Some((friend, hold)) = self.0.helped(look, who, target) else { return Ok(()) };
        let hold = if matches!(hold, Hold::Controls | Hold::Clings) { hold } else { Hold::Locked };
        table.say(self.0.rules.team, (who, target), |look| {
            format!("{} joins {} against {}.", look.name(who), look.name(friend), look.name(target))
        });
        self.0.tie(table, who, target, hold)
    }

    /// As much as the roll of the whole team is better by it.
    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let target = meant(look, who, order).ok()?;
        let (friend, hold) = self.0.helped(look, who, target)?;
        let before = self.0.team(look, friend, target);
        let after: Vec<Id> = before.iter().copied().chain([who]).collect();
        let against = self.0.team(look, target, friend);
        let chance = |team: &[Id]| {
            let (own, other) = self.0.sides(look, team, &against, CONTROL)?;
            Some(self.0.prevails(&own.sum, &other.sum).chance(|wins| *wins).to_f64())
        };
        let needs_it = if hold == Hold::Controls { 0.02 } else { 0.06 };
        Some(Worth::of(0.5 * (chance(&after)? - chance(&before)?) + needs_it))
    }
}
