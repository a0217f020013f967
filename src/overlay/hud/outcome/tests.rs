//! Trials of the line that tells what the last blow came to.

mod also;
mod causes;
mod defences;
mod harm;
mod since;
mod strikers;

use super::*;
use crate::ai::{Mind, Skill};
use crate::battle::{Bout, Id, Key, Purpose, Roll, Sum};
use crate::overlay::trial;

impl Outcome {
    /// What these facts came to where nothing was told before them, and somebody decided right before them.
    fn of(look: Look<'_>, first: usize, facts: &[Fact]) -> Option<Self> {
        Self::since(look, (first, &[]), facts)
    }

    /// What these facts came to where somebody decided right before them.
    fn since(look: Look<'_>, past: (usize, &[Fact]), facts: &[Fact]) -> Option<Self> {
        Self::lately(look, Some(past.0), past, facts)
    }
}

/// Promise: the line follows what has been shown, though it is made no more often than that changes.
#[test]
fn the_line_follows_what_is_shown() {
    let mut game = trial::begun("even", 3);
    let (mut lately, timeline, motion) = (Lately::default(), Timeline::default(), Motion::default());
    let mut mind = Mind::new(Skill::Plain, 3);
    let mut told = 0;
    for _ in 0..60 {
        let look = trial::look(&game);
        let facts = look.facts();
        let since = facts.len().saturating_sub(LATELY);
        let came = lately.came(look, &timeline, &motion);
        let past = &facts[since.saturating_sub(NEAR)..since];
        assert_eq!(came, Outcome::lately(look, Some(0), (since, past), &facts[since..]));
        assert_eq!(came, lately.came(look, &timeline, &motion));
        told += usize::from(came.is_some());
        if !trial::goes_on(&mut game, &mut mind) {
            break;
        }
    }
    assert!(told > 5, "{told} blows were told of");
}

/// Promise: that somebody did nothing is told after what has happened, and where there is little room only that is told.
#[test]
fn nothing_takes_no_place_of_something() {
    let words = || "Ana hits Bo.".to_owned();
    let all = vec![(4, words())];
    let (short, also, luck, by) = ([words(), words()], Vec::new(), Some(true), Some(SideId(1)));
    let came = Outcome { words: words(), short, also, luck, all, from: 4, at: 4, by, ..Outcome::default() };
    let told = Outcome::said("Cy does nothing.".to_owned(), 6, Some(came));
    assert_eq!((told.words.as_str(), told.luck, told.at), ("Ana hits Bo. Cy does nothing.", Some(true), 6));
    assert_eq!((&told.short, told.from), (&[told.words.clone(), words()], 4));
    // Who opens stands where it was chosen, and nothing that has come of it gives way to that.
    let opens = |at, came| Outcome::settled(("Orcs choose to go first.".to_owned(), at, SideId(0)), came);
    let after = opens(5, Some(Outcome { at: 4, ..told.clone() }));
    assert_eq!(after.words, format!("{} Orcs choose to go first.", told.words));
    let before = opens(2, Some(told.clone()));
    assert_eq!((&before.words, &before.short), (&format!("Orcs choose to go first. {}", told.words), &told.short));
    assert_eq!(before.from, 2);
    assert_eq!((before.all.first(), before.by), (Some(&(2, "Orcs choose to go first.".to_owned())), told.by));
    assert_eq!((opens(2, None).words.as_str(), opens(2, None).by), ("Orcs choose to go first.", Some(SideId(0))));
    let told = Outcome::said("Cy does nothing.".to_owned(), 6, None);
    assert!([&told.words, &told.short[0], &told.short[1]].iter().all(|words| *words == "Cy does nothing."));
}

