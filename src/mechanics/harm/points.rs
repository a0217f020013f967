//! Harm that is counted: so many points of damage off so many points of life.

use crate::mechanics::prelude::*;

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
}

hears!(Points: |self, table| {
    // Whoever comes with nothing left is down from the start: no blow could take the last of it any more.
    Mustered => table.for_everybody(|table, who| self.settle(table, who)),
    Arrived { who } => self.settle(table, who),
});

impl Points {
    fn settle(&self, table: &mut Table<'_>, who: Id) -> Step {
        let look = table.look();
        let left = look.value(who, self.left);
        // Some are not counted by it at all.
        let has_had_some = left.saturating_add(look.tally(who, self.lost)) > 0 || look.has_learned(who, self.left);
        if left > 0 || !has_had_some || look.is_dead(who) || look.is(who, self.at_nothing) {
            return Ok(());
        }
        self.fall(table, who)
    }

    fn fall(&self, table: &mut Table<'_>, who: Id) -> Step {
        let (fallen, rule) = (self.at_nothing, self.rule);
        table.begin(who, Condition::new(fallen))?;
        table.say_change(rule, who, (fallen, 0, 1), |look| format!("{} is {fallen}.", look.name(who)));
        Ok(())
    }
}

impl Shows for Points {
    fn health_in(&self) -> Option<FigureName> {
        Some(self.left)
    }

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
        Exposure::of(look.figure(case.who, self.left))
    }

    fn judge(&self, exposure: &Exposure, damage: i32) -> Judged {
        let left = exposure.threshold(0).max(0);
        let harm = damage.clamp(0, left);
        match () {
            () if harm == 0 => Judged::nothing(),
            () if harm < left => Judged { grade: 1, name: Key::from("hurt"), harm },
            () => Judged { grade: FELLED, name: self.at_nothing.key(), harm },
        }
    }

    /// Blows that land together are each taken off what is left by then. Things that have none of it are left alone.
    fn inflict(&self, table: &mut Table<'_>, hit: &Hit) -> Step {
        if hit.who.is_thing() && hit.exposure.is_nothing() {
            return Ok(());
        }
        let (before, after) = table.lose(hit.who, (self.left, self.lost), hit.judged.harm);
        table.say_change(self.rule, hit.who, (self.left, before, after), |look| {
            format!("{} has {after} {} left.", look.name(hit.who), self.left)
        });
        if after <= 0 && before > 0 { self.fall(table, hit.who) } else { Ok(()) }
    }
}
