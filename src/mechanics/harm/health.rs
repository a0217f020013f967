//! Health: damage less armour is taken off it, and a blow that takes half of what is left fells (ZN-DMG-01, ZN-DMG-04 to
//! ZN-DMG-06, ZN-DEF-03, ZN-COND-01).

use crate::mechanics::prelude::*;

/// The numbers of this harm.
#[derive(Clone, Debug, Deserialize)]
pub struct Health {
    /// The kind of damage that it deals with.
    pub kind: HarmName,
    /// The figure that is taken off damage.
    pub armour: FigureName,
    /// The figure that is left of somebody, and the one that there was.
    pub left: FigureName,
    /// What there is of it in somebody unhurt.
    pub whole: FigureName,
    /// The count of what has been lost.
    pub lost: Key,
    /// Half of what counts for a critical blow.
    pub critical_of: CriticalOf,
    /// The word of things worn that make a critical blow take more, and how much more.
    pub helmet: (Key, i32),
    /// Words of profiles that no blow fells but the last.
    pub unfelled: Vec<Key>,
    /// The states of those who are felled, who have nothing left, and who are dead.
    pub states: HealthStates,
    /// The rules that these numbers stand for.
    pub rules: HealthRules,
}

/// Of what half makes a blow critical.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CriticalOf {
    /// Of what is left before the blow.
    Current,
    /// Of what there is in somebody unhurt.
    Maximum,
}

/// The states that harm brings.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct HealthStates {
    /// After a critical blow.
    pub felled: ConditionName,
    /// With nothing left.
    pub dying: ConditionName,
    /// At once, or in the end.
    pub dead: ConditionName,
    /// Of those whom critical blows do not stop.
    pub frenzied: ConditionName,
}

rule_ids! { struct HealthRules {
    reckoning: "What is taken off what.",
    critical: "Critical blows.",
    nothing_left: "Nothing left.",
    instant: "Dead at once.",
} }

/// The word of blows that armour does nothing about.
const DIRECT: &str = "direct";
/// The word of exposures that only the last blow fells.
const UNFELLED: &str = "unfelled";
/// The word of exposures that nothing kills at once either.
const WRECKED: &str = "only wrecked";

mechanic!(Health: |self| {
    relies_on(rules) => rules.of_no_effect([self.states.frenzied]),
    words(words) => {
        words.add(Word::Term, ["limit"]).add(Word::Outcome, ["nothing", "hurt"]).add(Word::Count, [self.lost]);
        words.add(Word::Outcome, [self.states.felled, self.states.dying, self.states.dead]);
    },
});

impl Shows for Health {
    fn health_in(&self) -> Option<FigureName> {
        Some(self.left)
    }

    fn health(&self, look: Look<'_>, who: Id) -> Option<(i32, i32)> {
        Some((look.value(who, self.left), look.value(who, self.whole)))
    }
}

impl Harm for Health {
    fn kind(&self) -> HarmName {
        self.kind
    }

    /// Armour, health, the most of it, and what a critical blow must reach when doubled.
    fn expose(&self, look: Look<'_>, case: &Case<'_>) -> Exposure {
        let direct = case.is(DIRECT);
        let own = look.get::<Figures>(case.who).and_then(|figures| figures.get(self.armour));
        let mut armour = own.map_or_else(Sum::new, |own| Sum::of(self.armour, own));
        if direct {
            armour = Sum::of(DIRECT, 0);
        } else {
            look.modify(&case.on(self.armour), &mut armour);
            let most = look.rules().figures.get(&self.armour).and_then(|def| def.max).unwrap_or(i32::MAX);
            let total = armour.total();
            if total.clamp(0, most) != total {
                armour.part("limit", total.clamp(0, most) - total);
            }
        }
        let (left, whole) = (look.figure(case.who, self.left), look.value(case.who, self.whole));
        let half_of = match self.critical_of {
            CriticalOf::Current => left.total(),
            CriticalOf::Maximum => whole,
        };
        let helmet = look.gear(case.who).iter().any(|item| item.is_ready() && item.arm.has(self.helmet.0));
        let more = if helmet && !direct { self.helmet.1 * 2 } else { 0 };
        let wrecked = self.unfelled.iter().any(|word| look.has_tag(case.who, word));
        let unfelled = wrecked || look.is(case.who, self.states.frenzied);
        let words = [(unfelled, UNFELLED), (wrecked, WRECKED)];
        Exposure {
            thresholds: [armour.total(), left.total(), whole, half_of + more].into_iter().collect(),
            sums: [armour, left].into_iter().collect(),
            words: words.into_iter().filter(|(holds, _)| *holds).map(|(_, word)| Key::from(word)).collect(),
        }
    }

