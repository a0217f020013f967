//! Lessons on the screen: a small battle that plays its script step by step, forward and back or by itself, and lets whoever
//! looks on try it with free dice, in a battle like any other.

mod page;
mod stops;

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy::app::App;
use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{Res, ResMut, Resource, World};
use bevy_egui::egui::{CentralPanel, Context, Order, Rect, Ui, Window, vec2};

use super::book::Book;
use super::camera::Camera;
use super::course::Pace;
use super::hud::{Hud, Places};
use super::motion::Motion;
use super::panels::{self, Back, Decided, Height, Page, Panels};
use super::pointer::Pointer;
use super::preferences::Preferences;
use super::present::Presenter;
use super::screen::Overlay;
use super::theme;
use super::view::FieldView;
use super::wishes::Wishes;
use crate::battle::{Chronicle, DiceCup, Key, Look, RuleId, quiet_world};
use crate::board::Square;
use crate::book::moment::lessons_on;
use crate::dice::{AnyDice, RolledDice};
use crate::keep::Stretch;
use crate::lesson::{Difference, Stage};
use crate::looks::{Face, Shared};
use crate::record::{Origin, decisions};
use crate::rulebook::reader::Overrides;
use crate::rulebook::{Lesson, Library, Scenario, Scene};

use self::page::{Step, With};
use self::stops::{Stop, area, stops};

/// The window of a lesson that is shown to others.
const ALONE: &str = "lesson shown";

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
    /// Where it stands still.
    stops: Vec<Stop>,
    /// At which of them it stands.
    at: usize,
    world: World,
    battle: Entity,
    differences: Vec<Difference>,
    /// Facts that were there before the last step.
    told: usize,
    /// It plays by itself, and since when it has stood at this step.
    runs: bool,
    since: Option<f64>,
    /// The stretch of the battle that is played which it shows, where nobody has kept it.
    unkept: Option<Stretch>,
    /// What is shown of its board.
    overlay: Overlay,
    /// What of it matters, and how it was framed last, with the room that it had then.
    area: Option<Rect>,
    framed: Option<(Rect, Camera)>,
}

impl Shown {
    /// The first of these, before its first step.
    pub fn new(lessons: Vec<Arc<Lesson>>) -> Option<Self> {
        let lesson = lessons.first()?.clone();
        let mut world = quiet_world();
        let battle = Stage::set(&lesson, &mut world).battle;
        let (stops, overlay) = (stops(&lesson), Overlay::of_a_board());
        let (at, told, differences) = (0, 0, Vec::new());
        let (runs, since, unkept) = (false, None, None);
        let (area, framed, others) = (area(&lesson), None, lessons);
        let mut shown = Self {
            others,
            lesson,
            stops,
            at,
            world,
            battle,
            differences,
            told,
            runs,
            since,
            unkept,
            overlay,
            area,
            framed,
        };
        shown.go_to(0);
        Some(shown)
    }

    /// A stretch of the battle that is played, which nobody has kept.
    pub fn of_a_stretch(lesson: Arc<Lesson>, stretch: Stretch) -> Option<Self> {
        Some(Self { unkept: Some(stretch), ..Self::new(vec![lesson])? })
    }

    /// How many steps there are.
    fn last(&self) -> usize {
        self.stops.len().saturating_sub(1)
    }

    /// Plays the lesson from its start to this step.
    pub(super) fn go_to(&mut self, step: usize) {
        let step = step.min(self.last());
        self.world.despawn(self.battle);
        let lesson = self.lesson.clone();
        let played = |step: usize| self.stops.get(step).map_or(0, |stop| stop.played);
        let (before, now) = (played(step.saturating_sub(1)), played(step));
        let mut stage = Stage::set(&lesson, &mut self.world);
        stage.play_to(if step == 0 { 0 } else { before });
        let told = stage.world.get::<Chronicle>(stage.battle).map_or(0, |chronicle| chronicle.facts.len());
        stage.play_to(now);
        (self.battle, self.at, self.told) = (stage.battle, step, told);
        self.differences = std::mem::take(&mut stage.script.differences);
        self.since = None;
        self.overlay.tell(Decided);
    }

    fn change(&mut self, lesson: Arc<Lesson>) {
        self.stops = stops(&lesson);
        (self.area, self.framed) = (area(&lesson), None);
        self.lesson = lesson;
        self.runs = false;
        self.overlay.begin();
        self.go_to(0);
    }

