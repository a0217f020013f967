//! Where questions lie beside those who fight.

use bevy_egui::egui::Pos2;

use super::*;

/// A field in a window of 1024x640, and where what is empty of the bar ends.
const FIELD: Rect = Rect { min: pos2(0.0, 68.0), max: pos2(1024.0, 522.0) };
const STRIP: Rect = Rect { min: pos2(0.0, 522.0), max: pos2(1024.0, 612.0) };

fn token(x: f32, y: f32, cell: f32) -> Rect {
    Rect::from_center_size(pos2(x, y), Vec2::splat(cell))
}

/// The pieces of a line between two.
fn line(from: Pos2, to: Pos2) -> Vec<Rect> {
    (0..16).map(|at| Rect::from_center_size(from.lerp(to, (at as f32 + 0.5) / 16.0), Vec2::splat(11.0))).collect()
}

fn card(size: Vec2, about: Rect) -> Card {
    let (kept, free, others, own, line) = Default::default();
    let (least, unfolds, opens, head) = (0.75, 0.0, 0.0, 70.0);
    let (fewer, switch, before) = (None, None, None);
    Card { size, least, unfolds, opens, head, fewer, about, kept, free, others, own, line, switch, before }
}

/// What is empty of the bar of a larger window, below this field.
fn below(field: Rect) -> Rect {
    Rect::from_x_y_ranges(field.x_range(), field.bottom()..=830.0)
}

/// An archer across the field shoots at one of three who stand together: the first question of a battle in a small window.
fn shot(size: Vec2) -> Card {
    let (about, archer) = (token(283.0, 309.0, 31.0), token(903.0, 284.0, 31.0));
    let others = [(283.0, 282.0), (310.0, 282.0), (688.0, 283.0), (718.0, 283.0), (715.0, 310.0)];
    Card {
        kept: vec![archer],
        others: others.map(|(x, y)| token(x, y, 31.0)).to_vec(),
        line: line(archer.center(), about.center()),
        ..card(size, about)
    }
}

fn hidden(card: &Card, lies: Rect) -> usize {
    let all = card.kept.iter().chain(&card.free).chain(&card.others).chain([&card.about]);
    all.filter(|token| token.shrink(0.2).intersects(lies)).count()
}

/// Promise: a question about a shot hides nobody, nor the way of the shot, where there is room beside both; it is then as high as
/// it would be.
#[test]
fn a_question_leaves_the_way_of_a_shot_free() {
    for size in [vec2(310.0, 370.0), vec2(310.0, 260.0), vec2(310.0, 150.0)] {
        let card = shot(size);
        let (lies, is_whole) = card.lies(FIELD, STRIP);
        assert!(is_whole && hidden(&card, lies) == 0, "{lies:?}");
        assert_eq!(place::share(lies, &card.line), 0.0, "{lies:?} lies over the shot");
        assert!(lies.height() >= size.y - 0.5 && lies.bottom() <= STRIP.bottom(), "{lies:?} of {size:?}");
    }
    // Without a fight it lies right beside whoever is asked.
    let alone = card(vec2(310.0, 370.0), token(283.0, 309.0, 31.0));
    assert!(place::gap(alone.lies(FIELD, STRIP).0, alone.about) <= 8.0);
}

/// Promise: where fighters are all over the field a question rather lies over what is empty of the bar than over any of them.
#[test]
fn a_question_uses_the_bar_rather_than_hide_anybody() {
    // Rows of fighters down to 150 points over the lower edge of the field.
    let rows = (0..22).flat_map(|x| (0..6).map(move |y| token(25.0 + 46.0 * x as f32, 95.0 + 46.0 * y as f32, 40.0)));
    let all: Vec<Rect> = rows.collect();
    let card = Card { others: all[1..].to_vec(), least: 1.0, ..card(vec2(310.0, 230.0), all[0]) };
    let (lies, is_whole) = card.lies(FIELD, STRIP);
    assert!(is_whole && hidden(&card, lies) == 0 && lies.bottom() > FIELD.bottom(), "{lies:?}");
    // Where it has room in the field it stays there.
    let low = Card { size: vec2(310.0, 110.0), ..card };
    let (lies, _) = low.lies(FIELD, STRIP);
    assert!(hidden(&low, lies) == 0 && lies.bottom() <= FIELD.bottom(), "{lies:?}");
}

