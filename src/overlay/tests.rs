//! Trials of the window as a whole.

use bevy::app::TaskPoolPlugin;
use bevy::asset::{AssetApp, AssetEvent, AssetPlugin, Assets};
use bevy::ecs::message::MessageReader;
use bevy::ecs::prelude::ResMut;
use bevy::image::Image;

use super::*;
use crate::ai::{Mind, Skill};
use crate::battle::{advance, answer};
use crate::record::Record;
use crate::rulebook::Library;

/// Promise: texts grow with the window, from about 1800 points across on and without a leap; in small windows nothing changes.
#[test]
fn a_large_window_is_drawn_larger() {
    let usual = [((1024.0, 640.0), 1.0), ((1360.0, 860.0), 1.0), ((1800.0, 1013.0), 1.15), ((1920.0, 1080.0), 1.2)];
    let large = [((1920.0, 1000.0), 1.15), ((2560.0, 1440.0), 1.45), ((3840.0, 2160.0), 2.0), ((9000.0, 9000.0), 4.0)];
    for ((width, height), times) in usual.into_iter().chain(large) {
        assert!((enlarged(width, height) - times).abs() < 0.001, "{width}x{height}: {}", enlarged(width, height));
    }
    let wider: Vec<f32> = (40..400).map(|tens| enlarged(tens as f32 * 16.0, tens as f32 * 9.0)).collect();
    assert!(wider.windows(2).all(|two| (0.0..0.051).contains(&(two[1] - two[0]))), "{wider:?}");
    for (width, height) in [(f32::NAN, 0.0), (0.0, 0.0), (f32::NAN, f32::NAN)] {
        assert_eq!(enlarged(width, height), 1.0);
    }
}

/// Promise: a battle that is quit before its end is kept with every decision, and nothing of it before the program is left.
#[test]
fn a_battle_that_is_quit_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = trial::library().scenario("even").unwrap();
    let mut screen = Screen::new(Opening::of(Library::open("rulesets"), scenario, 3));
    screen.edit::<Saves>().keep_in(folder.path().to_owned(), folder.path().join("exports"));
    screen.world.init_resource::<Messages<AppExit>>();
    let (battle, mut mind) = (screen.battle().unwrap(), Mind::new(Skill::Plain, 1));
    for _ in 0..3 {
        let order = mind.decide(screen.look().unwrap()).unwrap();
        answer(&mut screen.world, battle, order).unwrap();
        advance(&mut screen.world, battle);
    }
    let kept = || -> Vec<_> {
        let files = std::fs::read_dir(folder.path()).unwrap().filter_map(|file| Some(file.ok()?.path()));
        files.filter(|file| file.is_file()).collect()
    };
    leave(&mut screen.world);
    assert!(kept().is_empty(), "nobody has left");
    screen.world.write_message(AppExit::Success);
    leave(&mut screen.world);
    let kept = kept();
    assert_eq!(kept.len(), 1, "{kept:?}");
    assert_eq!(Record::read(&kept[0]).unwrap().decisions.len(), 3);
}

/// Told of a picture in the frames that it was made in.
#[derive(Resource, Default)]
struct Told(Vec<bool>);

/// Promise: letters that were never drawn before are there in the frame that needs them.
#[test]
fn new_letters_reach_the_card_in_their_own_frame() {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), AssetPlugin::default())).init_asset::<Image>();
    app.init_resource::<Told>();
    in_time(&mut app);
    let letters = |mut images: ResMut<'_, Assets<Image>>| drop(images.add(Image::default()));
    app.add_systems(PostUpdate, letters.in_set(EguiPostUpdateSet::PostProcessOutput));
    app.add_systems(Last, |mut events: MessageReader<'_, '_, AssetEvent<Image>>, mut told: ResMut<'_, Told>| {
        told.0.push(events.read().any(|event| matches!(event, AssetEvent::Added { .. })));
    });
    (0..3).for_each(|_| app.update());
    assert_eq!(app.world().resource::<Told>().0, [true; 3]);
}
