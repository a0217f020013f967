//! The battle that is over, looked at again: chances to win over its course, what was given away, who was lucky. It is found
//! out beside the window, on threads of its own, and lies beside the save afterwards.

mod chart;
mod given;
mod left;
mod lies;
mod luck;
mod words;

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bevy::app::App;
use bevy::ecs::prelude::{On, Res, ResMut, Resource};
use bevy::platform::time::Instant;
use bevy_egui::egui::{
    Color32, Context, Id, ProgressBar, Rect, RichText, ScrollArea, Sense, Stroke, Ui, Window, pos2, vec2,
};

use super::beside::{Beside, Heard, Written, threads};
use super::hud::{drawers, layout};
use super::log::LogPanel;
use super::panels::{Back, Begun, Frame, Height, Panels};
use super::sheet::Sheet;
use super::theme;
use super::timeline::Timeline;
use super::view::FieldView;
use super::wishes::{Wish, Wishes};
use crate::analysis::{Analysis, Depth, Grade, KEEPS, Luck, Part, Played, Progress};
use crate::errand::{Errand, News};
use crate::record::Record;

use given::given_away;
use left::Reckoning;
use lies::Lies;
use luck::fortunes;
use words::{Heard as Told, Words};

/// Points of the window across, at the usual size of text.
const WIDTH: f32 = 460.0;
/// Points of the bar that tells how far the work has come down, at the usual size of text.
const PROGRESS: f32 = 10.0;
/// Points between what is told and the bar that it scrolls by, at the usual size of text.
const BAR: f32 = 10.0;
/// It is never narrower.
const LEAST: f32 = 60.0;
/// Points of the frame around what the window holds, and between that and the edge of its room.
const FRAME: f32 = 24.0;
const RIM: f32 = 8.0;

/// The page, and what it shows.
#[derive(Resource, Default)]
pub struct Review {
    /// Whether it is shown.
    pub open: bool,
    /// How much is tried out.
    pub depth: Depth,
    job: Option<Beside<Outcome>>,
    /// What the work has found so far.
    known: Arc<Mutex<Known>>,
    /// When it was begun, and what share of the whole is done.
    begun: Option<Instant>,
    share: f64,
    /// What work that was broken off has found: it goes on from there.
    part: Option<Part>,
    found: Option<(Analysis, Luck)>,
    /// What was decided, in words.
    decided: Told,
    /// Why there is nothing to show.
    wrong: Option<String>,
    lies: Lies,
}

/// What the work has found so far.
#[derive(Default)]
struct Known {
    part: Option<Part>,
    share: f64,
    /// Decisions and moments that are left.
    left: (usize, usize),
    reckoning: Reckoning,
}

