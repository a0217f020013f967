//! A reel on the page: its ground, everybody on their way, who strikes whom, the dice, and what is told of it below.

use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{
    Align2, Color32, CornerRadius, FontId, Painter, Pos2, Rect, Response, Sense, Stroke, StrokeKind, TextStyle, Ui,
    Vec2, WidgetInfo, WidgetType, pos2, vec2,
};

use super::reel::{Area, Line, Now, Reel, Seen};
use crate::battle::Id;
use crate::board::Square;
use crate::overlay::camera::View;
use crate::overlay::portraits::Portraits;
use crate::overlay::{theme, tokens};

/// Points of a square at most, at the usual size of text.
const CELL: f32 = 150.0;
/// Points that a square needs for names, and so many people have theirs however small it is.
const NAMED: f32 = 34.0;
const FEW: usize = 6;
/// How light the ground below the field is, of 255.
const SHADE: u8 = 172;
/// Points of somebody at least, where there are few, and where there is room for more; points of the head of an arrow at most.
const LEAST: f32 = 26.0;
const LARGE: f32 = 44.0;
const HEAD: f32 = 13.0;

/// Draws it so high, as wide as there is room; where it lies, and how its squares do. `sense`: whether it can be clicked.
pub fn show(
    ui: &mut Ui,
    (reel, now): (&Reel, Now),
    (height, sense): (f32, Sense),
    portraits: &mut Portraits,
) -> (Response, View) {
    let (room, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), sense);
    let said = line(reel, now).map_or_else(String::new, |line| line.text.clone());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, format!("What happens: {said}")));
    // Nobody stands behind what is told at the foot.
    let foot = ui.text_style_height(&TextStyle::Small) * 2.0 + theme::em(ui, 6.0);
    let field = Rect::from_min_max(room.min, pos2(room.right(), (room.bottom() - foot).max(room.center().y)));
    let view = lies(ui, reel.frame(now), field);
    let painter = ui.painter().with_clip_rect(room.intersect(ui.clip_rect()));
    painter.rect_filled(room, 3.0, theme::over(theme::sunken(), theme::paper(reel.looks.face()), 0.3));
    portraits.in_room(&painter, &reel.board, &reel.looks, (&view, room), SHADE);
    for (from, to) in &reel.borders {
        let at = |(x, y): (i32, i32)| view.origin + vec2(x as f32, y as f32) * view.cell;
        painter.line_segment([at(*from), at(*to)], Stroke::new(2.0, theme::ZONE.gamma_multiply(0.7)));
    }
    let told = line(reel, now);
    for square in told.iter().flat_map(|line| &line.squares) {
        painter.rect_filled(view.rect(*square).shrink(1.0), 2.0, theme::AIM.gamma_multiply(0.34));
    }
    people(&painter, reel, now, &view, portraits);
    if let Some(line) = told {
        blow(&painter, reel, now, &view, line);
    }
    let plates = ui.painter().with_clip_rect(field.intersect(ui.clip_rect()));
    let mut taken = Vec::new();
    zones(&plates, reel, &view, &mut taken);
    if let Some(line) = told {
        thrown(&plates, reel, now, &view, line, &mut taken);
    }
    names(&plates, reel, now, &view, told, &mut taken);
    if let Some(line) = told {
        below(ui, room, &line.text);
    }
    painter.rect_stroke(room, CornerRadius::same(3), Stroke::new(1.0, theme::line()), StrokeKind::Inside);
    (response, view)
}

/// The line that is told now.
fn line(reel: &Reel, now: Now) -> Option<&Line> {
    reel.moments.get(now.moment)?.told.get(now.line?)
}

/// What matters in the middle, as large as it fits: its ground goes on beyond the field.
fn lies(ui: &Ui, [left, top, right, bottom]: [f32; 4], room: Rect) -> View {
    let (wide, high) = (right - left, bottom - top);
    let cell = (room.width() / wide.max(1.0)).min(room.height() / high.max(1.0)).min(theme::em(ui, CELL));
    let middle = vec2(left + right, top + bottom) / 2.0;
    View { origin: room.center() - middle * cell, cell }
}

/// Where somebody is seen: on the way from where they were.
fn spot(reel: &Reel, now: Now, view: &View, seen: &Seen) -> Rect {
    let here = stands(view, seen);
    let least = |moment: usize| least(reel, moment, view);
    let (from, to) = (least(now.moment.saturating_sub(1)), least(now.moment));
    let least = from + (to - from) * now.share;
    let here = Rect::from_center_size(here.center(), here.size().max(Vec2::splat(least)));
    let before = now.moment.checked_sub(1).and_then(|moment| reel.moments.get(moment));
    let Some(before) = before.and_then(|moment| moment.who.iter().find(|other| other.id == seen.id)) else {
        return here;
    };
    let from = stands(view, before).center();
    Rect::from_center_size(from + (here.center() - from) * now.share, here.size())
}

