//! The log: everything that happened, each line with its rule and its dice.
//! Only the lines that are seen are laid out, so that a long battle costs no
//! more than a short one.

mod head;
mod led;
mod line;

use std::collections::BTreeSet;

use bevy::app::App;
use bevy::ecs::prelude::{On, Res, ResMut, Resource};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{
    Align, Label, Panel, Rangef, Rect, RichText, ScrollArea, Sense, TextStyle, Ui, UiBuilder, pos2, vec2,
};

use super::book::Book;
use super::hud::{Drawer, Layout, drawers};
use super::keys::Act;
use super::motion::Motion;
use super::notices::Notices;
use super::panels::{Begun, Frame, Height, Panels, Pressed, Seen};
use super::pointer::Pointer;
use super::timeline::Timeline;
use super::view::FieldView;
use super::wishes::Wishes;
use super::{theme, track};
use crate::battle::{Chronicle, Eyes, Fact, Id, Look, capital};

use head::head;
use line::line;

pub(super) use led::{NEAR, is_blow, is_deed, led};
pub use line::{falls_short, is_ours, luck, tone};

/// The rule of a fact that only says that a round begins.
pub const ROUND: &str = "round";
/// So many rolls of a round, one after the other, are one line until somebody wants to read them.
const MANY: usize = 4;

/// Points of the drawer across, at the usual size of text.
pub const WIDTH: f32 = 330.0;

/// Which lines of the log are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogLines {
    /// All of them.
    #[default]
    All,
    /// Those that changed something.
    Changes,
    /// Those with dice.
    Dice,
}

impl LogLines {
    /// All of them, with what they are called and what that means.
    const EACH: [(Self, &str, &str); 3] = [
        (Self::All, "all", "Everything that has happened"),
        (Self::Changes, "changes", "Only what changed somebody"),
        (Self::Dice, "dice", "Only what was rolled"),
    ];
}

/// The log.
#[derive(Resource, Debug, Default)]
pub struct LogPanel {
    /// Whether it is drawn out.
    pub open: bool,
    /// Whether it lies on the left.
    pub left: bool,
    /// Which lines are shown.
    pub lines: LogLines,
    /// Whose lines; everybody's if nobody's.
    pub whose: Option<Id>,
    /// The line that tells why.
    pub opened: Option<usize>,
    /// The place of the fact whose line is to be brought into view: of the line that was opened last, or of where a reader was sent.
    wanted: Option<usize>,
    laid: LaidOut,
}

impl LogPanel {
    /// Draws it out with the line of the fact at this place in view, also where that is none of the chosen lines: then all are shown.
    pub fn open_at(&mut self, place: usize) {
        (self.open, self.lines, self.whose) = (true, LogLines::All, None);
        self.wanted = Some(place);
    }
}

/// The log as it was laid out last.
#[derive(Debug, Default)]
struct LaidOut {
    rows: Vec<Row>,
    /// How high each row is, as far as that is known, else as high as it is likely to be.
    heights: Vec<f32>,
    of: Option<Of>,
    /// The first of each run of rolls that is read.
    unfolded: BTreeSet<usize>,
}

/// The log: a drawer at a side of the field, and a side of the camp.
pub fn plugin(app: &mut App) {
    app.init_resource::<LogPanel>();
    app.add_panel(Height::Drawers, |Frame { ui, look, .. }: Frame<'_>, layout: Res<'_, Layout>, mut with: Log<'_>| {
        if let Some(rect) = layout.drawer(Drawer::Log) {
            let told = with.motion.told(look.facts().len());
            let (is_left, mut turns) = (with.panel.left, false);
            let other = |ui: &mut Ui| turns = sends(ui, is_left);
            let away = drawers::drawer_with(ui, rect, "Log", other, |ui| log(ui, look, told, &mut with));
            with.panel.open = !away;
            with.panel.left = is_left != turns;
        }
    });
    app.add_panel(Height::Camp, |Frame { ui, look, places, .. }: Frame<'_>, mut with: Log<'_>| {
        if with.panel.open {
            let side = Panel::right("log").exact_size(places.side(WIDTH * theme::scale(ui.ctx())));
            side.show(ui, |ui| {
                ui.label(RichText::new("Log").heading());
                log(ui, look, look.facts().len(), &mut with);
            });
        }
    });
    app.add_observer(|_: On<'_, '_, Begun>, mut log: ResMut<'_, LogPanel>| {
        let LogPanel { open, left, lines, .. } = *log;
        *log = LogPanel { open, left, lines, ..LogPanel::default() };
    });
    app.on_seen(|Seen(look): Seen<'_>, mut log: ResMut<'_, LogPanel>| {
        log.whose.take_if(|id| !look.knows_of(*id));
    });
    app.on_key(
        |key: Pressed<'_>, mut log: ResMut<'_, LogPanel>, layout: Res<'_, Layout>, mut notices: ResMut<'_, Notices>| {
            if key.act == Act::Log {
                layout.turn(Drawer::Log, &mut log.open, &mut notices);
            }
        },
    );
}

