//! The cards of battles: each with its field, what it asks for, and whether it has been won.

use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{Align, FontId, Frame, Layout, Margin, Rect, Sense, Stroke, TextStyle, Ui, vec2};

use super::{BATTLE, GAP, MARGIN, SMALLER, allowed, columns, few_lines, field, inside, most, pressed, whole};
use crate::overlay::start::weight::riders;
use crate::overlay::start::{Game, Listing, Start};
use crate::overlay::theme;
use crate::overlay::wishes::Wish;
use crate::rulebook::Scenario;

/// What a battle asks for has no more lines than these.
const ASKS: usize = 3;

/// The battles of a game, the easiest first, on cards so wide beside their usual width.
pub(in crate::overlay::start) fn battles(ui: &mut Ui, game: Option<&Game>, with: &mut Start<'_>, share: f32) {
    let Some(game) = game else { return };
    let em = theme::scale(ui.ctx());
    let gap = GAP * em;
    let fit = ((ui.available_width() + gap) / (BATTLE * share * em + gap)) as usize;
    let columns = columns(game.battles.len(), fit);
    let width = ((ui.available_width() - gap * (columns - 1) as f32) / columns as f32).floor() - 1.0;
    for row in game.battles.chunks(columns) {
        let titles = row.iter().map(|listing| listing.scenario.title.as_str());
        let blurbs = row.iter().map(|listing| listing.scenario.blurb.as_str());
        let asks: Vec<String> = row.iter().map(asks).collect();
        let lines = [
            most(ui, titles, &TextStyle::Heading, width).min(2),
            asked(ui, &asks, width),
            most(ui, blurbs, &TextStyle::Small, width).min(allowed(ui)),
        ];
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = gap;
            for listing in row {
                let layout = Layout::top_down(Align::Min);
                ui.allocate_ui_with_layout(vec2(width, 10.0), layout, |ui| battle(ui, listing, (width, lines), with));
            }
        });
        ui.add_space(gap * 0.6);
    }
}

/// What a battle asks for: "Easy · 3 against 10 · 112 points against 98".
fn asks(listing: &Listing) -> String {
    let points = listing.points.iter().map(|points| format!(" · {points}")).collect::<String>();
    format!("{} · {}{points}", listing.level.name(), against(&listing.scenario))
}

/// How many lines these have on cards so wide: one where they have room in that, in smaller letters at least.
fn asked(ui: &Ui, asks: &[String], width: f32) -> usize {
    let font = TextStyle::Small.resolve(ui.style());
    let font = FontId::new(font.size * SMALLER, font.family);
    let wide = |text: &String| ui.painter().layout_no_wrap(text.clone(), font.clone(), theme::ink()).size().x;
    let fits = asks.iter().all(|text| wide(text) <= inside(ui, width));
    if fits { 1 } else { most(ui, asks.iter().map(String::as_str), &TextStyle::Small, width).min(ASKS) }
}

