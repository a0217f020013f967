//! What is answered on the way: what the course says, or else what is usual, or else as many actions as its deeds take, or
//! else what the computer would say.

use super::{Progress, Said, Search, Until, WaysError};
use crate::ai::{Mind, Skill, standing};
use crate::battle::house_words::DECLARE;
use crate::battle::{Id, Look, Order, Phase, Question};

/// The answer of a friend of `who` who is asked to step in for somebody, and does not: nothing where it is another question.
pub fn stands_by(look: Look<'_>, question: &Question, who: Id) -> Option<Order> {
    let is_friend = question.who != Some(who) && question.side == look.side(who) && question.steps_in();
    question.lets_be().filter(|_| is_friend).map(|choice| choice.order.clone())
}

/// What is answered where nothing is said about it, with the verbs of all the answers: a turn begins, nobody declares
/// anything, minds in one body resist newcomers and let each other be, nobody lets fly at a charge, shields meet
/// whoever comes first, nobody gives up their own blow to turn another's aside or their spell for a blow.
pub fn usual(kind: &str) -> Option<(&'static [&'static str], &'static str)> {
    Some(match kind {
        BEGIN => (&["begin", "wait"], "begin"),
        "parry" => (&["parry", "not"], "not now"),
        "shield" => (&["shield", "as"], "as they come"),
        "forestall" => (&["strike", "hold"], "hold"),
        "charge" => (&["shoot", "hold"], "hold"),
        DECLARE => (&["prepare", "set", "parry", "nothing"], "nothing"),
        "veto" => (&["veto", "let", "cooperate", "stop"], "let it be"),
        "escape" => (&["veto", "let"], "let it go"),
        "let in" => (&["resist", "let"], "resist"),
        "resist" => (&["resist", "decline"], "resist"),
        "permit" => (&["permit", "forbid"], "permit"),
        "way out" => (&["stay", "come"], "stay"),
        _ => return None,
    })
}

/// The question whether a turn is begun that has come.
const BEGIN: &str = "begin";

/// Whether whoever has the turn can do anything but nothing.
fn may_act(look: Look<'_>) -> bool {
    look.choices().iter().any(|choice| choice.is_legal() && !choice.lets_be)
}

/// Whether what cannot be done in this part of a round may be done in a later one.
const fn comes_later(phase: Phase) -> bool {
    matches!(phase, Phase::First | Phase::Moves)
}

/// Whether somebody of this name decides: whoever is asked, or in their turn the mind that has their body in hand.
pub fn is_asked(look: Look<'_>, question: &Question, name: &str) -> bool {
    let mind =
        question.who.filter(|_| ["turn", "passing"].contains(&question.kind.as_str())).map(|body| look.mind(body));
    question.who.into_iter().chain(mind).any(|id| look.name(id).eq_ignore_ascii_case(name))
}

impl<T: Ord + Clone> Search<'_, '_, T> {
    /// The place in the course of the next order that is no answer in the middle of a deed.
    pub(super) fn next_deed(&self, from: usize) -> usize {
        let rest = self.between.iter().skip(from);
        from + rest.take_while(|is_between| **is_between).count()
    }

    /// How many things somebody sets out to do who has deeds of the course before them: as many as those take until a turn is
    /// ended, and no more.
    fn sets_out(&self, look: Look<'_>, question: &Question, progress: Progress) -> Option<Order> {
        let who = question.who?;
        let offered = question.choices.as_ref().filter(|_| question.kind.as_str() == DECLARE)?;
        let due = self.course.orders.iter().zip(&self.between).skip(progress.used);
        let theirs = due.filter(|(said, is_between)| {
            let is_theirs = said.who.as_ref().map_or(question.who == self.doer, |name| is_asked(look, question, name));
            is_theirs && !**is_between
        });
        let read = |said: &Said| look.understand(Some(who), &said.order, |order| look.permits(who, order)).ok();
        let orders = theirs.filter_map(|(said, _)| Some(read(said)?.0));
        let deeds = orders.filter_map(|order| Some((look.deed(order.verb).ok()?, order)));
        let of_turn = deeds.take_while(|(deed, _)| !deed.nature().lets_be);
        let takes = of_turn.map(|(deed, order)| {
            let is_main = look.rules().economy.is_main(look, who, &**deed, &order);
            if is_main { deed.count(look, who, &order) } else { 0 }
        });
        let all = takes.reduce(i32::saturating_add)?;
        let plain = offered.iter().map(|choice| &choice.order).filter(|order| order.manner.is_empty());
        plain.filter(|order| order.n.is_some_and(|n| n <= all)).max_by_key(|order| order.n).cloned()
    }

