//! Sides take turns: one side begins the round, and then each in its turn sends one of its own who have not acted yet,
//! or passes where that is allowed (BT-INIT-01, BT-INIT-02; ZN-INIT-01 to ZN-INIT-04).

use crate::battle::house_words::{ACT, FIRST, PASS};
use crate::mechanics::prelude::*;

/// The numbers of this initiative.
#[derive(Clone, Debug, Deserialize)]
pub struct Alternating {
    /// Which side begins a round.
    pub begins: Begins,
    /// Whether a side may let its turn go by and come in again later; then a round lasts until all have done so.
    pub passing: Option<RuleId>,
    /// The rules that these numbers stand for.
    pub rules: AlternatingRules,
}

/// How the side is found that begins a round.
#[derive(Clone, Debug, Deserialize)]
pub enum Begins {
    /// Each throws this at the start of the round, and the highest begins.
    Thrown(Expr),
    /// The side that began the fight says which; where that is not clear, it is drawn.
    Chosen {
        /// The rule about who it is.
        holder: RuleId,
    },
}

rule_ids! { struct AlternatingRules {
    begin: "Who begins.",
    turns: "Taking turns.",
} }

/// The last round in which somebody had their turn.
#[derive(Component, Clone, Copy, Debug, Default)]
struct Acted(Option<i32>);

/// Which side is next, in this order.
#[derive(Component, Clone, Debug, Default)]
pub struct Sequence {
    sides: Vec<SideId>,
    next: usize,
    /// Sides that have passed one after the other.
    passes: usize,
    /// Who says which side begins.
    holder: Option<SideId>,
}

impl Sequence {
    /// Whose turn it is to send somebody; nobody's once all have passed one after the other.
    fn turn(&self) -> Option<SideId> {
        let count = self.sides.len();
        let at = if self.passes < count { self.next % count } else { count };
        self.sides.get(at).copied()
    }

    /// It is the turn of the next side, after one that has sent somebody, or nobody.
    fn goes_on(&mut self, has_sent: bool) {
        self.next = self.next % self.sides.len().max(1) + 1;
        self.passes = if has_sent { 0 } else { self.passes + 1 };
    }
}

mechanic!(Alternating: |self| {
    words(words) => words.add(Word::Roll, ["side"]),
});

hears!(Alternating: |self, table| {
    RoundBegun => {
        let sides = match &self.begins {
            Begins::Thrown(die) => self.thrown(table, die)?,
            Begins::Chosen { holder } => {
                Self::find_holder(table, *holder)?;
                self.chosen(table)?
            }
        };
        let holder = table.look().battle::<Sequence>().and_then(|sequence| sequence.holder);
        *table.edit_battle::<Sequence>() = Sequence { sides, next: 0, passes: 0, holder };
    },
    TurnBegun { who } => {
        let round = table.clock().round;
        table.edit::<Acted>(who).0 = Some(round);
    },
});

impl Alternating {
    /// Finds out in the first round who has the initiative: others may have to say by then who began the fight.
    fn find_holder(table: &mut Table<'_>, rule: RuleId) -> Step {
        let look = table.look();
        if look.battle::<Sequence>().is_some_and(|sequence| sequence.holder.is_some()) {
            return Ok(());
        }
        let sides = all_sides(look);
        let began = look.battle::<Opening>().and_then(|opening| opening.0);
        let side = match began {
            Some(side) => side,
            None if sides.len() < 2 => SideId(0),
            None => sides.get(table.with_dice(|dice| dice.pick(sides.len()))?).copied().unwrap_or_default(),
        };
        table.edit_battle::<Sequence>().holder = Some(side);
        table.note(|look| {
            let name = look.side_name(side);
            let why = if began.is_some() { "they began the fight" } else { "the die says so" };
            Fact::new(rule, format!("The initiative lies with {name}: {why}."))
        });
        Ok(())
    }

    /// The sides in the order in which they throw; none is thrown where an order was laid down, in which they come then.
    fn thrown(&self, table: &mut Table<'_>, die: &Expr) -> Step<Vec<SideId>> {
        let look = table.look();
        let mut sides = all_sides(look);
        if let Some(order) = look.arranged() {
            let place = |side: &SideId| order.iter().position(|who| look.own_side(*who) == *side);
            sides.sort_by_key(|side| place(side).unwrap_or(usize::MAX));
            return Ok(sides);
        }
        let mut rolled: Vec<(i32, SideId)> = Vec::new();
        for side in sides {
            let first = table.look().everybody().find(|id| table.look().side(*id) == side);
            let result = match first {
                Some(first) => loop {
                    // Two sides that throw the same throw again, the later one.
                    let apart = |result: &[i32]| {
                        let result = *result.first()?;
                        let is_apart = rolled.iter().all(|(other, _)| *other != result);
                        is_apart.then_some(result)
                    };
                    let throw = [(first, "side", Sum::new())];
                    let result = table.roll_together(&throw, false, die, self.rules.begin, apart)?;
                    if let Some(result) = apart(&result) {
                        break result;
                    }
                },
                None => i32::MIN,
            };
            rolled.push((result, side));
        }
        rolled.sort_by(|a, b| b.cmp(a));
        Ok(rolled.into_iter().map(|(_, side)| side).collect())
    }

