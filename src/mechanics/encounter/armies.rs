//! Armies that fight it out before those who lead them do so in person: relative strength, the tactics of generals and
//! those who advise them, hits and rout (HG-MASS-01 to HG-MASS-09).
//!
//! Armies fight on the eve of the battle, a task a round. All that the armies do in a round is known before any of it
//! is taken off. A tally of each general counts what is left of their army. After the rout the fight in person begins
//! in the same battle: fighters without a part in it leave the field, and sides get other objectives.

mod aftermath;
mod odds;
mod power;
mod round;

use crate::mechanics::prelude::*;

pub use power::Sizes;
use power::{Strength, powers};

/// What tasks call this mechanic, and the one that is a round of the armies.
const NAME: &str = "Armies";
const ROUND: &str = "round";

/// What is rolled by whoever says how to fight.
const TACTICS: &str = "tactics";

/// Rounds after which armies that cannot hurt each other have had enough, if nobody says otherwise.
const LONGEST: i32 = 100;

/// The numbers of armies.
#[derive(Clone, Debug, Deserialize)]
pub struct Armies {
    /// What is thrown for tactics.
    pub dice: Expr,
    /// The figures of a general that are added.
    pub adds: Vec<FigureName>,
    /// What an army can take, if nobody says otherwise.
    pub hits: i32,
    /// The count of what it can take yet, which its general has.
    #[serde(deserialize_with = "refers::own")]
    pub left: Key,
    /// How often the skill of its general counts.
    pub counted: Counted,
    /// Whether an army that has taken hits is the smaller for it.
    pub sizes: Sizes,
    /// Up to how many soldiers in the largest army a round lasts how many minutes, and how many beyond that.
    pub lasts: (Vec<(i32, i32)>, i32),
    /// How many seconds a round in person lasts, when it comes to that.
    pub seconds: i32,
    /// The rules that these numbers stand for.
    pub rules: ArmyRules,
}

/// How often the skill of a general counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Counted {
    /// In the roll for tactics.
    #[default]
    Once,
    /// In the power of the army as well.
    Twice,
}

rule_ids! { struct ArmyRules {
    length: "How long a round lasts.",
    strength: "Relative strength, found anew each round.",
    numbers: "Power by numbers.",
    quality: "What good soldiers are worth.",
    general: "The general's skill.",
    damage: "Damage.",
    rout: "Hits and rout.",
    after: "What comes after it.",
    several: "Several tacticians.",
    personal: "Rounds in person.",
} }

/// How far armies have come.
#[derive(Component, Clone, Debug, Default)]
struct War {
    /// Rounds that are over.
    rounds: i32,
    /// Minutes that have passed.
    minutes: i32,
    /// The power of each army in the last of them; none for one that was routed before.
    powers: Vec<Option<i32>>,
    /// Whether it is over.
    over: bool,
}

/// The armies of a battle, if there are any.
fn met(look: Look<'_>) -> Option<&Encounter> {
    look.battle::<Encounter>().filter(|met| !met.armies.is_empty())
}

fn war(look: Look<'_>) -> War {
    look.battle::<War>().cloned().unwrap_or_default()
}

impl Armies {
    fn left(&self, look: Look<'_>, army: &Army) -> i32 {
        look.tally(army.general, self.left)
    }

    fn at_first(&self, army: &Army) -> i32 {
        army.hits.unwrap_or(self.hits)
    }

    fn strength(&self, look: Look<'_>, army: &Army, round: i32) -> Strength {
        Strength::of(army, self.sizes, round, (self.left(look, army), self.hits))
    }

    /// The power of each army in a round, counted from 1; none for those that are routed.
    fn powers(&self, look: Look<'_>, armies: &[Army], round: i32) -> Vec<Option<i32>> {
        let stands: Vec<bool> = armies.iter().map(|army| self.left(look, army) > 0).collect();
        let standing = armies.iter().zip(&stands).filter(|(_, stands)| **stands);
        let strengths: Vec<Strength> = standing.map(|(army, _)| self.strength(look, army, round)).collect();
        let mut powers = powers(&strengths).into_iter();
        stands.iter().map(|stands| if *stands { powers.next() } else { None }).collect()
    }

    /// What somebody adds to the dice for tactics.
    fn skill(&self, look: Look<'_>, who: Id) -> Sum {
        let mut skill = Sum::new();
        self.adds.iter().for_each(|figure| skill.include(&look.figure(who, *figure)));
        look.sum(&Case::of(TACTICS, who), skill)
    }

    /// What the skill of the general adds to the power of an army besides.
    fn counted_again(&self, look: Look<'_>, army: &Army) -> i32 {
        match self.counted {
            Counted::Once => 0,
            Counted::Twice => self.skill(look, army.general).total(),
        }
    }

