//! A question beside the token of whoever is asked: the likeliest answers large, with what hangs on them, all others one click
//! deeper.

use bevy::ecs::prelude::{Res, ResMut};
use bevy_egui::egui::{
    Area, Button, Frame, Grid, Order as Level, Pos2, Rect, RichText, ScrollArea, Sense, Stroke, Ui, Vec2, WidgetInfo,
    WidgetType, vec2,
};

use super::spread::{Row, Spread};
use super::{Answering, HIGH, Shown, about, face, has_key, is_beside, keyed, priced, words};
use crate::battle::{Choice, Id, Look, Question, Verb};
use crate::overlay::camera::View;
use crate::overlay::course::Pace;
use crate::overlay::hud::{Questions, drawers};
use crate::overlay::keys::Digit;
use crate::overlay::log::LogPanel;
use crate::overlay::panels;
use crate::overlay::sheet::Sheet;
use crate::overlay::stakes::Hanging;
use crate::overlay::timeline::Timeline;
use crate::overlay::view::FieldView;
use crate::overlay::{book, odds, signs, theme, tips};

/// Points of each of the two columns of a question across at least, at the usual size of text.
const COLUMN: f32 = 130.0;
/// Points of a whole question across at most.
const BROAD: f32 = 360.0;
/// How large the sign of an answer is that lies open.
const SIGN: f32 = 20.0;
/// Points across that drawers leave to a question at least, at the usual size of text.
const WIDE: f32 = 480.0;
/// Points between it and the rim of its room.
const RIM: f32 = 8.0;
/// How high a row of answers is that is unfolded, and no more room than this is kept for all of them.
const ROW: f32 = 30.0;
const UNFOLDED: f32 = 150.0;

/// Which question is put, and over what of the field.
#[derive(Clone, Copy, PartialEq)]
struct Asked {
    /// So many facts had been told before it.
    told: usize,
    who: Id,
    by: Option<Id>,
    view: View,
    room: Rect,
    everything: bool,
}

/// How its panel was drawn last.
#[derive(Clone, Copy)]
struct Lay {
    of: Asked,
    size: Vec2,
    at: Pos2,
    /// What of its height does not scroll.
    fixed: f32,
    /// Whether it has been laid by its own size: then it stays.
    is_settled: bool,
}

/// The question, if one is put.
pub(super) fn asked(
    panels::Frame { ui, look, places, .. }: panels::Frame<'_>,
    mut answering: Answering<'_>,
    mut pace: ResMut<'_, Pace>,
    view: Res<'_, FieldView>,
    timeline: Res<'_, Timeline>,
    (sheet, log, mut questions): (Res<'_, Sheet>, Res<'_, LogPanel>, ResMut<'_, Questions>),
) {
    questions.beside = None;
    if !timeline.looks_back() {
        let clear = drawers::clear(ui, &places, &sheet, &log);
        let wide = (WIDE * theme::scale(ui.ctx())).min(places.field.width() * 0.6);
        // Where drawers leave too little they make room.
        let room = if clear.width() < wide { places.field } else { clear }.shrink(RIM);
        let seen = view.camera.view(look.board(), places.field);
        questions.beside = beside(ui, look, (&seen, room), view.foresees, &mut answering, &mut pace);
    }
}

/// Such a question, on the board; where it lies.
fn beside(
    ui: &Ui,
    look: Look<'_>,
    (view, room): (&View, Rect),
    foresees: bool,
    with: &mut Answering<'_>,
    pace: &mut Pace,
) -> Option<Rect> {
    let is_put = |question: &&Question| is_beside(look, question) && !pace.holds_back(question) && !pace.auto;
    let question = look.question().filter(is_put)?;
    let who = question.who.filter(|_| look.is_played_here(question.side))?;
    let by = question.by.filter(|by| *by != who && look.knows_of(*by));
    about::draw(ui.painter(), look, view, question);
    let choices = with.known.choices(look);
    let usual = with.known.usual(look);
    let worths = with.known.worths(look);
    let bare = usual.as_ref().and_then(|usual| choices.iter().find(|choice| choice.label == usual.label));
    let spread = Spread::of(&choices, &worths, bare.map(|choice| &choice.order));
    // Where the field is all that is drawn nobody else has begun anew.
    with.offers.orders.clear();
    with.offers.unfolds = None;
    let area = Area::new(ui.id().with("question")).order(Level::Middle).constrain_to(room).fade_in(false);
    let most = (room.height() - 150.0 * theme::scale(ui.ctx())).max(room.height() * 0.4);
    let id = ui.id().with("asked size");
    // As large as it was when it was last drawn, and where it lay then: it moves with the field alone. What is unfolded lies
    // below what unfolds it, in room that was kept for it, and scrolls where there is too little.
    let guess = vec2(344.0, 140.0);
    let told = look.facts().len();
    let everything = with.offers.everything;
    let now = Asked { told, who, by, view: *view, room, everything };
    let before = ui.data(|data| data.get_temp::<Lay>(id)).filter(|lay| lay.of == now);
    let size = before.map_or(guess, |lay| lay.size);
    let rows = spread.rows.iter().filter(|row| !row.shut && !with.offers.others).count();
    let kept = theme::em(ui, (ROW * rows as f32).min(UNFOLDED));
    let lies = || {
        let of = |size: Vec2| about::lies(look, view, (question, who), (&choices, size), room);
        let (small, full) = (of(size), size + vec2(0.0, kept));
        let is_roomy = small.bottom() + kept <= room.bottom() || full.y > room.height();
        if is_roomy { small.min } else { of(full).min }
    };
    let settled = before.filter(|lay| lay.is_settled);
    let at = settled.map_or_else(lies, |lay| lay.at);
    // What grows without being unfolded moves up where it must.
    let (most, area) = match settled.filter(|_| with.offers.others) {
        Some(lay) => (most.min((room.bottom() - lay.at.y - lay.fixed).max(ROW)), area.constrain(false)),
        None => (most, area),
    };
    let mut inner = 0.0;
    with.offers.panel = Some(Rect::from_min_size(at, size));
    let shown = area.fixed_pos(at).show(ui.ctx(), |ui| {
        Frame::window(ui.style()).stroke(Stroke::new(1.5, theme::accent())).show(ui, |ui| {
            let wide = (BROAD * theme::scale(ui.ctx())).min(room.width() * 0.45);
            ui.set_max_width(wide);
            if spread.folded() > 0 {
                // As broad as it will be once it is unfolded.
                ui.set_min_width(wide);
            }
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new(&question.prompt).strong());
                question.rules.iter().for_each(|rule| book::link(ui, look, &mut with.book, *rule));
            });
            let scrolls = ScrollArea::vertical().max_height(most).min_scrolled_height(most).show(ui, |ui| {
                let label = usual.as_ref().map(|usual| usual.label.as_str());
                likeliest(ui, look, question, (&choices, &spread, label), foresees, with);
                others_of(ui, look, question, (&choices, &spread), with);
            });
            inner = scrolls.inner_rect.height();
            plainly(ui, look, question, &choices, everything);
            let tip = "Questions of this kind are answered so from now on, until the menu says otherwise";
            ui.checkbox(&mut pace.from_now_on, RichText::new("answer so from now on").small()).on_hover_text(tip);
        });
    });
    with.offers.panel = None;
    let drawn = shown.response.rect.size();
    let at = if settled.is_some() { shown.response.rect.min } else { at };
    let fixed = drawn.y - inner;
    let is_settled = before.is_some_and(|lay| lay.is_settled || lay.size == drawn);
    ui.data_mut(|data| data.insert_temp(id, Lay { of: now, size: drawn, at, fixed, is_settled }));
    if !is_settled {
        ui.ctx().request_repaint();
    }
    Some(shown.response.rect)
}

