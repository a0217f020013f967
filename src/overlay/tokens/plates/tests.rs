//! Where words go, and what they hide.

use bevy_egui::egui::{Context, RawInput, Shape, vec2};

use super::*;
use crate::overlay::place;

fn token(x: f32, y: f32) -> Rect {
    Rect::from_center_size(pos2(x, y), Vec2::splat(40.0))
}

fn page() -> Rect {
    Rect::from_min_size(pos2(0.0, 0.0), vec2(600.0, 400.0))
}

fn plates(tokens: &[Rect]) -> Plates {
    Plates::new(page(), tokens.iter().map(|token| (*token, true, None)))
}

/// Promise: a word about somebody between others is read on them, or has a thread to them, and hides nobody's face.
#[test]
fn words_are_read_on_whom_they_are_about() {
    let column: Vec<Rect> = (0..3).map(|y| token(300.0, 160.0 + y as f32 * 40.0)).collect();
    let mut plates = plates(&column);
    let about = token(300.0, 200.0);
    for _ in 0..4 {
        let room = plates.over(about, vec2(70.0, 18.0), None, false).unwrap();
        let threads = plates.threads.len();
        plates.point(about, room);
        let is_theirs = room.intersects(about) || plates.threads.len() > threads;
        assert!(is_theirs, "{room:?} is not read as theirs");
        assert!(!room.intersects(about.shrink(12.0)), "{room:?} hides their face");
        let others = [column[0], column[2]];
        assert!(others.iter().all(|other| !room.intersects(other.shrink(6.0))), "{room:?} hides another");
    }
    for (index, one) in plates.taken.iter().enumerate() {
        assert!(plates.taken.iter().skip(index + 1).all(|other| !one.intersects(*other)), "{one:?}");
    }
}

/// Promise: a word about somebody lies nearer to them than to whoever has fallen beside them.
#[test]
fn no_word_is_read_as_that_of_the_fallen() {
    let (about, size) = (token(300.0, 200.0), vec2(60.0, 18.0));
    for lies in [token(300.0, 158.0), token(300.0, 242.0), token(342.0, 200.0)] {
        let tokens = [(lies, false, None), (about, true, None)];
        let room = Plates::new(page(), tokens.into_iter()).take(about, size, None).unwrap();
        let far = |token: Rect| (room.center() - token.center()).length();
        assert!(far(about) < far(lies), "{room:?} beside {lies:?}");
    }
}

/// Promise: words lie on the ground that they are given, and beside it only where it has no room for them.
#[test]
fn words_lie_on_their_ground_where_they_can() {
    let (about, left) = (token(220.0, 200.0), Rect::from_min_max(pos2(200.0, 0.0), page().max));
    let lies = |ground: Rect| {
        let mut plates = plates(&[about]);
        let mut output =
            Context::default().run_ui(RawInput { screen_rect: Some(page()), ..Default::default() }, |ui| {
                let words = Words::of("attack with a sword when somebody comes near", theme::INK);
                plates.say_on(ui.painter(), ground, about, words, Weight::Meant);
            });
        output.textures_delta.clear();
        plates.settle_all();
        plates.laid.first().map(|plate| plate.lies)
    };
    assert!(lies(left).is_some_and(|lies| left.contains_rect(lies)));
    let small = Rect::from_min_size(pos2(200.0, 180.0), vec2(60.0, 60.0));
    assert!(lies(small).is_some_and(|lies| page().contains_rect(lies)), "it is read all the same");
}

/// Promise: a line from one to another crosses nobody's face who stands in between, and is whole where nobody does.
#[test]
fn a_line_goes_below_those_between() {
    let ends = [pos2(100.0, 200.0), pos2(400.0, 200.0)];
    assert_eq!(plates(&[token(250.0, 300.0)]).past(ends), [ends]);
    let between = [token(200.0, 205.0), token(220.0, 195.0), token(330.0, 190.0)];
    let parts = plates(&between).past(ends);
    assert_eq!(parts.len(), 3, "{parts:?}");
    for step in 0..=60 {
        let at = ends[0].lerp(ends[1], step as f32 / 60.0);
        let is_drawn = parts.iter().any(|[from, to]| (from.x..=to.x).contains(&at.x));
        let is_over = between.iter().any(|body| (body.center() - at).length() < Plates::face(*body).width() / 2.0);
        assert!(is_drawn != is_over, "{at:?}: {parts:?}");
    }
    assert_eq!(parts.first().map(|part| part[0]), Some(ends[0]));
}

