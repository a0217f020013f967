use super::*;

const RATE: u32 = 22_050;

fn book() -> &'static Book {
    BOOK.as_ref().unwrap()
}

fn heard(sound: Sound) -> Vec<f32> {
    render(book().recipe(sound).unwrap(), 0, RATE)
}

fn rms(samples: &[f32]) -> f32 {
    (samples.iter().map(|sample| sample * sample).sum::<f32>() / samples.len() as f32).sqrt()
}

/// How strong each band of a third of an octave is, from 40 Hz on.
fn bands(samples: &[f32]) -> [f32; 27] {
    const NARROW: f32 = 0.97;
    std::array::from_fn(|band| {
        let step = std::f32::consts::TAU * 40.0 * 2.0_f32.powf(band as f32 / 3.0) / RATE as f32;
        let (mut first, mut second, mut strength) = (0.0_f32, 0.0_f32, 0.0);
        for sample in samples {
            let now = sample + 2.0 * NARROW * step.cos() * first - NARROW * NARROW * second;
            (second, first) = (first, now);
            strength += now * now;
        }
        strength.sqrt() * step.sin()
    })
}

/// The middle of the pitches of a sound by their strength, in thirds of an octave.
fn centre(samples: &[f32]) -> f32 {
    let bands = bands(samples);
    let sum: f32 = bands.iter().enumerate().map(|(band, strength)| band as f32 * strength).sum();
    sum / bands.iter().sum::<f32>()
}

/// What a sound is made of, moment by moment: the bands of each twentieth of a second of its first half second.
fn course(samples: &[f32]) -> Vec<f32> {
    let moment = RATE as usize / 20;
    let moments = (0..10).map(|index| samples.get(index * moment..).unwrap_or_default());
    let all: Vec<f32> = moments.flat_map(|rest| bands(&rest[..rest.len().min(moment)])).collect();
    let whole: f32 = all.iter().sum();
    all.into_iter().map(|strength| strength / whole).collect()
}

#[test]
fn every_sound_is_heard_and_none_is_cut_off() {
    for sound in Sound::ALL {
        for take in 0..3 {
            let samples = render(book().recipe(sound).unwrap(), take, RATE);
            let seconds = samples.len() as f32 / RATE as f32;
            assert!((0.03..=3.0).contains(&seconds), "{sound:?} takes {seconds} s");
            let peak = samples.iter().fold(0.0_f32, |most, sample| most.max(sample.abs()));
            assert!(peak < 1.0 && peak > 0.1, "{sound:?}, take {take}: its peak is {peak}");
            assert!(samples.iter().all(|sample| sample.is_finite()), "{sound:?} has samples that are no numbers");
            let loud = rms(&samples);
            assert!(loud > 0.01, "{sound:?}, take {take} is as good as silent: {loud}");
            let (first, last) = (samples[0].abs(), samples[samples.len() - 1].abs());
            assert!(first < 0.001 && last < 0.001, "{sound:?} clicks at its ends: {first}, {last}");
            let end = rms(&samples[samples.len() - samples.len() / 20..]);
            assert!(end < loud * 0.12, "{sound:?} is cut off while it is still heard: {end} of {loud}");
        }
    }
}

#[test]
fn the_same_take_is_the_same_and_another_is_not() {
    for sound in [Sound::StepGravel, Sound::HitHeavy, Sound::Block, Sound::Fire] {
        let recipe = book().recipe(sound).unwrap();
        assert_eq!(render(recipe, 2, RATE), render(recipe, 2, RATE));
        assert_ne!(render(recipe, 1, RATE), render(recipe, 2, RATE), "{sound:?}");
    }
}

#[test]
fn a_sound_is_as_long_and_as_high_at_any_rate() {
    for sound in [Sound::Block, Sound::Turn] {
        let recipe = book().recipe(sound).unwrap();
        let (one, other) = (render(recipe, 0, 22_050), render(recipe, 0, 44_100));
        assert!((one.len() * 2).abs_diff(other.len()) <= 2);
        assert!((rms(&one) / rms(&other) - 1.0).abs() < 0.5, "{sound:?}");
    }
}

