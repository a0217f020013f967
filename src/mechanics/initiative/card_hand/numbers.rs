//! What a ruleset says about hands of cards.

use crate::dice::NUMBERS;
use crate::mechanics::prelude::*;

/// The numbers of this initiative.
#[derive(Clone, Debug, Deserialize)]
pub struct CardHand {
    /// How many cards a hand has, by how many must be served.
    pub cards: Table1,
    /// From how many on it is a single card.
    pub one_card_from: i32,
    /// Who counts for that.
    pub counts: Counts,
    /// Which numbers a joker may stand for.
    pub joker: Jokers,
    /// When that number is named.
    pub joker_named: Named,
    /// When those who follow somebody act.
    pub followers: Followers,
    /// The word of profiles that are dealt a hand, the others carry the name of their card; everybody is dealt one where
    /// it is left out.
    pub dealt: Option<Key>,
    /// Those in this condition lay nothing and have no turn.
    pub caught: ConditionName,
    /// The figure that decides between set cards that are alike.
    pub quicker: FigureName,
    /// Seconds a round.
    pub seconds: i32,
    /// From how near on an enemy makes it matter who is first, in the board's unit of length.
    pub near: i32,
    /// The rules that these numbers stand for.
    pub rules: CardHandRules,
}

/// Who counts when it is settled how many cards a hand has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Counts {
    /// Those who hold one.
    Holders,
    /// Those too who have a set card, each kind as one.
    AllGroups,
}

/// Which numbers a joker may stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Jokers {
    /// Those of the other cards.
    TwoToFourteen,
    /// Any that anybody would think of.
    Unbounded,
}

impl Jokers {
    /// The lowest and the highest.
    pub(super) const fn numbers(self) -> (i32, i32) {
        match self {
            Self::TwoToFourteen => (*NUMBERS.start() as i32, *NUMBERS.end() as i32),
            Self::Unbounded => (-999, 999),
        }
    }

    /// The one that beats every other card.
    pub(super) const fn highest(self) -> i32 {
        self.numbers().1
    }
}

/// When the number of a joker is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Named {
    /// When it is laid.
    WhenLaid,
    /// When all cards are turned.
    WhenRevealed,
}

/// When those who follow somebody act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Followers {
    /// Right after whom they follow.
    AfterTheirLeader,
    /// On their own set card.
    OnTheirOwnCard,
}

rule_ids! { struct CardHandRules {
    deck: "The pack and the hands.",
    set: "Set cards.",
    lay: "Laying and revealing.",
    rank: "Which card goes first.",
    joker: "Jokers.",
    new_hand: "A new hand.",
    joining: "Joining in the middle of one.",
    length: "How long a hand lasts.",
    smaller: "Smaller hands.",
} }
