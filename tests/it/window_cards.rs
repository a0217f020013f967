//! Hands of cards: whoever sits at the screen sees the own one, and nobody
//! else's, neither while the computer is asked nor when one looks back.

use std::time::Duration;

use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use sortie::ai::{Mind, Skill};
use sortie::battle::{Look, advance, answer};
use sortie::overlay::{Opening, Screen, Wish};
use sortie::record::decisions;
use sortie::rulebook::{Library, Player};

fn screen(players: &[Player]) -> Screen {
    let mut scenario = Library::open("rulesets").scenario("duel_at_dawn").unwrap();
    scenario.players.copy_from_slice(players);
    Screen::new(Opening::of(Library::open("rulesets"), scenario, 3))
}

fn harness<'a>(screen: Screen) -> Harness<'a, Screen> {
    // Nothing is done but what is wished for: the computer never comes to decide.
    let app = |ui: &mut bevy_egui::egui::Ui, screen: &mut Screen| {
        screen.show(ui);
        if screen.desk().wish.is_some() {
            screen.act(Duration::ZERO);
        }
    };
    Harness::builder().with_size([1360.0, 860.0]).with_max_steps(80).build_ui_state(app, screen)
}

/// Which of these cards the screen shows.
fn shown(harness: &Harness<'_, Screen>, cards: &[String]) -> Vec<String> {
    cards.iter().filter(|card| told(harness, card) > 0).cloned().collect()
}

/// How often the screen says this.
fn told(harness: &Harness<'_, Screen>, words: &str) -> usize {
    let says = |text: Option<String>| text.is_some_and(|text| text.contains(words));
    harness.query_all_by(|node| says(node.label()) || says(node.value())).count()
}

/// The cards that whoever is asked for one holds.
fn hand(look: Look<'_>) -> Option<Vec<String>> {
    let question = look.question().filter(|question| question.kind == "lay")?;
    Some(question.choices.as_ref()?.iter().map(|choice| choice.label.clone()).collect())
}

/// Plays on until this side has to lay a card.
fn until_asked(screen: &mut Screen, side: u8) -> Vec<String> {
    let battle = screen.battle().unwrap();
    let mut mind = Mind::new(Skill::Plain, 1);
    for _ in 0..400 {
        let look = screen.look().unwrap();
        if let Some(hand) = hand(look).filter(|hand| hand.len() > 2)
            && look.question().unwrap().side.0 == side
        {
            return hand;
        }
        let order = mind.decide(look).unwrap();
        answer(&mut screen.world, battle, order).unwrap();
        advance(&mut screen.world, battle);
    }
    panic!("side {side} is never asked for a card");
}

#[test]
fn only_hands_of_those_who_sit_here_are_shown() {
    for side in [0, 1] {
        let mut screen = screen(&[Player::Human, Player::Computer]);
        let cards = until_asked(&mut screen, side);
        let who = screen.look().unwrap().question().unwrap().who;
        screen.desk().selected = who;
        let name = who.map(|who| screen.look().unwrap().name(who).to_owned()).unwrap();
        let mut harness = harness(screen);
        harness.run();
        let seen = shown(&harness, &cards);
        let decides = told(&harness, &format!("{name} decides…"));
        match side {
            0 => assert_eq!((seen, decides), (cards, 0)),
            _ => assert_eq!((seen, decides), (Vec::new(), 1)),
        }
    }
}

#[test]
fn who_watches_two_computers_sees_every_hand() {
    let mut screen = screen(&[Player::Computer, Player::Computer]);
    let cards = until_asked(&mut screen, 1);
    let mut harness = harness(screen);
    harness.run();
    assert_eq!(shown(&harness, &cards), cards);
}

