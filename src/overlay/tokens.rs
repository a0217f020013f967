//! The tokens: whose side, which way it looks, how much of the field it
//! covers, how it fares.

use bevy_egui::egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2};

use super::board::View;
use super::desk::Desk;
use super::{signs, theme};
use crate::battle::{Forecast, Id, Look};
use crate::board::Footprint;

/// From so many points a square on there is room for words.
const ROOMY: f32 = 54.0;

/// Everybody on the board; the small and the hale lie on top.
pub fn tokens(painter: &Painter, look: Look<'_>, view: &View, desk: &Desk) {
    let mut order: Vec<Id> = look.everybody().filter(|id| look.place(*id).present).collect();
    order.sort_by_key(|id| (look.is_in_play(*id), -look.footprint(*id).side));
    let mut seen: Vec<(Footprint, usize)> = Vec::new();
    for &id in &order {
        let footprint = look.footprint(id);
        let share = match seen.iter_mut().find(|(other, _)| *other == footprint) {
            Some((_, count)) => {
                *count += 1;
                *count
            }
            None => {
                seen.push((footprint, 0));
                0
            }
        };
        token(painter, look, view, desk, id, share);
    }
    for &id in &order {
        words(painter, look, view, desk, id);
    }
}

/// Names and states, over all tokens; nothing hides another's words in one square.
fn words(painter: &Painter, look: Look<'_>, view: &View, desk: &Desk, id: Id) {
    let body = body(look, view, desk, id);
    let is_named = desk.layers.names || desk.pointed == Some(id) || desk.selected == Some(id);
    if (is_named || view.cell >= ROOMY)
        && !look.is_dead(id)
        && let Some((word, out)) = state(look, id)
    {
        let at = look.footprint(id);
        let trodden = look.everybody().any(|other| {
            other != id && look.place(other).present && look.footprint(other).at == at.at && look.is_in_play(other)
        });
        if look.is_in_play(id) || !trodden {
            let plate = if out { theme::OUT } else { theme::INK };
            label(painter, pos2(body.center().x, body.bottom() - 6.0), Align2::CENTER_CENTER, word, plate);
        }
    }
    if desk.layers.names || desk.pointed == Some(id) {
        let above = pos2(body.center().x, body.top());
        label(painter, above, Align2::CENTER_BOTTOM, look.name(id), theme::INK);
    }
}

/// What somebody covers on the page, on its way as it may be.
fn body(look: Look<'_>, view: &View, desk: &Desk, id: Id) -> Rect {
    view.body(look.footprint(id)).translate(desk.motion.away(look, id) * view.cell)
}

fn token(painter: &Painter, look: Look<'_>, view: &View, desk: &Desk, id: Id, share: usize) {
    let body = body(look, view, desk, id);
    let radius = body.width() * 0.38;
    let at = body.center() + vec2(share as f32 * view.cell * 0.22, share as f32 * view.cell * 0.16);
    let side = look.side(id).0;
    let active = look.question().and_then(|question| question.who) == Some(id);
    let in_play = look.is_in_play(id);
    let colour = theme::side(side);
    let fill = if in_play { colour } else { theme::over(colour, theme::GROUND, 0.65) };
    // The squares that it covers, for those who cover more than one.
    if look.footprint(id).side > 1 {
        let edge = Stroke::new(1.5, if in_play { colour } else { theme::over(colour, theme::GROUND, 0.7) });
        painter.rect(body.shrink(2.0), 4.0, theme::over(theme::GROUND, colour, 0.2), edge, StrokeKind::Inside);
    }
    let ring = match () {
        () if active => Stroke::new(3.5, theme::ACTIVE),
        () if desk.target == Some(id) => Stroke::new(3.0, theme::AIM),
        () if desk.selected == Some(id) => Stroke::new(3.0, Color32::WHITE),
        () if desk.pointed == Some(id) => Stroke::new(3.0, theme::ACTIVE),
        () => Stroke::new(1.5, theme::INK),
    };
    if in_play {
        let shade = at + Vec2::splat(radius * 0.12);
        painter.circle_filled(shade, radius * 1.06, Color32::from_black_alpha(55));
        nose(painter, look, id, at, radius, ring);
    }
    shape(painter, at, radius, side, fill, ring);
    face(painter, look, id, at, radius, if in_play { (SIGN, fill) } else { (theme::INK, fill) });
    if desk.target == Some(id) {
        crosshair(painter, view, look.footprint(id));
    }
    if !in_play {
        fallen(painter, at, radius, look.is_dead(id));
    }
    if in_play && view.cell < ROOMY {
        badges(painter, look, id, at, radius);
    }
    match look.health(id) {
        Some((left, whole)) if in_play && left < whole => bar(painter, at, radius, left, whole),
        _ => pips(painter, at, radius, look.wounds(id).len()),
    }
}

