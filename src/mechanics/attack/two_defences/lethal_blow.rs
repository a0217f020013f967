//! Blows at those who cannot help it: no roll, the most damage that the weapon can do, and a wound where the attacker
//! wants it; on the spot deadly, if they want that too.

use super::TwoDefences;
use crate::mechanics::attack::course::{Aims, Attack, Meant, Plain, enemies};
use crate::mechanics::attack::swing::{Lands, Swing, deadly, wounds};
use crate::mechanics::prelude::*;

/// The numbers of these blows.
#[derive(Clone, Debug, Deserialize)]
pub struct LethalBlow {
    /// How much longer than one deed it takes: so many times its price.
    pub takes: i32,
    /// Conditions of those who can be struck so.
    pub open: Vec<ConditionName>,
    /// Places on the body that can be chosen.
    #[serde(deserialize_with = "refers::own")]
    pub places: Vec<Key>,
    /// Wounds that can be chosen, by tables that let any be chosen.
    pub entries: Vec<Key>,
    /// What can be chosen.
    pub choice: Chosen,
    /// Blows that are meant to kill.
    pub fatal: Fatal,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

/// What the attacker chooses of the wound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chosen {
    /// Where it is; how bad follows from the damage.
    LocationOnly,
    /// Any that there is.
    AnyChartEntry,
}

/// What somebody must pass who is struck to be killed.
#[derive(Clone, Debug, Deserialize)]
pub struct Fatal {
    /// The manner of such blows.
    #[serde(deserialize_with = "refers::own")]
    pub manner: Key,
    /// The dice of the check.
    pub die: Expr,
    /// The figure that is added to them.
    pub skill: FigureName,
    /// What it must reach.
    pub needed: i32,
    /// What those are in who do not.
    pub else_is: ConditionName,
    /// The rule of it.
    pub rule: RuleId,
}

impl LethalBlow {
    /// What can be aimed at.
    fn parts(&self) -> impl Iterator<Item = Key> {
        let entries = if self.choice == Chosen::AnyChartEntry { &self.entries[..] } else { &[] };
        self.places.iter().chain(entries).copied()
    }

    /// The part that an order names, if it names one.
    fn part(&self, order: &Order) -> Result<Option<Key>, Refusal> {
        let Some(named) = order.at.first().and_then(|aim| aim.part) else { return Ok(None) };
        let found = self.parts().find(|part| *part == named);
        found.map(Some).ok_or_else(|| {
            let parts: Vec<&str> = self.parts().map(|part| part.as_str()).collect();
            Refusal::new(self.rule, format!("`{named}` cannot be chosen; there is {}", parts.join(", ")))
        })
    }

    fn is_open(&self, look: Look<'_>, target: Id) -> bool {
        self.open.iter().any(|condition| look.is(target, condition))
    }
}

/// A lethal blow.
#[derive(Debug)]
pub(super) struct LethalStroke(pub Arc<TwoDefences>);

impl Aims for LethalStroke {
    fn plain(&self) -> Plain {
        Plain { rule: self.lethal().rule, ..self.0.plain() }
    }

    fn is_open(&self, look: Look<'_>, target: Id, order: &Order) -> Allowed {
        let lethal = self.lethal();
        if !lethal.is_open(look, target) {
            let open: Vec<&str> = lethal.open.iter().map(|condition| condition.as_str()).collect();
            return Err(look.refusal(lethal.rule, || format!("{} is not {}", look.name(target), open.join(" or "))));
        }
        lethal.part(order).map(drop)
    }
}

impl LethalStroke {
    pub(super) const VERB: &str = "lethal blow";

    fn lethal(&self) -> &LethalBlow {
        &self.0.lethal
    }

    /// The most damage that a blow can do.
    fn most(swing: &Swing) -> i32 {
        swing.damage.max().saturating_add(swing.bonus.total()).max(0)
    }

