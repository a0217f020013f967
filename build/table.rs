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

/// A slot of a composition.
#[derive(Debug)]
pub struct Slot {
    pub name: String,
    pub doc: String,
    pub is_one: bool,
}

/// A file of a ruleset.
#[derive(Debug)]
pub struct File {
    pub name: String,
    pub doc: String,
    pub is: String,
    pub of: Slice<usize>,
    pub shape: Shape,
    pub may_be_left_out: bool,
}

/// Words that stand in the code.
#[derive(Debug)]
pub struct Words {
    pub name: String,
    pub doc: String,
    pub words: Slice<String>,
}

/// What is written for something.
#[derive(Clone, PartialEq, Eq)]
pub enum Shape {
    /// A text in quotes, by what it is or names: "dice", "figure".
    Word(String),
    Whole,
    Real,
    Flag,
    /// The mechanics of a ruleset, by their slots.
    Slots,
    /// A bare word, always this one.
    Just(String),
    /// A bare word with something in brackets behind it.
    Call(String, Box<Shape>),
    /// A group, by its place among all.
    Group(usize),
    List(Box<Shape>),
    Map(Box<Shape>, Box<Shape>),
    Tuple(Vec<Shape>),
    OneOf(Vec<Shape>),
}

impl Shape {
    /// Adds the groups in it to a list, each once.
    pub fn note(&self, groups: &mut Vec<usize>) {
        match self {
            Self::Group(index) => {
                if !groups.contains(index) {
                    groups.push(*index);
                }
            }
            Self::Call(_, of) | Self::List(of) => of.note(groups),
            Self::Map(key, of) => [key, of].into_iter().for_each(|part| part.note(groups)),
            Self::Tuple(parts) | Self::OneOf(parts) => parts.iter().for_each(|part| part.note(groups)),
            Self::Word(_) | Self::Whole | Self::Real | Self::Flag | Self::Slots | Self::Just(_) => {}
        }
    }
}

// As the program reads it.
impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(kind) => write!(f, "Shape::Word({kind:?})"),
            Self::Whole => f.write_str("Shape::Whole"),
            Self::Real => f.write_str("Shape::Real"),
            Self::Flag => f.write_str("Shape::Flag"),
            Self::Slots => f.write_str("Shape::Slots"),
            Self::Just(word) => write!(f, "Shape::Just({word:?})"),
            Self::Call(word, of) => write!(f, "Shape::Call({word:?}, &{of:?})"),
            Self::Group(index) => write!(f, "Shape::Group({index})"),
            Self::List(of) => write!(f, "Shape::List(&{of:?})"),
            Self::Map(key, of) => write!(f, "Shape::Map(&{key:?}, &{of:?})"),
            Self::Tuple(parts) => write!(f, "Shape::Tuple(&{parts:?})"),
            Self::OneOf(parts) => write!(f, "Shape::OneOf(&{parts:?})"),
        }
    }
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
    pub shape: Shape,
    pub may_be_left_out: bool,
    pub default: String,
    pub read: Slice<Place>,
}

/// One of several things that an enum can be.
#[derive(Debug)]
pub struct Variant {
    pub name: String,
    pub doc: String,
    pub is: String,
    pub of: Slice<usize>,
    pub shape: Slice<Shape>,
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
