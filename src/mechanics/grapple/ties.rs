//! What games that let fighters hold each other have alike: who has whom when somebody comes onto the field, and letting
//! go. When a grip is torn is each game's own, since reach and what a fall leaves of it differ.

use std::fmt::Debug;

use crate::mechanics::prelude::*;

/// A state that nobody has brought about yet.
fn is_loose(look: Look<'_>, who: Id, state: ConditionName) -> bool {
    look.conditions(who).iter().any(|each| each.kind == state && each.by.is_none())
}

/// From now on the state of somebody is brought about by another.
fn give(table: &mut Table<'_>, who: Id, state: ConditionName, by: Id) {
    let mut conditions = table.edit::<Conditions>(who);
    let loose = conditions.0.iter_mut().find(|each| each.kind == state && each.by.is_none());
    loose.into_iter().for_each(|each: &mut Condition| each.by = Some(by));
}

/// The nearest enemy of those that fit.
fn nearest(look: Look<'_>, who: Id, fits: impl Fn(Id) -> bool) -> Option<Id> {
    let is_one = |id: &Id| look.are_enemies(who, *id) && look.is_in_play(*id) && look.place(*id).present && fits(*id);
    look.everybody().filter(is_one).min_by_key(|id| (look.gap(who, *id), *id))
}

/// Files say that one is held and another holds. Everybody who is held by nobody is so by the nearest enemy who holds
/// nobody or, in games in which nothing is said of those who hold, by the nearest who reaches them.
pub(super) fn pair_up(table: &mut Table<'_>, tie: Tie) -> Step {
    table.for_everybody(|table, who| {
        let look = table.look();
        let fits = |id: Id| match tie.holding {
            Some(holding) => is_loose(look, id, holding),
            None => look.gap(who, id) <= 1,
        };
        if is_loose(look, who, tie.held)
            && let Some(holder) = nearest(look, who, fits)
        {
            give(table, who, tie.held, holder);
            tie.holding.into_iter().for_each(|holding| give(table, holder, holding, who));
        }
        Ok(())
    })
}

/// What is answered, and done, by those who let go.
pub(super) const LET_GO: &str = "let go";

/// What a game says of letting go.
pub(super) trait Hands: Debug + Send + Sync {
    /// Those whom somebody has hold of.
    fn in_hand(&self, look: Look<'_>, who: Id) -> Vec<Id>;

    /// The same, and those who cannot be let go: they are listed, greyed.
    fn offered(&self, look: Look<'_>, who: Id) -> Vec<Id> {
        self.in_hand(look, who)
    }

    /// Whom an order lets go: the one that it names, or everybody.
    fn meant(&self, look: Look<'_>, who: Id, order: &Order) -> Vec<Id> {
        let named = look.target(order);
        let mut meant = self.in_hand(look, who);
        meant.retain(|id| order.at.is_empty() || named == Some(*id));
        meant
    }

    /// Lets go of these.
    fn let_go(&self, table: &mut Table<'_>, who: Id, them: Vec<Id>) -> Step;

    /// What that is worth to the computer.
    fn worth(&self, _look: Look<'_>, _who: Id) -> Option<Worth> {
        None
    }
}

/// Letting go of somebody: by whose hands, under which heading and rule, whether anything ever speaks for it, whether it
/// is an act, and what is said of those who have hold of nobody whom they could let go.
#[derive(Debug)]
pub(super) struct LetGo {
    pub hands: Arc<dyn Hands>,
    pub group: Group,
    pub tempts: bool,
    pub is_act: bool,
    pub rule: RuleId,
    pub empty: &'static str,
}

impl Deed for LetGo {
    nature!(|self| {
        let nature = Nature::of(LET_GO, self.group, Stage::Attacks).reading(&[Reads::At]);
        nature.tempting(self.tempts).told(Phrase::Of)
    });

    offers!(|self, look, who| "Let go of {}", self.rule, self.hands.offered(look, who));

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        let kinds: &[&'static str] = if self.is_act { &["act", LET_GO] } else { &[LET_GO] };
        look.allows(who, kinds)?;
        look.refuse_one_if(self.hands.meant(look, who, order).is_empty(), who, self.rule, self.empty)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let meant = self.hands.meant(table.look(), who, order);
        self.hands.let_go(table, who, meant)
    }

    fn worth(&self, look: Look<'_>, who: Id, _order: &Order) -> Option<Worth> {
        self.hands.worth(look, who)
    }
}
