//! What is handed over where there is no disc: files that are dropped onto the page, which are saved battles or rulesets, and files
//! that are given away.

use std::path::{Path, PathBuf};

use bevy::ecs::prelude::{On, ResMut, World};
use bevy::image::ImageFormat;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};

use super::life;
use super::notices::Notices;
use super::reload;
use super::saves::Saves;
use super::screen::{Overlay, Shelf, Shown};
use super::start::{Listed, NextBattle};
use super::wishes::{self, Wish};
use crate::files::{self, zip};
use crate::machine;
use crate::record::{MAX_BYTES, Record, record, shelf};
use crate::rulebook::{FOLDERS, is_part, reader};

/// So many files are taken at once, and so many bytes.
const FILES: usize = 2_000;
const ROOM: usize = 16 << 20;

/// Takes what was handed over since this was asked last.
pub(super) fn hear(world: &mut World, overlay: &mut Overlay, shown: &mut Shown) {
    let Some(handed) = machine::handed() else { return };
    life::touch(world);
    if let Err(why) = handed.and_then(|files| take(world, overlay, shown, files)) {
        overlay.say(why);
    }
}

/// Takes files by their paths: rulesets are read and listed with the others, a saved battle is loaded.
///
/// # Errors
/// With why they are not taken; what is wrong with a ruleset stands in the notices.
pub(super) fn take(world: &mut World, overlay: &mut Overlay, shown: &mut Shown, all: zip::Files) -> Result<(), String> {
    // What was wrong with the last ones is told no more.
    let notices = overlay.edit::<Notices>();
    notices.broken.clear();
    notices.said = None;
    let mut files = Vec::new();
    for (path, bytes) in all {
        match path.strip_suffix(".zip") {
            Some(name) => files.extend(unpacked(name, &bytes)?),
            None => files.push((path, bytes)),
        }
    }
    let Some(first) = files.first().map(|(path, _)| path.clone()) else {
        return Err("nothing was handed over that has a file in it".to_owned());
    };
    let is = |path: &str, ending: &str| Path::new(path).extension().is_some_and(|it| it == ending);
    let (rules, others): (Vec<_>, Vec<_>) = files.into_iter().partition(|(path, _)| is(path, "ron"));
    if !rules.is_empty() {
        return read(world, overlay, shown, rules);
    }
    let battle = others.into_iter().find(|(path, _)| is(path, "json") || is(path, "txt"));
    let expected =
        "a saved battle (.json, or .txt with a code) or the files of a ruleset (.ron, in a folder or a .zip)";
    let (path, bytes) = battle.ok_or_else(|| format!("found {first}, expected {expected}"))?;
    let record = Record::parse(&path, &bytes).map_err(|why| why.to_string())?;
    let name = Path::new(&path).file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    // Where nothing is kept it is loaded all the same.
    let code = || record.code().map(PathBuf::from).map_err(|why| why.to_string());
    let place = overlay.edit::<Saves>().adopt(&record, &name).or_else(|_| code())?;
    wishes::grant(world, overlay, shown, Wish::Load(place));
    Ok(())
}

/// What lies in a zip of this name. What lies in no folder there lies in one of its name.
fn unpacked(name: &str, bytes: &[u8]) -> Result<zip::Files, String> {
    let mut files = zip::unpacked(bytes, FILES, ROOM).map_err(|why| format!("{name}.zip: {why}"))?;
    // Some systems lay notes of their own beside the files.
    files.retain(|(path, _)| !path.split('/').any(|part| part.starts_with('.') || part == "__MACOSX"));
    if files.iter().any(|(path, _)| !path.contains('/') && path.ends_with(".ron")) {
        let name = name.rsplit('/').next().unwrap_or(name);
        files.iter_mut().for_each(|(path, _)| *path = format!("{name}/{path}"));
    }
    Ok(files)
}

