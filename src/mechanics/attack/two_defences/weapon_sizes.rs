//! How hard weapons strike, by how large they are.

use crate::mechanics::prelude::*;

/// The dice of weapons that give none of their own.
#[derive(Clone, Debug, Deserialize)]
pub struct WeaponSizes {
    /// The figure of arms that says how large they are.
    pub of: Key,
    /// The figure of arms that are part of a body: so much smaller than that.
    pub below: Key,
    /// How large the body is.
    pub body: FigureName,
    /// The dice of each size. What is smaller yet has those of the smallest.
    pub dice: BTreeMap<i32, Expr>,
    /// How many dice more each size has that is larger yet than the largest.
    pub more: i32,
}

impl WeaponSizes {
    /// How large an arm is in somebody's hands, if it says so.
    pub fn size(&self, look: Look<'_>, who: Id, arm: &Arm) -> Option<i32> {
        let of_body = || arm.figure(self.below).map(|below| look.value(who, self.body).saturating_sub(below));
        arm.figure(self.of).or_else(of_body)
    }

    /// The damage dice of an arm: its own, else those of its size.
    pub fn damage(&self, look: Look<'_>, who: Id, arm: &Arm) -> Option<Expr> {
        arm.damage.clone().or_else(|| self.dice(self.size(look, who, arm)?))
    }

    /// The dice of a size.
    fn dice(&self, size: i32) -> Option<Expr> {
        let (smallest, least) = self.dice.first_key_value()?;
        let (largest, most) = self.dice.last_key_value()?;
        if size <= *smallest {
            return Some(least.clone());
        }
        if size <= *largest {
            return self.dice.range(..=size).next_back().map(|(_, dice)| dice.clone());
        }
        let beyond = i64::from(size) - i64::from(*largest);
        let count = i64::from(most.dice()) + beyond * i64::from(self.more);
        most.sides().and_then(|sides| format!("{count}d{sides}").parse().ok()).or_else(|| Some(most.clone()))
    }

    /// Whether an arm says how hard it strikes.
    pub fn strikes(&self, arm: &Arm) -> bool {
        arm.damage.is_some() || arm.figure(self.of).is_some() || arm.figure(self.below).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_go_on_beyond_the_largest_size() {
        let rows = [(-4, "1"), (-3, "1d3"), (2, "3d6")];
        let sizes = WeaponSizes {
            of: Key::from("weapon size"),
            below: Key::from("size below"),
            body: "Size".into(),
            dice: rows.iter().map(|(size, dice)| (*size, dice.parse().unwrap())).collect(),
            more: 1,
        };
        let told = [-9, -4, -3, 1, 2, 3, 5].map(|size| sizes.dice(size).unwrap().to_string());
        assert_eq!(told, ["1", "1", "d3", "d3", "3d6", "4d6", "6d6"]);
    }
}
