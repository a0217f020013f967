//! What a file has from the one that its field `from` names.
//!
//! What it does not say itself it takes over: fields, entries of maps, and the fields of groups, at every depth. Whatever
//! it does say stands in place of what is inherited, and a list, a mechanic or an entry of a map does so as a whole. Where
//! it stands for a little more, a little less or a small change, `Inherited(...)` is written in its place:
//!
//! ```ron
//! attack: Inherited(
//!     without: [Grabs],
//!     changed: {LosesTurn(in: "stunned"): (rule: "X-07")},
//!     also: [CloseCombat(...)],
//! ),
//! initiative: Inherited(seconds: 10),
//! ```
//!
//! Of a list it says what goes, what is changed, and what comes before (`first`) and behind (`also`) it; of a map what goes
//! and what is added; of anything with fields the fields that differ. An item is named by what it says: the name of a
//! mechanic, a text as it is, or a group with some of its fields. It is all done before types are asked for, so it works
//! wherever a list, a map or fields stand, and whatever comes of it is checked as if it had been written out.

use std::collections::BTreeSet;

use super::settings::{self, words};
use super::tree::{Field, Name, Node, Value};
use super::{Problem, Problems, Span, Spanned, one_of};

/// The word for what would stand there if the file said nothing.
const INHERITED: &str = "Inherited";
/// What stands in its place where there is nothing to inherit.
pub(super) const WRITTEN_OUT: &str = "a value written out, since nothing is inherited here";
/// What it can say of a list, and of a map.
const OF_LISTS: [&str; 4] = ["first", "also", "changed", "without"];
const OF_MAPS: [&str; 2] = ["also", "without"];

/// Takes over from the other file, which the field `from` at this place names, whatever `root` does not say itself; it
/// stands then where the file says from where it comes. Without another file it only looks for what wants one.
pub(super) fn inherit(file: &str, root: &mut Node, base: Option<(Node, Span)>) -> Result<(), Vec<Problem>> {
    let mut heir = Heir { problems: Problems::new(file), help: None };
    match base {
        Some((mut base, from)) => {
            put_at(&mut base, from);
            heir.take_over(root, base);
        }
        None => heir.help = Some("a field `from` names the ruleset to inherit from"),
    }
    heir.tell_what_is_left(root);
    heir.problems.or(())
}

/// Gives each entry of a map, called `kind`, that says in the field `like` which other it resembles what that one says beside
/// it.
pub(super) fn liken(
    file: &str,
    map: Option<&mut Node>,
    (like, kind): (&str, &str),
    others: impl Fn() -> Result<Node, Vec<Problem>>,
) -> Result<(), Vec<Problem>> {
    let Some(Node { value: Value::Map(entries), .. }) = map else { return Ok(()) };
    let mut heir = Heir { problems: Problems::new(file), help: None };
    for (_, entry) in entries.iter_mut() {
        let Some(wanted) = settings::text_of_field(entry, like) else { continue };
        if let Value::Struct(_, fields) = &mut entry.value {
            let all = std::mem::take(fields).into_vec().into_iter();
            *fields = all.filter(|field| &*field.name.text != like).collect();
        }
        let Value::Map(others) = others()?.value else { continue };
        let names: Vec<String> = others.iter().map(|(key, _)| call(key)).collect();
        match others.into_vec().into_iter().find(|(key, _)| call(key) == wanted.value) {
            Some((_, mut other)) => {
                put_at(&mut other, wanted.span);
                heir.take_over(entry, other);
            }
            None => heir.problems.unknown(&wanted, kind, &names),
        }
    }
    heir.problems.or(())
}

