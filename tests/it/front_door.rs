//! Nothing that a lesson asks or an order says is let fall without a word.

use std::collections::BTreeSet;

use sortie::battle::{Look, quiet_world};
use sortie::lesson::{Report, Stage, run, run_all, run_watched};

use crate::kit::{Folder, library};

/// Plays a lesson of `ruleset` with these fields, and says what was not as expected.
fn played(ruleset: &str, fields: &str) -> Report {
    let text = format!("[(id: \"X\", title: \"X\", ruleset: \"{ruleset}\", rules: [], {fields})]");
    let folder = Folder::new();
    let file = folder.write("lesson.ron", text);
    run(&library().lesson_file(file.as_ref()).unwrap()[0])
}

const GOBLIN: &str = "fighters: [(name: \"Mauve\", of: \"Colonel Mauve\", side: \"A\", at: (5, 5)), (name: \"Gob\", of: \"Goblin Mook\", \
                      side: \"B\", at: (6, 5))], order: [\"Mauve\", \"Gob\"]";
const ORC: &str = "fighters: [(name: \"Vet\", of: \"Veteran\", side: \"A\", at: (5, 5), facing: east, tallies: {\"initiative\": 6}), (name: \"Orc\", of: \"Orc\", \
                   side: \"B\", at: (6, 5), facing: west, tallies: {\"initiative\": 1})]";

/// A question that is misspelt is answered with what was meant, and never with nought.
#[test]
fn a_question_about_what_does_not_exist_is_an_error_with_the_nearest_name() {
    let asked = [
        ("chance of dyin in attack with Arming sword at Gob", "dying"),
        ("chance of wound lost eaar in attack with Arming sword at Gob", "no wound"),
        ("Gob is proone", "prone"),
        ("rolls of atack", "attack"),
        ("needed for defense", "defence"),
        ("facts of ST-ATK-999", "ST-ATK"),
        ("last of ST-ATK-0l", "ST-ATK-01"),
        ("squares of ST-AREA-0l", "ST-AREA-01"),
        ("Toughnes of Gob", "Toughness"),
        ("wound of Gob", "wounds"),
        ("flankd on target in attack with Arming sword at Gob", "flanked"),
        ("flankd on Toughness of Gob", "flanked"),
        ("target in attack with Arming sword at Gob in hed", "head"),
        ("targt in attack with Arming sword at Gob", "target"),
        ("told of dodg", "no answer"),
        ("may atack at Gob", "attack"),
        ("cost of moov to (3,3)", "move"),
        ("may end turn for 3", "nothing more"),
        ("may attack at Gobb", "Gob"),
        ("damge of Mauve's Arming sword", "damage"),
        ("sqare of Gob", "square"),
    ];
    for (what, near) in asked {
        for answer in ["0", "no", "", "order"] {
            let report = played("scale_toughness", &format!("{GOBLIN}, play: [Expect({{\"{what}\": \"{answer}\"}})]"));
            let found = report.differences.first().map(|each| each.found.clone()).unwrap_or_default();
            assert!(!report.passed && found.starts_with('(') && found.contains(near), "{what}: {found}");
        }
    }
}

/// A part of what a lesson asks is told by itself, and a name that nobody bears as a name.
#[test]
fn what_is_wrong_with_a_question_is_told_of_the_part_that_is() {
    let bandits = "ground: (row: [\"A\"]), fighters: [(name: \"A\", of: \"Bandit\", side: \"A\", place: \"A\"), \
                   (name: \"B\", of: \"Bandit\", side: \"B\", place: \"A\")], dice: [\"d2: 1\"]";
    let asked = [
        ("wounds of Zed", "nobody here is called `Zed`", "did you mean"),
        ("Zed is dead", "nobody here is called `Zed`", "nothing that"),
        ("wounds of A", "there is no figure `wounds`", "did you mean `wounds`"),
        ("chance that A is prnoe and B is dead after pass", "condition `prnoe`;", "prnoe and"),
        ("chance that A is dead and B is prnoe after pass", "condition `prnoe`;", "dead and"),
    ];
    for (what, says, not) in asked {
        let report = played("zones", &format!("{bandits}, play: [Expect({{\"{what}\": 0}})]"));
        let found = report.differences.first().map(|each| each.found.clone()).unwrap_or_default();
        assert!(found.contains(says) && !found.contains(not), "{what}: {found}");
    }
}

