//! A JSON Schema (draft 2020-12) of the files of a ruleset, for tools that read RON as JSON: a struct is an object, a bare
//! word a text, a word with brackets an object of one key (`{"SureBlow": {...}}`), what is in round brackets a list.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::{FILES, Field, File, GROUPS, Group, MECHANICS, SLOTS, Shape, Variant, is_called, types};

/// What `Setting("name")` is called, which stands for any text or number.
const SETTING: &str = "by_setting";
/// What the mechanics of a ruleset are called together.
const PLAY: &str = "play";

/// The schema of everything. With a word it is that of the file, type or mechanic of this name; none where nothing is
/// called so.
pub fn schema(root: Option<&str>) -> Option<Value> {
    let mut writer = Writer { names: names(), words: BTreeSet::new() };
    let root = match root {
        Some(word) => Some(writer.called(word)?),
        None => None,
    };
    let mut defs = Map::new();
    for file in FILES {
        defs.insert(definition(file), described(writer.shape(&file.shape), file.doc));
    }
    let inherits = |index| FILES.iter().any(|file| file.name == "ruleset.ron" && file.of.contains(&index));
    for (index, group) in GROUPS.iter().enumerate() {
        let value = writer.group(group, inherits(index));
        defs.insert(writer.names.get(index).cloned().unwrap_or_default(), value);
    }
    defs.extend(writer.slots());
    for word in &writer.words {
        let doc = match *word {
            "text" => "A text.".to_owned(),
            "number" => "A whole number.".to_owned(),
            "fraction of a number" => "A number.".to_owned(),
            "true or false" => "True or false.".to_owned(),
            "dice" => "Dice: 2d6 + 1.".to_owned(),
            other => format!("A text: {other}."),
        };
        let kind = match *word {
            "number" => "integer",
            "fraction of a number" => "number",
            "true or false" => "boolean",
            _ => "string",
        };
        let value = json!({ "description": doc, "anyOf": [{ "type": kind }, reference(SETTING)] });
        defs.insert(plain(word), value);
    }
    let setting = of_one_key("Setting", json!({ "type": "string" }));
    defs.insert(SETTING.to_owned(), described(setting, "The value of a setting of the ruleset, by its name."));
    let mut all = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Rulesets of Sortie",
        "description": "The files of a ruleset, read as JSON. `Inherited(...)` may stand for any value of a ruleset that takes \
                        the rest from another, and is not described here.",
        "$defs": defs,
    });
    if let (Some(root), Some(object)) = (root, all.as_object_mut()) {
        object.insert("$ref".to_owned(), json!(pointer(&root)));
    }
    Some(all)
}

/// What each group is called in the schema: those of files by their names, others with where they stand if that name is taken.
fn names() -> Vec<String> {
    let mut taken: BTreeSet<String> = FILES.iter().map(definition).collect();
    taken.extend([SETTING, PLAY].map(str::to_owned));
    let mut names = BTreeMap::new();
    let of_mechanics = MECHANICS.iter().map(super::Mechanic::group);
    for group in types().into_iter().chain(of_mechanics).chain(GROUPS) {
        let Some(index) = group.index().filter(|index| !names.contains_key(index)) else { continue };
        let place = group.file.trim_start_matches("src/").trim_end_matches(".rs").replace('/', ".");
        let longer = (1..).map(|count: u32| match count {
            1 => format!("{place}.{}", group.name),
            _ => format!("{place}.{}.{count}", group.name),
        });
        let free = std::iter::once(group.name.to_owned()).chain(longer).find(|name| taken.insert(name.clone()));
        names.insert(index, free.unwrap_or_default());
    }
    names.into_values().collect()
}

/// What a file is called in the schema: those of a folder together as `scenarios.ron`.
fn definition(file: &File) -> String {
    file.name.replace("/*", "")
}

/// A name without blanks.
fn plain(word: &str) -> String {
    word.replace(' ', "_")
}

/// The way to a definition.
fn pointer(name: &str) -> String {
    format!("#/$defs/{name}")
}

fn reference(name: &str) -> Value {
    json!({ "$ref": pointer(name) })
}

/// A value with what is said of it.
fn described(mut value: Value, doc: &str) -> Value {
    if let Some(object) = value.as_object_mut().filter(|_| !doc.is_empty()) {
        object.insert("description".to_owned(), json!(doc));
    }
    value
}

/// A word with something in brackets behind it.
fn of_one_key(word: &str, inside: Value) -> Value {
    let properties = Map::from_iter([(word.to_owned(), inside)]);
    json!({ "type": "object", "properties": properties, "required": [word], "additionalProperties": false })
}

/// What writes it.
struct Writer {
    /// What each group is called.
    names: Vec<String>,
    /// Every kind of text and number that has been written.
    words: BTreeSet<&'static str>,
}

