//! What lies on the player's desk: what is pointed at, what is shown, what is
//! wished for. Nothing of the battle itself.

use std::path::PathBuf;
use std::time::Duration;

use bevy::ecs::prelude::Resource;
use bevy_egui::egui::{Context, Key as Pressed, Modifiers, Vec2};

use crate::ai::Skill;
use crate::battle::{Id, Key, Order};
use crate::board::Square;
use crate::rulebook::reader::Overrides;

/// The desk.
#[derive(Resource, Default)]
pub struct Desk {
    /// Whose sheet is open.
    pub selected: Option<Id>,
    /// Who is aimed at.
    pub target: Option<Id>,
    /// The square under the pointer.
    pub hovered: Option<Square>,
    /// Fighters that a panel points at.
    pub pointed: Option<Id>,
    /// Squares that the log points at.
    pub lit: Vec<Square>,
    /// What the board shows.
    pub layers: Layers,
    /// The answer that was chosen.
    pub order: Option<Order>,
    /// What was asked for otherwise.
    pub wish: Option<Wish>,
    /// The rule that is looked up.
    pub rule: Option<Key>,
    /// Whether the rulebook is open.
    pub book: bool,
    /// What is looked for in it.
    pub search: String,
    /// Something to tell the player.
    pub said: Option<String>,
    /// How much larger the board is drawn than fits.
    pub zoom: f32,
    /// How far it is shoved.
    pub pan: Vec2,
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
    /// A battle by its name.
    Begin(String),
    /// The last decision taken back.
    Undo,
    /// The battle saved.
    Save(PathBuf),
    /// A saved battle.
    Load(PathBuf),
}

/// Where quick saves go.
pub const QUICK_SAVE: &str = "sortie-quick.json";

impl Desk {
    /// Clears what belongs to a battle that is over.
    pub fn fresh(&mut self) {
        self.answered();
        self.selected = None;
        self.zoom = 1.0;
        self.pan = Vec2::ZERO;
    }

    /// Something was decided: what was aimed at is done with.
    pub fn answered(&mut self) {
        self.target = None;
        self.order = None;
        self.said = None;
        self.lit.clear();
    }

    /// How long the computer waits between two decisions.
    pub fn pace(&self) -> Duration {
        Duration::from_millis(if self.fast { 0 } else { 350 })
    }

    /// Looks up a rule.
    pub fn look_up(&mut self, rule: Key) {
        self.rule = Some(rule);
        self.book = true;
    }

    /// What keys do.
    pub fn keys(&mut self, context: &Context) {
        if context.egui_wants_keyboard_input() {
            return;
        }
        let pressed = |modifiers, key| context.input_mut(|input| input.consume_key(modifiers, key));
        if pressed(Modifiers::CTRL, Pressed::Z) {
            self.wish = Some(Wish::Undo);
        }
        if pressed(Modifiers::CTRL, Pressed::Enter) {
            self.order = Some(Order::new("end turn"));
        }
        if pressed(Modifiers::NONE, Pressed::F5) {
            self.wish = Some(Wish::Save(QUICK_SAVE.into()));
        }
        if pressed(Modifiers::NONE, Pressed::F9) {
            self.wish = Some(Wish::Load(QUICK_SAVE.into()));
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
            if self.said.take().is_none() && self.target.take().is_none() {
                self.book = false;
                self.selected = None;
            }
        }
        if pressed(Modifiers::NONE, Pressed::Num0) {
            (self.zoom, self.pan) = (1.0, Vec2::ZERO);
        }
    }
}
