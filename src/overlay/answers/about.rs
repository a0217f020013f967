//! Whom a question is about: a line from whoever brought it about to whoever it befalls, a mark at whoever could step in, and
//! where all of them lie.

use bevy_egui::egui::{Align2, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2};

use crate::battle::house_words::ACT;
use crate::battle::{Choice, Id, Look, Order, Question};
use crate::overlay::camera::View;
use crate::overlay::{place, theme, tokens};

/// No more squares than this are left free for the pointer: where there are more of them they are all over the field.
const CHOSEN: usize = 16;
/// A thread leads to a card that lies more points than this from whoever is asked.
const FAR: f32 = 56.0;
/// A thread is tried to so many places on each edge of a card, and rather goes so many points farther than over somebody.
const EDGES: usize = 32;
const ROUND: f32 = 50.0;
/// A card looks for a place beside no more others than these.
const OTHERS: usize = 40;
/// The way of a blow is left free in so many pieces, each this share of a square wide.
const PIECES: usize = 16;
const WAY: f32 = 0.4;
/// Points of a stroke of a broken line, and between two.
const STROKE: f32 = 9.0;
const GAP: f32 = 5.0;
/// What is said at whoever could step in.
const STEPS_IN: &str = "steps in?";
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
    question.who.filter(|_| question.steps_in())
}

/// Draws the line, and the mark.
pub(super) fn draw(painter: &Painter, look: Look<'_>, view: &View, question: &Question) {
    let wide = tokens::Wide::of(look);
    let token = |id: Id| wide.token(look, view, id);
    if let Some(ends) = ends(look, question) {
        let [by, struck] = ends.map(token);
        let along = (struck.center() - by.center()).normalized();
        // From rim to rim: over nobody's face.
        let (from, tip) = (by.center() + along * tokens::rim(by), struck.center() - along * tokens::rim(struck));
        let is_between = |id: &Id| !ends.contains(id) && look.place(*id).present && look.is_in_play(*id);
        let between: Vec<Rect> = look.shown().filter(is_between).map(token).collect();
        for stroke in strokes([from, tip], &between) {
            painter.line_segment(stroke, Stroke::new(3.0, theme::AIM));
        }
        let aside = vec2(-along.y, along.x) * 7.0;
        let back = tip - along * 13.0;
        let corners = vec![tip, back + aside, back - aside];
        painter.add(Shape::convex_polygon(corners, theme::AIM, Stroke::new(1.0, theme::INK)));
    }
    if let Some(who) = steps_in(question) {
        let body = token(who);
        painter.rect_stroke(body, 4.0, Stroke::new(3.0, theme::STANCE_PLATE), StrokeKind::Outside);
        let others = look.shown().filter(|id| *id != who && look.place(*id).present && look.is_in_play(*id));
        let others: Vec<Rect> = others.take(OTHERS).map(token).collect();
        let lies = beside(body.expand(3.0), tokens::label_size(painter, STEPS_IN), (&others, painter.clip_rect()));
        tokens::label(painter, lies.min, Align2::LEFT_TOP, STEPS_IN, theme::STANCE_PLATE);
    }
}

/// Frames the square that the answer which is pointed at leads to, where no square is chosen for it on the board.
pub(super) fn lit(painter: &Painter, view: &View, choices: &[Choice], pointed: Option<&Order>) {
    let is_it = |order: &&Order| choices.iter().any(|choice| choice.squares.is_empty() && choice.fits(order));
    if let Some(to) = pointed.filter(is_it).and_then(|order| order.to) {
        painter.rect_stroke(view.rect(to), 2.0, Stroke::new(3.0, theme::AIM), StrokeKind::Inside);
    }
}

/// Where words of this size lie beside somebody in a room: below, or where that is over the face of another or beyond the room
/// above, at the right or at the left.
fn beside(body: Rect, size: Vec2, (others, room): (&[Rect], Rect)) -> Rect {
    let (middle, half) = (body.center(), size / 2.0);
    let [below, above] = [body.bottom(), body.top() - size.y].map(|y| pos2(middle.x - half.x, y));
    let [right, left] = [body.right(), body.left() - size.x].map(|x| pos2(x, middle.y - half.y));
    let places = [below, above, right, left].map(|at| Rect::from_min_size(at, size));
    let is_over = |lies: Rect| others.iter().any(|other| tokens::Plates::face(*other).intersects(lies));
    let is_free = |lies: &Rect| room.contains_rect(*lies) && !is_over(*lies);
    places.into_iter().find(is_free).unwrap_or_else(|| Rect::from_min_size(below, size))
}

/// The strokes of a broken line, which goes below those who stand in between: nobody's face is crossed out.
fn strokes([from, to]: [Pos2; 2], between: &[Rect]) -> Vec<[Pos2; 2]> {
    let (whole, along) = ((to - from).length(), (to - from).normalized());
    let count = (whole / (STROKE + GAP)).ceil().max(0.0) as usize;
    let each = (0..count).map(|at| at as f32 * (STROKE + GAP));
    let each = each.map(|at| [from + along * at, from + along * (at + STROKE).min(whole)]);
    let is_free = |[from, to]: &[Pos2; 2]| {
        let middle = from.lerp(*to, 0.5);
        between.iter().all(|body| body.center().distance(middle) > tokens::rim(*body))
    };
    each.filter(is_free).collect()
}

