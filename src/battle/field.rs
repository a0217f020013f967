//! What belongs to a battle as a whole: its entity's components.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use bevy::ecs::prelude::Component;
use serde::{Deserialize, Serialize};

use super::{FigureName, Id, Item, Key, Objective, Order, Question, Rules, SideId, Spoken};
use crate::board::{
    self, Board, DeclaredBorder, Footprint, Gait, Light, Spot, Spots, Square, Terrain, TerrainId, ZoneId,
};
use crate::dice::AnyDice;

/// Marks the entity of a battle. Everything that belongs to the battle hangs
/// on it or on the combatants related to it, so one world can hold many.
#[derive(Component, Clone, Debug, Default)]
#[require(
    Clock,
    Agenda,
    Due,
    Asked,
    Given,
    super::table::Halted,
    Decisions,
    super::patience::Still,
    Sides,
    Ended,
    super::Chronicle,
    super::Roster
)]
pub struct Battle {
    /// What the scenario is called.
    pub title: String,
}

/// The ruleset that a battle is played by.
#[derive(Component, Clone, Debug)]
pub struct RulesOf(pub Arc<Rules>);

/// The ground that a battle is fought on. Shared until something on it is
/// broken, then the battle's own.
#[derive(Component, Clone, Debug)]
pub struct Ground {
    /// Squares, terrain, edges, objects, zones.
    pub board: Arc<Board>,
    /// Light where nothing on the board says otherwise.
    pub light: Light,
    /// The things on the board that can be struck.
    pub things: Vec<Thing>,
    /// Words of the scenario that rules ask for ("unsanitary").
    pub tags: Vec<Key>,
    /// What is special about the borders between zones.
    pub borders: Vec<DeclaredBorder>,
    /// What can be worked: levers, gates, braziers.
    pub features: Vec<Feature>,
    /// What is known of all this.
    pub survey: Survey,
}

/// What was worked out from a board, once anybody asked: shared by battles that begin on the same ground, and forgotten
/// by each when the board changes under it.
#[derive(Clone, Debug, Default)]
pub struct Survey(Arc<Surveyed>);

#[derive(Debug, Default)]
struct Surveyed {
    /// The board as bodies of each size walk it, in each gait.
    walks: Mutex<BTreeMap<(i32, Gait, Vec<Key>), Arc<board::Ground>>>,
    /// The zones and the borders between them as places to stand in.
    spots: OnceLock<Spots>,
    /// Where bodies of so many squares a side stand in each place, its middle first.
    seats: Mutex<HashMap<(Spot, i32), Arc<[Square]>>>,
}

/// Something on the field that is worked by hand: a lever, a gate, a brazier.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Feature {
    /// What it is called in this battle.
    pub name: Key,
    /// Where it is.
    pub at: Square,
    /// How players say what is done with it: "raise the gate".
    pub verb: String,
    /// Whether it takes as long as a blow, rather than a moment.
    pub is_long: bool,
    /// The figure that is tried for it, if it may fail.
    pub save: Option<FigureName>,
    /// What comes of it.
    pub does: Works,
    /// Whether it can be done only once.
    pub once: bool,
    /// Whether it has been done.
    pub done: bool,
}

/// What lies about and belongs to nobody.
#[derive(Component, Clone, Debug, Default)]
pub struct Loose(pub Vec<Item>);

/// What working a feature does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Works {
    /// Nothing but a noise.
    #[default]
    Nothing,
    /// Opens the border between two zones, or shuts it if it is open.
    Turns(ZoneId, ZoneId),
    /// Opens it for good: breaks a door down.
    Opens(ZoneId, ZoneId),
    /// Puts a word on a zone, or takes it off: lights it, floods it.
    Marks(ZoneId, String, bool),
}

/// A thing on the board that can be struck: a fence, a door, a keg. Its wounds
/// are those of its entity, whose number is [`Id::thing`] of its place in the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thing {
    /// What it is called in this battle.
    pub name: String,
    /// What it is.
    pub def: Arc<super::ObjectDef>,
    /// The index of its entry on the board.
    pub object: u16,
    /// The squares that it fills.
    pub squares: Vec<Square>,
    /// The edges that it stands on, each between two squares.
    pub edges: Vec<(Square, Square)>,
    /// What lay on those squares before, where it has changed that.
    pub stood_on: Vec<TerrainId>,
}

impl Thing {
    /// Where it is: the first square that it fills or stands beside.
    pub fn at(&self) -> Square {
        self.squares.first().copied().or(self.edges.first().map(|edge| edge.0)).unwrap_or_default()
    }
}

