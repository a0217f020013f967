//! What somebody fights with, and how near to enemies they like to be with it.

use super::place::{NEAR, SAFE};
use crate::battle::{ArmKind, Case, Id, Item, Look, Sum};

/// Of how far an arm carries, one over so much is where it is used best, if distance costs anything.
const NEARER: i32 = 4;

/// How far at most those who shoot like to be, in squares.
const MOST_LIKED: i32 = 40;

/// What somebody fights with, as far as standing somewhere is concerned.
pub(super) struct Style {
    /// How far it likes to be from enemies, in the board's squares.
    pub likes: i32,
    /// The same from those who come to strike it.
    keeps: i32,
    /// It shoots.
    pub shoots: bool,
    /// It needs a run-up.
    pub runs_up: bool,
}

impl Style {
    pub fn of(look: Look<'_>, who: Id) -> Self {
        // What was learned by heart and is gone again counts under its own name.
        let is_gone = |item: &&Item| item.arm.kind == ArmKind::Spell && look.tally(who, item.arm.name) > 0;
        let is_armed = |item: &&Item| item.is_ready() && item.arm.damage.is_some() && !look.is_useless(who, &item.arm);
        let ready = || look.arms(who).filter(|item| is_armed(item) && !is_gone(item));
        let own = if look.rules().measure.reach_in_squares { 1 } else { look.own_width(who) };
        let square = look.rules().measure.square.max(1);
        let shows = &look.rules().registry.shows;
        // Where distance costs nothing it is used from as far off as it carries whichever way squares are counted.
        let is_even = |item: &Item| shows.iter().any(|mechanic| mechanic.carries_evenly(&item.arm));
        let best = |item: &Item, range: i32| if is_even(item) { range - range / 3 } else { range / NEARER };
        // What shoots less well from farther off still does so from half as far as it carries.
        let far = |item: &Item| match item.arm.increment {
            Some(increment) => Some((increment, increment)),
            None => item.arm.range.map(|range| (best(item, range), range / 2)),
        };
        let far = ready().filter(|item| item.arm.kind != ArmKind::Melee).filter_map(far);
        let near = ready().filter_map(|item| item.arm.reach.iter().max()).max().copied();
        match far.max() {
            Some((metres, half)) => {
                let likes = (metres / square).clamp(2, MOST_LIKED);
                Self { likes, keeps: likes.max((half / square).min(SAFE)), shoots: true, runs_up: false }
            }
            None => {
                let near = near.map_or(1, |band| if band <= 0 { 0 } else { (band - 1) * own + 1 });
                // Some need a run-up.
                let run_up = look.sum(&Case::of("run-up", who), Sum::new()).total();
                let likes = near.saturating_add(run_up);
                Self { likes, keeps: likes, shoots: false, runs_up: run_up > 0 }
            }
        }
    }

    /// That of those on foot who come so near to enemies: they do not shoot, and need no run-up.
    pub const fn on_foot(likes: i32) -> Self {
        Self { likes, keeps: likes, shoots: false, runs_up: false }
    }

    /// How far off there may be anybody to shoot at, in squares.
    pub fn carries(&self) -> i32 {
        MOST_LIKED.max(self.likes * NEARER)
    }

    /// The same among the enemies of somebody: those who shoot come no nearer to those who strike than they have to.
    pub fn among(self, look: Look<'_>, who: Id) -> Self {
        let may = self.shoots && self.keeps > self.likes;
        let keeps_off = may && look.foes(who).any(|foe| !Self::of(look, foe).shoots);
        if keeps_off { Self { likes: self.keeps, ..self } } else { self }
    }
}

/// How far one strikes with something, in squares.
pub(super) fn reach_in_squares(look: Look<'_>, who: Id, item: &Item) -> i32 {
    let own = if look.rules().measure.reach_in_squares { 1 } else { look.own_width(who) };
    let band = item.arm.reach.iter().max().copied().unwrap_or(1);
    ((band - 1).max(0) * own + 1).min(NEAR)
}

/// How near somebody must be to an enemy to strike it hand to hand, in squares.
pub(super) fn reach_of(look: Look<'_>, who: Id) -> i32 {
    let ready = look.arms(who).filter(|item| item.is_ready() && item.arm.damage.is_some());
    ready.map(|item| reach_in_squares(look, who, item)).max().unwrap_or(1)
}