/// A manner that no deed of a game has is an error in each of them, never the id of a rule.
#[test]
fn a_manner_that_nobody_has_is_an_error_in_every_game() {
    let two = |of: &str| {
        let at = |name: &str, side: &str, x: i32| {
            format!("(name: \"{name}\", of: \"{of}\", side: \"{side}\", at: ({x}, 5))")
        };
        format!("fighters: [{}, {}]", at("A", "A", 5), at("B", "B", 6))
    };
    let games = [
        ("liberi_gothica", format!("{}, order: [\"A\", \"B\"]", two("Duellist")), "prepare with Sword", "attacked"),
        (
            "liberi_gothica",
            format!("{}, order: [\"A\", \"B\"]", two("Duellist")),
            "attack with Sword at B",
            "left hand",
        ),
        (
            "scale_toughness",
            format!("{}, order: [\"A\", \"B\"]", two("Colonel Mauve")),
            "attack with Arming sword at B",
            "nonlethal",
        ),
        ("hursagmu", format!("{}, order: [\"A\", \"B\"]", two("Man-at-arms")), "attack with Sword at B", "throw"),
        (
            "zones",
            format!("ground: (row: [\"A\"]), {}, started_by: \"A\"", two("Bandit")),
            "attack with Axe at B",
            "death blow",
        ),
        ("zones", format!("ground: (row: [\"A\"]), {}, started_by: \"A\"", two("Bandit")), "shove at B", "offer yield"),
    ];
    for (ruleset, fields, order, known) in games {
        let in_zones =
            |fields: String| fields.replace("at: (5, 5)", "place: \"A\"").replace("at: (6, 5)", "place: \"A\"");
        let fields = if ruleset == "zones" { in_zones(fields) } else { fields };
        for answer in ["yes", "order", "LG-REACT-01"] {
            let what = format!("A: may {order} by banana");
            let report = played(ruleset, &format!("{fields}, play: [Expect({{\"{what}\": \"{answer}\"}})]"));
            let found = report.differences.first().map(|each| each.found.clone()).unwrap_or_default();
            assert!(
                found.starts_with("(there is no manner of `") && found.contains(known),
                "{ruleset} {order}: {found}"
            );
        }
    }
}

/// A dive among several places says so, with all of them, and does not take one without.
#[test]
fn an_answer_that_wants_a_place_says_which() {
    let camp = "ground: (size: (16, 6)), fighters: [(name: \"T\", of: \"Man-at-arms\", side: \"Foe\", at: (1, 2), arms: [\"Fire pot\"]), \
                (name: \"A\", of: \"Man-at-arms\", side: \"Camp\", at: (8, 2))], order: [\"T\", \"A\"], dice: [\"2d6: 6,6\"], \
                play: [Do(\"T: declare for 2\"), Do(\"T: blast with \\\"Fire pot\\\" to (8,2) for 1\"), ";
    let report = played("hursagmu", &format!("{camp}Expect({{\"answers\": \"?\"}}), Do(\"A: dive\")]"));
    let found: Vec<&str> = report.differences.iter().map(|each| each.found.as_str()).collect();
    assert!(
        found.len() == 2 && found.iter().all(|each| each.contains("dive to (") && each.contains(" or to (")),
        "{found:#?}"
    );
}

/// What exists and is not there just now is nought, "no" or nothing.
#[test]
fn a_question_about_what_is_not_there_now_is_nought() {
    let asked = [
        ("chance of panicked in attack with Arming sword at Gob", "0"),
        ("Gob is prone", "no"),
        ("rolls of defence", ""),
        ("needed for dying", ""),
        ("facts of ST-DMG-01", "0"),
        ("last of ST-DMG-01", ""),
        ("wounds of Gob", "0"),
        ("flanked on target in attack with Arming sword at Gob", "0"),
    ];
    let asked: Vec<String> = asked.iter().map(|(what, answer)| format!("\"{what}\": \"{answer}\"")).collect();
    let report = played("scale_toughness", &format!("{GOBLIN}, play: [Expect({{{}}})]", asked.join(", ")));
    assert!(report.passed, "{:#?}", report.differences);
}

/// An order that says more than its deed reads, or names what is not there, is refused with what it takes.
#[test]
fn an_order_that_says_more_than_its_deed_reads_is_refused() {
    let told = [
        ("attack at Orc by banana", "subdue"),
        ("attack at Orc by subdu", "subdue"),
        ("attack at Orc in head", "takes no `in head`"),
        ("attack at Orc for 3", "takes no `for 3`"),
        ("attack at Orc and Orc", "takes no `and Orc`"),
        ("attack at Ork", "Ork"),
        ("attack at (6,5)", "takes no `at (6,5)`"),
        ("end turn with Guard", "nothing more"),
        ("end turn for -1", "nothing more"),
        ("end turn toward north", "nothing more"),
        ("end turn to (1,1)", "nothing more"),
        ("end turn via (1,1)", "nothing more"),
        ("stand up by kindness", "nothing more"),
    ];
    for (order, says) in told {
        let report = played("old_school", &format!("{ORC}, play: [Do(\"Vet: {order}\")]"));
        let found = report.differences.first().map(|each| each.found.clone()).unwrap_or_default();
        assert!(!report.passed && found.contains(says), "{order}: {found}");
    }
}