    /// `harm` is what is suffered, even where less was left.
    fn judge(&self, exposure: &Exposure, damage: i32) -> Judged {
        let [armour, left, whole, critical] = [0, 1, 2, 3].map(|place| exposure.threshold(place));
        let harm = damage.saturating_sub(armour).max(0);
        let (unfelled, wrecked) = (exposure.has(UNFELLED), exposure.has(WRECKED));
        let judged = |grade, name| Judged { grade, name, harm };
        match () {
            () if harm == 0 => judged(0, Key::from(Judged::NOTHING)),
            () if harm >= whole && !wrecked => judged(4, self.states.dead.key()),
            () if harm >= left => judged(3, self.states.dying.key()),
            () if harm.saturating_mul(2) >= critical && !unfelled => judged(2, self.states.felled.key()),
            () => judged(1, Key::from("hurt")),
        }
    }

    fn inflict(&self, table: &mut Table<'_>, hit: &Hit) -> Step {
        // Blows that land together are each taken off what is left by then.
        let before = table.look().value(hit.who, self.left);
        let after = before.saturating_sub(hit.judged.harm).max(0);
        let lost = table.look().tally(hit.who, self.lost);
        table.set_tally(hit.who, self.lost, lost.saturating_add(before - after));
        let rules = self.rules;
        table.note(|look| {
            // What pierces armour meets none of what is worn.
            let (worn, armour) = (hit.exposure.sums.first().map_or(0, Sum::total), hit.exposure.threshold(0));
            let name = look.name(hit.who);
            let less = if hit.words.iter().any(|word| *word == DIRECT) {
                ", whatever is worn".to_owned()
            } else if armour > 0 {
                format!(" less {armour} for armour")
            } else if worn > 0 {
                ", through the armour".to_owned()
            } else {
                String::new()
            };
            let text = format!("{} damage{less}: {name} suffers {} and has {after} left.", hit.damage, hit.judged.harm);
            let fact = Fact::new(rules.reckoning, text).who(hit.who).damage(hit.damage);
            fact.change(hit.who, self.left, before, after)
        });
        let grade = if before > 0 && after == 0 { hit.judged.grade.max(3) } else { hit.judged.grade };
        let told = |table: &mut Table<'_>, state: ConditionName, rule: RuleId, how: &str| {
            if table.look().is(hit.who, state) {
                return Ok(());
            }
            table.bring(hit.who, Condition::new(state).by(hit.by), |look| {
                Fact::new(rule, format!("{} is {state}: {how}.", look.name(hit.who)))
            })
        };
        let states = self.states;
        match grade {
            ..=1 => Ok(()),
            2 => told(table, states.felled, rules.critical, "half of what was left, or more, at one blow"),
            3 => told(table, states.dying, rules.nothing_left, "nothing is left"),
            _ => told(table, states.dead, rules.instant, "more at one blow than there is in a whole body"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ZN-MOUNT-08: a cart is only wrecked, however heavy the blow.
    #[test]
    fn what_cannot_be_felled_goes_on_to_the_last() {
        let rule = RuleId::from("ZN-MOUNT-08");
        let health = Health {
            kind: "body".into(),
            armour: "Armour value".into(),
            left: "Health".into(),
            whole: "Maximum health".into(),
            lost: Key::new("lost"),
            critical_of: CriticalOf::Current,
            helmet: (Key::new("helmet"), 1),
            unfelled: Vec::new(),
            states: HealthStates {
                felled: "incapacitated".into(),
                dying: "dying".into(),
                dead: "dead".into(),
                frenzied: "frenzied".into(),
            },
            rules: HealthRules { reckoning: rule, critical: rule, nothing_left: rule, instant: rule },
        };
        let words = [UNFELLED, WRECKED].map(Key::from).into_iter().collect();
        let cart = Exposure { thresholds: [3, 12, 12, 12].into_iter().collect(), words, ..Exposure::default() };
        assert_eq!([9, 14, 15, 30].map(|damage| health.judge(&cart, damage).grade), [1, 1, 3, 3]);
    }
}
