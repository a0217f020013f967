//! The roles that mechanics play. A mechanic has those that it registers for ([`Registry`](super::Registry)) and is
//! asked for nothing else.

mod blows;
mod drives;
mod judges;
mod rests;
mod rolls;
mod shows;
mod turn;
mod ways;

pub use blows::{Blows, Defends};
pub use drives::{Compulsion, Drives};
pub use judges::Judges;
pub use rests::Rests;
pub use rolls::{Allows, Forbids, Modifies, Narrows};
pub use shows::{Dealt, Hanging, Intent, Nerve, SheetLine, Shows, Waits};
pub use turn::{Burden, Economy, Initiative, Next, Paid, Price, Saves, Spending, TrackEntry, TrackForm};
pub use ways::{Flanks, Hides, Sees, Steps};
