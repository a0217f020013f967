//! The slot of conditions: what being stunned, mad, afraid or asleep does where data alone cannot say it.

pub mod bonds;
pub mod breaks_off;
pub mod confusion;
pub mod disabled;
pub mod fades;
pub mod flees;
pub mod frenzy;
pub mod gets_up;
pub mod lets_go;
pub mod loses_turn;
pub mod madness;
pub mod multiplies;
pub mod panic;
pub mod rage;
pub mod shies;
pub mod singled_out;
pub mod sleeps;
pub mod stagger;
pub mod stunned;
pub mod swallowed;
pub mod waking;
