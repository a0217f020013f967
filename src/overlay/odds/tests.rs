//! Trials of odds as they are told.

use super::{answered, blow, hits, line, news, percent, promised, telling, to_come_off};
use crate::battle::{Answered, ConditionName, Forecast, Id, Key, Look, Prospect, Spoken};
use crate::dice::{Distribution, Fraction};
use crate::overlay::trial;

/// Promise: odds that count in the best answer say so, and call every outcome by the word that the game has for it there.
#[test]
fn odds_say_whether_answers_count() {
    trial::in_lesson("hursagmu", "HG-C21", 1, |look| {
        let order = look.order(&Spoken::parse("attack with Sword at Spearman").unwrap()).unwrap();
        let deed = look.deed(order.verb).unwrap();
        let forecast = deed.forecast(look, look.asked().unwrap(), &order).unwrap();
        let told = line(look, &forecast);
        assert!(told.ends_with(" if they answer as best they can"), "{told}");
        assert!(told.contains("stamina alone ") && !told.contains("OK"), "{told}");
        let each = answered(look.rules(), &forecast, true).unwrap();
        assert!(each.starts_with("Answer by answer: ") && each.contains("nothing: ") && !each.contains("OK"), "{each}");
        // In short it is a line or two, and blows that hit and do nothing are told of.
        let short = answered(look.rules(), &forecast, false).unwrap();
        assert!(short.lines().count() <= 2 && short.len() <= each.len(), "{short}\n{each}");
        let (does, hits) = (telling(look.rules(), &forecast.against[0]), hits(look.rules(), &forecast.against[0]));
        assert_eq!(told, format!("{}{does} if they answer as best they can", hits.unwrap_or_default()));
        // Every answer is told in the words of the whole, with what it costs in all currencies.
        let words = |told: &str| -> std::collections::BTreeSet<String> {
            let parts = told.split([',', ';', ':']).map(str::trim);
            parts
                .filter_map(|part| part.rsplit_once(' ').filter(|(_, share)| share.ends_with('%')))
                .map(|(word, _)| word.to_owned())
                .collect()
        };
        let whole = told.trim_end_matches(" if they answer as best they can");
        assert!(words(&each).is_superset(&words(whole)) && !words(whole).is_empty(), "{told}\n{each}");
        let count = |part: &str| each.matches(part).count();
        assert_eq!(count(" Stamina lost"), forecast.answers.len(), "{each}");
        assert!(each.contains(" (1 action): ") || each.contains(" (kept for it): "), "{each}");
    });
}

/// Promise: what is promised of a blow says that no friend is counted in who could step in for its target, and says so only where
/// one could.
#[test]
fn a_friend_who_could_step_in_is_told_of() {
    for (game, lesson, step, deed, is_helped) in [
        ("hursagmu", "HG-L-FAR-FRIEND", 3, "attack with Sword at Archer", true),
        ("hursagmu", "HG-L-FAR-FRIEND", 3, "grab at Archer", true),
        ("hursagmu", "HG-L-FAR-FRIEND", 3, "seize at Archer", true),
        ("hursagmu", "HG-L-NO-WAY-DOWN", 1, "attack with Sword at Hemmed", false),
        ("hursagmu", "HG-L-NO-WAY-DOWN", 1, "grab at Hemmed", false),
        ("zones", "ZN-C26", 2, "attack with Axe at Sybilla", true),
        ("zones", "ZN-C25", 2, "attack with Axe at Theobald", false),
    ] {
        trial::in_lesson(game, lesson, step, |look| {
            // What is told of it does not hang on whether it can be done now.
            let order = look.understand(look.asked(), &Spoken::parse(deed).unwrap(), |_| Ok(())).unwrap().0;
            let forecast = look.forecast(look.asked().unwrap(), &order).unwrap();
            let (told, promised) = (line(look, &forecast), promised(look, &forecast));
            let friends = promised.strip_prefix(told.as_str()).unwrap();
            assert_eq!(friends == ", before any friend steps in", is_helped, "{lesson}: {promised}");
            assert!(is_helped || friends.is_empty(), "{lesson}: {promised}");
        });
    }
}

