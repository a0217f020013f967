//! Blows and shots, as they fall.

use super::OneRoll;
use super::means::is_weapon;
use super::swing::{Dealt, Lands, Rolled, Swing};
use crate::dice::AnyDice;
use crate::mechanics::attack::course::{Aims, Attack, Meant, enemies, meant};
use crate::mechanics::prelude::*;

/// A blow or shot at somebody.
#[derive(Debug)]
pub(super) struct Strike(pub(super) Arc<OneRoll>);

impl Attack for OneRoll {
    type Plan = Swing;
    type Rolled = Rolled;

    fn plan(&self, look: Look<'_>, case: &Case<'_>, arm: &Arc<Arm>) -> Swing {
        self.gather(look, case, arm)
    }

    fn roll(&self, table: &mut Table<'_>, case: &Case<'_>, swing: &Swing) -> Step<Rolled> {
        let rolled = table.dice_for(|dice| swing.roll(&self.die, dice), |rolled| rolled.lands)?;
        if swing.sure {
            let is_thing = case.against.is_some_and(Id::is_thing);
            let rule = if is_thing { self.rules.things } else { self.rules.sure };
            let target = case.against.unwrap_or(case.who);
            table.say(rule, (case.who, target), |look| {
                let arm = case.arm.map_or("hands", |arm| arm.name.as_str());
                format!("{} strikes {} with {arm} and cannot miss.", look.name(case.who), look.name(target))
            });
            return Ok(rolled);
        }
        table.note(|look| {
            let target = case.against.unwrap_or(case.who);
            let arm = case.arm.map_or("bare hands", |arm| arm.name.as_str());
            let how = match rolled.lands {
                Lands::Fumble => "a natural 1",
                Lands::Miss => "a miss",
                Lands::NoEffect => "without effect",
                Lands::Hit => "a hit",
                Lands::Critical => "a critical hit",
                Lands::Special => "a hit, and worse",
            };
            let (needed, armour, natural) = (swing.needed(), swing.armour.total(), rolled.natural);
            let (attacker, name) = (look.name(case.who), look.name(target));
            let ends = format!("{natural} against {needed} (AC {armour}), {how}.");
            let text = format!("{attacker} attacks {name} with {arm}: {ends}");
            let is_thrown = case.arm.is_some_and(|arm| arm.has(self.ranges.thrown.0));
            let seen = case.is("ranged").then(|| match is_thrown {
                true => format!("{attacker} throws {arm} at {name}: {ends}"),
                false => format!("{attacker} shoots at {name} with {arm}: {ends}"),
            });
            let rule = match rolled.lands {
                Lands::Fumble => self.rules.lowest,
                Lands::Special => self.rules.special,
                Lands::Critical => self.rules.critical,
                Lands::Hit if needed > 20 => self.rules.overflow,
                Lands::Hit | Lands::NoEffect if rolled.natural == 20 => self.rules.highest,
                _ if rolled.faces.len() > 1 => self.rules.two_dice,
                _ if case.is("ranged") => self.rules.range,
                _ => self.rules.attack,
            };
            let mut against = swing.base.clone();
            against.part("armour class", armour.saturating_neg());
            let throw = Throw { total: rolled.natural, faces: rolled.faces.clone() };
            let roll = Roll::of("attack", &self.die, &throw, &swing.bonus).against(against, rolled.lands.strikes());
            Fact::new(rule, text).seen(seen).who(case.who).whom(target).roll(roll)
        });
        Ok(rolled)
    }

    /// It proves to do nothing where the weapon that has struck does none.
    fn land(&self, table: &mut Table<'_>, case: &Case<'_>, swing: &Swing, rolled: &mut Rolled) -> Step<Option<i32>> {
        if !rolled.lands.strikes() {
            return Ok(None);
        }
        let dealt = self.damage(table, case, swing, rolled.lands)?;
        rolled.lands = dealt.lands;
        if !dealt.lands.strikes() {
            return Ok(None);
        }
        if dealt.damage > 0 {
            let hit = swing.exposed.blow(&table.rules(), case, &swing.arm, dealt.damage, self.rules.damage);
            table.inflict(&hit)?;
        }
        if dealt.lands == Lands::Special {
            self.come_upon(table, case)?;
        }
        Ok(Some(dealt.damage))
    }

    fn blown<'a>(&self, case: &'a Case<'a>, rolled: &Rolled) -> Blown<'a> {
        let reached = rolled.shows_one.is_none() || rolled.lands.strikes();
        Blown { shows_one: rolled.shows_one, band: Some(rolled.lands.name()), ..Blown::of(case, reached) }
    }

    fn follows(&self, table: &mut Table<'_>, (case, item): (&Case<'_>, &Item), rolled: &Rolled) -> Step {
        if matches!(rolled.lands, Lands::Miss | Lands::Fumble) {
            self.go_astray(table, case, item)?;
        }
        if rolled.lands == Lands::Fumble {
            self.fumble(table, case, item)?;
        }
        self.fly(table, case, item);
        Ok(())
    }

    fn foretell(&self, look: Look<'_>, case: &Case<'_>, arm: &Arc<Arm>) -> Option<Forecast> {
        let target = case.against?;
        let swing = self.plan(look, case, arm);
        let judged = swing.prospects((&self.die, &self.two_weapons.which), &self.known, look.rules()).ok()?;
        let name = |lands: Lands, judged: &Judged| if judged.grade > 0 { judged.name } else { lands.name() };
        let outcomes = judged.map(|(lands, judged)| (judged.grade, name(*lands, judged)));
        let round = self.round(look, case, &swing, &judged);
        let against = vec![Prospect {
            lands: Some(judged.map(|(lands, _)| (*lands as i32, lands.name()))),
            enough: Some(look.value(target, self.enough)),
            figures: if look.wants_words() { swing.figures() } else { Vec::new() },
            ..Prospect::of(target, outcomes, judged.map(|(_, judged)| judged.harm))
        }];
        Some(Forecast { round, ..Forecast::of(against) })
    }
}

