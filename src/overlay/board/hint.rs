//! What there is to say about a square that is pointed at: its ground, what lies there, what a click gives, or why it does nothing.

use std::borrow::Cow;

use bevy_egui::egui::{Context, Rect};

use super::Field;
use super::click::{Click, Gives, asks};
use crate::battle::house_words::ACT;
use crate::battle::{Choice, Group, Id, Look, Order};
use crate::board::{Spot, Square};
use crate::overlay::tokens::Plates;
use crate::overlay::{ground, hud, layers, learn, lying, way};

/// What a click gives that goes nowhere, on ground or at somebody: what it would do, by what that is called, or that it only shows
/// that and the next one does it.
pub(super) fn does(look: Look<'_>, with: &mut Field<'_>, (order, called, on_ground): (&Order, &str, bool)) -> String {
    let is_again = with.hand.waits(std::slice::from_ref(order));
    let is_twice = asks(look, with, order);
    let is_aimed = with.hand.target.is_some() && with.hand.target == look.target(order);
    let click = match on_ground {
        true => Click::on_ground(order, is_twice),
        false => Click::at_somebody(order, is_twice).shown(is_aimed),
    };
    let given = click.gives(with.hand.planned(), with.pointer.is_covered());
    let elsewhere = way::elsewhere(with.hand.planned(), is_again);
    match given {
        Gives::Order if !is_again => way::once(called),
        _ => {
            let comes = look.asked().filter(|_| is_twice).and_then(|who| with.known.comes(look, who, order));
            let why = comes.and_then(|comes| comes.warned(look));
            way::because(way::once_more(called, None, is_again), why.as_deref().or(elsewhere))
        }
    }
}

/// Why a click on an empty square does nothing, where that does not go without saying.
pub(super) fn why_not(
    look: Look<'_>,
    with: &mut Field<'_>,
    who: Option<Id>,
    square: Square,
) -> Option<Cow<'static, str>> {
    let question = look.question().filter(|question| look.is_played_here(question.side) && with.decides())?;
    if question.choices.is_some() && question.who.is_some() {
        // Whom to send is said in the bar or by a click on them: no square has to do with it. Nobody answers what is not put yet.
        let sends = with.known.choices(look).iter().any(|choice| choice.order.verb == ACT);
        return (!sends && !with.pace.holds_back(question)).then_some("answer the question first".into());
    }
    if with.hand.wielded.is_some() || with.hand.deed.is_some() {
        return Some(way::once("cancel").into());
    }
    if who.is_none() || with.pace.shows() {
        return None;
    }
    if with.hand.placing(&mut with.known, look).is_none() {
        let choices = with.known.choices(look);
        return hud::bound(look, &choices).map(Cow::from);
    }
    match look.board().terrain(square) {
        Some(terrain) if terrain.cost == 0 => Some("nobody can stand here".into()),
        _ if who.is_some_and(|who| is_there(look, who, square)) => Some("you are here".into()),
        _ => {
            let holds = with.known.told(look, layers::hold::find);
            Some(layers::hold::why(look, &holds, square).map_or("out of reach in this turn".into(), Cow::from))
        }
    }
}

/// The plain move to a square where the rules let nobody go anywhere: whoever clicks there all the same is told why by them.
pub(super) fn in_vain(look: Look<'_>, with: &mut Field<'_>, square: Square) -> Option<Order> {
    let question = look.question().filter(|question| look.is_played_here(question.side))?;
    let is_free = question.choices.is_none() && !with.hand.holds_something();
    if !is_free || with.hand.placing(&mut with.known, look).is_some() {
        return None;
    }
    let choices = with.known.choices(look);
    let plain = |choice: &&Choice| choice.group == Group::Move && choice.order.verb.as_str() == Group::Move.as_str();
    let refused = choices.iter().filter(plain).find(|choice| choice.refused.is_some())?;
    Some(Order { to: Some(square), ..refused.order.clone() })
}

/// Whether somebody is in this square, or in the place that it belongs to where squares make no difference.
fn is_there(look: Look<'_>, who: Id, square: Square) -> bool {
    let in_place = look.zoned().is_some() && look.spot(who).is_some() && look.spot(who) == look.spots().at(square);
    in_place || look.footprint(who).contains(square)
}

/// Where a square is: its ground, or its place where these count, and what hangs over it and lies there.
pub(super) fn place(look: Look<'_>, square: Square) -> String {
    let ground = look.board().terrain(square).map_or("", |terrain| terrain.name.as_str());
    let mut text = format!("{square} {ground}");
    if let Some(spot) = look.zoned().and_then(|_| look.spots().at(square)) {
        // Where places count nobody counts squares.
        text = look.spot_name(spot);
        let like: Vec<String> = match spot {
            Spot::Zone(zone) => layers::like(look, usize::from(zone)).into_iter().map(str::to_owned).collect(),
            Spot::Border(one, other) => layers::border(look, one, other),
        };
        text.extend(like.into_iter().map(|words| format!(" · {words}")));
    }
    text.extend(ground::hanging(look, square).map(|words| format!(" · {words}")));
    text.extend(lying::words(look, square).map(|words| format!(" · {words}")));
    text
}

/// Keeps what is told of places where it may lie.
pub(super) fn keep(context: &Context, room: Rect, plates: &mut Plates) {
    plates.keep_within(beside_help(context, room));
}

/// Where it may lie: a line of help over the rim of the field lies over nothing that is told.
fn beside_help(context: &Context, room: Rect) -> Rect {
    let is_low = |help: &Rect| help.top() > room.center().y && help.left() < room.center().x;
    let low = learn::help::lies(context).filter(is_low).map_or(room.bottom(), |help| help.top());
    room.with_max_y(low.min(room.bottom())).shrink(4.0)
}
