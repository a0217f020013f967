//! Step two of any blow: asking a target what they do about it, and rolling
//! that (ST-DEF-01). Blows at one and blows at all in an area share this.

use super::target_then_defence::blow::{Reached, chance_to_reach, reach};
use super::target_then_defence::roll;
use crate::mechanics::movement::COLLISION;
use crate::mechanics::prelude::*;

/// What somebody did about a blow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The defence.
    pub verb: Verb,
    /// Whether it succeeded.
    pub success: bool,
}

/// Asks the target of `case` which of these defences they try, and rolls it. Nothing if they have none or want none.
pub fn ask_and_roll(
    table: &mut Table<'_>,
    case: &Case<'_>,
    defences: &[Defence],
    (die, dc): (&Expr, &Sum),
    rule: RuleId,
) -> Step<Option<Answered>> {
    let target = case.against.filter(|_| defences.iter().any(|defence| defence.choice.is_legal()));
    let Some(target) = target else { return Ok(None) };
    let look = table.look();
    let prompt = || {
        let (attacker, arm) = (look.name(case.who), case.arm.map_or("blow", |arm| arm.name.as_str()));
        let against =
            if case.is(COLLISION) { format!("colliding with {attacker}") } else { format!("{attacker}'s {arm}") };
        let part = case.part.map(|part| format!(" at the {part}")).unwrap_or_default();
        format!("{}: defend against {against}{part}? ({} or more)", look.name(target), dc.total())
    };
    let prompt = table.is_read().then(prompt).unwrap_or_default();
    let question = Question::new("defend", look.side(target), target, prompt).by(case.who).rule(rule);
    // Whoever is struck alone does what is likeliest to ward it off (ST-DEF-01).
    let mut question = if case.is("area") { question } else { question.prescribed() };
    for defence in defences {
        let mut choice = defence.choice.clone();
        let chance = chance_to_reach(die, &defence.bonus, dc);
        choice.chance = table.is_read().then(|| chance.percent());
        choice.worth = choice.worth.or_else(|| Some(Worth::of(chance.to_f64())));
        question = question.choice(choice);
    }
    let none = Choice::new(Order::new("none"), "No defence", Group::Defence, rule).letting_be();
    let question = question.choice(none);
    let answer = table.ask(question)?;
    let Some(defence) = defences.iter().find(|defence| defence.is_meant_by(&answer)) else { return Ok(None) };
    let reached = table.dice_for(|dice| reach(dice, die, &defence.bonus, dc), Reached::success)?;
    let (verb, rule) = (defence.choice.order.verb, defence.choice.rule);
    table.note(|look| {
        let verdict = if reached.success() { "succeeds" } else { "fails" };
        let total = reached.throw.total.saturating_add(defence.bonus.total());
        let text = format!("{}'s {verb} {verdict}: {total} against {}.", look.name(target), dc.total());
        let thrown = roll("defence", die, &reached, &defence.bonus, dc).wards();
        Fact::new(rule, text).who(target).whom(case.who).roll(thrown).warded(target, verb, reached.success())
    });
    let order = defence.choice.order.clone();
    table.tell(Event::Defended { who: target, order: &order })?;
    Ok(Some(Answered { verb, success: reached.success() }))
}

#[cfg(test)]
mod tests {
    use crate::ai::{Mind, Skill};
    use crate::trial;

    /// Promise: no computer lets a blow come that it could ward off for nothing, or does what is less likely to, however deep it
    /// thinks (ST-DEF-01).
    #[test]
    fn whoever_is_struck_does_what_is_likeliest_to_ward_it_off() {
        let mut met = 0;
        trial::watch("scale_toughness/even", 2, 120, |look| {
            let Some(question) = look.question().filter(|question| question.kind == "defend") else { return };
            let legal = || question.choices.iter().flatten().filter(|choice| choice.is_legal());
            let best = legal().filter_map(|choice| choice.worth).max();
            let order = Mind::new(Skill::Deep, 1).decide(look).unwrap();
            let own = legal().find(|choice| choice.order.verb == order.verb).and_then(|choice| choice.worth);
            assert!(question.is_prescribed && own == best, "{}: {order}", question.prompt);
            met += 1;
        });
        assert!(met > 3, "{met} blows were met");
    }
}
