//! Being out of one's mind: a table says what each turn is good for (ST-COND-03, ST-COND-04).

use super::madness::{Attack, Plan, Row, Victim};
use crate::board::scatter_direction;
use crate::mechanics::prelude::*;
use crate::mechanics::{answers, drives};

/// The numbers of confusion.
#[derive(Clone, Debug, Deserialize)]
pub struct Confusion {
    /// The condition of the confused.
    pub confused: ConditionName,
    /// What is thrown on the table.
    pub die: Expr,
    /// The rows, each by the lowest result that it stands for.
    pub table: BTreeMap<i32, Row>,
    /// The die for a random direction.
    pub scatter: Expr,
    /// The deed that walks and the deed that runs.
    pub ways: (Verb, Verb),
    /// The deed of a single attack, and the manner of throwing.
    pub throw: (Verb, Key),
    /// The rules that these numbers stand for.
    pub rules: ConfusionRules,
}

rule_ids! { struct ConfusionRules {
    confused: "Being confused.",
    table: "The table.",
} }

/// The state of somebody's mind.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
struct Delusion {
    /// What they are about to do.
    plan: Option<Plan>,
    /// Turns in which they are their own master, this one included.
    control: i32,
    /// Who harmed them last.
    harmed_by: Option<Id>,
}

/// Results that make no sense before one is given up on: far more than ever fall.
const MOST_ROLLS: usize = 200;

impl Confusion {
    fn delusion(look: Look<'_>, who: Id) -> Delusion {
        look.get::<Delusion>(who).cloned().unwrap_or_default()
    }

    fn plan(table: &mut Table<'_>, who: Id, plan: Option<Plan>) {
        table.edit::<Delusion>(who).plan = plan;
    }

    fn in_hand(look: Look<'_>, who: Id) -> Vec<Key> {
        look.gear(who).iter().filter(|item| item.is_in_hand()).map(|item| item.arm.name).collect()
    }

    /// Whether a row can come to anything.
    fn makes_sense(&self, look: Look<'_>, who: Id, row: &Row) -> bool {
        let who = look.body(who);
        let someone = || drives::others(look, who).next().is_some();
        match row {
            Row::Strikes(..) => someone() && look.allows(who, &["attack"]).is_ok(),
            Row::Throws => someone() && !Self::in_hand(look, who).is_empty(),
            Row::Drops => !Self::in_hand(look, who).is_empty(),
            Row::Walks(_) | Row::Panics(_) => look.allows(who, &["move"]).is_ok(),
            Row::Runs => look.allows(who, &["move", "run"]).is_ok(),
            _ => true,
        }
    }

    /// Rolls on the table until there is a row to play.
    fn roll(&self, table: &mut Table<'_>, who: Id) -> Step<Row> {
        let (mut left_out, mut longer, mut loudness) = (Vec::new(), None, None);
        let mut played = Row::Stares;
        for _ in 0..MOST_ROLLS {
            let face = table.roll(who, "confusion", &self.die, Sum::new(), self.rules.table)?;
            let Some((lowest, row)) = self.table.range(..=face).next_back() else { continue };
            if left_out.contains(lowest) {
                continue;
            }
            match row {
                Row::Longer(die) => {
                    left_out.push(*lowest);
                    longer = Some(die);
                }
                Row::Screams(noise, without) => {
                    left_out.extend(without);
                    loudness = Some(*noise);
                }
                row if self.makes_sense(table.look(), who, row) => {
                    played = row.clone();
                    break;
                }
                _ => {}
            }
        }
        if let Some(die) = longer {
            let more = table.roll(who, "rounds", die, Sum::new(), self.rules.table)?;
            let mut conditions = table.edit::<Conditions>(who);
            let confused = conditions.0.iter_mut().find(|each| each.kind == self.confused);
            if let Some(Until::Turns(left) | Until::Rounds(left)) = confused.map(|each| &mut each.until) {
                *left = left.saturating_add(more);
            }
        }
        if let Some(loudness) = loudness {
            table.say(self.rules.table, who, |look| format!("{} screams.", look.name(who)));
            table.noise(who, loudness)?;
        }
        Ok(played)
    }