/// Makes everything in `node` stand at one place.
fn put_at(node: &mut Node, span: Span) {
    node.span = span;
    match &mut node.value {
        Value::List(items) => items.iter_mut().for_each(|item| put_at(item, span)),
        Value::Tuple(name, items) => {
            name.iter_mut().for_each(|name| name.span = span);
            items.iter_mut().for_each(|item| put_at(item, span));
        }
        Value::Map(entries) => entries.iter_mut().for_each(|(key, value)| {
            put_at(key, span);
            put_at(value, span);
        }),
        Value::Struct(name, fields) => {
            name.iter_mut().for_each(|name| name.span = span);
            fields.iter_mut().for_each(|field| {
                field.name.span = span;
                put_at(&mut field.node, span);
            });
        }
        _ => {}
    }
}

/// Whether a value stands for what is inherited.
pub(super) fn is_inherited(node: &Node) -> bool {
    let word = match &node.value {
        Value::Word(word) => Some(word),
        _ => node.name().map(|name| &name.text),
    };
    word.is_some_and(|word| &**word == INHERITED)
}

/// Whether an item of a list is the one that a file names: the fields that are named are those of the item.
fn fits(named: &Value, item: &Value) -> bool {
    match (named, item) {
        (Value::Word(word), Value::Tuple(Some(name), _) | Value::Struct(Some(name), _)) => *word == name.text,
        (Value::Struct(name, some), Value::Struct(of, all)) => {
            let has = |field: &Field| {
                all.iter().any(|other| other.name.text == field.name.text && is_same(&field.node, &other.node))
            };
            is_called_the_same(name.as_deref(), of.as_deref()) && some.iter().all(has)
        }
        (Value::Tuple(name, some), Value::Tuple(of, all)) => {
            is_called_the_same(name.as_deref(), of.as_deref()) && are_same(some, all)
        }
        _ => words(named) == words(item) && std::mem::discriminant(named) == std::mem::discriminant(item),
    }
}

fn is_called_the_same(name: Option<&Name>, other: Option<&Name>) -> bool {
    name.map(|name| &name.text) == other.map(|name| &name.text)
}

/// Whether two values say the same.
fn is_same(one: &Node, other: &Node) -> bool {
    match (&one.value, &other.value) {
        (Value::List(some), Value::List(all)) => are_same(some, all),
        (Value::Map(some), Value::Map(all)) => {
            let is_in =
                |(key, value): &(Node, Node)| all.iter().any(|(other, its)| is_same(key, other) && is_same(value, its));
            some.len() == all.len() && some.iter().all(is_in)
        }
        (Value::Struct(_, some), Value::Struct(_, all)) => some.len() == all.len() && fits(&one.value, &other.value),
        (one, other) => fits(one, other),
    }
}

fn are_same(some: &[Node], all: &[Node]) -> bool {
    some.len() == all.len() && some.iter().zip(all).all(|(one, other)| is_same(one, other))
}

/// What an item of a list is called by, for those who look for one.
fn call(node: &Node) -> String {
    match (&node.value, node.name()) {
        (Value::Word(word), _) => word.to_string(),
        (Value::Text(text), _) => text.to_string(),
        (_, Some(name)) => name.text.to_string(),
        _ => node.describe().trim_matches('`').to_owned(),
    }
}

/// Takes over, and notes what cannot be.
struct Heir {
    problems: Problems,
    /// What else is told of whatever inherits nothing.
    help: Option<&'static str>,
}

impl Heir {
    fn take_over(&mut self, own: &mut Node, theirs: Node) {
        if is_inherited(own) {
            let span = own.span;
            let changes = std::mem::replace(&mut own.value, Value::Wrong);
            own.value = self.extend(span, changes, theirs);
            return;
        }
        match (&mut own.value, theirs.value) {
            (Value::Struct(_, own), Value::Struct(_, theirs)) => {
                *own = self.fields(std::mem::take(own).into_vec(), theirs.into_vec());
            }
            (Value::Map(own), Value::Map(theirs)) => {
                *own = self.entries(std::mem::take(own).into_vec(), theirs.into_vec());
            }
            _ => {}
        }
    }

