//! What comes of something exactly: over all ways in which the dice that are left can fall.

use super::fate::Fate;
use super::{Ahead, Peril};
use crate::battle::{Falls, Id, Look, Order, Phase, Spoken};
use crate::dice::Distribution;
use crate::ways::{Course, Ended, Said, Trail, Until, WaysError, ways_further};

/// So many steps are gone through at most.
const STEPS: u64 = 2_000;

/// So many of them are gone in a frame while somebody waits.
pub const STEPS_A_FRAME: u64 = 64;

/// Exact chances until one's next turn are counted in millionths.
const PARTS: u32 = 1_000_000;

/// Each of these with its share in parts of a whole; together they make it up.
pub(super) fn parts<T: Ord>(found: &Distribution<T>, whole: u32) -> Vec<(&T, u32)> {
    let mut shares: Vec<(&T, f64)> = found.iter().map(|(each, chance)| (each, chance.to_f64())).collect();
    shares.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    // What is left over of rounding goes to what is likeliest.
    let mut left = whole;
    let last = shares.len().saturating_sub(1);
    let part = |(index, (each, chance)): (usize, (_, f64))| {
        let part = (chance * f64::from(whole)).round() as u32;
        let part = if index == last { left } else { part.min(left) };
        left -= part;
        (each, part)
    };
    shares.into_iter().enumerate().map(part).collect()
}

/// What becomes of somebody, worked out a little further at a time: no frame waits for all of it.
#[derive(Default)]
pub struct Gone {
    trail: Trail<Fate>,
    /// Somebody has a choice in it: they answer as is usual.
    is_assumed: bool,
    found: Option<Option<Peril>>,
}

impl Gone {
    /// What it came to, once that is known: nothing where it cannot be told exactly.
    pub const fn found(&self) -> Option<&Option<Peril>> {
        self.found.as_ref()
    }

    /// Notes what going further has come to: nothing yet, or what it is, or that it cannot be told.
    fn know(&mut self, gone: Result<Option<Peril>, WaysError>) {
        self.found = gone.map_or(Some(None), |found| found.map(Some));
    }
}

impl Ahead {
    /// What becomes of `who` after these orders and the end of their turn, until their next one. Nothing where anybody has a choice
    /// in between or their side does not see everything, and nothing beyond so many steps.
    pub fn surely(&mut self, look: Look<'_>, who: Id, orders: &[Order]) -> Option<Peril> {
        let mut gone = Gone::default();
        self.surely_further(look, who, orders, (&mut gone, u64::MAX));
        gone.found.flatten()
    }

    /// The same, gone through so many steps further.
    pub fn surely_further(&mut self, look: Look<'_>, who: Id, orders: &[Order], (gone, steps): (&mut Gone, u64)) {
        let is_open = look.rules().registry.hides.is_empty() && look.clock().phase == Phase::Whole;
        let course = Course { until: Until::TurnOrOut(who), asks_nobody: true, ..self.course(orders) };
        if is_open {
            let further = self.gone_through(look, who, &course, (&mut *gone, steps));
            gone.know(further);
        } else {
            gone.found = Some(None);
        }
    }

    /// What becomes of `who` by the end of `order`, with whatever others do about it on the way. Nothing where their side does
    /// not see everybody, and nothing beyond so many steps.
    pub fn on_the_way(&mut self, look: Look<'_>, who: Id, order: &Order) -> Option<Peril> {
        let mut gone = Gone::default();
        while gone.found.is_none() {
            self.on_the_way_further(look, who, order, (&mut gone, u64::MAX));
        }
        gone.found.flatten()
    }

    /// The same, gone through so many steps further.
    pub fn on_the_way_further(&mut self, look: Look<'_>, who: Id, order: &Order, (gone, steps): (&mut Gone, u64)) {
        let one = std::slice::from_ref(order);
        let course = Course { asks_nobody: !gone.is_assumed, is_near: true, ..self.course(one) };
        let is_assumed = gone.is_assumed;
        match self.gone_through(look, who, &course, (&mut *gone, steps)) {
            Err(WaysError::Asked(_)) if !is_assumed => *gone = Gone { is_assumed: true, ..Gone::default() },
            further => gone.know(further.map(|found| found.map(|peril| Peril { is_assumed, ..peril }))),
        }
    }

    fn course(&self, orders: &[Order]) -> Course {
        let orders = orders.iter().map(|order| Said { who: None, order: Spoken::from(order) }).collect();
        Course { orders, habits: self.habits.clone(), limit: Some(STEPS), ..Course::default() }
    }

    /// Goes so many steps further; nothing as long as more are left.
    fn gone_through(
        &mut self,
        look: Look<'_>,
        who: Id,
        course: &Course,
        (gone, steps): (&mut Gone, u64),
    ) -> Result<Option<Peril>, WaysError> {
        let seen = look.seen_by(look.side(who));
        if look.everybody().any(|id| look.is_in_play(id) && !seen.knows_of(id)) {
            return Err(WaysError::Untold("somebody is hidden".to_owned()));
        }
        let scratch = self.mute.get_or_insert_default();
        let mut copy = scratch.copy_falling(look, Falls::From(0));
        let (world, battle) = copy.by_hand();
        let tell = |ended: Ended<'_>| Ok(Fate::of(look, ended.look, who, false));
        let Some(found) = ways_further(world, battle, course, (&mut gone.trail, steps), tell)? else { return Ok(None) };
        let mut peril = Peril { tries: PARTS, is_exact: true, ..Peril::default() };
        parts(&found, PARTS).into_iter().for_each(|(fate, part)| peril.count(fate, part));
        Ok(Some(peril))
    }
}
