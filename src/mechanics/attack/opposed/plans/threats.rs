//! What enemies who are still to act would do to somebody, as they plan their round: where they are, and from where they would
//! strike. Beside their blows it is whatever else they could do to them, by what that is worth to those enemies.

use super::{Better, Comes, FARTHEST, Met, Odds, Thought, Way, body, comes, keeps_off};
use crate::mechanics::attack::opposed::Opposed;
use crate::mechanics::attack::opposed::asides::hampered;
use crate::mechanics::attack::opposed::promised::beside;
use crate::mechanics::contest::PAID;
use crate::mechanics::prelude::*;

/// A blow that somebody may have to meet.
struct Coming<'a> {
    case: Case<'a>,
    attack: i32,
    challenge: i32,
    /// What it is worth to the enemy if it hits.
    hurts: f64,
}

/// What an enemy could do to somebody beside striking: the one thing that is worth most to that enemy, in felled fighters.
#[derive(Clone)]
struct Otherwise {
    /// Where nothing is done about it.
    open: f64,
    /// Where a defence is kept in a round of so many things, from none on.
    kept: Vec<f64>,
}

impl Otherwise {
    /// That of an enemy, with both of them where they are.
    fn of(look: Look<'_>, foe: Id, who: Id) -> Option<Self> {
        let open = look.planning(who, 0).guarding(who, false);
        let mut choices = Vec::new();
        let is_such = |deed: &&Arc<dyn Deed>| {
            let nature = deed.nature();
            nature.in_turns && nature.group == Group::Attack && deed.verb() != ATTACK
        };
        for deed in look.rules().deeds.values().filter(is_such) {
            deed.choices_at(look, foe, look.key(who), &mut choices);
        }
        let is_meant =
            |choice: &Choice| choice.is_legal() && choice.squares.is_empty() && look.target(&choice.order) == Some(who);
        let meant = choices.into_iter().filter(is_meant).map(|choice| choice.order);
        let weighed = meant.map(|order| (done_to(open, foe, who, &order), order));
        let (most, order) = weighed.max_by(|(one, _), (other, _)| one.total_cmp(other))?;
        let kept = |things: i32| done_to(look.planning(who, things).guarding(who, true), foe, who, &order);
        (most > 0.0).then(|| Self { open: most, kept: (0..=FARTHEST).map(kept).collect() })
    }

    /// That of an enemy who has come up to somebody where they are.
    fn come_up(look: Look<'_>, foe: Id, who: Id) -> Option<Self> {
        let mut memo = Memo::of(look);
        memo.put(foe, beside(look, foe, who)?);
        Self::of(look.remembering(&memo), foe, who)
    }

    /// The same of those who do it only as often as that.
    fn times(self, share: f64) -> Self {
        Self { open: self.open * share, kept: self.kept.into_iter().map(|worth| worth * share).collect() }
    }

    /// What it comes to in a round of so many things, with a defence or without: as things stand, and if that enemy has had to defend
    /// before, which takes so much off what they roll.
    fn comes_to(&self, odds: &Odds, (things, defended): (i32, bool), hampered: i32) -> [f64; 2] {
        if !defended {
            return [self.open; 2];
        }
        let kept = usize::try_from(things).ok().and_then(|things| self.kept.get(things));
        let kept = kept.or_else(|| self.kept.last()).copied().unwrap_or(self.open);
        // By how much less often somebody wins then against one who is as good.
        let even = odds.wins(Better::Than(0)).max(f64::EPSILON);
        [kept, kept * (odds.wins(Better::Than(hampered.saturating_neg())) / even).min(1.0)]
    }
}

/// What an order of an enemy comes to for that enemy, as far as it is done to this one.
fn done_to(look: Look<'_>, foe: Id, who: Id, order: &Order) -> f64 {
    let forecast = look.forecast(foe, order);
    let against = forecast.as_ref().map_or(&[][..], |forecast| &forecast.against[..]);
    if against.len() > 1 {
        let its = against.iter().filter(|prospect| prospect.who == Some(who));
        return its.map(|prospect| prospect.worth(look)).sum();
    }
    look.worth_foretold(foe, order, forecast.as_ref()).map_or(0.0, Worth::in_felled)
}

