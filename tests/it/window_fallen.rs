//! What a click on somebody means who lies there: nobody strikes the fallen by the way.

use sortie::ahead::Ahead;
use sortie::ai::{Mind, Skill};
use sortie::battle::{Choice, Group, Id, Look, Order};
use sortie::overlay::{Hand, Wishes};

use crate::kit::Battle;
use crate::kit::window::{at_once, by_people, in_lesson};

/// A blow at somebody who is out of the fight already.
fn at_the_fallen(look: Look<'_>) -> Option<Order> {
    look.asked().filter(|_| look.question().is_some_and(|asked| asked.choices.is_none()))?;
    let is_out = |who: Id| !who.is_thing() && look.knows_of(who) && !look.is_in_play(who);
    let is_plain = |choice: &Choice| choice.numbers.is_none() && choice.squares.is_empty();
    let choices = look.choices();
    let mut blows = choices.iter().filter(|choice| choice.is_legal() && choice.group == Group::Attack);
    let found = blows.find(|choice| is_plain(choice) && look.target(&choice.order).is_some_and(is_out));
    found.map(|choice| choice.order.clone())
}

/// Promise: whoever strikes somebody who is out of the fight already says so twice, and is told before the second time.
#[test]
fn a_blow_at_the_fallen_wants_a_second_word() {
    for (ruleset, name) in [("liberi_gothica", "LG-C53"), ("scale_toughness", "ST-L-HELPLESS")] {
        let screen = in_lesson(ruleset, name, &[]);
        let order = at_the_fallen(screen.now()).unwrap_or_else(|| panic!("{name}: nobody can strike the fallen"));
        let mut harness = at_once(screen);
        let made = harness.made().len();
        harness.edit::<Wishes>().order = Some(order.clone());
        harness.run();
        assert_eq!(harness.made().len(), made, "{name}: {order} was done at once");
        assert!(harness.names("is down already"), "{name}: nothing is said of {order}");
        harness.edit::<Wishes>().order = Some(order.clone());
        harness.run();
        assert_eq!(harness.made().len(), made + 1, "{name}: {order} was not done");
    }
}

/// Promise: a click on somebody who is out of the fight sets out to strike nobody while others still fight, and it is said first that
/// they are out of it.
#[test]
fn nobody_walks_up_to_the_fallen_by_a_click() {
    let far = |look: Look<'_>| {
        let who = look.asked().filter(|_| look.question().is_some_and(|asked| asked.choices.is_none()))?;
        let is_far = |id: &Id| {
            let at = look.footprint(*id).at;
            let is_alone = look.everybody().all(|other| other == *id || !look.footprint(other).contains(at));
            !id.is_thing() && look.is_there(*id) && !look.is_in_play(*id) && look.are_enemies(who, *id) && is_alone
        };
        let mut fallen = look.everybody().filter(is_far);
        let choices = look.choices();
        fallen.find(|id| Ahead::default().approach(look, (who, *id), &choices, None).is_some())
    };
    let found = (1..=8).find_map(|seed| {
        let mut screen = by_people("first_watch", seed);
        screen.until(&mut Mind::new(Skill::Plain, seed), 160, |look, _| far(look)).map(|fallen| (screen, fallen))
    });
    let (screen, fallen) = found.expect("somebody lies where one could walk to");
    let mut harness = at_once(screen);
    let made = harness.made().len();
    let at = harness.now().footprint(fallen).at;
    let at = harness.place_of(at);
    harness.point_at(at);
    assert!(harness.names("out of the fight"), "nothing says so");
    harness.click_at(at);
    harness.click_at(at);
    assert_eq!(harness.made().len(), made, "they are walked up to and struck");
    assert_eq!(harness.edit::<Hand>().sure, None);
}
