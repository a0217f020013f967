//! What somebody would do to an enemy from beside them, whatever is left of this turn, and how they go nearer for the sake of
//! that where no blow of this turn is worth anything beside it.

use std::sync::Arc;

use super::approach::{Approach, Passed, When, walk};
use super::first::set_out;
use super::menace::Menace;
use super::{Ahead, Comes, Course, Watcher, Way, far, is_on_turn, leaves_blow};
use crate::ai::worth_foretold;
use crate::battle::house_words::ATTACK;
use crate::battle::{Choice, Forecast, Group, Id, Look, Memo, Merit, Order, Worth};
use crate::board::{Bodies, Footprint, Goal, Halves, Passage, Scratch, Square, find_path};

/// A blow is next to nothing if it is worth less than one of so many parts of what could be done from beside the target.
const PARTS: i32 = 4;
/// What is left of a way takes no more of the next turn than leaves time for a blow if it is one of so many parts of what was
/// gone in this one.
const LEFT: usize = 2;
/// So many places are tried that may lie straighter before a target.
const STRAIGHT: usize = 2;
/// A blow is about as good as another if it is worth no less than so many of so many parts of it.
const ABOUT: (i32, i32) = (4, 5);
/// How far from a target a place is looked for from where one would strike best, in squares.
const FARTHEST: i32 = 4;

/// A blow, and what it would come to.
pub(super) struct Blow {
    pub(super) choice: Choice,
    pub(super) forecast: Option<Forecast>,
    /// What it is worth, where anything foretells it.
    pub(super) worth: Option<Worth>,
    /// It lands in this turn.
    pub(super) lands: bool,
}

/// The best blow that somebody could strike from beside a target.
pub(super) struct Best {
    by: Id,
    blow: Blow,
    /// How far from the target they would stand.
    gap: i32,
}

impl Best {
    /// Whether the striker is as near as the blow wants them, or shoots from where they stand.
    pub(super) fn is_there(&self, look: Look<'_>, (who, target): (Id, Id)) -> bool {
        let (body, aim) = (look.footprint(who), look.footprint(target));
        let is_in_place = look.zoned().is_some() && look.spot(who) == look.spot(target);
        body.gap(aim) <= self.gap || is_in_place || far(look, who)(body, aim)
    }
}

/// What a blow is worth at least that is not next to nothing.
#[derive(Clone, Copy)]
pub(super) struct Least(Option<Worth>);

impl Least {
    /// Where nothing is compared no blow is next to nothing.
    pub(super) fn beside(best: Option<&Best>) -> Self {
        best.and_then(|best| best.blow.worth).map_or(Self(None), Self::of)
    }

    /// Beside a blow of this worth.
    pub(super) const fn of(best: Worth) -> Self {
        Self(Some(Worth(best.0 / PARTS)))
    }
}

impl Blow {
    /// Whether it is known to be next to nothing.
    pub(super) fn is_weak(&self, least: Least) -> bool {
        self.worth.zip(least.0).is_some_and(|(worth, least)| worth < least)
    }

    /// How good it is: what is worth anything before what is not, and of either what lands in this turn before what only
    /// begins. Of what nothing foretells nobody knows that it is.
    pub(super) fn tier(&self, least: Least) -> u8 {
        let is_good = match (self.worth, least.0) {
            (Some(_), _) => !self.is_weak(least),
            (None, least) => least.is_none(),
        };
        u8::from(is_good) * 2 + u8::from(self.lands)
    }

    fn of(look: Look<'_>, who: Id, choice: Choice) -> Self {
        let forecast = look.forecast(who, &choice.order);
        let worth = worth_foretold(look, who, &choice.order, forecast.as_ref());
        let lands = !look.rules().economy.only_begins(look, who, choice.takes);
        Self { choice, forecast, worth, lands }
    }

    /// How good it is beside others at the same enemy.
    fn merit(&self, look: Look<'_>, least: Least) -> Merit {
        let Self { choice, worth, .. } = self;
        Merit::of(look, &choice.order, (choice.takes, choice.pays), (self.tier(least), *worth))
    }

    /// In felled enemies.
    pub(super) fn in_felled(&self) -> f64 {
        self.worth.map_or(0.0, Worth::in_felled)
    }
}

