//! What is told of a way at its end before it is gone: what it costs and leaves, who has a say in it, what may become of
//! whoever ends there, and before all else whether one click goes or two do.

use bevy_egui::egui::Ui;

use super::Field;
use super::click::{Click, Gives, Rides, cost, enters, said_first, strikes};
use crate::ahead::{Approach, Comes, Peril, Way, When};
use crate::battle::{Choice, Id, Look, Order};
use crate::board::Square;
use crate::overlay::{warnings, way};

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
    /// What a click does: nothing where none is meant.
    pub(super) click: String,
    pub(super) text: String,
    /// The same as wide and as high as it may become; nothing where it stays as it is.
    pub(super) room: String,
    /// What is left of it where there is little room: the price, and what is to be feared.
    pub(super) brief: String,
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

    /// How whoever goes comes off by the end of the way, where others have a say in it; and whether any harm is to be feared, once
    /// that is known.
    fn on_the_way(&self, ui: &Ui, look: Look<'_>, with: &mut Field<'_>) -> Option<(String, Option<bool>)> {
        let order = match self.approach {
            Some(approach) if approach.first.is_some() => return None,
            Some(approach) => &approach.go,
            None => self.order?,
        };
        let is_plain = with.view.foresees && self.riding.is_none();
        self.comes.filter(|comes| is_plain && !comes.stings.is_empty())?;
        let further = with.pointer.rests;
        let found = with.known.on_the_way(look, self.mover, order, further);
        if further && found.is_none() {
            ui.ctx().request_repaint();
        }
        let is_feared = found.map(|peril| peril.as_ref().is_none_or(Peril::is_any));
        Some((way::on_the_way(found), is_feared))
    }

    /// What could be said before a plain walk so that it leaves a blow.
    fn first(&self, look: Look<'_>, with: &mut Field<'_>) -> Option<String> {
        let to = self.order.filter(|_| self.approach.is_none() && with.hand.deed.is_none())?.to?;
        let bands = with.hand.bands(&mut with.known, look)?;
        bands.first(to).map(|first| format!("{first} first to strike as well"))
    }

    /// All of it, line by line; `pointer`: the square that is pointed at.
    pub(super) fn told(&self, ui: &Ui, look: Look<'_>, pointer: Option<Square>, with: &mut Field<'_>) -> Told {
        let Self { mover, way, order, approach, riding, lets_act, comes } = *self;
        let peril = self.peril(ui, look, with);
        let foretold = peril.as_ref().map(|peril| way::foretold(look, peril, approach.is_some()));
        let (foretold, room) = foretold.unzip();
        let goes = order.or(riding.map(|riding| &riding.go));
        let warned = comes.filter(|_| with.preferences.warns && approach.is_none());
        let asks = warned.is_some_and(|comes| warnings::asks(look, true, comes, &mut with.known));
        let (planned, is_covered) = (with.hand.planned(), with.pointer.is_covered());
        let orders = approach.map(Approach::orders).unwrap_or_default();
        let made = goes.map(|goes| match approach {
            Some(approach) => Click::to_somebody(approach, &orders),
            None => Click::on_ground(goes, asks),
        });
        let again = made.is_some_and(|made| made.is_planned(planned));
        let given = made.map(|made| made.gives(planned, is_covered)).filter(|_| !again);
        let waits = again || given.is_some_and(|given| given != Gives::Order);
        let is = |when: When| approach.is_some_and(|approach| approach.when == when);
        let first = approach.and_then(|approach| approach.first.as_ref()).filter(|_| lets_act.is_none());
        // What is left is told of all that a click does: what a walk leaves goes into the blow that follows it.
        let strikes_then = approach.is_some_and(|approach| approach.when > When::Later);
        let whole = approach.and_then(|approach| approach.whole.as_ref()).map(way::after_both);
        let why = way::elsewhere(planned, again);
        // What a click does that goes nowhere by itself, a charge at somebody, is told beside them.
        let click = goes.map(|goes| {
            let does = riding.map_or(goes.verb.as_str(), |_| "ride there");
            if !waits {
                return way::once(does);
            }
            let words = way::once_more(does, approach, again);
            // What came to light below the pointer was not pointed at.
            let is_covered = given == Some(Gives::Nothing);
            way::because(if is_covered { format!("{words}, the first only points here") } else { words }, why)
        });
        let (on_the_way, feared) = self.on_the_way(ui, look, with).unzip();
        // What is done comes before what speaks against it.
        let before = lets_act.map(|first| said_first(look, first));
        let price = Some(cost(first, way, strikes_then || comes.is_some_and(|comes| comes.ends)))
            .filter(|text| !text.is_empty())
            .map(|text| if is(When::Begins) { shared(&text) } else { text });
        let struck = approach.and(pointer).and_then(|square| with.pointer.at(look, square));
        let price: Vec<String> = price.into_iter().chain(whole).collect();
        let price = (!price.is_empty()).then(|| price.join(", "));
        let warned = comes.and_then(|comes| comes.warned(look));
        let risk = foretold.as_deref().and_then(|told| told.lines().next()).map(str::to_owned);
        let brief = [before.clone(), price.clone(), warned.clone(), on_the_way.clone(), risk];
        let lines = [
            before,
            price,
            self.first(look, with),
            approach.and_then(|approach| strikes(look, approach)),
            is(When::Begins).then(|| "the blow only begins: it lands next turn".to_owned()),
            approach
                .filter(|_| is(When::Later))
                .map(|approach| format!("only nearer: the blow comes in a later {}", way::later(approach))),
            enters(look, (mover, struck), way),
            warned,
            on_the_way,
        ];
        // What is to be feared is red, and so is a place where one is likely to be struck, but for those who go to strike; nothing
        // is as long as it is still reckoned out, nor for the end of the turn or a say of others that does no harm.
        let is_likely =
            |peril: &Peril| approach.is_none() && peril.hurt.max(peril.begun).saturating_mul(3) > peril.tries;
        let is_known = feared != Some(None) && peril.as_ref().is_none_or(Peril::is_settled);
        let is_feared = comes.is_some_and(|comes| is_to_be_feared(comes, feared.flatten()));
        let is_grave = is_known && (is_feared || is(When::Begins) || peril.as_ref().is_some_and(is_likely));
        let told = |lines: &[Option<String>], last: Option<&str>| {
            let lines = lines.iter().flatten().map(String::as_str).chain(last);
            lines.collect::<Vec<_>>().join("\n")
        };
        let (text, brief) = (told(&lines, foretold.as_deref()), told(&brief, None));
        // As much room as all of it takes once the last of it is known.
        let room = room.map(|room| told(&lines, Some(&room))).unwrap_or_default();
        Told { click: click.unwrap_or_default(), text, room, brief, is_grave }
    }
}

