//! Attacks at an area: one attack roll for the place, a defence for everybody
//! inside, one damage roll for all (ST-AREA-01 to ST-AREA-05).

use super::blast::{Aiming, AtAreas, Blast, Burst, Meant, SIDES, use_up, wanted};
use super::landing::Astray;
use super::shape::{Aimed, Shapes, is_inside, origins};
use super::{odds, or_nobody, roll_damage};
use crate::board::{Centre, CoverGrade, Template};
use crate::mechanics::attack::answer::ask_and_roll;
use crate::mechanics::attack::target_then_defence::blow::{Reached, chance_to_reach, reach};
use crate::mechanics::attack::target_then_defence::{Skills, roll};
use crate::mechanics::prelude::*;

/// The numbers of attacks at areas.
#[derive(Clone, Debug, Deserialize)]
pub struct AreaAttack {
    /// The verb of those who strike.
    pub blast: Verb,
    /// The verb of things that burst.
    pub burst: Verb,
    /// The die of attack and defence.
    pub die: Expr,
    /// The attacker's own figure that the attack must reach.
    pub target: FigureName,
    /// What a defence must reach, before the attacker's skill.
    pub dc: i32,
    /// What areas harm that do not say so.
    pub harms: HarmName,
    /// The skills that are rolled.
    pub skills: Skills,
    /// How long and wide lines and cones are.
    pub shapes: Shapes,
    /// Where a miss goes.
    pub astray: Astray,
    /// Defences that only lessen the damage.
    pub lessened_by: Lessened,
    /// The rules that these numbers stand for.
    pub rules: AreaRules,
}

/// A defence that does not take one out of the area.
#[derive(Clone, Debug, Deserialize)]
pub struct Lessened {
    /// The defence.
    pub defence: Key,
    /// What it takes off the damage.
    pub by: i32,
    /// The technique that lets it take one out after all.
    pub unless: TechniqueName,
    /// Cover against the area that counts as that technique.
    pub or_behind: CoverGrade,
    /// The rule of that cover.
    pub cover: Key,
}

rule_ids! { struct AreaRules {
    aim: "Aiming.",
    inside: "Who is inside.",
    astray: "Where a miss goes.",
    defence: "Defences.",
    damage: "Damage.",
    shape: "Shapes.",
} }

/// Somebody or something inside an area, with all its numbers.
#[derive(Debug)]
pub(super) struct Struck<'a> {
    pub case: Case<'a>,
    pub dc: Sum,
    pub exposed: Exposed,
    /// The defence that elsewhere only lessens takes it out of the area.
    pub evades: bool,
}

mechanic!(AreaAttack: |self| {
    strikes_with(arm) => arm.area.is_some(),
    words(words) => {
        words.add(Word::Roll, ["damage", "scatter", "squares astray"]).add(Word::Term, ["base"]);
        words.add(Word::manner(self.blast), SIDES).add(Word::Outcome, ["miss", "struck", "defended", "nothing"]);
    },
    deeds(attack) => vec![Arc::new(Blast(attack.clone())), Arc::new(Burst(attack))],
});

impl Judges for AreaAttack {
    fn wants(&self, look: Look<'_>, who: Id, arm: &Arm) -> Option<Worth> {
        wanted(self, look, who, arm)
    }
}

impl AtAreas for AreaAttack {
    fn aiming(&self) -> Aiming<'_> {
        Aiming { verb: self.blast, shapes: &self.shapes, rule: self.rules.aim, shape: self.rules.shape }
    }

    /// The whole attack, from the roll for the place on.
    fn resolve(&self, table: &mut Table<'_>, meant: &Meant<'_>, arm: &Arc<Arm>) -> Step {
        let (who, case, aimed) = (meant.who, meant.case(), &meant.aimed);
        let (bonus, dc) = self.attack(table.look(), &case);
        let needed = table.look().figure(who, self.target);
        let reached = table.dice_for(
            |dice| reach(dice, &self.die, &bonus, &needed),
            |reached| (reached.success(), reached.shows_one()),
        )?;
        let name = arm.name;
        table.note(|look| {
            let total = reached.throw.total.saturating_add(bonus.total());
            let place = aimed.named().map(|square| format!(" at {square}")).unwrap_or_default();
            let verdict = if reached.success() { "on the spot" } else { "astray" };
            let text = format!("{}'s {name}{place}: {total} against {}, {verdict}.", look.name(who), needed.total());
            let rolled = roll("attack", &self.die, &reached, &bonus, &needed);
            Fact::new(self.rules.aim, text).who(who).roll(rolled).at(aimed.square)
        });
        let template = if reached.success() { aimed.template } else { self.go_astray(table, &case, aimed)? };
        self.strike(table, &case, &dc, arm, &template, Some(&reached))?;
        use_up(table, who, arm);
        Ok(())
    }

    fn forecast(&self, look: Look<'_>, meant: &Meant<'_>) -> Forecast {
        odds::forecast(self, look, meant)
    }

    fn strays(&self, look: Look<'_>, meant: &Meant<'_>) -> Option<Strays> {
        Some(odds::strays(self, look, meant))
    }
}

