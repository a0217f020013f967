//! Those who may let fly at somebody while they come (OS-ATK-20).

use super::way::Plan;
use super::{ChargeHome, is_hand_weapon};
use crate::mechanics::prelude::*;

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
    /// What somebody might let fly at whoever charges, each with the squares of the charge for it, the nearest first.
    fn shots(&self, look: Look<'_>, shooter: Id, who: Id, plan: &Plan) -> Vec<(Order, Vec<Square>)> {
        // Whoever waits with a spear has given their action for that.
        let fresh = look.rules().economy.is_fresh(look, shooter) && !look.is(shooter, self.is_set);
        if !fresh || !look.can_engage(shooter) || look.melee_of(shooter).next().is_some() {
            return Vec::new();
        }
        let mut shots: Vec<(Order, Vec<Square>)> = Vec::new();
        for item in look.gear(shooter) {
            let Some(deed) = self.answer_with(item) else { continue };
            let order = Order::new(deed).with(item.arm.name).at(look.aim(who));
            if shots.iter().any(|(other, _)| *other == order) {
                continue;
            }
            let squares = self.open_squares(look, (shooter, item, &order), who, plan);
            if !squares.is_empty() {
                shots.push((order, squares));
            }
        }
        shots
    }

    /// The deed that something is sent with at whoever comes, if it flies.
    fn answer_with(&self, item: &Item) -> Option<Verb> {
        let (shoot, cast) = self.answers;
        match item.arm.kind {
            ArmKind::Spell => Some(cast),
            ArmKind::Ranged | ArmKind::Melee if item.is_ready() && item.arm.damage.is_some() => Some(shoot),
            _ => None,
        }
    }

    /// The squares of a charge at which it can be met with something, from the last to the first.
    fn open_squares(
        &self,
        look: Look<'_>,
        (shooter, item, order): (Id, &Item, &Order),
        who: Id,
        plan: &Plan,
    ) -> Vec<Square> {
        let rules = look.rules();
        let (own, body) = (look.footprint(shooter), look.footprint(who));
        let within = rules.measure.melee.unwrap_or(0);
        let far = |at: &Square| {
            let distance = look.length(rules.measure.metric.between(own, body.moved_to(*at)));
            match item.arm.kind {
                ArmKind::Spell => item.arm.range.is_some_and(|range| distance > range),
                _ => rules.registry.shows.iter().any(|mechanic| mechanic.is_beyond(&item.arm, distance)),
            }
        };
        // Whatever else there is about this shot holds where the charge begins as well as on its way: what does not
        // reach so far yet must be ready at least.
        let may = match look.deed(order.verb) {
            Ok(deed) if far(&body.at) => Self::may_later(look, (shooter, item, order), who, &**deed),
            Ok(deed) => deed.check(look, shooter, order).is_ok(),
            Err(_) => false,
        };
        if !may {
            return Vec::new();
        }
        let open = |at: &Square| own.gap(body.moved_to(*at)) > within && !far(at);
        plan.squares.iter().rev().copied().filter(open).collect()
    }

    /// Whether somebody could do this with that if only the target were nearer.
    fn may_later(look: Look<'_>, (shooter, item, order): (Id, &Item, &Order), who: Id, deed: &dyn Deed) -> bool {
        if look.allows(shooter, &[deed.verb()]).is_err() {
            return false;
        }
        if item.arm.kind == ArmKind::Spell {
            let mut choices = Vec::new();
            deed.choices(look, shooter, &mut choices);
            return choices.iter().any(|choice| choice.order == *order);
        }
        let case = Case::of("attack", shooter).against(who).with(&item.arm);
        look.admits(&case).is_ok()
    }

    /// Asks everybody who could shoot, throw or cast at whoever comes where they want to do so.
    pub(super) fn offer_shots(&self, table: &mut Table<'_>, who: Id, plan: &Plan) -> Step {
        let look = table.look();
        let rule = self.rules.when;
        let all: Vec<(Id, Vec<(Order, Vec<Square>)>)> =
            look.foes(who).map(|foe| (foe, self.shots(look, foe, who, plan))).collect();
        let mut chosen = Vec::new();
        for (shooter, shots) in all.into_iter().filter(|(_, shots)| !shots.is_empty()) {
            let look = table.look();
            let prompt = format!("{} charges: does {} answer it, and where?", look.name(who), look.name(shooter));
            let mut question = Question::new("charge", look.side(shooter), shooter, prompt).by(who).rule(rule);
            for (order, squares) in &shots {
                let label = order.with.map_or("", Key::as_str);
                let shoots = Order { with: order.with, ..Order::new(SHOOT) };
                let mut shoot = Choice::new(shoots, label, Group::Attack, rule);
                shoot.squares = squares.iter().map(|at| (*at, 0)).collect();
                shoot.is_along = true;
                shoot.worth = Some(self.worth_of(look, shooter, order.with));
                question = question.choice(shoot);
            }
            let hold = Choice::new(Order::new(HOLD), "Hold it", Group::Turn, rule).letting_be();
            let answer = table.ask(question.choice(hold))?;
            let with = |order: &Order| answer.with.is_none() || order.with == answer.with;
            let shot = shots.into_iter().find(|(order, _)| answer.verb == SHOOT && with(order));
            if let (Some(at), Some((order, _))) = (answer.to, shot) {
                chosen.push((shooter, at, order));
            }
        }
        *table.edit::<Coming>(who) = Coming { is_under_way: true, shots: chosen };
        Ok(())
    }

    /// What is made to be shot goes first, then spells; nobody throws away the last that they have to strike with.
    fn worth_of(&self, look: Look<'_>, shooter: Id, with: Option<Key>) -> Worth {
        let gear = look.gear(shooter);
        match with.and_then(|with| look.item(shooter, with)).map(|item| item.arm.kind) {
            Some(ArmKind::Ranged) => Worth(3),
            Some(ArmKind::Spell) => Worth(2),
            _ if gear.iter().filter(|item| is_hand_weapon(item) && item.held != Held::Body).count() > 1 => Worth(1),
            _ => Worth(-1),
        }
    }

    /// Lets those shoot who wanted to where the charge has come to now.
    pub(super) fn shoot_at(&self, table: &mut Table<'_>, who: Id) -> Step {
        let look = table.look();
        let at = look.footprint(who).at;
        let Some(coming) = look.get::<Coming>(who).filter(|coming| coming.is_shot_at(at)) else { return Ok(()) };
        let due = coming.shots.iter().filter(|(_, square, _)| *square == at);
        let due: Vec<(Id, Order)> = due.map(|(id, _, order)| (*id, order.clone())).collect();
        for (shooter, order) in due {
            let look = table.look();
            if !look.stands(who) || !look.rules().economy.is_fresh(look, shooter) {
                continue;
            }
            table.say(self.rules.when, (shooter, who), |look| {
                format!("{} lets fly at {}.", look.name(shooter), look.name(who))
            });
            self.spend(table, shooter, &order)?;
            // It is met on this square, whoever else acts at the same moment.
            table.at_once(false, |table| table.within("charge", |table| table.perform(shooter, &order).map(drop)))?;
        }
        Ok(())
    }

    /// A deed outside one's own turn takes the action of this round.
    pub(super) fn spend(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let rules = table.rules();
        let Ok(deed) = table.look().deed(order.verb).cloned() else { return Ok(()) };
        rules.economy.pay(table, who, &*deed, order).map(drop)
    }
}
