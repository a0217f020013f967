//! The course of play: what was wished for is granted, what was answered is
//! given, and the computer decides when it is asked. Nothing else of the
//! window lets a battle go on.

mod computer;
mod pace;
mod then;
mod trifles;

use std::path::{Path, PathBuf};
use std::time::Duration;

use bevy::app::App;
use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{On, ResMut, World};

use self::computer::{computer, skill_asked};
use super::answers::Measured;
use super::book::Book;
use super::end::{EndPage, is_over};
use super::export::Export;
use super::hand::Hand;
use super::keys::Act;
use super::known::Known;
use super::learn::LearnPage;
use super::lesson::LessonPage;
use super::motion::Motion;
use super::panels::{Begun, Decided, Panels, Pressed, Seen};
use super::preferences::Speed;
use super::present::Presenter;
use super::saves::Saves;
use super::screen::{Eye, Overlay, Shelf, Shown};
use super::start::Seat;
use super::thinking::Thinking;
use super::timeline::{Gave, Timeline};
use super::wishes::Wishes;
use super::{
    export, handed, laurels, learn, lesson, mishap, preferences, present, reasons, reload, sound, timeline, warnings,
    wishes,
};
use crate::ai::{Habit, Habits, kept, standing};
use crate::battle::house_words::END_TURN;
use crate::battle::{Choice, Group, Id, Look, Order, Phase, Refusal, advance, answer, capital, question, verdict};
use crate::record::{decisions, what_follows};

pub use pace::Pace;
pub use then::{Next, Then};

/// So many are passed over before anything is drawn again.
const PASSED: usize = 64;

/// What goes on by itself, and its keys.
pub fn plugin(app: &mut App) {
    app.init_resource::<Pace>();
    // The computer plays for somebody in one battle only.
    app.add_observer(|_: On<'_, '_, Begun>, mut pace: ResMut<'_, Pace>| {
        *pace = Pace::of(pace.skill, false);
    });
    app.add_observer(|_: On<'_, '_, Decided>, mut pace: ResMut<'_, Pace>| {
        (pace.warned, pace.from_now_on, pace.for_all) = (None, false, false);
        (pace.weighed, pace.unasked) = (None, None);
    });
    app.on_seen(|Seen(look): Seen<'_>, mut pace: ResMut<'_, Pace>| {
        pace.is_own = look.clock().turn.is_some_and(|who| look.is_played_here(look.side(who)));
    });
    app.on_key(|key: Pressed<'_>, mut pace: ResMut<'_, Pace>| match key.act {
        // Once a battle is over nobody has anything to decide.
        Act::Auto => pace.auto = !pace.auto && !key.look.is_some_and(is_over),
        Act::Fast => pace.fast = !pace.fast,
        _ => {}
    });
}

/// Whether what was done last is still being shown.
fn is_showing(overlay: &Overlay, look: Look<'_>) -> bool {
    overlay.of::<Pace>().is_showing(overlay.of(), overlay.of(), look)
}

/// Whether what was done last is still to be drawn for the first time, where it is to be seen.
fn is_behind(overlay: &Overlay, look: Look<'_>) -> bool {
    let speed = overlay.of::<Pace>().speed(overlay.of());
    speed != Speed::AtOnce && overlay.of::<Motion>().is_behind(look)
}

/// Whether an answer that nobody is asked about waits until what was done last has been seen: then it is drawn.
fn waits_to_be_seen(overlay: &mut Overlay, look: Look<'_>) -> bool {
    // A camp draws no field that it would have to wait for.
    let is_behind = look.camp().is_none() && is_behind(overlay, look);
    overlay.edit::<Pace>().is_undrawn |= is_behind;
    is_behind || is_showing(overlay, look)
}

