//! Choices: whoever is on turn must do something, or is asked what to do.

use crate::battle::{Compulsion, Fact, Id, Question, Step, Table, Task};

/// Whoever is on turn chooses one deed after another until nothing is left.
pub(super) fn choose(table: &mut Table<'_>, who: Id) -> Step {
    table.set_turn(Some(who));
    let rules = table.rules();
    let look = table.look();
    if rules.initiative.has_put_off(look, who) {
        return Ok(());
    }
    // The turn is that of a mind, what is done in it is done by the body that it is in.
    let body = look.body(who);
    let may_act = look.is_in_play(body) && look.mind(body) == who && look.allows(body, &["act"]).is_ok();
    if !may_act || !look.is_able(who) || rules.economy.is_over(look, body) {
        return Ok(());
    }
    for mechanic in &rules.registry.drives {
        let (order, told) = match mechanic.compels(table, who)? {
            None => continue,
            Some(Compulsion::Nothing) => return Ok(()),
            Some(Compulsion::Goes(order)) => (order, None),
            Some(Compulsion::Does(order, rule)) => {
                let told = format!("must {}", order.clone().plainly());
                let verb = Some(order.verb);
                (order, Some((rule, told, verb)))
            }
            Some(Compulsion::Obeys(order, rule, bidding)) => {
                // A bidding is told once a turn, whatever it takes to carry it out.
                let is_told = rules.economy.is_untouched(table.look(), body);
                (order, is_told.then(|| (rule, format!("obeys: {bidding}"), None)))
            }
        };
        if table.look().permits(body, &order).is_ok() {
            if let Some((rule, told, compels)) = told {
                table.note(|look| Fact { compels, ..Fact::new(rule, format!("{} {told}.", look.name(who))).who(who) });
            }
            table.push(Task::Choose(who));
            table.push(Task::Do(body, order));
        }
        return Ok(());
    }
    let order = match table.answered() {
        Some(order) => order,
        None => {
            let look = table.look();
            let within = if body == who { String::new() } else { format!(" in {}", look.name(body)) };
            let prompt = || {
                let part = rules.initiative.part(look, who).map_or_else(String::new, |part| format!(", {part}"));
                format!("{}{within}{part}: what now? {}", look.name(who), rules.economy.left_now(look, body))
            };
            let prompt = table.is_read().then(prompt).unwrap_or_default();
            let side = look.own_side(look.acts_with(who).unwrap_or(who));
            let question = Question::new("turn", side, body, prompt);
            table.ask(if body == who { question } else { question.by(who) })?
        }
    };
    table.push(Task::Choose(who));
    for mechanic in &rules.registry.drives {
        if !mechanic.confirms(table, body, &order)? {
            return Ok(());
        }
    }
    table.push(Task::Do(body, order));
    Ok(())
}
