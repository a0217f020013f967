//! A stretch of the battle that is played, explained and kept: it becomes a lesson, which is shown at once and, with a title and
//! a line before each deed, written among the lessons of its game.

use bevy::app::App;
use bevy::ecs::prelude::{On, Res, ResMut, Resource, World};
use bevy_egui::egui::{Button, Context, DragValue, RichText, ScrollArea, TextEdit, Ui, vec2};

use super::lesson::{self, LessonPage, Lessons};
use super::notices::Notices;
use super::panels::{self, Back, Begun, Height, Page, Panels};
use super::reload::Watch;
use super::screen::{Eye, Overlay, Shelf, Shown};
use super::start::Seat;
use super::theme;
use super::timeline::Timeline;
use super::wishes::{Wish, Wishes};
use crate::battle::{Look, verdict};
use crate::keep::{Kept, Stretch, Told, keep};
use crate::machine;
use crate::record::record;

/// Longer stretches have no line for each deed on the page.
const LINES: usize = 400;

/// The page that gives a stretch its name and its deeds their lines.
#[derive(Resource, Debug, Default)]
pub struct Keeping {
    /// The stretch, while the page is open.
    pub stretch: Option<Stretch>,
    /// What the lesson is called.
    pub title: String,
    /// What was proposed as that for its first deed, once it was.
    proposed: Option<String>,
    /// What the lesson is about.
    pub text: String,
    /// A line before each decision of the battle, so that a stretch can be made longer and shorter.
    captions: Vec<String>,
    /// Why it could not be kept.
    wrong: Option<String>,
}

