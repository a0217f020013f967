//! Trials of what a try came to where it is no plain blow: a shove, a thing that is wrested away, one deed at several.

use super::*;

/// Promise: a thing that has changed hands is told with what was thrown for it, and is the luck of whoever has it, whether there
/// was a defence or not; what is begun next is no part of it.
#[test]
fn what_a_failed_defence_came_to_is_told() {
    trial::in_lesson("hursagmu", "HG-C27", 6, |look| {
        let facts = look.facts();
        let first = facts.iter().rposition(|fact| fact.text.contains("wrests at")).unwrap();
        let came = Outcome::of(look, first, &facts[first..]).unwrap();
        assert!(came.words.ends_with("W has the Hand axe of C in their hand."), "{}", came.words);
        assert_eq!(came.luck, Some(true));
    });
    let game = trial::begun("tavern_yard", 1);
    let all = trial::look(&game);
    let own = all.everybody().find(|id| !id.is_thing()).unwrap();
    let other = all.everybody().find(|id| all.are_enemies(*id, own)).unwrap();
    let rolled = |success, purpose| Roll { success: Some(success), purpose, ..Roll::default() };
    let open = Roll { is_answered: true, ..rolled(true, Purpose::Other) };
    let wrests = Fact::new("seize", "He wrests at the Sword: 10.").who(other).whom(own).roll(open.clone());
    let fails = Fact::new("ward", "Block: 8 against 10.").who(own).whom(other).roll(rolled(false, Purpose::Defence));
    let has = Fact::new("seize", "He has the Sword.").who(other).whom(own);
    let again = Fact::new("grab", "He reaches on: 3.").who(other).whom(own).roll(open);
    let facts = [wrests, fails, has, again];
    for (side, luck) in [(own, Some(false)), (other, Some(true))] {
        let look = all.for_players([all.side(side)]);
        let came = Outcome::of(look, 0, &facts).unwrap();
        let told = "He wrests at the Sword: 10. Block: 8 against 10. He has the Sword.";
        assert_eq!((came.words.as_str(), came.luck), (told, luck));
        assert!(came.short.iter().all(|short| short.ends_with("He has the Sword.")), "{:?}", came.short);
    }
}

/// Promise: of one deed at several each is told of, whoever was aimed at first of all, and what they gave for an answer.
#[test]
fn of_several_who_are_struck_each_is_told_of() {
    trial::in_lesson("zones", "ZN-C12", 6, |look| {
        let facts = look.facts();
        let first = facts.iter().rposition(|fact| fact.text.contains("strikes at")).unwrap();
        let came = Outcome::of(look, first, &facts[first..]).unwrap();
        let place = |words: &str| came.words.find(words).unwrap_or_else(|| panic!("{words}: {}", came.words));
        assert_eq!(place("Wyrm strikes at Balthasar and Theobald"), 0);
        assert!(place("Balthasar suffers") < place("Theobald suffers"), "{}", came.words);
        assert_eq!(came.all.len(), 1);
        // The harm tells again how much that was.
        assert!(!came.words.contains("Wyrm does 2 damage"), "{}", came.words);
    });
    trial::in_game("zones", |look| {
        let figure = look.rules().figures.iter().find(|(_, figure)| !figure.low_is_good).unwrap().0.key();
        let strikes = Fact::new("blow", "Ana strikes at Bo and Cy.").who(Id(0)).whom(Id(1));
        let gives = Fact::new("react", "Bo gives up their turn.").who(Id(1));
        let damage = Roll { purpose: Purpose::Damage, total: 3, ..Roll::default() };
        let does = Fact::new("damage", "Ana does 3 damage.").who(Id(0)).whom(Id(2)).roll(damage);
        let hurt = Fact::new("harm", "Cy has 4 left.").who(Id(2)).change(Id(2), figure, 9, 4);
        let misses = Fact::new("dodge", "Ana misses Bo.").who(Id(0)).whom(Id(1)).warded(Id(1), "dodge".into(), true);
        let told = Outcome::of(look, 0, &[strikes, gives, does, hurt, misses]).unwrap().words;
        let start = "Ana strikes at Bo and Cy. Bo gives up their turn. Ana misses Bo. Ana does 3 damage.";
        assert!(told.starts_with(start) && told.ends_with("Cy has 4 left."), "{told}");
    });
}

/// Promise: what has sent somebody where the place harms them stands before that harm, whether they have just been decided to be
/// sent there or not.
#[test]
fn the_cause_stands_before_the_harm() {
    trial::in_lesson("zones", "ZN-L-INTO-THE-RIVER", 7, |look| {
        let facts = look.facts();
        let last = |words: &str| facts.iter().rposition(|fact| fact.text.contains(words)).unwrap();
        let (strikes, falls) = (last("strikes at"), last("for the river"));
        let whole = Outcome::of(look, strikes, &facts[strikes..]).unwrap();
        let pushed = Outcome::since(look, (falls, &facts[strikes..falls]), &facts[falls..]).unwrap();
        let rest = "Theobald shoves Bandit to River. Bandit is in the river. Bandit loses 2 Health.";
        assert!(
            whole.words.starts_with("Theobald strikes at Bandit") && whole.words.ends_with(rest),
            "{}",
            whole.words
        );
        assert_eq!((pushed.words.as_str(), pushed.all.len()), (rest, 1));
    });
}

/// Promise: whoever comes up in a turn after the last blow is told of, and that blow no longer.
#[test]
fn who_comes_up_after_the_last_blow_is_told_of() {
    let game = trial::begun("toll_bridge", 1);
    let all = trial::look(&game);
    let own = all.everybody().find(|id| !id.is_thing()).unwrap();
    let other = all.everybody().find(|id| all.are_enemies(*id, own)).unwrap();
    let look = all.for_players([all.side(own)]);
    let of_turn = |mut fact: Fact, who| {
        fact.turn = Some(who);
        fact
    };
    let hits = Roll { success: Some(true), ..Roll::default() };
    let blow = of_turn(Fact::new("blow", "We hit.").who(own).whom(other).roll(hits.clone()), own);
    let (from, to) = (crate::board::Square::new(3, 3), crate::board::Square::new(4, 3));
    let walk = of_turn(Fact::new("walk", "They run up.").who(other).way(other, [from, to]), other);
    let came = Outcome::of(look, 0, &[blow.clone(), walk.clone()]).unwrap();
    assert_eq!((came.words.as_str(), came.short[1].as_str(), came.at), ("They run up.", "They run up.", 1));
    assert_eq!((came.by, came.in_full().as_str()), (Some(look.side(other)), "We hit.\nThey run up."));
    let same = of_turn(walk.clone(), own);
    assert_eq!(Outcome::of(look, 0, &[blow.clone(), same]).unwrap().words, "We hit.", "it is of that turn");
    // Whoever comes up and strikes is told to have done both, where there is room for it.
    let back = |who| of_turn(Fact::new("blow", "They hit.").who(other).whom(own).roll(hits.clone()), who);
    let came = Outcome::of(look, 0, &[blow, walk.clone(), back(other)]).unwrap();
    assert_eq!((came.words.as_str(), came.short[0].as_str()), ("They run up. They hit.", "They hit."));
    let told = |facts: &[Fact]| Outcome::of(look, 0, facts).unwrap().words;
    assert_eq!(told(&[walk.clone(), back(other), back(other)]), "They hit.", "the walk led to the blow before");
    assert_eq!(told(&[walk, back(own)]), "They hit.", "it is of another turn");
}
