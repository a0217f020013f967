//! What stands in a `ruleset.ron`, as it is written, and what it comes to.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::battle::stats::Stats;
use crate::battle::{
    Class, ConditionDef, FigureDef, FigureName, FigurePart, Key, Ladder, Measure, ModDef, RuleId, Setting, Table1,
    refers,
};
use crate::mechanics::slots::Slots;
use crate::rulebook::looks;
use crate::rulebook::names::{Names, check, check_all, states_of};
use crate::rulebook::profiles::Range;
use crate::rulebook::reader::{Problems, Spanned};

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    /// The ruleset that everything is taken from that this one does not say.
    #[serde(default)]
    pub from: Option<Spanned<String>>,
    pub title: String,
    pub blurb: String,
    #[serde(default)]
    pub face: Option<Spanned<String>>,
    /// The sides of lessons that whoever learns is with, by their names.
    #[serde(default)]
    pub ours: Vec<String>,
    #[serde(default)]
    pub settings: BTreeMap<String, Setting>,
    pub measure: Measure,
    pub figures: BTreeMap<Key, Figure>,
    #[serde(default)]
    pub stats: Stats,
    #[serde(default)]
    pub tables: BTreeMap<Key, Table1>,
    #[serde(default)]
    pub classes: BTreeMap<Key, ClassFile>,
    #[serde(default)]
    pub conditions: BTreeMap<Key, Condition>,
    #[serde(default)]
    pub techniques: BTreeMap<Key, Technique>,
    pub play: Spanned<Slots>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Figure {
    short: Option<String>,
    rule: Option<Spanned<Key>>,
    pub is: Vec<Part>,
    default: Option<Spanned<i32>>,
    min: Option<i32>,
    max: Option<i32>,
    halves: bool,
    low_is_good: bool,
    group: Option<String>,
    own: bool,
    /// The least and the most that files may give it.
    given: Option<(i32, i32)>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Part {
    #[serde(deserialize_with = "refers::own")]
    name: Option<Key>,
    n: i32,
    of: Option<Spanned<Key>>,
    or: Option<Spanned<Key>>,
    times: Option<i32>,
    over: Option<i32>,
    table: Option<Spanned<Key>>,
    whole: bool,
    state: bool,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Condition {
    rule: Spanned<Key>,
    text: String,
    sign: Option<Spanned<String>>,
    mods: Vec<ModDef>,
    #[serde(deserialize_with = "refers::kinds")]
    forbids: Vec<Key>,
    implies: Vec<Spanned<Key>>,
    replaces: Vec<Spanned<Key>>,
    out: bool,
    dead: bool,
    stance: bool,
    helps: bool,
    quiet: bool,
    #[serde(deserialize_with = "refers::given")]
    opens_to: Option<Key>,
    stays: bool,
    of_mind: bool,
    by_each: bool,
    /// Whoever somebody is in it with is in it as well, so that it is neither's luck.
    mutual: bool,
    /// The mechanics without which what it says does not come about.
    pub answered_by: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClassFile {
    level: Spanned<Key>,
    /// Another class that gives what this one does not say itself.
    #[serde(default)]
    like: Option<Spanned<Key>>,
    #[serde(default)]
    gives: BTreeMap<Spanned<Key>, Ladder>,
    #[serde(default, deserialize_with = "refers::given")]
    words: Vec<Key>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Technique {
    rule: Spanned<Key>,
    text: String,
    mods: Vec<ModDef>,
}

impl File {
    /// Checks that everything referred to is there.
    pub fn check(&self, names: &Names, looks: &looks::Known, problems: &mut Problems) {
        looks.check_face(&self.face, problems);
        for figure in self.figures.values() {
            check_all(problems, &figure.rule, "rule", &names.rules);
            for part in &figure.is {
                check_all(problems, &part.or, "figure", &names.figures);
                check_all(problems, &part.table, "table", &names.tables);
                // A part may also be a running count, which needs no declaration,
                // where it is told that it is part of the state of play.
                if !part.state {
                    check_all(problems, &part.of, "figure", &names.figures);
                }
            }
            if let Some(default) = figure.default.as_ref().filter(|_| !figure.is.is_empty()) {
                let found = format!("`default: {}` beside `is`", default.value);
                problems.push(default.span, found, format!("`(n: {})` among the parts of `is`", default.value));
            }
        }
        for condition in self.conditions.values() {
            looks.check_state(&condition.sign, problems);
            check(problems, &condition.rule, "rule", &names.rules);
            check_all(problems, condition.implies.iter().chain(&condition.replaces), "condition", &names.conditions);
        }
        for technique in self.techniques.values() {
            check(problems, &technique.rule, "rule", &names.rules);
        }
        for class in self.classes.values() {
            check_all(problems, &class.like, "class", &names.classes);
            if let Some(like) = &class.like
                && self.classes.get(&like.value).is_some_and(|other| other.like.is_some())
            {
                let found = format!("the class {}, which is itself like another", like.value);
                problems.push(like.span, found, "a class that says itself what it gives");
            }
            check_all(problems, std::iter::once(&class.level).chain(class.gives.keys()), "figure", &names.figures);
        }
        self.check_circles(problems);
    }

    /// The classes, each with what another gives it.
    pub fn classes(&self) -> BTreeMap<Key, Class> {
        let ladders = |class: &ClassFile| -> BTreeMap<FigureName, Ladder> {
            class.gives.iter().map(|(figure, ladder)| (FigureName::of(figure.value), ladder.clone())).collect()
        };
        let resolve = |(name, class): (&Key, &ClassFile)| {
            let like = class.like.as_ref().and_then(|like| self.classes.get(&like.value));
            let mut gives = like.map(ladders).unwrap_or_default();
            gives.extend(ladders(class));
            (*name, Class { level: FigureName::of(class.level.value), gives, words: class.words.clone() })
        };
        self.classes.iter().map(resolve).collect()
    }

    /// A figure may not be made of itself.
    fn check_circles(&self, problems: &mut Problems) {
        for (name, figure) in &self.figures {
            for of in figure.is.iter().filter_map(|part| part.of.as_ref()) {
                let mut seen = vec![of.value];
                let mut next = 0;
                while let Some(at) = seen.get(next).copied() {
                    next += 1;
                    let parts = self.figures.get(&at).map(|figure| figure.is.as_slice()).unwrap_or_default();
                    for part in parts.iter().filter_map(|part| part.of.as_ref()) {
                        if !seen.contains(&part.value) {
                            seen.push(part.value);
                        }
                    }
                }
                if seen.contains(name) {
                    let found = format!("the figure {name}, which is made of itself");
                    problems.push(of.span, found, "figures that lead back to given ones");
                }
            }
        }
    }
}

impl Figure {
    /// What files may give it.
    pub fn range(&self) -> Range {
        Range { halves: self.halves, given: self.given }
    }

    pub fn resolve(self) -> FigureDef {
        let part = |part: Part| FigurePart {
            name: part.name,
            n: part.n,
            of: part.of.map(Spanned::into_inner),
            or: part.or.map(|or| FigureName::of(or.value)),
            times: part.times,
            over: part.over,
            table: part.table.map(Spanned::into_inner),
            whole: part.whole,
            state: part.state,
        };
        FigureDef {
            short: self.short,
            rule: self.rule.map(|rule| RuleId::of(rule.value)),
            is: self.is.into_iter().map(part).collect(),
            default: self.default.map_or(0, Spanned::into_inner) * if self.halves { 2 } else { 1 },
            min: self.min,
            max: self.max,
            halves: self.halves,
            low_is_good: self.low_is_good,
            group: self.group,
            own: self.own,
            given: self.given,
        }
    }
}

impl Condition {
    pub fn resolve(self) -> ConditionDef {
        ConditionDef {
            rule: RuleId::of(self.rule.value),
            text: self.text,
            sign: self.sign.map(Spanned::into_inner),
            mods: self.mods,
            forbids: self.forbids,
            implies: states_of(&self.implies),
            replaces: states_of(&self.replaces),
            out: self.out,
            dead: self.dead,
            stance: self.stance,
            helps: self.helps,
            quiet: self.quiet,
            opens_to: self.opens_to,
            by_each: self.by_each,
            mutual: self.mutual,
            stays: self.stays,
            of_mind: self.of_mind,
            learned: false,
        }
    }
}

impl Technique {
    pub fn resolve(self) -> ConditionDef {
        ConditionDef {
            rule: RuleId::of(self.rule.value),
            text: self.text,
            mods: self.mods,
            learned: true,
            ..ConditionDef::default()
        }
    }
}
