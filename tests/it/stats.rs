//! Battles in apps of somebody's own: what systems of theirs can ask about fighters.

use bevy::prelude::{App, Component, Entity, World};
use sortie::ai::{Mind, Skill};
use sortie::battle::stats::{HitPoints, Life, Morale, Scale, Speed, Stamina, StatsPlugin, Toughness, Will};
use sortie::battle::{Battle, BattlePlugin, FigureName, Id, Look, advance, answer, chronicle, verdict};
use sortie::dice::RolledDice;
use sortie::rulebook::Library;

use crate::kit::{self, Battle as _, Folder, edit, scenario};

#[path = "../../examples/glow.rs"]
#[allow(dead_code, reason = "it is a program, too")]
mod glow;

/// A battle in the world of an app, ready for its first decision.
fn begun(app: &mut App, name: &str) -> Entity {
    let battle = scenario(name).setup.spawn(app.world_mut(), RolledDice::from_seed(5).into());
    advance(app.world_mut(), battle);
    battle
}

/// The computer decides once; nothing if it is over.
fn decided(world: &mut World, battle: Entity, mind: &mut Mind) -> Option<()> {
    if verdict(world, battle).is_some() {
        return None;
    }
    let order = mind.decide(Look::at(world, battle)?)?;
    answer(world, battle, order).unwrap();
    advance(world, battle);
    Some(())
}

/// A stat of somebody: what it is, when it was written last, and what its figure comes to.
fn stat<S: Component + Copy>(
    (world, look): (&World, Look<'_>),
    who: Id,
    figure: Option<FigureName>,
    get: fn(S) -> i32,
) -> Option<(FigureName, i32, u32)> {
    let fighter = world.entity(look.entity(who).unwrap());
    assert_eq!(fighter.contains::<S>(), figure.is_some(), "{}: {figure:?}", look.name(who));
    let (now, figure) = (get(*fighter.get::<S>()?), figure?);
    assert_eq!(now, look.value(who, figure), "{}: {figure}", look.name(who));
    Some((figure, now, fighter.get_change_ticks::<S>()?.changed.get()))
}

fn stats_of(world: &World, look: Look<'_>, who: Id) -> Vec<(FigureName, i32, u32)> {
    let of = look.rules().stats;
    let all = [
        stat((world, look), who, of.scale, Scale::get),
        stat((world, look), who, of.toughness, Toughness::get),
        stat((world, look), who, of.life, Life::get),
        stat((world, look), who, of.stamina, Stamina::get),
        stat((world, look), who, of.hit_points, HitPoints::get),
        stat((world, look), who, of.will, Will::get),
        stat((world, look), who, of.morale, Morale::get),
        stat((world, look), who, of.speed, Speed::get),
    ];
    all.into_iter().flatten().collect()
}

#[test]
fn stats_are_what_their_figures_come_to_and_are_written_only_when_that_changes() {
    let (mut changes, mut seen) = (0, 0);
    for name in
        ["even", "gate_by_cards", "gate", "market_street", "coopers_lane", "dark_below", "tavern_yard", "skirmish4"]
    {
        let mut app = App::new();
        app.add_plugins((StatsPlugin, BattlePlugin));
        let battle = begun(&mut app, name);
        let mut mind = Mind::new(Skill::Plain, 5);
        let mut before: Vec<Vec<(FigureName, i32, u32)>> = Vec::new();
        for _ in 0..60 {
            let look = Look::at(app.world(), battle).unwrap();
            let now: Vec<_> = look.everybody().map(|who| stats_of(app.world(), look, who)).collect();
            assert!(now.iter().all(|stats| !stats.is_empty()), "{name} has no stats");
            for ((figure, old, written), (_, new, again)) in before.iter().flatten().zip(now.iter().flatten()) {
                // A question in the middle of a task, whose answer takes it back, may change it to and fro.
                assert!(old == new || written != again, "{name}: {figure} was not written");
                changes += usize::from(old != new);
                seen += usize::from(written == again);
            }
            // Latecomers stand at the end.
            before = now;
            if decided(app.world_mut(), battle, &mut mind).is_none() {
                break;
            }
        }
    }
    assert!(changes > 20, "{changes} have changed");
    assert!(seen > 10 * changes, "{changes} have changed, and only {seen} have not been written");
}

#[test]
fn a_world_that_wants_no_stats_has_none() {
    let mut app = App::new();
    app.add_plugins(BattlePlugin);
    let battle = begun(&mut app, "even");
    let world = app.world_mut();
    assert!(world.get::<Battle>(battle).is_some());
    assert_eq!(world.query::<&Toughness>().iter(world).count(), 0);
}

#[test]
fn a_stat_that_names_no_figure_is_told_with_its_place() {
    let folder = Folder::of_rulesets(&["skirmish"]);
    edit(&folder.join("skirmish/ruleset.ron"), "life: \"Life\"", "life: \"Lief\"");
    let problems = Library::open(folder.path()).rules("skirmish").unwrap_err();
    let [problem] = problems.as_slice() else { panic!("{problems:?}") };
    assert!(problem.file.ends_with("ruleset.ron") && problem.line > 1 && problem.column > 1, "{problem:?}");
    assert!(problem.found.contains("figure called `Lief`"), "{problem:?}");
    assert!(problem.help.as_ref().is_some_and(|help| help.contains("Life")), "{problem:?}");
}

#[test]
fn everybody_with_toughness_under_three_glows_and_nobody_else() {
    let mut glowed = 0;
    for seed in 7..10 {
        let mut app = glow::app("viper_ravine".to_owned(), seed);
        while app.should_exit().is_none() {
            app.update();
            let world = app.world_mut();
            let mut fighters = world.query::<(&Toughness, bevy::prelude::Has<glow::Glow>)>();
            for (toughness, glows) in fighters.iter(world) {
                assert_eq!(glows, toughness.get() < 3, "{toughness:?}");
                glowed += usize::from(glows);
            }
        }
    }
    assert!(glowed > 0, "nobody ever glows");
}

#[test]
fn a_battle_in_an_app_goes_as_it_goes_by_itself() {
    let mut app = glow::own_app::app("even".to_owned(), 7);
    while app.should_exit().is_none() {
        app.update();
    }
    let world = app.world_mut();
    let battle = world.query_filtered::<Entity, bevy::prelude::With<Battle>>().single(world).unwrap();
    let mut by_itself = kit::begin(&scenario("even"), 7);
    by_itself.played(&mut Mind::new(Skill::Plain, 7), usize::MAX);
    let told: Vec<&str> = chronicle(world, battle).iter().map(|fact| fact.text.as_str()).collect();
    assert!(verdict(world, battle).is_some());
    assert_eq!(told.join("\n"), by_itself.told());
}