/// Promise: a word over somebody goes out of the way of whoever comes to stand below it; in a crowd without any room near
/// them it hides nobody and is left out, unless it must be read.
#[test]
fn a_word_hides_no_neighbour() {
    let (about, size) = (token(300.0, 200.0), vec2(90.0, 18.0));
    let first = plates(&[about]).over(about, size, None, false).unwrap();
    assert_eq!(plates(&[about]).over(about, size, Some(first.center()), false), Some(first));
    let comes = Rect::from_center_size(first.center() - vec2(0.0, 12.0), Vec2::splat(40.0));
    let then = plates(&[about, comes]).over(about, size, Some(first.center()), false).unwrap();
    assert!(!then.intersects(Plates::face(comes)), "{then:?}");
    let crowd: Vec<Rect> =
        (0..16).flat_map(|x| (0..11).map(move |y| token(x as f32 * 40.0, y as f32 * 40.0))).collect();
    assert_eq!(plates(&crowd).over(crowd[60], size, None, false), None);
    assert!(plates(&crowd).over(crowd[60], size, None, true).is_some());
}

/// Where words are written on a page with these tokens, and how many threads lead to them.
fn written(tokens: &[Rect], mut say: impl FnMut(&Painter, &mut Plates)) -> (Vec<(String, Rect)>, usize) {
    let mut output = Context::default().run_ui(RawInput { screen_rect: Some(page()), ..RawInput::default() }, |ui| {
        let mut plates = plates(tokens);
        say(ui.painter(), &mut plates);
        plates.write(ui.painter());
    });
    output.textures_delta.clear();
    let (mut texts, mut threads) = (Vec::new(), 0);
    for shape in &output.shapes {
        match &shape.shape {
            Shape::Text(text) => texts.push((text.galley.job.text.clone(), text.visual_bounding_rect())),
            Shape::Circle(_) => threads += 1,
            _ => {}
        }
    }
    (texts, threads)
}

/// Promise: a card that was laid goes out of the way of whoever comes to stand below it, and stays where it is else.
#[test]
fn what_lies_beside_somebody_hides_nobody_who_comes() {
    let (about, size) = (token(300.0, 200.0), vec2(40.0, 60.0));
    let first = plates(&[about]).take(about, size, None).unwrap();
    assert_eq!(plates(&[about]).take(about, size, Some(first.center())), Some(first));
    let comes = Rect::from_center_size(first.center(), Vec2::splat(40.0));
    let then = plates(&[about, comes]).take(about, size, Some(first.center())).unwrap();
    assert!(!then.intersects(Plates::face(comes)) && !then.intersects(Plates::face(about)), "{then:?}");
}

/// Promise: of several places the first is taken where nothing is to be read yet, and the very first where something is in each.
#[test]
fn what_has_several_places_takes_one_that_is_free() {
    let about = token(300.0, 200.0);
    let places = [290.0, 310.0, 330.0].map(|x| Rect::from_center_size(pos2(x, 190.0), Vec2::splat(10.0)));
    let mut plates = plates(&[about]);
    plates.keep(places[0]);
    assert_eq!([(); 3].map(|()| plates.first_free(places)), [places[1], places[2], places[0]]);
}

/// Promise: the sign of what somebody is about to do lies over the face of nobody else where one of their corners is free of
/// such.
#[test]
fn a_sign_hides_no_neighbour() {
    let token = |x: f32, y: f32| Rect::from_center_size(pos2(x, y), Vec2::splat(18.0));
    let (about, above, left) = (token(200.0, 200.0), token(200.0, 182.0), token(182.0, 200.0));
    for others in [vec![], vec![above], vec![left], vec![above, left, token(182.0, 182.0)]] {
        let all: Vec<Rect> = others.iter().copied().chain([about]).collect();
        let at = plates(&all).sign(about, 7.0);
        let sign = Rect::from_center_size(at, Vec2::splat(13.0));
        assert!(sign.intersects(about), "{at:?} is not theirs");
        assert!(others.iter().all(|other| !Plates::face(*other).intersects(sign)), "{at:?} among {others:?}");
    }
}

