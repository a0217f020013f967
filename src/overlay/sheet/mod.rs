//! The sheet of a fighter: what it is in, its figures with all that makes them
//! up, its wounds, what it carries and has learned.

mod body;
mod figures;
mod gear;
mod line;
mod standing;

use bevy::app::App;
use bevy::ecs::prelude::{Local, On, Res, ResMut, Resource};
use bevy_egui::egui::{CollapsingHeader, Panel, ProgressBar, RichText, ScrollArea, TextStyle, Ui};

use super::book::{self, Book};
use super::hud::{Drawer, Hud, Layout, drawers};
use super::keys::Act;
use super::motion::Motion;
use super::notices::Notices;
use super::panels::{Back, Begun, Frame, Height, Panels, Pressed, Seen};
use super::pointer::Pointer;
use super::timeline::Timeline;
use super::tokens::states;
use super::view::FieldView;
use super::{hand::Hand, theme, tokens};
use crate::battle::{Id, Key, Look};

pub use gear::facts;
use line::{is_empty, line};
use standing::Last;
pub use standing::Standing;

/// Points of the drawer across, at the usual size of text.
pub const WIDTH: f32 = 290.0;
/// Points below what the drawer tells.
const BELOW: f32 = 12.0;

/// Whose sheet it is.
#[derive(Resource, Debug, Default)]
pub struct Sheet {
    /// Who is selected.
    pub selected: Option<Id>,
    /// Whether it is drawn out.
    pub open: bool,
    /// Whoever of those who sit here had the last turn, and its round.
    turn: Option<(Id, i32)>,
    last: Last,
    /// How many points high all of it was as a drawer when it was drawn last.
    high: Option<f32>,
}

/// The sheet: a drawer at a side of the field, and a side of the camp.
pub fn plugin(app: &mut App) {
    app.init_resource::<Sheet>();
    app.add_panel(
        Height::Drawers,
        |Frame { ui, look, .. }: Frame<'_>,
         (layout, motion, timeline): (Res<'_, Layout>, Res<'_, Motion>, Res<'_, Timeline>),
         mut panel: ResMut<'_, Sheet>,
         mut book: ResMut<'_, Book>,
         mut notices: ResMut<'_, Notices>,
         mut before: Local<'_, Option<Id>>| {
            if !timeline.looks_back() {
                panel.follow(look);
            }
            let now = panel.selected.filter(|_| panel.open);
            // Whoever clicks for it where it has no room hears why, as by its key.
            let is_asked = std::mem::replace(&mut *before, now) != now && ui.input(|input| input.pointer.any_click());
            if is_asked && now.is_some() {
                layout.tell(Drawer::Sheet, &mut notices);
            }
            if let Some(rect) = layout.drawer(Drawer::Sheet) {
                let standing = whose(look, panel.selected).map(|who| panel.last.standing(look, &motion, who));
                let mut high = 0.0;
                let add = |ui: &mut Ui| {
                    let above = ui.max_rect().top() - rect.top();
                    high = above + sheet(ui, look, standing.as_deref(), &mut book) + BELOW;
                };
                let away = drawers::drawer(ui, rect, "Sheet", add);
                if panel.high.is_none_or(|before| (before - high).abs() > 1.0) {
                    panel.high = Some(high);
                    ui.ctx().request_repaint();
                }
                panel.open = !away;
            }
        },
    );
    app.add_panel(
        Height::Camp,
        |Frame { ui, look, places, .. }: Frame<'_>, panel: Res<'_, Sheet>, mut book: ResMut<'_, Book>| {
            if panel.open {
                let side = Panel::right("sheet").exact_size(places.side(WIDTH * theme::scale(ui.ctx())));
                side.show(ui, |ui| sheet(ui, look, of(look, panel.selected).as_ref(), &mut book));
            }
        },
    );
    app.add_observer(|_: On<'_, '_, Begun>, mut sheet: ResMut<'_, Sheet>| {
        (sheet.selected, sheet.turn) = (None, None);
        sheet.last.forget();
    });
    app.on_seen(|Seen(look): Seen<'_>, mut sheet: ResMut<'_, Sheet>| {
        sheet.selected.take_if(|id| !look.knows_of(*id));
    });
    app.on_back(Back::Hud, |mut sheet: ResMut<'_, Sheet>, mut hud: ResMut<'_, Hud>| {
        let open = sheet.open || hud.presents;
        (sheet.open, hud.presents) = (false, false);
        open
    });
    app.on_back(Back::Selected, |mut sheet: ResMut<'_, Sheet>| sheet.selected.take().is_some());
    app.on_key(on_key);
}

