//! Minds by two thresholds: damage above the lower one saps the will, above the higher one it also does what its type
//! does; without any will left one is broken, until one shakes it off (ST-MORALE-01 to ST-MORALE-10).

use crate::mechanics::harm::thresholds::{self, Passing};
use crate::mechanics::prelude::*;

/// The numbers of the will.
#[derive(Clone, Debug, Deserialize)]
pub struct Will {
    /// The kind of damage that it deals with.
    pub kind: HarmName,
    /// The figure that is the higher threshold.
    pub figure: FigureName,
    /// How far below it the lower one lies.
    pub soft_below: i32,
    /// When damage passes the lower threshold.
    #[serde(default)]
    pub penalty_at: Passing,
    /// When it passes the higher one.
    #[serde(default)]
    pub beaten_at: Passing,
    /// The count of penalties, which the figure takes off.
    pub penalties: Key,
    /// The word of those whom nothing of this touches.
    pub immune: Key,
    /// What damage of each type does to somebody whose will it beats.
    pub effects: BTreeMap<Key, Beaten>,
    /// What damage of no such type does.
    pub otherwise: Beaten,
    /// What those without any will are in.
    pub broken: ConditionName,
    /// How they recover.
    pub recovery: Recovery,
    /// How others help.
    pub inspire: Helping,
    /// Hours of peace that take every penalty away.
    pub calm: i32,
    /// The rules that these numbers stand for.
    pub rules: WillRules,
}

/// What it means to have one's will beaten.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Beaten {
    /// What it is called.
    #[serde(deserialize_with = "refers::own")]
    pub name: Key,
    /// The condition that it brings, until a penalty is taken away again.
    pub brings: Option<ConditionName>,
    /// Penalties that it brings.
    #[serde(default = "one")]
    pub penalties: i32,
    /// The rule that says so.
    pub rule: RuleId,
}

/// How the broken come round.
#[derive(Clone, Debug, Deserialize)]
pub struct Recovery {
    /// The die of the check.
    pub die: Expr,
    /// The figure that is added.
    pub figure: FigureName,
    /// What the first check must reach.
    pub dc: i32,
    /// What each failure takes off that.
    pub easier: i32,
}

/// How others help those who have penalties.
#[derive(Clone, Debug, Deserialize)]
pub struct Helping {
    /// The die of the check.
    pub die: Expr,
    /// The skill that is rolled.
    pub skill: FigureName,
    /// What it must reach.
    pub dc: i32,
    /// How far it carries, in the board's unit of length.
    pub within: i32,
    /// Conditions of those who hear nothing.
    pub deaf: Vec<ConditionName>,
}

rule_ids! { struct WillRules {
    compare: "The comparison.",
    penalty: "What a penalty is.",
    broken: "Being broken.",
    recovery: "Coming round.",
    inspire: "Helping.",
    calm: "Hours of peace.",
} }

/// Checks that a broken one has failed.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
struct Shaken(i32);

impl Will {
    fn needed(&self, look: Look<'_>, who: Id) -> Sum {
        let failed = look.get::<Shaken>(who).map_or(0, |shaken| shaken.0);
        let mut needed = Sum::of("base", self.recovery.dc);
        needed.add("failed checks", -failed.saturating_mul(self.recovery.easier), self.rules.recovery);
        needed
    }

    /// Penalties, but none beyond the last of the will.
    fn take(&self, table: &mut Table<'_>, who: Id, penalties: i32) {
        let look = table.look();
        let will = look.value(who, self.figure);
        let had = look.tally(who, self.penalties);
        let more = penalties.clamp(0, will.max(0));
        if more <= 0 {
            return;
        }
        table.set_tally(who, self.penalties, had + more);
        table.note(|look| {
            let after = look.value(who, self.figure);
            let text = format!("{}'s {} falls from {will} to {after}.", look.name(who), self.figure);
            let fact = Fact::new(self.rules.penalty, text).who(who).change(who, self.figure, will, after);
            fact.change(who, self.penalties, had, had + more)
        });
    }

