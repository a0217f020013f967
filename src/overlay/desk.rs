//! What lies on the player's desk: what is pointed at, what is shown, what is
//! wished for. Nothing of the battle itself.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use bevy::ecs::prelude::Resource;
use bevy_egui::egui::{Context, Key as Pressed, Modifiers, Pos2, Vec2, vec2};

use super::known::{Bands, Known};
use super::preferences::Preferences;
use super::start::{Chosen, Seat};
use crate::ai::Skill;
use crate::battle::{Choice, Id, Key, Look, Order};
use crate::board::Square;
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
    /// What moves on the board.
    pub motion: super::motion::Motion,
    /// The ground as it was painted last.
    pub painted: super::ground::Painted,
    /// The square under the pointer.
    pub hovered: Option<Square>,
    /// Fighters that a panel points at.
    pub pointed: Option<Id>,
    /// Whom the deed would touch that is pointed at.
    pub touched: Vec<Id>,
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
    /// Whether it is kept for the next time.
    pub keeps: bool,
    /// What the board shows.
    pub layers: Layers,
    /// What is chosen on the start screen.
    pub chosen: Chosen,
    /// The battles that are kept.
    pub saves: super::saves::Saves,
    /// The answer that was chosen.
    pub order: Option<Order>,
    /// What was asked for otherwise.
    pub wish: Option<Wish>,
    /// The lesson that is shown.
    pub lesson: Option<super::lesson::Shown>,
    /// The rule that is looked up.
    pub rule: Option<Key>,
    /// Whether the rulebook is open.
    pub book: bool,
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
    /// The line of the log that tells why.
    pub opened: Option<usize>,
    /// How much larger the board is drawn than fits.
    pub zoom: f32,
    /// How far it is shoved.
    pub pan: Vec2,
    /// Who is to be brought to the middle.
    pub centre: Option<Id>,
    /// Where its first square was drawn last, and how large a square is.
    pub drawn: Option<(Pos2, f32)>,
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

/// Which lines of the log are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogLines {
    /// All of them.
    #[default]
    All,
    /// Those about whoever is selected.
    Selected,
    /// Those that changed something.
    Changes,
    /// Those with dice.
    Dice,
}

/// What the board shows.
#[derive(Clone, Copy, Debug)]
pub struct Layers {
    /// Lines and coordinates.
    pub grid: bool,
    /// Where the active fighter can go.
    pub reach: bool,
    /// Squares that enemies of the active fighter threaten.
    pub threat: bool,
    /// Who is flanked, and by whom.
    pub flank: bool,
    /// Zones and their names.
    pub zones: bool,
    /// What the active fighter cannot see.
    pub sight: bool,
    /// Names of all.
    pub names: bool,
}

impl Default for Layers {
    fn default() -> Self {
        Self { grid: true, reach: true, threat: false, flank: true, zones: true, sight: false, names: false }
    }
}

impl Layers {
    /// The layers of these names and no others.
    ///
    /// # Errors
    /// With the names that there are.
    pub fn named(names: &[String]) -> Result<Self, String> {
        let mut layers =
            Self { grid: false, reach: false, threat: false, flank: false, zones: false, sight: false, names: false };
        for name in names {
            let layer = match name.trim() {
                "grid" => &mut layers.grid,
                "reach" => &mut layers.reach,
                "threat" => &mut layers.threat,
                "flank" => &mut layers.flank,
                "zones" => &mut layers.zones,
                "sight" => &mut layers.sight,
                "names" => &mut layers.names,
                other => {
                    return Err(format!(
                        "no layer called `{other}`; there are grid, reach, threat, flank, zones, sight, names"
                    ));
                }
            };
            *layer = true;
        }
        Ok(layers)
    }
}

