//! Where panels lie, in fields that are made by chance.

use bevy_egui::egui::Pos2;

use super::*;

fn token(x: f32, y: f32, cell: f32) -> Rect {
    Rect::from_center_size(pos2(x, y), vec2(cell, cell))
}

/// Numbers from 0 to 1 that look thrown, the same each time.
struct Thrown(u64);

impl Thrown {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) & 0xff_ffff) as f32 / 16_777_216.0
    }

    fn within(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.next()
    }

    fn token(&mut self, room: Rect, cell: f32) -> Rect {
        let at = pos2(self.within(room.left(), room.right()), self.within(room.top(), room.bottom()));
        token(at.x, at.y, cell)
    }
}

/// What of the smaller of two rectangles is covered by the other.
fn covered(lies: Rect, token: Rect) -> f32 {
    let both = lies.shrink(TOUCH).intersect(token);
    if both.is_positive() { both.area() / token.area().max(1.0) } else { 0.0 }
}

/// Whether a place of this size in the room covers none of these, as far as a net of 6 points finds one.
fn is_there_room(size: Vec2, room: Rect, tokens: &[Rect]) -> bool {
    let along = |from: f32, to: f32| {
        let steps = ((to - from) / 6.0).floor().max(-1.0) as i32;
        (0..=steps).map(move |step| from + step as f32 * 6.0).collect::<Vec<f32>>()
    };
    let (columns, rows) = (along(room.left(), room.right() - size.x), along(room.top(), room.bottom() - size.y));
    let is_free = |at: Pos2| {
        let rect = Rect::from_min_size(at, size);
        tokens.iter().all(|token| covered(rect, *token) == 0.0)
    };
    columns.iter().any(|x| rows.iter().any(|y| is_free(pos2(*x, *y))))
}

/// Promise: wherever the tokens stand, a panel lies within the window, over neither whom it is about nor whoever acts where
/// any place is free, nor over a way or what is chosen from where a place is free of these too; and it does not lie far off
/// where there is room right beside them.
#[test]
fn a_panel_lies_beside_whom_it_is_about_and_over_nothing_that_matters() {
    let mut thrown = Thrown(7);
    let (mut free, mut crowded) = (0, 0);
    for round in 0..400 {
        let room = Rect::from_min_size(
            pos2(0.0, thrown.within(30.0, 100.0)),
            vec2(thrown.within(500.0, 1400.0), thrown.within(300.0, 700.0)),
        );
        let cell = thrown.within(24.0, 110.0);
        let about = thrown.token(room, cell);
        let kept: Vec<Rect> = (0..1 + round % 3).map(|_| thrown.token(room, cell)).collect();
        let way: Vec<Rect> = (0..round % 9).map(|_| thrown.token(room, cell)).collect();
        let size = vec2(thrown.within(120.0, 480.0), thrown.within(60.0, 420.0)).min(room.size());
        let among = Among { about, kept: &kept, free: &way, others: &[], room };
        let (_, lies) = lies(&[size], &among);
        let told = format!("{round}: {lies:?} of {among:?}");
        assert!(room.expand(0.5).contains_rect(lies) && (lies.size() - size).length() < 0.5, "outside: {told}");
        let must: Vec<Rect> = kept.iter().copied().chain([about]).collect();
        let all: Vec<Rect> = must.iter().chain(&way).copied().collect();
        let covers = |tokens: &[Rect]| tokens.iter().any(|token| covered(lies, *token) > 0.0);
        if is_there_room(size, room, &must) {
            assert!(!covers(&must), "covers: {told}");
        } else {
            crowded += 1;
        }
        if is_there_room(size, room, &all) {
            free += 1;
            assert!(!covers(&all), "covers a way: {told}");
            // Nor is there such a place right beside them where it lies far off.
            let near = about.expand2(size + Vec2::splat(20.0)).intersect(room);
            let is_far = gap(lies, about) > 90.0;
            assert!(!is_far || !is_there_room(size, near, &all), "there is room nearer: {told}");
        }
    }
    assert!(free > 100 && crowded > 3, "{free} and {crowded}");
}