/// A battle: its field, what it is called, what it asks for, and whether it has been won.
fn battle(ui: &mut Ui, listing: &Listing, (width, lines): (f32, [usize; 3]), with: &mut Start<'_>) {
    let [title_lines, asks_lines, lines] = lines;
    let scenario = &listing.scenario;
    let em = theme::scale(ui.ctx());
    let on = with.next.chosen.battle.as_ref().is_some_and(|(name, _)| *name == scenario.name);
    let edge = if on { Stroke::new(2.0, theme::accent()) } else { Stroke::new(1.0, theme::line()) };
    let fill = if on { theme::picked() } else { theme::raised() };
    let round = theme::panels().round;
    ui.set_width(width);
    // As much room inside whether it is chosen or not: no title breaks anew.
    let frame = Frame::new().fill(fill).stroke(edge).outer_margin(Margin::same(i8::from(!on))).corner_radius(round);
    let mut asks_at = (f32::INFINITY, f32::INFINITY);
    let shown = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        let size = vec2(ui.available_width(), ui.available_width() * 0.42);
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        field(ui, scenario, rect, &mut with.portraits);
        let won: Vec<&str> = with.laurels.of(&scenario.name).collect();
        if !won.is_empty() {
            ribbon(ui, rect, &format!("✔ won as {}", won.join(", ")));
        }
        let margin = Margin::symmetric((MARGIN * em) as i8, (6.0 * em) as i8);
        Frame::new().inner_margin(margin).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 2.0 * em;
            let (title, small) = (TextStyle::Heading.resolve(ui.style()), TextStyle::Small.resolve(ui.style()));
            let high = whole(ui, &TextStyle::Heading, title_lines);
            few_lines(ui, &scenario.title, title, theme::ink(), (2, high));
            asks_at.0 = ui.cursor().top();
            let high = if asks_lines == 1 { 0.0 } else { whole(ui, &TextStyle::Small, asks_lines) };
            few_lines(ui, &asks(listing), small.clone(), theme::accent(), (asks_lines, high));
            asks_at.1 = ui.cursor().top();
            let high = whole(ui, &TextStyle::Small, lines);
            few_lines(ui, &scenario.blurb, small, theme::faint(), (lines, high));
        });
    });
    let won: Vec<&str> = with.laurels.of(&scenario.name).collect();
    let name = match won.as_slice() {
        [] => scenario.title.clone(),
        won => format!("{}, won as {}", scenario.title, won.join(", ")),
    };
    let card = shown.response;
    if on && std::mem::take(&mut with.next.chosen.hides) {
        card.scroll_to_me(None);
    }
    // The whole sentence stands beside the battles once this one is chosen.
    let response = pressed(ui, &card, card.rect, (&name, on), round);
    let is_asks = response.hover_pos().is_some_and(|at| (asks_at.0..asks_at.1).contains(&at.y));
    let response = if is_asks {
        let level = listing.level;
        response.on_hover_text(format!("{}: {} {}.", level.name(), level.means(), listing.weight.told()))
    } else {
        response
    };
    if response.clicked() {
        with.next.choose(scenario, with.pace.skill);
    }
    if response.double_clicked()
        && let Some((name, seats)) = &with.next.chosen.battle
    {
        with.wishes.wish = Some(Wish::Begin(name.clone(), seats.clone()));
    }
}

/// A mark over a corner of a picture.
fn ribbon(ui: &Ui, room: Rect, text: &str) {
    let panels = theme::panels();
    let font = TextStyle::Small.resolve(ui.style());
    let mut job = LayoutJob::simple_singleline(text.to_owned(), font, panels.on_plate);
    (job.wrap.max_width, job.wrap.max_rows, job.wrap.break_anywhere) = (room.width() * 0.8, 1, true);
    let galley = ui.painter().layout_job(job);
    let inside = vec2(theme::em(ui, 6.0), theme::em(ui, 2.0));
    let plate = Rect::from_min_size(
        room.right_top() - vec2(galley.size().x + inside.x * 2.0, 0.0),
        galley.size() + inside * 2.0,
    );
    ui.painter().rect_filled(plate, 3.0, panels.plate);
    ui.painter().galley(plate.min + inside, galley, panels.on_plate);
}

/// How many fight on each side: "3 against 10". Nobody knows yet how many will come to a side that is not there at first.
fn against(scenario: &Scenario) -> String {
    let sides = scenario.setup.sides.len() as u8;
    let of = |side: u8| match riders(&scenario.setup).filter(|fighter| fighter.side.0 == side).count() {
        0 => "?".to_owned(),
        count => count.to_string(),
    };
    (0..sides).map(of).collect::<Vec<_>>().join(" against ")
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Context, RawInput};

    use super::*;

    /// Promise: what a battle asks for has as many lines on a narrow card as its words need, and one on a broad card.
    #[test]
    fn what_a_battle_asks_for_is_not_cut() {
        let asks = ["Middling · 3 against 5 · 29 points against 31".to_owned()];
        let shown = |width: f32| {
            let mut found = (0, true);
            let mut output = Context::default().run_ui(RawInput::default(), |ui| {
                let lines = asked(ui, &asks, width);
                ui.set_max_width(inside(ui, width));
                let small = TextStyle::Small.resolve(ui.style());
                found = (lines, few_lines(ui, &asks[0], small, theme::accent(), (lines, 0.0)));
            });
            output.textures_delta.clear();
            found
        };
        assert_eq!(shown(600.0), (1, false));
        let (lines, is_cut) = shown(150.0);
        assert!(lines > 1 && !is_cut, "{lines} lines, cut: {is_cut}");
    }
}
