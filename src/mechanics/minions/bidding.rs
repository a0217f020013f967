//! What an order is worth to whoever gives it: what a minion could do by it, beside what it does already.

use std::collections::HashMap;
use std::rc::Rc;

use super::clause::Clause;
use super::standing_orders::standing;
use crate::mechanics::drives;
use crate::mechanics::prelude::*;

/// Blows to come for which an order is thought to hold.
const BLOWS: f64 = 4.0;

/// What it is worth to be in an enemy's way, beside each blow struck there, in felled enemies.
const BUSY: f64 = 0.06;

/// Of what a blow is worth so much is lost with each Move that leads up to it, beside itself.
const SLOWER: f64 = 0.5;

/// How many times as much as to strike at anybody it is worth to strike at those who would fell the leader with one blow.
const WARDS: f64 = 4.0;

/// What is left of the worth of an order that ends with the one whom it is about, and of one that lets enemies come.
const ENDS: f64 = 0.5;
const BIDES: f64 = 0.3;

/// An enemy comes soon who needs no more Moves than this.
const SOON: i32 = 1;

/// Enemies that are thought of for one order, the nearest first.
const FOES: usize = 4;

/// What it is worth to call in a minion that does nothing, and from how many squares on.
const CALLED: f64 = 0.03;
const FAR: i32 = 7;

/// What must be gained by another order where the one in force is of use, or waits for something, and of what that one is worth
/// so much beside it.
const CHANGES: f64 = 0.15;
const KEEPS: f64 = 0.25;

/// How many squares of a Move are counted at most, and how many where nobody can tell.
const LONGEST: i32 = 16;
const UNTOLD: i32 = 6;

/// What it would be worth that a minion does this instead of what it does, in felled enemies.
pub(super) fn gain(look: Look<'_>, (leader, minion): (Id, Id), clauses: &[Clause]) -> f64 {
    let now = standing(look, minion);
    if now == clauses {
        return 0.0;
    }
    let best = |of: &[Clause]| of.iter().map(|clause| good(look, (leader, minion), *clause)).fold(0.0, f64::max);
    let does = best(now);
    let gain = best(clauses) - does;
    let fights = |clause: &Clause| matches!(clause, Clause::Attack(_) | Clause::AttackNearest | Clause::Follow(_));
    let is_settled = does > 0.0 || !now.iter().all(fights);
    if is_settled && (0.0..CHANGES + KEEPS * does).contains(&gain) { 0.0 } else { gain }
}

/// What comes of one sentence.
fn good(look: Look<'_>, (leader, minion): (Id, Id), clause: Clause) -> f64 {
    match clause {
        Clause::Attack(target) => ENDS * strikes(look, (leader, minion), target),
        Clause::AttackNearest => {
            let foes: Vec<Id> = look.foes_from(minion, look.footprint(minion)).take(FOES).collect();
            let within =
                |most: i32| foes.iter().find(|foe| up_to(look, minion, **foe).is_some_and(|moves| moves <= most));
            // Whoever can be struck at once goes before whoever is nearer and out of the way.
            within(SOON).or_else(|| within(i32::MAX)).map_or(0.0, |foe| strikes(look, (leader, minion), *foe))
        }
        Clause::Guard(ward) => guards(look, minion, ward),
        Clause::Follow(other) if look.gap(minion, other) > FAR => CALLED,
        Clause::MoveTo(_)
        | Clause::GuardPlace(_)
        | Clause::Hold
        | Clause::Follow(_)
        | Clause::Fetch(..)
        | Clause::Deflect => 0.0,
    }
}

/// What comes of going for an enemy: nothing where no way ever leads up to them.
fn strikes(look: Look<'_>, (leader, minion): (Id, Id), target: Id) -> f64 {
    if !look.foes(minion).any(|foe| foe == target) {
        return 0.0;
    }
    up_to(look, minion, target).map_or(0.0, |moves| at(look, (leader, minion), target) * in_time(moves))
}

/// What comes of standing by somebody: what those come to who can soon strike them there hand to hand.
fn guards(look: Look<'_>, minion: Id, ward: Id) -> f64 {
    let Some(back) = moves(look, minion, ward) else { return 0.0 };
    let one = |foe: Id| {
        let comes = moves(look, foe, ward).filter(|moves| *moves <= SOON && !look.shoots_at(foe, ward))?;
        let late = up_to(look, minion, foe)?.max(comes).max(back);
        Some(BIDES * at(look, (ward, minion), foe) * in_time(late))
    };
    look.foes_from(minion, look.footprint(ward)).take(FOES).filter_map(one).fold(0.0, f64::max)
}

/// What it is worth to be upon an enemy: nobody is felled more than once. It is the more, the more somebody has to fear of them.
fn at(look: Look<'_>, (ward, minion): (Id, Id), foe: Id) -> f64 {
    (BLOWS * BUSY + (BLOWS * blow(look, minion, foe)).min(1.0)) * (1.0 + WARDS * threat(look, foe, ward))
}

