//! One roll against an armour class that is better the lower it is (OS-ATK-01).
//!
//! `means.rs` says with what whom one may strike, `plan.rs` gathers the numbers, `swing.rs` throws and reckons, and
//! `strike.rs` lets it happen. What a blow may bring beside damage: `fumble.rs`, `stray.rs`, `specials.rs`,
//! `disarm_and_unhorse.rs` with `struck_from_hands.rs`.

mod crowd;
pub mod disarm_and_unhorse;
pub mod fumble;
mod means;
mod plan;
pub mod specials;
pub mod stray;
mod strike;
mod struck_from_hands;
pub mod swing;

use crate::mechanics::prelude::*;
use disarm_and_unhorse::{Trick, Tricks, Try};
use fumble::Fumbles;
use specials::Special;
use stray::StrayShots;
use strike::Strike;
use swing::CriticalEffect;

/// The numbers of this attack.
#[derive(Clone, Debug, Deserialize)]
pub struct OneRoll {
    /// The die of the attack.
    pub die: Expr,
    /// The figure for what is needed against nought.
    pub base: FigureName,
    /// What is needed by those who have not learned their weapon, and the state of a thing that says so.
    #[serde(deserialize_with = "refers::own")]
    pub untrained: (i32, Key),
    /// The figure for how easily somebody is hit who wears nothing.
    pub bare: FigureName,
    /// The roll of the name of the armour class.
    pub armour: FigureName,
    /// What words of a blow add to the roll, with the words beside which they do not count.
    pub words: Vec<WordBonus>,
    /// Words of blows that throw two dice and count the better.
    pub better_of_two: Vec<Key>,
    /// Words of blows that throw two dice and count the worse.
    pub worse_of_two: Vec<Key>,
    /// Words of a blow that double its damage.
    pub doubling: Vec<Key>,
    /// Words of blows hand to hand that land without a roll. Things are never missed either.
    pub sure: Vec<Key>,
    /// What the highest face does.
    pub critical: CriticalEffect,
    /// What the lowest face may bring.
    pub fumbles: Fumbles,
    /// What may become of shots that miss.
    pub stray: StrayShots,
    /// What blows do beside damage: none of it is done in a game that leaves this out.
    pub tricks: Option<Tricks>,
    /// The figure of a creature's arm for the lowest face at which its special comes off.
    #[serde(deserialize_with = "refers::figures_of_arms")]
    pub special_from: Key,
    /// What specials do, by the effect that an arm names.
    #[serde(deserialize_with = "refers::own")]
    pub specials: Vec<(Key, Special)>,
    /// What only some arms hurt: words of targets, and words of arms; it takes one of those.
    #[serde(deserialize_with = "refers::own")]
    pub proof: Vec<(Key, Vec<Key>)>,
    /// The figure of an arm for what magic adds to hit and damage.
    #[serde(deserialize_with = "refers::figures_of_arms")]
    pub magic: Key,
    /// The word of arms whose dice are halved, rounding up.
    #[serde(deserialize_with = "refers::words_of_arms")]
    pub halved: Key,
    /// What weapons do in the hands of those who have not learned them, by a word of theirs.
    #[serde(deserialize_with = "refers::words_of_arms")]
    pub clumsy: Vec<(Key, Expr, bool)>,
    /// Dice of arms that are better in some blows.
    #[serde(default)]
    pub better_dice: Vec<BetterDice>,
    /// Two weapons at once.
    pub two_weapons: TwoWeapons,
    /// The figures of an arm for how far it carries at short, middle and long range, and what the first and the last
    /// add to the roll.
    pub ranges: Ranges,
    /// Blows at one of many, and of many at many.
    pub crowd: Crowd,
    /// Blows whose damage passes soon.
    pub subduing: Subduing,
    /// What blows harm that do not say so.
    pub harms: HarmName,
    /// Harm that would be enough for somebody unhurt, to weigh it against others.
    pub enough: FigureName,
    /// What its blows come to, as far as anybody has asked.
    #[serde(skip)]
    known: swing::Known,
    /// The rules that these numbers stand for.
    pub rules: OneRollRules,
}

/// What a word of a blow adds to the roll.
#[derive(Clone, Debug, Deserialize)]
pub struct WordBonus {
    /// The word.
    pub word: Key,
    /// What it adds.
    pub adds: i32,
    /// Words beside which it does not count.
    #[serde(default)]
    pub unless: Vec<Key>,
    /// The rule that says so.
    pub rule: RuleId,
}

/// Dice of an arm that is better in some blows than in others: a lance.
#[derive(Clone, Debug, Deserialize)]
pub struct BetterDice {
    /// The word of such arms.
    #[serde(deserialize_with = "refers::words_of_arms")]
    pub arm: Key,
    /// The word of such blows.
    pub word: Key,
    /// The figure of the target that they go by.
    pub by: FigureName,
    /// The dice, each for targets whose figure is at least so high, the highest first.
    pub dice: Vec<(i32, Expr)>,
}

