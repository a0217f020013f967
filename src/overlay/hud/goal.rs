//! What the side must do that sits here, what it must keep others from, and for how long.

use crate::battle::{Limits, Look, Objective, Sides};

/// What the side must do that sits here, and what it must keep the others from.
pub fn told(look: Look<'_>) -> Option<String> {
    let sides = look.battle::<Sides>()?;
    let mine = mine(look, sides)?;
    let own = sides.0.get(mine)?.objective.told(look);
    let others = sides.0.iter().enumerate().filter(|(index, _)| *index != mine);
    let kept_from =
        others.filter_map(|(_, side)| Some(format!("keep {} from {}", side.name, side.objective.prevented(look)?)));
    Some([own].into_iter().chain(kept_from).collect::<Vec<_>>().join("; "))
}

/// The goal of the side that sits here.
pub fn objective<'w>(look: Look<'w>) -> Option<&'w Objective> {
    let sides = look.battle::<Sides>()?;
    Some(&sides.0.get(mine(look, sides)?)?.objective)
}

/// After how many rounds the battle is over at the latest; 0 where nothing says so.
pub fn rounds(look: Look<'_>) -> i32 {
    let limit = look.battle::<Limits>().map(|limits| limits.rounds);
    let sides = look.battle::<Sides>().into_iter().flat_map(|sides| &sides.0);
    sides.filter_map(|side| side.objective.ends_after()).chain(limit).min().unwrap_or_default()
}

/// The side that is asked, else the first that people play.
fn mine(look: Look<'_>, sides: &Sides) -> Option<usize> {
    let asked = look.question().map(|question| question.side).filter(|side| look.is_played_here(*side));
    asked.map(|side| usize::from(side.0)).or_else(|| sides.0.iter().position(|side| side.is_players))
}
