//! Every lesson holds, and every number of a ruleset is guarded by one.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use sortie::battle::{Group, Look, quiet_world};
use sortie::lesson::{Stage, run};
use sortie::rulebook::{Lesson, Library};

use crate::kit::{Folder, files, library};

#[test]
fn every_lesson_holds() {
    let library = library();
    for ruleset in library.rulesets().unwrap() {
        let lessons = library.lessons(&ruleset).unwrap();
        assert!(!lessons.is_empty(), "{ruleset} teaches nothing");
        for lesson in &lessons {
            let report = run(lesson);
            assert!(report.passed, "{} {}: {:#?}", report.id, report.title, report.differences);
        }
    }
}

/// ST-GRAP-01: a manner of striking that is offered with a blow is never refused for it, wherever a lesson of grips begins.
#[test]
fn a_manner_that_is_offered_is_not_refused() {
    let library = library();
    let mut offered = 0;
    let shown = |lesson: &Lesson| lesson.rules.iter().any(|rule| *rule == "ST-GRAP-01");
    for lesson in library.lessons("scale_toughness").unwrap().into_iter().filter(shown) {
        let mut world = quiet_world();
        let stage = Stage::set(&lesson, &mut world);
        let look = Look::at(stage.world, stage.battle).unwrap();
        let Some(who) = look.asked() else { continue };
        for choice in look.choices().iter().filter(|choice| choice.is_legal() && choice.group == Group::Attack) {
            // What is thrown past its range is refused for that.
            for manner in choice.manners.iter().filter(|_| choice.squares.is_empty() && choice.numbers.is_none()) {
                let order = choice.order.clone().manner(manner.as_str());
                let may = look.permits(who, &order);
                let beyond =
                    may.as_ref().is_err_and(|refusal| refusal.rule == "ST-ATK-10" || refusal.rule == "ST-ATK-08");
                assert!(may.is_ok() || beyond, "{}: {order}: {:?}", lesson.id, may.err());
                offered += 1;
            }
        }
    }
    assert!(offered > 0, "no manner is offered at all");
}

#[test]
fn no_two_lessons_of_a_ruleset_have_one_id() {
    let library = library();
    for ruleset in library.rulesets().unwrap() {
        let lessons = library.lessons(&ruleset).unwrap();
        let ids: BTreeSet<&str> = lessons.iter().map(|lesson| lesson.id.as_str()).collect();
        assert_eq!(ids.len(), lessons.len(), "{ruleset}");
    }
}

/// Places of the numbers in a RON text that players would change, and what is
/// put there instead: two more or one more, or a die with more sides. What shows
/// more comes first: many a table has steps of two, few tell odd from even.
fn changes(text: &str) -> Vec<(usize, usize, [String; 2])> {
    let bytes = text.as_bytes();
    let mut changes = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if text[at..].starts_with("//") {
            at += text[at..].find('\n').unwrap_or(text.len() - at);
        } else if byte == b'"' {
            let length = text[at + 1..].find('"').map_or(text.len() - at, |length| length + 2);
            let inner = &text[at + 1..(at + length).saturating_sub(1).max(at + 1)];
            if let Some((count, rest)) = inner.split_once('d')
                && count.parse::<u32>().is_ok()
            {
                let (sides, plus) = rest.find('+').map_or((rest, ""), |plus| rest.split_at(plus));
                if let Ok(sides) = sides.parse::<u32>() {
                    let more = |more| format!("\"{count}d{}{plus}\"", sides + more);
                    changes.push((at, at + length, [more(4), more(2)]));
                }
            }
            at += length;
        } else if byte.is_ascii_digit() || (byte == b'-' && bytes.get(at + 1).is_some_and(u8::is_ascii_digit)) {
            let length = text[at + 1..].find(|letter: char| !letter.is_ascii_digit() && letter != '.');
            let end = length.map_or(text.len(), |length| at + 1 + length);
            let after_word = at > 0 && (bytes[at - 1].is_ascii_alphanumeric() || bytes[at - 1] == b'_');
            if let (Ok(number), false) = (text[at..end].parse::<f64>(), after_word) {
                changes.push((at, end, [(number + 2.0).to_string(), (number + 1.0).to_string()]));
            }
            at = end;
        } else {
            at += 1;
        }
    }
    changes
}

