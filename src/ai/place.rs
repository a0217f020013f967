//! Where it is better to stand.

use std::cmp::{Ordering, Reverse};
use std::collections::HashSet;

use super::calls::{called, calls};
use super::company::{AHEAD, Company, Others};
use super::goal::{Fears, Goal, leisure};
use super::ground::{Ground, NOWHERE};
use super::in_time::Wary;
use super::sense::Sense;
use super::shelter::Shelter;
use super::style::Style;
use super::{detour, foresight, in_time, runs};
use crate::battle::{Choice, Id, Look, Order, Worth};
use crate::board::{Board, Footprint, Square, bodies_see, is_flanked};

/// The best square of a move, with what it gains over standing still, and the way there where the usual one would lead
/// through something that is to be feared.
pub(super) fn better(
    look: Look<'_>,
    who: Id,
    choice: &Choice,
    sense: &Sense<'_>,
) -> Option<(Worth, Square, Vec<Square>)> {
    let style = Style::of(look, who).among(look, who);
    // Those who shoot and have nobody in their line go where they have, or else look for somebody like everybody else; so
    // do those who need a run-up and have none.
    let blind = style.shoots && !look.foes(who).any(|foe| look.in_line(who, foe));
    let found = better_for(look, who, choice, sense, (&style, blind));
    let likes = if style.shoots { style.likes.min(KEEPS_OFF) } else { 1 };
    let seeks = (blind || style.runs_up) && found.as_ref().is_none_or(|(gain, ..)| *gain < Worth::of(SEES / 2.0));
    let on_foot = Style::on_foot(likes);
    let found = if seeks { better_for(look, who, choice, sense, (&on_foot, false)).or(found) } else { found };
    found.filter(|(gain, ..)| *gain > Worth(2))
}

/// What going to a square gains, and the way there where it is not the usual one.
type Found = (f64, Square, Vec<Square>);

/// Which of two squares gains more; of equal ones the first, row by row.
pub(super) fn by_gain(a: &(f64, Square), b: &(f64, Square)) -> Ordering {
    a.0.total_cmp(&b.0).then_with(|| (b.1.y, b.1.x).cmp(&(a.1.y, a.1.x)))
}

