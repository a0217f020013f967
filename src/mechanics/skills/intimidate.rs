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
    /// What that adds to attacks on whoever intimidated them.
    pub attack: i32,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

impl Mechanic for Intimidate {
    fn words(&self, _rules: &Rules, words: &mut Words) {
        words.add(Word::Roll, [self.skill]).add(Word::Outcome, [HOLDS_OUT]);
    }

    fn deeds(&self) -> Vec<Arc<dyn Deed>> {
        vec![Arc::new(Threaten(Arc::new(self.clone())))]
    }
}

impl Modifies for Intimidate {
    fn on(&self) -> Option<Vec<Key>> {
        Some(vec!["attack".into()])
    }

    fn modify(&self, look: Look<'_>, case: &Case<'_>, sum: &mut Sum) {
        if case.against.is_some_and(|by| look.has_brought(by, self.brings, case.who)) {
            sum.add(self.brings, self.attack, self.rule);
        }
    }
}

/// Intimidating somebody.
#[derive(Debug)]
struct Threaten(Arc<Intimidate>);

impl Threaten {
    fn target(&self, look: Look<'_>, who: Id, order: &Order) -> Result<Id, Refusal> {
        let rule = self.0.rule;
        let target = look.target_or_refuse(order, "whom? say `at NAME`")?;
        let name = look.name(target);
        if !look.are_enemies(who, target) || !look.is_in_play(target) {
            return Err(look.refusal(rule, || format!("{name} is no enemy who could be afraid")));
        }
        if !look.sees(target, who) {
            return Err(look.refusal(rule, || format!("{name} does not see {}", look.name(who))));
        }
        Ok(target)
    }

    /// For how many rounds totals of both frighten the other.
    fn rounds(own: i32, theirs: i32) -> i32 {
        (own - theirs).max(0)
    }

    fn bonus(look: Look<'_>, who: Id, skill: FigureName, against: Id) -> Sum {
        look.sum(&Case::of("check", who).word(skill).against(against), look.figure(who, skill))
    }
}

impl Deed for Threaten {
    fn nature(&self) -> Nature {
        Nature::of("intimidate", Group::Skill, Stage::Morale).reading(&[Reads::At])
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let label = |enemy| format!("Intimidate {}", look.name(enemy));
        out.extend(Choice::at_each(self, (look, who), look.foes(who), self.0.rule, label));
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        look.allows(who, &["speak", "intimidate"])?;
        self.target(look, who, order).map(drop)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let threat = &self.0;
        let Ok(target) = self.target(table.look(), who, order) else { return Ok(()) };
        let look = table.look();
        let own = Self::bonus(look, who, threat.skill, target);
        let theirs = Self::bonus(look, target, threat.against, who);
        let both = ((who, threat.skill.as_str(), own), (target, threat.against.as_str(), theirs), true);
        let (own, theirs) =
            table.roll_against(both, &threat.die, threat.rule, |own, theirs| Some(Self::rounds(own, theirs)))?;
        let rounds = Self::rounds(own, theirs);
        table.note(|look| {
            let (name, other) = (look.name(who), look.name(target));
            let fact = |text: String| Fact::new(threat.rule, text).who(target).whom(who).bout(Bout::Result);
            match rounds {
                ..=0 => fact(format!("{other} is not impressed by {name}.")),
                1 => fact(format!("{other} is {} of {name} for a round.", threat.brings)),
                _ => fact(format!("{other} is {} of {name} for {rounds} rounds.", threat.brings)),
            }
        });
        if rounds <= 0 {
            return Ok(());
        }
        // What is set in one round does not run down in it.
        table.begin(target, Condition::new(threat.brings).by(who).until(Until::Rounds(rounds.saturating_add(1))))
    }

    /// For whoever reads it: the computer has its own mind of what that is worth.
    fn forecast(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Forecast> {
        let target = self.target(look, who, order).ok().filter(|_| look.wants_words())?;
        let threat = &self.0;
        let own = Self::bonus(look, who, threat.skill, target);
        let theirs = Self::bonus(look, target, threat.against, who);
        let rolled = Checked::odds_against(&threat.die, &own, &theirs);
        let judged = rolled.map(|(own, theirs)| match Self::rounds(*own, *theirs) {
            ..=0 => Judged::called(-1, HOLDS_OUT),
            _ => Judged::called(0, threat.brings),
        });
        let figures = vec![(threat.skill.key(), own), (threat.against.key(), theirs)];
        Some(Forecast::of(vec![Prospect::judged(target, &judged, figures)]))
    }

    /// Better than to stand about, where the other is near and likely to lose.
    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let target = self.target(look, who, order).ok()?;
        let is_afraid = look.has_brought(who, self.0.brings, target);
        let ahead = look.value(who, self.0.skill) - look.value(target, self.0.against);
        (!is_afraid && ahead > 0 && look.in_arms_reach(who, target)).then(|| Worth::of(0.005 * f64::from(ahead.min(6))))
    }
}
