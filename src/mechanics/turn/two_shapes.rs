//! A turn of one of two shapes: a whole move and nothing else, or half a move with a small and a large action, split
//! as one likes (ZN-TURN-01 to ZN-TURN-04). A turn can also be spent out of turn, by a reaction (ZN-INIT-05).

use super::end_turn::EndTurn;
use crate::mechanics::prelude::*;

/// What a turn of this game holds.
#[derive(Clone, Debug, Deserialize)]
pub struct TwoShapes {
    /// The figure for a whole move, in half zones.
    pub speed: FigureName,
    /// Deeds that are steps; each costs as many half zones as it counts.
    pub steps: Vec<Key>,
    /// Deeds that take a moment.
    pub bonus: Vec<Key>,
    /// Deeds that take nothing.
    pub free: Vec<Key>,
    /// Deeds that take the whole turn.
    pub whole: Vec<Key>,
    /// The skill that makes several deeds of one kind one bonus action, and those deeds.
    pub quick: Option<(Key, Vec<Key>)>,
    /// The rules that these numbers stand for.
    pub rules: TwoShapesRules,
}

rule_ids! { struct TwoShapesRules {
    shapes: "The two shapes.",
    main: "Main actions.",
    bonus: "Bonus actions.",
    once: "One turn a round.",
} }

/// What somebody has done of their turn.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Activation {
    /// The round whose turn they have taken or spent.
    spent: Option<i32>,
    /// Half zones gone.
    steps: i32,
    /// Bonus actions taken.
    bonus: i32,
    /// Whether the quick deeds of this turn have begun: more of them cost nothing.
    quick: bool,
    /// Whether the main action is taken.
    main: bool,
    /// Whether nothing more is left of it.
    closed: bool,
}

/// What a deed takes of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    Nothing,
    Steps(i32),
    Bonus,
    Main,
    Whole,
}

impl TwoShapes {
    /// What is left beside so many steps.
    fn in_words(&self, look: Look<'_>, who: Id, steps: i32) -> String {
        let (main, bonus) = self.actions_left(look, who);
        let steps = (steps > 0).then(|| zones_in_words(steps.unsigned_abs()));
        let actions = [main.then_some("a main action"), bonus.then_some("a bonus action")];
        let parts: Vec<String> = steps.into_iter().chain(actions.into_iter().flatten().map(str::to_owned)).collect();
        if parts.is_empty() { "nothing left".to_owned() } else { parts.join(", ") }
    }

    fn of(look: Look<'_>, who: Id) -> Activation {
        let own = look.get::<Activation>(who).copied().unwrap_or_default();
        // Of a turn that is still to come nothing is spent.
        if own.spent == Some(look.clock().round) { own } else { Activation::default() }
    }

    fn takes(&self, look: Look<'_>, who: Id, deed: &dyn Deed, order: &Order) -> Takes {
        let is_among = |verbs: &[Key]| verbs.contains(&order.verb);
        match () {
            () if is_among(&self.steps) => Takes::Steps(deed.count(look, who, order)),
            () if is_among(&self.free) => Takes::Nothing,
            () if self.is_quick(look, who, order) && Self::of(look, who).quick => Takes::Nothing,
            () if is_among(&self.bonus) => Takes::Bonus,
            () if is_among(&self.whole) => Takes::Whole,
            // Things of the field say themselves how long they take.
            () if deed.count(look, who, order) == 0 => Takes::Bonus,
            () => Takes::Main,
        }
    }

    fn is_quick(&self, look: Look<'_>, who: Id, order: &Order) -> bool {
        let by = |(skill, verbs): &(Key, Vec<Key>)| verbs.contains(&order.verb) && look.knows(who, skill);
        self.quick.as_ref().is_some_and(by)
    }

    /// Half zones of a whole move, and of one with actions.
    fn moves(&self, look: Look<'_>, who: Id) -> (i32, i32) {
        let speed = look.value(who, self.speed).max(0);
        let whole = || look.sum(&Case::of("whole move", who), Sum::of(self.speed, speed)).total();
        (look.count_once("whole move", who, whole), speed / 2)
    }