/// Where somebody stands.
fn stands(view: &View, seen: &Seen) -> Rect {
    view.body(seen.body).translate(vec2(seen.lean.0 as f32, seen.lean.1 as f32) * view.cell / 2.0)
}

/// Points of everybody at least in a moment, where there are few: as many as leave everybody room beside the next.
fn least(reel: &Reel, moment: usize, view: &View) -> f32 {
    let who = reel.moments.get(moment).map_or(&[][..], |moment| &moment.who);
    if who.len() > FEW {
        return 0.0;
    }
    let middles: Vec<Pos2> = who.iter().map(|seen| stands(view, seen).center()).collect();
    let gaps =
        (1..).zip(&middles).flat_map(|(next, at)| middles.iter().skip(next).map(move |other| at.distance(*other)));
    gaps.fold(LARGE, f32::min).max(LEAST)
}

/// Where this one is seen.
fn spot_of(reel: &Reel, now: Now, view: &View, id: Id) -> Option<Rect> {
    let seen = reel.moments.get(now.moment)?.who.iter().find(|seen| seen.id == id)?;
    Some(spot(reel, now, view, seen))
}

/// How everybody fares is told only once what brought it about has been: until then they are as they were.
fn fares<'r>(reel: &'r Reel, now: Now, seen: &'r Seen) -> &'r Seen {
    let told = reel.moments.get(now.moment).map_or(0, |moment| moment.told.len());
    let is_told = now.line.map_or(told == 0, |line| line + 1 >= told);
    let before = now.moment.checked_sub(1).filter(|_| !is_told).and_then(|moment| reel.moments.get(moment));
    before.and_then(|moment| moment.who.iter().find(|other| other.id == seen.id)).unwrap_or(seen)
}

fn people(painter: &Painter, reel: &Reel, now: Now, view: &View, portraits: &mut Portraits) {
    // Those who lie there are stepped over.
    let (standing, lying): (Vec<_>, Vec<_>) =
        about(reel, now).into_iter().partition(|(_, fares)| fares.figure.vigour.stands());
    for (seen, fares) in lying.iter().chain(&standing) {
        let rect = spot(reel, now, view, seen);
        let (at, size) = (rect.center(), rect.width());
        let room = Rect::from_center_size(at, Vec2::splat(size * 1.08));
        if !portraits.token(painter, fares.figure.clone(), room) {
            let colour = theme::side_of(reel.looks.face(), seen.side);
            tokens::shape(painter, at, (size * 0.42).max(3.0), seen.side, colour, Stroke::new(1.0, theme::INK));
        }
        if let Some((left, whole)) = fares.health.filter(|(left, whole)| left < whole && *whole > 0) {
            let share = (left as f32 / whole as f32).clamp(0.0, 1.0);
            let bar = Rect::from_min_size(rect.left_top() + vec2(size * 0.1, 1.0), vec2(size * 0.8, 4.0));
            painter.rect_filled(bar.expand(1.0), 1.0, theme::INK);
            let full = Rect::from_min_size(bar.min, vec2(bar.width() * share, bar.height()));
            painter.rect_filled(full, 1.0, tokens::health_colour(share));
        } else {
            for wound in 0..fares.wounds.min(6) {
                let pip = pos2(rect.left() + size * 0.2 + wound as f32 * size * 0.13, rect.top() + 3.0);
                painter.circle(pip, (size * 0.05).max(2.0), theme::BLOOD, Stroke::new(1.0, Color32::WHITE));
            }
        }
    }
}

/// Everybody who is shown, and how they fare by what has been told. Whoever has left the field is gone once that has been told.
fn about(reel: &Reel, now: Now) -> Vec<(&Seen, &Seen)> {
    let who = reel.moments.get(now.moment).map_or(&[][..], |moment| &moment.who);
    let shown = who.iter().filter(|seen| reel.hides != Some(seen.id));
    shown.map(|seen| (seen, fares(reel, now, seen))).filter(|(_, fares)| !fares.is_gone()).collect()
}

