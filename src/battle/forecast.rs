//! What would come of a deed, worked out exactly by the code that resolves it.

use crate::dice::{Distribution, Fraction};

use super::{ConditionName, FELLED, Id, Judged, Key, Look, Sum, Verb, Worth};

/// The exact prospects of a deed.
#[derive(Clone, Debug, Default)]
pub struct Forecast {
    /// One entry for each target or attack.
    pub against: Vec<Prospect>,
    /// What would come of it if the first of them did something about it, in games in which that is decided only when
    /// it is struck. Where letting it come is one of these, the prospects are those of the best answer.
    pub answers: Vec<Answered>,
    /// What all the blows would do of an action that holds several of the kind.
    pub round: Option<Round>,
    /// Whether a friend could step in for the one who is struck. The chances leave that out.
    pub is_helped: bool,
}

/// What all the blows of an action would do to people like the one who is struck first.
#[derive(Clone, Debug)]
pub struct Round {
    /// How many blows.
    pub blows: i32,
    /// How many fall, where anybody wants to know.
    pub felled: Option<Distribution<i32>>,
    /// How many by the quick way of the game.
    pub quick: Fraction,
}

/// What would come of a blow that is answered so.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The answer, as players say it: "dodge", "counter with Spear".
    pub name: String,
    /// The deed that it is; none where they let the blow come.
    pub verb: Option<Verb>,
    /// What may become of the target.
    pub outcomes: Distribution<(i32, Key)>,
    /// Harm to the target.
    pub harm: Distribution<i32>,
    /// What comes back, if anything does.
    pub back: Option<Back>,
    /// What may become of the target in the words of the prospects, where those of the outcomes are others.
    pub as_told: Option<Distribution<(i32, Key)>>,
    /// What the answer takes of whoever gives it, as players say it.
    pub price: Option<String>,
    /// What harm is taken from, by name, and how much of it the target has left, where harm is counted in that.
    pub pool: Option<(Key, i32)>,
}

impl Answered {
    /// An answer after which nothing comes back.
    pub const fn of(
        name: String,
        verb: Option<Verb>,
        outcomes: Distribution<(i32, Key)>,
        harm: Distribution<i32>,
    ) -> Self {
        Self { name, verb, outcomes, harm, back: None, as_told: None, price: None, pool: None }
    }
}

/// What a blow that is answered by another brings upon whoever struck it.
#[derive(Clone, Debug)]
pub struct Back {
    /// What may become of the attacker.
    pub outcomes: Distribution<(i32, Key)>,
    /// Harm to the attacker.
    pub harm: Distribution<i32>,
    /// Who is felled: "the target", "the attacker", "both", "nobody".
    pub falls: Distribution<Key>,
}

/// What outcomes are worth to whoever brings them about, in felled enemies; `enough` is harm that would do for
/// somebody unhurt, where harm is not counted in wounds: more than that is not worth more.
pub fn weight(outcomes: &Distribution<(i32, Key)>, harm: &Distribution<i32>, enough: Option<i32>) -> f64 {
    let fells = outcomes.chance(|(grade, _)| *grade >= FELLED).to_f64();
    // Three wounds are about enough for anybody.
    let most = enough.map_or(i32::MAX, |enough| enough.max(1));
    let harm = harm.mean_by(|harm| (*harm).min(most).into());
    let harm = harm.to_f64() * enough.map_or(1.0, |enough| 3.0 / f64::from(enough.max(1)));
    let hits = outcomes.chance(|(grade, _)| *grade >= 0).to_f64();
    fells + A_WOUND * harm + 0.01 * hits
}

/// What a wound is worth to whoever brings it about, in felled enemies.
pub const A_WOUND: f64 = 0.3;

/// What it is worth to bring somebody into a state that hinders them and no more, in felled enemies.
const HINDERED: f64 = 0.35;

