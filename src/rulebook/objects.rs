//! `objects.ron`: things that stand on the board, give cover and can be broken.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use serde::Deserialize;

use super::names::{Names, check_all};
use super::range::within;
use super::reader::{Named, Problem, Problems, Source, Spanned, read_with_names};
use crate::battle::{FigureName, Key, ObjectDef, refers};
use crate::board::CoverGrade;

/// An object: a thing that stands on the board, can be struck and can be broken.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Entry {
    /// The cover that it gives while it is whole.
    cover: CoverGrade,
    /// Whether nobody walks through it.
    blocks_move: bool,
    /// Its figures: toughness, durability.
    figures: BTreeMap<Spanned<Key>, Spanned<i32>>,
    /// Words that rules ask for.
    #[serde(deserialize_with = "refers::given")]
    tags: Vec<Key>,
    /// The arm whose area goes off when it is destroyed.
    bursts: Option<Spanned<Key>>,
    /// The arm that it is for those who stand next to it: an engine of war.
    engine: Option<Spanned<Key>>,
}

/// Things, and every name that stands beside them.
type Read = (BTreeMap<Key, Arc<ObjectDef>>, Vec<Named>);

/// What no thing has more of, and what none has less of.
const FIGURES: RangeInclusive<i32> = -100..=10_000;

/// A ruleset without objects has no such file.
pub(super) fn read(file: &Source, names: &Names, unread: &[&'static str]) -> Result<Read, Vec<Problem>> {
    if !file.exists() {
        return Ok(Read::default());
    }
    let (entries, named): (BTreeMap<Key, Entry>, Vec<Named>) = read_with_names(file)?;
    let mut problems = Problems::new(file.to_string()).without(unread);
    let objects = entries.into_iter().map(|(name, entry)| {
        check_all(&mut problems, entry.figures.keys(), "figure", &names.figures);
        within(entry.figures.values().copied(), FIGURES, "a figure of", &mut problems);
        check_all(&mut problems, &entry.bursts, "arm", &names.arms);
        check_all(&mut problems, &entry.engine, "arm", &names.arms);
        let object = ObjectDef {
            name,
            cover: entry.cover,
            blocks_move: entry.blocks_move,
            figures: entry
                .figures
                .into_iter()
                .map(|(figure, value)| (FigureName::of(figure.value), value.value))
                .collect(),
            tags: entry.tags,
            bursts: entry.bursts.map(Spanned::into_inner),
            engine: entry.engine.map(Spanned::into_inner),
        };
        (name, Arc::new(object))
    });
    let objects = objects.collect();
    problems.or((objects, named))
}
