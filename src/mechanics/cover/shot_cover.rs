//! Cover makes shots less likely to hit, and where it is whole there is no target; blows are hindered only by barriers
//! that a scenario marks for it (OS-COVER-01).

use serde::Deserialize;

use crate::battle::{Allowed, Case, Key, Look, Mechanic, Sum, refers};
use crate::board::{CoverGrade, CoverPiece, CoverPlace, CoverSource};

/// The numbers of this cover.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShotCover {
    /// The roll that it touches, and the word of those that it touches.
    pub on: (Key, Key),
    /// The word of ground and things behind which one fights hand to hand as from behind cover too, and that of such
    /// blows; in games without such barriers nothing.
    #[serde(default)]
    pub fighting: Option<(Key, Key)>,
    /// What a quarter, a half and three quarters add.
    pub adds: (i32, i32, i32),
    /// The rule that these numbers stand for.
    #[serde(deserialize_with = "refers::rules")]
    pub rule: Key,
}

impl ShotCover {
    /// How much of its target a shot does not see; of blows only what stands behind a barrier that is marked for it.
    fn grade(&self, look: Look<'_>, case: &Case<'_>) -> CoverGrade {
        let (on, shot) = self.on;
        let Some(target) = case.against.filter(|_| case.on == on) else { return CoverGrade::None };
        if case.is(shot.as_str()) {
            return look.cover(look.footprint(case.who), target, false).1;
        }
        let Some((word, _)) = self.fighting.filter(|(_, blow)| case.is(blow.as_str())) else {
            return CoverGrade::None;
        };
        let (cover, _) = look.cover(look.footprint(case.who), target, false);
        let marked = cover.crossed.iter().filter(|piece| !piece.ignored && Self::is_marked(look, word, piece));
        // Nothing that a blow comes past hides all of somebody.
        marked.map(|piece| piece.grade.min(CoverGrade::Heavy)).max().unwrap_or(CoverGrade::None)
    }

    /// Whether a piece of cover is one behind which one fights.
    fn is_marked(look: Look<'_>, word: Key, piece: &CoverPiece) -> bool {
        match (piece.source, piece.place) {
            (CoverSource::Object(index), _) => look
                .things()
                .filter_map(|id| look.thing(id))
                .any(|thing| thing.object == index && thing.def.tags.contains(&word)),
            (CoverSource::Ground, CoverPlace::Square(at)) => look.board().has_tag(at, word.as_str()),
            _ => false,
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