/// The colour of signs on the colour of a side.
const SIGN: Color32 = Color32::from_rgb(0xfb, 0xf4, 0xe4);

/// What says at a glance who it is: the sign of its profile, with the number
/// of those who are many; letters for those who have no sign.
fn face(painter: &Painter, look: Look<'_>, id: Id, at: Pos2, radius: f32, (ink, below): (Color32, Color32)) {
    let name = look.name(id);
    let token = look.profile(id).and_then(|profile| profile.token.as_deref());
    let drawn = radius >= 9.0 && token.is_some_and(|token| signs::sign(painter, token, at, radius * 0.72, ink, below));
    if !drawn {
        let font = FontId::proportional((radius * 0.85).clamp(7.0, 40.0));
        painter.text(at, Align2::CENTER_CENTER, monogram(name), font, ink);
        return;
    }
    // Whoever is one of many, or no more than a name, is told apart by it.
    let last = name.rsplit(' ').next().unwrap_or_default();
    let is_number = last.chars().all(|letter| letter.is_ascii_digit());
    let is_own = look.profile(id).is_some_and(|profile| profile.name != name);
    let mark = match () {
        () if is_number => last.to_owned(),
        () if is_own => monogram(name),
        () => return,
    };
    let middle = at + vec2(radius * 0.78, radius * 0.72);
    let size = (radius * 0.36).max(6.5);
    painter.circle(middle, size, theme::INK, Stroke::new(1.0, SIGN));
    painter.text(middle, Align2::CENTER_CENTER, mark, FontId::proportional((size * 1.35).max(9.0)), Color32::WHITE);
}

/// The states that somebody is in, each by its first letter: what hampers on
/// red, what it does of its own will on blue.
fn badges(painter: &Painter, look: Look<'_>, id: Id, at: Pos2, radius: f32) {
    let known = |kind| look.rules().conditions.get(&kind);
    let states = look.conditions(id).iter().filter_map(|each| Some((each.kind, known(each.kind)?)));
    for (index, (kind, def)) in states.take(3).enumerate() {
        let letter = kind.as_str().chars().next().unwrap_or('?').to_ascii_uppercase();
        let size = (radius * 0.34).max(6.0);
        let middle = at + vec2(-radius * 0.86, radius * 0.86 - index as f32 * size * 1.9);
        let plate = if def.stance { theme::REACH } else { theme::OUT };
        painter.circle(middle, size, plate, Stroke::new(1.0, SIGN));
        painter.text(
            middle,
            Align2::CENTER_CENTER,
            letter,
            FontId::proportional((size * 1.35).max(9.0)),
            Color32::WHITE,
        );
    }
}

