//! The room around a sound: delays that feed themselves, of lengths that have nothing in common, and two that
//! blur what comes of them.

/// Seconds of the delays side by side, and of those after them.
const COMBS: [f32; 4] = [0.0297, 0.0371, 0.0411, 0.0437];
const BLURS: [f32; 2] = [0.0050, 0.0017];
/// How much of each echo stays dark: walls swallow what is high.
const DARK: f32 = 0.35;

/// A row of samples that comes back to its start.
struct Loop {
    samples: Vec<f32>,
    at: usize,
}

impl Loop {
    fn of(seconds: f32, rate: f32) -> Self {
        Self { samples: vec![0.0; ((seconds * rate) as usize).max(1)], at: 0 }
    }

    /// What was put in one round ago.
    fn get(&self) -> f32 {
        self.samples.get(self.at).copied().unwrap_or_default()
    }

    fn put(&mut self, sample: f32) {
        if let Some(place) = self.samples.get_mut(self.at) {
            *place = sample;
        }
        self.at = (self.at + 1) % self.samples.len();
    }
}

/// Adds the room to a sound: for how many seconds it rings, and how loud.
pub fn add(samples: &mut [f32], (rings, loud): (f32, f32), rate: f32) {
    let back = |seconds: f32| 0.001_f32.powf(seconds / rings);
    let mut combs: Vec<(Loop, f32, f32)> =
        COMBS.iter().map(|seconds| (Loop::of(*seconds, rate), back(*seconds), 0.0)).collect();
    let mut blurs: Vec<Loop> = BLURS.iter().map(|seconds| Loop::of(*seconds, rate)).collect();
    for sample in samples {
        let mut echo = 0.0;
        for (delay, feedback, dark) in &mut combs {
            let heard = delay.get();
            *dark += (heard - *dark) * (1.0 - DARK);
            delay.put(*sample + *dark * *feedback);
            echo += heard / COMBS.len() as f32;
        }
        for delay in &mut blurs {
            let heard = delay.get();
            let kept = echo + heard * 0.7;
            delay.put(kept);
            echo = heard - kept * 0.7;
        }
        *sample += echo * loud;
    }
}
