//! How fast a battle goes on by itself, and what of it does: also whether anything waits until what was done last has been seen.

use std::time::Duration;

use bevy::ecs::prelude::Resource;

use crate::ai::{Habit, Habits, Skill, Whose};
use crate::battle::{Change, Choice, Fact, FigureName, Id, Key, Look, Order, Question};
use crate::overlay::hud::Lately;
use crate::overlay::log::ROUND;
use crate::overlay::motion::Motion;
use crate::overlay::preferences::{Preferences, Speed};
use crate::overlay::screen::Overlay;
use crate::overlay::thinking::Thinking;
use crate::overlay::warnings::Warning;

/// Whoever has looked on for longer than this is told how to hurry it on.
const LONG: Duration = Duration::from_secs(2);

/// How fast the battle goes on by itself, and what of it does.
#[derive(Resource, Debug, Default)]
pub struct Pace {
    /// The computer plays all sides.
    pub auto: bool,
    /// The computer does not wait between decisions.
    pub fast: bool,
    /// How well the computer plays.
    pub skill: Skill,
    /// Questions that are answered in the same way every time: by their kind and whose answer it is, with the answer.
    pub habits: Habits,
    /// The next answer is given to all questions of its kind.
    pub from_now_on: bool,
    /// What is kept of the next answer is kept for all of the side that is asked.
    pub for_all: bool,
    /// What somebody was told of the turn that they would end, and asked about once more.
    pub warned: Option<Warning>,
    /// What was asked after so many decisions is what somebody went back to: nothing answers it by itself.
    pub(in crate::overlay) back_at: Option<usize>,
    /// What was asked after so many decisions is more than next to nothing.
    pub(super) weighed: Option<usize>,
    /// Nobody was asked about what came after so many facts: next to nothing hung on it.
    pub(super) unasked: Option<usize>,
    /// Something was answered by itself, and is not drawn yet.
    pub(super) is_undrawn: bool,
    /// Whoever is asked is played by the computer.
    plays: bool,
    /// For so long it has gone on by itself: nobody here had anything to decide.
    goes_on: Duration,
    /// The computer thinks about what it is asked.
    thinks: bool,
    /// It has done so for longer than goes by unnoticed.
    ponders: bool,
    /// Somebody has had enough of that: it is to play what it has.
    has_enough: bool,
    /// Somebody at this screen has the turn.
    pub(super) is_own: bool,
    /// What was done last is still being shown.
    pub(super) shows: bool,
    /// Whoever was asked when all of it had been seen.
    pub(super) settled: Option<Id>,
    /// Whether they sat here, and had a turn.
    pub(super) had_turn: bool,
    /// Somebody here has answered in the middle of a deed after so many facts, and what came of it has not been told them.
    pub(super) answered: Option<usize>,
}

impl Pace {
    /// As a window opens.
    pub fn of(skill: Skill, auto: bool) -> Self {
        Self { skill, auto, ..Self::default() }
    }

    /// Whose answer is kept of what is answered now.
    pub(super) fn whose(&self, question: &Question) -> Whose {
        if self.for_all { Whose::All(question.side) } else { Whose::Asked(question.who) }
    }

    /// Keeps an answer: one that all of a side give takes the place of those that `own`, who are of that side, gave each.
    pub(super) fn keep(&mut self, of: (Key, Whose), habit: Habit, own: &[Id]) {
        if let (kind, Whose::All(_)) = of {
            let is_own = |whose: &Whose| matches!(whose, Whose::Asked(Some(who)) if own.contains(who));
            self.habits.retain(|(each, whose), _| *each != kind || !is_own(whose));
        }
        self.habits.insert(of, habit);
    }

    /// How fast what moves by itself does now.
    pub fn speed(&self, likes: &Preferences) -> Speed {
        match likes.own {
            _ if self.fast => Speed::AtOnce,
            Some(own) if self.is_own => own,
            _ => likes.speed,
        }
    }

    /// Whether what was done last is still being shown.
    pub fn is_showing(&self, likes: &Preferences, motion: &Motion, look: Look<'_>) -> bool {
        self.speed(likes) != Speed::AtOnce && motion.is_lively(look)
    }

