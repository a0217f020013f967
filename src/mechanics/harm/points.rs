//! Harm that is counted: so many points of damage off so many points of life.

use serde::Deserialize;

use crate::battle::{
    Case, Condition, ConditionName, Exposure, Fact, FigureName, Harm, HarmName, Hit, Id, Judged, Key, Look, Mechanic,
    RuleId, Rules, Shows, Step, Table, Word, Words,
};

/// The numbers of this harm.
#[derive(Clone, Debug, Deserialize)]
pub struct Points {
    /// The kind of damage that it deals with.
    pub kind: HarmName,
    /// The figure that is left of somebody.
    pub left: FigureName,
    /// The count of what has been lost, which that figure takes off.
    pub lost: Key,
    /// What those are in who have nothing left.
    pub at_nothing: ConditionName,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

impl Mechanic for Points {
    fn words(&self, _rules: &Rules, words: &mut Words) {
        words.add(Word::Outcome, ["hurt", "nothing"]);
        words.add(Word::Outcome, [self.at_nothing]).add(Word::Count, [self.lost]);
    }

    fn fells(&self) -> Vec<ConditionName> {
        vec![self.at_nothing]
    }

    fn repeats(&self) -> bool {
        true
    }
}

impl Shows for Points {
    fn health(&self, look: Look<'_>, who: Id) -> Option<(i32, i32)> {
        let left = look.value(who, self.left);
        Some((left, left.saturating_add(look.tally(who, self.lost))))
    }
}

impl Harm for Points {
    fn kind(&self) -> HarmName {
        self.kind
    }

    fn expose(&self, look: Look<'_>, case: &Case<'_>) -> Exposure {
        let left = look.figure(case.who, self.left);
        Exposure {
            thresholds: [left.total()].into_iter().collect(),
            sums: [left].into_iter().collect(),
            ..Exposure::default()
        }
    }

    fn judge(&self, exposure: &Exposure, damage: i32) -> Judged {
        let left = exposure.thresholds.first().copied().unwrap_or(0).max(0);
        let harm = damage.clamp(0, left);
        match () {
            () if harm == 0 => Judged { grade: 0, name: Key::from("nothing"), harm },
            () if harm < left => Judged { grade: 1, name: Key::from("hurt"), harm },
            () => Judged { grade: 2, name: self.at_nothing.key(), harm },
        }
    }

    /// Blows that land together are each taken off what is left by then.
    fn inflict(&self, table: &mut Table<'_>, hit: &Hit) -> Step {
        let before = table.look().value(hit.who, self.left);
        let lost = table.look().tally(hit.who, self.lost);
        table.set_tally(hit.who, self.lost, lost.saturating_add(hit.judged.harm));
        let after = table.look().value(hit.who, self.left);
        let rule = self.rule;
        table.note(|look| {
            let text = format!("{} has {after} {} left.", look.name(hit.who), self.left);
            Fact::new(rule, text).who(hit.who).change(hit.who, self.left, before, after)
        });
        if after <= 0 && before > 0 {
            table.begin(hit.who, Condition::new(self.at_nothing))?;
            let fallen = self.at_nothing;
            table.note(|look| {
                let text = format!("{} is {fallen}.", look.name(hit.who));
                Fact::new(rule, text).who(hit.who).change(hit.who, fallen, 0, 1)
            });
        }
        Ok(())
    }
}
