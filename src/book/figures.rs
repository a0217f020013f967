//! The figures behind a rule, as far as the files of the game tell: what is counted, what is read in more than one way, and
//! the numbers of the mechanics that play it.

use super::find;
use crate::battle::{ConditionDef, FigureDef, ModDef, RuleId, RuleText, Rules, Setting};
use crate::rulebook::reader::{Composed, Group};

/// So many numbers of one mechanic are told at most, and of one rule.
const MOST: usize = 6;
const MOST_IN_ALL: usize = 14;

/// Something that a rule is about, with its figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// What it is: "Toughness", "arrows".
    pub what: String,
    /// How much, or what becomes of it.
    pub says: String,
}

impl Figure {
    fn new(what: impl Into<String>, says: impl Into<String>) -> Self {
        Self { what: what.into(), says: says.into() }
    }
}

/// All figures of a rule. `composed` are the mechanics of its game with their numbers, where they have been read.
pub fn of(rules: &Rules, composed: &[Composed], id: RuleId) -> Vec<Figure> {
    let Some(rule) = rules.book.get(&id) else { return Vec::new() };
    let mut all: Vec<Figure> = Vec::new();
    let figures = rules.figures.iter().filter(|(_, def)| def.rule == Some(id));
    all.extend(figures.map(|(name, def)| Figure::new(name.as_str(), made_of(def))));
    let states = rules.conditions.iter().filter(|(_, def)| def.rule == id);
    all.extend(states.map(|(name, def)| Figure::new(name.as_str(), brings(def))));
    let settings = rules.settings.iter().filter(|(_, setting)| setting.rule == id.as_str());
    all.extend(settings.map(|(_, setting)| Figure::new(setting.text.trim_end_matches('.'), reading(setting))));
    let arms: Vec<&str> =
        rules.arms.iter().filter(|(_, arm)| arm.rule == Some(id)).map(|(name, _)| name.as_str()).collect();
    if !arms.is_empty() {
        let more = if arms.len() > MOST { ", ..." } else { "" };
        let arms = arms.into_iter().take(MOST).collect::<Vec<_>>().join(", ");
        all.push(Figure::new("arms", format!("{arms}{more}")));
    }
    let is_setting = |figure: &Figure| rules.settings.keys().any(|name| figure.what == spaced(name));
    for figure in composed.iter().flat_map(|mechanic| numbers(mechanic, rule)) {
        // What is chosen is told in its own words.
        if !all.contains(&figure) && !is_setting(&figure) {
            all.push(figure);
        }
    }
    // A number that is empty says nothing.
    all.retain(|figure| !figure.says.is_empty());
    all.truncate(MOST_IN_ALL);
    all
}

/// A name of a file as a reader would write it.
fn spaced(name: &str) -> String {
    name.replace('_', " ")
}

/// Of what a figure is made, and its bounds.
fn made_of(def: &FigureDef) -> String {
    let number = |value: i32| (f64::from(value) / if def.halves { 2.0 } else { 1.0 }).to_string();
    let mut told = match def.given {
        Some((least, most)) => format!("as given ({} to {})", number(least), number(most)),
        None if def.is.is_empty() && def.default != 0 => format!("{} if none is given", number(def.default)),
        None => String::new(),
    };
    for part in &def.is {
        let is_first = told.is_empty();
        let Some(of) = part.of.or(part.name) else {
            told.push_str(&format!("{}{}", sign(part.n, is_first), part.n.unsigned_abs()));
            continue;
        };
        let times = part.times.unwrap_or(1);
        let factor = if times.unsigned_abs() == 1 { String::new() } else { format!("{} × ", times.unsigned_abs()) };
        let over = part.over.map(|over| format!(" / {over}")).unwrap_or_default();
        let table = part.table.map(|table| format!(" by the table of {table}")).unwrap_or_default();
        let or = part.or.map(|or| format!(" or {or}")).unwrap_or_default();
        told.push_str(&format!("{}{factor}{of}{or}{over}{table}", sign(times, is_first)));
    }
    let bounds = match (def.min, def.max) {
        (Some(least), Some(most)) => format!("from {} to {}", number(least), number(most)),
        (Some(least), None) => format!("never below {}", number(least)),
        (None, Some(most)) => format!("never above {}", number(most)),
        (None, None) => String::new(),
    };
    [told, bounds].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
}

fn sign(of: i32, is_first: bool) -> &'static str {
    match (of < 0, is_first) {
        (true, true) => "−",
        (true, false) => " − ",
        (false, true) => "",
        (false, false) => " + ",
    }
}

/// What a state brings.
fn brings(def: &ConditionDef) -> String {
    let one = |of: &ModDef| {
        let on: Vec<String> = of.on.iter().map(ToString::to_string).collect();
        let when: Vec<String> = of.when.iter().map(ToString::to_string).collect();
        let when = if when.is_empty() { String::new() } else { format!(" ({})", when.join(", ")) };
        format!("{} {:+}{when}", on.join(", "), of.n)
    };
    let mut told: Vec<String> = def.mods.iter().map(one).collect();
    if !def.implies.is_empty() {
        let states: Vec<String> = def.implies.iter().map(ToString::to_string).collect();
        told.push(format!("also {}", states.join(", ")));
    }
    if told.is_empty() { def.text.clone() } else { told.join("; ") }
}

