//! The window: one file a panel, each a function that reads the battle and
//! writes wishes on the desk; nothing here changes a battle but [`act`].

mod answers;
mod bar;
mod board;
mod book;
mod desk;
mod log;
mod picture;
mod sheet;
mod theme;
mod track;

use std::sync::Arc;
use std::time::Duration;

use bevy::DefaultPlugins;
use bevy::app::{App, AppExit, Plugin, Update};
use bevy::app::{PluginGroup, Startup};
use bevy::camera::{Camera2d, ClearColor};
use bevy::color::Color;
use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{Commands, Resource, World};
use bevy::ecs::system::SystemState;
use bevy::time::Time;
use bevy::utils::default;
use bevy::window::{Window, WindowPlugin};
use bevy::winit::WinitSettings;
use bevy_egui::{EguiContexts, EguiPlugin, EguiPrimaryContextPass, egui};

use crate::ai::{Mind, Skill};
use crate::battle::{BattlePlugin, Look, advance, answer, question, verdict};
use crate::record::{Origin, Record, record, undo};
use crate::rulebook::reader::Overrides;
use crate::rulebook::{Library, Player, Scenario};

pub use desk::{Desk, Layers, Wish};
pub use picture::{Picture, PictureError, paint, picture};

/// The rulesets that the window offers.
#[derive(Resource, Clone)]
struct Shelf(Arc<Library>);

