//! The battle that is over, looked at again: chances to win over its course, what was given away, who was lucky. It is found
//! out beside the window, on threads of its own, and lies beside the save afterwards.

mod chart;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bevy::app::App;
use bevy::ecs::prelude::{On, Res, ResMut, Resource};
use bevy_egui::egui::{
    Align, Button, Color32, Context, Layout, ProgressBar, RichText, ScrollArea, Sense, Stroke, Ui, Window, vec2,
};

use super::beside::{Beside, Heard, threads};
use super::hud::drawers;
use super::log::LogPanel;
use super::panels::{Back, Begun, Frame, Height, Panels};
use super::sheet::Sheet;
use super::theme;
use super::timeline::Timeline;
use super::wishes::{Wish, Wishes};
use crate::analysis::{Analysis, Effort, Fortune, Grade, Judged, Luck, Played, Progress};

/// So many decisions are told on whose dice most hung.
const LUCKIEST: usize = 6;
/// Points of the window across, at the usual size of text.
const WIDTH: f32 = 460.0;

/// The page, and what it shows.
#[derive(Resource, Default)]
pub struct Review {
    /// Whether it is shown.
    pub open: bool,
    /// How much is tried out.
    pub effort: Effort,
    job: Option<Beside<Result<Option<Analysis>, String>>>,
    /// What the work has found so far.
    known: Arc<Mutex<Known>>,
    /// When it was begun, and how many decisions and what share of the whole it has looked at.
    begun: Option<Instant>,
    done: (usize, f64),
    found: Option<(Analysis, Luck)>,
    /// Why there is nothing to show.
    wrong: Option<String>,
}

/// What the work has found so far: how many decisions, and what share of the whole.
#[derive(Default)]
struct Known {
    found: Option<Analysis>,
    decisions: usize,
    share: f64,
}