    /// Whether there is still time for a main or a bonus action.
    fn actions_left(&self, look: Look<'_>, who: Id) -> (bool, bool) {
        self.actions_after(look, who, 0)
    }

    /// The same after so many half zones more.
    fn actions_after(&self, look: Look<'_>, who: Id, steps: i32) -> (bool, bool) {
        let own = Self::of(look, who);
        let own = Activation { steps: own.steps.saturating_add(steps), ..own };
        let (_, half) = self.moves(look, who);
        let open = !own.closed && own.steps <= half;
        let main = open && !own.main && own.bonus < 2;
        (main, open && (own.bonus == 0 || (own.bonus == 1 && !own.main)))
    }
}

mechanic!(TwoShapes: |self| {
    words(words) => words.add(Word::Count, ["Turn"]),
    deeds => vec![Arc::new(EndTurn(self.rules.shapes))],
});

hears!(TwoShapes: |self, table| {
    TurnBegun { who } => {
        let round = table.clock().round;
        *table.edit::<Activation>(who) = Activation { spent: Some(round), ..Activation::default() };
    },
    TurnEnded { who } => self.close(table, who),
    Gone { who, cost } => if table.clock().turn == Some(who) { table.edit::<Activation>(who).steps += cost; },
});

impl Shows for TwoShapes {
    fn turn_sheet(&self, look: Look<'_>, who: Id) -> Vec<SheetLine> {
        let text = if self.is_fresh(look, who) {
            "still to come".to_owned()
        } else if look.clock().turn == Some(who) {
            Economy::left(self, look, who)
        } else {
            "spent".to_owned()
        };
        vec![SheetLine::of("Turn", text, self.rules.once)]
    }
}

impl Economy for TwoShapes {
    fn is_fresh(&self, look: Look<'_>, who: Id) -> bool {
        look.get::<Activation>(who).is_none_or(|own| own.spent != Some(look.clock().round))
    }

    fn price(&self, look: Look<'_>, who: Id, deed: &dyn Deed, order: &Order) -> Result<Price, Refusal> {
        let own = Self::of(look, who);
        let (whole, half) = self.moves(look, who);
        let said = |text: &str| look.wants_words().then(|| text.to_owned());
        let too_far = |rule| look.refusal(rule, || "more than half a move is gone: no action any more".to_owned());
        let over = || look.refusal(self.rules.once, || "the turn is over".to_owned());
        match self.takes(look, who, deed, order) {
            Takes::Nothing => Ok(Price::default()),
            _ if own.closed => Err(over()),
            Takes::Steps(steps) => {
                let acted = own.main || own.bonus > 0;
                let limit = if acted { half } else { whole };
                if own.steps + steps > limit {
                    return Err(look.refusal(self.rules.shapes, || {
                        let why = if acted && half < whole { "with actions it is half a move: " } else { "" };
                        let left = (limit - own.steps).max(0);
                        let are = if left <= 2 { "is" } else { "are" };
                        let [more, left] = [steps, left].map(|halves| zones_in_words(halves.unsigned_abs()));
                        format!("{why}it takes {more}, and {left} {are} left")
                    }));
                }
                Ok(Price { amount: steps, text: look.wants_words().then(|| zones_in_words(steps.unsigned_abs())) })
            }
            Takes::Bonus => match self.actions_left(look, who) {
                (_, true) => Ok(Price { amount: 1, text: said("bonus action") }),
                _ if own.steps > half => Err(too_far(self.rules.shapes)),
                _ => Err(look.refusal(self.rules.bonus, || "the actions of this turn are taken".to_owned())),
            },
            Takes::Main => match self.actions_left(look, who) {
                (true, _) => Ok(Price { amount: 1, text: said("main action") }),
                _ if own.steps > half => Err(too_far(self.rules.shapes)),
                _ => Err(look.refusal(self.rules.main, || "the main action of this turn is taken".to_owned())),
            },
            Takes::Whole if own.steps > 0 || own.main || own.bonus > 0 => {
                Err(look.refusal(self.rules.shapes, || "it takes a whole turn, and this one has begun".to_owned()))
            }
            Takes::Whole => Ok(Price { amount: 1, text: said("takes the turn") }),
        }
    }

