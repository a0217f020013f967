//! The whole screen of one battle: what is drawn, and what is done about it.
//! The window shows one; tests and pictures show one without a window.

use std::sync::Arc;
use std::time::Duration;

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{Resource, World};
use bevy_egui::egui::{CentralPanel, Panel, Stroke, StrokeKind, Ui};

use super::desk::{Desk, END_TURN};
use super::reload::Watch;
use super::start::{Listed, Seat};
use super::{
    answers, bar, board, book, end, keys, layers, lesson, log, mishap, preferences, saves, sheet, start, theme,
    timeline, track, wishes,
};
use crate::ai::{Mind, Skill};
use crate::battle::{Look, Memo, Order, Refusal, advance, answer, question, quiet_world, verdict};
use crate::record::{Origin, Record, what_follows};
use crate::rulebook::reader::Overrides;
use crate::rulebook::{Library, Scenario};

/// The rulesets that the window offers.
#[derive(Resource, Clone)]
pub(super) struct Shelf(pub Arc<Library>);

/// The eye on their files.
#[derive(Resource)]
struct Eye(Watch);

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
        act(&mut self.world, passed);
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
    let mut desk = Desk { seed: opening.seed, skill: opening.skill, auto: opening.auto, ..Desk::default() };
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

/// Draws everything; changes nothing but the desk.
pub(super) fn draw(world: &mut World, ui: &mut Ui) {
    let Some(mut desk) = world.remove_resource::<Desk>() else { return };
    theme::dress(ui.ctx(), desk.preferences.text, desk.preferences.colours);
    let shown = world.get_resource::<Shown>().and_then(|shown| {
        let past = shown.past.as_ref().map(|past| past.battle);
        Some((past.or(shown.battle)?, shown.title.as_str()))
    });
    let look = shown.and_then(|(battle, title)| Some((Look::at(world, battle)?, title)));
    // Panels ask for the same figures of the same fighters.
    let memo = look.map(|(look, _)| Memo::of(look));
    let look = look.zip(memo.as_ref()).map(|((look, title), memo)| (look.remembering(memo), title));
    match look {
        Some((look, title)) => panels(ui, look, title, &mut desk),
        None => {
            if let Some(listed) = world.get_resource::<Listed>() {
                start::start(ui, listed, &mut desk);
            }
        }
    }
    let chosen = || world.get_resource::<Listed>()?.rules(&desk.chosen).map(std::sync::Arc::as_ref);
    if let Some(rules) = look.map(|(look, _)| look.rules()).or_else(chosen) {
        let lessons = world.get_resource::<lesson::Lessons>().and_then(|lessons| lessons.known(rules.name));
        book::book(ui.ctx(), rules, lessons, &mut desk);
    }
    lesson::lesson(ui.ctx(), &mut desk);
    preferences::preferences(ui.ctx(), &mut desk);
    saves::saves(ui.ctx(), &mut desk, look.is_some());
    keys::sheet(ui.ctx(), &mut desk);
    keys::hear(ui.ctx(), &mut desk, look.map(|(look, _)| look));
    if desk.wish.is_some() || desk.order.is_some() {
        // What comes of it is seen at once.
        ui.ctx().request_repaint();
    }
    world.insert_resource(desk);
}

