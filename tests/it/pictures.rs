//! Pictures: what is shown must be seen, and the same every time.

use std::process::Command;
use std::sync::Arc;

use sortie::ai::{Mind, Skill};
use sortie::board::{Square, Zone, claim_zone};
use sortie::overlay::{Layer, Layers, Picture, picture};
use sortie::record::Game;

use crate::kit::{Battle, Folder, PROGRAM, begin, fight, run, scenario, sortie};

fn drawn(layers: &[&str]) -> Picture {
    after("gate", 0, layers)
}

/// A battle after so many decisions of the computer.
fn after(name: &str, decisions: usize, layers: &[&str]) -> Picture {
    let scenario = scenario(name);
    let mut setup = (*scenario.setup).clone();
    // Parts with names, which this field does not have.
    let board = Arc::make_mut(&mut setup.board);
    board.zones = ["West", "East"].map(|name| Zone { name: name.to_owned(), tags: Vec::new() }).into();
    let half = board.width() / 2;
    let columns = |from: i32, to: i32| (from..to).flat_map(|x| (0..4).map(move |y| Square::new(x, y)));
    assert!(
        claim_zone(board, 0, columns(0, half)).is_empty() && claim_zone(board, 1, columns(half, half + 4)).is_empty()
    );
    let mut game = fight(setup, 4);
    game.played(&mut Mind::new(Skill::Plain, 4), decisions);
    let names: Vec<String> = layers.iter().map(|name| (*name).to_owned()).collect();
    picture(game.now(), &scenario.title, Layers::named(&names).unwrap(), 640, 480)
}

fn differing(a: &Picture, b: &Picture) -> usize {
    let places = (0..a.height).flat_map(|y| (0..a.width).map(move |x| (x, y)));
    places.filter(|(x, y)| a.pixel(*x, *y) != b.pixel(*x, *y)).count()
}

#[test]
fn a_picture_is_the_same_every_time() {
    assert_eq!(drawn(&["grid", "reach"]), drawn(&["grid", "reach"]));
}

#[test]
fn each_layer_shows() {
    // Each in a battle that has something of it to show: who is flanked, whose nerve is shaken, parts with names.
    for layer in Layer::ALL {
        let moments: &[usize] = match layer {
            Layer::Flank => &[60],
            Layer::Intents => &[10, 20, 30, 40, 50, 60],
            _ => &[0],
        };
        let changes = |at: &usize| differing(&after("gate", *at, &[]), &after("gate", *at, &[layer.word()]));
        let changed = moments.iter().map(changes).max().unwrap_or(0);
        assert!(changed > 150, "{} changes only {changed} pixels", layer.word());
    }
}

/// ST-TOX-03: gas is seen where it hangs.
#[test]
fn gas_is_seen_where_it_hangs() {
    let mut game = begin(&scenario("scale_toughness/gas_corridor"), 4);
    // Yellow green, which nothing else on that field is.
    let gassed = |game: &Game| {
        let picture = picture(game.now(), "", Layers::of(&[]), 640, 480);
        let places = (0..picture.height).flat_map(|y| (0..picture.width).map(move |x| (x, y)));
        let is_green = |[red, green, blue]: [u8; 3]| green > red && i32::from(green) - i32::from(blue) > 60;
        places.filter(|(x, y)| picture.pixel(*x, *y).is_some_and(is_green)).count()
    };
    // A few leaves are of that colour, too.
    let before = gassed(&game);
    let mut mind = Mind::new(Skill::Random, 4);
    let squares = game.until(&mut mind, 4_000, |look, _| Some(look.hanging().len()).filter(|squares| *squares > 0));
    let squares = squares.expect("gas comes in the second round");
    assert!(gassed(&game) > before + 100 * squares, "{before}, then {} of {squares} squares", gassed(&game));
}

#[test]
fn an_unknown_layer_is_refused_with_those_there_are() {
    let wrong = Layers::named(&["treasure".to_owned()]).unwrap_err();
    assert!(wrong.contains("treasure") && wrong.contains("threat"), "{wrong}");
}

#[test]
fn the_command_line_writes_a_png_or_says_why_not() {
    let folder = Folder::new();
    let file = folder.join("gate.png");
    let run = |out: &str, show: &str| sortie(&["picture", "gate", "--show", show, "--size", "320x240", "--out", out]);
    let drawn = run(file.to_str().unwrap(), "threat,flank,zones");
    assert!(drawn.is_well(), "{}", drawn.err);
    assert!(std::fs::read(&file).unwrap().starts_with(b"\x89PNG"));
    assert!(!run(file.to_str().unwrap(), "treasure").is_well());
    let nowhere = run("/nowhere/at/all.png", "grid");
    assert!(!nowhere.is_well() && !nowhere.err.is_empty());
}

