//! What a ruleset writes for a type: its fields and variants, and the types of these in the brackets of RON.

use std::collections::BTreeMap;

use syn::{Attribute, Fields, GenericArgument, Item, LitStr, PathArguments, Type};

use crate::Failure;
use crate::sources::{Found, Home, Module, Sources, doc};
use crate::table::{Field, Group, Slice, Variant};

/// Everything that has been looked at.
pub struct Shapes<'s> {
    sources: &'s Sources,
    /// What types of names and the functions of `refers` say that names name.
    kinds: BTreeMap<String, String>,
    /// The groups so far.
    pub groups: Vec<Group>,
    /// Where each of them is declared.
    pub homes: Vec<Home>,
    known: BTreeMap<(Home, Option<String>), usize>,
    /// The fields that hold ids of rules: which group, and which of its fields.
    pub rules: Vec<(usize, usize)>,
}

/// What an attribute `serde` says of a field, a variant or a type.
#[derive(Default)]
struct Serde {
    is_default: bool,
    is_skipped: bool,
    is_transparent: bool,
    with: Option<String>,
    rename: Option<String>,
    rename_all: Option<String>,
    from: Option<Type>,
}

impl Serde {
    fn of(attributes: &[Attribute]) -> Result<Self, Failure> {
        let mut said = Self::default();
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("serde")) {
            attribute.parse_nested_meta(|meta| {
                let value: Option<LitStr> = meta.value().ok().map(|value| value.parse()).transpose()?;
                let text = value.as_ref().map(LitStr::value);
                match meta.path.get_ident().map(ToString::to_string).as_deref() {
                    Some("default") => said.is_default = true,
                    Some("skip") => said.is_skipped = true,
                    Some("transparent") => said.is_transparent = true,
                    Some("deserialize_with") => said.with = text,
                    Some("rename") => said.rename = text,
                    Some("rename_all") => said.rename_all = text,
                    Some("from" | "try_from") => said.from = value.map(|value| value.parse()).transpose()?,
                    _ => {}
                }
                Ok(())
            })?;
        }
        Ok(said)
    }
}

impl<'s> Shapes<'s> {
    /// Nothing yet; `kinds` says what types of names and the functions of `refers` mean.
    pub fn new(sources: &'s Sources, kinds: BTreeMap<String, String>) -> Self {
        Self { sources, kinds, groups: Vec::new(), homes: Vec::new(), known: BTreeMap::new(), rules: Vec::new() }
    }

    /// The group that a type is; `names` says what names in it name that say nothing themselves.
    pub fn group(&mut self, found: Found<'s>, names: Option<&str>) -> Result<usize, Failure> {
        let key = (found.home(), names.map(str::to_owned));
        if let Some(index) = self.known.get(&key) {
            return Ok(*index);
        }
        let index = self.groups.len();
        let (name, attributes) = match found.item {
            Item::Struct(item) => (item.ident.to_string(), &item.attrs),
            Item::Enum(item) => (item.ident.to_string(), &item.attrs),
            _ => return Err(format!("{}: {} is neither struct nor enum", found.module.file, key.0.1).into()),
        };
        let line = found.module.line_of(&["struct", "enum"], &name);
        let (file, doc) = (found.module.file.clone(), doc(attributes));
        let (fields, variants) = (Slice::default(), Slice::default());
        self.groups.push(Group { name, doc, file, line, fields, variants });
        self.homes.push(key.0.clone());
        self.known.insert(key, index);
        let serde = Serde::of(attributes)?;
        match found.item {
            Item::Struct(item) => {
                let (fields, rules) = self.fields(found.module, &item.fields, (line, names, &serde))?;
                self.groups[index].fields = fields.into();
                self.rules.extend(rules.into_iter().map(|field| (index, field)));
            }
            Item::Enum(item) => {
                let mut variants = Vec::new();
                for variant in &item.variants {
                    variants.push(self.variant(found.module, variant, (line, names, &serde))?);
                }
                self.groups[index].variants = variants.into();
            }
            _ => {}
        }
        Ok(index)
    }

    /// The fields by name of a struct or variant that begins in a line, and which of them hold ids of rules.
    fn fields(
        &mut self,
        module: &'s Module,
        fields: &'s Fields,
        (line, names, around): (usize, Option<&str>, &Serde),
    ) -> Result<(Vec<Field>, Vec<usize>), Failure> {
        let (mut told, mut rules) = (Vec::new(), Vec::new());
        for field in fields {
            let serde = Serde::of(&field.attrs)?;
            let Some(ident) = field.ident.as_ref().filter(|_| !serde.is_skipped) else { continue };
            let name = ident.to_string();
            let name = name.strip_prefix("r#").unwrap_or(&name);
            let own = self.named_by(&serde, names);
            let mut of = Vec::new();
            let is = self.words(module, &field.ty, own.as_deref(), &mut of)?;
            if is == "rule" && of.is_empty() {
                rules.push(told.len());
            }
            let is_option = last(&field.ty).is_some_and(|(name, _)| name == "Option");
            told.push(Field {
                name: serde.rename.clone().unwrap_or_else(|| name.to_owned()),
                doc: doc(&field.attrs),
                line: module.line_of_field(line, name),
                is,
                of: of.into(),
                // What is read by a function of its own must be there even where it may be nothing.
                may_be_left_out: serde.is_default || around.is_default || (is_option && serde.with.is_none()),
                read: Slice::default(),
            });
        }
        Ok((told, rules))
    }

