//! The schedule of a battle: its stages, and the systems that run them.
//!
//! One pass carries every battle in the world on by one step: through the
//! stages in their order, until it needs a decision or is over. Each stage
//! takes up the tasks on top of a battle's agenda that belong to it.

use bevy::app::{App, Plugin};
use bevy::ecs::entity::Entity;
use bevy::ecs::message::message_update_system;
use bevy::ecs::prelude::{QueryState, Schedule, World};
use bevy::ecs::schedule::{
    IntoScheduleConfigs, LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor, SystemSet,
};

use super::table::Marks;
use super::{
    Agenda, Arrivals, Asked, Clock, Compulsion, Condition, Conditions, Ended, Fact, Fighter, Id, Key, Next, Order,
    Paid, Pause, Question, Stage, Step, Table, Task, Until, Verdict, verdict,
};

/// The schedule in which the rules run, never the frame's own.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct BattlePass;

/// The stages of [`BattlePass`], in their order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BattleSystems {
    /// Before anything else: a hook for whoever watches.
    First,
    /// Rounds begin and end.
    Clock,
    /// Who is next.
    Initiative,
    /// Turns begin.
    Turn,
    /// Whoever is on turn chooses; here most questions come up.
    Choices,
    /// Somebody moves.
    Movement,
    /// Somebody strikes, shoots or grapples.
    Attacks,
    /// Something happens to an area.
    Areas,
    /// Harm that was only waiting to happen.
    Harm,
    /// Minds are tried.
    Morale,
    /// Turns end, gear is handled, wounds are bound.
    Upkeep,
    /// Is it over?
    Verdict,
    /// After everything else: a hook for whoever watches.
    Last,
}

/// Adds the schedule of battles to an app or a bare world.
pub struct BattlePlugin;

impl Plugin for BattlePlugin {
    fn build(&self, app: &mut App) {
        app.add_schedule(schedule());
    }
}

/// The schedule itself: small systems in a row, so one thread is by far the
/// fastest executor for them.
pub fn schedule() -> Schedule {
    let mut schedule = Schedule::new(BattlePass);
    schedule.set_executor(SingleThreadedExecutor::new());
    schedule.set_build_settings(ScheduleBuildSettings { ambiguity_detection: LogLevel::Error, ..Default::default() });
    schedule.configure_sets(
        (
            BattleSystems::First,
            BattleSystems::Clock,
            BattleSystems::Initiative,
            BattleSystems::Turn,
            BattleSystems::Choices,
            BattleSystems::Movement,
            BattleSystems::Attacks,
            BattleSystems::Areas,
            BattleSystems::Harm,
            BattleSystems::Morale,
            BattleSystems::Upkeep,
            BattleSystems::Verdict,
            BattleSystems::Last,
        )
            .chain(),
    );
    schedule.add_systems((
        run_stage(Stage::Clock).in_set(BattleSystems::Clock),
        run_stage(Stage::Initiative).in_set(BattleSystems::Initiative),
        run_stage(Stage::Turn).in_set(BattleSystems::Turn),
        run_stage(Stage::Choices).in_set(BattleSystems::Choices),
        run_stage(Stage::Movement).in_set(BattleSystems::Movement),
        run_stage(Stage::Attacks).in_set(BattleSystems::Attacks),
        run_stage(Stage::Areas).in_set(BattleSystems::Areas),
        run_stage(Stage::Harm).in_set(BattleSystems::Harm),
        run_stage(Stage::Morale).in_set(BattleSystems::Morale),
        run_stage(Stage::Upkeep).in_set(BattleSystems::Upkeep),
        verdict::judge_battles.in_set(BattleSystems::Verdict),
        message_update_system.in_set(BattleSystems::Last),
    ));
    schedule
}

