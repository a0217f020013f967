//! What ground looks like, by what it is called: `assets/ground.ron`.

use std::sync::LazyLock;

use bevy_egui::egui::Color32;
use serde::Deserialize;

use crate::board::Terrain;

/// How one kind of ground is drawn.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Looks {
    /// Names and words of ground that looks so.
    pub words: Vec<String>,
    /// Its paint; that of the ground around it where it is left out.
    #[serde(default)]
    pub colour: Option<String>,
    /// What is drawn on it.
    #[serde(default)]
    pub texture: Option<Texture>,
    /// What stands there.
    #[serde(default)]
    pub stands: Option<Stands>,
}

/// What is drawn all over a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Texture {
    Tufts,
    Reeds,
    Specks,
    Stones,
    Puddles,
    Waves,
    Planks,
    Cobbles,
    Flags,
    Bricks,
    Leaves,
    Rungs,
}

/// What stands in a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Stands {
    Wall,
    Rock,
    Hedge,
    Tree,
    Board,
    Stall,
    Crate,
    Stone,
    Pillar,
    Block,
    Lamp,
}

impl Stands {
    /// Whether it grows together with its like next to it.
    pub const fn is_massive(self) -> bool {
        matches!(self, Self::Wall | Self::Rock | Self::Hedge)
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Book {
    looks: Vec<Looks>,
    easy: Looks,
    heavy: Looks,
    shut: Looks,
    opaque: Looks,
}

/// The file, which travels inside the program.
static BOOK: LazyLock<Result<Book, String>> =
    LazyLock::new(|| ron::from_str(include_str!("../../../assets/ground.ron")).map_err(|why| why.to_string()));

/// How ground of this kind is drawn; nothing only if the file is broken, which a test rules out.
pub fn looks(terrain: &Terrain) -> Option<&'static Looks> {
    let book = BOOK.as_ref().ok()?;
    let is_called = |word: &String| terrain.name.eq_ignore_ascii_case(word) || terrain.tags.contains(word);
    let by_name = book.looks.iter().find(|looks| looks.words.iter().any(is_called));
    // A name that ends in a known word: "rough wall", "village green grass".
    let last = terrain.name.rsplit(' ').next().unwrap_or_default();
    let by_last = || book.looks.iter().find(|looks| looks.words.iter().any(|word| word == last));
    Some(by_name.or_else(by_last).unwrap_or(match terrain.cost {
        0 if terrain.blocks_sight => &book.opaque,
        0 => &book.shut,
        1 => &book.easy,
        _ => &book.heavy,
    }))
}

/// "#b9c58f" as a colour; a warm grey for what is none.
pub fn paint(colour: &str) -> Color32 {
    Color32::from_hex(colour).unwrap_or(super::super::theme::GROUND)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_of_looks_is_whole() {
        let book = BOOK.as_ref().unwrap();
        let all = book.looks.iter().chain([&book.easy, &book.heavy, &book.shut, &book.opaque]);
        for looks in all {
            assert!(looks.stands.is_some() || looks.texture.is_some(), "{:?} shows nothing", looks.words);
            assert!(looks.stands.is_some() != looks.colour.is_some(), "{:?}", looks.words);
            assert!(looks.colour.as_ref().is_none_or(|colour| Color32::from_hex(colour).is_ok()), "{:?}", looks.words);
        }
    }
}
