//! Inside somebody larger: what little one can do there, and how one comes out again (OS-ATK-10, OS-GEAR-01).

use crate::mechanics::prelude::*;
use crate::mechanics::room::nearest_free;

/// The numbers of being swallowed.
#[derive(Clone, Debug, Deserialize)]
pub struct Swallowed {
    /// The state.
    pub state: ConditionName,
    /// What it does at the end of each round.
    pub dice: Expr,
    /// The kind of harm.
    pub harms: HarmName,
    /// The word of arms that can be used there.
    #[serde(deserialize_with = "refers::words_of_arms")]
    pub close: Key,
    /// The roll of armour, and what it is from inside.
    pub armour: (FigureName, i32),
    /// Points from inside after which everybody comes out.
    pub enough: i32,
    /// The count of those points.
    #[serde(deserialize_with = "refers::own")]
    pub count: Key,
    /// The rules about it, and about what can be used.
    pub rules: (RuleId, RuleId),
}

impl Swallowed {
    /// Who has swallowed somebody.
    fn by(&self, look: Look<'_>, who: Id) -> Option<Id> {
        look.condition(who, self.state).and_then(|state: &Condition| state.by)
    }

    /// Those whom somebody has swallowed.
    fn inside(&self, look: Look<'_>, who: Id) -> Vec<Id> {
        look.brought_upon(who, self.state).collect()
    }

    fn set_free(&self, table: &mut Table<'_>, who: Id) -> Step {
        table.set_tally(who, self.count, 0);
        let (rule, _) = self.rules;
        for victim in self.inside(table.look(), who) {
            let text = |look: Look<'_>| format!("{} comes out of {}.", look.name(victim), look.name(who));
            table.sheds(victim, self.state, rule, text)?;
            let look = table.look();
            if let Some(to) = nearest_free(look, victim, look.footprint(who)) {
                table.relocate(victim, to)?;
            }
        }
        Ok(())
    }
}

mechanic!(Swallowed: |self| {
    words(words) => words.add(Word::Roll, ["swallowed"]),
});

hears!(Swallowed: |self, table| {
    Moved { who, .. } => {
        let to = table.look().footprint(who);
        let inside = self.inside(table.look(), who);
        for victim in inside.into_iter().filter(|victim| *victim != who) {
            let body = table.look().footprint(victim).moved_to(to.at);
            table.relocate(victim, body)?;
        }
    },
    Harmed { hit } => {
        let is_inside = hit.by.is_some_and(|by| self.by(table.look(), by) == Some(hit.who));
        if !is_inside {
            return Ok(());
        }
        let points = table.look().tally(hit.who, self.count).saturating_add(hit.damage);
        table.set_tally(hit.who, self.count, points);
        if points >= self.enough { self.set_free(table, hit.who) } else { Ok(()) }
    },
    Condition { who, kind, begun: true } => {
        let look = table.look();
        if kind == self.state
            && let Some(by) = self.by(look, who)
        {
            let body = look.footprint(who).moved_to(look.footprint(by).at);
            return table.relocate(who, body);
        }
        // Nobody is inside somebody who is no more, or has gone.
        if look.is_there(who) { Ok(()) } else { self.set_free(table, who) }
    },
    RoundEnded => {
        let (rule, _) = self.rules;
        let is_inside = |look: Look<'_>, id: Id| self.by(look, id).is_some() && !look.is_dead(id);
        table.for_those(is_inside, |table, victim| {
            let damage = table.roll(victim, "swallowed", &self.dice, Sum::new(), rule)?;
            table.suffer(&Case::of("damage", victim), self.harms, &[], damage, rule)
        })
    },
});

narrows!(Swallowed: |self, look, case| {
    if case.against.is_some() && self.by(look, case.who) == case.against {
        case.push_word(self.state);
    }
});

modifies!(Swallowed: [self.armour.0.key()] => |self, _look, case, sum| {
    let (_, inside) = self.armour;
    if case.is(self.state) {
        sum.add(self.state, inside.saturating_sub(sum.total()), self.rules.0);
    }
});

allows!(Swallowed: |self, look, case| {
    // From inside one strikes at nobody else, and with nothing long; from outside nobody strikes at those inside.
    let Some(target) = case.against else { return Ok(()) };
    let (own, other) = (self.by(look, case.who), self.by(look, target));
    let (rule, close) = self.rules;
    look.refuse_one_if(own.is_some() && own != Some(target), case.who, rule, "is inside somebody")?;
    look.refuse_one_if(own.is_none() && other.is_some(), target, rule, "is inside somebody")?;
    let is_too_long = own.is_some() && !case.arm.is_some_and(|arm| arm.has(self.close));
    look.refuse_if(is_too_long, close, || "there is no room for that")
});
