//! Trials of the looks of ground.

use super::*;
use crate::looks::shipped::LAND;

#[test]
fn the_file_of_land_is_whole() {
    let book = &**LAND;
    let by_walking = [&book.easy, &book.heavy, &book.shut, &book.opaque].map(|looks| looks.as_ref().unwrap());
    let all = book.looks.iter().chain(by_walking);
    let mut used = Vec::new();
    for looks in all {
        let paints = [&looks.paint, &looks.barred].into_iter().flatten();
        for name in paints {
            assert!(book.paints.contains_key(name), "{:?}: no paint {name:?}", looks.words);
            used.push(name);
        }
        if let Some(name) = &looks.mass {
            assert!(book.masses.contains_key(name), "{:?}: no mass {name:?}", looks.words);
            used.push(name);
        }
        let shows = [looks.paint.is_some(), looks.mass.is_some(), looks.stands.is_some()];
        assert!(shows.contains(&true), "{:?} shows nothing", looks.words);
        assert!(looks.paint.is_none() || looks.mass.is_none(), "{:?} is floor and mass", looks.words);
        assert!(looks.barred.is_none() || looks.paint.is_some(), "{:?}", looks.words);
    }
    for name in book.paints.keys().chain(book.masses.keys()) {
        assert!(used.contains(&name), "{name:?} is not used");
    }
}

#[test]
fn names_come_before_words_of_names_and_tags() {
    let named = |name: &str, tags: &[&str]| Terrain {
        tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
        ..Terrain::open(name)
    };
    let paint = |name: &str, tags: &[&str]| LAND.looks(&named(name, tags)).unwrap().paint.as_deref();
    assert_eq!(paint("deep water", &["difficult"]), Some("deep water"));
    assert_eq!(paint("Village Green", &[]), Some("grass"));
    assert_eq!(paint("meadow by the hedge", &["fence"]), Some("meadow"));
    assert_eq!(paint("road and mire", &[]), Some("track"));
    assert_eq!(paint("qwerty", &["swim"]), Some("water"));
}

#[test]
fn water_that_nobody_enters_is_deep() {
    let river = |cost| Terrain { cost, ..Terrain::open("river") };
    assert!(std::ptr::eq(LAND.floor(&river(0)).unwrap(), LAND.paint("deep water").unwrap()));
    assert!(std::ptr::eq(LAND.floor(&river(2)).unwrap(), LAND.paint("water").unwrap()));
}
