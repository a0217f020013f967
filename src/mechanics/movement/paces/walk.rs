//! Walking, and looking where to (ST-MOVE-01).

use super::Paces;
use crate::board::Terrain;
use crate::mechanics::movement::steps::go;
use crate::mechanics::prelude::*;

/// Walking.
#[derive(Debug)]
pub(super) struct Walk(pub Arc<Paces>);

impl Walk {
    /// An order with the squares that it may lead to.
    fn offer(&self, look: Look<'_>, who: Id, order: Order, label: String) -> Choice {
        let most = look.rules().economy.remaining_for(look, who, order.verb).min(self.0.most);
        let squares = self.0.offered(look, who, (most, self.0.is_hurried(&order)));
        let mut choice = Choice::new(order, label, Group::Move, self.0.rules.walk).unless(look.allows(who, &["move"]));
        if squares.is_empty() && choice.refused.is_none() {
            choice.refused = Some(self.0.stays(look, who, (self, &choice.order)));
        }
        choice.squares = squares;
        choice
    }
}

impl Deed for Walk {
    nature!(|self| {
        Nature::movement("move", &[Reads::To, Reads::Via, Reads::Toward, Reads::N, Reads::Manner]).only_goes()
    });

    fn goes_anywhere(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        self.0.goes_alone(look, who, order)
    }

    fn count(&self, look: Look<'_>, who: Id, order: &Order) -> i32 {
        self.0.way(look, who, order).map_or(1, |way| way.moves)
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        out.push(self.offer(look, who, Order::new("move"), "Move".to_owned()));
        let Some((manner, over)) = &self.0.hurries else { return };
        let matters = |terrain: &Terrain| {
            terrain.cost > 1 && over.iter().any(|word| terrain.tags.iter().any(|tag| *word == tag.as_str()))
        };
        if look.wants_words() && look.board().terrains.iter().any(matters) {
            out.push(self.offer(look, who, Order::new("move").manner(manner), format!("Move, {manner}")));
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        look.allows(who, &["move"])?;
        let way = self.0.way(look, who, order)?;
        let remaining = look.rules().economy.remaining(look, who);
        // Whoever steps in outside their turn does so for one Move.
        let left = if look.is_on_turn(who) { remaining } else { remaining.max(1) };
        let why = || format!("that is {} {} away and {left} {} left", way.moves, self.0.pace.word(), are(left));
        look.refuse_if(way.moves > left, self.0.rules.walk, why)
    }

    fn way(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Vec<Square>> {
        Some(self.0.way(look, who, order).ok()?.squares)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let Ok(way) = self.0.way(table.look(), who, order) else { return Ok(()) };
        go(table, who, &way.squares, way.cost, "moves", self.0.rules.walk)
    }
}
