//! Faces: what makes one game look unlike another on the same ground. `assets/faces.ron` holds those that ship.

use serde::Deserialize;

use super::bounds;
use super::colour::Colour;

/// The looks of a game.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Face {
    /// What it brings to mind, for authors who choose.
    pub mood: String,
    /// What becomes of the colours of the ground.
    pub grade: Grade,
    /// The lines around what stands.
    pub ink: Ink,
    /// The paper that the map is painted on.
    pub paper: Paper,
    /// Shadows.
    pub shade: Shade,
    /// The inside of walls and rock that nobody sees.
    pub solid: Solid,
    /// The table that the map lies on.
    pub table: Table,
    /// What blood looks like on its ground.
    pub stain: Colour,
    /// Panels, cards and writing.
    pub panels: Panels,
    /// Colours of the sides, in their order.
    #[serde(deserialize_with = "bounds::sides")]
    pub sides: Vec<Colour>,
}

/// What becomes of the colours of the ground.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grade {
    /// The colour that everything leans towards.
    pub tint: Colour,
    /// How far it leans, 0 to 1.
    #[serde(deserialize_with = "bounds::hundredths::<0, 100, _>")]
    pub tinting: f32,
    /// 1 leaves colours as they are, 0 is grey.
    #[serde(deserialize_with = "bounds::hundredths::<0, 300, _>")]
    pub saturation: f32,
    /// 1 leaves light and dark as they are.
    #[serde(deserialize_with = "bounds::hundredths::<0, 300, _>")]
    pub contrast: f32,
    /// Added to light and dark.
    #[serde(deserialize_with = "bounds::hundredths::<-100, 100, _>")]
    pub lightness: f32,
}

/// The lines around what stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ink {
    /// Their colour.
    pub colour: Colour,
    /// How well they cover, 0 to 1.
    #[serde(deserialize_with = "bounds::hundredths::<0, 100, _>")]
    pub strength: f32,
    /// How wide they are, in squares.
    #[serde(deserialize_with = "bounds::hundredths::<0, 50, _>")]
    pub width: f32,
    /// Whether they are cut in, with a lit edge on the far side.
    #[serde(default)]
    pub incised: bool,
}

/// The paper that the map is painted on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paper {
    /// Its colour, seen on the margin.
    pub colour: Colour,
    /// How much of its grain shows through the paint, about 1.
    #[serde(deserialize_with = "bounds::hundredths::<0, 300, _>")]
    pub grain: f32,
    /// How ragged its edge is: 0 is cut, 1 is torn.
    #[serde(deserialize_with = "bounds::hundredths::<0, 100, _>")]
    pub torn: f32,
    /// How wide the margin around the board is, in squares, up to 0.4.
    #[serde(deserialize_with = "bounds::hundredths::<0, 40, _>")]
    pub margin: f32,
}

/// Shadows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shade {
    /// Their colour.
    pub colour: Colour,
    /// How dark they are, 0 to 1.
    #[serde(deserialize_with = "bounds::hundredths::<0, 100, _>")]
    pub strength: f32,
    /// How long they are for the height of what casts them, about 1.
    #[serde(deserialize_with = "bounds::hundredths::<0, 200, _>")]
    pub length: f32,
}

/// The inside of walls and rock that nobody sees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solid {
    /// Its colour, and how much of it there is.
    pub colour: Colour,
    /// How well it covers what the wall is made of, 0 to 1.
    #[serde(deserialize_with = "bounds::hundredths::<0, 100, _>")]
    pub cover: f32,
    /// Whether it is hatched with ink along the rooms, as old plans are.
    #[serde(default)]
    pub hatched: bool,
}

/// The table that the map lies on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// What it is made of.
    pub of: Top,
    /// Its main colour, and that of its grain.
    pub colours: (Colour, Colour),
}

/// What tables are made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Top {
    /// Boards with grain.
    #[default]
    Wood,
    /// Baize, as of a card table.
    Felt,
    /// A woven cloth.
    Cloth,
    /// Dark slabs.
    Slate,
    /// Rough stone.
    Stone,
}

/// Panels, cards and writing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Panels {
    /// Behind writing.
    pub back: Colour,
    /// Buttons and cards on it.
    pub raised: Colour,
    /// Lines between them.
    pub line: Colour,
    /// Writing.
    pub ink: Colour,
    /// Writing of less weight.
    pub faint: Colour,
    /// What is chosen, and what is to be pressed.
    pub accent: Colour,
    /// Writing on that.
    pub on_accent: Colour,
    /// What goes well.
    pub good: Colour,
    /// What goes badly.
    pub bad: Colour,
    /// The face of a card, and what is written on it.
    pub card: (Colour, Colour),
    /// How round corners are, in points.
    #[serde(deserialize_with = "bounds::hundredths::<0, 1600, _>")]
    pub round: f32,
    /// The kind of type of headings.
    pub headings: Type,
}

/// Kinds of type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Type {
    /// With serifs, as a printed book.
    Serif,
    /// With serifs and ornaments, as a playbill.
    Display,
    /// Without serifs.
    #[default]
    Sans,
    /// Narrow and heavy, as a poster.
    Poster,
    /// Cut as with a stylus.
    Carved,
}

#[cfg(test)]
mod tests {
    use crate::looks::shipped::FACES;

    #[test]
    fn the_file_of_faces_is_whole() {
        let all = &*FACES;
        for name in ["parchment", "card table", "field", "plan", "clay"] {
            assert!(all.contains_key(name), "{name} is missing");
        }
        for (name, face) in all {
            assert!(face.sides.len() >= 4, "{name} has colours for {} sides", face.sides.len());
            let shares =
                [face.grade.tinting, face.ink.strength, face.shade.strength, face.solid.cover, face.paper.torn];
            assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)), "{name}: {shares:?}");
            assert!((0.0..=0.4).contains(&face.paper.margin), "{name}: {}", face.paper.margin);
        }
    }

    #[test]
    fn writing_can_be_read_in_every_face() {
        for (name, face) in &*FACES {
            let panels = &face.panels;
            for (what, over, under, least) in [
                ("writing", panels.ink, panels.back, 7.0),
                ("writing on buttons", panels.ink, panels.raised, 5.5),
                ("faint writing", panels.faint, panels.back, 4.5),
                ("writing on what is chosen", panels.on_accent, panels.accent, 4.5),
                ("cards", panels.card.1, panels.card.0, 7.0),
            ] {
                assert!(over.contrast(under) >= least, "{name}: {what} {:.1}", over.contrast(under));
            }
        }
    }
}
