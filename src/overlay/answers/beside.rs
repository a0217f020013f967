//! A question beside the token of whoever is asked: the likeliest answers large, with what hangs on them, all others one click
//! deeper. Where the field is small what hangs on an answer lies below it.

use bevy::ecs::prelude::{Res, ResMut};
use bevy_egui::egui::{
    Area, Button, Frame, Grid, Label, Margin, Order as Level, RichText, ScrollArea, Sense, Stroke, Ui, Vec2,
    WidgetInfo, WidgetType, vec2,
};

use super::card::{Measured, Put, broad, is_small, put};
use super::spread::{Row, Spread};
use super::{Answering, HIGH, Shown, about, face, has_key, keyed, priced, words};
use crate::battle::{Choice, Look, Question, Verb};
use crate::overlay::course::Pace;
use crate::overlay::hud::layout::Layout;
use crate::overlay::keys::Digit;
use crate::overlay::panels;
use crate::overlay::stakes::Hanging;
use crate::overlay::timeline::Timeline;
use crate::overlay::view::FieldView;
use crate::overlay::{book, odds, signs, theme, tips};

/// Points of each of the two columns of a question across at least, at the usual size of text.
const COLUMN: f32 = 130.0;
/// The same of what hangs on an answer, before it is known, and of its lines below the answer down.
const HANGS: Vec2 = vec2(220.0, 15.0);
/// Points across at most of what is asked.
const ASKED: f32 = 360.0;
/// How large the sign of an answer is that lies open.
const SIGN: f32 = 20.0;
/// How high a row of answers is that is unfolded, and no more room than this is kept for all of them.
const ROW: f32 = 30.0;
const UNFOLDED: f32 = 150.0;
/// Points down of a card that is measured where nobody sees it.
const UNSEEN: f32 = 4_000.0;

/// The question, if one is put. It is measured first, where nobody sees it; then it lies where there is room for it, and what is
/// more than that scrolls.
pub fn asked(
    panels::Frame { ui, look, places, .. }: panels::Frame<'_>,
    mut answering: Answering<'_>,
    mut pace: ResMut<'_, Pace>,
    (view, timeline, layout): (Res<'_, FieldView>, Res<'_, Timeline>, Res<'_, Layout>),
    mut measured: ResMut<'_, Measured>,
) {
    let Some((question, who)) = put(look, &pace, &timeline) else { return };
    let (with, foresees) = (&mut answering, view.foresees);
    let seen = view.camera.view(look.board(), places.field);
    about::draw(ui.painter(), look, &seen, question);
    let choices = with.known.choices(look);
    let usual = with.known.usual(look);
    let worths = with.known.worths(look);
    let bare = usual.as_ref().and_then(|usual| choices.iter().find(|choice| choice.label == usual.label));
    let small = is_small(places.field, theme::scale(ui.ctx()));
    let spread = Spread::of(&choices, &worths, bare.map(|choice| &choice.order), small);
    with.offers.orders.clear();
    with.offers.unfolds = None;
    let (everything, scale) = (with.offers.everything, theme::scale(ui.ctx()));
    let on = (places.field, scale);
    let now = Put::of(look, (question, who), everything, on);
    let lies = layout.question().filter(|_| measured.knows(now));
    let mut frame = Frame::window(ui.style()).stroke(Stroke::new(1.5, theme::accent()));
    if small {
        frame = frame.inner_margin(Margin::symmetric(10, 8));
    }
    let size = lies.map_or(vec2(broad(places.field, scale), UNSEEN), |rect| rect.size());
    let room = size - frame.total_margin().sum();
    with.offers.panel = lies;
    let area = Area::new(ui.id().with("question")).order(Level::Middle).constrain(false).fade_in(false);
    let shown = area.interactable(lies.is_some()).fixed_pos(lies.unwrap_or(places.field).min).show(ui.ctx(), |ui| {
        if lies.is_none() {
            ui.set_invisible();
        }
        frame.show(ui, |ui| {
            let wide = room.x.min(ASKED * scale);
            ui.set_max_width(wide);
            if spread.folded() > 0 {
                // As broad as it will be once it is unfolded.
                ui.set_min_width(wide);
            }
            let top = ui.cursor().top();
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new(&question.prompt).strong());
                question.rules.iter().for_each(|rule| book::link(ui, look, &mut with.book, *rule));
            });
            let most = (room.y - (ui.cursor().top() - top)).max(ROW);
            let scrolls = ScrollArea::vertical().id_salt((look.facts().len(), who));
            scrolls.max_height(most).min_scrolled_height(most).show(ui, |ui| {
                let label = usual.as_ref().map(|usual| usual.label.as_str());
                let below = likeliest(ui, look, question, (&choices, &spread, label), (foresees, small), with);
                let keeps = &mut pace.from_now_on;
                others_of(ui, look, question, (&choices, &spread), with, (foresees, keeps));
                // Where there is little room that is told once somebody looks for more.
                if !small || with.offers.others {
                    plainly(ui, look, question, &choices, everything);
                }
                if let Some(below) = below {
                    ui.label(RichText::new(format!("Below an answer: {below}")).small().color(theme::faint()));
                }
            });
        });
    });
    with.offers.panel = None;
    if lies.is_some() {
        about::thread(ui.painter(), seen.body(look.footprint(who)), shown.response.rect);
    }
    if !measured.knows(now) {
        let rows = spread.rows.iter().filter(|row| !row.shut && !with.offers.others).count();
        let lines = if foresees { HANGS.y * spread.open.len() as f32 } else { 0.0 };
        let unfolds = theme::em(ui, (ROW * rows as f32).min(UNFOLDED) + lines);
        measured.note(ui.ctx(), now, (shown.response.rect.size(), unfolds));
    }
}