/// Does what was wished for, and lets the computer decide when it is its turn.
pub(super) fn act(world: &mut World, passed: Duration) {
    let Some(mut overlay) = world.remove_resource::<Overlay>() else { return };
    let Some(mut shown) = world.remove_resource::<Shown>() else { return };
    mishap::guarded(world, &mut overlay, &mut shown, |world, overlay, shown| go_on(world, overlay, shown, passed));
    if let Some(library) = world.get_resource::<Shelf>().map(|shelf| shelf.0.clone()) {
        overlay.edit::<Saves>().read_on(&library, shown.battle.is_none(), passed);
    }
    let ruleset = if overlay.of::<Book>().open { wishes::ruleset(world, &overlay, &shown) } else { None };
    if let Some((shelf, ruleset)) = world.get_resource::<Shelf>().zip(ruleset) {
        overlay.edit::<lesson::Lessons>().read(&shelf.0, ruleset);
        overlay.edit::<Book>().read(&shelf.0, ruleset);
    }
    laurels::tend(world, &mut overlay, &shown);
    learn::tend(world, &mut overlay, &shown);
    if let Err(why) = keep_shown(world, &mut overlay, &shown, passed, false) {
        overlay.say(why);
    }
    sound::hear(world, &mut overlay, &shown, passed);
    world.insert_resource(overlay);
    world.insert_resource(shown);
}

/// Keeps the battle that is shown, if anybody plays in it: when it is time, or at once.
pub(super) fn keep_shown(
    world: &World,
    overlay: &mut Overlay,
    shown: &Shown,
    passed: Duration,
    at_once: bool,
) -> Result<(), String> {
    match shown.battle.filter(|_| shown.seats.contains(&Seat::Me)) {
        Some(battle) => overlay.edit::<Saves>().keep(world, battle, passed, at_once),
        None => Ok(()),
    }
}

/// Keeps the battle that is shown at once, and says where it lies.
pub(super) fn keep(world: &mut World) -> Result<Option<PathBuf>, String> {
    let Some(mut overlay) = world.remove_resource::<Overlay>() else { return Ok(None) };
    let kept = world
        .get_resource::<Shown>()
        .map_or(Ok(()), |shown| keep_shown(world, &mut overlay, shown, Duration::ZERO, true));
    let place = overlay.of::<Saves>().slot().map(Path::to_owned);
    world.insert_resource(overlay);
    kept.map(|()| place)
}

fn go_on(world: &mut World, overlay: &mut Overlay, shown: &mut Shown, passed: Duration) {
    if overlay.edit::<Pace>().has_enough() {
        shown.thinking.iter_mut().for_each(Thinking::stop);
    }
    if let Some(wish) = overlay.edit::<Wishes>().wish.take() {
        shown.halted = false;
        wishes::grant(world, overlay, shown, wish);
    }
    preferences::keep(overlay);
    let changed = world.get_resource_mut::<Eye>().map(|mut eye| eye.0.passed(passed)).unwrap_or_default();
    if !changed.is_empty() {
        reload::read_changed(world, overlay, shown, &changed);
    }
    handed::hear(world, overlay, shown);
    present::tend(world, overlay, shown);
    export::tend(world, overlay, shown);
    timeline::tend(world, overlay, shown, passed);
    reasons::tend(world, overlay, shown);
    if shown.past.is_some() {
        // What has been can be looked at, not changed.
        let wishes = overlay.edit::<Wishes>();
        (wishes.order, wishes.is_every_time) = (None, false);
        return;
    }
    overlay.edit::<Pace>().is_undrawn = false;
    heed(overlay);
    let is_every_time = std::mem::take(&mut overlay.edit::<Wishes>().is_every_time);
    if let Some(battle) = shown.battle {
        if let Some(order) = overlay.edit::<Wishes>().order.take()
            && is_asked_here(world, battle, shown)
            && !warnings::warns(world, battle, &order, (&*shown, overlay))
        {
            shown.halted = false;
            let look = Look::at(world, battle);
            let made = decisions(world, battle).len();
            let hand = overlay.edit::<Hand>();
            hand.then = hand.then.take().filter(|then| then.after == order);
            hand.then.iter_mut().for_each(|then| then.since = Some(made));
            let question = look.and_then(|look| look.question());
            let is_kept = is_every_time || overlay.of::<Pace>().from_now_on;
            let asked = question.filter(|_| is_kept);
            let kept = asked.zip(look).and_then(|(asked, look)| {
                let known = kept(&overlay.of::<Pace>().habits, asked);
                let of = (asked.kind, overlay.of::<Pace>().whose(asked));
                let own: Vec<Id> = look.everybody().filter(|who| look.side(*who) == asked.side).collect();
                Some((of, Habit::of(look, asked, &order)?.beside(look, asked, known), own))
            });
            if give(world, battle, order, overlay)
                && let Some((of, habit, own)) = kept
            {
                overlay.edit::<Pace>().keep(of, habit, &own);
            }
        }
        // Nothing is seen of some moments of a ride: those are over at once.
        let _ = (0..PASSED).take_while(|_| then::follow(world, battle, overlay, shown)).count();
        let is_held = overlay.of::<Presenter>().holds(overlay.of());
        if !shown.halted && !is_held && !is_back(world, battle, overlay) {
            pass_over(world, battle, overlay, shown);
            by_habit(world, battle, overlay, shown);
            trifles::let_be(world, battle, overlay, shown);
        }
        computer(world, battle, overlay, shown, passed);
        let plays = !shown.halted && skill_asked(world, battle, overlay, shown).is_some();
        overlay.edit::<Pace>().go_on(plays, passed);
        match verdict(world, battle) {
            Some(_) => {
                overlay.edit::<EndPage>().follows.get_or_insert_with(|| follows(world, battle));
            }
            None => overlay.edit::<EndPage>().follows = None,
        }
    }
}

