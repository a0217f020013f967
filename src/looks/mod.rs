//! What a game looks like, as data: its ground, its figures, its signs and its face. `assets/` holds what ships with the
//! program; a ruleset brings more of the same in its `looks.ron`, which is found before what ships. Nothing is painted here:
//! `art` makes pixels of it.
//!
//! The looks of a game belong to its rules, so two battles in one window may look unlike, and one that is read again looks
//! as its files now say. Each part is shared and known by where it lies. Painters who keep a picture of it see by that
//! whether the picture is still true.

mod air;
mod bounds;
mod colour;
mod face;
mod figures;
mod land;
mod named;
mod shape;
pub mod shipped;
mod signs;

pub use air::{Air, Airs};
pub use colour::{Colour, Dye, Rgb};
pub use face::{Face, Grade, Ink, Panels, Paper, Shade, Solid, Table, Top, Type};
pub use figures::{Arm, Bleeds, Figures, Fit, Flies, Hold, Kind, Mark, Part, Shot, Slot, Trade, says};
pub use land::{Fence, Land, Litter, Looks as GroundLooks, Mass, Matter, Paint, Rim, Stands, Texture};
pub use named::Kind as NameKind;
pub use shape::{Shape, Stroke};
pub use signs::{Mark as SignMark, Signs};

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use serde::Deserialize;

/// The face of games that name none.
pub const USUAL_FACE: &str = "field";

/// Something that several share. Two are equal if they are one and the same.
#[derive(Debug, Default)]
pub struct Shared<T>(Arc<T>);

impl<T> Shared<T> {
    /// Something to be shared.
    pub fn new(of: T) -> Self {
        Self(Arc::new(of))
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> Eq for Shared<T> {}

impl<T> Hash for Shared<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.0).hash(state);
    }
}

/// What a `looks.ron` says: each part in the form of the file of that name in `assets/`, as much of it as differs.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Sheet {
    /// Faces, by name.
    pub faces: BTreeMap<String, Face>,
    /// Ground, what stands on it, and what is built on its edges.
    pub land: Option<Land>,
    /// Tokens: kinds of beings, trades, what they wear and hold.
    pub figures: Option<Figures>,
    /// Signs of arms and of those who carry them, by the word of a `token`.
    pub tokens: Signs,
    /// Signs of states.
    pub states: Signs,
    /// Signs of deeds.
    pub deeds: Signs,
    /// What hangs over squares.
    pub airs: Option<Airs>,
}

impl Sheet {
    /// This sheet, with all of another that it does not say itself; what it says is found first.
    #[must_use]
    pub fn over(self, other: &Self) -> Self {
        fn both<T: Clone>(own: Option<T>, other: &Option<T>, over: impl FnOnce(T, &T) -> T) -> Option<T> {
            match (own, other) {
                (Some(own), Some(other)) => Some(over(own, other)),
                (own, other) => own.or_else(|| other.clone()),
            }
        }
        Self {
            faces: other.faces.clone().into_iter().chain(self.faces).collect(),
            land: both(self.land, &other.land, Land::over),
            figures: both(self.figures, &other.figures, Figures::over),
            tokens: other.tokens.clone().into_iter().chain(self.tokens).collect(),
            states: other.states.clone().into_iter().chain(self.states).collect(),
            deeds: other.deeds.clone().into_iter().chain(self.deeds).collect(),
            airs: both(self.airs, &other.airs, Airs::over),
        }
    }
}

/// The looks of one game: what it brings itself, over what ships.
#[derive(Clone, Debug, Default)]
pub struct Looks(Arc<Parts>);

/// Its parts, each once it is asked for: most of what runs paints nothing.
#[derive(Debug, Default)]
struct Parts {
    own: Sheet,
    face: Option<String>,
    worn: OnceLock<Shared<Face>>,
    land: OnceLock<Shared<Land>>,
    figures: OnceLock<Shared<Figures>>,
    tokens: OnceLock<Shared<Signs>>,
    states: OnceLock<Shared<Signs>>,
    deeds: OnceLock<Shared<Signs>>,
    airs: OnceLock<Shared<Airs>>,
}

/// The signs of a sheet over those that ship.
fn over(own: &Signs, shipped: &Shared<Signs>) -> Shared<Signs> {
    if own.is_empty() {
        return shipped.clone();
    }
    let all = Signs::clone(shipped).into_iter();
    Shared::new(all.chain(own.iter().map(|(word, marks)| (word.clone(), marks.clone()))).collect())
}

