//! A hint: what the computer would do now, what that comes to, and the next best. What is pointed at of it is marked on the field
//! and among the answers; one click plans it, a second one does it. Where its page would cover much of the field it is short, and
//! all but the best is folded away.

mod ask;
mod page;

use bevy::app::App;
use bevy::ecs::prelude::{On, Res, ResMut, Resource};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{Align2, Rect, vec2};

pub use self::ask::Advice;
use self::page::{Page, draw};
use super::hand::Hand;
use super::hud::Questions;
use super::keys::Act;
use super::panels::{Back, Begun, Decided, Frame, Height, Panels, Pressed};
use super::pointer::Pointer;
use super::thinking::{Limits, Thinking};
use super::timeline::advised;
use super::tokens::lies;
use super::view::FieldView;
use super::warnings::resigns;
use super::wishes::Wishes;
use super::{hud, theme};
use crate::ai::deep::{Expected, Line};
use crate::battle::house_words::ACT;
use crate::battle::{Id, Look, Order};

/// So many lines are told: what is best, and the next two.
const LINES: usize = 3;
/// Points across of the page at the usual size of text, the least where a window is narrow, and the share of it at most: of the
/// whole page, and of a short one.
const WIDE: [f32; 2] = [400.0, 250.0];
const LEAST: [f32; 2] = [300.0, 200.0];
const SHARE: [f32; 2] = [0.6, 0.42];
/// About so many points down the whole page takes, at the usual size of text; it is short where it would cover more of the field than
/// this share.
const HIGH: f32 = 230.0;
const COVERS: f32 = 0.3;
/// Points that its plate takes around it, and between it and the edge of the field.
const EDGE: f32 = 18.0;
const GAP: f32 = 4.0;

/// What was asked for, and how far it has come.
#[derive(Resource, Default)]
pub struct Hint {
    wanted: bool,
    thinking: Option<Thinking>,
    /// The line that waits for a second click, and its order.
    planned: Option<(usize, Order)>,
    /// What of it is shown now: pointed at, planned, or the best.
    shows: Option<Order>,
    /// Whether all of a short page is unfolded.
    unfolded: bool,
    /// How often it was drawn since all has been thought, and in which of its places it lies by then.
    drawn: usize,
    place: Option<usize>,
}

