//! What can be worked on a field and what lies about on it, as scenarios and
//! lessons write it.

use std::sync::Arc;

use serde::Deserialize;

use super::fit::is_played;
use super::names::{Names, check};
use super::reader::{Problems, Span, Spanned};
use crate::battle::{Arm, Feature, FigureName, Key, Part, Rules, Works};
use crate::board::{Board, DeclaredBorder, Square, ZoneGraph};

/// Something on the field that is worked by hand.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FeatureFile {
    /// What players call it.
    name: Spanned<String>,
    /// The square where it stands.
    at: Spanned<Square>,
    /// How players say what is done with it.
    verb: String,
    /// Whether it takes as long as a blow.
    #[serde(default)]
    long: bool,
    /// The figure that is tried for it.
    #[serde(default)]
    save: Option<Spanned<Key>>,
    /// What working it does.
    #[serde(default)]
    does: WorksFile,
    /// Whether it can be done a single time only.
    #[serde(default)]
    once: bool,
}

/// What working it does.
#[derive(Clone, Debug, Default, Deserialize)]
enum WorksFile {
    /// Nothing but a noise.
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
    (rules, names): (&Rules, &Names),
    declared: &[DeclaredBorder],
    problems: &mut Problems,
) -> Vec<Feature> {
    let mut features: Vec<Feature> = Vec::new();
    for file in files {
        if !rules.deeds.contains_key(&"work".into()) {
            problems.push(
                file.name.span,
                format!("{:?} in a game in which nothing is worked", file.name.value),
                "`Features` in the ruleset",
            );
            continue;
        }
        if let Some(save) = file.save.as_ref().filter(|_| !is_played(rules, Part::Saves)) {
            problems.push(
                save.span,
                "a save in a game without any",
                format!("beside `Features` {}", Part::Saves.words()),
            );
        }
        if features.iter().any(|known| known.name.as_str().eq_ignore_ascii_case(&file.name.value)) {
            let found = format!("a second feature called {:?}", file.name.value);
            problems.push(file.name.span, found, "a name for each");
        }
        if !board.contains(file.at.value) {
            problems.misplaced(
                file.at.span,
                format!("{}, which is off the board", file.at.value),
                "a square of the board",
            );
        }
        if let Some(save) = &file.save {
            check(problems, save, "figure", &names.figures);
        }
        let mut zone = |name: &str, span: Span| {
            let zone = (0..).zip(&board.zones).find(|(_, zone)| zone.name == name).map(|(number, _)| number);
            if zone.is_none() {
                problems.misplaced(span, format!("no zone called {name:?}"), "a zone of this field");
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
                    problems.misplaced(
                        between.span,
                        format!("{one:?} and {other:?}, which do not meet"),
                        "two zones that meet",
                    );
                }
                if matches!(file.does, WorksFile::Opens(_)) { Works::Opens(a, b) } else { Works::Turns(a, b) }
            }
        };
        features.push(Feature {
            name: Key::new(&file.name.value),
            at: file.at.value,
            verb: file.verb.clone(),
            is_long: file.long,
            save: file.save.as_ref().map(|save| FigureName::of(save.value)),
            does,
            once: file.once,
            done: false,
        });
    }
    features
}

/// Something that lies about.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LooseFile {
    /// The arm.
    of: Spanned<Key>,
    /// The square where it lies.
    at: Spanned<Square>,
}

/// What lies about on a board.
pub(super) fn loose(
    files: &[LooseFile],
    board: &Board,
    rules: &Rules,
    names: &Names,
    problems: &mut Problems,
) -> Vec<(Arc<Arm>, Square)> {
    let mut loose = Vec::new();
    for thing in files {
        check(problems, &thing.of, "arm", &names.arms);
        if !board.contains(thing.at.value) {
            let found = format!("{}, which is off the board", thing.at.value);
            problems.misplaced(thing.at.span, found, "a square of the board");
        }
        loose.extend(rules.arms.get(&thing.of.value).map(|arm| (arm.clone(), thing.at.value)));
    }
    loose
}
