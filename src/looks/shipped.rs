//! What ships: the files of `assets/`, which travel inside the program, each read when it is first asked for.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use ron::extensions::Extensions;
use serde::de::DeserializeOwned;

use super::{Airs, Face, Figures, Land, Shared, Signs, USUAL_FACE};

/// Reads a part of looks, with the line of what is wrong with it.
///
/// # Errors
/// When it is not written as such a part is.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let extensions = Extensions::IMPLICIT_SOME | Extensions::UNWRAP_NEWTYPES;
    let options = ron::Options::default().with_default_extension(extensions);
    options.from_str(text).map_err(|why| why.to_string())
}

/// The same of a file that ships, which a test wants whole: whoever changes one badly sees nothing of it.
fn whole<T: DeserializeOwned + Default>(text: &str) -> T {
    read(text).unwrap_or_default()
}

/// What makes one game look unlike another.
pub(crate) const FACES_FILE: &str = include_str!("../../assets/faces.ron");
const LAND_FILE: &str = include_str!("../../assets/land.ron");
/// What tokens are put together from.
pub(crate) const FIGURES_FILE: &str = include_str!("../../assets/figures.ron");
const TOKENS_FILE: &str = include_str!("../../assets/tokens.ron");
const STATES_FILE: &str = include_str!("../../assets/states.ron");
const DEEDS_FILE: &str = include_str!("../../assets/deeds.ron");
const AIRS_FILE: &str = include_str!("../../assets/airs.ron");

/// The faces.
pub static FACES: LazyLock<BTreeMap<String, Shared<Face>>> = LazyLock::new(|| {
    let faces: BTreeMap<String, Face> = whole(FACES_FILE);
    faces.into_iter().map(|(name, face)| (name, Shared::new(face))).collect()
});
/// The ground.
pub static LAND: LazyLock<Shared<Land>> = LazyLock::new(|| Shared::new(whole(LAND_FILE)));
/// The tokens.
pub static FIGURES: LazyLock<Shared<Figures>> = LazyLock::new(|| Shared::new(whole(FIGURES_FILE)));
/// Signs by the words of tokens and arms.
pub static TOKENS: LazyLock<Shared<Signs>> = LazyLock::new(|| Shared::new(whole(TOKENS_FILE)));
/// Signs of states.
pub static STATES: LazyLock<Shared<Signs>> = LazyLock::new(|| Shared::new(whole(STATES_FILE)));
/// Signs of deeds.
pub static DEEDS: LazyLock<Shared<Signs>> = LazyLock::new(|| Shared::new(whole(DEEDS_FILE)));
/// What hangs over squares.
pub static AIRS: LazyLock<Shared<Airs>> = LazyLock::new(|| Shared::new(whole(AIRS_FILE)));

/// The face of this name.
pub fn face(name: &str) -> Option<Shared<Face>> {
    FACES.get(name).cloned()
}

/// The face of games that name none.
pub fn usual_face() -> Shared<Face> {
    static NONE: LazyLock<Shared<Face>> = LazyLock::new(Shared::default);
    face(USUAL_FACE).unwrap_or_else(|| NONE.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: every file that ships can be read.
    #[test]
    fn the_files_of_looks_are_whole() {
        assert!(read::<BTreeMap<String, Face>>(FACES_FILE).unwrap().contains_key(USUAL_FACE));
        assert!(read::<Land>(LAND_FILE).unwrap().looks.len() > 50);
        assert!(read::<Figures>(FIGURES_FILE).unwrap().kinds.len() > 30);
        for signs in [TOKENS_FILE, STATES_FILE, DEEDS_FILE] {
            assert!(read::<Signs>(signs).unwrap().len() > 10);
        }
        assert!(read::<Airs>(AIRS_FILE).unwrap().usual.is_some());
    }
}