/// The exact prospects of one blow.
#[derive(Clone, Debug)]
pub struct Prospect {
    /// At whom.
    pub who: Option<Id>,
    /// What may come of it, by the names that players use ("miss", "defended", "nothing", "wound", "dying").
    pub outcomes: Distribution<(i32, Key)>,
    /// The same with how much harm each is, where one outcome may be more or less of it and somebody reads what comes of it.
    pub together: Option<Distribution<((i32, Key), i32)>>,
    /// How the blow lands, whatever it then does, in games in which one blow lands better than another.
    pub lands: Option<Distribution<(i32, Key)>>,
    /// What it leaves beside its harm, by name, in games that know of such wounds; "none" where nothing is left.
    pub wounds: Option<Distribution<Key>>,
    /// Conditions that it brings beside its harm, each with how likely it does.
    pub brings: Vec<(ConditionName, Fraction)>,
    /// What they may still do about it, which is not counted in.
    pub before: Option<Verb>,
    /// The best that they can do about it, which is counted in.
    pub warded: Option<Verb>,
    /// Harm in whatever the game counts.
    pub harm: Distribution<i32>,
    /// Harm that would be enough for somebody unhurt, where harm is not counted in wounds.
    pub enough: Option<i32>,
    /// What less it is worth than its outcomes say, in felled enemies: a coat or a limb is not the whole of somebody.
    pub less: f64,
    /// The figures that went in, each with its modifiers, for the panel.
    pub figures: Vec<(Key, Sum)>,
}

impl Prospect {
    /// The prospect of somebody: what may come of it and how much harm that is, and no more.
    pub const fn of(who: Id, outcomes: Distribution<(i32, Key)>, harm: Distribution<i32>) -> Self {
        Self {
            who: Some(who),
            outcomes,
            together: None,
            lands: None,
            wounds: None,
            brings: Vec::new(),
            before: None,
            warded: None,
            harm,
            enough: None,
            less: 0.0,
            figures: Vec::new(),
        }
    }

    /// The prospect of somebody; `judged` says all that may become of it.
    pub fn judged(who: Id, judged: &Distribution<Judged>, figures: Vec<(Key, Sum)>) -> Self {
        let outcomes = judged.map(Judged::outcome);
        Self { figures, ..Self::of(who, outcomes, judged.map(|judged| judged.harm)) }
    }

    /// What it is worth to whoever brings it about, in felled enemies, by its outcomes and by what they fall short of.
    pub fn weight(&self) -> f64 {
        weight(&self.outcomes, &self.harm, self.enough) - self.less
    }

    /// The same with what only those see who look: whether what is told as a fall takes anybody out of the fight, what goes
    /// on from it, and who falls with the dead.
    pub fn worth(&self, look: Look<'_>) -> f64 {
        let more = |who: Id| self.goes_on(look, who) + self.falls_with(look, who);
        self.weight() - self.falls_short(look) + self.who.map_or(0.0, more)
    }

    /// All blows of one attack at one body, each with the part of it that it is at: none changes what the others meet, and each
    /// counts only as far as the earlier ones have left it something to do.
    pub fn of_blows(blows: &[(Option<Key>, Self)]) -> Option<Self> {
        let (_, first) = blows.first()?;
        let mut sum = first.clone();
        for (index, (part, blow)) in blows.iter().enumerate().skip(1) {
            let earlier = blows.iter().take(index);
            let left: f64 = earlier.map(|(other, one)| 1.0 - one.takes_from(other == part)).product();
            sum.add_blow(blow, left);
        }
        Some(sum)
    }

    /// How likely it leaves another blow at the same body nothing to do: `again` at the same part, which is gone then, or anywhere
    /// else, where it is at no mere part.
    fn takes_from(&self, again: bool) -> f64 {
        let is_at_a_part = self.less.abs() > 0.0;
        if again || !is_at_a_part { self.chance_to_fell() } else { 0.0 }
    }

    /// Takes another blow at the same body into account, which counts by so much of itself.
    fn add_blow(&mut self, other: &Self, left: f64) {
        let worth = self.weight() + left * other.weight();
        self.outcomes = self.outcomes.combine(&other.outcomes, |a, b| *a.max(b));
        self.harm = self.harm.add(&other.harm);
        let both = |a: &((i32, Key), i32), b: &((i32, Key), i32)| (a.0.max(b.0), a.1 + b.1);
        let together = self.together.as_ref().zip(other.together.as_ref());
        self.together = together.map(|(own, other)| own.combine(other, both));
        self.less = 0.0;
        self.less = self.weight() - worth;
    }

