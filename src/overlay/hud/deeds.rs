//! The bar at the bottom: what is asked, the deeds that answer it, and the time-line below. It is as high whatever is asked.

use bevy::app::App;
use bevy::ecs::prelude::{Res, ResMut};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{Rect, Ui, UiBuilder, pos2, vec2};

use super::asked::{everything, held, holds, hurrying, points_to, prompt, risen, waiting, watching};
use super::face::{Drawn, ending, face, letters};
use super::fly_out::{Kept, fly_out};
use super::outcome::{self, Lately};
use super::quiet::{self, Before};
use super::slots::{self, Kind, PLACES, Slot, strikes_with};
use super::{Hud, Places, Questions, warned};
use crate::battle::house_words::END_TURN;
use crate::battle::{Choice, Id, Look, Question};
use crate::overlay::answers::{self, Answering};
use crate::overlay::course::Pace;
use crate::overlay::end::{EndPage, is_over};
use crate::overlay::hand::Hand;
use crate::overlay::keys::{self, Act};
use crate::overlay::known::Known;
use crate::overlay::motion::Motion;
use crate::overlay::panels::{self, Panels};
use crate::overlay::preferences::Preferences;
use crate::overlay::timeline::{self, Timeline};
use crate::overlay::view::FieldView;
use crate::overlay::{hovered, theme, tips, tokens};

/// Points of the line that says what is asked, and of the time-line, at the usual size of text.
const ASKED: f32 = 28.0;
const TIME: f32 = 24.0;
/// Points at both ends of them.
const MARGIN: f32 = 6.0;
/// Points of a slot across.
const SLOT: f32 = 64.0;
/// Slots with less points across than this, in one row, lie in two where each has so many points down.
const NARROW: f32 = 40.0;
const LOW: f32 = 34.0;
/// No more of the width of the bar than this goes to the end of the turn.
const ENDS: f32 = 0.18;
/// What is asked has so many points across at least beside what lies over the bar, at the usual size of text.
const LEAST: f32 = 160.0;

/// The bar.
pub fn plugin(app: &mut App) {
    app.add_panel(panels::Height::Bars, drawn).add_plugins((quiet::plugin, outcome::plugin));
}

fn drawn(frame: panels::Frame<'_>, hud: Res<'_, Hud>, mut asked: ResMut<'_, Questions>, mut with: Bar<'_>) {
    let panels::Frame { ui, look, places, .. } = frame;
    let beside = asked.beside;
    asked.listed = if hud.presents { None } else { bar(ui, look, (&places, beside), &mut with) };
}

/// What the bar reads and changes.
#[derive(SystemParam)]
struct Bar<'w> {
    answers: Answering<'w>,
    pace: ResMut<'w, Pace>,
    timeline: ResMut<'w, Timeline>,
    preferences: Res<'w, Preferences>,
    end: ResMut<'w, EndPage>,
    motion: Res<'w, Motion>,
    before: ResMut<'w, Before>,
    lately: ResMut<'w, Lately>,
    view: Res<'w, FieldView>,
}

