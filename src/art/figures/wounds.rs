//! How hurt somebody is, in the picture: cuts, blood, cracks, smoke, and those who lie.

use tiny_skia::{Path, Pixmap, PremultipliedColorU8, Transform};

use super::brush::{Brush, INK, Piece, PieceKind, Tint, mix, plain};
use super::compose::Composition;
use super::compose::outline;
use super::{Figure, Vigour, base};
use crate::looks::{Bleeds, Shape};

const BLOOD: Tint = [0xb4, 0x16, 0x14];
const GORE: Tint = [0x6e, 0x0c, 0x10];
const OIL: Tint = [0x1c, 0x1a, 0x20];

/// A shape that is written here.
fn shape(text: &str) -> Option<Path> {
    Shape::read(text).ok().as_ref().and_then(outline)
}

/// How somebody lies or stands.
pub fn pose(vigour: Vigour) -> Transform {
    match vigour {
        Vigour::Unharmed | Vigour::Hurt | Vigour::Grave => Transform::identity(),
        Vigour::Out => Transform::from_rotate(-82.0).post_scale(0.74, 0.74).post_translate(-2.0, 10.0),
        Vigour::Dead => Transform::from_rotate(104.0).post_scale(0.74, 0.74).post_translate(2.0, 8.0),
    }
}

/// Cuts, for those who are hurt at all.
const CUTS: [&str; 3] = [
    "M3-30C14-26 25-14 30 4C17-2 6-16 3-30Z",
    "M18-36C27-32 34-22 36-6C27-12 20-24 18-36Z",
    "M-44 30C-30 34-16 46-10 62C-26 58-40 44-44 30Z",
];
/// What runs down from deep wounds.
const RUNS: [&str; 4] = [
    "M7-60C15-62 17-50 16-40L15-14C15-6 7-6 7-14L6-40C5-50 2-58 7-60Z",
    "M23-54C30-54 30-40 29-30L29 6C29 14 21 14 21 6L20-30C19-42 17-53 23-54Z",
    "M-8-62C-1-64 1-54 0-46L0-34C0-28-7-28-7-34L-8-46C-9-54-12-60-8-62Z",
    "M-44 36L-34 42L-27 32L-22 44L-6 42L-14 54L-7 66L-20 64L-23 84L-31 66L-46 68L-38 54Z",
];
/// Where something hard has sprung.
const CRACKS: [&str; 3] =
    ["M34-66L20-46L28-34L12-20L18-6M20-46L6-44", "M-64 30L-40 42L-32 60L-16 56M-40 42L-24 30", "M44 40L28 54L34 72"];

/// Wounds on a body, only where there is a body.
pub fn paint(brush: &mut Brush, vigour: Vigour, on: &Composition) {
    let fitted = |text: &str| {
        let high = shape(text)?;
        let (wide, tall, x, y) = (on.crown.0, on.crown.1, on.crown.2, on.crown.3);
        let is_head = high.bounds().top() < 0.0 && !on.whole;
        if is_head { high.transform(Transform::from_row(wide, 0.0, 0.0, tall, x, y)) } else { Some(high) }
    };
    let deep = matches!(vigour, Vigour::Grave | Vigour::Dead);
    let (wet, dark) = if on.bleeds == Bleeds::Oil { (OIL, INK) } else { (BLOOD, GORE) };
    let thin = (3.4 * brush.scale).max(0.8) / brush.scale;
    let splash = |texts: &[&str], wet: Tint, dark: Tint, brush: &mut Brush| {
        for path in texts.iter().filter_map(|text| fitted(text)) {
            brush.atop(&path, dark, Some(thin));
            brush.atop(&path, wet, None);
        }
    };
    if vigour == Vigour::Hurt {
        match on.bleeds {
            Bleeds::Blood => splash(&CUTS, wet, dark, brush),
            // Bare metal shines through.
            Bleeds::Oil => splash(&CUTS, [0xe8, 0xde, 0xc8], INK, brush),
            Bleeds::Dust => {}
        }
    }
    if deep && on.bleeds != Bleeds::Dust {
        splash(&RUNS, wet, dark, brush);
    }
    let (cracks, wide) = match (on.bleeds, vigour) {
        (Bleeds::Dust, Vigour::Hurt) => (&CRACKS[..1], 1.35),
        (Bleeds::Dust | Bleeds::Oil, _) if deep => (&CRACKS[..], if on.bleeds == Bleeds::Dust { 1.9 } else { 1.35 }),
        _ => (&CRACKS[..0], 0.0),
    };
    for path in cracks.iter().filter_map(|text| fitted(text)) {
        if let Some(edge) = path.clone().transform(Transform::from_translate(wide * 1.4, wide * 1.4)) {
            brush.atop(&edge, [0xe0, 0xd8, 0xc8], Some(thin));
        }
        brush.atop(&path, INK, Some(thin * wide));
    }
}

