//! Fighters who are not their own masters never bring a battle to a stand.

use sortie::ai::{Mind, Skill};
use sortie::battle::{Choice, Chooses, Chronicle, Condition, Fighter, Key, Order, Setup};
use sortie::record::Game;

use crate::kit::{Battle, begin, fight, library, scenario};

/// So many decisions of a battle, each the first that comes to mind; it must not have been broken off by then.
fn played_at_random(setup: Setup, seed: u64, decisions: usize, named: &str) -> Game {
    let mut game = fight(setup, seed);
    game.played(&mut Mind::new(Skill::Random, seed), decisions);
    if let Some(verdict) = game.end() {
        let broken_off = verdict.why.contains("cannot go on") || verdict.why.contains("circles");
        assert!(!broken_off, "{named}: {}", verdict.why);
    }
    game
}

/// ST-COND-03 to ST-COND-09, ST-MORALE-06: everybody on the board is mad,
/// afraid, in a rage or slow, and turns go by all the same.
#[test]
fn the_mad_the_frightened_and_the_raging_never_stop_a_battle() {
    let scenario = scenario("scale_toughness/gate");
    let spells = ["Roar", "Madden", "Provoke", "Dread"];
    let mut driven = 0;
    for seed in 0..12 {
        let mut setup = (*scenario.setup).clone();
        for (index, fighter) in setup.fighters.iter_mut().enumerate() {
            let kinds = ["confused", "panicked", "raging", "staggered", "disabled", "tired", "prone"];
            let kind = kinds[(index + seed) % kinds.len()];
            fighter.conditions.push(Condition::new(kind));
            if index % 4 == 1 {
                fighter.arms =
                    Some(spells.iter().filter_map(|name| setup.rules.arms.get(&Key::new(name)).cloned()).collect());
            }
        }
        let game = played_at_random(setup, seed as u64, 600, &format!("seed {seed}"));
        driven += game.facts().iter().filter(|fact| fact.compels.is_some()).count();
    }
    assert!(driven > 50, "hardly anybody was driven to anything: {driven}");
}

/// HG-MASS-09: where the computer commands, the proud go by their own plan, the partial by that of their favourite, and
/// everybody else by the best.
#[test]
fn a_computer_commands_as_its_general_is() {
    let scenario = scenario("hursagmu/two_armies");
    let plans = |chooses: Chooses| {
        let mut followed = Vec::new();
        for seed in 0..4 {
            let mut setup = (*scenario.setup).clone();
            for army in &mut setup.encounter.as_mut().unwrap().armies {
                army.chooses = match chooses {
                    Chooses::Partial(_) => Chooses::Partial(army.advisers[0]),
                    other => other,
                };
            }
            fight(setup, seed).until(&mut Mind::new(Skill::Plain, seed), 6, |look, order| {
                let question = look.question().unwrap();
                if question.kind != "tactics" {
                    return Some(());
                }
                let rolled = &look.battle::<Chronicle>().unwrap().facts;
                let rolled: Vec<i32> =
                    rolled.iter().filter_map(|fact| fact.roll.as_ref()).map(|roll| roll.total).collect();
                let (general, adviser) = (rolled[rolled.len() - 2], rolled[rolled.len() - 1]);
                let who = question.who.map(|who| look.key(who));
                followed.push((order.at[0].who == who, general >= adviser));
                None
            });
        }
        assert!(followed.len() > 10, "hardly anybody was asked");
        followed
    };
    assert!(plans(Chooses::Own).iter().all(|(own, _)| *own));
    assert!(plans(Chooses::Partial(Default::default())).iter().all(|(own, _)| !own));
    let best = plans(Chooses::Highest);
    assert!(best.iter().all(|(own, better)| own == better), "{best:?}");
    assert!(best.iter().any(|(own, _)| !own));
}

/// HG-TURN-02: a computer that lets a turn go by has not set out to do anything in it but defend.
#[test]
fn whoever_lets_a_turn_be_has_set_out_for_nothing() {
    let scenario = scenario("hursagmu/first_round");
    let (mut idle, mut busy) = (0, 0);
    // As many battles as it takes to see both often enough.
    for seed in 0..60 {
        if idle > 5 && busy > 10 {
            break;
        }
        let mut plan: Option<Order> = None;
        begin(&scenario, seed).until(&mut Mind::new(Skill::Green, seed), 300, |look, order| {
            if look.question()?.choices.is_some() {
                plan = Some(order.clone()).filter(|order| order.verb == "declare").or(plan.take());
                return None::<()>;
            }
            let declared = plan.take()?;
            let left = declared.n.unwrap_or(0) - declared.manner.len() as i32;
            let is_idle = order.verb == "end turn";
            // Whoever is held since then can do nothing that they have set out for, and whoever holds somebody may just hold them.
            let choices = look.legal_choices();
            let could = choices.iter().any(|choice: &Choice| !choice.squares.is_empty());
            let holds = choices.iter().any(|choice| choice.order.verb == "control");
            let kept = left <= 0 || !could || holds;
            assert!(!is_idle || kept, "seed {seed}: {declared}, then {order}");
            *(if is_idle { &mut idle } else { &mut busy }) += 1;
            None
        });
    }
    assert!(idle > 5 && busy > 10, "{idle} {busy}");
}

