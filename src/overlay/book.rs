//! The rulebook and the lessons of a ruleset, with or without a battle.

mod contents;
mod lessons;
mod page;
mod picture;
mod rows;

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy::app::App;
use bevy::ecs::prelude::{Res, ResMut, Resource};
use bevy_egui::egui::{Align, Context, Layout, Order, RichText, TextEdit, Ui, WidgetInfo, WidgetType, Window, vec2};

use super::keys::Act;
use super::lesson::Lessons;
use super::panels::{Back, Height, Page as Drawn, Panels, Pressed};
use super::pointer::Pointer;
use super::portraits::Portraits;
use super::start::{Listed, NextBattle};
use super::timeline::Timeline;
use super::wishes::Wishes;
use super::{theme, tips};
use crate::battle::{Key, Look, RuleId, Rules};
use crate::book::figures::Figure;
use crate::book::moment::lessons_on;
use crate::book::{Moment, figures, find};
use crate::rulebook::reader::Composed;
use crate::rulebook::{Lesson, Library};

use self::page::Reading;

/// The book: whether it is open, and what is read in it.
#[derive(Resource, Debug, Default)]
pub struct Book {
    /// Whether it is open.
    pub open: bool,
    /// The rule that is looked up.
    pub rule: Option<RuleId>,
    /// Which part is open.
    pub page: Page,
    /// What is looked for.
    pub search: String,
    /// The chapter that lies open, by its place.
    pub chapter: Option<usize>,
    /// What was found, with the book and the words it was looked for.
    found: Option<(Key, String, Arc<[RuleId]>)>,
    /// The picture of a rule, and the lesson that it is of.
    pictured: Option<(RuleId, Arc<Lesson>, Option<Arc<Moment>>)>,
    /// The numbers of the mechanics of the games that were read in.
    numbers: BTreeMap<Key, Arc<[Composed]>>,
    /// The lessons of the tours of those games, by their ids.
    chosen: BTreeMap<Key, Arc<[String]>>,
    /// The game that was read last.
    read: Option<Key>,
    shown: Option<RuleId>,
    back: Vec<RuleId>,
    forward: Vec<RuleId>,
}

/// The parts of the book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Page {
    /// What the rules say.
    #[default]
    Rules,
    /// What shows them.
    Lessons,
}

/// The window of the book, and its key.
pub fn plugin(app: &mut App) {
    app.init_resource::<Book>().init_resource::<Lessons>();
    app.add_page(
        Height::Windows,
        |Drawn { ui, look }: Drawn<'_>,
         mut with: ResMut<'_, Book>,
         (mut wishes, mut portraits): (ResMut<'_, Wishes>, ResMut<'_, Portraits>),
         (lessons, listed): (Res<'_, Lessons>, Res<'_, Listed>),
         (next, timeline): (Res<'_, NextBattle>, Res<'_, Timeline>)| {
            let chosen = || listed.rules(&next.chosen).map(Arc::as_ref);
            if let Some(rules) = look.map(|look| look.rules()).or_else(chosen) {
                let of = Reading { rules, look, lessons: lessons.known(rules.name), timeline: &timeline };
                // What is read of a game has its face, also before it is played.
                theme::in_face(ui.ctx(), Some(rules.looks.face()), || {
                    book(ui.ctx(), &of, &mut with, &mut wishes, &mut portraits);
                });
            }
        },
    );
    app.on_back(Back::Window("rulebook"), |mut book: ResMut<'_, Book>| std::mem::take(&mut book.open));
    app.on_key(|key: Pressed<'_>, mut book: ResMut<'_, Book>, pointer: Res<'_, Pointer>| {
        if key.act == Act::Book {
            let of = |look: Look<'_>| {
                let condition = look.conditions(pointer.over(look)?).first()?;
                Some(look.rules().conditions.get(&condition.kind)?.rule)
            };
            book.open = !book.open;
            book.rule = key.look.and_then(of).or(book.rule);
        }
    });
}

impl Book {
    /// Looks up a rule.
    pub fn look_up(&mut self, rule: RuleId) {
        (self.rule, self.page, self.open) = (Some(rule), Page::Rules, true);
    }

    /// Takes note of a rule that was looked up, and opens its chapter. Another game's book opens at its beginning.
    fn visit(&mut self, rules: &Rules) {
        if self.read.replace(rules.name).is_some_and(|before| before != rules.name) {
            self.rule = self.rule.filter(|rule| rules.book.contains_key(rule));
            (self.shown, self.chapter) = (None, None);
            self.back.clear();
            self.forward.clear();
            self.search.clear();
        }
        if self.rule != self.shown {
            self.back.extend(self.shown);
            self.forward.clear();
            self.shown = self.rule;
            let holds = |rule: RuleId| rules.chapters.iter().position(|each| each.rules().any(|other| other == rule));
            self.chapter = self.rule.and_then(holds).or(self.chapter);
        }
    }

    /// The lessons that were chosen for the tour of a game, in its order.
    fn chosen(&self, ruleset: Key) -> &[String] {
        self.chosen.get(&ruleset).map_or(&[], |ids| &**ids)
    }