/// Promise: on fields made by chance a question hides no more of those whom it is not about than it would without regard to
/// the fight, and leaves its room never.
#[test]
fn regard_to_the_fight_hides_nobody() {
    let mut seed = 11_u64;
    let mut thrown = move |low: f32, high: f32| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + (high - low) * ((seed >> 33) & 0xff_ffff) as f32 / 16_777_216.0
    };
    let (mut free, mut before) = (0, 0);
    for _ in 0..120 {
        let mut one = || token(thrown(20.0, 1000.0), thrown(90.0, 500.0), 32.0);
        let (about, kept) = (one(), vec![one()]);
        let others: Vec<Rect> = (0..6).map(|_| one()).collect();
        let line = line(kept[0].center(), about.center());
        let card = Card { kept, others, line, ..card(vec2(310.0, 220.0), about) };
        let (lies, _) = card.lies(FIELD, STRIP);
        assert!(FIELD.union(STRIP).contains_rect(lies), "{lies:?}");
        assert!(!card.hides(lies), "{lies:?} of {card:?}");
        let plain = Card { line: Vec::new(), ..card.clone() };
        let among = plain.among(FIELD.shrink(RIM), &plain.kept);
        let (_, usual) = place::lies(&plain.sizes(), &among);
        assert!(hidden(&card, lies) <= hidden(&card, usual), "{lies:?}, else {usual:?}");
        free += usize::from(place::share(lies, &card.line) == 0.0);
        before += usize::from(place::share(usual, &card.line) == 0.0);
    }
    assert!(free > before + 20, "{free} of 120 leave the way free, else {before}");
}

/// Promise: where the field has room for all of a question it lies there, whole, and neither scrolls nor covers the bar, however
/// near the fight is.
#[test]
fn a_question_never_scrolls_where_there_is_room() {
    let field = Rect::from_min_max(pos2(0.0, 68.0), pos2(1360.0, 742.0));
    let (about, striker) = (token(852.0, 543.0, 70.0), token(921.0, 474.0, 70.0));
    let others = [(852.0, 474.0), (921.0, 335.0), (368.0, 405.0)].map(|(x, y)| token(x, y, 70.0)).to_vec();
    for size in [vec2(560.0, 200.0), vec2(530.0, 262.0), vec2(420.0, 330.0)] {
        let line = line(striker.center(), about.center());
        let card = Card { least: 1.0, kept: vec![striker], others: others.clone(), line, ..card(size, about) };
        let (lies, is_whole) = card.lies(field, below(field));
        assert!(is_whole && hidden(&card, lies) == 0, "{lies:?}");
        assert!((lies.size() - size).length() < 1.0 && field.contains_rect(lies), "{lies:?} of {size:?}");
    }
}

/// Promise: a question over somebody's head grows upwards by what is unfolded of it, where there is room for that.
#[test]
fn what_is_unfolded_over_a_head_grows_upwards() {
    let field = Rect::from_min_max(pos2(0.0, 68.0), pos2(1360.0, 742.0));
    let card = Card { unfolds: 165.0, opens: 165.0, ..card(vec2(433.0, 196.0), token(446.0, 560.0, 67.0)) };
    let lies = Rect::from_min_size(pos2(230.0, card.about.top() - 200.0), card.size);
    let grown = card.grown(lies, field, Rect::NOTHING);
    assert!(grown.max == lies.max && grown.height() > card.size.y + 160.0 && field.contains_rect(grown), "{grown:?}");
    assert_eq!(hidden(&card, grown), 0);
}

/// Promise: a question that lies in the field grows there by what is unfolded of it, and over nobody: what is asked stays in sight
/// in the bar. One that is too low for its answers, or reaches into the bar itself, grows over what is empty of that.
#[test]
fn what_is_unfolded_grows_downwards() {
    let field = Rect::from_min_max(pos2(0.0, 68.0), pos2(1360.0, 742.0));
    let others = [(446.0, 326.0), (380.0, 393.0), (913.0, 326.0), (980.0, 393.0), (913.0, 460.0)];
    let others = others.map(|(x, y)| token(x, y, 67.0)).to_vec();
    let card = Card { unfolds: 165.0, opens: 165.0, others, ..card(vec2(433.0, 196.0), token(446.0, 460.0, 67.0)) };
    let (lies, _) = card.lies(field, below(field));
    let grown = card.grown(lies, field, below(field));
    assert!(grown.min == lies.min && field.contains_rect(grown) && grown.height() > lies.height(), "{grown:?}");
    assert_eq!(hidden(&card, grown), 0);
    for (low, lies) in [(Card { head: 190.0, ..card.clone() }, lies), (card, lies.translate(vec2(0.0, 60.0)))] {
        let grown = low.grown(lies, field, below(field));
        assert!(grown.min == lies.min && grown.bottom() > field.bottom() + 40.0, "{grown:?} of {lies:?}");
        assert!(field.union(below(field)).contains_rect(grown), "{grown:?}");
    }
}