/// What the dead lie in.
pub fn stain(brush: &mut Brush, bleeds: Bleeds) {
    let tint = match bleeds {
        Bleeds::Blood => GORE,
        Bleeds::Dust => [0x4a, 0x44, 0x3c],
        Bleeds::Oil => OIL,
    };
    let pool = "M-52-6C-58-30-34-44-16-38C0-54 30-46 36-30C56-28 62-2 52 12C58 34 34 50 16 44C-2 58-30 52-36 38C-54 34-58 12-52-6Z";
    if let Some(path) = shape(pool) {
        brush.fill(&path, &plain(tint, 0.92));
    }
}

/// Takes colour out of those who fare badly.
pub fn wash(canvas: &mut Pixmap, vigour: Vigour) {
    let (grey, to, strength): (f32, Tint, f32) = match vigour {
        Vigour::Unharmed | Vigour::Hurt => return,
        Vigour::Grave => (0.22, [0xd8, 0xd0, 0xc8], 0.08),
        Vigour::Out => (0.78, [0xb0, 0xae, 0xac], 0.12),
        Vigour::Dead => (0.62, [0x26, 0x1c, 0x20], 0.34),
    };
    for pixel in canvas.pixels_mut() {
        let seen = pixel.demultiply();
        let tint = super::brush::pale([seen.red(), seen.green(), seen.blue()], grey);
        let [r, g, b] = mix(tint, to, strength);
        let part = |value: u8| (u16::from(value) * u16::from(seen.alpha()) / 255) as u8;
        if let Some(washed) = PremultipliedColorU8::from_rgba(part(r), part(g), part(b), seen.alpha()) {
            *pixel = washed;
        }
    }
}

/// Cracks in the base, smoke above machines, and the mark of the dead.
pub fn after(brush: &mut Brush, figure: &Figure<'_>, bleeds: Bleeds) {
    let cracks: &[&str] = match figure.vigour {
        Vigour::Unharmed => &[],
        Vigour::Hurt => &["M-84-20L-74-16L-70-22L-62-16"],
        _ => &["M-84-20L-74-16L-70-22L-60-14", "M-66 52L-60 46L-54 50L-46 40", "M-50-70L-46-62L-50-56L-42-50"],
    };
    let width = (2.6 * brush.scale).max(0.9) / brush.scale;
    for path in cracks.iter().filter_map(|text| shape(text)) {
        brush.atop(&path, INK, Some(width));
    }
    if bleeds == Bleeds::Oil && figure.vigour == Vigour::Grave {
        let puffs = ["O22-70 13 12", "O36-80 12 11", "O24-88 9 8", "O46-91 7 6"];
        let puff = |text: &&str| Some(Piece { path: shape(text)?, tint: [0x74, 0x70, 0x72], kind: PieceKind::Body });
        let smoke: Vec<Piece> = puffs.iter().filter_map(puff).collect();
        brush.layer(&smoke);
    }
    if figure.vigour == Vigour::Dead {
        let across = base::FIELD * 0.62;
        let cross = format!("M{0} {0}L{1} {1}M{1} {0}L{0} {1}", -across, across);
        if let Some(path) = shape(&cross) {
            brush.stroke(&path, &plain(INK, 0.9), width * 4.2);
            brush.stroke(&path, &plain([0xd8, 0xcc, 0xb4], 1.0), width * 2.2);
        }
    }
}