/// The names of the zones where there are several, each in a corner of what is seen of it where nobody stands at any time, the
/// upper left one before the others, and in the same one for all where that can be.
fn zones(painter: &Painter, reel: &Reel, view: &View, taken: &mut Vec<Rect>) {
    if reel.zones.len() < 2 {
        return;
    }
    let moments = || (0..reel.moments.len()).map(|moment| Now { moment, share: 1.0, line: None, is_over: false });
    let stand =
        |now: Now| reel.moments.get(now.moment).into_iter().flat_map(|moment| &moment.who).map(move |seen| (now, seen));
    let bodies: Vec<Rect> = moments().flat_map(stand).map(|(now, seen)| spot(reel, now, view, seen)).collect();
    let at = |square: Square| view.origin + vec2(square.x as f32, square.y as f32) * view.cell;
    let seen = |area: &Area| Rect::from_min_max(at(area.low), at(area.high)).intersect(painter.clip_rect());
    let is_seen = |seen: &Rect| seen.width() > view.cell * 0.5 && seen.height() > view.cell * 0.5;
    let all = reel.zones.iter().map(|(name, area)| (name.as_str(), seen(area)));
    let all: Vec<(&str, Rect)> = all.filter(|(_, seen)| is_seen(seen)).collect();
    let lies = |name: &str, seen: Rect, corner: Align2| {
        corner.align_size_within_rect(tokens::label_size(painter, name), seen.shrink(4.0))
    };
    let is_free = |rect: Rect| !bodies.iter().any(|body| body.intersects(rect));
    // The same corner for all of them, if there is one.
    let is_shared = |corner: &Align2| all.iter().all(|(name, seen)| is_free(lies(name, *seen, *corner)));
    let shared = CORNERS.into_iter().find(is_shared);
    for (name, seen) in &all {
        let own = || CORNERS.into_iter().find(|corner| is_free(lies(name, *seen, *corner)));
        let lies = lies(name, *seen, shared.or_else(own).unwrap_or(Align2::LEFT_TOP));
        tokens::label(painter, lies.min, Align2::LEFT_TOP, name, theme::ZONE);
        taken.push(lies);
    }
}

/// Where the name of a zone may lie in it.
const CORNERS: [Align2; 6] = [
    Align2::LEFT_TOP,
    Align2::RIGHT_TOP,
    Align2::LEFT_BOTTOM,
    Align2::RIGHT_BOTTOM,
    Align2::CENTER_TOP,
    Align2::CENTER_BOTTOM,
];

/// The names: of those first who have a part in what is told, of the others where there is room.
fn names(painter: &Painter, reel: &Reel, now: Now, view: &View, told: Option<&Line>, taken: &mut Vec<Rect>) {
    let mut all = about(reel, now);
    if view.cell < NAMED && all.len() > FEW {
        return;
    }
    let bodies: Vec<Rect> = all.iter().map(|(seen, _)| spot(reel, now, view, seen)).collect();
    let has_part = |seen: &Seen| told.is_some_and(|line| line.who == Some(seen.id) || line.whom == Some(seen.id));
    all.sort_by_key(|(seen, _)| !has_part(seen));
    for (seen, fares) in all {
        let rect = spot(reel, now, view, seen);
        if !painter.clip_rect().contains(rect.center()) {
            continue;
        }
        let most = if has_part(seen) { 1.5 } else { 0.0 };
        let at = |text: &str, taken: &[Rect]| free(painter, (rect, text), &bodies, taken, [BELOW, RIGHT, LEFT, ABOVE]);
        let side = theme::over(theme::side_of(reel.looks.face(), seen.side), theme::INK, 0.55);
        let (word, plate) = match fares.state {
            Some(state) if !fares.figure.vigour.stands() => (format!("{}, {state}", seen.name), theme::OUT),
            Some(state) => (format!("{}, {state}", seen.name), side),
            None => (seen.name.clone(), side),
        };
        let (at, align) = at(&word, taken).unwrap_or((rect.center_bottom(), Align2::CENTER_CENTER));
        tokens::label_beside(painter, at, align, (&word, plate), taken, most);
    }
}

/// Who does it, and who suffers it. Whoever answers has no arrow of their own, so that it does not turn round.
fn blow(painter: &Painter, reel: &Reel, now: Now, view: &View, line: &Line) {
    let of = |id: Id| spot_of(reel, now, view, id);
    let apart = |(from, to): &(Rect, Rect)| from.center().distance(to.center()) > 1.0;
    let blow = reel.blow(now).and_then(|(who, whom)| of(who).zip(of(whom)));
    if let Some((from, to)) = blow.filter(apart) {
        let way = (to.center() - from.center()).normalized();
        let (start, end) = (from.center() + way * from.width() * 0.42, to.center() - way * to.width() * 0.42);
        for (wide, colour) in [(5.0, theme::INK.gamma_multiply(0.6)), (2.5, theme::AIM)] {
            let stroke = Stroke::new(wide, colour);
            let back = way * HEAD.min(start.distance(end) / 3.0);
            painter.line_segment([start, end], stroke);
            for side in [back.rot90(), -back.rot90()] {
                painter.line_segment([end, end - back + side * 0.6], stroke);
            }
        }
    }
    if let Some(rect) = line.who.or(line.whom).and_then(of) {
        painter.rect_stroke(rect, CornerRadius::same(4), Stroke::new(2.0, theme::ACTIVE), StrokeKind::Outside);
    }
}

