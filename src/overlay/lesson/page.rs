//! What stands beside the board of a lesson: its steps, what the one at hand says, and the buttons.

use bevy_egui::egui::{Button, CollapsingHeader, Frame, Key as Pressed, Margin, Panel, RichText, ScrollArea, Ui};

use super::Shown;
use crate::battle::Chronicle;
use crate::link::Link;
use crate::overlay::book::Book;
use crate::overlay::links;
use crate::overlay::motion;
use crate::overlay::preferences::Speed;
use crate::overlay::present::Presenter;
use crate::overlay::theme;
use crate::overlay::wishes::{Wish, Wishes};
use crate::rulebook::Scene;

/// Seconds that every step of a lesson that plays by itself stands, and more for each letter to be read.
const STANDS: f64 = 1.4;
const LETTER: f64 = 0.03;

/// What was pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    To(usize),
    /// Plays by itself from here on, or stops.
    Run,
}

/// What the page changes.
pub(super) struct With<'a> {
    pub wishes: &'a mut Wishes,
    pub book: &'a mut Book,
    pub speed: &'a mut Speed,
    /// What draws over its board, while somebody presents.
    pub pens: Option<&'a mut Presenter>,
}

/// The steps at the side and what is said below; what was pressed. `is_alone`: others look on, and the board has more of the room.
pub(super) fn around(ui: &mut Ui, (shown, is_alone): (&mut Shown, bool), with: &mut With<'_>) -> Option<Step> {
    let mut step = None;
    let (side, below, told) = match is_alone {
        true => ("steps shown", "caption shown", theme::em(ui, 100.0)),
        false => ("steps", "caption", theme::em(ui, 190.0)),
    };
    let (wide, high) = (ui.available_width(), ui.available_height());
    Panel::right(side)
        .default_size(280.0_f32.min(wide * 0.36))
        .max_size(wide * 0.5)
        .show(ui, |ui| steps(ui, shown, with, &mut step));
    Panel::bottom(below).default_size(told.min(high * 0.45)).show(ui, |ui| caption(ui, shown, with, &mut step));
    step.or_else(|| keys(ui, shown))
}

/// The arrow keys go from step to step.
fn keys(ui: &Ui, shown: &Shown) -> Option<Step> {
    if ui.ctx().egui_wants_keyboard_input() {
        return None;
    }
    let key = |key| ui.input(|input| input.key_pressed(key));
    match () {
        () if key(Pressed::ArrowRight) => Some(Step::To(shown.at + 1)),
        () if key(Pressed::ArrowLeft) => Some(Step::To(shown.at.saturating_sub(1))),
        () if key(Pressed::Home) => Some(Step::To(0)),
        () => None,
    }
}

/// The steps of the script, the lessons beside this one.
fn steps(ui: &mut Ui, shown: &mut Shown, with: &mut With<'_>, step: &mut Option<Step>) {
    let mut other = None;
    if shown.others.len() > 1 {
        ui.collapsing(format!("{} lessons on this rule", shown.others.len()), |ui| {
            ScrollArea::vertical().id_salt("others").max_height(160.0).show(ui, |ui| {
                for lesson in &shown.others {
                    if ui.selectable_label(lesson.id == shown.lesson.id, &lesson.title).clicked() {
                        other = Some(lesson.clone());
                    }
                }
            });
        });
    }
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("Shows").small().color(theme::faint()));
        if let Some(look) = shown.look() {
            for rule in &shown.lesson.rules {
                let Some(text) = look.rules().book.get(rule) else { continue };
                let link = ui.link(RichText::new(&text.title).small());
                if link.on_hover_text(rule.as_str()).clicked() {
                    with.book.look_up(*rule);
                }
            }
        }
    });
    more(ui, shown, with);
    ui.separator();
    ScrollArea::vertical().min_scrolled_height(0.0).id_salt("script").auto_shrink(false).show(ui, |ui| {
        for (place, stop) in shown.stops.iter().enumerate().skip(1) {
            let colour = if place <= shown.at { theme::ink() } else { theme::faint() };
            let label = RichText::new(format!("{place}  {}", stop.text)).color(colour);
            let row = ui.selectable_label(place == shown.at, label);
            let row = match &stop.order {
                Some(order) => row.on_hover_text(format!("As an order: {order}")),
                None => row,
            };
            if row.clicked() {
                *step = Some(Step::To(place));
            }
        }
    });
    if let Some(other) = other {
        shown.change(other);
    }
}

