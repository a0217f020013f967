//! What is done with things in hand, at the belt and on the ground.

use super::lying::{Lying, lying, reaches, take};
use super::{Handling, free_hands, lacking};
use crate::mechanics::prelude::*;

/// What is done with a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    Draw,
    Stow,
    Swap,
    PickUp,
    PutDown,
    Drop,
}

impl Change {
    pub const ALL: [Self; 6] = [Self::Draw, Self::Stow, Self::Swap, Self::PickUp, Self::PutDown, Self::Drop];

    const fn verb(self) -> &'static str {
        match self {
            Self::Draw => "draw",
            Self::Stow => "stow",
            Self::Swap => "swap",
            Self::PickUp => "pick up",
            Self::PutDown => "put down",
            Self::Drop => "drop",
        }
    }

    /// As buttons say it.
    fn label(self, (item, other): (Key, Option<Key>)) -> String {
        match (self, other) {
            (Self::Draw, _) => format!("Draw: {item}"),
            (Self::Stow, _) => format!("Put away: {item}"),
            (Self::Swap, Some(other)) => format!("{other} away, {item} out"),
            (Self::Swap, None) => format!("Change for {item}"),
            (Self::PickUp, _) => format!("Pick up: {item}"),
            (Self::PutDown, _) => format!("Lay down: {item}"),
            (Self::Drop, _) => format!("Drop: {item}"),
        }
    }

    /// Whether it is done to something that somebody has and that is there.
    const fn fits(self, held: Held) -> bool {
        match self {
            Self::Draw | Self::Swap => matches!(held, Held::Belt | Held::Pack),
            Self::Stow | Self::PutDown | Self::Drop => matches!(held, Held::Hand(_)),
            Self::PickUp => false,
        }
    }

    /// Whether something comes into a hand.
    const fn takes(self) -> bool {
        matches!(self, Self::Draw | Self::Swap | Self::PickUp)
    }
}

/// Doing it.
#[derive(Debug)]
pub(super) struct Handle {
    pub own: Arc<Handling>,
    pub change: Change,
}

/// What an order is about.
enum Meant<'a> {
    /// Something of one's own, by its place in the gear.
    Own(usize, &'a Item),
    /// Something on the ground.
    Ground(Lying<'a>),
}

impl<'a> Meant<'a> {
    const fn item(&self) -> &'a Item {
        match self {
            Self::Own(_, item) => item,
            Self::Ground(lying) => lying.item,
        }
    }
}

