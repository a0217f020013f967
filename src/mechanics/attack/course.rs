//! The course of the blows of an attack, which games have alike: from an order to who strikes whom with what (`Aims`),
//! and from there to their numbers, their dice, what they do and word of it (`Attack`). Of several blows each step is
//! taken for all before the next; most attacks are of one. The folders beside this file say what their game has of its
//! own at each step. Only `sure_blow` conducts its blows itself: whom they strike is known no sooner than those who are
//! struck have answered, and the numbers of each wait for what the one before it has done.

use std::fmt::Debug;

use crate::board::bodies_see;
use crate::mechanics::prelude::*;

/// The word of blows between bodies that touch.
pub(super) const ADJACENT: &str = "adjacent";

/// More damage than any blow does.
const ANY: i32 = 10_000;

/// A blow as it is meant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meant<'a> {
    /// Who strikes.
    pub who: Id,
    /// Who is struck.
    pub target: Id,
    /// With what.
    pub item: &'a Item,
    /// The order.
    pub order: &'a Order,
}

/// What blows are struck with, and which rule refuses them.
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
}

/// From an order to the blow that it means.
pub(super) trait Aims {
    /// What its blows are struck with, and which rule refuses them.
    fn plain(&self) -> Plain;

    /// Everything that somebody could strike with.
    fn weapons<'a>(&self, look: Look<'a>, who: Id) -> impl Iterator<Item = &'a Item> {
        let Plain { is_weapon, .. } = self.plain();
        look.gear(who).iter().filter(move |item| is_weapon(item))
    }

    /// The one of these that an order names.
    fn named<'a>(&self, look: Look<'a>, who: Id, order: &Order) -> Result<&'a Item, Refusal> {
        look.arm_for(who, order, self.plain().is_weapon)
    }

    /// Whether somebody can be struck so, with whatever.
    fn is_open(&self, _look: Look<'_>, _target: Id, _order: &Order) -> Allowed {
        Ok(())
    }

    /// The case of a blow, narrowed by everything that knows about it.
    fn case_of<'a>(&self, look: Look<'_>, blow: Meant<'a>) -> Case<'a> {
        case_of(look, (blow.who, blow.target), &blow.item.arm, blow.order)
    }

    /// Whether a blow may be struck.
    fn may(&self, look: Look<'_>, blow: Meant<'_>) -> Allowed {
        self.plain().may(look, &self.case_of(look, blow))
    }

    /// The blow that an order means, if it may be struck; where it names no weapon, with the first that may be used.
    fn aimed<'a>(&self, look: Look<'a>, who: Id, order: &'a Order) -> Result<Meant<'a>, Refusal> {
        let target = meant(look, who, order.at.first(), self.plain().rule)?;
        self.is_open(look, target, order)?;
        let with = |item: &'a Item| Meant { who, target, item, order };
        let nothing = || Refusal::nonsense(format!("{} has nothing at hand for that", look.name(who)));
        let may = |item: &'a Item| self.may(look, with(item)).is_ok();
        let (item, may) = match order.with {
            Some(_) => (self.named(look, who, order)?, false),
            None => first_fit(self.weapons(look, who), may).ok_or_else(nothing)?,
        };
        if may { Ok(with(item)) } else { self.may(look, with(item)).map(|()| with(item)) }
    }
}

/// A blow that has been thrown.
pub(super) struct Thrown<'a, A: Attack + ?Sized> {
    /// Whose it is, against whom, with what.
    pub case: Case<'a>,
    /// Its numbers.
    pub plan: A::Plan,
    /// What its dice have brought about.
    pub rolled: A::Rolled,
    /// The damage, once it has landed and done any.
    pub damage: Option<i32>,
}

