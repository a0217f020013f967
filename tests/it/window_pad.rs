//! The window played with a gamepad and nothing else.

use bevy_egui::egui::{Rect, vec2};
use egui_kittest::kittest::{NodeT, Queryable, by};
use sortie::ai::{Mind, Skill};
use sortie::battle::{Choice, Group, Order};
use sortie::board::Square;
use sortie::overlay::{
    Act, Book, Button, FieldView, Hand, Layer, Layers, LogPanel, Offers, Pace, Pad, Pointer, Preferences, Settings,
    Sheet, Signal, Slot, Stick, way_named,
};
use sortie::rulebook::Player;

use crate::kit::Battle;
use crate::kit::window::{FRAME, PAGE, SMALL, Window, at_rest, at_the_start, by_people, said, seated, sized, window};

impl Window {
    /// Taps a button of the pad.
    fn pad(&mut self, button: Button) {
        self.edit::<Pad>().tell(Signal::Pressed(button));
        self.edit::<Pad>().tell(Signal::Released(button));
        self.run();
    }

    /// What the pad is at: what it is called, and where it lies.
    fn focused(&mut self) -> Option<(String, Rect)> {
        let at = self.edit::<Pad>().at()?;
        let mut named = self.query_all(by().predicate(|node| node.label().is_some()));
        let here = named.rfind(|node| node.rect().center().distance(at.center()) < 1.0);
        Some((here.and_then(|node| node.accesskit_node().label()).unwrap_or_default(), at))
    }

    /// Goes from button to button to what is called so; whether it came there.
    fn walk_to(&mut self, label: &str) -> bool {
        for _ in 0..40 {
            let Some((name, at)) = self.focused() else { return false };
            if name == label {
                return true;
            }
            let is_open = |node: &egui_kittest::Node<'_>| !node.accesskit_node().is_disabled();
            let Some(to) = self.query_all_by_label(label).rfind(is_open).map(|node| node.rect()) else {
                return false;
            };
            let gap = to.center() - at.center();
            let across = if gap.x > 0.0 { Button::Right } else { Button::Left };
            let along = if gap.y > 0.0 { Button::Down } else { Button::Up };
            let level = to.y_range().intersection(at.y_range()).span() > 0.0;
            let is_wide = gap.x.abs() > gap.y.abs();
            for way in if level || is_wide { [across, along] } else { [along, across] } {
                self.pad(way);
                if self.focused().is_none_or(|(_, now)| now != at) {
                    break;
                }
            }
        }
        false
    }

    /// Moves the cursor there and clicks.
    fn click_on(&mut self, to: Square) {
        if self.edit::<Pointer>().cursor.is_none() {
            self.pad(Button::South);
        }
        for _ in 0..80 {
            let Some(at) = self.edit::<Pointer>().cursor else { return };
            let way = match (to.x - at.x, to.y - at.y) {
                (0, 0) => break,
                (x, _) if x > 0 => Button::Right,
                (x, _) if x < 0 => Button::Left,
                (_, y) if y > 0 => Button::Down,
                _ => Button::Up,
            };
            self.pad(way);
        }
        self.pad(Button::South);
    }
}

/// Somebody with a pad, who does what a mind would.
struct Sitter {
    window: Window,
    mind: Mind,
    meant: usize,
    other: usize,
}

impl Sitter {
    fn made(&self) -> usize {
        self.window.made().len()
    }

    /// Gives an order; whether it was given.
    fn give(&mut self, order: &Order, choice: &Choice) -> bool {
        let before = self.made();
        let text = said(choice);
        let listed = self.window.now().question().is_some_and(|question| question.choices.is_some());
        match (order.to, order.whom()) {
            (Some(square), _) if choice.group == Group::Move && !listed => {
                // Where somebody lies the move is taken in hand first.
                let look = self.window.now();
                if look.everybody().any(|id| look.footprint(id).contains(square)) {
                    self.take_up(&choice.order, &text);
                }
                self.window.click_on(square);
                // What others have a say in wants to be confirmed.
                if self.made() == before {
                    self.window.pad(Button::South);
                }
            }
            (None, Some(name)) if !listed => {
                let target = self.window.now().named(name);
                for _ in 0..20 {
                    self.window.pad(Button::RightBumper);
                    if self.window.edit::<Hand>().target == target {
                        break;
                    }
                }
                let short = target.map(|target| way_named(self.window.now(), target, choice));
                if short.is_some_and(|short| self.window.walk_to(&short)) {
                    self.window.pad(Button::South);
                }
            }
            (None, _) if listed => {
                if self.window.focused().is_none() {
                    self.window.pad(Button::West);
                }
                // It may lie one click deeper.
                self.window.edit::<Offers>().others = true;
                self.window.run();
                if self.window.walk_to(&text) {
                    self.window.pad(Button::South);
                }
            }
            (None, None) => self.take_up(&choice.order, &text),
            _ => {}
        }
        self.made() > before
    }