/// The bar; where a question lies in it, or rises from it over the field. `beside`: where one lies on the field, beside a token.
fn bar(ui: &mut Ui, look: Look<'_>, (places, beside): (&Places, Option<Rect>), with: &mut Bar<'_>) -> Option<Rect> {
    let rect = places.bottom();
    let scale = theme::scale(ui.ctx());
    let [asked, middle, time] = rows(rect, scale);
    let both = asked.union(middle);
    let within = |ui: &mut Ui, rect: Rect, add: &mut dyn FnMut(&mut Ui)| {
        ui.scope_builder(UiBuilder::new().max_rect(rect.shrink2(vec2(MARGIN, 0.0))), |ui| {
            ui.set_clip_rect(rect.expand(2.0));
            add(ui);
        });
    };
    within(ui, time, &mut |ui| {
        timeline::timeline(ui, look, &mut with.timeline, &mut with.answers.wishes, &with.preferences.keys);
    });
    if with.timeline.looks_back() {
        within(ui, both, &mut |ui| {
            timeline::looking_back(ui, look, &with.timeline, &mut with.answers.wishes);
        });
        return None;
    }
    with.answers.offers.orders.clear();
    with.answers.offers.rows.clear();
    let is_put = |question: &&Question| look.is_played_here(question.side) && !with.pace.holds_back(question);
    if with.pace.auto && !is_over(look) {
        let key = keys::name(&with.preferences.keys, Act::Auto);
        let last = with.timeline.latest(look, &with.motion);
        let (deed, _) = with.timeline.lately(look);
        let came = with.lately.came(look, &with.timeline, &with.motion);
        let came = came.filter(|came| last.is_none() || came.at >= deed);
        let room = middle.shrink2(vec2(MARGIN, 0.0));
        within(ui, both, &mut |ui| {
            watching(ui, &mut with.pace, (end_place(room, scale), &key), (last.as_deref(), came.as_ref()));
        });
        return None;
    }
    let (deed, _) = with.timeline.lately(look);
    let is_unasked = with.pace.unasked().is_some_and(|facts| facts >= deed);
    let came = with.lately.came(look, &with.timeline, &with.motion).map(|came| {
        let is_of_it = is_unasked && came.at >= deed;
        let unasked = if is_of_it { with.timeline.unasked(look, deed) } else { Vec::new() };
        came.told(&unasked)
    });
    // Until a question beside a token is drawn there is nothing to be answered.
    let is_there = |question: &&Question| beside.is_some() || !answers::is_beside(look, question);
    // A key that is pressed meanwhile means what lies there now.
    let waits = with.pace.is_quiet() || with.answers.hand.then.is_some() && look.question().is_some();
    let put = look.question().filter(is_put);
    // Where it is switched what is listed is known before a question is laid: it lies beside that from the first.
    if put.is_some_and(|question| !is_there(&question)) {
        within(ui, asked, &mut |ui| {
            ui.set_invisible();
            everything(ui, &mut with.answers);
        });
    }
    let put = put.filter(is_there);
    let is_open = put.is_some_and(|question| question.choices.is_some() || with.answers.offers.pressed.is_some());
    if waits && !is_open && with.before.is_there() {
        with.answers.offers.pressed = None;
        within(ui, asked, &mut |ui| {
            waiting(ui, look, (&with.timeline, &with.motion, came.as_ref()), &mut with.end, (&mut with.pace, true));
        });
        within(ui, middle, &mut |ui| {
            let room = ui.max_rect();
            let place = end_place(room, scale);
            let rects: Vec<Rect> = laid(room, place.width(), with.before.slots.len(), scale).collect();
            with.before.draw(ui, look, (&rects, place), &mut with.answers);
        });
        return None;
    }
    let Some(question) = put else {
        // What is told keeps its line, whether slots lie below it or not.
        let line = if is_over(look) { both } else { asked };
        let shows = with.pace.shows();
        within(ui, line, &mut |ui| {
            waiting(ui, look, (&with.timeline, &with.motion, came.as_ref()), &mut with.end, (&mut with.pace, shows));
        });
        if !is_over(look) && with.pace.is_long(&with.preferences) {
            within(ui, middle, &mut |ui| hurrying(ui, &keys::name(&with.preferences.keys, Act::Fast)));
        }
        return None;
    };
    let is_beside = answers::is_beside(look, question);
    if holds(ui, question, both.width() - 2.0 * MARGIN) {
        within(ui, both, &mut |ui| held(ui, look, question, &mut with.answers, came.as_ref()));
        return Some(both);
    }
    if question.choices.is_some() && !is_beside {
        let room = both.shrink2(vec2(MARGIN, 0.0));
        // A hand of cards that is too large for the bar leaves its line no room for more than what is asked.
        let came = came.as_ref().filter(|_| answers::sends(question));
        return Some(risen(ui, look, question, (room, asked.height(), places.field), &mut with.answers, came));
    }
    // What is asked beside a token may reach down here.
    if let Some(beside) = beside.filter(|beside| is_beside && beside.intersects(both)) {
        within(ui, asked, &mut |ui| everything(ui, &mut with.answers));
        let end = with.answers.offers.switch.map_or(asked.right(), |switch| switch.left());
        // That something waits for a second word is told in less room, too.
        let share = if with.answers.hand.sure.is_some() { 0.5 } else { 1.0 };
        if let Some(room) = room_beside(asked.with_max_x(end), beside, LEAST * share * scale) {
            within(ui, room, &mut |ui| points_to(ui, look, question, &mut with.answers));
        }
        return None;
    }
    // Where the line is too low for its text what the last blow came to lies where no slots are.
    let is_low = asked.height() < ASKED * scale - 1.0;
    let below = came.as_ref().filter(|_| is_beside && is_low);
    let in_line = came.as_ref().filter(|_| below.is_none());
    within(ui, asked, &mut |ui| prompt(ui, look, question, &mut with.answers, in_line));
    if let Some(came) = below {
        within(ui, middle, &mut |ui| {
            ui.horizontal_centered(|ui| came.draw(ui, (ui.available_width() - 4.0).max(0.0)));
        });
    }
    if question.choices.is_none() {
        within(ui, middle, &mut |ui| turn(ui, look, question, asked.top(), with));
    }
    None
}

