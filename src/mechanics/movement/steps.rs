//! Going along a way, one step after the other.

use crate::mechanics::prelude::*;
use crate::mechanics::room::{come_to_rest, shares_place};

/// Goes along `squares`, one step after the other: mechanics that hear of steps hear of each of them.
pub(super) fn go(table: &mut Table<'_>, who: Id, squares: &[Square], cost: Halves, how: &str, rule: RuleId) -> Step {
    let from = table.look().footprint(who);
    let was_alone = !shares_place(table.look(), who);
    let mount = table.look().mount(who).filter(|mount| table.look().place(*mount).present);
    let rules = table.rules();
    let mut told = 0;
    for (index, square) in squares.iter().enumerate() {
        let before = if index == 0 { from.at } else { squares[index - 1] };
        if let Some(facing) = Direction::ALL.into_iter().find(|way| before.step(*way, 1) == *square) {
            table.edit::<Place>(who).facing = facing;
        }
        let to = from.moved_to(*square);
        // What others do about this step is told after it.
        if rules.registry.steps.iter().any(|each| each.answers_move(table.look(), who, to)) {
            let whole = (told == 0 && index + 1 == squares.len()).then_some(cost);
            tell(table, who, (before_of(squares, told, from.at), &squares[told..=index]), whole, how, rule);
            told = index + 1;
        }
        if !table.step(who, to)? {
            // Whoever falls out of the saddle on the way is not where the mount is by then.
            let got = mount.into_iter().chain([who]).any(|each| table.look().footprint(each) == to);
            let gone = squares.get(told..index + usize::from(got)).unwrap_or_default();
            if !gone.is_empty() {
                tell(table, who, (before_of(squares, told, from.at), gone), None, how, rule);
            }
            if !was_alone {
                return Ok(());
            }
            let way: Vec<Footprint> =
                std::iter::once(from.at).chain(squares.iter().copied()).map(|at| from.moved_to(at)).collect();
            // A mount takes along whoever is still on it.
            if let Some(mount) = mount {
                come_to_rest(table, mount, &way, rule)?;
            }
            let is_carried = mount.is_some() && table.look().mount(who) == mount;
            return if is_carried { Ok(()) } else { come_to_rest(table, who, &way, rule) };
        }
    }
    if told > 0 && told == squares.len() {
        return Ok(());
    }
    let whole = (told == 0).then_some(cost);
    tell(table, who, (before_of(squares, told, from.at), &squares[told..]), whole, how, rule);
    Ok(())
}

/// Where a way stood before its square number `index`.
fn before_of(squares: &[Square], index: usize, from: Square) -> Square {
    if index == 0 { from } else { squares.get(index - 1).copied().unwrap_or(from) }
}

/// Says where somebody has gone, and what it cost where that is known.
fn tell(
    table: &mut Table<'_>,
    who: Id,
    (from, squares): (Square, &[Square]),
    cost: Option<Halves>,
    how: &str,
    rule: RuleId,
) {
    let to = squares.last().copied().unwrap_or(from);
    let path: Vec<Square> = std::iter::once(from).chain(squares.iter().copied()).collect();
    table.note(|look| {
        let squares = |cost: Halves| if cost.0 == 2 { " (1 square)".to_owned() } else { format!(" ({cost} squares)") };
        let cost = cost.map(squares).unwrap_or_default();
        Fact::new(rule, format!("{} {how} from {from} to {to}{cost}.", look.name(who))).who(who).way(who, path)
    });
}