#[test]
fn no_two_sounds_are_alike() {
    let apart = |one: &[f32], other: &[f32]| one.iter().zip(other).map(|(a, b)| (a - b).abs()).sum::<f32>();
    let known: Vec<(Sound, Vec<f32>)> = Sound::ALL.into_iter().map(|sound| (sound, course(&heard(sound)))).collect();
    for (index, (one, of_it)) in known.iter().enumerate() {
        // From 0, the same, to 2, nothing in common; takes of one sound are the measure.
        let again = apart(of_it, &course(&render(book().recipe(*one).unwrap(), 1, RATE)));
        for (other, of_other) in &known[index + 1..] {
            let apart = apart(of_it, of_other);
            assert!(
                apart > 0.2 && apart > again * 1.3,
                "{one:?} and {other:?} differ by {apart}, two takes by {again}"
            );
        }
    }
}

#[test]
fn what_is_heard_fits_what_happens() {
    let bright = |sound| centre(&heard(sound));
    let loud = |sound| rms(&heard(sound));
    assert!(bright(Sound::HitHeavy) < bright(Sound::HitLight), "weight is low");
    assert!(loud(Sound::HitHeavy) > loud(Sound::HitLight), "and loud");
    assert!(bright(Sound::Block) > bright(Sound::HitLight), "steel is brighter than what it cuts");
    assert!(bright(Sound::Fall) < bright(Sound::Swing));
    assert!(bright(Sound::StepWood) < bright(Sound::StepGravel));
    assert!(loud(Sound::Click) < loud(Sound::HitLight) / 2.0, "the interface is quieter than the battle");
    // Nothing of an edge is heard before it comes, and a blow is loudest at once.
    let loudest = |sound| {
        let samples = heard(sound);
        let most = samples.iter().enumerate().max_by(|one, other| one.1.abs().total_cmp(&other.1.abs()));
        most.map(|(at, _)| at as f32 / RATE as f32).unwrap()
    };
    assert!(loudest(Sound::Swing) > 0.05);
    assert!(loudest(Sound::HitLight) < 0.03 && loudest(Sound::HitHeavy) < 0.05 && loudest(Sound::Gun) < 0.02);
}

#[test]
fn a_wrong_file_is_told_with_file_and_line_and_what_was_expected() {
    let text = include_str!("../../assets/sounds.ron");
    let wrong = |from: &str, to: &str| {
        assert!(text.contains(from), "the file has no `{from}` any more");
        let why = read("mine.ron", &text.replacen(from, to, 1)).unwrap_err();
        let line = text.lines().position(|line| line.contains(from)).unwrap() + 1;
        let told: Vec<&str> = why.split(':').collect();
        assert_eq!((told[0], told[1]), ("mine.ron", line.to_string().as_str()), "{why}");
        why
    };
    assert!(wrong("peak: 0.34", "peak: 1.4").contains("found 1.4, expected a peak from 0.02 to 0.98"));
    assert!(wrong("lasts: 0.28", "lasts: 9").contains("found 9, expected a length in seconds from 0.03 to 3"));
    assert!(wrong("source: Brown", "source: Purple").contains("`Purple`"));
    assert!(wrong("gain: 0.7", "gian: 0.7").contains("`gian`"));
    let why = wrong("StepGravel:", "StepMoon:");
    assert!(why.contains("`StepMoon`") && why.contains("`StepGravel`"), "{why}");
    let why = read("mine.ron", &text.replacen("        Click: (lasts", "        Page: (lasts", 1)).unwrap_err();
    assert!(why.starts_with("mine.ron:") && why.contains("found 22 sounds, expected 23: `Click` is missing"), "{why}");
}

#[test]
fn a_deed_is_heard_by_the_words_of_its_arm() {
    let of = |words: &[&str]| book().deed(words.iter().copied());
    assert_eq!(of(&["Revolver", "firearm"]), Some(Sound::Gun));
    assert_eq!(of(&["Long bow"]), Some(Sound::Shot));
    assert_eq!(of(&["Fire bomb"]), Some(Sound::Fire));
    assert_eq!(of(&["Lightning Lance", "spell"]), Some(Sound::Magic));
    assert_eq!(of(&["Arming sword", "large"]), None);
    assert_eq!(of(&["elbow"]), None, "a word is a whole word");
}

#[test]
fn a_wav_file_says_how_long_it_is() {
    let file = wav(&[0.0, 0.5, -1.0, 2.0], 8_000);
    assert_eq!(&file[..4], b"RIFF");
    assert_eq!(file.len(), 44 + 8);
    assert_eq!(u32::from_le_bytes(file[40..44].try_into().unwrap()), 8);
    assert_eq!(i16::from_le_bytes(file[50..52].try_into().unwrap()), i16::MAX, "what is too loud is held");
}
