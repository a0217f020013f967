//! What is told beside what is pointed at, in one place for all of it: before all else what a click does there, or why it does
//! nothing; then what that comes to, and where it is.

use bevy_egui::egui::{Painter, Rect, Ui, Vec2, vec2};

use super::Field;
use super::area;
use super::click::{at_once, rides_at};
use super::going::Going;
use super::hint::{does, place, why_not};
use super::meant::Meant;
use crate::battle::{Id, Look};
use crate::board::Square;
use crate::overlay::camera::View;
use crate::overlay::tokens::{self, Plates, Weight, Words};
use crate::overlay::{aim, layers, stakes, theme, way};

/// Points that an arrow on the screen reaches beyond the square that it points at: nothing is to be read below it.
const ARROW: Vec2 = vec2(10.0, 16.0);

/// Tells it. `sent_for`: who may be sent by a click.
pub(super) fn told(
    ui: &Ui,
    painter: &Painter,
    look: Look<'_>,
    view: &View,
    (meant, pointer, sent_for): (&Meant, Option<Square>, &[Id]),
    with: &mut Field<'_>,
    plates: &mut Plates,
) {
    // Chances come first, and names before what moves with the pointer: they stay where they are.
    if let Some((mover, end)) = meant.end() {
        plates.keep(Plates::face(tokens::would_lie(look, view, look.footprint(mover).moved_to(end))));
    }
    plates.settle_all();
    let there = pointer.and_then(|square| with.pointer.at(look, square));
    let is_told = at_the_end(ui, painter, look, view, (meant, pointer), with, plates);
    let click = pointer.filter(|_| !is_told).and_then(|square| clicks(look, with, square, (meant, sent_for)));
    let is_bare = click.is_none() && !is_told && meant.sent.is_none() && there.is_none();
    let why = pointer.filter(|_| is_bare).and_then(|square| why_not(look, with, meant.who, square));
    let stake = stake(ui, look, meant, with);
    let goes = meant.going.as_ref().is_some_and(|(_, way)| way.is_some());
    let is_done = pointer.is_none_or(|square| meant.is_done_at(look, with, square));
    let deed = meant.deed().filter(|_| is_done);
    let area = deed.and_then(|(who, order)| area::told(look, (who, order, goes), click.is_some(), with));
    let around = pointer.filter(|_| !is_told);
    let around = around.and_then(|square| circumstances(look, with, (square, there), meant));
    let at = pointer.or(area.as_ref().map(|area| area.at));
    let Some(square) = at else { return };
    let about = there.map_or_else(|| view.rect(square), |there| tokens::lies(look, view, there));
    let is_plain = click.is_none() && stake.is_none() && area.is_none();
    if let Some(around) = around.as_ref().filter(|_| is_plain && why.is_none()) {
        // That is no more than where it is: everything else goes before it.
        plates.say(painter, about, Words::of(around, theme::INK), Weight::Name);
        return;
    }
    let is_grave = area.as_ref().is_some_and(|area| area.is_grave);
    let lines: Vec<String> =
        stake.into_iter().chain(area.into_iter().flat_map(|area| area.lines)).chain(around).collect();
    let (lead, text) = (click.or(why.map(String::from)).unwrap_or_default(), lines.join("\n"));
    if lead.is_empty() && text.is_empty() {
        return;
    }
    let plate = match () {
        () if is_grave => theme::OUT,
        () if is_plain => theme::INK,
        () => theme::WAY,
    };
    let short = if lead.is_empty() { text.lines().next() } else { Some("") };
    let words = Words { full: &text, short: short.filter(|short| *short != text), plate };
    let kept: Vec<Rect> = pointed(view, pointer, with).into_iter().collect();
    plates.lay(painter, (about, &kept, &[]), (&lead, words), "");
}

/// Where the arrow lies that points at a square: nothing is to be read there. The keys have none.
fn pointed(view: &View, pointer: Option<Square>, with: &Field<'_>) -> Option<Rect> {
    let square = view.rect(pointer.filter(|_| with.pointer.cursor.is_none())?);
    Some(Rect::from_min_max(square.min, square.max + ARROW))
}

