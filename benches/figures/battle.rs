//! Figures 5 to 8 and 14 to 18: whole battles, a step of one, playing one again, and copies to look ahead in.

use std::error::Error;
use std::hint::black_box;
use std::sync::Arc;

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;
use sortie::ai::{Mind, Playout, Skill, play_out};
use sortie::battle::{
    BattlePass, Conditions, Falls, Fighter, Figures, Gear, Id, Look, Memo, Order, Place, Player, Question, Scratch,
    Setup, SideId, Tallies, Twin, Wounds, advance, answer, is_waiting, quiet_world, verdict,
};
use sortie::board::{Board, CoverGrade, Square, Terrain};
use sortie::dice::{AnyDice, Dice, Expr, RolledDice};
use sortie::record::{Game, record};
use sortie::rulebook::Library;
use sortie::sim::{Field as Arena, Plan, Tally};

use crate::Outcome;
use crate::by_hand::skirmish::{Fought, Quick, four_against_four};
use crate::field::{Field, rules};
use crate::measure::{Book, Promise};

const GROUP: &str = "battle";
const SECOND: f64 = 1e9;
/// Battles of one measure on one thread, and on two.
const FEW: u64 = 64;
const MANY: u64 = 512;

/// The rulesets that ship.
pub fn library() -> Library {
    Library::open(concat!(env!("CARGO_MANIFEST_DIR"), "/rulesets"))
}

/// A battle of theirs.
pub fn setup(scenario: &str) -> Result<Arc<Setup>, Box<dyn Error>> {
    let read = library().scenario(scenario).map_err(|problems| format!("{problems:?}"))?;
    Ok(read.setup)
}

pub fn figures(book: &mut Book) -> Outcome {
    let skirmish = setup("skirmish4")?;
    is_the_same_by_hand(&skirmish)?;
    walkers(book, &skirmish)?;
    weighing(book, &setup("even")?)?;
    ten_thousand(book, &skirmish)?;
    memories(book)?;
    copies(book, &setup("even")?)?;
    a_step(book, &skirmish)?;
    again(book, &skirmish, &setup("even")?)
}

/// Battles on one thread, all sides played alike.
pub fn plan(setup: &Arc<Setup>, skill: Skill, battles: u64) -> Plan {
    let efforts = Default::default();
    Plan { setup: setup.clone(), battles, seed: 7, threads: 1, skill, against: None, efforts, chronicle: false }
}

/// How they go; that one breaks off is an error.
pub fn fought(plan: &Plan) -> Result<Tally, Box<dyn Error>> {
    let tally = plan.run(|| ());
    match tally.broken.first() {
        Some((number, why)) => Err(format!("battle {number} broke off: {why}").into()),
        None => Ok(tally),
    }
}

/// The dice of the game in the hands of the loop.
struct Ours(RolledDice, Expr);

impl crate::by_hand::skirmish::Dice for Ours {
    fn d6(&mut self) -> i32 {
        self.0.throw(&self.1).map_or(0, |throw| throw.total)
    }
}

/// With the same dice the loop by hand fights the same battles, throw for throw.
fn is_the_same_by_hand(setup: &Arc<Setup>) -> Outcome {
    let plan = plan(setup, Skill::Walk, 40);
    let (mut arena, mut field) = (Arena::default(), four_against_four());
    for number in 0..plan.battles {
        let ours = arena.fight(&plan, number);
        let by_hand = field.fight(&mut Ours(RolledDice::from_seed(plan.seed_of(number)), Expr::d(6)));
        let ours = Fought {
            winner: ours.winner.map(|side| usize::from(side.0)),
            rounds: u64::try_from(ours.rounds)?,
            turns: ours.turns,
            attacks: ours.attacks,
        };
        if ours != by_hand {
            return Err(format!("battle {number}: ours was {ours:?}, by hand it was {by_hand:?}").into());
        }
    }
    Ok(())
}

/// So many battles of the loop by hand, and their turns.
pub fn by_hand(battles: u64) -> u64 {
    let mut field = four_against_four();
    let mut dice = Quick::new(7);
    (0..battles).map(|_| field.fight(&mut dice).turns).sum()
}

