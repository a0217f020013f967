//! Plain blows: one arm and one target at a time, with no parts of the body and
//! no manners. What attacks that know no more than that have in common, and the deed of all of them.

use std::fmt::Debug;

use crate::board::bodies_see;
use crate::mechanics::prelude::*;

/// The word of blows between bodies that touch.
pub(super) const ADJACENT: &str = "adjacent";

/// More damage than any blow does.
const ANY: i32 = 10_000;

/// What a plain blow is struck with, and which rule refuses it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plain {
    /// The rule of attacks.
    pub rule: RuleId,
    /// What blows harm that do not say so.
    pub harms: HarmName,
    /// Kinds that whoever strikes so must be allowed, beside the words of the blow.
    pub kinds: &'static [&'static str],
    /// Whether something that somebody has is a weapon.
    pub is_weapon: fn(&Item) -> bool,
    /// What its orders say.
    pub reads: &'static [Reads],
}

/// A plain attack: what happens when a blow of it falls, and what would come of it.
pub(super) trait Strikes: Debug + Send + Sync + 'static {
    /// What it is struck with, and which rule refuses it.
    fn plain(&self) -> Plain;

    /// Strikes one blow and tells the mechanics that hear of blows what has come of it.
    fn strike(&self, table: &mut Table<'_>, case: &Case<'_>, arm: &Arc<Arm>) -> Step;

    /// What would come of it, exactly.
    fn foretell(&self, look: Look<'_>, case: &Case<'_>, arm: &Arm) -> Option<Prospect>;
}

/// A blow or shot at somebody.
#[derive(Debug)]
pub(super) struct Strike<A>(pub Arc<A>);

impl<A: Strikes> Deed for Strike<A> {
    fn nature(&self) -> Nature {
        Nature::of("attack", Group::Attack, Stage::Attacks).reading(self.0.plain().reads)
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        self.0.plain().choices(look, who, "attack", out);
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        self.0.plain().aimed(look, who, order).map(drop)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let aimed = self.0.plain().aimed(table.look(), who, order).map(|(target, arm)| (target, arm.clone()));
        let Some((target, arm)) = table.or_nothing(who, aimed) else { return Ok(()) };
        let case = case_of(table.look(), who, target, &arm, order);
        self.0.strike(table, &case, &arm)
    }

    fn forecast(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Forecast> {
        let (target, arm) = self.0.plain().aimed(look, who, order).ok()?;
        let case = case_of(look, who, target, arm, order);
        Some(Forecast::of(vec![self.0.foretell(look, &case, arm)?]))
    }
}

/// The case of a blow, narrowed by everything that knows about it.
pub(super) fn case_of<'a>(look: Look<'_>, who: Id, target: Id, arm: &'a Arm, order: &'a Order) -> Case<'a> {
    let mut case = Case::of("attack", who).against(target).with(arm);
    case.order = Some(order);
    case.push_word(if arm.is_ranged() { "ranged" } else { "melee" });
    if look.footprint(who).gap(look.footprint(target)) <= 1 {
        case.push_word(ADJACENT);
    }
    case.push_arm(arm);
    look.narrow(&mut case);
    case
}

/// Every enemy that could be thought of, the nearest first.
pub(super) fn enemies(look: Look<'_>, who: Id) -> Vec<Id> {
    let own = look.footprint(who);
    let is_there = |id: &Id| look.are_enemies(who, *id) && look.is_there(*id);
    let mut enemies: Vec<_> = look.everybody().filter(is_there).map(|id| (own.gap(look.footprint(id)), id)).collect();
    enemies.sort_unstable();
    enemies.into_iter().map(|(_, id)| id).collect()
}

/// Whether nothing solid stands between two that fight hand to hand; else `rule` says why no blow can be struck.
pub(super) fn in_the_open(look: Look<'_>, who: Id, target: Id, rule: RuleId) -> Allowed {
    if look.can_strike(who, target) {
        return Ok(());
    }
    Err(look.refusal(rule, || format!("something solid stands between {} and {}", look.name(who), look.name(target))))
}

/// Whether somebody sees whom they shoot at; else `rule` says why no shot can be taken.
pub(super) fn in_view(look: Look<'_>, who: Id, target: Id, rule: RuleId) -> Allowed {
    let own = look.footprint(who);
    if look.sees(who, target) || bodies_see(look.board(), own, look.footprint_towards(target, own)) {
        return Ok(());
    }
    Err(look.refusal(rule, || format!("{} does not see {}", look.name(who), look.name(target))))
}

