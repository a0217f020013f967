//! Stand-ins for values that are missing or wrong, so that the rest of the file can still be looked at.

use std::cell::Cell;
use std::rc::Rc;

use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor};

use super::fault::Fault;

/// How many values a stand-in may be made of: types may contain themselves.
const FUEL: u32 = 500;
/// How deep a stand-in may be nested.
const DEPTH: usize = 12;

/// Answers every type with some value: 1, `x`, an empty list, a struct of such values.
#[derive(Clone)]
pub(super) struct StandIn {
    fuel: Rc<Cell<u32>>,
    depth: usize,
}

impl StandIn {
    pub(super) fn new() -> Self {
        Self { fuel: Rc::new(Cell::new(FUEL)), depth: 0 }
    }

    fn deeper(&self) -> Result<Self, Fault> {
        let fuel = self.fuel.get().checked_sub(1).filter(|_| self.depth < DEPTH).ok_or_else(Fault::refused)?;
        self.fuel.set(fuel);
        Ok(Self { fuel: Rc::clone(&self.fuel), depth: self.depth + 1 })
    }
}

macro_rules! stand_ins {
    ($($method:ident: $visit:ident($value:expr),)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            visitor.$visit($value)
        })*
    };
}

impl<'de> Deserializer<'de> for StandIn {
    type Error = Fault;

    stand_ins! {
        deserialize_bool: visit_bool(false),
        deserialize_i8: visit_i8(1),
        deserialize_i16: visit_i16(1),
        deserialize_i32: visit_i32(1),
        deserialize_i64: visit_i64(1),
        deserialize_i128: visit_i128(1),
        deserialize_u8: visit_u8(1),
        deserialize_u16: visit_u16(1),
        deserialize_u32: visit_u32(1),
        deserialize_u64: visit_u64(1),
        deserialize_u128: visit_u128(1),
        deserialize_f32: visit_f32(1.0),
        deserialize_f64: visit_f64(1.0),
        deserialize_char: visit_char('x'),
        deserialize_str: visit_str("x"),
        deserialize_string: visit_str("x"),
        deserialize_identifier: visit_str("x"),
        deserialize_bytes: visit_bytes(b"x"),
        deserialize_byte_buf: visit_bytes(b"x"),
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_unit()
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_unit()
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_none()
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self.deeper()?)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_seq(Parts { standin: self, left: 0 })
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_seq(Parts { standin: self, left: len })
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.deserialize_tuple(len, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_map(Parts { standin: self, left: 0 })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        // Given in order and without names, so that other names of the same field do no harm.
        visitor.visit_seq(Parts { standin: self, left: fields.len() })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        // A different variant at each depth, since the first may contain the enum itself.
        let variant = variants.get(self.depth % variants.len().max(1)).copied().ok_or_else(Fault::refused)?;
        visitor.visit_enum(Choice { standin: self, variant })
    }
}

struct Parts {
    standin: StandIn,
    left: usize,
}

impl<'de> SeqAccess<'de> for Parts {
    type Error = Fault;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Fault> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        seed.deserialize(self.standin.deeper()?).map(Some)
    }
}

impl<'de> MapAccess<'de> for Parts {
    type Error = Fault;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, _: S) -> Result<Option<S::Value>, Fault> {
        Ok(None)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Fault> {
        seed.deserialize(self.standin.deeper()?)
    }
}

struct Choice {
    standin: StandIn,
    variant: &'static str,
}

impl<'de> EnumAccess<'de> for Choice {
    type Error = Fault;
    type Variant = StandIn;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, StandIn), Fault> {
        let variant = seed.deserialize(StrDeserializer::new(self.variant))?;
        Ok((variant, self.standin.deeper()?))
    }
}

impl<'de> VariantAccess<'de> for StandIn {
    type Error = Fault;

    fn unit_variant(self) -> Result<(), Fault> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Fault> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_tuple(len, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_struct("", fields, visitor)
    }
}