fn is_called(item: &Item, name: Option<Key>) -> bool {
    name.is_none_or(|name| item.arm.name == name)
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
    fn meant<'a>(&self, look: Look<'a>, who: Id, order: &Order) -> Result<Meant<'a>, Refusal> {
        let name = order.with;
        let none = || {
            let what = name.map_or("nothing", Key::as_str);
            let why = match self.change {
                Change::PickUp => format!("no {what} lies within reach of {}", look.name(who)),
                _ => format!("{} has no {what} to {}", look.name(who), self.change.verb()),
            };
            look.refusal(self.own.rules.handling, || why)
        };
        if self.change == Change::PickUp {
            let square = order.at.first().and_then(|aim| aim.square);
            let is_it = |thing: &Lying<'_>| is_called(thing.item, name) && square.is_none_or(|at| thing.at == at);
            return lying(look, who).into_iter().find(is_it).map(Meant::Ground).ok_or_else(none);
        }
        let own = look.gear(who).iter().enumerate();
        let mut fitting = own.filter(|(_, item)| self.change.fits(item.held) && is_called(item, name));
        fitting.next().map(|(index, item)| Meant::Own(index, item)).ok_or_else(none)
    }

    /// What is put away for what is drawn.
    fn put_away<'a>(&self, look: Look<'a>, who: Id, order: &Order) -> Result<(usize, &'a Item), Refusal> {
        let name = order.whom();
        let mut held = look.gear(who).iter().enumerate().filter(|(_, item)| item.is_in_hand() && is_called(item, name));
        held.next().ok_or_else(|| {
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
        Change::Draw | Change::Stow | Change::Drop => &[Reads::With],
    }));

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let verb = self.change.verb();
        if self.change == Change::PickUp {
            let things = each_once(lying(look, who).iter().map(|thing| (thing.item.arm.name, thing.at)));
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
        let fitting = look.gear(who).iter().filter(|item| self.change.fits(item.held)).map(|item| item.arm.name);
        for (name, other) in each_once(fitting.flat_map(|name| others.iter().map(move |other| (name, *other)))) {
            let order = Order::new(verb).with(name);
            let order = other.map_or(order.clone(), |other| order.at(Aim::who(other)));
            self.offer(look, who, order, (name, other), out);
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        look.allows(who, &["gear", self.change.verb()])?;
        let meant = self.meant(look, who, order)?;
        let mut free = free_hands(look, who);
        if self.change == Change::Swap {
            self.put_away(look, who, order)?;
            free += 1;
        }
        let why = || format!("{} has no hand free for the {}", look.name(who), meant.item().arm.name);
        look.refuse_if(self.change.takes() && free < 1, self.own.rules.hands, why)?;
        let laid = self.laid(look, who, order);
        let is_far = self.change == Change::PutDown && !reaches(look, who, laid);
        look.refuse_if(is_far, self.own.rules.handling, || format!("{laid} is out of reach"))
    }

    /// Whoever could strike harder with other things in hand wants those, and so does whoever has a use for a thing.
    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let meant = self.meant(look, who, order).ok()?;
        let item = meant.item();
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
            Change::Swap => Some(self.put_away(look, who, order).ok()?.1),
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
        let gain = Self::armed(look, who, &after, hands) - armed;
        // Of two ways to free a hand the one that keeps the thing, unless there is no time for it.
        let better = if self.change == Change::Drop { 0.03 } else { 0.04 };
        let bare = if armed > 0.0 { 0.0 } else { BARE_HANDED };
        (gain >= 1.0).then(|| Worth::of(gain * better + bare))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let look = table.look();
        let Ok(meant) = self.meant(look, who, order) else { return Ok(()) };
        let name = meant.item().arm.name;
        let laid = self.laid(look, who, order);
        // Which hand it is will be seen when all else is where it belongs.
        let hand = Held::Hand(Grip::default());
        let mut other = None;
        match meant {
            Meant::Ground(thing) => {
                let key = thing.key();
                take(table, who, key, hand);
            }
            Meant::Own(index, item) => {
                let away = stowed(item);
                let swapped = self.put_away(look, who, order).ok().filter(|_| self.change == Change::Swap);
                let swapped = swapped.map(|(index, item)| (index, item.arm.name, stowed(item)));
                let mut gear = table.edit::<Gear>(who);
                if let Some((index, name, away)) = swapped
                    && let Some(item) = gear.0.get_mut(index)
                {
                    (item.held, other) = (away, Some(name));
                }
                if let Some(item) = gear.0.get_mut(index) {
                    item.held = match self.change {
                        Change::Stow => away,
                        Change::PutDown | Change::Drop => Held::Ground(laid),
                        Change::Draw | Change::Swap | Change::PickUp => hand,
                    };
                }
            }
        }
        self.own.regrip(table, who);
        let (change, rules) = (self.change, self.own.rules);
        let rule = if change == Change::PickUp { rules.hands } else { rules.handling };
        table.say(rule, who, |look| {
            let doer = look.name(who);
            match (change, other) {
                (Change::Draw | Change::Swap, None) => format!("{doer} draws the {name}."),
                (Change::Swap, Some(other)) => format!("{doer} puts the {other} away and draws the {name}."),
                (Change::Stow, _) => format!("{doer} puts the {name} away."),
                (Change::PickUp, _) => format!("{doer} picks up the {name}."),
                (Change::PutDown, _) => format!("{doer} lays the {name} down."),
                (Change::Drop | Change::Draw, _) => format!("{doer} drops the {name}."),
            }
        });
        Ok(())
    }
}
