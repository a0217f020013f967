//! Words over a moving picture: names of zones and people, dice, and what somebody suffers. Each lies over no other, and the names
//! first, so that none of them moves for what comes and goes.

use bevy_egui::egui::{Align2, Color32, Painter, Pos2, Rect, Stroke, vec2};

use super::picture::Shot;
use super::reel::{Area, Seen};
use crate::battle::Id;
use crate::board::Square;
use crate::overlay::{theme, tokens};

/// Where words may stand at a token: which point of it, and which of their own lies there.
type Place = (Align2, Align2);
const BELOW: Place = (Align2::CENTER_BOTTOM, Align2::CENTER_TOP);
const ABOVE: Place = (Align2::CENTER_TOP, Align2::CENTER_BOTTOM);
const RIGHT: Place = (Align2::RIGHT_CENTER, Align2::LEFT_CENTER);
const LEFT: Place = (Align2::LEFT_CENTER, Align2::RIGHT_CENTER);
const FEET: Place = (Align2::CENTER_BOTTOM, Align2::CENTER_BOTTOM);
const BELOW_RIGHT: Place = (Align2::RIGHT_BOTTOM, Align2::LEFT_TOP);
const BELOW_LEFT: Place = (Align2::LEFT_BOTTOM, Align2::RIGHT_TOP);

/// Where a name is looked for first, and where what comes and goes.
const OF_NAMES: [Place; 7] = [BELOW, RIGHT, LEFT, ABOVE, FEET, BELOW_RIGHT, BELOW_LEFT];
const OF_NEWS: [Place; 6] = [ABOVE, RIGHT, LEFT, BELOW, BELOW_RIGHT, BELOW_LEFT];

/// Where the name of a zone may lie in it.
const CORNERS: [Align2; 6] = [
    Align2::LEFT_TOP,
    Align2::RIGHT_TOP,
    Align2::LEFT_BOTTOM,
    Align2::RIGHT_BOTTOM,
    Align2::CENTER_TOP,
    Align2::CENTER_BOTTOM,
];

/// Among more people than these nobody is named who has no part in the picture.
const NAMED: usize = 8;
/// How much of a token words may lie over at its rim.
const RIM: f32 = 0.12;
/// Points from one place to the next where words that find none at their token are tried, and how far from it they need no thread.
const STEP: f32 = 6.0;
const NEAR: f32 = 3.0;

/// Words on a plate, and where they lie.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Plate {
    pub text: String,
    pub lies: Rect,
    pub colour: Color32,
    /// Whose they are; nobody's where they name a zone.
    pub of: Option<Id>,
    /// Leads from words that do not lie at whom they are about to them.
    pub thread: Option<[Pos2; 2]>,
}

/// Draws all of them.
pub(super) fn draw(painter: &Painter, shot: &Shot<'_>) {
    let all = laid(painter, shot);
    for plate in &all {
        if let Some(ends) = plate.thread {
            painter.line_segment(ends, Stroke::new(3.0, theme::INK.gamma_multiply(0.6)));
            painter.line_segment(ends, Stroke::new(1.5, plate.colour));
        }
    }
    for Plate { text, lies, colour, .. } in all {
        tokens::label(painter, lies.min, Align2::LEFT_TOP, &text, colour);
    }
}

/// All of them, where they lie.
pub(super) fn laid(painter: &Painter, shot: &Shot<'_>) -> Vec<Plate> {
    let mut laid = Laid { painter, bodies: shot.about().iter().map(|(_, rect)| *rect).collect(), plates: Vec::new() };
    laid.zones(shot);
    laid.names(shot);
    laid.suffered(shot);
    laid.dice(shot);
    laid.plates
}

struct Laid<'p> {
    painter: &'p Painter,
    bodies: Vec<Rect>,
    plates: Vec<Plate>,
}

