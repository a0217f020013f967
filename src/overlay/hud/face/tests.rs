//! Trials of the faces of places in the bar.

use std::collections::BTreeSet;

use bevy_egui::egui::{Context, RawInput};

use super::*;
use crate::battle::Reads;
use crate::battle::house_words::ATTACK;
use crate::overlay::hud::Places;
use crate::overlay::hud::deeds;
use crate::overlay::trial;

/// Everything that can be written on a place of the bar in the games that ship.
fn names() -> BTreeSet<String> {
    let library = trial::library();
    let mut names: BTreeSet<String> = ["more", "more attacks"].map(str::to_owned).into();
    for ruleset in library.rulesets().unwrap() {
        let rules = library.rules(&ruleset).unwrap();
        let arms: Vec<&str> = rules.arms.values().map(|arm| arm.name.as_str()).collect();
        let combos = rules.profiles.values().flat_map(|profile| profile.combos.keys());
        names.extend(combos.map(|name| name.as_str().to_owned()).chain(arms.iter().map(|arm| (*arm).to_owned())));
        for deed in rules.deeds.values().map(|deed| deed.nature()).filter(|deed| deed.in_turns) {
            names.extend([deed.verb.as_str(), deed.group.as_str()].map(str::to_owned));
            if deed.group == Group::Attack && deed.reads.contains(&Reads::With) {
                names.extend(arms.iter().map(|arm| format!("{}: {arm}", deed.verb)));
            }
        }
    }
    names
}

/// Promise: whatever the size of window and text, no name of a deed or weapon is cut in the bar, and no word of it is broken.
#[test]
fn no_name_is_cut_in_the_bar() {
    let names = names();
    assert!(names.len() > 300, "{}", names.len());
    for size in [vec2(1024.0, 640.0), vec2(1360.0, 860.0), vec2(1920.0, 1080.0)] {
        for scale in [1.0, 1.5, 2.0] {
            let bar = Places::of(Rect::from_min_size(Pos2::ZERO, size), scale).bottom();
            let room = name_room(deeds::smallest(bar, scale));
            let (mut seen, font) = (0, FontId::proportional(WORDS * scale));
            let mut output = Context::default().run_ui(RawInput::default(), |ui| {
                for name in &names {
                    let told = theme::fitted(ui.painter(), name, room, &font, (Color32::WHITE, Align::Center));
                    let place = format!("{name} at {size} and {scale}: {} in {room}", told.size());
                    assert!(!told.elided && told.size().x <= room.x + 0.5 && told.size().y <= room.y + 0.5, "{place}");
                    let rows: Vec<String> = told.rows.iter().map(|row| row.text()).collect();
                    let is_whole = |word: &str| rows.iter().any(|row| row.contains(word));
                    assert!(name.split([' ', '-']).all(is_whole), "{place}: {rows:?}");
                    seen += 1;
                }
            });
            output.textures_delta.clear();
            assert!(seen >= names.len());
        }
    }
}

