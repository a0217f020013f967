//! The slot of size: what being large or small does. What being far weaker does belongs to the deeds that it touches.

pub mod far_stronger;
pub mod own_scale;