/// Lines whose numbers no lesson can guard, each with the reason.
const UNGUARDED: &[(&str, &str)] = &[
    ("near: 70", "from how near on the computer plays its high cards"),
    ("or: [", "a value that a setting could have instead"),
    ("square: 1,", "nothing is measured in squares there"),
    ("bodies: (by: \"Size\", halves: {0: 1,", "how large a token is drawn in zones"),
    ("(on: [\"impaired\"], n: 1)", "any number of causes counts once"),
    ("worth: 1", "what the computer makes of it; the rest of the line is shown by ZN-L-EARSHOT"),
    ("square: 1, metric: chebyshev", "nothing in that game is measured but in squares"),
];

/// Numbers that nobody reads, by the text that they stand in, each with the reason.
const UNREAD: &[(&str, &str, &str)] = &[
    ("zones", "reach: [1]", "it says that an arm is for hand to hand; how far that is hangs on size (ZN-SIZE-06)"),
    ("old_school", "[(1,", "below the lowest row of a class holds what that gives"),
    ("old_school", "[(0,", "as there"),
    ("old_school", ", 99,", "above the highest row of a class holds what that gives"),
    (
        "old_school",
        "low_is_good: true, default: 20",
        "whoever has no class hits like anybody; everybody of ours has one",
    ),
    ("old_school", "low_is_good: true, default: 16", "as there"),
    ("old_school", "\"OS-DMG-01\", default: 4", "all of ours say what they have, or throw for it"),
    ("old_school", "\"OS-TURN-01\", group: \"figure\", default: 12", "all of ours say how fast they are"),
    ("old_school", "caught_at: 10", "on squares of 5 ft the next number that differs is 15"),
    ("old_school", "most: 200", "farther than anybody gets"),
    ("old_school", "(6, (strikes_a_friend", "a six is the last that falls"),
    ("old_school", "(99,", "the last row of a table without end"),
    ("scale_toughness", "5, 60)", "speed counts by fives, so the next number that differs is 65"),
    ("scale_toughness", "minute: 10", "what lasts minutes lasts longer than the battle of a lesson"),
    ("hursagmu", "most: 200", "farther than anybody gets"),
    ("hursagmu", "(\"Armour\", 4)", "from how much softer a mount is the computer strikes at it and not at its rider"),
];

/// Changing one number of a ruleset makes at least one lesson fail.
#[test]
fn a_changed_number_of_scale_and_toughness_is_noticed_by_a_lesson() {
    every_number_is_guarded(&Path::new("rulesets").join("scale_toughness"));
}

#[test]
fn a_changed_number_of_skirmish_is_noticed_by_a_lesson() {
    every_number_is_guarded(&Path::new("rulesets").join("skirmish"));
}

#[test]
fn a_changed_number_of_liberi_gothica_is_noticed_by_a_lesson() {
    every_number_is_guarded(&Path::new("rulesets").join("liberi_gothica"));
}

#[test]
fn a_changed_number_of_zones_is_noticed_by_a_lesson() {
    every_number_is_guarded(&Path::new("rulesets").join("zones"));
}

#[test]
fn a_changed_number_of_old_school_is_noticed_by_a_lesson() {
    every_number_is_guarded(&Path::new("rulesets").join("old_school"));
}

#[test]
fn a_changed_number_of_hursagmu_is_noticed_by_a_lesson() {
    every_number_is_guarded(&Path::new("rulesets").join("hursagmu"));
}

/// How much less likely a lesson is tried that works out chances, which takes a hundred times as long as to play it.
const DEAR: f64 = 0.1;

