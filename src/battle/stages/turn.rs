//! Turns begin, and the seconds of them pass.

use super::clock::welcome;
use super::upkeep::run_out;
use crate::battle::{Arrivals, Event, Id, Step, Table, Until};

pub(super) fn begin_turn(table: &mut Table<'_>, who: Id) -> Step {
    table.set_turn(Some(who));
    if !table.rules().initiative.comes_up(table, who)? {
        return Ok(());
    }
    if table.look().battle::<Arrivals>().is_some_and(|late| !late.0.is_empty()) {
        let (round, name) = (table.clock().round, table.look().name(who).to_owned());
        welcome(table, |late| late.arrives <= round && late.during.as_deref() == Some(&*name))?;
    }
    run_out(table, who, |until| matches!(until, Until::TurnStart))?;
    table.tell(Event::TurnBegun { who })?;
    table.rules().economy.open(table, who)
}

/// One second of somebody's own time passes: conditions counted in seconds
/// run down, and the mechanics that hear of seconds are told.
pub fn pass_second(table: &mut Table<'_>, who: Id) -> Step {
    run_out(table, who, |until| match until {
        Until::Seconds(left) => {
            *left -= 1;
            *left <= 0
        }
        _ => false,
    })?;
    table.tell(Event::SecondPassed { who })
}
