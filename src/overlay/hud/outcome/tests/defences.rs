//! Trials of what is told of blows that were met: which defence held, who is safe, who was not asked.

use super::*;
use crate::overlay::tokens::states::Sort;

/// Promise: the line says who was not asked about a blow, whether the log lies open or not.
#[test]
fn it_is_said_who_was_not_asked() {
    let words = || "Ana misses Bo.".to_owned();
    let all = || vec![(4, words())];
    let came = || {
        let (words, short) = (words(), [words(), words()]);
        Outcome { words, short, luck: Some(true), all: all(), at: 4, ..Outcome::default() }
    };
    assert_eq!(came().told(&[]), came());
    let told = came().told(&["Cy"]);
    assert_eq!(told.words, "Ana misses Bo. Cy was not asked: harm was unlikely.");
    assert_eq!(told.in_full(), format!("Ana misses Bo.\n{UNASKED}"));
    let told = came().told(&["Cy", "Di", "Eva"]).words;
    assert_eq!(told, "Ana misses Bo. Cy, Di and Eva were not asked: harm was unlikely.");
}

/// Promise: where several defend against one blow the line says who struck at whom and what the whole has come to, whoever threw
/// last, and whether the blow was told before or not.
#[test]
fn of_several_defences_the_one_that_held_is_told() {
    trial::in_game("hursagmu", |look| {
        let rolled = |success, purpose| Roll { success: Some(success), purpose, ..Roll::default() };
        let open = Roll { is_answered: true, ..rolled(true, Purpose::Other) };
        let blow = Fact::new("blow", "Ana strikes at Bo: 8.").who(Id(0)).whom(Id(1)).roll(open);
        let wards = |text: &str, who: u16, holds| {
            let fact = Fact::new("ward", text).who(Id(who)).whom(Id(0)).roll(rolled(holds, Purpose::Defence));
            fact.warded(Id(who), "dodge".into(), holds)
        };
        let told = |facts: &[&Fact]| {
            let facts: Vec<Fact> = facts.iter().map(|fact| (*fact).clone()).collect();
            Outcome::of(look, 0, &facts).map(|came| (came.words.clone(), came.in_full()))
        };
        let (holds, fails) = (wards("Bo's dodge: 9.", 1, true), wards("Cy's block for a friend: 2.", 2, false));
        let safe = format!("Ana strikes at Bo: 8. Bo's dodge: 9. {} is safe.", look.name(Id(1)));
        assert_eq!(told(&[&blow, &holds, &fails]), Some((safe.clone(), safe.clone())));
        let late = Outcome::since(look, (1, std::slice::from_ref(&blow)), std::slice::from_ref(&holds)).unwrap();
        assert_eq!((late.words, late.at, late.by), (safe, 1, Some(look.side(Id(0)))), "the colour of whoever strikes");
        assert_eq!(
            told(&[&blow, &fails, &holds]).unwrap().0,
            format!("Ana strikes at Bo: 8. Bo's dodge: 9. {} is safe.", look.name(Id(1)))
        );
        let friend = wards("Cy's block for a friend: 9.", 2, true);
        let own = wards("Bo's dodge: 2.", 1, false);
        let acts = [&own, &friend, &blow].map(super::super::blow::acts);
        assert_eq!(acts, [Some(Id(0)); 3], "whoever strikes acts, and nobody who defends themselves");
        let safe = format!("Ana strikes at Bo: 8. Cy's block for a friend: 9. {} is safe.", look.name(Id(1)));
        assert_eq!(told(&[&blow, &own, &friend]), Some((safe.clone(), safe)));
        // What has failed by itself is warded off by no dice.
        let misses = Roll { success: Some(false), ..Roll::default() };
        let misses =
            Fact::new("blow", "Ana strikes at Bo: 0 against 0, not enough.").who(Id(0)).whom(Id(1)).roll(misses);
        let safe = format!("Ana strikes at Bo: 0 against 0, not enough. {} is safe.", look.name(Id(1)));
        assert_eq!(told(&[&misses, &holds]).unwrap().0, safe);
        // Nobody wards it off.
        let vain = told(&[&blow, &own, &fails]).unwrap();
        assert_eq!(vain.0, "Ana strikes at Bo: 8. Bo's dodge: 2. Cy's block for a friend: 2.");
        assert_eq!(vain.1, vain.0, "each of it is told once");
    });
}

