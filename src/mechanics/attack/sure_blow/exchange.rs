//! From an attack that was declared to what has become of everybody: the save to hit, what the targets do, damage, and
//! who is struck first (ZN-ATK-04 to ZN-ATK-06, ZN-ATK-15, ZN-REACT-05, ZN-REACT-06, ZN-AREA-05).

use super::damage::Dealt;
use super::means::{DEATH_BLOW, Means, Occasion, Strike, Strikes, is_weapon};
use super::plan::{Plan, trade};
use super::react::{Answer, Ongoing};
use super::{BlastDamage, SureBlow, damage::Kept};
use crate::dice::AnyDice;
use crate::mechanics::prelude::*;

/// What one strike has come to.
#[derive(Debug)]
pub struct Done {
    strike: Strike,
    words: CaseWords,
    landed: bool,
    dealt: Option<Dealt>,
    /// Whether this took its target out of the fight, or killed it.
    felled: bool,
}

impl SureBlow {
    /// Carries an attack out: all strikes are of one attacker and one arm.
    pub fn attack(&self, table: &mut Table<'_>, strikes: &[Strike], order: &Order) -> Step {
        let Some(first) = strikes.first().cloned() else { return Ok(()) };
        let who = first.who;
        self.declare(table, &first, strikes);
        let moved = self.is_moving(table.look(), &first);
        self.use_up(table, &first)?;
        let mut strikes: Strikes = strikes.into();
        let mut done: Vec<Done> = Vec::new();
        let due = strikes.iter().find_map(|strike| self.needs_save(table.look(), strike));
        if let Some(rule) = due
            && !table.save(who, self.aim, "the aim", rule)?
        {
            if first.is_blast() && first.is_ranged() {
                strikes = self.deviate(table, &first)?;
            } else {
                // Whoever is in plain sight is struck all the same.
                let (missed, hit): (Vec<Strike>, Vec<Strike>) =
                    strikes.drain(..).partition(|strike| self.needs_save(table.look(), strike).is_some());
                strikes.extend(hit);
                for strike in missed {
                    self.misses(table, strike, rule, false, &mut done);
                }
            }
        }
        // Nobody may be there to be struck.
        if let Some(zone) = strikes.first().and_then(|strike| strike.zone) {
            let struck = self.struck_by_blast(table.look(), who, zone, first.is_ranged());
            strikes.retain(|strike| struck.contains(&strike.target));
        }
        if let Some(stunt) = super::stunts::offered(order)
            && let [strike] = strikes.as_slice()
            && self.is_accepted(table, strike, stunt)?
        {
            self.do_stunt(table, &strike.clone(), stunt)?;
            strikes.clear();
        }
        let (involved, death_blow) = (strikes.iter().map(|strike| strike.target).collect(), order.is(DEATH_BLOW));
        let mut ongoing = Ongoing { involved, death_blow, ..Ongoing::default() };
        let mut settled: Vec<(Strike, Answer)> = Vec::new();
        for strike in strikes {
            settled.push(self.settle(table, strike, &mut ongoing)?);
        }
        if ongoing.death_blow && death_blow {
            if let Some((strike, _)) = settled.first() {
                self.kill(table, strike)?;
                let (strike, words) = (strike.clone(), SmallVec::new());
                done.push(Done { strike, words, landed: true, dealt: None, felled: true });
            }
            settled.clear();
        }
        // Whoever strikes back does so before the others are struck.
        settled.sort_by_key(|(_, answer)| !matches!(answer, Answer::Counter(_)));
        for (strike, answer) in settled {
            match answer {
                Answer::Nothing => {
                    let engaged = ongoing.stood_in.contains(&strike.target);
                    self.land(table, strike, engaged, &mut done)?;
                }
                Answer::Dodge if table.save(strike.target, self.dodge, "the dodge", self.rules.dodge)? => {
                    self.misses(table, strike, self.rules.dodge, true, &mut done);
                }
                Answer::Dodge => self.land(table, strike, true, &mut done)?,
                Answer::Counter(counter) => {
                    if !self.exchange(table, strike, *counter, &mut done)? {
                        break;
                    }
                }
            }
        }
        self.conclude(table, &first, moved, &done)?;
        self.cleave(table, &first, &done)
    }

