//! What is heard of much at once: the same sound not twice in one moment, and no more in all than ears can tell apart.

use crate::sound::Sound;

/// Seconds within which the same sound is heard once.
const SAME: f64 = 0.045;
/// Seconds within which no more than so many sounds begin.
const CROWD: (f64, usize) = (0.3, 8);

/// When what was heard lately.
#[derive(Debug, Default)]
pub struct Thin(Vec<(f64, Sound)>);

impl Thin {
    /// Whether a sound that would begin then is to be heard, which it then is.
    pub fn lets(&mut self, sound: Sound, when: f64) -> bool {
        let (within, most) = CROWD;
        // What lies so far back that nothing is near it any more is forgotten.
        self.0.retain(|(before, _)| *before > when - 4.0);
        let near = |span: f64| self.0.iter().filter(move |(before, _)| (when - before).abs() < span);
        // How a battle ends is heard whatever else is.
        let is_end = matches!(sound, Sound::Victory | Sound::Defeat);
        if near(SAME).any(|(_, same)| *same == sound) || near(within).count() >= most && !is_end {
            return false;
        }
        self.0.push((when, sound));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hundred_blows_at_once_are_a_few() {
        let mut thin = Thin::default();
        let blows = (0..100).filter(|_| thin.lets(Sound::HitLight, 1.0)).count();
        assert_eq!(blows, 1, "one and the same is heard once");
        let spread = (0..100).filter(|index| thin.lets(Sound::HitHeavy, 2.0 + f64::from(*index) * 0.01)).count();
        assert!((5..=32).contains(&spread), "{spread} of a hundred within a second");
        let mixed = Sound::ALL.into_iter().filter(|sound| thin.lets(*sound, 8.0)).count();
        assert!(mixed <= CROWD.1 + 2, "{mixed} different ones at once");
    }

    #[test]
    fn one_after_the_other_all_are_heard() {
        let mut thin = Thin::default();
        assert!((0..50).all(|index| thin.lets(Sound::Swing, f64::from(index) * 0.2)));
        assert!(thin.lets(Sound::Victory, 9.8), "the end is never lost in the crowd");
    }
}
