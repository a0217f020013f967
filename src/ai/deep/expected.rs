//! What is expected of a deed: the chance to win, and what it costs both sides. It is told with what else came into question.

use serde::{Deserialize, Serialize};

use super::{Line, Thought};
use crate::battle::{Look, Order, SideId};

/// So many others are told beside what was decided.
const OTHERS: usize = 2;

/// Whose losses are told, as somebody of the side that decides is told of them.
pub const OURS: [&str; 2] = ["yours", "theirs"];
/// The same for anybody else.
pub const ANYBODYS: [&str; 2] = ["their own", "the others"];

/// What the chance to win and costs are, and an example, for those who read of them.
pub const EXPLAINED: [&str; 3] = [
    "The chance to win is judged by trials: by how well the battle stands in them two rounds later for the side that decides, and by \
     how some of them come out that computers play on. Where somebody lies hidden none is played on.",
    "Costs are the fighters of either side who are out of the fight by then, on an average of the same trials; behind them stands \
     what health or how many wounds it takes.",
    "For example, “62% to win, costs 0.3 of their own and 1.1 of the others” means that things then stand a little better for them \
     than for the others, and that in ten such trials they lose three fighters and the others eleven.",
];

/// What is lost on an average, by those who fall and by all others. The first of each pair is lost by the side that decides, the
/// second by all other sides. Who leaves the field keeps what they have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Harm {
    /// Health, of those who have any.
    pub health: (f64, f64),
    /// Wounds, of those whose health is not counted.
    pub wounds: (f64, f64),
}

impl Harm {
    /// What has come upon `side` and all others from one moment of a battle to another.
    pub(super) fn between(before: Look<'_>, after: Look<'_>, side: SideId) -> Self {
        let mut harm = Self::default();
        for id in before.everybody() {
            let is_own = before.side(id) == side;
            let add = |pair: &mut (f64, f64), more: f64| *(if is_own { &mut pair.0 } else { &mut pair.1 }) += more;
            match (before.health(id), after.health(id)) {
                (Some((had, _)), Some((has, _))) => {
                    let lost = f64::from(had.max(0)) - f64::from(has.max(0));
                    add(&mut harm.health, lost);
                }
                (None, None) => {
                    let more = after.wounds(id).len() as f64 - before.wounds(id).len() as f64;
                    add(&mut harm.wounds, more);
                }
                // It is counted at one of the moments only.
                _ => {}
            }
        }
        harm
    }

    /// Each figure of it made into another.
    fn map(self, of: impl Fn(f64) -> f64) -> Self {
        let pair = |(own, others): (f64, f64)| (of(own), of(others));
        Self { health: pair(self.health), wounds: pair(self.wounds) }
    }

    /// In words: " (health 4.5 and 12.0)". Nothing where neither side comes to any.
    fn in_words(self) -> String {
        let said = |(what, (own, others)): (&str, (f64, f64))| {
            let (own, others) = (own.max(0.0), others.max(0.0));
            (own.max(others) >= LEAST).then(|| format!("{what} {own:.1} and {others:.1}"))
        };
        let both = [("health", self.health), ("wounds", self.wounds)];
        let told: Vec<String> = both.into_iter().filter_map(said).collect();
        if told.is_empty() { String::new() } else { format!(" ({})", told.join(", ")) }
    }
}

/// Less than that is told as nothing.
const LEAST: f64 = 0.05;

/// What is expected of a deed within the next rounds, on an average.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expected {
    /// How well it is likely to turn out, from 0 to 1: about the chance to win.
    pub hope: f64,
    /// Fighters who are no longer in the fight: of the side that decides, and of all others.
    pub lost: (f64, f64),
    /// What else is lost.
    pub harm: Harm,
}

impl Expected {
    /// In words: "62% to win, costs 0.3 of yours and 1.1 of theirs (health 4.5 and 12.0)"; `whose`: what the two sides are called.
    pub fn in_words(&self, whose: [&str; 2]) -> String {
        let ([own, others], harm) = ([self.lost.0.max(0.0), self.lost.1.max(0.0)], self.harm.in_words());
        let [ours, theirs] = whose;
        format!("{:.0}% to win, costs {own:.1} of {ours} and {others:.1} of {theirs}{harm}", self.hope * 100.0)
    }

    /// As precise as it is worth to be kept.
    #[must_use]
    pub fn rounded(self) -> Self {
        let rounded = |figure: f64| (figure * 1e4).round() / 1e4 + 0.0;
        let Self { hope, lost: (own, others), harm } = self;
        Self { hope: rounded(hope), lost: (rounded(own), rounded(others)), harm: harm.map(rounded) }
    }
}

