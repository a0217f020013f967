//! Marks that are drawn over the field while somebody presents: lines, arrows, rings. Their places are told in squares, so
//! that they move with the field. They are worked out from what the pointer does alone.

use bevy_egui::egui::{Color32, Painter, Pos2, Shape, Stroke, Vec2};

use crate::overlay::camera::View;

/// So many marks lie on a field at most; the oldest go.
const MOST: usize = 200;
/// Places of one mark at most.
const MOST_PLACES: usize = 2_000;
/// A line goes on once the pointer has come so far, in squares.
const STEP: f32 = 0.06;
/// What is shorter than this, in squares, was a click.
const CLICK: f32 = 0.15;
/// How far a ring of a click is from the middle of its square.
const ROUND: f32 = 0.62;

/// What the pointer does on the field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// It gives orders, as ever.
    #[default]
    Play,
    /// It points.
    Point,
    /// It draws a line.
    Line,
    /// It draws an arrow.
    Arrow,
    /// It draws a ring.
    Ring,
}

impl Tool {
    /// All of them, with their names and what they do.
    pub const ALL: [(Self, &'static str, &'static str); 5] = [
        (Self::Play, "Play", "Clicks give orders"),
        (Self::Point, "Point", "Show where to look"),
        (Self::Line, "Draw", "A line wherever the pointer goes"),
        (Self::Arrow, "Arrow", "From where it is pressed to where it is let go"),
        (Self::Ring, "Ring", "Around what lies between the two, or around a square"),
    ];

    /// The one after it.
    pub fn next(self) -> Self {
        let place = Self::ALL.iter().position(|(tool, ..)| *tool == self).unwrap_or(0);
        Self::ALL.get((place + 1) % Self::ALL.len()).map_or(Self::Play, |(tool, ..)| *tool)
    }

    /// Whether marks come of it.
    pub const fn draws(self) -> bool {
        matches!(self, Self::Line | Self::Arrow | Self::Ring)
    }
}

/// The colours of marks, by their names: they are seen on any ground.
pub const COLOURS: [(&str, Color32); 4] = [
    ("red", Color32::from_rgb(0xf0, 0x3c, 0x32)),
    ("yellow", Color32::from_rgb(0xff, 0xd8, 0x3a)),
    ("blue", Color32::from_rgb(0x3a, 0xa8, 0xff)),
    ("white", Color32::from_rgb(0xfa, 0xfa, 0xf5)),
];

fn colour_of(number: usize) -> Color32 {
    COLOURS.get(number).map_or(Color32::WHITE, |(_, colour)| *colour)
}

/// What a pointer does, at places in squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Moves {
    /// It is pressed.
    Down(Pos2),
    /// It goes on while it is down.
    On(Pos2),
    /// It is let go.
    Up,
}

/// One mark.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// What drew it.
    pub tool: Tool,
    /// Which of the colours.
    pub colour: usize,
    /// Its places, in squares: of arrows and rings the first and the last.
    pub places: Vec<Pos2>,
}

/// The marks on a field.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Marks {
    drawn: Vec<Mark>,
    /// The one that is being drawn.
    under_way: Option<Mark>,
}

impl Marks {
    /// All of them, the last one drawn last.
    pub fn all(&self) -> impl Iterator<Item = &Mark> {
        self.drawn.iter().chain(&self.under_way)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all().next().is_none()
    }

    /// The pointer does something, with this tool and in this colour.
    pub fn hear(&mut self, tool: Tool, colour: usize, moves: Moves) {
        match moves {
            Moves::Down(at) => {
                self.end();
                if tool.draws() && at.is_finite() {
                    self.under_way = Some(Mark { tool, colour, places: vec![at] });
                }
            }
            Moves::On(at) => {
                if let Some(mark) = self.under_way.as_mut().filter(|_| at.is_finite()) {
                    mark.go_on(at);
                }
            }
            Moves::Up => self.end(),
        }
    }

    /// A square was clicked by key: a ring around it, or one end of an arrow or a line.
    pub fn hear_key(&mut self, tool: Tool, colour: usize, at: Pos2) {
        match &mut self.under_way {
            Some(mark) if mark.tool == tool => {
                mark.go_on(at);
                self.end();
            }
            _ => {
                self.hear(tool, colour, Moves::Down(at));
                if tool == Tool::Ring {
                    self.end();
                }
            }
        }
    }

