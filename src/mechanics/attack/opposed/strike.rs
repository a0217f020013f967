//! A strike: what is added to its rolls, and how it falls (HG-ATK-01, HG-ATK-02, HG-ATK-05 to HG-ATK-12, HG-ATK-15,
//! HG-DMG-01 to HG-DMG-04).

use super::asides::hampered;
use super::means::is_weapon;
use super::throwing::{can_be_thrown, lands};
use super::{Opposed, THROW};
use crate::mechanics::attack::course::{Aims, Attack, Meant, enemies};
use crate::mechanics::contest::{Contended, challenge};
use crate::mechanics::force::Force;
use crate::mechanics::gear::crewed::let_off;
use crate::mechanics::prelude::*;
use crate::mechanics::turn::declared::{AUGMENTS, and_more, with_more};

/// Every number of a blow, gathered before a die is thrown.
pub(in crate::mechanics::attack) struct Blow {
    pub attack: Sum,
    pub challenge: Sum,
    pub damage: Sum,
    pub dice: Expr,
    pub exposed: Exposed,
}

/// A blow, a shot or a throw at somebody.
#[derive(Debug)]
pub(super) struct Strike(pub Arc<Opposed>);

impl Attack for Opposed {
    type Plan = (Blow, Arc<Arm>);
    type Rolled = Contended;

    fn plan(&self, look: Look<'_>, case: &Case<'_>, arm: &Arc<Arm>) -> (Blow, Arc<Arm>) {
        (self.gather(look, case, 0), arm.clone())
    }

    fn roll(&self, table: &mut Table<'_>, case: &Case<'_>, (blow, _): &(Blow, Arc<Arm>)) -> Step<Contended> {
        let arm = case.arm.map_or("what they have", |arm| arm.name.as_str());
        let at = table.look().name(case.against.unwrap_or(case.who));
        let says = match () {
            () if case.is("thrown") => format!("throws the {arm} at {at}"),
            () if case.is("missile") => format!("shoots at {at} with {arm}"),
            () => format!("strikes at {at} with {arm}"),
        };
        self.contest.fight_out(table, case, (&blow.attack, &blow.challenge), (&says, false))
    }

    fn land(
        &self,
        table: &mut Table<'_>,
        case: &Case<'_>,
        (_, arm): &(Blow, Arc<Arm>),
        contended: &mut Contended,
    ) -> Step<Option<i32>> {
        let (who, target) = (case.who, case.against.unwrap_or(case.who));
        // What endures nothing is there to be hit.
        let feels = !target.is_thing() || table.look().has_learned(target, self.disarming.toughness.0);
        let hurts = contended.wins && feels;
        let damage = if hurts { Some(self.do_damage(table, case, arm)?) } else { None };
        if arm.has("engine") {
            let_off(table, who, arm.name);
        } else if arm.rounds.is_some() && !case.is("thrown") {
            let is_it = |own: &Item| own.arm.name == arm.name && own.is_ready() && own.loaded > 0;
            table.edit_first(who, is_it, |own| own.loaded -= 1);
        }
        if case.is("thrown") {
            lands(table, who, target, arm.name);
        }
        Ok(damage)
    }

    fn blown<'a>(&self, case: &'a Case<'a>, contended: &Contended) -> Blown<'a> {
        let stopped_by = contended.stopped_by.map(|(_, verb)| verb);
        Blown { stopped_by, ..Blown::of(case, contended.wins) }
    }

    fn foretell(&self, look: Look<'_>, case: &Case<'_>, _arm: &Arc<Arm>) -> Option<Forecast> {
        Some(self.odds(look, case))
    }
}

impl Opposed {
    /// How hard a shot is by its distance and by everything between; hand to hand it is nothing.
    pub(super) fn challenge(&self, look: Look<'_>, case: &Case<'_>) -> Sum {
        let Some(target) = case.against.filter(|_| case.is("shot")) else { return Sum::new() };
        challenge(look, case, &self.challenge, (look.distance(case.who, target), self.rules.range))
    }

    /// What is added to the roll of a blow.
    pub(super) fn attack(&self, look: Look<'_>, case: &Case<'_>) -> Sum {
        let mut sum = look.figure(case.who, self.skill(look, case));
        if self.is_misused(case) {
            sum.add("not made to be thrown", self.throwing.other.1.saturating_neg(), self.rules.other);
        }
        look.sum(case, sum)
    }

