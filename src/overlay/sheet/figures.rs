//! Figures: what each comes to now, what it is by itself, and, unfolded, all
//! that makes it up.

use bevy_egui::egui::{RichText, Sense, Shape, TextStyle, Ui, WidgetInfo, WidgetType, pos2, vec2};

use super::Standing;
use crate::battle::{FigureDef, FigureName, Look, Sum, Term};
use crate::overlay::book::{self, Book};
use crate::overlay::{theme, tips};

/// The figures of a group. A click on one shows what it is made of.
pub fn figures(ui: &mut Ui, look: Look<'_>, standing: &Standing, group: &str, book: &mut Book) {
    let all = look.rules().figures.iter().filter(|(_, def)| def.group.as_deref() == Some(group));
    let mut naught = Vec::new();
    for (name, def) in all {
        // Of those whose sheet was not open before, what has not been shown is not told.
        let Some(sum) = standing.figures.get(name) else { continue };
        // Many can do nothing of most things, and have nothing of others: those are named in one line.
        if group != "ability" && sum.total() == 0 && sum.terms.len() < 2 {
            naught.push(name.as_str());
            continue;
        }
        figure(ui, look, book, *name, def, sum);
    }
    if !naught.is_empty() {
        ui.label(RichText::new(format!("At 0: {}.", naught.join(", "))).small().color(theme::faint()));
    }
}

/// What a figure is by itself: without gear, states and whatever else a rule adds.
pub fn base(def: &FigureDef, sum: &Sum) -> i32 {
    let is_state = |term: &Term| {
        let named = |part: &crate::battle::FigurePart| part.state && part.name.or(part.of) == Some(term.name);
        def.is.iter().any(named) || term.name == "limit"
    };
    let own = sum.terms.iter().filter(|term| term.rule.is_none() && !is_state(term));
    own.fold(0, |total, term| total.saturating_add(term.value))
}

/// A figure in words: "Defence 3 (0), 3 more".
pub fn said(name: &str, def: &FigureDef, sum: &Sum) -> String {
    let (now, base) = (sum.total(), base(def, sum));
    match now.saturating_sub(base) {
        0 => format!("{name} {}", shown(now, def.halves)),
        more => {
            let word = if more > 0 { "more" } else { "less" };
            let by = shown(more.saturating_abs(), def.halves);
            format!("{name} {} ({}), {by} {word}", shown(now, def.halves), shown(base, def.halves))
        }
    }
}

fn figure(ui: &mut Ui, look: Look<'_>, book: &mut Book, name: FigureName, def: &FigureDef, sum: &Sum) {
    let (now, base) = (sum.total(), base(def, sum));
    let id = ui.id().with(("figure", name.as_str()));
    let is_open = ui.data(|data| data.get_temp::<bool>(id)).unwrap_or(false);
    let can_open = sum.terms.len() > 1 || def.rule.is_some();
    let more = now.saturating_sub(base);
    // What lights a row lies under its words.
    let ground = ui.painter().add(Shape::Noop);
    let row = ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let height = ui.text_style_height(&TextStyle::Body);
        let (rect, _) = ui.allocate_exact_size(vec2(9.0, height), Sense::hover());
        if can_open && sum.terms.len() > 1 {
            caret(ui, rect.center(), is_open);
        }
        let left = ui.cursor().left();
        ui.label(RichText::new(name.as_str()).color(theme::faint()));
        // Values stand under one another where there is room.
        let column = left + (ui.max_rect().width() * 0.5).max(60.0);
        let gap = column - ui.cursor().left();
        if gap > 0.0 {
            ui.add_space(gap);
        }
        ui.label(RichText::new(shown(now, def.halves)).strong());
        if more != 0 {
            ui.label(RichText::new(format!("({})", shown(base, def.halves))).color(theme::faint()));
            let word = if more > 0 { "more" } else { "less" };
            let colour = if (more > 0) == def.low_is_good { theme::bad() } else { theme::good() };
            let by = shown(more.saturating_abs(), def.halves);
            ui.label(RichText::new(format!("{by} {word}")).small().color(colour));
        }
    });
    let row = row.response.interact(if can_open { Sense::click() } else { Sense::hover() });
    row.widget_info(|| WidgetInfo::labeled(WidgetType::Button, can_open, said(name.as_str(), def, sum)));
    if row.hovered() && can_open {
        ui.painter().set(ground, Shape::rect_filled(row.rect, 3.0, theme::panels().lit));
    }
    let row = row.on_hover_ui(|ui| tip(ui, look, (name, def), can_open.then_some(is_open)));
    if row.clicked() {
        ui.data_mut(|data| data.insert_temp(id, !is_open));
    }
    if is_open {
        ui.indent(id, |ui| {
            terms(ui, look, book, def, sum);
        });
    }
}