/// The battle of a lesson, as far as somebody else has answered, and what the computer does then.
fn decides(lesson: &str, first: &[&str], count: usize) -> Vec<Order> {
    decides_in("hursagmu", lesson, first, count).0
}

/// The same by a computer that takes its time.
fn decides_in_earnest(lesson: &str, first: &[&str], count: usize) -> Vec<Order> {
    decides_as(Skill::Keen, "hursagmu", lesson, first, count).0
}

/// The same by the rules of a game, with what happened by then.
fn decides_in(rules: &str, lesson: &str, first: &[&str], count: usize) -> (Vec<Order>, String) {
    decides_as(Skill::Plain, rules, lesson, first, count)
}

fn decides_as(skill: Skill, rules: &str, lesson: &str, first: &[&str], count: usize) -> (Vec<Order>, String) {
    let lessons = library().lessons(rules).unwrap();
    let lesson = lessons.into_iter().find(|each| each.id == lesson).unwrap();
    let mut game = fight(lesson.setup, 1);
    game.say(first);
    (game.played(&mut Mind::new(skill, 1), count), game.told())
}

/// ST-TOX-03, ST-TOX-06: the computer goes round gas where it can, leaves it where it stands in it, and takes an antidote
/// out for itself or a friend who needs it.
#[test]
fn the_computer_minds_poison() {
    let play = |lesson: &str, count| {
        let (mut orders, facts) = decides_in("scale_toughness", lesson, &[], count + 1);
        orders.retain(|order| order.verb != "begin");
        orders.truncate(count);
        (orders, facts)
    };
    let (goes, facts) = play("ST-L-ROUND-THE-VAPOUR", 1);
    assert_eq!(goes[0].verb, "move", "{goes:?}");
    assert!(!facts.contains("tear gas"), "{goes:?}\n{facts}");
    let (cures, facts) = play("ST-L-ANTIDOTE", 2);
    let verbs: Vec<&str> = cures.iter().map(|order| order.verb.as_str()).collect();
    assert_eq!(verbs, ["take out", "give"], "{facts}");
    let (helps, facts) = play("ST-L-HELP-NEAR-BY", 2);
    let verbs: Vec<&str> = helps.iter().map(|order| order.verb.as_str()).collect();
    assert_eq!(verbs, ["move", "give"], "{facts}");
    let (leaves, facts) = play("ST-L-IN-THE-VAPOUR", 1);
    assert_eq!((leaves[0].verb.as_str(), leaves[0].to.is_some()), ("move", true), "{facts}");
    assert!(facts.contains("moves from (5,2)"), "{facts}");
}

/// ST-TOX-03: the computer takes gas out and throws it at those who stand close together, if none of its own do.
#[test]
fn the_computer_throws_gas_where_it_pays() {
    let verbs = |lesson: &str| {
        let (orders, facts) = decides_in("scale_toughness", lesson, &[], 3);
        let verbs: Vec<String> =
            orders.iter().map(|order| order.verb.to_string()).filter(|verb| verb != "begin").collect();
        (verbs, facts)
    };
    let (throws, facts) = verbs("ST-L-CLOSE-TOGETHER");
    assert_eq!(throws[..2], ["draw", "blast"], "{facts}");
    let (alone, facts) = verbs("ST-L-GAS-GOES");
    assert!(!alone.contains(&"blast".to_owned()), "{facts}");
}

/// HG-GRAP-02, HG-GRAP-07, HG-GRAP-10: the computer grabs enemies who gave their defence away, throws whom it holds over an
/// edge, and does not stay in anybody's hands if it can help it.
#[test]
fn the_computer_wrestles_where_it_pays() {
    // What it draws first costs nothing, and is small enough to be of use.
    let grabs = decides_in_earnest("HG-L-GRIP-GIVEN-AWAY", &["declare for 1", "end turn"], 3);
    let grab = grabs.iter().find(|order| !["declare", "draw"].contains(&order.verb.as_str()));
    assert!(grab.is_some_and(|order| order.verb == "grab"), "{grabs:?}");
    let throws = decides("HG-C43", &["declare for 1", "control at C"], 1);
    assert_eq!(throws[0].verb, "throw", "{throws:?}");
    let struggles = decides("HG-C43", &[], 3);
    let struggle = struggles.iter().find(|order| !["declare", "draw"].contains(&order.verb.as_str()));
    assert!(struggle.is_some_and(|order| order.verb == "control"), "{struggles:?}");
    let escapes = decides("HG-C06", &[], 2);
    assert!(escapes[0].n >= Some(1) && ["escape", "control"].contains(&escapes[1].verb.as_str()), "{escapes:?}");
}