    /// What is added to the damage of a blow with so many actions put into it.
    pub(super) fn damage(&self, look: Look<'_>, case: &Case<'_>, augments: i32) -> Sum {
        let augments = self.augment.0.saturating_mul(augments);
        self.damage.added(look, case, self.is_misused(case), (augments, self.rules.augment))
    }

    /// Gathers every number of a blow.
    pub(super) fn gather(&self, look: Look<'_>, case: &Case<'_>, augments: i32) -> Blow {
        let kind = case.arm.and_then(|arm| arm.harms).unwrap_or(self.harms);
        Blow {
            attack: self.attack(look, case),
            challenge: self.challenge(look, case),
            damage: self.damage(look, case, augments),
            dice: Force::dice(case.arm),
            exposed: look.exposed(kind, &case.turned()),
        }
    }

    /// Whether somebody carries a rider so much better protected that the blow had better be at the mount.
    fn is_softer(&self, look: Look<'_>, target: Id) -> bool {
        self.softer.is_some_and(|(figure, from)| {
            let own = look.value(target, figure);
            look.riders(target).iter().any(|rider| look.value(*rider, figure).saturating_sub(own) >= from)
        })
    }

    /// Rolls the damage and lets it come against the target's endurance.
    fn do_damage(&self, table: &mut Table<'_>, case: &Case<'_>, arm: &Arc<Arm>) -> Step<i32> {
        // Whoever has been moved by their defence, or wounded meanwhile, counts as they are now.
        let blow = self.gather(table.look(), case, augments(case));
        let throw = table.throw(&blow.dice)?;
        let damage = throw.total.saturating_add(blow.damage.total());
        let is_machine = self.damage.is_machine(arm) && !case.is("thrown");
        table.note(|look| {
            let text = format!("{} does {damage} damage.", look.name(case.who));
            let rule = if is_machine { self.rules.machine } else { self.rules.damage };
            Fact::new(rule, text).who(case.who).roll(Roll::damage(&blow.dice, &throw, &blow.damage))
        });
        table.inflict(&blow.exposed.blow(&table.rules(), case, arm, damage, self.rules.damage))?;
        Ok(damage)
    }
}

/// What it is worth that somebody has to do something about a blow, for each point that it takes off what they still do: so little
/// that it decides nothing but whether a blow that was paid for is struck.
const FORCES: f64 = 0.002;

impl Opposed {
    /// What it is worth that an enemy who is still to act lets a blow land or defends, and is the worse off in what they still do.
    fn forces(&self, look: Look<'_>, blow: Meant<'_>) -> f64 {
        let Meant { who, target, .. } = blow;
        let is_to_act = look.are_enemies(who, target)
            && look.is_in_play(target)
            && !look.rules().initiative.has_acted(look, target);
        let takes_off = if is_to_act { hampered(look, target) } else { 0 };
        if takes_off <= 0 {
            return 0.0;
        }
        let case = self.case_of(look, blow);
        let (attack, challenge) = (self.attack(look, &case).total(), self.challenge(look, &case).total());
        let lands = self.contest.chance(attack, challenge, None).chance(|lands| *lands).to_f64();
        FORCES * f64::from(takes_off) * lands
    }
}

/// How many actions more go into the damage of a blow.
pub(super) fn augments(case: &Case<'_>) -> i32 {
    case.order.and_then(|order| order.n).unwrap_or(0)
}

/// What it costs to throw away the only thing that one has to strike with: more than a throw can bring.
const ITS_ONLY_WEAPON: f64 = 3.0;

/// What it is worth to strike at those who lie there where nobody gives quarter, in felled enemies.
const FINISHING: f64 = 0.05;

impl Deed for Strike {
    nature!(|self| Nature::attack(ATTACK, &[Reads::With, Reads::At, Reads::Part, Reads::N, Reads::Manner]));

