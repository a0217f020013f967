//! What is written over the field while a battle goes on: each word in a place of its own.

use std::collections::BTreeMap;
use std::time::Duration;

use sortie::overlay::{FieldView, Motion, Pace, Preferences, Speed};

use crate::kit::Battle;
use crate::kit::window::{PAGE, SMALL, by_people, sized};

/// A battle of each game.
const BATTLES: [&str; 5] = ["gate", "brawl_at_the_crown", "toll_bridge", "spears_at_the_bridge", "tavern_yard"];

/// Promise: words, dice and cards over the field never lie over one another, and as good as never over the face they are about,
/// in whole battles of all games, however much happens at once.
#[test]
fn every_word_over_the_field_has_a_place_of_its_own() {
    for (index, name) in BATTLES.into_iter().enumerate() {
        let (size, speed) = if index % 2 == 0 { (SMALL, Speed::Fast) } else { (PAGE, Speed::Normal) };
        let mut screen = by_people(name, 2);
        screen.edit::<Pace>().auto = true;
        screen.edit::<Preferences>().speed = speed;
        let mut harness = sized(screen, size, Duration::from_millis(250));
        let (mut seen, mut most, mut over, mut told) = (0, 0, 0, BTreeMap::new());
        for _ in 0..300 {
            harness.step();
            let notes = harness.edit::<Motion>().notes().to_vec();
            let view = harness.edit::<FieldView>().drawn.clone();
            for (index, (who, room)) in notes.iter().enumerate() {
                for (other, taken) in notes.iter().skip(index + 1) {
                    assert!(!room.intersects(*taken), "{name}: over {who:?} at {room:?}, over {other:?} at {taken:?}");
                }
                let token = view.iter().flat_map(|view| view.tokens.iter().map(|token| (view.view, token)));
                let face =
                    token.filter(|(_, token)| token.id == *who).map(|(view, token)| view.area(token.spot)).next();
                over += usize::from(face.is_some_and(|face| face.shrink(face.width() * 0.3).intersects(*room)));
                *told.entry(*who).or_insert(0) += 1;
            }
            seen += notes.len();
            most = most.max(notes.len());
            if harness.end().is_some() {
                break;
            }
        }
        assert!(seen > 40 && most > 2 && told.len() > 2, "{name}: {seen} words over {}, {most} at once", told.len());
        assert!(over * 25 <= seen, "{name}: {over} of {seen} words lie over the face that they are about");
    }
}
