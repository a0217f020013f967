//! Harm by one threshold, for those alone whom it can touch: a pulse stops electronics and nothing else (ST-DMG-11).

use super::thresholds::{self, Passing};
use crate::mechanics::prelude::*;

/// The numbers of this harm.
#[derive(Clone, Debug, Deserialize)]
pub struct OneThreshold {
    /// The kind of damage that it deals with.
    pub kind: HarmName,
    /// The word of those whom it touches.
    pub only: Key,
    /// The figure that damage must exceed.
    pub figure: FigureName,
    /// What they are then in.
    pub brings: ConditionName,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

mechanic!(OneThreshold: |self| {
    words(words) => words.add(Word::Outcome, ["nothing"]).add(Word::Outcome, [self.brings]),
});

allows!(OneThreshold: |self, look, case| {
    // What has stopped is of no use.
    let item = case.arm.and_then(|arm| look.item(case.who, arm.name));
    match item.filter(|item| item.is(self.brings)) {
        Some(item) => Err(look.refusal(self.rule, || format!("{} is {}", item.arm.name, self.brings))),
        None => Ok(()),
    }
});

impl OneThreshold {
    /// Things that somebody has about them feel it as well, each for itself, whatever its owner is made of.
    fn reaches_gear(&self, table: &mut Table<'_>, hit: &Hit) {
        let stops = |item: &&Item| {
            let withstands = item.arm.figure(self.figure).filter(|_| item.arm.has(self.only));
            withstands.is_some_and(|most| hit.damage > most) && !item.is(self.brings)
        };
        let stopped: Vec<Key> = table.look().gear(hit.who).iter().filter(stops).map(|item| item.arm.name).collect();
        for name in stopped {
            table.edit_item(hit.who, name, |item| item.state.push(self.brings.key()));
            table.say(self.rule, hit.who, |look| format!("{}'s {name} is {}.", look.name(hit.who), self.brings));
        }
    }
}

impl Harm for OneThreshold {
    fn kind(&self) -> HarmName {
        self.kind
    }

    fn expose(&self, look: Look<'_>, case: &Case<'_>) -> Exposure {
        if look.has_tag(case.who, self.only) {
            return Exposure::of(look.figure(case.who, self.figure));
        }
        Exposure { words: [Key::from("immune")].into_iter().collect(), ..Exposure::default() }
    }

    fn judge(&self, exposure: &Exposure, damage: i32) -> Judged {
        let touched = Judged { harm: 1, ..Judged::called(1, self.brings) };
        thresholds::judge(exposure, damage, [(Passing::Exceeds, touched)])
    }

    fn inflict(&self, table: &mut Table<'_>, hit: &Hit) -> Step {
        table.note(|look| {
            let opposed = hit.exposure.thresholds.first().map_or_else(|| "nothing".to_owned(), ToString::to_string);
            let name = look.name(hit.who);
            let text = format!("{} of {} against {name}'s {opposed}: {}.", hit.damage, self.kind, hit.judged.name);
            let fact = Fact::new(self.rule, text).who(hit.who).damage(hit.damage);
            fact.change(hit.who, self.brings, 0, hit.judged.harm)
        });
        self.reaches_gear(table, hit);
        if hit.judged.grade > 0 {
            table.begin(hit.who, Condition::new(self.brings))?;
        }
        Ok(())
    }
}
