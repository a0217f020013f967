//! The page "your first game" (`rulesets/FIRST-GAME.md`), carried out to the letter by somebody who knows nothing else.
//!
//! A block `sh` is typed line by line, a block `sh fails` must be refused, and a block `text` after them is what one sees of
//! it, in this order. A block `diff` changes the file that was named last. A block `bash` is for people alone.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

use crate::kit::{self, Folder, PROGRAM, Said};

/// Somebody at a shell, with the page beside them.
struct Reader {
    home: PathBuf,
    here: PathBuf,
    set: BTreeMap<String, String>,
    /// The file that the page named last.
    file: Option<String>,
    /// What the last block of commands came to.
    seen: String,
}

impl Reader {
    fn types(&mut self, line: &str) -> Option<Said> {
        let words = words(line);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match words.as_slice() {
            ["mkdir", name] => std::fs::create_dir(self.here.join(name)).unwrap(),
            ["cd", name] => self.here.push(name),
            ["export", set] => {
                let (name, value) = set.split_once('=').unwrap();
                self.set.insert(name.to_owned(), value.to_owned());
            }
            ["sortie", args @ ..] => {
                let mut command = Command::new(PROGRAM);
                command.current_dir(&self.here).args(args);
                command.env_remove("SORTIE_RULESETS").env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
                // Battles keep themselves; those of tests do so here.
                command.env("XDG_DATA_HOME", self.home.join("kept"));
                return Some(kit::run(command.envs(&self.set), b""));
            }
            _ => panic!("nobody here knows `{line}`"),
        }
        None
    }

    fn carries_out(&mut self, kind: &str, block: &[&str]) {
        match kind {
            "sh" | "sh fails" => {
                self.seen.clear();
                for line in block {
                    let Some(said) = self.types(line) else { continue };
                    assert_eq!(said.is_well(), kind == "sh", "{line}\n{}{}", said.out, said.err);
                    self.seen += &(said.out + &said.err);
                }
            }
            "text" => {
                let mut rest = self.seen.as_str();
                for line in block {
                    let found = rest.find(line.trim()).unwrap_or_else(|| panic!("not seen: {line}\n{}", self.seen));
                    rest = &rest[found + line.trim().len()..];
                }
            }
            "diff" => self.changes(block),
            "bash" => {}
            _ => panic!("a block of nothing known: {kind}"),
        }
    }

    fn changes(&self, block: &[&str]) {
        let file = self.here.join(self.file.as_ref().expect("a file must be named before it is changed"));
        let text = std::fs::read_to_string(&file).unwrap();
        let side = |not: char| -> String {
            let lines = block.iter().filter(|line| !line.starts_with(not));
            lines.map(|line| line.get(1..).unwrap_or_default().to_owned() + "\n").collect()
        };
        let (from, to) = (side('+'), side('-'));
        assert_eq!(text.matches(&from).count(), 1, "{} has not once\n{from}\nbut\n{text}", file.display());
        std::fs::write(file, text.replace(&from, &to)).unwrap();
    }
}

/// The words of a command; those in quotes are one.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('"').enumerate();
    let of = |(index, part): (usize, &str)| match index % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    };
    parts.flat_map(of).collect()
}

/// The last file of a game that a line names in quotes, if it names one.
fn named(line: &str) -> Option<&str> {
    line.split('`').skip(1).step_by(2).filter(|word| word.starts_with("duel/") && word.ends_with(".ron")).last()
}

/// Promise: whoever follows the page, from an empty folder and to the letter, sees what it says and has a game at the end.
#[test]
fn the_page_of_the_first_game_is_true_to_the_letter() {
    let page = std::fs::read_to_string("rulesets/FIRST-GAME.md").unwrap();
    let folder = Folder::new();
    let kept = Folder::new();
    let mut reader = Reader {
        home: kept.path().to_owned(),
        here: folder.path().to_owned(),
        set: BTreeMap::new(),
        file: None,
        seen: String::new(),
    };
    let mut block: Option<(&str, Vec<&str>)> = None;
    let mut count = 0;
    for line in page.lines() {
        match (line.strip_prefix("```"), block.take()) {
            (Some(_), Some((kind, lines))) => {
                reader.carries_out(kind, &lines);
                count += 1;
            }
            (Some(kind), None) => block = Some((kind, Vec::new())),
            (None, Some((kind, mut lines))) => {
                lines.push(line);
                block = Some((kind, lines));
            }
            (None, None) => reader.file = named(line).map(str::to_owned).or(reader.file),
        }
    }
    assert!(block.is_none() && count > 20, "{count} blocks");
    let home = folder.join("games");
    assert!(home.join("first.png").is_file());
    let rules = sortie::rulebook::Library::open(&home).rules("duel").unwrap();
    assert!(rules.arms.get(&"Axe".into()).is_some() && rules.profiles.get(&"Chief".into()).is_some());
}
