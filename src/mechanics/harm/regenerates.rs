//! Bodies that close again. Part of what is lost comes back at the start of each turn, unless fire has been at it. A body
//! that begins no turn in a round does not close in it. One that is out of the fight closes in none.

use crate::mechanics::prelude::*;

/// The numbers of it.
#[derive(Clone, Debug, Deserialize)]
pub struct Regenerates {
    /// Words of profiles of those who do.
    pub words: Vec<Key>,
    /// What they regain, and the count of what they have lost of it.
    pub left: FigureName,
    /// The count of what they have lost of it.
    pub lost: Key,
    /// What part of the loss comes back, rounded down.
    pub one_in: i32,
    /// Types of damage after which nothing comes back in the same round.
    pub unless: Vec<Key>,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

/// The last round in which somebody was kept from it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Burnt(Option<i32>);

impl Regenerates {
    fn is_one(&self, table: &Table<'_>, who: Id) -> bool {
        let look = table.look();
        look.is_there(who) && self.words.iter().any(|word| look.has_tag(who, word))
    }

    /// What comes back comes back.
    fn close(&self, table: &mut Table<'_>, who: Id) {
        let round = table.clock().round;
        let is_burnt = table.look().get::<Burnt>(who).is_some_and(|burnt| burnt.0 == Some(round));
        let lost = table.look().tally(who, self.lost);
        let back = lost.div_euclid(self.one_in.max(1));
        if is_burnt || back <= 0 {
            return;
        }
        let (before, after) = table.lose(who, (self.left, self.lost), -back);
        table.say_change(self.rule, who, (self.left, before, after), |look| {
            let name = look.name(who);
            format!("The wounds of {name} close: {name} has {after} left.")
        });
    }
}

impl Mechanic for Regenerates {}

hears!(Regenerates: |self, table| {
    Harmed { hit } => {
        if hit.judged.harm > 0 && hit.types.iter().any(|each| self.unless.contains(each)) && self.is_one(table, hit.who)
        {
            let round = table.clock().round;
            table.edit::<Burnt>(hit.who).0 = Some(round);
        }
    },
    TurnBegun { who } => if self.is_one(table, who) && table.look().is_in_play(who) {
        self.close(table, who);
    },
});