/// Promise: with room beside them a panel lies within a few points of the one it is about, whoever else stands on the field.
#[test]
fn a_panel_is_never_far_from_whom_it_is_about() {
    let room = Rect::from_min_size(pos2(0.0, 60.0), vec2(1360.0, 640.0));
    let mut thrown = Thrown(3);
    for _ in 0..100 {
        let about = thrown.token(room.shrink(60.0), 44.0);
        let acts = [thrown.token(room, 44.0)];
        let others: Vec<Rect> = (0..12).map(|_| thrown.token(room, 44.0)).collect();
        let among = Among { about, kept: &acts, free: &[], others: &others, room };
        let (_, lies) = lies(&sizes(vec2(300.0, 200.0), 0.7), &among);
        assert!(gap(lies, about) <= 132.0, "{lies:?} is three squares from {about:?}");
    }
}

/// Promise: the ways at a target lie over neither of the two, wherever they stand, and within the field.
#[test]
fn the_ways_hide_neither_who_strikes_nor_who_is_struck() {
    for (width, height) in [(1024.0, 440.0), (1360.0, 660.0), (1360.0, 500.0)] {
        let room = Rect::from_min_size(pos2(0.0, 90.0), vec2(width, height));
        let size = vec2(408.0_f32.min(width * 0.45), 446.0_f32.min(height));
        for cell in [20.0, 60.0, 110.0] {
            for (x, y) in (0..=10).flat_map(|x| (0..=10).map(move |y| (x as f32 / 10.0, y as f32 / 10.0))) {
                let target = token(room.left() + x * width, room.top() + y * height, cell);
                for (right, down) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (3.0, 2.0), (-6.0, -1.0)] {
                    let own = [target.translate(vec2(right, down) * cell * 1.02)];
                    let among = Among { about: target, kept: &own, free: &[], others: &[], room };
                    let (_, lies) = lies(&sizes(size, 0.7), &among);
                    let told = format!("{lies:?} of {room:?}, {target:?} and {own:?}");
                    let covers = covered(lies, target) > 0.0 || covered(lies, own[0]) > 0.0;
                    assert!(!covers, "covers: {told}");
                    assert!(room.expand(0.5).contains_rect(lies), "outside: {told}");
                    assert!(lies.height() >= 120.0, "too low: {told}");
                }
            }
        }
    }
}

/// Promise: where the field is low, a panel between two who stand apart is narrower rather than a few lines high.
#[test]
fn a_panel_that_has_no_room_at_its_full_width_is_narrower() {
    let room = Rect::from_min_size(pos2(0.0, 134.0), vec2(1024.0, 372.0));
    let size = vec2(460.0, 372.0);
    let (target, own) = (token(420.0, 320.0, 40.0), [token(640.0, 320.0, 40.0)]);
    let among = Among { about: target, kept: &own, free: &[], others: &[], room };
    let (_, lies) = lies(&sizes(size, 0.7), &among);
    assert!(lies.height() > size.y * 0.75 && covered(lies, target) + covered(lies, own[0]) == 0.0, "{lies:?}");
    assert!(lies.width() > size.x * 0.69 && room.contains_rect(lies), "{lies:?}");
}

