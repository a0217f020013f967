//! What is left of a turn of one action, as players say it.

use super::{OneAction, Spent};
use crate::mechanics::prelude::*;

/// "2 blows".
pub(super) fn blows_in_words(count: i32) -> String {
    if count == 1 { "1 blow".to_owned() } else { format!("{count} blows") }
}

/// Steps and what else is left; nothing where neither is.
fn told(steps: i32, action: Option<String>) -> Option<String> {
    let steps = Some(steps).filter(|steps| *steps > 0).map(squares_in_words);
    let parts: Vec<String> = steps.into_iter().chain(action).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// No more squares than these lie on any way that somebody may go now.
fn farthest(look: Look<'_>, who: Id) -> i32 {
    let legal = look.legal_by_deed(who, |deed| deed.nature().group == Group::Move);
    let squares = legal.iter().flat_map(|(_, choice)| &choice.squares);
    squares.map(|(_, halves)| halves.saturating_add(1) / 2).max().unwrap_or(0)
}

impl OneAction {
    /// The steps that are left, and what else is.
    pub(super) fn with_steps(&self, look: Look<'_>, who: Id, action: Option<String>) -> String {
        told(self.remaining(look, who), action).unwrap_or_else(|| "nothing left".to_owned())
    }

    /// The same with the steps that lead somewhere now.
    pub(super) fn with_steps_now(&self, look: Look<'_>, who: Id, action: Option<String>) -> String {
        let left = self.remaining(look, who);
        let none = if left > 0 { "no step now" } else { "nothing left" };
        told(left.min(farthest(look, who)), action).unwrap_or_else(|| none.to_owned())
    }

    /// Whether a blow begins an action of several, and how many of those are left, this one among them.
    pub(super) fn of_several(&self, look: Look<'_>, who: Id, order: &Order) -> Option<(bool, i32)> {
        let (own, most) = (Self::of(look, who), Self::most_blows(look, who, order));
        let begins = own.blows == 0;
        let left = match look.clock().phase {
            Phase::Last => self.blows_left(look, who, &own, most),
            _ if begins => most,
            _ => own.most.min(most) - own.blows,
        };
        (left > i32::from(begins)).then_some((begins, left))
    }

    /// What is left of an action, and when it comes.
    pub(super) fn action_in_words(&self, look: Look<'_>, who: Id, own: &Spent) -> Option<String> {
        match look.clock().phase {
            _ if own.closed || own.acted => None,
            Phase::Moves => self.goes_on(look, who).then(|| "blows come later".to_owned()),
            Phase::First if own.blows == 0 => Some("1 blow now, more later".to_owned()),
            Phase::Last if own.blows == 0 => Some(blows_in_words(1)),
            _ if own.blows == 0 => Some("an action left".to_owned()),
            phase => {
                let now = self.blows_left(look, who, own, own.most);
                let later = if phase == Phase::Last { 0 } else { own.most - own.blows - now };
                match (now, later) {
                    (..=0, ..=0) => None,
                    (_, ..=0) => Some(blows_in_words(now)),
                    (..=0, _) => Some(format!("{} at the end of the round", blows_in_words(later))),
                    _ => Some(format!("{} now, {later} at the end of the round", blows_in_words(now))),
                }
            }
        }
    }
}