/// What sends the log to the other side of the field; whether it was clicked.
fn sends(ui: &mut Ui, is_left: bool) -> bool {
    let (sign, words) =
        if is_left { ("▶", "Move the log to the right") } else { ("◀", "Move the log to the left") };
    theme::sign(ui, true, sign, words, "").clicked()
}

/// What the log reads, and what a click on a line changes.
#[derive(SystemParam)]
struct Log<'w> {
    panel: ResMut<'w, LogPanel>,
    pointer: ResMut<'w, Pointer>,
    view: ResMut<'w, FieldView>,
    book: ResMut<'w, Book>,
    wishes: ResMut<'w, Wishes>,
    notices: ResMut<'w, Notices>,
    timeline: Res<'w, Timeline>,
    motion: Res<'w, Motion>,
}

/// What rows and heights were worked out from.
#[derive(Clone, Debug, PartialEq)]
struct Of {
    facts: usize,
    lines: LogLines,
    whose: Option<Id>,
    eyes: Eyes,
    width: i32,
    text: i32,
    unfolded: usize,
}

/// A row of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Row {
    /// A round begins: the fact that says so.
    Round(usize),
    /// Another's turn.
    Turn(Id),
    /// A fact.
    Line(usize),
    /// Rolls that belong to nobody's turn: the first of them, and how many.
    Rolls(usize, usize),
}

/// The log, newest line last, as far as so many facts: what is still to be shown on the field has no line yet. A line points
/// at its squares; its rule opens the rulebook.
fn log(ui: &mut Ui, look: Look<'_>, told: usize, with: &mut Log<'_>) {
    let Some(chronicle) = look.battle::<Chronicle>() else { return };
    let facts = chronicle.facts.get(..told).unwrap_or(&chronicle.facts);
    head(ui, look, facts, with);
    with.pointer.lit.clear();
    let mut laid = std::mem::take(&mut with.panel.laid);
    laid.lay_out(ui, look, facts, (with.panel.lines, with.panel.whose));
    let spacing = ui.spacing().item_spacing.y;
    let sent_to = with.panel.wanted.take();
    let wanted = sent_to.and_then(|place| laid.rows.iter().position(|row| row.last() >= Some(place)));
    // Whoever reads a line is not carried on to the newest.
    let area = ScrollArea::vertical().min_scrolled_height(0.0).id_salt("log").auto_shrink(false).animated(false);
    area.stick_to_bottom(wanted.is_none()).show_viewport(ui, |ui, seen| {
        let (left, top) = (ui.max_rect().left(), ui.max_rect().top());
        let mut at = 0.0;
        for (number, row) in laid.rows.iter().enumerate() {
            let mut height = laid.heights.get(number).copied().unwrap_or(0.0);
            let is_wanted = wanted == Some(number);
            if at + height >= seen.top() && at <= seen.bottom() || is_wanted {
                let place = Rect::from_min_size(pos2(left, top + at), vec2(ui.available_width(), height));
                let newest = number + 1 == laid.rows.len();
                let drawn = ui.scope_builder(UiBuilder::new().max_rect(place).id_salt(number), |ui| {
                    row.draw(ui, look, facts, with, newest);
                });
                let drawn = drawn.response.rect;
                if let Some(known) = laid.heights.get_mut(number) {
                    if (*known - drawn.height()).abs() > 0.5 {
                        ui.ctx().request_repaint();
                    }
                    // What comes after it makes room at once.
                    (*known, height) = (drawn.height(), drawn.height());
                }
                if is_wanted {
                    // What lies out of view is read from its first line on, and is brought there until it is seen.
                    let is_seen = Rangef::new(seen.top(), seen.bottom()).intersects(Rangef::new(at, at + height));
                    ui.scroll_to_rect(drawn, (!is_seen).then_some(Align::TOP));
                    if !is_seen {
                        with.panel.wanted = sent_to;
                        ui.ctx().request_repaint();
                    }
                }
            }
            at += height + spacing;
        }
        // Only now all heights are as far known as they can be: the end is where the rows end.
        ui.expand_to_include_y(top + at);
    });
    laid.unfolded.append(&mut with.panel.laid.unfolded);
    with.panel.laid = laid;
}

