//! Staggering: a die at the start of each turn says how much of it is lost (ST-COND-07).

use crate::mechanics::prelude::*;

/// The numbers of staggering.
#[derive(Clone, Debug, Deserialize)]
pub struct Stagger {
    /// The condition of those who stagger.
    pub staggered: ConditionName,
    /// What they lose from the front of each turn.
    pub die: Expr,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

/// The round in which a body has last staggered, whichever of its minds was up.
#[derive(Component, Clone, Copy, Debug, Default)]
struct Reeled(i32);

impl Stagger {
    /// Whether the body of somebody has yet to stagger in this round.
    fn is_due(&self, look: Look<'_>, body: Id) -> bool {
        let has_reeled = look.get::<Reeled>(body).is_some_and(|reeled| reeled.0 == look.clock().round);
        look.is(body, self.staggered) && !has_reeled
    }
}

mechanic!(Stagger: |self| {
    answers_for => vec![(self.staggered, format!("what those who are `{}` lose of their turns", self.staggered))],
    words(words) => words.add(Word::Roll, ["staggering"]),
});

hears!(Stagger: |self, table| {
    TurnBegun { who } => {
        let look = table.look();
        let body = look.body(who);
        if !self.is_due(look, body) || !look.is_in_play(body) {
            return Ok(());
        }
        let round = look.clock().round;
        table.edit::<Reeled>(body).0 = round;
        let lost = table.roll(who, "staggering", &self.die, Sum::new(), self.rule)?;
        let rules = table.rules();
        rules.economy.lose(table, who, lost)?;
        let left = rules.economy.left(table.look(), who);
        table.say(self.rule, who, |look| format!("{} comes to their senses: {left}.", look.name(who)));
    },
});

impl Drives for Stagger {
    fn has_due(&self, look: Look<'_>, who: Id) -> bool {
        self.is_due(look, look.body(who))
    }
}
