//! Dice that have been thrown, beside whoever threw them: each in its own
//! shape with what it shows, what they come to, and whether that is enough.

use std::sync::Arc;

use bevy_egui::egui::{
    Align2, Color32, FontId, Galley, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2,
};

use crate::battle::{Roll, Sum};
use crate::dice::Face;
use crate::overlay::theme;

/// More dice than these are told by their sum.
const DICE: usize = 8;
/// From so many points a square on there is room for words beside them.
const ROOMY: f32 = 26.0;
/// Seconds that they roll before they lie still.
pub const TUMBLE: f64 = 0.22;

/// A throw that is laid out: it takes the same room while it rolls and when it lies.
pub struct Thrown<'r> {
    roll: &'r Roll,
    size: f32,
    what: Arc<Galley>,
    told: Arc<Galley>,
    /// What it comes to by itself, held against nothing.
    own: Arc<Galley>,
}

/// What follows what, in parts of a die.
const GAP: f32 = 0.16;

impl<'r> Thrown<'r> {
    /// For squares of this size.
    pub fn of(painter: &Painter, cell: f32, roll: &'r Roll) -> Self {
        let scale = theme::scale(painter.ctx());
        let size = (cell * 0.46).clamp(15.0, 30.0) * scale;
        let laid =
            |text: String, size: f32| painter.layout_no_wrap(text, FontId::proportional(size), Color32::PLACEHOLDER);
        let letters = (size * 0.66).clamp(12.0 * scale, 18.0 * scale);
        let told = laid(total(roll), letters);
        let own = laid(total(&Roll { against: None, ..roll.clone() }), letters);
        // What it was thrown for, where there is room to say so.
        let what = laid(if cell >= ROOMY { roll.label.to_string() } else { String::new() }, 12.0 * scale);
        Self { roll, size, what, told, own }
    }

    /// How much room it takes.
    pub fn room(&self) -> Vec2 {
        let gap = self.size * GAP;
        let before = if self.what.size().x > 0.0 { self.what.size().x + gap } else { 0.0 };
        let dice = self.roll.faces.len().min(DICE) as f32 * (self.size + gap);
        let verdict = if self.roll.shows().is_some() { self.size * 0.9 } else { 0.0 };
        vec2(before + dice + self.told.size().x + verdict + gap * 2.0, self.size + gap * 2.0)
    }

    /// On this plate, for so long; `is_settled`: what decides what it comes to lies still as well.
    pub fn draw(self, painter: &Painter, plate: Rect, (age, is_settled): (f64, bool), strength: f32) {
        let (roll, size, gap) = (self.roll, self.size, self.size * GAP);
        let ink = Color32::from_rgb(0xf2, 0xee, 0xe2);
        let lies = age > TUMBLE;
        painter.rect(
            plate,
            5.0,
            theme::INK.gamma_multiply(0.88 * strength),
            Stroke::new(1.0, ink.gamma_multiply(0.4 * strength)),
            StrokeKind::Inside,
        );
        let mut left = plate.left() + gap;
        let height = |text: &Galley| plate.center().y - text.size().y / 2.0;
        if self.what.size().x > 0.0 {
            let at = pos2(left, height(&self.what));
            left += self.what.size().x + gap;
            painter.galley(at, self.what, ink.gamma_multiply(0.75 * strength));
        }
        for (index, face) in roll.faces.iter().take(DICE).enumerate() {
            let middle = pos2(left + size / 2.0, plate.center().y);
            let value = if lies { face.value } else { tumbling(age, index, face.sides) };
            die(painter, middle, size, Face { value, ..*face }, strength);
            left += size + gap;
        }
        let at = pos2(left, height(&self.told));
        left += self.told.size().x + gap;
        if !lies {
            return;
        }
        painter.galley(at, if is_settled { self.told } else { self.own }, ink.gamma_multiply(strength));
        if !is_settled {
            return;
        }
        let middle = pos2(left + size * 0.3, plate.center().y);
        match roll.shows() {
            Some(true) => tick(painter, middle, size * 0.28, strength),
            Some(false) => cross(painter, middle, size * 0.24, strength),
            None => {}
        }
    }
}

/// The dice of a fact in the figures that it tells: where it holds what they show against what they had to show, so do these.
pub fn as_told(roll: &Roll, fact: &str) -> Roll {
    let mut shown = roll.clone();
    let bonus = roll.total.saturating_sub(roll.natural);
    let needed = roll.against.as_ref().map(|against| against.total().saturating_sub(bonus));
    if let Some(needed) = needed.filter(|needed| fact.contains(&format!(" {} against {needed}", roll.natural))) {
        (shown.total, shown.against) = (roll.natural, Some(Sum::of("target", needed)));
    }
    shown
}

