//! Trials of what is told of harm: how much was taken of somebody, and the state that they are in by then.

use super::*;

/// Promise: whoever is taken out by one hit of several is told of as that, whatever the hits after it do.
#[test]
fn the_line_tells_the_state_that_somebody_is_in() {
    trial::in_game("scale_toughness", |look| {
        let out = *look.rules().conditions.iter().find(|(_, def)| def.out).unwrap().0;
        let figure = look.rules().figures.iter().find(|(_, figure)| !figure.low_is_good).unwrap().0.key();
        let hits = Roll { success: Some(true), ..Roll::default() };
        let blow = Fact::new("blow", "Ana hits Bo: 6 against 5.").who(Id(0)).whom(Id(1)).roll(hits);
        let falls = Fact::new("harm", "Bo is dying.").who(Id(1)).change(Id(1), out, 0, 1);
        let wound = Fact::new("ST-DMG-01", "4 damage against Bo's 9/3: wound.").who(Id(1)).change(Id(1), figure, 9, 8);
        let told = |facts: &[&Fact]| {
            let facts: Vec<Fact> = facts.iter().map(|fact| (*fact).clone()).collect();
            Outcome::of(look, 0, &facts).unwrap()
        };
        for facts in [[&blow, &wound, &falls], [&blow, &falls, &wound]] {
            assert!(told(&facts).words.ends_with("Bo is dying."), "{}", told(&facts).words);
        }
        // What its numbers mean is told where it is pointed at.
        let rule = told(&[&blow, &wound]).rule.unwrap();
        assert!(rule.contains("Minimum Toughness"), "{rule}");
    });
}

/// Promise: a spell that nothing is thrown for is named with all that it did, also right after a blow.
#[test]
fn a_spell_is_named_with_what_it_did() {
    trial::in_game("old_school", |look| {
        let out = *look.rules().conditions.iter().find(|(_, def)| def.out).unwrap().0;
        let figure = look.rules().figures.iter().find(|(_, figure)| !figure.low_is_good).unwrap().0.key();
        let misses = Roll { success: Some(false), ..Roll::default() };
        let mut blow = Fact::new("blow", "Ana misses Bo.").who(Id(0)).whom(Id(1)).roll(misses);
        blow.turn = Some(Id(1));
        let casts = Fact::new("cast", "Ana casts Web at Bo.").who(Id(0)).whom(Id(1));
        let webbed = Fact::new("cast", "Bo is webbed.").who(Id(1)).whom(Id(0)).change(Id(1), out, 0, 1);
        let thrown = Fact::new("cast", "Ana rolls 7 for Flame Dart.").who(Id(0)).roll(Roll::default());
        let hurt = Fact::new("harm", "Bo has 2 left.").who(Id(1)).change(Id(1), figure, 9, 2);
        let falls = Fact::new("harm", "Bo falls.").who(Id(1)).change(Id(1), out, 0, 1);
        let told = |facts: &[&Fact]| {
            let facts: Vec<Fact> = facts.iter().map(|fact| (*fact).clone()).collect();
            Outcome::of(look, 0, &facts).unwrap().words
        };
        assert_eq!(told(&[&blow, &casts, &webbed]), "Ana casts Web at Bo. Bo is webbed.");
        assert_eq!(told(&[&blow, &casts, &thrown, &hurt, &falls]), "Ana casts Web at Bo. Bo has 2 left. Bo falls.");
    });
}

/// Promise: where there is little room the line leaves out the blow before it leaves out what came of it.
#[test]
fn what_came_of_it_is_told_last() {
    trial::in_game("old_school", |look| {
        let out = *look.rules().conditions.iter().find(|(_, def)| def.out).unwrap().0;
        let figure = look.rules().figures.iter().find(|(_, figure)| !figure.low_is_good).unwrap().0;
        let hits = Roll { success: Some(true), ..Roll::default() };
        let blow = Fact::new("blow", "Ana hits Bo: 6 against 5.").who(Id(0)).whom(Id(1)).roll(hits);
        let takes = Fact::new("harm", "It hurts.").who(Id(1)).change(Id(1), figure.key(), 9, 1);
        let falls = Fact::new("harm", "Bo falls.").who(Id(1)).change(Id(1), out, 0, 1);
        let came = Outcome::of(look, 0, &[blow.clone(), takes, falls]).unwrap();
        let lost = format!("{} loses 8 {figure}. Bo falls.", look.name(Id(1)));
        let by = format!("{} against {}", look.name(Id(0)), look.name(Id(1)));
        let short = [format!("{by}: {lost}"), format!("{by}: Bo falls.")];
        assert_eq!((came.words.clone(), came.short), (format!("{} {lost}", blow.text), short));
        let alone = Outcome::of(look, 0, std::slice::from_ref(&blow)).unwrap();
        assert_eq!(alone.short, [blow.text.clone(), blow.text]);
    });
}

