//! The whole screen of one battle: what is drawn, and what is done about it.
//! The window shows one; tests and pictures show one without a window.

use std::sync::Arc;
use std::time::Duration;

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{Resource, World};
use bevy_egui::egui::{CentralPanel, Frame, Panel, Rect, Stroke, StrokeKind, Ui, vec2};

use super::desk::Desk;
use super::hud::{Places, card, deeds, drawers, top};
use super::laurels::Laurels;
use super::reload::Watch;
use super::start::{Listed, Seat};
use super::{
    board, book, camp, course, end, ground, keys, lesson, log, preferences, saves, sheet, start, theme, timeline,
};
use crate::ai::{Mind, Skill};
use crate::battle::{Look, Memo, SideId, quiet_world};
use crate::record::{Origin, Record};
use crate::rulebook::reader::Overrides;
use crate::rulebook::{Library, Scenario};

/// The rulesets that the window offers.
#[derive(Resource, Clone)]
pub(super) struct Shelf(pub Arc<Library>);

/// The eye on their files.
#[derive(Resource)]
pub(super) struct Eye(pub Watch);

/// The battle that the window shows, and who plays its sides. The battle
/// itself is an entity like any other; this is only what is looked at.
#[derive(Resource, Default)]
pub(super) struct Shown {
    pub battle: Option<Entity>,
    pub title: String,
    pub seats: Vec<Seat>,
    pub mind: Option<Mind>,
    /// Until the computer's next decision.
    pub pause: Duration,
    /// An earlier moment that is looked at.
    pub past: Option<timeline::Past>,
    /// Decisions in it when it was loaded.
    pub loaded: Option<usize>,
    /// The rules broke down: the computer waits until somebody decides.
    pub halted: bool,
}

impl Shown {
    /// A battle that has just begun.
    pub fn new(scenario: &Scenario, battle: Entity, seed: u64, skill: Skill) -> Self {
        Self {
            battle: Some(battle),
            title: scenario.title.clone(),
            seats: scenario.players.iter().map(|player| Seat::of(*player, skill)).collect(),
            mind: Some(Mind::new(skill, seed)),
            ..Self::default()
        }
    }

    /// With those at its sides who sat there when it was saved.
    pub fn seated(mut self, seats: &[String]) -> Self {
        let seats: Option<Vec<Seat>> = seats.iter().map(|word| Seat::of_word(word)).collect();
        self.seats = seats.filter(|seats| seats.len() == self.seats.len()).unwrap_or(self.seats);
        self
    }

    /// The sides of those who sit at this screen: only what these hold in
    /// secret is shown. All may show where the computer plays every side, and
    /// where it waits for somebody to decide in its place.
    pub fn here(&self) -> Option<Vec<SideId>> {
        Some(Seat::mine(self.seats.iter().copied())).filter(|sides| !sides.is_empty() && !self.halted)
    }

    /// The battle as those at this screen may see it.
    pub fn seen<'w>(&self, look: Look<'w>) -> Look<'w> {
        if self.halted { look } else { Seat::as_seen(look, self.seats.iter().copied()) }
    }

    /// Notes who plays its sides where it is saved.
    pub fn note_seats(&self, world: &mut World) {
        if let Some(mut origin) = self.battle.and_then(|battle| world.get_mut::<Origin>(battle)) {
            origin.seats = self.seats.iter().map(|seat| seat.word()).collect();
        }
    }
}

/// What the window opens with.
pub struct Opening {
    /// The rulesets.
    pub library: Library,
    /// The battle, if it is chosen already.
    pub scenario: Option<Scenario>,
    /// A saved battle to go on with.
    pub record: Option<Record>,
    /// What the dice come from.
    pub seed: u64,
    /// Settings that are played differently.
    pub settings: Overrides,
    /// How well the computer plays.
    pub skill: Skill,
    /// The computer plays all sides.
    pub auto: bool,
    /// Close again after so many frames: for a look at whether it opens.
    pub frames: Option<u32>,
}

impl Opening {
    /// A battle, played by the computer where the scenario says so.
    pub fn of(library: Library, scenario: Scenario, seed: u64) -> Self {
        Self {
            library,
            scenario: Some(scenario),
            record: None,
            seed,
            settings: Overrides::default(),
            skill: Skill::default(),
            auto: false,
            frames: None,
        }
    }
}

/// The screen in a world of its own, for any egui that is at hand.
///
/// A frame is [`show`](Self::show), which changes nothing but the desk, and
/// then [`act`](Self::act), which does what the desk asks for.
pub struct Screen {
    /// The world that the battle is in.
    pub world: World,
}

