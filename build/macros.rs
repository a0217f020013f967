//! What stands in the tables of the program that macros write out: slots, events, who hears of them, ids of rules.

use std::collections::BTreeMap;

use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprLit, Ident, Item, ItemStruct, Lit, LitStr, Pat, Token, Type, braced, parenthesized};

use crate::Failure;
use crate::sources::{Home, Module, Sources, doc};
use crate::table::{Entry, Event, Words};

/// A slot of the table: `attack: AttackSlot as Economy { SureBlow(attack::SureBlow): listens shows }`.
pub struct Slot {
    /// The field of a composition in which its mechanics stand.
    pub field: String,
    /// What it is for.
    pub doc: String,
    /// The part that its mechanic plays beside its roles, if it has one.
    pub part: Option<String>,
    /// Its mechanics.
    pub mechanics: Vec<Fitting>,
}

/// A mechanic that fits a slot.
pub struct Fitting {
    /// Its name in rulesets.
    pub name: String,
    /// Its type.
    pub of: Type,
    /// The roles for which it is entered.
    pub roles: Vec<String>,
}

impl Parse for Slot {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let doc = doc(&Attribute::parse_outer(input)?);
        let field = input.parse::<Ident>()?.to_string();
        input.parse::<Token![:]>()?;
        input.parse::<Ident>()?;
        let has_part = input.parse::<Option<Token![as]>>()?.is_some();
        let part = if has_part { Some(input.parse::<Ident>()?.to_string().to_lowercase()) } else { None };
        let inside;
        braced!(inside in input);
        let mechanics = Punctuated::<Fitting, Token![,]>::parse_terminated(&inside)?.into_iter().collect();
        input.parse::<Option<Token![;]>>()?;
        Ok(Self { field, doc, part, mechanics })
    }
}

impl Parse for Fitting {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = input.parse::<Ident>()?.to_string();
        let inside;
        parenthesized!(inside in input);
        let of = inside.parse()?;
        input.parse::<Option<Ident>>()?;
        let mut roles = Vec::new();
        if input.parse::<Option<Token![:]>>()?.is_some() {
            while input.peek(Ident) {
                roles.push(input.parse::<Ident>()?.to_string());
            }
        }
        Ok(Self { name, of, roles })
    }
}

/// What `hears!` says of a type.
struct Hearing {
    of: Type,
    moments: Vec<String>,
}

impl Parse for Hearing {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let of = input.parse()?;
        input.parse::<Token![:]>()?;
        input.parse::<Token![|]>()?;
        input.parse::<Token![self]>()?;
        input.parse::<Token![,]>()?;
        input.parse::<Ident>()?;
        input.parse::<Token![|]>()?;
        let inside;
        braced!(inside in input);
        let mut moments = Vec::new();
        while !inside.is_empty() {
            let moment = match Pat::parse_single(&inside)? {
                Pat::Ident(pattern) => Some(pattern.ident),
                Pat::Struct(pattern) => pattern.path.get_ident().cloned(),
                _ => None,
            };
            moments.push(moment.ok_or_else(|| inside.error("an event"))?.to_string());
            inside.parse::<Token![=>]>()?;
            inside.parse::<Expr>()?;
            inside.parse::<Option<Token![,]>>()?;
        }
        Ok(Self { of, moments })
    }
}

/// One function of `refers!` or type of `names!`, and what it says that names name.
struct Kind(String, String);

impl Parse for Kind {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        Attribute::parse_outer(input)?;
        let function = input.parse::<Ident>()?.to_string();
        input.parse::<Token![=]>()?;
        let kind = input.parse::<LitStr>()?.value();
        input.parse::<Option<Token![;]>>()?;
        Ok(Self(function, kind))
    }
}

/// What `rule_ids!` writes out.
struct RuleIds(ItemStruct);

impl Parse for RuleIds {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        input.parse::<Token![struct]>()?;
        let name = input.parse::<Ident>()?;
        let inside;
        braced!(inside in input);
        let mut fields = Vec::new();
        while !inside.is_empty() {
            let field = inside.parse::<Ident>()?;
            inside.parse::<Token![:]>()?;
            let doc = inside.parse::<LitStr>()?.value();
            inside.parse::<Option<Token![,]>>()?;
            fields.push(format!("#[doc = {doc:?}] pub {field}: RuleId,"));
        }
        let doc = "Which rule of the ruleset each part of this mechanic shows.";
        syn::parse_str(&format!("#[doc = {doc:?}] pub struct {name} {{ {} }}", fields.concat())).map(Self)
    }
}

/// What `stats!` writes out for rulesets.
struct Stats(ItemStruct);