/// Where a file lies among rulesets, and its ruleset: that of its folder, else the one that is chosen.
fn placed(path: &str, chosen: Option<&str>) -> Result<(String, String), String> {
    let parts: Vec<&str> = path.split(['/', '\\']).filter(|part| !part.is_empty()).collect();
    let is_kind = |kind: &str| FOLDERS.contains(&kind);
    let none = || format!("{path}: found a file alone, expected the folder of its ruleset, or a game that is chosen");
    let (name, file) = match parts.as_slice() {
        [.., name, kind, file] if is_kind(kind) => ((*name).to_owned(), format!("{kind}/{file}")),
        [kind, file] if is_kind(kind) => (chosen.ok_or_else(none)?.to_owned(), format!("{kind}/{file}")),
        [.., name, file] => ((*name).to_owned(), (*file).to_owned()),
        [file] if is_part(file) => (chosen.ok_or_else(none)?.to_owned(), (*file).to_owned()),
        [file] => (chosen.ok_or_else(none)?.to_owned(), format!("scenarios/{file}")),
        [] => return Err(none()),
    };
    let is_plain = !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || "_-".contains(letter));
    match is_plain {
        true => Ok((format!("{name}/{file}"), name)),
        false => Err(format!("{path}: found `{name}`, expected a ruleset's name of letters, digits, `-` and `_`")),
    }
}

/// Reads rulesets that were handed over, and lists them with the others.
fn read(world: &mut World, overlay: &mut Overlay, shown: &mut Shown, files: zip::Files) -> Result<(), String> {
    let Some(shelf) = world.get_resource::<Shelf>().map(|shelf| shelf.0.clone()) else { return Ok(()) };
    let chosen = wishes::ruleset(world, overlay, shown);
    let (mut placed_files, mut names) = (Vec::new(), Vec::new());
    for (path, bytes) in files {
        let (to, name) = placed(&path, chosen.as_ref().map(|chosen| chosen.as_str()))?;
        if bytes.len() > reader::MAX_BYTES {
            return Err(format!(
                "{path}: found {} kB, expected at most {}",
                bytes.len() >> 10,
                reader::MAX_BYTES >> 10
            ));
        }
        let text = String::from_utf8(bytes).map_err(|_| format!("{path}: found bytes that are no text"))?;
        placed_files.push((to, text));
        names.push(name);
    }
    names.sort();
    names.dedup();
    let library = shelf.with(placed_files);
    let known = library.sources().known();
    if let Some(name) = names.iter().find(|name| !known.contains(name)) {
        return Err(format!("found files of {name}, and no `ruleset.ron`: no ruleset of this name is there"));
    }
    if reload::reread_from(world, overlay, shown, (&library, &names)) {
        overlay.edit::<Notices>().told = Some(format!("Handed over: {}.", names.join(", ")));
        let place = overlay.of::<Listed>().rulesets().find(|(_, game)| names.iter().any(|name| name == game.as_str()));
        if let Some((place, _)) = place {
            overlay.edit::<NextBattle>().chosen.turn_to(place);
        }
    }
    Ok(())
}

/// Gives a saved battle away, or the one that is played.
pub(super) fn give(world: &World, overlay: &mut Overlay, shown: &Shown, file: Option<&Path>) {
    let battle = || {
        let record = shown.battle.and_then(|battle| record(world, battle)).ok_or("this battle cannot be saved")?;
        Ok((shelf::called(&shown.title, "json"), record.text().map_err(|why| why.to_string())?.into_bytes()))
    };
    let given = match file {
        Some(file) => {
            let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            files::read(file, MAX_BYTES).map(|bytes| (name, bytes)).map_err(|why| why.to_string())
        }
        None => battle(),
    };
    overlay.tell_of(given.and_then(|(name, bytes)| self::given(&name, &bytes)));
}

/// Gives a file away; what is told of it.
pub(super) fn given(name: &str, bytes: &[u8]) -> Result<String, String> {
    machine::give(name, bytes).map(|()| format!("{name} is among the downloads."))
}

/// Takes a picture of the window, without what lies over the battle now: it is given away, or lies in a file.
pub(super) fn picture(world: &mut World, overlay: &mut Overlay, title: &str) {
    overlay.edit::<Saves>().open = false;
    let name = shelf::called(title, "png");
    world.spawn(Screenshot::primary_window()).observe(
        move |taken: On<'_, '_, ScreenshotCaptured>, mut overlay: ResMut<'_, Overlay>| {
            let told = png(&taken).and_then(|bytes| match machine::HANDS_OVER {
                true => given(&name, &bytes),
                false => {
                    overlay.of::<Saves>().lay(&name, &bytes).map(|place| format!("The picture is {}.", place.display()))
                }
            });
            overlay.tell_of(told);
        },
    );
}