/// Promise: where there is room for hardly any of what is unfolded above a question it stays where it is, and scrolls.
#[test]
fn what_has_no_room_above_does_not_grow_upwards() {
    let card = Card { unfolds: 20.0, opens: 165.0, ..card(vec2(433.0, 196.0), token(446.0, 470.0, 67.0)) };
    let lies = Rect::from_min_size(pos2(230.0, FIELD.top() + 60.0), card.size);
    let others = vec![token(446.0, lies.bottom() + 40.0, 67.0)];
    let card = Card { others, ..card };
    assert_eq!(card.grown(lies, FIELD, STRIP).top(), lies.top());
}

/// Promise: where there is next to no room over nobody what is unfolded lies over others rather than out of sight, but over
/// nobody whom it is about.
#[test]
fn what_is_unfolded_has_room() {
    let about = token(300.0, 200.0, 40.0);
    let lies = Rect::from_min_size(pos2(330.0, 100.0), vec2(310.0, 220.0));
    let others: Vec<Rect> = (0..8).map(|at| token(340.0 + 44.0 * at as f32, 345.0, 40.0)).collect();
    let card = Card { unfolds: 0.0, opens: 200.0, others, ..card(lies.size(), about) };
    let grown = card.grown(lies, FIELD, STRIP);
    assert!(grown.contains_rect(lies) && grown.height() > lies.height() + 150.0, "{grown:?}");
    let kept = vec![token(400.0, 345.0, 40.0)];
    let grown = Card { kept, ..card }.grown(lies, FIELD, STRIP);
    assert!(grown.contains_rect(lies) && grown.bottom() <= 325.0, "{grown:?}");
}

/// Promise: what is at the end of the line below the field is not covered by a question, wherever whoever is asked stands and
/// whoever else does, also while it is unfolded.
#[test]
fn the_end_of_the_strip_stays_free() {
    let end = Rect::from_min_max(pos2(890.0, 522.0), pos2(1016.0, 552.0));
    let crowd: Vec<Rect> =
        (0..24).map(|at| token(20.0 + 42.0 * at as f32, 110.0 + 90.0 * (at % 5) as f32, 34.0)).collect();
    for x in (40..1000).step_by(60) {
        for (y, others) in [(120.0, vec![]), (300.0, crowd.clone()), (480.0, vec![])] {
            let card = card(vec2(430.0, 330.0), token(x as f32, y, 40.0));
            let card = Card { unfolds: 60.0, opens: 240.0, switch: Some(end), others, ..card };
            let (lies, _) = card.lies(FIELD, STRIP);
            let grown = card.grown(lies, FIELD, STRIP);
            let is_over = [lies, grown].map(|rect| place::is_over(rect, end));
            assert_eq!(is_over, [false; 2], "{x}, {y}: {lies:?}, then {grown:?}");
            assert!(grown.contains_rect(lies), "{x}, {y}: {lies:?}, then {grown:?}");
        }
    }
}

/// Promise: a question has room below the field beside what is pressed there.
#[test]
fn a_question_lies_beside_what_is_pressed() {
    // Whoever is asked, and a wall of others, in the upper half of the field.
    let rows = (0..22).flat_map(|x| (0..5).map(move |y| token(25.0 + 46.0 * x as f32, 95.0 + 46.0 * y as f32, 40.0)));
    let all: Vec<Rect> = rows.collect();
    let end = Rect::from_min_max(pos2(890.0, 522.0), pos2(1016.0, 552.0));
    let about = *all.last().unwrap();
    let card = Card {
        others: all[..all.len() - 1].to_vec(),
        least: 1.0,
        switch: Some(end),
        ..card(vec2(430.0, 300.0), about)
    };
    let (lies, is_whole) = card.lies(FIELD, STRIP);
    assert!(is_whole && hidden(&card, lies) == 0 && !place::is_over(lies, end), "{lies:?}");
    assert!(lies.bottom() > FIELD.bottom(), "{lies:?}");
}

