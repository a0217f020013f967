//! Named parts of the field as scenarios and lessons write them, and the
//! borders between them.

use serde::Deserialize;

use super::reader::{Problems, Span, Spanned};
use crate::board::{Board, DeclaredBorder, Square, Zone, ZoneClash, ZoneGraph, ZoneId, ZoneProblem, claim_zone};

/// A named part of the field.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ZoneFile {
    /// What players call it.
    name: Spanned<String>,
    /// The rectangles that it is made of, each from one corner to the other.
    of: Vec<Spanned<(Square, Square)>>,
    /// Words that rules ask for.
    #[serde(default)]
    tags: Vec<String>,
}

impl ZoneFile {
    pub(super) fn is_called(&self, name: &str) -> bool {
        self.name.value == name
    }

    /// Gives it more words.
    pub(super) fn mark(&mut self, words: &[String]) {
        self.tags.extend(words.iter().cloned());
    }
}

/// What is special about the border between two of them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BorderFile {
    /// The two zones.
    between: Spanned<(String, String)>,
    /// Whether one can go through: `false` is a barrier. Most borders are open.
    #[serde(default)]
    open: Option<bool>,
    /// Words that rules ask for.
    #[serde(default)]
    tags: Vec<String>,
}

/// Squares a side of the zones of a row.
pub(super) const A_ZONE: i32 = 4;

/// Zones of these names one beside the other, from the west.
pub(super) fn in_a_row(names: &[Spanned<String>]) -> Vec<ZoneFile> {
    let zone = |(index, name): (i32, &Spanned<String>)| {
        let west = index * A_ZONE;
        let corners = (Square::new(west, 0), Square::new(west + A_ZONE - 1, A_ZONE - 1));
        ZoneFile { name: name.clone(), of: vec![Spanned::new(corners, name.span)], tags: Vec::new() }
    };
    (0..).zip(names).map(zone).collect()
}

/// Divides a board into its parts.
pub(super) fn divide(
    board: &mut Board,
    zones: &[ZoneFile],
    borders: &[BorderFile],
    problems: &mut Problems,
) -> Vec<DeclaredBorder> {
    let most = usize::from(ZoneId::MAX);
    if let Some(one_too_many) = zones.get(most) {
        problems.push(one_too_many.name.span, format!("{} zones", zones.len()), format!("at most {most}"));
        return Vec::new();
    }
    let name = |zone: ZoneId| zones.get(usize::from(zone)).map_or("?", |zone| zone.name.value.as_str());
    for (index, zone) in (0..).zip(zones) {
        if zones.iter().take(usize::from(index)).any(|other| other.name.value == zone.name.value) {
            let found = format!("a second zone called {:?}", zone.name.value);
            problems.push(zone.name.span, found, "a name for each");
        }
        board.zones.push(Zone { name: zone.name.value.clone(), tags: zone.tags.clone() });
        for part in &zone.of {
            let (from, to) = part.value;
            if !board.contains(from) || !board.contains(to) {
                let found = format!("{from} to {to}, which is not all on the board");
                problems.misplaced(part.span, found, "two corners on the board");
                continue;
            }
            let columns = from.x.min(to.x)..=from.x.max(to.x);
            let rows = from.y.min(to.y)..=from.y.max(to.y);
            let squares: Vec<Square> = rows.flat_map(|y| columns.clone().map(move |x| Square::new(x, y))).collect();
            if let Some(ZoneClash::Taken { at, holder }) = claim_zone(board, index, squares).first() {
                let found = format!("{at}, which belongs to {:?} already", name(*holder));
                problems.push(part.span, found, "squares of no other zone");
            }
        }
    }
    let numbered = |name: &str| (0..).zip(zones).find(|(_, zone)| zone.name.value == name).map(|(number, _)| number);
    let mut declared = Vec::new();
    for border in borders {
        let (one, other) = &border.between.value;
        match numbered(one).zip(numbered(other)) {
            Some(between) => {
                declared.push(DeclaredBorder { between, open: border.open, tags: border.tags.clone() });
            }
            None => {
                let unknown = if numbered(one).is_none() { one } else { other };
                problems.push(border.between.span, format!("no zone called {unknown:?}"), "zones of this field");
            }
        }
    }
    let of_zone = |zone: ZoneId| zones.get(usize::from(zone)).map(|zone| zone.name.span);
    let of_border = |a: ZoneId, b: ZoneId| {
        let is_it = |border: &&BorderFile| {
            let (one, other) = &border.between.value;
            [(name(a), name(b)), (name(b), name(a))].contains(&(one.as_str(), other.as_str()))
        };
        borders.iter().rev().find(is_it).map(|border| border.between.span)
    };
    for problem in ZoneGraph::of(board, &declared).problems() {
        let (span, found, expected): (Option<Span>, String, &str) = match problem {
            ZoneProblem::Empty(zone) => {
                (of_zone(*zone), format!("{:?} without a square", name(*zone)), "squares of its own")
            }
            ZoneProblem::Alone(zone) => {
                (of_zone(*zone), format!("{:?}, which touches no other zone", name(*zone)), "zones that meet")
            }
            ZoneProblem::Shut(zone) => {
                let found = format!("{:?}, which nobody can come to or leave", name(*zone));
                (of_zone(*zone), found, "a border that can be crossed")
            }
            ZoneProblem::Unlisted { at, .. } => (None, format!("{at} in a zone that is not listed"), "listed zones"),
            ZoneProblem::Apart(a, b) => {
                let found = format!("{:?} and {:?}, which do not meet", name(*a), name(*b));
                (of_border(*a, *b), found, "two zones that meet")
            }
            ZoneProblem::Twice(a, b) => {
                let found = format!("a second border between {:?} and {:?}", name(*a), name(*b));
                (of_border(*a, *b), found, "one for each pair")
            }
        };
        if let Some(span) = span.or_else(|| zones.first().map(|zone| zone.name.span)) {
            problems.push(span, found, expected);
        }
    }
    declared
}