impl Looks {
    /// The looks of a game that brings this and wears the face of this name.
    pub fn new(own: Sheet, face: Option<String>) -> Self {
        Self(Arc::new(Parts { own, face, ..Parts::default() }))
    }

    /// The face that the game wears.
    pub fn face(&self) -> &Shared<Face> {
        let own = |name: &String| self.0.own.faces.get(name).cloned().map(Shared::new);
        let named = |name: &String| own(name).or_else(|| shipped::face(name));
        self.0.worn.get_or_init(|| self.0.face.as_ref().and_then(named).unwrap_or_else(shipped::usual_face))
    }

    /// What ground looks like.
    pub fn land(&self) -> &Shared<Land> {
        let own = || self.0.own.land.clone().map(|own| Shared::new(own.over(&shipped::LAND)));
        self.0.land.get_or_init(|| own().unwrap_or_else(|| shipped::LAND.clone()))
    }

    /// What tokens look like.
    pub fn figures(&self) -> &Shared<Figures> {
        let own = || self.0.own.figures.clone().map(|own| Shared::new(own.over(&shipped::FIGURES)));
        self.0.figures.get_or_init(|| own().unwrap_or_else(|| shipped::FIGURES.clone()))
    }

    /// Signs by the words of tokens and arms.
    pub fn tokens(&self) -> &Shared<Signs> {
        self.0.tokens.get_or_init(|| over(&self.0.own.tokens, &shipped::TOKENS))
    }

    /// Signs of states.
    pub fn states(&self) -> &Shared<Signs> {
        self.0.states.get_or_init(|| over(&self.0.own.states, &shipped::STATES))
    }

    /// Signs of deeds.
    pub fn deeds(&self) -> &Shared<Signs> {
        self.0.deeds.get_or_init(|| over(&self.0.own.deeds, &shipped::DEEDS))
    }

    /// What hangs over squares.
    pub fn airs(&self) -> &Shared<Airs> {
        let own = || self.0.own.airs.clone().map(|own| Shared::new(own.over(&shipped::AIRS)));
        self.0.airs.get_or_init(|| own().unwrap_or_else(|| shipped::AIRS.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(text: &str) -> Sheet {
        shipped::read(text).unwrap()
    }

    /// Promise: a game that brings nothing shares what ships, and one that brings something has both, its own first.
    #[test]
    fn what_a_game_brings_is_found_before_what_ships() {
        let plain = Looks::default();
        assert!(*plain.land() == *shipped::LAND && *plain.figures() == *shipped::FIGURES);
        assert_eq!(*plain.face(), shipped::usual_face());
        let own = Looks::new(
            sheet(
                r##"(
                    land: (
                        paints: {"grass": (texture: Soft, colours: ("#101010", "#111111", "#121212"))},
                        looks: [(words: ["lunar dust"], paint: "ash")],
                    ),
                    figures: (kinds: [(words: ["saucer"], whole: true, marks: [Fill("steel", "O0 0 60 20")])]),
                    states: {"skull": [Disc((0, 0), 0.5)]},
                )"##,
            ),
            Some("plan".to_owned()),
        );
        assert_eq!(own.land().paint("grass").unwrap().colours.0, Colour([0x10; 3]));
        assert_eq!(own.land().paint("meadow"), shipped::LAND.paint("meadow"));
        assert_eq!(own.land().looks[0].words, ["lunar dust"]);
        assert!(own.figures().named("saucer").is_some() && own.figures().named("goblin").is_some());
        assert_eq!(own.states()["skull"].len(), 1);
        assert!(own.states().len() == shipped::STATES.len() && *own.tokens() == *shipped::TOKENS);
        assert_eq!(own.face().mood, shipped::face("plan").unwrap().mood);
    }

    /// Promise: of two sheets the one that lies above is found first, and what it does not say is that of the other.
    #[test]
    fn a_sheet_lies_over_another() {
        let below = sheet(
            r##"(tokens: {"a": [], "b": []}, land: (looks: [(words: ["x"], paint: "mud"), (words: ["y"], paint: "mud")]))"##,
        );
        let above = sheet(r##"(tokens: {"b": [Disc((0, 0), 1)]}, land: (looks: [(words: ["x"], paint: "snow")]))"##);
        let both = above.over(&below);
        assert_eq!((both.tokens["a"].len(), both.tokens["b"].len()), (0, 1));
        let land = both.land.unwrap();
        assert_eq!(land.thing("y"), Stands::Crate);
        let paints: Vec<_> = land.looks.iter().map(|looks| looks.paint.as_deref().unwrap()).collect();
        assert_eq!(paints, ["snow", "mud", "mud"]);
    }
}
