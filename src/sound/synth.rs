//! From a recipe to samples.

use super::filter::Memory;
use super::noise::Noise;
use super::recipe::{Layer, Recipe};
use super::room;
use super::source::{Take, dying, samples};

/// Seconds of a sound that fade in and out, so that nothing clicks at its ends.
const EDGES: (f32, f32) = (0.001, 0.012);

/// A sound at so many samples a second, from -1 to 1. Takes of one recipe differ a little; the same take is the same.
pub fn render(recipe: &Recipe, take: u64, rate: u32) -> Vec<f32> {
    let rate = rate.max(1) as f32;
    let count = (recipe.lasts * rate).round() as usize;
    let mut whole = vec![0.0; count];
    let mut noise = Noise::of(take);
    // The first take is as the recipe says.
    let pitch = if take == 0 { 1.0 } else { 1.0 + noise.swing() * recipe.varies };
    for (number, layer) in recipe.layers.iter().enumerate() {
        let mut loud = layer.gain;
        for (time, at) in layer.at.iter().enumerate() {
            let seed = take ^ ((number as u64 + 1) << 16) ^ ((time as u64 + 1) << 32);
            let mut noise = Noise::of(seed);
            // What is heard several times is not the same twice.
            let higher = if time == 0 { 1.0 } else { 1.0 + noise.swing() * 0.06 };
            let first = ((at * rate) as usize).min(count);
            let take = Take { rate, pitch: pitch * higher, noise };
            for (sample, heard) in whole.iter_mut().skip(first).zip(heard(layer, count - first, take)) {
                *sample += heard * loud;
            }
            loud *= layer.fades;
        }
    }
    if let Some(around) = recipe.room {
        room::add(&mut whole, around, rate);
    }
    settle(&mut whole, recipe.peak, rate);
    whole
}

/// A layer, once.
fn heard(layer: &Layer, most: usize, mut take: Take) -> Vec<f32> {
    let (attack, hold, decay) = layer.envelope;
    let rate = take.rate;
    let count = (((attack + hold + decay) * rate).ceil() as usize).min(most);
    let mut whole = samples(&layer.source, count, &mut take);
    let mut memories = vec![Memory::default(); layer.filters.len()];
    for (index, sample) in whole.iter_mut().enumerate() {
        let seconds = index as f32 / rate;
        for (filter, memory) in layer.filters.iter().zip(&mut memories) {
            *sample = filter.pass(memory, *sample, seconds, rate);
        }
        if layer.drive > 0.0 {
            *sample = (*sample * (1.0 + layer.drive)).tanh();
        }
        if let Some((often, deep)) = layer.tremolo {
            *sample *= 1.0 - deep * (0.5 + 0.5 * (seconds * often * std::f32::consts::TAU).cos());
        }
        *sample *=
            if seconds < attack { smooth(seconds / attack) } else { dying((seconds - attack - hold).max(0.0), decay) };
    }
    whole
}

/// From 0 to 1 without a corner.
fn smooth(share: f32) -> f32 {
    let share = share.clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

/// Takes away what only moves the membrane, brings the sound to its peak, and lets it begin and end with silence.
fn settle(samples: &mut [f32], peak: f32, rate: f32) {
    let (mut before, mut out) = (0.0, 0.0);
    let keep = 1.0 - std::f32::consts::TAU * 20.0 / rate;
    let count = samples.len();
    let (rise, fall) = ((EDGES.0 * rate).max(1.0), (EDGES.1 * rate).max(1.0));
    for (index, sample) in samples.iter_mut().enumerate() {
        let now = *sample;
        out = now - before + keep * out;
        before = now;
        let left = (count - 1 - index) as f32;
        *sample = out * smooth(index as f32 / rise) * smooth(left / fall);
    }
    let loudest = samples.iter().fold(0.0_f32, |most, sample| most.max(sample.abs()));
    if loudest > 0.0 {
        samples.iter_mut().for_each(|sample| *sample *= peak / loudest);
    }
}
