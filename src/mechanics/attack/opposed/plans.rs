//! How many things it is worth doing in a round, for the computer: what its blows would do at the penalty of so many,
//! less what would come back with a defence and without (HG-TURN-02).

mod threats;

use self::threats::Stand;
use super::Opposed;
use super::asides::{Aside, Comes, ENOUGH, asides, beside, body, comes, likeliest};
use super::promised::promised;
use crate::battle::house_words::DECLARE;
use crate::mechanics::attack::course::{Aims, Meant};
use crate::mechanics::contest::Contest;
use crate::mechanics::prelude::*;
use crate::mechanics::turn::declared::ask::{COMMIT, KEEPS};

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

impl Better {
    /// The same if its target let it come.
    fn open(self, met: &Met) -> Self {
        match self {
            Self::Than(better) => Self::Open(better.saturating_add(met.defence.unwrap_or(0))),
            Self::Open(_) => self,
        }
    }
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
        let harm = |net: i32| 0.9 * f64::from(net.min(enough)) / f64::from(enough.max(1));
        let worth = |net: i32| f64::from(net >= left) + harm(net);
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
    /// How one comes there.
    way: Way,
    /// Whether it is thrown from where they stand.
    is_thrown: bool,
}

/// How somebody comes to where they strike.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// They are there.
    Here,
    Walk,
    Run,
}

impl<'a> Thought<'a> {
    /// Whether it takes a run to come there.
    fn runs(&self) -> bool {
        self.way == Way::Run
    }

    /// The blow as it would be meant.
    fn of(&self, who: Id, order: &'a Order) -> Meant<'a> {
        Meant { who, target: self.target, item: self.item, order }
    }

    /// The same in the words of the rules: what is struck with after a walk is not thrown from where that begins.
    fn case(&self, look: Look<'_>, who: Id, order: &'a Order) -> Case<'a> {
        Opposed::case_as(look, self.of(who, order), self.is_thrown)
    }
}

/// A blow as it stands in a round of so many things.
struct Planned<'t, 'a> {
    thought: &'t Thought<'a>,
    /// How likely it lands, and how likely it does if its target lets it come.
    wins: f64,
    open: f64,
    /// What a defence against it takes off what its target does afterwards, in felled fighters.
    hampers: f64,
}

/// What stands against a blow.
#[derive(Clone, Copy)]
struct Met {
    challenge: i32,
    defence: Option<i32>,
}

/// Whether others have won once somebody is out of the fight.
pub(super) fn is_marked(look: Look<'_>, who: Id) -> bool {
    let sides = look.battle::<Sides>().map_or(&[][..], |sides| &sides.0);
    sides.iter().any(|side| matches!(side.objective, Objective::Fell { who: marked } if marked == who))
}

/// Whether somebody has something in hand that carries farther than they walk, and so walks up to nobody to strike.
fn keeps_off(look: Look<'_>, who: Id) -> bool {
    let walk = look.rules().economy.remaining(look, who).saturating_mul(look.rules().measure.square);
    let is_far = |item: &Item| item.arm.range.is_some_and(|range| range > walk);
    let carries = |item: &Item| item.arm.kind != ArmKind::Melee && is_far(item) && item.arm.damage.is_some();
    look.gear(who).iter().any(|item| item.is_ready() && carries(item))
}

impl Opposed {
    /// Whether somebody could strike that enemy with this in their turn, after a walk if need be; how they come there, and whether
    /// it is thrown.
    fn could(&self, look: Look<'_>, who: Id, (target, comes): (Id, Comes), item: &Item) -> Option<(Way, bool)> {
        let order = Order::new(ATTACK);
        let meant = Meant { who, target, item, order: &order };
        // Nobody throws all that they can strike with.
        if self.may(look, meant).is_ok() && !self.parts_with_it(look, meant) {
            return Some((Way::Here, self.throws(look, meant)));
        }
        let kinds = ["act", "attack", "melee"].into_iter().map(Key::from);
        let kinds: Vec<Key> = item.arm.tags.iter().copied().chain(kinds).collect();
        let way = if Self::reaches_by_then(&item.arm, comes)? { Way::Run } else { Way::Walk };
        (!keeps_off(look, who) && look.allows(who, &kinds).is_ok()).then_some((way, false))
    }

