//! Dying by checks: each turn, or each round without one, has one; each failure makes the next one
//! harder, and another wound is the end (ST-DEATH-01 to ST-DEATH-06).

use super::tending::{Resuscitate, Treat};
use crate::mechanics::answers;
use crate::mechanics::prelude::*;

/// The numbers of dying.
#[derive(Clone, Debug, Deserialize)]
pub struct Dying {
    /// The condition of the dying.
    pub dying: ConditionName,
    /// What those who cannot be saved any more are in.
    pub dead: ConditionName,
    /// What is left when the danger is over.
    pub stable: ConditionName,
    /// The kind of damage whose wounds count.
    pub harms: HarmName,
    /// The die of the checks.
    pub die: Expr,
    /// The figure that is added.
    pub figure: FigureName,
    /// What the first check must reach.
    pub dc: i32,
    /// Whether wounds are taken off the checks.
    pub wound_penalty: bool,
    /// What is thrown each turn for the danger to pass by itself, and what it must reach.
    pub steadies: (Expr, i32),
    /// Treating the dying.
    pub treat: Treatment,
    /// What helpers should have about them, and what lacking it adds to their skill.
    pub bag: Option<(ArmName, i32)>,
    /// Bringing back the dead.
    pub resuscitate: Rescue,
    /// The rules that these numbers stand for.
    pub rules: DyingRules,
}

/// How the dying are treated.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Treatment {
    /// The skill that is rolled.
    pub skill: FigureName,
    /// What it must reach with somebody who has no wounds; each adds 1.
    pub dc: i32,
}

/// How the dead are brought back.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Rescue {
    /// The skill that is rolled.
    pub skill: FigureName,
    /// What it must reach.
    pub dc: i32,
    /// How many rounds after death it can still be begun.
    pub within: i32,
}

rule_ids! { struct DyingRules {
    start: "Starting to die.",
    checks: "The checks.",
    steadies: "The danger passes.",
    again: "Another wound.",
    treat: "Treating the dying.",
    resuscitate: "Bringing back the dead.",
} }

/// How somebody's death goes on.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Fate {
    /// Is dying.
    pub dying: bool,
    /// Was felled by what is happening just now; all of that is one blow.
    pub just_felled: bool,
    /// Checks that they have failed.
    pub failed: i32,
    /// The round in which they died.
    pub died: Option<i32>,
}

impl Dying {
    pub(super) fn fate(look: Look<'_>, who: Id) -> Fate {
        look.get::<Fate>(who).cloned().unwrap_or_default()
    }

    /// What is added to a check.
    fn bonus(&self, look: Look<'_>, who: Id) -> Sum {
        let mut bonus = look.figure(who, self.figure);
        if self.wound_penalty {
            bonus.add("wounds", -(look.wounds(who).len() as i32), self.rules.checks);
        }
        bonus
    }

    /// What the next check must reach.
    fn needed(&self, look: Look<'_>, who: Id) -> Sum {
        let mut needed = Sum::of("base", self.dc);
        needed.add("failed checks", Self::fate(look, who).failed, self.rules.checks);
        needed
    }

    /// Death, if not even the best roll would do any more.
    fn give_up_hope(&self, table: &mut Table<'_>, who: Id) -> Step {
        let look = table.look();
        let best = self.die.max().saturating_add(self.bonus(look, who).total());
        let needed = self.needed(look, who).total();
        if needed > best { self.die(table, who, self.rules.checks, "beyond saving") } else { Ok(()) }
    }

    /// A round of somebody who is dying: their check, and the chance that the danger passes by itself.
    pub(super) fn hang_on(&self, table: &mut Table<'_>, who: Id) -> Step {
        if table.look().condition(who, self.dying).is_none() {
            return Ok(());
        }
        let (bonus, needed) = (self.bonus(table.look(), who), self.needed(table.look(), who));
        if !table.passes(who, "dying", &self.die, bonus, needed, self.rules.checks)? {
            table.edit::<Fate>(who).failed += 1;
            self.give_up_hope(table, who)?;
            if table.look().is_dead(who) {
                return Ok(());
            }
        }
        let (die, from) = &self.steadies;
        let steadied =
            table.passes(who, "stabilising", die, Sum::new(), Sum::of("needed", *from), self.rules.steadies)?;
        if steadied { self.steady(table, who, self.rules.steadies) } else { Ok(()) }
    }

    fn die(&self, table: &mut Table<'_>, who: Id, rule: RuleId, why: &str) -> Step {
        let round = table.clock().round;
        table.edit::<Fate>(who).died = Some(round);
        table.say_change(rule, who, (self.dead, 0, 1), |look| format!("{} dies: {why}.", look.name(who)));
        // Dead first: nobody wakes by dying.
        table.begin(who, Condition::new(self.dead))?;
        table.end(who, self.dying)?;
        *table.edit::<Fate>(who) = Fate { died: Some(round), ..Fate::default() };
        Ok(())
    }

