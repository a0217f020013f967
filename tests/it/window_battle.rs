//! Whole battles of every ruleset that ships, played by clicks on what the
//! screen shows: whatever the rules let somebody decide can be decided there.

use bevy_egui::egui::accesskit::Role;
use bevy_egui::egui::{Key, Pos2, Rect};
use egui_kittest::kittest::{NodeT, Queryable};
use sortie::ai::{Mind, Skill};
use sortie::battle::{Choice, Group, Order};
use sortie::overlay::{FieldView, Hand, Layers, Pace, Preferences, way_named};

use crate::kit::Battle;
use crate::kit::window::{FRAME, Window, by_people, said, sized};

const SIZE: [f32; 2] = [1600.0, 1000.0];
/// So many decisions of a long battle are clicked; the computer plays on from there, through the same screen.
const CLICKED: usize = 45;

/// Somebody at the screen, who decides what a mind would and clicks it.
struct Sitter {
    harness: Window,
    mind: Mind,
    /// Decisions that were given by clicks as they were meant.
    meant: usize,
    /// Decisions that another was clicked in place of, as they want what one click cannot say.
    other: usize,
}

fn sit_down(scenario: &str, seed: u64) -> Sitter {
    let mut screen = by_people(scenario, seed);
    screen.edit::<Pace>().fast = true;
    screen.edit::<Preferences>().warns = false;
    *screen.edit::<Layers>() = Layers::of(&[]);
    let harness = sized(screen, SIZE, FRAME);
    Sitter { harness, mind: Mind::new(Skill::Plain, seed), meant: 0, other: 0 }
}

impl Sitter {
    fn made(&self) -> usize {
        self.harness.made().len()
    }

    /// A place on the screen is clicked, as by a mouse.
    fn click_at(&mut self, at: Pos2) {
        self.harness.point_at(at);
        self.harness.click_at(at);
    }

    /// Clicks on a button that says this, if it is there, can be pressed and lies where a mouse gets at it.
    fn click_on(&mut self, text: &str) -> bool {
        let page = Rect::from_min_size(Pos2::ZERO, SIZE.into());
        let is_button = |role| matches!(role, Role::Button | Role::CheckBox);
        let mut found = self
            .harness
            .query_all_by_label(text)
            .filter(|node| is_button(node.accesskit_node().role()) && !node.accesskit_node().is_disabled())
            .map(|node| node.rect())
            .filter(|rect| page.contains_rect(*rect));
        // The order of turns stands before the answers.
        let at = found.next_back();
        drop(found);
        at.inspect(|rect| self.click_at(rect.center())).is_some()
    }

    /// Takes up a choice: by its button if it has one, else from its slot of the bar.
    fn take(&mut self, choice: &Choice, text: &str) -> bool {
        // The end of a turn has a button without a price.
        let is_end = choice.order.verb == "end turn";
        if self.click_on(if is_end { &choice.label } else { text }) || self.harness.use_slot(&choice.order, text) {
            return true;
        }
        // It may lie one click deeper.
        let others = self.harness.query_all_by_label_contains("other ways (").last().map(|node| node.rect().center());
        others.is_some_and(|at| {
            self.click_at(at);
            self.click_on(text)
        })
    }

    /// Gives an order as somebody would who sees the screen; whether it was given.
    fn give(&mut self, order: &Order, choice: &Choice) -> bool {
        let before = self.made();
        let text = said(choice);
        match (order.to, order.whom()) {
            (Some(square), _) if !choice.squares.is_empty() => {
                // What is in hand goes where one clicks; a plain move needs nothing in hand.
                let listed = self.harness.now().question().is_some_and(|question| question.choices.is_some());
                // Where somebody lies the move is taken in hand first.
                let look = self.harness.now();
                let is_free = look.everybody().all(|id| !look.footprint(id).contains(square));
                let in_hand = listed || (choice.group == Group::Move && is_free) || self.take(choice, &text);
                let at = self.harness.edit::<FieldView>().place_of(square);
                if let Some(at) = at.filter(|_| in_hand) {
                    self.click_at(at);
                }
            }
            (None, Some(name)) if order.toward.is_none() => {
                let look = self.harness.now();
                // A part of the field is named in the list of answers.
                let Some(id) = look.named(name) else {
                    self.take(choice, &text);
                    return self.made() > before;
                };
                let body = look.footprint(id);
                let short = way_named(look, id, choice);
                let at = self.harness.place_of(body.at);
                self.click_at(at);
                // Who lies below somebody else is aimed at by key.
                for _ in 0..40 {
                    if self.harness.edit::<Hand>().target == Some(id) {
                        break;
                    }
                    self.harness.key(Key::E);
                }
                for manner in order.manner.iter().filter(|manner| !choice.order.manner.contains(manner)) {
                    self.click_on(manner.as_str());
                }
                let _ = self.click_on(&short) || self.click_on(&text);
            }
            _ => {
                self.take(choice, &text);
            }
        }
        self.made() > before
    }

