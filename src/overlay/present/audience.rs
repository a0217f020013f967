//! What those see who look on in a window of their own: the field alone, or what is shown in its place, over a caption in large
//! letters. The desk keeps its panels, its notes and its secrets.

mod caption;
mod sees;

use std::path::{Path, PathBuf};

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{Resource, World};
use bevy_egui::egui::{Color32, Key, Rect, Sense, TextureHandle, Ui, UiBuilder, Vec2};

use self::caption::Caption;
use self::sees::{Desk, Sees};
use super::{Presenter, hidden, marks, seen, shown};
use crate::battle::{Decisions, Look, Memo, SideId, capital};
use crate::link::Link;
use crate::looks::{Face, Shared};
use crate::overlay::book::Book;
use crate::overlay::course::Pace;
use crate::overlay::hud::{Lately, Places};
use crate::overlay::keys::{self, Act};
use crate::overlay::layers::Layers;
use crate::overlay::learn::{LearnPage, Told, picture};
use crate::overlay::lesson::{self, LessonPage};
use crate::overlay::motion::Motion;
use crate::overlay::panels::{self, Decided, Frame, Height};
use crate::overlay::portraits::Portraits;
use crate::overlay::preferences::{Preferences, Speed};
use crate::overlay::screen::{Overlay, Shown};
use crate::overlay::start::{Listed, NextBattle};
use crate::overlay::timeline::Timeline;
use crate::overlay::view::FieldView;
use crate::overlay::{ground, rounds, theme};
use crate::talk::Shows;

/// The size of their text, in hundredths of the usual one.
const TEXT: u32 = 160;
/// So many lines tell at most what a step of a lesson has come to.
const RESULTS: usize = 5;

/// What is wished for at their window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// A step of the talk so much further on.
    Step(isize),
    /// It fills its screen, or no longer.
    Fill,
    /// It leaves its screen where it fills it, else it is closed.
    Back,
    /// It is closed.
    Away,
}

/// Whose field is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Of {
    Battle(Entity),
    Lesson(String),
}

/// The page of those who look on, with a field of its own.
#[derive(Resource)]
pub struct Audience {
    board: Overlay,
    of: Option<Of>,
    /// What had happened and been decided when the field was drawn last, and what was hidden.
    then: (usize, usize, Vec<SideId>),
    /// What the last deed came to.
    lately: Lately,
    picture: Option<(PathBuf, Result<TextureHandle, String>)>,
}

impl Default for Audience {
    fn default() -> Self {
        let mut board = Overlay::of_a_board();
        board.edit::<Portraits>().beside = true;
        Self { board, of: None, then: Default::default(), lately: Lately::default(), picture: None }
    }
}

/// The battle that is shown, as those see it who look on: never more than the desk, and without the secrets of the sides that
/// are hidden, whether the desk hides them or not. Those sides with it.
fn looked_at<'w>(world: &'w World, with: &Presenter, shown: &Shown) -> Option<(Look<'w>, Vec<SideId>)> {
    let past = shown.past.as_ref().map(|past| past.battle);
    let look = Look::at(world, past.or(shown.battle)?)?;
    let hidden = hidden(look, &with.hides);
    Some((seen(look, &shown.seats, &hidden), hidden))
}

/// What lies open at the desk.
fn desk(overlay: &Overlay, look: Option<Look<'_>>) -> Desk {
    let with = overlay.of::<Presenter>();
    let step = with.at.and_then(|at| with.talk.steps.get(at)).map(|step| &step.shows);
    let book = overlay.of::<Book>();
    // What the presenter looks up for themselves stays at the desk.
    let is_open = |id: &str| book.rule.is_some_and(|rule| rule.as_str() == id);
    Desk {
        picture: with.picture_of.is_some(),
        rule: book.open && matches!(step, Some(Shows::Link(Link::Rule { id, .. })) if is_open(id.as_str())),
        lesson: overlay.of::<LessonPage>().shown.is_some(),
        battle: look.is_some(),
        camp: look.is_some_and(|look| look.camp().is_some()),
        tour: tour(overlay).is_some(),
    }
}