/// What a way costs where all that it leaves goes into a blow that only begins.
fn shared(cost: &str) -> String {
    format!("{cost} to get there, the rest for the blow")
}

/// Whether a way wants a second thought for what may come of it: that it ends the turn is no such thing, nor is what others may do
/// where that is known to do no harm.
fn is_to_be_feared(comes: &Comes, others: Option<bool>) -> bool {
    let mut feared = Comes { ends: false, ..comes.clone() };
    if others == Some(false) {
        feared.stings.clear();
        feared.leaving_costs = false;
    }
    feared.is_grave(true)
}

#[cfg(test)]
mod tests {
    use super::is_to_be_feared;
    use crate::ahead::{Comes, Sting};
    use crate::battle::Id;
    use crate::board::Square;

    /// Promise: a way is red for what is to be feared on it, and not because the turn is over then.
    #[test]
    fn a_way_is_coloured_by_what_is_to_be_feared() {
        let ends = Comes { ends: true, ..Comes::default() };
        assert!(ends.is_grave(true) && !is_to_be_feared(&ends, None));
        let sting = Sting { by: Id(1), at: Square::new(2, 0), what: "react".into(), with: None };
        let stung = Comes { stings: vec![sting], leaving_costs: true, ..Comes::default() };
        assert!(is_to_be_feared(&stung, None) && is_to_be_feared(&stung, Some(true)));
        assert!(!is_to_be_feared(&stung, Some(false)), "it is known to do no harm");
        assert!(is_to_be_feared(&Comes { begins: true, ..ends }, Some(false)));
    }
}
