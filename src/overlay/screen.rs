//! The whole screen of one battle: what is drawn, and what is done about it.
//! The window shows one; tests and pictures show one without a window.

mod whole;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use bevy::ecs::component::Mutable;
use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{Resource, World};
use bevy_egui::egui::Ui;

use super::course::Pace;
use super::export::Eyes;
use super::links::Address;
use super::panels::{self, Decided};
use super::present::Presenter;
use super::reload::Watch;
use super::start::{Listed, NextBattle, Seat};
use super::thinking::Thinking;
use super::{course, opened, present, stage, timeline};
use crate::ai::{Mind, Skill};
use crate::battle::{Look, SideId, quiet_world};
use crate::record::{Origin, Record};
use crate::rulebook::reader::Overrides;
use crate::rulebook::{Library, Scenario};
use crate::scene::Stage;
use crate::talk::Talk;

pub(super) use self::whole::Overlay;

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
    /// It was begun to learn by: nobody has chosen these.
    pub teaches: bool,
    pub mind: Option<Mind>,
    /// What it is thinking about.
    pub(super) thinking: Option<Thinking>,
    /// Until the computer's next decision.
    pub pause: Duration,
    /// An earlier moment that is looked at.
    pub past: Option<timeline::Past>,
    /// Decisions in it when it was loaded.
    pub loaded: Option<usize>,
    /// The rules broke down: the computer waits until somebody decides.
    pub halted: bool,
    /// The sides whose secrets stay hidden from all who look on.
    pub hides: Vec<SideId>,
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
        let seats = if self.halted { &[][..] } else { &self.seats };
        present::seen(look, seats, &self.hides)
    }

    /// The eyes of those at this screen.
    pub fn eyes(&self) -> Eyes {
        let seats = if self.halted { Vec::new() } else { self.seats.clone() };
        Eyes::Here(seats, self.hides.clone())
    }

    /// What those at this screen see of the moment that is looked at.
    pub fn looked_at<'w>(&self, world: &'w World) -> Option<Look<'w>> {
        let past = self.past.as_ref().map(|past| past.battle);
        Some(self.seen(Look::at(world, past.or(self.battle)?)?))
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
    pub library: Arc<Library>,
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
    /// What is shown first (`crate::link`).
    pub link: Option<String>,
    /// The address that links to this program begin with, if it has one.
    pub address: Option<String>,
    /// A talk, and its file.
    pub talk: Option<(Talk, PathBuf)>,
}

impl Opening {
    /// A battle, played by the computer where the scenario says so.
    pub fn of(library: impl Into<Arc<Library>>, scenario: Scenario, seed: u64) -> Self {
        Self {
            library: library.into(),
            scenario: Some(scenario),
            record: None,
            seed,
            settings: Overrides::default(),
            skill: Skill::default(),
            auto: false,
            frames: None,
            link: None,
            address: None,
            talk: None,
        }
    }
}

/// The screen in a world of its own, for any egui that is at hand.
///
/// A frame is [`show`](Self::show), which changes nothing but the overlay, and
/// then [`act`](Self::act), which does what its panels wish for.
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

    /// What a scene would show of it now.
    pub fn stage(&mut self) -> Stage {
        stage::set(&mut self.world);
        self.world.remove_resource::<Stage>().unwrap_or_default()
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

    /// What a panel keeps.
    pub fn edit<R: Resource<Mutability = Mutable>>(&mut self) -> &mut R {
        self.overlay().edit()
    }

    /// Something was decided by other hands: what was taken up for it is put down.
    pub fn decided(&mut self) {
        self.overlay().tell(Decided);
    }

    /// A step back, as Escape makes it.
    pub fn step_back(&mut self) {
        panels::step_back(&mut self.overlay().0);
    }

    fn overlay(&mut self) -> &mut Overlay {
        self.world.resource_mut::<Overlay>().into_inner()
    }
}

/// Puts the shelf, the overlay and the first battle into `world`.
pub(super) fn lay(world: &mut World, opening: Opening) {
    let mut overlay = Overlay::of_a_window();
    *overlay.edit::<NextBattle>() =
        NextBattle { seed: opening.seed, settings: opening.settings.clone(), ..NextBattle::default() };
    *overlay.edit::<Pace>() = Pace::of(opening.skill, opening.auto);
    overlay.0.insert_resource(Listed::of(&opening.library));
    overlay.0.insert_resource(Address(opening.address.as_deref().map(Arc::from)));
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
            Err(why) => overlay.say(why),
        }
    }
    timeline::tend(world, &mut overlay, &mut shown, Duration::ZERO);
    world.insert_resource(Eye(Watch::of(opening.library.sources().folders())));
    world.insert_resource(Shelf(opening.library));
    if let Some(link) = &opening.link {
        opened::open(world, &mut overlay, &mut shown, link);
    }
    if let Some((talk, file)) = opening.talk {
        *overlay.edit::<Presenter>() = Presenter::of(talk, &file);
        present::tend(world, &mut overlay, &mut shown);
    }
    world.insert_resource(shown);
    world.insert_resource(overlay);
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
    world.get_resource::<Shown>()?.looked_at(world)
}

/// Draws everything; changes nothing but the overlay.
pub(super) fn draw(world: &mut World, ui: &mut Ui) {
    let Some(mut overlay) = world.remove_resource::<Overlay>() else { return };
    overlay.draw(world, ui);
    world.insert_resource(overlay);
}
