//! Everything that is painted: the ground of a board and the figures of those who stand on it, as pixels of any size, from
//! shapes and colours that `assets/` holds. Needs neither a window nor a graphics driver: the scene shows what is painted
//! here, pictures and cards of the start screen show the same.
pub mod figures;
pub mod ground;

pub use ground::Face;

/// The face of games that name none.
pub const USUAL_FACE: &str = "field";

/// The face of this name, or the usual one where there is no such.
pub fn face(name: &str) -> Option<&'static Face> {
    ground::face(name).or_else(|| ground::face(USUAL_FACE))
}