/// The battle that the window shows, and who plays its sides. The battle
/// itself is an entity like any other; this is only what is looked at.
#[derive(Resource, Default)]
struct Shown {
    battle: Option<Entity>,
    title: String,
    players: Vec<Player>,
    mind: Option<Mind>,
    /// Until the computer's next decision.
    pause: Duration,
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

/// Opens the window and stays until it is closed.
pub fn open(opening: Opening) -> AppExit {
    let mut app = App::new();
    let window = Window { title: "Sortie".to_owned(), resolution: (1360, 860).into(), ..default() };
    app.add_plugins(DefaultPlugins.set(WindowPlugin { primary_window: Some(window), ..default() }));
    app.add_plugins((EguiPlugin::default(), BattlePlugin, OverlayPlugin(std::sync::Mutex::new(Some(opening)))));
    app.run()
}

/// The panels, and what they wish for.
struct OverlayPlugin(std::sync::Mutex<Option<Opening>>);

impl Plugin for OverlayPlugin {
    fn build(&self, app: &mut App) {
        let opening = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
        let Some(opening) = opening else { return };
        let mut desk = Desk { seed: opening.seed, skill: opening.skill, auto: opening.auto, ..Desk::default() };
        desk.settings.clone_from(&opening.settings);
        let mut shown = Shown::default();
        if let Some(scenario) = &opening.scenario {
            let begun = match &opening.record {
                Some(record) => record.play_in(app.world_mut(), scenario.setup.clone()).map_err(|why| why.to_string()),
                None => Ok(origin(scenario, &opening.settings, opening.seed).begin(app.world_mut())),
            };
            match begun {
                Ok(battle) => shown = show(scenario, battle, opening.seed, opening.skill),
                Err(why) => desk.said = Some(why),
            }
        }
        app.insert_resource(Shelf(Arc::new(opening.library)))
            .insert_resource(shown)
            .insert_resource(desk)
            .insert_resource(WinitSettings::game())
            .insert_resource(ClearColor(Color::srgb_u8(0x1b, 0x1d, 0x22)))
            .add_systems(Startup, |mut commands: Commands| {
                commands.spawn(Camera2d);
            })
            .add_systems(EguiPrimaryContextPass, draw)
            .add_systems(Update, act);
        if let Some(frames) = opening.frames {
            let mut left = frames;
            app.add_systems(Update, move |mut exit: bevy::ecs::message::MessageWriter<AppExit>| {
                left = left.saturating_sub(1);
                if left == 0 {
                    exit.write(AppExit::Success);
                }
            });
        }
    }
}

fn origin(scenario: &Scenario, settings: &Overrides, seed: u64) -> Origin {
    Origin { setup: scenario.setup.clone(), scenario: scenario.name.clone(), settings: settings.clone(), seed }
}

fn show(scenario: &Scenario, battle: Entity, seed: u64, skill: Skill) -> Shown {
    Shown {
        battle: Some(battle),
        title: scenario.title.clone(),
        players: scenario.players.clone(),
        mind: Some(Mind::new(skill, seed)),
        pause: Duration::ZERO,
    }
}

/// Draws everything. It may run more than once a frame and changes nothing but
/// the desk.
fn draw(world: &mut World) -> bevy::ecs::error::Result {
    let mut contexts: SystemState<EguiContexts> = SystemState::new(world);
    let context = contexts.get_mut(world)?.ctx_mut()?.clone();
    theme::dress(&context);
    let Some(mut desk) = world.remove_resource::<Desk>() else { return Ok(()) };
    let shown = world.get_resource::<Shown>().and_then(|shown| Some((shown.battle?, shown.title.clone())));
    let library = world.get_resource::<Shelf>().map(|shelf| shelf.0.clone());
    let area = egui::UiBuilder::new().layer_id(egui::LayerId::background()).max_rect(context.viewport_rect());
    let mut ui = egui::Ui::new(context.clone(), "sortie".into(), area);
    match shown.and_then(|(battle, title)| Look::at(world, battle).map(|look| (look, title))) {
        Some((look, title)) => desk_of_battle(&mut ui, look, &title, &mut desk),
        None => {
            if let Some(library) = &library {
                bar::menu(&mut ui, library, &mut desk);
            }
        }
    }
    desk.keys(&context);
    world.insert_resource(desk);
    Ok(())
}

/// All the panels of a battle, around its board.
fn desk_of_battle(ui: &mut egui::Ui, look: Look<'_>, title: &str, desk: &mut Desk) {
    egui::Panel::top("bar").show(ui, |ui| bar::bar(ui, look, title, desk));
    egui::Panel::left("left").default_size(270.0).show(ui, |ui| {
        track::track(ui, look, desk);
        ui.separator();
        sheet::sheet(ui, look, desk);
    });
    egui::Panel::right("log").default_size(320.0).show(ui, |ui| log::log(ui, look, desk));
    egui::Panel::bottom("answers").default_size(190.0).show(ui, |ui| answers::answers(ui, look, desk));
    egui::CentralPanel::default().show(ui, |ui| board::board(ui, look, desk));
    book::book(ui.ctx(), look, desk);
}

/// Does what was wished for, and lets the computer decide when it is its turn.
fn act(world: &mut World) {
    let Some(mut desk) = world.remove_resource::<Desk>() else { return };
    let Some(mut shown) = world.remove_resource::<Shown>() else { return };
    if let Some(wish) = desk.wish.take() {
        grant(world, &mut desk, &mut shown, wish);
    }
    if let Some(battle) = shown.battle {
        if let Some(order) = desk.order.take() {
            match answer(world, battle, order) {
                Ok(()) => {
                    desk.answered();
                    advance(world, battle);
                }
                Err(refusal) => desk.said = Some(refusal.to_string()),
            }
        }
        let passed = world.get_resource::<Time>().map(Time::delta).unwrap_or_default();
        shown.pause = shown.pause.saturating_sub(passed);
        let computer = question(world, battle).is_some_and(|question| {
            desk.auto || shown.players.get(usize::from(question.side.0)) != Some(&Player::Human)
        });
        if computer && shown.pause.is_zero() && verdict(world, battle).is_none() {
            let order = shown.mind.as_mut().zip(Look::at(world, battle)).and_then(|(mind, look)| mind.decide(look));
            match order.map(|order| answer(world, battle, order)) {
                Some(Ok(())) => advance(world, battle),
                Some(Err(refusal)) => desk.said = Some(refusal.to_string()),
                None => desk.said = Some("the computer does not know what to answer".to_owned()),
            }
            shown.pause = desk.pace();
        }
    }
    world.insert_resource(desk);
    world.insert_resource(shown);
}

fn grant(world: &mut World, desk: &mut Desk, shown: &mut Shown, wish: Wish) {
    let library = world.get_resource::<Shelf>().map(|shelf| shelf.0.clone());
    let put_away = |world: &mut World, shown: &mut Shown| {
        if let Some(battle) = shown.battle.take() {
            world.despawn(battle);
        }
    };
    match wish {
        Wish::Menu => {
            put_away(world, shown);
            desk.fresh();
        }
        Wish::Begin(name) => {
            let Some(library) = library else { return };
            match library.scenario(&name) {
                Ok(scenario) => {
                    put_away(world, shown);
                    desk.fresh();
                    let battle = origin(&scenario, &desk.settings, desk.seed).begin(world);
                    *shown = show(&scenario, battle, desk.seed, desk.skill);
                }
                Err(problems) => desk.said = problems.first().map(ToString::to_string),
            }
        }
        Wish::Undo => {
            let Some(battle) = shown.battle else { return };
            // Back to the last decision of a human, over what the computer did since.
            let made = crate::record::decisions(world, battle);
            let since = made
                .iter()
                .rev()
                .position(|decision| shown.players.get(usize::from(decision.side.0)) == Some(&Player::Human));
            match since.map(|since| undo(world, battle, since + 1)) {
                Some(Ok(before)) => {
                    shown.battle = Some(before);
                    desk.answered();
                }
                Some(Err(why)) => desk.said = Some(why.to_string()),
                None => desk.said = Some("there is nothing to take back".to_owned()),
            }
        }
        Wish::Save(path) => {
            let saved = shown.battle.and_then(|battle| record(world, battle)).map(|record| record.write(&path));
            desk.said = Some(match saved {
                Some(Ok(())) => format!("saved to {}", path.display()),
                Some(Err(why)) => why.to_string(),
                None => "this battle cannot be saved".to_owned(),
            });
        }
        Wish::Load(path) => {
            let Some(library) = library else { return };
            let loaded = Record::read(&path).map_err(|why| why.to_string()).and_then(|record| {
                let scenario = library
                    .scenario(&record.scenario)
                    .map_err(|problems| problems.first().map(ToString::to_string).unwrap_or_default())?;
                let battle = record.play_in(world, scenario.setup.clone()).map_err(|why| why.to_string())?;
                Ok((scenario, battle, record.seed))
            });
            match loaded {
                Ok((scenario, battle, seed)) => {
                    put_away(world, shown);
                    desk.fresh();
                    *shown = show(&scenario, battle, seed, desk.skill);
                }
                Err(why) => desk.said = Some(why),
            }
        }
    }
}
