//! How fast somebody goes who cannot stop at once.

use crate::mechanics::prelude::*;

/// Units of length a second of somebody who runs, is pushed or thrown, or falls.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::mechanics) struct Rush(pub i32);

impl Rush {
    /// Does something while `who` goes as fast as that.
    pub(in crate::mechanics) fn at(
        table: &mut Table<'_>,
        who: Id,
        speed: i32,
        inside: impl FnOnce(&mut Table<'_>) -> Step,
    ) -> Step {
        table.edit::<Self>(who).0 = speed;
        inside(table)?;
        table.edit::<Self>(who).0 = 0;
        Ok(())
    }
}
