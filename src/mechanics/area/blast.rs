//! The deeds of areas: blasting a place or a direction, and the bursting of
//! things that do so of themselves.

use std::fmt::Debug;

use super::area_attack::AreaAttack;
use super::shape::{Aimed, Shapes};
use crate::board::Template;
use crate::mechanics::prelude::*;

/// Squares around somebody that are listed as places to aim at; others may be
/// named all the same.
const LISTED: i32 = 24;

/// To which side of a direction a cone or line may lean, as orders say it.
pub(super) const SIDES: [&str; 2] = ["left", "right"];

/// A mechanic of attacks at areas: how they are aimed, and what comes of them where they go.
pub(super) trait AtAreas: Debug + Send + Sync + 'static {
    /// The verb of those who strike.
    fn verb(&self) -> Verb;

    /// How long and wide lines and cones are.
    fn shapes(&self) -> &Shapes;

    /// The rules of aiming and of shapes.
    fn rules(&self) -> (RuleId, RuleId);

    /// The squares that an area strikes where it comes down.
    fn squares(&self, look: Look<'_>, template: &Template) -> Vec<Square> {
        template.squares(look.board())
    }

    /// The whole attack.
    fn resolve(&self, table: &mut Table<'_>, who: Id, order: &Order, arm: &Arc<Arm>, aimed: &Aimed) -> Step;

    /// What would come of it.
    fn forecast(&self, look: Look<'_>, who: Id, order: &Order, arm: &Arm, aimed: &Aimed) -> Option<Forecast>;

    /// Where it comes down, if it may miss.
    fn strays(&self, _look: Look<'_>, _who: Id, _order: &Order, _arm: &Arm, _aimed: &Aimed) -> Option<Strays> {
        None
    }
}

/// The case of an attack at an area as a whole.
pub(super) fn case_of<'a>(who: Id, order: &'a Order, arm: &'a Arm, aimed: &Aimed) -> Case<'a> {
    let mut case = Case::of("attack", who).with(arm).word("area").word("ranged");
    (case.order, case.from) = (Some(order), aimed.square.map(Footprint::one));
    if arm.kind == ArmKind::Spell {
        case.push_word("spell");
    }
    case.push_arm(arm);
    case
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
        if !item.is_ready() {
            return Err(Refusal::new(self.0.rules().0, format!("{} is not in hand", item.arm.name)));
        }
        Ok(&item.arm)
    }

    fn aimed(&self, look: Look<'_>, who: Id, order: &Order, arm: &Arm) -> Result<Aimed, Refusal> {
        self.0.shapes().aim(look, who, order, arm, self.0.rules().1)
    }

    /// One choice, greyed where it cannot be.
    fn offer(&self, look: Look<'_>, who: Id, order: Order, label: String) -> Choice {
        let numbers = self.arm(look, who, &order).ok().and_then(|arm| {
            let aimed = self.aimed(look, who, &order, arm).ok()?;
            let case = case_of(who, &order, arm, &aimed);
            look.rules().registry.blows.iter().find_map(|mechanic| mechanic.numbers(look, &case))
        });
        let filled = Order { n: numbers.map(|(low, _)| low), ..order.clone() };
        let may = self.check(look, who, &filled);
        let mut choice = Choice::new(order, label, Group::Attack, self.0.rules().0).unless(may);
        choice.numbers = numbers;
        choice
    }

    /// Squares around `who` at which `arm` may be aimed.
    fn places(&self, look: Look<'_>, who: Id, arm: &Arm) -> Vec<(Square, i32)> {
        let own = look.footprint(who);
        let near = (own.at.y - LISTED..=own.far().y + LISTED)
            .flat_map(|y| (own.at.x - LISTED..=own.far().x + LISTED).map(move |x| Square::new(x, y)));
        let mut places: Vec<(Square, i32)> = near
            .filter(|square| look.board().contains(*square))
            .filter_map(|square| {
                let order = Order::new(self.0.verb()).with(arm.name).to(square);
                let aimed = self.aimed(look, who, &order, arm).ok()?;
                let case = case_of(who, &order, arm, &aimed);
                let free = look.admits(&case);
                free.ok().map(|()| (square, 0))
            })
            .collect();
        places.sort_by_key(|(square, _)| (square.y, square.x));
        places
    }
}

/// How many enemies are thought of as marks before anything is taken out.
const MARKS: usize = 4;
/// What it must come to for anybody to take something out for it, in felled enemies.
const TAKEN_OUT_FOR: f64 = 0.15;

