//! Where fighters begin: room for their bodies, and no more of them on a square than have room there.

use std::collections::BTreeSet;

use super::FighterFile;
use crate::battle::{Fighter, Rules, SideId};
use crate::board::{Board, Footprint, Spots, Square};
use crate::rulebook::reader::Problems;

/// The first place in a zone or on a border where a body of so many squares a side finds room, beside whoever stands
/// there already.
pub(super) fn room(
    rules: &Rules,
    board: &Board,
    spots: &Spots,
    others: &[Fighter],
    name: &str,
    side: i32,
) -> Result<Square, String> {
    let known = || {
        let names: Vec<String> = spots.all().iter().map(|spot| spots.name(board, *spot)).collect();
        format!("one of {}", names.join(", "))
    };
    let spot = spots.named(board, name).ok_or_else(known)?;
    let taken: Vec<Footprint> = others.iter().map(|other| other.footprint(rules)).collect();
    let body = |square: &Square| Footprint::new(*square, side);
    let fits = |square: &&Square| spots.of_body(body(square)) == Some(spot) && board.supports(body(square));
    if side > board.width().min(board.height()) {
        return Err(format!("a board on which a body of {side} squares a side has room"));
    }
    // A large body on a narrow border stands with one side of it there.
    let corners = (0..=board.height() - side).flat_map(|y| (0..=board.width() - side).map(move |x| Square::new(x, y)));
    let mut fitting: Vec<Square> = match side {
        1 => spots.squares(spot).iter().filter(fits).copied().collect(),
        _ => corners.filter(|square| fits(&square)).collect(),
    };
    let count = spots.squares(spot).len().max(1) as i32;
    let (x, y) = spots.squares(spot).iter().fold((0, 0), |(x, y), square| (x + square.x, y + square.y));
    // The middle first, so that nobody stands on the name of the place.
    let off = |at: &Square| {
        let (dx, dy) = ((at.x * 2 + side - 1) * count - x * 2, (at.y * 2 + side - 1) * count - y * 2);
        (i64::from(dx).pow(2) + i64::from(dy).pow(2), at.y, at.x)
    };
    fitting.sort_by_key(off);
    let is_free = |square: &&Square| !taken.iter().any(|other| other.gap(body(square)) == 0);
    fitting.iter().find(is_free).or(fitting.first()).copied().ok_or_else(known)
}

/// Where no rules say otherwise, no more of common size begin a battle on one square, unless they ride or lie there.
const MOST_ON_A_SQUARE: usize = 2;

/// Notes squares where more of one side begin than have room there.
pub(in crate::rulebook) fn check_crowded(
    files: &[FighterFile],
    fighters: &[Fighter],
    rules: &Rules,
    problems: &mut Problems,
) {
    let most = rules.registry.mechanics.iter().find_map(|mechanic| mechanic.to_a_square()).unwrap_or(MOST_ON_A_SQUARE);
    note_squares(files, fighters, rules, problems, |there| {
        let of_side = |side: SideId| there.iter().filter(|fighter| fighter.side == side).count();
        let is_full = there.iter().any(|fighter| of_side(fighter.side) > most);
        is_full.then(|| format!("at most {most} on a square"))
    });
}

/// Notes squares where enemies begin together, as only those do who have each other in a grip.
pub(in crate::rulebook) fn check_apart(
    files: &[FighterFile],
    fighters: &[Fighter],
    rules: &Rules,
    problems: &mut Problems,
) {
    note_squares(files, fighters, rules, problems, |there| {
        let sides: BTreeSet<SideId> = there.iter().map(|fighter| fighter.side).collect();
        (sides.len() > 1).then(|| "enemies on squares of their own".to_owned())
    });
}

/// Notes squares by those who begin there on their own feet and in no state: what is expected there in their place.
fn note_squares(
    files: &[FighterFile],
    fighters: &[Fighter],
    rules: &Rules,
    problems: &mut Problems,
    expected: impl Fn(&[&Fighter]) -> Option<String>,
) {
    let stands = |fighter: &&Fighter| {
        let size = rules.measure.bodies.as_ref().and_then(|bodies| fighter.given(bodies.by));
        let is_small = size.is_some_and(|size| rules.measure.own_halves(size) < 2);
        let rides = fighter.rides.is_some() || fighter.possesses.is_some();
        // Those in a state may lie there, or be in somebody's grip.
        !is_small && !rides && !fighter.is_late() && fighter.altitude == 0 && fighter.conditions.is_empty()
    };
    let mut told: Vec<Square> = Vec::new();
    for at in files.iter().flat_map(|file| file.at.iter().chain(&file.each_at)) {
        let there: Vec<&Fighter> = fighters.iter().filter(stands).filter(|fighter| fighter.at == at.value).collect();
        if let Some(expected) = expected(&there).filter(|_| !told.contains(&at.value)) {
            told.push(at.value);
            problems.push(at.span, format!("{} fighters at {}", there.len(), at.value), expected);
        }
    }
}

/// A square of the fighter's body where it cannot stand.
pub(super) fn outside(rules: &Rules, fighter: &Fighter, board: &Board) -> Option<Square> {
    let footprint = fighter.footprint(rules);
    footprint.squares().find(|square| board.terrain(*square).is_none_or(|terrain| terrain.cost == 0))
}