impl Parse for Stats {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut fields = Vec::new();
        while !input.is_empty() {
            let doc = doc(&Attribute::parse_outer(input)?);
            input.parse::<Ident>()?;
            input.parse::<Token![=]>()?;
            let field = input.parse::<Ident>()?;
            input.parse::<Token![;]>()?;
            fields.push(format!("#[doc = {doc:?}] pub {field}: Option<FigureName>,"));
        }
        let doc = "Which figure of the ruleset is what, for Bevy apps that ask for it by a name that all games share.";
        syn::parse_str(&format!("#[doc = {doc:?}] #[serde(default)] pub struct Stats {{ {} }}", fields.concat()))
            .map(Self)
    }
}

/// An item as it stands once `rule_ids!` or `stats!` has written it out.
pub fn written_out(item: Item) -> syn::Result<Item> {
    match item {
        Item::Macro(call) if call.mac.path.is_ident("rule_ids") => {
            call.mac.parse_body().map(|RuleIds(written)| Item::Struct(written))
        }
        Item::Macro(call) if call.mac.path.is_ident("stats") => {
            call.mac.parse_body().map(|Stats(written)| Item::Struct(written))
        }
        other => Ok(other),
    }
}

/// The calls of a macro in a module, each read as something.
fn calls<T: Parse>(module: &Module, name: &str) -> Result<Vec<T>, Failure> {
    let mut all = Vec::new();
    for item in &module.items {
        if let Item::Macro(call) = item
            && call.mac.path.is_ident(name)
        {
            all.push(call.mac.parse_body().map_err(|why| format!("{}: `{name}!`: {why}", module.file))?);
        }
    }
    Ok(all)
}

/// Every slot, in the order in which rulesets are written.
pub fn slots(slots: &Module) -> Result<Vec<Slot>, Failure> {
    struct Slots(Vec<Slot>);
    impl Parse for Slots {
        fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
            let mut slots = Vec::new();
            while !input.is_empty() {
                slots.push(input.parse()?);
            }
            Ok(Self(slots))
        }
    }
    Ok(calls::<Slots>(slots, "slots")?.into_iter().flat_map(|slots| slots.0).collect())
}

/// Every event.
pub fn events(events: &Module) -> Result<Vec<Event>, Failure> {
    struct Events(Vec<Event>);
    impl Parse for Events {
        fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
            let variants = Punctuated::<syn::Variant, Token![,]>::parse_terminated(input)?;
            let field = |field: &syn::Field| Entry {
                name: field.ident.as_ref().map(ToString::to_string).unwrap_or_default(),
                doc: doc(&field.attrs),
            };
            let event = |variant: &syn::Variant| Event {
                name: variant.ident.to_string(),
                doc: doc(&variant.attrs),
                fields: variant.fields.iter().map(field).collect::<Vec<_>>().into(),
            };
            Ok(Self(variants.iter().map(event).collect()))
        }
    }
    Ok(calls::<Events>(events, "events")?.into_iter().flat_map(|events| events.0).collect())
}

/// Every list of words that a module declares.
pub fn words(module: &Module) -> Vec<Words> {
    let text = |of: &Expr| match of {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
        _ => None,
    };
    let list = |item: &Item| {
        let Item::Const(item) = item else { return None };
        let Expr::Reference(reference) = &*item.expr else { return None };
        let Expr::Array(array) = &*reference.expr else { return None };
        let words: Vec<String> = array.elems.iter().filter_map(text).collect();
        let name = item.ident.to_string().to_lowercase().replace('_', " ");
        Some(Words { name, doc: doc(&item.attrs), words: words.into() })
    };
    module.items.iter().filter_map(list).collect()
}

/// What the types of `names!` and the functions of `refers!` say that names name.
pub fn kinds(module: &Module, name: &str) -> Result<BTreeMap<String, String>, Failure> {
    struct Kinds(Vec<Kind>);
    impl Parse for Kinds {
        fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
            let mut kinds = Vec::new();
            while !input.is_empty() {
                kinds.push(input.parse()?);
            }
            Ok(Self(kinds))
        }
    }
    let kinds = calls::<Kinds>(module, name)?.into_iter().flat_map(|kinds| kinds.0);
    Ok(kinds.map(|Kind(function, kind)| (function, kind)).collect())
}

/// The events that each type hears, by where it is declared.
pub fn hearings(sources: &Sources) -> Result<BTreeMap<Home, Vec<String>>, Failure> {
    let mut heard = BTreeMap::new();
    for module in sources.modules() {
        for Hearing { of, moments } in calls::<Hearing>(module, "hears")? {
            let found = sources.find(module, &crate::shapes::path_of(&of));
            let found = found.ok_or_else(|| format!("{}: who hears is not found", module.file))?;
            heard.insert(found.home(), moments);
        }
    }
    Ok(heard)
}

/// The doc comments of all traits of these modules, by the names of the roles: `modifies`.
pub fn traits<'s>(modules: impl Iterator<Item = &'s Module>) -> BTreeMap<String, String> {
    let items = modules.flat_map(|module| &module.items);
    let traits = items.filter_map(|item| match item {
        Item::Trait(item) => Some((item.ident.to_string().to_lowercase(), doc(&item.attrs))),
        _ => None,
    });
    traits.collect()
}
