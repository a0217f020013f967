//! What lies on the player's desk: what is pointed at, what is shown, what is
//! wished for. Nothing of the battle itself.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use bevy::ecs::prelude::Resource;
use bevy_egui::egui::{Pos2, Rect};

use super::camera::{Camera, View};
use super::keys;
use super::known::{Bands, Known};
use super::layers::{self, Layer, Layers};
use super::preferences::{Preferences, Speed};
use super::start::{Chosen, Seat};
use crate::ai::Skill;
use crate::battle::{Choice, Group, Id, Key, Look, Order};
use crate::board::{Footprint, Square};
use crate::rulebook::reader::{Overrides, Problem};

/// The desk.
#[derive(Resource, Default)]
pub struct Desk {
    /// Whose sheet is open.
    pub selected: Option<Id>,
    /// Who is aimed at.
    pub target: Option<Id>,
    /// A deed that only wants a square of the board.
    pub in_hand: Option<Order>,
    /// The part that is aimed at.
    pub part: Option<Key>,
    /// How it is to be done.
    pub manners: Vec<Key>,
    /// How much, for deeds that want a number.
    pub number: Option<i32>,
    /// The deed whose odds are shown in full.
    pub why: Option<Order>,
    /// Whether answers are listed that cannot be given.
    pub everything: bool,
    /// What has been worked out about the question at hand.
    pub known: Known,
    /// The order of turns as it was laid out last.
    pub track: super::track::Track,
    /// The faces of those who are shown.
    pub portraits: super::portraits::Portraits,
    /// What moves on the board.
    pub motion: super::motion::Motion,
    /// The square under the pointer.
    pub hovered: Option<Square>,
    /// Whose card is shown, and how one would get at them.
    pub carded: Option<(Id, Option<Arc<super::ahead::Approach>>)>,
    /// Fighters that a panel points at.
    pub pointed: Option<Id>,
    /// Whom the deed would touch that is pointed at.
    pub touched: Vec<Id>,
    /// The squares that it would strike.
    pub struck: Arc<BTreeSet<Square>>,
    /// The answers that have a button now, in their order.
    pub offered: Vec<Order>,
    /// The answer that a panel points at.
    pub preview: Option<Order>,
    /// Squares that the log points at.
    pub lit: Vec<Square>,
    /// What whoever sits here likes.
    pub preferences: Preferences,
    /// Whether that is being changed.
    pub preferring: bool,
    /// Whoever acts was warned that nothing has been done.
    pub warned: bool,
    /// Whether somebody at this screen has the turn.
    pub is_own: bool,
    /// What was kept of it last.
    pub kept: Option<Preferences>,
    /// Whether it is kept for the next time.
    pub keeps: bool,
    /// What the board shows.
    pub layers: Layers,
    /// What is in hand of the bar of deeds.
    pub deeds: super::hud::deeds::Deeds,
    /// The slot of it whose digit was pressed.
    pub pressed: Option<usize>,
    /// Whether the sheet of a fighter is open.
    pub sheet_open: bool,
    /// Whether it is listed what the field shows.
    pub layers_open: bool,
    /// Whether everything but the field is put away.
    pub presents: bool,
    /// What is chosen on the start screen.
    pub chosen: Chosen,
    /// The course of the battle.
    pub timeline: super::timeline::Timeline,
    /// The battles that are kept.
    pub saves: super::saves::Saves,
    /// The answer that was chosen.
    pub order: Option<Order>,
    /// Questions that are answered in the same way every time: what kind of them, and by which verb.
    pub habits: BTreeMap<Key, String>,
    /// A deed that wants a second click.
    pub sure: Option<Order>,
    /// Who strikes once they have come there, and how.
    pub then: Option<(Id, Order)>,
    /// What was asked for otherwise.
    pub wish: Option<Wish>,
    /// The lesson that is shown.
    pub lesson: Option<super::lesson::Shown>,
    /// The rule that is looked up.
    pub rule: Option<Key>,
    /// Whether the rulebook is open.
    pub book: bool,
    /// What is read in it.
    pub reading: super::book::Reading,
    /// What is looked for in it.
    pub search: String,
    /// Something that went wrong.
    pub said: Option<String>,
    /// Something that went well.
    pub told: Option<String>,
    /// What is wrong with files that were just edited.
    pub broken: Vec<Problem>,
    /// The end of the battle has been seen.
    pub end_seen: bool,
    /// What follows the battle that is over, once somebody has looked: its title and the hours between.
    pub follows: Option<Option<(String, i32)>>,
    /// Which lines of the log are shown.
    pub log: LogLines,
    /// The log as it is laid out, and whose lines it shows.
    pub logged: super::log::Logged,
    /// A square to be brought into view.
    pub place: Option<Square>,
    /// The line of the log that tells why.
    pub opened: Option<usize>,
    /// How the board is looked at.
    pub camera: Camera,
    /// Who is to be brought to the middle.
    pub centre: Option<Id>,
    /// Who was asked when the board was drawn last: the camera follows when that changes.
    pub followed: Option<Id>,
    /// The square that the keys point at, until the pointer moves.
    pub cursor: Option<Square>,
    /// A square that was clicked by key.
    pub clicked: Option<Square>,
    /// The act whose key is being chosen.
    pub rekeyed: Option<keys::Act>,
    /// Somebody was writing in a field a frame ago.
    pub typing: bool,
    /// Whether the key sheet is open.
    pub key_sheet: bool,
    /// It was open a frame ago.
    pub key_sheet_seen: bool,
    /// Whether the log is put away.
    pub log_hidden: bool,
    /// How the field was drawn last.
    pub drawn: Option<Drawn>,
    /// What may come of a move is tried out while the pointer rests.
    pub foresees: bool,
    /// A scene shows ground and tokens, so that nothing of them is drawn here.
    pub staged: bool,
    /// What the dice of the next battle come from.
    pub seed: u64,
    /// Settings that are played differently.
    pub settings: Overrides,
    /// How well the computer plays.
    pub skill: Skill,
    /// The computer plays all sides.
    pub auto: bool,
    /// The computer does not wait between decisions.
    pub fast: bool,
}

