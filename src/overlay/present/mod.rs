//! Presenting: nothing but the field, with large text, a pointer, and marks that are drawn over it; what is to stay hidden; and a
//! prepared talk whose steps are shown one after the other. Those who look on can have a window of their own; the presenter's
//! keeps its panels.

mod audience;
mod bar;
mod list;
mod marks;
mod pens;
mod second;
mod shown;
mod turn;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bevy::app::App;
use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{On, Res, ResMut, Resource};
use bevy_egui::egui::{
    Align2, Area, Color32, Context, Id, Label, Order, Pos2, Rect, RichText, Sense, TextureHandle, Ui, Vec2,
};

use super::hud::{Hud, Places, plate};
use super::keys::Act;
use super::learn::LearnPage;
use super::lesson::LessonPage;
use super::panels::{Back, Begun, Frame, Height, Page, Panels, Pressed};
use super::pointer::Pointer;
use super::preferences::Settings;
use super::start::Seat;
use super::theme;
use crate::battle::{Look, SideId};
use crate::link::Link;
use crate::talk::{Step, Talk};
use crate::{files, machine};

pub use marks::{COLOURS, Marks, Moves, Tool};
pub(super) use second::{LooksOn, plugin as window};
pub(super) use shown::tend;

/// How large text is at least while somebody presents, and how much larger than it would be, in hundredths.
const LARGE: (u32, u32) = (150, 140);
/// The largest text.
const LARGEST: u32 = 200;
/// It is told for so many seconds that something has become a step.
const TOLD: f64 = 5.0;
/// Points below the upper edge where that stands, at the usual size of text: over nothing of what is pressed at the head of a page.
const BELOW: f32 = 72.0;
/// Its bar, and what is left of it where it is put away.
pub(super) const BAR: &str = "presenter";
pub(super) const FOLDED: &str = "presenter folded";
/// Points of the strip below the field for what a presenter works with, at the usual size of text.
const STRIP: f32 = 46.0;

/// What somebody presents, and with what.
#[derive(Resource, Default)]
pub struct Presenter {
    /// What is shown one after the other.
    pub talk: Talk,
    /// The step that is shown.
    pub at: Option<usize>,
    /// What the pointer does on the field.
    pub tool: Tool,
    /// Which of the colours of marks.
    pub colour: usize,
    /// What has been drawn on the field, or on the board of a lesson.
    pub marks: Marks,
    /// That lesson.
    lesson: Option<String>,
    /// The sides whose secrets stay hidden, by their names.
    pub hides: BTreeSet<String>,
    /// Whether the list of the talk is open.
    pub open: bool,
    /// Whether those who look on have a window of their own.
    pub audience: bool,
    /// Where the presenter points, in squares.
    points: Option<Pos2>,
    /// Somebody presents: the field alone in somebody else's page has neither a bar nor large text.
    on: bool,
    /// The bar is put away, or only the note.
    folded: bool,
    noteless: bool,
    /// The step that is to be shown.
    wanted: Option<usize>,
    /// What is to become a step: the moment that is looked at, and what links show.
    adds: bool,
    links: Vec<Link>,
    /// The battle of a step, by its code.
    battle: Option<(String, Entity)>,
    /// The picture of a step.
    picture: Option<Result<TextureHandle, String>>,
    picture_of: Option<PathBuf>,
    /// Where it is kept by itself; whether it is another than what lies there, and until when somebody still types.
    place: Option<PathBuf>,
    unkept: bool,
    types: Option<f64>,
    /// The file that is named in the window.
    file: String,
    /// What is wrong with it.
    wrong: Option<String>,
    /// What has just become a step, and until when that is told, once it is.
    added: Option<(String, Option<f64>)>,
}

