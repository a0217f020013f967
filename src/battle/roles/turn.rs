//! The special parts that one mechanic of a composition plays: who acts when, what fits into a turn, how saves are
//! thrown.

use std::cmp::Ordering;

use crate::battle::{Deed, Id, Key, Look, Mechanic, Order, Phase, Refusal, RuleId, SideId, Step, Table, Verb};
use crate::dice::{Card, Expr};

/// The mechanic that says who acts when.
pub trait Initiative: Mechanic {
    /// Who is next. May ask (which card? which of your fighters?).
    fn next(&self, table: &mut Table<'_>) -> Step<Next>;

    /// The turn of `who` is about to begin: whether it does. May ask (now, or
    /// later?).
    fn comes_up(&self, _table: &mut Table<'_>, _who: Id) -> Step<bool> {
        Ok(true)
    }

    /// Whether `who` has put its turn off: it neither goes on nor ends.
    fn has_put_off(&self, _look: Look<'_>, _who: Id) -> bool {
        false
    }

    /// The order is found anew before the next round, if this game ever does that.
    fn begin_anew(&self, _table: &mut Table<'_>) {}

    /// Which of two is the quicker by what they threw, laid or are, whatever else brings a blow forward: the lesser is.
    fn quicker(&self, _look: Look<'_>, _a: Id, _b: Id) -> Ordering {
        Ordering::Equal
    }

    /// Whether the round is over once `side`, which is to send somebody now, lets its turn go by. Never where no side may.
    fn pass_ends_round(&self, _look: Look<'_>, _side: SideId) -> bool {
        false
    }

    /// Whether `who` has had its turn of this round.
    fn has_acted(&self, look: Look<'_>, who: Id) -> bool {
        self.track(look).iter().any(|entry| entry.who == who && entry.done)
    }

    /// The order as players see it.
    fn track(&self, look: Look<'_>) -> Vec<TrackEntry>;

    /// What players call the part of the round in which `who` acts now, where turns come in parts.
    fn part(&self, _look: Look<'_>, _who: Id) -> Option<String> {
        None
    }

    /// The rule that lets several act at the same moment, if there is one.
    fn at_once(&self) -> Option<RuleId> {
        None
    }

    /// How that order is laid out.
    fn form(&self, _look: Look<'_>) -> TrackForm {
        TrackForm::Order
    }
}

/// How an initiative track is laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TrackForm {
    /// One after the other.
    #[default]
    Order,
    /// Sides by turns, each with those who have acted and those who have not.
    Sides {
        /// The side that sends somebody next, if any has somebody left.
        next: Option<SideId>,
    },
}

/// What the initiative has decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// The turn of one combatant.
    Turn(Id),
    /// This part of the turns of several, one after the other; where they act at once, nobody falls before
    /// [`Next::Settle`].
    Part {
        /// Which part.
        phase: Phase,
        /// Whose, in their order.
        who: Vec<Id>,
        /// Whether they act at once.
        together: bool,
    },
    /// Nobody: those who acted at once have done so, and what has come of it holds from now on.
    Settle,
    /// A turn that was put off and can no longer be taken: it ends, and if it
    /// never began, it does that first.
    Lost {
        /// Whose.
        who: Id,
        /// Whether it has begun.
        begun: bool,
    },
    /// Nobody: the round is over.
    RoundOver,
}

/// An entry of the initiative track.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct TrackEntry {
    /// Who.
    pub who: Id,
    /// Whose side.
    pub side: SideId,
    /// What it rolled or laid, as players say it.
    pub text: String,
    /// The card that it laid, and the number that stands for.
    #[serde(skip)]
    pub card: Option<(Card, i32)>,
    /// Has acted this round.
    pub done: bool,
    /// Acts now.
    pub now: bool,
    /// What it laid lies face down yet: nobody is told what it is.
    pub hidden: bool,
    /// Those of one number act at once.
    pub together: Option<u32>,
}

impl TrackEntry {
    /// Somebody's entry, by what it rolled or laid and whether its turn of this round has come up.
    pub fn new(look: Look<'_>, who: Id, text: String, acted: bool) -> Self {
        let now = look.clock().turn == Some(who);
        Self {
            who,
            side: look.own_side(who),
            text,
            card: None,
            done: acted && !now,
            now,
            hidden: false,
            together: None,
        }
    }
}

