//! What everybody is about to do: a line to the target with what is still missing of a blow that is wound up, a sign over
//! whoever has prepared something, takes aim, carries out an order or has something left of a declared round.

use bevy_egui::egui::{Align2, Color32, FontId, Painter, Pos2, Shape, Stroke, Vec2, vec2};

use super::Spot;
use crate::battle::{Id, Intent, Look, Waits};
use crate::board::Square;
use crate::overlay::camera::View;
use crate::overlay::theme;
use crate::overlay::tokens::{Plates, Weight, Words, rim, sign};

/// What is said of somebody whom a blow no longer finds.
const GONE: &str = "is out of the fight";
/// What is said of somebody whom a blow cannot reach as things are.
const SHORT: &str = "cannot be struck from here";
/// How far up and down a sign goes that is no clock, in radii of its plate.
const HIGH: f32 = 0.58;

/// What those who are seen are about to do.
pub fn find(look: Look<'_>) -> Vec<(Id, Intent)> {
    let known = look.as_asked();
    let shown = look.shown().filter(|id| look.is_in_play(*id));
    let of = |id: Id| {
        let all = look.rules().registry.shows.iter();
        all.flat_map(move |mechanic| {
            mechanic.intends(known, id).into_iter().map(move |intent| (mechanic.kept(&intent), intent))
        })
    };
    let intents = shown.flat_map(|id| of(id).map(move |(kept, intent)| (id, kept, intent)));
    let seen = intents.filter(|(.., intent)| intent.at.is_none_or(|at| look.knows_of(at)));
    let told = |(who, kept, intent): (Id, Option<&str>, Intent)| {
        let intent = still(look, who, intent);
        let kept = kept.map(|kept| format!(", {kept}")).unwrap_or_default();
        (who, Intent { text: format!("{}{kept}", intent.text), ..intent })
    };
    seen.map(told).collect()
}

/// Whether a blow that is wound up could land if it were done now.
fn lands(look: Look<'_>, who: Id, intent: &Intent) -> bool {
    let begun = look.rules().economy.unfinished(look, who).filter(|_| intent.of == Waits::Time);
    begun.is_none_or(|order| look.deed(order.verb).is_ok_and(|deed| deed.check(look.as_asked(), who, order).is_ok()))
}

/// What is left of it. What was meant for somebody who has fallen, is gone since or is out of reach points at nobody: others
/// may stand there.
fn still(look: Look<'_>, who: Id, intent: Intent) -> Intent {
    let is_gone = |at: &Id| {
        let is_lost = !look.place(*at).present || look.is_dead(*at);
        !at.is_thing() && (is_lost || look.are_enemies(who, *at) && !look.is_in_play(*at))
    };
    let Some(at) = intent.at else { return intent };
    let why = match () {
        () if is_gone(&at) => GONE,
        () if !lands(look, who, &intent) => SHORT,
        () => return intent,
    };
    let text = format!("{} ({} {why})", intent.text, look.name(at));
    Intent { at: None, to: None, text, ..intent }
}

/// What somebody is about to do, as it is told beside their name.
pub fn words(intent: &Intent) -> String {
    match intent.of {
        Waits::Time => format!("is about to: {}", intent.text),
        Waits::Others => format!("has prepared: {}", intent.text),
        Waits::Itself => intent.text.clone(),
        Waits::Turns => format!("has the order to {}", intent.text),
        Waits::Round => format!("this round: {}", intent.text),
    }
}

/// What would break it off, where anything does: "Broken off by being stunned or losing seconds of a turn."
pub fn broken_off(look: Look<'_>, who: Id, intent: &Intent) -> Option<String> {
    let all = look.rules().registry.shows.iter();
    let mut by: Vec<String> = all.flat_map(|mechanic| mechanic.breaks(look, who, intent)).collect();
    let last = by.pop()?;
    let others = if by.is_empty() { String::new() } else { format!("{} or ", by.join(", ")) };
    Some(format!("Broken off by {others}{last}."))
}

