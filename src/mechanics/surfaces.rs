//! What people are thrown against and fall upon. One mechanic of a composition knows how hard that is. All
//! others ask here (HG-GRAP-08, HG-ENV-01, ST-ENV-03).

use crate::mechanics::prelude::*;

/// The sum that says how hard something is, by the words of what it is made of.
pub(super) const SURFACE: &str = "surface";
/// The word of that which one stands on: if nothing else is known of it, it is plain ground.
pub(super) const UNDERFOOT: &str = "underfoot";
/// The deed that nobody chooses: to fall so far where one is, in the board's unit of length. Whoever lets somebody fall
/// performs it, in games that have it.
pub(super) const FALL: &str = "fall";

/// The words of the ground under a body.
pub(super) fn underfoot(look: Look<'_>, at: Footprint) -> Vec<Key> {
    let ground = at.squares().filter_map(|square| look.board().terrain(square));
    ground.flat_map(|ground| &ground.tags).filter_map(|word| Key::find(word)).collect()
}

/// What it adds to the damage of `who` to strike against something of these words.
pub(super) fn hardness(look: Look<'_>, who: Id, words: &[Key]) -> Sum {
    let mut case = Case::of(SURFACE, who);
    words.iter().for_each(|word| case.push_word(*word));
    look.sum(&case, Sum::new())
}

/// The same for the ground under a body.
pub(super) fn ground(look: Look<'_>, who: Id, at: Footprint) -> Sum {
    let mut words = underfoot(look, at);
    words.push(Key::from(UNDERFOOT));
    hardness(look, who, &words)
}

/// What is added to the dice when `who` falls so far and lands there.
pub(super) fn fall_onto(look: Look<'_>, who: Id, height: i32, onto: Footprint) -> Sum {
    let order = Order::new(FALL).n(height);
    let mut sum = look.sum(&Case { order: Some(&order), ..Case::of(FALL, who) }, Sum::new());
    sum.include(&ground(look, who, onto));
    sum
}

/// Lets somebody fall so far where they are, in games in which falls are something.
pub(super) fn fall(table: &mut Table<'_>, who: Id, height: i32) -> Step {
    let Ok(deed) = table.look().deed(FALL).cloned() else { return Ok(()) };
    deed.perform(table, who, &Order::new(FALL).n(height))
}
