//! What hangs on an answer, beside it: exactly where the rules or the dice that are left can say so, else as it came out when it
//! was tried.

mod words;

use std::sync::Arc;

use bevy_egui::egui::{Align, Color32, Galley, RichText, TextStyle, Ui, vec2};

pub(super) use self::words::names;
use self::words::{inked, meanings, sourced, staked};
use super::answers::{self, Answering, HIGH, Panel};
use super::known::Known;
use super::{hovered, theme};
use crate::ahead::{Foretold, Stake, Stakes};
use crate::battle::{Choice, Group, Look, Order, Question};

/// Points of what hangs on an answer across at most, at the usual size of text: a broad question hides who asks it.
const BROAD: f32 = 220.0;

/// Lines of what hangs on an answer that have room beside it from the first; the rest lies under the pointer.
const LINES: f32 = 2.0;
/// A line that is narrower than this, at the usual size of text, has the room of two that are a little smaller.
const NARROW: f32 = 200.0;
const SMALLER_LINES: f32 = 1.7;
/// What has no room is written in more lines before it is smaller than this share of its size, and smaller before it is cut off, in
/// no fewer points than this.
const LEAST: f32 = 0.8;
const LEGIBLE: f32 = 11.0;

/// Where what hangs on an answer lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lies {
    /// Beside the answer.
    Beside,
    /// Below it.
    Below,
    /// Below it, in one line, or two smaller ones where that is narrow: the rest lies under the pointer.
    InALine,
}

/// What hangs on an answer.
enum Hangs {
    /// What comes of it if nobody does anything more.
    Exactly(Arc<Foretold>),
    /// What comes of it by the end of the deed, or came of it when it was tried.
    Stake(Stake),
}

/// What finds out what hangs on answers.
type Finds = for<'k> fn(&'k mut Known, Look<'_>, &[Order]) -> Option<&'k Stakes>;

/// What hangs on each of several answers to a question.
#[derive(Default)]
pub struct Hanging {
    /// In their order; nothing for an answer that decides nothing.
    each: Vec<Option<Hangs>>,
    /// Whether all is known that will be.
    pub is_known: bool,
    /// Whether somebody decides of their own accord in their own turn or before any, and nobody else has a part in it.
    pub is_theirs: bool,
}

/// What hangs on an answer, in a few words.
pub struct Brief {
    /// What becomes of the one who is asked, and of the others.
    pub text: String,
    /// How bad that is for whoever comes first.
    pub colour: Color32,
    /// The same in all words, and where that is known from.
    pub all: String,
}

impl Brief {
    /// Points across of it, in a line.
    pub fn broad(&self, ui: &Ui) -> f32 {
        theme::wide(ui, &self.text, TextStyle::Small).ceil()
    }

    /// Writes it: all of it lies under the pointer.
    pub fn told(&self, ui: &mut Ui, panel: Option<Panel>) {
        let line = ui.label(RichText::new(&self.text).small().color(self.colour));
        answers::told(&line, panel, &self.all);
    }
}

impl Hanging {
    /// What hangs on these choices: all of them are known in the same way, or none is.
    pub fn on(ui: &Ui, look: Look<'_>, question: &Question, choices: &[&Choice], with: &mut Answering<'_>) -> Self {
        Self::known(ui, look, question, choices, (with, Known::stakes))
    }

    /// The same of all others, once somebody looks at them, beside those that are known already.
    pub fn others(ui: &Ui, look: Look<'_>, question: &Question, choices: &[&Choice], with: &mut Answering<'_>) -> Self {
        Self::known(ui, look, question, choices, (with, Known::other_stakes))
    }

