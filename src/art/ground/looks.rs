//! What ground looks like, by what it is called: `assets/land.ron`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::colour::Colour;
use crate::board::{Edge, Terrain};

/// How one kind of ground is drawn.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Looks {
    /// Names and words of ground, things and edges that look so.
    pub words: Vec<String>,
    /// Its paint, one of those of the file; that of the ground around it where it is left out.
    #[serde(default)]
    pub paint: Option<String>,
    /// Its paint where nobody can enter.
    #[serde(default)]
    pub barred: Option<String>,
    /// What stands there.
    #[serde(default)]
    pub stands: Option<Stands>,
    /// A mass that fills the square, one of those of the file.
    #[serde(default)]
    pub mass: Option<String>,
    /// What stands where it is on an edge between squares.
    #[serde(default)]
    pub edge: Option<Fence>,
}

/// A paint for the floor of squares.
#[derive(Clone, Debug, Deserialize)]
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
    #[serde(default = "one")]
    pub grain: f32,
    /// How high it lies over the ground, in squares: roofs and quays cast a shadow.
    #[serde(default)]
    pub rise: f32,
    /// Small things strewn over it, and how many of each a square.
    #[serde(default)]
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
    Water,
    Pebbles,
    Cobbles,
    Flags,
    Planks,
    Tiles,
    Bricks,
    Stairs,
    Carpet,
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
    Tuft,
    Flower,
    Heather,
    Shrub,
    Fern,
    Reed,
    Pebble,
    Stone,
    Twig,
    Leaf,
    Puddle,
    Ripple,
    Dune,
    Crack,
    Ivy,
    Rung,
    Straw,
}

/// What stands in a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
pub enum Stands {
    Tree,
    Pine,
    Bush,
    Log,
    Boulder,
    Table,
    Bench,
    Stall,
    Crate,
    Chest,
    Barrel,
    Keg,
    Pillar,
    Urn,
    Well,
    Statue,
    Gravestone,
    Altar,
    Tomb,
    Lamp,
    Brazier,
    Cart,
    Engine,
    Screen,
    Anvil,
    Post,
    Crystal,
}

/// What stands between two squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
pub enum Fence {
    Wall,
    Window,
    LowWall,
    Hedge,
    Rails,
    Palisade,
    Door,
    Gate,
    Rope,
}

/// What fills squares and has height.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mass {
    /// What it is made of.
    pub of: Matter,
    /// How high it is, in squares.
    pub height: f32,
    /// Colours of its top, its front and its joints.
    pub colours: (Colour, Colour, Colour),
}

/// What a mass is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Matter {
    Masonry,
    Ruin,
    Logs,
    Plaster,
    Rock,
    Hedge,
}

impl Matter {
    /// Whether it has no straight line: it grew, or it fell down.
    pub const fn is_grown(self) -> bool {
        matches!(self, Self::Rock | Self::Hedge | Self::Ruin)
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Book {
    paints: BTreeMap<String, Paint>,
    masses: BTreeMap<String, Mass>,
    looks: Vec<Looks>,
    easy: Looks,
    heavy: Looks,
    shut: Looks,
    opaque: Looks,
}

/// The file, which travels inside the program.
static BOOK: LazyLock<Result<Book, String>> =
    LazyLock::new(|| ron::from_str(include_str!("../../../assets/land.ron")).map_err(|why| why.to_string()));

/// The first looks with a word that is the whole name, or a tag, or else the last word of the name or any word of it.
fn by_words(name: &str, tags: &[String]) -> Option<&'static Looks> {
    let all = &BOOK.as_ref().ok()?.looks;
    // A meadow by the hedge is a meadow.
    let name = name.split(" by ").next().unwrap_or_default();
    let find = |fits: &dyn Fn(&str) -> bool| all.iter().find(|looks| looks.words.iter().any(|word| fits(word)));
    let last = name.rsplit(' ').next().unwrap_or_default();
    find(&|word| name.eq_ignore_ascii_case(word))
        .or_else(|| find(&|word| last.eq_ignore_ascii_case(word)))
        .or_else(|| find(&|word| name.split(' ').any(|part| part.eq_ignore_ascii_case(word))))
        .or_else(|| find(&|word| tags.iter().any(|tag| tag == word)))
}

/// How ground of this kind is drawn; nothing only if the file is broken, which a test rules out.
pub fn looks(terrain: &Terrain) -> Option<&'static Looks> {
    let book = BOOK.as_ref().ok()?;
    Some(by_words(&terrain.name, &terrain.tags).unwrap_or(match terrain.cost {
        0 if terrain.blocks_sight => &book.opaque,
        0 => &book.shut,
        1 => &book.easy,
        _ => &book.heavy,
    }))
}

