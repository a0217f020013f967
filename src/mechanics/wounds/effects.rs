//! What a wound does when it is suffered: conditions, items that fall, bodies that fly, and Life that runs out.

use super::chart::Chart;
use super::record::{Crippled, Crippling};
use super::rows::{Unit, WoundDef};
use crate::mechanics::movement::ahead;
use crate::mechanics::prelude::*;

impl Chart {
    /// Lets somebody suffer a wound.
    pub(super) fn give(&self, table: &mut Table<'_>, hit: &Hit, wound: Key, part: Option<Key>) -> Step {
        let Some(def) = self.wounds.get(&wound) else { return Ok(()) };
        let who = hit.who;
        let mut crippling = Crippling::unrolled(wound, part, def);
        let rounds = self.roll_times(table, who, def, &mut crippling)?;
        table.note(|look| {
            let times = if crippling.times.is_empty() { String::new() } else { format!(" ({})", crippling.lasts()) };
            let text = format!("{}: {}, {}{times}.", look.name(who), crippling.called(), def.text);
            Fact::new(def.rule, text).who(who).befalls(who, def.brings.map_or(wound, ConditionName::key))
        });
        if def.drops {
            // Whatever hangs on the limb: what its hand holds, alone or with the other.
            let hand = part.map_or(Grip::RIGHT, Grip::of_limb);
            table.let_fall(who, def.rule, |item| matches!(item.held, Held::Hand(grip) if grip.shares(hand)));
        }
        if let Some(kind) = def.brings {
            let look = table.look();
            let held = look.conditions(who).iter().find(|each| each.kind == kind && each.part == part);
            let amount = if def.adds_up { held.map_or(0, |held| held.amount) + 1 } else { 1 };
            // What is set in one round does not run down in it.
            let until = rounds.map_or(Until::Ended, |rounds| Until::Rounds(rounds + 1));
            if !def.passing {
                table.edit::<Crippled>(who).0.push(crippling);
            }
            table.begin(who, Condition::new(kind).amount(amount).on(part).until(until))?;
        } else if def.all.is_some() || !def.lasts.is_empty() || def.drains != 0 {
            table.edit::<Crippled>(who).0.push(crippling);
        }
        self.lose_all(table, who, wound, def)?;
        hit.by.filter(|_| def.flings > 0).map_or(Ok(()), |by| fling(table, who, by, def))
    }

    /// Whoever has lost all that a wound can take of it is the worse for it.
    pub(super) fn lose_all(&self, table: &mut Table<'_>, who: Id, wound: Key, def: &WoundDef) -> Step {
        let Some((most, Some(all))) = def.all else { return Ok(()) };
        let look = table.look();
        if Self::count(look, who, wound) < usize::try_from(most).unwrap_or(0) || look.is(who, all) {
            return Ok(());
        }
        let (rule, name) = (def.rule, def.part.map_or("that", Key::as_str));
        table.bring(who, Condition::new(all), |look| {
            Fact::new(rule, format!("{} has no {name} left and is {all}.", look.name(who)))
        })
    }

    /// Rolls how long a wound lasts, what can be known of it now; how many
    /// rounds of the battle, if it is counted in those.
    pub(super) fn roll_times(
        &self,
        table: &mut Table<'_>,
        who: Id,
        def: &WoundDef,
        crippling: &mut Crippling,
    ) -> Step<Option<i32>> {
        let mut rounds = None;
        for (time, stretch) in crippling.times.iter_mut().zip(&def.lasts) {
            let Some(die) = stretch.n.as_ref().filter(|_| !stretch.later) else { continue };
            let long =
                if die.is_constant() { die.added() } else { table.roll_time(who, stretch.of.word(), die, def.rule)? };
            time.left = Some(long * stretch.of.parts());
            if stretch.of == Unit::Rounds {
                rounds = Some(long);
            }
        }
        Ok(rounds)
    }

    /// What untreated wounds drain as a turn begins.
    pub(super) fn drain(&self, table: &mut Table<'_>, who: Id) -> Step {
        let look = table.look();
        let carried = look.get::<Crippled>(who).map_or(&[][..], |crippled| crippled.0.as_slice());
        let defs = carried.iter().filter_map(|each| self.wounds.get(&each.wound));
        let drains: Vec<(i32, RuleId)> = defs.filter(|def| def.drains != 0).map(|def| (def.drains, def.rule)).collect();
        for (drained, rule) in drains {
            let look = table.look();
            if look.is_dead(who) {
                return Ok(());
            }
            let case = Case::of("bleeding", who).word("bleeding");
            let Some(hit) = Hit::unaimed(look, &case, self.harms, drained, rule) else { return Ok(()) };
            table.say(rule, who, |look| format!("{} bleeds.", look.name(who)));
            table.inflict(&hit)?;
        }
        Ok(())
    }
}

/// Throws somebody straight away from whoever struck, until something stands in the way.
fn fling(table: &mut Table<'_>, who: Id, by: Id, def: &WoundDef) -> Step {
    let look = table.look();
    let (start, away) = (look.footprint(who), bearing(look.footprint(by), look.footprint(who)));
    let Some(away) = away else { return Ok(()) };
    for _ in 0..def.flings {
        let look = table.look();
        let is_taken = |there: Footprint| {
            let stands_there = |id: Id| id != who && look.is_there(id) && look.footprint(id).gap(there) == 0;
            look.everybody().any(stands_there)
        };
        let Some((there, is_edge)) = ahead(look, who, away).filter(|(there, _)| !is_taken(*there)) else { break };
        table.relocate(who, there)?;
        if table.look().footprint(who) != there {
            return Ok(());
        }
        if is_edge {
            break;
        }
    }
    let rule = def.rule;
    table.note(|look| {
        let here = look.footprint(who);
        let text = match here == start {
            true => format!("{} has nowhere to fly to.", look.name(who)),
            false => format!("{} is thrown {} from {} to {}.", look.name(who), away.word(), start.at, here.at),
        };
        Fact::new(rule, text).who(who).way(who, [start.at, here.at]).driven(who)
    });
    Ok(())
}

/// The direction of the eight in which the middle of one body lies from that of another.
fn bearing(from: Footprint, to: Footprint) -> Option<Direction> {
    let middle = |body: Footprint| Footprint::one(Square::new(2 * body.at.x + body.side, 2 * body.at.y + body.side));
    crate::board::bearing(middle(from), middle(to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_bodies_are_measured_from_their_middles() {
        let giant = Footprint::new(Square::new(0, 0), 2);
        assert_eq!(bearing(giant, Footprint::one(Square::new(2, 0))), Some(Direction::East));
        assert_eq!(bearing(giant, Footprint::one(Square::new(4, 2))), Some(Direction::SouthEast));
        assert_eq!(bearing(giant, giant), None);
    }
}