/// Promise: the line of the last blow says how it went with the worst that came of it, and how a defence against it went;
/// what is no blow is not told as one.
#[test]
fn the_last_blow_is_told_with_what_came_of_it() {
    for game in ["scale_toughness", "liberi_gothica", "zones", "old_school", "hursagmu"] {
        trial::in_game(game, |look| {
            let out = *look.rules().conditions.iter().find(|(_, def)| def.out).unwrap().0;
            let rolled = |success, purpose| Roll { success: Some(success), purpose, ..Roll::default() };
            let blow =
                |text: &str, hits| Fact::new("blow", text).who(Id(0)).whom(Id(1)).roll(rolled(hits, Purpose::Other));
            let wards = |text: &str, holds| Fact::new("ward", text).who(Id(1)).roll(rolled(holds, Purpose::Defence));
            let harm = Fact::new("harm", "Bo falls.").who(Id(1)).change(Id(1), out, 0, 1);
            let walk = Fact::new("walk", "Ana walks.").who(Id(0));
            let told = |facts: &[Fact]| {
                let came = Outcome::of(look, 5, facts)?;
                Some((came.words.clone(), came.at, came.in_full()))
            };
            let of = |words: &str, at, all: &str| Some((words.to_owned(), at, all.to_owned()));
            assert_eq!(told(std::slice::from_ref(&walk)), None, "{game}");
            let hit = blow("Ana hits Bo: 6 against 5.", true);
            let by = Outcome::of(look, 5, &[hit.clone(), harm.clone()]).and_then(|came| came.by);
            assert_eq!(by, Some(look.side(Id(0))), "{game}: it has the colour of whoever strikes");
            let all = [hit.clone(), harm.clone(), walk.clone()];
            let whole = "Ana hits Bo: 6 against 5. Bo falls.";
            assert_eq!(told(&all), of(whole, 5, whole), "{game}");
            let parried =
                [hit, wards("Bo's parry fails: 4 against 6.", false), harm, blow("Ana misses Bo.", false), walk];
            let places = |facts: &[Fact]| {
                let came = Outcome::of(look, 5, facts).unwrap();
                came.all.iter().map(|(at, _)| *at).collect::<Vec<_>>()
            };
            assert_eq!((places(&all), places(&parried)), (vec![6], vec![5, 7, 8]), "{game}: where each has been told");
            assert_eq!(
                told(&parried),
                of(
                    "Ana misses Bo.",
                    8,
                    "Ana hits Bo: 6 against 5.\nBo's parry fails: 4 against 6. Bo falls.\nAna misses Bo."
                ),
                "{game}"
            );
        });
    }
}

/// Promise: the line tells what a blow did to whoever struck and whoever was struck, and nothing that befell others by something
/// else; where it threw somebody, or what it left them with unless it felled them; and what the numbers are that it was held
/// against.
#[test]
fn the_line_tells_of_its_own_blow() {
    trial::in_game("liberi_gothica", |look| {
        let out = *look.rules().conditions.iter().find(|(_, def)| def.out).unwrap().0;
        let figure = look.rules().figures.iter().find(|(_, figure)| !figure.low_is_good).unwrap().0.key();
        let bands = [(11, Key::from("glancing")), (12, Key::from("direct")), (16, Key::from("crippling"))];
        let against = Sum::of("Defence", 12);
        let roll = Roll { success: Some(true), against: Some(against), ..Roll::default() }.above(bands);
        let blow = Fact::new("blow", "Ana hits Bo: 18 against 11 / 12.").who(Id(0)).whom(Id(1)).roll(roll);
        let hurt = Fact::new("harm", "Bo loses 5 Life.").who(Id(1)).change(Id(1), figure, 9, 4);
        let ear = Fact::new("ear", "Bo: lost ear, deaf (2 weeks).").who(Id(1)).befalls(Id(1), "lost ear".into());
        let flies = Fact::new("fly", "Bo is thrown to (5,3).").who(Id(1)).driven(Id(1));
        let falls = Fact::new("fall", "Bo lies there.").who(Id(1)).change(Id(1), out, 0, 1);
        let other = Fact::new("else", "Cy falls over.").who(Id(2)).change(Id(2), out, 0, 1);
        let thrown = |text: &str, who| Fact::new("roll", text).who(Id(who)).roll(Roll::default());
        let holds = Fact::new("tackle", "Ana stands firm.").who(Id(1)).whom(Id(0)).bout(Bout::Result);
        let (throw, answer) = (thrown("7", 1).bout(Bout::Throw), thrown("9", 0).bout(Bout::Answer));
        let told = |facts: &[&Fact]| {
            let facts: Vec<Fact> = facts.iter().map(|fact| (*fact).clone()).collect();
            Outcome::of(look, 0, &facts).unwrap().words
        };
        let hits = "Ana hits Bo: 18 against 11 (glancing) / 12 (direct).";
        assert_eq!(told(&[&blow, &hurt, &other]), format!("{hits} Bo loses 5 Life."));
        assert_eq!(told(&[&blow, &hurt, &ear]), format!("{hits} Bo loses 5 Life. Bo: lost ear, deaf."));
        assert_eq!(told(&[&blow, &hurt, &ear, &flies]), format!("{hits} Bo loses 5 Life. Bo is thrown to (5,3)."));
        assert_eq!(told(&[&blow, &flies, &thrown("head", 1), &ear]), format!("{hits} Bo is thrown to (5,3)."));
        assert!(told(&[&blow, &hurt, &falls, &ear]).ends_with("Bo lies there."));
        assert_eq!(told(&[&blow, &hurt, &throw, &answer, &holds]), "Ana stands firm.");
    });
}

