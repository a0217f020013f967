//! What all games with saddles have alike: whoever rides covers the squares of their mount, goes along with it, and
//! finds room beside it when they come down.

use crate::battle::{FigureName, Figures, Follows, Id, Look, Place, RuleId, Step, Table};
use crate::board::{Footprint, Square};

/// What a game says of getting into its saddles and out of them.
pub(super) trait Saddles: std::fmt::Debug + Send + Sync {
    /// The rule of getting on and off.
    fn rule(&self) -> RuleId;

    /// The figure of those who know how to ride.
    fn skill(&self) -> FigureName;

    /// Whether a fighter is there to carry anybody.
    fn carries(&self, look: Look<'_>, id: Id) -> bool;

    /// Whether somebody lies on the ground.
    fn is_down(&self, look: Look<'_>, id: Id) -> bool;

    /// How many get on at most.
    fn seats(&self, _look: Look<'_>, _mount: Id) -> usize {
        1
    }

    /// Whether one is better off in the saddle even with enemies at hand.
    fn worth(&self) -> f64;

    /// Somebody takes their seat.
    fn sit(&self, table: &mut Table<'_>, who: Id, mount: Id) -> Step;

    /// Somebody gets out of the saddle, on their feet.
    fn get_off(&self, table: &mut Table<'_>, who: Id) -> Step;
}

/// Puts somebody into the saddle, in the squares of their mount, which follows them from then on.
pub(super) fn put_up(table: &mut Table<'_>, who: Id, mount: Id) {
    table.seat(who, Some(mount));
    let seat = table.look().place(mount);
    let mut place = table.edit::<Place>(who);
    (place.footprint, place.facing, place.altitude) = (seat.footprint, seat.facing, seat.altitude);
    table.edit::<Follows>(mount).0 = Some(who);
}

/// The squares of somebody on their own feet.
pub(super) fn on_foot(look: Look<'_>, who: Id, at: Square) -> Footprint {
    let side = look.get::<Figures>(who).map_or(1, |figures| look.rules().side_of(figures));
    Footprint::new(at, side)
}

/// A mount has come to another place: those whom it carries have too.
pub(super) fn carry(table: &mut Table<'_>, mount: Id) -> Step {
    let riders = table.look().riders(mount).to_vec();
    for rider in riders {
        let seat = table.look().place(mount);
        let mut place = table.edit::<Place>(rider);
        (place.facing, place.altitude) = (seat.facing, seat.altitude);
        if table.look().footprint(rider) != seat.footprint {
            table.relocate(rider, seat.footprint)?;
        }
    }
    Ok(())
}
