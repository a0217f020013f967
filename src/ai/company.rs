//! Company: those who come to no blow in a turn do not run ahead of friends who are slower, and nobody goes first who had better
//! stand behind: whoever can take least, and whoever shoots where others fight hand to hand.
//!
//! Somebody is ahead where enemies are nearer than friends: where, however far one counts, twice as many of them come before
//! the friends do that are still on their way. Who has come up with all friends goes on, however many the enemies are. Whoever
//! had better stand behind is ahead where an enemy soon strikes them and none of those whom they follow is as near to any.

use super::goal::is_in_haste;
use super::in_time;
use super::place::{NEAR, SAFE};
use super::style::{Style, reach_of};
use crate::battle::{ArmKind, Choice, Id, Look};
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

/// How many times as much is left of a friend behind whom somebody had better stand.
const STURDIER: f64 = 1.5;

/// The others on the field as somebody sees them who may have to wait for friends.
pub(super) struct Company {
    /// The farthest cost of going that leaves time for a blow.
    soon: i32,
    /// How far blows reach, or shots carry, in squares.
    reach: i32,
    /// Whether somebody shoots rather than strikes.
    shoots: bool,
    /// Enemies, and whether they shoot.
    foes: Vec<(Footprint, bool)>,
    friends: Vec<Friend>,
}

/// A friend whom somebody may have to wait for.
struct Friend {
    body: Footprint,
    /// Whether they are on their way.
    comes: bool,
    /// How near they are to an enemy, where somebody had better stand behind them.
    leads: Option<i32>,
}

impl Company {
    /// The company of somebody who could go somewhere; nothing for those who have nobody to wait for, or no time.
    pub fn of(look: Look<'_>, who: Id, choice: &Choice) -> Option<Self> {
        if look.clock().round > LONGEST || is_in_haste(look, who) {
            return None;
        }
        let shoots = |id: Id| Style::of(look, id).shoots;
        let foes: Vec<(Footprint, bool)> =
            look.foes(who).take(MOST).map(|foe| (look.footprint(foe), shoots(foe))).collect();
        let shooters = foes.iter().filter(|(_, shoots)| *shoots).count();
        if foes.is_empty() || foes.len() >= MOST || shooters * ONE_SHOOTS_OF > foes.len() {
            return None;
        }
        let (own, is_shooter) = (look.footprint(who), shoots(who));
        // Whoever has gone far ahead waits, too, as long as their friends come up while anybody does.
        let far = FAR.max(NEAR * (LONGEST - look.clock().round));
        let left = |id: Id| look.health(id).map(|(left, _)| f64::from(left.max(0)));
        let is_sturdier =
            |one: Id, than: Id| left(one).zip(left(than)).is_some_and(|(one, than)| one > STURDIER * than);
        let friend = |id: Id| {
            let body = look.footprint(id);
            let nearest = foes.iter().map(|(foe, _)| foe.gap(body)).min().unwrap_or(i32::MAX);
            let (comes_up, may_lead) = (own.gap(body) <= far && nearest > NEAR, own.gap(body) <= SAFE);
            let leads = may_lead && (is_shooter || is_sturdier(id, who)) && !shoots(id);
            // Nobody waits for those who let them go first.
            let waits = own.gap(body) <= NEAR && !is_shooter && is_sturdier(who, id);
            let comes = comes_up && !waits && look.leash(id).is_none() && look.may_step(id) && !shoots(id);
            Friend { body, comes, leads: leads.then_some(nearest) }
        };
        let friends = look.friends(who).filter(|id| look.is_in_play(*id) && look.knows_of(*id)).take(MOST);
        let friends: Vec<Friend> = friends.map(friend).collect();
        let counts_heads = !is_shooter && foes.len() >= TOO_MANY;
        let is_alone = !friends.iter().any(|friend| friend.comes && (counts_heads || friend.leads.is_some()));
        (!is_alone).then(|| Self {
            soon: in_time::soon(look, who, choice),
            reach: if is_shooter { carry_of(look, who) } else { reach_of(look, who) },
            shoots: is_shooter,
            foes,
            friends,
        })
    }

