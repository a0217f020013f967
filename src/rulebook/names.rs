//! The names that a ruleset gives, for checking that whatever is referred to
//! is there, and that whatever is there is asked for.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::reader::{Named, Problems, Spanned};
use crate::battle::{
    Arm, ConditionName, Deed, Dictionary, Key, ObjectDef, Profile, Registry, RuleId, Rules, Verb, Written, house_words,
};
use crate::dice::Expr;

/// Every name of one ruleset, by what it names.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    pub rules: BTreeSet<Key>,
    pub figures: BTreeSet<Key>,
    pub tables: BTreeSet<Key>,
    pub conditions: BTreeSet<Key>,
    pub techniques: BTreeSet<Key>,
    pub classes: BTreeSet<Key>,
    pub arms: BTreeSet<Key>,
    pub profiles: BTreeSet<Key>,
    pub objects: BTreeSet<Key>,
    pub deeds: BTreeSet<Key>,
    pub groups: BTreeSet<Key>,
    pub harms: BTreeSet<Key>,
    pub arm_figures: BTreeSet<Key>,
    pub arm_words: BTreeSet<Key>,
    pub types: BTreeSet<Key>,
    pub words: BTreeSet<Key>,
    pub spoken: Written,
}

/// Words of the code, by the kind of name that they may stand for.
fn of_code(kind: &str) -> impl Iterator<Item = &'static str> {
    let lists: &[&[&'static str]] = match kind {
        "figure or roll" => &[house_words::ROLLS],
        "word of a roll" => &[house_words::WORDS_OF_ROLLS, house_words::TAGS],
        "kind of deed" => &[house_words::KINDS_OF_DEEDS],
        "type of damage" => &[house_words::TYPES],
        "word that anything asks for" | "word of an arm" | "word of a fighter" => &[house_words::TAGS],
        "name" => &[house_words::ROLLS, house_words::WORDS_OF_ROLLS, house_words::KINDS_OF_DEEDS, house_words::TAGS],
        _ => &[],
    };
    lists.iter().copied().flatten().copied()
}

impl Names {
    /// The names of a ruleset that has been read.
    pub(super) fn of(rules: &Rules) -> Self {
        let learned = rules.conditions.iter().filter(|(_, def)| def.learned);
        let states = rules.conditions.iter().filter(|(_, def)| !def.learned);
        let mut names = Self {
            rules: keys(rules.book.keys()),
            figures: keys(rules.figures.keys()),
            tables: keys(rules.tables.keys()),
            conditions: keys(states.map(|(name, _)| name)),
            techniques: keys(learned.map(|(name, _)| name)),
            classes: keys(rules.classes.keys()),
            spoken: rules.written.clone(),
            ..Self::default()
        };
        // Whatever is asked for may be given by battles alone.
        let asked: BTreeSet<Key> = names.spoken.get("name").cloned().unwrap_or_default();
        names.spoken.entry("name of its own").or_default().extend(asked);
        names.learn(&rules.arms, &rules.profiles, &rules.objects);
        names.learn_deeds(&rules.deeds, &rules.registry);
        names
    }

    /// The names, figures and words that these things have.
    pub(super) fn learn(
        &mut self,
        arms: &Dictionary<Arc<Arm>>,
        profiles: &Dictionary<Arc<Profile>>,
        objects: &Dictionary<Arc<ObjectDef>>,
    ) {
        (self.arms, self.profiles, self.objects) = (keys(arms.keys()), keys(profiles.keys()), keys(objects.keys()));
        self.arm_figures = arms.values().flat_map(|arm| arm.figures.keys().copied()).collect();
        self.arm_words = arms.values().flat_map(|arm| arm.tags.iter().chain(&arm.types).copied()).collect();
        self.types = arms.values().flat_map(|arm| arm.types.iter().copied()).collect();
        let things = objects.values().flat_map(|object| object.tags.iter().copied());
        self.words = profiles.values().flat_map(|profile| profile.tags.iter().copied()).chain(things).collect();
    }