/// The same look; among many one in which what somebody is kept from is not even listed.
fn spared(look: Look<'_>) -> Look<'_> {
    if look.is_of_many() { look.without_words() } else { look }
}

/// What somebody who has the turn can do of these groups.
pub(super) fn deeds(look: Look<'_>, who: Id, groups: &[Group]) -> Vec<Choice> {
    let memo = Memo::of(look);
    spared(look.remembering(&memo)).options_among(who, |deed| groups.contains(&deed.group()))
}

/// What they can do to a target; of what they can do to others not all is listed.
pub(super) fn blows_at(look: Look<'_>, (who, target): (Id, Id)) -> Vec<Choice> {
    let memo = Memo::of(look);
    spared(look.remembering(&memo)).options_at(who, look.key(target), |deed| deed.group() == Group::Attack)
}

/// What a click on somebody strikes of these blows at them, giving up nothing that is held: the best plain one, unless another
/// lands sooner, is more than next to nothing where that is not, is worth far more, or is several of them for the price of one and
/// worth more. With one `arm` alone it is plain.
pub(super) fn best_blow(
    look: Look<'_>,
    (who, target): (Id, Id),
    choices: impl IntoIterator<Item = Choice>,
    (arm, least): (Option<&str>, Least),
) -> Option<Blow> {
    let name = look.key(target);
    let is_blow = |choice: &Choice| {
        choice.is_legal()
            && choice.group == Group::Attack
            && arm.is_none_or(|arm| choice.order.done_with() == arm)
            && choice.order.at.iter().any(|at| at.who == Some(name))
            && look.gives_up(&choice.order).is_none()
    };
    let blows = choices.into_iter().filter(is_blow).map(|choice| Blow::of(look, who, choice));
    Merit::best_of(blows.map(|blow| (blow.merit(look, least), blow)), arm.is_some()).map(|(_, blow)| blow)
}

/// Whether one of these choices strikes a target from where somebody stands by more than next to nothing.
pub fn strikes_well(look: Look<'_>, whom: (Id, Id), choices: &[Choice]) -> bool {
    let least = Least::beside(at_best(look, whom).as_ref());
    let armed = choices.iter().filter(|choice| choice.order.with.is_some()).cloned();
    best_blow(look, whom, armed, (None, least)).is_some_and(|blow| !blow.is_weak(least))
}

/// The best plain blow at a target from beside it, with all of a turn for it: by somebody, or by one they carry.
pub(super) fn at_best(look: Look<'_>, (who, target): (Id, Id)) -> Option<Best> {
    let strikers = std::iter::once(who).chain(look.riders(who).iter().copied());
    let strikers = strikers.filter(|by| look.is_in_play(*by) && (*by == who || !look.are_enemies(who, *by)));
    let mut best: Option<Best> = None;
    for (by, there) in strikers.flat_map(|by| places(look, by, target).into_iter().map(move |there| (by, there))) {
        let Some(blow) = best_from(look, (by, target), there) else { continue };
        let is_better = best.as_ref().is_none_or(|known| blow.worth > known.blow.worth);
        if blow.worth > Some(Worth::default()) && is_better {
            best = Some(Best { by, blow, gap: there.gap(look.footprint(target)) });
        }
    }
    best
}

/// The best plain blow at a target from where somebody stands, where blows come in a later part of this round.
pub fn to_come(look: Look<'_>, (who, target): (Id, Id)) -> Option<Passed> {
    let is_enemy = look.are_enemies(who, target) && look.is_in_play(target);
    let waits = is_enemy && is_on_turn(look, who) && look.rules().economy.goes_on(look, who);
    let blow = if waits { best_from(look, (who, target), look.footprint(who)) } else { None };
    blow.map(Passed::of)
}

/// Whether a blow that comes in a later part of this round is no reason to walk first: from where somebody stands it is about as
/// good as after the walk, or more than next to nothing where the one after the walk comes in no part of this round.
fn is_as_good_here(look: Look<'_>, whom: (Id, Id), after: (&Blow, bool), least: Least) -> bool {
    if !look.rules().economy.goes_on(look, whom.0) {
        return false;
    }
    let here = best_from(look, whom, look.footprint(whom.0)).filter(|here| here.worth > Some(Worth::default()));
    here.is_some_and(|here| match after {
        (_, false) => !here.is_weak(least),
        (after, true) => is_about(here.worth, after.worth),
    })
}

/// Whether a blow of this worth is about as good as the other, or better.
fn is_about(worth: Option<Worth>, other: Option<Worth>) -> bool {
    let (part, whole) = ABOUT;
    worth.zip(other).is_some_and(|(worth, other)| worth.0.saturating_mul(whole) >= other.0.saturating_mul(part))
}

/// The best plain blow at a target of somebody who stands there, with all of a turn for it.
fn best_from(look: Look<'_>, (by, target): (Id, Id), there: Footprint) -> Option<Blow> {
    let mut memo = Memo::of(look);
    memo.put(by, there);
    let there = look.remembering(&memo);
    let deed = look.deed(ATTACK).ok()?;
    let mut choices = Vec::new();
    deed.choices_at(spared(there), by, there.key(target), &mut choices);
    // Several blows in one are more than what one arm can do.
    choices.retain(|choice| deed.arms(there, by, &choice.order).len() <= 1);
    best_blow(there, (by, target), choices, (None, Least(None)))
}

/// Where somebody could stand beside a target, whether they get there or not: of each distance the nearest place.
fn places(look: Look<'_>, who: Id, target: Id) -> Vec<Footprint> {
    let (body, aim) = (look.footprint(who), look.footprint(target));
    if look.zoned().is_some() {
        return look.spot(target).and_then(|spot| look.seat(body, spot)).into_iter().collect();
    }
    let others = Others::of(look, who);
    let is_free = |there: Footprint| !there.squares().any(|square| others.has(square));
    let is_open = |there: Footprint| look.board().supports(there) && is_free(there);
    (1..=FARTHEST).filter_map(|gap| aim.nearest_beside(body, gap, is_open)).collect()
}

/// Everybody else who is known of and stands, as somebody on their way meets them.
struct Others {
    foes: Vec<Footprint>,
    friends: Vec<Footprint>,
}

impl Others {
    fn of(look: Look<'_>, who: Id) -> Self {
        let stands = |id: &Id| *id != who && look.place(*id).present && look.is_in_play(*id) && look.knows_of(*id);
        let all = look.everybody().filter(stands).filter(|id| !look.go_together(*id, who));
        let (foes, friends): (Vec<Id>, Vec<Id>) = all.partition(|id| look.are_enemies(who, *id));
        let bodies = |ids: Vec<Id>| ids.into_iter().map(|id| look.footprint(id)).collect();
        Self { foes: bodies(foes), friends: bodies(friends) }
    }

    fn has(&self, square: Square) -> bool {
        self.foes.iter().chain(&self.friends).any(|body| body.contains(square))
    }
}

impl Bodies for Others {
    fn on(&self, square: Square) -> Passage {
        let is_in = |bodies: &[Footprint]| bodies.iter().any(|body| body.contains(square));
        match () {
            () if is_in(&self.foes) => Passage::Block,
            () if is_in(&self.friends) => Passage::Through,
            () => Passage::Free,
        }
    }
}

/// Whether so many steps are few enough for a blow in the next turn, after so many in this one.
const fn is_soon(gone: usize, left: usize) -> bool {
    left * LEFT <= gone
}

/// The square of a walk from where a target could be struck in the next turn: of those that leave no step to be gone the one
/// where least is to be feared, else the one that leads farthest.
fn nearest(look: Look<'_>, (who, target): (Id, Id), walk: &Choice, best: &Best) -> Option<Square> {
    let (body, aim) = (look.footprint(who), look.footprint(target));
    let gap = |at: Square| body.moved_to(at).gap(aim);
    if look.zoned().is_some() {
        let there = |at: &Square| look.spot_of(body.moved_to(*at)) == look.spot(target);
        return walk.squares.iter().map(|(at, _)| *at).find(there).filter(|_| look.spot(who) != look.spot(target));
    }
    let there: Vec<Square> = walk.squares.iter().map(|(at, _)| *at).filter(|at| gap(*at) == best.gap).collect();
    if !there.is_empty() {
        let menace = Menace::of(look, who);
        let fears = |at: &Square| menace.at(body.moved_to(*at));
        return there.into_iter().min_by(|one, other| fears(one).total_cmp(&fears(other)));
    }
    let ground = look.ground().walk(body.side, look.rules().measure.gait);
    let goal = Goal::near(aim, body.side, 1, best.gap.max(1));
    let others = Others::of(look, who);
    let route = find_path(&ground, &others, body.at, goal, Halves::ENDLESS, &mut Scratch::new())?;
    let is_open = |at: &Square| walk.squares.iter().any(|(open, _)| open == at);
    let last = route.squares.iter().rposition(is_open).filter(|_| route.arrives)?;
    let left = route.squares.len() - last - 1;
    let at = route.squares.get(last).copied().filter(|_| is_soon(last + 1, left))?;
    // Where diagonals cost no more a way may lead far aside: the straightest place that leaves no more steps is taken.
    let aside = |at: &Square| {
        let there = body.moved_to(*at);
        let (from, to) = ((there.at, there.far()), (aim.at, aim.far()));
        let off = |from: i32, to: i32| i64::from(from - to).pow(2);
        off(from.0.x + from.1.x, to.0.x + to.1.x) + off(from.0.y + from.1.y, to.0.y + to.1.y)
    };
    let squares = walk.squares.iter().map(|(square, _)| *square);
    let mut nearer: Vec<Square> =
        squares.filter(|square| gap(*square) <= gap(at) && aside(square) < aside(&at)).collect();
    nearer.sort_by_key(aside);
    let is_as_near = |from: &Square| {
        let route = find_path(&ground, &others, *from, goal, Halves::ENDLESS, &mut Scratch::new());
        route.is_some_and(|route| route.arrives && route.squares.len() <= left)
    };
    Some(nearer.into_iter().take(STRAIGHT).find(is_as_near).unwrap_or(at))
}

impl Ahead {
    /// A walk towards a target, for the sake of a blow in the next turn, or in a later part of this round; nothing where that comes
    /// as well from where somebody stands.
    pub(super) fn go_nearer(
        &mut self,
        look: Look<'_>,
        (who, target): (Id, Id),
        choices: &[Choice],
        best: Best,
    ) -> Option<Approach> {
        let walk = walk(choices)?;
        let to = nearest(look, (who, target), walk, &best)?;
        let go = Order { to: Some(to), ..walk.order.clone() };
        let way = Way::of(look, who, &go, None).map(Arc::new)?;
        let comes: Comes = self.comes(look, who, &go)?;
        let (deed, economy) = (look.deed(go.verb).ok()?, &look.rules().economy);
        let price = economy.price(look, who, &**deed, &go).ok()?;
        let is_this_round = economy.goes_on(look, who) && leaves_blow(look, who, (&**deed, &go, &price), 1);
        let least = Least::beside(Some(&best));
        let Best { by, blow, gap } = best;
        let stands = look.footprint(by).moved_to(to);
        // Beside the target it hangs on the side where one comes to stand what a blow is worth.
        let is_beside = look.zoned().is_some() || stands.gap(look.footprint(target)) <= gap;
        let found =
            if is_beside { self.best_after(look, (who, by, target), (&go, stands), is_this_round) } else { None };
        let blow = found.unwrap_or(blow);
        if is_as_good_here(look, (who, target), (&blow, is_this_round), least) {
            return None;
        }
        Some(Approach {
            first: None,
            course: Course { mover: who, to, by },
            go,
            way: Some(way),
            comes,
            from: to,
            blow: blow.choice.order,
            label: blow.choice.label,
            forecast: blow.forecast.map(Arc::new),
            when: When::Later,
            is_this_round,
            whole: None,
            passes_up: None,
        })
    }

    /// The best plain blow at a target where somebody comes to stand at the end of a walk: in the same round as the target and
    /// all others are by then, which way they face too, unless anybody has a say in it.
    fn best_after(
        &mut self,
        look: Look<'_>,
        (who, by, target): (Id, Id, Id),
        (go, stands): (&Order, Footprint),
        is_this_round: bool,
    ) -> Option<Blow> {
        if !is_this_round {
            return best_from(look, (by, target), stands);
        }
        let scratch = self.mute.get_or_insert_default();
        let mut copy = scratch.copy(look);
        let mut watcher = Watcher::of(look, who, &self.habits);
        if set_out(&mut copy, None, 0, &mut watcher) && copy.answer(go.clone()).is_ok() {
            copy.play(&mut watcher);
            let is_there = |there: &Look<'_>| {
                let is_in_play = there.is_in_play(by) && there.is_in_play(target);
                is_in_play && there.footprint(by) == stands && there.clock().round == look.clock().round
            };
            let there = copy.look().filter(|there| watcher.stings.is_empty() && is_there(there));
            if let Some(found) = there.and_then(|there| best_from(there, (by, target), stands)) {
                return Some(found);
            }
        }
        best_from(look, (by, target), stands)
    }
}

#[cfg(test)]
mod tests;