/// Promise: in a crowd odds are told in full where there is room, else by their number alone; the name of whoever is meant
/// comes before those of others, and none lies over another or over a face.
#[test]
fn words_in_a_crowd_are_cut_short_before_they_cover_anybody() {
    let crowd: Vec<Rect> =
        (0..14).flat_map(|x| (0..9).map(move |y| token(30.0 + x as f32 * 41.0, 30.0 + y as f32 * 41.0))).collect();
    let odds = "wound 46%, dying 3% before a dodge, and more";
    let (texts, threads) = written(&crowd, |painter, plates| {
        for about in &crowd {
            plates.say(painter, *about, Words::of("somebody or other", theme::INK), Weight::Name);
        }
        for about in [crowd[40], crowd[41]] {
            let words = Words { full: odds, short: Some("46%"), plate: theme::INK };
            plates.say(painter, about, words, Weight::Odds);
        }
    });
    assert!(texts.iter().all(|(text, _)| text != odds), "there is no room for all of it: {texts:?}");
    for (index, (text, room)) in texts.iter().enumerate() {
        let faces = crowd.iter().map(|token| token.shrink(6.0));
        let mut others = texts.iter().skip(index + 1).map(|(_, other)| *other).chain(faces);
        assert!(others.all(|other| !other.shrink(0.5).intersects(*room)), "{text} at {room:?}");
    }
    let alone = [token(300.0, 200.0)];
    let (texts, none) = written(&alone, |painter, plates| {
        plates.say(painter, alone[0], Words { full: odds, short: Some("46%"), plate: theme::INK }, Weight::Odds);
    });
    assert!(matches!(texts.as_slice(), [(text, _)] if text == odds) && none == 0, "{texts:?}, {threads}");
}

/// Promise: what must be read is written on any field, however crowded.
#[test]
fn what_must_be_read_is_written_in_any_crowd() {
    let crowd: Vec<Rect> =
        (0..16).flat_map(|x| (0..11).map(move |y| token(x as f32 * 40.0, y as f32 * 40.0))).collect();
    let (texts, _) = written(&crowd, |painter, plates| {
        plates.lay(painter, (crowd[60], &[], &[]), ("", Words::of("2 s, leaves 4 s", theme::WAY)), "");
    });
    assert_eq!(texts.len(), 1, "{texts:?}");
}

/// Promise: what is told of a way lies within the room that is left to it, wherever on the field that ends and however
/// crowded it is.
#[test]
fn what_is_told_of_a_way_never_hangs_over_the_edge() {
    let crowd: Vec<Rect> =
        (0..16).flat_map(|x| (0..11).map(move |y| token(x as f32 * 40.0, y as f32 * 40.0))).collect();
    let told = "2 s, leaves 4 s\nuntil your next turn: harmed 100% ±13, unconscious 100% ±13, a blow begun at you 100%";
    let room = Rect::from_min_max(pos2(4.0, 4.0), pos2(596.0, 340.0));
    written(&[], |painter, _| {
        for (crowd, about) in crowd.iter().step_by(5).flat_map(|about| [(&crowd[..], about), (&[][..], about)]) {
            let mut plates = plates(crowd);
            plates.keep_within(room);
            plates.lay(painter, (*about, &[], &[]), ("", Words::of(told, theme::WAY)), told);
            let lies = plates.laid[0].lies;
            assert!(room.expand(0.5).contains_rect(lies), "{lies:?} about {about:?}");
        }
    });
}

/// Promise: the thread to a word about somebody in a pile is drawn over the face of no neighbour.
#[test]
fn a_thread_is_drawn_over_no_face() {
    let pile = [token(200.0, 200.0), token(230.0, 200.0), token(260.0, 200.0)];
    let mut lines = Vec::new();
    let mut output = Context::default().run_ui(RawInput { screen_rect: Some(page()), ..RawInput::default() }, |ui| {
        let mut plates = plates(&pile);
        plates.threads.push([pos2(215.0, 200.0), pos2(340.0, 200.0)]);
        plates.write(ui.painter());
    });
    output.textures_delta.clear();
    for shape in &output.shapes {
        if let Shape::LineSegment { points, .. } = &shape.shape {
            lines.push(*points);
        }
    }
    assert!(!lines.is_empty(), "no thread at all");
    for [from, to] in &lines {
        let middle = from.lerp(*to, 0.5);
        let is_over = |body: &Rect| (middle - body.center()).length() + 0.1 < Plates::face(*body).width() / 2.0;
        assert!(!pile.iter().any(is_over), "{lines:?}");
    }
}