    /// The sides from the one on that whoever has the initiative wishes.
    fn chosen(&self, table: &mut Table<'_>) -> Step<Vec<SideId>> {
        let look = table.look();
        let mut sides = all_sides(look);
        let holder = look.battle::<Sequence>().and_then(|sequence| sequence.holder).unwrap_or_default();
        let can = |side: &SideId| !self.able(look, *side).is_empty();
        // Where one side alone has anybody to send, nothing hangs on it.
        if sides.iter().filter(|side| can(side)).count() < 2 {
            return Ok(sides);
        }
        let rule = self.rules.begin;
        let first = look.everybody().find(|id| look.side(*id) == holder).unwrap_or_default();
        let question = Question::new(FIRST, holder, first, "Which side acts first this round?");
        let mut question = question.rule(rule).prescribed();
        for side in &sides {
            let name = look.side_name(*side);
            question = question.choice(Choice::new(Order::new(FIRST).with(Key::new(name)), name, Group::Turn, rule));
        }
        let answer = table.ask(question)?;
        let look = table.look();
        let is_named = |side: &SideId| answer.with.is_some_and(|name| name == look.side_name(*side));
        let start = sides.iter().position(is_named).unwrap_or(0);
        sides.rotate_left(start);
        let begins = sides.first().copied().unwrap_or_default();
        table.note(|look| {
            let (chooses, first) = (look.side_name(holder), look.side_name(begins));
            let text = match begins == holder {
                true => format!("{chooses} choose to go first."),
                false => format!("{chooses} let {first} go first."),
            };
            Fact::new(rule, text).news(begins != holder)
        });
        Ok(sides)
    }

    /// Those of a side who can be sent.
    fn ready(look: Look<'_>, side: SideId) -> Vec<Id> {
        let round = look.clock().round;
        let rules = look.rules();
        let acted = |id: &Id| look.get::<Acted>(*id).is_some_and(|acted| acted.0.is_some_and(|last| last >= round));
        let here = |id: &Id| look.is_about(*id) && !look.is_dead(*id);
        let own = look.everybody().filter(|id| look.own_side(*id) == side && here(id) && !acted(id));
        own.filter(|id| rules.economy.is_fresh(look, *id)).collect()
    }

    /// Those of a side who can be sent and who can do anything, where a side may pass as well.
    fn able(&self, look: Look<'_>, side: SideId) -> Vec<Id> {
        let mut ready = Self::ready(look, side);
        if self.passing.is_some() {
            ready.retain(|id| look.counts(*id) && look.allows(*id, &["turn"]).is_ok());
        }
        ready
    }

    /// Lets a side say whom it sends; nobody where it passes.
    fn send(&self, table: &mut Table<'_>, side: SideId, able: &[Id]) -> Step<Option<Id>> {
        let Some(first) = able.first().copied() else { return Ok(None) };
        let rule = self.rules.turns;
        let look = table.look();
        let mut question = Question::new("who acts", side, first, "Who acts now?").rule(rule);
        for id in able {
            let name = look.key(*id);
            question = question.choice(Choice::new(Order::new(ACT).with(name), name.as_str(), Group::Turn, rule));
        }
        if let Some(passing) = self.passing {
            question = question.choice(Choice::new(Order::new(PASS), "Pass", Group::Turn, passing).letting_be());
        }
        let chosen = table.ask(question)?;
        if chosen.verb == PASS {
            return Ok(None);
        }
        let who = chosen.with.and_then(|name| table.look().named(name)).unwrap_or(first);
        table.say(rule, who, |look| format!("{} acts.", look.name(who)));
        Ok(Some(who))
    }
}

fn all_sides(look: Look<'_>) -> Vec<SideId> {
    look.sides().collect()
}

impl Initiative for Alternating {
    fn next(&self, table: &mut Table<'_>) -> Step<Next> {
        let mut sequence = table.look().battle::<Sequence>().cloned().unwrap_or_default();
        while let Some(side) = sequence.turn() {
            let able = self.able(table.look(), side);
            let sent = self.send(table, side, &able)?;
            sequence.goes_on(sent.is_some());
            if let Some(who) = sent {
                *table.edit_battle::<Sequence>() = sequence;
                return Ok(Next::Turn(who));
            }
            let Some(rule) = self.passing else { continue };
            let must = able.is_empty();
            table.note(|look| {
                let name = look.side_name(side);
                let text = match must {
                    true => format!("{name} have nobody left to send."),
                    false => format!("{name} send nobody."),
                };
                Fact::new(rule, text).news(!must)
            });
            *table.edit_battle::<Sequence>() = sequence.clone();
        }
        Ok(Next::RoundOver)
    }

    fn pass_ends_round(&self, look: Look<'_>, side: SideId) -> bool {
        let is_next = |sequence: &&Sequence| self.passing.is_some() && sequence.turn() == Some(side);
        let Some(mut sequence) = look.battle::<Sequence>().filter(is_next).cloned() else { return false };
        sequence.goes_on(false);
        // Whoever has nobody left to send passes, too.
        while sequence.turn().is_some_and(|next| self.able(look, next).is_empty()) {
            sequence.goes_on(false);
        }
        sequence.turn().is_none()
    }

    fn track(&self, look: Look<'_>) -> Vec<TrackEntry> {
        let round = look.clock().round;
        let rules = look.rules();
        let here = |id: &Id| look.is_about(*id) && !look.is_dead(*id);
        let entry = |who: Id| {
            let acted = look.get::<Acted>(who).is_some_and(|acted| acted.0.is_some_and(|last| last >= round));
            TrackEntry::new(look, who, String::new(), acted || !rules.economy.is_fresh(look, who))
        };
        look.everybody().filter(here).map(entry).collect()
    }

    fn form(&self, look: Look<'_>) -> TrackForm {
        let Some(sequence) = look.battle::<Sequence>() else { return TrackForm::Sides { next: None } };
        let count = sequence.sides.len();
        let ahead = (0..count).filter_map(|step| sequence.sides.get((sequence.next + step) % count).copied());
        let waits = |side: &SideId| self.able(look, *side).iter().any(|id| look.clock().turn != Some(*id));
        TrackForm::Sides { next: ahead.into_iter().find(waits) }
    }
}
