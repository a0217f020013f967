//! The deed of attacks by bands.

use super::landing::{Landed, Lands};
use super::{Bands, Swing};
use crate::mechanics::attack::plain::{Plain, case_of};
use crate::mechanics::attack::swing::{deadly, wounds};
use crate::mechanics::attack::target_then_defence::roll;
use crate::mechanics::brought::Brought;
use crate::mechanics::harm::{comes_through, judge};
use crate::mechanics::prelude::*;

/// A blow or shot at somebody.
#[derive(Debug)]
pub(super) struct Strike(pub Arc<Bands>);

fn is_weapon(item: &Item) -> bool {
    item.is_ready() && is_struck_with(&item.arm)
}

/// Whether an arm is struck or shot with at one at a time.
pub(super) const fn is_struck_with(arm: &Arm) -> bool {
    arm.damage.is_some() && arm.area.is_none()
}

impl Strike {
    fn plain(&self) -> Plain {
        Plain { rule: self.0.rules.roll, harms: self.0.harms, kinds: &[], is_weapon }
    }

    /// Does the damage of a blow that has landed so: how much, and what it amounts to.
    fn harm(
        &self,
        table: &mut Table<'_>,
        (case, arm): (&Case<'_>, &Arc<Arm>),
        swing: &Swing,
        lands: &Lands<'_>,
    ) -> Step<(i32, Judged)> {
        let (bands, who) = (&self.0, case.who);
        let dice = lands.dice(&swing.damage);
        let throw = table.throw_for(&dice, |thrown| swing.dealt(lands, thrown))?;
        let dealt = swing.dealt(lands, throw.total);
        table.note(|look| {
            let mut bonus = swing.bonus.clone();
            bonus.add(lands.band.name, lands.band.damage, bands.rules.bands);
            if let Some(critical) = lands.critical {
                bonus.add(critical.name, critical.damage, critical.rule);
            }
            let text = format!("{} does {dealt} damage.", look.name(who));
            Fact::new(bands.rules.damage, text).who(who).roll(Roll::damage(&dice, &throw, &bonus).comes_to(dealt))
        });
        let judged = judge(table.rules().harm(swing.kind), &swing.exposure, dealt);
        let met = (swing.exposure.clone(), judged.clone());
        table.inflict(&Hit::of(case, arm, swing.kind, dealt, met, bands.rules.damage))?;
        Ok((dealt, judged))
    }

    /// Brings what a blow does beside its damage.
    fn bring(table: &mut Table<'_>, case: &Case<'_>, lands: &Lands<'_>, judged: Option<&Judged>) -> Step {
        let (who, target) = (case.who, case.against.unwrap_or(case.who));
        let rules = table.rules();
        let brought = |arm| lands.brings(&rules, arm, judged);
        for brought in case.arm.into_iter().flat_map(brought) {
            brought.begin(table, who, target)?;
        }
        Ok(())
    }
}

impl Deed for Strike {
    fn nature(&self) -> Nature {
        Nature::of("attack", Group::Attack, Stage::Attacks).reading(&[Reads::With, Reads::At])
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        self.plain().choices(look, who, "attack", out);
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        self.plain().aimed(look, who, order).map(drop)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let bands = &self.0;
        let aimed = self.plain().aimed(table.look(), who, order).map(|(target, arm)| (target, arm.clone()));
        let Some((target, arm)) = table.or_nothing(who, aimed) else { return Ok(()) };
        let case = case_of(table.look(), who, target, &arm, order);
        let swing = bands.swing(table.look(), &case, &arm);
        let (reached, landed) = table.dice_for(
            |dice| bands.reach(&swing, dice),
            |(reached, landed)| (*landed, reached.success(), reached.shows_one()),
        )?;
        let lands = landed.and_then(|landed| bands.lands(landed));
        table.note(|look| {
            let total = reached.throw.total.saturating_add(swing.attack.total());
            let name = lands.as_ref().map(Lands::name);
            let how = name.map_or("a miss", Key::as_str);
            let (attacker, target) = (look.name(who), look.name(target));
            let text = format!(
                "{attacker} strikes at {target} with {}: {total} against {}, {how}.",
                arm.name,
                swing.target.total()
            );
            let critical = lands.as_ref().and_then(|lands| lands.critical);
            let landing = critical.map_or(bands.rules.bands, |critical| critical.rule);
            let rule = if lands.is_some() { landing } else { bands.rules.roll };
            let roll = roll("attack", &bands.die, &reached, &swing.attack, &swing.target);
            Fact::new(rule, text).who(who).whom(case.against.unwrap_or(who)).roll(roll)
        });
        let mut damage = None;
        if let Some(lands) = &lands {
            let harmed = if lands.band.hurts { Some(self.harm(table, (&case, &arm), &swing, lands)?) } else { None };
            Self::bring(table, &case, lands, harmed.as_ref().map(|(_, judged)| judged))?;
            damage = harmed.map(|(dealt, _)| dealt);
        }
        table.struck(&Blown {
            shows_one: Some(reached.shows_one()),
            damage,
            band: lands.as_ref().map(Lands::name),
            ..Blown::of(&case, reached.success())
        })
    }