/// The bar, the marks, the pictures of a talk, and its list.
pub fn plugin(app: &mut App) {
    app.init_resource::<Presenter>();
    // Before the field hears of it: with a tool in hand a click by key draws.
    app.add_panel(
        Height::Field,
        |_: Frame<'_>, hud: Res<'_, Hud>, mut pointer: ResMut<'_, Pointer>, mut with: ResMut<'_, Presenter>| {
            if with.is_at_work(&hud) && with.tool != Tool::Play {
                with.by_key(pointer.clicked.take());
            }
        },
    );
    app.add_panel(Height::Bars, pens::field).add_panel(Height::Notices, turn::line);
    app.add_page(
        Height::Start,
        |Page { ui, look }: Page<'_>, hud: Res<'_, Hud>, learn: Res<'_, LearnPage>, mut with: ResMut<'_, Presenter>| {
            if hud.presents && with.on && (with.picture_of.is_some() || look.is_none() && !learn.open) {
                page(ui, &mut with);
            }
        },
    );
    app.add_page(
        Height::Windows,
        |Page { ui, look }: Page<'_>,
         mut hud: ResMut<'_, Hud>,
         mut with: ResMut<'_, Presenter>,
         (lesson, settings): (Res<'_, LessonPage>, Res<'_, Settings>)| {
            with.lie_on(lesson.shown.as_ref().map(|shown| shown.id()));
            with.links.extend(taken(ui.ctx()));
            list::list(ui.ctx(), &mut with);
            told(ui.ctx(), &mut with);
            match () {
                () if hud.presents && with.on => {
                    let covered = with.picture_of.is_some() || lesson.shown.is_some();
                    // What lies over all else would lie over the settings, too.
                    if !covered || !settings.open {
                        bar::bar(ui.ctx(), (look, covered), &mut hud, &mut with);
                    }
                }
                () if with.audience => bar::desk(ui.ctx(), look, &mut hud, &mut with),
                () => {}
            }
        },
    );
    app.add_observer(|_: On<'_, '_, Begun>, mut with: ResMut<'_, Presenter>| with.marks.wipe());
    app.on_back(Back::Window("talk"), |mut with: ResMut<'_, Presenter>| std::mem::take(&mut with.open));
    app.on_back(Back::Hand, |hud: Res<'_, Hud>, mut with: ResMut<'_, Presenter>| {
        with.is_at_work(&hud) && std::mem::take(&mut with.tool) != Tool::Play
    });
    app.on_key(on_key);
}

fn on_key(key: Pressed<'_>, hud: Res<'_, Hud>, mut with: ResMut<'_, Presenter>) {
    match key.act {
        Act::Present => with.on = true,
        Act::Audience if machine::HAS_WINDOWS => with.turn_to_others(),
        _ if !with.is_at_work(&hud) => {}
        Act::Draw => with.tool = with.tool.next(),
        Act::Wipe => with.marks.wipe(),
        Act::Onward => with.step(1),
        Act::Backward => with.step(-1),
        _ => {}
    }
}

impl Presenter {
    /// Where this system keeps a talk.
    pub fn usual_place() -> Option<PathBuf> {
        Some(machine::place_of_things()?.join("talk.ron"))
    }

    /// The talk that is kept there; one that cannot be read stays as it is, and what is wrong with it is told.
    pub fn kept_in(place: Option<PathBuf>) -> (Self, Option<String>) {
        let read = place.as_deref().filter(|place| files::exists(place)).map(|place| (Talk::read(place), place));
        match read {
            None => (Self { place, ..Self::default() }, None),
            Some((Ok(talk), _)) => (Self { talk, place, ..Self::default() }, None),
            Some((Err(problems), _)) => {
                let why = problems.first().map(|problem| format!("{problem}; your talk is not kept"));
                (Self::default(), why)
            }
        }
    }

    /// A talk from a file, at its first step.
    pub fn of(talk: Talk, file: &Path) -> Self {
        Self { talk, on: true, wanted: Some(0), file: file.display().to_string(), ..Self::default() }
    }

    /// The size of text while somebody presents, where it is usually this, in hundredths.
    pub fn text(&self, hud: &Hud, usual: u32) -> u32 {
        let larger = usual.saturating_mul(LARGE.1) / 100;
        if hud.presents && self.on { larger.clamp(LARGE.0, LARGEST) } else { usual }
    }

    /// Where everything lies while somebody presents.
    pub fn places(&self, context: &Context, hud: &Hud) -> Places {
        let here = Places::here(context);
        if !hud.presents {
            return here;
        }
        let field = if self.on { turn::below_strip(context, above_strip(context, here.whole)) } else { here.whole };
        Places { field, ..here }
    }

    /// The room of what is shown in place of the field, while somebody presents: all above what the presenter works with.
    pub fn room(&self, context: &Context, hud: &Hud) -> Option<Rect> {
        if !hud.presents || !self.on {
            return None;
        }
        let room = above_strip(context, context.content_rect());
        let bar = context.memory(|memory| memory.area_rect(Id::new(BAR))).filter(|_| !self.folded);
        Some(bar.map_or(room, |bar| room.with_max_y(room.bottom().min(bar.top()).max(room.center().y))))
    }

    /// Whether somebody presents: on a page with nothing else, or to those who have a window of their own.
    pub const fn is_at_work(&self, hud: &Hud) -> bool {
        hud.presents || self.audience
    }

    /// What is drawn from now on lies on the board of this lesson, or on the field; marks stay where they were drawn and go with it.
    fn lie_on(&mut self, lesson: Option<&str>) {
        if self.lesson.as_deref() != lesson {
            (self.lesson, self.points) = (lesson.map(str::to_owned), None);
            self.marks.wipe();
        }
    }

    /// Those who look on get a window of their own, or have it no longer.
    pub const fn turn_to_others(&mut self) {
        self.audience = !self.audience;
        self.on |= self.audience;
    }

    /// Whether the battle waits: a step of a talk stays as it is.
    pub const fn holds(&self, hud: &Hud) -> bool {
        self.is_at_work(hud) && self.at.is_some()
    }

    /// Shows the next step, or the one before.
    fn step(&mut self, by: isize) {
        let last = self.talk.steps.len().checked_sub(1);
        let next = self.at.map_or(Some(0), |at| at.checked_add_signed(by));
        self.wanted = next.zip(last).map(|(next, last)| next.min(last)).filter(|next| Some(*next) != self.at);
    }

    /// No step is shown any more.
    fn leave_step(&mut self) {
        (self.at, self.picture, self.picture_of) = (None, None, None);
    }

    /// Shows this step.
    pub fn show(&mut self, step: usize) {
        self.wanted = Some(step);
    }

    /// This becomes the last step, and is told.
    fn take_up(&mut self, step: Step) {
        let (title, steps) = (step.title.clone(), &mut self.talk.steps);
        steps.push(step);
        self.unkept = true;
        let many = if steps.len() == 1 { "step" } else { "steps" };
        self.added = Some((format!("Added: {title} ({} {many})", steps.len()), None));
    }

    /// The moment that is looked at becomes a step of the talk.
    pub fn add_moment(&mut self) {
        self.adds = true;
    }

    /// A square was clicked by key, with a tool in hand.
    fn by_key(&mut self, square: Option<crate::board::Square>) {
        if let Some(square) = square.filter(|_| self.tool.draws()) {
            let middle = Pos2::new(square.x as f32 + 0.5, square.y as f32 + 0.5);
            self.marks.hear_key(self.tool, self.colour, middle);
        }
    }
}

/// A room without the strip for what a presenter works with.
fn above_strip(context: &Context, mut room: Rect) -> Rect {
    room.max.y -= (STRIP * theme::scale(context)).min(room.height() * 0.2);
    room
}

/// What the seats before the window know of a battle, without the secrets of these sides.
pub(super) fn seen<'w>(look: Look<'w>, seats: &[Seat], hidden: &[SideId]) -> Look<'w> {
    let known = Seat::as_seen(look, seats.iter().copied());
    if hidden.is_empty() {
        return known;
    }
    let mine = Seat::mine(seats.iter().copied());
    let watched = mine.is_empty();
    let all = if watched { look.sides().collect() } else { mine };
    let left = look.for_players(all.into_iter().filter(|side| !hidden.contains(side)));
    if watched { left } else { left.as_asked() }
}

