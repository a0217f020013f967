//! Charging. Those who go straight at somebody strike or tackle them the harder for it, directly afterwards and once
//! (LG-MOVE-04).

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
}

fn forget(table: &mut Table<'_>, who: Id) {
    if table.look().get::<RunUp>(who).is_some_and(|run_up| *run_up != RunUp::default()) {
        *table.edit::<RunUp>(who) = RunUp::default();
    }
}

mechanic!(Charge: |self| {
    words(words) => words.add(Word::Count, ["Run-up"]),
});

hears!(Charge: |self, table| {
    AboutTo { who, order } => if self.going.contains(&order.verb) {
        let from = Some(table.look().footprint(who));
        *table.edit::<RunUp>(who) = RunUp { from, way: SmallVec::new(), is_under_way: true };
    },
    Moved { who, .. } => {
        if table.look().get::<RunUp>(who).is_some_and(|run_up| run_up.is_under_way) {
            let at = table.look().footprint(who).at;
            table.edit::<RunUp>(who).way.push(at);
            return Ok(());
        }
        // Whoever is pushed is no longer where they ran to.
        forget(table, who);
    },
    Done { who, order } => {
        let look = table.look();
        if self.going.contains(&order.verb) {
            table.edit::<RunUp>(who).is_under_way = false;
            return Ok(());
        }
        let price = look.deed(order.verb).and_then(|deed| look.rules().economy.price(look, who, &**deed, order));
        if !price.is_ok_and(|price| price.amount == 0) {
            forget(table, who);
        }
    },
    Blow { blow } => forget(table, blow.case.who),
    TurnBegun { who } => forget(table, who),
    TurnEnded { who } => forget(table, who),
});

narrows!(Charge: |self, look, case| {
    let helped = case.order.is_some_and(|order| self.helps.contains(&order.verb));
    let barred = self.unless.iter().any(|word| case.is(word));
    if helped && !barred && case.against.is_some_and(|target| Self::has_run_at(look, case.who, target)) {
        case.push_word(CHARGE);
    }
});

modifies!(Charge: self.on.iter().copied() => |self, _look, case, sum| {
    if case.is(CHARGE) {
        sum.add(CHARGE, self.bonus, self.rule);
    }
});

sheet!(Charge: |self, look, who| {
    let names = look.names(look.foes(who).filter(|id| Self::has_run_at(look, who, *id)), ", ");
    if names.is_empty() { Vec::new() } else { vec![SheetLine::of("Run-up", format!("at {names}"), self.rule)] }
});
