//! The one line of help in a first battle: the first whose moment has come, until it has been understood.

use crate::battle::house_words::END_TURN;
use crate::battle::{Choice, Decisions, Group, Id, Key, Look};
use crate::board::{Footprint, Square};
use crate::rulebook::learn::{Hint, When};

/// What somebody has understood of the lines of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Guide {
    /// Decisions that were made with each line in sight.
    heeded: Vec<u32>,
    /// The line that is in sight, and how many decisions had been made.
    told: Option<(usize, usize)>,
    /// How far the battle had come when it was chosen: it stays until something happens.
    chosen: Option<(usize, usize)>,
    /// They want no more of it.
    is_sent_away: bool,
}

impl Guide {
    /// The line for this moment, seen by those who sit at the screen; what was told before has been heeded if they decided
    /// since.
    pub fn line<'h>(&mut self, look: Look<'_>, hints: &'h [Hint]) -> Option<&'h str> {
        let is_asked = look.question().is_some_and(|question| look.is_played_here(question.side));
        if self.is_sent_away || !is_asked {
            return None;
        }
        let all = look.battle::<Decisions>().map_or(0, |decisions| decisions.0.len());
        let come = (look.facts().len(), all);
        if self.chosen.replace(come) != Some(come) {
            let made = mine(look).count();
            self.heed(made, hints.len());
            let is_new = |index: usize, hint: &Hint| self.heeded.get(index).is_some_and(|heeded| *heeded < hint.times);
            let holds = |hint: &Hint| hint.when.iter().all(|when| holds(look, when));
            let found = hints.iter().enumerate().find(|(index, hint)| is_new(*index, hint) && holds(hint));
            self.told = found.map(|(index, _)| (index, made));
        }
        Some(&hints.get(self.told?.0)?.say)
    }

    /// So many decisions have been made by now: those since the last line was told were made with it in sight.
    fn heed(&mut self, made: usize, lines: usize) {
        self.heeded.resize(lines, 0);
        let Some((line, before)) = self.told else { return };
        if let Some(heeded) = self.heeded.get_mut(line) {
            *heeded += u32::try_from(made.saturating_sub(before)).unwrap_or(0);
        }
    }

    /// The line for this moment has no room: it is told another time.
    pub const fn put_off(&mut self) {
        self.told = None;
    }

    /// No line any more, in this battle.
    pub const fn send_away(&mut self) {
        self.is_sent_away = true;
    }
}

