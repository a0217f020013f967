//! How many things it is worth doing in a round, for the computer: what its blows would do at the penalty of so many,
//! less what would come back with a defence and without (HG-TURN-02).

use super::Opposed;
use super::asides::{Aside, Comes, ENOUGH, asides, beside, comes};
use super::promised::promised;
use crate::mechanics::attack::course::{Aims, Meant};
use crate::mechanics::contest::{Contest, PAID};
use crate::mechanics::prelude::*;
use crate::mechanics::turn::declared::ask::{COMMIT, DECLARE, KEEPS};

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
    fn of(contest: &Contest) -> Self {
        let each = |all: &Distribution<i32>| all.iter().map(|(face, chance)| (*face, chance.to_f64())).collect();
        Self(each(&contest.apart()), each(&contest.thrown()))
    }

    /// How likely a blow lands.
    fn wins(&self, better: Better) -> f64 {
        let (faces, better) = match better {
            Better::Than(better) => (&self.0, better),
            Better::Open(better) => (&self.1, better),
        };
        faces.iter().filter(|(face, _)| face.saturating_add(better) > 0).map(|(_, chance)| chance).sum()
    }

    /// What a blow is worth that hits, in felled enemies, with so much more in its damage.
    fn hurts(&self, thought: &Thought<'_>, more: i32) -> f64 {
        let (ahead, left, enough) = (thought.ahead.saturating_add(more), thought.left, thought.enough);
        let worth = |net: i32| f64::from(net >= left) + 0.9 * f64::from(net) / f64::from(enough.max(1));
        let faces = if thought.is_withstood { &self.0 } else { &self.1 };
        faces.iter().map(|(face, chance)| chance * worth(face.saturating_add(ahead).max(0))).sum()
    }
}

/// A blow that somebody could strike in their turn, as far as one thinks ahead.
struct Thought<'a> {
    target: Id,
    item: &'a Item,
    ahead: i32,
    /// Whether something is thrown against its damage.
    is_withstood: bool,
    left: i32,
    enough: i32,
    /// Whether it takes a run to come there.
    runs: bool,
    /// Whether it is thrown from where they stand.
    is_thrown: bool,
}

impl<'a> Thought<'a> {
    /// The blow as it would be meant.
    fn of(&self, who: Id, order: &'a Order) -> Meant<'a> {
        Meant { who, target: self.target, item: self.item, order }
    }

    /// The same in the words of the rules: what is struck with after a walk is not thrown from where that begins.
    fn case(&self, look: Look<'_>, who: Id, order: &'a Order) -> Case<'a> {
        Opposed::case_as(look, self.of(who, order), self.is_thrown)
    }
}

/// What stands against a blow.
#[derive(Clone, Copy)]
struct Met {
    challenge: i32,
    defence: Option<i32>,
}

/// A blow that somebody may have to meet.
struct Coming<'a> {
    case: Case<'a>,
    attack: i32,
    challenge: i32,
    /// What it is worth to the enemy if it hits.
    hurts: f64,
}

/// Whether somebody has something in hand that carries, and so walks up to nobody to strike.
fn keeps_off(look: Look<'_>, who: Id) -> bool {
    let carries =
        |item: &Item| item.arm.kind != ArmKind::Melee && item.arm.range.is_some() && item.arm.damage.is_some();
    look.gear(who).iter().any(|item| item.is_ready() && carries(item))
}

impl Opposed {
    /// Whether somebody could strike that enemy with this in their turn, after a walk if need be; whether they must run for
    /// that, and whether it is thrown.
    fn could(&self, look: Look<'_>, who: Id, (target, comes): (Id, Comes), item: &Item) -> Option<(bool, bool)> {
        let order = Order::new(ATTACK);
        let meant = Meant { who, target, item, order: &order };
        // Nobody throws all that they can strike with.
        if self.may(look, meant).is_ok() && !self.parts_with_it(look, meant) {
            return Some((false, self.throws(look, meant)));
        }
        let kinds = ["act", "attack", "melee"].into_iter().map(Key::from);
        let kinds: Vec<Key> = item.arm.tags.iter().copied().chain(kinds).collect();
        let runs = Self::reaches_by_then(&item.arm, comes)?;
        (!keeps_off(look, who) && look.allows(who, &kinds).is_ok()).then_some((runs, false))
    }

