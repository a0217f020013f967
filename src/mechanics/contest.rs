//! Skill against skill. The one who is attacked says what they do about it, friends may step in, and then all of them roll
//! (HG-MISC-01, HG-MISC-02, HG-ATK-03, HG-ATK-05, HG-DEF-01, HG-DEF-09). Blows, grabs and whatever else is resisted
//! share this.
//!
//! The target is asked first, with the chance of each answer at the penalty that it would bring, and pays at once. Then
//! each friend who can step in is asked while anything is left to be stopped (`contest/asking.rs`). All throw after that,
//! the attacker first.

mod asking;

use crate::dice::AnyDice;
use crate::mechanics::prelude::*;
use crate::mechanics::turn::declared::{DEFEND, ONE_MORE};

/// What becomes of a roll that just comes to what it is rolled against.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ties {
    /// Attacks fail, everything else succeeds.
    #[default]
    AttacksFailOthersSucceed,
    /// It fails.
    AllFail,
    /// It succeeds.
    AllSucceed,
}

impl Ties {
    /// Whether an attack gets past a challenge. A defence that comes to as much always holds.
    pub const fn gets_past(self, total: i32, challenge: i32) -> bool {
        match self {
            Self::AllSucceed => total >= challenge,
            Self::AttacksFailOthersSucceed | Self::AllFail => total > challenge,
        }
    }

    /// Whether any other roll comes off against a challenge.
    pub const fn comes_off(self, total: i32, challenge: i32) -> bool {
        match self {
            Self::AllFail => total > challenge,
            Self::AttacksFailOthersSucceed | Self::AllSucceed => total >= challenge,
        }
    }
}

/// The numbers of every contest of one game.
#[derive(Clone, Debug, Deserialize)]
pub struct Contest {
    /// What everybody throws.
    pub dice: Expr,
    /// Ties.
    pub ties: Ties,
    /// The question whether somebody defends, for the rule that it shows.
    pub defends: RuleId,
    /// Who wins.
    pub compares: RuleId,
    /// A target who does nothing about it.
    pub undefended: RuleId,
    /// Friends who step in.
    pub assists: RuleId,
}

/// The word of a defence for a friend.
pub(super) const FOR_A_FRIEND: &str = "for a friend";
/// The word of a defence that has been paid for.
pub(super) const PAID: &str = "paid";

/// What has come of a contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Contended {
    /// What the attack came to.
    pub total: i32,
    /// Whether it got past everything.
    pub wins: bool,
    /// What its target did about it, and what that came to.
    pub answer: Option<(Verb, i32)>,
    /// Who stopped it, if anybody.
    pub stopped_by: Option<(Id, Verb)>,
}

/// Somebody who does something about an attack.
pub(super) struct Defender {
    pub who: Id,
    order: Order,
    rule: RuleId,
    is_friend: bool,
}

/// What friends of the target may do about it, in their order.
fn friends(look: Look<'_>, case: &Case<'_>) -> Vec<(Id, Defence)> {
    let case = case.turned().on("defence").word(FOR_A_FRIEND);
    let mut friends = Vec::new();
    look.rules().registry.defends.iter().for_each(|mechanic| mechanic.steps_in(look, &case, &mut friends));
    friends
}

/// Whether a friend of the target who is known of could step in.
pub(super) fn is_helped(look: Look<'_>, case: &Case<'_>) -> bool {
    let is_thing = case.against.is_none_or(Id::is_thing);
    !is_thing && friends(look, case).iter().any(|(who, defence)| defence.choice.is_legal() && look.knows_of(*who))
}

/// What is added to a defence once it has been paid for.
pub(super) fn bonus(look: Look<'_>, case: &Case<'_>, defender: &Defender) -> Sum {
    let is_it = |defence: &Defence| defence.is_meant_by(&defender.order);
    let case = case.clone().word(PAID);
    let found = if defender.is_friend {
        friends(look, &case).into_iter().find(|(who, defence)| *who == defender.who && is_it(defence)).map(|(_, it)| it)
    } else {
        look.defences(&case).into_iter().find(is_it)
    };
    found.map_or_else(Sum::new, |defence| defence.bonus)
}

impl Contest {
    /// What the dice may show together.
    pub(super) fn thrown(&self) -> Distribution<i32> {
        Distribution::from_expr(&self.dice)
    }

    /// By how much one throw may be above another.
    pub(super) fn apart(&self) -> Arc<Distribution<i32>> {
        Distribution::difference(&self.dice, &self.dice)
    }

