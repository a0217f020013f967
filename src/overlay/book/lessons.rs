//! Every lesson: those that somebody kept first, then those chosen for the tour, then all others by the chapter of what they show,
//! in the order of a round, each chapter folded.

use std::sync::Arc;

use bevy_egui::egui::{CollapsingHeader, Label, RichText, ScrollArea, Ui};

use super::Book;
use super::rows::row;
use crate::battle::{RuleId, Rules};
use crate::book::find::Wanted;
use crate::keep::is_kept;
use crate::overlay::theme;
use crate::overlay::wishes::Wishes;
use crate::rulebook::Lesson;

/// What it costs to be found in the words of a lesson, and not in its title.
const IN_TEXT: u32 = 30;
/// No more lessons than these lie open in their chapters.
const FEW: usize = 12;

/// How the lessons of a game lie in the list.
struct Listed<'l> {
    /// Those that somebody kept, as they were kept.
    kept: Vec<&'l Arc<Lesson>>,
    /// Those of its tour, in the order of the tour.
    chosen: Vec<&'l Arc<Lesson>>,
    /// The others, by the places of their chapters.
    others: Vec<(usize, &'l Arc<Lesson>)>,
}

impl<'l> Listed<'l> {
    /// Of these lessons: some of them are chosen.
    fn of(lessons: Vec<&'l Arc<Lesson>>, chosen: &[String], rules: &Rules) -> Self {
        let place = |lesson: &Lesson| chosen.iter().position(|id| *id == lesson.id);
        let chapter = |lesson: &Lesson| {
            let first = lesson.rules.first()?;
            rules.chapters.iter().position(|chapter| chapter.rules().any(|rule| rule == *first))
        };
        let (mut chosen, others): (Vec<_>, Vec<_>) = lessons.into_iter().partition(|lesson| place(lesson).is_some());
        let (mut kept, others): (Vec<_>, Vec<_>) = others.into_iter().partition(|lesson| is_kept(lesson));
        kept.sort_by(|one, other| one.id.len().cmp(&other.id.len()).then_with(|| one.id.cmp(&other.id)));
        chosen.sort_by_key(|lesson| place(lesson));
        let others = others.into_iter().map(|lesson| (chapter(lesson).unwrap_or(usize::MAX), lesson));
        let mut others: Vec<(usize, &Arc<Lesson>)> = others.collect();
        others.sort_by_key(|(chapter, _)| *chapter);
        Self { kept, chosen, others }
    }
}

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
    let fitting = lessons.iter().filter(fits).collect();
    let Listed { kept, chosen, others } = Listed::of(fitting, with.chosen(rules.name), rules);
    ScrollArea::vertical().min_scrolled_height(0.0).id_salt("lessons").auto_shrink(false).show(ui, |ui| {
        if kept.is_empty() && chosen.is_empty() && others.is_empty() {
            ui.label(RichText::new("No lesson shows that.").color(theme::faint()));
            return;
        }
        // What is looked for lies open, and so do few.
        let is_found = !wanted.is_anything();
        if !kept.is_empty() {
            heading(ui, "Kept by you", "Stretches of your battles, and checked like all others.");
            kept.iter().for_each(|lesson| row(ui, rules, lesson, with, wishes));
            ui.add_space(theme::em(ui, 8.0));
        }
        if !chosen.is_empty() {
            heading(ui, "Chosen for the tour", "In the order of a round: whoever has seen these can play.");
            chosen.iter().for_each(|lesson| row(ui, rules, lesson, with, wishes));
            ui.add_space(theme::em(ui, 8.0));
        }
        if others.is_empty() {
            return;
        }
        if !is_found {
            heading(ui, "All checks", "Every rule played to its last die, chapter by chapter in the order of a round.");
        }
        for here in others.chunk_by(|one, other| one.0 == other.0) {
            let chapter = here.first().and_then(|(chapter, _)| rules.chapters.get(*chapter));
            let name = chapter.map_or("Other", |chapter| chapter.title.as_str());
            let head = RichText::new(format!("{name} ({})", here.len())).color(theme::accent()).strong();
            let fold = CollapsingHeader::new(head).id_salt(("checks", rules.name.as_str(), name));
            let fold = fold.default_open(others.len() <= FEW).open(is_found.then_some(true));
            fold.show_unindented(ui, |ui| {
                if let Some(chapter) = chapter.filter(|chapter| !is_found && !chapter.text.is_empty()) {
                    ui.add(Label::new(RichText::new(&chapter.text).small().color(theme::faint())).wrap());
                }
                here.iter().for_each(|(_, lesson)| row(ui, rules, lesson, with, wishes));
            });
        }
    });
}

fn heading(ui: &mut Ui, title: &str, text: &str) {
    ui.label(RichText::new(title).heading());
    ui.add(Label::new(RichText::new(text).small().color(theme::faint())).wrap());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::trial;

    /// Promise: what somebody has kept stands first, as it was kept; a tour's lessons follow in its order, and all others by their
    /// chapters; none is listed twice or left out.
    #[test]
    fn the_tour_comes_first_and_all_others_by_chapter() {
        let library = trial::library();
        for ruleset in ["scale_toughness", "zones", "liberi_gothica", "old_school", "hursagmu"] {
            let rules = library.rules(ruleset).unwrap();
            let mut all = library.lessons(ruleset).unwrap();
            let kept = [2, 10, 1].map(|number| Lesson { id: format!("KEPT-{number:02}"), ..all[0].clone() });
            all.extend(kept);
            let all: Vec<Arc<Lesson>> = all.into_iter().map(Arc::new).collect();
            let mut book = Book::default();
            book.read(library, rules.name);
            let tour = book.chosen(rules.name);
            assert!(tour.len() > 4, "{ruleset}: {tour:?}");
            let listed = Listed::of(all.iter().collect(), tour, &rules);
            let kept: Vec<&str> = listed.kept.iter().map(|lesson| lesson.id.as_str()).collect();
            assert_eq!(kept, ["KEPT-01", "KEPT-02", "KEPT-10"], "{ruleset}");
            let chosen: Vec<&str> = listed.chosen.iter().map(|lesson| lesson.id.as_str()).collect();
            assert_eq!(chosen, tour.iter().map(String::as_str).collect::<Vec<_>>(), "{ruleset}");
            assert!(listed.others.is_sorted_by_key(|(chapter, _)| *chapter), "{ruleset}");
            let mut ids: Vec<&str> =
                listed.others.iter().map(|(_, lesson)| lesson.id.as_str()).chain(chosen).chain(kept).collect();
            ids.sort_unstable();
            ids.dedup();
            assert_eq!(ids.len(), all.len(), "{ruleset}");
        }
    }
}
