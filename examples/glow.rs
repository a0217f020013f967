//! Everybody with Toughness under 3 glows: a system of one's own that reads what the rules keep, whatever the game.
//!
//! ```text
//! cargo run --example glow --no-default-features -- gate
//! ```

#![expect(clippy::print_stdout, reason = "it prints who glows")]

#[path = "own_app.rs"]
#[allow(dead_code, reason = "it is an example by itself")]
pub mod own_app;

use bevy::app::AppExit;
use bevy::prelude::*;
use sortie::battle::Called;
use sortie::battle::stats::{StatsPlugin, Toughness};

fn main() -> AppExit {
    let scenario = std::env::args().nth(1).unwrap_or_else(|| "gate".to_owned());
    app(scenario, 7).add_systems(Update, tell.after(glow)).run()
}

/// A battle that the computer plays, with fighters that glow.
pub fn app(scenario: String, seed: u64) -> App {
    let mut app = own_app::app(scenario, seed);
    app.add_plugins(StatsPlugin).add_systems(Update, glow.after(own_app::play));
    app
}

/// Glows, for whatever draws it.
#[derive(Component)]
pub struct Glow;

/// Everybody with Toughness under 3 glows, and nobody else.
fn glow(mut commands: Commands, fighters: Query<(Entity, &Toughness), Changed<Toughness>>) {
    for (fighter, toughness) in &fighters {
        if toughness.get() < 3 {
            commands.entity(fighter).insert(Glow);
        } else {
            commands.entity(fighter).remove::<Glow>();
        }
    }
}

/// Prints who begins to glow, and who stops.
fn tell(
    begun: Query<(&Called, &Toughness), Added<Glow>>,
    mut ended: RemovedComponents<Glow>,
    fighters: Query<(&Called, &Toughness)>,
) {
    for (name, toughness) in &begun {
        println!("{} glows: Toughness {}.", name.0, toughness.get());
    }
    for (name, toughness) in ended.read().filter_map(|fighter| fighters.get(fighter).ok()) {
        println!("{} glows no more: Toughness {}.", name.0, toughness.get());
    }
}
