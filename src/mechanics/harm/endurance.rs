//! Damage against endurance: what gets through takes Stamina, and the worst single blow says how badly somebody is hurt
//! (HG-DMG-05, HG-DMG-06, HG-WND-01 to HG-WND-05, HG-DEATH-01, HG-HEAL-01, HG-HEAL-02).

use crate::mechanics::cover::things::pull_down;
use crate::mechanics::prelude::*;

/// The numbers of this harm. The damage of a hit is what is rolled before anything stops any of it.
#[derive(Clone, Debug, Deserialize)]
pub struct Endurance {
    /// The kind of damage that it deals with.
    pub kind: HarmName,
    /// What those who are hit throw against it.
    pub dice: Expr,
    /// The figure that is added, and the one that things have instead.
    pub endures: FigureName,
    /// The figure of things.
    pub toughness: FigureName,
    /// The figure for what is left.
    pub left: FigureName,
    /// The count of what is gone of it.
    pub lost: Key,
    /// The count of the greatest damage of one attack.
    #[serde(deserialize_with = "refers::own")]
    pub largest: Key,
    /// Points of that for each step down.
    pub a_step: i32,
    /// The steps: what players call them, and the state that each brings. The first is no state, the last is the end.
    pub levels: Vec<Level>,
    /// The state of those who have nothing left.
    pub fallen: ConditionName,
    /// The state of those who wake again.
    pub down: ConditionName,
    /// How much must get through to break a thing, and its rule; things without that figure endure all.
    pub breaks: Option<Breaking>,
    /// Whether anything comes back during a battle.
    pub recovers: OnOff,
    /// The roll of how many actions somebody has taken in this round; those who rest have taken none.
    pub actions: Key,
    /// The rules that these numbers stand for.
    pub rules: EnduranceRules,
}

/// What it takes to break a thing.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Breaking {
    /// How much must get through.
    pub from: i32,
    /// The rule that says so.
    pub rule: RuleId,
}

/// Something that is played or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OnOff {
    /// It is.
    #[default]
    On,
    /// It is not.
    Off,
}

/// One step of how badly somebody may be hurt.
#[derive(Clone, Debug, Deserialize)]
pub struct Level {
    /// What players call it.
    #[serde(deserialize_with = "refers::own")]
    pub name: Key,
    /// The state that it is.
    pub state: Option<ConditionName>,
    /// Rounds of rest in a row for a point of what is lost, where that is a matter of rounds.
    pub rounds: Option<i32>,
    /// Hours of rest for a point of what is lost; no time at all where rounds do.
    #[serde(default)]
    pub hours: i32,
    /// Weeks of rest until it is one step better.
    #[serde(default)]
    pub weeks: i32,
}

rule_ids! { struct EnduranceRules {
    endures: "The roll against damage.",
    net: "What gets through.",
    lost: "What it takes.",
    falls: "Having nothing left.",
    level: "The steps.",
    largest: "Only the worst counts.",
    dead: "The end.",
    recovers: "What comes back.",
    mends: "Getting better.",
} }

/// How somebody has rested.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Rested {
    /// The last round in which something got through to them.
    harmed: i32,
    /// Rounds of rest in a row.
    rounds: i32,
    /// Hours of rest toward the next point, and toward the next step.
    hours: i32,
    /// The same.
    mending: i32,
}

impl Endurance {
    /// The step that the greatest damage of one attack comes to.
    fn step(&self, largest: i32) -> usize {
        let step = largest.max(0) / self.a_step.max(1);
        usize::try_from(step).unwrap_or(0).min(self.levels.len().saturating_sub(1))
    }

    /// What somebody or something sets against damage.
    fn endures(&self, look: Look<'_>, case: &Case<'_>) -> Sum {
        let figure = if case.who.is_thing() { self.toughness } else { self.endures };
        look.sum(&case.on("endurance"), look.figure(case.who, figure))
    }

    /// Puts the states in order that follow from the worst blow.
    fn set_level(&self, table: &mut Table<'_>, who: Id, largest: i32) -> Step {
        let step = self.step(largest);
        for (index, level) in self.levels.iter().enumerate() {
            let Some(state) = level.state else { continue };
            if index != step && table.look().condition(who, state).is_some() {
                table.end(who, state)?;
            }
        }
        let Some((level, state)) = self.levels.get(step).and_then(|level| Some((level, level.state?))) else {
            return Ok(());
        };
        if table.look().condition(who, state).is_some() {
            return Ok(());
        }
        let is_last = step + 1 == self.levels.len();
        let rule = if is_last { self.rules.dead } else { self.rules.level };
        let name = level.name;
        table.bring(who, Condition::new(state), |look| Fact::new(rule, format!("{} is {name}.", look.name(who))))
    }