impl LaidOut {
    /// Works out the rows, where anything that they depend on has changed.
    fn lay_out(&mut self, ui: &Ui, look: Look<'_>, facts: &[Fact], (lines, whose): (LogLines, Option<Id>)) {
        let width = ui.available_width();
        let of = Of {
            facts: facts.len(),
            lines,
            whose,
            eyes: look.eyes(),
            width: width as i32,
            text: ui.text_style_height(&TextStyle::Body) as i32,
            unfolded: self.unfolded.len(),
        };
        if self.of.as_ref() == Some(&of) {
            return;
        }
        let mut rows: Vec<Row> = Vec::with_capacity(facts.len());
        let mut turn = None;
        for (index, fact) in facts.iter().enumerate() {
            if fact.rule == ROUND {
                // A round needs no heading where nothing of it is shown.
                if matches!(rows.last(), Some(Row::Round(_))) {
                    rows.pop();
                }
                rows.push(Row::Round(index));
                turn = None;
            } else if is_shown(fact, &of) && look.may_read(fact) {
                if fact.turn != turn {
                    turn = fact.turn;
                    // Nor is it told whose turn it is while somebody is met.
                    rows.extend(turn.filter(|who| look.knows_of(*who)).map(Row::Turn));
                }
                rows.push(Row::Line(index));
            }
        }
        // Whoever asks for dice gets them.
        let rows = if of.lines == LogLines::Dice { rows } else { folded(rows, facts, &self.unfolded) };
        // Rows that stay keep the heights that they had; so does the text of what happened long ago.
        let known = self.of.as_ref().is_some_and(|before| (before.width, before.text) == (of.width, of.text));
        let same = self.rows.iter().zip(&rows).take_while(|(before, now)| before == now).count();
        let kept = if known { same.saturating_sub(16) } else { 0 };
        self.heights.truncate(kept);
        let line = ui.text_style_height(&TextStyle::Body);
        let letters = (width / (line * 0.42)).max(8.0);
        self.heights.extend(rows.iter().skip(kept).map(|row| match row {
            Row::Round(_) => line + 6.0,
            Row::Turn(_) | Row::Rolls(..) => line + 4.0,
            Row::Line(index) => {
                let long = facts.get(*index).map_or(0, |fact| fact.text.len() + 9 + 3 * fact.depth);
                (long as f32 / letters).ceil().max(1.0) * (line + 2.0)
            }
        }));
        (self.rows, self.of) = (rows, Some(of));
        // Fewer rows may all lie above what is in view; the next frame scrolls back to them.
        ui.ctx().request_repaint();
    }
}

/// The same with runs of rolls made one: those of a round, such as everybody's initiative, which belong to nobody's turn.
fn folded(rows: Vec<Row>, facts: &[Fact], unfolded: &BTreeSet<usize>) -> Vec<Row> {
    let is_roll = |row: &Row| {
        let Row::Line(index) = row else { return false };
        facts.get(*index).is_some_and(|fact| fact.turn.is_none() && fact.roll.is_some() && fact.changes.is_empty())
    };
    rows.chunk_by(|one, other| is_roll(one) && is_roll(other))
        .flat_map(|run| match run {
            [Row::Line(first), ..] if run.len() >= MANY && !unfolded.contains(first) => {
                vec![Row::Rolls(*first, run.len())]
            }
            _ => run.to_vec(),
        })
        .collect()
}

/// Whether the chosen part of the log holds a line.
fn is_shown(fact: &Fact, of: &Of) -> bool {
    let concerns =
        |id: Id| fact.who == Some(id) || fact.whom == Some(id) || fact.changes.iter().any(|change| change.who == id);
    of.whose.is_none_or(concerns)
        && match of.lines {
            LogLines::All => true,
            LogLines::Changes => !fact.changes.is_empty(),
            LogLines::Dice => fact.roll.is_some(),
        }
}

/// What is written over a round: it is called as everywhere else in the window.
fn heading(look: Look<'_>, fact: &Fact) -> String {
    if fact.round <= 0 {
        return fact.text.clone();
    }
    format!("{}.", capital(&look.called(fact.round)))
}

impl Row {
    /// The place of the last fact that it tells; nothing for whose turn it is.
    const fn last(self) -> Option<usize> {
        match self {
            Self::Round(index) | Self::Line(index) => Some(index),
            Self::Rolls(first, count) => Some(first + count - 1),
            Self::Turn(_) => None,
        }
    }

    fn draw(self, ui: &mut Ui, look: Look<'_>, facts: &[Fact], with: &mut Log<'_>, newest: bool) {
        match self {
            Self::Round(index) => {
                ui.add_space(6.0);
                let text = facts.get(index).map(|fact| heading(look, fact)).unwrap_or_default();
                ui.label(RichText::new(text).color(theme::accent()).strong());
            }
            Self::Turn(who) => {
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = 4.0;
                    track::chip(ui, look, who);
                    ui.label(RichText::new(look.name(who)).small().color(theme::faint()));
                    let line = ui.available_rect_before_wrap();
                    let stroke = ui.visuals().widgets.noninteractive.bg_stroke;
                    ui.painter().hline(line.x_range(), line.center().y, stroke);
                });
            }
            Self::Rolls(first, count) => {
                let label = facts.get(first).and_then(|fact| fact.roll.as_ref()).map_or("", |roll| roll.label.as_str());
                let said = Label::new(RichText::new(format!("{count} rolls: {label} ⏷"))).sense(Sense::click());
                if ui.add(said).on_hover_text("Click to read each of them").clicked() {
                    with.panel.laid.unfolded.insert(first);
                    with.panel.wanted = Some(first);
                }
            }
            Self::Line(index) => {
                let Some(fact) = facts.get(index) else { return };
                let place = ui.max_rect();
                line(ui, look, (index, fact), with);
                if newest {
                    let bar = Rect::from_x_y_ranges(place.left() - 5.0..=place.left() - 2.0, ui.min_rect().y_range());
                    ui.painter().rect_filled(bar, 1.0, theme::accent());
                }
            }
        }
    }
}
