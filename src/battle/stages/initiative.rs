//! Initiative: who is next, by the mechanic of that slot.

use crate::battle::{Id, Next, Step, Table, Task};

pub(super) fn next(table: &mut Table<'_>) -> Step {
    let rules = table.rules();
    match rules.initiative.next(table)? {
        Next::Turn(who) => {
            table.push(Task::Next);
            push_turn(table, who);
        }
        Next::Part { phase, who, together } => {
            table.push(Task::Next);
            table.set_phase(phase, together);
            who.into_iter().rev().for_each(|who| push_turn(table, who));
        }
        Next::Settle => {
            table.push(Task::Next);
            table.push(Task::Settle);
        }
        Next::Lost { who, begun } => {
            table.push(Task::Next);
            table.push(Task::End(who));
            if !begun {
                table.push(Task::Begin(who));
            }
        }
        Next::RoundOver => table.push(Task::RoundEnd),
    }
    Ok(())
}

/// Puts the whole turn of somebody on top of the agenda.
pub fn push_turn(table: &mut Table<'_>, who: Id) {
    table.push(Task::End(who));
    table.push(Task::Choose(who));
    table.push(Task::Begin(who));
    table.set_turn(Some(who));
}
