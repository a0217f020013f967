//! How far a weapon carries: rings where the distance begins to cost something,
//! and where the weapon ends.

use std::collections::BTreeMap;

use bevy_egui::egui::{Painter, Stroke};

use super::outline::{Outline, tag};
use super::squares;
use crate::battle::{Arm, Case, Id, Key, Look, Sum};
use crate::board::{Footprint, Square};
use crate::overlay::camera::View;
use crate::overlay::theme;
use crate::overlay::tokens::Plates;

/// How far a weapon carries.
#[derive(Debug)]
pub struct Range {
    /// Which weapon.
    pub arm: String,
    /// The rings, the nearest first: what each is called, and its outer edge.
    pub rings: Vec<(String, Outline)>,
}

impl Range {
    /// Of these names, and each square with the number of its ring.
    fn of(arm: &Arm, names: Vec<String>, squares: &BTreeMap<Square, usize>) -> Self {
        let edge = |ring: usize| {
            let within = |square: Square| squares.get(&square).is_some_and(|other| *other <= ring);
            Outline::of(squares.keys().copied().filter(|square| within(*square)), within)
        };
        let rings = names.into_iter().enumerate().map(|(ring, name)| (name, edge(ring)));
        Self { arm: arm.name.to_string(), rings: rings.collect() }
    }
}

/// The weapon for a distance that somebody would use: the one that is named, else one that is ready, else any.
pub fn weapon<'a>(look: Look<'a>, who: Id, named: Option<Key>) -> Option<&'a Arm> {
    let far = |arm: &Arm| arm.increment.is_some() || arm.range.is_some();
    let gear = || look.gear(who).iter().filter(|item| far(&item.arm));
    let chosen = named.and_then(|name| gear().find(|item| item.arm.name == name));
    let ready = || gear().find(|item| item.is_ready());
    chosen.or_else(ready).or_else(|| gear().next()).map(|item| &*item.arm)
}

/// The rings around whoever is asked: squares where the attack adds the same, as far as any rule lets it go.
pub fn find(look: Look<'_>, named: Option<Key>) -> Option<Range> {
    let who = look.asked()?;
    let arm = weapon(look, who, named)?;
    // Where whoever shoots stands is no hole in it.
    let own = look.footprint(who);
    let here = || own.squares().map(|at| (at, 0));
    if let Some(rings) = look.rules().registry.shows.iter().find_map(|mechanic| mechanic.carries(look, who, arm)) {
        let (names, rings): (Vec<String>, Vec<Vec<Square>>) = rings.into_iter().unzip();
        let squares =
            rings.into_iter().enumerate().flat_map(|(ring, squares)| squares.into_iter().map(move |at| (at, ring)));
        return Some(Range::of(arm, names, &here().chain(squares).collect()));
    }
    let distance = |square| look.length(look.rules().measure.metric.between(own, Footprint::one(square)));
    // What distance costs is the same for all squares that are as far away.
    let mut at: BTreeMap<i32, Option<i32>> = BTreeMap::new();
    let mut priced: Vec<(Square, i32, i32)> = Vec::new();
    for square in squares(look).filter(|square| !own.contains(*square)) {
        let far = distance(square);
        let adds = *at.entry(far).or_insert_with(|| {
            let mut mechanics = look.rules().registry.shows.iter();
            let mut case = Case::of("attack", who).with(arm).word("ranged");
            case.from = Some(Footprint::one(square));
            let carries = !mechanics.any(|mechanic| mechanic.is_beyond(arm, far));
            carries.then(|| look.sum(&case, Sum::new()).total())
        });
        priced.extend(adds.map(|adds| (square, far, adds)));
    }
    let mut farthest: BTreeMap<i32, i32> = BTreeMap::new();
    for (_, far, adds) in &priced {
        let most = farthest.entry(*adds).or_insert(*far);
        *most = (*most).max(*far);
    }
    let best = farthest.keys().next_back().copied().unwrap_or(0);
    let rings: Vec<i32> = farthest.keys().rev().copied().collect();
    let unit = &look.rules().measure.unit;
    let names = rings
        .iter()
        .map(|adds| {
            let to = farthest.get(adds).copied().unwrap_or(0);
            if *adds == best { format!("to {to} {unit}") } else { format!("to {to} {unit}: {:+}", adds - best) }
        })
        .collect();
    let ring = |adds: i32| rings.iter().position(|each| *each == adds).unwrap_or(0);
    let squares = priced.into_iter().map(|(square, _, adds)| (square, ring(adds)));
    Some(Range::of(arm, names, &here().chain(squares).collect()))
}

/// A broken line around each ring.
pub fn draw(painter: &Painter, view: &View, range: &Range) {
    for (_, edge) in &range.rings {
        edge.draw(painter, view, 0.0, Stroke::new(3.0, theme::INK), None);
        edge.draw(painter, view, 0.0, Stroke::new(1.6, theme::PAPER), Some(4.0));
    }
}

/// On each ring what it costs to shoot so far, where there is room for it.
pub fn tags(painter: &Painter, view: &View, range: &Range, plates: &mut Plates) {
    for (name, edge) in &range.rings {
        if let Some(top) = edge.top() {
            tag(painter, view, (top, name), theme::INK, plates);
        }
    }
}