/// From the blow that is meant to what has come of it.
pub(super) trait Attack: Debug + Send + Sync + 'static {
    /// Everything that one blow depends on, gathered before a die is thrown.
    type Plan;
    /// What its dice have brought about.
    type Rolled;

    /// Gathers every number of a blow.
    fn plan(&self, look: Look<'_>, case: &Case<'_>, arm: &Arc<Arm>) -> Self::Plan;

    /// Throws the attack, and says how it lands.
    fn roll(&self, table: &mut Table<'_>, case: &Case<'_>, plan: &Self::Plan) -> Step<Self::Rolled>;

    /// Does what comes between the throws and the landing: what stands in the way, what is done against it.
    fn meet(&self, _table: &mut Table<'_>, _thrown: &mut [Thrown<'_, Self>]) -> Step {
        Ok(())
    }

    /// Does what there is to be done by a blow that lands so; how much damage, if it does any.
    fn land(
        &self,
        table: &mut Table<'_>,
        case: &Case<'_>,
        plan: &Self::Plan,
        rolled: &mut Self::Rolled,
    ) -> Step<Option<i32>>;

    /// Does what waits until all have landed.
    fn settle(&self, _table: &mut Table<'_>, _thrown: &[Thrown<'_, Self>]) -> Step {
        Ok(())
    }

    /// What those are told of it who hear of blows, beside the damage.
    fn blown<'a>(&self, case: &'a Case<'a>, rolled: &Self::Rolled) -> Blown<'a>;

    /// What follows from it for whoever has struck.
    fn follows(&self, _table: &mut Table<'_>, _blow: (&Case<'_>, &Item), _rolled: &Self::Rolled) -> Step {
        Ok(())
    }

    /// What would come of it, exactly.
    fn foretell(&self, look: Look<'_>, case: &Case<'_>, arm: &Arc<Arm>) -> Option<Forecast>;

    /// Lets the blows of one attack fall: their dice, what they do, and word of them.
    fn fall<'a>(&self, table: &mut Table<'_>, blows: Vec<(Case<'a>, Self::Plan)>) -> Step<Vec<Thrown<'a, Self>>> {
        let mut thrown: Vec<Thrown<'a, Self>> = Vec::with_capacity(blows.len());
        for (case, plan) in blows {
            let rolled = self.roll(table, &case, &plan)?;
            thrown.push(Thrown { case, plan, rolled, damage: None });
        }
        self.meet(table, &mut thrown)?;
        for Thrown { case, plan, rolled, damage } in &mut thrown {
            *damage = self.land(table, case, plan, rolled)?;
        }
        self.settle(table, &thrown)?;
        for Thrown { case, rolled, damage, .. } in &thrown {
            table.struck(&Blown { damage: *damage, ..self.blown(case, rolled) })?;
        }
        Ok(thrown)
    }

    /// Strikes the blow that an order means.
    fn strike(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step
    where
        Self: Aims,
    {
        let aimed = self.aimed(table.look(), who, order).map(|blow| (blow.target, blow.item.clone()));
        let Some((target, item)) = table.or_nothing(who, aimed) else { return Ok(()) };
        let case = self.case_of(table.look(), Meant { who, target, item: &item, order });
        let plan = self.plan(table.look(), &case, &item.arm);
        let thrown = self.fall(table, vec![(case, plan)])?;
        thrown.iter().try_for_each(|blow| self.follows(table, (&blow.case, &item), &blow.rolled))
    }

    /// What would come of that.
    fn forecast(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Forecast>
    where
        Self: Aims,
    {
        let blow = self.aimed(look, who, order).ok()?;
        self.foretell(look, &self.case_of(look, blow), &blow.item.arm)
    }
}

/// Striking at one with one weapon, with no parts of the body: the deed of attacks that know no more than that.
#[derive(Debug)]
pub(super) struct Strike<A> {
    /// The attack.
    pub attack: Arc<A>,
    /// What its orders say.
    pub reads: &'static [Reads],
}

impl<A: Aims + Attack> Deed for Strike<A> {
    nature!(|self| Nature::attack(ATTACK, self.reads));

    /// Every blow with every weapon at every enemy that it could do anything to.
    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let (plain, enemies) = (self.attack.plain(), enemies(look, who));
        for item in each_kind(self.attack.weapons(look, who)) {
            for target in &enemies {
                let (arm, name) = (item.arm.name, look.name(*target));
                let order = Order::new(ATTACK).with(arm).at(look.aim(*target));
                let blow = Meant { who, target: *target, item, order: &order };
                let is_down = !look.is_in_play(*target);
                if is_down && plain.is_past_harm(look, &self.attack.case_of(look, blow)) {
                    continue;
                }
                let may = self.attack.may(look, blow);
                out.push(Choice::new(order, format!("{arm}: {name}"), Group::Attack, plain.rule).unless(may));
            }
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        self.attack.aimed(look, who, order).map(drop)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        self.attack.strike(table, who, order)
    }

    fn forecast(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Forecast> {
        self.attack.forecast(look, who, order)
    }
}

impl Plain {
    /// Whether a blow of this case may be struck.
    fn may(&self, look: Look<'_>, case: &Case<'_>) -> Allowed {
        let target = case.against.unwrap_or(case.who);
        let why = || format!("nothing more can be done to {}", look.name(target));
        look.refuse_if(self.is_past_harm(look, case), self.rule, why)?;
        allowed(look, case, self.kinds)?;
        look.admits(case)
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
}

/// Whether nothing forbids whoever strikes a blow to do anything of its words and of these kinds.
pub(super) fn allowed(look: Look<'_>, case: &Case<'_>, kinds: &[&'static str]) -> Allowed {
    let kinds = ["attack"].iter().chain(kinds).map(|kind| Key::from(*kind));
    let kinds: CaseWords = case.words.iter().copied().chain(kinds).collect();
    look.allows_words(case.who, &kinds)
}

/// The case of a blow hand to hand or at a distance, narrowed by everything that knows about it.
pub(super) fn case_of<'a>(look: Look<'_>, (who, target): (Id, Id), arm: &'a Arm, order: &'a Order) -> Case<'a> {
    let mut case = Case::of("attack", who).against(target).with(arm).by(order);
    case.push_word(if arm.is_ranged() { "ranged" } else { "melee" });
    if look.footprint(who).gap(look.footprint(target)) <= 1 {
        case.push_word(ADJACENT);
    }
    case.push_arm(arm);
    look.narrowed(case)
}

/// Every enemy that could be thought of, the nearest first: nobody thinks of those whom their side does not know of.
pub(super) fn enemies(look: Look<'_>, who: Id) -> Vec<Id> {
    let (own, side) = (look.footprint(who), look.side(who));
    let is_there = |id: &Id| look.are_enemies(who, *id) && look.is_there(*id) && look.is_known_to(*id, side);
    let mut enemies: Vec<_> = look.everybody().filter(is_there).map(|id| (own.gap(look.footprint(id)), id)).collect();
    enemies.sort_unstable();
    enemies.into_iter().map(|(_, id)| id).collect()
}

/// The first of each name: of several that are alike, orders name any.
pub(in crate::mechanics) fn each_kind<'a>(items: impl Iterator<Item = &'a Item>) -> impl Iterator<Item = &'a Item> {
    let mut known: SmallVec<[Key; 8]> = SmallVec::new();
    items.filter(move |item| {
        let is_new = !known.contains(&item.arm.name);
        known.push(item.arm.name);
        is_new
    })
}

/// The first of these weapons that may be used, else the first, to say what is wrong with it; and whether it may.
pub(super) fn first_fit<'a>(
    weapons: impl Iterator<Item = &'a Item>,
    may: impl Fn(&'a Item) -> bool,
) -> Option<(&'a Item, bool)> {
    let mut weapons = weapons.map(|item| (item, may(item))).peekable();
    let first = weapons.peek().copied();
    weapons.find(|(_, may)| *may).or(first)
}

/// How much of a fighter somebody counts for to whoever strikes, by what each can take at most: those who can take next to nothing
/// are no whole fighters beside others, neither beside whoever strikes nor beside the largest of their own.
pub(super) fn share(look: Look<'_>, (who, target): (Id, Id), takes: impl Fn(Id) -> i32) -> f64 {
    let (own, enough) = (takes(who), takes(target));
    let largest = || look.foes(who).map(&takes).max().unwrap_or(enough);
    let most = if enough < own { largest().min(own).max(enough) } else { enough };
    f64::from(enough) / f64::from(most.max(1))
}

/// The same by the health that each has when they are whole.
pub(in crate::mechanics) fn share_by_health(look: Look<'_>, both: (Id, Id)) -> f64 {
    share(look, both, |id| look.health(id).map_or(1, |(_, whole)| whole.max(1)))
}

/// Whether nothing solid stands between two that fight hand to hand; else `rule` says why no blow can be struck.
pub(super) fn in_the_open(look: Look<'_>, who: Id, target: Id, rule: RuleId) -> Allowed {
    let why = || format!("something solid stands between {} and {}", look.name(who), look.name(target));
    look.refuse_if(!look.can_strike(who, target), rule, why)
}

/// Whether somebody sees whom they shoot at; else `rule` says why no shot can be taken.
pub(super) fn in_view(look: Look<'_>, who: Id, target: Id, rule: RuleId) -> Allowed {
    let own = look.footprint(who);
    let sees = look.sees(who, target) || bodies_see(look.board(), own, look.footprint_towards(target, own));
    look.refuse_if(!sees, rule, || format!("{} does not see {}", look.name(who), look.name(target)))
}

/// Whom an order is about, if that is somebody who can be struck; else `rule` says why not.
pub(super) fn meant(look: Look<'_>, who: Id, aim: Option<&Aim>, rule: RuleId) -> Result<Id, Refusal> {
    let name = aim.and_then(|aim| aim.who).ok_or_else(|| Refusal::nonsense("at whom? say `at NAME`"))?;
    struck(look, who, look.named_or_refuse(name)?, rule)
}

/// The same of somebody who is known already.
pub(super) fn struck(look: Look<'_>, who: Id, target: Id, rule: RuleId) -> Result<Id, Refusal> {
    if target == who {
        return Err(Refusal::nonsense(format!("{} cannot strike themselves", look.name(who))));
    }
    look.refuse_one_if(!look.is_there(target), target, rule, "is dead or gone")?;
    Ok(target)
}
