//! A small picture of one thing, drawn in squares, that is laid onto the ground wherever that thing stands.

use tiny_skia::{
    Color, FillRule, GradientStop, LineCap, LineJoin, LinearGradient, Paint, Path, PathBuilder, Pixmap, Point, Rect,
    Shader, SpreadMode, Stroke, Transform,
};

use super::colour::{Rgb, lit};
use super::noise::chance;
use crate::looks::Face;

/// A place in squares, from the middle of the thing.
pub type At = (f32, f32);

/// A picture to lay on the ground.
pub struct Stamp {
    /// What it looks like.
    pub picture: Pixmap,
    /// Pixels from where it is laid to its left and upper edge.
    pub corner: (i32, i32),
    /// How high it stands, in squares.
    pub height: f32,
}

/// A picture that is being drawn.
pub struct Canvas {
    picture: Pixmap,
    reach: f32,
    cell: f32,
    ink: (Rgb, f32, f32),
    seed: u32,
    thrown: i32,
}

impl Canvas {
    /// An empty picture that reaches so many squares from its middle.
    pub fn new(face: &Face, cell: i32, reach: f32, seed: u32) -> Option<Self> {
        let half = (reach * cell as f32).ceil().max(1.0);
        let side = half as u32 * 2;
        let ink = (face.ink.colour.rgb(), face.ink.strength, face.ink.width);
        Some(Self {
            picture: Pixmap::new(side, side)?,
            reach: half / cell as f32,
            cell: cell as f32,
            ink,
            seed,
            thrown: 0,
        })
    }

    /// The picture as it is, of something so many squares high.
    pub fn done(self, height: f32) -> Stamp {
        let half = (self.picture.width() / 2) as i32;
        Stamp { picture: self.picture, corner: (-half, -half), height }
    }

    /// The next number from `low` to `high`.
    pub fn any(&mut self, low: f32, high: f32) -> f32 {
        self.thrown += 1;
        low + (high - low) * chance(self.thrown, 0, self.seed)
    }

    fn transform(&self) -> Transform {
        Transform::from_translate(self.reach, self.reach).post_scale(self.cell, self.cell)
    }

    fn paint(colour: Rgb, alpha: f32) -> Paint<'static> {
        Paint { shader: Shader::SolidColor(as_colour(colour, alpha)), anti_alias: true, ..Paint::default() }
    }

    /// Fills a shape.
    pub fn fill(&mut self, path: &Option<Path>, colour: Rgb, alpha: f32) {
        if let Some(path) = path {
            let transform = self.transform();
            self.picture.fill_path(path, &Self::paint(colour, alpha), FillRule::Winding, transform, None);
        }
    }

    /// Fills a shape with one colour that becomes another from place to place.
    pub fn blend(&mut self, path: &Option<Path>, (from, first): (At, Rgb), (to, second): (At, Rgb)) {
        let Some(path) = path else { return };
        let stops = vec![GradientStop::new(0.0, as_colour(first, 1.0)), GradientStop::new(1.0, as_colour(second, 1.0))];
        let (from, to) = (Point::from_xy(from.0, from.1), Point::from_xy(to.0, to.1));
        if let Some(shader) = LinearGradient::new(from, to, stops, SpreadMode::Pad, Transform::identity()) {
            let paint = Paint { shader, anti_alias: true, ..Paint::default() };
            let transform = self.transform();
            self.picture.fill_path(path, &paint, FillRule::Winding, transform, None);
        }
    }

    /// Draws along a shape, at least half a pixel wide.
    pub fn stroke(&mut self, path: &Option<Path>, colour: Rgb, alpha: f32, width: f32) {
        let Some(path) = path else { return };
        let least = 0.6 / self.cell;
        let stroke = Stroke {
            width: width.max(least),
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        let alpha = alpha * (width / least).clamp(0.4, 1.0);
        let transform = self.transform();
        self.picture.stroke_path(path, &Self::paint(colour, alpha), &stroke, transform, None);
    }

    /// Outlines a shape as the face does.
    pub fn outline(&mut self, path: &Option<Path>) {
        let (colour, strength, width) = self.ink;
        self.stroke(path, colour, strength, width);
    }

    /// What is seen of the outline around a round part of a larger shape.
    pub fn halo(&mut self, middle: At, round: f32) {
        let (colour, strength, width) = self.ink;
        let round = round + (width * 0.8 * (round / 0.2).min(1.0)).max(0.4 / self.cell);
        self.fill(&oval(middle, (round, round)), colour, 0.25 + 0.75 * strength);
    }

    /// A line within a shape, of the colour of the outline but fainter.
    pub fn detail(&mut self, path: &Option<Path>, share: f32) {
        let (colour, strength, width) = self.ink;
        self.stroke(path, colour, (0.35 + 0.5 * strength) * share, width * 0.7);
    }

    /// Fills and outlines a shape.
    pub fn piece(&mut self, path: &Option<Path>, colour: Rgb) {
        self.fill(path, colour, 1.0);
        self.outline(path);
    }

    /// A box seen from the south: its top, and a front of `high` below it.
    pub fn solid(&mut self, (left, top): At, (wide, deep): At, high: f32, colour: Rgb) {
        let whole = rect((left, top), (wide, deep));
        let lid = rect((left, top), (wide, deep - high));
        let front = rect((left, top + deep - high), (wide, high));
        self.blend(&lid, ((left, top), lit(colour, 1.10)), ((left + wide, top + deep), lit(colour, 0.96)));
        self.blend(&front, ((left, top + deep - high), lit(colour, 0.78)), ((left, top + deep), lit(colour, 0.58)));
        self.detail(&line(&[(left, top + deep - high), (left + wide, top + deep - high)]), 0.7);
        self.outline(&whole);
    }

    /// A round thing seen from above, lit from the upper left.
    pub fn ball(&mut self, middle: At, (wide, high): (f32, f32), colour: Rgb) {
        let whole = oval(middle, (wide, high));
        self.fill(&whole, lit(colour, 0.72), 1.0);
        for step in 1..=5 {
            let share = step as f32 / 5.0;
            let at = (middle.0 - 0.22 * wide * share, middle.1 - 0.22 * high * share);
            let size = 1.0 - 0.58 * share;
            self.fill(&oval(at, (wide * size, high * size)), lit(colour, 0.72 + 0.45 * share), 0.55);
        }
        self.outline(&whole);
    }
}

