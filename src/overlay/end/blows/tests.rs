//! Trials of what is told of blows.

use bevy_egui::egui::{Context, RawInput, Shape};

use super::{Told, tell, told::taker};
use crate::ai::{Mind, Skill};
use crate::battle::{Chronicle, Fact, HitBy, Id, Key};
use crate::overlay::book::Book;
use crate::overlay::trial;

/// Promise: whoever throws somebody over an edge has felled whoever does not get up from the fall, and the page names them
/// as the one who did.
#[test]
fn a_fall_is_of_whoever_has_thrown_them() {
    trial::in_lesson("hursagmu", "HG-C43", 5, |look| {
        let id = |name: &str| look.everybody().find(|id| look.name(*id) == name).unwrap();
        let (by, at) = (id("W"), id("C"));
        let all = tell(look);
        let fall = all.iter().find(|blow| blow.at == at && blow.felled.is_some()).unwrap();
        let (state, _) = crate::overlay::tokens::state(look, at).unwrap();
        let sentence = fall.told(look);
        assert!(sentence.starts_with("W felled C: ") && sentence.ends_with(state), "{sentence}");
        assert_eq!(fall.by, Some(by));
        let told = Told::of(look);
        assert_eq!((told.felled_by(by), told.felled_by(at), told.feller_of(at)), (1, 0, Some(by)));
        let (fate, _) = crate::overlay::end::fates::fate(look, at, Some(&told));
        assert!(fate.ends_with(", by W"), "{fate}");
    });
}

/// Promise: harm that somebody did to themselves is told with what has done it, and as nobody else's deed.
#[test]
fn harm_by_ones_own_bomb_names_it() {
    let mut game = trial::begun("even", 1);
    let look = trial::look(&game);
    let who = look.everybody().next().unwrap();
    let out = *look.rules().conditions.iter().find(|(_, def)| def.out && !def.dead).unwrap().0;
    let figure = look.rules().figures.iter().find(|(_, figure)| !figure.low_is_good).unwrap().0.key();
    let name = look.name(who).to_owned();
    let harm = |what: Key, from, to| {
        let mut harm = Fact::new("harm", "It goes off.").who(who).change(who, what, from, to);
        harm.dealt = Some(HitBy { by: Some(who), arm: Some(Key::new("Fire bomb")), back: 0, wound: None });
        harm
    };
    let facts = [harm(figure, 9, 4), harm(out, 0, 1)];
    game.world.get_mut::<Chronicle>(game.battle).unwrap().facts.extend(facts);
    let look = trial::look(&game);
    let told: Vec<String> = tell(look).iter().map(|blow| blow.told(look)).collect();
    let harmed = format!("{name} came to harm by their own Fire bomb: {figure} 9 to 4");
    assert_eq!(told, [harmed, format!("{name} fell to their own Fire bomb: {out}")]);
}

/// Promise: whoever took somebody out of the fight has felled them, though another kills them where they lie.
#[test]
fn whoever_lies_there_was_felled_before() {
    let mut game = trial::begun("even", 1);
    let look = trial::look(&game);
    let all: Vec<Id> = look.everybody().take(3).collect();
    let state = |is_dead: bool| {
        let mut known = look.rules().conditions.iter();
        *known.find(|(_, def)| def.out && def.dead == is_dead).unwrap().0
    };
    let (out, dead) = (state(false), state(true));
    let hit = |by: Id, what: Key| {
        let mut harm = Fact::new("harm", "It hits.").who(all[2]).change(all[2], what, 0, 1);
        harm.dealt = Some(HitBy { by: Some(by), arm: None, back: 0, wound: None });
        harm
    };
    let facts = [hit(all[0], out), hit(all[1], dead)];
    game.world.get_mut::<Chronicle>(game.battle).unwrap().facts.extend(facts);
    let look = trial::look(&game);
    let blows = tell(look);
    assert_eq!(blows.iter().map(|blow| blow.by).collect::<Vec<_>>(), [Some(all[0]), Some(all[1])]);
    assert_eq!(taker(all[2], all[1], &blows, look), all[0]);
}

