//! Cover makes shots less likely to hit, and where it is whole there is no target; blows are hindered only by barriers
//! that a scenario marks for it (OS-COVER-01, HG-COVER-01).

use crate::board::{CoverGrade, CoverPiece, CoverPlace, CoverRule, CoverSource, cover_between};
use crate::mechanics::prelude::*;

/// The numbers of this cover.
#[derive(Clone, Debug, Deserialize)]
pub struct ShotCover {
    /// The roll that it touches, and the word of those that it touches.
    pub on: (Key, Key),
    /// The word of ground and things behind which one fights hand to hand as from behind cover too, and that of such
    /// blows; in games without such barriers nothing.
    #[serde(default, deserialize_with = "refers::own")]
    pub fighting: Option<(Key, Key)>,
    /// What a quarter, a half and three quarters add.
    pub adds: (i32, i32, i32),
    /// What is adjacent to the attacker and not to the target does not count.
    #[serde(default)]
    pub ignores_own: bool,
    /// What these are called.
    #[serde(default = "quarters", deserialize_with = "refers::own")]
    pub named: (Key, Key, Key),
    /// Whether somebody else in between is as good as the least of it.
    #[serde(default)]
    pub bodies: bool,
    /// States of those who are too low for that.
    #[serde(default)]
    pub lying: Vec<ConditionName>,
    /// States of those who are so entangled with others that these are as good as the least of it, and the rule that
    /// says so.
    pub tangled: Option<Tangled>,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

/// Those in one of these states, and the rule that covers them.
#[derive(Clone, Debug, Deserialize)]
pub struct Tangled(pub Vec<ConditionName>, pub RuleId);

fn quarters() -> (Key, Key, Key) {
    ("cover 25%".into(), "cover 50%".into(), "cover 75%".into())
}

impl ShotCover {
    /// How much of its target a shot does not see; of blows only what stands behind a barrier that is marked for it.
    fn grade(&self, look: Look<'_>, case: &Case<'_>) -> CoverGrade {
        let (on, shot) = self.on;
        let Some(target) = case.against.filter(|_| case.on == on) else { return CoverGrade::None };
        if case.is(shot) {
            return look.cover(look.footprint(case.who), target, self.ignores_own).1;
        }
        let Some((word, _)) = self.fighting.filter(|(_, blow)| case.is(blow)) else { return CoverGrade::None };
        let (cover, _) = look.cover(look.footprint(case.who), target, self.ignores_own);
        let marked = cover.crossed.iter().filter(|piece| !piece.ignored && Self::is_marked(look, word, piece));
        // Nothing that a blow comes past hides all of somebody.
        marked.map(|piece| piece.grade.min(CoverGrade::Heavy)).max().unwrap_or(CoverGrade::None)
    }

    /// Whether a piece of cover is one behind which one fights.
    fn is_marked(look: Look<'_>, word: Key, piece: &CoverPiece) -> bool {
        match (piece.source, piece.place) {
            (CoverSource::Object(index), _) => {
                let mut things = look.things().filter_map(|id| look.thing(id));
                things.any(|thing| thing.object == index && thing.def.tags.contains(&word))
            }
            (CoverSource::Ground, CoverPlace::Square(at)) => look.board().has_tag(at, word.as_str()),
            _ => false,
        }
    }

    /// The rule that covers the target of a shot that is entangled with somebody.
    fn tangle(&self, look: Look<'_>, case: &Case<'_>) -> Option<RuleId> {
        let (on, shot) = self.on;
        let Tangled(states, rule) = self.tangled.as_ref().filter(|_| case.on == on && case.is(shot))?;
        let target = case.against?;
        states.iter().any(|state| look.is(target, state)).then_some(*rule)
    }

    /// Whether somebody stands in the way of a shot, where that matters and nothing better does.
    fn is_screened(&self, look: Look<'_>, case: &Case<'_>) -> bool {
        let (on, word) = self.on;
        let matters = self.bodies && case.on == on && case.is(word);
        let target = case.against.filter(|_| matters);
        target.is_some_and(|target| look.once("screened", case.who, target, || self.screens(look, case.who, target)))
    }

    /// Whether somebody stands between two, at their height, who neither carries one of them nor is carried.
    fn screens(&self, look: Look<'_>, who: Id, target: Id) -> bool {
        let (own, other) = (look.place(who), look.place(target));
        let (low, high) = (own.altitude.min(other.altitude), own.altitude.max(other.altitude));
        let is_one = |id: Id| {
            [who, target].iter().any(|one| id == *one || look.mount(id) == Some(*one) || look.mount(*one) == Some(id))
        };
        let lies = |id: Id| self.lying.iter().any(|state| look.is(id, state));
        let stands = |id: &Id| {
            !is_one(*id) && !lies(*id) && look.is_in_play(*id) && (low..=high).contains(&look.place(*id).altitude)
        };
        let bodies: Vec<_> =
            look.everybody().filter(stands).map(|id| (look.footprint(id), CoverGrade::Light)).collect();
        if bodies.is_empty() {
            return false;
        }
        let rule = CoverRule { ignores_own: self.ignores_own, worn: &[], bodies: &bodies };
        let cover = cover_between(look.board(), own.footprint, look.footprint_towards(target, own.footprint), &rule);
        cover.crossed.iter().any(|piece| !piece.ignored && matches!(piece.source, CoverSource::Body(_)))
    }
}

mechanic!(ShotCover: |self| {
    situations => &["cover"],
    words(words) => {
        let (least, middle, most) = self.named;
        words.add(Word::Term, [least, middle, most]).add(Word::Term, ["in a tangle", "somebody between"]);
    },
});

modifies!(ShotCover: [self.on.0] => |self, look, case, sum| {
    let (quarter, half, most) = self.adds;
    let tangle = || self.tangle(look, case).map(|rule| (Key::from("in a tangle"), quarter, rule));
    let screen = || (Key::from("somebody between"), quarter, self.rule);
    let found = match self.grade(look, case) {
        CoverGrade::Total => None,
        // Those who hold on to each other stand in each other's way, too, and cover is no more than it is.
        CoverGrade::None => tangle().or_else(|| self.is_screened(look, case).then(screen)),
        CoverGrade::Light => Some((self.named.0, quarter, self.rule)),
        CoverGrade::Medium => Some((self.named.1, half, self.rule)),
        CoverGrade::Heavy => Some((self.named.2, most, self.rule)),
    };
    if let Some((name, adds, rule)) = found {
        sum.add(name, adds, rule);
    }
});

allows!(ShotCover: |self, look, case| {
    let why = || format!("{} is behind cover", case.against.map_or("it", |target| look.name(target)));
    look.refuse_if(self.grade(look, case) == CoverGrade::Total, self.rule, why)
});

impl Sees for ShotCover {
    fn ignores_own_cover(&self) -> Option<bool> {
        Some(self.ignores_own)
    }
}
