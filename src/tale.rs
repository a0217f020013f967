//! A battle told as a text that one can read: rounds and turns as headings, what happened in sentences, with dice, what they
//! needed, and the odds beforehand. Markup is plain (`#`, `-`), so that it reads well as it is and as a page.

use std::fmt::Write as _;

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;

use crate::battle::{Fact, Forecast, Id, Look, Order, Roll, Sum};
use crate::dice::Fraction;
use crate::record::{Origin, decisions, redo};

/// The rule of a fact that only says that a round begins, and of the one that ends the battle.
const ROUND: &str = "round";
const VERDICT: &str = "verdict";
/// So many rolls for the same, one after the other, are one line.
const MANY: usize = 4;
/// Nested lists go so deep at most.
const DEEPEST: usize = 4;

/// What could be known of a deed before it was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foretold {
    /// How many facts there were by then.
    pub facts: usize,
    /// Whom the odds are about.
    pub whom: Vec<Id>,
    /// The odds, in words: "wound 46%, dying 3%".
    pub odds: String,
}

/// The odds of everything that was decided in a battle: it is played again to there, beside the one that is told.
pub fn foretold(world: &mut World, battle: Entity) -> Vec<Foretold> {
    let made = decisions(world, battle).to_vec();
    let Some(origin) = world.get::<Origin>(battle).cloned() else { return Vec::new() };
    let again = origin.begin(world);
    let mut all = Vec::new();
    // What cannot be played again is told without odds.
    let _ = redo(world, again, &made, |look, decision| all.extend(odds_of(look, &decision.order)));
    world.despawn(again);
    all
}

/// What can be said of an order before it is carried out; nothing where no dice hang on it.
fn odds_of(look: Look<'_>, order: &Order) -> Option<Foretold> {
    let question = look.question()?;
    let facts = look.facts().len();
    if let Some(forecast) = question.who.and_then(|who| look.forecast(who, order)) {
        let whom = forecast.against.iter().filter_map(|prospect| prospect.who).collect();
        let odds = in_words(look, &forecast);
        return (!odds.is_empty()).then_some(Foretold { facts, whom, odds });
    }
    let choice = question.choices.as_ref()?.iter().find(|choice| choice.order == *order)?;
    let (of, all) = choice.chance.as_deref()?.split_once('/')?;
    let share = of.parse::<f64>().ok()? / all.parse::<f64>().ok().filter(|all| *all > 0.0)?;
    (share < 1.0).then(|| Foretold { facts, whom: Vec::new(), odds: format!("{:.0}%", share * 100.0) })
}

/// The chances of what may come of a deed, target by target.
fn in_words(look: Look<'_>, forecast: &Forecast) -> String {
    let of_several = forecast.against.len() > 1;
    let mut all: Vec<String> = Vec::new();
    for prospect in &forecast.against {
        let harm =
            prospect.outcomes.iter().filter(|((grade, _), _)| *grade > 0).map(|((_, name), chance)| (*name, chance));
        let harm: Vec<_> = harm.map(|(name, chance)| (called(look, name), percent(&chance))).collect();
        let brings = prospect.brings.iter().filter(|(_, chance)| *chance > Fraction::ZERO);
        let brings = brings.map(|(state, chance)| (state.to_string(), percent(chance)));
        let mut parts: Vec<String> =
            harm.into_iter().chain(brings).map(|(what, chance)| format!("{what} {chance}")).collect();
        if parts.is_empty() {
            // The best that may come of what harms nobody.
            let best = prospect.outcomes.iter().next_back().filter(|((grade, _), _)| *grade >= 0);
            parts.extend(best.map(|((_, name), chance)| format!("{} {}", called(look, *name), percent(&chance))));
        }
        let before = prospect.before.map(|verb| format!(", before a {verb}")).unwrap_or_default();
        let name = prospect.who.filter(|_| of_several).map(|who| format!("{}: ", look.name(who))).unwrap_or_default();
        if !parts.is_empty() {
            all.push(format!("{name}{}{before}", parts.join(", ")));
        }
    }
    all.dedup();
    all.join("; ")
}

/// What an outcome is called where chances are told.
fn called(look: Look<'_>, name: crate::battle::Key) -> String {
    let tips = &look.rules().tips;
    tips.get(&format!("word of outcome: {name}")).cloned().unwrap_or_else(|| name.to_string())
}

/// A chance as readers know it; what is hardly likely and what is almost sure are not told as never and always.
fn percent(chance: &Fraction) -> String {
    let share = chance.to_f64() * 100.0;
    match share {
        share if share > 0.0 && share < 1.0 => "under 1%".to_owned(),
        share if share > 99.0 && share < 100.0 => "over 99%".to_owned(),
        share => format!("{share:.0}%"),
    }
}

