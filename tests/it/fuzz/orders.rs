//! The ends of every range in every field of every order: each verb of each game.

use std::sync::LazyLock;

use sortie::ai::{Mind, Skill};
use sortie::battle::{Answer, Look, Spoken, SpokenAim, Verb};
use sortie::board::{Direction, Square};
use sortie::record::NotDone;

use crate::kit::{Battle, begin, library};

use super::{Chance, asked, battle_of, leave, run};

const ENDS: [i32; 9] = [i32::MIN, i32::MIN + 1, -1_000_000, -1, 0, 1, 1_000_000, i32::MAX - 1, i32::MAX];

static WORDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let words =
        ["", " ", "nobody", "\u{1b}[31m", "\u{202e}", "\n", "with at (1,2)", "attack with Spear", "move to (9,9)"];
    words.iter().map(|word| (*word).to_owned()).chain(["x".repeat(5_000), "é".repeat(256)]).collect()
});

/// The same order with one of its fields at an end of its range.
fn strange(chance: &mut Chance, look: Look<'_>, order: &Spoken) -> Spoken {
    let board = look.board();
    let rim = [(board.width(), board.height()), (board.width() - 1, board.height()), (0, 0), (board.width() + 1, 0)];
    let square = match chance.below(3) {
        0 => Square::from(*chance.pick(&rim)),
        1 => Square::new(chance.below(board.width() as usize) as i32, chance.below(board.height() as usize) as i32),
        _ => Square::new(*chance.pick(&ENDS), *chance.pick(&ENDS)),
    };
    let everybody: Vec<&str> = look.everybody().chain(look.things()).map(|id| look.name(id)).collect();
    let who = chance.pick(&everybody).to_string();
    let word = chance.pick(&WORDS).clone();
    let named = |name: String| SpokenAim { who: Some(name), ..SpokenAim::default() };
    let here = SpokenAim { square: Some(square), ..SpokenAim::default() };
    let mut order = order.clone();
    match chance.below(14) {
        0 => order.n = Some(*chance.pick(&ENDS)),
        1 => order.n = Some(chance.below(40) as i32 - 20),
        2 => order.to = Some(square),
        3 => order.path = vec![square; chance.below(3) + 1],
        4 => order.path = vec![square; 2_000],
        5 => order.at = vec![here],
        6 => order.at = vec![named(who), here],
        7 => order.at = vec![named(who)],
        8 => order.at = vec![named(word)],
        9 => order.with = Some(word),
        10 => order.manner = vec![word],
        11 => order.toward = Some(*chance.pick(&Direction::ALL)),
        12 => order.at.iter_mut().for_each(|aim| aim.part = Some(word.clone())),
        _ => order.n = None,
    }
    order
}

/// Each case is a battle at some moment, and every verb of its game with strange fields at that moment.
#[test]
fn fuzz_no_order_breaks_the_rules() {
    let library = library();
    let names = library.scenarios();
    let settled = asked().map_or(5, |asked| asked / 20);
    run("moment with every verb", settled, |number, chance| {
        let scenario = library.scenario(battle_of(&names, number)).unwrap();
        let seed = chance.next() % 1_000;
        let mut game = begin(&scenario, seed);
        game.played(&mut Mind::new(Skill::Random, seed), chance.below(if asked().is_some() { 25 } else { 15 }));
        if game.end().is_some() {
            return Ok(());
        }
        let look = game.now();
        let bare = |verb: &Verb| Spoken { verb: verb.to_string(), ..Spoken::default() };
        let mut orders: Vec<Spoken> = look.rules().deeds.keys().map(bare).collect();
        // What is offered lies nearest to what is done.
        let choices = look.choices();
        orders.extend(
            (0..20).filter_map(|_| choices.get(chance.below(choices.len()))).map(|each| Spoken::from(&each.order)),
        );
        for plain in orders {
            for _ in 0..4 {
                let look = Look::at(&game.world, game.battle).unwrap();
                let order = strange(chance, look, &plain);
                let before = game.saved();
                let failed = |why: String| {
                    let left = leave(&format!("{number}-order.json"), &serde_json::to_vec_pretty(&before).unwrap());
                    format!("{} ({}), {:?}: {why}", scenario.name, left.display(), order.told())
                };
                match game.decide(&order) {
                    Ok(()) => {
                        game.undo(1).map_err(|why| failed(format!("cannot be taken back: {why}")))?;
                    }
                    Err(NotDone::Refused(refusal)) if refusal.why.len() > 5 => {}
                    Err(NotDone::Refused(refusal)) => return Err(failed(format!("is refused with {refusal:?}"))),
                    Err(NotDone::Broke(mishap)) => return Err(failed(mishap.to_string())),
                }
                if game.saved() != before {
                    return Err(failed("left the battle otherwise than it was".to_owned()));
                }
            }
        }
        Ok(())
    });
}
