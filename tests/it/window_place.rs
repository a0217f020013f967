//! Cards and questions lie beside whom they are about, and hide nobody who matters, in small windows with large text.

use bevy_egui::egui::{Id as Name, LayerId, Order as Level, Pos2, Rect, Vec2};
use sortie::ai::{Mind, Skill};
use sortie::battle::{Id, Look, Waits};
use sortie::board::Square;
use sortie::overlay::{FieldView, Hand, Places, Preferences, Speed};

use crate::kit::Battle;
use crate::kit::window::{FRAME, PAGE, SMALL, Window, at_rest, by_people, sized};

/// Where the card lies, if it is there, or another panel of the field.
pub fn lying(harness: &Window, panel: &str) -> Option<Rect> {
    let layer = LayerId::new(Level::Middle, Name::new(panel));
    harness.ctx.memory(|memory| {
        let is_there = memory.areas().visible_last_frame(&layer);
        memory.area_rect(layer.id).filter(|_| is_there)
    })
}

/// Where somebody lies on the page, and how large a square is.
fn body(harness: &mut Window, who: Id) -> (Rect, f32) {
    let footprint = harness.now().footprint(who);
    let next = Square::new(footprint.at.x + 1, footprint.at.y);
    let (at, next): (Pos2, Pos2) = (harness.place_of(footprint.at), harness.place_of(next));
    let cell = next.x - at.x;
    let side = footprint.side as f32;
    (Rect::from_min_size(at - Vec2::splat(cell / 2.0), Vec2::splat(cell * side)), cell)
}

/// Points at everybody who is seen in a battle that has gone on for a while; how many cards were looked at.
fn looked_at(name: &str, decisions: usize, (size, text): ([f32; 2], u32)) -> usize {
    let mut screen = by_people(name, 1);
    (screen.edit::<Preferences>().text, screen.edit::<Preferences>().speed) = (text, Speed::AtOnce);
    let mut mind = Mind::new(Skill::Plain, 1);
    for _ in 0..decisions {
        let Some(order) = mind.decide(screen.now()) else { break };
        screen.give(order);
    }
    let mut harness = sized(screen, size, FRAME);
    harness.run();
    let page = Rect::from_min_size(Pos2::ZERO, size.into());
    let everybody: Vec<Id> = harness.now().shown().filter(|id| harness.now().place(*id).present).collect();
    let mut seen = 0;
    for who in everybody {
        let (about, cell) = body(&mut harness, who);
        if !page.contains_rect(about) {
            continue;
        }
        harness.hover_at(about.center());
        // From the first frame on what is told at the end of a way is read beside it.
        let mut over = Vec::new();
        for _ in 0..6 {
            harness.step();
            let noted = harness.edit::<FieldView>().noted;
            over.extend(lying(&harness, "card").zip(noted).filter(|(card, noted)| card.shrink(1.0).intersects(*noted)));
        }
        harness.run();
        let Some(card) = lying(&harness, "card") else { continue };
        seen += 1;
        let place = format!("{name}, {size:?}, text {text}: {} at {about:?}", harness.now().name(who));
        assert!(page.expand(1.0).contains_rect(card), "{place}: {card:?} lies beyond the window");
        let hides = |token: Rect| card.shrink(1.0).intersects(token.shrink(cell * 0.1));
        assert!(!hides(about), "{place}: {card:?} hides them");
        if let Some(acts) = harness.now().asked().filter(|acts| *acts != who) {
            let (acts, _) = body(&mut harness, acts);
            assert!(!hides(acts), "{place}: {card:?} hides who acts at {acts:?}");
        }
        let others: Vec<Id> = harness.now().shown().filter(|id| *id != who && harness.now().is_in_play(*id)).collect();
        let hidden = others.iter().filter(|id| hides(body(&mut harness, **id).0)).count();
        // Where it lies at neither side, nor above nor below all else, it hides nobody at all.
        let field = Places::of(page, text as f32 / 100.0).field.shrink(30.0);
        let is_at_edge = card.left() < field.left()
            || card.right() > field.right()
            || card.top() < field.top()
            || card.bottom() > field.bottom();
        assert!(over.is_empty() || is_at_edge, "{place}: card and note of a way at {over:?}");
        assert!(hidden == 0 || is_at_edge && size == SMALL, "{place}: {card:?} hides {hidden}");
        assert!(card.height() <= field.height() * 0.8 + 30.0, "{place}: {card:?} takes most of the field");
    }
    seen
}

