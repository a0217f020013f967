//! Bodies and the minds in them: whose turn is played in whose body, who has it in hand, and whose learning counts.

use std::collections::BTreeMap;

use smallvec::{SmallVec, smallvec};

use super::Look;
use crate::battle::{ActsWith, ArmKind, Condition, Held, Houses, Id, Inhabits, Item, Key, Left, Willing};

impl<'w> Look<'w> {
    /// The body in which somebody is: its own, or that of somebody else.
    pub fn body(&self, id: Id) -> Id {
        self.get::<Inhabits>(id).and_then(|inhabits| inhabits.0).unwrap_or(id)
    }

    /// The minds of others that are in a body, in the order in which they came in.
    pub fn lodgers(&self, body: Id) -> &'w [Id] {
        match self.card(body) {
            Some(card) => card.lodgers,
            None => self.get::<Houses>(body).map_or(&[], |houses| &houses.0),
        }
    }

    /// Whether other minds than its own are in a body.
    pub fn houses_minds(&self, body: Id) -> bool {
        !self.lodgers(body).is_empty()
    }

    /// Whether somebody shares the body in which it is with another mind.
    pub fn shares_body(&self, id: Id) -> bool {
        self.houses_minds(self.body(id))
    }

    /// Every mind in a body, its own first.
    pub fn minds(&self, body: Id) -> impl Iterator<Item = Id> + Clone + use<'w> {
        std::iter::once(body).chain(self.lodgers(body).iter().copied())
    }

    /// Whether somebody is on the board, in its own body or in that of somebody else.
    pub fn is_about(&self, id: Id) -> bool {
        self.place(self.body(id)).present
    }

    /// Whether it is the turn of a mind in this body.
    pub fn is_on_turn(&self, body: Id) -> bool {
        self.clock().turn.is_some_and(|mind| self.body(mind) == body)
    }

    /// Whether nothing that weighs on somebody itself takes it out of the fight, whatever becomes of the body that it
    /// is in.
    pub fn is_able(&self, id: Id) -> bool {
        !self.is_out_by(id, |_| true)
    }

    /// Whether somebody has left the field by a way out.
    pub fn has_left(&self, id: Id) -> bool {
        self.get::<Left>(id).is_some_and(|left| left.0)
    }

    /// Whether somebody counts for its side: in play itself, or able and in the body of somebody else.
    pub fn counts(&self, id: Id) -> bool {
        if self.shares_body(id) { self.is_about(id) && self.is_able(id) } else { self.is_in_play(id) }
    }

    /// The mind that has a body in hand now: the one whose turn it is, and else its own, as long as that one has not
    /// given up.
    pub fn mind(&self, body: Id) -> Id {
        let lodgers = self.lodgers(body);
        if lodgers.is_empty() {
            return body;
        }
        let is_in_it = |id: &Id| *id == body || lodgers.contains(id);
        if let Some(mind) = self.held_by.filter(is_in_it) {
            return mind;
        }
        let turn = self.clock().turn;
        let on_turn = turn.filter(is_in_it).or_else(|| turn.and_then(|id| self.acts_with(id)).filter(is_in_it));
        let minds = on_turn.into_iter().chain(self.minds(body));
        minds.into_iter().find(|mind| !self.has_given_up(*mind)).unwrap_or(body)
    }

    /// The mind that somebody takes its turn together with now.
    pub fn acts_with(&self, id: Id) -> Option<Id> {
        self.get::<ActsWith>(id)?.0
    }

    /// The same look as if `mind` had the body in hand that it is in, and nobody worked with it.
    #[must_use]
    pub fn held_by(self, mind: Id) -> Self {
        // What was remembered was asked of whoever has it in hand.
        let memo = self.memo.filter(|_| !self.shares_body(mind));
        Self { held_by: Some(mind), memo, ..self }
    }

    /// The minds whose learning counts in what a body does: that of the one that has it in hand, and of those that work
    /// together with it.
    pub fn wits(&self, body: Id) -> SmallVec<[Id; 2]> {
        if !self.houses_minds(body) {
            return smallvec![body];
        }
        let mind = self.mind(body);
        let mut wits = smallvec![mind];
        if self.held_by != Some(mind) && self.is_willing(mind) {
            let helps = |id: &Id| *id != mind && self.is_willing(*id) && self.is_able(*id);
            wits.extend(self.minds(body).filter(helps));
        }
        wits
    }

    /// Whether somebody is ready to work together with whoever shares a body with it.
    pub fn is_willing(&self, id: Id) -> bool {
        self.get::<Willing>(id).is_some_and(|willing| willing.0)
    }

    /// What those have learned who have a say in what somebody does, one entry each time that it was taken.
    pub fn techniques(&self, id: Id) -> impl Iterator<Item = Key> + use<'w> {
        let is_shared = self.houses_minds(id);
        let own = self.profile(id).filter(|_| !is_shared);
        let together = if is_shared { self.learned_together(id) } else { SmallVec::new() };
        own.into_iter().flat_map(|made| made.techniques.iter().copied()).chain(together)
    }

    /// What the minds have learned that have a say in what a body does; what two have learned is no more for that.
    fn learned_together(&self, body: Id) -> SmallVec<[Key; 8]> {
        let mut all = SmallVec::<[Key; 8]>::new();
        for made in self.wits(body).iter().filter_map(|mind| self.profile(*mind)) {
            for (index, technique) in made.techniques.iter().enumerate() {
                let times = made.techniques[..=index].iter().filter(|each| *each == technique).count();
                if all.iter().filter(|each| *each == technique).count() < times {
                    all.push(*technique);
                }
            }
        }
        all
    }

    /// The groups of attacks that those have practised who have a say in what somebody does.
    pub fn combos(&self, id: Id) -> BTreeMap<Key, &'w [Key]> {
        let wits = self.wits(id);
        let made = wits.iter().filter_map(|mind| self.profile(*mind));
        made.flat_map(|profile| profile.combos.iter().map(|(name, parts)| (*name, parts.as_slice()))).collect()
    }

    /// What somebody can use: the things of its body, and what those know by heart who have a say in what it does.
    pub fn arms(&self, id: Id) -> impl Iterator<Item = &'w Item> + Clone + use<'w> {
        let look = *self;
        let is_shared = self.houses_minds(id);
        let wits = if is_shared { self.wits(id) } else { SmallVec::new() };
        let own = self.gear(id).iter().filter(move |item| !is_shared || !is_by_heart(item));
        own.chain(wits.into_iter().flat_map(move |mind| look.gear(mind)).filter(|item| is_by_heart(item)))
    }

    /// The conditions that weigh on what somebody does and suffers now: where another mind has its body in hand, what
    /// weighs on that mind in place of what weighs on its own.
    pub(super) fn weighing_on(&self, id: Id) -> impl Iterator<Item = &'w Condition> + use<'w> {
        let look = *self;
        let mind = self.mind(id);
        let of_mind = move |each: &&Condition| look.rules.conditions.get(&each.kind).is_some_and(|def| def.of_mind);
        let other = if mind == id { &[] } else { self.conditions(mind) };
        let own = self.conditions(id).iter().filter(move |each| mind == id || !of_mind(each));
        own.chain(other.iter().filter(of_mind))
    }

    /// Whether the mind of somebody is in a state that takes it out of the fight.
    pub fn has_given_up(&self, id: Id) -> bool {
        self.is_out_by(id, |def| def.of_mind)
    }

    fn is_out_by(&self, id: Id, sort: impl Fn(&super::super::ConditionDef) -> bool) -> bool {
        let def = |condition: &Condition| self.rules.conditions.get(&condition.kind);
        self.conditions(id).iter().filter_map(def).any(|def| (def.out || def.dead) && sort(def))
    }
}

/// Whether a thing is no thing but something that is known.
fn is_by_heart(item: &Item) -> bool {
    item.arm.kind == ArmKind::Spell && item.held == Held::Body
}