    /// Reads the numbers of a game and what its tour shows, once.
    pub(super) fn read(&mut self, library: &Library, ruleset: Key) {
        let read = || library.numbers(ruleset.as_str()).unwrap_or_default().into();
        self.numbers.entry(ruleset).or_insert_with(read);
        self.chosen.entry(ruleset).or_insert_with(|| {
            let mut ids: Vec<String> = Vec::new();
            // A game without a tour has all its lessons in their chapters.
            for stop in library.learn(ruleset.as_str()).ok().flatten().iter().flat_map(|learn| &learn.tour) {
                let id = &stop.shows.lesson.id;
                if !ids.contains(id) {
                    ids.push(id.clone());
                }
            }
            ids.into()
        });
    }

    /// Forgets what was read of files that have changed since.
    pub(super) fn forget(&mut self) {
        (self.found, self.pictured) = (None, None);
        self.numbers.clear();
        self.chosen.clear();
    }

    /// What is found for what is looked for, the nearest first.
    fn found(&mut self, rules: &Rules) -> Arc<[RuleId]> {
        if let Some((of, search, found)) = &self.found
            && *of == rules.name
            && *search == self.search
        {
            return found.clone();
        }
        let found: Arc<[RuleId]> = find::rules(rules, &self.search).into();
        self.found = Some((rules.name, self.search.clone(), found.clone()));
        found
    }

    /// The figures of a rule.
    fn figures(&self, rules: &Rules, rule: RuleId) -> Vec<Figure> {
        let composed = self.numbers.get(&rules.name).map_or(&[][..], |numbers| &**numbers);
        figures::of(rules, composed, rule)
    }

    /// The picture of a rule, from the first of its lessons.
    fn moment(&mut self, lessons: &[Arc<Lesson>], rule: RuleId) -> Option<Arc<Moment>> {
        let lesson = lessons_on(lessons, rule).into_iter().next()?;
        if let Some((of, from, moment)) = &self.pictured
            && *of == rule
            && Arc::ptr_eq(from, lesson)
        {
            return moment.clone();
        }
        let moment = Moment::of(lesson, rule).map(Arc::new);
        self.pictured = Some((rule, lesson.clone(), moment.clone()));
        moment
    }

    /// The rule before this one.
    fn back(&mut self) -> Option<RuleId> {
        let before = self.back.pop()?;
        self.forward.extend(self.shown.replace(before));
        self.shown
    }

    /// The rule that one has left by going back.
    fn forward(&mut self) -> Option<RuleId> {
        let after = self.forward.pop()?;
        self.back.extend(self.shown.replace(after));
        self.shown
    }
}

/// A small sign that opens the rulebook at a rule, and names it under the pointer; nothing for what is no rule of the
/// book, such as somebody's arrival.
pub fn link(ui: &mut Ui, look: Look<'_>, book: &mut Book, rule: RuleId) {
    let Some(text) = look.rules().book.get(&rule) else { return };
    let link = ui.link(RichText::new(tips::RULE).small());
    link.widget_info(|| WidgetInfo::labeled(WidgetType::Link, true, rule.as_str()));
    let told = |ui: &mut Ui| {
        ui.label(format!("{rule}: {}", text.title));
        ui.label(RichText::new(format!("{}: {}", tips::RULE, tips::OPENS)).small().color(theme::faint()));
    };
    if link.on_hover_ui(told).clicked() {
        book.look_up(rule);
    }
}

/// The book in a window of its own.
fn book(context: &Context, of: &Reading<'_, '_>, with: &mut Book, wishes: &mut Wishes, portraits: &mut Portraits) {
    if !with.open {
        return;
    }
    with.visit(of.rules);
    let mut open = true;
    let room = context.content_rect();
    let em = theme::scale(context);
    let size = vec2((room.width() - 80.0).min(860.0 * em), (room.height() - 120.0).min(600.0 * em));
    let window = Window::new(format!("Rulebook: {}", of.rules.title))
        .id("rulebook".into())
        .order(Order::Foreground)
        .open(&mut open)
        .fade_in(false);
    let window =
        window.default_size(size).max_size(room.size() - vec2(24.0, 60.0)).default_pos(room.center() - size / 2.0);
    window.show(context, |ui| {
        head(ui, with);
        ui.separator();
        match with.page {
            Page::Rules => ui.columns(2, |columns| {
                if let [left, right] = columns {
                    contents::contents(left, of.rules, with);
                    // Columns would stretch every line to their width.
                    let layout = Layout::top_down(Align::Min);
                    right.with_layout(layout, |ui| page::page(ui, of, with, wishes, portraits));
                }
            }),
            Page::Lessons => lessons::lessons(ui, of.rules, of.lessons, with, wishes),
        }
    });
    with.open &= open;
}

fn head(ui: &mut Ui, with: &mut Book) {
    ui.horizontal_wrapped(|ui| {
        let reading = &mut *with;
        ui.selectable_value(&mut reading.page, Page::Rules, "Rules");
        ui.selectable_value(&mut reading.page, Page::Lessons, "Lessons");
        ui.separator();
        if theme::sign(ui, !reading.back.is_empty(), "⏴", "The rule before", "").clicked() {
            reading.rule = reading.back();
        }
        if theme::sign(ui, !reading.forward.is_empty(), "⏵", "The rule after", "").clicked() {
            reading.rule = reading.forward();
        }
        let find = TextEdit::singleline(&mut with.search).hint_text("Find").desired_width(180.0);
        ui.add(find);
        if !with.search.is_empty() && ui.button("all").on_hover_text("Look for nothing in particular").clicked() {
            with.search.clear();
        }
    });
}
