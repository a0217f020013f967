//! A round of as many things as one likes: how many is declared at the head of a turn, and each beyond the first makes
//! every skill roll of the round harder (HG-TURN-02, HG-TURN-03). What is done about the blows of others counts, too
//! (HG-DEF-01 to HG-DEF-03, HG-DEF-09).
//!
//! What is declared is a number and whether a defence is kept, not a list: the dice know no more of it. The penalty is
//! the term "actions" of every skill roll. A defence in the turn of another counts toward the number too, so it makes
//! the defender's own turn harder. What a roll would be with one action more is asked by the word `ONE_MORE`, what it
//! would be in a round that is only planned by `Look::planning`.

pub(in crate::mechanics) mod ask;
mod price;
mod reactions;
mod rest;

use self::price::{Takes, in_words, parts};
use super::answer::Answer;
use super::end_turn::EndTurn;
use crate::mechanics::prelude::*;

pub(in crate::mechanics) use ask::{AUGMENTS, and_more, may_add, with_more};

/// The numbers of this economy.
#[derive(Clone, Debug, Deserialize)]
pub struct Declared {
    /// What each action beyond the first takes off every skill roll of the round.
    pub each: i32,
    /// The most actions of a round.
    pub most: i32,
    /// The rolls that it takes that off.
    #[serde(deserialize_with = "refers::own")]
    pub rolls: Vec<Key>,
    /// The roll of how many actions of this round somebody has taken, for those who ask.
    pub counts: Key,
    /// When a defence before one's own turn is paid for.
    pub timing: Timing,
    /// What one defence is good for.
    pub covers: Covers,
    /// The figure for how far one goes for nothing.
    pub walk: FigureName,
    /// Deeds that are such steps; each costs as many squares as it counts.
    pub steps: Vec<Verb>,
    /// Deeds that take an action and the place of those steps.
    pub instead_of_steps: Vec<Verb>,
    /// Deeds that take nothing but the place of those steps.
    #[serde(default)]
    pub for_all_steps: Vec<Verb>,
    /// Deeds that take nothing.
    pub free: Vec<Verb>,
    /// Deeds that take nothing once a round, and an action after that.
    pub once: Vec<Verb>,
    /// The rules that these numbers stand for.
    pub rules: DeclaredRules,
}

/// When a defence before one's own turn is paid for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Timing {
    /// It counts the actions taken so far.
    #[default]
    Running,
    /// Defenders say first how many actions they will take in all.
    CommitFirst,
}

/// What one defence is good for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Covers {
    /// Every attack of the round.
    #[default]
    AllAttacks,
    /// One of them.
    OneAttack,
}

rule_ids! { struct DeclaredRules {
    several: "Several actions.",
    free: "What is no action.",
    early: "Defending before one's turn.",
    given_away: "Having acted without a defence.",
    covers: "What one defence is good for.",
    assist: "Blocking for a friend.",
} }

/// What somebody does in this round.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Doings {
    round: i32,
    /// Actions counted so far, those of their turn from the moment they have declared them.
    n: i32,
    /// How many they have said they would take in all, where they must say so at their first defence.
    committed: Option<i32>,
    /// Whether one of them is to defend.
    defends: bool,
    /// Whether that has been used, where it is good for one attack.
    used: bool,
    /// Whether they have answered something that takes no action: a grip, or a blow in the saddle.
    answered: bool,
    /// Whether they have said what they will do in their turn.
    said: bool,
    /// Actions declared for their turn that are not a defence.
    declared: i32,
    /// Those of them that have been taken.
    done: i32,
    /// How far they have gone on their own feet, and how far in the saddle.
    afoot: Gone,
    /// The same.
    astride: Gone,
    /// What they have done for nothing that goes once a round.
    once: Vec<Verb>,
    /// Nothing more in their turn.
    over: bool,
    /// Their turn has gone by.
    acted: bool,
}

/// How far somebody has gone in this round on one pair of legs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Gone {
    /// Squares gone for nothing.
    walked: i32,
    /// Whether they have run instead.
    ran: bool,
}

/// The word of a roll by whoever takes one action more for its sake.
pub(in crate::mechanics) const ONE_MORE: &str = "one more action";

/// The deeds that are done in the turns of others.
pub(in crate::mechanics) const DEFEND: &str = "defend";
/// The same for a friend.
pub(in crate::mechanics) const ASSIST: &str = "assist";

impl Declared {
    /// What somebody has done in this round.
    fn of(look: Look<'_>, who: Id) -> Doings {
        let round = look.clock().round;
        let own = look.get::<Doings>(who).filter(|own| own.round == round).cloned();
        own.unwrap_or(Doings { round, ..Doings::default() })
    }

