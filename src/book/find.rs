//! A search that forgives: parts of words, slips of the pen, other words for the same thing, in any order.

use crate::battle::{RuleId, Rules};

/// Words that mean much the same to those who look something up.
const ALIKE: [&[&str]; 26] = [
    &["hit", "strike", "attack", "blow"],
    &["dodge", "evade", "sidestep"],
    &["block", "parry"],
    &["defence", "defense", "defend", "guard"],
    &["wound", "injury", "harm", "damage"],
    &["life", "health", "hp", "vitality"],
    &["die", "death", "dead", "dying", "killed", "slain"],
    &["unconscious", "fallen", "down", "incapacitated"],
    &["move", "walk", "speed"],
    &["run", "sprint", "dash"],
    &["initiative", "first", "order"],
    &["morale", "nerve", "courage", "fear", "will"],
    &["prone", "lying", "floored"],
    &["grab", "grapple", "wrestle", "hold"],
    &["push", "shove"],
    &["blast", "area", "explosion", "bomb", "burst", "fireball"],
    &["cover", "shelter", "behind"],
    &["mount", "horse", "rider", "riding", "mounted", "saddle"],
    &["heal", "healing", "cure", "medicine", "treat", "rest"],
    &["experience", "xp", "level", "growth"],
    &["shoot", "shot", "ranged", "missile", "bow", "gun"],
    &["flank", "flanking", "flanked", "surrounded"],
    &["reach", "range", "distance"],
    &["armour", "armor", "protection"],
    &["stealth", "hide", "hidden", "sneak", "ambush", "surprise"],
    &["crit", "critical", "crippling"],
];

/// A word of at least so many letters may have one slip, and one of so many two.
const ONE_SLIP: usize = 4;
const TWO_SLIPS: usize = 8;
/// What it costs where a word is not quite the one that was looked for.
const BEGINS: u32 = 1;
const ALIKE_TO: u32 = 2;
const WITHIN: u32 = 3;
const SLIPPED: u32 = 4;
/// What it costs to be found in the text and not in the title.
const IN_AREA: u32 = 12;
const IN_TEXT: u32 = 30;

/// What is looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    words: Vec<String>,
    /// All of it, for what is called exactly so.
    whole: String,
}

/// A text to look for something in, and what it costs to find it there.
pub type Place<'a> = (&'a str, u32);

impl Wanted {
    /// What somebody typed.
    pub fn of(typed: &str) -> Self {
        let whole = typed.trim().to_lowercase();
        Self { words: words(&whole).map(str::to_owned).collect(), whole }
    }

    /// Whether nothing in particular is looked for.
    pub const fn is_anything(&self) -> bool {
        self.words.is_empty()
    }

    /// How far these places are from what is looked for: less is better, nothing is not found there. Every word must be found
    /// somewhere.
    pub fn rank(&self, places: &[Place<'_>]) -> Option<u32> {
        let lower: Vec<(String, u32)> = places.iter().map(|(text, cost)| (text.to_lowercase(), *cost)).collect();
        let mut sum = 0;
        for word in &self.words {
            let in_text = |(text, cost): &(String, u32)| {
                // A slip in a long text finds too much.
                let slips = *cost < IN_TEXT;
                let costs = words(text).filter_map(|other| apart(word, other, slips)).min();
                costs.map(|apart| apart + cost)
            };
            sum += lower.iter().filter_map(in_text).min()?;
        }
        Some(sum)
    }
}

/// The rules of a book that hold what is looked for, the nearest first; all of them in the order of the book where nothing in
/// particular is looked for.
pub fn rules(rules: &Rules, typed: &str) -> Vec<RuleId> {
    let wanted = Wanted::of(typed);
    let all = rules.chapters.iter().flat_map(|chapter| {
        let areas = chapter.areas.iter();
        areas.flat_map(move |area| area.rules.iter().map(move |rule| (chapter, area, *rule)))
    });
    if wanted.is_anything() {
        return all.map(|(.., rule)| rule).collect();
    }
    // Whoever types an id, or the beginning of one, means that one.
    let begins = |rule: &RuleId| wanted.whole.contains('-') && rule.as_str().to_lowercase().starts_with(&wanted.whole);
    let by_id: Vec<RuleId> = all.clone().map(|(.., rule)| rule).filter(begins).collect();
    if !by_id.is_empty() {
        return by_id;
    }
    let ranked = all.filter_map(|(chapter, area, id)| {
        let rule = rules.book.get(&id)?;
        let ruling = rule.ruling.as_deref().unwrap_or_default();
        let places = [
            (rule.title.as_str(), 0),
            (id.as_str(), 0),
            (area.name.as_str(), IN_AREA),
            (chapter.title.as_str(), IN_AREA),
            (rule.text.as_str(), IN_TEXT),
            (ruling, IN_TEXT),
        ];
        wanted.rank(&places).map(|rank| ((rank, words(&rule.title).count()), id))
    });
    let mut ranked: Vec<((u32, usize), RuleId)> = ranked.collect();
    // Of what is equally near the shorter title comes first, then what stands first in the book.
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, rule)| rule).collect()
}

