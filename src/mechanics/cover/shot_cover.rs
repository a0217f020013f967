//! Cover makes shots less likely to hit, and where it is whole there is no target (OS-COVER-01).

use serde::Deserialize;

use crate::battle::{Allowed, Case, Key, Look, Mechanic, Sum, refers};
use crate::board::CoverGrade;

/// The numbers of this cover.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShotCover {
    /// The roll that it touches, and the word of those that it touches.
    pub on: (Key, Key),
    /// What a quarter, a half and three quarters add.
    pub adds: (i32, i32, i32),
    /// The rule that these numbers stand for.
    #[serde(deserialize_with = "refers::rules")]
    pub rule: Key,
}

impl ShotCover {
    /// How much of its target a shot does not see; nothing for blows.
    fn grade(&self, look: Look<'_>, case: &Case<'_>) -> CoverGrade {
        let (on, word) = self.on;
        match case.against.filter(|_| case.on == on && case.is(word.as_str())) {
            Some(target) => look.cover(look.footprint(case.who), target, false).1,
            None => CoverGrade::None,
        }
    }
}

impl Mechanic for ShotCover {
    fn name(&self) -> &'static str {
        "shot_cover"
    }

    fn modify(&self, look: Look<'_>, case: &Case<'_>, sum: &mut Sum) {
        let (quarter, half, most) = self.adds;
        let (name, adds) = match self.grade(look, case) {
            CoverGrade::None | CoverGrade::Total => return,
            CoverGrade::Light => ("cover 25%", quarter),
            CoverGrade::Medium => ("cover 50%", half),
            CoverGrade::Heavy => ("cover 75%", most),
        };
        sum.add(name, adds, self.rule);
    }

    fn allow(&self, look: Look<'_>, case: &Case<'_>) -> Allowed {
        if self.grade(look, case) == CoverGrade::Total {
            let why = || format!("{} is behind cover", case.against.map_or("it", |target| look.name(target)));
            return Err(look.refusal(self.rule, why));
        }
        Ok(())
    }

    fn ignores_own_cover(&self) -> Option<bool> {
        Some(false)
    }
}
