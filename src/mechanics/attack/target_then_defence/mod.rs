//! Attacks in three steps: reach the Target, be defended against, do harm. All blows of an attack are declared before a
//! die is thrown, and each step is thrown for all of them before the next (ST-ATK-01 to ST-ATK-04, ST-ATK-18,
//! ST-ATK-19, ST-DEF-01, ST-DMG-01).
//!
//! `strike.rs` goes from an order to the blows that it declares and gathers their numbers, `blow.rs` is one blow as numbers
//! and dice, `combos.rs` declares one blow or several, `devising.rs` makes combos of one's own, and `blind_blow.rs` strikes
//! at a square without seeing who is there.
//!
//! All numbers are gathered before the first die. What a target opposes is frozen then, so that the first wound of a
//! combo does not soften the next blow. An attack is one task: nobody can step in between its blows.

mod blind_blow;
pub mod blow;
mod combos;
mod devising;
mod strike;

use crate::mechanics::attack::answer::{Answered, ask_and_roll};
use crate::mechanics::foretold::Foretold;
use crate::mechanics::prelude::*;
use blow::{Lands, Numbers, Reached};
use combos::{Combo, Single};
use devising::{Devise, Devised};
use strike::{Planned, Strike};

/// The numbers of this attack.
#[derive(Clone, Debug, Deserialize)]
pub struct TargetThenDefence {
    /// The die of attack and defence.
    pub die: Expr,
    /// The figure that an attack must reach.
    pub target: FigureName,
    /// What a defence must reach, before the attacker's skill.
    pub dc: i32,
    /// What blows harm that do not say so.
    pub harms: HarmName,
    /// The skills that are rolled.
    pub skills: Skills,
    /// Ways of striking that everybody knows.
    pub manners: BTreeMap<Key, Manner>,
    /// Techniques that are ways of striking one single blow.
    pub techniques: BTreeMap<TechniqueName, Manner>,
    /// Ways of striking that halve damage.
    pub halved_by: Vec<Key>,
    /// The condition of those whom no blow hand to hand misses.
    pub sure_against: Option<ConditionName>,
    /// What combos are made of.
    #[serde(deserialize_with = "refers::own")]
    pub components: BTreeMap<Key, Component>,
    /// The component that single attacks are when nothing else is said.
    #[serde(skip, default = "Component::plain")]
    pub plain: Component,
    /// Limits of combos.
    pub combos: Combos,
    /// What its blows come to, as far as anybody has asked.
    #[serde(skip)]
    foretold: Foretold<Numbers, Judged>,
    /// The rules that these numbers stand for.
    pub rules: TargetThenDefenceRules,
}

/// The skills that attacks are rolled with.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Skills {
    /// Hand to hand.
    pub melee: FigureName,
    /// At a distance.
    pub ranged: FigureName,
    /// By magic.
    pub spell: FigureName,
}

/// A way of striking.
#[derive(Clone, Debug, Deserialize)]
pub struct Manner {
    /// The words that a blow must carry to be struck so.
    pub of: Vec<Key>,
    /// The rule that it shows.
    pub rule: RuleId,
}

/// Something that a combo can be made of.
#[derive(Clone, Debug, Deserialize)]
pub struct Component {
    /// What it counts towards the rating of a combo.
    pub rating: i32,
    /// The verb of using it alone, if it can be.
    pub alone: Option<Verb>,
    /// It is a blow at somebody, rather than a condition of the combo.
    #[serde(default = "yes")]
    pub strikes: bool,
    /// It does damage.
    #[serde(default)]
    pub harms: bool,
    /// The skill that is rolled, where it is not that of the weapon.
    pub skill: Option<FigureName>,
    /// The word that a weapon must carry for it.
    pub with: Option<Key>,
    /// The words that a blow must carry to be used for it.
    #[serde(default)]
    pub of: Vec<Key>,
    /// The technique that every use of it but the first in one combo takes.
    pub more_by: Option<TechniqueName>,
    /// The rule that it shows.
    pub rule: RuleId,
}

impl Component {
    fn plain() -> Self {
        Self {
            rating: 1,
            alone: None,
            strikes: true,
            harms: true,
            skill: None,
            with: None,
            of: Vec::new(),
            more_by: None,
            rule: RuleId::from("attack"),
        }
    }
}

/// Limits of combos.
#[derive(Clone, Debug, Deserialize)]
pub struct Combos {
    /// The figure that says how high a combo may be rated.
    pub rating: FigureName,
    /// The figure that says how many components it may have.
    pub length: FigureName,
    /// The figure that says how many of them somebody can know, in games in which they are thought out in camp.
    pub known: Option<FigureName>,
}

