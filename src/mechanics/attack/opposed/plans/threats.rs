//! What the blows of enemies who are still to act would do to somebody, as they plan their round: where they are, and from where
//! they would strike.

use super::{Better, Comes, Met, Odds, Thought, Way, body, comes};
use crate::mechanics::attack::opposed::Opposed;
use crate::mechanics::attack::opposed::promised::beside;
use crate::mechanics::contest::{PAID, price};
use crate::mechanics::prelude::*;
use crate::mechanics::turn::declared::DEFEND;

/// A blow that somebody may have to meet.
struct Coming<'a> {
    case: Case<'a>,
    attack: i32,
    challenge: i32,
    /// What it is worth to the enemy if it hits.
    hurts: f64,
}

/// The blows of an enemy who has not acted yet.
pub(super) struct Threat<'a> {
    foe: Id,
    blows: Vec<Coming<'a>>,
    /// What it takes off them to set a defence against somebody before.
    hampered: i32,
    /// Whether they are there already, and how many of a side are as near to them.
    is_beside: bool,
    others: f64,
}

/// What a defence takes off what somebody still does in this round, where they have none yet.
fn hampered(look: Look<'_>, foe: Id) -> i32 {
    let to_come = |price: i32| look.rules().economy.burden(look, foe, price).to_come;
    price(look, foe, DEFEND).map_or(0, |price| to_come(price.amount).saturating_sub(to_come(0)).max(0))
}

/// A place where somebody would be at the end of their turn.
pub(super) struct Stand<'a> {
    /// Whom they go to and strike there; where they are, nobody.
    pub beside: Option<Id>,
    /// The battle with them there.
    pub look: Look<'a>,
    pub threats: Vec<Threat<'a>>,
    /// How near any of those comes to it.
    nearest: i32,
}

impl Stand<'_> {
    /// Whether nobody could strike at somebody there, but may where so many steps lead from it.
    pub fn is_out_of_reach_but_within(&self, steps: i32) -> bool {
        let is_reached = self.threats.iter().any(|threat| !threat.blows.is_empty());
        !is_reached && self.nearest <= steps.saturating_add(BESIDE)
    }
}

impl Opposed {
    /// The battle with somebody beside those whom it would pay them most to go to and strike.
    pub(super) fn elsewhere<'a>(
        &self,
        look: Look<'a>,
        odds: &Odds,
        who: Id,
        thoughts: &[Thought<'_>],
        met: &[Met],
    ) -> Vec<(Id, Memo<'a>)> {
        let planned = look.planning(who, 1);
        let mut best: Vec<(Id, f64)> = Vec::new();
        for (thought, met) in thoughts.iter().zip(met).filter(|(thought, _)| thought.way != Way::Here) {
            let worth = odds.wins(self.better(planned, who, (thought, met))) * odds.hurts(thought, 0);
            match best.iter_mut().find(|(target, _)| *target == thought.target) {
                Some((_, most)) => *most = most.max(worth),
                None => best.push((thought.target, worth)),
            }
        }
        best.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let there = best.into_iter().filter_map(|(target, _)| Some((target, beside(look, who, target)?)));
        let memo = |(target, there): (Id, Footprint)| {
            let mut memo = Memo::of(look);
            memo.put(who, there);
            (target, memo)
        };
        there.take(MOST_STANDS).map(memo).collect()
    }