/// Promise: where a question has room over nobody with fewer answers open it lies there, else with all of them.
#[test]
fn rather_fewer_answers_lie_open_than_that_anybody_is_hidden() {
    let (about, own) = (token(388.0, 220.0, 41.0), vec![token(353.0, 256.0, 41.0), token(388.0, 291.0, 41.0)]);
    let foes = [(636.0, 221.0), (671.0, 256.0), (636.0, 291.0)].map(|(x, y)| token(x, y, 41.0));
    let others: Vec<Rect> = own.iter().chain(&foes).copied().collect();
    let card = Card { own, others, ..card(vec2(512.0, 340.0), about) };
    let (all, _) = card.lies(FIELD, STRIP);
    assert!(hidden(&card, all) > 0 && !card.scrolls(all.size()), "{all:?}");
    let lies = |fewer: f32| Card { fewer: Some(fewer), ..card.clone() }.lies(FIELD, STRIP).0;
    let fewer = lies(260.0);
    assert!(hidden(&card, fewer) == 0 && fewer.height() < 300.0, "{fewer:?}");
    assert_eq!(lies(330.0), all, "as many are hidden with fewer");
}

/// Promise: a question is rather whole far off than cut beside whoever is asked.
#[test]
fn a_question_is_rather_far_off_than_cut() {
    // Those whom one chooses from stand all around whoever is asked, and leave room at the other end of the field alone.
    let about = token(60.0, 300.0, 40.0);
    let rows = (0..14).flat_map(|x| (0..9).map(move |y| token(30.0 + 46.0 * x as f32, 95.0 + 48.0 * y as f32, 40.0)));
    let kept: Vec<Rect> = rows.filter(|each| !each.intersects(about)).collect();
    let card = Card { kept, ..card(vec2(310.0, 340.0), about) };
    let (lies, _) = card.lies(FIELD, STRIP);
    assert!(hidden(&card, lies) == 0 && !card.scrolls(lies.size()), "{lies:?}");
    assert!(place::gap(lies, about) > NEAR, "{lies:?}");
}

/// Promise: where a question has no room for its width over nobody it is rather narrower than over anybody.
#[test]
fn a_question_is_rather_narrower_than_over_anybody() {
    let about = token(367.0, 323.0, 41.0);
    let others = [(367.0, 239.0), (325.0, 281.0), (657.0, 239.0), (699.0, 281.0), (657.0, 323.0)];
    let others: Vec<Rect> = others.map(|(x, y)| token(x, y, 45.0)).to_vec();
    let card = Card { unfolds: 165.0, opens: 345.0, others, ..card(vec2(310.0, 226.0), about) };
    let (lies, _) = card.lies(FIELD, STRIP);
    assert!(hidden(&card, lies) == 0 && !card.scrolls(lies.size()), "{lies:?}");
}

/// Promise: where a question has no room over nobody it hides none of one's own where it can hide others instead, however near
/// one's own stand.
#[test]
fn a_question_rather_hides_others_than_ones_own() {
    // A wall of enemies all over the field, but for a corner with one's own.
    let is_own = |at: &Rect| at.center().x < 340.0 && at.center().y > 260.0;
    let rows = (0..20).flat_map(|x| (0..8).map(move |y| token(30.0 + 50.0 * x as f32, 100.0 + 50.0 * y as f32, 34.0)));
    let (own, foes): (Vec<Rect>, Vec<Rect>) = rows.partition(is_own);
    let (about, own) = (own[0], own[1..].to_vec());
    let others: Vec<Rect> = own.iter().chain(&foes).copied().collect();
    for size in [vec2(310.0, 220.0), vec2(500.0, 260.0)] {
        let card = Card { own: own.clone(), others: others.clone(), ..card(size, about) };
        let (lies, _) = card.lies(FIELD, STRIP);
        assert_eq!(card.hidden(lies).0, 0, "{lies:?} of {size:?}");
        assert!(!card.scrolls(lies.size()), "{lies:?} of {size:?} scrolls");
        assert!(!card.hides(lies) && FIELD.union(STRIP).contains_rect(lies), "{lies:?} of {size:?}");
        let unlike = Card { own: Vec::new(), ..card.clone() };
        assert!(card.hidden(unlike.lies(FIELD, STRIP).0).1 > 0, "there is room over nobody");
    }
}
