//! Pictures: what is shown must be seen, and the same every time.

use std::process::Command;

use sortie::battle::Look;
use sortie::overlay::{Desk, Layers, Picture, picture};
use sortie::record::Game;
use sortie::rulebook::Library;

fn drawn(layers: &[&str]) -> Picture {
    let scenario = Library::open("rulesets").scenario("gate").unwrap();
    let game = Game::new(&scenario.name, &scenario.settings, scenario.setup.clone(), 3);
    let names: Vec<String> = layers.iter().map(|name| (*name).to_owned()).collect();
    let mut desk = Desk { layers: Layers::named(&names).unwrap(), ..Desk::default() };
    picture(Look::at(&game.world, game.battle).unwrap(), "At the gate", &mut desk, 640, 480)
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
    let plain = drawn(&[]);
    for layer in ["grid", "reach", "threat", "sight", "names"] {
        let changed = differing(&plain, &drawn(&[layer]));
        assert!(changed > 150, "{layer} changes only {changed} pixels");
    }
}

#[test]
fn an_unknown_layer_is_refused_with_those_there_are() {
    let wrong = Layers::named(&["treasure".to_owned()]).unwrap_err();
    assert!(wrong.contains("treasure") && wrong.contains("threat"), "{wrong}");
}

#[test]
fn the_command_line_writes_a_png_or_says_why_not() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("gate.png");
    let run = |out: &str, show: &str| {
        let args = ["picture", "gate", "--show", show, "--size", "320x240", "--out", out];
        Command::new(env!("CARGO_BIN_EXE_sortie")).args(args).output().unwrap()
    };
    let output = run(file.to_str().unwrap(), "threat,flank,zones");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(std::fs::read(&file).unwrap().starts_with(b"\x89PNG"));
    assert!(!run(file.to_str().unwrap(), "treasure").status.success());
    let nowhere = run("/nowhere/at/all.png", "grid");
    assert!(!nowhere.status.success() && !nowhere.stderr.is_empty());
}
