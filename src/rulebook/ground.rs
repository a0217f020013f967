//! The ground of a battle as files write it: scenarios and lessons share this.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;

use super::features::{FeatureFile, LooseFile, features, loose};
use super::names::{Names, check};
use super::reader::{Problems, Span, Spanned};
use super::zones::{A_ZONE, BorderFile, ZoneFile, divide, in_a_row};
use crate::battle::{Arm, Feature, Id, Key, ObjectDef, Rules, Thing};
use crate::board::{
    Board, CoverGrade, CoverObject, DeclaredBorder, Edge, Square, Terrain, board_from_map, board_from_plan,
};

/// A battlefield: open ground of some size, or rows of characters with what
/// they stand for.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct GroundFile {
    /// Open ground, so many squares wide and high; 16 by 12 if neither this nor a map is there.
    size: Option<Spanned<(i64, i64)>>,
    /// Rows of letters, one letter a square.
    map: Vec<Spanned<String>>,
    /// Rows of letters with letters between the squares too, for walls.
    plan: Vec<Spanned<String>>,
    /// What the letters stand for; the first is the common ground.
    legend: Vec<(char, Terrain)>,
    /// What the letters between squares stand for.
    edges: Vec<(char, Edge)>,
    /// Things that stand on it.
    objects: Vec<ObjectAt>,
    /// Higher ground: from, to, how high.
    heights: Vec<Spanned<(Square, Square, i16)>>,
    /// Parts that have a name.
    zones: Vec<ZoneFile>,
    /// What is special about the borders between them.
    borders: Vec<BorderFile>,
    /// Zones of these names, of one size and in a row: all that many lessons need.
    row: Vec<Spanned<String>>,
    /// Words of those zones.
    words: BTreeMap<Spanned<String>, Vec<String>>,
    /// What can be worked by hand.
    features: Vec<FeatureFile>,
    /// What lies about and belongs to nobody.
    loose: Vec<LooseFile>,
}

/// No ground is higher or lower, in the board's unit of length.
const HIGHEST: i16 = 10_000;

/// Things of one kind.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ObjectAt {
    /// The object.
    of: Spanned<Key>,
    /// What they are called here; several are numbered.
    #[serde(default)]
    name: Option<String>,
    /// Words that it carries here beside its own.
    #[serde(default)]
    tags: Vec<Key>,
    /// Squares that it fills, one thing each.
    #[serde(default)]
    at: Vec<Spanned<Square>>,
    /// Pairs of squares between which it stands, one thing each.
    #[serde(default)]
    between: Vec<Spanned<(Square, Square)>>,
}

/// A battlefield ready for a battle.
pub(super) struct Ready {
    pub board: Arc<Board>,
    pub things: Vec<Thing>,
    pub borders: Vec<DeclaredBorder>,
    pub features: Vec<Feature>,
    pub loose: Vec<(Arc<Arm>, Square)>,
}

