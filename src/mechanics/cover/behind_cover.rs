//! Cover makes a target harder to hit; what nearly hits strikes the cover, and
//! what beats the cover goes on (ST-COVER-01 to ST-COVER-07).

use crate::board::{CoverGrade, CoverSource};
use crate::mechanics::prelude::*;

/// The numbers of cover.
#[derive(Clone, Debug, Deserialize)]
pub struct BehindCover {
    /// What each grade adds to the Target.
    pub adds: Grades,
    /// What is adjacent to the attacker and not to the target does not count.
    pub ignores_own: bool,
    /// The word of blows at those behind nothing: postures count only there.
    pub in_the_open: Key,
    /// What near misses do to the cover, in games whose attacks strike it (`TargetThenDefence`).
    pub struck: Option<Struck>,
    /// The rules that these numbers stand for.
    pub rules: CoverRules,
}

/// What each grade of cover adds.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Grades {
    /// A quarter to a half.
    pub light: i32,
    /// About three quarters.
    pub medium: i32,
    /// All but a slit.
    pub heavy: i32,
    /// Everything: the target cannot be seen.
    pub total: i32,
}

/// What becomes of cover that is struck in place of those behind it.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Struck {
    /// By how much a blow may miss to strike the cover.
    pub margin: Margin,
    /// The kind of harm that deals with things.
    pub things: HarmName,
    /// The figure of a thing's material, and of the armour that it does not add to.
    pub durability: FigureName,
    /// What is taken off damage that only wounds the cover.
    pub slowed: i32,
    /// The rule of it.
    pub rule: RuleId,
}

/// By how much a blow may miss and still strike the cover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Margin {
    /// By as much as the cover adds.
    #[default]
    AtMost,
    /// By less.
    LessThan,
}

rule_ids! { struct CoverRules {
    light: "Light cover.",
    medium: "Medium cover.",
    heavy: "Heavy cover.",
    total: "Total cover.",
} }

impl BehindCover {
    /// What a grade is called, what it adds, and its rule.
    fn of(&self, grade: CoverGrade) -> Option<(&'static str, i32, RuleId)> {
        match grade {
            CoverGrade::None => None,
            CoverGrade::Light => Some(("light cover", self.adds.light, self.rules.light)),
            CoverGrade::Medium => Some(("medium cover", self.adds.medium, self.rules.medium)),
            CoverGrade::Heavy => Some(("heavy cover", self.adds.heavy, self.rules.heavy)),
            CoverGrade::Total => Some(("invisible", self.adds.total, self.rules.total)),
        }
    }

    fn by(&self, grade: CoverGrade, margin: Margin) -> i32 {
        let adds = self.of(grade).map_or(0, |(_, adds, _)| adds);
        match margin {
            Margin::AtMost => adds,
            Margin::LessThan => adds - 1,
        }
    }
}

mechanic!(BehindCover: |self| {
    situations => &["cover"],
});

modifies!(BehindCover: ["target"] => |self, look, case, sum| {
    let Some(attacker) = case.against else { return };
    let (_, grade) = look.cover(look.footprint(attacker), case.who, self.ignores_own);
    if let Some((name, adds, rule)) = self.of(grade)
        && sum.term(name).is_none()
    {
        sum.add(name, adds, rule);
    }
});

narrows!(BehindCover: |self, look, case| {
    // Crouching and lying low count by themselves only in the open; elsewhere they better the cover (ST-COVER-07).
    let Some(target) = case.against else { return };
    let is_open = || look.cover(look.footprint(case.who), target, self.ignores_own).0.grade == CoverGrade::None;
    if look.once("in the open", case.who, target, is_open) {
        case.push_word(self.in_the_open);
    }
});

impl Sees for BehindCover {
    fn ignores_own_cover(&self) -> Option<bool> {
        Some(self.ignores_own)
    }
}

impl Blows for BehindCover {
    fn in_the_way(&self, look: Look<'_>, case: &Case<'_>, exposure: &Exposure) -> Option<InTheWay> {
        let (target, struck) = (case.against?, self.struck?);
        let (cover, grade) = look.cover(look.footprint(case.who), target, self.ignores_own);
        let CoverSource::Object(object) = cover.best?.source else { return None };
        let index = look.ground().things.iter().position(|thing| thing.object == object)?;
        let what = Id::thing(u16::try_from(index).ok()?);
        let thing = Case { who: what, against: Some(case.who), part: None, ..case.on("toughness") };
        let exposed = look.exposed(struck.things, &thing).of_a_kind(look.rules());
        let exposed = exposed.filter(|_| look.place(what).present)?;
        // What is left standing between counts as armour where there is no better.
        let worn = look.value(target, struck.durability);
        let more = look.value(what, struck.durability).saturating_sub(worn).max(0);
        let mut behind = exposure.clone();
        behind.thresholds.iter_mut().for_each(|threshold| *threshold = threshold.saturating_add(more));
        Some(InTheWay {
            exposed,
            by: self.by(grade, struck.margin),
            first: grade == CoverGrade::Total,
            slowed: struck.slowed,
            behind,
            rule: struck.rule,
        })
    }
}
