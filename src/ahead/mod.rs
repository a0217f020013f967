//! What comes of a deed before it is done: the battle is copied, the deed is done there with dice of its own, and it is noted
//! who else has a say in it. So whatever any rule has prepared is found, and nothing of the true dice is seen.

use std::collections::BTreeSet;

use crate::ai::{Habits, Mind, Skill, standing};
use crate::battle::house_words::{ACT, END_TURN};
use crate::battle::{Chronicle, Falls, Group, Id, Item, Key, Look, Order, Player, Question, Scratch, Strays};
use crate::board::{Footprint, Square, bodies_see};
use crate::ways::stands_by;

mod approach;
mod comes;
mod fate;
mod first;
mod foretold;
mod from_there;
mod going;
mod guard;
mod menace;
mod nearer;
mod outlook;
mod peril;
mod readied;
mod ride;
mod route;
mod stake;
mod stands;
mod strikes;
mod sure;
mod time_limit;
mod unready;
mod until_turn;
mod way;
mod whole;

pub use approach::{Approach, Passed, When, walk};
pub use comes::{Comes, Sting, named};
use fate::befell;
pub use fate::{Befell, Grade};
pub use foretold::{Foretold, Line};
pub use guard::{Guarded, worst_blow};
pub use nearer::{strikes_well, to_come};
pub use outlook::Outlook;
pub use peril::{Peril, Shares};
use ride::rides_by;
pub use ride::{Course, Ride, carried_on};
pub use route::Routes;
pub use stake::{Stake, Stakes};
pub use strikes::{Lookout, Strikes};
pub use sure::{Gone, STEPS_A_FRAME};
use until_turn::Trial;
pub use way::{Way, blow, leaves_blow};
pub use whole::Whole;

/// Others are asked so often in one deed at most.
const ASKED: usize = 40;
/// Moments of a ride in which somebody is asked, at most.
const MOMENTS: usize = 24;
/// Questions that are passed over at most until everybody has had a turn.
const PASSES: usize = 600;

/// Places for copies: one whose copies tell what happens in them, and one for all that nobody reads.
#[derive(Default)]
pub struct Ahead {
    /// What players answer in the same way every time: nobody decides that anew.
    pub habits: Habits,
    /// Whoever does harm is noted: that takes longer.
    pub names: bool,
    told: Option<Box<Scratch>>,
    mute: Option<Box<Scratch>>,
    /// Where something rests that is tried out in several frames.
    aside: Option<Box<Scratch>>,
    trial: Option<Trial>,
}

/// The order that passes the rest of a turn, where it may be passed.
fn pass(look: Look<'_>) -> Option<Order> {
    Some(Order::new(END_TURN)).filter(|end| look.check(end).is_ok())
}

/// Who is asked what to do in their turn.
fn asked_in_turn(look: Look<'_>) -> Option<Id> {
    look.question().filter(|question| question.choices.is_none())?.who
}

/// Whether `who` is asked what to do in their turn.
fn is_on_turn(look: Look<'_>, who: Id) -> bool {
    asked_in_turn(look) == Some(who)
}

/// The same in the same round as `before`.
fn is_still_on_turn(before: Look<'_>, look: Look<'_>, who: Id) -> bool {
    is_on_turn(look, who) && look.clock().round == before.clock().round
}

/// Whether `who` is asked what to do in their turn, or somebody who takes it together with them, in the same round as `before`.
fn is_still_their_turn(before: Look<'_>, look: Look<'_>, who: Id) -> bool {
    let is_theirs = |asked: Id| asked == who || before.go_together(asked, who);
    asked_in_turn(look).is_some_and(is_theirs) && look.clock().round == before.clock().round
}

/// Whether a deed takes more of the turn than is left of it.
fn only_begins(look: Look<'_>, who: Id, order: &Order) -> bool {
    let economy = &look.rules().economy;
    let price = look.deed(order.verb).ok().and_then(|deed| economy.price(look, who, &**deed, order).ok());
    price.is_some_and(|price| economy.only_begins(look, who, price.amount))
}

/// Whether a deed strikes squares, and nobody is seen in any of them.
fn strikes_nobody(look: Look<'_>, who: Id, order: &Order) -> bool {
    let squares: BTreeSet<Square> =
        look.deed(order.verb).map(|deed| deed.covers(look, who, order).into_iter().collect()).unwrap_or_default();
    let is_in = |id: Id| look.is_in_play(id) && look.footprint(id).squares().any(|square| squares.contains(&square));
    !squares.is_empty() && !look.shown().filter(|id| *id != who).any(is_in)
}

/// The one a blow is aimed at, if they are out of the fight already.
fn at_fallen(look: Look<'_>, order: &Order) -> Option<Id> {
    let strikes = look.deed(order.verb).is_ok_and(|deed| deed.group() == Group::Attack);
    look.target(order).filter(|who| strikes && !who.is_thing() && look.knows_of(*who) && !look.is_in_play(*who))
}

