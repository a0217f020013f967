use super::*;
use crate::board::{CoverObject, Edge, Terrain};
use crate::looks::shipped::{FACES, LAND, face, read};
use crate::looks::{Shared, Texture};
use crate::rulebook::Library;

/// A board with something of everything: what leans over, what shades, what grows together.
fn everything() -> Board {
    let ground = |name: &str, cost: u8, tags: &[&str]| Terrain {
        name: name.into(),
        cost,
        blocks_sight: cost == 0,
        cover: Default::default(),
        tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
    };
    let rows = [
        "gggggwww~~~~",
        "gTgggwfw~~pp",
        "ggggTwfw~~pp",
        "gghhgwdd~bbb",
        "gghgggdd~~~~",
        "rrgglgee==~~",
        "rrg|ggeett~~",
        "ggggggssuum~",
    ];
    let kinds = [
        ('g', ground("meadow", 1, &[])),
        ('T', ground("oak", 0, &[])),
        ('w', ground("wall", 0, &[])),
        ('f', ground("flagstones", 1, &["lit"])),
        ('d', ground("flagstones", 1, &["dark"])),
        ('~', ground("river", 2, &[])),
        ('p', ground("quay", 1, &[])),
        ('b', ground("bridge", 1, &[])),
        ('h', ground("hedge", 0, &[])),
        ('r', ground("rock", 0, &[])),
        ('l', ground("lamp post", 0, &[])),
        ('|', ground("ruin", 0, &[])),
        ('e', ground("trodden earth", 1, &[])),
        ('=', ground("stairs", 1, &[])),
        ('t', ground("table", 0, &[])),
        ('s', ground("reeds", 1, &[])),
        ('u', ground("shed roof", 1, &[])),
        ('m', ground("mud", 1, &[])),
    ];
    let mut board = Board::open(12, 8, kinds[0].1.clone()).unwrap();
    board.terrains = kinds.iter().map(|(_, kind)| kind.clone()).collect();
    for (y, row) in rows.iter().enumerate() {
        for (x, letter) in row.chars().enumerate() {
            let kind = kinds.iter().position(|(known, _)| *known == letter).unwrap();
            let cell = board.cell_mut(Square::new(x as i32, y as i32)).unwrap();
            cell.terrain = kind as u8;
            cell.height = if x < 3 && y > 4 { 8 } else { 0 };
        }
    }
    board.objects.push(CoverObject {
        name: "Cart".into(),
        cover: Default::default(),
        squares: vec![Square::new(3, 7)],
    });
    board.objects.push(CoverObject { name: "oak door".into(), cover: Default::default(), squares: Vec::new() });
    let mut edge = |a: (i32, i32), b: (i32, i32), edge: Edge| *board.edge_mut(a.into(), b.into()).unwrap() = edge;
    let wall = Edge { blocks_move: true, blocks_sight: true, ..Edge::default() };
    edge((3, 0), (3, 1), wall);
    edge((3, 1), (4, 1), wall);
    edge((4, 3), (4, 4), Edge { blocks_sight: false, ..wall });
    edge((5, 6), (5, 7), Edge { object: Some(1), ..wall });
    board
}

fn all_faces() -> Vec<Shared<Face>> {
    let all: Vec<_> = FACES.values().cloned().collect();
    assert!(all.len() >= 5);
    all
}

#[test]
fn pieces_meet_without_a_seam() {
    let board = everything();
    for (face, cell) in all_faces().into_iter().zip([1, 7, 20, 33, 40]) {
        let whole = paint(&board, (&LAND, &face), Square::new(-1, -1), (14, 10), cell).unwrap();
        for (from, count) in [((0, 0), (5, 3)), ((5, 0), (9, 3)), ((0, 3), (5, 7)), ((5, 3), (9, 7))] {
            let part = paint(&board, (&LAND, &face), Square::new(from.0 - 1, from.1 - 1), count, cell).unwrap();
            assert_eq!((part.width(), part.height()), (count.0 * cell, count.1 * cell));
            for y in 0..part.height() {
                for x in 0..part.width() {
                    let same = whole.pixel(x + from.0 as u32 * cell, y + from.1 as u32 * cell);
                    assert_eq!(part.pixel(x, y), same, "pixel ({x}, {y}) of the piece from {from:?} at {cell}");
                }
            }
        }
    }
}

#[test]
fn the_same_board_is_painted_the_same() {
    let (board, face) = (everything(), face("field").unwrap());
    let paint = || paint(&board, (&LAND, &face), Square::new(0, 0), (12, 8), 24).unwrap();
    assert_eq!(paint().data(), paint().data());
}

#[test]
fn every_ground_that_ships_is_drawn_as_what_it_is_called() {
    let library = Library::open("rulesets");
    let mut count = 0;
    for name in library.scenarios() {
        let setup = &library.scenario(&name).unwrap().setup;
        for terrain in &setup.board.terrains {
            assert!(setup.rules.looks.land().is_known(terrain), "{name}: {}", terrain.name);
            count += 1;
        }
    }
    assert!(count > 100, "{count} kinds of ground");
}

