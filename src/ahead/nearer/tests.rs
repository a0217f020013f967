use super::*;

fn blow(worth: Option<i32>, lands: bool) -> Blow {
    let choice = Choice::new(Order::new("attack"), "Knife", Group::Attack, "R-1");
    Blow { choice, forecast: None, worth: worth.map(Worth), lands }
}

/// Promise: nobody is sent nearer for a blow that is several turns away.
#[test]
fn only_a_blow_of_the_next_turn_is_worth_going_nearer_for() {
    assert!(is_soon(6, 0) && is_soon(6, 3) && !is_soon(6, 4) && !is_soon(0, 1));
}

/// Promise: nobody walks for a blow that is hardly better than the one from where they stand.
#[test]
fn what_is_hardly_better_is_about_as_good() {
    let about = |worth: i32| is_about(Some(Worth(worth)), Some(Worth(100)));
    assert_eq!([79, 80, 100, 300].map(about), [false, true, true, true]);
    assert!(!is_about(None, Some(Worth(100))) && !is_about(Some(Worth(100)), None), "nobody knows");
}

/// Promise: a good blow goes before a feeble one, whenever it lands; of two good ones the one that lands in this turn.
#[test]
fn what_is_next_to_nothing_comes_after_what_is_good() {
    let least = Least::of(Worth(300));
    let (knife, sword, lance) = (blow(Some(20), true), blow(Some(250), false), blow(Some(90), true));
    assert!(knife.is_weak(least) && !sword.is_weak(least) && !lance.is_weak(least));
    assert!(lance.tier(least) > sword.tier(least) && sword.tier(least) > knife.tier(least));
    // Where nothing better is known, the knife is as good as it is.
    assert!(!knife.is_weak(Least::beside(None)));
    // What nothing foretells is not called feeble, nor put before what is known to be good.
    let ram = blow(None, true);
    assert!(!ram.is_weak(least) && ram.tier(least) < sword.tier(least));
}