/// Whether something moves by itself: the computer that thinks, tokens on their way.
pub(super) fn is_lively(world: &World) -> bool {
    let (Some(overlay), Some(shown)) = (world.get_resource::<Overlay>(), world.get_resource::<Shown>()) else {
        return false;
    };
    let saves = overlay.of::<Saves>();
    let paints = overlay.of::<Export>().paints();
    let reads = (saves.open || shown.battle.is_none()) && saves.is_busy() || paints;
    let learns = overlay.of::<LearnPage>().open && overlay.of::<Pace>().speed(overlay.of()) != Speed::AtOnce;
    let Some(battle) = shown.battle else { return reads || learns };
    let waits = shown.past.is_some() || shown.halted || overlay.of::<Presenter>().holds(overlay.of());
    let thinks = reads
        || overlay.of::<Timeline>().is_playing()
        || !waits && skill_asked(world, battle, overlay, shown).is_some();
    let moves = Look::at(world, battle).is_some_and(|look| overlay.of::<Motion>().is_lively(look));
    let is_undrawn = overlay.of::<Pace>().is_undrawn || overlay.of::<Measured>().waits();
    thinks || moves || is_undrawn || overlay.of::<LessonPage>().shown.as_ref().is_some_and(lesson::Shown::is_lively)
}

/// Whether somebody at this screen may answer: nobody does so for the computer.
fn is_asked_here(world: &World, battle: Entity, shown: &Shown) -> bool {
    let asked = question(world, battle).map(|question| question.side);
    shown.here().is_none_or(|sides| asked.is_none_or(|asked| sides.contains(&asked)))
}

/// Gives the answer that somebody has chosen; whether it was taken.
fn give(world: &mut World, battle: Entity, order: Order, overlay: &mut Overlay) -> bool {
    given(world, battle, order, (overlay, Gave::Somebody))
}

/// Gives an answer that nobody is asked about.
fn give_unasked(world: &mut World, battle: Entity, order: Order, (overlay, gave): (&mut Overlay, Gave)) {
    given(world, battle, order, (&mut *overlay, gave));
    overlay.edit::<Pace>().is_undrawn = true;
}

fn given(world: &mut World, battle: Entity, order: Order, (overlay, gave): (&mut Overlay, Gave)) -> bool {
    let is_own = |look: &Look<'_>| gave == Gave::Somebody && look.question().is_some_and(|asked| asked.by.is_some());
    let answered = Look::at(world, battle).filter(is_own).map(|look| look.facts().len());
    let decided = decide(world, battle, order, (&mut *overlay, gave));
    let is_taken = decided.is_ok();
    match decided {
        Ok(()) => {
            if gave == Gave::Somebody {
                let pace = overlay.edit::<Pace>();
                // After a step back there are fewer facts than before it.
                pace.answered = answered.map(|now| pace.answered.map_or(now, |before| before.min(now)));
            }
            overlay.tell(Decided);
        }
        Err(refusal) => {
            overlay.say(format!("{}.", capital(&refusal.why)));
            overlay.edit::<Hand>().then = None;
        }
    }
    is_taken
}

