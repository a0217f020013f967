//! One round of the armies: how strong each is, what those who lead it throw, and what comes of it for all at once
//! (HG-MASS-02 to HG-MASS-07, HG-MASS-09).

use super::odds::{Chances, Side, chances};
use super::{Armies, TACTICS, War, in_minutes, met, war};
use crate::mechanics::prelude::*;

/// What one army does to another in a round.
struct Blow {
    by: usize,
    at: usize,
    tactics: i32,
    power: i32,
    again: i32,
}

impl Blow {
    fn damage(&self) -> i32 {
        self.tactics.saturating_add(self.power).saturating_add(self.again).max(0)
    }
}

impl Armies {
    /// Fights one round, and puts the next one on the agenda or what comes after the last.
    pub(super) fn fight(&self, table: &mut Table<'_>, met: &Encounter) -> Step {
        let before = war(table.look());
        let round = before.rounds + 1;
        let minutes = self.minutes(table.look(), met, round);
        let passed = before.minutes.saturating_add(minutes);
        let lasts = in_minutes(minutes);
        let text = || format!("Round {round} of the armies: {lasts}, {passed} since they met.");
        table.note(|_| Fact::new(self.rules.length, text()));
        self.reinforce(table, met, round);
        let powers = self.powers(table.look(), &met.armies, round);
        self.tell_powers(table, met, (round, &powers), &before);
        let standing: Vec<usize> =
            (0..met.armies.len()).filter(|index| powers.get(*index).copied().flatten().is_some()).collect();
        let mut blows = Vec::new();
        for by in standing.iter().copied() {
            let Some(army) = met.armies.get(by) else { continue };
            let at = self.target(table, met, &standing, by)?;
            let tactics = self.tactics(table, army)?;
            let power = powers.get(by).copied().flatten().unwrap_or(0);
            let again = self.counted_again(table.look(), army);
            blows.push(Blow { by, at, tactics, power, again });
        }
        blows.iter().for_each(|blow| self.land(table, met, blow));
        *table.edit_battle::<War>() = War { rounds: round, minutes: passed, powers, over: false };
        let look = table.look();
        let (left, routed): (Vec<usize>, Vec<usize>) =
            standing.iter().partition(|index| met.armies.get(**index).is_some_and(|army| self.left(look, army) > 0));
        for army in routed.iter().filter_map(|index| met.armies.get(*index)) {
            table.say(self.rules.rout, army.general, |look| {
                format!("The army of {} is routed.", look.side_name(army.side))
            });
        }
        match met.armies.first() {
            Some(first) if left.len() > 1 && round < Self::last(met) => Self::push(table, first.general),
            _ => self.after(table, met, &left)?,
        }
        Ok(())
    }

    /// Those who come in this round.
    fn reinforce(&self, table: &mut Table<'_>, met: &Encounter, round: i32) {
        for army in &met.armies {
            for (_, count) in army.arrives.iter().filter(|(when, _)| *when == round) {
                table.say(self.rules.strength, army.general, |look| {
                    format!("{count} more come to the army of {}.", look.side_name(army.side))
                });
            }
        }
    }

    /// Says how strong they are where that is news, and what is to be expected of it.
    fn tell_powers(
        &self,
        table: &mut Table<'_>,
        met: &Encounter,
        (round, powers): (i32, &[Option<i32>]),
        before: &War,
    ) {
        let is_news = before.powers != powers;
        for (army, power) in met.armies.iter().zip(powers).filter(|_| is_news) {
            let Some(power) = power else { continue };
            let (quality, numbers) = (self.rules.quality, self.rules.numbers);
            let strength = self.strength(table.look(), army, round);
            if let Some(good) = strength.quality_in_words() {
                let (soldiers, worth) = (strength.soldiers, strength.in_words());
                table.say(quality, army.general, |look| {
                    let side = look.side_name(army.side);
                    format!("{side}: {soldiers} soldiers of quality {good} count as {worth}.")
                });
            }
            table.say(numbers, army.general, |look| {
                format!("{}: worth {}, power {power}.", look.side_name(army.side), strength.in_words())
            });
        }
        // The odds are some work, so nobody is told who does not read.
        if let [one, other] = met.armies.as_slice()
            && table.is_read()
            && let Some(Chances { wins, loses, draws }) = self.chances(table.look(), one, other)
        {
            table.note(|look| {
                let (mine, theirs) = (look.side_name(one.side), look.side_name(other.side));
                let (wins, loses, draws) = (wins.percent(), loses.percent(), draws.percent());
                let text =
                    format!("What is to be expected: {mine} wins {wins}, {theirs} wins {loses}, both break {draws}.");
                Fact::new(self.rules.strength, text)
            });
        }
    }

