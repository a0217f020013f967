//! What is to be feared of enemies and of the ground where somebody would come to stand, or pass.

use std::cell::OnceCell;

use crate::battle::house_words::ATTACK;
use crate::battle::{ArmKind, Id, Look, Memo, Order};
use crate::board::{Footprint, Threat};

/// So much is feared of an enemy if nobody can tell what their blow would do, in felled fighters.
const UNTOLD: f64 = 0.05;
/// No more enemies than this are looked at: those who stand nearest.
const MOST: usize = 64;

/// The enemies of somebody who can strike hand to hand from where they stand, as far as their side knows.
pub(super) struct Menace<'w> {
    look: Look<'w>,
    who: Id,
    foes: Vec<Foe>,
    is_foul: bool,
}

struct Foe {
    id: Id,
    body: Footprint,
    reaches: Vec<Threat>,
    /// What their best blow would do, in felled fighters: worked out once.
    strikes: OnceCell<f64>,
}

impl<'w> Menace<'w> {
    pub(super) fn of(look: Look<'w>, who: Id) -> Self {
        let own = look.footprint(who);
        let near = look.foes_from(who, own).filter(|foe| look.knows_of(*foe) && look.can_engage(*foe)).take(MOST);
        let foe = |id: Id| {
            let arms = look.arms(id).filter(|item| item.is_ready() && item.arm.kind == ArmKind::Melee);
            let reaches = arms.filter(|item| !item.arm.reach.is_empty()).map(|item| look.threat(id, &item.arm));
            Foe { id, body: look.footprint(id), reaches: reaches.collect(), strikes: OnceCell::new() }
        };
        let is_foul = look.rules().registry.judges.iter().any(|mechanic| mechanic.is_foul(look));
        Self { look, who, foes: near.map(foe).collect(), is_foul }
    }

    /// What somebody has to fear who ends their turn there, in felled fighters.
    pub(super) fn at(&self, there: Footprint) -> f64 {
        let struck: f64 =
            self.foes.iter().filter(|foe| self.reaches(foe, there)).map(|foe| self.strikes(foe, there)).sum();
        struck + self.ground(there)
    }

    /// What one of them would do to somebody passing there, in felled fighters.
    pub(super) fn from(&self, foe: Id, there: Footprint) -> f64 {
        self.foes.iter().find(|each| each.id == foe).map_or(UNTOLD, |foe| self.strikes(foe, there))
    }

    /// The enemies who reach a body there, a bit for each.
    pub(super) fn reaching(&self, there: Footprint) -> u64 {
        let bits = self.foes.iter().enumerate().filter(|(_, foe)| self.reaches(foe, there));
        bits.fold(0, |all, (index, _)| all | 1 << index)
    }

    /// What the ground there does to somebody, in felled fighters: fire, gas.
    pub(super) fn ground(&self, there: Footprint) -> f64 {
        if !self.is_foul {
            return 0.0;
        }
        let judges = self.look.rules().registry.judges.iter();
        judges.map(|mechanic| mechanic.danger(self.look, self.who, there)).fold(0.0, f64::max)
    }

    fn reaches(&self, foe: &Foe, there: Footprint) -> bool {
        match self.look.zoned() {
            Some(_) => !foe.reaches.is_empty() && self.look.spot_of(there) == self.look.spot_of(foe.body),
            None => foe.reaches.iter().any(|threat| threat.reaches(foe.body, there)),
        }
    }

    fn strikes(&self, foe: &Foe, there: Footprint) -> f64 {
        *foe.strikes.get_or_init(|| {
            let mut memo = Memo::of(self.look);
            memo.put(self.who, there);
            let look = self.look.remembering(&memo);
            let Ok(deed) = look.deed(ATTACK) else { return UNTOLD };
            let ready = look.arms(foe.id).filter(|item| item.is_ready() && item.arm.kind == ArmKind::Melee);
            let blows = ready.map(|item| Order::new(ATTACK).with(item.arm.name).at(look.aim(self.who)));
            let foretold = blows.filter_map(|order| deed.forecast(look, foe.id, &order));
            let worth = foretold.map(|forecast| forecast.worth(look, foe.id)).max();
            worth.map_or(UNTOLD, |worth| worth.in_felled().max(0.0))
        })
    }
}