    /// The last one goes; whether there was one.
    pub fn take_back(&mut self) -> bool {
        self.under_way.take().or_else(|| self.drawn.pop()).is_some()
    }

    /// All go.
    pub fn wipe(&mut self) {
        *self = Self::default();
    }

    /// What is being drawn is done. A line or an arrow that goes nowhere is none.
    fn end(&mut self) {
        let Some(mark) = self.under_way.take() else { return };
        if mark.tool == Tool::Ring || mark.length() >= CLICK {
            self.drawn.push(mark);
        }
        let over = self.drawn.len().saturating_sub(MOST);
        self.drawn.drain(..over);
    }
}

impl Mark {
    fn go_on(&mut self, at: Pos2) {
        if self.tool != Tool::Line {
            self.places.truncate(1);
            self.places.push(at);
        } else if self.places.len() < MOST_PLACES && self.places.last().is_none_or(|last| last.distance(at) >= STEP) {
            self.places.push(at);
        }
    }

    /// The way from its first place over all others, in squares.
    fn length(&self) -> f32 {
        self.places.windows(2).map(|pair| if let [from, to] = pair { from.distance(*to) } else { 0.0 }).sum()
    }

    /// The middle of a ring, and how far it reaches across and down, in squares.
    pub fn ring(&self) -> Option<(Pos2, Vec2)> {
        let (first, last) = (*self.places.first()?, *self.places.last()?);
        if self.length() < CLICK {
            let middle = Pos2::new(first.x.floor() + 0.5, first.y.floor() + 0.5);
            return Some((middle, Vec2::splat(ROUND)));
        }
        let half = (last - first).abs() / 2.0;
        Some((first + (last - first) / 2.0, half.max(Vec2::splat(CLICK))))
    }
}

/// Draws the marks over a field that lies so.
pub fn draw(painter: &Painter, view: &View, marks: &Marks) {
    let thick = (view.cell * 0.11).clamp(3.0, 9.0);
    for mark in marks.all() {
        let colour = colour_of(mark.colour);
        let places: Vec<Pos2> = mark.places.iter().map(|at| view.place(*at)).collect();
        // A dark edge, so that it is seen on whatever it lies.
        for stroke in [Stroke::new(thick + 3.0, Color32::from_black_alpha(150)), Stroke::new(thick, colour)] {
            match mark.tool {
                Tool::Ring => ring(painter, view, mark, stroke),
                Tool::Arrow => arrow(painter, &places, stroke, thick * 2.5 + 8.0),
                _ => {
                    painter.add(Shape::line(places.clone(), stroke));
                }
            }
        }
    }
}

fn ring(painter: &Painter, view: &View, mark: &Mark, stroke: Stroke) {
    if let Some((middle, half)) = mark.ring() {
        painter.add(bevy_egui::egui::epaint::EllipseShape::stroke(view.place(middle), half * view.cell, stroke));
    }
}

fn arrow(painter: &Painter, places: &[Pos2], stroke: Stroke, head: f32) {
    let (Some(from), Some(to)) = (places.first(), places.last()) else { return };
    let way = *to - *from;
    painter.line_segment([*from, *to], stroke);
    if way.length() > 1.0 {
        let back = way.normalized() * head.min(way.length());
        for side in [back.rot90(), -back.rot90()] {
            painter.line_segment([*to, *to - back + side * 0.6], stroke);
        }
    }
}

