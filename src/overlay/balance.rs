//! Whether a battle is even, before it is begun: one thing of it is varied, and beside the window each value is fought until
//! it is known whom it favours.

mod chart;
mod choose;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bevy::app::App;
use bevy::ecs::prelude::{On, Res, ResMut, Resource};
use bevy_egui::egui::{Context, ProgressBar, RichText, ScrollArea, Ui, Window, vec2};

use super::beside::{Beside, Heard, Written, threads};
use super::panels::{Back, Begun, Height, Page, Panels};
use super::start::NextBattle;
use super::theme;
use crate::ai::Skill;
use crate::balance::{Found, News, Row, Sampling, Trial, Vary};
use crate::battle::Setup;
use crate::errand::{self, Errand};
use crate::rulebook::Scenario;
use choose::Chosen;

/// Points of the window across, at the usual size of text.
const WIDTH: f32 = 560.0;
/// How closely it can be found out: within what share of battles, in a word.
const CLOSE: [(f64, &str); 3] = [(0.1, "roughly"), (0.05, "closely"), (0.03, "very closely")];
/// No more battles than this for a value, which is more than the closest asks for.
const MOST: u64 = 8_000;

/// The page, and what it shows.
#[derive(Resource)]
pub struct Balance {
    /// Whether it is shown.
    pub open: bool,
    /// How closely it is found out.
    pub sampling: Sampling,
    about: Option<About>,
    job: Option<Beside<Result<(), String>>>,
    /// What the work has found out so far.
    known: Arc<Mutex<Vec<Row>>>,
    found: Option<Found>,
    /// Why it cannot be found out.
    wrong: Option<String>,
}

/// The battle that it is about, and what is chosen to be varied in it.
struct About {
    title: String,
    /// The name of its scenario.
    scenario: String,
    setup: Arc<Setup>,
    chosen: Chosen,
}

impl Default for Balance {
    fn default() -> Self {
        let sampling =
            Sampling { skill: Skill::default(), seed: 0, threads: threads(), most: MOST, within: CLOSE[0].0 };
        let known = Arc::default();
        Self { open: false, sampling, about: None, job: None, known, found: None, wrong: None }
    }
}

/// The window of its own.
pub fn plugin(app: &mut App) {
    app.init_resource::<Balance>();
    app.add_page(
        Height::Windows,
        |Page { ui, .. }: Page<'_>, mut balance: ResMut<'_, Balance>, next: Res<'_, NextBattle>| {
            balance.hear();
            balance.page(ui.ctx(), next.seed);
        },
    );
    app.add_observer(|_: On<'_, '_, Begun>, mut balance: ResMut<'_, Balance>| {
        *balance = Balance { sampling: balance.sampling, ..Balance::default() };
    });
    app.on_back(Back::Window("balance"), |mut balance: ResMut<'_, Balance>| balance.close());
}

/// The work for a worker, who tells of it as a thread would.
fn written(
    scenario: String,
    vary: Option<Vary>,
    sampling: Sampling,
    known: Arc<Mutex<Vec<Row>>>,
) -> Written<Result<(), String>> {
    let hear = move |news: errand::News, heard: &Heard| match news {
        errand::News::Battle => {
            // Whoever stops it sends the worker away.
            let _ = heard.step();
            None
        }
        errand::News::Known(row) => {
            known.lock().unwrap_or_else(PoisonError::into_inner).push(row);
            None
        }
        errand::News::Over(_) => Some(Ok(())),
        errand::News::Wrong(why) => Some(Err(why)),
        errand::News::Looked { .. } => None,
    };
    Written { errand: Ok(Errand::Balance { scenario, vary, sampling }), hear: Box::new(hear) }
}

impl Balance {
    /// Opens the page of a battle; what was found of it last still stands there.
    pub fn show(&mut self, scenario: &Scenario) {
        let Scenario { title, name, setup, .. } = scenario;
        self.open = true;
        if self.about.as_ref().is_none_or(|about| !Arc::ptr_eq(&about.setup, setup)) {
            let (title, scenario) = (title.clone(), name.clone());
            let about = About { title, scenario, setup: setup.clone(), chosen: Chosen::of(setup) };
            *self = Self { open: true, sampling: self.sampling, about: Some(about), ..Self::default() };
        }
    }

    /// Closes it, which stops the work; whether it was open.
    pub fn close(&mut self) -> bool {
        self.job = None;
        std::mem::take(&mut self.open)
    }

    /// Whether something is still being found out.
    pub const fn is_at_work(&self) -> bool {
        self.job.is_some()
    }

    /// What has been found.
    pub const fn found(&self) -> Option<&Found> {
        self.found.as_ref()
    }

