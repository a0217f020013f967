//! Attacks by bands: one roll, and the better it is the harder the blow lands.
//!
//! `landing.rs` says how a blow lands that the dice bring about, `strike.rs` lets it fall and foretells it.

mod landing;
mod strike;

pub use self::landing::{Band, Critical};
use self::landing::{Landed, Lands};
use super::course::Strike;
use super::target_then_defence::blow::{Reached, reach};
use crate::mechanics::brought::Brought;
use crate::mechanics::prelude::*;

/// The numbers of this attack.
#[derive(Clone, Debug, Deserialize)]
pub struct Bands {
    /// The dice of the attack.
    pub die: Expr,
    /// The figure that is added to them, unless the arm names another.
    pub skill: FigureName,
    /// The figure of the target that the attack must reach.
    pub target: FigureName,
    /// How blows land, the worst first.
    pub bands: Vec<Band>,
    /// With so much or more on the dice alone a blow reaches its target, whatever is added to them.
    pub always: Option<i32>,
    /// With so little or less on the dice alone a blow comes to nothing, whatever is added to them.
    pub never: Option<i32>,
    /// Blows that land better than their band says.
    pub critical: Option<Critical>,
    /// What blows harm that do not say so.
    pub harms: HarmName,
    /// Harm that would be enough for somebody unhurt, to weigh it against others.
    pub enough: FigureName,
    /// The rules that these numbers stand for.
    pub rules: BandsRules,
}

rule_ids! { struct BandsRules {
    roll: "The attack roll.",
    bands: "How blows land.",
    damage: "The damage roll.",
} }

/// Everything that one blow depends on, gathered before a die is thrown.
pub(super) struct Swing {
    attack: Sum,
    target: Sum,
    damage: Expr,
    bonus: Sum,
    exposed: Exposed,
    arm: Arc<Arm>,
}

/// What the dice of an attack show, and how it lands.
type Rolled = (Reached, Option<Landed>);

impl Bands {
    /// Throws an attack: by how much it reaches its target, and how it lands.
    fn reach(&self, attack: &Sum, target: &Sum, dice: &mut (impl Dice + ?Sized)) -> Result<Rolled, DiceError> {
        let mut reached = reach(dice, &self.die, attack, target)?;
        let (margin, landed) = self.landing(reached.throw.total, reached.margin);
        reached.margin = margin;
        Ok((reached, landed))
    }

    /// Every condition that blows may bring, those of weapons too.
    fn brought_with(&self, rules: &Rules) -> impl Iterator<Item = Brought> {
        let weapons = rules.arms.values().filter(|arm| strike::is_struck_with(arm));
        self.all_brought().chain(weapons.flat_map(move |arm| Brought::by_arm(rules, arm)))
    }
}

impl Swing {
    /// What a throw of damage comes to by a blow that lands so.
    fn dealt(&self, lands: &Lands<'_>, thrown: i32) -> i32 {
        thrown.saturating_add(self.bonus.total()).saturating_add(lands.adds()).max(0)
    }
}

mechanic!(Bands: |self| {
    strikes_with(arm) => strike::is_struck_with(arm),
    needs => &[Part::Reach],
    words(rules, words) => {
        words.add(Word::Roll, ["attack", "damage"]).add(Word::Outcome, ["miss", "nothing"]);
        words.add(Word::Outcome, self.bands.iter().map(|band| band.name));
        words.add(Word::Outcome, self.critical.iter().map(|critical| critical.name));
        words.add(Word::Outcome, self.brought_with(rules).map(|brought| brought.state));
    },
    relies_on(rules) => rules.of_no_effect(self.brought_with(rules).map(|brought| brought.state)),
    deeds => vec![Arc::new(Strike { attack: Arc::new(self.clone()), reads: &[Reads::With, Reads::At] })],
});
