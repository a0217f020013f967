//! What things do to those who are treated with them, and to zones.

use super::{Brings, Consumables, Ends, Heals, OnSomebody, OnZone};
use crate::board::Border;
use crate::mechanics::prelude::*;
use crate::mechanics::room::make_room;

/// Half of a number, rounded up.
const fn half_up(whole: i32) -> i32 {
    whole.saturating_add(1).div_euclid(2)
}

impl Consumables {
    /// The most that somebody could be given back at once.
    pub(super) fn most_back(&self, look: Look<'_>, patient: Id) -> i32 {
        let (left, whole) = (look.value(patient, self.health.left), look.value(patient, self.health.whole));
        (whole - left).min(half_up(whole)).max(0)
    }

    /// Lets something do what it does to somebody.
    pub(super) fn treat(&self, table: &mut Table<'_>, who: Id, patient: Id, does: &OnSomebody, name: Key) -> Step {
        let rule = does.rule.unwrap_or(self.rule);
        if let Some(heals) = &does.heals {
            self.heal(table, (who, patient), heals, name, rule)?;
        }
        if let Some(ends) = &does.ends {
            self.end(table, (who, patient), ends, name, rule)?;
        }
        does.brings.as_ref().map_or(Ok(()), |brings| self.bring(table, (who, patient), brings, name, rule))
    }

    fn heal(&self, table: &mut Table<'_>, (who, patient): (Id, Id), heals: &Heals, name: Key, rule: RuleId) -> Step {
        let by_skill = heals.skill.filter(|(skill, _)| table.look().knows(who, skill));
        let thrown = match by_skill {
            Some((_, figure)) => half_up(table.look().value(patient, figure)),
            None if heals.dice.sides().is_none() => table.throw(&heals.dice)?.total,
            None => table.roll(who, &format!("the {name}"), &heals.dice, Sum::new(), rule)?,
        };
        let health = self.health;
        let back = thrown.min(self.most_back(table.look(), patient));
        if back <= 0 {
            return Ok(());
        }
        let before = table.look().value(patient, health.left);
        let lost = table.look().tally(patient, health.lost);
        table.set_tally(patient, health.lost, lost - back);
        table.note(|look| {
            let (what, after) = (health.left.as_str().to_lowercase(), before + back);
            let text = format!("{} recovers {back} {what} and has {after}.", look.name(patient));
            Fact::new(rule, text).who(patient).change(patient, health.left, before, after)
        });
        self.wake(table, patient, rule)
    }

    /// Whoever has some health again dies no more, but stays down unless the table plays it otherwise: then they stand
    /// where there is room.
    fn wake(&self, table: &mut Table<'_>, patient: Id, rule: RuleId) -> Step {
        let (dying, felled) = (self.states.dying, self.states.felled);
        let was_down = !table.look().is_in_play(patient);
        if table.look().is(patient, dying) && self.saves() {
            if !self.wakes {
                table.begin(patient, Condition::new(felled))?;
            }
            table.sheds(patient, dying, rule, |look| format!("{} is no longer {dying}.", look.name(patient)))?;
        }
        if self.wakes {
            table.lift(patient, felled, |look| Fact::new(rule, format!("{} gets up again.", look.name(patient))))?;
        }
        if was_down && table.look().is_in_play(patient) { make_room(table, patient) } else { Ok(()) }
    }

    fn end(&self, table: &mut Table<'_>, (who, patient): (Id, Id), ends: &Ends, name: Key, rule: RuleId) -> Step {
        let thrown = table.roll(who, &format!("the {name}"), &ends.fails, Sum::new(), rule)?;
        for state in &ends.states {
            let works = thrown > 1;
            if works && !table.end(patient, *state)? {
                continue;
            }
            table.note(|look| {
                let how = if works { "is no longer" } else { "is still" };
                let text = format!("{} {how} {state}.", look.name(patient));
                Fact::new(rule, text).who(patient).change(patient, *state, 1, i32::from(!works))
            });
        }
        Ok(())
    }

    fn bring(&self, table: &mut Table<'_>, (who, patient): (Id, Id), brings: &Brings, name: Key, rule: RuleId) -> Step {
        let is_asked = brings.only_on.is_empty() || table.look().is_in_play(patient);
        if is_asked && table.save(patient, brings.save, &format!("the {name}"), rule)? {
            return Ok(());
        }
        let already = table.look().is(patient, brings.state);
        let state = brings.again.filter(|_| already).unwrap_or(brings.state);
        table.bring(patient, Condition::new(state).by(who), |look| {
            Fact::new(rule, format!("{} is {state}: the {name}.", look.name(patient))).whom(who)
        })
    }

    /// The zones that something gives its word to, aimed at one: those that do not carry it yet.
    pub(super) fn marked(look: Look<'_>, does: &OnZone, zone: ZoneId) -> Vec<ZoneId> {
        let mut zones = vec![zone];
        if does.spreads {
            // What stops sight stops it too: through a grating it goes on, through a wall it does not.
            let see_through = look.zoned().map_or(&[][..], |zoned| &zoned.see_through);
            let lets_on =
                |border: &&Border| border.open || see_through.iter().any(|word| border.has_tag(word.as_str()));
            let borders = look.spots().graph().borders_of(zone).filter(lets_on);
            zones.extend(borders.map(|border| border.across(zone)));
        }
        zones.retain(|zone| !look.zone_is(*zone, &[does.word]));
        zones
    }

    /// Puts its word on zones.
    pub(super) fn mark(&self, table: &mut Table<'_>, who: Id, does: &OnZone, zone: ZoneId) {
        let zones = Self::marked(table.look(), does, zone);
        let word = does.word;
        table.edit_ground(|ground| {
            let board = Arc::make_mut(&mut ground.board);
            for zone in &zones {
                if let Some(zone) = board.zones.get_mut(usize::from(*zone)) {
                    zone.tags.push(word.as_str().to_owned());
                }
            }
        });
        table.note(|look| {
            let names: Vec<String> = zones.iter().map(|zone| look.spot_name(Spot::Zone(*zone))).collect();
            let squares = zones.iter().flat_map(|zone| look.spots().squares(Spot::Zone(*zone))).copied();
            Fact::new(does.rule, format!("{}: {word} from now on.", names.join(", "))).who(who).at(squares)
        });
    }
}
