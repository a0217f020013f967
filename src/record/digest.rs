//! What a battle came to, in a few letters: the same for the same battle, on
//! every machine.

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;
use sha2::{Digest, Sha256};

use crate::battle::{Decisions, DiceCup, Look, chronicle, verdict};

/// The digest of a battle as it stands: its dice, where everybody is and how,
/// what was decided, and everything in the chronicle.
pub fn digest(world: &World, battle: Entity) -> String {
    let mut hash = Sha256::new();
    let mut line = |text: String| {
        hash.update(text.as_bytes());
        hash.update(b"\n");
    };
    if let Some(verdict) = verdict(world, battle) {
        line(format!("{:?} {} {}", verdict.winner, verdict.why, verdict.round));
    }
    if let Some(cup) = world.get::<DiceCup>(battle) {
        line(format!("{} dice", cup.0.thrown()));
    }
    if let Some(look) = Look::at(world, battle) {
        for id in look.everybody().chain(look.things()) {
            let place = look.place(id);
            line(format!("{} {:?} {} {}", id.0, place.footprint, place.facing.word(), place.present));
            line(format!("{:?} {:?}", look.wounds(id), look.conditions(id)));
        }
    }
    if let Some(decisions) = world.get::<Decisions>(battle) {
        decisions.0.iter().for_each(|decision| line(decision.order.to_string()));
    }
    for fact in chronicle(world, battle) {
        line(format!("{} {} {:?}", fact.rule, fact.text, fact.changes));
    }
    hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}
