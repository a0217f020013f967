//! What those do who run: they make for the nearest edge of the field, and give up where no way is left (OS-MORALE-02).

use serde::Deserialize;

use crate::battle::{Compulsion, Condition, Fact, Id, Key, Look, Order, Step, Table, refers};
use crate::board::{Footprint, Square};

/// How those run who have had enough.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rout {
    /// Running off the field.
    #[serde(deserialize_with = "refers::deeds")]
    pub leave: Key,
    /// Ways to run, the best first.
    pub ways: Vec<Key>,
    /// The state of those who have given up.
    #[serde(deserialize_with = "refers::conditions")]
    pub surrendered: Key,
    /// The rule that these numbers stand for.
    #[serde(deserialize_with = "refers::rules")]
    pub rule: Key,
}

impl Rout {
    /// What somebody does next who runs.
    pub fn compels(&self, table: &mut Table<'_>, who: Id) -> Step<Compulsion> {
        let look = table.look();
        let does = |order: Order| Ok(Compulsion::Does(order, self.rule));
        let leave = Order::new(self.leave.as_str());
        if look.permits(who, &leave).is_ok() {
            return does(leave);
        }
        if let Some(order) = self.ways.iter().find_map(|verb| Self::away(look, who, *verb)) {
            return does(order);
        }
        let is_held = look.melee_of(who).any(|foe| !look.is_busy_without(foe, who));
        if is_held && look.rules().economy.is_untouched(look, who) {
            let rule = self.rule;
            table.note(|look| Fact::new(rule, format!("{} cannot get away, and gives up.", look.name(who))).who(who));
            table.begin(who, Condition::new(self.surrendered))?;
        }
        Ok(Compulsion::Nothing)
    }

    /// The way that leads closest to the edge of the field, and of several the one that leads away from enemies.
    fn away(look: Look<'_>, who: Id, verb: Key) -> Option<Order> {
        let body = look.footprint(who);
        let enemies: Vec<Footprint> = look.foes(who).map(|foe| look.footprint(foe)).collect();
        let rank = |at: Square| {
            let there = body.moved_to(at);
            let near = enemies.iter().map(|enemy| there.gap(*enemy)).min().unwrap_or(0);
            (edge(look, there).saturating_mul(2) - near, at.y, at.x)
        };
        let here = rank(body.at).0;
        let mut ways: Vec<((i32, i32, i32), Order)> = Vec::new();
        let bare = Order::new(verb.as_str());
        if look.permits(who, &bare).is_ok() {
            return Some(bare);
        }
        for choice in look.options_among(who, |deed| deed.verb() == verb).iter().filter(|choice| choice.is_legal()) {
            for (square, _) in &choice.squares {
                let rank = rank(*square);
                if rank.0 < here {
                    ways.push((rank, Order { to: Some(*square), ..choice.order.clone() }));
                }
            }
        }
        ways.sort_by_key(|(rank, _)| *rank);
        ways.into_iter().map(|(_, order)| order).find(|order| look.permits(who, order).is_ok())
    }
}

/// How many squares it is to the edge of the field.
fn edge(look: Look<'_>, body: Footprint) -> i32 {
    let far = body.far();
    let (width, height) = (look.board().width(), look.board().height());
    body.at.x.min(body.at.y).min(width - 1 - far.x).min(height - 1 - far.y)
}
