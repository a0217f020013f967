//! `chapters.ron`: the chapters of a rulebook, in the order in which a round comes to them.

use serde::Deserialize;

use super::book::Book;
use super::reader::{Problem, Problems, Source, Spanned, read_file};
use super::sources::Home;
use crate::battle::{Chapter, RuleId, Section};

/// The file.
const FILE: &str = "chapters.ron";
/// Letters of a title at most, and of a sentence.
const TITLE: usize = 48;
const SENTENCE: usize = 160;

/// A chapter of the rulebook.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// What it is called.
    title: Spanned<String>,
    /// What it is about, in a sentence.
    text: Spanned<String>,
    /// The areas of `rulebook.ron` in it. Each area stands in one chapter.
    areas: Vec<Spanned<String>>,
}

/// The chapters of a ruleset whose rulebooks are these, that of the one it takes from before its own. Its own file says them,
/// else that of the other; where there is neither, each area is a chapter.
pub(super) fn read(homes: &[Home], books: &[(Source, Book)], problems: &mut Problems) -> Vec<Chapter> {
    let sections = sections(books);
    let named = homes.iter().enumerate().rev().map(|(index, home)| (index, home.file(FILE)));
    let Some((of, file)) = named.into_iter().find(|(_, file)| file.exists()) else {
        return sections.into_iter().map(alone).collect();
    };
    let entries: Vec<Entry> = match read_file(&file) {
        Ok(entries) => entries,
        Err(wrong) => {
            problems.extend(wrong);
            return Vec::new();
        }
    };
    // What is wrong with those of another game is told of that one.
    let is_own = of + 1 == homes.len();
    if is_own {
        let mut own = Problems::new(file.to_string());
        check(&entries, &sections, &mut own);
        problems.extend(own);
    }
    let is_named = |name: &str| entries.iter().flat_map(|entry| &entry.areas).any(|area| area.value == name);
    let (told, left): (Vec<Section>, Vec<Section>) = sections.into_iter().partition(|section| is_named(&section.name));
    if is_own {
        problems.extend(books.iter().flat_map(|(file, book)| astray(file, book, &left)));
    }
    let find = |area: &Spanned<String>| told.iter().find(|section| section.name == area.value).cloned();
    let chapters = entries.iter().map(|entry| Chapter {
        title: entry.title.value.clone(),
        text: entry.text.value.clone(),
        areas: entry.areas.iter().filter_map(find).collect(),
    });
    // What a game adds to the chapters that it takes from another comes first.
    left.into_iter().map(alone).chain(chapters.filter(|chapter| !chapter.areas.is_empty())).collect()
}

/// The areas of these books with their rules, those of a game itself before those that it takes over. Of two rules with one id
/// the one of the game itself counts.
fn sections(books: &[(Source, Book)]) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut seen: Vec<RuleId> = Vec::new();
    for rule in books.iter().rev().flat_map(|(_, book)| &book.rules) {
        if seen.contains(&rule.id) {
            continue;
        }
        seen.push(rule.id);
        match sections.iter_mut().find(|section| section.name == rule.area) {
            Some(section) => section.rules.push(rule.id),
            None => sections.push(Section { name: rule.area.clone(), rules: vec![rule.id] }),
        }
    }
    sections
}

/// A chapter of an area that nobody has put into one.
fn alone(section: Section) -> Chapter {
    Chapter { title: section.name.clone(), text: String::new(), areas: vec![section] }
}

/// Each chapter is called something of its own and holds areas that are there, each area once.
fn check(entries: &[Entry], sections: &[Section], problems: &mut Problems) {
    let areas: Vec<&str> = sections.iter().map(|section| section.name.as_str()).collect();
    let mut titles: Vec<&Spanned<String>> = Vec::new();
    let mut named: Vec<&Spanned<String>> = Vec::new();
    for entry in entries {
        for (what, text, most) in [("title", &entry.title, TITLE), ("sentence", &entry.text, SENTENCE)] {
            let length = text.value.chars().count();
            if text.value.trim().is_empty() || length > most {
                problems.push(text.span, format!("a {what} of {length} letters"), format!("1 to {most} letters"));
            }
        }
        if let Some(first) = titles.iter().find(|title| title.value == entry.title.value) {
            let found = format!("a second chapter `{}` (the first is in line {})", entry.title.value, first.span.line);
            problems.push(entry.title.span, found, "a title of its own for each chapter");
        }
        titles.push(&entry.title);
        if entry.areas.is_empty() {
            problems.push(entry.title.span, "a chapter without areas", "areas of rulebook.ron");
        }
        for area in &entry.areas {
            if !areas.contains(&area.value.as_str()) {
                problems.unknown(area, "area", &areas);
            } else if let Some(first) = named.iter().find(|first| first.value == area.value) {
                let found = format!("the area `{}` again (line {} has it)", area.value, first.span.line);
                problems.push(area.span, found, "each area in one chapter");
            }
            named.push(area);
        }
    }
}