/// Whether ground of this kind is drawn as what it is called, and not only by what it is like to walk on.
pub fn is_known(terrain: &Terrain) -> bool {
    by_words(&terrain.name, &terrain.tags).is_some()
}

/// What a thing of this name looks like that stands in a square.
pub fn thing(name: &str) -> Stands {
    by_words(name, &[]).and_then(|looks| looks.stands).unwrap_or(Stands::Crate)
}

/// What an edge looks like; nothing where nothing stands.
pub fn fence(edge: &Edge, name: Option<&str>) -> Option<Fence> {
    let named = name.and_then(|name| by_words(name, &[])).and_then(|looks| looks.edge);
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
pub fn floor(terrain: &Terrain) -> Option<&'static Paint> {
    let looks = looks(terrain)?;
    let barred = looks.barred.as_deref().filter(|_| terrain.cost == 0);
    paint(barred.or(looks.paint.as_deref())?)
}

/// What the floor of such ground is like.
pub fn texture(terrain: &Terrain) -> Option<Texture> {
    floor(terrain).map(|paint| paint.texture)
}

/// The paint of this name.
pub fn paint(name: &str) -> Option<&'static Paint> {
    BOOK.as_ref().ok()?.paints.get(name)
}

/// The mass of this name.
pub fn mass(name: &str) -> Option<&'static Mass> {
    BOOK.as_ref().ok()?.masses.get(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_of_land_is_whole() {
        let book = BOOK.as_ref().unwrap();
        let all = book.looks.iter().chain([&book.easy, &book.heavy, &book.shut, &book.opaque]);
        let mut used = Vec::new();
        for looks in all {
            let paints = [&looks.paint, &looks.barred].into_iter().flatten();
            for name in paints {
                assert!(book.paints.contains_key(name), "{:?}: no paint {name:?}", looks.words);
                used.push(name);
            }
            if let Some(name) = &looks.mass {
                assert!(book.masses.contains_key(name), "{:?}: no mass {name:?}", looks.words);
                used.push(name);
            }
            let shows = [looks.paint.is_some(), looks.mass.is_some(), looks.stands.is_some()];
            assert!(shows.contains(&true), "{:?} shows nothing", looks.words);
            assert!(looks.paint.is_none() || looks.mass.is_none(), "{:?} is floor and mass", looks.words);
            assert!(looks.barred.is_none() || looks.paint.is_some(), "{:?}", looks.words);
        }
        for name in book.paints.keys().chain(book.masses.keys()) {
            assert!(used.contains(&name), "{name:?} is not used");
        }
    }

    #[test]
    fn names_come_before_words_of_names_and_tags() {
        let named = |name: &str, tags: &[&str]| Terrain {
            name: name.into(),
            cost: 1,
            blocks_sight: false,
            cover: Default::default(),
            tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
        };
        let paint = |name: &str, tags: &[&str]| looks(&named(name, tags)).unwrap().paint.as_deref();
        assert_eq!(paint("deep water", &["difficult"]), Some("deep water"));
        assert_eq!(paint("Village Green", &[]), Some("grass"));
        assert_eq!(paint("meadow by the hedge", &["fence"]), Some("meadow"));
        assert_eq!(paint("road and mire", &[]), Some("track"));
        assert_eq!(paint("qwerty", &["swim"]), Some("water"));
    }

    #[test]
    fn water_that_nobody_enters_is_deep() {
        let river = |cost| Terrain {
            name: "river".into(),
            cost,
            blocks_sight: false,
            cover: Default::default(),
            tags: Vec::new(),
        };
        assert!(std::ptr::eq(floor(&river(0)).unwrap(), paint("deep water").unwrap()));
        assert!(std::ptr::eq(floor(&river(2)).unwrap(), paint("water").unwrap()));
    }
}