    /// The blows that somebody could strike at these, after a walk of no more than so many squares.
    fn thoughts<'a>(&self, look: Look<'a>, who: Id, foes: &[Id], leash: Option<i32>) -> Vec<Thought<'a>> {
        let order = Order::new(ATTACK);
        let mut thoughts = Vec::new();
        let comes = comes(look, who, foes, leash);
        for item in self.weapons(look, who) {
            let each = foes.iter().copied().zip(comes.iter().copied());
            let could = each.filter_map(|foe| Some((foe.0, self.could(look, who, foe, item)?)));
            for (target, (runs, is_thrown)) in could {
                let case = Self::case_as(look, Meant { who, target, item, order: &order }, is_thrown);
                let blow = self.gather(look, &case, 0);
                let Opposition { thresholds, withstands, .. } = blow.exposed.opposition(look.rules());
                let left = thresholds.first().copied().unwrap_or(1);
                let enough = look.value(target, self.enough).max(left);
                thoughts.push(Thought {
                    target,
                    item,
                    ahead: blow.damage.total().saturating_sub(withstands.unwrap_or(0)),
                    is_withstood: withstands.is_some(),
                    left,
                    enough,
                    runs,
                    is_thrown,
                });
            }
        }
        thoughts
    }

    /// What stands against a blow: the distance, and what its target would do about it.
    fn met(&self, look: Look<'_>, who: Id, thought: &Thought<'_>) -> Met {
        let plain = Order::new(ATTACK);
        let case = thought.case(look, who, &plain);
        Met { challenge: self.challenge(look, &case).total(), defence: look.best_defence(&case) }
    }

    /// What is added to the roll of a blow, as somebody plans their round.
    fn planned(&self, look: Look<'_>, who: Id, thought: &Thought<'_>) -> i32 {
        let plain = Order::new(ATTACK);
        self.attack(look, &thought.case(look, who, &plain)).total()
    }

    /// How that blow stands against what it meets.
    fn better(&self, look: Look<'_>, who: Id, (thought, met): (&Thought<'_>, &Met)) -> Better {
        let ahead = self.planned(look, who, thought).saturating_sub(met.challenge);
        // Who cannot defend is missed by those who do not even beat the distance.
        met.defence.map_or(Better::Open(ahead), |defence| Better::Than(ahead.saturating_sub(defence)))
    }

    /// The blows of somebody's enemies who have not acted yet, each as it would be rolled.
    fn threats<'a>(&self, look: Look<'a>, odds: &Odds, who: Id, foes: &[Id], plain: &'a Order) -> Vec<Vec<Coming<'a>>> {
        let to_come = foes.iter().filter(|foe| !look.rules().initiative.has_acted(look, **foe));
        let coming = |foe: Id, thought: Thought<'a>| {
            let case = thought.case(look, foe, plain);
            let (attack, challenge) = (self.attack(look, &case).total(), self.challenge(look, &case).total());
            // Who must run for it may do otherwise, and who is not beside somebody may as well go to others.
            let is_beside = look.gap(foe, who) <= BESIDE;
            let others = if is_beside { 1.0 } else { f64::from(Self::as_near(look, foe, who)) };
            let likely = if thought.runs { RUNS } else { 1.0 } / others;
            let hurts = likely * odds.hurts(&thought, 0);
            Coming { case, attack, challenge, hurts }
        };
        let each = |foe: &Id| {
            let thoughts = self.thoughts(look, *foe, &[who], look.leash(*foe));
            thoughts.into_iter().map(|thought| coming(*foe, thought)).collect()
        };
        to_come.map(each).collect()
    }

    /// How many of a side are about as near to an enemy as one of them.
    fn as_near(look: Look<'_>, foe: Id, who: Id) -> i32 {
        let gap = |id: Id| look.gap(foe, id);
        let is_as_near = |id: &Id| !look.are_enemies(who, *id) && look.is_in_play(*id) && gap(*id) <= gap(who) + 3;
        look.everybody().filter(is_as_near).count().max(1) as i32
    }

    /// What would come of those as somebody plans their round, with a defence of their own or without.
    fn incoming(look: Look<'_>, odds: &Odds, threats: &[Vec<Coming<'_>>], defended: bool) -> f64 {
        let worth = |coming: &Coming<'_>| {
            let ahead = coming.attack.saturating_sub(coming.challenge);
            let best = if defended {
                let mine = coming.case.clone().word(PAID);
                look.best_defence(&mine)
            } else {
                None
            };
            odds.wins(best.map_or(Better::Open(ahead), |defence| Better::Than(ahead.saturating_sub(defence))))
                * coming.hurts
        };
        threats.iter().map(|blows| blows.iter().map(worth).fold(0.0, f64::max)).sum()
    }

    /// What there is to do that only makes ready, and that one goes on with as often as one likes.
    fn chores(look: Look<'_>, who: Id) -> f64 {
        let worth = |deed: &Arc<dyn Deed>| {
            let mut choices = Vec::new();
            deed.choices(look, who, &mut choices);
            let legal = choices.into_iter().filter(|choice| choice.is_legal());
            let worth = legal.filter_map(|choice| deed.worth(look, who, &choice.order));
            worth.max().map_or(0.0, Worth::in_felled)
        };
        look.rules().deeds.values().filter(|deed| deed.nature().bides).map(worth).fold(0.0, f64::max)
    }

    /// What so many actions of a plan come to that go into one kind of blow, the best of them.
    fn blows(&self, odds: &Odds, thoughts: &[(&Thought<'_>, f64)], actions: i32) -> f64 {
        // Nobody sets out to do several things that would each hardly come off.
        let tried = thoughts.iter().filter(|(_, wins)| actions <= 1 || *wins >= HOPELESS);
        let each = tried.map(|(thought, wins)| {
            let ways = (0..actions.min(self.augment.1 + 1)).map(|augments| {
                let blows = f64::from((actions - i32::from(thought.runs)).max(0) / (1 + augments));
                let more = self.augment.0.saturating_mul(augments);
                // Nobody can be felled more than once.
                (blows * wins * odds.hurts(thought, more)).min(ENOUGH)
            });
            ways.fold(0.0, f64::max)
        });
        each.fold(0.0, f64::max)
    }

    /// What each way of declaring is worth.
    pub(super) fn weigh_plans(&self, look: Look<'_>, question: &Question) -> Vec<(Order, Worth)> {
        let (Some(who), Some(choices)) = (question.who, &question.choices) else { return Vec::new() };
        if question.kind != DECLARE {
            return Vec::new();
        }
        let odds = Odds::of(&self.contest);
        let foes: Vec<Id> = look.foes(who).filter(|foe| look.knows_of(*foe)).collect();
        let thoughts = self.thoughts(look, who, &foes, look.leash(who));
        let met: Vec<Met> = thoughts.iter().map(|thought| self.met(look, who, thought)).collect();
        let plain = Order::new(ATTACK);
        let threats = self.threats(look, &odds, who, &foes, &plain);
        let others = beside(look, who);
        let chores = Self::chores(look, who);
        let may_keep = choices.iter().any(|choice| choice.order.is(KEEPS));
        let is_far = thoughts.is_empty() && !foes.is_empty() && look.allows(who, &["move"]).is_ok();
        // What is done hangs on how many things there are, and not on whether one of them is a defence.
        let rounds: Vec<(Vec<f64>, Vec<Aside>)> = (0..=FARTHEST)
            .map(|n| {
                let planned = look.planning(who, n);
                let better = |both: (&Thought<'_>, &Met)| self.better(planned, who, both);
                let wins = thoughts.iter().zip(&met).map(|both| odds.wins(better(both))).collect();
                let asides = if n > 0 { asides(planned, who, &others, n) } else { Vec::new() };
                (wins, asides)
            })
            .collect();
        let weighed = choices.iter().map(|choice| {
            let order = &choice.order;
            let n = order.n.unwrap_or(i32::MAX);
            let Some((wins, asides)) = usize::try_from(n).ok().and_then(|n| rounds.get(n)) else {
                return (order.clone(), Worth(i32::MIN));
            };
            let keeps = order.is(KEEPS);
            let actions = n - i32::from(keeps);
            let thoughts: Vec<(&Thought<'_>, f64)> = thoughts.iter().zip(wins.iter().copied()).collect();
            let aside = |actions: i32| asides.iter().map(|aside| aside.worth(actions)).fold(0.0, f64::max);
            let both = |blows: i32| self.blows(&odds, &thoughts, blows) + aside(actions - blows);
            let approach = if is_far && actions > 0 { APPROACH } else { 0.0 };
            let ready = chores * f64::from(actions);
            let done = (0..=actions).map(both).fold(0.0, f64::max).max(approach).max(ready);
            let comes = Self::incoming(look.planning(who, n), &odds, &threats, keeps || !may_keep);
            // Of equal plans the one that takes less.
            (order.clone(), Worth::of(done - comes - 0.002 * f64::from(n)))
        });
        weighed.collect()
    }

    /// How likely what a click does to one enemy comes off in a round of each of these plans, and with what it is done: the best
    /// blow, with what can be drawn for nothing on the way to them, too, or a deed that is worth far more. It is the same enemy
    /// for all of them, so that plans can be compared: the one whom most plans can strike, of those the nearest, of those the one
    /// whom it pays most to strike. Whoever may not strike at all now has no chances.
    pub(super) fn chances_of_plans(&self, look: Look<'_>, question: &Question) -> Vec<(Order, String, Option<Key>)> {
        let (Some(who), Some(choices)) = (question.who, &question.choices) else { return Vec::new() };
        // Where all of a round is said at its first defence, that is one of them.
        let spent = match () {
            () if question.kind == DECLARE => 0,
            () if question.kind == COMMIT => choices.iter().filter_map(|choice| choice.order.n).min().unwrap_or(0),
            () => return Vec::new(),
        };
        let odds = Odds::of(&self.contest);
        let foes: Vec<Id> = look.foes(who).filter(|foe| look.knows_of(*foe)).collect();
        if look.allows(who, &["act", "attack"]).is_err() {
            return Vec::new();
        }
        let thoughts = self.thoughts(look, who, &foes, None);
        let met: Vec<Met> = thoughts.iter().map(|thought| self.met(look, who, thought)).collect();
        // What the best blow at somebody is worth in a round of such a plan, with what is added to it and stands against it.
        let best = |order: &Order, foe: Id| {
            let n = order.n.unwrap_or(0);
            let actions = n - spent - i32::from(order.is(KEEPS));
            let planned = look.planning(who, n);
            let at_them = thoughts.iter().zip(&met).filter(|(thought, _)| thought.target == foe);
            let in_time = at_them.filter(|(thought, _)| actions > i32::from(thought.runs));
            let weighed = in_time.map(|(thought, met)| {
                let hurts = odds.hurts(thought, 0);
                (thought, met, odds.wins(self.better(planned, who, (thought, met))) * hurts)
            });
            let (thought, met, worth) = weighed.max_by(|(.., a), (.., b)| a.total_cmp(b))?;
            Some((worth, self.planned(planned, who, thought), *met, thought.item.arm.name))
        };
        type Row<'a> = (&'a Order, (f64, i32, Met, Key));
        let rows = |foe: Id| -> Vec<Row<'_>> {
            let each = choices.iter().map(|choice| &choice.order);
            each.filter_map(|order| Some((order, best(order, foe)?))).collect()
        };
        let most = |rows: &[Row<'_>]| rows.iter().map(|(_, (worth, ..))| *worth).fold(0.0, f64::max);
        let all = foes.iter().map(|foe| (*foe, rows(*foe))).rev();
        let nearer = |one: Id, other: Id| look.gap(who, other).cmp(&look.gap(who, one));
        let chosen = all.max_by(|(one, its), (other, others)| {
            let by_plans = its.len().cmp(&others.len()).then_with(|| nearer(*one, *other));
            by_plans.then_with(|| most(its).total_cmp(&most(others)))
        });
        let Some((foe, rows)) = chosen else { return Vec::new() };
        // What is thrown from afar is thrown from where they stand.
        let is_struck = |with: Key| look.item(who, with).is_some_and(|item| !item.arm.reach.is_empty());
        let told = |(order, (_, attack, met, with)): Row<'_>| {
            let things = order.n.filter(|_| is_struck(with));
            if let Some((chance, with)) = things.and_then(|things| promised(look, who, foe, things)) {
                return (order.clone(), format!("{chance} to hit {}", look.name(foe)), Some(with));
            }
            let defence = met.defence.map(|own| own.saturating_add(met.challenge));
            let chance = self.contest.chance(attack, met.challenge, defence).chance(|hits| *hits).percent();
            (order.clone(), format!("{chance} to hit {}", look.name(foe)), Some(with))
        };
        rows.into_iter().map(told).collect()
    }
}

/// Blows that are less likely than this to land are not planned several at a time.
const HOPELESS: f64 = 0.25;

/// What it is worth to have an action left for what the walk may lead to, in felled enemies.
const APPROACH: f64 = 0.05;

/// How likely those are thought to come who would have to run.
const RUNS: f64 = 0.25;

/// Squares within which nobody has to come first.
const BESIDE: i32 = 2;

/// How many actions the computer thinks through.
const FARTHEST: i32 = 4;