/// All the panels of a battle, around its board.
fn panels(ui: &mut Ui, look: Look<'_>, title: &str, desk: &mut Desk) {
    let room = ui.available_size();
    // Narrow windows leave the board the larger part.
    let side = |usual: f32, share: f32| usual.min(room.x * share);
    Panel::top("bar").show(ui, |ui| bar::bar(ui, look, title, desk));
    Panel::bottom("legend").resizable(false).show(ui, |ui| layers::panel(ui, look, desk));
    Panel::left("left").default_size(side(270.0, 0.23)).max_size(room.x * 0.26).show(ui, |ui| {
        track::track(ui, look, desk);
        ui.separator();
        sheet::sheet(ui, look, desk);
    });
    if !desk.log_hidden {
        Panel::right("log")
            .default_size(side(320.0, 0.25))
            .max_size(room.x * 0.28)
            .show(ui, |ui| log::log(ui, look, desk));
    }
    Panel::bottom("answers").default_size(190.0_f32.min(room.y * 0.26)).resizable(true).show(ui, |ui| {
        if desk.timeline.looks_back() {
            timeline::looking_back(ui, look, desk);
        } else {
            answers::answers(ui, look, desk);
        }
    });
    if desk.timeline.is_there() {
        Panel::bottom("timeline").resizable(false).show(ui, |ui| timeline::timeline(ui, desk));
    }
    let field = CentralPanel::default().show(ui, |ui| board::board(ui, look, desk)).response.rect;
    if desk.timeline.looks_back() {
        let edge = Stroke::new(3.0, theme::ACTIVE);
        ui.painter().rect_stroke(field, 0.0, edge, StrokeKind::Inside);
    }
    end::end(ui, look, desk);
}

/// Does what was wished for, and lets the computer decide when it is its turn.
pub(super) fn act(world: &mut World, passed: Duration) {
    let Some(mut desk) = world.remove_resource::<Desk>() else { return };
    let Some(mut shown) = world.remove_resource::<Shown>() else { return };
    mishap::guarded(world, &mut desk, &mut shown, |world, desk, shown| go_on(world, desk, shown, passed));
    if let Some(library) = world.get_resource::<Shelf>().map(|shelf| shelf.0.clone()) {
        desk.saves.read_on(&library, shown.battle.is_none(), passed);
    }
    if let Some((library, ruleset)) = desk
        .book
        .then(|| wishes::ruleset(world, &desk, &shown))
        .flatten()
        .and_then(|ruleset| Some((world.get_resource::<Shelf>()?.0.clone(), ruleset)))
    {
        world.get_resource_or_init::<lesson::Lessons>().read(&library, ruleset);
    }
    if let Err(why) = keep_shown(world, &mut desk, &shown, passed, false) {
        desk.said = Some(why);
    }
    world.insert_resource(desk);
    world.insert_resource(shown);
}

/// Keeps the battle that is shown, if anybody plays in it: when it is time, or at once.
pub(super) fn keep_shown(
    world: &World,
    desk: &mut Desk,
    shown: &Shown,
    passed: Duration,
    at_once: bool,
) -> Result<(), String> {
    match shown.battle.filter(|_| shown.seats.contains(&Seat::Me)) {
        Some(battle) => desk.saves.keep(world, battle, passed, at_once),
        None => Ok(()),
    }
}

/// Keeps the battle that is shown at once, and says where it lies.
pub(super) fn keep(world: &mut World) -> Result<Option<std::path::PathBuf>, String> {
    let Some(mut desk) = world.remove_resource::<Desk>() else { return Ok(None) };
    let kept =
        world.get_resource::<Shown>().map_or(Ok(()), |shown| keep_shown(world, &mut desk, shown, Duration::ZERO, true));
    let place = desk.saves.slot().map(std::path::Path::to_owned);
    world.insert_resource(desk);
    kept.map(|()| place)
}

fn go_on(world: &mut World, desk: &mut Desk, shown: &mut Shown, passed: Duration) {
    if let Some(wish) = desk.wish.take() {
        shown.halted = false;
        wishes::grant(world, desk, shown, wish);
    }
    preferences::keep(desk);
    let changed = world.get_resource_mut::<Eye>().map(|mut eye| eye.0.passed(passed)).unwrap_or_default();
    if !changed.is_empty() {
        wishes::reload(world, desk, shown, &changed);
    }
    timeline::tend(world, desk, shown, passed);
    if shown.past.is_some() {
        // What has been can be looked at, not changed.
        desk.order = None;
        return;
    }
    if let Some(battle) = shown.battle {
        if let Some(order) = desk.order.take()
            && !warns(world, battle, &order, desk)
        {
            shown.halted = false;
            give(world, battle, order, desk);
        }
        computer(world, battle, desk, shown, passed);
        match verdict(world, battle) {
            Some(_) if desk.follows.is_none() => desk.follows = Some(follows(world, battle)),
            Some(_) => {}
            None => desk.follows = None,
        }
    }
}

