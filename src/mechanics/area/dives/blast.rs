//! Throwing, shooting or breathing at an area (HG-AREA-01, HG-AREA-04, HG-ATK-15).

use super::aim::{Aimed, Numbers, middle};
use super::dive::Threat;
use super::{Dives, Miss};
use crate::mechanics::area::shape::around;
use crate::mechanics::attack::course::each_kind;
use crate::mechanics::gear::crewed::let_off;
use crate::mechanics::prelude::*;
use crate::mechanics::turn::declared::{AUGMENTS, and_more, with_more};

/// The deed.
const BLAST: &str = "blast";

/// How many places near an enemy the computer thinks about.
const THOUGHT: usize = 3;

/// Striking an area.
#[derive(Debug)]
pub(super) struct Blast(pub Arc<Dives>);

impl Dives {
    /// What would come down, and where.
    pub(super) fn threat_of<'a>(&self, look: Look<'_>, who: Id, aimed: &Aimed<'a>, numbers: &Numbers) -> Threat<'a> {
        // Whoever is in the air is met where they are.
        let lift = aimed.target.map_or(0, |target| look.place(target).altitude);
        Threat {
            by: Some(who),
            arm: &aimed.item.arm,
            area: self.area(&aimed.item.arm, aimed.centre, lift),
            damage: numbers.damage.clone(),
            challenge: numbers.challenge.clone(),
        }
    }

    fn blast(&self, table: &mut Table<'_>, who: Id, order: &Order, aimed: &Aimed<'_>) -> Step {
        let case = self.case(table.look(), who, aimed.target, &aimed.item.arm, order);
        let numbers = self.gather(table.look(), &case, aimed, order.n.unwrap_or(0));
        let mut threat = self.threat_of(table.look(), who, aimed, &numbers);
        let arm = aimed.item.arm.name;
        let (total, one, shields) = match aimed.target {
            Some(target) => {
                let says = format!("lets the {arm} loose at {}", table.look().name(target));
                let contended =
                    self.contest.fight_out(table, &case, (&numbers.attack, &numbers.challenge), (&says, true))?;
                (contended.total, Some((target, contended.wins)), Vec::new())
            }
            None => {
                let shields = self.ask_shields(table, &threat, &numbers.attack)?;
                let says = format!("{} lets the {arm} loose at {}", table.look().name(who), aimed.centre);
                (self.roll_at(table, &threat, &numbers.attack, &says)?, None, shields)
            }
        };
        self.spend(table, who, aimed.item);
        let short = threat.challenge.total().saturating_sub(total);
        let past = self.contest.ties.gets_past(total, threat.challenge.total());
        let goes_astray = !past && one.is_none() && self.miss == Miss::Scatter;
        if goes_astray {
            let centre = Self::astray(table.look(), who, aimed.centre, short);
            threat.area = self.area(threat.arm, centre, 0);
            let rule = self.rules.place;
            table.note(|look| {
                let told = Fact::new(rule, format!("It flies on to {centre}.")).who(who);
                told.area(threat.area.squares(look)).astray(Astray::Elsewhere)
            });
        }
        let caught =
            if past || goes_astray { self.comes_down(table, &threat, one, (&shields, total))? } else { Vec::new() };
        self.tell(table, &case, &caught)
    }

    /// What was thrown is gone, and what was shot must be loaded again.
    fn spend(&self, table: &mut Table<'_>, who: Id, item: &Item) {
        if item.arm.has("engine") {
            let_off(table, who, item.arm.name);
            return;
        }
        let is_it = |own: &Item| own.arm.name == item.arm.name && own.is_ready();
        let is_spent = item.arm.has(self.words.spent);
        if !is_spent && item.arm.rounds.is_none() {
            return;
        }
        let mut gear = table.edit::<Gear>(who);
        let Some(index) = gear.0.iter().position(is_it) else { return };
        if is_spent {
            gear.0.remove(index);
        } else if let Some(own) = gear.0.get_mut(index) {
            own.loaded -= 1;
        }
    }

