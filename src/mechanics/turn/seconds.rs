//! A turn is a budget of seconds, and every deed has its length (ST-TURN-01 to ST-TURN-06). A deed longer than what is
//! left can be begun now and finished with the first seconds of the next turn, unless something breaks it.

use super::end_turn::EndTurn;
use super::several_turns::{Begun, Unfinished, abandon, breaks, unfinished};
use super::talk::Talk;
use crate::mechanics::prelude::*;

/// The numbers of this economy.
#[derive(Clone, Debug, Deserialize)]
pub struct Seconds {
    /// Seconds a turn.
    pub turn: i32,
    /// What each deed takes, by the name that it is priced as (ST-TURN-06).
    #[serde(deserialize_with = "refers::kinds")]
    pub times: BTreeMap<Key, i32>,
    /// What a deed takes that the table does not name.
    #[serde(default = "one")]
    pub otherwise: i32,
    /// The rules that these numbers stand for.
    pub rules: SecondsRules,
}

rule_ids! { struct SecondsRules {
    budget: "The budget.",
    deeds: "Deeds and their sum.",
    unbroken: "Deeds that go on into the next turn.",
    free: "What takes no time.",
    times: "The time table.",
} }

/// What is left of the turn of a body. All minds in it draw on the same seconds.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Seconds left.
    pub left: i32,
    /// Seconds that the turn began with.
    pub whole: i32,
    /// Seconds of them that were taken from it.
    pub lost: i32,
    /// The round that they were handed out for.
    pub round: i32,
    /// The turn was ended.
    pub closed: bool,
}

impl Begun {
    /// The whole order, at whomever it is when it completes.
    fn at_last(&self, order: &Order) -> Order {
        let at = if order.at.is_empty() { &self.order.at } else { &order.at };
        Order { at: at.clone(), ..self.order.clone() }
    }

    /// Leaves it for the next turn; of a deed that comes about bit by bit only what these `seconds` have not done.
    fn leave(self, table: &mut Table<'_>, who: Id, deed: &dyn Deed, seconds: i32) {
        let rest = self.takes - self.done;
        let left = match (deed.in_part(&self.order, seconds), deed.in_part(&self.order, rest)) {
            (Some(now), Some(order)) => {
                table.push(Task::Perform(who, now));
                Self { order, done: 0, takes: rest, by: self.by }
            }
            _ => self,
        };
        table.edit::<Unfinished>(who).0 = Some(left);
    }
}

impl Seconds {
    /// The seconds of a deed that counts so many times.
    fn takes(&self, look: Look<'_>, who: Id, (deed, count): (&dyn Deed, i32), order: &Order) -> i32 {
        let named = deed.priced_as(look, who, order);
        let each = self.times.get(&named).copied().unwrap_or(self.otherwise);
        let mut case = Case { order: Some(order), ..Case::of("seconds", who).word(named) };
        look.techniques(who).filter(|each| order.is(each)).for_each(|each| case.push_word(each));
        look.sum(&case, Sum::of(named, each.saturating_mul(count))).total().max(0)
    }

    /// Lets seconds go by in which nothing is done.
    fn idle(&self, table: &mut Table<'_>, who: Id, seconds: i32) -> Step {
        if seconds <= 0 {
            return Ok(());
        }
        spend(table, who, seconds)?;
        table.tell(Event::Idled { who })
    }

    /// What a body has in each turn.
    fn whole(&self, look: Look<'_>, body: Id) -> i32 {
        look.sum(&Case::of("turn seconds", body), Sum::of("turn", self.turn)).total().max(0)
    }

    fn abandon(&self, table: &mut Table<'_>, who: Id, why: &str) {
        abandon(table, who, (self.rules.unbroken, why), |lost| {
            format!("{} is lost with its {} seconds", lost.order, lost.done)
        });
    }
}

mechanic!(Seconds: |self| {
    words(words) => words.add(Word::Term, ["turn"]).add(Word::Count, ["Seconds", "Unfinished"]),
    deeds => {
        let (ends, goes_on) = (EndTurn(self.rules.budget), GoOn(self.rules.unbroken));
        vec![Arc::new(ends), Arc::new(goes_on), Arc::new(Talk(self.rules.free))]
    },
    keeps => Budget::default(),
});