rule_ids! { struct TargetThenDefenceRules {
    attack_roll: "The attack roll.",
    defence_roll: "The defence roll.",
    damage: "What damage is made of.",
    single: "Single attacks.",
    combo: "Combos.",
    rating: "The rating of combos.",
    length: "The length of combos.",
    more: "How often a component may be used in one combo.",
} }

mechanic!(TargetThenDefence: |self| {
    strikes_with(arm) => self.components.values().chain([&self.plain]).any(|each| strike::is_struck_with(arm, each)),
    needs => &[Part::Reach],
    words(rules, words) => {
        let ways = || self.manners.keys().chain(self.techniques.keys().map(|name| &**name)).copied();
        for verb in self.components.values().filter_map(|component| component.alone) {
            words.add(Word::manner(verb), ways());
        }
        // The blows of a combo are told their weapons so.
        words.add(Word::manner("combo"), ways().chain(rules.arms.keys().copied()));
        words.add(Word::manner("devise"), self.components.keys().copied());
        words.add(Word::Roll, ["attack", "damage", "defence"]);
        words.add(Word::Outcome, ["cover", "defended", "miss", "nothing", "struck"]).add(Word::Term, ["base"]);
    },
    deeds(attack) => {
        let mut deeds: Vec<Arc<dyn Deed>> = vec![Arc::new(Combo(attack.clone()))];
        if let Some(known) = self.combos.known {
            deeds.push(Arc::new(Devise { attack: attack.clone(), known }));
        }
        for (component, def) in &self.components {
            if let Some(verb) = def.alone {
                deeds.push(Arc::new(Single { attack: attack.clone(), verb, component: *component }));
            }
        }
        deeds
    },
});

impl Rests for TargetThenDefence {
    fn keeps(&self, look: Look<'_>, who: Id) -> Option<Keepsake> {
        look.get::<Devised>(who).map(Devised::restore)
    }
}

impl TargetThenDefence {
    /// Strikes all the blows of one attack: each step for all before the next, all harm at the end and together.
    pub(super) fn resolve(&self, table: &mut Table<'_>, who: Id, order: &Order, strikes: &[Strike]) -> Step {
        let planned: Vec<_> = {
            let memo = Memo::of(table.look());
            let look = table.glance().remembering(&memo);
            strikes.iter().map(|strike| self.plan(look, who, order, strike)).collect()
        };
        let mut blown = Vec::with_capacity(planned.len());
        let lands = |plan: &Planned<'_>, reached: &Reached| plan.blow.lands(reached.margin);
        let mut landed = Vec::with_capacity(planned.len());
        for plan in &planned {
            let read = |one: &Reached| (lands(plan, one), one.success(), one.shows_one());
            let reached = table.dice_for(|dice| plan.blow.hits(dice), |reached| reached.as_ref().map(read))?;
            if let Some(reached) = &reached {
                self.note_attack(table, plan, reached);
            }
            landed.push(reached.as_ref().map_or_else(|| plan.blow.lands(0), |reached| lands(plan, reached)));
            blown.push(Blown {
                shows_one: reached.as_ref().map(Reached::shows_one),
                dc: plan.blow.dc.total(),
                ..Blown::of(&plan.case, reached.as_ref().is_none_or(Reached::success))
            });
        }
        let rules = table.rules();
        // Each with the place of the dice that it comes of.
        let mut hits: Vec<(usize, Hit)> = Vec::new();
        let mut through: Vec<Option<(usize, i32, Exposure)>> = vec![None; planned.len()];
        let mut has_defended = false;
        for (index, ((plan, blown), strike)) in planned.iter().zip(&mut blown).zip(strikes).enumerate() {
            if let (Some(Lands::InTheWay), Some(way)) = (landed.get(index), &plan.blow.way) {
                let (dice, damage) = (table.next_fact(), self.roll_damage(table, plan)?);
                let struck = way.exposed.blow(&rules, &plan.case, &strike.arm, damage, way.rule);
                let passed = plan.blow.through(&struck.judged, damage);
                let passed = passed.map(|(damage, exposure)| (dice, damage, exposure.clone()));
                note_way(table, plan, way, passed.as_ref().map(|passed| passed.1));
                let words = struck.words.iter().copied().chain([Key::new(InTheWay::WORD)]).collect();
                hits.push((dice, Hit { words, ..struck }));
                blown.reached = passed.is_some();
                through[index] = passed;
            }
            if blown.struck() {
                let answered = self.defend(table, plan, has_defended)?;
                has_defended |= answered.is_some();
                blown.stopped_by = answered.filter(|answered| answered.success).map(|answered| answered.verb);
            }
        }
        for (((plan, blown), strike), through) in planned.iter().zip(&mut blown).zip(strikes).zip(through) {
            if blown.struck() && plan.blow.damage.is_some() {
                let (dice, damage, met) = match through {
                    Some(through) => through,
                    None => (table.next_fact(), self.roll_damage(table, plan)?, plan.blow.exposure.clone()),
                };
                blown.damage = Some(damage);
                hits.push((dice, plan.hit(&rules, strike, (damage, met), self.rules.damage)));
            }
        }
        for (dice, hit) in &hits {
            table.outcome_of(*dice, |table| table.inflict(hit))?;
        }
        blown.iter().try_for_each(|blow| table.tell(Event::Blow { blow }))
    }

