//! Striking with everything in hand at once: one blow with each weapon, and a
//! penalty for each beyond the first that weighs on all attacks of the round.

use super::course::{case_of, enemies};
use crate::mechanics::prelude::*;

/// The numbers of striking with several weapons.
#[derive(Clone, Debug, Deserialize)]
pub struct AllWeapons {
    /// The verb of a blow with one weapon.
    pub attack: Verb,
    /// What each weapon beyond the first adds to every attack.
    pub each: i32,
    /// What it adds for those who have learned something.
    pub practised: BTreeMap<TechniqueName, i32>,
    /// On which attacks of the round that weighs.
    pub scope: Scope,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

/// The attacks of a round that a penalty weighs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// All of them, so that it must be chosen with the first.
    WholeRound,
    /// Those that are still to come.
    LaterAttacksOnly,
}

/// How somebody has attacked this round.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Struck {
    /// What weighs on their attacks.
    penalty: i32,
    /// Whether they have attacked without that.
    plainly: bool,
}

/// The manner of blows that are struck together, with `for` so many.
const TOGETHER: &str = "all at once";

impl AllWeapons {
    fn penalty(&self, look: Look<'_>, who: Id, weapons: i32) -> i32 {
        let learned = self.practised.iter().filter(|(technique, _)| look.knows(who, technique));
        let each = learned.map(|(_, each)| *each).max().unwrap_or(self.each);
        each.saturating_mul(weapons.saturating_sub(1).max(0))
    }

    /// Whether a blow may be struck together with those before it.
    fn may(&self, look: Look<'_>, who: Id, blow: &Order, before: &[Order]) -> Allowed {
        look.deed(self.attack)?.check(look, who, blow)?;
        let alike = before.iter().filter(|each| each.with == blow.with).count() + 1;
        let arm = look.arm_for(who, blow, |_| true)?;
        let Some(target) = look.target(blow).filter(|_| alike > 1) else { return Ok(()) };
        let case = case_of(look, (who, target), &arm.arm, blow);
        look.rules().registry.allows.iter().try_for_each(|mechanic| mechanic.allow_all(look, &case, alike))
    }

    /// The blows that an order comes to, one a weapon.
    fn blows(&self, look: Look<'_>, who: Id, order: &Order) -> Result<Vec<Order>, Refusal> {
        let struck = look.get::<Struck>(who).copied().unwrap_or_default();
        let is_late = self.scope == Scope::WholeRound && struck.plainly;
        let why = || format!("{} has already attacked this round with one weapon", look.name(who));
        look.refuse_if(is_late, self.rule, why)?;
        let is_weapon = |kind: ArmKind| matches!(kind, ArmKind::Melee | ArmKind::Ranged);
        let held = look.gear(who).iter().filter(|item| item.is_in_hand() && is_weapon(item.arm.kind));
        let held: Vec<&Item> = held.collect();
        look.refuse_if(held.len() < 2, self.rule, || format!("{} has not two weapons in hand", look.name(who)))?;
        let blow = |item: &Item, aim: &Aim| {
            let blow = Order::new(self.attack).with(item.arm.name).at(*aim);
            // Of two that are alike each is struck with its own hand.
            let is_single = held.iter().filter(|each| each.arm.name == item.arm.name).count() < 2;
            let hand = if let Held::Hand(grip) = item.held { grip.manner() } else { None };
            hand.filter(|_| !is_single).into_iter().fold(blow, Order::manner)
        };
        let mut blows = Vec::new();
        match &order.at[..] {
            [] => return Err(Refusal::nonsense("at whom? say `at NAME`, or one name for each weapon")),
            [aim] => {
                let mut why = None;
                for item in &held {
                    let blow = blow(item, aim);
                    match self.may(look, who, &blow, &blows) {
                        Ok(()) => blows.push(blow),
                        Err(refusal) => why = Some(refusal),
                    }
                }
                if let (0 | 1, Some(refusal)) = (blows.len(), why) {
                    return Err(refusal);
                }
            }
            aims if aims.len() == held.len() => {
                for (item, aim) in held.iter().zip(aims) {
                    let blow = blow(item, aim);
                    self.may(look, who, &blow, &blows)?;
                    blows.push(blow);
                }
            }
            aims => {
                let (targets, weapons) = (aims.len(), held.len());
                let why = format!("{targets} targets for {weapons} weapons: one for all of them, or one for each");
                return Err(Refusal::new(self.rule, why));
            }
        }
        let count = i32::try_from(blows.len()).unwrap_or(0);
        Ok(blows.into_iter().map(|blow| blow.n(count).manner(TOGETHER)).collect())
    }
}

mechanic!(AllWeapons: |self| {
    words(words) => words.add(Word::Term, ["several weapons"]).add(Word::Count, ["Several weapons"]),
    deeds => vec![Arc::new(self.clone())],
    keeps => Struck::default(),
});

hears!(AllWeapons: |self, table| {
    Blow { blow } => {
        let who = blow.case.who;
        let struck = table.look().get::<Struck>(who).copied().unwrap_or_default();
        if blow.shows_one.is_some() && struck.penalty == 0 && !struck.plainly {
            table.edit::<Struck>(who).plainly = true;
        }
    },
    RoundEnded => table.everybody().into_iter().for_each(|who| table.reset::<Struck>(who)),
});

modifies!(AllWeapons: ["attack"] => |self, look, case, sum| {
    let together = case.order.filter(|order| order.is(TOGETHER)).and_then(|order| order.n).unwrap_or(1);
    let struck = look.get::<Struck>(case.who).copied().unwrap_or_default();
    let penalty = struck.penalty.min(self.penalty(look, case.who, together));
    sum.add("several weapons", penalty, self.rule);
});

sheet!(AllWeapons: |self, look, who| {
    let penalty = look.get::<Struck>(who).map_or(0, |struck| struck.penalty);
    let text = || format!("{penalty} to all attacks of this round");
    SheetLine::only_if(penalty != 0, "Several weapons", self.rule, text)
});

/// Striking with all weapons at once.
const VERB: &str = "attack all";

impl Deed for AllWeapons {
    nature!(|self| Nature::attack(VERB, &[Reads::At, Reads::Several]));

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let held = look.gear(who).iter().filter(|item| item.is_in_hand());
        if held.filter(|item| matches!(item.arm.kind, ArmKind::Melee | ArmKind::Ranged)).count() < 2 {
            return;
        }
        for target in enemies(look, who) {
            let name = look.name(target);
            let order = Order::new(VERB).at(look.aim(target));
            let may = self.blows(look, who, &order).map(drop);
            out.push(Choice::new(order, format!("All weapons: {name}"), Group::Attack, self.rule).unless(may));
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        self.blows(look, who, order).map(drop)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let Ok(blows) = self.blows(table.look(), who, order) else { return Ok(()) };
        let count = i32::try_from(blows.len()).unwrap_or(0);
        let penalty = self.penalty(table.look(), who, count);
        let mut struck = table.edit::<Struck>(who);
        struck.penalty = struck.penalty.min(penalty);
        table.say(self.rule, who, |look| {
            format!("{} strikes with {count} weapons at once: {penalty} this round.", look.name(who))
        });
        blows.iter().try_for_each(|blow| table.perform(who, blow).map(drop))
    }

    fn forecast(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Forecast> {
        let attack = look.deed(self.attack).ok()?;
        let mut forecast = Forecast::default();
        for blow in self.blows(look, who, order).ok()? {
            forecast.against.extend(attack.forecast(look, who, &blow)?.against);
        }
        Some(forecast)
    }
}
