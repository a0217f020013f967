//! How somebody may come off: a deed or an answer is tried out again and again, with everybody played as a computer would.

use std::collections::BTreeMap;

use super::{Ahead, PASSES, Watcher, is_on_turn, pass};
use crate::ai::{Mind, Skill, lie_low};
use crate::battle::{ConditionName, Falls, Held, Id, Key, Look, Order, Phase, Player, Question, SideId};

/// How somebody came off, tried out again and again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Peril {
    /// How often it was tried.
    pub tries: u32,
    /// How often they were worse off then.
    pub hurt: u32,
    /// How often they were out of the fight.
    pub out: u32,
    /// How often something else befell them, for those who are asked.
    pub befell: BTreeMap<Befell, u32>,
}

/// What may befall somebody beside harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Befell {
    /// Something is gone out of their hand, and they stand.
    Lost(Key),
    /// A state that hampers them has come without any harm.
    Came(ConditionName),
}

/// So much of what befell somebody is told.
const MOST_TOLD: usize = 2;

/// Tries before it is told how somebody comes off: a figure that stands still from then on.
const TRIES: u32 = 60;

/// Tries of what an answer brings: one deed is played, not a round.
const STAKES: u32 = 120;

impl Peril {
    /// Whether it has been tried often enough to be told.
    pub const fn is_settled(&self) -> bool {
        self.tries >= TRIES
    }

    /// Counts how `who` came off this time.
    fn note(&mut self, before: Look<'_>, after: Look<'_>, who: Id) {
        let is_out = before.is_in_play(who) && !after.is_in_play(who);
        let left = |look: Look<'_>| look.health(who).map_or(0, |(left, _)| left);
        let wounds = |look: Look<'_>| look.wounds(who).len();
        self.out += u32::from(is_out);
        self.hurt += u32::from(is_out || left(after) < left(before) || wounds(after) > wounds(before));
    }

    /// Counts what befell `who` this time beside harm.
    fn note_more(&mut self, before: Look<'_>, after: Look<'_>, who: Id, is_harmed: bool) {
        if before.is_in_play(who) && !after.is_in_play(who) {
            return;
        }
        let has = |look: Look<'_>, name: Key| {
            let kept = look.gear(who).iter().filter(|item| !matches!(item.held, Held::Ground(_)));
            kept.filter(|item| item.arm.name == name).count()
        };
        let in_hand = before.gear(who).iter().filter(|item| matches!(item.held, Held::Hand(_)));
        let lost = in_hand.map(|item| item.arm.name).filter(|name| has(after, *name) < has(before, *name));
        let mut befell: Vec<Befell> = lost.map(Befell::Lost).collect();
        if !is_harmed {
            let hampers = |state: &ConditionName| {
                let def = before.rules().conditions.get(state);
                def.is_some_and(|def| !(def.helps || def.stance || def.learned || def.does_nothing()))
            };
            let states = after.conditions(who).iter().map(|condition| condition.kind);
            let new = states.filter(|state| hampers(state) && before.condition(who, *state).is_none());
            befell.extend(new.map(Befell::Came));
        }
        befell.sort_unstable();
        befell.dedup();
        befell.into_iter().for_each(|each| *self.befell.entry(each).or_default() += 1);
    }

    /// Whether anything may befall them.
    pub fn is_any(&self) -> bool {
        self.hurt > 0 || !self.befell.is_empty()
    }

    /// How many tries of a hundred went so.
    fn percent(&self, count: u32) -> f64 {
        (f64::from(count) * 100.0 / f64::from(self.tries.max(1))).round()
    }

    /// How many of a hundred that may be off.
    fn off(&self, count: u32) -> f64 {
        // A tail of none tried is not none at all.
        let share = (f64::from(count) + 1.0) / (f64::from(self.tries) + 2.0);
        (200.0 * (share * (1.0 - share) / f64::from(self.tries.max(1))).sqrt()).round()
    }

    /// In words, with the bounds between which it lies.
    pub fn told(&self) -> Option<String> {
        if !self.is_settled() {
            return None;
        }
        if self.hurt == 0 {
            return Some(format!("until your next turn: no harm in {} tries", self.tries));
        }
        let one = |name: &str, count: u32| {
            let (share, off) = (self.percent(count), self.off(count));
            let (least, most) = ((share - off).max(0.0), (share + off).min(100.0));
            if off > 0.0 { format!("{name} {share}% ({least} to {most}%)") } else { format!("{name} {share}%") }
        };
        let out = if self.out > 0 { format!(", {}", one("out", self.out)) } else { String::new() };
        Some(format!("until your next turn: {}{out}", one("hurt", self.hurt)))
    }

    /// In few words: "hurt 53% (out 10%), loses the Sword 3%, else held 20%".
    pub fn brief(&self) -> String {
        let mut told: Vec<String> = Vec::new();
        if self.hurt > 0 || self.befell.is_empty() {
            let out = (self.out > 0).then(|| format!(" (out {}%)", self.percent(self.out)));
            told.push(format!("hurt {}%{}", self.percent(self.hurt), out.unwrap_or_default()));
        }
        let mut befell: Vec<(&Befell, &u32)> = self.befell.iter().collect();
        befell.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let instead = if self.hurt > 0 { "else " } else { "" };
        told.extend(befell.into_iter().take(MOST_TOLD).map(|(befell, count)| match befell {
            Befell::Lost(what) => format!("loses the {what} {}%", self.percent(*count)),
            Befell::Came(state) => format!("{instead}{state} {}%", self.percent(*count)),
        }));
        told.join(", ")
    }
}

