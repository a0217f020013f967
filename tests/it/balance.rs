//! Even fights: what is varied is varied and nothing else, and what is found agrees with plain counting.

use sortie::balance::Vary;

use crate::kit::{scenario, sortie};

/// Promise: a count lets there be so many, each with a name and room of their own; a figure is that of those who are meant.
#[test]
fn what_is_varied_is_varied_and_nothing_else() {
    let setup = scenario("scale_toughness/gate").setup;
    let profile = setup.fighters.iter().rev().map(|fighter| fighter.profile.name).next().unwrap();
    let before = setup.fighters.iter().filter(|fighter| fighter.profile.name == profile).count();
    for count in [1, before as i32, before as i32 + 5] {
        let vary: Vary = format!("count of {profile}={count}").parse().unwrap();
        let varied = vary.with(&setup, count).unwrap();
        let of = |fighter: &&sortie::battle::Fighter| fighter.profile.name == profile;
        assert_eq!(varied.fighters.iter().filter(of).count(), count as usize);
        let others = |setup: &sortie::battle::Setup| -> Vec<String> {
            setup.fighters.iter().filter(|fighter| !of(fighter)).map(|fighter| fighter.name.clone()).collect()
        };
        assert_eq!(others(&varied), others(&setup));
        let bodies: Vec<_> = varied.fighters.iter().map(|fighter| fighter.footprint(&varied.rules)).collect();
        for (at, body) in bodies.iter().enumerate() {
            let apart = |other: &sortie::board::Footprint| body.squares().all(|square| !other.contains(square));
            assert!(bodies.iter().skip(at + 1).all(apart), "{}", varied.fighters[at].name);
        }
        let mut names: Vec<&str> = varied.fighters.iter().map(|fighter| fighter.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), varied.fighters.len());
    }
}

/// Promise: what cannot be varied is refused with what could be.
#[test]
fn what_cannot_be_varied_is_refused_by_name() {
    for (vary, why) in [
        ("count of Gobbo=2..4", "nobody in this battle"),
        ("Toughnes of Guard=1..2", "did you mean `Toughness`"),
        ("Strength of Guard=900", "expected -3 to 60"),
        ("count", "expected what is varied"),
    ] {
        let said = sortie(&["balance", "scale_toughness/gate", "--vary", vary]);
        assert!(!said.is_well() && said.err.contains(why), "{vary}: {}", said.err);
    }
}

/// Promise: more of a side is better for it, where it is even lies between, and the shares are those of plain counting.
#[test]
fn more_fighters_are_worth_more() {
    let setup = scenario("scale_toughness/even").setup;
    let side = &setup.sides[1].name;
    let has = setup.fighters.iter().filter(|fighter| fighter.side.0 == 1).count() as i32;
    let vary = format!("count of {side}={}..{}", has - 1, has + 1);
    let args = ["balance", "scale_toughness/even", "--vary", &vary, "--most", "150", "--json"];
    let said = sortie(&args);
    assert!(said.is_well(), "{}", said.err);
    let told = said.json();
    let rate = |row: usize| told["rows"][row]["rate"].as_f64().unwrap();
    assert!(rate(0) > rate(1) && rate(1) > rate(2), "{told}");
    let even = told["even"]["value"].as_f64().unwrap();
    assert!(even > f64::from(has) - 1.5 && even < f64::from(has) + 1.5, "{told}");
    assert!(told["one_more"]["value"].as_f64().unwrap() < 0.0);
    // The same again, and as many as plain counting has with the same dice.
    assert_eq!(sortie(&args).json(), told);
    let plain = sortie(&["simulate", "scale_toughness/even", "--battles", "50", "--json"]).json();
    let fewest = sortie(&["balance", "scale_toughness/even", "--most", "50", "--json"]).json();
    assert_eq!(fewest["rows"][0]["wins"], plain["sides"][0]["wins"]);
}