/// Areas of a book that no chapter holds, each where its first rule says it.
fn astray<'a>(file: &'a Source, book: &'a Book, left: &'a [Section]) -> impl Iterator<Item = Problem> + 'a {
    let firsts = book.areas.iter().filter(|area| left.iter().any(|section| section.name == area.value));
    firsts.map(|area| {
        let found = format!("the area `{}`, which no chapter holds", area.value);
        Problem::at(&file.to_string(), area.span, found, format!("an area that a chapter of {FILE} names"))
    })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::super::{Library, Sources};
    use super::*;

    /// A book of four rules, of three areas.
    const BOOK: &str = r#"[
    (id: "CH-A-01", area: "Turns", title: "One", text: "One."),
    (id: "CH-B-01", area: "Blows", title: "Two", text: "Two."),
    (id: "CH-A-02", area: "Turns", title: "Three", text: "Three."),
    (id: "CH-C-01", area: "Wounds", title: "Four", text: "Four."),
]"#;

    fn home(folder: &Path) -> Home {
        Sources::of(folder.parent().unwrap()).home(folder.file_name().unwrap().to_str().unwrap())
    }

    fn books(folder: &Path) -> Vec<(Source, Book)> {
        fs::write(folder.join("rulebook.ron"), BOOK).unwrap();
        let file = home(folder).file("rulebook.ron");
        vec![(file.clone(), super::super::book::read_book(&file).unwrap())]
    }

    fn told(chapters: &str) -> (Vec<Chapter>, Vec<Problem>) {
        let folder = tempfile::tempdir().unwrap();
        let books = books(folder.path());
        fs::write(folder.path().join(FILE), chapters).unwrap();
        let mut problems = Problems::new("test");
        let read = read(&[home(folder.path())], &books, &mut problems);
        (read, problems.into_vec())
    }

    fn ids(chapter: &Chapter) -> Vec<&str> {
        chapter.rules().map(|rule| rule.as_str()).collect()
    }

    /// Promise: chapters come as their file says, and within an area rules come as the book says.
    #[test]
    fn chapters_hold_their_areas_in_order() {
        let (chapters, problems) = told(
            r#"[(title: "A blow", text: "How one strikes.", areas: ["Blows", "Wounds"]), (title: "A turn", text: "When.", areas: ["Turns"])]"#,
        );
        assert!(problems.is_empty(), "{problems:#?}");
        let [blow, turn] = chapters.as_slice() else { panic!("{chapters:#?}") };
        assert_eq!((ids(blow), ids(turn)), (vec!["CH-B-01", "CH-C-01"], vec!["CH-A-01", "CH-A-02"]));
        assert_eq!(blow.text, "How one strikes.");
    }

    /// Promise: small games do without the file, and each of their areas is a chapter.
    #[test]
    fn without_the_file_each_area_is_a_chapter() {
        let folder = tempfile::tempdir().unwrap();
        let books = books(folder.path());
        let mut problems = Problems::new("test");
        let chapters = read(&[home(folder.path())], &books, &mut problems);
        let titles: Vec<&str> = chapters.iter().map(|chapter| chapter.title.as_str()).collect();
        assert!(problems.is_empty());
        assert_eq!(titles, ["Turns", "Blows", "Wounds"]);
    }

    /// Promise: what is wrong is told with file, line and column.
    #[test]
    fn what_is_wrong_with_chapters_is_told_where_it_stands() {
        let all = |more: &str| {
            format!(
                "[\n(title: \"A\", text: \"A.\", areas: [\"Turns\", \"Blows\"]),\n(title: \"B\", text: \"B.\", areas: [{more}]),\n]"
            )
        };
        for (text, file, line, found) in [
            (all("\"Wounds\", \"Blows\""), FILE, 3, "the area `Blows` again (line 2 has it)"),
            (all("\"Wounds\", \"Blow\""), FILE, 3, "no area called `Blow`"),
            (all("\"Wounds\"").replace("\"B\"", "\"A\""), FILE, 3, "a second chapter `A`"),
            (all("\"Wounds\"").replace("\"B.\"", "\"\""), FILE, 3, "a sentence of 0 letters"),
            (all(""), FILE, 3, "a chapter without areas"),
            (all("").replace("[]", "[\"Turns\"]"), "rulebook.ron", 5, "the area `Wounds`, which no chapter holds"),
        ] {
            let (_, problems) = told(&text);
            let is_it = |problem: &&Problem| {
                problem.found.starts_with(found) && problem.file.ends_with(file) && problem.line == line
            };
            let told = problems.iter().find(is_it);
            assert!(told.is_some_and(|problem| problem.column > 1), "{found}: {problems:#?}");
        }
    }

    /// Promise: the five large games have chapters with a sentence each, in which every rule stands once; games that take from
    /// others have theirs, and what they add comes first.
    #[test]
    fn what_ships_has_every_rule_in_one_chapter() {
        let library = Library::open("rulesets");
        for ruleset in library.rulesets().unwrap() {
            let rules = library.rules(&ruleset).unwrap();
            let mut listed: Vec<RuleId> = rules.chapters.iter().flat_map(Chapter::rules).collect();
            assert_eq!(listed.len(), rules.book.len(), "{ruleset}");
            listed.sort();
            listed.dedup();
            assert_eq!(listed.len(), rules.book.len(), "{ruleset}");
            if rules.book.len() > 60 && !ruleset.starts_with("by_") && ruleset != "crossroads" {
                let is_told = |chapter: &Chapter| chapter.text.ends_with('.');
                assert!(rules.chapters.iter().all(is_told), "{ruleset}: every chapter has a sentence");
                assert!(rules.chapters.len() >= 8, "{ruleset}");
            }
        }
        let turns = library.rules("by_turns").unwrap();
        let first = turns.chapters.iter().find(|chapter| chapter.rules().any(|rule| rule == "BT-INIT-01")).unwrap();
        assert_eq!(first.title, "The round", "its area is one of the game below");
        assert_eq!(ids(first).first(), Some(&"BT-INIT-01"));
    }
}
