//! What protects the body: of armour, natural hide and an unarmoured fighter's
//! skill only the best counts (ST-DMG-03, ST-DMG-04, ST-DMG-06).

use crate::mechanics::prelude::*;

/// The numbers of protection.
#[derive(Clone, Debug, Deserialize)]
pub struct Armour {
    /// The figure that protects; profiles give it as natural armour, arms as what wearing them gives.
    pub figure: FigureName,
    /// The skill of those who wear none, and by what it is divided.
    pub unarmoured: (FigureName, i32),
    /// The figure of arms that hinders, and the one of combatants that it adds to.
    pub burden: (Key, FigureName),
    /// The rules that these numbers stand for.
    pub rules: ArmourRules,
}

rule_ids! { struct ArmourRules {
    best: "Only the best source counts.",
    unarmoured: "The skill of the unarmoured.",
    burden: "What armour hinders.",
} }

/// The worn things of somebody that still protect.
fn worn<'a>(look: Look<'a>, who: Id) -> impl Iterator<Item = &'a Arm> {
    let whole = |item: &&Item| item.arm.kind == ArmKind::Worn && item.is_ready() && !item.is("destroyed");
    look.gear(who).iter().filter(whole).map(|item| &*item.arm)
}

impl Mechanic for Armour {}

modifies!(Armour: [self.figure.key(), self.burden.1.key()] => |self, look, case, sum| {
    if case.on == self.figure {
        let natural = sum.total();
        let mut best = (0, None);
        for arm in worn(look, case.who) {
            let gives = arm.figure(self.figure).unwrap_or(0).saturating_sub(natural);
            if gives > best.0 {
                best = (gives, Some((arm.name, self.rules.best)));
            }
        }
        let bare = !worn(look, case.who).any(|arm| arm.figure(self.figure).is_some());
        let (skill, over) = self.unarmoured;
        let gives = look.value(case.who, skill).div_euclid(over.max(1)).saturating_sub(natural);
        if bare && gives > best.0 {
            best = (gives, Some((skill.key(), self.rules.unarmoured)));
        }
        if let (more, Some((name, rule))) = best {
            sum.add(name, more, rule);
        }
    } else if case.on == self.burden.1 {
        let heaviest = worn(look, case.who).max_by_key(|arm| arm.figure(self.burden.0).unwrap_or(0));
        if let Some(arm) = heaviest {
            sum.add(arm.name, arm.figure(self.burden.0).unwrap_or(0), self.rules.burden);
        }
    }
});