/// The mechanic that says what fits into a turn.
pub trait Economy: Mechanic {
    /// Whether `who` still has its turn of this round before it, as far as this one knows.
    fn is_fresh(&self, _look: Look<'_>, _who: Id) -> bool {
        true
    }

    /// Whether `who` could still strike in this round when others give it the moment for it, though its own turn may
    /// have gone by.
    fn has_blow_left(&self, look: Look<'_>, who: Id) -> bool {
        self.is_fresh(look, who)
    }

    /// What a deed would cost `who` now.
    ///
    /// # Errors
    /// When it cannot be paid.
    fn price(&self, look: Look<'_>, who: Id, deed: &dyn Deed, order: &Order) -> Result<Price, Refusal>;

    /// What a deed takes in one short word, for a place that has no room for its price.
    fn in_brief(&self, _look: Look<'_>, _who: Id, _deed: &dyn Deed, _order: &Order) -> Option<String> {
        None
    }

    /// Of a blow of an action that holds several: whether it begins that action, and how many blows of it are left, this one among
    /// them. Nothing where it is all of an action, or no blow.
    fn blows_of_action(&self, _look: Look<'_>, _who: Id, _deed: &dyn Deed, _order: &Order) -> Option<(bool, i32)> {
        None
    }

    /// What `who` bears for paying so much now, beside the price itself: nothing where one deed is as good as the one before.
    fn burden(&self, _look: Look<'_>, _who: Id, _price: i32) -> Burden {
        Burden::default()
    }

    /// Whether those who have nothing left of a figure have less of a turn.
    fn is_spent_without(&self, _figure: Key) -> bool {
        false
    }

    /// Whether `who` may still spend something this round after its turn.
    fn holds_back(&self, _look: Look<'_>, _who: Id) -> bool {
        false
    }

    /// A turn begins, and what was due at its start has been done: hands out
    /// what there is to spend, where that hangs on how somebody is by now.
    fn open(&self, _table: &mut Table<'_>, _who: Id) -> Step {
        Ok(())
    }

    /// Whether a deed takes what a turn is mostly for, so that whatever needs several turns is broken off by it.
    fn is_main(&self, _look: Look<'_>, _who: Id, _deed: &dyn Deed, _order: &Order) -> bool {
        true
    }

    /// Whether a deed leads somewhere and leaves enough for a blow, however far that is.
    fn costs_only_steps(&self, _look: Look<'_>, _who: Id, _deed: &dyn Deed, _order: &Order) -> bool {
        false
    }

    /// How many squares `who` may still go before a deed of this verb is out of the question in this turn, where it is one that
    /// goes with few steps.
    fn steps_beside(&self, _look: Look<'_>, _who: Id, _verb: Verb) -> Option<i32> {
        None
    }

    /// Pays for a deed. It may turn out that it is done only later.
    fn pay(&self, table: &mut Table<'_>, who: Id, deed: &dyn Deed, order: &Order) -> Step<Paid>;

    /// Whether the turn of `who` is over because nothing is left.
    fn is_over(&self, look: Look<'_>, who: Id) -> bool;

    /// Whether more of the turn of `who` is still to come in this round when the part of it ends that goes on now.
    fn goes_on(&self, _look: Look<'_>, _who: Id) -> bool {
        false
    }

    /// Why `who` does nothing but go on in this round, where the part of the turn that goes on now is there for steps and a later
    /// one for all else; nothing where something is still to come then.
    fn forgone(&self, _look: Look<'_>, _who: Id) -> Option<Refusal> {
        None
    }

    /// Whether nothing of the turn of `who` has been spent yet.
    fn is_untouched(&self, look: Look<'_>, who: Id) -> bool;

    /// How much of its turn somebody has spent on what it did, what it has lost left out of account.
    fn spent(&self, look: Look<'_>, who: Id) -> i32 {
        i32::from(!self.is_untouched(look, who))
    }

    /// Ends the turn; what is left of it passes without effect.
    fn close(&self, table: &mut Table<'_>, who: Id) -> Step;

    /// Gives `who` a turn of this round back that is over without its having done anything, or with something left that
    /// belongs to others as well: what it may do with it is for others to say.
    fn reopen(&self, _table: &mut Table<'_>, _who: Id) -> Step {
        Ok(())
    }

    /// Somebody on turn has come out of the body of somebody else: its turn goes on in its own.
    fn depart(&self, _table: &mut Table<'_>, _who: Id, _from: Id) -> Step {
        Ok(())
    }

    /// Lets `amount` of the turn pass without effect: stunned, staggered. All of it, where nobody counts what it holds.
    fn lose(&self, table: &mut Table<'_>, who: Id, _amount: i32) -> Step {
        self.close(table, who)
    }

    /// Breaks off what `who` has begun and not finished. Nothing, where no deed takes longer than a turn.
    fn interrupt(&self, _table: &mut Table<'_>, _who: Id) -> Step {
        Ok(())
    }

    /// What `who` has begun and not finished, if anything.
    fn unfinished<'w>(&self, _look: Look<'w>, _who: Id) -> Option<&'w Order> {
        None
    }

    /// Somebody is about to roll a skill and pays nothing for it, where that is a matter of the round as a whole.
    fn on_roll(&self, _table: &mut Table<'_>, _who: Id) -> Step {
        Ok(())
    }

    /// Somebody has answered what another does to them, and paid nothing for it.
    fn on_answer(&self, _table: &mut Table<'_>, _who: Id) {}

    /// What is left, as players say it ("4 of 6 s").
    fn left(&self, look: Look<'_>, who: Id) -> String;

    /// The same for whoever is asked what to do now: also when what is left can be used, and only what can be.
    fn left_now(&self, look: Look<'_>, who: Id) -> String {
        self.left(look, who)
    }

    /// What will be left when this has been paid for, too, as players say it; nothing where that cannot be said.
    fn left_after(&self, _look: Look<'_>, _who: Id, _spending: Spending<'_>) -> Option<String> {
        None
    }

    /// Whether a blow that takes so much is still paid for in this turn, be it in a later part of it, once a deed has been;
    /// as it stands now where there is none.
    fn leaves(&self, look: Look<'_>, who: Id, spending: Option<Spending<'_>>, blow: i32) -> bool {
        self.remaining(look, who) - spending.map_or(0, |spending| spending.amount) >= blow
    }

    /// What is left, as a number.
    fn remaining(&self, look: Look<'_>, who: Id) -> i32;

    /// Whether a deed that takes so much is only begun in what is left, and done in a later turn. Never, where nothing is
    /// carried over from one turn to the next.
    fn only_begins(&self, _look: Look<'_>, _who: Id, _takes: i32) -> bool {
        false
    }

    /// What of that is left for deeds of this verb, where some take no more than a part of it; where a deed takes longer
    /// than others do, how many times over it can be done.
    fn remaining_for(&self, look: Look<'_>, who: Id, _verb: Verb) -> i32 {
        self.remaining(look, who)
    }
}

/// What a deed costs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Price {
    /// In whatever the economy counts.
    pub amount: i32,
    /// As players say it.
    pub text: Option<String>,
}

impl Price {
    /// So much, as players say it.
    pub fn of(amount: i32, text: impl Into<String>) -> Self {
        Self { amount, text: Some(text.into()) }
    }
}

/// How much worse somebody does for what they have paid in this round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Burden {
    /// At what they pay for now.
    pub now: i32,
    /// At the first thing that they do in their own turn, where that is still to come.
    pub to_come: i32,
}

impl Burden {
    /// Whether this is nowhere more than another.
    pub fn is_within(&self, other: &Self) -> bool {
        self.now <= other.now && self.to_come <= other.to_come
    }
}

/// A deed that somebody thinks of paying for.
#[derive(Clone, Copy, Debug)]
pub struct Spending<'a> {
    /// What it is.
    pub deed: &'a dyn Deed,
    /// How it is ordered.
    pub order: &'a Order,
    /// What it takes, as its [`Price`] says.
    pub amount: i32,
}

/// What became of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paid {
    /// The deed is done now.
    Now,
    /// It has begun, and will be done when the rest is paid.
    Later,
}

/// The mechanic that says how saves are thrown, in games in which one throws under a figure.
pub trait Saves: Mechanic {
    /// What is thrown.
    fn die(&self) -> &Expr;

    /// Whether that passes for somebody whose figure is so high. Pure: odds and play both ask here.
    fn passes(&self, natural: i32, figure: i32) -> bool;

    /// Whether several who save together throw one die for all of them.
    fn is_shared(&self) -> bool;
}
