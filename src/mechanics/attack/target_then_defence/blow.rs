//! One blow as a pure matter of numbers and dice: reach the target, be defended against, do damage. Play throws these
//! dice one stage at a time, odds enumerate the very same functions.

use crate::mechanics::prelude::*;

/// What comes of a blow that lands and does no damage, as far as the blow itself goes.
pub const STRUCK: &str = "struck";

/// Everything that one blow depends on, gathered before a die is thrown.
#[derive(Clone, Debug)]
pub struct Blow {
    /// The die of attack and defence.
    pub die: Expr,
    /// What is added to the attack die; `None` when it cannot miss.
    pub attack: Option<Sum>,
    /// What the attack must reach.
    pub target: Sum,
    /// What a defence must reach.
    pub dc: Sum,
    /// The damage dice; `None` for a blow that does none.
    pub damage: Option<Expr>,
    /// What is added to damage.
    pub bonus: Sum,
    /// Only half of the damage counts, rounded down.
    pub halved: bool,
    /// What the target opposes to the damage.
    pub exposure: Exposure,
    /// What the blow may strike before its target.
    pub way: Option<InTheWay>,
}

/// All that the prospects of a blow hang on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Numbers {
    die: Expr,
    attack: Option<i32>,
    defence: Option<i32>,
    damage: Option<(Expr, i32, bool)>,
    opposition: Opposition,
    way: Option<(i32, bool, i32, (Opposition, Opposition))>,
}

impl Numbers {
    /// Those of a blow that harms `kind`, against a defence of this bonus.
    pub(super) fn of(blow: &Blow, kind: HarmName, defence: Option<&Sum>, rules: &Rules) -> Self {
        let way = blow.way.as_ref();
        let opposed_by = |way: &InTheWay| (way.exposed.opposition(rules), way.behind.opposition(rules, kind));
        Self {
            die: blow.die.clone(),
            attack: blow.attack.as_ref().map(|attack| attack.total().saturating_sub(blow.target.total())),
            defence: defence.map(|defence| defence.total().saturating_sub(blow.dc.total())),
            damage: blow.damage.as_ref().map(|damage| (damage.clone(), blow.bonus.total(), blow.halved)),
            opposition: blow.exposure.opposition(rules, kind),
            way: way.map(|way| (way.by, way.first, way.slowed, opposed_by(way))),
        }
    }
}

/// What a blow comes upon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lands {
    /// Nothing.
    Nowhere,
    /// What stands in the way.
    InTheWay,
    /// Its target.
    OnTarget,
}

/// Dice thrown against something to reach.
#[derive(Clone, Debug)]
pub struct Reached {
    /// The dice alone.
    pub throw: Throw,
    /// By how much dice and bonus reach it; negative when they do not.
    pub margin: i32,
}

impl Reached {
    /// Equal is enough.
    pub const fn success(&self) -> bool {
        self.margin >= 0
    }

    /// Whether the die shows a 1.
    pub const fn shows_one(&self) -> bool {
        self.throw.total == 1
    }
}

/// Throws dice that with a bonus must reach a number.
pub fn reach(dice: &mut (impl Dice + ?Sized), die: &Expr, bonus: &Sum, needed: &Sum) -> Result<Reached, DiceError> {
    let throw = dice.throw(die)?;
    let margin = margin(throw.total, bonus, needed);
    Ok(Reached { throw, margin })
}

/// By how much dice that show so much reach a number with a bonus.
fn margin(shown: i32, bonus: &Sum, needed: &Sum) -> i32 {
    shown.saturating_add(bonus.total()).saturating_sub(needed.total())
}

/// How often dice with this bonus reach a number.
pub fn chance_to_reach(die: &Expr, bonus: &Sum, needed: &Sum) -> Fraction {
    Distribution::from_expr(die).chance(|shown| margin(*shown, bonus, needed) >= 0)
}

impl Blow {
    /// Step one: does it hit? `None` when it cannot miss and no die is thrown.
    pub fn hits(&self, dice: &mut (impl Dice + ?Sized)) -> Result<Option<Reached>, DiceError> {
        self.attack.as_ref().map(|attack| reach(dice, &self.die, attack, &self.target)).transpose()
    }

