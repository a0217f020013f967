use super::*;

/// Numbers for fields that nobody has arranged.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(most.max(1))) as u32
    }

    fn between(&mut self, low: u32, high: u32) -> f32 {
        (low + self.below(high - low + 1)) as f32
    }
}

/// A field where many stand side by side, and words about some of them.
struct Scene {
    page: Rect,
    tokens: Vec<Rect>,
    faces: Vec<Rect>,
    taken: Vec<Rect>,
    wants: Vec<Want>,
}

impl Scene {
    fn of(seed: u64) -> Self {
        let mut numbers = Numbers(seed);
        let page = Rect::from_min_size(Pos2::ZERO, vec2(numbers.between(500, 1400), numbers.between(300, 860)));
        let cell = numbers.between(18, 70);
        let (columns, rows) = ((page.width() / cell) as u32, (page.height() / cell) as u32);
        // In a corner of the field as often as all over it.
        let (wide, high) = if numbers.below(2) == 0 { (columns.min(6), rows.min(5)) } else { (columns, rows) };
        let mut squares: Vec<(u32, u32)> =
            (0..numbers.below(40) + 2).map(|_| (numbers.below(wide), numbers.below(high))).collect();
        squares.sort_unstable();
        squares.dedup();
        let body =
            |(x, y): &(u32, u32)| Rect::from_min_size(pos2(*x as f32 * cell, *y as f32 * cell), Vec2::splat(cell));
        let tokens: Vec<Rect> = squares.iter().map(body).collect();
        let letters = |token: &Rect| Rect::from_center_size(token.center() + token.size() * 0.28, vec2(16.0, 12.0));
        let faces = tokens.iter().flat_map(|token| [token.shrink(token.width() * 0.14), letters(token)]).collect();
        let taken = (0..numbers.below(3)).map(|_| {
            let at = pos2(numbers.between(0, 400), numbers.between(0, 250));
            Rect::from_min_size(at, vec2(80.0, 30.0))
        });
        let taken: Vec<Rect> = taken.fold(Vec::new(), |mut all, one| {
            if all.iter().all(|other: &Rect| !other.intersects(one)) {
                all.push(one);
            }
            all
        });
        let mut wants = Vec::new();
        for about in &tokens {
            if numbers.below(3) > 0 {
                continue;
            }
            let full = vec2(numbers.between(40, 190), numbers.between(14, 60));
            let short = (numbers.below(2) == 0).then(|| vec2(30.0, 16.0));
            wants.push(Want { about: *about, full, short, reach: numbers.between(20, 120) });
        }
        Self { page, tokens, faces, taken, wants }
    }

    fn crowd(&self) -> Crowd<'_> {
        Crowd { page: self.page, tokens: &self.tokens, faces: &self.faces, taken: &self.taken }
    }
}

/// Promise: in whatever crowd, words lie within the page, over no other words, over nobody's face or letters, within reach of
/// the one they are about; and what lies apart from them, or nearer to somebody else, has a thread that leads to them.
#[test]
fn words_in_a_crowd_cover_nobody_and_no_other_words() {
    let (mut shown, mut threads) = (0, 0);
    for seed in 0..400 {
        let scene = Scene::of(seed);
        let laid = lay(&scene.wants, &scene.crowd());
        let rooms: Vec<Rect> = laid.iter().flatten().map(|laid| laid.room).collect();
        for (index, room) in rooms.iter().enumerate() {
            assert!(rooms.iter().skip(index + 1).chain(&scene.taken).all(|other| !other.intersects(*room)), "{seed}");
            for other in &scene.faces {
                assert!(!other.shrink(0.1).intersects(room.shrink(0.1)), "{seed}: {room:?} lies over {other:?}");
            }
            assert!(scene.page.expand(0.1).contains_rect(*room), "{seed}: {room:?} lies beyond {:?}", scene.page);
        }
        for (want, laid) in scene.wants.iter().zip(&laid) {
            let Some(laid) = laid else { continue };
            shown += 1;
            threads += usize::from(laid.thread.is_some());
            let reach = Rect::from_min_max(want.about.min, want.about.max).expand(want.reach + 0.1);
            assert!(reach.intersects(laid.room), "{seed}: {laid:?} is out of reach of {want:?}");
            let far = |token: &Rect| (token.center() - laid.room.center()).length();
            let is_nearest = scene.tokens.iter().all(|other| far(other) + 0.1 >= far(&want.about));
            let is_beside = want.about.expand(GAP * 2.0).intersects(laid.room);
            match laid.thread {
                None => assert!(is_beside && is_nearest, "{seed}: {laid:?} may be anybody's, not {want:?}"),
                Some([from, to]) => {
                    assert!(want.about.contains(from) && laid.room.expand(0.1).contains(to), "{seed}: {laid:?}");
                }
            }
        }
    }
    assert!(shown > 800 && threads > 50, "{shown} words, {threads} threads");
}

