//! The computer opponent: weighs the legal choices of the one that must decide, by
//! what the rules themselves foretell and by where it would stand. It can do
//! nothing that a player could not, and asks for no ruleset by name. Of deeds it
//! knows those of the house words: to attack, to act, to pass and to end the turn.

mod bars;
mod calls;
mod company;
mod dawdle;
pub mod deep;
mod detour;
mod effort;
mod foresight;
mod goal;
mod ground;
mod habit;
mod in_time;
mod outclassed;
mod place;
mod plans;
mod playout;
mod runs;
mod sense;
mod shelter;
mod skill;
mod style;
mod tempting;
mod trail;
mod wait;
mod walk;
mod weighing;
mod worths;
mod zones;

use std::cmp::Reverse;

use self::deep::Thought;
use self::sense::{CHOICE, Hurry, MISANSWERS, SLOW, Sense, WHIM};
use self::tempting::Told;
use self::trail::Trail;
use crate::battle::house_words::{ACT, END_TURN, FIRST, PASS};
use crate::battle::{Choice, Clock, Group, Id, Look, Memo, Order, Question, SideId, Worth};
use crate::dice::{Dice, Expr, RolledDice};

pub use effort::Effort;
pub use ground::Ground as Terrain;
pub use habit::{Habit, Habits, Whom, Whose, kept, standing};
pub use playout::{Minds, Playout, play_out};
pub use skill::Skill;
pub use worths::worth_foretold;

/// A player of the computer's. It throws dice of its own, never the battle's,
/// so that a replay does not need it.
#[derive(Clone, Debug)]
pub struct Mind {
    skill: Skill,
    /// How much it tries out, where it looks ahead.
    effort: Effort,
    dice: RolledDice,
    trail: Trail,
    /// What it is mistaken by in this turn; nothing for those who take their time.
    hurry: Option<Hurry>,
    /// The moment since which it has been.
    since: Clock,
    /// The turn in which it has set out to do one thing and no more.
    set_out: Option<Clock>,
    /// What it has asked about anybody so far.
    asked: usize,
}

/// What an end of turn, or an answer that nothing speaks for, is worth.
const NOTHING: Worth = Worth(0);

/// What is worth no more than this keeps nobody from looking for a better place.
const HARDLY: Worth = Worth(5);

/// In so many of the turns that come to little one thing is set out for, where that is said beforehand.
const HALF: f64 = 0.5;

/// What may lie between two answers, as far as anybody mistakes one for the other.
const MOST_SPREAD: i32 = 500;

/// Whether an order does nothing more in this turn.
fn is_end(order: &Order) -> bool {
    order.verb == END_TURN || order.verb == PASS
}

impl Mind {
    /// A mind of this skill with dice of its own.
    pub fn new(skill: Skill, seed: u64) -> Self {
        let (dice, trail, since) = (RolledDice::from_seed(seed), Trail::default(), Clock::default());
        Self { skill, effort: Effort::default(), dice, trail, hurry: None, since, set_out: None, asked: 0 }
    }

    /// The same, where somebody remembers these ways.
    #[must_use]
    fn with_trail(self, trail: Trail) -> Self {
        Self { trail, ..self }
    }

    /// The same, with so much thought about each decision.
    #[must_use]
    pub fn with_effort(self, effort: Effort) -> Self {
        Self { effort, ..self }
    }

    /// Whether it tries things out on copies.
    const fn looks_ahead(&self) -> bool {
        matches!(self.skill, Skill::Deep)
    }

    /// How well it plays.
    pub const fn skill(&self) -> Skill {
        self.skill
    }

    /// Plays better or worse from now on.
    pub fn set_skill(&mut self, skill: Skill) {
        self.skill = skill;
    }

    /// An answer to the question at hand; none when nothing is asked.
    pub fn decide(&mut self, look: Look<'_>) -> Option<Order> {
        if self.skill != Skill::Deep {
            return self.glance(look);
        }
        let mut thought = Thought::of(self, look)?;
        thought.settle(look);
        thought.best().map(|line| line.order.clone())
    }

