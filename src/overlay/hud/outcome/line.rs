//! What the last blow came to as one line: with what was not done after it, with who was not asked, and drawn.

use std::sync::Arc;

use bevy_egui::egui::{
    Align, Button, Color32, Context, CursorIcon, FontId, Galley, Id, Label, RichText, Sense, Stroke, Ui, WidgetInfo,
    WidgetType, pos2, vec2,
};

use super::also::{MOST, leading, told as told_also};
use super::{LARGEST, LEGIBLE, Outcome, ROW, SIZE, UNASKED};
use crate::battle::SideId;
use crate::overlay::{hovered, theme, tokens};

/// Points that the sign of a side takes before the line, at the usual size of text, and how far it reaches in them.
const CHIP: f32 = 14.0;
const ROUND: f32 = 0.4;
/// Points of the sign that puts the line away, at the usual size of text; what that does, and what a click on the line does.
const SIGN: f32 = 20.0;
const AWAY: &str = "Put away what the last blow came to";
const READ: &str = "Click to read it in the log.";
/// What is wanted of the line is kept under this name until it is heard.
const WANTED: &str = "what is wanted of the last blow";

/// What somebody wants of the line.
#[derive(Clone, Copy)]
pub(super) enum Wants {
    /// To read in the log what it tells.
    Log,
    /// To have it put away.
    Away,
}

impl Wants {
    fn note(self, ui: &Ui) {
        ui.data_mut(|data| data.insert_temp(Id::new(WANTED), Some(self)));
    }
}

/// What somebody has wanted of the line since this was asked last.
pub(super) fn wanted(context: &Context) -> Option<Wants> {
    context.data_mut(|data| data.remove_temp::<Option<Wants>>(Id::new(WANTED))).flatten()
}

/// Points across of the sign that puts the line away, where the text leaves room for one.
fn sign(ui: &Ui) -> Option<f32> {
    (!theme::is_cramped(ui)).then(|| SIGN * theme::scale(ui.ctx()))
}

/// Adds that sign.
fn away(ui: &mut Ui) {
    let Some(size) = sign(ui) else { return };
    let high = size.min(ui.max_rect().height());
    let sign = Button::new(RichText::new("×").color(theme::faint())).small().frame(false);
    let sign = ui.add_sized(vec2(size, high), sign);
    sign.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, AWAY));
    if hovered::tell(sign, ui, AWAY).clicked() {
        Wants::Away.note(ui);
    }
}

impl Outcome {
    /// That somebody did nothing, after what came before.
    pub(super) fn said(idle: String, at: usize, before: Option<Self>) -> Self {
        let mut said = before.unwrap_or_else(|| Self { from: at, ..Self::default() });
        let space = if said.words.is_empty() { "" } else { " " };
        let [_, least] = &mut said.short;
        // Where there is least room what has happened stands alone.
        if least.is_empty() {
            least.clone_from(&idle);
        }
        let [less, _] = &mut said.short;
        let longer = [&mut said.words, less].into_iter().chain(said.whole.iter_mut().map(|(whole, _)| whole));
        longer.for_each(|words| words.push_str(&format!("{space}{idle}")));
        said.all.push((at, idle));
        Self { at, ..said }
    }

    /// What all of it came to in one sentence and in a shorter one, after each part of it.
    pub(super) fn summed_up([words, short]: [String; 2], at: usize, before: Option<Self>) -> Self {
        let mut all = before.map_or_else(Vec::new, |before| before.all);
        all.push((at, words.clone()));
        Self { words, short: [short.clone(), short], all, from: at, at, ..Self::default() }
    }

