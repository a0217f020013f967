//! Trials of how zones are drawn.

use super::*;
use crate::overlay::trial;

/// Promise: whatever is written by the name of a zone is explained in the legend.
#[test]
fn what_zones_are_like_is_explained() {
    let mut seen = 0;
    for name in ["first_milestone", "toll_bridge", "coopers_lane", "ambush_at_the_ford", "the_giants_yard"] {
        let game = trial::begun(name, 1);
        let look = trial::look(&game);
        let (told, zones) = (likes(look), 0..look.board().zones.len());
        let words: Vec<&str> = zones.flat_map(|zone| like(look, zone)).collect();
        assert!(words.iter().all(|word| told.contains_key(word)), "{name}: {words:?}");
        seen += words.len();
    }
    assert!(seen > 10, "{seen} words");
}

/// Promise: a border says what it costs to cross it, or that nobody does, and what each of its words means.
#[test]
fn a_border_says_what_it_is() {
    let (mut open, mut shut, mut words) = (0, 0, 0);
    for name in ["toll_bridge", "coopers_lane", "lair_of_the_wyrm", "the_giants_yard"] {
        let game = trial::begun(name, 1);
        let look = trial::look(&game);
        for each in look.spots().graph().borders() {
            let told = border(look, each.between.0, each.between.1);
            assert_eq!(told[0].contains("half a zone"), each.open, "{name}: {told:?}");
            assert_eq!(told[0].contains("nobody crosses"), !each.open, "{name}: {told:?}");
            *(if each.open { &mut open } else { &mut shut }) += 1;
            let means = told.iter().filter(|line| each.tags.iter().any(|word| line.starts_with(&format!("{word}: "))));
            assert_eq!(means.count(), each.tags.len(), "{name}: {told:?}");
            words += each.tags.len();
        }
    }
    assert!(open > 4 && shut > 0 && words > 4, "{open} open, {shut} shut, {words} words");
}

/// Promise: whoever is pointed at stands in the place that is marked, which is that of nobody who stands elsewhere, and the
/// names that are tinted are those of its zones.
#[test]
fn it_is_marked_where_somebody_stands() {
    let mut places = 0;
    for name in ["toll_bridge", "coopers_lane"] {
        let game = trial::begun(name, 1);
        let look = trial::look(&game);
        let there: Vec<Id> = look.shown().filter(|id| look.place(*id).present).collect();
        for who in &there {
            let spot = look.spot(*who).unwrap();
            let zones = lit(look, *who);
            let told = look.spot_name(spot);
            assert!(zones.iter().all(|zone| told.contains(&look.board().zones[*zone].name)), "{told}: {zones:?}");
            let own = place(look, *who);
            assert!(!zones.is_empty() && own != Outline::default(), "{told}");
            for other in &there {
                assert_eq!(own == place(look, *other), look.spot(*other) == Some(spot), "{name}: {told}");
                places += usize::from(look.spot(*other) != Some(spot));
            }
        }
    }
    assert!(places > 0, "all stand in one place");
}

/// Promise: whoever stands on a border is counted by both zones as on it, and by none as in it.
#[test]
fn whoever_stands_on_a_border_is_in_no_zone() {
    let stand = [vec![0], vec![0], vec![0, 1], vec![2]];
    let all = [0, 1, 2, 3].map(|zone| told(&stand, zone));
    let words = |words: &str| Some(words.to_owned());
    assert_eq!(all[0], [words("2 here, 1 on the border"), words("2 here")], "short of room those on it are left out");
    assert_eq!(all[1..], [[words("1 on the border"), None], [words("1 here"), words("1 here")], [None, None]]);
}

/// Promise: a name that has no room is cut letter by letter, and never to a single one.
#[test]
fn names_are_cut_from_their_end() {
    assert_eq!(cut("Far bank").collect::<Vec<_>>(), ["Far ban…", "Far ba…", "Far b…", "Far…", "Far…", "Fa…"]);
    assert_eq!(cut("Yd").count(), 0);
}

/// Promise: within a zone ground is seen nearly as it is drawn; its tint is a rim along its borders.
#[test]
fn a_zone_is_tinted_along_its_rim() {
    let is_in = |square: Square| (0..9).contains(&square.x) && (0..9).contains(&square.y);
    let across: Vec<f32> = (0..9).map(|x| tone(Square::new(x, 4), is_in)).collect();
    let [rim, second, third, fourth, inner] = TONES;
    assert_eq!(across, [rim, second, third, fourth, inner, fourth, third, second, rim]);
    assert!(inner <= 0.06 && rim < 0.16 && TONES.iter().is_sorted_by(|one, next| one > next));
    assert!(across.windows(2).all(|pair| (pair[0] - pair[1]).abs() < 0.03), "an edge is seen: {across:?}");
}
