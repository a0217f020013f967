//! What ground looks like, by what it is called. `assets/land.ron` holds what ships.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::colour::Colour;
use super::{bounds, named};
use crate::board::{Edge, Terrain};

/// How one kind of ground is drawn.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Looks {
    /// Names and words of ground, things and edges that look so.
    pub words: Vec<String>,
    /// Its paint, one of those of the file; that of the ground around it where it is left out.
    #[serde(default, deserialize_with = "named::paints_of_ground")]
    pub paint: Option<String>,
    /// Its paint where nobody can enter.
    #[serde(default, deserialize_with = "named::paints_of_ground")]
    pub barred: Option<String>,
    /// What stands there.
    #[serde(default)]
    pub stands: Option<Stands>,
    /// A mass that fills the square, one of those of the file.
    #[serde(default, deserialize_with = "named::masses")]
    pub mass: Option<String>,
    /// What stands where it is on an edge between squares.
    #[serde(default)]
    pub edge: Option<Fence>,
}

/// A paint for the floor of squares.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paint {
    /// How it is laid on.
    pub texture: Texture,
    /// Its main colour, patches of a second, and spots or seams of a third; of water the shallow, the open and the deep.
    pub colours: (Colour, Colour, Colour),
    /// How it meets other paint.
    #[serde(default)]
    pub rim: Rim,
    /// How unquiet it is, about 1.
    #[serde(default = "one", deserialize_with = "bounds::hundredths::<0, 500, _>")]
    pub grain: f32,
    /// How high it lies over the ground, in squares: roofs and quays cast a shadow.
    #[serde(default, deserialize_with = "bounds::hundredths::<-45, 40, _>")]
    pub rise: f32,
    /// Small things strewn over it, and how many of each a square.
    #[serde(default, deserialize_with = "bounds::strewn")]
    pub strewn: Vec<(Litter, f32)>,
}

const fn one() -> f32 {
    1.0
}

/// How paint is laid on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Texture {
    /// Soft patches: grass, earth, sand, snow.
    Soft,
    /// The same, wet in the hollows.
    Wet,
    /// Waves.
    Water,
    /// Small stones.
    Pebbles,
    /// Round stones in rows.
    Cobbles,
    /// Slabs of stone.
    Flags,
    /// Boards.
    Planks,
    /// Tiles of a roof.
    Tiles,
    /// Courses of bricks or stones.
    Bricks,
    /// Steps.
    Stairs,
    /// Woven, with a border.
    Carpet,
    /// Bars over the dark.
    Grating,
    /// A drop into the dark.
    Void,
}

impl Texture {
    /// Whether bridges lead over it.
    pub const fn is_low(self) -> bool {
        matches!(self, Self::Water | Self::Void)
    }
}

/// How paint meets other paint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Rim {
    /// It runs into its neighbours with a wandering line.
    #[default]
    Ragged,
    /// Water: it runs as ragged paint does, and its neighbours are shores.
    Shore,
    /// It ends with its square, behind a kerb of stones.
    Kerb,
    /// It ends with its square, behind a beam of wood.
    Beam,
}

impl Rim {
    /// Whether somebody laid it to a line.
    pub const fn is_built(self) -> bool {
        matches!(self, Self::Kerb | Self::Beam)
    }
}

/// Small things on the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
pub enum Litter {
    /// A tuft of grass.
    Tuft,
    /// A flower.
    Flower,
    /// Heather.
    Heather,
    /// A low shrub.
    Shrub,
    /// A fern.
    Fern,
    /// Reeds.
    Reed,
    /// A pebble.
    Pebble,
    /// A stone.
    Stone,
    /// A twig.
    Twig,
    /// A fallen leaf.
    Leaf,
    /// A puddle.
    Puddle,
    /// A ripple on water.
    Ripple,
    /// A low wave of sand or snow.
    Dune,
    /// A crack in stone.
    Crack,
    /// A strand of ivy.
    Ivy,
    /// A rung of a ladder.
    Rung,
    /// A blade of straw.
    Straw,
}

/// What stands in a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
pub enum Stands {
    /// A tree with leaves.
    Tree,
    /// A tree with needles.
    Pine,
    /// A bush.
    Bush,
    /// A felled trunk.
    Log,
    /// A large stone.
    Boulder,
    /// A table.
    Table,
    /// A bench.
    Bench,
    /// A stall of a market.
    Stall,
    /// A crate.
    Crate,
    /// A chest.
    Chest,
    /// A barrel.
    Barrel,
    /// A keg, as of powder.
    Keg,
    /// A pillar.
    Pillar,
    /// An urn.
    Urn,
    /// A well.
    Well,
    /// A statue.
    Statue,
    /// A gravestone.
    Gravestone,
    /// An altar.
    Altar,
    /// A tomb.
    Tomb,
    /// A lamp on its post.
    Lamp,
    /// An open fire.
    Brazier,
    /// A cart.
    Cart,
    /// An engine of war.
    Engine,
    /// A screen of wood.
    Screen,
    /// An anvil.
    Anvil,
    /// A post.
    Post,
    /// A crystal that glows.
    Crystal,
}

/// What stands between two squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
pub enum Fence {
    /// A wall.
    Wall,
    /// A wall that is seen through.
    Window,
    /// A wall that is looked over.
    LowWall,
    /// A hedge.
    Hedge,
    /// Rails on posts.
    Rails,
    /// Pointed stakes.
    Palisade,
    /// A door.
    Door,
    /// A gate.
    Gate,
    /// A rope.
    Rope,
}