    fn forecast(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Forecast> {
        let bands = &self.0;
        let (target, arm) = self.plain().aimed(look, who, order).ok()?;
        let case = case_of(look, who, target, arm, order);
        let swing = bands.swing(look, &case, arm);
        let rules = look.rules();
        let harm = rules.harm(swing.kind);
        let ways = enumerate(|dice| Ok(bands.reach(&swing, dice)?.1)).ok()?;
        let judged = ways.then(|landed| {
            let lands = landed.and_then(|landed| bands.lands(landed));
            let Some(lands) = lands.filter(|lands| lands.band.hurts) else {
                return Distribution::certain((*landed, None));
            };
            let thrown = Distribution::from_expr(&lands.dice(&swing.damage));
            let dealt = |thrown: &i32| swing.dealt(&lands, *thrown);
            comes_through(harm, &swing.exposure, &thrown, dealt, |_, net| {
                (*landed, Some(judge(harm, &swing.exposure, net)))
            })
        });
        let lands = |landed: &Option<Landed>| landed.and_then(|landed| bands.lands(landed));
        let outcome = |landed: &Option<Landed>, judged: &Option<Judged>| match (lands(landed), judged) {
            (None, _) => (-2, Key::from("miss")),
            (Some(lands), None) => (-1, lands.name()),
            (Some(lands), Some(judged)) if judged.grade == 1 => (1, lands.name()),
            (_, Some(judged)) => (judged.grade, judged.name),
        };
        // Wounds are reckoned in where somebody reads them.
        let leaves_wounds = look.wants_words() && look.maims(&case, 0).is_some();
        let (outcomes, left) = if leaves_wounds {
            let both = judged.then(|(landed, judged)| {
                let outcome = outcome(landed, judged);
                let left = judged.as_ref().map(|judged| wounds(look, &case, [], judged));
                left.map_or_else(
                    || Distribution::certain((outcome, Key::from("none"))),
                    |left| left.map(|left| (left.fells.map_or(outcome, deadly), left.wound)),
                )
            });
            (both.map(|(outcome, _)| *outcome), Some(both.map(|(_, wound)| *wound)))
        } else {
            (judged.map(|(landed, judged)| outcome(landed, judged)), None)
        };
        let comes = |state: ConditionName| {
            judged.chance(|(landed, judged)| {
                let is_it = |each: Brought| each.state == state;
                lands(landed).is_some_and(|lands| lands.brings(rules, arm, judged.as_ref()).any(is_it))
            })
        };
        let all = bands.all_brought().chain(Brought::by_arm(rules, arm));
        let mut states: Vec<_> = all.map(|brought| brought.state).collect();
        states.sort_unstable();
        states.dedup();
        let exposed = swing.exposure.sums.iter().map(|sum| (Key::from("opposed"), sum.clone()));
        let figures = [("attack", &swing.attack), ("target", &swing.target), ("damage", &swing.bonus)];
        let figures = figures.into_iter().map(|(name, sum)| (name.into(), sum.clone())).chain(exposed).collect();
        Some(Forecast::of(vec![Prospect {
            wounds: left,
            brings: states.into_iter().map(|state| (state, comes(state))).collect(),
            enough: look.profile(target).and_then(|profile| profile.figures.get(&bands.enough)).copied(),
            figures,
            ..Prospect::of(target, outcomes, judged.map(|(_, judged)| judged.as_ref().map_or(0, |judged| judged.harm)))
        }]))
    }
}
