//! Upkeep: turns end, and what is counted runs down.

use crate::battle::{Condition, ConditionName, Conditions, Event, Fact, Id, Phase, RuleId, Step, Table, Until};

pub(super) fn end_turn(table: &mut Table<'_>, who: Id) -> Step {
    if table.rules().initiative.has_put_off(table.look(), who) {
        table.set_turn(table.interrupted());
        return Ok(());
    }
    table.set_turn(Some(who));
    table.tell(Event::TurnEnded { who })?;
    run_out(table, who, |until| match until {
        Until::TurnEnd => true,
        Until::Turns(left) => {
            *left -= 1;
            *left <= 0
        }
        _ => false,
    })?;
    // Whoever was interrupted goes on, unless somebody else has stepped in.
    if table.look().clock().turn == Some(who) {
        table.set_turn(table.interrupted());
    }
    Ok(())
}

/// Several have acted at once: what is decided between them, then what has come upon each of them meanwhile.
pub(super) fn settle(table: &mut Table<'_>) -> Step {
    table.tell(Event::Settled)?;
    table.set_phase(Phase::Whole, false);
    table.fall()
}

/// What is counted in rounds runs down, when one is over.
pub(super) fn run_down(table: &mut Table<'_>) -> Step {
    let everybody: Vec<_> = table.look().everybody().collect();
    everybody.into_iter().try_for_each(|who| {
        run_out(table, who, |until| match until {
            Until::Rounds(left) => {
                *left -= 1;
                *left <= 0
            }
            _ => false,
        })
    })
}

/// Ends the conditions of `who` whose time is up by `is_up`, which may count
/// down as it goes.
pub(super) fn run_out(table: &mut Table<'_>, who: Id, mut is_up: impl FnMut(&mut Until) -> bool) -> Step {
    let mut counted: Vec<Condition> = table.look().conditions(who).to_vec();
    if counted.is_empty() {
        return Ok(());
    }
    let mut ended: Vec<ConditionName> = Vec::new();
    counted.retain_mut(|condition| {
        let over = is_up(&mut condition.until);
        if over {
            ended.push(condition.kind);
        }
        !over
    });
    if table.look().conditions(who) != counted {
        table.edit::<Conditions>(who).0 = counted;
    }
    for kind in ended {
        // Of those who are out of it nobody asks what else they are.
        let rules = table.rules();
        let def = rules.conditions.get(&kind);
        if table.look().is_in_play(who) && !def.is_some_and(|def| def.quiet) {
            let rule = def.map_or(RuleId::of(kind.key()), |def| def.rule);
            table.note(|look| {
                Fact::new(rule, format!("{} is no longer {kind}.", look.name(who))).who(who).change(who, kind, 1, 0)
            });
        }
        table.tell(Event::Condition { who, kind, begun: false })?;
    }
    Ok(())
}
