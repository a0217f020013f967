//! What may come of an order until the next turn of the fighter who is asked. All of it is told at once, for those who do not
//! look on frame by frame.

use serde_json::{Value, json};

use super::{Ahead, Comes, Peril, Sting, walk};
use crate::battle::{Id, Look, Order, Refusal, Spoken};
use crate::board::Square;

/// What may come of an order, if the fighter who is asked gives it.
#[derive(Clone, Debug)]
pub struct Outlook {
    /// The order.
    pub order: Order,
    /// Who has a say in it, and what it leads to at once.
    pub comes: Comes,
    /// How they come off by the end of it, exactly, where that can be told.
    pub way: Option<Peril>,
    /// How they come off until their next turn.
    pub peril: Peril,
}

impl Outlook {
    /// Of what these words say.
    ///
    /// # Errors
    /// When nobody is asked, or this is no order for them.
    pub fn of(look: Look<'_>, said: &Spoken) -> Result<Self, Refusal> {
        let look = look.as_asked();
        Self::of_order(look, look.order(said)?)
    }

    /// Of going to this square and ending there.
    ///
    /// # Errors
    /// When nobody is asked, or they cannot go there.
    pub fn at(look: Look<'_>, to: Square) -> Result<Self, Refusal> {
        let look = look.as_asked();
        let choices = look.choices();
        let walk = walk(&choices).ok_or_else(|| Refusal::nonsense("whoever is asked can go nowhere now"))?;
        Self::of_order(look, Order { to: Some(to), ..walk.order.clone() })
    }

    fn of_order(look: Look<'_>, order: Order) -> Result<Self, Refusal> {
        let who = look.question().and_then(|question| question.who);
        let who = who.ok_or_else(|| Refusal::nonsense("nobody is asked what to do"))?;
        look.check(&order)?;
        let mut ahead = Ahead { names: true, ..Ahead::default() };
        let comes = ahead.comes(look, who, &order).ok_or_else(|| Refusal::nonsense("it cannot be tried out"))?;
        let mut peril = Peril::default();
        while !peril.is_settled() {
            ahead.venture(look, who, &order, &mut peril);
        }
        let way = ahead.on_the_way(look, who, &order);
        Ok(Self { order, comes, way, peril })
    }

    /// For people who read it, a line each.
    pub fn in_words(&self, look: Look<'_>) -> Vec<String> {
        let stings = self.comes.stings.iter();
        let stings = stings.map(|sting| format!("{} may react at {}: {}", look.name(sting.by), sting.at, sting.what));
        let way = self.way.as_ref().filter(|way| way.is_any() || !self.comes.stings.is_empty());
        let way = way.and_then(|way| Some(format!("{}. {}", way.told("on the way")?, way.source())));
        let rest = Comes { stings: Vec::new(), lapses: None, ..self.comes.clone() };
        [self.order.to_string()]
            .into_iter()
            .chain(stings)
            .chain(rest.told(look))
            .chain(way)
            .chain(self.peril.told(Peril::UNTIL))
            .chain(self.peril.told_from(look))
            .chain([self.peril.source()])
            .collect()
    }

    /// For programs.
    pub fn in_json(&self, look: Look<'_>) -> Value {
        let Self { order, comes, way, peril } = self;
        let share_of = |peril: &Peril, count: u32| f64::from(count) / f64::from(peril.tries.max(1));
        let share = |count: u32| share_of(peril, count);
        let on_the_way = |way: &Peril| {
            let (hurt, out) = (share_of(way, way.hurt), share_of(way, way.out));
            json!({ "hurt": hurt, "out": out, "exact": way.is_exact, "assumes": way.assumed() })
        };
        let from = |(by, count): (Id, u32)| json!({ "by": look.name(by), "hurt": share(count) });
        let sting = |sting: &Sting| json!({ "by": look.name(sting.by), "at": sting.at, "what": sting.what });
        json!({
            "order": order.to_string(),
            "reactions": comes.stings.iter().map(sting).collect::<Vec<_>>(),
            "walks_away_from": comes.leaves.iter().map(|foe| look.name(*foe)).collect::<Vec<_>>(),
            "through": comes.through.iter().map(|foe| look.name(*foe)).collect::<Vec<_>>(),
            "ends_turn": comes.ends,
            "only_begins": comes.begins,
            "strikes_nobody": comes.misses_all,
            "gives_up": comes.gives_up,
            "on_the_spot": comes.strays.as_ref().map(|strays| strays.on_the_spot.to_f64()),
            "own": comes.strays.iter().flat_map(|strays| strays.own.iter().map(|(who, _)| look.name(*who))).collect::<Vec<_>>(),
            "spends": comes.spends,
            "on_the_way": way.as_ref().map(on_the_way),
            "hurt": share(peril.hurt),
            "out": share(peril.out),
            "from": peril.from(look).into_iter().map(from).collect::<Vec<_>>(),
            "exact": peril.is_exact,
            "tried": if peril.is_exact { 0 } else { peril.tries },
            "assumes": peril.assumed(),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::battle::house_words::END_TURN;
    use crate::battle::{Falls, Scratch};
    use crate::trial;

    /// All that is told beforehand of these orders as certain. What is tried out hangs on the dice of each try.
    fn told(look: Look<'_>, who: Id, orders: &[Order]) -> Vec<String> {
        let mut ahead = Ahead { names: true, ..Ahead::default() };
        let each = |order: &Order| {
            let comes = ahead.comes(look, who, order);
            let words = comes.as_ref().map(|comes| comes.lines(look));
            format!("{order}: {words:?} {comes:?} {:?}", ahead.on_the_way(look, who, order))
        };
        orders.iter().map(each).collect()
    }

    /// Promise: what is told of an order beforehand is the same for every hand that an enemy may hold face down.
    #[test]
    fn nothing_foretold_hangs_on_what_lies_face_down() {
        let (mut turns, mut hands) = (0, BTreeSet::new());
        trial::watch("duel_at_dawn", 1, 60, |look| {
            let is_turn = look.question().is_some_and(|question| question.choices.is_none());
            if let Some(who) = look.asked().filter(|_| is_turn) {
                let choices = look.choices();
                let walk = walk(&choices).into_iter();
                let go = walk.flat_map(|walk| {
                    let every = (walk.squares.len() / 3).max(1);
                    let squares = walk.squares.iter().step_by(every).map(|(to, _)| *to);
                    squares.map(|to| Order { to: Some(to), ..walk.order.clone() })
                });
                let orders: Vec<Order> = go.chain([Order::new(END_TURN)]).collect();
                let mut all = BTreeSet::new();
                for seed in 1..=3 {
                    let mut scratch = Scratch::new();
                    let mut copy = scratch.copy(look);
                    copy.again(Falls::From(seed));
                    assert!(copy.imagine(look.side(who)), "in the middle of nothing");
                    let here = copy.look().unwrap();
                    for foe in here.foes(who) {
                        let lines = here.rules().registry.shows.iter().flat_map(|each| each.turn_sheet(here, foe));
                        hands.insert(lines.map(|line| line.text).collect::<Vec<_>>());
                    }
                    all.insert(told(here.as_asked(), who, &orders));
                }
                assert_eq!(all.len(), 1, "{all:#?}");
                turns += 1;
            }
        });
        assert!(turns > 3 && hands.len() > turns, "{turns} turns, {} hands", hands.len());
    }
}