    fn tell(&self, table: &mut Table<'_>, case: &Case<'_>, caught: &[Id]) -> Step {
        let told: Vec<Case<'_>> = match caught {
            [] => vec![case.clone()],
            caught => caught.iter().map(|who| case.clone().against(*who)).collect(),
        };
        let reached = !caught.is_empty();
        told.iter().try_for_each(|case| table.struck(&Blown::of(case, reached)))
    }

    /// The squares at which something may be aimed, row by row.
    fn places(&self, look: Look<'_>, who: Id, order: &Order) -> Vec<(Square, i32)> {
        let quiet = look.without_words();
        let may = |square: &Square| self.aimed(quiet, who, &order.clone().to(*square)).is_ok();
        around(look, who).filter(may).map(|square| (square, 0)).collect()
    }

    /// Places near somebody from where an area would strike most enemies and few friends.
    fn good_places(&self, look: Look<'_>, who: Id, across: i32, target: Id) -> Vec<Square> {
        let around = middle(look.footprint(target));
        let half = across / 2;
        let side = look.side(who);
        let is_there = |id: &Id| look.is_in_play(*id) && look.is_known_to(*id, side);
        let gain = |id: Id| if look.are_enemies(who, id) { 1 } else { -2 };
        let bodies: Vec<_> = look.everybody().filter(is_there).map(|id| (look.footprint(id), gain(id))).collect();
        let reach = |centre: Square| {
            let corner = Square::new(centre.x - half, centre.y - half);
            let area = Footprint::new(corner, across);
            let inside = bodies.iter().filter(|(body, _)| area.gap(*body) == 0);
            let off = (centre.x - around.x).abs().max((centre.y - around.y).abs());
            (-inside.map(|(_, gain)| gain).sum::<i32>(), off)
        };
        let squares = (around.y - half..=around.y + half)
            .flat_map(|y| (around.x - half..=around.x + half).map(move |x| Square::new(x, y)));
        let mut ranked: Vec<((i32, i32), Square)> = squares.map(|square| (reach(square), square)).collect();
        ranked.retain(|((gain, _), square)| *gain < 0 && look.board().contains(*square));
        ranked.sort_by_key(|(rank, square)| (*rank, square.y, square.x));
        ranked.into_iter().map(|(_, square)| square).take(THOUGHT).collect()
    }
}

impl Deed for Blast {
    nature!(|self| Nature::blast(BLAST, &[Reads::With, Reads::At, Reads::Square, Reads::To, Reads::N]));

    /// What goes into the damage takes actions, too.
    fn count(&self, _look: Look<'_>, _who: Id, order: &Order) -> i32 {
        and_more(order)
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let own = &self.0;
        for item in each_kind(own.means(look, who)) {
            let name = item.arm.name;
            let order = || Order::new(BLAST).with(name);
            for target in look.foes(who) {
                let order = order().at(look.aim(target));
                let label = || format!("{name}: {}", look.name(target));
                let choice = Choice::told_of(self, (look, who), order, own.rules.one, label);
                out.extend(choice.map(|choice| choice.counting((0, own.augment.1), AUGMENTS)));
            }
            if !look.wants_words() {
                continue;
            }
            let squares = own.places(look, who, &order());
            let (rule, why) = (own.rules.place, || format!("the {name} strikes nothing from here"));
            let may = look.refuse_if(squares.is_empty(), rule, why);
            let choice = Choice::new(order(), format!("{name}: anywhere"), Group::Attack, rule).unless(may);
            out.push(Choice { squares, numbers: Some((0, own.augment.1)), ..choice });
        }
    }

    checks!(|self, look, who, order| self.0.aimed(look, who, order));

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let aimed = self.0.aimed(table.look(), who, order);
        let aimed = aimed.map(|aimed| (aimed.item.clone(), aimed.target, aimed.centre));
        let Some((item, target, centre)) = table.or_nothing(who, aimed) else { return Ok(()) };
        self.0.blast(table, who, order, &Aimed { item: &item, target, centre })
    }

    fn covers(&self, look: Look<'_>, who: Id, order: &Order) -> Vec<Square> {
        let Ok(aimed) = self.0.aimed(look, who, order) else { return Vec::new() };
        self.0.area(&aimed.item.arm, aimed.centre, 0).squares(look)
    }

    fn strays(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Strays> {
        let aimed = self.0.aimed(look, who, order).ok()?;
        Some(self.0.strays(look, who, order, &aimed))
    }

    /// With more actions in it, and at places where it strikes more than one.
    fn weighed(&self, look: Look<'_>, who: Id, choice: &Choice) -> Vec<Order> {
        let Ok(aimed) = self.0.aimed(look, who, &choice.order) else { return Vec::new() };
        let mut ways = with_more(choice);
        let Some(target) = aimed.target else { return ways };
        let places = self.0.good_places(look, who, self.0.across(&aimed.item.arm), target);
        let at = |square: Square| Order { at: [].into_iter().collect(), to: Some(square), ..choice.order.clone() };
        ways.extend(places.into_iter().map(at).filter(|order| self.check(look, who, order).is_ok()));
        ways
    }

    fn forecast(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Forecast> {
        let aimed = self.0.aimed(look, who, order).ok()?;
        let forecast = self.0.foretell(look, who, order, &aimed);
        (!forecast.against.is_empty()).then_some(forecast)
    }
}
