//! Throwing something down for those who come after one, while all are still on the field (OS-CHASE-04).

use super::Pursuit;
use crate::mechanics::encounter::{members, others};
use crate::mechanics::prelude::*;

/// What it is worth to be rid of those who follow, in felled enemies.
const RELIEF: f64 = 0.3;

impl Pursuit {
    fn bait<'l>(&self, look: Look<'l>, who: Id, order: &Order) -> Result<&'l Item, Refusal> {
        look.arm_for(who, order, |item| self.is_bait(item))
    }

    /// Those who follow somebody, as far as they could.
    fn hunters(&self, look: Look<'_>, who: Id) -> Vec<Id> {
        others(look, look.side(who)).into_iter().filter(|id| look.can_engage(*id)).collect()
    }

    /// Whether something can be thrown down to stop others.
    pub(super) fn is_bait(&self, item: &Item) -> bool {
        !matches!(item.held, Held::Ground(_)) && self.bait.iter().any(|(word, ..)| item.arm.has(word))
    }

    /// The highest number at which somebody stops for a thing, if they care for it and no player decides that.
    pub(super) fn tempts(&self, look: Look<'_>, item: &Item, who: Id) -> Option<i32> {
        if Self::is_ours(look, who) {
            return None;
        }
        let thinks = look.has_tag(who, self.mind);
        let fits = |(word, for_thinking, _): &&(Key, bool, i32)| item.arm.has(word) && *for_thinking == thinks;
        self.bait.iter().find(fits).map(|(.., up_to)| *up_to)
    }

    /// Throws something down; each kind of those who follow stops for it or does not. Those who go on are left.
    pub(super) fn throw_bait(&self, table: &mut Table<'_>, (who, item): (Id, &Item), hunters: &[Id]) -> Step<Vec<Id>> {
        let rule = self.rules.bait;
        let name = item.arm.name;
        let at = table.look().footprint(who).at;
        table.edit_item(who, name, |item| item.held = Held::Ground(at));
        table.say(rule, who, |look| format!("{} throws down: {name}.", look.name(who)));
        let look = table.look();
        let kind = |id: Id| (look.side(id), look.profile(id).map(|profile| profile.name));
        let mut groups: Vec<Vec<Id>> = Vec::new();
        for id in hunters.iter().copied() {
            match groups.iter_mut().find(|group| group.first().is_some_and(|first| kind(*first) == kind(id))) {
                Some(group) => group.push(id),
                None => groups.push(vec![id]),
            }
        }
        let mut left = Vec::new();
        for group in groups {
            let Some(first) = group.first().copied() else { continue };
            let Some(up_to) = self.tempts(table.look(), item, first) else {
                table.note(|look| Fact::new(rule, format!("It is nothing to {}.", look.names(&group, ", "))));
                left.extend(group);
                continue;
            };
            let shown = table.roll(first, "bait", &self.die, Sum::new(), rule)?;
            let stops = shown <= up_to;
            let what = if stops { "they stop for it" } else { "they do not stop" };
            table.note(|look| Fact::new(rule, format!("{}: {what}.", look.names(&group, ", "))));
            if !stops {
                left.extend(group);
            }
        }
        Ok(left)
    }
}

impl Deed for Pursuit {
    nature!(|self| Nature::of("bait", Group::Gear, Stage::Movement).reading(&[Reads::With]));

    offers!(|self, look, who| "Throw down: {}", self.rules.bait, with {
        look.gear(who).iter().filter(|item| self.is_bait(item)).map(|item| item.arm.name)
    });

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        look.allows(who, &["act"])?;
        self.bait(look, who, order)?;
        look.refuse_if(!look.is(who, self.followed), self.rules.bait, || format!("nobody is after {}", look.name(who)))
    }

    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let item = self.bait(look, who, order).ok()?;
        let tempted = |id: &Id| self.tempts(look, item, *id).is_some();
        self.hunters(look, who).iter().all(tempted).then(|| Worth::of(RELIEF))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let Ok(item) = self.bait(table.look(), who, order).cloned() else { return Ok(()) };
        let hunters = self.hunters(table.look(), who);
        let left = self.throw_bait(table, (who, &item), &hunters)?;
        // Each kind of them by itself: some may stop while others go on.
        let mut stopped = hunters.into_iter().filter(|hunter| !left.contains(hunter));
        stopped.try_for_each(|hunter| table.begin(hunter, Condition::new(self.states.stopped)))?;
        if !left.is_empty() {
            return Ok(());
        }
        let side = table.look().side(who);
        for friend in members(table.look(), side) {
            if table.end(friend, self.followed)? {
                table.say(self.rules.bait, friend, |look| format!("Nobody is after {} now.", look.name(friend)));
            }
        }
        Ok(())
    }
}
