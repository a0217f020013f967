//! The parts of a card that scroll by themselves, and what lies in them below and above the answers that lie open.

use bevy_egui::egui::scroll_area::ScrollAreaOutput;
use bevy_egui::egui::{Rect, RichText, ScrollArea, TextStyle, Ui, Vec2, vec2};

use super::{Asked, Drawn, Place};
use crate::overlay::answers::Answering;
use crate::overlay::answers::card::{Measured, Parts};
use crate::overlay::answers::more::{next_time, unfolds};
use crate::overlay::answers::open::likeliest;
use crate::overlay::answers::others::others_of;
use crate::overlay::answers::says::{named, plainly};
use crate::overlay::course::Pace;
use crate::overlay::theme;

/// The longest that is said of what lies below answers where that is reckoned.
const LONGEST: &str = "Below an answer: what comes of it, about";
/// Added heights may be off by so many points.
const HAIR: f32 = 0.5;

/// A part of a card that scrolls by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Part {
    /// What is unfolded upwards.
    Above,
    /// The answers that lie open.
    Open,
    /// What lies below what unfolds all others.
    Below,
    /// All answers, with what unfolds the others between them, once they are unfolded below it.
    All,
}

/// A part of a card: what is more than its room scrolls. How high all of it is.
pub(super) fn part<R>(
    ui: &mut Ui,
    asked: &Asked<'_, '_>,
    of: (Part, Vec2),
    add: impl FnOnce(&mut Ui) -> R,
) -> (R, f32) {
    let shown = scrolled(ui, asked, of, add);
    (shown.inner, shown.content_size.y)
}

/// The same with how far it is scrolled.
fn scrolled<R>(
    ui: &mut Ui,
    Asked { look, question, spread, .. }: &Asked<'_, '_>,
    (part, room): (Part, Vec2),
    add: impl FnOnce(&mut Ui) -> R,
) -> ScrollAreaOutput<R> {
    let (name, high) = ((part, look.facts().len(), question.who), room.y.max(0.0) + HAIR);
    let scrolls = ScrollArea::vertical().id_salt(name).max_height(high).min_scrolled_height(high);
    // What is next to what unfolds it is in sight first.
    let shown = scrolls.stick_to_bottom(part == Part::Above).show(ui, |ui| {
        ui.set_max_width(room.x);
        if spread.folded() > 0 {
            ui.set_min_width(room.x);
        }
        add(ui)
    });
    ui.set_min_width(shown.content_size.x + ui.spacing().scroll.allocated_width());
    shown
}

/// All answers in one part that scrolls, from those that lie open to what is said of all of them; at first so far that some of the
/// others are in sight below what unfolds them. Until somebody scrolls it stays there, whatever is found out of it meanwhile.
pub(super) fn opened(
    ui: &mut Ui,
    asked: &Asked<'_, '_>,
    (place, long, room): (&Place, f32, f32),
    measured: &mut Measured,
    pace: &mut Pace,
    with: &mut Answering<'_>,
) -> Drawn {
    let high = measured.parts().ends.map_or(room, |ends| ends.min(room));
    let shown = scrolled(ui, asked, (Part::All, vec2(long, high)), |ui| {
        let top = ui.cursor().top();
        let (told, fewest) = likeliest(ui, asked, with);
        let open = ui.min_rect().bottom() - top;
        unfolds(ui, asked, pace, with);
        let line = ui.min_rect().bottom() - top - open;
        let from = ui.cursor().top() - top;
        let (few, ends) = tail(ui, asked, (place, long), told, pace, with);
        let ends: Vec<f32> = ends.into_iter().map(|end| from + end).collect();
        (fewest - top, open, line, from + few, ends)
    });
    let ((fewest, open, line, few, ends), all) = (shown.inner, shown.content_size.y);
    // What unfolds them stays in sight, too.
    let wanted = (few - room).min(open).min(all - room).max(0.0);
    let is_left = |before: f32| (shown.state.offset.y - before).abs() < 1.0;
    if measured.scrolled().is_none_or(is_left) {
        let mut state = shown.state;
        if (state.offset.y - wanted).abs() > HAIR {
            state.offset.y = wanted;
            state.store(ui.ctx(), shown.id);
            ui.ctx().request_repaint();
        }
        measured.scrolls(Some(wanted));
    }
    // What has no room for all of it ends below a line, and not within one, where it is not scrolled.
    let ends = if wanted < HAIR { last_whole(&ends, all, room) } else { None };
    measured.drawn(ui.ctx(), Parts { unfolds: line, below: few - open - line, ends });
    Drawn { head: fewest + line, answers: open + line }
}