    /// The danger is over: still out cold, but no longer dying.
    pub(super) fn steady(&self, table: &mut Table<'_>, who: Id, rule: RuleId) -> Step {
        table.say_change(rule, who, (self.dying, 1, 0), |look| {
            format!("{} is out of danger, and still {}.", look.name(who), self.stable)
        });
        table.begin(who, Condition::new(self.stable))?;
        table.end(who, self.dying)?;
        *table.edit::<Fate>(who) = Fate::default();
        Ok(())
    }

    /// Back from the dead, out cold.
    pub(super) fn bring_back(&self, table: &mut Table<'_>, who: Id) -> Step {
        // Of the dead nothing else can be said.
        let text = |look: Look<'_>| format!("{} lives again.", look.name(who));
        table.sheds(who, self.dead, self.rules.resuscitate, text)?;
        table.begin(who, Condition::new(self.stable))?;
        *table.edit::<Fate>(who) = Fate::default();
        Ok(())
    }

    /// Rounds since somebody died.
    pub(super) fn dead_for(look: Look<'_>, who: Id) -> Option<i32> {
        Self::fate(look, who).died.map(|round| look.clock().round - round)
    }

    /// Whatever felled somebody is over: the next wound is another one.
    fn close_the_blow(table: &mut Table<'_>) {
        let look = table.look();
        let fresh: Vec<Id> = look.everybody().filter(|who| Self::fate(look, *who).just_felled).collect();
        for who in fresh {
            table.edit::<Fate>(who).just_felled = false;
        }
    }
}

mechanic!(Dying: |self| {
    answers_for => vec![answers::death(self.dying)],
    words(words) => {
        words.add(Word::Roll, ["dying", "resuscitating", "stabilising", "treating"]);
        words.add(Word::Term, ["base", "failed checks", "needed", "wounds"]).add(Word::Count, ["Dying"]);
    },
    deeds(dying) => vec![Arc::new(Treat(dying.clone())), Arc::new(Resuscitate(dying))],
});

hears!(Dying: |self, table| {
    // Whoever lies there when the battle begins was felled before it.
    Begun => {
        for who in table.everybody() {
            let look = table.look();
            if look.is_dead(who) {
                table.edit::<Fate>(who).died = Some(0);
            } else if look.condition(who, self.dying).is_some() {
                table.edit::<Fate>(who).dying = true;
            }
        }
    },
    TurnBegun { who } => {
        Self::close_the_blow(table);
        self.hang_on(table, who)
    },
    // Orders of initiative that send only those who can act have no turn for the dying: their checks come at the end.
    RoundEnded => {
        let look = table.look();
        let initiative = &look.rules().initiative;
        let is_dying = |who: &Id| look.is_about(*who) && look.condition(*who, self.dying).is_some();
        let left: Vec<Id> = look.everybody().filter(|who| is_dying(who) && !initiative.has_acted(look, *who)).collect();
        left.into_iter().try_for_each(|who| self.hang_on(table, who))
    },
    Condition { who, kind, begun: true } => {
        if kind != self.dying || Self::fate(table.look(), who).dying {
            return Ok(());
        }
        // Two blows of one attack may both have felled them, and the first was enough.
        if table.look().is_dead(who) {
            return table.end(who, self.dying).map(drop);
        }
        *table.edit::<Fate>(who) = Fate { dying: true, just_felled: true, ..Fate::default() };
        self.give_up_hope(table, who)
    },
    Harmed { hit } => {
        let who = hit.who;
        if hit.kind != self.harms || hit.judged.harm <= 0 || table.look().condition(who, self.dying).is_none() {
            return Ok(());
        }
        // All the blows of one attack fall at once, and none of them is later.
        if Self::fate(table.look(), who).just_felled {
            return self.give_up_hope(table, who);
        }
        self.die(table, who, self.rules.again, "wounded while dying")
    },
    Done { .. } => Self::close_the_blow(table),
    // Nobody is still dying when hours have passed.
    HoursPass { .. } => {
        let look = table.look();
        let all: Vec<Id> = look.everybody().filter(|id| look.rests(*id)).collect();
        all.iter().try_for_each(|who| self.settle(table, *who))?;
        all.into_iter().try_for_each(|who| self.try_to_bring_back(table, who))
    },
});

impl Drives for Dying {
    fn has_due(&self, look: Look<'_>, who: Id) -> bool {
        look.condition(who, self.dying).is_some()
    }
}

impl Shows for Dying {
    fn comes_to(&self, look: Look<'_>, who: Id, outcome: Key, harm: i32) -> Option<ConditionName> {
        let starts = outcome == self.dying.key();
        if look.condition(who, self.dying).is_some() {
            let wounds = starts || !look.rules().conditions.contains_key(&outcome);
            return (wounds && harm > 0).then_some(self.dead);
        }
        let worse = if self.wound_penalty { harm } else { 0 };
        let best = self.die.max().saturating_add(self.bonus(look, who).total()).saturating_sub(worse);
        (starts && self.needed(look, who).total() > best).then_some(self.dead)
    }

    fn sheet(&self, look: Look<'_>, who: Id) -> Vec<SheetLine> {
        let is_dying = look.condition(who, self.dying).is_some();
        SheetLine::only_if(is_dying, "Dying", self.rules.checks, || format!("DC {}", self.needed(look, who).total()))
    }
}