    /// How much it has thought at first glance, in questions about those who fight: so much that it is the same on any machine.
    const fn asked(&self) -> usize {
        self.asked
    }

    /// What comes to mind first.
    fn glance(&mut self, look: Look<'_>) -> Option<Order> {
        let memo = Memo::of(look);
        let before = memo.asked();
        let order = self.first_thought(look.remembering(&memo));
        self.asked += memo.asked() - before;
        order
    }

    fn first_thought(&mut self, look: Look<'_>) -> Option<Order> {
        let question = look.question()?;
        // It knows no more than the side that it decides for.
        let look = look.without_words().seen_by(question.side);
        let look = if self.skill.minds_ways() { look } else { look.without_ways() };
        if let (Some(who), None) = (question.who, &question.choices) {
            self.trail.note(look, who);
        }
        self.hurry_up(look);
        let on_turn = question.who.filter(|_| question.choices.is_none());
        if let Some(who) = on_turn.filter(|_| self.happens(on_turn, SLOW, self.skill.slowness())) {
            return self.does_little(look, who);
        }
        if let (Skill::Walk | Skill::Green, Some(who)) = (self.skill, on_turn) {
            return walk::deed(look, who);
        }
        let has_whim = self.happens(on_turn, WHIM, self.skill.whims());
        let mut told = Told::default();
        let legal = match (self.skill, question.who, &question.choices) {
            (Skill::Random, ..) | (.., Some(_)) | (_, None, _) => look.legal_choices(),
            (Skill::Fair | Skill::Plain, Some(who), None) if !has_whim => match self.at_once(look, who, &mut told) {
                Ok(order) => return Some(order),
                Err(legal) => legal,
            },
            (_, Some(who), None) => tempting::choices(look, who),
        };
        let turn = question.who.filter(|who| question.choices.is_some() && look.clock().turn == Some(*who));
        let legal = if self.happens(turn, SLOW, self.skill.slowness()) {
            let one = turn.filter(|who| self.share(*who) < HALF);
            let one = one.and_then(|_| plans::for_one_thing(question, &legal));
            self.set_out = one.as_ref().map(|_| look.clock()).or(self.set_out);
            one.unwrap_or_else(|| plans::for_nothing_else(question, legal))
        } else {
            legal
        };
        let order = match (self.skill, question.who, &question.choices) {
            (Skill::Random, ..) => self.anything(&legal),
            (_, _, Some(_)) if legal.iter().any(|choice| choice.order.verb == ACT) => self.send(look, &legal),
            (_, _, Some(_)) if question.kind == FIRST => zones::first(look, question, &legal),
            (_, _, Some(_)) => self.best_listed(look, question, &legal),
            (_, Some(who), None) if has_whim => self.lesser(look, who, &legal),
            (_, Some(who), None) => self.best(look, who, &legal, &mut told).0,
            (_, None, None) => None,
        };
        let order = order.filter(|order| look.check(order).is_ok());
        // A choice that turns out not to be legal is a bug of the rule that offered
        // it; the battle must go on all the same.
        let order = order.or_else(|| rest(look, &legal));
        // Who looks ahead may still decide otherwise.
        if let (Some(who), None, Some(order), false) = (question.who, &question.choices, &order, self.looks_ahead()) {
            self.trail.decided(who, order.to.is_some() && order.at.is_empty());
        }
        order
    }

    /// What those do who can strike without going anywhere: where else they could stand need not be known. For the
    /// others all that they could do.
    fn at_once(&mut self, look: Look<'_>, who: Id, told: &mut Told) -> Result<Order, Vec<Choice>> {
        let (listing, first) = tempting::among(look, who, |deed| !deed.nature().only_goes);
        let (places, choices): (Vec<usize>, Vec<Choice>) = first.into_iter().unzip();
        let (order, strikes) = self.best(look, who, &choices, told);
        let stays = strikes && !presses(look, who) && !goes_first(look, who);
        if let Some(order) = order.filter(|order| stays && look.check(order).is_ok()) {
            self.trail.decided(who, false);
            return Ok(order);
        }
        let mut all: Vec<_> = places.into_iter().zip(choices).collect();
        all.extend(listing.legal_by_deed(who, |deed| deed.nature().only_goes));
        all.sort_by_key(|(place, _)| *place);
        Err(all.into_iter().map(|(_, choice)| choice).collect())
    }