/// The words of a text that tell it from others: names, rules, what a number is called.
fn words(text: &str) -> BTreeSet<String> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-' && letter != '_');
    let words = words.filter(|word| word.len() > 2 && word.starts_with(|first: char| first.is_ascii_alphabetic()));
    words.map(str::to_lowercase).collect()
}

/// The line that begins at `start`, with the lines of the brackets that it stands in and with what stands beside it in a mechanic:
/// they say what its numbers are.
fn place(text: &str, start: usize) -> String {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let line = text[start..].lines().next().unwrap_or_default();
    let mut within = indent(line);
    let mut place = vec![line];
    let mut beside: Vec<&str> = text[start..].lines().skip(1).take_while(|below| indent(below) >= within).collect();
    for above in text[..start].lines().rev().filter(|above| !above.trim().is_empty()) {
        if indent(above) >= within {
            beside.push(above);
            continue;
        }
        if above.ends_with('(') && above.trim().starts_with(|first: char| first.is_ascii_uppercase()) {
            place.append(&mut beside);
        }
        within = indent(above);
        place.push(above);
    }
    place.join("\n")
}

/// A lesson in a file of its own.
struct Noticer {
    path: PathBuf,
    words: BTreeSet<String>,
    likely: f64,
}

/// Lessons in the order in which they are likely to notice what is changed.
struct Noticers(Vec<Noticer>);

impl Noticers {
    fn of(lessons: Vec<PathBuf>) -> Self {
        let noticer = |path: PathBuf| {
            let text = std::fs::read_to_string(&path).unwrap();
            let likely = if text.contains("\"chance of ") { DEAR } else { 1.0 };
            let name = path.file_stem().unwrap().to_string_lossy();
            Noticer { words: words(&format!("{name} {text}")), path, likely }
        };
        Self(lessons.into_iter().map(noticer).collect())
    }

    /// Whether any lesson fails with the rules of the library, which were changed at this place.
    ///
    /// What noticed the last change is asked first, since numbers that stand together are mostly shown together; then those that
    /// share most words with the place, rare ones above all.
    fn notice(&mut self, library: &Library, place: &str) -> bool {
        let known_to = |word: &String| self.0.iter().filter(|lesson| lesson.words.contains(word)).count();
        let weighed = words(place).into_iter().map(|word| (1.0 / known_to(&word).max(1) as f64, word));
        let told: Vec<(f64, String)> = weighed.collect();
        let score = |lesson: &Noticer| {
            let shared = told.iter().filter(|(_, word)| lesson.words.contains(word));
            (0.001 + shared.map(|(weight, _)| weight).sum::<f64>()) * lesson.likely
        };
        let scored = self.0.iter().map(score).enumerate();
        let mut order: Vec<(usize, f64)> = scored.collect();
        order[1..].sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let holds = |lessons: Vec<Lesson>| lessons.iter().all(|lesson| run(lesson).passed);
        let fails = |index: usize| !library.lesson_file(&self.0[index].path).is_ok_and(holds);
        if let Some((index, _)) = order.into_iter().find(|(index, _)| fails(*index)) {
            self.0[..=index].rotate_right(1);
            return true;
        }
        false
    }
}

