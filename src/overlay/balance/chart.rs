//! For each value the chance of the first side to win, with its bounds; the most even value has a ring.

use bevy_egui::egui::{Align2, FontId, Pos2, Sense, Shape, Stroke, Ui, WidgetInfo, WidgetType, pos2, vec2};

use crate::balance::{Found, Row};
use crate::overlay::theme;

/// Points of the chart down, at the usual size of text.
const HEIGHT: f32 = 170.0;
/// Room for the figures at its left and below it.
const FIGURES: (f32, f32) = (38.0, 18.0);
/// Room for a value below it.
const VALUE: f32 = 28.0;
/// Points of the curve.
const STEPS: usize = 48;

/// Draws it.
pub(super) fn chart(ui: &mut Ui, found: &Found) {
    let em = theme::scale(ui.ctx());
    let (whole, response) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT * em), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, in_words(found)));
    let mut room = whole.shrink(6.0 * em);
    room.min.x += FIGURES.0 * em;
    room.max.y -= FIGURES.1 * em;
    let painter = ui.painter_at(whole);
    painter.rect_filled(whole, 4.0, theme::sunken());
    let values = values(found);
    let across = room.width() / values.len().max(1) as f32;
    let up = |share: f64| room.bottom() - room.height() * share as f32;
    let along = |place: f32| room.left() + across * (place + 0.5);
    let small = FontId::proportional(11.0 * em);
    for share in [0.0, 0.5, 1.0] {
        let line = Stroke::new(if share == 0.5 { 1.5 } else { 1.0 }, theme::line());
        painter.hline(room.x_range(), up(share), line);
        let (at, text) = (pos2(room.left() - 4.0, up(share)), format!("{:.0} %", share * 100.0));
        painter.text(at, Align2::RIGHT_CENTER, text, small.clone(), theme::faint());
    }
    let every = (VALUE * em / across.max(1.0)).ceil().max(1.0) as usize;
    for (place, value) in values.iter().enumerate().step_by(every).filter(|_| found.vary.is_some()) {
        let at = pos2(along(place as f32), room.bottom() + 3.0 * em);
        painter.text(at, Align2::CENTER_TOP, written(found, *value), small.clone(), theme::faint());
    }
    let place = |row: &Row| values.iter().position(|value| *value == row.value).unwrap_or_default() as f32;
    let colour = theme::legible(theme::side(0));
    if let Some((curve, (first, last))) = found.curve().zip(values.first().zip(values.last())) {
        let many = values.len().saturating_sub(1) as f32;
        let point = |step: usize| -> Pos2 {
            let share = step as f32 / STEPS as f32;
            let value = f64::from(*first) + f64::from(last - first) * f64::from(share);
            pos2(along(share * many), up(curve.at(value)))
        };
        painter.add(Shape::line((0..=STEPS).map(point).collect(), Stroke::new(1.0, theme::faint())));
    }
    for row in &found.rows {
        let (x, wing) = (along(place(row)), (across * 0.3).min(5.0 * em));
        let stroke = Stroke::new(2.0, colour);
        let (low, high) = (up(row.bounds.low), up(row.bounds.high));
        painter.vline(x, high..=low, stroke);
        for y in [low, high] {
            painter.hline(x - wing..=x + wing, y, stroke);
        }
        painter.circle_filled(pos2(x, up(row.tally.rate())), 3.5 * em, colour);
    }
    if let Some(best) = found.most_even() {
        let at = pos2(along(place(best)), up(best.tally.rate()));
        painter.circle_stroke(at, 7.5 * em, Stroke::new(2.0, theme::accent()));
    }
    let title = format!("How often {} won", found.sides[0]);
    painter.text(room.left_top() + vec2(4.0, 0.0), Align2::LEFT_TOP, title, small, theme::ink());
    response.on_hover_ui_at_pointer(|ui| {
        let Some(pointer) = ui.input(|input| input.pointer.latest_pos()) else { return };
        let off = |row: &&Row| (along(place(row)) - pointer.x).abs();
        if let Some(row) = found.rows.iter().min_by(|one, other| off(one).total_cmp(&off(other))) {
            ui.label(row_in_words(found, row));
        }
    });
}

/// All values that are meant to be fought.
fn values(found: &Found) -> &[i32] {
    found.vary.as_ref().map_or(&[0], |vary| vary.values())
}

/// A value as it stands below the chart.
fn written(found: &Found, value: i32) -> String {
    if found.vary.as_ref().is_some_and(|vary| vary.is_added()) { format!("{value:+}") } else { value.to_string() }
}

/// One value in words.
fn row_in_words(found: &Found, row: &Row) -> String {
    let (told, _) = found.told(row);
    let (battles, stands) = (row.tally.battles, found.stands_in_words(row));
    format!("{told}: {:.0} % ({}) of {battles} battles, {stands}", row.tally.rate() * 100.0, Found::share(&row.bounds))
}

/// The chart for those who hear it.
pub(super) fn in_words(found: &Found) -> String {
    let rows: Vec<String> = found.rows.iter().map(|row| row_in_words(found, row)).collect();
    format!("How often {} won. {}", found.sides[0], rows.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::balance::{Bounds, Tally};

    /// Promise: whoever hears the chart hears of each value what others see of it.
    #[test]
    fn the_chart_is_told_in_words() {
        let row = |value, wins| {
            let tally = Tally { battles: 200, wins, draws: 0 };
            Row { value, tally, bounds: Bounds::of(tally.rate(), 200) }
        };
        let found = Found {
            sides: ["Watch", "Goblins"].map(str::to_owned),
            vary: Some("Armour of Guard by -1..1".parse().unwrap()),
            within: 0.1,
            rows: vec![row(-1, 10), row(0, 100)],
        };
        let told = "How often Watch won. Armour -1 for “Guard”: 5 % (0 % to 19 %) of 200 battles, favours Goblins; \
                    Armour unchanged for “Guard”: 50 % (36 % to 64 %) of 200 battles, not known yet";
        assert_eq!(in_words(&found), told);
        assert_eq!(values(&found), [-1, 0, 1], "those that are still to come have their room");
        assert_eq!([-1, 0, 1].map(|value| written(&found, value)), ["-1", "+0", "+1"]);
    }
}
