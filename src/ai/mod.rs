//! The computer opponent: weighs the legal choices of whoever must decide, by
//! what the rules themselves foretell and by where it would stand. It knows no
//! ruleset and can do nothing that a player could not.

mod detour;
mod place;
mod walk;
mod zones;

use std::cmp::Reverse;

use crate::battle::{Choice, Id, Look, Memo, Order, Question, Worth};
use crate::dice::{Dice, Expr, RolledDice};

pub use place::Ground as Terrain;

/// How well the computer plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Skill {
    /// Anything that is legal.
    Random,
    /// The nearest enemy, by the shortest way: no thought at all.
    Walk,
    /// What does most at once, from the better place.
    #[default]
    Plain,
    /// The same, with called shots and techniques thought through.
    Keen,
}

/// A player of the computer's. It throws dice of its own, never the battle's,
/// so that a replay does not need it.
#[derive(Clone, Debug)]
pub struct Mind {
    skill: Skill,
    dice: RolledDice,
}

/// What an end of turn, or an answer that nothing speaks for, is worth.
const NOTHING: Worth = Worth(0);

impl Mind {
    /// A mind of this skill with dice of its own.
    pub fn new(skill: Skill, seed: u64) -> Self {
        Self { skill, dice: RolledDice::from_seed(seed) }
    }

    /// Plays better or worse from now on.
    pub fn set_skill(&mut self, skill: Skill) {
        self.skill = skill;
    }

    /// An answer to the question at hand; none when nothing is asked.
    pub fn decide(&mut self, look: Look<'_>) -> Option<Order> {
        let memo = Memo::of(look);
        let question = look.question()?;
        // It knows no more than the side for which it decides.
        let look = look.remembering(&memo).without_words().seen_by(question.side);
        if let (Skill::Walk, Some(who), None) = (self.skill, question.who, &question.choices) {
            return walk::deed(look, who);
        }
        if let (Skill::Plain | Skill::Keen, Some(who), None) = (self.skill, question.who, &question.choices) {
            // Whoever can strike does so: where else it could stand need not be known.
            let (order, strikes) = self.best(look, who, &look.legal_choices_among(|deed| !deed.only_goes()));
            let stays = strikes && !presses(look, who) && !goes_first(look, who);
            let order = order.filter(|order| stays && look.check(order).is_ok());
            if order.is_some() {
                return order;
            }
        }
        let legal = look.legal_choices();
        let order = match (self.skill, question.who, &question.choices) {
            (Skill::Random, ..) => self.anything(&legal),
            (_, _, Some(_)) if legal.iter().any(|choice| choice.order.verb == "act") => self.send(look, &legal),
            (_, _, Some(_)) if question.kind == "first" => zones::first(look, question, &legal),
            (_, _, Some(_)) => best_listed(look, question, &legal),
            (_, Some(who), None) => self.best(look, who, &legal).0,
            (_, None, None) => None,
        };
        let order = order.filter(|order| look.check(order).is_ok());
        // A choice that turns out not to be legal is a bug of whoever offered
        // it; the battle must go on all the same.
        order.or_else(|| {
            let plain = legal.iter().rev().map(|choice| fill(choice, 0));
            plain.into_iter().find(|order| look.check(order).is_ok())
        })
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
                aim.part = Some(part.to_string());
            }
        }
        if !choice.manners.is_empty() && self.pick(4)? == 0 {
            order.manner.push(choice.manners.get(self.pick(choice.manners.len())?)?.to_string());
        }
        Some(order)
    }

    fn pick(&mut self, of: usize) -> Option<usize> {
        let sides = u16::try_from(of.clamp(1, 10_000)).unwrap_or(1);
        let throw = self.dice.throw(&Expr::d(sides)).ok()?;
        usize::try_from(throw.total - 1).ok()
    }

    /// The best deed of a turn among these, and whether any of them is worth doing where one stands.
    fn best(&self, look: Look<'_>, who: Id, legal: &[Choice]) -> (Option<Order>, bool) {
        let (order, _, strikes) = self.best_worth(look, who, legal);
        (order, strikes)
    }

    /// The same, with what it is worth.
    fn best_worth(&self, look: Look<'_>, who: Id, legal: &[Choice]) -> (Option<Order>, Worth, bool) {
        let mut best = Best(None);
        let mut strikes = false;
        let mut bides: Vec<(Worth, Order, usize)> = Vec::new();
        for (index, choice) in legal.iter().enumerate() {
            let order = &choice.order;
            if order.verb == "end turn" || order.verb == "pass" {
                best.weigh(NOTHING, order.clone(), index);
                continue;
            }
            if !choice.squares.is_empty() {
                continue;
            }
            for order in self.ways(look, who, choice) {
                if let Some(worth) = worth(look, who, &order) {
                    let worth = per_action(look, who, &order, worth);
                    if look.deed(&order.verb).is_ok_and(|deed| deed.bides()) {
                        bides.push((worth, order, index));
                        continue;
                    }
                    strikes |= worth > NOTHING;
                    best.weigh(worth, order, index);
                }
            }
        }
        // Whoever can strike does so; whoever cannot looks for a better place.
        let moves = legal.iter().enumerate().filter(|(_, choice)| !choice.squares.is_empty() && choice.group == "move");
        let mut goes = false;
        let goes_first = strikes && goes_first(look, who);
        for (index, choice) in moves.filter(|_| !strikes || goes_first || presses(look, who)) {
            if goes_first && let Some((gain, square)) = place::better_from(look, who, choice) {
                let then = Worth(best.worth().0.saturating_add(gain.0));
                best.weigh(then, Order { to: Some(square), ..choice.order.clone() }, index);
            }
            if strikes && !presses(look, who) {
                continue;
            }
            let found = match look.zoned() {
                Some(_) => zones::better(look, who, choice).map(|(gain, square)| (gain, square, Vec::new())),
                None => place::better(look, who, choice),
            };
            if let Some((gain, square, way)) = found {
                let path = if way.is_empty() { choice.order.path.clone() } else { way };
                let order = Order { to: Some(square), path, ..choice.order.clone() };
                goes = true;
                best.weigh(gain, order, index);
            }
        }
        // Lying in wait comes last: when there is nowhere better to be, or no time to do anything there.
        let left = look.rules().economy.remaining(look, who);
        for (worth, order, index) in bides {
            if strikes || !goes || price(look, who, &order) >= left {
                best.weigh(worth, order, index);
            }
        }
        let worth = best.worth();
        (best.0.map(|(_, _, order)| order), worth, strikes)
    }

    /// The ways of doing something that are worth thinking about.
    fn ways(&self, look: Look<'_>, who: Id, choice: &Choice) -> Vec<Order> {
        let mut ways = vec![fill(choice, 0)];
        let weighed = look.deed(&choice.order.verb).map(|deed| deed.weighed(look, who, choice)).unwrap_or_default();
        ways.extend(weighed);
        if self.skill == Skill::Keen {
            for part in &choice.parts {
                let mut order = choice.order.clone();
                if let Some(aim) = order.at.first_mut() {
                    aim.part = Some(part.to_string());
                    ways.push(order);
                }
            }
            ways.extend(choice.manners.iter().map(|manner| choice.order.clone().manner(manner.as_str())));
        }
        ways
    }
}