/// The hint over the field, above whatever stands beside a token.
pub fn plugin(app: &mut App) {
    app.init_resource::<Hint>();
    app.add_panel(Height::Popups, told);
    app.add_observer(|_: On<'_, '_, Decided>, mut hint: ResMut<'_, Hint>| *hint = Hint::default());
    app.add_observer(|_: On<'_, '_, Begun>, mut hint: ResMut<'_, Hint>| *hint = Hint::default());
    app.on_key(|key: Pressed<'_>, mut hint: ResMut<'_, Hint>, mut hand: ResMut<'_, Hand>| {
        if key.act == Act::Hint {
            let was_there = hint.put_away(&mut hand);
            hint.wanted = !was_there;
        }
    });
    app.on_back(Back::Notices, |mut hint: ResMut<'_, Hint>, mut hand: ResMut<'_, Hand>| hint.put_away(&mut hand));
}

impl Hint {
    /// Thinks on for the length of a slice; whether all has been thought.
    fn go_on(&mut self, look: Look<'_>) -> bool {
        self.thinking = Thinking::advising(look, self.thinking.take());
        self.thinking.as_mut().is_none_or(|thinking| thinking.go_on(look, Limits::ASKED))
    }

    /// Puts it away, with what of it waits for a second click; whether it was there.
    fn put_away(&mut self, hand: &mut Hand) -> bool {
        let Self { wanted, planned, .. } = std::mem::take(self);
        if planned.is_some_and(|(_, order)| hand.waits(std::slice::from_ref(&order))) {
            hand.plan(Vec::new());
        }
        wanted
    }
}

/// A line as it is told.
struct Row {
    order: Order,
    told: String,
    expected: Option<Expected>,
    /// Whom its first deed is about.
    about: Option<Id>,
    /// What follows on that in the same turn.
    then: Option<Order>,
}

impl Row {
    fn of(look: Look<'_>, line: &Line, expected: Option<Expected>) -> Self {
        // Whom one sends is named as what is sent.
        let sent = || line.order.with.filter(|_| line.order.verb == ACT).and_then(|name| look.named(name));
        Self {
            order: line.order.clone(),
            told: advised(look, line),
            expected,
            about: whom(look, &line.order).or_else(sent),
            then: line.then.clone(),
        }
    }

    /// What of the field it is about, where it lies on the page; squares twice, since nobody need stand there who counts, too.
    fn lies(&self, look: Look<'_>, view: &FieldView) -> Vec<Rect> {
        let Some(drawn) = &view.drawn else { return Vec::new() };
        let next = self.then.as_ref().and_then(|then| whom(look, then));
        let tokens = self.about.into_iter().chain(next).map(|who| lies(look, &drawn.view, who));
        let places = self.order.to.into_iter().chain(self.then.as_ref().and_then(|then| then.to));
        tokens.chain(places.flat_map(|to| [drawn.view.rect(to); 2])).collect()
    }
}

/// Whom an order is about, as far as whoever reads of it knows of them.
fn whom(look: Look<'_>, order: &Order) -> Option<Id> {
    look.target(order).filter(|who| look.knows_of(*who))
}

/// Whether the whole page would cover too much of a field, with text of this size.
fn is_short(field: Rect, scale: f32) -> bool {
    let [wide, _] = WIDE;
    wide * HIGH * scale * scale > field.area() * COVERS
}

/// How broad the page is in a window so broad.
fn broad(whole: f32, scale: f32, is_short: bool) -> f32 {
    let of = |[long, short]: [f32; 2]| if is_short { short } else { long };
    let most = (whole * of(SHARE)).max(of(LEAST) * scale).min(whole - 2.0 * EDGE);
    (of(WIDE) * scale).min(most)
}

/// What the page of a hint reads, and what a click on it changes.
#[derive(SystemParam)]
struct With<'w> {
    hand: ResMut<'w, Hand>,
    pointer: ResMut<'w, Pointer>,
    wishes: ResMut<'w, Wishes>,
    view: Res<'w, FieldView>,
    questions: Res<'w, Questions>,
}

