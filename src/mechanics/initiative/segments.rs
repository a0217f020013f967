//! A round in segments: a die for each hero and each group of others, the highest first, equal ones at once; the hasted
//! before all, and those with several blows first and last (OS-INIT-01 to OS-INIT-04, OS-INIT-06, OS-INIT-07).
//!
//! A round is a list of legs: the hasted, first blows, the numbers one after the other, last blows. Several on one
//! number have their moves one by one and then their blows at once: nobody falls before `Settle`, so each can kill the
//! other. The start and end of a turn come once for each part of it, so states of this game are counted in rounds,
//! never in turns.

mod dice;
mod legs;

use std::cmp::Ordering;

use crate::battle::house_words::ACT;
use crate::mechanics::prelude::*;
use legs::Leg;

/// The numbers of this initiative.
#[derive(Clone, Debug, Deserialize)]
pub struct Segments {
    /// What is thrown.
    pub die: Expr,
    /// Who throws for those whom a player leads.
    pub players: Throws,
    /// Whether it is thrown anew in each round.
    pub each_round: bool,
    /// The word of those who throw a die of their own, everybody else shares one with those made alike; all have their own
    /// where it is left out.
    #[serde(default, deserialize_with = "refers::words")]
    pub lead: Option<Key>,
    /// The count under which a number is laid down beforehand, if any is.
    #[serde(default, deserialize_with = "refers::own")]
    pub laid_down: Option<Key>,
    /// The state of those who act before everybody else, if there is one.
    pub hasted: Option<ConditionName>,
    /// When several blows of one fall.
    #[serde(default)]
    pub first_and_last: Strikes,
    /// The word of those who strike first and last when they have several blows, if anybody does.
    #[serde(default, deserialize_with = "refers::words")]
    pub strikers: Option<Key>,
    /// The roll of how many blows somebody keeps for the end of the round, if anybody does.
    pub kept_blows: Option<Key>,
    /// The rules that these numbers stand for.
    pub rules: SegmentsRules,
}

/// Who throws for those whom a player leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Throws {
    /// Each leader.
    Each,
    /// One for all of them.
    Party,
}

/// When several blows of one fall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strikes {
    /// The first before everybody else, the last after.
    FirstAndLast,
    /// All in one turn.
    #[default]
    Together,
}

impl Segments {
    /// Whether somebody throws a die of their own.
    fn leads(&self, look: Look<'_>, who: Id) -> bool {
        self.lead.is_none_or(|word| look.has_tag(who, word))
    }

    /// Whether somebody strikes first and last.
    fn strikes(&self, look: Look<'_>, who: Id) -> bool {
        self.first_and_last == Strikes::FirstAndLast && self.strikers.is_some_and(|word| look.has_tag(who, word))
    }

    /// Which of those who may act in any order is next; the others wait. A player says so.
    fn next_of(&self, table: &mut Table<'_>, mut who: Vec<Id>) -> Step<Option<Id>> {
        let look = table.look();
        who.retain(|id| self.comes(look, *id, Phase::Whole));
        let Some(first) = who.first().copied() else { return Ok(None) };
        let side = look.side(first);
        let sides = look.battle::<Sides>().map_or(&[][..], |sides| &sides.0);
        let is_asked = sides.get(usize::from(side.0)).is_some_and(|side| side.is_players);
        let mut next = first;
        if is_asked {
            let rule = self.rules.alone;
            let mut question = Question::new("who acts", side, first, "Who acts now?").rule(rule);
            for id in who.iter().filter(|id| look.side(**id) == side) {
                let name = look.key(*id);
                question = question.choice(Choice::new(Order::new(ACT).with(name), name.as_str(), Group::Turn, rule));
            }
            let chosen = table.ask(question)?;
            next = chosen.with.and_then(|name| table.look().named(name)).unwrap_or(first);
        }
        who.retain(|id| *id != next);
        table.edit_battle::<Course>().legs.insert(0, Leg::Freely(who));
        Ok(Some(next))
    }
}

rule_ids! { struct SegmentsRules {
    order: "The dice and the order.",
    together: "Equal numbers.",
    party: "One die for the party.",
    alone: "A round that one side has to itself.",
    anew: "New dice each round.",
    haste: "The hasted.",
    several: "First and last blows.",
} }

/// The number at which somebody acts.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Number {
    /// What was thrown for it.
    thrown: Option<i32>,
    /// What they threw against others who are hasted.
    hasted: Option<i32>,
    /// The last round in which their own turn came up.
    acted: Option<i32>,
}

/// What is still to come of the round.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Course {
    legs: Vec<Leg>,
    /// Whether dice are thrown anew before the next round.
    anew: bool,
}

