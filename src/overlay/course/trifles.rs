//! Questions that decide next to nothing: nobody is asked about a blow that hardly ever does harm, where all that they could do
//! is to ward it off, or to step in for a friend. The bar says so with what came of it.

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;

use super::{Pace, give_unasked, is_asked_here, waits_to_be_seen};
use crate::ahead::{Ahead, Peril, Stake};
use crate::ai::Habits;
use crate::battle::{Choice, Group, Look, Order, Question};
use crate::overlay::known::Known;
use crate::overlay::preferences::Preferences;
use crate::overlay::screen::{Overlay, Shown};
use crate::overlay::timeline::Gave;
use crate::record::decisions;

/// A blow that does harm to somebody, or to what they hold or wear, in fewer of a hundred ways than this is next to nothing.
const HARDLY: u32 = 5;
/// Steps for finding that out; where they do not suffice it is asked.
const STEPS: u64 = 256;

/// Answers for somebody where next to nothing hangs on it, once all before has been seen.
pub(super) fn let_be(world: &mut World, battle: Entity, overlay: &mut Overlay, shown: &Shown) {
    let pace = overlay.of::<Pace>();
    let made = Some(decisions(world, battle).len());
    if pace.auto || pace.weighed == made || overlay.of::<Preferences>().asks_all || !is_asked_here(world, battle, shown)
    {
        return;
    }
    let Some(look) = Look::at(world, battle) else { return };
    let Some(question) = look.question().filter(|question| only_wards(look, question)) else { return };
    if waits_to_be_seen(overlay, look) {
        return;
    }
    let look = shown.seen(look);
    let order = trifle(look, question, &overlay.of::<Pace>().habits).and_then(|idle| {
        if question.steps_in() {
            return Some(idle);
        }
        // What costs nothing is done all the same; where something is worth its price, such as to strike back, they are asked.
        let usual = overlay.edit::<Known>().usual(look);
        usual.filter(|usual| usual.pays <= 0).map(|usual| usual.order)
    });
    let facts = look.facts().len();
    overlay.edit::<Pace>().weighed = made;
    if let Some(order) = order {
        give_unasked(world, battle, order, (&mut *overlay, Gave::Nobody));
        overlay.edit::<Pace>().unasked = Some(facts);
    }
}

/// Whether nothing else is asked than whether a blow is warded off, or whether a friend steps in.
fn only_wards(look: Look<'_>, question: &Question) -> bool {
    let is_struck = question.who.zip(question.by).is_some_and(|(who, by)| look.are_enemies(who, by));
    let wards = |choice: &Choice| choice.lets_be || choice.purpose() == Group::Defence;
    let mut open = question.choices.iter().flatten().filter(|choice| choice.is_legal());
    question.steps_in() || is_struck && open.all(wards)
}

/// The answer that lets it be, where that costs nothing and next to nothing comes of it.
fn trifle(look: Look<'_>, question: &Question, habits: &Habits) -> Option<Order> {
    let idle = question.lets_be().filter(|idle| idle.pays <= 0)?;
    let stake = Ahead::heeding(habits.clone()).sure(look, (question.who?, question.by), &idle.order, STEPS)?;
    is_trifle(&stake).then(|| idle.order.clone())
}

/// Whether next to nothing comes of it for anybody.
fn is_trifle(stake: &Stake) -> bool {
    let few = |peril: &Peril| {
        let befell = peril.befell.values().fold(peril.hurt, |all, each| all.saturating_add(*each));
        befell.saturating_mul(100) < peril.tries.saturating_mul(HARDLY)
    };
    stake.is_exact && stake.of.values().all(few)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::ahead::Befell;
    use crate::ai::{Habit, Mind, Skill};
    use crate::battle::{Id, Key, advance, answer};
    use crate::overlay::trial;

    /// Promise: whoever has paid for an answer once this round is asked again where each more of it makes all else they do worse,
    /// though its price is the same.
    #[test]
    fn what_weighs_on_the_round_is_not_paid_for_unasked() {
        type First = (i32, Habit);
        let mut seen = 0;
        for seed in 1..=6 {
            let (mut game, mut mind) = (trial::begun("tavern_yard", seed), Mind::new(Skill::Plain, seed));
            let mut first: BTreeMap<(Key, Option<Id>), First> = BTreeMap::new();
            for _ in 0..150 {
                let look = trial::look(&game);
                let Some(question) = look.question() else { break };
                let (round, of) = (look.clock().round, (question.kind, question.who));
                first.retain(|_, (then, _)| *then == round);
                let paid = question.choices.iter().flatten().find(|choice| choice.pays > 0 && choice.is_legal());
                let paid = paid.filter(|_| question.by.is_some()).cloned();
                if let (Some((_, habit)), Some(paid)) = (first.get(&of), &paid)
                    && habit.order == paid.order
                {
                    assert_eq!(habit.answers(look, question), None, "{}", question.prompt);
                    assert!(habit.dearer(look, question).is_some_and(|(_, burden)| burden.now > habit.burden.now));
                    seen += 1;
                }
                let own = paid.and_then(|paid| Habit::of(look, question, &paid.order));
                let Some(own) = own else {
                    if !trial::goes_on(&mut game, &mut mind) {
                        break;
                    }
                    continue;
                };
                first.entry(of).or_insert((round, own.clone()));
                answer(&mut game.world, game.battle, own.order).unwrap();
                advance(&mut game.world, game.battle);
            }
        }
        assert!(seen > 0, "nobody was asked twice in a round");
    }

    /// Promise: whoever would lose what they wear by a blow is asked about it, though it does them no other harm.
    #[test]
    fn what_ruins_armour_is_no_trifle() {
        trial::in_lesson("scale_toughness", "ST-L-ARMOUR", 2, |look| {
            let question = look.question().unwrap();
            let (who, idle) = (question.who.unwrap(), question.lets_be().unwrap());
            let stake = Ahead::default().sure(look, (who, question.by), &idle.order, STEPS).unwrap();
            let own = &stake.of[&who];
            let loses = |what: &str| own.befell.get(&Befell::Lost(Key::new(what))).copied().unwrap_or_default();
            assert!(own.hurt == 0 && stake.is_exact && loses("Mail") > 0, "{own:?}");
            assert_eq!(trifle(look, question, &Habits::default()), None);
        });
    }

    /// Promise: only a blow that surely does harm in fewer than five of a hundred ways is next to nothing.
    #[test]
    fn little_is_little() {
        let stake = |hurt: u32, is_exact: bool| {
            let mut stake = Stake::default();
            (stake.tries, stake.is_exact) = (100, is_exact);
            stake.of = [(Id(0), hurt), (Id(1), 0)]
                .map(|(who, hurt)| (who, Peril { tries: 100, hurt, ..Peril::default() }))
                .into();
            stake
        };
        assert!(is_trifle(&stake(0, true)) && is_trifle(&stake(4, true)));
        assert!(!is_trifle(&stake(5, true)) && !is_trifle(&stake(0, false)));
    }
}
