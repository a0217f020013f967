//! Copies of a battle go on as it would itself, and leave it alone.

use std::any::TypeId;
use std::fmt::Debug;

use bevy::ecs::prelude::Component;
use sortie::ai::{Mind, Minds, Skill};
use sortie::battle::{
    Conditions, DiceCup, Falls, Figures, Gear, Look, Order, Place, Player, Question, Scratch, SideId, Stands, Tallies,
    Wounds, chronicle, play_on, question, verdict,
};
use sortie::record::{Game, NotDone, Origin, digest, record};

use crate::kit::{Battle, begin, scenario, scenarios};

/// A mind that answers so often and no more, and keeps its answers.
struct Bounded {
    mind: Mind,
    left: usize,
    orders: Vec<Order>,
}

impl Bounded {
    fn of(mind: &Mind, left: usize) -> Self {
        Self { mind: mind.clone(), left, orders: Vec::new() }
    }
}

impl Player for Bounded {
    fn answer(&mut self, look: Look<'_>, _question: &Question) -> Option<Order> {
        self.left = self.left.checked_sub(1)?;
        let order = self.mind.decide(look)?;
        self.orders.push(order.clone());
        Some(order)
    }
}

/// Everything that can be seen of a battle: dice, everybody, the question with its answers, the end.
fn seen(look: Look<'_>) -> String {
    fn of<C: Component + Debug>(look: Look<'_>) -> String {
        let everybody = look.everybody().chain(look.things());
        everybody.map(|id| format!("{} {:?}\n", look.name(id), look.get::<C>(id))).collect()
    }
    let dice = look.battle::<DiceCup>().map(|cup| (cup.0.thrown(), cup.0.check_value()));
    let parts = [
        of::<Place>(look),
        of::<Wounds>(look),
        of::<Conditions>(look),
        of::<Tallies>(look),
        of::<Figures>(look),
        of::<Gear>(look),
    ];
    format!("{dice:?} {:?} {:?}\n{:?}\n{}", look.clock(), look.question(), look.choices(), parts.concat())
}

/// What a battle has come to, and what was told on the way.
fn outcome(game: &impl Battle, told: usize) -> String {
    let facts: Vec<_> = chronicle(game.world(), game.id())[told..].iter().map(|fact| format!("{fact:?}")).collect();
    format!("{:?}\n{}\n{}", verdict(game.world(), game.id()), facts.join("\n"), seen(game.now()))
}

/// Every battle of every game, again and again on its way: a copy goes on as the battle itself does, with whatever was
/// played in that copy before, answers within tasks and between them, and the battle knows nothing of it. No component of
/// the rules is left out of a copy.
#[test]
fn a_copy_goes_on_as_the_battle_itself_does() {
    const LEAP: usize = 9;
    let mut scratch = Scratch::new().told();
    let mut between = 0;
    for scenario in scenarios() {
        let mut game = begin(&scenario, 11);
        let mut mind = Mind::new(Skill::Random, 5);
        for leap in 0..8 {
            if game.end().is_some() {
                break;
            }
            let (before, told) = (digest(&game.world, game.battle), game.facts().len());
            let place = format!("{}, decision {}", scenario.name, game.decisions().len());
            let mut ahead = Bounded::of(&mind, LEAP);
            let copied = {
                let mut copy = scratch.copy(game.now());
                let unknown = copy.left_out();
                assert!(unknown.iter().all(|of| *of == TypeId::of::<Origin>()), "{place}: {unknown:?}");
                assert_eq!(seen(copy.look().unwrap()), seen(game.now()), "{place}: the copy");
                copy.again(Falls::From(leap));
                copy.play(&mut Bounded::of(&Mind::new(Skill::Random, leap), 2 * LEAP));
                copy.again(Falls::Alike);
                assert_eq!(seen(copy.look().unwrap()), seen(game.now()), "{place}: the copy again");
                let anew = chronicle(copy.world(), copy.battle()).len();
                between += usize::from(anew > 0);
                copy.play(&mut ahead);
                let facts = &chronicle(copy.world(), copy.battle());
                let facts: Vec<_> = facts.iter().map(|fact| format!("{fact:?}")).collect();
                let end = verdict(copy.world(), copy.battle()).cloned();
                (end, facts, seen(copy.look().unwrap()))
            };
            assert_eq!(digest(&game.world, game.battle), before, "{place}: the battle was touched");
            let orders = game.played(&mut mind, LEAP);
            assert_eq!(orders, ahead.orders, "{place}");
            let facts: Vec<_> = game.facts().iter().map(|fact| format!("{fact:?}")).collect();
            assert!(facts.ends_with(&copied.1), "{place}: what is told");
            assert!(copied.1.len() >= facts.len() - told, "{place}: not all is told");
            assert_eq!((game.end().cloned(), seen(game.now())), (copied.0, copied.2), "{place}: the end");
        }
    }
    assert!(between > 20, "only {between} copies were made in the middle of a task");
}

