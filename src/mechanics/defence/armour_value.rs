//! Armour: what is worn, a shield that is held, and what one stands behind, up to a limit (ZN-DEF-01, ZN-DEF-02).

use crate::mechanics::prelude::*;

/// The numbers of armour.
#[derive(Clone, Debug, Deserialize)]
pub struct ArmourValue {
    /// The figure that it comes to; its greatest value is the limit.
    pub figure: FigureName,
    /// The figure of things that protect, for how much they do.
    pub worth: Key,
    /// The word of shields.
    pub shield: Key,
    /// When a shield counts.
    pub shield_counts: ShieldCounts,
    /// The skill that makes it count against everything that its bearer knows of.
    pub mastery: Key,
    /// The figure of those who are hard by themselves.
    pub own: FigureName,
    /// What cover adds.
    pub cover: i32,
    /// The skill that helps against bare hands, and how much.
    pub against_unarmed: (Key, i32),
    /// The rules that these numbers stand for.
    pub rules: ArmourRules,
}

/// When a shield counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShieldCounts {
    /// Against whatever its bearer knows of.
    Aware,
    /// When its bearer reacts or is countered.
    Engaged,
}

rule_ids! { struct ArmourRules {
    armour: "What is worn.",
    shield: "Shields.",
    cover: "Cover.",
} }

/// The word of blows that the target knows nothing of.
pub const UNAWARE: &str = "unaware";
/// The word of blows in which the target is doing something about it, or in the middle of a blow itself.
pub const ENGAGED: &str = "engaged";
/// The word of blows that come past cover.
pub const COVER: &str = "cover";

impl ArmourValue {
    /// Whether something protects whoever wears it.
    pub fn is_worn(&self, item: &Item) -> bool {
        item.held == Held::Worn && item.arm.figure(self.worth).is_some()
    }

    /// Whether something is a shield, held ready.
    pub fn is_shield(&self, item: &Item) -> bool {
        item.is_in_hand() && item.arm.has(self.shield)
    }

    fn shield_counts(&self, look: Look<'_>, case: &Case<'_>) -> bool {
        let engaged = match self.shield_counts {
            ShieldCounts::Aware => true,
            ShieldCounts::Engaged => case.against.is_none() || case.is(ENGAGED) || look.knows(case.who, self.mastery),
        };
        engaged && !case.is(UNAWARE) && look.allows(case.who, &["shield"]).is_ok()
    }
}

mechanic!(ArmourValue: |self| {
    words(words) => words.add(Word::Term, ["cover"]),
});

modifies!(ArmourValue: [self.figure.key()] => |self, look, case, sum| {
    // Whoever's armour was set to a number has that one.
    let is_set = look.get::<Figures>(case.who).is_some_and(|figures| figures.get(self.figure).is_some());
    if !is_set {
        let gear = look.gear(case.who);
        let worth = |item: &Item| item.arm.figure(self.worth).unwrap_or(0);
        let best = gear.iter().filter(|item| self.is_worn(item)).max_by_key(|item| worth(item));
        let own = look.value(case.who, self.own);
        match best {
            Some(worn) if worth(worn) >= own => sum.add(worn.arm.name, worth(worn), self.rules.armour),
            _ => sum.add(self.own, own, self.rules.armour),
        }
        if let Some(shield) = gear.iter().find(|item| self.is_shield(item))
            && self.shield_counts(look, case)
        {
            sum.add(shield.arm.name, worth(shield), self.rules.shield);
        }
    }
    if case.is(COVER) {
        sum.add("cover", self.cover, self.rules.cover);
    }
    if case.is("unarmed") && look.knows(case.who, self.against_unarmed.0) {
        sum.add(self.against_unarmed.0, self.against_unarmed.1, self.rules.armour);
    }
});