hears!(Seconds: |self, table| {
    TurnBegun { who } => {
        let look = table.look();
        let (body, round) = (look.body(who), look.clock().round);
        let budget = look.get::<Budget>(body).filter(|budget| is_shared(look, body) && budget.round == round);
        let whole = budget.map_or_else(|| self.whole(look, body), |budget| budget.left);
        table.say(self.rules.budget, who, |look| format!("{} has {whole} seconds.", look.name(who)));
        let mut budget = table.edit::<Budget>(body);
        (budget.left, budget.whole, budget.lost) = (whole, whole, 0);
        (budget.round, budget.closed) = (round, false);
    },
    TurnEnded { who } => {
        let look = table.look();
        let body = look.body(who);
        // Whoever else draws on those seconds goes on with the turn that this one has stepped into.
        let goes_on = |mind: Id| mind != who && sharers(look, body).any(|each| each == mind);
        if is_shared(look, body) && table.interrupted().is_some_and(goes_on) {
            let whole = self.whole(look, body);
            let mut budget = table.edit::<Budget>(body);
            (budget.whole, budget.closed) = (whole, false);
            return Ok(());
        }
        let initiative = &look.rules().initiative;
        let comes = |mind: Id| mind != who && (!initiative.has_acted(look, mind) || initiative.has_put_off(look, mind));
        if is_shared(look, body) && sharers(look, body).any(comes) {
            return Ok(());
        }
        // The seconds that nobody used pass all the same.
        let left = self.remaining(look, body);
        self.idle(table, body, left)
    },
});

impl Shows for Seconds {
    fn intends(&self, look: Look<'_>, who: Id) -> Vec<Intent> {
        its_own(look, who).map(|begun| begun.intent(look, self.rules.unbroken)).into_iter().collect()
    }

    fn breaks(&self, _look: Look<'_>, _who: Id, intent: &Intent) -> Vec<String> {
        let words = ["anything else that is done first", "losing seconds of a turn"];
        breaks(intent, self.rules.unbroken, words)
    }

    fn turn_sheet(&self, look: Look<'_>, who: Id) -> Vec<SheetLine> {
        let mut lines = vec![SheetLine::of("Seconds", self.left(look, who), self.rules.budget)];
        if let Some(begun) = its_own(look, who) {
            let text = format!("{} ({} of {} s)", begun.order, begun.done, begun.takes);
            lines.push(SheetLine::of("Unfinished", text, self.rules.unbroken));
        }
        lines
    }
}

impl Economy for Seconds {
    fn price(&self, look: Look<'_>, who: Id, deed: &dyn Deed, order: &Order) -> Result<Price, Refusal> {
        let count = deed.count(look, who, order);
        let takes = self.takes(look, who, (deed, count), order);
        let left = self.remaining(look, who);
        look.refuse_if(takes > 0 && left <= 0, self.rules.deeds, || "no second is left")?;
        let why = || format!("takes {takes} seconds and only {left} {} left", are(left));
        look.refuse_if(takes > left && count > 1 && deed.in_part(order, left).is_none(), self.rules.deeds, why)?;
        Ok(Price { amount: takes, text: look.wants_words().then(|| format!("{takes} s")) })
    }

    fn pay(&self, table: &mut Table<'_>, who: Id, deed: &dyn Deed, order: &Order) -> Step<Paid> {
        let look = table.look();
        let takes = self.takes(look, who, (deed, deed.count(look, who, order)), order);
        let by = look.mind(who);
        let budget = look.get::<Budget>(who).cloned().unwrap_or_default();
        if takes > 0 && order.verb != "go on" && unfinished(look, who).is_some() {
            self.abandon(table, who, "did something else first");
        }
        if takes <= budget.left {
            spend(table, who, takes)?;
            return Ok(Paid::Now);
        }
        let done = budget.left;
        table.say(self.rules.unbroken, who, |look| {
            format!("{} begins: {order} ({done} of {takes} seconds).", look.name(who))
        });
        let begun = Begun { order: order.clone(), done, takes, by };
        spend(table, who, done)?;
        begun.leave(table, who, deed, done);
        Ok(Paid::Later)
    }