/// The sides of a battle whose secrets stay hidden.
fn hidden(look: Look<'_>, hides: &BTreeSet<String>) -> Vec<SideId> {
    look.sides().filter(|side| hides.contains(look.side_name(*side))).collect()
}

/// What somebody asks to become a step of the talk, until the talk has it.
fn queue() -> Id {
    Id::new("to my talk")
}

/// A link becomes a step of the talk.
pub(super) fn add(context: &Context, link: Link) {
    context.data_mut(|data| data.get_temp_mut_or_default::<Vec<Link>>(queue()).push(link));
    context.request_repaint();
}

fn taken(context: &Context) -> Vec<Link> {
    context.data_mut(|data| data.remove_temp::<Vec<Link>>(queue())).unwrap_or_default()
}

/// Tells for a while what has become a step, over every page.
fn told(context: &Context, with: &mut Presenter) {
    let now = context.input(|input| input.time);
    let Some((text, until)) = &mut with.added else { return };
    let left = *until.get_or_insert(now + TOLD) - now;
    if left <= 0.0 {
        with.added = None;
        return;
    }
    let room = context.content_rect();
    let area = Area::new("added to my talk".into()).order(Order::Tooltip).pivot(Align2::CENTER_TOP).interactable(false);
    area.fixed_pos(room.center_top() + Vec2::new(0.0, theme::scale(context) * BELOW)).fade_in(false).show(
        context,
        |ui| {
            plate().show(ui, |ui| {
                ui.set_max_width(room.width() * 0.6);
                ui.add(Label::new(RichText::new(text.as_str()).color(theme::good())).wrap());
            });
        },
    );
    context.request_repaint_after(Duration::from_secs_f64(left));
}

/// A page of its own, with the picture of a step, if it has one: what is chosen on the start screen is nothing for those who look
/// on.
fn page(ui: &mut Ui, with: &mut Presenter) {
    let room = ui.ctx().content_rect();
    // A picture lies over a battle and all that belongs to it, an empty page below whatever is shown without one.
    let (name, order) = match with.picture_of {
        Some(_) => ("picture of a talk", Order::Foreground),
        None => ("page of a talk", Order::Background),
    };
    let area = Area::new(name.into()).order(order).fixed_pos(room.min).fade_in(false);
    area.show(ui.ctx(), |ui| {
        ui.painter().rect_filled(room, 0.0, theme::back());
        // Nothing below it hears of the pointer.
        ui.allocate_rect(room, Sense::click());
        let Some(path) = with.picture_of.clone() else { return };
        let rest = above_strip(ui.ctx(), room);
        match with.picture.get_or_insert_with(|| shown::texture(ui.ctx(), &path)) {
            Ok(texture) => {
                let size = texture.size_vec2();
                let times = (rest.size() / size.max(Vec2::splat(1.0))).min_elem();
                let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
                let lies = Rect::from_center_size(rest.center(), size * times);
                ui.painter().image(texture.id(), lies, whole, Color32::WHITE);
            }
            Err(why) => {
                let lies = Rect::from_center_size(rest.center(), rest.size() * 0.7);
                ui.put(lies, Label::new(why.as_str()).wrap());
            }
        }
    });
}

#[cfg(test)]
mod tests;