/// What those at the screen have decided, deed by deed.
fn mine(look: Look<'_>) -> impl Iterator<Item = Key> + '_ {
    let made = look.battle::<Decisions>().map_or(&[][..], |decisions| &decisions.0);
    made.iter().filter(move |decision| look.is_played_here(decision.side)).map(|decision| decision.order.verb.key())
}

/// Whether they have done that, or something of that group.
fn has(look: Look<'_>, wanted: Key) -> bool {
    let is_it = |verb: Key| {
        let group = look.deed(verb).ok().map(|deed| deed.group().as_str());
        verb == wanted || group == Some(wanted.as_str())
    };
    mine(look).any(is_it)
}

/// The attacks of somebody that get at an enemy now, or at the place of one. What only runs at somebody from afar is nothing to
/// begin with.
fn attacks(look: Look<'_>, who: Id) -> Vec<Choice> {
    let foes: Vec<Footprint> =
        look.foes(who).filter(|foe| look.knows_of(*foe)).map(|foe| look.footprint(foe)).collect();
    let is_there = |square: Square| foes.iter().any(|foe| foe.contains(square));
    let gets_at = |choice: &Choice| {
        let Ok(deed) = look.deed(choice.order.verb) else { return false };
        let goes = || deed.way(look, who, &choice.order).is_some();
        match look.target(&choice.order) {
            Some(target) => look.are_enemies(who, target) && !goes(),
            None if choice.squares.is_empty() => deed.covers(look, who, &choice.order).into_iter().any(is_there),
            None => choice.squares.iter().any(|(square, _)| is_there(*square)) && !goes(),
        }
    };
    let mut all = look.legal_choices_among(|deed| deed.group() == Group::Attack);
    all.retain(gets_at);
    all
}

/// Whether one of them is at an enemy, with odds that are known.
fn may_strike(look: Look<'_>, who: Id) -> bool {
    attacks(look, who)
        .iter()
        .map(|choice| &choice.order)
        .any(|order| look.target(order).is_some() && look.forecast(who, order).is_some())
}

/// Whether an attack has been made since a turn was ended last.
fn has_struck(look: Look<'_>) -> bool {
    let made = look.battle::<Decisions>().map_or(&[][..], |decisions| &decisions.0);
    let mut since = made.iter().rev().map(|decision| decision.order.verb).take_while(|verb| *verb != END_TURN);
    since.any(|verb| look.deed(verb).is_ok_and(|deed| deed.group() == Group::Attack))
}

fn holds(look: Look<'_>, when: &When) -> bool {
    let Some(question) = look.question() else { return false };
    let is_turn = question.choices.is_none();
    let strikes_later = || question.who.is_some_and(|who| look.rules().economy.goes_on(look, who));
    match when {
        When::Turn => is_turn,
        When::QuestionOpen(kind) => question.kind == *kind,
        When::HasNot(deed) => !has(look, *deed),
        When::Has(deed) => has(look, *deed),
        When::EnemyInReach => is_turn && question.who.is_some_and(|who| may_strike(look, who)),
        When::BlowsLater => is_turn && strikes_later(),
        When::NobodyInReach => {
            let is_idle = || question.who.is_none_or(|who| attacks(look, who).is_empty());
            is_turn && !strikes_later() && !has_struck(look) && is_idle()
        }
        When::AreaInReach => {
            let all = question.who.filter(|_| is_turn).map(|who| attacks(look, who)).unwrap_or_default();
            !all.is_empty() && all.iter().all(|choice| look.target(&choice.order).is_none())
        }
        When::OnlyBegins => {
            let begins = |who| {
                let economy = &look.rules().economy;
                attacks(look, who).iter().any(|choice| economy.only_begins(look, who, choice.takes))
            };
            is_turn && question.who.is_some_and(begins)
        }
        When::EnemyBeside => is_turn && question.who.is_some_and(|who| is_beside_foe(look, who)),
        When::Wounded => question.who.is_some_and(|who| {
            !look.wounds(who).is_empty() || look.health(who).is_some_and(|(left, whole)| left < whole)
        }),
        When::Grave => question.who.is_some_and(|who| {
            let is_half = |(left, whole): (i32, i32)| left.saturating_mul(2) <= whole;
            look.health(who).map_or_else(|| !look.wounds(who).is_empty(), is_half)
        }),
        When::Open(deed) => look.legal_choices().iter().any(|choice| choice.order.verb.key() == *deed),
        When::Spent => {
            let is_left = |choice: &Choice| choice.group != Group::Turn && choice.takes > 0;
            let only_goes = |choice: &Choice| question.who.is_some_and(|who| only_goes(look, who, choice));
            is_turn && look.legal_choices().iter().all(|choice| !is_left(choice) || only_goes(choice))
        }
    }
}

/// Whether somebody fights hand to hand, or where games do not count that stands right beside an enemy.
fn is_beside_foe(look: Look<'_>, who: Id) -> bool {
    if look.rules().measure.melee.is_some() {
        return look.melee_of(who).next().is_some();
    }
    let own = look.footprint(who);
    look.foes(who).any(|foe| look.knows_of(foe) && look.is_in_play(foe) && own.gap(look.footprint(foe)) <= 1)
}

/// Whether a deed is no more than steps that come beside all else, where something was done and nothing else is left.
fn only_goes(look: Look<'_>, who: Id, choice: &Choice) -> bool {
    let economy = &look.rules().economy;
    let is_over = !economy.is_untouched(look, who) && !economy.leaves(look, who, None, 1);
    let deed = look.deed(choice.order.verb);
    is_over && deed.is_ok_and(|deed| economy.costs_only_steps(look, who, &**deed, &choice.order))
}