    /// Whether somebody would be ahead of friends at `body`, which costs so much to get to, and strike nobody from there in this
    /// turn.
    pub fn is_ahead(&self, body: Footprint, cost: i32) -> bool {
        if self.shoots {
            // Whoever has to come forward to shoot at all does so from as far off as it carries.
            let nearest = self.foes.iter().map(|(foe, _)| foe.gap(body)).min();
            let carries = |gap: i32| cost <= self.soon && (self.reach - 1..=self.reach).contains(&gap);
            return !nearest.is_some_and(carries) && self.is_in_front(body, SAFE);
        }
        let mut foes: Vec<i32> = self.foes.iter().map(|(foe, _)| foe.gap(body)).filter(|gap| *gap <= FAR).collect();
        foes.sort_unstable();
        if cost <= self.soon && foes.first().is_some_and(|nearest| *nearest <= self.reach) {
            return false;
        }
        let is_outnumbered = |(within, count): (&i32, usize)| {
            let is_there = |friend: &&Friend| friend.body.gap(body) <= *within;
            let is_behind = |friend: &Friend| friend.comes && friend.body.gap(body) > *within;
            count >= TOO_MANY * (1 + self.friends.iter().filter(is_there).count()) && self.friends.iter().any(is_behind)
        };
        foes.iter().zip(1..).skip(TOO_MANY - 1).any(is_outnumbered) || self.is_in_front(body, NEAR)
    }

    /// Whether an enemy who strikes hand to hand is so near at `body`, while all behind whom somebody had better stand are
    /// farther off, and some of those are on their way.
    fn is_in_front(&self, body: Footprint, feared: i32) -> bool {
        let upon = self.foes.iter().filter(|(_, shoots)| !shoots).map(|(foe, _)| foe.gap(body)).min();
        let Some(upon) = upon.filter(|gap| *gap <= feared) else { return false };
        let is_led = self.friends.iter().filter_map(|friend| friend.leads).any(|nearest| nearest <= upon);
        !is_led && self.friends.iter().any(|friend| friend.comes && friend.leads.is_some())
    }
}

/// How far what somebody shoots with carries, in squares.
fn carry_of(look: Look<'_>, who: Id) -> i32 {
    let ready = look.arms(who).filter(|item| item.is_ready() && item.arm.damage.is_some());
    let far = ready.filter(|item| item.arm.kind != ArmKind::Melee);
    let carries = far.filter_map(|item| item.arm.range.or(item.arm.increment)).max();
    carries.unwrap_or_default() / look.rules().measure.square.max(1)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Group, Order};
    use crate::board::Square;
    use crate::trial::in_lesson;

    /// Promise: whoever can take least waits behind the sturdy, whoever shoots behind those who do not, each out of reach of the
    /// enemy alone; the sturdiest waits for nobody.
    #[test]
    fn the_frail_and_those_who_shoot_let_others_go_first() {
        in_lesson("liberi_gothica", "LG-C39", 1, |look| {
            let step = Choice::new(Order::new("move"), "", Group::Move, "LG-MOVE-01");
            let of = |name: &str| Company::of(look, look.find(name).unwrap(), &step);
            // An enemy stands at (39,9), the Golem at (2,2): it has more than all others.
            let is_ahead = |company: &Company, x: i32| company.is_ahead(Footprint::one(Square::new(x, 9)), i32::MAX);
            let (doll, caller) = (of("Rag golem 1").unwrap(), of("Caller").unwrap());
            assert_eq!([33, 31].map(|x| is_ahead(&doll, x)), [true, false]);
            assert_eq!([33, 26, 24].map(|x| is_ahead(&caller, x)), [true, true, false]);
            assert!(of("Golem").is_none());
        });
    }

    fn at(x: i32) -> Footprint {
        Footprint::one(Square::new(x, 0))
    }

    /// One enemy ten squares off, and a friend on their way who is so near to them.
    fn behind(leads: i32, shoots: bool, reach: i32) -> Company {
        let friend = Friend { body: at(0), comes: true, leads: Some(leads) };
        Company { soon: 4, reach, shoots, foes: vec![(at(10), false)], friends: vec![friend] }
    }

    /// Promise: nobody waits who strikes in this turn, nor where those behind whom they stand are as near to an enemy.
    #[test]
    fn nobody_stands_behind_who_strikes_or_is_level() {
        let company = behind(10, false, 1);
        assert_eq!([5, 9].map(|x| company.is_ahead(at(x), 6)), [true, true]);
        assert!(!company.is_ahead(at(9), 4), "a blow is in time");
        assert!(!behind(5, false, 1).is_ahead(at(5), 6), "it is level");
    }

    /// Promise: whoever shoots at nobody from behind the others comes forward to where a shot just carries, in time for it,
    /// and no farther.
    #[test]
    fn whoever_shoots_comes_forward_no_farther_than_it_carries() {
        let company = behind(9, true, 6);
        assert_eq!([1, 4, 6].map(|x| company.is_ahead(at(x), 4)), [false, false, true]);
        assert!(company.is_ahead(at(4), 6), "there is no time to shoot");
    }
}
