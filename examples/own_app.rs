//! A battle in a Bevy app of one's own: the computer plays all sides, a decision a frame, and what happens is printed.
//!
//! ```text
//! cargo run --example own_app --no-default-features -- even
//! ```

#![expect(clippy::print_stdout, reason = "it prints what happens")]

use bevy::app::AppExit;
use bevy::prelude::*;
use sortie::ai::{Mind, Skill};
use sortie::battle::{BattlePlugin, Chronicle, Ended, Look, advance, answer, verdict};
use sortie::dice::RolledDice;
use sortie::rulebook::Library;

fn main() -> AppExit {
    let scenario = std::env::args().nth(1).unwrap_or_else(|| "even".to_owned());
    app(scenario, 7).add_systems(Update, tell.after(play)).run()
}

/// An app with a battle in it. Everything else, a window too, can be added.
pub fn app(scenario: String, seed: u64) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, BattlePlugin))
        .insert_resource(Computer(Mind::new(Skill::Plain, seed)))
        .add_systems(Startup, move |world: &mut World| begin(world, &scenario, seed))
        .add_systems(Update, play);
    app
}

/// Who decides for all sides.
#[derive(Resource)]
struct Computer(Mind);

/// Reads a scenario and puts its battle into the world. The battle is an entity, and so are its fighters.
fn begin(world: &mut World, scenario: &str, seed: u64) -> Result {
    let read = Library::open("rulesets").scenario(scenario);
    let scenario = read.map_err(|problems| problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))?;
    scenario.setup.spawn(world, RolledDice::from_seed(seed).into());
    Ok(())
}

/// Carries each battle on to its next question and answers it; leaves when all are over.
pub fn play(world: &mut World, battles: &mut QueryState<(Entity, &Ended)>) -> Result {
    let going: Vec<Entity> = battles.iter(world).filter(|(_, end)| end.0.is_none()).map(|(battle, _)| battle).collect();
    if going.is_empty() {
        world.write_message(AppExit::Success);
    }
    for battle in going {
        advance(world, battle);
        if verdict(world, battle).is_none() {
            let decide = |world: &mut World, mut computer: Mut<Computer>| computer.0.decide(Look::at(world, battle)?);
            let order = world.resource_scope(decide).ok_or("nobody can answer")?;
            answer(world, battle, order)?;
        }
    }
    Ok(())
}

/// Prints the facts that are new, and at last how it ended.
fn tell(battles: Query<(&Chronicle, Ref<Ended>)>, mut told: Local<usize>) {
    for (chronicle, end) in &battles {
        for fact in chronicle.facts.iter().skip(*told) {
            println!("{:14} {}", fact.rule, fact.text);
        }
        *told = chronicle.facts.len();
        if let Some(verdict) = end.0.as_ref().filter(|_| end.is_changed()) {
            println!("Round {}: {}", verdict.round, verdict.why);
        }
    }
}
