//! What strikes a whole area, and getting out of it (HG-AREA-01 to HG-AREA-06, HG-DEF-12).
//!
//! `aim.rs` says with what one may strike where and gathers what is added to the rolls, `extent.rs` says whom an area
//! touches and where the nearest way out of it is, `blast.rs` is the deed, `fall.rs` lets it come down, `dive.rs` asks
//! those who are in it, `volley.rs` is about hails that can only be blocked, `afar.rs` about what comes from beyond the
//! field, and `foretell.rs` tells the odds.

mod afar;
mod aim;
mod blast;
mod dive;
mod extent;
mod fall;
mod foretell;
mod volley;

use crate::mechanics::contest::Contest;
use crate::mechanics::force::Force;
use crate::mechanics::harm::OnOff;
use crate::mechanics::prelude::*;
use blast::Blast;

/// The numbers of areas.
#[derive(Clone, Debug, Deserialize)]
pub struct Dives {
    /// How skill is set against skill.
    pub contest: Contest,
    /// The roll that an attack must beat, by its distance: from how far on, in the board's unit of length, it is how
    /// much.
    pub challenge: (Key, Vec<(i32, i32)>),
    /// What is added to damage.
    pub damage: Force,
    /// What one more action does for the damage, and the most of them.
    pub augment: (i32, i32),
    /// The figures of an arm for how many squares it strikes a side, and between which heights.
    pub extent: (Key, Key, Key),
    /// Words of arms: those that strike areas, those that are thrown, those that are gone when they have been, and
    /// those that come down everywhere.
    pub words: Words,
    /// The figure of an arm for the skill of those who use it beyond the edge of the field.
    pub skill: Key,
    /// Getting out.
    pub dive: Dive,
    /// What becomes of an attack at a place that misses it.
    pub miss: Miss,
    /// For whom damage is rolled.
    pub rolls: DamageRoll,
    /// What it harms.
    pub harms: HarmName,
    /// Harm that would be enough for somebody unhurt, to weigh it against others.
    pub enough: FigureName,
    /// The figure of things that can be broken.
    pub toughness: FigureName,
    /// The rules that these numbers stand for.
    pub rules: DivesRules,
}

/// Words of arms.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Words {
    /// What strikes an area.
    pub area: Key,
    /// What is thrown there.
    pub thrown: Key,
    /// What is gone when it has been.
    pub spent: Key,
    /// What comes down everywhere, so that nobody gets out of it.
    pub volley: Key,
}

/// Getting out of an area.
#[derive(Clone, Debug, Deserialize)]
pub struct Dive {
    /// The skill.
    pub skill: FigureName,
    /// How hard each square makes it, and the most of them.
    pub each: (i32, i32),
    /// Whether those who dive end on the ground.
    pub prone: OnOff,
    /// The state of those who do.
    pub down: ConditionName,
}

/// What becomes of an attack at a place that misses it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Miss {
    /// Nothing.
    #[default]
    NoEffect,
    /// It comes down farther on.
    Scatter,
}

/// For whom damage is rolled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DamageRoll {
    /// Once for everybody.
    #[default]
    OneForAll,
    /// Once for each victim.
    EachVictim,
}

rule_ids! { struct DivesRules {
    place: "Striking a place.",
    range: "Distances.",
    loading: "What must be loaded.",
    augment: "One action more for the damage.",
    dive: "Diving.",
    no_way: "No way out.",
    one: "Striking somebody.",
    heights: "Up and down.",
    damage: "The damage.",
    volley: "What can only be blocked.",
} }

mechanic!(Dives: |self| {
    strikes_with(arm) => arm.has(self.words.area) && arm.damage.is_some(),
    words(words) => {
        words.add(Word::Roll, ["attack", "damage", "defence", "dive"]);
        words.add(Word::Term, ["attack", "augment", "challenge", "dive", "limit", "range", "size of the area"]);
        words.add(Word::Outcome, ["miss", "struck"]);
    },
    deeds => vec![Arc::new(Blast(Arc::new(self.clone())))],
});

hears!(Dives: |self, table| {
    // What comes from beyond the field does so before anybody acts.
    RoundBegun => self.comes_from_afar(table),
});

impl Judges for Dives {
    fn danger(&self, look: Look<'_>, who: Id, at: Footprint) -> f64 {
        self.looms(look, who, at)
    }
}
