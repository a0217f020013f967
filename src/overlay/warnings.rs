//! What wants a second word before it is done: a turn let go by, a step away from an enemy, a blow at nobody, giving up.

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;

use super::course::Pace;
use super::hand::Hand;
use super::known::Known;
use super::preferences::Preferences;
use super::screen::{Overlay, Shown};
use crate::ahead::{Comes, When};
use crate::ai::{Mind, Skill, worth_foretold};
use crate::battle::house_words::END_TURN;
use crate::battle::{Choice, Group, Id, Look, Order, Verb, Worth};

/// So many deeds are named that could still be done.
const MOST_NAMED: usize = 3;
/// A change of what is in hand, of how one stands or of where is worth no question unless it is worth more than this.
pub const TRIFLE: Worth = Worth(100);
/// So many enemies are thought of whom one could still walk up to: the nearest.
const WALKED_UP_TO: usize = 3;

/// What somebody was told that could still be done in the turn that they would end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    who: Id,
    /// How many facts had been told then.
    facts: usize,
    /// What they were told.
    pub words: String,
}

impl Warning {
    /// Whether it is of this very decision.
    pub fn holds(&self, look: Look<'_>) -> bool {
        look.asked() == Some(self.who) && look.facts().len() == self.facts
    }
}

/// Whether an order waits until it is given once more.
pub fn warns(world: &World, battle: Entity, order: &Order, (shown, overlay): (&Shown, &mut Overlay)) -> bool {
    let Some(look) = Look::at(world, battle).filter(|_| overlay.of::<Preferences>().warns) else { return false };
    let look = shown.seen(look);
    // What waited for a second word waits no longer once something else is said.
    overlay.edit::<Hand>().sure.take_if(|sure| sure != order);
    if order.verb == END_TURN {
        // What a hint has planned is said for the second time.
        overlay.of::<Hand>().sure.is_none() && passes(look, overlay)
    } else {
        is_grave(look, order, overlay)
    }
}

/// Whether somebody is about to let a turn go by in which something could still be done, without having been warned of it:
/// anything but a trifle where nothing has been done, else what is of use. A step that is left over is worth no question, unless
/// somebody would stand clearly better for it.
fn passes(look: Look<'_>, overlay: &mut Overlay) -> bool {
    if overlay.edit::<Pace>().warned.take().is_some_and(|warning| warning.holds(look)) {
        return false;
    }
    let Some(who) = look.question().and_then(|question| question.who) else { return false };
    let economy = &look.rules().economy;
    // What comes later in the round is not let go by.
    if economy.goes_on(look, who) {
        return false;
    }
    let is_untouched = economy.is_untouched(look, who);
    let mut open = look.choices();
    open.retain(|choice| choice.is_legal() && choice.group != Group::Turn && is_paid_for(choice));
    open.retain(|choice| is_let_go(look, (who, is_untouched), choice));
    let strikes = open.iter().any(|choice| choice.group == Group::Attack);
    let walk = if strikes { None } else { walks_up(look, who, overlay) };
    let place = if strikes || walk.is_some() { None } else { stands_better(look) };
    if open.is_empty() && walk.is_none() && place.is_none() {
        return false;
    }
    open.sort_by_key(|choice| choice.group);
    let mut deeds: Vec<String> = Vec::new();
    deeds.extend(walk.map(|(foe, _)| format!("go and strike {}", look.name(foe))));
    deeds.extend(place.as_ref().map(|(verb, to)| format!("{verb} to {to}")));
    let is_named = |verb: &str, deeds: &[String]| {
        deeds.iter().any(|deed| deed == verb) || place.as_ref().is_some_and(|(own, _)| own.as_str() == verb)
    };
    for choice in &open {
        let verb = choice.order.verb.as_str();
        if deeds.len() < MOST_NAMED && !is_named(verb, &deeds) {
            deeds.push(verb.to_owned());
        }
    }
    let only_begins = |choice: &Choice| economy.only_begins(look, who, choice.takes);
    let begins = open.iter().all(only_begins) && walk.is_none_or(|(_, when)| when == When::Begins) && place.is_none();
    let words = unused((look.name(who), &economy.left_now(look, who)), (is_untouched, begins), &deeds);
    overlay.edit::<Pace>().warned = Some(Warning { who, facts: look.facts().len(), words });
    // Whatever is taken up after it takes it back.
    overlay.edit::<Hand>().put_down();
    true
}