/// Promise: words are told in short, or not at all, only where there is no room for them in full within reach.
#[test]
fn words_are_cut_short_only_where_there_is_no_room() {
    let mut cut = 0;
    for seed in 0..150 {
        let scene = Scene::of(seed);
        let laid = lay(&scene.wants, &scene.crowd());
        let rooms: Vec<Rect> = laid.iter().flatten().map(|laid| laid.room).collect();
        for (want, laid) in scene.wants.iter().zip(&laid) {
            if laid.is_some_and(|laid| !laid.is_short) {
                continue;
            }
            cut += 1;
            let own = laid.map(|laid| laid.room);
            let bars = || {
                let others = rooms.iter().filter(|room| Some(**room) != own).chain(&scene.taken);
                let words = others.map(|words| words.expand(APART));
                words.chain(scene.faces.iter().copied()).chain([want.about.expand(GAP)])
            };
            // Every place within reach, point by point.
            let (low, high) = (
                (want.about.min - want.full - Vec2::splat(want.reach)).max(scene.page.min),
                (want.about.max + Vec2::splat(want.reach)).min(scene.page.max - want.full),
            );
            for y in low.y.ceil() as i32..=high.y.floor() as i32 {
                for x in low.x.ceil() as i32..=high.x.floor() as i32 {
                    let room = Rect::from_min_size(pos2(x as f32, y as f32), want.full);
                    let is_free = bars().all(|bar| !bar.intersects(room));
                    assert!(!is_free, "{seed}: {want:?} would have fitted at {room:?}");
                }
            }
        }
    }
    assert!(cut > 20, "only {cut} were cut short");
}

/// Promise: words about somebody between others lie apart from them as far as they may, else nowhere; alone they stand right
/// above whom they are about, without a thread.
#[test]
fn words_lie_as_near_to_whom_they_are_about_as_they_can() {
    let page = Rect::from_min_size(Pos2::ZERO, vec2(600.0, 400.0));
    let cell = |x: i32, y: i32| Rect::from_min_size(pos2(x as f32 * 40.0, y as f32 * 40.0), Vec2::splat(40.0));
    let tokens: Vec<Rect> = (0..10).flat_map(|x| (0..10).map(move |y| cell(x, y))).collect();
    let want = Want { about: cell(2, 5), full: vec2(90.0, 30.0), short: None, reach: 600.0 };
    let crowd = Crowd { page, tokens: &tokens, faces: &tokens, taken: &[] };
    let far = lay(&[want], &crowd)[0].unwrap();
    assert!(far.room.left() >= 400.0 && far.thread.is_some(), "{far:?}");
    assert_eq!(lay(&[Want { reach: 60.0, ..want }], &crowd), [None]);
    let alone = lay(&[want], &Crowd { tokens: &tokens[25..26], faces: &tokens[25..26], ..crowd })[0].unwrap();
    assert!(alone.thread.is_none() && !alone.is_short, "{alone:?}");
    assert_eq!((alone.room.center().x, alone.room.bottom()), (100.0, 198.0));
    let edge = Want { about: cell(2, 0), ..want };
    let below = lay(&[edge], &Crowd { tokens: &tokens[20..21], faces: &tokens[20..21], ..crowd })[0].unwrap();
    assert_eq!(below.room.top(), 42.0, "at the upper edge it stands below");
}

/// Promise: words lie over nobody's rim where there is room a little farther off, and over it rather than far away.
#[test]
fn words_lie_over_no_rim_where_there_is_room() {
    let page = Rect::from_min_size(Pos2::ZERO, vec2(600.0, 400.0));
    let token = |x: f32, y: f32| Rect::from_min_size(pos2(x, y), Vec2::splat(64.0));
    // What would lie best lies over the rim of a neighbour.
    let tokens = [token(200.0, 200.0), token(280.0, 150.0)];
    let faces = tokens.map(|token| token.shrink(9.0));
    let want = Want { about: tokens[0], full: vec2(110.0, 16.0), short: None, reach: 100.0 };
    let crowd = Crowd { page, tokens: &tokens, faces: &faces, taken: &[] };
    let (_, (near, _)) = sought(want.about, want.full, want.reach, (&crowd, &[])).unwrap();
    assert!(near.intersects(tokens[1]), "{near:?}");
    let laid = lay(&[want], &crowd)[0].unwrap();
    assert!(!laid.room.shrink(TOUCH).intersects(tokens[1]), "{laid:?}");
    // There is no room beside it.
    let taken = [Rect::from_min_max(pos2(0.0, 200.0), page.max)];
    let narrow = Rect::from_min_max(pos2(176.0, 175.0), pos2(288.0, 400.0));
    let laid = lay(&[want], &Crowd { page: narrow, taken: &taken, ..crowd })[0].unwrap();
    assert!(laid.room.intersects(tokens[1]), "{laid:?}");
}

/// Promise: a place that was found before is the one that would be found now, whoever has come or gone since.
#[test]
fn what_was_found_is_what_would_be_found() {
    for seed in 0..60 {
        let scene = Scene::of(seed);
        for want in &scene.wants {
            for gone in [0, 1, 2, 0] {
                let (tokens, faces) = (scene.tokens.get(gone..).unwrap_or_default(), scene.faces.get(gone..));
                let crowd = Crowd { page: scene.page, tokens, faces: faces.unwrap_or_default(), taken: &scene.taken };
                let found = || nearest(want.about, want.full, want.reach, &crowd);
                let sought = search(want.about, want.full, want.reach, &crowd);
                assert_eq!((found(), found()), (sought, sought), "scene {seed}");
            }
        }
    }
}