    /// How likely it fells what it is aimed at.
    fn chance_to_fell(&self) -> f64 {
        self.outcomes.chance(|(grade, _)| *grade >= FELLED).to_f64()
    }

    /// The worth of it to somebody who brings it about: harm to enemies in the fight counts, harm to friends counts against it
    /// twice.
    fn worth_against(&self, look: Look<'_>, who: Id, target: Id) -> f64 {
        let worth = self.worth(look);
        match (look.are_enemies(who, target), look.counts(target)) {
            (true, true) => worth,
            // Whoever is out already may still have others fall with them.
            (true, false) => self.falls_with(look, target) - 0.01,
            (false, _) => -2.0 * worth,
        }
    }

    /// What less it is worth than that where what is told as a fall takes nobody out of the fight: a pool that runs dry,
    /// somebody who keeps their head down.
    fn falls_short(&self, look: Look<'_>) -> f64 {
        let takes_out = |kind: Key| look.rules().takes_out(kind);
        let is_short = |(grade, kind): &(i32, Key)| *grade >= FELLED && !takes_out(*kind);
        (1.0 - HINDERED) * self.outcomes.chance(is_short).to_f64()
    }

    /// What goes on from it for the one it befalls, in felled fighters.
    fn goes_on(&self, look: Look<'_>, who: Id) -> f64 {
        let mechanics = &look.rules().registry.judges;
        let of = |outcome: &(i32, Key)| mechanics.iter().map(|mechanic| mechanic.goes_on(look, who, outcome.1)).sum();
        let each = self.outcomes.outcomes().map(|outcome| (outcome, of(outcome)));
        let likely = |outcome: &(i32, Key)| self.outcomes.chance(|other| other == outcome).to_f64();
        each.filter(|(_, more): &(_, f64)| *more > 0.0).map(|(outcome, more)| more * likely(outcome)).sum()
    }

    /// What falls with the one it befalls if that kills them, in felled fighters.
    fn falls_with(&self, look: Look<'_>, who: Id) -> f64 {
        let mechanics = &look.rules().registry.judges;
        let more: f64 = mechanics.iter().map(|mechanic| mechanic.falls_with(look, who)).sum();
        if more > 0.0 { more * self.outcomes.chance(|(_, kind)| look.rules().kills(*kind)).to_f64() } else { 0.0 }
    }

    /// The chance that it leaves the wound called `name`.
    pub fn chance_of_wound(&self, name: &str) -> Fraction {
        self.wounds.as_ref().map_or(Fraction::ZERO, |wounds| wounds.chance(|wound| *wound == name))
    }

    /// The chance that the blow lands as `name` says, that it brings that condition, or of the outcome that is called so.
    pub fn chance(&self, name: &str) -> Fraction {
        if let Some((_, chance)) = self.brings.iter().find(|(state, _)| *state == name) {
            return chance.clone();
        }
        let is_called = |(_, each): &(i32, Key)| *each == name;
        let lands = self.lands.as_ref().filter(|lands| lands.outcomes().any(is_called));
        lands.unwrap_or(&self.outcomes).chance(is_called)
    }

    /// Harm to be expected.
    pub fn mean_harm(&self) -> Fraction {
        self.harm.mean()
    }
}

/// What it is worth to somebody that a thing bursts: what that does to those around it whom they know of. What bursts with it
/// is left out.
fn worth_of_burst(look: Look<'_>, who: Id, thing: Id) -> f64 {
    look.keep_each("worth of a burst", who, &thing, || {
        let order = look.rules().registry.blows.iter().find_map(|mechanic| mechanic.bursts(look, thing));
        let burst = order.and_then(|order| look.deed(order.verb).ok()?.forecast(look, thing, &order));
        let is_known = |id: &Id| !id.is_thing() && look.is_known_to(*id, look.side(who));
        let one = |prospect: &Prospect| {
            prospect.who.filter(is_known).map_or(0.0, |target| prospect.worth_against(look, who, target))
        };
        burst.map_or(0.0, |burst| burst.against.iter().map(one).sum())
    })
}

impl Forecast {
    /// What is foretold of these, whatever they do about it.
    pub const fn of(against: Vec<Prospect>) -> Self {
        Self { against, answers: Vec::new(), round: None, is_helped: false }
    }