    /// The fields of a group, and those that it does not say.
    fn fields(&mut self, mut own: Vec<Field>, theirs: Vec<Field>) -> Box<[Field]> {
        for field in theirs {
            match own.iter_mut().find(|each| each.name.text == field.name.text) {
                // A mechanic is taken as a whole or not at all.
                Some(each) if each.node.name().is_none() || is_inherited(&each.node) => {
                    self.take_over(&mut each.node, field.node);
                }
                Some(_) => {}
                None => own.push(field),
            }
        }
        own.into()
    }

    /// The entries of a map, and those that it does not say.
    fn entries(&mut self, mut own: Vec<(Node, Node)>, theirs: Vec<(Node, Node)>) -> Box<[(Node, Node)]> {
        for (key, node) in theirs {
            match own.iter_mut().find(|(each, _)| is_same(each, &key)) {
                Some((_, each)) if is_inherited(each) => self.take_over(each, node),
                Some(_) => {}
                None => own.push((key, node)),
            }
        }
        own.into()
    }

    /// What comes of `Inherited(...)`.
    fn extend(&mut self, span: Span, changes: Value, theirs: Node) -> Value {
        let fields = match changes {
            Value::Struct(_, fields) => fields.into_vec(),
            changes => {
                let found = Node { span, value: changes }.describe();
                let found = format!("{found}, which says no change");
                let expected = format!("`{INHERITED}(...)` with fields, or nothing at all for what is as it was");
                self.problems.push(span, found, expected);
                return theirs.value;
            }
        };
        match theirs.value {
            Value::List(items) => Value::List(self.list(fields, items.into_vec()).into()),
            Value::Map(entries) => self.map(fields, entries.into_vec()),
            Value::Struct(name, all) => Value::Struct(name, self.fields(fields, all.into_vec())),
            value => {
                let found =
                    format!("`{INHERITED}(...)` in place of {}", Node { span, value: value.clone() }.describe());
                self.problems.push(span, found, "a value: what is inherited here has no parts that could be changed");
                value
            }
        }
    }

    /// An inherited list with what goes, is changed and is added.
    fn list(&mut self, fields: Vec<Field>, mut items: Vec<Node>) -> Vec<Node> {
        let inherited = items.clone();
        let mut named = BTreeSet::new();
        let (mut gone, mut first, mut also) = (BTreeSet::new(), Vec::new(), Vec::new());
        for field in self.known(fields, &OF_LISTS) {
            let Field { name, node } = field;
            match (&*name.text, node.value) {
                ("first", Value::List(more)) => first.extend(more),
                ("also", Value::List(more)) => also.extend(more),
                ("without", Value::List(some)) => {
                    gone.extend(some.iter().filter_map(|one| self.find(one, &inherited, &mut named)));
                }
                ("changed", Value::Map(some)) => {
                    for (one, changes) in some {
                        let at = self.find(&one, &inherited, &mut named);
                        if let Some(item) = at.and_then(|at| items.get_mut(at)) {
                            self.change(item, changes);
                        }
                    }
                }
                ("changed", value) => {
                    let found = Node { span: node.span, value }.describe();
                    self.problems.push(
                        node.span,
                        found,
                        "a map `{...}` from what is inherited to the fields that differ",
                    );
                }
                (_, value) => {
                    let found = Node { span: node.span, value }.describe();
                    self.problems.push(node.span, found, "a list `[...]`");
                }
            }
        }
        let stays = items.into_iter().enumerate().filter(|(at, _)| !gone.contains(at)).map(|(_, item)| item);
        first.into_iter().chain(stays).chain(also).collect()
    }

