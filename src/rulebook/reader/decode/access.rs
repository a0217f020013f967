//! Hands the parts of a value to the type that asks for them, one by one.

use std::slice;
use std::vec;

use serde::de::value::{BorrowedStrDeserializer, SeqDeserializer};
use serde::de::{DeserializeSeed, MapAccess, SeqAccess};

use super::context::Context;
use super::fault::Fault;
use super::node::NodeDecoder;
use super::standin::StandIn;
use crate::rulebook::reader::tree::{Field, Node};

/// The items of a list; those known to be wrong are left out.
pub(super) struct Items<'de> {
    context: &'de Context<'de>,
    items: slice::Iter<'de, Node>,
    keep_all: bool,
}

impl<'de> Items<'de> {
    pub(super) fn new(context: &'de Context<'de>, items: &'de [Node]) -> Self {
        Self { context, items: items.iter(), keep_all: false }
    }

    /// Where the number of items matters, wrong ones are replaced.
    pub(super) fn exactly(context: &'de Context<'de>, items: &'de [Node]) -> Self {
        Self { keep_all: true, ..Self::new(context, items) }
    }
}

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = Fault;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Fault> {
        for item in self.items.by_ref() {
            if self.keep_all || !self.context.is_replaced(item) {
                return self.context.child(item, seed).map(Some);
            }
            self.context.taint();
        }
        Ok(None)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

/// The entries of a map; those known to be wrong are left out.
pub(super) struct Entries<'de> {
    context: &'de Context<'de>,
    entries: slice::Iter<'de, (Node, Node)>,
    value: Option<&'de Node>,
}

impl<'de> Entries<'de> {
    pub(super) fn new(context: &'de Context<'de>, entries: &'de [(Node, Node)]) -> Self {
        Self { context, entries: entries.iter(), value: None }
    }
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = Fault;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Fault> {
        for (key, value) in self.entries.by_ref() {
            if !self.context.is_replaced(key) && !self.context.is_replaced(value) {
                self.value = Some(value);
                return self.context.child(key, seed).map(Some);
            }
            self.context.taint();
        }
        Ok(None)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Fault> {
        let value = self.value.take().ok_or_else(Fault::refused)?;
        self.context.child(value, seed)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}

/// The fields of a struct. Those known to be wrong come last, so that a refused stand-in hides nothing.
pub(super) struct FieldList<'de> {
    context: &'de Context<'de>,
    fields: vec::IntoIter<(&'de str, Option<&'de Node>)>,
    value: Option<&'de Node>,
}

impl<'de> FieldList<'de> {
    /// Fields under the names the type knows them by; those without a value are filled in with stand-ins.
    pub(super) fn new(context: &'de Context<'de>, mut fields: Vec<(&'de str, Option<&'de Node>)>) -> Self {
        fields.sort_by_key(|(_, node)| node.is_none_or(|node| context.is_replaced(node)));
        Self { context, fields: fields.into_iter(), value: None }
    }

    /// Fields as they are written.
    pub(super) fn all(context: &'de Context<'de>, fields: &'de [Field]) -> Self {
        Self::new(context, fields.iter().map(|field| (&*field.name.text, Some(&field.node))).collect())
    }
}

impl<'de> MapAccess<'de> for FieldList<'de> {
    type Error = Fault;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Fault> {
        let Some((name, value)) = self.fields.next() else { return Ok(None) };
        self.value = value;
        seed.deserialize(BorrowedStrDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Fault> {
        match self.value.take() {
            Some(node) => self.context.child(node, seed),
            None => {
                self.context.taint();
                seed.deserialize(StandIn::new()).map_err(|_| Fault::refused())
            }
        }
    }
}

/// The place of a value, then the value.
pub(super) struct SpannedParts<'de> {
    decoder: NodeDecoder<'de>,
    place_given: bool,
}

impl<'de> SpannedParts<'de> {
    pub(super) fn new(decoder: NodeDecoder<'de>) -> Self {
        Self { decoder, place_given: false }
    }
}

impl<'de> SeqAccess<'de> for SpannedParts<'de> {
    type Error = Fault;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Fault> {
        if self.place_given {
            return seed.deserialize(self.decoder).map(Some);
        }
        self.place_given = true;
        let span = self.decoder.node.span;
        let place = [span.line, span.column, span.end_line, span.end_column];
        seed.deserialize(SeqDeserializer::new(place.into_iter())).map(Some)
    }
}

/// A single value that may fail without failing what is around it.
pub(super) struct SlotParts<'de> {
    decoder: NodeDecoder<'de>,
}

impl<'de> SlotParts<'de> {
    pub(super) fn new(decoder: NodeDecoder<'de>) -> Self {
        Self { decoder }
    }
}

impl<'de> SeqAccess<'de> for SlotParts<'de> {
    type Error = Fault;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Fault> {
        let context = self.decoder.context;
        let before = context.open();
        let value = context.child_of(self.decoder, seed);
        let sound = value.is_ok() && context.open() == before;
        context.dealt_with_since(before);
        value.map(|value| Some(value).filter(|_| sound))
    }
}