/// The clock of a battle.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The round, counted from 1; 0 before the first.
    pub round: i32,
    /// Whose turn it is.
    pub turn: Option<Id>,
    /// Which part of a turn, in games that cut turns into parts.
    pub phase: Phase,
    /// Whether what is done now is done by several at once: nobody falls before all of them have acted.
    pub together: bool,
}

/// A part of somebody's turn, in games in which the parts of a turn come at different moments of the round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// All of it.
    #[default]
    Whole,
    /// Its steps.
    Moves,
    /// What is done from where the steps have led.
    Blows,
    /// A blow before everybody else's turns.
    First,
    /// A blow after them.
    Last,
}

/// What has come upon somebody while several acted at once, and holds only from when all of them have acted.
#[derive(Component, Clone, Debug, Default)]
pub(super) struct Unsettled(pub(super) Vec<(Id, super::Condition)>);

/// The dice of a battle: rolled from its seed, or named by a lesson.
#[derive(Component, Clone, Debug)]
pub struct DiceCup(pub AnyDice);

/// What is still to be done, the next thing last. What interrupts is put on
/// top, so reactions nest to any depth.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Agenda(pub Vec<Task>);

/// What is due in a battle, so that no other stage need look at it.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Due {
    /// The stage in which the topmost task of the agenda is done.
    pub(super) stage: Option<Stage>,
    /// Whether something has changed that a verdict may hang on.
    pub(super) verdict: bool,
}

impl Default for Due {
    fn default() -> Self {
        Self { stage: None, verdict: true }
    }
}

/// One thing to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// What comes before the battle.
    Eve,
    /// The battle begins.
    Start,
    /// A round begins.
    Round,
    /// Find out who is next.
    Next,
    /// A turn begins.
    Begin(Id),
    /// Somebody on turn chooses what to do.
    Choose(Id),
    /// Somebody does it. The price has been named, not paid.
    Do(Id, Order),
    /// A deed whose price was paid before comes about.
    Perform(Id, Order),
    /// A turn ends.
    End(Id),
    /// Several have acted at once: now the fallen fall.
    Settle,
    /// A round ends.
    RoundEnd,
    /// What is counted in rounds runs down.
    RunDown,
    /// Something that a mechanic has put here, in the stage that it belongs to.
    Custom {
        /// The mechanic.
        of: Key,
        /// What.
        name: Key,
        /// About whom.
        who: Id,
        /// When it is done.
        stage: Stage,
    },
}

/// The stages of one pass, in their order. Each task belongs to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Rounds begin and end.
    Clock,
    /// Who is next.
    Initiative,
    /// Turns begin.
    Turn,
    /// Somebody chooses.
    Choices,
    /// Somebody moves.
    Movement,
    /// Somebody strikes, shoots, grapples or makes ready for it.
    Attacks,
    /// Something happens to an area.
    Areas,
    /// Harm that was only waiting to happen.
    Harm,
    /// Minds are tried.
    Morale,
    /// Turns end, gear is handled, wounds are bound.
    Upkeep,
    /// Is it over?
    Verdict,
}

impl Stage {
    /// All of them, in their order.
    pub const ALL: [Self; 11] = [
        Self::Clock,
        Self::Initiative,
        Self::Turn,
        Self::Choices,
        Self::Movement,
        Self::Attacks,
        Self::Areas,
        Self::Harm,
        Self::Morale,
        Self::Upkeep,
        Self::Verdict,
    ];
}

/// The question that a battle waits on.
#[derive(Component, Clone, Debug, Default)]
pub struct Asked(pub Option<Question>);

/// Answers given within the task at hand; it is run again from its start with
/// these when the next one comes.
#[derive(Component, Clone, Debug, Default)]
pub struct Given(pub Vec<Order>);

/// Every answer ever given, with how many dice had fallen by then: with
/// ruleset, scenario and seed this is the whole battle.
#[derive(Component, Clone, Debug, Default)]
pub struct Decisions(pub Vec<Decision>);

/// One answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decision<O = Order> {
    /// Whose side gave it.
    pub side: SideId,
    /// The answer.
    pub order: O,
    /// Dice thrown before it was given: what a replay compares, and what undo
    /// looks at.
    pub dice: u64,
}

impl Decision {
    /// The same as it is written down.
    pub fn spoken(&self) -> Decision<Spoken> {
        Decision { side: self.side, order: (&self.order).into(), dice: self.dice }
    }
}

/// The sides of a battle.
#[derive(Component, Clone, Debug, Default)]
pub struct Sides(pub Vec<Side>);

