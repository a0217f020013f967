//! After the rout. Those in person who are left fight it out, a beaten general to get away and others to prevent it
//! (HG-MASS-07, HG-MASS-08).

use super::{Armies, War};
use crate::mechanics::prelude::*;

impl Armies {
    /// What comes when no two armies are `left`.
    pub(super) fn after(&self, table: &mut Table<'_>, met: &Encounter, left: &[usize]) -> Step {
        table.edit_battle::<War>().over = true;
        let armies = |wanted: bool| {
            met.armies.iter().enumerate().filter(move |(index, _)| left.contains(index) == wanted).map(|(_, army)| army)
        };
        let (standing, beaten): (Vec<&Army>, Vec<&Army>) = (armies(true).collect(), armies(false).collect());
        let mut there: Vec<Id> =
            beaten.iter().flat_map(|army| [army.general].into_iter().chain(army.guards.iter().copied())).collect();
        match standing.as_slice() {
            [] => {
                if beaten.iter().all(|army| army.guards.is_empty()) {
                    return self.end(table, None, "Every army is routed.");
                }
                table.note(|_| Fact::new(self.rules.rout, "Every army is routed: nobody has won yet."));
            }
            [victor] => {
                if victor.pursuers.is_empty() {
                    return self.end(table, Some(victor.side), "no other army stands.");
                }
                there.extend(&victor.pursuers);
                self.set_aims(table, victor, &beaten);
            }
            _ => return self.end(table, None, "No army gives way."),
        }
        self.clear(table, met, &there);
        let (after, personal, seconds) = (self.rules.after, self.rules.personal, self.seconds);
        table.note(|look| {
            let names = look.names(&there, ", ");
            let text = match standing.first().and_then(|victor| victor.pursuers.first()) {
                None => format!("What is left of both sides meets in person: {names}."),
                Some(_) => {
                    let generals = beaten.iter().map(|army| army.general).collect::<Vec<_>>();
                    format!("{} must get away or fight: {names}.", look.names(&generals, ", "))
                }
            };
            Fact::new(after, text)
        });
        table.note(|_| Fact::new(personal, format!("From now on a round is {seconds} seconds.")));
        Ok(())
    }

    /// A general whose army is routed wants to get away, if there is anywhere to go; the pursuers want the general.
    fn set_aims(&self, table: &mut Table<'_>, victor: &Army, beaten: &[&Army]) {
        let mut sides = table.edit_battle::<Sides>();
        let mut set = |side: SideId, objective: Objective| {
            if let Some(side) = sides.0.get_mut(usize::from(side.0)) {
                side.objective = objective;
            }
        };
        set(victor.side, Objective::LastStanding);
        for army in beaten {
            set(army.side, Objective::LastStanding);
            if !army.exit.is_empty() {
                set(army.side, Objective::Reach { who: army.general, squares: army.exit.clone() });
            }
        }
        if let [only] = beaten {
            set(victor.side, Objective::Fell { who: only.general });
        }
    }

    /// Whoever has to do with an army and no part in what comes now is not there, nor is what they ride.
    fn clear(&self, table: &mut Table<'_>, met: &Encounter, there: &[Id]) {
        let look = table.look();
        let stays = |who: Id| there.contains(&who) || look.riders(who).iter().any(|rider| there.contains(rider));
        let people = met.armies.iter().flat_map(Army::people);
        let mut gone: Vec<Id> =
            people.flat_map(|who| [Some(who), look.mount(who)]).flatten().filter(|who| !stays(*who)).collect();
        gone.sort_unstable();
        gone.dedup();
        gone.into_iter().for_each(|who| table.take_away(who));
    }

    /// Nobody has to fight in person.
    fn end(&self, table: &mut Table<'_>, winner: Option<SideId>, why: &str) -> Step {
        let look = table.look();
        let why = winner.map_or_else(|| why.to_owned(), |side| format!("{} wins: {why}", look.side_name(side)));
        let (rule, round) = (self.rules.rout, table.clock().round);
        table.note(|_| Fact::new(rule, why.clone()));
        table.edit_battle::<Ended>().0 = Some(Verdict { winner, why, round, is_broken: false });
        Ok(())
    }
}
