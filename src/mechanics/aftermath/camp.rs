//! The camp before a battle: who does what with the hours until it begins.

use crate::battle::house_words::CALL;
use crate::mechanics::prelude::*;

/// What tasks and questions of the camp are called.
const CAMP: &str = "camp";

/// What rules files call this mechanic.
const NAME: &str = "Camping";
/// An answer that the camp itself takes care of.
const SET_OUT: &str = "set out";
/// Days that can be spent at a time where nothing presses.
const MOST_DAYS: i32 = 30;

/// What the computer thinks of ways to spend the time, in the order in which it would.
const CALLS: f64 = 3.0;
const RESTS: f64 = 2.0;
const TRAVELS: f64 = 1.0;
const LEAVES: f64 = 0.5;

/// The numbers of camps.
#[derive(Clone, Debug, Deserialize)]
pub struct Camping {
    /// Hours of a day.
    pub day: i32,
    /// The rules that these numbers stand for.
    pub rules: CampingRules,
}

rule_ids! { struct CampingRules {
    travel: "Days on the road.",
    bed: "Days in bed.",
    rest: "Hours by the fire.",
} }

impl Camping {
    fn push(table: &mut Table<'_>, who: Id) {
        table.push(Task::Custom { of: Key::from(NAME), name: Key::from(CAMP), who, stage: Stage::Upkeep });
    }

    /// Those who camp.
    fn campers(look: Look<'_>) -> impl Iterator<Item = Id> + '_ {
        look.everybody().filter(move |id| look.camp().is_some() && look.rests(*id) && !look.is_dead(*id))
    }

    /// What the camp asks for, as far as it has come.
    fn prompt(&self, look: Look<'_>, who: Id) -> String {
        let Some((site, camp)) = look.camp() else { return String::new() };
        let day = camp.hours / self.day.max(1) + 1;
        let road = Some(site.road_left(camp)).filter(|days| *days > 0).map(|days| format!("{} of road", in_days(days)));
        let hours = site.hours_left(camp).map(|hours| format!("{hours} hours left"));
        let ahead: Vec<String> = road.into_iter().chain(hours).collect();
        let ahead = if ahead.is_empty() { String::new() } else { format!(" ({})", ahead.join(", ")) };
        format!("Camp, day {day}{ahead}. {}: what now?", look.name(who))
    }

    fn ask(&self, table: &mut Table<'_>, who: Id) -> Step<Order> {
        let look = table.look();
        let mut question = Question::new(CAMP, look.side(who), who, self.prompt(look, who));
        question.choices = Some(look.camp_options(who));
        for other in Self::campers(look).filter(|id| *id != who) {
            let name = look.name(other);
            let order = Order::new(CALL).at(look.aim(other));
            let mut choice = Choice::new(order, format!("To {name}"), Group::Turn, self.rules.rest);
            let can_grow =
                |choice: &Choice| choice.is_legal() && choice.worth.is_some_and(|worth| worth > Worth::of(CALLS));
            choice.worth = look.camp_options(other).iter().any(can_grow).then(|| Worth::of(CALLS));
            question = question.choice(choice);
        }
        let road = look.camp().map_or(0, |(site, camp)| site.road_left(camp));
        let too_early = look.refuse_if(road > 0, self.rules.travel, || format!("{} of road ahead", in_days(road)));
        let leave = Choice::new(Order::new(SET_OUT), "Set out for what lies ahead", Group::Turn, self.rules.travel);
        table.ask(question.choice(leave.weighed(Worth::of(LEAVES)).unless(too_early)))
    }
}

fn in_days(days: i32) -> String {
    if days == 1 { "1 day".to_owned() } else { format!("{days} days") }
}

mechanic!(Camping: |self| {
    deeds => {
        let day = self.day.max(1);
        let of = |verb, spent, hours, rule| Arc::new(Spend { verb, spent, hours, rule }) as Arc<dyn Deed>;
        vec![
            of("travel", Spent::Travelling, day, self.rules.travel),
            of("stay in bed", Spent::Abed, day, self.rules.bed),
            of("rest", Spent::About, 1, self.rules.rest),
        ]
    },
    on_task(table, who) => {
        let answer = self.ask(table, who)?;
        match answer.verb.as_str() {
            SET_OUT => {
                let mut camp = table.edit_battle::<Camp>();
                (camp.is_open, camp.watches) = (false, Vec::new());
                table
                    .note(|look| Fact::new(self.rules.travel, format!("{} sets out.", look.side_name(look.side(who)))));
                return Ok(());
            }
            CALL => {
                let look = table.look();
                let called = look.target(&answer);
                Self::push(table, called.unwrap_or(who));
                return Ok(());
            }
            _ => {}
        }
        let look = table.look();
        let deed = look.deed(answer.verb).cloned();
        if let Ok(deed) = deed.and_then(|deed| deed.check(look, who, &answer).map(|()| deed)) {
            deed.perform(table, who, &answer)?;
        }
        // Whoever was speaking may not have lived through it.
        let look = table.look();
        let next = if look.is_dead(who) { Self::campers(look).next() } else { Some(who) };
        match next {
            Some(next) => Self::push(table, next),
            None => table.edit_battle::<Camp>().is_open = false,
        }
        Ok(())
    },
});

hears!(Camping: |self, table| {
    Eve => {
        let Some(site) = table.look().battle::<Encounter>().and_then(|met| met.camp) else { return Ok(()) };
        table.edit_battle::<Camp>().is_open = true;
        let Some(first) = Self::campers(table.look()).next() else {
            table.edit_battle::<Camp>().is_open = false;
            return Ok(());
        };
        table.note(|look| {
            let camps = format!("{} camps", look.side_name(site.side));
            let road = (site.road > 0).then(|| format!("{} of road ahead", in_days(site.road)));
            let late = site.hours.map(|hours| format!("in {} it will be too late", in_days(hours / self.day.max(1))));
            let ahead: Vec<String> = [camps].into_iter().chain(road).chain(late).collect();
            Fact::new(self.rules.rest, format!("{}.", ahead.join("; ")))
        });
        Self::push(table, first);
    },
});

/// Lets time pass for the whole camp.
#[derive(Debug)]
struct Spend {
    verb: &'static str,
    spent: Spent,
    /// Hours of the smallest part of it.
    hours: i32,
    rule: RuleId,
}

impl Spend {
    /// So many of them can be spent at most.
    fn most(&self, look: Look<'_>) -> i32 {
        let spare = look.camp().and_then(|(site, camp)| site.to_spare(camp, self.spent));
        spare.map_or(MOST_DAYS, |hours| hours / self.hours).min(MOST_DAYS)
    }
}

impl Deed for Spend {
    nature!(|self| Nature::of(self.verb, Group::Time, Stage::Upkeep).reading(&[Reads::N]).in_camp());

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let most = self.most(look);
        let label = match self.spent {
            Spent::Travelling => format!("Everybody travels (1 to {most} days)"),
            Spent::Abed => format!("Everybody stays in bed (1 to {most} days)"),
            Spent::About => format!("Everybody rests by the fire (1 to {most} hours)"),
        };
        let mut choice = Choice::new(Order::new(self.verb), label, self.group(), self.rule);
        choice.numbers = Some((1, most.max(1)));
        out.push(choice.unless(self.check(look, who, &Order::new(self.verb).n(1))));
    }

