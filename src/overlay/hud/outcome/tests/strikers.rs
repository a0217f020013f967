//! Trials of who is named in the line, over whole battles of the games that ship.

use bevy_egui::egui::{Context, RawInput, Rect, UiBuilder, pos2, vec2};

use super::super::blow::{between, dealt};
use super::super::read::Read;
use super::super::told::Told;
use super::*;
use crate::battle::Change;
use crate::overlay::stakes::names;

/// A battle of each of five games.
const BATTLES: [&str; 5] = ["toll_bridge", "brawl_on_the_quay", "gate", "bridge_of_bells", "first_round"];

/// Promise: whoever is named as having done it to somebody is who has dealt the harm that is told last, in all games.
#[test]
fn who_is_named_has_dealt_what_is_told() {
    let mut told = 0;
    for (name, seed) in BATTLES.iter().flat_map(|name| (1..=2).map(move |seed| (*name, seed))) {
        let (mut game, mut mind) = (trial::begun(name, seed), Mind::new(Skill::Plain, seed));
        for _ in 0..120 {
            if !trial::goes_on(&mut game, &mut mind) {
                break;
            }
        }
        let look = trial::look(&game);
        let facts = look.facts();
        for blow in Told::of(&Read::of(look, (0, &[]), facts)).all {
            let mut own = (blow.from..=blow.until).rev().filter_map(|at| facts.get(at));
            let harm = own.find(|fact| blow.words.last() == Some(&fact.text));
            let Some((by, whom)) = harm.and_then(|harm| dealt(look, harm)) else { continue };
            let all = blow.told().cloned().collect::<Vec<_>>().join(" ");
            assert_eq!(blow.by, between(look, Some(by), Some(whom)), "{name} {seed}: {all}");
            assert_eq!(blow.side, Some(look.side(by)), "{name} {seed}: {all}");
            told += 1;
        }
    }
    assert!(told > 40, "{told} blows were told of");
}

/// Promise: what somebody no longer comes to do leads to no blow of whoever is on turn.
#[test]
fn a_blow_that_came_to_nothing_leads_to_no_other() {
    trial::in_game("zones", |look| {
        let figure = look.rules().figures.iter().find(|(_, figure)| !figure.low_is_good).unwrap().0.key();
        let of_turn = |mut fact: Fact| {
            fact.turn = Some(Id(0));
            fact
        };
        let deed = |text: &str, who: u16, whom: u16| of_turn(Fact::new("deed", text).who(Id(who)).whom(Id(whom)));
        let damage = Roll { purpose: Purpose::Damage, total: 5, ..Roll::default() };
        let does = of_turn(Fact::new("damage", "Ana does 5 damage.").who(Id(0)).whom(Id(1)).roll(damage));
        let mut hurt = of_turn(Fact::new("harm", "Bo has 4 left after 5.").who(Id(1)).change(Id(1), figure, 9, 4));
        hurt.dealt = Some(crate::battle::HitBy { by: Some(Id(0)), arm: None, back: 0, wound: None });
        let vain = deed("Cy no longer comes to grapple.", 2, 0);
        let all = [vain, deed("Ana strikes at Bo.", 0, 1), deed("Bo strikes back.", 1, 0), does, hurt];
        let came = Outcome::of(look, 0, &all).unwrap();
        assert!(came.words.starts_with("Ana strikes at Bo. Bo strikes back. "), "{}", came.words);
        let by = format!("{} against {}", look.name(Id(0)), look.name(Id(1)));
        assert_eq!(came.short[1], format!("{by}: Bo has 4 left after 5."));
        assert_eq!(came.by, Some(look.side(Id(0))));
    });
}

