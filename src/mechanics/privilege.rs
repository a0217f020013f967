//! What a table may grant to some shooters in full, in part or not at all.

use serde::Deserialize;

/// Which half of a privilege of shooters is granted: to shoot after a whole move, and to shoot into a melee safely.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Privilege {
    /// Both.
    #[default]
    Both,
    /// Shooting after a whole move.
    Run,
    /// Shooting into a melee.
    Safe,
}

impl Privilege {
    /// Whether it lets somebody shoot after a whole move.
    pub(super) const fn runs(self) -> bool {
        matches!(self, Self::Both | Self::Run)
    }

    /// Whether it lets somebody shoot into a melee without harm to friends.
    pub(super) const fn is_safe(self) -> bool {
        matches!(self, Self::Both | Self::Safe)
    }
}