fn better_for(
    look: Look<'_>,
    who: Id,
    choice: &Choice,
    sense: &Sense<'_>,
    (style, blind): (&Style, bool),
) -> Option<(Worth, Square, Vec<Square>)> {
    let ground = Ground::around(look, who, !style.shoots);
    let goal = Goal::of(look, who);
    let body = look.footprint(who);
    let shyness = shyness(look, who);
    // Those who shoot come to nobody who waits for them.
    let waits = can_wait(look) && !style.shoots && shyness > BOLD;
    let waits = waits && look.foes(who).any(|foe| !Style::of(look, foe).shoots);
    let wary = waits.then(|| Wary::of(look, who, choice));
    let soon = (wary.is_none() && shyness > BOLD).then(|| in_time::soon(look, who, choice));
    let from = ground.of(body);
    let company = Company::of(look, who, choice);
    let (calls, fears) = (calls(look, who), Fears::of(look, who));
    let others = Others::of(look, who);
    let foes = Foes::of(look, who);
    let value_of = |body: Footprint, cost: i32| {
        let late = wary.as_ref().map(|wary| (wary.stride, cost > wary.soon));
        let outnumbered = others.outnumber(body);
        let lonely = if wary.is_some() { 1.0 } else { shyness } * outnumbered;
        let is_rash = outnumbered > 0.0 && soon.is_some_and(|soon| cost > soon);
        let steps = ground.of(body);
        let is_ahead = steps < from && company.as_ref().is_some_and(|company| company.is_ahead(body, cost));
        let rash = match () {
            () if is_ahead => AHEAD + in_time::nearer(style.likes, from, steps),
            () if is_rash => in_time::nearer(style.likes, from.min(NEAR), steps),
            () => 0.0,
        };
        let own = || value(look, who, (&ground, &foes), style, body, late) - lonely - rash;
        let own = match &goal {
            // Nobody turns back for an errand on the way to what their side is there for.
            Some(goal) if goal.first => goal.reached(look, body),
            Some(goal) => own() + goal.worth(look, body) + called(look, &calls, body),
            None => own() + called(look, &calls, body),
        };
        own - danger(look, who, body) - fears.at(body)
    };
    let here = value_of(body, 0) + sense.beside(body);
    let gain = |square: Square, cost: i32| {
        let there = body.moved_to(square);
        let beside = sense.beside(there) - sense.cost_of_going(look, who, there)?;
        Some((value_of(there, cost) + beside - f64::from(cost) * LENGTH - here, square))
    };
    // Those who only have to hold out go a step or two, and no farther than to where they strike in this turn.
    let leash = look.leash(who);
    let post = body.moved_to(sense.trail.post(look, who));
    let is_near = |square: Square, leash: i32| {
        let there = body.moved_to(square);
        post.gap(there) <= leash && ground.of(there) <= style.likes.max(1)
    };
    let open = choice.squares.iter().filter(|(square, _)| leash.is_none_or(|leash| is_near(*square, leash)));
    let gains = open.filter_map(|(square, cost)| gain(*square, *cost));
    let is_foul = look.rules().registry.judges.iter().any(|mechanic| mechanic.is_foul(look));
    let sorted = |gains: &mut dyn Iterator<Item = (f64, Square)>| {
        let mut gains: Vec<_> = gains.collect();
        gains.sort_by(|a, b| by_gain(b, a));
        gains
    };
    // Beside the best of all the best of those to which somebody comes who is held up nowhere.
    let surely = if ground.is_sure() { HashSet::new() } else { ground.surely(body, choice) };
    let likely = |gains: Vec<(f64, Square)>, most: usize| {
        let (first, others) = gains.split_at(gains.len().min(most));
        let sure = others.iter().filter(|(_, square)| surely.contains(square)).take(most);
        first.iter().chain(sure).copied().collect::<Vec<_>>()
    };
    // Who may be held up on the way there gains the less by setting out.
    let sure = |found: (f64, Square)| detour::sure_way(look, who, choice, (&ground, surely.contains(&found.1)), found);
    let by_first = |a: &Found, b: &Found| by_gain(&(a.0, a.1), &(b.0, b.1));
    let (gain, square, way) = if is_foul {
        let gains = sorted(&mut { gains });
        let safe = |(gain, square): &(f64, Square)| detour::detour(look, who, choice, *gain, *square);
        gains.iter().take(MOST_LOOKED_AT).map(safe).max_by(by_first)?
    } else if style.shoots {
        // A place to shoot from has somebody in sight to shoot.
        let sees = |square: Square| foes.is_seen(look.board(), style.carries(), body.moved_to(square));
        let shelter = Shelter::of(look, who);
        let had = if blind { 0.0 } else { SEES + shelter.at(look, body) };
        let gains = sorted(&mut { gains });
        // All that see somebody gain the same by it, so the first of them are the best. Far down the list some are left out.
        let some = gains.iter().enumerate().filter(|(index, _)| *index < ALL_AIMED_FROM || index % ONE_OF == 0);
        let seeing = some.take(MOST_AIMED_FROM).map(|(_, found)| *found).filter(|(_, square)| sees(*square));
        let seeing = seeing.take(shelter.places()).map(|(gain, square)| {
            let sheltered = shelter.at(look, body.moved_to(square));
            (gain + SEES + sheltered - had, square)
        });
        let plain = gains.first().map(|(gain, square)| (gain - had, *square));
        let (gain, square) = seeing.chain(plain).max_by(by_gain)?;
        (gain, square, Vec::new())
    } else if style.runs_up {
        // The same for a place to run from: the way is free there.
        let gains = sorted(&mut { gains });
        let free = |(_, square): &&(f64, Square)| foresight::strikes_from(look, who, body.moved_to(*square));
        let (gain, square) = gains.iter().take(ALL_AIMED_FROM).find(free)?;
        (gain + SEES, *square, Vec::new())
    } else if wary.is_some() && !sense.is_hasty() {
        // Who waits does not wait where they are run down.
        let feared = runs::feared(look, who, body);
        let safe = |(gain, square): (f64, Square)| {
            let fear = runs::feared(look, who, body.moved_to(square));
            sure((gain + feared - fear, square))
        };
        likely(sorted(&mut { gains }), MOST_FEARED).into_iter().map(safe).max_by(by_first)?
    } else if ground.is_sure() {
        let (gain, square) = gains.max_by(by_gain)?;
        (gain, square, Vec::new())
    } else {
        likely(sorted(&mut { gains }), AT_MOST).into_iter().map(sure).max_by(by_first)?
    };
    Some((Worth::of(gain), square, way))
}

