//! Variants of enums.

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, VariantAccess, Visitor};

use super::fault::Fault;
use super::node::NodeDecoder;
use super::standin::StandIn;
use crate::rulebook::reader::names::{closest, excerpt, one_of};
use crate::rulebook::reader::tree::Value;

/// A variant that has been found among those of the enum.
pub(super) struct Variant<'de> {
    decoder: NodeDecoder<'de>,
    name: &'static str,
}

impl<'de> Variant<'de> {
    /// The variant that was written, or the one that was probably meant; none is left untold.
    pub(super) fn choose(decoder: NodeDecoder<'de>, variants: &'static [&'static str]) -> Option<Self> {
        let node = decoder.node;
        let (written, span) = match &node.value {
            Value::Word(word) | Value::Text(word) => (&**word, node.span),
            Value::Bool(truth) => (if *truth { "true" } else { "false" }, node.span),
            _ => match node.name().filter(|_| !decoder.anonymous) {
                Some(name) => (&*name.text, name.span),
                None => {
                    drop(decoder.mismatch(one_of(variants)));
                    return None;
                }
            },
        };
        let quoted = matches!(node.value, Value::Text(_));
        if let Some(name) = variants.iter().copied().find(|name| *name == written).filter(|_| !quoted) {
            return Some(Self { decoder, name });
        }
        if decoder.context.full() {
            decoder.context.taint();
            return None;
        }
        let near = closest(written, variants);
        let help = match near {
            Some(name) if quoted => Some(format!("did you mean `{name}`, without quotes?")),
            near => near.map(|name| format!("did you mean `{name}`?")),
        };
        let found = if quoted { node.describe() } else { format!("`{}`", excerpt(written)) };
        decoder.context.report(span, found, one_of(variants), help);
        let name = near.and_then(|near| variants.iter().find(|name| **name == near))?;
        (!quoted).then_some(Self { decoder, name })
    }

    /// What it is called.
    pub(super) fn name(&self) -> &'static str {
        self.name
    }

    /// The content as a value of its own: `Move(squares: 3)` is the same as `Move((squares: 3))`.
    fn content(&self) -> NodeDecoder<'de> {
        self.decoder.nameless()
    }

    fn content_lacks(&self) -> StandIn {
        self.decoder.mismatch(format!("`{}(...)`", self.name))
    }
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = Fault;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Fault> {
        let name = seed.deserialize(BorrowedStrDeserializer::new(self.name))?;
        Ok((name, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'de> {
    type Error = Fault;

    fn unit_variant(self) -> Result<(), Fault> {
        if self.decoder.node.name().is_some() {
            drop(self.decoder.mismatch(format!("`{}` without brackets", self.name)));
        }
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Fault> {
        match &self.decoder.node.value {
            Value::Tuple(_, items) => match &**items {
                [item] => self.decoder.context.child(item, seed),
                _ => seed.deserialize(self.content()),
            },
            Value::Struct(..) => seed.deserialize(self.content()),
            _ => seed.deserialize(self.content_lacks()),
        }
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Fault> {
        match &self.decoder.node.value {
            Value::Tuple(..) => self.content().tuple(None, len, visitor),
            _ => self.decoder.mismatch(format!("`{}(...)` of {len}", self.name)).deserialize_tuple(len, visitor),
        }
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, Fault> {
        match &self.decoder.node.value {
            Value::Tuple(..) | Value::Struct(..) => self.content().fields(&format!("`{}`", self.name), fields, visitor),
            _ => self.content_lacks().deserialize_struct("", fields, visitor),
        }
    }
}
