//! Attacks by bands: one roll, and the better it is the harder the blow lands.

use std::sync::Arc;

use serde::Deserialize;

use super::blow::{Reached, reach};
use super::plain::{Plain, case_of};
use super::strike::judge;
use super::target_then_defence::roll;
use crate::battle::{
    Allowed, Arm, Blown, Case, Choice, Deed, Event, Exposure, Fact, FigureName, Forecast, Group, Harm, HarmName, Hit,
    Id, Item, Key, Look, Mechanic, Nature, Order, Prospect, Reads, Roll, RuleId, Rules, Stage, Step, Sum, Table, Word,
    Words, refers,
};
use crate::dice::{Dice, DiceError, Distribution, Expr, enumerate};

/// The numbers of this attack.
#[derive(Clone, Debug, Deserialize)]
pub struct Bands {
    /// The dice of the attack.
    pub die: Expr,
    /// The figure that is added to them.
    pub skill: FigureName,
    /// The figure of the target that the attack must reach.
    pub target: FigureName,
    /// How blows land, the worst first.
    pub bands: Vec<Band>,
    /// What blows harm that do not say so.
    pub harms: HarmName,
    /// Harm that would be enough for somebody unhurt, to weigh it against others.
    pub enough: FigureName,
    /// The rules that these numbers stand for.
    pub rules: BandsRules,
}

/// One way in which a blow lands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub struct Band {
    /// By how much the attack must reach the target for it.
    pub from: i32,
    /// What players call it.
    #[serde(deserialize_with = "refers::own")]
    pub name: Key,
    /// What it adds to the damage.
    pub damage: i32,
}

/// Which rule of the ruleset each part of this mechanic shows.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct BandsRules {
    /// The attack roll.
    pub roll: RuleId,
    /// How blows land.
    pub bands: RuleId,
    /// The damage roll.
    pub damage: RuleId,
}

/// Everything that one blow depends on, gathered before a die is thrown.
struct Swing {
    attack: Sum,
    target: Sum,
    damage: Expr,
    bonus: Sum,
    exposure: Exposure,
    kind: HarmName,
}

impl Bands {
    /// How a blow lands that reaches its target by so much; not at all below the first band.
    fn band(&self, margin: i32) -> Option<Band> {
        self.bands.iter().rev().find(|band| margin >= band.from).copied()
    }

    fn swing(&self, look: Look<'_>, case: &Case<'_>, arm: &Arm) -> Swing {
        let target = case.against.unwrap_or(case.who);
        let kind = arm.harms.unwrap_or(self.harms);
        let bonus = arm.adds.iter().fold(Sum::new(), |mut sum, (figure, times)| {
            sum.part(*figure, look.value(case.who, *figure).saturating_mul(*times));
            sum
        });
        let turned = case.turned();
        Swing {
            attack: look.sum(case, look.figure(case.who, self.skill)),
            target: look.sum(&turned.on("target"), look.figure(target, self.target)),
            damage: arm.damage.clone().unwrap_or_else(|| Expr::d(1)),
            bonus: look.sum(&case.on("damage"), bonus),
            exposure: look.rules().harm(kind).map_or_else(Exposure::default, |harm| Harm::expose(harm, look, &turned)),
            kind,
        }
    }

    fn lands(&self, swing: &Swing, dice: &mut (impl Dice + ?Sized)) -> Result<(Reached, Option<Band>), DiceError> {
        let reached = reach(dice, &self.die, &swing.attack, &swing.target)?;
        let band = self.band(reached.margin);
        Ok((reached, band))
    }

    /// What a throw of damage comes to in this band.
    fn dealt(swing: &Swing, band: Band, thrown: i32) -> i32 {
        thrown.saturating_add(swing.bonus.total()).saturating_add(band.damage).max(0)
    }
}

impl Mechanic for Bands {
    fn words(&self, _rules: &Rules, words: &mut Words) {
        words.add(Word::Roll, ["damage"]);
        words
            .add(Word::Roll, ["attack"])
            .add(Word::Outcome, ["miss", "nothing"])
            .add(Word::Outcome, self.bands.iter().map(|band| band.name));
    }

    fn deeds(&self) -> Vec<Arc<dyn Deed>> {
        vec![Arc::new(Strike(Arc::new(self.clone())))]
    }
}

/// A blow or shot at somebody.
#[derive(Debug)]
struct Strike(Arc<Bands>);