/// The whole battle, as far as those who look may know of it.
pub fn text(look: Look<'_>, title: &str, foretold: &[Foretold]) -> String {
    let seed = look.battle::<Origin>().map(|origin| format!(", seed {}", origin.seed)).unwrap_or_default();
    let mut text = format!("# {title}\n\n{}{seed}\n\n", look.rules().title);
    cast(&mut text, look);
    let facts = look.facts();
    let mut turn = None;
    let mut odds = foretold.iter().peekable();
    let mut index = 0;
    while let Some(fact) = facts.get(index) {
        let mut told: Vec<&Foretold> = Vec::new();
        while let Some(next) = odds.next_if(|next| next.facts <= index) {
            told.push(next);
        }
        let run = facts.get(index..).unwrap_or_default().iter().take_while(|other| is_alike(fact, other)).count();
        if run >= MANY {
            rolls(&mut text, look, facts.get(index..index + run).unwrap_or_default());
            index += run;
            continue;
        }
        index += 1;
        if fact.rule == ROUND {
            // Text can always be added to.
            let _ = writeln!(text, "\n## {}", sentence(&fact.text).trim_end_matches('.'));
            turn = None;
            continue;
        }
        if fact.rule == VERDICT || !look.may_read(fact) {
            continue;
        }
        if fact.turn != turn {
            turn = fact.turn;
            // Whose turn it is in which somebody is met is not told either.
            if let Some(who) = turn.filter(|who| look.knows_of(*who)) {
                let _ = write!(text, "\n### {}\n\n", look.name(who));
            }
        }
        line(&mut text, look, fact, &told);
    }
    end(&mut text, look);
    text
}

/// Whether both are rolls for the same that belong to nobody's turn and change nothing, such as everybody's initiative.
fn is_alike(one: &Fact, other: &Fact) -> bool {
    let label = |fact: &Fact| {
        let is_bare = fact.turn.is_none() && fact.changes.is_empty() && fact.who.is_some();
        fact.roll.as_ref().filter(|roll| is_bare && roll.success.is_none()).map(|roll| roll.label.clone())
    };
    label(one).is_some_and(|of| label(other) == Some(of))
}

/// Many rolls for the same in one line: "initiative: Mauve 13, Guard 10".
fn rolls(text: &mut String, look: Look<'_>, facts: &[Fact]) {
    let label = facts.first().and_then(|fact| fact.roll.as_ref()).map_or("", |roll| roll.label.as_str());
    let read = facts.iter().filter(|fact| look.may_read(fact));
    let all: Vec<String> =
        read.filter_map(|fact| Some(format!("{} {}", look.name(fact.who?), fact.roll.as_ref()?.total))).collect();
    if !all.is_empty() {
        let _ = writeln!(text, "- {}: {}.", sentence(label).trim_end_matches('.'), all.join(", "));
    }
}

/// Who fights whom.
fn cast(text: &mut String, look: Look<'_>) {
    for side in look.sides() {
        let names: Vec<&str> = look.shown().filter(|id| look.own_side(*id) == side).map(|id| look.name(id)).collect();
        if !names.is_empty() {
            let _ = writeln!(text, "- **{}**: {}", look.side_name(side), names.join(", "));
        }
    }
    text.push('\n');
}

/// A fact as an item of a list, deeper the deeper it lies in what was going on.
fn line(text: &mut String, look: Look<'_>, fact: &Fact, foretold: &[&Foretold]) {
    let indent = "  ".repeat(fact.depth.min(DEEPEST));
    let dice = fact.roll.as_ref().map(|roll| format!(" ({})", dice(roll))).unwrap_or_default();
    let is_known = |odds: &&&Foretold| odds.whom.iter().all(|whom| look.knows_of(*whom));
    let odds: Vec<&str> = foretold.iter().filter(is_known).map(|foretold| foretold.odds.as_str()).collect();
    let odds = if odds.is_empty() { String::new() } else { format!(" *Odds beforehand: {}.*", odds.join("; ")) };
    let _ = writeln!(text, "{indent}- {}{dice}{odds}", sentence(&fact.text));
}

/// A text as a sentence.
fn sentence(text: &str) -> String {
    let text = text.trim();
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().collect::<String>()).unwrap_or_default();
    let stop = if text.ends_with(['.', '!', '?', ':']) || text.is_empty() { "" } else { "." };
    format!("{first}{}{stop}", letters.as_str())
}

/// Dice as they fell and what they needed: "2d6: 3 and 4, + 2 flanked, makes 9; 8 needed".
fn dice(roll: &Roll) -> String {
    let faces: Vec<String> = roll.faces.iter().map(|face| face.value.to_string()).collect();
    let mut told = format!("{}: {}", roll.dice, listed(&faces));
    for term in &roll.bonus.terms {
        let sign = if term.value < 0 { '−' } else { '+' };
        let _ = write!(told, ", {sign} {} {}", term.value.unsigned_abs(), term.name);
    }
    if faces.len() > 1 || !roll.bonus.terms.is_empty() {
        let _ = write!(told, ", makes {}", roll.total);
    }
    if let Some(against) = roll.against.as_ref().map(Sum::total) {
        let _ = write!(told, "; {against} needed");
    }
    told
}

/// Things one after the other: "3, 4 and 6".
fn listed(all: &[String]) -> String {
    match all {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => all.concat(),
    }
}