    fn known(
        ui: &Ui,
        look: Look<'_>,
        question: &Question,
        choices: &[&Choice],
        (with, stakes): (&mut Answering<'_>, Finds),
    ) -> Self {
        let is_asked = |choice: &&Choice| choice.is_legal() && choice.squares.is_empty();
        let filled = |choice: &&Choice| is_asked(choice).then(|| with.hand.filled(choice));
        let orders: Vec<Option<Order>> = choices.iter().map(filled).collect();
        let is_theirs = is_free(look, question);
        if is_theirs && !choices.iter().any(|choice| strikes(look, question, choice)) {
            return Self { each: Vec::new(), is_known: true, is_theirs: true };
        }
        let foretold = |order: &Option<Order>| with.known.foretold(look, order.as_ref()?).map(Hangs::Exactly);
        let each: Vec<Option<Hangs>> = orders.iter().map(foretold).collect();
        if each.iter().any(Option::is_some) {
            return Self { each, is_known: true, is_theirs: false };
        }
        let all: Vec<Order> = orders.iter().flatten().cloned().collect();
        let Some(stakes) = stakes(&mut with.known, look, &all) else {
            ui.ctx().request_repaint();
            return Self::default();
        };
        let stake = |order: &Option<Order>| stakes.get(order.as_ref()?).cloned().map(Hangs::Stake);
        let each = if stakes.is_any() { orders.iter().map(stake).collect() } else { Vec::new() };
        Self { each, is_known: true, is_theirs: false }
    }

    /// Whether it is reckoned while the question stands: its room is kept before and after, so that nothing moves.
    pub fn is_reckoned(&self) -> bool {
        !self.is_theirs && !self.each.iter().flatten().any(|each| matches!(each, Hangs::Exactly(_)))
    }

    /// What stands over all of it.
    pub fn heading(&self) -> &'static str {
        match self.each.iter().flatten().next() {
            Some(Hangs::Exactly(_)) => "what comes of it, if nobody does more",
            Some(Hangs::Stake(stake)) if !stake.is_exact => "what comes of it, about",
            Some(Hangs::Stake(_)) => "what comes of it",
            None if self.is_theirs => "",
            None if self.is_known => "no harm comes of any",
            None => "what comes of it",
        }
    }

    /// Whether it is known that nothing hangs on any of them.
    pub fn is_bare(&self) -> bool {
        self.is_known && self.each.iter().all(Option::is_none)
    }

    /// The same in a few words, for a row of answers.
    pub fn brief(&self, look: Look<'_>, question: &Question, place: usize) -> Option<Brief> {
        let (lines, source) = self.lines(look, question, (place, true))?;
        let (text, grade) = match lines.as_slice() {
            [only] => only.clone(),
            _ => self.in_a_line(look, question, place)?,
        };
        let colour = inked(grade);
        let all = lines.iter().map(|(text, _)| text.as_str()).chain([source.as_str()]).collect::<Vec<_>>().join("\n");
        Some(Brief { text, colour, all })
    }

    /// What hangs on the answer at this place, in one line with how bad that is: what tells it from the other answers comes first.
    fn in_a_line(&self, look: Look<'_>, question: &Question, place: usize) -> Option<(String, i32)> {
        let lines = |hangs: &Hangs| match hangs {
            Hangs::Exactly(foretold) => {
                foretold.in_short(look, question).into_iter().map(|line| (line.text, line.grade)).collect::<Vec<_>>()
            }
            Hangs::Stake(stake) => staked(look, question, (stake, false)),
        };
        let own = lines(self.each.get(place)?.as_ref()?);
        let first = |lines: &[(String, i32)]| lines.first().map(|(text, _)| text.clone());
        let others = self.each.iter().enumerate().filter(|(at, _)| *at != place);
        let mut others = others.filter_map(|(_, other)| other.as_ref());
        let is_alike = own.len() > 1 && others.any(|other| first(&lines(other)) == first(&own));
        joined(own, is_alike)
    }