/// Answers, and how they lie.
type Laid<'c> = (&'c [Choice], &'c Spread);

/// Those that lie open: large, each with its sign, its price and what hangs on it. `usual`: the one that Enter gives.
fn likeliest(
    ui: &mut Ui,
    look: Look<'_>,
    question: &Question,
    (choices, spread, usual): (&[Choice], &Spread, Option<&str>),
    foresees: bool,
    with: &mut Answering<'_>,
) {
    let open: Vec<(usize, &Choice)> =
        spread.open.iter().filter_map(|index| Some((*index, choices.get(*index)?))).collect();
    let all: Vec<&Choice> = open.iter().map(|(_, choice)| *choice).collect();
    let hanging = if foresees { Hanging::on(ui, look, question, &all, with) } else { Hanging::default() };
    let grid = Grid::new("answers").num_columns(2).spacing(vec2(12.0, 4.0));
    grid.min_col_width(if foresees { theme::em(ui, COLUMN) } else { 0.0 }).show(ui, |ui| {
        // Which of the two shares is which.
        if foresees {
            let succeeds = all.iter().any(|choice| share(choice).is_some());
            if succeeds || !hanging.is_theirs {
                for heading in [if succeeds { "answer and its chance" } else { "answer" }, hanging.heading()] {
                    ui.label(RichText::new(heading).small().color(theme::faint()));
                }
                ui.end_row();
            }
        }
        for (row, (index, choice)) in open.into_iter().enumerate() {
            ui.horizontal(|ui| {
                sign(ui, look, choice);
                let share = share(choice).map(|share| format!("  {share}"));
                let text = format!("{}{}", choice.label, share.unwrap_or_default());
                button(ui, look, question, (choice, spread.place(index)), (text, theme::em(ui, HIGH)), with);
                price(ui, look, choice);
                if usual == Some(choice.label.as_str()) {
                    ui.label(RichText::new("Enter").small().color(theme::accent()));
                }
            });
            // Its room is there before it is known, so that nothing moves under the pointer.
            if foresees && has_key(choice) {
                let words = choice.chance.as_deref().filter(|_| share(choice).is_none());
                hanging.told(ui, look, question, (row, words));
            }
            ui.end_row();
        }
    });
}

/// The chance of an answer, where it is one number.
fn share(choice: &Choice) -> Option<String> {
    let share = odds::percent(choice.chance.as_deref()?);
    share.strip_suffix('%').is_some_and(|number| number.parse::<f64>().is_ok()).then_some(share)
}

