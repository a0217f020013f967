//! Small ones who strike as one: those under the same lead who stand by the
//! target add to a single blow, and have no action left for another.

use crate::mechanics::prelude::*;

/// The numbers of swarms.
#[derive(Clone, Debug, Deserialize)]
pub struct Swarm {
    /// The word of those who strike so.
    pub tag: Key,
    /// The verb of blows that they join.
    pub attack: Verb,
    /// The manner of blows that nobody is to join.
    #[serde(deserialize_with = "refers::own")]
    pub alone: Key,
    /// What each who joins adds to the attack.
    pub to_attack: i32,
    /// What each adds to the damage.
    pub to_damage: i32,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

/// Actions of their next turn spent on the blows of others, and whether that turn of the round is over.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Joined {
    spent: i32,
    acted: bool,
}

fn joined(look: Look<'_>, who: Id) -> Joined {
    look.get::<Joined>(who).copied().unwrap_or_default()
}

impl Swarm {
    /// Those who would join a blow of this case.
    fn joiners(&self, look: Look<'_>, case: &Case<'_>) -> Vec<Id> {
        let blow = case.order.filter(|order| order.verb == self.attack.as_str() && !order.is(self.alone));
        let (Some(_), Some(target)) = (blow, case.against) else { return Vec::new() };
        if !look.has_tag(case.who, self.tag) || !case.is("melee") {
            return Vec::new();
        }
        let Some(leader) = look.leader(case.who) else { return Vec::new() };
        let is_fellow = |id: &Id| {
            *id != case.who
                && look.leader(*id) == Some(leader)
                && look.side(*id) == look.side(case.who)
                && look.has_tag(*id, self.tag)
                && look.is_in_play(*id)
                && look.in_arms_reach(*id, target)
                && look.allows(*id, &["act", "physical", "attack"]).is_ok()
                && !joined(look, *id).acted
        };
        look.everybody().filter(is_fellow).collect()
    }
}

mechanic!(Swarm: |self| {
    words(words) => words.add(Word::manner(self.attack), [self.alone]),
    equip(newcomer, profile) => if profile.tags.contains(&self.tag) {
        newcomer.give(Joined::default());
    },
});

hears!(Swarm: |self, table| {
    Blow { blow } => {
        let joiners = self.joiners(table.look(), blow.case);
        for who in &joiners {
            table.edit::<Joined>(*who).spent += 1;
        }
        if !joiners.is_empty() {
            table.say(self.rule, blow.case.who, |look| {
                format!("{} struck together with {}.", look.names(&joiners, ", "), look.name(blow.case.who))
            });
        }
    },
    TurnEnded { who } => if table.look().get::<Joined>(who).is_some() {
        *table.edit::<Joined>(who) = Joined { spent: 0, acted: true };
    },
    RoundEnded => table.everybody().into_iter().for_each(|who| table.reset::<Joined>(who)),
});

modifies!(Swarm: ["attack", "damage"] => |self, look, case, sum| {
    if case.arm.is_some() {
        let each = if case.on == "attack" { self.to_attack } else { self.to_damage };
        let count = i32::try_from(self.joiners(look, case).len()).unwrap_or(0);
        sum.add(self.tag, each.saturating_mul(count), self.rule);
    }
});

impl Drives for Swarm {
    /// What was spent on the blows of others is missing now. Nobody is driven to anything by it.
    fn compels(&self, table: &mut Table<'_>, who: Id) -> Step<Option<Compulsion>> {
        let spent = joined(table.look(), who).spent;
        if spent > 0 {
            table.edit::<Joined>(who).spent = 0;
            let rules = table.rules();
            rules.economy.lose(table, who, spent)?;
        }
        Ok(None)
    }
}