pub(super) fn number(look: Look<'_>, who: Id) -> Number {
    look.get::<Number>(who).copied().unwrap_or_default()
}

mechanic!(Segments: |self| {
    words(words) => {
        words.add(Word::Roll, ["haste", "initiative"]).add(Word::Term, ["one"]).add(Word::Count, ["Initiative"]);
    },
});

hears!(Segments: |self, table| {
    RoundBegun => {
        // In a round in which only one side may act no dice are thrown.
        if table.clock().round > 0 {
            self.throw(table)?;
        }
        let legs = self.legs(table.look());
        table.edit_battle::<Course>().legs = legs;
    },
    TurnBegun { who } => {
        let clock = table.clock();
        if !matches!(clock.phase, Phase::First | Phase::Last) {
            table.edit::<Number>(who).acted = Some(clock.round);
        }
    },
});

modifies!(Segments: self.kept_blows => |self, look, case, sum| {
    if let Some(word) = self.strikers.filter(|_| self.strikes(look, case.who)) {
        sum.add(word, 1, self.rules.several);
    }
});

impl Shows for Segments {
    fn turn_sheet(&self, look: Look<'_>, who: Id) -> Vec<SheetLine> {
        let text = match number(look, who).thrown {
            Some(number) => number.to_string(),
            None => "not thrown yet".to_owned(),
        };
        vec![SheetLine::of("Initiative", text, self.rules.order)]
    }
}

impl Initiative for Segments {
    fn next(&self, table: &mut Table<'_>) -> Step<Next> {
        loop {
            if table.look().battle::<Course>().is_none_or(|course| course.legs.is_empty()) {
                return Ok(Next::RoundOver);
            }
            let leg = table.edit_battle::<Course>().legs.remove(0);
            let (phase, who, together) = match leg {
                Leg::Settle => return Ok(Next::Settle),
                Leg::Freely(who) => match self.next_of(table, who)? {
                    Some(who) => (Phase::Whole, vec![who], false),
                    None => continue,
                },
                Leg::Part { phase, who, together } => (phase, who, together),
            };
            let look = table.look();
            let who: Vec<Id> = who.into_iter().filter(|id| self.comes(look, *id, phase)).collect();
            if !who.is_empty() {
                return Ok(Next::Part { phase, who, together });
            }
        }
    }

    fn quicker(&self, look: Look<'_>, a: Id, b: Id) -> Ordering {
        legs::rank(look, a, self.hasted).cmp(&legs::rank(look, b, self.hasted))
    }

    fn begin_anew(&self, table: &mut Table<'_>) {
        table.edit_battle::<Course>().anew = true;
    }

    fn has_acted(&self, look: Look<'_>, who: Id) -> bool {
        number(look, who).acted == Some(look.clock().round)
    }

    fn part(&self, look: Look<'_>, who: Id) -> Option<String> {
        let when = || match (self.hasted.filter(|_| self.is_hasted(look, who)), number(look, who).thrown) {
            (Some(state), _) => format!(" with the {state}"),
            (None, Some(number)) => format!(" at initiative {number}"),
            (None, None) => ", all at once".to_owned(),
        };
        match look.clock().phase {
            Phase::Whole => None,
            Phase::Moves => Some(format!("moving{}", when())),
            Phase::Blows => Some(format!("striking{}", when())),
            Phase::First => Some("first blows of the round".to_owned()),
            Phase::Last => Some("last blows of the round".to_owned()),
        }
    }

    fn at_once(&self) -> Option<RuleId> {
        Some(self.rules.together)
    }

    fn track(&self, look: Look<'_>) -> Vec<TrackEntry> {
        let present = |id: &Id| look.is_about(*id) && !look.is_dead(*id);
        let mut order: Vec<Id> = look.everybody().filter(present).collect();
        order.sort_by_key(|id| legs::rank(look, *id, self.hasted));
        let key = |id: Id| legs::rank(look, id, self.hasted);
        let shares = |id: Id| order.iter().any(|other| *other != id && key(*other) == key(id));
        let groups: Vec<_> = order.iter().map(|id| key(*id)).collect();
        let entry = |id: &Id| {
            let thrown = number(look, *id).thrown.map_or_else(String::new, |number| number.to_string());
            let mut entry = TrackEntry::new(look, *id, thrown, Initiative::has_acted(self, look, *id));
            let group = groups.iter().position(|each| *each == key(*id)).filter(|_| shares(*id));
            entry.together = group.map(|group| group as u32);
            entry
        };
        order.iter().map(entry).collect()
    }
}
