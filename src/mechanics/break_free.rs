//! Breaking free of what keeps somebody: a grip, a net, a pit. A game says what that is, what it takes and what is told
//! of it; what is offered, whom an order means and whether it can be tried is one for all.
//!
//! A contest that nobody begins (`grapple/pools.rs`), a maw that harm opens (`conditions/swallowed.rs`) and a body that
//! other minds must let one out of (`possession/leaving.rs`) are no such deed.

use std::fmt::Debug;

use crate::mechanics::prelude::*;

/// A way out: of which state, whom an order for it names, what players call it, its rule, and whether it is open.
pub(super) type WayOut<'a> = (&'a Condition, Option<Id>, String, RuleId, Allowed);

/// What a game says of breaking free.
pub(super) trait Binds: Debug + Send + Sync {
    /// Every way out that somebody has.
    fn ways_out<'a>(&'a self, look: Look<'a>, who: Id) -> Vec<WayOut<'a>>;

    /// What is said where an order means none of them.
    fn unbound(&self, look: Look<'_>, who: Id, order: &Order) -> Refusal;

    /// How likely somebody gets out, where that is told, and what trying it is worth to the computer.
    fn outlook(&self, look: Look<'_>, who: Id, of: &Condition) -> (Option<String>, Option<Worth>);

    /// What would come of it, where that can be said.
    fn foretell(&self, _look: Look<'_>, _who: Id) -> Option<Forecast> {
        None
    }

    /// Somebody tries it.
    fn break_free(&self, table: &mut Table<'_>, who: Id, of: &Condition) -> Step;
}

/// Breaking free: of what, by which verb, and whether it is one act against all who keep somebody, so that it names none.
#[derive(Debug)]
pub(super) struct BreakFree {
    pub of: Arc<dyn Binds>,
    pub verb: Verb,
    pub from_all: bool,
}

impl BreakFree {
    /// Of several ways that of whoever is named, or else one that is open.
    fn meant<'a>(&'a self, look: Look<'a>, who: Id, order: &Order) -> Option<WayOut<'a>> {
        let ways = self.of.ways_out(look, who).into_iter().filter(|(of, ..)| look.means_tie(order, of));
        ways.min_by_key(|(.., may)| may.is_err())
    }
}

impl Deed for BreakFree {
    nature!(|self| {
        let reads: &[Reads] = if self.from_all { &[] } else { &[Reads::At] };
        Nature::of(self.verb, Group::Move, Stage::Attacks).reading(reads).told(Phrase::From)
    });

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        for (of, named, label, rule, _) in self.of.ways_out(look, who) {
            let mut order = Order::new(self.verb);
            order.at.extend(named.map(|by| look.aim(by)));
            let choice = Choice::of(self, (look, who), order, label, rule).meant(Group::Ability);
            out.push(choice.likely(look, || self.of.outlook(look, who, of).0));
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        let kinds = [Key::from("act"), self.verb.key()];
        look.allows_words(who, &kinds[usize::from(!self.from_all)..])?;
        let (.., may) = self.meant(look, who, order).ok_or_else(|| self.of.unbound(look, who, order))?;
        may
    }

    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        self.of.outlook(look, who, self.meant(look, who, order)?.0).1
    }

    fn forecast(&self, look: Look<'_>, who: Id, _order: &Order) -> Option<Forecast> {
        self.of.foretell(look, who)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let of = self.meant(table.look(), who, order).map(|(of, ..)| of.clone());
        of.map_or(Ok(()), |of| self.of.break_free(table, who, &of))
    }
}
