//! What blows come to that have the same numbers, worked out once: somebody who weighs what to do meets the same
//! numbers again and again.

use std::sync::{Arc, PoisonError, RwLock};

use bevy::platform::collections::HashMap;
use smallvec::SmallVec;

use super::blow::Blow;
use crate::battle::{Exposure, Judged, Key, Sum};
use crate::dice::{DiceError, Distribution, Expr};

/// So many are kept; then it begins anew.
const MOST_KEPT: usize = 4096;

/// The prospects of blows by their numbers, for one mechanic of one ruleset.
#[derive(Clone, Debug, Default)]
pub(super) struct Foretold(Arc<RwLock<HashMap<Numbers, Distribution<Judged>>>>);

/// All that the prospects of a blow hang on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Numbers {
    kind: Key,
    die: Expr,
    attack: Option<i32>,
    defence: Option<i32>,
    damage: Option<(Expr, i32, bool)>,
    opposed: Opposed,
    way: Option<(i32, bool, i32, Key, Opposed, Opposed)>,
}

/// What a verdict on damage hangs on.
type Opposed = (SmallVec<[i32; 4]>, SmallVec<[Key; 4]>);

fn opposed(exposure: &Exposure) -> Opposed {
    (exposure.thresholds.clone(), exposure.words.clone())
}

impl Numbers {
    /// Those of a blow that harms `kind`, against a defence of this bonus.
    pub(super) fn of(blow: &Blow, kind: Key, defence: Option<&Sum>) -> Self {
        let way = blow.way.as_ref();
        Self {
            kind,
            die: blow.die.clone(),
            attack: blow.attack.as_ref().map(|attack| attack.total().saturating_sub(blow.target.total())),
            defence: defence.map(|defence| defence.total().saturating_sub(blow.dc.total())),
            damage: blow.damage.as_ref().map(|damage| (damage.clone(), blow.bonus.total(), blow.halved)),
            opposed: opposed(&blow.exposure),
            way: way.map(|way| (way.by, way.first, way.slowed, way.kind, opposed(&way.exposure), opposed(&way.behind))),
        }
    }
}

impl Foretold {
    /// What a blow of these numbers comes to, worked out the first time.
    pub(super) fn of(
        &self,
        numbers: Numbers,
        work_out: impl FnOnce() -> Result<Distribution<Judged>, DiceError>,
    ) -> Result<Distribution<Judged>, DiceError> {
        if let Some(known) = self.0.read().unwrap_or_else(PoisonError::into_inner).get(&numbers) {
            return Ok(known.clone());
        }
        let found = work_out()?;
        let mut kept = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= MOST_KEPT {
            kept.clear();
        }
        kept.insert(numbers, found.clone());
        Ok(found)
    }
}
