//! Words over a moving picture: names of zones and people, dice, and what somebody suffers. Each lies over no other, and the names
//! first, so that none of them moves for what comes and goes.

use bevy_egui::egui::{Align2, Color32, Painter, Pos2, Rect};

use super::picture::Shot;
use super::reel::{Area, Seen};
use super::stands::FEW;
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

/// How much of a token words may lie over at its rim.
const RIM: f32 = 0.12;

/// Words on a plate, and where they lie.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Plate {
    pub text: String,
    pub lies: Rect,
    pub colour: Color32,
    /// Whose they are; nobody's where they name a zone.
    pub of: Option<Id>,
}

/// Draws all of them.
pub(super) fn draw(painter: &Painter, shot: &Shot<'_>) {
    for Plate { text, lies, colour, .. } in laid(painter, shot) {
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
            self.plates.push(Plate { text: (*name).to_owned(), lies, colour: theme::ZONE, of: None });
        }
    }

    /// The names: of those first who have a part in the picture, and of nobody else among many.
    fn names(&mut self, shot: &Shot<'_>) {
        let mut all = shot.about();
        let has_part = |seen: &Seen| shot.reel.parts.contains(&seen.id);
        let is_few = all.len() <= FEW;
        all.retain(|(seen, rect)| self.painter.clip_rect().contains(rect.center()) && (is_few || has_part(seen)));
        all.sort_by_key(|(seen, _)| !has_part(seen));
        for (seen, rect) in all {
            let side = theme::over(theme::side_of(shot.reel.looks.face(), seen.side), theme::INK, 0.55);
            let colour = if seen.figure.vigour.stands() { side } else { theme::OUT };
            let whole = seen.state.map(|state| format!("{}, {state}", seen.name));
            let found = whole.and_then(|text| Some((self.free(rect, &text, &OF_NAMES, true)?, text)));
            let name = || Some((self.free(rect, &seen.name, &OF_NAMES, true)?, seen.name.clone()));
            // Rather over somebody who stands beside them than not at all.
            let over = || Some((self.free(rect, &seen.name, &OF_NAMES, false)?, seen.name.clone()));
            let found = found.or_else(name).or_else(|| over().filter(|_| has_part(seen)));
            if let Some((lies, text)) = found {
                self.plates.push(Plate { text, lies, colour, of: Some(seen.id) });
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

    /// What is news is told at somebody: beside others if it can be, else over them.
    fn tell(&mut self, token: Rect, (text, colour): (String, Color32), of: Id) {
        let lies = self.free(token, &text, &OF_NEWS, true).or_else(|| self.free(token, &text, &OF_NEWS, false));
        // Where names leave no room it lies on whoever it is about.
        let on = || {
            let lies = Align2::CENTER_CENTER.anchor_size(token.center(), tokens::label_size(self.painter, &text));
            Some(lies).filter(|lies| self.is_clear(*lies))
        };
        if let Some(lies) = lies.or_else(on) {
            self.plates.push(Plate { text, lies, colour, of: Some(of) });
        }
    }

    /// The first of these places at a token where words cover no other words, and, where that is wanted, nobody else.
    fn free(&self, token: Rect, text: &str, places: &[Place], spares: bool) -> Option<Rect> {
        let size = tokens::label_size(self.painter, text);
        let others = || self.bodies.iter().filter(|body| **body != token);
        let is_free = |lies: &Rect| {
            self.painter.clip_rect().contains_rect(*lies)
                && self.is_clear(*lies)
                && (!spares || others().all(|body| !body.shrink(body.width() * RIM).intersects(*lies)))
        };
        let lies = |(of, own): &Place| -> Rect {
            let at: Pos2 = of.pos_in_rect(&token);
            own.anchor_size(at, size)
        };
        places.iter().map(lies).find(is_free)
    }

    /// Whether no words lie there.
    fn is_clear(&self, lies: Rect) -> bool {
        self.plates.iter().all(|other| !other.lies.shrink(0.5).intersects(lies))
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Context, RawInput, Vec2, vec2};

    use super::*;
    use crate::overlay::learn::picture::shot;
    use crate::overlay::learn::reel::{Now, Reel};
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
                            let now = Now { moment, share: 1.0, line, is_over: false };
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

    /// Promise: nobody in a picture lies over more than the rim of anybody else, and all of those who have a part in it are in
    /// sight from its start to its end.
    #[test]
    fn nobody_stands_on_anybody() {
        each(ROOMS[0], |place, painter, shot| {
            let about = shot.about();
            for (at, (seen, rect)) in about.iter().enumerate() {
                let is_part = shot.reel.parts.contains(&seen.id);
                assert!(!is_part || painter.clip_rect().expand(1.0).contains_rect(*rect), "{place}: {}", seen.name);
                for (other, beside) in about.iter().skip(at + 1).filter(|(other, _)| other.body != seen.body) {
                    let over = rect.intersect(*beside);
                    let is_apart = !over.is_positive() || over.area() < rect.area().min(beside.area()) * 0.4;
                    assert!(is_apart, "{place}: {} and {}: {rect:?}, {beside:?}", seen.name, other.name);
                }
            }
        });
    }
}
