//! Tests of the slots of the bar.

use super::*;
use crate::battle::{Order, Refusal};
use crate::overlay::trial;

fn choice(verb: &'static str, group: Group) -> Choice {
    Choice::new(Order::new(verb), verb, group, "R-1")
}

fn with(arm: &'static str) -> Choice {
    Choice::new(Order::new("attack").with(arm), arm, Group::Attack, "R-1")
}

fn no(choice: Choice) -> Choice {
    choice.unless(Err(Refusal::new("R-1", "not now")))
}

/// A bar that has just been laid.
fn slots(all: &[Choice]) -> Vec<Slot> {
    Laid::default().steady((None, 0), all, Coming::default)
}

fn titles(slots: &[Slot]) -> Vec<&str> {
    slots.iter().map(|slot| slot.kind.title()).collect()
}

/// Promise: whoever finds attacks in the bar finds them first, and what they do with a weapon in hand before all others.
#[test]
fn attacks_come_first_and_what_is_seldom_wanted_last() {
    let all = [choice("drop", Group::Gear), choice("move", Group::Move), choice("ram", Group::Attack), with("Axe")];
    assert_eq!(titles(&slots(&all)), ["Axe", "ram", "move", "gear", "more"]);
}

/// Promise: what harms the body has a place of its own before what only frightens, whatever is offered first.
#[test]
fn what_harms_comes_before_what_frightens() {
    let all = ["Dread", "Madden", "Provoke", "Staff", "Spark", "Frost", "Fire Burst"].map(with);
    let coming = || Coming { aside: vec!["Dread", "Madden", "Provoke"], ..Coming::default() };
    let slots = Laid::default().steady((None, 0), &all, coming);
    assert_eq!(titles(&slots), ["Staff", "Spark", "Frost", "Fire Burst", "more attacks", "more"]);
    let rules = trial::library().rules("scale_toughness").unwrap();
    let aside = |name: &str| rules.arms.values().find(|arm| arm.name.as_str() == name).is_some_and(|arm| is_aside(arm));
    assert!(aside("Dread") && !aside("Lightning Lance"));
}

/// Promise: bare hands have their place after every weapon that somebody has and after all other deeds, and the claws of a beast
/// where they are its best.
#[test]
fn bare_hands_come_after_weapons() {
    let game = trial::begun("spears_at_the_bridge", 1);
    let look = trial::look(&game);
    let named = |name: &str| look.shown().find(|who| look.name(*who) == name).unwrap();
    let dwarf = named("Dwarf");
    assert_eq!(bare_hands(look, dwarf).collect::<Vec<_>>(), ["Fists"]);
    assert_eq!(bare_hands(look, named("Warhorse")).count(), 0);
    let charge = |arm: &'static str| Choice::new(Order::new("charge").with(arm), arm, Group::Attack, "R-1");
    let all = [charge("Axe"), charge("Fists"), choice("move", Group::Move)];
    assert_eq!(Coming::of(look, dwarf).hands, ["Fists"]);
    let coming = || Coming { arms: vec!["Hand axe"], hands: vec!["Fists"], ..Coming::default() };
    let slots = Laid::default().steady((None, 0), &all, coming);
    assert_eq!(titles(&slots), ["Axe", "Hand axe", "move", "Fists", "more"]);
    // Where attacks share a slot, and have no other left, bare hands lie in it: alone until the club is drawn.
    let arms = ["Dagger", "Bow", "Sling", "Club"];
    let many = || Coming { arms: arms.to_vec(), hands: vec!["Fists"], ..Coming::default() };
    let slots = Laid::default().steady((None, 0), &all, many);
    assert_eq!(titles(&slots), ["Axe", "Dagger", "Bow", "Sling", "Fists", "move", "more"]);
    // A beast has nothing else.
    assert!(Coming::of(look, named("Warhorse")).hands.is_empty());
}

/// Promise: what somebody carries or may begin has its place before it can be used for the first time.
#[test]
fn what_is_to_be_expected_has_a_place_from_the_first() {
    let coming = || Coming {
        arms: vec!["Dagger"],
        bare: vec!["tackle".into(), "grab".into()],
        deeds: vec![Kind::Group(Group::Begun), Kind::Deed(RELOAD.into())],
        aside: Vec::new(),
        hands: Vec::new(),
    };
    let mut laid = Laid::default();
    let mut lie = |decided: usize, all: &[Choice]| {
        let slots = laid.steady((Some(Id(1)), decided), all, coming);
        slots.iter().map(|slot| (slot.kind.title().to_owned(), slot.choices.len())).collect::<Vec<_>>()
    };
    let before = lie(0, &[with("Crossbow"), choice("move", Group::Move)]);
    let told: Vec<&str> = before.iter().map(|(title, _)| title.as_str()).collect();
    assert_eq!(told, ["Crossbow", "Dagger", "more attacks", "go on", "reload", "move", "more"]);
    let all =
        [choice("go on", Group::Begun), choice("tackle", Group::Attack), with("Dagger"), choice("reload", Group::Gear)];
    let counts: Vec<usize> = lie(4, &all).into_iter().map(|(_, count)| count).collect();
    assert_eq!(counts, [0, 1, 1, 1, 1, 0, 0]);
}

