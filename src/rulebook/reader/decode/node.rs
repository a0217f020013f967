//! The decoder of one value: which shape each type asks for.

use serde::de::{Deserializer, Visitor};

use super::access::{Entries, Items, SlotParts, SpannedParts};
use super::context::Context;
use super::fault::Fault;
use super::standin::StandIn;
use super::variant::Variant;
use crate::rulebook::reader::inherit::{WRITTEN_OUT, is_inherited};
use crate::rulebook::reader::lenient::SLOT;
use crate::rulebook::reader::spanned::SPANNED;
use crate::rulebook::reader::tree::{Node, Value};
use crate::told::NAMES_OF;

/// Types may ask for an optional value of an optional value, but not for ever.
const MAX_IMPLICIT: u8 = 16;

/// Decodes one value of the tree.
#[derive(Clone, Copy)]
pub(super) struct NodeDecoder<'de> {
    pub(super) context: &'de Context<'de>,
    pub(super) node: &'de Node,
    /// The name before the bracket is that of the variant around this value, and not its own.
    pub(super) anonymous: bool,
    implicit: u8,
}

impl<'de> NodeDecoder<'de> {
    pub(super) fn new(context: &'de Context<'de>, node: &'de Node) -> Self {
        Self { context, node, anonymous: false, implicit: 0 }
    }

    /// The same value without the name before the bracket, which belongs to the variant around it.
    pub(super) fn nameless(self) -> Self {
        Self { anonymous: true, ..self }
    }

    /// The same value asked for a second time, by the type inside a type that adds no brackets of its own.
    fn again(self) -> Result<Self, Fault> {
        let implicit = self.implicit + 1;
        if implicit > MAX_IMPLICIT { Err(Fault::refused()) } else { Ok(Self { implicit, ..self }) }
    }

    /// Tells that the value is of the wrong kind, and answers with something of the right kind to go on with.
    pub(super) fn mismatch(&self, expected: impl Into<String>) -> StandIn {
        self.mismatch_with(expected, None)
    }

    pub(super) fn mismatch_with(&self, expected: impl Into<String>, help: Option<String>) -> StandIn {
        self.context.report(self.node.span, self.node.describe(), expected, help);
        StandIn::new()
    }

    /// Tells if a name before the bracket is not the one the type has.
    pub(super) fn check_name(&self, name: &str) {
        if let Some(found) = self.node.name().filter(|found| !self.anonymous && *found.text != *name) {
            // A `FighterFile` is a name of the program's own.
            let is_own = name.ends_with("File");
            let expected =
                if is_own { "no name before the bracket".to_owned() } else { format!("`{name}` or no name") };
            self.context.report(found.span, format!("`{}`", found.text), expected, None);
        }
    }
}

macro_rules! delegate {
    ($($method:ident => $way:ident,)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            self.$way(visitor)
        })*
    };
}

impl<'de> Deserializer<'de> for NodeDecoder<'de> {
    type Error = Fault;

    delegate! {
        deserialize_any => any,
        deserialize_bool => truth,
        deserialize_i8 => whole_i8,
        deserialize_i16 => whole_i16,
        deserialize_i32 => whole_i32,
        deserialize_i64 => whole_i64,
        deserialize_i128 => whole_i128,
        deserialize_u8 => whole_u8,
        deserialize_u16 => whole_u16,
        deserialize_u32 => whole_u32,
        deserialize_u64 => whole_u64,
        deserialize_u128 => whole_u128,
        deserialize_f32 => float_f32,
        deserialize_f64 => float_f64,
        deserialize_char => letter,
        deserialize_str => text,
        deserialize_string => text,
        deserialize_identifier => text,
        deserialize_bytes => bytes,
        deserialize_byte_buf => bytes,
        deserialize_unit => unit,
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match &self.node.value {
            Value::Word(word) if **word == *"None" => visitor.visit_none(),
            Value::Tuple(Some(name), items) if *name.text == *"Some" && !self.anonymous => match &**items {
                [item] => visitor.visit_some(Self::new(self.context, item)),
                _ => self.mismatch("`Some(...)` of one value, or `None`").deserialize_option(visitor),
            },
            _ => visitor.visit_some(self.again()?),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Fault> {
        match &self.node.value {
            Value::Word(word) if **word == *name => visitor.visit_unit(),
            _ if self.node.is_unit() => visitor.visit_unit(),
            _ => self.mismatch(format!("`{name}`")).deserialize_unit(visitor),
        }
    }

    /// `Feet(30)`, `(30)` and `30` are the same to a struct around one value, as long as that value needs no brackets.
    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Fault> {
        if let Some(kind) = name.strip_prefix(NAMES_OF) {
            self.context.note_names(kind, self.node);
            return visitor.visit_newtype_struct(self.again()?);
        }
        match &self.node.value {
            _ if name == SPANNED => visitor.visit_seq(SpannedParts::new(self.again()?)),
            _ if name == SLOT => visitor.visit_seq(SlotParts::new(self.again()?)),
            Value::Tuple(found, items) if items.len() == 1 && (!self.anonymous || found.is_none()) => {
                self.check_name(name);
                match items.first() {
                    Some(item) => visitor.visit_newtype_struct(Self::new(self.context, item)),
                    None => visitor.visit_newtype_struct(self.again()?),
                }
            }
            _ => visitor.visit_newtype_struct(self.again()?),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match &self.node.value {
            Value::List(items) => visitor.visit_seq(Items::new(self.context, items)),
            _ => self.mismatch("a list `[...]`").deserialize_seq(visitor),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Fault> {
        self.tuple(None, len, visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.tuple(Some(name), len, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match &self.node.value {
            Value::Map(entries) => {
                self.tell_repeated_keys(entries);
                visitor.visit_map(Entries::new(self.context, entries))
            }
            _ => self.mismatch("a map `{ key: value }`").deserialize_map(visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        if is_inherited(self.node) {
            return self.mismatch(WRITTEN_OUT).deserialize_struct(name, fields, visitor);
        }
        self.check_name(name);
        // The program calls what it reads of a fighter a `FighterFile`.
        let of = match name.strip_suffix("File").unwrap_or(name) {
            "" => "this file".to_owned(),
            of => format!("`{}`", of.to_lowercase()),
        };
        self.fields(&of, fields, visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match Variant::choose(self, variants) {
            Some(variant) => {
                if let Some(kind) = name.strip_prefix(NAMES_OF) {
                    self.context.note(kind, variant.name(), self.node);
                }
                visitor.visit_enum(variant)
            }
            None => StandIn::new().deserialize_enum(name, variants, visitor),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_unit()
    }
}