/// Draws their page; what was wished for there.
pub(in crate::overlay) fn page(ui: &mut Ui, world: &World, with: &mut Audience) -> Option<Said> {
    let (overlay, shown) = world.get_resource::<Overlay>().zip(world.get_resource::<Shown>())?;
    let (presenter, likes) = (overlay.of::<Presenter>(), overlay.of::<Preferences>());
    let (look, hidden) = looked_at(world, presenter, shown).unzip();
    // What is found of a field is kept for this frame.
    let memo = look.map(Memo::of);
    let look = look.zip(memo.as_ref()).map(|(look, memo)| look.remembering(memo));
    let sees = Sees::of(desk(overlay, look));
    theme::aside(|| {
        theme::dress(ui.ctx(), TEXT, likes.colours, &face(overlay, look, sees));
        ui.set_style(ui.ctx().global_style());
        let room = ui.ctx().content_rect();
        ui.painter().rect_filled(room, 0.0, theme::back());
        let (above, strip) = room.split_top_bottom_at_fraction(1.0 - sees.strip());
        let mut part = ui.new_child(UiBuilder::new().max_rect(above));
        part.set_clip_rect(above);
        match sees {
            Sees::Picture => with.picture(&part, presenter.picture_of.as_deref()),
            Sees::Lesson => with.lesson(&mut part, overlay),
            Sees::Field => {
                if let Some((look, hidden)) = look.zip(hidden) {
                    with.battle(&mut part, (look, hidden), (overlay, shown));
                }
            }
            Sees::Tour => with.tour(&mut part, overlay),
            Sees::Rule | Sees::Words => {}
        }
        let told = match sees {
            Sees::Field => look.map(|look| with.came(look, (overlay, shown))),
            Sees::Lesson => with.taught(overlay),
            _ => None,
        };
        told.unwrap_or_else(|| caption(overlay, (look, shown), sees)).write(ui, strip);
    });
    said(ui, likes)
}

/// What is shown of the tour of the game that is chosen.
fn tour(overlay: &Overlay) -> Option<Told<'_>> {
    let of = overlay.of::<Listed>().rules(&overlay.of::<NextBattle>().chosen)?.name;
    overlay.of::<LearnPage>().told(of)
}

/// The face of the game that is shown.
fn face(overlay: &Overlay, look: Option<Look<'_>>, sees: Sees) -> Shared<Face> {
    let chosen = || overlay.of::<Listed>().rules(&overlay.of::<NextBattle>().chosen);
    let face = match sees {
        Sees::Lesson => overlay.of::<LessonPage>().shown.as_ref().and_then(lesson::Shown::face),
        Sees::Tour => chosen().map(|rules| rules.looks.face().clone()),
        _ => look.map(|look| look.rules().looks.face().clone()),
    };
    face.unwrap_or_else(theme::start)
}

/// The title of the step of a talk that is shown; without one this.
fn titled(with: &Presenter, title: &str) -> String {
    let step = with.at.and_then(|at| with.talk.steps.get(at)).map(|step| &step.title);
    step.filter(|step| !step.is_empty()).cloned().unwrap_or_else(|| title.to_owned())
}