    /// The parts that can be chosen, where it makes any difference which of them is struck.
    fn places(&self, look: Look<'_>, case: &Case<'_>, swing: &Swing) -> Vec<Key> {
        let judged = swing.exposed.judge(look.rules(), Self::most(swing));
        let left = |part: &Key| {
            let case = Case { part: Some(*part), ..case.clone() };
            wounds(look, &case, Lands::Crippling.words(), &judged)
        };
        let parts: Vec<Key> = self.lethal().parts().collect();
        let all: Vec<Distribution<Maimed>> = parts.iter().map(left).collect();
        if all.windows(2).all(|two| two.first() == two.last()) { Vec::new() } else { parts }
    }

    /// Where the blow goes: as the order says, else as the attacker's player does where that makes a difference.
    fn place(&self, table: &mut Table<'_>, blow: Meant<'_>) -> Step<Option<Key>> {
        let Meant { who, target, item, order } = blow;
        let lethal = self.lethal();
        if let Ok(Some(part)) = lethal.part(order) {
            return Ok(Some(part));
        }
        let look = table.look();
        let prompt = format!("{}: where does the blow strike {}?", look.name(who), look.name(target));
        let question = Question::new("wound", look.side(who), who, prompt).rule(lethal.rule);
        let case = self.case_of(look, blow);
        let parts = self.places(look, &case, &self.0.plan(look, &case, &item.arm));
        let choice = |part: &Key| Choice::new(Order::new(Verb::of(*part)), part.as_str(), Group::Wound, lethal.rule);
        let question = parts.iter().map(choice).fold(question, Question::choice);
        if question.choices.is_none() {
            return Ok(None);
        }
        let answer = table.ask(question)?;
        Ok(parts.into_iter().find(|part| answer.verb == *part))
    }

    /// What the check of the one who is to be killed adds to the dice, once the blow has brought these states.
    fn endures(&self, look: Look<'_>, target: Id, brought: impl IntoIterator<Item = ConditionName>) -> Sum {
        let skill = self.lethal().fatal.skill;
        let check = Case::of("check", target).word(skill);
        let mut sum = look.sum(&check, look.figure(target, skill));
        for state in brought {
            look.add_state(&Case::figure(skill, target), state, &mut sum);
            look.add_state(&check, state, &mut sum);
        }
        sum
    }

    /// Whoever is struck to be killed must pass a check, or is killed.
    fn finish(&self, table: &mut Table<'_>, target: Id) -> Step {
        let fatal = &self.lethal().fatal;
        if table.look().is_dead(target) {
            return Ok(());
        }
        let bonus = self.endures(table.look(), target, None);
        let needed = Sum::of("needed", fatal.needed);
        if !table.passes(target, fatal.skill.as_str(), &fatal.die, bonus, needed, fatal.rule)? {
            table.bring(target, Condition::new(fatal.else_is), |look| {
                let text =
                    format!("The blow was meant to kill, and does: {} is {}.", look.name(target), fatal.else_is.key());
                Fact::new(fatal.rule, text)
            })?;
        }
        Ok(())
    }
}

impl Deed for LethalStroke {
    nature!(|self| {
        Nature::attack(Self::VERB, &[Reads::With, Reads::At, Reads::Part, Reads::Manner]).told(Phrase::Struck)
    });