    fn press(&mut self, step: Step) {
        match step {
            Step::To(step) => self.go_to(step),
            Step::Run => {
                self.runs = !self.runs;
                self.since = None;
                if self.runs && self.at >= self.last() {
                    self.go_to(0);
                }
            }
        }
    }

    /// The battle of the lesson as it stands, put into `world` with free dice: it can be begun again, saved and taken back as
    /// any other, unless hours pass in it or its lesson lies in no file.
    pub fn freed(&self, world: &mut World, library: &Library, settings: &Overrides, seed: u64) -> Entity {
        if let Some(battle) = self.begun_again(world, library, settings, seed) {
            return battle;
        }
        let mut stage = Stage::set(&self.lesson, world);
        stage.play_to(self.played());
        let battle = stage.battle;
        if let Some(mut cup) = world.get_mut::<DiceCup>(battle) {
            cup.0 = AnyDice::from(RolledDice::from_seed(seed));
        }
        battle
    }

    /// Scenes that have been played.
    fn played(&self) -> usize {
        self.stops.get(self.at).map_or(0, |stop| stop.played)
    }

    fn begun_again(&self, world: &mut World, library: &Library, settings: &Overrides, seed: u64) -> Option<Entity> {
        let rests = |scene: &Scene| matches!(scene, Scene::Rest(_));
        if self.unkept.is_some() || self.lesson.play.iter().take(self.played()).any(rests) {
            return None;
        }
        let mut aside = quiet_world();
        let mut stage = Stage::set(&self.lesson, &mut aside).unasked();
        stage.play_to(self.played());
        let then = stage.battle;
        let fallen = aside.get::<DiceCup>(then).map_or(0, |cup| cup.0.thrown());
        let name = Scenario::name_of_tried(&self.lesson, usize::try_from(fallen).ok()?);
        let scenario = library.scenario_with(&name, settings).ok()?;
        let (settings, before, seats) = (settings.clone(), None, Vec::new());
        let origin = Origin { setup: scenario.setup, scenario: name, settings, seed, before, seats };
        let battle = origin.replay(world, decisions(&aside, then)).ok()?;
        let facts = |world: &World, battle| Look::at(world, battle).map(|look| look.facts().len());
        if facts(world, battle) != facts(&aside, then) {
            world.despawn(battle);
            return None;
        }
        Some(battle)
    }

    /// Brings those who take part near, and again in another room as long as nobody has looked elsewhere.
    fn frame(&mut self, room: Rect) {
        let (Some(area), Some(look)) = (self.area, Look::at(&self.world, self.battle)) else { return };
        let view = self.overlay.edit::<FieldView>();
        if self.framed.is_none_or(|(before, camera)| before != room && camera == view.camera) {
            view.camera.frame(area, look.board(), room);
            self.framed = Some((room, view.camera));
        }
    }

    /// The squares that its last step struck or filled, once that has been seen: they are marked until the next one.
    fn struck(&self) -> Vec<Square> {
        let motion = self.overlay.of::<Motion>();
        let seen = self.look().filter(|look| !motion.is_lively(*look) && !motion.is_behind(*look));
        let facts = seen.and_then(|look| look.facts().get(self.told..)).unwrap_or_default();
        facts.iter().filter(|fact| fact.goes().is_none()).flat_map(|fact| fact.squares.iter().copied()).collect()
    }

    /// Whether anything moves on its board.
    fn moves(&self) -> bool {
        self.look().is_some_and(|look| self.overlay.of::<Motion>().is_lively(look))
    }

    /// Whether it goes on without anybody.
    pub fn is_lively(&self) -> bool {
        self.runs || self.moves()
    }

    /// The face of its game.
    pub fn face(&self) -> Option<Shared<Face>> {
        self.look().map(|look| look.rules().looks.face().clone())
    }

    /// Its name in its file.
    pub fn id(&self) -> &str {
        &self.lesson.id
    }

    /// What the lesson is called.
    pub fn title(&self) -> &str {
        &self.lesson.title
    }

    /// What is said at this step.
    pub fn said(&self) -> &str {
        match self.stops.get(self.at) {
            Some(stop) if self.at > 0 => &stop.text,
            _ => &self.lesson.text,
        }
    }

    /// Whether nothing has been done in it yet.
    pub const fn is_at_start(&self) -> bool {
        self.at == 0
    }

