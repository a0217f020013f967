//! What follows an order by itself: a ride, a walk and a blow at its end, one after the other before everybody's eyes.

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;

use super::{give, is_asked_here, is_showing};
use crate::ahead::{Approach, Course, When};
use crate::battle::{Id, Look, Order};
use crate::board::Square;
use crate::overlay::hand::Hand;
use crate::overlay::known::Known;
use crate::overlay::screen::{Overlay, Shown};

/// What follows an order.
#[derive(Clone, Debug, PartialEq)]
pub struct Then {
    /// The order that it follows.
    pub after: Order,
    /// What comes next.
    pub next: Next,
    /// How many decisions had been made before all of it.
    pub(in crate::overlay) since: Option<usize>,
}

/// What comes next.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// Somebody goes somewhere, and may strike there.
    Go {
        /// Who goes.
        who: Id,
        /// Where.
        order: Order,
        /// The blow.
        strike: Option<Strike>,
    },
    /// Somebody strikes.
    Strike(Strike),
    /// What was thrown for before a walk may have come to nothing: it is found out anew how they come to strike.
    Anew {
        /// Who walks.
        who: Id,
        /// Whom they walk up to.
        target: Id,
        /// With what alone they strike, if that is given.
        arm: Option<String>,
    },
}

/// A blow at the end of a way, or from the saddle on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Strike {
    /// Who goes where, and who strikes.
    course: Course,
    /// Where whoever goes is then.
    from: Square,
    order: Order,
}

impl Strike {
    fn of(approach: &Approach) -> Self {
        Self { course: approach.course, from: approach.from, order: approach.blow.clone() }
    }
}

impl Then {
    /// What follows an order.
    pub const fn after(after: Order, next: Next) -> Self {
        Self { after, next, since: None }
    }

    /// What follows when `who` has set out to strike `target`; nothing where they only come nearer.
    pub fn approach(who: Id, (target, arm): (Id, Option<String>), approach: &Approach) -> Option<Self> {
        if approach.when == When::Later {
            return None;
        }
        let strike = Strike::of(approach);
        let next = match &approach.first {
            None => Next::Strike(strike),
            // Dice say whether it leads anywhere.
            Some(first) if approach.course.mover == who && first.chance.is_some() => Next::Anew { who, target, arm },
            Some(_) => Next::Go { who: approach.course.mover, order: approach.go.clone(), strike: Some(strike) },
        };
        Some(Self::after(approach.sets_out().clone(), next))
    }
}

/// What comes next is done, once all before it has been seen; whether anything was. Where somebody has stepped in, whoever set
/// out decides anew, if they still may.
pub(super) fn follow(world: &mut World, battle: Entity, overlay: &mut Overlay, shown: &Shown) -> bool {
    let Some(then) = overlay.of::<Hand>().then.clone() else { return false };
    let Some(look) = Look::at(world, battle).filter(|look| !is_showing(overlay, *look)) else { return false };
    let Some(question) = look.question() else { return false };
    let asked = question.who.filter(|_| question.choices.is_none() && is_asked_here(world, battle, shown));
    let Some(asked) = asked else {
        let _ = overlay.edit::<Hand>().then.take_if(|_| question.choices.is_none());
        return false;
    };
    let found = match then.next {
        Next::Go { who, order, strike } if who == asked => Some((order, strike.map(Next::Strike))),
        Next::Strike(strike) => strikes(look, asked, strike),
        Next::Anew { who, target, arm } if who == asked => {
            let found = overlay.edit::<Known>().approach(shown.seen(look), target, arm.as_deref());
            let found = found.filter(|found| found.first.is_none() && found.lands());
            if found.is_none() {
                overlay.say(format!("{} does not come so far now.", look.name(who)));
            }
            found.map(|found| (found.go.clone(), Some(Next::Strike(Strike::of(&found)))))
        }
        Next::Go { .. } | Next::Anew { .. } => None,
    };
    let Some((order, next)) = found else {
        overlay.edit::<Hand>().then = None;
        return false;
    };
    give(world, battle, order.clone(), overlay);
    // What was refused has nothing that follows it.
    let given = overlay.edit::<Hand>().then.take();
    overlay.edit::<Hand>().then = given.zip(next).map(|(given, next)| Then { after: order, next, ..given });
    true
}

/// What is said next by whoever is asked on the way to a blow: the blow itself once they are where it is struck.
fn strikes(look: Look<'_>, asked: Id, strike: Strike) -> Option<(Order, Option<Next>)> {
    let is_there = look.footprint(strike.course.mover).at == strike.from;
    if asked != strike.course.by || !is_there {
        let rides_on = strike.course.rides_on(look);
        if rides_on.is_some() {
            return rides_on.map(|order| (order, Some(Next::Strike(strike))));
        }
    }
    (asked == strike.course.by).then_some((strike.order, None))
}
