//! The slot of conditions: what being stunned, mad, afraid or asleep does
//! where data alone cannot say it.

pub mod breaks_off;
pub mod confusion;
pub mod disabled;
pub mod madness;
pub mod panic;
pub mod rage;
pub mod stagger;
pub mod stunned;
pub mod waking;

pub use breaks_off::BreaksOff;
pub use confusion::Confusion;
pub use disabled::Disabled;
pub use panic::Panic;
pub use rage::Rage;
pub use stagger::Stagger;
pub use stunned::Stunned;
pub use waking::Waking;