/// The window of its own.
pub fn plugin(app: &mut App) {
    app.init_resource::<Review>();
    for height in [Height::Notices, Height::Camp] {
        app.add_panel(height, page);
    }
    app.add_observer(|_: On<'_, '_, Begun>, mut review: ResMut<'_, Review>| *review = Review::default());
    app.on_back(Back::Notices, |mut review: ResMut<'_, Review>| std::mem::take(&mut review.open));
}

impl Review {
    /// Shows a battle: what is kept of it, else what is found out from now on. `save`: where it keeps itself.
    pub fn begin(&mut self, played: Played, save: Option<PathBuf>) {
        self.open = true;
        let effort = self.effort;
        let is_known = self.found.as_ref().is_some_and(|(found, _)| found.digest == played.digest());
        if is_known && self.begun.is_none() || self.job.is_some() {
            return;
        }
        if let Some(kept) = save.as_ref().and_then(|save| Analysis::kept(save, played.digest(), effort)) {
            self.show(kept);
            return;
        }
        self.known = Arc::default();
        let known = self.known.clone();
        let work = move |heard: &Heard| {
            let found = played.analysed(effort, threads(), |progress| {
                let Progress { found, decisions, share } = progress;
                *known.lock().unwrap_or_else(PoisonError::into_inner) =
                    Known { found: Some(found.clone()), decisions, share };
                heard.step()
            });
            let found = found.map_err(|why| why.to_string());
            if let (Ok(Some(found)), Some(save)) = (&found, save) {
                // What cannot be kept is found anew the next time.
                let _ = found.keep(&save);
            }
            found
        };
        match Beside::begin("analysis", work) {
            Ok(job) => {
                (self.job, self.wrong, self.found) = (Some(job), None, None);
                (self.begun, self.done) = (Some(Instant::now()), (0, 0.0));
            }
            Err(why) => self.wrong = Some(why),
        }
    }

    /// Hears how far the work has come, and whether it is done.
    fn hear(&mut self) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known.found.take() {
            self.done = (known.decisions, known.share);
            let luck = Luck::of(&found);
            self.found = Some((found, luck));
        }
        drop(known);
        match Beside::over(&mut self.job) {
            Some(Ok(Ok(Some(found)))) => self.show(found),
            Some(Ok(Err(why)) | Err(why)) => self.wrong = Some(why),
            Some(Ok(Ok(None))) | None => {}
        }
    }

    /// Shows what was found.
    pub fn show(&mut self, found: Analysis) {
        let luck = Luck::of(&found);
        (self.job, self.wrong, self.begun, self.found) = (None, None, None, Some((found, luck)));
    }

    /// Tells the work to stop: what it has found by then stays.
    pub fn stop(&self) {
        self.job.iter().for_each(Beside::stop);
    }

    /// How far it has come: "12 of 177 decisions, about 4 minutes left"; where it goes on no more, that it was stopped.
    fn told(&self) -> Option<String> {
        let of = self.found.as_ref().map_or(0, |(found, _)| found.decisions.len());
        let (done, share) = self.done;
        let begun = self.begun?;
        Some(match self.job {
            None => format!("Stopped after {done} of {of} decisions. The menu begins it anew."),
            Some(_) if of == 0 => "Looking at the first decision".to_owned(),
            Some(_) => format!("{done} of {of} decisions, {}", left(begun.elapsed(), share)),
        })
    }

    /// Whether something is still being found out.
    pub const fn is_at_work(&self) -> bool {
        self.job.is_some()
    }
}

fn page(
    Frame { ui, places, .. }: Frame<'_>,
    mut review: ResMut<'_, Review>,
    timeline: Res<'_, Timeline>,
    mut wishes: ResMut<'_, Wishes>,
    (sheet, log): (Res<'_, Sheet>, Res<'_, LogPanel>),
) {
    review.hear();
    if !review.open {
        return;
    }
    let context: &Context = ui.ctx();
    let em = theme::scale(context);
    let mut open = true;
    let size = vec2((WIDTH * em).min(places.field.width() * 0.5), places.field.height() - 48.0 * em.min(1.4));
    let window = Window::new("The battle looked at again").id("review".into()).open(&mut open).fade_in(false);
    // Beside the log, not under it.
    let clear = drawers::clear(ui, &places, &sheet, &log);
    let window = window.default_pos(clear.right_top() + vec2(-size.x - 30.0, 8.0)).default_size(size);
    window.constrain_to(clear).collapsible(false).show(context, |ui| {
        ui.set_max_width(size.x);
        let told = review.told();
        if review.is_at_work() {
            ui.ctx().request_repaint_after(Duration::from_millis(100));
            ui.label("Every decision is tried out on copies of the battle, with what else could have been done.");
            let (_, share) = review.done;
            ui.add(ProgressBar::new(share as f32).text(told.unwrap_or_default()));
            if ui.button("Stop").on_hover_text("What is known by then stays").clicked() {
                review.stop();
            }
        } else if let Some(told) = told {
            ui.label(RichText::new(told).color(theme::faint()));
        }
        if let Some(wrong) = &review.wrong {
            ui.label(RichText::new(wrong).color(theme::bad()));
        }
        let Some((found, luck)) = &review.found else {
            return;
        };
        let mut to = None;
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            if found.moments.is_empty() {
                let later = "Chances to win come after the decisions that people made.";
                ui.label(RichText::new(later).color(theme::faint()));
            } else {
                ui.label(RichText::new("Chance to win").heading());
                to = chart::chart(ui, found, timeline.now()).or(to);
            }
            ui.add_space(theme::em(ui, 8.0));
            to = given_away(ui, found).or(to);
            ui.add_space(theme::em(ui, 8.0));
            to = fortunes(ui, found, luck).or(to);
        });
        if let Some(to) = to {
            wishes.wish = Some(Wish::LookBack(to));
        }
    });
    review.open &= open;
}

/// How long it will take, in words, after so long for such a share.
fn left(passed: Duration, share: f64) -> String {
    if share <= 0.0 {
        return "no telling yet how long".to_owned();
    }
    let seconds = passed.as_secs_f64() * (1.0 - share).max(0.0) / share;
    match (seconds / 60.0).round() as u64 {
        0 => "less than a minute left".to_owned(),
        1 => "about a minute left".to_owned(),
        minutes => format!("about {minutes} minutes left"),
    }
}

