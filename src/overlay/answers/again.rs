//! A question that is put once more in the same turn: it says so, and is seen to be another.

use bevy_egui::egui::{Id, Rect, Stroke, StrokeKind, Ui};

use crate::battle::{Id as Who, Look, Question};
use crate::overlay::theme;
use crate::overlay::timeline::Timeline;

/// For so many seconds a card that asks once more is seen to be new.
const FADES: f64 = 0.7;
/// Points of the frame around it.
const BROAD: f32 = 6.0;

/// Which blow of a turn it is that somebody is asked about, counted from 1; 0 where it is about none.
pub(super) fn count(look: Look<'_>, question: &Question, timeline: &Timeline) -> usize {
    let struck = question.by.zip(question.whom.or(question.who));
    struck.map_or(0, |(by, whom)| timeline.repeats(look, (by, whom)))
}

/// That it is not the first one.
pub(super) fn told(count: usize) -> Option<String> {
    let ends = match count {
        0 | 1 => return None,
        2 => "nd",
        3 => "rd",
        _ => "th",
    };
    Some(format!("Again: the {count}{ends} time this turn."))
}

/// A frame around a card that asks once more: it fades.
pub(super) fn lit(ui: &Ui, card: Rect, of: (usize, Option<Who>)) {
    let (id, now) = (Id::new("asked once more"), ui.input(|input| input.time));
    let before: Option<((usize, Option<Who>), f64)> = ui.data(|data| data.get_temp(id));
    let (_, since) = before.filter(|(before, _)| *before == of).unwrap_or((of, now));
    ui.data_mut(|data| data.insert_temp(id, (of, since)));
    let left = 1.0 - (now - since) / FADES;
    if left > 0.0 {
        let stroke = Stroke::new(BROAD, theme::accent().gamma_multiply(left as f32));
        ui.painter().rect_stroke(card, theme::panels().round, stroke, StrokeKind::Outside);
        ui.ctx().request_repaint();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: only what is put once more says so.
    #[test]
    fn what_is_asked_once_more_says_so() {
        assert_eq!([0, 1].map(told), [None, None]);
        assert_eq!(told(2).as_deref(), Some("Again: the 2nd time this turn."));
        assert_eq!(told(4).as_deref(), Some("Again: the 4th time this turn."));
    }
}
