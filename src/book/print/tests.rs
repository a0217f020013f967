//! What a printed book promises.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::*;
use crate::book::moment::lessons_on;
use crate::lesson::Lesson;
use crate::rulebook::Library;

fn printed(ruleset: &str) -> (Arc<Rules>, String) {
    let library = Library::open("rulesets");
    let rules = library.rules(ruleset).unwrap();
    let lessons = library.lessons(ruleset).unwrap();
    let composed = library.numbers(ruleset).unwrap();
    let moment = |rule| lessons_on(&lessons, rule).first().and_then(|lesson: &&Lesson| Moment::of(lesson, rule));
    let page = html(&rules, &composed, moment);
    (rules, page)
}

/// The tags of a page: name, whether it closes, whether it closes itself, and all of it.
fn tags(page: &str) -> Vec<(&str, bool, bool, &str)> {
    let body = page.strip_prefix("<!DOCTYPE html>").unwrap();
    let found = body.split('<').skip(1).map(|rest| rest.split_once('>').expect("every tag ends").0);
    let tag = |whole: &'_ str| -> (usize, usize, bool, bool) {
        let closes = whole.starts_with('/');
        let name = whole.trim_start_matches('/');
        let end = name.find([' ', '/']).unwrap_or(name.len());
        (usize::from(closes), usize::from(closes) + end, closes, whole.ends_with('/'))
    };
    found
        .map(|whole| {
            let (from, to, closes, alone) = tag(whole);
            (&whole[from..to], closes, alone, whole)
        })
        .collect()
}

/// The values of an attribute.
fn values<'a>(page: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!(" {name}=\"");
    page.split(start.as_str()).skip(1).map(|rest| rest.split('"').next().unwrap()).collect()
}

/// Promise: a book is whole: tags are balanced, ids stand once, links lead somewhere within, nothing is fetched from elsewhere,
/// and it is small enough to be sent.
#[test]
fn a_printed_book_is_sound() {
    for ruleset in ["skirmish", "lanterns", "zones"] {
        let (rules, page) = printed(ruleset);
        let mut open = Vec::new();
        for (name, closes, alone, whole) in tags(&page) {
            match (closes, alone) {
                (true, _) => assert_eq!(open.pop(), Some(name), "{ruleset}: </{name}>"),
                (false, true) => {}
                (false, false) => open.push(name),
            }
            assert!(whole.matches('"').count() % 2 == 0, "{ruleset}: {whole}");
        }
        assert!(open.is_empty(), "{ruleset}: {open:?}");
        let ids = values(&page, "id");
        let known: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(known.len(), ids.len(), "{ruleset}: every id once");
        for link in values(&page, "href") {
            let place = link.strip_prefix('#').unwrap_or_else(|| panic!("{ruleset}: {link} leads out"));
            assert!(known.contains(place), "{ruleset}: {link} leads nowhere");
        }
        for rule in rules.book.values() {
            assert!(known.contains(anchor(rule.id).as_str()), "{ruleset}: {}", rule.id);
        }
        let without_names = page.replace("http://www.w3.org/2000/svg", "");
        for outside in ["http:", "https:", "url(", "<script", "<img", "<link", "@import", " src="] {
            assert!(!without_names.contains(outside), "{ruleset}: {outside}");
        }
        assert!(page.len() < 4 << 20, "{ruleset}: {} bytes", page.len());
        assert!(page.matches("<figure>").count() * 2 > rules.book.len(), "{ruleset}: most rules have a picture");
    }
}

/// Promise: every rule is two clicks away: from the contents to its chapter, from there to the rule.
#[test]
fn every_rule_is_two_clicks_away() {
    let library = Library::open("rulesets");
    for ruleset in library.rulesets().unwrap() {
        let rules = library.rules(&ruleset).unwrap();
        let page = html(&rules, &[], |_| None);
        let (_, from_contents) = page.split_once("<nav id=\"_contents\"").unwrap();
        let contents = values(from_contents.split("</nav>").next().unwrap(), "href");
        let chapters: Vec<&str> = page.split("<section class=\"chapter\">").skip(1).collect();
        let mut reached = BTreeSet::new();
        for chapter in chapters {
            let place = values(chapter, "id")[0];
            assert!(contents.contains(&format!("#{place}").as_str()), "{ruleset}: {place}");
            let list = chapter.split("</ul>").next().unwrap();
            if place != "_index" {
                reached.extend(values(list, "href"));
            }
        }
        for rule in rules.book.values() {
            assert!(reached.contains(format!("#{}", anchor(rule.id)).as_str()), "{ruleset}: {}", rule.id);
        }
    }
}

/// Promise: headings go down one step at a time, pictures have words, and the language is said: for those who hear the page.
#[test]
fn a_book_can_be_heard() {
    let (_, page) = printed("lanterns");
    assert!(page.contains("<html lang=\"en\">"));
    let mut last = 0;
    for (name, closes, ..) in tags(&page) {
        let level = name.strip_prefix('h').and_then(|level| level.parse::<u8>().ok()).filter(|_| !closes);
        if let Some(level) = level {
            assert!(level <= last + 1, "h{level} after h{last}");
            last = level;
        }
    }
    let pictures = page.matches("role=\"img\"").count();
    assert!(pictures > 0);
    assert_eq!(page.matches("role=\"img\"><title>").count(), pictures);
}

/// Promise: whatever a game of somebody's own writes is text and nothing else.
#[test]
fn texts_are_only_texts() {
    assert_eq!(escaped("<b a=\"1\">&'\u{1b}[2J"), "&lt;b a=&quot;1&quot;&gt;&amp;&#39;\u{fffd}[2J");
    assert_eq!(anchor("A \"<1".into()), "A.20..22..3c.1");
    let library = Library::open("rulesets");
    let mut rules = Rules::clone(&library.rules("skirmish").unwrap());
    rules.title = "<script>alert(1)</script>".to_owned();
    rules.chapters[0].text = "</nav><img src=x>".to_owned();
    let page = html(&rules, &[], |_| None);
    assert!(!page.contains("<script") && !page.contains("<img"));
}

/// Promise: on paper nothing is dark but the writing, links have no colour, and chapters begin on a page of their own; on a
/// telephone letters are large enough and lines as long as there is room.
#[test]
fn a_book_is_dressed_for_paper_and_telephone() {
    let (_, page) = printed("skirmish");
    let (_, paper) = page.split_once("@media print").unwrap();
    for rule in ["break-before: page", "text-decoration: none", "color: inherit", ".cover { background: none"] {
        assert!(paper.contains(rule), "{rule}");
    }
    assert!(
        page.contains("font-size: 17px") && page.contains("width=device-width") && page.contains("max-width: 44rem")
    );
}
