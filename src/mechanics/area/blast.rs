//! The deeds of areas: blasting a place or a direction, and the bursting of things that do so of themselves.

use std::fmt::Debug;

use super::area_attack::AreaAttack;
use super::odds;
use super::shape::{Aimed, Shapes, around};
use crate::board::Template;
use crate::mechanics::attack::course::each_kind;
use crate::mechanics::prelude::*;

/// To which side of a direction a cone or line may lean, as orders say it.
pub(super) const SIDES: [&str; 2] = ["left", "right"];

/// How attacks at areas are aimed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aiming<'a> {
    /// The verb of those who strike.
    pub verb: Verb,
    /// How long and wide lines and cones are.
    pub shapes: &'a Shapes,
    /// The rule of aiming.
    pub rule: RuleId,
    /// The rule of shapes.
    pub shape: RuleId,
}

/// An attack at an area as it is meant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meant<'a> {
    /// Whose it is.
    pub who: Id,
    /// The order that brings it about.
    pub order: &'a Order,
    /// With what.
    pub arm: &'a Arm,
    /// Where it is meant to go.
    pub aimed: Aimed,
}

impl<'a> Meant<'a> {
    /// The case of the attack as a whole.
    pub fn case(&self) -> Case<'a> {
        let mut case = Case::of("attack", self.who).with(self.arm).word("area").word("ranged");
        (case.order, case.from) = (Some(self.order), self.aimed.square.map(Footprint::one));
        if self.arm.kind == ArmKind::Spell {
            case.push_word("spell");
        }
        case.push_arm(self.arm);
        case
    }
}

/// A mechanic of attacks at areas: how they are aimed, and what comes of them where they go.
pub(super) trait AtAreas: Debug + Send + Sync + 'static {
    /// How they are aimed.
    fn aiming(&self) -> Aiming<'_>;

    /// The squares that an area strikes where it comes down.
    fn squares(&self, look: Look<'_>, template: &Template) -> Vec<Square> {
        template.squares(look.board())
    }

    /// The whole attack.
    fn resolve(&self, table: &mut Table<'_>, meant: &Meant<'_>, arm: &Arc<Arm>) -> Step;

    /// What would come of it.
    fn forecast(&self, look: Look<'_>, meant: &Meant<'_>) -> Forecast;

    /// Where it comes down, if it may miss.
    fn strays(&self, _look: Look<'_>, _meant: &Meant<'_>) -> Option<Strays> {
        None
    }

    /// Where an order sends what is struck with.
    fn meant<'a>(&self, look: Look<'_>, who: Id, order: &'a Order, arm: &'a Arm) -> Result<Meant<'a>, Refusal> {
        let Aiming { shapes, shape, .. } = self.aiming();
        let aimed = shapes.aim(look, who, order, arm, shape)?;
        Ok(Meant { who, order, arm, aimed })
    }
}

/// Takes away what is used up by being thrown.
pub(super) fn use_up(table: &mut Table<'_>, who: Id, arm: &Arm) {
    if arm.has("used up") {
        let mut gear = table.edit::<Gear>(who);
        let used = gear.0.iter().position(|item| item.arm.name == arm.name && item.is_ready());
        used.map(|used| gear.0.remove(used));
    }
}

/// Throwing, casting or breathing at an area.
#[derive(Debug)]
pub(super) struct Blast<A>(pub Arc<A>);

impl<A: AtAreas> Blast<A> {
    fn arm<'a>(&self, look: Look<'a>, who: Id, order: &Order) -> Result<&'a Arc<Arm>, Refusal> {
        let item = look.arm_for(who, order, |item| is_area(item) && !item.is("destroyed"))?;
        look.refuse_if(!item.is_ready(), self.0.aiming().rule, || format!("{} is not in hand", item.arm.name))?;
        Ok(&item.arm)
    }

    fn meant<'a>(&self, look: Look<'a>, who: Id, order: &'a Order) -> Result<Meant<'a>, Refusal> {
        self.0.meant(look, who, order, self.arm(look, who, order)?)
    }

    /// One choice, greyed where it cannot be.
    fn offer(&self, look: Look<'_>, who: Id, order: Order, label: String) -> Choice {
        let numbers = self.meant(look, who, &order).ok().and_then(|meant| numbers(look, &meant.case()));
        let filled = Order { n: numbers.map(|(low, _)| low), ..order.clone() };
        let may = self.check(look, who, &filled);
        let mut choice = Choice::new(order, label, Group::Attack, self.0.aiming().rule).unless(may);
        choice.numbers = numbers;
        choice
    }

    /// Squares around `who` at which `arm` may be aimed.
    fn places(&self, look: Look<'_>, who: Id, arm: &Arm) -> Vec<(Square, i32)> {
        let is_free = |square: &Square| {
            let order = Order::new(self.0.aiming().verb).with(arm.name).to(*square);
            self.0.meant(look, who, &order, arm).and_then(|meant| look.admits(&meant.case())).is_ok()
        };
        around(look, who).filter(is_free).map(|square| (square, 0)).collect()
    }
}