/// What a figure is for, in a line and as the rulebook has it, and what a click on it does where it can be unfolded.
fn tip(ui: &mut Ui, look: Look<'_>, (name, def): (FigureName, &FigureDef), is_open: Option<bool>) {
    ui.set_max_width(tips::WIDE * theme::scale(ui.ctx()));
    let line = tips::figure(look.rules(), name.as_str());
    if let Some(line) = line {
        ui.label(RichText::new(name.as_str()).strong());
        ui.label(line);
    }
    match def.rule {
        Some(rule) => tips::rule_told(ui, look, rule),
        None if line.is_none() => {
            ui.label("A figure of their own; it counts wherever a rule names it.");
        }
        None => {}
    }
    if let Some(is_open) = is_open {
        let words = if is_open { "Click to fold it." } else { "Click to see what makes it up." };
        ui.label(RichText::new(words).small().color(theme::faint()));
    }
}

/// All that makes a figure up, each with its sign and its rule.
fn terms(ui: &mut Ui, look: Look<'_>, book: &mut Book, def: &FigureDef, sum: &Sum) {
    for term in &sum.terms {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            let sign = if term.value < 0 { "-" } else { "+" };
            let value = format!("{sign}{}", shown(term.value.saturating_abs(), def.halves));
            let colour = match (term.rule, term.value) {
                (None, _) => theme::faint(),
                (_, value) if (value < 0) != def.low_is_good => theme::bad(),
                _ => theme::good(),
            };
            ui.label(RichText::new(value).monospace().color(colour));
            ui.label(RichText::new(term.name.as_str()).small());
            term.rule.into_iter().for_each(|rule| book::link(ui, look, book, rule));
        });
    }
    if let Some(rule) = def.rule {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new("the figure itself").small().color(theme::faint()));
            book::link(ui, look, book, rule);
        });
    }
}

/// The sign of what can be unfolded.
fn caret(ui: &Ui, at: bevy_egui::egui::Pos2, is_open: bool) {
    let corners =
        if is_open { [(-4.0, -2.0), (4.0, -2.0), (0.0, 3.5)] } else { [(-2.0, -4.0), (3.5, 0.0), (-2.0, 4.0)] };
    let corners = corners.iter().map(|(x, y)| pos2(at.x + x, at.y + y)).collect();
    ui.painter().add(bevy_egui::egui::Shape::convex_polygon(corners, theme::faint(), bevy_egui::egui::Stroke::NONE));
}

/// A figure as players write it.
pub fn shown(value: i32, halves: bool) -> String {
    match (halves, value % 2 != 0) {
        (true, true) => format!("{}{}.5", if value < 0 { "-" } else { "" }, value.saturating_abs() / 2),
        (true, false) => (value / 2).to_string(),
        (false, _) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_base_is_what_no_rule_has_added() {
        let def = FigureDef::default();
        let mut sum = Sum::of("Defence", 8);
        assert_eq!(said("Defence", &def, &sum), "Defence 8");
        sum.add("Mail", 3, "ST-DMG-03");
        sum.add("tired", -5, "ST-COND-14");
        assert_eq!(said("Defence", &def, &sum), "Defence 6 (8), 2 less");
        sum.add("blessed", 4, "ST-COND-14");
        assert_eq!(said("Defence", &def, &sum), "Defence 10 (8), 2 more");
    }

    #[test]
    fn halves_are_written_as_players_do() {
        assert_eq!([5, 4, -1, -5, 0].map(|value| shown(value, true)), ["2.5", "2", "-0.5", "-2.5", "0"]);
    }
}
