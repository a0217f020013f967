//! A question beside the token of whoever is asked: the likeliest answers large, with what hangs on them, all others one click
//! deeper. Where the field is small what hangs on an answer lies below it.

use bevy::ecs::prelude::{Res, ResMut};
use bevy_egui::egui::{
    Area, Frame, Grid, Label, Margin, Order as Level, RichText, ScrollArea, Sense, Stroke, TextStyle, TextWrapMode, Ui,
    Vec2, pos2, vec2,
};

use super::card::{Measured, Put, Room, put};
use super::more::unfolds;
use super::others::others_of;
use super::rows::{in_a_line, ruled};
use super::spread::{Row, Spread};
use super::{Answering, HIGH, Panel, Shown, about, face, has_key, keyed, priced, stance, words};
use crate::battle::{Burden, Choice, Group, Look, Order, Question, Verb};
use crate::overlay::course::Pace;
use crate::overlay::hud::layout;
use crate::overlay::panels;
use crate::overlay::stakes::{Hanging, Lies};
use crate::overlay::timeline::Timeline;
use crate::overlay::view::FieldView;
use crate::overlay::{odds, signs, theme, tips, tokens, track};

/// Points of each of the two columns of a question across at least, at the usual size of text.
const COLUMN: f32 = 130.0;
/// The same of what hangs on an answer, before it is known, and of its lines below the answer down.
const HANGS: Vec2 = vec2(220.0, 15.0);
/// Points across at most of what is asked.
const ASKED: f32 = 360.0;
/// The key of the answer that a computer would give.
const ENTER: &str = "Enter";
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
    (view, timeline, layout): (Res<'_, FieldView>, Res<'_, Timeline>, Res<'_, layout::Layout>),
    mut measured: ResMut<'_, Measured>,
) {
    let Some((question, who)) = put(look, &pace, &timeline) else {
        measured.put_away();
        return;
    };
    let (with, foresees) = (&mut answering, view.foresees);
    let seen = view.camera.view(look.board(), places.field);
    about::draw(ui.painter(), look, &seen, question);
    let choices = with.known.choices(look);
    let usual = with.known.usual(look);
    let worths = with.known.worths(look);
    let bare = usual.as_ref().and_then(|usual| choices.iter().find(|choice| choice.label == usual.label));
    let scale = theme::scale(ui.ctx());
    let field_has = Room::of(places.field, scale);
    let (small, is_scant) = (field_has != Room::Ample, field_has == Room::Scant);
    let spread = Spread::of(&choices, &worths, bare.map(|choice| &choice.order), small);
    with.offers.orders.clear();
    with.offers.unfolds = None;
    let everything = with.offers.everything;
    let now = Put::of(look, (question, who), everything, (places.field, scale));
    let lies = if with.offers.others { layout.unfolded() } else { layout.question() };
    let lies = lies.filter(|_| measured.knows(now));
    let mut frame = Frame::window(ui.style()).stroke(Stroke::new(1.5, theme::accent()));
    if small {
        frame = frame.inner_margin(Margin::symmetric(10, if is_scant { 3 } else { 8 }));
    }
    let size = lies.map_or(vec2(field_has.broad(places.field, scale), UNSEEN), |rect| rect.size());
    let room = size - frame.total_margin().sum();
    with.offers.panel = lies.map(|lies| Panel { lies, about: tokens::lies(look, &seen, who) });
    let mut head = 0.0;
    // Over somebody's head all others unfold upwards, above the likeliest: what was clicked on stays under the pointer.
    let (unfolded, rises) = (with.offers.others, with.offers.others && layout.rises());
    let is_laid = lies.is_some() && !(rises && measured.risen().is_none());
    let at = lies.map_or(places.field.min, |lies| match measured.risen().filter(|_| rises) {
        Some(high) => pos2(lies.left(), lies.bottom() - high),
        None => lies.min,
    });
    let area = Area::new(ui.id().with("question")).order(Level::Middle).constrain(false).fade_in(false);
    let shown = area.interactable(is_laid).fixed_pos(at).show(ui.ctx(), |ui| {
        if !is_laid {
            ui.set_invisible();
        }
        frame.show(ui, |ui| {
            // As broad as what lies below it, once that is known.
            let below = measured.broad(now).map_or(0.0, |broad| broad - frame.total_margin().sum().x);
            let wide = room.x.min((ASKED * scale).max(below));
            ui.set_max_width(wide);
            if is_scant {
                ui.spacing_mut().item_spacing.y /= 2.0;
                // Lower buttons are still high enough for a finger.
                ui.spacing_mut().interact_size.y = (ui.spacing().interact_size.y * 0.75).max(24.0);
                ui.spacing_mut().button_padding.y /= 2.0;
            }
            if spread.folded() > 0 {
                // As broad as it will be once it is unfolded.
                ui.set_min_width(wide);
            }
            let top = ui.cursor().top();
            let strong = ui.visuals().strong_text_color();
            ruled(ui, look, (&in_full(question, is_scant), strong), &question.rules, with);
            if let Some((told, rule)) = track::falls_later(look) {
                ruled(ui, look, (&told, theme::stance()), &rule.into_iter().collect::<Vec<_>>(), with);
            }
            let kept = pace.habits.get(&(question.kind, question.who));
            if let Some((dearer, burden)) = kept.and_then(|habit| habit.dearer(look, question)) {
                ui.label(RichText::new(is_dearer(dearer, burden)).small().color(theme::accent()));
            }
            let most = (room.y - (ui.cursor().top() - top)).max(ROW);
            let plainly = |ui: &mut Ui, is_seen: &dyn Fn(&usize) -> bool| {
                let seen = (0..choices.len()).filter(is_seen).filter_map(|at| choices.get(at));
                // Its lines are as long as they were measured, however broad what hangs on answers was then.
                ui.scope(|ui| {
                    ui.set_max_width(wide);
                    plainly(ui, look, question, &seen.collect::<Vec<_>>(), everything);
                });
            };
            let scrolls = ScrollArea::vertical().id_salt((look.facts().len(), who)).stick_to_bottom(rises);
            // Lines that are as long with a scroll bar as without: what wraps does not bring the bar that made it wrap.
            let long = ui.available_width() - ui.spacing().scroll.allocated_width();
            scrolls.max_height(most).min_scrolled_height(most).show(ui, |ui| {
                if is_scant {
                    ui.set_max_width(long);
                }
                if rises {
                    others_of(ui, look, question, (&choices, &spread), with, (foresees, unfolded));
                    plainly(ui, &|at| is_scant || !spread.open.contains(at));
                }
                let label = usual.as_ref().map(|usual| usual.label.as_str());
                let laid = (&*choices, &spread, label);
                let (below, first) = likeliest(ui, look, question, laid, (foresees, field_has), with);
                head = first;
                let opened = ui.scope(|ui| {
                    unfolds(ui, question, &spread, with, (&mut pace.from_now_on, is_scant));
                    if !rises {
                        others_of(ui, look, question, (&choices, &spread), with, (foresees, unfolded));
                    }
                });
                if measured.opens(is_laid && unfolded) && is_scant && !rises {
                    ui.scroll_to_rect(opened.response.rect, None);
                }
                // Where there is little room that is told once somebody looks for more, unless nothing else tells of it.
                let is_bare = question.by.is_none() && spread.folded() == 0 && !is_scant;
                let all = unfolded && !rises;
                if !small || all || is_bare {
                    // Only of what is to be seen.
                    plainly(ui, &|at| all || everything && !rises || spread.open.contains(at));
                }
                if let Some((usual, then)) = usual.as_ref().zip(with.known.then(look)).filter(|_| !small) {
                    let told = format!("The computer would choose “{}”, then {}.", usual.label, named(look, &then));
                    ui.label(RichText::new(told).small().color(theme::faint()));
                }
                if let Some(below) = below.filter(|_| !is_scant || unfolded) {
                    ui.label(RichText::new(format!("Below an answer: {below}")).small().color(theme::faint()));
                }
            });
        });
    });
    with.offers.panel = None;
    let is_risen = rises && lies.is_some();
    measured.rises(ui.ctx(), is_risen.then(|| shown.response.rect.height()));
    if is_laid {
        measured.seen();
        about::thread(ui.painter(), look, &seen, who, shown.response.rect);
    }
    if !measured.knows(now) {
        // Numbers are short, and so many of a row stand side by side; what hangs on an answer takes the rest of its line.
        let beside = if foresees { 1.0 } else { 2.0 };
        let lines = |row: &Row| if row.counts { 2.0 } else { (row.choices.len() as f32 / beside).ceil() };
        let rows = spread.rows.iter().filter(|row| !row.shut && !with.offers.others);
        // What to do next time lies among them where there is room for hardly more than answers.
        let habits = f32::from(u8::from(is_scant && !with.offers.others));
        let rows = (rows.map(lines).sum::<f32>() + habits) * ROW;
        let lines = if foresees && rows > 0.0 { HANGS.y * (spread.open.len() + spread.folded()) as f32 } else { 0.0 };
        let unfolds = theme::em(ui, rows.min(UNFOLDED) + lines);
        let card = shown.response.rect;
        measured.note(ui.ctx(), now, (card.size(), unfolds, head - card.top() + frame.total_margin().bottom));
    }
}

