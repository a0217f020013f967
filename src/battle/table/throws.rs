//! Dice: every throw of a battle falls here, and goes into the chronicle with what it was for.

use super::{Pause, Step, Table};
use crate::battle::{Bout, DiceCup, Event, Fact, Id, Purpose, Roll, RuleId, Sum};
use crate::dice::{AnyDice, Dice, DiceError, Distribution, Expr, Throw};

/// A check that has been rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The dice alone.
    pub natural: i32,
    /// Dice and bonus.
    pub total: i32,
    /// By how much it passed; negative when it failed.
    pub margin: i32,
    /// Whether it passed.
    pub success: bool,
}

impl Checked {
    /// What such a throw comes to with a bonus against a number.
    fn of(natural: i32, adds: i32, needed: i32) -> Self {
        let total = natural.saturating_add(adds);
        let margin = total.saturating_sub(needed);
        Self { natural, total, margin, success: margin >= 0 }
    }

    /// Whether such a check is passed, and how likely it is.
    pub fn odds(expr: &Expr, bonus: &Sum, against: &Sum) -> Distribution<bool> {
        Distribution::from_expr(expr).map(|natural| Self::of(*natural, bonus.total(), against.total()).success)
    }

    /// What two come to who throw against each other with these bonuses, and how likely that is.
    pub fn odds_against(expr: &Expr, own: &Sum, other: &Sum) -> Distribution<(i32, i32)> {
        let total = |sum: &Sum| Distribution::from_expr(expr).map(|natural| natural.saturating_add(sum.total()));
        total(own).combine(&total(other), |own, other| (*own, *other))
    }
}

