//! What levels bring, as pure functions: limits, skills that keep pace and those that lag, ranks and boosts
//! (ST-XP-09 to ST-XP-13).

/// How a skill grows with its ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// By one for each rank.
    Fast,
    /// By one for every two.
    Staggered,
}

impl Pace {
    /// The bonus of a skill with so many ranks.
    pub fn bonus(self, ranks: i32) -> i32 {
        match self {
            Self::Fast => ranks,
            Self::Staggered => ranks.div_euclid(2),
        }
    }

    /// How many techniques belong to it.
    pub fn techniques(self, ranks: i32) -> i32 {
        match self {
            Self::Fast => ranks,
            Self::Staggered => (ranks + 1).div_euclid(2),
        }
    }

    /// The fewest ranks that make such a bonus, within the limit.
    pub fn ranks_for(self, bonus: i32, most: i32) -> i32 {
        let ranks = match self {
            Self::Fast => bonus,
            Self::Staggered => bonus.saturating_mul(2),
        };
        ranks.clamp(0, most.max(0))
    }
}

/// How many multiples of `each` there are above `from` and up to `to`.
pub(super) fn multiples(from: i32, to: i32, each: i32) -> i32 {
    let each = each.max(1);
    (to.div_euclid(each) - from.div_euclid(each)).max(0)
}

/// Ranks that somebody gets who rises from one level to another: so many a level, and one more at every few.
pub(super) fn ranks_due(from: i32, to: i32, a_level: i32, extra_each: i32) -> i32 {
    (to - from).max(0).saturating_mul(a_level).saturating_add(multiples(from, to, extra_each))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ST-XP-13, the table of the first twenty levels and the pace beyond it.
    #[test]
    fn the_level_table() {
        let bonus: Vec<i32> = (1..=20).map(|level| Pace::Staggered.bonus(level)).collect();
        assert_eq!(bonus, [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10]);
        let techniques: Vec<i32> = (1..=20).map(|level| Pace::Staggered.techniques(level)).collect();
        assert_eq!(techniques, [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10]);
        assert_eq!((Pace::Fast.bonus(20), Pace::Fast.techniques(20)), (20, 20));
        assert_eq!((multiples(1, 20, 3), multiples(1, 20, 4)), (6, 5));
        assert_eq!((multiples(20, 24, 3), multiples(20, 24, 4)), (2, 1));
        assert_eq!((Pace::Staggered.bonus(24), Pace::Staggered.techniques(24)), (12, 12));
    }

    #[test]
    fn a_bonus_says_how_many_ranks_there_are_at_least() {
        assert_eq!([(4, 4), (3, 2)].map(|(bonus, most)| Pace::Fast.ranks_for(bonus, most)), [4, 2]);
        assert_eq!([(2, 4), (2, 3)].map(|(bonus, most)| Pace::Staggered.ranks_for(bonus, most)), [4, 3]);
    }
}
