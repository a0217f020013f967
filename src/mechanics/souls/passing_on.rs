//! Souls that linger by their dead, and pass on after a few rounds (LG-SOUL-07, LG-DEATH-11).

use super::soul::{Departed, Soul, State, departed, lingering};
use crate::mechanics::prelude::*;

/// The numbers of passing on.
#[derive(Clone, Debug, Deserialize)]
pub struct PassingOn {
    /// The condition of the dead.
    pub dead: ConditionName,
    /// The word of profiles that have no soul.
    pub soulless: Key,
    /// What is rolled for each soul at the end of each round.
    pub die: Expr,
    /// What the first roll must reach for the soul to go; each that it stays makes the next one easier by 1.
    pub first: i32,
    /// The perk of those whose souls hold on longer, and by how much.
    pub tenacity: (TechniqueName, i32),
    /// The figure of what is left in the dead.
    pub vitality: FigureName,
    /// The count of whole rounds that somebody has been dead when the battle begins.
    #[serde(deserialize_with = "refers::own")]
    pub dead_for: Key,
    /// The rules that these numbers stand for.
    pub rules: PassingOnRules,
}

rule_ids! { struct PassingOnRules {
    passing: "The rolls.",
    gone: "What it means to be gone.",
} }

impl PassingOn {
    /// What the next roll for a soul must reach.
    fn needed(&self, look: Look<'_>, who: Id, soul: Departed) -> Sum {
        let mut needed = Sum::of("first", self.first);
        needed.add("rolls before", -soul.rolls, self.rules.passing);
        let (perk, later) = self.tenacity;
        if look.knows(who, perk) {
            needed.add(perk, later, self.rules.passing);
        }
        needed
    }

    /// Lets the soul of somebody who has just died linger.
    fn depart(&self, table: &mut Table<'_>, who: Id) {
        let look = table.look();
        if look.has_tag(who, self.soulless) || departed(look, who).is_some() {
            return;
        }
        let before = look.tally(who, self.dead_for).max(0);
        let soul = Departed {
            died: look.clock().round.max(1) - before,
            vitality: look.value(who, self.vitality).max(0),
            rolls: (before - 1).max(0),
            state: State::Lingering,
        };
        table.edit::<Soul>(who).0 = Some(soul);
    }

    /// One roll for one soul.
    fn roll(&self, table: &mut Table<'_>, who: Id, mut soul: Departed) -> Step {
        let needed = self.needed(table.look(), who, soul);
        let throw = table.throw(&self.die)?;
        let goes = throw.total >= needed.total();
        soul.rolls += 1;
        if goes {
            soul.state = State::Passed;
        }
        table.edit::<Soul>(who).0 = Some(soul);
        table.note(|look| {
            let (name, verdict) = (look.name(who), if goes { "it is gone" } else { "it lingers" });
            let text = format!("{name}'s soul needs {} to pass on: {}, {verdict}.", needed.total(), throw.total);
            Fact::new(self.rules.passing, text)
                .who(who)
                .roll(Roll::of("passing on", &self.die, &throw, &Sum::new()).against(needed.clone(), goes))
        });
        if goes {
            self.tell_gone(table, who);
        }
        Ok(())
    }

    fn tell_gone(&self, table: &mut Table<'_>, who: Id) {
        table.say(self.rules.gone, who, |look| format!("Nothing can bring {} back now.", look.name(who)));
    }

    /// Every soul that is still near, and whose it is.
    fn waiting(look: Look<'_>) -> Vec<(Id, Departed)> {
        look.everybody().filter_map(|id| Some((id, lingering(look, id)?))).collect()
    }
}

mechanic!(PassingOn: |self| {
    words(words) => {
        words.add(Word::Roll, ["passing on"]).add(Word::Term, ["first", "rolls before"]).add(Word::Count, ["Soul"]);
    },
});

hears!(PassingOn: |self, table| {
    Begun => table.for_those(|look, id| look.is(id, self.dead), |table, who| {
        self.depart(table, who);
        Ok(())
    }),
    Condition { who, kind, begun } => if kind == self.dead && !who.is_thing() {
        if begun { self.depart(table, who) } else { table.edit::<Soul>(who).0 = None }
    },
    RoundEnded => {
        let round = table.clock().round;
        let waiting = Self::waiting(table.look()).into_iter().filter(|(_, soul)| soul.died < round);
        waiting.into_iter().try_for_each(|(who, soul)| self.roll(table, who, soul))
    },
    // Ten or eleven rounds are a minute, and the last roll needs no dice: after
    // an hour no soul is left, whoever died in it too.
    HoursPass { hours } => {
        let waiting = if hours > 0 { Self::waiting(table.look()) } else { Vec::new() };
        for (who, soul) in waiting {
            table.edit::<Soul>(who).0 = Some(Departed { state: State::Passed, ..soul });
            table.say(self.rules.passing, who, |look| format!("{}'s soul has not waited.", look.name(who)));
            self.tell_gone(table, who);
        }
    },
});

sheet!(PassingOn: |self, look, who| {
    let text = match departed(look, who) {
        _ if look.has_tag(who, self.soulless) => "none".to_owned(),
        None => "alive".to_owned(),
        Some(Departed { state: State::Passed, .. }) => "passed on".to_owned(),
        Some(Departed { state: State::Consumed, .. }) => "consumed".to_owned(),
        Some(soul) => {
            let needed = self.needed(look, who, soul).total();
            format!("lingers with {} Vitality, passes on at {needed}", soul.vitality)
        }
    };
    vec![SheetLine::of("Soul", text, self.rules.passing)]
});
