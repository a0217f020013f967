//! What would come of an area, exactly: for each who could be inside, whether the roll is good or goes astray.

use super::area_attack::{AreaAttack, Struck, in_order};
use super::blast::Meant;
use super::landing::Astray;
use super::shape::{Aimed, is_inside};
use crate::board::Template;
use crate::mechanics::prelude::*;

/// Where the area may come down, each with how likely that is.
struct Landings {
    hit: Distribution<bool>,
    face: Distribution<i32>,
    squares: Distribution<i32>,
    /// By face, then by squares.
    astray: Vec<Vec<Template>>,
    on_the_spot: Template,
}

impl Landings {
    fn of(attack: &AreaAttack, look: Look<'_>, case: &Case<'_>, aimed: &Aimed, (bonus, needed): (&Sum, &Sum)) -> Self {
        let hit = Checked::odds(&attack.die, bonus, needed);
        let face = Distribution::from_expr(&attack.astray.die);
        let distance = attack.astray.distance(attack.steps(look, case)).filter(|_| Astray::shifts(aimed));
        let squares = distance.map_or_else(|| Distribution::certain(0), |dice: Expr| Distribution::from_expr(&dice));
        let own = case.arm.map_or(1, |arm| attack.astray.own(look, case.who, arm));
        let most = squares.outcomes().max().copied().unwrap_or(0);
        let land = |face: &i32, squares| attack.astray.land(look.board(), aimed, *face, squares, own);
        let astray = face.outcomes().map(|face| (0..=most).map(|squares| land(face, squares)).collect()).collect();
        Self { hit, face, squares, astray, on_the_spot: aimed.template }
    }

    fn all(&self) -> impl Iterator<Item = &Template> {
        let may_miss = self.hit.outcomes().any(|hit| !hit);
        let reached = self.squares.outcomes().filter_map(|squares| usize::try_from(*squares).ok());
        let astray = reached.flat_map(|squares| self.astray.iter().filter_map(move |face| face.get(squares)));
        std::iter::once(&self.on_the_spot).chain(astray.filter(move |_| may_miss))
    }

    /// How likely somebody is inside, and what `of` says of the area that they are in then.
    fn inside(&self, look: Look<'_>, who: Id, of: impl Fn(&Template) -> bool) -> Distribution<Option<bool>> {
        let within = |area: &Template| is_inside(look, area, who).then(|| of(area));
        let spot = within(&self.on_the_spot);
        let by_face: Vec<Vec<Option<bool>>> =
            self.astray.iter().map(|face| face.iter().map(within).collect()).collect();
        let faces: Vec<i32> = self.face.outcomes().copied().collect();
        self.hit.then(|hit| {
            if *hit {
                return Distribution::certain(spot);
            }
            self.face.then(|face| {
                let row = faces.iter().position(|each| each == face).and_then(|index| by_face.get(index));
                self.squares.map(|squares| {
                    let column = usize::try_from(*squares).unwrap_or(0);
                    row.and_then(|row| row.get(column)).copied().flatten()
                })
            })
        })
    }

    /// On the spot, or elsewhere.
    fn strays(&self, look: Look<'_>) -> Strays {
        let hit = self.hit.chance(|hit| *hit);
        let missed = self.hit.chance(|hit| !*hit);
        let rows = self.face.iter().zip(&self.astray);
        let landings = rows.flat_map(|((_, face), row)| {
            let (missed, face) = (&missed, face);
            self.squares.iter().filter_map(move |(squares, far)| {
                let area = row.get(usize::try_from(*squares).unwrap_or(0))?;
                Some((area.squares(look.board()), &(missed * &face) * &far))
            })
        });
        Strays::of(hit, landings)
    }
}

/// A throw at an area: its numbers, and where it may come down.
struct Thrown<'a> {
    case: Case<'a>,
    bonus: Sum,
    dc: Sum,
    needed: Sum,
    landings: Landings,
}

impl<'a> Thrown<'a> {
    fn of(attack: &AreaAttack, look: Look<'_>, meant: &Meant<'a>) -> Self {
        let case = meant.case();
        let (bonus, dc) = attack.attack(look, &case);
        let needed = look.figure(meant.who, attack.target);
        let landings = Landings::of(attack, look, &case, &meant.aimed, (&bonus, &needed));
        Self { case, bonus, dc, needed, landings }
    }
}

/// Where it comes down, exactly.
pub(super) fn strays(attack: &AreaAttack, look: Look<'_>, meant: &Meant<'_>) -> Strays {
    Thrown::of(attack, look, meant).landings.strays(look)
}