impl Screen {
    /// Lays everything out.
    pub fn new(opening: Opening) -> Self {
        let mut world = quiet_world();
        lay(&mut world, opening);
        Self { world }
    }

    /// Draws all panels.
    pub fn show(&mut self, ui: &mut Ui) {
        draw(&mut self.world, ui);
    }

    /// Does what was wished for, when so much time has passed.
    pub fn act(&mut self, passed: Duration) {
        course::act(&mut self.world, passed);
    }

    /// The battle that is shown.
    pub fn battle(&self) -> Option<Entity> {
        self.world.get_resource::<Shown>()?.battle
    }

    /// The earlier moment of it that is looked at.
    pub fn past(&self) -> Option<Look<'_>> {
        Look::at(&self.world, self.world.get_resource::<Shown>()?.past.as_ref()?.battle)
    }

    /// A look at that battle.
    pub fn look(&self) -> Option<Look<'_>> {
        Look::at(&self.world, self.battle()?)
    }

    /// The desk.
    pub fn desk(&mut self) -> &mut Desk {
        self.world.get_resource_or_init::<Desk>().into_inner()
    }
}

/// Puts the shelf, the desk and the first battle into `world`.
pub(super) fn lay(world: &mut World, opening: Opening) {
    let mut desk =
        Desk { log_hidden: true, seed: opening.seed, skill: opening.skill, auto: opening.auto, ..Desk::default() };
    desk.settings.clone_from(&opening.settings);
    let mut shown = Shown::default();
    if let Some(scenario) = &opening.scenario {
        let begun = match &opening.record {
            Some(record) => record.play_in(world, scenario.setup.clone()).map_err(|why| why.to_string()),
            None => Ok(origin(scenario, &opening.settings, opening.seed).begin(world)),
        };
        match begun {
            Ok(battle) => {
                let seats = opening.record.as_ref().map_or(&[][..], |record| &record.seats);
                shown = Shown::new(scenario, battle, opening.seed, opening.skill).seated(seats);
                shown.note_seats(world);
                shown.loaded = opening.record.as_ref().map(|record| record.decisions.len());
            }
            Err(why) => desk.said = Some(why),
        }
    }
    timeline::tend(world, &mut desk, &mut shown, Duration::ZERO);
    world.insert_resource(Eye(Watch::of(opening.library.folder())));
    world.insert_resource(Listed::of(&opening.library));
    world.insert_resource(Shelf(Arc::new(opening.library)));
    world.insert_resource(shown);
    world.insert_resource(desk);
}

/// A battle at its start.
pub(super) fn origin(scenario: &Scenario, settings: &Overrides, seed: u64) -> Origin {
    Origin {
        setup: scenario.setup.clone(),
        scenario: scenario.name.clone(),
        settings: settings.clone(),
        seed,
        before: None,
        seats: Vec::new(),
    }
}

/// What those who sit here see of the battle that is shown, at the moment that is looked at.
pub(super) fn seen(world: &World) -> Option<Look<'_>> {
    let shown = world.get_resource::<Shown>()?;
    let past = shown.past.as_ref().map(|past| past.battle);
    Some(shown.seen(Look::at(world, past.or(shown.battle)?)?))
}

