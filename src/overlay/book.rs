//! The rulebook and the lessons of a ruleset, with or without a battle.

use std::sync::Arc;

use bevy::app::App;
use bevy::ecs::prelude::{Res, ResMut, Resource};
use bevy_egui::egui::{
    Align, Button, Context, Label, Layout, Order, RichText, ScrollArea, TextEdit, Ui, WidgetInfo, WidgetType, Window,
    vec2,
};

use super::keys::Act;
use super::lesson::Lessons;
use super::panels::{Back, Height, Page as Drawn, Panels, Pressed};
use super::pointer::Pointer;
use super::start::{Listed, NextBattle};
use super::theme;
use super::wishes::{Wish, Wishes};
use crate::battle::{Key, Look, RuleId, RuleText, Rules, Tier};
use crate::rulebook::Lesson;

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
         mut wishes: ResMut<'_, Wishes>,
         (lessons, listed, next): (Res<'_, Lessons>, Res<'_, Listed>, Res<'_, NextBattle>)| {
            if let Some(rules) = look.map(|look| look.rules()).or_else(|| listed.rules(&next.chosen).map(Arc::as_ref)) {
                // What is read of a game has its face, also before it is played.
                theme::in_face(ui.ctx(), Some(rules.looks.face()), || {
                    book(ui.ctx(), rules, lessons.known(rules.name), &mut with, &mut wishes);
                });
            }
        },
    );
    app.on_back(Back::Book, |mut book: ResMut<'_, Book>| std::mem::take(&mut book.open));
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

    /// Takes note of a rule that was looked up.
    fn visit(&mut self) {
        if self.rule != self.shown {
            self.back.extend(self.shown);
            self.forward.clear();
            self.shown = self.rule;
        }
    }

    /// The rule before this one.
    fn back(&mut self) -> Option<RuleId> {
        let before = self.back.pop()?;
        self.forward.extend(self.shown.replace(before));
        self.shown
    }

    /// The rule from which one went back.
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
    let link = ui.link(RichText::new("§").small());
    link.widget_info(|| WidgetInfo::labeled(WidgetType::Link, true, rule.as_str()));
    if link.on_hover_text(format!("{rule}: {}", text.title)).clicked() {
        book.look_up(rule);
    }
}

/// The book in a window of its own. `lessons` are there once they have been read.
fn book(context: &Context, rules: &Rules, lessons: Option<&[Arc<Lesson>]>, with: &mut Book, wishes: &mut Wishes) {
    if !with.open {
        return;
    }
    with.visit();
    let mut open = true;
    let room = context.content_rect();
    let em = theme::scale(context);
    let size = vec2((room.width() - 80.0).min(760.0 * em), (room.height() - 120.0).min(540.0 * em));
    let window = Window::new(format!("Rulebook: {}", rules.title))
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
                    list(left, rules, with);
                    // Columns would stretch every line to their width.
                    let layout = Layout::top_down(Align::Min);
                    right.with_layout(layout, |ui| page(ui, rules, lessons, with, wishes));
                }
            }),
            Page::Lessons => all_lessons(ui, rules, lessons, with, wishes),
        }
    });
    with.open = open;
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

/// Whether something that is looked for is in any of these.
fn holds(wanted: &str, texts: &[&str]) -> bool {
    wanted.is_empty() || texts.iter().any(|text| text.to_lowercase().contains(wanted))
}

/// All rules by their areas, as far as they hold what is looked for.
fn list(ui: &mut Ui, rules: &Rules, with: &mut Book) {
    let wanted = with.search.trim().to_lowercase();
    ScrollArea::vertical().id_salt("rules").auto_shrink(false).show(ui, |ui| {
        let mut area = "";
        for rule in rules.book.values() {
            if !holds(&wanted, &[&rule.title, &rule.text, rule.id.as_str()]) {
                continue;
            }
            if rule.area != area {
                area = &rule.area;
                ui.label(RichText::new(area).color(theme::accent()).strong());
            }
            let text = RichText::new(&rule.title);
            let text = if rule.tier == Tier::Battle { text } else { text.color(theme::faint()) };
            let face = Button::selectable(with.rule == Some(rule.id), text).wrap();
            if ui.add(face).clicked() {
                with.rule = Some(rule.id);
            }
        }
        if area.is_empty() {
            ui.label(RichText::new("No rule holds that.").color(theme::faint()));
        }
    });
}

