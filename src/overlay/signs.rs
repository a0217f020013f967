//! Draws signs: those of states on tokens, and those of deeds and arms on buttons.

use bevy_egui::egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, Vec2, vec2};

use crate::battle::ArmKind;
use crate::looks::{Looks, SignMark as Mark, Signs};

/// How broad and high, in the mean, what is drawn of every sign is, in radii of its room; and how far from its middle any of it
/// goes.
const SIZE: f32 = 1.55;
const FARTHEST: f32 = 1.05;
/// A sign is drawn so many times as large as it is written, at least and at most.
const TIMES: (f32, f32) = (0.5, 2.0);

/// Draws the sign `name` of a state around `at`; false if there is none.
pub fn state(painter: &Painter, (looks, name): (&Looks, &str), at: (Pos2, f32), inks: (Color32, Color32)) -> bool {
    drawn(looks.states(), painter, name, at, inks)
}

/// The words that find the sign of a deed, or of what it is done with: all of it, then its words from the last on.
pub fn words(title: &str) -> impl Iterator<Item = &str> {
    std::iter::once(title).chain(title.split([' ', '-']).rev())
}

/// The words that find the sign of an attack, in order: what flies and what is cast never have the sign of a blow.
pub fn attack(title: &str, with: Option<ArmKind>) -> Vec<&str> {
    match with {
        Some(ArmKind::Spell) => vec![title, "cast"],
        Some(ArmKind::Ranged) => words(title).chain(["shoot"]).collect(),
        _ => words(title).chain(["attack"]).collect(),
    }
}

/// Draws the sign of a deed around `at`, or that of the arm it is done with; false if there is neither.
pub fn deed(painter: &Painter, (looks, name): (&Looks, &str), at: (Pos2, f32), inks: (Color32, Color32)) -> bool {
    let name = name.to_lowercase();
    [looks.deeds(), looks.tokens()].into_iter().any(|signs| drawn(signs, painter, &name, at, inks))
}

/// Draws what stands for something called `name`: the first of these words' signs that there is, else its first letter.
pub fn icon<W: AsRef<str>>(
    painter: &Painter,
    looks: &Looks,
    (words, name): (impl IntoIterator<Item = W>, &str),
    (at, radius): (Pos2, f32),
    (ink, below): (Color32, Color32),
) {
    let mut words = words.into_iter();
    if !words.any(|word| deed(painter, (looks, word.as_ref()), (at, radius), (ink, below))) {
        let letter = name.chars().next().unwrap_or('?');
        painter.text(at, Align2::CENTER_CENTER, letter, FontId::proportional(radius * 1.5), ink);
    }
}

fn drawn(
    signs: &Signs,
    painter: &Painter,
    name: &str,
    (at, radius): (Pos2, f32),
    (ink, below): (Color32, Color32),
) -> bool {
    let Some(marks) = signs.get(name) else { return false };
    let (middle, times) = fitted(marks);
    let radius = radius * times;
    let place = |(x, y): &(f32, f32)| at + (vec2(*x, *y) - middle) * radius;
    let body = |corners: &[(f32, f32)], colour| {
        Shape::convex_polygon(corners.iter().map(place).collect(), colour, Stroke::NONE)
    };
    let line = |places: &[(f32, f32)], thick: f32, colour| {
        Shape::line(places.iter().map(place).collect(), Stroke::new((thick * radius).max(0.8), colour))
    };
    painter.extend(marks.iter().map(|mark| match mark {
        Mark::Line(places, thick) => line(places, *thick, ink),
        Mark::CutLine(places, thick) => line(places, *thick, below),
        Mark::Fill(corners) => body(corners, ink),
        Mark::Cut(corners) => body(corners, below),
        Mark::Disc(middle, size) => Shape::circle_filled(place(middle), size * radius, ink),
        Mark::CutDisc(middle, size) => Shape::circle_filled(place(middle), size * radius, below),
        Mark::Ring(middle, size, thick) => {
            Shape::circle_stroke(place(middle), size * radius, Stroke::new(thick * radius, ink))
        }
    }));
    true
}

