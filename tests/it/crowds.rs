//! Battles of many: nobody asks after those who stand far away, and nobody who stands near is overlooked.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sortie::ahead::{Ahead, Lookout};
use sortie::ai::{Mind, Skill};
use sortie::battle::{
    Falls, Fighter, Id, Look, Mechanic, Named, Order, Player, Question, Scratch, Sees, Setup, SideId,
};
use sortie::board::{Board, Square};

use crate::kit::{Battle, fight, scenario};

/// So many on each side of a scenario's first two fighters, in two blocks that face each other, the first of them in
/// front.
fn blocks(name: &str, each: i32) -> Setup {
    let setup = (*scenario(name).setup).clone();
    let of_side = |side: u8| setup.fighters.iter().find(|fighter| fighter.side == SideId(side)).cloned().unwrap();
    let profiles = [of_side(0), of_side(1)];
    let ranks = (each / 40).max(1);
    let one = |index: i32| {
        let (side, rank, file) = (index % 2, index / 2 / 40, index / 2 % 40);
        let at = Square::new(if side == 0 { ranks - rank } else { ranks + 6 + rank }, 2 + file);
        let first = &profiles[usize::from(side == 1)];
        Fighter::new(format!("{index}"), first.side, first.profile.clone(), at)
    };
    let board = Board::open((2 * ranks + 10).into(), 46, setup.board.terrains[0].clone()).unwrap();
    let fighters = (0..2 * each).map(one).collect();
    Setup { board: Arc::new(board), fighters, encounter: None, ..setup }
}

/// What a look finds at once is what it finds by going through everybody.
fn overlooks_nobody(look: Look<'_>) {
    for who in look.everybody().step_by(7) {
        let (own, side) = (look.footprint(who), look.side(who));
        for within in [0, 1, 5] {
            let near = |id: &Id| own.gap(look.footprint(*id)) <= within;
            let found: Vec<Id> = look.around(own, within).filter(near).collect();
            assert_eq!(
                found,
                look.everybody().filter(near).collect::<Vec<_>>(),
                "within {within} of {}",
                look.name(who)
            );
        }
        let foes = look.foes(who).map(|foe| (own.gap(look.footprint(foe)), foe));
        assert_eq!(look.nearest_foe(who), foes.min().map(|(_, foe)| foe), "{} of {side:?}", look.name(who));
        assert_eq!(look.find(look.name(who)), Some(who));
    }
}

/// Whoever is on turn is the first who could be, in games in which nobody waits.
fn is_next(look: Look<'_>) {
    let Some(who) = look.clock().turn else { return };
    let track = look.rules().initiative.track(look);
    let before = track.iter().take_while(|each| each.who != who);
    let skipped = before.filter(|each| !each.done && look.place(each.who).present && !look.is_dead(each.who));
    assert_eq!(skipped.map(|each| look.name(each.who)).next(), None, "{} acts", look.name(who));
}

/// Whatever happens in a battle of many, with questions in the middle of blows, deeds taken back and done again, and
/// copies: those who are looked for by place or name are found, and whoever is next acts.
#[test]
fn nobody_is_overlooked_in_a_battle_of_many() {
    for (name, skill, decisions) in [
        ("skirmish/skirmish4", Skill::Walk, 320),
        ("skirmish/skirmish4", Skill::Random, 320),
        ("scale_toughness/even", Skill::Random, 120),
        ("old_school/the_ford", Skill::Random, 120),
    ] {
        let mut game = fight(blocks(name, 40), 3);
        let mut scratch = Scratch::new();
        let mut made = 0;
        game.until(&mut Mind::new(skill, 3), decisions, |look, _| {
            made += 1;
            if made % 16 == 0 {
                overlooks_nobody(look);
                let mut copy = scratch.copy(look);
                copy.play(&mut Few(Mind::new(skill, made), 12));
                overlooks_nobody(copy.look().unwrap());
                copy.again(Falls::Alike);
                overlooks_nobody(copy.look().unwrap());
            }
            if name.starts_with("skirmish") {
                is_next(look);
            }
            None::<()>
        });
        assert!(made as usize > decisions / 2, "{name}: only {made} decisions");
        assert!(game.end().is_none_or(|verdict| !verdict.is_broken));
    }
}

/// A mind that answers so often and no more.
struct Few(Mind, usize);

impl Player for Few {
    fn answer(&mut self, look: Look<'_>, _question: &Question) -> Option<Order> {
        self.1 = self.1.checked_sub(1)?;
        self.0.decide(look)
    }
}

/// Counts how often it is asked after anybody.
#[derive(Debug, Default)]
struct Counted(AtomicU64);

impl Named for Counted {
    fn name(&self) -> &'static str {
        "counted"
    }
}

impl Mechanic for Counted {}

impl Sees for Counted {
    fn conceals(&self, _look: Look<'_>, _who: Id, _from: SideId) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed);
        false
    }
}

/// How often anybody is asked after for each decision of walkers who have come to blows.
fn asked_after(each: i32) -> f64 {
    let counted = Arc::new(Counted::default());
    let mut setup = blocks("skirmish/skirmish4", each);
    Arc::make_mut(&mut setup.rules).registry.sees(counted.clone());
    let decisions = 4 * each as usize;
    let mut game = fight(setup, 5);
    let made = game.played(&mut Mind::new(Skill::Walk, 5), decisions).len();
    assert_eq!(made, decisions, "the battle was over");
    counted.0.load(Ordering::Relaxed) as f64 / decisions as f64
}

/// The work of a walker's turn is that of those who stand near: eight times as many, seven eighths of them far behind,
/// are asked after no more often.
#[test]
fn a_turn_in_a_crowd_asks_after_nobody_far_away() {
    let (few, many) = (asked_after(40), asked_after(320));
    assert!(few > 1.0, "hardly anybody was asked after: {few}");
    assert!(many < 1.5 * few, "{few} among 80, {many} among 640");
}

/// Promise: among many it is found out a few enemies at a time where they can strike, and it comes to what is found in one go:
/// of every enemy, however many pass before they have their turn.
#[test]
fn where_many_can_strike_is_found_out_a_few_at_a_time() {
    for (name, each) in [("scale_toughness/even", 40), ("old_school/the_ford", 30), ("hursagmu/two_armies", 30)] {
        let game = fight(blocks(name, each), 3);
        let look = game.now();
        let foes: Vec<Id> = look.foes(look.everybody().next().unwrap()).collect();
        let whole = Ahead::default().strikes(look, foes.iter().copied());
        let (mut lookout, mut times) = (Lookout::default(), 0);
        while lookout.found().is_none() {
            lookout.go_on(look, || foes.clone(), Some(Duration::ZERO));
            times += 1;
            assert!(times <= 8 * foes.len(), "{name}: it does not end");
        }
        let found = lookout.found().unwrap();
        assert!(times > 10 && found.len() == foes.len(), "{name}: {} of {} in {times}", found.len(), foes.len());
        assert_eq!(format!("{found:?}"), format!("{whole:?}"), "{name}");
    }
}