    fn note_attack(&self, table: &mut Table<'_>, plan: &Planned<'_>, reached: &Reached) {
        let (case, blow, rule) = (&plan.case, &plan.blow, self.rules.attack_roll);
        let Some(bonus) = &blow.attack else { return };
        table.note(|look| {
            let target = case.against.map_or("nobody", |target| look.name(target));
            let arm = case.arm.map_or("bare hands", |arm| arm.name.as_str());
            let part = case.part.map(|part| format!(" in the {part}")).unwrap_or_default();
            let verdict = if reached.success() { "a hit" } else { "a miss" };
            let total = reached.throw.total.saturating_add(bonus.total());
            let (name, needed) = (look.name(case.who), blow.target.total());
            let text = format!("{name} strikes at {target}{part} with {arm}: {total} against {needed}, {verdict}.");
            let roll = roll("attack", &blow.die, reached, bonus, &blow.target);
            Fact::new(rule, text).who(case.who).whom(case.against).roll(roll)
        });
    }

    /// Step two: asks the defender about a blow that hits, and rolls; earlier defences may have used up what there was.
    fn defend(&self, table: &mut Table<'_>, plan: &Planned<'_>, has_defended: bool) -> Step<Option<Answered>> {
        if plan.defences.is_empty() {
            return Ok(None);
        }
        let left = has_defended.then(|| {
            let memo = Memo::of(table.look());
            table.glance().remembering(&memo).defences(&plan.case)
        });
        let thrown = (&plan.blow.die, &plan.blow.dc);
        let open = left.as_ref().unwrap_or(&plan.defences);
        ask_and_roll(table, &plan.case, open, thrown, self.rules.defence_roll)
    }

    /// Step three: the damage of a blow that still stands.
    fn roll_damage(&self, table: &mut Table<'_>, plan: &Planned<'_>) -> Step<i32> {
        let throw = table.dice_for(|dice| plan.blow.damage(dice), |throw| plan.blow.dealt(throw))?;
        let damage = plan.blow.dealt(&throw);
        table.note(|look| {
            let dice = plan.blow.damage.as_ref().map(ToString::to_string).unwrap_or_default();
            let halved = if plan.blow.halved { ", halved" } else { "" };
            let text = format!("{} does {damage} damage{halved}.", look.name(plan.case.who));
            let roll = Roll::damage(dice, &throw, &plan.blow.bonus).comes_to(damage);
            Fact::new(self.rules.damage, text).who(plan.case.who).roll(roll)
        });
        Ok(damage)
    }
}

fn note_way(table: &mut Table<'_>, plan: &Planned<'_>, way: &InTheWay, passed: Option<i32>) {
    table.note(|look| {
        let (attacker, thing) = (look.name(plan.case.who), look.name(way.exposed.who));
        let text = match passed {
            None => format!("{attacker} strikes {thing}, which holds."),
            Some(damage) => format!("{attacker} strikes {thing}, and the blow goes on with {damage} damage."),
        };
        let at = look.thing(way.exposed.who).map(Thing::at);
        Fact::new(way.rule, text).who(plan.case.who).whom(way.exposed.who).at(at)
    });
}

/// A roll as the chronicle keeps it.
pub(in crate::mechanics) fn roll(label: &str, die: &Expr, reached: &Reached, bonus: &Sum, against: &Sum) -> Roll {
    Roll::of(label, die, &reached.throw, bonus).against(against.clone(), reached.success())
}