/// How many enemies are thought of as marks before anything is taken out: of those that it would reach the most crowded.
const MARKS: usize = 2;
/// Squares within which others are likely to be caught with somebody.
const CLOSE: i32 = 2;
/// What it must come to for anybody to take something out for it, in felled enemies.
const TAKEN_OUT_FOR: f64 = 0.15;

/// The numbers that an order of this case must name.
fn numbers(look: Look<'_>, case: &Case<'_>) -> Option<(i32, i32)> {
    look.rules().registry.blows.iter().find_map(|mechanic| mechanic.numbers(look, case))
}

/// Whether somebody may do that.
fn may(look: Look<'_>, meant: &Meant<'_>) -> Allowed {
    let (case, order) = (&meant.case(), meant.order);
    let kinds: Vec<Key> = case.words.iter().copied().chain(["attack".into()]).collect();
    look.allows(meant.who, &kinds)?;
    look.admits(case)?;
    // Whoever is aimed at by name must be known to be there.
    if let Some(target) = look.target(order) {
        let at = Case { from: None, ..case.clone().against(target) };
        look.admits(&at)?;
    }
    match (numbers(look, case), order.n) {
        (Some((low, high)), Some(n)) if (low..=high).contains(&n) => Ok(()),
        (Some((low, high)), _) => {
            let why = format!("say how many seconds later: `for {low}` to `for {high}`");
            Err(Refusal::nonsense(why))
        }
        (None, Some(_)) => Err(Refusal::nonsense("a number says nothing here")),
        (None, None) => Ok(()),
    }
}

/// What it is worth to have something in hand that could be thrown at enemies, spread over the time of throwing it.
pub(super) fn wanted(attack: &impl AtAreas, look: Look<'_>, who: Id, arm: &Arm) -> Option<Worth> {
    let in_hand = |item: &Item| item.is_in_hand() && is_area(item) && !item.is("destroyed");
    if arm.kind != ArmKind::Ranged || arm.area.is_none() || look.gear(who).iter().any(in_hand) {
        return None;
    }
    // Several of a kind are asked for one by one.
    look.keep_each("area wanted", who, &(attack.aiming().verb, arm.name), || best_throw(attack, look, who, arm))
}

/// What the best throw of it would be worth, at the most crowded of those that it would reach.
fn best_throw(attack: &impl AtAreas, look: Look<'_>, who: Id, arm: &Arm) -> Option<Worth> {
    let verb = attack.aiming().verb;
    let blast = look.deed(verb).ok()?;
    let mut marks: Vec<Id> = look.foes(who).collect();
    let own = look.footprint(who);
    let own_side = look.friends(who).chain([who]).filter(|id| look.is_in_play(*id));
    // Of enemies those count whom their own side knows of.
    let each = marks.iter().map(|foe| (*foe, 1)).chain(own_side.map(|friend| (friend, -2)));
    let all: Vec<(Footprint, i32)> = each.map(|(id, gain)| (look.footprint(id), gain)).collect();
    let caught =
        |at: Footprint| all.iter().filter(|(body, _)| body.gap(at) <= CLOSE).map(|(_, gain)| gain).sum::<i32>();
    marks.sort_by_cached_key(|mark| (-caught(look.footprint(*mark)), own.gap(look.footprint(*mark))));
    let thrown = marks.into_iter().filter_map(|mark| {
        let order = Order::new(verb).with(arm.name).at(look.aim(mark));
        let meant = attack.meant(look, who, &order, arm).ok()?;
        may(look, &meant).ok()?;
        let takes = look.rules().economy.price(look, who, &**blast, &order).map_or(1, |price| price.amount);
        Some((attack.forecast(look, &meant).worth(look, who), takes))
    });
    let enough = thrown.take(MARKS).filter(|(worth, _)| *worth > Worth::of(TAKEN_OUT_FOR));
    enough.map(|(worth, takes)| Worth(worth.0 / (takes + 1).max(1))).max()
}

