//! What those read who look on: a title, and lines below it as large as all of them have room.

use std::sync::Arc;

use bevy_egui::egui::text::{LayoutJob, TextFormat};
use bevy_egui::egui::{FontId, Galley, Rect, TextStyle, Ui, UiBuilder, vec2};

use crate::overlay::theme;

/// How small the letters of a long caption are beside the usual ones, until all of it has room.
const SMALLER: [f32; 5] = [1.0, 0.85, 0.7, 0.6, 0.5];
/// How large the end of a battle is written beside the usual title.
const END: f32 = 1.6;
/// The same for what is done in a lesson.
const DEED: f32 = 0.8;
/// The share of its strip that a text leaves free on each side.
const AROUND: f32 = 0.03;

/// What is written below the field.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Caption {
    title: String,
    lines: Vec<String>,
    /// How large its title is beside the usual one.
    large: f32,
}

impl Caption {
    /// A title and what follows it; nothing is read twice.
    pub fn of(title: String, mut lines: Vec<String>) -> Self {
        lines.retain(|line| *line != title);
        Self { title, lines, large: 1.0 }
    }

    /// The same for what somebody does, and what that came to.
    pub fn of_deed(deed: String, lines: Vec<String>) -> Self {
        Self { large: DEED, ..Self::of(deed, lines) }
    }

    /// The same for the end of a battle.
    pub fn of_end(title: String, lines: Vec<String>) -> Self {
        Self { large: END, ..Self::of(title, lines) }
    }

    /// Writes it into its strip.
    pub fn write(&self, ui: &mut Ui, strip: Rect) {
        if self.title.is_empty() && self.lines.is_empty() {
            return;
        }
        let inside = strip.shrink2(strip.size() * vec2(AROUND, AROUND.min(10.0 / strip.height().max(1.0))));
        let fonts = [TextStyle::Heading, TextStyle::Body].map(|style| style.resolve(ui.style()));
        let written = |share: f32| {
            let sized = |font: &FontId| FontId::new(font.size * share * 1.25, font.family.clone());
            let [mut title, text] = fonts.each_ref().map(sized);
            title.size *= self.large;
            let mut job = LayoutJob::single_section(self.title.clone(), TextFormat::simple(title, theme::accent()));
            for line in self.lines.iter().filter(|line| !line.is_empty()) {
                let between = if job.text.is_empty() { "" } else { "\n" };
                job.append(&format!("{between}{line}"), 0.0, TextFormat::simple(text.clone(), theme::ink()));
            }
            job.wrap.max_width = inside.width();
            ui.painter().layout_job(job)
        };
        let fits = |galley: &Arc<Galley>| galley.size().y <= inside.height();
        let sized = SMALLER.into_iter().map(written).find(fits);
        let Some(galley) = sized.or_else(|| SMALLER.last().map(|share| written(*share))) else { return };
        ui.scope_builder(UiBuilder::new().max_rect(inside), |ui| {
            ui.set_clip_rect(strip);
            ui.label(galley);
        });
    }
}

/// Decisions in the order in which they were made, a line each with what it has come to after it. A decision has how many facts
/// had been told before it, what it came to the place of a fact. Nothing is said twice.
pub(super) fn in_order(said: impl Iterator<Item = (usize, String)>, came: Vec<(usize, String)>) -> Vec<String> {
    let mut came = came.into_iter().peekable();
    let mut said = said.peekable();
    let mut lines = Vec::new();
    while let Some((_, mut line)) = said.next() {
        let until = said.peek().map_or(usize::MAX, |(facts, _)| *facts);
        while let Some((_, more)) = came.next_if(|(at, _)| *at < until) {
            if !line.contains(&more) {
                line.push(' ');
                line.push_str(&more);
            }
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: each decision is read after all that came before it and before what it came to, and nothing is read twice.
    #[test]
    fn what_is_decided_is_read_before_what_it_came_to() {
        let told = |all: &[(usize, &str)]| all.iter().map(|(at, words)| (*at, (*words).to_owned())).collect::<Vec<_>>();
        let lines = |said: &[(usize, &str)], came: &[(usize, &str)]| in_order(told(said).into_iter(), told(came));
        let blow = [(4, "Ana strikes at Bo."), (6, "Bo tries to parry.")];
        assert_eq!(lines(&blow, &[]), ["Ana strikes at Bo.", "Bo tries to parry."]);
        let came = [(5, "It hits."), (6, "The parry fails."), (9, "Bo falls.")];
        let read = ["Ana strikes at Bo. It hits.", "Bo tries to parry. The parry fails. Bo falls."];
        assert_eq!(lines(&blow, &came), read);
        assert_eq!(lines(&[(4, "Ana walks.")], &[(4, "Ana walks."), (5, "Bo flees.")]), ["Ana walks. Bo flees."]);
    }
}