    /// Errs in one way for the whole of a turn, where it is in a hurry.
    fn hurry_up(&mut self, look: Look<'_>) {
        let now = look.clock();
        if !self.skill.is_hasty() {
            self.hurry = None;
        } else if self.hurry.is_none() || self.since != now {
            (self.hurry, self.since) = (self.pick(10_000).map(|word| Hurry(word as u64)), now);
        }
    }

    /// Whether somebody in a hurry errs in this way in the turn that is theirs: so often it happens.
    fn happens(&self, on_turn: Option<Id>, way: u64, share: f64) -> bool {
        self.hurry.zip(on_turn).is_some_and(|(hurry, who)| hurry.share(way ^ u64::from(who.0)) < share)
    }

    /// Anything of all that speaks for itself but the best; the best where there is nothing else.
    fn lesser(&self, look: Look<'_>, who: Id, legal: &[Choice]) -> Option<Order> {
        let (mut all, _) = self.weighed(look, who, legal, &mut Told::default());
        all.sort_by_key(|(_, worth)| Reverse(*worth));
        let (best, _) = all.first()?;
        let is_other = |order: &Order| order.verb != best.verb || order.whom() != best.whom() || order.to != best.to;
        let others: Vec<&Order> =
            all.iter().map(|(order, _)| order).filter(|order| is_other(order) && !is_end(order)).collect();
        let share = self.share(who);
        Some((*others.get((share * others.len() as f64) as usize).unwrap_or(&best)).clone())
    }

    /// A number from 0 to 1 by which somebody in a hurry chooses for the whole of a turn.
    fn share(&self, who: Id) -> f64 {
        self.hurry.map_or(0.0, |hurry| hurry.share(CHOICE ^ u64::from(who.0)))
    }

    /// A turn that comes to little: whoever has set out for one thing does it in any case.
    fn does_little(&self, look: Look<'_>, who: Id) -> Option<Order> {
        let little = dawdle::deed(look, who, self.share(who));
        let is_due = self.set_out == Some(look.clock()) && look.rules().economy.is_untouched(look, who);
        let due = || walk::deed(look, who).or_else(|| self.lesser(look, who, &tempting::choices(look, who)));
        let little = little.or_else(|| is_due.then(due).flatten());
        little.or_else(|| rest(look, &look.legal_choices()))
    }

    /// Where dice may begin that are thrown on trial.
    fn any_seed(&mut self) -> u64 {
        (0..4).fold(0, |seed, _| seed << 16 | self.pick(10_000).unwrap_or(0) as u64)
    }

    /// Any legal answer, all as likely.
    fn anything(&mut self, legal: &[Choice]) -> Option<Order> {
        let choice = legal.get(self.pick(legal.len())?)?;
        let filled = fill(choice, self.pick(choice.squares.len().max(1))?);
        let mut order = filled;
        if let Some((low, high)) = choice.numbers {
            order.n = Some(low + self.pick((high - low + 1).clamp(1, 1000) as usize)? as i32);
        }
        if !choice.parts.is_empty() && self.pick(4)? == 0 {
            let part = choice.parts.get(self.pick(choice.parts.len())?)?;
            if let Some(aim) = order.at.first_mut() {
                aim.part = Some(*part);
            }
        }
        if !choice.manners.is_empty() && self.pick(4)? == 0 {
            order.manner.push(*choice.manners.get(self.pick(choice.manners.len())?)?);
        }
        Some(order)
    }

    fn pick(&mut self, of: usize) -> Option<usize> {
        let sides = u16::try_from(of.clamp(1, 10_000)).unwrap_or(1);
        let throw = self.dice.throw(&Expr::d(sides)).ok()?;
        usize::try_from(throw.total - 1).ok()
    }