/// The best deed so far, with what it is worth and where it stands among the others.
struct Best(Option<(Worth, Reverse<usize>, Order)>);

impl Best {
    fn worth(&self) -> Worth {
        self.0.as_ref().map_or(NOTHING, |(worth, ..)| *worth)
    }

    fn weigh(&mut self, worth: Worth, order: Order, index: usize) {
        let is_better = self.0.as_ref().is_none_or(|(most, at, _)| (worth, Reverse(index)) > (*most, *at));
        if is_better {
            self.0 = Some((worth, Reverse(index), order));
        }
    }
}

/// Whether what somebody can do where it stands might be better done from elsewhere.
fn goes_first(look: Look<'_>, who: Id) -> bool {
    look.zoned().is_none() && place::has_choice(look, who)
}

/// Whether somebody had better be elsewhere, whatever it could do where it stands.
fn presses(look: Look<'_>, who: Id) -> bool {
    look.rules().mechanics.iter().any(|mechanic| mechanic.presses(look, who))
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

/// The best of answers that are listed with what they are worth.
fn best_listed(look: Look<'_>, question: &Question, legal: &[Choice]) -> Option<Order> {
    let weighed: Vec<(Order, Worth)> =
        look.rules().mechanics.iter().flat_map(|mechanic| mechanic.weigh(look, question)).collect();
    let worth = |choice: &Choice| {
        let weighed = || weighed.iter().find(|(order, _)| *order == choice.order).map(|(_, worth)| *worth);
        choice.worth.or_else(weighed).unwrap_or(NOTHING)
    };
    let best = legal.iter().enumerate().max_by_key(|(index, choice)| (worth(choice), Reverse(*index)));
    best.map(|(_, choice)| fill(choice, 0))
}

/// What doing something is worth, if anything tells.
fn worth(look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
    let deed = look.deed(&order.verb).ok()?;
    let foretold = deed.forecast(look, who, order).map(|forecast| forecast.worth(look, who));
    let beside = deed.worth(look, who, order);
    foretold.map(|worth| Worth(worth.0.saturating_add(beside.unwrap_or(NOTHING).0))).or(beside)
}

fn price(look: Look<'_>, who: Id, order: &Order) -> i32 {
    let deed = look.deed(&order.verb);
    deed.and_then(|deed| look.rules().economy.price(look, who, &**deed, order)).map_or(1, |price| price.amount)
}

/// What doing something is worth for each action that it takes: what takes longer must be worth more, what cannot be
/// finished now may come to nothing, and what has been begun is as good as done.
fn per_action(look: Look<'_>, who: Id, order: &Order, worth: Worth) -> Worth {
    let Ok(deed) = look.deed(&order.verb) else { return worth };
    let price = price(look, who, order);
    let economy = &look.rules().economy;
    let begun = economy.unfinished(look, who) == Some(order);
    // Steps leave all the time there is.
    let takes = match () {
        () if economy.costs_only_steps(look, who, &**deed, order) => 1,
        () if begun => price,
        () => price.max(deed.count(look, who, order)),
    };
    let is_late = takes > price && takes > look.rules().economy.remaining(look, who);
    let led = deed.destination(look, who, order).map_or(0, |at| place::led(look, who, at).0);
    Worth((worth.0 - led) / takes.max(1) / if is_late { 2 } else { 1 })
}
