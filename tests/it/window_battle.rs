//! Whole battles of every ruleset that ships, played by clicks on what the
//! screen shows: whatever the rules let somebody decide can be decided there.

use bevy_egui::egui::accesskit::Role;
use bevy_egui::egui::{Key, Pos2, Rect};
use egui_kittest::kittest::{NodeT, Queryable};
use sortie::ai::{Mind, Skill};
use sortie::battle::{Aim, Choice, Group, Look, Order};
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

/// Whether somebody decides about their turn, and not in the middle of a deed.
fn question_of_a_turn(look: Look<'_>) -> bool {
    look.question().is_some_and(|question| question.choices.is_none())
}

/// Whether a choice is at these targets, or at parts of them that may be named.
fn is_at(choice: &Choice, order: &Order) -> bool {
    let fits = |(own, aim): (&Aim, &Aim)| {
        own.who == aim.who && (own.part == aim.part || aim.part.is_some_and(|part| choice.parts.contains(&part)))
    };
    choice.order.at.len() == order.at.len() && choice.order.at.iter().zip(&order.at).all(fits)
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

    /// Clicks on a way at whoever is aimed at, also on one that is folded away.
    fn click_way(&mut self, short: &str) -> bool {
        if self.click_on(short) {
            return true;
        }
        for fold in ["more way", "prepare for them"] {
            let Some(header) = self.harness.query_all_by_label_contains(fold).last() else { continue };
            header.scroll_to_me();
            self.harness.run();
            let header = self.harness.query_all_by_label_contains(fold).last().map(|node| node.rect().center());
            header.into_iter().for_each(|at| self.click_at(at));
            if self.scroll_to(short) && self.click_on(short) {
                return true;
            }
        }
        false
    }

    /// Scrolls to what bears this label, if anything does.
    fn scroll_to(&mut self, label: &str) -> bool {
        let Some(node) = self.harness.query_all_by_label(label).last() else { return false };
        node.scroll_to_me();
        self.harness.run();
        true
    }

    /// Chooses the part that is to be struck, among the ways at whoever is aimed at; whether it is chosen, if any is.
    fn choose_part(&mut self, order: &Order, choice: &Choice) -> bool {
        let part_of = |order: &Order| order.at.first().and_then(|aim| aim.part);
        let Some(part) = part_of(order).filter(|part| part_of(&choice.order) != Some(*part)) else { return true };
        let is_open = |value: Option<String>| value.is_some_and(|value| value == "anywhere");
        let mut lists = self.harness.query_all_by_role(Role::ComboBox);
        let list = lists.find(|node| is_open(node.accesskit_node().value())).map(|node| node.rect().center());
        drop(lists);
        let Some(at) = list else { return false };
        self.click_at(at);
        if self.scroll_to(part.as_str()) {
            self.click_on(part.as_str());
        }
        self.harness.edit::<Hand>().part == Some(part)
    }

    /// Does a deed at somebody by its slot of the bar: what waits there goes at whoever is clicked.
    fn send(&mut self, choice: &Choice, short: &str, at: Pos2) {
        self.harness.edit::<Hand>().put_down();
        self.harness.run();
        let before = self.made();
        if self.harness.use_slot(&choice.order, &said(choice)) || self.harness.edit::<Hand>().wielded.is_none() {
            return;
        }
        self.click_at(at);
        if self.made() == before {
            self.click_way(short);
        }
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
                let (body, short) = (look.footprint(id), way_named(look, id, choice));
                let waits = question_of_a_turn(look) && look.gives_up(&choice.order).is_none();
                let at = self.harness.place_of(body.at);
                self.click_at(at);
                if self.made() > before {
                    return true;
                }
                // Who lies below somebody else is aimed at by key.
                for _ in 0..40 {
                    if self.harness.edit::<Hand>().target == Some(id) {
                        break;
                    }
                    self.harness.key(Key::E);
                }
                if !self.choose_part(order, choice) {
                    return false;
                }
                for manner in order.manner.iter().filter(|manner| !choice.order.manner.contains(manner)) {
                    self.click_on(manner.as_str());
                }
                let chosen = self.harness.edit::<Hand>().number_for(choice);
                if let Some(n) = order.n.filter(|n| chosen.is_some_and(|chosen| chosen != *n)) {
                    let chip = format!("{}: {n}", choice.counts.unwrap_or("how many"));
                    let _ = self.scroll_to(&chip) && self.click_on(&chip);
                }
                let _ = self.click_way(&short) || self.click_on(&text);
                if waits && self.made() == before {
                    self.send(choice, &short, at);
                }
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
        // Nobody chooses several targets for the blows of one order on the screen: they all go at the first of them.
        let plain = Order { at: wanted.at.iter().take(1).copied().collect(), ..wanted.clone() };
        if wanted.at.len() > 1 && look.check(&plain).is_ok() {
            wanted = plain;
        }
        let choices = look.choices();
        let fits = |choice: &&Choice| {
            let (a, b) = (&choice.order, &wanted);
            choice.is_legal()
                && (&a.verb, &a.with, a.toward) == (&b.verb, &b.with, b.toward)
                && is_at(choice, b)
                && (choice.squares.is_empty() == b.to.is_none())
        };
        let choice = choices.iter().find(fits).filter(|_| wanted.toward.is_none()).cloned();
        let number = self.made();
        if choice.is_some_and(|choice| self.give(&wanted, &choice)) {
            let given = &self.harness.made()[number].order;
            let told = |order: &Order| (order.verb, order.with, order.at.clone(), order.to);
            assert_eq!(told(given), told(&wanted), "decision {number}: `{wanted}` was meant");
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
fn a_battle_of_scale_and_toughness_is_played_by_clicks() {
    clicked_through("even", 3);
}

/// Promise: what only makes ready for a blow is done by clicks like all else, among the ways at somebody and by its slot of the bar.
#[test]
fn aim_is_taken_by_clicks() {
    for by_bar in [false, true] {
        let mut sitter = sit_down("even", 3);
        sitter.harness.run();
        let look = sitter.harness.now();
        let aims = |choice: &Choice| choice.is_legal() && choice.order.verb == "aim";
        let choice = look.choices().into_iter().find(aims).expect("whoever begins holds something to throw");
        let target = look.target(&choice.order).unwrap();
        let (body, short) = (look.footprint(target), way_named(look, target, &choice));
        let at = sitter.harness.place_of(body.at);
        if by_bar {
            sitter.send(&choice, &short, at);
        } else {
            assert!(sitter.give(&choice.order, &choice), "{short} is no way at them");
        }
        let made: Vec<&Order> = sitter.harness.made().iter().map(|made| &made.order).collect();
        assert_eq!(made, [&choice.order], "by the bar: {by_bar}");
    }
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