    /// Takes penalties away, and with them whatever lasts until then.
    pub(super) fn relieve(&self, table: &mut Table<'_>, who: Id, penalties: i32, rule: RuleId) -> Step {
        let had = table.look().tally(who, self.penalties);
        let left = had.saturating_sub(penalties).max(table.look().kept_up(who, self.penalties)).min(had);
        let before = table.look().value(who, self.figure);
        if left < had {
            table.set_tally(who, self.penalties, left);
            table.note(|look| {
                let after = look.value(who, self.figure);
                let fact = Fact::new(rule, format!("{} takes heart.", look.name(who))).who(who);
                fact.change(who, self.penalties, had, left).change(who, self.figure, before, after)
            });
            for beaten in self.effects.values().chain([&self.otherwise]) {
                // What somebody is in for a time of its own has come from elsewhere.
                let brought = |kind: &ConditionName| {
                    table.look().condition(who, kind).is_some_and(|condition| condition.until == Until::Ended)
                };
                if let Some(kind) = beaten.brings.filter(brought) {
                    table.ceases(who, kind, beaten.rule)?;
                }
            }
        }
        if table.look().value(who, self.figure) > 0 { table.ceases(who, self.broken, rule) } else { Ok(()) }
    }

    /// Whoever has nothing left of it is broken.
    fn break_down(&self, table: &mut Table<'_>, who: Id, by: Option<Id>) -> Step {
        let look = table.look();
        let is_broken = look.condition(who, self.broken).is_some();
        if look.value(who, self.figure) > 0 || is_broken {
            return Ok(());
        }
        let (rule, broken) = (self.rules.broken, self.broken);
        table.bring(who, Condition::new(broken).by(by), |look| {
            Fact::new(rule, format!("{} is {broken}.", look.name(who))).news(true)
        })
    }

    fn on_arrival(&self, table: &mut Table<'_>, who: Id) -> Step {
        let look = table.look();
        let has_any = !look.has_tag(who, self.immune) && !look.is_dead(who);
        if has_any && look.tally(who, self.penalties) > 0 { self.break_down(table, who, None) } else { Ok(()) }
    }
}

mechanic!(Will: |self| {
    words(words) => {
        words.add(Word::Roll, ["inspiring", "shaking it off"]).add(Word::Outcome, ["morale penalty", "nothing"]);
        words.add(Word::Term, ["base", "failed checks"]).add(Word::Count, ["Broken"]);
        words.add(Word::Outcome, self.effects.values().chain([&self.otherwise]).map(|beaten| beaten.name));
        words.add(Word::Count, [self.penalties]);
    },
    deeds => vec![Arc::new(self.clone())],
});

hears!(Will: |self, table| {
    // Whoever comes without any will left has given up already.
    Mustered => table.for_everybody(|table, who| self.on_arrival(table, who)),
    Arrived { who } => self.on_arrival(table, who),
    Condition { who, kind, begun: false } => if kind == self.broken { table.edit::<Shaken>(who).0 = 0; },
    TurnBegun { who } => {
        let look = table.look();
        // Broken minds in a shared body do not come round by themselves (ST-POSS-10).
        if look.condition(who, self.broken).is_none() || look.is_dead(who) || look.shares_body(who) {
            return Ok(());
        }
        let (bonus, needed) = (look.figure(who, self.recovery.figure), self.needed(look, who));
        let rule = self.rules.recovery;
        if table.passes(who, "shaking it off", &self.recovery.die, bonus, needed, rule)? {
            self.relieve(table, who, 1, rule)?;
            return table.ceases(who, self.broken, rule);
        }
        table.edit::<Shaken>(who).0 += 1;
    },
    // In an hour of peace everybody takes heart again.
    HoursPass { hours } => {
        if hours < self.calm {
            return Ok(());
        }
        let is_low = |look: Look<'_>, id: Id| look.rests(id) && !look.is_dead(id) && look.tally(id, self.penalties) > 0;
        table.for_those(is_low, |table, who| {
            let penalties = table.look().tally(who, self.penalties);
            self.relieve(table, who, penalties, self.rules.calm)
        })
    },
});

impl Shows for Will {
    fn nerve(&self, look: Look<'_>, who: Id) -> Option<Nerve> {
        let of = look.figure(who, self.figure);
        let left = of.total();
        let is_broken = look.condition(who, self.broken).is_some();
        let whole = left.saturating_add(look.tally(who, self.penalties));
        let has_any = !look.has_tag(who, self.immune) && look.counts(who);
        has_any.then(|| Nerve { left, whole, of, is_broken, rule: self.rules.penalty })
    }

