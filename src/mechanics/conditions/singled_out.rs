//! Those who are taunted strike only at the one who taunted them, as long as they can (ZN-TURN-07).

use crate::mechanics::prelude::*;

/// The state of those who have eyes for one enemy only.
#[derive(Clone, Debug, Deserialize)]
pub struct SingledOut {
    /// Its name; it is brought about by that enemy.
    #[serde(rename = "in")]
    pub state: ConditionName,
    /// The deeds that could strike that enemy.
    pub attacks: Vec<Verb>,
    /// The rule that says so.
    pub rule: RuleId,
}

/// The round of the turn that ends the taunt for somebody.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct UntilTurnOf(i32);

impl SingledOut {
    /// Whether somebody has spent the turn that ends it, by a reaction.
    fn has_reacted(&self, look: Look<'_>, who: Id) -> bool {
        look.condition(who, self.state).is_some()
            && look.clock().turn != Some(who)
            && look.get::<UntilTurnOf>(who).is_some_and(|until| until.0 <= look.clock().round)
            && look.rules().economy.is_over(look, who)
    }

    /// Whether somebody could strike at `target` from where they stand.
    fn can_strike(&self, look: Look<'_>, who: Id, target: Id) -> bool {
        let is_arm = |kind| matches!(kind, ArmKind::Melee | ArmKind::Ranged | ArmKind::Spell);
        let arms = || look.gear(who).iter().filter(|item| item.is_ready() && is_arm(item.arm.kind));
        self.attacks.iter().any(|verb| {
            let Ok(deed) = look.deed(verb) else { return false };
            let order = Order::new(verb).at(look.aim(target));
            arms().any(|item| deed.check(look, who, &order.clone().with(item.arm.name)).is_ok())
        })
    }

    /// Whether a blow at a whole zone that is told by one of those in it may strike `target` too.
    fn is_among(look: Look<'_>, case: &Case<'_>, target: Id) -> bool {
        let (Some(one), Some(other)) = (case.against.and_then(|id| look.spot(id)), look.spot(target)) else {
            return false;
        };
        let (first, second) = one.zones();
        case.is("blast") && (other.is_of(first) || second.is_some_and(|zone| other.is_of(zone)))
    }
}

mechanic!(SingledOut: |self| {
    answers_for => vec![(self.state, format!("whom those who are `{}` may strike", self.state))],
});

hears!(SingledOut: |self, table| {
    Condition { who, kind, begun: true } => if kind == self.state {
        let look = table.look();
        let next = i32::from(!look.rules().economy.is_fresh(look, who));
        let round = look.clock().round;
        table.edit::<UntilTurnOf>(who).0 = round + next;
    },
    TurnEnded { who } => table.ceases(who, self.state, self.rule),
    // A reaction is a turn too.
    Done { .. } => table.for_those(
        |look, id| self.has_reacted(look, id),
        |table, who| table.ceases(who, self.state, self.rule),
    ),
});

allows!(SingledOut: |self, look, case| {
    let taunted = look.condition(case.who, self.state);
    let Some(by) = taunted.and_then(|state| state.by).filter(|by| case.against != Some(*by)) else { return Ok(()) };
    // Whom a strike is for is settled when it is declared, whoever takes their place.
    if case.against.is_none() || case.is("under way") || Self::is_among(look, case, by) {
        return Ok(());
    }
    let why = || format!("{} strikes at nobody but {}", look.name(case.who), look.name(by));
    look.refuse_if(look.is_in_play(by) && self.can_strike(look, case.who, by), self.rule, why)
});
