//! Who leaves an enemy to friends: whoever hardly hurts it hand to hand, is hurt far more by it, and has friends about who do better.

use super::place::NEAR;
use crate::battle::{Id, Look};
use crate::board::Footprint;

/// What a blow is next to nothing that is worth no more than this, in felled enemies, and what is much of a blow.
const NEXT_TO_NOTHING: f64 = 0.1;
const MUCH: f64 = 0.2;

/// How many times as hard an enemy strikes as those do whom it outclasses.
const FAR_HARDER: f64 = 6.0;

/// Enemies who are thought of, the nearest first, friends for each of them, and how far off both are at most, in squares.
const FOES: usize = 2;
const FRIENDS: usize = 4;
const FAR: i32 = 2 * NEAR;

/// Where the enemies stand whom somebody had better leave to friends, each with what it costs to stand beside it, in felled fighters.
pub(super) fn by(look: Look<'_>, who: Id) -> Vec<(Footprint, f64)> {
    // Those who follow somebody are there to be spent.
    if look.is_of_many() || look.zoned().is_some() || look.leader(who).is_some() {
        return Vec::new();
    }
    look.keep_each("outclassed", who, &(), || {
        let own = look.footprint(who);
        let near = look.foes_from(who, own).take(FOES).filter(|foe| own.gap(look.footprint(*foe)) <= FAR);
        near.filter_map(|foe| Some((look.footprint(foe), loses(look, who, foe)?))).collect()
    })
}

/// What it costs to stand at `body` with these about: the nearer the more.
pub(super) fn at(foes: &[(Footprint, f64)], body: Footprint) -> f64 {
    let near = |foe: Footprint| f64::from((NEAR + 1 - foe.gap(body)).max(0));
    foes.iter().map(|(foe, loses)| loses * near(*foe) / f64::from(NEAR)).fold(0.0, f64::max)
}

/// What more it costs to be led to stand at `there` than where somebody stands.
pub(super) fn led(look: Look<'_>, who: Id, there: Footprint) -> f64 {
    let foes = by(look, who);
    (at(&foes, there) - at(&foes, look.footprint(who))).max(0.0)
}

/// What somebody would lose beside this enemy, where they had better leave it to others.
fn loses(look: Look<'_>, who: Id, foe: Id) -> Option<f64> {
    let is_tougher =
        |one: Id, other: Id| look.health(one).zip(look.health(other)).is_none_or(|((one, _), (other, _))| one > other);
    let body = look.footprint(foe);
    let fights = |id: &Id| look.can_engage(*id) && look.knows_of(*id) && body.gap(look.footprint(*id)) <= FAR;
    let mut friends: Vec<Id> = look.friends(who).filter(fights).collect();
    friends.sort_by_key(|id| body.gap(look.footprint(*id)));
    friends.truncate(FRIENDS);
    // One of many like them fights beside those.
    let are_most = |better: usize| 2 * better > friends.len();
    if !is_tougher(foe, who) || !are_most(friends.iter().filter(|id| is_tougher(**id, who)).count()) {
        return None;
    }
    let own = look.blow_beside(who, foe);
    if own > NEXT_TO_NOTHING {
        return None;
    }
    let theirs = look.blow_beside(foe, who);
    if theirs < MUCH || theirs < FAR_HARDER * own {
        return None;
    }
    let is_harder = |id: &&Id| look.blow_beside(**id, foe) > own;
    are_most(friends.iter().filter(is_harder).count()).then_some(theirs.min(1.0))
}
