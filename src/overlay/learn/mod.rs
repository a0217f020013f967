//! Learning by playing: a page of its own in place of the start screen. What the game is in one minute, a tour of its lessons,
//! and the way to a first battle, which tells one line of help at a time. What is shown stands in the `learn.ron` of the
//! game; numbers and answers come from its rules (`crate::learn`).

pub mod help;
mod kept;
mod minute;
pub mod picture;
mod plates;
mod reel;
mod stands;
mod tour;

use std::sync::Arc;

use bevy::app::App;
use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{Res, ResMut, Resource, World};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{Button, CentralPanel, Frame, Margin, Panel, RichText, Ui, UiBuilder};

use super::book::Book;
use super::course::Pace;
use super::laurels::Laurels;
use super::links;
use super::panels::{Back, Height, Page, Panels};
use super::portraits::Portraits;
use super::preferences::{Preferences, Speed};
use super::screen::{Overlay, Shelf, Shown};
use super::start::{Listed, NextBattle, Seat};
use super::theme;
use super::wishes::{self, Wish, Wishes};
use crate::ai::Skill;
use crate::battle::Key;
use crate::learn::{Guide, Progress};
use crate::link::Link;
use crate::record::Origin;
use crate::rulebook::learn::Learn;

pub use kept::Learned;
pub use tour::Told;

/// The page, and what it shows.
#[derive(Resource, Default)]
pub struct LearnPage {
    /// Whether it is open.
    pub open: bool,
    /// Which part of it.
    pub part: Part,
    /// What was read of a game. Nobody gets at it who does not say of which.
    read: Option<Read>,
    /// Why it is not kept how far somebody has come.
    unkept: Option<String>,
    /// The battle that was looked at last, and what has been understood of the help in it.
    battle: Option<Entity>,
    helps: bool,
    guide: Guide,
}

/// How a game is learned, and where somebody is with it.
struct Read {
    of: Key,
    /// What stands in its file; else why it cannot be shown.
    learn: Result<Arc<Learn>, String>,
    /// What was worked out for the minute.
    cards: Vec<minute::Card>,
    /// Where somebody is on the tour.
    walking: Option<tour::Walking>,
}

impl Read {
    fn new(of: Key, read: Result<Option<Learn>, String>) -> Self {
        let learn = read.and_then(|learn| learn.map(Arc::new).ok_or_else(|| UNWRITTEN.to_owned()));
        Self { of, learn, cards: Vec::new(), walking: None }
    }
}

/// What is told of a game that says nothing of how it is learned.
const UNWRITTEN: &str = "Nobody has written yet how this game is learned.";

/// The parts of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Part {
    /// What the game is.
    #[default]
    Minute,
    /// The tour.
    Tour,
}

/// The page, and the line of help.
pub fn plugin(app: &mut App) {
    app.init_resource::<LearnPage>().init_resource::<Learned>();
    app.add_page(Height::Start, |Page { ui, look }: Page<'_>, mut with: Learning<'_>| {
        if look.is_none() && with.page.open {
            page(ui, &mut with);
        }
    });
    // Behind a battle it is out of reach.
    app.on_back(Back::Learn, |mut page: ResMut<'_, LearnPage>| page.battle.is_none() && std::mem::take(&mut page.open));
    app.add_plugins(help::plugin);
}

/// What the page reads and changes.
#[derive(SystemParam)]
struct Learning<'w> {
    page: ResMut<'w, LearnPage>,
    learned: ResMut<'w, Learned>,
    wishes: ResMut<'w, Wishes>,
    book: ResMut<'w, Book>,
    portraits: ResMut<'w, Portraits>,
    listed: Res<'w, Listed>,
    next: Res<'w, NextBattle>,
    likes: Res<'w, Preferences>,
    pace: Res<'w, Pace>,
    laurels: Res<'w, Laurels>,
}

impl LearnPage {
    /// Opens it where the game is to be gone on with: at the tour for whoever has seen the minute and has not done all of it, else
    /// at the minute.
    pub fn show(&mut self, progress: &Progress) {
        self.open = true;
        self.part = if progress.minute && !progress.is_whole() { Part::Tour } else { Part::Minute };
    }

