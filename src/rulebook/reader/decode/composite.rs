//! Groups of values and of named fields.

use std::collections::HashMap;

use serde::de::{Deserializer, Visitor};

use super::access::{FieldList, Items};
use super::fault::{Fault, Kind};
use super::node::NodeDecoder;
use crate::rulebook::reader::names::{closest, excerpt, one_of};
use crate::rulebook::reader::tree::{Field, Node, Value};

impl<'de> NodeDecoder<'de> {
    /// A fixed number of values, `(1, 2)` or `Name(1, 2)`; a list will do as well.
    pub(super) fn tuple<V: Visitor<'de>>(self, name: Option<&str>, len: usize, visitor: V) -> Result<V::Value, Fault> {
        let shape = || format!("{}`(...)` of {len}", name.map(|name| format!("`{name}` or ")).unwrap_or_default());
        let items = match &self.node.value {
            Value::Tuple(None, items) | Value::List(items) => items,
            Value::Tuple(Some(_), items) if name.is_some() || self.anonymous => items,
            _ => return self.mismatch(shape()).deserialize_tuple(len, visitor),
        };
        name.iter().for_each(|name| self.check_name(name));
        if items.len() == len {
            visitor.visit_seq(Items::exactly(self.context, items))
        } else {
            let span = items.get(len).map_or(self.node.span, |surplus| surplus.span);
            self.context.report(span, format!("{} values", items.len()), format!("{len} values"), None);
            super::standin::StandIn::new().deserialize_tuple(len, visitor)
        }
    }

    /// Named fields, `(a: 1)`. Unknown and repeated ones are told; a name that is nearly right is taken for what was
    /// probably meant, so that its value is looked at and its absence not told as well.
    pub(super) fn fields<V: Visitor<'de>>(
        self,
        of: &str,
        known: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let written: &[Field] = match &self.node.value {
            Value::Struct(_, fields) => fields,
            Value::Tuple(_, items) if items.is_empty() => &[],
            Value::Map(_) => {
                let help = Some("fields stand in round brackets, their names without quotes".to_owned());
                let standin = self.mismatch_with(format!("the fields of {of}, as in `(name: value)`"), help);
                return standin.deserialize_struct("", known, visitor);
            }
            _ => {
                let standin = self.mismatch(format!("the fields of {of}, as in `(name: value)`"));
                return standin.deserialize_struct("", known, visitor);
            }
        };
        let mut fields = self.recognised(written, known);
        for name in self.context.filled(self.node) {
            if fields.iter().all(|(given, _)| *given != name) {
                fields.push((name, None));
            }
        }
        let result = visitor.visit_map(FieldList::new(self.context, fields));
        result.map_err(|fault| match *fault.0 {
            Kind::Missing(field) => self.context.missing(self.node, field, of),
            kind => Fault(Box::new(kind)),
        })
    }

    fn recognised(
        &self,
        written: &'de [Field],
        known: &'static [&'static str],
    ) -> Vec<(&'static str, Option<&'de Node>)> {
        let mut fields: Vec<(&'static str, Option<&'de Node>)> = Vec::new();
        for field in written {
            let name = known.iter().copied().find(|known| **known == *field.name.text);
            let meant = name.or_else(|| self.meant(field, written, known));
            if let Some(name) = meant.filter(|name| fields.iter().all(|(given, _)| given != name)) {
                fields.push((name, Some(&field.node)));
            } else if let Some(name) = name {
                self.context.report(field.name.span, format!("`{name}` again"), format!("`{name}` only once"), None);
            }
        }
        fields
    }

    /// Tells of an unknown field and answers with the one that was probably meant.
    fn meant(&self, field: &Field, written: &[Field], known: &'static [&'static str]) -> Option<&'static str> {
        if self.context.full() {
            self.context.taint();
            return None;
        }
        let absent: Vec<&'static str> =
            known.iter().copied().filter(|name| written.iter().all(|field| *field.name.text != **name)).collect();
        let near = closest(&field.name.text, &absent);
        let help = near.map(|name| format!("did you mean `{name}`?"));
        let expected = if known.is_empty() { "no fields".to_owned() } else { one_of(known) };
        self.context.report(field.name.span, format!("`{}`", excerpt(&field.name.text)), expected, help);
        near.and_then(|near| known.iter().copied().find(|name| *name == near))
    }

    /// Tells of keys that stand in a map twice, as far as they are simple.
    pub(super) fn tell_repeated_keys(&self, entries: &[(Node, Node)]) {
        let mut first = HashMap::new();
        for (key, _) in entries {
            let simple = match &key.value {
                Value::Text(text) => ('t', &**text, 0),
                Value::Word(word) => ('w', &**word, 0),
                Value::Char(letter) => ('c', "", i128::from(u32::from(*letter))),
                Value::Whole(_) | Value::Huge(_) => ('n', "", key.whole().unwrap_or_default()),
                _ => continue,
            };
            if let Some(earlier) = first.insert(simple, key.span) {
                let found = format!("{} as a key again", key.describe());
                self.context.report(key.span, found, "each key only once", format!("it stands at {earlier} too"));
            }
        }
    }
}