/// What is written there of all but a field. What a presenter noted to a step is for the presenter.
fn caption(overlay: &Overlay, (look, shown): (Option<Look<'_>>, &Shown), sees: Sees) -> Caption {
    let with = overlay.of::<Presenter>();
    match sees {
        Sees::Picture => Caption::of(titled(with, ""), Vec::new()),
        Sees::Rule => {
            let chosen = || overlay.of::<Listed>().rules(&overlay.of::<NextBattle>().chosen).map(|rules| &**rules);
            let rules = look.map(|look| look.rules()).or_else(chosen);
            let rule = rules.zip(overlay.of::<Book>().rule).and_then(|(rules, id)| rules.book.get(&id));
            rule.map_or_else(Caption::default, |rule| {
                let lines = [Some(&rule.text), rule.ruling.as_ref()].into_iter().flatten().cloned().collect();
                Caption::of(rule.title.clone(), lines)
            })
        }
        Sees::Tour => {
            tour(overlay).map_or_else(Caption::default, |told| Caption::of(told.title.to_owned(), told.lines))
        }
        Sees::Field | Sees::Lesson | Sees::Words => {
            let camp = look.filter(|look| look.camp().is_some()).map(|_| "In camp".to_owned());
            let title = if shown.battle.is_some() { &shown.title } else { &with.talk.title };
            Caption::of(titled(with, title), camp.into_iter().collect())
        }
    }
}

/// What the keys of their window say.
fn said(ui: &Ui, likes: &Preferences) -> Option<Said> {
    let pressed =
        |act| keys::shortcut(&likes.keys, act).is_some_and(|key| ui.input_mut(|input| input.consume_shortcut(&key)));
    match () {
        () if pressed(Act::Audience) => Some(Said::Away),
        () if ui.input(|input| input.key_pressed(Key::Escape)) => Some(Said::Back),
        () if pressed(Act::Onward) => Some(Said::Step(1)),
        () if pressed(Act::Backward) => Some(Said::Step(-1)),
        () if pressed(Act::FullScreen) => Some(Said::Fill),
        () => None,
    }
}

impl Audience {
    /// Another field is begun where it is another's, and what was known of it is worked out anew where something has happened.
    fn follow(&mut self, of: &Of, look: Look<'_>, hidden: Vec<SideId>) {
        if self.of.as_ref() != Some(of) {
            self.of = Some(of.clone());
            self.board.begin();
        }
        let decided = look.battle::<Decisions>().map_or(0, |decisions| decisions.0.len());
        let then = (look.facts().len(), decided, hidden);
        if self.then != then {
            self.then = then;
            self.lately = Lately::default();
            self.board.tell(Decided);
        }
    }

    /// What the desk likes, on a field where nothing is promised of clicks.
    fn suit(&mut self, overlay: &Overlay) -> Speed {
        let (likes, pace) = (overlay.of::<Preferences>(), overlay.of::<Pace>());
        let speed = pace.speed(likes);
        let suited = Preferences { speed, own: None, edges: false, ..likes.clone() };
        if *self.board.of::<Preferences>() != suited {
            *self.board.edit::<Preferences>() = suited;
        }
        self.board.edit::<Pace>().auto = true;
        speed
    }

    /// The field as it is looked at now, all over its room.
    fn field(&mut self, ui: &mut Ui, look: Look<'_>) {
        let room = ui.max_rect();
        let [red, green, blue] = look.rules().looks.face().table.colours.0.0;
        ui.painter().rect_filled(room, 0.0, Color32::from_rgb(red, green, blue));
        let frame = Frame { ui, look, title: "", places: Places { whole: room, field: room } };
        panels::draw(&mut self.board.0, frame, Height::Field..=Height::Field);
        let view = self.board.of::<FieldView>().drawn.as_ref().map(|drawn| drawn.view);
        let is_known = self.board.of::<Portraits>().knows(look.board(), &look.rules().looks);
        if let Some(view) = view.filter(|_| !is_known) {
            ground::blank(ui.painter(), look, &view);
        }
    }

    /// The battle: the part of it that the desk looks at, with what was drawn on it and what the presenter points at.
    fn battle(&mut self, ui: &mut Ui, (look, hidden): (Look<'_>, Vec<SideId>), (overlay, shown): (&Overlay, &Shown)) {
        let with = overlay.of::<Presenter>();
        let Some(battle) = shown.battle else { return };
        self.follow(&Of::Battle(battle), look, hidden);
        // Whoever hurries past what is shown at the desk does so for all.
        if self.suit(overlay) != Speed::AtOnce && !overlay.of::<Motion>().is_lively(look) {
            self.board.edit::<Motion>().skip();
        }
        *self.board.edit::<Layers>() = *overlay.of::<Layers>();
        let there = overlay.of::<FieldView>();
        if let Some(drawn) = &there.drawn {
            let room = ui.max_rect();
            self.board.edit::<FieldView>().camera.look_as(&there.camera, drawn.view.cell, look.board(), room);
        }
        self.field(ui, look);
        self.marked(ui, with);
    }

    /// What was drawn on the field, and what the presenter points at.
    fn marked(&self, ui: &Ui, with: &Presenter) {
        let Some(view) = self.board.of::<FieldView>().drawn.as_ref().map(|drawn| drawn.view) else { return };
        marks::draw(ui.painter(), &view, &with.marks);
        if let Some(at) = with.points {
            marks::point(ui.painter(), view.place(at), with.colour, (26.0 * theme::scale(ui.ctx())).min(60.0));
        }
    }

    /// What is written below the field: the last deed and the answers to it, each with what it has come to once that has been
    /// shown there; the end of the battle, once its last blow has been seen.
    fn came(&mut self, look: Look<'_>, (overlay, shown): (&Overlay, &Shown)) -> Caption {
        let (line, motion) = (overlay.of::<Timeline>(), self.board.of::<Motion>());
        let facts = look.facts().len();
        let title = titled(overlay.of(), &shown.title);
        let told = motion.told(facts);
        let deed = line.last_told(told);
        let came = deed.first().and_then(|(_, since)| self.lately.came_since(look, *since, motion));
        let came = came.map_or_else(Vec::new, |came| came.all);
        if let Some(verdict) = look.verdict().filter(|_| told == facts) {
            let came: Vec<String> = came.into_iter().map(|(_, words)| words).collect();
            let lines = vec![verdict.sentence(look), format!("{title}: {}", rounds::now(look)), came.join(" ")];
            return Caption::of_end(verdict.outcome(look), lines);
        }
        let said = deed.into_iter().filter_map(|(at, facts)| Some((facts, line.said(look, at)?)));
        let lines = caption::in_order(said, came);
        // What the battle is called has been read before its first deed; what a step of a talk is about is not yet over.
        let is_read = !lines.is_empty() && titled(overlay.of(), "").is_empty();
        let now = rounds::now(look);
        let title = if is_read { capital(&now) } else { format!("{title}: {now}") };
        Caption::of(title, lines)
    }

    /// What is written below a lesson: what it shows until something is done in it, and then what is done, and what that has come
    /// to as far as it has been shown there.
    fn taught(&self, overlay: &Overlay) -> Option<Caption> {
        let lesson = overlay.of::<LessonPage>().shown.as_ref()?;
        let said = lesson.said().to_owned();
        if lesson.is_at_start() {
            return Some(Caption::of(lesson.title().to_owned(), vec![said]));
        }
        let facts = lesson.look()?.facts().len();
        let came = lesson.came(self.board.of::<Motion>().told(facts));
        let first = came.len().saturating_sub(RESULTS);
        Some(Caption::of_deed(said, came.into_iter().skip(first).collect()))
    }

    /// The field of a lesson: what of it matters, with what was drawn on it.
    fn lesson(&mut self, ui: &mut Ui, overlay: &Overlay) {
        let Some(lesson) = &overlay.of::<LessonPage>().shown else { return };
        let Some(look) = lesson.look() else { return };
        let memo = Memo::of(look);
        let look = look.remembering(&memo);
        self.follow(&Of::Lesson(format!("{}: {}", look.rules().name, lesson.title())), look, Vec::new());
        self.suit(overlay);
        *self.board.edit::<Layers>() = Layers::default();
        let (room, view) = (ui.max_rect(), self.board.edit::<FieldView>());
        match lesson.area() {
            Some(area) => view.camera.frame(area, look.board(), room),
            None => view.camera.fit(),
        }
        self.field(ui, look);
        self.marked(ui, overlay.of::<Presenter>());
    }

    /// The picture of a tour, with the squares that are asked about.
    fn tour(&mut self, ui: &mut Ui, overlay: &Overlay) {
        let Some((reel, now, marked)) = tour(overlay).and_then(|told| told.shows) else { return };
        let size = (ui.max_rect().height(), Sense::hover());
        let (response, view) = picture::show(ui, (reel, now), size, self.board.edit::<Portraits>());
        picture::marks(ui, &view, response.rect, &marked);
    }

    /// The picture of a step, loaded once.
    fn picture(&mut self, ui: &Ui, path: Option<&Path>) {
        let Some(path) = path else { return };
        if self.picture.as_ref().is_none_or(|(known, _)| known != path) {
            self.picture = Some((path.to_owned(), shown::texture(ui.ctx(), path)));
        }
        // What is wrong with it is told at the desk.
        if let Some((_, Ok(texture))) = &self.picture {
            let room = ui.max_rect();
            let times = (room.size() / texture.size_vec2().max(Vec2::splat(1.0))).min_elem();
            let lies = Rect::from_center_size(room.center(), texture.size_vec2() * times);
            let whole = Rect::from_min_size(Default::default(), Vec2::splat(1.0));
            ui.painter().image(texture.id(), lies, whole, Color32::WHITE);
        }
    }
}

#[cfg(test)]
mod tests;