fn as_colour(colour: Rgb, alpha: f32) -> Color {
    let [red, green, blue] = colour.map(|part| part.clamp(0.0, 1.0));
    Color::from_rgba(red, green, blue, alpha.clamp(0.0, 1.0)).unwrap_or(Color::TRANSPARENT)
}

/// A closed shape.
pub fn shape(points: &[At]) -> Option<Path> {
    let mut path = through(points)?;
    path.close();
    path.finish()
}

/// A line from place to place.
pub fn line(points: &[At]) -> Option<Path> {
    through(points)?.finish()
}

fn through(points: &[At]) -> Option<PathBuilder> {
    let mut path = PathBuilder::new();
    let (first, rest) = points.split_first()?;
    path.move_to(first.0, first.1);
    rest.iter().for_each(|at| path.line_to(at.0, at.1));
    Some(path)
}

/// A bent line.
pub fn curve(from: At, by: At, to: At) -> Option<Path> {
    let mut path = PathBuilder::new();
    path.move_to(from.0, from.1);
    path.quad_to(by.0, by.1, to.0, to.1);
    path.finish()
}

/// A blade: two bent lines from a foot to a point.
pub fn blade(foot: At, tip: At, wide: f32, bend: f32) -> Option<Path> {
    let middle = ((foot.0 + tip.0) / 2.0 + bend, (foot.1 + tip.1) / 2.0);
    let mut path = PathBuilder::new();
    path.move_to(foot.0 - wide, foot.1);
    path.quad_to(middle.0 - wide, middle.1, tip.0, tip.1);
    path.quad_to(middle.0 + wide, middle.1, foot.0 + wide, foot.1);
    path.close();
    path.finish()
}

/// An upright rectangle from its corner.
pub fn rect((left, top): At, (wide, high): At) -> Option<Path> {
    Some(PathBuilder::from_rect(Rect::from_xywh(left, top, wide.max(0.001), high.max(0.001))?))
}

/// An oval around its middle.
pub fn oval((x, y): At, (wide, high): At) -> Option<Path> {
    PathBuilder::from_oval(Rect::from_ltrb(x - wide, y - high, x + wide, y + high)?)
}

/// A closed line through places, smooth.
pub fn smooth_shape(points: &[At]) -> Option<Path> {
    let count = points.len();
    let between = |a: At, b: At| ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
    let mut path = PathBuilder::new();
    let start = between(*points.last()?, *points.first()?);
    path.move_to(start.0, start.1);
    for (index, at) in points.iter().enumerate() {
        let end = between(*at, points[(index + 1) % count]);
        path.quad_to(at.0, at.1, end.0, end.1);
    }
    path.close();
    path.finish()
}

impl Canvas {
    /// A round shape with `lobes` bulges that differ by up to `rough` of its size.
    pub fn blob(&mut self, middle: At, (wide, high): At, lobes: usize, rough: f32) -> Option<Path> {
        let turn = self.any(0.0, std::f32::consts::TAU);
        let points: Vec<At> = (0..lobes)
            .map(|lobe| {
                let (sin, cos) = (turn + lobe as f32 / lobes as f32 * std::f32::consts::TAU).sin_cos();
                let far = 1.0 + self.any(-rough, rough);
                (middle.0 + cos * wide * far, middle.1 + sin * high * far)
            })
            .collect();
        smooth_shape(&points)
    }

    /// A stone with flat facets.
    pub fn rock(&mut self, middle: At, size: f32, colour: Rgb) {
        let turn = self.any(0.0, 6.0);
        let corners = 7;
        let ring: Vec<At> = (0..corners)
            .map(|corner| {
                let (sin, cos) = (turn + corner as f32 / corners as f32 * std::f32::consts::TAU).sin_cos();
                let far = size * self.any(0.8, 1.08);
                (middle.0 + cos * far, middle.1 + sin * far * 0.84)
            })
            .collect();
        let whole = shape(&ring);
        self.fill(&whole, lit(colour, 0.72), 1.0);
        let top = (middle.0 - size * 0.12, middle.1 - size * 0.16);
        for (index, at) in ring.iter().enumerate() {
            let next = ring[(index + 1) % corners];
            let (x, y) = ((at.0 + next.0) / 2.0 - middle.0, (at.1 + next.1) / 2.0 - middle.1);
            let light = 0.86 - (x + 1.2 * y) / size * 0.24;
            self.fill(&shape(&[*at, next, top]), lit(colour, light), 1.0);
        }
        let cap: Vec<At> =
            ring.iter().map(|at| (top.0 + (at.0 - top.0) * 0.48, top.1 + (at.1 - top.1) * 0.46)).collect();
        self.fill(&shape(&cap), lit(colour, 1.1), 1.0);
        if size > 0.2 {
            self.outline(&whole);
        } else {
            self.detail(&whole, 0.6);
        }
    }
}
