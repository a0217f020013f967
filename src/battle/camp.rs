//! The camp before a battle: hours and days in which those who come from the one before rest, mend and learn.
//!
//! It lies on the eve of the battle, so whatever is decided in it is a decision of that battle like any other: it is
//! saved, taken back and played again with it.

use std::sync::Arc;

use bevy::ecs::prelude::Component;

use super::{Id, Look, Refusal, SheetLine, Shows, SideId, Step, Table, pass_hours};

/// Hours of a day.
const DAY: i32 = 24;

/// Where a side camps before a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CampSite {
    /// Whose camp it is.
    pub side: SideId,
    /// Hours after which it is too late for what lies ahead, if that does not wait.
    pub hours: Option<i32>,
    /// Days of road that lie between the camp and the battle.
    pub road: i32,
}

/// How far a camp has come. A component of the battle.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Camp {
    /// Whether somebody is in camp now.
    pub is_open: bool,
    /// Hours that have been spent in it.
    pub hours: i32,
    /// Days of them that were spent on the road.
    pub road: i32,
    /// Whether the hours that pass just now are spent in bed.
    pub abed: bool,
    /// Those who watch over somebody: each of them, and whom.
    pub watches: Vec<(Id, Id)>,
}

/// How hours of a camp are spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spent {
    /// On the road.
    Travelling,
    /// In bed, but for those who watch over somebody.
    Abed,
    /// At work, or by the fire.
    About,
}

impl CampSite {
    /// Days of road that are still to go.
    pub fn road_left(&self, camp: &Camp) -> i32 {
        (self.road - camp.road).max(0)
    }

    /// Hours that are left until it is too late; none where nothing presses.
    pub fn hours_left(&self, camp: &Camp) -> Option<i32> {
        self.hours.map(|hours| (hours - camp.hours).max(0))
    }

    /// Hours that can be spent in this way before it is too late: those that the road takes are kept for it.
    pub fn to_spare(&self, camp: &Camp, spent: Spent) -> Option<i32> {
        let kept = if spent == Spent::Travelling { 0 } else { self.road_left(camp) * DAY };
        self.hours_left(camp).map(|left| (left - kept).max(0))
    }
}

impl Look<'_> {
    /// What mechanics say of somebody for their sheet: of their turn only where turns are taken.
    pub fn sheet_lines(&self, who: Id) -> Vec<SheetLine> {
        let has_turns = self.camp().is_none() && self.clock().round > 0;
        let told = |mechanic: &Arc<dyn Shows>| {
            let turn = has_turns.then(|| mechanic.turn_sheet(*self, who));
            turn.into_iter().flatten().chain(mechanic.sheet(*self, who))
        };
        self.rules().registry.shows.iter().flat_map(told).collect()
    }

    /// What mechanics say of somebody in camp.
    pub fn camp_lines(&self, who: Id) -> Vec<SheetLine> {
        self.rules().registry.shows.iter().flat_map(|mechanic| mechanic.camp_sheet(*self, who)).collect()
    }

    /// Whether so many hours of the camp can be spent in this way.
    ///
    /// # Errors
    /// When nobody camps, or it would be too late by then.
    pub fn can_spend(&self, hours: i32, spent: Spent) -> Result<(), Refusal> {
        let (site, camp) = self.camp().ok_or_else(|| Refusal::nonsense("nobody is in camp"))?;
        match site.to_spare(camp, spent) {
            Some(left) if left < hours => {
                let road = site.road_left(camp);
                let road = if road > 0 { format!(", with {road} days of road before you") } else { String::new() };
                let all = site.hours_left(camp).unwrap_or(left);
                Err(Refusal::new("camp", format!("there are {all} hours left{road}")))
            }
            _ => Ok(()),
        }
    }
}

/// Lets hours of the camp pass for those who are in it.
///
/// # Errors
/// As for [`pass_hours`].
pub fn spend_hours(table: &mut Table<'_>, hours: i32, spent: Spent) -> Step {
    table.edit_battle::<Camp>().abed = spent == Spent::Abed;
    pass_hours(table, hours)?;
    let mut camp = table.edit_battle::<Camp>();
    camp.abed = false;
    camp.hours = camp.hours.saturating_add(hours);
    if spent == Spent::Travelling {
        camp.road = camp.road.saturating_add(hours / DAY);
    }
    Ok(())
}
