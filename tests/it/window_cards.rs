//! Hands of cards: whoever sits at the screen sees the own one, and nobody
//! else's, neither while the computer is asked nor when one looks back.

use std::time::Duration;

use bevy_egui::egui::Rect;
use egui_kittest::kittest::Queryable;
use sortie::ai::{Mind, Skill};
use sortie::battle::{Choice, Look};
use sortie::board::Square;
use sortie::overlay::{LogPanel, Preferences, Questions, Screen, Sheet, Wish, Wishes};
use sortie::rulebook::Player;

use crate::kit::Battle;
use crate::kit::window::{PAGE, SMALL, Window, framed, seated};

fn screen(players: [Player; 2]) -> Screen {
    seated("duel_at_dawn", &players, 3)
}

/// A window in which nothing is done but what is wished for: the computer never comes to decide.
fn window(screen: Screen) -> Window {
    framed(screen, PAGE, |_, screen| {
        if screen.edit::<Wishes>().wish.is_some() {
            screen.act(Duration::ZERO);
        }
    })
}

/// Which of these cards the screen shows.
fn shown(harness: &Window, cards: &[String]) -> Vec<String> {
    cards.iter().filter(|card| told(harness, card) > 0).cloned().collect()
}

/// How often the screen says this.
fn told(harness: &Window, words: &str) -> usize {
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
    let asked = |look: Look<'_>| look.question().is_some_and(|question| question.side.0 == side);
    let held = screen
        .until(&mut Mind::new(Skill::Plain, 1), 400, |look, _| hand(look).filter(|hand| hand.len() > 2 && asked(look)));
    held.unwrap_or_else(|| panic!("side {side} is never asked for a card"))
}

#[test]
fn only_hands_of_those_who_sit_here_are_shown() {
    for side in [0, 1] {
        let mut screen = screen([Player::Human, Player::Computer]);
        let cards = until_asked(&mut screen, side);
        let who = screen.now().question().unwrap().who;
        screen.edit::<Sheet>().selected = who;
        let name = who.map(|who| screen.now().name(who).to_owned()).unwrap();
        let mut harness = window(screen);
        harness.run();
        let seen = shown(&harness, &cards);
        let decides = told(&harness, &format!("{name} decides…"));
        // Beside the hand it is told how cards rank.
        let ranks = told(&harness, "The highest card acts first") > 0;
        match side {
            0 => assert_eq!((seen, decides, ranks), (cards, 0, true)),
            _ => assert_eq!((seen, decides, ranks), (Vec::new(), 1, false)),
        }
    }
}

#[test]
fn who_watches_two_computers_sees_every_hand() {
    let mut screen = screen([Player::Computer, Player::Computer]);
    let cards = until_asked(&mut screen, 1);
    let mut harness = window(screen);
    harness.run();
    assert_eq!(shown(&harness, &cards), cards);
}

#[test]
fn looking_back_shows_no_hand_of_a_computer() {
    let mut screen = screen([Player::Human, Player::Computer]);
    until_asked(&mut screen, 1);
    screen.played(&mut Mind::new(Skill::Plain, 1), 12);
    let made = screen.made().len();
    let mut harness = window(screen);
    let mut looked = 0;
    for to in (0..made).rev() {
        harness.wish(Wish::LookBack(to));
        let Some(past) = harness.state().past() else { panic!("nothing is looked at") };
        let Some(cards) = hand(past).filter(|_| past.question().unwrap().side.0 == 1) else { continue };
        let who = past.question().unwrap().who;
        harness.edit::<Sheet>().selected = who;
        harness.edit::<LogPanel>().open = false;
        harness.run();
        assert_eq!(shown(&harness, &cards), Vec::<String>::new(), "before decision {to} of {made}");
        looked += 1;
    }
    assert!(looked > 0, "the computer was never asked for a card");
}

/// Promise: a last card, which nobody is asked for, is told as what it is, and to players as news.
#[test]
fn a_last_card_is_told() {
    let is_told = |look: Look<'_>| {
        let facts = look.facts();
        facts.iter().any(|fact| fact.is_news && fact.text.contains(" turns the ")).then_some(true)
    };
    let told = (1..=12).find_map(|seed| {
        let mut screen = seated("duel_at_dawn", &[Player::Human, Player::Human], seed);
        screen.until(&mut Mind::new(Skill::Plain, seed), 300, |look, _| is_told(look))
    });
    assert_eq!(told, Some(true));
}