    /// One decision of whoever is asked.
    fn decide(&mut self) {
        let look = self.harness.now();
        let mut wanted = self.mind.decide(look).expect("there is something to decide");
        // Blows at several want more clicks than these: they all go at the first of them.
        let plain = Order { at: wanted.at.iter().take(1).copied().collect(), ..wanted.clone() };
        if wanted.at.len() > 1 && look.check(&plain).is_ok() {
            wanted = plain;
        }
        // What makes a blow better lies in the menus: it is struck as it is.
        if wanted.verb == "aim" {
            wanted = Mind::new(Skill::Walk, 0).decide(look).expect("there is something to decide");
        }
        let choices = look.choices();
        let fits = |choice: &&Choice| {
            let (a, b) = (&choice.order, &wanted);
            let names = |order: &Order| order.at.iter().map(|aim| aim.who).collect::<Vec<_>>();
            choice.is_legal()
                && (&a.verb, &a.with, a.toward, names(a)) == (&b.verb, &b.with, b.toward, names(b))
                && (choice.squares.is_empty() == b.to.is_none())
        };
        let has_no_part = wanted.at.iter().all(|aim| aim.part.is_none());
        let choice = choices.iter().find(fits).filter(|_| has_no_part && wanted.toward.is_none()).cloned();
        let number = self.made();
        if choice.is_some_and(|choice| self.give(&wanted, &choice)) {
            let given = &self.harness.made()[number].order;
            assert_eq!((&given.verb, given.to), (&wanted.verb, wanted.to), "decision {number}: `{wanted}` was meant");
            self.meant += 1;
            return;
        }
        // What wants more than a click or lies off the page: whatever else can be clicked.
        self.other += 1;
        self.harness.state_mut().step_back();
        let simple: Vec<Choice> = choices
            .into_iter()
            .filter(|choice| choice.is_legal() && choice.squares.is_empty() && choice.order.toward.is_none())
            .filter(|choice| choice.order.at.is_empty() || self.harness.now().question().unwrap().choices.is_some())
            .collect();
        let last_first = simple.iter().rev();
        for choice in last_first {
            if self.give(&choice.order, choice) {
                return;
            }
            self.harness.state_mut().step_back();
        }
        let prompt = self.harness.now().question().map(|question| question.prompt.clone());
        panic!("decision {number}: nothing on the screen answers `{prompt:?}` (`{wanted}` was meant)");
    }
}

/// A battle of this scenario is clicked through: most of it as it was meant, all of it as the record says.
fn clicked_through(scenario: &str, seed: u64) {
    clicked(scenario, seed, CLICKED);
}

/// The same to the last blow: nothing of it is left to the computer.
fn clicked_to_the_end(scenario: &str, seed: u64) {
    clicked(scenario, seed, usize::MAX);
}

fn clicked(scenario: &str, seed: u64, most: usize) {
    let mut sitter = sit_down(scenario, seed);
    sitter.harness.run();
    while sitter.harness.end().is_none() && sitter.made() < most {
        sitter.decide();
    }
    let (meant, other) = (sitter.meant, sitter.other);
    assert!(meant >= other * 3, "{scenario}: only {meant} of {} decisions could be given as meant", meant + other);
    // The rest is played by the computer on the same screen, to the last word.
    sitter.harness.edit::<Pace>().auto = true;
    for _ in 0..20_000 {
        if sitter.harness.end().is_some() {
            break;
        }
        sitter.harness.state_mut().act(FRAME);
    }
    assert!(sitter.harness.end().is_some(), "{scenario} ends");
    sitter.harness.run();
    sitter.harness.get_by_label("The battle is over");
    sitter.harness.press("Menu");
    assert!(sitter.harness.is_grey("Let the computer play"), "there is nothing to decide any more");
    let saved = sitter.harness.saved();
    assert_eq!(saved.play(crate::kit::scenario(scenario).setup).unwrap().saved().digest, saved.digest);
}

#[test]
fn a_battle_of_liberi_gothica_is_played_by_clicks() {
    clicked_through("duel_at_dawn", 3);
}

#[test]
fn a_battle_with_cards_and_toughness_is_played_by_clicks() {
    clicked_through("gate_by_cards", 3);
}

#[test]
fn a_battle_of_turns_by_sides_is_played_by_clicks() {
    clicked_through("gate_in_turns", 3);
}

#[test]
fn a_battle_of_the_skirmish_is_played_by_clicks() {
    clicked_through("skirmish4", 3);
}

#[test]
fn a_battle_of_zones_is_played_by_clicks() {
    clicked_through("toll_bridge", 3);
}

#[test]
fn a_first_battle_of_scale_and_toughness_is_clicked_to_the_end() {
    clicked_to_the_end("first_watch", 3);
}

#[test]
fn a_first_battle_of_liberi_gothica_is_clicked_to_the_end() {
    clicked_to_the_end("last_orders", 3);
}

#[test]
fn a_first_battle_of_hursagmu_is_clicked_to_the_end() {
    clicked_to_the_end("first_round", 3);
}

#[test]
fn a_first_battle_of_old_school_is_clicked_to_the_end() {
    clicked_to_the_end("first_toll", 3);
}

#[test]
fn a_first_battle_of_zones_is_clicked_to_the_end() {
    clicked_to_the_end("first_milestone", 3);
}
