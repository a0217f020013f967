//! Sounds, made here from recipes: `assets/sounds.ron` says of what layers each consists, [`render`] turns a recipe into
//! samples. Nothing is recorded and nothing is decoded. The same recipe and take give the same samples.
//!
//! A layer is a source (noise, tones, partials of metal and wood, a string, grains) under an envelope and through
//! filters, once or at several times. All layers together stand in a small room. Takes of one recipe differ a little in
//! pitch and in their noise, so that ten steps are not one step ten times.

mod filter;
mod mixer;
mod noise;
mod recipe;
mod room;
mod source;
mod synth;
#[cfg(test)]
mod tests;
mod wav;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

pub use mixer::Mixer;
pub use recipe::Recipe;
pub use synth::render;
pub use wav::wav;

/// Something that is heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
pub enum Sound {
    /// A step on grass, earth, sand or a carpet.
    StepEarth,
    /// A step on gravel and rubble.
    StepGravel,
    /// A step on flagstones, cobbles and tiles.
    StepStone,
    /// A step on planks.
    StepWood,
    /// A step in water or mud.
    StepWater,
    /// A weapon cuts through the air.
    Swing,
    /// A string lets go of an arrow, or an arm of a stone.
    Shot,
    /// A firearm.
    Gun,
    /// Steel or a shield turns a blow away.
    Block,
    /// A blow that hurts.
    HitLight,
    /// A blow that hurts badly.
    HitHeavy,
    /// A body comes down.
    Fall,
    /// Somebody dies.
    Die,
    /// A card is turned.
    Card,
    /// A page is turned.
    Page,
    /// Dice roll.
    Dice,
    /// Fire, or a blast.
    Fire,
    /// Something that no hand does.
    Magic,
    /// Somebody is better off.
    Mend,
    /// One's own turn begins.
    Turn,
    /// The battle is won.
    Victory,
    /// The battle is lost.
    Defeat,
    /// A button is pressed.
    Click,
}

impl Sound {
    /// All of them.
    pub const ALL: [Self; 23] = [
        Self::StepEarth,
        Self::StepGravel,
        Self::StepStone,
        Self::StepWood,
        Self::StepWater,
        Self::Swing,
        Self::Shot,
        Self::Gun,
        Self::Block,
        Self::HitLight,
        Self::HitHeavy,
        Self::Fall,
        Self::Die,
        Self::Card,
        Self::Page,
        Self::Dice,
        Self::Fire,
        Self::Magic,
        Self::Mend,
        Self::Turn,
        Self::Victory,
        Self::Defeat,
        Self::Click,
    ];
}

/// What `assets/sounds.ron` holds.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Book {
    /// How each sound is made.
    sounds: BTreeMap<Sound, Recipe>,
    /// What is heard of a deed by the words of what it is done with; the first that fits is taken.
    deeds: Vec<(Sound, Vec<String>)>,
    /// Figures that go down by a hit.
    harms: Vec<String>,
    /// States that are a wound.
    wounds: Vec<String>,
}

/// Where the recipes lie.
pub const FILE: &str = "assets/sounds.ron";

/// The recipes, which travel inside the program; or what is wrong with them, which a test rules out.
pub static BOOK: LazyLock<Result<Book, String>> = LazyLock::new(|| read(FILE, include_str!("../../assets/sounds.ron")));

/// Reads a file of recipes.
///
/// # Errors
/// With file, line and column, what was found there and what was expected.
pub fn read(file: &str, text: &str) -> Result<Book, String> {
    let book: Book = ron::from_str(text).map_err(|why| {
        let at = why.span.start;
        format!("{file}:{}:{}: {}", at.line, at.col, why.code)
    })?;
    let missing: Vec<String> = Sound::ALL
        .into_iter()
        .filter(|sound| !book.sounds.contains_key(sound))
        .map(|sound| format!("`{sound:?}`"))
        .collect();
    if missing.is_empty() {
        return Ok(book);
    }
    let line = text.lines().position(|line| line.trim_start().starts_with("sounds:")).map_or(1, |line| line + 1);
    let (found, all) = (book.sounds.len(), Sound::ALL.len());
    Err(format!("{file}:{line}:1: found {found} sounds, expected {all}: {} is missing", missing.join(", ")))
}

impl Book {
    /// How a sound is made; nothing only if the file is broken.
    pub fn recipe(&self, sound: Sound) -> Option<&Recipe> {
        self.sounds.get(&sound)
    }

    /// Whether less of this figure is a hit.
    pub fn is_harm(&self, name: &str) -> bool {
        self.harms.iter().any(|known| known.eq_ignore_ascii_case(name))
    }

    /// Whether this state is a wound.
    pub fn is_wound(&self, name: &str) -> bool {
        self.wounds.iter().any(|known| known.eq_ignore_ascii_case(name))
    }

    /// What is heard of a deed that is done with something of this name or these tags; nothing where no word fits.
    pub fn deed<'a>(&self, words: impl Iterator<Item = &'a str> + Clone) -> Option<Sound> {
        let says = |name: &str, word: &str| {
            name.split(|letter: char| !letter.is_alphanumeric()).any(|part| {
                part.eq_ignore_ascii_case(word)
                    || part.strip_suffix('s').is_some_and(|one| one.eq_ignore_ascii_case(word))
            })
        };
        let fits = |known: &String| words.clone().any(|name| name.eq_ignore_ascii_case(known) || says(name, known));
        self.deeds.iter().find(|(_, known)| known.iter().any(fits)).map(|(sound, _)| *sound)
    }
}