    /// The blows that somebody could strike at these, after a walk of no more than so many squares.
    fn thoughts<'a>(&self, look: Look<'a>, who: Id, foes: &[Id], leash: Option<i32>) -> Vec<Thought<'a>> {
        let bodies: Vec<_> = foes.iter().map(|foe| body(look, *foe)).collect();
        self.thoughts_after(look, who, foes, &comes(look, who, &bodies, leash))
    }

    /// The same where it is known how near they come to each.
    fn thoughts_after<'a>(&self, look: Look<'a>, who: Id, foes: &[Id], comes: &[Comes]) -> Vec<Thought<'a>> {
        let order = Order::new(ATTACK);
        let mut thoughts = Vec::new();
        for item in self.weapons(look, who) {
            let each = foes.iter().copied().zip(comes.iter().copied());
            let could = each.filter_map(|foe| Some((foe.0, self.could(look, who, foe, item)?)));
            for (target, (way, is_thrown)) in could {
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
                    way,
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

    /// What so many actions of a plan come to that go into one kind of blow, the best of them. Its target does what is best for
    /// them: lets it come, or is the worse off for a defence in what they do afterwards.
    fn blows(&self, odds: &Odds, planned: &[Planned<'_, '_>], actions: i32) -> f64 {
        // Nobody sets out for several blows that would each hardly come off; a run is none.
        let is_one = |thought: &Thought<'_>| actions - i32::from(thought.runs()) <= 1;
        let tried = planned.iter().filter(|blow| is_one(blow.thought) || blow.wins >= HOPELESS);
        let each = tried.map(|Planned { thought, wins, open, hampers }| {
            let ways = (0..actions.min(self.augment.1 + 1)).map(|augments| {
                let blows = f64::from((actions - i32::from(thought.runs())).max(0) / (1 + augments));
                let hurts = blows * odds.hurts(thought, self.augment.0.saturating_mul(augments));
                // Nobody can be felled more than once.
                let done = |chance: f64| (chance * hurts).min(ENOUGH);
                if blows > 0.0 { f64::min(done(*wins) + *hampers, done(*open)) } else { 0.0 }
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
        // Who is marked goes to nobody.
        let leash = if is_marked(look, who) { Some(0) } else { look.leash(who) };
        let thoughts = self.thoughts(look, who, &foes, leash);
        let met: Vec<Met> = thoughts.iter().map(|thought| self.met(look, who, thought)).collect();
        let plain = Order::new(ATTACK);
        let memos = self.elsewhere(look, &odds, who, &thoughts, &met);
        let stands = self.stands(look, &odds, (who, &foes), &plain, &memos);
        let others = likeliest(look, who, beside(look, who));
        let chores = Self::chores(look, who);
        let may_keep = choices.iter().any(|choice| choice.order.is(KEEPS));
        // Whose side only has to hold out runs up to nobody.
        let goes = look.leash(who).is_none() && look.allows(who, &["move"]).is_ok();
        let is_far = thoughts.is_empty() && !foes.is_empty() && goes;
        let are_to_come = foes.iter().any(|foe| !look.rules().initiative.has_acted(look, *foe));
        // A walk may lead to where others come who do not come here.
        let steps = look.rules().economy.remaining(look, who);
        let is_wary = may_keep && stands.first().is_some_and(|here| here.is_out_of_reach_but_within(steps));
        // What is done hangs on how many things there are, and not on whether one of them is a defence.
        let rounds: Vec<(Vec<[f64; 2]>, Vec<Aside>)> = (0..=FARTHEST)
            .map(|n| {
                let planned = look.planning(who, n);
                let chances = |(thought, met): (&Thought<'_>, &Met)| {
                    let better = self.better(planned, who, (thought, met));
                    [better, better.open(met)].map(|better| odds.wins(better))
                };
                let chances = thoughts.iter().zip(&met).map(chances).collect();
                let asides = if n > 0 { asides(planned, who, &others, n) } else { Vec::new() };
                (chances, asides)
            })
            .collect();
        let weighed = choices.iter().map(|choice| {
            let order = &choice.order;
            let n = order.n.unwrap_or(i32::MAX);
            let Some((chances, asides)) = usize::try_from(n).ok().and_then(|n| rounds.get(n)) else {
                return (order.clone(), Worth(i32::MIN));
            };
            let keeps = order.is(KEEPS);
            let actions = n - i32::from(keeps);
            let aside = |actions: i32| asides.iter().map(|aside| aside.worth(actions)).fold(0.0, f64::max);
            let ready = chores * f64::from(actions);
            let approach = if is_far && actions > 0 { APPROACH } else { 0.0 };
            // A run leads to where others come who are still to act: a defence goes with it for next to nothing.
            let approach = if approach > 0.0 && keeps && are_to_come { approach + GUARDED } else { approach };
            // Nothing but a defence takes no more off the rolls of a round than nothing at all.
            let guarded = if is_wary && keeps && actions == 0 { GUARDED } else { 0.0 };
            let of = |stand: &Stand<'_>| {
                let planned = stand.look.planning(who, n);
                let comes = Self::incoming(planned, &odds, &stand.threats, (n, keeps || !may_keep));
                let hampers = |foe: Id| {
                    let its = comes.iter().find(|(id, _)| *id == foe);
                    its.map_or(0.0, |(_, [plain, late])| plain - late)
                };
                let from_there = |thought: &Thought<'_>| match stand.beside {
                    Some(target) => thought.way != Way::Here && thought.target == target,
                    // Where it is not known where they would stand.
                    None => thought.way == Way::Here || stands.len() <= 1,
                };
                let each = thoughts.iter().zip(chances).filter(|(thought, _)| from_there(thought));
                let planned: Vec<Planned<'_, '_>> = each
                    .map(|(thought, [wins, open])| {
                        let hampers = hampers(thought.target);
                        Planned { thought, wins: *wins, open: *open, hampers }
                    })
                    .collect();
                // No more comes of blows and of all else together than of either.
                let both = |blows: i32| (self.blows(&odds, &planned, blows) + aside(actions - blows)).min(ENOUGH);
                let done = (0..=actions).map(both).fold(guarded, f64::max).max(approach).max(ready);
                done - comes.iter().map(|(_, [plain, _])| plain).sum::<f64>()
            };
            let open = stands.iter().filter(|stand| actions > 0 || stand.beside.is_none());
            let best = open.map(of).fold(f64::MIN, f64::max);
            // Of equal plans the one that takes less.
            (order.clone(), Worth::of(best - 0.002 * f64::from(n)))
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
            let in_time = at_them.filter(|(thought, _)| actions > i32::from(thought.runs()));
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

/// What it is worth to have a defence left at the end of that, or of a walk, in felled fighters.
const GUARDED: f64 = 0.01;

/// How many actions the computer thinks through.
const FARTHEST: i32 = 4;
