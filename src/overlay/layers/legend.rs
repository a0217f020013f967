//! The legend: every layer as a switch with its key, and what the marks of
//! those that are on mean.

use bevy_egui::egui::{Align2, Color32, Pos2, Rect, Sense, Shape, Stroke, StrokeKind, TextStyle, Ui, Vec2, pos2, vec2};

use super::reach;
use super::{Laid, Layer, Layers, intent, morale, order, threat, zones};
use crate::battle::{Look, Sides, capital};
use crate::board::{CoverGrade, Direction};
use crate::overlay::keys::{self, Act, Changed};
use crate::overlay::known::Known;
use crate::overlay::tokens::{acting, crosshair, guard, pointed, shape};
use crate::overlay::{answers, hud, lying, theme, tips};

/// Words of the legend take no more points across than this, at the usual size of text, if they have so many.
const WIDE: f32 = 380.0;
/// Points before a word, for its mark, and between one and the next mark.
const MARK: f32 = 26.0;
const APART: f32 = 12.0;

/// What an arrow means that leads from whoever is about to do something.
const AIMED: &str = "an arrow like this: at whom, or where, that is meant";

/// Every layer as a switch.
pub fn switches(ui: &mut Ui, look: Look<'_>, layers: &mut Layers, known: &mut Known, keys: &Changed) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        for layer in Layer::ALL {
            let on = layers.has(layer);
            if known.applies(look, layer) && keys::toggle(ui, keys, Act::Show(layer), on, layer.title(), layer.tip()) {
                layers.flip(layer);
            }
        }
    });
}

/// What the marks of the layers mean that are on; `still`: on a picture, where nobody is pointed at.
pub fn legend(ui: &mut Ui, look: Look<'_>, with: &mut Laid<'_>, still: bool) {
    ui.spacing_mut().item_spacing.x = theme::em(ui, APART);
    let at = word(ui, "acts now");
    acting(ui.painter(), at, theme::em(ui, 5.0));
    ui.painter().circle_stroke(at, theme::em(ui, 5.0), Stroke::new(2.5, theme::ACTIVE));
    if !still {
        let at = word(ui, "pointed at");
        pointed(ui.painter(), Rect::from_center_size(at, Vec2::splat(theme::em(ui, 12.0))));
    }
    if let Some(sides) = look.battle::<Sides>() {
        for (index, side) in sides.0.iter().enumerate() {
            let at = word(ui, &side.name);
            let number = index as u8;
            shape(ui.painter(), at, theme::em(ui, 6.0), number, theme::side(number), Stroke::new(1.0, Color32::BLACK));
        }
    }
    if let Some(arcs) = look.arcs() {
        let at = word(ui, "front");
        guard(ui.painter(), Direction::East, arcs, at - vec2(theme::em(ui, 6.0), 0.0), theme::em(ui, 9.0));
    }
    if lying::is_anything(look) {
        let at = word(ui, "something lies here");
        lying::lozenge(ui.painter(), at, theme::em(ui, 5.0));
    }
    // Where places count they say so themselves.
    if hud::goal::objective(look).is_some_and(|goal| !goal.squares().is_empty()) && look.zoned().is_none() {
        let at = word(ui, "where the goal lies");
        let half = vec2(theme::em(ui, 9.0), 0.0);
        let ends = [at - half, at + half];
        ui.painter().line_segment(ends, Stroke::new(5.0, theme::INK.gamma_multiply(0.7)));
        ui.painter().extend(Shape::dashed_line(&ends, Stroke::new(3.0, theme::ACTIVE), 5.0, 5.0));
    }
    if with.hand.target.is_some() || !with.pointer.touched.is_empty() {
        let at = word(ui, "aimed at");
        crosshair(ui.painter(), Rect::from_center_size(at, Vec2::splat(theme::em(ui, 16.0))));
    }
    if !still && look.question().is_some_and(|question| answers::has_line(look, question)) {
        let at = word(ui, "what is asked about: from whoever does it to whoever it befalls");
        let half = vec2(theme::em(ui, 9.0), 0.0);
        ui.painter().extend(Shape::dashed_line(&[at - half, at + half], Stroke::new(3.0, theme::AIM), 9.0, 5.0));
    }
    if let Some(counted) = threat::counted(&with.pointer.strikers) {
        let at = word(ui, &counted);
        let near = with.pointer.strikers.iter().any(|(_, near)| *near);
        threat::ring(ui.painter(), at, theme::em(ui, 7.0), near);
    }
    for layer in Layer::ALL {
        // Of an enemy that is pointed at it is shown in any case.
        let is_shown = with.layers.has(layer) || layer == Layer::Threat && with.pointer.threat_of(look).is_some();
        if is_shown && with.known.applies(look, layer) {
            marks(ui, look, with, layer);
        }
    }
    // It stands in words about the field, and not on it.
    if !still {
        let at = word(ui, tips::OPENS);
        let font = TextStyle::Body.resolve(ui.style());
        ui.painter().text(at, Align2::CENTER_CENTER, tips::RULE, font, theme::accent());
    }
}