/// Whether something moves by itself: the computer that thinks, tokens on their way.
pub(super) fn is_lively(world: &World) -> bool {
    let (Some(desk), Some(shown)) = (world.get_resource::<Desk>(), world.get_resource::<Shown>()) else { return false };
    let reads = (desk.saves.open || shown.battle.is_none()) && desk.saves.is_busy();
    let Some(battle) = shown.battle else { return reads };
    let waits = shown.past.is_some() || shown.halted;
    let thinks = reads || desk.timeline.is_playing() || !waits && skill_asked(world, battle, desk, shown).is_some();
    let moves = Look::at(world, battle).is_some_and(|look| desk.motion.is_lively(look));
    thinks || moves || desk.lesson.as_ref().is_some_and(super::lesson::Shown::is_lively)
}

/// How well whoever is asked plays, if that is the computer.
fn skill_asked(world: &World, battle: Entity, desk: &Desk, shown: &Shown) -> Option<Skill> {
    let question = question(world, battle).filter(|_| verdict(world, battle).is_none())?;
    match shown.seats.get(usize::from(question.side.0)) {
        Some(Seat::Computer(skill)) => Some(*skill),
        Some(Seat::Me) if !desk.auto => None,
        _ => Some(desk.skill),
    }
}

/// Whether a turn is about to be let go by in which nothing has been done, of
/// which nobody was warned yet.
fn warns(world: &World, battle: Entity, order: &Order, desk: &mut Desk) -> bool {
    if order.verb != END_TURN || !desk.preferences.warns || std::mem::replace(&mut desk.warned, true) {
        return false;
    }
    let Some(look) = Look::at(world, battle) else { return false };
    let who = look.question().and_then(|question| question.who);
    let is_idle = who.is_some_and(|who| look.rules().economy.is_untouched(look, who));
    if let (true, Some(who)) = (is_idle, who) {
        let left = look.rules().economy.left(look, who);
        desk.told =
            Some(format!("{} has done nothing yet ({left}). End the turn again to let it go by.", look.name(who)));
    }
    is_idle
}

fn give(world: &mut World, battle: Entity, order: Order, desk: &mut Desk) {
    match decide(world, battle, order, desk) {
        Ok(()) => desk.answered(),
        Err(refusal) => desk.said = Some(refusal.to_string()),
    }
}

/// Makes a decision, and notes it in the course of the battle.
fn decide(world: &mut World, battle: Entity, order: Order, desk: &mut Desk) -> Result<(), Refusal> {
    let noted = Look::at(world, battle).map(|look| timeline::Timeline::about(look, &order));
    answer(world, battle, order)?;
    noted.into_iter().for_each(|noted| desk.timeline.made(noted));
    advance(world, battle);
    Ok(())
}

/// What follows a battle that is over: its title, and the hours that lie between.
fn follows(world: &World, battle: Entity) -> Option<(String, i32)> {
    let library = &world.get_resource::<Shelf>()?.0;
    let (name, hours) = what_follows(library, world, battle)?;
    Some((library.scenario(&name).ok()?.title, hours))
}

/// Lets the computer decide, if it is asked and has waited long enough.
fn computer(world: &mut World, battle: Entity, desk: &mut Desk, shown: &mut Shown, passed: Duration) {
    shown.pause = shown.pause.saturating_sub(passed);
    if shown.halted {
        return;
    }
    if let Some(skill) = skill_asked(world, battle, desk, shown).filter(|_| shown.pause.is_zero()) {
        shown.mind.iter_mut().for_each(|mind| mind.set_skill(skill));
        let order = shown.mind.as_mut().zip(Look::at(world, battle)).and_then(|(mind, look)| mind.decide(look));
        match order.map(|order| decide(world, battle, order, desk)) {
            Some(Ok(())) => {}
            Some(Err(refusal)) => desk.said = Some(refusal.to_string()),
            None => desk.said = Some("the computer does not know what to answer".to_owned()),
        }
        shown.pause = desk.pace();
    }
}
