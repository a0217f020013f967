//! Rules that lead to other rules: by ids in texts, and by what leans on what.

use crate::battle::{Fact, Key, Look, RuleId, RuleText, Rules, Trace};

/// A text in pieces: those that are the id of a rule, and what lies between.
pub fn parts<'a, 'b>(rules: &'b Rules, text: &'a str) -> Vec<(&'a str, Option<&'b RuleText>)> {
    let mut parts = Vec::new();
    let (mut plain, mut at) = (0, 0);
    let is_id = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let word = rest.find(|letter| !is_id(letter)).unwrap_or(rest.len());
        if word == 0 {
            at += rest.chars().next().map_or(1, char::len_utf8);
            continue;
        }
        let id = rest.get(..word).and_then(Key::find).and_then(|id| rules.book.get(&id));
        if id.is_some() {
            parts.extend(text.get(plain..at).filter(|before| !before.is_empty()).map(|before| (before, None)));
            parts.extend(rest.get(..word).map(|word| (word, id)));
            plain = at + word;
        }
        at += word;
    }
    parts.extend(text.get(plain..).filter(|rest| !rest.is_empty()).map(|rest| (rest, None)));
    parts
}

/// The rules that lean on this one, in the order of the book.
pub fn leaned_on_by(rules: &Rules, rule: RuleId) -> Vec<RuleId> {
    let all = rules.chapters.iter().flat_map(|chapter| chapter.rules());
    all.filter(|other| rules.book.get(other).is_some_and(|text| text.see.contains(&rule))).collect()
}

/// Whether a rule has made something so, has changed the dice of it, or is shown by it where it puts its name to nothing.
pub fn is_of(rules: &Rules, fact: &Fact, rule: RuleId) -> bool {
    let terms = || {
        let sums = fact.roll.iter().flat_map(|roll| std::iter::once(&roll.bonus).chain(&roll.against));
        sums.flat_map(|sum| &sum.terms)
    };
    let is_named = |rule: RuleId| fact.rule == rule || terms().any(|term| term.rule == Some(rule));
    let is_traced = |trace: &Trace| match trace {
        Trace::Fact(other) => is_named(*other),
        Trace::Roll(name) => fact.roll.as_ref().is_some_and(|roll| *name == roll.label.as_str()),
        Trace::Term(name) => terms().any(|term| term.name == *name),
        Trace::Figure(name) | Trace::State(name) => fact.changes.iter().any(|change| change.what == *name),
        Trace::Deed(_) | Trace::Manner(_) | Trace::Part(_) | Trace::Type(_) | Trace::Area(_) => false,
    };
    is_named(rule) || rules.book.get(&rule).is_some_and(|text| text.shown_by.iter().any(is_traced))
}

/// Where a rule was met last in a battle, by the place among all facts; as far as those who look may read of it.
pub fn met_last(look: Look<'_>, rule: RuleId) -> Option<(usize, &Fact)> {
    let mut facts = look.facts().iter().enumerate().rev();
    facts.find(|(_, fact)| is_of(look.rules(), fact, rule) && look.may_read(fact))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::Library;

    /// Promise: the links between rules lead both ways.
    #[test]
    fn what_leans_on_a_rule_is_known_there() {
        let rules = Library::open("rulesets").rules("skirmish").unwrap();
        let below = leaned_on_by(&rules, "SK-ATK-01".into());
        assert!(below.contains(&"SK-ATK-04".into()) && !below.contains(&"SK-ATK-03".into()), "{below:?}");
        for rule in rules.book.values() {
            for other in &rule.see {
                assert!(leaned_on_by(&rules, *other).contains(&rule.id), "{} leans on {other}", rule.id);
            }
        }
    }

    /// Promise: an id within a text is a link, and nothing of the text is lost.
    #[test]
    fn ids_in_texts_are_links() {
        let rules = Library::open("rulesets").rules("skirmish").unwrap();
        let text = "As in SK-ATK-01, not SK-ATK-99 – and “SK-DMG-01”.";
        let parts = parts(&rules, text);
        assert_eq!(parts.iter().map(|(part, _)| *part).collect::<String>(), text);
        let linked: Vec<&str> = parts.iter().filter(|(_, rule)| rule.is_some()).map(|(part, _)| *part).collect();
        assert_eq!(linked, ["SK-ATK-01", "SK-DMG-01"]);
    }
}