    /// Says what is attempted.
    fn declare(&self, table: &mut Table<'_>, first: &Strike, strikes: &[Strike]) {
        let rule = match first.arm() {
            _ if first.occasion == Occasion::Opportunity => self.rules.opportunity,
            Some(arm) if arm.has("power") => self.rules.power,
            Some(arm) if arm.has("blast") => self.rules.blast,
            Some(arm) if arm.has("unarmed") => self.rules.unarmed,
            Some(_) => self.rules.armed,
            None => self.rules.manoeuvres,
        };
        table.note(|look| {
            let names: Vec<&str> = strikes.iter().map(|strike| look.name(strike.target)).collect();
            let at = match first.zone {
                Some(zone) => look.spot_name(Spot::Zone(zone)),
                None => names.join(" and "),
            };
            let held = if first.held_back { ", holding back" } else { "" };
            let text = format!("{} strikes at {at} with {}{held}.", look.name(first.who), first.name());
            let fact = Fact::new(rule, text).who(first.who);
            match first.zone {
                Some(zone) => fact.area(look.spots().squares(Spot::Zone(zone)).iter().copied()),
                None => fact.whom(first.target),
            }
        });
    }

    /// A strike that comes to nothing: its target has dodged it, or it was badly aimed.
    fn misses(&self, table: &mut Table<'_>, strike: Strike, rule: RuleId, dodged: bool, done: &mut Vec<Done>) {
        table.note(|look| {
            let text = format!("{} misses {}.", look.name(strike.who), look.name(strike.target));
            let fact = Fact::new(rule, text).who(strike.who).whom(strike.target);
            if dodged { fact.warded(strike.target, "dodge".into(), true) } else { fact }
        });
        let words = self.case(table.look(), &strike).words;
        done.push(Done { strike, words, landed: false, dealt: None, felled: false });
    }

    /// Lets a strike land that nobody answers with another.
    fn land(&self, table: &mut Table<'_>, strike: Strike, engaged: bool, done: &mut Vec<Done>) -> Step {
        let Some(plan) = self.plan_of(table.look(), &strike, engaged, is_skilled(&strike, done)) else {
            let words = self.case(table.look(), &strike).words;
            self.take_effect(table, &strike)?;
            done.push(Done { strike, words, landed: true, dealt: None, felled: false });
            return Ok(());
        };
        let is_shared = strike.is_blast() && self.blast_damage == BlastDamage::OneRoll;
        let thrown = |one: &&Done| is_shared && one.strike.is_blast() && one.strike.who == strike.who;
        let dealt = match done.iter().find(thrown).and_then(|one| one.dealt.clone()) {
            Some(dealt) => dealt,
            None => self.deal(table, &strike, &plan, None)?,
        };
        self.hurt(table, strike, &plan, (dealt, true), done)
    }

    /// Throws damage; of two strikes at once it is that part of their exchange.
    fn deal(&self, table: &mut Table<'_>, strike: &Strike, plan: &Plan, part: Option<Bout>) -> Step<Dealt> {
        let look = table.look();
        let reads_faces =
            |arm: Key| look.rules().registry.blows.iter().any(|each| each.reads_faces(look, strike.who, arm));
        let by_faces = matches!(&strike.means, Means::Arm(arm) if reads_faces(arm.name));
        let read = |dealt: &Dealt| (dealt.inflicted, dealt.by_other, dealt.lowest() == Some(1));
        let deal = |dice: &mut AnyDice| plan.damage.deal(dice);
        let dealt = match by_faces {
            true => table.with_dice(|dice| dice.faces(deal, read))?,
            false => table.dice_for(deal, read)?,
        };
        let rule = match plan.damage.kept {
            Kept::Once => self.rules.damage,
            _ => self.rules.impaired,
        };
        table.note(|look| {
            let thrown: Vec<String> = dealt.throws.iter().map(|throw| throw.total.to_string()).collect();
            let mut how = String::new();
            if plan.damage.other.is_some() {
                how = format!(", the better of two arms ({})", thrown.join(", "));
            } else if dealt.throws.len() > 1 {
                let which = if plan.damage.kept == Kept::Lower { "lower" } else { "higher" };
                how = format!(", the {which} of {}", thrown.join(" and "));
            }
            how.push_str(match plan.damage.halvings {
                ..=0 => "",
                1 => ", halved for size",
                _ => ", halved again and again for size",
            });
            let text = format!("{} does {} damage{how}.", look.name(strike.who), dealt.inflicted);
            let throw = dealt.throws.first().cloned().unwrap_or_default();
            let mut bonus = Sum::new();
            bonus.add("size", dealt.inflicted - throw.total, self.rules.smaller);
            let dice = plan.damage.other.as_ref().filter(|_| dealt.by_other).unwrap_or(&plan.damage.dice);
            let roll = Roll::damage(dice, &throw, &bonus).comes_to(dealt.inflicted);
            Fact::new(rule, text).who(strike.who).whom(strike.target).roll(roll).bout(part)
        });
        Ok(dealt)
    }

