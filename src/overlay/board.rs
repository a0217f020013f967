//! The battlefield: ground, layers and tokens, and what the pointer does there.

mod area;
mod beside;
mod click;
mod eye;
mod going;
mod hint;
mod meant;
mod sends;
mod touch;
mod whole;

use std::sync::Arc;

use bevy::app::App;
use bevy::ecs::prelude::{On, Res, ResMut};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{Pos2, Rect, Sense, Stroke, StrokeKind, Ui, Vec2};

use super::camera::View;
use super::course::Pace;
use super::hand::Hand;
use super::hud::card::Carded;
use super::hud::{self, Hud, Places, Questions, drawers};
use super::known::Known;
use super::layers::{self, Laid, Layer, Layers};
use super::log::LogPanel;
use super::motion::Motion;
use super::notices::Notices;
use super::pad::Pad;
use super::panels::{Begun, Frame, Height, Panels};
use super::pointer::{self, Pointer};
use super::portraits::Portraits;
use super::preferences::{Preferences, Speed};
use super::sheet::Sheet;
use super::timeline::Timeline;
use super::tokens::{self, Marked, Token, crosshair, order, told, touched};
use super::view::{Drawn, FieldView};
use super::wishes::Wishes;
use super::{answers, ground, learn, lying, theme, way};
use crate::battle::{Id, Look, capital};
use crate::board::Square;

use click::{at_once, clicked, closes, go, ride_off, stepped_back, walk_and_strike};
use eye::{bring, camera, foresees};
use meant::Meant;

/// The battlefield.
pub fn plugin(app: &mut App) {
    app.init_resource::<Motion>().init_resource::<Portraits>().init_resource::<Carded>();
    app.add_observer(|_: On<'_, '_, Begun>, mut motion: ResMut<'_, Motion>| *motion = Motion::default());
    app.add_panel(Height::Field, |frame: Frame<'_>, mut field: Field<'_>| {
        board(frame.ui, frame.look, &frame.places, &mut field);
        field.pointer.say_anew();
    });
}

/// What the field shows, and what a click there changes.
#[derive(SystemParam)]
pub struct Field<'w> {
    view: ResMut<'w, FieldView>,
    pointer: ResMut<'w, Pointer>,
    hand: ResMut<'w, Hand>,
    wishes: ResMut<'w, Wishes>,
    sheet: ResMut<'w, Sheet>,
    log: Res<'w, LogPanel>,
    carded: ResMut<'w, Carded>,
    known: ResMut<'w, Known>,
    motion: ResMut<'w, Motion>,
    portraits: ResMut<'w, Portraits>,
    layers: Res<'w, Layers>,
    pace: ResMut<'w, Pace>,
    preferences: Res<'w, Preferences>,
    timeline: Res<'w, Timeline>,
    pad: Option<Res<'w, Pad>>,
    questions: Option<Res<'w, Questions>>,
    hud: Option<Res<'w, Hud>>,
    notices: Option<ResMut<'w, Notices>>,
}

impl Field<'_> {
    /// Whether the field tells what can be done: neither while what was done last is shown, nor before what follows it by
    /// itself.
    fn tells(&self) -> bool {
        !self.pace.shows() && self.hand.then.is_none()
    }

    /// Says what speaks against a click, as it is said of an order that is refused.
    fn tell(&mut self, why: &str) {
        if let Some(notices) = &mut self.notices {
            notices.said = Some(format!("{}.", capital(why)));
        }
    }

    /// Whether those who sit here decide: neither does the computer for them, nor is it long ago.
    fn decides(&self) -> bool {
        !self.pace.auto && !self.timeline.looks_back()
    }

    fn laid(&mut self) -> Laid<'_> {
        let mut layers = *self.layers;
        // Who is flanked is seen once it is the turn of the next before everybody's eyes.
        if layers.has(Layer::Flank) && !self.tells() {
            layers.flip(Layer::Flank);
        }
        let acts = self.tells() && self.decides();
        Laid { layers, acts, known: &mut self.known, hand: &self.hand, pointer: &self.pointer }
    }
}

