//! What the last blow came to as one line: with what was not done after it, with who was not asked, and drawn.

use bevy_egui::egui::{Align, Color32, FontId, Ui, WidgetInfo, WidgetType, vec2};

use super::{LEGIBLE, Outcome, ROW, SIZE, UNASKED};
use crate::overlay::{hovered, theme};

impl Outcome {
    /// That somebody did nothing, after what came before.
    pub(super) fn said(idle: String, at: usize, before: Option<Self>) -> Self {
        let alone = || Self {
            words: String::new(),
            short: Default::default(),
            whole: None,
            luck: None,
            all: Vec::new(),
            rule: None,
            at,
        };
        let mut said = before.unwrap_or_else(alone);
        let space = if said.words.is_empty() { "" } else { " " };
        let [_, least] = &mut said.short;
        // Where there is least room what has happened stands alone.
        if least.is_empty() {
            least.clone_from(&idle);
        }
        let [less, _] = &mut said.short;
        let longer = [&mut said.words, less].into_iter().chain(&mut said.whole);
        longer.for_each(|words| words.push_str(&format!("{space}{idle}")));
        said.all.push((at, idle));
        Self { at, ..said }
    }

    /// What all of it came to in one sentence and in a shorter one, after each part of it.
    pub(super) fn summed_up([words, short]: [String; 2], at: usize, before: Option<Self>) -> Self {
        let mut all = before.map_or_else(Vec::new, |before| before.all);
        all.push((at, words.clone()));
        Self { words, short: [short.clone(), short], whole: None, luck: None, all, rule: None, at }
    }

    /// As the bar tells it: with those who were not asked about it, if there are any.
    pub fn told(mut self, unasked: &[&str]) -> Self {
        let were = match unasked {
            [] => return self,
            [one] => format!("{one} was"),
            [first @ .., last] => format!("{} and {last} were", first.join(", ")),
        };
        let longer = std::iter::once(&mut self.words).chain(&mut self.whole);
        longer.for_each(|words| words.push_str(&format!(" {were} not asked: harm was unlikely.")));
        self.all.push((self.at, UNASKED.to_owned()));
        self
    }

    /// What each blow came to, one a line.
    pub(super) fn in_full(&self) -> String {
        let lines: Vec<&str> = self.all.iter().map(|(_, words)| words.as_str()).collect();
        lines.join("\n")
    }

    fn colour(&self) -> Color32 {
        match self.luck {
            Some(true) => theme::good(),
            Some(false) => theme::bad(),
            None => theme::faint(),
        }
    }

    /// The line, no broader than this: less of it rather than so small that it cannot be read. All of it is read where it is
    /// pointed at.
    pub fn draw(&self, ui: &mut Ui, wide: f32) {
        let (scale, room) = (theme::scale(ui.ctx()), vec2(wide, ui.max_rect().height()));
        let [one, two] = ROW.map(|share| room.y * share);
        let font = FontId::proportional((SIZE * scale).min(one));
        let sizes = [one, two].map(|most| most.min(LEGIBLE * scale));
        let less = [&self.words, &self.short[0], &self.short[1]];
        let forms: Vec<&str> = self.whole.iter().chain(less).map(String::as_str).collect();
        let told = theme::readable(ui.painter(), &forms, room, (&font, sizes), (self.colour(), Align::LEFT));
        let line = hovered::line(ui, told);
        line.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, self.whole.as_ref().unwrap_or(&self.words)));
        let rule = self.rule.iter().map(|rule| format!("\n{rule}"));
        let told: String = std::iter::once(self.in_full()).chain(rule).collect();
        hovered::tell(line, ui, &told);
    }
}