/// Promise: attacks that share a slot are listed one by one, each with all its ways, in an order that stays.
#[test]
fn attacks_that_share_a_slot_are_listed_one_by_one() {
    let at =
        |arm: &'static str, whom: &'static str| Choice::new(Order::new("cast").with(arm), whom, Group::Attack, "R-1");
    let all = [at("Dread", "Ann"), at("Frost", "Ann"), no(at("Dread", "Bo")), choice("tackle", Group::Attack)];
    let shared = Slot { kind: Kind::Attacks, verbs: Vec::new(), choices: (0..all.len()).collect() };
    let rows = shared.apart(&all);
    assert_eq!(titles(&rows), ["Dread", "Frost", "tackle"]);
    assert_eq!(rows[0].choices, [0, 2], "what cannot be done is there, too");
    assert_eq!(titles(&shared.apart(&all.clone().map(no))), titles(&rows));
}

/// Promise: nobody opens a list of one attack: it stands in the bar itself, in the place that attacks share, and once that has held
/// another deed it is a list and stays one.
#[test]
fn a_lone_attack_stands_in_the_bar_itself() {
    let [ram, grab, tackle] = ["ram", "grab", "tackle"].map(|verb| choice(verb, Group::Attack));
    let coming = || Coming { bare: vec!["grab".into(), "tackle".into()], ..Coming::default() };
    let mut laid = Laid::default();
    let mut lie = |all: &[Choice]| laid.steady((Some(Id(1)), 0), all, coming);
    let none = [with("Axe"), ram];
    assert_eq!(titles(&lie(&none)), ["Axe", "ram", "more attacks", "more"]);
    let lone = [&none[..], &[grab][..]].concat();
    let slots = lie(&lone);
    assert_eq!(titles(&slots), ["Axe", "ram", "grab", "more"]);
    assert_eq!((&slots[2].kind, slots[2].choices.as_slice()), (&Kind::Attack("grab".to_owned()), &[2][..]));
    let both = [&lone[..], &[tackle][..]].concat();
    for all in [&both[..], &lone[..]] {
        assert_eq!(titles(&lie(all)), ["Axe", "ram", "more attacks", "more"]);
    }
}

/// Promise: a knife that reaches nobody says that it will be thrown.
#[test]
fn a_slot_says_what_alone_can_be_done_with_a_thing_of_many_uses() {
    let way = |verb: &'static str| Choice::new(Order::new(verb).with("Knife"), verb, Group::Attack, "R-1");
    let (stab, throw) = (way("stab"), way("throw"));
    let title = |all: &[Choice]| slots(all).first().map(|slot| slot.title(all));
    assert_eq!(title(&[stab.clone(), throw.clone()]).as_deref(), Some("Knife"));
    assert_eq!(
        title(&[stab.clone().unless(Err(Refusal::new("R-1", "out of reach"))), throw.clone()]).as_deref(),
        Some("throw: Knife")
    );
    assert_eq!(title(std::slice::from_ref(&stab)).as_deref(), Some("Knife"), "there is nothing to mistake it for");
}

/// Promise: a slot is called by its deed as long as it has held no other, and what it is called does not hang on what can be
/// done at the moment.
#[test]
fn a_slot_of_a_single_deed_is_called_by_it() {
    let mut all: Vec<Choice> =
        ["stab", "cut", "kick", "shove", "bite"].map(|verb| choice(verb, Group::Attack)).into_iter().collect();
    all.extend([no(choice("grab", Group::Attack)), choice("aim", Group::Prepare), choice("drop", Group::Gear)]);
    let mut laid = Laid::default();
    let mut titles = |all: &[Choice]| -> Vec<String> {
        laid.steady((Some(Id(1)), 0), all, Coming::default).iter().map(|slot| slot.title(all)).collect()
    };
    assert_eq!(titles(&all), ["stab", "cut", "kick", "shove", "more attacks", "aim", "drop", "more"]);
    let lone = all.clone();
    all.extend([no(choice("ready", Group::Prepare)), choice("mount", Group::Posture)]);
    for now in [all, lone] {
        let told = ["stab", "cut", "kick", "shove", "more attacks", "prepare", "drop", "mount", "more"];
        assert_eq!(titles(&now), told);
    }
}