/// How the field was drawn.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// How its squares lay on the page.
    pub view: View,
    /// The page that it was drawn on.
    pub page: Rect,
    /// Pixels of a point.
    pub points: f32,
    /// What layers laid over it.
    pub tints: Arc<layers::Tints>,
}

/// Which lines of the log are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogLines {
    /// All of them.
    #[default]
    All,
    /// Those that changed something.
    Changes,
    /// Those with dice.
    Dice,
}

/// Something that a player asks for besides answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// The end of the program.
    Quit,
    /// The list of battles.
    Menu,
    /// A battle by its name, and who plays its sides.
    Begin(String, Vec<Seat>),
    /// The same battle from the start, with these dice.
    Again(u64),
    /// The battle that follows this one.
    GoOn,
    /// The last decision taken back.
    Undo,
    /// The battle as it was after so many decisions.
    LookBack(usize),
    /// The battle played on from the moment that is looked at.
    PlayOn,
    /// The battle saved.
    Save(PathBuf),
    /// A saved battle, by its file or its code.
    Load(PathBuf),
    /// A saved battle deleted.
    Delete(PathBuf),
    /// A code of this saved battle, or of the one that is played, on the clipboard.
    Share(Option<PathBuf>),
    /// A lesson that shows this rule.
    Lesson(Key),
    /// This lesson, by its id.
    Play(String),
    /// The lesson that is shown, to be played on with free dice.
    Try,
}

/// The order that ends a turn.
pub const END_TURN: &str = "end turn";

/// Where quick saves go, in the folder of all saves.
pub const QUICK_SAVE: &str = "sortie-quick.json";

impl Desk {
    /// Clears what belongs to a battle that is over.
    pub fn fresh(&mut self) {
        self.answered();
        self.saves.begun();
        self.timeline = super::timeline::Timeline::default();
        self.logged = super::log::Logged::default();
        self.selected = None;
        self.camera = Camera::default();
        (self.cursor, self.followed) = (None, None);
        self.end_seen = false;
        self.follows = None;
        self.motion = super::motion::Motion::default();
        self.track = super::track::Track::default();
        self.opened = None;
        // The computer plays for somebody in one battle only.
        (self.auto, self.fast) = (false, false);
        self.habits.clear();
    }

