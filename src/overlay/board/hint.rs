//! What there is to say about a square that is pointed at: its ground, what lies there, what a click does, or why it does nothing.

use std::borrow::Cow;

use bevy_egui::egui::{self, Context, Painter, Rect};

use super::Field;
use super::click::{Click, Gives, asks};
use crate::battle::house_words::ACT;
use crate::battle::{Choice, Group, Id, Look, Order};
use crate::board::{Spot, Square};
use crate::overlay::tokens::Plates;
use crate::overlay::{ground, hud, layers, learn, lying, theme, way};

/// What a click gives that goes nowhere, on ground or at somebody: what it would do, or that it only shows that and the next one
/// does it.
pub(super) fn does(look: Look<'_>, with: &mut Field<'_>, (order, on_ground): (&Order, bool)) -> String {
    let is_again = with.hand.sure.as_ref() == Some(order);
    let is_twice = asks(look, with, order);
    let click = if on_ground { Click::on_ground(order, is_twice) } else { Click::at_somebody(order, is_twice) };
    let given = click.gives(with.hand.sure.as_ref(), with.pointer.is_covered());
    match given {
        Gives::Order if !is_again => format!("click: {}", order.verb),
        _ => {
            let comes = look.asked().filter(|_| is_twice).and_then(|who| with.known.comes(look, who, order));
            let why = comes.and_then(|comes| comes.warned(look));
            way::because(way::once_more(Some(order), None, is_again), why.as_deref())
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
        return Some("click: cancel".into());
    }
    if who.is_none() || with.pace.shows() {
        return None;
    }
    if with.hand.placing(&mut with.known, look).is_none() {
        let choices = with.known.choices(look);
        return hud::bound(look, &choices).map(Cow::from);
    }
    match look.board().terrain(square) {
        Some(terrain) if terrain.cost == 0 => Some("nobody stands here".into()),
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

/// What there is to say about a square, in the corner, or above what stands there already: with what a click does.
pub(super) fn hint(
    painter: &Painter,
    look: Look<'_>,
    (room, plates): (Rect, &mut Plates),
    square: Square,
    (clicks, said): (Option<&str>, Vec<String>),
) {
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
    text.extend(said.into_iter().map(|words| format!(" · {words}")));
    text.extend(clicks.map(|words| format!(" · {words}")));
    let help = learn::help::lies(painter.ctx());
    let kept: Vec<Rect> = hud::lying(painter.ctx(), "card").into_iter().chain(help).collect();
    let lies = plates.note(painter, (beside_help(painter.ctx(), room), &kept), (&text, theme::INK));
    painter.ctx().data_mut(|data| data.insert_temp(egui::Id::new(HINT), lies));
}

/// Where the place is kept of what was said of a square last.
const HINT: &str = "hint";

/// Keeps room for what there is to say about a square, as much as it took in the last frame; what is told of a way there lies
/// where this may.
pub(super) fn keep(context: &Context, room: Rect, plates: &mut Plates) {
    plates.keep_within(beside_help(context, room));
    if let Some(last) = context.data(|data| data.get_temp::<Rect>(egui::Id::new(HINT))) {
        plates.keep_for_note(beside_help(context, room), last);
    }
}

/// Where it may lie: a line of help over the rim of the field lies over nothing that is told.
fn beside_help(context: &Context, room: Rect) -> Rect {
    let is_low = |help: &Rect| help.top() > room.center().y && help.left() < room.center().x;
    let low = learn::help::lies(context).filter(is_low).map_or(room.bottom(), |help| help.top());
    room.with_max_y(low.min(room.bottom())).shrink(4.0)
}
