//! The answers to a question that lie open: large, each with its sign, its price and what hangs on it.

use std::ops::Range;

use bevy_egui::egui::{Frame, Grid, Label, Margin, RichText, Sense, TextStyle, TextWrapMode, Tooltip, Ui, Vec2, vec2};

use super::beside::Asked;
use super::card::FEWEST;
use super::room::Room;
use super::rows::broad;
use super::says::weighed;
use super::{Answering, HIGH, Panel, Shown, bare, face, has_key, keyed, stance, tip, words};
use crate::battle::{Choice, Group, Look, capital};
use crate::overlay::stakes::{Brief, Hanging, Lies};
use crate::overlay::{odds, signs, theme, tips};

/// Points of each of the two columns of a question across at least, at the usual size of text.
const COLUMN: f32 = 130.0;
/// The same of what hangs on an answer, before it is known.
const HANGS: f32 = 220.0;
/// The same of each of two answers that stand side by side, where what hangs on them is not known at once.
const HALF: f32 = 100.0;
/// The key of the answer that a computer would give.
const ENTER: &str = "Enter";
/// Words of an answer are written no smaller than this beside their usual size.
const SMALLEST: f32 = 0.588;
/// How large the sign of an answer is that lies open.
const SIGN: f32 = 20.0;

/// Draws them, what hangs on each beside it, else below. What is to be said below all of it of what hangs on them, where it is
/// not said above; and where as many of them end as lie open at least.
pub(super) fn likeliest(ui: &mut Ui, asked: &Asked<'_, '_>, with: &mut Answering<'_>) -> (Option<&'static str>, f32) {
    let Asked { look, question, choices, spread, foresees, .. } = *asked;
    let open: Vec<(usize, &Choice)> =
        spread.open.iter().filter_map(|index| Some((*index, choices.get(*index)?))).collect();
    let all: Vec<&Choice> = open.iter().map(|(_, choice)| *choice).collect();
    let hanging = if foresees { Hanging::on(ui, look, question, &all, with) } else { Hanging::default() };
    let succeeds = all.iter().any(|choice| share(choice).is_some());
    // Which of the two shares is which.
    let is_headed = foresees && (succeeds || !hanging.is_theirs);
    if asked.is_small() {
        let fewest = one_below_another(ui, asked, (&open, &hanging), with);
        return (Some(hanging.heading()).filter(|_| is_headed && !hanging.is_bare()), fewest);
    }
    let heading = |ui: &mut Ui, heading: &str| {
        ui.add(Label::new(RichText::new(capital(heading)).small().color(theme::faint())).extend());
    };
    let mut fewest = ui.cursor().top();
    let grid = Grid::new("answers").num_columns(2).spacing(vec2(12.0, 4.0));
    grid.min_col_width(if foresees { theme::em(ui, COLUMN) } else { 0.0 }).show(ui, |ui| {
        if is_headed {
            ui.vertical(|ui| heading(ui, if succeeds { "answer and its chance" } else { "answer" }));
            ui.vertical(|ui| {
                if !hanging.is_known {
                    ui.set_min_width(theme::em(ui, HANGS));
                }
                heading(ui, hanging.heading());
            });
            ui.end_row();
        }
        for (row, (index, choice)) in open.into_iter().enumerate() {
            let drawn = ui.horizontal(|ui| line(ui, asked, (index, choice), None, with));
            fewest = if row < FEWEST { drawn.response.rect.bottom() } else { fewest };
            hangs(ui, asked, (&hanging, row, choice), with);
            ui.end_row();
        }
    });
    (None, fewest)
}

/// The same where there is little room; where as many end as lie open at least.
fn one_below_another(
    ui: &mut Ui,
    asked: &Asked<'_, '_>,
    (open, hanging): (&[(usize, &Choice)], &Hanging),
    with: &mut Answering<'_>,
) -> f32 {
    let mut fewest = ui.cursor().top();
    let half = (ui.available_width() - ui.spacing().item_spacing.x) / 2.0;
    let all = open.iter().enumerate();
    let kinds = all.map(|(row, (_, choice))| {
        let is_narrow = fits(ui, asked, (hanging, row, choice), half, with);
        is_narrow.then(|| choice.purpose())
    });
    let kinds: Vec<Option<Group>> = kinds.collect();
    for line in side_by_side(&kinds) {
        let row = line.start;
        match open.get(line) {
            Some([one, other]) => ui.columns_const(|[left, right]| {
                whole(left, asked, (hanging, row, *one), with);
                whole(right, asked, (hanging, row + 1, *other), with);
            }),
            Some([one]) => whole(ui, asked, (hanging, row, *one), with),
            _ => {}
        }
        fewest = if row < FEWEST { ui.min_rect().bottom() } else { fewest };
    }
    fewest
}