/// What is left of the worth of blows that so many Moves lead to.
fn in_time(moves: i32) -> f64 {
    1.0 / (1.0 + SLOWER * f64::from(moves))
}

/// What an enemy's best blow would do to somebody whom they can strike at once, in felled fighters.
fn threat(look: Look<'_>, foe: Id, ward: Id) -> f64 {
    look.keep_each("threat to a leader", foe, &ward, || {
        let is_upon = look.can_engage(foe) && look.in_arms_reach(foe, ward);
        if is_upon { blow(look, foe, ward) } else { 0.0 }
    })
}

/// What the best blow of one at another would do, in felled fighters: from beside them, or from where it can be shot.
fn blow(look: Look<'_>, who: Id, target: Id) -> f64 {
    look.keep_each("blow by order", who, &target, || {
        let shoots = look.shoots_at(who, target);
        let there = if shoots { Some(look.footprint(who)) } else { look.place_beside(who, target) };
        there.map_or(0.0, |there| look.best_blow((who, there), target, |_| true))
    })
}

/// Moves that lead somebody to where they strike at another, or none where they shoot; nothing where no way leads there.
fn up_to(look: Look<'_>, who: Id, target: Id) -> Option<i32> {
    if look.shoots_at(who, target) { Some(0) } else { moves(look, who, target) }
}

/// Moves that lead somebody up to another, others left out of account; nothing where no way does.
fn moves(look: Look<'_>, who: Id, to: Id) -> Option<i32> {
    let own = look.footprint(who);
    if look.in_arms_reach(who, to) {
        return Some(0);
    }
    let steps: Rc<HashMap<Square, u32>> = look.keep_each("steps by order", to, &own.side, || {
        let goals: Vec<Square> = look.footprint(to).squares().collect();
        Rc::new(drives::steps_everywhere(look, &goals, own))
    });
    let left = i32::try_from(*steps.get(&own.at)?).ok()? - 1;
    let each = a_move(look, who);
    match () {
        () if left <= 0 => Some(0),
        () if each <= 0 => None,
        () => Some((left + each - 1) / each),
    }
}

/// Squares that one Move leads somebody at most, by the straight ways from where they stand.
fn a_move(look: Look<'_>, who: Id) -> i32 {
    look.count_once("a move by order", who, || {
        if !look.may_step(who) {
            return 0;
        }
        let own = look.footprint(who).at;
        let goes = |deed: &dyn Deed, to: Square| {
            let order = Order { to: Some(to), ..Order::new(deed.verb()) };
            deed.goes_anywhere(look, who, &order).is_ok()
        };
        // Whoever says that they come to where they are cannot tell how far they come.
        let tells = |deed: &&Arc<dyn Deed>| deed.nature().only_goes && !goes(&***deed, own);
        let Some(deed) = look.rules().deeds.values().find(tells) else { return UNTOLD };
        let leads = |squares: &i32| Direction::ALL.iter().any(|way| goes(&**deed, own.step(*way, *squares)));
        (1..=LONGEST).take_while(leads).last().unwrap_or(0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::in_lesson;

    fn named(look: Look<'_>, name: &str) -> Id {
        look.find(name).unwrap()
    }

    /// LG-MINION-01. Promise: to go for somebody is worth less where it takes longer to get there.
    #[test]
    fn an_order_to_fight_is_worth_what_comes_of_it_in_time() {
        let told = |step: usize| {
            in_lesson("liberi_gothica", "LG-C39", step, |look| {
                let [caller, golem, duellist] = ["Caller", "Golem", "Duellist"].map(|name| named(look, name));
                (up_to(look, golem, duellist), good(look, (caller, golem), Clause::Attack(duellist)))
            })
        };
        let ((far, little), (near, more)) = (told(1), told(9));
        assert!(near < far && 0.0 < little && little < more, "{far:?} {little}, {near:?} {more}");
    }

    /// LG-MINION-03. Promise: what a minion does already is not worth saying again, and to hold is worth less than it is.
    #[test]
    fn nobody_is_told_what_they_do_already() {
        in_lesson("liberi_gothica", "LG-C39", 4, |look| {
            let [caller, doll, duellist] = ["Caller", "Rag golem 1", "Duellist"].map(|name| named(look, name));
            let gains = |clause: Clause| gain(look, (caller, doll), &[clause]);
            assert_eq!(standing(look, doll), [Clause::Attack(duellist)]);
            assert_eq!(gains(Clause::Attack(duellist)), 0.0);
            assert!(gains(Clause::Hold) < 0.0);
        });
    }

    /// LG-MINION-01. Promise: whoever stands about far from their leader may be called in, and nobody else.
    #[test]
    fn those_are_called_in_who_are_far_away() {
        in_lesson("liberi_gothica", "LG-C39", 1, |look| {
            let [caller, doll, golem] = ["Caller", "Rag golem 1", "Golem"].map(|name| named(look, name));
            let gains = |minion: Id| gain(look, (caller, minion), &[Clause::Follow(caller)]);
            assert_eq!([doll, golem].map(gains), [CALLED, 0.0]);
        });
    }
}