pub fn every_number_is_guarded(home: &Path) {
    let (within, ruleset) = (home.parent().unwrap(), home.file_name().unwrap().to_str().unwrap());
    let folder = Folder::of(within, &[ruleset]);
    let copied = folder.join(ruleset);
    let mut lessons = Noticers::of(one_by_one(home, &copied.join("lessons")));
    let mut unnoticed = Vec::new();
    for file in ["ruleset.ron", "arms.ron", "profiles.ron"] {
        let text = std::fs::read_to_string(home.join(file)).unwrap();
        let target = copied.join(file);
        for (from, to, numbers) in changes(&text) {
            let line_start = text[..from].rfind('\n').map_or(0, |index| index + 1);
            let line = text[line_start..].lines().next().unwrap_or_default().trim();
            let is_in = |word: &str| {
                let mut places =
                    line.match_indices(word).map(|(at, _)| text.len() - text[line_start..].trim_start().len() + at);
                places.any(|start| start <= from && to <= start + word.len())
            };
            let is_unread = UNREAD.iter().any(|(of, word, _)| *of == ruleset && is_in(word));
            // Bounds that `check` holds files to are no numbers of play.
            let is_bound =
                text[line_start..from].rfind("given: (").is_some_and(|at| !text[line_start + at..from].contains(')'));
            if is_unread || is_bound || UNGUARDED.iter().any(|(word, _)| line.contains(word)) {
                continue;
            }
            let place = place(&text, line_start);
            let is_noticed = numbers.iter().any(|number| {
                std::fs::write(&target, format!("{}{number}{}", &text[..from], &text[to..])).unwrap();
                lessons.notice(&Library::open(folder.path()), &place)
            });
            if !is_noticed {
                let row = text[..from].matches('\n').count() + 1;
                unnoticed.push(format!("{ruleset}/{file}:{row}: {} in {line}", &text[from..to]));
            }
        }
        std::fs::write(&target, &text).unwrap();
    }
    assert!(unnoticed.is_empty(), "{} unnoticed:\n{}", unnoticed.len(), unnoticed.join("\n"));
}

/// Puts each lesson of the ruleset at `home` into a file of its own, so that one can be played without reading the
/// others of its file, and the ruleset once more for each of their settings.
fn one_by_one(home: &Path, into: &Path) -> Vec<PathBuf> {
    std::fs::remove_dir_all(into).unwrap();
    std::fs::create_dir_all(into).unwrap();
    let mut lessons = Vec::new();
    for file in files(&home.join("lessons")) {
        let text = std::fs::read_to_string(&file).unwrap();
        let mut begun: Option<String> = None;
        let before = lessons.len();
        for line in text.lines() {
            match (line, &mut begun) {
                ("    (", _) => begun = Some("[(".to_owned()),
                ("    ),", Some(lesson)) => {
                    let name = file.file_stem().unwrap().display();
                    let path = into.join(format!("{name}.{}.ron", lessons.len()));
                    std::fs::write(&path, format!("{lesson})]")).unwrap();
                    lessons.push(path);
                    begun = None;
                }
                (_, Some(lesson)) => *lesson = format!("{lesson}\n{line}"),
                _ => {}
            }
        }
        let library = Library::open(home.parent().unwrap());
        let all = library.lesson_file(&file).unwrap().len();
        assert_eq!(lessons.len() - before, all, "lessons of {} begin and end on lines of their own", file.display());
    }
    lessons
}

/// Promise: in every lesson the side that whoever learns is with stands first, as that of whoever plays does in a battle, and so has
/// its colour and shape.
#[test]
fn the_side_of_whoever_learns_stands_first() {
    let library = library();
    for ruleset in library.rulesets().unwrap() {
        let mut shown = 0;
        for lesson in library.lessons(&ruleset).unwrap() {
            let ours = &lesson.setup.rules.ours;
            let names: Vec<&str> = lesson.setup.sides.iter().map(|side| side.name.as_str()).collect();
            let is_ours = |name: &&str| ours.iter().any(|own| own == name);
            let first = names.iter().position(is_ours);
            assert!(first.is_none_or(|first| first == 0), "{ruleset} {}: {names:?}", lesson.id);
            shown += usize::from(first.is_some());
        }
        let Some(learn) = library.learn(&ruleset).unwrap() else { continue };
        assert!(shown > 0, "{ruleset} names no side of its lessons");
        let shows = learn.minute.iter().map(|item| &item.shows).chain(learn.tour.iter().map(|stop| &stop.shows));
        for lesson in shows.map(|stretch| &stretch.lesson) {
            let first = lesson.setup.sides.first().map(|side| &side.name);
            assert!(
                first.is_some_and(|first| lesson.setup.rules.ours.contains(first)),
                "{ruleset} {}: {first:?}",
                lesson.id
            );
        }
    }
}
