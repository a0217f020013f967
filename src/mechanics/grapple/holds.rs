//! Grab, Trip, Disarm and Shove: components that take hold of somebody, throw them to the ground, strike a thing out of
//! their hand or drive them back (ST-GRAP-01, ST-COND-13).

use super::ties::pair_up;
use crate::board::bearing;
use crate::mechanics::break_free::{Binds, BreakFree, WayOut};
use crate::mechanics::movement::push;
use crate::mechanics::prelude::*;

/// What may come of a blow that takes hold, by the names that players use.
const STANDS: &str = "stands";
const DRIVEN: &str = "driven back";
const DISARMED: &str = "disarmed";
const LOSES: &str = "drops its own";

/// The numbers of grappling.
#[derive(Clone, Debug, Deserialize)]
pub struct Holds {
    /// The die of every check.
    pub die: Expr,
    /// The component that takes hold, and the condition that it brings.
    pub grab: (Key, ConditionName),
    /// The skill that breaks somebody free, against the same of the holder.
    pub wrestle: FigureName,
    /// The component that throws to the ground, and the condition that it brings.
    pub trip: (Key, ConditionName),
    /// The skill that keeps one on one's feet.
    pub stand: FigureName,
    /// The component that strikes things out of hands, and the skill of both sides.
    pub disarm: (Key, FigureName),
    /// The component that drives back, and how far, in widths of the attacker.
    pub shove: (Key, i32),
    /// The rules that these numbers stand for.
    pub rules: HoldsRules,
}

rule_ids! { struct HoldsRules {
    components: "The components.",
    held: "Being held.",
    opposed: "Opposed checks.",
} }

impl Holds {
    /// What two totals of an opposed check say: whether the first wins, and nothing where it is rolled again.
    fn wins(own: i32, other: i32) -> Option<bool> {
        (own != other).then_some(own > other)
    }

    /// An opposed check: whether the first wins. A draw is rolled again.
    fn opposed(&self, table: &mut Table<'_>, first: Id, second: Id, skill: FigureName) -> Step<bool> {
        let label = skill.as_str().to_lowercase();
        let bonus = |who| Sum::of(skill, table.look().value(who, skill));
        let both = ((first, label.as_str(), bonus(first)), (second, label.as_str(), bonus(second)), false);
        let (own, other) = table.roll_against(both, &self.die, self.rules.opposed, Self::wins)?;
        Ok(own > other)
    }

    /// The same before it is rolled.
    fn odds(&self, look: Look<'_>, first: Id, second: Id, skill: FigureName) -> Option<Distribution<bool>> {
        let bonus = |who| Sum::of(skill, look.value(who, skill));
        let rolled = Checked::odds_against(&self.die, &bonus(first), &bonus(second));
        rolled.given(|(own, other)| Self::wins(*own, *other))
    }

    /// Lets somebody drop what they hold, since `by` has won; a fist stays where it is.
    fn drop_item(&self, table: &mut Table<'_>, (who, by): (Id, Id), item: Key) {
        let square = table.look().footprint(who).at;
        if held_item(table.look(), who, Some(item)).is_none() {
            return;
        }
        if table.edit_item(who, item, |item| item.held = Held::Ground(square)) {
            table.note(|look| {
                let text = format!("{} drops {item}.", look.name(who));
                Fact::new(self.rules.components, text).who(who).disarmed(who, by)
            });
        }
    }

    /// One holder loses their hold; others may still have theirs.
    fn release(&self, table: &mut Table<'_>, who: Id, by: Option<Id>, why: &str) -> Step {
        if table.end_by(who, self.grab.1, by)? {
            table.say(self.rules.held, who, |look| {
                let free = if look.is(who, self.grab.1) { "loses one of their holders" } else { "is free" };
                format!("{} {free}: {why}.", look.name(who))
            });
        }
        Ok(())
    }

    /// Drives somebody back, straight away from whoever does it.
    fn drive_back(&self, table: &mut Table<'_>, who: Id, target: Id) -> Step {
        let look = table.look();
        let way = bearing(look.footprint(who), look.footprint(target));
        let (Some(way), rule) = (way, self.rules.components) else { return Ok(()) };
        let squares = look.own_width(who).saturating_mul(self.shove.1);
        // A rider who is driven back leaves their mount where it is.
        table.note(|look| {
            let text = format!("{} drives {} back to the {}.", look.name(who), look.name(target), way.word());
            Fact::new(rule, text).who(who).whom(target).driven(target)
        });
        push(table, target, way, squares).map(drop)
    }

    const fn tie(&self) -> Tie {
        Tie { held: self.grab.1, holding: None, is_open: true }
    }

    fn on_blow(&self, table: &mut Table<'_>, blow: &Blown<'_>) -> Step {
        let (Some(target), true) = (blow.case.against, blow.struck()) else { return Ok(()) };
        let (case, rule) = (blow.case, self.rules.components);
        if case.is(self.grab.0) {
            table.bring(target, Condition::new(self.grab.1).by(case.who), |look| {
                let text = format!("{} holds {}.", look.name(case.who), look.name(target));
                Fact::new(rule, text).who(case.who).whom(target)
            })?;
        }
        if case.is(self.trip.0) {
            let bonus = table.look().figure(target, self.stand);
            if !table.passes(target, "check", &self.die, bonus, Sum::of("trip", blow.dc), rule)? {
                table.begin(target, Condition::new(self.trip.1).by(case.who))?;
            }
        }
        if case.is(self.shove.0) {
            let bonus = table.look().figure(target, self.stand);
            let against = Sum::of("shove", blow.dc);
            if !table.passes(target, "check", &self.die, bonus, against, rule)? {
                self.drive_back(table, case.who, target)?;
            }
        }
        if case.is(self.disarm.0)
            && let Some(item) = held_item(table.look(), target, case.part)
        {
            let own = case.arm.map(|arm| arm.name);
            if self.opposed(table, case.who, target, self.disarm.1)? {
                self.drop_item(table, (target, case.who), item);
            } else if let Some(own) = own {
                self.drop_item(table, (case.who, target), own);
            }
        }
        Ok(())
    }
}

