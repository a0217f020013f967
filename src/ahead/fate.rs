//! What befell somebody once: how they came off by a deed or an answer, and what their game calls it.

use std::cmp::Reverse;

use crate::battle::{ConditionName, FELLED, Held, Id, Item, Key, Look, Rules};

/// What games call the loss of what is left of somebody, where they tell no steps of it apart.
const HURT: &str = "hurt";

/// How bad it is what comes of a blow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// It harms them.
    Harm,
    /// It takes them out of the fight.
    Out,
    /// It kills them.
    Dead,
}

impl Grade {
    /// How bad an outcome of this grade is: only what fells anybody can take them out.
    pub(super) fn of_outcome(rules: &Rules, grade: i32, name: Key) -> Self {
        if grade < FELLED { Self::Harm } else { Self::of(rules, name) }
    }

    /// How bad it is to come to this.
    fn of(rules: &Rules, name: Key) -> Self {
        match rules.takes_out(name) {
            true if rules.kills(name) => Self::Dead,
            true => Self::Out,
            false => Self::Harm,
        }
    }
}

/// How somebody came off once.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Fate {
    /// They were worse off.
    pub hurt: bool,
    /// They were out of the fight.
    pub out: bool,
    /// An enemy had begun a blow at them.
    pub begun: bool,
    /// How much less is left of them, down to nothing.
    pub lost: u32,
    /// What else befell them.
    pub befell: Vec<Befell>,
    /// The worst that came of it, where the game has one word for it.
    pub comes: Option<(Grade, Key)>,
}

/// What may befall somebody beside harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Befell {
    /// Something that they held or wore is gone or destroyed, and they stand.
    Lost(Key),
    /// Something that they carry has taken harm, and is still of use.
    Damaged(Key),
    /// A state that hampers them has come without any harm, or two at once: no two of these befall anybody together.
    Came(ConditionName, Option<ConditionName>),
}

impl Fate {
    /// How `who` came off; with `more` also what befell them beside harm.
    pub fn of(before: Look<'_>, after: Look<'_>, who: Id, more: bool) -> Self {
        let out = before.is_in_play(who) && !after.is_in_play(who);
        let left = |look: Look<'_>| look.health(who).map_or(0, |(left, _)| left);
        let wounds = |look: Look<'_>| look.wounds(who).len();
        let lost = lost(left(before), left(after));
        let hurt = out || left(after) < left(before) || wounds(after) > wounds(before);
        let befell = if more && !out { befell(before, after, who, hurt) } else { Vec::new() };
        let begins = |foe: Id| {
            let begun = after.rules().economy.unfinished(after, foe).filter(|_| after.is_in_play(foe));
            begun.is_some_and(|order| after.target(order) == Some(who))
        };
        let begun = !more && !out && before.foes(who).filter(|foe| before.knows_of(*foe)).any(begins);
        let comes = if hurt { comes(before, after, who, out) } else { None };
        Self { hurt, out, begun, lost, befell, comes }
    }
}

/// What a game calls the worst that came of it for somebody who was harmed, if it has one word for it.
fn comes(before: Look<'_>, after: Look<'_>, who: Id, out: bool) -> Option<(Grade, Key)> {
    let rules = after.rules();
    if out {
        let states = after.conditions(who).iter().map(|condition| condition.kind);
        let new = states.filter(|state| before.condition(who, *state).is_none() && rules.takes_out(state.key()));
        let new: Vec<ConditionName> = new.collect();
        // What another of them brings goes without saying.
        let is_brought = |state: &ConditionName| new.iter().any(|other| rules.brings(*other, *state));
        let graded = |state: &ConditionName| (Grade::of(rules, state.key()), state.key(), is_brought(state));
        let worst = new.iter().map(graded).min_by_key(|(grade, _, is_brought)| (Reverse(*grade), *is_brought));
        return worst.map(|(grade, word, _)| (grade, word));
    }
    if rules.registry.harm.iter().any(|harm| !harm.steps().is_empty()) {
        return None;
    }
    let left = |look: Look<'_>| look.health(who).map(|(left, _)| left);
    if left(after) < left(before) {
        return Some((Grade::Harm, Key::from(HURT)));
    }
    after.wounds(who).last().map(|wound| (Grade::Harm, wound.kind))
}

/// How much of what was left is gone: nobody loses more than there was, however far below nothing their figure goes.
pub(super) fn lost(before: i32, after: i32) -> u32 {
    u32::try_from(before.max(0).saturating_sub(after.max(0))).unwrap_or_default()
}

/// What somebody has about them that is of any use.
fn kept<'l>(look: Look<'l>, who: Id) -> Vec<&'l Item> {
    let is_kept = |item: &&Item| !matches!(item.held, Held::Ground(_)) && !item.is("destroyed");
    look.gear(who).iter().filter(is_kept).collect()
}

/// What befell the things of somebody who had these before, and those after it.
fn gear_befell(before: &[&Item], after: &[&Item]) -> Vec<Befell> {
    let of = |all: &[&Item], name: Key| {
        let same = || all.iter().filter(move |item| item.arm.name == name);
        (same().count(), same().map(|item| item.wounds).sum::<i32>())
    };
    let told = |item: &Item| {
        let name = item.arm.name;
        let ((had, hurt), (has, hurts)) = (of(before, name), of(after, name));
        match () {
            () if has < had => matches!(item.held, Held::Hand(_) | Held::Worn).then_some(Befell::Lost(name)),
            () if hurts > hurt => Some(Befell::Damaged(name)),
            () => None,
        }
    };
    before.iter().filter_map(|item| told(item)).collect()
}

/// What befell `who` beside harm.
pub(super) fn befell(before: Look<'_>, after: Look<'_>, who: Id, is_harmed: bool) -> Vec<Befell> {
    let mut befell = gear_befell(&kept(before, who), &kept(after, who));
    if !is_harmed {
        let hampers = |state: &ConditionName| {
            let def = before.rules().conditions.get(state);
            def.is_some_and(|def| !(def.helps || def.stance || def.learned || def.does_nothing()))
        };
        let states = after.conditions(who).iter().map(|condition| condition.kind);
        let new = states.filter(|state| hampers(state) && before.condition(who, *state).is_none());
        let mut new: Vec<ConditionName> = new.collect();
        new.sort_unstable();
        new.dedup();
        let mut new = new.into_iter();
        befell.extend(new.next().map(|state| Befell::Came(state, new.next())));
    }
    befell.sort_unstable();
    befell.dedup();
    befell
}
