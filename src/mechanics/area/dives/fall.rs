//! How an area attack comes down: who gets out, and what it does to the rest (HG-AREA-01, HG-AREA-04, HG-AREA-06).

use super::dive::Threat;
use super::{DamageRoll, Dives};
use crate::board::bodies_see;
use crate::mechanics::area::or_nobody;
use crate::mechanics::contest::Defender;
use crate::mechanics::force::Force;
use crate::mechanics::prelude::*;

/// An attack at somebody in particular that brought an area down: at whom, and whether it hit.
pub(super) type AtOne = Option<(Id, bool)>;

impl Dives {
    /// Rolls to strike a place; what it comes to.
    pub(super) fn roll_at(&self, table: &mut Table<'_>, threat: &Threat<'_>, attack: &Sum, says: &str) -> Step<i32> {
        let throw = table.throw(&self.contest.dice)?;
        let total = throw.total.saturating_add(attack.total());
        let challenge = &threat.challenge;
        let past = self.contest.ties.gets_past(total, challenge.total());
        table.note(|look| {
            let verdict = if past { "there it comes down" } else { "not enough" };
            let text = format!("{says}: {total} against {}, {verdict}.", challenge.total());
            let fact = Fact::new(self.rules.place, text)
                .area(threat.area.squares(look))
                .roll(Roll::of("attack", &self.contest.dice, &throw, attack).against(challenge.clone(), past));
            threat.by.map_or_else(|| fact.clone(), |by| fact.clone().who(by))
        });
        Ok(total)
    }

    /// Where an attack comes down that is short by so much: straight on, as far as nothing solid is in the way.
    pub(super) fn astray(look: Look<'_>, who: Id, centre: Square, short: i32) -> Square {
        let own = look.footprint(who);
        // In half squares, from the middle of whoever throws.
        let (x, y) = (centre.x * 2 + 1 - own.at.x * 2 - own.side, centre.y * 2 + 1 - own.at.y * 2 - own.side);
        let long = x.abs().max(y.abs());
        if long == 0 {
            return centre;
        }
        let along = |part: i32, step: i32| (2 * part * step + long).div_euclid(2 * long);
        let mut here = centre;
        for step in 1..=short.max(1) {
            let next = Square::new(centre.x + along(x, step), centre.y + along(y, step));
            let open =
                look.board().contains(next) && bodies_see(look.board(), Footprint::one(here), Footprint::one(next));
            if !open {
                break;
            }
            here = next;
        }
        here
    }

    /// Lets it come down on everybody who is there, less those who get out; who was caught.
    pub(super) fn comes_down(
        &self,
        table: &mut Table<'_>,
        threat: &Threat<'_>,
        one: AtOne,
        (shields, total): (&[Defender], i32),
    ) -> Step<Vec<Id>> {
        let look = table.look();
        let mut inside = self.inside(look, &threat.area);
        if let Some((target, _)) = one.filter(|(target, _)| !target.is_thing() && !inside.contains(target)) {
            inside.push(target);
            inside.sort_unstable();
        }
        let things = if self.is_volley(threat) { Vec::new() } else { self.things(look, &threat.area) };
        table.note(|look| {
            let text =
                format!("The {} comes down on {}.", threat.arm.name, or_nobody(look, inside.iter().chain(&things)));
            Fact::new(self.rules.damage, text).area(threat.area.squares(look))
        });
        let mut caught = Vec::new();
        for who in inside {
            let gets_away = match one {
                Some((target, hit)) if target == who => !hit,
                // Some are carried out of it by others.
                _ if !threat.area.holds(table.look().place(who)) => true,
                _ if self.is_volley(threat) => self.is_shielded(table, who, threat, (shields, total))?,
                _ => self.dives(table, who, threat)?,
            };
            if !gets_away {
                caught.push(who);
            }
        }
        let is_aimed_at = |who: Id| one.is_some_and(|(target, _)| target == who);
        caught.retain(|who| is_aimed_at(*who) || threat.area.holds(table.look().place(*who)));
        let struck: Vec<Id> = caught.iter().copied().chain(things).collect();
        let mut damage = None;
        for who in struck {
            let rolled = match damage.filter(|_| self.rolls == DamageRoll::OneForAll) {
                Some(damage) => damage,
                None => self.roll_damage(table, threat)?,
            };
            damage = Some(rolled);
            self.hits(table, who, threat, rolled)?;
        }
        let squares = threat.area.squares(table.look());
        table.tell(Event::Blasted { squares: &squares })?;
        Ok(caught)
    }

    fn roll_damage(&self, table: &mut Table<'_>, threat: &Threat<'_>) -> Step<i32> {
        let dice = Force::dice(Some(threat.arm.as_ref()));
        let throw: Throw = table.throw(&dice)?;
        let total = throw.total.saturating_add(threat.damage.total());
        table.note(|_| {
            let fact = Fact::new(self.rules.damage, format!("The {} does {total} damage.", threat.arm.name))
                .roll(Roll::damage(&dice, &throw, &threat.damage));
            threat.by.map_or_else(|| fact.clone(), |by| fact.clone().who(by))
        });
        Ok(total)
    }

    /// What somebody in it sets against the damage.
    pub(super) fn exposed(&self, look: Look<'_>, who: Id, threat: &Threat<'_>) -> Exposed {
        look.exposed(self.harms, &threat.case("attack", who))
    }

    fn hits(&self, table: &mut Table<'_>, who: Id, threat: &Threat<'_>, damage: i32) -> Step {
        let (exposed, case) = (self.exposed(table.look(), who, threat), threat.case("attack", who));
        table.inflict(&exposed.blow(&table.rules(), &case, threat.arm, damage, self.rules.damage).by(threat.by))
    }
}
