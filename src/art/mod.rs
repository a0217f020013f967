//! Everything that is painted: the ground of a board and the figures of those who stand on it, as pixels of any size, from
//! the shapes and colours that the `looks` of a game hold. Needs neither a window nor a graphics driver: the scene shows what
//! is painted here, pictures and cards of the start screen show the same.
pub mod figures;
pub mod ground;
