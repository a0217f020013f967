//! The slot of harm: what damage does.

pub mod drained;
pub mod endurance;
pub mod fire;
pub mod half_harmed;
pub mod health;
pub mod hit_points;
pub mod one_threshold;
pub mod points;
pub mod regenerates;
pub mod subdual;
pub mod two_thresholds;

pub use drained::Drained;
pub use endurance::{Endurance, OnOff};
pub use fire::Fire;
pub use half_harmed::HalfHarmed;
pub use health::Health;
pub use hit_points::HitPoints;
pub use one_threshold::OneThreshold;
pub use points::Points;
pub use regenerates::Regenerates;
pub use subdual::Subdual;

use crate::battle::{Exposure, Harm, Judged, Key};

/// The harm of so much damage.
pub(super) fn judge(harm: Option<&dyn Harm>, exposure: &Exposure, damage: i32) -> Judged {
    let nothing = || Judged { grade: 0, name: Key::from("nothing"), harm: 0 };
    harm.map_or_else(nothing, |harm| harm.judge(exposure, damage))
}
