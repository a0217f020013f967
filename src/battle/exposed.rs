//! What damage comes upon: who is exposed to it, and what they oppose to it. Whatever does harm asks here what so much
//! damage does and what may come of it, and makes its hits here.

use std::sync::Arc;

use smallvec::SmallVec;

use super::{Arm, Case, CaseWords, Harm, HarmName, Hit, Id, Judged, Key, RuleId, Rules, Sum};
use crate::dice::{Distribution, Expr};

/// What a target opposes to a blow: its thresholds and whatever else decides.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Exposure {
    /// The thresholds, lowest first.
    pub thresholds: SmallVec<[i32; 4]>,
    /// Where they come from, for the log.
    pub sums: SmallVec<[Sum; 2]>,
    /// Words that change what passing a threshold means ("nonlethal", "head", "immune").
    pub words: SmallVec<[Key; 4]>,
}

impl Exposure {
    /// A figure as the one threshold.
    pub fn of(figure: Sum) -> Self {
        Self {
            thresholds: [figure.total()].into_iter().collect(),
            sums: [figure].into_iter().collect(),
            ..Self::default()
        }
    }

    /// A figure as the higher of two thresholds, with a lower one so far below it.
    pub fn of_two(figure: Sum, below: i32, words: impl IntoIterator<Item = Key>) -> Self {
        let total = figure.total();
        Self {
            thresholds: [total.saturating_sub(below), total].into_iter().collect(),
            sums: [figure].into_iter().collect(),
            words: words.into_iter().collect(),
        }
    }

    /// The threshold at this place, nought where there is none.
    pub fn threshold(&self, place: usize) -> i32 {
        self.thresholds.get(place).copied().unwrap_or(0)
    }

    /// Its thresholds as players write them: "12/6".
    pub fn in_words(&self) -> String {
        let high_first: Vec<String> = self.thresholds.iter().rev().map(ToString::to_string).collect();
        high_first.join("/")
    }

    /// Whether one of its words is this.
    pub fn has(&self, word: &str) -> bool {
        self.words.iter().any(|each| *each == word)
    }

    /// Whether there is nothing that damage could take: no threshold lies above nought.
    pub fn is_nothing(&self) -> bool {
        self.thresholds.iter().all(|threshold| *threshold <= 0)
    }

    /// All that a verdict on damage of a kind hangs on where this is opposed to it.
    pub fn opposition(&self, rules: &Rules, kind: HarmName) -> Opposition {
        let withstands = rules.harm(kind).and_then(|harm| harm.withstands(self)).map(|(_, more)| more);
        let (thresholds, words) = (SmallVec::from_slice(&self.thresholds), SmallVec::from_slice(&self.words));
        Opposition { kind, thresholds, words, withstands }
    }
}

/// Somebody whom damage of a kind comes upon, with what they oppose to it, frozen before it falls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exposed {
    /// Who it is.
    pub who: Id,
    /// The kind of damage.
    pub kind: HarmName,
    /// What is opposed to it.
    pub exposure: Exposure,
}

/// All that a verdict on damage hangs on: blows that meet the same come to the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Opposition {
    /// The kind of damage.
    pub kind: HarmName,
    /// The thresholds, lowest first.
    pub thresholds: SmallVec<[i32; 4]>,
    /// Words that change what passing a threshold means.
    pub words: SmallVec<[Key; 4]>,
    /// What is added to the dice that are thrown against it, where any are.
    pub withstands: Option<i32>,
}

impl Exposed {
    /// The same, if there is anything that deals with damage of that kind.
    pub fn of_a_kind(self, rules: &Rules) -> Option<Self> {
        rules.harm(self.kind).map(|_| self)
    }

    /// What so much damage would do: nothing where nothing deals with its kind.
    pub fn judge(&self, rules: &Rules, damage: i32) -> Judged {
        judge(rules.harm(self.kind), &self.exposure, damage)
    }

    /// What may come of damage that is thrown so, with so much added, less what is thrown against it.
    pub fn judged(&self, rules: &Rules, dice: &Expr, plus: i32) -> Distribution<Judged> {
        let harm = rules.harm(self.kind);
        gets_through(harm, &self.exposure, (dice, plus)).map(|net| judge(harm, &self.exposure, *net))
    }

    /// What may come of damage that comes about in these ways, less what is thrown against it.
    pub fn met<N, T: Ord>(
        &self,
        rules: &Rules,
        ways: &Distribution<N>,
        damage: impl Fn(&N) -> i32,
        comes_to: impl Fn(&N, Judged) -> T,
    ) -> Distribution<T> {
        let harm = rules.harm(self.kind);
        self.through(rules, ways, damage, |way, net| comes_to(way, judge(harm, &self.exposure, net)))
    }

    /// The same without a verdict on what gets through.
    pub fn through<N, T: Ord>(
        &self,
        rules: &Rules,
        ways: &Distribution<N>,
        damage: impl Fn(&N) -> i32,
        comes_to: impl Fn(&N, i32) -> T,
    ) -> Distribution<T> {
        comes_through(rules.harm(self.kind), &self.exposure, ways, damage, comes_to)
    }