impl Laid<'_> {
    /// The names of the zones where there are several, each in a corner of what is seen of it where nobody stands at any time,
    /// the upper left one before the others, and in the same one for all where that can be.
    fn zones(&mut self, shot: &Shot<'_>) {
        if shot.reel.zones.len() < 2 {
            return;
        }
        let (painter, view) = (self.painter, shot.view);
        let bodies: Vec<Rect> = shot.stands.ever().collect();
        let at = |square: Square| view.corner(square);
        let seen = |area: &Area| Rect::from_min_max(at(area.low), at(area.high)).intersect(painter.clip_rect());
        let is_seen = |seen: &Rect| seen.width() > view.cell * 0.5 && seen.height() > view.cell * 0.5;
        let all = shot.reel.zones.iter().map(|(name, area)| (name.as_str(), seen(area)));
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
            self.plates.push(Plate { text: (*name).to_owned(), lies, colour: theme::ZONE, of: None, thread: None });
        }
    }

    /// The names: of those first who have a part in the picture, and of nobody else among many.
    fn names(&mut self, shot: &Shot<'_>) {
        let mut all = shot.about();
        let has_part = |seen: &Seen| shot.reel.parts.contains(&seen.id);
        let is_few = all.len() <= NAMED;
        all.retain(|(seen, rect)| self.painter.clip_rect().contains(rect.center()) && (is_few || has_part(seen)));
        all.sort_by_key(|(seen, _)| !has_part(seen));
        for (seen, rect) in all {
            let side = theme::over(theme::side_of(shot.reel.looks.face(), seen.side), theme::INK, 0.55);
            let colour = if seen.figure.vigour.stands() { side } else { theme::OUT };
            let whole = seen.state.map(|state| format!("{}, {state}", seen.name));
            let found = whole.and_then(|text| Some((self.free(rect, &text, &OF_NAMES)?, text)));
            let name = || Some((self.free(rect, &seen.name, &OF_NAMES)?, seen.name.clone()));
            // Rather a little off, on a thread, than not at all.
            let off = || Some((self.off(rect, &seen.name)?, seen.name.clone()));
            let found = found.or_else(name).or_else(|| off().filter(|_| has_part(seen)));
            if let Some((lies, text)) = found {
                self.put((text, colour), lies, (seen.id, rect));
            }
        }
    }

    /// What the lines told until now say that somebody suffers, over them.
    fn suffered(&mut self, shot: &Shot<'_>) {
        for (id, text) in shot.reel.suffered(shot.now) {
            if let Some(rect) = shot.spot(id) {
                self.tell(rect, (text, theme::BLOOD), id);
            }
        }
    }

    /// The dice beside whoever threw them, and whether they were enough where that is known once they lie still: as on the field.
    fn dice(&mut self, shot: &Shot<'_>) {
        let Some(line) = shot.told else { return };
        let thrown = line.who.or(line.whom).and_then(|id| Some((id, shot.spot(id)?)));
        let Some(((id, rect), (dice, is_enough))) = thrown.zip(line.dice.as_ref()) else { return };
        let (sign, colour) = match is_enough {
            Some(true) => (" ✔", theme::WON),
            Some(false) => (" ✖", theme::OUT),
            None => ("", theme::INK),
        };
        self.tell(rect, (format!("{dice}{sign}"), colour), id);
    }

    /// What is news is told at somebody, beside all others; where there is no room for that, on a thread to them.
    fn tell(&mut self, token: Rect, (text, colour): (String, Color32), of: Id) {
        if let Some(lies) = self.free(token, &text, &OF_NEWS).or_else(|| self.off(token, &text)) {
            self.put((text, colour), lies, (of, token));
        }
    }

    /// Puts words there about somebody. A thread leads to them where they are not right beside them.
    fn put(&mut self, (text, colour): (String, Color32), lies: Rect, (of, token): (Id, Rect)) {
        let start = lies.clamp(token.center());
        let end = token.shrink(token.width() * RIM * 2.0).clamp(start);
        let thread = Some([start, end]).filter(|_| gap(token, lies) > NEAR);
        self.plates.push(Plate { text, lies, colour, of: Some(of), thread });
    }

    /// The first of these places at a token where words cover no other words, and nobody else.
    fn free(&self, token: Rect, text: &str, places: &[Place]) -> Option<Rect> {
        let size = tokens::label_size(self.painter, text);
        let lies = |(of, own): &Place| -> Rect {
            let at: Pos2 = of.pos_in_rect(&token);
            own.anchor_size(at, size)
        };
        places.iter().map(lies).find(|lies| self.is_free(token, *lies))
    }

    /// The place nearest to a token, off it, where words cover no other words and nobody.
    fn off(&self, token: Rect, text: &str) -> Option<Rect> {
        let (size, room) = (tokens::label_size(self.painter, text), self.painter.clip_rect());
        let places = |length: f32| (length.max(0.0) / STEP) as u16 + 1;
        let (across, down) = (places(room.width() - size.x), places(room.height() - size.y));
        let all = (0..down).flat_map(|row| (0..across).map(move |column| (column, row)));
        let lies = all.map(|(column, row)| {
            let at = room.min + vec2(f32::from(column), f32::from(row)) * STEP;
            Rect::from_min_size(at, size)
        });
        let is_off = |lies: &Rect| !token.intersects(*lies) && self.is_free(token, *lies);
        let far = |lies: &Rect| (gap(token, *lies), lies.center().distance(token.center()));
        lies.filter(is_off).min_by(|one, other| {
            let ((near, middle), (beside, beyond)) = (far(one), far(other));
            near.total_cmp(&beside).then(middle.total_cmp(&beyond))
        })
    }

    /// Whether words about somebody cover no other words there, and nobody else.
    fn is_free(&self, token: Rect, lies: Rect) -> bool {
        let mut others = self.bodies.iter().filter(|body| **body != token);
        self.painter.clip_rect().contains_rect(lies)
            && self.is_clear(lies)
            && others.all(|body| !body.shrink(body.width() * RIM).intersects(lies))
    }

    /// Whether no words lie there.
    fn is_clear(&self, lies: Rect) -> bool {
        self.plates.iter().all(|other| !other.lies.shrink(0.5).intersects(lies))
    }
}

