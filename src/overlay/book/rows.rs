//! A lesson as a row of a list: the sign of what is done in it, its title, and a sentence of what it shows. What it is called
//! in its file and which rules it shows is told while it is pointed at.

use std::sync::Arc;

use bevy_egui::egui::{Frame, Label, Margin, RichText, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, WidgetType};

use super::Book;
use crate::battle::house_words::{ACT, END_TURN, PASS};
use crate::battle::{Key, Rules, Spoken};
use crate::overlay::wishes::{Wish, Wishes};
use crate::overlay::{signs, theme};
use crate::rulebook::{Lesson, Scene};

/// Points of its sign across, at the usual size of text.
const SIGN: f32 = 30.0;
/// What is done in nearly every lesson and tells nothing of it.
const PLAIN: [&str; 7] = [END_TURN, "none", "draw", "move", ACT, PASS, "lay"];

/// The row. A click on it plays the lesson, a right click leads to the rules that it shows.
pub(super) fn row(ui: &mut Ui, rules: &Rules, lesson: &Arc<Lesson>, with: &mut Book, wishes: &mut Wishes) {
    let frame = Frame::new().fill(theme::raised()).corner_radius(theme::panels().round);
    let drawn = frame.inner_margin(Margin::symmetric(8, 4)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal_top(|ui| {
            sign(ui, rules, lesson);
            ui.vertical(|ui| {
                let words = |text: RichText| Label::new(text).wrap().selectable(false);
                ui.add(words(RichText::new(&lesson.title).strong()));
                ui.add(words(RichText::new(sentence(&lesson.text)).small().color(theme::faint())));
            });
        });
    });
    let row = drawn.response.interact(Sense::click());
    row.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &lesson.title));
    if row.hovered() || row.has_focus() {
        let edge = Stroke::new(1.5, theme::accent());
        ui.painter().rect_stroke(row.rect, theme::panels().round, edge, StrokeKind::Inside);
    }
    if row.clicked() {
        wishes.wish = Some(Wish::Play(lesson.id.clone()));
    }
    // Whoever wants the rule and not the lesson.
    row.context_menu(|ui| {
        for rule in &lesson.rules {
            let Some(text) = rules.book.get(rule) else { continue };
            if ui.button(format!("Rule: {}", text.title)).clicked() {
                with.look_up(*rule);
            }
        }
    });
    row.on_hover_ui(|ui| told(ui, rules, lesson));
}

/// What it shows in full.
fn told(ui: &mut Ui, rules: &Rules, lesson: &Lesson) {
    ui.label(&lesson.text);
    let title = |rule| rules.book.get(rule).map_or("", |text| text.title.as_str());
    let shows = lesson.rules.iter().map(|rule| format!("{} ({rule})", title(rule)));
    let shows = format!("{}. Shows {}", lesson.id, shows.collect::<Vec<_>>().join(", "));
    ui.label(RichText::new(shows).small().color(theme::faint()));
    if let Some(Spoken { verb, with, .. }) = deed(lesson) {
        let with = with.map_or_else(String::new, |with| format!(" with {with}"));
        let text = format!("Its sign stands for what is done in it: {verb}{with}.");
        ui.label(RichText::new(text).small().color(theme::faint()));
    }
    ui.label(RichText::new("A right click leads to its rules.").small().color(theme::faint()));
}

/// The first sentence of a text.
fn sentence(text: &str) -> &str {
    let ends = text.char_indices().find(|(at, letter)| {
        let rest = text.get(at + 1..).unwrap_or_default();
        matches!(letter, '.' | '!' | '?') && (rest.is_empty() || rest.starts_with([' ', '\n']))
    });
    ends.and_then(|(at, _)| text.get(..=at)).unwrap_or(text)
}

/// The deed that tells most of it.
fn deed(lesson: &Lesson) -> Option<Spoken> {
    let told = lesson.play.iter().filter_map(|scene| match scene {
        Scene::Do(line) => Spoken::parse(line.split_once(": ").map_or(line.as_str(), |(_, words)| words)).ok(),
        _ => None,
    });
    let done: Vec<Spoken> = told.collect();
    let most = done.iter().position(|said| !PLAIN.contains(&said.verb.as_str())).unwrap_or(0);
    done.into_iter().nth(most)
}

/// The words that find its sign: of that deed, what it is done with, then how.
fn words(rules: &Rules, lesson: &Lesson) -> Vec<String> {
    let Some(Spoken { verb, with, .. }) = deed(lesson) else { return Vec::new() };
    let arm = with.as_deref().and_then(Key::find).and_then(|with| rules.arms.get(&with));
    let by_arm = arm.into_iter().flat_map(|arm| signs::attack(arm.name.as_str(), Some(arm.kind)));
    by_arm.chain(signs::words(&verb)).map(str::to_owned).collect()
}

/// The sign of what is done in it.
fn sign(ui: &mut Ui, rules: &Rules, lesson: &Lesson) {
    let size = theme::em(ui, SIGN);
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(size), Sense::hover());
    // Of hundreds of rows few are in sight.
    if ui.is_rect_visible(rect) {
        let (icons, colours) = ((words(rules, lesson), lesson.title.as_str()), (theme::faint(), theme::raised()));
        signs::icon(ui.painter(), &rules.looks, icons, (rect.center(), size * 0.4), colours);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::trial;

    /// Promise: a row tells one sentence of what its lesson shows, whole and no more.
    #[test]
    fn a_row_tells_one_sentence() {
        assert_eq!(sentence("Three hits are three wounds. Never one."), "Three hits are three wounds.");
        assert_eq!(sentence("Half: 2.5 of it"), "Half: 2.5 of it");
        assert_eq!(sentence("Who goes? He does."), "Who goes?");
        assert_eq!(sentence(""), "");
    }

    /// Promise: every lesson that ships has a title and a sentence for its row.
    #[test]
    fn every_lesson_has_a_title_and_a_sentence() {
        let library = trial::library();
        for ruleset in library.rulesets().unwrap() {
            let lessons = library.lessons(&ruleset).unwrap();
            for lesson in &lessons {
                assert!(!lesson.title.is_empty() && !sentence(&lesson.text).is_empty(), "{}", lesson.id);
            }
        }
    }
}
