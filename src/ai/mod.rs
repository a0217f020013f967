//! The computer opponent: weighs the legal choices of whoever must decide, by
//! what the rules themselves foretell and by where it would stand. It knows no
//! ruleset and can do nothing that a player could not.

mod detour;
mod foresight;
mod goal;
mod place;
mod plans;
mod trail;
mod walk;
mod zones;

use std::cmp::Reverse;

use self::foresight::Fears;
use self::trail::Trail;
use crate::battle::{Choice, Clock, Forecast, Held, Id, Item, Look, Memo, Order, Prospect, Question, Worth};
use crate::board::Footprint;
use crate::dice::{Dice, Expr, RolledDice};

pub use place::Ground as Terrain;

/// How well the computer plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Skill {
    /// Anything that is legal.
    Random,
    /// The nearest enemy, by the shortest way: no thought at all.
    Walk,
    /// What seems to do most at once, from what seems the better place: it judges in a hurry, and never looks ahead.
    #[default]
    Plain,
    /// What does most, of all ways of doing it and from everywhere that it gets to in time, with an eye on what the
    /// enemies could do next.
    Keen,
}

/// A player of the computer's. It throws dice of its own, never the battle's,
/// so that a replay does not need it.
#[derive(Clone, Debug)]
pub struct Mind {
    skill: Skill,
    dice: RolledDice,
    trail: Trail,
    /// What whoever is on turn has to fear, where it looks ahead.
    fears: Option<Fears>,
    /// What it is mistaken by in this turn; nothing for whoever takes its time.
    hurry: Option<Hurry>,
    /// The moment since which it has been.
    since: Clock,
}

/// How somebody errs that judges in a hurry: each thing by a little, and every turn by something else.
#[derive(Clone, Copy, Debug)]
struct Hurry(u64);

impl Hurry {
    /// A number from -1 to 1 for each thing that is judged.
    fn errs(self, about: u64) -> f64 {
        let mut word = self.0 ^ about.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let share = f64::from(((word ^ (word >> 31)) >> 40) as u32) / f64::from(1_u32 << 24);
        2.0 * share - 1.0
    }

    /// What is taken for the worth of something; what is good for nothing never seems good.
    fn seems(self, worth: Worth, about: usize) -> Worth {
        let error = 1.0 + MISJUDGES * self.errs(about as u64);
        if worth > NOTHING { Worth((f64::from(worth.0) * error).max(1.0) as i32) } else { worth }
    }
}

/// By what share whoever is in a hurry misjudges whom to do something to, at most.
const MISJUDGES: f64 = 0.8;

/// By how much it misjudges a place, at most, in felled enemies.
const MISPLACES: f64 = 0.02;

/// What a mind makes of places, beside what can be done there.
pub(crate) struct Sense<'a> {
    trail: &'a Trail,
    fears: Option<&'a Fears>,
    hurry: Option<Hurry>,
}

impl Sense<'_> {
    /// What standing somewhere is worth for what is feared there.
    fn beside(&self, _look: Look<'_>, _who: Id, at: Footprint) -> Option<f64> {
        let about = (at.at.x as u64) << 32 ^ (at.at.y as u64);
        let error = self.hurry.map_or(0.0, |hurry| MISPLACES * hurry.errs(about));
        Some(error - self.fears.map_or(0.0, |fears| fears.at(at)))
    }

    /// What it costs to go there, for where one has been; nothing where that is out of the question.
    fn cost_of_going(&self, look: Look<'_>, who: Id, to: Footprint) -> Option<f64> {
        self.trail.cost(look, who, to)
    }
}

/// What an end of turn, or an answer that nothing speaks for, is worth.
const NOTHING: Worth = Worth(0);

/// What is worth no more than this keeps nobody from looking for a better place.
const HARDLY: Worth = Worth(5);

/// What going somewhere first must gain to whoever could do without.
const WORTH_A_WALK: f64 = 0.01;

/// How much more is made of harm to those of whom most is to be feared than to those of whom nothing is.
const HEEDS: f64 = 0.5;

/// What may lie between two answers, as far as anybody mistakes one for the other.
const MOST_SPREAD: i32 = 500;

/// Whether an order does nothing more in this turn.
fn is_end(order: &Order) -> bool {
    order.verb == "end turn" || order.verb == "pass"
}