/// The enemies who stood hand to hand with `who` before, and no longer do.
fn left(before: Look<'_>, after: Look<'_>, who: Id) -> Vec<Id> {
    let (from, to) = (before.footprint(who), after.footprint(who));
    let is_left =
        |foe: &Id| near(before, *foe)(before.footprint(*foe), from) && !near(after, *foe)(after.footprint(*foe), to);
    if from == to { Vec::new() } else { before.foes(who).filter(|foe| before.knows_of(*foe)).filter(is_left).collect() }
}

/// Whether it means something to leave these enemies: one of them is asked or throws, or the mover is hampered then.
fn leaving_costs(before: Look<'_>, after: Look<'_>, who: Id, (leaves, stings): (&[Id], &[Sting])) -> bool {
    let facts = after.battle::<Chronicle>().map_or(&[][..], |chronicle| &chronicle.facts);
    let throws = |foe: &Id| facts.iter().any(|fact| fact.roll.is_some() && fact.who == Some(*foe));
    let is_stung = |foe: &Id| stings.iter().any(|sting| sting.by == *foe) || throws(foe);
    leaves.iter().any(is_stung) || !leaves.is_empty() && !befell(before, after, who, false).is_empty()
}

/// The enemies through whose squares a way goes; in a field of zones nobody fills a square.
fn crossed(look: Look<'_>, who: Id, way: &[Square]) -> Vec<Id> {
    let Some((_, passed)) = way.split_last().filter(|_| look.zoned().is_none()) else { return Vec::new() };
    let body = look.footprint(who);
    let is_crossed = |foe: &Id| passed.iter().any(|at| body.moved_to(*at).gap(look.footprint(*foe)) == 0);
    look.foes(who).filter(|foe| look.knows_of(*foe)).filter(is_crossed).collect()
}

/// The question that an answer puts off: its kind, and the one who will be asked again.
fn put_off(look: Look<'_>, answer: &Order) -> Option<(Key, Id)> {
    let question = look.question()?;
    let given = question.choices.iter().flatten().find(|choice| choice.fits(answer));
    given.filter(|choice| choice.puts_off).and(Some((question.kind, question.who?)))
}

/// Answers for everybody while one of them acts, and notes who was asked.
struct Watcher {
    who: Id,
    mind: Mind,
    /// The round, and whose turn it was in it, when it began.
    begun: (i32, Option<Id>),
    left: usize,
    stings: Vec<Sting>,
    habits: Habits,
    /// Whether their friends step in for nobody.
    alone: bool,
    /// The question that ends the trial: it was put off, and is not decided here.
    asked_again: Option<(Key, Id)>,
    /// What they have answered themselves, as its buttons say it.
    own: Vec<String>,
}

impl Watcher {
    fn of(look: Look<'_>, who: Id, habits: &Habits) -> Self {
        let (mind, habits) = (Mind::new(Skill::Plain, 0), habits.clone());
        let begun = (look.clock().round, look.clock().turn);
        let (stings, own) = (Vec::new(), Vec::new());
        Self { who, mind, begun, left: ASKED, stings, habits, alone: false, asked_again: None, own }
    }

    /// The same after an answer to the question at hand, where no friend steps in.
    fn alone(look: Look<'_>, who: Id, answer: &Order, habits: &Habits) -> Self {
        Self { alone: true, asked_again: put_off(look, answer), ..Self::of(look, who, habits) }
    }

    /// Whether the next turn has begun: the round is another, or an enemy is asked in their own new turn. What is said at the head
    /// of a turn is no answer to the last one. A mount takes its turn with its rider.
    fn is_next(&self, look: Look<'_>, question: &Question) -> bool {
        let ((round, turn), now) = (self.begun, look.clock());
        let begins = question.who.filter(|asked| now.turn == Some(*asked) && turn != Some(*asked));
        let acted = || [Some(self.who), turn].into_iter().flatten();
        now.round != round || begins.is_some_and(|asked| acted().any(|one| look.are_enemies(one, asked)))
    }
}

impl Player for Watcher {
    fn answer(&mut self, look: Look<'_>, question: &Question) -> Option<Order> {
        // With the next turn it is over, and so it is where it is asked whose that is.
        let choices = question.choices.as_ref()?;
        let is_over = self.is_next(look, question) || choices.iter().any(|choice| choice.order.verb == ACT);
        let is_again = self.asked_again.is_some_and(|again| question.asks(again));
        // What is chosen in secret hangs on what only those who choose it see, and answers nobody.
        if is_over || is_again || question.is_secret {
            return None;
        }
        self.left = self.left.checked_sub(1)?;
        let alone = || stands_by(look, question, self.who).filter(|_| self.alone);
        let answer = standing(&self.habits, look, question).or_else(alone).or_else(|| self.mind.decide(look));
        if let Some(by) = question.who.filter(|by| look.are_enemies(self.who, *by)) {
            let seen = |with: &Key| look.item(by, *with).is_some();
            let chosen = answer.as_ref().and_then(|answer| answer.with);
            let with = chosen.or_else(|| readied::with(look, by, question)).filter(seen);
            let at = look.footprint(self.who).at;
            self.stings.push(Sting { by, at, what: question.kind, with });
        }
        if let Some(answer) = answer.as_ref().filter(|_| question.who == Some(self.who)) {
            let given = question.choices.iter().flatten().find(|choice| choice.fits(answer) && !choice.lets_be);
            self.own.extend(given.map(|choice| choice.label.clone()));
        }
        answer
    }
}