/// Whether somebody has just come back to this question.
fn is_back(world: &World, battle: Entity, overlay: &Overlay) -> bool {
    overlay.of::<Pace>().back_at == Some(decisions(world, battle).len())
}

/// Those who can do nothing in this part of their turn are passed over, once all before has been seen.
fn pass_over(world: &mut World, battle: Entity, overlay: &mut Overlay, shown: &Shown) {
    for _ in 0..PASSED {
        let is_put = !overlay.of::<Pace>().auto && is_asked_here(world, battle, shown);
        let Some(look) = Look::at(world, battle).filter(|_| is_put && verdict(world, battle).is_none()) else { return };
        if is_showing(overlay, look) || !has_nothing_to_do(shown.seen(look), overlay.edit()) {
            return;
        }
        give_unasked(world, battle, Order::new(END_TURN), (&mut *overlay, Gave::Nobody));
    }
}

/// Whether whoever is asked can do nothing that takes anything of this part of their turn. Before their blows those who
/// have done nothing yet are asked all the same, if they can do anything at all.
fn has_nothing_to_do(look: Look<'_>, known: &mut Known) -> bool {
    let phase = look.clock().phase;
    let Some(who) = look.question().filter(|asked| asked.choices.is_none()).and_then(|asked| asked.who) else {
        return false;
    };
    if phase == Phase::Whole {
        return false;
    }
    let is_first = phase == Phase::Moves && look.rules().economy.is_untouched(look, who);
    let choices = known.choices(look);
    let ends = |choice: &Choice| choice.order.verb == END_TURN && choice.is_legal();
    let is_open = |choice: &Choice| choice.is_legal() && choice.group != Group::Turn && (is_first || choice.takes > 0);
    choices.iter().any(ends) && !choices.iter().any(is_open)
}

/// What is foretold reckons with what is answered in the same way every time.
fn heed(overlay: &mut Overlay) {
    let (pace, none) = (overlay.of::<Pace>(), Habits::default());
    let habits = if pace.auto { &none } else { &pace.habits };
    if !overlay.of::<Known>().heeds(habits) {
        let habits = habits.clone();
        overlay.edit::<Known>().heed(habits);
    }
}

/// Questions that a player answers in the same way every time are answered so, once all before them has been seen.
fn by_habit(world: &mut World, battle: Entity, overlay: &mut Overlay, shown: &Shown) {
    if overlay.of::<Pace>().habits.is_empty() || !is_asked_here(world, battle, shown) {
        return;
    }
    let Some(look) = Look::at(world, battle) else { return };
    let Some(question) = look.question() else { return };
    // What has become dearer, or cannot be done so any more, is asked again.
    let Some(order) = standing(&overlay.of::<Pace>().habits, look, question) else { return };
    if !waits_to_be_seen(overlay, look) {
        give_unasked(world, battle, order, (overlay, Gave::Habit));
    }
}

/// Makes a decision, and notes it in the course of the battle, with the click that all of it followed from.
fn decide(
    world: &mut World,
    battle: Entity,
    order: Order,
    (overlay, gave): (&mut Overlay, Gave),
) -> Result<(), Refusal> {
    let since = overlay.of::<Hand>().then.as_ref().and_then(|then| then.since);
    let noted = Look::at(world, battle).map(|look| timeline::Timeline::about(look, &order));
    answer(world, battle, order)?;
    noted.into_iter().for_each(|noted| overlay.edit::<Timeline>().made(noted, (since, gave)));
    advance(world, battle);
    Ok(())
}

/// What follows a battle that is over: its title, and the hours that lie between.
fn follows(world: &World, battle: Entity) -> Option<(String, i32)> {
    let library = &world.get_resource::<Shelf>()?.0;
    let (name, hours) = what_follows(library, world, battle)?;
    Some((library.scenario(&name).ok()?.title, hours))
}