/// Draws what points.
pub fn point(painter: &Painter, at: Pos2, colour: usize, size: f32) {
    let colour = colour_of(colour);
    painter.circle_filled(at, size, colour.gamma_multiply(0.35));
    painter.circle_stroke(at, size, Stroke::new(5.0, Color32::from_black_alpha(140)));
    painter.circle_stroke(at, size, Stroke::new(3.0, colour));
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::pos2;

    use super::*;

    fn drawn(tool: Tool, way: &[(f32, f32)]) -> Marks {
        let mut marks = Marks::default();
        for (number, (x, y)) in way.iter().enumerate() {
            let at = pos2(*x, *y);
            marks.hear(tool, 1, if number == 0 { Moves::Down(at) } else { Moves::On(at) });
        }
        marks.hear(tool, 1, Moves::Up);
        marks
    }

    /// Promise: what is drawn follows from what the pointer does: a line has its way, an arrow and a ring their two ends.
    #[test]
    fn marks_follow_from_what_the_pointer_does() {
        let way = [(1.0, 1.0), (1.01, 1.0), (2.0, 1.5), (4.0, 3.0)];
        let places = |tool| drawn(tool, &way).all().map(|mark| mark.places.clone()).collect::<Vec<_>>();
        // A step that is too small to be seen is left out.
        assert_eq!(places(Tool::Line), [[pos2(1.0, 1.0), pos2(2.0, 1.5), pos2(4.0, 3.0)]]);
        assert_eq!(places(Tool::Arrow), [[pos2(1.0, 1.0), pos2(4.0, 3.0)]]);
        let marks = drawn(Tool::Ring, &way);
        let ring = marks.all().next().unwrap();
        assert_eq!((ring.colour, ring.ring()), (1, Some((pos2(2.5, 2.0), Vec2::new(1.5, 1.0)))));
        assert!(drawn(Tool::Point, &way).is_empty() && drawn(Tool::Play, &way).is_empty());
    }

    /// Promise: a click draws a ring around its square and nothing else; keys do the same, from one end to the other.
    #[test]
    fn a_click_is_a_ring_around_a_square() {
        let marks = drawn(Tool::Ring, &[(3.2, 4.9)]);
        assert_eq!(marks.all().next().unwrap().ring(), Some((pos2(3.5, 4.5), Vec2::splat(ROUND))));
        assert!(drawn(Tool::Line, &[(3.2, 4.9), (3.25, 4.9)]).is_empty());
        assert!(drawn(Tool::Arrow, &[(3.2, 4.9)]).is_empty());
        let mut marks = Marks::default();
        marks.hear_key(Tool::Ring, 0, pos2(1.5, 1.5));
        assert_eq!(marks.drawn.len(), 1);
        marks.hear_key(Tool::Arrow, 0, pos2(1.5, 1.5));
        assert_eq!(marks.drawn.len(), 1, "it has one end only");
        marks.hear_key(Tool::Arrow, 0, pos2(6.5, 2.5));
        assert_eq!(marks.drawn[1].places, [pos2(1.5, 1.5), pos2(6.5, 2.5)]);
    }

    /// Promise: marks are taken back one by one and wiped at once, there are never too many, and none is anywhere else than on
    /// a place.
    #[test]
    fn marks_are_wiped() {
        let mut marks = drawn(Tool::Line, &[(1.0, 1.0), (2.0, 2.0)]);
        marks.hear_key(Tool::Ring, 0, pos2(1.5, 1.5));
        assert!(marks.take_back() && marks.take_back() && !marks.take_back());
        (0..MOST + 9).for_each(|x| marks.hear_key(Tool::Ring, 0, pos2(x as f32, 0.0)));
        assert_eq!(marks.all().count(), MOST);
        marks.wipe();
        assert!(marks.is_empty());
        marks.hear(Tool::Line, 0, Moves::Down(pos2(f32::NAN, 0.0)));
        assert!(marks.is_empty());
        marks.hear(Tool::Line, 0, Moves::Down(pos2(0.0, 0.0)));
        (0..9_999).for_each(|x| marks.hear(Tool::Line, 0, Moves::On(pos2(x as f32, 0.0))));
        assert_eq!(marks.all().next().unwrap().places.len(), MOST_PLACES);
    }

    /// Promise: a mark stays on its squares, however near the field is looked at and wherever it lies.
    #[test]
    fn marks_lie_in_squares() {
        let marks = drawn(Tool::Arrow, &[(2.5, 2.5), (4.5, 2.5)]);
        let mark = marks.all().next().unwrap();
        for (origin, cell) in [((0.0, 0.0), 10.0), ((300.0, -40.0), 64.0)] {
            let view = View { origin: origin.into(), cell };
            let there: Vec<_> = mark.places.iter().map(|at| view.square(view.place(*at))).collect();
            assert_eq!(there, [crate::board::Square::new(2, 2), crate::board::Square::new(4, 2)]);
        }
    }

    #[test]
    fn the_tools_come_in_turn() {
        let mut tool = Tool::Play;
        let mut all = Vec::new();
        for _ in Tool::ALL {
            all.push(tool);
            tool = tool.next();
        }
        assert!(tool == Tool::Play && Tool::ALL.iter().all(|(each, ..)| all.contains(each)));
    }
}