    /// What was read of this game.
    fn read(&self, of: Key) -> Option<&Read> {
        self.read.as_ref().filter(|read| read.of == of)
    }

    /// How this game is learned, once that has been read.
    pub fn learn(&self, of: Key) -> Option<&Arc<Learn>> {
        self.read(of)?.learn.as_ref().ok()
    }

    /// How far one is on the tour of this game, counted from 0.
    pub fn at(&self, of: Key) -> Option<usize> {
        self.read(of)?.walking.as_ref().map(tour::Walking::at)
    }

    /// What those see of the tour of this game who look on, while it is open.
    pub fn told(&self, of: Key) -> Option<Told<'_>> {
        let walking = self.read(of)?.walking.as_ref().filter(|_| self.open && self.part == Part::Tour)?;
        Some(walking.told(self.learn(of)?.tour.get(walking.at())?))
    }
}

/// Reads how a game is learned, when its page is open or a first battle of it is fought.
pub(super) fn tend(world: &World, overlay: &mut Overlay, shown: &Shown) {
    let helps = shown.battle.is_some_and(|battle| is_first(world, overlay, battle));
    let page = overlay.of::<LearnPage>();
    let asks = page.open && shown.battle.is_none() || helps;
    if page.helps != helps || page.battle != shown.battle {
        let page = overlay.edit::<LearnPage>();
        // A battle that is taken back goes on with what has been understood.
        if shown.battle.is_none() || !page.helps {
            page.guide = Guide::default();
        }
        (page.helps, page.battle) = (helps, shown.battle);
    }
    let of = wishes::ruleset(world, overlay, shown).filter(|_| asks);
    if let Some(of) = of.filter(|of| overlay.of::<LearnPage>().read(*of).is_none())
        && let Some(shelf) = world.get_resource::<Shelf>()
    {
        let read = shelf.0.learn(of.as_str());
        let read = read.map_err(|problems| problems.first().map_or_else(String::new, ToString::to_string));
        overlay.edit::<LearnPage>().read = Some(Read::new(of, read));
    }
}

/// Forgets what was read, for files that have been edited.
pub(super) fn reread(overlay: &mut Overlay) {
    overlay.edit::<LearnPage>().read = None;
}

/// Whether this battle is the one that teaches its game.
fn is_first(world: &World, overlay: &Overlay, battle: Entity) -> bool {
    let origin = world.get::<Origin>(battle);
    origin.is_some_and(|origin| overlay.of::<Listed>().is_first(&origin.scenario))
}

/// The page in the face of its game.
fn page(ui: &mut Ui, with: &mut Learning<'_>) {
    let face = with.listed.rules(&with.next.chosen).map(|rules| rules.looks.face().clone());
    let context = ui.ctx().clone();
    theme::in_face(&context, face.as_ref(), || {
        ui.scope_builder(UiBuilder::new().max_rect(ui.max_rect()), |ui| {
            ui.set_style(ui.ctx().global_style());
            // In its first frame it lies over the page that it was opened from.
            ui.painter().rect_filled(ui.ctx().content_rect(), 0.0, theme::back());
            contents(ui, with);
        });
    });
}

fn contents(ui: &mut Ui, with: &mut Learning<'_>) {
    let em = theme::scale(ui.ctx());
    let margin = |x: f32, y: f32| Margin::symmetric((x * em).min(28.0) as i8, (y * em).min(14.0) as i8);
    let frame = |x: f32, y: f32| Frame::new().fill(theme::back()).inner_margin(margin(x, y));
    Panel::top("learn top").frame(frame(18.0, 8.0)).show(ui, |ui| top(ui, with));
    CentralPanel::default().frame(frame(18.0, 8.0)).show(ui, |ui| {
        let told = |ui: &mut Ui, why: &str| ui.label(RichText::new(why).color(theme::faint()));
        if let Some(why) = &with.page.unkept {
            told(ui, why);
        }
        let chosen = with.listed.rules(&with.next.chosen).map(|rules| rules.name);
        let Some(mut read) = with.page.read.take_if(|read| Some(read.of) == chosen) else {
            told(ui, "The lessons are being read ...");
            return;
        };
        match (read.learn.clone(), with.page.part) {
            (Err(why), _) => {
                told(ui, &why);
            }
            (Ok(learn), Part::Minute) => minute::page(ui, &learn, &mut read, with),
            (Ok(learn), Part::Tour) => tour::page(ui, &learn, &mut read, with),
        }
        with.page.read = Some(read);
    });
}

