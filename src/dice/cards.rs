//! A pack of playing cards: fifty-two in four suits, and two jokers.

use std::fmt;

/// The suits, the lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Suit {
    /// The lowest.
    Diamonds,
    /// Before diamonds.
    Clubs,
    /// Before clubs.
    Hearts,
    /// Before all others.
    Spades,
}

impl Suit {
    /// All of them, the lowest first.
    pub const ALL: [Self; 4] = [Self::Diamonds, Self::Clubs, Self::Hearts, Self::Spades];

    /// What players call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Diamonds => "Diamonds",
            Self::Clubs => "Clubs",
            Self::Hearts => "Hearts",
            Self::Spades => "Spades",
        }
    }
}

/// One card of the pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Card {
    /// Stands for whatever number its player wants; the black one goes before the red one.
    Joker {
        /// The black one.
        black: bool,
    },
    /// A number and a suit.
    Suited(u8, Suit),
}

/// The lowest and the highest number on a card; aces are high.
pub const NUMBERS: std::ops::RangeInclusive<u8> = 2..=14;

/// The court cards and the ace.
const COURT: [(u8, &str); 4] = [(11, "J"), (12, "Q"), (13, "K"), (14, "A")];

impl Card {
    /// The whole pack, in its order.
    pub fn pack() -> Vec<Self> {
        let suited = Suit::ALL.into_iter().flat_map(|suit| NUMBERS.map(move |number| Self::Suited(number, suit)));
        suited.chain([Self::Joker { black: false }, Self::Joker { black: true }]).collect()
    }

    /// The card of this name ("K of Spades", "black joker"), in whatever case.
    pub fn parse(name: &str) -> Option<Self> {
        let name = name.trim();
        if let Some((colour, word)) = name.rsplit_once(' ')
            && word.eq_ignore_ascii_case("joker")
        {
            let black = colour.eq_ignore_ascii_case("black");
            return (black || colour.eq_ignore_ascii_case("red")).then_some(Self::Joker { black });
        }
        let (number, suit) = name.split_once(" of ")?;
        let suit = Suit::ALL.into_iter().find(|each| each.name().eq_ignore_ascii_case(suit))?;
        let court = COURT.iter().find(|(_, court)| court.eq_ignore_ascii_case(number)).map(|(value, _)| *value);
        // A court card has its letter, never its number.
        let number = court.or_else(|| number.parse().ok().filter(|number| *number < COURT[0].0))?;
        NUMBERS.contains(&number).then_some(Self::Suited(number, suit))
    }

    /// Its number or letter; nothing for a joker.
    pub fn sign(self) -> String {
        match self {
            Self::Joker { .. } => String::new(),
            Self::Suited(number, _) => match COURT.iter().find(|(value, _)| *value == number) {
                Some((_, court)) => (*court).to_owned(),
                None => number.to_string(),
            },
        }
    }

    /// Whether it is a joker.
    pub const fn is_joker(self) -> bool {
        matches!(self, Self::Joker { .. })
    }

    /// Where it comes in the order of a round, as `number`: the higher the
    /// earlier. Of equal numbers suits decide, and jokers come last.
    pub const fn rank(self, number: i32) -> (i32, u8) {
        match self {
            Self::Joker { black } => (number, black as u8),
            Self::Suited(own, suit) => (own as i32, suit as u8 + 2),
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Joker { black } => write!(f, "{} joker", if *black { "black" } else { "red" }),
            Self::Suited(_, suit) => write!(f, "{} of {}", self.sign(), suit.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Card, Suit};

    /// LG-INIT-01: a pack has fifty-four cards, and no two alike.
    #[test]
    fn a_pack_has_fifty_four_different_cards_and_each_reads_back() {
        let mut pack = Card::pack();
        for card in &pack {
            assert_eq!(Card::parse(&card.to_string()), Some(*card));
        }
        pack.sort();
        pack.dedup();
        assert_eq!(pack.len(), 54);
    }

    /// LG-INIT-04, LG-INIT-05.
    #[test]
    fn numbers_come_before_suits_and_suits_before_jokers() {
        let king = |suit| Card::Suited(13, suit).rank(13);
        let joker = |black| Card::Joker { black }.rank(13);
        let order = [
            king(Suit::Spades),
            king(Suit::Hearts),
            king(Suit::Clubs),
            king(Suit::Diamonds),
            joker(true),
            joker(false),
            Card::Suited(12, Suit::Spades).rank(12),
        ];
        assert!(order.is_sorted_by(|a, b| a > b));
    }
}