/// How something is read here that can be read in more than one way.
fn reading(setting: &Setting) -> String {
    setting.told.get(&setting.is).cloned().unwrap_or_else(|| match setting.is.as_str() {
        "true" | "on" => "yes".to_owned(),
        "false" | "off" => "no".to_owned(),
        is => spaced(is),
    })
}

/// The numbers of a mechanic that stand with a rule; those of the whole mechanic only where the rule speaks of them.
fn numbers(mechanic: &Composed, rule: &RuleText) -> Vec<Figure> {
    let id = rule.id.as_str();
    let holds = |group: &Group| group.texts.iter().any(|text| text == id);
    let mut found: Vec<Figure> = Vec::new();
    let Some(first) = mechanic.groups.first().filter(|_| mechanic.groups.iter().any(holds)) else { return found };
    for (place, group) in mechanic.groups.iter().enumerate().filter(|(_, group)| holds(group)) {
        let is_row = place > 0 && !group.values.is_empty();
        // What is told of apart from the rest is called by its name, if it has one.
        let name = group.texts.iter().find(|text| is_row && *text != id && !text.contains('-')).cloned();
        let own = if is_row { group } else { first };
        for (field, value) in
            own.values.iter().filter(|(field, value)| is_row || is_told(rule, field, value)).take(MOST)
        {
            let what = name.as_ref().map(|name| format!("{name}, ")).unwrap_or_default();
            found.push(Figure::new(format!("{what}{}", spaced(field)), spaced(value)));
        }
    }
    found.truncate(MOST);
    found
}

/// Whether a rule speaks of a field, or has its number in words or digits.
fn is_told(rule: &RuleText, field: &str, value: &str) -> bool {
    const WORDS: [&str; 13] =
        ["nought", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    let said = format!("{} {}", rule.title, rule.text).to_lowercase();
    let words: Vec<&str> = said.split(|letter: char| !letter.is_alphanumeric()).collect();
    let number = value.trim_start_matches('-').parse::<usize>().ok();
    if let Some(number) = number {
        let digits = number.to_string();
        let in_words = WORDS.get(number).copied();
        return number > 1 && words.iter().any(|word| *word == digits || in_words == Some(*word));
    }
    let mut parts = field.split('_').filter(|part| part.len() > 3);
    parts.any(|part| words.iter().any(|word| find::stem(word) == find::stem(part)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::Library;

    fn told(ruleset: &str, id: &'static str) -> Vec<String> {
        let library = Library::open("rulesets");
        let rules = library.rules(ruleset).unwrap();
        let composed = library.numbers(ruleset).unwrap();
        of(&rules, &composed, id.into()).into_iter().map(|figure| format!("{}: {}", figure.what, figure.says)).collect()
    }

    /// Promise: a rule tells the figures that the files of its game give it.
    #[test]
    fn a_rule_tells_its_figures() {
        let life = told("skirmish", "SK-DMG-02");
        assert!(life.iter().any(|line| line.starts_with("Life: ")), "{life:?}");
        let initiative = told("lanterns", "LB-TURN-01");
        assert!(initiative.iter().any(|line| line.ends_with("start of each round: once")), "{initiative:?}");
        // What its name does not say is told in plain words.
        let diagonal = told("liberi_gothica", "LG-MOVE-01");
        assert!(
            diagonal.iter().any(|line| line.ends_with("diagonal steps count: as much as straight ones")),
            "{diagonal:?}"
        );
    }

    /// Promise: how something is read that can be read in more than one way is told in words, and not as files write it; every
    /// value that has words of its own is one that the setting can have.
    #[test]
    fn what_is_chosen_is_told_in_words() {
        let library = Library::open("rulesets");
        for ruleset in library.rulesets().unwrap() {
            for (name, setting) in &library.rules(&ruleset).unwrap().settings {
                let told = reading(setting);
                assert!(!told.contains(['(', '_']) && told != "None", "{ruleset}, {name}: {told}");
                let known = |value: &String| *value == setting.is || setting.or.contains(value);
                assert!(setting.told.keys().all(known), "{ruleset}, {name}: {:?}", setting.told);
            }
        }
    }

    /// Promise: the figures of a rule are few enough to be read, and most games have some for a good part of their rules.
    #[test]
    fn figures_are_few_and_there() {
        let library = Library::open("rulesets");
        for ruleset in ["scale_toughness", "liberi_gothica", "zones", "old_school", "hursagmu"] {
            let (rules, composed) = (library.rules(ruleset).unwrap(), library.numbers(ruleset).unwrap());
            let counts: Vec<usize> = rules.book.values().map(|rule| of(&rules, &composed, rule.id).len()).collect();
            assert!(counts.iter().all(|count| *count <= MOST_IN_ALL), "{ruleset}");
            let with = counts.iter().filter(|count| **count > 0).count();
            assert!(with * 3 > counts.len(), "{ruleset}: {with} of {}", counts.len());
        }
    }
}
