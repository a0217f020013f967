//! What hangs over squares, and what whirls up. `assets/airs.ron` holds what ships.

use serde::Deserialize;

use super::bounds;
use super::colour::Colour;

/// The looks of something that hangs over squares.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Air {
    /// Words of its name.
    pub words: Vec<String>,
    /// The colour of its puffs.
    pub colour: Colour,
    /// How well they cover, 0 to 1.
    #[serde(deserialize_with = "bounds::hundredths::<0, 100, _>")]
    pub strength: f32,
    /// The colour of its border and of the plate of its name.
    pub ink: Colour,
}

/// All that is known of them.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Airs {
    /// The first with a word that stands in the name is taken.
    pub airs: Vec<Air>,
    /// What else there is.
    pub usual: Option<Air>,
    /// What is whirled up where somebody falls.
    pub dust: Option<Air>,
    /// The light of a fire.
    pub light: Option<Air>,
}

impl Airs {
    /// These, with all of others that they do not say themselves; what they say is found first.
    #[must_use]
    pub fn over(mut self, other: &Self) -> Self {
        self.airs.extend(other.airs.iter().cloned());
        for (own, theirs) in
            [(&mut self.usual, &other.usual), (&mut self.dust, &other.dust), (&mut self.light, &other.light)]
        {
            *own = own.take().or_else(|| theirs.clone());
        }
        self
    }

    /// What something of this name looks like that hangs over squares; nothing only if the file that ships is broken.
    pub fn of(&self, name: &str) -> Option<&Air> {
        let says = |air: &&Air| {
            let mut words = name.split(|letter: char| !letter.is_alphanumeric());
            words.any(|word| air.words.iter().any(|known| known.eq_ignore_ascii_case(word)))
        };
        self.airs.iter().find(says).or(self.usual.as_ref())
    }
}

#[cfg(test)]
mod tests {
    use crate::looks::shipped::AIRS;

    /// Promise: what hangs over squares is known by a word of its name, and what nobody knows looks like gas.
    #[test]
    fn airs_are_found_by_word() {
        assert!(AIRS.airs.len() > 3 && AIRS.usual.is_some() && AIRS.dust.is_some() && AIRS.light.is_some());
        let colour = |name| AIRS.of(name).unwrap().colour;
        assert_eq!(colour("Greasy smoke"), colour("smoke"));
        assert_ne!(colour("smoke"), colour("choking gas"));
    }
}