/// Promise: in the window of a phone no word of a name is broken in the bar, whatever is cut off; each place has an icon, and
/// neither its name nor its price lies over that.
#[test]
fn a_narrow_place_keeps_its_icon_and_its_words() {
    let names = names();
    for (size, scale) in [(vec2(390.0, 780.0), 1.0), (vec2(390.0, 780.0), 2.0), (vec2(360.0, 640.0), 1.5)] {
        let rect = deeds::smallest(Places::of(Rect::from_min_size(Pos2::ZERO, size), scale).bottom(), scale);
        assert!(tight::is_tight(&rect, scale), "{rect:?} at {size} and {scale}");
        let font = FontId::proportional(tight::letters(WORDS * scale));
        let mut output = Context::default().run_ui(RawInput::default(), |ui| {
            for name in &names {
                let price = Some(("2 s".to_owned(), Color32::WHITE));
                let Parts { words, icon, price, .. } =
                    tight::laid(ui.painter(), rect, name, (&font, Color32::WHITE), price);
                let place = format!("{name} at {size} and {scale}, in {rect:?}");
                let (at, words) = words.unwrap_or_else(|| panic!("{place}: no name"));
                let is_cut = words.elided && words.rows.len() == 1;
                assert!(is_cut || theme::keeps_words(&words, name), "{place}: a word is broken");
                assert!(words.size().x <= rect.width() && at.y + words.size().y <= rect.bottom(), "{place}");
                let is_usual = scale == 1.0 && ["Arming sword", "more attacks", "hide"].contains(&name.as_str());
                assert!(!is_usual || !is_cut, "{place}: it is cut");
                let (middle, radius) = icon.unwrap_or_else(|| panic!("{place}: no icon"));
                let icon = Rect::from_center_size(middle, Vec2::splat(radius * 2.0));
                assert!(radius >= LEAST_ICON && rect.contains_rect(icon) && icon.bottom() <= at.y, "{place}: {icon:?}");
                let before = rect.right() - EDGE - price.map_or(0.0, |price| price.size().x);
                assert!(icon.right() <= before, "{place}: {icon:?} and the price from {before}");
            }
        });
        output.textures_delta.clear();
    }
}

/// Promise: a grey place of a weapon that is not in hand tells what brings it there, where that can be done now.
#[test]
fn a_weapon_that_is_not_in_hand_says_how_to_get_it() {
    let mut told = 0;
    trial::watch("tavern_yard", 1, 120, |look| {
        let is_turn = look.question().is_some_and(|question| question.choices.is_none());
        let choices = if is_turn { look.choices() } else { Vec::new() };
        for choice in choices.iter().filter(|choice| choice.is_legal() && choice.order.verb == "draw") {
            let arm = choice.order.done_with();
            // Of two of a kind the other one may be in hand.
            if !is_away(look, arm) {
                continue;
            }
            let first = fetched(look, &Kind::Attack(arm.to_owned()), &choices);
            assert!(first.is_some_and(|first| first.starts_with("First: ") && first.contains(arm)));
            told += 1;
        }
    });
    assert!(told > 0, "everybody holds all that they have");
}

/// Promise: a place is quiet where nobody is in reach but the fallen.
#[test]
fn blows_at_the_fallen_light_no_place() {
    let (mut fallen, mut standing) = (0, 0);
    for (name, seed) in ["last_orders", "first_toll"].into_iter().flat_map(|name| [(name, 1), (name, 2), (name, 3)]) {
        trial::watch(name, seed, 160, |look| {
            for choice in look.choices().iter().filter(|choice| choice.group == Group::Attack && choice.is_legal()) {
                let Some(target) = look.target(&choice.order).filter(|target| !target.is_thing()) else { continue };
                assert_eq!(at_fallen(look, [choice].into_iter()), !look.is_in_play(target), "{}", choice.order);
                *(if look.is_in_play(target) { &mut standing } else { &mut fallen }) += 1;
            }
        });
    }
    assert!(fallen > 0 && standing > 0, "{fallen} blows at the fallen, {standing} at others");
}

/// Promise: names in a bar are written alike, and no word of them is broken for it.
#[test]
fn names_in_a_bar_are_written_alike() {
    let slot = |kind| Slot { kind, verbs: Vec::new(), choices: Vec::new() };
    let slots = [Kind::Attack("Sword".into()), Kind::Attack("Fire bomb".into()), Kind::Attacks].map(slot);
    for (size, scale) in [(vec2(1024.0, 640.0), 2.0), (vec2(1360.0, 860.0), 1.0), (vec2(1360.0, 860.0), 2.0)] {
        let bar = Places::of(Rect::from_min_size(Pos2::ZERO, size), scale).bottom();
        let rect = deeds::smallest(bar, scale);
        let mut output = Context::default().run_ui(RawInput::default(), |ui| {
            ui.ctx().global_style_mut(|style| {
                style.text_styles.insert(TextStyle::Body, FontId::proportional(14.0 * scale));
            });
            let alike = letters(ui, &slots, &[rect; 3], &[]);
            for slot in &slots {
                let (title, font) = (slot.title(&[]), FontId::proportional(alike));
                let told = theme::fitted(ui.painter(), &title, name_room(rect), &font, (Color32::WHITE, Align::Center));
                assert_eq!(theme::size_of(&told), alike, "{title} at {size} and {scale}");
            }
            assert!(alike >= 11.0, "{alike} at {size} and {scale}");
        });
        output.textures_delta.clear();
    }
}

