//! Figures that can explain themselves: a base with named modifiers.

use crate::battle::RuleId;
use std::fmt;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::Key;

/// One named part of a figure: "+1 flanked".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Term {
    /// What a player would call the reason.
    pub name: Key,
    /// What it adds.
    pub value: i32,
    /// The rule that says so, if it is more than the figure itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleId>,
}

/// A figure as the sum of named terms, so that log, odds panel and tooltip can
/// all show where it comes from.
#[derive(Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Sum {
    /// The parts, in the order in which the rules add them.
    pub terms: SmallVec<[Term; 6]>,
}

impl Clone for Sum {
    fn clone(&self) -> Self {
        Self { terms: SmallVec::from_slice(&self.terms) }
    }
}

impl Sum {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A sum that starts from one figure.
    pub fn of(name: impl Into<Key>, value: i32) -> Self {
        let mut sum = Self::new();
        sum.terms.push(Term { name: name.into(), value, rule: None });
        sum
    }

    /// Adds a modifier and the rule that it comes from; zero leaves no trace.
    pub fn add(&mut self, name: impl Into<Key>, value: i32, rule: impl Into<RuleId>) {
        if value != 0 {
            self.terms.push(Term { name: name.into(), value, rule: Some(rule.into()) });
        }
    }

    /// Adds a part that is a figure of its own, kept even when zero.
    pub fn part(&mut self, name: impl Into<Key>, value: i32) {
        self.terms.push(Term { name: name.into(), value, rule: None });
    }

    /// Takes over every term of another sum.
    pub fn include(&mut self, other: &Self) {
        self.terms.extend_from_slice(&other.terms);
    }

    /// What it all comes to; stays within range however absurd the parts.
    pub fn total(&self) -> i32 {
        self.terms.iter().fold(0, |total, term| total.saturating_add(term.value))
    }

    /// The term called `name`, if it took part.
    pub fn term(&self, name: &str) -> Option<&Term> {
        self.terms.iter().find(|term| term.name == name)
    }
}

impl fmt::Display for Sum {
    /// "3 (Weapon Skill 4, scale -2, flanked +1)"; a single term needs no list.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.total())?;
        if self.terms.len() > 1 {
            for (index, term) in self.terms.iter().enumerate() {
                let sign = if term.value >= 0 && index > 0 { "+" } else { "" };
                write!(f, "{}{} {sign}{}", if index == 0 { " (" } else { ", " }, term.name, term.value)?;
            }
            write!(f, ")")?;
        }
        Ok(())
    }
}
