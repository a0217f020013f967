//! What comes down on the field from beyond its edge: hails of arrows, burning oil (HG-DEF-12, HG-AREA-01).

use super::Dives;
use super::dive::Threat;
use super::extent::Area;
use crate::mechanics::prelude::*;

/// How much of what it would do to somebody is to be feared of what comes next round: there is time to get out of it.
const IN_TIME: f64 = 0.7;

impl Dives {
    fn threat<'a>(&self, incoming: &'a Incoming) -> Threat<'a> {
        Threat {
            by: None,
            arm: &incoming.arm,
            area: self.area(&incoming.arm, incoming.at, 0),
            damage: Sum::of(incoming.arm.name, self.damage.of(&incoming.arm)),
            challenge: Sum::of("challenge", incoming.challenge),
        }
    }

    /// What is due at the head of this round comes down, and what is due at the head of the next can be seen coming.
    pub(super) fn comes_from_afar(&self, table: &mut Table<'_>) -> Step {
        let round = table.clock().round;
        let around = table.look().battle::<Surroundings>().filter(|around| !around.incoming.is_empty());
        let Some(around) = around.cloned() else { return Ok(()) };
        for incoming in around.incoming.iter().filter(|incoming| incoming.rounds.contains(&round)) {
            self.strikes_from_afar(table, incoming)?;
        }
        for incoming in around.incoming.iter().filter(|incoming| incoming.rounds.contains(&(round + 1))) {
            let area = self.threat(incoming).area;
            table.note(|look| {
                let text = format!("The {} is seen coming, toward {}.", incoming.arm.name, incoming.at);
                Fact::new(self.rules.place, text).area(area.squares(look))
            });
        }
        Ok(())
    }

    fn strikes_from_afar(&self, table: &mut Table<'_>, incoming: &Incoming) -> Step {
        let threat = self.threat(incoming);
        let skill = incoming.arm.figure(self.skill).map(|skill| Sum::of(self.skill, skill));
        let attack = skill.clone().unwrap_or_default();
        let shields = self.ask_shields(table, &threat, &attack)?;
        let total = match skill {
            None => i32::MAX,
            Some(attack) => {
                let says = format!("The {} comes from beyond the field", incoming.arm.name);
                self.roll_at(table, &threat, &attack, &says)?
            }
        };
        if !self.contest.ties.gets_past(total, threat.challenge.total()) {
            return Ok(());
        }
        self.comes_down(table, &threat, None, (&shields, total)).map(drop)
    }

    /// What it would do to somebody to stand there when the next round begins.
    pub(super) fn looms(&self, look: Look<'_>, who: Id, at: Footprint) -> f64 {
        let Some(around) = look.battle::<Surroundings>() else { return 0.0 };
        let next = look.clock().round + 1;
        let there = Place { footprint: at, ..look.place(who) };
        let threatens = |area: &Area| area.holds(there);
        let due = around.incoming.iter().filter(|incoming| incoming.rounds.contains(&next));
        let each = due.map(|incoming| self.threat(incoming)).filter(|threat| threatens(&threat.area));
        let feared = each.map(|threat| {
            look.weigh_once("what looms", (who, who), threat.arm, || IN_TIME * self.hurts(look, who, &threat))
        });
        feared.sum()
    }
}
