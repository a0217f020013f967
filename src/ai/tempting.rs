//! What somebody thinks of doing in a turn, and what each of it is worth.

use super::is_end;
use super::worths::worth;
use crate::battle::{Choice, Deed, Id, Look, Order, Worth};

/// What may be done of these deeds, of what anything speaks for, with the look that lists it. Who cannot even end their
/// turn takes what there is.
pub(super) fn among<'w>(
    look: Look<'w>,
    who: Id,
    wanted: impl Fn(&dyn Deed) -> bool,
) -> (Look<'w>, Vec<(usize, Choice)>) {
    let choices = look.tempted().legal_by_deed(who, &wanted);
    if choices.iter().any(|(_, choice)| is_end(&choice.order)) {
        (look.tempted(), choices)
    } else {
        (look, look.legal_by_deed(who, wanted))
    }
}

/// The same of all deeds.
pub(super) fn choices(look: Look<'_>, who: Id) -> Vec<Choice> {
    among(look, who, |_| true).1.into_iter().map(|(_, choice)| choice).collect()
}

/// What orders are worth, one after the other. A second look for somewhere to go weighs the same orders in the same row.
#[derive(Default)]
pub(super) struct Told {
    known: Vec<(Order, Option<Worth>)>,
    at: usize,
}

impl Told {
    /// Begins to weigh the same orders again.
    pub fn begin(&mut self) {
        self.at = 0;
    }

    /// What the next order is worth, if anything tells.
    pub fn worth(&mut self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let known = self.known.get(self.at).filter(|(known, _)| known == order).map(|(_, worth)| *worth);
        let worth = known.unwrap_or_else(|| {
            let worth = worth(look, who, order);
            self.known.insert(self.at, (order.clone(), worth));
            worth
        });
        self.at += 1;
        worth
    }
}