/// HG-GRAP-14, HG-GRAP-10, HG-GRAP-08: it drags whom it holds to the edge and to the wall, and about in the open it drags
/// nobody. HG-COND-01: it leaves those who lie there alone, unless no quarter is given.
#[test]
fn the_computer_drags_people_where_it_hurts() {
    let edge = decides("HG-L-TURN-ABOUT", &[], 5);
    // What is drawn on the way costs nothing.
    let verbs: Vec<&str> = edge.iter().map(|order| order.verb.as_str()).filter(|verb| *verb != "draw").collect();
    assert_eq!(verbs[..3], ["declare", "drag", "control"], "{edge:?}");
    let wall = decides("HG-L-TO-THE-WALL", &["declare for 1"], 2);
    let first = wall.iter().find(|order| order.verb != "draw");
    assert!(first.is_some_and(|order| order.verb == "drag"), "{wall:?}");
    let open = decides("HG-L-DRAGGED", &["declare for 1"], 2);
    assert!(open.iter().all(|order| order.verb != "drag"), "{open:?}");
    let spares = decides("HG-L-QUARTER", &["declare for 1"], 1);
    assert_ne!(spares[0].verb, "attack", "{spares:?}");
}

/// HG-MOVE-01: a fighter that cannot walk up to an enemy goes round to where it can.
#[test]
fn the_computer_goes_round_what_is_too_steep() {
    let round = decides("HG-L-WAY-ROUND", &["declare for 1"], 1);
    assert!(round[0].to.is_some_and(|to| to.x > 8), "{round:?}");
}

/// ST-POSS-03 to ST-POSS-12: bodies with two minds and with three, whoever says who acts when, and nobody ever waits in
/// vain.
#[test]
fn crowded_bodies_never_stop_a_battle() {
    let (mut vetoes, mut ways_out) = (0, 0);
    for name in ["scale_toughness/possessed_champion", "crossroads/gate_by_cards", "by_turns/gate_in_turns"] {
        let scenario = scenario(name);
        for seed in 0..4 {
            let mut setup = (*scenario.setup).clone();
            let demon = setup.rules.profiles.get(&Key::new("Bal-Ziggaroth")).unwrap().clone();
            let hosts: Vec<_> = setup.fighters.iter().filter(|each| !each.is_late()).take(3).cloned().collect();
            for (index, host) in hosts.iter().chain(hosts.first()).enumerate() {
                let side = sortie::battle::SideId((index % setup.sides.len()) as u8);
                let mut mind = Fighter::new(format!("Mind {index}"), side, demon.clone(), host.at);
                mind.possesses = Some(host.name.clone());
                mind.tallies.push((Key::new("morale penalties"), 4));
                setup.fighters.push(mind);
            }
            let game = played_at_random(setup, seed, 500, &format!("{name}, seed {seed}"));
            let look = game.now();
            for id in look.everybody().filter(|id| look.body(*id) != *id) {
                assert!(
                    !look.place(id).present && look.lodgers(look.body(id)).contains(&id),
                    "{name}: {}",
                    look.name(id)
                );
            }
            vetoes += game.facts().iter().filter(|fact| fact.text.contains(" vetoes ")).count();
            ways_out += game.facts().iter().filter(|fact| fact.text.contains(" is out of ")).count();
        }
    }
    assert!(vetoes > 20 && ways_out > 3, "{vetoes} vetoes, {ways_out} ways out");
}

/// The three strengths differ in every game: the same battle goes another way.
#[test]
fn the_three_strengths_play_differently_by_all_rules() {
    let scenarios = [
        "by_turns/gate_in_turns",
        "crossroads/gate_by_cards",
        "hursagmu/tavern_yard",
        "liberi_gothica/market_street",
        "old_school/company_on_the_road",
        "scale_toughness/even",
        "skirmish/skirmish4",
        "zones/toll_bridge",
    ];
    for name in scenarios {
        let scenario = scenario(name);
        let played = |skill: Skill| begin(&scenario, 3).played(&mut Mind::new(skill, 3), 60);
        let [walk, plain, keen] = [Skill::Walk, Skill::Plain, Skill::Keen].map(played);
        assert!(walk != plain && plain != keen && walk != keen, "{name}");
    }
}

/// A computer that does the second best thing still takes nothing out of the hands of those who are out of the fight, and
/// nothing twice at the same moment.
#[test]
fn whoever_can_do_nothing_is_not_hindered() {
    let mut tries = 0;
    for name in ["old_school/brawl_on_the_quay", "old_school/company_on_the_road", "hursagmu/tavern_yard"] {
        let scenario = scenario(name);
        for seed in [241_984, 1, 2, 3] {
            let mut mind = Mind::new(Skill::Fair, seed);
            begin(&scenario, seed).until(&mut mind, 400, |look, order| {
                let hinders = look.deed(order.verb).is_ok_and(|deed| deed.nature().hinders);
                if let Some(target) = look.target(order).filter(|_| hinders) {
                    let who = look.name(target);
                    assert!(look.is_in_play(target) && !look.is_falling(target), "{name}, {seed}: {order}");
                    let is_again = order.verb == "disarm" && look.is_bound_for(target, "disarmed");
                    assert!(!is_again, "{name}, {seed}: {who} once more");
                    tries += 1;
                }
                None::<()>
            });
        }
    }
    assert!(tries > 20, "{tries}");
}
