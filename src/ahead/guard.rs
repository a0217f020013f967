//! What a stance does about the blows of those at hand: how likely each is as things stand, and how likely it would be then.

use super::Ahead;
use crate::battle::house_words::ATTACK;
use crate::battle::{Falls, Forecast, Id, Look, Nobody, Order};
use crate::dice::Fraction;

/// What a stance does about the blow of an enemy.
#[derive(Clone, Debug, PartialEq)]
pub struct Guarded {
    /// Whose blow it is.
    pub by: Id,
    /// It hits as often as before: what is told is how often it does harm.
    pub harms: bool,
    /// How likely that is as things stand, and how likely it would be.
    pub chances: [Fraction; 2],
}

impl Guarded {
    /// In words: "to be hit by Goblin 1: 45% instead of 60%".
    pub fn told(&self, look: Look<'_>) -> String {
        let [before, after] = &self.chances;
        let what = if self.harms { "hurt" } else { "hit" };
        format!("to be {what} by {}: {} instead of {}", look.name(self.by), after.percent(), before.percent())
    }

    /// Nothing where the blow is as likely to hit and to do harm as before.
    fn of(by: Id, before: &Forecast, after: &Forecast) -> Option<Self> {
        let differs = |least: i32| {
            let share = |forecast: &Forecast| {
                let first = forecast.against.first();
                first.map_or(Fraction::ZERO, |blow| blow.outcomes.chance(|(grade, _)| *grade >= least))
            };
            let chances = [before, after].map(share);
            (chances[0] != chances[1]).then_some(chances)
        };
        let hits = differs(0).map(|chances| Self { by, harms: false, chances });
        hits.or_else(|| differs(1).map(|chances| Self { by, harms: true, chances }))
    }
}

/// The plain blow of an enemy at somebody that does the most harm from where both stand, and what would come of it.
pub fn worst_blow(look: Look<'_>, by: Id, at: Id) -> Option<(Order, Forecast)> {
    if !look.are_enemies(by, at) || !look.is_in_play(by) {
        return None;
    }
    let deed = look.deed(ATTACK).ok()?;
    let ready = look.arms(by).filter(|item| item.is_ready() && look.strikes_with(&item.arm));
    let blows = ready.map(|item| Order::new(ATTACK).with(item.arm.name).at(look.aim(at)));
    let blows = blows.filter(|order| deed.check(look, by, order).is_ok());
    let told = blows.filter_map(|order| deed.forecast(look, by, &order).map(|forecast| (order, forecast)));
    told.max_by(|(_, one), (_, other)| one.mean_harm().total_cmp(&other.mean_harm()))
}

impl Ahead {
    /// How an order changes the blows that could fall on the one who is asked: tried out on a copy, and read from the forecasts
    /// of those blows. Blows that stay as they are are left out.
    pub fn guarded(&mut self, look: Look<'_>, who: Id, order: &Order) -> Vec<Guarded> {
        let known = look.foes(who).filter(|foe| look.knows_of(*foe));
        let blows: Vec<(Id, (Order, Forecast))> =
            known.filter_map(|foe| Some((foe, worst_blow(look, foe, who)?))).collect();
        if blows.is_empty() {
            return Vec::new();
        }
        let mut copy = self.mute.get_or_insert_default().copy(look);
        copy.again(Falls::From(0));
        if copy.answer(order.clone()).is_err() {
            return Vec::new();
        }
        copy.play(&mut Nobody);
        let Some(after) = copy.look() else { return Vec::new() };
        let Ok(deed) = after.deed(ATTACK) else { return Vec::new() };
        let guarded = |(foe, (blow, before)): (Id, (Order, Forecast))| {
            Guarded::of(foe, &before, &deed.forecast(after, foe, &blow)?)
        };
        blows.into_iter().filter_map(guarded).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::FELLED;
    use crate::trial::in_lesson;

    /// Promise: a stance says of each blow that it touches how likely that is before it and after it, and nothing of others.
    #[test]
    fn a_parry_says_how_much_it_takes_off() {
        in_lesson("old_school", "OS-L-PARRY", 0, |look| {
            let who = look.asked().unwrap();
            let guarded = Ahead::default().guarded(look, who, &Order::new("parry"));
            let names: Vec<&str> = guarded.iter().map(|each| look.name(each.by)).collect();
            assert_eq!(names, ["Front", "Side"], "not the one behind, nor the shooter");
            for each in &guarded {
                let [before, after] = &each.chances;
                assert_eq!((Some(before - after), each.harms), (Fraction::new(1, 10), false), "two of twenty faces");
            }
            let told = guarded[0].told(look);
            assert!(told.starts_with("to be hit by Front: ") && told.contains("% instead of "), "{told}");
        });
    }

    /// Promise: a set spear tells the odds of its blow at those who could charge.
    #[test]
    fn a_set_spear_has_odds_against_a_charge() {
        in_lesson("old_school", "OS-L-ODDS-CHARGE", 0, |look| {
            let named = |name: &str| look.everybody().find(|id| look.name(*id) == name).unwrap();
            let order = Order::new("set spear");
            let forecast = look.deed(order.verb).unwrap().meets(look, named("Orc"), &order).unwrap();
            assert_eq!(forecast.against.len(), 1);
            assert_eq!(forecast.against[0].who, Some(named("Recruit")));
            let fells = forecast.against[0].outcomes.chance(|(grade, _)| *grade >= FELLED);
            assert_eq!(Some(fells), Fraction::new(7, 15), "as the lesson reckons it");
        });
    }
}
