//! What is told of what hangs on answers.

use std::time::Duration;

use bevy_egui::egui::{Context, RawInput};

use super::words::STATE;
use super::*;
use crate::ahead::{Ahead, Befell, Peril};
use crate::ai::{Mind, Skill};
use crate::battle::{ConditionName, Id, advance, answer, quiet_world};
use crate::board::Square;
use crate::lesson::Stage;
use crate::overlay::trial;

/// Promise: only those are told of who come to something; where nobody does, that is said once.
#[test]
fn whom_nothing_befalls_is_not_told_of() {
    trial::in_lesson("hursagmu", "HG-L-FAR-FRIEND", 4, |look| {
        let question = look.question().unwrap();
        let (own, other) = (question.who.unwrap(), question.whom.unwrap());
        let peril = |hurt: u32| Peril { tries: 100, hurt, ..Peril::default() };
        let stake = |all: [(Id, u32); 2]| {
            let mut stake = Stake::default();
            (stake.tries, stake.is_exact) = (100, true);
            stake.of = all.into_iter().map(|(who, hurt)| (who, peril(hurt))).collect();
            staked(look, question, (&stake, true)).into_iter().map(|(text, _)| text).collect::<Vec<_>>()
        };
        assert_eq!(stake([(own, 0), (other, 0)]), ["no harm"]);
        let one = stake([(own, 0), (other, 40)]);
        assert!(one.len() == 1 && one[0].starts_with(look.name(other)), "{one:?}");
        let both = stake([(own, 7), (other, 40)]);
        assert!(both.len() == 2 && both[0].starts_with("you: harmed 7%"), "{both:?}");
    });
}

/// Promise: where only somebody else is harmed by what one does next that is said before it; what is bad for enemies, or only a
/// state, has no colour of a loss; what a state or an outcome means is told below.
#[test]
fn odds_say_what_they_reckon_with_and_whose_loss_they_are() {
    trial::in_lesson("hursagmu", "HG-L-FAR-FRIEND", 4, |look| {
        let question = look.question().unwrap();
        let (own, other, foe) = (question.who.unwrap(), question.whom.unwrap(), question.by.unwrap());
        let harmed = Peril { tries: 100, hurt: 40, ..Peril::default() };
        let state = ConditionName::of(*look.rules().conditions.keys().next().unwrap());
        let brought = Peril { tries: 100, befell: [(Befell::Came(state, None), 72)].into(), ..Peril::default() };
        let told = |of: [(Id, &Peril); 1]| {
            let mut stake = Stake::default();
            (stake.tries, stake.is_exact, stake.then) = (100, true, Some("Block".to_owned()));
            stake.of = of.map(|(who, peril)| (who, peril.clone())).into();
            staked(look, question, (&stake, true)).remove(0)
        };
        let (line, grade) = told([(other, &harmed)]);
        assert!(line.starts_with(&format!("then Block: {} harmed 40%", look.name(other))) && grade > 0, "{line}");
        assert!(told([(own, &harmed)]).1 > 0);
        assert_eq!((told([(foe, &harmed)]).1, told([(own, &brought)]).1), (0, STATE));
        let meant = meanings(look.rules(), &["stamina alone 40%, wounded 3%"]);
        assert!(meant.iter().any(|line| line.starts_with("stamina alone: ")), "{meant:?}");
        assert!(names("else stunned 4%", "stunned") && !names("unstunned 4%", "stunned"));
    });
}

/// Promise: where whoever takes a blow may still do something about it, the odds of taking it say what they reckon with.
#[test]
fn what_is_done_afterwards_is_told() {
    trial::in_lesson("zones", "ZN-L-OFFER-REFUSED", 4, |look| {
        let question = look.question().unwrap();
        let all: Vec<Order> = question.choices.iter().flatten().map(|choice| choice.order.clone()).collect();
        let (mut stakes, mut ahead) = (Stakes::default(), Ahead::default());
        while !stakes.go_on(&mut ahead, look, &all, Duration::from_secs(1)) {}
        let then = |verb: &str| {
            let order = all.iter().find(|order| order.verb == verb).unwrap();
            let stake = stakes.get(order).unwrap();
            (stake.then.clone(), staked(look, question, (stake, true)).remove(0).0)
        };
        assert_eq!(
            question.before.is_some(),
            then("refuse").0.is_some(),
            "the chance in the question is told before that"
        );
        let (after, told) = then("refuse");
        assert!(after.is_some_and(|after| told.starts_with(&format!("you, then {after}: "))), "{told}");
        assert_eq!(then("accept").0, None);
    });
}