    /// What can be done, and what can be harmed.
    pub(super) fn learn_deeds(&mut self, deeds: &Dictionary<Arc<dyn Deed>, Verb>, registry: &Registry) {
        self.deeds = keys(deeds.keys());
        self.groups = deeds.values().map(|deed| Key::from(deed.group().as_str())).collect();
        self.harms = registry.harm.iter().map(|harm| harm.kind().key()).collect();
    }

    /// Names that a ruleset's file makes up or asks for, by what it says that they name.
    pub(super) fn listen(&mut self, named: &[Named]) {
        for Named { kind, name } in named {
            let key = Key::new(&name.value);
            // What is said twice is both given and asked for.
            let is_either = |of: &str| *kind == "name" || of == "name";
            if self.spoken.iter().any(|(of, names)| is_either(of) && names.contains(&key)) {
                self.spoken.entry("name of its own").or_default().insert(key);
            }
            self.spoken.entry(kind).or_default().insert(key);
        }
    }

    /// Words of rolls that arms and other things ask for, and names that they make up.
    pub(super) fn overhear(&mut self, named: &[Named]) {
        let asks = |named: &&Named| ["word of a roll", "name of its own"].contains(&named.kind);
        let heard: Vec<Named> = named.iter().filter(asks).cloned().collect();
        self.listen(&heard);
    }

    fn spoken_as(&self, kinds: &[&str]) -> Vec<&BTreeSet<Key>> {
        kinds.iter().filter_map(|kind| self.spoken.get(*kind)).collect()
    }

    /// Where a name of this kind may have come from.
    fn sources(&self, kind: &str) -> Vec<&BTreeSet<Key>> {
        let spoken = |kinds: &[&str]| self.spoken_as(kinds);
        let (own, tags) = (spoken(&["name of its own"]), [&self.arm_words, &self.words]);
        match kind {
            "rule" => vec![&self.rules],
            "figure" => vec![&self.figures],
            "condition" => vec![&self.conditions],
            "technique" => vec![&self.techniques],
            "arm" => vec![&self.arms],
            "deed" => vec![&self.deeds],
            "kind of harm" => vec![&self.harms],
            "figure of an arm" => vec![&self.arm_figures],
            "word of an arm" => vec![&self.arm_words],
            "profile" => vec![&self.profiles],
            "word of a fighter" => vec![&self.words],
            "figure or roll" => [vec![&self.figures], own].concat(),
            "word of a roll" => {
                let asked = spoken(&["name", "word of an arm", "word of a fighter", "word of places"]);
                let those = [&self.arms, &self.deeds, &self.groups, &self.techniques, &self.conditions];
                [tags.to_vec(), those.to_vec(), own, asked].concat()
            }
            "kind of deed" => {
                [vec![&self.deeds, &self.groups, &self.figures, &self.arms], own, spoken(&["name", "deed"])].concat()
            }
            "word that anything asks for" | "type of damage" => {
                let asked = ["name", "word of an arm", "word of a fighter", "word of a roll", "word of places"];
                [own, spoken(&asked), vec![&self.techniques]].concat()
            }
            "name" => [
                vec![&self.rules, &self.figures, &self.tables, &self.conditions, &self.techniques, &self.classes],
                vec![&self.arms, &self.profiles, &self.objects, &self.deeds, &self.groups, &self.harms],
                vec![&self.arm_figures, &self.arm_words, &self.words],
                own,
                spoken(&["word of places", "deed"]),
            ]
            .concat(),
            _ => Vec::new(),
        }
    }

