//! The time-line: what was is shown as it was, nothing of it changes what is,
//! and playing on from there loses nothing.

use std::time::{Duration, Instant};

use egui_kittest::kittest::Queryable;
use sortie::ai::{Mind, Skill};
use sortie::battle::{Chronicle, Decision, Look, Order, SideId};
use sortie::overlay::{
    FieldView, Hand, LogPanel, Notices, Pace, Preferences, Saves, Screen, Sheet, Timeline, Wish, Wishes,
};
use sortie::record::{Origin, Record};
use sortie::rulebook::Player;

use crate::kit::window::{FRAME, SMALL, Window, at_once, at_rest, by_people, seated, sized, window};
use crate::kit::{Battle, Folder, files, library};

fn screen(folder: &Folder, count: usize) -> Screen {
    let mut screen = by_people("even", 3);
    screen.edit::<Saves>().keep_in(folder.path().to_owned(), folder.join("exports"));
    screen.played(&mut Mind::new(Skill::Plain, 1), count);
    screen
}

/// Where everybody is, and how.
fn standing(look: Look<'_>) -> Vec<String> {
    let one = |id| format!("{:?} {:?} {:?}", look.place(id), look.wounds(id), look.conditions(id));
    look.everybody().map(one).chain([format!("{:?}", look.clock())]).collect()
}

/// The battle after so many of its decisions, played from the start.
fn as_it_was(screen: &mut Screen, count: usize) -> Vec<String> {
    let origin = screen.now().battle::<Origin>().unwrap().clone();
    let kept = screen.made()[..count].to_vec();
    let then = origin.replay(&mut screen.world, &kept).unwrap();
    let stood = standing(Look::at(&screen.world, then).unwrap());
    screen.world.despawn(then);
    stood
}

#[test]
fn looking_back_shows_the_battle_as_it_was_and_changes_nothing() {
    let folder = Folder::new();
    let mut harness = at_rest(screen(&folder, 60));
    let battle = harness.state().battle().unwrap();
    let before = harness.saved();
    let prompt = harness.now().question().unwrap().prompt.clone();
    harness.press("One decision back");
    let expected = as_it_was(harness.state_mut(), 59);
    assert_eq!(standing(harness.state().past().unwrap()), expected);
    harness.press("To the start of the battle");
    harness.get_by_label_contains("Looking back: round 1, before decision 1 of 60");
    // Onwards and back again, by leaps and by steps.
    for to in [17, 18, 18, 40, 39, 3, 59] {
        harness.wish(Wish::LookBack(to));
        harness.get_by_label_contains(&format!("before decision {} of 60", to + 1));
        let expected = as_it_was(harness.state_mut(), to);
        assert_eq!(standing(harness.state().past().unwrap()), expected, "after {to} decisions");
    }
    // Nothing can be decided there.
    assert!(!harness.names(&prompt));
    harness.edit::<Wishes>().order = Some(Order::new("end turn"));
    harness.run();
    harness.wish(Wish::Undo);
    harness.get_by_label_contains("Nothing can be taken back while you look back");
    assert_eq!(harness.saved(), before);
    harness.press("To now");
    assert!(harness.state().past().is_none());
    assert!(harness.names(&prompt));
    assert_eq!(harness.state().battle(), Some(battle));
}

/// Promise: at an earlier moment the field offers nothing that could have been done then; a click shows who somebody was.
#[test]
fn nothing_is_offered_at_an_earlier_moment() {
    let is_turn = |look: Look<'_>| look.question().is_some_and(|question| question.choices.is_none());
    let mut screen = by_people("even", 3);
    screen.played(&mut Mind::new(Skill::Plain, 1), 40);
    let found = screen.until(&mut Mind::new(Skill::Plain, 1), 40, |look, _| is_turn(look).then_some(()));
    found.expect("somebody has a turn");
    let made = screen.made().len();
    let mut harness = at_once(screen);
    let lit = |harness: &mut Window| harness.edit::<FieldView>().drawn.as_ref().unwrap().tints.len();
    assert!(lit(&mut harness) > 0, "there is somewhere to go");
    let mut turns = 0;
    for to in (0..made).rev().take(12) {
        harness.wish(Wish::LookBack(to));
        let past = harness.state().past().unwrap();
        let Some(who) = past.asked().filter(|_| is_turn(past)) else { continue };
        let foe = past.foes(who).next().unwrap();
        let at = past.footprint(foe).at;
        assert_eq!(lit(&mut harness), 0, "after {to} decisions");
        harness.click_square(at);
        assert!(harness.edit::<Hand>().sure.is_none() && harness.edit::<Hand>().target.is_none());
        assert_eq!(harness.edit::<Sheet>().selected, Some(foe));
        turns += 1;
    }
    assert!(turns > 2, "{turns}");
}