    /// Begins to find out, with dice that come from `seed`.
    fn find_out(&mut self, seed: u64) {
        let Some(about) = &self.about else { return };
        let (setup, sampling) = (about.setup.clone(), Sampling { seed, ..self.sampling });
        let vary = about.chosen.vary();
        let nothing = vary.and_then(|vary| Found::nothing(&setup, vary, sampling.within));
        let nothing = match nothing {
            Ok(nothing) => nothing,
            Err(why) => {
                (self.found, self.wrong) = (None, Some(why.to_string()));
                return;
            }
        };
        self.known = Arc::default();
        let written = written(about.scenario.clone(), nothing.vary.clone(), sampling, self.known.clone());
        let (known, vary) = (self.known.clone(), nothing.vary.clone());
        let work = move |heard: &Heard| {
            let trial = Trial::of(&setup, vary).map_err(|why| why.to_string())?;
            let found = trial.fought(sampling, |news| match news {
                News::Begins(_) => heard.goes_on(),
                News::Battle => heard.step(),
                News::Known(row) => {
                    known.lock().unwrap_or_else(PoisonError::into_inner).push(row);
                    heard.goes_on()
                }
            });
            found.map(drop).map_err(|why| why.to_string())
        };
        self.found = Some(nothing);
        (self.job, self.wrong) = match Beside::begin("balance", work, written) {
            Ok(job) => (Some(job), None),
            Err(why) => (None, Some(why)),
        };
    }

    /// Hears how far the work has come.
    fn hear(&mut self) {
        if self.job.is_none() {
            return;
        }
        if let Some(Err(why) | Ok(Err(why))) = Beside::over(&mut self.job) {
            self.wrong = Some(why);
        }
        if let Some(found) = &mut self.found {
            found.rows.clone_from(&self.known.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }

    fn page(&mut self, context: &Context, seed: u64) {
        if !self.open {
            return;
        }
        let Some(title) = self.about.as_ref().map(|about| format!("{}: is it even?", about.title)) else { return };
        let mut open = true;
        let room = context.content_rect();
        let em = theme::scale(context);
        let wide = (room.width() - 32.0 * em).min(WIDTH * em);
        let high = (room.height() - 110.0 * em.min(1.5)).min(520.0 * em);
        let at = room.center() - vec2(wide, high + 60.0 * em) / 2.0;
        let window = Window::new(title).id("balance".into()).open(&mut open).resizable(false).collapsible(false);
        window.default_pos(at.max(room.min)).fade_in(false).show(context, |ui| {
            ui.set_width(wide);
            let page = ScrollArea::vertical().auto_shrink([false, true]);
            page.max_height(high).min_scrolled_height(high).show(ui, |ui| {
                self.chosen(ui, seed);
                self.told(ui);
            });
        });
        if !open {
            self.close();
        }
    }

    /// What is varied, how closely it is found out, and the button that begins or stops it.
    fn chosen(&mut self, ui: &mut Ui, seed: u64) {
        let Some(About { setup, chosen, .. }) = &mut self.about else { return };
        let tip = "\"Find out\" has the computer play both sides again and again, and tells how often each wins. A draw counts half.";
        ui.label(RichText::new(tip).small().color(theme::faint()));
        let is_free = self.job.is_none();
        ui.add_enabled_ui(is_free, |ui| {
            chosen.choose(ui, &setup.sides);
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new("How closely").color(theme::faint()));
                for (within, word) in CLOSE {
                    let tip = format!("Each chance within {:.0} of 100", within * 100.0);
                    ui.selectable_value(&mut self.sampling.within, within, word).on_hover_text(tip);
                }
            });
        });
        ui.add_space(theme::em(ui, 4.0));
        let Some(job) = &self.job else {
            let tip = "The same dice number of the start screen finds the same";
            if theme::main_button(ui, "Find out", ui.available_width(), true).on_hover_text(tip).clicked() {
                self.find_out(seed);
            }
            return;
        };
        ui.ctx().request_repaint_after(Duration::from_millis(100));
        let (known, of) = self.found.as_ref().map_or((0, 1), |found| (found.rows.len(), values(found)));
        let text = format!("{known} of {of} values, {} battles", job.done());
        ui.add(ProgressBar::new(known as f32 / of as f32).text(text));
        if ui.button("Stop").clicked() {
            job.stop();
        }
    }

    /// What has been found.
    fn told(&self, ui: &mut Ui) {
        if let Some(wrong) = &self.wrong {
            ui.label(RichText::new(wrong).color(theme::bad()));
        }
        // A fault stands without a chart that holds nothing.
        let Some(found) = self.found.as_ref().filter(|found| self.wrong.is_none() || !found.rows.is_empty()) else {
            return;
        };
        ui.add_space(theme::em(ui, 6.0));
        if let Some(said) = found.sentence() {
            ui.label(RichText::new(said).strong());
        }
        let (known, of) = (found.rows.len(), values(found));
        if known < of && self.job.is_none() && self.wrong.is_none() {
            let text = format!("Stopped after {known} of {of} values.");
            ui.label(RichText::new(text).small().color(theme::faint()));
        }
        ui.add_space(theme::em(ui, 4.0));
        chart::chart(ui, found);
    }
}

/// How many values are to be fought.
fn values(found: &Found) -> usize {
    found.vary.as_ref().map_or(1, |vary| vary.values().len())
}
