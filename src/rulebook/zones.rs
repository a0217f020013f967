//! Named parts of the field as scenarios and lessons write them, the borders
//! between them, and what can be worked there.

use serde::Deserialize;

use super::names::{Names, check};
use super::reader::{Problems, Span, Spanned};
use crate::battle::{Feature, Key, Works};
use crate::board::{Board, DeclaredBorder, Square, Zone, ZoneClash, ZoneGraph, ZoneId, ZoneProblem, claim_zone};

/// A named part of the field.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ZoneFile {
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
    between: Spanned<(String, String)>,
    #[serde(default)]
    open: Option<bool>,
    #[serde(default)]
    tags: Vec<String>,
}

/// Something on the field that is worked by hand.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FeatureFile {
    name: Spanned<String>,
    at: Spanned<Square>,
    /// How players say what is done with it.
    verb: String,
    /// Whether it takes as long as a blow.
    #[serde(default)]
    long: bool,
    /// The figure that is tried for it.
    #[serde(default)]
    save: Option<Spanned<Key>>,
    #[serde(default)]
    does: WorksFile,
    #[serde(default)]
    once: bool,
}

/// What working it does.
#[derive(Clone, Debug, Default, Deserialize)]
enum WorksFile {
    #[default]
    Nothing,
    /// Opens or shuts the border between two zones.
    Turns(Spanned<(String, String)>),
    /// Opens that border.
    Opens(Spanned<(String, String)>),
    /// Puts a word on a zone.
    Marks(Spanned<String>, String),
    /// Takes a word off a zone.
    Unmarks(Spanned<String>, String),
}

/// What can be worked on a field of these zones.
pub(super) fn features(
    files: &[FeatureFile],
    board: &Board,
    names: &Names,
    declared: &[DeclaredBorder],
    problems: &mut Problems,
) -> Vec<Feature> {
    let mut features: Vec<Feature> = Vec::new();
    for file in files {
        if features.iter().any(|known| known.name.eq_ignore_ascii_case(&file.name.value)) {
            let found = format!("a second feature called {:?}", file.name.value);
            problems.push(file.name.span, found, "a name for each");
        }
        if !board.contains(file.at.value) {
            problems.push(file.at.span, format!("{}, which is off the board", file.at.value), "a square of the board");
        }
        if let Some(save) = &file.save {
            check(problems, save, "figure", &names.figures);
        }
        let mut zone = |name: &str, span: Span| {
            let zone = (0..).zip(&board.zones).find(|(_, zone)| zone.name == name).map(|(number, _)| number);
            if zone.is_none() {
                problems.push(span, format!("no zone called {name:?}"), "a zone of this field");
            }
            zone.unwrap_or_default()
        };
        let does = match &file.does {
            WorksFile::Nothing => Works::Nothing,
            WorksFile::Marks(name, word) => Works::Marks(zone(&name.value, name.span), word.clone(), true),
            WorksFile::Unmarks(name, word) => Works::Marks(zone(&name.value, name.span), word.clone(), false),
            WorksFile::Turns(between) | WorksFile::Opens(between) => {
                let (one, other) = &between.value;
                let (a, b) = (zone(one, between.span), zone(other, between.span));
                if ZoneGraph::of(board, declared).border(a, b).is_none() {
                    problems.push(
                        between.span,
                        format!("{one:?} and {other:?}, which do not meet"),
                        "two zones that meet",
                    );
                }
                if matches!(file.does, WorksFile::Opens(_)) { Works::Opens(a, b) } else { Works::Turns(a, b) }
            }
        };
        features.push(Feature {
            name: file.name.value.clone(),
            at: file.at.value,
            verb: file.verb.clone(),
            is_long: file.long,
            save: file.save.as_ref().map(|save| save.value),
            does,
            once: file.once,
            done: false,
        });
    }
    features
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
                problems.push(part.span, found, "two corners on the board");
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