/// Promise: nobody is named beside a drawer that lies over them, unless they are meant.
#[test]
fn whoever_lies_below_a_drawer_is_not_named_beside_it() {
    let (hidden, seen) = (token(620.0, 200.0), token(300.0, 200.0));
    let names = |weight: Weight| {
        let (texts, _) = written(&[hidden, seen], |painter, plates| {
            plates.say(painter, hidden, Words::of("Viper", theme::INK), weight);
            plates.say(painter, seen, Words::of("Scout", theme::INK), weight);
        });
        let mut names: Vec<String> = texts.into_iter().map(|(text, _)| text).collect();
        names.sort();
        names
    };
    assert_eq!(names(Weight::Name), ["Scout"]);
    assert_eq!(names(Weight::Meant), ["Scout", "Viper"]);
}

/// Promise: what is told of a way begins where it began while that was still reckoned out, on a plate no wider than its words,
/// and lies over neither whoever goes, nor where the way ends, nor the steps on it, nor those beside them.
#[test]
fn what_is_told_of_a_way_stays_where_it_lay() {
    // Left of them there is room for the longest words.
    let token = |x: f32, y: f32| token(x - 8.0, y);
    let mover = token(100.0, 200.0);
    let beside = [mover, token(180.0, 160.0), token(220.0, 240.0), token(340.0, 160.0)];
    let steps: Vec<Rect> = (1..=5).map(|step| token(100.0 + step as f32 * 40.0, 200.0)).collect();
    let end = token(300.0, 200.0);
    let room = "until your next turn: hurt 100% (100 to 100%), out 100% (100 to 100%)\nall others decide so";
    let lies = |told: &str| {
        let (mut lies, mut output) = ((Rect::NOTHING, Rect::NOTHING), None);
        output.replace(Context::default().run_ui(
            RawInput { screen_rect: Some(page()), ..RawInput::default() },
            |ui| {
                let mut plates = plates(&beside);
                let words = Words { full: told, short: Some("2 s"), plate: theme::WAY };
                plates.lay(ui.painter(), (end, &[mover], &steps), ("", words), room);
                lies = (plates.taken[0], plates.laid[0].lies);
            },
        ));
        output.iter_mut().for_each(|output| output.textures_delta.clear());
        lies
    };
    let before = lies("2 s\nuntil your next turn: reckoning…\nall others decide so");
    let after = lies("2 s\nuntil your next turn: hurt 37% (25 to 49%), out 5% (0 to 11%)\nall others decide so");
    assert_eq!((before.0, before.1.min), (after.0, after.1.min));
    assert!(before.1.width() < after.1.width(), "{before:?}, {after:?}");
    let before = before.0;
    for other in beside.iter().chain(&steps).chain([&end]) {
        assert!(!before.shrink(0.2).intersects(*other), "{before:?} lies over {other:?}");
    }
}

/// Promise: what is told beside a place lies over no panel and over no other words, near that place; it lies over a name or what is
/// written on the ground only where it would else lie far off, and then these are not written.
#[test]
fn what_is_told_beside_a_place_lies_over_nothing_that_is_written() {
    let (note, square) = ("answer the question first", Rect::from_center_size(pos2(300.0, 200.0), Vec2::splat(40.0)));
    let panel = Rect::from_min_max(pos2(0.0, 0.0), pos2(600.0, 120.0));
    // Some words beside the place, then so many that nothing is left free near by.
    for rows in [1, 12] {
        let grounds: Vec<Rect> = (0..rows)
            .flat_map(|y| (0..6).map(move |x| pos2(2.0 + x as f32 * 99.0, 125.0 + y as f32 * 22.0)))
            .map(|at| Rect::from_min_size(at, vec2(97.0, 20.0)))
            .filter(|lies| !lies.intersects(square))
            .collect();
        let mut told = Rect::NOTHING;
        let (texts, _) = written(&[], |painter, plates| {
            plates.keep(panel);
            grounds.iter().for_each(|lies| plates.mark(painter, [*lies], ("only go", theme::INK)));
            plates.say(painter, square, Words::of("Theobald", theme::INK), Weight::Name);
            plates.settle_all();
            told = plates.lay(painter, (square, &[], &[]), ("", Words::of(note, theme::WAY)), "");
        });
        assert!(!told.intersects(panel) && !told.intersects(square), "{rows}: {told:?}");
        assert!(place::gap(told, square) < 30.0, "{rows}: {told:?} lies far off");
        let marks = texts.iter().filter(|(text, _)| text == "only go");
        assert!(rows > 1 || marks.clone().count() == grounds.len(), "nothing gives way without need: {texts:?}");
        assert!(rows == 1 || (1..grounds.len()).contains(&marks.count()), "{texts:?}");
        for (index, (text, lies)) in texts.iter().enumerate() {
            let mut others = texts.iter().skip(index + 1).map(|(_, other)| *other);
            assert!(others.all(|other| !other.shrink(0.5).intersects(*lies)), "{rows}: {text} at {lies:?}");
        }
    }
}