/// What fills squares and has height.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mass {
    /// What it is made of.
    pub of: Matter,
    /// How high it is, in squares.
    #[serde(deserialize_with = "bounds::hundredths::<0, 100, _>")]
    pub height: f32,
    /// Colours of its top, its front and its joints.
    pub colours: (Colour, Colour, Colour),
}

/// What a mass is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Matter {
    /// Dressed stones.
    Masonry,
    /// Stones that have fallen.
    Ruin,
    /// Trunks laid on each other.
    Logs,
    /// Plaster and beams, under a roof.
    Plaster,
    /// Living rock.
    Rock,
    /// A hedge.
    Hedge,
}

impl Matter {
    /// Whether it has no straight line: it grew, or it fell down.
    pub const fn is_grown(self) -> bool {
        matches!(self, Self::Rock | Self::Hedge | Self::Ruin)
    }
}

/// What is known of ground, of what stands on it and of what is built on its edges.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Land {
    /// Paints of floors, by name.
    pub paints: BTreeMap<String, Paint>,
    /// Masses, by name.
    pub masses: BTreeMap<String, Mass>,
    /// How ground looks; the first that fits is taken.
    pub looks: Vec<Looks>,
    /// Ground of no such word that is walked over.
    pub easy: Option<Looks>,
    /// The same where it costs more to walk.
    pub heavy: Option<Looks>,
    /// The same where nobody walks.
    pub shut: Option<Looks>,
    /// The same where nobody sees through it, either.
    pub opaque: Option<Looks>,
}

impl Land {
    /// This land, with all of another that it does not say itself; what it says is found first.
    #[must_use]
    pub fn over(mut self, other: &Self) -> Self {
        let (paints, masses) = (other.paints.clone(), other.masses.clone());
        self.paints = paints.into_iter().chain(self.paints).collect();
        self.masses = masses.into_iter().chain(self.masses).collect();
        self.looks.extend(other.looks.iter().cloned());
        for (own, theirs) in [
            (&mut self.easy, &other.easy),
            (&mut self.heavy, &other.heavy),
            (&mut self.shut, &other.shut),
            (&mut self.opaque, &other.opaque),
        ] {
            *own = own.take().or_else(|| theirs.clone());
        }
        self
    }

    /// The first looks with a word that is the whole name, or a tag, or else the last word of the name or any word of it.
    fn by_words(&self, name: &str, tags: &[String]) -> Option<&Looks> {
        // A meadow by the hedge is a meadow.
        let name = name.split(" by ").next().unwrap_or_default();
        let find =
            |fits: &dyn Fn(&str) -> bool| self.looks.iter().find(|looks| looks.words.iter().any(|word| fits(word)));
        let last = name.rsplit(' ').next().unwrap_or_default();
        find(&|word| name.eq_ignore_ascii_case(word))
            .or_else(|| find(&|word| last.eq_ignore_ascii_case(word)))
            .or_else(|| find(&|word| name.split(' ').any(|part| part.eq_ignore_ascii_case(word))))
            .or_else(|| find(&|word| tags.iter().any(|tag| tag == word)))
    }

    /// How ground of this kind is drawn; nothing only if the file that ships is broken, which a test rules out.
    pub fn looks(&self, terrain: &Terrain) -> Option<&Looks> {
        self.by_words(&terrain.name, &terrain.tags).or(match terrain.cost {
            0 if terrain.blocks_sight => self.opaque.as_ref(),
            0 => self.shut.as_ref(),
            1 => self.easy.as_ref(),
            _ => self.heavy.as_ref(),
        })
    }

    /// Whether ground of this kind is drawn as what it is called, and not only by what it is like to walk on.
    pub fn is_known(&self, terrain: &Terrain) -> bool {
        self.by_words(&terrain.name, &terrain.tags).is_some()
    }

    /// What a thing of this name looks like that stands in a square.
    pub fn thing(&self, name: &str) -> Stands {
        self.by_words(name, &[]).and_then(|looks| looks.stands).unwrap_or(Stands::Crate)
    }

    /// What an edge looks like; nothing where nothing stands.
    pub fn fence(&self, edge: &Edge, name: Option<&str>) -> Option<Fence> {
        let named = name.and_then(|name| self.by_words(name, &[])).and_then(|looks| looks.edge);
        named.or_else(|| {
            let has_cover = edge.cover != Default::default();
            match (edge.blocks_move, edge.blocks_sight) {
                (true, true) => Some(Fence::Wall),
                (true, false) => Some(Fence::Window),
                (false, true) => Some(Fence::Hedge),
                (false, false) => has_cover.then_some(Fence::Rails),
            }
        })
    }

    /// The paint of ground of this kind, without what stands there.
    pub fn floor(&self, terrain: &Terrain) -> Option<&Paint> {
        let looks = self.looks(terrain)?;
        let barred = looks.barred.as_deref().filter(|_| terrain.cost == 0);
        self.paint(barred.or(looks.paint.as_deref())?)
    }

    /// What the floor of such ground is like.
    pub fn texture(&self, terrain: &Terrain) -> Option<Texture> {
        self.floor(terrain).map(|paint| paint.texture)
    }

    /// The paint of this name.
    pub fn paint(&self, name: &str) -> Option<&Paint> {
        self.paints.get(name)
    }

    /// The mass of this name.
    pub fn mass(&self, name: &str) -> Option<&Mass> {
        self.masses.get(name)
    }
}

#[cfg(test)]
mod tests;