/// Promise: of sizes that cover nobody the first comes first; a smaller one only where that hides less.
#[test]
fn a_card_gives_up_lines_before_it_hides_anybody() {
    let room = Rect::from_min_size(pos2(0.0, 0.0), vec2(1024.0, 440.0));
    let about = token(500.0, 220.0, 48.0);
    let acts = [token(452.0, 220.0, 48.0)];
    let levels = [vec2(440.0, 400.0), vec2(440.0, 240.0), vec2(300.0, 110.0)];
    let open = Among { about, kept: &acts, free: &[], others: &[], room };
    assert_eq!(lies(&levels, &open).0, 0);
    let low = Rect::from_min_size(pos2(0.0, 0.0), vec2(1024.0, 300.0));
    let (level, rect) = lies(&levels, &Among { about: token(500.0, 120.0, 48.0), room: low, ..open.clone() });
    assert!(level == 1 && rect.height() > 239.0, "what is higher than the field is not cut: {level}, {rect:?}");
    // Both sides are full of those whom one chooses from.
    let crowd: Vec<Rect> = (0..20)
        .map(|index| token(30.0 + 48.0 * index as f32, 330.0, 48.0))
        .chain((0..20).map(|index| token(30.0 + 48.0 * index as f32, 20.0, 48.0)))
        .collect();
    let crowded = Among { about, kept: &acts, free: &crowd, others: &[], room };
    let (level, rect) = lies(&levels, &crowded);
    assert!(level > 0 && crowd.iter().all(|token| covered(rect, *token) == 0.0), "{level}: {rect:?}");
}

/// Promise: a panel covers nobody where another place beside the token is free.
#[test]
fn a_panel_covers_nobody_where_there_is_a_free_place() {
    let room = Rect::from_min_size(pos2(0.0, 0.0), vec2(1000.0, 600.0));
    let (asked, by) = (token(500.0, 300.0, 40.0), [token(450.0, 300.0, 40.0)]);
    let size = [vec2(250.0, 150.0)];
    let alone = Among { about: asked, kept: &by, free: &[], others: &[], room };
    let (_, nobody) = lies(&size, &alone);
    let friend = [Rect::from_center_size(nobody.center(), vec2(40.0, 40.0))];
    let (_, lies) = lies(&size, &Among { others: &friend, ..alone });
    assert!(covered(lies, friend[0]) + covered(lies, asked) + covered(lies, by[0]) == 0.0, "{lies:?}");
}

/// Numbers for fields that nobody has arranged.
fn below(seed: &mut u64, most: u32) -> f32 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    ((*seed >> 33) % u64::from(most.max(1))) as f32
}

/// Promise: in whatever crowd, a card lies within its room and hides nobody if it has such a place in any form; else it
/// lies at the edge.
#[test]
fn a_card_hides_nobody_if_there_is_such_a_place() {
    let (mut clear, mut edge) = (0, 0);
    for field in 0..160_u64 {
        let seed = &mut (field * 7 + 1);
        let room = Rect::from_min_size(pos2(8.0, 70.0), vec2(500.0 + below(seed, 900), 260.0 + below(seed, 500)));
        let cell = 20.0 + below(seed, 50);
        let token = |seed: &mut u64| {
            let (x, y) = (below(seed, (room.width() / cell) as u32), below(seed, (room.height() / cell) as u32));
            Rect::from_min_size(room.min + vec2(x, y) * cell, Vec2::splat(cell))
        };
        let (about, acts) = (token(seed), [token(seed)]);
        let count = below(seed, 70) as usize;
        let others: Vec<Rect> = (0..count).map(|_| token(seed)).filter(|other| *other != about).collect();
        let scale = 1.0 + below(seed, 3) * 0.5;
        let forms = [vec2(300.0, 380.0) * scale, vec2(300.0, 200.0) * scale, vec2(260.0, 90.0) * scale];
        let among = Among { about, kept: &acts, free: &[], others: &others, room };
        let (_, lies) = super::lies(&forms, &among);
        assert!(room.expand(0.1).contains_rect(lies), "{field}: {lies:?} lies beyond {room:?}");
        let bodies = || others.iter().chain(&acts).chain([&about]);
        let hidden = bodies().filter(|token| token.shrink(0.1).intersects(lies.shrink(0.1))).count();
        if hidden == 0 {
            clear += 1;
            continue;
        }
        edge += 1;
        let is_edge = lies.left() < room.left() + 0.1
            || lies.right() > room.right() - 0.1
            || lies.top() < room.top() + 0.1
            || lies.bottom() > room.bottom() - 0.1;
        assert!(is_edge, "{field}: {lies:?} hides {hidden} in the middle of {room:?}");
        // Nowhere in it is there room for even the shortest form.
        let shortest = forms[2];
        for y in 0..=((room.height() - shortest.y).max(-1.0) as i32) {
            for x in 0..=((room.width() - shortest.x).max(-1.0) as i32) {
                let place = Rect::from_min_size(room.min + vec2(x as f32, y as f32), shortest);
                let is_free = bodies().all(|token| !token.intersects(place.shrink(0.1)));
                assert!(!is_free || about.expand(3.0).intersects(place), "{field}: {place:?} would hide nobody");
            }
        }
    }
    assert!(clear > 60 && edge > 20, "{clear} clear, {edge} at the edge");
}

