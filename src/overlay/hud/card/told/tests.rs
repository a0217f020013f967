//! Trials of what a card tells.

use super::*;
use crate::board::Gait;
use crate::overlay::trial;

/// Promise: of a token that stands for many the card says for how many, and of nobody else.
#[test]
fn a_token_says_how_many_it_stands_for() {
    let game = trial::begun("the_ford", 1);
    let look = trial::look(&game);
    let units: Vec<String> = look.shown().filter_map(|who| look.strength(who)).map(strength).collect();
    assert!(units.len() == 40 && look.shown().count() > units.len(), "{} units", units.len());
    assert!(units.iter().all(|words| words == "10 men"), "{units:?}");
    assert_eq!(strength((7, 10)), "7 of 10 men");
}

/// Promise: the card of a thing says whether one walks through it, as the rules of walking have it.
#[test]
fn a_thing_says_whether_one_walks_through_it() {
    let (mut free, mut shut) = (0, 0);
    for scenario in ["first_round", "tavern_yard", "siege_camp"] {
        let game = trial::begun(scenario, 1);
        let look = trial::look(&game);
        let ground = look.ground().walk(1, Gait::default());
        for (id, thing) in look.things().filter_map(|id| Some((id, look.thing(id)?))) {
            let Some(at) = thing.squares.first() else { continue };
            let told = walked(look, id).unwrap();
            assert_eq!(told != "Nobody walks through it.", ground.fits(*at), "{}: {told}", thing.name);
            if ground.fits(*at) { free += 1 } else { shut += 1 }
        }
    }
    assert!(free > 0 && shut > 0, "{free} {shut}");
}
