//! `ruleset.ron`: what a game is called, how it is measured, what is counted of fighters, what they can be in and learn, and the
//! mechanics of which it is made.

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

/// All that a game is made of.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    /// The ruleset that everything is taken from that this one does not say.
    #[serde(default)]
    pub from: Option<Spanned<String>>,
    /// What the game is called.
    pub title: String,
    /// What it is, in a sentence or two.
    pub blurb: String,
    /// How window and pictures look: a face that ships (`assets/faces.ron`), or one of `looks.ron`.
    #[serde(default)]
    pub face: Option<Spanned<String>>,
    /// The sides that learners are on in lessons, by their names.
    #[serde(default)]
    pub ours: Vec<String>,
    /// Values that can be read in more than one way, by the names that `Setting("name")` calls them by.
    #[serde(default)]
    pub settings: BTreeMap<String, Setting>,
    /// How the board is measured.
    pub measure: Measure,
    /// What is counted of fighters.
    pub figures: BTreeMap<Key, Figure>,
    /// Which of the figures is what, for Bevy apps.
    #[serde(default)]
    pub stats: Stats,
    /// Tables that figures are looked up in: the row with the highest number that is not above.
    #[serde(default)]
    pub tables: BTreeMap<Key, Table1>,
    /// What levels give.
    #[serde(default)]
    pub classes: BTreeMap<Key, ClassFile>,
    /// What fighters can be in.
    #[serde(default)]
    pub conditions: BTreeMap<Key, Condition>,
    /// What fighters can learn.
    #[serde(default)]
    pub techniques: BTreeMap<Key, Technique>,
    /// The mechanics that the game is made of, with their numbers.
    pub play: Spanned<Slots>,
}

/// A figure: something that is counted of fighters.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Figure {
    /// A short form for sheets ("Str").
    short: Option<String>,
    /// The id of the rule that defines it.
    rule: Option<Spanned<Key>>,
    /// The parts that it is made up of; left out where files give it.
    pub is: Vec<Part>,
    /// What those have that give none of their own.
    default: Option<Spanned<i32>>,
    /// It is never below this.
    min: Option<i32>,
    /// It is never above this.
    max: Option<i32>,
    /// Whether it is counted in halves: files write 2.5.
    halves: bool,
    /// Whether less of it is better.
    low_is_good: bool,
    /// Where sheets show it: "ability", "skill" or "figure"; nowhere if left out.
    group: Option<String>,
    /// Whether it is always that of one's own mind, also while another mind has the body in hand.
    own: bool,
    /// The least and the most that files may give it.
    given: Option<(i32, i32)>,
}

/// A part of a figure that is made up of others.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Part {
    /// What the part is called; what the figure that it reads is called, if left out.
    #[serde(deserialize_with = "refers::own")]
    name: Option<Key>,
    /// A plain number.
    n: i32,
    /// The name of another figure, or of a count.
    of: Option<Spanned<Key>>,
    /// The name of a figure that counts instead where it is higher.
    or: Option<Spanned<Key>>,
    /// How often that counts.
    times: Option<i32>,
    /// By what it is then divided, rounding down.
    over: Option<i32>,
    /// The name of the table that it is looked up in.
    table: Option<Spanned<Key>>,
    /// Whether it is that figure as it is without the state of play: a lowered attribute does not lower what was made
    /// of it once.
    whole: bool,
    /// Whether it is part of the state of play (wounds, penalties): it counts even where a lesson sets the figure.
    state: bool,
}

/// A condition: something that fighters can be in.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Condition {
    /// The id of the rule that defines it.
    rule: Spanned<Key>,
    /// What it does, in a line.
    text: String,
    /// The sign that is drawn for it: one that ships (`assets/states.ron`), or one of `looks.ron`.
    sign: Option<Spanned<String>>,
    /// What it adds to rolls and figures.
    mods: Vec<ModDef>,
    /// Verbs and kinds of deed that it forbids; "all" forbids every deed, but no save ("STR save").
    #[serde(deserialize_with = "refers::kinds")]
    forbids: Vec<Key>,
    /// Conditions that it brings with it, for as long as it lasts.
    implies: Vec<Spanned<Key>>,
    /// Conditions that end when it begins.
    replaces: Vec<Spanned<Key>>,
    /// Whether it takes somebody out of the fight while it lasts.
    out: bool,
    /// Whether it takes somebody out of the fight for good.
    dead: bool,
    /// Whether it is a posture rather than an affliction.
    stance: bool,
    /// Whether it is of use to those who are in it.
    helps: bool,
    /// Whether it ends without a word.
    quiet: bool,
    /// The word that every blow at somebody who is in it carries.
    #[serde(deserialize_with = "refers::given")]
    opens_to: Option<Key>,
    /// Whether it outlasts the battle.
    stays: bool,
    /// Whether it is of the mind: another mind in the same body has nothing of it.
    of_mind: bool,
    /// Whether several can bring it about at once, and each has to end it.
    by_each: bool,
    /// Whether two are in it with each other, so that it is neither's luck.
    mutual: bool,
    /// The mechanics without which what it says does not come about.
    pub answered_by: Vec<Spanned<String>>,
}

/// A class: what its level gives those who belong to it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClassFile {
    /// The name of the figure that is its level.
    level: Spanned<Key>,
    /// Another class that gives what this one does not say itself.
    #[serde(default)]
    like: Option<Spanned<Key>>,
    /// Figures by level: the lowest level of a row, the highest, and how much those of it have. Rows meet.
    #[serde(default)]
    gives: BTreeMap<Spanned<Key>, Ladder>,
    /// Words that everybody of it carries.
    #[serde(default, deserialize_with = "refers::given")]
    words: Vec<Key>,
}

/// A technique: something that fighters can learn.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Technique {
    /// The id of the rule that defines it.
    rule: Spanned<Key>,
    /// What it does, in a line.
    text: String,
    /// What it adds to rolls and figures.
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
