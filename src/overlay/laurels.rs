//! Battles that were won at this screen, each with the side that won it. Kept between runs where the system keeps such things.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use bevy::app::App;
use bevy::ecs::prelude::{Resource, World};

use super::kept;
use super::screen::{Overlay, Shown};
use super::start::Seat;
use super::timeline::Timeline;
use crate::battle::{Look, SideId, verdict};
use crate::machine;
use crate::record::Origin;

/// No file of them is larger.
const MOST_BYTES: u64 = 256 << 10;

/// The sides that have won, by the names of scenarios.
type Won = BTreeMap<String, BTreeSet<String>>;

/// Battles that were won.
#[derive(Resource, Debug, Default)]
pub struct Laurels {
    won: Won,
    /// Where they are kept; nothing is written where there is no such place.
    place: Option<PathBuf>,
}

/// What was won.
pub fn plugin(app: &mut App) {
    app.init_resource::<Laurels>();
}

impl Laurels {
    /// Where this system keeps them.
    pub fn usual_place() -> Option<PathBuf> {
        Some(machine::place_of_things()?.join("won.ron"))
    }

    /// Those that are kept there; a file that cannot be read is as good as none, and what is wrong with it is told.
    pub fn kept_in(place: Option<PathBuf>) -> (Self, Option<String>) {
        let (won, place, wrong) = kept::begin(place, MOST_BYTES, "battles that were won are not marked");
        (Self { won, place }, wrong)
    }

    /// The sides that have won a scenario.
    pub fn of(&self, scenario: &str) -> impl Iterator<Item = &str> {
        self.won.get(scenario).into_iter().flatten().map(String::as_str)
    }

    /// Notes a victory; what is wrong where it cannot be kept.
    fn note(&mut self, scenario: &str, side: &str) -> Result<(), String> {
        if !self.won.entry(scenario.to_owned()).or_default().insert(side.to_owned()) {
            return Ok(());
        }
        self.place.as_deref().map_or(Ok(()), |place| kept::write(place, &self.won))
    }
}

/// Notes the battle that is shown, if somebody at this screen has won it against the computer.
pub(super) fn tend(world: &World, overlay: &mut Overlay, shown: &Shown) {
    let Some(winner) = shown.battle.and_then(|battle| verdict(world, battle)?.winner) else { return };
    // Whoever lets the computer play most of it has watched a victory.
    if overlay.of::<Timeline>().is_computers(winner) {
        return;
    }
    let Some((scenario, side)) = victory(world, shown, winner) else { return };
    if let Err(why) = overlay.edit::<Laurels>().note(&scenario, &side) {
        overlay.say(why);
    }
}

/// Which scenario that is and which side, where it is a victory over the computer, fought by oneself.
fn victory(world: &World, shown: &Shown, winner: SideId) -> Option<(String, String)> {
    let battle = shown.battle?;
    let mine = shown.seats.get(usize::from(winner.0)) == Some(&Seat::Me);
    let others = shown.seats.iter().any(|seat| *seat != Seat::Me);
    let scenario = &world.get::<Origin>(battle)?.scenario;
    let side = Look::at(world, battle)?.side_name(winner).to_owned();
    (mine && others).then(|| (scenario.clone(), side))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: what was won is marked the next time too, once for each side.
    #[test]
    fn what_was_won_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let place = Some(folder.path().join("data").join("won.ron"));
        let (mut laurels, wrong) = Laurels::kept_in(place.clone());
        assert_eq!(wrong, None);
        for side in ["Watch", "Goblins", "Watch"] {
            laurels.note("scale_toughness/gate", side).unwrap();
        }
        let (again, wrong) = Laurels::kept_in(place);
        assert_eq!(wrong, None);
        assert_eq!(again.of("scale_toughness/gate").collect::<Vec<_>>(), ["Goblins", "Watch"]);
        assert_eq!(again.of("scale_toughness/even").count(), 0);
    }

    /// Promise: a spoilt file is told and left as it is.
    #[test]
    fn a_spoilt_file_is_told_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("won.ron");
        std::fs::write(&place, "{ this is not").unwrap();
        let (mut laurels, wrong) = Laurels::kept_in(Some(place.clone()));
        assert!(wrong.is_some_and(|wrong| wrong.contains("won.ron")));
        laurels.note("scale_toughness/gate", "Watch").unwrap();
        assert_eq!(std::fs::read_to_string(place).unwrap(), "{ this is not");
    }
}