fn png(taken: &ScreenshotCaptured) -> Result<Vec<u8>, String> {
    let format = ImageFormat::Png.as_image_crate_format().ok_or("pictures cannot be written here")?;
    let image = taken.image.clone().try_into_dynamic().map_err(|why| why.to_string())?;
    let mut bytes = std::io::Cursor::new(Vec::new());
    // What is opaque on the screen is so in the picture.
    image.to_rgb8().write_to(&mut bytes, format).map_err(|why| why.to_string())?;
    Ok(bytes.into_inner())
}

#[cfg(test)]
mod tests {
    use super::super::screen::{Opening, Screen};
    use super::*;
    use crate::rulebook::Library;

    /// Promise: files find their ruleset by their folders, however deep these lie, else by the game that is chosen; no path leads
    /// out of it.
    #[test]
    fn files_find_their_ruleset() {
        let to = |path: &str| placed(path, Some("zones")).map(|(to, _)| to);
        for (path, place) in [
            ("chess/ruleset.ron", "chess/ruleset.ron"),
            ("games/rulesets/chess/scenarios/a.ron", "chess/scenarios/a.ron"),
            ("chess\\lessons\\a.ron", "chess/lessons/a.ron"),
            ("scenarios/a.ron", "zones/scenarios/a.ron"),
            ("arms.ron", "zones/arms.ron"),
            ("bridge.ron", "zones/scenarios/bridge.ron"),
        ] {
            assert_eq!(to(path).as_deref(), Ok(place), "{path}");
        }
        for path in ["../ruleset.ron", "a b/ruleset.ron", "", "C:/x.ron"] {
            assert!(to(path).is_err(), "{path}");
        }
        assert!(placed("arms.ron", None).unwrap_err().contains("arms.ron"));
    }

    /// A window at its start screen, with a hand over of these files.
    fn after(files: &[(&str, &str)]) -> (Screen, Result<(), String>) {
        let library = Library::open("rulesets");
        let scenario = library.scenario("skirmish4").unwrap();
        let mut screen = Screen::new(Opening::of(library, scenario, 1));
        let mut shown = screen.world.remove_resource::<Shown>().unwrap();
        let mut overlay = screen.world.remove_resource::<Overlay>().unwrap();
        let files = files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect();
        let taken = take(&mut screen.world, &mut overlay, &mut shown, files);
        screen.world.insert_resource(overlay);
        screen.world.insert_resource(shown);
        (screen, taken)
    }

    /// Promise: a scenario that is dropped is listed with those of its game; what is wrong with a ruleset has file, line and column;
    /// what is nothing of ours is told by its name.
    #[test]
    fn what_is_dropped_is_read_as_files_are() {
        let own = std::fs::read_to_string("rulesets/zones/scenarios/coopers_lane.ron").unwrap();
        let (mut screen, taken) = after(&[("games/zones/scenarios/own_lane.ron", &own)]);
        taken.unwrap();
        assert!(screen.edit::<Notices>().told.as_ref().is_some_and(|told| told.contains("zones")));
        assert!(screen.world.resource::<Shelf>().0.scenario("zones/own_lane").is_ok());
        let (mut screen, taken) = after(&[("zones/ruleset.ron", "(\n    titel: 3)")]);
        taken.unwrap();
        let broken = &screen.edit::<Notices>().broken;
        assert!(broken.iter().any(|problem| problem.to_string().starts_with("zones/ruleset.ron:2:")), "{broken:?}");
        let (mut screen, taken) = after(&[("chess/ruleset.ron", "(\n    title: \"Chess\",\n    titel: 3)")]);
        taken.unwrap();
        assert_eq!(screen.edit::<Notices>().heading, "Chess cannot be read.");
        for (path, why) in [
            ("photo.png", "photo.png"),
            ("a.zip", "a.zip"),
            ("nowhere/scenarios/a.ron", "nowhere"),
            ("x.json", "x.json"),
        ] {
            let told = after(&[(path, "?")]).1.unwrap_err();
            assert!(told.contains(why), "{path}: {told}");
        }
    }

    /// Promise: a saved battle that is dropped is shown, whether battles are kept here or not.
    #[test]
    fn a_battle_that_is_dropped_is_shown() {
        let (screen, _) = after(&[]);
        let saved = record(&screen.world, screen.battle().unwrap()).unwrap();
        for (name, text) in [("x.json", saved.text().unwrap()), ("x.txt", saved.code().unwrap())] {
            let (screen, taken) = after(&[(name, &text)]);
            taken.unwrap();
            assert!(screen.world.resource::<Shown>().loaded.is_some(), "{name}");
        }
    }
}
