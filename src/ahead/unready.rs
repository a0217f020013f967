//! Whoever holds what carries and only has to be loaded walks up to nobody to strike with nothing but their body.

use crate::battle::house_words::RELOAD;
use crate::battle::{ArmKind, Choice, Group, Held, Id, Item, Key, Look, Order};

/// Whether a blow is struck with nothing that is held, while something in hand that carries could be loaded instead.
pub(super) fn had_better_load(look: Look<'_>, who: Id, blow: &Order, choices: &[Choice]) -> bool {
    let arms = look.deed(blow.verb).map(|deed| deed.arms(look, who, blow)).unwrap_or_default();
    let arms: Vec<Key> = if arms.is_empty() { blow.with.into_iter().collect() } else { arms };
    let is_bare = |item: &Item| item.held == Held::Body && item.arm.kind == ArmKind::Melee;
    let is_body = |name: &Key| look.item(who, *name).is_some_and(is_bare);
    let is_loaded_by = |choice: &Choice, item: &Item| {
        let is_reload = choice.group == Group::Gear && choice.order.verb == RELOAD;
        // That of a neighbour is named with its owner.
        is_reload && choice.is_legal() && choice.order.at.is_empty() && choice.order.with == Some(item.arm.name)
    };
    let waits = |item: &Item| {
        let is_empty = item.arm.rounds.is_some() && item.loaded <= 0;
        is_empty && item.is_in_hand() && choices.iter().any(|choice| is_loaded_by(choice, item))
    };
    arms.iter().all(is_body) && look.gear(who).iter().any(waits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ahead::Ahead;
    use crate::trial;

    /// Cases that are looked at in one battle.
    const ENOUGH: usize = 6;

    /// Promise: nobody whose shot only has to be loaded walks up to an enemy to strike with their bare body where nothing is said of
    /// what they strike with; with that chosen they do.
    #[test]
    fn nobody_walks_up_unarmed_who_could_load() {
        let (mut could, mut chosen) = (0, 0);
        for name in ["first_watch", "gate", "even"] {
            let most = could + ENOUGH;
            trial::watch(name, 1, 200, |look| {
                let who =
                    look.question().filter(|question| question.choices.is_none()).and_then(|question| question.who);
                let choices = look.choices();
                // What is struck with nothing at all is struck with nothing that is held.
                let bare = Order::new("attack");
                let who = who.filter(|who| could < most && had_better_load(look, *who, &bare, &choices));
                let foes = who.into_iter().flat_map(|who| look.foes(who).map(move |foe| (who, foe)));
                let foes = foes.filter(|(who, foe)| look.is_in_play(*foe) && look.gap(*who, *foe) > 1);
                if let Some((who, foe)) = foes.min_by_key(|(who, foe)| look.gap(*who, *foe)) {
                    could += 1;
                    let mut ahead = Ahead::default();
                    let found = ahead.approach(look, (who, foe), &choices, None);
                    let is_bare = found.is_some_and(|found| had_better_load(look, who, &found.blow, &choices));
                    assert!(!is_bare, "{name}: {} at {}", look.name(who), look.name(foe));
                    let is_body = |item: &&Item| item.held == Held::Body && item.arm.kind == ArmKind::Melee;
                    let body = look.gear(who).iter().find(is_body);
                    let arm = body.map(|item| item.arm.name.as_str());
                    chosen += usize::from(arm.is_some() && ahead.approach(look, (who, foe), &choices, arm).is_some());
                }
            });
        }
        assert!(could > 0 && chosen > 0, "{could} could load, {chosen} went all the same");
    }
}
