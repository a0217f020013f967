//! What is done with things in hand, at the belt and on the ground.

use super::{Handling, free_hands, lacking};
use crate::mechanics::gear::draw_and_drop::{Change, Thing, among, lying, reaches, take};
use crate::mechanics::prelude::*;

/// All that is done with things here.
pub(super) const CHANGES: [Change; 6] =
    [Change::Draw, Change::Stow, Change::Swap, Change::PickUp, Change::PutDown, Change::Drop];

impl Change {
    /// As buttons say it.
    fn label(self, (item, other): (Key, Option<Key>)) -> String {
        match (self, other) {
            (Self::Draw, _) => format!("Draw: {item}"),
            (Self::Stow, _) => format!("Put away: {item}"),
            (Self::Swap, Some(other)) => format!("{other} away, {item} out"),
            (Self::Swap, None) => format!("Change for {item}"),
            (Self::PickUp, _) => format!("Pick up: {item}"),
            (Self::PutDown, _) => format!("Lay down: {item}"),
            _ => format!("Drop: {item}"),
        }
    }
}

/// Doing it.
#[derive(Debug)]
pub(super) struct Handle {
    pub own: Arc<Handling>,
    pub change: Change,
}

/// Where something is kept that is in no hand.
fn stowed(item: &Item) -> Held {
    if item.arm.kind == ArmKind::Item { Held::Pack } else { Held::Belt }
}

/// What it is worth to have both hands for loading, in felled enemies: as much as the loading itself.
const MAKES_ROOM: f64 = 0.005;

/// What it costs to fight on with nothing in hand, in felled enemies.
const BARE_HANDED: f64 = 0.3;

