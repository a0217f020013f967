//! Every lesson by the chapter of what it shows first.

use std::sync::Arc;

use bevy_egui::egui::{Button, RichText, ScrollArea, Ui};

use super::Book;
use crate::battle::{RuleId, Rules};
use crate::book::find::Wanted;
use crate::overlay::theme;
use crate::overlay::wishes::{Wish, Wishes};
use crate::rulebook::Lesson;

/// What it costs to be found in the words of a lesson, and not in its title.
const IN_TEXT: u32 = 30;

pub(super) fn lessons(
    ui: &mut Ui,
    rules: &Rules,
    lessons: Option<&[Arc<Lesson>]>,
    with: &mut Book,
    wishes: &mut Wishes,
) {
    let Some(lessons) = lessons else {
        ui.label(RichText::new("The lessons are being read.").color(theme::faint()));
        ui.ctx().request_repaint();
        return;
    };
    let wanted = Wanted::of(&with.search);
    let title = |rule: &RuleId| rules.book.get(rule).map_or("", |rule| rule.title.as_str());
    let fits = |lesson: &&Arc<Lesson>| {
        let of_rules = lesson.rules.iter().flat_map(|rule| [(rule.as_str(), 0), (title(rule), 0)]);
        let own = [(lesson.title.as_str(), 0), (lesson.text.as_str(), IN_TEXT), (lesson.id.as_str(), 0)];
        wanted.is_anything() || wanted.rank(&of_rules.chain(own).collect::<Vec<_>>()).is_some()
    };
    let chapter = |lesson: &Lesson| {
        let first = lesson.rules.first()?;
        rules.chapters.iter().position(|chapter| chapter.rules().any(|rule| rule == *first))
    };
    let mut fitting: Vec<(usize, &Arc<Lesson>)> =
        lessons.iter().filter(fits).map(|lesson| (chapter(lesson).unwrap_or(usize::MAX), lesson)).collect();
    fitting.sort_by_key(|(chapter, _)| *chapter);
    ScrollArea::vertical().id_salt("lessons").auto_shrink(false).show(ui, |ui| {
        if fitting.is_empty() {
            ui.label(RichText::new("No lesson shows that.").color(theme::faint()));
        }
        for here in fitting.chunk_by(|one, other| one.0 == other.0) {
            let name = here.first().and_then(|(chapter, _)| rules.chapters.get(*chapter));
            let name = name.map_or("Other", |chapter| chapter.title.as_str());
            ui.label(RichText::new(name).color(theme::accent()).strong());
            for (_, lesson) in here {
                ui.horizontal_wrapped(|ui| {
                    let face = Button::new(RichText::new(&lesson.title).color(theme::ink()));
                    if ui.add(face).on_hover_text(&lesson.text).clicked() {
                        wishes.wish = Some(Wish::Play(lesson.id.clone()));
                    }
                    ui.spacing_mut().item_spacing.x = 5.0;
                    for rule in &lesson.rules {
                        if ui.link(RichText::new(rule.as_str()).small()).on_hover_text(title(rule)).clicked() {
                            with.look_up(*rule);
                        }
                    }
                });
            }
        }
    });
}
