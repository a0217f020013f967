//! Lessons on the screen: a small battle that plays its script step by step,
//! forward and back, and lets whoever looks on try it with free dice.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy::app::App;
use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{ResMut, Resource, World};
use bevy_egui::egui::{Button, Context, Frame, Key as Pressed, Margin, Order, Panel, RichText, ScrollArea, Ui, Window};

use super::book::Book;
use super::hud::Places;
use super::links;
use super::motion::Motion;
use super::panels::{self, Back, Decided, Height, Page, Panels};
use super::screen::Overlay;
use super::theme;
use super::wishes::{Wish, Wishes};
use crate::battle::{Chronicle, DiceCup, Key, Look, RuleId, quiet_world};
use crate::book::moment::lessons_on;
use crate::dice::{AnyDice, RolledDice};
use crate::lesson::{Difference, Stage};
use crate::link::Link;
use crate::looks::{Face, Shared};
use crate::rulebook::{Lesson, Library, Scene};

/// The lessons of the rulesets that were asked for.
#[derive(Resource, Default)]
pub struct Lessons(BTreeMap<Key, Vec<Arc<Lesson>>>);

impl Lessons {
    /// All of a ruleset, read when first asked for.
    pub fn read(&mut self, library: &Library, ruleset: Key) -> &[Arc<Lesson>] {
        let read = || library.lessons(ruleset.as_str()).unwrap_or_default().into_iter().map(Arc::new).collect();
        self.0.entry(ruleset).or_insert_with(read)
    }

    /// All of a ruleset, if they have been read.
    pub fn known(&self, ruleset: Key) -> Option<&[Arc<Lesson>]> {
        self.0.get(&ruleset).map(Vec::as_slice)
    }

    /// The lesson of this id, then the others that show what it shows first.
    pub fn named(&mut self, library: &Library, ruleset: Key, id: &str) -> Vec<Arc<Lesson>> {
        let found = self.read(library, ruleset).iter().find(|lesson| lesson.id == id).cloned();
        let beside = found.as_ref().and_then(|lesson| lesson.rules.first().copied());
        let beside = beside.map_or_else(Vec::new, |rule| self.of(library, ruleset, rule));
        found.into_iter().chain(beside.into_iter().filter(|lesson| lesson.id != id)).collect()
    }

    /// Those of a ruleset that show `rule`, worked cases first.
    pub fn of(&mut self, library: &Library, ruleset: Key, rule: RuleId) -> Vec<Arc<Lesson>> {
        lessons_on(self.read(library, ruleset), rule).into_iter().cloned().collect()
    }
}

/// A lesson that is being shown.
pub struct Shown {
    /// Those that can be shown in its place.
    others: Vec<Arc<Lesson>>,
    lesson: Arc<Lesson>,
    /// Steps that have been played.
    at: usize,
    world: World,
    battle: Entity,
    differences: Vec<Difference>,
    /// Facts that were there before the last step.
    told: usize,
    /// What is shown of its board.
    overlay: Overlay,
}

impl Shown {
    /// The first of these, before its first step.
    pub fn new(lessons: Vec<Arc<Lesson>>) -> Option<Self> {
        let lesson = lessons.first()?.clone();
        let mut world = quiet_world();
        let battle = Stage::set(&lesson, &mut world).battle;
        let overlay = Overlay::of_a_board();
        Some(Self { others: lessons, lesson, at: 0, world, battle, differences: Vec::new(), told: 0, overlay })
    }

    /// Plays the lesson from its start to this step.
    fn go_to(&mut self, step: usize) {
        self.world.despawn(self.battle);
        let lesson = self.lesson.clone();
        let mut stage = Stage::set(&lesson, &mut self.world);
        stage.play_to(step.saturating_sub(1));
        let told = stage.world.get::<Chronicle>(stage.battle).map_or(0, |chronicle| chronicle.facts.len());
        stage.play_to(step);
        (self.battle, self.at, self.told) = (stage.battle, stage.script.played, told);
        self.differences = std::mem::take(&mut stage.script.differences);
        self.overlay.tell(Decided);
    }

    fn change(&mut self, lesson: Arc<Lesson>) {
        self.lesson = lesson;
        self.overlay.begin();
        self.go_to(0);
    }