    fn lose(&self, table: &mut Table<'_>, who: Id, points: i32, rule: RuleId) {
        let left = self.left;
        let (before, after) = table.lose(who, (left, self.lost), points);
        table.say_change(rule, who, (left, before, after), |look| format!("{} has {after} {left}.", look.name(who)));
    }

    /// Somebody has a point more.
    fn recover(&self, table: &mut Table<'_>, who: Id, points: i32) -> Step {
        let points = points.min(table.look().tally(who, self.lost));
        if points <= 0 {
            return Ok(());
        }
        self.lose(table, who, -points, self.rules.recovers);
        let look = table.look();
        if look.value(who, self.left) > 0 && look.condition(who, self.fallen).is_some() {
            table.say(self.rules.recovers, who, |look| format!("{} comes round.", look.name(who)));
            table.end(who, self.fallen)?;
            table.begin(who, Condition::new(self.down))?;
        }
        Ok(())
    }

    fn rested(look: Look<'_>, who: Id) -> Rested {
        look.get::<Rested>(who).copied().unwrap_or_default()
    }

    /// Hours go by without a fight, each at the step at which it finds somebody.
    fn rest(&self, table: &mut Table<'_>, who: Id, hours: i32) -> Step {
        let mut left = hours.max(0);
        while left > 0 {
            let look = table.look();
            let own = Self::rested(look, who);
            let largest = look.tally(who, self.largest);
            let step = self.step(largest);
            let Some(level) = self.levels.get(step) else { return Ok(()) };
            // As long as this step lasts.
            let until_better = if level.weeks > 0 { level.weeks * A_WEEK - own.mending } else { left };
            let now = left.min(until_better.max(1));
            left -= now;
            let (points, rest) = match level {
                Level { rounds: Some(_), .. } => (i32::MAX, 0),
                Level { hours: 0, .. } => (0, 0),
                Level { hours, .. } => ((own.hours + now) / hours, (own.hours + now) % hours),
            };
            let better = level.weeks > 0 && now >= until_better;
            let mending = if better || level.weeks == 0 { 0 } else { own.mending + now };
            *table.edit::<Rested>(who) = Rested { hours: rest, mending, ..own };
            self.recover(table, who, points)?;
            if better {
                let after = (step as i32 * self.a_step - 1).max(0);
                table.set_tally(who, self.largest, after);
                let (rule, count) = (self.rules.mends, self.largest);
                table.say_change(rule, who, (count, largest, after), |look| {
                    format!("{} is on the mend.", look.name(who))
                });
                self.set_level(table, who, after)?;
            }
        }
        Ok(())
    }
}

mechanic!(Endurance: |self| {
    words(words) => {
        words.add(Word::Roll, ["endurance"]).add(Word::Outcome, ["destroyed", "nothing"]).add(Word::Term, ["damage"]);
        let outcomes = self.levels.iter().map(|level| level.name).chain([self.fallen.key(), self.kind.key()]);
        words.add(Word::Outcome, outcomes).add(Word::Count, [self.lost, self.largest]);
    },
    keeps => Rested::default(),
});

hears!(Endurance: |self, table| {
    // Whoever comes into a battle hurt is so from the start.
    Mustered => table.for_everybody(|table, who| {
        let look = table.look();
        let (largest, left) = (look.tally(who, self.largest), look.value(who, self.left));
        if self.step(largest) > 0 {
            self.set_level(table, who, largest)?;
        }
        let look = table.look();
        let falls = left <= 0 && !look.is_dead(who) && look.condition(who, self.fallen).is_none();
        if falls { table.begin(who, Condition::new(self.fallen)) } else { Ok(()) }
    }),
    RoundEnded => {
        if self.recovers == OnOff::Off {
            return Ok(());
        }
        let round = table.clock().round;
        let is_there = |look: Look<'_>, id: Id| look.is_there(id);
        table.for_those(is_there, |table, who| {
            let look = table.look();
            let own = Self::rested(look, who);
            let acts = look.sum(&Case::of(self.actions, who), Sum::new()).total() > 0;
            let rests = !acts && own.harmed != round;
            let rounds = if rests { own.rounds + 1 } else { 0 };
            if rounds != own.rounds {
                *table.edit::<Rested>(who) = Rested { rounds, ..own };
            }
            let look = table.look();
            let level = self.levels.get(self.step(look.tally(who, self.largest)));
            let due = level.and_then(|level| level.rounds).is_some_and(|each| rests && rounds % each.max(1) == 0);
            if due { self.recover(table, who, 1) } else { Ok(()) }
        })
    },
    HoursPass { hours } => table.for_those(|look, id| !look.is_dead(id), |table, who| self.rest(table, who, hours)),
});

impl Shows for Endurance {
    fn health_in(&self) -> Option<FigureName> {
        Some(self.left)
    }