fn is_weapon(item: &Item) -> bool {
    item.is_ready() && item.arm.damage.is_some() && item.arm.area.is_none()
}

impl Strike {
    fn plain(&self) -> Plain {
        Plain { rule: self.0.rules.roll, kinds: &[], is_weapon }
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
        let (target, arm) = match aimed {
            Ok(aimed) => aimed,
            Err(refusal) => {
                table.note(|look| Fact::new(refusal.rule, format!("{}: {}.", look.name(who), refusal.why)).who(who));
                return Ok(());
            }
        };
        let case = case_of(table.look(), who, target, &arm, order);
        let swing = bands.swing(table.look(), &case, &arm);
        let (reached, band) = table.dice_for(
            |dice| bands.lands(&swing, dice),
            |(reached, band)| (*band, reached.success(), reached.shows_one()),
        )?;
        table.note(|look| {
            let total = reached.throw.total.saturating_add(swing.attack.total());
            let lands = band.map_or("a miss", |band| band.name.as_str());
            let (attacker, name) = (look.name(who), look.name(target));
            let text = format!(
                "{attacker} strikes at {name} with {}: {total} against {}, {lands}.",
                arm.name,
                swing.target.total()
            );
            let rule = if band.is_some() { bands.rules.bands } else { bands.rules.roll };
            let roll = roll("attack", &bands.die, &reached, &swing.attack, &swing.target);
            Fact::new(rule, text).who(who).whom(target).roll(roll)
        });
        let mut damage = None;
        if let Some(band) = band {
            let throw = table.throw_for(&swing.damage, |thrown| Bands::dealt(&swing, band, thrown))?;
            let dealt = Bands::dealt(&swing, band, throw.total);
            damage = Some(dealt);
            table.note(|look| {
                let mut bonus = swing.bonus.clone();
                bonus.add(band.name, band.damage, bands.rules.bands);
                let text = format!("{} does {dealt} damage.", look.name(who));
                Fact::new(bands.rules.damage, text)
                    .who(who)
                    .roll(Roll::damage(&swing.damage, &throw, &bonus).comes_to(dealt))
            });
            let judged = judge(table.rules().harm(swing.kind), &swing.exposure, dealt);
            table.inflict(&Hit {
                who: target,
                by: Some(who),
                arm: Some(arm.clone()),
                kind: swing.kind,
                types: arm.types.iter().copied().collect(),
                damage: dealt,
                exposure: swing.exposure.clone(),
                judged,
                part: None,
                words: case.words.clone(),
                rule: bands.rules.damage,
            })?;
        }
        let blown = Blown {
            case: &case,
            shows_one: Some(reached.shows_one()),
            reached: reached.success(),
            dc: 0,
            stopped_by: None,
            damage,
            band: band.map(|band| band.name),
            low: None,
        };
        table.tell(Event::Blow { blow: &blown })
    }

    fn forecast(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Forecast> {
        let (target, arm) = self.plain().aimed(look, who, order).ok()?;
        let case = case_of(look, who, target, arm, order);
        let swing = self.0.swing(look, &case, arm);
        let harm = look.rules().harm(swing.kind);
        let lands = enumerate(|dice| Ok(self.0.lands(&swing, dice)?.1)).ok()?;
        let thrown = enumerate(|dice| Ok(dice.throw(&swing.damage)?.total)).ok()?;
        let judged = lands.then(|band| match band {
            None => Distribution::certain((-2, Key::from("miss"), 0)),
            Some(band) => thrown.map(|thrown| {
                let judged = judge(harm, &swing.exposure, Bands::dealt(&swing, *band, *thrown));
                let name = if judged.grade == 1 { band.name } else { judged.name };
                (judged.grade, name, judged.harm)
            }),
        });
        let exposed = swing.exposure.sums.iter().map(|sum| (Key::from("opposed"), sum.clone()));
        let figures = [("attack", &swing.attack), ("target", &swing.target), ("damage", &swing.bonus)];
        let figures = figures.into_iter().map(|(name, sum)| (name.into(), sum.clone())).chain(exposed).collect();
        Some(Forecast {
            answers: Vec::new(),
            round: None,
            against: vec![Prospect {
                who: Some(target),
                lands: None,
                wounds: None,
                outcomes: judged.map(|(grade, name, _)| (*grade, *name)),
                harm: judged.map(|(.., harm)| *harm),
                enough: look.profile(target).and_then(|profile| profile.figures.get(&self.0.enough)).copied(),
                figures,
            }],
        })
    }
}