    /// How many minutes a round lasts: the largest army that fights in it says so, as large as it is by then.
    fn minutes(&self, look: Look<'_>, met: &Encounter, round: i32) -> i32 {
        let standing = met.armies.iter().filter(|army| self.left(look, army) > 0);
        let largest = standing.map(|army| self.strength(look, army, round).soldiers).max().unwrap_or(0);
        let (bounds, beyond) = &self.lasts;
        let is_up_to = |most: i32| u64::try_from(most).is_ok_and(|most| largest <= most);
        let usual = bounds.iter().find(|(most, _)| is_up_to(*most)).map_or(*beyond, |(_, minutes)| *minutes);
        met.minutes.unwrap_or(usual)
    }

    /// The last round, in which those who are not routed let go of each other.
    fn last(met: &Encounter) -> i32 {
        met.rounds.unwrap_or(LONGEST)
    }

    fn push(table: &mut Table<'_>, who: Id) {
        table.push(Task::Custom { of: Key::from(NAME), name: Key::from(ROUND), who, stage: Stage::Attacks });
    }
}

mechanic!(Armies: |self| {
    words(words) => {
        words.add(Word::Roll, ["tactics"]);
        words.add(Word::Count, ["army", "army minutes", "army power", "army quality", "army worth"]);
        words.add(Word::Count, [self.left]);
    },
    on_task(table, _who) => {
        let Some(met) = met(table.look()).cloned() else { return Ok(()) };
        self.fight(table, &met)
    },
});

hears!(Armies: |self, table| {
    Eve => {
        let Some(met) = met(table.look()).cloned() else { return Ok(()) };
        for army in &met.armies {
            table.set_tally(army.general, self.left, self.at_first(army));
        }
        let minutes = self.minutes(table.look(), &met, 1);
        table.note(|look| {
            let armies = met.armies.iter().map(|army| {
                let led = look.name(army.general);
                format!("{}, {} strong under {led}", look.side_name(army.side), army.soldiers(1))
            });
            let (armies, lasts) = (armies.collect::<Vec<_>>().join("; "), in_minutes(minutes));
            Fact::new(self.rules.length, format!("Armies meet: {armies}. A round of theirs lasts {lasts}."))
        });
        if let Some(first) = met.armies.first() {
            Self::push(table, first.general);
        }
    },
});

impl Shows for Armies {
    /// While armies fight, what is left of a general is what is left of their army.
    fn health(&self, look: Look<'_>, who: Id) -> Option<(i32, i32)> {
        let army = met(look)?.armies.iter().find(|army| army.general == who)?;
        (!war(look).over).then(|| (self.left(look, army), self.at_first(army).max(self.hits)))
    }

    /// "Crown routs Rebels", "Crown and Rebels are routed".
    fn chance(&self, look: Look<'_>, what: &str) -> Option<Fraction> {
        let named = |name: &str| {
            let armies = &met(look)?.armies;
            armies.iter().find(|army| look.side_name(army.side).eq_ignore_ascii_case(name))
        };
        if let Some((one, other)) = what.split_once(" routs ") {
            return Some(self.chances(look, named(one)?, named(other)?)?.wins);
        }
        let (one, other) = what.strip_suffix(" are routed")?.split_once(" and ")?;
        Some(self.chances(look, named(one)?, named(other)?)?.draws)
    }

    fn sheet(&self, look: Look<'_>, who: Id) -> Vec<SheetLine> {
        let Some(met) = met(look) else { return Vec::new() };
        let Some(index) = met.armies.iter().position(|army| army.general == who) else { return Vec::new() };
        let Some(army) = met.armies.get(index) else { return Vec::new() };
        let war = war(look);
        let now = war.rounds + i32::from(!war.over);
        let strength = self.strength(look, army, now);
        let mut lines = vec![SheetLine::of("army", strength.soldiers.to_string(), self.rules.strength)];
        if let Some(quality) = strength.quality_in_words() {
            lines.push(SheetLine::of("army quality", quality, self.rules.quality));
            lines.push(SheetLine::of("army worth", strength.in_words(), self.rules.quality));
        }
        if let Some(Some(power)) = self.powers(look, &met.armies, now).get(index) {
            lines.push(SheetLine::of("army power", power.to_string(), self.rules.numbers));
        }
        lines.push(SheetLine::of("army minutes", war.minutes.to_string(), self.rules.length));
        lines.push(SheetLine::of(self.left.as_str(), self.left(look, army).to_string(), self.rules.rout));
        lines
    }
}

fn in_minutes(minutes: i32) -> String {
    if minutes == 1 { "1 minute".to_owned() } else { format!("{minutes} minutes") }
}
