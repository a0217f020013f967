//! The schedule of a battle: its stages, and the systems that run them.
//!
//! One pass carries every battle in the world on by one step: through the
//! stages in their order, until it needs a decision or is over. Each stage
//! takes up the tasks on top of a battle's agenda that belong to it.

use bevy::app::{App, Plugin};
use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{QueryState, Schedule, World};
use bevy::ecs::schedule::{
    IntoScheduleConfigs, LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor, SystemSet,
};

use super::field::Due;
use super::table::{Done, Halted, Marks};
use super::{
    Agenda, Arrivals, Asked, Chronicle, Clock, Compulsion, Condition, Conditions, DiceCup, Ended, Event, Fact, Fighter,
    Given, Id, Key, Next, Order, Paid, Pause, Phase, Player, Question, Rules, RulesOf, Stage, Step, Table, Task, Until,
    Verdict, verdict,
};

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
    schedule.configure_sets((before, BattleSystems::Last).chain());
    schedule
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
        Task::End(_) | Task::Settle => Stage::Upkeep,
        Task::Custom { stage, .. } => *stage,
        Task::Do(_, order) | Task::Perform(_, order) => {
            let deed = Key::find(&order.verb).and_then(|verb| rules.deeds.get(&verb));
            deed.map_or(Stage::Upkeep, |deed| deed.stage())
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
        .played_by(player.map(|player| player as &mut (dyn Player + '_)));
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
        Task::Start => start(table),
        Task::Round => begin_round(table),
        Task::Next => next(table),
        Task::Begin(who) => begin_turn(table, *who),
        Task::Choose(who) => choose(table, *who),
        Task::Do(who, order) => act(table, *who, order),
        Task::Perform(who, order) => carry_out(table, *who, order),
        Task::End(who) => end_turn(table, *who),
        Task::Settle => settle(table),
        Task::RoundEnd => end_round(table),
        Task::Custom { of, name, who, .. } => {
            let rules = table.rules();
            let mechanic = rules.registry.mechanics.iter().find(|mechanic| *of == mechanic.name());
            mechanic.ok_or_else(|| Pause::Fault(format!("no mechanic called {of}")))?.on_task(table, *name, *who)
        }
    }
}

fn start(table: &mut Table<'_>) -> Step {
    table.push(Task::Round);
    table.tell(Event::Mustered)?;
    table.tell(Event::Begun)
}

fn begin_round(table: &mut Table<'_>) -> Step {
    let round = table.clock().round + 1;
    *table.edit_battle::<Clock>() = Clock { round, ..Clock::default() };
    table.note(|look| {
        let within = look.stretch(round).map(|(number, name)| format!(", {name} {number}")).unwrap_or_default();
        let called =
            if round > 0 { format!("Round {round}{within}.") } else { "Before round 1: a bonus round.".to_owned() };
        Fact::new("round", called)
    });
    table.push(Task::Next);
    // Whoever was to come in a turn that nobody took comes now.
    welcome(table, |late| late.arrives < round || (late.arrives == round && late.during.is_none()))?;
    table.tell(Event::RoundBegun)
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
        table.make_room(id);
        table.note(|look| Fact::new("arrival", format!("{} joins the fight.", look.name(id))).who(id));
        table.tell(Event::Arrived { who: id })?;
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
        Next::Part { phase, who, together } => {
            table.push(Task::Next);
            table.set_phase(phase, together);
            who.into_iter().rev().for_each(|who| push_turn(table, who));
        }
        Next::Settle => {
            table.push(Task::Next);
            table.push(Task::Settle);
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

/// Several have acted at once: what is decided between them, then what has come upon each of them meanwhile.
fn settle(table: &mut Table<'_>) -> Step {
    table.tell(Event::Settled)?;
    table.set_phase(Phase::Whole, false);
    table.fall()
}

/// Puts the whole turn of somebody on top of the agenda.
pub fn push_turn(table: &mut Table<'_>, who: Id) {
    table.push(Task::End(who));
    table.push(Task::Choose(who));
    table.push(Task::Begin(who));
    table.set_turn(Some(who));
}

fn begin_turn(table: &mut Table<'_>, who: Id) -> Step {
    table.set_turn(Some(who));
    if !table.rules().initiative.comes_up(table, who)? {
        return Ok(());
    }
    if table.look().battle::<Arrivals>().is_some_and(|late| !late.0.is_empty()) {
        let (round, name) = (table.clock().round, table.look().name(who).to_owned());
        welcome(table, |late| late.arrives <= round && late.during.as_ref() == Some(&name))?;
    }
    run_out(table, who, |until| matches!(until, Until::TurnStart))?;
    table.tell(Event::TurnBegun { who })?;
    table.rules().economy.open(table, who)
}

/// Whoever is on turn chooses one deed after another until nothing is left.
fn choose(table: &mut Table<'_>, who: Id) -> Step {
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
                let told = format!("is driven to this: {}", order.clone().plainly());
                (order, Some((rule, told)))
            }
            Some(Compulsion::Obeys(order, rule, bidding)) => {
                // A bidding is told once a turn, whatever it takes to carry it out.
                let is_told = rules.economy.is_untouched(table.look(), body);
                (order, is_told.then(|| (rule, format!("obeys: {bidding}"))))
            }
        };
        if table.look().permits(body, &order).is_ok() {
            if let Some((rule, told)) = told {
                table.note(|look| Fact::new(rule, format!("{} {told}.", look.name(who))).who(who));
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
            let prompt = || format!("{}{within}: what now? {}", look.name(who), rules.economy.left(look, body));
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

fn act(table: &mut Table<'_>, who: Id, order: &Order) -> Step {
    let rules = table.rules();
    let deed = table.look().deed(&order.verb).map_err(|refusal| Pause::Fault(refusal.to_string()))?.clone();
    match rules.economy.pay(table, who, &*deed, order)? {
        Paid::Now => carry_out(table, who, order),
        Paid::Later => Ok(()),
    }
}

/// Lets a deed that has been paid for come about, and tells the mechanics that hear of deeds.
pub fn carry_out(table: &mut Table<'_>, who: Id, order: &Order) -> Step {
    let deed = table.look().deed(&order.verb).map_err(|refusal| Pause::Fault(refusal.to_string()))?.clone();
    if !table.announce(who, order)? {
        return Ok(());
    }
    let rules = table.rules();
    let mut postponed = false;
    for mechanic in &rules.registry.drives {
        postponed = postponed || mechanic.postpone(table, who, order)?;
    }
    if !postponed {
        deed.perform(table, who, order)?;
    }
    table.tell(Event::Done { who, order })
}

fn end_turn(table: &mut Table<'_>, who: Id) -> Step {
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

fn end_round(table: &mut Table<'_>) -> Step {
    table.push(Task::Round);
    table.tell(Event::RoundEnded)?;
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
/// run down, and the mechanics that hear of seconds are told.
pub fn pass_second(table: &mut Table<'_>, who: Id) -> Step {
    run_out(table, who, |until| match until {
        Until::Seconds(left) => {
            *left -= 1;
            *left <= 0
        }
        _ => false,
    })?;
    table.tell(Event::SecondPassed { who })
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
        // Of those who are out of it nobody asks what else they are.
        let rules = table.rules();
        let def = rules.conditions.get(&kind);
        if table.look().is_in_play(who) && !def.is_some_and(|def| def.quiet) {
            let rule = def.map_or(kind, |def| def.rule);
            table.note(|look| {
                Fact::new(rule, format!("{} is no longer {kind}.", look.name(who))).who(who).change(who, kind, 1, 0)
            });
        }
        table.tell(Event::Condition { who, kind, begun: false })?;
    }
    Ok(())
}