    /// Lets damage that was thrown do its harm. Whoever is felled first does none, but has struck all the same: what they
    /// struck with may wear out or break.
    fn hurt(
        &self,
        table: &mut Table<'_>,
        mut strike: Strike,
        plan: &Plan,
        (dealt, landed): (Dealt, bool),
        done: &mut Vec<Done>,
    ) -> Step {
        if let Some(other) = strike.other.clone() {
            // What strikes along is used as well.
            let mut beside = strike.clone();
            let counts = if dealt.by_other { &mut strike } else { &mut beside };
            counts.means = Means::Arm(other);
            let words = self.case(table.look(), &beside).words;
            done.push(Done { strike: beside, words, landed, dealt: None, felled: false });
        }
        let felled = if !landed {
            false
        } else if let Some((_, state)) = plan.stuns {
            let is_enough = plan.judge(table.look(), dealt.inflicted).grade > 0;
            self.knock_out(table, &strike, is_enough, state)?;
            self.take_effect(table, &strike)?;
            // No harm was done: that is neither critical damage nor a kill.
            false
        } else {
            let state = |look: Look<'_>| (look.is_in_play(strike.target), look.is_dead(strike.target));
            let before = state(table.look());
            table.inflict(&plan.hit(table.look(), &strike, &dealt, self.rules.damage))?;
            self.take_effect(table, &strike)?;
            let after = state(table.look());
            (before.0 && !after.0) || (!before.1 && after.1)
        };
        done.push(Done { strike, words: plan.words.clone(), landed, dealt: Some(dealt), felled });
        Ok(())
    }

    /// Lets a blow that only knocks out do so, if it was hard enough.
    fn knock_out(&self, table: &mut Table<'_>, strike: &Strike, is_enough: bool, state: ConditionName) -> Step {
        let (who, target, rule) = (strike.who, strike.target, self.rules.manoeuvres);
        let felled = is_enough && table.look().is_in_play(target);
        table.note(|look| {
            let how = if is_enough { format!("is {state}") } else { "keeps their feet".to_owned() };
            let fact =
                Fact::new(rule, format!("{} {how}, and suffers nothing.", look.name(target))).who(target).whom(who);
            if felled { fact.change(target, state, 0, 1) } else { fact }
        });
        if felled {
            table.begin(target, Condition::new(state).by(who))?;
        }
        Ok(())
    }

    /// Two strikes at once; whether the attacker is still there to strike others.
    fn exchange(&self, table: &mut Table<'_>, strike: Strike, counter: Strike, done: &mut Vec<Done>) -> Step<bool> {
        self.use_up(table, &counter)?;
        if let Some(rule) = self.needs_save(table.look(), &counter)
            && !table.save(counter.who, self.aim, "the aim", rule)?
        {
            self.misses(table, counter, rule, false, done);
            self.land(table, strike, true, done)?;
            return Ok(true);
        }
        let look = table.look();
        let own = self.plan_of(look, &strike, true, is_skilled(&strike, done));
        let theirs = self.plan(look, &counter, true);
        let (who, target) = (strike.who, strike.target);
        match (own, theirs) {
            (Some(own), Some(theirs)) => {
                let dealt = self.deal(table, &strike, &own, Some(Bout::Throw))?;
                let back = self.deal(table, &counter, &theirs, Some(Bout::Answer))?;
                let look = table.look();
                let (attack, answer) = (own.judge(look, dealt.inflicted), theirs.judge(look, back.inflicted));
                let first = self.strikes_first(look, who, target);
                let traded = trade(&attack, &answer, first);
                let answer_first = first.map_or(answer.harm > attack.harm, |first| first == Occasion::Counter);
                table.say(self.rules.first, (who, target), |look| {
                    let (a, b, its, own) = (look.name(who), look.name(target), answer.harm, attack.harm);
                    let quicker = |who, other| format!("{who} is quicker, and {other} no longer strikes.");
                    match (&traded.target, &traded.attacker) {
                        (None, _) => format!("{a} would suffer {its}, {b} {own}: {}", quicker(b, a)),
                        (_, None) => format!("{b} would suffer {own}, {a} {its}: {}", quicker(a, b)),
                        _ if its == own && first.is_none() => format!("{a} and {b} strike each other at once."),
                        _ if answer_first => format!("{a} suffers {its} and {b} {own}: {a} is struck first."),
                        _ => format!("{b} suffers {own} and {a} {its}: {b} is struck first."),
                    }
                });
                let mut order =
                    [(strike, own, dealt, traded.target.is_some()), (counter, theirs, back, traded.attacker.is_some())];
                if answer_first {
                    order.reverse();
                }
                for (strike, plan, dealt, lands) in order {
                    self.hurt(table, strike, &plan, (dealt, lands), done)?;
                }
                Ok(traded.target.is_some())
            }
            (None, Some(_)) => {
                self.land(table, counter, true, done)?;
                self.second(table, strike, done)
            }
            // A blow comes before a manoeuvre, and of two manoeuvres that of the attacker.
            _ => {
                self.land(table, strike, true, done)?;
                self.second(table, counter, done)?;
                Ok(true)
            }
        }
    }

