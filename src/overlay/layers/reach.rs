//! Where the active fighter can go, in two tones: with enough left for a blow, and with nothing left.

use bevy_egui::egui::{Painter, Pos2, Stroke};

use super::outline::tag;
use super::{Tints, hue};
use crate::board::Board;
use crate::overlay::camera::View;
use crate::overlay::known::Bands;
use crate::overlay::theme;
use crate::overlay::tokens::Plates;

/// How strongly a square is tinted that one can still strike from, and another.
const TONES: (f32, f32) = (0.36, 0.2);
/// The share of the field where the tones begin to pale, and the one where they are palest, for the edges say enough there.
const MUCH: (f32, f32) = (0.2, 0.6);
/// What is left of them then.
const PALEST: f32 = 0.35;

/// The two tones: pale where most of the field is in reach.
pub fn tones(bands: &Bands, board: &Board) -> (f32, f32) {
    let share = bands.covered.len() as f32 / (board.width() * board.height()).max(1) as f32;
    let much = ((share - MUCH.0) / (MUCH.1 - MUCH.0)).clamp(0.0, 1.0);
    let left = 1.0 - much * (1.0 - PALEST);
    (TONES.0 * left, TONES.1 * left)
}

/// That a blow comes in a later part of the round.
const LATER: &str = "strikes come later this round";

/// That a blow is left, and nobody to strike.
const NOBODY: &str = "nobody to strike from there";

/// The squares in reach.
pub fn tint(bands: &Bands, board: &Board, tints: &mut Tints) {
    let tones = tones(bands, board);
    let plain: Vec<bool> = bands.plain().collect();
    for (square, band) in &bands.covered {
        let strength = if plain.get(*band) == Some(&true) { tones.0 } else { tones.1 };
        tints.entry(*square).or_default().push(hue(theme::colours().reach, strength));
    }
}

/// A line around the squares of each tone: whole around those that one can strike from, broken around all.
pub fn edges(painter: &Painter, view: &View, bands: &Bands) {
    let colour = theme::over(theme::colours().reach, theme::GROUND, 0.2);
    let (strikes, all) = &bands.edges;
    all.draw(painter, view, 1.0, Stroke::new(1.5, colour), Some(5.0));
    strikes.draw(painter, view, 1.0, Stroke::new(2.5, colour), None);
}

/// On each line what is within it: what a click leaves, and what has to be said first for a blow.
pub fn tags(painter: &Painter, view: &View, bands: &Bands, plates: &mut Plates) {
    for (at, text) in tagged(bands) {
        tag(painter, view, (at, &text), theme::colours().reach, plates);
    }
}

/// What stands on the two lines, and where. A place that is asked for within one line has one meaning.
fn tagged(bands: &Bands) -> Vec<([Pos2; 2], String)> {
    let (strikes, rest) = bands.tops;
    if !bands.is_walk && (strikes.is_none() || rest.is_none()) {
        return Vec::new();
    }
    let kinds = || bands.plain().zip(bands.acts.iter().zip(&bands.firsts));
    let first = |plain: bool| {
        let of = |(is, (acts, first)): (bool, (&bool, &String))| (is == plain && *acts).then(|| first.clone());
        kinds().filter_map(of).find(|first| !first.is_empty())
    };
    let goes = match (bands.strikes_later, bands.strikes_nobody) {
        (true, _) => format!("go; {LATER}"),
        (false, true) => format!("go; {NOBODY}"),
        (false, false) => "go and strike".to_owned(),
    };
    let goes = first(true).map_or_else(|| goes.clone(), |first| format!("{first}, {goes}"));
    let only = first(false).map_or_else(|| "only go".to_owned(), |first| format!("only go; {first} first to strike"));
    strikes.map(|at| (at, goes)).into_iter().chain(rest.map(|at| (at, only))).collect()
}

/// What the squares of each tone mean, the better ones first: with what it costs to get there, where the rules say that,
/// and with what has to be said before.
pub fn words(bands: &Bands) -> Vec<(bool, String)> {
    let is_plain = |first: &str| {
        let mut kinds = bands.plain().zip(&bands.firsts);
        kinds.any(|(plain, of)| plain && of == first)
    };
    let mut firsts: Vec<&str> = bands.firsts.iter().map(String::as_str).filter(|first| !first.is_empty()).collect();
    firsts.sort_unstable();
    firsts.dedup();
    let after_it = firsts.into_iter().map(|first| (true, first));
    let mut told = Vec::new();
    for (acts, first) in std::iter::once((true, "")).chain(after_it).chain([(false, "")]) {
        let kinds = bands.acts.iter().zip(&bands.firsts);
        let here = bands.prices.iter().zip(kinds).filter(|(_, (is, by))| **is == acts && *by == first);
        let prices: Vec<&str> = here.map(|(price, _)| price.as_str()).collect();
        let (Some(nearest), Some(last)) = (prices.first(), prices.last()) else { continue };
        let strikes = match (bands.strikes_later, bands.strikes_nobody && first.is_empty()) {
            (true, _) => format!("; {LATER}"),
            (false, true) => format!("; {NOBODY}"),
            (false, false) => " and still strike".to_owned(),
        };
        let what = match (acts, first) {
            (true, "") => format!("you can go here{strikes}"),
            (true, first) => format!("{first} first, then you can go here{strikes}"),
            (false, _) => "you can only go here".to_owned(),
        };
        let price = match () {
            () if nearest.is_empty() && last.is_empty() => String::new(),
            () if nearest == last => format!(" ({nearest})"),
            () => format!(" ({})", span(nearest, last)),
        };
        told.push((acts && is_plain(first), format!("{what}{price}")));
    }
    told
}