    fn health(&self, look: Look<'_>, who: Id) -> Option<(i32, i32)> {
        let left = look.value(who, self.left);
        Some((left, left.saturating_add(look.tally(who, self.lost))))
    }
}

/// The word of what things set against damage.
const THING: &str = "a thing";

/// Hours in a week.
const A_WEEK: i32 = 7 * 24;

impl Harm for Endurance {
    fn kind(&self) -> HarmName {
        self.kind
    }

    /// What is left, the worst blow so far, and what is thrown against the damage.
    fn expose(&self, look: Look<'_>, case: &Case<'_>) -> Exposure {
        let (left, largest) = match case.who.is_thing() {
            true => (self.breaks.map_or(i32::MAX, |breaks| breaks.from), 0),
            false => (look.value(case.who, self.left), look.tally(case.who, self.largest)),
        };
        Exposure {
            thresholds: [left, largest].into_iter().collect(),
            sums: [self.endures(look, case)].into_iter().collect(),
            words: case.who.is_thing().then(|| Key::from(THING)).into_iter().collect(),
        }
    }

    /// Here `damage` is what has got through.
    fn judge(&self, exposure: &Exposure, damage: i32) -> Judged {
        let (left, largest) = (exposure.threshold(0), exposure.threshold(1));
        let harm = damage.max(0);
        let step = self.step(largest.max(harm));
        let last = self.levels.len().saturating_sub(1);
        match () {
            () if exposure.has(THING) => match harm >= left {
                true => Judged { grade: FELLED, name: Key::from("destroyed"), harm },
                false => Judged { grade: 0, name: Key::from(Judged::NOTHING), harm },
            },
            () if harm == 0 => Judged::nothing(),
            () if step == last => {
                Judged { grade: 3, name: self.levels.get(last).map_or(self.fallen.key(), |level| level.name), harm }
            }
            () if harm >= left && left > 0 => Judged { grade: FELLED, name: self.fallen.key(), harm },
            () => Judged { grade: 1, name: self.levels.get(step).map_or(self.kind.key(), |level| level.name), harm },
        }
    }

    fn withstands(&self, exposure: &Exposure) -> Option<(&Expr, i32)> {
        Some((&self.dice, exposure.sums.first().map_or(0, Sum::total)))
    }

    fn steps(&self) -> Vec<Key> {
        self.levels.iter().map(|level| level.name).collect()
    }

    fn leaves(&self, exposure: &Exposure, damage: i32) -> Option<(i32, Key)> {
        let largest = exposure.threshold(1);
        let step = self.step(largest.max(damage));
        self.levels.get(step).map(|level| (step as i32, level.name))
    }

    fn inflict(&self, table: &mut Table<'_>, hit: &Hit) -> Step {
        let who = hit.who;
        let endures = hit.exposure.sums.first().cloned().unwrap_or_default();
        let through = |shown: i32| hit.damage.saturating_sub(shown.saturating_add(endures.total())).max(0);
        let throw = table.throw_for(&self.dice, through)?;
        let (total, net) = (throw.total.saturating_add(endures.total()), through(throw.total));
        table.note(|look| {
            let text = match net {
                0 => format!("{} endures it: {total} against {}.", look.name(who), hit.damage),
                net => format!("{} endures {total} of {}: {net} get through.", look.name(who), hit.damage),
            };
            let rule = if net == 0 { self.rules.net } else { self.rules.endures };
            Fact::new(rule, text).who(who).damage(hit.damage).roll(
                Roll::of("endurance", &self.dice, &throw, &endures).against(Sum::of("damage", hit.damage), net == 0),
            )
        });
        if who.is_thing() {
            if let Some(breaks) = self.breaks.filter(|breaks| net >= breaks.from && table.look().place(who).present) {
                pull_down(table, who, breaks.rule);
            }
            return Ok(());
        }
        if net == 0 {
            return Ok(());
        }
        let own = Self::rested(table.look(), who);
        *table.edit::<Rested>(who) = Rested { harmed: table.clock().round, rounds: 0, ..own };
        self.lose(table, who, net, self.rules.lost);
        let largest = table.look().tally(who, self.largest);
        if net > largest {
            table.set_tally(who, self.largest, net);
            let (rule, count) = (self.rules.largest, self.largest);
            table.say_change(rule, who, (count, largest, net), |look| {
                format!("It is the worst that {} has taken from one attack.", look.name(who))
            });
            self.set_level(table, who, net)?;
        }
        let look = table.look();
        let falls = look.value(who, self.left) <= 0 && !look.is_dead(who);
        if falls && look.condition(who, self.fallen).is_none() {
            table.bring(who, Condition::new(self.fallen), |look| {
                Fact::new(self.rules.falls, format!("{} falls.", look.name(who)))
            })?;
        }
        Ok(())
    }
}