    /// What a side has settled for everybody, beside what has happened before it or since.
    pub(super) fn settled((words, at, side): (String, usize, SideId), came: Option<Self>) -> Self {
        match came {
            None => Self { by: Some(side), ..Self::said(words, at, None) },
            Some(came) if came.at < at => Self::said(words, at, Some(came)),
            Some(mut came) => {
                // Where there is little room what has come of it stands alone.
                let longer = std::iter::once(&mut came.words).chain(came.whole.iter_mut().map(|(whole, _)| whole));
                longer.for_each(|told| *told = format!("{words} {told}"));
                let place = came.all.iter().position(|(last, _)| *last > at).unwrap_or(came.all.len());
                came.all.insert(place, (at, words));
                Self { from: came.from.min(at), ..came }
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
        let longer = std::iter::once(&mut self.words).chain(self.whole.iter_mut().map(|(whole, _)| whole));
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

    /// It with less from one form to the next: who else was hurt is told in all of them, after a blow that did harm and in the last
    /// no more than how many; before one that did none, which is left out first.
    pub(super) fn forms(&self) -> Vec<String> {
        let [less, least] = &self.short;
        let most = MOST.min(self.also.len());
        if !self.is_harmful && most > 0 {
            let led = |words: &String| format!("{} {words}", leading(&self.also, MOST));
            // All of a turn goes after it where nobody else was hurt in that.
            let whole = self.whole.iter().filter(|(_, also)| *also == self.also).map(|(whole, _)| led(whole));
            let alone = (1..=most).rev().map(|most| leading(&self.also, most));
            return whole.chain([&self.words, less, least].map(led)).chain(alone).collect();
        }
        let with = |words: &String, also: Option<String>| match also {
            Some(also) => format!("{words} {also}"),
            None => words.clone(),
        };
        let forms = [&self.words, less, least].map(|words| with(words, told_also(&self.also, MOST)));
        let fewer = (0..most).rev().map(|most| with(least, told_also(&self.also, most)));
        // All of a turn tells more of those who were hurt.
        let whole = self.whole.iter().map(|(whole, also)| with(whole, told_also(also, MOST)));
        whole.chain(forms).chain(fewer).collect()
    }

    /// The sign of its side, and what that takes of the line, where the text leaves room for one.
    fn chip(&self, ui: &Ui) -> (Option<(SideId, f32)>, f32) {
        let chip = self.by.filter(|_| !theme::is_cramped(ui)).map(|side| (side, CHIP * theme::scale(ui.ctx())));
        (chip, chip.map_or(0.0, |(_, size)| size + ui.spacing().item_spacing.x))
    }

    /// Points across that lie beside its words: the sign of its side, and the one that puts it away.
    fn beside(&self, ui: &Ui) -> f32 {
        self.chip(ui).1 + sign(ui).map_or(0.0, |size| size + ui.spacing().item_spacing.x)
    }

    /// Points across that the least of it takes in two lines of a text that can be read.
    pub fn least(&self, ui: &Ui) -> f32 {
        let size = (ui.max_rect().height() * ROW[1]).min(LEGIBLE * theme::scale(ui.ctx()));
        let wide = |words: String| {
            ui.painter().layout_no_wrap(words, FontId::proportional(size), Color32::PLACEHOLDER).size().x
        };
        let words = self.forms().pop().unwrap_or_default();
        // A word that ends the first line may lack as much as it is long.
        let longest = words.split(' ').max_by_key(|word| word.len()).unwrap_or_default().to_owned();
        wide(words) / 2.0 + wide(longest) + self.beside(ui)
    }

    /// What of it has room where it may be so broad.
    pub(super) fn laid(&self, ui: &Ui, wide: f32) -> Arc<Galley> {
        let scale = theme::scale(ui.ctx());
        let room = vec2((wide - self.beside(ui)).max(0.0), ui.max_rect().height());
        let font = FontId::proportional((SIZE * scale).min(room.y * LARGEST));
        let sizes = ROW.map(|share| (room.y * share).min(LEGIBLE * scale));
        let all = self.forms();
        let forms: Vec<&str> = all.iter().map(String::as_str).collect();
        theme::readable(ui.painter(), &forms, room, (&font, sizes), (self.colour(), Align::LEFT))
    }

    /// The line, no broader than this: less of it rather than so small that it cannot be read. All of it is read where it is
    /// pointed at, and in the log where it is clicked; the sign at its end puts it away.
    pub fn draw(&self, ui: &mut Ui, wide: f32) {
        // Its side is told by a shape, too.
        let ((chip, taken), told) = (self.chip(ui), self.laid(ui, wide));
        let is_from_right = ui.layout().prefer_right_to_left();
        match chip {
            _ if is_from_right => away(ui),
            // What is added here is all that lies before the line.
            Some(_) => ui.add_space(taken),
            None => {}
        }
        // There is no second tip below its own.
        let line = ui.add(Label::new(told).show_tooltip_when_elided(false).sense(Sense::click()));
        match chip {
            _ if !is_from_right => away(ui),
            Some((_, size)) => ui.add_space(size),
            None => {}
        }
        if let Some((side, size)) = chip {
            let at = pos2(line.rect.left() - taken + size / 2.0, line.rect.center().y);
            let fill = theme::side(side.0);
            tokens::shape(ui.painter(), at, size * ROUND, side.0, fill, Stroke::new(1.0, Color32::BLACK));
        }
        line.widget_info(|| {
            WidgetInfo::labeled(WidgetType::Label, true, self.forms().into_iter().next().unwrap_or_default())
        });
        let also = told_also(&self.also, self.also.len()).map(|also| format!("\n{also}"));
        let rule = self.rule.iter().map(|rule| format!("\n{rule}"));
        let told: String = std::iter::once(self.in_full()).chain(also).chain(rule).collect();
        let line = line.on_hover_cursor(CursorIcon::PointingHand);
        if hovered::tell(line, ui, &format!("{told}\n{READ}")).clicked() {
            Wants::Log.note(ui);
        }
    }
}