    fn direction(&self, table: &mut Table<'_>, who: Id) -> Step<Direction> {
        let face = table.roll(who, "direction", &self.scatter, Sum::new(), self.rules.table)?;
        Ok(u32::try_from(face).ok().and_then(scatter_direction).unwrap_or_default())
    }

    fn victim(&self, table: &mut Table<'_>, who: Id, victim: Victim) -> Step<Option<Id>> {
        if victim == Victim::Scattered {
            let direction = self.direction(table, who)?;
            let look = table.look();
            return Ok(drives::towards(look, look.body(who), direction));
        }
        let look = table.look();
        let disliked = Self::delusion(look, who).harmed_by.filter(|_| victim == Victim::Disliked);
        let who = look.body(who);
        let hated = disliked.filter(|id| look.is_there(*id));
        let near = drives::others(look, who).filter(|id| victim == Victim::Nearest || look.are_enemies(who, *id));
        Ok(hated.or_else(|| drives::nearest(look, who, near)))
    }

    /// Lets a row happen, as far as it happens at once, and says what is left
    /// of it to do; nothing where the player has the say.
    fn play(&self, table: &mut Table<'_>, who: Id, row: &Row) -> Step<Option<Plan>> {
        let body = table.look().body(who);
        Ok(match row {
            Row::Strikes(attack, victim) => {
                let weakest = *attack == Attack::Weakest;
                let target = self.victim(table, who, *victim)?;
                Some(target.map_or(Plan::Idle, |target| Plan::Strike { target, weakest }))
            }
            Row::Throws => {
                let target = self.victim(table, who, Victim::Scattered)?;
                Some(target.map_or(Plan::Idle, Plan::Throw))
            }
            Row::Drops => {
                let square = table.look().footprint(who).at;
                self.let_go(table, body, Held::Ground(square), "drops");
                Some(Plan::Idle)
            }
            Row::Walks(seconds) => Some(Plan::Go { toward: self.direction(table, who)?, for_seconds: Some(*seconds) }),
            Row::Runs => Some(Plan::Go { toward: self.direction(table, who)?, for_seconds: None }),
            Row::Panics(kind) => {
                table.begin(who, Condition::new(*kind).until(Until::TurnEnd))?;
                None
            }
            Row::Imagines(kind) => {
                table.begin(body, Condition::new(*kind).until(Until::TurnStart))?;
                Some(Plan::Idle)
            }
            Row::Falls(kind) => {
                table.begin(body, Condition::new(*kind))?;
                Some(Plan::Idle)
            }
            Row::Free(die) => {
                let turns = if die.is_constant() {
                    die.added()
                } else {
                    table.roll(who, "rounds", die, Sum::new(), self.rules.table)?
                };
                table.edit::<Delusion>(who).control = turns;
                None
            }
            Row::Longer(_) | Row::Screams(..) | Row::Stares => Some(Plan::Idle),
        })
    }

    fn let_go(&self, table: &mut Table<'_>, who: Id, to: Held, how: &str) {
        for name in Self::in_hand(table.look(), who) {
            table.edit_item(who, name, |item| item.held = to);
            table.say(self.rules.table, who, |look| format!("{} {how} {name}.", look.name(who)));
        }
    }

    fn tell(&self, table: &mut Table<'_>, who: Id, plan: Option<Plan>) {
        table.say(self.rules.table, who, |look| {
            let name = look.name(who);
            match plan {
                None => format!("{name} has their wits about them this turn."),
                Some(Plan::Strike { target, .. }) => format!("{name} goes for {}.", look.name(target)),
                Some(Plan::Throw(target)) => format!("{name} throws what they hold at {}.", look.name(target)),
                Some(Plan::Go { toward, for_seconds }) => {
                    let goes = if for_seconds.is_some() { "walks" } else { "runs" };
                    format!("{name} {goes} off to the {}.", toward.word())
                }
                Some(Plan::Idle) => format!("{name} does nothing that makes sense."),
            }
        });
    }

    fn strike(&self, table: &mut Table<'_>, who: Id, target: Id, weakest: bool) -> Compulsion {
        let look = table.look();
        if !look.is_there(target) {
            return Compulsion::Nothing;
        }
        let (rule, body) = (self.rules.table, look.body(who));
        let attacks = drives::attacks(look, body, target);
        // Only the weakest attack must do some harm.
        let strikes = !weakest && drives::is_near_enough(look, body, target);
        let blow = if strikes { drives::hardest(attacks) } else { drives::pick(attacks, weakest) };
        if let Some(order) = blow {
            Self::plan(table, who, Some(Plan::Idle));
            return Compulsion::Does(order, rule);
        }
        drives::does(drives::approach(look, body, target).map(|(order, _)| order), rule)
    }