    /// Something was decided: what was aimed at is done with.
    pub fn answered(&mut self) {
        self.put_down();
        self.order = None;
        (self.said, self.told) = (None, None);
        self.lit.clear();
        self.warned = false;
        self.known = Known::default();
    }

    /// Where the middle of a square is on the screen, once the board was drawn.
    pub fn place_of(&self, square: Square) -> Option<Pos2> {
        Some(self.drawn.as_ref()?.view.rect(square).center())
    }

    /// Lets go of those whose place is not, or no longer, known to the side that looks.
    pub fn lose_sight(&mut self, look: Look<'_>) {
        let is_lost = |id: &mut Id| !look.knows_of(*id);
        for slot in [&mut self.selected, &mut self.pointed, &mut self.centre, &mut self.logged.whose] {
            slot.take_if(is_lost);
        }
        if self.target.is_some_and(|target| !look.knows_of(target)) {
            self.aim_at(None);
        }
    }

    /// Aims at somebody, at no part of it and in no manner yet.
    pub fn aim_at(&mut self, target: Option<Id>) {
        self.target = target;
        (self.part, self.why) = (None, None);
        self.manners.clear();
    }

    /// The order of a choice with the part, manners and number that were
    /// chosen, where it takes them.
    pub fn filled(&self, choice: &Choice) -> Order {
        let mut order = choice.order.clone();
        if let Some(part) = self.part.filter(|part| choice.parts.contains(part)) {
            order.at.iter_mut().for_each(|aim| aim.part = Some(part.to_string()));
        }
        let manners = self.manners.iter().filter(|manner| choice.manners.contains(manner));
        order.manner.extend(manners.map(Key::to_string));
        if let Some((low, high)) = choice.numbers {
            order.n = Some(self.number.unwrap_or(low).clamp(low, high.max(low)));
        }
        order
    }

    /// The choice that a click on the board would make: the deed in hand, else
    /// a plain move; or whatever square is asked for.
    pub fn placing(&mut self, look: Look<'_>) -> Option<Choice> {
        let choices = self.known.choices(look);
        let listed = look.question().is_some_and(|question| question.choices.is_some());
        let mut open = choices.iter().filter(|choice| choice.is_legal() && !choice.squares.is_empty());
        let found = match &self.in_hand {
            Some(order) => open.find(|choice| choice.order == *order),
            None => open.find(|choice| listed || choice.group == Group::Move),
        };
        found.cloned()
    }

    /// Squares in reach of whoever is asked, by price.
    pub fn bands(&mut self, look: Look<'_>) -> Option<Arc<Bands>> {
        let who = look.asked()?;
        let choice = self.placing(look).or_else(|| self.known.walk(look))?;
        Some(self.known.bands(look, who, &choice))
    }

    /// Aims at the next (or the one before) that something can be done to.
    pub fn next_target(&mut self, look: Look<'_>, step: isize) {
        let aimed = self.known.aimed(look);
        let targets = &aimed.open;
        let now = targets.iter().position(|id| Some(*id) == self.target);
        let count = targets.len() as isize;
        if count > 0 {
            let next = now.map_or(if step > 0 { 0 } else { count - 1 }, |now| (now as isize + step).rem_euclid(count));
            self.aim_at(targets.get(next as usize).copied());
        }
    }

    /// How fast what moves by itself does now.
    pub const fn speed(&self) -> Speed {
        match self.preferences.own {
            _ if self.fast => Speed::AtOnce,
            Some(own) if self.is_own => own,
            _ => self.preferences.speed,
        }
    }

    /// How long the computer waits between two decisions.
    pub fn pace(&self) -> Duration {
        if self.fast { Duration::ZERO } else { self.preferences.speed.pause() }
    }

    /// Looks up a rule.
    pub fn look_up(&mut self, rule: Key) {
        self.rule = Some(rule);
        self.reading.page = super::book::Page::Rules;
        self.book = true;
    }