    /// The answer to what is asked, and how far the course has come with it; none where one looks on no longer.
    pub(super) fn answer(&mut self, mut progress: Progress) -> Result<Option<(Order, Progress)>, WaysError> {
        let left = self.unrolled.left();
        let nothing = || WaysError::Untold("nothing is asked".to_owned());
        let look = self.unrolled.look().ok_or_else(nothing)?;
        let question = look.question().ok_or_else(nothing)?;
        let is_turn = question.choices.is_none();
        loop {
            // What is answered in the middle of a deed lapses once the next one is due.
            let at = if is_turn { self.next_deed(progress.used) } else { progress.used };
            let Some(said) = self.course.orders.get(at) else { break };
            let is_theirs = match &said.who {
                Some(name) => is_asked(look, question, name),
                None => !is_turn || question.who == self.doer || (at == 0 && !self.is_on_turn),
            };
            if !is_theirs {
                let whom = said.who.as_ref().and_then(|name| look.find(name));
                let over = whom.map(|whom| Order::new("hand over").at(look.aim(whom)));
                if let Some(over) = over.filter(|over| is_turn && look.check(over).is_ok()) {
                    return Ok(Some((over, progress)));
                }
                break;
            }
            match look.order(&said.order) {
                Ok(order) => {
                    self.done.insert(at);
                    // A turn goes on when what was chosen in it is done.
                    let left = if is_turn { left } else { left.saturating_sub(1) };
                    return Ok(Some((order, Progress { used: at + 1, left: Some(left), ..progress })));
                }
                Err(refusal) if is_turn => {
                    let phase = look.clock().phase;
                    // That it is no time for it yet is not what forbids it.
                    if phase != Phase::First {
                        self.refused.get_or_insert((at, refusal));
                    }
                    if comes_later(phase) {
                        break;
                    }
                    progress.used = at + 1;
                }
                Err(_) => break,
            }
        }
        if is_turn {
            let looks_on = !matches!(self.course.until, Until::Deed | Until::Choice);
            if !looks_on && self.next_deed(progress.used) >= self.course.orders.len() {
                return Ok(None);
            }
            let is_forced = question.who == self.doer || !may_act(look);
            if self.course.asks_nobody && !is_forced {
                return Err(WaysError::Asked(question.prompt.clone()));
            }
            let nothing_more = look.rules().deeds.values().filter(|deed| deed.nature().lets_be);
            let mut nothing_more = nothing_more.map(|deed| Order::new(deed.verb()));
            return Ok(nothing_more.find(|order| look.check(order).is_ok()).map(|order| (order, progress)));
        }
        // What was put off is not decided here.
        let is_again = self.course.asked_again.is_some_and(|again| question.asks(again));
        if is_again && progress.left.is_some() {
            return Ok(None);
        }
        let mut answers = self.course.answers.iter().enumerate();
        let told = answers.find_map(|(index, said)| Some((index, look.order(said).ok()?)));
        self.answered.extend(told.as_ref().map(|(index, _)| *index));
        let usual = || usual(question.kind.as_str()).map(|(_, usual)| Order::new(usual));
        let kept = || standing(&self.course.habits, look, question);
        let alone = || stands_by(look, question, self.course.alone?);
        let said = told.map(|(_, order)| order).or_else(kept).or_else(alone);
        // Whoever does it all begins their next turn when it comes.
        let is_begun = question.who == self.doer && question.kind.as_str() == BEGIN;
        if self.course.asks_nobody && said.is_none() && !is_begun {
            return Err(WaysError::Asked(question.prompt.clone()));
        }
        let order = said.or_else(|| usual().filter(|order| look.check(order).is_ok()));
        let order = order.or_else(|| self.sets_out(look, question, progress));
        let order = order.or_else(|| Mind::new(Skill::Plain, 0).decide(look));
        let order = order.ok_or_else(|| WaysError::Untold(format!("nobody answers: {}", question.prompt)))?;
        Ok(Some((order, progress)))
    }
}
