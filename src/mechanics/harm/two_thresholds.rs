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

impl Mechanic for TwoThresholds {
    fn words(&self, _rules: &Rules, words: &mut Words) {
        words
            .add(Word::Outcome, ["nothing", "wound", "grazed", "maimed"])
            .add(Word::Outcome, [self.felled, self.spared])
            .add(Word::Count, ["wounds"]);
    }
}

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
            let fact = Fact::new(rule, text).who(hit.who).whom(hit.by).change(hit.who, hard, before, after);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn harm(passing: Passing) -> TwoThresholds {
        TwoThresholds {
            kind: "body".into(),
            hard: "Toughness".into(),
            soft_below: 6,
            wound_at: passing,
            felled_at: passing,
            felled: "dying".into(),
            spared: "unconscious".into(),
            rules: TwoThresholdsRules {
                compare: "ST-DMG-01".into(),
                wound: "ST-WND-01".into(),
                felled: "ST-DEATH-01".into(),
                spared: "ST-DMG-12".into(),
            },
        }
    }

    fn verdicts(harm: &TwoThresholds, words: &[&str], damages: [i32; 4]) -> Vec<&'static str> {
        let exposure = Exposure {
            thresholds: [3, 9].into_iter().collect(),
            sums: Default::default(),
            words: words.iter().map(|word| Key::new(word)).collect(),
        };
        damages.iter().map(|damage| harm.judge(&exposure, *damage).name.as_str()).collect()
    }

    #[test]
    fn damage_must_exceed_a_threshold_unless_meeting_it_is_enough() {
        let exceeds = harm(Passing::Exceeds);
        assert_eq!(verdicts(&exceeds, &[], [3, 4, 9, 10]), ["nothing", "wound", "wound", "dying"]);
        let meets = harm(Passing::Meets);
        assert_eq!(verdicts(&meets, &[], [3, 4, 9, 10]), ["wound", "wound", "dying", "dying"]);
    }

    #[test]
    fn a_blow_that_spares_knocks_out_and_one_at_a_limb_maims() {
        let harm = harm(Passing::Exceeds);
        assert_eq!(verdicts(&harm, &["nonlethal"], [4, 10, 0, -5]), ["wound", "unconscious", "nothing", "nothing"]);
        assert_eq!(verdicts(&harm, &["spares life"], [4, 10, 3, 9]), ["wound", "maimed", "nothing", "wound"]);
    }
}
