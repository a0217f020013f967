//! Noticing those who hide.

use crate::mechanics::prelude::*;

/// The numbers of noticing.
#[derive(Clone, Debug, Deserialize)]
pub struct Notice {
    /// The skill that is rolled.
    pub skill: FigureName,
    /// The die.
    pub die: Expr,
    /// What it must reach.
    pub needed: i32,
    /// The condition of those who hide; found, they no longer do.
    pub ends: ConditionName,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

mechanic!(Notice: |self| {
    words(words) => words.add(Word::Term, ["needed"]).add(Word::Roll, [self.skill]),
    deeds => vec![Arc::new(self.clone())],
});

impl Notice {
    /// Enemies who hide where they could be seen.
    fn hidden(&self, look: Look<'_>, who: Id) -> Vec<Id> {
        let is_there = |id: &Id| {
            look.are_enemies(who, *id) && look.place(*id).present && look.is(*id, self.ends) && look.in_line(who, *id)
        };
        look.everybody().filter(is_there).collect()
    }
}

impl Deed for Notice {
    nature!(|self| Nature::of("notice", Group::Skill, Stage::Morale));

    offers!(|self| "Look about for whoever hides", self.rule);

    checks!(|self, look, who, _order| look.allows(who, &["notice"]));

    fn perform(&self, table: &mut Table<'_>, who: Id, _order: &Order) -> Step {
        let look = table.look();
        let bonus = look.sum(&Case::of("check", who).word(self.skill), look.figure(who, self.skill));
        let needed = Sum::of("needed", self.needed);
        if !table.passes(who, self.skill.as_str(), &self.die, bonus, needed, self.rule)? {
            return Ok(());
        }
        for found in self.hidden(table.look(), who) {
            table.note(|look| {
                let text = format!("{} notices {}.", look.name(who), look.name(found));
                Fact::new(self.rule, text).who(who).whom(found).change(found, self.ends, 1, 0)
            });
            table.end(found, self.ends)?;
        }
        Ok(())
    }

    /// Whoever knows of no enemy may look, and whoever knows of one who hides.
    fn worth(&self, look: Look<'_>, who: Id, _order: &Order) -> Option<Worth> {
        let side = look.side(who);
        let hides = || self.hidden(look, who).into_iter().any(|id| look.is_known_to(id, side));
        (look.foes(who).next().is_none() || hides()).then(|| Worth::of(0.03))
    }
}