/// The thing in hand that a case aims at, or the first in hand.
fn held_item(look: Look<'_>, who: Id, part: Option<Key>) -> Option<Key> {
    let mut in_hand = look.gear(who).iter().filter(|item| item.is_in_hand());
    match part {
        Some(part) => in_hand.find(|item| item.arm.name == part),
        None => in_hand.next(),
    }
    .map(|item| item.arm.name)
}

mechanic!(Holds: |self| {
    words(words) => {
        words.add(Word::Roll, ["check"]);
        words.add(Word::Term, ["shove", "trip"]).add(Word::Outcome, [STANDS, DRIVEN, DISARMED, LOSES]);
        words.add(Word::Roll, [Key::new("wrestle")]);
    },
    deeds(holds) => vec![Arc::new(BreakFree { of: holds, verb: "break free".into(), from_all: false })],
});

hears!(Holds: |self, table| {
    Begun => pair_up(table, self.tie()),
    Arrived { .. } => pair_up(table, self.tie()),
    Blow { blow } => self.on_blow(table, blow),
    Moved { who, .. } => {
        // A hold ends when the two are no longer next to each other, or one has left their own body for another.
        let look = table.look();
        let is_gone = |id: Id| look.body(id) != id;
        let is_apart = |(id, by): &(Id, Id)| is_gone(*id) || is_gone(*by) || look.gap(*id, *by) > 1;
        let apart: Vec<_> = look.tied(who, self.grab.1).filter(is_apart).collect();
        apart.into_iter().try_for_each(|(id, by)| self.release(table, id, Some(by), "out of the holder's reach"))
    },
    Condition { who, begun: true, .. } => {
        // Whoever is out of the fight lets go.
        if table.look().is_in_play(who) {
            return Ok(());
        }
        let held: Vec<Id> = table.look().brought_upon(who, self.grab.1).collect();
        held.into_iter().try_for_each(|id| self.release(table, id, Some(who), "the holder is out of the fight"))
    },
});

allows!(Holds: |self, look, case| {
    let Some(target) = case.against.filter(|_| case.is(self.disarm.0)) else { return Ok(()) };
    let is_bare = held_item(look, target, case.part).is_none();
    look.refuse_one_if(is_bare, target, self.rules.components, "holds nothing to be disarmed of")
});

impl Blows for Holds {
    fn foretells(&self, look: Look<'_>, case: &Case<'_>, dc: &Sum) -> Option<Distribution<Judged>> {
        let target = case.against?;
        let comes = |name: Key| Judged::called(0, name);
        let fails = |name: &'static str| Judged::called(-1, name);
        let unless_stands = |label: &'static str, done: Key| {
            let bonus = look.figure(target, self.stand);
            let stands = Checked::odds(&self.die, &bonus, &Sum::of(label, dc.total()));
            stands.map(|stands| if *stands { fails(STANDS) } else { comes(done) })
        };
        match () {
            () if case.is(self.grab.0) => Some(Distribution::certain(comes(self.grab.1.key()))),
            () if case.is(self.trip.0) => Some(unless_stands("trip", self.trip.1.key())),
            () if case.is(self.shove.0) => Some(unless_stands("shove", Key::from(DRIVEN))),
            () if case.is(self.disarm.0) => {
                let wins = self.odds(look, case.who, target, self.disarm.1)?;
                Some(wins.map(|wins| if *wins { comes(Key::from(DISARMED)) } else { fails(LOSES) }))
            }
            () => None,
        }
    }
}

narrows!(Holds: |self, look, case| {
    // A disarming blow is aimed at the thing, whether its order says so or not.
    if case.part.is_none() && case.is(self.disarm.0) {
        case.part = case.against.and_then(|target| held_item(look, target, None));
    }
});

impl Binds for Holds {
    fn ways_out<'a>(&'a self, look: Look<'a>, who: Id) -> Vec<WayOut<'a>> {
        let held = look.conditions(who).iter().filter(|each| each.kind == self.grab.1);
        let way = |held: &'a Condition| {
            let label = format!("Break free of {}", held.by.map_or("the hold", |by| look.name(by)));
            (held, held.by, label, self.rules.held, Ok(()))
        };
        held.map(way).collect()
    }

    fn unbound(&self, look: Look<'_>, who: Id, order: &Order) -> Refusal {
        let named = order.whom().filter(|_| look.condition(who, self.grab.1).is_some());
        let why = || named.map_or_else(|| "nobody holds it".to_owned(), |named| format!("{named} does not hold it"));
        look.refusal(self.rules.held, why)
    }

    fn outlook(&self, _look: Look<'_>, _who: Id, _of: &Condition) -> (Option<String>, Option<Worth>) {
        (None, Some(Worth::of(0.1)))
    }

    fn break_free(&self, table: &mut Table<'_>, who: Id, of: &Condition) -> Step {
        let free = match of.by {
            Some(holder) => self.opposed(table, who, holder, self.wrestle)?,
            None => true,
        };
        if free { self.release(table, who, of.by, "they break the hold") } else { Ok(()) }
    }
}
