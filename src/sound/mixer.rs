//! Mixes what sounds at once into one row of samples for each ear.

use std::sync::Arc;

/// More voices than these are not told apart: the oldest goes.
const MOST: usize = 24;
/// From here on what is too loud bends instead of breaking.
const BENDS: f32 = 0.7;

/// A sound that is being heard.
struct Voice {
    samples: Arc<[f32]>,
    /// Samples until it begins.
    waits: usize,
    at: usize,
    gains: [f32; 2],
}

/// All that is being heard.
#[derive(Default)]
pub struct Mixer(Vec<Voice>);

impl Mixer {
    /// Begins a sound after so many samples, so loud, on a side from -1 to 1.
    pub fn begin(&mut self, samples: Arc<[f32]>, waits: usize, loud: f32, side: f32) {
        if self.0.len() >= MOST {
            self.0.remove(0);
        }
        // As loud in all wherever it stands.
        let angle = (side.clamp(-1.0, 1.0) + 1.0) * std::f32::consts::FRAC_PI_4;
        let gains = [angle.cos() * loud, angle.sin() * loud];
        self.0.push(Voice { samples, waits, at: 0, gains });
    }

    /// Whether anything is still to be heard.
    pub fn is_silent(&self) -> bool {
        self.0.is_empty()
    }

    /// The next sample for each ear.
    pub fn frame(&mut self) -> [f32; 2] {
        let mut sum = [0.0, 0.0];
        for voice in &mut self.0 {
            if voice.waits > 0 {
                voice.waits -= 1;
                continue;
            }
            let sample = voice.samples.get(voice.at).copied().unwrap_or_default();
            voice.at += 1;
            sum[0] += sample * voice.gains[0];
            sum[1] += sample * voice.gains[1];
        }
        self.0.retain(|voice| voice.at < voice.samples.len());
        sum.map(bent)
    }
}

/// No louder than 1, without an edge.
fn bent(sample: f32) -> f32 {
    let over = sample.abs() - BENDS;
    if over <= 0.0 { sample } else { sample.signum() * (BENDS + (1.0 - BENDS) * (over / (1.0 - BENDS)).tanh()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tone(count: usize) -> Arc<[f32]> {
        (0..count).map(|index| (index as f32 * 0.1).sin() * 0.9).collect()
    }

    #[test]
    fn much_at_once_never_breaks_and_ends() {
        let mut mixer = Mixer::default();
        (0..100).for_each(|index| mixer.begin(tone(400), index, 1.0, 0.0));
        assert_eq!(mixer.0.len(), MOST);
        for _ in 0..600 {
            assert!(mixer.frame().iter().all(|sample| sample.abs() <= 1.0));
        }
        assert!(mixer.is_silent());
        assert_eq!(mixer.frame(), [0.0, 0.0]);
    }

    #[test]
    fn what_stands_at_the_left_is_heard_at_the_left() {
        let mut mixer = Mixer::default();
        mixer.begin(Arc::from([0.5]), 1, 1.0, -1.0);
        assert_eq!(mixer.frame(), [0.0, 0.0], "not before its time");
        let [left, right] = mixer.frame();
        assert!((left - 0.5).abs() < 1e-6 && right.abs() < 1e-6, "{left} {right}");
    }
}
