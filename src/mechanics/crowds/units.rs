//! Many who fight as one: points for all of them together, one throw for all of them, and in the end as many left as
//! there are points for (OS-MASS-01 to OS-MASS-05).

use crate::mechanics::prelude::*;

/// The numbers of units.
#[derive(Clone, Debug, Deserialize)]
pub struct Units {
    /// The figure for how many there are of them.
    pub men: FigureName,
    /// The word of units, and how many there are of one that says no number of its own.
    pub many: (Key, i32),
    /// The figure for how many are left of them.
    pub left: FigureName,
    /// The figure for the points that they had, and for those that are left.
    pub points: (FigureName, FigureName),
    /// What each of them throws for points, and the figure for how often.
    pub each: (Expr, FigureName),
    /// The word of blows of a unit at a unit.
    pub word: Key,
    /// By how many a hit of one unit on another counts.
    pub counts: Counts,
    /// The figures for the places around one who stands alone, and for how many of them somebody takes.
    pub around_one: (FigureName, FigureName),
    /// The rolls: how many times damage counts, and how many blows an action holds.
    pub rolls: (Key, Key),
    /// The rules that these numbers stand for.
    pub rules: UnitsRules,
}

/// By how many a hit of one unit on another counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Counts {
    /// By the men that it had at first.
    Men,
    /// By so many, however many there are.
    Always(i32),
}

rule_ids! { struct UnitsRules {
    unit: "Units and their points.",
    blow: "Their blows.",
    destroyed: "Units that have nothing left.",
    survivors: "Who is left.",
    heroes: "Heroes among them.",
} }

impl Units {
    fn is_unit(&self, look: Look<'_>, who: Id) -> bool {
        look.value(who, self.men) > 1
    }

    /// What a unit throws for its points: so often for each man.
    fn throw(&self, look: Look<'_>, who: Id) -> Expr {
        let (each, times) = &self.each;
        let dice = look.value(who, self.men).saturating_mul(look.value(who, *times).max(1));
        each.times(u16::try_from(dice).unwrap_or(1))
    }

    /// How many of a unit of so many live that has so many points left of so many.
    const fn survivors(men: i32, left: i32, original: i32) -> i32 {
        if left <= 0 || original <= 0 {
            return 0;
        }
        let part = left as i64 * men as i64;
        ((part + original as i64 - 1) / original as i64) as i32
    }

    /// Places around somebody at which the men of a unit find room: squares that nobody else fills, and no more than
    /// others who fight it leave.
    fn room_around(&self, look: Look<'_>, unit: Id, target: Id) -> i32 {
        let ground = look.ground().walk(1, look.rules().measure.gait);
        let body = look.footprint(target);
        let taken = |at: Square| {
            let others = look.everybody().filter(|id| *id != unit && *id != target);
            let there = |id: Id| look.place(id).present && look.is_in_play(id) && look.footprint(id).contains(at);
            others.into_iter().any(there)
        };
        let free = body.around(1, 1).filter(|at| !body.contains(*at) && ground.fits(*at) && !taken(*at)).count() as i32;
        let (places, takes) = self.around_one;
        let besets = |id: &Id| *id != unit && look.besets(*id, target);
        let taken: i32 = look.foes(target).filter(besets).map(|id| look.value(id, takes)).sum();
        free.min(look.value(target, places) - taken).max(1)
    }
}

mechanic!(Units: |self| {
    words(words) => words.add(Word::Roll, ["points"]).add(Word::Term, ["survivors"]).add(Word::Count, ["Men"]),
    thrown_at_first(look, who) => {
        let is_unknown = self.is_unit(look, who) && !look.has_learned(who, self.points.0);
        is_unknown.then(|| (self.points.0, self.throw(look, who)))
    },
});

hears!(Units: |self, table| {
    // The points of units whose points nobody has laid down are thrown, a die for each man.
    Begun => {
        table.for_everybody(|table, who| {
            let Some((points, expr)) = self.thrown_at_first(table.look(), who) else { return Ok(()) };
            let thrown = table.roll(who, "points", &expr, Sum::new(), self.rules.unit)?;
            table.edit::<Figures>(who).set(points, thrown);
            Ok(())
        })
    },
    Condition { who, kind, begun: true } => if table.rules().kills(kind) && self.is_unit(table.look(), who) {
        table.say(self.rules.destroyed, who, |look| format!("{} is slain to the last man.", look.name(who)));
    },
});

narrows!(Units: |self, look, case| {
    let Some(target) = case.against.filter(|_| case.on == "attack") else { return };
    if self.is_unit(look, case.who) && self.is_unit(look, target) {
        case.push_word(self.word);
    }
});

modifies!(Units: [self.men.key(), self.left.key(), self.rolls.0, self.rolls.1] => |self, look, case, sum| {
    let (times, blows) = self.rolls;
    let (unit, many) = self.many;
    if case.on == self.men && look.has_tag(case.who, unit) && !look.has_learned(case.who, self.men) {
        sum.add(unit, many.saturating_sub(sum.total()), self.rules.unit);
    } else if case.on == self.left && self.is_unit(look, case.who) {
        let (original, left) = self.points;
        let men = look.value(case.who, self.men);
        let lives = Self::survivors(men, look.value(case.who, left), look.value(case.who, original));
        sum.add("survivors", lives, self.rules.survivors);
    } else if case.on == times && case.is(self.word) {
        let by = match self.counts {
            Counts::Men => look.value(case.who, self.men),
            Counts::Always(by) => by,
        };
        // Nothing else makes more of it: not a charge, not a set spear.
        sum.add(self.men, by.saturating_sub(1).saturating_sub(sum.total()), self.rules.blow);
    } else if case.on == blows
        && let Some(target) = case.against
        && self.is_unit(look, case.who)
        && !self.is_unit(look, target)
        && look.are_in_melee(case.who, target)
    {
        sum.add(self.men, self.room_around(look, case.who, target) - 1, self.rules.heroes);
    }
});

impl Shows for Units {
    fn sheet(&self, look: Look<'_>, who: Id) -> Vec<SheetLine> {
        let text = || format!("{} of {}", look.value(who, self.left), look.value(who, self.men));
        SheetLine::only_if(self.is_unit(look, who), "Men", self.rules.survivors, text)
    }

    fn strength(&self, look: Look<'_>, who: Id) -> Option<(i32, i32)> {
        self.is_unit(look, who).then(|| (look.value(who, self.left), look.value(who, self.men)))
    }
}