/// It runs from the start to now by itself, and the computer waits until then.
#[test]
fn a_battle_runs_again_by_itself() {
    let folder = Folder::new();
    let mut screen = screen(&folder, 25);
    screen.edit::<Pace>().fast = true;
    let mut harness = sized(screen, SMALL, FRAME);
    harness.run();
    harness.get_by_label("Play").click();
    let mut seen = Vec::new();
    for _ in 0..60 {
        harness.step();
        seen.extend(harness.state().past().map(|look| look.battle::<Chronicle>().unwrap().facts.len()));
    }
    assert!(seen.len() > 20 && seen.is_sorted(), "{seen:?}");
    assert!(harness.state().past().is_none(), "it ends at the present");
    assert_eq!(harness.made().len(), 25);
}

/// Dice that have been seen stay thrown, unless the settings allow otherwise; and what is given up is saved.
#[test]
fn playing_on_from_the_past_saves_the_future_first() {
    let folder = Folder::new();
    let mut harness = window(screen(&folder, 60));
    harness.wish(Wish::LookBack(20));
    assert!(harness.is_grey("Play on from here"));
    harness.get_by_label_contains("Dice have fallen since then");
    harness.wish(Wish::PlayOn);
    assert_eq!(harness.made().len(), 60, "a greyed button is no door");
    harness.edit::<Preferences>().rewinds = true;
    harness.run();
    let expected = as_it_was(harness.state_mut(), 20);
    harness.press("Play on from here");
    assert_eq!(harness.made().len(), 20);
    assert!(harness.state().past().is_none());
    assert_eq!(standing(harness.now()), expected);
    let files = files(folder.path());
    let given_up = files.iter().find(|file| file.to_str().unwrap().contains("before going back")).unwrap();
    assert_eq!(Record::read(given_up).unwrap().decisions.len(), 60);
    harness.get_by_label_contains("What came after is saved as “before going back” among the saved battles");
}

/// Whatever is over, or was only loaded to watch, is free to be played on from anywhere.
#[test]
fn a_battle_that_is_over_can_be_taken_up_anywhere() {
    let folder = Folder::new();
    let over = screen(&folder, 4_000);
    assert!(over.end().is_some());
    let mut harness = sized(over, SMALL, FRAME);
    harness.wish(Wish::LookBack(5));
    harness.press("Play on from here");
    assert_eq!(harness.made().len(), 5);
    assert!(harness.end().is_none());
}

/// Each line of the log leads back to its moment.
#[test]
fn the_log_leads_back() {
    let folder = Folder::new();
    let mut harness = window(screen(&folder, 60));
    harness.draw_out();
    let facts = harness.facts().to_vec();
    let line = &harness.edit::<Timeline>();
    let index = (0..facts.len()).rev().find(|fact| line.moment_of(*fact) < 60).unwrap();
    let text = facts[index].text.clone();
    harness.edit::<LogPanel>().opened = Some(index);
    harness.run();
    harness.scroll_to("Back to here");
    harness.press("Back to here");
    let then = &harness.state().past().unwrap().battle::<Chronicle>().unwrap().facts;
    assert_eq!(then.get(index).map(|fact| fact.text.as_str()), Some(text.as_str()));
}

/// Loading a long battle, with all that the time-line must know of it, takes no time to speak of.
#[test]
#[ignore = "measures time: cargo test --release -- --ignored"]
fn a_long_replay_opens_at_once() {
    let folder = Folder::new();
    let mut long = screen(&folder, 0);
    long.played(&mut Mind::new(Skill::Random, 1), 500);
    let count = long.made().len();
    let record = long.saved();
    let scenario = record.scenario(&library()).unwrap();
    let start = Instant::now();
    record.play_in(&mut long.world, scenario.setup).unwrap();
    let took = start.elapsed();
    assert!(took < Duration::from_millis(50), "{count} decisions took {took:?}");
}

/// What was loaded is free to be taken up; what is played in its place is not, even when it is as long.
#[test]
fn only_the_battle_that_was_loaded_is_free() {
    let folder = Folder::new();
    let file = folder.join("sixty.json");
    let mut long = screen(&folder, 60);
    long.saved().write(&file).unwrap();
    for ways in 0..2 {
        long.edit::<Wishes>().wish = Some(Wish::Load(file.clone()));
        long.act(Duration::ZERO);
        long.edit::<Wishes>().wish = Some(Wish::LookBack(10));
        long.act(Duration::ZERO);
        long.edit::<Wishes>().wish = Some(if ways == 0 { Wish::PlayOn } else { Wish::Again(9) });
        long.act(Duration::ZERO);
        assert_eq!(long.made().len(), if ways == 0 { 10 } else { 0 });
        let left = 60 - long.made().len();
        long.played(&mut Mind::new(Skill::Plain, 5), left);
        for wish in [Wish::LookBack(10), Wish::PlayOn] {
            long.edit::<Wishes>().wish = Some(wish);
            long.act(Duration::ZERO);
        }
        assert_eq!(long.made().len(), 60);
        assert!(
            long.edit::<Notices>().said.as_ref().is_some_and(|said| said.starts_with("Dice have fallen")),
            "{ways}"
        );
    }
}

