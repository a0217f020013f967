//! Spoiled files: rulesets, scenarios, lessons, saves and codes.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sortie::ai::{Mind, Skill};
use sortie::battle::{Look, Setup};
use sortie::lesson;
use sortie::record::{Budget, Game, NotDone, Record};
use sortie::rulebook::Library;
use sortie::rulebook::reader::Problem;

use crate::kit::{self, Battle, Folder, library};

use super::spoil::spoil;
use super::{Chance, asked, leave, run, said_well};

/// Every RON file of the rulesets.
fn ron_files(folder: &Path) -> Vec<PathBuf> {
    kit::files(folder).into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "ron")).collect()
}

/// What is said of a file that is wrong.
fn told(problems: &[Problem]) -> Result<(), String> {
    if problems.is_empty() {
        return Err("is wrong, and nobody says why".to_owned());
    }
    for problem in problems {
        if problem.file.is_empty() || problem.line == 0 || problem.found.is_empty() {
            return Err(format!("is told without its place: {problem}"));
        }
        let told = problem.to_string();
        if let Err(why) = said_well(&told)
            // The files are written in words such as `Some`.
            && !why.contains("speaks of `Some(") && !why.contains("speaks of `None")
        {
            return Err(why);
        }
    }
    Ok(())
}

/// Plays so many decisions by chance.
fn fight(setup: &Arc<Setup>, name: &str, decisions: usize, seed: u64) -> Result<Game, String> {
    let mut game = Game::new(name, &Default::default(), setup.clone(), seed);
    let mut mind = Mind::new(if seed.is_multiple_of(2) { Skill::Random } else { Skill::Plain }, seed);
    for _ in 0..decisions {
        let Some(order) = Look::at(&game.world, game.battle).and_then(|look| mind.decide(look)) else { break };
        match game.decide(order.clone()) {
            Ok(()) => {}
            Err(NotDone::Refused(refusal)) => return Err(format!("`{order}` was offered, then refused: {refusal}")),
            Err(NotDone::Broke(mishap)) => return Err(mishap.to_string()),
        }
    }
    Ok(game)
}

/// Tries what a spoiled file is for.
fn tried(chance: &mut Chance, folder: &Path, path: &Path) -> Result<(), String> {
    let library = Library::open(folder);
    let ruleset = path.strip_prefix(folder).unwrap().components().next().unwrap();
    let ruleset = ruleset.as_os_str().to_str().unwrap().to_owned();
    let place = path.parent().and_then(Path::file_name).and_then(|name| name.to_str()).unwrap_or_default();
    let fights = |chance: &mut Chance, name: &str, decisions| match library.scenario(name) {
        Ok(scenario) => fight(&scenario.setup, &scenario.name, decisions, chance.next() % 1_000).map(drop),
        Err(problems) => told(&problems),
    };
    let lessons = |path: &Path, most: usize| match library.lesson_file(path) {
        Err(problems) => told(&problems),
        Ok(lessons) => lessons.iter().take(most).try_for_each(|each| {
            let report = lesson::run(each);
            let broken = report.differences.iter().find(|each| each.found.contains("broke down"));
            broken.map_or(Ok(()), |broken| Err(format!("{}: {}: {}", report.id, broken.what, broken.found)))
        }),
    };
    match place {
        "lessons" => lessons(path, 400),
        "scenarios" => fights(chance, &format!("{ruleset}/{}", path.file_stem().unwrap().to_str().unwrap()), 60),
        _ => match library.rules(&ruleset) {
            Err(problems) => told(&problems),
            Ok(_) => {
                let of = |name: &&String| name.starts_with(&format!("{ruleset}/"));
                let names = library.scenarios();
                let names: Vec<&String> = names.iter().filter(of).collect();
                let name: &String = chance.pick::<&String>(&names);
                fights(chance, name, 40)?;
                let files = ron_files(&folder.join(&ruleset).join("lessons"));
                lessons(chance.pick::<PathBuf>(&files), 12)
            }
        },
    }
}