/// Promise: what is held brings nothing until it is asked again: neither one's own later answer nor that it will be asked.
#[test]
fn what_is_held_brings_nothing_yet() {
    let lessons = trial::library().lessons("liberi_gothica").unwrap();
    let lesson = lessons.iter().find(|lesson| lesson.id == "LG-C03").unwrap();
    let mut world = quiet_world();
    let mut stage = Stage::set(lesson, &mut world);
    stage.play_to(3);
    // Two squares of this way lie beside whoever waits.
    let go = Order { to: Some(Square::new(0, 1)), ..Order::new("move") };
    answer(stage.world, stage.battle, go).unwrap();
    advance(stage.world, stage.battle);
    let look = Look::at(stage.world, stage.battle).unwrap();
    let question = look.question().unwrap();
    assert_eq!(question.kind.as_str(), "prepared");
    let all: Vec<Order> = question.choices.iter().flatten().map(|choice| choice.order.clone()).collect();
    let (mut stakes, mut ahead) = (Stakes::default(), Ahead::default());
    while !stakes.go_on(&mut ahead, look, &all, Duration::from_secs(1)) {}
    let told = |verb: &str| {
        let stake = stakes.get(all.iter().find(|order| order.verb == verb).unwrap()).unwrap();
        staked(look, question, (stake, true)).remove(0).0
    };
    assert!(told("now").contains("hurt "), "{}", told("now"));
    assert!(told("hold").starts_with("held: asked again"), "{}", told("hold"));
}

/// Promise: where a blow is asked for with its square it is told of each what would come of it there.
#[test]
fn a_blow_at_a_square_is_told_with_its_odds() {
    let mut seen = 0;
    for seed in 1..8 {
        let (mut game, mut mind) = (trial::begun("first_toll", seed), Mind::new(Skill::Plain, seed));
        for _ in 0..40 {
            let look = trial::look(&game);
            let asked = look.question().filter(|question| question.kind == "charge").into_iter();
            let open = asked.flat_map(|question| question.choices.iter().flatten());
            for choice in open.filter(|choice| choice.group == Group::Attack && choice.is_legal()) {
                let to = choice.squares.first().map(|(at, _)| *at);
                let order = Order { to, ..choice.order.clone() };
                let mut known = Known::default();
                let told = (0..200).find_map(|_| {
                    let told = at_square(look, &order, &mut known)?;
                    (told != "reckoning…").then_some(told)
                });
                assert!(
                    told.is_some_and(|told| ["hurt ", "dead ", "no harm"].iter().any(|word| told.contains(word))),
                    "{order}"
                );
                seen += 1;
            }
            if seen > 2 || !trial::goes_on(&mut game, &mut mind) {
                break;
            }
        }
    }
    assert!(seen > 0, "nobody is charged");
}

/// Promise: where an answer does something to whoever struck that is told in one line, too: first where what becomes of whoever
/// answers is the same with another answer.
#[test]
fn what_a_counter_does_is_told_in_one_line() {
    let (mut told, mut alike) = (0, 0);
    for seed in 1..6 {
        let (mut game, mut mind) = (trial::begun("toll_bridge", seed), Mind::new(Skill::Plain, seed));
        for _ in 0..60 {
            let look = trial::look(&game);
            if let Some((question, by)) = look.question().and_then(|question| Some((question, question.by?))) {
                let open: Vec<&Choice> = question.choices.iter().flatten().filter(|choice| choice.is_legal()).collect();
                let mut ahead = Ahead::default();
                let each: Vec<Option<Arc<Foretold>>> =
                    open.iter().map(|choice| ahead.foretold(look, &choice.order).map(Arc::new)).collect();
                let own = |at: usize| Some(each.get(at)?.as_ref()?.told(look, question).first()?.text.clone());
                let hangs = each.iter().map(|each| each.clone().map(Hangs::Exactly)).collect();
                let hanging = Hanging { each: hangs, is_known: true, is_theirs: false };
                for at in (0..open.len()).filter(|at| open[*at].order.verb == "counter") {
                    let line = hanging.brief(look, question, at).unwrap().text;
                    let is_alike = (0..open.len()).any(|other| other != at && own(other) == own(at));
                    let name = format!("{}: ", look.name(by));
                    assert!(line.contains(&name), "{line}");
                    assert_eq!(line.starts_with(&name), is_alike, "{line}");
                    (told, alike) = (told + 1, alike + usize::from(is_alike));
                }
            }
            if !trial::goes_on(&mut game, &mut mind) {
                break;
            }
        }
    }
    assert!(told > 5 && alike > 0 && alike < told, "{alike} of {told}");
}