/// What each side gave away, and the decisions with which it did; the one that was clicked on.
fn given_away(ui: &mut Ui, found: &Analysis) -> Option<usize> {
    ui.label(RichText::new("What was given away").heading());
    for (side, name) in (0..).zip(&found.sides) {
        let told = found.grades(side).map(|(grade, count)| format!("{count} {}", grade.word()));
        ui.horizontal_wrapped(|ui| {
            named(ui, side, name);
            ui.label(told.join(" · "));
        });
    }
    let mut to = None;
    for (number, judged) in found.decisions.iter().enumerate() {
        let Some(grade) = judged.grade.filter(|grade| *grade > Grade::Good) else { continue };
        let away = judged.given_away * 100.0;
        let better = judged.better.as_deref().unwrap_or_default();
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            ui.label(RichText::new(grade.word()).strong().color(colour(grade)));
            if decision(ui, found, number, judged) {
                to = Some(number);
            }
            ui.label(RichText::new(format!("{away:.0}% less than: {better}")).color(theme::faint()));
        });
    }
    to
}

/// Who was lucky, and with what; the decision that was clicked on.
fn fortunes(ui: &mut Ui, found: &Analysis, luck: &Luck) -> Option<usize> {
    ui.label(RichText::new("Luck").heading());
    let tip = "What the dice brought beside what they bring on an average, in hundredths of a battle";
    ui.label(RichText::new(tip).small().color(theme::faint()));
    for ((side, name), fortune) in (0..).zip(&found.sides).zip(&luck.sides) {
        ui.horizontal(|ui| {
            named(ui, side, name);
            brought(ui, fortune);
        });
    }
    for ((side, name), fortune) in luck.luckiest_first() {
        ui.horizontal(|ui| {
            ui.add_space(theme::em(ui, 12.0));
            named(ui, *side, name);
            brought(ui, fortune);
        });
    }
    ui.label(RichText::new("The dice on which most hung").strong());
    let mut to = None;
    for number in luck.moments.iter().take(LUCKIEST) {
        let Some(judged) = found.decisions.get(*number) else { continue };
        let own = judged.own_luck().unwrap_or(0.0) * 100.0;
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            let colour = if own < 0.0 { theme::bad() } else { theme::good() };
            ui.label(RichText::new(format!("{own:+.0}")).strong().color(colour));
            if decision(ui, found, *number, judged) {
                to = Some(*number);
            }
        });
    }
    to
}

/// A decision in words, as a way to it; whether it was clicked.
fn decision(ui: &mut Ui, found: &Analysis, number: usize, judged: &Judged) -> bool {
    let text = format!("round {}, {}: {}", judged.round, found.whose(judged), judged.order);
    let button = ui.add(Button::new(RichText::new(text)).small().wrap());
    let button = button.on_hover_ui(|ui| {
        ui.set_max_width(320.0 * theme::scale(ui.ctx()));
        ui.label(format!("Decision {}: click to look at the battle as it stood", number + 1));
        judged.rolls.iter().for_each(|roll| {
            ui.label(RichText::new(roll).color(theme::faint()));
        });
    });
    button.clicked()
}

/// The name of a side, or of somebody of it, with its mark.
fn named(ui: &mut Ui, side: usize, name: &str) {
    let number = u8::try_from(side).unwrap_or_default();
    let size = theme::em(ui, 12.0);
    let (rect, _) = ui.allocate_exact_size(vec2(size, size), Sense::hover());
    let edge = Stroke::new(1.0, theme::INK);
    super::tokens::shape(ui.painter(), rect.center(), size * 0.4, number, theme::side(number), edge);
    ui.label(name);
}

/// What the dice brought somebody.
fn brought(ui: &mut Ui, fortune: &Fortune) {
    let sum = fortune.sum() * 100.0;
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let colour = if sum < 0.0 { theme::bad() } else { theme::good() };
        ui.label(RichText::new(format!("{sum:+.0}")).strong().color(colour));
        let parts = format!("{:+.0} and {:+.0}", fortune.good * 100.0, fortune.bad * 100.0);
        ui.label(RichText::new(parts).small().color(theme::faint()));
    });
}

/// The colour of a grade.
fn colour(grade: Grade) -> Color32 {
    match grade {
        Grade::Good => theme::good(),
        Grade::Slip => theme::faint(),
        Grade::Mistake => theme::accent(),
        Grade::Blunder => theme::bad(),
    }
}
