//! The slot of areas: blasts, lines and cones, and effects that come later.