impl Ahead {
    /// The same, reckoning with these answers that are given every time.
    pub fn heeding(habits: Habits) -> Self {
        Self { habits, ..Self::default() }
    }

    /// What comes of `order`, as far as those who look may know; nothing if it cannot be given.
    pub fn comes(&mut self, look: Look<'_>, who: Id, order: &Order) -> Option<Comes> {
        self.comes_after(look, None, (who, order))
    }

    /// The same of what `who` does once something else has been said first.
    pub fn comes_after(&mut self, look: Look<'_>, first: Option<&Order>, (who, order): (Id, &Order)) -> Option<Comes> {
        let scratch = self.told.get_or_insert_with(|| Box::new(Scratch::new().told()));
        let mut copy = scratch.copy(look);
        copy.again(Falls::From(0));
        let mut watcher = Watcher::of(look, who, &self.habits);
        if let Some(first) = first {
            copy.answer(first.clone()).ok()?;
            copy.play(&mut watcher);
        }
        let here = if first.is_some() { copy.look()? } else { look };
        let (begins, misses_all) = (only_begins(here, who, order), strikes_nobody(here, who, order));
        let way = here.deed(order.verb).ok().and_then(|deed| deed.way(here, who, order)).unwrap_or_default();
        let strays = here.strays(who, order).filter(Strays::is_grave);
        let is_vain = here.deed(order.verb).is_ok_and(|deed| deed.is_vain(here, who, order));
        let lapses = here.deed(order.verb).ok().and_then(|deed| deed.lapses(here, who, order));
        let (fallen, gives_up) = (at_fallen(here, order), here.gives_up(order));
        copy.answer(order.clone()).ok()?;
        copy.play(&mut watcher);
        let mut passes = false;
        for _ in 0..MOMENTS {
            let Some(rides_by) = copy.look().and_then(|here| rides_by(here, who)) else { break };
            passes = true;
            copy.answer(rides_by).ok()?;
            copy.play(&mut watcher);
        }
        let after = copy.look()?;
        let mut stings = watcher.stings;
        // What happens by itself: a roll of somebody else against the mover.
        let facts = after.battle::<Chronicle>().map_or(&[][..], |chronicle| &chronicle.facts);
        for fact in facts.iter().filter(|fact| fact.roll.is_some() && fact.whom == Some(who)) {
            let by = fact.who.filter(|by| look.are_enemies(who, *by) && stings.iter().all(|sting| sting.by != *by));
            let (at, what) = (after.footprint(who).at, fact.rule.into());
            stings.extend(by.map(|by| Sting { by, at, what, with: None }));
        }
        stings.retain(|sting| look.knows_of(sting.by));
        // A battle that is over in the copy goes on with other dice: then the turn is not over with the deed.
        let is_asked = order.verb == END_TURN || after.question().is_some();
        let ends = is_asked && !is_still_their_turn(look, after, who);
        let (leaves, through) = (left(look, after, who), crossed(look, who, &way));
        let leaving_costs = leaving_costs(look, after, who, (&leaves, &stings));
        let spends = look.spends(after, who, order);
        Some(Comes {
            stings,
            passes,
            ends,
            begins,
            leaves,
            leaving_costs,
            through,
            misses_all,
            is_vain,
            lapses,
            fallen,
            gives_up,
            strays,
            spends,
        })
    }
}

/// Whether one body gets at another hand to hand, as far as distance goes; in a field of zones everybody may.
pub fn near<'a>(look: Look<'a>, who: Id) -> impl Fn(Footprint, Footprint) -> bool + use<'a> {
    let arms: Vec<_> = look.arms(who).filter(|item| item.is_ready() && !item.arm.reach.is_empty()).collect();
    let zoned = look.zoned().is_some();
    move |from, to| zoned || arms.iter().any(|item| look.threat(who, &item.arm).reaches(from, to))
}

/// The same with what shoots or is thrown, as far as sight goes.
fn far<'a>(look: Look<'a>, who: Id) -> impl Fn(Footprint, Footprint) -> bool + use<'a> {
    let carries = |item: &&Item| item.is_ready() && (item.arm.increment.is_some() || item.arm.range.is_some());
    let shoots = look.arms(who).any(|item| carries(&item));
    move |from, to| shoots && bodies_see(look.board(), from, to)
}
