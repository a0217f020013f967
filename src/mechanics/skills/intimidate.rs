//! Intimidating: a test of wills whose loser strikes worse at the winner for a while.

use crate::mechanics::prelude::*;

/// What comes of it where the other is not impressed.
const HOLDS_OUT: &str = "holds out";

/// The numbers of intimidating.
#[derive(Clone, Debug, Deserialize)]
pub struct Intimidate {
    /// The skill that is rolled.
    pub skill: FigureName,
    /// What the other rolls against it; equal holds out.
    pub against: FigureName,
    /// The die of both.
    pub die: Expr,
    /// What the other is then in, for a round for each point.
    pub brings: ConditionName,
    /// What that adds to attacks on those who intimidated them.
    pub attack: i32,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

mechanic!(Intimidate: |self| {
    words(words) => words.add(Word::Roll, [self.skill]).add(Word::Outcome, [HOLDS_OUT]),
    deeds => vec![Arc::new(self.clone())],
    between_two => vec![self.brings],
});

modifies!(Intimidate: ["attack"] => |self, look, case, sum| {
    if case.against.is_some_and(|by| look.has_brought(by, self.brings, case.who)) {
        sum.add(self.brings, self.attack, self.rule);
    }
});

impl Intimidate {
    fn target(&self, look: Look<'_>, who: Id, order: &Order) -> Result<Id, Refusal> {
        let rule = self.rule;
        let target = look.target_or_refuse(order, "whom? say `at NAME`")?;
        let name = look.name(target);
        let is_meant = look.are_enemies(who, target) && look.is_in_play(target);
        look.refuse_if(!is_meant, rule, || format!("{name} is no enemy who could be afraid"))?;
        look.refuse_if(!look.sees(target, who), rule, || format!("{name} does not see {}", look.name(who)))?;
        look.admits(&Case::of("check", who).word(self.skill).against(target)).map(|()| target)
    }

    /// For how many rounds totals of both frighten the other.
    fn rounds(own: i32, theirs: i32) -> i32 {
        (own - theirs).max(0)
    }

    fn bonus(look: Look<'_>, who: Id, skill: FigureName, against: Id) -> Sum {
        look.sum(&Case::of("check", who).word(skill).against(against), look.figure(who, skill))
    }
}

impl Deed for Intimidate {
    nature!(|self| Nature::of("intimidate", Group::Skill, Stage::Morale).reading(&[Reads::At]));

    offers!(|self, look, who| "Intimidate {}", self.rule, look.foes(who));

    checks!(|self, look, who, order| ["speak", "intimidate"] => self.target(look, who, order));

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let Ok(target) = self.target(table.look(), who, order) else { return Ok(()) };
        let look = table.look();
        let own = Self::bonus(look, who, self.skill, target);
        let theirs = Self::bonus(look, target, self.against, who);
        let both = ((who, self.skill.as_str(), own), (target, self.against.as_str(), theirs), true);
        let (own, theirs) =
            table.roll_against(both, &self.die, self.rule, |own, theirs| Some(Self::rounds(own, theirs)))?;
        let rounds = Self::rounds(own, theirs);
        table.note(|look| {
            let (name, other) = (look.name(who), look.name(target));
            let fact = |text: String| Fact::new(self.rule, text).who(target).whom(who).bout(Bout::Result);
            match rounds {
                ..=0 => fact(format!("{other} is not impressed by {name}.")),
                1 => fact(format!("{other} is {} of {name} for a round.", self.brings)),
                _ => fact(format!("{other} is {} of {name} for {rounds} rounds.", self.brings)),
            }
        });
        if rounds <= 0 {
            return Ok(());
        }
        // What is set in one round does not run down in it.
        table.begin(target, Condition::new(self.brings).by(who).until(Until::Rounds(rounds.saturating_add(1))))
    }

    /// For whoever reads it: the computer has its own mind of what that is worth.
    fn forecast(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Forecast> {
        let target = self.target(look, who, order).ok().filter(|_| look.wants_words())?;
        let own = Self::bonus(look, who, self.skill, target);
        let theirs = Self::bonus(look, target, self.against, who);
        let rolled = Checked::odds_against(&self.die, &own, &theirs);
        let judged = rolled.map(|(own, theirs)| match Self::rounds(*own, *theirs) {
            ..=0 => Judged::called(-1, HOLDS_OUT),
            _ => Judged::called(0, self.brings),
        });
        let figures = vec![(self.skill.key(), own), (self.against.key(), theirs)];
        Some(Forecast::of(vec![Prospect::judged(target, &judged, figures)]))
    }

    /// Better than to stand about, where the other is near and likely to lose.
    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let target = self.target(look, who, order).ok()?;
        let is_afraid = look.has_brought(who, self.brings, target);
        let ahead = look.value(who, self.skill) - look.value(target, self.against);
        (!is_afraid && ahead > 0 && look.in_arms_reach(who, target)).then(|| Worth::of(0.005 * f64::from(ahead.min(6))))
    }
}
