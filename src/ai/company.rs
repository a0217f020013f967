//! Company: those who come to no blow in a turn do not run ahead of friends who are slower.
//!
//! Somebody is ahead where enemies are nearer than friends: where, however far one counts, twice as many of them come before
//! the friends do that are still on their way. Who has come up with all friends goes on, however many the enemies are.

use super::goal::is_in_haste;
use super::in_time;
use super::place::{NEAR, Style, reach_of};
use crate::battle::{Choice, Id, Look};
use crate::board::Footprint;

/// Rounds in which anybody waits for friends; with none nobody ever does.
const LONGEST: i32 = 12;

/// How far off enemies are counted from where somebody would go, in squares, and friends at least from where they wait for them.
const FAR: i32 = 4 * NEAR;

/// What it costs to be ahead, in felled fighters, beside all that is gained by being nearer.
pub(super) const AHEAD: f64 = 0.1;

/// How many times as many enemies are too many.
const TOO_MANY: usize = 2;

/// Of so many enemies one may shoot, and it is still no loss to wait.
const ONE_SHOOTS_OF: usize = 4;

/// So many are thought of at most.
const MOST: usize = 80;

/// The others on the field as somebody sees them who may have to wait for friends.
pub(super) struct Company {
    /// The farthest cost of going that leaves time for a blow.
    soon: i32,
    /// How far blows reach, in squares.
    reach: i32,
    foes: Vec<Footprint>,
    /// Friends, and whether they are on their way.
    friends: Vec<(Footprint, bool)>,
}

impl Company {
    /// The company of somebody who could go somewhere; nothing for those who have nobody to wait for, or no time.
    pub fn of(look: Look<'_>, who: Id, choice: &Choice) -> Option<Self> {
        if look.clock().round > LONGEST || is_in_haste(look, who) || Style::of(look, who).shoots {
            return None;
        }
        let known: Vec<Id> = look.foes(who).take(MOST).collect();
        let shooters = known.iter().filter(|foe| Style::of(look, **foe).shoots).count();
        if known.len() >= MOST || known.len() < TOO_MANY || shooters * ONE_SHOOTS_OF > known.len() {
            return None;
        }
        let foes: Vec<Footprint> = known.into_iter().map(|foe| look.footprint(foe)).collect();
        let own = look.footprint(who);
        // Whoever has gone far ahead waits, too, as long as their friends come up while anybody does.
        let far = FAR.max(NEAR * (LONGEST - look.clock().round));
        let comes = |id: Id| {
            let body = look.footprint(id);
            own.gap(body) <= far
                && foes.iter().all(|foe| foe.gap(body) > NEAR)
                && look.leash(id).is_none()
                && look.may_step(id)
                && !Style::of(look, id).shoots
        };
        let friends = look.friends(who).filter(|id| look.is_in_play(*id) && look.knows_of(*id)).take(MOST);
        let friends: Vec<(Footprint, bool)> = friends.map(|id| (look.footprint(id), comes(id))).collect();
        let is_alone = !friends.iter().any(|(_, comes)| *comes);
        (!is_alone).then(|| Self { soon: in_time::soon(look, who, choice), reach: reach_of(look, who), foes, friends })
    }

    /// Whether somebody would be ahead of friends at `body`, which costs so much to get to, and strike nobody from there in this
    /// turn.
    pub fn is_ahead(&self, body: Footprint, cost: i32) -> bool {
        let mut foes: Vec<i32> = self.foes.iter().map(|foe| foe.gap(body)).filter(|gap| *gap <= FAR).collect();
        foes.sort_unstable();
        if cost <= self.soon && foes.first().is_some_and(|nearest| *nearest <= self.reach) {
            return false;
        }
        foes.iter().zip(1..).skip(TOO_MANY - 1).any(|(within, count)| {
            let is_there = |(at, _): &&(Footprint, bool)| at.gap(body) <= *within;
            let is_behind = |(at, comes): &(Footprint, bool)| *comes && at.gap(body) > *within;
            count >= TOO_MANY * (1 + self.friends.iter().filter(is_there).count()) && self.friends.iter().any(is_behind)
        })
    }
}

/// All others who are still in the fight, as far as they are known of, and whether they are enemies.
pub(super) struct Others(Vec<(Footprint, bool)>);

impl Others {
    pub fn of(look: Look<'_>, who: Id) -> Self {
        let others = look.everybody().filter(|id| *id != who && look.is_in_play(*id) && look.knows_of(*id));
        Self(others.map(|id| (look.footprint(id), look.are_enemies(who, id))).collect())
    }

    /// What it costs to stand at `body`, where more enemies than friends can come.
    pub fn outnumber(&self, body: Footprint) -> f64 {
        let (mut foes, mut friends) = (0, 1);
        for (_, is_foe) in self.0.iter().filter(|(other, _)| other.gap(body) <= NEAR) {
            if *is_foe { foes += 1 } else { friends += 1 }
        }
        0.03 * f64::from((foes - friends).max(0))
    }
}