/// The words of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// What it costs to take `other` for `word`; nothing where they have nothing in common.
fn apart(word: &str, other: &str, slips: bool) -> Option<u32> {
    if word == other {
        return Some(0);
    }
    if other.starts_with(word) || stem(word) == stem(other) {
        return Some(BEGINS);
    }
    let length = word.chars().count();
    let (own, theirs) = (stem(word), stem(other));
    let holds = |group: &[&str], wanted: &str| group.iter().any(|each| stem(each) == wanted);
    if ALIKE.iter().any(|group| holds(group, own) && holds(group, theirs)) {
        return Some(ALIKE_TO);
    }
    if length >= ONE_SLIP && other.contains(word) {
        return Some(WITHIN);
    }
    let most = match length {
        _ if !slips => 0,
        ..ONE_SLIP => 0,
        ONE_SLIP..TWO_SLIPS => 1,
        _ => 2,
    };
    let is_near = most > 0 && (is_within(word, other, most) || begins_within(word, other, length, most));
    is_near.then_some(SLIPPED)
}

/// Whether a word is near to the beginning of a longer one.
fn begins_within(word: &str, other: &str, length: usize, most: usize) -> bool {
    let end = other.char_indices().nth(length).map(|(at, _)| at);
    end.and_then(|end| other.get(..end)).is_some_and(|begin| is_within(word, begin, most))
}

/// A word without what grammar has added to it.
pub(super) fn stem(word: &str) -> &str {
    let long = |rest: &&str| rest.chars().count() >= 3;
    ["ing", "ies", "es", "ed", "s", "e", "y"].iter().find_map(|end| word.strip_suffix(end).filter(long)).unwrap_or(word)
}

/// Whether one word becomes the other by so many slips at most: a letter too many, too few or wrong, or two in the wrong order.
fn is_within(one: &str, other: &str, most: usize) -> bool {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    if one.len().abs_diff(other.len()) > most {
        return false;
    }
    // The rows of the table of slips: the one before the last, and the last.
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=other.len()).collect();
    for (row, letter) in one.iter().enumerate() {
        let mut next = vec![row + 1];
        for (column, against) in other.iter().enumerate() {
            let cell = |row: &[usize], at: usize| row.get(at).copied().unwrap_or(usize::MAX / 2);
            let swapped =
                row > 0 && column > 0 && one.get(row - 1) == Some(against) && other.get(column - 1) == Some(letter);
            let swap = if swapped { cell(&before, column - 1) + 1 } else { usize::MAX };
            let change = cell(&last, column) + usize::from(letter != against);
            let slips = change.min(cell(&last, column + 1) + 1).min(cell(&next, column) + 1).min(swap);
            next.push(slips);
        }
        if next.iter().all(|slips| *slips > most) {
            return false;
        }
        before = std::mem::replace(&mut last, next);
    }
    last.last().is_some_and(|slips| *slips <= most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::Library;

    fn found(ruleset: &str, typed: &str) -> Vec<RuleId> {
        rules(&Library::open("rulesets").rules(ruleset).unwrap(), typed)
    }

    fn best(ruleset: &str, typed: &str) -> &'static str {
        found(ruleset, typed).first().map_or("nothing", |rule| rule.as_str())
    }

    /// Promise: slips, parts of words and words in any order find the rule that is meant, and the title counts before the text.
    #[test]
    fn what_is_meant_is_found_first() {
        for (typed, expected) in [
            ("Flanking", "Flanking"),
            ("flankign", "Flanking"),
            ("toughnes", "Toughness"),
            ("ties initiative", "Ties in initiative"),
            ("initative ties", "Ties in initiative"),
            ("scater dice", "Scatter die"),
            ("diffcult terain", "Difficult terrain"),
            ("natur heal", "Natural healing"),
        ] {
            let rules = Library::open("rulesets").rules("scale_toughness").unwrap();
            let first = super::rules(&rules, typed).first().and_then(|id| rules.book.get(id)).map(|rule| &*rule.title);
            assert_eq!(first, Some(expected), "{typed}");
        }
    }

    /// Promise: an id finds its rule alone, the beginning of one those that begin so.
    #[test]
    fn an_id_finds_its_rule() {
        assert_eq!(found("scale_toughness", "st-init-05"), [RuleId::from("ST-INIT-05")]);
        let begun = found("skirmish", "SK-ATK-");
        assert!(begun.len() > 2 && begun.iter().all(|rule| rule.as_str().starts_with("SK-ATK-")), "{begun:?}");
    }

    /// Promise: another word for the same thing finds it, too.
    #[test]
    fn words_that_mean_the_same_find_the_same() {
        assert_eq!(best("skirmish", "attack from two sides"), "SK-ATK-04");
        assert_eq!(best("skirmish", "hit"), "SK-ATK-01");
        assert!(found("zones", "evade").contains(&RuleId::from(best("zones", "dodge"))));
    }

    /// Promise: what nobody says is not found, however much is forgiven; nothing in particular is all of the book in its order.
    #[test]
    fn what_is_not_there_is_not_found() {
        assert!(found("scale_toughness", "quagga trombone").is_empty());
        let rules = Library::open("rulesets").rules("zones").unwrap();
        let all = super::rules(&rules, "  ");
        assert_eq!(all.len(), rules.book.len());
        assert_eq!(all.first(), rules.chapters.first().and_then(|chapter| chapter.rules().next()).as_ref());
    }

    /// Promise: as many slips are forgiven as are said, and no more; the order of the two words does not matter.
    #[test]
    fn slips_are_counted() {
        for (one, other, slips) in [
            ("cover", "cover", 0),
            ("covr", "cover", 1),
            ("coverr", "cover", 1),
            ("cvoer", "cover", 1),
            ("initative", "initiative", 1),
            ("inititaivv", "initiative", 2),
            ("kitten", "sitting", 3),
            ("", "abc", 3),
        ] {
            for most in 0..5 {
                assert_eq!(is_within(one, other, most), slips <= most, "{one} {other} {most}");
                assert_eq!(is_within(other, one, most), slips <= most, "{other} {one} {most}");
            }
        }
    }
}
