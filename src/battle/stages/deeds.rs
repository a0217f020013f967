//! Deeds, each in its own stage: movement, attacks, areas, harm, morale or upkeep.

use crate::battle::{Event, Id, Order, Paid, Pause, Step, Table};

pub(super) fn act(table: &mut Table<'_>, who: Id, order: &Order) -> Step {
    let rules = table.rules();
    let deed = table.look().deed(order.verb).map_err(|refusal| Pause::Fault(refusal.to_string()))?.clone();
    match rules.economy.pay(table, who, &*deed, order)? {
        Paid::Now => carry_out(table, who, order),
        Paid::Later => Ok(()),
    }
}

/// Lets a deed that has been paid for come about, and tells the mechanics that hear of deeds.
pub fn carry_out(table: &mut Table<'_>, who: Id, order: &Order) -> Step {
    let deed = table.look().deed(order.verb).map_err(|refusal| Pause::Fault(refusal.to_string()))?.clone();
    if !table.announce(who, order)? {
        return Ok(());
    }
    let rules = table.rules();
    let mut postponed = false;
    for mechanic in &rules.registry.drives {
        postponed = postponed || mechanic.postpone(table, who, order)?;
    }
    if !postponed {
        deed.perform(table, who, order)?;
    }
    table.tell(Event::Done { who, order })
}
