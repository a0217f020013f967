//! Holding an action back, and using it between the turns of others (LG-TURN-05).

use super::actions::{Points, points};
use crate::mechanics::prelude::*;

/// The name of the task in which those who hold an action back are asked.
pub(super) const GAP: &str = "gap";

/// Between the turn of `after` and the next: asks those who hold an action back, by initiative, whether they act now.
pub(super) fn gap(table: &mut Table<'_>, after: Id, rule: RuleId) -> Step {
    let look = table.look();
    let may = |id: &Id| {
        let holds = look.get::<Points>(*id).is_some_and(|points| points.held);
        holds && *id != after && look.is_in_play(*id) && look.allows(*id, &["act"]).is_ok()
    };
    let track = look.rules().initiative.track(look);
    let place = |who: Id| track.iter().position(|entry| entry.who == who).unwrap_or(usize::MAX);
    let mut holders: Vec<Id> = look.everybody().filter(may).collect();
    holders.sort_by_key(|id| (place(*id), *id));
    // Whoever is last on the track has no better moment to wait for.
    let is_last = track.iter().all(|entry| entry.done || entry.now);
    for who in holders {
        let look = table.look();
        let prompt = format!("{}: use the action you held back, after {}'s turn?", look.name(who), look.name(after));
        let mut now = Choice::new(Order::new("now"), "Act now", Group::Turn, rule);
        let strikes = look.foes(who).any(|foe| look.gap(who, foe) <= 1);
        now.worth = Some(Worth(i32::from(strikes || is_last)));
        let later = Choice::new(Order::new("not yet"), "Not yet", Group::Turn, rule);
        let question = Question::new("act now", look.side(who), who, prompt).by(after).rule(rule);
        let chosen = table.ask(question.choice(later).choice(now))?;
        if chosen.verb == "now" {
            let mut points = table.edit::<Points>(who);
            (points.held, points.late, points.left) = (false, true, 1);
            table.say(rule, who, |look| {
                format!("{} uses the action they held back, after {}'s turn.", look.name(who), look.name(after))
            });
            let (of, name) = (Key::from("Actions"), Key::from(GAP));
            table.push(Task::Custom { of, name, who: after, stage: Stage::Initiative });
            table.push(Task::Choose(who));
            return Ok(());
        }
    }
    Ok(())
}

/// Holding one action back.
#[derive(Debug)]
pub(super) struct Delay(pub RuleId);

impl Deed for Delay {
    nature!(|self| Nature::of("delay", Group::Turn, Stage::Upkeep).tempting(false));

    offers!(|self| "Hold one action back", self.0);

    fn check(&self, look: Look<'_>, who: Id, _order: &Order) -> Allowed {
        let now = points(look, who);
        let refuse = |why: &str| Err(Refusal::new(self.0, why));
        match now {
            Points { late: true, .. } => refuse("this action was held back already"),
            Points { held: true, .. } => refuse("one action is held back already, and never both"),
            Points { whole: ..2, .. } => {
                refuse("with a single action, holding it back would be holding back everything")
            }
            _ => Ok(()),
        }
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, _order: &Order) -> Step {
        table.edit::<Points>(who).held = true;
        table.say(self.0, who, |look| format!("{} holds one action back.", look.name(who)));
        Ok(())
    }
}