    /// The battle of the lesson as it stands, put into `world` with free dice.
    pub fn freed(&self, world: &mut World, seed: u64) -> Entity {
        let mut stage = Stage::set(&self.lesson, world);
        stage.play_to(self.at);
        let battle = stage.battle;
        if let Some(mut cup) = world.get_mut::<DiceCup>(battle) {
            cup.0 = AnyDice::from(RolledDice::from_seed(seed));
        }
        battle
    }

    /// Whether anything moves on its board.
    pub fn is_lively(&self) -> bool {
        Look::at(&self.world, self.battle).is_some_and(|look| self.overlay.of::<Motion>().is_lively(look))
    }

    /// The face of its game.
    pub fn face(&self) -> Option<Shared<Face>> {
        Look::at(&self.world, self.battle).map(|look| look.rules().looks.face().clone())
    }

    /// What the lesson is called.
    pub fn title(&self) -> &str {
        &self.lesson.title
    }
}

/// The lesson that is shown, if there is one.
#[derive(Resource, Default)]
pub struct LessonPage {
    /// It, with its battle.
    pub shown: Option<Shown>,
}

/// The window of a lesson.
pub fn plugin(app: &mut App) {
    app.init_resource::<LessonPage>();
    app.add_page(
        Height::Windows,
        |Page { ui, .. }: Page<'_>,
         mut page: ResMut<'_, LessonPage>,
         mut wishes: ResMut<'_, Wishes>,
         mut book: ResMut<'_, Book>| {
            let Some(shown) = &mut page.shown else { return };
            let mut is_open = false;
            theme::in_face(ui.ctx(), shown.face().as_ref(), || {
                is_open = lesson(ui.ctx(), shown, &mut wishes, &mut book);
            });
            page.shown.take_if(|_| !is_open);
        },
    );
    app.on_back(Back::Lesson, |mut page: ResMut<'_, LessonPage>| page.shown.take().is_some());
}

/// The lesson in a window of its own; whether it stays open.
fn lesson(context: &Context, shown: &mut Shown, wishes: &mut Wishes, book: &mut Book) -> bool {
    let mut open = true;
    let room = context.content_rect();
    let size = [(room.width() * 0.84).min(1000.0), (room.height() * 0.78).min(720.0)];
    let window = Window::new(format!("Lesson: {}", shown.lesson.title))
        .id("lesson".into())
        .order(Order::Foreground)
        .open(&mut open);
    window.default_size(size).default_pos(room.center() - bevy_egui::egui::vec2(size[0], size[1]) / 2.0).show(
        context,
        |ui| {
            contents(ui, shown, wishes, book);
        },
    );
    open
}

fn contents(ui: &mut Ui, shown: &mut Shown, wishes: &mut Wishes, book: &mut Book) {
    let mut step = None;
    let (wide, high) = (ui.available_width(), ui.available_height());
    Panel::right("steps")
        .default_size(280.0_f32.min(wide * 0.36))
        .max_size(wide * 0.5)
        .show(ui, |ui| steps(ui, shown, book, &mut step));
    let told = theme::em(ui, 150.0).min(high * 0.45);
    Panel::bottom("caption").default_size(told).show(ui, |ui| caption(ui, shown, wishes, &mut step));
    bevy_egui::egui::CentralPanel::default().show(ui, |ui| {
        if let Some(look) = Look::at(&shown.world, shown.battle) {
            let room = ui.max_rect();
            let frame = panels::Frame { ui, look, title: "", places: Places { whole: room, field: room } };
            panels::draw(&mut shown.overlay.0, frame, Height::Field..=Height::Popups);
        }
    });
    // Lessons are looked at: what is clicked on their board is not done.
    *shown.overlay.edit::<Wishes>() = Wishes::default();
    let key = |key| ui.input(|input| input.key_pressed(key));
    if !ui.ctx().egui_wants_keyboard_input() {
        if key(Pressed::ArrowRight) {
            step = Some(shown.at + 1);
        } else if key(Pressed::ArrowLeft) {
            step = Some(shown.at.saturating_sub(1));
        } else if key(Pressed::Home) {
            step = Some(0);
        }
    }
    if let Some(step) = step.map(|step| step.min(shown.lesson.play.len())) {
        shown.go_to(step);
    }
}

