//! What is known while decoding: the problems so far, and which values are replaced.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};

use serde::de::DeserializeSeed;

use super::fault::{Fault, Kind};
use super::node::NodeDecoder;
use super::standin::StandIn;
use crate::rulebook::reader::tree::{Node, Value};
use crate::rulebook::reader::{Named, Problem, Span, Spanned};

/// More problems than this are not told at a time.
const MAX_PROBLEMS: usize = 64;

/// Nodes are told apart by their address, which stays the same while the tree is decoded again and again.
type Address = usize;

pub(super) struct Context<'t> {
    file: &'t str,
    problems: RefCell<Vec<Problem>>,
    told: RefCell<HashSet<Problem>>,
    /// How often something wrong was met in this pass, told before or not.
    met: Cell<usize>,
    /// How much of that a lenient collection has not dealt with.
    open: Cell<usize>,
    visits: Cell<usize>,
    /// Values to be replaced by stand-ins.
    replaced: RefCell<HashSet<Address>>,
    /// Fields to be filled in with stand-ins, by the struct that lacks them.
    filled: RefCell<HashMap<Address, Vec<&'static str>>>,
    /// Whether another pass would see more than this one.
    grown: Cell<bool>,
    /// Names of things that are somewhere else, and where they stand.
    names: RefCell<Vec<Named>>,
    noted: RefCell<HashSet<Address>>,
    /// How many more problems there were than are told.
    untold: Cell<usize>,
}

impl<'t> Context<'t> {
    pub(super) fn new(file: &'t str) -> Self {
        Self {
            file,
            problems: RefCell::default(),
            told: RefCell::default(),
            met: Cell::new(0),
            open: Cell::new(0),
            visits: Cell::new(0),
            replaced: RefCell::default(),
            filled: RefCell::default(),
            grown: Cell::new(false),
            names: RefCell::default(),
            noted: RefCell::default(),
            untold: Cell::new(0),
        }
    }

    /// Prepares another pass, if the last one has learned of anything to replace.
    pub(super) fn start_over(&self) -> bool {
        self.met.set(0);
        self.open.set(0);
        self.grown.replace(false) && !self.full()
    }

    /// How many values have been visited in all passes.
    pub(super) fn visits(&self) -> usize {
        self.visits.get()
    }

    pub(super) fn into_problems(self) -> Vec<Problem> {
        let more = match (self.untold.get(), self.grown.get()) {
            (0, false) => None,
            (0, true) => Some("more beside these".to_owned()),
            (count, _) => Some(format!("at least {count} more")),
        };
        let mut problems = self.problems.into_inner();
        problems.sort_by_key(|problem| (problem.line, problem.column));
        let last = problems.last().map(|last| Span { line: last.line, column: last.column, ..Span::START });
        if let (Some(more), Some(last)) = (more, last) {
            problems.push(Problem::at(self.file, last, more, "these mended first"));
        }
        problems
    }

    /// The names met so far; later passes would only meet them again.
    pub(super) fn take_names(&self) -> Vec<Named> {
        self.names.take()
    }

    /// Notes the names that stand in `node`. Whatever is around a name knows better what it names.
    pub(super) fn note_names(&self, kind: &'static str, node: &Node) {
        match &node.value {
            Value::Text(_) if self.noted.borrow().contains(&address(node)) => {}
            Value::Text(name) => {
                self.noted.borrow_mut().insert(address(node));
                self.names.borrow_mut().push(Named { kind, name: Spanned::new(name.to_string(), node.span) });
            }
            Value::List(items) | Value::Tuple(_, items) => items.iter().for_each(|item| self.note_names(kind, item)),
            Value::Map(entries) => entries.iter().for_each(|(key, _)| self.note_names(kind, key)),
            Value::Struct(_, fields) => fields.iter().for_each(|field| self.note_names(kind, &field.node)),
            _ => {}
        }
    }