type Due = QueryState<(Entity, &'static Agenda, &'static Asked, &'static Ended)>;

/// The system of one stage: runs the topmost task of every battle whose task
/// belongs to this stage and that waits for nobody.
fn run_stage(stage: Stage) -> impl FnMut(&mut World, &mut Due) {
    let mut due = Vec::new();
    move |world, battles| {
        due.clear();
        for (battle, agenda, asked, ended) in battles.iter(world) {
            if asked.0.is_some() || ended.0.is_some() {
                continue;
            }
            if agenda.0.last().is_some_and(|task| stage_of(world, battle, task) == stage) {
                due.push(battle);
            }
        }
        for battle in &due {
            run_top(world, *battle);
        }
    }
}

/// The stage in which a task is done.
fn stage_of(world: &World, battle: Entity, task: &Task) -> Stage {
    match task {
        Task::Start | Task::Round | Task::RoundEnd => Stage::Clock,
        Task::Next => Stage::Initiative,
        Task::Begin(_) => Stage::Turn,
        Task::Choose(_) => Stage::Choices,
        Task::End(_) | Task::Settle => Stage::Upkeep,
        Task::Custom { stage, .. } => *stage,
        Task::Do(_, order) | Task::Perform(_, order) => super::Look::at(world, battle)
            .and_then(|look| look.deed(&order.verb).ok().map(|deed| deed.stage()))
            .unwrap_or(Stage::Upkeep),
    }
}

/// Runs the topmost task of `battle`. A task that must wait for an answer
/// leaves no trace but its question; one that fails ends the battle with a
/// note instead of the program.
fn run_top(world: &mut World, battle: Entity) {
    let Some(task) = world.get_mut::<Agenda>(battle).and_then(|mut agenda| agenda.0.pop()) else { return };
    let marks = Marks::of(world, battle);
    let Ok(mut table) = Table::at(world, battle) else { return };
    match run(&mut table, &task) {
        Ok(()) => table.keep(),
        Err(pause) => {
            table.take_back(&marks);
            if let Some(mut agenda) = world.get_mut::<Agenda>(battle) {
                agenda.0.push(task);
            }
            match pause {
                Pause::Ask(question) => {
                    if let Some(mut asked) = world.get_mut::<Asked>(battle) {
                        asked.0 = Some(*question);
                    }
                }
                Pause::Dice(_) | Pause::Fault(_) => break_off(world, battle, &pause),
            }
        }
    }
}

/// Ends a battle that cannot go on.
fn break_off(world: &mut World, battle: Entity, why: &Pause) {
    let round = world.get::<Clock>(battle).map_or(0, |clock| clock.round);
    if let Some(mut ended) = world.get_mut::<Ended>(battle) {
        ended.0 = Some(Verdict { winner: None, why: format!("the battle cannot go on: {why}"), round });
    }
    if let Ok(mut table) = Table::at(world, battle) {
        table.note(|_| Fact::new("battle", format!("The battle cannot go on: {why}")));
    }
}

fn run(table: &mut Table<'_>, task: &Task) -> Step {
    match task {
        Task::Start => start(table),
        Task::Round => begin_round(table),
        Task::Next => next(table),
        Task::Begin(who) => begin_turn(table, *who),
        Task::Choose(who) => choose(table, *who),
        Task::Do(who, order) => act(table, *who, order),
        Task::Perform(who, order) => perform(table, *who, order),
        Task::End(who) => end_turn(table, *who),
        Task::Settle => Ok(()),
        Task::RoundEnd => end_round(table),
        Task::Custom { of, name, who, .. } => {
            let rules = table.rules();
            let mechanic = rules.mechanics.iter().find(|mechanic| *of == mechanic.name());
            mechanic.ok_or_else(|| Pause::Fault(format!("no mechanic called {of}")))?.on_task(table, *name, *who)
        }
    }
}

fn start(table: &mut Table<'_>) -> Step {
    table.push(Task::Round);
    table.each_mechanic(|table, mechanic| mechanic.on_start(table))
}

fn begin_round(table: &mut Table<'_>) -> Step {
    let round = table.clock().round + 1;
    *table.edit_battle::<Clock>() = Clock { round, turn: None };
    table.note(|_| Fact::new("round", format!("Round {round}.")));
    table.push(Task::Next);
    // Whoever was to come in a turn that nobody took comes now.
    welcome(table, |late| late.arrives < round || (late.arrives == round && late.during.is_none()))?;
    table.each_mechanic(|table, mechanic| mechanic.on_round(table))
}

/// Brings in those whose time has come.
fn welcome(table: &mut Table<'_>, is_due: impl Fn(&Fighter) -> bool) -> Step {
    let late = table.look().battle::<Arrivals>().map(|arrivals| &arrivals.0);
    let due: Vec<Fighter> = late.into_iter().flatten().filter(|each| is_due(each)).cloned().collect();
    if due.is_empty() {
        return Ok(());
    }
    table.edit_battle::<Arrivals>().0.retain(|each| !is_due(each));
    for fighter in due {
        let id = table.arrive(&fighter);
        table.note(|look| Fact::new("arrival", format!("{} joins the fight.", look.name(id))).who(id));
        table.each_mechanic(|table, mechanic| mechanic.on_arrival(table, id))?;
    }
    Ok(())
}

fn next(table: &mut Table<'_>) -> Step {
    let rules = table.rules();
    match rules.initiative.next(table)? {
        Next::Turn(who) => {
            table.push(Task::Next);
            push_turn(table, who);
        }
        Next::Together(group) => {
            table.push(Task::Next);
            table.push(Task::Settle);
            for who in group.into_iter().rev() {
                push_turn(table, who);
            }
        }
        Next::Lost { who, begun } => {
            table.push(Task::Next);
            table.push(Task::End(who));
            if !begun {
                table.push(Task::Begin(who));
            }
        }
        Next::RoundOver => table.push(Task::RoundEnd),
    }
    Ok(())
}

/// Puts the whole turn of somebody on top of the agenda.
pub fn push_turn(table: &mut Table<'_>, who: Id) {
    table.push(Task::End(who));
    table.push(Task::Choose(who));
    table.push(Task::Begin(who));
    table.edit_battle::<Clock>().turn = Some(who);
}

fn begin_turn(table: &mut Table<'_>, who: Id) -> Step {
    table.edit_battle::<Clock>().turn = Some(who);
    if !table.rules().initiative.comes_up(table, who)? {
        return Ok(());
    }
    let (round, name) = (table.clock().round, table.look().name(who).to_owned());
    welcome(table, |late| late.arrives <= round && late.during.as_ref() == Some(&name))?;
    run_out(table, who, |until| matches!(until, Until::TurnStart))?;
    table.each_mechanic(|table, mechanic| mechanic.on_turn(table, who))
}

/// Whoever is on turn chooses one deed after another until nothing is left.
fn choose(table: &mut Table<'_>, who: Id) -> Step {
    table.edit_battle::<Clock>().turn = Some(who);
    let rules = table.rules();
    let look = table.look();
    if rules.initiative.has_put_off(look, who) {
        return Ok(());
    }
    if !look.is_in_play(who) || rules.economy.is_over(look, who) || look.allows(who, &["act"]).is_err() {
        return Ok(());
    }
    for mechanic in &rules.mechanics {
        match mechanic.compels(table, who)? {
            None => {}
            Some(Compulsion::Does(order, rule)) if table.look().permits(who, &order).is_ok() => {
                table.note(|look| Fact::new(rule, format!("{} is driven to this: {order}.", look.name(who))).who(who));
                table.push(Task::Choose(who));
                table.push(Task::Do(who, order));
                return Ok(());
            }
            Some(_) => return Ok(()),
        }
    }
    let look = table.look();
    let prompt = format!("{}: what now? {}", look.name(who), rules.economy.left(look, who));
    let question = Question::new("turn", look.side(who), who, prompt);
    let order = table.ask(question)?;
    table.push(Task::Choose(who));
    table.push(Task::Do(who, order));
    Ok(())
}

fn act(table: &mut Table<'_>, who: Id, order: &Order) -> Step {
    let rules = table.rules();
    let deed = table.look().deed(&order.verb).map_err(|refusal| Pause::Fault(refusal.to_string()))?.clone();
    match rules.economy.pay(table, who, &*deed, order)? {
        Paid::Now => perform(table, who, order),
        Paid::Later => Ok(()),
    }
}

fn perform(table: &mut Table<'_>, who: Id, order: &Order) -> Step {
    let deed = table.look().deed(&order.verb).map_err(|refusal| Pause::Fault(refusal.to_string()))?.clone();
    table.each_mechanic(|table, mechanic| mechanic.on_before(table, who, order))?;
    let rules = table.rules();
    let mut postponed = false;
    for mechanic in &rules.mechanics {
        postponed = postponed || mechanic.postpone(table, who, order)?;
    }
    if !postponed {
        deed.perform(table, who, order)?;
    }
    table.each_mechanic(|table, mechanic| mechanic.on_deed(table, who, order))
}

fn end_turn(table: &mut Table<'_>, who: Id) -> Step {
    if table.rules().initiative.has_put_off(table.look(), who) {
        table.edit_battle::<Clock>().turn = table.interrupted();
        return Ok(());
    }
    table.edit_battle::<Clock>().turn = Some(who);
    table.each_mechanic(|table, mechanic| mechanic.on_turn_end(table, who))?;
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
        table.edit_battle::<Clock>().turn = table.interrupted();
    }
    Ok(())
}

