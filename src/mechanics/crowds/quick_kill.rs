//! The quick way with a crowd: no dice, but the share of blows that hit, and of men that such a blow kills
//! (OS-MINION-03).

use crate::mechanics::prelude::*;

/// The numbers of the quick way.
#[derive(Clone, Debug, Deserialize)]
pub struct QuickKill {
    /// Whether it is played.
    pub is_played: bool,
    /// What becomes of parts of a man.
    pub rounding: Rounding,
    /// The figure for how many fight as one: whole units are not cut down so.
    pub men: FigureName,
    /// What becomes of them.
    pub dead: ConditionName,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

/// What becomes of parts of a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rounding {
    /// They count as one more.
    Up,
    /// From a half on they do.
    Nearest,
    /// They are kept for the next time.
    Carry,
}

/// What is left of a man from the last time.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct Over(Option<Fraction>);

const VERB: &str = "cut down";

impl QuickKill {
    /// Everybody who is close enough to be cut down, helpless or not, the nearest first.
    fn crowd(&self, look: Look<'_>, who: Id, order: &Order) -> Vec<Id> {
        let several = |foe: &Id| look.value(*foe, self.men) <= 1 && self.share(look, who, *foe, order).is_some();
        let mut crowd: Vec<Id> = look.foes(who).filter(|foe| look.is_upon(who, *foe)).filter(several).collect();
        crowd.sort_by_key(|foe| look.gap(who, *foe));
        crowd
    }

    /// How many like this one fall, before rounding: what the attack itself says of its blows.
    fn share(&self, look: Look<'_>, who: Id, foe: Id, order: &Order) -> Option<Fraction> {
        let mut blow = Order::new(ATTACK).at(look.aim(foe));
        blow.with.clone_from(&order.with);
        Some(look.forecast(who, &blow)?.round?.quick)
    }

    /// How many fall where so many are reckoned to, and what is left over.
    fn rounded(&self, reckoned: &Fraction) -> (usize, Fraction) {
        let half = Fraction::new(1, 2).unwrap_or(Fraction::ZERO);
        let men = match self.rounding {
            Rounding::Up => -(-reckoned).floor(),
            Rounding::Nearest => (reckoned + &half).floor(),
            Rounding::Carry => reckoned.floor(),
        };
        let over = Fraction::new(i128::from(men), 1).map_or(Fraction::ZERO, |men| reckoned - &men);
        (usize::try_from(men).unwrap_or(0), over)
    }
}

mechanic!(QuickKill: |self| {
    deeds => if self.is_played { vec![Arc::new(self.clone())] } else { Vec::new() },
});

impl Deed for QuickKill {
    nature!(|self| Nature::attack(VERB, &[Reads::With]));

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let label = || "Cut down the crowd".to_owned();
        out.extend(Choice::told_of(self, (look, who), Order::new(VERB), self.rule, label));
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        look.allows(who, &["attack", "act"])?;
        look.refuse_if(self.crowd(look, who, order).is_empty(), self.rule, || "there is no crowd within reach")
    }

    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let first = *self.crowd(look, who, order).first()?;
        self.share(look, who, first, order).map(|share| Worth::of(share.to_f64()))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let look = table.look();
        let crowd = self.crowd(look, who, order);
        let Some(first) = crowd.first().copied() else { return Ok(()) };
        let Some(share) = self.share(look, who, first, order) else { return Ok(()) };
        let kept = look.get::<Over>(who).and_then(|over| over.0.clone());
        let (men, over) = self.rounded(&kept.map_or_else(|| share.clone(), |kept| &kept + &share));
        let men = men.min(crowd.len());
        if self.rounding == Rounding::Carry {
            table.edit::<Over>(who).0 = Some(over);
        }
        table.edit::<Fights>(who).0 = Some(first);
        table.say(self.rule, who, |look| {
            format!("{} cuts down {men} of {}: {share} reckoned.", look.name(who), crowd.len())
        });
        crowd.into_iter().take(men).try_for_each(|fallen| table.begin_settled(fallen, Condition::new(self.dead)))
    }
}
