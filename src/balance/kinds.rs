//! What there is in a battle that can be varied: kinds of fighters, and figures of theirs.

use super::vary::{Vary, stem};
use crate::battle::{Fighter, FigureDef, FigureName, Setup, SideId};

/// Fighters of a side that differ by nothing but their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// What they are called, without a number.
    pub name: String,
    /// Whose they are.
    pub side: SideId,
    /// How many there are.
    pub count: i32,
    /// The figures that each of them has been given.
    pub figures: Vec<FigureName>,
}

impl Kind {
    /// The kinds of a battle, in the order of its fighters.
    pub fn all(setup: &Setup) -> Vec<Self> {
        let mut found: Vec<Self> = Vec::new();
        for fighter in &setup.fighters {
            let (name, side) = (stem(&fighter.name), fighter.side);
            if found.iter().any(|kind| kind.name == name && kind.side == side) {
                continue;
            }
            let meant = Vary::how_many(name, side, 0..=0).and_then(|vary| vary.meant(setup)).unwrap_or_default();
            let own: Vec<&Fighter> = meant.iter().filter_map(|index| setup.fighters.get(*index)).collect();
            let squares = setup.rules.measure.bodies.as_ref().map(|bodies| bodies.by);
            let varies = |(figure, def): &(&FigureName, &FigureDef)| {
                let is_given = |each: &&Fighter| {
                    each.given(**figure).is_some() || def.is.is_empty() && each.profile.class.is_none()
                };
                // Whoever grew might stand in others.
                def.group.is_some() && squares != Some(**figure) && own.iter().all(is_given)
            };
            let figures = setup.rules.figures.iter().filter(varies).map(|(figure, _)| *figure).collect();
            let count = i32::try_from(own.len()).unwrap_or(i32::MAX);
            found.push(Self { name: name.to_owned(), side, count, figures });
        }
        found
    }
}
