//! What the computer does in situations in which it once did something stupid.

use sortie::ai::{Mind, Skill};
use sortie::battle::{Choice, Clock, Id, Look, Memo, Order, Worth};
use sortie::board::Square;
use sortie::rulebook::{Lesson, Library};
use sortie::sim::Plan;

use crate::kit::{Battle, Folder, begin, edit, fight, library, plan, scenario, scenarios};

const STRENGTHS: [Skill; 2] = [Skill::Plain, Skill::Keen];

/// One of the situations that lie beside this file.
fn situation(rules: &str, id: &str) -> Lesson {
    let path = format!("tests/it/judgement/{rules}.ron");
    let all = library().lesson_file(path.as_ref()).unwrap_or_else(|problems| panic!("{problems:?}"));
    all.into_iter().find(|each| each.id == id).expect("there is such a situation")
}

/// What each of those asked does, as long as `goes_on`, with the battle that comes of it.
fn played(
    lesson: &Lesson,
    skill: Skill,
    seed: u64,
    goes_on: impl Fn(Look<'_>) -> bool,
) -> (Vec<(String, Order)>, String) {
    let mut game = fight(lesson.setup.clone(), seed);
    let mut orders = Vec::new();
    game.until(&mut Mind::new(skill, seed), 200, |look, order| {
        if !goes_on(look) {
            return Some(());
        }
        let who = look.question().and_then(|question| question.who).map(|who| look.name(who).to_owned());
        orders.push((who.unwrap_or_default(), order.clone()));
        None
    });
    (orders, game.told())
}

/// What the first in the order does in the first turn of a situation, with dice of several seeds.
fn first_turns(rules: &str, id: &str, skill: Skill) -> Vec<(Vec<Order>, String)> {
    let lesson = situation(rules, id);
    let first = lesson.setup.arranged.as_ref().and_then(|order| order.first().copied()).expect("an order");
    let turn = |seed| {
        let is_it = |look: Look<'_>| look.clock().turn.is_none_or(|who| who == first) && look.clock().round < 2;
        let (orders, told) = played(&lesson, skill, seed, is_it);
        let name = lesson.setup.fighters[usize::from(first.0)].name.clone();
        (orders.into_iter().filter(|(who, _)| *who == name).map(|(_, order)| order).collect(), told)
    };
    (1..6).map(turn).collect()
}

fn nobody_does(rules: &str, id: &str, is_stupid: impl Fn(&Order) -> bool) {
    for skill in STRENGTHS {
        for (orders, told) in first_turns(rules, id, skill) {
            assert!(!orders.iter().any(&is_stupid), "{id}, {skill:?}: {orders:?}\n{told}");
        }
    }
}

/// Those who cannot help are not asked to.
#[test]
fn nobody_treats_those_whom_it_cannot_help() {
    nobody_does("scale_toughness", "HOPELESS", |order| ["treat", "resuscitate"].contains(&order.verb.as_str()));
}

/// What one strikes with is not thrown away.
#[test]
fn nobody_throws_its_only_weapon() {
    for skill in STRENGTHS {
        for (rules, id, says) in [("hursagmu", "SPEAR", "throws the Spear"), ("scale_toughness", "KNIFE", "throws")] {
            for (orders, told) in first_turns(rules, id, skill) {
                let is_thrown = orders.iter().any(|order| order.verb == "attack");
                assert!(!told.contains(says) && !is_thrown, "{id}, {skill:?}: {orders:?}\n{told}");
            }
        }
    }
}

/// What would hardly hit stays in the hand, whatever it is aimed at.
#[test]
fn nobody_throws_what_would_hardly_hit() {
    for skill in STRENGTHS {
        for (orders, told) in first_turns("scale_toughness", "EDGE", skill) {
            let mut afar = orders.iter().take_while(|order| order.to.is_none());
            let is_thrown = afar.any(|order| order.with == Some("Knife".into()) && !order.at.is_empty());
            assert!(!is_thrown, "{skill:?}: {orders:?}\n{told}");
        }
    }
}

/// Where actions are declared, nobody sets out for more than can come off, or for nothing where something can.
#[test]
fn nobody_sets_out_for_too_little_or_too_much() {
    for skill in STRENGTHS {
        for (orders, told) in first_turns("hursagmu", "HOPELESS", skill) {
            let declared = orders.iter().find(|order| order.verb == "declare").and_then(|order| order.n);
            assert!(declared.is_some_and(|n| (1..=3).contains(&n)), "{skill:?}: {orders:?}\n{told}");
        }
        for (orders, told) in first_turns("hursagmu", "OPEN", skill) {
            let shoots = orders.iter().any(|order| order.with == Some("Long bow".into()) && !order.at.is_empty());
            assert!(shoots, "{skill:?}: {orders:?}\n{told}");
        }
    }
}

/// From *normal* on nobody ends a turn beside an enemy whom they could still hurt: to err is to do something else.
#[test]
fn nobody_stands_idle_beside_an_enemy() {
    for (name, skill) in ["zones/toll_bridge", "hursagmu/tavern_yard", "scale_toughness/even", "lanterns/first"]
        .into_iter()
        .flat_map(|name| [Skill::NORMAL, Skill::Plain].map(|skill| (name, skill)))
    {
        let mut turns = 0;
        begin(&scenario(name), 1).until(&mut Mind::new(skill, 1), 200, |look, order| {
            let who = look.question().filter(|question| question.choices.is_none())?.who?;
            turns += 1;
            let hurts = |choice: &Choice| {
                let beside = |foe| look.are_enemies(who, foe) && look.is_in_play(foe) && look.gap(who, foe) <= 1;
                let forecast = look.deed("attack").ok().and_then(|deed| deed.forecast(look, who, &choice.order));
                choice.order.verb == "attack"
                    && look.target(&choice.order).is_some_and(beside)
                    && forecast.is_some_and(|forecast| forecast.worth(look, who) > Worth::of(0.1))
            };
            let blows = look.legal_choices().into_iter().filter(|_| order.verb == "end turn").filter(hurts);
            let blows: Vec<String> = blows.map(|choice| choice.order.to_string()).collect();
            assert!(blows.is_empty(), "{name}, {skill:?}: {} lets {blows:?} be", look.name(who));
            None::<()>
        });
        assert!(turns > 5, "{name}: {turns} turns");
    }
}

/// Another's gun is not loaded while an enemy comes, a crossbow is not laid aside while nobody does.
#[test]
fn loading_is_done_by_those_who_have_time_for_it() {
    nobody_does("liberi_gothica", "OTHERS-GUN", |order| order.verb == "reload");
    nobody_does("hursagmu", "CROSSBOW", |order| order.verb == "draw");
    for (orders, told) in first_turns("hursagmu", "CROSSBOW", Skill::Plain) {
        assert!(orders.iter().any(|order| order.verb == "reload"), "{orders:?}\n{told}");
    }
}

/// What is in the way of loading goes to the belt, once nobody is near whom it would serve against.
#[test]
fn hands_are_freed_for_loading() {
    let mut freed = 0;
    for seed in 1..3 {
        let scenario = scenario("hursagmu/charge_at_the_ford");
        begin(&scenario, seed).until(&mut Mind::new(Skill::Keen, seed), 300, |look, order| {
            let who = look.question().filter(|question| question.choices.is_none())?.who?;
            let is_near = |foe| look.gap(who, foe) <= 2;
            let held = |name: &str| look.gear(who).iter().find(|item| item.arm.name == name && item.is_in_hand());
            let axe = held("Hand axe").filter(|_| !look.foes(who).any(is_near));
            let is_axe = |order: &Order| order.verb == "stow" && order.with == axe.map(|axe| axe.arm.name);
            if held("Light crossbow").is_some_and(|bow| bow.loaded == 0) && axe.is_some() {
                freed += i32::from(is_axe(order));
                let could = look.legal_choices().iter().any(|choice| is_axe(&choice.order));
                assert!(order.verb != "end turn" || !could, "{}", look.name(who));
            }
            None::<()>
        });
    }
    assert!(freed > 0);
}

/// A bow shoots from where it stands, and keeps its distance.
#[test]
fn bows_shoot_from_where_they_are() {
    for (orders, told) in first_turns("scale_toughness", "BOW", Skill::Plain) {
        assert!(orders.iter().any(|order| order.verb == "attack"), "{orders:?}\n{told}");
        let comes_near = orders.iter().filter_map(|order| order.to).any(|to| (to.x - 16).abs() < 6);
        assert!(!comes_near, "{orders:?}\n{told}");
    }
}

/// Shooters who see nobody do not run up to the enemies that they look for.
#[test]
fn bows_look_for_enemies_from_afar() {
    for skill in STRENGTHS {
        for (orders, told) in first_turns("hursagmu", "CORNER", skill) {
            let comes_near = orders.iter().filter_map(|order| order.to).any(|to| to.x > 20 && to.y < 5);
            assert!(!comes_near, "{skill:?}: {orders:?}\n{told}");
        }
    }
}

/// Who has a gun to load and a dagger to draw does not lie in wait with bare hands, nor for the time to draw it.
#[test]
fn nobody_lies_in_wait_with_bare_hands() {
    nobody_does("liberi_gothica", "EMPTY-RIFLE", |order| order.verb == "prepare");
}

/// Who is shut in strikes at the door.
#[test]
fn doors_are_struck_by_those_behind_them() {
    for skill in STRENGTHS {
        let mut game = begin(&scenario("old_school/brawl_on_the_quay"), 1);
        let door = game.until(&mut Mind::new(skill, 1), 400, |look, order| {
            let struck = look.target(order).filter(|id| id.is_thing()).map(|id| look.name(id).to_owned());
            struck.filter(|name| name == "Warehouse door")
        });
        assert!(door.is_some(), "{skill:?}: {}", game.told());
    }
}

/// Who has prepared a spell walks no farther than they may to cast it.
#[test]
fn nobody_walks_away_from_a_spell_that_is_prepared() {
    let mut prepared = 0;
    for skill in STRENGTHS {
        for (orders, told) in first_turns("old_school", "SPELL", skill) {
            if orders.iter().any(|order| order.verb == "prepare") {
                prepared += 1;
                let goes = |order: &Order| order.to.is_some_and(|to| (to.x - 5).abs() > 2);
                assert!(!orders.iter().any(goes), "{skill:?}: {orders:?}\n{told}");
            }
        }
    }
    assert!(prepared > 0);
}

/// Nobody takes the corner between two doors for a way out.
#[test]
fn nobody_waits_for_a_way_past_the_ends_of_doors() {
    for skill in STRENGTHS {
        for (orders, told) in first_turns("old_school", "PEN", skill) {
            let is_door = |order: &Order| order.whoms().flatten().any(|name| name.as_str().starts_with("Door"));
            assert!(orders.iter().any(is_door), "{skill:?}: {orders:?}\n{told}");
        }
    }
}

/// Those who have only to hold out charge nobody; those who are to get away do so; nobody runs ahead of its friends.
#[test]
fn sides_do_what_they_are_there_for() {
    for skill in STRENGTHS {
        for (orders, told) in first_turns("old_school", "HOLD", skill) {
            let leaves = orders.iter().any(|order| order.verb == "charge" || order.to.is_some_and(|to| to.x < 12));
            assert!(!leaves, "{skill:?}: {orders:?}\n{told}");
        }
        for (orders, told) in first_turns("scale_toughness", "OUT", skill) {
            let farthest = orders.iter().filter_map(|order| order.to).map(|to| to.x).max();
            assert!(farthest > Some(12), "{skill:?}: {orders:?}\n{told}");
        }
        for (orders, told) in first_turns("old_school", "ALONE", skill) {
            let alone = orders.iter().filter_map(|order| order.to).any(|to| to.x > 12);
            assert!(!alone, "{skill:?}: {orders:?}\n{told}");
        }
    }
}

/// Whoever is all but away runs no errands: not even the surgeon, back through the gas.
#[test]
fn nobody_turns_back_at_the_door() {
    let mut at_the_door = 0;
    for (skill, seed) in STRENGTHS.into_iter().flat_map(|skill| (1..5).map(move |seed| (skill, seed))) {
        let mut game = begin(&scenario("scale_toughness/gas_corridor"), seed);
        game.until(&mut Mind::new(skill, seed), 150, |look, order| {
            let who = look.question().filter(|question| question.choices.is_none())?.who?;
            let to = order.to.filter(|_| order.verb == "move")?;
            let off = |at: Square| (17 - at.x).max(8 - at.y).max(0);
            let is_party = |id| look.side_name(look.side(id)) == "Party" && look.is_in_play(id);
            let here = off(look.footprint(who).at);
            let is_ahead = |id: &Id| *id != who && is_party(*id) && off(look.footprint(*id).at) <= here;
            if is_party(who) && (1..4).contains(&here) && look.everybody().filter(is_ahead).count() < 2 {
                at_the_door += 1;
                assert!(off(to) < 8, "{skill:?}, {seed}: {} turns back to {to}", look.name(who));
            }
            None::<()>
        });
    }
    assert!(at_the_door > 0);
}

/// What hangs at the belt is drawn before anybody strikes with bare hands.
#[test]
fn a_sword_at_the_belt_is_drawn() {
    for skill in STRENGTHS {
        for (orders, told) in first_turns("old_school", "BELT", skill) {
            let drawn = orders.iter().position(|order| order.verb == "draw");
            let fists = orders.iter().rposition(|order| order.with == Some("Fists".into()));
            assert!(drawn.is_some() && fists < drawn, "{skill:?}: {orders:?}\n{told}");
        }
    }
}

/// Threats and taunts are for those who have nobody to strike.
#[test]
fn blows_go_before_words() {
    for skill in STRENGTHS {
        let lesson = situation("zones", "TAUNT");
        for seed in 1..6 {
            let (orders, told) = played(&lesson, skill, seed, |look| look.clock().round < 2);
            let of = |verbs: &[&str]| {
                orders.iter().filter(|(who, order)| who == "Troll" && verbs.contains(&order.verb.as_str())).count()
            };
            let words = of(&["taunt", "intimidate", "distract"]);
            assert!(words == 0 || of(&["attack"]) > 0, "{skill:?}: {orders:?}\n{told}");
        }
    }
}

/// Whoever has surrendered is let go, and not dragged from fight to fight until they fight on.
#[test]
fn nobody_drags_those_about_who_have_surrendered() {
    for skill in STRENGTHS {
        for seed in 1..6 {
            let (_, told) = played(&situation("zones", "PRISONER"), skill, seed, |look| look.clock().round < 4);
            assert!(!told.contains("drags"), "{skill:?}: {told}");
            assert!(told.contains("no longer holds Leader"), "{skill:?}: {told}");
        }
    }
}

/// Whoever can shoot out of a bolted house sees nothing in the bolt.
#[test]
fn archers_at_windows_open_no_door() {
    for seed in 1..5 {
        begin(&scenario("zones/coopers_lane"), seed).until(&mut Mind::new(Skill::Plain, seed), 80, |look, order| {
            let who = look.question().and_then(|question| question.who).filter(|_| order.verb == "work")?;
            let mut blows = Vec::new();
            look.deed("attack").unwrap().choices(look, who, &mut blows);
            let is_foe = |order: &Order| look.target(order).is_some_and(|target| look.are_enemies(who, target));
            let strikes = blows.iter().any(|choice| choice.is_legal() && is_foe(&choice.order));
            assert!(!strikes, "{} does {order}", look.name(who));
            None::<()>
        });
    }
}

/// Whoever would come too late for a blow waits for the line, out of reach of more enemies than friends.
#[test]
fn nobody_runs_ahead_of_the_line_for_nothing() {
    for (orders, told) in first_turns("scale_toughness", "AHEAD", Skill::Keen) {
        let alone = orders.iter().filter_map(|order| order.to).any(|to| to.x > 15);
        assert!(!alone, "{orders:?}\n{told}");
    }
}

/// Those who have fire to breathe do not count on blows that they would have to go somewhere for first.
#[test]
fn plans_hold_what_is_done_afterwards() {
    let plans = |id: &str| Mind::new(Skill::Keen, 1).worths(fight(situation("hursagmu", id).setup, 1).now());
    let worths = plans("BREATH");
    assert!(worths.len() > 4, "{worths:?}");
    assert_eq!(worths, plans("NO-POST"));
}

/// Whoever only happens to stand beside an engine does not give a defence away for turns of its winch.
#[test]
fn nobody_sets_out_to_load_and_then_runs_away() {
    for seed in 1..5 {
        begin(&scenario("hursagmu/siege_camp"), seed).until(&mut Mind::new(Skill::Keen, seed), 120, |look, order| {
            let who = look.question().and_then(|question| question.who).filter(|_| order.verb == "declare")?;
            let is_crew = look.name(who).starts_with("Master");
            let shoots = look.arms(who).any(|item| item.is_ready() && item.arm.is_ranged());
            let near = look.foes(who).any(|foe| look.gap(who, foe) <= 18);
            let sets_out = order.n.unwrap_or(0);
            assert!(is_crew || shoots || near || sets_out <= 2, "{} sets out for {sets_out}", look.name(who));
            None::<()>
        });
    }
}

/// Nobody comes back within its turn to where it has stood in it.
#[test]
fn nobody_walks_to_and_fro() {
    for (name, seed) in [("old_school/spears_at_the_bridge", 1), ("old_school/brawl_on_the_quay", 1)] {
        let mut been: (Clock, Vec<Square>) = Default::default();
        begin(&scenario(name), seed).until(&mut Mind::new(Skill::Plain, seed), 250, |look, order| {
            let question = look.question().unwrap();
            if let (Some(who), None) = (question.who, &question.choices) {
                if been.0 != look.clock() {
                    been = (look.clock(), Vec::new());
                }
                let goes = order.at.is_empty() && order.to.is_some();
                let back = order.to.is_some_and(|to| goes && been.1.contains(&to));
                assert!(!back, "{name}: {} goes to {:?} from {:?}", look.name(who), order.to, been.1);
                been.1.push(look.footprint(who).at);
            }
            None::<()>
        });
    }
}

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

/// Words are for those who cannot strike any more in their turn.
#[test]
fn blows_go_before_words_in_the_giants_yard() {
    begin(&scenario("zones/the_giants_yard"), 2).until(&mut Mind::new(Skill::Keen, 2), 120, |look, order| {
        if ["taunt", "intimidate", "distract"].contains(&order.verb.as_str()) {
            let blows = look.legal_choices().into_iter().filter(|choice| choice.order.verb == "attack");
            let blows: Vec<_> = blows.map(|choice| choice.order.to_string()).collect();
            assert!(blows.is_empty(), "{order}, though there is {blows:?}");
        }
        None::<()>
    });
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