    /// Notes whether what was done last is still being shown, and who is asked.
    pub fn watch(&mut self, look: Look<'_>, likes: &Preferences, motion: &Motion) {
        self.shows = self.is_showing(likes, motion, look);
        if !self.shows {
            self.settled = look.asked();
            let is_turn = |asked: &Question| asked.choices.is_none() && look.is_played_here(asked.side);
            self.had_turn = look.question().is_some_and(is_turn);
        }
    }

    /// Whether what was done last was still being shown when the field was drawn.
    pub const fn shows(&self) -> bool {
        self.shows
    }

    /// Whoever acts, as far as it has been shown.
    pub fn acts(&self, look: Look<'_>) -> Option<Id> {
        if self.shows { self.settled } else { look.asked() }
    }

    /// Whether a question waits until the last deed has been seen. The next deed of the same fighter does not wait, unless
    /// they were asked about something else before: whoever acts next tells how that ended.
    pub fn holds_back(&self, question: &Question) -> bool {
        self.shows && (question.choices.is_some() || !self.had_turn || question.who != self.settled)
    }

    /// Whether the last deed is still being shown, and was that of somebody here in their turn: their bar stays, and is grey.
    pub const fn is_quiet(&self) -> bool {
        self.shows && self.had_turn
    }

    /// How many facts had been told when nobody was asked about a blow, since next to nothing hung on it: until somebody here
    /// decides.
    pub const fn unasked(&self) -> Option<usize> {
        self.unasked
    }

    /// Whether it is told that the computer decides about this: of an answer in the middle of a deed only where it takes long.
    pub fn tells_who_decides(&self, question: &Question) -> bool {
        question.by.is_none() || self.ponders
    }

    /// Who decides, and where it takes long that one need not wait.
    pub fn who_decides(&self, name: &str) -> String {
        let end = if self.ponders { " click to play what it has" } else { "" };
        format!("{name} decides…{end}")
    }

    /// Whether the computer answers what is asked, though all is shown as to those whom it asks: nobody at this screen has a side.
    pub const fn plays(&self) -> bool {
        self.plays
    }

    /// Notes whether the computer answers what is asked, once so much time has passed.
    pub(super) fn go_on(&mut self, plays: bool, passed: Duration) {
        self.plays = plays;
        self.goes_on = if plays || self.shows { self.goes_on.saturating_add(passed) } else { Duration::ZERO };
    }

    /// Whether what is done by others is watched for so long that it is told how to hurry it on, where anything of it is shown.
    pub fn is_long(&self, likes: &Preferences) -> bool {
        self.goes_on >= LONG && self.speed(likes) != Speed::AtOnce
    }

    /// Whether the computer thinks about what it is asked.
    pub const fn thinks(&self) -> bool {
        self.thinks
    }

    /// Has the computer play what it has come upon, where it thinks.
    pub const fn play_what_it_has(&mut self) {
        self.has_enough = self.thinks;
    }

    /// Whether somebody has had enough of what the computer thought about; until it goes on it does not think.
    pub(super) fn has_enough(&mut self) -> bool {
        (self.thinks, self.ponders) = (false, false);
        std::mem::take(&mut self.has_enough)
    }

    /// Notes what the computer thinks about now, if it does.
    pub(super) fn note(&mut self, thinking: Option<&Thinking>) {
        (self.thinks, self.ponders) = (thinking.is_some(), thinking.is_some_and(Thinking::is_long));
    }

    /// How long the computer waits between two decisions.
    pub fn pause(&self, likes: &Preferences) -> Duration {
        if self.fast { Duration::ZERO } else { likes.speed.pause() }
    }
}

/// Whether nothing comes of an answer in the middle of a deed: somebody lets it be, and pays nothing.
pub(super) fn comes_to_nothing(question: &Question, order: &Order) -> bool {
    let is_it = |idle: &Choice| idle.pays <= 0 && idle.fits(order);
    question.by.is_some() && question.lets_be().is_some_and(is_it)
}

/// Whether somebody here still reads what came of their answer; whoever answers in the middle of the same deed waits for nobody.
pub(super) fn is_reading(overlay: &mut Overlay, look: Look<'_>) -> bool {
    let is_in_deed = look.question().is_some_and(|question| question.by.is_some());
    if !is_in_deed
        && let Some(since) = overlay.edit::<Pace>().answered.take()
        && overlay.of::<Pace>().speed(overlay.of()) != Speed::AtOnce
        && let Some(came) = Lately::default().came_since(look, since, &Motion::default())
    {
        overlay.edit::<Motion>().lets_read(&came.words);
    }
    overlay.of::<Motion>().is_being_read()
}