/// Draws them, each sign at a corner of its own token where it hides nobody's letters; `pointed`: whose words are told in full.
pub fn draw(
    painter: &Painter,
    (look, spot): (Look<'_>, &Spot<'_>),
    view: &View,
    (intents, pointed): (&[(Id, Intent)], Option<Id>),
    plates: &mut Plates,
) {
    let room = painter.clip_rect();
    // Words of several lines would else lie far beyond the board, where nobody looks for them.
    let last = Square::new(look.board().width() - 1, look.board().height() - 1);
    let board = view.rect(Square::new(0, 0)).union(view.rect(last));
    for (who, intent) in intents {
        let body = spot(*who);
        if !room.intersects(body) {
            continue;
        }
        let colour = colour(intent.of);
        let from = body.center();
        let to = intent.at.map(spot).or_else(|| intent.to.map(|to| view.rect(to)));
        let rims = to.map(|to| (rim(body), rim(to)));
        if let Some((to, rims)) = to.zip(rims).filter(|(to, (own, other))| (to.center() - from).length() > own + other)
        {
            arrow(painter, view, (from, to.center()), rims, (intent.of, &*plates));
        }
        // By the size of the token, which may be one of several in a square.
        let radius = sign(painter, body.width() * 0.38);
        let at = plates.sign(body, radius);
        match intent.done {
            Some((done, of)) if intent.of == Waits::Round => count(painter, at, radius, (of - done).max(0), colour),
            Some((done, of)) => clock(painter, at, radius, done as f32 / of.max(1) as f32, (of - done).max(0), colour),
            None => mark(painter, at, radius, intent.of),
        }
        // What somebody waits for is told beside their sign, where there is room for it.
        if intent.of == Waits::Others && pointed != Some(*who) {
            plates.say_on(painter, board, body, Words::of(&intent.text, theme::INK), Weight::Name);
        }
        if pointed == Some(*who) {
            // Where there is no room beside them it may lie below somebody else.
            let text = format!("{}: {}", look.name(*who), intent.text);
            plates.say_on(painter, board, body, Words::of(&text, theme::INK), Weight::Meant);
        }
    }
}

/// The sorts of deeds that some of these wait with, each once.
pub fn kinds(intents: &[(Id, Intent)]) -> Vec<Waits> {
    let all = [Waits::Time, Waits::Others, Waits::Itself, Waits::Turns, Waits::Round];
    all.into_iter().filter(|of| intents.iter().any(|(_, intent)| intent.of == *of)).collect()
}

/// The same of those that are seen to be meant for somebody, or for a place.
pub fn aimed(intents: &[(Id, Intent)]) -> Vec<Waits> {
    let is_aimed = |intent: &Intent| intent.at.is_some() || intent.to.is_some();
    let of = |of: &Waits| intents.iter().any(|(_, intent)| intent.of == *of && is_aimed(intent));
    kinds(intents).into_iter().filter(of).collect()
}

/// What the sign of such a deed means.
pub const fn meaning(of: Waits) -> &'static str {
    match of {
        Waits::Time => "a blow that is wound up, and what it still takes",
        Waits::Others => "something prepared, which waits for what others do",
        Waits::Itself => "aim taken, or the like, for their own next deed",
        Waits::Turns => "an order that they carry out turn by turn, and at whom",
        Waits::Round => "what is left of a declared round: actions, and a defence that is kept",
    }
}

/// The sign of such a deed: a clock of what takes time, a number of what is counted. The others are as high in the same room.
pub fn mark(painter: &Painter, at: Pos2, radius: f32, of: Waits) {
    match of {
        Waits::Time => return clock(painter, at, radius, 0.5, 1, colour(of)),
        Waits::Round => return count(painter, at, radius, 2, colour(of)),
        Waits::Others | Waits::Itself | Waits::Turns => {}
    }
    painter.circle(at, radius, colour(of), Stroke::new(1.5, theme::INK));
    let thick = Stroke::new(radius * 0.3, theme::INK);
    let line = |from: Vec2, to: Vec2| painter.line_segment([at + from * radius, at + to * radius], thick);
    match of {
        Waits::Others => {
            line(vec2(0.0, -HIGH), vec2(0.0, 0.2));
            painter.circle_filled(at + vec2(0.0, HIGH - 0.16) * radius, radius * 0.16, theme::INK);
        }
        // The point of a pennant.
        Waits::Turns => {
            line(vec2(-0.3, -HIGH), vec2(0.45, 0.0));
            line(vec2(-0.3, HIGH), vec2(0.45, 0.0));
        }
        Waits::Time | Waits::Itself | Waits::Round => {
            line(vec2(0.0, -HIGH), vec2(0.0, HIGH));
            line(vec2(-HIGH, 0.0), vec2(HIGH, 0.0));
        }
    }
}

/// A number of what is left, on a ground of its own.
fn count(painter: &Painter, at: Pos2, radius: f32, left: i32, colour: Color32) {
    painter.circle(at, radius, colour, Stroke::new(1.5, theme::INK));
    painter.text(at, Align2::CENTER_CENTER, left, FontId::proportional(radius * 1.3), theme::INK);
}

/// What can be broken off is drawn otherwise than what waits for others.
fn colour(of: Waits) -> Color32 {
    match of {
        Waits::Time => Color32::from_rgb(0xff, 0x8c, 0x3a),
        Waits::Others => Color32::from_rgb(0xe0, 0x7a, 0xb4),
        Waits::Itself => Color32::from_rgb(0x8a, 0xd0, 0xf0),
        Waits::Turns => Color32::from_rgb(0xc9, 0xb8, 0xf5),
        Waits::Round => Color32::from_rgb(0xe6, 0xd3, 0x8a),
    }
}