/// What the best deed of those would be worth to somebody from there that can tell beforehand.
fn from_there(look: Look<'_>, who: Id, body: Footprint) -> Option<Worth> {
    look.rules().deeds.values().filter_map(|deed| deed.worth_from(look, who, body)).max()
}

/// Whether anything that somebody does could be better done from elsewhere.
pub(super) fn has_choice(look: Look<'_>, who: Id) -> bool {
    from_there(look, who, look.footprint(who)).is_some()
}

/// Where somebody had better go first who can do something where it stands, and what it gains by that, as long as it
/// takes no more than steps.
pub(super) fn better_from(look: Look<'_>, who: Id, choice: &Choice, sense: &Sense<'_>) -> Option<(Worth, Square)> {
    let body = look.footprint(who);
    let here = from_there(look, who, body)?;
    let deed = look.deed(choice.order.verb).ok()?;
    let only_steps = |square: Square| {
        let order = Order { to: Some(square), ..choice.order.clone() };
        look.rules().economy.costs_only_steps(look, who, &**deed, &order)
    };
    let feared = danger(look, who, body);
    let gain = |square: Square| {
        let there = body.moved_to(square);
        let goes = sense.cost_of_going(look, who, there)?;
        let fears = Worth::of((danger(look, who, there) - feared).max(0.0) + goes);
        Some((Worth(from_there(look, who, there)?.0 - here.0 - fears.0), square))
    };
    let open = choice.squares.iter().map(|(square, _)| *square).filter(|square| only_steps(*square));
    let best = open.filter_map(gain).max_by_key(|(gain, square)| (*gain, Reverse((square.y, square.x))));
    best.filter(|(gain, _)| *gain > Worth::of(WORTH_A_WALK))
}

/// What must be gained by going somewhere first.
const WORTH_A_WALK: f64 = 0.02;

/// What is to be feared at `body`.
pub(super) fn danger(look: Look<'_>, who: Id, body: Footprint) -> f64 {
    look.rules().registry.judges.iter().map(|mechanic| mechanic.danger(look, who, body)).fold(0.0, f64::max)
}

/// Whether there is anything to be done for those who wait for others to come.
fn can_wait(look: Look<'_>) -> bool {
    look.rules().deeds.values().any(|deed| deed.nature().bides)
}

/// What it costs to be led to `at` by a deed that goes somewhere.
pub(super) fn led(look: Look<'_>, who: Id, at: Square) -> Worth {
    let body = look.footprint(who);
    let there = body.moved_to(at);
    // Those who only have to hold out let others come.
    let leaves = look.leash(who).is_some_and(|leash| body.gap(there) > leash);
    let shyness = shyness(look, who) * if can_wait(look) { 4.0 } else { 1.0 };
    let others = Others::of(look, who);
    let lonely = shyness * (others.outnumber(there) - others.outnumber(body));
    Worth::of(lonely + if leaves { DESERTS } else { 0.0 })
}

/// What it costs to leave what one only has to hold, in felled enemies.
const DESERTS: f64 = 3.0;

/// How much somebody minds being alone among enemies: ever less from round to round, so that nobody waits for ever, and the less
/// the sooner others win by waiting.
fn shyness(look: Look<'_>, who: Id) -> f64 {
    leisure(look, who, PATIENCE) * f64::from((PATIENCE - look.clock().round).max(0)) / f64::from(PATIENCE)
}

/// How shy somebody is at least who waits for others to come.
const BOLD: f64 = 0.6;

/// Rounds after which everybody has waited long enough for company.
const PATIENCE: i32 = 8;

/// Squares that somebody is expected to come from within a turn.
pub(super) const NEAR: i32 = 7;

/// What the length of a way costs, in felled enemies: of two places that are worth the same the nearer is better.
pub(super) const LENGTH: f64 = 0.0005;