fn end_round(table: &mut Table<'_>) -> Step {
    table.push(Task::Round);
    table.each_mechanic(|table, mechanic| mechanic.on_round_end(table))?;
    let everybody: Vec<_> = table.look().everybody().collect();
    for who in everybody {
        run_out(table, who, |until| match until {
            Until::Rounds(left) => {
                *left -= 1;
                *left <= 0
            }
            _ => false,
        })?;
    }
    Ok(())
}

/// One second of somebody's own time passes: conditions counted in seconds
/// run down, and every mechanic hears of it.
pub fn pass_second(table: &mut Table<'_>, who: Id) -> Step {
    run_out(table, who, |until| match until {
        Until::Seconds(left) => {
            *left -= 1;
            *left <= 0
        }
        _ => false,
    })?;
    table.each_mechanic(|table, mechanic| mechanic.on_second(table, who))
}

/// Ends the conditions of `who` whose time is up by `is_up`, which may count
/// down as it goes.
fn run_out(table: &mut Table<'_>, who: Id, mut is_up: impl FnMut(&mut Until) -> bool) -> Step {
    let mut counted: Vec<Condition> = table.look().conditions(who).to_vec();
    if counted.is_empty() {
        return Ok(());
    }
    let mut ended: Vec<Key> = Vec::new();
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
        let rule = table.rules().conditions.get(&kind).map_or(kind, |def| def.rule);
        table.note(|look| {
            Fact::new(rule, format!("{} is no longer {kind}.", look.name(who))).who(who).change(who, kind, 1, 0)
        });
        table.each_mechanic(|table, mechanic| mechanic.on_condition(table, who, kind, false))?;
    }
    Ok(())
}