#[test]
fn fuzz_spoiled_files_are_told_or_harmless() {
    let folder = Folder::of_all_rulesets();
    let files = ron_files(folder.path());
    // A kind has few files or many; each kind is as likely.
    let kind = |path: &PathBuf| match path.parent().and_then(Path::file_name).and_then(|name| name.to_str()) {
        Some(place @ ("lessons" | "scenarios")) => place.to_owned(),
        _ => path.file_name().unwrap().to_str().unwrap().to_owned(),
    };
    let mut kinds: Vec<String> = files.iter().map(kind).collect();
    kinds.sort();
    kinds.dedup();
    run("file", asked().unwrap_or(60), |number, chance| {
        let wanted = chance.pick(&kinds);
        let of: Vec<&PathBuf> = files.iter().filter(|path| kind(path) == *wanted).collect();
        let (path, other) = (*chance.pick(&of), *chance.pick(&of));
        let (sound, other) = (std::fs::read_to_string(path).unwrap(), std::fs::read_to_string(other).unwrap());
        let spoiled = spoil(chance, &sound, &other);
        std::fs::write(path, &spoiled).unwrap();
        let outcome = sortie::battle::caught(|| tried(chance, folder.path(), path));
        std::fs::write(path, &sound).unwrap();
        let outcome = outcome.unwrap_or_else(|fault| Err(format!("broke down: {fault}")));
        outcome.map_err(|why| {
            let short = path.strip_prefix(folder.path()).unwrap();
            let name = short.to_str().unwrap().replace('/', "-");
            let left = leave(&format!("{number}-{name}"), spoiled.as_bytes());
            let differs = sound.lines().zip(spoiled.lines()).position(|(a, b)| a != b).map_or(0, |line| line + 1);
            format!("{} line {differs} ({}): {why}", short.display(), left.display())
        })
    });
}

/// Packs the inside of a code as the program does.
fn pack(text: &[u8]) -> String {
    let mut packer = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(text).unwrap();
    let packed = packer.finish().unwrap();
    let sum = <sha2::Sha256 as sha2::Digest>::digest(&packed);
    let encode = |bytes: &[u8]| data_encoding::BASE64URL_NOPAD.encode(bytes);
    format!("sortie2:{}.{}", encode(&packed), encode(&sum[..4]))
}

fn unpack(code: &str) -> String {
    let letters = code.strip_prefix("sortie2:").unwrap().split_once('.').unwrap().0;
    let packed = data_encoding::BASE64URL_NOPAD.decode(letters.as_bytes()).unwrap();
    let mut text = String::new();
    std::io::Read::read_to_string(&mut flate2::read::DeflateDecoder::new(packed.as_slice()), &mut text).unwrap();
    text
}

#[test]
fn fuzz_spoiled_saves_and_codes_are_refused_or_played() {
    let library = library();
    let names = library.scenarios();
    run("save", asked().map_or(40, |asked| asked / 5), |number, chance| {
        let scenario = library.scenario(chance.pick::<String>(&names)).unwrap();
        let game = fight(&scenario.setup, &scenario.name, chance.below(20), chance.next() % 1_000)?;
        let saved = game.saved();
        let text = serde_json::to_string_pretty(&saved).unwrap();
        let spoiled = match chance.below(3) {
            0 => spoil(chance, &text, &text),
            1 => pack(spoil(chance, &unpack(&saved.code().unwrap()), &text).as_bytes()),
            _ => {
                let code = saved.code().unwrap();
                spoil(chance, &code, &code)
            }
        };
        let played = Record::parse("the save", spoiled.as_bytes()).map_err(|why| why.to_string());
        let played = played.and_then(|record| {
            let budget = Budget::of(20_000);
            record.restore(&library, &budget).map(drop).map_err(|why| why.to_string())
        });
        played
            .or_else(|why| said_well(&why))
            .map_err(|why| format!("({}): {why}", leave(&format!("{number}-save.json"), spoiled.as_bytes()).display()))
    });
}
