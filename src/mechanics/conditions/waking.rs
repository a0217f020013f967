//! Falling unconscious, sleeping and waking (ST-COND-11, ST-COND-12).

use crate::mechanics::answers;
use crate::mechanics::prelude::*;

/// Minutes of an hour.
const MINUTES: i32 = 60;

/// The numbers of falling and waking.
#[derive(Clone, Debug, Deserialize)]
pub struct Waking {
    /// The condition of those who fall and let go of everything.
    pub unconscious: ConditionName,
    /// The posture into which they fall.
    pub fallen: ConditionName,
    /// How long that lasts, for each wound, and the unit of it.
    pub comes_round: (Expr, String),
    /// The condition of those whom a noise can wake.
    pub sleeping: ConditionName,
    /// The die of hearing.
    pub die: Expr,
    /// The figure that is added.
    pub hearing: FigureName,
    /// What sleep adds to that.
    pub asleep: i32,
    /// From how many squares away a noise can wake.
    pub within: i32,
    /// What must be rolled to hear a deed, by its verb or by its group: a fight, a word.
    pub noises: BTreeMap<Key, i32>,
    /// What those who have just woken are in, and for how many of their turns.
    pub drowsy: (ConditionName, i32),
    /// The rules that these numbers stand for.
    pub rules: WakingRules,
}

rule_ids! { struct WakingRules {
    unconscious: "Being unconscious.",
    sleeping: "Sleeping.",
} }

impl Waking {
    fn is_out(&self, look: Look<'_>, who: Id) -> bool {
        look.is(who, self.unconscious) || look.is(who, self.sleeping)
    }

    fn fall(&self, table: &mut Table<'_>, who: Id) -> Step {
        let stands = !table.look().is(who, self.fallen);
        table.let_fall(who, self.rules.unconscious, Item::is_in_hand);
        if stands { table.begin(who, Condition::new(self.fallen)) } else { Ok(()) }
    }

    /// Lets hours pass for somebody who is out: how many it takes is thrown when they begin to count.
    fn lie(&self, table: &mut Table<'_>, who: Id, hours: i32) -> Step {
        let Some(until) = table.look().condition(who, self.unconscious).map(|each| each.until) else {
            return Ok(());
        };
        let (rule, (die, unit)) = (self.rules.unconscious, &self.comes_round);
        let minutes = match until {
            Until::Minutes(minutes) => minutes,
            _ => {
                let wounds = table.look().wounds(who).len().max(1);
                let mut lasts = 0;
                for _ in 0..wounds {
                    lasts += table.roll(who, &format!("{unit} out"), die, Sum::new(), rule)?;
                }
                lasts.saturating_mul(MINUTES)
            }
        };
        let left = minutes.saturating_sub(hours.saturating_mul(MINUTES));
        if left > 0 {
            let mut conditions = table.edit::<Conditions>(who);
            let mut out = conditions.0.iter_mut().filter(|each| each.kind == self.unconscious);
            out.by_ref().for_each(|each| each.until = Until::Minutes(left));
            return Ok(());
        }
        table.end(who, self.unconscious)?;
        // They are long on their feet and wide awake when anybody comes.
        let stays = self.is_out(table.look(), who);
        let mut ends = [self.drowsy.0, self.fallen].into_iter().filter(|_| !stays);
        ends.try_for_each(|kind| table.end(who, kind).map(drop))
    }
}

mechanic!(Waking: |self| {
    answers_for => [self.unconscious, self.sleeping].map(answers::waking).into(),
    words(words) => {
        words.add(Word::Roll, ["hearing"]).add(Word::Term, ["asleep", "noise"]).add(Word::Count, ["Wakes"]);
        words.add(Word::Roll, [Key::new(&format!("{} out", self.comes_round.1))]);
    },
});

hears!(Waking: |self, table| {
    Condition { who, kind, begun } => {
        let rules = table.rules();
        let sleep = |kind: ConditionName| kind == self.unconscious || kind == self.sleeping;
        let brings = rules.conditions.get(&kind).is_some_and(|def| def.implies.iter().any(|each| sleep(*each)));
        if !sleep(kind) && !brings {
            return Ok(());
        }
        let look = table.look();
        if begun {
            return if look.is(who, self.unconscious) { self.fall(table, who) } else { Ok(()) };
        }
        if self.is_out(look, who) || look.is_dead(who) {
            return Ok(());
        }
        let (rule, (drowsy, turns)) = (self.rules.sleeping, self.drowsy);
        table.note(|look| {
            Fact::new(rule, format!("{} wakes.", look.name(who)))
                .who(who)
                .change(who, kind, 1, 0)
                .change(who, drowsy, 0, 1)
        });
        table.begin(who, Condition::new(drowsy).until(Until::Turns(turns)))
    },
    // Fighting is loud, talking is not.
    Done { who, order } => {
        let Ok(deed) = table.look().deed(order.verb) else { return Ok(()) };
        let loudness = self.noises.get(&deed.verb()).or_else(|| self.noises.get(&Key::from(deed.group().as_str())));
        loudness.map_or(Ok(()), |loudness| table.noise(who, *loudness))
    },
    // Everybody asleep within earshot of `who` may wake.
    Noise { who, loudness } => {
        let (rule, from) = (self.rules.sleeping, table.look().footprint(who));
        let could = |look: Look<'_>, id: Id| {
            let sleeps = id != who && look.condition(id, self.sleeping).is_some() && !look.is_dead(id);
            sleeps && !look.is(id, self.unconscious) && from.gap(look.footprint(id)) <= self.within
        };
        table.for_those(could, |table, sleeper| {
            let mut bonus = table.look().figure(sleeper, self.hearing);
            bonus.add("asleep", self.asleep, rule);
            let needed = Sum::of("noise", loudness);
            let hears = table.passes(sleeper, "hearing", &self.die, bonus, needed, rule)?;
            if hears { table.end(sleeper, self.sleeping).map(drop) } else { Ok(()) }
        })
    },
    HoursPass { hours } => {
        let lies = |look: Look<'_>, id: Id| look.condition(id, self.unconscious).is_some();
        let is_out = |look: Look<'_>, id: Id| look.rests(id) && !look.is_dead(id) && lies(look, id);
        table.for_those(is_out, |table, who| self.lie(table, who, hours))
    },
});

sheet!(Waking: |self, look, who| {
    let is_out = look.condition(who, self.unconscious).is_some() && !look.is_dead(who);
    let (die, unit) = &self.comes_round;
    let text = || format!("after {die} x {} {unit}", look.wounds(who).len().max(1));
    SheetLine::only_if(is_out, "Wakes", self.rules.unconscious, text)
});
