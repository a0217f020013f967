//! Who throws for themselves or for others, and when; the hasted throw among themselves (OS-INIT-06).

use super::{Course, Number, Segments, Throws, number};
use crate::mechanics::prelude::*;

/// Those who act by one die, by the one who throws it.
struct Group {
    leader: Id,
    members: Vec<Id>,
}

impl Segments {
    /// Throws for everybody who has no number yet, or for all where numbers do not last.
    pub(super) fn throw(&self, table: &mut Table<'_>) -> Step {
        let anew = table.look().battle::<Course>().is_some_and(|course| course.anew);
        if anew {
            table.edit_battle::<Course>().anew = false;
        }
        let again = (self.each_round && table.clock().round > 1) || anew;
        let look = table.look();
        let missing = |id: &Id| look.is_in_play(*id) && (again || number(look, *id).thrown.is_none());
        if look.everybody().any(|id| missing(&id)) {
            self.groups(look).iter().try_for_each(|group| self.throw_for(table, group, again))?;
            self.tell(table);
        }
        self.throw_haste(table)
    }

    fn throw_for(&self, table: &mut Table<'_>, group: &Group, again: bool) -> Step {
        let look = table.look();
        let known = group.members.iter().find_map(|id| number(look, *id).thrown).filter(|_| !again);
        let laid = group.members.iter().find_map(|id| self.laid_down(look, *id));
        let arranged = look.arranged().map(|order| {
            let place = order.iter().position(|id| group.members.contains(id)).unwrap_or(order.len());
            (order.len() - place) as i32
        });
        let rule = if again { self.rules.anew } else { self.rules.order };
        let thrown = match known.or(laid).or(arranged) {
            Some(number) => number,
            None => table.roll(group.leader, "initiative", &self.die, Sum::new(), rule)?,
        };
        group.members.iter().for_each(|id| table.edit::<Number>(*id).thrown = Some(thrown));
        Ok(())
    }

    fn laid_down(&self, look: Look<'_>, who: Id) -> Option<i32> {
        let tallies = look.get::<Tallies>(who)?;
        tallies.0.iter().find(|(name, _)| Some(*name) == self.laid_down).map(|(_, number)| *number)
    }

    /// Everybody in groups, those whom players lead first.
    fn groups(&self, look: Look<'_>) -> Vec<Group> {
        let ours = look.players_side();
        let mut groups: Vec<Group> = Vec::new();
        let present: Vec<Id> = look.everybody().filter(|id| look.is_in_play(*id)).collect();
        let leads = |id: Id| self.leads(look, id);
        let follows = |id: Id| look.leader(id).filter(|leader| look.is_in_play(*leader));
        for id in present.iter().copied().filter(|id| look.side(*id) == ours && leads(*id)) {
            match groups.first_mut().filter(|_| self.players == Throws::Party) {
                Some(party) => party.members.push(id),
                None => groups.push(Group { leader: id, members: vec![id] }),
            }
        }
        for id in present {
            if groups.iter().any(|group| group.members.contains(&id)) {
                continue;
            }
            // Hirelings go by the die of whoever leads them; of others each kind has its own, whoever leads it.
            let leader = follows(id).filter(|_| look.side(id) == ours);
            let alike = |group: &&mut Group| match leader {
                Some(leader) => group.members.contains(&leader),
                None => {
                    let same = |other: Id| look.side(other) == look.side(id) && follows(other) == follows(id);
                    let made = |id: Id| look.profile(id).map(|profile| profile.name);
                    !leads(id) && !leads(group.leader) && same(group.leader) && made(group.leader) == made(id)
                }
            };
            match groups.iter_mut().find(alike) {
                Some(group) => group.members.push(id),
                None => groups.push(Group { leader: id, members: vec![id] }),
            }
        }
        groups
    }

    /// Whether somebody acts before all others.
    pub(super) fn is_hasted(&self, look: Look<'_>, who: Id) -> bool {
        self.hasted.is_some_and(|state| look.is(who, state))
    }

    /// The hasted of both sides throw among themselves.
    pub(super) fn throw_haste(&self, table: &mut Table<'_>) -> Step {
        let look = table.look();
        let ours = look.players_side();
        let mut hasted: Vec<Id> =
            look.everybody().filter(|id| look.is_in_play(*id) && self.is_hasted(look, *id)).collect();
        hasted.sort_by_key(|id| look.side(*id) != ours);
        let on_both = hasted.iter().any(|a| hasted.iter().any(|b| look.side(*a) != look.side(*b)));
        if !on_both || hasted.iter().all(|id| number(look, *id).hasted.is_some()) {
            return Ok(());
        }
        for id in hasted {
            let thrown = table.roll(id, "haste", &self.die, Sum::new(), self.rules.haste)?;
            table.edit::<Number>(id).hasted = Some(thrown);
        }
        Ok(())
    }

    fn tell(&self, table: &mut Table<'_>) {
        let hasted = self.hasted;
        let rule = if self.players == Throws::Party { self.rules.party } else { self.rules.order };
        table.note(|look| {
            let mut order: Vec<Id> = look.everybody().filter(|id| look.is_in_play(*id)).collect();
            order.sort_by_key(|id| super::legs::rank(look, *id, hasted));
            // The hasted come first, whatever they have thrown.
            let place = |id: &Id| (self.is_hasted(look, *id), number(look, *id).thrown.unwrap_or(0));
            let told = order.chunk_by(|a, b| place(a) == place(b)).map(|group| {
                let names = in_a_row(group.iter().map(|id| look.name(*id)));
                let (first, number) = group.first().map(place).unwrap_or_default();
                let number = hasted.filter(|_| first).map_or_else(|| number.to_string(), |state| state.to_string());
                format!("{number}: {}", names.join(", "))
            });
            Fact::new(rule, format!("The order is {}.", told.collect::<Vec<_>>().join("; ")))
        });
    }
}

/// Names, with those that only count on put together: "Orc 1 to 4".
fn in_a_row<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    let counted = |name: &'n str| name.rsplit_once(' ').and_then(|(stem, n)| Some((stem, n.parse::<u32>().ok()?)));
    let mut rows: Vec<(&'n str, &'n str)> = Vec::new();
    for name in names {
        let goes_on = |last: &'n str| match (counted(last), counted(name)) {
            (Some((before, m)), Some((stem, n))) => before == stem && n == m + 1,
            _ => false,
        };
        match rows.last_mut() {
            Some((_, last)) if goes_on(last) => *last = name,
            _ => rows.push((name, name)),
        }
    }
    let told = |(first, last): (&'n str, &'n str)| match counted(last).filter(|_| first != last) {
        Some((_, n)) => format!("{first} to {n}"),
        None => first.to_owned(),
    };
    rows.into_iter().map(told).collect()
}