    /// What a blow comes upon whose attack came out at `margin`.
    pub fn lands(&self, margin: i32) -> Lands {
        match &self.way {
            Some(way) if margin >= 0 && way.first => Lands::InTheWay,
            Some(way) if margin < 0 && margin.saturating_neg() <= way.by => Lands::InTheWay,
            _ if margin >= 0 => Lands::OnTarget,
            _ => Lands::Nowhere,
        }
    }

    /// What goes on to the target of a blow that dealt `damage` to what stood in its way, and what it meets there.
    pub fn through(&self, judged: &Judged, damage: i32) -> Option<(i32, &Exposure)> {
        let way = self.way.as_ref()?;
        match judged.grade {
            ..=0 => None,
            1 => Some((damage.saturating_sub(way.slowed), &self.exposure)),
            _ => Some((damage, &way.behind)),
        }
    }

    /// Step three: how much damage?
    pub fn damage(&self, dice: &mut (impl Dice + ?Sized)) -> Result<Throw, DiceError> {
        self.damage.as_ref().map_or_else(|| Ok(Throw::default()), |expr| dice.throw(expr))
    }

    /// What a damage throw comes to, nothing at the least.
    pub fn dealt(&self, throw: &Throw) -> i32 {
        let whole = throw.total.saturating_add(self.bonus.total()).max(0);
        if self.halved { whole.div_euclid(2) } else { whole }
    }

