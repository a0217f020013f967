//! What always holds of a battle, shown on a game made up for the purpose: a
//! turn of six seconds, a blow of two that the other side may answer.

mod game;

use bevy::ecs::entity::Entity;
use bevy::ecs::world::World;

use self::game::setup;
use super::*;
use crate::dice::{AnyDice, RolledDice, ScriptedDice};

fn scripted(dice: &[&str]) -> AnyDice {
    AnyDice::from(ScriptedDice::parse(dice).unwrap())
}

/// Plays on to the next question, answers it, and plays on.
fn say(world: &mut World, battle: Entity, words: &str) {
    advance(world, battle);
    answer(world, battle, Spoken::parse(words).unwrap()).unwrap();
    advance(world, battle);
}

fn texts(world: &World, battle: Entity) -> Vec<String> {
    chronicle(world, battle).iter().map(|fact| fact.text.clone()).collect()
}

#[test]
fn whoever_is_asked_in_the_middle_of_a_blow_sees_it_and_nothing_happens_twice() {
    let mut world = quiet_world();
    let battle = setup().spawn(&mut world, scripted(&["d6: 1,2", "d6: 5", "d6: 3"]));
    advance(&mut world, battle);
    assert_eq!(question(&world, battle).unwrap().kind, "turn");
    answer(&mut world, battle, Spoken::parse("strike at Bo").unwrap()).unwrap();
    let before = texts(&world, battle);
    advance(&mut world, battle);

    let asked = question(&world, battle).unwrap().clone();
    assert_eq!((asked.kind.as_str(), asked.who, asked.within), ("duck", Some(Id(1)), vec!["blow".to_owned()]));
    let seen = texts(&world, battle);
    assert!(seen.starts_with(&before) && seen.len() > before.len(), "the attack roll lies open: {seen:?}");
    let look = Look::at(&world, battle).unwrap();
    assert_eq!((look.tally(Id(1), "struck at"), look.battle::<DiceCup>().unwrap().0.thrown()), (1, 3));

    answer(&mut world, battle, Order::new("duck")).unwrap();
    advance(&mut world, battle);
    let look = Look::at(&world, battle).unwrap();
    assert!(look.is(Id(1), "down"));
    assert_eq!(look.tally(Id(1), "struck at"), 1);
    assert!(texts(&world, battle).starts_with(&seen), "what was seen stays as it was");
    let rolls: Vec<_> = chronicle(&world, battle)
        .iter()
        .filter_map(|fact| Some((fact.rule.as_str(), fact.roll.as_ref()?.natural)))
        .collect();
    assert_eq!(rolls, [("T-3", 1), ("T-3", 2), ("T-1", 5), ("T-2", 3)], "each die is thrown once");
    assert_eq!(verdict(&world, battle).unwrap().winner, Some(SideId(0)));
}

/// Two blows at once are two questions that read differently.
#[test]
fn whoever_is_asked_the_same_again_is_told_so_and_what_they_answered() {
    let mut world = quiet_world();
    let battle = setup().spawn(&mut world, scripted(&["d6: 1,2"]));
    world.entity_mut(battle).insert(Given(vec![Order::new("duck")]));
    let mut table = Table::at(&mut world, battle).unwrap();
    let question = |by| {
        let answer = |verb: &'static str, label: &str| Choice::new(Order::new(verb), label, Group::Defence, "T-2");
        let question = Question::new("duck", SideId(1), Id(1), "Duck?").by(by);
        question.choice(answer("duck", "Duck low")).choice(answer("stand", "Stand"))
    };
    let mut asked = |by| match table.ask(question(by)) {
        Err(Pause::Ask(question)) => question.prompt,
        answered => answered.unwrap().verb.to_string(),
    };
    assert_eq!(asked(Id(0)), "duck");
    assert_eq!(asked(Id(0)), "Duck? This is the second such question; before: Duck low.");
    assert_eq!(asked(Id(1)), "Duck?", "it is about somebody else");
}

