//! What a deed takes of a turn of one action, and why it is not to be had when too much of that is gone (OS-MOVE-01 to
//! OS-MOVE-03, OS-INIT-07).

use super::{OneAction, Spent};
use crate::mechanics::prelude::*;

/// What is said of an action after more than half a move.
pub(super) const RAN: &str = "more than half a move is gone: no action any more";

/// What a deed takes of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    Nothing,
    Steps(i32),
    Standing,
    Blow,
    Action,
    Whole,
    WholeAndBlow,
}

impl OneAction {
    pub(super) fn takes(&self, look: Look<'_>, who: Id, deed: &dyn Deed, order: &Order) -> Takes {
        let is_among = |verbs: &[Verb]| verbs.contains(&order.verb);
        match () {
            () if is_among(&self.steps) => Takes::Steps(deed.count(look, who, order)),
            () if is_among(&self.free) => Takes::Nothing,
            () if is_among(&self.instead_of_steps) => Takes::Standing,
            () if is_among(&self.whole) => Takes::Whole,
            () if is_among(&self.with_a_blow) => Takes::WholeAndBlow,
            () if is_among(&self.blows) => Takes::Blow,
            () => Takes::Action,
        }
    }

    /// Whether the steps gone so far leave room for this.
    fn allows_after_steps(&self, look: Look<'_>, who: Id, own: &Spent, order: &Order) -> Result<(), Refusal> {
        if let Some(few) = self.few_steps(order).filter(|few| own.squares > *few) {
            let gone = own.squares;
            let why = || format!("{} {} gone, and no more than {few} go with it", squares_in_words(gone), are(gone));
            return Err(look.refusal(self.rules.casting, why));
        }
        let ran = own.squares > self.half(look, who) && !own.charged && !self.on_the_run(look, who, order);
        look.refuse_if(ran, self.rules.run, || RAN)
    }

    /// What that costs of the turn as it is, or why it is not to be had.
    pub(super) fn priced(&self, look: Look<'_>, who: Id, takes: Takes, order: &Order) -> Result<Price, Refusal> {
        let own = Self::of(look, who);
        let phase = look.clock().phase;
        let said = |text: &str| look.wants_words().then(|| text.to_owned());
        let over = || look.refusal(self.rules.half, || "the turn is over".to_owned());
        let too_early =
            || look.refusal(self.rules.phases, || "blows come when all of this number have moved".to_owned());
        let too_late = || look.refusal(self.rules.phases, || "steps come before blows".to_owned());
        let is_stepping = matches!(takes, Takes::Steps(_) | Takes::Standing | Takes::Whole | Takes::WholeAndBlow);
        match takes {
            Takes::Nothing => return Ok(Price::default()),
            _ if own.closed || own.over == Some(phase) => return Err(over()),
            _ if is_stepping && !matches!(phase, Phase::Whole | Phase::Moves) => return Err(too_late()),
            Takes::Blow | Takes::Action if phase == Phase::Moves => return Err(too_early()),
            Takes::Action if matches!(phase, Phase::First | Phase::Last) => return Err(over()),
            _ => {}
        }
        match takes {
            Takes::Nothing => Ok(Price::default()),
            Takes::Steps(squares) => {
                let left = self.remaining_for(look, who, order.verb);
                if squares > left {
                    let are = are(left);
                    let why = || match Self::ended_by(&own) {
                        Some(why) if left == 0 => why.to_owned(),
                        _ => format!("that takes {}, and {left} of the move {are} left", squares_in_words(squares)),
                    };
                    return Err(look.refusal(self.rules.half, why));
                }
                Ok(Price { amount: squares, text: look.wants_words().then(|| squares_in_words(squares)) })
            }
            Takes::Standing if own.squares > 0 || own.stood => {
                Err(look.refusal(self.rules.half, || "it takes the place of moving, and steps are gone".to_owned()))
            }
            Takes::Standing => Ok(Price { amount: 1, text: said("the move") }),
            Takes::Whole | Takes::WholeAndBlow if own.squares > 0 || own.stood || own.blows > 0 || own.acted => {
                Err(look.refusal(self.rules.half, || "it takes a whole turn, and this one has begun".to_owned()))
            }
            Takes::Whole | Takes::WholeAndBlow => Ok(Price { amount: 1, text: said("takes the turn") }),
            Takes::Blow => {
                self.allows_after_steps(look, who, &own, order)?;
                let left = self.blows_left(look, who, &own, Self::most_blows(look, who, order));
                let why = if own.blows > 0 { "no blow with it is left in this turn" } else { "no blow at that moment" };
                look.refuse_if(left <= 0, self.rules.several, || why)?;
                Ok(Price { amount: 1, text: said("the action") })
            }
            Takes::Action if own.acted || own.blows > 0 => {
                Err(look.refusal(self.rules.half, || "the action of this turn is taken".to_owned()))
            }
            Takes::Action => {
                self.allows_after_steps(look, who, &own, order)?;
                Ok(Price { amount: 1, text: said("the action") })
            }
        }
    }
}
