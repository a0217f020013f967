//! A turn of half a move and one action, or of a whole move and none (OS-MOVE-01 to OS-MOVE-05). An action of blows may
//! hold several of them, which may come at different moments of the round (OS-INIT-07, OS-MINION-02).

mod in_words;
mod on_the_run;
mod price;

use self::in_words::blows_in_words;
use self::price::{RAN, Takes};
use super::end_turn::EndTurn;
use crate::mechanics::prelude::*;

pub use on_the_run::OnTheRun;

/// What a turn of this game holds.
#[derive(Clone, Debug, Deserialize)]
pub struct OneAction {
    /// The figure for half a move, in squares.
    pub half: FigureName,
    /// Deeds that are steps; each costs as many squares as it counts.
    pub steps: Vec<Verb>,
    /// Those of them that never go farther than half a move.
    pub slow_steps: Vec<Verb>,
    /// Deeds in place of moving: an action is left beside them.
    pub instead_of_steps: Vec<Verb>,
    /// Deeds that take nothing.
    pub free: Vec<Verb>,
    /// Deeds that are both move and action.
    pub whole: Vec<Verb>,
    /// Deeds that are a whole move with the first blow of an action at its end.
    #[serde(default)]
    pub with_a_blow: Vec<Verb>,
    /// Deeds that an action may hold several of.
    pub blows: Vec<Verb>,
    /// Deeds that go with so many squares at most.
    #[serde(default)]
    pub with_few_steps: Vec<(Verb, i32)>,
    /// The roll of how many blows somebody keeps for when everybody else has acted.
    pub kept_blows: Key,
    /// Who strikes with what after a whole move: words of fighters, and of arms.
    #[serde(default)]
    pub on_the_run: Vec<OnTheRun>,
    /// The rules that these numbers stand for.
    pub rules: OneActionRules,
}

rule_ids! { struct OneActionRules {
    half: "Half a move and an action.",
    run: "A whole move.",
    casting: "Steps of those who cast.",
    phases: "Moves before blows.",
    several: "Several blows.",
} }

/// What somebody has done of their turn in this round.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    round: i32,
    /// Squares gone.
    squares: i32,
    /// Whether they did something in place of moving.
    stood: bool,
    /// Whether that was a whole move with a blow at its end.
    charged: bool,
    /// Blows struck.
    blows: i32,
    /// The most blows of the action that they have begun.
    most: i32,
    /// Whether an action of another kind is taken.
    acted: bool,
    /// The most squares beside what was done, where that is few.
    bound: Option<i32>,
    /// Whether the blow at the end of the round is struck.
    last: bool,
    /// The part of the turn that was given up.
    over: Option<Phase>,
    /// Nothing is left of any part.
    closed: bool,
}

impl OneAction {
    fn of(look: Look<'_>, who: Id) -> Spent {
        let own = look.get::<Spent>(who).copied().unwrap_or_default();
        let round = look.clock().round;
        if own.round == round { own } else { Spent { round, ..Spent::default() } }
    }

    fn half(&self, look: Look<'_>, who: Id) -> i32 {
        look.value(who, self.half).max(0)
    }

    fn is_slow(&self, verb: Verb) -> bool {
        self.slow_steps.contains(&verb)
    }

    /// Squares that somebody may have gone in all this turn, by what else they have done.
    fn limit(&self, look: Look<'_>, who: Id, own: &Spent) -> i32 {
        let half = self.half(look, who);
        let acts = own.blows > 0 || own.acted;
        let limit = if acts { half } else { half.saturating_mul(2) };
        own.bound.map_or(limit, |bound| limit.min(bound))
    }

    /// What has ended the walk of this turn before its squares were gone.
    const fn ended_by(own: &Spent) -> Option<&'static str> {
        match own {
            Spent { stood: true, .. } => Some("what was done took the place of the walk"),
            Spent { charged: true, .. } => Some("the charge has ended the walk"),
            Spent { most: 2.., .. } => Some("the blow has ended the walk"),
            _ => None,
        }
    }

    /// How many blows an action at this target holds.
    fn most_blows(look: Look<'_>, who: Id, order: &Order) -> i32 {
        let case = Case { against: look.target(order), ..Case::of("blows", who).by(order) };
        look.sum(&case, Sum::of("one", 1)).total().max(1)
    }

    /// Blows that are left of this part of the turn at a target that allows `most`.
    fn blows_left(&self, look: Look<'_>, who: Id, own: &Spent, most: i32) -> i32 {
        let most = if own.blows == 0 { most } else { own.most.min(most) };
        // One of several may wait for the end of the round.
        let kept = i32::from(most > 1 && look.sum(&Case::of(self.kept_blows, who), Sum::new()).total() > 0);
        let left = match look.clock().phase {
            _ if own.closed || own.acted => 0,
            Phase::Moves => 0,
            Phase::First => kept - own.blows,
            Phase::Whole | Phase::Blows => most - kept - own.blows,
            // Blows that were not struck in time are not made up for.
            Phase::Last => kept.min(most - own.blows) - i32::from(own.last),
        };
        left.max(0)
    }

    fn few_steps(&self, order: &Order) -> Option<i32> {
        self.with_few_steps.iter().find(|(verb, _)| *verb == order.verb).map(|(_, squares)| *squares)
    }

    fn on_before(&self, table: &mut Table<'_>, who: Id, order: &Order) {
        let look = table.look();
        let own = Self::of(look, who);
        if own.charged && own.most == 0 && self.blows.contains(&order.verb) {
            let most = Self::most_blows(look, who, order);
            *table.edit::<Spent>(who) = Spent { most, ..own };
        }
    }
}