/// Figures 5, 6 and 8: walkers.
fn walkers(book: &mut Book, setup: &Arc<Setup>) -> Outcome {
    let few = plan(setup, Skill::Walk, FEW);
    let turns = fought(&few)?.turns;
    let name = format!("{FEW} battles of 4 against 4, {turns} turns");
    book.figure("5", GROUP, name, Promise::at_most(3.0).said_as(turns as f64 * SECOND / 5e6))
        .beside(|| by_hand(black_box(FEW)))
        .ours(|| few.run(|| ()));
    let written = Plan { chronicle: true, ..few.clone() };
    same("6", &fought(&few)?, &fought(&written)?)?;
    book.figure("6", GROUP, "the same written down, beside 5", Promise::at_most(1.25))
        .beside(|| few.run(|| ()))
        .ours(|| written.run(|| ()));
    let one = plan(setup, Skill::Walk, MANY);
    let two = Plan { threads: 2, ..one.clone() };
    same("8", &fought(&one)?, &fought(&two)?)?;
    book.figure("8", GROUP, format!("{MANY} battles on 2 threads, plain is 1"), Promise::default().ahead_of_plain(1.7))
        .plain(|| one.run(|| ()))
        .ours(|| two.run(|| ()));
    Ok(())
}

fn same(figure: &str, one: &Tally, other: &Tally) -> Outcome {
    if one.digest == other.digest { Ok(()) } else { Err(format!("figure {figure}: the battles differ").into()) }
}

/// Figure 7: players who weigh every target and every square in reach.
fn weighing(book: &mut Book, setup: &Arc<Setup>) -> Outcome {
    let plan = plan(setup, Skill::Plain, 8);
    fought(&plan)?;
    book.figure("7", GROUP, "8 battles of 4 against 4 that weigh", Promise::within(8.0 * SECOND / 1500.0))
        .ours(|| plan.run(|| ()));
    Ok(())
}

/// Figure 14: ten thousand of the skirmish in two blocks on 256x256, until the first is asked; and a round in which all of
/// them walk to the nearest and strike, which takes each of ten times as many hardly longer.
fn ten_thousand(book: &mut Book, skirmish: &Arc<Setup>) -> Outcome {
    let mass = blocks(skirmish, 10_000)?;
    book.figure("14a", GROUP, "10,000 on 256x256, until the first is asked", Promise::within(100e6)).ours(|| {
        let mut world = quiet_world();
        let battle = mass.spawn(&mut world, AnyDice::from(RolledDice::from_seed(7)));
        advance(&mut world, battle);
        world
    });
    let mut law = book.law("14b", GROUP, "a round of so many walkers, each of them", Promise::slope(1.15));
    for count in [1_000, 10_000] {
        let round = plan(&blocks(skirmish, count)?, Skill::Walk, 1);
        law = law.of(usize::try_from(count)?, move || round.run(|| ()));
    }
    law.told();
    let round = plan(&mass, Skill::Walk, 1);
    // Whoever begins the next round is asked before it is judged that there is none.
    let turns = fought(&round)?.turns;
    if !(10_000..=10_001).contains(&turns) {
        return Err(format!("figure 14: {turns} turns of 10,000 fighters").into());
    }
    Ok(())
}

/// So many of the skirmish, fifty deep on either side, for one round.
fn blocks(skirmish: &Arc<Setup>, count: i32) -> Result<Arc<Setup>, Box<dyn Error>> {
    let profile = skirmish.fighters.first().map(|fighter| fighter.profile.clone()).ok_or("nobody fights")?;
    let one = |index: i32| {
        let (side, rank, file) = (index % 2, index / 2 % 50, index / 100);
        let at = Square::new(if side == 0 { 120 - rank } else { 135 + rank }, 28 + file * 2);
        Fighter::new(format!("{index}"), SideId(side as u8), profile.clone(), at)
    };
    let fighters = (0..count).map(one).collect();
    let ground = skirmish.board.terrains.first().cloned().ok_or("no ground")?;
    let board = Arc::new(Board::open(256, 256, ground)?);
    Ok(Arc::new(Setup { board, fighters, rounds: 1, ..Setup::clone(skirmish) }))
}

