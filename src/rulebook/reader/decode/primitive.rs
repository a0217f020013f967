//! Numbers, texts and the other values that have no parts.

use serde::de::{Deserializer, Visitor};

use super::access::{Entries, FieldList, Items};
use super::fault::Fault;
use super::node::NodeDecoder;
use crate::rulebook::reader::tree::{Node, Value};

macro_rules! whole_numbers {
    ($($method:ident: $kind:ident, $visit:ident, $deserialize:ident;)*) => {
        $(pub(super) fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            let (lowest, highest) = bounds($kind::MIN, $kind::MAX);
            match self.node.whole().and_then(|number| $kind::try_from(number).ok()) {
                Some(number) if (lowest..=highest).contains(&number) => visitor.$visit(number),
                _ => {
                    let range = range($kind::BITS, lowest.to_string(), highest.to_string());
                    self.mismatch(range).$deserialize(visitor)
                }
            }
        })*
    };
}

/// No number of any game is further from zero than this: so none that is read can be added to others, or taken so many
/// times, until it no longer fits. Numbers of 64 bits are not of a game: they number battles.
const LARGEST: i32 = 10_000_000;

fn bounds<N: Copy + PartialOrd + TryFrom<i32>>(lowest: N, highest: N) -> (N, N) {
    match (N::try_from(-LARGEST), N::try_from(LARGEST)) {
        (Ok(low), Ok(high)) if size_of::<N>() == size_of::<i32>() && low > lowest && high < highest => (low, high),
        _ => (lowest, highest),
    }
}

/// What a whole number may be; limits that are only those of the machine are not told.
fn range(bits: u32, lowest: String, highest: String) -> String {
    match (bits, lowest.as_str()) {
        (64.., "0") => "a whole number, 0 or more".to_owned(),
        (64.., _) => "a whole number".to_owned(),
        _ => format!("a whole number from {lowest} to {highest}"),
    }
}

impl<'de> NodeDecoder<'de> {
    whole_numbers! {
        whole_i8: i8, visit_i8, deserialize_i8;
        whole_i16: i16, visit_i16, deserialize_i16;
        whole_i32: i32, visit_i32, deserialize_i32;
        whole_i64: i64, visit_i64, deserialize_i64;
        whole_i128: i128, visit_i128, deserialize_i128;
        whole_u8: u8, visit_u8, deserialize_u8;
        whole_u16: u16, visit_u16, deserialize_u16;
        whole_u32: u32, visit_u32, deserialize_u32;
        whole_u64: u64, visit_u64, deserialize_u64;
        whole_u128: u128, visit_u128, deserialize_u128;
    }

    fn number(&self) -> Option<f64> {
        match self.node.value {
            Value::Float(number) => Some(number),
            Value::Whole(number) => Some(number as f64),
            Value::Huge(number) => Some(number as f64),
            _ => None,
        }
    }

    pub(super) fn float_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.number() {
            Some(number) => visitor.visit_f64(number),
            None => self.mismatch("a number").deserialize_f64(visitor),
        }
    }

    pub(super) fn float_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.number().map(|number| (number, number as f32)) {
            Some((number, short)) if short.is_finite() || !number.is_finite() => visitor.visit_f32(short),
            Some(_) => self.mismatch("a number no further from zero than 3.4e38").deserialize_f32(visitor),
            None => self.mismatch("a number").deserialize_f32(visitor),
        }
    }

    pub(super) fn truth<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.node.value {
            Value::Bool(truth) => visitor.visit_bool(truth),
            _ => self.mismatch("`true` or `false`").deserialize_bool(visitor),
        }
    }

    pub(super) fn letter<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.node.value {
            Value::Char(letter) => visitor.visit_char(letter),
            _ => self.mismatch("one character in single quotes, as in 'a'").deserialize_char(visitor),
        }
    }

    pub(super) fn text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match &self.node.value {
            Value::Text(text) => visitor.visit_borrowed_str(text),
            Value::Word(_) => {
                let help = Some("texts stand in double quotes".to_owned());
                self.mismatch_with("a text in quotes", help).deserialize_str(visitor)
            }
            _ => self.mismatch("a text in quotes").deserialize_str(visitor),
        }
    }

    pub(super) fn bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match &self.node.value {
            Value::Text(text) => visitor.visit_borrowed_bytes(text.as_bytes()),
            Value::List(items) => visitor.visit_seq(Items::new(self.context, items)),
            _ => self.mismatch("a text in quotes or a list of numbers").deserialize_bytes(visitor),
        }
    }

    pub(super) fn unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        if self.node.is_unit() { visitor.visit_unit() } else { self.mismatch("`()`").deserialize_unit(visitor) }
    }

    /// For types that want to see for themselves what there is, such as untagged enums. A bare word looks like a text.
    pub(super) fn any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match &self.node.value {
            Value::Bool(truth) => visitor.visit_bool(*truth),
            Value::Whole(number) => visitor.visit_i64(*number),
            Value::Huge(number) => visitor.visit_u64(*number),
            Value::Float(number) => visitor.visit_f64(*number),
            Value::Char(letter) => visitor.visit_char(*letter),
            Value::Text(text) => visitor.visit_borrowed_str(text),
            Value::Word(word) if **word == *"None" => visitor.visit_none(),
            Value::Word(word) => visitor.visit_borrowed_str(word),
            Value::List(items) => visitor.visit_seq(Items::new(self.context, items)),
            Value::Map(entries) => visitor.visit_map(Entries::new(self.context, entries)),
            Value::Tuple(Some(name), items) if *name.text == *"Some" && items.len() == 1 => {
                self.deserialize_option(visitor)
            }
            Value::Tuple(..) if self.node.is_unit() => visitor.visit_unit(),
            Value::Tuple(_, items) => visitor.visit_seq(Items::new(self.context, items)),
            Value::Struct(_, fields) => visitor.visit_map(FieldList::all(self.context, fields)),
            Value::Wrong => Err(Fault::refused()),
        }
    }
}

impl Node {
    pub(super) fn is_unit(&self) -> bool {
        matches!(&self.value, Value::Tuple(None, items) if items.is_empty())
    }
}
