//! The scale of harm in colours, from pale, the mildest, to dark, the worst: its steps are steps of lightness, which every eye
//! sees, whatever hues it tells apart.

use bevy_egui::egui::Color32;

use super::{Colours, WORST};

/// Two harms beside each other lie as far apart as this at least, on a scale from 0 to 1.
const GAP: f32 = 1.0 / 6.0;

/// Where the scale begins and ends, in lightness.
const LIGHT: (f32, f32) = (0.93, 0.36);

/// The hues along the scale, as they are at their middle lightness: how green or red, how blue or yellow.
type Hues = [(f32, f32); 4];

const USUAL: Hues = [(-0.015, 0.1), (0.06, 0.14), (0.155, 0.095), (0.125, 0.052)];
/// Nothing of it hangs on red.
const RED_GREEN: Hues = [(-0.012, 0.1), (0.03, 0.13), (0.05, 0.105), (0.034, 0.07)];
/// Nothing of it hangs on yellow.
const BLUE_YELLOW: Hues = [(0.04, 0.012), (0.11, 0.03), (0.17, 0.06), (0.125, 0.045)];

/// Where outcomes of these severities lie on the scale, the mildest first: those of one severity behind each other up to the
/// next, and none so near to another that they look alike.
pub fn places(severities: &[i32]) -> Vec<f32> {
    let step = 1.0 / (WORST - 1).max(1) as f32;
    let first = |severity: i32| (severity.clamp(1, WORST) - 1) as f32 * step;
    let count = |of: &[i32], severity: i32| of.iter().filter(|other| **other == severity).count() as f32;
    let mut places: Vec<f32> = Vec::with_capacity(severities.len());
    let gap = GAP.min(1.0 / severities.len().saturating_sub(1).max(1) as f32);
    for (index, severity) in severities.iter().enumerate() {
        let before = count(severities.get(..index).unwrap_or_default(), *severity);
        let own = first(*severity) + step * before / count(severities, *severity).max(1.0);
        let least = places.last().map_or(0.0, |last| last + gap);
        places.push(own.max(least));
    }
    let mut most = 1.0;
    for place in places.iter_mut().rev() {
        *place = place.min(most);
        most = *place - gap;
    }
    places
}

/// The colour of a place on the scale.
pub fn tone(place: f32, colours: Colours) -> Color32 {
    let hues = match colours {
        Colours::Usual | Colours::Strong => &USUAL,
        Colours::RedGreen => &RED_GREEN,
        Colours::BlueYellow => &BLUE_YELLOW,
    };
    let place = place.clamp(0.0, 1.0);
    let along = place * (hues.len() - 1) as f32;
    let index = (along as usize).min(hues.len() - 2);
    let mix = |from: f32, to: f32| from + (to - from) * (along - index as f32);
    let [Some(from), Some(to)] = [hues.get(index), hues.get(index + 1)] else { return Color32::WHITE };
    let light = LIGHT.0 + (LIGHT.1 - LIGHT.0) * place;
    painted([light, mix(from.0, to.0), mix(from.1, to.1)])
}

/// The colour of a state that does no harm by itself.
pub fn state(colours: Colours) -> Color32 {
    painted(if colours == Colours::BlueYellow { [0.7, -0.07, -0.06] } else { [0.7, 0.05, -0.12] })
}

/// A colour by its lightness, and how red and how yellow it is (Oklab), as near as a screen can show it.
fn painted([light, red, yellow]: [f32; 3]) -> Color32 {
    let cone = |red_by: f32, yellow_by: f32| (light + red_by * red + yellow_by * yellow).powi(3);
    let (long, middle, short) =
        (cone(0.396_337_78, 0.215_803_76), cone(-0.105_561_346, -0.063_854_17), cone(-0.089_484_18, -1.291_485_5));
    let part = |of: [f32; 3]| {
        let linear = (of[0] * long + of[1] * middle + of[2] * short).clamp(0.0, 1.0);
        let shown = if linear <= 0.003_130_8 { 12.92 * linear } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 };
        (shown * 255.0).round() as u8
    };
    Color32::from_rgb(
        part([4.076_741_7, -3.307_711_6, 0.230_969_94]),
        part([-1.268_438, 2.609_757_4, -0.341_319_4]),
        part([-0.004_196_086_3, -0.703_418_6, 1.707_614_7]),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::theme::panels::unpainted;

    /// How somebody sees a colour, by what reaches them of red, green and blue (Machado, Oliveira, Fernandes 2009).
    type Eyes = [[f32; 3]; 3];

    const ALL_EYES: [(&str, Eyes); 4] = [
        ("all hues", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
        (
            "no red",
            [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
        ),
        (
            "no green",
            [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_82, 0.042_94, 0.968_881]],
        ),
        (
            "no blue",
            [[1.255_528, -0.076_749, -0.178_779], [-0.078_411, 0.930_809, 0.147_602], [0.004_733, 0.691_367, 0.303_9]],
        ),
    ];

    /// The lightness of a colour as these eyes see it, 0 to 1 (Oklab).
    fn lightness(colour: Color32, eyes: &Eyes) -> f32 {
        let shown = unpainted(colour).linear();
        let by = |row: [f32; 3]| row.iter().zip(shown).map(|(by, part)| by * part).sum::<f32>();
        let seen = eyes.map(|row| by(row).clamp(0.0, 1.0));
        let cone = |of: [f32; 3]| of.iter().zip(seen).map(|(by, part)| by * part).sum::<f32>().max(0.0).cbrt();
        0.210_454_26 * cone([0.412_221_46, 0.536_332_55, 0.051_445_995])
            + 0.793_617_8 * cone([0.211_903_5, 0.680_699_5, 0.107_396_96])
            - 0.004_072_047 * cone([0.088_302_46, 0.281_718_85, 0.629_978_7])
    }

    /// Promise: of two harms beside each other in a bar the worse is darker, by a step that every eye sees, in every set of
    /// colours and however many there are of each severity.
    #[test]
    fn neighbours_in_a_bar_differ_in_lightness_for_every_eye() {
        let mixes: [&[i32]; 8] = [
            &[1, 2],
            &[1, 1, 1, 2],
            &[1, 1, 2, 2, 4],
            &[1, 2, 3, 4],
            &[2, 2, 2],
            &[4, 4, 4],
            &[1, 1, 1, 1, 2],
            &[1, 1, 1, 2, 2, 3, 3, 4, 4],
        ];
        for (colours, set) in Colours::ALL {
            for severities in mixes {
                let tones: Vec<Color32> = places(severities).into_iter().map(|place| tone(place, colours)).collect();
                for (eyes, sees) in &ALL_EYES {
                    for pair in tones.windows(2) {
                        let [milder, worse] = [pair[0], pair[1]].map(|colour| lightness(colour, sees));
                        let told = format!("{set}, {severities:?}, {eyes}: {pair:?}, {milder:.3} and {worse:.3}");
                        assert!(milder - worse >= 0.05, "{told}");
                    }
                }
            }
        }
    }

    /// Promise: the mildest of each severity has the same colour wherever there is room, and no two outcomes nearly the same.
    #[test]
    fn a_severity_has_one_colour() {
        let third = 1.0 / 3.0;
        let found = places(&[1, 1, 1, 2]);
        for (found, wanted) in found.iter().zip([0.0, 1.0 / 6.0, third, 0.5]) {
            assert!((found - wanted).abs() < 1e-5, "{found} is not {wanted}");
        }
        assert!(places(&[]).is_empty() && places(&[9]) == [1.0] && places(&[0]) == [0.0]);
        assert!((places(&[2])[0] - third).abs() < 1e-5);
    }
}
