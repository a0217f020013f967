//! Whether the mechanics of a composition fit together: none answers for what another does, and none is without a
//! partner that it needs.

use std::collections::BTreeMap;

use super::reader::{Named, Problem, Problems, Source, Span, Spanned, excerpt};
use crate::battle::{AreaDef, ArmKind, ConditionName, FigureName, HarmName, Key, Mechanic, Part, Rules, Trace, Word};

/// Where the names of a ruleset's files stand.
pub(super) struct Places<'a> {
    /// In the file of the ruleset itself.
    pub own: &'a [Named],
    /// The composition.
    pub play: Span,
    /// The rulebook, where all of it is its own.
    pub book: Option<Source>,
    /// The mechanics that conditions say answer for them.
    pub answered: &'a [(ConditionName, Spanned<String>)],
    /// In all others.
    pub others: &'a [(Source, Vec<Named>)],
}

impl Places<'_> {
    /// Where the `nth` mechanic of this name stands.
    fn mechanic(&self, name: &str, nth: usize) -> Span {
        let is_it = |named: &&Named| named.kind == "mechanic" && named.name.value == name;
        self.own.iter().filter(is_it).nth(nth).map_or(self.play, |named| named.name.span)
    }

    /// In which file an arm stands, and where.
    fn arm(&self, name: Key) -> Option<(&Source, Span)> {
        self.others.iter().find_map(|(file, named)| {
            let found = named.iter().find(|named| named.kind == "name" && name == named.name.value.as_str());
            found.filter(|_| file.path().ends_with("arms.ron")).map(|named| (file, named.name.span))
        })
    }
}

/// Notes what does not fit.
pub(super) fn check(rules: &Rules, places: &Places<'_>, problems: &mut Problems) {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut verbs: BTreeMap<Key, &str> = BTreeMap::new();
    let mut harms: BTreeMap<HarmName, &str> = BTreeMap::new();
    let mut answers: BTreeMap<String, &str> = BTreeMap::new();
    for mechanic in &rules.registry.mechanics {
        let (name, nth) = (mechanic.name(), seen.entry(mechanic.name()).or_default());
        let place = places.mechanic(name, *nth);
        *nth += 1;
        if *nth > 1 && !mechanic.repeats() {
            problems.push(place, format!("`{name}` a second time"), "one mechanic for each thing");
            continue;
        }
        for deed in mechanic.deeds() {
            if let Some(other) = verbs.insert(deed.verb().key(), name).filter(|other| *other != name || *nth > 1) {
                let found = format!("a second deed called `{}`, which {} brings already", deed.verb(), quoted(other));
                problems.push(place, found, "one mechanic for each deed");
            }
        }
        for (_, what) in mechanic.answers_for() {
            let found = format!("a second answer to {what}");
            if let Some(other) = answers.insert(what, name) {
                problems.push(
                    place,
                    format!("{found}, which {} gives already", quoted(other)),
                    "one mechanic for each thing",
                );
            }
        }
        check_states(rules, mechanic.as_ref(), place, problems);
        check_partners(rules, mechanic.as_ref(), place, problems);
        check_left(rules, mechanic.as_ref(), places, place, problems);
    }
    check_answered(rules, places, problems);
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for harm in &rules.registry.harm {
        let nth = seen.entry(harm.name()).or_default();
        let place = places.mechanic(harm.name(), *nth);
        *nth += 1;
        if let Some(other) = harms.insert(harm.kind(), harm.name()) {
            let found =
                format!("harm of the kind `{}`, of which {} says already what it does", harm.kind(), quoted(other));
            problems.push(place, found, "one mechanic for each kind of harm");
        }
    }
    check_arms(rules, places, problems);
    places.book.iter().for_each(|book| check_traces(rules, book, problems));
}

/// What shows a rule that puts its name to nothing must be something that comes about here.
fn check_traces(rules: &Rules, book: &Source, problems: &mut Problems) {
    let words = rules.words();
    let is_known = |trace: &Trace| match trace {
        Trace::Fact(rule) => rules.book.contains_key(rule) || *rule == "verdict",
        Trace::Roll(roll) => words.has(Word::Roll, roll.as_str()),
        Trace::Figure(figure) => {
            rules.figures.contains_key(&FigureName::of(*figure)) || words.has(Word::Count, figure.as_str())
        }
        Trace::State(state) => rules.conditions.contains_key(state),
        Trace::Deed(verb) => rules.deeds.contains_key(verb),
        Trace::Term(_) | Trace::Manner(_) | Trace::Part(_) | Trace::Type(_) | Trace::Area(_) => true,
    };
    for rule in rules.book.values() {
        for trace in rule.shown_by.iter().filter(|trace| !is_known(trace)) {
            let found = format!("{trace:?}, which shows {} and is nothing here", rule.id);
            problems.add(Problem::whole_file(&book.to_string(), found, "what comes about in this game"));
        }
    }
}

fn quoted(name: &str) -> String {
    format!("`{name}`")
}