/// Leads from whoever is asked to a card that lies farther off: over nobody where there is such a way.
pub(super) fn thread(painter: &Painter, look: Look<'_>, view: &View, who: Id, card: Rect) {
    let wide = tokens::Wide::of(look);
    let body = |id: Id| wide.token(look, view, id);
    let own = body(who);
    if place::gap(own, card) > FAR {
        let others = look.shown().filter(|id| *id != who && look.place(*id).present).take(OTHERS);
        // Rather over the rim of a token than over its face, and rather over neither.
        let faces = others.map(body).flat_map(|token| [token.shrink(1.0), tokens::Plates::face(token)]);
        let faces: Vec<Rect> = faces.collect();
        let to = led(own.center(), card, &faces);
        let from = own.center() + (to - own.center()).normalized() * own.width() / 2.0;
        painter.line_segment([from, to], Stroke::new(3.5, theme::INK));
        painter.line_segment([from, to], Stroke::new(1.5, theme::accent()));
    }
}

/// Where a thread from there meets a card: at the nearest of those places at its edge that it reaches over the fewest faces.
fn led(from: Pos2, card: Rect, faces: &[Rect]) -> Pos2 {
    let nearest = card.clamp(from);
    let along = (0..=EDGES).map(|part| part as f32 / EDGES as f32);
    let around = along.flat_map(|share| {
        let at = card.lerp_inside(Vec2::splat(share));
        [pos2(at.x, card.top()), pos2(at.x, card.bottom()), pos2(card.left(), at.y), pos2(card.right(), at.y)]
    });
    let cost = |to: &Pos2| {
        let crossed = faces.iter().filter(|face| tokens::lay::is_crossed(**face, [from, *to])).count();
        crossed as f32 * ROUND + from.distance(*to)
    };
    let ends = std::iter::once(nearest).chain(around);
    ends.min_by(|one, other| cost(one).total_cmp(&cost(other))).unwrap_or(nearest)
}

/// Where everybody and every square lies that one chooses from.
fn chosen_from(look: Look<'_>, view: &View, choices: &[Choice]) -> Vec<Rect> {
    let open = || choices.iter().filter(|choice| choice.is_legal());
    let named = open().filter_map(|choice| look.target(&choice.order)).filter(|id| look.knows_of(*id));
    let wide = tokens::Wide::of(look);
    let mut free: Vec<Rect> = named.map(|id| wide.token(look, view, id)).collect();
    let squares = || open().flat_map(|choice| choice.squares.iter());
    if squares().count() <= CHOSEN {
        free.extend(squares().map(|(square, _)| view.rect(*square)));
    }
    free
}

/// The field, told in squares.
const IN_SQUARES: View = View { origin: Pos2::ZERO, cell: 1.0 };

/// Where those stand who may be sent, in squares.
pub fn sent(look: Look<'_>, question: &Question) -> impl Iterator<Item = Rect> {
    let open = question.choices.iter().flatten().filter(|choice| choice.is_legal() && choice.order.verb == ACT);
    let named = open.filter_map(move |choice| look.named(choice.order.with?)).filter(move |id| look.knows_of(*id));
    let wide = tokens::Wide::of(look);
    named.map(move |id| wide.token(look, &IN_SQUARES, id))
}

/// What must be seen of the field to answer, in squares: whoever is asked, whoever it befalls, and all that one chooses from; and
/// the same with whoever brought it about.
pub fn area(look: Look<'_>, question: &Question) -> [Option<Rect>; 2] {
    let open = || question.choices.iter().flatten().filter(|choice| choice.is_legal());
    let is_there = |id: &Id| look.knows_of(*id) && (id.is_thing() || look.place(*id).present);
    let wide = tokens::Wide::of(look);
    let token = |id: Id| wide.token(look, &IN_SQUARES, id);
    let people = [question.who, question.whom].into_iter().flatten();
    let people = people.chain(open().filter_map(|choice| look.target(&choice.order)));
    let squares = open().flat_map(|choice| choice.squares.iter().map(|(square, _)| *square).chain(choice.order.to));
    let all = people.filter(is_there).map(token).chain(squares.map(|square| IN_SQUARES.rect(square)));
    let needed = all.chain(sent(look, question)).reduce(Rect::union);
    let by = question.by.filter(is_there).map(token);
    [needed, needed.map(|needed| by.map_or(needed, |by| needed.union(by)))]
}

/// Whether a line shows from whom a question comes, and whom that befalls.
pub fn has_line(look: Look<'_>, question: &Question) -> bool {
    ends(look, question).is_some()
}

/// Where the blow goes that a question is about: nothing is written there.
pub fn line(look: Look<'_>, view: &View, question: &Question) -> Vec<Rect> {
    let Some(ends) = ends(look, question) else { return Vec::new() };
    let wide = tokens::Wide::of(look);
    let [from, to] = ends.map(|end| wide.token(look, view, end).center());
    let piece = |at: usize| from.lerp(to, (at as f32 + 0.5) / PIECES as f32);
    (0..PIECES).map(|at| Rect::from_center_size(piece(at), Vec2::splat(view.cell * WAY))).collect()
}