/// How far two rectangles are from each other.
fn gap(one: Rect, other: Rect) -> f32 {
    let apart = (one.min - other.max).max(other.min - one.max);
    apart.x.max(apart.y).max(0.0)
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Context, RawInput, Vec2};

    use super::*;
    use crate::overlay::learn::picture::shot;
    use crate::overlay::learn::reel::{Now, Reel};
    use crate::overlay::learn::stands::DRAWN;
    use crate::overlay::trial;

    /// Points of a picture on the minute page of the usual window and of the smallest one.
    const ROOMS: [Vec2; 2] = [vec2(422.0, 211.0), vec2(310.0, 155.0)];

    /// Looks at every line of every picture of the minute pages, in a room of this size.
    fn each(room: Vec2, mut seen: impl FnMut(&str, &Painter, &Shot<'_>)) {
        let context = Context::default();
        for game in ["scale_toughness", "liberi_gothica", "zones", "old_school", "hursagmu"] {
            for item in &trial::learn(game).minute {
                let reel = Reel::of(&item.shows, &[]).unwrap();
                let place = format!("{game}, {}", item.title);
                let mut output = context.run_ui(RawInput::default(), |ui| {
                    for (moment, told) in (0..).zip(reel.moments.iter().map(|moment| moment.told.len())) {
                        for line in (0..told.max(1)).map(|line| Some(line).filter(|line| *line < told)) {
                            let now = Now { moment, share: 1.0, line, step: 1.0, is_over: false };
                            let (shot, field) = shot(ui, (&reel, now), Rect::from_min_size(Pos2::ZERO, room));
                            seen(&place, &ui.painter().with_clip_rect(field), &shot);
                        }
                    }
                });
                output.textures_delta.clear();
            }
        }
    }

    /// Promise: on the minute pages whoever has a part in a picture bears a name from its start to its end, no words lie over
    /// others or beyond the field, and whoever suffers something has it told over them.
    #[test]
    fn whoever_has_a_part_bears_a_name() {
        for (room, share) in ROOMS.into_iter().zip([50, 10]) {
            let (mut named, mut nameless, mut suffered) = (0, Vec::new(), 0);
            each(room, |place, painter, shot| {
                let plates = laid(painter, shot);
                for (at, one) in plates.iter().enumerate() {
                    assert!(painter.clip_rect().expand(1.0).contains_rect(one.lies), "{place}: {one:?}");
                    let over = plates.iter().skip(at + 1).find(|other| other.lies.shrink(0.6).intersects(one.lies));
                    assert_eq!(over, None, "{place}: over {one:?}");
                }
                let is_told = |id: Id, text: &str| {
                    plates.iter().any(|plate| plate.of == Some(id) && plate.text.starts_with(text))
                };
                let parts = shot.about().into_iter().filter(|(seen, _)| shot.reel.parts.contains(&seen.id));
                // No words lie over anybody else, and none is off whom it is about without a thread to them.
                let about = shot.about();
                for plate in &plates {
                    let Some((_, own)) = about.iter().find(|(seen, _)| Some(seen.id) == plate.of) else { continue };
                    let covers = |body: &Rect| body.shrink(body.width() * RIM).intersects(plate.lies);
                    let over = about.iter().find(|(_, body)| body != own && covers(body));
                    assert_eq!(over.map(|(seen, _)| &seen.name), None, "{place}: over them {plate:?}");
                    assert!(plate.thread.is_some() || gap(*own, plate.lies) <= NEAR, "{place}: {plate:?}");
                }
                for (seen, _) in parts {
                    named += 1;
                    if !is_told(seen.id, &seen.name) {
                        nameless.push(format!("{place}: {}", seen.name));
                    }
                }
                for (id, text) in shot.reel.suffered(shot.now) {
                    suffered += 1;
                    assert!(is_told(id, &text), "{place}: {text}");
                }
            });
            assert!(suffered > 20, "{suffered}");
            assert!(nameless.len() * share <= named, "{room:?}: {} of {named}: {nameless:?}", nameless.len());
        }
    }

    /// Promise: in every picture of the minute pages, at both sizes, all of those who are shown lie wholly within the part of it
    /// that is free of what is told at its foot, whoever has a part is shown from its start to its end, and nobody lies over
    /// more than the rim of anybody else.
    #[test]
    fn everybody_is_seen_whole() {
        for room in ROOMS {
            each(room, |place, painter, shot| {
                let about = shot.about();
                let moment = &shot.reel.moments[shot.now.moment];
                let parts = moment.who.iter().filter(|seen| shot.reel.parts.contains(&seen.id) && !seen.is_gone());
                for part in parts {
                    assert!(about.iter().any(|(seen, _)| seen.id == part.id), "{place}: {} is not shown", part.name);
                }
                for (at, (seen, rect)) in about.iter().enumerate() {
                    let drawn = Rect::from_center_size(rect.center(), rect.size() * DRAWN);
                    let is_whole = painter.clip_rect().expand(0.1).contains_rect(drawn);
                    assert!(is_whole, "{place}, {room:?}: {}: {drawn:?}", seen.name);
                    let others = about.iter().skip(at + 1).filter(|_| room == ROOMS[0]);
                    for (other, beside) in others.filter(|(other, _)| other.body != seen.body) {
                        let over = rect.intersect(*beside);
                        let is_apart = !over.is_positive() || over.area() < rect.area().min(beside.area()) * 0.4;
                        assert!(is_apart, "{place}: {} and {}: {rect:?}, {beside:?}", seen.name, other.name);
                    }
                }
            });
        }
    }
}