/// How much is left of somebody, for games that count it down: the length says it, the colour only helps.
fn bar(painter: &Painter, at: Pos2, radius: f32, left: i32, whole: i32) {
    let share = (left.max(0) as f32 / whole.max(1) as f32).clamp(0.0, 1.0);
    let size = vec2(radius * 1.7, (radius * 0.24).max(4.0));
    let rect = Rect::from_min_size(pos2(at.x - size.x / 2.0, at.y - radius * 1.22), size);
    let colour = match share {
        share if share > 0.6 => Color32::from_rgb(0x6f, 0xb1, 0x5a),
        share if share > 0.3 => Color32::from_rgb(0xe6, 0xae, 0x3c),
        _ => Color32::from_rgb(0xd4, 0x4a, 0x35),
    };
    painter.rect_filled(rect.expand(1.5), 2.0, theme::INK);
    painter.rect_filled(Rect::from_min_size(rect.min, vec2(size.x * share, size.y)), 1.0, colour);
}

/// What most hampers somebody: what takes it out before all else.
pub fn state(look: Look<'_>, id: Id) -> Option<(&'static str, bool)> {
    let ranked = look.conditions(id).iter().filter_map(|condition| {
        let def = look.rules().conditions.get(&condition.kind)?;
        let rank = if def.dead {
            3
        } else if def.out {
            2
        } else {
            i32::from(!def.stance)
        };
        Some((rank, condition.kind.as_str()))
    });
    ranked.max_by_key(|(rank, _)| *rank).map(|(rank, word)| (word, rank >= 2))
}

/// A few words on the board, on a plate so that they can be read on any ground.
pub fn label(painter: &Painter, at: Pos2, align: Align2, text: &str, plate: Color32) {
    label_beside(painter, at, align, text, plate, &mut Vec::new());
}

/// The same, moved up from where other plates are `taken` up already.
fn label_beside(painter: &Painter, at: Pos2, align: Align2, text: &str, plate: Color32, taken: &mut Vec<Rect>) {
    let galley = painter.layout_no_wrap(text.to_owned(), FontId::proportional(12.0), Color32::WHITE);
    let rect = align.anchor_size(at, galley.size() + vec2(8.0, 2.0));
    // Kept on the board whatever it stands beside.
    let room = painter.clip_rect();
    let inside = vec2(
        (room.left() - rect.left()).max(0.0) + (room.right() - rect.right()).min(0.0),
        (room.top() - rect.top()).max(0.0) + (room.bottom() - rect.bottom()).min(0.0),
    );
    let mut rect = rect.translate(inside);
    while let Some(other) = taken.iter().find(|other| other.intersects(rect)) {
        rect = rect.translate(vec2(0.0, other.top() - rect.bottom() - 1.0));
    }
    taken.push(rect);
    painter.rect_filled(rect, 3.0, plate);
    painter.galley(rect.min + vec2(4.0, 1.0), galley, Color32::WHITE);
}

/// The point that shows which way somebody looks.
fn nose(painter: &Painter, look: Look<'_>, id: Id, at: Pos2, radius: f32, ring: Stroke) {
    let (x, y) = look.place(id).facing.offset();
    let ahead = vec2(x as f32, y as f32).normalized();
    let aside = vec2(-ahead.y, ahead.x);
    let tip = at + ahead * radius * 1.42;
    let foot = at + ahead * radius * 0.8;
    let corners = vec![tip, foot + aside * radius * 0.5, foot - aside * radius * 0.5];
    painter.add(Shape::convex_polygon(corners, ring.color, Stroke::new(1.0, theme::INK)));
}

/// A stroke through those who are out of it, two through the dead.
fn fallen(painter: &Painter, at: Pos2, radius: f32, dead: bool) {
    let arm = Vec2::splat(radius * 0.7);
    let stroke = Stroke::new(2.5, theme::INK);
    painter.line_segment([at - arm, at + arm], stroke);
    if dead {
        painter.line_segment([at + vec2(-arm.x, arm.y), at + vec2(arm.x, -arm.y)], stroke);
    }
}