impl GroundFile {
    /// Makes the board; where that cannot be, one square, and a problem.
    pub(super) fn resolve(&self, rules: &Rules, names: &Names, whole: Span, problems: &mut Problems) -> Ready {
        let open = || Terrain::open("open ground");
        let common = [('.', open())];
        let legend = if self.legend.is_empty() { &common[..] } else { &self.legend };
        let rows = if self.plan.is_empty() { &self.map } else { &self.plan };
        let text = || rows.iter().map(|row| row.value.as_str());
        let place = rows.first().map(|row| row.span).or(self.size.as_ref().map(|size| size.span)).unwrap_or(whole);
        if let Some(size) = self.size.as_ref().filter(|_| !rows.is_empty()) {
            problems.push(size.span, "a size beside a map", "one of them: the map has a size of its own");
        }
        if let Some(row) = self.map.first().filter(|_| !self.plan.is_empty()) {
            problems.push(row.span, "a map beside a plan", "one of them");
        }
        let board = if !self.plan.is_empty() {
            board_from_plan(text(), legend, &self.edges).map_err(|why| why.to_string())
        } else if !self.map.is_empty() {
            board_from_map(text(), legend).map_err(|why| why.to_string())
        } else {
            let row = i64::try_from(self.row.len()).unwrap_or(i64::MAX).saturating_mul(i64::from(A_ZONE));
            let usual = if self.row.is_empty() { (16, 12) } else { (row, i64::from(A_ZONE)) };
            let (width, height) = self.size.as_ref().map_or(usual, |size| size.value);
            let ground = legend.first().map_or_else(open, |(_, ground)| ground.clone());
            Board::open(width, height, ground).map_err(|why| why.to_string())
        };
        problems.on_ground(board.is_ok());
        let mut board = board.unwrap_or_else(|why| {
            let drawn = if rows.is_empty() {
                "a board of 1 square or more, and no larger than is told"
            } else {
                "rows of one length with known characters"
            };
            problems.push(place, format!("ground that cannot be: {why}"), drawn);
            Board::one_square(open())
        });
        let is_slow = |ground: &Terrain| {
            rules.measure.slow.iter().any(|word| ground.tags.iter().any(|tag| *word == tag.as_str()))
        };
        for ground in board.terrains.iter_mut().filter(|ground| ground.cost == 1 && is_slow(ground)) {
            ground.cost = 2;
        }
        for heights in &self.heights {
            let (from, to, height) = &heights.value;
            if !board.contains(*from) || !board.contains(*to) {
                let found = format!("{from} to {to}, which is not all on the board");
                problems.misplaced(heights.span, found, "two corners on the board");
            }
            if !(-HIGHEST..=HIGHEST).contains(height) {
                problems.push(heights.span, format!("a height of {height}"), format!("-{HIGHEST} to {HIGHEST}"));
            }
            for y in from.y.max(0)..=to.y.min(board.height() - 1) {
                for x in from.x.max(0)..=to.x.min(board.width() - 1) {
                    if let Some(cell) = board.cell_mut(Square::new(x, y)) {
                        cell.height = *height;
                    }
                }
            }
        }
        let mut things = Vec::new();
        for object in &self.objects {
            check(problems, &object.of, "object", &names.objects);
            let Some(known) = rules.objects.get(&object.of.value) else { continue };
            let mut def = known.clone();
            if !object.tags.is_empty() {
                Arc::make_mut(&mut def).tags.extend(&object.tags);
            }
            let count = object.at.len() + object.between.len();
            let places = object.at.iter().map(|at| (at.span, Stands::On(at.value)));
            let places = places.chain(object.between.iter().map(|edge| (edge.span, Stands::Between(edge.value))));
            for (index, (span, place)) in places.enumerate() {
                let plain = object.name.as_deref().unwrap_or(def.name.as_str());
                let name = if count > 1 { format!("{plain} {}", index + 1) } else { plain.to_owned() };
                match put(&mut board, name, &def, place) {
                    Some(thing) => things.push(thing),
                    None => {
                        problems.misplaced(span, place.to_string(), "a square on the board, or two that share a side");
                    }
                }
            }
        }
        let mut zones = in_a_row(&self.row);
        zones.extend(self.zones.iter().cloned());
        for (name, words) in &self.words {
            match zones.iter_mut().find(|zone| zone.is_called(&name.value)) {
                Some(zone) => zone.mark(words),
                None => {
                    problems.misplaced(name.span, format!("no zone called {:?}", name.value), "a zone of this field");
                }
            }
        }
        let (before, is_sound) = (problems.len(), problems.has_ground());
        let borders = divide(&mut board, &zones, &self.borders, problems);
        problems.on_ground(is_sound && problems.len() == before);
        let features = features(&self.features, &board, (rules, names), &borders, problems);
        let loose = loose(&self.loose, &board, rules, names, problems);
        if things.len() >= usize::from(Id::FIRST_THING) {
            problems.push(place, format!("{} things", things.len()), "at most 32767");
            things.clear();
        }
        Ready { board: Arc::new(board), things, borders, features, loose }
    }
}

/// Where a thing stands.
#[derive(Clone, Copy)]
enum Stands {
    On(Square),
    Between((Square, Square)),
}

impl std::fmt::Display for Stands {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::On(square) => write!(f, "{square}, which is off the board"),
            Self::Between((a, b)) => write!(f, "{a} and {b}, which share no side on the board"),
        }
    }
}

/// Puts a thing on the board: nobody walks through one that bars the way, and
/// nobody sees through one that hides everything.
fn put(board: &mut Board, name: String, def: &Arc<ObjectDef>, place: Stands) -> Option<Thing> {
    let hides = def.cover == CoverGrade::Total;
    let object = u16::try_from(board.objects.len()).ok()?;
    let mut thing = Thing { name: name.clone(), def: def.clone(), object, ..Thing::default() };
    match place {
        Stands::On(square) => {
            let ground = board.terrain(square)?.clone();
            if def.blocks_move || hides {
                let cost = if def.blocks_move { 0 } else { ground.cost };
                let changed = Terrain { cost, blocks_sight: ground.blocks_sight || hides, ..ground };
                let known = board.terrains.iter().position(|each| *each == changed);
                let index = u8::try_from(known.unwrap_or(board.terrains.len())).ok()?;
                if known.is_none() {
                    board.terrains.push(changed);
                }
                let cell = board.cell_mut(square)?;
                thing.stood_on.push(std::mem::replace(&mut cell.terrain, index));
            }
            thing.squares.push(square);
        }
        Stands::Between((a, b)) => {
            if !board.contains(a) || !board.contains(b) {
                return None;
            }
            *board.edge_mut(a, b)? =
                Edge { blocks_move: def.blocks_move, blocks_sight: hides, cover: def.cover, object: Some(object) };
            thing.edges.push((a, b));
        }
    }
    board.objects.push(CoverObject { name, cover: def.cover, squares: thing.squares.clone() });
    Some(thing)
}