/// From one price to another, with what both are counted in said once: "7 to 8 squares".
fn span(nearest: &str, last: &str) -> String {
    match nearest.split_once(' ').zip(last.split_once(' ')) {
        Some(((from, unit), (to, other))) if unit == other => format!("{from} to {to} {unit}"),
        _ => format!("{nearest} to {last}"),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::board::Square;

    /// Promise: what prices are counted in is said once.
    #[test]
    fn a_span_of_prices_says_its_unit_once() {
        assert_eq!(span("7 squares", "8 squares"), "7 to 8 squares");
        assert_eq!(span("1 square", "8 squares"), "1 square to 8 squares");
        assert_eq!(span("free", "the move"), "free to the move");
    }

    /// Promise: squares that one can strike from after something that is said first count as such, and it is told what.
    #[test]
    fn what_has_to_be_said_first_is_told() {
        let texts = |all: &[&str]| all.iter().map(|text| (*text).to_owned()).collect();
        let (prices, firsts) = (texts(&["half", "one", "two"]), texts(&["", "sprint", ""]));
        let bands = Bands { prices, firsts, acts: vec![true, true, false], ..Bands::default() };
        let told: Vec<String> = words(&bands).into_iter().map(|(_, text)| text).collect();
        let after = "sprint first, then you can go here and still strike (one)";
        assert_eq!(told, ["you can go here and still strike (half)", after, "you can only go here (two)"]);
        // No blow is promised in a part of a round that is there for moves.
        let later = words(&Bands { strikes_later: true, ..bands });
        assert!(later.iter().all(|(_, text)| !text.contains("still strike")), "{later:?}");
        assert!(later[0].1.contains(LATER), "{later:?}");
    }

    /// Promise: what a click does not do is not told as if it did: a square that one strikes from only after something that is
    /// said first lies within the broken line, unless whoever goes says it in any case; and both lines tell what they are.
    #[test]
    fn a_line_holds_what_a_click_leaves() {
        let of = |bands: &[(bool, &str)]| {
            let squares: BTreeMap<Square, usize> = (0..bands.len()).map(|x| (Square::new(x as i32, 0), x)).collect();
            let firsts = bands.iter().map(|(_, first)| (*first).to_owned()).collect();
            let acts = bands.iter().map(|(acts, _)| *acts).collect();
            Bands { covered: squares.clone(), squares, acts, firsts, ..Bands::default() }.edged()
        };
        let told = |bands: &[(bool, &str)]| tagged(&of(bands)).into_iter().map(|(_, text)| text).collect::<Vec<_>>();
        let tones = |bands: &[(bool, &str)]| of(bands).plain().collect::<Vec<_>>();
        let walk = [(true, ""), (true, "sprint"), (false, "")];
        assert_eq!(tones(&walk), [true, false, false]);
        assert_eq!(told(&walk), ["go and strike", "only go; sprint first to strike"]);
        assert_eq!(told(&[(true, ""), (false, "")]), ["go and strike", "only go"]);
        let later = Bands { strikes_later: true, ..of(&[(true, ""), (false, "")]) };
        assert_eq!(tagged(&later)[0].1, "go; strikes come later this round");
        let nobody = Bands { strikes_nobody: true, ..of(&[(true, ""), (false, "")]) };
        assert_eq!(
            tagged(&nobody)[0].1,
            "go; nobody to strike from there",
            "no blow is promised where nobody is to be struck"
        );
        assert_eq!(
            words(&Bands { prices: vec!["2".into(), "4".into()], ..nobody })[0].1,
            "you can go here; nobody to strike from there (2)"
        );
        assert_eq!(tones(&[(true, "bay acts"), (false, "")]), [true, false], "a click on a square lets a mount act");
        let first = |x: i32| of(&walk).first(Square::new(x, 0)).map(str::to_owned);
        assert_eq!([0, 1, 2].map(first), [None, Some("sprint".to_owned()), None]);
        assert!(
            told(&[(false, "")]).is_empty() && told(&[(true, "")]).is_empty(),
            "where a place is asked for one line has one meaning"
        );
        let walks = |acts: bool| tagged(&Bands { is_walk: true, ..of(&[(acts, "")]) }).remove(0).1;
        assert_eq!([walks(true), walks(false)], ["go and strike", "only go"], "each area that is drawn is named");
    }
}