/// What of a line lies beside this, on the side that has more room; nothing where that is less than so many points across.
fn room_beside(line: Rect, lies: Rect, least: f32) -> Option<Rect> {
    let left = line.with_max_x(lies.left().min(line.right()) - MARGIN);
    let right = line.with_min_x(lies.right().max(line.left()) + MARGIN);
    let room = if right.width() > left.width() { right } else { left };
    (room.width() >= least).then_some(room)
}

/// The slots of a turn, and the end of it; `top`: where the bar begins.
fn turn(ui: &mut Ui, look: Look<'_>, question: &Question, top: f32, with: &mut Bar<'_>) {
    let Bar { answers: with, pace, preferences, before, view, .. } = with;
    let choices = with.known.choices(look);
    let all = before.slots_of(&choices, || with.offers.bar.lie(look, &choices));
    let room = ui.max_rect();
    let scale = theme::scale(ui.ctx());
    let end = choices.iter().find(|choice| choice.order.verb == END_TURN);
    let place = end_place(room, scale);
    let rects: Vec<Rect> = laid(room, place.width(), all.len(), scale).collect();
    let letters = letters(ui, &all, &rects, &choices);
    let above = Some(((ASKED + 8.0) * scale, room.y_range()));
    for (number, slot, rect) in slots::drawn(&all, &rects) {
        let held = is_held(slot, &choices, &with.hand);
        let drawn = Drawn { slot, number, rect, letters, held, above };
        let response = face(ui, look, &choices, &drawn, with);
        let is_pressed = slot.kind.digit(number).is_some() && with.offers.pressed == Some(number);
        let key = is_pressed && response.sense.senses_click();
        if response.clicked() || key {
            press(look, slot, &choices, with);
        }
        // Whoever plays by keys chooses the target by keys, too.
        if key && with.hand.wielded.is_some() {
            with.hand.open = Some(slot.kind.clone());
        }
        let Some(open) = with.hand.open.clone() else { continue };
        // Above all rows of slots.
        let rect = rect.with_min_y(room.top());
        if open == slot.kind {
            let kept = kept(look, view, &mut with.known);
            fly_out(ui.ctx(), look, question, (slot, &choices), (rect, &kept), with);
        } else if let Some(row) = rows_of(slot, &choices).iter().find(|row| row.kind == open) {
            let kept = kept(look, view, &mut with.known);
            fly_out(ui.ctx(), look, question, (row, &choices), (rect, &kept), with);
        }
    }
    with.offers.pressed = None;
    if let Some(end) = end {
        let key = keys::name(&preferences.keys, Act::EndTurn);
        let ends = ending(ui, place, (&end.label, &key), end.is_legal());
        if let Some(refusal) = &end.refused {
            hovered::show(&ends, ui, None, |ui| tips::refused(ui, look, end, refusal));
        } else if ends.clicked() {
            with.wishes.order = Some(end.order.clone());
        }
        if pace.warned.is_some() && with.hand.holds_something() {
            pace.warned = None;
        }
        let warned = pace.warned.iter().filter(|warning| warning.holds(look));
        let corner = pos2(place.right(), top - 3.0);
        warned.for_each(|warning| warned::let_go(ui.ctx(), corner, &warning.words));
    }
    **before = Before { slots: all, end: end.map(|end| end.label.clone()), choices };
}