    /// Whether what is foretold is what comes of it if those who are struck answer as best they can.
    pub fn is_answered(&self) -> bool {
        self.answers.iter().any(|answer| answer.verb.is_none()) && self.answers.len() > 1
    }

    /// What it is worth to whoever brings it about: harm to enemies in the fight whom they know of counts, harm to friends counts
    /// against it twice.
    pub fn worth(&self, look: Look<'_>, who: Id) -> Worth {
        let side = look.side(who);
        let is_known = |id: &Id| id.is_thing() || look.is_known_to(*id, side);
        let one = |prospect: &Prospect| {
            let Some(target) = prospect.who.filter(is_known) else { return 0.0 };
            let Some(thing) = look.thing(target) else { return prospect.worth_against(look, who, target) };
            // Things are let be, but for those that bar the way when there is nothing better to do, and those that burst.
            let let_be = if thing.def.blocks_move && self.against.len() == 1 { 0.0 } else { -0.01 };
            if thing.def.bursts.is_none() {
                return let_be;
            }
            let_be + prospect.chance_to_fell() * worth_of_burst(look, who, target)
        };
        Worth::of(self.against.iter().map(one).sum())
    }

    /// Harm to be expected from all of it.
    pub fn mean_harm(&self) -> f64 {
        self.against.iter().map(|prospect| prospect.mean_harm().to_f64()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Expr;

    /// One blow in two takes away what it is aimed at, and does so much harm.
    fn blow(harm: i32, less: f64) -> Prospect {
        let outcomes = Distribution::from_expr(&Expr::d(2)).map(|face| match face {
            1 => (-1, Key::from("miss")),
            _ => (FELLED, Key::from("destroyed")),
        });
        let harm = outcomes.map(|(grade, _)| if *grade < 0 { 0 } else { harm });
        Prospect { less, ..Prospect::of(Id(0), outcomes, harm) }
    }

    /// What these are worth together, each by the part that it is at, beside how much of each blow should count.
    fn come_to(blows: &[(&'static str, &Prospect, f64)]) {
        let all: Vec<_> = blows.iter().map(|(part, blow, _)| (Some(Key::from(*part)), (*blow).clone())).collect();
        let expected: f64 = blows.iter().map(|(_, blow, left)| left * blow.weight()).sum();
        let told = Prospect::of_blows(&all).unwrap().weight();
        assert!((told - expected).abs() < 1e-9, "{told} for {expected}");
    }

    /// A coat or a limb is lost once: the second blow at it gains no more than what the first has left there, and another in
    /// between changes nothing of that.
    #[test]
    fn what_is_gone_is_not_lost_again() {
        let coat = blow(0, 0.35);
        come_to(&[("coat", &coat, 1.0), ("coat", &coat, 0.5)]);
        come_to(&[("coat", &coat, 1.0), ("hand", &coat, 1.0)]);
        come_to(&[("coat", &coat, 1.0), ("hand", &coat, 1.0), ("coat", &coat, 0.5), ("coat", &coat, 0.25)]);
    }

    /// Whom an earlier blow has felled a later one wounds in vain, wherever it strikes.
    #[test]
    fn a_blow_counts_only_where_the_earlier_have_not_felled() {
        let (whole, coat) = (blow(2, 0.0), blow(0, 0.35));
        come_to(&[("head", &whole, 1.0), ("chest", &whole, 0.5), ("head", &whole, 0.25)]);
        come_to(&[("head", &whole, 1.0), ("coat", &coat, 0.5), ("coat", &coat, 0.25)]);
        come_to(&[("coat", &coat, 1.0), ("head", &whole, 1.0)]);
    }

    /// Nobody is felled twice: harm beyond what is enough for somebody is worth no more, whoever they are.
    #[test]
    fn harm_beyond_what_is_enough_is_worth_no_more() {
        let worth = |harm: i32| {
            let falls = Distribution::certain((FELLED, Key::from("dead")));
            weight(&falls, &Distribution::certain(harm), Some(4))
        };
        assert!(worth(3) < worth(4) && worth(4).total_cmp(&worth(40)).is_eq());
    }
}
