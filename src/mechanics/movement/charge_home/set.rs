//! Setting a spear or pike, and waiting (OS-ATK-22).

use super::ChargeHome;
use crate::mechanics::prelude::*;

/// Sets a spear against whoever may charge before the round is over.
#[derive(Debug)]
pub(super) struct SetSpear(pub Arc<ChargeHome>);

impl ChargeHome {
    /// Whether somebody can set a weapon, of their own accord or because somebody comes at them.
    pub(super) fn may_set(&self, look: Look<'_>, who: Id, against: Option<Id>) -> Allowed {
        look.allows(who, &["act", "attack"])?;
        let refuse = |why: &str| -> Result<(), Refusal> { Err(look.refusal_of(who, self.rules.set, why)) };
        match () {
            () if !look.can_engage(who) => refuse("cannot fight"),
            () if self.settable(look, who).is_none() => refuse("has no spear or pike in hand"),
            () if look.melee_of(who).any(|foe| Some(foe) != against) => refuse("is in a melee"),
            () if against.is_some() && !look.rules().economy.is_fresh(look, who) => refuse("has acted already"),
            () => Ok(()),
        }
    }
}

impl Deed for SetSpear {
    nature!(|self| Nature::of("set spear", Group::Defence, Stage::Attacks));

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let Some(item) = self.0.settable(look, who) else { return };
        let label = format!("Set the {}", item.arm.name);
        let may = self.0.may_set(look, who, None);
        out.push(Choice::new(Order::new("set spear"), label, Group::Defence, self.0.rules.set).unless(may));
    }

    checks!(|self, look, who, _order| self.0.may_set(look, who, None));

    /// Worth it where somebody who has not acted yet is at just the distance of a charge, and does not only have to hold out: those
    /// charge nobody.
    fn worth(&self, look: Look<'_>, who: Id, _order: &Order) -> Option<Worth> {
        self.0.may_set(look, who, None).ok()?;
        let economy = &look.rules().economy;
        let comes = |foe: &Id| {
            let half = look.value(*foe, self.0.half);
            let gap = look.gap(who, *foe);
            let in_time =
                gap > half && gap <= half.saturating_mul(2).saturating_add(look.rules().measure.melee.unwrap_or(0));
            in_time && economy.is_fresh(look, *foe) && self.0.may_charge(look, *foe).is_ok()
        };
        let worth = |foe: Id| if look.leash(foe).is_none() { Worth::of(0.02) } else { Worth(0) };
        look.foes(who).filter(comes).map(worth).max()
    }

    /// Its blow at each of those who could charge now, where their charge would end.
    fn meets(&self, look: Look<'_>, who: Id, _order: &Order) -> Option<Forecast> {
        let item = self.0.settable(look, who)?;
        let deed = look.deed(self.0.blow.0).ok()?;
        let blow = |foe: Id| {
            let end = self.0.ends(look, foe, who)?;
            let mut memo = Memo::of(look);
            memo.put(foe, end);
            let order = Order::new(deed.verb()).with(item.arm.name).at(look.aim(foe));
            deed.forecast_there(look.remembering(&memo), who, &order, (look.footprint(who), Some(self.0.set.1)))
        };
        let known = look.foes(who).filter(|foe| look.knows_of(*foe));
        let against: Vec<Prospect> = known.filter_map(blow).flat_map(|forecast| forecast.against).collect();
        (!against.is_empty()).then(|| Forecast::of(against))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, _order: &Order) -> Step {
        table.say(self.0.rules.set, who, |look| format!("{} sets their weapon and waits.", look.name(who)));
        table.begin(who, Condition::new(self.0.is_set).until(Until::Rounds(1)))
    }
}