    /// An inherited map with what goes and what is added.
    fn map(&mut self, fields: Vec<Field>, mut entries: Vec<(Node, Node)>) -> Value {
        let keys: Vec<Node> = entries.iter().map(|(key, _)| key.clone()).collect();
        let mut named = BTreeSet::new();
        let (mut gone, mut also) = (BTreeSet::new(), Vec::new());
        for field in self.known(fields, &OF_MAPS) {
            let Field { name, node } = field;
            match (&*name.text, node.value) {
                ("also", Value::Map(more)) => also.extend(more),
                ("without", Value::List(some)) => {
                    gone.extend(some.iter().filter_map(|one| self.find(one, &keys, &mut named)));
                }
                (which, value) => {
                    let expected = if which == "also" { "a map `{...}`" } else { "a list `[...]` of keys" };
                    self.problems.push(node.span, Node { span: node.span, value }.describe(), expected);
                }
            }
        }
        let mut at = 0..;
        entries.retain(|_| at.next().is_none_or(|at| !gone.contains(&at)));
        Value::Map(self.entries(also, entries))
    }

    /// The fields that can be said; others are told.
    fn known(&mut self, fields: Vec<Field>, known: &[&str]) -> Vec<Field> {
        let mut seen = BTreeSet::new();
        let mut kept = Vec::new();
        for field in fields {
            let name = field.name.text.to_string();
            if !known.contains(&name.as_str()) {
                self.problems.unknown(&Spanned::new(name, field.name.span), "field", known);
            } else if !seen.insert(name) {
                self.problems.push(field.name.span, format!("`{}` again", field.name.text), "each field once");
            } else {
                kept.push(field);
            }
        }
        kept
    }

    /// Which of the inherited items a file names.
    fn find(&mut self, wanted: &Node, items: &[Node], named: &mut BTreeSet<usize>) -> Option<usize> {
        let fitting: Vec<usize> = (0..items.len()).filter(|at| fits(&wanted.value, &items[*at].value)).collect();
        match fitting.as_slice() {
            [one] if named.insert(*one) => Some(*one),
            [_] => {
                self.problems.push(wanted.span, format!("{} again", wanted.describe()), "each item once");
                None
            }
            [] => {
                let mut names: Vec<String> = items.iter().map(call).collect();
                names.dedup();
                let found = format!("{}, which is not inherited here", wanted.describe());
                let problem = Problem::at(self.problems.file(), wanted.span, found, one_of(&names));
                self.problems.add(problem.suggesting(&call(wanted), &names));
                None
            }
            several => {
                let found = format!("{}, which fits {} of what is inherited", wanted.describe(), several.len());
                let expected = "one alone, by a field in which they differ, as in `LosesTurn(in: \"stunned\")`";
                self.problems.push(wanted.span, found, expected);
                None
            }
        }
    }

    /// Changes fields of one item.
    fn change(&mut self, item: &mut Node, changes: Node) {
        let found = changes.describe();
        match (&mut item.value, changes.value) {
            (Value::Struct(_, all), Value::Struct(None, fields)) => {
                *all = self.fields(fields.into_vec(), std::mem::take(all).into_vec());
            }
            (Value::Struct(..), _) => {
                self.problems.push(changes.span, found, "the fields that differ, as a group `(...)`");
            }
            _ => {
                let found = format!("fields for {}, which has none", item.describe());
                self.problems.push(changes.span, found, "it among `without`, and anew among `also`");
            }
        }
    }

    /// Tells whatever wants to extend something and has nothing to extend.
    fn tell_what_is_left(&mut self, node: &Node) {
        if is_inherited(node) {
            let problem = Problem::at(self.problems.file(), node.span, node.describe(), WRITTEN_OUT);
            self.problems.add(match self.help {
                Some(help) => problem.with_help(help),
                None => problem,
            });
            return;
        }
        match &node.value {
            Value::List(items) | Value::Tuple(_, items) => items.iter().for_each(|item| self.tell_what_is_left(item)),
            Value::Map(entries) => entries.iter().for_each(|(_, value)| self.tell_what_is_left(value)),
            Value::Struct(_, fields) => fields.iter().for_each(|field| self.tell_what_is_left(&field.node)),
            _ => {}
        }
    }
}