/// Promise: a slot keeps its place for a battle, whoever else acts between, and goes only with what has been taken back.
#[test]
fn slots_stay_for_the_whole_battle() {
    let mut laid = Laid::default();
    let mut lie = |who: u16, decided: usize, arms: &[&'static str]| {
        let all: Vec<Choice> = arms.iter().map(|arm| with(arm)).collect();
        let slots = laid.steady((Some(Id(who)), decided), &all, Coming::default);
        titles(&slots).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(lie(1, 0, &["sword", "fist"]), ["sword", "fist", "more"]);
    assert_eq!(
        lie(1, 1, &["knife", "fist"]),
        ["sword", "fist", "knife", "more"],
        "the sword is gone, its place is not"
    );
    assert_eq!(lie(2, 2, &["fist"]), ["fist", "more"], "somebody else");
    assert_eq!(lie(1, 3, &["fist", "knife", "sword"]), ["sword", "fist", "knife", "more"], "the next round");
    assert_eq!(lie(1, 0, &["sword", "fist"]), ["sword", "fist", "more"], "the knife was taken back");
    assert_eq!(laid.steady((None, 4), &[with("bow")], Coming::default).len(), 2, "nobody's turn");
    assert_eq!(laid.steady((None, 5), &[with("axe")], Coming::default).len(), 2, "nobody's turn");
}

/// Promise: nothing lies under "more" while there is room for it in the bar, and what came to lie there stays.
#[test]
fn nothing_lies_under_more_while_there_is_room() {
    let seldom = || [choice("stand up", Group::Posture), choice("drop", Group::Gear)];
    let fits = [vec![with("Axe"), choice("move", Group::Move)], seldom().into()].concat();
    let bar = slots(&fits);
    let told: Vec<String> = bar.iter().map(|slot| slot.title(&fits)).collect();
    assert_eq!(told, ["Axe", "move", "stand up", "drop", "more"]);
    assert!(bar.last().is_some_and(Slot::is_left_out));
    // Lying down is as much of it as standing up: what alone can be done of it gives it its name.
    let lies = [fits.clone(), vec![no(choice("lie down", Group::Posture))]].concat();
    assert_eq!(slots(&lies)[2].title(&lies), "stand up");
    let groups = [Group::Move, Group::Defence, Group::Ability, Group::Skill, Group::Help, Group::Stealth];
    let others = || groups.into_iter().chain([Group::Command, Group::Souls]).map(|group| choice("act", group));
    let mut laid = Laid::default();
    let mut lie = |all: &[Choice]| laid.steady((Some(Id(1)), 0), all, Coming::default);
    let full: Vec<Choice> = others().chain([with("Axe")]).chain(seldom()).collect();
    let bar = lie(&full);
    assert_eq!((bar.len(), &bar[PLACES - 2].kind), (PLACES, &Kind::Group(Group::Posture)));
    assert_eq!(bar.last().map(|slot| (&slot.kind, slot.choices.len())), Some((&Kind::More, 1)));
    assert_eq!(titles(&lie(&full[1..])), titles(&bar));
}

/// Promise: a rider finds the way on where others find their moves.
#[test]
fn riding_lies_among_the_moves() {
    let all = [choice("hand over", Group::Turn).meant(Group::Move), choice("talk", Group::Turn)];
    assert_eq!(titles(&slots(&all)), ["move", "turn", "more"]);
}

/// Promise: no digit opens or does what is seldom wanted.
#[test]
fn what_is_seldom_wanted_has_no_digit() {
    assert_eq!(Kind::Group(Group::Move).digit(4), Some(5));
    assert_eq!(Kind::Group(Group::Move).digit(9), None);
    assert_eq!(Kind::More.digit(4), None);
    assert_eq!(Kind::Group(Group::Gear).digit(4), None);
}

/// Promise: reloading lies beside the shot.
#[test]
fn reloading_lies_beside_the_attacks_and_other_gear_last() {
    let all = [choice("drop", Group::Gear), choice("move", Group::Move), choice("reload", Group::Gear)];
    let kinds: Vec<Kind> = slots(&all).into_iter().map(|slot| slot.kind).collect();
    assert_eq!(kinds, [Kind::Deed("reload".into()), Kind::Group(Group::Move), Kind::Group(Group::Gear), Kind::More]);
}

/// Promise: from the first round to the last, whatever is drawn, dropped or broken, each deed of a fighter lies in one place
/// of the bar and has one digit.
#[test]
fn no_deed_changes_its_place_in_a_whole_battle_of_any_game() {
    let battles = [
        ("gate", 2),
        ("cavalry_charge", 2),
        ("brawl_at_the_crown", 2),
        ("duel_at_dawn", 2),
        ("toll_bridge", 2),
        ("spears_at_the_bridge", 2),
        ("brawl_on_the_quay", 2),
        ("tavern_yard", 2),
        ("charge_at_the_ford", 2),
    ];
    for (name, seed) in battles {
        let mut laid = Laid::default();
        let mut places: BTreeMap<(Id, Group, String), usize> = BTreeMap::new();
        let mut again = 0;
        trial::watch(name, seed, 200, |look| {
            let Some(question) = look.question() else { return };
            if let (Some(who), None) = (question.who, &question.choices) {
                let choices = look.choices();
                let slots = laid.lie(look, &choices);
                let wanted = choices.iter().filter(|choice| choice.order.verb != END_TURN).count();
                assert_eq!(slots.iter().map(|slot| slot.choices.len()).sum::<usize>(), wanted, "{name}: one is lost");
                for (at, slot) in slots.iter().enumerate().filter(|(_, slot)| slot.kind != Kind::More) {
                    for choice in slot.choices.iter().map(|index| &choices[*index]) {
                        // Whoever looks for a way on finds every one in one place.
                        let only_goes = look.deed(choice.order.verb).is_ok_and(|deed| deed.nature().only_goes);
                        let is_way = only_goes || !choice.squares.is_empty() && choice.group == Group::Defence;
                        assert!(!is_way || slot.kind == Kind::Group(Group::Move), "{name}: {}", choice.order);
                        let with = choice.order.with.map_or("", |with| with.as_str());
                        let deed = (who, choice.group, format!("{} {with}", choice.order.verb.as_str()));
                        let before = places.insert(deed.clone(), at);
                        assert!(before.is_none_or(|before| before == at), "{name}: {deed:?}, at {before:?} and {at}");
                        again += usize::from(before.is_some());
                    }
                }
            }
        });
        assert!(again > 50, "{name}: only {again} deeds were seen again");
    }
}

/// Promise: whoever is kept where they are finds no way in the move, and what frees them in a place of its own.
#[test]
fn what_frees_somebody_is_no_move() {
    let mut seen = 0;
    for seed in 1..=6 {
        trial::watch("tavern_yard", seed, 150, |look| {
            if look.question().is_some_and(|question| question.choices.is_none()) {
                let choices = look.choices();
                let slots = Laid::default().lie(look, &choices);
                if let Some(first) = super::super::stuck::freeing(&choices) {
                    let moves = slots.iter().filter(|slot| slot.kind == Kind::Group(Group::Move));
                    let mut open = moves.flat_map(|slot| &slot.choices).filter_map(|at| choices.get(*at));
                    assert!(open.all(|choice| choice.order.verb != first.order.verb), "{}", first.label);
                    let told = super::super::bound(look, &choices);
                    seen += usize::from(told.is_some_and(|told| told.ends_with(&first.label)));
                }
            }
        });
    }
    assert!(seen > 0, "nobody was ever held");
}

/// Promise: the list that attacks share is called so, whichever of them can be done.
#[test]
fn the_slot_that_attacks_share_keeps_its_name() {
    let grab = choice("grab", Group::Attack);
    let shared = |verbs: Vec<Verb>, choices: Vec<usize>| Slot { kind: Kind::Attacks, verbs, choices };
    let all = std::slice::from_ref(&grab);
    assert_eq!(shared(Vec::new(), Vec::new()).title(all), "more attacks");
    assert_eq!(shared(vec![grab.order.verb], vec![0]).title(all), "more attacks");
}

/// Promise: where nothing is left of the way but what ends the state that keeps somebody from it, the slot is called by that.
#[test]
fn what_alone_is_left_of_the_way_gives_it_its_name() {
    let rises = choice("stand up", Group::Move);
    let slot =
        Slot { kind: Kind::Group(Group::Move), verbs: vec!["move".into(), "stand up".into()], choices: vec![0, 1] };
    assert_eq!(slot.title(&[no(choice("move", Group::Move)), rises.clone()]), "stand up");
    assert_eq!(slot.title(&[choice("move", Group::Move), rises]), "move");
}
