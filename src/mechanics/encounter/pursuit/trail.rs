//! A chase on the field: those who run get out of sight, and others go on after them or do not (OS-CHASE-03).

use super::Pursuit;
use crate::board::{BlocksMove, Centre, line_is_free};
use crate::mechanics::encounter::{others, so_many};
use crate::mechanics::prelude::*;

/// What hunters make of the way of their prey.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Unseen {
    /// Whether the prey is out of their sight, and they have gone on all the same.
    is: bool,
    /// What the prey has come past last.
    past: Option<Past>,
}

/// A door, or whatever else somebody has come past.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Past {
    at: Square,
    round: i32,
    /// Whether others have thrown for finding their way past it.
    thrown: bool,
}

/// What was thrown in this round for those who go after a side: each feature is thrown for once.
#[derive(Component, Clone, Debug, Default)]
pub(super) struct Thrown {
    round: i32,
    shown: Vec<(SideId, Key, bool)>,
}

impl Pursuit {
    /// Those on the field who go after somebody. Heroes do so for as long as they like.
    fn after(&self, look: Look<'_>, who: Id) -> Vec<Id> {
        let ours = look.players_side();
        let foes = others(look, look.side(who)).into_iter().filter(|id| look.side(*id) != ours);
        foes.filter(|id| look.can_engage(*id) && !look.is(*id, self.states.fleeing)).collect()
    }

    /// What hides those who come past it, as a square says.
    fn feature(&self, look: Look<'_>, at: Square) -> Option<Key> {
        let terrain = look.board().terrain(at)?;
        let is = |word: &str| terrain.name == word || terrain.tags.iter().any(|tag| tag == word);
        self.hides.iter().map(|(word, _)| *word).find(|word| is(word.as_str()))
    }

    /// Somebody who is run after has taken a step.
    pub(super) fn steps(&self, table: &mut Table<'_>, who: Id, from: Footprint) -> Step {
        let look = table.look();
        let hunters = self.after(look, who);
        let heroes = others(look, look.side(who)).iter().any(|id| look.side(*id) == look.players_side());
        let Some(first) = hunters.first().copied().filter(|_| !heroes) else { return Ok(()) };
        let before = look.get::<Unseen>(who).copied().unwrap_or_default();
        let (to, round) = (look.footprint(who).at, look.clock().round);
        let mut own = before;
        for at in [from.at, to] {
            if own.past.is_none_or(|past| past.at != at) && self.feature(look, at).is_some() {
                own.past = Some(Past { at, round, thrown: false });
            }
        }
        let is_seen = hunters.iter().any(|foe| look.sees(*foe, who));
        own.is &= !is_seen;
        let door = own.past.filter(|past| past.round == round && !past.thrown && !is_seen);
        // Smoke and the dark are no corners.
        let walled = |foe: &Id| !line_is_free(&BlocksMove(look.board()), Centre::Square(look.footprint(*foe).at), to);
        let is_walled = || hunters.iter().all(walled);
        let word = match door {
            Some(past) => self.feature(look, past.at),
            None if is_seen || own.is => {
                if own != before {
                    *table.edit::<Unseen>(who) = own;
                }
                return Ok(());
            }
            None => is_walled().then_some(self.bend),
        };
        let goes_on = match word {
            Some(word) => self.goes_on(table, (first, who), word)?,
            None => false,
        };
        let (one, several) = if goes_on { ("goes on", "go on") } else { ("gives up", "give up") };
        let what = so_many(&hunters, one, several);
        let behind = word.map_or("out of sight", |word| word.as_str());
        table.say(self.rules.hides, who, |look| {
            format!("{behind}: {} {what} after {}.", look.names(&hunters, ", "), look.name(who))
        });
        let past = own.past.map(|past| Past { thrown: past.thrown || door.is_some(), ..past });
        *table.edit::<Unseen>(who) = Unseen { is: goes_on, past };
        if goes_on { Ok(()) } else { self.let_go(table, who, &hunters) }
    }

    /// Whether others find their way past what hides somebody.
    fn goes_on(&self, table: &mut Table<'_>, (first, who): (Id, Id), word: Key) -> Step<bool> {
        let look = table.look();
        let (round, side) = (look.clock().round, look.side(who));
        let thrown = look.battle::<Thrown>().filter(|thrown| thrown.round == round);
        let known = thrown.and_then(|thrown| thrown.shown.iter().find(|(of, what, _)| *of == side && *what == word));
        if let Some((.., known)) = known {
            return Ok(*known);
        }
        let up_to = self.hides.iter().find(|(each, _)| *each == word).map_or(0, |(_, up_to)| *up_to);
        let shown = table.roll(first, word.as_str(), &self.die, Sum::new(), self.rules.hides)?;
        let mut thrown = table.edit_battle::<Thrown>();
        if thrown.round != round {
            *thrown = Thrown { round, shown: Vec::new() };
        }
        thrown.shown.push((side, word, shown <= up_to));
        Ok(shown <= up_to)
    }

    /// Nobody goes after this one any more; whoever sees no enemy at all stays where they are.
    fn let_go(&self, table: &mut Table<'_>, who: Id, hunters: &[Id]) -> Step {
        table.end(who, self.followed)?;
        for hunter in hunters.iter().copied() {
            let look = table.look();
            if !look.foes(hunter).any(|foe| look.sees(hunter, foe)) {
                table.begin(hunter, Condition::new(self.states.lost))?;
            }
        }
        Ok(())
    }

    /// A hunter has come to where they see their prey again.
    pub(super) fn finds(table: &mut Table<'_>, who: Id) {
        let look = table.look();
        let is_found = |prey: &Id| look.get::<Unseen>(*prey).is_some_and(|unseen| unseen.is) && look.sees(who, *prey);
        let found: Vec<Id> = look.foes(who).filter(is_found).collect();
        found.into_iter().for_each(|prey| table.edit::<Unseen>(prey).is = false);
    }

    /// Whoever has stopped for something, or has lost all trace, is roused.
    pub(super) fn rouse(&self, table: &mut Table<'_>, who: Id) -> Step {
        if table.look().conditions(who).is_empty() {
            return Ok(());
        }
        table.end(who, self.states.lost)?;
        table.end(who, self.states.stopped).map(drop)
    }

    /// Those who have stopped look up when an enemy comes near.
    pub(super) fn comes_near(&self, table: &mut Table<'_>, who: Id, from: Footprint) -> Step {
        let look = table.look();
        let within = look.rules().measure.melee.unwrap_or(0);
        let to = look.footprint(who);
        let is_met = |foe: &Id| {
            let at = look.footprint(*foe);
            look.is(*foe, self.states.stopped) && to.gap(at) <= within && from.gap(at) > within
        };
        let met: Vec<Id> = look.foes(who).filter(is_met).collect();
        met.into_iter().try_for_each(|foe| self.rouse(table, foe))
    }
}

impl Drives for Pursuit {
    /// Whoever has lost all trace stays where they are until they see an enemy.
    fn compels(&self, table: &mut Table<'_>, who: Id) -> Step<Option<Compulsion>> {
        let look = table.look();
        if !look.is(who, self.states.lost) {
            return Ok(None);
        }
        if look.foes(who).any(|foe| look.sees(who, foe)) {
            table.end(who, self.states.lost)?;
            return Ok(None);
        }
        Ok(Some(Compulsion::Nothing))
    }
}