    fn count(&self, _look: Look<'_>, _who: Id, _order: &Order) -> i32 {
        self.lethal().takes
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let lethal = self.lethal();
        let open = enemies(look, who).into_iter().filter(|target| lethal.is_open(look, *target));
        for target in open {
            for item in self.weapons(look, who) {
                let (arm, name) = (item.arm.name, look.name(target));
                let meant = |aim: Aim| Order::new(Self::VERB).with(arm).at(aim).manner(lethal.fatal.manner);
                let plain = meant(look.aim(target));
                let case = self.case_of(look, Meant { who, target, item, order: &plain });
                let places = self.places(look, &case, &self.0.plan(look, &case, &item.arm));
                let order = meant(Aim { part: places.first().copied(), ..look.aim(target) });
                let may = self.may(look, Meant { who, target, item, order: &order });
                let label = format!("Lethal blow, {arm}: {name}");
                let mut choice = Choice::new(order, label, Group::Attack, lethal.rule).unless(may);
                choice.parts = places;
                out.push(choice);
            }
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        self.aimed(look, who, order).map(drop)
    }

    /// What is begun at those who are open to it no longer than this round is not finished in time.
    fn lapses(&self, look: Look<'_>, who: Id, order: &Order) -> Option<&'static str> {
        let (lethal, economy) = (self.lethal(), &look.rules().economy);
        let begins = economy.only_begins(look, who, lethal.takes) && economy.unfinished(look, who) != Some(order);
        let target = look.target(order).filter(|_| begins)?;
        let passes = |state: &ConditionName| {
            look.condition(target, state).is_some_and(|condition| condition.until == Until::Rounds(1))
        };
        let mut open = lethal.open.iter().filter(|state| look.is(target, *state));
        open.all(passes).then_some("comes too late: the target is on guard again by then")
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let lethal = self.lethal();
        let aimed = self.aimed(table.look(), who, order).map(|blow| (blow.target, blow.item.clone()));
        let Some((target, item)) = table.or_nothing(who, aimed) else { return Ok(()) };
        let blow = Meant { who, target, item: &item, order };
        let (part, arm) = (self.place(table, blow)?, &item.arm);
        let case = Case { part, ..self.case_of(table.look(), blow) };
        let swing = self.0.plan(table.look(), &case, arm);
        let damage = Self::most(&swing);
        let fatal = order.is(lethal.fatal.manner);
        table.say(lethal.rule, (who, target), |look| {
            let (attacker, name, arm) = (look.name(who), look.name(target), arm.name);
            let place = part.map_or_else(String::new, |part| format!(", {part}"));
            let meant = if fatal { ", meant to kill" } else { "" };
            format!("{attacker} strikes {name} with {arm} at leisure{place}{meant}: {damage} damage.")
        });
        let hit = self.0.hit(table.look(), &case, &swing, Lands::Crippling, damage);
        table.inflict(&hit)?;
        table.struck(&Blown { damage: Some(damage), band: Some(Lands::Crippling.name()), ..Blown::of(&case, true) })?;
        if fatal { self.finish(table, target) } else { Ok(()) }
    }

    fn forecast(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Forecast> {
        let fatal = &self.lethal().fatal;
        let blow = self.aimed(look, who, order).ok()?;
        let (target, case) = (blow.target, self.case_of(look, blow));
        let swing = self.0.plan(look, &case, &blow.item.arm);
        let damage = Self::most(&swing);
        let judged = swing.exposed.judge(look.rules(), damage);
        let is_deadly = look.rules().kills(judged.name);
        let struck = match judged.grade {
            2.. => (judged.grade, judged.name),
            grade => (grade, Lands::Crippling.name()),
        };
        let case = Case { part: self.lethal().part(order).ok().flatten(), ..case };
        let left = wounds(look, &case, Lands::Crippling.words(), &judged);
        let hurt = Some(ConditionName::of(judged.name)).filter(|state| !look.is(target, state));
        let endures = |maimed: &Maimed| self.endures(look, target, hurt.into_iter().chain(maimed.brings));
        let survives = |maimed: &Maimed| {
            if let Some(state) = maimed.fells {
                return Distribution::certain(deadly(state));
            }
            if !order.is(fatal.manner) || is_deadly {
                return Distribution::certain(struck);
            }
            let needed = fatal.needed.saturating_sub(endures(maimed).total());
            let killed = (struck.0.max(2) + 1, fatal.else_is.key());
            Distribution::from_expr(&fatal.die).map(|total| if *total >= needed { struck } else { killed })
        };
        let outcomes = left.then(survives);
        let mut figures = Vec::new();
        if look.wants_words() {
            figures.push((Key::from("damage"), Sum::of("the most", damage)));
            // With what every wound that it may come to takes off it.
            let least = left.outcomes().map(endures).max_by_key(Sum::total);
            figures.extend(least.map(|endures| (fatal.skill.key(), endures)));
        }
        let prospect = Prospect {
            wounds: look.wants_words().then(|| left.map(|left| left.wound)),
            figures,
            ..Prospect::of(target, outcomes, Distribution::certain(judged.harm))
        };
        Some(Forecast::of(vec![self.0.counted(look, (who, target), prospect)]))
    }
}
