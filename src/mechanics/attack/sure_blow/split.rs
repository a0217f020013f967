//! The dice of a large attacker, spread over several smaller targets (ZN-SIZE-04).

use super::SureBlow;
use super::means::{Means, Occasion, Strike};
use crate::mechanics::prelude::*;

impl SureBlow {
    /// What a die on this target takes of the attack, in parts of 256.
    fn share(&self, look: Look<'_>, strike: &Strike) -> i32 {
        256 >> self.larger_by(look, strike.who, strike.target).clamp(0, 8)
    }

    /// Lets a strike fall on another: as much of the attack goes to them as went to the one before.
    pub fn turn_upon(&self, look: Look<'_>, strike: &mut Strike, target: Id) {
        let before = self.share(look, strike);
        strike.target = target;
        let share = self.share(look, strike).max(1);
        strike.dice = strike.dice.map(|dice| (dice * before / share).max(1));
    }

    /// Whether these strikes are a lawful way to spread the dice of one attack.
    pub fn may_split(&self, look: Look<'_>, who: Id, strikes: &[Strike]) -> Allowed {
        if strikes.iter().all(|strike| strike.dice.is_none()) {
            return Ok(());
        }
        let rule = self.rules.split;
        let is_other = strikes.iter().any(|strike| strike.is_ranged() || strike.is_blast() || !strike.harms());
        look.refuse_if(is_other, rule, || "only blows from hand to hand are spread")?;
        if let Some(strike) = strikes.iter().find(|strike| self.larger_by(look, who, strike.target) <= 0) {
            let why = || format!("{} is not smaller than {}", look.name(strike.target), look.name(who));
            return Err(look.refusal(rule, why));
        }
        let spent: i32 = strikes.iter().map(|strike| self.share(look, strike) * strike.dice.unwrap_or(1)).sum();
        let why = || format!("that is {} of one attack", share_in_words(spent));
        look.refuse_if(spent > 256, rule, why)
    }

    /// The likely ways to spread one attack: as evenly as it goes over all in reach, and over each two of them.
    pub fn splits(&self, look: Look<'_>, who: Id, arm: &Arc<Arm>, targets: &[Id], out: &mut Vec<Choice>) {
        if arm.is_ranged() || arm.has("blast") || arm.damage.is_none() {
            return;
        }
        let strike = |target: &Id| Strike::new(who, *target, Means::Arm(arm.clone()), Occasion::Turn);
        let smaller = |target: &&Id| look.is_in_play(**target) && self.larger_by(look, who, **target) > 0;
        let near: Vec<Id> =
            targets.iter().filter(smaller).filter(|target| self.may(look, &strike(target)).is_ok()).copied().collect();
        let mut offer = |group: &[Id]| {
            let mut dice = vec![0_i32; group.len()];
            let mut left = 256;
            loop {
                let before = left;
                for (target, dice) in group.iter().zip(&mut dice) {
                    let share = self.share(look, &strike(target));
                    if share <= left {
                        (*dice, left) = (*dice + 1, left - share);
                    }
                }
                if left == before {
                    break;
                }
            }
            if dice.contains(&0) {
                return;
            }
            let mut order = Order::new(ATTACK).with(arm.name);
            for (target, dice) in group.iter().zip(&dice) {
                for _ in 0..*dice {
                    order = order.at(look.aim(*target));
                }
            }
            let each: Vec<String> =
                group.iter().zip(&dice).map(|(target, dice)| format!("{} {dice}", look.name(*target))).collect();
            let label = format!("{} spread: {}", arm.name, each.join(", "));
            out.push(Choice::new(order, label, Group::Attack, self.rules.split));
        };
        if near.len() > 2 {
            offer(&near);
        }
        for (index, one) in near.iter().enumerate() {
            for other in near.iter().skip(index + 1) {
                offer(&[*one, *other]);
            }
        }
    }
}

/// A number of parts of 256 as players say it: "1¼ times the dice".
fn share_in_words(parts: i32) -> String {
    let rest = match parts % 256 {
        0 => "",
        1..=80 => "¼",
        81..=160 => "½",
        _ => "¾",
    };
    format!("{}{rest} times the dice", parts / 256)
}