/// What several blows do at the end, all at once, is still known to come of the dice of each.
#[test]
fn a_fact_says_of_which_one_before_it_comes() {
    let mut world = quiet_world();
    let battle = setup().spawn(&mut world, scripted(&["d6: 1,2"]));
    let mut table = Table::at(&mut world, battle).unwrap();
    let note = |table: &mut Table<'_>, text: &str| table.note(|_| Fact::new("T-1", text));
    let dice = table.next_fact();
    note(&mut table, "first dice");
    note(&mut table, "second dice");
    let inner = table.next_fact();
    table
        .outcome_of(dice, |table| {
            note(table, "wound");
            table.outcome_of(inner, |table| {
                note(table, "fall");
                Ok(())
            })
        })
        .unwrap();
    note(&mut table, "end");
    let of: Vec<Option<usize>> = chronicle(&world, battle).iter().map(|fact| fact.of).collect();
    assert_eq!(of, [None, None, Some(2), Some(3), None]);
}

#[test]
fn an_answer_that_is_not_among_the_choices_is_refused_and_the_question_stands() {
    let mut world = quiet_world();
    let battle = setup().spawn(&mut world, scripted(&["d6: 1,2"]));
    advance(&mut world, battle);
    let refused = answer(&mut world, battle, Spoken::parse("strike at Zed").unwrap()).unwrap_err();
    assert!(refused.why.contains("nobody here is called `Zed`"), "{refused}");
    assert!(answer(&mut world, battle, Order::new("dance")).is_err());
    assert_eq!(question(&world, battle).unwrap().kind, "turn");
}

/// Neither by people nor by programs: the question after the last decision is not put.
#[test]
fn a_battle_is_given_up_after_as_many_decisions_as_are_ever_made() {
    for is_program in [false, true] {
        let mut world = quiet_world();
        let battle = setup().spawn(&mut world, scripted(&["d6: 1,2", "d6: 5"]));
        advance(&mut world, battle);
        let made = Decision { side: SideId(0), order: Order::new("wait"), dice: 0 };
        world.entity_mut(battle).insert(Decisions(vec![made; MOST_DECISIONS - 1]));
        answer(&mut world, battle, Spoken::parse("strike at Bo").unwrap()).unwrap();
        match is_program {
            true => drop(play_on(&mut world, battle, &mut Nobody)),
            false => advance(&mut world, battle),
        }
        let verdict = verdict(&world, battle).unwrap();
        assert!(verdict.why.contains("100000 decisions") && verdict.winner.is_none(), "{verdict:?}");
        assert!(question(&world, battle).is_none());
    }
}

/// By the limit of rounds as by a goal that counts them.
#[test]
fn a_battle_ends_with_its_last_round_and_nobody_has_a_turn_more() {
    for (rounds, objective) in [(1, Objective::LastStanding), (20, Objective::Survive { rounds: 1 })] {
        let mut world = quiet_world();
        let mut setup = Setup { rounds, ..setup() };
        setup.sides.iter_mut().take(1).for_each(|side| side.objective = objective.clone());
        let battle = setup.spawn(&mut world, AnyDice::from(RolledDice::from_seed(3)));
        for _ in 0..2 {
            advance(&mut world, battle);
            assert!(verdict(&world, battle).is_none(), "everybody has a turn in the round");
            answer(&mut world, battle, Order::new("end turn")).unwrap();
        }
        advance(&mut world, battle);
        assert_eq!(verdict(&world, battle).map(|verdict| verdict.round), Some(1), "{objective:?}");
        assert!(question(&world, battle).is_none());
        assert!(!texts(&world, battle).iter().any(|text| text == "Round 2."));
    }
}

#[test]
fn a_script_that_runs_out_of_dice_ends_the_battle_and_says_so() {
    let mut world = quiet_world();
    let battle = setup().spawn(&mut world, scripted(&["d6: 1,2"]));
    advance(&mut world, battle);
    answer(&mut world, battle, Spoken::parse("strike at Bo").unwrap()).unwrap();
    advance(&mut world, battle);
    assert!(verdict(&world, battle).unwrap().is_broken);
}