/// The steps of the script, the lessons beside this one.
fn steps(ui: &mut Ui, shown: &mut Shown, book: &mut Book, step: &mut Option<usize>) {
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
        if let Some(look) = Look::at(&shown.world, shown.battle) {
            for rule in &shown.lesson.rules {
                let Some(text) = look.rules().book.get(rule) else { continue };
                let link = ui.link(RichText::new(&text.title).small());
                if link.on_hover_text(rule.as_str()).clicked() {
                    book.look_up(*rule);
                }
            }
        }
    });
    ui.separator();
    ScrollArea::vertical().id_salt("script").auto_shrink(false).show(ui, |ui| {
        for (index, scene) in shown.lesson.play.iter().enumerate() {
            let text = match scene {
                Scene::Say(text) => text.clone(),
                Scene::Do(line) => line.clone(),
                Scene::Rest(hours) => format!("{hours} hours pass"),
                Scene::Expect(facts) => {
                    let first = facts.iter().next().map_or_else(String::new, |(what, is)| format!("{what}: {is}"));
                    let more = facts.len().saturating_sub(1);
                    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
                    format!("Checked: {first}{more}")
                }
            };
            let done = index < shown.at;
            let colour = if done { theme::ink() } else { theme::faint() };
            let label = RichText::new(format!("{}  {text}", index + 1)).color(colour);
            if ui.selectable_label(index + 1 == shown.at, label).clicked() {
                *step = Some(index + 1);
            }
        }
    });
    if let Some(other) = other {
        shown.change(other);
    }
}

/// What the step at hand says, what came of it, and the buttons.
fn caption(ui: &mut Ui, shown: &mut Shown, wishes: &mut Wishes, step: &mut Option<usize>) {
    let last = shown.lesson.play.len();
    ui.horizontal_wrapped(|ui| {
        for (text, tip, to) in [
            ("⏮ Start", "Home", (shown.at > 0).then_some(0)),
            ("◀ Back", "Left arrow", shown.at.checked_sub(1)),
            ("Next ▶", "Right arrow", (shown.at < last).then_some(shown.at + 1)),
        ] {
            let button = ui.add_enabled(to.is_some(), Button::new(text)).on_hover_text(tip);
            if button.clicked() {
                *step = to;
                // So that the arrow keys go on with the steps, not with the buttons.
                button.surrender_focus();
            }
        }
        ui.label(RichText::new(format!("step {} of {last}", shown.at)).color(theme::faint()));
        ui.add_space(12.0);
        let tip = "Play on from here, with dice of your own";
        if ui.button("Try it yourself").on_hover_text(tip).clicked() {
            wishes.wish = Some(Wish::Try);
        }
        let of = Look::at(&shown.world, shown.battle).map(|look| look.rules().name.to_string());
        links::button(ui, || Link::Lesson { id: shown.lesson.id.clone(), of });
    });
    Frame::new().fill(theme::sunken()).corner_radius(4).inner_margin(Margin::same(8)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ScrollArea::vertical().id_salt("caption").auto_shrink(false).show(ui, |ui| said(ui, shown));
    });
}

fn said(ui: &mut Ui, shown: &Shown) {
    let scene = shown.at.checked_sub(1).and_then(|index| shown.lesson.play.get(index));
    match scene {
        None => {
            ui.label(RichText::new(&shown.lesson.text).size(16.0));
        }
        Some(Scene::Say(text)) => {
            ui.label(RichText::new(text).size(16.0));
        }
        Some(Scene::Do(line)) => {
            ui.label(RichText::new(line).size(16.0).color(theme::accent()));
        }
        Some(Scene::Rest(hours)) => {
            ui.label(RichText::new(format!("{hours} hours pass.")).size(16.0));
        }
        Some(Scene::Expect(facts)) => {
            for (what, expected) in facts {
                let wrong = shown.differences.iter().find(|difference| difference.what == *what);
                let (text, colour) = match wrong {
                    None => (format!("✔ {what}: {expected}"), theme::good()),
                    Some(wrong) => (format!("✖ {what}: {expected} was expected, found {}", wrong.found), theme::bad()),
                };
                ui.label(RichText::new(text).color(colour));
            }
        }
    }
    if !matches!(scene, Some(Scene::Do(_) | Scene::Rest(_))) {
        return;
    }
    let facts = shown.world.get::<Chronicle>(shown.battle).map_or(&[][..], |chronicle| &chronicle.facts);
    for fact in facts.get(shown.told..).unwrap_or_default() {
        ui.horizontal_wrapped(|ui| {
            ui.add_space(fact.depth as f32 * 12.0);
            ui.label(&fact.text);
        });
    }
}
