//! What the games are about, as components of its fighters: Scale, Toughness, Life, Morale ...
//!
//! A ruleset says in its block `stats` which of its figures each of them is, so that a system can ask for all whose
//! Toughness is low and need not know which game is played. Wounds ([`Wounds`](super::Wounds)) and hands of cards are
//! components anyway; they are what the rules themselves write.
//!
//! A stat is not where its figure is stored: Toughness is a sum of Scale, Endurance, armour, wounds and of whatever a
//! mechanic adds, so there is no place in which it would be written. It is worked out from the figures, in worlds that
//! add [`StatsPlugin`] and in no others. A figure may lean on anything in its battle (a leader near by, the light), so
//! the stats of a battle are worked out anew when one of its tasks has run, and a stat changes only when its value does:
//! `Changed<Toughness>` is what it says. Nobody else can write them: they are immutable, and made here alone.

use bevy::app::{App, Plugin};
use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{Changed, Component, QueryState, World};
use bevy::ecs::schedule::IntoScheduleConfigs;
use serde::{Deserialize, Serialize};

use super::memo::CardReader;
use super::{Agenda, BattlePass, BattleSystems, FigureName, Look, Memo};

/// Lets fighters carry the stats of their rulesets, after [`BattlePlugin`](super::BattlePlugin) or before it.
pub struct StatsPlugin;

impl Plugin for StatsPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(BattlePass, work_out.in_set(BattleSystems::Stats));
    }
}

macro_rules! stats {
    ($($(#[$doc:meta])* $Stat:ident = $field:ident;)*) => {
        $(
            $(#[$doc])*
            ///
            /// What the figure comes to now, in what its ruleset reckons in.
            #[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
            #[component(immutable)]
            pub struct $Stat(i32);

            impl $Stat {
                /// The number.
                pub const fn get(self) -> i32 {
                    self.0
                }
            }
        )*

        /// Which figure of a ruleset each stat is; none for what it has no figure for.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct Stats {
            $(
                $(#[$doc])*
                pub $field: Option<FigureName>,
            )*
        }

        /// The stats of one fighter.
        #[derive(Clone, Copy)]
        struct Carried {
            $($field: Option<i32>,)*
        }

        impl Stats {
            fn of(self, figure: impl Fn(FigureName) -> i32) -> Carried {
                Carried { $($field: self.$field.map(&figure),)* }
            }
        }

        impl Carried {
            /// Puts them on where they differ; whether the fighter carries one that it has not carried before.
            fn put_on(self, world: &mut World, fighter: Entity) -> bool {
                let Ok(mut fighter) = world.get_entity_mut(fighter) else { return false };
                let mut is_new = false;
                $(
                    let before = fighter.get::<$Stat>().copied();
                    if let Some(now) = self.$field.map($Stat).filter(|now| before != Some(*now)) {
                        fighter.insert(now);
                        is_new |= before.is_none();
                    }
                )*
                is_new
            }
        }
    };
}

stats! {
    /// How large a body is.
    Scale = scale;
    /// How much of a blow somebody shrugs off.
    Toughness = toughness;
    /// What is left of a life.
    Life = life;
    /// What is left of a fighter before wounds begin.
    Stamina = stamina;
    /// Hit points that are left.
    HitPoints = hit_points;
    /// The strength of a mind.
    Will = will;
    /// How readily somebody stays in a fight.
    Morale = morale;
    /// How far somebody gets in a turn, or a part of it.
    Speed = speed;
}

/// Works out the stats of every battle that has run a task since this was done last.
fn work_out(world: &mut World, battles: &mut QueryState<Entity, Changed<Agenda>>) {
    let changed: Vec<Entity> = battles.iter(world).collect();
    let mut is_new = false;
    for battle in changed {
        let worked_out = Look::at(world, battle).map(of_all).unwrap_or_default();
        for (fighter, carried) in worked_out {
            is_new |= carried.put_on(world, fighter);
        }
    }
    if is_new {
        // They have become another kind of entity, whose cards are still to be read at once.
        CardReader::refresh(world);
    }
}

fn of_all(look: Look<'_>) -> Vec<(Entity, Carried)> {
    let stats = look.rules().stats;
    if stats == Stats::default() {
        return Vec::new();
    }
    let memo = Memo::of(look);
    let look = look.remembering(&memo);
    let carried = |id| Some((look.entity(id)?, stats.of(|figure| look.value(id, figure))));
    look.everybody().filter_map(carried).collect()
}