/// Where lines of answers begin and end: two that follow each other stand side by side where both are narrow and of one kind. Each
/// is of such a kind, if it is narrow.
fn side_by_side(kinds: &[Option<Group>]) -> Vec<Range<usize>> {
    let (mut lines, mut at) = (Vec::new(), 0);
    while let Some(kind) = kinds.get(at) {
        let are_two = kind.is_some() && kinds.get(at + 1) == Some(kind);
        let end = at + 1 + usize::from(are_two);
        lines.push(at..end);
        at = end;
    }
    lines
}

/// Whether there is so little room that an answer stands beside another, and it has all of its words in a column so wide.
fn fits(
    ui: &Ui,
    asked: &Asked<'_, '_>,
    (hanging, row, choice): (&Hanging, usize, &Choice),
    wide: f32,
    with: &mut Answering<'_>,
) -> bool {
    let Asked { look, question, foresees, .. } = *asked;
    if !asked.is_scant() || broad(ui, &worded(look, choice, true), None) > wide {
        return false;
    }
    let told = told_of(look, choice, with);
    let told = told.map_or(0.0, |told| theme::wide(ui, &told, TextStyle::Small));
    let hangs = match hanging.brief(look, question, row) {
        _ if !foresees || !has_key(choice) => 0.0,
        _ if hanging.is_reckoned() => theme::em(ui, HALF),
        brief => brief.map_or(0.0, |brief| brief.broad(ui)),
    };
    told.max(hangs) <= wide
}

/// One of them: its button, and beside or below that what hangs on it.
fn whole(
    ui: &mut Ui,
    asked: &Asked<'_, '_>,
    (hanging, row, (index, choice)): (&Hanging, usize, (usize, &Choice)),
    with: &mut Answering<'_>,
) {
    let Asked { look, question, .. } = *asked;
    // What is known at once stands in the line of its answer where it fits in there.
    let is_known = asked.is_scant() && !hanging.is_reckoned();
    let short = is_known.then(|| hanging.brief(look, question, row)).flatten();
    ui.scope(|ui| {
        // What hangs on an answer lies next to it.
        ui.spacing_mut().item_spacing.y = 0.0;
        let drawn = ui.horizontal(|ui| {
            ui.style_mut().wrap_mode = Some(TextWrapMode::Wrap);
            line(ui, asked, (index, choice), short.as_ref(), with);
            let short = short.filter(|short| short.broad(ui) <= ui.available_width());
            short.inspect(|short| short.told(ui, with.offers.panel)).is_some()
        });
        if drawn.inner {
            return;
        }
        let left = if asked.is_scant() { 0.0 } else { theme::em(ui, SIGN) };
        let below = Margin { left: left as i8, ..Margin::ZERO };
        Frame::NONE.inner_margin(below).show(ui, |ui| hangs(ui, asked, (hanging, row, choice), with));
    });
}

/// What is written on the button of an answer with its chance, and with its price if that `is_told`.
fn worded(look: Look<'_>, choice: &Choice, is_told: bool) -> String {
    let share = share(choice).map(|share| format!("  {share}")).unwrap_or_default();
    let cost = weighed(look, choice).filter(|_| is_told).map(|cost| format!(" ({})", bare(&cost)));
    format!("{}{}{share}", choice.label, cost.unwrap_or_default())
}

/// What is told of an answer where nothing hangs on it: what its chance means, or what a stance does.
fn told_of(look: Look<'_>, choice: &Choice, with: &mut Answering<'_>) -> Option<String> {
    let chance = odds::meant(choice).filter(|_| share(choice).is_none());
    chance.or_else(|| Some(stance(look, choice, with).join("\n")).filter(|stance| !stance.is_empty()))
}

/// The button of an answer, with its sign and its price. `short`: what hangs on it, if that may stand in the same line.
fn line(
    ui: &mut Ui,
    asked: &Asked<'_, '_>,
    (index, choice): (usize, &Choice),
    short: Option<&Brief>,
    with: &mut Answering<'_>,
) {
    let Asked { look, question, spread, .. } = *asked;
    let (small, is_scant) = (asked.is_small(), asked.is_scant());
    let is_usual = asked.usual == Some(choice.label.as_str());
    let key = spread.place(index).and_then(|place| keyed(question, choice, place, with));
    let key = if small && is_usual { key.map(|key| format!("{key} {ENTER}")) } else { key };
    let room = ui.available_width();
    // Where there is little room it is all on the button, so that nothing of it goes to a line of its own; and written smaller
    // rather than without its price.
    let text = worded(look, choice, small);
    let around = 2.0 * ui.spacing().button_padding.x;
    let share = theme::share(broad(ui, &text, None) - around, room - around);
    if is_scant
        && (SMALLEST..1.0).contains(&share)
        && let Some(font) = ui.style_mut().text_styles.get_mut(&TextStyle::Button)
    {
        font.size *= share;
    }
    let has_room = !is_scant || broad(ui, &text, None) <= room;
    let text = if has_room { text } else { worded(look, choice, false) };
    // A key for which there is no room in the line is left to the tip, and so is one that would push what hangs on the answer
    // into a line of its own: more lines may have no room.
    let left = |key: Option<&str>| room - broad(ui, &text, key) - ui.spacing().item_spacing.x;
    let fits = |key: &str| {
        let pushes =
            short.map(|short| short.broad(ui)).is_some_and(|wide| left(Some(key)) < wide && wide <= left(None));
        broad(ui, &text, Some(key)) <= room && !pushes
    };
    // Of the key of the usual answer Enter is left where there is room for no more.
    let enter = key.as_ref().filter(|_| small && is_usual).map(|_| ENTER.to_owned());
    let shown = key.iter().chain(&enter).find(|key| !is_scant || fits(key)).cloned();
    let (keyed, key) = (shown.is_some(), shown.or(key));
    if !is_scant {
        sign(ui, look, choice);
    }
    let high = if is_scant { 0.0 } else { theme::em(ui, HIGH) };
    let shown = Shown { name: words(choice), high, keyed, ..Shown::plain(text) };
    face(ui, look, question, choice, (&shown, key), with);
    if small {
        return;
    }
    price(ui, look, choice, with.offers.panel);
    if is_usual {
        ui.label(RichText::new(ENTER).small().color(theme::accent()));
    }
}