/// Promise: whoever reads odds reads first how likely a blow hits, whether or not its target can do anything about it; what only
/// brings a state says that alone.
#[test]
fn the_chance_to_hit_is_told_first() {
    trial::in_game("old_school", |look| {
        let told = |of: &[(i32, &str, u64)], harm: i32| {
            let outcomes = of.iter().map(|(grade, name, weight)| ((*grade, Key::new(name)), *weight));
            let harm = Distribution::weighted([(0, 1), (harm, 1)]).unwrap();
            blow(look.rules(), &Prospect::of(Id(0), Distribution::weighted(outcomes).unwrap(), harm))
        };
        assert_eq!(told(&[(-1, "miss", 3), (1, "hurt", 1)], 2), "25% to hit: hurt 25%");
        let vain = told(&[(-1, "miss", 2), (0, "nothing", 1), (1, "hurt", 1)], 2);
        assert_eq!(vain, "50% to hit (25% without harm): hurt 25%");
        assert_eq!(told(&[(0, "nothing", 1), (1, "hurt", 3)], 2), "hits for sure, harms 75%: hurt 75%");
        let sure = Distribution::weighted([((1, Key::new("hurt")), 1)]).unwrap();
        let of = Prospect { warded: Some("dodge".into()), ..Prospect::of(Id(0), sure, Distribution::certain(2)) };
        assert_eq!(blow(look.rules(), &of), "sure to hit, defended or not: hurt 100%", "a throw that cannot save them");
        assert_eq!(told(&[(-1, "stands firm", 3), (0, "prone", 1)], 0), "prone 25%");
        assert_eq!(told(&[(-1, "miss", 1)], 0), "comes to nothing");
    });
}

/// Promise: what is more than nothing is never told as nothing.
#[test]
fn a_small_chance_is_told_from_none() {
    assert_eq!([percent("0/300"), percent("1/300"), percent("2/300")], ["0%", "<1%", "1%"]);
    assert_eq!(percent("56% to hit Thug"), "56% to hit Thug");
    // What it is a chance of is said with it.
    assert_eq!(["3/5", "56% to hit Thug"].map(to_come_off), ["60% to come off", "56% to hit Thug"]);
    let share = |of, all| Fraction::new(of, all).unwrap_or_default().share();
    assert_eq!([share(0, 300), share(1, 300), share(2, 300), share(1, 1)], ["0%", "<1%", "1%", "100%"]);
}

/// Promise: what a plan promises says with what the blow is struck; whoever is held and may not strike is promised nothing.
#[test]
fn a_plan_promises_a_blow_with_something() {
    let promised = |look: Look<'_>| look.choices().iter().filter_map(super::meant).collect::<Vec<_>>();
    trial::in_lesson("hursagmu", "HG-L-WHAT-IT-COSTS", 1, |look| {
        let promised = promised(look);
        assert!(promised.iter().any(|told| told.starts_with("44% to hit Foe with ")), "{promised:?}");
    });
    trial::in_lesson("hursagmu", "HG-C29", 12, |look| {
        let who = look.asked().unwrap();
        assert!(look.name(who) == "Gorilla" && look.allows(who, &["attack"]).is_err());
        assert_eq!(promised(look), Vec::<String>::new());
    });
}

/// Promise: of those who can be struck in as many plans a plan is told of the nearest.
#[test]
fn a_plan_is_told_of_the_nearest() {
    let mut seen = 0;
    for seed in 1..8 {
        trial::watch("tavern_yard", seed, 120, |look| {
            let who = look.question().filter(|question| question.kind == "declare").and_then(|question| question.who);
            let is_free = |id: &Id| look.conditions(*id).is_empty();
            if let Some(who) = who.filter(|who| look.name(*who) == "Serjeant" && is_free(who)) {
                let is_beside = |foe: &Id| look.gap(who, *foe) <= 1 && look.height(*foe) == look.height(who);
                let beside: Vec<Id> = look.foes(who).filter(|foe| look.is_in_play(*foe) && is_beside(foe)).collect();
                let told = look.choices().iter().find_map(|choice| choice.chance.clone());
                if let Some(told) = told.filter(|_| !beside.is_empty() && beside.iter().all(is_free)) {
                    let is_named = beside.iter().any(|foe| told.ends_with(&format!(" to hit {}", look.name(*foe))));
                    assert!(is_named, "{seed}: {told}");
                    seen += 1;
                }
            }
        });
    }
    assert!(seen > 0);
}