/// Promise: the whole window is drawn as the graphics card draws it, scene and all; where there is no driver a word says so,
/// and it is painted in plainer shapes.
#[test]
fn the_window_is_drawn_by_the_card_or_a_word_says_that_there_is_none() {
    const NONE: &str = "No graphics driver";
    let folder = Folder::new();
    let drawn = |name: &str, has_drivers: bool| {
        let file = folder.join(name);
        let mut command = Command::new(PROGRAM);
        command.args(["picture", "gate", "--panels", "--size", "640x480", "--out", file.to_str().unwrap()]);
        command.env("WGPU_BACKEND", "vulkan");
        if !has_drivers {
            command.envs([("VK_ICD_FILENAMES", "/nowhere"), ("VK_DRIVER_FILES", "/nowhere")]);
        }
        let said = run(&mut command, b"");
        assert!(said.is_well(), "{}", said.err);
        (std::fs::read(file).unwrap(), said.err.contains(NONE))
    };
    let (plain, is_told) = drawn("plain.png", false);
    assert!(is_told && plain.starts_with(b"\x89PNG"));
    let (scene, is_told) = drawn("scene.png", true);
    if is_told {
        eprintln!("left out: there is no graphics driver here");
        return;
    }
    assert!(scene.starts_with(b"\x89PNG") && scene != plain, "the table and the light are there");
}

/// The pictures in a file, each as it is seen.
fn played(file: &std::path::Path) -> (Vec<Vec<u8>>, (u32, u32)) {
    let bytes = std::fs::read(file).unwrap();
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let frames = reader.info().animation_control.map_or(1, |control| control.num_frames);
    let size = reader.info().size();
    let mut page = vec![0; (size.0 * size.1 * 4) as usize];
    let mut all = Vec::new();
    for _ in 0..frames {
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let frame = reader.next_frame(&mut pixels).unwrap();
        let at = reader.info().frame_control.map_or((0, 0), |frame| (frame.x_offset, frame.y_offset));
        for (index, pixel) in pixels[..frame.buffer_size()].chunks_exact(4).enumerate() {
            let (x, y) = (index as u32 % frame.width + at.0, index as u32 / frame.width + at.1);
            if pixel[3] == 255 {
                let place = ((y * size.0 + x) * 4) as usize;
                page[place..place + 4].copy_from_slice(pixel);
            }
        }
        all.push(page.clone());
    }
    (all, size)
}

/// Promise: a film of a saved battle has a picture for each of its moments, of the size that was asked for, and others of what
/// moves between them; its first and its last are the pictures of these moments. Moments that are not there are refused.
#[test]
fn a_saved_battle_is_filmed() {
    let folder = Folder::new();
    let mut game = begin(&scenario("even"), 4);
    game.played(&mut Mind::new(Skill::Plain, 4), 9);
    let saved = folder.join("even.json");
    game.saved().write(&saved).unwrap();
    let drawn = |more: &[&str]| {
        let saved = saved.to_str().unwrap();
        // A grid has no legend: a film keeps room for the longest of its moments, a picture for its own.
        let plain = ["picture", saved, "--size", "320x240", "--show", "grid"];
        let all: Vec<&str> = plain.into_iter().chain(more.iter().copied()).collect();
        sortie(&all)
    };
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (film, first, last) = (path("film.png"), path("first.png"), path("last.png"));
    assert!(drawn(&["--from", "3", "--to", "7", "--pause", "500", "--film", &film]).is_well());
    assert!(drawn(&["--after", "3", "--out", &first]).is_well());
    assert!(drawn(&["--after", "7", "--out", &last]).is_well());
    let (frames, size) = played(film.as_ref());
    assert_eq!(size, (320, 240));
    assert_eq!(Some(&frames[0]), played(first.as_ref()).0.first());
    assert_eq!(frames.last(), played(last.as_ref()).0.first());
    let all = path("all");
    assert!(drawn(&["--from", "3", "--to", "7", "--frames", &all]).is_well());
    assert_eq!(crate::kit::files(all.as_ref()).len(), 5);
    let moments = (0..5).map(|number| played(&folder.join(&format!("all/{number:04}.png"))).0.remove(0));
    let mut left = frames.iter();
    for (number, moment) in moments.enumerate() {
        assert!(left.any(|frame| *frame == moment), "moment {number} is not seen, or too soon");
    }
    assert!(frames.len() > 5, "nothing moves between the moments");
    for (wrong, why) in [
        (&["--from", "7", "--to", "3", "--film", &film][..], "in their order"),
        (&["--to", "99", "--film", &film], "expected some from 0 to 9"),
        (&["--after", "99", "--out", &first], "expected at most 9"),
        (&["--pause", "1", "--film", &film], "50..=5000"),
        (&[], "--out"),
    ] {
        let said = drawn(wrong);
        assert!(!said.is_well() && said.err.contains(why), "{wrong:?}: {}", said.err);
    }
}