/// Whether somebody may do that.
fn may(look: Look<'_>, who: Id, case: &Case<'_>, order: &Order) -> Allowed {
    let kinds: Vec<Key> = case.words.iter().copied().chain(["attack".into()]).collect();
    look.allows(who, &kinds)?;
    look.admits(case)?;
    // Whoever is aimed at by name must be known to be there.
    if let Some(target) = look.target(order) {
        let at = Case { from: None, ..case.clone().against(target) };
        look.admits(&at)?;
    }
    let mut blows = look.rules().registry.blows.iter();
    let numbers = blows.find_map(|mechanic| mechanic.numbers(look, case));
    match (numbers, order.n) {
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
    let in_hand = |item: &Item| matches!(item.held, Held::Hand(_)) && is_area(item) && !item.is("destroyed");
    if arm.kind != ArmKind::Ranged || arm.area.is_none() || look.gear(who).iter().any(in_hand) {
        return None;
    }
    let blast = look.deed(attack.verb()).ok()?;
    let mut marks: Vec<Id> = look.foes(who).collect();
    let own = look.footprint(who);
    marks.sort_by_key(|mark| own.gap(look.footprint(*mark)));
    let thrown = marks.into_iter().take(MARKS).filter_map(|mark| {
        let order = Order::new(attack.verb()).with(arm.name).at(look.aim(mark));
        let aimed = attack.shapes().aim(look, who, &order, arm, attack.rules().1).ok()?;
        may(look, who, &case_of(who, &order, arm, &aimed), &order).ok()?;
        let worth = attack.forecast(look, who, &order, arm, &aimed)?.worth(look, who);
        let takes = look.rules().economy.price(look, who, &**blast, &order).map_or(1, |price| price.amount);
        (worth > Worth::of(TAKEN_OUT_FOR)).then(|| Worth(worth.0 / (takes + 1).max(1)))
    });
    thrown.max()
}

fn is_area(item: &Item) -> bool {
    item.arm.area.is_some()
}

impl<A: AtAreas> Deed for Blast<A> {
    fn nature(&self) -> Nature {
        Nature::of(self.0.verb(), Group::Attack, Stage::Areas).reading(&[
            Reads::With,
            Reads::At,
            Reads::Square,
            Reads::To,
            Reads::Toward,
            Reads::N,
            Reads::Manner,
        ])
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let mut known: Vec<Key> = Vec::new();
        for item in look.arms(who).filter(|item| is_area(item)) {
            let (arm, name) = (&item.arm, item.arm.name);
            // Of several that are alike, orders name any.
            if known.contains(&name) {
                continue;
            }
            known.push(name);
            let order = || Order::new(self.0.verb()).with(name);
            if !look.arms(who).any(|other| other.arm.name == name && other.is_ready()) {
                let why = Refusal::new(self.0.rules().0, format!("{name} is not in hand"));
                out.push(Choice::new(order(), name.as_str(), Group::Attack, self.0.rules().0).unless(Err(why)));
                continue;
            }
            let marks = look.foes(who);
            for target in marks {
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

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        let arm = self.arm(look, who, order)?;
        let aimed = self.aimed(look, who, order, arm)?;
        may(look, who, &case_of(who, order, arm, &aimed), order)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let look = table.look();
        let ready = self.arm(look, who, order).cloned();
        match ready.and_then(|arm| self.aimed(look, who, order, &arm).map(|aimed| (arm, aimed))) {
            Ok((arm, aimed)) => self.0.resolve(table, who, order, &arm, &aimed),
            Err(refusal) => {
                table.note(|look| {
                    let text = format!("{}'s {} comes to nothing: {}.", look.name(who), order.verb, refusal.why);
                    crate::battle::Fact::new(refusal.rule, text).who(who)
                });
                Ok(())
            }
        }
    }

    fn covers(&self, look: Look<'_>, who: Id, order: &Order) -> Vec<Square> {
        let aimed = self.arm(look, who, order).and_then(|arm| self.aimed(look, who, order, arm));
        aimed.map(|aimed| self.0.squares(look, &aimed.template)).unwrap_or_default()
    }

    fn strays(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Strays> {
        let arm = self.arm(look, who, order).ok()?;
        let aimed = self.aimed(look, who, order, arm).ok()?;
        self.0.strays(look, who, order, arm, &aimed)
    }

    fn forecast(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Forecast> {
        let arm = self.arm(look, who, order).ok()?;
        let aimed = self.aimed(look, who, order, arm).ok()?;
        let forecast = self.0.forecast(look, who, order, arm, &aimed)?;
        (!forecast.against.is_empty()).then_some(forecast)
    }
}

/// What a thing does that bursts when it is destroyed.
#[derive(Debug)]
pub(super) struct Burst(pub Arc<AreaAttack>);

impl Deed for Burst {
    fn nature(&self) -> Nature {
        Nature::of(self.0.burst, Group::Attack, Stage::Areas).tempting(false)
    }

    fn choices(&self, _look: Look<'_>, _who: Id, _out: &mut Vec<Choice>) {}

    fn check(&self, _look: Look<'_>, _who: Id, _order: &Order) -> Allowed {
        Err(Refusal::new(self.0.rules.inside, "only things burst, when they are destroyed"))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let arm = order.with.and_then(|name| table.look().arm(name).cloned());
        let Some(arm) = arm else { return Ok(()) };
        let Ok(aimed) = self.0.shapes.aim(table.look(), who, order, &arm, self.0.rules.shape) else { return Ok(()) };
        let case = case_of(who, order, &arm, &aimed);
        self.0.strike(table, &case, &Sum::of("base", self.0.dc), &arm, &aimed.template, None)
    }
}
