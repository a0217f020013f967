//! The signs on the tokens: `assets/tokens.ron`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use bevy_egui::egui::{Color32, Painter, Pos2, Shape, Stroke, vec2};
use serde::Deserialize;

/// One stroke of a sign, in a field from (-1, -1) to (1, 1).
#[derive(Clone, Debug, Deserialize)]
enum Mark {
    /// A line through these places, so thick.
    Line(Vec<(f32, f32)>, f32),
    /// A body with these corners.
    Fill(Vec<(f32, f32)>),
    /// The same in the colour of what lies below.
    Cut(Vec<(f32, f32)>),
    /// A disc.
    Disc((f32, f32), f32),
    /// The same in the colour of what lies below.
    CutDisc((f32, f32), f32),
    /// A ring of this radius, so thick.
    Ring((f32, f32), f32, f32),
}

/// The file, which travels inside the program.
static SIGNS: LazyLock<Result<BTreeMap<String, Vec<Mark>>, String>> =
    LazyLock::new(|| ron::from_str(include_str!("../../assets/tokens.ron")).map_err(|why| why.to_string()));

/// Draws the sign `name` around `at`; false if there is none.
pub fn sign(painter: &Painter, name: &str, at: Pos2, radius: f32, ink: Color32, below: Color32) -> bool {
    let Some(marks) = SIGNS.as_ref().ok().and_then(|signs| signs.get(name)) else { return false };
    let place = |(x, y): &(f32, f32)| at + vec2(*x, *y) * radius;
    let body = |corners: &[(f32, f32)], colour| {
        Shape::convex_polygon(corners.iter().map(place).collect(), colour, Stroke::NONE)
    };
    for mark in marks {
        painter.add(match mark {
            Mark::Line(places, thick) => {
                Shape::line(places.iter().map(place).collect(), Stroke::new((thick * radius).max(0.8), ink))
            }
            Mark::Fill(corners) => body(corners, ink),
            Mark::Cut(corners) => body(corners, below),
            Mark::Disc(middle, size) => Shape::circle_filled(place(middle), size * radius, ink),
            Mark::CutDisc(middle, size) => Shape::circle_filled(place(middle), size * radius, below),
            Mark::Ring(middle, size, thick) => {
                Shape::circle_stroke(place(middle), size * radius, Stroke::new(thick * radius, ink))
            }
        });
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::Library;

    /// No combatant that ships goes without a sign.
    #[test]
    fn every_token_of_the_shipped_profiles_has_a_sign() {
        SIGNS.as_ref().unwrap();
        let library = Library::open("rulesets");
        for ruleset in library.rulesets().unwrap() {
            for profile in library.rules(&ruleset).unwrap().profiles.values() {
                let known = profile.token.as_ref().is_none_or(|token| SIGNS.as_ref().unwrap().contains_key(token));
                assert!(known, "{ruleset}: {} asks for {:?}", profile.name, profile.token);
            }
        }
    }
}