    /// Throws the first thing in hand as the rules would have it thrown; what
    /// is not made for that only lands at the other one's feet.
    fn throw(&self, table: &mut Table<'_>, who: Id, target: Id) -> Compulsion {
        Self::plan(table, who, Some(Plan::Idle));
        let look = table.look();
        let who = look.body(who);
        for item in Self::in_hand(look, who) {
            let order = Order::new(self.throw.0).with(item).at(look.aim(target));
            let order = order.manner(self.throw.1);
            let melee = look.item(who, item).is_some_and(|item| !item.arm.reach.is_empty());
            if melee && look.permits(who, &order).is_ok() {
                return Compulsion::Does(order, self.rules.table);
            }
        }
        let square = look.footprint(target).at;
        self.let_go(table, who, Held::Ground(square), "throws away");
        Compulsion::Nothing
    }

    /// Straight on for as long as that goes.
    fn go(&self, look: Look<'_>, who: Id, direction: Direction, seconds: Option<i32>) -> Option<Order> {
        let who = look.body(who);
        let left = look.rules().economy.remaining(look, who);
        let go = |verb: Verb, n: i32| Order::new(verb).toward(direction).n(n);
        let runs = (1..=left).rev().filter(|_| seconds.is_none()).map(|n| go(self.ways.1, n));
        let walks = (1..=seconds.unwrap_or(left).min(left)).rev().map(|n| go(self.ways.0, n));
        runs.chain(walks).find(|order| look.permits(who, order).is_ok())
    }
}

mechanic!(Confusion: |self| {
    answers_for => vec![answers::deeds(self.confused)],
    words(words) => words.add(Word::Roll, ["confusion", "direction", "rounds"]).add(Word::Count, ["Confused"]),
});

hears!(Confusion: |self, table| {
    TurnBegun { who } => {
        let look = table.look();
        if look.condition(who, self.confused).is_none() || look.allows(who, &["act"]).is_err() {
            return Ok(());
        }
        let control = Self::delusion(look, who).control - 1;
        table.edit::<Delusion>(who).control = control.max(0);
        let plan = if control > 0 {
            None
        } else {
            let row = self.roll(table, who)?;
            self.play(table, who, &row)?
        };
        Self::plan(table, who, plan);
        self.tell(table, who, plan);
    },
    TurnEnded { who } => if Self::delusion(table.look(), who).plan.is_some() {
        Self::plan(table, who, None);
    },
    Harmed { hit } => if let Some(by) = hit.by.filter(|by| *by != hit.who && hit.judged.harm > 0) {
        table.edit::<Delusion>(hit.who).harmed_by = Some(by);
    },
    Condition { who, kind, begun: false } => if kind == self.confused {
        let mut delusion = table.edit::<Delusion>(who);
        (delusion.plan, delusion.control) = (None, 0);
    },
});

driven!(Confusion: |self, table, who| in self.confused => {
    let look = table.look();
    match Self::delusion(look, who).plan {
        None => return Ok(None),
        Some(Plan::Idle) => Compulsion::Nothing,
        Some(Plan::Strike { target, weakest }) => self.strike(table, who, target, weakest),
        Some(Plan::Throw(target)) => self.throw(table, who, target),
        Some(Plan::Go { toward, for_seconds }) => {
            let order = self.go(look, who, toward, for_seconds);
            Self::plan(table, who, Some(Plan::Idle));
            drives::does(order, self.rules.table)
        }
    }
});

sheet!(Confusion: |self, look, who| {
    let Some(confused) = look.condition(who, self.confused) else { return Vec::new() };
    let left = match confused.until {
        Until::Turns(left) | Until::Rounds(left) => format!("{left} rounds left"),
        _ => "until something ends it".to_owned(),
    };
    let control = Self::delusion(look, who).control;
    let text = if control > 0 { format!("{left}, in control for {control}") } else { left };
    vec![SheetLine::of("Confused", text, self.rules.confused)]
});
