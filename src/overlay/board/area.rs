//! What an attack at an area would strike, and what is told of it before it is sent: where it comes down if the aim fails, and
//! which of one's own it may hit.

use std::collections::BTreeSet;

use bevy_egui::egui::Painter;

use super::Field;
use crate::battle::{Id, Look, Order};
use crate::board::{Spot, Square};
use crate::overlay::camera::View;
use crate::overlay::{layers, way};

/// Tones what an order would strike, and more lightly where that may go astray.
pub(super) fn lit(painter: &Painter, look: Look<'_>, view: &View, (who, order): (Id, &Order), with: &mut Field<'_>) {
    let squares = with.known.covered(look, who, order);
    let strays = with.known.strays(look, who, order);
    if let Some(strays) = strays.as_ref().filter(|strays| strays.may_fail()) {
        layers::astray(painter, view, strays, (&squares, look.zoned().is_some()));
    }
    with.pointer.strays = strays;
    layers::struck(painter, view, &squares);
    with.pointer.struck.clone_from(&squares);
}

/// That borders are struck with the zone that they belong to.
fn with_borders(look: Look<'_>, squares: &BTreeSet<Square>) -> Option<String> {
    look.zoned()?;
    let spots: BTreeSet<Spot> = squares.iter().filter_map(|square| look.spots().at(*square)).collect();
    let zone = spots.iter().find(|spot| matches!(spot, Spot::Zone(_)))?;
    let has_borders = spots.iter().any(|spot| matches!(spot, Spot::Border(..)));
    has_borders.then(|| format!("strikes all of {} and all on its borders", look.spot_name(*zone)))
}

/// What is told of an attack at an area beside what is pointed at.
pub(super) struct Told {
    /// Where it is told.
    pub(super) at: Square,
    pub(super) lines: Vec<String>,
    /// Whether it wants a second thought.
    pub(super) is_grave: bool,
}

/// What is told of it; of a blow at somebody, once it waits for a second click. `goes`: the end of its way tells the rest;
/// `is_said`: it is said elsewhere what a click does.
pub(super) fn told(
    look: Look<'_>,
    (who, order, goes): (Id, &Order, bool),
    is_said: bool,
    with: &mut Field<'_>,
) -> Option<Told> {
    let squares = with.known.covered(look, who, order);
    let again = !goes && with.pointer.hovered.is_some() && with.hand.waits(std::slice::from_ref(order));
    let at = with.pointer.hovered.or_else(|| squares.iter().nth(squares.len() / 2).copied());
    let at = at.filter(|_| again || !squares.is_empty())?;
    let comes = with.known.comes(look, who, order);
    // The card of whoever is pointed at says the same.
    let is_carded = !again && with.pointer.at(look, at).is_some();
    // The deed comes first: where there is room for one line alone it is not what speaks against it.
    let lines = (again && !is_said).then(|| way::once_more(way::called(look, order), None, true)).into_iter();
    let lines = lines.chain(comes.iter().filter(|_| !is_carded && !goes).flat_map(|comes| comes.lines(look)));
    let lines: Vec<String> = lines.chain((!is_carded).then(|| with_borders(look, &squares)).flatten()).collect();
    let is_grave = comes.is_some_and(|comes| comes.is_grave(false));
    (!lines.is_empty()).then_some(Told { at, lines, is_grave })
}
