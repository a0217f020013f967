//! The clock: a battle and its rounds begin and end, and whoever comes late comes in.

use crate::battle::{Arrivals, Clock, Event, Fact, Fighter, Step, Table, Task};

pub(super) fn start(table: &mut Table<'_>) -> Step {
    table.push(Task::Round);
    table.tell(Event::Mustered)?;
    table.tell(Event::Begun)
}

pub(super) fn begin_round(table: &mut Table<'_>) -> Step {
    let round = table.clock().round + 1;
    *table.edit_battle::<Clock>() = Clock { round, ..Clock::default() };
    table.note(|look| {
        let within = look.stretch(round).map(|(number, name)| format!(", {name} {number}")).unwrap_or_default();
        let called =
            if round > 0 { format!("Round {round}{within}.") } else { "Before round 1: a bonus round.".to_owned() };
        Fact::new("round", called)
    });
    table.push(Task::Next);
    // Whoever was to come in a turn that nobody took comes now.
    welcome(table, |late| late.arrives < round || (late.arrives == round && late.during.is_none()))?;
    table.tell(Event::RoundBegun)
}

/// Brings in those whose time has come.
pub(super) fn welcome(table: &mut Table<'_>, is_due: impl Fn(&Fighter) -> bool) -> Step {
    let late = table.look().battle::<Arrivals>().map(|arrivals| &arrivals.0);
    let due: Vec<Fighter> = late.into_iter().flatten().filter(|each| is_due(each)).cloned().collect();
    if due.is_empty() {
        return Ok(());
    }
    table.edit_battle::<Arrivals>().0.retain(|each| !is_due(each));
    for fighter in due {
        let id = table.arrive(&fighter);
        table.make_room(id);
        table.note(|look| Fact::new("arrival", format!("{} joins the fight.", look.name(id))).who(id));
        table.tell(Event::Arrived { who: id })?;
    }
    Ok(())
}

/// A round is over: whatever comes of that, then what is counted in rounds, then the next one.
pub(super) fn end_round(table: &mut Table<'_>) -> Step {
    table.push(Task::Round);
    table.push(Task::RunDown);
    table.tell(Event::RoundEnded)
}