/// A battle of Scale & Toughness that waits for a defence: a blow has been rolled.
fn before_a_defence() -> Game {
    let mut game = begin(&scenario("scale_toughness/even"), 7);
    let mut mind = Mind::new(Skill::Keen, 3);
    let is_defence = |look: Look<'_>, _: &Order| look.question().filter(|question| question.kind == "defend").map(drop);
    game.until(&mut mind, 200, is_defence).expect("somebody defends");
    game
}

/// What lies on the table is known; what will fall is not.
#[test]
fn the_dice_of_a_copy_are_its_own_but_for_those_that_lie_on_the_table() {
    let game = before_a_defence();
    let mut scratch = Scratch::new().told();
    let mut copy = scratch.copy(game.now());
    let mut ends = Vec::new();
    for seed in 0..12 {
        copy.again(Falls::From(seed));
        assert_eq!(seen(copy.look().unwrap()), seen(game.now()), "the blow is another");
        let stands = copy.play(&mut Bounded::of(&Mind::new(Skill::Plain, 1), 6));
        assert_eq!(stands, Stands::Asking);
        ends.push(seen(copy.look().unwrap()));
        copy.again(Falls::From(seed));
        copy.play(&mut Bounded::of(&Mind::new(Skill::Plain, 1), 6));
        assert_eq!(ends.last(), Some(&seen(copy.look().unwrap())), "the same seed is another battle");
    }
    ends.sort();
    ends.dedup();
    assert!(ends.len() > 3, "only {} ways were seen", ends.len());
}

/// Those whom a task has brought before it asks come anew in every copy that begins at its question.
#[test]
fn a_copy_begins_again_where_somebody_has_only_just_come() {
    let game = begin(&scenario("old_school/company_on_the_road"), 26);
    let look = game.now();
    assert!(look.question().is_some_and(|question| question.kind == "encounter"));
    let mut scratch = Scratch::new();
    for seed in 1..4 {
        let mut copy = scratch.copy_falling(look, Falls::From(seed));
        copy.again(Falls::From(seed));
        assert_eq!(copy.look().unwrap().everybody().count(), look.everybody().count());
        assert!(copy.answer(Order::new("attack")).is_ok());
        copy.play(&mut Bounded::of(&Mind::new(Skill::Keen, 1), 20));
    }
}

/// A copy takes legal answers and no others, as the battle does.
#[test]
fn a_copy_refuses_what_the_battle_refuses() {
    let game = before_a_defence();
    let mut scratch = Scratch::new();
    let mut copy = scratch.copy(game.now());
    assert!(copy.answer(Order::new("end turn")).is_err());
    for choice in game.now().legal_choices() {
        copy.again(Falls::From(1));
        copy.answer(choice.order.clone()).unwrap_or_else(|why| panic!("{}: {why}", choice.order));
        assert!(question(copy.world(), copy.battle()).is_none());
    }
}

/// Who answers within the tasks leaves the same battle, chronicle, record and undo as who answers between them.
#[test]
fn a_record_does_not_tell_who_answered_within_a_task() {
    for name in ["scale_toughness/even", "liberi_gothica/beast_on_the_common", "hursagmu/bridge_of_the_giant"] {
        let scenario = scenario(name);
        let (mut outside, mut inside) = (begin(&scenario, 7), begin(&scenario, 7));
        let mind = Mind::new(Skill::Random, 9);
        let orders = outside.played(&mut mind.clone(), 60);
        let mut player = Bounded::of(&mind, 60);
        play_on(&mut inside.world, inside.battle, &mut player);
        assert_eq!(player.orders, orders, "{name}");
        assert_eq!(outcome(&inside, 0), outcome(&outside, 0), "{name}");
        assert_eq!(inside.decisions(), outside.decisions(), "{name}");
        assert_eq!(inside.saved().digest, outside.saved().digest, "{name}");
        let again = inside.saved().play(scenario.setup.clone()).unwrap();
        assert_eq!(record(&again.world, again.battle).unwrap().digest, inside.saved().digest, "{name}");
        // Somebody else takes over, takes an answer back and gives it again.
        let last = inside.decisions().last().unwrap().order.clone();
        inside.undo(1).unwrap();
        inside.give(last);
        assert_eq!(outcome(&inside, 0), outcome(&outside, 0), "{name}: taken back");
    }
}