    fn is_over(&self, look: Look<'_>, who: Id) -> bool {
        budget(look, who).is_none_or(|budget| budget.closed || budget.left <= 0)
    }

    fn is_untouched(&self, look: Look<'_>, who: Id) -> bool {
        budget(look, who).is_some_and(|budget| budget.left == budget.whole && !budget.closed)
    }

    fn spent(&self, look: Look<'_>, who: Id) -> i32 {
        budget(look, who).map_or(0, |budget| budget.whole - budget.left - budget.lost)
    }

    fn reopen(&self, table: &mut Table<'_>, who: Id) -> Step {
        let mut budget = table.edit::<Budget>(who);
        (budget.whole, budget.lost, budget.closed) = (budget.left, 0, false);
        Ok(())
    }

    fn close(&self, table: &mut Table<'_>, who: Id) -> Step {
        let body = table.look().body(who);
        table.edit::<Budget>(body).closed = true;
        Ok(())
    }

    /// What was spent in this turn in the body of somebody else is spent.
    fn depart(&self, table: &mut Table<'_>, who: Id, from: Id) -> Step {
        let look = table.look();
        let spent = look.get::<Budget>(from).map_or(0, |budget| budget.whole - budget.left);
        let (left, round) = ((self.whole(look, who) - spent).max(0), look.clock().round);
        let mut budget = table.edit::<Budget>(who);
        (budget.left, budget.whole, budget.lost) = (left, left, 0);
        (budget.round, budget.closed) = (round, false);
        Ok(())
    }

    fn lose(&self, table: &mut Table<'_>, who: Id, amount: i32) -> Step {
        let body = table.look().body(who);
        let mut budget = table.edit::<Budget>(body);
        let lost = amount.clamp(0, budget.left.max(0));
        budget.lost += lost;
        self.idle(table, body, lost)?;
        self.interrupt(table, body)
    }

    /// What happens to a body breaks off whatever any mind does with it, what happens to a mind only what that one does.
    fn interrupt(&self, table: &mut Table<'_>, who: Id) -> Step {
        let look = table.look();
        let body = look.body(who);
        let by = unfinished(look, body).map(|begun| begun.by);
        if by.is_some_and(|by| who == body || who == by) {
            self.abandon(table, body, "was interrupted");
        }
        Ok(())
    }

    fn unfinished<'w>(&self, look: Look<'w>, who: Id) -> Option<&'w Order> {
        begun(look, who).map(|begun| &begun.order)
    }

    fn left(&self, look: Look<'_>, who: Id) -> String {
        let whole = budget(look, who).map_or(0, |budget| budget.whole);
        format!("{} of {whole} s left", self.remaining(look, who))
    }

    fn left_after(&self, look: Look<'_>, who: Id, spending: Spending<'_>) -> Option<String> {
        let after = self.remaining(look, who).saturating_sub(spending.amount);
        (after >= 0).then(|| format!("leaves {after} s"))
    }

    fn only_begins(&self, look: Look<'_>, who: Id, takes: i32) -> bool {
        takes > self.remaining(look, who)
    }

    fn remaining(&self, look: Look<'_>, who: Id) -> i32 {
        budget(look, who).map_or(0, |budget| budget.left)
    }

    /// Whatever a deed takes, it can be begun once.
    fn remaining_for(&self, look: Look<'_>, who: Id, verb: Verb) -> i32 {
        let (left, order) = (self.remaining(look, who), Order::new(verb));
        let Ok(deed) = look.deed(verb) else { return left };
        let fits = |times: &i32| self.takes(look, who, (&**deed, *times), &order) <= left;
        (1..=left).rev().find(fits).unwrap_or(left.min(1))
    }
}

/// Lets seconds go by that somebody has.
fn spend(table: &mut Table<'_>, who: Id, seconds: i32) -> Step {
    for _ in 0..seconds {
        table.edit::<Budget>(who).left -= 1;
        pass_second(table, who)?;
    }
    Ok(())
}

/// Whether several turns of a round draw on the seconds of a body: those of the minds in it, or in its rider.
fn is_shared(look: Look<'_>, body: Id) -> bool {
    look.houses_minds(body) || look.riders(body).iter().any(|rider| look.houses_minds(*rider))
}