    /// Notes a name that stands in `node` before its brackets.
    pub(super) fn note(&self, kind: &'static str, name: &str, node: &Node) {
        self.names.borrow_mut().push(Named { kind, name: Spanned::new(name.to_owned(), node.span) });
    }

    pub(super) fn met(&self) -> usize {
        self.met.get()
    }

    pub(super) fn open(&self) -> usize {
        self.open.get()
    }

    /// A lenient collection has left out the value in which these problems arose.
    pub(super) fn dealt_with_since(&self, open_before: usize) {
        self.open.set(open_before);
    }

    /// Whether no more problems are wanted.
    pub(super) fn full(&self) -> bool {
        self.problems.borrow().len() >= MAX_PROBLEMS
    }

    pub(super) fn report(
        &self,
        span: Span,
        found: impl Into<String>,
        expected: impl Into<String>,
        help: impl Into<Option<String>>,
    ) {
        self.taint();
        if self.full() {
            self.untold.set(self.untold.get() + 1);
            return;
        }
        let problem = Problem { help: help.into(), ..Problem::at(self.file, span, found, expected) };
        if self.told.borrow_mut().insert(problem.clone()) {
            self.problems.borrow_mut().push(problem);
        }
    }

    /// Notes that what is being decoded contains a stand-in, so that its own checks mean nothing.
    pub(super) fn taint(&self) {
        self.met.set(self.met.get() + 1);
        self.open.set(self.open.get() + 1);
    }

    pub(super) fn is_replaced(&self, node: &Node) -> bool {
        self.replaced.borrow().contains(&address(node))
    }

    fn replace(&self, node: &Node) {
        if self.replaced.borrow_mut().insert(address(node)) {
            self.grown.set(true);
        }
    }

    /// The fields a struct lacks, as far as is known from earlier passes.
    pub(super) fn filled(&self, node: &Node) -> Vec<&'static str> {
        self.filled.borrow().get(&address(node)).cloned().unwrap_or_default()
    }

    /// Tells that a struct lacks a field, which the next pass will fill in.
    pub(super) fn missing(&self, node: &Node, field: &'static str, of: &str) -> Fault {
        self.report(node.span, format!("no `{field}`"), format!("a field `{field}` in {of}"), None);
        let mut filled = self.filled.borrow_mut();
        let fields = filled.entry(address(node)).or_default();
        if !fields.contains(&field) {
            fields.push(field);
            self.grown.set(true);
        }
        Fault::settled()
    }

    /// Decodes a value, or its stand-in; a fault that comes out of this has been told.
    pub(super) fn child<'de, S: DeserializeSeed<'de>>(&'de self, node: &'de Node, seed: S) -> Result<S::Value, Fault> {
        self.child_of(NodeDecoder::new(self, node), seed)
    }

    pub(super) fn child_of<'de, S: DeserializeSeed<'de>>(
        &'de self,
        decoder: NodeDecoder<'de>,
        seed: S,
    ) -> Result<S::Value, Fault> {
        self.visits.set(self.visits.get() + 1);
        let node = decoder.node;
        if self.is_replaced(node) {
            self.taint();
            return seed.deserialize(StandIn::new()).map_err(|_| Fault::refused());
        }
        let before = self.met();
        seed.deserialize(decoder).map_err(|fault| self.settle(node, fault, before))
    }

    fn settle(&self, node: &Node, fault: Fault, before: usize) -> Fault {
        let sound = self.met() == before;
        match *fault.0 {
            Kind::Settled => return Fault::settled(),
            Kind::Open { span, found, expected, help } if sound => {
                self.report(span.unwrap_or(node.span), found.unwrap_or_else(|| node.describe()), expected, help);
            }
            Kind::Missing(field) if sound => drop(self.missing(node, field, &node.describe())),
            Kind::Refused | Kind::Open { .. } | Kind::Missing(_) => {}
        }
        self.replace(node);
        Fault::settled()
    }
}

fn address(node: &Node) -> Address {
    std::ptr::from_ref(node).addr()
}