    /// What goes into the damage takes actions, too.
    fn count(&self, _look: Look<'_>, _who: Id, order: &Order) -> i32 {
        and_more(order)
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let attack = &self.0;
        let mut targets = enemies(look, who);
        let own = look.footprint(who);
        targets.extend(look.things().filter(|id| own.gap(look.footprint_towards(*id, own)) <= 1));
        let mut offer = |item: &Item, target: Id, order: Order, rule: RuleId| {
            let blow = Meant { who, target, item, order: &order };
            let may = attack.may(look, blow);
            if may.is_err() && !look.wants_words() {
                return;
            }
            let (arm, name) = (item.arm.name, look.name(target));
            let label = match attack.throws(look, blow) {
                true if attack.gives_up(look, blow) => format!("Throw {arm} away: {name}"),
                true => format!("Throw {arm}: {name}"),
                false => format!("{arm}: {name}"),
            };
            let choice = Choice::new(order, label, Group::Attack, rule).unless(may);
            out.push(choice.counting((0, attack.augment.1), AUGMENTS));
        };
        let order = |item: &Item, target: Id| Order::new(ATTACK).with(item.arm.name).at(look.aim(target));
        for item in attack.weapons(look, who) {
            for target in &targets {
                let order = order(item, *target);
                let throws = attack.throws(look, Meant { who, target: *target, item, order: &order });
                offer(item, *target, order.clone(), attack.rules.strike);
                if look.wants_words() && !throws && can_be_thrown(item) {
                    offer(item, *target, order.manner(THROW), attack.rules.other);
                }
            }
        }
        // Whatever else is in hand can be thrown, too, if somebody should want that.
        let others = look.gear(who).iter().filter(|item| look.wants_words() && can_be_thrown(item) && !is_weapon(item));
        for item in others {
            targets.iter().for_each(|target| {
                offer(item, *target, order(item, *target).manner(THROW), attack.rules.other);
            });
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        if let Some(part) = order.at.first().and_then(|aim| aim.part) {
            let why = format!("a blow is at somebody, not at its {part}; `disarm` strikes at what they hold");
            return Err(Refusal::nonsense(why));
        }
        self.0.aimed(look, who, order).map(drop)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        self.0.strike(table, who, order)
    }

    fn gives_up(&self, look: Look<'_>, who: Id, order: &Order) -> bool {
        self.0.aimed(look, who, order).is_ok_and(|blow| self.0.gives_up(look, blow))
    }

    /// Nobody likes to throw away their only weapon, or to break an engine that they could use.
    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let blow = self.0.aimed(look, who, order).ok()?;
        let target = blow.target;
        if look.thing(target).is_some_and(|thing| thing.def.engine.is_some()) {
            return Some(Worth::of(-0.5));
        }
        let parts = self.0.parts_with_it(look, blow);
        let softer = f64::from(i32::from(self.0.is_softer(look, target))) * 0.15;
        let finishes = !look.is_in_play(target) && look.ground().tags.contains(&self.0.no_quarter);
        let finishing = if finishes { FINISHING } else { 0.0 };
        let parting = if parts { ITS_ONLY_WEAPON } else { 0.0 };
        Some(Worth::of(softer + finishing + self.0.forces(look, blow) - parting))
    }

    /// With one more action in it, or two, as far as there are so many.
    fn weighed(&self, _look: Look<'_>, _who: Id, choice: &Choice) -> Vec<Order> {
        with_more(choice)
    }

    fn forecast(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Forecast> {
        self.0.forecast(look, who, order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial;

    /// Promise: a blow that an enemy can only meet at the cost of what they still do is worth striking, however seldom it comes off;
    /// of all others the odds say what they are worth.
    #[test]
    fn a_blow_that_must_be_met_is_worth_striking() {
        let (mut forced, mut others) = (0, 0);
        trial::watch("hursagmu/tavern_yard", 1, 200, |look| {
            let question = look.question().filter(|question| question.choices.is_none());
            let Some(who) = question.and_then(|question| question.who) else { return };
            let (look, deed) = (look.without_words(), look.deed(ATTACK).unwrap());
            let mut choices = Vec::new();
            deed.choices(look, who, &mut choices);
            for choice in choices.iter().filter(|choice| choice.is_legal()) {
                let target = look.target(&choice.order).filter(|target| look.are_enemies(who, *target));
                let (Some(target), Some(worth)) = (target, deed.worth(look, who, &choice.order)) else { continue };
                let is_to_act = look.is_in_play(target) && !look.rules().initiative.has_acted(look, target);
                if is_to_act && hampered(look, target) > 0 {
                    forced += usize::from(worth > Worth(0));
                } else {
                    others += 1;
                    assert!(worth <= Worth(0), "{}: {}", look.name(who), choice.order);
                }
            }
        });
        assert!(forced > 0 && others > 0, "{forced}, {others}");
    }
}
