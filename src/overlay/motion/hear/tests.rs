//! Trials of what is heard of the chronicle.

use super::*;
use crate::battle::{Bout, Roll, Sum};
use crate::overlay::trial;

fn square(x: i32, y: i32) -> Square {
    Square::new(x, y)
}

fn shown(heard: &mut Heard, facts: &[Fact]) -> Vec<String> {
    let mut shows = Vec::new();
    facts.iter().for_each(|fact| heard.places(fact, &mut shows));
    let name = |show: &Show| match show {
        Show::Area { squares } => format!("area of {}", squares.len()),
        Show::Scatter { from, to } => format!("from {from} astray to {to}"),
        Show::Streak { points, .. } => format!("way of {}", points.len()),
        other => format!("{other:?}"),
    };
    shows.iter().map(name).collect()
}

#[test]
fn a_way_begins_where_somebody_stood_and_an_area_does_not() {
    let mut heard = Heard { stood: [(Id(0), square(0, 0))].into(), ..Heard::default() };
    let way = [square(0, 0), square(1, 0), square(2, 0)];
    let line = [square(3, 0), square(4, 0), square(5, 0)];
    let facts = [Fact::new("move", "").who(Id(0)).way(Id(0), way), Fact::new("area", "").who(Id(0)).area(line)];
    assert_eq!(shown(&mut heard, &facts), ["way of 3", "area of 3"]);
    // The next way begins where the last has ended.
    let back = Fact::new("move", "").who(Id(0)).way(Id(0), [square(2, 0), square(1, 0)]);
    assert_eq!(shown(&mut heard, &[back]), ["way of 2"]);
}

/// Promise: of several blows at once what each does is shown after its own dice.
#[test]
fn what_comes_of_dice_follows_them() {
    let fact = |text: &str, of: Option<usize>| {
        let mut fact = Fact::new("damage", text);
        fact.of = of;
        fact
    };
    let fresh = [
        fact("first dice", None),
        fact("second dice", None),
        fact("first wound", Some(2)),
        fact("first falls", Some(3)),
        fact("second wound", Some(3)),
        fact("of what was seen before", Some(9)),
    ];
    let shown: Vec<&str> = each_after_its_own(7, &fresh).into_iter().map(|(_, fact)| fact.text.as_str()).collect();
    let expected =
        ["first dice", "first wound", "first falls", "second dice", "second wound", "of what was seen before"];
    assert_eq!(shown, expected);
}

/// Promise: of a contest nothing is told before the dice of both have been thrown, and whoever resists strikes nobody.
#[test]
fn a_contest_is_settled_by_the_dice_of_both() {
    trial::in_game("hursagmu", |look| {
        let side = |who, whom, total, other, wins| {
            let roll = Roll { total, ..Roll::default() }.against(Sum::of("other", other), wins);
            Fact::new("contest", "").who(Id(who)).whom(Id(whom)).roll(roll)
        };
        let throw = side(0, 1, 5, 9, false).bout(Bout::Throw);
        let both = [throw, side(1, 0, 9, 5, true).bout(Bout::Answer)];
        let placed: Vec<(usize, &Fact)> = (7..).zip(&both).collect();
        let told = Heard::default().beats(look, &placed);
        let kinds = told.iter().map(|(show, _, places)| match show {
            Show::Blow { by, .. } => (format!("{} strikes", by.0), places.clone()),
            Show::Dice { who, is_open, .. } => (format!("{} throws, open: {is_open}", who.0), places.clone()),
            Show::Word { over, text, .. } => (format!("{text} over {}", over.0), places.clone()),
            other => panic!("{other:?}"),
        });
        let expected = [
            ("0 strikes".to_owned(), vec![]),
            ("0 throws, open: true".to_owned(), vec![]),
            ("1 throws, open: false".to_owned(), vec![]),
            ("miss over 1".to_owned(), vec![7, 8]),
        ];
        assert_eq!(kinds.collect::<Vec<_>>(), expected);
        // Where only one of them is known, its dice are not held against anything that is to come.
        let alone = Heard::default().beats(look, &placed[..1]);
        assert!(alone.iter().all(|(show, ..)| !matches!(show, Show::Dice { is_open: true, .. })));
    });
}

#[test]
fn what_misses_its_square_shows_where_it_came_down() {
    let mut heard = Heard::default();
    let missed = |success| Roll { success: Some(success), ..Roll::default() };
    let aimed = |success| Fact::new("aim", "").who(Id(1)).at([square(4, 4)]).roll(missed(success));
    let landed = Fact::new("landed", "").who(Id(1)).at([square(6, 4)]);
    assert!(shown(&mut heard, &[aimed(false), landed.clone()]).is_empty(), "another fact of one square");
    let landed = landed.astray(Astray::Elsewhere);
    assert_eq!(shown(&mut heard, &[aimed(false), landed.clone()]), ["from (4,4) astray to (6,4)"]);
    assert!(shown(&mut heard, &[aimed(true), landed]).is_empty());
}