    /// What so many actions take off a skill roll, below nought.
    fn penalty(&self, n: i32) -> i32 {
        self.each.saturating_mul(n.saturating_sub(1).max(0)).saturating_neg()
    }

    /// How far somebody has gone on the legs that they go with now: those of a mount are not their own.
    fn gone<'a>(look: Look<'_>, who: Id, own: &'a mut Doings) -> &'a mut Gone {
        if look.mount(who).is_some() { &mut own.astride } else { &mut own.afoot }
    }

    fn steps_left(&self, look: Look<'_>, who: Id, own: &Doings) -> i32 {
        let Gone { walked, ran } = *Self::gone(look, who, &mut own.clone());
        if own.over || ran { 0 } else { look.value(who, self.walk).saturating_sub(walked).max(0) }
    }

    const fn actions_left(own: &Doings) -> i32 {
        if own.over { 0 } else { own.declared - own.done }
    }
}

mechanic!(Declared: |self| {
    words(words) => words.add(Word::Term, ["actions"]).add(Word::Count, ["Actions", "Defence"]),
    deeds => {
        let when = "that is an answer to a blow, and not done in one's own turn";
        let reaction =
            |verb| Arc::new(Answer { verb, group: Group::Defence, rule: self.rules.early, when }) as Arc<dyn Deed>;
        vec![Arc::new(EndTurn(self.rules.free)), reaction(DEFEND), reaction(ASSIST)]
    },
    keeps => Doings::default(),
});

hears!(Declared: |self, table| {
    TurnEnded { who } => {
        let own = Self::of(table.look(), who);
        *table.edit::<Doings>(who) = Doings { acted: true, ..own };
    },
});

modifies!(Declared: self.rolls.iter().copied().chain([self.counts]) => |self, look, case, sum| {
    if case.who.is_thing() {
        return;
    }
    if case.on == self.counts {
        let own = Self::of(look, case.who);
        // Whoever only held out against something has not been idle.
        sum.add("actions", own.n.max(i32::from(own.answered)), self.rules.several);
    } else if self.rolls.contains(&case.on) {
        let own = Self::of(look, case.who);
        let more = i32::from(case.is(ONE_MORE)) + ask::planned(look, case, own.said);
        let n = own.committed.map_or(own.n + more, |all| all.max(own.n + more));
        sum.add("actions", self.penalty(n), self.rules.several);
    }
});

impl Shows for Declared {
    fn intends(&self, look: Look<'_>, who: Id) -> Vec<Intent> {
        self.rest(look, who).into_iter().collect()
    }

    fn turn_sheet(&self, look: Look<'_>, who: Id) -> Vec<SheetLine> {
        let own = Self::of(look, who);
        let actions = match own.n {
            0 => "none yet".to_owned(),
            n => match self.penalty(own.committed.map_or(n, |all| all.max(n))) {
                0 => format!("{n}, no penalty"),
                penalty => format!("{n}, {penalty} on every skill roll"),
            },
        };
        let defence = match () {
            () if own.defends && self.covers == Covers::OneAttack && own.used => "used",
            () if own.defends => "kept",
            () if own.acted => "given away",
            () => "open",
        };
        let defence = SheetLine::of("Defence", defence, self.rules.given_away);
        vec![SheetLine::of("Actions", actions, self.rules.several), defence]
    }
}

impl Judges for Declared {
    /// One blow beside the defence is what most rounds hold.
    fn weigh(&self, _look: Look<'_>, question: &Question) -> Vec<(Order, Worth)> {
        let answers = question.choices.iter().flatten().filter(|_| question.kind == ask::COMMIT);
        answers.map(|choice| (choice.order.clone(), Worth(-(choice.order.n.unwrap_or(0) - 2).abs()))).collect()
    }
}

impl Economy for Declared {
    fn is_fresh(&self, look: Look<'_>, who: Id) -> bool {
        !Self::of(look, who).acted
    }

    fn price(&self, look: Look<'_>, who: Id, deed: &dyn Deed, order: &Order) -> Result<Price, Refusal> {
        self.priced(look, who, deed, order)
    }

    fn burden(&self, look: Look<'_>, who: Id, price: i32) -> Burden {
        let own = Self::of(look, who);
        let at = |n: i32| -self.penalty(own.committed.map_or(n, |all| all.max(n)));
        let n = own.n + price;
        Burden { now: at(n), to_come: if own.acted { 0 } else { at(n + 1) } }
    }

    fn in_brief(&self, look: Look<'_>, who: Id, deed: &dyn Deed, order: &Order) -> Option<String> {
        match self.takes(look, who, deed, order) {
            Takes::Run(actions) | Takes::Actions(actions) if actions > 0 => Some(format!("{actions} a")),
            _ => None,
        }
    }