/// Promise: harm in somebody else's turn comes of no blow before it, though nothing was thrown for what did it.
#[test]
fn harm_of_the_next_turn_is_none_of_the_last_blow() {
    trial::in_game("zones", |look| {
        let figure = look.rules().figures.iter().find(|(_, figure)| !figure.low_is_good).unwrap().0.key();
        let in_turn = |who: u16, mut fact: Fact| {
            fact.turn = Some(Id(who));
            fact
        };
        let failed = Roll { success: Some(false), purpose: Purpose::Other, ..Roll::default() };
        let vain = in_turn(0, Fact::new("aim", "Ana fails the aim.").who(Id(0)).whom(Id(1)).roll(failed));
        let deed = in_turn(1, Fact::new("deed", "Bo strikes at Ana.").who(Id(1)).whom(Id(0)));
        let mut hurt = in_turn(1, Fact::new("harm", "Ana has 4 left after 5.").who(Id(0)).change(Id(0), figure, 9, 4));
        hurt.dealt = Some(crate::battle::HitBy { by: Some(Id(1)), arm: None, back: 0, wound: None });
        let came = Outcome::of(look, 0, &[vain, deed, hurt]).unwrap();
        assert_eq!(came.words, "Bo strikes at Ana. Ana has 4 left after 5.");
        assert_eq!(came.by, Some(look.side(Id(1))));
    });
}

/// Promise: whoever else was hurt in the turn of the last blow is told of with it, also where somebody decided within that turn.
#[test]
fn all_who_were_hurt_in_a_turn_are_told_of() {
    let mut more = 0;
    for name in BATTLES {
        let (mut game, mut mind) = (trial::begun(name, 2), Mind::new(Skill::Plain, 2));
        for _ in 0..120 {
            let since = trial::look(&game).facts().len();
            if !trial::goes_on(&mut game, &mut mind) {
                break;
            }
            let look = trial::look(&game);
            let (facts, past) = (look.facts(), &look.facts()[since.saturating_sub(NEAR)..since]);
            let Some(came) = Outcome::since(look, (since, past), &facts[since..]) else { continue };
            let last = &facts[came.at];
            let is_of = |fact: &&Fact| (fact.round, fact.turn) == (last.round, last.turn);
            let turn = facts[..since].iter().rev().take_while(is_of).filter(|_| last.turn.is_some());
            let is_hurt = |change: &Change| {
                let is_health = look.health_in(change.who).is_some_and(|health| health.key() == change.what);
                is_health && change.to < change.from && !change.is_price && !change.who.is_thing()
            };
            for fact in turn.filter(|fact| look.may_read(fact)) {
                for change in fact.changes.iter().filter(|change| is_hurt(change)) {
                    let who = look.name(change.who);
                    let is_told = |words: &String| names(words, who);
                    assert!(came.also.iter().chain([&came.words]).any(is_told), "{name}: {who}, {}", fact.text);
                    more += usize::from(came.also.iter().any(is_told));
                }
            }
        }
    }
    assert!(more > 2, "only {more} times");
}

/// Promise: what the last blow came to follows the size of text, and has the two lines that it takes before any of it is cut.
#[test]
fn the_line_follows_the_size_of_text_and_takes_two_lines() {
    let words =
        || "Balthasar against Wat: Wat is incapacitated: half of what was left, or more, at one blow.".to_owned();
    let (short, all) = ([words(), words()], vec![(4, words())]);
    let came = Outcome { words: words(), short, all, ..Outcome::said(words(), 4, None) };
    let mut sizes = Vec::new();
    for scale in [1.0, 1.5] {
        let context = Context::default();
        context.global_style_mut(|style| style.text_styles.iter_mut().for_each(|(_, font)| font.size *= scale));
        let mut output = context.run_ui(RawInput::default(), |ui| {
            let scale = crate::overlay::theme::scale(ui.ctx());
            let line = Rect::from_min_size(pos2(0.0, 0.0), vec2(900.0 * scale, 28.0 * scale));
            ui.scope_builder(UiBuilder::new().max_rect(line), |ui| {
                let told = came.laid(ui, came.least(ui));
                assert!(!told.elided && told.rows.len() == 2, "{}: {}", told.text(), told.rows.len());
                sizes.push(crate::overlay::theme::size_of(&told) / scale);
            });
        });
        output.textures_delta.clear();
    }
    let (usual, large) = (sizes[0], sizes[sizes.len() - 1]);
    assert!((usual - large).abs() < 1.0, "{sizes:?}");
}
