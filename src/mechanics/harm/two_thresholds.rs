//! Harm by two thresholds: above the lower one a wound, above the higher one
//! the end is near (ST-DMG-01, ST-DMG-02, ST-DMG-12, ST-WND-01).

use super::thresholds::{self, Passing};
use crate::mechanics::prelude::*;

/// The numbers of this harm.
#[derive(Clone, Debug, Deserialize)]
pub struct TwoThresholds {
    /// The kind of damage that it deals with.
    pub kind: HarmName,
    /// The figure that is the higher threshold.
    pub hard: FigureName,
    /// How far below it the lower one lies.
    pub soft_below: i32,
    /// When damage passes the lower threshold.
    #[serde(default)]
    pub wound_at: Passing,
    /// When it passes the higher one.
    #[serde(default)]
    pub felled_at: Passing,
    /// What somebody above the higher threshold is in.
    pub felled: ConditionName,
    /// The same, by a blow that is meant not to kill.
    pub spared: ConditionName,
    /// The rules that these numbers stand for.
    pub rules: TwoThresholdsRules,
}

rule_ids! { struct TwoThresholdsRules {
    compare: "The comparison.",
    wound: "What a wound is.",
    felled: "What being felled is.",
    spared: "What a blow that spares does.",
} }

mechanic!(TwoThresholds: |self| {
    words(words) => {
        words.add(Word::Outcome, ["nothing", "wound", "grazed", "maimed"]).add(Word::Count, ["wounds"]);
        words.add(Word::Outcome, [self.felled, self.spared]);
    },
});

impl Harm for TwoThresholds {
    fn kind(&self) -> HarmName {
        self.kind
    }

    fn expose(&self, look: Look<'_>, case: &Case<'_>) -> Exposure {
        let hard = look.sum(&case.on(Key::from("toughness")), look.figure(case.who, self.hard));
        let mut exposure = Exposure::of_two(hard, self.soft_below, case.words.iter().copied());
        for mechanic in &look.rules().registry.blows {
            mechanic.expose(look, case, &mut exposure);
        }
        exposure
    }

    fn judge(&self, exposure: &Exposure, damage: i32) -> Judged {
        let hurt = |grade, name: Key| Judged { grade, name, harm: 1 };
        let soft = if exposure.has("soft spares") { Judged::called(1, "grazed") } else { hurt(1, "wound".into()) };
        let hard = match () {
            () if exposure.has("spares life") => hurt(2, "maimed".into()),
            () if exposure.has("nonlethal") => hurt(2, self.spared.key()),
            () => hurt(3, self.felled.key()),
        };
        thresholds::judge(exposure, damage, [(self.wound_at, soft), (self.felled_at, hard)])
    }

    fn inflict(&self, table: &mut Table<'_>, hit: &Hit) -> Step {
        let before = table.look().value(hit.who, self.hard);
        if hit.judged.harm > 0 {
            let wound = Wound { kind: Key::from("wound"), part: hit.part, rule: self.rules.wound, locked: false };
            table.wound(hit.who, wound);
        }
        let (rule, hard, soft_below) = (self.rules.compare, self.hard, self.soft_below);
        table.note(|look| {
            let verdict = hit.judged.name;
            let opposed = hit.exposure.in_words();
            let text = format!("{} damage against {}'s {opposed}: {verdict}.", hit.damage, look.name(hit.who));
            let after = look.value(hit.who, hard);
            let fact = Fact::new(rule, text).who(hit.who).whom(hit.by).damage(hit.damage);
            let fact = fact.change(hit.who, hard, before, after);
            fact.change(hit.who, Key::from("soft"), before - soft_below, after - soft_below)
        });
        let state = match hit.judged.name {
            name if name == self.felled => Some((self.felled, self.rules.felled)),
            name if name == self.spared => Some((self.spared, self.rules.spared)),
            _ => None,
        };
        if let Some((condition, rule)) = state {
            table.becomes(hit.who, Condition::new(condition).by(hit.by), rule)?;
        }
        Ok(())
    }
}