impl Line {
    /// What it costs beside fighters, on an average.
    pub fn harm(&self) -> Option<Harm> {
        let pair = |of: fn(&Harm) -> (f64, f64)| {
            self.mean(|trial| of(&trial.harm).0).zip(self.mean(|trial| of(&trial.harm).1))
        };
        Some(Harm { health: pair(|harm| harm.health)?, wounds: pair(|harm| harm.wounds)? })
    }
}

/// A decision, and the best of what else came into question, each with what is expected of it.
#[derive(Clone, Debug)]
pub struct Reasons<'a> {
    /// What was decided.
    pub made: (&'a Line, Expected),
    /// What else, the best first.
    pub others: Vec<(&'a Line, Expected)>,
}

impl Thought {
    /// What is expected of a line, beside the best one. Nothing before it was tried.
    pub fn expects(&self, line: &Line) -> Option<Expected> {
        let hope = self.outlook.chance(line.likely(self.best()?)?);
        Some(Expected { hope, lost: line.lost()?, harm: line.harm()? })
    }

    /// The same for people who read it: "move to (3,4): 62% to win, costs 0.3 of yours and 1.1 of theirs (health 4.5 and 12.0)".
    pub fn in_words(&self, line: &Line) -> String {
        let told = line.told(Order::to_string);
        match self.expects(line) {
            Some(expected) => format!("{told}: {}", expected.in_words(OURS)),
            None => told,
        }
    }

    /// What speaks for what was decided, in a thought [about](Self::about) that, as far as has been thought. Nothing where nothing
    /// else came into question.
    pub fn reasons(&self) -> Option<Reasons<'_>> {
        let made = self.lines.first()?;
        let expected = |line| Some((line, self.expects(line)?));
        let mut known = vec![&made.order];
        let others = self.lines().into_iter().filter(|line| {
            let is_new = !known.contains(&&line.order);
            known.push(&line.order);
            is_new
        });
        // What was decided lies behind the best by what was given away.
        let (behind, best) = self.behind()?;
        let hope = self.outlook.chance((best.hope()? - behind).max(0.0));
        let told = Expected { hope, ..self.expects(made)? };
        Some(Reasons { made: (made, told), others: others.filter_map(expected).take(OTHERS).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::{Mind, Skill};
    use crate::battle::{advance, answer};
    use crate::trial;

    /// Promise: harm is told in what the game counts, as long as there is any.
    #[test]
    fn harm_is_told_in_what_a_game_counts() {
        let told = |health, wounds| {
            let expected = Expected { hope: 0.621, lost: (0.3, 1.1), harm: Harm { health, wounds } };
            expected.in_words(OURS)
        };
        let fallen = "62% to win, costs 0.3 of yours and 1.1 of theirs";
        assert_eq!(told((0.0, 0.0), (-0.2, 0.0)), fallen);
        assert_eq!(told((4.5, 12.0), (0.0, 0.0)), format!("{fallen} (health 4.5 and 12.0)"));
        assert_eq!(told((0.0, 0.0), (0.4, -1.0)), format!("{fallen} (wounds 0.4 and 0.0)"));
    }

    /// Promise: what was decided is told with two others, the best first, and the harm of a fight is counted: in health where a
    /// game has it, in wounds elsewhere.
    #[test]
    fn reasons_are_told_of_any_decision() {
        for (name, has_health) in [("liberi_gothica/duel_at_dawn", true), ("scale_toughness/even", false)] {
            let (mut game, mut mind) = (trial::begun(name, 3), Mind::new(Skill::Plain, 3));
            let mut harmed = 0;
            for number in 0..6 {
                let look = trial::look(&game);
                let made = mind.decide(look).unwrap();
                let thought = Thought::about(&mut Mind::new(Skill::Deep, 1), look, &made);
                if let Some(mut thought) = thought.filter(|_| number % 2 == 1) {
                    (0..40).for_each(|_| thought.go_on(look));
                    if let Some(Reasons { made: (line, expected), others }) = thought.reasons() {
                        assert!(line.order == made && others.iter().all(|(other, _)| other.order != made));
                        assert!(others.len() <= OTHERS && others.is_sorted_by(|a, b| a.1.hope >= b.1.hope));
                        let Harm { health, wounds } = expected.harm;
                        let counted = [health, wounds].map(|(own, others)| own != 0.0 || others != 0.0);
                        assert!(!counted[usize::from(has_health)], "{name}: {expected:?}");
                        harmed += usize::from(counted[usize::from(!has_health)]);
                    }
                }
                answer(&mut game.world, game.battle, made).unwrap();
                advance(&mut game.world, game.battle);
            }
            assert!(harmed > 0, "{name}: blows were struck");
        }
    }
}
