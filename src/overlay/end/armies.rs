//! What armies did to each other before anybody met in person: each strike with those who lead the two.

use super::blows::Line;
use crate::battle::{Change, Encounter, Fact, Id, Look};

/// No more strikes are told, the last ones.
const MOST: usize = 6;

/// The last strikes of the armies of a battle, in its order; none where nobody leads an army.
pub(super) fn lines(look: Look<'_>) -> Vec<Line> {
    let armies = look.battle::<Encounter>().map_or(&[][..], |met| &met.armies);
    let leads = |id: Id| armies.iter().any(|army| army.general == id);
    let facts = if armies.is_empty() { &[][..] } else { look.facts() };
    let strikes = facts.iter().filter(|fact| look.may_read(fact)).filter_map(|fact| {
        let (by, at, change) = strike(fact)?;
        (leads(by) && leads(at)).then(|| Line {
            round: fact.round,
            sentence: told(look, (by, at), change),
            fells: change.to <= 0,
            rule: fact.rule,
        })
    });
    let mut lines: Vec<Line> = strikes.collect();
    lines.drain(..lines.len().saturating_sub(MOST));
    lines
}

/// Who has taken something off whom, where no hit at a body tells of it.
fn strike(fact: &Fact) -> Option<(Id, Id, &Change)> {
    let (by, at) = fact.who.zip(fact.whom).filter(|(by, at)| by != at && fact.dealt.is_none())?;
    let taken = |change: &&Change| change.who == at && change.to < change.from && !change.is_price;
    Some((by, at, fact.changes.iter().find(taken)?))
}

fn told(look: Look<'_>, (by, at): (Id, Id), change: &Change) -> String {
    let (by, at) = (look.name(by), look.name(at));
    let does = if change.to <= 0 { "routed" } else { "struck" };
    format!("The army of {by} {does} that of {at}: {} {} to {}", change.what, change.from, change.to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::{Mind, Skill};
    use crate::overlay::trial;

    /// Promise: of armies the end tells whose has struck which, and how it ended for the one that broke.
    #[test]
    fn the_strikes_of_armies_are_told_with_their_generals() {
        let mut game = trial::begun("two_armies", 3);
        let mut mind = Mind::new(Skill::Plain, 3);
        for _ in 0..200 {
            let is_over = lines(trial::look(&game)).iter().any(|line| line.fells);
            if is_over || !trial::goes_on(&mut game, &mut mind) {
                break;
            }
        }
        let found = lines(trial::look(&game));
        let told: Vec<&str> = found.iter().map(|line| line.sentence.as_str()).collect();
        assert!(!told.is_empty() && told.len() <= MOST, "{told:?}");
        let names = |line: &str| ["Marshal", "Pretender"].iter().all(|name| line.contains(name));
        assert!(told.iter().all(|line| line.starts_with("The army of ") && names(line)), "{told:?}");
        for line in &found {
            assert_eq!(line.sentence.contains(" routed "), line.fells, "{}", line.sentence);
        }
        trial::in_game("zones", |look| assert!(lines(look).is_empty()));
    }
}