/// Promise: the line of the last blow says how much it took of somebody, unless its words say so already.
#[test]
fn the_last_blow_says_how_much_it_took() {
    for game in ["liberi_gothica", "old_school", "hursagmu"] {
        trial::in_game(game, |look| {
            let out = *look.rules().conditions.iter().find(|(_, def)| def.out).unwrap().0;
            let figure = look.rules().figures.iter().find(|(_, figure)| !figure.low_is_good).unwrap().0;
            let hits = Roll { success: Some(true), ..Roll::default() };
            let blow = Fact::new("blow", "Ana hits Bo: 6 against 5.").who(Id(0)).whom(Id(1)).roll(hits);
            let takes = |from, to| Fact::new("harm", "It hurts.").who(Id(1)).change(Id(1), figure.key(), from, to);
            let falls = Fact::new("harm", "Bo falls.").who(Id(1)).change(Id(1), out, 0, 1);
            let name = look.name(Id(1));
            let told = |facts: &[Fact]| Outcome::of(look, 0, facts).unwrap().words;
            let of = |n: i32| format!("Ana hits Bo: 6 against 5. {name} loses {n} {figure}. Bo falls.");
            assert_eq!(told(&[blow.clone(), takes(9, 1), falls.clone()]), of(8), "{game}");
            assert_eq!(told(&[blow.clone(), takes(9, 7), takes(7, -1), falls.clone()]), of(10), "{game}");
            // The words say it.
            let said = told(&[blow.clone(), takes(9, 3), falls]);
            assert_eq!(said, "Ana hits Bo: 6 against 5. Bo falls.", "{game}");
            // It came to nothing.
            let endures = Fact::new("endures", "Bo endures it.").who(Id(1)).roll(Roll::default());
            assert_eq!(told(&[blow, endures]), "Ana hits Bo: 6 against 5. Bo endures it.", "{game}");
        });
    }
}

/// Promise: damage that no blow went before is told, with what it did; damage of a blow is told with that blow.
#[test]
fn a_slam_is_told() {
    trial::in_game("hursagmu", |look| {
        let figure = look.rules().figures.iter().find(|(_, figure)| !figure.low_is_good).unwrap().0.key();
        let rolled = |purpose| Roll { purpose, ..Roll::default() };
        let slam = Fact::new("slam", "Ana slams Bo into the wall: 7 damage.").who(Id(0)).whom(Id(1));
        let slam = slam.roll(rolled(Purpose::Damage));
        let hurt = Fact::new("harm", "Bo loses 5 Stamina.").who(Id(1)).change(Id(1), figure, 9, 4);
        let endures = Fact::new("endures", "Bo endures it.").who(Id(1)).roll(Roll::default());
        let told = |facts: &[&Fact]| {
            let facts: Vec<Fact> = facts.iter().map(|fact| (*fact).clone()).collect();
            Outcome::of(look, 0, &facts).map(|came| came.words)
        };
        let whole = "Ana slams Bo into the wall: 7 damage. Bo loses 5 Stamina.";
        assert_eq!(told(&[&slam, &hurt]).as_deref(), Some(whole));
        let held = "Ana slams Bo into the wall: 7 damage. Bo endures it.";
        assert_eq!(told(&[&slam, &endures]).as_deref(), Some(held));
        let hits = Roll { success: Some(true), ..Roll::default() };
        let blow = Fact::new("blow", "Ana hits Bo.").who(Id(0)).whom(Id(1)).roll(hits);
        let damage = Fact::new("damage", "7 damage.").who(Id(0)).whom(Id(1)).roll(rolled(Purpose::Damage));
        assert_eq!(told(&[&blow, &damage, &hurt]).as_deref(), Some("Ana hits Bo. Bo loses 5 Stamina."));
    });
}

/// Promise: a hit that armour stops is told with what it came to, and not with its damage alone.
#[test]
fn a_hit_that_does_no_harm_is_told_as_that() {
    trial::in_game("zones", |look| {
        let damage = Roll { purpose: Purpose::Damage, total: 2, ..Roll::default() };
        let does = Fact::new("damage", "Ana does 2 damage.").who(Id(0)).whom(Id(1)).roll(damage);
        let mut stops = Fact::new("harm", "2 damage less 2 for armour: Cy suffers 0.").who(Id(2)).damage(2);
        stops.dealt = Some(crate::battle::HitBy { by: Some(Id(0)), arm: None, back: 0, wound: None });
        let came = Outcome::of(look, 3, &[does.clone(), stops.clone()]).unwrap();
        let whole = "Ana does 2 damage. 2 damage less 2 for armour: Cy suffers 0.";
        assert_eq!((came.words.as_str(), came.all), (whole, vec![(4, whole.to_owned())]));
        let dodges = Roll { success: Some(false), purpose: Purpose::Defence, ..Roll::default() };
        let fails = Fact::new("dodge", "Cy's dodge: 3 against 9.").who(Id(2)).whom(Id(0)).roll(dodges);
        let told = Outcome::of(look, 0, &[fails, does.whom(Id(2)), stops]).unwrap().words;
        assert_eq!(told, "Cy's dodge: 3 against 9. 2 damage less 2 for armour: Cy suffers 0.");
    });
}

