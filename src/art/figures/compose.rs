//! What somebody is put together from: a kind, what it wears, what it holds.

use std::collections::BTreeMap;

use tiny_skia::{Path, PathBuilder, Rect, Transform};

use super::Figure;
use super::brush::{Piece, PieceKind, Tint, light, round, shade};
use crate::looks::{Bleeds, Dye, Figures, Fit, Hold, Kind, Mark, Part, Shape, Slot, Stroke};

/// A figure in layers, each with a line of its own round it.
pub struct Composition {
    /// The body with what it wears.
    pub body: Vec<Piece>,
    /// What is in the hands.
    pub held: Vec<Vec<Piece>>,
    pub bleeds: Bleeds,
    /// How the head is placed, for wounds.
    pub crown: Fit,
    pub whole: bool,
    pub free: bool,
}

/// Where the right hand is; the left is opposite.
const HAND: (f32, f32) = (57.0, 26.0);
/// Where the middle of a shield is.
const SHIELD: (f32, f32) = (-47.0, 30.0);

/// So many pixels thick is a shaft at least.
const ROD: f32 = 1.5;
/// What is shown of those who hold nothing.
const BARE: &str = "fist";
/// So far from the middle everything must end, for its outline to have room.
const EDGE: f32 = 95.0;

/// Colours by the names of paints, the nearest first.
struct Paints<'a> {
    near: Vec<&'a BTreeMap<String, Dye>>,
    chance: BTreeMap<&'a str, Dye>,
    side: Tint,
    /// The thickness that rods have at least, so that none is lost in a small picture.
    least: f32,
}

/// The line of a shape.
pub fn outline(shape: &Shape) -> Option<Path> {
    let mut path = PathBuilder::new();
    for stroke in &shape.0 {
        match *stroke {
            Stroke::Move((x, y)) => path.move_to(x, y),
            Stroke::Line((x, y)) => path.line_to(x, y),
            Stroke::Bend((by_x, by_y), (x, y)) => path.quad_to(by_x, by_y, x, y),
            Stroke::Curve((first_x, first_y), (second_x, second_y), (x, y)) => {
                path.cubic_to(first_x, first_y, second_x, second_y, x, y);
            }
            Stroke::Oval((left, top), (right, low)) => path.push_oval(Rect::from_ltrb(left, top, right, low)?),
            Stroke::Close => path.close(),
        }
    }
    path.finish()
}