    fn check(&self, look: Look<'_>, _who: Id, order: &Order) -> Allowed {
        let n = order.n.unwrap_or(1);
        if n < 1 {
            return Err(Refusal::nonsense("for how long? say `for N`"));
        }
        look.can_spend(n.saturating_mul(self.hours), self.spent)
            .map_err(|refusal| Refusal { rule: self.rule, ..refusal })
    }

    fn perform(&self, table: &mut Table<'_>, _who: Id, order: &Order) -> Step {
        let n = order.n.unwrap_or(1).max(1);
        // Day by day, so that the log tells what each of them brought.
        match self.spent {
            Spent::About => spend_hours(table, n.saturating_mul(self.hours), self.spent),
            _ => (0..n).try_for_each(|_| spend_hours(table, self.hours, self.spent)),
        }
    }

    fn worth(&self, look: Look<'_>, _who: Id, _order: &Order) -> Option<Worth> {
        let (site, camp) = look.camp()?;
        let is_hurt = |id: Id| !look.wounds(id).is_empty() && look.allows(id, &["heal"]).is_ok();
        match self.spent {
            Spent::Travelling => (site.road_left(camp) > 0).then(|| Worth::of(TRAVELS)),
            Spent::Abed => Camping::campers(look).any(is_hurt).then(|| Worth::of(RESTS)),
            Spent::About => None,
        }
    }
}
