//! Charging: whoever goes straight at somebody strikes or tackles them the
//! harder for it, directly afterwards and once (LG-MOVE-04).

use crate::board::leads_straight_at;
use crate::mechanics::prelude::*;

/// The numbers of charging.
#[derive(Clone, Debug, Deserialize)]
pub struct Charge {
    /// Verbs of the deeds that are run-ups.
    pub going: Vec<Verb>,
    /// Verbs of the deeds that a run-up helps.
    pub helps: Vec<Verb>,
    /// The rolls of those that it helps.
    pub on: Vec<Key>,
    /// What it adds to them.
    pub bonus: i32,
    /// Words of a case that nobody charges with.
    pub unless: Vec<Key>,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

/// The word of what is done out of a run-up.
const CHARGE: &str = "charge";

/// The last deed of movement in a turn, as long as nothing else was done since.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct RunUp {
    /// Where it began.
    from: Option<Footprint>,
    /// The positions stepped to since.
    way: SmallVec<[Square; 12]>,
    /// It is not over yet.
    is_under_way: bool,
}

impl Charge {
    /// Whether `who` has just gone straight at `target`.
    fn has_run_at(look: Look<'_>, who: Id, target: Id) -> bool {
        let Some(RunUp { from: Some(from), way, is_under_way: false }) = look.get::<RunUp>(who) else { return false };
        look.clock().turn == Some(who)
            && way.last() == Some(&look.footprint(who).at)
            && leads_straight_at(*from, way, look.footprint(target))
    }

    fn is_charge(&self, look: Look<'_>, case: &Case<'_>) -> bool {
        let helped = case.order.is_some_and(|order| self.helps.contains(&order.verb));
        let barred = self.unless.iter().any(|word| case.is(word));
        helped && !barred && case.against.is_some_and(|target| Self::has_run_at(look, case.who, target))
    }

    fn on_before(&self, table: &mut Table<'_>, who: Id, order: &Order) {
        if self.going.contains(&order.verb) {
            let from = Some(table.look().footprint(who));
            *table.edit::<RunUp>(who) = RunUp { from, way: SmallVec::new(), is_under_way: true };
        }
    }

    fn on_move(&self, table: &mut Table<'_>, who: Id) {
        if table.look().get::<RunUp>(who).is_some_and(|run_up| run_up.is_under_way) {
            let at = table.look().footprint(who).at;
            table.edit::<RunUp>(who).way.push(at);
            return;
        }
        // Whoever is pushed is no longer where they ran to.
        forget(table, who);
    }

    fn on_deed(&self, table: &mut Table<'_>, who: Id, order: &Order) {
        let look = table.look();
        if self.going.contains(&order.verb) {
            table.edit::<RunUp>(who).is_under_way = false;
            return;
        }
        let price = look.deed(order.verb).and_then(|deed| look.rules().economy.price(look, who, &**deed, order));
        if !price.is_ok_and(|price| price.amount == 0) {
            forget(table, who);
        }
    }
}

fn forget(table: &mut Table<'_>, who: Id) {
    if table.look().get::<RunUp>(who).is_some_and(|run_up| *run_up != RunUp::default()) {
        *table.edit::<RunUp>(who) = RunUp::default();
    }
}

impl Mechanic for Charge {
    fn words(&self, _rules: &Rules, words: &mut Words) {
        words.add(Word::Count, ["Run-up"]);
    }
}

hears!(Charge: |self, table| {
    AboutTo { who, order } => self.on_before(table, who, order),
    Moved { who, .. } => self.on_move(table, who),
    Done { who, order } => self.on_deed(table, who, order),
    Blow { blow } => forget(table, blow.case.who),
    TurnBegun { who } => forget(table, who),
    TurnEnded { who } => forget(table, who),
});

impl Narrows for Charge {
    fn narrow(&self, look: Look<'_>, case: &mut Case<'_>) {
        if self.is_charge(look, case) {
            case.push_word(CHARGE);
        }
    }
}

impl Modifies for Charge {
    fn on(&self) -> Option<Vec<Key>> {
        Some(self.on.clone())
    }

    fn modify(&self, _look: Look<'_>, case: &Case<'_>, sum: &mut Sum) {
        if case.is(CHARGE) {
            sum.add(CHARGE, self.bonus, self.rule);
        }
    }
}

impl Shows for Charge {
    fn sheet(&self, look: Look<'_>, who: Id) -> Vec<SheetLine> {
        let names = look.names(look.foes(who).filter(|id| Self::has_run_at(look, who, *id)), ", ");
        if names.is_empty() { Vec::new() } else { vec![SheetLine::of("Run-up", format!("at {names}"), self.rule)] }
    }
}
