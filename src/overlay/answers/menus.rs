//! Large groups of answers in a list: what waits for the same thing, or is done with the same arm, lies in one menu, and what goes
//! some way has one small button a direction.

use bevy_egui::egui::Ui;

use super::button::{Shown, face};
use super::{Answering, Placed, apart, at, keyed, say_end};
use crate::battle::{Choice, Key, Look, Order, Question};

/// So many of those that wait for something lie open.
const LIKELIEST: usize = 3;

/// Choices that wait for something, each with its place in the list: the likeliest lie open, the others by what they wait for
/// in one menu each.
fn waiting(ui: &mut Ui, look: Look<'_>, question: &Question, shown: &[Placed<'_>], with: &mut Answering<'_>) {
    let when = |choice: &Choice| choice.later.as_ref().map(|later| later.when.clone());
    let mut whens: Vec<String> = Vec::new();
    for when in shown.iter().filter_map(|(choice, _)| when(choice)) {
        if !whens.contains(&when) {
            whens.push(when);
        }
    }
    for (index, title) in whens.iter().enumerate() {
        let open = if index == 0 { LIKELIEST } else { 0 };
        let same = || shown.iter().filter(|(choice, _)| when(choice).as_ref() == Some(title));
        for placed in same().take(open) {
            at(ui, look, question, *placed, with);
        }
        if same().nth(open).is_none() {
            continue;
        }
        ui.menu_button(format!("{title} ⏷"), |ui| {
            // They take the same, and are many: it is said of all of them.
            if let Some((first, _)) = same().nth(open) {
                say_end(ui, look, first, with);
            }
            for (choice, place) in same().skip(open) {
                let what = choice.later.as_ref().map_or(choice.label.as_str(), |later| later.what.as_str());
                let text = format!("{what}{}", apart(choice));
                let key = keyed(question, choice, *place, with);
                face(ui, look, question, choice, (&Shown::plain(text), key), with);
            }
        });
    }
}

/// A large group: what waits for the same thing lies in one menu, and what is done with the same thing.
pub fn folded(ui: &mut Ui, look: Look<'_>, question: &Question, shown: &[Placed<'_>], with: &mut Answering<'_>) {
    let (later, shown): (Vec<Placed<'_>>, Vec<Placed<'_>>) =
        shown.iter().copied().partition(|(choice, _)| choice.later.is_some());
    waiting(ui, look, question, &later, with);
    let mut done: Vec<&str> = Vec::new();
    for placed in &shown {
        let arm = placed.0.order.with.map_or("", Key::as_str);
        let same = || shown.iter().filter(|(other, _)| other.order.with.is_some_and(|other| other == arm));
        if same().count() < 2 {
            at(ui, look, question, *placed, with);
        } else if !done.contains(&arm) {
            done.push(arm);
            ui.menu_button(format!("{arm} ⏷"), |ui| {
                same().for_each(|placed| at(ui, look, question, *placed, with));
            });
        }
    }
}

/// Deeds that go some way: one line a deed, one small button a direction.
pub fn compasses(ui: &mut Ui, look: Look<'_>, question: &Question, ways: &[&Choice], with: &mut Answering<'_>) {
    let undirected = |choice: &Choice| Order { toward: None, ..choice.order.clone() };
    let mut deeds: Vec<Order> = Vec::new();
    for choice in ways {
        let deed = undirected(choice);
        if !deeds.contains(&deed) {
            deeds.push(deed);
        }
    }
    for deed in deeds {
        let same = || ways.iter().filter(|choice| undirected(choice) == deed);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            if let Some(first) = same().next() {
                let word = first.order.toward.map_or("", |direction| direction.word());
                let name = first.label.strip_suffix(word).unwrap_or(&first.label).trim_end().trim_end_matches(':');
                ui.label(format!("{name}{}", apart(first)));
            }
            if let Some(open) = same().find(|choice| choice.is_legal()) {
                say_end(ui, look, open, with);
            }
            for choice in same() {
                let letters = choice.order.toward.map(|direction| initials(direction.word())).unwrap_or_default();
                face(ui, look, question, choice, (&Shown::plain(letters), None), with);
            }
        });
    }
}

/// "NE" for "north east".
fn initials(words: &str) -> String {
    words.split_whitespace().filter_map(|word| word.chars().next()).map(|letter| letter.to_ascii_uppercase()).collect()
}
