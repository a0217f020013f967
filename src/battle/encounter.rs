//! How two sides come upon each other: what a scenario lays down about it, and what it leaves to the dice.

use std::sync::Arc;

use bevy::ecs::prelude::Component;
use serde::Deserialize;

use super::{CampSite, FigureName, Id, Key, Profile, SideId};
use crate::board::Square;
use crate::dice::Expr;

/// What a scenario says about how its sides meet. A battle without it has begun already.
#[derive(Component, Clone, Debug, Default)]
pub struct Encounter {
    /// Whether they meet indoors or underground, where distances are short.
    pub indoors: bool,
    /// Those who come by chance.
    pub wanderers: Vec<Wanderers>,
    /// Where they may come from: one of these is drawn.
    pub entries: Vec<Square>,
    /// Words about sides that rules ask for: "light", "noisy".
    pub words: Vec<(SideId, Vec<Key>)>,
    /// What a whole side counts for a figure, whatever its members have.
    pub figures: Vec<(SideId, FigureName, i32)>,
    /// Who is taken by surprise.
    pub surprise: Uncertain<Vec<SideId>>,
    /// How far apart they are, in the board's unit of length.
    pub distance: Uncertain<i32>,
    /// What the dice for the mood of the others show.
    pub reaction: Uncertain<i32>,
    /// What lies on the way of whoever runs, one after the other: words such as "corner".
    pub way: Vec<Key>,
    /// The armies that fight it out before anybody does so in person.
    pub armies: Vec<Army>,
    /// How long a round of theirs lasts, in minutes, if not as long as is usual for their size.
    pub minutes: Option<i32>,
    /// After how many rounds they let go of each other, if nobody has been routed by then.
    pub rounds: Option<i32>,
    /// The camp of one of the sides before it comes to that.
    pub camp: Option<CampSite>,
}

/// An army: soldiers by the hundred, and those in person who lead it.
#[derive(Clone, Debug)]
pub struct Army {
    /// Whose it is.
    pub side: SideId,
    /// How many soldiers it has at first.
    pub size: i32,
    /// How many plain soldiers each of them is worth, as a fraction.
    pub quality: (i32, i32),
    /// Who leads it.
    pub general: Id,
    /// Who else says how to fight.
    pub advisers: Vec<Id>,
    /// Whom its general listens to where a computer answers for him.
    pub chooses: Chooses,
    /// What it can take at first, if not as much as any army.
    pub hits: Option<i32>,
    /// Whose army it strikes, where there are several to choose from.
    pub strikes: Option<SideId>,
    /// Who comes later: in which round of the armies, and how many.
    pub arrives: Vec<(i32, i32)>,
    /// Those who stand by the general when the army is routed.
    pub guards: Vec<Id>,
    /// Those who go after the general of an army that it has routed.
    pub pursuers: Vec<Id>,
    /// Squares where its general gets away when it is routed.
    pub exit: Vec<Square>,
}

/// To whom a general listens who has advisers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Chooses {
    /// To whoever has the best plan.
    #[default]
    Highest,
    /// To nobody but himself.
    Own,
    /// To this one, whatever comes of it.
    Partial(Id),
}

impl Army {
    /// Whose plans there are to choose from, the general's first.
    pub fn tacticians(&self) -> impl Iterator<Item = Id> + '_ {
        [self.general].into_iter().chain(self.advisers.iter().copied())
    }

    /// Everybody in person who has to do with it.
    pub fn people(&self) -> impl Iterator<Item = Id> + '_ {
        self.tacticians().chain(self.guards.iter().copied()).chain(self.pursuers.iter().copied())
    }

    /// How many soldiers it has in a round of the armies, counted from 1.
    pub fn soldiers(&self, round: i32) -> i32 {
        let come = self.arrives.iter().filter(|(when, _)| *when <= round).map(|(_, count)| *count);
        come.fold(self.size, i32::saturating_add)
    }
}

/// Some who come by chance.
#[derive(Clone, Debug)]
pub struct Wanderers {
    /// What each of them is made from.
    pub profile: Arc<Profile>,
    /// Whose side they are on.
    pub side: SideId,
    /// How many, if not as many as is usual for their kind.
    pub number: Option<Expr>,
}

/// Something that a scenario may leave open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Uncertain<T> {
    /// It does not come up: everybody stands and thinks as the scenario has it.
    #[default]
    Settled,
    /// The dice say.
    Thrown,
    /// It is this.
    Is(T),
}

impl Encounter {
    /// What is laid down for a figure of a whole side.
    pub fn figure(&self, side: SideId, figure: FigureName) -> Option<i32> {
        self.figures.iter().find(|(of, name, _)| *of == side && *name == figure).map(|(.., value)| *value)
    }

    /// Whether a word holds of a side.
    pub fn is(&self, side: SideId, word: Key) -> bool {
        self.words.iter().any(|(of, words)| *of == side && words.contains(&word))
    }
}
