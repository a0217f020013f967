//! Blows as they fall: every number that counts, gathered before a die is thrown, the attack, the defence, the damage,
//! and all harm at the end and together (ST-ATK-18, ST-ATK-19, ST-DEF-01).

use super::blow::{Blow, Lands, Reached};
use super::strike::{Planned, Strike, throws_no_attack};
use super::{TargetThenDefence, roll};
use crate::mechanics::attack::answer::{Answered, ask_and_roll};
use crate::mechanics::attack::course::{Attack, Thrown};
use crate::mechanics::prelude::*;

/// What the dice of a blow have brought about.
#[derive(Debug, Default)]
pub struct Rolled {
    /// The attack, where a die was thrown.
    reached: Option<Reached>,
    /// Whether it gets as far as its target.
    reaches: bool,
    /// What a defence must reach.
    dc: i32,
    /// The defence that has stopped it.
    stopped_by: Option<Verb>,
    /// What has come through what stood in the way: the place of its dice, the damage, and what it meets.
    through: Option<(usize, i32, Exposure)>,
    /// What it does to that, with the place of the dice that it comes of.
    cover: Option<(usize, Hit)>,
    /// The same of its target.
    hit: Option<(usize, Hit)>,
}

impl Attack for TargetThenDefence {
    type Plan = Planned;
    type Rolled = Rolled;

    fn plan(&self, look: Look<'_>, case: &Case<'_>, arm: &Arc<Arm>) -> Planned {
        let (rules, who, against) = (look.rules(), case.who, case.against.unwrap_or(case.who));
        // Of its words the first that is a component is its own.
        let def = case.words.iter().find_map(|word| self.components.get(word)).unwrap_or(&self.plain);
        let skill_name = def.skill.or(arm.skill).unwrap_or(match () {
            () if case.is("spell") => self.skills.spell,
            () if case.is("ranged") => self.skills.ranged,
            () => self.skills.melee,
        });
        // One's own size counts in the roll itself, never in what a defence must reach.
        let skill = look.figure(who, skill_name);
        let plain_skill = skill.total() - skill.term("scale").map_or(0, |term| term.value);
        let open = self.sure_against.is_some_and(|condition| look.is(against, condition));
        let sure = throws_no_attack(arm) || (open && !case.is("ranged"));
        let attack = (!sure).then(|| look.sum(case, Sum::of(skill_name, skill.total())));
        let (target, kind) = match look.aimed_at(case) {
            Some(aimed) => (aimed.target, aimed.kind),
            None => (look.figure(against, self.target), arm.harms.unwrap_or(self.harms)),
        };
        let target = look.sum(&case.turned().on("target"), target);
        let mut dc = Sum::of("base", self.dc);
        dc.part(skill_name, plain_skill);
        let dc = look.sum(&case.on("defence dc"), dc);
        let Exposed { exposure, .. } = look.exposed(kind, &case.turned().on("toughness"));
        let defences = if sure { Vec::new() } else { look.defences(case) };
        let bonus = look.damage_bonus(case, arm);
        let steps = look.sum(&case.on("damage die"), Sum::new()).total();
        let damage = arm.damage.as_ref().filter(|_| def.harms).map(|dice| dice.with_sides_stepped(steps));
        let halved = self.halved_by.iter().any(|manner| case.is(manner));
        let breaks = attack.is_some() && damage.is_some() && arm.harms.is_none_or(|kind| kind == self.harms);
        let way = rules.registry.blows.iter().find_map(|mechanic| mechanic.in_the_way(look, case, &exposure));
        let way = way.filter(|_| breaks);
        let blow = Blow { die: self.die.clone(), attack, target, dc, damage, bonus, halved, exposure, way };
        Planned { arm: arm.clone(), blow, kind, defences }
    }

    fn roll(&self, table: &mut Table<'_>, case: &Case<'_>, Planned { blow, .. }: &Planned) -> Step<Rolled> {
        let read = |one: &Reached| (blow.lands(one.margin), one.success(), one.shows_one());
        let reached = table.dice_for(|dice| blow.hits(dice), |reached| reached.as_ref().map(read))?;
        if let (Some(reached), Some(bonus)) = (&reached, &blow.attack) {
            table.note(|look| {
                let target = case.against.map_or("nobody", |target| look.name(target));
                let arm = case.arm.map_or("bare hands", |arm| arm.name.as_str());
                let part = case.part.map(|part| format!(" in the {part}")).unwrap_or_default();
                let verdict = if reached.success() { "a hit" } else { "a miss" };
                let total = reached.throw.total.saturating_add(bonus.total());
                let (name, needed) = (look.name(case.who), blow.target.total());
                let text = format!("{name} strikes at {target}{part} with {arm}: {total} against {needed}, {verdict}.");
                let roll = roll("attack", &blow.die, reached, bonus, &blow.target);
                Fact::new(self.rules.attack_roll, text).who(case.who).whom(case.against).roll(roll)
            });
        }
        let reaches = reached.as_ref().is_none_or(Reached::success);
        Ok(Rolled { reached, reaches, dc: blow.dc.total(), ..Rolled::default() })
    }

