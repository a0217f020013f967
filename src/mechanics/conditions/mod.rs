//! The slot of conditions: what being stunned, mad, afraid or asleep does
//! where data alone cannot say it.

pub mod bonds;
pub mod breaks_off;
pub mod confusion;
pub mod disabled;
pub mod doubles;
pub mod fades;
pub mod flees;
pub mod frenzy;
pub mod gets_up;
pub mod halves;
pub mod lets_go;
pub mod loses_turn;
pub mod madness;
pub mod panic;
pub mod rage;
pub mod shies;
pub mod singled_out;
pub mod sleeps;
pub mod stagger;
pub mod stunned;
pub mod swallowed;
pub mod waking;

pub use bonds::Bonds;
pub use breaks_off::BreaksOff;
pub use confusion::Confusion;
pub use disabled::Disabled;
pub use doubles::Doubles;
pub use fades::Fades;
pub use flees::Flees;
pub use frenzy::Frenzy;
pub use gets_up::GetsUp;
pub use halves::Halves;
pub use lets_go::LetsGo;
pub use loses_turn::LosesTurn;
pub use panic::Panic;
pub use rage::Rage;
pub use shies::Shies;
pub use singled_out::SingledOut;
pub use sleeps::Sleeps;
pub use stagger::Stagger;
pub use stunned::Stunned;
pub use swallowed::Swallowed;
pub use waking::Waking;