    /// How likely an attack gets past a challenge and a defence, if there is one.
    pub(super) fn chance(&self, attack: i32, challenge: i32, defence: Option<i32>) -> Distribution<bool> {
        self.chance_against(attack, challenge, defence.as_slice())
    }

    /// How likely it gets past all of these.
    pub(super) fn chance_against(&self, attack: i32, challenge: i32, defences: &[i32]) -> Distribution<bool> {
        let thrown = self.thrown();
        thrown.then(|face| {
            let total = face.saturating_add(attack);
            let past = Distribution::certain(self.ties.gets_past(total, challenge));
            defences.iter().fold(past, |past, defence| {
                past.combine(&thrown, |past, other| *past && total > other.saturating_add(*defence))
            })
        })
    }

    /// Lets somebody attack somebody: asks everybody who may do something about it, and rolls. What the rolls come to is
    /// known afterwards only to whoever reads totals.
    pub(super) fn fight_out(
        &self,
        table: &mut Table<'_>,
        case: &Case<'_>,
        (attack, challenge): (&Sum, &Sum),
        (says, reads_totals): (&str, bool),
    ) -> Step<Contended> {
        let defenders = self.ask(table, case, (attack, challenge), says)?;
        let defends = |defender: Defender| {
            let mut bonus = bonus(table.look(), case, &defender);
            bonus.include(challenge);
            (defender, bonus)
        };
        let defenders: Vec<(Defender, Sum)> = defenders.into_iter().map(defends).collect();
        let cast = |dice: &mut AnyDice| {
            let own = dice.throw(&self.dice)?;
            let others = defenders.iter().map(|_| dice.throw(&self.dice)).collect::<Result<Vec<_>, _>>()?;
            Ok::<_, DiceError>((own, others))
        };
        let (own, others) = table.dice_for(cast, |(own, others)| {
            let total = own.total.saturating_add(attack.total());
            let past = self.ties.gets_past(total, challenge.total());
            let each =
                || others.iter().zip(&defenders).map(|(throw, (_, bonus))| throw.total.saturating_add(bonus.total()));
            let stops = each().position(|defence| defence >= total);
            (past, stops, reads_totals.then(|| (total, each().next())))
        })?;
        let total = own.total.saturating_add(attack.total());
        let thrown = defenders.into_iter().zip(others).map(|((defender, bonus), throw)| (defender, throw, bonus));
        let thrown: Vec<(Defender, Throw, Sum)> = thrown.collect();
        let comes_to = |(_, throw, bonus): &(Defender, Throw, Sum)| throw.total.saturating_add(bonus.total());
        let past = self.ties.gets_past(total, challenge.total());
        let stopped_by = thrown.iter().find(|each| comes_to(each) >= total).map(|(who, ..)| who);
        let wins = past && stopped_by.is_none();
        let stopped_by = stopped_by.map(|defender| (defender.who, defender.order.verb));
        let answer = thrown.iter().find(|(defender, ..)| !defender.is_friend);
        let answer = answer.map(|each| (each.0.order.verb, comes_to(each)));
        self.tell_attack(table, case, (attack, challenge), (&own, wins, thrown.is_empty() || !past), says);
        for each in &thrown {
            self.tell_defence(table, Some(case.who), case.on, (&each.0, &each.1, &each.2), total);
        }
        for (defender, ..) in thrown.iter().filter(|(defender, ..)| !defender.is_friend) {
            let (who, order) = (defender.who, defender.order.clone());
            table.tell(Event::Defended { who, order: &order })?;
        }
        Ok(Contended { total, wins, answer, stopped_by })
    }

    fn tell_attack(
        &self,
        table: &mut Table<'_>,
        case: &Case<'_>,
        (attack, challenge): (&Sum, &Sum),
        (throw, wins, says_how): (&Throw, bool, bool),
        says: &str,
    ) {
        let total = throw.total.saturating_add(attack.total());
        table.note(|look| {
            let verdict = match (says_how, wins) {
                (false, _) => String::new(),
                (true, true) => format!(" against {}, and nothing stops it", challenge.total()),
                (true, false) => format!(" against {}, not enough", challenge.total()),
            };
            let text = format!("{} {says}: {total}{verdict}.", look.name(case.who));
            let rule = if says_how { self.undefended } else { self.compares };
            let roll = Roll::of(case.on.as_str(), &self.dice, throw, attack).against(challenge.clone(), wins);
            let fact = Fact::new(rule, text).who(case.who).roll(roll.answered(!says_how));
            case.against.map_or_else(|| fact.clone(), |target| fact.clone().whom(target))
        });
    }

