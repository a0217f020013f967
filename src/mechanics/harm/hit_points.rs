//! Hit points: some damage to them is gone for good, and some comes back soon (OS-WND-01, OS-DEATH-01, OS-DMG-08,
//! OS-HEAL-01).

use crate::mechanics::prelude::*;
use crate::mechanics::room::make_room;

/// The numbers of this harm.
#[derive(Clone, Debug, Deserialize)]
pub struct HitPoints {
    /// The kind of damage that it deals with.
    pub kind: HarmName,
    /// The figure for what is left.
    pub left: FigureName,
    /// The figure for what there was.
    pub whole: FigureName,
    /// The count of damage.
    pub lost: Key,
    /// The count of damage that comes back soon.
    pub passing: Key,
    /// The word of hits whose damage comes back soon, but for so many points as the roll of this name comes to.
    pub subdues: (Key, Key),
    /// The figure for what comes back in one stretch.
    pub mends: FigureName,
    /// Stretches in an hour.
    pub an_hour: i32,
    /// Rounds in a stretch.
    pub rounds: i32,
    /// What becomes of those who have nothing left.
    pub states: HitPointsStates,
    /// The rules that these numbers stand for.
    pub rules: HitPointsRules,
}

/// What becomes of those who have nothing left.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct HitPointsStates {
    /// Some of it comes back.
    pub out: ConditionName,
    /// All of it is gone.
    pub dead: ConditionName,
}

rule_ids! { struct HitPointsRules {
    out: "Nothing is left.",
    dead: "All is gone for good.",
    mends: "What comes back.",
} }

impl HitPoints {
    /// So much of the damage does not come back soon.
    fn lasting(exposure: &Exposure, damage: i32) -> i32 {
        exposure.thresholds.get(2).map_or(damage, |most| damage.min((*most).max(0)))
    }

    /// What becomes of somebody with so much of it lost, out of so much.
    fn becomes(&self, whole: i32, lost: i32, passing: i32) -> Option<ConditionName> {
        match () {
            () if lost >= whole => Some(self.states.dead),
            () if lost.saturating_add(passing) >= whole => Some(self.states.out),
            () => None,
        }
    }

    /// So many stretches have passed.
    fn mend(&self, table: &mut Table<'_>, stretches: i32) -> Step {
        let lives = |look: Look<'_>, id: Id| !look.is_dead(id);
        table.for_those(lives, |table, who| {
            let look = table.look();
            let passing = look.tally(who, self.passing);
            let mended = look.value(who, self.mends).max(1).saturating_mul(stretches).min(passing);
            if mended <= 0 {
                return Ok(());
            }
            let left = passing.saturating_sub(mended);
            table.set_tally(who, self.passing, left);
            table.note(|look| {
                let points = if mended == 1 { "a point".to_owned() } else { format!("{mended} points") };
                let text = format!("{} has {points} back.", look.name(who));
                Fact::new(self.rules.mends, text).who(who).change(who, self.passing, passing, left)
            });
            let look = table.look();
            let (whole, lost) = (look.value(who, self.whole), look.tally(who, self.lost));
            if self.becomes(whole, lost, left).is_none() && look.is(who, self.states.out) {
                make_room(table, who)?;
                table.end(who, self.states.out)?;
            }
            Ok(())
        })
    }
}

mechanic!(HitPoints: |self| {
    words(words) => {
        words.add(Word::Outcome, ["hurt", "nothing"]);
        words.add(Word::Outcome, [self.states.dead, self.states.out]).add(Word::Count, [self.lost, self.passing]);
    },
});

hears!(HitPoints: |self, table| {
    HoursPass { hours } => self.mend(table, hours.saturating_mul(self.an_hour)),
    RoundEnded => {
        // A stretch is over when the next round belongs to another; a round before the first belongs to none.
        let next = table.clock().round + 1;
        if next > 1 && next % self.rounds.max(1) == 0 { self.mend(table, 1) } else { Ok(()) }
    },
});

impl Shows for HitPoints {
    fn health_in(&self) -> Option<FigureName> {
        Some(self.left)
    }

    fn health(&self, look: Look<'_>, who: Id) -> Option<(i32, i32)> {
        Some((look.value(who, self.left), look.value(who, self.whole)))
    }
}

impl Harm for HitPoints {
    fn kind(&self) -> HarmName {
        self.kind
    }

    /// What is left, and what there would be left if nothing came back.
    fn expose(&self, look: Look<'_>, case: &Case<'_>) -> Exposure {
        let left = look.figure(case.who, self.left);
        let firm = look.value(case.who, self.whole).saturating_sub(look.tally(case.who, self.lost));
        let mut exposure = Exposure::of(left);
        exposure.thresholds.push(firm);
        let (word, lasting) = self.subdues;
        if case.is(word) {
            exposure.words.push(word);
            exposure.thresholds.push(look.sum(&case.turned().on(lasting), Sum::new()).total());
        }
        exposure
    }

    fn judge(&self, exposure: &Exposure, damage: i32) -> Judged {
        let (left, firm) = (exposure.threshold(0), exposure.threshold(1));
        let harm = damage.max(0);
        let lasting = Self::lasting(exposure, harm);
        match () {
            // Nobody is killed twice.
            () if harm == 0 || firm <= 0 => Judged { grade: 0, name: Key::from(Judged::NOTHING), harm },
            () if lasting >= firm => Judged { grade: FELLED, name: self.states.dead.key(), harm },
            () if harm >= left && left > 0 => Judged { grade: FELLED, name: self.states.out.key(), harm },
            () => Judged { grade: 1, name: Key::from("hurt"), harm },
        }
    }

    fn inflict(&self, table: &mut Table<'_>, hit: &Hit) -> Step {
        let look = table.look();
        let before = look.value(hit.who, self.left);
        let firm = Self::lasting(&hit.exposure, hit.damage);
        let (lost, passing) = (look.tally(hit.who, self.lost), look.tally(hit.who, self.passing));
        let whole = look.value(hit.who, self.whole);
        let (lost, passing) = (lost.saturating_add(firm), passing.saturating_add(hit.damage.saturating_sub(firm)));
        table.set_tally(hit.who, self.lost, lost);
        table.set_tally(hit.who, self.passing, passing);
        let after = table.look().value(hit.who, self.left);
        let left = self.left;
        table.note(|look| {
            let soon = if hit.damage > firm {
                format!(" ({} of the damage passes soon)", hit.damage - firm)
            } else {
                String::new()
            };
            let (name, some) = (look.name(hit.who), if after > 0 { after.to_string() } else { "none".to_owned() });
            let text = format!("{name} has {some} of {whole} {left} left{soon}.");
            Fact::new(hit.rule, text).who(hit.who).change(hit.who, left, before, after)
        });
        // What becomes of things is not for bodies to say.
        let Some(state) = self.becomes(whole, lost, passing).filter(|_| !hit.who.is_thing()) else { return Ok(()) };
        if table.look().is(hit.who, state) || table.look().is_dead(hit.who) {
            return Ok(());
        }
        let rule = if state == self.states.dead { self.rules.dead } else { self.rules.out };
        table.say_change(rule, hit.who, (state, 0, 1), |look| format!("{} is {state}.", look.name(hit.who)));
        table.begin_settled(hit.who, Condition::new(state))
    }
}
