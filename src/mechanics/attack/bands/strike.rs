//! Blows by bands, as they fall and as they are foretold.

use super::landing::{Landed, Lands};
use super::{Bands, Rolled, Swing};
use crate::mechanics::attack::course::{Aims, Attack, Plain};
use crate::mechanics::attack::swing::{comes_to, unharmed, wounds};
use crate::mechanics::attack::target_then_defence::roll;
use crate::mechanics::brought::Brought;
use crate::mechanics::prelude::*;

fn is_weapon(item: &Item) -> bool {
    item.is_ready() && is_struck_with(&item.arm)
}

/// Whether an arm is struck or shot with at one at a time.
pub(super) const fn is_struck_with(arm: &Arm) -> bool {
    arm.damage.is_some() && arm.area.is_none()
}

impl Bands {
    /// Does the damage of a blow that has landed so: how much, and what it amounts to.
    fn harm(&self, table: &mut Table<'_>, case: &Case<'_>, swing: &Swing, lands: &Lands<'_>) -> Step<(i32, Judged)> {
        let who = case.who;
        let dice = lands.dice(&swing.damage);
        let throw = table.throw_for(&dice, |thrown| swing.dealt(lands, thrown))?;
        let dealt = swing.dealt(lands, throw.total);
        table.note(|look| {
            let mut bonus = swing.bonus.clone();
            bonus.add(lands.band.name, lands.band.damage, self.rules.bands);
            if let Some(critical) = lands.critical {
                bonus.add(critical.name, critical.damage, critical.rule);
            }
            let text = format!("{} does {dealt} damage.", look.name(who));
            Fact::new(self.rules.damage, text).who(who).roll(Roll::damage(&dice, &throw, &bonus).comes_to(dealt))
        });
        let hit = swing.exposed.blow(&table.rules(), case, &swing.arm, dealt, self.rules.damage);
        table.inflict(&hit)?;
        Ok((dealt, hit.judged))
    }

    /// Brings what a blow does beside its damage.
    fn bring(table: &mut Table<'_>, case: &Case<'_>, lands: &Lands<'_>, judged: Option<&Judged>) -> Step {
        let (who, target) = (case.who, case.against.unwrap_or(case.who));
        let rules = table.rules();
        let brought = |arm| lands.brings(&rules, arm, judged);
        case.arm.into_iter().flat_map(brought).try_for_each(|brought| brought.begin(table, who, target))
    }
}

impl Aims for Bands {
    fn plain(&self) -> Plain {
        Plain { rule: self.rules.roll, harms: self.harms, kinds: &[], is_weapon }
    }
}

impl Attack for Bands {
    type Plan = Swing;
    type Rolled = Rolled;

    fn plan(&self, look: Look<'_>, case: &Case<'_>, arm: &Arc<Arm>) -> Swing {
        let (turned, target) = (case.turned(), case.against.unwrap_or(case.who));
        Swing {
            attack: look.sum(case, look.figure(case.who, arm.skill.unwrap_or(self.skill))),
            target: look.sum(&turned.on("target"), look.figure(target, self.target)),
            damage: arm.damage.clone().unwrap_or_else(|| Expr::d(1)),
            bonus: look.damage_bonus(case, arm),
            exposed: look.exposed(arm.harms.unwrap_or(self.harms), &turned),
            arm: arm.clone(),
        }
    }

    fn roll(&self, table: &mut Table<'_>, case: &Case<'_>, swing: &Swing) -> Step<Rolled> {
        let (reached, landed) = table.dice_for(
            |dice| self.reach(&swing.attack, &swing.target, dice),
            |(reached, landed)| (*landed, reached.success(), reached.shows_one()),
        )?;
        table.note(|look| {
            let lands = landed.and_then(|landed| self.lands(landed));
            let target = case.against.unwrap_or(case.who);
            let total = reached.throw.total.saturating_add(swing.attack.total());
            let how = lands.as_ref().map(Lands::name).map_or("a miss", Key::as_str);
            let (attacker, name) = (look.name(case.who), look.name(target));
            let (arm, needed) = (case.arm.map_or("what they have", |arm| arm.name.as_str()), swing.target.total());
            let text = format!("{attacker} strikes at {name} with {arm}: {total} against {needed}, {how}.");
            let critical = lands.as_ref().and_then(|lands| lands.critical);
            let landing = critical.map_or(self.rules.bands, |critical| critical.rule);
            let rule = if lands.is_some() { landing } else { self.rules.roll };
            let roll = roll("attack", &self.die, &reached, &swing.attack, &swing.target);
            Fact::new(rule, text).who(case.who).whom(target).roll(roll)
        });
        Ok((reached, landed))
    }