/// Two weapons at once.
#[derive(Clone, Debug, Deserialize)]
pub struct TwoWeapons {
    /// The word of blows with two weapons.
    #[serde(deserialize_with = "refers::own")]
    pub word: Key,
    /// The word of what is held and is no weapon: beside it nobody fights so.
    #[serde(deserialize_with = "refers::words_of_arms")]
    pub shield: Key,
    /// Words of arms for their size.
    #[serde(deserialize_with = "refers::words_of_arms")]
    pub sizes: Vec<Key>,
    /// What it takes off the armour class of those who fight so, against blows hand to hand.
    pub guard: i32,
    /// The die that says which of two unlike weapons has struck.
    pub which: Expr,
    /// The rule that says so.
    pub rule: RuleId,
}

/// Blows at one of many, and of many at many.
#[derive(Clone, Debug, Deserialize)]
pub struct Crowd {
    /// The roll of how many blows an action holds.
    pub blows: Key,
    /// The figure for what is left of somebody.
    pub left: FigureName,
    /// What one of many has for each of their dice, and the figures for those and for what is added or taken off.
    pub points: (Expr, FigureName, FigureName),
    /// The word of blows of many at many, and what they do whatever they are struck with.
    #[serde(deserialize_with = "refers::own")]
    pub units: (Key, Expr),
}

/// Blows whose damage passes soon.
#[derive(Clone, Debug, Deserialize)]
pub struct Subduing {
    /// The manner in which they are struck with any arm.
    #[serde(deserialize_with = "refers::own")]
    pub manner: Key,
    /// The manner in which they are struck with nothing in hand so that nothing of the damage lasts.
    #[serde(deserialize_with = "refers::own")]
    pub pulled: Key,
    /// The word of such blows, and of arms that strike them anyway.
    pub word: Key,
    /// Words of blows whose dice are doubled if they are such.
    pub doubled_by: Vec<Key>,
    /// The word of fighters who strike so unless they are told otherwise.
    #[serde(deserialize_with = "refers::own")]
    pub ordered: Key,
    /// The manner in which they are told otherwise.
    #[serde(deserialize_with = "refers::own")]
    pub lethal: Key,
    /// The rule that says so.
    pub rule: RuleId,
}

/// How far arms carry.
#[derive(Clone, Debug, Deserialize)]
pub struct Ranges {
    /// The figure of an arm for the farthest short shot.
    #[serde(deserialize_with = "refers::figures_of_arms")]
    pub short: Key,
    /// For the farthest that is neither short nor long.
    #[serde(deserialize_with = "refers::figures_of_arms")]
    pub medium: Key,
    /// For the farthest of all.
    #[serde(deserialize_with = "refers::figures_of_arms")]
    pub long: Key,
    /// What a short shot adds.
    pub near: i32,
    /// What a long one adds.
    pub far: i32,
    /// The word of arms that are thrown, and of blows with them.
    pub thrown: (Key, Key),
}

rule_ids! { struct OneRollRules {
    attack: "The roll.",
    range: "Ranges, and shots in a melee.",
    lowest: "The lowest face.",
    highest: "The highest face.",
    sure: "Blows that need no roll.",
    things: "Blows at things, which need none either.",
    overflow: "Hitting what cannot be hit.",
    critical: "Criticals.",
    special: "Specials.",
    untrained: "Weapons that nobody has learned.",
    two_dice: "Two dice.",
    damage: "The damage.",
    doubling: "Doubling.",
} }

mechanic!(OneRoll: |self| {
    strikes_with(arm) => means::is_struck_with(arm),
    words(words) => {
        words.add(Word::Roll, ["attack", "damage", "fall", "fumble", "save", "stray shot"]);
        words.add(Word::Outcome, ["nothing", "natural 1", "miss", "no effect", "hit", "critical", "special"]);
        words.add(Word::Term, ["armour class", "base", "bonus", "one"]);
        let Subduing { manner, pulled, lethal, .. } = &self.subduing;
        words.add(Word::manner("attack"), [*manner, *pulled, *lethal]);
    },
    deeds(own) => {
        let tries = self.tricks.iter().flat_map(|tricks| Trick::ALL.map(|trick| (tricks.clone(), trick)));
        let tries = tries.map(|(tricks, trick)| Arc::new(Try { attack: own.clone(), tricks, trick }) as Arc<dyn Deed>);
        tries.chain([Arc::new(Strike(own.clone())) as Arc<dyn Deed>]).collect()
    },
});

hears!(OneRoll: |self, table| {
    Condition { who, kind, begun: true } => self.come_about(table, who, kind),
});

modifies!(OneRoll: [self.armour.key(), Key::from("attack")] => |self, look, case, sum| {
    let guards = case.on == self.armour && (case.is("melee") || case.against.is_none());
    if guards && self.has_two_weapons(look, case.who) {
        sum.add(self.two_weapons.word, -self.two_weapons.guard, self.two_weapons.rule);
    }
    if case.on == "attack" && case.against.is_some() {
        self.add_words(case, sum);
        self.add_range(look, case, sum);
    }
});

impl Shows for OneRoll {
    fn is_beyond(&self, arm: &Arm, distance: i32) -> bool {
        arm.figure(self.ranges.long).is_none_or(|long| distance > long)
    }
}
