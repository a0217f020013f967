//! The course of play: what was wished for is granted, what was answered is
//! given, and the computer decides when it is asked. The one place of the
//! window from which a battle goes on.

use std::path::{Path, PathBuf};
use std::time::Duration;

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;

use super::desk::{Desk, END_TURN};
use super::screen::{Eye, Shelf, Shown};
use super::start::Seat;
use super::{laurels, lesson, mishap, preferences, timeline, wishes};
use crate::ai::Skill;
use crate::battle::{Choice, Group, Look, Order, Refusal, advance, answer, question, verdict};
use crate::record::what_follows;

/// So many deeds are named that could still be done.
const MOST_NAMED: usize = 3;

/// Does what was wished for, and lets the computer decide when it is its turn.
pub(super) fn act(world: &mut World, passed: Duration) {
    let Some(mut desk) = world.remove_resource::<Desk>() else { return };
    let Some(mut shown) = world.remove_resource::<Shown>() else { return };
    mishap::guarded(world, &mut desk, &mut shown, |world, desk, shown| go_on(world, desk, shown, passed));
    if let Some(library) = world.get_resource::<Shelf>().map(|shelf| shelf.0.clone()) {
        desk.saves.read_on(&library, shown.battle.is_none(), passed);
    }
    if let Some((library, ruleset)) = desk
        .book
        .then(|| wishes::ruleset(world, &desk, &shown))
        .flatten()
        .and_then(|ruleset| Some((world.get_resource::<Shelf>()?.0.clone(), ruleset)))
    {
        world.get_resource_or_init::<lesson::Lessons>().read(&library, ruleset);
    }
    laurels::tend(world, &mut desk, &shown);
    if let Err(why) = keep_shown(world, &mut desk, &shown, passed, false) {
        desk.said = Some(why);
    }
    world.insert_resource(desk);
    world.insert_resource(shown);
}

/// Keeps the battle that is shown, if anybody plays in it: when it is time, or at once.
pub(super) fn keep_shown(
    world: &World,
    desk: &mut Desk,
    shown: &Shown,
    passed: Duration,
    at_once: bool,
) -> Result<(), String> {
    match shown.battle.filter(|_| shown.seats.contains(&Seat::Me)) {
        Some(battle) => desk.saves.keep(world, battle, passed, at_once),
        None => Ok(()),
    }
}

/// Keeps the battle that is shown at once, and says where it lies.
pub(super) fn keep(world: &mut World) -> Result<Option<PathBuf>, String> {
    let Some(mut desk) = world.remove_resource::<Desk>() else { return Ok(None) };
    let kept =
        world.get_resource::<Shown>().map_or(Ok(()), |shown| keep_shown(world, &mut desk, shown, Duration::ZERO, true));
    let place = desk.saves.slot().map(Path::to_owned);
    world.insert_resource(desk);
    kept.map(|()| place)
}

fn go_on(world: &mut World, desk: &mut Desk, shown: &mut Shown, passed: Duration) {
    if let Some(wish) = desk.wish.take() {
        shown.halted = false;
        wishes::grant(world, desk, shown, wish);
    }
    preferences::keep(desk);
    let changed = world.get_resource_mut::<Eye>().map(|mut eye| eye.0.passed(passed)).unwrap_or_default();
    if !changed.is_empty() {
        wishes::reload(world, desk, shown, &changed);
    }
    timeline::tend(world, desk, shown, passed);
    if shown.past.is_some() {
        // What has been can be looked at, not changed.
        desk.order = None;
        return;
    }
    if let Some(battle) = shown.battle {
        if let Some(order) = desk.order.take()
            && is_asked_here(world, battle, shown)
            && !warns(world, battle, &order, desk)
        {
            shown.halted = false;
            desk.then = desk.then.take().filter(|_| order.to.is_some());
            give(world, battle, order, desk);
        }
        strike(world, battle, desk, shown);
        by_habit(world, battle, desk, shown);
        computer(world, battle, desk, shown, passed);
        match verdict(world, battle) {
            Some(_) if desk.follows.is_none() => desk.follows = Some(follows(world, battle)),
            Some(_) => {}
            None => desk.follows = None,
        }
    }
}

/// Whether something moves by itself: the computer that thinks, tokens on their way.
pub(super) fn is_lively(world: &World) -> bool {
    let (Some(desk), Some(shown)) = (world.get_resource::<Desk>(), world.get_resource::<Shown>()) else { return false };
    let reads = (desk.saves.open || shown.battle.is_none()) && desk.saves.is_busy();
    let Some(battle) = shown.battle else { return reads };
    let waits = shown.past.is_some() || shown.halted;
    let thinks = reads || desk.timeline.is_playing() || !waits && skill_asked(world, battle, desk, shown).is_some();
    let moves = Look::at(world, battle).is_some_and(|look| desk.motion.is_lively(look));
    thinks || moves || desk.lesson.as_ref().is_some_and(lesson::Shown::is_lively)
}

/// How well whoever is asked plays, if that is the computer.
fn skill_asked(world: &World, battle: Entity, desk: &Desk, shown: &Shown) -> Option<Skill> {
    let question = question(world, battle).filter(|_| verdict(world, battle).is_none())?;
    match shown.seats.get(usize::from(question.side.0)) {
        Some(Seat::Computer(skill)) => Some(*skill),
        Some(Seat::Me) if !desk.auto => None,
        _ => Some(desk.skill),
    }
}

