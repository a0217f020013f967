//! What armies did to each other before anybody met in person: each strike with those who lead the two.

use super::blows::Line;
use crate::battle::{Change, Encounter, Fact, Id, Key, Look};

/// No more strikes are told, the last ones.
const MOST: usize = 6;

/// The strikes of the armies of a battle, in its order: the place of the fact, who leads the one that strikes and the one that
/// is struck, and what that has lost; none where nobody leads an army.
fn strikes<'w>(look: Look<'w>) -> impl Iterator<Item = (usize, &'w Fact, (Id, Id, &'w Change))> {
    let armies = look.battle::<Encounter>().map_or(&[][..], |met| &met.armies);
    let leads = move |id: Id| armies.iter().any(|army| army.general == id);
    let facts = if armies.is_empty() { &[][..] } else { look.facts() };
    facts.iter().enumerate().filter(move |(_, fact)| look.may_read(fact)).filter_map(move |(place, fact)| {
        let struck = strike(fact).filter(|(by, at, _)| leads(*by) && leads(*at))?;
        Some((place, fact, struck))
    })
}

/// The last strikes of the armies of a battle, in its order; none where nobody leads an army.
pub(super) fn lines(look: Look<'_>) -> Vec<Line> {
    let line = |(_, fact, (by, at, change)): (usize, &Fact, (Id, Id, &Change))| Line {
        round: fact.round,
        sentence: told(look, (by, at), change),
        fells: change.to <= 0,
        rule: fact.rule,
    };
    let mut lines: Vec<Line> = strikes(look).map(line).collect();
    lines.drain(..lines.len().saturating_sub(MOST));
    lines
}

/// What armies have done to each other so far, in a sentence and in a shorter one, with the place of the last strike; nothing
/// where none has struck.
pub(in crate::overlay) fn summed_up(look: Look<'_>) -> Option<(usize, [String; 2])> {
    let mut losses: Vec<Loss> = Vec::new();
    let mut last = None;
    for (place, _, (_, at, change)) in strikes(look) {
        last = Some(place);
        if !losses.iter().any(|loss| loss.at == at) {
            losses.push(Loss { at, what: change.what, lost: 0, left: change.to, strikes: 0 });
        }
        for loss in losses.iter_mut().filter(|loss| loss.at == at) {
            loss.lost = loss.lost.saturating_add(change.from.saturating_sub(change.to));
            (loss.left, loss.strikes) = (change.to, loss.strikes + 1);
        }
    }
    let each = |in_short: bool| losses.iter().map(|loss| loss.words(look, in_short)).collect::<Vec<_>>().join("; ");
    Some((last?, [format!("The armies have met before this: {}.", each(false)), format!("{}.", each(true))]))
}

/// What an army has lost.
struct Loss {
    /// Who leads it.
    at: Id,
    /// What is counted of it.
    what: Key,
    lost: i32,
    left: i32,
    strikes: usize,
}

impl Loss {
    fn words(&self, look: Look<'_>, in_short: bool) -> String {
        let Self { what, lost, left, strikes, .. } = self;
        let side = look.side_name(look.side(self.at));
        let ends = if *left <= 0 { "is routed".to_owned() } else { format!("has {left} left") };
        if in_short {
            return format!("{side} {ends}");
        }
        let strikes = if *strikes == 1 { "a strike".to_owned() } else { format!("{strikes} strikes") };
        format!("{side} lost {lost} {what} to {strikes} and {ends}")
    }
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

    /// Promise: of rounds that armies fought before anybody decided one sentence tells what each side has lost, and who broke.
    #[test]
    fn what_armies_did_before_is_one_sentence() {
        let game = trial::begun("siege_camp", 1);
        let look = trial::look(&game);
        let (last, [whole, short]) = summed_up(look).unwrap();
        let ends: Vec<(String, i32)> = ["Commander", "Castellan"]
            .into_iter()
            .map(|name| look.find(name).unwrap())
            .map(|at| {
                let left =
                    strikes(look).filter(|(.., (_, of, _))| *of == at).last().map_or(100, |(.., (.., last))| last.to);
                (look.side_name(look.side(at)).to_owned(), left)
            })
            .collect();
        assert!(ends.iter().any(|(_, left)| *left <= 0), "{ends:?}");
        for (side, left) in ends {
            let end = if left <= 0 { format!("{side} is routed") } else { format!("{side} has {left} left") };
            assert!(short.contains(&end) && whole.contains(&format!("{side} lost ")), "{whole} / {short}");
        }
        assert!(last < look.facts().len() && look.facts()[last].text.contains(" does "), "{whole}");
        trial::in_game("zones", |look| assert_eq!(summed_up(look), None));
    }
}
