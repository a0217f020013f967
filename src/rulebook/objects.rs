//! `objects.ron`: things that stand on the board, give cover and can be broken.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;

use super::names::{Names, check_all};
use super::reader::{Problem, Problems, Spanned, read_file};
use crate::battle::{Key, ObjectDef};
use crate::board::CoverGrade;

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Entry {
    cover: CoverGrade,
    blocks_move: bool,
    figures: BTreeMap<Spanned<Key>, i32>,
    tags: Vec<Key>,
    bursts: Option<Spanned<Key>>,
    engine: Option<Spanned<Key>>,
}

/// A ruleset without objects has no such file.
pub(super) fn read(path: &Path, names: &Names) -> Result<BTreeMap<Key, Arc<ObjectDef>>, Vec<Problem>> {
    if !path.exists() {
        return Ok(BTreeMap::new());
    }
    let entries: BTreeMap<Key, Entry> = read_file(path)?;
    let mut problems = Problems::new(path.display().to_string());
    let objects = entries.into_iter().map(|(name, entry)| {
        check_all(&mut problems, entry.figures.keys(), "figure", &names.figures);
        check_all(&mut problems, &entry.bursts, "arm", &names.arms);
        check_all(&mut problems, &entry.engine, "arm", &names.arms);
        let object = ObjectDef {
            name,
            cover: entry.cover,
            blocks_move: entry.blocks_move,
            figures: entry.figures.into_iter().map(|(figure, value)| (figure.value, value)).collect(),
            tags: entry.tags,
            bursts: entry.bursts.map(Spanned::into_inner),
            engine: entry.engine.map(Spanned::into_inner),
        };
        (name, Arc::new(object))
    });
    let objects = objects.collect();
    problems.or(objects)
}