    fn meet(&self, table: &mut Table<'_>, thrown: &mut [Thrown<'_, Self>]) -> Step {
        let rules = table.rules();
        let mut has_defended = false;
        for Thrown { case, plan, rolled, .. } in thrown {
            let lands = plan.blow.lands(rolled.reached.as_ref().map_or(0, |reached| reached.margin));
            if let (Lands::InTheWay, Some(way)) = (lands, &plan.blow.way) {
                let (dice, damage) = (table.next_fact(), self.roll_damage(table, case, plan)?);
                let struck = way.exposed.blow(&rules, case, &plan.arm, damage, way.rule);
                let passed = plan.blow.through(&struck.judged, damage);
                let passed = passed.map(|(damage, exposure)| (dice, damage, exposure.clone()));
                note_way(table, case, way, passed.as_ref().map(|passed| passed.1));
                let words = struck.words.iter().copied().chain([Key::new(InTheWay::WORD)]).collect();
                rolled.cover = Some((dice, Hit { words, ..struck }));
                (rolled.reaches, rolled.through) = (passed.is_some(), passed);
            }
            if rolled.reaches {
                let answered = self.defend(table, case, plan, has_defended)?;
                has_defended |= answered.is_some();
                rolled.stopped_by = answered.filter(|answered| answered.success).map(|answered| answered.verb);
            }
        }
        Ok(())
    }

    fn land(&self, table: &mut Table<'_>, case: &Case<'_>, plan: &Planned, rolled: &mut Rolled) -> Step<Option<i32>> {
        if !rolled.reaches || rolled.stopped_by.is_some() || plan.blow.damage.is_none() {
            return Ok(None);
        }
        let (dice, damage, met) = match rolled.through.take() {
            Some(through) => through,
            None => (table.next_fact(), self.roll_damage(table, case, plan)?, plan.blow.exposure.clone()),
        };
        rolled.hit = Some((dice, plan.hit(&table.rules(), case, (damage, met), self.rules.damage)));
        Ok(Some(damage))
    }

    fn settle(&self, table: &mut Table<'_>, thrown: &[Thrown<'_, Self>]) -> Step {
        let cover = thrown.iter().filter_map(|blow| blow.rolled.cover.as_ref());
        let mut hits = cover.chain(thrown.iter().filter_map(|blow| blow.rolled.hit.as_ref()));
        hits.try_for_each(|(dice, hit)| table.outcome_of(*dice, |table| table.inflict(hit)))
    }

    fn blown<'a>(&self, case: &'a Case<'a>, rolled: &Rolled) -> Blown<'a> {
        let shows_one = rolled.reached.as_ref().map(Reached::shows_one);
        Blown { shows_one, dc: rolled.dc, stopped_by: rolled.stopped_by, ..Blown::of(case, rolled.reaches) }
    }

    fn foretell(&self, look: Look<'_>, case: &Case<'_>, arm: &Arc<Arm>) -> Option<Forecast> {
        Some(Forecast::of(vec![self.plan(look, case, arm).prospect(look, case, &self.foretold).ok()?]))
    }
}

impl TargetThenDefence {
    /// Strikes all the blows of one attack.
    pub(super) fn resolve(&self, table: &mut Table<'_>, who: Id, order: &Order, strikes: &[Strike]) -> Step {
        let blows: Vec<_> = {
            let memo = Memo::of(table.look());
            let look = table.glance().remembering(&memo);
            let planned = |strike| {
                let case = self.case(look, who, order, strike);
                let plan = self.plan(look, &case, &strike.arm);
                (case, plan)
            };
            strikes.iter().map(planned).collect()
        };
        self.fall(table, blows).map(drop)
    }

    /// Asks the defender about a blow that hits, and rolls; earlier defences may have used up what there was.
    fn defend(&self, table: &mut Table<'_>, case: &Case<'_>, plan: &Planned, again: bool) -> Step<Option<Answered>> {
        let left = (again && !plan.defences.is_empty()).then(|| {
            let memo = Memo::of(table.look());
            table.glance().remembering(&memo).defences(case)
        });
        let thrown = (&plan.blow.die, &plan.blow.dc);
        ask_and_roll(table, case, left.as_ref().unwrap_or(&plan.defences), thrown, self.rules.defence_roll)
    }

    /// The damage of a blow that still stands.
    fn roll_damage(&self, table: &mut Table<'_>, case: &Case<'_>, Planned { blow, .. }: &Planned) -> Step<i32> {
        let throw = table.dice_for(|dice| blow.damage(dice), |throw| blow.dealt(throw))?;
        let damage = blow.dealt(&throw);
        table.note(|look| {
            let dice = blow.damage.as_ref().map(ToString::to_string).unwrap_or_default();
            let halved = if blow.halved { ", halved" } else { "" };
            let text = format!("{} does {damage} damage{halved}.", look.name(case.who));
            let roll = Roll::damage(dice, &throw, &blow.bonus).comes_to(damage);
            Fact::new(self.rules.damage, text).who(case.who).roll(roll)
        });
        Ok(damage)
    }
}

fn note_way(table: &mut Table<'_>, case: &Case<'_>, way: &InTheWay, passed: Option<i32>) {
    table.note(|look| {
        let (attacker, thing) = (look.name(case.who), look.name(way.exposed.who));
        let text = match passed {
            None => format!("{attacker} strikes {thing}, which holds."),
            Some(damage) => format!("{attacker} strikes {thing}, and the blow goes on with {damage} damage."),
        };
        let at = look.thing(way.exposed.who).map(Thing::at);
        Fact::new(way.rule, text).who(case.who).whom(way.exposed.who).at(at)
    });
}
