//! Arms that are shot in every other round only, each piece for itself (OS-ATK-26).

use crate::mechanics::prelude::*;

/// The numbers of such arms.
#[derive(Clone, Debug, Deserialize)]
pub struct SlowArms {
    /// Their word. What they hold when loaded is their `rounds`.
    #[serde(deserialize_with = "refers::words_of_arms")]
    pub word: Key,
    /// Rounds from one shot to the next.
    pub rounds: i32,
    /// Words of blows that are a shot going on its way, and none of its own.
    pub spares: Vec<Key>,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

impl SlowArms {
    fn is_slow(&self, item: &Item) -> bool {
        item.arm.has(self.word) && item.arm.rounds.is_some()
    }

    fn is_empty(&self, item: &Item) -> bool {
        self.is_slow(item) && item.arm.rounds.is_some_and(|rounds| item.loaded < rounds)
    }

    /// The round in which a piece can be shot again.
    fn ready_in(&self, look: Look<'_>, item: &Item) -> i32 {
        look.clock().round.saturating_add((self.rounds - item.progress).max(1))
    }

    /// Pieces of this name at hand.
    fn at_hand<'a>(look: Look<'a>, who: Id, arm: Key) -> impl Iterator<Item = &'a Item> {
        look.gear(who).iter().filter(move |item| item.arm.name == arm && item.is_ready())
    }
}

impl Mechanic for SlowArms {}

hears!(SlowArms: |self, table| {
    Blow { blow } => {
        let case = blow.case;
        let goes_on = self.spares.iter().any(|word| case.is(word));
        let Some(arm) = case.arm.filter(|arm| !goes_on && arm.has(self.word)) else { return Ok(()) };
        let is_it = |item: &Item| item.arm.name == arm.name && item.is_ready() && !self.is_empty(item);
        table.edit_first(case.who, is_it, |item| (item.loaded, item.progress) = (0, 0));
    },
    // A round's work is done on everything that is empty, wherever its bearer carries it.
    RoundBegun => {
        let look = table.look();
        let is_due = |item: &Item| self.is_empty(item) && !matches!(item.held, Held::Ground(_));
        let loads = |id: &Id| look.gear(*id).iter().any(is_due);
        for who in look.everybody().filter(loads).collect::<Vec<_>>() {
            for item in table.edit::<Gear>(who).0.iter_mut().filter(|item| is_due(item)) {
                item.progress += 1;
                if item.progress >= self.rounds {
                    (item.loaded, item.progress) = (item.arm.rounds.unwrap_or(1), 0);
                }
            }
        }
    },
});

allows!(SlowArms: |self, look, case| {
    let Some(arm) = case.arm.filter(|arm| arm.has(self.word)) else { return Ok(()) };
    let at_hand = || Self::at_hand(look, case.who, arm.name);
    let all_empty = at_hand().all(|item| self.is_empty(item));
    let ready = at_hand().filter(|_| all_empty).map(|item| self.ready_in(look, item)).min();
    let Some(round) = ready else { return Ok(()) };
    Err(look.refusal(self.rule, || format!("the {} is loaded again in round {round}", arm.name)))
});

sheet!(SlowArms: |self, look, who| {
    let line = |item: &Item| {
        let is_ready = !self.is_empty(item);
        let text =
            if is_ready { "loaded".to_owned() } else { format!("loaded in round {}", self.ready_in(look, item)) };
        SheetLine::of(item.arm.name.to_string(), text, self.rule)
    };
    look.gear(who).iter().filter(|item| self.is_slow(item)).map(line).collect()
});
