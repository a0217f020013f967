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
mod tests {
    use std::fs;

    use super::super::Library;
    use super::super::reader::read_file;
    use super::*;

    const INSIDE: Inside = &[
        ("chess/rulebook.ron", "[1]"),
        ("chess/ruleset.ron", "(2)"),
        ("chess/scenarios/a.ron", "3"),
        ("chess/scenarios/b.ron", "4"),
        ("photos/list.ron", "5"),
    ];

    /// A folder over what lies inside, and nothing beside the program.
    fn over(folder: &Path) -> Sources {
        Sources { folders: vec![folder.to_owned()], inside: INSIDE, ..Sources::default() }
    }

    fn write(folder: &Path, file: &str, text: &str) {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn names(list: &[(String, Source)]) -> Vec<(&str, bool)> {
        list.iter().map(|(name, source)| (name.as_str(), matches!(source, Source::Inside(..)))).collect()
    }

    /// Promise: what somebody keeps of their own is found before all else though no folder of it needs to be there, is written
    /// there unless another folder was named, and changes nothing of which rulesets a folder is asked for.
    #[test]
    fn what_is_kept_lies_in_a_folder_of_its_own() {
        let (ships, data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        write(ships.path(), "chess/lessons/one.ron", "1");
        let own = data.path().join("rulesets");
        let sources = over(ships.path()).with_own(Some(own.clone()));
        assert_eq!(sources.keeps(), Some(own.as_path()));
        let names = |sources: &Sources| (sources.names().unwrap(), sources.first_names().unwrap());
        assert_eq!(names(&sources), names(&over(ships.path())));
        write(&own, "chess/lessons/kept_01.ron", "2");
        write(&own, "chess/lessons/one.ron", "3");
        let list = sources.list("chess", "lessons");
        let read = |name: &str| read_file::<i32>(&sources.file("chess", name));
        assert_eq!(list.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["kept_01", "one"]);
        assert_eq!((read("lessons/kept_01.ron"), read("lessons/one.ron")), (Ok(2), Ok(3)));
        assert_eq!(names(&sources), names(&over(ships.path())));
        assert!(sources.layers("chess").contains_key(&own.display().to_string()));
        let named = Sources { is_named: true, ..sources };
        assert_eq!(named.keeps(), Some(ships.path()));
    }

    /// Promise: each file of a folder goes before that of its name inside, and all others are there.
    #[test]
    fn folders_go_first_file_by_file() {
        let folder = tempfile::tempdir().unwrap();
        let sources = over(folder.path());
        let read = |name: &str| read_file::<i32>(&sources.file("chess", name));
        assert_eq!((read("scenarios/a.ron"), read("scenarios/b.ron")), (Ok(3), Ok(4)));
        write(folder.path(), "chess/scenarios/b.ron", "7");
        write(folder.path(), "chess/scenarios/c.ron", "8");
        write(folder.path(), "chess/scenarios/notes.txt", "9");
        assert_eq!((read("scenarios/a.ron"), read("scenarios/b.ron"), read("scenarios/c.ron")), (Ok(3), Ok(7), Ok(8)));
        let list = sources.list("chess", "scenarios");
        assert_eq!(names(&list), [("a", true), ("b", false), ("c", false)]);
        assert_eq!(names(&sources.list("chess", "")), [("rulebook", true), ("ruleset", true)]);
        let layers = sources.layers("chess");
        let layers: Vec<usize> = layers.values().map(Vec::len).collect();
        assert_eq!((layers.iter().sum::<usize>(), layers.len()), (5, 2));
    }

    /// Promise: rulesets of all places are listed once; what has no file of a ruleset is none, here as there.
    #[test]
    fn rulesets_of_all_places_are_listed_once() {
        let folder = tempfile::tempdir().unwrap();
        let sources = over(folder.path());
        assert_eq!(sources.names().unwrap(), ["chess"]);
        assert!(sources.first_names().unwrap().is_empty(), "the folder has nothing");
        for file in ["draughts/arms.ron", "chess/lessons/own.ron", "letters/one.ron"] {
            write(folder.path(), file, "{}");
        }
        assert_eq!(sources.names().unwrap(), ["chess", "draughts"]);
        assert_eq!(sources.first_names().unwrap(), ["chess", "draughts"]);
        assert_eq!(Sources { folders: Vec::new(), ..sources }.first_names().unwrap(), ["chess"]);
        let gone = over(&folder.path().join("gone"));
        assert!(gone.names().is_err() && gone.known() == ["chess"]);
    }

    /// Promise: what is wrong with a file inside is told with line and column, under a name that no path has.
    #[test]
    fn errors_from_inside_have_a_place() {
        let sources = Sources { inside: INSIDE, ..Sources::default() };
        let told = read_file::<(u8, u8)>(&sources.file("chess", "ruleset.ron")).unwrap_err();
        let [problem] = told.as_slice() else { panic!("{told:#?}") };
        assert!(problem.to_string().starts_with("rulesets/chess/ruleset.ron (inside the program):1:"), "{problem}");
        let told = read_file::<u8>(&sources.file("chess", "arms.ron")).unwrap_err();
        assert!(told[0].found == "no such file", "{told:?}");
        assert_eq!(sources.called("chess", "lessons"), "rulesets/chess/lessons (inside the program)");
    }

    /// Promise: a ruleset that is nowhere is told with those that are somewhere, be it beneath; no name leads out of them.
    #[test]
    fn what_is_nowhere_is_told_with_what_there_is() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), "draughts/ruleset.ron", "()");
        let ships = Sources { inside: INSIDE, ..Sources::default() };
        let alone = ships.alone(folder.path());
        assert_eq!(alone.names().unwrap(), ["draughts"]);
        assert_eq!(alone.home_of("chess").unwrap().file(RULESET), ships.file("chess", RULESET));
        for name in ["go", "../draughts", "", ".", "chess/scenarios"] {
            assert_eq!(alone.home_of(name).unwrap_err(), ["chess", "draughts"], "{name}");
        }
        let problems = Library::of(ships).rules("ches").unwrap_err();
        assert_eq!(problems[0].help.as_deref(), Some("did you mean `chess`?"), "{problems:?}");
        assert_eq!(problems[0].file, "rulesets (inside the program)");
    }

    /// Promise: what was handed over goes before all else file by file, is listed with it, and errors in it have a place.
    #[test]
    fn what_was_handed_over_goes_first() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), "chess/scenarios/b.ron", "7");
        let files = [("chess/scenarios/b.ron", "8"), ("go/ruleset.ron", "?")];
        let sources = over(folder.path()).with(files.map(|(path, text)| (path.to_owned(), text.to_owned())));
        assert_eq!(read_file::<i32>(&sources.file("chess", "scenarios/b.ron")), Ok(8));
        assert_eq!(sources.known(), ["chess", "go"]);
        assert_eq!(sources.list("chess", "scenarios").len(), 2);
        assert_eq!(sources.layers("chess").get(HANDED), Some(&vec!["scenarios/b.ron".to_owned()]));
        let told = read_file::<i32>(&sources.file("go", "ruleset.ron")).unwrap_err();
        assert!(told[0].to_string().starts_with("go/ruleset.ron:1:"), "{told:?}");
    }

    /// Promise: what lies in a folder and is no file is not passed over for what lies inside.
    #[cfg(unix)]
    #[test]
    fn a_link_to_itself_is_not_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("chess/scenarios")).unwrap();
        let link = folder.path().join("chess/scenarios/a.ron");
        std::os::unix::fs::symlink("a.ron", &link).unwrap();
        let sources = over(folder.path());
        assert_eq!(sources.file("chess", "scenarios/a.ron"), Source::Disk(link.clone()));
        assert_eq!(names(&sources.list("chess", "scenarios")), [("a", false), ("b", true)]);
        let told = read_file::<i32>(&sources.file("chess", "scenarios/a.ron")).unwrap_err();
        assert!(told[0].found.starts_with("a file that cannot be read"), "{told:?}");
    }
}