/// Whether a deed is no more than a change of what is in hand, or of how one stands.
const fn is_by_the_way(choice: &Choice) -> bool {
    matches!(choice.group, Group::Gear | Group::Posture)
}

/// Whether a deed is let go by with a turn, to be asked about: in one where nothing has been done all but trifles are.
fn is_let_go(look: Look<'_>, (who, is_untouched): (Id, bool), choice: &Choice) -> bool {
    is_untouched && !is_by_the_way(choice) || is_of_use(look, who, choice)
}

/// Whether a deed is worth doing by what the rules foretell; of a blow of which they foretell nothing that is taken for granted.
fn is_of_use(look: Look<'_>, who: Id, choice: &Choice) -> bool {
    let forecast = look.forecast(who, &choice.order);
    let least = if is_by_the_way(choice) { TRIFLE } else { Worth::default() };
    match worth_foretold(look, who, &choice.order, forecast.as_ref()) {
        Some(worth) => worth > least,
        None => choice.group == Group::Attack && look.gives_up(&choice.order).is_none(),
    }
}

/// An enemy nearby whom somebody could still walk up to and strike in this turn, and when that blow would land.
fn walks_up(look: Look<'_>, who: Id, overlay: &mut Overlay) -> Option<(Id, When)> {
    let known = overlay.edit::<Known>();
    let foes = look.foes_from(who, look.footprint(who)).filter(|foe| look.knows_of(*foe));
    foes.take(WALKED_UP_TO).find_map(|foe| {
        let found = known.approach(look, foe, None).filter(|found| found.when > When::Later)?;
        Some((foe, found.when))
    })
}

/// How and where somebody could still go to stand clearly better for the rest of the round, as a computer sees it.
fn stands_better(look: Look<'_>) -> Option<(Verb, String)> {
    let (order, worth) = Mind::new(Skill::Keen, 0).would(look)?;
    let is_step = look.deed(order.verb).is_ok_and(|deed| deed.nature().only_goes);
    let to = order.to.filter(|_| is_step && worth > TRIFLE)?;
    Some((order.verb, look.place_name(to)))
}

/// What somebody who has so much left could still do; `begins`: they could only begin it now.
fn unused((name, left): (&str, &str), (is_untouched, begins): (bool, bool), deeds: &[String]) -> String {
    let has = if is_untouched { format!("has done nothing yet ({left})") } else { format!("has {left}") };
    let could = if begins { "could still begin to" } else { "could still" };
    let deeds = match deeds {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        deeds => deeds.concat(),
    };
    format!("{name} {has} and {could} {deeds}. Once more to end the turn all the same.")
}

/// Whether a deed takes anything of the turn.
fn is_paid_for(choice: &Choice) -> bool {
    choice.takes > 0
}

/// Whether an order wants a second word, and is not in hand for the second time.
fn is_grave(look: Look<'_>, order: &Order, overlay: &mut Overlay) -> bool {
    let is_again = overlay.of::<Hand>().sure.as_ref() == Some(order);
    let is_grave = !is_again && wants_a_second_word(look, order, overlay.edit::<Known>());
    if is_grave {
        overlay.edit::<Hand>().plan(vec![order.clone()]);
    }
    is_grave
}

/// Whether a deed of a turn, or an answer to a question, takes whoever gives it out of the fight for good.
pub fn resigns(look: Look<'_>, order: &Order) -> bool {
    let Some(question) = look.question() else { return false };
    match &question.choices {
        Some(choices) => choices.iter().any(|choice| choice.resigns && choice.is_legal() && choice.fits(order)),
        None => look.deed(order.verb).is_ok_and(|deed| deed.nature().resigns),
    }
}

