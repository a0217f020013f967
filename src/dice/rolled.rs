//! Dice that fall by chance, the same way on every machine.

use std::fmt;

use rand::{Rng, SeedableRng, rngs::ChaCha8Rng};
use smallvec::SmallVec;

use super::{Dice, DiceError, Expr, Face, Mark, Throw, throw::cast};

/// Dice that fall by chance, from a seed.
///
/// What falls is settled here and not by any library's notion of a range, so that a replay
/// stays good whatever becomes of the library. The words are those of a published
/// standard, the ChaCha stream cipher with 8 rounds: the key is the seed in eight bytes,
/// lowest first, and then zeros; the nonce is the number of the stream. One die takes the high half of
/// one word times its sides, plus one, and a new word in the rare case that this would
/// favour some faces.
pub struct RolledDice {
    seed: u64,
    stream: u64,
    words: ChaCha8Rng,
    /// Words that other dice drew before these, the last of them drawn as number `new_from`.
    drawn: SmallVec<[u32; 4]>,
    new_from: u64,
    /// How many words have been drawn.
    position: u64,
    thrown: u64,
    check: u64,
    /// Every die that has fallen, where somebody wants to know.
    noted: Option<Vec<Face>>,
}

impl RolledDice {
    /// The dice of a seed.
    pub fn from_seed(seed: u64) -> Self {
        Self::at(seed, 0, 0)
    }

    /// Dice that fall like these first, and then as the seed says.
    pub fn after(faces: &[Face], seed: u64) -> Self {
        let drawn: SmallVec<[u32; 4]> = faces.iter().map(|face| word_of(*face)).collect();
        Self { new_from: drawn.len() as u64, drawn, ..Self::from_seed(seed) }
    }

    /// The same, with a note of every die that falls from now on.
    #[must_use]
    pub fn noting(self) -> Self {
        Self { noted: Some(Vec::new()), ..self }
    }

    /// Every die that has fallen, where they were noted from the first.
    pub fn noted(&self) -> &[Face] {
        self.noted.as_deref().unwrap_or_default()
    }

    /// Other dice of the same seed, from their beginning. Each number is a stream of its own, independent of
    /// all others; the dice of the seed itself are stream 0.
    pub fn stream(&self, number: u64) -> Self {
        Self::at(self.seed, number, 0)
    }

    /// Dice of another seed at a place reached earlier: those that have fallen since then fall again as they did, and
    /// then new ones.
    #[must_use]
    pub fn going_on(&self, seed: u64, since: Mark) -> Self {
        let mut drawn = SmallVec::new();
        if since.position < self.position {
            let mut again = self.clone();
            again.rewind(since);
            drawn.extend((since.position..self.position).map(|_| again.word() as u32));
        }
        let Mark { position, thrown, check } = since;
        Self { drawn, new_from: self.position, position, thrown, check, ..Self::from_seed(seed) }
    }

    /// The seed that they came from.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// How many dice have been thrown.
    pub fn thrown(&self) -> u64 {
        self.thrown
    }

    /// A number that depends on every die thrown so far. A replay that stores it for each turn can
    /// tell at which turn it went out of step.
    pub fn check_value(&self) -> u64 {
        self.check
    }

    /// The place reached, for [`rewind`](Self::rewind).
    pub fn mark(&self) -> Mark {
        Mark { position: self.position, thrown: self.thrown, check: self.check }
    }

    /// Goes back to a place reached earlier: the same dice will fall again.
    pub fn rewind(&mut self, mark: Mark) {
        if mark.position != self.position {
            self.words.set_word_pos(mark.position.saturating_sub(self.new_from).into());
        }
        (self.position, self.thrown, self.check) = (mark.position, mark.thrown, mark.check);
        if let Some(noted) = &mut self.noted {
            noted.truncate(usize::try_from(mark.thrown).unwrap_or(usize::MAX));
        }
    }

    fn at(seed: u64, stream: u64, position: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut words = ChaCha8Rng::from_seed(key);
        words.set_stream(stream);
        words.set_word_pos(position.into());
        Self { seed, stream, words, drawn: SmallVec::new(), new_from: 0, position, thrown: 0, check: 0, noted: None }
    }

    /// Throws one die: the high half of a word times the sides, plus one.
    ///
    /// The words do not share out evenly among the sides. So a word is thrown away when the low half
    /// of the product is below the remainder of 2^32 by the sides; of the rest, every face has equally many.
    fn draw(&mut self, sides: u16) -> u16 {
        let sides = u32::from(sides);
        let mut product = self.word() * u64::from(sides);
        if low_half(product) < sides {
            let uneven = sides.wrapping_neg() % sides;
            while low_half(product) < uneven {
                product = self.word() * u64::from(sides);
            }
        }
        let value = (product >> 32) as u16 + 1;
        self.thrown += 1;
        self.check = checked(self.check, sides, value);
        if let Some(noted) = &mut self.noted {
            noted.push(Face { sides: sides as u16, value, kept: true });
        }
        value
    }

    fn word(&mut self) -> u64 {
        let place = self.position;
        self.position += 1;
        if place < self.new_from {
            let back = usize::try_from(self.new_from - place).unwrap_or(usize::MAX);
            return self
                .drawn
                .len()
                .checked_sub(back)
                .and_then(|place| self.drawn.get(place))
                .map_or(0, |word| (*word).into());
        }
        self.words.next_u32().into()
    }
}

fn low_half(product: u64) -> u32 {
    product as u32
}

/// A word that makes a die show this face. It is the middle one of those that do, so that the die never throws it away.
fn word_of(Face { sides, value, .. }: Face) -> u32 {
    let twice = u64::from(value).saturating_mul(2).saturating_sub(1);
    u32::try_from((twice << 31) / u64::from(sides.max(1))).unwrap_or(u32::MAX)
}

/// The check value after one die more.
pub(super) fn checked(check: u64, sides: u32, value: u16) -> u64 {
    (check.rotate_left(23) ^ (u64::from(sides) << 16 | u64::from(value))).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl Dice for RolledDice {
    fn throw(&mut self, expr: &Expr) -> Result<Throw, DiceError> {
        cast(expr, |sides| Ok(self.draw(sides)))
    }
}

impl Clone for RolledDice {
    fn clone(&self) -> Self {
        let Self { seed, stream, new_from, position, thrown, check, .. } = *self;
        let dice = Self::at(seed, stream, position.saturating_sub(new_from));
        let (drawn, noted) = (self.drawn.clone(), self.noted.clone());
        Self { drawn, noted, new_from, position, thrown, check, ..dice }
    }
}

impl fmt::Debug for RolledDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seed, stream, position, thrown, .. } = self;
        let mut fields = f.debug_struct("RolledDice");
        fields.field("seed", seed).field("stream", stream).field("position", position).field("thrown", thrown);
        fields.finish_non_exhaustive()
    }
}
