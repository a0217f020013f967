//! Sleepers: what wakes them (OS-DEF-02).

use crate::mechanics::answers;
use crate::mechanics::prelude::*;

/// The numbers of sleep.
#[derive(Clone, Debug, Deserialize)]
pub struct Sleeps {
    /// The state of those who sleep.
    pub asleep: ConditionName,
    /// The rule that says so.
    pub rule: RuleId,
}

/// Who is roused by something that holds only when all have acted.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Roused(bool);

const VERB: &str = "wake";

/// What it is worth to have a friend on their feet, in felled enemies.
const COMPANY: f64 = 0.6;

impl Sleeps {
    fn sleeps(&self, look: Look<'_>, who: Id) -> bool {
        look.is(who, self.asleep)
    }

    fn wake(&self, table: &mut Table<'_>, who: Id) -> Step {
        table.lift(who, self.asleep, |look| Fact::new(self.rule, format!("{} wakes.", look.name(who)))).map(drop)
    }

    /// Whoever is struck at wakes, but not before all have struck who do so at once.
    fn rouse(&self, table: &mut Table<'_>, who: Id) -> Step {
        if !self.sleeps(table.look(), who) {
            return Ok(());
        }
        if table.clock().together {
            table.edit::<Roused>(who).0 = true;
            return Ok(());
        }
        self.wake(table, who)
    }
}

mechanic!(Sleeps: |self| {
    answers_for => vec![answers::waking(self.asleep)],
    deeds => vec![Arc::new(self.clone())],
});

hears!(Sleeps: |self, table| {
    Blow { blow } => blow.case.against.filter(|target| !target.is_thing()).map_or(Ok(()), |target| self.rouse(table, target)),
    Harmed { hit } => if hit.who.is_thing() { Ok(()) } else { self.rouse(table, hit.who) },
    Settled => {
        let is_roused = |look: Look<'_>, id: Id| look.get::<Roused>(id).is_some_and(|roused| roused.0);
        table.for_those(is_roused, |table, who| {
            table.edit::<Roused>(who).0 = false;
            self.wake(table, who)
        })
    },
});

impl Deed for Sleeps {
    nature!(|self| Nature::of(VERB, Group::Help, Stage::Upkeep).reading(&[Reads::At]));

    offers!(|self, look, who| "Wake {}", self.rule, {
        let is_near = |id: &Id| look.in_arms_reach(who, *id) && !look.are_enemies(who, *id) && self.sleeps(look, *id);
        look.everybody().filter(is_near)
    });

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        look.allows(who, &["act", VERB])?;
        let friend = look.target_or_refuse(order, "whom? say `at NAME`")?;
        let is_meant = self.sleeps(look, friend) && !look.are_enemies(who, friend);
        look.refuse_one_if(!is_meant, friend, self.rule, "is no sleeping friend")?;
        look.refuse_one_if(!look.in_arms_reach(who, friend), friend, self.rule, "is out of reach")
    }

    fn worth(&self, _look: Look<'_>, _who: Id, _order: &Order) -> Option<Worth> {
        Some(Worth::of(COMPANY))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let look = table.look();
        let Some(friend) = look.target(order) else { return Ok(()) };
        table.say(self.rule, (who, friend), |look| {
            format!("{} shakes {} by the shoulder.", look.name(who), look.name(friend))
        });
        self.wake(table, friend)
    }
}
