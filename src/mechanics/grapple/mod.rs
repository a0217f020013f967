//! The slot of grappling: blows that hold, trip and disarm instead of hurting.

pub mod close_combat;
pub mod grabs;
pub mod holds;
pub mod pools;
mod ties;
