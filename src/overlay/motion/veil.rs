//! How everybody fares as far as it has been shown: a token tells nothing before the dice that brought it about lie still.

use std::collections::BTreeMap;

use crate::art::figures::Vigour;
use crate::battle::{Change, Condition, ConditionName, Id, Look};

/// How somebody fares, as far as a token tells it.
#[derive(Clone, Debug, PartialEq)]
pub struct Fares {
    /// Dead for good.
    pub is_dead: bool,
    /// On the field, and not out of the fight.
    pub in_play: bool,
    /// What is left of them, and of how much, in games that count it down.
    pub health: Option<(i32, i32)>,
    /// How many wounds they have.
    pub wounds: usize,
    /// The states that they are in.
    pub states: Vec<Condition>,
}

impl Fares {
    /// How somebody fares in truth.
    pub fn of(look: Look<'_>, id: Id) -> Self {
        Self {
            is_dead: look.is_dead(id),
            in_play: look.is_in_play(id),
            health: look.health(id),
            wounds: look.wounds(id).len(),
            states: look.conditions(id).to_vec(),
        }
    }

    /// The same as a picture tells it.
    pub fn vigour(&self) -> Vigour {
        match (self.health, self.wounds) {
            _ if self.is_dead => Vigour::Dead,
            _ if !self.in_play => Vigour::Out,
            (Some((left, whole)), _) if left * 3 <= whole => Vigour::Grave,
            (Some((left, whole)), _) if left < whole => Vigour::Hurt,
            (Some(_), _) | (None, 0) => Vigour::Unharmed,
            (None, 1) => Vigour::Hurt,
            (None, _) => Vigour::Grave,
        }
    }

    /// What is known once a change has been shown.
    fn learn(&mut self, look: Look<'_>, change: &Change) {
        match look.rules().conditions.get(&change.what) {
            Some(def) if change.to > change.from => {
                let truth = look.conditions(change.who).iter().find(|known| known.kind == change.what);
                if self.states.iter().all(|known| known.kind != change.what) {
                    self.states.push(truth.cloned().unwrap_or_else(|| Condition::new(ConditionName::of(change.what))));
                }
                self.is_dead |= def.dead;
                self.in_play &= !(def.out || def.dead);
            }
            Some(_) => {
                self.states.retain(|known| known.kind != change.what);
                let standing = |known: &Condition| {
                    look.rules().conditions.get(&known.kind).is_none_or(|def| !def.out && !def.dead)
                };
                self.in_play |= look.is_in_play(change.who) && self.states.iter().all(standing);
            }
            None => match &mut self.health {
                Some((left, _)) if *left == change.from => *left = change.to,
                Some(_) => {}
                None if change.to < change.from => self.wounds = (self.wounds + 1).min(look.wounds(change.who).len()),
                None => {}
            },
        }
    }
}

/// Somebody who has not been shown whole yet.
#[derive(Debug)]
struct Veil {
    fares: Fares,
    /// What is still to be shown, and when; nothing where it is not known what.
    waits: Vec<(f64, Option<Change>)>,
}

/// What tokens may tell.
#[derive(Debug, Default)]
pub struct Veils {
    veils: BTreeMap<Id, Veil>,
    /// How everybody fared when nothing waited, and how much had happened by then.
    before: BTreeMap<Id, Fares>,
    at: Option<(usize, usize)>,
}

impl Veils {
    /// A change will be shown at this moment; until then tokens tell what they have told before.
    pub fn hide(&mut self, at: f64, change: &Change) {
        if !change.who.is_thing() {
            self.wait(at, change.who, Some(change.clone()));
        }
    }

    /// What nothing tells of, of all that has changed, is seen once everything else has been shown.
    pub fn hide_rest(&mut self, look: Look<'_>, until: f64) {
        let untold = |(id, before): (&Id, &Fares)| {
            let is_known = !self.veils.contains_key(id) && look.knows_of(*id);
            (is_known && Fares::of(look, *id) != *before).then_some(*id)
        };
        let untold: Vec<Id> = self.before.iter().filter_map(untold).collect();
        untold.into_iter().for_each(|id| self.wait(until, id, None));
    }

    fn wait(&mut self, at: f64, who: Id, change: Option<Change>) {
        let Some(fares) = self.before.get(&who) else { return };
        let veil = self.veils.entry(who).or_insert_with(|| Veil { fares: fares.clone(), waits: Vec::new() });
        veil.waits.push((at, change));
        veil.waits.sort_by(|(at, _), (other, _)| at.total_cmp(other));
    }

    /// Whatever was to be shown until now has been.
    pub fn lift(&mut self, look: Look<'_>, now: f64) {
        let before = &mut self.before;
        self.veils.retain(|id, veil| {
            while let Some((_, change)) = veil.waits.first().filter(|(at, _)| *at <= now) {
                change.iter().for_each(|change| veil.fares.learn(look, change));
                veil.waits.remove(0);
            }
            if veil.waits.is_empty() {
                before.insert(*id, Fares::of(look, *id));
            }
            !veil.waits.is_empty()
        });
    }

    /// Everything has been shown.
    pub fn clear(&mut self) {
        self.veils.clear();
    }

    /// Remembers how everybody fares once all has been shown, where anything has happened since the last time.
    pub fn remember(&mut self, look: Look<'_>, happened: (usize, usize)) {
        if !self.veils.is_empty() || self.at.replace(happened) == Some(happened) {
            return;
        }
        self.before = look.shown().map(|id| (id, Fares::of(look, id))).collect();
    }

    /// How somebody fares as far as it has been shown; nothing if all of it has.
    pub fn told(&self, id: Id) -> Option<&Fares> {
        self.veils.get(&id).map(|veil| &veil.fares)
    }
}