/// What keys or clicks say while the computer is asked is not taken for its answer.
#[test]
fn nobody_answers_for_the_computer() {
    let mut screen = screen([Player::Human, Player::Computer]);
    // Once it has decided it waits a while before it decides again.
    until_asked(&mut screen, 1);
    screen.act(Duration::ZERO);
    until_asked(&mut screen, 1);
    let before = screen.made().to_vec();
    let order = screen.now().choices().into_iter().find(|choice| choice.is_legal()).unwrap().order;
    screen.edit::<Wishes>().order = Some(order.clone());
    screen.act(Duration::ZERO);
    assert_eq!(screen.made(), before);
    // Unless it is somebody's turn who sits here.
    let mut mine = self::screen([Player::Human, Player::Human]);
    until_asked(&mut mine, 1);
    let order = mine.now().choices().into_iter().find(|choice| choice.is_legal()).unwrap().order;
    let before = mine.made().len();
    mine.edit::<Wishes>().order = Some(order);
    mine.act(Duration::ZERO);
    assert_eq!(mine.made().len(), before + 1);
}

/// Once the cards lie open nobody lays another, and nobody takes up the battle from before.
#[test]
fn cards_that_were_turned_stay_laid() {
    let mut screen = screen([Player::Human, Player::Human]);
    until_asked(&mut screen, 0);
    let before = screen.made().len();
    let mut mind = Mind::new(Skill::Plain, 1);
    screen.played(&mut mind, 1);
    let mut harness = window(screen);
    harness.run();
    // The other has not laid yet: nothing is known.
    harness.wish(Wish::LookBack(before));
    assert!(!harness.is_grey("Play on from here"));
    harness.wish(Wish::LookBack(usize::MAX));
    harness.played(&mut mind, 1);
    assert!(hand(harness.now()).is_none(), "the cards are turned");
    let made = harness.made().to_vec();
    harness.run();
    assert!(harness.is_grey("Undo"), "the button knows it before it is pressed");
    harness.wish(Wish::Undo);
    harness.get_by_label_contains("Cards have been turned since your last decision");
    assert_eq!(harness.made(), made);
    harness.wish(Wish::LookBack(before));
    harness.run();
    assert!(harness.is_grey("Play on from here"));
    harness.get_by_label_contains("Cards have been turned since then");
    harness.wish(Wish::LookBack(usize::MAX));
    harness.edit::<Preferences>().rewinds = true;
    harness.wish(Wish::Undo);
    assert_eq!(harness.made().len(), before + 1);
}

/// A battle in which somebody here has to lay a card, and may lay a joker for a number of their choice.
fn with_a_joker() -> Screen {
    let is_there = |look: Look<'_>| {
        let question = look.question().filter(|question| question.kind == "lay" && question.side.0 == 0)?;
        question.choices.iter().flatten().any(Choice::asks_for_number).then_some(())
    };
    let mut found = (1..=40).filter_map(|seed| {
        let mut screen = seated("duel_at_dawn", &[Player::Human, Player::Computer], seed);
        let mut mind = Mind::new(Skill::Plain, seed);
        screen.until(&mut mind, 60, |look, _| is_there(look)).map(|()| screen)
    });
    found.next().expect("nobody ever holds a joker")
}

/// Promise: a hand of cards covers nothing of the field, with a joker or without: whoever stands in its lowest row is seen and
/// clicked, in windows large and small, however large the text.
#[test]
fn a_hand_covers_nothing_of_the_field() {
    let sizes = [(SMALL, 100), (SMALL, 150), (SMALL, 200), (PAGE, 100), (PAGE, 150)];
    for ((size, text), joker) in sizes.into_iter().flat_map(|size| [(size, false), (size, true)]) {
        let mut screen = if joker { with_a_joker() } else { screen([Player::Human, Player::Computer]) };
        screen.edit::<Preferences>().text = text;
        let cards = if joker { hand(screen.now()).unwrap() } else { until_asked(&mut screen, 0) };
        let mut harness = framed(screen, size, |_, _| {});
        harness.run();
        let place = format!("{size:?}, text {text}, joker {joker}");
        let lowest = harness.now().board().height() - 1;
        let middle = harness.place_of(Square::new(3, lowest));
        let cell = middle.y - harness.place_of(Square::new(3, lowest - 1)).y;
        let end = middle.y + cell / 2.0;
        for card in &cards {
            let named = harness.query_all_by(|node| node.label().is_some_and(|label| label.contains(card.as_str())));
            let lies: Vec<Rect> = named.map(|node| node.rect()).filter(|rect| rect.bottom() > size[1] / 2.0).collect();
            assert!(!lies.is_empty(), "{place}: {card} is not there");
            assert!(
                lies.iter().all(|rect| rect.top() >= end && rect.bottom() <= size[1]),
                "{place}: {card}: {lies:?} from {end}"
            );
        }
        let listed = harness.edit::<Questions>().listed.unwrap_or_else(|| panic!("{place}: nothing is asked"));
        assert!(listed.top() >= end, "{place}: {listed:?} from {end}");
        assert!(!joker || told(&harness, "what a joker counts as") > 0, "{place}");
    }
}
