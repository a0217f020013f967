//! The modules of the program as their files write them, and what their names stand for.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use syn::{Attribute, Expr, ExprLit, Item, Lit, Meta, UseTree};

use crate::Failure;

/// The folders that say what stands in the files of rulesets.
pub const OF_FILES: [&str; 2] = ["looks", "rulebook"];

/// A module: one file.
pub struct Module {
    /// Where it stands below the root of the program: `mechanics`, `attack`.
    pub path: Vec<String>,
    /// Its file, from the root of the repository.
    pub file: String,
    /// The file without its tests.
    pub text: String,
    /// What its head says of it.
    pub doc: String,
    /// All that it declares.
    pub items: Vec<Item>,
    /// The names that it takes from elsewhere, each with where it is from; `*` for all of a module.
    uses: Vec<(String, Vec<String>)>,
}

/// Where something is declared: the place of its file among all, and its name.
pub type Home = (String, String);

/// The modules of some folders of the program.
#[derive(Default)]
pub struct Sources {
    modules: BTreeMap<Vec<String>, Module>,
}

/// Something that a module declares.
#[derive(Clone, Copy)]
pub struct Found<'s> {
    /// The module.
    pub module: &'s Module,
    /// What it declares.
    pub item: &'s Item,
}

impl Sources {
    /// Reads these folders of `src`, and all that lies in them.
    pub fn read(folders: &[&str]) -> Result<Self, Failure> {
        let mut sources = Self::default();
        for folder in folders {
            sources.gather(&Path::new("src").join(folder), &mut vec![(*folder).to_owned()])?;
        }
        Ok(sources)
    }

    fn gather(&mut self, folder: &Path, path: &mut Vec<String>) -> Result<(), Failure> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?.path();
            let Some(name) = entry.file_stem().and_then(|name| name.to_str()).map(str::to_owned) else { continue };
            if name == "tests" {
                continue;
            }
            let is_root = name == "mod";
            if !is_root {
                path.push(name);
            }
            if entry.is_dir() {
                self.gather(&entry, path)?;
            } else if entry.extension().is_some_and(|extension| extension == "rs") {
                self.modules.insert(path.clone(), Module::read(&entry, path)?);
            }
            if !is_root {
                path.pop();
            }
        }
        Ok(())
    }

    /// All that play, by their paths: not those that read files.
    pub fn modules(&self) -> impl Iterator<Item = &Module> {
        self.modules.values().filter(|module| !module.is_of_files())
    }

    /// The module of this path.
    pub fn module(&self, path: &[&str]) -> Result<&Module, Failure> {
        let path: Vec<String> = path.iter().map(|&part| part.to_owned()).collect();
        self.at(&path).ok_or_else(|| format!("there is no module {}", path.join("::")).into())
    }

    /// The module at a path, if one is there.
    pub fn at(&self, path: &[String]) -> Option<&Module> {
        self.modules.get(path)
    }

    /// Where that is declared which a module calls by this name.
    pub fn home_of(&self, module: &Module, name: &str) -> Option<Home> {
        self.find(module, &[name.to_owned()]).map(|found| found.home())
    }

    /// Where every type is declared that a module names.
    pub fn homes_in(&self, module: &Module) -> BTreeSet<Home> {
        let lines = module.text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let words = lines.flat_map(|line| line.split(|letter: char| !letter.is_alphanumeric() && letter != '_'));
        let names: BTreeSet<&str> = words.filter(|word| word.starts_with(|first: char| first.is_uppercase())).collect();
        names.into_iter().filter_map(|name| self.home_of(module, name)).collect()
    }

    /// What a path stands for in a module.
    pub fn find<'s>(&'s self, module: &'s Module, path: &[String]) -> Option<Found<'s>> {
        self.find_within(module, path, 16)
    }

    fn find_within<'s>(&'s self, module: &'s Module, path: &[String], steps: usize) -> Option<Found<'s>> {
        let steps = steps.checked_sub(1)?;
        let (first, rest) = path.split_first()?;
        let Some((last, between)) = rest.split_last() else {
            return self.named(module, first, steps);
        };
        let mut at = match first.as_str() {
            "crate" => Vec::new(),
            "self" => module.path.clone(),
            "super" => module.path.split_last()?.1.to_vec(),
            child => {
                let inner = [&module.path[..], &[child.to_owned()]].concat();
                if !self.modules.contains_key(&inner) {
                    let (_, from) = module.uses.iter().find(|(name, _)| name == child)?;
                    return self.find_within(module, &[from, rest].concat(), steps);
                }
                inner
            }
        };
        for part in between {
            if part == "super" {
                at.pop();
            } else {
                at.push(part.clone());
            }
        }
        self.named(self.modules.get(&at)?, last, steps)
    }

    /// What a module declares under this name, or takes from elsewhere.
    fn named<'s>(&'s self, module: &'s Module, name: &str, steps: usize) -> Option<Found<'s>> {
        if let Some(item) = module.items.iter().find(|item| name_of(item).is_some_and(|own| own == name)) {
            return Some(Found { module, item });
        }
        let mut froms = module.uses.iter().filter(|(own, _)| own == name).map(|(_, from)| from.clone());
        if let Some(from) = froms.next() {
            return self.find_within(module, &from, steps);
        }
        let globs = module.uses.iter().filter(|(own, _)| own == "*");
        globs
            .into_iter()
            .find_map(|(_, from)| self.find_within(module, &[&from[..], &[name.to_owned()]].concat(), steps))
    }
}

