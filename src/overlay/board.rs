//! The battlefield: ground, layers and tokens, and what the pointer does there.

mod area;
mod click;
mod eye;
mod going;
mod hint;
mod sends;
mod touch;
mod whole;

use std::borrow::Cow;
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
use super::{answers, ground, learn, stakes, theme, way};
use crate::battle::{Id, Look, capital};
use crate::board::Square;

use click::{
    approach, at_once, clicked, closes, go, goes, ride_off, rides, rides_at, rides_on, stepped_back, walk_and_strike,
};
use eye::{bring, camera, foresees};
use going::Going;
use hint::{does, hint, why_not};

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
    // Nothing is foretold to anybody while the computer plays for them, or of what has been.
    let who = look.asked().filter(|_| with.decides());
    let shuts = pointer.is_some_and(|square| closes(look, with, square));
    // With what strikes an area in hand, every place means that.
    let sent = pointer.filter(|_| who.is_some() && !shuts).and_then(|square| {
        let there = with.pointer.at(look, square);
        with.hand.sent(&mut with.known, look, square, there)
    });
    // While dice still lie there no way is drawn through them.
    let walks = pointer.filter(|_| sent.is_none() && who.is_some() && !shuts && !with.pace.shows());
    let approach = walks.and_then(|square| approach(look, with, square));
    let going = match &approach {
        Some(approach) => Some((approach.sets_out().clone(), approach.way.clone())),
        None => walks.and_then(|square| goes(look, with, square)),
    };
    let riding = walks.filter(|_| going.is_none()).and_then(|square| rides(look, with, square));
    // In the middle of a ride what is left of it is seen, and a click beside everybody goes on with it.
    let on = if who.is_some() && with.tells() && going.is_none() { rides_on(look, with, pointer) } else { None };
    if let Some(on) = &on {
        way::draw(&painter, look, &view, on.mount, &on.way);
    }
    let carrier = riding.as_ref().map(|riding| riding.ride.mount);
    let mover = approach.as_ref().map(|approach| approach.course.mover).or(carrier).or(who);
    // A rider says this before the mount goes.
    let lets_act = approach.as_ref().filter(|_| mover != who).and_then(|approach| approach.first.as_ref());
    let lets_act = lets_act.or(riding.as_ref().map(|riding| &riding.ride.first)).cloned();
    // A move that others have a say in, or that ends the turn, says so before it is gone.
    let moves = going.as_ref().filter(|(_, way)| way.is_some()).map(|(order, _)| order.clone());
    let comes = match &approach {
        Some(approach) if approach.first.is_some() || approach.course.is_ride() => {
            Some(Arc::new(approach.comes.clone()))
        }
        _ if riding.is_some() => riding.as_ref().and_then(|riding| riding.comes.clone()),
        _ => who.zip(moves).and_then(|(who, order)| with.known.comes(look, who, &order)),
    };
    // What would be done by a click here, or by the button that is pointed at.
    // Chances before dice lie still would tell what these come to.
    let would =
        going.as_ref().map(|(order, _)| order.clone()).or_else(|| with.pointer.preview.clone()).or(sent.clone());
    let would = would.filter(|_| with.tells());
    let found = match (&approach, &riding) {
        (Some(approach), _) => approach.way.clone(),
        (None, Some(riding)) => Some(riding.way.clone()),
        (None, None) => who.zip(would.as_ref()).and_then(|(who, order)| with.known.way(look, who, order)),
    };
    if let Some((who, found)) = mover.zip(found.as_ref()) {
        way::draw(&painter, look, &view, who, &found.squares);
    }
    let end = mover.zip(found.as_ref()).and_then(|(who, way)| Some((who, *way.squares.last()?)));
    let there = end.map(|(who, end)| look.footprint(who).moved_to(end));
    let rests = with.pointer.rests;
    with.pointer.strikers = there.map_or_else(Vec::new, |there| with.known.strikers(look, there, rests));
    with.pointer.struck = Arc::default();
    if let Some((who, order)) = who.zip(would.as_ref()) {
        area::lit(&painter, look, &view, (who, order), with);
    }
    let names = layers::names(&painter, look, &view, &everybody, &mut with.laid());
    super::lying::draw(&painter, look, &view, &mut with.motion);
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
    names.into_iter().chain(blow).for_each(|taken| plates.keep(taken));
    numbers.into_iter().for_each(|number| plates.keep_slightly(number));
    // The ways at a target are read over the field, and so are a line of help and the card; all else beside them.
    let questions = with.questions.as_ref().into_iter().flat_map(|questions| questions.rects());
    let windows = hud::windows(ui.ctx(), room);
    let read = ["aim", "card"].into_iter().filter_map(|name| hud::lying(ui.ctx(), name));
    let read = read.chain(learn::help::lies(ui.ctx())).chain(questions).chain(windows);
    read.for_each(|panel| plates.keep(panel));
    if pointer.is_some() {
        hint::keep(ui.ctx(), clear, &mut plates);
    }
    // Whom a hint means after a walk has the mark of whoever is aimed at.
    let next = with.pointer.next.filter(|_| with.tells());
    for target in with.hand.within(&mut with.known, look).into_iter().chain(next) {
        crosshair(&painter, tokens::lies(look, &view, target));
    }
    layers::over(&painter, look, &view, &everybody, (&mut with.laid(), &mut plates));
    if with.known.waits() {
        ui.ctx().request_repaint();
    }
    with.motion.draw(&painter, (look, &everybody), &view, &mut with.portraits, &mut plates);
    let mut twice = None;
    if let Some((who, found)) = mover.zip(found) {
        let order = going.as_ref().map(|(order, _)| order);
        let (approach, riding) = (approach.as_deref(), riding.as_ref());
        let (lets_act, comes) = (lets_act.as_ref(), comes.as_deref());
        let of = Going { mover: who, way: &found, order, approach, riding, lets_act, comes };
        let told = of.told(ui, look, pointer, with);
        twice = told.twice;
        if let Some(last) = found.squares.last() {
            let body = look.footprint(who);
            let end = tokens::would_lie(look, &view, body.moved_to(*last));
            let steps: Vec<Rect> = found.squares.iter().map(|at| view.body(body.moved_to(*at))).collect();
            let (text, room, brief) = (&told.text, &told.room, &told.brief);
            let told = way::Told { text, room, brief, is_grave: told.is_grave };
            let card = hud::lying(ui.ctx(), "card");
            let goes: Vec<Rect> = card.into_iter().chain([tokens::lies(look, &view, who)]).collect();
            with.view.noted = Some(way::price(&painter, (end, &goes, &steps), &mut plates, &told));
        }
        for sting in comes.iter().flat_map(|comes| &comes.stings) {
            way::sting(&painter, look, &view, who, sting);
        }
    }
    with.pointer.touched.clear();
    let telling = would.clone();
    // What a click on a way means is told at its end, and nowhere else.
    let goes = going.as_ref().is_some_and(|(_, way)| way.is_some());
    if let Some((who, order)) = who.zip(would)
        && let Some(forecast) = with.known.forecast(look, who, &order)
    {
        with.pointer.touched.extend(forecast.against.iter().filter_map(|prospect| prospect.who));
        touched(&painter, look, &view, (who, &forecast), &mut plates);
    }
    // An answer that names its square is told of there.
    if let Some(((order, _), square)) =
        going.as_ref().zip(pointer).filter(|((_, way), _)| way.is_none() && with.tells())
        && let Some(text) = stakes::at_square(look, order, &mut with.known)
    {
        let told = way::Told { text: &text, room: "", brief: "", is_grave: false };
        way::price(&painter, (view.rect(square), &[], &[]), &mut plates, &told);
        if text.ends_with('…') {
            ui.ctx().request_repaint();
        }
    }
    if let Some((who, order)) = who.zip(telling) {
        area::told(&painter, look, &view, (who, &order, goes), (&mut *with, &mut plates));
    }
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
        // What is sent at somebody is told on their card.
        let sends = sent.as_ref().filter(|_| with.pointer.at(look, square).is_none());
        let sends = sends.map(|order| does(look, with, (order, false)));
        let clicks: Option<Cow<'static, str>> = match (twice, &going, &approach) {
            (Some(twice), ..) => Some(twice.into()),
            (None, Some(_), Some(_)) if lets_act.is_some() => Some("click: ride up and strike".into()),
            (None, Some((order, _)), None) => Some(does(look, with, (order, true)).into()),
            (None, Some((order, _)), approach) => {
                let is_again = with.hand.sure.as_ref() == Some(order);
                Some(way::once_more(Some(order), approach.as_deref(), is_again).into())
            }
            _ if shuts => Some("click: close".into()),
            _ if on.is_some() => Some("click: ride on".into()),
            _ if riding.is_some() => Some("click: ride there".into()),
            _ if sent.is_none() && rides_at(look, with, square) => {
                Some("click a square near them to ride there".into())
            }
            _ if with.pointer.at(look, square).is_some_and(|who| sent_for.contains(&who)) => {
                Some("click: acts now".into())
            }
            _ if sends.is_some() => sends.map(Cow::from),
            _ if sent.is_some() || with.pointer.at(look, square).is_some() => None,
            _ => why_not(look, with, who, square),
        };
        let said = layers::said(look, (square, end.map(|(_, end)| end)), &mut with.laid());
        hint(&painter, look, (clear, &mut plates), square, (clicks.as_deref(), said));
    }
    plates.write(&painter);
    whole::button(ui, clear, with);
    let carded = pointer.and_then(|square| with.pointer.at(look, square)).filter(|_| with.hand.deed.is_none());
    with.carded.0 = carded.map(|who| {
        let strikes = if with.tells() && with.decides() { at_once(look, with, who, sent.clone()) } else { None };
        (who, approach.clone(), strikes)
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
