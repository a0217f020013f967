//! The brush: bodies with an outline, lit from the upper left.

use tiny_skia::{
    BlendMode, Color, FillRule, GradientStop, LineCap, LineJoin, LinearGradient, Mask, Paint, Path, PathBuilder,
    Pixmap, Point, Rect, Shader, SpreadMode, Stroke, Transform,
};

/// Red, green and blue.
pub type Tint = [u8; 3];

/// The ink of all outlines.
pub const INK: Tint = [0x1e, 0x16, 0x14];
/// Deep shade leans to this, light to the other.
const DUSK: Tint = [0x22, 0x18, 0x38];
const GLOW: Tint = [0xff, 0xf4, 0xd8];

/// One colour over another, this strongly.
pub fn mix(under: Tint, over: Tint, strength: f32) -> Tint {
    std::array::from_fn(|at| {
        let (from, to) = (f32::from(under[at]), f32::from(over[at]));
        (from + (to - from) * strength).round().clamp(0.0, 255.0) as u8
    })
}

/// The same paint where less light falls.
pub fn shade(tint: Tint, strength: f32) -> Tint {
    mix(tint, DUSK, strength)
}

/// The same paint where more light falls.
pub fn light(tint: Tint, strength: f32) -> Tint {
    mix(tint, GLOW, strength)
}

/// How grey something is: its saturation goes down by so much.
pub fn pale(tint: Tint, strength: f32) -> Tint {
    let [r, g, b] = tint.map(f32::from);
    let grey = (0.3 * r + 0.59 * g + 0.11 * b).round() as u8;
    mix(tint, [grey; 3], strength)
}

/// A shape with its paint, in units of the field.
#[derive(Clone, Debug)]
pub struct Piece {
    pub path: Path,
    pub tint: Tint,
    pub kind: PieceKind,
}

/// How a shape is painted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PieceKind {
    /// With outline and light.
    Body,
    /// Without.
    Flat,
    /// As a line, so thick.
    Line(f32),
}

/// A field of units on pixels, with what is painted so far.
pub struct Brush {
    pub canvas: Pixmap,
    /// From units to pixels.
    pub place: Transform,
    /// Pixels in a unit.
    pub scale: f32,
}

/// A paint of one colour.
pub fn plain(tint: Tint, strength: f32) -> Paint<'static> {
    let [r, g, b] = tint;
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(r, g, b, (strength.clamp(0.0, 1.0) * 255.0).round() as u8);
    paint
}

/// A paint that goes from one place to another through these colours.
pub fn blend(from: (f32, f32), to: (f32, f32), tints: &[Tint]) -> Paint<'static> {
    let last = tints.len().saturating_sub(1).max(1) as f32;
    let stop =
        |(at, [r, g, b]): (usize, &Tint)| GradientStop::new(at as f32 / last, Color::from_rgba8(*r, *g, *b, 255));
    let stops = tints.iter().enumerate().map(stop).collect();
    let (from, to) = (Point::from_xy(from.0, from.1), Point::from_xy(to.0, to.1));
    let shader = LinearGradient::new(from, to, stops, SpreadMode::Pad, Transform::identity());
    let usual = Shader::SolidColor(Color::BLACK);
    Paint { shader: shader.unwrap_or(usual), anti_alias: true, ..Paint::default() }
}

/// A round line, so thick.
pub fn round(width: f32) -> Stroke {
    Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() }
}

impl Brush {
    /// An empty picture of `size` pixels a side.
    pub fn new(size: u32) -> Option<Self> {
        let scale = size as f32 / 200.0;
        let place = Transform::from_translate(100.0, 100.0).post_scale(scale, scale);
        Some(Self { canvas: Pixmap::new(size, size)?, place, scale })
    }

    /// The thickness of the line round everything: never less than a pixel.
    pub fn outer(&self) -> f32 {
        (3.4 * self.scale).max(0.82) / self.scale
    }

    /// The thickness of lines within.
    fn inner(&self) -> f32 {
        (2.3 * self.scale).max(0.55) / self.scale
    }