    /// Checks names where the types of a file told what they name.
    pub(super) fn check_all_of<'a>(&self, named: impl IntoIterator<Item = &'a Named>, problems: &mut Problems) {
        // Dice that stand in one bracket with a name are no name.
        let is_dice = |name: &str| name.parse::<Expr>().is_ok();
        let made_up = ["name of its own", "word of places", "mechanic"];
        for Named { kind, name } in named.into_iter().filter(|named| !made_up.contains(&named.kind)) {
            let key = Key::new(&name.value);
            let sources = self.sources(kind);
            let is_known = match *kind {
                "type of damage" => self.is_type(key),
                _ => sources.iter().any(|known| known.contains(&key)) || of_code(kind).any(|word| key == word),
            };
            if key == "" || is_known {
                continue;
            }
            let is_told = problems.iter().any(|told| (told.line, told.column) == (name.span.line, name.span.column));
            if is_told || is_dice(&name.value) || self.is_put_together(kind, &name.value) {
                continue;
            }
            // Many more words can be forbidden than are meant by whoever forbids a deed.
            let types: BTreeSet<Key> = self.types.iter().copied().filter(|known| self.is_type(*known)).collect();
            let offered = match *kind {
                "kind of deed" => vec![&self.deeds, &self.groups],
                "type of damage" => vec![&types],
                _ => sources,
            };
            let known: BTreeSet<Key> =
                offered.into_iter().flatten().copied().chain(of_code(kind).map(Key::new)).collect();
            check(problems, &Spanned::new(key, name.span), kind, &known);
        }
    }

    /// Whether damage may be of this type: what is the name of something else is none, though somebody asks for it.
    fn is_type(&self, name: Key) -> bool {
        let kind = "type of damage";
        let is_asked_for = || self.sources(kind).iter().any(|known| known.contains(&name));
        of_code(kind).any(|word| name == word) || (!self.names_another(name) && is_asked_for())
    }

    /// Whether something that does no damage has this name.
    fn names_another(&self, name: Key) -> bool {
        let others = [&self.rules, &self.figures, &self.tables, &self.techniques, &self.classes];
        let more = [&self.arms, &self.profiles, &self.objects, &self.deeds];
        others.into_iter().chain(more).any(|known| known.contains(&name))
    }

    /// Whether these words are put together from known ones: saves on a figure, getting up from a posture, a stunt,
    /// one of several parts of a body ("left hind leg"), a card.
    fn is_put_together(&self, kind: &str, words: &str) -> bool {
        let is = |word: Option<&str>, known: &[&BTreeSet<Key>]| {
            word.is_some_and(|word| known.iter().any(|known| known.contains(&Key::new(word))))
        };
        match kind {
            "kind of deed" => {
                let from = words.strip_prefix("stand from ");
                is(words.strip_suffix(" save"), &[&self.figures]) || is(from, &[&self.conditions])
            }
            "name" | "word that anything asks for" => {
                let last = words.rsplit_once(' ').map(|(_, last)| last);
                words.starts_with("stunt ")
                    || is(last, &self.spoken_as(&["name of its own"]))
                    || last.is_some_and(|last| of_code(kind).any(|word| word == last))
            }
            _ => false,
        }
    }
}

/// Notes that `name` is none of the `known` ones.
pub(super) fn check(problems: &mut Problems, name: &Spanned<Key>, kind: &str, known: &BTreeSet<Key>) {
    if !known.contains(&name.value) {
        let candidates: Vec<&str> = known.iter().map(|key| key.as_str()).collect();
        problems.unknown(&Spanned::new(name.value.as_str(), name.span), kind, &candidates);
    }
}

/// The same for several.
pub(super) fn check_all<'a>(
    problems: &mut Problems,
    names: impl IntoIterator<Item = &'a Spanned<Key>>,
    kind: &str,
    known: &BTreeSet<Key>,
) {
    names.into_iter().for_each(|name| check(problems, name, kind, known));
}

/// Ids of rules without their places.
pub(super) fn ids_of(names: &[Spanned<Key>]) -> Vec<RuleId> {
    names.iter().map(|name| RuleId::of(name.value)).collect()
}

/// Conditions without their places.
pub(super) fn states_of(names: &[Spanned<Key>]) -> Vec<ConditionName> {
    names.iter().map(|name| ConditionName::of(name.value)).collect()
}

/// The names of a list without their places.
pub(super) fn plain(names: &[Spanned<Key>]) -> Vec<Key> {
    names.iter().map(|name| name.value).collect()
}

/// The names that something is filed under.
pub(super) fn keys(names: impl Iterator<Item: Into<Key>>) -> BTreeSet<Key> {
    names.map(Into::into).collect()
}
