//! Harm that drains a figure, below nought too: what is left of it decides whether somebody is well, out cold or dead
//! (LG-DMG-02, LG-DEATH-01 to LG-DEATH-10).

use crate::mechanics::prelude::*;

/// The numbers of this harm.
#[derive(Clone, Debug, Deserialize)]
pub struct Drained {
    /// The kind of damage that it deals with.
    pub kind: HarmName,
    /// The figure that is left of somebody.
    pub left: FigureName,
    /// The count of what has been lost, which that figure takes off.
    pub lost: Key,
    /// The figure above which nothing is restored; what has been lost if left out.
    pub most: Option<FigureName>,
    /// Words of profiles that have nothing of the kind to lose.
    #[serde(default)]
    pub spares: Vec<Key>,
    /// What having too little left means, the worst last.
    pub states: Vec<State>,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

/// What having too little left means.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct State {
    /// It holds of those who have less than this left.
    pub below: i32,
    /// Lowered by this figure of theirs.
    pub less: Option<FigureName>,
    /// What they are then in.
    pub is: ConditionName,
    /// Whether they stay in it when more is left again.
    #[serde(default)]
    pub for_good: bool,
    /// The rule that says so.
    pub rule: RuleId,
}

impl State {
    /// Below what it holds of `who`.
    fn limit(&self, look: Look<'_>, who: Id) -> i32 {
        self.below.saturating_sub(self.less.map_or(0, |less| look.value(who, less)))
    }
}

/// The conditions that what is left has brought somebody into, each with the
/// figure that has: they end when more is left again.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Brought(pub Vec<(FigureName, ConditionName)>);

impl Drained {
    fn is_spared(&self, look: Look<'_>, who: Id) -> bool {
        self.spares.iter().any(|tag| look.has_tag(who, tag))
    }

    fn has_brought(&self, look: Look<'_>, who: Id, state: &State) -> bool {
        look.get::<Brought>(who).is_some_and(|brought| brought.0.contains(&(self.left, state.is)))
    }

    /// Brings `who` into every condition that what is left asks for, the worst
    /// first, and out of those that it no longer does.
    fn settle(&self, table: &mut Table<'_>, who: Id) -> Step {
        if self.is_spared(table.look(), who) {
            return Ok(());
        }
        for state in self.states.iter().rev() {
            let look = table.look();
            if look.is_dead(who) {
                return Ok(());
            }
            let left = look.value(who, self.left);
            let (is_low, holds) = (left < state.limit(look, who), look.is(who, state.is));
            if is_low && !holds {
                if !state.for_good {
                    table.edit::<Brought>(who).0.push((self.left, state.is));
                }
                self.tell(table, who, state, left, true);
                table.begin(who, Condition::new(state.is))?;
            } else if !is_low && self.has_brought(look, who, state) {
                table.edit::<Brought>(who).0.retain(|each| *each != (self.left, state.is));
                // Another figure may keep them there.
                let kept =
                    table.look().get::<Brought>(who).is_some_and(|by| by.0.iter().any(|each| each.1 == state.is));
                if !kept && table.end(who, state.is)? {
                    self.tell(table, who, state, left, false);
                }
            }
        }
        Ok(())
    }

    fn settle_all(&self, table: &mut Table<'_>) -> Step {
        table.for_everybody(|table, who| self.settle(table, who))
    }

    fn tell(&self, table: &mut Table<'_>, who: Id, state: &State, left: i32, begins: bool) {
        table.note(|look| {
            let verb = if begins { "is" } else { "is no longer" };
            let text = format!("{} {verb} {}: {} {left}.", look.name(who), state.is, self.left);
            Fact::new(state.rule, text).who(who).change(who, state.is, i32::from(!begins), i32::from(begins))
        });
    }
}

mechanic!(Drained: |self| {
    words(words) => {
        words.add(Word::Outcome, ["hurt", "nothing"]);
        words.add(Word::Outcome, self.states.iter().map(|state| state.is)).add(Word::Count, [self.lost]);
    },
});