/// Figure 15. What comes of a deed is told by the code that does it, from the battle as it stands. What that takes once
/// for each decision is a memory of everybody, and this is its cost; among many, where whoever is asked for is taken down
/// only then, it is next to nothing.
fn memories(book: &mut Book) -> Outcome {
    for (id, count, said) in [("15a", 8, 300.0), ("15b", 1000, 30e3)] {
        let open = Terrain {
            name: "open ground".to_owned(),
            cost: 1,
            blocks_sight: false,
            cover: CoverGrade::None,
            tags: Vec::new(),
        };
        let squares = (0..count).map(|index| Square::new(index % 50, index / 50));
        let rules = rules("scale_toughness")?;
        let field = Field::new(&rules, Board::open(50, 50, open)?, ("Gate Guard", "Goblin Mook"), squares)?;
        let look = field.look()?;
        if look.everybody().count() != count as usize {
            return Err(format!("figure {id}: not everybody is there").into());
        }
        let snapshot = || {
            let one = |id: Id| {
                let place = look.get::<Place>(id).copied();
                let states = (look.get::<Wounds>(id).cloned(), look.get::<Tallies>(id).cloned());
                let more = (look.get::<Conditions>(id).cloned(), look.get::<Gear>(id).cloned());
                (place, states, more, look.get::<Figures>(id).cloned())
            };
            black_box(look).everybody().map(one).collect::<Vec<_>>()
        };
        let name = format!("remembering {count}, beside copying them");
        book.figure(id, GROUP, name, Promise::at_most(1.0).said_as(said))
            .beside(snapshot)
            .ours(|| Memo::of(black_box(look)));
    }
    Ok(())
}

/// Decisions of a playout after which it is given up.
const MOST: usize = 2_000;

/// Figure 18: a battle of eight in its third round, copied whole onto a copy that is there, begun again after one deed,
/// and played out to the end with its dice and minds from a seed.
fn copies(book: &mut Book, even: &Arc<Setup>) -> Outcome {
    let game = third_round(even)?;
    let look = Look::at(&game.world, game.battle).ok_or("there is no battle")?;
    let mut scratch = Scratch::new();
    book.figure("18a", GROUP, "copying a battle of 8 whole", Promise::within(10e3)).ours(|| {
        scratch.copy(black_box(look));
    });
    let order = Mind::new(Skill::Plain, 7).decide(look).ok_or("nobody can answer")?;
    let mut copy = scratch.copy(look);
    let mut seed = 0;
    let mut again = |copy: &mut Twin<'_>| {
        seed += 1;
        copy.again(Falls::From(seed));
    };
    book.figure("18b", GROUP, "the copy begun again", Promise::within(2e3)).ours(|| again(&mut copy));
    book.figure("18c", GROUP, "one deed on the copy, begun again", Promise::within(100e3)).ours(|| {
        again(&mut copy);
        let answered = copy.answer(order.clone()).map_err(|refusal| refusal.to_string());
        copy.play(&mut Nobody);
        answered.map_err(Box::<dyn Error>::from)
    });
    playout(&mut copy, 1)?;
    book.figure("18d", GROUP, "a playout to the end", Promise::within(1.5e6)).ours(|| {
        seed += 1;
        playout(&mut copy, seed)
    });
    Ok(())
}

/// Plays a copy out with dice and minds of a seed.
fn playout(copy: &mut Twin<'_>, seed: u64) -> Result<Playout, Box<dyn Error>> {
    copy.again(Falls::From(seed));
    let end = play_out(copy, [Skill::Plain; 2], seed, MOST);
    if end.is_over { Ok(end) } else { Err(format!("{} decisions were not enough", end.decisions).into()) }
}

/// Whoever leaves every question to others.
struct Nobody;

impl Player for Nobody {
    fn answer(&mut self, _: Look<'_>, _: &Question) -> Option<Order> {
        None
    }
}