/// What hangs on an answer. Its room is there before it is known, so that nothing moves under the pointer.
fn hangs(
    ui: &mut Ui,
    asked: &Asked<'_, '_>,
    (hanging, row, choice): (&Hanging, usize, &Choice),
    with: &mut Answering<'_>,
) {
    let Asked { look, question, foresees, room, .. } = *asked;
    let told = told_of(look, choice, with);
    let words = told.as_deref();
    let at_squares = choice.is_legal() && !choice.squares.is_empty() && choice.group == Group::Attack;
    let is_told = words.is_some() || hanging.is_reckoned() || hanging.brief(look, question, row).is_some();
    if foresees && has_key(choice) && is_told {
        let lies = match room {
            Room::Ample => Lies::Beside,
            Room::Small => Lies::Below,
            Room::Scant => Lies::InALine,
        };
        hanging.told(ui, look, question, (row, words), (lies, with.offers.panel));
    } else if foresees && room != Room::Scant && at_squares {
        ui.label(RichText::new("odds at each lit square").small().color(theme::faint()));
    }
}

/// The chance of an answer, where it is one number: what lets it be has none.
fn share(choice: &Choice) -> Option<String> {
    let share = odds::percent(choice.chance.as_deref().filter(|_| !choice.lets_be)?);
    share.strip_suffix('%').is_some_and(|number| number.parse::<f64>().is_ok()).then_some(share)
}

/// What an answer is for, as a sign.
fn sign(ui: &mut Ui, look: Look<'_>, choice: &Choice) {
    let size = theme::em(ui, SIGN);
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(size), Sense::hover());
    // To strike nobody has no sign of a blow.
    if choice.lets_be && choice.purpose() == Group::Attack {
        return;
    }
    let at = (rect.center(), size * 0.45);
    let meant = choice.meant.map(Group::as_str);
    let own = [choice.order.verb.as_str(), choice.order.with.map_or("", |with| with.as_str())];
    let label = signs::words(&choice.label).filter(|_| meant.is_none());
    let all = meant.into_iter().chain(own.into_iter().filter(|_| meant.is_none())).chain(label);
    let mut all = all.chain([choice.purpose().as_str()]).filter(|word| !word.is_empty());
    let looks = &look.rules().looks;
    let ink = if choice.is_legal() { theme::ink() } else { theme::faint() };
    let _ = all.any(|word| signs::deed(ui.painter(), (looks, word), at, (ink, theme::back())));
}

/// The price of an answer, in a badge: the rule of it is told where it is pointed at.
fn price(ui: &mut Ui, look: Look<'_>, choice: &Choice, panel: Option<Panel>) {
    if let Some(cost) = weighed(look, choice) {
        let badge = RichText::new(format!(" {cost} ")).small().background_color(theme::raised());
        let badge = ui.label(badge);
        tip::show(Tooltip::for_enabled(&badge), &badge, panel, |ui| {
            ui.label(format!("What it takes: {cost}"));
            tips::rule_told(ui, look, choice.rule);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: answers stand in two columns where two that follow each other are short and of one kind; the others have a line
    /// each, and none is left out.
    #[test]
    fn short_answers_of_one_kind_stand_side_by_side() {
        let (wound, defence) = (Some(Group::Wound), Some(Group::Defence));
        assert_eq!(side_by_side(&[wound; 4]), [0..2, 2..4]);
        assert_eq!(side_by_side(&[wound, wound, wound, None]), [0..2, 2..3, 3..4]);
        assert_eq!(side_by_side(&[None, None, wound, defence, defence]), [0..1, 1..2, 2..3, 3..5]);
        assert!(side_by_side(&[]).is_empty());
    }
}