/// What an enemy may do who has not acted yet.
pub(super) struct Threat<'a> {
    foe: Id,
    blows: Vec<Coming<'a>>,
    /// What they may do beside that; nothing of those who are not thought of so far.
    otherwise: Option<Otherwise>,
    /// What it takes off them to set a defence against somebody before.
    hampered: i32,
    /// Whether they are there already, and how many of a side are as near to them.
    is_beside: bool,
    others: f64,
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
        let is_reached = self.threats.iter().any(|threat| !threat.blows.is_empty() || threat.otherwise.is_some());
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
        // What the nearest of them could do beside striking once they have come up.
        let mut minded: Vec<Id> = to_come.iter().map(|(foe, _)| *foe).collect();
        minded.sort_by_key(|foe| look.gap(*foe, who));
        minded.truncate(MOST_MINDED);
        let comes_up = |(foe, near): &(Id, Vec<Comes>)| {
            let may = minded.contains(foe) && look.gap(*foe, who) > AT_HAND && !keeps_off(look, *foe);
            let comes = near.iter().any(|near| near.nearest() <= AT_HAND);
            if may && comes { Otherwise::come_up(look, *foe, who) } else { None }
        };
        let come_up: Vec<Option<Otherwise>> = to_come.iter().map(comes_up).collect();
        let stand = |(index, (beside, look)): (usize, (Option<Id>, Look<'a>))| {
            let threat = |((foe, near), come_up): (&(Id, Vec<Comes>), &Option<Otherwise>)| {
                let near = near.get(index..=index)?;
                let runs = near.first().and_then(|near| near.runs_to(AT_HAND));
                let is_at_hand = look.gap(*foe, who) <= AT_HAND;
                let otherwise = match (runs.filter(|_| !is_at_hand), come_up) {
                    _ if !minded.contains(foe) => None,
                    (Some(runs), Some(it)) => Some(it.clone().times(if runs { RUNS } else { 1.0 })),
                    _ => Otherwise::of(look, *foe, who),
                };
                Some(Threat { otherwise, ..self.threat(look, odds, (*foe, who), near, plain) })
            };
            let comes = to_come.iter().filter_map(|(_, near)| near.get(index));
            let nearest = comes.map(|comes| comes.nearest()).min().unwrap_or(i32::MAX);
            let threats = to_come.iter().zip(&come_up).filter_map(threat).collect();
            Stand { beside, look, threats, nearest }
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
        Threat { foe, blows, otherwise: None, hampered: hampered(look, foe), is_beside, others }
    }

    /// How many of a side are about as near to an enemy as one of them.
    fn as_near(look: Look<'_>, foe: Id, who: Id) -> i32 {
        let gap = |id: Id| look.gap(foe, id);
        let is_as_near = |id: &Id| !look.are_enemies(who, *id) && look.is_in_play(*id) && gap(*id) <= gap(who) + 3;
        look.everybody().filter(is_as_near).count().max(1) as i32
    }

    /// What would come of each of those as somebody plans a round of so many things, with a defence of their own or without: as
    /// things stand, and if that enemy has had to defend against them before.
    pub(super) fn incoming(
        look: Look<'_>,
        odds: &Odds,
        threats: &[Threat<'_>],
        (things, defended): (i32, bool),
    ) -> Vec<(Id, [f64; 2])> {
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
            let otherwise = threat.otherwise.iter().map(|it| it.comes_to(odds, (things, defended), threat.hampered));
            let each = threat.blows.iter().map(|coming| worth(coming, threat.hampered)).chain(otherwise);
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

/// So many enemies are thought of for what they could do beside striking, the nearest.
const MOST_MINDED: usize = 3;

/// So near somebody has to be for hands to be laid on them.
const AT_HAND: i32 = 1;

/// Squares within which nobody has to come first.
const BESIDE: i32 = 2;