/// What hangs on an answer to something that is going on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stake {
    /// How often it was tried.
    pub tries: u32,
    /// How the asked side comes off, and the one who put the question.
    pub of: BTreeMap<Id, Peril>,
}

impl Stake {
    /// Whether it has been tried often enough to be told.
    pub const fn is_settled(&self) -> bool {
        self.tries >= STAKES
    }

    /// Where the figures come from, and how far off they may be.
    pub fn source(&self) -> String {
        let off = self.of.values().map(|peril| peril.off(peril.hurt)).fold(0.0, f64::max);
        let how = "others who are asked answer as a computer would";
        format!("Until somebody's next turn, tried out {} times: give or take {off} of 100; {how}", self.tries)
    }
}

/// Everybody plays on as a computer would, until it is the turn of `who` once more: where turns come in parts, that of the next
/// round. Those whom their side does not know of do
/// nothing: what may come of them is nobody's to know.
struct Meanwhile {
    who: Id,
    side: SideId,
    mind: Mind,
    left: usize,
    has_passed: bool,
    /// The round of a turn that comes in parts.
    parted: Option<i32>,
}

impl Player for Meanwhile {
    fn answer(&mut self, look: Look<'_>, question: &Question) -> Option<Order> {
        self.left = self.left.checked_sub(1)?;
        if is_on_turn(look, self.who) {
            let is_over = self.parted.is_none_or(|round| look.clock().round > round);
            if std::mem::replace(&mut self.has_passed, true) && is_over {
                return None;
            }
            return pass(look).or_else(|| self.mind.decide(look));
        }
        lie_low(look, question, self.side).or_else(|| self.mind.decide(look))
    }
}

impl Ahead {
    /// Tries out once more what becomes of `who` after `order` and the end of their turn: with dice of its own, cards that
    /// their side does not see dealt anew, all others played by plain minds.
    pub fn venture(&mut self, look: Look<'_>, who: Id, order: &Order, peril: &mut Peril) {
        let scratch = self.mute.get_or_insert_default();
        let mut copy = scratch.copy(look);
        copy.again(Falls::From(u64::from(peril.tries) + 1));
        peril.tries += 1;
        let side = look.side(who);
        copy.imagine(side);
        if copy.answer(order.clone()).is_err() {
            return;
        }
        let seed = u64::from(peril.tries);
        let parted = Some(look.clock()).filter(|clock| clock.phase != Phase::Whole).map(|clock| clock.round);
        let mind = Mind::new(Skill::Plain, seed);
        copy.play(&mut Meanwhile { who, side, mind, left: PASSES, has_passed: false, parted });
        if let Some(after) = copy.look() {
            peril.note(look, after, who);
        }
    }

    /// Tries out once more what comes of an answer before somebody has a turn: with dice of its own, all others asked as
    /// plain minds would answer.
    pub fn stake(&mut self, look: Look<'_>, (who, by): (Id, Option<Id>), order: &Order, stake: &mut Stake) {
        let scratch = self.mute.get_or_insert_default();
        let mut copy = scratch.copy(look);
        stake.tries += 1;
        copy.again(Falls::From(u64::from(stake.tries)));
        let side = look.side(who);
        copy.imagine(side);
        if copy.answer(order.clone()).is_err() {
            return;
        }
        copy.play(&mut Watcher::of(who));
        let Some(after) = copy.look() else { return };
        for each in look.shown().filter(|each| look.side(*each) == side || Some(*each) == by) {
            let peril = stake.of.entry(each).or_default();
            peril.tries = stake.tries;
            let hurt = peril.hurt;
            peril.note(look, after, each);
            // Whoever strikes may well let go of what they throw.
            if look.side(each) == side {
                peril.note_more(look, after, each, peril.hurt > hurt);
            }
        }
    }
}
