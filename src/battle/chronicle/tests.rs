//! What facts know: who goes, who sends them, and which throws belong together.

use super::*;

/// Promise: a fact knows who goes and who sends them; an area is no way, and nobody goes who comes back to where they were.
#[test]
fn a_fact_knows_who_goes() {
    let (one, other, squares) = (Id(0), Id(1), [(1, 1), (2, 1), (3, 1)].map(|(x, y)| Square::new(x, y)));
    let fact = || Fact::new("rule", "It happens.").who(one).whom(other);
    let told = |fact: Fact| (fact.goes(), fact.sends());
    assert_eq!(told(fact().way(one, squares)), (Some(one), None));
    assert_eq!(told(fact().sent(one, other, squares)), (Some(other), Some((one, other))));
    assert_eq!(told(fact().area(squares)), (None, None));
    assert_eq!(told(fact().at(squares)), (None, None));
    assert_eq!(told(fact().sent(one, other, [squares[0], squares[0]])), (None, None));
}

/// Promise: the two throws of a contest are those that its rules call so, whatever numbers they come to.
#[test]
fn a_contest_is_what_its_rules_call_so() {
    let thrown = |who: u16, whom: u16, total: i32, other: i32, success: bool| {
        let roll = Roll { total, ..Roll::default() }.against(crate::battle::Sum::of("other", other), success);
        Fact::new("rule", "It is thrown.").who(Id(who)).whom(Id(whom)).roll(roll)
    };
    let (attack, defence) = (thrown(0, 1, 5, 9, false), thrown(1, 0, 9, 5, true));
    assert!(!attack.meets(&defence), "an attack that misses 9 and a defence of 9");
    let (throw, answer) = (attack.bout(Bout::Throw), defence.bout(Bout::Answer));
    assert!(throw.meets(&answer) && !answer.meets(&throw) && !throw.meets(&throw));
    assert!(!throw.meets(&answer.who(Id(2))), "that of another contest");
}
