//! What somebody has prepared that waits for others: everybody sees it, so it may be told beforehand.

use crate::battle::{Id, Intent, Key, Look, Question, Waits};

/// What `by` has prepared.
fn prepared(look: Look<'_>, by: Id) -> impl Iterator<Item = Intent> {
    let all = look.rules().registry.shows.iter().flat_map(move |mechanic| mechanic.intends(look, by));
    all.filter(|intent| intent.of == Waits::Others)
}

/// With what `by` would do what they have prepared, where they are asked whether it is done now.
pub(super) fn with(look: Look<'_>, by: Id, question: &Question) -> Option<Key> {
    let waits = prepared(look, by).filter(|intent| question.rules.contains(&intent.rule));
    let mut arms: Vec<Option<Key>> = waits.map(|intent| intent.with).collect();
    arms.dedup();
    // Of several nobody knows which of them it will be.
    if let [arm] = arms.as_slice() { *arm } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ahead::{Ahead, walk};
    use crate::battle::Order;
    use crate::board::Footprint;
    use crate::trial;

    /// Steps beside an enemy who has prepared something with an arm, which set it off: the arm, and what is told of each.
    fn told(look: Look<'_>) -> Option<(Key, Vec<String>)> {
        let who = look.asked().filter(|_| look.question().is_some_and(|asked| asked.choices.is_none()))?;
        let foe = look.foes(who).find(|foe| prepared(look, *foe).count() == 1)?;
        let intent = prepared(look, foe).next()?;
        let choices = look.choices();
        let walk = walk(&choices)?;
        let beside = walk.squares.iter().filter(|(to, _)| look.footprint(foe).gap(Footprint::one(*to)) == 1);
        let mut ahead = Ahead::default();
        let comes = beside.filter_map(|(to, _)| ahead.comes(look, who, &Order { to: Some(*to), ..walk.order.clone() }));
        let sets_off = comes.filter(|comes| comes.stings.iter().any(|sting| sting.what.as_str() == "prepared"));
        Some((intent.with?, sets_off.map(|comes| comes.lines(look).join(", ")).collect()))
    }

    /// Promise: those who would walk into something prepared are told the arm.
    #[test]
    fn what_is_prepared_is_told_with_its_arm() {
        let mut found = 0;
        for seed in 1..=6 {
            trial::watch("duel_at_dawn", seed, 60, |look| {
                if let Some((arm, lines)) = told(look) {
                    let names_it = |line: &String| line.contains(&format!("may react with {arm}"));
                    assert!(lines.iter().all(names_it), "{lines:?}");
                    found += lines.len();
                }
            });
        }
        assert!(found > 0, "nobody ever stands beside an enemy who has prepared something");
    }
}