    /// What hangs on the answer at this place, a line each with how bad that is, and where that is known from. `is_whole`: with how
    /// much is lost, beside how often.
    fn lines(
        &self,
        look: Look<'_>,
        question: &Question,
        (place, is_whole): (usize, bool),
    ) -> Option<(Vec<(String, i32)>, String)> {
        let (lines, source): (Vec<(String, i32)>, String) = match self.each.get(place)?.as_ref()? {
            Hangs::Exactly(foretold) => {
                let lines = foretold.told(look, question).into_iter().map(|line| (line.text, line.grade));
                (lines.collect(), foretold.source())
            }
            Hangs::Stake(stake) => (staked(look, question, (stake, is_whole)), sourced(stake)),
        };
        let texts: Vec<&str> = lines.iter().map(|(text, _)| text.as_str()).collect();
        let source = meanings(look.rules(), &texts).into_iter().chain([source]).collect::<Vec<_>>().join("\n");
        Some((lines, source))
    }

    /// What hangs on the answer at this place: the odds of the one who is asked, then of others who are harmed; in room that is
    /// there before. Where nothing hangs on it, what is told of its chance.
    pub fn told(
        &self,
        ui: &mut Ui,
        look: Look<'_>,
        question: &Question,
        (place, chance): (usize, Option<&str>),
        (lies, panel): (Lies, Option<Panel>),
    ) {
        let below = lies != Lies::Beside;
        let most = match lies {
            Lies::InALine if ui.available_width() < theme::em(ui, NARROW) => SMALLER_LINES,
            Lies::InALine => 1.0,
            Lies::Beside | Lies::Below => LINES,
        };
        let line = ui.text_style_height(&TextStyle::Small);
        // What is told if nothing comes of it has its room before that is known, and after.
        let chance = chance.unwrap_or_default();
        let told = high(ui, chance, ui.available_width());
        let kept = if self.is_reckoned() { (line * most).ceil().max(told) } else { 0.0 };
        let Some((lines, source)) = self.lines(look, question, (place, true)) else {
            let words = RichText::new(if self.is_known { chance } else { "…" }).small().color(theme::faint());
            if !self.is_reckoned() {
                ui.label(words);
                return;
            }
            ui.vertical(|ui| {
                ui.set_min_height(kept);
                if !below {
                    ui.add_space(((theme::em(ui, HIGH) - line) / 2.0).max(0.0));
                }
                ui.label(words);
            });
            return;
        };
        ui.vertical(|ui| {
            let room = line * most;
            ui.set_min_height(kept);
            let broad = theme::em(ui, BROAD);
            let wide = if below { ui.available_width() } else { broad };
            // No column is narrower than a word.
            let words = lines.iter().flat_map(|(text, _)| text.split_whitespace());
            let wide = words.map(|word| theme::wide(ui, word, TextStyle::Small)).fold(wide, f32::max);
            ui.set_max_width(wide);
            ui.spacing_mut().item_spacing.y = 0.0;
            // In the middle of the line of its answer.
            let whole: f32 = lines.iter().map(|(text, _)| high(ui, text, wide)).sum();
            // Where that is more than there was room for before it was known it is told in brief, and whole under the pointer.
            let is_brief = (self.is_reckoned() || lies == Lies::InALine) && whole > room + 1.0;
            let all: Vec<&str> = lines.iter().map(|(text, _)| text.as_str()).filter(|_| is_brief).collect();
            let tip = all.into_iter().chain([source.as_str()]).collect::<Vec<_>>().join("\n");
            let brief = || match lies {
                Lies::InALine => self.in_a_line(look, question, place).map(|line| vec![line]),
                Lies::Beside | Lies::Below => self.lines(look, question, (place, false)).map(|(brief, _)| brief),
            };
            let shown = if is_brief { brief() } else { None };
            let shown = shown.unwrap_or_else(|| lines.clone());
            // No more lines than there is room for: what is below them stays where it is.
            let shown = in_rows(ui, shown, (wide, if is_brief { most } else { f32::INFINITY }));
            let high: f32 = shown.iter().map(|galley| galley.size().y).sum();
            if !below {
                ui.add_space(((theme::em(ui, HIGH) - high) / 2.0).max(0.0));
            }
            for galley in shown {
                let line = hovered::line(ui, galley);
                answers::told(&line, panel, &tip);
            }
        });
    }
}