/// Promise: nobody is called safe whom a blow that was met has brought into a state, or harmed: it is told what came of it.
#[test]
fn nobody_is_safe_whom_something_has_befallen() {
    trial::in_lesson("hursagmu", "HG-C05", 7, |look| {
        let facts = look.facts();
        let first = facts.iter().rposition(|fact| fact.text.contains("reaches for")).unwrap();
        let told = Outcome::of(look, first, &facts[first..]).unwrap().words;
        assert!(told.contains("Man's grapple") && told.ends_with("locked with Man."), "{told}");
        assert!(!told.contains("safe"), "{told}");
    });
    trial::in_game("hursagmu", |look| {
        let rolled = |success, purpose| Roll { success: Some(success), purpose, ..Roll::default() };
        let open = Roll { is_answered: true, ..rolled(true, Purpose::Other) };
        let blow = Fact::new("blow", "Ana strikes at Bo: 8.").who(Id(0)).whom(Id(1)).roll(open);
        let ward = Fact::new("ward", "Bo's block: 9.").who(Id(1)).whom(Id(0));
        let ward = ward.roll(rolled(true, Purpose::Defence)).warded(Id(1), "block".into(), true);
        let vain = Fact::new("ward", "Cy's block for a friend: 2.").who(Id(2)).whom(Id(0));
        let vain = vain.roll(rolled(false, Purpose::Defence)).warded(Id(2), "block".into(), false);
        let is_ill = |def: &crate::battle::ConditionDef| Sort::of(Some(def)) == Sort::Hampers;
        let state = *look.rules().conditions.iter().find(|(_, def)| is_ill(def)).unwrap().0;
        let ill = |who: u16, from| Fact::new("ill", "That is bad.").who(Id(who)).change(Id(who), state, from, 1 - from);
        let told = |after: Fact| {
            let facts = [blow.clone(), ward.clone(), vain.clone(), after];
            Outcome::of(look, 0, &facts).unwrap().words
        };
        assert_eq!(told(ill(1, 0)), "Ana strikes at Bo: 8. Bo's block: 9. That is bad.");
        // What befalls somebody else, or is over, leaves them safe.
        for fact in [ill(0, 0), ill(1, 1)] {
            assert!(told(fact).contains("is safe."));
        }
    });
}

/// Promise: a defence that was answered with is told with what it was against, which was told before the answer, and with how
/// whoever failed in it held out all the same.
#[test]
fn a_failed_defence_is_told_with_what_it_was_against() {
    trial::in_game("zones", |look| {
        let of_turn = |mut fact: Fact| {
            fact.turn = Some(Id(0));
            fact
        };
        let saves = |text: &str, passes: bool| {
            of_turn(Fact::new("save", text).who(Id(1)).roll(Roll { success: Some(passes), ..Roll::default() }))
        };
        let shoves = of_turn(Fact::new("shove", "Ana strikes at Bo with shove.").who(Id(0)).whom(Id(1)));
        let facts = [saves("Bo fails the dodge.", false), saves("Bo passes shove.", true)];
        let came = Outcome::since(look, (1, std::slice::from_ref(&shoves)), &facts).unwrap();
        assert_eq!(came.words, "Ana strikes at Bo with shove. Bo fails the dodge. Bo passes shove.");
        assert_eq!(Outcome::of(look, 1, &facts), None, "nobody did anything");
        // What comes of it is told, where nobody comes to harm.
        let takes = of_turn(Fact::new("disarm", "Ana takes the Spear from Bo.").who(Id(1)).whom(Id(0)));
        let facts = [saves("Bo fails disarm.", false), takes];
        let came = Outcome::since(look, (1, std::slice::from_ref(&shoves)), &facts).unwrap();
        assert_eq!(came.words, "Ana strikes at Bo with shove. Bo fails disarm. Ana takes the Spear from Bo.");
    });
}

/// Promise: of two blows of one deed a defence is told with the one that has struck home, and each of them once.
#[test]
fn a_defence_is_told_with_the_blow_that_hit() {
    trial::in_game("scale_toughness", |look| {
        let rolled = |success, purpose| Roll { success: Some(success), purpose, ..Roll::default() };
        let blow = |text: &str, hits| Fact::new("blow", text).who(Id(0)).whom(Id(1)).roll(rolled(hits, Purpose::Other));
        let ward = Fact::new("ward", "The parry fails.").who(Id(1)).whom(Id(0)).roll(rolled(false, Purpose::Defence));
        let came = Outcome::of(look, 0, &[blow("A hit.", true), blow("A miss.", false), ward]).unwrap();
        assert!(came.words.starts_with("A hit. The parry fails."), "{}", came.words);
        assert_eq!(came.in_full(), "A miss.\nA hit. The parry fails.");
    });
}
