//! How a blow lands: by how much it reaches its target, by what the dice alone show, and what it brings beside damage.

use super::Bands;
use crate::mechanics::brought::Brought;
use crate::mechanics::prelude::*;

/// One way in which a blow lands.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Band {
    /// By how much the attack must reach the target for it; less than nought is a near miss.
    pub from: i32,
    /// What players call it.
    #[serde(deserialize_with = "refers::own")]
    pub name: Key,
    /// What it adds to the damage.
    #[serde(default)]
    pub damage: i32,
    /// Whether it does damage at all: a near miss may bring a condition and no more.
    #[serde(default = "yes")]
    pub hurts: bool,
    /// The condition that it brings upon the target.
    pub brings: Option<Brought>,
}

/// A blow that lands better than its band says.
#[derive(Clone, Debug, Deserialize)]
pub struct Critical {
    /// With so much or more on the dice alone a blow is one, if it reaches its target.
    pub at: Option<i32>,
    /// A blow is one that reaches its target by so much or more.
    pub by: Option<i32>,
    /// What players call it.
    #[serde(deserialize_with = "refers::own")]
    pub name: Key,
    /// How often the dice of the damage are thrown; what is added to them counts once.
    #[serde(default = "one")]
    pub dice: u16,
    /// Dice that are thrown on top of them.
    pub extra: Option<Expr>,
    /// What it adds to the damage, beside what its band adds.
    #[serde(default)]
    pub damage: i32,
    /// The condition that it brings upon the target, beside what its band brings.
    pub brings: Option<Brought>,
    /// The rule of such blows.
    pub rule: RuleId,
}

/// How a blow has landed: the place of its band, and whether it is critical.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::mechanics::attack) struct Landed {
    band: usize,
    critical: bool,
}

/// What there is of it.
pub(super) struct Lands<'a> {
    pub band: Band,
    pub critical: Option<&'a Critical>,
}

impl Lands<'_> {
    /// What players call it.
    pub fn name(&self) -> Key {
        self.critical.map_or(self.band.name, |critical| critical.name)
    }

    /// The dice of the damage.
    pub fn dice(&self, plain: &Expr) -> Expr {
        let Some(critical) = self.critical else { return plain.clone() };
        let added = plain.added();
        let dice = plain.clone().plus(added.saturating_neg()).times(critical.dice.max(1)).plus(added);
        critical.extra.as_ref().map_or(dice.clone(), |extra| dice.and(extra))
    }

    /// What is added to the damage.
    pub fn adds(&self) -> i32 {
        self.band.damage.saturating_add(self.critical.map_or(0, |critical| critical.damage))
    }

    /// What it brings upon a target that has suffered this from that arm.
    pub fn brings(&self, rules: &Rules, arm: &Arm, judged: Option<&Judged>) -> impl Iterator<Item = Brought> {
        let both = self.band.brings.into_iter().chain(self.critical.and_then(|critical| critical.brings));
        both.chain(Brought::by_arm(rules, arm)).filter(move |brought| brought.comes(rules, judged))
    }
}

impl Bands {
    /// By how much the dice bring a blow to its target, less than nothing where they do not, and how it lands then.
    pub(super) fn landing(&self, thrown: i32, margin: i32) -> (i32, Option<Landed>) {
        let shown = thrown.saturating_sub(self.die.added());
        if self.never.is_some_and(|never| shown <= never) {
            return (margin.min(-1), None);
        }
        let reaches = self.always.is_some_and(|always| shown >= always);
        let margin = if reaches { margin.max(0) } else { margin };
        let is_critical = |critical: &Critical| {
            let by_face = critical.at.is_some_and(|at| shown >= at);
            margin >= 0 && (by_face || critical.by.is_some_and(|by| margin >= by))
        };
        let critical = self.critical.as_ref().is_some_and(is_critical);
        let band = self.bands.iter().rposition(|band| margin >= band.from);
        (margin, band.map(|band| Landed { band, critical }))
    }

    /// What there is of a blow that has landed so.
    pub(super) fn lands(&self, landed: Landed) -> Option<Lands<'_>> {
        let band = self.bands.get(landed.band).copied()?;
        Some(Lands { band, critical: self.critical.as_ref().filter(|_| landed.critical) })
    }

    /// Every condition that blows may bring, whatever they are struck with.
    pub(super) fn all_brought(&self) -> impl Iterator<Item = Brought> {
        let critical = self.critical.as_ref().and_then(|critical| critical.brings);
        self.bands.iter().filter_map(|band| band.brings).chain(critical)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanics::attack::bands::BandsRules;

    fn band(from: i32, name: &'static str) -> Band {
        Band { from, name: Key::new(name), damage: 0, hurts: from >= 0, brings: None }
    }

    fn bands() -> Bands {
        let critical = Critical {
            at: Some(19),
            by: Some(10),
            name: Key::new("critical"),
            dice: 2,
            extra: Some("d4".parse().unwrap()),
            damage: 1,
            brings: None,
            rule: "T-1".into(),
        };
        Bands {
            die: "d20+1".parse().unwrap(),
            skill: "Attack".into(),
            target: "Defence".into(),
            bands: vec![band(-2, "near"), band(0, "hit")],
            always: Some(20),
            never: Some(1),
            critical: Some(critical),
            harms: "body".into(),
            enough: "Life".into(),
            rules: BandsRules { roll: "T-1".into(), bands: "T-1".into(), damage: "T-1".into() },
        }
    }

    /// Promise: what the dice alone show goes before what is added, for every face and every figure. Each face is counted
    /// by itself here, with nothing of the code under test.
    #[test]
    fn natural_faces_near_misses_and_criticals_agree_with_counting_every_face() {
        let bands = bands();
        for (attack, target) in [(0, 12), (3, 40), (30, 5), (-4, 14), (9, 11)] {
            let (skill, needed) = (Sum::of("Attack", attack), Sum::of("Defence", target));
            let odds = enumerate(|dice| Ok(bands.reach(&skill, &needed, dice)?.1)).unwrap();
            let named = |name: &str| {
                odds.chance(|landed| {
                    let lands = landed.and_then(|landed| bands.lands(landed));
                    lands.map_or("miss", |lands| lands.name().as_str()) == name
                })
            };
            let mut counted = [("miss", 0), ("near", 0), ("hit", 0), ("critical", 0)];
            for face in 1..=20 {
                let margin = face + 1 + attack - target;
                let name = match face {
                    1 => "miss",
                    20 => "critical",
                    19 if margin >= 0 => "critical",
                    _ if margin >= 10 => "critical",
                    _ if margin >= 0 => "hit",
                    _ if margin >= -2 => "near",
                    _ => "miss",
                };
                counted.iter_mut().filter(|(each, _)| *each == name).for_each(|(_, count)| *count += 1);
            }
            for (name, count) in counted {
                assert_eq!(named(name), Fraction::new(count, 20).unwrap(), "{attack} {target} {name}");
            }
        }
    }

    #[test]
    fn what_is_added_to_the_dice_counts_once_in_a_critical() {
        let bands = bands();
        let lands = Lands { band: bands.bands[1], critical: bands.critical.as_ref() };
        let damage: Expr = "d6+3".parse().unwrap();
        assert_eq!(lands.dice(&damage).to_string(), "2d6+d4+3");
        assert_eq!(lands.adds(), 1);
        let plain = Lands { band: bands.bands[1], critical: None };
        assert_eq!(plain.dice(&damage), damage);
    }
}
