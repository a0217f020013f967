//! What is taken back at once: all that followed from one click, as far as nothing has come to light since.

use bevy::ecs::prelude::World;

use super::course::Pace;
use super::hand::Hand;
use super::notices::Notices;
use super::panels::Decided;
use super::preferences::Preferences;
use super::screen::{Overlay, Shown};
use super::start::Seat;
use super::timeline::Timeline;
use crate::battle::house_words::CALL;
use crate::battle::{Decision, Decisions, Look};
use crate::record::{Origin, decisions};

/// The places of one's own decisions that `Undo` takes back, which followed from one click, else why there are none: something
/// has come to light since. What was answered by itself goes with the decision before it.
pub fn undone(look: Look<'_>, line: &Timeline, rewinds: bool) -> Result<Vec<usize>, String> {
    let made = look.battle::<Decisions>().map_or(&[][..], |decisions| &decisions.0);
    // Whoever hands the word over in a camp decides nothing.
    let is_theirs = |made: &Decision| look.is_played_here(made.side) && made.order.verb != CALL;
    let is_own = |at: &usize| made.get(*at).is_some_and(is_theirs) && !line.is_unasked(*at);
    let last = (0..made.len()).rev().find(is_own).ok_or("You have not decided anything yet")?;
    let first = line.since(last).unwrap_or(last).min(last);
    let light = |at: usize| look.came_to_light_since(at).filter(|_| !rewinds);
    let own: Vec<usize> = (first..=last).filter(is_own).skip_while(|at| light(*at).is_some()).collect();
    match light(last).filter(|_| own.is_empty()) {
        Some(what) => {
            Err(format!("{what} since your last decision; the settings can allow taking it back all the same."))
        }
        None => Ok(own),
    }
}

/// What is taken back in words: "Take back your last decision: Bo moves to (3,4) (2 s)".
pub fn told(look: Look<'_>, line: &Timeline, undone: &[usize]) -> String {
    let told: Vec<String> = undone.iter().filter_map(|at| line.said(look, *at)).collect();
    let what = match undone {
        [_, _, ..] => "all of your last click",
        _ => "your last decision",
    };
    let colon = if told.is_empty() { "" } else { ": " };
    format!("Take back {what}{colon}{}", told.join(", then "))
}

/// Goes back to before the last click of somebody at this screen, over what the computer did since.
pub(super) fn take_back(world: &mut World, overlay: &mut Overlay, shown: &mut Shown) {
    let Some((battle, origin)) = shown.battle.and_then(|battle| Some((battle, world.get::<Origin>(battle)?.clone())))
    else {
        return;
    };
    if !shown.seats.contains(&Seat::Me) {
        overlay.say("There is nothing to take back.".to_owned());
        return;
    }
    let Some(look) = Look::at(world, battle) else { return };
    let rewinds = overlay.of::<Preferences>().rewinds;
    let undone = undone(shown.seen(look), overlay.of::<Timeline>(), rewinds);
    let count = match undone.map(|own| own.first().copied()) {
        Ok(Some(first)) => first,
        Ok(None) => return,
        Err(why) => {
            overlay.edit::<Notices>().said = Some(why);
            return;
        }
    };
    let kept: Vec<Decision> = decisions(world, battle).iter().take(count).cloned().collect();
    let before = match origin.replay(world, &kept) {
        Ok(before) => before,
        Err(why) => {
            overlay.say(why.to_string());
            return;
        }
    };
    world.despawn(battle);
    // Another battle from here on than the one that was loaded.
    (shown.battle, shown.loaded) = (Some(before), None);
    overlay.edit::<Pace>().back_at = Some(count);
    // What would have followed is taken back with it.
    overlay.edit::<Hand>().then = None;
    overlay.tell(Decided);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::{Mind, Skill};
    use crate::battle::{Order, advance, answer};
    use crate::overlay::timeline::Gave;
    use crate::overlay::trial;

    /// Promise: what followed from one click is taken back at once, as far as no die has fallen; with leave to, all of it.
    #[test]
    fn a_click_is_taken_back_as_far_as_no_die_has_fallen() {
        let mut game = trial::begun("gate", 1);
        let mut mind = Mind::new(Skill::Plain, 1);
        let mut line = Timeline::default();
        let (mut whole, mut part, mut none) = (0, 0, 0);
        for made in 0..60 {
            let look = trial::look(&game);
            let Some(order) = mind.decide(look) else { break };
            let noted = Timeline::about(look, &order);
            answer(&mut game.world, game.battle, order).unwrap();
            advance(&mut game.world, game.battle);
            // Each click comes to five decisions.
            let since = made / 5 * 5;
            line.made(noted, (Some(since), Gave::Somebody));
            let look = trial::look(&game);
            let free = (since..=made).find(|at| look.came_to_light_since(*at).is_none());
            let expected = free.map(|free| (free..=made).collect::<Vec<_>>());
            assert_eq!(undone(look, &line, false).ok(), expected);
            let own: Vec<usize> = (since..=made).collect();
            assert_eq!(undone(look, &line, true).as_ref(), Ok(&own));
            let what = if own.len() > 1 { "all of your last click: " } else { "your last decision: " };
            assert!(told(look, &line, &own).starts_with(&format!("Take back {what}")));
            match free {
                Some(free) if free == since && made > since => whole += 1,
                Some(free) if free > since => part += 1,
                _ => none += 1,
            }
        }
        assert!(whole > 0 && part > 0 && none > 0, "{whole} {part} {none}");
    }

    /// Promise: what was answered by itself is no decision of one's own: what goes back goes to before the last that is.
    #[test]
    fn what_nobody_was_asked_about_is_taken_back_with_the_decision_before_it() {
        let mut game = trial::begun("gate", 1);
        let mut mind = Mind::new(Skill::Plain, 1);
        let mut line = Timeline::default();
        for made in 0..12 {
            let look = trial::look(&game);
            let order = mind.decide(look).unwrap();
            let noted = Timeline::about(look, &order);
            answer(&mut game.world, game.battle, order).unwrap();
            advance(&mut game.world, game.battle);
            // The first and every third is chosen.
            line.made(noted, (None, if made % 3 == 0 { Gave::Somebody } else { Gave::Nobody }));
            assert_eq!(undone(trial::look(&game), &line, true), Ok(vec![made / 3 * 3]));
        }
        let mut unasked = Timeline::default();
        let look = trial::look(&game);
        let noted = |_| Timeline::about(look, &Order::new("end turn"));
        (0..12).map(noted).for_each(|noted| unasked.made(noted, (None, Gave::Nobody)));
        assert!(undone(look, &unasked, true).unwrap_err().starts_with("You have not decided"));
    }
}
