//! The slot of conditions: what being stunned, mad, afraid or asleep does
//! where data alone cannot say it.

pub mod breaks_off;
pub mod confusion;
pub mod disabled;
pub mod fades;
pub mod lets_go;
pub mod madness;
pub mod panic;
pub mod rage;
pub mod stagger;
pub mod stunned;
pub mod waking;

pub use breaks_off::BreaksOff;
pub use confusion::Confusion;
pub use disabled::Disabled;
pub use fades::Fades;
pub use lets_go::LetsGo;
pub use panic::Panic;
pub use rage::Rage;
pub use stagger::Stagger;
pub use stunned::Stunned;
pub use waking::Waking;