    /// Fills a shape of the field.
    pub fn fill(&mut self, path: &Path, paint: &Paint<'_>) {
        self.canvas.fill_path(path, paint, FillRule::Winding, self.place, None);
    }

    /// Draws the outline of a shape of the field.
    pub fn stroke(&mut self, path: &Path, paint: &Paint<'_>, width: f32) {
        self.canvas.stroke_path(path, paint, &round(width), self.place, None);
    }

    /// Paints what belongs together: one strong line round all of it, finer ones within.
    pub fn layer(&mut self, pieces: &[Piece]) {
        let ink = plain(INK, 1.0);
        let outer = self.outer() * 2.0;
        for piece in pieces {
            match piece.kind {
                PieceKind::Body => self.stroke(&piece.path, &ink, outer),
                PieceKind::Line(width) if !self.is_fine(width) => self.stroke(&piece.path, &ink, width + outer * 0.8),
                _ => {}
            }
        }
        for piece in pieces {
            match piece.kind {
                PieceKind::Body => self.body(&piece.path, piece.tint),
                PieceKind::Flat if self.is_fine(least(&piece.path)) => {}
                PieceKind::Flat => self.fill(&piece.path, &plain(piece.tint, 1.0)),
                PieceKind::Line(width) if self.is_fine(width) => {}
                PieceKind::Line(width) => self.stroke(&piece.path, &plain(piece.tint, 1.0), width),
            }
        }
    }

    /// Whether something of this size would only make a small picture muddy.
    fn is_fine(&self, units: f32) -> bool {
        units * self.scale < 0.34
    }

    /// A body: its paint, shade along its lower right, light along its upper left, its line.
    pub fn body(&mut self, path: &Path, tint: Tint) {
        let bounds = path.bounds();
        let (from, to) = ((bounds.left(), bounds.top()), (bounds.right(), bounds.bottom()));
        self.fill(path, &blend(from, to, &[light(tint, 0.16), tint, shade(tint, 0.22)]));
        let depth = (least(path) * 0.2).min(9.0);
        if depth * self.scale > 0.5
            && let Some(mut within) = Mask::new(self.canvas.width(), self.canvas.height())
        {
            within.fill_path(path, FillRule::Winding, true, self.place);
            self.beside(path, (-depth * 0.7, -depth), &plain(shade(tint, 0.5), 0.62), &within);
            let lit = depth * 0.42;
            self.beside(path, (lit, lit * 1.15), &plain(light(tint, 0.62), 0.6), &within);
        }
        let inner = self.inner();
        self.stroke(path, &plain(mix(INK, shade(tint, 0.72), 0.35), 1.0), inner);
    }

    /// Paints what a shape leaves open when it is moved, within what it covered before.
    fn beside(&mut self, path: &Path, (x, y): (f32, f32), paint: &Paint<'_>, within: &Mask) {
        let Some(moved) = path.clone().transform(Transform::from_translate(x, y)) else { return };
        let bounds = path.bounds();
        let room =
            Rect::from_ltrb(bounds.left() - 20.0, bounds.top() - 20.0, bounds.right() + 20.0, bounds.bottom() + 20.0);
        let Some(room) = room else { return };
        let mut all = PathBuilder::new();
        all.push_rect(room);
        all.push_path(&moved);
        if let Some(all) = all.finish() {
            self.canvas.fill_path(&all, paint, FillRule::EvenOdd, self.place, Some(within));
        }
    }

    /// Paints only where something is painted already.
    pub fn atop(&mut self, path: &Path, tint: Tint, width: Option<f32>) {
        let paint = Paint { blend_mode: BlendMode::SourceAtop, ..plain(tint, 1.0) };
        match width {
            Some(width) => self.stroke(path, &paint, width),
            None => self.fill(path, &paint),
        }
    }
}

/// The smaller of width and height.
fn least(path: &Path) -> f32 {
    path.bounds().width().min(path.bounds().height())
}