/// A mark for each wound; from seven on, a number.
fn pips(painter: &Painter, at: Pos2, radius: f32, wounds: usize) {
    if wounds > 6 {
        let middle = at + vec2(radius * 0.8, -radius * 0.8);
        painter.circle(middle, radius * 0.4, theme::OUT, Stroke::new(1.0, Color32::WHITE));
        let font = FontId::proportional((radius * 0.5).max(8.0));
        painter.text(middle, Align2::CENTER_CENTER, wounds, font, Color32::WHITE);
        return;
    }
    for pip in 0..wounds {
        let across = (pip as f32 - (wounds as f32 - 1.0) / 2.0) * radius * 0.42;
        let middle = at + vec2(across, radius * 0.92);
        painter.circle(middle, radius * 0.17, theme::BLOOD, Stroke::new(1.0, Color32::WHITE));
    }
}

/// Marks everybody whom a deed would touch, each with what may come of it:
/// enemies of `who` by corners, all others by a broken line.
pub fn touched(painter: &Painter, look: Look<'_>, view: &View, who: Id, forecast: &Forecast) {
    let mut taken = Vec::new();
    for prospect in &forecast.against {
        let Some(id) = prospect.who else { continue };
        let body = view.body(look.footprint(id));
        if look.are_enemies(who, id) {
            crosshair(painter, view, look.footprint(id));
        } else {
            let rect = body.shrink(1.0);
            let round = [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom(), rect.left_top()];
            painter.extend(Shape::dashed_line(&round, Stroke::new(3.0, theme::OUT), 6.0, 4.0));
        }
        let several = forecast.against.len() > 1;
        let name = if several { format!("{}: ", monogram(look.name(id))) } else { String::new() };
        let text = format!("{name}{}", super::odds::telling(prospect));
        let above = body.center_top() - vec2(0.0, 2.0);
        label_beside(painter, above, Align2::CENTER_BOTTOM, &text, theme::INK, &mut taken);
    }
}

/// Corners around whoever is aimed at.
fn crosshair(painter: &Painter, view: &View, footprint: Footprint) {
    let rect = view.body(footprint).shrink(1.0);
    let arm = view.cell * 0.24;
    let stroke = Stroke::new(3.0, theme::AIM);
    for (corner, dx, dy) in [
        (rect.left_top(), 1.0, 1.0),
        (rect.right_top(), -1.0, 1.0),
        (rect.left_bottom(), 1.0, -1.0),
        (rect.right_bottom(), -1.0, -1.0),
    ] {
        painter.line_segment([corner, corner + vec2(dx * arm, 0.0)], stroke);
        painter.line_segment([corner, corner + vec2(0.0, dy * arm)], stroke);
    }
}

/// The shape of a side: a circle, a diamond, a square, a hexagon.
pub fn shape(painter: &Painter, at: Pos2, radius: f32, side: u8, fill: Color32, stroke: Stroke) {
    let corners = |count: usize, turn: f32| {
        (0..count)
            .map(|index| {
                let angle = std::f32::consts::TAU * (index as f32 / count as f32) + turn;
                at + vec2(angle.cos(), angle.sin()) * radius * 1.12
            })
            .collect::<Vec<_>>()
    };
    match side % 4 {
        0 => {
            painter.circle(at, radius, fill, stroke);
        }
        1 => {
            painter.add(Shape::convex_polygon(corners(4, 0.0), fill, stroke));
        }
        2 => {
            painter.add(Shape::convex_polygon(corners(4, std::f32::consts::FRAC_PI_4), fill, stroke));
        }
        _ => {
            painter.add(Shape::convex_polygon(corners(6, 0.0), fill, stroke));
        }
    }
}

/// Two letters or a letter and a number: "CM", "G3".
fn monogram(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    let first = words.first().and_then(|word| word.chars().next());
    let last = words.last().filter(|_| words.len() > 1).map_or(String::new(), |word| {
        if word.chars().all(|letter| letter.is_ascii_digit()) {
            (*word).to_owned()
        } else {
            word.chars().take(1).collect()
        }
    });
    first.into_iter().collect::<String>() + &last
}