/// Promise: what is told beside a place lies below no panel, wholly within what these leave of the field, however crowded that is: in
/// shorter lines, and of no more than its first one where all has no room; and where it lies is known to the card.
#[test]
fn what_is_told_beside_a_place_lies_below_no_panel() {
    let crowd: Vec<Rect> =
        (0..16).flat_map(|x| (0..11).map(move |y| token(x as f32 * 40.0, y as f32 * 40.0))).collect();
    let (lead, text) =
        ("click twice: draw, move, then attack", "1 action, ends the turn, and more that is to be told here");
    let told = format!("{text}\nuntil your next turn: harmed 100% ±13, unconscious 100% ±13, a blow begun at you 100%");
    for high in [190.0, 90.0] {
        let (left, below) = (pos2(330.0, 400.0), pos2(330.0, high));
        let panels = [Rect::from_min_max(Pos2::ZERO, left), Rect::from_min_max(below, pos2(600.0, 400.0))];
        let about = token(480.0, high - 22.0);
        written(&[], |painter, _| {
            let mut plates = plates(&crowd);
            panels.iter().for_each(|panel| plates.cover(*panel));
            let words = Words { full: &told, short: Some(text), plate: theme::WAY };
            let room = plates.lay(painter, (about, &[], &[]), (lead, words), &told);
            let lies = plates.laid[0].lies;
            assert!(page().contains_rect(lies) && !place::is_over(lies, about), "{high}: {lies:?}");
            assert!(!panels.iter().any(|panel| place::is_over(lies, *panel)), "{high}: {lies:?}");
            assert_eq!(plates.noted(), Some(room));
        });
    }
}

/// Promise: names stay where they are, wherever near them something is told beside a place.
#[test]
fn no_name_moves_for_what_is_pointed_at() {
    let crowd: Vec<Rect> = (0..6).map(|x| token(60.0 + x as f32 * 90.0, 200.0)).collect();
    let names = |pointed: Option<Rect>| {
        let (texts, _) = written(&crowd, |painter, plates| {
            for about in &crowd {
                plates.say(painter, *about, Words::of("Goblin", theme::INK), Weight::Name);
            }
            plates.settle_all();
            if let Some(square) = pointed {
                plates.lay(painter, (square, &[], &[]), ("one click: move", Words::of("", theme::WAY)), "");
            }
        });
        let mut names: Vec<Pos2> = texts.iter().filter(|(text, _)| text == "Goblin").map(|(_, at)| at.min).collect();
        names.sort_by(|one, other| one.x.total_cmp(&other.x));
        names
    };
    let before = names(None);
    assert_eq!(before.len(), crowd.len());
    for square in [token(60.0, 250.0), token(200.0, 150.0), token(330.0, 260.0)] {
        assert_eq!(names(Some(square)), before, "{square:?}");
    }
}

/// Promise: a line to somebody bends around whoever stands right in its way, so that it begins at whoever strikes; where nobody
/// does it is straight, and so it is in a crowd that leaves no way around.
#[test]
fn a_line_bends_around_whoever_stands_between() {
    let [own, between, to] = [[280.0, 200.0], [312.0, 202.0], [360.0, 200.0]].map(|[x, y]| token(x, y));
    let small = |token: Rect| Rect::from_center_size(token.center(), Vec2::splat(26.0));
    let ends = [own.center(), to.center()];
    let all = plates(&[small(own), small(between), to]);
    let by = all.around(ends, 40.0).unwrap();
    let face = Plates::face(small(between));
    assert!(lay::is_crossed(face, ends));
    assert!(!lay::is_crossed(face, [ends[0], by]) && !lay::is_crossed(face, [by, ends[1]]), "{by:?}");
    assert_eq!(plates(&[small(own), to]).around(ends, 40.0), None);
    let wall: Vec<Rect> = (0..10).map(|y| token(312.0, y as f32 * 40.0)).chain([own, to]).collect();
    assert_eq!(plates(&wall).around(ends, 40.0), None);
}
