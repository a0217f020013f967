//! What everybody is called, and who is meant by a name.

use std::borrow::Borrow;

use super::Look;
use crate::battle::{Aim, Called, Id, Key, Order, Refusal};

impl<'w> Look<'w> {
    /// What somebody is called.
    pub fn name(&self, id: Id) -> &'w str {
        self.key(id).as_str()
    }

    /// What several are called, one after the other.
    pub fn names(&self, of: impl IntoIterator<Item: Borrow<Id>>, joint: &str) -> String {
        let name = |id: &Id| self.name(*id);
        let names: Vec<&str> = of.into_iter().map(|id| name(id.borrow())).collect();
        names.join(joint)
    }

    /// The name of somebody as orders have it.
    pub fn key(&self, id: Id) -> Key {
        if let Some(card) = self.card(id) {
            return card.name;
        }
        self.get::<Called>(id).map_or_else(|| "nobody".into(), |called| called.0)
    }

    /// Somebody as the target of an order.
    pub fn aim(&self, id: Id) -> Aim {
        Aim::who(self.key(id))
    }

    /// The first who is called so.
    pub fn named(&self, name: Key) -> Option<Id> {
        self.named_at_once(name).or_else(|| self.everybody().chain(self.things()).find(|id| self.key(*id) == name))
    }

    /// The first target of an order, if it is here.
    pub fn target(&self, order: &Order) -> Option<Id> {
        self.named(order.whom()?)
    }

    /// The same, with a refusal that says who there is, or asks for one.
    ///
    /// # Errors
    /// When nobody is named, or nobody has that name.
    pub fn target_or_refuse(&self, order: &Order, asks: &str) -> Result<Id, Refusal> {
        self.named_or_refuse(order.whom().ok_or_else(|| Refusal::nonsense(asks))?)
    }

    /// The same for any name.
    ///
    /// # Errors
    /// When nobody has it.
    pub fn named_or_refuse(&self, name: Key) -> Result<Id, Refusal> {
        self.named(name).ok_or_else(|| self.nobody(name.as_str()))
    }

    /// The first who is called `name`, whatever the case of its letters.
    pub fn find(&self, name: &str) -> Option<Id> {
        Key::alike(name).into_iter().filter_map(|name| self.named(name)).min()
    }

    /// Like [`find`](Self::find), with a refusal that says who there is.
    ///
    /// # Errors
    /// When nobody has that name.
    pub fn find_or_refuse(&self, name: &str) -> Result<Id, Refusal> {
        self.find(name).ok_or_else(|| self.nobody(name))
    }

    fn nobody(&self, name: &str) -> Refusal {
        let asked = self.question().map(|question| question.side);
        let is_known = |id: &Id| self.knows_of(*id) && asked.is_none_or(|side| self.is_known_to(*id, side));
        let known = self.everybody().filter(is_known).chain(self.things());
        let names: Vec<_> = known.map(|id| self.name(id)).collect();
        Refusal::nonsense(format!("nobody here is called `{name}`; there are {}", names.join(", ")))
    }
}