/// A number that is always the same for a name.
pub fn seed(name: &str) -> u32 {
    name.bytes().fold(0x811c_9dc5, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// One of several by a number.
fn pick<T>(of: &[T], seed: u32) -> Option<&T> {
    of.get(seed as usize % of.len().max(1))
}

impl Paints<'_> {
    fn tint(&self, paint: &str) -> Tint {
        let name = paint.trim_end_matches(['-', '+']);
        let step = paint.len() - name.len();
        let own = self.near.first().and_then(|first| first.get(name)).or_else(|| self.near.get(1)?.get(name));
        let told = own
            .copied()
            .or_else(|| self.chance.get(name).copied())
            .or_else(|| self.near.iter().find_map(|paints| paints.get(name)).copied());
        let tint = match told {
            _ if name == "side" => self.side,
            Some(Dye::Side) => self.side,
            Some(Dye::Of(colour)) => colour.0,
            None => [0xff, 0, 0xff],
        };
        match paint.ends_with('-') {
            true => shade(tint, 0.3 * step as f32),
            false => light(tint, 0.32 * step as f32),
        }
    }

    /// Puts marks into a layer, placed so.
    fn add(&self, into: &mut Vec<Piece>, marks: &[Mark], place: Transform) {
        for mark in marks {
            let (paint, shape, kind) = match mark {
                Mark::Fill(paint, shape) => (paint, outline(shape), PieceKind::Body),
                Mark::Flat(paint, shape) => (paint, outline(shape), PieceKind::Flat),
                Mark::Line(paint, shape, width) => (paint, outline(shape), PieceKind::Line(*width)),
                Mark::Rod(paint, shape, width) => (
                    paint,
                    outline(shape).and_then(|line| line.stroke(&round(width.max(self.least)), 4.0)),
                    PieceKind::Body,
                ),
                Mark::Both(marks) => {
                    self.add(into, marks, place);
                    self.add(into, marks, place.pre_scale(-1.0, 1.0));
                    continue;
                }
            };
            let grown = place.sx.hypot(place.ky);
            let kind = if let PieceKind::Line(width) = kind { PieceKind::Line(width * grown) } else { kind };
            if let Some(path) = shape.and_then(|shape| shape.transform(place)) {
                into.push(Piece { path, tint: self.tint(paint), kind });
            }
        }
    }
}

fn fitted(Fit(wide, high, x, y): Fit) -> Transform {
    Transform::from_row(wide, 0.0, 0.0, high, x, y)
}

/// What a figure is put together from, in a picture with so many pixels a unit; nothing only where there is no kind of beings at all.
pub fn compose(figure: &Figure<'_>, scale: f32) -> Option<Composition> {
    let book = figure.of;
    let trade = book.trade(figure.token, figure.name);
    let mount = || figure.mount.then(|| book.named("horse")).flatten();
    let kind = book.kind(figure.token, figure.name, trade).or_else(mount).or(book.kinds.last())?;
    let looks = kind.like.as_deref().and_then(|like| book.named(like)).unwrap_or(kind);
    let seed = seed(figure.name);
    let chance = book.chance.iter().enumerate();
    let chance = chance.filter_map(|(at, (paint, of))| Some((paint.as_str(), *pick(of, seed >> (3 * at))?)));
    let empty = BTreeMap::new();
    let of_trade = trade.map_or(&empty, |trade| &trade.paints);
    let paints = Paints {
        near: vec![&kind.paints, of_trade, &book.paints],
        chance: chance.collect(),
        side: figure.colour,
        least: ROD / scale,
    };

    let mut body = Vec::new();
    paints.add(&mut body, &looks.behind, Transform::identity());
    if !kind.whole {
        let worn = wears(book, figure, kind, seed);
        let place = |part: &Part| fitted(if part.slot == Slot::Torso { kind.torso } else { kind.crown });
        for part in &worn {
            paints.add(&mut body, &part.behind, place(part));
        }
        paints.add(&mut body, &looks.trunk, Transform::identity());
        for part in worn.iter().filter(|part| part.slot == Slot::Torso) {
            paints.add(&mut body, &part.marks, place(part));
        }
        paints.add(&mut body, &looks.marks, Transform::identity());
        for part in worn.iter().filter(|part| part.slot != Slot::Torso) {
            paints.add(&mut body, &part.marks, place(part));
        }
    } else {
        paints.add(&mut body, &looks.marks, fitted(kind.torso));
        if figure.mount {
            paints.add(&mut body, &looks.tack, fitted(kind.torso));
        }
    }
    // Whoever has something in the right hand makes room for it.
    if !kind.whole && figure.right.is_some() {
        let aside = Transform::from_translate(if figure.left.is_some() { -3.0 } else { -9.0 }, 0.0);
        body =
            body.into_iter().filter_map(|piece| Some(Piece { path: piece.path.transform(aside)?, ..piece })).collect();
    }
    let held = if kind.whole || kind.grip <= 0.0 { Vec::new() } else { held(book, figure, kind, &paints) };
    Some(Composition { body, held, bleeds: kind.bleeds, crown: kind.crown, whole: kind.whole, free: kind.free })
}

/// Marks without a body, in the colours of the file.
pub fn alone(book: &Figures, marks: &[Mark], scale: f32) -> Vec<Piece> {
    let paints =
        Paints { near: vec![&book.paints], chance: BTreeMap::new(), side: [0x80, 0x80, 0x80], least: ROD / scale };
    let mut pieces = Vec::new();
    paints.add(&mut pieces, marks, Transform::identity());
    pieces
}

/// Clothes, hair and hats, one in each place.
fn wears<'b>(book: &'b Figures, figure: &Figure<'_>, kind: &'b Kind, seed: u32) -> Vec<&'b Part> {
    let mut worn: Vec<&Part> = Vec::new();
    let mut take = |name: &str| {
        if let Some(part) = book.part(name)
            && worn.iter().all(|other| other.slot != part.slot)
        {
            worn.push(part);
        }
    };
    let trade = book.trade(figure.token, figure.name);
    for name in trade.iter().flat_map(|trade| &trade.wears) {
        take(name);
    }
    for arm in figure.worn.iter().filter_map(|worn| book.arm(worn)) {
        if let Some(name) = arm.part.as_ref().filter(|_| arm.hold == Hold::Worn) {
            take(name);
        }
    }
    for name in &kind.wears {
        take(name);
    }
    if !kind.bare.contains(&Slot::Torso) {
        book.plain.iter().for_each(|name| take(name));
    }
    for (slot, of, by_chance) in [(Slot::Hair, &book.hair, seed >> 9), (Slot::Beard, &book.beards, seed >> 13)] {
        if let Some(name) = pick(of, by_chance).filter(|_| !kind.bare.contains(&slot)) {
            take(name);
        }
    }
    worn.sort_by_key(|part| part.slot);
    worn
}