    /// Which army is struck: the only other one, the one that the scenario names, or whichever its general says.
    fn target(&self, table: &mut Table<'_>, met: &Encounter, standing: &[usize], by: usize) -> Step<usize> {
        let others: Vec<(usize, &Army)> =
            standing.iter().filter(|at| **at != by).filter_map(|at| Some((*at, met.armies.get(*at)?))).collect();
        let Some(army) = met.armies.get(by) else { return Ok(by) };
        if let Some((at, _)) = others.iter().find(|(_, other)| Some(other.side) == army.strikes) {
            return Ok(*at);
        }
        let look = table.look();
        let rule = self.rules.damage;
        let prompt = format!("{}: which army do you strike?", look.name(army.general));
        let mut question = Question::new("enemy", army.side, army.general, prompt).rule(rule);
        for (_, other) in &others {
            let order = Order::new("strike").at(look.aim(other.general));
            let choice = Choice::new(order, format!("The army of {}", look.side_name(other.side)), Group::Attack, rule);
            // What is nearly broken is struck first.
            question = question.choice(choice.weighed(Worth(-self.left(look, other))));
        }
        let answer = table.ask(question)?;
        let look = table.look();
        let is_meant = |army: &Army| answer.at.iter().any(|aim| aim.who == Some(look.key(army.general)));
        let found = others.iter().find(|(_, other)| is_meant(other)).or(others.first());
        Ok(found.map_or(by, |(at, _)| *at))
    }

    /// The roll for tactics that counts: the general's own, or that of the adviser who is listened to.
    fn tactics(&self, table: &mut Table<'_>, army: &Army) -> Step<i32> {
        let rule = if army.advisers.is_empty() { self.rules.general } else { self.rules.several };
        let mut plans: Vec<(Id, i32)> = Vec::new();
        for who in army.tacticians() {
            let skill = self.skill(table.look(), who);
            plans.push((who, table.roll(who, TACTICS, &self.dice, skill, rule)?));
        }
        if let [(_, only)] = plans.as_slice() {
            return Ok(*only);
        }
        let look = table.look();
        let prompt = format!("{}: by whose plan?", look.name(army.general));
        let mut question = Question::new(TACTICS, army.side, army.general, prompt).rule(rule);
        for (who, total) in &plans {
            let order = Order::new("heed").at(look.aim(*who));
            let label = format!("{}: {total}", look.name(*who));
            let mut choice = Choice::new(order, label, Group::Skill, rule);
            choice.worth = Some(Worth(match army.chooses {
                Chooses::Highest => *total,
                Chooses::Own => i32::from(*who == army.general),
                Chooses::Partial(favourite) => i32::from(*who == favourite),
            }));
            question = question.choice(choice);
        }
        let answer = table.ask(question)?;
        let look = table.look();
        let is_meant = |who: Id| answer.at.iter().any(|aim| aim.who == Some(look.key(who)));
        let Some((whose, total)) = plans.iter().copied().find(|(who, _)| is_meant(*who)) else { return Ok(0) };
        table.say(rule, (army.general, whose), |look| {
            format!("{} goes by the plan of {}: {total}.", look.side_name(army.side), look.name(whose))
        });
        Ok(total)
    }

    /// Takes hits off an army.
    fn land(&self, table: &mut Table<'_>, met: &Encounter, blow: &Blow) {
        let (Some(army), Some(target)) = (met.armies.get(blow.by), met.armies.get(blow.at)) else { return };
        let from = self.left(table.look(), target);
        let left = from.saturating_sub(blow.damage()).max(0);
        table.set_tally(target.general, self.left, left);
        let (rule, what) = (self.rules.damage, self.left);
        table.note(|look| {
            let mut parts = format!("{} by tactics, {} by power", blow.tactics, blow.power);
            if blow.again != 0 {
                parts = format!("{parts}, {} by their general", blow.again);
            }
            let (mine, theirs) = (look.side_name(army.side), look.side_name(target.side));
            let text = format!("{mine} does {} to {theirs} ({parts}): {left} left.", blow.damage());
            let fact = Fact::new(rule, text).who(army.general).whom(target.general);
            fact.change(target.general, what, from, left).kept()
        });
    }

    /// The chances of two armies to rout each other, where there are no others and neither shrinks.
    pub(super) fn chances(&self, look: Look<'_>, one: &Army, other: &Army) -> Option<Chances> {
        let met = met(look)?;
        if met.armies.len() != 2 || one.side == other.side || self.sizes != super::Sizes::Static {
            return None;
        }
        let of = |army: &Army| met.armies.iter().position(|each| each.side == army.side);
        let (first, second) = (of(one)?, of(other)?);
        let deals = |index: usize, army: &Army, round: i32| {
            let power = self.powers(look, &met.armies, round).get(index).copied().flatten().unwrap_or(0);
            let fixed = power.saturating_add(self.counted_again(look, army));
            self.plan(look, army).map(|tactics| tactics.saturating_add(fixed))
        };
        let (mine, theirs) = (|round| deals(first, one, round), |round| deals(second, other, round));
        let one = Side { left: self.left(look, one), deals: &mine };
        let other = Side { left: self.left(look, other), deals: &theirs };
        Some(chances(&one, &other, war(look).rounds + 1..=Self::last(met)))
    }

    /// What a general's plan comes to, if they listen as they are wont to.
    fn plan(&self, look: Look<'_>, army: &Army) -> Distribution<i32> {
        let thrown = Distribution::from_expr(&self.dice);
        let plan = |who: Id| {
            let skill = self.skill(look, who).total();
            thrown.map(|thrown| thrown.saturating_add(skill))
        };
        match army.chooses {
            Chooses::Own => plan(army.general),
            Chooses::Partial(favourite) => plan(favourite),
            Chooses::Highest => {
                army.advisers.iter().fold(plan(army.general), |best, who| best.combine(&plan(*who), |a, b| *a.max(b)))
            }
        }
    }
}