impl Handle {
    /// Those of somebody's things that it can be done to.
    fn things<'a>(&self, look: Look<'a>, who: Id) -> impl Iterator<Item = Thing<'a>> + use<'a> {
        let change = self.change;
        among(Some(who), look.gear(who), move |held| change.fits(held, &CHANGES))
    }

    fn meant<'a>(&self, look: Look<'a>, who: Id, order: &Order) -> Result<Thing<'a>, Refusal> {
        let name = order.with;
        let square = order.at.first().and_then(|aim| aim.square);
        let is_there = |thing: &Thing<'_>| square.is_none() || thing.lies_at() == square;
        let found = match self.change {
            Change::PickUp => lying(look, who).into_iter().find(|thing| thing.is_called(name) && is_there(thing)),
            _ => self.things(look, who).find(|thing| thing.is_called(name)),
        };
        found.ok_or_else(|| {
            let what = name.map_or("nothing", Key::as_str);
            look.refusal(self.own.rules.handling, || match self.change {
                Change::PickUp => format!("no {what} lies within reach of {}", look.name(who)),
                _ => format!("{} has no {what} to {}", look.name(who), self.change.verb()),
            })
        })
    }

    /// What is put away for what is drawn.
    fn put_away<'a>(&self, look: Look<'a>, who: Id, order: &Order) -> Result<Thing<'a>, Refusal> {
        let name = order.whom();
        let mut held = among(Some(who), look.gear(who), |held| matches!(held, Held::Hand(_)));
        held.find(|thing| thing.is_called(name)).ok_or_else(|| {
            let what = name.map_or("nothing", Key::as_str);
            Refusal::new(self.own.rules.handling, format!("{} holds no {what} to put away", look.name(who)))
        })
    }

    /// How well off somebody is with what they would then hold: the mean of the best damage that they could do. Where
    /// those who stand close hold each other, nothing is shot there.
    fn armed(look: Look<'_>, who: Id, held: &[&Item], hands: i32) -> f64 {
        let fights = look.melee_of(who).next().is_some();
        let free = hands - held.len() as i32;
        let bare = look.rules().measure.unarmed.as_ref().map(|unarmed| unarmed.arm);
        let is_loaded = |item: &Item| item.arm.rounds.is_none() || item.loaded > 0;
        let reaches = |item: &Item| !fights || !item.arm.reach.is_empty();
        let can = |item: &&&Item| {
            is_loaded(item)
                && reaches(item)
                && !look.is_useless(who, &item.arm)
                && bare.is_none_or(|bare| item.arm.name != bare)
                && lacking(&item.arm, free) == 0
        };
        let mean = |item: &&Item| {
            let thrown =
                item.arm.damage.as_ref().and_then(|damage| enumerate(|dice| Ok(dice.throw(damage)?.total)).ok());
            thrown.map_or(0.0, |thrown| thrown.mean_by(|total| i64::from(*total)).to_f64())
        };
        // What grows on somebody is at hand beside that.
        let grown = |item: &&Item| item.held == Held::Body && item.arm.kind != ArmKind::Spell;
        let grown: Vec<&Item> = look.gear(who).iter().filter(grown).collect();
        held.iter().chain(&grown).filter(can).map(mean).fold(0.0, f64::max)
    }

    /// Whether something takes the hand that is lacking to load something else.
    fn makes_room(&self, look: Look<'_>, who: Id, item: &Item) -> bool {
        let free = free_hands(look, who);
        let is_empty = |other: &Item| other.arm.rounds.is_some_and(|rounds| other.loaded < rounds);
        let waits = |other: &Item| {
            let is_other = other.is_in_hand() && !std::ptr::eq(other, item) && is_empty(other);
            is_other && lacking(&other.arm, free) > 0 && lacking(&other.arm, free + 1) == 0
        };
        self.change == Change::Stow && look.gear(who).iter().any(waits)
    }

    /// Whether dropping something that is of no use in a hand leaves the time for a blow with what is drawn then, and changing it
    /// for that does not.
    fn clears(&self, look: Look<'_>, who: Id, item: &Item) -> bool {
        let takes_time = |change: Change| {
            let verb = change.verb();
            let order = Order::new(verb).with(item.arm.name);
            look.deed(verb).is_ok_and(|deed| look.rules().economy.is_main(look, who, &**deed, &order))
        };
        self.change == Change::Drop
            && look.is_useless(who, &item.arm)
            && free_hands(look, who) < 1
            && takes_time(Change::Swap)
            && ![Change::Drop, Change::Draw].into_iter().any(takes_time)
    }

    /// What it is worth to have something in hand that is used in another way.
    fn worth_of_use(&self, look: Look<'_>, who: Id, item: &Item) -> Option<Worth> {
        let used_by = self.own.used_by?;
        let verb = used_by.as_str();
        let deed = look.deed(verb).ok()?;
        let order = |target: Id| Order::new(verb).with(item.arm.name).at(look.aim(target));
        look.rules().economy.price(look, who, &**deed, &order(who)).ok()?;
        let near = look.everybody().filter(|id| look.is_nearby(who, *id));
        near.filter_map(|id| deed.worth(look, who, &order(id))).max()
    }

    fn offer(&self, look: Look<'_>, who: Id, order: Order, of: (Key, Option<Key>), out: &mut Vec<Choice>) {
        let rule = if self.change == Change::PickUp { self.own.rules.hands } else { self.own.rules.handling };
        out.extend(Choice::told_of(self, (look, who), order, rule, || self.change.label(of)));
    }

    /// The place where something is laid down.
    fn laid(&self, look: Look<'_>, who: Id, order: &Order) -> Square {
        let own = look.footprint(who).at;
        if self.change == Change::PutDown { order.to.unwrap_or(own) } else { own }
    }
}

impl Deed for Handle {
    nature!(|self| Nature::of(self.change.verb(), Group::Gear, Stage::Upkeep).reading(match self.change {
        Change::Swap => &[Reads::With, Reads::Named],
        Change::PickUp => &[Reads::With, Reads::Square],
        Change::PutDown => &[Reads::With, Reads::To],
        _ => &[Reads::With],
    }));

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let verb = self.change.verb();
        if self.change == Change::PickUp {
            let place = |thing: Thing<'_>| Some((thing.item.arm.name, thing.lies_at()?));
            let things = each_once(lying(look, who).into_iter().filter_map(place));
            for (name, at) in &things {
                let order = Order::new(verb).with(*name);
                let elsewhere = things.iter().any(|(other, there)| other == name && there != at);
                let order = if elsewhere { order.at(Aim::square(*at)) } else { order };
                self.offer(look, who, order, (*name, None), out);
            }
            return;
        }
        let mut others = vec![None];
        if self.change == Change::Swap {
            let held = look.gear(who).iter().filter(|held| held.is_in_hand());
            others = held.map(|held| Some(held.arm.name)).collect();
        }
        let fitting = self.things(look, who).map(|thing| thing.item.arm.name);
        for (name, other) in each_once(fitting.flat_map(|name| others.iter().map(move |other| (name, *other)))) {
            let order = Order::new(verb).with(name);
            let order = other.map_or(order.clone(), |other| order.at(Aim::who(other)));
            self.offer(look, who, order, (name, other), out);
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        look.allows(who, &["gear", self.change.verb()])?;
        let item = self.meant(look, who, order)?.item;
        let mut free = free_hands(look, who);
        if self.change == Change::Swap {
            self.put_away(look, who, order)?;
            free += 1;
        }
        let why = || format!("{} has no hand free for the {}", look.name(who), item.arm.name);
        look.refuse_if(self.change.takes() && free < 1, self.own.rules.hands, why)?;
        let laid = self.laid(look, who, order);
        let is_far = self.change == Change::PutDown && !reaches(look, who, laid);
        look.refuse_if(is_far, self.own.rules.handling, || format!("{laid} is out of reach"))
    }

