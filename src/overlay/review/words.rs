//! What was decided in the words of the battle, and whose luck it is for those who sit here.

use crate::ai::deep::ANYBODYS;
use crate::analysis::{Analysis, Judged, Weighed};
use crate::battle::{Look, SideId, Spoken};
use crate::overlay::rounds;
use crate::overlay::timeline::{Timeline, in_a_row, would};

/// What was decided, in words, as far as it is known.
#[derive(Default)]
pub(super) struct Heard {
    told: Vec<String>,
    /// They were learned while nothing earlier was looked at: then all facts are known.
    is_whole: bool,
}

impl Heard {
    /// Learns them once, and anew where more of the battle is known than before.
    pub fn learn(&mut self, look: Look<'_>, timeline: &Timeline) {
        let (count, is_whole) = (timeline.count(), !timeline.looks_back());
        if self.told.len() == count && (self.is_whole || !is_whole) {
            return;
        }
        self.told = (0..count).filter_map(|at| timeline.openly(look, at)).collect();
        self.is_whole = is_whole;
    }
}

/// What the parts of the page tell with.
#[derive(Clone, Copy)]
pub(super) struct Words<'a> {
    pub look: Look<'a>,
    pub heard: &'a Heard,
}

impl Words<'_> {
    /// A decision as a sentence: "16. round 3: Knight attacks Bo with Sword".
    pub fn decided(&self, found: &Analysis, (number, judged): (usize, &Judged)) -> String {
        let plain = || would_of(self.look, found.whose(judged), &judged.order);
        let told = self.heard.told.get(number).cloned().unwrap_or_else(plain);
        format!("{}. {}: {}", number + 1, rounds::named(judged.round), told.trim_end_matches('.'))
    }

    /// What would have been better.
    pub fn better(&self, found: &Analysis, judged: &Judged) -> String {
        let better = judged.better.as_deref().unwrap_or_default();
        would_of(self.look, found.whose(judged), better)
    }

    /// What was to be expected of a decision, and of the best of what else came into question, a line each.
    pub fn reasons(&self, found: &Analysis, judged: &Judged) -> Vec<String> {
        let expected = judged.expected.iter().map(|expected| format!("Expected: {}", expected.in_words(ANYBODYS)));
        let others = judged.others.iter().map(|Weighed { order, then, expected }| {
            let name = found.whose(judged);
            let told = |order: &String| would_of(self.look, name, order);
            let deeds = in_a_row(name, told(order), then.as_ref().map(told));
            format!("Or {deeds}: {}", expected.in_words(ANYBODYS))
        });
        expected.chain(others).collect()
    }

    /// For whom something is good that is shown as good.
    pub fn for_whom(&self, found: &Analysis) -> ForWhom {
        let is_here = |side: usize| u8::try_from(side).is_ok_and(|side| self.look.is_played_here(SideId(side)));
        ForWhom((0..found.sides.len()).map(is_here).collect())
    }
}

/// For whom something is good that is shown as good: those who sit here; where they play all sides or none, each side. It knows
/// which sides they play.
pub(super) struct ForWhom(Vec<bool>);

impl ForWhom {
    fn takes_sides(&self) -> bool {
        self.0.contains(&true) && self.0.contains(&false)
    }

    /// Whether what so much brought a side is good: what is good for others is bad for those who sit here. Nothing is neither.
    pub fn is_good(&self, side: usize, brought: f64) -> Option<bool> {
        let is_ours = !self.takes_sides() || self.0.get(side).copied().unwrap_or_default();
        (brought != 0.0).then_some((brought > 0.0) == is_ours)
    }

    /// What is good and what is bad, in words.
    pub fn in_words(&self) -> [&'static str; 2] {
        if self.takes_sides() {
            ["good for your side", "bad for your side"]
        } else {
            ["good for the side that it is told of", "bad for it"]
        }
    }
}

/// What somebody of this name would do by an order in its own words; an answer to a question is one that they choose.
fn would_of(look: Look<'_>, name: &str, order: &str) -> String {
    let spoken = Spoken::parse(order).ok();
    let meant = spoken.and_then(|spoken| look.understand(None, &spoken, |_| Ok(())).ok());
    match meant.filter(|(meant, _)| look.deed(meant.verb).is_ok()) {
        Some((meant, _)) => would(look, name, &meant),
        None => format!("{name} chooses: {order}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::{Mind, Skill};
    use crate::overlay::trial;

    /// Promise: what helps the enemy is bad luck for those who sit here; who plays both sides or none is for each of them.
    #[test]
    fn luck_is_told_from_the_side_of_those_who_sit_here() {
        let alone = ForWhom(vec![true, false]);
        let told = [(0, 0.1), (0, -0.1), (1, 0.1), (1, -0.1)].map(|(side, brought)| alone.is_good(side, brought));
        assert_eq!(told, [Some(true), Some(false), Some(false), Some(true)]);
        assert_eq!((alone.is_good(1, 0.0), alone.in_words()[0]), (None, "good for your side"));
        for all in [[true, true], [false, false]] {
            let each = ForWhom(all.to_vec());
            assert_eq!([0.1, -0.1].map(|brought| each.is_good(1, brought)), [Some(true), Some(false)]);
            assert_eq!(each.in_words()[0], "good for the side that it is told of");
        }
    }

    /// Promise: an order is told as a sentence about whoever gave it, and never in the form that orders are typed in.
    #[test]
    fn orders_are_told_as_sentences() {
        let mut game = trial::begun("gate", 1);
        let mut mind = Mind::new(Skill::Plain, 1);
        let mut told = 0;
        for _ in 0..60 {
            let look = trial::look(&game);
            if let Some(order) = mind.decide(look) {
                let (is_deed, order) = (look.deed(order.verb).is_ok(), order.to_string());
                let words = would_of(look, "Somebody", &order);
                assert!(words.starts_with("Somebody "), "{order}: {words}");
                assert!(!is_deed || !words.contains(" at ") && !words.contains(':'), "{order}: {words}");
                told += usize::from(is_deed);
            }
            if !trial::goes_on(&mut game, &mut mind) {
                break;
            }
        }
        assert!(told > 10, "{told}");
    }
}