mechanic!(OneAction: |self| {
    words(words) => words.add(Word::Term, ["one"]).add(Word::Count, ["Turn"]),
    deeds => vec![Arc::new(EndTurn(self.rules.half))],
});

hears!(OneAction: |self, table| {
    AboutTo { who, order } => self.on_before(table, who, order),
});

impl Shows for OneAction {
    fn turn_sheet(&self, look: Look<'_>, who: Id) -> Vec<SheetLine> {
        let text = if look.clock().turn == Some(who) {
            Economy::left(self, look, who)
        } else if self.is_fresh(look, who) {
            "still to come".to_owned()
        } else {
            "spent".to_owned()
        };
        vec![SheetLine::of("Turn", text, self.rules.half)]
    }
}

impl Economy for OneAction {
    fn is_fresh(&self, look: Look<'_>, who: Id) -> bool {
        let is_over = matches!(Self::of(look, who).over, Some(Phase::Whole | Phase::Blows));
        !is_over && self.has_blow_left(look, who)
    }

    fn steps_beside(&self, look: Look<'_>, who: Id, verb: Verb) -> Option<i32> {
        let few = self.few_steps(&Order::new(verb))?;
        Some(few.saturating_sub(Self::of(look, who).squares).max(0))
    }

    fn has_blow_left(&self, look: Look<'_>, who: Id) -> bool {
        let own = Self::of(look, who);
        let ran = own.squares > self.half(look, who);
        own.blows == 0 && !own.acted && !own.closed && !ran
    }

    fn price(&self, look: Look<'_>, who: Id, deed: &dyn Deed, order: &Order) -> Result<Price, Refusal> {
        self.priced(look, who, self.takes(look, who, deed, order), order)
    }

    fn in_brief(&self, look: Look<'_>, who: Id, deed: &dyn Deed, order: &Order) -> Option<String> {
        let word = match self.takes(look, who, deed, order) {
            Takes::Nothing | Takes::Steps(_) => return None,
            Takes::Standing => "move",
            Takes::Blow | Takes::Action => "action",
            Takes::Whole | Takes::WholeAndBlow => "turn",
        };
        Some(word.to_owned())
    }

    fn blows_of_action(&self, look: Look<'_>, who: Id, deed: &dyn Deed, order: &Order) -> Option<(bool, i32)> {
        if self.takes(look, who, deed, order) == Takes::Blow { self.of_several(look, who, order) } else { None }
    }

    fn is_main(&self, look: Look<'_>, who: Id, deed: &dyn Deed, order: &Order) -> bool {
        !matches!(self.takes(look, who, deed, order), Takes::Nothing | Takes::Steps(_) | Takes::Standing)
    }

    fn pay(&self, table: &mut Table<'_>, who: Id, deed: &dyn Deed, order: &Order) -> Step<Paid> {
        let look = table.look();
        let takes = self.takes(look, who, deed, order);
        let mut own = Self::of(look, who);
        let few = self.few_steps(order);
        match takes {
            Takes::Nothing => return Ok(Paid::Now),
            Takes::Steps(squares) => {
                own.squares += squares;
                // Whoever goes slowly does so all the way.
                if self.is_slow(order.verb) {
                    own.bound = Some(self.half(look, who));
                }
            }
            Takes::Standing => own.stood = true,
            Takes::Blow => {
                let most = Self::most_blows(look, who, order);
                own.most = if own.blows == 0 { most } else { own.most.min(most) };
                own.blows += 1;
                own.last |= table.look().clock().phase == Phase::Last;
            }
            Takes::Action => own.acted = true,
            Takes::Whole => own.closed = true,
            Takes::WholeAndBlow => {
                // How many blows there are shows when they have met.
                own.most = 0;
                own.blows = 1;
                own.charged = true;
            }
        }
        own.bound = few.or(own.bound);
        *table.edit::<Spent>(who) = own;
        Ok(Paid::Now)
    }