fn on_key(
    Pressed { act, look }: Pressed<'_>,
    mut sheet: ResMut<'_, Sheet>,
    mut view: ResMut<'_, FieldView>,
    mut pointer: ResMut<'_, Pointer>,
    hand: Res<'_, Hand>,
    (layout, mut notices): (Res<'_, Layout>, ResMut<'_, Notices>),
) {
    match (act, look) {
        (Act::Sheet, _) => {
            let other = look.and_then(|look| pointer.over(look)).or(hand.target);
            let other = other.filter(|who| !who.is_thing() && sheet.selected != Some(*who));
            sheet.selected = other.or(look.and_then(|look| look.asked())).or(sheet.selected);
            // Of somebody else it stays.
            if other.is_none() || layout.drawer(Drawer::Sheet).is_none() {
                layout.turn(Drawer::Sheet, &mut sheet.open, &mut notices);
            }
        }
        (Act::NextFighter | Act::PreviousFighter, Some(look)) => {
            sheet.next(&mut view, look, if act == Act::NextFighter { 1 } else { -1 });
            pointer.picked = sheet.selected;
        }
        _ => {}
    }
}

impl Sheet {
    /// Who is selected while the sheet is drawn out: else nobody sees whose it would be.
    pub fn pinned(&self) -> Option<Id> {
        self.selected.filter(|_| self.open)
    }

    /// How many points high all of it is as a drawer, as far as that is known.
    pub const fn high(&self) -> Option<f32> {
        self.high
    }

    /// With each new turn of those who sit here the sheet is that of whoever acts, whoever was clicked before.
    fn follow(&mut self, look: Look<'_>) {
        let asked = look.question().filter(|question| question.choices.is_none() && look.is_played_here(question.side));
        let Some(now) = asked.and_then(|question| Some((question.who?, look.clock().round))) else { return };
        if self.turn.replace(now).is_some_and(|before| before != now) {
            self.selected = None;
        }
    }

    /// Goes to the next fighter (or the one before): of those that can be chosen for the turn at hand, else of those on
    /// the side of whoever is asked.
    fn next(&mut self, view: &mut FieldView, look: Look<'_>, step: isize) {
        let side = look.question().map(|question| question.side);
        let own = |id: &Id| look.is_in_play(*id) && side.is_none_or(|side| look.side(*id) == side);
        let fighters: Vec<Id> = look.shown().filter(own).collect();
        let now = self.selected.or(look.asked());
        let now = now.and_then(|now| fighters.iter().position(|id| *id == now));
        let count = fighters.len() as isize;
        if count > 0 {
            let next = now.map_or(0, |now| (now as isize + step).rem_euclid(count));
            self.selected = fighters.get(next as usize).copied();
            view.place = self.selected.map(|who| look.footprint(who).at);
        }
    }
}

/// Whose sheet it is: that of whoever is selected, else of whoever acts.
fn whose(look: Look<'_>, selected: Option<Id>) -> Option<Id> {
    let acts = || look.clock().turn.filter(|who| look.knows_of(*who));
    selected.or_else(|| look.asked()).or_else(acts)
}

/// How they stand, where nothing waits to be shown.
pub fn of(look: Look<'_>, selected: Option<Id>) -> Option<Standing> {
    whose(look, selected).map(|who| Standing::of(look, who))
}

/// The sheet of somebody; how high all of it is.
pub fn sheet(ui: &mut Ui, look: Look<'_>, standing: Option<&Standing>, book: &mut Book) -> f32 {
    let Some(standing) = standing else {
        let told = ui.label(RichText::new("Click on a fighter to see their sheet.").color(theme::faint()));
        return told.rect.height();
    };
    let who = standing.who;
    let area = ScrollArea::vertical().min_scrolled_height(0.0).id_salt("sheet").auto_shrink(false);
    let shown = area.show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            super::track::chip(ui, look, who);
            ui.label(RichText::new(look.name(who)).heading());
        });
        if let Some(profile) = look.profile(who) {
            if profile.name != look.name(who) {
                ui.label(RichText::new(profile.name.as_str()).color(theme::faint()));
            }
            ui.label(RichText::new(&profile.blurb).italics());
        }
        if let Some((left, whole)) = standing.fares.health {
            let share = left.max(0) as f32 / whole.max(1) as f32;
            let colour = theme::over(theme::sunken(), tokens::health_colour(share), 0.75);
            let height = ui.text_style_height(&TextStyle::Body) + 2.0;
            let bar = ProgressBar::new(share).fill(colour).corner_radius(3).desired_height(height);
            let told = "What is left of them. At the end of it they are out of the fight, or worse.";
            ui.add(bar.text(RichText::new(format!("{left} of {whole}")).strong())).on_hover_text(told);
        }
        let states = states::sorted(look, &standing.fares.states);
        for state in states.iter().filter(|state| state.condition.part.is_none()) {
            states::told(ui, look, state, Some(&mut *book));
        }
        if standing.figures.is_empty() {
            ui.label(RichText::new("The rest is told once all has been shown.").small().color(theme::faint()));
            return;
        }
        for told in standing.lines.iter().filter(|line| !is_empty(&line.text)) {
            line(ui, look, book, told);
        }
        body::wounds(ui, look, standing, book);
        for (group, title, open) in
            [("figure", "Figures", true), ("ability", "Abilities", false), ("skill", "Skills", false)]
        {
            if look.rules().figures.values().any(|def| def.group.as_deref() == Some(group)) {
                let header = CollapsingHeader::new(title).default_open(open);
                header.show(ui, |ui| figures::figures(ui, look, standing, group, book));
            }
        }
        if !standing.gear.is_empty() {
            let header = CollapsingHeader::new("Arms and gear").default_open(true);
            header.show(ui, |ui| gear::gear(ui, look, &standing.gear, book));
        }
        learned(ui, look, who, book);
    });
    shown.content_size.y
}