    /// Goes to the next fighter (or the one before): of those that can be chosen for the turn at hand, else of those on
    /// the side of whoever is asked.
    pub fn next_fighter(&mut self, look: Look<'_>, step: isize) {
        let side = look.question().map(|question| question.side);
        let own = |id: &Id| look.is_in_play(*id) && side.is_none_or(|side| look.side(*id) == side);
        let fighters: Vec<Id> = look.shown().filter(own).collect();
        let now = self.selected.or(look.asked());
        let now = now.and_then(|now| fighters.iter().position(|id| *id == now));
        let count = fighters.len() as isize;
        if count > 0 {
            let next = now.map_or(0, |now| (now as isize + step).rem_euclid(count));
            self.selected = fighters.get(next as usize).copied();
            self.centre = self.selected;
        }
    }

    /// Moves the cursor by so many squares, from whoever acts at first.
    pub fn move_cursor(&mut self, look: Look<'_>, x: i32, y: i32) {
        let board = look.board();
        let acts = look.asked().map(|who| look.footprint(who).at);
        let middle = Square::new(board.width() / 2, board.height() / 2);
        let from = self.cursor.or(acts).unwrap_or(middle);
        let to = Square::new((from.x + x).clamp(0, board.width() - 1), (from.y + y).clamp(0, board.height() - 1));
        self.cursor = Some(to);
    }

    /// Closes what was opened last, puts down what is in hand, aims at nobody: one of them at a time.
    pub fn step_back(&mut self) {
        let told = self.said.take().is_some() | self.told.take().is_some();
        if self.key_sheet {
            self.key_sheet = false;
        } else if self.saves.open {
            self.saves.open = false;
        } else if self.preferring {
            self.preferring = false;
        } else if !self.broken.is_empty() {
            self.broken.clear();
        } else if told {
            // That was it.
        } else if self.holds_something() {
            self.put_down();
        } else if self.layers_open {
            self.layers_open = false;
        } else if self.timeline.looks_back() {
            self.wish = Some(Wish::LookBack(usize::MAX));
        } else if self.cursor.is_some() || self.lesson.is_some() {
            let has_lesson = self.lesson.take().is_some();
            self.cursor = self.cursor.filter(|_| has_lesson);
        } else if self.book {
            self.book = false;
        } else if self.sheet_open || self.presents {
            (self.sheet_open, self.presents) = (false, false);
        } else {
            self.selected = None;
        }
    }

    /// What the layers have found out.
    pub fn found(&mut self, look: Look<'_>) -> &mut layers::Found {
        self.known.found(look)
    }

    /// Whoever is pointed at, on the field or by a panel.
    pub fn meant(&self, look: Look<'_>) -> Option<Id> {
        self.hovered.and_then(|square| super::board::at(look, square)).or(self.pointed)
    }

    /// Whether what was done last is still being shown.
    pub fn is_showing(&self, look: Look<'_>) -> bool {
        self.speed() != Speed::AtOnce && self.motion.is_lively(look)
    }

    /// Whoever's threat is shown alone: the enemy that is pointed at.
    pub fn threat_of(&self, look: Look<'_>) -> Option<Id> {
        let one = self.meant(look)?;
        let is_enemy = look.asked().is_some_and(|asked| look.are_enemies(asked, one));
        (!one.is_thing() && is_enemy && look.is_in_play(one)).then_some(one)
    }

    /// From where one looks: the square that is pointed at, else whoever acts.
    pub fn sight_from(&self, look: Look<'_>) -> Option<Footprint> {
        let asked = || look.asked().map(|who| look.footprint(who));
        let pointed = self.hovered.map(|square| {
            let body = super::board::at(look, square).filter(|id| !id.is_thing());
            body.map_or_else(|| Footprint::one(square), |body| look.footprint(body))
        });
        pointed.or_else(asked)
    }

    /// The weapon whose range is shown, if one is in hand or pointed at.
    pub fn ranged(&self) -> Option<Key> {
        let order = self.in_hand.as_ref().or(self.preview.as_ref())?;
        order.with.as_deref().map(Key::new)
    }

    /// What the layers lay over the ground.
    pub fn tints(&mut self, look: Look<'_>) -> Arc<layers::Tints> {
        let layers = self.layers;
        let wanted = layers::Wanted {
            layers,
            bands: if layers.has(Layer::Reach) { self.bands(look) } else { None },
            threat: layers.has(Layer::Threat).then(|| self.threat_of(look)).map(|of| self.known.threat(look, of)),
            colours: super::theme::chosen(),
        };
        self.found(look).tints(look, wanted)
    }
}
