//! The colours of panels: those of the face of the game that is shown, for the set of colours that is drawn with. What
//! can hardly be read in them is moved towards the ink until it can.

use bevy_egui::egui::{Color32, FontFamily};

use super::{Colours, over};
use crate::looks::{Colour, Face};

/// How far writing stands out from what is behind it, at least.
const LEAST: f32 = 4.5;
/// The same of coloured and faint writing on light paper: thin dark letters look fainter than thin light ones.
const PAPER: f32 = 5.5;
/// The same of writing on what cannot be used now.
const IDLE: f32 = 3.0;
/// The same for those who want everything far apart.
const STRONG: f32 = 7.0;

/// What panels are made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Panels {
    /// Behind writing.
    pub back: Color32,
    /// Buttons and cards on it.
    pub raised: Color32,
    /// What is pointed at of them.
    pub lit: Color32,
    /// What is chosen of them.
    pub chosen: Color32,
    /// The ground of what lies inside a panel.
    pub sunken: Color32,
    /// Lines between them.
    pub line: Color32,
    /// Writing.
    pub ink: Color32,
    /// Writing of less weight.
    pub faint: Color32,
    /// Writing on what cannot be used now.
    pub idle: Color32,
    /// How much of its colours is left to what is greyed as a whole.
    pub greyed: f32,
    /// What matters most, and what is to be pressed.
    pub accent: Color32,
    /// The plate of what is to be pressed.
    pub plate: Color32,
    /// Writing on that.
    pub on_plate: Color32,
    /// What goes well.
    pub good: Color32,
    /// What goes badly.
    pub bad: Color32,
    /// What somebody does of its own will.
    pub stance: Color32,
    /// How far thin coloured writing stands out from what is behind it, at least.
    thin: f32,
    /// The type of headings.
    pub headings: &'static str,
    /// How round corners are.
    pub round: u8,
}

/// A colour of a face.
pub fn paint(colour: Colour) -> Color32 {
    let [red, green, blue] = colour.0;
    Color32::from_rgb(red, green, blue)
}

/// A colour as files write it.
pub const fn unpainted(colour: Color32) -> Colour {
    Colour([colour.r(), colour.g(), colour.b()])
}

/// How well two colours are told apart: 1 not at all, 21 is black on white.
fn contrast(one: Color32, other: Color32) -> f32 {
    unpainted(one).contrast(unpainted(other))
}

/// A colour that can be read on all of these: itself, or as little nearer to the ink as it takes.
fn readable(colour: Color32, ink: Color32, grounds: &[Color32], least: f32) -> Color32 {
    let reads = |colour: &Color32| grounds.iter().all(|ground| contrast(*colour, *ground) >= least);
    (0..=20).map(|step| over(colour, ink, step as f32 / 20.0)).find(reads).unwrap_or(ink)
}

