//! When they turn, and where to.

use super::Facing;
use crate::board::{Arc, bearing};
use crate::mechanics::prelude::*;

/// Where somebody means to look when their turn is over.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Wish {
    /// The way that their player has chosen.
    chosen: Option<Direction>,
    /// Whether they have taken a step in their turn.
    has_gone: bool,
    /// Whether they turn as soon as everybody of their number has struck.
    is_due: bool,
}

fn wish(look: Look<'_>, who: Id) -> Wish {
    look.get::<Wish>(who).copied().unwrap_or_default()
}

fn face(table: &mut Table<'_>, who: Id, way: Direction) {
    if table.look().place(who).facing != way {
        table.edit::<Place>(who).facing = way;
    }
}

fn face_body(table: &mut Table<'_>, who: Id, other: Id) {
    let look = table.look();
    if let Some(way) = bearing(look.footprint(who), look.footprint(other)) {
        face(table, who, way);
    }
}

/// The nearest of some, the first of those who are as near.
fn nearest(look: Look<'_>, who: Id, of: impl Iterator<Item = Id>) -> Option<Id> {
    of.min_by_key(|id| look.gap(who, *id))
}

impl Facing {
    /// The close enemy that somebody would take first: one before them rather than another, the nearest.
    pub(super) fn nearest_before(&self, look: Look<'_>, who: Id) -> Option<Id> {
        let rank = |foe: &Id| (!self.has_before_it(look, who, *foe), look.gap(who, *foe));
        look.melee_of(who).min_by_key(rank)
    }

    /// `who` has come close to others: those who have nobody else to fight turn to `who`, if they see them.
    pub(super) fn meet(&self, table: &mut Table<'_>, who: Id) {
        let look = table.look();
        let is_free = |foe: &Id| look.sees(*foe, who) && look.melee_of(*foe).all(|other| other == who);
        let turning: Vec<Id> = look.melee_of(who).filter(is_free).collect();
        turning.into_iter().for_each(|foe| face_body(table, foe, who));
    }

    /// Whoever has none of those close by in front turns to one of them.
    pub(super) fn face_somebody(&self, table: &mut Table<'_>, who: Id) {
        let look = table.look();
        if let Some(foe) = self.nearest_before(look, who).filter(|foe| !self.has_before_it(look, who, *foe)) {
            face_body(table, who, foe);
        }
    }

    /// `who` is out of it: those who had nobody else to fight turn to the nearest enemy whom they see.
    pub(super) fn leave(&self, table: &mut Table<'_>, who: Id) {
        let look = table.look();
        let Some(within) = look.rules().measure.melee else { return };
        let body = look.footprint(who);
        let is_left = |id: &Id| {
            look.are_enemies(who, *id)
                && look.footprint(*id).gap(body) <= within
                && look.can_engage(*id)
                && look.melee_of(*id).next().is_none()
        };
        let left: Vec<Id> = look.everybody().filter(is_left).collect();
        for id in left {
            let look = table.look();
            let next = nearest(look, id, look.foes(id).filter(|foe| look.sees(id, *foe)));
            if let Some(foe) = next {
                face_body(table, id, foe);
            }
        }
    }

    /// A turn begins: what was chosen in the one before no longer holds.
    pub(super) fn forget_wish(&self, table: &mut Table<'_>, who: Id) {
        let begins = matches!(table.clock().phase, Phase::Whole | Phase::Moves);
        if begins {
            table.reset::<Wish>(who);
        }
    }

    /// Somebody has gone a step: in their own turn, as far as it matters here.
    pub(super) fn note_step(&self, table: &mut Table<'_>, who: Id) {
        if table.clock().turn == Some(who) && !wish(table.look(), who).has_gone {
            table.edit::<Wish>(who).has_gone = true;
        }
    }

    /// A turn ends, or the steps of it: now they may turn, if they are able to.
    pub(super) fn end_turn(&self, table: &mut Table<'_>, who: Id) {
        let clock = table.clock();
        match clock.phase {
            Phase::First | Phase::Last => {}
            // What is done at once is done from where everybody looks now.
            Phase::Blows if clock.together => table.edit::<Wish>(who).is_due = true,
            Phase::Moves if wish(table.look(), who).has_gone => self.face_somebody(table, who),
            Phase::Moves => {}
            Phase::Whole | Phase::Blows => self.turn(table, who),
        }
    }