    /// What its last step came to, as far as so many facts have been told.
    pub fn came(&self, told: usize) -> Vec<String> {
        let Some(look) = self.look() else { return Vec::new() };
        let end = told.min(look.facts().len()).max(self.told);
        let new = look.facts().get(self.told..end).unwrap_or_default();
        let lines = new.iter().map(|fact| look.sentence_of(fact));
        lines.filter(|line| !line.trim().is_empty() && line != self.said()).collect()
    }

    /// How its battle stands.
    pub fn look(&self) -> Option<Look<'_>> {
        Look::at(&self.world, self.battle)
    }

    /// What of its field matters.
    pub const fn area(&self) -> Option<Rect> {
        self.area
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
         mut book: ResMut<'_, Book>,
         mut likes: ResMut<'_, Preferences>,
         (hud, mut presenter): (Res<'_, Hud>, ResMut<'_, Presenter>)| {
            let Some(shown) = &mut page.shown else { return };
            let room = presenter.room(ui.ctx(), &hud);
            let mut is_open = false;
            // Looked at without a change they count as unchanged.
            let mut speed = likes.speed;
            theme::in_face(ui.ctx(), shown.face().as_ref(), || {
                let pens = Some(&mut *presenter).filter(|presenter| presenter.is_at_work(&hud));
                let mut with = With { wishes: &mut wishes, book: &mut book, speed: &mut speed, pens };
                is_open = lesson(ui.ctx(), (&mut *shown, room), &mut with);
            });
            if speed != likes.speed {
                likes.speed = speed;
            }
            page.shown.take_if(|_| !is_open);
        },
    );
    app.on_back(Back::Window("lesson"), |mut page: ResMut<'_, LessonPage>| page.shown.take().is_some());
}

/// The lesson in a window of its own, or all over the page where it is shown to others, with all that it has in the room that is
/// left there; whether it stays open.
fn lesson(context: &Context, (shown, alone): (&mut Shown, Option<Rect>), with: &mut With<'_>) -> bool {
    let mut open = true;
    let room = context.content_rect();
    let size = [(room.width() * 0.84).min(1000.0), (room.height() * 0.78).min(720.0)];
    let window = Window::new(format!("Lesson: {}", shown.lesson.title)).order(Order::Foreground).open(&mut open);
    let window = match alone {
        Some(_) => window.id(ALONE.into()).fixed_rect(room).collapsible(false),
        None => {
            let corner = room.center() - vec2(size[0], size[1]) / 2.0;
            window.id("lesson".into()).default_size(size).default_pos(corner)
        }
    };
    let below = alone.map(|alone| room.bottom() - alone.bottom());
    window.show(context, |ui| contents(ui, (shown, below), with));
    open
}

/// What stands in the window. `below`: where others look on, the points at its foot that are not its own.
fn contents(ui: &mut Ui, (shown, below): (&mut Shown, Option<f32>), with: &mut With<'_>) {
    let whole = ui.max_rect();
    if let Some(below) = below {
        ui.set_max_height((ui.available_height() - below).max(0.0));
    }
    let pressed = page::around(ui, (&mut *shown, below.is_some()), with);
    CentralPanel::default().show(ui, |ui| {
        shown.frame(ui.max_rect());
        // Nothing is promised of clicks that do nothing here, as while the computer plays.
        shown.overlay.edit::<Pace>().auto = true;
        shown.overlay.edit::<Pointer>().lit = shown.struck();
        if let Some(look) = Look::at(&shown.world, shown.battle) {
            let room = ui.max_rect();
            let frame = panels::Frame { ui: &mut *ui, look, title: "", places: Places { whole: room, field: room } };
            panels::draw(&mut shown.overlay.0, frame, Height::Field..=Height::Popups);
            if let Some(pens) = with.pens.as_deref_mut() {
                pens.over(ui, (shown.overlay.edit::<FieldView>(), look.board()), (room, room), "pens of a lesson");
            }
        }
    });
    if below.is_some() {
        // The window is as high as the page, whatever stands in it.
        ui.expand_to_include_rect(whole);
    }
    // Lessons are looked at: what is clicked on their board is not done.
    *shown.overlay.edit::<Wishes>() = Wishes::default();
    if let Some(step) = pressed.or_else(|| page::run_on(ui, shown, *with.speed)) {
        shown.press(step);
    }
}

#[cfg(test)]
mod tests;