/// Techniques and combos, with what they do.
fn learned(ui: &mut Ui, look: Look<'_>, who: Id, book: &mut Book) {
    let (techniques, combos): (Vec<Key>, _) = (look.techniques(who).collect(), look.combos(who));
    if techniques.is_empty() && combos.is_empty() {
        return;
    }
    CollapsingHeader::new("Learned").default_open(false).show(ui, |ui| {
        for technique in &techniques {
            let def = look.rules().conditions.get(technique);
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 5.0;
                ui.label(technique.as_str());
                def.iter().for_each(|def| book::link(ui, look, book, def.rule));
            });
            if let Some(def) = def {
                ui.label(RichText::new(&def.text).small().color(theme::faint()));
            }
        }
        for (name, parts) in &combos {
            ui.label(name.as_str());
            let parts: Vec<&str> = parts.iter().map(|part| part.as_str()).collect();
            ui.label(RichText::new(parts.join(", then ")).small().color(theme::faint()));
        }
    });
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{
        Context, Event, Modifiers, MouseWheelUnit, Pos2, RawInput, Rect, Shape, TouchPhase, pos2, vec2,
    };

    use super::*;
    use crate::overlay::trial;

    /// Promise: however low the drawer and however large or small the text, the sheet scrolls to its last line.
    #[test]
    fn a_sheet_scrolls_to_its_last_line() {
        let game = trial::begun("gate", 1);
        let look = trial::look(&game);
        let standing = Standing::of(look, look.find("Colonel Mauve").unwrap());
        for (text, high) in [(75, 60.0), (75, 97.0), (100, 130.0), (100, 400.0), (150, 195.0), (200, 260.0)] {
            let context = Context::default();
            context.run_ui(RawInput::default(), |_| {}).textures_delta.clear();
            theme::dress(&context, text, theme::Colours::Usual, &theme::start());
            let rect = Rect::from_min_size(pos2(8.0, 8.0), vec2(WIDTH * text as f32 / 100.0, high));
            let mut last = None;
            for frame in 0..60 {
                let delta = vec2(0.0, -400.0);
                let (unit, phase) = (MouseWheelUnit::Point, TouchPhase::Move);
                let wheel = Event::MouseWheel { unit, delta, phase, modifiers: Modifiers::NONE };
                let input = RawInput {
                    screen_rect: Some(Rect::from_min_size(Pos2::ZERO, vec2(1200.0, 900.0))),
                    time: Some(f64::from(frame) / 20.0),
                    events: vec![Event::PointerMoved(rect.center_bottom() - vec2(0.0, 20.0)), wheel],
                    ..RawInput::default()
                };
                let mut output = context.run_ui(input, |ui| {
                    drawers::drawer(ui, rect, "Sheet", |ui| {
                        sheet(ui, look, Some(&standing), &mut Book::default());
                    });
                });
                output.textures_delta.clear();
                let mut said = output.shapes.iter().filter_map(|shape| match &shape.shape {
                    Shape::Text(text) if text.galley.job.text == "Learned" => {
                        Some((text.visual_bounding_rect(), shape.clip_rect))
                    }
                    _ => None,
                });
                last = said.next_back();
            }
            let (line, clip) = last.unwrap();
            let place = format!("text {text}, {high} high: {line:?} in {clip:?} of {rect:?}");
            assert!(line.bottom() <= clip.bottom() + 1.0 && line.bottom() <= rect.bottom(), "{place}");
        }
    }

    /// Promise: with a new turn the sheet goes to whoever acts; within one it stays with whoever was clicked.
    #[test]
    fn a_new_turn_brings_the_sheet_of_whoever_acts() {
        let (mut sheet, mut before, mut turns) = (Sheet::default(), None, 0);
        trial::watch("gate", 1, 60, |look| {
            let Some(question) = look.question() else { return };
            let is_turn = question.choices.is_none() && look.is_played_here(question.side);
            let now = question.who.filter(|_| is_turn).map(|who| (who, look.clock().round));
            let other = look.everybody().last();
            sheet.selected = other;
            sheet.follow(look);
            let is_new = now.is_some() && before.is_some() && now != before;
            assert_eq!(sheet.selected, if is_new { None } else { other });
            turns += usize::from(is_new);
            before = now.or(before);
        });
        assert!(turns > 3, "{turns} turns");
    }
}