impl Table<'_> {
    /// Throws dice.
    pub fn throw(&mut self, expr: &Expr) -> Step<Throw> {
        self.with_dice(|dice| dice.throw(expr))
    }

    /// Hands the dice to a pure function of the rules.
    pub fn with_dice<T>(&mut self, resolve: impl FnOnce(&mut AnyDice) -> Result<T, DiceError>) -> Step<T> {
        let mut cup = self
            .world
            .get_mut::<DiceCup>(self.battle)
            .ok_or_else(|| Pause::Fault("this battle has no dice".to_owned()))?;
        Ok(resolve(&mut cup.0)?)
    }

    /// Throws dice. Only what `read` takes from the total counts; the rest is for the chronicle alone.
    pub fn throw_for<K: Ord + Clone>(&mut self, expr: &Expr, read: impl Fn(i32) -> K) -> Step<Throw> {
        self.with_dice(|dice| dice.lot(|dice| dice.throw(expr), |throw| read(throw.total)))
    }

    /// Hands the dice to a pure function of the rules, and nothing but what `read` takes from its result counts; the rest
    /// is for the chronicle alone. So ways that differ in nothing that counts are one.
    pub fn dice_for<T, K: Ord + Clone>(
        &mut self,
        resolve: impl FnMut(&mut AnyDice) -> Result<T, DiceError>,
        read: impl Fn(&T) -> K,
    ) -> Step<T> {
        self.with_dice(|dice| dice.lot(resolve, read))
    }

    /// Rolls a check: `expr` plus `bonus` against `against`, equal passes. The
    /// dice, every modifier and the margin go into the chronicle under `rule`.
    pub fn check(
        &mut self,
        who: Id,
        label: &str,
        expr: &Expr,
        bonus: Sum,
        against: Sum,
        rule: impl Into<RuleId>,
    ) -> Step<Checked> {
        self.check_for(who, (label, expr), (bonus, against), rule, |checked| checked.total)
    }

    /// Rolls a check. Nothing counts but whether it passes.
    pub fn passes(
        &mut self,
        who: Id,
        label: &str,
        expr: &Expr,
        bonus: Sum,
        against: Sum,
        rule: impl Into<RuleId>,
    ) -> Step<bool> {
        Ok(self.check_for(who, (label, expr), (bonus, against), rule, |checked| checked.success)?.success)
    }

    fn check_for<K: Ord + Clone>(
        &mut self,
        who: Id,
        (label, expr): (&str, &Expr),
        (bonus, against): (Sum, Sum),
        rule: impl Into<RuleId>,
        read: impl Fn(Checked) -> K,
    ) -> Step<Checked> {
        let (adds, needed) = (bonus.total(), against.total());
        let checked = |natural: i32| Checked::of(natural, adds, needed);
        let throw = self.throw_for(expr, |natural| read(checked(natural)))?;
        let (checked, total) = (checked(throw.total), throw.total.saturating_add(adds));
        let rule = rule.into();
        self.note(|look| {
            let verdict = if checked.success { "passes" } else { "fails" };
            let text = format!("{} {verdict} {label}: {total} against {}.", look.name(who), against.total());
            let rolled = Roll::of(label, expr, &throw, &bonus);
            Fact::new(rule, text).who(who).roll(rolled.against(against.clone(), checked.success))
        });
        self.tell(Event::Checked { who })?;
        Ok(checked)
    }

    /// Throws dice with a bonus and notes it, with nothing to reach.
    pub fn roll(&mut self, who: Id, label: &str, expr: &Expr, bonus: Sum, rule: impl Into<RuleId>) -> Step<i32> {
        self.roll_for(who, (label, expr), bonus, rule, |total| total)
    }

    /// The same, where only what `read` takes from the total counts.
    pub fn roll_for<K: Ord + Clone>(
        &mut self,
        who: Id,
        (label, expr): (&str, &Expr),
        bonus: Sum,
        rule: impl Into<RuleId>,
        read: impl Fn(i32) -> K,
    ) -> Step<i32> {
        let adds = bonus.total();
        let throw = self.throw_for(expr, |natural| read(natural.saturating_add(adds)))?;
        self.note_roll(who, (label, expr), &throw, &bonus, rule);
        Ok(throw.total.saturating_add(adds))
    }

    /// The same for how long something lasts, counted in rounds or in what is longer: it is read when a round is over.
    pub fn roll_time(&mut self, who: Id, label: &str, expr: &Expr, rule: impl Into<RuleId>) -> Step<i32> {
        let is_near = self.world.get::<DiceCup>(self.battle).is_some_and(|cup| cup.0.is_near());
        let throw = self.throw_for(expr, |total| if is_near { 0 } else { total })?;
        if self.is_read() {
            let rolled = Roll { purpose: Purpose::Length, ..Roll::of(label, expr, &throw, &Sum::new()) };
            self.note_rolled(who, rolled, rule, None);
        }
        Ok(throw.total)
    }

    /// Notes dice that somebody has thrown with nothing to reach.
    pub fn note_roll(
        &mut self,
        who: Id,
        (label, expr): (&str, &Expr),
        throw: &Throw,
        bonus: &Sum,
        rule: impl Into<RuleId>,
    ) {
        if self.is_read() {
            self.note_rolled(who, Roll::of(label, expr, throw, bonus), rule, None);
        }
    }

    /// Notes such dice.
    fn note_rolled(&mut self, who: Id, rolled: Roll, rule: impl Into<RuleId>, part: Option<Bout>) {
        self.note(|look| {
            let text = format!("{} rolls {} for {}.", look.name(who), rolled.total, rolled.label);
            Fact::new(rule, text).who(who).roll(rolled).bout(part)
        });
    }

    /// Lets two throw against each other, one after the other; what each comes to. Only what `read` takes from the two
    /// totals counts; where that is nothing, both throw again. It may be a check of both.
    pub fn roll_against<K: Ord + Clone>(
        &mut self,
        (first, second, is_check): ((Id, &str, Sum), (Id, &str, Sum), bool),
        expr: &Expr,
        rule: RuleId,
        read: impl Fn(i32, i32) -> Option<K>,
    ) -> Step<(i32, i32)> {
        let both = [first, second];
        let read = |totals: &[i32]| read(*totals.first()?, *totals.last()?);
        loop {
            let totals = self.roll_each(&both, is_check, expr, rule, (read, true))?;
            if let ([own, other], Some(_)) = (totals.as_slice(), read(&totals)) {
                return Ok((*own, *other));
            }
        }
    }

    /// Lets several throw, one after the other; what each comes to. Only what `read` takes from their totals counts. Where
    /// it takes nothing, whoever calls this has them, or some of them, throw again: dice that fall every way never fall so.
    /// It may be a check of each.
    pub fn roll_together<K: Ord + Clone>(
        &mut self,
        who: &[(Id, &str, Sum)],
        is_check: bool,
        expr: &Expr,
        rule: RuleId,
        read: impl Fn(&[i32]) -> Option<K>,
    ) -> Step<Vec<i32>> {
        self.roll_each(who, is_check, expr, rule, (read, false))
    }

    /// The same; where it is a contest the first has begun it.
    fn roll_each<K: Ord + Clone>(
        &mut self,
        who: &[(Id, &str, Sum)],
        is_check: bool,
        expr: &Expr,
        rule: RuleId,
        (read, is_contest): (impl Fn(&[i32]) -> Option<K>, bool),
    ) -> Step<Vec<i32>> {
        let totals = |thrown: &Vec<Throw>| -> Vec<i32> {
            thrown.iter().zip(who).map(|(throw, (.., sum))| throw.total.saturating_add(sum.total())).collect()
        };
        let cast = |dice: &mut AnyDice| who.iter().map(|_| dice.throw(expr)).collect::<Result<Vec<_>, DiceError>>();
        let thrown = self.with_dice(|dice| dice.lot_again(cast, |thrown| read(&totals(thrown))))?;
        let parts = std::iter::once(Bout::Throw).chain(std::iter::repeat(Bout::Answer));
        for ((throw, (who, label, sum)), part) in thrown.iter().zip(who).zip(parts) {
            if self.is_read() {
                self.note_rolled(*who, Roll::of(label, expr, throw, sum), rule, is_contest.then_some(part));
            }
            if is_check {
                self.tell(Event::Checked { who: *who })?;
            }
        }
        Ok(totals(&thrown))
    }
}