/// What the marks of a layer mean.
fn marks(ui: &mut Ui, look: Look<'_>, with: &mut Laid<'_>, layer: Layer) {
    let ground = |colour, strength| theme::over(theme::GROUND, colour, strength);
    let colours = theme::colours();
    match layer {
        Layer::Grid | Layer::Names => {}
        Layer::Order => {
            let at = word(ui, "place in the order of turns; ✔: the turn is over");
            order::sample(ui.painter(), at, theme::em(ui, 15.0));
        }
        Layer::Zones => {
            let zones = with.known.found(look).zones(look);
            for sort in zones.sorts() {
                let at = sunken(ui, sort.words());
                zones::sample(ui.painter(), at, theme::em(ui, 8.0), sort);
            }
            for (like, means) in zones::likes(look) {
                patch(ui, zones::teal(), &format!("{like}: {means}"));
            }
        }
        Layer::Intents => {
            let intents = with.known.found(look).intents(look);
            for waits in intent::kinds(&intents) {
                let at = word(ui, intent::meaning(waits));
                intent::mark(ui.painter(), at, theme::em(ui, 8.0), waits);
            }
            for waits in intent::aimed(&intents) {
                let at = word(ui, AIMED);
                intent::sample(ui.painter(), at, theme::em(ui, 9.0), waits);
            }
        }
        Layer::Reach => {
            let Some(bands) = with.hand.bands(with.known, look) else { return };
            let tones = reach::tones(&bands, look.board());
            for (acts, text) in reach::words(&bands) {
                let tone = if acts { tones.0 } else { tones.1 };
                let edge = theme::over(colours.reach, theme::GROUND, 0.2);
                edged(ui, ground(colours.reach, tone), (edge, !acts), &text);
            }
        }
        Layer::Threat => {
            let of = with.pointer.threat_of(look);
            let (near, far) = (ground(colours.threat, threat::TONES.0), ground(colours.threat, threat::TONES.1));
            match of {
                None => {
                    edged(
                        ui,
                        near,
                        (colours.threat, false),
                        "enemies strike here hand to hand next turn: the more, the denser the strokes",
                    );
                    edged(ui, far, (colours.threat, true), "they strike here by shots or throws alone");
                }
                Some(of) => {
                    let Some(threat) = with.threat(look) else { return };
                    edged(ui, near, (colours.threat, false), &format!("{} strikes here next turn", look.name(of)));
                    for (index, (arm, _)) in threat.arms.iter().enumerate() {
                        edged(ui, far, (colours.threat, index > 0), &format!("without a step: {arm}"));
                    }
                }
            }
        }
        Layer::Flank => {
            let size = theme::em(ui, 1.0);
            let stroke = Stroke::new(1.5, theme::INK);
            let words = match look.arcs() {
                Some(_) => "an arrow at somebody: struck at their side or back by whoever it comes from",
                None => "an arrow at somebody: flanked by whoever it comes from",
            };
            let is_crowd = with.known.found(look).flanked(look).len() > super::flank::ARROWS;
            let whose = if is_crowd { "; of so many only those of whoever acts or is pointed at" } else { "" };
            let at = sunken(ui, &format!("{words}{whose}"));
            let shaft = [at - vec2(9.0, 0.0) * size, at - vec2(1.0, 0.0) * size];
            ui.painter().line_segment(shaft, Stroke::new(5.0 * size, theme::INK));
            ui.painter().line_segment(shaft, Stroke::new(3.0 * size, colours.flank));
            let corners = [vec2(9.0, 0.0), vec2(-2.0, -7.0), vec2(-2.0, 7.0)].map(|corner| at + corner * size);
            ui.painter().add(Shape::convex_polygon(corners.to_vec(), colours.flank, stroke));
            let at = sunken(ui, "whoever goes there flanks somebody");
            for way in [-1.0, 1.0] {
                let corners = [vec2(1.0, 0.0), vec2(8.0, -6.0), vec2(8.0, 6.0)];
                let corners = corners.map(|corner| at + vec2(corner.x * way, corner.y) * size);
                ui.painter().add(Shape::convex_polygon(corners.to_vec(), colours.flank, stroke));
            }
        }
        Layer::Sight => {
            patch(ui, ground(theme::UNSEEN, 0.45), "out of sight");
            if look.has_cover() {
                let at = word(ui, "cover");
                super::sight::shield(ui.painter(), at, 7.0, CoverGrade::Medium);
            }
        }
        Layer::Range => {
            let arm = with.hand.ranged(with.pointer);
            let range = with.known.found(look).range(look, arm);
            let text = range.map_or_else(|| "no weapon".to_owned(), |range| range.arm.clone());
            let at = word(ui, &text);
            let ends = [at - vec2(9.0, 0.0), at + vec2(9.0, 0.0)];
            ui.painter().line_segment(ends, Stroke::new(3.5, Color32::BLACK));
            ui.painter().extend(Shape::dashed_line(&ends, Stroke::new(1.6, theme::PAPER), 5.0, 4.0));
        }
        Layer::Morale => {
            let nerves = with.known.found(look).nerves(look);
            let near = nerves.iter().filter(|(_, nerve)| morale::told(nerve).1).count();
            patch(ui, theme::NERVE, "nerve that is left, of all of it");
            patch(ui, theme::OUT, &format!("{near} near breaking"));
        }
    }
}