/// Promise: where somebody may strike on at another in their own turn it is told of each what would become of them.
#[test]
fn whoever_would_be_struck_next_is_told_of() {
    trial::in_lesson("zones", "ZN-L-CLEAVE", 5, |look| {
        let question = look.question().unwrap();
        assert_eq!((question.kind.as_str(), question.by), ("cleave", None));
        let all: Vec<Order> = question.choices.iter().flatten().map(|choice| choice.order.clone()).collect();
        let (mut stakes, mut ahead) = (Stakes::default(), Ahead::default());
        while !stakes.go_on(&mut ahead, look, &all, Duration::from_secs(1)) {}
        for choice in question.choices.iter().flatten() {
            let told: Vec<String> = staked(look, question, (stakes.get(&choice.order).unwrap(), true))
                .into_iter()
                .map(|(text, _)| text)
                .collect();
            assert_eq!(strikes(look, question, choice), look.target(&choice.order).is_some());
            match look.target(&choice.order) {
                Some(target) => {
                    let comes_to = |word: &str| format!("{} {word} ", look.name(target));
                    let harms = ["hurt", "incapacitated"].map(comes_to);
                    assert!(told.iter().any(|line| harms.iter().any(|harm| line.starts_with(harm))), "{told:?}");
                }
                None => assert!(told.len() == 1 && told[0].starts_with("no harm"), "{told:?}"),
            }
        }
    });
}

/// Promise: where it turns out that nothing hangs on any answer that is said, and no line is left blank for it.
#[test]
fn that_nothing_hangs_on_any_answer_is_said() {
    let bare = Hanging { is_known: true, ..Hanging::default() };
    assert!(bare.is_bare() && !Hanging::default().is_bare());
    assert!(!bare.heading().is_empty() && Hanging { is_theirs: true, ..bare }.heading().is_empty());
    // Before anybody has a turn nothing comes of what is decided.
    let game = trial::begun("first_milestone", 3);
    let look = trial::look(&game);
    assert!(look.question().is_some_and(|question| is_free(look, question)));
}

/// Promise: what hangs on an answer takes no more lines than were kept for it, whatever comes of it and for how many.
#[test]
fn what_hangs_on_an_answer_takes_no_more_lines_than_there_are() {
    let line = |who: &str| (format!("{who} harmed about 45%, knocked out under 5%"), 1);
    let lines: Vec<(String, i32)> = ["you, then hold the line:", "Pike 1", "Pike 2"].map(line).into();
    let mut output = Context::default().run_ui(RawInput::default(), |ui| {
        for wide in [90.0, 160.0, 240.0, 900.0] {
            for most in 1..5 {
                let rows: usize =
                    in_rows(ui, lines.clone(), (wide, most as f32)).iter().map(|galley| galley.rows.len()).sum();
                assert!((1..=most).contains(&rows), "{wide}: {rows} of {most}");
            }
            let whole = in_rows(ui, lines.clone(), (wide, f32::INFINITY));
            assert!(whole.len() == 3 && whole.iter().all(|galley| !galley.elided), "{wide}");
        }
    });
    output.textures_delta.clear();
}

/// Promise: the room of what is reckoned is there before and after; where nothing is reckoned none is kept.
#[test]
fn room_is_kept_for_what_is_reckoned() {
    let known = |is_theirs| Hanging { is_known: true, is_theirs, ..Hanging::default() };
    assert!(Hanging::default().is_reckoned() && known(false).is_reckoned() && !known(true).is_reckoned());
}

/// Promise: what has no room in its line is written in two before it is much smaller, and smaller before it is cut off.
#[test]
fn what_hangs_on_an_answer_is_smaller_rather_than_cut_off() {
    let context = Context::default();
    context.global_style_mut(|style| style.text_styles.iter_mut().for_each(|(_, font)| font.size *= 2.0));
    let text = "Jot harmed 73%, fallen 3%, 3.3 of 10 lost on average";
    let mut output = context.run_ui(RawInput::default(), |ui| {
        let needed = theme::wide(ui, text, TextStyle::Small);
        for (share, is_smaller) in [(1.1, false), (0.75, true)] {
            let [line] = in_rows(ui, vec![(text.to_owned(), 0)], (needed * share, 1.0)).try_into().unwrap();
            assert!(!line.elided && line.rows.len() == 1, "{share}: {}", line.text());
            let usual = TextStyle::Small.resolve(ui.style()).size;
            assert_eq!(theme::size_of(&line) < usual, is_smaller, "{share}");
        }
        let [two] = in_rows(ui, vec![(text.to_owned(), 0)], (needed * 0.65, SMALLER_LINES)).try_into().unwrap();
        assert!(!two.elided && two.rows.len() == 2, "{}", two.text());
        assert!(theme::size_of(&two) >= TextStyle::Small.resolve(ui.style()).size * LEAST - 0.01);
    });
    output.textures_delta.clear();
}
