//! The slot of grappling: blows that hold, trip and disarm instead of hurting.

pub mod holds;

pub use holds::Holds;