/// What can be made of it: a battle of one's own, a lesson that is kept, a link.
fn more(ui: &mut Ui, shown: &Shown, with: &mut With<'_>) {
    ui.horizontal_wrapped(|ui| {
        if shown.unkept.is_some() {
            let tip = "Among the lessons of this game, with a title and a sentence for each step";
            if ui.button("Keep as a lesson").on_hover_text(tip).clicked() {
                with.wishes.wish = Some(Wish::WriteLesson(shown.unkept));
            }
            return;
        }
        let tip = "Play on from here with dice of your own; it can be saved, taken back and looked back at";
        if ui.button("Try it yourself").on_hover_text(tip).clicked() {
            with.wishes.wish = Some(Wish::Try);
        }
        let of = shown.look().map(|look| look.rules().name.to_string());
        links::button(ui, || Link::Lesson { id: shown.lesson.id.clone(), of });
    });
}

/// What the step at hand says, what came of it, and the buttons.
fn caption(ui: &mut Ui, shown: &Shown, with: &mut With<'_>, step: &mut Option<Step>) {
    let last = shown.last();
    ui.horizontal_wrapped(|ui| {
        for (text, tip, to) in [
            ("⏮ Start", "Home", (shown.at > 0).then_some(0)),
            ("◀ Back", "Left arrow", shown.at.checked_sub(1)),
            ("Next ▶", "Right arrow", (shown.at < last).then_some(shown.at + 1)),
        ] {
            let button = ui.add_enabled(to.is_some(), Button::new(text)).on_hover_text(tip);
            if button.clicked() {
                *step = to.map(Step::To);
                // So that the arrow keys go on with the steps, not with the buttons.
                button.surrender_focus();
            }
        }
        let (text, tip) = match shown.runs {
            true => ("Stop here", "Stay at this step"),
            false if shown.at < last => ("Play it", "Step by step, by itself"),
            false => ("Play it again", "From the start, by itself"),
        };
        let run = ui.add_enabled(last > 0, Button::new(text)).on_hover_text(tip);
        if run.clicked() {
            *step = Some(Step::Run);
            run.surrender_focus();
        }
        speed(ui, with.speed);
        ui.label(RichText::new(format!("step {} of {last}", shown.at)).color(theme::faint()));
    });
    Frame::new().fill(theme::sunken()).corner_radius(4).inner_margin(Margin::same(8)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ScrollArea::vertical()
            .min_scrolled_height(0.0)
            .id_salt("caption")
            .auto_shrink(false)
            .show(ui, |ui| said(ui, shown));
    });
}

/// How fast it plays by itself, as everything that moves by itself.
fn speed(ui: &mut Ui, chosen: &mut Speed) {
    let name = Speed::ALL.iter().find(|(speed, _)| *speed == *chosen).map_or("", |(_, name)| *name);
    ui.menu_button(format!("Speed: {name}"), |ui| {
        for (speed, name) in Speed::ALL {
            ui.selectable_value(chosen, speed, name);
        }
    });
}

/// What is said, what happened, and whether all of it is as it must be: below a fold.
fn said(ui: &mut Ui, shown: &Shown) {
    let Some(stop) = shown.stops.get(shown.at) else { return };
    if shown.at == 0 {
        let text = shown.lesson.text.as_str();
        let text = if text.is_empty() { "This is how it stood. What was done comes step by step." } else { text };
        let text = theme::sized(ui, text, 16.0);
        ui.label(text);
    } else {
        let text = theme::sized(ui, &stop.text, 16.0);
        ui.label(if stop.order.is_some() { text.color(theme::accent()) } else { text });
        let facts = shown.world.get::<Chronicle>(shown.battle).map_or(&[][..], |chronicle| &chronicle.facts);
        // What the step says itself is not said twice.
        for fact in facts.get(shown.told..).unwrap_or_default().iter().filter(|fact| fact.text != stop.text) {
            ui.horizontal_wrapped(|ui| {
                ui.add_space(fact.depth as f32 * 12.0);
                ui.label(shown.look().map_or_else(|| fact.text.clone(), |look| look.sentence_of(fact)));
            });
        }
    }
    checks(ui, shown);
}

