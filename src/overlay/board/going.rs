//! What is told of a way at its end before it is gone: what it costs and leaves, who has a say in it, what may become of
//! whoever ends there, and that it takes a second click.

use bevy_egui::egui::Ui;

use super::Field;
use super::click::{Rides, cost, enters, said_first, strikes};
use crate::ahead::{Approach, Comes, Peril, Way, When};
use crate::battle::{Choice, Id, Look, Order};
use crate::board::Square;
use crate::overlay::way;

/// A way that would be gone by a click, or by the button that is pointed at.
pub(super) struct Going<'a> {
    /// Who goes.
    pub(super) mover: Id,
    pub(super) way: &'a Way,
    /// What a click says.
    pub(super) order: Option<&'a Order>,
    pub(super) approach: Option<&'a Approach>,
    pub(super) riding: Option<&'a Rides>,
    /// That a mount is let act, if that comes first.
    pub(super) lets_act: Option<&'a Choice>,
    pub(super) comes: Option<&'a Comes>,
}

/// What is told of it.
pub(super) struct Told {
    pub(super) text: String,
    /// Words as wide as the text may become.
    pub(super) room: String,
    pub(super) is_grave: bool,
}

impl Going<'_> {
    /// What may become of whoever goes. Only where the pointer rests is it tried out any further; what is known stays.
    fn peril(&self, ui: &Ui, look: Look<'_>, with: &mut Field<'_>) -> Option<Peril> {
        let orders = match self.approach {
            Some(approach) => approach.orders(),
            None => vec![self.order?.clone()],
        };
        if !with.view.foresees {
            return None;
        }
        let who = self.approach.and(look.asked()).unwrap_or(self.mover);
        let peril = with.known.peril(look, who, &orders, with.pointer.rests);
        if with.pointer.rests && !peril.is_settled() {
            ui.ctx().request_repaint();
        }
        Some(peril)
    }

    /// All of it, line by line; `pointer`: the square that is pointed at.
    pub(super) fn told(&self, ui: &Ui, look: Look<'_>, pointer: Option<Square>, with: &mut Field<'_>) -> Told {
        let Self { mover, way, order, approach, riding, lets_act, comes } = *self;
        let peril = self.peril(ui, look, with);
        let foretold = peril.as_ref().map(|peril| way::foretold(look, peril, approach.is_some()));
        let (foretold, room) = foretold.unzip();
        let again = with.hand.sure.is_some() && with.hand.sure.as_ref() == order.or(riding.map(|riding| &riding.go));
        let asks = comes.is_some_and(|comes| comes.is_grave(true));
        let waits = again || approach.is_some() || asks && with.preferences.warns;
        let is = |when: When| approach.is_some_and(|approach| approach.when == when);
        let first = approach.and_then(|approach| approach.first.as_ref()).filter(|_| lets_act.is_none());
        let lines = [
            is(When::Begins).then(|| "the blow only begins: it lands next turn".to_owned()),
            is(When::Later).then(|| "only nearer: the blow comes in a later turn".to_owned()),
            approach.zip(pointer).and_then(|(approach, at)| enters(look, (mover, at), approach)),
            lets_act.map(|first| said_first(look, first)),
            Some(cost(first, way, comes.is_some_and(|comes| comes.ends))).filter(|text| !text.is_empty()),
            approach.and_then(|approach| strikes(look, approach)),
            comes.and_then(|comes| comes.told(look)),
            foretold,
            waits.then(|| way::once_more(order, approach, again)),
        ];
        // Whatever wants a second thought is red, and so is a place where one is likely to be struck, but for those who go to
        // strike.
        let is_likely = |peril: &Peril| approach.is_none() && peril.hurt.saturating_mul(3) > peril.tries;
        let is_grave = asks || is(When::Begins) || peril.as_ref().is_some_and(is_likely);
        let text = lines.into_iter().flatten().collect::<Vec<_>>().join("\n");
        Told { text, room: room.unwrap_or_default(), is_grave }
    }
}