fn is_area(item: &Item) -> bool {
    item.arm.area.is_some()
}

impl<A: AtAreas> Deed for Blast<A> {
    nature!(|self| {
        let verb = self.0.aiming().verb;
        Nature::blast(verb, &[Reads::With, Reads::At, Reads::Square, Reads::To, Reads::Toward, Reads::N, Reads::Manner])
    });

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let Aiming { verb, rule, .. } = self.0.aiming();
        for item in each_kind(look.arms(who).filter(|item| is_area(item))) {
            let (arm, name) = (&item.arm, item.arm.name);
            let order = || Order::new(verb).with(name);
            if !look.arms(who).any(|other| other.arm.name == name && other.is_ready()) {
                let why = Refusal::new(rule, format!("{name} is not in hand"));
                out.push(Choice::new(order(), name.as_str(), Group::Attack, rule).unless(Err(why)));
                continue;
            }
            for target in look.foes(who) {
                let label = format!("{name}: {}", look.name(target));
                out.push(self.offer(look, who, order().at(look.aim(target)), label));
            }
            if arm.area.is_some_and(|area| area.shape == AreaShape::Sphere) {
                let places = self.places(look, who, arm);
                if let Some((first, _)) = places.first() {
                    let mut choice = self.offer(look, who, order().to(*first), format!("{name}: anywhere"));
                    (choice.order.to, choice.squares) = (None, places);
                    out.push(choice);
                }
            } else {
                for direction in Direction::ALL {
                    let label = format!("{name}: {}", direction.word());
                    let mut choice = self.offer(look, who, order().toward(direction), label);
                    choice.manners = SIDES.map(Key::new).to_vec();
                    out.push(choice);
                }
            }
        }
    }

    checks!(|self, look, who, order| may(look, &self.meant(look, who, order)?));

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let look = table.look();
        let arm = self.arm(look, who, order).cloned();
        match arm.and_then(|arm| Ok((self.0.meant(look, who, order, &arm)?.aimed, arm))) {
            Ok((aimed, arm)) => self.0.resolve(table, &Meant { who, order, arm: &arm, aimed }, &arm),
            Err(refusal) => {
                table.say(refusal.rule, who, |look| {
                    format!("{}'s {} comes to nothing: {}.", look.name(who), order.verb, refusal.why)
                });
                Ok(())
            }
        }
    }

    fn covers(&self, look: Look<'_>, who: Id, order: &Order) -> Vec<Square> {
        self.meant(look, who, order).map(|meant| self.0.squares(look, &meant.aimed.template)).unwrap_or_default()
    }

    fn strays(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Strays> {
        self.0.strays(look, &self.meant(look, who, order).ok()?)
    }

    fn forecast(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Forecast> {
        let forecast = self.0.forecast(look, &self.meant(look, who, order).ok()?);
        (!forecast.against.is_empty()).then_some(forecast)
    }
}

/// What a thing does that bursts when it is destroyed.
#[derive(Debug)]
pub(super) struct Burst(pub Arc<AreaAttack>);

impl Deed for Burst {
    nature!(|self| Nature::blast(self.0.burst, &[]).tempting(false));

    fn choices(&self, _look: Look<'_>, _who: Id, _out: &mut Vec<Choice>) {}

    fn check(&self, _look: Look<'_>, _who: Id, _order: &Order) -> Allowed {
        Err(Refusal::new(self.0.rules.inside, "only things burst, when they are destroyed"))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let arm = order.with.and_then(|name| table.look().arm(name).cloned());
        let Some(arm) = arm else { return Ok(()) };
        let Ok(meant) = self.0.meant(table.look(), who, order, &arm) else { return Ok(()) };
        self.0.strike(table, &meant.case(), &Sum::of("base", self.0.dc), &arm, &meant.aimed.template, None)
    }

    fn forecast(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Forecast> {
        let arm = look.arm(order.with?)?;
        Some(odds::on_the_spot(&self.0, look, &self.0.meant(look, who, order, arm).ok()?))
    }
}