/// Promise: of two who have struck each other in one exchange both are told of, and nothing else that the blow took of whoever
/// struck.
#[test]
fn of_blow_for_blow_both_are_told() {
    trial::in_game("zones", |look| {
        let figure = look.rules().figures.iter().find(|(_, figure)| !figure.low_is_good).unwrap().0.key();
        let roll = Roll { success: Some(true), purpose: Purpose::Defence, ..Roll::default() };
        let blow = Fact::new("blow", "Ana strikes at Bo.").who(Id(0)).whom(Id(1)).roll(roll);
        let hurt = |who: u16, text: &str, is_hit: bool| {
            let mut hurt = Fact::new("harm", text).who(Id(who)).change(Id(who), figure, 9, 5);
            hurt.dealt = is_hit.then_some(crate::battle::HitBy { by: None, arm: None, back: 0, wound: None });
            hurt
        };
        let told = |own: bool| {
            let facts = [blow.clone(), hurt(0, "Ana has 5 left.", own), hurt(1, "Bo has 5 left.", true)];
            Outcome::of(look, 0, &facts).unwrap().words
        };
        assert!(told(true).contains("Ana has 5 left.") && told(true).ends_with("Bo has 5 left."), "{}", told(true));
        assert!(!told(false).contains("Ana has"), "{}", told(false));
    });
}

/// Promise: what comes down elsewhere than it was meant is told, with the throw that failed.
#[test]
fn what_goes_astray_is_told() {
    trial::in_game("zones", |look| {
        let fails = Roll { success: Some(false), ..Roll::default() };
        let aim = Fact::new("aim", "Ana fails the aim: 18 against WIT 10.").who(Id(0)).roll(fails);
        let astray = Fact::new("astray", "It goes astray.").who(Id(0)).astray(crate::battle::Astray::Elsewhere);
        let told = |facts: &[Fact]| Outcome::of(look, 3, facts).map(|came| (came.words, came.all[0].0));
        let whole = "Ana fails the aim: 18 against WIT 10. It goes astray.";
        assert_eq!(told(&[aim.clone(), astray]), Some((whole.to_owned(), 4)));
        assert_eq!(told(&[aim]), None, "nothing has come down yet");
    });
}

/// Promise: the line of a blow goes once something in a later turn is thrown for.
#[test]
fn a_later_deed_takes_the_line() {
    trial::in_game("zones", |look| {
        let rolled = |success| Roll { success: Some(success), ..Roll::default() };
        let mut blow = Fact::new("blow", "Ana hits Bo.").who(Id(0)).whom(Id(1)).roll(rolled(true));
        blow.turn = Some(Id(0));
        let save = |turn| {
            let mut fact = Fact::new("save", "Ana saves: 4 against 12.").who(Id(0)).roll(rolled(true));
            fact.turn = Some(Id(turn));
            fact
        };
        let told = |after: Fact| Outcome::of(look, 0, &[blow.clone(), after]).unwrap().words;
        assert_eq!(told(save(1)), "Ana saves: 4 against 12.");
        assert_eq!(told(save(0)), "Ana hits Bo.");
    });
}

