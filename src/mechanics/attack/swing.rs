//! One blow against two thresholds as a pure matter of numbers and dice: play
//! throws them, odds enumerate the same functions.

use crate::mechanics::prelude::*;

/// How a blow lands, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lands {
    /// Not at all.
    Miss,
    /// On a defence held against it.
    Deflected,
    /// On what protects.
    Glancing,
    /// In full.
    Direct,
    /// In full, and badly.
    Crippling,
}

impl Lands {
    /// What players call it.
    pub fn name(self) -> Key {
        Key::from(match self {
            Self::Miss => "miss",
            Self::Deflected => "deflected",
            Self::Glancing => "glancing",
            Self::Direct => "direct",
            Self::Crippling => "crippling",
        })
    }

    /// The words that a hit carries which lands so: a crippling one is direct too.
    pub(super) fn words(self) -> impl Iterator<Item = Key> {
        let direct = (self == Self::Crippling).then_some(Self::Direct.name());
        direct.into_iter().chain([self.name()])
    }

    /// What players call what a blow comes to that lands so and is judged so.
    pub(super) fn outcome(self, judged: &Judged) -> (i32, Key) {
        match judged.grade {
            0 | 2.. => (judged.grade, judged.name),
            grade => (grade, self.name()),
        }
    }

    pub(super) const fn in_words(self) -> &'static str {
        match self {
            Self::Miss => "a miss",
            Self::Deflected => "deflected",
            Self::Glancing => "a glancing blow",
            Self::Direct => "a direct hit",
            Self::Crippling => "a direct hit that cripples",
        }
    }
}

/// Everything that one blow depends on, gathered before a die is thrown.
pub(super) struct Swing {
    pub attack: Sum,
    pub base: Sum,
    pub total: Sum,
    pub deflects: bool,
    pub cripples_at: i32,
    pub damage: Expr,
    pub bonus: Sum,
    pub passive: Sum,
    pub active: Sum,
    pub exposed: Exposed,
    pub arm: Arc<Arm>,
}

impl Swing {
    /// What the dice come to above which number.
    pub(super) fn bands(&self) -> impl Iterator<Item = (i32, Key)> {
        let low = if self.deflects { Lands::Deflected } else { Lands::Glancing };
        let total = self.total.total();
        let cripples = total.saturating_add(self.cripples_at).saturating_sub(1);
        let all = [(self.base.total(), low), (total, Lands::Direct), (cripples, Lands::Crippling)];
        let lowest = usize::from(self.base.total() >= total);
        all.into_iter().skip(lowest).map(|(above, lands)| (above, lands.name()))
    }

    /// How a roll that comes to `total` lands: only what is strictly above a threshold beats it.
    fn lands(&self, total: i32) -> Lands {
        let above = total.saturating_sub(self.total.total());
        match () {
            () if total <= self.base.total() => Lands::Miss,
            () if above <= 0 && self.deflects => Lands::Deflected,
            () if above <= 0 => Lands::Glancing,
            () if above < self.cripples_at => Lands::Direct,
            () => Lands::Crippling,
        }
    }

    /// What a throw of damage comes to, before and after what protects.
    pub(super) fn dealt(&self, lands: Lands, thrown: i32) -> (i32, i32) {
        let whole = thrown.saturating_add(self.bonus.total()).max(0);
        let less = |left: i32, reduction: &Sum| left.saturating_sub(reduction.total().max(0)).max(0);
        let kept = if lands == Lands::Glancing { less(less(whole, &self.passive), &self.active) } else { whole };
        (whole, kept)
    }

    /// The roll of the attack and how it lands.
    pub(super) fn roll(&self, die: &Expr, dice: &mut (impl Dice + ?Sized)) -> Result<(Throw, Lands), DiceError> {
        let throw = dice.throw(die)?;
        let lands = self.lands(throw.total.saturating_add(self.attack.total()));
        Ok((throw, lands))
    }

    /// How the blow would land, exactly.
    pub(super) fn rolled(&self, die: &Expr) -> Result<Distribution<Lands>, DiceError> {
        enumerate(|dice| Ok(self.roll(die, dice)?.1))
    }

    /// What its dice of damage would show, exactly.
    pub(super) fn thrown(&self) -> Result<Distribution<i32>, DiceError> {
        enumerate(|dice| Ok(dice.throw(&self.damage)?.total))
    }

    /// What a blow would do that lands so, and shows that.
    pub(super) fn prospects(
        &self,
        rolled: &Distribution<Lands>,
        thrown: &Distribution<i32>,
        rules: &Rules,
    ) -> Distribution<(Lands, Judged)> {
        rolled.then(|lands| match lands {
            Lands::Miss => Distribution::certain((*lands, unhurt(-2))),
            Lands::Deflected => Distribution::certain((*lands, unhurt(-1))),
            _ => {
                let dealt = |thrown: &i32| self.dealt(*lands, *thrown).1;
                self.exposed.met(rules, thrown, dealt, |_, judged| (*lands, judged))
            }
        })
    }

    /// Every number of the blow by its name.
    pub(super) fn figures(&self) -> Vec<(Key, Sum)> {
        let figures = [
            ("attack", &self.attack),
            ("base", &self.base),
            ("total", &self.total),
            ("damage", &self.bonus),
            ("passive", &self.passive),
            ("active", &self.active),
        ];
        let figures = figures.into_iter().map(|(name, sum)| (name.into(), sum.clone()));
        figures.chain(self.exposed.figures("opposed")).collect()
    }
}

/// What a blow comes to that does nothing.
pub(super) fn unhurt(grade: i32) -> Judged {
    Judged::called(grade, "nothing")
}

/// What a blow whose hit carries these words leaves beside its harm: nothing more on the dead.
pub(super) fn wounds(
    look: Look<'_>,
    case: &Case<'_>,
    words: impl IntoIterator<Item = Key>,
    judged: &Judged,
) -> Distribution<Maimed> {
    let is_deadly = look.rules().kills(judged.name);
    let mut case = case.clone();
    words.into_iter().for_each(|word| case.push_word(word));
    let left = if is_deadly { None } else { look.maims(&case, judged.harm) };
    left.unwrap_or_else(unharmed)
}

/// No wound.
pub(super) fn unharmed() -> Distribution<Maimed> {
    Distribution::certain(Maimed { wound: Key::from("none"), fells: None, brings: None })
}

/// What a blow comes to and which wounds it leaves; one that kills is reckoned in where somebody reads it.
pub(super) fn comes_to<T: Ord>(
    judged: &Distribution<T>,
    outcome: impl Fn(&T) -> (i32, Key),
    leaves: Option<impl Fn(&T) -> Distribution<Maimed>>,
) -> (Distribution<(i32, Key)>, Option<Distribution<Key>>) {
    let Some(leaves) = leaves else { return (judged.map(outcome), None) };
    let both = judged.then(|each| {
        let outcome = outcome(each);
        leaves(each).map(|left| (left.fells.map_or(outcome, deadly), left.wound))
    });
    (both.map(|(outcome, _)| *outcome), Some(both.map(|(_, wound)| *wound)))
}

/// The outcome that is worse than any harm that leaves one alive.
pub(super) const fn deadly(state: ConditionName) -> (i32, Key) {
    (DEADLY, state.key())
}

/// Where such an outcome stands among the others.
const DEADLY: i32 = 3;