/// Promise: the button that takes a decision back is grey before there is one and where dice have fallen since.
#[test]
fn nothing_is_taken_back_once_dice_have_fallen() {
    let mut harness = window(by_people("even", 3));
    harness.edit::<Preferences>().warns = false;
    harness.run();
    let mut mind = Mind::new(Skill::Plain, 3);
    let rolls = |window: &Window| window.facts().iter().filter(|fact| fact.roll.is_some()).count();
    let (mut open, mut shut) = (0, 0);
    assert!(harness.is_grey("Undo"));
    for _ in 0..60 {
        let before = rolls(&harness);
        harness.edit::<Wishes>().order = mind.decide(harness.now());
        harness.run();
        if rolls(&harness) > before {
            assert!(harness.is_grey("Undo"));
            shut += 1;
        } else if !harness.is_grey("Undo") {
            let made = harness.made().len();
            harness.press("Undo");
            assert_eq!(harness.made().len(), made - 1, "what is not grey does it");
            harness.edit::<Wishes>().order = mind.decide(harness.now());
            harness.run();
            open += 1;
        }
    }
    assert!(open > 5 && shut > 5, "{open} {shut}");
}

/// Lets time go by until what somebody asks about was thought over; whether it is told.
fn is_told(harness: &mut Window) -> bool {
    harness.step();
    for _ in 0..600 {
        harness.step();
        if harness.names("What else came into question") || harness.names("They know what you do not") {
            break;
        }
    }
    harness.names("% to win, costs ")
}

/// Promise: why somebody decided as they did is told at any moment: what they chose, the next best, and what was to be expected
/// of each. Nothing is changed by that, and a step back puts it away.
#[test]
fn why_somebody_decided_so_is_told_at_any_moment() {
    let folder = Folder::new();
    let mut harness = at_rest(screen(&folder, 60));
    let before = harness.saved();
    let is_attack = |decision: &Decision| decision.order.verb == "attack";
    let at = harness.made().iter().position(is_attack).unwrap();
    let last = harness.made().iter().rposition(is_attack).unwrap();
    harness.edit::<Wishes>().wish = Some(Wish::Why(last));
    assert!(is_told(&mut harness), "the last attack");
    harness.state_mut().step_back();
    harness.wish(Wish::LookBack(at));
    assert!(!harness.names("% to win"));
    harness.get_by_label("Why?").click();
    assert!(is_told(&mut harness), "the next decision");
    assert!(harness.names(&format!("decision {} of 60", at + 1)));
    harness.state_mut().step_back();
    harness.step();
    assert!(!harness.names("% to win") && harness.state().past().is_some());
    assert_eq!(harness.saved(), before);
}

/// Promise: once a decision is taken back, nothing is told of its reasons any more.
#[test]
fn reasons_go_with_a_decision_that_is_taken_back() {
    let folder = Folder::new();
    let mut harness = at_rest(screen(&folder, 60));
    harness.edit::<Preferences>().rewinds = true;
    let mut named_after = |wish: Wish| {
        harness.edit::<Wishes>().wish = Some(wish);
        (0..3).for_each(|_| harness.step());
        (harness.names("decision 60 of 60"), harness.made().len() == 60)
    };
    assert_eq!(named_after(Wish::Why(59)), (true, true));
    assert_eq!(named_after(Wish::Undo), (false, false));
}

/// Promise: of what others weighed nothing is told that hangs on what only they know, until the battle is over.
#[test]
fn what_others_weigh_in_secret_stays_theirs() {
    let mut screen = seated("liberi_gothica/duel_at_dawn", &[Player::Human, Player::Computer], 7);
    let mut asked = Vec::new();
    screen.until(&mut Mind::new(Skill::Plain, 7), 6, |look, _| {
        let question = look.question().unwrap();
        asked.push((question.side, question.is_secret, question.choices.is_none()));
        None::<()>
    });
    let of =
        |side: u8, is_secret: bool| asked.iter().position(|one| *one == (SideId(side), is_secret, !is_secret)).unwrap();
    let mut harness = window(screen);
    let mut asks = |number: usize| {
        harness.edit::<Wishes>().wish = Some(Wish::Why(number));
        let told = is_told(&mut harness);
        assert_ne!(told, harness.names("They know what you do not"));
        harness.state_mut().step_back();
        told
    };
    assert!(!asks(of(1, true)), "their card");
    assert!(asks(of(1, false)), "their deed, with cards dealt anew");
    assert!(asks(of(0, true)), "one's own card");
}