impl Mind {
    /// A mind of this skill with dice of its own.
    pub fn new(skill: Skill, seed: u64) -> Self {
        Self {
            skill,
            dice: RolledDice::from_seed(seed),
            trail: Trail::default(),
            fears: None,
            hurry: None,
            since: Clock::default(),
        }
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
        if let (Some(who), None) = (question.who, &question.choices) {
            self.trail.note(look, who);
            self.look_ahead(look, who);
        }
        self.hurry_up(look);
        if let (Skill::Walk, Some(who), None) = (self.skill, question.who, &question.choices) {
            return walk::deed(look, who);
        }
        if let (Skill::Plain, Some(who), None) = (self.skill, question.who, &question.choices) {
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
            (_, _, Some(_)) => self.best_listed(look, question, &legal),
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

    /// Errs in one way for the whole of a turn, where it is in a hurry.
    fn hurry_up(&mut self, look: Look<'_>) {
        let now = look.clock();
        if self.skill != Skill::Plain {
            self.hurry = None;
        } else if self.hurry.is_none() || self.since != now {
            (self.hurry, self.since) = (self.pick(10_000).map(|word| Hurry(word as u64)), now);
        }
    }

    /// Thinks once a turn of what could be done to whoever is on turn, where it looks ahead at all.
    fn look_ahead(&mut self, look: Look<'_>, who: Id) {
        let is_known = self.fears.as_ref().is_some_and(|fears| fears.who == who && fears.round == look.clock().round);
        let looks = self.skill == Skill::Keen && look.zoned().is_none();
        if looks && !is_known {
            self.fears = Some(Fears::of(look, who));
        }
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
        let sense = self.sense(look, who);
        let may_end = legal.iter().any(|choice| is_end(&choice.order));
        for (index, choice) in legal.iter().enumerate() {
            if is_end(&choice.order) {
                best.weigh(NOTHING, choice.order.clone(), index);
                continue;
            }
            if !choice.squares.is_empty() {
                continue;
            }
            for order in self.ways(look, who, choice) {
                let Some(worth) = worth(look, who, &order) else { continue };
                let worth = per_action(look, who, &order, worth);
                // What is good for nothing is not done for want of something better.
                if worth <= NOTHING && may_end {
                    continue;
                }
                let worth = self.judged(look, &sense, &order, worth);
                if look.deed(&order.verb).is_ok_and(|deed| deed.bides()) {
                    bides.push((worth, order, index));
                    continue;
                }
                strikes |= worth > HARDLY;
                best.weigh(worth, order, index);
            }
        }
        // Whoever can strike does so; whoever cannot looks for a better place.
        let moves = legal.iter().enumerate().filter(|(_, choice)| !choice.squares.is_empty() && choice.group == "move");
        let mut goes = false;
        let presses = presses(look, who);
        let goes_first = strikes && goes_first(look, who);
        let looks_round = self.skill == Skill::Keen && look.zoned().is_none() && !presses;
        for (index, choice) in moves.filter(|_| !strikes || goes_first || presses || looks_round) {
            if goes_first && let Some((gain, square)) = place::better_from(look, who, choice) {
                let then = Worth(best.worth().0.saturating_add(gain.0));
                best.weigh(then, Order { to: Some(square), ..choice.order.clone() }, index);
            }
            if looks_round {
                let here = sense.beside(look, who, look.footprint(who)).unwrap_or(0.0);
                let heeds = |at: Footprint| {
                    let cost = sense.cost_of_going(look, who, at)? + place::danger(look, who, at);
                    Some(sense.beside(look, who, at)? - here - cost - WORTH_A_WALK)
                };
                if let Some((worth, square)) = foresight::blow_from_elsewhere(look, who, choice, heeds) {
                    goes |= worth > NOTHING;
                    best.weigh(worth, Order { to: Some(square), ..choice.order.clone() }, index);
                }
            }
            if strikes && !presses {
                continue;
            }
            let found = match look.zoned() {
                Some(_) => zones::better(look, who, choice, &sense).map(|(gain, square)| (gain, square, Vec::new())),
                None => place::better(look, who, choice, &sense),
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

    /// What this mind makes of places now.
    fn sense(&self, look: Look<'_>, who: Id) -> Sense<'_> {
        let fears = self.fears.as_ref().filter(|fears| fears.who == who && fears.round == look.clock().round);
        Sense { trail: &self.trail, fears, hurry: self.hurry }
    }

    /// What something that is done to somebody seems to be worth: to whoever looks ahead it is worth more where more is
    /// to be feared of them.
    fn judged(&self, look: Look<'_>, sense: &Sense<'_>, order: &Order, worth: Worth) -> Worth {
        let target = order.at.first().and_then(|aim| aim.who.as_deref()).and_then(|name| look.find(name));
        let Some(target) = target else { return worth };
        match (self.hurry, sense.fears) {
            (Some(hurry), _) => hurry.seems(worth, usize::from(target.0)),
            (None, Some(fears)) => Worth((f64::from(worth.0) * (1.0 + HEEDS * (fears.share(target) - 0.5))) as i32),
            (None, None) => worth,
        }
    }

    /// The best of answers that are listed with what they are worth.
    fn best_listed(&self, look: Look<'_>, question: &Question, legal: &[Choice]) -> Option<Order> {
        let mut weighed: Vec<(Order, Worth)> =
            look.rules().mechanics.iter().flat_map(|mechanic| mechanic.weigh(look, question)).collect();
        if weighed.is_empty() {
            weighed = plans::weigh(look, question, legal);
        }
        let worth = |choice: &Choice| {
            let weighed = || weighed.iter().find(|(order, _)| *order == choice.order).map(|(_, worth)| *worth);
            choice.worth.or_else(weighed).unwrap_or(NOTHING)
        };
        let worths: Vec<Worth> = legal.iter().map(worth).collect();
        let told = || worths.iter().filter(|worth| worth.0 > i32::MIN / 2);
        let spread = told().max().map_or(0, |most| most.0.saturating_sub(told().min().map_or(0, |least| least.0)));
        // Whoever is in a hurry takes the lesser for the better where there is little between them; anybody can count.
        let hurry = self.hurry.filter(|_| legal.iter().any(|choice| choice.order.n.is_none()));
        let error = |index: usize| hurry.map_or(0.0, |hurry| hurry.errs(index as u64));
        let most = f64::from(spread.min(MOST_SPREAD)) * MISJUDGES;
        let seems = |index: usize, worth: &Worth| worth.0.saturating_add((error(index) * most) as i32);
        let best = worths.iter().enumerate().max_by_key(|(index, worth)| (seems(*index, worth), Reverse(*index)));
        best.and_then(|(index, _)| legal.get(index)).map(|choice| fill(choice, 0))
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
    goal::Goal::of(look, who).is_some_and(|goal| goal.first)
        || look.rules().mechanics.iter().any(|mechanic| mechanic.presses(look, who))
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

/// What doing something is worth, if anything tells.
fn worth(look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
    let deed = look.deed(&order.verb).ok()?;
    let forecast = deed.forecast(look, who, order);
    if forecast.as_ref().is_some_and(|forecast| throws_away(look, who, order, forecast)) {
        return None;
    }
    let foretold = forecast.map(|forecast| forecast.worth(look, who));
    let beside = deed.worth(look, who, order);
    foretold.map(|worth| Worth(worth.0.saturating_add(beside.unwrap_or(NOTHING).0))).or(beside)
}

/// Whether somebody would throw the only thing that it has to strike with, or throw anything without much of a chance.
fn throws_away(look: Look<'_>, who: Id, order: &Order, forecast: &Forecast) -> bool {
    let Some(item) = order.with.as_deref().and_then(|name| look.item(who, name)) else { return false };
    let Some(target) = forecast.against.first().and_then(|prospect| prospect.who) else { return false };
    let is_blade = |item: &Item| item.arm.damage.is_some() && !item.arm.reach.is_empty();
    let own = look.footprint(who);
    let is_thrown = is_blade(item)
        && matches!(item.held, Held::Hand(_))
        && (item.arm.range.is_some() || item.arm.increment.is_some())
        && own.gap(look.footprint_towards(target, own)) > place::reach_in_squares(look, who, item);
    if !is_thrown {
        return false;
    }
    let is_other = |other: &&Item| {
        !std::ptr::eq(*other, item) && is_blade(other) && matches!(other.held, Held::Hand(_) | Held::Belt)
    };
    let hurts = |prospect: &Prospect| prospect.outcomes.chance(|(grade, _)| *grade >= 1).to_f64();
    let chance = forecast.against.iter().map(hurts).fold(0.0, f64::max);
    !look.gear(who).iter().any(|other| is_other(&other)) || chance < WORTH_A_THROW
}

/// The least chance to hurt somebody for which anything is thrown that one could strike with.
const WORTH_A_THROW: f64 = 0.25;

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
