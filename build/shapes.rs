//! What a ruleset writes for a type: its fields and variants, and the types of these in the brackets of RON.

use std::collections::BTreeMap;

use syn::{
    Attribute, Expr, Fields, FieldsUnnamed, GenericArgument, Item, Lit, LitStr, Meta, PathArguments, Stmt, Type, UnOp,
};

use crate::Failure;
use crate::sources::{Found, Home, Module, Sources, doc};
use crate::table::{Field, Group, Shape, Slice, Variant};

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
    /// What authors call the types that the code calls otherwise.
    called: BTreeMap<Home, String>,
    /// What each group is that nothing is said of, where that can be written in a word.
    usual: BTreeMap<usize, String>,
    /// The fields that hold ids of rules: which group, and which of its fields.
    pub rules: Vec<(usize, usize)>,
}

/// What an attribute `serde` says of a field, a variant or a type.
#[derive(Default)]
struct Serde {
    is_default: bool,
    is_skipped: bool,
    is_untagged: bool,
    /// The function that gives what is left out.
    given_by: Option<String>,
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
                    Some("default") => {
                        said.is_default = true;
                        said.given_by = text;
                    }
                    Some("skip") => said.is_skipped = true,
                    Some("untagged") => said.is_untagged = true,
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
    /// Nothing yet; `kinds` says what types of names and the functions of `refers` mean, `called` what authors call types.
    pub fn new(sources: &'s Sources, kinds: BTreeMap<String, String>, called: BTreeMap<Home, String>) -> Self {
        let (groups, homes, rules) = (Vec::new(), Vec::new(), Vec::new());
        let (known, usual) = (BTreeMap::new(), BTreeMap::new());
        Self { sources, kinds, groups, homes, known, called, usual, rules }
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
        let name = self.called.get(&key.0).cloned().unwrap_or_else(|| plain(found.module, name));
        let (file, doc) = (found.module.file.clone(), doc(attributes));
        let (fields, variants) = (Slice::default(), Slice::default());
        self.groups.push(Group { name, doc, file, line, fields, variants });
        self.homes.push(key.0.clone());
        self.known.insert(key, index);
        let mut serde = Serde::of(attributes)?;
        // What a type of its own kind gives is not looked for.
        serde.given_by = Some(String::new()).filter(|_| serde.is_default && !is_derived(attributes, "Default"));
        match found.item {
            Item::Struct(item) => {
                let (fields, rules) = self.fields(found.module, &item.fields, (line, names, &serde))?;
                self.groups[index].fields = fields.into();
                self.rules.extend(rules.into_iter().map(|field| (index, field)));
            }
            Item::Enum(item) => {
                let mut variants = Vec::new();
                for variant in &item.variants {
                    let told = self.variant(found.module, variant, (line, names, &serde))?;
                    if variant.attrs.iter().any(|attribute| attribute.path().is_ident("default")) {
                        self.usual.insert(index, told.name.clone());
                    }
                    variants.push(told);
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
            let shape = self.shape(module, &field.ty, own.as_deref())?;
            if shape == Shape::Word("rule".to_owned()) {
                rules.push(told.len());
            }
            let is_option = last(&field.ty).is_some_and(|(name, _)| name == "Option");
            let given_by = serde.given_by.as_ref().or(around.given_by.as_ref());
            let default = match given_by {
                _ if is_option || !(serde.is_default || around.is_default) => None,
                Some(function) => given(module, function),
                None => self.usual(&shape),
            };
            let mut of = Vec::new();
            shape.note(&mut of);
            told.push(Field {
                name: serde.rename.clone().unwrap_or_else(|| name.to_owned()),
                doc: doc(&field.attrs),
                line: module.line_of_field(line, name),
                is: self.told(&shape),
                of: of.into(),
                shape,
                // What is read by a function of its own must be there even where it may be nothing.
                may_be_left_out: serde.is_default || around.is_default || (is_option && serde.with.is_none()),
                default: default.unwrap_or_default(),
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
        let shapes = match &variant.fields {
            Fields::Unnamed(fields) => self.shapes(module, fields, names)?,
            _ => Vec::new(),
        };
        let mut of = Vec::new();
        shapes.iter().for_each(|shape| shape.note(&mut of));
        let is: Vec<String> = shapes.iter().map(|shape| self.told(shape)).collect();
        let (fields, _) = self.fields(module, &variant.fields, (line, names, &Serde::default()))?;
        Ok(Variant {
            name: serde.rename.unwrap_or(spelt),
            doc: doc(&variant.attrs),
            is: is.join(", "),
            of: of.into(),
            shape: shapes.into(),
            fields: fields.into(),
        })
    }

    /// What a field says that its names name.
    fn named_by(&self, serde: &Serde, around: Option<&str>) -> Option<String> {
        let refers = serde.with.as_deref().and_then(|with| with.strip_prefix("refers::"));
        refers.and_then(|function| self.kinds.get(function).cloned()).or_else(|| around.map(str::to_owned))
    }

    /// What is there where a file says nothing, as far as that is a word or a number.
    fn usual(&self, shape: &Shape) -> Option<String> {
        match shape {
            Shape::Whole | Shape::Real => Some("0".to_owned()),
            Shape::Flag => Some("false".to_owned()),
            Shape::Group(index) => self.usual.get(index).cloned(),
            Shape::OneOf(parts) => match parts.first() {
                Some(Shape::Just(word)) => Some(word.clone()),
                _ => None,
            },
            _ => None,
        }
    }

    /// A shape in the brackets of RON.
    pub fn told(&self, shape: &Shape) -> String {
        let all = |parts: &[Shape], between: &str| {
            let told: Vec<String> = parts.iter().map(|part| self.told(part)).collect();
            told.join(between)
        };
        match shape {
            Shape::Word(kind) | Shape::Just(kind) => kind.clone(),
            Shape::Whole | Shape::Real => "number".to_owned(),
            Shape::Flag => "true or false".to_owned(),
            Shape::Slots => "(slot: mechanic, slot: [mechanic, ...], ...)".to_owned(),
            Shape::Call(word, of) => format!("{word}({})", self.told(of)),
            Shape::Group(index) => self.groups[*index].name.clone(),
            Shape::List(of) => format!("[{}, ...]", self.told(of)),
            Shape::Map(key, of) => format!("{{{}: {}, ...}}", self.told(key), self.told(of)),
            Shape::Tuple(parts) => format!("({})", all(parts, ", ")),
            Shape::OneOf(parts) => all(parts, " or "),
        }
    }

    /// What is written for a type.
    fn shape(&mut self, module: &'s Module, of_type: &Type, names: Option<&str>) -> Result<Shape, Failure> {
        match of_type {
            Type::Tuple(tuple) => {
                let mut parts = Vec::new();
                for part in &tuple.elems {
                    parts.push(self.shape(module, part, names)?);
                }
                return Ok(Shape::Tuple(parts));
            }
            Type::Array(array) => return Ok(Shape::List(Box::new(self.shape(module, &array.elem, names)?))),
            _ => {}
        }
        let unknown = || format!("{}: what does a ruleset write for this type? (`build/shapes.rs`)", module.file);
        let (name, inner) = last(of_type).ok_or_else(unknown)?;
        let mut within = |part: usize| -> Result<Box<Shape>, Failure> {
            let of: &Type = inner.get(part).ok_or_else(unknown)?;
            Ok(Box::new(self.shape(module, of, names)?))
        };
        Ok(match name.as_str() {
            "Option" | "Box" | "Arc" | "SmallVec" | "Spanned" => *within(0)?,
            "Vec" | "BTreeSet" => Shape::List(within(0)?),
            "BTreeMap" => Shape::Map(within(0)?, within(1)?),
            // What a scenario may leave open or to the dice.
            "Uncertain" => Shape::OneOf(vec![
                Shape::Just("settled".to_owned()),
                Shape::Just("thrown".to_owned()),
                Shape::Call("is".to_owned(), within(0)?),
            ]),
            "Slots" => Shape::Slots,
            kind if self.kinds.contains_key(kind) => Shape::Word(self.kinds[kind].clone()),
            "Key" => Shape::Word(names.unwrap_or("name").to_owned()),
            "String" => Shape::Word("text".to_owned()),
            "char" => Shape::Word("letter".to_owned()),
            "bool" => Shape::Flag,
            "i8" | "i16" | "i32" | "i64" | "u8" | "u16" | "u32" | "u64" | "usize" => Shape::Whole,
            "f32" | "f64" => Shape::Real,
            "Expr" => Shape::Word("dice".to_owned()),
            "Fraction" => Shape::Word("fraction".to_owned()),
            _ => {
                let path = path_of(of_type);
                let found = self.sources.find(module, &path);
                let found = found.ok_or_else(|| {
                    format!("{}: what does a ruleset write for `{name}`? (`build/shapes.rs`)", module.file)
                })?;
                self.shape_of(found, names)?
            }
        })
    }

    /// What is written for a type of the program.
    fn shape_of(&mut self, found: Found<'s>, names: Option<&str>) -> Result<Shape, Failure> {
        let attributes = match found.item {
            Item::Struct(item) => &item.attrs,
            Item::Enum(item) => &item.attrs,
            Item::Type(item) => return self.shape(found.module, &item.ty, names),
            _ => return Err(format!("{}: {} is no type", found.module.file, found.home().1).into()),
        };
        // What reads itself is a text.
        if reads_itself(found) {
            return Ok(Shape::Word(in_words_of_code(&found.home().1)));
        }
        let serde = Serde::of(attributes)?;
        if let Some(from) = serde.from {
            return self.shape(found.module, &from, names);
        }
        // A struct without names of fields is written as what is in it, and so is an enum that has no words of its own.
        if let Item::Struct(item) = found.item
            && let Fields::Unnamed(fields) = &item.fields
        {
            let mut parts = self.shapes(found.module, fields, names)?;
            return Ok(if parts.len() == 1 { parts.remove(0) } else { Shape::Tuple(parts) });
        }
        if let Item::Enum(item) = found.item
            && serde.is_untagged
        {
            let mut parts = Vec::new();
            for variant in &item.variants {
                if let Fields::Unnamed(fields) = &variant.fields {
                    parts.extend(self.shapes(found.module, fields, names)?);
                }
            }
            return Ok(Shape::OneOf(parts));
        }
        self.group(found, names).map(Shape::Group)
    }

    /// What is written for fields without names.
    fn shapes(
        &mut self,
        module: &'s Module,
        fields: &'s FieldsUnnamed,
        names: Option<&str>,
    ) -> Result<Vec<Shape>, Failure> {
        let mut parts = Vec::new();
        for field in &fields.unnamed {
            let own = self.named_by(&Serde::of(&field.attrs)?, names);
            parts.push(self.shape(module, &field.ty, own.as_deref())?);
        }
        Ok(parts)
    }
}

/// What authors call a type: those of files are called as what stands there.
fn plain(module: &Module, name: String) -> String {
    name.strip_suffix("File").filter(|_| module.is_of_files()).map(str::to_owned).unwrap_or(name)
}

/// Whether a type has its own way to be read.
fn reads_itself(found: Found<'_>) -> bool {
    let name = found.home().1;
    found.module.items.iter().any(|item| match item {
        Item::Impl(item) => {
            let role = item.trait_.as_ref().and_then(|(_, role, _)| role.segments.last());
            role.is_some_and(|role| role.ident == "Deserialize") && path_of(&item.self_ty).last() == Some(&name)
        }
        _ => false,
    })
}

/// Whether a type derives this.
fn is_derived(attributes: &[Attribute], what: &str) -> bool {
    attributes.iter().filter(|attribute| attribute.path().is_ident("derive")).any(|attribute| match &attribute.meta {
        Meta::List(list) => list.tokens.to_string().split(',').any(|name| name.trim() == what),
        _ => false,
    })
}

/// What a function gives that names it and no more: `50.into()`.
fn given(module: &Module, function: &str) -> Option<String> {
    let is_it = |item: &&Item| matches!(item, Item::Fn(item) if item.sig.ident == function);
    let Item::Fn(item) = module.items.iter().find(is_it)? else { return None };
    let [Stmt::Expr(value, None)] = item.block.stmts.as_slice() else { return None };
    literal(value)
}

fn literal(value: &Expr) -> Option<String> {
    match value {
        Expr::Lit(value) => match &value.lit {
            Lit::Int(number) => Some(number.base10_digits().to_owned()),
            Lit::Float(number) => Some(number.base10_digits().to_owned()),
            Lit::Bool(flag) => Some(flag.value.to_string()),
            Lit::Str(text) => Some(format!("{:?}", text.value())),
            _ => None,
        },
        Expr::Unary(minus) if matches!(minus.op, UnOp::Neg(_)) => {
            literal(&minus.expr).map(|number| format!("-{number}"))
        }
        Expr::MethodCall(call) if call.method == "into" => literal(&call.receiver),
        Expr::Tuple(tuple) => {
            let parts: Option<Vec<String>> = tuple.elems.iter().map(literal).collect();
            parts.map(|parts| format!("({})", parts.join(", ")))
        }
        _ => None,
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