/// The middle of what is drawn of a sign, and how many times as large as it is written it is drawn: all signs are as large to
/// the eye, whatever room of their own they leave bare.
fn fitted(marks: &[Mark]) -> (Vec2, f32) {
    let spots: Vec<(Vec2, f32)> = marks.iter().flat_map(inked).collect();
    let spot = |(at, far): &(Vec2, f32)| Rect::from_center_size(at.to_pos2(), Vec2::splat(far * 2.0));
    let room = spots.iter().map(spot).fold(Rect::NOTHING, Rect::union);
    if !room.is_finite() {
        return (Vec2::ZERO, 1.0);
    }
    let middle = room.center().to_vec2();
    let farthest = spots.iter().map(|(at, far)| (*at - middle).length() + far).fold(0.0, f32::max);
    let size = (room.width() + room.height()) / 2.0;
    (middle, (SIZE / size).min(FARTHEST / farthest).clamp(TIMES.0, TIMES.1))
}

/// The places that a stroke of a sign inks, and how far around each.
fn inked(mark: &Mark) -> Vec<(Vec2, f32)> {
    let all = |places: &[(f32, f32)], far: f32| places.iter().map(|(x, y)| (vec2(*x, *y), far)).collect();
    match mark {
        Mark::Line(places, thick) => all(places, thick / 2.0),
        Mark::Fill(corners) => all(corners, 0.0),
        Mark::Disc(middle, size) => all(&[*middle], *size),
        Mark::Ring(middle, size, thick) => all(&[*middle], size + thick / 2.0),
        Mark::Cut(_) | Mark::CutDisc(..) | Mark::CutLine(..) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use bevy_egui::egui::Vec2;

    use super::{FARTHEST, SIZE, attack, fitted, inked, words};
    use crate::battle::house_words::END_TURN;
    use crate::battle::{Arm, ArmKind};
    use crate::looks::shipped::{DEEDS, FIGURES, STATES};
    use crate::rulebook::Library;

    /// Promise: whatever room a sign leaves bare where it is written, it is drawn as large as all others, and in the middle: only
    /// what is slender is smaller, so that it stays on its plate.
    #[test]
    fn signs_are_as_large_to_the_eye() {
        for (name, marks) in STATES.iter().chain(DEEDS.iter()) {
            let (middle, times) = fitted(marks);
            let spots: Vec<(Vec2, f32)> =
                marks.iter().flat_map(inked).map(|(at, far)| ((at - middle) * times, far * times)).collect();
            let end = |along: fn(Vec2) -> f32| spots.iter().map(|(at, far)| along(*at) + far).fold(0.0, f32::max);
            let [right, low, left, high] = [end(|at| at.x), end(|at| at.y), end(|at| -at.x), end(|at| -at.y)];
            assert!((right - left).abs() < 0.01 && (low - high).abs() < 0.01, "{name} is not in the middle");
            let size = (right + left + low + high) / 2.0;
            let farthest = spots.iter().map(|(at, far)| at.length() + far).fold(0.0, f32::max);
            assert!(size <= SIZE + 0.01 && farthest <= FARTHEST + 0.01, "{name}: {size}, {farthest}");
            assert!(size > SIZE * 0.8, "{name} is small: {size}");
        }
        assert_eq!(fitted(&[]), (Vec2::ZERO, 1.0));
    }

    /// No combatant that ships goes without a sign, or a picture that its game brings.
    #[test]
    fn every_token_of_the_shipped_profiles_has_a_sign() {
        let library = Library::open("rulesets");
        for ruleset in library.rulesets().unwrap() {
            let rules = library.rules(&ruleset).unwrap();
            let (signs, figures) = (rules.looks.tokens(), rules.looks.figures());
            let is_pictured = |token: &String| *figures != *FIGURES && figures.words().any(|word| word == token);
            for profile in rules.profiles.values() {
                let known = profile.token.as_ref().is_none_or(|token| signs.contains_key(token) || is_pictured(token));
                assert!(known, "{ruleset}: {} asks for {:?}", profile.name, profile.token);
            }
        }
    }

    /// Promise: no deed that can stand in the bar of a game that ships is shown by a letter, or by the sign of its group only.
    #[test]
    fn every_deed_of_a_turn_has_a_sign() {
        let library = Library::open("rulesets");
        let mut without: BTreeSet<String> = BTreeSet::new();
        for ruleset in library.rulesets().unwrap() {
            let rules = library.rules(&ruleset).unwrap();
            let (deeds, tokens) = (rules.looks.deeds(), rules.looks.tokens());
            let is_drawn = |word: &str| deeds.contains_key(word) || tokens.contains_key(word);
            let in_turns = rules.deeds.values().filter(|deed| deed.nature().in_turns).map(|deed| deed.verb().as_str());
            let bare = in_turns.filter(|verb| *verb != END_TURN && !words(verb).any(&is_drawn));
            without.extend(bare.map(|verb| format!("{ruleset}: {verb}")));
        }
        assert!(without.is_empty(), "{without:?}");
    }

    /// Promise: in no bar of a game that ships does a spell, or what is shot or thrown, have the sign of a blow.
    #[test]
    fn what_flies_and_what_is_cast_is_told_from_blows() {
        let library = Library::open("rulesets");
        let mut seen = 0;
        for ruleset in library.rulesets().unwrap() {
            let rules = library.rules(&ruleset).unwrap();
            let (deeds, tokens) = (rules.looks.deeds(), rules.looks.tokens());
            let sign = |word: &str| deeds.get(&word.to_lowercase()).or_else(|| tokens.get(&word.to_lowercase()));
            let drawn = |arm: &Arm| attack(arm.name.as_str(), Some(arm.kind)).into_iter().find_map(sign);
            let of = |kind: ArmKind| rules.arms.values().filter(move |arm| arm.kind == kind);
            let blows: Vec<_> = of(ArmKind::Melee).filter_map(|arm| drawn(arm)).chain(sign("attack")).collect();
            for arm in of(ArmKind::Ranged).chain(of(ArmKind::Spell)) {
                let own = drawn(arm).unwrap_or_else(|| panic!("{ruleset}: {} has no sign", arm.name));
                assert!(!blows.contains(&own), "{ruleset}: {} has the sign of a blow", arm.name);
                seen += 1;
            }
        }
        assert!(seen > 60, "only {seen}");
        let marks = |word: &str| DEEDS.get(word).unwrap();
        let apart = ["attack", "shoot", "throw", "cast", "charge"].map(marks);
        let mut others = apart.iter().enumerate();
        assert!(others.all(|(at, sign)| apart.iter().skip(at + 1).all(|other| sign != other)));
    }

    /// No state that ships is shown by a letter only.
    #[test]
    fn every_condition_that_ships_has_a_sign_that_is_drawn() {
        let library = Library::open("rulesets");
        let (mut there, mut used): (BTreeSet<String>, _) = (STATES.keys().cloned().collect(), BTreeSet::new());
        for ruleset in library.rulesets().unwrap() {
            let rules = library.rules(&ruleset).unwrap();
            let signs = rules.looks.states();
            there.extend(signs.keys().cloned());
            // Techniques stand among them, but nobody is ever in one; they are written with capitals.
            let is_state = |kind: &str| kind.starts_with(|letter: char| letter.is_lowercase());
            for (kind, def) in rules.conditions.iter().filter(|(kind, _)| is_state(kind.as_str())) {
                let sign = def.sign.clone().unwrap_or_default();
                assert!(signs.contains_key(&sign), "{ruleset}: {kind} asks for the sign `{sign}`");
                used.insert(sign);
            }
        }
        let idle: Vec<&String> = there.difference(&used).collect();
        assert!(idle.is_empty(), "nothing asks for the signs {idle:?}");
    }
}