    fn is_over(&self, look: Look<'_>, who: Id) -> bool {
        let own = Self::of(look, who);
        let most = if own.blows == 0 { i32::from(u8::MAX) } else { own.most };
        let blows = self.blows_left(look, who, &own, most) > 0;
        let action = !own.acted && own.blows == 0;
        let runs = || self.on_the_run.iter().any(|run| look.has_tag(who, run.word));
        let too_far = own.squares > self.half(look, who) && !own.charged && !runs();
        match look.clock().phase {
            phase if own.closed || own.over == Some(phase) => true,
            Phase::Moves => self.remaining(look, who) == 0 && own.stood | own.charged | (own.squares > 0),
            Phase::First | Phase::Last => !blows,
            Phase::Whole | Phase::Blows => self.remaining(look, who) == 0 && ((!action && !blows) || too_far),
        }
    }

    fn goes_on(&self, look: Look<'_>, who: Id) -> bool {
        let own = Self::of(look, who);
        let strikes_on = own.blows > 0 && own.most > own.blows && !own.acted && !own.closed;
        look.clock().phase == Phase::Moves && (strikes_on || self.has_blow_left(look, who))
    }

    fn forgone(&self, look: Look<'_>, who: Id) -> Option<Refusal> {
        let own = Self::of(look, who);
        let ran = own.squares > self.half(look, who) && !own.charged && !self.strikes_on_the_run(look, who);
        (ran && look.clock().phase == Phase::Moves).then(|| look.refusal(self.rules.run, || RAN.to_owned()))
    }

    fn is_untouched(&self, look: Look<'_>, who: Id) -> bool {
        let own = Self::of(look, who);
        own == Spent { round: own.round, ..Spent::default() }
    }

    /// Ends this part of the turn; of a turn in parts the rest is still to come.
    fn close(&self, table: &mut Table<'_>, who: Id) -> Step {
        let over = Some(table.clock().phase);
        let own = Self::of(table.look(), who);
        *table.edit::<Spent>(who) = Spent { over, ..own };
        Ok(())
    }

    fn reopen(&self, table: &mut Table<'_>, who: Id) -> Step {
        *table.edit::<Spent>(who) = Spent::default();
        Ok(())
    }

    fn lose(&self, table: &mut Table<'_>, who: Id, _amount: i32) -> Step {
        let own = Self::of(table.look(), who);
        *table.edit::<Spent>(who) = Spent { closed: true, ..own };
        Ok(())
    }

    fn left(&self, look: Look<'_>, who: Id) -> String {
        let own = Self::of(look, who);
        let blows = match own.most - own.blows {
            _ if own.closed || own.acted || look.clock().phase == Phase::Moves => None,
            left if own.blows > 0 && left > 0 => Some(blows_in_words(left)),
            _ if own.blows == 0 => Some("an action left".to_owned()),
            _ => None,
        };
        self.with_steps(look, who, blows)
    }

    fn left_now(&self, look: Look<'_>, who: Id) -> String {
        self.with_steps_now(look, who, self.action_in_words(look, who, &Self::of(look, who)))
    }

    fn left_after(&self, look: Look<'_>, who: Id, spending: Spending<'_>) -> Option<String> {
        let Takes::Steps(squares) = self.takes(look, who, spending.deed, spending.order) else { return None };
        let left = self.remaining_for(look, who, spending.order.verb).saturating_sub(squares);
        Some(if left > 0 { format!("leaves {}", squares_in_words(left)) } else { "leaves no step".to_owned() })
    }

    fn leaves(&self, look: Look<'_>, who: Id, spending: Option<Spending<'_>>, _blow: i32) -> bool {
        let takes = spending.map_or(Takes::Nothing, |Spending { deed, order, .. }| self.takes(look, who, deed, order));
        let own = Self::of(look, who);
        let steps = match takes {
            Takes::Nothing | Takes::Standing => 0,
            Takes::Steps(squares) => squares,
            Takes::WholeAndBlow => return true,
            Takes::Blow | Takes::Action | Takes::Whole => return false,
        };
        let runs = own.squares + steps > self.half(look, who) && !own.charged;
        let left = match look.clock().phase {
            Phase::Moves => !own.acted && !own.closed && (own.blows == 0 || own.most > own.blows),
            _ => self.blows_left(look, who, &own, i32::from(u8::MAX)) > 0,
        };
        left && (!runs || self.strikes_on_the_run(look, who))
    }

    fn remaining(&self, look: Look<'_>, who: Id) -> i32 {
        let own = Self::of(look, who);
        let phase = look.clock().phase;
        let stays =
            own.closed || own.stood || own.charged || own.most > 1 || !matches!(phase, Phase::Whole | Phase::Moves);
        if stays { 0 } else { self.limit(look, who, &own).saturating_sub(own.squares).max(0) }
    }

    fn remaining_for(&self, look: Look<'_>, who: Id, verb: Verb) -> i32 {
        let left = self.remaining(look, who);
        let slowly = || self.half(look, who).saturating_sub(Self::of(look, who).squares).max(0);
        if self.is_slow(verb) { left.min(slowly()) } else { left }
    }
}
