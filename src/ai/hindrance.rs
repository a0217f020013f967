//! What a condition is worth that a deed brings beside its harm: the rules foretell how likely it comes, and what those in
//! it may not do says how much that is.

use crate::battle::house_words::ATTACK;
use crate::battle::{ConditionName, Forecast, Id, Look, Prospect, Worth};

/// What it is worth that somebody may not strike, or do anything at all, for as long as such states last, in felled enemies.
const STOPPED: f64 = 0.35;

/// What it is worth that somebody may not do something else.
const HELD: f64 = 0.15;

/// What it is worth that something is taken off the rolls or figures of somebody, each.
const WORSENED: f64 = 0.05;

/// As far as that adds up.
const AT_MOST: f64 = 0.2;

/// Kinds of deeds that fights are decided by.
const DECISIVE: [&str; 3] = ["all", "act", ATTACK];

/// States that are gone into to tell what those bring that they bring.
const DEPTH: u8 = 4;

/// How much an enemy in this state is hindered, in felled enemies; less than nothing where the state is of use to them.
fn weight(look: Look<'_>, state: ConditionName, depth: u8) -> f64 {
    let Some(def) = look.rules().conditions.get(&state) else { return 0.0 };
    if def.out || def.dead {
        return 1.0;
    }
    let forbids = |kinds: &[&str]| def.forbids.iter().any(|kind| kinds.iter().any(|each| *kind == *each));
    let deeds = match () {
        () if forbids(&DECISIVE) => STOPPED,
        () if def.forbids.is_empty() => 0.0,
        () => HELD,
    };
    let mods = (def.mods.len() as f64 * WORSENED).min(AT_MOST);
    let own = deeds.max(if def.helps { -mods } else { mods });
    let brought = def.implies.iter().filter(|_| depth > 0).map(|other| weight(look, *other, depth - 1));
    brought.fold(own, f64::max)
}

/// What everything that a deed brings beside its harm is worth to whoever does it: nothing for those who are in that state
/// already, and for friends it counts against it twice.
pub(super) fn worth(look: Look<'_>, who: Id, forecast: &Forecast) -> Worth {
    let one = |prospect: &Prospect| {
        let Some(target) = prospect.who.filter(|target| !target.is_thing() && look.counts(*target)) else { return 0.0 };
        let news = prospect.brings.iter().filter(|(state, _)| !look.is(target, *state));
        let worth: f64 = news.map(|(state, chance)| chance.to_f64() * weight(look, *state, DEPTH)).sum();
        if look.are_enemies(who, target) { worth } else { -2.0 * worth }
    };
    Worth::of(forecast.against.iter().map(one).sum())
}
