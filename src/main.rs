//! Sortie.
fn main() {}