impl Panels {
    /// Those of a face.
    pub fn of(face: &Face, colours: Colours) -> Self {
        let face = &face.panels;
        let is_dark = face.back.light() < 0.3;
        let (deep, high) = if is_dark { (Color32::BLACK, Color32::WHITE) } else { (Color32::WHITE, Color32::BLACK) };
        let is_strong = colours == Colours::Strong;
        let apart = if is_strong { 0.6 } else { 0.0 };
        let least = if is_strong { STRONG } else { LEAST };
        let ink = over(paint(face.ink), high, apart);
        let back = over(paint(face.back), deep, apart);
        let raised = over(paint(face.raised), deep, apart * 0.7);
        let line = over(paint(face.line), ink, apart);
        // Light paper sinks as little as it takes to be seen.
        let sunken = if is_dark { over(back, Color32::BLACK, 0.28) } else { over(back, line, 0.2) };
        let accent = paint(face.accent);
        let chosen = over(raised, accent, if is_dark { 0.26 } else { 0.16 });
        let grounds = [back, raised, sunken, chosen];
        let thin = if is_dark { LEAST } else { PAPER };
        let read = |colour| readable(colour, ink, &grounds, least.max(thin));
        // Eyes that see red and green alike are told by blue and orange.
        let (good, bad) = match (colours, is_dark) {
            (Colours::RedGreen, true) => (Color32::from_rgb(0x7c, 0xc0, 0xf2), Color32::from_rgb(0xf2, 0xa2, 0x4a)),
            (Colours::RedGreen, false) => (Color32::from_rgb(0x0c, 0x4c, 0x86), Color32::from_rgb(0x8a, 0x42, 0x00)),
            _ => (paint(face.good), paint(face.bad)),
        };
        let stance = if is_dark { Color32::from_rgb(0x8a, 0xbe, 0xe8) } else { Color32::from_rgb(0x1c, 0x4f, 0x82) };
        let on_plate = readable(
            paint(face.on_accent),
            if unpainted(accent).light() > 0.2 { Color32::BLACK } else { Color32::WHITE },
            &[accent],
            least,
        );
        let faint = read(paint(face.faint));
        let reads = |greyed: &f32| {
            let on = over(back, raised, *greyed);
            [ink, faint].iter().all(|writing| contrast(over(back, *writing, *greyed), on) >= IDLE)
        };
        let greyed = (10..20).map(|step| step as f32 / 20.0).find(reads).unwrap_or(1.0);
        Self {
            back,
            raised,
            idle: readable(over(faint, back, 0.4), ink, &grounds, IDLE),
            greyed,
            lit: over(raised, ink, 0.1),
            chosen,
            sunken,
            line,
            ink,
            faint,
            accent: read(accent),
            plate: accent,
            on_plate,
            good: read(good),
            bad: read(bad),
            stance: read(stance),
            thin,
            headings: super::letters::of(face.headings),
            round: face.round.clamp(0.0, 16.0) as u8,
        }
    }

    /// Whether writing is light on dark.
    pub fn is_dark(&self) -> bool {
        unpainted(self.back).light() < 0.3
    }

    /// The same colour, or one near it that can be read here.
    pub fn legible(&self, colour: Color32) -> Color32 {
        readable(colour, self.ink, &[self.back, self.raised, self.sunken], self.thin)
    }

    /// How much larger headings are set, to look as large as other text.
    pub fn grown(&self) -> f32 {
        super::letters::grown(self.headings)
    }

