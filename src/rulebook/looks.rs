//! `looks.ron`: what a ruleset looks like where it differs from what ships, and the names that its other files may say for it.

use std::collections::BTreeMap;

use super::reader::{Named, Problem, Problems, Source, Spanned, read_with_likes};
use super::sources::Home;
use crate::looks::{NameKind, Sheet, shipped};

/// The file.
pub(super) const FILE: &str = "looks.ron";
/// Where faces stand, the field that names the one that ships it is like, and what messages call it.
const LIKE: (&str, &str, &str) = ("faces", "like", "face");
/// What names of looks are called in messages, beside those within a `looks.ron`.
pub(super) const NAMES: [&str; 3] = ["face", "token", "sign"];

/// The words that the files of a ruleset have for what it looks like.
pub(super) struct Known {
    faces: Vec<String>,
    tokens: Vec<String>,
    states: Vec<String>,
}

impl Known {
    /// Those that ship, and those of a sheet.
    pub(super) fn of(own: &Sheet) -> Self {
        fn words<'a>(all: impl Iterator<Item = &'a str>) -> Vec<String> {
            let mut words: Vec<String> = all.map(str::to_owned).collect();
            words.sort();
            words.dedup();
            words
        }
        let faces = shipped::FACES.keys().chain(own.faces.keys()).map(String::as_str);
        let signs = shipped::TOKENS.keys().chain(own.tokens.keys()).map(String::as_str);
        let figures = own.figures.iter().flat_map(|figures| figures.words());
        let states = shipped::STATES.keys().chain(own.states.keys()).map(String::as_str);
        Self { faces: words(faces), tokens: words(signs.chain(figures)), states: words(states) }
    }

    /// Notes a face that no game can have.
    pub(super) fn check_face(&self, face: &Option<Spanned<String>>, problems: &mut Problems) {
        check(face, "face", &self.faces, problems);
    }

    /// Notes a token that nobody can draw.
    pub(super) fn check_token(&self, token: &Option<Spanned<String>>, problems: &mut Problems) {
        check(token, "token", &self.tokens, problems);
    }

    /// Notes a sign of a state that nobody can draw.
    pub(super) fn check_state(&self, sign: &Option<Spanned<String>>, problems: &mut Problems) {
        check(sign, "sign", &self.states, problems);
    }
}

fn check(sign: &Option<Spanned<String>>, kind: &str, known: &[String], problems: &mut Problems) {
    if let Some(sign) = sign.as_ref().filter(|sign| !known.contains(&sign.value)) {
        problems.unknown(sign, kind, known);
    }
}

/// The looks of a ruleset: those of its own folder over those of the one that it takes from. With them comes whether all of
/// it could be read.
pub(super) fn read(homes: &[Home], problems: &mut Problems) -> (Sheet, bool) {
    let (mut all, mut is_sound) = (Sheet::default(), true);
    for file in homes.iter().map(|home| home.file(FILE)).filter(Source::exists) {
        match sheet(&file, &all) {
            Ok(sheet) => all = sheet.over(&all),
            Err(wrong) => {
                problems.extend(wrong);
                is_sound = false;
            }
        }
    }
    (all, is_sound)
}

/// One file, which may name what lies below it.
fn sheet(file: &Source, below: &Sheet) -> Result<Sheet, Vec<Problem>> {
    let (sheet, named): (Sheet, Vec<Named>) = read_with_likes(file, LIKE, shipped::FACES_FILE)?;
    let mut problems = Problems::new(file.to_string());
    check_names(&sheet, below, &named, &mut problems);
    problems.or(sheet)
}

/// Notes the names that stand for nothing, neither here nor below nor in what ships.
fn check_names(sheet: &Sheet, below: &Sheet, named: &[Named], problems: &mut Problems) {
    let mut known: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    for Named { kind, name } in named {
        let Some(of) = NameKind::called(kind) else { continue };
        let names = known.entry(kind).or_insert_with(|| names(of, sheet, below));
        let plain = match of {
            NameKind::Paint => name.value.trim_end_matches(['-', '+']),
            _ => name.value.as_str(),
        };
        let is_there = match of {
            NameKind::Being => names.iter().any(|word| crate::looks::says(plain, word)),
            _ => names.iter().any(|each| each == plain),
        };
        if !is_there {
            problems.unknown(&Spanned::new(plain, name.span), kind, names);
        }
    }
}

/// Every name of a kind.
fn names(of: NameKind, sheet: &Sheet, below: &Sheet) -> Vec<String> {
    let lands = [&sheet.land, &below.land].into_iter().flatten().chain([&**shipped::LAND]);
    let figures = || [&sheet.figures, &below.figures].into_iter().flatten().chain([&**shipped::FIGURES]);
    let mut names: Vec<String> = match of {
        NameKind::GroundPaint => lands.flat_map(|land| land.paints.keys().cloned()).collect(),
        NameKind::Mass => lands.flat_map(|land| land.masses.keys().cloned()).collect(),
        NameKind::Part => figures().flat_map(|all| all.parts.keys().cloned()).collect(),
        NameKind::Being => {
            let kinds = figures().flat_map(|all| &all.kinds);
            kinds.flat_map(|kind| kind.words.iter().cloned()).collect()
        }
        NameKind::Paint => {
            let of_all = figures().flat_map(|all| all.paints.keys().chain(all.chance.keys()));
            let own = figures().flat_map(|all| {
                let of_kinds = all.kinds.iter().flat_map(|kind| kind.paints.keys());
                of_kinds.chain(all.trades.iter().flat_map(|trade| trade.paints.keys()))
            });
            of_all.chain(own).cloned().chain(["side".to_owned()]).collect()
        }
    };
    names.sort();
    names.dedup();
    names
}
