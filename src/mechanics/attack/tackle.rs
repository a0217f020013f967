//! Throwing somebody to the ground: strength against strength.

use super::course::{ADJACENT, enemies, meant, share_by_health};
use crate::mechanics::prelude::*;

/// Whoever is tackled stays on their feet.
const STANDS: &str = "stands firm";

/// What it is worth to have somebody on the ground, in felled enemies.
const THROWN: f64 = 0.12;

/// The numbers of tackling.
#[derive(Clone, Debug, Deserialize)]
pub struct Tackle {
    /// The dice that both throw.
    pub die: Expr,
    /// The figure that both add to them.
    pub skill: FigureName,
    /// The figure of size.
    pub size: FigureName,
    /// What each size adds that the attacker is larger.
    pub a_size: i32,
    /// What those are in then who lose.
    pub brings: ConditionName,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

mechanic!(Tackle: |self| {
    words(words) => {
        words.add(Word::Term, ["size"]).add(Word::Outcome, [STANDS]);
        words.add(Word::Roll, [self.skill.key(), Key::new(&format!("{} to {}", self.skill, Self::VERB))]);
    },
    deeds => vec![Arc::new(self.clone())],
});

impl Tackle {
    const VERB: &str = "tackle";

    /// Whom an order is about, if that may be tackled.
    fn target(&self, look: Look<'_>, who: Id, order: &Order) -> Result<Id, Refusal> {
        look.allows(who, &["physical", Self::VERB, self.skill.as_str()])?;
        let target = meant(look, who, order.at.first(), self.rule)?;
        let is_far = target.is_thing() || !look.in_arms_reach(who, target);
        look.refuse_one_if(is_far, target, self.rule, "is no neighbour to tackle")?;
        let why = || format!("{} is {} already", look.name(target), self.brings);
        look.refuse_if(look.is(target, self.brings), self.rule, why)?;
        look.refuse_one_if(!look.is_in_play(target), target, self.rule, "is out of the fight already")?;
        look.admits(&self.case(look, who, target, order)).map(|()| target)
    }

    fn case<'a>(&self, look: Look<'_>, who: Id, target: Id, order: &'a Order) -> Case<'a> {
        let case = Case::of("check", who).against(target).word(self.skill).word(Self::VERB).word(ADJACENT);
        look.narrowed(case.by(order))
    }

    /// What the attacker adds to their dice, and what the other one does.
    fn sums(&self, look: Look<'_>, who: Id, target: Id, order: &Order) -> (Sum, Sum) {
        let mut own = look.figure(who, self.skill);
        let larger = look.value(who, self.size).saturating_sub(look.value(target, self.size));
        own.add("size", larger.saturating_mul(self.a_size), self.rule);
        let own = look.sum(&self.case(look, who, target, order), own);
        let other = Case::of("check", target).against(who).word(self.skill);
        (own, look.sum(&other, look.figure(target, self.skill)))
    }
}

impl Deed for Tackle {
    nature!(|self| Nature::attack(Self::VERB, &[Reads::At]).hindering(true));

    offers!(|self, look, who| "Tackle {}", self.rule, {
        let stands = |target: &Id| look.is_in_play(*target) && look.in_arms_reach(who, *target);
        enemies(look, who).into_iter().filter(stands)
    });

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        self.target(look, who, order).map(drop)
    }

    /// Whoever is tackled holds out on a tie.
    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let Ok(target) = self.target(table.look(), who, order) else { return Ok(()) };
        let (own, other) = self.sums(table.look(), who, target, order);
        let label = format!("{} to {}", self.skill, Self::VERB);
        let both = ((who, label.as_str(), own), (target, self.skill.as_str(), other), true);
        let (own, other) = table.roll_against(both, &self.die, self.rule, |own, other| Some(own > other))?;
        let (rule, brings, falls) = (self.rule, self.brings, own > other);
        table.note(|look| {
            let (attacker, name) = (look.name(who), look.name(target));
            let fact = if falls {
                let text = format!("{attacker} throws {name} to the ground, {own} against {other}: {brings}.");
                Fact::new(rule, text).change(target, brings, 0, 1)
            } else {
                Fact::new(rule, format!("{name} stands firm against {attacker}, {other} against {own}."))
            };
            fact.who(who).whom(target).bout(Bout::Result)
        });
        if falls { table.begin(target, Condition::new(self.brings).by(who)) } else { Ok(()) }
    }

    /// For whoever reads it: the computer goes by what it is worth.
    fn forecast(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Forecast> {
        let target = self.target(look, who, order).ok().filter(|_| look.wants_words())?;
        let (own, other) = self.sums(look, who, target, order);
        let rolled = Checked::odds_against(&self.die, &own, &other);
        let (falls, stands) = (Judged::called(0, self.brings), Judged::called(-1, STANDS));
        let judged = rolled.map(|(own, other)| if own > other { falls.clone() } else { stands.clone() });
        let to_throw = Key::new(&format!("{} to {}", self.skill, Self::VERB));
        let figures = vec![(to_throw, own), (self.skill.key(), other)];
        Some(Forecast::of(vec![Prospect::judged(target, &judged, figures)]))
    }

    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let stands = |id: &Id| look.is_in_play(*id) && !look.is(*id, self.brings);
        let target = self.target(look, who, order).ok().filter(|id| look.are_enemies(who, *id) && stands(id))?;
        let (own, other) = self.sums(look, who, target, order);
        let rolled = Checked::odds_against(&self.die, &own, &other);
        // Whom any blow would undo need not be thrown first.
        let falls = rolled.chance(|(own, other)| own > other).to_f64();
        Some(Worth::of(THROWN * share_by_health(look, (who, target)) * falls))
    }
}