/// What each step is worth towards where one likes to be, to be beside an enemy, and to have a friend behind it.
pub(super) const STEP: f64 = 0.02;
pub(super) const BESIDE: f64 = 0.05;
pub(super) const FLANKS: f64 = 0.04;

/// What it is worth to have somebody to shoot in line, in felled enemies.
const SEES: f64 = 0.12;

/// Places where those who shoot look for somebody: so many of the best, then one of so many, and no more than that in all.
const ALL_AIMED_FROM: usize = 48;
const ONE_OF: usize = 5;
const MOST_AIMED_FROM: usize = 120;

/// How near those who shoot come to enemies whom they look for, and how near they let them come, in squares.
const KEEPS_OFF: i32 = 8;
pub(super) const SAFE: i32 = 2 * NEAR;

/// Ways that are looked at step by step.
const AT_MOST: usize = 12;

/// Places for which those who wait think of who would run at them there.
const MOST_FEARED: usize = 10;

/// Ways that are looked at where the field is foul.
const MOST_LOOKED_AT: usize = 30;

/// Where the enemies of somebody stand, as far as its side knows, and where its friends do.
struct Foes {
    foes: Vec<(Id, Footprint)>,
    friends: Vec<Footprint>,
}

impl Foes {
    fn of(look: Look<'_>, who: Id) -> Self {
        Self {
            foes: look.foes(who).map(|id| (id, look.footprint(id))).collect(),
            friends: look.friends(who).filter(|id| look.is_in_play(*id)).map(|id| look.footprint(id)).collect(),
        }
    }

    fn near(&self, body: Footprint, within: i32) -> impl Iterator<Item = Footprint> {
        self.foes.iter().map(|(_, at)| *at).filter(move |at| body.gap(*at) <= within)
    }

    /// Whether one within so many squares stands in a straight line, with nothing solid between; or none is so near.
    fn is_faced(&self, board: &Board, within: i32, body: Footprint) -> bool {
        self.near(body, within).next().is_none() || self.is_seen(board, within, body)
    }

    /// Whether one within so many squares is in the line of a body.
    fn is_seen(&self, board: &Board, within: i32, body: Footprint) -> bool {
        self.near(body, within).any(|foe| bodies_see(board, body, foe))
    }
}

/// What standing at `body` is worth. To those who can lie in wait it is no use to be nearer than a `stride` that they
/// may go next, unless they come in time for a blow: who comes `late` is only struck first.
fn value(
    look: Look<'_>,
    who: Id,
    (ground, foes): (&Ground, &Foes),
    style: &Style,
    body: Footprint,
    wary: Option<(i32, bool)>,
) -> f64 {
    let steps = ground.of(body);
    if steps >= i32::from(NOWHERE) {
        return -10.0;
    }
    // Round a corner nobody is struck.
    let faces = steps <= 1 || style.shoots || foes.is_faced(look.board(), style.likes, body);
    let likes = if faces { style.likes } else { 1 };
    let strikes = !style.shoots && steps <= likes.max(1);
    // Those who shoot do not mind being nearer than they like, as long as nobody comes to them in a turn or two.
    let off = if style.shoots { (steps - likes).max(likes.min(SAFE) - steps).max(0) } else { (steps - likes).abs() };
    let mut value = match wary {
        Some((stride, true)) if off <= stride => -0.03 - 0.004 * f64::from(stride),
        Some((stride, _)) => -STEP * f64::from((off - stride).max(0)) - 0.004 * f64::from(off.min(stride)),
        None => -STEP * f64::from(off),
    };
    if style.shoots && steps <= 1 {
        value -= 0.1;
    }
    if strikes && matches!(wary, Some((_, true))) {
        return value - 0.05;
    }
    if strikes {
        // Somebody to strike: better if a friend stands on the other side.
        value += BESIDE;
        if let Some((target, at)) = foes.foes.iter().min_by_key(|(_, at)| at.gap(body)) {
            let flanks = match look.arcs() {
                Some(_) => look.would_flank(who, body, *target) == Some(true),
                None => is_flanked(*at, foes.friends.iter().copied().chain([body])),
            };
            if flanks {
                value += FLANKS;
            }
        }
    }
    value
}