/// Where everybody lies who has a part in a question to `who`: they themselves; whoever brought it about, suffers it or is on
/// turn; what can be chosen; all others on the field, and those of them who are of the same side; and where the blow goes that it
/// is about.
pub(super) fn lying(
    look: Look<'_>,
    view: &View,
    (question, who): (&Question, Id),
    choices: &[Choice],
    field: Rect,
) -> (Rect, [Vec<Rect>; 5]) {
    let wide = tokens::Wide::of(look);
    let body = |id: Id| wide.token(look, view, id).expand(view.cell * GROWN);
    let known = [question.by, question.whom, look.clock().turn].into_iter().flatten();
    let kept: Vec<Id> = known.filter(|id| *id != who && look.knows_of(*id)).collect();
    let is_other = |id: &Id| look.place(*id).present && look.is_in_play(*id) && *id != who && !kept.contains(id);
    let others = look.shown().filter(is_other).map(|id| (id, body(id))).filter(|(_, body)| field.intersects(*body));
    let others: Vec<(Id, Rect)> = others.take(OTHERS).collect();
    let own = others.iter().filter(|(id, _)| look.side(*id) == question.side).map(|(_, body)| *body).collect();
    let others = others.iter().map(|(_, body)| *body).collect();
    let kept = kept.iter().map(|id| body(*id)).collect();
    (body(who), [kept, chosen_from(look, view, choices), others, own, line(look, view, question)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::trial;

    /// Promise: that somebody could step in is said over the face of nobody else, as long as one of their sides is free.
    #[test]
    fn who_could_step_in_is_told_beside_neighbours() {
        let token = |x: f32, y: f32| Rect::from_center_size(pos2(x, y) * 40.0, Vec2::splat(40.0));
        let (body, size) = (token(5.0, 5.0), vec2(60.0, 17.0));
        let mut others = Vec::new();
        for comes in [token(5.0, 6.0), token(5.0, 4.0), token(6.0, 5.0)] {
            others.push(comes);
            let lies = beside(body.expand(3.0), size, (&others, Rect::EVERYTHING));
            assert!(!lies.intersects(body), "{lies:?}");
            assert!(others.iter().all(|other| !tokens::Plates::face(*other).intersects(lies)), "{lies:?}");
        }
        // At the lower edge of the field it stands above them.
        let field = Rect::from_min_max(Pos2::ZERO, pos2(400.0, 225.0));
        assert!(field.contains_rect(beside(body.expand(3.0), size, (&[], field))));
    }

    /// Promise: the line of a blow crosses out nobody who stands in between, and is whole where nobody does.
    #[test]
    fn the_line_of_a_blow_crosses_out_nobody() {
        let ends = [pos2(0.0, 100.0), pos2(400.0, 100.0)];
        let body = Rect::from_center_size(pos2(200.0, 104.0), Vec2::splat(60.0));
        let (free, cut) = (strokes(ends, &[]), strokes(ends, &[body]));
        assert_eq!(free.len(), 29);
        assert!(cut.len() > 20 && cut.len() < free.len(), "{}", cut.len());
        let face = tokens::Plates::face(body).shrink(6.0);
        assert!(cut.iter().flatten().all(|end| !face.contains(*end)), "{cut:?}");
    }

    /// Promise: a thread to a card leads over nobody where there is a way around them.
    #[test]
    fn a_thread_leads_around_whoever_stands_between() {
        let card = Rect::from_min_size(pos2(100.0, 200.0), vec2(300.0, 150.0));
        let (from, between) = (pos2(120.0, 100.0), Rect::from_center_size(pos2(120.0, 150.0), Vec2::splat(24.0)));
        assert_eq!(led(from, card, &[]), pos2(120.0, 200.0));
        let to = led(from, card, &[between]);
        assert!(card.expand(0.1).contains(to) && !tokens::lay::is_crossed(between, [from, to]), "{to:?}");
    }

    /// Promise: a thread to a card right below leads between those who stand there, and never to its far corner.
    #[test]
    fn a_thread_leads_to_the_near_edge_of_a_card() {
        let card = Rect::from_min_max(pos2(501.0, 497.0), pos2(905.0, 690.0));
        let from = pos2(702.0, 383.0);
        let face = |x: f32, y: f32| Rect::from_center_size(pos2(x, y), Vec2::splat(40.0));
        let faces = [face(702.0, 427.0), face(702.0, 472.0), face(658.0, 427.0), face(791.0, 472.0)];
        let to = led(from, card, &faces);
        assert!(to.y == card.top() && (to.x - from.x).abs() < 100.0, "{to:?}");
        let row: Vec<Rect> = (0..24).map(|at| face(450.0 + 24.0 * at as f32, 440.0)).collect();
        assert_eq!(led(from, card, &row), pos2(702.0, 497.0), "where there is no way between them it is straight");
    }

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