/// The field: draws it all over the page and hears the pointer. The whole of it is seen within its place unless the player
/// has moved it.
fn board(ui: &mut Ui, look: Look<'_>, places: &Places, with: &mut Field<'_>) {
    let room = places.field;
    let (id, page) = ui.allocate_space(ui.available_size());
    let painter = ui.painter_at(page);
    // What lies behind the bars is neither pointed at nor clicked on, whatever of them can be pressed.
    let seen = with.hud.as_ref().map_or(page, |hud| hud.seen(places));
    let response = ui.interact(seen, id, Sense::click_and_drag());
    let speed = with.pace.speed(&with.preferences);
    let clear = drawers::clear(ui, places, &with.sheet, &with.log);
    let view = camera(ui, &response, (room, clear), look, with, speed);
    with.motion.weigh(with.preferences.weighs);
    // A moment that is looked back at tells of its own step, whatever was decided after it.
    let own = if with.timeline.looks_back() { 0 } else { with.timeline.lately(look).1 };
    with.motion.go_on(ui.ctx(), look, speed, own);
    with.pace.watch(look, &with.preferences, &with.motion);
    bring(ui, look, with, (room, clear));
    let moved = ui.input(|input| input.pointer.delta() != Vec2::ZERO || input.pointer.any_click());
    let lies_open = |at: &Pos2| pointer::lies_open(&response, *at);
    let at = ui.input(|input| input.pointer.latest_pos());
    let is_here = response.contains_pointer() && at.as_ref().is_some_and(lies_open);
    with.pointer.cover(at, !is_here);
    let is_touched = touch::is_under_way(ui);
    if is_touched {
        touch::heard(&response, &view, with);
    } else if moved && response.hovered() && !with.pad.as_ref().is_some_and(|pad| pad.leads()) {
        (with.pointer.cursor, with.pointer.picked) = (None, None);
    }
    let hovered = response.hover_pos().filter(lies_open).filter(|_| with.pointer.cursor.is_none());
    let everybody = stacked(look, with, hovered.map(|at| view.spot(at)));
    let token = hovered.and_then(|at| tokens::at(&everybody, view.spot(at)));
    with.pointer.token = token.map(|token| token.id);
    let under = hovered.map(|at| token.map_or(view.square(at), |token| token.stands(view.square(at))));
    let pointer = with.pointer.cursor.or(under).filter(|square| look.board().contains(*square));
    (with.pointer.hovered, with.pointer.strays) = (pointer, None);
    with.pointer.rests = foresees(ui, with.view.foresees);
    with.known.be_patient(with.view.foresees);
    let tints = with.laid().tints(look);
    let points = ui.ctx().pixels_per_point();
    with.view.noted = None;
    with.view.drawn = Some(Drawn { view, page, points, tints: tints.clone(), tokens: everybody.clone() });
    // What lies over the field shakes with it.
    let view = View { origin: view.origin - with.motion.shaken(&with.preferences), ..view };
    let read = learn::help::below(ui.ctx(), room);
    let numbers = if with.view.staged {
        ground::lines(&painter, look, &view, *with.layers, read)
    } else {
        ground::ground(&painter, look, &view, &mut with.portraits, (*with.layers, &tints), read)
    };
    if with.view.is_bare() {
        ground::blank(&painter, look, &view);
        return;
    }
    layers::under(&painter, look, &view, &mut with.laid());
    layers::lit(&painter, &view, &with.pointer.lit, look.zoned().is_some());
    if with.decides() && !with.pace.shows() {
        let open = with.hand.places(&mut with.known, look);
        open.iter().for_each(|squares| layers::open(&painter, &view, squares));
    }
    let meant = Meant::of(look, with, pointer);
    if let Some(on) = &meant.on {
        way::draw(&painter, look, &view, on.mount, &on.way);
    }
    if let Some((mover, found)) = meant.way() {
        way::draw(&painter, look, &view, mover, &found.squares);
    }
    let end = meant.end();
    let there = end.map(|(who, end)| look.footprint(who).moved_to(end));
    let rests = with.pointer.rests;
    with.pointer.strikers = there.map_or_else(Vec::new, |there| with.known.strikers(look, there, rests));
    with.pointer.struck = Arc::default();
    if let Some(deed) = meant.deed() {
        area::lit(&painter, look, &view, deed, with);
    }
    let names = layers::names(&painter, look, &view, &everybody, &mut with.laid());
    lying::draw(&painter, look, &view, &mut with.motion);
    let sent_for = if with.tells() && with.decides() { sends::open(look, &mut with.known) } else { Vec::new() };
    let marked = Marked {
        selected: with.sheet.pinned(),
        pointed: with.pointer.pointed,
        over: with.pointer.over(look),
        picked: with.pointer.picked,
        target: with.hand.target,
        acts: with.pace.acts(look).filter(|_| sent_for.is_empty()),
        layers: *with.layers,
    };
    let portraits = if with.view.staged { None } else { Some(&mut *with.portraits) };
    let mut plates = tokens::tokens(&painter, look, &view, (&everybody, clear), marked, portraits);
    let blow = look.question().map_or_else(Vec::new, |question| answers::line(look, &view, question));
    sends::marks(&painter, look, &view, &sent_for);
    names.into_iter().chain(blow).chain(numbers).for_each(|taken| plates.keep(taken));
    // The ways at a target are read over the field, and so are a line of help and the card; all else beside them.
    let questions = with.questions.as_ref().into_iter().flat_map(|questions| questions.rects());
    let windows = hud::windows(ui.ctx(), room);
    let panel = |name: &str| hud::lying(ui.ctx(), name);
    let read = ["aim", "card"].into_iter().filter_map(panel);
    let read: Vec<Rect> = read.chain(learn::help::lies(ui.ctx())).chain(questions).chain(windows).collect();
    read.iter().for_each(|lies| plates.keep(*lies));
    // What is told beside the pointer lies below nothing else either; names stay where they are.
    let over = ["hint", "told", "layers", "answers", "reasons"].into_iter().filter_map(panel);
    read.into_iter().chain(over).for_each(|lies| plates.cover(lies));
    if pointer.is_some() {
        hint::keep(ui.ctx(), clear, &mut plates);
    }
    // What a hint goes on with is drawn from where its first part ends; whom it means has the mark of whoever is aimed at.
    let is_walked = meant.going.is_some() || meant.riding.is_some();
    let next = with.pointer.next.clone().filter(|_| with.tells() && !is_walked);
    let target = next.as_ref().and_then(|next| look.target(next));
    for target in with.hand.within(&mut with.known, look).into_iter().chain(target) {
        crosshair(&painter, tokens::lies(look, &view, target));
    }
    if let Some(((who, first), next)) = meant.deed().zip(next.as_ref()) {
        way::plan(&painter, look, &view, (who, end), [first, next]);
    }
    ground::names(&painter, look, &view, &mut plates);
    lying::names(&painter, look, &view, &mut plates);
    layers::over(&painter, look, &view, &everybody, (&mut with.laid(), &mut plates));
    if with.known.waits() {
        ui.ctx().request_repaint();
    }
    with.motion.draw(&painter, (look, &everybody), &view, &mut with.portraits, &mut plates);
    with.pointer.touched.clear();
    if let Some((who, order)) = meant.deed()
        && let Some(forecast) = with.known.forecast(look, who, order)
    {
        with.pointer.touched.extend(forecast.against.iter().filter_map(|prospect| prospect.who));
        touched(&painter, look, &view, (who, &forecast), &mut plates);
    }
    if let Some(strays) = &with.pointer.strays {
        layers::chances(&painter, &view, strays, &mut plates);
    }
    beside::told(ui, &painter, look, &view, (&meant, pointer, &sent_for), with, &mut plates);
    with.view.noted = plates.noted();
    if let Some(square) = pointer {
        let is_cursor = with.pointer.cursor.is_some();
        let stroke = if is_cursor { Stroke::new(3.0, theme::PAPER) } else { Stroke::new(1.5, theme::INK) };
        // In games of zones nobody counts squares: the place and whoever stands there are marked. Nor is one square marked of
        // a large body, which has a frame of its own.
        let body = there.or_else(|| with.pointer.at(look, square).map(|who| look.footprint(who)));
        let is_part = body.is_some_and(|body| body.side > 1 && body.contains(square));
        if is_cursor || look.zoned().is_none() && !is_part {
            painter.rect_stroke(view.rect(square), 0.0, stroke, StrokeKind::Inside);
        }
        if is_cursor {
            painter.rect_stroke(view.rect(square), 0.0, Stroke::new(1.0, theme::INK), StrokeKind::Outside);
        }
    }
    plates.write(&painter);
    whole::button(ui, clear, with);
    let carded = pointer.and_then(|square| with.pointer.at(look, square)).filter(|_| with.hand.deed.is_none());
    with.carded.0 = carded.map(|who| {
        let sent = meant.sent.clone();
        let strikes = if with.tells() && with.decides() { at_once(look, with, who, sent) } else { None };
        (who, meant.approach.clone(), strikes)
    });
    let by_key = with.pointer.clicked.take();
    // A click that has hurried on what was shown does not cut the thought short that comes after it.
    if by_key.is_some() || response.clicked() && !with.motion.hurried() {
        with.pace.play_what_it_has();
    }
    // A click that comes late was meant for the fighter before. A click that hurries dice on is no order: at somebody it only
    // shows what there is to be done.
    let is_at_somebody = pointer.is_some_and(|square| with.pointer.at(look, square).is_some());
    let is_soon = ui.input(|input| input.time) - with.view.turned < LATE;
    let is_late = speed != Speed::AtOnce && (is_soon || with.motion.hushed() && !is_at_somebody);
    if let Some(square) = by_key.or(pointer.filter(|_| response.clicked() && !is_late && !is_touched)) {
        let Meant { who, sent, approach, going, riding, on, .. } = meant;
        // Whatever is still being shown, a click on an enemy means the same.
        let is_shut = closes(look, with, square) || sent.is_some() || who.is_none();
        let approach = if is_shut { None } else { approach.or_else(|| click::approach(look, with, square)) };
        match approach.zip(who.zip(with.pointer.at(look, square))) {
            Some((approach, whom)) => walk_and_strike(with, whom, &approach),
            None if with.timeline.looks_back() => {
                with.sheet.selected = with.pointer.at(look, square).filter(|who| !who.is_thing());
            }
            None => match (riding, on) {
                (Some(riding), _) => ride_off(look, with, riding),
                (None, Some(on)) if !is_shut => go(look, with, &on.order),
                (None, _) => clicked(look, with, square, (going.map(|(order, _)| order), sent)),
            },
        }
    }
    // Each tap that is meant was pointed at before.
    if is_touched && by_key.is_some() {
        with.pointer.cursor = None;
    }
    if response.secondary_clicked() {
        stepped_back(look, with, pointer);
    }
    // A click by ear goes the way of one by key.
    if let Some((who, square)) = told(ui.ctx(), look, &view, &everybody, room) {
        (with.pointer.cursor, with.pointer.clicked) = (Some(square), Some(square));
        with.pointer.picked = Some(who);
        ui.ctx().request_repaint();
    }
}

