//! Damage that passes soon, and how little of it lasts (OS-DMG-08, OS-DMG-09).

use crate::mechanics::prelude::*;

/// The numbers of such damage.
#[derive(Clone, Debug, Deserialize)]
pub struct Subdual {
    /// The roll for how much of it lasts.
    pub lasting: Key,
    /// The word of blows that do such damage.
    pub word: Key,
    /// The word of blows that leave nothing lasting.
    pub pulled: Key,
    /// Of how many rolls of one against another the last leaves something.
    pub every: i32,
    /// How much that is.
    pub points: i32,
    /// The figure of the attacker, from where on it is more, and how much then.
    pub strong: (FigureName, i32, i32),
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

/// How many rolls of such damage somebody has taken, by the one who dealt it.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Taken(SmallVec<[(Id, i32); 4]>);

impl Subdual {
    fn taken(look: Look<'_>, who: Id, from: Id) -> i32 {
        let taken = look.get::<Taken>(who);
        taken.and_then(|taken| taken.0.iter().find(|(by, _)| *by == from)).map_or(0, |(_, rolls)| *rolls)
    }

    fn counts(&self, case: &Case<'_>) -> bool {
        case.is(self.word) && !case.is(self.pulled)
    }
}

impl Mechanic for Subdual {}

hears!(Subdual: |self, table| {
    Blow { blow } => {
        let Some(target) = blow.case.against.filter(|_| blow.damage.is_some() && self.counts(blow.case)) else {
            return Ok(());
        };
        let attacker = blow.case.who;
        let mut taken = table.edit::<Taken>(target);
        match taken.0.iter_mut().find(|(by, _)| *by == attacker) {
            Some((_, rolls)) => *rolls += 1,
            None => taken.0.push((attacker, 1)),
        }
    },
});

modifies!(Subdual: [self.lasting] => |self, look, case, sum| {
    let Some(target) = case.against.filter(|_| self.counts(case)) else { return };
    if (Self::taken(look, target, case.who) + 1) % self.every.max(1) != 0 {
        return;
    }
    let (figure, from, more) = self.strong;
    let is_strong = look.value(case.who, figure) >= from;
    sum.add(self.word, if is_strong { more } else { self.points }, self.rule);
});