/// Promise: a side that sends nobody and nerves that break are told after the last blow, of whichever side they are, and by
/// themselves where nobody struck; where there is little room the last of them is left.
#[test]
fn passes_and_broken_nerves_are_told() {
    trial::in_game("zones", |look| {
        let state = *look.rules().conditions.iter().find(|(name, _)| name.as_str() == "broken").unwrap().0;
        let hits = Roll { success: Some(true), ..Roll::default() };
        let blow = || Fact::new("blow", "Ana hits Bo: 6 against 5.").who(Id(0)).whom(Id(1)).roll(hits.clone());
        let breaks = || Fact::new("nerve", "Bo loses their nerve.").who(Id(1)).change(Id(1), state, 0, 1).news(true);
        let pass = || Fact::new("pass", "Bandits send nobody.").news(true);
        let told = |facts: &[Fact]| {
            let came = Outcome::of(look, 0, facts).unwrap();
            (came.words.clone(), came.short[1].clone(), came.all.len(), came.at)
        };
        let (whole, last) =
            ("Ana hits Bo: 6 against 5. Bo loses their nerve. Bandits send nobody.", "Bandits send nobody.");
        assert_eq!(told(&[blow(), breaks(), pass()]), (whole.to_owned(), last.to_owned(), 3, 2));
        assert_eq!(told(&[pass()]), (last.to_owned(), last.to_owned(), 1, 0));
        assert_eq!(told(&[pass(), blow()]).0, "Ana hits Bo: 6 against 5.", "a blow after it takes the line");
    });
}

/// Promise: the line of a blow begins with who struck at whom and says who stepped in; where whoever struck comes to harm it says
/// who struck back. With less room it still says who struck at whom.
#[test]
fn the_line_says_who_did_it_to_whom() {
    trial::in_game("zones", |look| {
        let figure = look.rules().figures.iter().find(|(_, figure)| !figure.low_is_good).unwrap().0.key();
        let deed = |text: &str, who: u16, whom: u16| Fact::new("deed", text).who(Id(who)).whom(Id(whom));
        let does = |who: u16, whom: u16, n: i32| {
            let damage = Roll { purpose: Purpose::Damage, total: n, ..Roll::default() };
            Fact::new("damage", format!("{who} does {n} damage.")).who(Id(who)).whom(Id(whom)).roll(damage)
        };
        let hurt = |who: u16, text: &str| {
            let mut hurt = Fact::new("harm", text).who(Id(who)).change(Id(who), figure, 9, 4);
            hurt.dealt = Some(crate::battle::HitBy { by: None, arm: None, back: 0, wound: None });
            hurt
        };
        let strikes = || deed("Ana strikes at Bo.", 0, 1);
        let told = |facts: &[Fact]| {
            let came = Outcome::of(look, 0, facts).unwrap();
            (came.words.clone(), came.short)
        };
        let all = [strikes(), deed("Cy steps in for Bo.", 2, 1), does(0, 2, 7), hurt(2, "Cy has 4 left after 5.")];
        let (words, short) = told(&all);
        assert!(words.starts_with("Ana strikes at Bo. Cy steps in for Bo. 0 does 7 damage."), "{words}");
        assert_eq!(short[0], "Ana strikes at Bo. Cy steps in for Bo. Cy has 4 left after 5.");
        let by = format!("{} against {}", look.name(Id(0)), look.name(Id(2)));
        assert_eq!(short[1], format!("{by}: Cy has 4 left after 5."));
        let back = deed("Bo strikes back.", 1, 0);
        let traded = [strikes(), back, does(0, 1, 1), does(1, 0, 5), hurt(0, "Ana has 4 left.")];
        let (words, short) = told(&traded);
        assert_eq!(words, "Ana strikes at Bo. Bo strikes back. 1 does 5 damage. Ana has 4 left.");
        assert_eq!(short[0], "Ana strikes at Bo. Bo strikes back. Ana has 4 left.");
        // Whoever lets another go to step in cuts nothing off.
        let frees = deed("Cy lets Di go.", 2, 3).change(Id(3), figure, 1, 0);
        let all = [strikes(), frees, deed("Cy steps in for Bo.", 2, 1), does(0, 2, 7), hurt(2, "Cy has 4 left.")];
        let (words, _) = told(&all);
        assert!(words.starts_with("Ana strikes at Bo. Cy steps in for Bo. 0 does 7"), "{words}");
        // A blow that answers one which has done harm is a blow of its own, also in the same turn.
        let both = [strikes(), does(0, 1, 3), hurt(1, "Bo has 4 left."), deed("Bo strikes at Ana.", 1, 0)];
        let both = [both.to_vec(), vec![does(1, 0, 5), hurt(0, "Ana has 4 left.")]].concat();
        let (words, _) = told(&both);
        assert_eq!(words, "Bo strikes at Ana. 1 does 5 damage. Ana has 4 left.");
        // What came to something before, or in another turn, is another deed.
        let other = |mut fact: Fact| {
            fact.turn = Some(Id(2));
            fact
        };
        for before in [vec![strikes(), hurt(1, "Bo has 4 left.")], vec![other(strikes())]] {
            let facts = [before, vec![does(0, 1, 3), hurt(1, "Bo has 1 left.")]].concat();
            assert!(!told(&facts).0.contains("Ana strikes"), "{}", told(&facts).0);
        }
    });
}