/// What one rule says.
fn page(ui: &mut Ui, rules: &Rules, lessons: Option<&[Arc<Lesson>]>, with: &mut Book, wishes: &mut Wishes) {
    ScrollArea::vertical().id_salt("rule").auto_shrink(false).show(ui, |ui| {
        let Some(rule) = with.rule.and_then(|rule| rules.book.get(&rule)) else {
            ui.label(RichText::new("Choose a rule.").color(theme::faint()));
            return;
        };
        ui.add(Label::new(RichText::new(&rule.title).heading()).wrap());
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(rule.id.as_str()).small().color(theme::faint()));
            match rule.tier {
                Tier::Battle => {}
                Tier::Optional => mark(ui, "optional", "For tables that want it"),
                Tier::Campaign => mark(ui, "campaign", "What happens between battles"),
            }
            let shows = |lesson: &&Arc<Lesson>| lesson.rules.contains(&rule.id);
            let count = lessons.map(|lessons| lessons.iter().filter(shows).count());
            let show = ui.add_enabled(count != Some(0), Button::new("Show me"));
            let show = show.on_hover_text("A lesson that shows this rule, step by step");
            if show.on_disabled_hover_text("No lesson shows this rule").clicked() {
                wishes.wish = Some(Wish::Lesson(rule.id));
            }
        });
        linked(ui, rules, &rule.text, with);
        if let Some(ruling) = &rule.ruling {
            ui.add_space(6.0);
            ui.label(RichText::new("Ruling").small().color(theme::faint()));
            linked(ui, rules, ruling, with);
        }
        if !rule.see.is_empty() {
            ui.add_space(6.0);
            ui.label(RichText::new("See").small().color(theme::faint()));
            for see in &rule.see {
                let title = rules.book.get(see).map_or(see.as_str(), |rule| rule.title.as_str());
                if ui.link(title).on_hover_text(see.as_str()).clicked() {
                    with.rule = Some(*see);
                }
            }
        }
    });
}

fn mark(ui: &mut Ui, word: &str, tip: &str) {
    ui.label(RichText::new(word).small().color(theme::stance())).on_hover_text(tip);
}

/// Text in which the ids of rules are links.
fn linked(ui: &mut Ui, rules: &Rules, text: &str, with: &mut Book) {
    for paragraph in text.lines() {
        let parts = parts(rules, paragraph);
        if parts.iter().all(|part| part.1.is_none()) {
            ui.add(Label::new(paragraph).halign(Align::Min).wrap());
            continue;
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            for (part, rule) in parts {
                match rule {
                    Some(rule) => {
                        if ui.link(part).on_hover_text(&rule.title).clicked() {
                            with.rule = Some(rule.id);
                        }
                    }
                    None => {
                        ui.label(part);
                    }
                }
            }
        });
    }
}

/// A text in pieces: those that are the id of a rule, and what lies between.
fn parts<'a, 'b>(rules: &'b Rules, text: &'a str) -> Vec<(&'a str, Option<&'b RuleText>)> {
    let mut parts = Vec::new();
    let (mut plain, mut at) = (0, 0);
    let is_id = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let word = rest.find(|letter| !is_id(letter)).unwrap_or(rest.len());
        if word == 0 {
            at += rest.chars().next().map_or(1, char::len_utf8);
            continue;
        }
        let id = rest.get(..word).and_then(Key::find).and_then(|id| rules.book.get(&id));
        if id.is_some() {
            parts.extend(text.get(plain..at).filter(|before| !before.is_empty()).map(|before| (before, None)));
            parts.extend(rest.get(..word).map(|word| (word, id)));
            plain = at + word;
        }
        at += word;
    }
    parts.extend(text.get(plain..).filter(|rest| !rest.is_empty()).map(|rest| (rest, None)));
    parts
}

/// Every lesson by the area of what it shows first.
fn all_lessons(ui: &mut Ui, rules: &Rules, lessons: Option<&[Arc<Lesson>]>, with: &mut Book, wishes: &mut Wishes) {
    let Some(lessons) = lessons else {
        ui.label(RichText::new("The lessons are being read.").color(theme::faint()));
        ui.ctx().request_repaint();
        return;
    };
    let wanted = with.search.trim().to_lowercase();
    let title = |rule: &RuleId| rules.book.get(rule).map_or("", |rule| rule.title.as_str());
    let fits = |lesson: &&Arc<Lesson>| {
        let shows = lesson.rules.iter().any(|rule| holds(&wanted, &[rule.as_str(), title(rule)]));
        shows || holds(&wanted, &[&lesson.title, &lesson.text, &lesson.id])
    };
    let area = |lesson: &Lesson| lesson.rules.first().and_then(|rule| rules.book.get(rule)).map(|rule| &rule.area);
    let mut areas: Vec<Option<&String>> = Vec::new();
    for area in rules.book.values().map(|rule| Some(&rule.area)).chain([None]) {
        if !areas.contains(&area) {
            areas.push(area);
        }
    }
    ScrollArea::vertical().id_salt("lessons").auto_shrink(false).show(ui, |ui| {
        let mut any = false;
        for wanted in areas {
            let mut here = lessons.iter().filter(fits).filter(|lesson| area(lesson) == wanted).peekable();
            if here.peek().is_some() {
                any = true;
                let name = wanted.map_or("Other", String::as_str);
                ui.label(RichText::new(name).color(theme::accent()).strong());
            }
            for lesson in here {
                ui.horizontal_wrapped(|ui| {
                    let face = Button::new(RichText::new(&lesson.title).color(theme::ink()));
                    if ui.add(face).on_hover_text(&lesson.text).clicked() {
                        wishes.wish = Some(Wish::Play(lesson.id.clone()));
                    }
                    ui.spacing_mut().item_spacing.x = 5.0;
                    for rule in &lesson.rules {
                        if ui.link(RichText::new(rule.as_str()).small()).on_hover_text(title(rule)).clicked() {
                            with.look_up(*rule);
                        }
                    }
                });
            }
        }
        if !any {
            ui.label(RichText::new("No lesson shows that.").color(theme::faint()));
        }
    });
}