impl OneRoll {
    /// Throws the damage and says what it comes to.
    fn damage(&self, table: &mut Table<'_>, case: &Case<'_>, swing: &Swing, lands: Lands) -> Step<Dealt> {
        let cast = |dice: &mut AnyDice| swing.deal(lands, &self.two_weapons.which, dice);
        let dealt = table.dice_for(cast, |dealt| (dealt.weapon, dealt.lands, dealt.damage))?;
        table.note(|look| {
            let weapon = swing.weapons.get(dealt.weapon);
            if let Some(weapon) = weapon.filter(|_| !dealt.lands.strikes()) {
                let text = format!("The {} has struck, and does nothing.", weapon.name);
                return Fact::new(self.rules.highest, text).who(case.who).whom(case.against.unwrap_or(case.who));
            }
            let bonus = weapon.map_or_else(Sum::new, |weapon| weapon.bonus.clone());
            let doubled =
                if swing.times > 1 || lands == Lands::Critical { self.rules.doubling } else { self.rules.damage };
            let dice = weapon.map_or_else(String::new, |weapon| weapon.dice.to_string());
            let throw = Throw { total: dealt.natural, faces: dealt.faces.clone() };
            let text = format!("{} does {} damage.", look.name(case.who), dealt.damage);
            Fact::new(doubled, text).who(case.who).roll(Roll::damage(dice, &throw, &bonus).comes_to(dealt.damage))
        });
        Ok(dealt)
    }
}

impl Deed for Strike {
    nature!(|self| Nature::attack(ATTACK, &[Reads::With, Reads::At, Reads::Manner]));

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let mut targets = enemies(look, who);
        let own = look.footprint(who);
        let near = |id: &Id| own.gap(look.footprint_towards(*id, own)) <= look.rules().measure.melee.unwrap_or(1);
        targets.extend(look.things().filter(near));
        let subduing = &self.0.subduing;
        let ordered = look.has_tag(who, subduing.ordered);
        for item in self.0.weapons(look, who) {
            let bare = item.arm.has(subduing.word);
            for target in &targets {
                let (arm, name) = (item.arm.name, look.name(*target));
                let order = Order::new(ATTACK).with(arm).at(look.aim(*target));
                // Whoever was told to take them alive strikes to subdue.
                let order = if ordered && !bare { order.manner(subduing.manner) } else { order };
                let may = self.0.may(look, Meant { who, target: *target, item, order: &order });
                if may.is_err() && !look.wants_words() {
                    continue;
                }
                let mut choice =
                    Choice::new(order, format!("{arm}: {name}"), Group::Attack, self.0.rules.attack).unless(may);
                let manner = if bare { subduing.pulled } else { subduing.manner };
                choice.manners = if ordered && !bare { Vec::new() } else { vec![manner] };
                out.push(choice);
            }
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        self.0.aimed(look, who, order).map(drop)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        self.0.strike(table, who, order)
    }

    /// Nobody likes to throw away their only weapon, or to shoot where friends may be struck.
    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let attack = &self.0;
        let blow = attack.aimed(look, who, order).ok()?;
        let (item, case) = (blow.item, attack.case_of(look, blow));
        let thrown = case.is(attack.ranges.thrown.1) && item.arm.has(attack.ranges.thrown.0);
        let is_other = |own: &&Item| is_weapon(own) && !std::ptr::eq(*own, item) && own.held != Held::Body;
        let others = look.gear(who).iter().filter(is_other).count();
        let disarms = thrown && (others == 0 || attack.has_two_weapons(look, who));
        let blow_at = |target: Id| {
            let case = attack.case_of(look, Meant { target, ..blow });
            attack.foretell(look, &case, &item.arm).and_then(|forecast| forecast.against.into_iter().next())
        };
        let misses = || {
            let missed = |prospect: Prospect| prospect.outcomes.chance(|(grade, _)| *grade < 0).to_f64();
            blow_at(blow.target).map_or(0.0, missed)
        };
        // Harm to friends counts twice.
        let struck = |friend: Id| blow_at(friend).map_or(0.0, |prospect| 2.0 * prospect.worth(look));
        let risk = if case.is("ranged") { attack.risk(look, &case, misses(), struck) } else { 0.0 };
        Some(Worth::of(-(if disarms { 0.08 } else { 0.0 } + risk)))
    }

    fn forecast(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Forecast> {
        self.0.forecast(look, who, order)
    }

    fn forecast_there(&self, look: Look<'_>, who: Id, order: &Order, there: There) -> Option<Forecast> {
        let target = meant(look, who, order.at.first(), self.0.rules.attack).ok()?;
        let item = look.arm_for(who, order, is_weapon).ok()?;
        let case = self.0.case_there(look, Meant { who, target, item, order }, Some(there));
        self.0.foretell(look, &case, &item.arm)
    }
}