/// The page.
pub fn plugin(app: &mut App) {
    app.init_resource::<Keeping>();
    app.add_page(
        Height::Windows,
        |Page { ui, look }: Page<'_>,
         mut page: ResMut<'_, Keeping>,
         line: Res<'_, Timeline>,
         mut wishes: ResMut<'_, Wishes>| {
            if let Some(look) = look.filter(|_| page.stretch.is_some()) {
                window(ui.ctx(), look, &line, &mut page, &mut wishes);
            }
        },
    );
    app.on_back(Back::Window("keeping"), |mut page: ResMut<'_, Keeping>| page.stretch.take().is_some());
    app.add_observer(|_: On<'_, '_, Begun>, mut page: ResMut<'_, Keeping>| *page = Keeping::default());
}

impl Keeping {
    /// Opens the page for a stretch. What was typed before stays.
    pub fn open(&mut self, stretch: Stretch) {
        if self.proposed.as_ref().is_none_or(|proposed| *proposed == self.title) {
            (self.title, self.proposed) = Default::default();
        }
        (self.stretch, self.wrong) = (Some(stretch), None);
    }

    /// Proposes a name, once.
    fn propose(&mut self, name: impl FnOnce() -> Option<String>) {
        if self.proposed.is_some() {
            return;
        }
        let name = name().unwrap_or_default();
        if self.title.is_empty() {
            self.title.clone_from(&name);
        }
        self.proposed = Some(name);
    }

    /// The line before a decision, counted from 0, to be typed into.
    fn caption(&mut self, decision: usize) -> Option<&mut String> {
        if self.captions.len() <= decision {
            self.captions.resize(decision + 1, String::new());
        }
        self.captions.get_mut(decision)
    }

    /// What is written to a stretch.
    fn told_of(&self, stretch: Stretch) -> Told {
        let captions = (stretch.from..stretch.to).map(|at| self.captions.get(at).cloned().unwrap_or_default());
        Told { title: self.title.trim().to_owned(), text: self.text.clone(), captions: captions.collect() }
    }
}

fn window(context: &Context, look: Look<'_>, line: &Timeline, page: &mut Keeping, wishes: &mut Wishes) {
    let Some(mut stretch) = page.stretch else { return };
    page.propose(|| headline(look, line, stretch));
    let mut open = true;
    let room = context.content_rect();
    let em = theme::scale(context);
    let wide = (room.width() - 40.0).min(640.0 * em);
    let high = (room.height() - 110.0 * em.min(1.5)).min(560.0 * em);
    let at = room.center() - vec2(wide, high + 60.0 * em) / 2.0;
    let window = panels::window("Keep as a lesson", "keeping", &mut open);
    window.default_pos(at.max(room.min)).fixed_size(vec2(wide, high)).show(context, |ui| {
        ui.set_width(ui.available_width());
        ScrollArea::vertical().max_height(high).min_scrolled_height(high).auto_shrink(false).show(ui, |ui| {
            contents(ui, look, line, (&mut stretch, &mut *page), wishes);
        });
    });
    page.stretch = Some(stretch).filter(|_| open);
}

fn contents(
    ui: &mut Ui,
    look: Look<'_>,
    line: &Timeline,
    (stretch, page): (&mut Stretch, &mut Keeping),
    wishes: &mut Wishes,
) {
    let whole = ui.available_width();
    let title = "What the lesson is called";
    theme::called(&ui.add(TextEdit::singleline(&mut page.title).hint_text(title).desired_width(whole)), title);
    let about = "What it is about";
    let text = TextEdit::multiline(&mut page.text).hint_text(about).desired_rows(2).desired_width(whole);
    theme::called(&ui.add(text), about);
    let last = line.count();
    ui.horizontal_wrapped(|ui| {
        let label = ui.label("From decision");
        // People count from 1.
        let mut first = stretch.from + 1;
        ui.add(DragValue::new(&mut first).range(1..=stretch.to.max(1))).labelled_by(label.id);
        stretch.from = first.saturating_sub(1);
        let label = ui.label("to decision");
        ui.add(DragValue::new(&mut stretch.to).range(stretch.from + 1..=last.max(1))).labelled_by(label.id);
        let has_name = !page.title.trim().is_empty();
        let keeps = ui.add_enabled(has_name && stretch.from < stretch.to && stretch.to <= last, Button::new("Keep"));
        let why = if has_name { "There are no such decisions" } else { "Say first what the lesson is called" };
        let keeps = keeps.on_hover_text("Among the lessons of this game").on_disabled_hover_text(why);
        if keeps.clicked() {
            let told = page.told_of(*stretch);
            wishes.wish = Some(Wish::KeepLesson(*stretch, told));
        }
    });
    match &page.wrong {
        Some(why) => ui.label(RichText::new(why).color(theme::bad())),
        None => ui.label(RichText::new("Dice, people and checks come from the battle.").color(theme::faint())),
    };
    ui.separator();
    for at in (stretch.from..stretch.to.min(last)).take(LINES) {
        ui.label(RichText::new(format!("{}  {}", at + 1, line.said(look, at).unwrap_or_default())).small());
        if let Some(caption) = page.caption(at) {
            let before = "A line before it";
            let line = ui.add(TextEdit::singleline(caption).hint_text(before).desired_width(whole));
            theme::called(&line, &format!("{before}: {}", at + 1));
        }
    }
}

/// The first deed of a stretch as a title, which ends without a full stop.
fn headline(look: Look<'_>, line: &Timeline, stretch: Stretch) -> Option<String> {
    line.said(look, stretch.from).map(|said| said.trim_end_matches('.').to_owned())
}

/// Shows a stretch of the battle that is played as a lesson: the deed of this decision, else that at the moment that is looked
/// at, or the last one.
pub(super) fn explain(world: &World, overlay: &mut Overlay, shown: &Shown, at: Option<usize>) {
    let line = overlay.of::<Timeline>();
    let Some(stretch) = at.map_or_else(|| line.deed(), |at| line.deed_of(Some(at))) else {
        overlay.say("Nothing has been done yet that could be explained.".to_owned());
        return;
    };
    let look = shown.battle.and_then(|battle| Look::at(world, battle));
    let title = look.and_then(|look| headline(look, overlay.of(), stretch)).unwrap_or_default();
    let told = Told { title, ..Told::default() };
    match kept(world, shown, stretch, &told) {
        Ok(kept) => overlay.edit::<LessonPage>().shown = lesson::Shown::of_a_stretch(kept.lesson, stretch),
        Err(why) => overlay.say(why),
    }
}

/// Writes a stretch among the lessons of its game, tells so, and offers to show it.
pub(super) fn write(world: &mut World, overlay: &mut Overlay, shown: &Shown, stretch: Stretch, told: &Told) {
    let library = world.get_resource::<Shelf>().map(|shelf| shelf.0.clone());
    let mut seen = None;
    let written = kept(world, shown, stretch, told).and_then(|kept| {
        if machine::HANDS_OVER {
            let name = kept.file();
            return machine::give(&name, kept.text.as_bytes()).map(|()| (kept, format!("{name}, among the downloads")));
        }
        let library = library.ok_or("there are no rulesets")?;
        let path = kept.write(&library).map_err(|why| why.to_string())?;
        seen = Some(Eye(Watch::of(library.sources().folders())));
        Ok((kept, path.display().to_string()))
    });
    // What was written here is no edit by somebody else: the battle is not played again for it.
    seen.into_iter().for_each(|eye| world.insert_resource(eye));
    match written {
        Ok((kept, place)) => {
            let lesson = kept.lesson;
            *overlay.edit::<Keeping>() = Keeping::default();
            // It is one of them from now on.
            *overlay.edit::<Lessons>() = Lessons::default();
            let told = format!("The lesson \u{201c}{}\u{201d} is kept: {place}.", lesson.title);
            if machine::HANDS_OVER {
                overlay.edit::<LessonPage>().shown = lesson::Shown::new(vec![lesson]);
                overlay.tell_of(Ok(told));
                return;
            }
            // What was explained is the lesson that can be opened now.
            overlay.edit::<LessonPage>().shown = None;
            overlay.edit::<Notices>().offer(told, "Show the lesson", Wish::Play(lesson.id.clone()));
        }
        Err(why) => overlay.edit::<Keeping>().wrong = Some(why),
    }
}

/// The stretch as a lesson, unless it would show what those who sit here may not know yet.
fn kept(world: &World, shown: &Shown, stretch: Stretch, told: &Told) -> Result<Kept, String> {
    let library = world.get_resource::<Shelf>().map(|shelf| shelf.0.clone()).ok_or("there are no rulesets")?;
    let battle = shown.battle.ok_or("there is no battle")?;
    let record = record(world, battle).ok_or("this battle did not begin as any other, and cannot be kept")?;
    let look = Look::at(world, battle).ok_or("there is no battle")?;
    let is_shared = shown.seats.contains(&Seat::Me) && shown.seats.iter().any(|seat| *seat != Seat::Me);
    let seen = shown.seen(look);
    let is_unseen = || look.everybody().any(|id| !seen.is_told(look.unaware_of(id)));
    let is_secret = || !look.rules().registry.hides.is_empty() || is_unseen();
    if is_shared && verdict(world, battle).is_none() && is_secret() {
        return Err("a lesson shows what every side holds, so this can be explained once the battle is over".to_owned());
    }
    keep(&library, &record, stretch, told).map_err(|why| why.to_string())
}
