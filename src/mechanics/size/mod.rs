//! The slot of size: what being large or small does.

pub mod own_scale;