    /// Takes something from the bar of deeds.
    fn take_up(&mut self, order: &Order, text: &str) {
        let choices = self.window.now().choices();
        let all = self.window.bar(&choices);
        let holds = |slot: &&Slot| slot.choices.iter().any(|at| choices[*at].order == *order);
        let title = all.iter().find(holds).map_or_else(|| text.to_owned(), |slot| slot.title(&choices));
        let before = self.made();
        self.window.pad(Button::West);
        if !self.window.walk_to(&title) {
            return;
        }
        self.window.pad(Button::South);
        if self.made() == before && self.window.walk_to(text) {
            self.window.pad(Button::South);
        }
    }

    /// One decision of whoever is asked.
    fn decide(&mut self) {
        let look = self.window.now();
        let wanted = self.mind.decide(look).expect("there is something to decide");
        let names = |order: &Order| order.at.iter().map(|aim| aim.who).collect::<Vec<_>>();
        let fits = |choice: &&Choice| {
            let (a, b) = (&choice.order, &wanted);
            choice.is_legal()
                && (&a.verb, &a.with, a.toward, names(a)) == (&b.verb, &b.with, b.toward, names(b))
                && (choice.squares.is_empty() == b.to.is_none())
        };
        let choice = look.choices().iter().find(fits).cloned();
        let number = self.made();
        if choice.is_some_and(|choice| self.give(&wanted, &choice)) {
            let given = &self.window.made()[number].order;
            assert_eq!((&given.verb, given.to), (&wanted.verb, wanted.to), "decision {number}: `{wanted}` was meant");
            self.meant += 1;
            return;
        }
        // What wants more than this plays: the answer that the pad is at, or the end of the turn.
        self.other += 1;
        for _ in 0..4 {
            self.window.pad(Button::East);
        }
        if self.window.now().question().is_some_and(|question| question.choices.is_some()) {
            self.window.pad(Button::West);
            self.window.pad(Button::South);
        } else {
            self.window.pad(Button::North);
        }
        let prompt = self.window.now().question().map(|question| question.prompt.clone());
        assert!(
            self.made() > number,
            "decision {number}: the pad answers nothing to `{prompt:?}` (`{wanted}` was meant)"
        );
    }
}

/// Promise: a whole battle, from the first turn to the last word, needs nothing but a pad.
fn played_with_a_pad(scenario: &str, seed: u64) {
    let mut screen = seated(scenario, &[Player::Human, Player::Computer], seed);
    screen.edit::<Pace>().fast = true;
    screen.edit::<Preferences>().warns = false;
    *screen.edit::<Layers>() = Layers::of(&[]);
    let window = window(screen);
    let mut sitter = Sitter { window, mind: Mind::new(Skill::Plain, seed), meant: 0, other: 0 };
    sitter.window.run();
    while sitter.window.end().is_none() {
        let is_asked = sitter.window.now().question().is_some_and(|question| question.side.0 == 0);
        if is_asked {
            sitter.decide();
        } else {
            sitter.window.step();
        }
        assert!(sitter.made() < 600, "{scenario} does not end");
    }
    let (meant, other) = (sitter.meant, sitter.other);
    assert!(meant > 10 && meant >= other * 3, "{scenario}: only {meant} of {} were given as meant", meant + other);
    sitter.window.run();
    sitter.window.get_by_label("The battle is over");
    let saved = sitter.window.saved();
    assert_eq!(saved.play(crate::kit::scenario(scenario).setup).unwrap().saved().digest, saved.digest);
}

#[test]
fn a_battle_of_skirmish_is_played_with_a_pad() {
    played_with_a_pad("skirmish4", 5);
}