/// Whoever has nothing left is out of the fight, or the fight never ends.
fn check_states(rules: &Rules, mechanic: &dyn Mechanic, place: Span, problems: &mut Problems) {
    for state in mechanic.fells() {
        if rules.conditions.get(&state).is_some_and(|def| !puts_out(rules, state, 0) && !def.dead) {
            let found = format!("`{state}` at nothing, which ends no fight: it is neither `out` nor `dead`");
            problems.push(place, found, "a condition that puts somebody out of the fight");
        }
    }
}

/// Whether a condition, or one that it brings along, puts somebody out of the fight.
fn puts_out(rules: &Rules, state: ConditionName, depth: u8) -> bool {
    let brings_out = |def: &crate::battle::ConditionDef| {
        def.out || def.dead || (depth < 8 && def.implies.iter().any(|other| puts_out(rules, *other, depth + 1)))
    };
    rules.conditions.get(&state).is_some_and(|def| brings_out(def))
}

/// Whether a mechanic says something of those who are in a state.
fn answers(mechanic: &dyn Mechanic, state: ConditionName) -> bool {
    mechanic.answers_for().iter().any(|(answered, _)| *answered == state)
}

/// The mechanics that a condition says answer for it must do so.
fn check_answered(rules: &Rules, places: &Places<'_>, problems: &mut Problems) {
    for (state, named) in places.answered {
        if !rules
            .registry
            .mechanics
            .iter()
            .any(|mechanic| mechanic.name() == named.value && answers(mechanic.as_ref(), *state))
        {
            let found = format!("`{}`, which does not answer for `{state}` here", excerpt(&named.value));
            problems.push(named.span, found, "a mechanic of `play` that says what becomes of those in that state");
        }
    }
}

/// States that a mechanic brings on and leaves to others must be answered for.
fn check_left(rules: &Rules, mechanic: &dyn Mechanic, places: &Places<'_>, place: Span, problems: &mut Problems) {
    let is_answered =
        |state: &ConditionName| rules.registry.mechanics.iter().any(|other| answers(other.as_ref(), *state));
    let mut left = mechanic.relies_on(rules);
    // What a condition says of itself is told where it stands.
    left.retain(|state| !is_answered(state) && places.answered.iter().all(|(answered, _)| answered != state));
    left.sort_unstable();
    left.dedup();
    for state in left {
        let found = format!("`{state}`, which {} brings and for which nothing answers", quoted(mechanic.name()));
        problems.push(place, found, "beside it a mechanic `in` that state, such as those in `conditions`");
    }
}

/// Whether anything in a ruleset plays a part.
pub(super) fn is_played(rules: &Rules, part: Part) -> bool {
    match part {
        Part::Zones => rules.measure.zones.is_some(),
        _ => rules.registry.mechanics.iter().any(|mechanic| mechanic.plays().contains(&part)),
    }
}

/// Parts that a mechanic needs must be played by another.
fn check_partners(rules: &Rules, mechanic: &dyn Mechanic, place: Span, problems: &mut Problems) {
    for part in mechanic.needs().iter().filter(|part| !is_played(rules, **part)) {
        problems.push(place, format!("`{}` alone", mechanic.name()), format!("beside it {}", part.words()));
    }
}

/// What is wrong with how an area says its size.
fn unsized_area(rules: &Rules, arm: Key, area: AreaDef) -> Option<(String, &'static str)> {
    const ACROSS: &str = "`across: 3`, in squares, from 1 to 100";
    match (area.scale, area.across) {
        (Some(_), Some(_)) => Some((format!("an area of `{arm}` with two sizes"), "either `scale` or `across`")),
        (None, None) => Some((format!("an area of `{arm}` without a size"), ACROSS)),
        (None, Some(across)) if !AreaDef::ACROSS.contains(&across) => {
            Some((format!("an area of `{arm}` that is {across} squares across"), ACROSS))
        }
        (Some(_), None) if rules.measure.bodies.is_none() => Some((
            format!("an area of `{arm}` in a ruleset without `measure.bodies`"),
            "`bodies` in `measure`, from which the width of a `scale` is read, or `across: 3` in squares",
        )),
        _ => None,
    }
}

/// Arms that no mechanic of the composition can do anything with as they are.
fn check_arms(rules: &Rules, places: &Places<'_>, problems: &mut Problems) {
    let is_held = rules.registry.mechanics.iter().any(|mechanic| mechanic.needs_hands());
    for arm in rules.arms.values() {
        let Some((file, span)) = places.arm(arm.name) else { continue };
        let mut of_file = Problems::new(file.to_string());
        if let Some((found, expected)) = arm.area.and_then(|area| unsized_area(rules, arm.name, area)) {
            of_file.push(span, found, expected);
        }
        if is_held && arm.kind == ArmKind::Ranged && arm.hands == 0 && !arm.has("natural") {
            let found = format!("`{}`, which nobody can hold: it takes no hands", arm.name);
            of_file.push(span, found, "`hands: 1` or more, or the tag \"natural\"");
        }
        problems.extend(of_file);
    }
}