fn told(Frame { ui, look, places, .. }: Frame<'_>, mut hint: ResMut<'_, Hint>, mut with: With<'_>) {
    if !hint.wanted || look.question().is_none_or(|question| !look.is_played_here(question.side)) {
        return;
    }
    let is_done = hint.go_on(look);
    if !is_done {
        ui.ctx().request_repaint();
    }
    let is_long = !is_done && hint.thinking.as_ref().is_some_and(Thinking::is_long);
    let (rows, close) = if is_done { rows(look, &hint) } else { (Vec::new(), None) };
    // What somebody has taken up since waits no longer.
    let waits = |order: &Order| with.hand.waits(std::slice::from_ref(order));
    let planned = hint.planned.as_ref().filter(|(_, order)| waits(order)).map(|(at, _)| *at);
    let planned = planned.filter(|at| *at < rows.len());
    let scale = theme::scale(ui.ctx());
    let is_short = is_short(places.field, scale);
    let (width, room) = (broad(places.whole.width(), scale, is_short), places.field.shrink(GAP));
    // What it tells of counts twice: it is one of those who lie on the field, too. What is folded away is told of nowhere.
    let tokens = with.view.drawn.iter().flat_map(|drawn| drawn.tokens.iter().map(|token| drawn.view.area(token.spot)));
    let is_unfolded = hint.unfolded || !is_short;
    let told = rows.iter().take(if is_unfolded { rows.len() } else { 1 });
    let kept: Vec<Rect> = told.flat_map(|row| row.lies(look, &with.view)).chain(tokens).collect();
    let (place, aside) = with.questions.aside_of(ui.ctx(), "hint", (room, width + EDGE), (&kept, hint.place));
    // How large all of it is is known once it has been drawn, and from then on it stays where it is.
    if is_done && hint.place.is_none() {
        (hint.drawn, hint.place) = (hint.drawn + 1, Some(place).filter(|_| hint.drawn > 0));
        ui.ctx().request_repaint();
    }
    let at = room.center_top() - vec2((width + EDGE) / 2.0, 0.0) + aside;
    let page = Page { rows: &rows, close, planned, is_done, is_long, is_short, is_unfolded };
    let high = (room.height() - EDGE).max(EDGE);
    let done = hud::lay(ui.ctx(), "hint", (Align2::LEFT_TOP, at), |ui| draw(ui, (width, high), &page)).inner;
    // Where nothing else is pointed at it is seen what the best of it means.
    let rests = || if with.pointer.hovered.is_none() { Some(planned.unwrap_or(0)) } else { planned };
    let is_free = with.pointer.preview.is_none() && with.pointer.pointed.is_none();
    if let Some(row) = done.pointed.or_else(rests).and_then(|at| rows.get(at)).filter(|_| is_free) {
        let Row { order, about, then, .. } = row;
        (with.pointer.preview, with.pointer.pointed, with.pointer.next) = (Some(order.clone()), *about, then.clone());
    }
    // The answers lie there before it: they are marked in the next frame.
    let shown = done.pointed.or(planned).unwrap_or(0);
    let shown = rows.get(shown).map(|row| row.order.clone());
    if hint.shows != shown {
        hint.shows = shown;
        ui.ctx().request_repaint();
    }
    hint.unfolded ^= done.folds;
    if let Some((at, row)) = done.pressed.and_then(|at| Some((at, rows.get(at)?))) {
        if planned == Some(at) {
            with.wishes.order = Some(row.order.clone());
        } else {
            with.hand.put_down();
            with.hand.plan(vec![row.order.clone()]);
            hint.planned = Some((at, row.order.clone()));
        }
    }
    if done.is_enough {
        hint.thinking.iter_mut().for_each(Thinking::stop);
    }
    if done.is_away {
        hint.put_away(&mut with.hand);
    }
}

/// What is told of a thought that has come to its end, and which of the others is about as good as the first: nothing is put above
/// another by chance alone.
fn rows(look: Look<'_>, hint: &Hint) -> (Vec<Row>, Option<usize>) {
    let Some(thinking) = &hint.thinking else { return (Vec::new(), None) };
    let mut lines: Vec<&Line> = thinking.tried().take(LINES).collect();
    let Some(first) = lines.first().copied() else { return (Vec::new(), None) };
    let other = lines.iter().position(|line| line.order != first.order);
    let close = other.filter(|at| lines.get(*at).is_some_and(|other| !first.is_surely_better(other)));
    // Nobody is told to give up where something else is about as good.
    if let Some(at) = close.filter(|_| resigns(look, &first.order)) {
        lines.swap(0, at);
    }
    let most = lines.first().and_then(|first| thinking.expects(first)).map_or(1.0, |expected| expected.hope);
    let expected = |line| thinking.expects(line).map(|told| Expected { hope: told.hope.min(most), ..told });
    (lines.into_iter().map(|line| Row::of(look, line, expected(line))).collect(), close)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::hud::Places;

    /// Promise: the page covers no more than a third of the field as it opens: where all of it would, it is short and narrow.
    #[test]
    fn a_page_that_would_cover_much_of_the_field_is_short() {
        let page = |size: [f32; 2], scale: f32| {
            let places = Places::of(Rect::from_min_size(Default::default(), size.into()), scale);
            let short = is_short(places.field, scale);
            let wide = broad(places.whole.width(), scale, short);
            assert!(
                wide <= size[0] - 2.0 * EDGE && (!short || wide <= size[0] * 0.6),
                "{size:?}, text {scale}: {wide}"
            );
            short
        };
        let sizes = [1.0, 1.5, 2.0];
        assert_eq!(sizes.map(|scale| page([1024.0, 640.0], scale)), [false, true, true]);
        assert_eq!(sizes.map(|scale| page([1920.0, 1080.0], scale)), [false; 3]);
        assert!(page([390.0, 780.0], 1.0));
    }
}