/// Answers, and how they lie.
type Laid<'c> = (&'c [Choice], &'c Spread);

/// Those that lie open: large, each with its sign, its price and what hangs on it: beside it, else below. `usual`: the one that
/// Enter gives. What is to be said below all of it of what hangs on them, where it is not said above.
fn likeliest(
    ui: &mut Ui,
    look: Look<'_>,
    question: &Question,
    (choices, spread, usual): (&[Choice], &Spread, Option<&str>),
    (foresees, small): (bool, bool),
    with: &mut Answering<'_>,
) -> Option<&'static str> {
    let open: Vec<(usize, &Choice)> =
        spread.open.iter().filter_map(|index| Some((*index, choices.get(*index)?))).collect();
    let all: Vec<&Choice> = open.iter().map(|(_, choice)| *choice).collect();
    let hanging = if foresees { Hanging::on(ui, look, question, &all, with) } else { Hanging::default() };
    let succeeds = all.iter().any(|choice| share(choice).is_some());
    // Which of the two shares is which.
    let is_headed = foresees && (succeeds || !hanging.is_theirs);
    let heading = |ui: &mut Ui, heading: &str| {
        ui.add(Label::new(RichText::new(heading).small().color(theme::faint())).extend());
    };
    let of_answers = if succeeds { "answer and its chance" } else { "answer" };
    let line = |ui: &mut Ui, (index, choice): (usize, &Choice), with: &mut Answering<'_>| {
        sign(ui, look, choice);
        let share = share(choice).map(|share| format!("  {share}"));
        let text = format!("{}{}", choice.label, share.unwrap_or_default());
        button(ui, look, question, (choice, spread.place(index)), (text, theme::em(ui, HIGH)), with);
        price(ui, look, choice);
        if usual == Some(choice.label.as_str()) {
            ui.label(RichText::new("Enter").small().color(theme::accent()));
        }
    };
    // Its room is there before it is known, so that nothing moves under the pointer.
    let hangs = |ui: &mut Ui, row: usize, choice: &Choice| {
        let words = choice.chance.as_deref().filter(|_| share(choice).is_none());
        if foresees && has_key(choice) && (words.is_some() || !hanging.is_theirs) {
            hanging.told(ui, look, question, (row, words), small);
        }
    };
    if small {
        for (row, (index, choice)) in open.into_iter().enumerate() {
            ui.horizontal_wrapped(|ui| line(ui, (index, choice), with));
            let below = Margin { left: theme::em(ui, SIGN) as i8, ..Margin::ZERO };
            Frame::NONE.inner_margin(below).show(ui, |ui| hangs(ui, row, choice));
        }
        return Some(hanging.heading()).filter(|below| is_headed && !below.is_empty());
    }
    let grid = Grid::new("answers").num_columns(2).spacing(vec2(12.0, 4.0));
    grid.min_col_width(if foresees { theme::em(ui, COLUMN) } else { 0.0 }).show(ui, |ui| {
        if is_headed {
            heading(ui, of_answers);
            ui.vertical(|ui| {
                if !hanging.is_known {
                    ui.set_min_width(theme::em(ui, HANGS.x));
                }
                heading(ui, hanging.heading());
            });
            ui.end_row();
        }
        for (row, (index, choice)) in open.into_iter().enumerate() {
            ui.horizontal(|ui| line(ui, (index, choice), with));
            hangs(ui, row, choice);
            ui.end_row();
        }
    });
    None
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

/// What unfolds all other answers, and keeps an answer from now on; all others, once they are unfolded; what cannot be done, where
/// that is wanted.
fn others_of(
    ui: &mut Ui,
    look: Look<'_>,
    question: &Question,
    (choices, spread): Laid<'_>,
    with: &mut Answering<'_>,
    (foresees, from_now_on): (bool, &mut bool),
) {
    let folded = spread.folded();
    ui.horizontal_wrapped(|ui| {
        if folded > 0 {
            let key = Digit::unfolds(question, spread.open.len());
            with.offers.unfolds = key;
            let text = format!("other ways ({folded}) {}", if with.offers.others { "⏶" } else { "⏷" });
            let mut unfolds = Button::selectable(with.offers.others, text).frame_when_inactive(true);
            if let Some(key) = key {
                unfolds = unfolds.shortcut_text(RichText::new(key.name()).small().color(theme::faint()));
            }
            let unfolds = ui.add(unfolds);
            let (is_unfolded, name) = (with.offers.others, format!("other ways ({folded})"));
            unfolds.widget_info(|| WidgetInfo::selected(WidgetType::Button, true, is_unfolded, &name));
            if unfolds.clicked() {
                with.offers.others = !is_unfolded;
            }
            if spread.rows.iter().any(|row| row.counts) {
                ui.label(RichText::new("the key is the number").small().color(theme::faint()));
            }
        }
        let tip = "Questions of this kind are answered so from now on, until the menu says otherwise";
        ui.checkbox(from_now_on, RichText::new("answer so from now on").small()).on_hover_text(tip);
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
    let is_open = |row: &&Row| if row.shut { with.offers.everything } else { with.offers.others };
    let rows: Vec<&Row> = spread.rows.iter().filter(is_open).collect();
    let all = rows.iter().flat_map(|row| row.choices.iter().copied());
    let folded: Vec<usize> = all.filter(|index| !spread.open.contains(index)).collect();
    let others: Vec<&Choice> = folded.iter().filter_map(|index| choices.get(*index)).collect();
    // What hangs on them is found out once somebody looks at them.
    let hanging = if foresees && with.offers.others && !others.is_empty() {
        Hanging::others(ui, look, question, &others, with)
    } else {
        Hanging::default()
    };
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
                if let Some(place) = folded.iter().position(|other| *other == index) {
                    hanging.brief(ui, look, question, place);
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