/// What is told of a way at its end; whether that says what a click does.
fn at_the_end(
    ui: &Ui,
    painter: &Painter,
    look: Look<'_>,
    view: &View,
    (meant, pointer): (&Meant, Option<Square>),
    with: &mut Field<'_>,
    plates: &mut Plates,
) -> bool {
    let Some((mover, found)) = meant.way() else { return false };
    let order = meant.going.as_ref().map(|(order, _)| order);
    let (approach, riding) = (meant.approach.as_deref(), meant.riding.as_ref());
    let (lets_act, comes) = (meant.lets_act.as_ref(), meant.comes.as_deref());
    let told = Going { mover, way: found, order, approach, riding, lets_act, comes }.told(ui, look, pointer, with);
    let is_told = !told.click.is_empty() && !found.squares.is_empty();
    if let Some(last) = found.squares.last() {
        let body = look.footprint(mover);
        let end = tokens::would_lie(look, view, body.moved_to(*last));
        let steps: Vec<Rect> = found.squares.iter().map(|at| view.body(body.moved_to(*at))).collect();
        let around = pointer.filter(|_| is_told).and_then(|square| {
            let there = with.pointer.at(look, square);
            circumstances(look, with, (square, there), meant)
        });
        let [text, room] = [told.text, told.room].map(|text| {
            let lines: Vec<&str> = [text.as_str()].into_iter().filter(|text| !text.is_empty()).collect();
            lines.into_iter().chain(around.as_deref()).collect::<Vec<_>>().join("\n")
        });
        let (click, text, room, brief) = (&told.click, &text, &room, &told.brief);
        let told = way::Told { click, text, room, brief, is_grave: told.is_grave };
        let goes = std::iter::once(tokens::lies(look, view, mover));
        let goes: Vec<Rect> = goes.chain(pointed(view, pointer, with)).collect();
        way::price(painter, (end, &goes, &steps), plates, &told);
    }
    for sting in comes.into_iter().flat_map(|comes| &comes.stings) {
        way::sting(painter, look, view, mover, sting);
    }
    is_told
}

/// What a click does where no way says it; nothing where a card does.
fn clicks(look: Look<'_>, with: &mut Field<'_>, square: Square, (meant, sent_for): (&Meant, &[Id])) -> Option<String> {
    let there = with.pointer.at(look, square);
    let order = meant.going.as_ref().map(|(order, _)| order);
    match (order, meant.approach.as_deref(), &meant.on) {
        (Some(order), None, _) => Some(does(look, with, (order, order.verb.as_str(), true))),
        (Some(order), Some(approach), _) => {
            let is_again = with.hand.waits(&approach.orders());
            let why = way::elsewhere(with.hand.planned(), is_again);
            Some(way::because(way::once_more(order.verb.as_str(), Some(approach), is_again), why))
        }
        _ if meant.shuts => Some(way::once("close")),
        (.., Some(on)) => Some(does(look, with, (&on.order, "ride on", true))),
        _ if meant.riding.is_some() => Some(way::once("ride there")),
        _ if meant.sent.is_none() && rides_at(look, with, square) => {
            Some("click a square near them to ride there".to_owned())
        }
        _ if there.is_some_and(|who| sent_for.contains(&who)) => {
            let order = at_once(look, with, there?, meant.sent.clone())?;
            Some(does(look, with, (&order, "they act now", false)))
        }
        // While the ways at somebody are listed there is no card that tells it.
        _ if there.is_some() && there == with.hand.target => {
            let order = at_once(look, with, there?, meant.sent.clone()).filter(|_| meant.who.is_some())?;
            Some(does(look, with, (&order, &aim::struck(look, &order), false)))
        }
        // What is sent at somebody is told on their card.
        _ => {
            let order = meant.sent.as_ref().filter(|_| there.is_none())?;
            Some(does(look, with, (order, order.verb.as_str(), false)))
        }
    }
}

/// What an answer comes to that names a square, where it goes nowhere.
fn stake(ui: &Ui, look: Look<'_>, meant: &Meant, with: &mut Field<'_>) -> Option<String> {
    let (order, _) = meant.going.as_ref().filter(|(_, way)| way.is_none() && with.tells())?;
    let text = stakes::at_square(look, order, &mut with.known)?;
    if text.ends_with('…') {
        ui.ctx().request_repaint();
    }
    Some(text)
}

/// Where a square is, unless somebody is there, and what marks say of it.
fn circumstances(
    look: Look<'_>,
    with: &mut Field<'_>,
    (square, there): (Square, Option<Id>),
    meant: &Meant,
) -> Option<String> {
    // Who could strike at the end of another way is no matter of this square.
    let elsewhere = meant.end().is_some() && meant.end_there().is_none();
    let strikers = if elsewhere { std::mem::take(&mut with.pointer.strikers) } else { Vec::new() };
    let said = layers::said(look, (square, meant.end_there().map(|(_, end)| end)), &mut with.laid());
    if elsewhere {
        with.pointer.strikers = strikers;
    }
    let place = there.is_none().then(|| place(look, square));
    let all: Vec<String> = place.into_iter().chain(said).collect();
    (!all.is_empty()).then(|| all.join(" · "))
}