/// Whether somebody at this screen may answer: nobody does so for the computer.
fn is_asked_here(world: &World, battle: Entity, shown: &Shown) -> bool {
    let asked = question(world, battle).map(|question| question.side);
    shown.here().is_none_or(|sides| asked.is_none_or(|asked| sides.contains(&asked)))
}

/// Whether a turn is about to be let go by in which something worth its price
/// could still be done, of which nobody was warned yet: anything where nothing
/// has been done, else a blow. A step that is left over is worth no question.
fn warns(world: &World, battle: Entity, order: &Order, desk: &mut Desk) -> bool {
    if order.verb != END_TURN || !desk.preferences.warns || std::mem::replace(&mut desk.warned, true) {
        return false;
    }
    let Some(look) = Look::at(world, battle) else { return false };
    let Some(who) = look.question().and_then(|question| question.who) else { return false };
    let economy = &look.rules().economy;
    let is_untouched = economy.is_untouched(look, who);
    let mut open = look.choices();
    open.retain(|choice| choice.is_legal() && choice.group != Group::Turn && is_paid_for(choice));
    if open.is_empty() || !is_untouched && open.iter().all(|choice| choice.group != Group::Attack) {
        return false;
    }
    open.sort_by_key(|choice| choice.group);
    let mut verbs: Vec<&str> = Vec::new();
    for choice in &open {
        if verbs.len() < MOST_NAMED && !verbs.contains(&choice.order.verb.as_str()) {
            verbs.push(&choice.order.verb);
        }
    }
    let (name, left, verbs) = (look.name(who), economy.left(look, who), verbs.join(", "));
    let has = if is_untouched { format!("has done nothing yet ({left})") } else { format!("has {left}") };
    desk.told = Some(format!("{name} {has}: {verbs}. End the turn again to let it go by."));
    true
}

/// Whether a deed takes anything of the turn.
fn is_paid_for(choice: &Choice) -> bool {
    choice.takes > 0
}

fn give(world: &mut World, battle: Entity, order: Order, desk: &mut Desk) {
    match decide(world, battle, order, desk) {
        Ok(()) => desk.answered(),
        Err(refusal) => (desk.said, desk.then) = (Some(refusal.to_string()), None),
    }
}

/// Whoever walked somewhere to strike does so, once they have come there before everybody's eyes.
fn strike(world: &mut World, battle: Entity, desk: &mut Desk, shown: &Shown) {
    let Some((who, blow)) = desk.then.clone() else { return };
    let Some(look) = Look::at(world, battle) else { return };
    if desk.is_showing(look) {
        return;
    }
    let Some(question) = look.question() else { return };
    if question.who != Some(who) || question.choices.is_some() || !is_asked_here(world, battle, shown) {
        // Somebody has stepped in: whoever set out decides anew, if they still may.
        desk.then = desk.then.take().filter(|_| question.choices.is_some());
        return;
    }
    desk.then = None;
    give(world, battle, blow, desk);
}

/// Questions that a player answers in the same way every time are answered so, once all before them has been seen.
fn by_habit(world: &mut World, battle: Entity, desk: &mut Desk, shown: &Shown) {
    if desk.habits.is_empty() || !is_asked_here(world, battle, shown) {
        return;
    }
    let Some(look) = Look::at(world, battle) else { return };
    let Some(question) = look.question() else { return };
    let Some(verb) = desk.habits.get(&question.kind) else { return };
    if desk.is_showing(look) {
        return;
    }
    let choices = question.choices.iter().flatten();
    let meant = choices.filter(|choice| choice.is_legal() && choice.order.verb == *verb && choice.squares.is_empty());
    if let Some(order) = meant.max_by_key(|choice| choice.worth).map(|choice| choice.order.clone()) {
        give(world, battle, order, desk);
    }
}

/// Makes a decision, and notes it in the course of the battle.
fn decide(world: &mut World, battle: Entity, order: Order, desk: &mut Desk) -> Result<(), Refusal> {
    let noted = Look::at(world, battle).map(|look| timeline::Timeline::about(look, &order));
    answer(world, battle, order)?;
    noted.into_iter().for_each(|noted| desk.timeline.made(noted));
    advance(world, battle);
    Ok(())
}

/// What follows a battle that is over: its title, and the hours that lie between.
fn follows(world: &World, battle: Entity) -> Option<(String, i32)> {
    let library = &world.get_resource::<Shelf>()?.0;
    let (name, hours) = what_follows(library, world, battle)?;
    Some((library.scenario(&name).ok()?.title, hours))
}

/// Lets the computer decide, if it is asked and has waited long enough. Here the battle halts for the computer as it does
/// for people: whoever looks on sees each of its decisions, also in the middle of a deed, for as long as they have chosen.
fn computer(world: &mut World, battle: Entity, desk: &mut Desk, shown: &mut Shown, passed: Duration) {
    shown.pause = shown.pause.saturating_sub(passed);
    // Nobody begins anything on the screen before what was done last has been seen.
    if shown.halted || Look::at(world, battle).is_some_and(|look| desk.is_showing(look)) {
        return;
    }
    if let Some(skill) = skill_asked(world, battle, desk, shown).filter(|_| shown.pause.is_zero()) {
        shown.mind.iter_mut().for_each(|mind| mind.set_skill(skill));
        let order = shown.mind.as_mut().zip(Look::at(world, battle)).and_then(|(mind, look)| mind.decide(look));
        match order.map(|order| decide(world, battle, order, desk)) {
            Some(Ok(())) => {}
            Some(Err(refusal)) => desk.said = Some(refusal.to_string()),
            None => desk.said = Some("the computer does not know what to answer".to_owned()),
        }
        shown.pause = desk.pace();
    }
}