/// Answers, and how they lie.
pub(super) type Laid<'c> = (&'c [Choice], &'c Spread);

/// Those that lie open: large, each with its sign, its price and what hangs on it: beside it, else below. `usual`: the one that
/// Enter gives. What is to be said below all of it of what hangs on them, where it is not said above; and where the first ends.
fn likeliest(
    ui: &mut Ui,
    look: Look<'_>,
    question: &Question,
    (choices, spread, usual): (&[Choice], &Spread, Option<&str>),
    (foresees, field_has): (bool, Room),
    with: &mut Answering<'_>,
) -> (Option<&'static str>, f32) {
    let (small, is_scant) = (field_has != Room::Ample, field_has == Room::Scant);
    let mut first = ui.cursor().top();
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
        let share = share(choice).map(|share| format!("  {share}")).unwrap_or_default();
        let (is_usual, cost) = (usual == Some(choice.label.as_str()), priced(look, choice));
        let key = spread.place(index).and_then(|place| keyed(question, choice, place, with));
        let key = if small && is_usual { key.map(|key| format!("{key} {ENTER}")) } else { key };
        // Where there is little room it is all on the button, so that nothing of it goes to a line of its own.
        let cost = cost.filter(|_| small).map(|cost| format!(" ({cost})")).unwrap_or_default();
        let text = |cost: &str| format!("{}{cost}{share}", choice.label);
        // A key for which there is no room in its line is left out: an answer in two lines may not be in sight.
        let key = key.filter(|key| !is_scant || in_a_line(ui, &text(""), Some(key)));
        let is_dear = is_scant && !in_a_line(ui, &text(&cost), key.as_deref());
        let text = text(if is_dear { "" } else { cost.as_str() });
        if !is_scant {
            sign(ui, look, choice);
        }
        let high = if is_scant { 0.0 } else { theme::em(ui, HIGH) };
        let shown = Shown { name: words(choice), high, ..Shown::plain(text) };
        face(ui, look, question, choice, (&shown, key), with);
        if small {
            return;
        }
        price(ui, look, choice);
        if is_usual {
            ui.label(RichText::new(ENTER).small().color(theme::accent()));
        }
    };
    // Its room is there before it is known, so that nothing moves under the pointer.
    let hangs = |ui: &mut Ui, row: usize, choice: &Choice, with: &mut Answering<'_>| {
        let stance = stance(look, choice, with).join("\n");
        let chance = odds::meant(choice).filter(|_| share(choice).is_none());
        let words = chance.as_deref().or(Some(stance.as_str()).filter(|stance| !stance.is_empty()));
        if foresees && has_key(choice) && (words.is_some() || !hanging.is_theirs) {
            let lies = match field_has {
                Room::Ample => Lies::Beside,
                Room::Small => Lies::Below,
                Room::Scant => Lies::InALine,
            };
            hanging.told(ui, look, question, (row, words), (lies, with.offers.panel));
        } else if foresees
            && !is_scant
            && choice.is_legal()
            && !choice.squares.is_empty()
            && choice.group == Group::Attack
        {
            ui.label(RichText::new("odds at each lit square").small().color(theme::faint()));
        }
    };
    if small {
        // What is known at once stands in the line of its answer where it fits in there.
        let short = |ui: &Ui, row: usize| {
            let brief = hanging.brief(look, question, row).filter(|_| is_scant && !hanging.is_reckoned());
            brief.filter(|brief| theme::wide(ui, &brief.text, TextStyle::Small) + 1.0 <= ui.available_width())
        };
        for (row, (index, choice)) in open.into_iter().enumerate() {
            let drawn = ui.horizontal(|ui| {
                ui.style_mut().wrap_mode = Some(TextWrapMode::Wrap);
                line(ui, (index, choice), with);
                let short = short(ui, row);
                if let Some(short) = &short {
                    short.told(ui, with.offers.panel);
                }
                short.is_some()
            });
            first = if row == 0 { drawn.response.rect.bottom() } else { first };
            if drawn.inner {
                continue;
            }
            let left = if is_scant { 0.0 } else { theme::em(ui, SIGN) };
            let below = Margin { left: left as i8, ..Margin::ZERO };
            Frame::NONE.inner_margin(below).show(ui, |ui| hangs(ui, row, choice, with));
        }
        return (Some(hanging.heading()).filter(|_| is_headed && !hanging.is_bare()), first);
    }
    let grid = Grid::new("answers").num_columns(2).spacing(vec2(12.0, 4.0));
    grid.min_col_width(if foresees { theme::em(ui, COLUMN) } else { 0.0 }).show(ui, |ui| {
        if is_headed {
            ui.vertical(|ui| heading(ui, of_answers));
            ui.vertical(|ui| {
                if !hanging.is_known {
                    ui.set_min_width(theme::em(ui, HANGS.x));
                }
                heading(ui, hanging.heading());
            });
            ui.end_row();
        }
        for (row, (index, choice)) in open.into_iter().enumerate() {
            let drawn = ui.horizontal(|ui| line(ui, (index, choice), with));
            first = if row == 0 { drawn.response.rect.bottom() } else { first };
            hangs(ui, row, choice, with);
            ui.end_row();
        }
    });
    (None, first)
}