/// The dice beside whoever threw them; whether they were enough only where nobody has an answer to them.
fn thrown(painter: &Painter, reel: &Reel, now: Now, view: &View, line: &Line, taken: &mut Vec<Rect>) {
    let rect = line.who.or(line.whom).and_then(|id| spot_of(reel, now, view, id));
    let Some((rect, (dice, is_enough))) = rect.zip(line.dice.as_ref()) else { return };
    let is_answered = line.whom.is_some() && reel.next_thrown(now).is_some_and(|next| next.who == line.whom);
    let (sign, plate) = match is_enough.filter(|_| !is_answered) {
        Some(true) => (" ✔", theme::WON),
        Some(false) => (" ✖", theme::OUT),
        None => ("", theme::INK),
    };
    let text = format!("{dice}{sign}");
    let bodies: Vec<Rect> = about(reel, now).into_iter().map(|(seen, _)| spot(reel, now, view, seen)).collect();
    let at = free(painter, (rect, &text), &bodies, taken, [ABOVE, RIGHT, LEFT, BELOW]);
    let (at, align) = at.unwrap_or((rect.center_top(), Align2::CENTER_BOTTOM));
    tokens::label_beside(painter, at, align, (&text, plate), taken, f32::INFINITY);
}

/// Where words may stand at a token: which point of it, and which of their own lies there.
type Stands = (Align2, Align2);
const BELOW: Stands = (Align2::CENTER_BOTTOM, Align2::CENTER_TOP);
const ABOVE: Stands = (Align2::CENTER_TOP, Align2::CENTER_BOTTOM);
const RIGHT: Stands = (Align2::RIGHT_CENTER, Align2::LEFT_CENTER);
const LEFT: Stands = (Align2::LEFT_CENTER, Align2::RIGHT_CENTER);

/// The first of these places at a token where words cover nobody and no other words, if there is one.
fn free(
    painter: &Painter,
    (token, text): (Rect, &str),
    bodies: &[Rect],
    taken: &[Rect],
    places: [Stands; 4],
) -> Option<(Pos2, Align2)> {
    let font = FontId::proportional(12.0 * theme::scale(painter.ctx()));
    let size = painter.layout_no_wrap(text.to_owned(), font, Color32::WHITE).size() + AROUND;
    let free = |rect: Rect| {
        let others = || bodies.iter().filter(|body| **body != token);
        painter.clip_rect().contains_rect(rect)
            && others().all(|body| !body.shrink(body.width() * 0.12).intersects(rect))
            && taken.iter().all(|other| !other.intersects(rect))
    };
    places.into_iter().map(|(of, own)| (of.pos_in_rect(&token), own)).find(|(at, own)| free(own.anchor_size(*at, size)))
}

/// Points that a plate has around its words.
const AROUND: Vec2 = vec2(8.0, 4.0);

/// What is told, on a strip at the foot of the picture: two lines at most.
fn below(ui: &Ui, room: Rect, text: &str) {
    let font = TextStyle::Small.resolve(ui.style());
    let inside = theme::em(ui, 6.0);
    let mut job = LayoutJob::simple(text.to_owned(), font, Color32::WHITE, (room.width() - inside * 2.0).max(20.0));
    job.wrap.max_rows = 2;
    let galley = ui.painter().layout_job(job);
    let strip = Rect::from_min_max(pos2(room.left(), room.bottom() - galley.size().y - inside), room.max);
    let painter = ui.painter().with_clip_rect(room.intersect(ui.clip_rect()));
    painter.rect_filled(strip, 0.0, Color32::from_black_alpha(0xb4));
    painter.galley(strip.min + vec2(inside, inside / 2.0), galley, Color32::WHITE);
}

/// Marks squares that may be meant with their numbers, and those that are right.
pub fn marks(ui: &Ui, view: &View, room: Rect, squares: &[(usize, Square, bool)]) {
    let painter = ui.painter().with_clip_rect(room.intersect(ui.clip_rect()));
    for (number, square, is_right) in squares {
        let rect = view.rect(*square).shrink(2.0);
        // Whoever stands in the right one by then is still seen.
        let (fill, edge, text, (at, align)) = match is_right {
            true => {
                (theme::WON.gamma_multiply(0.3), Color32::WHITE, "✔".to_owned(), (rect.right_top(), Align2::RIGHT_TOP))
            }
            false => (
                theme::ACTIVE.gamma_multiply(0.16),
                theme::ACTIVE,
                number.to_string(),
                (rect.center(), Align2::CENTER_CENTER),
            ),
        };
        painter.rect_filled(rect, 3.0, fill);
        painter.rect_stroke(rect, CornerRadius::same(3), Stroke::new(1.5, edge), StrokeKind::Inside);
        tokens::label(&painter, at, align, &text, theme::INK);
    }
}
