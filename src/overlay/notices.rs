//! What there is to be told: what went wrong, what went well, what is wrong with files.

use std::time::Duration;

use bevy::app::App;
use bevy::ecs::prelude::{On, Res, ResMut, Resource};
use bevy_egui::egui::{Align2, Label, RichText, Ui, vec2};

use super::hud::Questions;
use super::panels::{Back, Begun, Decided, Frame, Height, Panels};
use super::wishes::{Wish, Wishes};
use super::{hud, theme};
use crate::rulebook::reader::Problem;

/// What went well is told for so many seconds, and longer where it takes longer to read: so many letters a second.
const TOLD: f64 = 5.0;
const LETTERS: f64 = 12.0;
/// So many faults of a file are told at once.
const PROBLEMS: usize = 4;

/// What there is to be told.
#[derive(Resource, Debug, Default)]
pub struct Notices {
    /// Something that went wrong.
    pub said: Option<String>,
    /// Something that went well.
    pub told: Option<String>,
    /// What is wrong with files that were just edited.
    pub broken: Vec<Problem>,
    /// What that is told under: which ruleset cannot be read.
    pub heading: String,
    /// What can be done about it.
    offer: Option<Offer>,
    /// What is told of the second, and since when, in seconds.
    since: Option<(String, f64)>,
    /// Something of the first two was put away by this step back.
    read: bool,
}

/// What can be done about something that is told: it stays until it is put away.
#[derive(Debug)]
struct Offer {
    /// What is told.
    of: String,
    name: &'static str,
    wish: Wish,
}

impl Notices {
    /// Tells something that went well, with a button of this name that asks for something.
    pub fn offer(&mut self, told: String, name: &'static str, wish: Wish) {
        self.offer = Some(Offer { of: told.clone(), name, wish });
        self.told = Some(told);
    }

    /// What is offered beside what is told.
    fn offered(&self) -> Option<&Offer> {
        self.offer.as_ref().filter(|offer| self.told.as_ref() == Some(&offer.of))
    }
}

/// Notices under the line at the top.
pub fn plugin(app: &mut App) {
    app.init_resource::<Notices>();
    for height in [Height::Notices, Height::Camp] {
        app.add_panel(height, told);
    }
    app.add_observer(|_: On<'_, '_, Decided>, mut notices: ResMut<'_, Notices>| {
        notices.said = None;
        if notices.offered().is_none() {
            notices.told = None;
        }
    });
    // What is offered belongs to the battle that is left.
    app.add_observer(|_: On<'_, '_, Begun>, mut notices: ResMut<'_, Notices>| {
        (notices.told, notices.offer, notices.since) = (None, None, None);
    });
    // What went wrong or well has been read by whoever steps back, whatever else they put away.
    app.on_back(Back::First, |mut notices: ResMut<'_, Notices>| {
        notices.read = notices.said.take().is_some() | notices.told.take().is_some();
        false
    });
    app.on_back(Back::Notices, |mut notices: ResMut<'_, Notices>| {
        let broken = !std::mem::take(&mut notices.broken).is_empty();
        broken || notices.read
    });
}

fn told(
    Frame { ui, places, .. }: Frame<'_>,
    mut with: ResMut<'_, Notices>,
    mut wishes: ResMut<'_, Wishes>,
    asked: Res<'_, Questions>,
) {
    if with.said.is_none() && with.told.is_none() && with.broken.is_empty() {
        // The same words later are told as long as at first.
        if with.since.is_some() {
            with.since = None;
        }
        return;
    }
    let width = (places.whole.width() * 0.6).min(720.0 * theme::scale(ui.ctx()));
    let at = places.field.center_top() + vec2(0.0, 4.0) + asked.aside(ui.ctx(), "told", places.field, width);
    hud::lay(ui.ctx(), "told", (Align2::CENTER_TOP, at), |ui| {
        ui.set_max_width(width);
        notices(ui, &mut with, &mut wishes);
    });
}

/// What went well is put away by itself once there was time to read it.
fn fade(ui: &Ui, with: &mut Notices) {
    let Some(told) = with.told.as_ref().filter(|_| with.offered().is_none()) else {
        with.since = None;
        return;
    };
    let now = ui.input(|input| input.time);
    let since = with.since.take().filter(|(text, _)| text == told).unwrap_or_else(|| (told.clone(), now));
    let left = since.1 + TOLD.max(told.chars().count() as f64 / LETTERS) - now;
    if left <= 0.0 {
        with.told = None;
        return;
    }
    ui.ctx().request_repaint_after(Duration::from_secs_f64(left));
    with.since = Some(since);
}

/// What went wrong, until it is put away, or well, for a while.
pub fn notices(ui: &mut Ui, with: &mut Notices, wishes: &mut Wishes) {
    fade(ui, with);
    let line = |ui: &mut Ui, text: String, colour| {
        let mut away = false;
        ui.horizontal(|ui| {
            away = ui.small_button("dismiss").clicked();
            ui.add(Label::new(RichText::new(text).color(colour)).wrap());
        });
        away
    };
    if let Some(said) = with.said.clone()
        && line(ui, said, theme::bad())
    {
        with.said = None;
    }
    if let Some(told) = with.told.clone()
        && line(ui, told, theme::good())
    {
        with.told = None;
    }
    if let Some(offer) = with.offered()
        && ui.button(offer.name).clicked()
    {
        wishes.wish = Some(offer.wish.clone());
        with.told = None;
    }
    if !with.broken.is_empty() {
        ui.separator();
        let away = line(ui, with.heading.clone(), theme::accent());
        for problem in with.broken.iter().take(PROBLEMS) {
            ui.label(RichText::new(problem.to_string()).monospace().color(theme::bad()));
        }
        if with.broken.len() > PROBLEMS {
            ui.label(RichText::new(format!("and {} more", with.broken.len() - PROBLEMS)).color(theme::bad()));
        }
        if away {
            with.broken.clear();
        }
    }
}