/// Promise: of a combo that fells somebody nothing is told that struck them when they lay there already.
#[test]
fn nobody_is_struck_once_they_lie_there() {
    let mut seen = 0;
    for seed in 1..=6 {
        let mut game = trial::begun("first_watch", seed);
        let mut mind = Mind::new(Skill::Plain, seed);
        while trial::goes_on(&mut game, &mut mind) {}
        let look = trial::look(&game);
        let all = tell(look);
        seen += all.iter().filter(|blow| blow.is_idle && blow.felled.is_none()).count();
        let told = Told::of(look);
        // What the page says of the blow that felled them is what it says of them.
        for id in look.shown().filter(|id| told.feller_of(*id).is_some()) {
            let blow = all.iter().rfind(|blow| blow.at == id && blow.by.is_some() && blow.lays_low(look)).unwrap();
            let (sentence, (fate, _)) = (blow.told(look), super::super::fates::fate(look, id, Some(&told)));
            let word = sentence.rsplit([':', ',']).next().map_or("", str::trim);
            let word = if sentence.contains(" killed ") { "dead" } else { word };
            assert!(fate.starts_with(&format!("{word},")), "{seed}: {fate}, though {sentence}");
        }
        for (place, line) in told.heaviest.iter().enumerate() {
            let Some(name) = line.sentence.split(" felled ").nth(1) else { continue };
            let name = name.split(" with ").next().unwrap();
            let round = told.heaviest.iter().skip(place + 1).take_while(|next| next.round == line.round);
            let hit = format!(" hit {name} ");
            assert!(round.into_iter().all(|next| !next.sentence.contains(&hit)), "{seed}: {}", line.sentence);
        }
    }
    assert!(seen > 0, "nobody was struck who lay there");
}

/// Promise: no blow is left out while there is room for it; else it is told how many more there were.
#[test]
fn a_blow_that_is_not_told_is_counted() {
    let mut game = trial::begun("even", 1);
    let look = trial::look(&game);
    let who = look.everybody().next().unwrap();
    let figure = look.rules().figures.iter().find(|(_, figure)| !figure.low_is_good).unwrap().0.key();
    let harm = |from: i32| {
        let mut harm = Fact::new("harm", "It hits.").who(who).change(who, figure, from, from - 1);
        harm.dealt = Some(HitBy { by: None, arm: None, back: 0, wound: None });
        harm
    };
    for (all, told, more) in [(9, 9, 0), (10, 10, 0), (15, 10, 5)] {
        let facts: Vec<Fact> = (0..all).map(|blow| harm(40 - blow)).collect();
        game.world.get_mut::<Chronicle>(game.battle).unwrap().facts = facts;
        let page = Told::of(trial::look(&game));
        assert_eq!((page.heaviest.len(), page.more), (told, more), "of {all}");
    }
}

/// Promise: harm of a place is of whoever has shoved somebody there, and says what it was, though the shove is told after it.
#[test]
fn what_a_river_does_is_of_whoever_shoved_them_in() {
    trial::in_lesson("zones", "ZN-L-INTO-THE-RIVER", 7, |look| {
        let told: Vec<String> = tell(look).iter().map(|blow| blow.told(look)).collect();
        assert_eq!(told, ["Theobald harmed Bandit: in the river, Health 8 to 6"]);
    });
}

/// Promise: what is told of the blows begins below each other, however many digits the numbers of their rounds have.
#[test]
fn blows_are_told_below_each_other() {
    let mut game = trial::begun("even", 1);
    let look = trial::look(&game);
    let who = look.everybody().next().unwrap();
    let (name, figures) = (look.name(who).to_owned(), &look.rules().figures);
    let figure = figures.iter().find(|(_, figure)| !figure.low_is_good).unwrap().0.key();
    let harm = |round: i32| {
        let mut harm = Fact::new("harm", "It hits.").who(who).change(who, figure, 40 - round, 39 - round);
        harm.dealt = Some(HitBy { by: None, arm: None, back: 0, wound: None });
        harm.round = round;
        harm
    };
    let facts: Vec<Fact> = (7..13).map(harm).collect();
    game.world.get_mut::<Chronicle>(game.battle).unwrap().facts = facts;
    let (look, mut begins) = (trial::look(&game), Vec::new());
    let page = Told::of(look);
    let mut output = Context::default().run_ui(RawInput::default(), |ui| page.blows(ui, look, &mut Book::default()));
    for shape in &output.shapes {
        let Shape::Text(text) = &shape.shape else { continue };
        let first = text.galley.rows.first().filter(|_| text.galley.text().contains(&name));
        begins.extend(first.and_then(|row| Some(text.pos.x + row.pos.x + row.glyphs.first()?.pos.x)));
    }
    output.textures_delta.clear();
    assert_eq!(begins.len(), 6, "{begins:?}");
    assert!(begins.iter().all(|at| (at - begins[0]).abs() < 1.0), "{begins:?}");
}