/// Draws everything; changes nothing but the desk.
pub(super) fn draw(world: &mut World, ui: &mut Ui) {
    let Some(mut desk) = world.remove_resource::<Desk>() else { return };
    let (text, colours) = (desk.preferences.text, desk.preferences.colours);
    let face = seen(world).map_or(theme::START.into(), ground::face);
    theme::dress(ui.ctx(), text, colours, face.as_str());
    ui.set_style(ui.ctx().global_style());
    desk.drawn = None;
    let title = world.get_resource::<Shown>().map_or("", |shown| shown.title.as_str());
    let shown = seen(world).map(|look| (look, title));
    // Panels ask for the same figures of the same fighters.
    let memo = shown.map(|(look, _)| Memo::of(look));
    let look = shown.zip(memo.as_ref()).map(|((look, title), memo)| (look.remembering(memo), title));
    if let Some((look, _)) = look {
        desk.lose_sight(look);
        desk.is_own = look.clock().turn.is_some_and(|who| look.is_played_here(look.side(who)));
    }
    match look {
        Some((look, title)) => panels(ui, look, title, &mut desk),
        None => {
            if let Some(listed) = world.get_resource::<Listed>() {
                let none = Laurels::default();
                let laurels = world.get_resource::<Laurels>().unwrap_or(&none);
                start::start(ui, listed, laurels, &mut desk);
            }
        }
    }
    let chosen = || world.get_resource::<Listed>()?.rules(&desk.chosen).map(std::sync::Arc::as_ref);
    // What is read of a game has its face, also before it is played.
    let reads = look.is_none() && (desk.book || desk.lesson.is_some());
    let of_lesson = || desk.lesson.as_ref().and_then(lesson::Shown::face);
    if let Some(read) = reads.then(|| of_lesson().or_else(|| chosen()?.face)).flatten() {
        theme::dress(ui.ctx(), text, colours, read.as_str());
    }
    if let Some(rules) = look.map(|(look, _)| look.rules()).or_else(chosen) {
        let lessons = world.get_resource::<lesson::Lessons>().and_then(|lessons| lessons.known(rules.name));
        book::book(ui.ctx(), rules, lessons, &mut desk);
    }
    lesson::lesson(ui.ctx(), &mut desk);
    theme::dress(ui.ctx(), text, colours, face.as_str());
    preferences::preferences(ui.ctx(), &mut desk);
    saves::saves(ui.ctx(), &mut desk, look.is_some());
    keys::sheet(ui.ctx(), &mut desk);
    keys::hear(ui.ctx(), &mut desk, look.map(|(look, _)| look));
    if desk.wish.is_some() || desk.order.is_some() {
        // What comes of it is seen at once.
        ui.ctx().request_repaint();
    }
    drop(memo);
    world.insert_resource(desk);
}

/// The field of a battle, which fills the window, and all that lies over it.
fn panels(ui: &mut Ui, look: Look<'_>, title: &str, desk: &mut Desk) {
    // A camp has a page of its own in place of the field and all that belongs to it.
    if !desk.timeline.looks_back() && camp::is_open(look) {
        camped(ui, look, title, desk);
        return;
    }
    let places = Places::here(ui.ctx());
    board::board(ui, look, places.field, desk);
    // What is pointed at is said anew by all that lies over the field; the field shows it in the next frame.
    let before = (desk.pointed.take(), desk.preview.take());
    if desk.timeline.looks_back() {
        let edge = Stroke::new(3.0, theme::ACTIVE);
        ui.painter().rect_stroke(places.field.expand2(vec2(0.0, 2.0)), 0.0, edge, StrokeKind::Inside);
    }
    if !desk.presents {
        let strip = |ui: &Ui, rect| ui.painter().rect_filled(rect, 0.0, theme::back());
        let (whole, field) = (places.whole, places.field);
        strip(ui, Rect::from_x_y_ranges(whole.x_range(), whole.top()..=field.top()));
        strip(ui, Rect::from_x_y_ranges(whole.x_range(), field.bottom()..=whole.bottom()));
        top::top(ui, look, title, &places, desk);
        deeds::bar(ui, look, &places, desk);
        drawers::drawers(ui, look, &places, desk);
    }
    let clear = drawers::clear(ui, &places, desk);
    board::popups(ui, look, places.field, clear, desk);
    if let Some((who, approach)) = desk.carded.take().filter(|_| desk.target.is_none()) {
        card::card(ui, look, &places, (who, approach.as_deref()), desk);
    }
    top::told(ui, &places, desk);
    end::end(ui, look, desk);
    if before != (desk.pointed, desk.preview.clone()) {
        ui.ctx().request_repaint();
    }
}

/// A camp: its page, with the log and a sheet beside it.
fn camped(ui: &mut Ui, look: Look<'_>, title: &str, desk: &mut Desk) {
    let room = ui.available_size();
    let places = Places::here(ui.ctx());
    Panel::top("bar").exact_size(places.field.top() - places.whole.top()).show(ui, |ui| {
        top::top(ui, look, title, &places, desk);
    });
    let wide = |points: f32| (points * theme::scale(ui.ctx())).min(room.x * 0.28);
    let (sheet, log) = (wide(290.0), wide(320.0));
    if !desk.log_hidden {
        Panel::right("log").exact_size(log).show(ui, |ui| log::log(ui, look, desk));
    }
    if desk.sheet_open {
        Panel::right("sheet").exact_size(sheet).show(ui, |ui| sheet::sheet(ui, look, desk));
    }
    if desk.timeline.is_there() {
        Panel::bottom("timeline").resizable(false).show(ui, |ui| timeline::timeline(ui, look, desk));
    }
    CentralPanel::default().frame(Frame::new().fill(theme::back())).show(ui, |ui| camp::camp(ui, look, desk));
    top::told(ui, &places, desk);
    end::end(ui, look, desk);
}