    /// How badly somebody is left hurt by what was judged so, whether or not they fall by it.
    pub fn leaves(&self, rules: &Rules, judged: &Judged) -> (i32, Key) {
        let harm = rules.harm(self.kind).filter(|_| judged.grade >= 0);
        harm.and_then(|harm| harm.leaves(&self.exposure, judged.harm)).unwrap_or_else(|| judged.outcome())
    }

    /// All that a verdict on damage hangs on here.
    pub fn opposition(&self, rules: &Rules) -> Opposition {
        self.exposure.opposition(rules, self.kind)
    }

    /// What is opposed, by that name, for the figures of a forecast.
    pub fn figures(&self, name: &'static str) -> impl Iterator<Item = (Key, Sum)> {
        self.exposure.sums.iter().map(move |sum| (Key::from(name), sum.clone()))
    }

    /// So much damage as it comes upon them, done by nobody and with nothing.
    pub fn hit(&self, rules: &Rules, damage: i32, rule: RuleId) -> Hit {
        Hit {
            who: self.who,
            by: None,
            arm: None,
            kind: self.kind,
            types: SmallVec::new(),
            damage,
            exposure: self.exposure.clone(),
            judged: self.judge(rules, damage),
            part: None,
            words: CaseWords::new(),
            rule,
        }
    }

    /// A blow with an arm that has landed: its case says whose it is, and in what words.
    pub fn blow(&self, rules: &Rules, case: &Case<'_>, arm: &Arc<Arm>, damage: i32, rule: RuleId) -> Hit {
        Hit { words: case.words.clone(), ..self.hit(rules, damage, rule).by(case.who).with(arm) }
    }
}

fn judge(harm: Option<&dyn Harm>, exposure: &Exposure, damage: i32) -> Judged {
    harm.map_or_else(Judged::nothing, |harm| harm.judge(exposure, damage))
}

fn gets_through(harm: Option<&dyn Harm>, exposure: &Exposure, (dice, plus): (&Expr, i32)) -> Distribution<i32> {
    match harm.and_then(|harm| harm.withstands(exposure)) {
        Some((against, more)) => {
            let ahead = plus.saturating_sub(more);
            Distribution::difference(dice, against).map(|apart| apart.saturating_add(ahead).max(0))
        }
        None => Distribution::from_expr(dice).map(|thrown| thrown.saturating_add(plus)),
    }
}

fn comes_through<N, T: Ord>(
    harm: Option<&dyn Harm>,
    exposure: &Exposure,
    ways: &Distribution<N>,
    damage: impl Fn(&N) -> i32,
    comes_to: impl Fn(&N, i32) -> T,
) -> Distribution<T> {
    match harm.and_then(|harm| harm.withstands(exposure)) {
        Some((against, more)) => ways.combine(&Distribution::from_expr(against), |way, shown| {
            comes_to(way, damage(way).saturating_sub(shown.saturating_add(more)).max(0))
        }),
        None => ways.map(|way| comes_to(way, damage(way))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Look, Mechanic, Named, Step, Table};
    use crate::dice::Fraction;

    /// Harm against which such dice are thrown, and one more.
    #[derive(Debug)]
    struct Skin(Option<Expr>);

    impl Named for Skin {
        fn name(&self) -> &'static str {
            "Skin"
        }
    }

    impl Mechanic for Skin {}

    impl Harm for Skin {
        fn kind(&self) -> HarmName {
            "body".into()
        }

        fn expose(&self, _look: Look<'_>, _case: &Case<'_>) -> Exposure {
            Exposure::default()
        }

        fn judge(&self, _exposure: &Exposure, damage: i32) -> Judged {
            Judged { grade: i32::from(damage > 0), name: Key::from("nothing"), harm: damage }
        }

        fn withstands(&self, _exposure: &Exposure) -> Option<(&Expr, i32)> {
            self.0.as_ref().map(|dice| (dice, 1))
        }

        fn inflict(&self, _table: &mut Table<'_>, _hit: &Hit) -> Step {
            Ok(())
        }
    }

    /// What a die of four sides and so much more comes to, by both ways of asking.
    fn through(skin: &Skin, plus: i32) -> [Distribution<i32>; 2] {
        let (exposure, die) = (Exposure::default(), Expr::d(4));
        let ways = Distribution::from_expr(&die);
        [
            gets_through(Some(skin), &exposure, (&die, plus)),
            comes_through(Some(skin), &exposure, &ways, |shown| shown + plus, |_, net| net),
        ]
    }

    /// Promise: odds take off what is thrown against damage, and never more than there is of it. Every pair of faces is
    /// counted by itself here.
    #[test]
    fn what_is_thrown_against_damage_is_taken_off_and_no_more() {
        for odds in through(&Skin(Some(Expr::d(6))), 2) {
            for net in 0..=5 {
                let falls = (1..=4).flat_map(|damage| (1..=6).map(move |against| (damage + 2 - against - 1).max(0)));
                let ways = falls.filter(|fall| *fall == net).count();
                assert_eq!(odds.probability(&net), Fraction::new(ways as i128, 24).unwrap(), "{net}");
            }
        }
    }

    /// Promise: where nothing is thrown against it, damage is judged as it is.
    #[test]
    fn what_nothing_is_thrown_against_gets_through_whole() {
        for odds in through(&Skin(None), -2) {
            assert_eq!(odds.outcomes().copied().collect::<Vec<_>>(), [-1, 0, 1, 2]);
        }
    }
}