/// Where whoever is asked lies on the page, and those who are of their side or who something can be done to.
fn kept(look: Look<'_>, view: &FieldView, known: &mut Known) -> Kept {
    let Some((drawn, who)) = view.drawn.as_ref().zip(look.asked()) else { return Kept::default() };
    let aimed = known.aimed(look);
    let is_kept = |id: &Id| (look.side(*id) == look.side(who) || aimed.open.contains(id)) && look.is_in_play(*id);
    let wide = tokens::Wide::of(look);
    let own = look.shown().filter(is_kept).map(|id| wide.token(look, &drawn.view, id)).collect();
    Kept { acting: Some(wide.token(look, &drawn.view, who)), own }
}

/// Where the end of a turn lies in the row of slots, and what else goes on with the battle in its stead.
fn end_place(room: Rect, scale: f32) -> Rect {
    let wide = (112.0 * scale).min(room.width() * ENDS);
    Rect::from_min_max(pos2(room.right() - wide, room.top()), room.right_bottom() - vec2(0.0, 2.0))
}

/// Where so many slots lie beside the end of a turn, which is so wide: from the left on, and the last of them at the right,
/// so that one more moves none of them while there is room. Where they would be narrow they lie in two rows.
fn laid(room: Rect, ends: f32, count: usize, scale: f32) -> impl Iterator<Item = Rect> {
    let all = count.max(PLACES);
    let across = |columns: usize| (SLOT * scale).min((room.width() - ends - 8.0) / columns as f32);
    let rows = if across(all) < NARROW && room.height() >= 2.0 * LOW { 2 } else { 1 };
    let columns = all.div_ceil(rows);
    let (wide, high) = (across(columns), room.height() / rows as f32);
    let last = room.right() - ends - 4.0 - wide;
    (0..count).map(move |number| {
        let (row, left) = match number + 1 == count {
            true => (rows - 1, last),
            false => (number / columns, room.left() + (number % columns) as f32 * wide),
        };
        let size = vec2(wide - 4.0, high - 2.0 * rows as f32);
        Rect::from_min_size(pos2(left, room.top() + row as f32 * high), size)
    })
}

/// How small a slot of a bar gets that has one more than there is always room for, beside the widest end of a turn.
#[cfg(test)]
pub(super) fn smallest(bar: Rect, scale: f32) -> Rect {
    let [_, middle, _] = rows(bar, scale);
    let room = middle.shrink2(vec2(MARGIN, 0.0));
    laid(room, room.width() * ENDS, PLACES + 1, scale).next().unwrap_or(Rect::NOTHING)
}

/// The rows of the bar in a window, where it lies there: what is asked, the slots, the time-line.
fn rows(rect: Rect, scale: f32) -> [Rect; 3] {
    let (asked, time) = ((ASKED * scale).min(rect.height() * 0.28), (TIME * scale).min(rect.height() * 0.22));
    let row = |from: f32, to: f32| Rect::from_x_y_ranges(rect.x_range(), from..=to);
    let (top, bottom) = (rect.top() + asked, rect.bottom() - time);
    [row(rect.top(), top), row(top, bottom), row(bottom, rect.bottom())]
}

/// What of the bar has nothing to say while something is asked beside a token: all but the time-line.
pub(super) fn strip(places: &Places, scale: f32) -> Rect {
    let [asked, middle, _] = rows(places.bottom(), scale);
    asked.union(middle)
}

/// The attacks that share a slot, each by itself; none where it is no slot of that kind.
pub(super) fn rows_of(slot: &Slot, choices: &[Choice]) -> Vec<Slot> {
    if slot.kind == Kind::Attacks { slot.apart(choices) } else { Vec::new() }
}

/// Whether a slot is the one in use.
pub(super) fn is_held(slot: &Slot, choices: &[Choice], hand: &Hand) -> bool {
    let in_hand = hand.deed.as_ref();
    let holds = || slot.choices.iter().filter_map(|at| choices.get(*at)).any(|choice| in_hand == Some(&choice.order));
    let waits = |arm: &String| slot.choices.iter().filter_map(|at| choices.get(*at)).any(|of| strikes_with(of, arm));
    let is_wielded = hand.wielded.as_ref().is_some_and(waits);
    let opens = |kind: &Kind| *kind == slot.kind || rows_of(slot, choices).iter().any(|row| row.kind == *kind);
    hand.open.as_ref().is_some_and(opens) || is_wielded || in_hand.is_some() && holds()
}

