//! What the last blow came to as one line: with what was not done after it, with who was not asked, and drawn.

use bevy_egui::egui::{Align, Color32, FontId, Stroke, Ui, WidgetInfo, WidgetType, pos2, vec2};

use super::{LARGEST, LEGIBLE, Outcome, ROW, SIZE, UNASKED};
use crate::battle::SideId;
use crate::overlay::{hovered, theme, tokens};

/// Points that the sign of a side takes before the line, at the usual size of text, and how far it reaches in them.
const CHIP: f32 = 14.0;
const ROUND: f32 = 0.4;

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
            by: None,
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
        Self { words, short: [short.clone(), short], whole: None, luck: None, all, rule: None, at, by: None }
    }

    /// What a side has settled for everybody, beside what has happened before it or since.
    pub(super) fn settled((words, at, side): (String, usize, SideId), came: Option<Self>) -> Self {
        match came {
            None => Self { by: Some(side), ..Self::said(words, at, None) },
            Some(came) if came.at < at => Self::said(words, at, Some(came)),
            Some(mut came) => {
                // Where there is little room what has come of it stands alone.
                let longer = std::iter::once(&mut came.words).chain(&mut came.whole);
                longer.for_each(|told| *told = format!("{words} {told}"));
                let place = came.all.iter().position(|(last, _)| *last > at).unwrap_or(came.all.len());
                came.all.insert(place, (at, words));
                came
            }
        }
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

    /// That of the side that acts; where none does, of good luck and bad.
    fn colour(&self) -> Color32 {
        match (self.by, self.luck) {
            (Some(side), _) => theme::legible(theme::side(side.0)),
            (None, Some(true)) => theme::good(),
            (None, Some(false)) => theme::bad(),
            (None, None) => theme::faint(),
        }
    }

    /// The line, no broader than this: less of it rather than so small that it cannot be read. All of it is read where it is
    /// pointed at.
    pub fn draw(&self, ui: &mut Ui, wide: f32) {
        let scale = theme::scale(ui.ctx());
        // Its side is told by a shape, too, where the text leaves room for one.
        let chip = self.by.filter(|_| !theme::is_cramped(ui)).map(|side| (side, CHIP * scale));
        let taken = chip.map_or(0.0, |(_, size)| size + ui.spacing().item_spacing.x);
        let room = vec2((wide - taken).max(0.0), ui.max_rect().height());
        let font = FontId::proportional((SIZE * scale).min(room.y * LARGEST));
        let sizes = ROW.map(|share| (room.y * share).min(LEGIBLE * scale));
        let less = [&self.words, &self.short[0], &self.short[1]];
        let forms: Vec<&str> = self.whole.iter().chain(less).map(String::as_str).collect();
        let told = theme::readable(ui.painter(), &forms, room, (&font, sizes), (self.colour(), Align::LEFT));
        let (before, after) = if ui.layout().prefer_right_to_left() { (None, chip) } else { (chip, None) };
        // What is added here is all that lies before the line.
        before.iter().for_each(|_| ui.add_space(taken));
        let line = hovered::line(ui, told);
        after.iter().for_each(|(_, size)| ui.add_space(*size));
        if let Some((side, size)) = chip {
            let at = pos2(line.rect.left() - taken + size / 2.0, line.rect.center().y);
            let fill = theme::side(side.0);
            tokens::shape(ui.painter(), at, size * ROUND, side.0, fill, Stroke::new(1.0, Color32::BLACK));
        }
        line.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, self.whole.as_ref().unwrap_or(&self.words)));
        let rule = self.rule.iter().map(|rule| format!("\n{rule}"));
        let told: String = std::iter::once(self.in_full()).chain(rule).collect();
        hovered::tell(line, ui, &told);
    }
}
