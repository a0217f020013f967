//! That battles are fought and end, that the stronger wins, and what is left out unweighed.

use sortie::ai::{Mind, Skill};
use sortie::battle::{Choice, Memo, Worth};
use sortie::rulebook::Library;
use sortie::sim::Plan;

use crate::kit::{Battle, Folder, begin, edit, plan, scenario, scenarios};

/// Copies of rulesets; the last has one part changed.
fn composed(of: &[&str], from: &str, to: &str) -> (Folder, Library) {
    let folder = Folder::of_rulesets(of);
    edit(&folder.join(of.last().unwrap()).join("ruleset.ron"), from, to);
    let library = Library::open(folder.path());
    (folder, library)
}

/// So many battles of a scenario, and how many attacks there were in each.
fn fought(library: &Library, scenario: &str, skill: Skill, battles: u64) -> (u64, u64) {
    let setup = library.scenario(scenario).unwrap_or_else(|why| panic!("{why:?}")).setup;
    let tally = plan(&setup, skill, battles).run(|| ());
    assert!(tally.broken.is_empty(), "{:?}", tally.broken);
    (tally.attacks / battles, tally.draws)
}

/// Passing is for those who can keep their turn for something; where nobody can, nobody passes for ever.
#[test]
fn nobody_passes_for_ever_where_nothing_is_kept_by_it() {
    let (begins, passing) = ("begins: Thrown(\"1d6\"),", "begins: Thrown(\"1d6\"), passing: Some(\"BT-INIT-02\"),");
    let (_folder, library) = composed(&["scale_toughness", "by_turns"], begins, passing);
    let (attacks, draws) = fought(&library, "by_turns/gate_in_turns", Skill::Plain, 2);
    assert!(attacks > 10 && draws == 0, "{attacks} attacks, {draws} draws");
}

/// How many things to set out to do is thought through in every game in which that is said.
#[test]
fn where_actions_are_declared_somebody_declares_some() {
    let declared = r#"turn: Declared(each: 2, most: 3, rolls: ["attack"], counts: "actions", timing: running, covers: all_attacks,
        walk: "Speed", steps: ["move"], instead_of_steps: [], free: ["end turn"], once: [],
        rules: (several: "SK-TURN-01", free: "SK-TURN-01", early: "SK-TURN-01", given_away: "SK-TURN-01", covers: "SK-TURN-01", assist: "SK-TURN-01")),"#;
    let one_of_each = "turn: OneOfEach(kinds: [\"move\", \"attack\"], rule: \"SK-TURN-01\"),";
    let (_folder, library) = composed(&["skirmish"], one_of_each, declared);
    let (attacks, draws) = fought(&library, "skirmish/skirmish4", Skill::Plain, 4);
    assert!(attacks > 10 && draws == 0, "{attacks} attacks, {draws} draws");
}

/// How many points of a hundred one strength wins from another, sides changed.
fn points((skill, against): (Skill, Skill)) -> u64 {
    let scenarios = ["zones/toll_bridge", "skirmish/skirmish4"];
    let (mut points, mut battles) = (0, 0);
    for name in scenarios {
        for is_first in [true, false] {
            let (skill, other) = if is_first { (skill, against) } else { (against, skill) };
            let plan = Plan { against: Some(other), ..plan(&scenario(name).setup, skill, 4) };
            let tally = plan.run(|| ());
            let firsts = 2 * tally.wins[0] + tally.draws;
            points += if is_first { firsts } else { 2 * plan.battles - firsts };
            battles += plan.battles;
        }
    }
    points * 50 / battles
}

/// Hard beats normal, and normal beats easy: the same dice each time, so that it comes out the same each time.
#[test]
fn the_stronger_wins() {
    let keen = points((Skill::Keen, Skill::Plain));
    assert!(keen >= 55, "hard wins {keen} of 100 from normal");
    let plain = points((Skill::Plain, Skill::Walk));
    assert!(plain >= 55, "normal wins {plain} of 100 from easy");
}

/// What the computer does not even list is what it would never do.
#[test]
fn nothing_speaks_for_what_a_tempted_computer_is_not_told() {
    let mut untold = 0;
    for scenario in scenarios() {
        begin(&scenario, 3).until(&mut Mind::new(Skill::Plain, 3), 30, |look, _| {
            let question = look.question().filter(|question| question.choices.is_none());
            let (memo, who) = (Memo::of(look), question?.who?);
            let look = look.remembering(&memo).without_words();
            let told = look.tempted().legal_choices();
            for Choice { order, .. } in look.legal_choices() {
                if told.iter().any(|choice| choice.order == order) {
                    continue;
                }
                untold += 1;
                let deed = look.deed(order.verb).unwrap();
                let foretold = deed.forecast(look, who, &order).map(|forecast| forecast.worth(look, who));
                let worth = foretold.into_iter().chain(deed.worth(look, who, &order)).max();
                assert!(worth <= Some(Worth(0)), "{}: {order} is worth {worth:?}", scenario.name);
            }
            None::<()>
        });
    }
    assert!(untold > 1000, "only {untold} choices were left out");
}