/// What must be true at this step.
fn checks(ui: &mut Ui, shown: &Shown) {
    let Some(stop) = shown.stops.get(shown.at) else { return };
    let scenes = shown.lesson.play.get(stop.checks.clone()).unwrap_or_default();
    let facts: Vec<&(String, String)> = scenes
        .iter()
        .filter_map(|scene| match scene {
            Scene::Expect(facts) => Some(facts),
            _ => None,
        })
        .flatten()
        .collect();
    if facts.is_empty() {
        return;
    }
    let wrong = |what: &str| shown.differences.iter().find(|difference| difference.what == what);
    let amiss = facts.iter().filter(|(what, _)| wrong(what).is_some()).count();
    let (text, colour) = match (facts.len(), amiss) {
        (1, 0) => ("✔ One thing checked".to_owned(), theme::good()),
        (many, 0) => (format!("✔ {many} things checked"), theme::good()),
        (many, amiss) => (format!("✖ {amiss} of {many} not as expected"), theme::bad()),
    };
    // What is wrong is seen at once.
    let fold = CollapsingHeader::new(RichText::new(text).small().color(colour)).id_salt(("checks", shown.at));
    fold.default_open(amiss > 0).show(ui, |ui| {
        for (what, expected) in facts {
            let (text, colour) = match wrong(what) {
                None => (format!("✔ {what}: {expected}"), theme::good()),
                Some(wrong) => (format!("✖ {what}: {expected} was expected, found {}", wrong.found), theme::bad()),
            };
            ui.label(RichText::new(text).small().color(colour));
        }
    });
}

/// Lets it play by itself: the next step once this one has been read and nothing moves any more.
pub(super) fn run_on(ui: &Ui, shown: &mut Shown, speed: Speed) -> Option<Step> {
    if !shown.runs {
        return None;
    }
    if shown.at >= shown.last() {
        shown.runs = false;
        return None;
    }
    let now = ui.input(|input| input.time);
    let letters = shown.stops.get(shown.at).map_or(0, |stop| stop.text.chars().count());
    let stands = (STANDS + LETTER * letters.min(300) as f64) / motion::rate(speed, false).min(20.0);
    let since = *shown.since.get_or_insert(now);
    let left = since + stands - now;
    if left > 0.0 || shown.moves() {
        ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64(left.clamp(0.02, 10.0)));
        return None;
    }
    Some(Step::To(shown.at + 1))
}

#[cfg(test)]
mod tests {
    use crate::battle::{Look, quiet_world};
    use crate::lesson::Stage;
    use crate::overlay::trial;

    /// Promise: how a battle ended is told in a lesson as on its last page, whatever its sides are called.
    #[test]
    fn the_end_is_told_as_on_its_page() {
        let library = trial::library();
        let mut ended = 0;
        for lesson in library.lessons("zones").unwrap() {
            let mut world = quiet_world();
            let mut stage = Stage::set(&lesson, &mut world).unasked();
            stage.play_to(lesson.play.len());
            let look = Look::at(stage.world, stage.battle).unwrap();
            let Some(verdict) = look.verdict() else { continue };
            let Some(winner) = verdict.winner else { continue };
            let told: Vec<String> = look.facts().iter().map(|fact| look.sentence_of(fact)).collect();
            let name = look.side_name(winner);
            assert!(told.iter().any(|text| text.starts_with(&format!("{name} won: "))), "{}: {told:?}", lesson.id);
            assert!(!told.contains(&verdict.why), "{}: {}", lesson.id, verdict.why);
            ended += 1;
        }
        assert!(ended > 0, "no lesson ends");
    }
}
