//! What can be shown over the ground: how each layer is called, when there is any use for it, and which are shown.

use bevy::ecs::prelude::Resource;
use serde::{Deserialize, Serialize};

use super::range;
use crate::battle::Look;

/// Something that can be shown over the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Layer {
    /// Lines and coordinates.
    Grid,
    /// Everybody's name.
    Names,
    /// Where the active fighter can go, by what it costs.
    Reach,
    /// What everybody is about to do.
    Intents,
    /// Squares that enemies threaten.
    Threat,
    /// Who is flanked, who flanks them, and where one could stand to flank.
    Flank,
    /// What can be seen from a square, and behind what.
    Sight,
    /// How far weapons carry.
    Range,
    /// Named parts of the field.
    Zones,
    /// Who is near to losing their nerve.
    Morale,
    /// The order of turns.
    Order,
}

impl Layer {
    /// All of them, in the order of the legend.
    pub const ALL: [Self; 11] = [
        Self::Grid,
        Self::Names,
        Self::Reach,
        Self::Intents,
        Self::Threat,
        Self::Flank,
        Self::Sight,
        Self::Range,
        Self::Zones,
        Self::Morale,
        Self::Order,
    ];

    /// Its name on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Grid => "grid",
            Self::Names => "names",
            Self::Reach => "reach",
            Self::Intents => "intents",
            Self::Threat => "threat",
            Self::Flank => "flank",
            Self::Sight => "sight",
            Self::Range => "range",
            Self::Zones => "zones",
            Self::Morale => "morale",
            Self::Order => "order",
        }
    }

    /// Its name on its button.
    pub fn title(self) -> &'static str {
        match self {
            Self::Grid => "Grid",
            Self::Names => "Names",
            Self::Reach => "Reach",
            Self::Intents => "Intents",
            Self::Threat => "Threat",
            Self::Flank => "Flanks",
            Self::Sight => "Sight",
            Self::Range => "Range",
            Self::Zones => "Zones",
            Self::Morale => "Morale",
            Self::Order => "Order",
        }
    }

    /// What it shows, in a sentence.
    pub fn tip(self) -> &'static str {
        match self {
            Self::Grid => "Lines and coordinates",
            Self::Names => "Everybody's name",
            Self::Reach => "Where the active fighter can go, by what that costs",
            Self::Intents => {
                "What everybody is about to do: blows that are wound up, prepared deeds, aims, orders, what is left of a declared round"
            }
            Self::Threat => {
                "Where enemies can strike in their next turn, with strokes where hand to hand; point at a square for how many, at one of them for them alone"
            }
            Self::Flank => {
                "Who is flanked, between whom, and where the active fighter could stand to flank; where there are many such squares or arrows, point at somebody for theirs"
            }
            Self::Sight => "What is seen from the square under the pointer, and behind what cover",
            Self::Range => "How far the active fighter's weapon carries, and what distance costs",
            Self::Zones => "Named parts of the field, their borders, and who is in them",
            Self::Morale => "Who is near to losing their nerve, and why",
            Self::Order => "The place of everybody in the order of turns",
        }
    }

    /// Whether there is anything that it could show in this battle.
    pub fn applies(self, look: Look<'_>) -> bool {
        let somebody = || look.everybody().next();
        match self {
            Self::Grid | Self::Names | Self::Reach | Self::Intents | Self::Sight | Self::Order => true,
            Self::Threat => !look.rules().arms.is_empty(),
            Self::Flank => somebody().is_some_and(|who| look.flanked_between(who).is_some()),
            Self::Range => look.shown().any(|who| range::weapon(look, who, None).is_some()),
            Self::Zones => !look.board().zones.is_empty(),
            Self::Morale => look.shown().any(|who| look.nerve(who).is_some()),
        }
    }
}

/// The layers that are shown.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layers(u16);

impl Default for Layers {
    fn default() -> Self {
        Self::of(&[Layer::Grid, Layer::Reach, Layer::Intents, Layer::Flank, Layer::Zones])
    }
}

impl Layers {
    /// These and no others.
    pub fn of(shown: &[Layer]) -> Self {
        Self(shown.iter().fold(0, |all, layer| all | Self::bit(*layer)))
    }

    fn bit(layer: Layer) -> u16 {
        1 << layer as u16
    }

    /// Whether a layer is shown.
    pub fn has(self, layer: Layer) -> bool {
        self.0 & Self::bit(layer) != 0
    }

    /// Shows a layer, or no longer.
    pub fn flip(&mut self, layer: Layer) {
        self.0 ^= Self::bit(layer);
    }

    /// The layers of these names and no others.
    ///
    /// # Errors
    /// With the names that there are.
    pub fn named(names: &[String]) -> Result<Self, String> {
        let mut layers = Self(0);
        for name in names.iter().map(|name| name.trim()).filter(|name| !name.is_empty()) {
            if name == "all" {
                return Ok(Self::of(&Layer::ALL));
            }
            match Layer::ALL.into_iter().find(|layer| layer.word() == name) {
                Some(layer) => layers.0 |= Self::bit(layer),
                None => {
                    let known: Vec<&str> = Layer::ALL.into_iter().map(Layer::word).collect();
                    return Err(format!("no layer called `{name}`; there are {}, all", known.join(", ")));
                }
            }
        }
        Ok(layers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_layer_has_a_place_of_its_own() {
        for layer in Layer::ALL {
            let only = Layers::of(&[layer]);
            assert!(Layer::ALL.into_iter().all(|other| only.has(other) == (other == layer)));
            assert_eq!(Layers::named(&[layer.word().to_owned()]), Ok(only));
        }
    }
}
