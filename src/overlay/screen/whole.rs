//! All panels of a window together, and what they keep.

use bevy::app::App;
use bevy::ecs::component::Mutable;
use bevy::ecs::prelude::{Resource, World};
use bevy_egui::egui::Ui;

use super::{Shown, seen};
use crate::battle::Memo;
use crate::overlay::book::Book;
use crate::overlay::hud::{Hud, Places};
use crate::overlay::links::Address;
use crate::overlay::log::LogPanel;
use crate::overlay::notices::Notices;
use crate::overlay::panels::{self, Begun, Decided, Frame, Height, Page};
use crate::overlay::preferences::Preferences;
use crate::overlay::present::Presenter;
use crate::overlay::sheet::Sheet;
use crate::overlay::timeline::Timeline;
use crate::overlay::view::FieldView;
use crate::overlay::wishes::Wishes;
use crate::overlay::{
    aim, answers, balance, board, book, camp, course, end, export, hand, hint, hud, keeping, keys, laurels, layers,
    learn, lesson, links, log, notices, pad, pointer, preferences, present, reasons, review, saves, sheet, sound,
    stage, start, theme, timeline, track, view, wishes,
};

/// All that panels keep, and the panels themselves: a world of its own, since a battle stays as it is while it is drawn.
#[derive(Resource)]
pub(in crate::overlay) struct Overlay(pub World);

impl Overlay {
    /// All panels of a window.
    pub(super) fn of_a_window() -> Self {
        let mut app = App::empty();
        app.add_plugins((
            (hand::plugin, pointer::plugin, view::plugin, layers::plugin, course::plugin, wishes::plugin),
            (
                present::plugin,
                board::plugin,
                track::plugin,
                hud::plugin,
                // In a camp the log lies at the edge, the sheet beside it.
                log::plugin,
                sheet::plugin,
                hud::drawers::plugin,
                timeline::plugin,
                stage::plugin,
            ),
            (
                aim::plugin,
                answers::plugin,
                hud::card::plugin,
                camp::plugin,
                notices::plugin,
                hint::plugin,
                reasons::plugin,
                end::plugin,
                review::plugin,
                start::plugin,
            ),
            (
                book::plugin,
                lesson::plugin,
                keeping::plugin,
                balance::plugin,
                preferences::plugin,
                laurels::plugin,
                learn::plugin,
                saves::plugin,
                keys::plugin,
                sound::plugin,
                pad::plugin,
                export::plugin,
            ),
        ));
        Self(std::mem::take(app.world_mut()))
    }

    /// The field alone, with what stands beside its tokens: for pictures and lessons.
    pub fn of_a_board() -> Self {
        let mut app = App::empty();
        app.add_plugins((hand::plugin, pointer::plugin, view::plugin, layers::plugin, board::plugin));
        app.add_plugins((aim::plugin, answers::plugin, course::plugin, wishes::plugin));
        // What only a window shows is shut here.
        app.init_resource::<Sheet>().init_resource::<LogPanel>().init_resource::<Timeline>().init_resource::<Book>();
        app.init_resource::<Preferences>().init_resource::<hud::Layout>();
        Self(std::mem::take(app.world_mut()))
    }

    /// What a panel keeps.
    pub fn of<R: Resource>(&self) -> &R {
        self.0.resource::<R>()
    }

    /// The same, to be changed.
    pub fn edit<R: Resource<Mutability = Mutable>>(&mut self) -> &mut R {
        self.0.resource_mut::<R>().into_inner()
    }

    /// Tells all panels of something that has happened.
    pub fn tell(&mut self, event: Decided) {
        self.0.trigger(event);
    }

    /// Another battle is shown.
    pub fn begin(&mut self) {
        self.0.trigger(Decided);
        self.0.trigger(Begun);
    }

    /// Tells the player what went wrong.
    pub fn say(&mut self, why: String) {
        self.edit::<Notices>().said = Some(why);
    }

    /// Tells the player what came of something, or what went wrong.
    pub fn tell_of(&mut self, told: Result<String, String>) {
        match told {
            Ok(told) => self.edit::<Notices>().told = Some(told),
            Err(why) => self.say(why),
        }
    }

    /// Draws all of them over a battle, which stays as it is.
    pub(super) fn draw(&mut self, world: &World, ui: &mut Ui) {
        let likes = self.of::<Preferences>();
        let face = seen(world).map_or_else(theme::start, |look| look.rules().looks.face().clone());
        let text = self.of::<Presenter>().text(self.of(), likes.text);
        theme::dress(ui.ctx(), text, likes.colours, &face);
        ui.set_style(ui.ctx().global_style());
        links::tell(ui.ctx(), self.of::<Address>());
        self.edit::<FieldView>().drawn = None;
        let title = world.get_resource::<Shown>().map_or("", |shown| shown.title.as_str());
        let look = seen(world);
        // Panels ask for the same figures of the same fighters.
        let memo = look.map(Memo::of);
        let look = look.zip(memo.as_ref()).map(|(look, memo)| look.remembering(memo));
        if let Some(look) = look {
            panels::lose_sight(&mut self.0, look);
        }
        panels::turn(&mut self.0, Page { ui: &mut *ui, look }, Height::Pad..=Height::Pad);
        if let Some(look) = look {
            // A camp has a page of its own in place of the field and all that belongs to it.
            let is_camp = !self.of::<Timeline>().looks_back() && camp::is_open(look);
            let heights = if is_camp { Height::Camp..=Height::Camp } else { Height::Field..=Height::Notices };
            let places = match is_camp {
                true => Places::here(ui.ctx()),
                false => self.of::<Presenter>().places(ui.ctx(), self.of::<Hud>()),
            };
            panels::draw(&mut self.0, Frame { ui: &mut *ui, look, title, places }, heights);
        }
        panels::turn(&mut self.0, Page { ui: &mut *ui, look }, Height::Start..=Height::Keys);
        let wishes = self.of::<Wishes>();
        if wishes.wish.is_some() || wishes.order.is_some() {
            // What comes of it is seen at once.
            ui.ctx().request_repaint();
        }
    }
}