    fn sheet(&self, look: Look<'_>, who: Id) -> Vec<SheetLine> {
        let is_broken = look.condition(who, self.broken).is_some();
        let text = || format!("comes round at {}", self.needed(look, who).total());
        SheetLine::only_if(is_broken, "Broken", self.rules.recovery, text)
    }
}

impl Harm for Will {
    fn kind(&self) -> HarmName {
        self.kind
    }

    fn expose(&self, look: Look<'_>, case: &Case<'_>) -> Exposure {
        let will = look.figure(case.who, self.figure);
        let mut exposure = Exposure::of_two(will, self.soft_below, case.words.iter().copied());
        if look.has_tag(case.who, self.immune) {
            exposure.words.push(Key::from("immune"));
        }
        exposure
    }

    fn judge(&self, exposure: &Exposure, damage: i32) -> Judged {
        let beaten = exposure.words.iter().find_map(|word| self.effects.get(word)).unwrap_or(&self.otherwise);
        let soft = Judged { harm: 1, ..Judged::called(1, "morale penalty") };
        let hard = Judged { grade: FELLED, name: beaten.name, harm: beaten.penalties };
        thresholds::judge(exposure, damage, [(self.penalty_at, soft), (self.beaten_at, hard)])
    }

    fn sap(&self, table: &mut Table<'_>, who: Id, by: Option<Id>, amount: i32) -> Step {
        self.take(table, who, amount);
        self.break_down(table, who, by)
    }

    fn inflict(&self, table: &mut Table<'_>, hit: &Hit) -> Step {
        table.note(|look| {
            let (verdict, opposed) = (hit.judged.name, hit.exposure.in_words());
            let text = format!("{} morale damage against {}'s {opposed}: {verdict}.", hit.damage, look.name(hit.who));
            Fact::new(self.rules.compare, text).who(hit.who).whom(hit.by).damage(hit.damage)
        });
        self.take(table, hit.who, hit.judged.harm);
        if hit.judged.grade <= 0 {
            return Ok(());
        }
        let beaten = self.effects.values().chain([&self.otherwise]).find(|beaten| beaten.name == hit.judged.name);
        if let Some((beaten, kind)) = beaten.and_then(|beaten| Some((beaten, beaten.brings?))) {
            table.becomes(hit.who, Condition::new(kind).by(hit.by), beaten.rule)?;
        }
        self.break_down(table, hit.who, hit.by)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn will() -> Will {
        let key = Key::new;
        let rule = RuleId::from("ST-MORALE-07");
        let beaten = |name, brings, penalties| Beaten { name: key(name), brings, penalties, rule };
        Will {
            kind: "morale".into(),
            figure: "Will".into(),
            soft_below: 6,
            penalty_at: Passing::Exceeds,
            beaten_at: Passing::Exceeds,
            penalties: key("morale penalties"),
            immune: key("mindless"),
            effects: BTreeMap::from([("fear".into(), beaten("panicked", Some("panicked".into()), 1))]),
            otherwise: beaten("crushed", None, 2),
            broken: "broken".into(),
            recovery: Recovery { die: Expr::d(6), figure: "Spirit".into(), dc: 10, easier: 1 },
            inspire: Helping { die: Expr::d(6), skill: "Charisma".into(), dc: 6, within: 10, deaf: Vec::new() },
            calm: 1,
            rules: WillRules { compare: rule, penalty: rule, broken: rule, recovery: rule, inspire: rule, calm: rule },
        }
    }

    /// ST-MORALE-02: each threshold must be exceeded, or met where the table plays it so.
    #[test]
    fn each_threshold_is_passed_as_its_own_setting_has_it() {
        let judged = |will: Will| {
            let words = [Key::new("fear")].into_iter().collect();
            let exposure = Exposure { thresholds: [2, 8].into_iter().collect(), words, ..Exposure::default() };
            [2, 3, 8, 9].map(|damage| will.judge(&exposure, damage).name.as_str())
        };
        let meets = Passing::Meets;
        let [none, saps, beats] = ["nothing", "morale penalty", "panicked"];
        assert_eq!(judged(will()), [none, saps, saps, beats]);
        assert_eq!(judged(Will { penalty_at: meets, ..will() }), [saps, saps, saps, beats]);
        assert_eq!(judged(Will { beaten_at: meets, ..will() }), [none, saps, beats, beats]);
    }
}