/// Promise: the card of whoever is pointed at lies within the window and hides nobody, in a small window with large text as in
/// a large one; where there is no such place, it lies at the edge, over neither them nor whoever acts.
#[test]
fn a_card_hides_neither_whom_it_tells_of_nor_who_acts() {
    for (name, decisions) in [("toll_bridge", 14), ("gate", 8), ("brawl_at_the_crown", 10), ("tavern_yard", 12)] {
        let mut seen = 0;
        for (size, text) in [(SMALL, 150), (PAGE, 100)] {
            seen += looked_at(name, decisions, (size, text));
        }
        assert!(seen > 4, "{name}: {seen} cards");
    }
}

/// An enemy of whoever has the turn who has prepared something.
fn waiting(look: Look<'_>) -> Option<Id> {
    let who = look.question().filter(|asked| asked.choices.is_none())?.who?;
    let shows = &look.rules().registry.shows;
    let waits = |foe: &Id| {
        let mut intents = shows.iter().flat_map(|mechanic| mechanic.intends(look, *foe));
        intents.any(|intent| intent.of == Waits::Others)
    };
    look.foes(who).find(waits)
}

/// Promise: the card of whoever is pointed at tells what they have prepared: nothing else need be read beside it.
#[test]
fn the_card_tells_what_somebody_has_prepared() {
    let mut seen = 0;
    for seed in 1..=6 {
        let mut screen = by_people("duel_at_dawn", seed);
        screen.edit::<Preferences>().speed = Speed::AtOnce;
        let found = screen.until(&mut Mind::new(Skill::Plain, seed), 60, |look, _| waiting(look));
        let Some(foe) = found else { continue };
        let mut harness = at_rest(screen);
        let (about, _) = body(&mut harness, foe);
        harness.point_at(about.center());
        harness.run();
        assert!(lying(&harness, "card").is_some() && harness.names("has prepared: "), "seed {seed}");
        seen += 1;
    }
    assert!(seen > 1, "{seen} of six battles");
}

/// Promise: the ways at a target lie over no token while any form of the panel has such a place; else at the edge of the field,
/// over neither the target nor whoever acts.
#[test]
fn the_ways_at_a_target_hide_nobody() {
    let (mut seen, mut clear) = (0, 0);
    let battles = [("toll_bridge", 14), ("gate", 12), ("brawl_at_the_crown", 10), ("brawl_on_the_quay", 6)];
    for (name, decisions) in battles {
        for (size, text) in [(SMALL, 100), (PAGE, 100), (PAGE, 150)] {
            let mut screen = by_people(name, 1);
            (screen.edit::<Preferences>().text, screen.edit::<Preferences>().speed) = (text, Speed::AtOnce);
            let mut mind = Mind::new(Skill::Plain, 1);
            screen.played(&mut mind, decisions);
            let found = screen.until(&mut mind, 60, |look, _| {
                let who = look.question().filter(|asked| asked.choices.is_none())?.who?;
                let open = look.choices().into_iter().filter(|choice| choice.is_legal());
                let mut targets: Vec<Id> = open.filter_map(|choice| look.target(&choice.order)).collect();
                targets.retain(|target| *target != who && !target.is_thing());
                targets.dedup();
                (!targets.is_empty()).then_some(targets)
            });
            let Some(targets) = found else { continue };
            let mut harness = sized(screen, size, FRAME);
            for target in targets.into_iter().take(3) {
                harness.edit::<Hand>().aim_at(Some(target));
                harness.run();
                harness.run();
                let Some(panel) = lying(&harness, "aim") else { continue };
                seen += 1;
                let place = format!("{name}, {size:?}, text {text}: {} under {panel:?}", harness.now().name(target));
                let look = harness.now();
                let acts = look.asked();
                let others: Vec<Id> = look.shown().filter(|id| look.is_in_play(*id)).collect();
                let mut hidden = Vec::new();
                for id in others {
                    let (token, cell) = body(&mut harness, id);
                    if !panel.shrink(1.0).intersects(token.shrink(cell * 0.1)) {
                        continue;
                    }
                    assert!(id != target && acts != Some(id), "{place}: {} is hidden", harness.now().name(id));
                    hidden.push((harness.now().name(id).to_owned(), token));
                }
                clear += usize::from(hidden.is_empty());
                let page = Rect::from_min_size(Pos2::ZERO, size.into());
                let field = Places::of(page, text as f32 / 100.0).field.shrink(30.0);
                assert!(
                    hidden.is_empty() || !field.contains_rect(panel),
                    "{place}: {hidden:?} in the middle of {field:?}"
                );
            }
        }
    }
    assert!(seen > 8 && clear * 4 > seen * 3, "{seen} panels, {clear} hide nobody");
}