/// The game, the parts of the page, the way back and the way on.
fn top(ui: &mut Ui, with: &mut Learning<'_>) {
    let Some((title, rules, first)) = with.listed.taught(&with.next.chosen) else { return };
    ui.horizontal_wrapped(|ui| {
        // All in one line by their middles.
        ui.set_row_height(theme::em(ui, ROW));
        if theme::sign(ui, true, "◀ Back", "Back to the start screen", " (Escape)").clicked() {
            with.page.open = false;
        }
        ui.label(theme::titled(ui, title, 24.0).color(theme::accent()));
        for (part, text) in [(Part::Minute, "In one minute"), (Part::Tour, "The tour")] {
            let button = Button::selectable(with.page.part == part, theme::sized(ui, text, 16.0));
            if ui.add(button.frame_when_inactive(true)).clicked() {
                with.page.part = part;
            }
        }
        if let Some(scenario) = first {
            let tip = format!("{}: {} You begin at once, {AGAINST}.", scenario.title, scenario.blurb);
            let won = with.laurels.of(&scenario.name).next().is_some();
            let text = if won { format!("✔ {FIRST}") } else { FIRST.to_owned() };
            if ui.button(theme::sized(ui, text, 16.0)).on_hover_text(tip).clicked() {
                with.wishes.wish = Some(Wish::Learn(scenario.name.clone(), seats(&scenario.players)));
            }
            if !theme::is_cramped(ui) {
                against(ui);
            }
        }
        // What is pressed seldom stands apart from what is pressed next.
        ui.add_space(theme::em(ui, APART));
        links::button(ui, || Link::Tour(rules.name.to_string()));
    });
}

/// Points of the line at the head of the page down: as high as its title, so that all of it lies at one height.
const ROW: f32 = 40.0;

/// Points before what is pressed seldom, at the usual size of text.
const APART: f32 = 40.0;

/// What the button says that begins the first battle of a game.
const FIRST: &str = "A first battle";

/// Whom one plays it against.
const AGAINST: &str = "against an easy computer";

/// Says that beside the button, before it is pressed.
fn against(ui: &mut Ui) {
    ui.label(RichText::new(AGAINST).color(theme::faint()));
}

/// Who sits where in it: whoever learns against a computer that makes it easy.
fn seats(players: &[crate::rulebook::Player]) -> Vec<Seat> {
    players.iter().map(|player| Seat::of(*player, Skill::Green)).collect()
}

impl Learning<'_> {
    /// Whether pictures move.
    fn moves(&self) -> bool {
        self.pace.speed(&self.likes) != Speed::AtOnce
    }

    /// Notes how far somebody has come; what cannot be kept is told on the page.
    fn note(&mut self, of: Key, change: impl FnOnce(&mut Progress)) {
        let mut progress = self.learned.of(of);
        change(&mut progress);
        if let Err(why) = self.learned.note(of, progress) {
            self.page.unkept = Some(why);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: the page opens where one goes on; whoever has done the whole tour comes to its first page, not to its last step.
    #[test]
    fn a_tour_that_is_done_is_not_opened_again() {
        let part = |done: usize, minute: bool| {
            let done = (0..done).map(|step| step.to_string()).collect();
            let mut page = LearnPage::default();
            page.show(&Progress { done, of: 3, at: 2, minute, ..Progress::default() });
            page.part
        };
        assert_eq!([part(0, false), part(2, true), part(3, true)], [Part::Minute, Part::Tour, Part::Minute]);
    }
}
