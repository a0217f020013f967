//! Where a lesson stands still: at its start and after each of its deeds and texts, with what it says there in plain words.
//! What must be true then belongs to the stop before, and is looked at by whoever wants to.

use std::ops::Range;

use bevy_egui::egui::{Rect, Vec2, pos2};

use crate::battle::{Look, Spoken, quiet_world};
use crate::lesson::Stage;
use crate::overlay::timeline::Timeline;
use crate::rulebook::{Lesson, Scene};

/// A place where a lesson stands still.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stop {
    /// How many of its scenes have been played by then.
    pub played: usize,
    /// What it says there; nothing at the start.
    pub text: String,
    /// The order as its script says it, for whoever writes lessons.
    pub order: Option<String>,
    /// The scenes that say what must be true then.
    pub checks: Range<usize>,
}

/// Squares of the field beside those who take part.
const BESIDE: f32 = 2.0;

/// What of the field matters at any of its stops: where everybody in play is, and a little beside, up to the edge where that is
/// near; nothing where zones count.
pub(super) fn area(lesson: &Lesson) -> Option<Rect> {
    let mut world = quiet_world();
    let mut stage = Stage::set(lesson, &mut world).unasked();
    let mut area = Rect::NOTHING;
    for played in 0..=lesson.play.len() {
        stage.play_to(played);
        let look = Look::at(stage.world, stage.battle).filter(|look| look.zoned().is_none())?;
        for body in look.shown().filter(|id| look.is_in_play(*id)).map(|id| look.footprint(id)) {
            let low = pos2(body.at.x as f32, body.at.y as f32);
            area.extend_with(low);
            area.extend_with(low + Vec2::splat(body.side as f32));
        }
    }
    let whole = Look::at(stage.world, stage.battle).map(|look| {
        Rect::from_min_max(pos2(0.0, 0.0), pos2(look.board().width() as f32, look.board().height() as f32))
    })?;
    area.is_positive().then(|| up_to(area.expand(BESIDE), whole))
}

/// What of a field is shown: an edge that is near is not cut off.
fn up_to(area: Rect, whole: Rect) -> Rect {
    let is_near = |one: f32, edge: f32| (one - edge).abs() <= BESIDE;
    let mut shown = area.intersect(whole);
    for axis in [0, 1] {
        if is_near(shown.min[axis], whole.min[axis]) {
            shown.min[axis] = whole.min[axis];
        }
        if is_near(shown.max[axis], whole.max[axis]) {
            shown.max[axis] = whole.max[axis];
        }
    }
    shown
}

/// All of them. The lesson is played once for what is said.
pub(super) fn stops(lesson: &Lesson) -> Vec<Stop> {
    let mut world = quiet_world();
    let mut stage = Stage::set(lesson, &mut world).unasked();
    let mut all = vec![Stop { played: 0, text: String::new(), order: None, checks: 0..0 }];
    for (place, scene) in lesson.play.iter().enumerate() {
        let played = place + 1;
        let (text, order) = match scene {
            Scene::Expect(_) => {
                if let Some(last) = all.last_mut() {
                    let from = if last.checks.is_empty() { place } else { last.checks.start };
                    (last.played, last.checks) = (played, from..played);
                }
                continue;
            }
            Scene::Say(text) => (text.clone(), None),
            Scene::Rest(1) => ("An hour passes.".to_owned(), None),
            Scene::Rest(hours) => (format!("{hours} hours pass."), None),
            Scene::Do(line) => {
                stage.play_to(place);
                let noted = Look::at(stage.world, stage.battle).and_then(|look| {
                    let said = Spoken::parse(line.split_once(": ").map_or(line.as_str(), |(_, words)| words)).ok()?;
                    let order = look.order(&said).ok()?;
                    Some(Timeline::about(look, &order))
                });
                stage.play_to(played);
                let look = Look::at(stage.world, stage.battle);
                let told = noted.zip(look).map(|(noted, look)| noted.words(look));
                (told.unwrap_or_else(|| line.clone()), Some(line.clone()))
            }
        };
        all.push(Stop { played, text, order, checks: 0..0 });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::trial;

    /// Promise: what is framed of a lesson's field holds everybody who is in play in it, and is less than an empty field.
    #[test]
    fn the_frame_of_a_lesson_holds_those_who_take_part() {
        let library = trial::library();
        let (mut framed, mut nearer) = (0, 0);
        for lesson in library.lessons("scale_toughness").unwrap().iter().take(30) {
            let Some(area) = area(lesson) else { continue };
            let mut world = quiet_world();
            let mut stage = Stage::set(lesson, &mut world).unasked();
            stage.play_to(lesson.play.len());
            let look = Look::at(stage.world, stage.battle).unwrap();
            for body in look.shown().filter(|id| look.is_in_play(*id)).map(|id| look.footprint(id)) {
                let (low, far) = (body.at, body.far());
                let has = |x: i32, y: i32| area.contains(pos2(x as f32 + 0.5, y as f32 + 0.5));
                assert!(has(low.x, low.y) && has(far.x, far.y), "{}: {body:?} in {area:?}", lesson.id);
            }
            framed += 1;
            let squares = (look.board().width() * look.board().height()) as f32;
            nearer += usize::from(area.area() < squares * 0.7);
        }
        assert!(framed > 20 && nearer > 5, "{nearer} of {framed}");
    }

    /// Promise: an edge of the field that is near is not cut off, and a far one is left out.
    #[test]
    fn no_edge_that_is_near_is_cut_off() {
        let of = |low: (f32, f32), high: (f32, f32)| Rect::from_min_max(low.into(), high.into());
        let whole = of((0.0, 0.0), (30.0, 20.0));
        assert_eq!(up_to(of((-1.0, -1.0), (28.0, 18.0)), whole), whole);
        assert_eq!(up_to(of((5.0, 1.0), (20.0, 12.0)), whole), of((5.0, 0.0), (20.0, 12.0)));
    }

    /// Promise: a lesson says what is done in it in plain words and not as an order, and checks are no steps.
    #[test]
    fn deeds_are_told_in_plain_words_and_checks_are_no_steps() {
        let library = trial::library();
        let lessons = library.lessons("scale_toughness").unwrap();
        let of = |lesson: &Lesson| {
            let stops = stops(lesson);
            let checks = lesson.play.iter().filter(|scene| matches!(scene, Scene::Expect(_))).count();
            assert_eq!(stops.len() + checks, lesson.play.len() + 1, "{}", lesson.id);
            assert_eq!(stops.iter().map(|stop| stop.checks.len()).sum::<usize>(), checks, "{}", lesson.id);
            assert_eq!(stops.last().map(|stop| stop.played), Some(lesson.play.len()), "{}", lesson.id);
            stops
        };
        let deeds: Vec<Stop> = lessons.iter().take(40).flat_map(of).filter(|stop| stop.order.is_some()).collect();
        assert!(deeds.len() > 40);
        let as_orders = deeds.iter().filter(|stop| stop.order.as_deref() == Some(stop.text.as_str())).count();
        assert!(as_orders * 20 < deeds.len(), "{as_orders} of {} are told as orders", deeds.len());
    }
}
