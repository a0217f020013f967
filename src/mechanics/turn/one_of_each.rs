//! Turns that hold one deed of each kind, in any order: a move and a blow.

use super::end_turn::EndTurn;
use crate::mechanics::prelude::*;

/// What a turn of this game holds.
#[derive(Clone, Debug, Deserialize)]
pub struct OneOfEach {
    /// The kinds of deed ("move", "attack"): a turn holds one of each.
    pub kinds: Vec<Key>,
    /// Deeds that count as one of these, whatever their own kind is: `{"withdraw": "attack"}`.
    #[serde(default)]
    pub counts_as: BTreeMap<Verb, Key>,
    /// The rule that says so.
    pub rule: RuleId,
}

/// The kinds of deed that somebody has still to do this turn.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct StillToDo(SmallVec<[Key; 4]>);

impl OneOfEach {
    fn left<'w>(look: Look<'w>, who: Id) -> &'w [Key] {
        look.get::<StillToDo>(who).map_or(&[], |left| &left.0)
    }

    fn kind_of(&self, deed: &dyn Deed) -> Option<Key> {
        let other = self.counts_as.get(&deed.verb()).copied();
        other.or_else(|| self.kinds.iter().copied().find(|kind| *kind == deed.group().as_str()))
    }
}

mechanic!(OneOfEach: |self| {
    words(words) => words.add(Word::Count, ["Turn"]),
    deeds => vec![Arc::new(EndTurn(self.rule))],
    keeps => StillToDo::default(),
});

hears!(OneOfEach: |self, table| {
    TurnBegun { who } => table.edit::<StillToDo>(who).0 = self.kinds.iter().copied().collect(),
    TurnEnded { who } => self.close(table, who),
});

impl Shows for OneOfEach {
    fn turn_sheet(&self, look: Look<'_>, who: Id) -> Vec<SheetLine> {
        vec![SheetLine::of("Turn", Economy::left(self, look, who), self.rule)]
    }
}

impl Economy for OneOfEach {
    fn price(&self, look: Look<'_>, who: Id, deed: &dyn Deed, _order: &Order) -> Result<Price, Refusal> {
        match self.kind_of(deed) {
            None => Ok(Price::default()),
            Some(kind) if Self::left(look, who).contains(&kind) => {
                Ok(Price { amount: 1, text: look.wants_words().then(|| format!("the {kind} of the turn")) })
            }
            Some(kind) => Err(look.refusal(self.rule, || format!("the {kind} of this turn is done"))),
        }
    }

    fn in_brief(&self, _look: Look<'_>, _who: Id, deed: &dyn Deed, _order: &Order) -> Option<String> {
        self.kind_of(deed).map(|kind| kind.to_string())
    }

    fn pay(&self, table: &mut Table<'_>, who: Id, deed: &dyn Deed, _order: &Order) -> Step<Paid> {
        if let Some(kind) = self.kind_of(deed) {
            table.edit::<StillToDo>(who).0.retain(|each| *each != kind);
        }
        Ok(Paid::Now)
    }

    fn is_over(&self, look: Look<'_>, who: Id) -> bool {
        Self::left(look, who).is_empty()
    }

    fn is_untouched(&self, look: Look<'_>, who: Id) -> bool {
        Self::left(look, who).len() == self.kinds.len()
    }

    fn close(&self, table: &mut Table<'_>, who: Id) -> Step {
        table.edit::<StillToDo>(who).0.clear();
        Ok(())
    }

    fn lose(&self, table: &mut Table<'_>, who: Id, amount: i32) -> Step {
        let mut left = table.edit::<StillToDo>(who);
        let kept = left.0.len().saturating_sub(usize::try_from(amount).unwrap_or(0));
        left.0.truncate(kept);
        Ok(())
    }

    fn left(&self, look: Look<'_>, who: Id) -> String {
        let left = Self::left(look, who);
        let words: Vec<String> = left.iter().map(|kind| format!("one {kind}")).collect();
        if words.is_empty() { "nothing left".to_owned() } else { words.join(" and ") }
    }

    fn left_after(&self, look: Look<'_>, who: Id, spending: Spending<'_>) -> Option<String> {
        let spent = self.kind_of(spending.deed)?;
        let left = Self::left(look, who).iter().filter(|kind| **kind != spent);
        let words: Vec<String> = left.map(|kind| format!("one {kind}")).collect();
        Some(if words.is_empty() { "leaves nothing".to_owned() } else { format!("leaves {}", words.join(" and ")) })
    }

    fn leaves(&self, look: Look<'_>, who: Id, spending: Option<Spending<'_>>, _blow: i32) -> bool {
        let blow = Key::from(Group::Attack.as_str());
        let is_spent = spending.and_then(|spending| self.kind_of(spending.deed)) == Some(blow);
        !is_spent && (!self.kinds.contains(&blow) || Self::left(look, who).contains(&blow))
    }

    fn remaining(&self, look: Look<'_>, who: Id) -> i32 {
        Self::left(look, who).len() as i32
    }
}