/// Whose turns those are. A mount's own mind acts with its rider.
fn sharers(look: Look<'_>, body: Id) -> impl Iterator<Item = Id> {
    let riders = look.riders(body).iter().flat_map(move |rider| look.minds(*rider));
    look.minds(body).filter(move |mind| *mind != body || look.riders(body).is_empty()).chain(riders)
}

/// What is left to whoever is in a body: to a mind in the body of somebody else what is left to that body.
fn budget<'w>(look: Look<'w>, who: Id) -> Option<&'w Budget> {
    look.get::<Budget>(look.body(who))
}

/// What the mind has begun and not finished that has the body in hand.
fn begun<'w>(look: Look<'w>, who: Id) -> Option<&'w Begun> {
    let body = look.body(who);
    unfinished(look, body).filter(|begun| begun.by == look.mind(body))
}

/// What somebody has begun in the body that they are in, and whatever was begun in their own.
fn its_own<'w>(look: Look<'w>, who: Id) -> Option<&'w Begun> {
    let body = look.body(who);
    unfinished(look, body).filter(|begun| who == begun.by || who == body)
}

/// Going on with what was begun last turn (ST-TURN-03).
#[derive(Debug)]
struct GoOn(RuleId);

impl Deed for GoOn {
    nature!(|self| Nature::of("go on", Group::Begun, Stage::Upkeep)
        .reading(&[Reads::At, Reads::Several, Reads::Part, Reads::Square])
        .costing_nothing()
        .told(Phrase::At));

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let Some(unfinished) = begun(look, who) else { return };
        let more = unfinished.takes - unfinished.done;
        let label = format!("Go on: {}", unfinished.order);
        let order = Order::new("go on");
        let mut choice = Choice::new(order, label, Group::Begun, self.0);
        choice.cost = Some(format!("{more} s"));
        out.push(choice.allowed_by(self, look, who));
        // Against somebody else than it was begun against.
        let begun = &unfinished.order;
        let Ok(deed) = look.deed(begun.verb) else { return };
        let mut others = Vec::new();
        deed.choices(look, who, &mut others);
        // Those who still fight come before those who are down.
        others.sort_by_key(|other| look.target(&other.order).is_some_and(|target| !look.is_in_play(target)));
        for mut other in others {
            let named = begun.with.is_none() || other.order.with == begun.with;
            if !named || !other.is_legal() || other.order.at.is_empty() || other.order.at == begun.at {
                continue;
            }
            other.order = Order { at: other.order.at, ..Order::new("go on") };
            // In what manner and how much was said when it was begun.
            other.manners.clear();
            other.numbers = None;
            let allowed = if other.squares.is_empty() { self.check(look, who, &other.order) } else { Ok(()) };
            (other.label, other.group) = (format!("Go on: {}", other.label), Group::Begun);
            other.cost = Some(format!("{more} s"));
            out.push(other.unless(allowed));
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        let unfinished = begun(look, who).ok_or_else(|| Refusal::new(self.0, "nothing was left unfinished"))?;
        let why = || "its seconds must follow each other directly";
        look.refuse_if(!look.rules().economy.is_untouched(look, who), self.0, why)?;
        let whole = unfinished.at_last(order);
        look.deed(whole.verb)?.check(look, who, &whole)
    }

    fn forecast(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Forecast> {
        let whole = begun(look, who)?.at_last(order);
        look.forecast(who, &whole)
    }

    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let whole = begun(look, who)?.at_last(order);
        look.deed(whole.verb).ok()?.worth(look, who, &whole)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let Some(mut begun) = table.edit::<Unfinished>(who).0.take() else { return Ok(()) };
        let left = table.look().get::<Budget>(who).map_or(0, |budget| budget.left);
        let more = (begun.takes - begun.done).min(left);
        begun.done += more;
        begun.order = begun.at_last(order);
        spend(table, who, more)?;
        if begun.done >= begun.takes {
            table.push(Task::Perform(who, begun.order));
        } else if let Ok(deed) = table.look().deed(begun.order.verb).cloned() {
            begun.leave(table, who, &*deed, more);
        }
        Ok(())
    }
}
