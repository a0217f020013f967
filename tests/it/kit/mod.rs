//! What the tests stand on: the rulesets and copies of them, the program from outside, and a battle that is played on,
//! by itself or on a screen.

#[cfg(feature = "window")]
pub mod window;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, LazyLock};

use bevy::prelude::{Entity, World};
use sortie::ai::{Mind, Skill};
use sortie::battle::{Fact, Look, Order, Setup, Spoken, Verdict, advance, answer, chronicle, verdict};
use sortie::record::{Game, Record, record};
use sortie::rulebook::{Library, Scenario};
use sortie::sim::Plan;
use tempfile::TempDir;

/// The rulesets that ship.
pub fn library() -> Arc<Library> {
    static SHIPPED: LazyLock<Arc<Library>> = LazyLock::new(|| Arc::new(Library::open("rulesets")));
    SHIPPED.clone()
}

/// A battle of theirs.
pub fn scenario(name: &str) -> Scenario {
    library().scenario(name).unwrap_or_else(|problems| panic!("{name}: {problems:?}"))
}

/// All of their battles.
pub fn scenarios() -> Vec<Scenario> {
    let library = library();
    library.scenarios().iter().map(|name| library.scenario(name).unwrap()).collect()
}

/// The start of a battle.
pub fn begin(scenario: &Scenario, seed: u64) -> Game {
    Game::new(&scenario.name, &scenario.settings, scenario.setup.clone(), seed)
}

/// The start of a battle that no file tells of.
pub fn fight(setup: impl Into<Arc<Setup>>, seed: u64) -> Game {
    Game::new("", &Default::default(), setup.into(), seed)
}

/// Battles on one thread, all sides played alike.
pub fn plan(setup: &Arc<Setup>, skill: Skill, battles: u64) -> Plan {
    let efforts = Default::default();
    Plan { setup: setup.clone(), battles, seed: 3, threads: 1, skill, against: None, efforts, chronicle: false }
}

/// A battle at hand.
pub trait Battle {
    /// Its world.
    fn world(&self) -> &World;

    /// Its world, to be changed.
    fn world_mut(&mut self) -> &mut World;

    /// Its entity.
    fn id(&self) -> Entity;

    /// How it stands.
    fn now(&self) -> Look<'_> {
        Look::at(self.world(), self.id()).unwrap()
    }

    /// What has happened.
    fn facts(&self) -> &[Fact] {
        chronicle(self.world(), self.id())
    }

    /// What has happened, a line for each fact.
    fn told(&self) -> String {
        let lines: Vec<&str> = self.facts().iter().map(|fact| fact.text.as_str()).collect();
        lines.join("\n")
    }

    /// What has been decided.
    #[cfg(feature = "window")]
    fn made(&self) -> &[sortie::battle::Decision] {
        sortie::record::decisions(self.world(), self.id())
    }

    /// How it has ended.
    fn end(&self) -> Option<&Verdict> {
        verdict(self.world(), self.id())
    }

    /// As it would be saved.
    fn saved(&self) -> Record {
        record(self.world(), self.id()).unwrap()
    }

    /// Gives an order, which must be allowed.
    fn give(&mut self, order: Order) {
        let (battle, said) = (self.id(), order.to_string());
        answer(self.world_mut(), battle, order).unwrap_or_else(|why| panic!("{said}: {why}"));
        advance(self.world_mut(), battle);
    }

    /// Gives orders in words.
    fn say(&mut self, all: &[&str]) {
        for words in all {
            let battle = self.id();
            answer(self.world_mut(), battle, Spoken::parse(words).unwrap())
                .unwrap_or_else(|why| panic!("{words}: {why}"));
            advance(self.world_mut(), battle);
        }
    }

    /// The computer plays on, for so many decisions or to the end, and tells what it decided.
    fn played(&mut self, mind: &mut Mind, most: usize) -> Vec<Order> {
        let mut orders = Vec::new();
        self.until(mind, most, |_, order| {
            orders.push(order.clone());
            None::<()>
        });
        orders
    }

    /// The same, and before each order is given `seen` looks on; what it finds ends it.
    fn until<T>(
        &mut self,
        mind: &mut Mind,
        most: usize,
        mut seen: impl FnMut(Look<'_>, &Order) -> Option<T>,
    ) -> Option<T> {
        for _ in 0..most {
            if self.end().is_some() {
                return None;
            }
            let order = mind.decide(self.now()).expect("somebody must always be able to answer");
            if let Some(found) = seen(self.now(), &order) {
                return Some(found);
            }
            self.give(order);
        }
        None
    }
}

impl Battle for Game {
    fn world(&self) -> &World {
        &self.world
    }

    fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    fn id(&self) -> Entity {
        self.battle
    }
}

/// How the program ended, and what it said.
pub struct Said {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Said {
    /// Whether all was well.
    pub fn is_well(&self) -> bool {
        self.code == Some(0)
    }

    /// What it said as JSON.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|why| panic!("{why}: {}{}", self.out, self.err))
    }
}

/// The program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_sortie");

/// Runs the program with these words.
pub fn sortie(args: &[&str]) -> Said {
    run(Command::new(PROGRAM).args(args), b"")
}

/// Runs a command and gives it something to read.
pub fn run(command: &mut Command, input: &[u8]) -> Said {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // It may have ended before it has read all of that.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|told| String::from_utf8(told).unwrap());
    Said { code: output.status.code(), out, err }
}

/// A folder that is there as long as the test.
pub struct Folder(TempDir);

impl Folder {
    /// An empty one.
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// Copies of rulesets that ship.
    pub fn of_rulesets(names: &[&str]) -> Self {
        Self::of(Path::new("rulesets"), names)
    }

    /// Copies of rulesets from there.
    pub fn of(home: &Path, names: &[&str]) -> Self {
        let folder = Self::new();
        for name in names {
            let home = home.join(name);
            for file in files(&home) {
                let to = folder.join(name).join(file.strip_prefix(&home).unwrap());
                std::fs::create_dir_all(to.parent().unwrap()).unwrap();
                std::fs::copy(file, to).unwrap();
            }
        }
        folder
    }

    /// Copies of all rulesets that ship.
    pub fn of_all_rulesets() -> Self {
        let names = library().rulesets().unwrap();
        Self::of_rulesets(&names.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Where something in it is, or would be.
    pub fn join(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// Writes a file in it and tells its path.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.join(name);
        std::fs::write(&path, content).unwrap();
        path.into_os_string().into_string().unwrap()
    }
}

/// All files of a folder and of those in it, by name.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
    let below = |path: PathBuf| if path.is_dir() { files(&path) } else { vec![path] };
    let mut found: Vec<PathBuf> = entries.flat_map(|entry| below(entry.unwrap().path())).collect();
    found.sort();
    found
}

/// Changes the first place of a file where `from` stands.
pub fn edit(file: &Path, from: &str, to: &str) {
    let text = std::fs::read_to_string(file).unwrap();
    assert!(text.contains(from), "{} has no `{from}`", file.display());
    std::fs::write(file, text.replacen(from, to, 1)).unwrap();
}
