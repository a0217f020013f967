//! What a deed takes of a round that was declared, and why it is not to be had when too much of that is gone (HG-TURN-02,
//! HG-TURN-03, HG-DEF-01 to HG-DEF-03, HG-DEF-09).

use super::{ASSIST, Covers, DEFEND, Declared, Doings, Gone};
use crate::mechanics::prelude::*;

/// What a deed takes of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    Nothing,
    Once,
    Steps(i32),
    Actions(i32),
    Run(i32),
    /// The whole walk.
    Walk,
}

impl Declared {
    pub(super) fn takes(&self, look: Look<'_>, who: Id, deed: &dyn Deed, order: &Order) -> Takes {
        let is_among = |verbs: &[Verb]| verbs.contains(&order.verb);
        let has_done = |own: &Doings| own.once.contains(&order.verb);
        match () {
            () if is_among(&self.steps) => Takes::Steps(deed.count(look, who, order)),
            () if is_among(&self.for_all_steps) => Takes::Walk,
            () if is_among(&self.free) => Takes::Nothing,
            () if is_among(&self.once) && !has_done(&Self::of(look, who)) => Takes::Once,
            () if is_among(&self.instead_of_steps) => Takes::Run(deed.count(look, who, order)),
            () => Takes::Actions(deed.count(look, who, order)),
        }
    }

    /// What a deed costs of the round as it is, or why it is not to be had.
    pub(super) fn priced(&self, look: Look<'_>, who: Id, deed: &dyn Deed, order: &Order) -> Result<Price, Refusal> {
        let said = |text: String| look.wants_words().then_some(text);
        if [DEFEND, ASSIST].contains(&order.verb.as_str()) {
            let amount = self.reaction_price(look, who, order)?;
            let text = if amount == 0 { "kept for it".to_owned() } else { "1 action".to_owned() };
            return Ok(Price { amount, text: said(text) });
        }
        let own = Self::of(look, who);
        let left = Self::actions_left(&own);
        let needs = |actions: i32| match actions {
            _ if own.over => Err(look.refusal(self.rules.several, || "the turn is over".to_owned())),
            actions if actions > left => {
                let are = are(left);
                let why = || match left {
                    ..=0 => "nothing is left of the actions that were declared".to_owned(),
                    _ => format!("it takes {}, and {left} of those declared {are} left", actions_in_words(actions)),
                };
                Err(look.refusal(self.rules.several, why))
            }
            actions => Ok(Price { amount: actions, text: said(actions_in_words(actions)) }),
        };
        let gone = *Self::gone(look, who, &mut own.clone());
        match self.takes(look, who, deed, order) {
            Takes::Nothing | Takes::Once => Ok(Price::default()),
            Takes::Steps(squares) => {
                let left = self.steps_left(look, who, &own);
                if squares > left {
                    let are = are(left);
                    let why = || match gone {
                        _ if own.over => "the turn is over".to_owned(),
                        Gone { ran: true, .. } => "the run has taken the place of the walk".to_owned(),
                        _ => format!("that takes {}, and {left} of the walk {are} left", squares_in_words(squares)),
                    };
                    return Err(look.refusal(self.rules.free, why));
                }
                Ok(Price { amount: squares, text: said(squares_in_words(squares)) })
            }
            Takes::Run(_) | Takes::Walk if gone != Gone::default() => {
                Err(look.refusal(self.rules.free, || "a run takes the place of the walk".to_owned()))
            }
            Takes::Walk if own.over => needs(1),
            Takes::Walk => Ok(Price::default()),
            Takes::Run(actions) | Takes::Actions(actions) => needs(actions),
        }
    }

    pub(super) fn reaction_price(&self, look: Look<'_>, who: Id, order: &Order) -> Result<i32, Refusal> {
        let own = Self::of(look, who);
        let is_assist = order.verb == ASSIST;
        look.refuse_one_if(own.acted && !own.defends, who, self.rules.given_away, "has acted, and kept no defence")?;
        let has_one = own.defends && !(self.covers == Covers::OneAttack && own.used);
        let price = i32::from(is_assist || !has_one);
        // A block for a friend is beyond what was stated.
        let stated = own.committed.filter(|_| !is_assist);
        if price > 0 && own.n + price > stated.unwrap_or(self.most).min(self.most) {
            let why = || format!("{} has {} actions in this round already", look.name(who), own.n);
            return Err(look.refusal(self.rules.several, why));
        }
        Ok(price)
    }
}

/// So many actions and squares of the walk; what is none is left out.
pub(super) fn parts(actions: i32, steps: i32) -> Vec<String> {
    let actions = (actions > 0).then(|| actions_in_words(actions));
    actions.into_iter().chain((steps > 0).then(|| squares_in_words(steps))).collect()
}

pub(super) fn in_words(actions: i32, steps: i32) -> String {
    let parts = parts(actions, steps);
    if parts.is_empty() { "nothing left".to_owned() } else { parts.join(", ") }
}

pub(super) fn actions_in_words(actions: i32) -> String {
    if actions == 1 { "1 action".to_owned() } else { format!("{actions} actions") }
}