/// Whether nothing that is to be seen has come about since there were so many decisions and facts: somebody has said what they
/// mean to do, and no more.
pub(super) fn stands_still(look: Look<'_>, (made, before): (usize, usize)) -> bool {
    let rules = look.rules();
    let is_shown = |change: &Change| {
        rules.conditions.contains_key(&change.what) || rules.figures.contains_key(&FigureName::of(change.what))
    };
    let tells = |fact: &Fact| {
        let is_told = fact.roll.is_some() || fact.is_news || fact.warded.is_some() || fact.befalls.is_some();
        let is_beat = is_told || fact.driven.is_some() || !fact.squares.is_empty() || fact.rule == ROUND;
        is_beat || fact.changes.iter().any(is_shown)
    };
    let mut fresh = look.facts().iter().skip(before).filter(|fact| look.may_read(fact));
    look.came_to_light_since(made).is_none() && !fresh.any(tells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::Mind;
    use crate::battle::{Decisions, Group, SideId};
    use crate::overlay::trial;

    /// Promise: what is only said beforehand, as how much somebody means to do, is not dwelt upon; dice are.
    #[test]
    fn what_is_only_declared_is_not_dwelt_upon() {
        let (mut game, mut mind) = (trial::begun("tavern_yard", 3), Mind::new(Skill::Plain, 3));
        let decided = |look: Look<'_>| look.battle::<Decisions>().map_or(0, |decisions| decisions.0.len());
        let (mut still, mut thrown) = (0, 0);
        for _ in 0..60 {
            let look = trial::look(&game);
            let (before, asked) = ((decided(look), look.facts().len()), look.question());
            let is_answer = asked.is_some_and(|asked| asked.choices.is_some() && asked.by.is_none());
            if !trial::goes_on(&mut game, &mut mind) {
                break;
            }
            let look = trial::look(&game);
            let rolls = look.facts().iter().skip(before.1).any(|fact| fact.roll.is_some());
            assert!(!(rolls && stands_still(look, before)));
            still += usize::from(is_answer && stands_still(look, before));
            thrown += usize::from(rolls);
        }
        assert!(still > 3 && thrown > 3, "{still} declared, {thrown} with dice");
    }

    /// Promise: whoever has had enough of a thought says so of one that goes on, and of no later one.
    #[test]
    fn only_a_thought_that_goes_on_is_stopped() {
        let mut pace = Pace::default();
        pace.play_what_it_has();
        assert!(!pace.has_enough(), "nobody thinks");
        (pace.thinks, pace.ponders) = (true, true);
        assert_eq!(pace.who_decides("Nob"), "Nob decides… click to play what it has");
        pace.play_what_it_has();
        assert!(pace.has_enough() && !pace.thinks() && !pace.has_enough());
        assert_eq!(pace.who_decides("Nob"), "Nob decides…");
    }

    /// Promise: nobody waits after the computer has let a blow be, nor is told that it decides about one unless that takes long;
    /// what is done about a blow, and whatever is decided in a turn, is seen for as long as ever.
    #[test]
    fn what_comes_to_nothing_is_not_dwelt_upon() {
        let choice = |verb: &'static str| Choice::new(Order::new(verb), verb, Group::Defence, "R-1");
        let asked = Question::new("defend", SideId(0), Id(1), "A blow: what does B do?");
        let asked = asked.choice(choice("dodge")).choice(choice("none").letting_be());
        let blow = asked.clone().by(Id(0));
        let comes = |question: &Question| ["none", "dodge"].map(|verb| comes_to_nothing(question, &Order::new(verb)));
        assert_eq!((comes(&blow), comes(&asked)), ([true, false], [false, false]));
        let tells = |ponders: bool| {
            let pace = Pace { ponders, ..Pace::default() };
            [&blow, &asked].map(|question| pace.tells_who_decides(question))
        };
        assert_eq!((tells(false), tells(true)), ([false, true], [true, true]));
    }
}