    fn land(&self, table: &mut Table<'_>, case: &Case<'_>, swing: &Swing, rolled: &mut Rolled) -> Step<Option<i32>> {
        let Some(lands) = rolled.1.and_then(|landed| self.lands(landed)) else { return Ok(None) };
        let harmed = if lands.band.hurts { Some(self.harm(table, case, swing, &lands)?) } else { None };
        Self::bring(table, case, &lands, harmed.as_ref().map(|(_, judged)| judged))?;
        Ok(harmed.map(|(dealt, _)| dealt))
    }

    fn blown<'a>(&self, case: &'a Case<'a>, (reached, landed): &Rolled) -> Blown<'a> {
        let band = landed.and_then(|landed| self.lands(landed)).map(|lands| lands.name());
        Blown { shows_one: Some(reached.shows_one()), band, ..Blown::of(case, reached.success()) }
    }

    fn foretell(&self, look: Look<'_>, case: &Case<'_>, arm: &Arc<Arm>) -> Option<Forecast> {
        let target = case.against.unwrap_or(case.who);
        let swing = self.plan(look, case, arm);
        let rules = look.rules();
        let ways = enumerate(|dice| Ok(self.reach(&swing.attack, &swing.target, dice)?.1)).ok()?;
        let judged = ways.then(|landed| {
            let lands = landed.and_then(|landed| self.lands(landed));
            let Some(lands) = lands.filter(|lands| lands.band.hurts) else {
                return Distribution::certain((*landed, None));
            };
            let thrown = Distribution::from_expr(&lands.dice(&swing.damage));
            let dealt = |thrown: &i32| swing.dealt(&lands, *thrown);
            swing.exposed.met(rules, &thrown, dealt, |_, judged| (*landed, Some(judged)))
        });
        let lands = |landed: &Option<Landed>| landed.and_then(|landed| self.lands(landed));
        let outcome = |landed: &Option<Landed>, judged: &Option<Judged>| match (lands(landed), judged) {
            (None, _) => (-2, Key::from("miss")),
            (Some(lands), None) => (-1, lands.name()),
            (Some(lands), Some(judged)) if judged.grade == 1 => (1, lands.name()),
            (_, Some(judged)) => judged.outcome(),
        };
        let leaves = |judged: &Judged| wounds(look, case, [], judged);
        let left = |(_, judged): &(Option<Landed>, Option<Judged>)| judged.as_ref().map_or_else(unharmed, leaves);
        let left = (look.wants_words() && look.maims(case, 0).is_some()).then_some(left);
        let (outcomes, left) = comes_to(&judged, |(landed, judged)| outcome(landed, judged), left);
        let comes = |state: ConditionName| {
            judged.chance(|(landed, judged)| {
                let is_it = |each: Brought| each.state == state;
                lands(landed).is_some_and(|lands| lands.brings(rules, arm, judged.as_ref()).any(is_it))
            })
        };
        let all = self.all_brought().chain(Brought::by_arm(rules, arm));
        let mut states: Vec<_> = all.map(|brought| brought.state).collect();
        states.sort_unstable();
        states.dedup();
        let figures = [("attack", &swing.attack), ("target", &swing.target), ("damage", &swing.bonus)];
        let figures = figures.into_iter().map(|(name, sum)| (name.into(), sum.clone()));
        let figures = figures.chain(swing.exposed.figures("opposed")).collect();
        Some(Forecast::of(vec![Prospect {
            wounds: left,
            brings: states.into_iter().map(|state| (state, comes(state))).collect(),
            enough: look.profile(target).and_then(|profile| profile.figures.get(&self.enough)).copied(),
            figures,
            ..Prospect::of(target, outcomes, judged.map(|(_, judged)| judged.as_ref().map_or(0, |judged| judged.harm)))
        }]))
    }
}
