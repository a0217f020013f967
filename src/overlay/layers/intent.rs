//! What everybody is about to do: a line to the target with what is still missing of a blow that is wound up, a sign over
//! whoever has prepared something or takes aim.

use bevy_egui::egui::{Align2, Color32, FontId, Painter, Pos2, Shape, Stroke, vec2};

use super::Spot;
use crate::battle::{Id, Intent, Look, Waits};
use crate::overlay::camera::View;
use crate::overlay::theme;
use crate::overlay::tokens::{Plates, Weight, Words};

/// What those who are seen are about to do.
pub fn find(look: Look<'_>) -> Vec<(Id, Intent)> {
    let known = look.as_asked();
    let shown = look.shown().filter(|id| look.is_in_play(*id));
    let of = |id: Id| look.rules().registry.shows.iter().flat_map(move |mechanic| mechanic.intends(known, id));
    let intents = shown.flat_map(|id| of(id).map(move |intent| (id, intent)));
    intents.filter(|(_, intent)| intent.at.is_none_or(|at| look.knows_of(at))).collect()
}

/// Draws them, each sign at a corner of its own token where it hides nobody's letters; `pointed`: whose words are told in full.
pub fn draw(
    painter: &Painter,
    spot: &Spot<'_>,
    view: &View,
    (intents, pointed): (&[(Id, Intent)], Option<Id>),
    plates: &mut Plates,
) {
    let room = painter.clip_rect();
    for (who, intent) in intents {
        let body = spot(*who);
        if !room.intersects(body) {
            continue;
        }
        let colour = colour(intent.of);
        let from = body.center();
        let to = intent.at.map(|at| spot(at).center());
        let to = to
            .or_else(|| intent.to.map(|to| view.rect(to).center()))
            .filter(|to| (*to - from).length() > view.cell * 0.6);
        if let Some(to) = to {
            arrow(painter, view, (from, to), intent.of);
        }
        // By the size of the token, which may be one of several in a square.
        let radius = (body.width().min(view.cell) * 0.2).clamp(7.0, 17.0);
        let at = plates.sign(body, radius);
        match intent.done {
            Some((done, of)) => clock(painter, at, radius, done as f32 / of.max(1) as f32, (of - done).max(0), colour),
            None => {
                painter.circle(at, radius, colour, Stroke::new(1.5, theme::INK));
                let sign = if intent.of == Waits::Others { "!" } else { "+" };
                painter.text(at, Align2::CENTER_CENTER, sign, FontId::proportional(radius * 1.5), theme::INK);
            }
        }
        if pointed == Some(*who) {
            plates.say(painter, body, Words::of(&intent.text, theme::INK), Weight::Meant);
        }
    }
}

/// What can be broken off is drawn otherwise than what waits for others.
fn colour(of: Waits) -> Color32 {
    match of {
        Waits::Time => Color32::from_rgb(0xff, 0x8c, 0x3a),
        Waits::Others => Color32::from_rgb(0xe0, 0x7a, 0xb4),
        Waits::Itself => Color32::from_rgb(0x8a, 0xd0, 0xf0),
    }
}

fn arrow(painter: &Painter, view: &View, (from, to): (Pos2, Pos2), of: Waits) {
    let along = (to - from).normalized();
    let (from, to) = (from + along * view.cell * 0.42, to - along * view.cell * 0.46);
    let colour = colour(of);
    let thick = (view.cell * 0.06).clamp(2.0, 4.0);
    painter.line_segment([from, to], Stroke::new(thick + 2.0, theme::INK.gamma_multiply(0.6)));
    match of {
        Waits::Time => {
            painter.line_segment([from, to], Stroke::new(thick, colour));
        }
        Waits::Others | Waits::Itself => {
            painter.extend(Shape::dashed_line(&[from, to], Stroke::new(thick, colour), 8.0, 5.0));
        }
    }
    let aside = vec2(-along.y, along.x) * thick * 2.2;
    let back = to - along * thick * 4.0;
    painter.add(Shape::convex_polygon(vec![to, back + aside, back - aside], colour, Stroke::new(1.0, theme::INK)));
}

/// A clock of which so much has gone by, and what is missing.
fn clock(painter: &Painter, at: Pos2, radius: f32, share: f32, left: i32, colour: Color32) {
    painter.circle(at, radius, theme::INK, Stroke::new(1.5, colour));
    let steps = (24.0 * share.clamp(0.0, 1.0)).ceil() as i32;
    let rim = |step: i32| {
        let angle = std::f32::consts::TAU * step as f32 / 24.0 - std::f32::consts::FRAC_PI_2;
        at + vec2(angle.cos(), angle.sin()) * (radius - 1.5)
    };
    for step in 0..steps {
        painter.add(Shape::convex_polygon(
            vec![at, rim(step), rim(step + 1)],
            colour.gamma_multiply(0.55),
            Stroke::NONE,
        ));
    }
    painter.text(at, Align2::CENTER_CENTER, left, FontId::proportional(radius * 1.3), Color32::WHITE);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::{Mind, Skill};
    use crate::battle::{advance, answer, quiet_world};
    use crate::overlay::layers::{Layer, Layers};
    use crate::record::Origin;
    use crate::rulebook::Library;

    /// Promise: a blow that is wound up is seen with its target and its clock, and what is prepared with its sign, without anybody
    /// asking for it.
    #[test]
    fn what_somebody_is_about_to_do_is_seen() {
        assert!(Layers::default().has(Layer::Intents));
        let library = Library::open(concat!(env!("CARGO_MANIFEST_DIR"), "/rulesets"));
        let (mut clocks, mut signs) = (0, 0);
        for name in ["first_watch", "duel_at_dawn"] {
            let scenario = library.scenario(name).unwrap();
            let (setup, settings) = (scenario.setup, Default::default());
            let origin = Origin { setup, scenario: scenario.name, settings, seed: 3, before: None, seats: Vec::new() };
            let (mut world, mut mind) = (quiet_world(), Mind::new(Skill::Plain, 3));
            let battle = origin.begin(&mut world);
            for _ in 0..80 {
                let look = Look::at(&world, battle).unwrap();
                for (_, intent) in find(look) {
                    clocks += usize::from(intent.at.is_some() && intent.done.is_some());
                    signs += usize::from(intent.done.is_none() && !intent.text.is_empty());
                }
                let Some(order) = look.question().and_then(|_| mind.decide(look)) else { break };
                answer(&mut world, battle, order).unwrap();
                advance(&mut world, battle);
            }
        }
        assert!(clocks > 20 && signs > 0, "{clocks} blows, {signs} prepared");
    }
}