/// Whether a deed of a turn would come to what nobody does by a slip of the hand, or an answer to a question to the end of
/// somebody's fight.
pub fn wants_a_second_word(look: Look<'_>, order: &Order, known: &mut Known) -> bool {
    if resigns(look, order) {
        return true;
    }
    let Some(who) = look.question().filter(|question| question.choices.is_none()).and_then(|asked| asked.who) else {
        return false;
    };
    let is_of = |groups: &[Group]| look.deed(order.verb).is_ok_and(|deed| groups.contains(&deed.group()));
    // Whoever goes on with what they began knows that it takes its time.
    if is_of(&[Group::Begun, Group::Turn]) {
        return false;
    }
    let goes = known.way(look, who, order).is_some();
    let Some(comes) = known.comes(look, who, order) else { return false };
    // A turn that ends with a blow at somebody is not let go by, whatever steps the blow takes.
    let ends = comes.ends && !(is_of(&[Group::Attack]) && order.to.is_none());
    asks(look, goes, &Comes { ends, ..(*comes).clone() }, known)
}

/// Whether a deed that comes to this is asked about once more. `goes`: it is a move. That a move ends the turn is asked about only
/// where anything else is let go by with it.
pub fn asks(look: Look<'_>, goes: bool, comes: &Comes, known: &mut Known) -> bool {
    let only_ends = || goes && comes.ends && !Comes { ends: false, ..comes.clone() }.is_grave(true);
    comes.is_grave(goes) && (!only_ends() || known.told(look, holds_more))
}

/// Whether a turn holds anything beside going: anything but a trifle where nothing has been done yet, else what is of use.
fn holds_more(look: Look<'_>, choices: &[Choice]) -> bool {
    let Some(who) = look.asked() else { return false };
    let is_untouched = look.rules().economy.is_untouched(look, who);
    let is_other = |choice: &Choice| !matches!(choice.group, Group::Turn | Group::Move);
    let mut open = choices.iter().filter(|choice| choice.is_legal() && is_other(choice) && is_paid_for(choice));
    open.any(|choice| is_let_go(look, (who, is_untouched), choice))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{is_let_go, is_paid_for, stands_better, unused};
    use crate::battle::{Choice, Group};
    use crate::overlay::trial;

    /// Promise: whoever has done nothing is asked about what they could do, and not about a weapon that they could put away or how
    /// they could stand.
    #[test]
    fn no_trifle_is_asked_about() {
        let game = trial::begun("even", 3);
        let look = trial::look(&game);
        let who = look.asked().unwrap();
        let (mut trifles, mut asked) = (0, 0);
        let is_open = |choice: &&Choice| choice.is_legal() && is_paid_for(choice) && choice.group != Group::Turn;
        for choice in look.choices().iter().filter(is_open) {
            let is_trifle = matches!(choice.group, Group::Gear | Group::Posture);
            *(if is_trifle { &mut trifles } else { &mut asked }) += 1;
            assert_ne!(is_let_go(look, (who, true), choice), is_trifle, "{}", choice.label);
        }
        assert!(trifles > 1 && asked > 0, "{trifles} trifles, {asked} asked about");
    }

    /// Promise: a place where somebody would stand clearly better is named.
    #[test]
    fn a_clearly_better_place_is_named() {
        let mut named = BTreeSet::new();
        for seed in 1..=3 {
            trial::watch("toll_bridge", seed, 100, |look| {
                if let Some((verb, to)) = stands_better(look) {
                    assert_eq!(verb, "move");
                    named.insert(to);
                }
            });
        }
        assert!(!named.is_empty() && named.iter().all(|to| !to.starts_with('(')), "{named:?}");
    }

    /// Promise: what would be let go by with a turn is one sentence, and what could only be begun is said so.
    #[test]
    fn what_is_let_go_by_is_a_sentence() {
        let deeds = |all: &[&str]| all.iter().map(|deed| (*deed).to_owned()).collect::<Vec<_>>();
        let told = unused(("Bay", "6 of 6 s left"), (true, false), &deeds(&["attack", "move", "aim"]));
        let all = "Bay has done nothing yet (6 of 6 s left) and could still attack, move or aim. Once more to end the turn all the same.";
        assert_eq!(told, all);
        let told = unused(("Bay", "2 of 6 s left"), (false, true), &deeds(&["attack"]));
        assert_eq!(
            told,
            "Bay has 2 of 6 s left and could still begin to attack. Once more to end the turn all the same."
        );
    }
}