/// Promise: what would lie far off in full lies near in short.
#[test]
fn a_card_is_told_in_short_before_it_lies_far_away() {
    let room = Rect::from_min_size(pos2(0.0, 0.0), vec2(1000.0, 500.0));
    let about = Rect::from_center_size(pos2(300.0, 250.0), Vec2::splat(40.0));
    let rows = [140.0, 360.0].map(|y| Rect::from_min_max(pos2(0.0, y - 20.0), pos2(800.0, y + 20.0)));
    let among = Among { about, kept: &[], free: &[], others: &rows, room };
    let forms = [vec2(190.0, 400.0), vec2(190.0, 180.0)];
    let (form, lies) = super::lies(&forms, &among);
    assert!(form == 1 && gap(lies, about) < 10.0, "{form}: {lies:?}");
    let (form, _) = super::lies(&forms, &Among { others: &[], ..among });
    assert_eq!(form, 0);
}

/// Promise: what is unfolded in a panel makes it higher as far as it hides nobody and stays in its room, and no farther.
#[test]
fn a_panel_grows_over_nobody() {
    let mut thrown = Thrown(5);
    let mut held = 0;
    for _ in 0..200 {
        let room = Rect::from_min_size(pos2(0.0, 60.0), vec2(1000.0, 560.0));
        let (about, acts) = (thrown.token(room, 44.0), [thrown.token(room, 44.0)]);
        let others: Vec<Rect> = (0..10).map(|_| thrown.token(room, 44.0)).collect();
        let among = Among { about, kept: &acts, free: &[], others: &others, room };
        let (_, lies) = lies(&[vec2(260.0, 120.0)], &among);
        let raised = among.raised(lies, 400.0);
        assert!(raised.max == lies.max && raised.width() == lies.width() && raised.height() <= 400.1, "{raised:?}");
        assert!(room.expand(0.1).contains_rect(raised), "{raised:?} of {among:?}");
        let grown = among.grown(lies, 400.0);
        assert!(
            grown.min == lies.min && grown.width() == lies.width() && grown.height() <= 400.1,
            "{lies:?}, {grown:?}"
        );
        assert!(room.expand(0.1).contains_rect(grown), "{grown:?} of {among:?}");
        let hides = |rect: Rect| among.people().filter(|token| is_over(rect, *token)).count();
        assert!(hides(grown) <= hides(lies), "{lies:?} grows over somebody to {grown:?}");
        assert!(hides(raised) <= hides(lies), "{lies:?} rises over somebody to {raised:?}");
        held += usize::from(grown.height() < 399.0 && grown.bottom() < room.bottom() - 1.0);
        if hides(lies) == 0 {
            let more = Rect::from_min_max(grown.min, grown.max + vec2(0.0, 1.0));
            let ends = grown.height() > 399.0 || more.bottom() > room.bottom() || hides(more) > 0;
            assert!(ends, "{grown:?} could be higher");
            let more = Rect::from_min_max(raised.min - vec2(0.0, 1.0), raised.max);
            let ends = raised.height() > 399.0 || more.top() < room.top() || hides(more) > 0;
            assert!(ends, "{raised:?} could be higher");
        }
    }
    assert!(held > 30, "{held} were held by somebody below");
}