/// It goes around those who stand in between, else below them: nobody's face is crossed out, and where it can it begins at
/// whoever strikes.
fn arrow(
    painter: &Painter,
    view: &View,
    (from, to): (Pos2, Pos2),
    (own, other): (f32, f32),
    (of, plates): (Waits, &Plates),
) {
    let by = plates.around([from, to], view.cell);
    let (ahead, along) = (by.unwrap_or(to) - from, (to - by.unwrap_or(from)).normalized());
    let (from, to) = (from + ahead.normalized() * own, to - along * other);
    let colour = colour(of);
    let thick = (view.cell * 0.06).clamp(2.0, 4.0);
    let lines = by.map_or_else(|| vec![[from, to]], |by| vec![[from, by], [by, to]]);
    let parts: Vec<[Pos2; 2]> = lines.into_iter().flat_map(|line| plates.past(line)).collect();
    for part in &parts {
        painter.line_segment(*part, Stroke::new(thick + 2.0, theme::INK.gamma_multiply(0.6)));
    }
    parts.into_iter().for_each(|part| stroke(painter, part, (of, thick)));
    head(painter, (to, along), thick, colour);
}

/// A part of such an arrow.
fn stroke(painter: &Painter, part: [Pos2; 2], (of, thick): (Waits, f32)) {
    match of {
        Waits::Time => {
            painter.line_segment(part, Stroke::new(thick, colour(of)));
        }
        Waits::Others | Waits::Itself | Waits::Turns | Waits::Round => {
            painter.extend(Shape::dashed_line(&part, Stroke::new(thick, colour(of)), 8.0, 5.0));
        }
    }
}

/// Its head.
fn head(painter: &Painter, (to, along): (Pos2, Vec2), thick: f32, colour: Color32) {
    let aside = vec2(-along.y, along.x) * thick * 2.2;
    let back = to - along * thick * 4.0;
    painter.add(Shape::convex_polygon(vec![to, back + aside, back - aside], colour, Stroke::new(1.0, theme::INK)));
}

/// An arrow of such deeds that reaches so far to both sides.
pub fn sample(painter: &Painter, at: Pos2, far: f32, of: Waits) {
    let part = [at - vec2(far, 0.0), at + vec2(far, 0.0)];
    painter.line_segment(part, Stroke::new(4.0, theme::INK.gamma_multiply(0.6)));
    stroke(painter, part, (of, 2.0));
    head(painter, (part[1], vec2(1.0, 0.0)), 2.0, colour(of));
}

/// A clock that shows how much has gone by, and what is missing.
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
    use crate::overlay::layers::{Layer, Layers};
    use crate::overlay::trial;

    /// Promise: a blow that is wound up is seen with its target and its clock, and what is prepared, ordered, or left of a declared
    /// round with its sign, without anybody asking for it; whatever takes time says what would break it off.
    #[test]
    fn what_somebody_is_about_to_do_is_seen() {
        assert!(Layers::default().has(Layer::Intents));
        let (mut clocks, mut signs, mut ordered, mut rounds) = (0, 0, 0, 0);
        for name in ["first_watch", "duel_at_dawn", "the_resurrectionist", "tavern_yard"] {
            trial::watch(name, 3, 80, |look| {
                let intents = find(look);
                // Whatever sign lies on the field is one of the legend.
                assert!(intents.iter().all(|(_, intent)| kinds(&intents).contains(&intent.of)));
                for (who, intent) in intents {
                    // Whoever has fallen is pointed at no more: others may stand where they lie.
                    let is_gone = intent.text.contains(GONE) || intent.text.contains(SHORT);
                    // Nor is anybody whom the blow would not find.
                    assert!(intent.at.is_none() || lands(look, who, &intent), "{name}: {}", intent.text);
                    assert!(intent.at.is_none_or(|at| at.is_thing() || !look.is_dead(at)), "{name}: {}", intent.text);
                    clocks += usize::from((intent.at.is_some() || is_gone) && intent.done.is_some());
                    signs += usize::from(intent.done.is_none() && !intent.text.is_empty());
                    ordered += usize::from(intent.of == Waits::Turns && intent.at.is_some());
                    let is_left = ["left", "kept"].iter().any(|word| intent.text.contains(word));
                    rounds += usize::from(intent.of == Waits::Round && intent.done.is_some() && is_left);
                    let breaks = broken_off(look, who, &intent);
                    assert!(intent.of != Waits::Time || breaks.is_some(), "{name}: {}", intent.text);
                    let prepared = intent.of == Waits::Others && intent.text.contains(" when ");
                    assert!(!prepared || intent.text.contains(", until "), "{name}: {}", intent.text);
                }
            });
        }
        assert!(clocks > 20 && signs > 0, "{clocks} blows, {signs} prepared");
        assert!(ordered > 0 && rounds > 0, "{ordered} orders, {rounds} with something left of their round");
    }
}