/// Somebody plays the first side, the computer all others: it is never waited for, and what it does is what it would have
/// done had it been.
#[test]
fn only_people_halt_a_battle() {
    for name in ["scale_toughness/even", "liberi_gothica/beast_on_the_common", "zones/toll_bridge"] {
        let scenario = scenario(name);
        let (mut outside, mut inside) = (begin(&scenario, 7), begin(&scenario, 7));
        let (mut person, mut computer) = (Mind::new(Skill::Random, 2), Mind::new(Skill::Random, 9));
        let mut minds = Minds::one(Skill::Random, 9, 1_000).leaving([SideId(0)]);
        let (mut said, mut halts) = (None, 0);
        while inside.play(said.take().as_ref().map(|order: &Order| order as _), &mut minds).unwrap() == Stands::Asking
            && halts < 40
        {
            assert_eq!(question(&inside.world, inside.battle).unwrap().side, SideId(0), "{name}");
            halts += 1;
            said = person.decide(inside.now());
        }
        let mut person = Mind::new(Skill::Random, 2);
        while outside.decisions().len() < inside.decisions().len() {
            let is_person = question(&outside.world, outside.battle).unwrap().side == SideId(0);
            let mind = if is_person { &mut person } else { &mut computer };
            let order = mind.decide(outside.now()).unwrap();
            outside.decide(order).unwrap();
        }
        assert!(inside.decisions().len() > halts, "{name}: the computer did nothing");
        assert_eq!(outcome(&inside, 0), outcome(&outside, 0), "{name}");
        assert_eq!(inside.saved(), outside.saved(), "{name}");
    }
}

/// Whoever breaks down over a question leaves the battle as it stood when that was put.
#[test]
fn what_breaks_down_within_a_task_is_put_back_to_the_question_before_it() {
    struct Breaks(Bounded);
    impl Player for Breaks {
        fn answer(&mut self, look: Look<'_>, question: &Question) -> Option<Order> {
            assert!(self.0.left > 0, "broken on purpose");
            self.0.answer(look, question)
        }
    }
    let scenario = scenario("scale_toughness/even");
    for made in [0, 7, 20] {
        let (mut outside, mut inside) = (begin(&scenario, 7), begin(&scenario, 7));
        let mind = Mind::new(Skill::Random, 9);
        outside.played(&mut mind.clone(), made);
        let broke = inside.play(None, &mut Breaks(Bounded::of(&mind, made)));
        let Err(NotDone::Broke(mishap)) = broke else { panic!("{made}: it did not break") };
        assert_eq!((mishap.number, &mishap.order, mishap.fault.why.as_str()), (made + 1, &None, "broken on purpose"));
        assert_eq!(outcome(&inside, 0), outcome(&outside, 0), "{made}");
    }
}

/// Other dice, an order that is not allowed, and one too many are found at their places.
#[test]
fn a_record_that_does_not_fit_says_where() {
    let scenario = scenario("scale_toughness/even");
    let mut game = begin(&scenario, 7);
    let mut mind = Mind::new(Skill::Plain, 9);
    while game.end().is_none() {
        game.played(&mut mind, 50);
    }
    let saved = game.saved();
    let spoilt = |spoil: fn(&mut sortie::record::Record)| {
        let mut record = saved.clone();
        spoil(&mut record);
        record.play(scenario.setup.clone()).err().map(|why| why.to_string()).unwrap_or_default()
    };
    let said = spoilt(|record| record.decisions[4].dice += 1);
    assert!(said.starts_with("decision 5, ") && said.contains("dice thrown before it, expected"), "{said}");
    let said = spoilt(|record| record.decisions[6].order = Order::new("dance").into());
    assert!(said.starts_with("decision 7, `dance`: "), "{said}");
    let said = spoilt(|record| {
        let last = record.decisions.last().cloned().unwrap();
        record.decisions.push(last);
    });
    assert!(said.starts_with(&format!("decision {}, ", saved.decisions.len() + 1)), "{said}");
    let said = spoilt(|record| record.digest.clear());
    assert!(said.starts_with("the battle ends differently"), "{said}");
    assert_eq!(spoilt(|_| {}), "");
}