/// Whom an order is about, if that is somebody who can be struck; else `rule` says why not.
pub(super) fn meant(look: Look<'_>, who: Id, aim: Option<&Aim>, rule: RuleId) -> Result<Id, Refusal> {
    let name = aim.and_then(|aim| aim.who);
    let target = look.named_or_refuse(name.ok_or_else(|| Refusal::nonsense("at whom? say `at NAME`"))?)?;
    if target == who {
        return Err(Refusal::nonsense(format!("{} cannot strike themselves", look.name(who))));
    }
    if !look.is_there(target) {
        return Err(look.refusal_of(target, rule, "is dead or gone"));
    }
    Ok(target)
}

/// The first of these weapons that may be used; where none may, the first says why not.
pub(super) fn first_allowed<'a>(
    look: Look<'_>,
    who: Id,
    weapons: impl Iterator<Item = &'a Item>,
    may: impl Fn(&Item) -> Allowed,
) -> Result<&'a Item, Refusal> {
    let mut refusal = None;
    for item in weapons {
        match may(item) {
            Ok(()) => return Ok(item),
            Err(why) => refusal = refusal.or(Some(why)),
        }
    }
    Err(refusal.unwrap_or_else(|| Refusal::nonsense(format!("{} has nothing at hand for that", look.name(who)))))
}

impl Plain {
    /// With what an order strikes at whom, if it may.
    pub fn aimed<'a>(&self, look: Look<'a>, who: Id, order: &Order) -> Result<(Id, &'a Arc<Arm>), Refusal> {
        let target = meant(look, who, order.at.first(), self.rule)?;
        if order.with.is_some() {
            let arm = &look.arm_for(who, order, self.is_weapon)?.arm;
            self.may(look, who, target, arm, order)?;
            return Ok((target, arm));
        }
        let weapons = look.gear(who).iter().filter(|item| (self.is_weapon)(item));
        let item = first_allowed(look, who, weapons, |item| self.may(look, who, target, &item.arm, order))?;
        Ok((target, &item.arm))
    }

    /// Whether this blow may be struck.
    pub fn may(&self, look: Look<'_>, who: Id, target: Id, arm: &Arm, order: &Order) -> Allowed {
        let case = case_of(look, who, target, arm, order);
        if self.is_past_harm(look, &case) {
            return Err(look.refusal(self.rule, || format!("nothing more can be done to {}", look.name(target))));
        }
        let kinds = ["attack"].iter().chain(self.kinds).map(|kind| Key::from(*kind));
        let kinds: SmallVec<[Key; 12]> = case.words.iter().copied().chain(kinds).collect();
        look.allows(who, &kinds)?;
        look.admits(&case)
    }

    /// Whether somebody is out of the fight already, and no blow could do any more to them.
    fn is_past_harm(&self, look: Look<'_>, case: &Case<'_>) -> bool {
        let (Some(target), Some(arm)) = (case.against, case.arm) else { return false };
        !look.is_in_play(target)
            && look
                .exposed(arm.harms.unwrap_or(self.harms), &case.turned())
                .of_a_kind(look.rules())
                .is_some_and(|exposed| exposed.judge(look.rules(), ANY).grade == 0)
    }

    /// Every blow with every weapon at every enemy to whom it could do anything, by orders of this verb.
    pub fn choices(&self, look: Look<'_>, who: Id, verb: &'static str, out: &mut Vec<Choice>) {
        let enemies = enemies(look, who);
        let mut known: SmallVec<[Key; 8]> = SmallVec::new();
        for item in look.gear(who).iter().filter(|item| (self.is_weapon)(item)) {
            // Of several that are alike, orders name any.
            if known.contains(&item.arm.name) {
                continue;
            }
            known.push(item.arm.name);
            for target in &enemies {
                let (arm, name) = (item.arm.name, look.name(*target));
                let order = Order::new(verb).with(arm).at(look.aim(*target));
                let is_down = !look.is_in_play(*target);
                if is_down && self.is_past_harm(look, &case_of(look, who, *target, &item.arm, &order)) {
                    continue;
                }
                let may = self.may(look, who, *target, &item.arm, &order);
                out.push(Choice::new(order, format!("{arm}: {name}"), Group::Attack, self.rule).unless(may));
            }
        }
    }
}