/// Something that a player asks for besides answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
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
        self.selected = None;
        self.zoom = 1.0;
        self.pan = Vec2::ZERO;
        self.end_seen = false;
        self.follows = None;
        self.motion = super::motion::Motion::default();
        self.opened = None;
    }

    /// Something was decided: what was aimed at is done with.
    pub fn answered(&mut self) {
        self.aim_at(None);
        self.in_hand = None;
        self.order = None;
        (self.said, self.told) = (None, None);
        self.lit.clear();
        self.warned = false;
        self.known = Known::default();
    }

    /// Where the middle of a square is on the screen, once the board was drawn.
    pub fn place_of(&self, square: Square) -> Option<Pos2> {
        let (origin, cell) = self.drawn?;
        Some(origin + vec2(square.x as f32 + 0.5, square.y as f32 + 0.5) * cell)
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
            None => open.find(|choice| listed || choice.group == "move"),
        };
        found.cloned()
    }

    /// Squares in reach of whoever is asked, by price.
    pub fn bands(&mut self, look: Look<'_>) -> Option<Arc<Bands>> {
        let who = look.question()?.who?;
        let choice = self.placing(look)?;
        Some(self.known.bands(look, who, &choice))
    }

    /// Aims at the next (or the one before) that something can be done to.
    fn next_target(&mut self, look: Look<'_>, step: isize) {
        let choices = self.known.choices(look);
        let can = |id: &Id| choices.iter().any(|choice| choice.is_legal() && super::board::is_at(look, choice, *id));
        let targets: Vec<Id> = look.everybody().chain(look.things()).filter(can).collect();
        let now = targets.iter().position(|id| Some(*id) == self.target);
        let count = targets.len() as isize;
        if count > 0 {
            let next = now.map_or(if step > 0 { 0 } else { count - 1 }, |now| (now as isize + step).rem_euclid(count));
            self.aim_at(targets.get(next as usize).copied());
        }
    }

    /// How long the computer waits between two decisions.
    pub fn pace(&self) -> Duration {
        if self.fast { Duration::ZERO } else { self.preferences.speed.pause() }
    }

    /// Looks up a rule.
    pub fn look_up(&mut self, rule: Key) {
        self.rule = Some(rule);
        self.book = true;
    }

    /// What keys do.
    pub fn keys(&mut self, context: &Context, look: Option<Look<'_>>) {
        if context.egui_wants_keyboard_input() {
            return;
        }
        let pressed = |modifiers, key| context.input_mut(|input| input.consume_key(modifiers, key));
        if pressed(Modifiers::CTRL, Pressed::Z) {
            self.wish = Some(Wish::Undo);
        }
        if pressed(Modifiers::CTRL, Pressed::Enter) {
            self.order = Some(Order::new(END_TURN));
        }
        if pressed(Modifiers::NONE, Pressed::F5) {
            self.wish = Some(Wish::Save(QUICK_SAVE.into()));
        }
        if pressed(Modifiers::NONE, Pressed::F9) {
            self.wish = Some(Wish::Load(QUICK_SAVE.into()));
        }
        if pressed(Modifiers::NONE, Pressed::F11) {
            self.preferences.full_screen = !self.preferences.full_screen;
        }
        if let Some(look) = look {
            const DIGITS: [Pressed; 9] = [
                Pressed::Num1,
                Pressed::Num2,
                Pressed::Num3,
                Pressed::Num4,
                Pressed::Num5,
                Pressed::Num6,
                Pressed::Num7,
                Pressed::Num8,
                Pressed::Num9,
            ];
            for (digit, order) in DIGITS.into_iter().zip(self.offered.clone()) {
                if pressed(Modifiers::NONE, digit) {
                    self.order = Some(order);
                }
            }
            if pressed(Modifiers::NONE, Pressed::Space) {
                self.centre = look.question().and_then(|question| question.who);
            }
            for (key, shove) in [
                (Pressed::W, vec2(0.0, 1.0)),
                (Pressed::S, vec2(0.0, -1.0)),
                (Pressed::A, vec2(1.0, 0.0)),
                (Pressed::D, vec2(-1.0, 0.0)),
            ] {
                if pressed(Modifiers::NONE, key) {
                    self.pan += shove * 60.0;
                }
            }
            for (key, nearer) in [(Pressed::Plus, 1.2), (Pressed::Equals, 1.2), (Pressed::Minus, 1.0 / 1.2)] {
                if pressed(Modifiers::NONE, key) {
                    self.zoom = (self.zoom.max(0.5) * nearer).clamp(0.5, 6.0);
                }
            }
            if pressed(Modifiers::NONE, Pressed::E) {
                self.next_target(look, 1);
            }
            if pressed(Modifiers::NONE, Pressed::Q) {
                self.next_target(look, -1);
            }
        }
        let flip = |key, flag: &mut bool| {
            if pressed(Modifiers::NONE, key) {
                *flag = !*flag;
            }
        };
        flip(Pressed::G, &mut self.layers.grid);
        flip(Pressed::R, &mut self.layers.reach);
        flip(Pressed::T, &mut self.layers.threat);
        flip(Pressed::F, &mut self.layers.flank);
        flip(Pressed::Z, &mut self.layers.zones);
        flip(Pressed::V, &mut self.layers.sight);
        flip(Pressed::N, &mut self.layers.names);
        flip(Pressed::B, &mut self.book);
        if pressed(Modifiers::NONE, Pressed::Escape) {
            // The last thing that was opened closes first.
            let told = self.said.take().is_some() | self.told.take().is_some();
            if !self.broken.is_empty() {
                self.broken.clear();
            } else if !told && self.in_hand.take().is_none() {
                if self.target.is_some() {
                    self.aim_at(None);
                } else if self.book {
                    self.book = false;
                } else {
                    self.selected = None;
                }
            }
        }
        if pressed(Modifiers::NONE, Pressed::Num0) {
            (self.zoom, self.pan) = (1.0, Vec2::ZERO);
        }
    }
}
