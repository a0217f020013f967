//! Those who may let fly at somebody while it comes (OS-ATK-20).

use bevy::ecs::prelude::Component;

use super::ChargeHome;
use super::way::Plan;
use crate::battle::{Aim, ArmKind, Choice, Fact, Id, Look, Order, Question, Step, Table, Worth};
use crate::board::Square;

/// A charge under way, and who shoots at it where.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Coming {
    is_under_way: bool,
    shots: Vec<(Id, Square, Order)>,
}

impl Coming {
    pub(super) fn is_shot_at(&self, at: Square) -> bool {
        self.shots.iter().any(|(_, square, _)| *square == at)
    }

    pub(super) fn is_under_way(&self) -> bool {
        self.is_under_way
    }
}

/// The answers to a charge from afar.
const SHOOT: &str = "shoot";
const HOLD: &str = "hold";

impl ChargeHome {
    /// With what somebody might shoot at whoever charges, and from which of its squares on: the nearest first.
    fn shot(&self, look: Look<'_>, shooter: Id, who: Id, plan: &Plan) -> Option<(Order, Vec<Square>)> {
        let fresh = look.rules().economy.is_fresh(look, shooter);
        if !fresh || !look.can_engage(shooter) || look.allows(shooter, &["attack"]).is_err() {
            return None;
        }
        if look.melee_of(shooter).next().is_some() {
            return None;
        }
        let (deed, _) = self.blow;
        let own = look.footprint(shooter);
        let body = look.footprint(who);
        let rules = look.rules();
        let within = rules.measure.melee.unwrap_or(0);
        let is_bow = |item: &&crate::battle::Item| {
            item.is_ready() && item.arm.kind == ArmKind::Ranged && item.arm.damage.is_some()
        };
        let deed = look.deed(deed.as_str()).ok()?;
        for item in look.gear(shooter).iter().filter(is_bow) {
            let order = Order::new(deed.verb().as_str()).with(item.arm.name.as_str()).at(Aim::who(look.name(who)));
            let far = |at: &Square| {
                let distance = look.length(rules.measure.metric.between(own, body.moved_to(*at)));
                rules.mechanics.iter().any(|mechanic| mechanic.is_beyond(&item.arm, distance))
            };
            // Whatever else there is about this shot holds where the charge begins as well as on its way.
            if deed.check(look, shooter, &order).is_err() && !far(&body.at) {
                continue;
            }
            let open = |at: &Square| own.gap(body.moved_to(*at)) > within && !far(at);
            let squares: Vec<Square> = plan.squares.iter().rev().copied().filter(open).collect();
            if !squares.is_empty() {
                return Some((order, squares));
            }
        }
        None
    }

    /// Asks everybody who could shoot at whoever comes where it wants to do so.
    pub(super) fn offer_shots(&self, table: &mut Table<'_>, who: Id, plan: &Plan) -> Step {
        let look = table.look();
        let rule = self.rules.when;
        let shots: Vec<(Id, Order, Vec<Square>)> = look
            .foes(who)
            .filter_map(|foe| self.shot(look, foe, who, plan).map(|(order, squares)| (foe, order, squares)))
            .collect();
        let mut chosen = Vec::new();
        for (shooter, order, squares) in shots {
            let look = table.look();
            let with = order.with.clone().unwrap_or_default();
            let prompt = format!("{} charges: does {} shoot, and where?", look.name(who), look.name(shooter));
            let mut shoot = Choice::new(Order::new(SHOOT), format!("Shoot with {with}"), "attack", rule);
            shoot.squares = squares.iter().map(|at| (*at, 0)).collect();
            shoot.worth = Some(Worth(1));
            let question = Question::new("charge", look.side(shooter), shooter, prompt)
                .by(who)
                .rule(rule)
                .choice(shoot)
                .choice(Choice::new(Order::new(HOLD), "Hold it", "turn", rule));
            let answer = table.ask(question)?;
            if let Some(at) = answer.to.filter(|_| answer.verb == SHOOT) {
                chosen.push((shooter, at, order));
            }
        }
        *table.edit::<Coming>(who) = Coming { is_under_way: true, shots: chosen };
        Ok(())
    }

    /// Lets those shoot who wanted to where the charge has come to now.
    pub(super) fn shoot_at(&self, table: &mut Table<'_>, who: Id) -> Step {
        let look = table.look();
        let at = look.footprint(who).at;
        let Some(coming) = look.get::<Coming>(who).filter(|coming| coming.is_shot_at(at)) else { return Ok(()) };
        let due: Vec<(Id, Order)> = coming
            .shots
            .iter()
            .filter(|(_, square, _)| *square == at)
            .map(|(id, _, order)| (*id, order.clone()))
            .collect();
        let rule = self.rules.when;
        for (shooter, order) in due {
            let look = table.look();
            if !look.stands(who) || !look.rules().economy.is_fresh(look, shooter) {
                continue;
            }
            table.note(|look| {
                let text = format!("{} lets fly at {}.", look.name(shooter), look.name(who));
                Fact::new(rule, text).who(shooter).whom(who)
            });
            self.spend(table, shooter, &order)?;
            table.within("charge", |table| table.perform(shooter, &order))?;
        }
        Ok(())
    }

    /// Takes the action of this round that a deed outside its turn is.
    pub(super) fn spend(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let rules = table.rules();
        let Ok(deed) = table.look().deed(&order.verb).cloned() else { return Ok(()) };
        rules.economy.pay(table, who, &*deed, order).map(drop)
    }
}