    /// The exact prospects of the blow against a defence of this bonus, where `met` knows what damage comes to against
    /// its target, and `judge_way` what it does to what stands in the way. Each stage is enumerated by itself, so the
    /// stages add up.
    pub fn prospects(
        &self,
        defence: Option<&Sum>,
        met: impl Fn(&Exposure, &Distribution<i32>) -> Distribution<Judged>,
        judge_way: impl Fn(&Exposed, i32) -> Judged,
    ) -> Result<Distribution<Judged>, DiceError> {
        let outcome = |grade: i32, name: &'static str| Distribution::certain(Judged::called(grade, name));
        let hit = enumerate(|dice| Ok(self.lands(self.hits(dice)?.map_or(0, |reached| reached.margin))))?;
        let defended = match defence {
            Some(bonus) => enumerate(|dice| Ok(reach(dice, &self.die, bonus, &self.dc)?.success()))?,
            None => Distribution::certain(false),
        };
        let unless_defended = |harm: &Distribution<Judged>| {
            defended.then(|defended| if *defended { outcome(-1, "defended") } else { harm.clone() })
        };
        let dealt = || enumerate(|dice| self.damage(dice).map(|throw| self.dealt(&throw)));
        let damage = self.damage.as_ref().map(|_| dealt()).transpose()?;
        let on_target = || match &damage {
            None => unless_defended(&outcome(-1, STRUCK)),
            Some(damage) => unless_defended(&met(&self.exposure, damage)),
        };
        let in_the_way = || match (&damage, &self.way) {
            (Some(damage), Some(way)) => damage.then(|damage| {
                let through = self.through(&judge_way(&way.exposed, *damage), *damage);
                through.map_or_else(
                    || outcome(-2, "cover"),
                    |(damage, exposure)| unless_defended(&met(exposure, &Distribution::certain(damage))),
                )
            }),
            _ => outcome(-2, "miss"),
        };
        Ok(hit.then(|lands| match lands {
            Lands::Nowhere => outcome(-2, "miss"),
            Lands::InTheWay => in_the_way(),
            Lands::OnTarget => on_target(),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(num: i128, den: i128) -> Fraction {
        Fraction::new(num, den).unwrap()
    }

    fn judge(exposure: &Exposure, damage: i32) -> Judged {
        let grade = exposure.thresholds.iter().filter(|threshold| damage > **threshold).count() as i32;
        Judged { grade, name: Key::new(["nothing", "wound", "dying"][grade as usize]), harm: grade.min(1) }
    }

    fn exposure(low: i32, high: i32) -> Exposure {
        Exposure { thresholds: [low, high].into_iter().collect(), ..Exposure::default() }
    }

    fn blow(target: i32, damage: Expr) -> Blow {
        Blow {
            die: Expr::d(6),
            attack: Some(Sum::of("skill", 2)),
            target: Sum::of("target", target),
            dc: Sum::of("dc", 6),
            damage: Some(damage),
            bonus: Sum::new(),
            halved: false,
            exposure: exposure(3, 9),
            way: None,
        }
    }

    fn judge_way(way: &Exposed, damage: i32) -> Judged {
        judge(&way.exposure, damage)
    }

    fn met(exposure: &Exposure, damage: &Distribution<i32>) -> Distribution<Judged> {
        damage.map(|damage| judge(exposure, *damage))
    }

    #[test]
    fn the_chance_to_reach_a_number_is_that_of_the_throw_itself() {
        for (die, bonus, needed) in [("d20", 3, 15), ("2d6", -1, 7), ("3d6+1", 0, 30), ("d6", 5, 1)] {
            let (die, bonus, needed) = (die.parse().unwrap(), Sum::of("skill", bonus), Sum::of("target", needed));
            let thrown = enumerate(|dice| Ok(reach(dice, &die, &bonus, &needed)?.success())).unwrap();
            assert_eq!(chance_to_reach(&die, &bonus, &needed), thrown.chance(|success| *success), "{die}");
        }
    }

    /// Counts every face by itself, with nothing of the code under test.
    #[test]
    fn the_odds_of_a_blow_agree_with_counting_every_face() {
        let blow = Blow { bonus: Sum::of("Strength", 3), ..blow(5, Expr::d(8)) };
        let odds = blow.prospects(Some(&Sum::of("dodge", 1)), met, judge_way).unwrap();
        let mut counted = std::collections::BTreeMap::new();
        for attack in 1..=6 {
            for defence in 1..=6 {
                for damage in 1..=8 {
                    let name = match (attack + 2 >= 5, defence > 4, damage + 3) {
                        (false, ..) => "miss",
                        (_, true, _) => "defended",
                        (.., 10..) => "dying",
                        (.., 4..) => "wound",
                        _ => "nothing",
                    };
                    *counted.entry(name).or_insert(0) += 1;
                }
            }
        }
        for (name, count) in counted {
            assert_eq!(odds.chance(|judged| judged.name == name), fraction(count, 288), "{name}");
        }
    }

    /// ST-COVER-05, ST-COVER-06: counts every face of a shot at somebody behind
    /// a fence: near misses strike the fence, and what beats it goes on.
    #[test]
    fn the_odds_of_a_blow_through_cover_agree_with_counting_every_face() {
        let way = InTheWay {
            exposed: Exposed { who: Id::thing(0), kind: "object".into(), exposure: exposure(4, 10) },
            by: 2,
            first: false,
            slowed: 3,
            behind: exposure(4, 10),
            rule: "T-1".into(),
        };
        let blow = Blow { way: Some(way), ..blow(6, Expr::d(12)) };
        let odds = blow.prospects(Some(&Sum::of("dodge", 1)), met, judge_way).unwrap();
        let mut counted = std::collections::BTreeMap::new();
        for attack in 1..=6 {
            for damage in 1..=12 {
                for defence in 1..=6 {
                    let harm = |damage: i32, low: i32| match damage {
                        damage if damage > low + 6 => "dying",
                        damage if damage > low => "wound",
                        _ => "nothing",
                    };
                    let name = match (attack + 2 - 6, damage) {
                        (..=-3, _) => "miss",
                        (..0, ..=4) => "cover",
                        _ if defence + 1 >= 6 => "defended",
                        (..0, 11..) => harm(damage, 4),
                        (..0, _) => harm(damage - 3, 3),
                        _ => harm(damage, 3),
                    };
                    *counted.entry(name).or_insert(0) += 1;
                }
            }
        }
        assert_eq!(counted.values().sum::<i128>(), 432);
        for (name, count) in counted {
            assert_eq!(odds.chance(|judged| judged.name == name), fraction(count, 432), "{name}");
        }
    }
}