    /// The second of two strikes, if whoever strikes it still can; whether they could.
    fn second(&self, table: &mut Table<'_>, strike: Strike, done: &mut Vec<Done>) -> Step<bool> {
        if self.goes_on(table.look(), &strike) {
            self.land(table, strike, true, done)?;
            return Ok(true);
        }
        table.say(self.rules.order, (strike.who, strike.target), |look| {
            format!("{} no longer comes to {}.", look.name(strike.who), strike.name())
        });
        Ok(false)
    }

    /// A death blow.
    fn kill(&self, table: &mut Table<'_>, strike: &Strike) -> Step {
        let (rule, dead, target) = (self.rules.death_blow, self.states.dead, strike.target);
        table.bring(target, Condition::new(dead).by(strike.who), |look| {
            let text = format!("{} kills {}.", look.name(strike.who), look.name(target));
            Fact::new(rule, text).who(strike.who).whom(target)
        })
    }

    /// Tells those who hear of blows of each strike, and lets nobody walk on who stood still for a shot.
    fn conclude(&self, table: &mut Table<'_>, first: &Strike, moved: bool, done: &[Done]) -> Step {
        for one in done {
            let mut case = self.case(table.look(), &one.strike);
            case.words.clone_from(&one.words);
            let blown = Blown {
                damage: one.dealt.as_ref().map(|dealt| dealt.inflicted),
                low: one.dealt.as_ref().and_then(Dealt::lowest),
                ..Blown::of(&case, one.landed)
            };
            table.struck(&blown)?;
        }
        if done.is_empty() {
            // It was struck all the same, at nobody: what was used is used.
            let mut case = self.case(table.look(), first);
            case.against = None;
            table.struck(&Blown::of(&case, false))?;
        }
        let own = first.occasion == Occasion::Turn && first.is_ranged();
        if own && self.ranged_moving == super::Moving::AnyStepThisTurn && !moved {
            table.begin(first.who, Condition::new(self.states.rooted).until(Until::TurnEnd))?;
        }
        Ok(())
    }

    /// Whoever has the skill strikes another when one falls.
    fn cleave(&self, table: &mut Table<'_>, first: &Strike, done: &[Done]) -> Step {
        let look = table.look();
        let (who, skill) = (first.who, self.skills.cleave);
        let fell = |one: &Done| one.strike.who == who && one.felled;
        let may =
            first.occasion != Occasion::Counter && !first.is_ranged() && !first.is_blast() && look.knows(who, skill);
        let round = look.clock().round;
        // What broke at the first blow strikes no second.
        let is_it = |arm: &Arm| look.gear(who).iter().any(|item| item.arm.name == arm.name && is_weapon(item));
        let is_whole = first.arm().is_none_or(|arm| is_it(arm));
        if !may || !is_whole || !done.iter().any(fell) || look.tally(who, CLEFT) == round + 2 || !look.is_in_play(who) {
            return Ok(());
        }
        // Whoever fell moved away; the next one does not.
        let next = |target| Strike { target, dice: None, part: None, occasion: Occasion::Turn, ..first.clone() };
        let rule = self.rules.damage;
        let prompt = format!("{}: strike another?", look.name(who));
        let mut question = Question::new("cleave", look.side(who), who, prompt).rule(rule);
        for target in look.foes(who) {
            let strike = next(target);
            if self.may(look, &strike).is_err() {
                continue;
            }
            let name = look.name(target);
            let choice = Choice::new(Order::new("cleave").at(look.aim(target)), name, Group::Attack, rule);
            question = question.choice(choice.weighed(Worth::of(self.loss(look, &strike))));
        }
        if question.choices.is_none() {
            return Ok(());
        }
        question = question.choice(Choice::new(Order::new("no more"), "Nobody else", Group::Attack, rule).letting_be());
        let answer = table.ask(question)?;
        let Some(target) = table.look().target(&answer) else { return Ok(()) };
        table.set_tally(who, CLEFT, round + 2);
        let strike = next(target);
        table.within("cleave", |table| self.attack(table, &[strike], &Order::new(ATTACK)))
    }
}

/// Whether skill with the arm counts for a strike: for a blast on one target only, the first whose damage is thrown.
fn is_skilled(strike: &Strike, done: &[Done]) -> bool {
    let dealt = |one: &Done| one.strike.who == strike.who && one.strike.is_blast() && one.dealt.is_some();
    strike.zone.is_none() || !done.iter().any(dealt)
}

/// The count of the last round, plus two, in which somebody struck on at another.
const CLEFT: &str = "struck on in round";
