//! Offers that are one and the same, as with two of a thing at the belt: they are listed once.

use std::collections::BTreeSet;

use crate::battle::{Choice, Order};

/// These choices without those that give the same order under the same name as one before them.
pub fn once(mut choices: Vec<Choice>) -> Vec<Choice> {
    let mut before: BTreeSet<(Order, bool, String)> = BTreeSet::new();
    let mut is_new = |choice: &Choice| before.insert((choice.order.clone(), choice.is_legal(), choice.label.clone()));
    choices.retain(|choice| !choice.squares.is_empty() || is_new(choice));
    choices
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Group, Refusal};

    /// Promise: of two things that are alike one is offered; what differs in anything that is ordered or said is kept.
    #[test]
    fn what_is_alike_is_offered_once() {
        let throw = |label: &str| Choice::new(Order::new("blast").with("Grenade"), label, Group::Attack, "R-1");
        let barred = throw("Grenade").unless(Err(Refusal::new("R-1", "not now")));
        let other = Choice::new(Order::new("blast").with("Smoke"), "Grenade", Group::Attack, "R-1");
        let all = once(vec![throw("Grenade"), throw("Grenade"), throw("Grenade at once"), barred, other]);
        let labels: Vec<&str> = all.iter().map(|choice| choice.label.as_str()).collect();
        assert_eq!(labels, ["Grenade", "Grenade at once", "Grenade", "Grenade"]);
    }
}