/// Lines in one, as bad as the first: that one first, unless it `is_alike` that of another answer.
fn joined(mut lines: Vec<(String, i32)>, is_alike: bool) -> Option<(String, i32)> {
    let (_, grade) = *lines.first()?;
    if is_alike {
        lines.rotate_left(1);
    }
    let texts: Vec<&str> = lines.iter().map(|(text, _)| text.as_str()).collect();
    Some((texts.join("; "), grade))
}

/// How high small words are in lines so long.
fn high(ui: &Ui, text: &str, wide: f32) -> f32 {
    ui.painter().layout(text.to_owned(), TextStyle::Small.resolve(ui.style()), theme::ink(), wide).size().y
}

/// As much of these as has room where so many small lines so long have it, the first of them first.
fn in_rows(ui: &Ui, lines: Vec<(String, i32)>, (wide, most): (f32, f32)) -> Vec<Arc<Galley>> {
    let (font, line) = (TextStyle::Small.resolve(ui.style()), ui.text_style_height(&TextStyle::Small));
    let [usual, least] = [(font.size * LEAST).max(LEGIBLE), LEGIBLE].map(|size| size.min(font.size));
    // Heights are rounded.
    let mut left = (line * most).floor() + 1.0;
    let mut shown = Vec::new();
    for (text, grade) in lines {
        if left < line * least / font.size {
            break;
        }
        let ink = (inked(grade), Align::LEFT);
        let galley = theme::readable(ui.painter(), &[text.as_str()], vec2(wide, left), (&font, [usual, least]), ink);
        left -= galley.size().y;
        shown.push(galley);
    }
    shown
}

/// What comes of a blow in the middle of a deed at the square that is pointed at, a line each: nothing where it is no such answer.
pub fn at_square(look: Look<'_>, order: &Order, known: &mut Known) -> Option<String> {
    let question = look.question().filter(|question| look.is_played_here(question.side) && !is_free(look, question))?;
    let given = question.choices.iter().flatten().find(|choice| choice.fits(order))?;
    if given.squares.is_empty() || given.group != Group::Attack {
        return None;
    }
    let Some(stake) = known.stake_at(look, order) else { return Some("reckoning…".to_owned()) };
    let lines: Vec<String> = staked(look, question, (stake, true)).into_iter().map(|(text, _)| text).collect();
    Some(lines.join("\n"))
}

/// Tells what comes of an answer in the middle of a deed, a line each: nothing where it is no such answer.
pub fn of_answer(ui: &mut Ui, look: Look<'_>, order: &Order, known: &mut Known) {
    let is_asked = |question: &&Question| look.is_played_here(question.side) && !is_free(look, question);
    let fits = |question: &&Question| question.choices.iter().flatten().any(|choice| choice.fits(order));
    let Some(question) = look.question().filter(is_asked).filter(fits) else { return };
    let lines: Vec<(String, i32)> = match known.foretold(look, order) {
        Some(foretold) => foretold.told(look, question).into_iter().map(|line| (line.text, line.grade)).collect(),
        None => known.stake_at(look, order).map_or_else(
            || {
                ui.ctx().request_repaint();
                vec![("reckoning…".to_owned(), 0)]
            },
            |stake| staked(look, question, (stake, true)),
        ),
    };
    for (text, grade) in lines {
        ui.label(RichText::new(text).small().color(inked(grade)));
    }
}

/// Whether it is asked of their own accord in the turn of whoever is asked, or between two turns: nothing is under way then that
/// could come to anything for them.
fn is_free(look: Look<'_>, question: &Question) -> bool {
    let turn = look.clock().turn;
    question.by.is_none() && (turn.is_none() || turn == question.who)
}

/// Whether an answer strikes an enemy.
fn strikes(look: Look<'_>, question: &Question, choice: &Choice) -> bool {
    let both = look.target(&choice.order).zip(question.who);
    choice.group == Group::Attack && both.is_some_and(|(target, who)| look.are_enemies(target, who))
}

#[cfg(test)]
mod tests;