#[test]
fn ground_of_no_known_word_is_drawn_as_it_is_walked() {
    let odd = |cost: u8, blocks_sight: bool| Terrain {
        name: "zzyx".into(),
        cost,
        blocks_sight,
        cover: Default::default(),
        tags: Vec::new(),
    };
    assert!(!LAND.is_known(&odd(1, false)));
    assert!(LAND.looks(&odd(1, false)).unwrap().paint != LAND.looks(&odd(2, false)).unwrap().paint);
    assert!(LAND.looks(&odd(0, true)).unwrap().mass.is_some() && LAND.looks(&odd(0, false)).unwrap().stands.is_some());
    for (cost, blocks_sight) in [(1, false), (2, false), (0, false), (0, true)] {
        let board = Board::open(3, 2, odd(cost, blocks_sight)).unwrap();
        assert!(paint(&board, (&LAND, &face("plan").unwrap()), Square::new(0, 0), (3, 2), 16).is_some());
    }
}

#[test]
fn squares_of_any_size_and_boards_of_one_square_can_be_painted() {
    let board = everything();
    let one = Board::one_square(board.terrains[1].clone());
    for (face, cell) in all_faces().into_iter().cycle().zip([1, 2, 3, 5, 16, 64, 128, 256]) {
        let picture = paint(&one, (&LAND, &face), Square::new(-1, -1), (3, 3), cell).unwrap();
        assert_eq!(picture.pixel(cell * 3 / 2, cell * 3 / 2).map(|pixel| pixel.alpha()), Some(255), "at {cell}");
    }
    let face = face("clay").unwrap();
    assert!(paint(&board, (&LAND, &face), Square::new(0, 0), (12, 8), 0).is_none());
    assert!(paint(&board, (&LAND, &face), Square::new(0, 0), (0, 8), 20).is_none());
    assert!(paint(&board, (&LAND, &face), Square::new(0, 0), (4096, 4096), 64).is_none());
    assert!(paint(&board, (&LAND, &face), Square::new(i32::MAX, 0), (1, 1), 1).is_none());
}

#[test]
fn the_board_covers_its_squares_and_nothing_lies_past_its_shadow() {
    let board = everything();
    for face in all_faces() {
        let alpha = |from: (i32, i32)| -> Vec<u8> {
            let picture = paint(&board, (&LAND, &face), from.into(), (1, 1), 16).unwrap();
            picture.pixels().iter().map(|pixel| pixel.alpha()).collect()
        };
        assert!(alpha((0, 0)).iter().all(|alpha| *alpha == 255));
        assert!(alpha((11, 7)).iter().all(|alpha| *alpha == 255));
        assert!(alpha((-1, -1)).contains(&0) && alpha((12, 3)).iter().any(|alpha| *alpha > 0));
        assert!(alpha((-2, 3)).iter().chain(&alpha((13, 3))).all(|alpha| *alpha == 0));
    }
}

#[test]
fn faces_make_the_same_ground_look_unlike() {
    let board = everything();
    let pictures: Vec<_> =
        all_faces().iter().filter_map(|face| paint(&board, (&LAND, face), Square::new(0, 0), (6, 6), 16)).collect();
    for (index, one) in pictures.iter().enumerate() {
        for other in &pictures[index + 1..] {
            let apart = one.data().iter().zip(other.data()).map(|(a, b)| u64::from(a.abs_diff(*b))).sum::<u64>();
            assert!(apart / one.data().len() as u64 >= 4, "two faces differ by {apart} in all");
        }
    }
}

#[test]
fn water_is_told_square_by_square() {
    let wet = water(&everything(), &LAND);
    assert!(wet.contains(&Square::new(8, 0)) && wet.contains(&Square::new(11, 7)));
    assert!(!wet.contains(&Square::new(10, 1)) && !wet.contains(&Square::new(0, 0)));
}

/// Promise: ground that a game brings is painted in its own colours, also ground of a name that ships, and for that game alone.
#[test]
fn ground_that_a_game_brings_is_painted_in_its_colours() {
    let own: Land = read(
        r##"(
            paints: {"regolith": (texture: Soft, colours: ("#c03080", "#c03080", "#c03080"))},
            looks: [(words: ["regolith", "meadow"], paint: "regolith")],
        )"##,
    )
    .unwrap();
    let own = own.over(&LAND);
    let kind = |name: &str| Terrain { name: name.into(), ..everything().terrains[0].clone() };
    let pink = |land: &Land, name: &str| {
        let board = Board::open(3, 3, kind(name)).unwrap();
        let picture = paint(&board, (land, &face("field").unwrap()), Square::new(0, 0), (3, 3), 16).unwrap();
        picture.pixels().iter().filter(|pixel| pixel.red() > pixel.green().saturating_add(60)).count()
    };
    for name in ["regolith", "meadow"] {
        assert!(pink(&own, name) > 2000 && pink(&LAND, name) < 200, "{name}: {}", pink(&own, name));
    }
    assert!(pink(&own, "snow") < 200);
    assert_eq!(own.texture(&kind("regolith")), Some(Texture::Soft));
}

/// Promise: of a picture it is known what stands there: trees and walls do, and bare ground does not.
#[test]
fn what_stands_is_told_from_the_ground() {
    let (board, face) = (everything(), face("field").unwrap());
    let (picture, stands) = paint_apart(&board, (&LAND, &face), Square::new(0, 0), (12, 8), 16).unwrap();
    let stands = stands.unwrap();
    assert_eq!(stands.len(), picture.pixels().len());
    let at = |x: usize, y: usize| stands[(y * 16 + 8) * 12 * 16 + x * 16 + 8];
    let all = [at(1, 1), at(5, 1), at(2, 3)];
    assert!(all.iter().all(|share| *share > 200), "a tree, a wall and a hedge: {all:?}");
    assert_eq!([at(0, 0), at(9, 0), at(11, 6)], [0; 3]);
}