    /// Whoever could strike harder with other things in hand wants those, and so does whoever has a use for a thing.
    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let item = self.meant(look, who, order).ok()?.item;
        if self.change == Change::PutDown {
            return None;
        }
        if self.change.takes() && item.arm.kind == ArmKind::Item {
            return self.worth_of_use(look, who, item).map(|worth| Worth(worth.0 * 9 / 10));
        }
        let before: Vec<&Item> = look.gear(who).iter().filter(|item| item.is_in_hand()).collect();
        let hands = free_hands(look, who) + before.len() as i32;
        let mut after = before.clone();
        let leaves = match self.change {
            Change::Draw | Change::PickUp => None,
            Change::Swap => Some(self.put_away(look, who, order).ok()?.item),
            _ => Some(item),
        };
        after.retain(|held| leaves.is_none_or(|leaves| !std::ptr::eq(*held, leaves)));
        if self.change.takes() {
            after.push(item);
        }
        let armed = Self::armed(look, who, &before, hands);
        // Whoever is held by nobody keeps what they have: it may be needed to shoot.
        let near = |foe: Id| look.gap(who, foe) <= look.rules().measure.melee.unwrap_or(2);
        let shoots = |item: &&&Item| item.arm.is_ranged() && item.arm.damage.is_some();
        let holds = armed > 0.0 || before.iter().any(|item| shoots(&item));
        if look.zoned().is_none() && holds && !look.foes(who).any(near) {
            return self.makes_room(look, who, item).then(|| Worth::of(MAKES_ROOM));
        }
        let clears = self.clears(look, who, item) && look.foes(who).any(near);
        let drawn = among(Some(who), look.gear(who), |held| clears && Change::Draw.fits(held, &CHANGES));
        let then = drawn.map(|thing| {
            let held: Vec<&Item> = after.iter().copied().chain([thing.item]).collect();
            Self::armed(look, who, &held, hands)
        });
        let gain = then.fold(Self::armed(look, who, &after, hands), f64::max) - armed;
        // Of two ways to free a hand the one that keeps the thing, unless there is no time for it.
        let better = match self.change {
            Change::Drop if clears => 0.05,
            Change::Drop => 0.03,
            _ => 0.04,
        };
        let bare = if armed > 0.0 { 0.0 } else { BARE_HANDED };
        (gain >= 1.0).then(|| Worth::of(gain * better + bare))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let look = table.look();
        let Ok(thing) = self.meant(look, who, order) else { return Ok(()) };
        let (name, key) = (thing.item.arm.name, thing.key());
        let held = match self.change {
            Change::Stow => stowed(thing.item),
            Change::PutDown | Change::Drop => Held::Ground(self.laid(look, who, order)),
            // Which hand it is will be seen when all else is where it belongs.
            _ => Held::Hand(Grip::default()),
        };
        let other = self.put_away(look, who, order).ok().filter(|_| self.change == Change::Swap);
        let other = other.map(|thing| (thing.item.arm.name, thing.key(), stowed(thing.item)));
        if let Some((_, key, away)) = other {
            take(table, who, key, away);
        }
        take(table, who, key, held);
        self.own.regrip(table, who);
        let (change, rules) = (self.change, self.own.rules);
        let rule = if change == Change::PickUp { rules.hands } else { rules.handling };
        table.say(rule, who, |look| {
            let doer = look.name(who);
            match (change, other) {
                (Change::Draw | Change::Swap, None) => format!("{doer} draws the {name}."),
                (Change::Swap, Some((other, ..))) => format!("{doer} puts the {other} away and draws the {name}."),
                (Change::Stow, _) => format!("{doer} puts the {name} away."),
                (Change::PickUp, _) => format!("{doer} picks up the {name}."),
                (Change::PutDown, _) => format!("{doer} lays the {name} down."),
                _ => format!("{doer} drops the {name}."),
            }
        });
        Ok(())
    }
}