/// The prospects for everybody and everything that could be inside.
pub(super) fn forecast(attack: &AreaAttack, look: Look<'_>, meant: &Meant<'_>) -> Forecast {
    let Thrown { case, bonus, dc, needed, landings } = Thrown::of(attack, look, meant);
    let Meant { who, order, arm, aimed } = *meant;
    let thrower = look.footprint(who);
    let mut reached: Vec<Id> = Vec::new();
    let mut others = in_order(look);
    for template in landings.all() {
        let (more, missed) = others.into_iter().partition(|id| is_inside(look, template, *id));
        reached.extend::<Vec<Id>>(more);
        others = missed;
    }
    if let Some(first) = look.target(order) {
        reached.sort_by_key(|id| *id != first);
    }
    let mut against = Vec::with_capacity(reached.len());
    for id in reached {
        let on_the_spot = attack.evades(look, &aimed.template, thrower, id);
        let struck = attack.struck(look, &case, &dc, (id, on_the_spot));
        let harmed = best_answer(attack, look, &case, &struck);
        // Whoever only weighs what to do takes the cover for the same wherever it comes down.
        let evades =
            |area: &Template| if look.wants_words() { attack.evades(look, area, thrower, id) } else { on_the_spot };
        let inside = landings.inside(look, id, evades);
        let otherwise = match inside.outcomes().any(|inside| *inside == Some(!on_the_spot)) {
            true => best_answer(attack, look, &case, &attack.struck(look, &case, &dc, (id, !on_the_spot))),
            false => harmed.clone(),
        };
        let judged = inside.then(|inside| match inside {
            Some(evades) if *evades == on_the_spot => harmed.clone(),
            Some(_) => otherwise.clone(),
            None => Distribution::certain(Judged::called(-2, "miss")),
        });
        let mut figures = vec![
            (Key::from("target"), needed.clone()),
            (Key::from("attack"), bonus.clone()),
            (Key::from("defence dc"), struck.dc.clone()),
        ];
        let open = attack.defences(look, &struck, arm.damage.is_none());
        let open = open.into_iter().filter(|defence| defence.choice.is_legal());
        figures.extend(open.map(|defence| (defence.choice.order.verb.key(), defence.bonus)));
        figures.extend(struck.exposed.figures("toughness"));
        against.push(Prospect::judged(id, &judged, figures));
    }
    Forecast::of(against)
}

/// The same where it comes down just there and nothing is thrown for that: what a thing does that bursts.
pub(super) fn on_the_spot(attack: &AreaAttack, look: Look<'_>, meant: &Meant<'_>) -> Forecast {
    let (case, dc) = (meant.case(), Sum::of("base", attack.dc));
    let (template, from) = (&meant.aimed.template, look.footprint(meant.who));
    let one = |id: Id| {
        let struck = attack.struck(look, &case, &dc, (id, attack.evades(look, template, from, id)));
        Prospect::judged(id, &best_answer(attack, look, &case, &struck), Vec::new())
    };
    let inside = attack.inside(look, template).into_iter().filter(|id| *id != meant.who);
    Forecast::of(inside.map(one).collect())
}

/// What becomes of somebody inside who defends themselves as well as they can.
fn best_answer(attack: &AreaAttack, look: Look<'_>, case: &Case<'_>, struck: &Struck<'_>) -> Distribution<Judged> {
    let damage = attack.damage(look, case);
    let damage = damage.map(|(dice, bonus)| Distribution::from_expr(&dice).map(|thrown| *thrown + bonus.total()));
    let foretold = look.foretells(&struck.case, &struck.dc);
    let harmed = |less: i32| match &damage {
        Some(damage) => damage.map(|damage| struck.exposed.judge(look.rules(), damage.saturating_sub(less))),
        None => foretold.clone().unwrap_or_else(|| Distribution::certain(Judged::called(-1, "struck"))),
    };
    let full = harmed(0);
    let mut best = full.clone();
    for defence in attack.defences(look, struck, damage.is_none()).iter().filter(|each| each.choice.is_legal()) {
        let lessens = attack.lessens(struck, Some(defence.choice.order.verb));
        let saved =
            if lessens { harmed(attack.lessened_by.by) } else { Distribution::certain(Judged::called(-1, "defended")) };
        let stands = Checked::odds(&attack.die, &defence.bonus, &struck.dc);
        let answered = stands.then(|saves| if *saves { saved.clone() } else { full.clone() });
        let weight = |odds: &Distribution<Judged>| odds.map(|judged| judged.grade.max(0)).mean().to_f64();
        if weight(&answered) < weight(&best) {
            best = answered;
        }
    }
    best
}
