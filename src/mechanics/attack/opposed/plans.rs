//! How many things it is worth doing in a round, for the computer: what its blows would do at the penalty of so many,
//! less what would come back with a defence and without (HG-TURN-02).

use super::Opposed;
use super::means::weapons;
use crate::battle::{Case, Id, Item, Key, Look, Order, Question, Sum, Worth, weight};
use crate::dice::Distribution;
use crate::mechanics::contest::{PAID, defences};
use crate::mechanics::turn::declared::ask::{DECLARE, KEEPS};

/// What two throws may differ by, and how often; and what one may show.
struct Odds(Vec<(i32, f64)>, Vec<(i32, f64)>);

/// How a blow stands against what would be set against it.
#[derive(Clone, Copy)]
enum Better {
    /// Better than a defence by so much.
    Than(i32),
    /// Nothing is set against it, and it is better than the distance by so much.
    Open(i32),
}

impl Odds {
    fn of(thrown: &Distribution<i32>) -> Self {
        let apart = thrown.combine(thrown, |a, b| a - b);
        let each = |all: &Distribution<i32>| all.iter().map(|(face, chance)| (*face, chance.to_f64())).collect();
        Self(each(&apart), each(thrown))
    }

    /// How likely a blow lands.
    fn wins(&self, better: Better) -> f64 {
        let (faces, better) = match better {
            Better::Than(better) => (&self.0, better),
            Better::Open(better) => (&self.1, better),
        };
        faces.iter().filter(|(face, _)| face + better > 0).map(|(_, chance)| chance).sum()
    }

    /// What a blow is worth that hits, in felled enemies.
    fn hurts(&self, ahead: i32, left: i32, enough: i32) -> f64 {
        let worth = |net: i32| f64::from(net >= left) + 0.9 * f64::from(net) / f64::from(enough.max(1));
        self.0.iter().map(|(apart, chance)| chance * worth((apart + ahead).max(0))).sum()
    }
}

/// A blow that somebody could strike in its turn, as far as one thinks ahead.
struct Thought<'a> {
    target: Id,
    item: &'a Item,
    ahead: i32,
    left: i32,
    enough: i32,
    /// Whether it takes a run to come there.
    runs: bool,
}

/// A blow that somebody may have to meet.
struct Coming<'a> {
    case: Case<'a>,
    attack: i32,
    challenge: i32,
    /// What it is worth to the enemy if it hits.
    hurts: f64,
}

impl Opposed {
    /// Whether somebody could strike that enemy with this in its turn, after a walk if need be, and whether it must run
    /// for that.
    fn could(&self, look: Look<'_>, who: Id, target: Id, item: &Item) -> Option<bool> {
        let order = Order::new("attack");
        if self.may(look, who, target, item, &order).is_ok() {
            return Some(false);
        }
        let own = look.footprint(who);
        let reach = item.arm.reach.iter().max().copied().unwrap_or(0);
        let words = item.arm.tags.iter().map(|word| word.as_str());
        let kinds: Vec<&str> = words.chain(["act", "attack", "melee"]).collect();
        if reach <= 0 || look.allows(who, &kinds).is_err() {
            return None;
        }
        let goes = |kinds: &[&str], figure: Key| {
            if look.allows(who, kinds).is_ok() { look.value(who, figure) } else { 0 }
        };
        let far = own.gap(look.footprint(target)) - reach;
        match () {
            () if far <= goes(&["move"], self.walk) => Some(false),
            () if self.run.is_some_and(|run| far <= goes(&["move", "run"], run)) => Some(true),
            () => None,
        }
    }