#[test]
fn looking_back_shows_no_hand_of_a_computer() {
    let mut screen = screen(&[Player::Human, Player::Computer]);
    until_asked(&mut screen, 1);
    let mut mind = Mind::new(Skill::Plain, 1);
    let battle = screen.battle().unwrap();
    for _ in 0..12 {
        let order = mind.decide(screen.look().unwrap()).unwrap();
        answer(&mut screen.world, battle, order).unwrap();
        advance(&mut screen.world, battle);
    }
    let made = decisions(&screen.world, battle).len();
    let mut harness = harness(screen);
    let mut looked = 0;
    for to in (0..made).rev() {
        harness.state_mut().desk().wish = Some(Wish::LookBack(to));
        harness.run();
        let Some(past) = harness.state().past() else { panic!("nothing is looked at") };
        let Some(cards) = hand(past).filter(|_| past.question().unwrap().side.0 == 1) else { continue };
        let who = past.question().unwrap().who;
        harness.state_mut().desk().selected = who;
        harness.state_mut().desk().log_hidden = true;
        harness.run();
        assert_eq!(shown(&harness, &cards), Vec::<String>::new(), "before decision {to} of {made}");
        looked += 1;
    }
    assert!(looked > 0, "the computer was never asked for a card");
}

/// What keys or clicks say while the computer is asked is not taken for its answer.
#[test]
fn nobody_answers_for_the_computer() {
    let mut screen = screen(&[Player::Human, Player::Computer]);
    // Once it has decided it waits a while before it decides again.
    until_asked(&mut screen, 1);
    screen.act(Duration::ZERO);
    until_asked(&mut screen, 1);
    let battle = screen.battle().unwrap();
    let before = decisions(&screen.world, battle).to_vec();
    let order = screen.look().unwrap().choices().into_iter().find(|choice| choice.is_legal()).unwrap().order;
    screen.desk().order = Some(order.clone());
    screen.act(Duration::ZERO);
    assert_eq!(decisions(&screen.world, battle), before);
    // Unless it is somebody's turn who sits here.
    let mut mine = self::screen(&[Player::Human, Player::Human]);
    until_asked(&mut mine, 1);
    let order = mine.look().unwrap().choices().into_iter().find(|choice| choice.is_legal()).unwrap().order;
    let before = decisions(&mine.world, mine.battle().unwrap()).len();
    mine.desk().order = Some(order);
    mine.act(Duration::ZERO);
    assert_eq!(decisions(&mine.world, mine.battle().unwrap()).len(), before + 1);
}

/// Once the cards lie open nobody lays another, and nobody takes up the battle from before.
#[test]
fn cards_that_were_turned_stay_laid() {
    let mut screen = screen(&[Player::Human, Player::Human]);
    until_asked(&mut screen, 0);
    let battle = screen.battle().unwrap();
    let before = decisions(&screen.world, battle).len();
    let mut mind = Mind::new(Skill::Plain, 1);
    let mut lay = |screen: &mut Screen| {
        let order = mind.decide(screen.look().unwrap()).unwrap();
        answer(&mut screen.world, battle, order).unwrap();
        advance(&mut screen.world, battle);
    };
    lay(&mut screen);
    let mut harness = harness(screen);
    harness.run();
    // The other has not laid yet: nothing is known.
    harness.state_mut().desk().wish = Some(Wish::LookBack(before));
    harness.run();
    assert!(!harness.get_by_label("Play on from here").accesskit_node().is_disabled());
    harness.state_mut().desk().wish = Some(Wish::LookBack(usize::MAX));
    harness.run();
    lay(harness.state_mut());
    assert!(hand(harness.state().look().unwrap()).is_none(), "the cards are turned");
    let made = decisions(&harness.state().world, battle).to_vec();
    harness.state_mut().desk().wish = Some(Wish::Undo);
    harness.run();
    harness.get_by_label_contains("Cards have been turned since your last decision");
    assert_eq!(decisions(&harness.state().world, harness.state().battle().unwrap()), made);
    harness.state_mut().desk().wish = Some(Wish::LookBack(before));
    harness.run();
    harness.run();
    assert!(harness.get_by_label("Play on from here").accesskit_node().is_disabled());
    harness.get_by_label_contains("Cards have been turned since then");
    harness.state_mut().desk().wish = Some(Wish::LookBack(usize::MAX));
    harness.run();
    harness.state_mut().desk().preferences.rewinds = true;
    harness.state_mut().desk().wish = Some(Wish::Undo);
    harness.run();
    assert_eq!(decisions(&harness.state().world, harness.state().battle().unwrap()).len(), before + 1);
}
