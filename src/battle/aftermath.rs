//! What lies between two battles: time passes, and those who are left come
//! into the next one as they are by then.

use std::fmt;
use std::sync::Arc;

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;

use super::stages::put_off;
use super::{Condition, Event, Fact, Fighter, Held, Id, Item, Key, Look, Newcomer, Setup, Sides, Step, Table, Wound};

/// What somebody brings along from the battle before.
#[derive(Clone, Debug, Default)]
pub struct Carried {
    /// Its running counts.
    pub tallies: Vec<(Key, i32)>,
    /// Its wounds.
    pub wounds: Vec<Wound>,
    /// The conditions that outlast a battle.
    pub conditions: Vec<Condition>,
    /// What it has on it.
    pub gear: Vec<Item>,
    /// What mechanics keep of it.
    pub kept: Vec<Keepsake>,
}

/// Something that a mechanic keeps of a combatant, to be given back to it in
/// the next battle.
#[derive(Clone)]
pub struct Keepsake(Arc<dyn Fn(&mut Newcomer<'_>) + Send + Sync>);

impl Keepsake {
    /// Gives back what `give` puts on the combatant.
    pub fn new(give: impl Fn(&mut Newcomer<'_>) + Send + Sync + 'static) -> Self {
        Self(Arc::new(give))
    }

    /// Puts it on the combatant.
    pub(super) fn give(&self, to: &mut Newcomer<'_>) {
        (self.0)(to);
    }
}

impl fmt::Debug for Keepsake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Keepsake")
    }
}

/// Lets hours pass after a battle: wounds heal, or do not. A question that stands meanwhile is put anew when the battle
/// goes on, so that its answer takes nothing of these hours back.
///
/// # Errors
/// When dice or rules do not allow it; what had changed by then stays.
pub fn rest(world: &mut World, battle: Entity, hours: i32) -> Step {
    put_off(world, battle);
    pass_hours(&mut Table::at(world, battle)?, hours)
}

/// The same at a table: hours of a rest or of a camp. They pass one by one where it matters what each of them brings.
///
/// # Errors
/// As for [`rest`].
pub fn pass_hours(table: &mut Table<'_>, hours: i32) -> Step {
    table.note(|_| {
        Fact::new("aftermath", if hours == 1 { "An hour passes.".to_owned() } else { format!("{hours} hours pass.") })
    });
    let rules = table.rules();
    let mut left = hours;
    loop {
        let counts = left > 1 && rules.registry.rests.iter().any(|mechanic| mechanic.counts_hours(table.look()));
        let now = if counts { 1 } else { left };
        table.tell(Event::HoursPass { hours: now })?;
        left = left.saturating_sub(now);
        if left <= 0 {
            return table.tell(Event::HoursPassed);
        }
    }
}

/// The next battle, with those of its fighters who fought in the one before as
/// they have come out of it; the dead do not come.
pub fn carry_over(world: &World, battle: Entity, next: &Setup) -> Setup {
    let Some(look) = Look::at(world, battle) else { return next.clone() };
    let mut setup = next.clone();
    let sides: Vec<String> = next.sides.iter().map(|side| side.name.clone()).collect();
    // Whoever has the same name on another side is somebody else.
    let known = |fighter: &Fighter| {
        let side = sides.get(usize::from(fighter.side.0)).map_or("", String::as_str);
        look.everybody()
            .find(|id| look.name(*id).eq_ignore_ascii_case(&fighter.name) && look.side_name(look.own_side(*id)) == side)
    };
    for side in &mut setup.sides {
        let before = look.battle::<Sides>().and_then(|sides| sides.0.iter().find(|each| each.name == side.name));
        side.fallen = before.map(|before| before.fallen.clone()).unwrap_or_default();
        let dead = look.everybody().filter(|id| look.is_dead(*id) && look.side_name(look.own_side(*id)) == side.name);
        side.fallen.extend(dead.map(|id| look.name(id).to_owned()));
    }
    let fallen: Vec<Vec<String>> = setup.sides.iter().map(|side| side.fallen.clone()).collect();
    let has_fallen = |fighter: &Fighter| {
        let fallen = fallen.get(usize::from(fighter.side.0)).map_or(&[][..], Vec::as_slice);
        fallen.iter().any(|name| name.eq_ignore_ascii_case(&fighter.name))
    };
    setup.fighters.retain_mut(|fighter| match known(fighter) {
        _ if has_fallen(fighter) => false,
        Some(id) => {
            fighter.carried = Some(carried(look, id));
            true
        }
        None => true,
    });
    let there: Vec<String> = setup.fighters.iter().map(|fighter| fighter.name.clone()).collect();
    let follows = |fighter: &Fighter| fighter.follows.as_ref().is_none_or(|leader| there.contains(leader));
    setup.fighters.iter_mut().filter(|fighter| !follows(fighter)).for_each(|fighter| fighter.follows = None);
    setup
}

fn carried(look: Look<'_>, id: Id) -> Carried {
    let rules = look.rules();
    let lasts = |condition: &&Condition| rules.conditions.get(&condition.kind).is_some_and(|def| def.stays);
    // What was dropped is picked up again when the fight is over.
    let gathered = |item: &Item| match item.held {
        Held::Ground(_) => Item { held: Held::Belt, ..item.clone() },
        _ => item.clone(),
    };
    Carried {
        tallies: look.get::<super::Tallies>(id).map(|tallies| tallies.0.clone()).unwrap_or_default(),
        wounds: look.wounds(id).to_vec(),
        conditions: look.conditions(id).iter().filter(lasts).cloned().collect(),
        gear: look.gear(id).iter().map(gathered).collect(),
        kept: rules.registry.rests.iter().filter_map(|mechanic| mechanic.keeps(look, id)).collect(),
    }
}