/// The last of these ends of lines that has room, where not all of them have.
pub(super) fn last_whole(ends: &[f32], all: f32, room: f32) -> Option<f32> {
    let fit = ends.iter().copied().filter(|end| *end <= room + HAIR);
    fit.reduce(f32::max).filter(|_| all > room + HAIR)
}

/// What the game says of the answers at these places, in lines so long: as long as they were measured, however broad what hangs
/// on answers was then. Where each of its lines ends.
fn says(ui: &mut Ui, asked: &Asked<'_, '_>, long: f32, everything: bool, is_told: impl Fn(&usize) -> bool) -> Vec<f32> {
    let said = ui.scope(|ui| {
        ui.set_max_width(long);
        plainly(ui, asked, is_told, everything)
    });
    let high = ui.text_style_height(&TextStyle::Small).max(1.0);
    let ends = |lies: &Rect| {
        let (top, lines) = (lies.top(), (lies.height() / high).round().max(1.0));
        let each = lies.height() / lines;
        (1..=lines as usize).map(move |line| top + each * line as f32)
    };
    said.inner.iter().flat_map(ends).collect()
}

/// What is unfolded upwards: what was asked for last is next to what unfolds it.
pub(super) fn above(ui: &mut Ui, asked: &Asked<'_, '_>, long: f32, pace: &mut Pace, with: &mut Answering<'_>) {
    let is_scant = asked.is_scant();
    says(ui, asked, long, with.offers.everything, |at| is_scant || !asked.spread.open.contains(at));
    if is_scant {
        next_time(ui, asked, pace, with);
    }
    others_of(ui, asked, with, true, &mut Vec::new());
}

/// What lies below what unfolds the other answers: those, unless they are unfolded upwards, and what is said of all of them, with
/// what was said of those that lie open. How high that is which is to be in sight of it, and where its lines end.
pub(super) fn tail(
    ui: &mut Ui,
    asked: &Asked<'_, '_>,
    (place, long): (&Place, f32),
    told: Option<&'static str>,
    pace: &mut Pace,
    with: &mut Answering<'_>,
) -> (f32, Vec<f32>) {
    let Asked { look, question, spread, .. } = *asked;
    let (is_scant, everything) = (asked.is_scant(), with.offers.everything);
    let Place { unfolded, rises, .. } = *place;
    let (top, all) = (ui.cursor().top(), unfolded && !rises);
    let mut ends = Vec::new();
    let few = if rises { None } else { others_of(ui, asked, with, unfolded, &mut ends) };
    if is_scant && all {
        next_time(ui, asked, pace, with);
        ends.push(ui.min_rect().bottom());
    }
    let few = few.or(all.then(|| ui.min_rect().bottom()));
    // Where there is little room that is told once somebody looks for more, unless nothing else tells of it.
    let is_bare = question.by.is_none() && spread.folded() == 0 && !is_scant;
    if !asked.is_small() || all || is_bare {
        // Only of what is to be seen.
        ends.extend(says(ui, asked, long, everything, |at| all || everything && !rises || spread.open.contains(at)));
    }
    let small = |words: String| RichText::new(words).small().color(theme::faint());
    if let Some((usual, then)) = asked.usual.zip(with.known.then(look)).filter(|_| !asked.is_small()) {
        ui.label(small(format!(
            "Enter gives “{usual}”, then {}: a quick guess; a hint thinks longer.",
            named(look, &then)
        )));
    }
    if let Some(told) = told.filter(|_| !is_scant || all) {
        // No line more once it is known how that was found out.
        let high = theme::high(ui, LONGEST, TextStyle::Small);
        ui.vertical(|ui| {
            ui.set_min_height(high);
            ui.label(small(format!("Below an answer: {told}")));
        });
    }
    ends.push(ui.min_rect().bottom());
    (few.unwrap_or(ui.min_rect().bottom()) - top, ends.into_iter().map(|end| end - top).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: what has no room for all of it ends below a line; where all of it has room nothing is left out.
    #[test]
    fn no_line_is_cut() {
        let ends = [20.0, 45.0, 60.0, 75.0];
        assert_eq!([70.0, 60.0, 44.0].map(|room| last_whole(&ends, 75.0, room)), [Some(60.0), Some(60.0), Some(20.0)]);
        assert_eq!([75.0, 10.0].map(|room| last_whole(&ends, 75.0, room)), [None, None]);
    }
}
