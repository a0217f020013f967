//! The answer under Enter: what a computer that takes its time would say in one's place; of plans for a round that are about as
//! good it is the one that keeps a defence. What ends somebody's fight for good lies under no key that is pressed in passing.

use super::Known;
use crate::ai::{Mind, Skill};
use crate::battle::house_words::END_TURN;
use crate::battle::{Choice, Group, Look, Order, Worth};

/// Plans whose worths lie no farther apart are about as good, in thousandths of a felled fighter.
const ABOUT: i32 = 60;

impl Known {
    /// The answer that Enter gives to a question: none where that would take whoever gives it out of the fight for good.
    pub fn usual(&mut self, look: Look<'_>) -> Option<Choice> {
        let worths = self.worths(look);
        let choices = &self.choices;
        self.usual.get_or_insert_with(|| usual(look, choices, &worths)).clone()
    }

    /// What a computer would do next after that answer, where it is a plan for a turn.
    pub fn then(&mut self, look: Look<'_>) -> Option<Order> {
        let (usual, who) = (self.usual(look).filter(|usual| usual.counts.is_some())?, look.asked()?);
        let ahead = &mut self.ahead;
        let then = self.then.get_or_insert_with(|| ahead.goes_on(look, who, &usual.order));
        then.clone().filter(|then| then.verb != END_TURN)
    }
}

/// That answer, of these choices with what they are worth.
fn usual(look: Look<'_>, choices: &[Choice], worths: &[(Order, Worth)]) -> Option<Choice> {
    let open: Vec<&Choice> = choices.iter().filter(|choice| choice.is_legal()).collect();
    if let Some(kept) = keeps(&open, worths) {
        return Some(kept.clone());
    }
    let order = Mind::new(Skill::Keen, 0).decide(look)?;
    // Where a number or a square is left to whoever gives it.
    let is_bare = |choice: &&&Choice| choice.order == Order { to: choice.order.to, n: choice.order.n, ..order.clone() };
    let found = open.iter().find(|choice| choice.order == order).or_else(|| open.iter().find(is_bare))?;
    if found.resigns {
        return None;
    }
    Some(Choice { order: order.clone(), ..(*found).clone() })
}

/// Of plans that differ by a number, where there are no others: among those about as good as the best the one that keeps a
/// defence somebody is likely to need, and among those the one that takes least. To do nothing but defend oneself counts as good
/// only where it is worth as much as a plan that does something.
fn keeps<'c>(open: &[&'c Choice], worths: &[(Order, Worth)]) -> Option<&'c Choice> {
    if !open.iter().all(|choice| choice.counts.is_some() && choice.order.n.is_some()) {
        return None;
    }
    let worth = |choice: &Choice| worths.iter().find(|(order, _)| *order == choice.order).map(|(_, worth)| worth.0);
    let best = open.iter().filter_map(|choice| worth(choice)).max()?;
    let about = |choice: &Choice| if choice.order.n == Some(1) { 0 } else { ABOUT };
    let is_about = |choice: &Choice| worth(choice).is_some_and(|own| own.saturating_add(about(choice)) >= best);
    let keeps = |choice: &Choice| choice.purpose() == Group::Defence;
    // A defence that nobody is likely to need is none to keep.
    let without = |choice: &Choice| {
        let less = choice.order.n.map(|n| n - 1);
        open.iter().filter(|other| !keeps(other) && other.order.n == less).find_map(|other| worth(other))
    };
    let is_needed = |choice: &Choice| without(choice).is_none_or(|bare| worth(choice).is_some_and(|own| own > bare));
    let kept = open.iter().copied().filter(|choice| keeps(choice) && is_about(choice) && is_needed(choice));
    kept.min_by_key(|choice| choice.order.n)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::trial;

    /// Promise: Enter gives nobody up, though the computer would; it gives whatever else the computer would answer.
    #[test]
    fn enter_gives_nobody_up() {
        let usual = |step: usize| {
            trial::in_lesson("zones", "ZN-L-OFFER-REFUSED", step, |look| {
                let best = Mind::new(Skill::Keen, 0).decide(look).unwrap();
                let resigns = |choice: &Choice| choice.resigns && choice.order == best;
                let gives_up = look.question().unwrap().choices.iter().flatten().any(resigns);
                (gives_up, Known::default().usual(look).map(|usual| usual.order == best))
            })
        };
        assert_eq!(usual(4), (true, None), "to yield");
        assert_eq!(usual(6), (false, Some(true)), "to do something about the blow, or nothing");
    }

    /// Promise: of plans that are about as good Enter gives the one that keeps a defence and takes least; what is clearly better
    /// is not passed up for it, and no defence is kept that nobody needs.
    #[test]
    fn of_plans_about_as_good_a_defence_is_kept() {
        let plan = |n: i32, keeps: bool| {
            let order = Order::new("declare").n(n);
            let (order, meant) = if keeps { (order.manner("defend"), Group::Defence) } else { (order, Group::Attack) };
            Choice::new(order, "so", Group::Turn, "R-1").one_of("actions").meant(meant)
        };
        let all: Vec<Choice> =
            [(1, false), (3, false), (1, true), (2, true), (3, true)].map(|(n, kept)| plan(n, kept)).into();
        let open: Vec<&Choice> = all.iter().collect();
        let given = |worths: [i32; 5]| {
            let worths: Vec<(Order, Worth)> =
                all.iter().zip(worths).map(|(choice, worth)| (choice.order.clone(), Worth(worth))).collect();
            keeps(&open, &worths).map(|choice| (choice.order.n, !choice.order.manner.is_empty()))
        };
        assert_eq!(given([-110, 9, -80, -27, 0]), Some((Some(2), true)));
        assert_eq!(given([-110, 300, -80, -27, 0]), None, "that is far better");
        assert_eq!(given([-10, 9, -80, -27, 0]), Some((Some(3), true)), "the second action alone is worth more");
        // Nobody only defends themselves who may as well strike.
        assert_eq!(given([-110, 9, -40, -50, -20]), Some((Some(2), true)), "a blow beside the defence");
        assert_eq!(given([20, 9, -20, -70, -90]), None, "a blow without one");
        assert_eq!(given([-110, -90, -20, -27, -40]), Some((Some(1), true)), "no blow is worth anything");
        let other = Choice::new(Order::new("none"), "so", Group::Turn, "R-1");
        assert_eq!(keeps(&[&all[2], &other], &[(all[2].order.clone(), Worth(1))]), None);
    }
}
