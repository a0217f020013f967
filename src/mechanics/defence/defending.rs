//! Spending a deed on one's own defence: standing on guard, and making ready to turn blows aside (LG-DEF-07,
//! LG-DEF-08).

use crate::mechanics::attack::course::share_by_health;
use crate::mechanics::prelude::*;

/// The numbers of these deeds.
#[derive(Clone, Debug, Deserialize)]
pub struct Defending {
    /// The deeds, by their verbs.
    pub deeds: Vec<Guard>,
}

/// One way of seeing to one's own defence.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Guard {
    /// The verb.
    pub verb: Verb,
    /// The state of those who do it.
    pub is: ConditionName,
    /// For how long.
    pub until: Lasts,
    /// Takes something in hand that can be held against blows.
    #[serde(default)]
    pub needs_active: bool,
    /// The rule of it.
    pub rule: RuleId,
}

/// How long it lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lasts {
    /// Until its bearer's next turn begins.
    StartOfNextTurn,
    /// Until the round ends.
    EndOfRound,
}

mechanic!(Defending: |self| {
    deeds => self.deeds.iter().map(|guard| Arc::new(*guard) as Arc<dyn Deed>).collect(),
});

impl Guard {
    /// What somebody could hold against a blow now.
    fn active(look: Look<'_>, who: Id) -> Sum {
        look.sum(&Case::of("active protection", who), Sum::new())
    }
}

impl Deed for Guard {
    nature!(|self| Nature::of(self.verb, Group::Defence, Stage::Attacks).bides());

    offers!(|self| capital(self.verb.as_str()), self.rule);

    fn check(&self, look: Look<'_>, who: Id, _order: &Order) -> Allowed {
        look.allows(who, &["physical", self.verb.as_str()])?;
        let why = || format!("{} has no shield or the like to {} with", look.name(who), self.verb);
        look.refuse_if(self.needs_active && Self::active(look, who).terms.is_empty(), self.rule, why)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, _order: &Order) -> Step {
        let until = match self.until {
            Lasts::StartOfNextTurn => Until::TurnStart,
            Lasts::EndOfRound => Until::Rounds(1),
        };
        let guard = *self;
        let before = i32::from(table.look().condition(who, self.is).is_some());
        table.note(|look| {
            let still = if before == 0 { "" } else { " already, and no more than that" };
            let text = format!("{} is {}{still}.", look.name(who), guard.is);
            Fact::new(guard.rule, text).who(who).change(who, guard.is, before, 1)
        });
        table.begin(who, Condition::new(self.is).until(until))
    }

    fn is_vain(&self, look: Look<'_>, who: Id, _order: &Order) -> bool {
        look.condition(who, self.is).is_some()
    }

    /// Only worth it where somebody could strike before one's own next turn, and only once.
    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        if self.is_vain(look, who, order) {
            return None;
        }
        let near = |foe: &Id| look.in_arms_reach(who, *foe) && look.allows(*foe, &["act"]).is_ok();
        // Nobody stands on guard against what any blow would undo.
        let enemies: f64 = look.foes(who).filter(near).map(|foe| share_by_health(look, (who, foe))).sum();
        let worth = if self.needs_active { 0.025 * f64::from(Self::active(look, who).total().max(0)) } else { 0.04 };
        (enemies > 0.0).then(|| Worth::of(worth * enemies))
    }
}