/// Promise: that a side has nobody left to send is not told in the line.
#[test]
fn a_pass_that_nobody_chose_is_not_told() {
    let mut game = trial::begun("toll_bridge", 1);
    let mut mind = Mind::new(Skill::Plain, 1);
    while trial::look(&game).clock().round < 2 && trial::goes_on(&mut game, &mut mind) {}
    let look = trial::look(&game);
    let must = look.facts().iter().filter(|fact| fact.text.contains("nobody left to send"));
    let must: Vec<&Fact> = must.collect();
    assert!(!must.is_empty() && must.iter().all(|fact| !fact.is_news));
}

/// Promise: of a blow that dice were just short of doing better at it is said what takes more.
#[test]
fn the_line_says_what_dice_were_short_of() {
    trial::in_game("liberi_gothica", |look| {
        let bands = [(11, Key::from("glancing")), (12, Key::from("direct"))];
        let roll = Roll { total: 12, success: Some(true), against: Some(Sum::of("Defence", 12)), ..Roll::default() };
        let blow = Fact::new("blow", "A hit.").who(Id(0)).whom(Id(1)).roll(roll.above(bands));
        assert_eq!(Outcome::of(look, 0, &[blow]).unwrap().words, "A hit. Only more than 12 is direct.");
    });
}

/// Promise: what was thrown or shot from afar is told as that, whatever the log calls it.
#[test]
fn what_flies_is_told_as_thrown() {
    trial::in_game("old_school", |look| {
        let roll = Roll { success: Some(true), ..Roll::default() };
        let blow = Fact::new("blow", "Ana attacks Bo with Dagger: a hit.").who(Id(0)).whom(Id(1)).roll(roll);
        let told =
            |seen: Option<&str>| Outcome::of(look, 0, &[blow.clone().seen(seen.map(str::to_owned))]).unwrap().words;
        assert_eq!(told(Some("Ana throws Dagger at Bo: a hit.")), "Ana throws Dagger at Bo: a hit.");
        assert_eq!(told(None), blow.text);
    });
}

/// Promise: a battle that begins after rounds of armies says in the bar what these came to.
#[test]
fn what_armies_did_before_is_said_at_the_start() {
    let game = trial::begun("siege_camp", 1);
    let came = Lately::default().came(trial::look(&game), &Timeline::default(), &Motion::default()).unwrap();
    assert!(came.words.starts_with("The armies have met before this: "), "{}", came.words);
}
