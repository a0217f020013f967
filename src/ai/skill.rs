//! How well the computer plays, in steps: of those that people choose from each is to win
//! three of four battles against the one below.

/// How well the computer plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize, clap::ValueEnum)]
pub enum Skill {
    /// Anything that is legal.
    Random,
    /// The nearest enemy, by the shortest way: no thought at all.
    Walk,
    /// The same, but in seven turns of ten it takes the least of its blows, or a few steps, and no more than that; it takes the
    /// lesser answer for the better.
    Green,
    /// As the next one, but in every other turn it does something else than what seems best.
    Fair,
    /// What seems to do most at once, from what seems the better place: it judges in a hurry, and never looks ahead.
    #[default]
    Plain,
    /// What does most, of all ways of doing it and from everywhere that it gets to without losing a blow by it; it ends
    /// what it has begun.
    Keen,
    /// What turns out best of all that comes to mind, tried out on copies of the battle.
    Deep,
}

impl Skill {
    /// Those that people choose from, the weakest first: easy, normal and hard.
    pub const LEVELS: [Self; 3] = [Self::Green, Self::NORMAL, Self::Deep];

    /// What the last of them does at first glance: for those who would not wait for it.
    pub const AT_ONCE: Self = Self::Keen;

    /// How well it plays in the window where nobody has chosen.
    pub const NORMAL: Self = Self::Fair;

    /// Whether it does things in other than the plainest way: in a manner, or at a part.
    pub(super) const fn minds_ways(self) -> bool {
        matches!(self, Self::Random | Self::Keen | Self::Deep)
    }

    /// Whether it errs, in every turn by something else.
    pub(super) const fn is_hasty(self) -> bool {
        matches!(self, Self::Green | Self::Fair | Self::Plain)
    }

    /// In how many of its turns it does little, or nothing where there is no such thing. From *normal* on nobody stands idle beside
    /// an enemy: to err is to do the wrong thing.
    pub(super) const fn slowness(self) -> f64 {
        if matches!(self, Self::Green) { 0.7 } else { 0.0 }
    }

    /// In how many of its turns it does something else than what seems best.
    pub(super) const fn whims(self) -> f64 {
        if matches!(self, Self::Fair) { 0.55 } else { 0.0 }
    }
}