hears!(Drained: |self, table| {
    // Whoever comes with too little left is in no better a state for it.
    Mustered => self.settle_all(table),
    Arrived { who } => self.settle(table, who),
    // Other losses may have moved the limits; other gains show here at the latest.
    Harmed { hit } => if hit.who.is_thing() { Ok(()) } else { self.settle(table, hit.who) },
    TurnBegun { who } => self.settle(table, who),
    Done { who, .. } => self.settle(table, who),
    // Nobody waits for their next turn to wake up.
    HoursPassed => self.settle_all(table),
});

impl Shows for Drained {
    fn health_in(&self) -> Option<FigureName> {
        Some(self.left)
    }

    /// The one that has a highest value is what somebody lives by.
    fn health(&self, look: Look<'_>, who: Id) -> Option<(i32, i32)> {
        let left = look.value(who, self.left);
        let is_told = self.most.is_some() && !self.is_spared(look, who);
        is_told.then(|| (left, left.saturating_add(look.tally(who, self.lost))))
    }
}

impl Harm for Drained {
    fn kind(&self) -> HarmName {
        self.kind
    }

    fn expose(&self, look: Look<'_>, case: &Case<'_>) -> Exposure {
        if self.is_spared(look, case.who) {
            return Exposure { words: [Key::from("immune")].into_iter().collect(), ..Exposure::default() };
        }
        let mut exposure = Exposure::of(look.figure(case.who, self.left));
        exposure.thresholds.extend(self.states.iter().map(|state| state.limit(look, case.who)));
        exposure
    }

    fn judge(&self, exposure: &Exposure, damage: i32) -> Judged {
        let Some((left, limits)) = exposure.thresholds.split_first().filter(|_| damage > 0) else {
            return Judged::nothing();
        };
        let left = left.saturating_sub(damage);
        let worst = self.states.iter().zip(limits).enumerate().rfind(|(_, (_, limit))| left < **limit);
        match worst {
            Some((index, (state, _))) => Judged { grade: FELLED + index as i32, name: state.is.key(), harm: damage },
            None => Judged { grade: 1, name: Key::from("hurt"), harm: damage },
        }
    }

    /// Blows that land together are each taken off what is left by then; damage
    /// below nought is restored, up to the most that there can be.
    fn inflict(&self, table: &mut Table<'_>, hit: &Hit) -> Step {
        let look = table.look();
        if self.is_spared(look, hit.who) {
            return Ok(());
        }
        let before = look.value(hit.who, self.left);
        let lost = look.tally(hit.who, self.lost);
        let room = self.most.map_or(lost, |most| look.value(hit.who, most).saturating_sub(before)).max(0);
        let damage = hit.damage.max(-room);
        if damage == 0 {
            return Ok(());
        }
        table.set_tally(hit.who, self.lost, lost.saturating_add(damage));
        let after = table.look().value(hit.who, self.left);
        let rule = if hit.damage < 0 { hit.rule } else { self.rule };
        table.note(|look| {
            let (name, changed) = (look.name(hit.who), if damage < 0 { "regains" } else { "loses" });
            let text = format!("{name} {changed} {} {}: {after} left.", damage.abs(), self.left);
            let fact = Fact::new(rule, text).who(hit.who).whom(hit.by).damage(damage.abs());
            fact.change(hit.who, self.left, before, after)
        });
        self.settle(table, hit.who)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_nought_is_only_hurt_the_limit_itself_is_not_death_and_those_with_nothing_lose_nothing() {
        let state =
            |is: &'static str| State { below: 0, less: None, is: is.into(), for_good: false, rule: "a rule".into() };
        let life = Drained {
            kind: "life".into(),
            left: "Life".into(),
            lost: Key::new("Life lost"),
            most: None,
            spares: Vec::new(),
            states: vec![state("unconscious"), state("dead")],
            rule: "a rule".into(),
        };
        let exposure = Exposure { thresholds: [5, 0, -3].into_iter().collect(), ..Exposure::default() };
        let told = [0, 1, 5, 6, 8, 9].map(|damage| life.judge(&exposure, damage).name);
        assert_eq!(told.map(Key::as_str), ["nothing", "hurt", "hurt", "unconscious", "unconscious", "dead"]);
        assert_eq!(life.judge(&Exposure::default(), 40).name, "nothing");
    }
}
