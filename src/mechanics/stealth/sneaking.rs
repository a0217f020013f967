//! Those who have not been noticed yet: what gives them away, and who can come near all the same (OS-ATK-18).

use super::come_out;
use crate::mechanics::prelude::*;

/// The numbers of sneaking.
#[derive(Clone, Debug, Deserialize)]
pub struct Sneaking {
    /// The state of those who are hidden.
    pub hidden: ConditionName,
    /// The word of those who may stay so when they move in sight of enemies.
    #[serde(deserialize_with = "refers::words")]
    pub who: Key,
    /// What they throw, once a round.
    pub die: Expr,
    /// The highest face at which nobody notices.
    pub unnoticed: i32,
    /// Deeds that move somebody.
    pub steps: Vec<Verb>,
    /// Whether nobody is shown where hidden enemies are.
    pub is_secret: bool,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

/// The last round in which somebody has thrown for it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Thrown(Option<i32>);

impl Sneaking {
    fn is_hidden(&self, look: Look<'_>, who: Id) -> bool {
        look.is(who, self.hidden)
    }

    fn reveal(&self, table: &mut Table<'_>, who: Id, why: &str) -> Step {
        come_out(table, who, self.hidden, (self.rule, why))
    }

    /// Whoever is hidden goes where enemies may see it.
    fn goes(&self, table: &mut Table<'_>, who: Id) -> Step {
        let look = table.look();
        let watches = |id: &Id| look.are_enemies(who, *id) && look.allows(*id, &["act"]).is_ok();
        let is_watched = || look.everybody().any(|id| watches(&id) && look.is_in_play(id) && look.in_line(id, who));
        if !self.is_hidden(look, who) || !is_watched() {
            return Ok(());
        }
        if !look.has_tag(who, self.who) {
            return self.reveal(table, who, "they have been seen walking");
        }
        let round = look.clock().round;
        if look.get::<Thrown>(who).is_some_and(|thrown| thrown.0 == Some(round)) {
            return Ok(());
        }
        table.edit::<Thrown>(who).0 = Some(round);
        if table.roll(who, "sneaking", &self.die, Sum::new(), self.rule)? > self.unnoticed {
            return self.reveal(table, who, "they have been noticed");
        }
        Ok(())
    }
}

mechanic!(Sneaking: |self| {
    words(words) => words.add(Word::Roll, ["sneaking"]),
});

hears!(Sneaking: |self, table| {
    // Whoever goes and strikes in one is in sight before the blow.
    AboutTo { who, order } => {
        let strikes = table.look().deed(order.verb).is_ok_and(|deed| deed.nature().group == Group::Attack);
        if strikes && self.steps.contains(&order.verb) { self.goes(table, who) } else { Ok(()) }
    },
    Done { who, order } => {
        let look = table.look();
        if !self.is_hidden(look, who) {
            return Ok(());
        }
        if self.steps.contains(&order.verb) {
            return self.goes(table, who);
        }
        // A spell at an enemy is as good as a blow.
        let strikes = look.deed(order.verb).is_ok_and(|deed| deed.nature().group == Group::Attack);
        let at_enemy = look.target(order).is_some_and(|target| look.are_enemies(who, target));
        if strikes && at_enemy { self.reveal(table, who, "they have struck") } else { Ok(()) }
    },
    Blow { blow } => self.reveal(table, blow.case.who, "they have struck"),
    Harmed { hit } => if hit.judged.harm > 0 { self.reveal(table, hit.who, "they have been hurt") } else { Ok(()) },
});

impl Sees for Sneaking {
    fn hides(&self, look: Look<'_>, who: Id, other: Id) -> bool {
        look.are_enemies(who, other) && self.is_hidden(look, other)
    }

    fn conceals(&self, look: Look<'_>, who: Id, from: SideId) -> bool {
        self.is_secret && look.side(who) != from && self.is_hidden(look, who)
    }
}