/// Everybody's tokens, with the stack open that the pointer is on, at this place in squares.
fn stacked(look: Look<'_>, with: &mut Field<'_>, place: Option<Pos2>) -> Arc<Vec<Token>> {
    let everybody = order(look, &with.motion, with.pointer.open);
    let open = tokens::opened(&everybody, with.pointer.open, place);
    let is_new = std::mem::replace(&mut with.pointer.open, open) != open;
    Arc::new(if is_new { order(look, &with.motion, open) } else { everybody })
}

/// For so many seconds after another is asked a click on the field is taken for one of whoever was asked before.
const LATE: f64 = 0.4;

/// Who is in a square, as far as whoever looks knows: those in play before those that are not, then things.
pub fn at(look: Look<'_>, square: Square) -> Option<Id> {
    // Of a mount and its rider the upper squares are the rider's, as their tokens lie.
    let is_meant = |id: Id| {
        let upper = square.y == look.footprint(id).at.y;
        match super::tokens::shares(look, id) {
            true => upper,
            false => !upper || !look.riders(id).iter().any(|rider| super::tokens::shares(look, *rider)),
        }
    };
    let there = |id: &Id| look.place(*id).present && look.footprint(*id).contains(square);
    let here = || look.shown().filter(|id| there(id) && is_meant(*id));
    let thing = || look.things().find(|id| look.thing(*id).is_some_and(|thing| thing.squares.contains(&square)));
    here().find(|id| look.is_in_play(*id)).or_else(|| here().next()).or_else(thing)
}