impl Writer {
    /// The name of the definition that somebody means.
    fn called(&self, word: &str) -> Option<String> {
        let file = FILES.iter().find(|file| file.is_called(word)).map(definition);
        let of = |group: &Group| group.index().and_then(|index| self.names.get(index).cloned());
        let of_files = || types().into_iter().find(|group| is_called(group.name, word)).and_then(of);
        let mechanic = || super::mechanic(word).and_then(|mechanic| of(mechanic.group()));
        file.or_else(of_files).or_else(mechanic)
    }

    fn word(&mut self, word: &'static str) -> Value {
        self.words.insert(word);
        reference(&plain(word))
    }

    fn shape(&mut self, shape: &Shape) -> Value {
        match *shape {
            Shape::Word(kind) => self.word(kind),
            Shape::Whole => self.word("number"),
            Shape::Real => self.word("fraction of a number"),
            Shape::Flag => self.word("true or false"),
            Shape::Slots => reference(PLAY),
            Shape::Just(word) => json!({ "const": word }),
            Shape::Call(word, of) => of_one_key(word, self.shape(of)),
            Shape::Group(index) => reference(self.names.get(index).map_or("", String::as_str)),
            Shape::List(of) => json!({ "type": "array", "items": self.shape(of) }),
            // A tool that reads RON as JSON makes a text of a number that is a key.
            Shape::Map(Shape::Whole | Shape::Real, of) => {
                json!({ "type": "object", "additionalProperties": self.shape(of) })
            }
            Shape::Map(key, of) => {
                json!({ "type": "object", "propertyNames": self.shape(key), "additionalProperties": self.shape(of) })
            }
            Shape::Tuple(parts) => self.tuple(parts),
            Shape::OneOf(parts) => json!({ "anyOf": self.shapes(parts) }),
        }
    }

    fn shapes(&mut self, parts: &[Shape]) -> Vec<Value> {
        parts.iter().map(|part| self.shape(part)).collect()
    }

    fn tuple(&mut self, parts: &[Shape]) -> Value {
        json!({ "type": "array", "prefixItems": self.shapes(parts), "items": false, "minItems": parts.len() })
    }

    /// A struct or an enum; one that `inherits` needs nothing but the name of what it takes all else from.
    fn group(&mut self, group: &Group, inherits: bool) -> Value {
        if !group.variants.is_empty() {
            let variants: Vec<Value> = group.variants.iter().map(|variant| self.variant(variant)).collect();
            return described(json!({ "anyOf": variants }), group.doc);
        }
        let mut value = self.object(group.fields);
        if inherits && let Some(object) = value.as_object_mut() {
            let required = object.remove("required").unwrap_or_default();
            object.insert("anyOf".to_owned(), json!([{ "required": ["from"] }, { "required": required }]));
        }
        described(value, group.doc)
    }

    fn object(&mut self, fields: &[Field]) -> Value {
        let mut properties = Map::new();
        for field in fields {
            let mut value = described(self.shape(&field.shape), field.doc);
            if let Some(object) = value.as_object_mut().filter(|_| !field.default.is_empty()) {
                object.insert("default".to_owned(), default(field.default));
            }
            properties.insert(field.name.to_owned(), value);
        }
        let required: Vec<&str> =
            fields.iter().filter(|field| !field.may_be_left_out).map(|field| field.name).collect();
        json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
    }

    fn variant(&mut self, variant: &Variant) -> Value {
        let value = match variant.shape {
            [] if variant.fields.is_empty() => json!({ "const": variant.name }),
            [] => of_one_key(variant.name, self.object(variant.fields)),
            [of] => of_one_key(variant.name, self.shape(of)),
            parts => of_one_key(variant.name, self.tuple(parts)),
        };
        described(value, variant.doc)
    }

    /// The slots, each with the mechanics that fit it.
    fn slots(&self) -> Vec<(String, Value)> {
        let mut defs = Vec::new();
        let mut properties = Map::new();
        for slot in SLOTS {
            let mut fits = Vec::new();
            for mechanic in MECHANICS.iter().filter(|mechanic| mechanic.slot == slot.name) {
                let name = self.names.get(mechanic.of).map_or("", String::as_str);
                fits.push(described(of_one_key(mechanic.name, reference(name)), mechanic.doc));
                if mechanic.group().fields.iter().all(|field| field.may_be_left_out) {
                    fits.push(described(json!({ "const": mechanic.name }), mechanic.doc));
                }
            }
            let name = format!("{PLAY}.{}", slot.name);
            let one = reference(&name);
            let own = if slot.is_one { one } else { json!({ "type": "array", "items": one }) };
            properties.insert(slot.name.to_owned(), described(own, slot.doc));
            defs.push((name, described(json!({ "anyOf": fits }), slot.doc)));
        }
        let required: Vec<&str> = SLOTS.iter().filter(|slot| slot.is_one).map(|slot| slot.name).collect();
        let play = json!({
            "description": "The mechanics of a ruleset, by their slots.",
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        });
        defs.push((PLAY.to_owned(), play));
        defs
    }
}

/// What holds where a field is left out, as JSON.
fn default(told: &str) -> Value {
    serde_json::from_str(&told.replace('(', "[").replace(')', "]")).unwrap_or_else(|_| json!(told))
}
