//! The schedule of a battle: its stages, and the systems that run them.
//!
//! One pass carries every battle in the world on by one step: through the
//! stages in their order, until it needs a decision or is over. Each stage
//! takes up the tasks on top of a battle's agenda that belong to it. What it
//! does with them stands in the file of its name. Deeds, each in a stage of its
//! own, stand in `deeds.rs`; how bodies step and blows harm, whatever the deed,
//! in `movement.rs` and `harm.rs`.
//!
//! Rules are tasks and not systems, since a rule may ask in its middle, and
//! what it has done is then taken back and done again. Only a task's changes
//! can be (they go through the [`Table`]), so no system beside them changes a
//! battle; systems that read it are free to, as [`stats`](super::stats) does.

mod choices;
mod clock;
mod deeds;
mod harm;
mod initiative;
mod movement;
mod turn;
mod upkeep;
pub(super) mod verdict;

use bevy::app::{App, Plugin};
use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{QueryState, Schedule, World};
use bevy::ecs::schedule::{
    IntoScheduleConfigs, LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor, SystemSet,
};

use super::field::Due;
use super::table::{Done, Halted, Marks};
use super::{
    Agenda, Asked, Chronicle, Clock, DiceCup, Ended, Event, Fact, Given, Pause, Player, Rules, RulesOf, Stage, Step,
    Table, Task, Verdict,
};

pub use deeds::carry_out;
pub use initiative::push_turn;
pub use movement::Stride;
pub use turn::pass_second;

/// The schedule in which the rules run, never the frame's own.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct BattlePass;

/// The stages of [`BattlePass`], in their order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BattleSystems {
    /// Before anything else: a hook for whoever watches.
    First,
    /// The work of one stage.
    During(Stage),
    /// What is worked out for whoever reads it; empty without [`StatsPlugin`](super::stats::StatsPlugin).
    Stats,
    /// After everything else: a hook for whoever watches.
    Last,
}

/// Adds the schedule of battles to an app or a bare world.
pub struct BattlePlugin;

impl Plugin for BattlePlugin {
    fn build(&self, app: &mut App) {
        app.edit_schedule(BattlePass, arrange);
    }
}

/// The schedule itself: small systems in a row, so one thread is by far the
/// fastest executor for them.
pub fn schedule() -> Schedule {
    let mut schedule = Schedule::new(BattlePass);
    arrange(&mut schedule);
    schedule
}

/// Puts the stages into it, beside the systems of whoever came before.
fn arrange(schedule: &mut Schedule) {
    schedule.set_executor(SingleThreadedExecutor::new());
    schedule.set_build_settings(ScheduleBuildSettings { ambiguity_detection: LogLevel::Error, ..Default::default() });
    let mut before = BattleSystems::First;
    for stage in Stage::ALL {
        let during = BattleSystems::During(stage);
        schedule.configure_sets((before, during).chain());
        match stage {
            Stage::Verdict => schedule.add_systems(verdict::judge_battles.in_set(during)),
            _ => schedule.add_systems(run_stage(stage).in_set(during)),
        };
        before = during;
    }
    schedule.configure_sets((before, BattleSystems::Stats, BattleSystems::Last).chain());
}

/// What is read before and written after each task.
pub(super) type Desks = QueryState<(
    &'static RulesOf,
    &'static mut Agenda,
    &'static mut Due,
    &'static mut Given,
    &'static DiceCup,
    &'static Chronicle,
    &'static Clock,
    &'static mut Halted,
)>;

type Battles = QueryState<(Entity, &'static Due, &'static Asked, &'static Ended)>;

/// The system of one stage: runs the topmost task of every battle whose task
/// belongs to this stage and that waits for nobody.
fn run_stage(stage: Stage) -> impl FnMut(&mut World, &mut Battles, &mut Desks) {
    let mut due = Vec::new();
    move |world, battles, desks| {
        let its_own = battles
            .iter(world)
            .filter(|(_, due, asked, ended)| due.stage == Some(stage) && asked.0.is_none() && ended.0.is_none());
        due.extend(its_own.map(|(battle, ..)| battle));
        for battle in due.drain(..) {
            if let Ran::Broken(pause) = run_top(world, battle, desks, None) {
                break_off(world, battle, &pause);
            }
        }
    }
}

/// The stage in which a task is done.
fn stage_of(rules: &Rules, task: &Task) -> Stage {
    match task {
        Task::Eve | Task::Start | Task::Round | Task::RoundEnd => Stage::Clock,
        Task::Next => Stage::Initiative,
        Task::Begin(_) => Stage::Turn,
        Task::Choose(_) => Stage::Choices,
        Task::End(_) | Task::Settle | Task::RunDown => Stage::Upkeep,
        Task::Custom { stage, .. } => *stage,
        Task::Do(_, order) | Task::Perform(_, order) => {
            let deed = rules.deeds.get(&order.verb);
            deed.map_or(Stage::Upkeep, |deed| deed.nature().stage)
        }
    }
}

/// The stage in which the topmost task of an agenda is done.
pub(super) fn next_stage(rules: &Rules, agenda: &Agenda) -> Option<Stage> {
    agenda.0.last().map(|task| stage_of(rules, task))
}

/// What came of a task.
#[allow(
    clippy::large_enum_variant,
    reason = "it is looked at once and kept nowhere, and what is done is the usual case"
)]
pub(super) enum Ran {
    /// It is done.
    Done(Task, Done),
    /// It waits for an answer.
    Asked,
    /// It cannot go on, and was taken back.
    Broken(Pause),
}