/// Who has won, why, and what has become of everybody.
fn end(text: &mut String, look: Look<'_>) {
    let Some(verdict) = look.verdict() else {
        text.push_str("\n## So far\n\nThe battle goes on.\n");
        return;
    };
    let _ = write!(text, "\n## The end\n\n**{}.** {}\n\n", verdict.heading(look), sentence(verdict.reason(look)));
    for side in look.sides() {
        let of_side = || look.shown().filter(|id| look.own_side(*id) == side);
        let names =
            |stands: bool| of_side().filter(move |id| look.counts(*id) == stands).map(|id| look.name(id).to_owned());
        let (standing, gone): (Vec<String>, Vec<String>) = (names(true).collect(), names(false).collect());
        let told =
            [("still in the fight", &standing), ("out of it", &gone)].into_iter().filter(|(_, who)| !who.is_empty());
        let told: Vec<String> = told.map(|(how, who)| format!("{how}: {}", listed(who))).collect();
        if !told.is_empty() {
            let _ = writeln!(text, "- **{}**, {}.", look.side_name(side), told.join("; "));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::{Minds, Skill};
    use crate::record::Game;
    use crate::rulebook::Library;

    fn fought(scenario: &str, decisions: usize) -> (Game, String) {
        let scenario = Library::open("rulesets").scenario(scenario).unwrap();
        let mut game = Game::new(&scenario.name, &scenario.settings, scenario.setup.clone(), 5);
        game.play(None, &mut Minds::new([Skill::Plain; 2], 5, decisions)).unwrap();
        let odds = foretold(&mut game.world, game.battle);
        assert!(!odds.is_empty(), "{}", scenario.name);
        let look = Look::at(&game.world, game.battle).unwrap();
        let told = text(look, &scenario.title, &odds);
        (game, told)
    }

    /// Promise: a battle is told from its first round to its end, with everybody in it, dice with what they needed, and odds.
    #[test]
    fn a_battle_is_told_to_its_end() {
        let (game, told) = fought("skirmish4", 2_000);
        let look = Look::at(&game.world, game.battle).unwrap();
        assert!(told.starts_with("# "), "{told}");
        let rounds = look.facts().iter().filter(|fact| fact.rule == ROUND).count();
        assert_eq!(told.matches("\n## ").count(), rounds + 1, "a heading for each round, and the end");
        for id in look.everybody().filter(|id| !id.is_thing()) {
            assert!(told.contains(look.name(id)), "{}", look.name(id));
        }
        let verdict = look.verdict().unwrap();
        assert!(told.contains(&verdict.heading(look)) && told.contains("Odds beforehand: "), "{told}");
        assert!(told.contains(" needed)"), "{told}");
        for fact in look.facts().iter().filter(|fact| fact.rule != VERDICT && fact.turn.is_some()) {
            assert!(told.contains(sentence(&fact.text).trim_end_matches('.')), "{}", fact.text);
        }
    }

    /// Promise: odds stand with the deed that they are about, and not with one before it.
    #[test]
    fn odds_stand_with_their_deed() {
        let (game, told) = fought("skirmish4", 60);
        let look = Look::at(&game.world, game.battle).unwrap();
        let with_odds: Vec<&str> = told.lines().filter(|line| line.contains("Odds beforehand")).collect();
        assert!(!with_odds.is_empty());
        let struck = |line: &&&str| {
            let text = line.trim_start().trim_start_matches("- ");
            let fact = look.facts().iter().find(|fact| text.starts_with(sentence(&fact.text).as_str()));
            fact.is_some_and(|fact| fact.roll.is_some() || fact.whom.is_some())
        };
        let share = with_odds.iter().filter(struck).count();
        assert!(share * 4 >= with_odds.len() * 3, "{share} of {}: {with_odds:#?}", with_odds.len());
    }

    /// Promise: who looks through the eyes of a side reads nothing that this side does not know.
    #[test]
    fn nothing_hidden_is_told() {
        let (game, _) = fought("skirmish4", 60);
        let whole = Look::at(&game.world, game.battle).unwrap();
        for side in whole.sides() {
            let look = whole.for_players([side]);
            let told = text(look, "Test", &[]);
            for fact in whole.facts().iter().filter(|fact| !look.may_read(fact)) {
                assert!(!told.contains(&sentence(&fact.text)), "{}", fact.text);
            }
        }
    }

    /// Promise: dice read as a sentence would say them.
    #[test]
    fn dice_are_told_in_words() {
        let faces = |values: &[i32]| values.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(listed(&faces(&[3])), "3");
        assert_eq!(listed(&faces(&[3, 4, 6])), "3, 4 and 6");
        assert_eq!(sentence("mauve strikes"), "Mauve strikes.");
        assert_eq!(sentence("Who is it?"), "Who is it?");
        for (chance, expected) in
            [((1, 1), "100%"), ((1, 2), "50%"), ((1, 1000), "under 1%"), ((999, 1000), "over 99%")]
        {
            assert_eq!(percent(&Fraction::new(chance.0, chance.1).unwrap()), expected);
        }
    }
}