/// What is in the hands, a layer each; a bare hand where nothing is.
fn held(book: &Figures, figure: &Figure<'_>, kind: &Kind, paints: &Paints<'_>) -> Vec<Vec<Piece>> {
    let found = |arm: Option<&str>| arm.and_then(|name| book.arm(name)).filter(|arm| arm.hold != Hold::Worn);
    let (left, right) = (found(figure.left), found(figure.right));
    let bare = || book.arms.iter().find(|arm| arm.hold == Hold::Grown && arm.words.iter().any(|word| word == BARE));
    let right = right.or_else(|| bare().filter(|_| left.is_none_or(|arm| arm.hold == Hold::Arm)));
    let mut layers = Vec::new();
    for (arm, side) in [(left, -1.0), (right, 1.0)] {
        let Some(arm) = arm else { continue };
        let mut layer = Vec::new();
        let (x, y) = arm.at;
        if arm.hold == Hold::Arm {
            let place = Transform::from_translate(SHIELD.0 + x, SHIELD.1 + y).pre_scale(kind.grip, kind.grip);
            paints.add(&mut layer, &arm.marks, place);
        } else {
            let hand = Transform::from_scale(side, 1.0).pre_translate(HAND.0 + x * kind.grip, HAND.1 + y * kind.grip);
            let place = hand.pre_concat(Transform::from_rotate(arm.tilt)).pre_scale(kind.grip, kind.grip);
            paints.add(&mut layer, &arm.marks, place);
            if !arm.loose {
                paints.add(&mut layer, &book.fist, hand.pre_scale(kind.grip, kind.grip));
            }
        }
        layers.push(inside(layer));
    }
    layers
}

/// Moves what would be cut off by the edge of the picture back into it.
fn inside(layer: Vec<Piece>) -> Vec<Piece> {
    let least = |of: fn(&Rect) -> f32| layer.iter().map(|piece| of(&piece.path.bounds())).fold(0.0_f32, f32::min);
    let most = |of: fn(&Rect) -> f32| layer.iter().map(|piece| of(&piece.path.bounds())).fold(0.0_f32, f32::max);
    let (left, top) = ((-EDGE - least(Rect::left)).max(0.0), (-EDGE - least(Rect::top)).max(0.0));
    let right = (most(Rect::right) - EDGE).max(0.0);
    if left + top + right <= 0.0 {
        return layer;
    }
    let back = Transform::from_translate(left - right, top);
    let moved = |piece: Piece| Some(Piece { path: piece.path.transform(back)?, ..piece });
    layer.into_iter().filter_map(moved).collect()
}