    /// Tells what has come of a defence against so much of a roll of somebody.
    pub(super) fn tell_defence(
        &self,
        table: &mut Table<'_>,
        whose: Option<Id>,
        on: Key,
        (defender, throw, bonus): (&Defender, &Throw, &Sum),
        against: i32,
    ) {
        let total = throw.total.saturating_add(bonus.total());
        let holds = total >= against;
        table.note(|look| {
            let verdict = if holds { "enough" } else { "not enough" };
            let label = if defender.is_friend { "assist" } else { "defence" };
            let verb = if defender.is_friend { "block for a friend" } else { defender.order.verb.as_str() };
            let text = format!("{}'s {verb}: {total} against {against}, {verdict}.", look.name(defender.who));
            Fact::new(defender.rule, text)
                .who(defender.who)
                .whom(whose)
                .roll(Roll::of(label, &self.dice, throw, bonus).against(Sum::of(on, against), holds).wards())
                .warded(defender.who, defender.order.verb, holds)
        });
    }
}

/// Takes an action in the turn of another.
pub(super) fn pay(table: &mut Table<'_>, who: Id, verb: &'static str) -> Step {
    let Ok(deed) = table.look().deed(verb).cloned() else { return Ok(()) };
    table.rules().economy.pay(table, who, &*deed, &Order::new(verb)).map(drop)
}

/// What `who` would pay to do this in the turn of another.
///
/// # Errors
/// When they cannot.
pub(super) fn price(look: Look<'_>, who: Id, verb: &'static str) -> Result<Price, Refusal> {
    look.rules().economy.price(look, who, &**look.deed(verb)?, &Order::new(verb))
}

/// How hard it is to strike so far away: by bands of distance, and by everything that is added to it.
pub(super) fn challenge(
    look: Look<'_>,
    case: &Case<'_>,
    (name, bands): &(Key, Vec<(i32, i32)>),
    (distance, rule): (i32, RuleId),
) -> Sum {
    let mut sum = Sum::new();
    let band = bands.iter().rev().find(|(from, _)| distance >= *from).map_or(0, |(_, challenge)| *challenge);
    sum.add("range", band, rule);
    let mut sum = look.sum(&case.on(*name), sum);
    let total = sum.total();
    if total < 0 {
        sum.part("limit", total.saturating_neg());
    }
    sum
}

/// Whether whom a blow is at can pay for an answer, what that costs, and the blow as it is then.
pub(super) fn paid<'a>(look: Look<'_>, case: &Case<'a>) -> (Allowed, Price, Case<'a>) {
    let case = case.clone();
    let guards = look.guards(case.who);
    if case.is(PAID) || guards == Some(true) {
        return (Ok(()), Price::default(), case);
    }
    if guards == Some(false) {
        return (Err(Refusal::nonsense("no defence is kept in that round")), Price::default(), case);
    }
    match price(look, case.who, DEFEND) {
        Ok(price) => (Ok(()), price.clone(), if price.amount > 0 { case.word(ONE_MORE) } else { case }),
        Err(refusal) => (Err(refusal), Price::default(), case),
    }
}

/// A defence at that price; what it adds is worked out only where it may be chosen.
pub(super) fn offered(choice: Choice, may: Allowed, price: Price, bonus: impl FnOnce() -> Sum) -> Defence {
    let choice = choice.unless(may).priced(price);
    let bonus = if choice.is_legal() { bonus() } else { Sum::new() };
    Defence { choice, bonus }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// HG-MISC-02: attacks must be greater, everything else at least as much, unless the table plays it otherwise.
    #[test]
    fn ties_go_as_the_table_has_it() {
        let all = [Ties::AttacksFailOthersSucceed, Ties::AllFail, Ties::AllSucceed];
        assert_eq!(all.map(|ties| ties.gets_past(7, 7)), [false, false, true]);
        assert_eq!(all.map(|ties| ties.comes_off(7, 7)), [true, false, true]);
        assert!(all.iter().all(|ties| ties.gets_past(8, 7) && ties.comes_off(8, 7)));
        assert!(!all.iter().any(|ties| ties.gets_past(6, 7) || ties.comes_off(6, 7)));
    }
}
