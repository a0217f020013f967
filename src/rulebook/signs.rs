//! The words of the signs that are drawn on tokens, and of the faces of games: for whoever names one that nobody can draw.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::de::IgnoredAny;

use super::reader::{Problems, Spanned, read_str};

/// The words of one file of signs.
type Words = LazyLock<Vec<String>>;

static TOKENS: Words = LazyLock::new(|| words(include_str!("../../assets/tokens.ron")));
static FACES: Words = LazyLock::new(|| words(include_str!("../../assets/faces.ron")));
static STATES: Words = LazyLock::new(|| words(include_str!("../../assets/states.ron")));

fn words(text: &str) -> Vec<String> {
    let signs: BTreeMap<String, IgnoredAny> = read_str("signs", text).unwrap_or_default();
    signs.into_keys().collect()
}

/// Notes a face that no game can have.
pub(super) fn check_face(face: &Option<Spanned<String>>, problems: &mut Problems) {
    check(face, "face", &FACES, problems);
}

/// Notes a token that nobody can draw.
pub(super) fn check_token(token: &Option<Spanned<String>>, problems: &mut Problems) {
    check(token, "token", &TOKENS, problems);
}

/// Notes a sign of a state that nobody can draw.
pub(super) fn check_state(sign: &Option<Spanned<String>>, problems: &mut Problems) {
    check(sign, "sign", &STATES, problems);
}

fn check(sign: &Option<Spanned<String>>, kind: &str, known: &[String], problems: &mut Problems) {
    if let Some(sign) = sign.as_ref().filter(|sign| !known.contains(&sign.value)) {
        problems.unknown(sign, kind, known);
    }
}
