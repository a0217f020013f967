//! Attacks on a whole zone and everybody on its borders, and where they go when they miss (ZN-AREA-01 to ZN-AREA-04).

use super::means::{HOLD_BACK, Means, Occasion, Strike, Strikes};
use super::{SureBlow, squares_of};
use crate::mechanics::prelude::*;

impl SureBlow {
    /// Everybody whom a blast on a zone strikes, in the order of their numbers: one hand to hand spares its author.
    pub fn struck_by_blast(&self, look: Look<'_>, who: Id, zone: ZoneId, ranged: bool) -> SmallVec<[Id; 4]> {
        let is_there = |id: &Id| look.is_there(*id) && look.spot(*id).is_some_and(|spot| spot.is_of(zone));
        look.everybody().filter(|id| (ranged || *id != who) && is_there(id)).collect()
    }

    /// A strike at a zone: at the first of those in it, or at nobody in particular.
    pub fn at_zone(&self, look: Look<'_>, who: Id, arm: &Arc<Arm>, zone: ZoneId) -> Strike {
        let target = self.struck_by_blast(look, who, zone, arm.is_ranged()).first().copied().unwrap_or(who);
        Strike { zone: Some(zone), ..Strike::new(who, target, Means::Arm(arm.clone()), Occasion::Turn) }
    }

    /// Whether a blast may be aimed at its zone.
    pub fn may_blast(&self, look: Look<'_>, strike: &Strike) -> Allowed {
        let Some(zone) = strike.zone else { return Err(Refusal::nonsense("at which zone?")) };
        let Some(own) = look.spot(strike.who) else { return Err(Refusal::nonsense("they stand in no zone")) };
        let why = || format!("it strikes the zone of {} itself", look.name(strike.who));
        look.refuse_if(!strike.is_ranged() && !own.is_of(zone), self.rules.melee_blast, why)?;
        let indirect = strike.arm().is_some_and(|arm| arm.has("indirect"));
        let is_unseen = strike.is_ranged() && !indirect && !look.spots_see(own, Spot::Zone(zone));
        let why = || format!("{} cannot see {}", look.name(strike.who), look.spot_name(Spot::Zone(zone)));
        look.refuse_if(is_unseen, self.rules.ranged_blast, why)?;
        self.may(look, strike)
    }

    /// The strikes of a blast that an order names by a square of its zone, or by the zone's name.
    pub fn blast_of(&self, look: Look<'_>, who: Id, arm: &Arc<Arm>, order: &Order) -> Result<Strikes, Refusal> {
        let own = look.spot(who);
        let aimed = order.at.first().map(|aim| zone_of(look, aim)).transpose()?;
        let to = order.to.and_then(|square| look.board().cell(square)?.zone);
        let zone = aimed.or(to).or(match own {
            Some(Spot::Zone(zone) | Spot::Border(zone, _)) if !arm.is_ranged() => Some(zone),
            _ => None,
        });
        let zone = zone.ok_or_else(|| Refusal::nonsense("at which zone? say `at ZONE` or `at (x,y)`"))?;
        let one = self.at_zone(look, who, arm, zone);
        let struck = self.struck_by_blast(look, who, zone, arm.is_ranged());
        let held_back = order.is(HOLD_BACK);
        let each = struck.into_iter().map(|target| Strike { target, held_back, ..one.clone() });
        let mut strikes: Strikes = each.collect();
        if strikes.is_empty() {
            strikes.push(one);
        }
        Ok(strikes)
    }

    /// Where a blast comes down: on its zone, or on any zone beside it, all as likely; where there is none, nowhere.
    pub fn strays(&self, look: Look<'_>, strikes: &[Strike]) -> Strays {
        let saves = strikes.iter().find(|strike| self.needs_save(look, strike).is_some());
        let Some((strike, zone)) = saves.and_then(|strike| Some((strike, strike.zone?))) else {
            return Strays::of(Fraction::ONE, []);
        };
        let lands = look.odds_of_save(strike.who, self.aim, Thrown::Once);
        let missed = lands.chance(|lands| !*lands);
        let beside = beside(look, zone);
        let share = Fraction::new(1, beside.len().max(1) as i128).unwrap_or(Fraction::ONE);
        let areas = if beside.is_empty() || !strike.is_ranged() {
            vec![(Vec::new(), missed)]
        } else {
            beside.into_iter().map(|zone| (covered(look, zone), &missed * &share)).collect()
        };
        Strays::of(lands.chance(|lands| *lands), areas)
    }

    /// Where a blast goes that has missed: any zone beside the one that it was aimed at, all as likely.
    pub fn deviate(&self, table: &mut Table<'_>, first: &Strike) -> Step<Strikes> {
        let Some(zone) = first.zone else { return Ok(Strikes::new()) };
        let beside = beside(table.look(), zone);
        let rule = self.rules.deviation;
        if beside.is_empty() {
            table.note(|look| {
                let at = look.spots().squares(Spot::Zone(zone)).to_vec();
                Fact::new(rule, "It goes nowhere, and is wasted.").who(first.who).astray(Astray::Nowhere).at(at)
            });
            return Ok(Strikes::new());
        }
        let picked = table.with_dice(|dice| dice.pick(beside.len()))?;
        let to = beside.get(picked).copied().unwrap_or(zone);
        table.note(|look| {
            let text = format!("It goes astray and comes down on {}.", look.spot_name(Spot::Zone(to)));
            let squares = look.spots().squares(Spot::Zone(to)).to_vec();
            Fact::new(rule, text).who(first.who).area(squares).astray(Astray::Elsewhere)
        });
        let struck = self.struck_by_blast(table.look(), first.who, to, true);
        Ok(struck.into_iter().map(|target| Strike { target, zone: Some(to), ..first.clone() }).collect())
    }
}

/// The zones beside one: a blast may go astray there.
fn beside(look: Look<'_>, zone: ZoneId) -> Vec<ZoneId> {
    let mut beside: Vec<ZoneId> = look.spots().graph().borders_of(zone).map(|border| border.across(zone)).collect();
    beside.sort_unstable();
    beside
}

/// The squares of a zone and of its borders.
pub(super) fn covered(look: Look<'_>, zone: ZoneId) -> Vec<Square> {
    squares_of(look, |spot| spot.is_of(zone))
}

/// The zone that an aim names.
fn zone_of(look: Look<'_>, aim: &Aim) -> Result<ZoneId, Refusal> {
    if let Some(square) = aim.square {
        let zone = look.board().cell(square).and_then(|cell| cell.zone);
        return zone.ok_or_else(|| Refusal::nonsense(format!("{square} belongs to no zone")));
    }
    let name = aim.who.ok_or_else(|| Refusal::nonsense("at which zone? say `at NAME`"))?;
    if let Some(Spot::Zone(zone)) = look.spots().named(look.board(), name.as_str()) {
        return Ok(zone);
    }
    let who = look.named_or_refuse(name)?;
    match look.spot(who) {
        Some(Spot::Zone(zone) | Spot::Border(zone, _)) => Ok(zone),
        None => Err(Refusal::nonsense(format!("{name} stands in no zone"))),
    }
}
