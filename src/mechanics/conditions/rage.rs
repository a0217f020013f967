//! Rage: a frenzy that strikes at its source, or at somebody who is near (ST-MORALE-06).

use crate::mechanics::prelude::*;
use crate::mechanics::{answers, drives};

/// The numbers of rage. What it does to skills is data of its condition.
#[derive(Clone, Debug, Deserialize)]
pub struct Rage {
    /// The condition of the raging.
    pub raging: ConditionName,
    /// What is done before any way: getting up, breaking free.
    pub first: Vec<Verb>,
    /// The skill that rage switches on, and how much of it is 1 more damage hand to hand.
    pub fury: (FigureName, i32),
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

impl Rage {
    /// Every attack hand to hand.
    fn blows(look: Look<'_>, who: Id, target: Id) -> Vec<drives::Attack> {
        let mut attacks = drives::attacks(look, who, target);
        attacks.retain(|attack| drives::is_melee(look, who, target, &attack.order));
        attacks
    }

    /// A blow at the source if it can be reached this turn, else one at
    /// whoever is within reach, else a step closer to the source. Nobody
    /// stands idle because no blow does any harm.
    fn frenzy(&self, look: Look<'_>, who: Id) -> Option<Order> {
        let source = look.condition(who, self.raging).and_then(|raging| raging.by);
        let source = source.filter(|id| look.place(*id).present && look.is_in_play(*id));
        let who = look.body(who);
        let mut near: Vec<Id> = drives::others(look, who).filter(|id| look.is_in_play(*id)).collect();
        near.sort_by_key(|id| (drives::apart(look, who, *id), *id));
        if let Some(order) = source.and_then(|source| drives::hardest(Self::blows(look, who, source))) {
            return Some(order);
        }
        if let Some(order) = drives::first_of(look, who, &self.first) {
            return Some(order);
        }
        let mut closer = None;
        if let Some(source) = source {
            match drives::approach(look, who, source) {
                Some((order, true)) => return Some(order),
                way => closer = way.map(|(order, _)| order),
            }
        }
        let blow = near.iter().find_map(|id| drives::pick(Self::blows(look, who, *id), false));
        let vain = || near.iter().find_map(|id| drives::hardest(Self::blows(look, who, *id)));
        // Whoever stands before their victim stays there, even when no time for a blow is left.
        let far = |id: &&Id| !drives::is_near_enough(look, who, **id);
        let stays = source.is_some_and(|source| !far(&&source));
        let others = near.iter().take_while(far).filter(|_| !stays);
        let way = || others.clone().find_map(|id| drives::approach(look, who, *id)).map(|(order, _)| order);
        blow.or(closer).or_else(vain).or_else(way)
    }
}

mechanic!(Rage: |self| {
    answers_for => vec![answers::deeds(self.raging)],
});

hears!(Rage: |self, table| {
    TurnBegun { who } => {
        let look = table.look();
        let Some(raging) = look.condition(who, self.raging) else { return Ok(()) };
        if raging.until != Until::Ended || drives::others(look, who).any(|id| look.sees(who, id)) {
            return Ok(());
        }
        let text = |look: Look<'_>| format!("{} has nobody left to rage at.", look.name(who));
        table.sheds(who, self.raging, self.rule, text)
    },
});

modifies!(Rage: ["damage"] => |self, look, case, sum| {
    if case.is("melee") && look.is(case.who, self.raging) {
        let (skill, each) = self.fury;
        sum.add(skill, look.value(case.who, skill).div_euclid(each.max(1)), self.rule);
    }
});

driven!(Rage: |self, table, who| in self.raging => {
    drives::does(self.frenzy(table.look(), who), self.rule)
});