/// A slot is used: the one thing in it is done or taken in hand, else it is opened.
pub(super) fn press(look: Look<'_>, slot: &Slot, choices: &[Choice], with: &mut Answering<'_>) {
    let here: Vec<&Choice> = slot.choices.iter().filter_map(|at| choices.get(*at)).collect();
    let open: Vec<&Choice> = here.iter().copied().filter(|choice| choice.is_legal()).collect();
    let was_held = is_held(slot, choices, &with.hand);
    // What waits for a second word still does.
    with.hand.put_down_the_rest();
    if was_held {
        return;
    }
    let at_somebody = |choice: &&Choice| choice.order.at.iter().any(|aim| aim.who.is_some());
    match (&slot.kind, open.as_slice()) {
        (kind, [one]) if *kind != Kind::More && !one.squares.is_empty() => with.hand.deed = Some(one.order.clone()),
        (Kind::Attack(arm), _) if !open.is_empty() && open.iter().all(at_somebody) => {
            with.hand.wielded = Some(arm.clone());
        }
        // Its directions are pointed at on the field, though they are listed, too.
        (Kind::Attack(arm), _) if open.iter().any(|choice| choice.order.toward.is_some()) => {
            with.hand.wielded = Some(arm.clone());
            with.hand.open = Some(slot.kind.clone());
        }
        (Kind::Group(_) | Kind::Deed(_), [one, ..]) if open.iter().all(|each| waits_for(look, one, each)) => {
            with.hand.wielded = Some(one.order.verb.to_string());
        }
        (Kind::Group(_) | Kind::Deed(_), [one])
            if slot.is_one_deed()
                && !at_somebody(one)
                && one.numbers.is_none()
                && (slot.kind.is_named() || !answers::ends_turn(look, one, with)) =>
        {
            with.wishes.order = Some(with.hand.filled(one));
        }
        _ => with.hand.open = Some(slot.kind.clone()),
    }
}

/// Whether a choice is the same deed as another, at somebody on the field: then it waits for a click on them.
pub(super) fn waits_for(look: Look<'_>, one: &Choice, each: &Choice) -> bool {
    let is_seen = look.target(&each.order).is_some_and(|who| look.knows_of(who));
    let is_plain = each.numbers.is_none() && each.squares.is_empty() && each.order.toward.is_none();
    is_seen && is_plain && each.order.verb == one.order.verb
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: the line of the bar that tells of the last blow grows as all text does: no more than two fifths of that are left
    /// out even where the largest text meets the smallest window.
    #[test]
    fn the_line_of_the_bar_grows_with_the_text() {
        let (small, page) = (vec2(1024.0, 640.0), vec2(1360.0, 860.0));
        let least = [(small, 1.0, 1.0), (small, 1.5, 0.84), (small, 2.0, 0.63), (page, 1.5, 1.0), (page, 2.0, 0.86)];
        for (size, scale, least) in least {
            let places = Places::of(Rect::from_min_size(pos2(0.0, 0.0), size), scale);
            let [asked, middle, _] = rows(places.bottom(), scale);
            let share = asked.height() / (ASKED * scale);
            assert!(share >= least - 0.01, "{size} at {scale}: {share}");
            assert!(middle.height() >= asked.height() * 1.5, "{size} at {scale}: {middle:?} below {asked:?}");
        }
    }

    /// Promise: where a question is answered is told in the bar beside whatever lies over its line, as long as there is room on
    /// either side.
    #[test]
    fn the_bar_tells_of_a_question_beside_what_lies_over_it() {
        let line = Rect::from_min_max(pos2(0.0, 700.0), pos2(1000.0, 728.0));
        let over = |from: f32, to: f32| Rect::from_x_y_ranges(from..=to, 400.0..=760.0);
        for (lies, is_left) in [(over(100.0, 500.0), false), (over(600.0, 1000.0), true), (over(300.0, 600.0), false)] {
            let room = room_beside(line, lies, 160.0).unwrap();
            assert!(line.contains_rect(room) && !room.intersects(lies), "{room:?} beside {lies:?}");
            assert_eq!(room.right() < lies.left(), is_left, "{room:?} beside {lies:?}");
        }
        assert_eq!(room_beside(line, over(100.0, 900.0), 160.0), None);
    }
}