/// Promise: damage is told once where the harm that it did tells it again; a number that happens to be the same tells nothing.
#[test]
fn damage_is_told_once() {
    trial::in_game("zones", |look| {
        let figure = look.rules().figures.iter().find(|(_, figure)| !figure.low_is_good).unwrap().0.key();
        let strikes = Fact::new("deed", "Ana strikes at Bo.").who(Id(0)).whom(Id(1));
        let thrown = Roll { purpose: Purpose::Damage, total: 4, ..Roll::default() };
        let does = Fact::new("damage", "Ana does 4 damage.").who(Id(0)).whom(Id(1)).roll(thrown);
        let hurt = |text: &str| Fact::new("harm", text).who(Id(1)).change(Id(1), figure, 8, 4);
        let told = |harm: Fact| Outcome::of(look, 0, &[strikes.clone(), does.clone(), harm]).unwrap().words;
        let again = hurt("4 damage less 0: Bo has some left.");
        assert_eq!(told(again.damage(4)), "Ana strikes at Bo. 4 damage less 0: Bo has some left.");
        assert_eq!(told(hurt("Bo has 4 left.")), "Ana strikes at Bo. Ana does 4 damage. Bo has 4 left.");
        assert_eq!(
            told(hurt("Of 6 Bo has 4 left.").damage(6)),
            "Ana strikes at Bo. Ana does 4 damage. Of 6 Bo has 4 left."
        );
    });
}

/// Promise: a throw and a fall are told with what they have taken of somebody.
#[test]
fn a_throw_is_told_with_what_it_took() {
    trial::in_game("hursagmu", |look| {
        let figure = look.rules().figures.iter().find(|(_, figure)| !figure.low_is_good).unwrap().0.key();
        let state = *look.rules().conditions.iter().find(|(_, def)| def.out).unwrap().0;
        let (from, to) = (crate::board::Square::new(3, 3), crate::board::Square::new(4, 3));
        let throws = Fact::new("throw", "Ana throws Bo over the edge.").who(Id(0)).whom(Id(1));
        let throws = throws.sent(Id(0), Id(1), [from, to]);
        let falls = Fact::new("fall", "Bo falls 3 yd: 18 damage.").who(Id(1));
        let falls = falls.roll(Roll { purpose: Purpose::Damage, ..Roll::default() });
        let dealt = Some(crate::battle::HitBy { by: None, arm: None, back: 0, wound: None });
        let mut loses = Fact::new("harm", "Bo has 2 left.").who(Id(1)).change(Id(1), figure, 9, 2);
        loses.dealt = dealt;
        let lies = Fact::new("lies", "Bo lies there.").who(Id(1)).change(Id(1), state, 0, 1);
        let told = |facts: &[&Fact]| {
            let facts: Vec<Fact> = facts.iter().map(|fact| (*fact).clone()).collect();
            Outcome::of(look, 0, &facts).unwrap().words
        };
        let lost = format!("{} loses 7 {figure}. Bo lies there.", look.name(Id(1)));
        assert_eq!(told(&[&throws, &falls, &loses, &lies]), format!("Ana throws Bo over the edge. {lost}"));
        assert_eq!(told(&[&falls, &loses, &lies]), format!("Bo falls 3 yd: 18 damage. {lost}"));
    });
}

/// Promise: what is done to somebody at once by whoever has got hold of them is told with the harm that it does.
#[test]
fn a_slam_is_told_with_what_it_did() {
    trial::in_lesson("hursagmu", "HG-C24", 15, |look| {
        let facts = look.facts();
        let first = facts.iter().rposition(|fact| fact.text.contains("struggles for control of")).unwrap();
        let told = Outcome::of(look, first, &facts[first..]).unwrap().words;
        assert!(told.contains("slams Miles into the stone wall") && !told.ends_with(" damage."), "{told}");
    });
}

/// Promise: whoever has fallen by a deed is told of before those whom it missed.
#[test]
fn who_has_fallen_is_told_of_before_who_was_missed() {
    let game = trial::begun("first_milestone", 1);
    let look = trial::look(&game);
    let out = *look.rules().conditions.iter().find(|(_, def)| def.out).unwrap().0;
    let of_turn = |mut fact: Fact, turn: u16| {
        fact.turn = Some(Id(turn));
        fact
    };
    let falls = |turn| of_turn(Fact::new("harm", "They fall.").who(Id(3)).change(Id(3), out, 0, 1), turn);
    let misses = Roll { success: Some(false), ..Roll::default() };
    let missed = of_turn(Fact::new("blow", "A miss.").who(Id(0)).whom(Id(5)).roll(misses), 0);
    let told = |turn| Outcome::of(look, 0, &[falls(turn), missed.clone()]).unwrap();
    let first = format!("{} is {out}. ", look.name(Id(3)));
    let came = told(0);
    assert!(came.words.starts_with(&first) && came.words.ends_with("A miss."), "{}", came.words);
    assert!(came.short.iter().all(|form| form.starts_with(&first)), "{:?}", came.short);
    assert!(!told(1).words.contains(&first), "what was done in another turn is another deed");
}