/// That an answer costs more than when it was chosen for every time.
fn is_dearer(choice: &Choice, burden: Burden) -> String {
    let cost = choice.cost.clone().unwrap_or_default();
    let now = (burden.now > 0).then(|| format!("-{} on this", burden.now));
    let to_come = (burden.to_come > 0).then(|| format!("-{} in their own turn this round", burden.to_come));
    let all = [Some(cost), now, to_come].into_iter().flatten().filter(|words| !words.is_empty());
    let all = all.collect::<Vec<_>>().join(", ");
    format!("{} costs more than when you chose it for every time: {all}.", choice.label)
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
    let meant = choice.meant.map(Group::as_str);
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

/// What is asked, with what is not counted in where its words tell a chance, and where there is room for that.
fn in_full(question: &Question, is_scant: bool) -> String {
    let before = question.before.filter(|_| !is_scant).map(|deed| format!(" That is before a {deed}."));
    format!("{}{}", question.prompt, before.unwrap_or_default())
}

/// A deed with whoever it is done to and what it is done with: "attack Thug with Sword".
fn named(look: Look<'_>, order: &Order) -> String {
    let whom = look.target(order).map(|whom| format!(" {}", look.name(whom)));
    let with = order.with.map(|with| format!(" with {with}"));
    format!("{}{}{}", order.verb, whom.unwrap_or_default(), with.unwrap_or_default())
}

/// What the game says of answers to such a question, in one line each: of several with the answer that it is about; of their
/// chances only where there are any.
fn plainly(ui: &mut Ui, look: Look<'_>, question: &Question, choices: &[&Choice], everything: bool) {
    let mut told: Vec<(Verb, &str)> = Vec::new();
    for choice in choices.iter().filter(|choice| choice.is_legal() || everything) {
        let verb = choice.order.verb;
        let tip = tips::tip_at(look.rules(), question.kind.as_str(), verb.as_str());
        told.extend(tip.filter(|_| !told.iter().any(|(before, _)| *before == verb)).map(|tip| (verb, tip)));
    }
    let chances = tips::chances(look.rules(), question.kind.as_str());
    if let Some(told) = chances.filter(|_| choices.iter().any(|choice| choice.is_legal() && choice.chance.is_some())) {
        ui.label(RichText::new(told).small().color(theme::faint()));
    }
    let is_only = told.len() == 1;
    for (verb, tip) in told {
        let line = if is_only { tip.to_owned() } else { format!("{verb}: {tip}") };
        ui.label(RichText::new(line).small().color(theme::faint()));
    }
}