/// What the dice come to, with what was added, against what was needed.
pub fn total(roll: &Roll) -> String {
    let thrown = roll.faces.iter().filter(|face| face.kept).map(|face| i32::from(face.value)).sum::<i32>();
    // What dice bring along themselves, as "d6+1" does, is added to what they show.
    let own = roll.natural.saturating_sub(thrown);
    let own = if own != 0 && roll.dice.ends_with(&format!("{own:+}")) { own } else { 0 };
    let bonus = roll.total.saturating_sub(roll.natural).saturating_add(own);
    let sum = match (bonus, roll.faces.len()) {
        (0, 1) if thrown == roll.total => String::new(),
        (0, _) => format!("= {}", roll.total),
        _ => format!("{bonus:+} = {}", roll.total),
    };
    if let Some(band) = band(roll) {
        return if sum.is_empty() { band } else { format!("{sum}: {band}") };
    }
    let needed = roll
        .against
        .as_ref()
        .filter(|against| !against.terms.is_empty())
        .map(|against| format!("against {}", against.total()));
    [Some(sum).filter(|sum| !sum.is_empty()), needed].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// What a throw comes to that is held against several numbers, and which of them it has passed; where it is only looked up what
/// it comes to by that.
fn band(roll: &Roll) -> Option<String> {
    let least = roll.bands.first()?;
    let passed = roll.bands.iter().rev().find(|(over, _)| roll.total > *over);
    if roll.against.is_none() {
        return passed.map(|(_, name)| name.to_string());
    }
    Some(passed.map_or_else(|| format!("not over {}", least.0), |(over, name)| format!("{name}, over {over}")))
}

/// Some face or other while it rolls; it means nothing.
fn tumbling(age: f64, index: usize, sides: u16) -> u16 {
    let step = (age * 26.0) as usize + index * 5;
    (step * 7 % usize::from(sides.max(1))) as u16 + 1
}

/// A die by the number of its sides; one that was set aside is faint and struck through.
fn die(painter: &Painter, at: Pos2, size: f32, face: Face, strength: f32) {
    let (paper, ink) = (Color32::from_rgb(0xf6, 0xf0, 0xe0), Color32::from_rgb(0x22, 0x22, 0x26));
    let strong = if face.kept { strength } else { strength * 0.45 };
    let (fill, edge) = (paper.gamma_multiply(strong), Stroke::new(1.2, ink.gamma_multiply(strong)));
    let half = size / 2.0;
    let around = |count: usize, turn: f32| -> Vec<Pos2> {
        let corner = |index: usize| {
            let angle = std::f32::consts::TAU * index as f32 / count as f32 + turn;
            at + vec2(angle.cos(), angle.sin()) * half * 1.06
        };
        (0..count).map(corner).collect()
    };
    let up = -std::f32::consts::FRAC_PI_2;
    let polygon = |corners: Vec<Pos2>| {
        painter.add(Shape::convex_polygon(corners, fill, edge));
    };
    match face.sides {
        3 | 4 => polygon(around(3, up).into_iter().map(|corner| corner + vec2(0.0, size * 0.1)).collect()),
        6 => {
            let rect = Rect::from_center_size(at, Vec2::splat(size * 0.94));
            painter.rect(rect, size * 0.16, fill, edge, StrokeKind::Inside);
        }
        8 => polygon(around(4, up)),
        10 => polygon(vec![
            at + vec2(0.0, -half),
            at + vec2(half, half * 0.2),
            at + vec2(0.0, half),
            at + vec2(-half, half * 0.2),
        ]),
        12 => polygon(around(5, up)),
        20 => polygon(around(6, up)),
        _ => {
            painter.circle(at, half * 0.96, fill, edge);
        }
    }
    if face.sides == 6 && face.value <= 6 {
        pips(painter, at, size, face.value, ink.gamma_multiply(strong));
    } else {
        let font = FontId::proportional(size * if face.value > 9 { 0.5 } else { 0.6 });
        painter.text(at, Align2::CENTER_CENTER, face.value, font, ink.gamma_multiply(strong));
    }
    if !face.kept {
        let arm = vec2(half, -half);
        painter.line_segment([at - arm, at + arm], Stroke::new(2.0, theme::BAD.gamma_multiply(strength)));
    }
}

/// The pips of a cube.
fn pips(painter: &Painter, at: Pos2, size: f32, value: u16, ink: Color32) {
    const CORNERS: [(f32, f32); 4] = [(-1.0, -1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, 1.0)];
    let pip = |x: f32, y: f32| {
        painter.circle_filled(at + vec2(x, y) * size * 0.25, size * 0.085, ink);
    };
    if value % 2 == 1 {
        pip(0.0, 0.0);
    }
    let corners = match value {
        0 | 1 => 0,
        2 | 3 => 2,
        _ => 4,
    };
    CORNERS.iter().take(corners).for_each(|(x, y)| pip(*x, *y));
    if value == 6 {
        pip(-1.0, 0.0);
        pip(1.0, 0.0);
    }
}

fn tick(painter: &Painter, at: Pos2, size: f32, strength: f32) {
    let places = vec![at + vec2(-size, 0.0), at + vec2(-size * 0.2, size * 0.8), at + vec2(size, -size * 0.9)];
    painter.add(Shape::line(places, Stroke::new(3.0, theme::GOOD.gamma_multiply(strength))));
}

fn cross(painter: &Painter, at: Pos2, size: f32, strength: f32) {
    let stroke = Stroke::new(3.0, theme::BAD.gamma_multiply(strength));
    painter.line_segment([at - vec2(size, size), at + vec2(size, size)], stroke);
    painter.line_segment([at - vec2(size, -size), at + vec2(size, -size)], stroke);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::Key;

    /// Promise: a throw that the log tells as "12 against 7" is 12 against 7 on the field, whatever was added to either.
    #[test]
    fn dice_are_told_on_the_field_as_in_the_log() {
        let face = Face { sides: 20, value: 12, kept: true };
        let needed = Some(Sum::of("Defence", 10));
        let roll =
            Roll { faces: [face].into_iter().collect(), natural: 12, total: 15, against: needed, ..Roll::default() };
        let told = |fact: &str| total(&as_told(&roll, fact));
        assert_eq!(told("Ana attacks Bo with Lance: 12 against 7 (AC 7), a hit."), "against 7");
        assert_eq!(told("Ana strikes at Bo with Lance: 15 against 10, a hit."), "+3 = 15 against 10");
    }

    #[test]
    fn a_throw_is_told_with_what_was_added_and_what_was_needed() {
        let face = |value| Face { sides: 6, value, kept: true };
        let roll = Roll { faces: [face(4), face(3)].into_iter().collect(), natural: 7, total: 7, ..Roll::default() };
        assert_eq!(total(&roll), "= 7");
        let needed = Roll { total: 9, against: Some(Sum::of("Defence", 8)), ..roll };
        assert_eq!(total(&needed), "+2 = 9 against 8");
        let one = Roll { faces: [face(5)].into_iter().collect(), natural: 5, total: 5, ..Roll::default() };
        assert_eq!(total(&one), "");
        // What the dice bring along, and what is done to them otherwise.
        let one = |dice: &str, value, total| Roll {
            dice: dice.to_owned(),
            faces: [face(value)].into_iter().collect(),
            natural: total,
            total,
            ..Roll::default()
        };
        assert_eq!(super::total(&one("d6+1", 1, 2)), "+1 = 2");
        assert_eq!(super::total(&one("d6-1", 4, 3)), "-1 = 3");
        assert_eq!(super::total(&one("d6*10", 2, 20)), "= 20");
        assert_eq!(super::total(&Roll { total: 4, ..one("d6+1", 1, 2) }), "+3 = 4");
    }

    /// Promise: of a throw against several numbers it is said which it has passed, and what it comes to by that.
    #[test]
    fn a_throw_against_two_numbers_says_what_it_has_passed() {
        let bands = [(11, Key::from("glancing")), (13, Key::from("direct"))];
        let told = |total| {
            let roll = Roll { natural: total, total, against: Some(Sum::of("Defence", 13)), ..Roll::default() };
            super::total(&roll.above(bands))
        };
        assert_eq!(
            [11, 12, 13, 14].map(told),
            ["= 11: not over 11", "= 12: glancing, over 11", "= 13: glancing, over 11", "= 14: direct, over 13"]
        );
        let face = Face { sides: 6, value: 4, kept: true };
        let place = Roll { faces: [face].into_iter().collect(), natural: 4, total: 4, ..Roll::default() };
        assert_eq!(super::total(&place.above([(0, Key::from("legs"))])), "legs");
    }

    #[test]
    fn a_die_that_rolls_shows_a_face_that_it_has() {
        for sides in [2, 4, 6, 20] {
            for frame in 0..30 {
                let value = tumbling(f64::from(frame) / 60.0, 3, sides);
                assert!((1..=sides).contains(&value));
            }
        }
    }
}