/// A battle that has come to the first question of its third round.
fn third_round(setup: &Arc<Setup>) -> Result<Game, Box<dyn Error>> {
    let mut game = Game::new("even", &Default::default(), setup.clone(), 7);
    let mut mind = Mind::new(Skill::Plain, 7);
    loop {
        let look = Look::at(&game.world, game.battle).ok_or("there is no battle")?;
        if look.clock().round == 3 && look.question().is_some_and(|question| question.choices.is_none()) {
            return Ok(game);
        }
        let order = mind.decide(look).ok_or("nobody can answer")?;
        game.decide(order)?;
    }
}

/// So many copies of that battle, whole or played out.
pub fn copied(setup: &Arc<Setup>, count: u64, is_played: bool) -> Outcome {
    let game = third_round(setup)?;
    let look = Look::at(&game.world, game.battle).ok_or("there is no battle")?;
    let mut scratch = Scratch::new();
    if is_played {
        let mut copy = scratch.copy(look);
        (0..count).try_for_each(|seed| playout(&mut copy, seed).map(drop))
    } else {
        (0..count).for_each(|_| {
            scratch.copy(black_box(look));
        });
        Ok(())
    }
}

/// Figure 16: one run of the schedule and nothing else, where nothing is due and where something is.
fn a_step(book: &mut Book, setup: &Arc<Setup>) -> Outcome {
    let promise = || Promise::within(5e3);
    let (mut world, _) = endless(setup);
    book.figure("16a", GROUP, "a run of the schedule, one battle waits", promise())
        .ours(|| world.run_schedule(BattlePass));
    // Nobody ever does anything, so the battle never ends.
    let (mut world, battle) = endless(setup);
    let mut step = || {
        if is_waiting(&world, battle) {
            answer(&mut world, battle, Order::new("end turn")).map_err(|refusal| refusal.to_string())?;
        }
        world.run_schedule(BattlePass);
        Ok::<_, Box<dyn Error>>(())
    };
    (0..100).try_for_each(|_| step())?;
    book.figure("16b", GROUP, "the same, the battle goes on", promise()).ours(step);
    Ok(())
}

fn endless(setup: &Arc<Setup>) -> (World, Entity) {
    let setup = Setup { rounds: i32::MAX, ..Setup::clone(setup) };
    let mut world = quiet_world();
    let battle = setup.spawn(&mut world, AnyDice::from(RolledDice::from_seed(7)));
    advance(&mut world, battle);
    (world, battle)
}

/// Figure 17: five hundred decisions made again, of players who do anything that is legal.
fn again(book: &mut Book, skirmish: &Arc<Setup>, even: &Arc<Setup>) -> Outcome {
    for (id, name, setup) in [("17a", "skirmish", skirmish), ("17b", "scale_toughness", even)] {
        let setup = Arc::new(Setup { rounds: i32::MAX, ..Setup::clone(setup) });
        let game = five_hundred(&setup)?;
        let saved = record(&game.world, game.battle).ok_or("this battle cannot be saved")?;
        saved.play(setup.clone())?;
        let name = format!("playing {} decisions again, {name}", saved.decisions.len());
        book.figure(id, GROUP, name, Promise::within(50e6)).ours(|| saved.play(setup.clone()).map(drop));
    }
    Ok(())
}

fn five_hundred(setup: &Arc<Setup>) -> Result<Game, Box<dyn Error>> {
    let mut game = Game::new("a long one", &Default::default(), setup.clone(), 7);
    let mut mind = Mind::new(Skill::Random, 7);
    while game.decisions().len() < 500 {
        let look = Look::at(&game.world, game.battle).ok_or("there is no battle")?;
        if verdict(&game.world, game.battle).is_some() {
            return Err(format!("it is over after {} decisions", game.decisions().len()).into());
        }
        let order = mind.decide(look).ok_or("nobody can answer")?;
        answer(&mut game.world, game.battle, order).map_err(|refusal| refusal.to_string())?;
        advance(&mut game.world, game.battle);
    }
    Ok(game)
}
