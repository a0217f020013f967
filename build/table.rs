//! The tables as they are written for `src/reference`: what `{:?}` makes of these is what the program reads.

use std::fmt;

/// A list that is written as a slice.
pub struct Slice<T>(pub Vec<T>);

impl<T> Default for Slice<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> From<Vec<T>> for Slice<T> {
    fn from(list: Vec<T>) -> Self {
        Self(list)
    }
}

impl<T: fmt::Debug> fmt::Debug for Slice<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("&")?;
        f.debug_list().entries(&self.0).finish()
    }
}

/// Whatever a ruleset may name in a slot.
#[derive(Debug)]
pub struct Mechanic {
    pub slot: String,
    pub name: String,
    pub doc: String,
    pub file: String,
    pub line: usize,
    pub roles: Slice<String>,
    pub hears: Slice<String>,
    pub of: usize,
}

/// A struct or an enum of numbers.
#[derive(Debug)]
pub struct Group {
    pub name: String,
    pub doc: String,
    pub file: String,
    pub line: usize,
    pub fields: Slice<Field>,
    pub variants: Slice<Variant>,
}

/// A field of a group.
#[derive(Debug)]
pub struct Field {
    pub name: String,
    pub doc: String,
    pub line: usize,
    pub is: String,
    pub of: Slice<usize>,
    pub may_be_left_out: bool,
    pub read: Slice<Place>,
}

/// One of several things that an enum can be.
#[derive(Debug)]
pub struct Variant {
    pub name: String,
    pub doc: String,
    pub is: String,
    pub of: Slice<usize>,
    pub fields: Slice<Field>,
}

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub file: String,
    pub line: usize,
}

/// Something that has a name and a doc comment.
#[derive(Debug)]
pub struct Entry {
    pub name: String,
    pub doc: String,
}

/// Something that happens.
#[derive(Debug)]
pub struct Event {
    pub name: String,
    pub doc: String,
    pub fields: Slice<Entry>,
}

/// A line that names a rule.
#[derive(Debug)]
pub struct Citation {
    pub rule: String,
    pub at: Place,
}
