//! Where rulesets lie, and which there are: in folders, and beneath them inside the program. A file of a folder goes before
//! those of its name beneath it; what a folder does not have is taken from there. What somebody keeps of their own goes before
//! the folders, and what was handed over before all.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::reader::{INSIDE, Source};

/// Files inside the program: the path of each from the folder of rulesets on, and what it says.
pub type Inside = &'static [(&'static str, &'static str)];

/// What messages call the place of files that were handed over.
const HANDED: &str = "handed over";

/// The file of a composition.
pub(super) const RULESET: &str = "ruleset.ron";
/// Files that make a ruleset: it has one of them at least, also while somebody still writes it; other folders are none of ours.
pub(super) const FILES: [&str; 5] = [RULESET, "rulebook.ron", "arms.ron", "profiles.ron", "objects.ron"];
/// Whether a file of this name is one of those, wherever it lies.
pub fn is_part(file: &str) -> bool {
    FILES.contains(&file)
}

/// The folders within that of a ruleset.
pub const FOLDERS: [&str; 2] = ["scenarios", "lessons"];

/// The folder that lies beside the program: `rulesets` where it is run, or in any folder above the program itself.
pub fn beside_the_program() -> Option<PathBuf> {
    let here = std::env::current_dir().ok();
    let program = std::env::current_exe().ok();
    let above = program.iter().flat_map(|path| path.ancestors().map(Path::to_path_buf));
    here.into_iter().chain(above).map(|folder| folder.join("rulesets")).find(|folder| folder.is_dir())
}

/// Whether two paths lead to one folder.
pub(super) fn is_same(one: &Path, other: &Path) -> bool {
    one == other || one.canonicalize().ok().zip(other.canonicalize().ok()).is_some_and(|(one, other)| one == other)
}

/// Where rulesets are looked for.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// Folders, those first whose files go before those of the others.
    folders: Vec<PathBuf>,
    /// The folder for what somebody keeps of their own, which need not be there: its files go before those of the folders.
    own: Option<PathBuf>,
    /// The first folder was named, so that what is kept is meant to lie there.
    is_named: bool,
    inside: Inside,
    /// Files that were handed over while the program ran, by their paths from the folder of rulesets on.
    handed: BTreeMap<Arc<str>, Arc<str>>,
    /// Where those lie that others build upon, if they lie in none of these.
    beneath: Option<Arc<Self>>,
}

impl Sources {
    /// Everything that a program finds: the folder that it is given, the one that lies beside it, and what it has inside.
    pub fn found(given: Option<&Path>, inside: Inside) -> Self {
        let ships = Self { folders: beside_the_program().into_iter().collect(), inside, ..Self::default() };
        let Some(given) = given else { return ships };
        let others = ships.folders.iter().filter(|folder| !is_same(folder, given)).cloned();
        Self { folders: std::iter::once(given.to_owned()).chain(others).collect(), is_named: true, ..ships }
    }

    /// The same with a folder for what somebody keeps of their own.
    #[must_use]
    pub fn with_own(self, own: Option<PathBuf>) -> Self {
        Self { own, ..self }
    }

    /// A folder alone; what its rulesets build upon may lie beside the program.
    pub fn of(folder: impl Into<PathBuf>) -> Self {
        Self { folders: beside_the_program().into_iter().collect(), ..Self::default() }.alone(folder)
    }

    /// A folder alone; what its rulesets build upon may lie here. One of these folders is none alone: beneath it lies what lies
    /// beneath it here.
    #[must_use]
    pub fn alone(&self, folder: impl Into<PathBuf>) -> Self {
        let folder = folder.into();
        let Some(ours) = self.folders.iter().position(|ours| is_same(ours, &folder)) else {
            let beneath = Some(Arc::new(self.clone()));
            return Self { folders: vec![folder], is_named: true, beneath, ..Self::default() };
        };
        let after = self.folders.iter().skip(ours + 1).cloned();
        Self { folders: std::iter::once(folder).chain(after).collect(), is_named: true, ..self.clone() }
    }

    /// The same with files that were handed over: by their paths from the folder of rulesets on, and what they say.
    #[must_use]
    pub fn with(&self, files: impl IntoIterator<Item = (String, String)>) -> Self {
        let mut new = self.clone();
        new.handed.extend(files.into_iter().map(|(path, text)| (path.into(), text.into())));
        new
    }

    /// The folders, those first whose files go before those of the others.
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// The folder that new files are written into: the one that was named, else that for what somebody keeps of their own, since
    /// those of the program may not be written to.
    pub fn keeps(&self) -> Option<&Path> {
        self.own.as_deref().filter(|_| !self.is_named).or_else(|| self.folders.first().map(PathBuf::as_path))
    }

    /// All folders on the disc, those first whose files go before those of the others.
    fn on_disc(&self) -> impl DoubleEndedIterator<Item = &PathBuf> {
        self.own.iter().chain(&self.folders)
    }

    /// What messages call a folder of a ruleset.
    pub fn called(&self, ruleset: &str, kind: &str) -> String {
        let path = Path::new(ruleset).join(kind);
        let inside = || format!("{} ({INSIDE})", Path::new("rulesets").join(&path).display());
        self.folders.first().map_or_else(inside, |folder| folder.join(&path).display().to_string())
    }

    /// What messages call all of it.
    pub fn place(&self) -> String {
        self.folders.first().map_or_else(|| format!("rulesets ({INSIDE})"), |folder| folder.display().to_string())
    }

