//! What a sentence of an order comes to here and now: one of the deeds that
//! are open to whoever obeys, or waiting, or an end.

use super::clause::{Clause, lies_at};
use super::standing_orders::StandingOrders;
use crate::mechanics::drives;
use crate::mechanics::prelude::*;

/// How likely somebody comes to where they strike who goes there for a blow, over walls and through water.
const LIKELY: f64 = 0.5;

/// What comes of a sentence now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Now {
    /// This is done for it.
    Does(Order),
    /// Nothing can or need be done for it in this turn.
    Waits,
    /// It has been carried out.
    Done,
    /// It cannot be carried out, and why.
    Cannot(String),
}

impl From<Option<Order>> for Now {
    fn from(order: Option<Order>) -> Self {
        order.map_or(Self::Waits, Self::Does)
    }
}

/// Somebody who obeys, and what they go by.
pub(super) struct Servant<'a> {
    pub look: Look<'a>,
    pub who: Id,
    pub leader: Id,
    pub rules: &'a StandingOrders,
}

impl Servant<'_> {
    /// What comes of `clause` now.
    pub(super) fn obey(&self, clause: Clause) -> Now {
        if self.has_done(clause) {
            return Now::Done;
        }
        match clause {
            Clause::MoveTo(square) => self.walk([square]).into(),
            Clause::Attack(target) if !self.knows_of(target) => Now::Waits,
            Clause::Attack(target) => self.fight(&[target]),
            Clause::AttackNearest => self.fight(&self.enemies()),
            Clause::Guard(ward) => self.guard(self.look.footprint(ward), 1),
            Clause::GuardPlace(square) => self.guard(Footprint::one(square), i32::from(self.is_taken(square))),
            Clause::Hold => Now::Waits,
            Clause::Follow(other) if self.gap(other) <= 1 => Now::Waits,
            Clause::Follow(other) => self.walk(self.look.footprint(other).squares()).into(),
            Clause::Fetch(item, square) => self.fetch(item, square),
            Clause::Deflect => self.deflect(),
        }
    }

    /// Whether nothing is left to do for `clause`.
    pub(super) fn has_done(&self, clause: Clause) -> bool {
        match clause {
            Clause::MoveTo(square) => {
                let own = self.own();
                own.contains(square) || (own.gap(Footprint::one(square)) <= 1 && self.is_taken(square))
            }
            Clause::Attack(target) => {
                let stands = target.is_thing() || self.look.is_in_play(target);
                !(stands && self.look.place(target).present)
            }
            Clause::AttackNearest => self.look.foes(self.who).next().is_none(),
            Clause::Guard(other) | Clause::Follow(other) => !self.look.is_there(other),
            Clause::Fetch(item, square) => {
                let home = !self.look.is_there(self.leader) || self.gap(self.leader) <= 1;
                home && self.has(item) && !lies_at(self.look, item, square)
            }
            Clause::GuardPlace(_) | Clause::Hold | Clause::Deflect => false,
        }
    }

    /// Whether they may go for somebody: nobody does for those of whom they do not know.
    fn knows_of(&self, target: Id) -> bool {
        self.look.admits(&Case::of("attack", self.who).against(target)).is_ok()
    }

    /// Enemies in the fight, the nearest first.
    fn enemies(&self) -> Vec<Id> {
        let (look, who) = (self.look, self.who);
        let mut enemies: Vec<Id> = look.foes(who).filter(|id| self.knows_of(*id)).collect();
        enemies.sort_by_key(|id| (drives::apart(look, who, *id), *id));
        enemies
    }

    fn own(&self) -> Footprint {
        self.look.footprint(self.who)
    }

    fn gap(&self, other: Id) -> i32 {
        self.look.gap(self.who, other)
    }

    /// Whether somebody else stands in a square.
    fn is_taken(&self, square: Square) -> bool {
        drives::others(self.look, self.who).any(|id| self.look.footprint(id).contains(square))
    }

    /// The first of these deeds that can be done.
    fn any_of(&self, verbs: &[Verb]) -> Option<Order> {
        let orders = verbs.iter().map(Order::new);
        orders.into_iter().find(|order| self.look.permits(self.who, order).is_ok())
    }

    /// Whether nothing on the way of an order, wall or water, is likely to bring a blow to nothing.
    fn is_likely(&self, order: &Order) -> bool {
        drives::Firm::of(self.look, self.who).odds(order) >= LIKELY
    }

    /// A blow at the first of these that can be struck, or what makes one possible.
    fn blow(&self, targets: &[Id]) -> Option<Order> {
        // Whoever was told to strike does so, whether it can do any harm or not.
        let blow = |target: &Id| {
            let mut attacks = drives::attacks(self.look, self.who, *target);
            attacks.retain(|attack| self.is_likely(&attack.order));
            drives::hardest(attacks)
        };
        let ready = || self.any_of(&self.rules.readies).filter(|_| !targets.is_empty());
        targets.iter().find_map(blow).or_else(ready)
    }

    /// The way to the nearest of these squares, after what must be done first.
    fn walk(&self, goals: impl IntoIterator<Item = Square>) -> Option<Order> {
        let goals: Vec<Square> = goals.into_iter().collect();
        self.any_of(&self.rules.first).or_else(|| drives::closer(self.look, self.who, &goals))
    }

    /// A blow at the first of these that can be struck, else the way to one.
    fn fight(&self, targets: &[Id]) -> Now {
        let (look, who) = (self.look, self.who);
        if let Some(order) = self.blow(targets).or_else(|| self.any_of(&self.rules.first)) {
            return Now::Does(order);
        }
        let strikes = |target: &Id| drives::approach(look, who, *target).filter(|(_, strikes)| *strikes);
        let near = targets.iter().find_map(strikes).map(|(order, _)| order);
        let way = || {
            let far = |id: &&Id| !drives::is_near_enough(look, who, **id);
            let squares = |id: &Id| look.footprint(*id).squares().collect::<Vec<_>>();
            // Whoever can never be come up to is left alone as long as there are others.
            let is_open = |goals: &Vec<Square>| targets.len() == 1 || drives::leads(look, self.own(), goals);
            let goals = targets.iter().take_while(far).map(squares).find(is_open)?;
            drives::closer(look, who, &goals)
        };
        match near {
            Some(order) if !self.is_likely(&order) => way().or(Some(order)),
            near => near.or_else(way),
        }
        .into()
    }

    /// Stands within `gap` of a post, and strikes whoever comes next to it.
    fn guard(&self, post: Footprint, gap: i32) -> Now {
        let look = self.look;
        let is_home = self.own().gap(post) <= gap;
        let threatens = |id: &Id| look.footprint(*id).gap(post) <= 1 || (is_home && self.gap(*id) <= 1);
        let threats: Vec<Id> = self.enemies().into_iter().filter(threatens).collect();
        if let Some(order) = self.blow(&threats) {
            return Now::Does(order);
        }
        if !is_home {
            return self.walk(post.squares()).into();
        }
        let strikes = |target: &Id| drives::approach(look, self.who, *target).filter(|(_, strikes)| *strikes);
        threats.iter().find_map(strikes).map(|(order, _)| order).into()
    }

    /// Goes and takes it, and comes back with it.
    fn fetch(&self, item: Key, square: Square) -> Now {
        let (look, who) = (self.look, self.who);
        if lies_at(look, item, square) {
            if !self.own().contains(square) {
                return self.walk([square]).into();
            }
            let order = Order::new(self.rules.pick_up).with(item);
            let allowed = look.deed(order.verb).and_then(|deed| deed.check(look, who, &order));
            return match allowed {
                Err(refusal) => Now::Cannot(refusal.why),
                Ok(()) => look.permits(who, &order).ok().map(|()| order).into(),
            };
        }
        if !self.has(item) {
            return Now::Cannot(format!("{item} lies there no longer"));
        }
        self.walk(look.footprint(self.leader).squares()).into()
    }

    /// Whether they carry such a thing.
    fn has(&self, item: Key) -> bool {
        let carried = |each: &Item| each.arm.name == item && !matches!(each.held, Held::Ground(_));
        self.look.gear(self.who).iter().any(carried)
    }

    fn deflect(&self) -> Now {
        let (deed, stance) = self.rules.deflect;
        let order = Order::new(deed);
        let up = self.look.is(self.who, stance);
        (!up && self.look.permits(self.who, &order).is_ok()).then_some(order).into()
    }
}