impl AreaAttack {
    /// What the attack adds to its die, and the same without one's own size.
    pub(super) fn attack(&self, look: Look<'_>, case: &Case<'_>) -> (Sum, Sum) {
        let case = look.narrowed(case.clone());
        let usual = if case.is("spell") { self.skills.spell } else { self.skills.ranged };
        let skill = case.arm.and_then(|arm| arm.skill).unwrap_or(usual);
        let figure = look.figure(case.who, skill);
        let plain = figure.total() - figure.term("scale").map_or(0, |term| term.value);
        let mut dc = Sum::of("base", self.dc);
        dc.part(skill, plain);
        (look.sum(&case, Sum::of(skill, figure.total())), dc)
    }

    /// Range steps of an area that is thrown or cast somewhere.
    pub(super) fn steps(&self, look: Look<'_>, case: &Case<'_>) -> i32 {
        let distance = case
            .from
            .map_or(0, |from| look.length(look.rules().measure.metric.between(look.footprint(case.who), from)));
        case.arm.map_or(0, |arm| arm.range_steps(distance))
    }

    /// Everybody inside, in the order of initiative, then things.
    pub(super) fn inside(&self, look: Look<'_>, template: &Template) -> Vec<Id> {
        in_order(look).into_iter().filter(|id| is_inside(look, template, *id)).collect()
    }

    /// Whether one inside gets out by what else only lessens it: they know how, or have cover from wherever it comes.
    pub(super) fn evades(&self, look: Look<'_>, template: &Template, thrower: Footprint, who: Id) -> bool {
        let covers = |from: &Footprint| look.cover(*from, who, false).1 >= self.lessened_by.or_behind;
        if look.knows(who, self.lessened_by.unless) {
            return true;
        }
        let from = origins(look, template, thrower);
        !from.is_empty() && from.iter().all(covers)
    }

    /// Gathers the numbers of one who is inside.
    pub(super) fn struck<'a>(&self, look: Look<'_>, case: &Case<'a>, dc: &Sum, one: (Id, bool)) -> Struck<'a> {
        let (who, evades) = one;
        let case = look.narrowed(case.clone().against(who));
        let harms = case.arm.and_then(|arm| arm.harms).unwrap_or(self.harms);
        let kind = look.aimed_at(&case).map_or(harms, |aimed| aimed.kind);
        let exposed = look.exposed(kind, &case.turned().on("toughness"));
        Struck { dc: look.sum(&case.on("defence dc"), dc.clone()), exposed, evades, case }
    }

    /// What one inside may do: what elsewhere wards a blow off may here only lessen it, if there is damage at all.
    pub(super) fn defences(&self, look: Look<'_>, struck: &Struck<'_>, harmless: bool) -> Vec<Defence> {
        let mut open = look.defences(&struck.case);
        if !struck.evades {
            let lessens = |defence: &&mut Defence| self.lessens(struck, Some(defence.choice.order.verb));
            for defence in open.iter_mut().filter(lessens) {
                if harmless && defence.choice.refused.is_none() {
                    let why = format!("there is no damage to lessen, and no {}", self.lessened_by.unless);
                    defence.choice.refused = Some(Refusal::new(self.rules.defence, why));
                }
                let half = chance_to_reach(&self.die, &defence.bonus, &struck.dc).to_f64() / 2.0;
                defence.choice.worth = Some(Worth::of(half));
            }
        }
        open
    }

    /// Whether a defence of somebody's only lessens the damage.
    pub(super) fn lessens(&self, struck: &Struck<'_>, verb: Option<Verb>) -> bool {
        !struck.evades && verb.is_some_and(|verb| verb == self.lessened_by.defence)
    }

    /// The damage dice and what is added to them, the same for all.
    pub(super) fn damage(&self, look: Look<'_>, case: &Case<'_>) -> Option<(Expr, Sum)> {
        let arm = case.arm?;
        let steps = look.sum(&case.on("damage die"), Sum::new()).total();
        let dice = arm.damage.as_ref()?.with_sides_stepped(steps);
        Some((dice, look.damage_bonus(case, arm)))
    }

