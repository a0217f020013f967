//! Whom a question is about: a line from whoever brought it about to whom it befalls, a mark at whoever could step in, and
//! where all of them lie.

use bevy_egui::egui::{Align2, Painter, Rect, Shape, Stroke, StrokeKind, Vec2, vec2};

use crate::battle::{Choice, Id, Look, Question};
use crate::overlay::camera::View;
use crate::overlay::{place, theme, tokens};

/// No more squares than this are left free for the pointer: where there are more of them they are all over the field.
const CHOSEN: usize = 16;
/// A thread leads to a card that lies more points than this from whoever is asked.
const FAR: f32 = 56.0;
/// A card looks for a place beside no more others than these.
const OTHERS: usize = 40;
/// The way of a blow is left free in so many pieces, each this share of a square wide.
const PIECES: usize = 16;
const WAY: f32 = 0.4;
/// Figures are wider than their squares, by this share of one to each side.
const GROWN: f32 = 0.08;

/// From whom a question comes, and whom that befalls: nothing where it comes from nobody who is known.
fn ends(look: Look<'_>, question: &Question) -> Option<[Id; 2]> {
    let by = question.by.filter(|by| look.knows_of(*by))?;
    let struck = question.whom.filter(|whom| look.knows_of(*whom)).or(question.who)?;
    (by != struck).then_some([by, struck])
}

/// Who is asked whether to step in for somebody else.
fn steps_in(question: &Question) -> Option<Id> {
    question.who.filter(|who| question.whom.is_some_and(|whom| whom != *who))
}

/// Draws the line, and the mark.
pub(super) fn draw(painter: &Painter, look: Look<'_>, view: &View, question: &Question) {
    if let Some(ends) = ends(look, question) {
        let ends = ends.map(|end| view.body(look.footprint(end)).center());
        let [from, to] = ends;
        painter.extend(Shape::dashed_line(&ends, Stroke::new(3.0, theme::AIM), 9.0, 5.0));
        let along = (to - from).normalized();
        let tip = to - along * view.cell * 0.4;
        let aside = vec2(-along.y, along.x) * 7.0;
        let back = tip - along * 13.0;
        let corners = vec![tip, back + aside, back - aside];
        painter.add(Shape::convex_polygon(corners, theme::AIM, Stroke::new(1.0, theme::INK)));
    }
    if let Some(who) = steps_in(question) {
        let body = view.body(look.footprint(who));
        painter.rect_stroke(body, 4.0, Stroke::new(3.0, theme::STANCE_PLATE), StrokeKind::Outside);
        let at = body.center_bottom() + vec2(0.0, 3.0);
        tokens::label(painter, at, Align2::CENTER_TOP, "steps in?", theme::STANCE_PLATE);
    }
}

/// Leads from whoever is asked to a card that lies farther off.
pub(super) fn thread(painter: &Painter, body: Rect, card: Rect) {
    if place::gap(body, card) > FAR {
        let ends = [body.center(), card.clamp(body.center())];
        let from = ends[0] + (ends[1] - ends[0]).normalized() * body.width() / 2.0;
        painter.line_segment([from, ends[1]], Stroke::new(3.5, theme::INK));
        painter.line_segment([from, ends[1]], Stroke::new(1.5, theme::accent()));
    }
}

/// Where everybody and every square lies that one chooses from.
fn chosen_from(look: Look<'_>, view: &View, choices: &[Choice]) -> Vec<Rect> {
    let open = || choices.iter().filter(|choice| choice.is_legal());
    let named = open().filter_map(|choice| look.target(&choice.order)).filter(|id| look.knows_of(*id));
    let mut free: Vec<Rect> = named.map(|id| view.body(look.footprint(id))).collect();
    let squares = || open().flat_map(|choice| choice.squares.iter());
    if squares().count() <= CHOSEN {
        free.extend(squares().map(|(square, _)| view.rect(*square)));
    }
    free
}

/// Where the blow goes that a question is about.
fn line(look: Look<'_>, view: &View, question: &Question) -> Vec<Rect> {
    let Some(ends) = ends(look, question) else { return Vec::new() };
    let [from, to] = ends.map(|end| view.body(look.footprint(end)).center());
    let piece = |at: usize| from.lerp(to, (at as f32 + 0.5) / PIECES as f32);
    (0..PIECES).map(|at| Rect::from_center_size(piece(at), Vec2::splat(view.cell * WAY))).collect()
}

/// Where everybody lies who has a part in a question to `who`: they themselves; whoever brought it about, suffers it or is on
/// turn; what can be chosen; all others on the field; and where the blow goes that it is about.
pub(super) fn lying(
    look: Look<'_>,
    view: &View,
    (question, who): (&Question, Id),
    choices: &[Choice],
    field: Rect,
) -> (Rect, [Vec<Rect>; 4]) {
    let body = |id: Id| view.body(look.footprint(id)).expand(view.cell * GROWN);
    let known = [question.by, question.whom, look.clock().turn].into_iter().flatten();
    let kept: Vec<Id> = known.filter(|id| *id != who && look.knows_of(*id)).collect();
    let is_other = |id: &Id| look.place(*id).present && look.is_in_play(*id) && *id != who && !kept.contains(id);
    let others = look.shown().filter(is_other).map(body).filter(|body| field.intersects(*body));
    let others = others.take(OTHERS).collect();
    let kept = kept.iter().map(|id| body(*id)).collect();
    (body(who), [kept, chosen_from(look, view, choices), others, line(look, view, question)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::trial;

    /// Promise: where somebody is asked to block for a friend the line leads from the attacker to that friend, and whoever
    /// would block is marked.
    #[test]
    fn the_line_leads_to_whom_it_befalls() {
        trial::in_lesson("hursagmu", "HG-L-FAR-FRIEND", 4, |look| {
            let question = look.question().unwrap();
            let name = |id: Option<Id>| id.map(|id| look.name(id));
            assert_eq!((name(question.who), question.kind.as_str()), (Some("Near"), "assist"));
            let ends = ends(look, question).unwrap();
            assert_eq!(ends.map(|id| look.name(id)), ["Guard", "Archer"]);
            assert_eq!(name(steps_in(question)), Some("Near"));
            // Whoever is struck themselves is at the end of the line, and steps in for nobody.
            let own = Question { who: question.whom, whom: None, ..question.clone() };
            assert_eq!(super::ends(look, &own), Some(ends));
            assert_eq!(steps_in(&own), None);
        });
    }
}