/// Promise: an icon lies over neither digit nor price; where there is no room for one there is none.
#[test]
fn an_icon_lies_over_neither_digit_nor_price() {
    let (digit, price) = (vec2(20.0, 26.0), vec2(40.0, 26.0));
    let wide = Rect::from_min_size(Pos2::ZERO, vec2(140.0, 90.0));
    assert_eq!(icon_radius(wide, (0.0, 60.0), [Vec2::ZERO; 2]), Some(60.0 * 0.42));
    let beside = icon_radius(wide, (0.0, 60.0), [digit, price]).unwrap();
    assert!(beside <= 70.0 - price.x, "{beside}");
    let narrow = Rect::from_min_size(Pos2::ZERO, vec2(72.0, 60.0));
    assert_eq!(icon_radius(narrow, (0.0, 32.0), [digit, price]), None);
    assert_eq!(icon_radius(wide, (40.0, 50.0), [Vec2::ZERO; 2]), None, "between price and name");
    // What lies below both of them is as large as it can be.
    assert_eq!(icon_radius(narrow, (30.0, 60.0), [digit, price]), Some(30.0 * 0.42));
}

/// Promise: a price in the bar lies apart from the key, whatever the size of window and text, and is not too small to be
/// read.
#[test]
fn a_price_lies_apart_from_the_key() {
    for size in [vec2(1024.0, 640.0), vec2(1360.0, 860.0), vec2(1920.0, 1080.0)] {
        for scale in [1.0, 1.5, 2.0] {
            let rect = deeds::smallest(Places::of(Rect::from_min_size(Pos2::ZERO, size), scale).bottom(), scale);
            let font = FontId::proportional(WORDS * scale);
            let mut output = Context::default().run_ui(RawInput::default(), |ui| {
                for price in ["2 of 4 s", "12 s", "action", "bonus"] {
                    let both = ["2", price].map(|text| Some((text.to_owned(), Color32::WHITE)));
                    let [key, price] = corners(ui.painter(), both, rect.width(), &font).map(Option::unwrap);
                    let after = rect.left() + CORNER + key.size().x + 2.0 * KEY;
                    let before = rect.right() - EDGE - price.size().x;
                    assert!(before - after >= APART - 0.1, "{before} after {after} at {size} and {scale}");
                    assert!(theme::size_of(&key) >= WORDS, "{} at {size} and {scale}", theme::size_of(&key));
                    assert!(theme::size_of(&price) >= 9.5, "{} at {size} and {scale}", theme::size_of(&price));
                }
            });
            output.textures_delta.clear();
        }
    }
}

/// Promise: in each game what a blow takes of a turn is written on its place, in so few letters that it is read there.
#[test]
fn what_a_blow_takes_is_written_on_its_place() {
    for name in ["gate", "duel_at_dawn", "toll_bridge", "spears_at_the_bridge", "tavern_yard", "sawmill_road"] {
        let mut seen = BTreeSet::new();
        trial::watch(name, 2, 60, |look| {
            let is_turn = look.question().is_some_and(|question| question.choices.is_none());
            let choices = if is_turn { look.choices() } else { Vec::new() };
            let blow = |choice: &&Choice| choice.order.verb == ATTACK && choice.is_legal() && choice.takes > 0;
            for choice in choices.iter().filter(blow).filter(|choice| choice.step.is_none()) {
                let told = priced(look, choice).unwrap_or_else(|| panic!("{name}: {:?}", choice.cost));
                assert!(told.chars().count() <= 6, "{name}: {told}");
                seen.insert(told);
            }
        });
        assert!(!seen.is_empty(), "{name}");
    }
}
