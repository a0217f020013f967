//! Time to read what came of an answer that somebody here gave.

use super::Motion;

/// So many letters are read in a second; the seconds that a sentence has at least and at most.
const LETTERS: f64 = 18.0;
const LEAST: f64 = 1.0;
const MOST: f64 = 3.5;

impl Motion {
    /// These words are to be read once they have been told; where nothing was ever drawn nobody reads.
    pub fn lets_read(&mut self, words: &str) {
        if self.drawn.is_some() && !words.is_empty() {
            self.reads = (words.chars().count() as f64 / LETTERS).clamp(LEAST, MOST);
        }
    }

    /// Whether there was not time enough for that yet.
    pub const fn is_being_read(&self) -> bool {
        self.reads > 0.0
    }

    /// Lets so many seconds pass: what is still to be told is not read.
    pub(super) fn read_on(&mut self, passed: f64) {
        if self.untold.is_empty() {
            self.reads = (self.reads - passed).max(0.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: words are there as long as it takes to read them, a long sentence longer than a short one, from when they are told.
    #[test]
    fn words_are_there_until_they_are_read() {
        let long = "Ana fails to block the spear of Goblin 2 and loses 3 Life.";
        let mut motion = Motion { drawn: Some(0.0), ..Motion::default() };
        let mut reads = |words: &str| {
            motion.lets_read(words);
            let steps = (0..100).take_while(|_| {
                motion.read_on(0.1);
                motion.is_being_read()
            });
            steps.count()
        };
        assert!(reads(long) > 2 * reads("A miss."), "a long sentence has no more time");
        assert!(reads(&long.repeat(9)) < 60, "nobody waits for long");
        motion.lets_read(long);
        motion.untold.insert(0, 9.0);
        motion.read_on(60.0);
        assert!(motion.is_being_read(), "it was not told yet");
        motion.rest();
        assert!(!motion.is_being_read(), "a press goes on at once");
        let mut unseen = Motion::default();
        unseen.lets_read(long);
        assert!(!unseen.is_being_read(), "nobody looks");
    }
}