    fn in_brief(&self, look: Look<'_>, who: Id, deed: &dyn Deed, order: &Order) -> Option<String> {
        let word = match self.takes(look, who, deed, order) {
            Takes::Nothing | Takes::Steps(_) => return None,
            Takes::Bonus => "bonus",
            Takes::Main => "main",
            Takes::Whole => "turn",
        };
        Some(word.to_owned())
    }

    fn is_main(&self, look: Look<'_>, who: Id, deed: &dyn Deed, order: &Order) -> bool {
        matches!(self.takes(look, who, deed, order), Takes::Main | Takes::Whole)
    }

    fn pay(&self, table: &mut Table<'_>, who: Id, deed: &dyn Deed, order: &Order) -> Step<Paid> {
        let takes = self.takes(table.look(), who, deed, order);
        let quick = self.is_quick(table.look(), who, order);
        let mut own = table.edit::<Activation>(who);
        match takes {
            Takes::Nothing => {}
            Takes::Steps(_) if deed.nature().pays_as_it_goes => {}
            Takes::Steps(steps) => own.steps += steps,
            Takes::Bonus => {
                own.bonus += 1;
                own.quick |= quick;
            }
            Takes::Main => own.main = true,
            Takes::Whole => own.closed = true,
        }
        Ok(Paid::Now)
    }

    fn is_over(&self, look: Look<'_>, who: Id) -> bool {
        Self::of(look, who).closed || (self.actions_left(look, who) == (false, false) && self.remaining(look, who) == 0)
    }

    fn is_untouched(&self, look: Look<'_>, who: Id) -> bool {
        let own = Self::of(look, who);
        own.steps == 0 && own.bonus == 0 && !own.main && !own.closed
    }

    fn close(&self, table: &mut Table<'_>, who: Id) -> Step {
        let own = Self::of(table.look(), who);
        let spent = Some(table.clock().round);
        *table.edit::<Activation>(who) = Activation { spent, closed: true, ..own };
        Ok(())
    }

    fn reopen(&self, table: &mut Table<'_>, who: Id) -> Step {
        *table.edit::<Activation>(who) = Activation::default();
        Ok(())
    }

    fn left(&self, look: Look<'_>, who: Id) -> String {
        self.in_words(look, who, self.remaining(look, who))
    }

    fn left_now(&self, look: Look<'_>, who: Id) -> String {
        self.in_words(look, who, if look.may_step(who) { self.remaining(look, who) } else { 0 })
    }

    fn left_after(&self, look: Look<'_>, who: Id, spending: Spending<'_>) -> Option<String> {
        let leaves = match self.actions_after(look, who, spending.amount) {
            (true, true) => "leaves a main action and a bonus action",
            (true, false) => "leaves a main action",
            (false, true) => "leaves a bonus action",
            (false, false) => "leaves no action",
        };
        Some(leaves.to_owned())
    }

    fn leaves(&self, look: Look<'_>, who: Id, spending: Option<Spending<'_>>, _blow: i32) -> bool {
        let takes = spending.map_or(Takes::Nothing, |Spending { deed, order, .. }| self.takes(look, who, deed, order));
        match takes {
            Takes::Nothing => self.actions_left(look, who).0,
            Takes::Steps(steps) => self.actions_after(look, who, steps).0,
            // The second bonus action takes the place of the main one.
            Takes::Bonus => self.actions_left(look, who).0 && Self::of(look, who).bonus == 0,
            Takes::Main | Takes::Whole => false,
        }
    }

    fn remaining(&self, look: Look<'_>, who: Id) -> i32 {
        let own = Self::of(look, who);
        let (whole, half) = self.moves(look, who);
        let limit = if own.main || own.bonus > 0 { half } else { whole };
        if own.closed { 0 } else { (limit - own.steps).max(0) }
    }
}
