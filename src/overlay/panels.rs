//! How panels are put together: each is a system over what the overlay keeps, and gets handed what it draws on. What the
//! overlay keeps lies in a world of its own, since a battle cannot change while somebody looks at it.
//!
//! A panel says in its signature what it reads and what it changes:
//! `fn log(Frame { ui, look, .. }: Frame<'_>, mut log: ResMut<LogPanel>, book: ResMut<Book>)`. Its `plugin` stands at the head
//! of its file: it makes its resource, adds its panel, and says what it does when somebody steps back or a battle begins.

use std::ops::RangeInclusive;

use bevy::app::App;
use bevy::ecs::event::Event;
use bevy::ecs::prelude::{IntoSystem, Resource, System, World};
use bevy::ecs::system::{BoxedSystem, RunSystemError, SystemInput};
use bevy_egui::egui::{Color32, Context, Id, LayerId, Order, Pos2, Rect, Ui, Vec2, Window};

use super::hud::Places;
use super::keys::Act;
use crate::battle::Look;

/// What a panel over a battle draws on.
pub struct Frame<'a> {
    /// The page.
    pub ui: &'a mut Ui,
    /// The battle, through the eyes of those who sit here.
    pub look: Look<'a>,
    /// What the battle is called.
    pub title: &'a str,
    /// Where everything lies.
    pub places: Places,
}

/// What a window draws on, whether there is a battle or not.
pub struct Page<'a> {
    /// The page.
    pub ui: &'a mut Ui,
    /// The battle, if there is one.
    pub look: Option<Look<'a>>,
}

/// A key was pressed, or the button that does the same.
pub struct Pressed<'a> {
    /// What it stands for.
    pub act: Act,
    /// The battle, unless something lies over it.
    pub look: Option<Look<'a>>,
}

/// A battle is about to be shown to those whose eyes may have changed.
pub struct Seen<'a>(pub Look<'a>);

macro_rules! input {
    ($($name:ident),*) => {
        $(impl SystemInput for $name<'_> {
            type Param<'i> = $name<'i>;
            type Inner<'i> = $name<'i>;

            fn wrap(this: Self::Inner<'_>) -> Self::Param<'_> {
                this
            }
        })*
    };
}

input!(Frame, Page, Pressed, Seen);

/// The order of panels: what is drawn later lies above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Height {
    /// What is heard of the pad before anything is drawn.
    Pad,
    /// The battlefield.
    Field,
    /// The lines above and below it.
    Bars,
    /// What is drawn out at its sides.
    Drawers,
    /// What stands beside a token.
    Popups,
    /// What is told.
    Notices,
    /// A camp, which has a page of its own in place of all that; its panels share it in this order.
    Camp,
    /// The start screen.
    Start,
    /// Windows of their own.
    Windows,
    /// What is heard of the keys once all has been drawn.
    Keys,
}

/// What a step back puts away: the first of these that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Back {
    /// What is done whatever else is put away.
    First,
    /// The key sheet, which lies over all.
    Keys,
    /// A window of its own, by its name: the one that lies on top first.
    Window(&'static str),
    /// What is told.
    Notices,
    /// What is in hand.
    Hand,
    /// What the field shows.
    Layers,
    /// An earlier moment.
    Past,
    /// The cursor on the field.
    Cursor,
    /// The page that teaches a game.
    Learn,
    /// What lies over the field, or nothing but the field.
    Hud,
    /// Whoever is selected.
    Selected,
}

/// Systems in an order that each plugin adds to.
#[derive(Resource)]
struct Row<K: Send + Sync + 'static, I: SystemInput + 'static, O: 'static>(Vec<(K, BoxedSystem<I, O>)>);

impl<K: Ord + Copy + Send + Sync + 'static, I: SystemInput + 'static, O: 'static> Row<K, I, O> {
    /// Adds a system; of the same rank those come first that were added first.
    fn add<M>(app: &mut App, rank: K, system: impl IntoSystem<I, O, M>) {
        let mut system: BoxedSystem<I, O> = Box::new(IntoSystem::into_system(system));
        system.initialize(app.world_mut());
        let mut row = app.world_mut().get_resource_or_insert_with(|| Self(Vec::new()));
        row.0.push((rank, system));
        row.0.sort_by_key(|(rank, _)| *rank);
    }

    /// Runs `each` with all of them, for as long as it returns true.
    fn run(world: &mut World, mut each: impl FnMut(K, &mut dyn System<In = I, Out = O>, &mut World) -> bool) {
        let Some(mut row) = world.remove_resource::<Self>() else { return };
        let _ = row.0.iter_mut().all(|(rank, system)| each(*rank, &mut **system, world));
        world.insert_resource(row);
    }
}

