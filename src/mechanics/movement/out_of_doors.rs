//! Under the sky an inch may stand for more than between walls (OS-TURN-01).

use crate::mechanics::prelude::*;

/// How far an inch goes.
#[derive(Clone, Debug, Deserialize)]
pub struct OutOfDoors {
    /// The figure that is counted in inches.
    pub of: FigureName,
    /// What an inch stands for between walls, in the board's unit of length.
    pub inch: i32,
    /// What it stands for under the sky.
    pub outdoors: i32,
    /// The word of ground that lies between walls.
    #[serde(deserialize_with = "refers::own")]
    pub indoors: Key,
    /// The rule that says so.
    pub rule: RuleId,
}

mechanic!(OutOfDoors: |self| {
    words(words) => words.add(Word::Term, ["under the sky"]),
});

modifies!(OutOfDoors: [self.of.key()] => |self, look, _case, sum| {
    if self.outdoors == self.inch {
        return;
    }
    let between_walls = look.battle::<Encounter>().is_some_and(|met| met.indoors);
    if !between_walls && !look.ground().tags.contains(&self.indoors) {
        let whole = sum.total();
        let far = whole.saturating_mul(self.outdoors).div_euclid(self.inch.max(1));
        sum.add("under the sky", far - whole, self.rule);
    }
});