    /// The type of headings.
    pub fn heading(&self) -> FontFamily {
        FontFamily::Name(self.headings.into())
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::Rgba;

    use super::*;
    use crate::looks::shipped::FACES;

    /// Promise: all writing stands out by at least 4.5 to 1, in every face and every set of colours.
    #[test]
    fn all_writing_can_be_read_in_every_face_and_set_of_colours() {
        for (name, face) in FACES.iter() {
            for (colours, set) in Colours::ALL {
                let panels = Panels::of(face, colours);
                let writing = [
                    ("ink", panels.ink),
                    ("faint", panels.faint),
                    ("accent", panels.accent),
                    ("good", panels.good),
                    ("bad", panels.bad),
                    ("stance", panels.stance),
                ];
                let least = if colours == Colours::Strong { STRONG } else { LEAST };
                for (what, colour) in writing {
                    for ground in [panels.back, panels.raised, panels.sunken, panels.chosen] {
                        let found = contrast(colour, ground);
                        assert!(found >= least, "{name}, {set}: {what} {colour:?} on {ground:?} is {found:.2}");
                    }
                }
                for ground in [panels.back, panels.raised, panels.sunken] {
                    let found = contrast(panels.idle, ground);
                    assert!(found >= IDLE, "{name}, {set}: what cannot be used on {ground:?} is {found:.2}");
                }
                let greyed = |colour| over(panels.back, colour, panels.greyed);
                for writing in [panels.ink, panels.faint] {
                    let found = contrast(greyed(writing), greyed(panels.raised));
                    assert!(found >= IDLE, "{name}, {set}: greyed {writing:?} is {found:.2}");
                }
                assert!(panels.greyed < 0.96 && panels.idle != panels.ink, "{name}, {set}: it is seen to be greyed");
                assert!(contrast(panels.ink, panels.lit) >= LEAST, "{name}, {set}: what is pointed at");
                assert!(contrast(panels.on_plate, panels.plate) >= LEAST, "{name}, {set}: what is to be pressed");
                assert!(contrast(panels.legible(Color32::from_rgb(0xe6, 0xae, 0x3c)), panels.back) >= LEAST);
                assert_ne!(panels.good, panels.bad);
            }
        }
    }

    /// Promise: words in the colour of a side, or of how bad something is, stand out by at least 4.5 to 1 wherever they lie in a
    /// panel, by 5.5 on light paper, where thin letters look fainter, in every face and every set of colours.
    #[test]
    fn words_in_the_colour_of_a_side_can_be_read() {
        let context = bevy_egui::egui::Context::default();
        context.run_ui(bevy_egui::egui::RawInput::default(), |_| {}).textures_delta.clear();
        for (name, face) in FACES.iter() {
            for (colours, set) in Colours::ALL {
                super::super::dress(&context, 100, colours, face);
                let panels = Panels::of(face, colours);
                let least = if panels.is_dark() { LEAST } else { PAPER };
                let sides = (0..6).map(super::super::side);
                let grades = (1..=super::super::WORST).map(super::super::outcome);
                for colour in sides.chain(grades).chain([super::super::brought(), super::super::BAD]) {
                    let written = super::super::legible(colour);
                    for ground in [panels.back, panels.raised, panels.sunken] {
                        let found = contrast(written, ground);
                        assert!(found >= least, "{name}, {set}: {colour:?} as {written:?} on {ground:?} is {found:.2}");
                    }
                }
            }
        }
    }

    /// Promise: that there is more to scroll to is seen before anybody points there, in every face and every set of colours.
    #[test]
    fn a_bar_that_scrolls_is_seen_at_once() {
        for (name, face) in FACES.iter() {
            for (colours, set) in Colours::ALL {
                let panels = Panels::of(face, colours);
                let scroll = super::super::spacing(1.0, &panels).scroll;
                // The card mixes lights.
                let share = scroll.dormant_handle_opacity;
                let handle = Rgba::from(panels.back) * (1.0 - share) + Rgba::from(panels.ink) * share;
                let found = contrast(Color32::from(handle), panels.back);
                assert!(found >= 3.0, "{name}, {set}: {found:.2}");
                assert!(scroll.floating_width >= 4.0 && scroll.floating_allocated_width > scroll.floating_width);
            }
        }
    }

    /// Promise: a side has the colour that it will have in its battle, whatever page it is shown on.
    #[test]
    fn sides_have_the_colours_of_their_own_game() {
        let context = bevy_egui::egui::Context::default();
        context.run_ui(bevy_egui::egui::RawInput::default(), |_| {}).textures_delta.clear();
        for (name, face) in FACES.iter() {
            let told: Vec<Color32> = (0..2).map(|number| super::super::side_of(face, number)).collect();
            super::super::dress(&context, 100, Colours::Usual, face);
            let fought: Vec<Color32> = (0..2).map(super::super::side).collect();
            assert_eq!(told, fought, "{name}");
        }
    }

    /// Promise: no two games have the same panels.
    #[test]
    fn every_face_has_panels_of_its_own() {
        let all: Vec<_> = FACES.iter().map(|(name, face)| (name, Panels::of(face, Colours::Usual).back)).collect();
        for (index, (name, back)) in all.iter().enumerate() {
            for (other, same) in all.iter().skip(index + 1) {
                assert_ne!(back, same, "{name} and {other}");
            }
        }
    }
}