    /// Where somebody may be at the end of their turn, first where they are, with what comes there of enemies who have not acted yet.
    pub(super) fn stands<'a>(
        &self,
        look: Look<'a>,
        odds: &Odds,
        (who, foes): (Id, &[Id]),
        plain: &'a Order,
        elsewhere: &'a [(Id, Memo<'a>)],
    ) -> Vec<Stand<'a>> {
        let others = elsewhere.iter().map(|(target, memo)| (Some(*target), look.remembering(memo)));
        let all: Vec<(Option<Id>, Look<'a>)> = std::iter::once((None, look)).chain(others).collect();
        let bodies: Vec<_> = all.iter().map(|(_, look)| body(*look, who)).collect();
        let to_come = foes.iter().filter(|foe| !look.rules().initiative.has_acted(look, **foe));
        // How near each of them comes to each of those places.
        let to_come: Vec<(Id, Vec<Comes>)> =
            to_come.map(|foe| (*foe, comes(look, *foe, &bodies, look.leash(*foe)))).collect();
        let stand = |(index, (beside, look)): (usize, (Option<Id>, Look<'a>))| {
            let threat = |(foe, near): &(Id, Vec<Comes>)| {
                let near = near.get(index..=index)?;
                Some(self.threat(look, odds, (*foe, who), near, plain))
            };
            let comes = to_come.iter().filter_map(|(_, near)| near.get(index));
            let nearest = comes.map(|comes| comes.nearest()).min().unwrap_or(i32::MAX);
            Stand { beside, look, threats: to_come.iter().filter_map(threat).collect(), nearest }
        };
        all.into_iter().enumerate().map(stand).collect()
    }

    /// The blows of one of them, each as it would be rolled.
    fn threat<'a>(
        &self,
        look: Look<'a>,
        odds: &Odds,
        (foe, who): (Id, Id),
        near: &[Comes],
        plain: &'a Order,
    ) -> Threat<'a> {
        let others = f64::from(Self::as_near(look, foe, who));
        let is_beside = look.gap(foe, who) <= BESIDE;
        let coming = |thought: Thought<'a>| {
            let case = thought.case(look, foe, plain);
            let (attack, challenge) = (self.attack(look, &case).total(), self.challenge(look, &case).total());
            // Who must run for it may do otherwise.
            let hurts = if thought.runs() { RUNS } else { 1.0 } * odds.hurts(&thought, 0);
            Coming { case, attack, challenge, hurts }
        };
        let blows = self.thoughts_after(look, foe, &[who], near).into_iter().map(coming).collect();
        Threat { foe, blows, hampered: hampered(look, foe), is_beside, others }
    }

    /// How many of a side are about as near to an enemy as one of them.
    fn as_near(look: Look<'_>, foe: Id, who: Id) -> i32 {
        let gap = |id: Id| look.gap(foe, id);
        let is_as_near = |id: &Id| !look.are_enemies(who, *id) && look.is_in_play(*id) && gap(*id) <= gap(who) + 3;
        look.everybody().filter(is_as_near).count().max(1) as i32
    }

    /// What would come of each of those as somebody plans their round, with a defence of their own or without: as things stand,
    /// and if that enemy has had to defend against them before.
    pub(super) fn incoming(look: Look<'_>, odds: &Odds, threats: &[Threat<'_>], defended: bool) -> Vec<(Id, [f64; 2])> {
        let worth = |coming: &Coming<'_>, hampered: i32| {
            let best = if defended {
                let mine = coming.case.clone().word(PAID);
                look.best_defence(&mine)
            } else {
                None
            };
            let ahead = coming.attack.saturating_sub(coming.challenge);
            let better = |ahead: i32| best.map_or(Better::Open(ahead), |own| Better::Than(ahead.saturating_sub(own)));
            [ahead, ahead.saturating_sub(hampered)].map(|ahead| odds.wins(better(ahead)) * coming.hurts)
        };
        let of = |threat: &Threat<'_>| {
            let each = threat.blows.iter().map(|coming| worth(coming, threat.hampered));
            let worst = |[most, then]: [f64; 2], [plain, late]: [f64; 2]| [most.max(plain), then.max(late)];
            // They may as well go to others; of those beside them they leave whoever defends.
            let share = if threat.is_beside && !defended { 1.0 } else { threat.others };
            (threat.foe, each.fold([0.0; 2], worst).map(|worth| worth / share))
        };
        threats.iter().map(of).collect()
    }
}

/// Places beside enemies that are thought of for one round.
const MOST_STANDS: usize = 2;

/// How likely those are thought to come who would have to run.
const RUNS: f64 = 0.25;

/// Squares within which nobody has to come first.
const BESIDE: i32 = 2;