/// How the plugin of a panel says what it does.
pub trait Panels {
    /// Draws a panel over a battle.
    fn add_panel<M>(&mut self, at: Height, panel: impl IntoSystem<Frame<'static>, (), M>) -> &mut Self;
    /// Draws a window, or another page.
    fn add_page<M>(&mut self, at: Height, page: impl IntoSystem<Page<'static>, (), M>) -> &mut Self;
    /// Hears of every key.
    fn on_key<M>(&mut self, heard: impl IntoSystem<Pressed<'static>, (), M>) -> &mut Self;
    /// Lets go of those who are out of sight.
    fn on_seen<M>(&mut self, seen: impl IntoSystem<Seen<'static>, (), M>) -> &mut Self;
    /// Puts something away on a step back; whether there was anything.
    fn on_back<M>(&mut self, at: Back, back: impl IntoSystem<(), bool, M>) -> &mut Self;
}

impl Panels for App {
    fn add_panel<M>(&mut self, at: Height, panel: impl IntoSystem<Frame<'static>, (), M>) -> &mut Self {
        Row::add(self, at, panel);
        self
    }

    fn add_page<M>(&mut self, at: Height, page: impl IntoSystem<Page<'static>, (), M>) -> &mut Self {
        Row::add(self, at, page);
        self
    }

    fn on_key<M>(&mut self, heard: impl IntoSystem<Pressed<'static>, (), M>) -> &mut Self {
        Row::add(self, (), heard);
        self
    }

    fn on_seen<M>(&mut self, seen: impl IntoSystem<Seen<'static>, (), M>) -> &mut Self {
        Row::add(self, (), seen);
        self
    }

    fn on_back<M>(&mut self, at: Back, back: impl IntoSystem<(), bool, M>) -> &mut Self {
        Row::add(self, at, back);
        self
    }
}

/// What the keys and buttons of this frame stand for, until it is done.
#[derive(Resource, Default)]
pub struct Acts {
    /// What it is.
    pub wanted: Vec<Act>,
    /// Whether somebody steps back.
    pub back: bool,
}

/// Another battle is shown: what belonged to the one before is done with.
#[derive(Event)]
pub struct Begun;

/// Something was decided: what was taken up for it is done with.
#[derive(Event)]
pub struct Decided;

/// What a system of the overlay says. That all of them can run is known: what each asks for is made by a plugin.
fn ran<T>(outcome: Result<T, RunSystemError>) -> Option<T> {
    outcome.inspect_err(|why| bevy::log::error!("{why}")).ok()
}

/// Draws the panels over a battle that lie so high.
pub fn draw(world: &mut World, frame: Frame<'_>, heights: RangeInclusive<Height>) {
    let Frame { ui, look, title, places } = frame;
    Row::<Height, Frame<'static>, ()>::run(world, |height, panel, world| {
        if heights.contains(&height) {
            ran(panel.run(Frame { ui: &mut *ui, look, title, places }, world));
            act(world, Some(look));
        }
        true
    });
}

/// Draws the pages that lie so high.
pub fn turn(world: &mut World, Page { ui, look }: Page<'_>, heights: RangeInclusive<Height>) {
    let raised = raised(world, ui.ctx());
    world.insert_resource(raised);
    Row::<Height, Page<'static>, ()>::run(world, |height, page, world| {
        if heights.contains(&height) {
            ran(page.run(Page { ui: &mut *ui, look }, world));
            act(world, look);
        }
        true
    });
}

/// Lets go of those whose place is not, or no longer, known to those who look.
pub fn lose_sight(world: &mut World, look: Look<'_>) {
    Row::<(), Seen<'static>, ()>::run(world, |(), seen, world| ran(seen.run(Seen(look), world)).is_some());
}

/// Does what keys and buttons stand for.
pub fn act(world: &mut World, look: Option<Look<'_>>) {
    let Some(Acts { wanted, back }) = world.get_resource_mut::<Acts>().map(|mut acts| std::mem::take(&mut *acts))
    else {
        return;
    };
    for act in wanted {
        Row::<(), Pressed<'static>, ()>::run(world, |(), heard, world| {
            ran(heard.run(Pressed { act, look }, world)).is_some()
        });
    }
    if back {
        step_back(world);
    }
}

/// The windows that can be closed, by their names, those that lie on top first.
#[derive(Resource, Default)]
struct Raised(Vec<&'static str>);

fn raised(world: &World, context: &Context) -> Raised {
    let row = world.get_resource::<Row<Back, (), bool>>().map_or(&[][..], |row| row.0.as_slice());
    let layers: Vec<Id> = context.memory(|memory| memory.layer_ids().map(|layer| layer.id).collect());
    let mut names: Vec<(Option<usize>, &'static str)> = Vec::new();
    for (rank, _) in row {
        let Back::Window(name) = rank else { continue };
        let id = context.data(|data| data.get_temp(Id::new(name))).unwrap_or_else(|| Id::new(name));
        names.push((layers.iter().position(|layer| *layer == id), *name));
    }
    names.sort_unstable();
    Raised(names.into_iter().rev().map(|(_, name)| name).collect())
}

/// From now on the window of this name is drawn under another id.
pub fn rename(context: &Context, name: &'static str, id: Id) {
    context.data_mut(|data| data.insert_temp(Id::new(name), id));
}

/// Closes what lies on top, puts down what is in hand, aims at nobody: one of them at a time.
pub fn step_back(world: &mut World) {
    let Raised(raised) = world.remove_resource().unwrap_or_default();
    if let Some(mut row) = world.get_resource_mut::<Row<Back, (), bool>>() {
        let lies = |name: &&str| raised.iter().position(|raised| raised == name);
        row.0.sort_by(|(one, _), (other, _)| match (one, other) {
            (Back::Window(one), Back::Window(other)) => lies(one).cmp(&lies(other)),
            _ => one.cmp(other),
        });
    }
    Row::<Back, (), bool>::run(world, |_, back, world| !ran(back.run((), world)).unwrap_or_default());
}

/// Where a window of about this size opens: in the middle of the page. What is unfolded in it later leaves that corner in place.
pub fn opens_at(page: Rect, size: Vec2) -> Pos2 {
    page.min.max(page.center() - size / 2.0)
}

/// Darkens all that lies under the windows over all panels; `name`: for which of them.
pub fn dim(context: &Context, name: &'static str) {
    let behind = LayerId::new(Order::Middle, Id::new(name));
    context.layer_painter(behind).rect_filled(context.content_rect(), 0.0, Color32::from_black_alpha(120));
}

/// A window over all panels, of a size of its own.
pub fn window<'o>(title: &'static str, name: &'static str, open: &'o mut bool) -> Window<'o> {
    let window = Window::new(title).id(name.into()).order(Order::Foreground).open(open);
    window.collapsible(false).resizable(false).fade_in(false)
}