impl Module {
    fn read(file: &Path, path: &[String]) -> Result<Self, Failure> {
        let whole = fs::read_to_string(file)?;
        let text = whole.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let parsed = syn::parse_file(text).map_err(|why| format!("{}: {why}", file.display()))?;
        let mut uses = Vec::new();
        for item in &parsed.items {
            if let Item::Use(item) = item {
                flatten(&item.tree, &mut Vec::new(), &mut uses);
            }
        }
        let items: Result<Vec<Item>, _> = parsed.items.into_iter().map(crate::macros::written_out).collect();
        Ok(Self {
            path: path.to_vec(),
            file: file.to_string_lossy().replace('\\', "/"),
            text: text.to_owned(),
            doc: doc(&parsed.attrs),
            items: items.map_err(|why| format!("{}: {why}", file.display()))?,
            uses,
        })
    }

    /// Whether it says what stands in files.
    pub fn is_of_files(&self) -> bool {
        self.path.first().is_some_and(|folder| OF_FILES.contains(&folder.as_str()))
    }

    /// The line from which on something of this name is declared as one of these.
    pub fn line_of(&self, kinds: &[&str], name: &str) -> usize {
        let declares = |line: &str| {
            let mut words = line.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
            words.any(|word| kinds.contains(&word)) && words.next() == Some(name)
        };
        self.text.lines().position(|line| !line.trim_start().starts_with("//") && declares(line)).map_or(1, |at| at + 1)
    }

    /// The first line from `start` on that declares a field of this name.
    pub fn line_of_field(&self, start: usize, name: &str) -> usize {
        let declares = |line: &str| {
            let line = line.trim_start();
            let line = line.strip_prefix("pub").map_or(line, |rest| rest.trim_start_matches(|each| each != ' ').trim());
            line.strip_prefix("r#").unwrap_or(line).strip_prefix(name).is_some_and(|rest| rest.starts_with(':'))
        };
        self.text.lines().skip(start).position(declares).map_or(start, |at| start + at + 1)
    }
}

impl Found<'_> {
    /// By what it is told from everything else.
    pub fn home(&self) -> Home {
        (self.module.file.clone(), name_of(self.item).unwrap_or_default())
    }
}

fn name_of(item: &Item) -> Option<String> {
    let ident = match item {
        Item::Struct(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        _ => return None,
    };
    Some(ident.to_string())
}

fn flatten(tree: &UseTree, path: &mut Vec<String>, into: &mut Vec<(String, Vec<String>)>) {
    let mut end = |name: String, last: Option<String>| into.push((name, path.iter().cloned().chain(last).collect()));
    match tree {
        UseTree::Name(name) if name.ident == "self" => end(path.last().cloned().unwrap_or_default(), None),
        UseTree::Name(name) => end(name.ident.to_string(), Some(name.ident.to_string())),
        UseTree::Rename(name) => end(name.rename.to_string(), Some(name.ident.to_string())),
        UseTree::Glob(_) => end("*".to_owned(), None),
        UseTree::Path(part) => {
            path.push(part.ident.to_string());
            flatten(&part.tree, path, into);
            path.pop();
        }
        UseTree::Group(group) => group.items.iter().for_each(|tree| flatten(tree, path, into)),
    }
}

/// A doc comment as running text: a line for each paragraph and each entry of a list.
pub fn doc(attributes: &[Attribute]) -> String {
    let mut told = String::new();
    let mut is_open = false;
    for attribute in attributes {
        let Meta::NameValue(meta) = &attribute.meta else { continue };
        let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = &meta.value else { continue };
        if !attribute.path().is_ident("doc") {
            continue;
        }
        let line = text.value();
        let line = without_links(line.trim());
        let begins = line.starts_with(['-', '*', '|']);
        if !line.is_empty() && !told.is_empty() {
            told.push(if is_open && !begins { ' ' } else { '\n' });
        }
        told.push_str(&line);
        is_open = !line.is_empty();
    }
    told
}

/// `[a place](of::it)` and ``[`It`]`` without the brackets.
fn without_links(line: &str) -> String {
    let mut told = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('[') {
        let Some((inner, behind)) = after.split_once(']') else { break };
        told.push_str(before);
        let link = behind.strip_prefix('(').and_then(|behind| behind.split_once(')'));
        match link {
            Some((_, behind)) => {
                told.push_str(inner);
                rest = behind;
            }
            None if inner.starts_with('`') => {
                told.push_str(inner);
                rest = behind;
            }
            None => {
                told.push_str(&format!("[{inner}]"));
                rest = behind;
            }
        }
    }
    told + rest
}