    /// What this mind makes of places now.
    fn sense(&self) -> Sense<'_> {
        Sense { trail: &self.trail, hurry: self.hurry }
    }

    /// The best of them.
    fn best_listed(&self, look: Look<'_>, question: &Question, legal: &[Choice]) -> Option<Order> {
        let worths = self.worths_listed(look, question, legal);
        let told = || worths.iter().filter(|worth| worth.0 > i32::MIN / 2);
        let spread = told().max().map_or(0, |most| most.0.saturating_sub(told().min().map_or(0, |least| least.0)));
        // Those in a hurry take the lesser for the better where there is little between them; anybody can count.
        let hurry = self.hurry.filter(|_| legal.iter().any(|choice| choice.order.n.is_none()));
        let error = |index: usize| hurry.map_or(0.0, |hurry| hurry.errs(index as u64));
        let most = f64::from(spread.min(MOST_SPREAD)) * MISANSWERS;
        let seems = |index: usize, worth: &Worth| worth.0.saturating_add((error(index) * most) as i32);
        let best = worths.iter().enumerate().max_by_key(|(index, worth)| (seems(*index, worth), Reverse(*index)));
        best.and_then(|(index, _)| legal.get(index)).map(|choice| fill(choice, 0))
    }
}

/// Whether what somebody can do where it stands might be better done from elsewhere.
fn goes_first(look: Look<'_>, who: Id) -> bool {
    look.zoned().is_none() && place::has_choice(look, who)
}

/// Whether somebody had better be elsewhere, whatever it could do where it stands.
fn presses(look: Look<'_>, who: Id) -> bool {
    goal::Goal::of(look, who).is_some_and(|goal| goal.first)
        || look.rules().registry.judges.iter().any(|mechanic| mechanic.presses(look, who))
}

/// What is left to somebody who thinks of nothing: the end of the turn, else what leaves them where they stand.
fn rest(look: Look<'_>, legal: &[Choice]) -> Option<Order> {
    let goes = |choice: &Choice| !choice.squares.is_empty() || choice.group == Group::Move;
    let mut left: Vec<&Choice> = legal.iter().rev().collect();
    left.sort_by_key(|choice| (!is_end(&choice.order), goes(choice)));
    left.into_iter().map(|choice| fill(choice, 0)).find(|order| look.check(order).is_ok())
}

/// What those do in a trial who are unknown to `side`: nothing, in turns of their own and wherever they may let it be. Others are
/// sent before them.
pub fn lie_low(mind: &Mind, look: Look<'_>, question: &Question, side: SideId) -> Option<Order> {
    let is_unknown = |who: Id| !look.is_known_to(who, side);
    let is_theirs = question.who.is_some_and(is_unknown);
    let Some(choices) = &question.choices else {
        let quiet = look.without_words();
        return if is_theirs { rest(quiet, &quiet.legal_choices()) } else { None };
    };
    let let_be = || question.lets_be().map(|idle| fill(idle, 0));
    let sends_unknown = |choice: &Choice| zones::sent(look, choice).is_some_and(is_unknown);
    if choices.iter().any(sends_unknown) {
        let memo = Memo::of(look);
        let seen = look.remembering(&memo).without_words().seen_by(question.side);
        let mut known = seen.legal_choices();
        known.retain(|choice| !sends_unknown(choice));
        return mind.send(seen, &known).or_else(let_be);
    }
    // Whoever is asked whom a side sends is only the first of them.
    let is_of_all = || choices.iter().any(|choice| choice.order.verb == ACT);
    if is_theirs && !is_of_all() { let_be() } else { None }
}

/// A choice as a plain order: the `index`th square, the lowest number.
fn fill(choice: &Choice, index: usize) -> Order {
    let mut order = choice.order.clone();
    if let Some((square, _)) = choice.squares.get(index) {
        order.to = Some(*square);
    }
    if let Some((low, _)) = choice.numbers {
        order.n = order.n.or(Some(low));
    }
    order
}