    fn variant(
        &mut self,
        module: &'s Module,
        variant: &'s syn::Variant,
        (line, names, around): (usize, Option<&str>, &Serde),
    ) -> Result<Variant, Failure> {
        let serde = Serde::of(&variant.attrs)?;
        let ident = variant.ident.to_string();
        let spelt = match around.rename_all.as_deref() {
            Some("snake_case") => in_words_of_code(&ident),
            Some(other) => return Err(format!("{}: names in {other} are not read yet", module.file).into()),
            None => ident,
        };
        let mut of = Vec::new();
        let mut is = Vec::new();
        if let Fields::Unnamed(fields) = &variant.fields {
            for field in &fields.unnamed {
                let own = self.named_by(&Serde::of(&field.attrs)?, names);
                is.push(self.words(module, &field.ty, own.as_deref(), &mut of)?);
            }
        }
        let (fields, _) = self.fields(module, &variant.fields, (line, names, &Serde::default()))?;
        Ok(Variant {
            name: serde.rename.unwrap_or(spelt),
            doc: doc(&variant.attrs),
            is: is.join(", "),
            of: of.into(),
            fields: fields.into(),
        })
    }

    /// What a field says that its names name.
    fn named_by(&self, serde: &Serde, around: Option<&str>) -> Option<String> {
        let refers = serde.with.as_deref().and_then(|with| with.strip_prefix("refers::"));
        refers.and_then(|function| self.kinds.get(function).cloned()).or_else(|| around.map(str::to_owned))
    }

    /// What is written for a type; the groups in it are added to `of`.
    fn words(
        &mut self,
        module: &'s Module,
        of_type: &Type,
        names: Option<&str>,
        of: &mut Vec<usize>,
    ) -> Result<String, Failure> {
        match of_type {
            Type::Tuple(tuple) => {
                let parts: Result<Vec<_>, _> =
                    tuple.elems.iter().map(|part| self.words(module, part, names, of)).collect();
                return Ok(format!("({})", parts?.join(", ")));
            }
            Type::Array(array) => return Ok(format!("[{}, ...]", self.words(module, &array.elem, names, of)?)),
            _ => {}
        }
        let unknown = || format!("{}: what does a ruleset write for this type? (`build/shapes.rs`)", module.file);
        let (name, inner) = last(of_type).ok_or_else(unknown)?;
        let mut words =
            |part: usize| inner.get(part).map_or(Err(unknown().into()), |ty| self.words(module, ty, names, of));
        Ok(match name.as_str() {
            "Option" | "Box" | "Arc" => words(0)?,
            "SmallVec" => words(0)?,
            "Vec" | "BTreeSet" => format!("[{}, ...]", words(0)?),
            "BTreeMap" => format!("{{{}: {}, ...}}", words(0)?, words(1)?),
            kind if self.kinds.contains_key(kind) => self.kinds[kind].clone(),
            "Key" => names.unwrap_or("name").to_owned(),
            "String" => "text".to_owned(),
            "bool" => "true or false".to_owned(),
            "i8" | "i16" | "i32" | "i64" | "u8" | "u16" | "u32" | "u64" | "usize" => "number".to_owned(),
            "Expr" => "dice".to_owned(),
            "Fraction" => "fraction".to_owned(),
            _ => {
                let path = path_of(of_type);
                let found = self.sources.find(module, &path);
                let found = found.ok_or_else(|| {
                    format!("{}: what does a ruleset write for `{name}`? (`build/shapes.rs`)", module.file)
                })?;
                self.words_of(found, names, of)?
            }
        })
    }

    /// What is written for a type of the program.
    fn words_of(&mut self, found: Found<'s>, names: Option<&str>, of: &mut Vec<usize>) -> Result<String, Failure> {
        let attributes = match found.item {
            Item::Struct(item) => &item.attrs,
            Item::Enum(item) => &item.attrs,
            Item::Type(item) => return self.words(found.module, &item.ty, names, of),
            _ => return Err(format!("{}: {} is no type", found.module.file, found.home().1).into()),
        };
        if let Some(from) = Serde::of(attributes)?.from {
            return self.words(found.module, &from, names, of);
        }
        // A struct without names of fields is written as what is in it.
        if let Item::Struct(item) = found.item
            && let Fields::Unnamed(fields) = &item.fields
        {
            let mut parts = Vec::new();
            for field in &fields.unnamed {
                let own = self.named_by(&Serde::of(&field.attrs)?, names);
                parts.push(self.words(found.module, &field.ty, own.as_deref(), of)?);
            }
            return Ok(if parts.len() == 1 { parts.concat() } else { format!("({})", parts.join(", ")) });
        }
        let index = self.group(found, names)?;
        if !of.contains(&index) {
            of.push(index);
        }
        Ok(self.groups[index].name.clone())
    }
}

/// The last name of a path, and the types in its brackets.
pub fn last(of_type: &Type) -> Option<(String, Vec<&Type>)> {
    let Type::Path(path) = of_type else { return None };
    let segment = path.path.segments.last()?;
    let inner = match &segment.arguments {
        PathArguments::AngleBracketed(inside) => inside.args.iter().filter_map(|argument| match argument {
            GenericArgument::Type(inner) => Some(inner),
            _ => None,
        }),
        _ => return Some((segment.ident.to_string(), Vec::new())),
    };
    Some((segment.ident.to_string(), inner.collect()))
}

/// The names of a path.
pub fn path_of(of_type: &Type) -> Vec<String> {
    let Type::Path(path) = of_type else { return Vec::new() };
    path.path.segments.iter().map(|segment| segment.ident.to_string()).collect()
}

/// `TwoThresholds` in words of code: `two_thresholds`.
fn in_words_of_code(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push('_');
        }
        words.extend(letter.to_lowercase());
    }
    words
}