    fn thoughts<'a>(&self, look: Look<'a>, who: Id, foes: &[Id]) -> Vec<Thought<'a>> {
        let order = Order::new("attack");
        let mut thoughts = Vec::new();
        for item in weapons(look, who) {
            let could = foes.iter().filter_map(|foe| Some((*foe, self.could(look, who, *foe, item)?)));
            for (target, runs) in could {
                if self.parts_with_it(look, (who, target), item, &order) {
                    continue;
                }
                let case = self.case_of(look, who, target, item, &order);
                let blow = self.gather(look, &case, 0);
                let endures = blow.exposure.sums.first().map_or(0, Sum::total);
                let left = blow.exposure.thresholds.first().copied().unwrap_or(1);
                let enough = look.value(target, self.enough).max(left);
                thoughts.push(Thought { target, item, ahead: blow.damage.total() - endures, left, enough, runs });
            }
        }
        thoughts
    }

    /// What the target of a blow would set against it, the distance among it, and whether that is a defence.
    fn met(&self, look: Look<'_>, who: Id, thought: &Thought<'_>) -> Better {
        let plain = Order::new("attack");
        let case = self.case_of(look, who, thought.target, thought.item, &plain);
        let challenge = self.challenge(look, &case).total();
        let legal = defences(look, &case).into_iter().filter(|defence| defence.choice.is_legal());
        // Who cannot defend is missed by those who do not even beat the distance.
        let best = legal.map(|defence| defence.bonus.total()).max();
        best.map_or(Better::Open(-challenge), |defence| Better::Than(-defence - challenge))
    }

    /// What a blow is better than that, by whoever has ordered this of itself.
    fn better(&self, look: Look<'_>, who: Id, (thought, met): (&Thought<'_>, Better), order: &Order) -> Better {
        let attack = self.attack(look, &self.case_of(look, who, thought.target, thought.item, order)).total();
        match met {
            Better::Than(met) => Better::Than(attack + met),
            Better::Open(met) => Better::Open(attack + met),
        }
    }

    /// The blows of somebody's enemies who have not acted yet, each as it would be rolled.
    fn threats<'a>(&self, look: Look<'a>, odds: &Odds, who: Id, foes: &[Id], plain: &'a Order) -> Vec<Vec<Coming<'a>>> {
        let to_come = foes.iter().filter(|foe| !look.rules().initiative.has_acted(look, **foe));
        let coming = |foe: Id, thought: Thought<'a>| {
            let case = self.case_of(look, foe, who, thought.item, plain);
            let (attack, challenge) = (self.attack(look, &case).total(), self.challenge(look, &case).total());
            // Who must run for it may do otherwise.
            let likely = if thought.runs { 0.5 } else { 1.0 };
            let hurts = likely * odds.hurts(thought.ahead, thought.left, thought.enough);
            Coming { case, attack, challenge, hurts }
        };
        let each =
            |foe: &Id| self.thoughts(look, *foe, &[who]).into_iter().map(|thought| coming(*foe, thought)).collect();
        to_come.map(each).collect()
    }

    /// What would come of those, with a defence of one's own or without.
    fn incoming(look: Look<'_>, odds: &Odds, threats: &[Vec<Coming<'_>>], order: &Order, defended: bool) -> f64 {
        let worth = |coming: &Coming<'_>| {
            let ahead = coming.attack - coming.challenge;
            let best = if defended {
                let mine = Case { order: Some(order), ..coming.case.clone() }.word(PAID);
                let legal = defences(look, &mine).into_iter().filter(|defence| defence.choice.is_legal());
                legal.map(|defence| defence.bonus.total()).max()
            } else {
                None
            };
            odds.wins(best.map_or(Better::Open(ahead), |defence| Better::Than(ahead - defence))) * coming.hurts
        };
        threats.iter().map(|blows| blows.iter().map(worth).fold(0.0, f64::max)).sum()
    }

    /// What else there is to do that takes an action, for what it is worth.
    fn beside(look: Look<'_>, who: Id) -> f64 {
        let mut best: f64 = 0.0;
        for deed in look.rules().deeds.values().filter(|deed| !deed.only_goes() && deed.verb() != "attack") {
            let mut choices = Vec::new();
            deed.choices(look, who, &mut choices);
            for choice in choices.iter().filter(|choice| choice.is_legal() && choice.squares.is_empty()) {
                let takes = f64::from(deed.count(look, who, &choice.order).max(1));
                let foretold = deed.forecast(look, who, &choice.order).map(|forecast| {
                    let each = forecast.against.iter().filter_map(|prospect| {
                        let target = prospect.who.filter(|target| !target.is_thing())?;
                        let worth = weight(&prospect.outcomes, &prospect.harm, prospect.enough);
                        Some(if look.are_enemies(who, target) { worth } else { -2.0 * worth })
                    });
                    each.sum::<f64>()
                });
                let beside = deed.worth(look, who, &choice.order).map(|worth| f64::from(worth.0) / 1000.0);
                best = best.max((foretold.unwrap_or(0.0) + beside.unwrap_or(0.0)) / takes);
            }
        }
        best
    }

    /// What there is to do that only makes ready, and that one goes on with as often as one likes.
    fn chores(look: Look<'_>, who: Id) -> f64 {
        let worth = |deed: &std::sync::Arc<dyn crate::battle::Deed>| {
            let mut choices = Vec::new();
            deed.choices(look, who, &mut choices);
            let legal = choices.into_iter().filter(|choice| choice.is_legal());
            let worth = legal.filter_map(|choice| deed.worth(look, who, &choice.order));
            worth.max().map_or(0.0, |worth| f64::from(worth.0) / 1000.0)
        };
        look.rules().deeds.values().filter(|deed| deed.bides()).map(worth).fold(0.0, f64::max)
    }

    /// What each way of declaring is worth.
    pub(super) fn weigh_plans(&self, look: Look<'_>, question: &Question) -> Vec<(Order, Worth)> {
        let (Some(who), Some(choices)) = (question.who, &question.choices) else { return Vec::new() };
        if question.kind != DECLARE {
            return Vec::new();
        }
        let odds = Odds::of(&self.contest.thrown());
        let foes: Vec<Id> = look.foes(who).filter(|foe| look.knows_of(*foe)).collect();
        let thoughts = self.thoughts(look, who, &foes);
        let met: Vec<Better> = thoughts.iter().map(|thought| self.met(look, who, thought)).collect();
        let plain = Order::new("attack");
        let threats = self.threats(look, &odds, who, &foes, &plain);
        let beside = Self::beside(look, who);
        let chores = Self::chores(look, who);
        let may_keep = choices.iter().any(|choice| choice.order.is(KEEPS));
        let is_far = thoughts.is_empty() && !foes.is_empty() && look.allows(who, &["move"]).is_ok();
        let weighed = choices.iter().map(|choice| {
            let order = &choice.order;
            if order.n.is_none_or(|n| n > FARTHEST) {
                return (order.clone(), Worth(i32::MIN));
            }
            let keeps = order.is(KEEPS);
            let actions = order.n.unwrap_or(0) - i32::from(keeps);
            let better = |(thought, met): (&Thought<'_>, &Better)| self.better(look, who, (thought, *met), order);
            let wins: Vec<f64> = thoughts.iter().zip(&met).map(|both| odds.wins(better(both))).collect();
            let best = |actions: i32| {
                let each = thoughts.iter().zip(&wins).map(|(thought, wins)| {
                    let ways = (0..actions.min(self.augment.1 + 1)).map(|augments| {
                        let blows = f64::from((actions - i32::from(thought.runs)).max(0) / (1 + augments));
                        let ahead = thought.ahead + self.augment.0 * augments;
                        // Nobody can be felled more than once.
                        (blows * wins * odds.hurts(ahead, thought.left, thought.enough)).min(1.9)
                    });
                    ways.fold(0.0, f64::max)
                });
                each.fold(0.0, f64::max)
            };
            let approach = if is_far && actions > 0 { 0.05 } else { 0.0 };
            let ready = chores * f64::from(actions);
            let done =
                if actions > 0 { best(actions).max(beside + best(actions - 1)).max(approach).max(ready) } else { 0.0 };
            let comes = Self::incoming(look, &odds, &threats, order, keeps || !may_keep);
            // Of equal plans the one that takes less.
            (order.clone(), Worth::of(done - comes - 0.002 * f64::from(order.n.unwrap_or(0))))
        });
        weighed.collect()
    }
}

/// How many actions the computer thinks through.
const FARTHEST: i32 = 4;