/// Whatever a game offers in the course of its lessons, its own deeds read in full. To list everything with its reasons takes
/// long, so that some moments stand for all.
#[test]
fn every_choice_that_is_offered_is_read_by_its_deed() {
    let library = library();
    let mut unread = BTreeSet::new();
    for ruleset in library.rulesets().unwrap() {
        let mut moments = 0;
        for lesson in library.lessons(&ruleset).unwrap() {
            let mut world = quiet_world();
            let mut stage = Stage::set(&lesson, &mut world);
            loop {
                moments += 1;
                if moments % 10 == 0
                    && let Some(look) = Look::at(stage.world, stage.battle)
                    && look.question().is_some_and(|question| question.choices.is_none())
                {
                    unread.extend(unread_at(look).into_iter().map(|why| format!("{ruleset} {}: {why}", lesson.id)));
                }
                if stage.is_over() {
                    break;
                }
                stage.step();
            }
        }
    }
    assert!(unread.is_empty(), "{unread:#?}");
}

/// What is offered now, said as fully as it may be, and not read.
fn unread_at(look: Look<'_>) -> Vec<String> {
    let mut unread = Vec::new();
    for choice in look.choices().into_iter().filter(sortie::battle::Choice::is_legal) {
        let mut order = choice.order.clone();
        order.to = choice.squares.first().map(|(square, _)| *square).or(order.to);
        order.n = choice.numbers.map(|(low, _)| low).or(order.n);
        order.manner.extend(choice.manners.first().copied());
        if let (Some(aim), Some(part)) = (order.at.last_mut(), choice.parts.first()) {
            aim.part.get_or_insert(*part);
        }
        let heeded = look.deed(order.verb).and_then(|deed| look.heeds(&**deed, &order));
        unread.extend(heeded.err().map(|refusal| format!("{order}: {refusal}")));
    }
    unread
}

/// Every rule is touched by a lesson that names it.
#[test]
fn every_rule_is_shown_by_a_lesson_that_touches_it() {
    let library = library();
    for ruleset in library.rulesets().unwrap() {
        let mut shown = BTreeSet::new();
        for report in run_all(&library.lessons(&ruleset).unwrap(), run_watched) {
            shown.extend(report.rules.iter().copied().filter(|rule| report.shows(*rule)));
        }
        // What a ruleset takes from another is shown there.
        let own = ["crossroads", "by_turns"].iter().all(|other| *other != ruleset);
        for id in library.rules(&ruleset).unwrap().book.values().map(|rule| rule.id).filter(|_| own) {
            assert!(shown.contains(&id), "{ruleset}: no lesson touches {id}");
        }
    }
}

/// A lesson that fails says what happened until then, and one that passes keeps quiet.
#[test]
fn a_failed_lesson_shows_its_chronicle() {
    let order = "dice: [\"d6: 6\", \"d6: 1\", \"d8: 1\"], play: [Do(\"Mauve: attack with Arming sword at Gob\"), Do(\"Gob: dodge\"), ";
    let failed = played("scale_toughness", &format!("{GOBLIN}, {order} Expect({{\"wounds of Gob\": 7}})]"));
    assert!(
        failed.chronicle.iter().any(|line| line.dice.as_ref().is_some_and(|dice| dice.starts_with("attack: d6 (6)")))
    );
    assert!(failed.chronicle.iter().all(|line| !line.text.is_empty()));
}

/// The page about lessons knows every deed of every game.
#[test]
fn the_page_of_lessons_knows_every_deed() {
    let page = std::fs::read_to_string("rulesets/LESSONS.md").unwrap();
    let library = library();
    for ruleset in ["scale_toughness", "liberi_gothica", "zones", "old_school", "hursagmu", "lanterns", "firebreak"] {
        let rules = library.rules(ruleset).unwrap();
        let section = page.split("\n## ").find(|section| section.starts_with(&format!("{}\n", rules.title))).unwrap();
        let missing: Vec<_> = rules.deeds.keys().filter(|verb| !section.contains(&format!("`{verb}"))).collect();
        assert!(missing.is_empty(), "{ruleset}: {missing:?}");
    }
}
