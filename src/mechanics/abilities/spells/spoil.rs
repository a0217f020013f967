//! What becomes of a spell whose caster is hurt while preparing it.

use std::cmp::Ordering;

use super::Spells;
use crate::mechanics::prelude::*;

impl Spells {
    /// Somebody who may be preparing a spell is hurt.
    pub(super) fn disturb(&self, table: &mut Table<'_>, hit: &Hit) -> Step {
        let look = table.look();
        let who = hit.who;
        let Some(by) = hit.by.filter(|by| look.are_enemies(*by, who)) else { return Ok(()) };
        let Some(spell) = self.prepared(look, who).filter(|_| hit.judged.harm > 0) else { return Ok(()) };
        // A blow that a longer weapon brings forward counts as the quicker one, but for those who are hasted.
        let forestalled = hit.words.contains(&self.first) && !look.is(who, self.hasted);
        let quicker = look.rules().initiative.quicker(look, by, who);
        match if forestalled { Ordering::Less } else { quicker } {
            Ordering::Less => self.lose(table, who, spell, self.rules.lost),
            Ordering::Greater => {
                let text = |name: &str| format!("{name} was quicker: the spell is not disturbed.");
                table.note(|look| Fact::new(self.rules.cast, text(look.name(who))).who(who));
                Ok(())
            }
            Ordering::Equal => self.save(table, who, spell),
        }
    }

    fn save(&self, table: &mut Table<'_>, who: Id, spell: Key) -> Step {
        let rule = self.rules.together;
        let look = table.look();
        let bonus = Sum::of(self.save.bonus, look.value(who, self.save.bonus));
        let against = Sum::of(self.save.figure, look.value(who, self.save.figure));
        if table.passes(who, "save", &self.save.die, bonus, against, rule)? {
            return Ok(());
        }
        let (die, from) = &self.spoiled;
        let shown = table.roll(who, "spoiled spell", die, Sum::new(), rule)?;
        if shown < *from {
            return self.lose(table, who, spell, rule);
        }
        let Some(item) = table.look().item(who, spell).cloned() else { return Ok(()) };
        table.say(rule, who, |look| format!("{} miscasts {spell}.", look.name(who)));
        self.spend(table, who, spell)?;
        self.go_off(table, who, &item, who)
    }

    fn lose(&self, table: &mut Table<'_>, who: Id, spell: Key, rule: RuleId) -> Step {
        table.say(rule, who, |look| format!("{} loses {spell}: spell lost.", look.name(who)));
        self.spend(table, who, spell)
    }
}