/// One side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// What it is called.
    pub name: String,
    /// What it must do to win.
    pub objective: Objective,
    /// Whether the scenario gives it to a player, whoever comes to play it.
    pub is_players: bool,
    /// Whether those on it go on from battle to battle and learn from them.
    pub is_party: bool,
    /// What a victory of a party is worth beside the enemies, by the names of awards.
    pub wins: Vec<Key>,
    /// The names of those of it who fell in the battles before this one.
    pub fallen: Vec<String>,
}

/// How the battle ended, once it has.
#[derive(Component, Clone, Debug, Default)]
pub struct Ended(pub Option<Verdict>);

/// How a battle ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// Who won; nobody in a draw.
    pub winner: Option<SideId>,
    /// Why, in a sentence.
    pub why: String,
    /// In which round.
    pub round: i32,
    /// It could not go on: a fault of the rules, never of the players.
    #[serde(skip)]
    pub is_broken: bool,
}

impl Ground {
    /// The board as bodies of `side` squares a side walk it.
    pub fn walk(&self, side: i32, gait: Gait) -> Arc<board::Ground> {
        self.walk_easily(side, gait, &[])
    }

    /// The same for whoever takes ground of these words like open ground.
    pub fn walk_easily(&self, side: i32, gait: Gait, over: &[Key]) -> Arc<board::Ground> {
        let mut walks = self.survey.0.walks.lock().unwrap_or_else(PoisonError::into_inner);
        let is_easy = |terrain: &Terrain| over.iter().any(|word| terrain.tags.iter().any(|tag| *word == tag.as_str()));
        let cost = |terrain: &Terrain| if is_easy(terrain) { terrain.cost.min(1) } else { terrain.cost };
        let derive = || Arc::new(board::Ground::with(&self.board, side, gait, cost, |edge| edge.blocks_move));
        walks.entry((side, gait, over.to_vec())).or_insert_with(derive).clone()
    }

    /// The zones as places to stand in.
    pub fn spots(&self) -> &Spots {
        self.survey.0.spots.get_or_init(|| Spots::of(&self.board, &self.borders))
    }

    /// The place in which a body stands: a border that it touches, or else its zone.
    pub fn spot_of(&self, body: Footprint) -> Option<Spot> {
        if body.side == 1 {
            return self.spots().at(body.at);
        }
        self.spots().of_body(body).or_else(|| self.spots().at(body.at))
    }

    /// Where a body of so many squares a side may stand in a place, in squares for its north-west corner, the middle
    /// of the place first, so that nobody stands on its name.
    pub fn seats(&self, spot: Spot, side: i32, gait: Gait) -> Arc<[Square]> {
        let mut known = self.survey.0.seats.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry((spot, side)).or_insert_with(|| self.seats_afresh(spot, side, gait)).clone()
    }

    fn seats_afresh(&self, spot: Spot, side: i32, gait: Gait) -> Arc<[Square]> {
        let ground = self.walk(side, gait);
        let own = self.spots().squares(spot);
        let around = 1 - side..=0;
        let corners = own.iter().flat_map(|square| {
            let columns = around.clone();
            let rows = around.clone();
            rows.flat_map(move |dy| columns.clone().map(move |dx| Square::new(square.x + dx, square.y + dy)))
        });
        let fits = |at: &Square| ground.fits(*at) && self.spot_of(Footprint::new(*at, side)) == Some(spot);
        let mut seats: Vec<Square> = corners.filter(fits).collect();
        let count = own.len().max(1) as i32;
        let (x, y) = own.iter().fold((0, 0), |(x, y), square| (x + square.x, y + square.y));
        let off = |at: &Square| {
            let (dx, dy) = ((at.x * 2 + side - 1) * count - x * 2, (at.y * 2 + side - 1) * count - y * 2);
            (i64::from(dx).pow(2) + i64::from(dy).pow(2), at.y, at.x)
        };
        seats.sort_unstable_by_key(off);
        seats.dedup();
        seats.into()
    }

    /// Forgets what was worked out from a board that has changed.
    pub(super) fn forget(&mut self) {
        self.survey = Survey::default();
    }

    /// The light on a square: the battle's own, or darker where the ground says so.
    pub fn light_on(&self, square: Square) -> Light {
        let mut light = self.light;
        if let Some(terrain) = self.board.terrain(square) {
            for tag in &terrain.tags {
                light = match tag.as_str() {
                    "dark" => Light::Dark,
                    "hazy" | "smoke" => light.max(Light::Hazy),
                    "lit" => Light::Clear,
                    _ => light,
                };
            }
        }
        light
    }

    /// Whether any square under `footprint` carries the word `tag`.
    pub fn is_under(&self, footprint: Footprint, tag: &str) -> bool {
        footprint.squares().any(|square| self.board.has_tag(square, tag))
    }
}