/// The window of its own.
pub fn plugin(app: &mut App) {
    app.init_resource::<Review>();
    for height in [Height::Notices, Height::Camp] {
        app.add_panel(height, page);
    }
    app.add_observer(|_: On<'_, '_, Begun>, mut review: ResMut<'_, Review>| *review = Review::default());
    app.on_back(Back::Window("review"), |mut review: ResMut<'_, Review>| std::mem::take(&mut review.open));
}

/// What comes of the work: nothing where it was stopped.
type Outcome = Result<Option<Analysis>, String>;

/// The work for a worker, who tells of it as a thread would.
fn written(
    work: Option<(Record, Depth, Option<Part>)>,
    note: Arc<impl Fn(Progress<'_>, &Heard) -> ControlFlow<()> + Send + Sync + 'static>,
    keep: impl Fn(&Analysis) + Send + Sync + 'static,
) -> Written<Outcome> {
    let work = work.ok_or_else(|| "nobody can begin this battle again".to_owned());
    let errand = work.map(|(record, depth, part)| Errand::Analysis {
        record: Box::new(record),
        depth,
        part: part.map(Box::new),
    });
    let hear = move |news: News, heard: &Heard| match news {
        News::Looked { part, is_decision, left, share } => {
            // Whoever stops it sends the worker away.
            let _ = note(Progress { part: &part, is_decision, left, share }, heard);
            None
        }
        News::Over(found) => {
            found.iter().for_each(|found| keep(found));
            Some(Ok(found.map(|found| *found)))
        }
        News::Wrong(why) => Some(Err(why)),
        News::Battle | News::Known(_) => None,
    };
    Written { errand, hear: Box::new(hear) }
}

impl Review {
    /// Shows a battle: what is kept of it, else what is found out from now on. `save`: where it keeps itself; `record`: the
    /// battle for somebody who has to play it again first.
    pub fn begin(&mut self, played: Played, save: Option<PathBuf>, record: impl FnOnce() -> Option<Record>) {
        self.open = true;
        // Another way on from an earlier moment may come to as many decisions.
        self.decided = Told::default();
        let depth = self.depth;
        let is_known = self.found.as_ref().is_some_and(|(found, _)| played.is_of(found));
        if is_known && self.begun.is_none() || self.job.is_some() {
            return;
        }
        if let Some(kept) = save.as_ref().and_then(|save| Analysis::kept(save, &played, depth)) {
            self.show(kept);
            return;
        }
        let before = self.part.take().filter(|part| played.is_of(&part.found));
        // How long steps take is known from before it was stopped.
        let reckoning = before.is_some().then(|| {
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::take(&mut known.reckoning).again()
        });
        let before = before.or_else(|| save.as_ref().and_then(|save| Part::kept(save, &played, depth)));
        let known = before.as_ref().map(|before| {
            let Progress { left, share, .. } = played.progress(depth, before);
            Known { part: Some(before.clone()), share, left, reckoning: reckoning.unwrap_or_default() }
        });
        let known = known.unwrap_or_default();
        let share = known.share;
        self.known = Arc::new(Mutex::new(known));
        let (known, begun) = (self.known.clone(), Instant::now());
        let keeps = Mutex::new(begun);
        let place = save.clone();
        let note = move |Progress { part, is_decision, left, share }: Progress<'_>, heard: &Heard| {
            let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
            known.reckoning.step(begun.elapsed(), is_decision);
            (known.part, known.left, known.share) = (Some(part.clone()), left, share);
            drop(known);
            let goes_on = heard.step();
            let mut kept = keeps.lock().unwrap_or_else(PoisonError::into_inner);
            if goes_on.is_break() || kept.elapsed() > KEEPS {
                *kept = Instant::now();
                // What cannot be kept is found anew the next time.
                place.iter().for_each(|save| drop(part.keep(save)));
            }
            goes_on
        };
        let note = Arc::new(note);
        let keep = move |found: &Analysis| save.iter().for_each(|save| drop(found.keep(save)));
        let written = written(record().map(|record| (record, depth, before.clone())), note.clone(), keep.clone());
        let work = move |heard: &Heard| {
            let found = played.analysed(depth, threads(), before, |progress| note(progress, heard));
            let found = found.map_err(|why| why.to_string());
            if let Ok(Some(found)) = &found {
                keep(found);
            }
            found
        };
        match Beside::begin("analysis", work, written) {
            Ok(job) => {
                (self.job, self.wrong, self.found) = (Some(job), None, None);
                (self.begun, self.share) = (Some(begun), share);
            }
            Err(why) => self.wrong = Some(why),
        }
    }

    /// Hears how far the work has come, and whether it is done.
    fn hear(&mut self) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(part) = known.part.take() {
            self.share = known.share;
            let luck = Luck::of(&part.found);
            self.found = Some((part.found.clone(), luck));
            self.part = Some(part);
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
        self.part = None;
    }

    /// Tells the work to stop: what it has found by then stays.
    pub fn stop(&self) {
        self.job.iter().for_each(Beside::stop);
    }

    /// How far it has come: "12 of 177 decisions, 3 of 25 chances, about 4 minutes left"; where it was stopped, that it can go on.
    fn told(&self) -> Option<String> {
        let begun = self.begun?;
        let Some(Part { found, looked }) = &self.part else { return Some("Looking at the first decision".to_owned()) };
        let (done, of) = (looked.len(), found.decisions.len());
        if self.job.is_none() {
            return Some(format!("Stopped after {done} of {of} decisions. What is known stays."));
        }
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let left = known.left;
        let told = known.reckoning.told(begun.elapsed(), left);
        drop(known);
        // The bar tells of both.
        let chances = found.moments.len();
        let all = chances + left.1;
        let chances = if all > 0 { format!(", {chances} of {all} chances") } else { String::new() };
        Some(format!("{done} of {of} decisions{chances}, {told}"))
    }

    /// Where its page lies, while it is open.
    pub(super) fn lies(&self, context: &Context) -> Option<Rect> {
        context.memory(|memory| memory.area_rect(Id::new("review"))).filter(|_| self.open)
    }

    /// Whether something is still being found out.
    pub const fn is_at_work(&self) -> bool {
        self.job.is_some()
    }
}

fn page(
    Frame { ui, look, places, .. }: Frame<'_>,
    mut review: ResMut<'_, Review>,
    timeline: Res<'_, Timeline>,
    mut wishes: ResMut<'_, Wishes>,
    (sheet, log, view): (Res<'_, Sheet>, Res<'_, LogPanel>, Res<'_, FieldView>),
) {
    review.hear();
    if !review.open {
        return;
    }
    review.decided.learn(look, &timeline);
    let context: &Context = ui.ctx();
    let em = theme::scale(context);
    let mut open = true;
    // Beside the log, not under it.
    let clear = drawers::clear(ui, &places, &sheet, &log);
    let wide = (WIDTH * em).min(places.field.width() * 0.5).min((clear.width() - FRAME - RIM).max(LEAST));
    let size = vec2(wide, places.field.height() - 48.0 * em.min(1.4));
    let drawn = context.memory(|memory| memory.area_rect(Id::new("review")));
    let outer = drawn.map_or(size + vec2(FRAME, FRAME), |drawn| drawn.size());
    let side = |is_left: bool| {
        let left = if is_left { clear.left() + RIM } else { clear.right() - outer.x - RIM };
        Rect::from_min_size(pos2(left, clear.top() + RIM), outer)
    };
    let moment = (timeline.at, timeline.at.and_then(|_| layout::acting(look, &view)));
    let puts = review.lies.settle((clear, log.open && !log.left), moment, drawn, side);
    let lies = side(review.lies.is_left).min;
    let window = Window::new("The battle looked at again").id("review".into()).open(&mut open).fade_in(false);
    let window = window.default_pos(lies).default_size(size);
    let window = if puts { window.current_pos(lies) } else { window };
    window.constrain_to(clear).collapsible(false).show(context, |ui| {
        ui.set_max_width(size.x);
        let told = review.told();
        if let Some(told) = told {
            // What is found needs the room.
            if !theme::is_cramped(ui) {
                ui.label("Every decision is tried out on copies of the battle, with what else could have been done.");
            }
            let is_at_work = review.is_at_work();
            ui.add(ProgressBar::new(review.share as f32).desired_height(theme::em(ui, PROGRESS)));
            ui.horizontal_wrapped(|ui| {
                // The two buttons stand in the same place.
                if is_at_work {
                    ui.ctx().request_repaint_after(Duration::from_millis(100));
                    if ui.button("Stop").on_hover_text("What is known by then stays").clicked() {
                        review.stop();
                    }
                } else if ui.button("Go on").on_hover_text("With the decisions that were not looked at yet").clicked() {
                    wishes.wish = Some(Wish::Analyse);
                }
                ui.label(RichText::new(told).color(theme::faint()));
            });
        }
        if let Some(wrong) = &review.wrong {
            ui.label(RichText::new(wrong).color(theme::bad()));
        }
        let Some((found, luck)) = &review.found else {
            return;
        };
        let mut to = None;
        let words = Words { look, heard: &review.decided };
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            // Nothing touches the bar that it scrolls by.
            ui.set_max_width(ui.available_width() - theme::em(ui, BAR));
            if found.moments.is_empty() {
                let later = "Chances to win come after the decisions that people made.";
                ui.label(RichText::new(later).color(theme::faint()));
            } else {
                ui.label(RichText::new("Chance to win").heading());
                to = chart::chart(ui, found, (timeline.now(), &timeline.rounds())).or(to);
            }
            ui.add_space(theme::em(ui, 8.0));
            to = given_away(ui, found, words, review.is_at_work()).or(to);
            ui.add_space(theme::em(ui, 8.0));
            to = fortunes(ui, (found, luck), words).or(to);
        });
        if let Some(to) = to {
            wishes.wish = Some(Wish::LookBack(to));
        }
    });
    review.open &= open;
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

/// The colour of a grade.
fn colour(grade: Grade) -> Color32 {
    match grade {
        Grade::Good => theme::good(),
        Grade::Slip => theme::faint(),
        Grade::Mistake => theme::accent(),
        Grade::Blunder => theme::bad(),
    }
}
