//! Which arms strike areas, where they may, and what is added to their rolls (HG-AREA-01, HG-AREA-04, HG-AREA-06,
//! HG-ATK-02, HG-ATK-15, HG-DMG-04, HG-GEAR-03).

use super::Dives;
use crate::board::bodies_see;
use crate::mechanics::contest::challenge;
use crate::mechanics::gear::crewed::crewed;
use crate::mechanics::prelude::*;
use crate::mechanics::turn::declared::may_add;

/// Where an attack is meant to go, and with what.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aimed<'a> {
    /// What it is done with: the attacker's own, or an engine next to them.
    pub item: &'a Item,
    /// At whom, if not at a place.
    pub target: Option<Id>,
    /// The square in the middle.
    pub centre: Square,
}

/// Every number of an attack, gathered before a die is thrown.
pub(super) struct Numbers {
    pub attack: Sum,
    pub challenge: Sum,
    pub damage: Sum,
}

impl Dives {
    /// Everything that somebody could strike areas with: what they have, and the engines next to them.
    pub(super) fn means<'a>(&'a self, look: Look<'a>, who: Id) -> impl Iterator<Item = &'a Item> + 'a {
        let is_area = |item: &&Item| item.arm.has(self.words.area) && item.arm.damage.is_some();
        let own = look.gear(who).iter().filter(|item| item.is_ready() && !item.arm.has("engine"));
        own.chain(crewed(look, who).into_iter().map(|(_, item)| item)).filter(is_area)
    }

    /// Where an order strikes, if it may.
    pub(super) fn aimed<'a>(&'a self, look: Look<'a>, who: Id, order: &Order) -> Result<Aimed<'a>, Refusal> {
        let name = order.with;
        let is_it = |item: &&Item| name.is_none_or(|name| item.arm.name == name);
        let item = self.means(look, who).find(is_it).ok_or_else(|| {
            let what = name.map_or("nothing", Key::as_str);
            Refusal::nonsense(format!("{} has no {what} at hand that strikes an area", look.name(who)))
        })?;
        let aim = order.at.first();
        let place = order.to.or(aim.and_then(|aim| aim.square));
        let named = aim.and_then(|aim| aim.who).map(|name| look.named_or_refuse(name)).transpose()?;
        let stands_there = |square: Square| {
            let is_one = |id: &Id| *id != who && look.is_there(*id);
            look.everybody().filter(is_one).find(|id| look.footprint(*id).contains(square))
        };
        let (target, centre) = match (named, place) {
            (Some(target), _) => (Some(target), middle(look.footprint(target))),
            // A single square is no area: it is an attack on whoever stands there.
            (None, Some(square)) if self.across(&item.arm) <= 1 => (stands_there(square), square),
            (None, Some(square)) => (None, square),
            (None, None) => return Err(Refusal::nonsense("where to? say `to (x,y)` or `at NAME`")),
        };
        let aimed = Aimed { item, target, centre };
        self.may(look, who, order, &aimed)?;
        Ok(aimed)
    }

    fn may(&self, look: Look<'_>, who: Id, order: &Order, aimed: &Aimed<'_>) -> Allowed {
        let Aimed { item, target, centre } = *aimed;
        let case = self.case(look, who, target, &item.arm, order);
        let kinds: Vec<Key> = case.words.iter().copied().chain(["act".into(), "attack".into()]).collect();
        look.allows(who, &kinds)?;
        may_add(look, order, self.augment.1, self.rules.augment, "the damage")?;
        let why = || format!("the {} is not loaded", item.arm.name);
        look.refuse_if(item.arm.rounds.is_some() && item.loaded <= 0, self.rules.loading, why)?;
        look.refuse_if(!look.board().contains(centre), self.rules.place, || format!("{centre} is not on the board"))?;
        let gone = |target: &Id| *target == who || !look.is_there(*target);
        if let Some(target) = target.filter(gone) {
            return Err(look.refusal_of(target, self.rules.one, "is not there to be struck"));
        }
        let own = look.footprint(who);
        let to = target.map_or(Footprint::one(centre), |target| look.footprint_towards(target, own));
        let (distance, most) = (look.length(look.rules().measure.metric.between(own, to)), item.arm.range.unwrap_or(0));
        let (name, unit) = (item.arm.name, &look.rules().measure.unit);
        let why = || format!("that is {distance} {unit} away, and the {name} goes {most} {unit}");
        look.refuse_if(distance > most, self.rules.range, why)?;
        let sees = target.is_some_and(|target| look.sees(who, target)) || bodies_see(look.board(), own, to);
        look.refuse_if(!sees, self.rules.place, || format!("{} does not see {centre}", look.name(who)))?;
        let challenge = case.on(self.challenge.0);
        look.rules().registry.allows.iter().try_for_each(|mechanic| {
            mechanic.allow(look, &case)?;
            mechanic.allow(look, &challenge)
        })
    }

    /// The case of an attack, narrowed by everything that knows about it.
    pub(super) fn case<'a>(&self, look: Look<'_>, who: Id, at: Option<Id>, arm: &'a Arm, order: &'a Order) -> Case<'a> {
        let mut case = Case { against: at, ..Case::of("attack", who).with(arm).by(order) };
        let thrown = arm.has(self.words.thrown);
        if thrown {
            case.push_word("thrown");
        }
        if thrown || arm.has("missile") {
            case.push_word("shot");
        }
        case.push_arm(arm);
        look.narrowed(case)
    }

    /// How hard it is to strike there.
    fn challenge(&self, look: Look<'_>, case: &Case<'_>, to: Footprint) -> Sum {
        let distance = look.length(look.rules().measure.metric.between(look.footprint(case.who), to));
        challenge(look, case, &self.challenge, (distance, self.rules.range))
    }

    /// What is added to the roll: for somebody in particular a large area is hard to miss with.
    fn attack(&self, look: Look<'_>, case: &Case<'_>, arm: &Arm) -> Sum {
        let mut sum = arm.skill.map_or_else(Sum::new, |skill| look.figure(case.who, skill));
        if case.against.is_some() {
            let across = self.across(arm);
            let doublings = (across * across).ilog2();
            sum.add("size of the area", i32::try_from(doublings).unwrap_or(0), self.rules.one);
        }
        look.sum(case, sum)
    }

    /// Gathers every number of an attack.
    pub(super) fn gather(&self, look: Look<'_>, case: &Case<'_>, aimed: &Aimed<'_>, augments: i32) -> Numbers {
        let arm = &aimed.item.arm;
        let own = look.footprint(case.who);
        let to = aimed.target.map_or(Footprint::one(aimed.centre), |target| look.footprint_towards(target, own));
        Numbers {
            attack: self.attack(look, case, arm),
            challenge: self.challenge(look, case, to),
            damage: self.damage.added(look, case, false, (self.augment.0 * augments, self.rules.augment)),
        }
    }
}

/// The square in the middle of a body, the south-eastern one of four.
pub(super) const fn middle(body: Footprint) -> Square {
    Square::new(body.at.x + body.side / 2, body.at.y + body.side / 2)
}
