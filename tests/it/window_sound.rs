//! What is heard, and when. No loudspeaker is needed for that.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

use bevy_egui::egui::Key;
use sortie::battle::Id;
use sortie::overlay::{Cue, Ears, Motion, Pace, Preferences, Screen};
use sortie::rulebook::Player;
use sortie::sound::Sound;

use crate::kit::Battle;
use crate::kit::window::{PAGE, Window, by_people, framed, seated, sized};

/// As much as one frame of these windows takes.
const FRAME: Duration = Duration::from_millis(250);

/// All that was heard, in its order.
type Heard = Rc<RefCell<Vec<Cue>>>;

/// A window whose sounds are written down.
fn listened(screen: Screen) -> (Window, Heard) {
    let heard = Heard::default();
    let notes = heard.clone();
    let window = framed(screen, PAGE, move |_, screen| {
        screen.act(FRAME);
        notes.borrow_mut().extend(screen.edit::<Ears>().heard());
    });
    (window, heard)
}

fn count(heard: &Heard, sound: Sound) -> usize {
    heard.borrow().iter().filter(|cue| cue.sound == sound).count()
}

/// How strongly each is marked by a blow that has just told.
fn struck(window: &mut Window) -> BTreeMap<Id, f32> {
    let all: Vec<Id> = window.now().everybody().collect();
    all.into_iter().map(|id| (id, window.edit::<Motion>().struck(id))).collect()
}

/// Promise: a hit is heard in the frame in which its word appears, after the swing and the dice that led to it, and a step
/// when somebody sets out.
#[test]
fn a_hit_is_heard_when_its_word_appears_and_not_before() {
    let mut window = sized(seated("even", &[Player::Computer; 2], 4), PAGE, FRAME);
    let (mut hits, mut swings, mut steps, mut throws) = (0, 0, 0, 0);
    let (mut swung, mut thrown, mut after) = (false, false, 0);
    for _ in 0..1_500 {
        window.step();
        let cues = window.edit::<Ears>().heard();
        let now = struck(&mut window);
        let is = |wanted: &[Sound]| cues.iter().any(|cue| wanted.contains(&cue.sound));
        let is_swing = is(&[Sound::Swing, Sound::Shot, Sound::Gun]);
        swings += usize::from(is_swing);
        steps += usize::from(is(&[
            Sound::StepEarth,
            Sound::StepGravel,
            Sound::StepStone,
            Sound::StepWood,
            Sound::StepWater,
        ]));
        throws += usize::from(is(&[Sound::Dice]));
        let is_hit = is(&[Sound::HitLight, Sound::HitHeavy]);
        if is_hit {
            hits += 1;
            assert!(now.values().any(|marked| *marked > 0.0), "a hit is heard and nobody is marked by it: {cues:?}");
            // Blood and poison need neither.
            after += usize::from(swung && thrown);
            (swung, thrown) = (false, false);
        }
        (swung, thrown) = (swung || is_swing, thrown || is(&[Sound::Dice]));
        if window.end().is_some() || hits > 8 {
            break;
        }
    }
    assert!(after * 3 >= hits * 2, "only {after} of {hits} hits are heard after their swing and their dice");
    assert!(hits > 2 && swings * 2 > hits && throws > hits && steps > 3, "{hits} hits, {swings} swings, {steps} steps");
}

/// Promise: where nothing moves nothing sounds but how it ends.
#[test]
fn at_once_only_the_end_is_heard() {
    let mut screen = seated("skirmish4", &[Player::Computer; 2], 2);
    screen.edit::<Pace>().fast = true;
    let (mut window, heard) = listened(screen);
    for _ in 0..3_000 {
        window.step();
        if window.end().is_some() {
            break;
        }
    }
    window.run_steps(4);
    assert!(window.end().is_some());
    let sounds: Vec<Sound> = heard.borrow().iter().map(|cue| cue.sound).collect();
    assert_eq!(sounds, [Sound::Victory], "whoever only looks on hears who has won");
}

/// Promise: who has lost hears that.
#[test]
fn whoever_has_lost_hears_it() {
    let mut screen = seated("skirmish4", &[Player::Human, Player::Computer], 2);
    let pace = screen.edit::<Pace>();
    (pace.fast, pace.auto) = (true, true);
    let (mut window, heard) = listened(screen);
    for _ in 0..3_000 {
        window.step();
        if window.end().is_some() {
            break;
        }
    }
    window.run_steps(4);
    let winner = window.end().and_then(|verdict| verdict.winner).expect("somebody has won");
    let (mine, other) = if winner.0 == 0 { (Sound::Victory, Sound::Defeat) } else { (Sound::Defeat, Sound::Victory) };
    assert_eq!((count(&heard, mine), count(&heard, other)), (1, 0));
}

#[test]
fn ones_own_turn_is_told_once_and_buttons_and_pages_are_heard() {
    let (mut window, heard) = listened(by_people("even", 3));
    window.run();
    window.run_steps(4);
    assert_eq!(count(&heard, Sound::Turn), 1);
    window.press("Menu");
    assert_eq!(count(&heard, Sound::Click), 1);
    window.key(Key::Escape);
    window.key(Key::B);
    assert_eq!(count(&heard, Sound::Page), 1, "the rulebook is opened");
    window.run_steps(4);
    assert_eq!((count(&heard, Sound::Turn), count(&heard, Sound::Page)), (1, 1), "nothing is heard twice");
}

#[test]
fn the_settings_say_how_loud_it_is() {
    let mut window = sized(by_people("even", 3), PAGE, FRAME);
    window.run();
    assert!(window.edit::<Preferences>().loudness() > 0.3);
    window.choose("Settings");
    window.scroll_to("On (Ctrl+M)");
    window.run();
    window.press("On (Ctrl+M)");
    assert_eq!(window.edit::<Preferences>().loudness(), 0.0, "off is off");
    window.press("On (Ctrl+M)");
    window.edit::<Preferences>().volume = 0;
    assert_eq!(window.edit::<Preferences>().loudness(), 0.0);
    window.edit::<Preferences>().volume = 100;
    assert_eq!(window.edit::<Preferences>().loudness(), 1.0);
    window.edit::<Ears>().mute = Some("There is no loudspeaker.".into());
    window.run();
    assert!(window.shows("There is no loudspeaker."), "why nothing is heard stands there");
    assert!(!window.names("On (Ctrl+M)"), "nothing can be chosen of what is not heard");
}
