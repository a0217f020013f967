//! The wounds that somebody carries, as they go on that one's sheet.

use super::rows::{Stretch, Unit, WoundDef};
use crate::mechanics::prelude::*;

/// Every crippling wound that somebody carries.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Crippled(pub Vec<Crippling>);

/// One of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crippling {
    /// Which wound of the chart.
    pub wound: Key,
    /// Where, if it has sides.
    pub part: Option<Key>,
    /// How long it lasts, one stretch after the other.
    pub times: SmallVec<[Time; 2]>,
    /// Treatment has done what it can.
    pub treated: bool,
    /// Hours that the first stretch has lasted.
    pub spent: i32,
}

/// One stretch of time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Time {
    /// How long, once it is known: of weeks, half ones.
    pub left: Option<i32>,
    /// What will be rolled for it.
    pub die: Option<Expr>,
    /// Counted in what.
    pub of: Unit,
    /// What it is by then, if no longer the wound itself.
    pub becomes: Option<ConditionName>,
}

impl Time {
    /// A stretch whose dice have not been rolled yet.
    pub fn unrolled(stretch: &Stretch) -> Self {
        let known = stretch.n.as_ref().filter(|n| n.is_constant()).map(|n| n.added() * stretch.of.parts());
        Self { left: known, die: stretch.n.clone(), of: stretch.of, becomes: stretch.becomes }
    }

    fn words(&self) -> String {
        let of = self.of.word();
        match (self.left, &self.die) {
            (Some(1), _) if self.of != Unit::Weeks => format!("1 {}", of.trim_end_matches('s')),
            (Some(2), _) if self.of == Unit::Weeks => "1 week".to_owned(),
            (Some(left), _) if left % self.of.parts() == 0 => format!("{} {of}", left / self.of.parts()),
            (Some(left), _) => format!("{}.5 {of}", left / self.of.parts()),
            (None, Some(die)) => format!("{die} {of}"),
            (None, None) => "for good".to_owned(),
        }
    }
}

impl Crippling {
    /// The wound with nothing rolled for it.
    pub fn unrolled(wound: Key, part: Option<Key>, def: &WoundDef) -> Self {
        Self { wound, part, times: def.lasts.iter().map(Time::unrolled).collect(), treated: false, spent: 0 }
    }

    /// The same, when so many of its stretches are over.
    #[must_use]
    pub fn at_stage(mut self, stage: usize) -> Self {
        self.times.drain(..stage.min(self.times.len()));
        self
    }

    /// How much is left of its first stretch, to be compared with another of the same wound.
    pub(super) fn remains(&self) -> Option<i32> {
        let time = self.times.first()?;
        Some(time.left?.saturating_mul(time.of.hours().max(1)).saturating_sub(self.spent))
    }

    /// How long it lasts, in words: "5 weeks, then limping 8 days".
    pub fn lasts(&self) -> String {
        let mut words: Vec<String> = Vec::new();
        for (index, time) in self.times.iter().enumerate() {
            let then = if index > 0 { "then " } else { "" };
            let becomes = time.becomes.map_or_else(String::new, |name| format!("{name} "));
            words.push(format!("{then}{becomes}{}", time.words()));
        }
        if words.is_empty() { "for good".to_owned() } else { words.join(", ") }
    }

    /// What it is called: "broken arm (left arm)".
    pub fn called(&self) -> String {
        self.part.map_or_else(|| self.wound.to_string(), |part| format!("{} ({part})", self.wound))
    }

    /// A line for the sheet.
    pub fn line(&self, def: &WoundDef) -> String {
        if def.drains != 0 {
            return format!("{}: {} a turn until treated", self.called(), def.drains);
        }
        let treated = if self.treated { ", treated" } else { "" };
        format!("{}: {}{treated}", self.called(), self.lasts())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weeks_are_told_by_the_half() {
        let told = |left| Time { left: Some(left), die: None, of: Unit::Weeks, becomes: None }.words();
        assert_eq!([2, 7, 14].map(told), ["1 week", "3.5 weeks", "7 weeks"]);
    }
}