/// A colour and what it means.
fn patch(ui: &mut Ui, colour: Color32, text: &str) {
    let at = word(ui, text);
    let rect = Rect::from_center_size(at, Vec2::splat(theme::em(ui, 14.0)));
    ui.painter().rect(rect, 2.0, colour, Stroke::new(1.0, theme::faint()), StrokeKind::Inside);
}

/// The same with an edge of its own, which may be broken.
fn edged(ui: &mut Ui, colour: Color32, (edge, is_broken): (Color32, bool), text: &str) {
    let at = word(ui, text);
    let rect = Rect::from_center_size(at, Vec2::splat(theme::em(ui, 14.0)));
    ui.painter().rect_filled(rect, 0.0, colour);
    let round = [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom(), rect.left_top()];
    if is_broken {
        ui.painter().extend(Shape::dashed_line(&round, Stroke::new(1.5, edge), 4.0, 3.0));
    } else {
        ui.painter().rect_stroke(rect, 0.0, Stroke::new(2.5, edge), StrokeKind::Inside);
    }
}

/// A word of the legend with the ground of the field below its mark, which is seen there as it is on the field.
fn sunken(ui: &mut Ui, text: &str) -> Pos2 {
    let at = word(ui, text);
    let rect = Rect::from_center_size(at, Vec2::splat(theme::em(ui, 20.0)));
    ui.painter().rect(rect, 2.0, theme::over(theme::GROUND, theme::INK, 0.35), Stroke::NONE, StrokeKind::Inside);
    at
}

