//! What somebody has on and in hand, as far as it is painted.

use super::{Base, Figure, Tint, Vigour};
use crate::battle::{Arm, ArmKind, Held, Item, Profile, Rules};
use crate::looks::Figures;

/// Names of what is held and worn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Outfit {
    /// In the right hand, or what the bare hand strikes with.
    pub right: Option<&'static str>,
    /// In the left hand, or on that arm.
    pub left: Option<&'static str>,
    /// Worn.
    pub worn: Vec<&'static str>,
    /// Whether it carries riders.
    pub mount: bool,
}

/// Hands that most have.
const HANDS: u8 = 2;

/// The name that an arm is painted by. An arm that has no picture is painted as one of its kind.
fn shown(arm: &Arm, figures: &Figures) -> &'static str {
    let is_known = figures.has_arm(arm.name.as_str());
    match arm.kind {
        _ if is_known => arm.name.as_str(),
        _ if arm.has("shield") => "shield",
        ArmKind::Melee if arm.has("natural") => "claws",
        ArmKind::Melee if arm.hands > 1 => "halberd",
        ArmKind::Melee => "sword",
        ArmKind::Ranged if arm.hands > 1 => "bow",
        ArmKind::Ranged => "stone",
        ArmKind::Spell => "spell",
        ArmKind::Worn | ArmKind::Item => arm.name.as_str(),
    }
}

impl Outfit {
    /// What somebody made from a profile begins a battle with.
    pub fn of_profile(profile: &Profile, rules: &Rules) -> Self {
        let mut free = HANDS;
        let arms = profile.arms.iter().filter_map(|name| rules.arms.get(name));
        let placed: Vec<(&Arm, bool)> = arms
            .map(|arm| {
                let grown = arm.has("natural") || matches!(arm.kind, ArmKind::Spell | ArmKind::Worn);
                let stays = profile.stowed.contains(&arm.name) || arm.has("used up");
                let in_hand = !grown && !stays && arm.hands > 0 && arm.hands <= free;
                free -= if in_hand { arm.hands } else { 0 };
                (arm.as_ref(), in_hand)
            })
            .collect();
        Self::made(placed.into_iter(), profile, rules.looks.figures())
    }

    /// What somebody in a battle has on and in hand.
    pub fn of_gear<'a>(gear: impl Iterator<Item = &'a Item>, profile: &Profile, figures: &Figures) -> Self {
        let at_hand = |item: &&Item| matches!(item.held, Held::Hand(_) | Held::Worn | Held::Body);
        let placed: Vec<(&Arm, bool)> =
            gear.filter(at_hand).map(|item| (item.arm.as_ref(), matches!(item.held, Held::Hand(_)))).collect();
        Self::made(placed.into_iter(), profile, figures)
    }

    fn made<'a>(arms: impl Iterator<Item = (&'a Arm, bool)>, profile: &Profile, figures: &Figures) -> Self {
        let mut outfit = Self { mount: profile.tags.iter().any(|tag| tag.as_str() == "mount"), ..Self::default() };
        let (mut grown, mut spell, mut both) = (None::<&Arm>, None, false);
        for (arm, in_hand) in arms {
            let name = shown(arm, figures);
            match arm.kind {
                ArmKind::Worn => outfit.worn.push(name),
                _ if in_hand && arm.has("shield") => outfit.left = outfit.left.or(Some(name)),
                _ if in_hand && outfit.right.is_none() => (outfit.right, both) = (Some(name), arm.hands > 1),
                _ if in_hand => outfit.left = outfit.left.or(Some(name)),
                ArmKind::Spell => spell = spell.or(Some(name)),
                ArmKind::Melee | ArmKind::Ranged if arm.has("natural") => grown = grown.or(Some(arm)),
                _ => {}
            }
        }
        // Those with a hand to spare show their power in it, those with nothing in hand what they are born with.
        if outfit.right.is_none() {
            let is_own = |arm: &&Arm| spell.is_none() || !arm.has("unarmed");
            outfit.right = grown.filter(is_own).map(|arm| shown(arm, figures)).or(spell);
        } else if outfit.left.is_none() && !both {
            outfit.left = spell;
        }
        outfit
    }

    /// The figure of somebody of this profile who is so equipped.
    pub fn figure<'a>(
        &'a self,
        (of, profile): (&'a Figures, &'a Profile),
        base: Base,
        colour: Tint,
        vigour: Vigour,
    ) -> Figure<'a> {
        Figure {
            of,
            token: profile.token.as_deref(),
            name: profile.name.as_str(),
            right: self.right,
            left: self.left,
            worn: &self.worn,
            base,
            colour,
            vigour,
            mount: self.mount,
        }
    }
}