/// What an answer is for, as a sign.
fn sign(ui: &mut Ui, look: Look<'_>, choice: &Choice) {
    let size = theme::em(ui, SIGN);
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(size), Sense::hover());
    let meant = choice.meant.map(crate::battle::Group::as_str);
    let own = [choice.order.verb.as_str(), choice.order.with.map_or("", |with| with.as_str())];
    let label = signs::words(&choice.label).filter(|_| meant.is_none());
    let all = meant.into_iter().chain(own.into_iter().filter(|_| meant.is_none())).chain(label);
    let mut all = all.chain([choice.purpose().as_str()]).filter(|word| !word.is_empty());
    let looks = &look.rules().looks;
    let ink = if choice.is_legal() { theme::ink() } else { theme::faint() };
    let _ = all.any(|word| signs::deed(ui.painter(), (looks, word), rect.center(), size * 0.45, ink, theme::back()));
}

/// The price of an answer, in a badge.
fn price(ui: &mut Ui, look: Look<'_>, choice: &Choice) {
    if let Some(cost) = priced(look, choice) {
        let badge = RichText::new(format!(" {cost} ")).small().background_color(theme::raised());
        ui.label(badge).on_hover_text("What it takes");
    }
}

/// The button of an answer with the key of its place, reading this and so high.
fn button(
    ui: &mut Ui,
    look: Look<'_>,
    question: &Question,
    (choice, place): (&Choice, Option<usize>),
    (text, high): (String, f32),
    with: &mut Answering<'_>,
) {
    let key = place.and_then(|place| keyed(question, choice, place, with));
    face(ui, look, question, choice, (&Shown { text, name: words(choice), high }, key), with);
}

/// All other answers, once they are unfolded; what cannot be done, where that is wanted.
fn others_of(ui: &mut Ui, look: Look<'_>, question: &Question, (choices, spread): Laid<'_>, with: &mut Answering<'_>) {
    let folded = spread.folded();
    if folded > 0 {
        let key = Digit::unfolds(question, spread.open.len());
        with.offers.unfolds = key;
        let text = format!("other ways ({folded}) {}", if with.offers.others { "⏶" } else { "⏷" });
        let mut unfolds = Button::selectable(with.offers.others, text).frame_when_inactive(true);
        if let Some(key) = key {
            unfolds = unfolds.shortcut_text(RichText::new(key.name()).small().color(theme::faint()));
        }
        let are_counted = spread.rows.iter().any(|row| row.counts);
        ui.horizontal_wrapped(|ui| {
            let unfolds = ui.add(unfolds);
            let (is_unfolded, name) = (with.offers.others, format!("other ways ({folded})"));
            unfolds.widget_info(|| WidgetInfo::selected(WidgetType::Button, true, is_unfolded, &name));
            if unfolds.clicked() {
                with.offers.others = !is_unfolded;
            }
            if are_counted {
                ui.label(RichText::new("the key is the number").small().color(theme::faint()));
            }
        });
        if !with.offers.others {
            // What is asked is how many: whoever knows the number presses it.
            let counted = spread.rows.iter().filter(|row| row.counts).flat_map(|row| &row.choices);
            for index in counted.filter(|index| !spread.open.contains(index)) {
                if let Some((choice, place)) = choices.get(*index).zip(spread.place(*index)) {
                    keyed(question, choice, place, with);
                }
            }
        }
    }
    let is_open = |row: &&Row| if row.shut { with.offers.everything } else { with.offers.others };
    let rows: Vec<&Row> = spread.rows.iter().filter(is_open).collect();
    for row in rows {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            ui.label(RichText::new(&row.title).small().color(theme::faint()));
            for (index, choice) in row.choices.iter().filter_map(|index| Some((*index, choices.get(*index)?))) {
                let number = choice.order.n.filter(|_| row.counts);
                let is_above = spread.open.contains(&index);
                match number {
                    // It lies open already.
                    Some(number) if is_above => {
                        ui.label(RichText::new(number.to_string()).strong().color(theme::accent()));
                    }
                    Some(number) => {
                        let cost = choice.cost.as_deref().filter(|cost| cost.len() <= 5);
                        let text = cost.map_or_else(|| number.to_string(), |cost| format!("{number}  {cost}"));
                        button(ui, look, question, (choice, spread.place(index)), (text, 0.0), with);
                    }
                    None => button(ui, look, question, (choice, spread.place(index)), (words(choice), 0.0), with),
                }
            }
        });
    }
}

/// What the game says of answers to such a question, in one line each.
fn plainly(ui: &mut Ui, look: Look<'_>, question: &Question, choices: &[Choice], everything: bool) {
    let mut told: Vec<Verb> = Vec::new();
    for choice in choices.iter().filter(|choice| choice.is_legal() || everything) {
        let verb = choice.order.verb;
        if told.contains(&verb) {
            continue;
        }
        told.push(verb);
        if let Some(tip) = tips::tip_at(look.rules(), question.kind.as_str(), verb.as_str()) {
            ui.label(RichText::new(format!("{verb}: {tip}")).small().color(theme::faint()));
        }
    }
}