/// A word of the legend, with room for its mark; the middle of the mark. It goes on in the next line where the panel ends, not
/// where the line does that it begins in.
fn word(ui: &mut Ui, text: &str) -> Pos2 {
    let font = TextStyle::Body.resolve(ui.style());
    // Below a picture they may be longer.
    let room = ui.max_rect().width();
    let mark = theme::em(ui, MARK);
    let wide = theme::em(ui, WIDE).max(room / 2.0).min(room - mark);
    let galley = ui.painter().layout(capital(text), font, ui.visuals().text_color(), wide);
    // As much above and below it as a line has by itself, so that all lie equally far apart.
    let around = (ui.spacing().interact_size.y - ui.text_style_height(&TextStyle::Body)).max(0.0);
    let (rect, _) = ui.allocate_exact_size(galley.size() + vec2(mark, around), Sense::hover());
    let colour = ui.visuals().text_color();
    ui.painter().galley(pos2(rect.left() + mark, rect.center().y - galley.size().y / 2.0), galley, colour);
    rect.left_center() + vec2(theme::em(ui, 11.0), 0.0)
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Area, Context, RawInput};

    use super::*;
    use crate::overlay::hand::Hand;
    use crate::overlay::pointer::Pointer;
    use crate::overlay::theme::{Colours, dress, start};
    use crate::overlay::trial;

    /// What the legend says of a battle in which nothing is pointed at.
    fn told(context: &Context, look: Look<'_>) -> Vec<String> {
        let (hand, pointer, mut known) = (Hand::default(), Pointer::default(), Known::default());
        let mut output = context.run_ui(RawInput::default(), |ui| {
            ui.horizontal_wrapped(|ui| {
                let layers = Layers::default();
                let mut laid = Laid { layers, acts: true, known: &mut known, hand: &hand, pointer: &pointer };
                legend(ui, look, &mut laid, false);
            });
        });
        output.textures_delta.clear();
        let words = output.shapes.iter().filter_map(|clipped| match &clipped.shape {
            Shape::Text(word) => Some(word.galley.text().to_owned()),
            _ => None,
        });
        words.collect()
    }

    /// Promise: every arrow on the field has its entry in the legend while it is there: at whom a deed is meant, who flanks
    /// whom, what a question is about; and so has the sign of a rule.
    #[test]
    fn arrows_on_the_field_are_explained() {
        let context = Context::default();
        let (mut meant, mut flanked, mut asked) = (0, 0, 0);
        for name in ["first_watch", "first_toll", "tavern_yard"] {
            trial::watch(name, 3, 60, |look| {
                let words = told(&context, look);
                let says = |start: &str| words.iter().any(|word| word.starts_with(start));
                let aimed = !intent::aimed(&intent::find(look)).is_empty();
                assert_eq!(says(&capital(AIMED)), aimed, "{name}: {words:?}");
                let has_flanks = Layer::Flank.applies(look);
                assert_eq!(says("An arrow at somebody: "), has_flanks, "{name}: {words:?}");
                let is_asked = look.question().is_some_and(|question| answers::has_line(look, question));
                assert_eq!(says("What is asked about: "), is_asked, "{name}: {words:?}");
                assert!(says(tips::RULE) && says(&capital(tips::OPENS)), "{name}: {words:?}");
                (meant, flanked, asked) =
                    (meant + u32::from(aimed), flanked + u32::from(has_flanks), asked + u32::from(is_asked));
            });
        }
        assert!(meant > 0 && flanked > 0 && asked > 0, "{meant}, {flanked}, {asked}");
    }

    /// Promise: whatever else stands in a line, a word of the legend takes no more lines than the panel is wide for, and lies
    /// within it, at every size of text.
    #[test]
    fn words_of_the_legend_are_read_in_a_narrow_panel() {
        for text in [100, 150, 200] {
            let context = Context::default();
            context.run_ui(RawInput::default(), |_| {}).textures_delta.clear();
            dress(&context, text, Colours::Usual, &start());
            let wide = 3.0 * text as f32;
            let told = ["acts now", "Bandits of the Lower Marches", "enemies strike here hand to hand next turn"];
            let mut output = Default::default();
            for _ in 0..2 {
                context.begin_pass(RawInput::default());
                Area::new("legend".into()).fixed_pos(pos2(20.0, 20.0)).show(&context, |ui| {
                    ui.set_max_width(wide);
                    ui.horizontal_wrapped(|ui| told.iter().for_each(|text| patch(ui, theme::ACTIVE, text)));
                });
                output = context.end_pass();
                output.textures_delta.clear();
            }
            let mut seen = 0;
            for shape in &output.shapes {
                let Shape::Text(word) = &shape.shape else { continue };
                let right = word.pos.x + word.galley.size().x;
                assert!(word.galley.rows.len() <= 3, "{text}: {:?} rows", word.galley.rows.len());
                assert!(right <= 21.0 + wide, "{text}: it ends at {right}");
                seen += 1;
            }
            assert_eq!(seen, told.len(), "{text}");
        }
    }
}