    /// The names of the rulesets, in alphabetical order.
    ///
    /// # Errors
    /// When a folder cannot be read.
    pub fn names(&self) -> std::io::Result<Vec<String>> {
        self.folders.iter().try_for_each(|folder| std::fs::read_dir(folder).map(drop))?;
        Ok(self.known())
    }

    /// The same as far as folders can be read.
    pub fn known(&self) -> Vec<String> {
        let inside = self.inside.iter().map(|(path, _)| *path).chain(self.handed.keys().map(|path| &**path));
        let inside = inside.filter_map(|path| path.split_once('/'));
        let inside = inside.filter(|(_, file)| is_part(file)).map(|(name, _)| name.to_owned());
        let mut names: BTreeSet<String> = inside.collect();
        for entry in self.on_disc().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten().flatten() {
            if FILES.iter().any(|file| entry.path().join(file).is_file()) {
                names.extend(entry.file_name().into_string());
            }
        }
        names.into_iter().collect()
    }

    /// Those that have something in the first folder; all where there is no folder.
    ///
    /// # Errors
    /// When a folder cannot be read.
    pub fn first_names(&self) -> std::io::Result<Vec<String>> {
        let mut names = self.names()?;
        if let Some(first) = self.folders.first() {
            names.retain(|name| first.join(name).is_dir());
        }
        Ok(names)
    }

    /// A file of a ruleset. One that lies nowhere is called as it would be in the first folder.
    pub fn file(&self, ruleset: &str, name: &str) -> Source {
        let on_disk = |folder: &PathBuf| Source::Disk(folder.join(ruleset).join(name));
        let is_it = |path: &str| path.split_once('/').is_some_and(|(of, file)| of == ruleset && file == name);
        let inside = || self.inside.iter().find(|(path, _)| is_it(path)).map(|(path, text)| Source::Inside(path, text));
        let nowhere = || on_disk(self.folders.first().unwrap_or(&PathBuf::from("rulesets")));
        let handed = self.handed.iter().find(|(path, _)| is_it(path));
        let handed = handed.map(|(path, text)| Source::Said(path.clone(), text.clone()));
        let on_disk = || self.on_disc().map(on_disk).find(Source::exists);
        handed.or_else(on_disk).or_else(inside).unwrap_or_else(nowhere)
    }

    /// The RON files of a ruleset, in this folder of it, by their names without the ending.
    pub fn list(&self, ruleset: &str, kind: &str) -> Vec<(String, Source)> {
        let mut all = BTreeMap::new();
        let within = if kind.is_empty() { format!("{ruleset}/") } else { format!("{ruleset}/{kind}/") };
        for (path, text) in self.inside {
            if let Some(file) = path.strip_prefix(within.as_str()).filter(|file| !file.contains('/')) {
                all.insert(file.to_owned(), Source::Inside(path, text));
            }
        }
        for folder in self.on_disc().rev() {
            for entry in std::fs::read_dir(folder.join(&within)).into_iter().flatten().flatten() {
                all.extend(entry.file_name().into_string().ok().map(|file| (file, Source::Disk(entry.path()))));
            }
        }
        for (path, text) in &self.handed {
            if let Some(file) = path.strip_prefix(within.as_str()).filter(|file| !file.contains('/')) {
                all.insert(file.to_owned(), Source::Said(path.clone(), text.clone()));
            }
        }
        let name = |(file, source): (String, Source)| Some((file.strip_suffix(".ron")?.to_owned(), source));
        all.into_iter().filter_map(name).filter(|(name, _)| !name.is_empty()).collect()
    }

    /// The files of a ruleset by where they lie: in a folder, or inside the program.
    pub fn layers(&self, ruleset: &str) -> BTreeMap<String, Vec<String>> {
        let mut layers: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for kind in std::iter::once("").chain(FOLDERS) {
            for (name, source) in self.list(ruleset, kind) {
                let file = if kind.is_empty() { format!("{name}.ron") } else { format!("{kind}/{name}.ron") };
                let is_there = |folder: &&PathBuf| folder.join(ruleset).join(&file) == source.path();
                let folder = self.on_disc().find(is_there);
                let beneath = if matches!(source, Source::Said(..)) { HANDED } else { INSIDE };
                let layer = folder.map_or_else(|| beneath.to_owned(), |folder| folder.display().to_string());
                layers.entry(layer).or_default().push(file);
            }
        }
        layers
    }

    /// A ruleset, whether it is there or not.
    pub fn home(&self, name: &str) -> Home {
        Home { sources: self.clone(), name: name.to_owned() }
    }

    /// A ruleset: here, or beneath, for whatever others build upon.
    ///
    /// # Errors
    /// With the names that there are, where it is in neither.
    pub fn home_of(&self, name: &str) -> Result<Home, Vec<String>> {
        let is_plain = Path::new(name).components().count() == 1 && Path::new(name).file_name().is_some();
        let home = self.home(name);
        if is_plain && home.file(RULESET).exists() {
            return Ok(home);
        }
        let mut known = self.known();
        match self.beneath.as_ref().map(|beneath| beneath.home_of(name)) {
            Some(Ok(home)) => return Ok(home),
            Some(Err(more)) => known.extend(more),
            None => {}
        }
        known.sort();
        known.dedup();
        Err(known)
    }
}

/// A ruleset among others.
#[derive(Clone, Debug)]
pub struct Home {
    sources: Sources,
    name: String,
}

impl Home {
    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where it lies.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// One of its files.
    pub fn file(&self, name: &str) -> Source {
        self.sources.file(&self.name, name)
    }
}

#[cfg(test)]
mod tests;
