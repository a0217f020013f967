//! What mechanics say about blows and defences.

use crate::battle::{
    AimedAt, Arm, Case, Defence, Exposure, FigureName, Id, InTheWay, Judged, Key, Look, Maimed, Mechanic, Order, Sum,
};
use crate::dice::Distribution;

/// A mechanic that knows what a blow may be aimed at, what stands in its way and what it leaves.
pub trait Blows: Mechanic {
    /// Whether single faces of the damage dice of this arm are read afterwards.
    fn reads_faces(&self, _look: Look<'_>, _who: Id, _arm: Key) -> bool {
        false
    }

    /// Adjusts what a target opposes to a blow (a part of the body, cover).
    fn expose(&self, _look: Look<'_>, _case: &Case<'_>, _exposure: &mut Exposure) {}

    /// What is struck instead of the body, where a blow is aimed at that.
    fn aimed_at(&self, _look: Look<'_>, _case: &Case<'_>) -> Option<AimedAt> {
        None
    }

    /// What a blow strikes before its target, or instead of it: cover.
    /// `exposure` is what the target itself opposes to the blow.
    fn in_the_way(&self, _look: Look<'_>, _case: &Case<'_>, _exposure: &Exposure) -> Option<InTheWay> {
        None
    }

    /// Parts of the body and things on it that a blow may be aimed at.
    fn parts(&self, _look: Look<'_>, _case: &Case<'_>, _out: &mut Vec<Key>) {}

    /// What a thing does to those around it once it is broken, as a deed of its own.
    fn bursts(&self, _look: Look<'_>, _thing: Id) -> Option<Order> {
        None
    }

    /// Numbers that an order of this case must name: the seconds of a delay.
    fn numbers(&self, _look: Look<'_>, _case: &Case<'_>) -> Option<(i32, i32)> {
        None
    }

    /// What a blow that does no damage will come to for the one whom this case is against, if it lands; `dc` is what must
    /// be reached to defend oneself against it.
    fn foretells(&self, _look: Look<'_>, _case: &Case<'_>, _dc: &Sum) -> Option<Distribution<Judged>> {
        None
    }

    /// What an arm leaves, beside its harm, in the one whom this case is against if it is struck: for whoever reads odds.
    fn brings_in(&self, _look: Look<'_>, _case: &Case<'_>) -> Option<Distribution<Key>> {
        None
    }

    /// What less an outcome of the blow of `case` is worth than its grade and harm say, in felled fighters: a coat that is
    /// torn or an arm that is of no use takes nobody out of the fight. Only the computer asks.
    fn falls_short(&self, _look: Look<'_>, _case: &Case<'_>, _judged: &Judged) -> f64 {
        0.0
    }

    /// What so much damage by the blow of `case` leaves its target beside the
    /// harm itself, and how likely each of it is: wounds by their names. The
    /// words of the case are those of the hit.
    fn maims(&self, _look: Look<'_>, _case: &Case<'_>, _damage: i32) -> Option<Distribution<Maimed>> {
        None
    }

    /// How hits may land, the mildest first, where the rules tell one from another.
    fn landings(&self) -> Vec<Key> {
        Vec::new()
    }

    /// Whether an arm is of no use to somebody as it is now: a lance on foot.
    fn is_useless(&self, _look: Look<'_>, _who: Id, _arm: &Arm) -> bool {
        false
    }
}

/// A mechanic of defences.
pub trait Defends: Mechanic {
    /// What the defender of a blow may do about it, if this is one of defences.
    fn defences(&self, _look: Look<'_>, _case: &Case<'_>, _out: &mut Vec<Defence>) {}

    /// What friends of whoever is struck may do about the blow in its place, in the order in which they are asked. The
    /// case is that of a defence of the one who is struck.
    fn steps_in(&self, _look: Look<'_>, _case: &Case<'_>, _out: &mut Vec<(Id, Defence)>) {}

    /// Whether defences are rolled with this figure.
    fn defends_with(&self, _figure: FigureName) -> bool {
        false
    }

    /// Whether somebody may give its turn for an answer to a blow, so that a turn is worth keeping.
    fn takes_turns_for_answers(&self) -> bool {
        false
    }
}