/// Runs the topmost task of `battle`. One that must wait for an answer leaves
/// the battle as it is at that moment, and is begun anew with the answer; one
/// that fails is taken back. A `player` answers within the task.
pub(super) fn run_top(
    world: &mut World,
    battle: Entity,
    desks: &mut Desks,
    player: Option<&mut (dyn Player + '_)>,
) -> Ran {
    let halted = desks.get_mut(world, battle).ok().and_then(|(.., mut halted)| halted.0.take());
    if let Some(halt) = halted {
        halt.take_back(world, battle);
    }
    let nothing = || Ran::Broken(Pause::Fault("there is nothing to do".to_owned()));
    let Ok((rules, mut agenda, _, given, cup, chronicle, clock, _)) = desks.get_mut(world, battle) else {
        return nothing();
    };
    let Some(task) = agenda.0.pop() else { return nothing() };
    let marks = Marks::of(chronicle, cup, *clock);
    let (rules, answers) = (rules.0.clone(), given.0.clone());
    let mut table = Table::with(world, battle, rules.clone(), answers)
        .played_by(player.map(|player| player as &mut (dyn Player + '_)), (&task, marks));
    let result = run(&mut table, &task);
    match result {
        Ok(()) => {
            let (new, is_stirred, done) = table.keep();
            let Ok((_, mut agenda, mut due, mut given, ..)) = desks.get_mut(world, battle) else { return nothing() };
            agenda.0.extend(new);
            due.stage = next_stage(&rules, &agenda);
            // Somebody may have held its ground for one round more.
            due.verdict |= is_stirred || agenda.0.last() == Some(&Task::Round);
            given.0.clear();
            Ran::Done(task, done)
        }
        Err(pause) => {
            let (world, halt) = table.halt(marks);
            if let Some(mut agenda) = world.get_mut::<Agenda>(battle) {
                agenda.0.push(task);
            }
            match pause {
                Pause::Ask(question) => {
                    if let Ok(mut battle) = world.get_entity_mut(battle) {
                        battle.insert((Asked(Some(*question)), Halted(Some(halt))));
                    }
                    Ran::Asked
                }
                Pause::Dice(_) | Pause::Fault(_) => {
                    halt.take_back(world, battle);
                    Ran::Broken(pause)
                }
            }
        }
    }
}

/// Leaves off the task that waits for an answer as if it had not been begun: it begins anew when the battle goes on.
pub(super) fn put_off(world: &mut World, battle: Entity) {
    let halted = world.get_mut::<Halted>(battle).and_then(|mut halted| halted.0.take());
    if let Some(halt) = halted {
        halt.take_back(world, battle);
    }
    if let Some(mut asked) = world.get_mut::<Asked>(battle) {
        asked.0 = None;
    }
}

/// Ends a battle that cannot go on.
pub(super) fn break_off(world: &mut World, battle: Entity, why: &Pause) {
    let round = world.get::<Clock>(battle).map_or(0, |clock| clock.round);
    if let Some(mut ended) = world.get_mut::<Ended>(battle) {
        ended.0 =
            Some(Verdict { winner: None, why: format!("the battle cannot go on: {why}"), round, is_broken: true });
    }
    if let Ok(mut table) = Table::at(world, battle) {
        table.note(|_| Fact::new("battle", format!("The battle cannot go on: {why}")));
    }
}

fn run(table: &mut Table<'_>, task: &Task) -> Step {
    match task {
        Task::Eve => table.tell(Event::Eve),
        Task::Start => clock::start(table),
        Task::Round => clock::begin_round(table),
        Task::RoundEnd => clock::end_round(table),
        Task::Next => initiative::next(table),
        Task::Begin(who) => turn::begin_turn(table, *who),
        Task::Choose(who) => choices::choose(table, *who),
        Task::Do(who, order) => deeds::act(table, *who, order),
        Task::Perform(who, order) => deeds::carry_out(table, *who, order),
        Task::End(who) => upkeep::end_turn(table, *who),
        Task::Settle => upkeep::settle(table),
        Task::RunDown => upkeep::run_down(table),
        Task::Custom { of, name, who, .. } => {
            let rules = table.rules();
            let mechanic = rules.registry.mechanics.iter().find(|mechanic| *of == mechanic.name());
            mechanic.ok_or_else(|| Pause::Fault(format!("no mechanic called {of}")))?.on_task(table, *name, *who)
        }
    }
}