/// Promise: what somebody is in already is not told as what comes of a deed.
#[test]
fn what_is_so_already_is_no_news() {
    trial::in_lesson("hursagmu", "HG-C24", 16, |look| {
        let held = |id: &Id| look.conditions(*id).iter().find(|each| each.kind.as_str() == "held").cloned();
        let whom = look.everybody().find(|id| held(id).is_some()).expect("somebody is held");
        let by = held(&whom).and_then(|held| held.by).expect("by somebody");
        let held = ConditionName::of(Key::new("held")).key();
        let outcomes = Distribution::weighted([((0, held), 1), ((-1, Key::new("miss")), 1)]).unwrap();
        let forecast = |whom| Forecast::of(vec![Prospect::of(whom, outcomes.clone(), Distribution::certain(0))]);
        let told = |by, whom| telling(look.rules(), &news(look, by, forecast(whom)).against[0]);
        assert_eq!(told(whom, by), "held 50%");
        assert!(!told(by, whom).contains("held"), "{}", told(by, whom));
        // Nor where it comes beside the harm, or by one of their answers.
        let half = outcomes.chance(|(grade, _)| *grade == 0);
        let mut beside = forecast(whom);
        beside.against[0].brings = vec![(ConditionName::of(held), half)];
        beside.answers = vec![Answered::of("nothing".to_owned(), None, outcomes.clone(), Distribution::certain(0))];
        let left = |by| {
            let of = news(look, by, beside.clone());
            (of.against[0].brings.len(), !of.answers[0].outcomes.chance(|(_, name)| *name == held).is_zero())
        };
        assert_eq!((left(whom), left(by)), ((1, true), (0, false)));
    });
}

/// Promise: whoever would be past saving is told to die of what would else leave them dying, as often as that; whoever is hale
/// is not.
#[test]
fn what_leaves_nobody_to_be_saved_is_told_as_death() {
    let (mut dies, mut lives) = (0, 0);
    for seed in 1..=8 {
        trial::watch("first_watch", seed, usize::MAX, |look| {
            let turn = look.question().and_then(|question| question.who).filter(|who| look.clock().turn == Some(*who));
            for (who, foe) in turn.into_iter().flat_map(|who| look.foes(who).map(move |foe| (who, foe))) {
                let combos =
                    look.combos(who).into_keys().map(|name| format!("combo with {name} at {}", look.name(foe)));
                let arms = look.gear(who).iter().map(|item| item.arm.name);
                let blows = arms.map(|name| format!("attack with {name} at {}", look.name(foe)));
                for order in combos.chain(blows).filter_map(|order| look.order(&Spoken::parse(&order).ok()?).ok()) {
                    let forecast = look.deed(order.verb).ok().and_then(|deed| deed.forecast(look, who, &order));
                    let Some(forecast) = forecast.filter(|_| look.is_in_play(foe)) else { continue };
                    let told = news(look, who, forecast.clone());
                    let [before, after] = [&forecast, &told].map(|forecast| &forecast.against[0]);
                    let (dying, dead) = (after.chance("dying"), after.chance("dead"));
                    assert_eq!(&dying + &dead, before.chance("dying"), "{order} at {}", look.name(foe));
                    if dead > Fraction::ZERO {
                        assert!(telling(look.rules(), after).contains("dead "));
                        dies += 1;
                    }
                    if look.wounds(foe).is_empty() && order.verb.as_str() == "attack" {
                        assert_eq!(dead, Fraction::ZERO, "{order}");
                        lives += usize::from(dying > Fraction::ZERO);
                    }
                }
            }
        });
    }
    assert!(dies > 0 && lives > 0, "{dies} die, {lives} could be saved");
}