    fn is_main(&self, look: Look<'_>, who: Id, deed: &dyn Deed, order: &Order) -> bool {
        matches!(self.takes(look, who, deed, order), Takes::Actions(_) | Takes::Run(_))
    }

    fn costs_only_steps(&self, look: Look<'_>, who: Id, deed: &dyn Deed, order: &Order) -> bool {
        match self.takes(look, who, deed, order) {
            Takes::Steps(_) | Takes::Walk => true,
            Takes::Run(actions) => Self::actions_left(&Self::of(look, who)) > actions,
            Takes::Nothing | Takes::Once | Takes::Actions(_) => false,
        }
    }

    fn pay(&self, table: &mut Table<'_>, who: Id, deed: &dyn Deed, order: &Order) -> Step<Paid> {
        if [DEFEND, ASSIST].contains(&order.verb.as_str()) {
            return self.react(table, who, order);
        }
        let look = table.look();
        let takes = self.takes(look, who, deed, order);
        let mut own = Self::of(look, who);
        match takes {
            Takes::Nothing => return Ok(Paid::Now),
            Takes::Once => own.once.push(order.verb),
            Takes::Steps(squares) => Self::gone(look, who, &mut own).walked += squares,
            Takes::Walk => Self::gone(look, who, &mut own).ran = true,
            Takes::Run(actions) => {
                Self::gone(look, who, &mut own).ran = true;
                own.done += actions;
            }
            Takes::Actions(actions) => own.done += actions,
        }
        *table.edit::<Doings>(who) = own;
        Ok(Paid::Now)
    }

    fn open(&self, table: &mut Table<'_>, who: Id) -> Step {
        self.declare(table, who)
    }

    fn on_roll(&self, table: &mut Table<'_>, who: Id) -> Step {
        self.state(table, who, 0).map(drop)
    }

    fn on_answer(&self, table: &mut Table<'_>, who: Id) {
        let own = Self::of(table.look(), who);
        *table.edit::<Doings>(who) = Doings { answered: true, ..own };
    }

    fn is_over(&self, look: Look<'_>, who: Id) -> bool {
        let own = Self::of(look, who);
        own.over || (Self::actions_left(&own) <= 0 && self.steps_left(look, who, &own) <= 0)
    }

    fn is_untouched(&self, look: Look<'_>, who: Id) -> bool {
        let own = Self::of(look, who);
        own.done == 0 && own.afoot == Gone::default() && own.astride == Gone::default() && own.once.is_empty()
    }

    fn close(&self, table: &mut Table<'_>, who: Id) -> Step {
        let own = Self::of(table.look(), who);
        *table.edit::<Doings>(who) = Doings { over: true, ..own };
        Ok(())
    }

    fn left(&self, look: Look<'_>, who: Id) -> String {
        let own = Self::of(look, who);
        in_words(Self::actions_left(&own), self.steps_left(look, who, &own))
    }

    fn left_now(&self, look: Look<'_>, who: Id) -> String {
        let own = Self::of(look, who);
        let steps = if look.may_step(who) { self.steps_left(look, who, &own) } else { 0 };
        in_words(Self::actions_left(&own), steps)
    }

    fn left_after(&self, look: Look<'_>, who: Id, spending: Spending<'_>) -> Option<String> {
        let own = Self::of(look, who);
        let (steps, actions) = (self.steps_left(look, who, &own), Self::actions_left(&own));
        let left = match self.takes(look, who, spending.deed, spending.order) {
            Takes::Steps(squares) => parts(actions, steps.saturating_sub(squares)),
            Takes::Run(taken) => parts(actions - taken, 0),
            Takes::Walk => parts(actions, 0),
            Takes::Actions(taken) => parts(actions - taken, steps),
            Takes::Nothing | Takes::Once => return None,
        };
        Some(if left.is_empty() { "leaves nothing".to_owned() } else { format!("leaves {}", left.join(" and ")) })
    }

    fn leaves(&self, look: Look<'_>, who: Id, spending: Option<Spending<'_>>, blow: i32) -> bool {
        let takes = spending.map_or(Takes::Nothing, |Spending { deed, order, .. }| self.takes(look, who, deed, order));
        let spent = match takes {
            Takes::Run(actions) | Takes::Actions(actions) => actions,
            Takes::Nothing | Takes::Once | Takes::Steps(_) | Takes::Walk => 0,
        };
        Self::actions_left(&Self::of(look, who)) - spent >= blow
    }

    fn remaining(&self, look: Look<'_>, who: Id) -> i32 {
        self.steps_left(look, who, &Self::of(look, who))
    }
}