    /// Throws where a missed area goes (ST-AREA-03).
    fn go_astray(&self, table: &mut Table<'_>, case: &Case<'_>, aimed: &Aimed) -> Step<Template> {
        let (rule, who) = (self.rules.astray, case.who);
        let face = table.roll(who, "scatter", &self.astray.die, Sum::new(), rule)?;
        let steps = self.steps(table.look(), case);
        let squares = match self.astray.distance(steps).filter(|_| Astray::shifts(aimed)) {
            Some(dice) => table.roll(who, "squares astray", &dice, Sum::new(), rule)?,
            None => 0,
        };
        let look = table.look();
        let own = case.arm.map_or(1, |arm| self.astray.own(look, who, arm));
        let template = self.astray.land(look.board(), aimed, face, squares, own);
        table.note(|look| {
            let (text, at) = match template {
                Template::Disc { centre: Centre::Square(at) | Centre::Corner(at), .. } => {
                    (format!("It goes astray to {at}."), at)
                }
                _ => ("It swerves.".to_owned(), look.footprint(who).at),
            };
            // It may come back to where it was aimed at.
            let is_elsewhere = template != aimed.template;
            Fact::new(rule, text).who(who).at([at]).astray(is_elsewhere.then_some(crate::battle::Astray::Elsewhere))
        });
        Ok(template)
    }

    /// What an area does where it has come down: defences, one damage roll, all harm together.
    pub(super) fn strike(
        &self,
        table: &mut Table<'_>,
        case: &Case<'_>,
        dc: &Sum,
        arm: &Arc<Arm>,
        template: &Template,
        reached: Option<&Reached>,
    ) -> Step {
        let look = table.look();
        let inside = self.inside(look, template);
        let thrower = look.footprint(case.who);
        let who = inside.iter().map(|id| (*id, self.evades(look, template, thrower, *id)));
        let struck: Vec<_> = who.map(|each| self.struck(look, case, dc, each)).collect();
        let squares = template.squares(look.board());
        let (rule, covered) = (self.rules.inside, squares.clone());
        table.note(|look| {
            let text = format!("{} strikes {}.", arm.name, or_nobody(look, &inside));
            Fact::new(rule, text).who(case.who).area(squares)
        });
        let harmless = arm.damage.is_none();
        let mut answers = Vec::with_capacity(struck.len());
        for each in &struck {
            let open = self.defences(table.look(), each, harmless);
            let answered = ask_and_roll(table, &each.case, &open, (&self.die, &each.dc), self.rules.defence)?;
            answers.push(answered.filter(|answered| answered.success).map(|answered| answered.verb));
        }
        let stands = |(each, answer): (&Struck<'_>, &Option<Verb>)| answer.is_none() || self.lessens(each, *answer);
        let any = struck.iter().zip(&answers).any(stands);
        let dice = self.damage(table.look(), case).filter(|_| any);
        let damage = roll_damage(table, case, dice, self.rules.damage)?;
        let shows_one = reached.map(Reached::shows_one);
        let (rules, by) = (table.rules(), Some(case.who).filter(|by| !by.is_thing()));
        let mut blown = Vec::with_capacity(struck.len());
        let mut hits = Vec::new();
        for (each, answer) in struck.iter().zip(&answers) {
            let less = if answer.is_some() { self.lessened_by.by } else { 0 };
            let own = damage.map(|damage| damage.saturating_sub(less).max(0)).filter(|_| stands((each, answer)));
            if let Some(damage) = own {
                hits.push(each.exposed.blow(&rules, &each.case, arm, damage, self.rules.damage).by(by));
            }
            let stopped_by = answer.filter(|_| !stands((each, answer)));
            let dc = each.dc.total();
            blown.push(Blown { shows_one, dc, stopped_by, damage: own, ..Blown::of(&each.case, true) });
        }
        for hit in &hits {
            table.inflict(hit)?;
        }
        if blown.is_empty() {
            blown.push(Blown { shows_one, ..Blown::of(case, false) });
        }
        table.tell(Event::AreaStruck { arm, squares: &covered, by })?;
        blown.iter().try_for_each(|blown| table.tell(Event::Blow { blow: blown }))
    }
}

/// Whoever an area could strike: everybody in the order of initiative, then those who have no place in it, then things.
pub(super) fn in_order(look: Look<'_>) -> Vec<Id> {
    let mut order: Vec<Id> = look.rules().initiative.track(look).iter().map(|entry| entry.who).collect();
    let others: Vec<Id> = look.everybody().filter(|id| !order.contains(id)).collect();
    order.extend(others);
    order.extend(look.things());
    order.retain(|id| look.is_there(*id));
    order
}
