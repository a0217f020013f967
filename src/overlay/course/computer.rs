//! The computer's decisions, each shown for as long as somebody has chosen.

use std::time::Duration;

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;

use super::{Pace, decide, is_behind, is_showing, pace};
use crate::ai::Skill;
use crate::battle::{Look, Order, question, verdict};
use crate::overlay::hand::Hand;
use crate::overlay::preferences::Speed;
use crate::overlay::present::Presenter;
use crate::overlay::screen::{Overlay, Shown};
use crate::overlay::start::Seat;
use crate::overlay::thinking::{Limits, Thinking};
use crate::overlay::timeline::Gave;
use crate::overlay::view::FieldView;
use crate::record::decisions;

/// How well whoever is asked plays, if that is the computer.
pub(super) fn skill_asked(world: &World, battle: Entity, overlay: &Overlay, shown: &Shown) -> Option<Skill> {
    let question = question(world, battle).filter(|_| verdict(world, battle).is_none())?;
    match shown.seats.get(usize::from(question.side.0)) {
        Some(Seat::Computer(skill)) => Some(*skill),
        Some(Seat::Me) if !overlay.of::<Pace>().auto => None,
        _ => Some(overlay.of::<Pace>().skill),
    }
}

/// Lets the computer decide, if it is asked and has waited long enough. Here the battle halts for the computer as it does
/// for people: whoever looks on sees each of its decisions, also in the middle of a deed, for as long as they have chosen; what
/// comes to nothing there is not dwelt upon.
pub(super) fn computer(world: &mut World, battle: Entity, overlay: &mut Overlay, shown: &mut Shown, passed: Duration) {
    shown.pause = shown.pause.saturating_sub(passed);
    let asked = skill_asked(world, battle, overlay, shown);
    if asked.is_some() {
        // What somebody here was to say once more is not theirs to say any longer.
        overlay.edit::<Pace>().warned = None;
        overlay.edit::<Hand>().sure = None;
    }
    // Nobody begins anything on the screen before what was done last has been seen.
    let is_bare =
        overlay.of::<FieldView>().is_bare() && Look::at(world, battle).is_some_and(|look| look.camp().is_none());
    let waits = shown.halted || is_bare || overlay.of::<Presenter>().holds(overlay.of());
    let look = Look::at(world, battle).filter(|look| asked.is_some() && look.camp().is_none());
    let waits = look.is_some_and(|look| pace::is_reading(overlay, shown.seen(look))) || waits;
    let is_unseen = |look| is_showing(overlay, look) || is_behind(overlay, look);
    if waits || Look::at(world, battle).is_some_and(is_unseen) {
        return;
    }
    if let Some(skill) = asked.filter(|_| shown.pause.is_zero()) {
        let thought = Look::at(world, battle).map_or(Some(None), |look| thought_out(look, shown, skill));
        overlay.edit::<Pace>().note(shown.thinking.as_ref());
        let Some(order) = thought else { return };
        let facts = Look::at(world, battle).map_or(0, |look| look.facts().len());
        let before = (decisions(world, battle).len(), facts);
        let asked = question(world, battle).zip(order.as_ref());
        // An answer may be a word and no more: that is seen by itself at the slowest speed alone.
        let is_said = asked.is_some_and(|(asked, _)| asked.choices.is_some())
            && overlay.of::<Pace>().speed(overlay.of()) != Speed::Slow;
        let is_nothing = asked.is_some_and(|(asked, order)| pace::comes_to_nothing(asked, order));
        match order.map(|order| decide(world, battle, order, (&mut *overlay, Gave::Computer))) {
            Some(Ok(())) => {}
            Some(Err(refusal)) => overlay.say(refusal.to_string()),
            None => overlay.say("The computer does not know what to answer.".to_owned()),
        }
        let look = Look::at(world, battle).filter(|_| is_said);
        let is_nothing = is_nothing || look.is_some_and(|look| pace::stands_still(shown.seen(look), before));
        shown.pause = if is_nothing { Duration::ZERO } else { overlay.of::<Pace>().pause(overlay.of()) };
    }
}

/// What the computer has decided; nothing as long as it thinks.
fn thought_out(look: Look<'_>, shown: &mut Shown, skill: Skill) -> Option<Option<Order>> {
    let mind = shown.mind.as_mut()?;
    mind.set_skill(skill);
    let Some(mut thinking) = Thinking::about(look, shown.thinking.take(), mind) else { return Some(None) };
    if thinking.go_on(look, Limits::DECISION) {
        return Some(thinking.best().map(|line| line.order.clone()));
    }
    shown.thinking = Some(thinking);
    None
}
