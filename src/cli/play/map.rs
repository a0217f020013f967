//! The battlefield and its fighters as characters.

use std::collections::BTreeSet;

use crate::battle::{Id, Key, Look, Sides};
use crate::board::{Square, draw_map};

/// The map with everybody's letter, and beside it who is who.
pub(super) fn lines(look: Look<'_>) -> Vec<String> {
    let present: Vec<Id> = look.everybody().filter(|id| look.place(*id).present && look.knows_of(*id)).collect();
    let hanging = look.hanging();
    let mark = |square: Square| {
        let here = present.iter().rev().find(|id| look.footprint(**id).contains(square) && look.is_in_play(**id));
        let here = here.or_else(|| present.iter().find(|id| look.footprint(**id).contains(square)));
        let under = || match ground(look, square) {
            '.' | ':' if hanging.iter().any(|each| each.square == square) => '%',
            ground => ground,
        };
        here.map_or_else(under, |id| letter(look, *id))
    };
    let rows = draw_map(look.board(), mark);
    let width = look.board().width();
    let tens: String = (0..width).map(|x| if x % 10 == 0 { digit(x / 10) } else { ' ' }).collect();
    let ones: String = (0..width).map(|x| digit(x % 10)).collect();
    let mut lines = vec![format!("    {tens}"), format!("    {ones}")];
    let mut who = present.iter().map(|id| line(look, *id));
    for (y, row) in rows.into_iter().enumerate() {
        let told = who.next().unwrap_or_default();
        lines.push(format!("{y:>3} {row}  {told}").trim_end().to_owned());
    }
    lines.extend(who.map(|told| format!("    {}  {told}", " ".repeat(width as usize))));
    let gases: BTreeSet<Key> = hanging.iter().map(|each| each.of).collect();
    if !gases.is_empty() {
        let gases: Vec<&str> = gases.iter().map(|gas| gas.as_str()).collect();
        lines.push(format!("    % {}", gases.join(", ")));
    }
    lines
}

fn digit(number: i32) -> char {
    u32::try_from(number % 10).ok().and_then(|digit| char::from_digit(digit, 10)).unwrap_or(' ')
}

fn ground(look: Look<'_>, square: Square) -> char {
    let board = look.board();
    if board.objects.iter().any(|object| object.squares.contains(&square)) {
        return '+';
    }
    match board.terrain(square) {
        Some(terrain) if terrain.cost == 0 => '#',
        Some(terrain) if terrain.tags.iter().any(|tag| tag == "water") => '~',
        Some(terrain) if terrain.cost > 1 => ':',
        Some(_) => '.',
        None => ' ',
    }
}

/// Letters for the first side, lower case for the second, digits after that.
fn letter(look: Look<'_>, id: Id) -> char {
    let side = look.side(id);
    let number = look.everybody().filter(|other| look.side(*other) == side).take_while(|other| *other != id).count();
    let letter = char::from(b'A' + (number % 26) as u8);
    match side.0 {
        0 => letter,
        1 => letter.to_ascii_lowercase(),
        _ => digit(number as i32),
    }
}

fn line(look: Look<'_>, id: Id) -> String {
    let side = look.battle::<Sides>().and_then(|sides| sides.0.get(usize::from(look.side(id).0)));
    let side = side.map_or("", |side| side.name.as_str());
    let wounds = look.wounds(id).len();
    let hurt = if wounds > 0 { format!(", wounds {wounds}") } else { String::new() };
    let states: Vec<&str> = look.conditions(id).iter().map(|condition| condition.kind.as_str()).collect();
    let states = if states.is_empty() { String::new() } else { format!(", {}", states.join(", ")) };
    let now = if look.is_on_turn(id) { "*" } else { " " };
    let minds: Vec<&str> = look.lodgers(id).iter().map(|mind| look.name(*mind)).collect();
    let minds = if minds.is_empty() { String::new() } else { format!(" with {} inside", minds.join(" and ")) };
    format!("{now}{} {}{minds} ({side}){hurt}{states}", letter(look, id), look.name(id))
}

/// Everything on the sheet of somebody.
pub(super) fn sheet(look: Look<'_>, who: Id) -> Vec<String> {
    let rules = look.rules();
    let mut lines = vec![line(look, who)];
    for (name, def) in rules.figures.iter().filter(|(_, def)| def.group.is_some()) {
        let sum = look.figure(who, *name);
        if sum.total() != 0 || def.group.as_deref() == Some("figure") {
            let halves = if def.halves { " (in halves)" } else { "" };
            lines.push(format!("  {name:<18} {sum}{halves}"));
        }
    }
    for line in look.sheet_lines(who) {
        lines.push(format!("  {:<18} {}", line.label, line.text));
    }
    for item in look.gear(who) {
        lines.push(format!("  {:<18} {:?}", item.arm.name.as_str(), item.held));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::lines;
    use crate::ai::{Mind, Skill};
    use crate::trial;

    /// ST-TOX-03: gas shows on the map, with its name below.
    #[test]
    fn gas_shows_on_the_map() {
        let mut game = trial::begun("scale_toughness/gas_corridor", 4);
        let mut mind = Mind::new(Skill::Random, 4);
        loop {
            let look = trial::look(&game);
            let map = lines(look);
            assert_eq!(map.iter().any(|line| line.contains('%')), !look.hanging().is_empty());
            if !look.hanging().is_empty() {
                assert_eq!(map.last().map(|line| line.trim()), Some("% tear gas"));
                return;
            }
            assert!(trial::goes_on(&mut game, &mut mind), "gas comes in the second round");
        }
    }
}