#[test]
fn a_deed_longer_than_what_is_left_is_finished_with_the_first_seconds_of_the_next_turn() {
    let mut world = quiet_world();
    let battle = setup().spawn(&mut world, scripted(&["d6: 1,2", "d6: 1", "d6: 6"]));
    let say = |world: &mut World, words: &str| say(world, battle, words);
    say(&mut world, "strike at Bo");
    assert_eq!(
        Look::at(&world, battle).unwrap().rules().economy.remaining(Look::at(&world, battle).unwrap(), Id(0)),
        2
    );
    say(&mut world, "strike at Bo");
    assert_eq!(question(&world, battle).unwrap().who, Some(Id(1)), "Ana's two seconds went into the second blow");
    say(&mut world, "end turn");
    say(&mut world, "go on");
    assert_eq!(question(&world, battle).unwrap().kind, "duck", "the blow falls after two seconds of the new turn");
}

#[test]
fn whoever_waits_may_step_in_after_a_deed_of_another() {
    let mut world = quiet_world();
    let battle = setup().spawn(&mut world, scripted(&["d6: 1,2", "d6: 1"]));
    let say = |world: &mut World, words: &str| say(world, battle, words);
    say(&mut world, "wait");
    say(&mut world, "strike at Ana");
    assert_eq!(question(&world, battle).unwrap().kind, "step in");
    say(&mut world, "step in");
    let asked = question(&world, battle).unwrap();
    assert_eq!((asked.kind.as_str(), asked.who), ("turn", Some(Id(0))));
    say(&mut world, "end turn");
    assert_eq!(question(&world, battle).unwrap().who, Some(Id(1)), "Bo goes on where it was interrupted");
    let look = Look::at(&world, battle).unwrap();
    assert_eq!(look.rules().economy.remaining(look, Id(1)), 2);
}

/// Answers every question with a choice picked by a second stream of dice.
fn play_at_random(seed: u64) -> (Vec<String>, Vec<Decision>, Option<Verdict>) {
    use crate::dice::Dice;
    let mut world = quiet_world();
    let dice = RolledDice::from_seed(seed);
    let mut fancy = dice.stream(1);
    let battle = setup().spawn(&mut world, AnyDice::from(dice));
    for _ in 0..2000 {
        advance(&mut world, battle);
        if verdict(&world, battle).is_some() {
            break;
        }
        let legal: Vec<_> = choices(&world, battle).into_iter().filter(Choice::is_legal).collect();
        let order = legal[fancy.pick(legal.len()).unwrap()].order.clone();
        answer(&mut world, battle, order).unwrap();
    }
    let decisions = world.get::<Decisions>(battle).unwrap().0.clone();
    (texts(&world, battle), decisions, verdict(&world, battle).cloned())
}

#[test]
fn any_legal_play_ends_and_the_same_seed_and_decisions_give_the_same_battle() {
    for seed in 0..60 {
        let (facts, decisions, end) = play_at_random(seed);
        assert!(end.is_some(), "seed {seed} does not end");
        let mut world = quiet_world();
        let battle = setup().spawn(&mut world, AnyDice::from(RolledDice::from_seed(seed)));
        for decision in &decisions {
            advance(&mut world, battle);
            let thrown = Look::at(&world, battle).unwrap().battle::<DiceCup>().unwrap().0.thrown();
            assert_eq!(thrown, decision.dice, "seed {seed} went out of step");
            answer(&mut world, battle, decision.order.clone()).unwrap();
        }
        advance(&mut world, battle);
        assert_eq!((texts(&world, battle), verdict(&world, battle).cloned()), (facts, end));
    }
}

#[test]
fn two_battles_in_one_world_do_not_touch_each_other() {
    let mut world = quiet_world();
    let first = setup().spawn(&mut world, scripted(&["d6: 1,2", "d6: 6"]));
    let second = setup().spawn(&mut world, scripted(&["d6: 1,5"]));
    advance(&mut world, first);
    advance(&mut world, second);
    let untouched = texts(&world, second);
    answer(&mut world, first, Spoken::parse("strike at Bo").unwrap()).unwrap();
    advance(&mut world, first);
    answer(&mut world, first, Order::new("stand")).unwrap();
    advance(&mut world, first);
    assert!(verdict(&world, first).is_some());
    assert!(verdict(&world, second).is_none());
    assert_eq!(texts(&world, second), untouched);
}