#[test]
fn a_battle_of_scale_and_toughness_is_played_with_a_pad() {
    played_with_a_pad("even", 3);
}

#[test]
fn from_the_start_screen_a_pad_leads_into_a_battle_and_to_its_settings_and_back() {
    for size in [SMALL, PAGE] {
        let mut window = sized(at_the_start(), size, FRAME);
        window.run();
        window.pad(Button::Start);
        assert!(window.edit::<Settings>().open, "Start opens the settings where there is no menu");
        window.pad(Button::East);
        assert!(!window.edit::<Settings>().open, "B closes them");
        window.pad(Button::Down);
        assert!(window.walk_to("Begin"), "the pad gets to Begin from {:?}", window.focused());
        window.pad(Button::South);
        assert!(window.state().battle().is_some(), "A presses it");
        window.run();
        window.pad(Button::Start);
        assert!(window.walk_to("Rulebook"), "Start opens the menu; the pad is at {:?}", window.focused());
        window.pad(Button::South);
        assert!(window.edit::<Book>().open);
        window.pad(Button::East);
        window.pad(Button::East);
        assert!(!window.edit::<Book>().open);
    }
}

#[test]
fn the_pad_moves_the_cursor_looks_around_and_opens_its_sheet() {
    let mut window = at_rest(by_people("even", 3));
    window.pad(Button::Right);
    let first = window.edit::<Pointer>().cursor.expect("the cross moves the cursor");
    window.pad(Button::Down);
    assert_eq!(window.edit::<Pointer>().cursor, Some(Square::new(first.x, first.y + 1)));
    let cell = |window: &mut Window| window.edit::<FieldView>().drawn.as_ref().unwrap().view;
    let before = cell(&mut window);
    window.pad(Button::RightTrigger);
    assert!(cell(&mut window).cell > before.cell, "the trigger brings the field nearer");
    let before = cell(&mut window);
    window.edit::<Pad>().tell(Signal::Leans(Stick::Right, vec2(1.0, 0.0)));
    window.run_steps(3);
    window.edit::<Pad>().tell(Signal::Leans(Stick::Right, vec2(0.0, 0.0)));
    window.run();
    assert!(cell(&mut window).origin.x < before.origin.x - 10.0, "the right stick looks to the right");
    window.pad(Button::Select);
    assert!(window.shows("Gamepad") && window.names("from button to button"), "the sheet tells what the pad does");
    window.pad(Button::East);
    assert!(!window.shows("Gamepad"), "B puts it away");
    window.pad(Button::RightBumper);
    let meant = window.edit::<Hand>().target.or(window.edit::<Sheet>().selected).expect("the bumper goes to somebody");
    let at = window.now().footprint(meant).at;
    assert_eq!(window.edit::<Pointer>().cursor, Some(at), "and the cursor with it");
}

/// Promise: what has no button of its own is done from the sheet of keys, and Select that is held does not open that.
#[test]
fn a_pad_does_what_stands_on_the_sheet() {
    let mut window = at_rest(by_people("even", 3));
    let has_grid = window.edit::<Layers>().has(Layer::Grid);
    window.pad(Button::Select);
    assert!(window.walk_to("grid"), "the pad gets to the line from {:?}", window.focused());
    window.pad(Button::South);
    assert!(!window.shows("Gamepad"), "the sheet is closed");
    assert_ne!(window.edit::<Layers>().has(Layer::Grid), has_grid);
    window.edit::<Pad>().tell(Signal::Pressed(Button::Select));
    window.run_steps(4);
    window.edit::<Pad>().tell(Signal::Released(Button::Select));
    window.run();
    assert!(!window.shows("Gamepad"), "it was held, not tapped");
}

#[test]
fn a_button_of_the_pad_can_be_given_to_any_act() {
    let mut window = at_rest(by_people("even", 3));
    window.edit::<Settings>().open = true;
    window.edit::<Settings>().rekeyed = Some(Act::Log);
    window.pad(Button::North);
    assert_eq!(window.edit::<Settings>().rekeyed, None);
    window.edit::<Settings>().open = false;
    window.run();
    let before = window.edit::<LogPanel>().open;
    let made = window.made().len();
    window.pad(Button::North);
    assert_ne!(window.edit::<LogPanel>().open, before, "Y shows the log now");
    assert_eq!(window.made().len(), made, "and ends no turn");
}
