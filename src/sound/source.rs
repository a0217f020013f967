//! The sources of layers, each as one row of samples.

use std::f32::consts::TAU;

use super::noise::Noise;
use super::recipe::{Glide, Partial, Source};

/// How far partials of one take lie from where the recipe has them.
const DETUNED: f32 = 0.006;

/// Time and dice of one source.
pub struct Take {
    /// Samples a second.
    pub rate: f32,
    /// By how much everything is higher than the recipe says.
    pub pitch: f32,
    /// What chance there is in it.
    pub noise: Noise,
}

/// So many samples of a source.
pub fn samples(source: &Source, count: usize, take: &mut Take) -> Vec<f32> {
    match source {
        Source::White => (0..count).map(|_| take.noise.swing()).collect(),
        Source::Brown => brown(count, take),
        Source::Sine(glide) => tone(glide, count, take, |phase, _| (phase * TAU).sin()),
        Source::Triangle(glide) => tone(glide, count, take, |phase, _| 1.0 - 4.0 * (phase - 0.5).abs()),
        Source::Saw(glide) => tone(glide, count, take, |phase, step| 2.0 * phase - 1.0 - rounded(phase, step)),
        Source::Partials(glide, partials) => struck(glide, partials, count, take),
        Source::String(pitch, bright) => string(pitch.0, bright.0, count, take),
        Source::Grains(often, each, low, high) => grains(often.0, each.0, (low.0, high.0), count, take),
    }
}

fn brown(count: usize, take: &mut Take) -> Vec<f32> {
    let mut at = 0.0;
    let mut next = || {
        at = at * 0.985 + take.noise.swing() * 0.16;
        at
    };
    (0..count).map(|_| next()).collect()
}

/// A tone whose pitch glides; `wave` makes a sample of the place in its swing and of the step between two samples.
fn tone(glide: &Glide, count: usize, take: &Take, wave: impl Fn(f32, f32) -> f32) -> Vec<f32> {
    let mut phase = 0.0_f32;
    let mut next = |index: usize| {
        let step = glide.at(index as f32 / take.rate) * take.pitch / take.rate;
        let sample = wave(phase, step);
        phase = (phase + step).fract();
        sample
    };
    (0..count).map(&mut next).collect()
}

/// What rounds the edge of a saw, so that it does not whistle.
fn rounded(phase: f32, step: f32) -> f32 {
    if phase < step {
        let at = phase / step;
        at + at - at * at - 1.0
    } else if phase > 1.0 - step {
        let at = (phase - 1.0) / step;
        at * at + at + at + 1.0
    } else {
        0.0
    }
}

/// Something that rings when it is struck.
fn struck(glide: &Glide, partials: &[Partial], count: usize, take: &mut Take) -> Vec<f32> {
    let mut samples = vec![0.0; count];
    for Partial(ratio, loud, dies) in partials {
        let ratio = ratio.0 * (1.0 + take.noise.swing() * DETUNED);
        // Each begins at rest, so that nothing clicks.
        let mut phase = 0.0_f32;
        for (index, sample) in samples.iter_mut().enumerate() {
            let seconds = index as f32 / take.rate;
            let pitch = glide.at(seconds) * ratio * take.pitch;
            if pitch < take.rate * 0.45 {
                *sample += (phase * TAU).sin() * loud.0 * dying(seconds, dies.0);
            }
            phase = (phase + pitch / take.rate).fract();
        }
    }
    samples
}

/// How loud something still is that dies away within so many seconds.
pub fn dying(seconds: f32, within: f32) -> f32 {
    if within <= 0.0 { 0.0 } else { 0.001_f32.powf(seconds / within) }
}

/// A string that is plucked: noise that runs around a loop and grows dull.
fn string(pitch: f32, bright: f32, count: usize, take: &mut Take) -> Vec<f32> {
    let length = take.rate / (pitch * take.pitch);
    let mut string: Vec<f32> = (0..length.ceil().max(2.0) as usize).map(|_| take.noise.swing()).collect();
    let mut before = 0.0;
    let keep = 0.5 + bright * 0.49;
    let mut at = 0;
    let mut next = || {
        let now = string.get(at).copied().unwrap_or_default();
        let dull = (now * keep + before * (1.0 - keep)) * 0.996;
        before = now;
        if let Some(place) = string.get_mut(at) {
            *place = dull;
        }
        at = (at + 1) % string.len();
        now
    };
    (0..count).map(|_| next()).collect()
}

/// Many small things that each ring for a moment.
fn grains(often: f32, each: f32, (low, high): (f32, f32), count: usize, take: &mut Take) -> Vec<f32> {
    let mut samples = vec![0.0; count];
    let length = ((each * 1.2 * take.rate) as usize).max(8);
    let mut at = take.noise.share() * 0.5 / often;
    while ((at * take.rate) as usize) < count {
        let first = (at * take.rate) as usize;
        let pitch = low * (high / low).powf(take.noise.share()) * take.pitch;
        // Few are loud.
        let loud = take.noise.share().powi(2) * if take.noise.share() < 0.5 { -1.0 } else { 1.0 };
        for (index, sample) in samples.iter_mut().skip(first).take(length).enumerate() {
            let seconds = index as f32 / take.rate;
            *sample += (seconds * pitch * TAU).sin() * loud * dying(seconds, each);
        }
        at += -(1.0 - take.noise.share()).max(1e-6).ln() / often;
    }
    samples
}