    /// Everybody of one number has struck: now they turn.
    pub(super) fn settle(&self, table: &mut Table<'_>) {
        let look = table.look();
        let due: Vec<Id> = look.everybody().filter(|id| wish(look, *id).is_due).collect();
        for who in due {
            table.edit::<Wish>(who).is_due = false;
            self.turn(table, who);
        }
    }

    /// Turns `who` the way that was chosen, or so that as few as can be stand at their side or back, least of all the
    /// one whom they fight, or to those who may come.
    fn turn(&self, table: &mut Table<'_>, who: Id) {
        let look = table.look();
        if look.allows(who, &["act"]).is_err() || !look.is_in_play(who) {
            return;
        }
        let way = wish(look, who).chosen.or_else(|| self.best_way(look, who)).or_else(|| self.towards_them(look, who));
        if let Some(way) = way {
            face(table, who, way);
        }
    }

    /// With nobody close by, whoever sees enemies and has none of them in front turns to the nearest.
    fn towards_them(&self, look: Look<'_>, who: Id) -> Option<Direction> {
        let seen: Vec<Id> = look.foes(who).filter(|foe| look.sees(who, *foe)).collect();
        if seen.iter().any(|foe| self.has_before_it(look, who, *foe)) {
            return None;
        }
        let foe = nearest(look, who, seen.into_iter())?;
        bearing(look.footprint(who), look.footprint(foe))
    }

    fn best_way(&self, look: Look<'_>, who: Id) -> Option<Direction> {
        let near: Vec<Id> = look.melee_of(who).collect();
        let target = look.fights(who).filter(|foe| near.contains(foe));
        let target = target.or_else(|| nearest(look, who, near.iter().copied()))?;
        let own = look.footprint(who);
        let straight = bearing(own, look.footprint(target))?;
        let exposed = |way: Direction, foe: Id| match self.arcs.between(own, way, look.footprint(foe)) {
            Some(Arc::Rear) => 2,
            Some(Arc::Flank) => 1,
            Some(Arc::Front) | None => 0,
        };
        let in_all = |way: Direction| near.iter().map(|foe| exposed(way, *foe)).sum::<i32>();
        let ways = (0..=4).flat_map(|steps| [straight.turned(steps), straight.turned(-steps)]);
        ways.min_by_key(|way| (in_all(*way), exposed(*way, target)))
    }

    /// The way that an order names, by itself or by somebody who is there.
    fn chosen(look: Look<'_>, who: Id, order: &Order) -> Result<Direction, Refusal> {
        if let Some(way) = order.toward {
            return Ok(way);
        }
        let other = look.target_or_refuse(order, "which way? say `toward east` or `at NAME`")?;
        bearing(look.footprint(who), look.footprint(other))
            .ok_or_else(|| Refusal::nonsense(format!("{} is in the same place", look.name(other))))
    }
}

/// Choosing which way to look when the turn is over.
impl Deed for Facing {
    nature!(|self| Nature::of("face", Group::Turn, Stage::Movement)
        .reading(&[Reads::At, Reads::Toward])
        .costing_nothing()
        .tempting(false));

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        for way in Direction::ALL {
            let label = format!("Face {}", way.word());
            out.push(Choice::of(self, (look, who), Order::new("face").toward(way), label, self.rule));
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        look.allows(who, &["act", "face"])?;
        Self::chosen(look, who, order)?;
        let why = || "one turns at the end of one's turn";
        look.refuse_if(matches!(look.clock().phase, Phase::Moves | Phase::First | Phase::Last), self.rule, why)?;
        look.refuse_if(wish(look, who).chosen.is_some(), self.rule, || "that is chosen already")
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let Ok(way) = Self::chosen(table.look(), who, order) else { return Ok(()) };
        table.edit::<Wish>(who).chosen = Some(way);
        table.say(self.rule, who, |look| {
            format!("{} will face {} when their turn is over.", look.name(who), way.word())
        });
        Ok(())
    }
}
