//! Weapons that must be loaded, and loading them, alone or together (ST-ATK-11).

use crate::mechanics::prelude::*;

/// The numbers of loading.
#[derive(Clone, Debug, Deserialize)]
pub struct Ammunition {
    /// Seconds that it takes where the weapon does not say.
    pub seconds: i32,
    /// The figure of a weapon that says so, in games with weapons that do.
    #[serde(default, deserialize_with = "refers::figures_of_arms")]
    pub takes: Option<Key>,
    /// Seconds more for each size that the weapon is larger.
    pub a_size: i32,
    /// Whether it is all one deed, whose parts the economy counts; otherwise what has gone into loading stays in it.
    #[serde(default)]
    pub in_one_go: bool,
    /// The figure of size.
    pub size: FigureName,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

impl Ammunition {
    /// What loading `item` takes `who` in all.
    fn takes(&self, look: Look<'_>, who: Id, item: &Item) -> i32 {
        let own = self.takes.and_then(|figure| item.arm.figure(figure)).unwrap_or(self.seconds);
        let larger = (item.arm.scale - look.value(who, self.size)).max(0);
        own.saturating_add(self.a_size.saturating_mul(larger))
    }

    /// The weapon that an order is about, and whose it is.
    fn weapon<'a>(&self, look: Look<'a>, who: Id, order: &Order) -> Result<(Id, &'a Item), Refusal> {
        let owner = order.whom().map_or(Ok(who), |name| look.named_or_refuse(name))?;
        let is_far = owner != who && (look.are_enemies(who, owner) || !look.in_arms_reach(who, owner));
        let why = || format!("{} is no neighbour whose weapon they could load", look.name(owner));
        look.refuse_if(is_far, self.rule, why)?;
        let empty = |item: &Item| item.arm.rounds.is_some_and(|rounds| item.loaded < rounds) && !item.is("destroyed");
        let item = look.arm_for(owner, order, empty)?;
        let why = || format!("{} lies on the ground", item.arm.name);
        look.refuse_if(matches!(item.held, Held::Ground(_)), self.rule, why)?;
        look.rules().registry.allows.iter().try_for_each(|mechanic| mechanic.allow_handling(look, who, &item.arm))?;
        Ok((owner, item))
    }

    /// Seconds of work that are still missing.
    fn missing(&self, look: Look<'_>, who: Id, item: &Item) -> i32 {
        (self.takes(look, who, item) - item.progress).max(1)
    }

    /// Takes a round out of something, if it holds any.
    fn fire(&self, table: &mut Table<'_>, who: Id, arm: &Arm) {
        if arm.rounds.is_none() {
            return;
        }
        let fired = alike(table.look(), who, arm).find(|(_, item)| item.loaded > 0).map(|(index, _)| index);
        let mut gear = table.edit::<Gear>(who);
        if let Some(item) = fired.and_then(|index| gear.0.get_mut(index)) {
            item.loaded -= 1;
        }
    }

    /// What work at an empty weapon of one's own is worth, in felled enemies. Beside an enemy it is worth no more than the shots that
    /// come of it: who has a better weapon there strikes with that.
    fn worth_of_own(&self, look: Look<'_>, who: Id, order: &Order, item: &Item) -> f64 {
        let is_met = look.foes(who).any(|foe| look.is_nearby(who, foe));
        let shots = self.shots_of(look, who, order, item);
        if is_met { shots.unwrap_or(IN_VAIN) } else { shots.map_or(LOADED, |shots| shots.max(LOADED)) }
    }

    /// What the shots are worth that could be made from here if the weapon were loaded: the share of this work in the time that
    /// loading and shooting take. Nothing where nobody could be shot.
    fn shots_of(&self, look: Look<'_>, who: Id, order: &Order, item: &Item) -> Option<f64> {
        let load = |each: &Item| {
            let rounds = each.arm.rounds.filter(|_| std::ptr::eq(each, item));
            Item { loaded: rounds.unwrap_or(each.loaded), ..each.clone() }
        };
        let loaded: Vec<Item> = look.gear(who).iter().map(load).collect();
        let mut memo = Memo::of(look);
        memo.equip(who, &loaded);
        let then = look.remembering(&memo);
        let deed = then.deed(ATTACK).ok()?;
        let shot = |foe: Id| Order::new(ATTACK).with(item.arm.name).at(then.aim(foe));
        let weighed = |blow: Order| {
            deed.check(then, who, &blow).ok()?;
            let worth = then.worth_foretold(who, &blow, then.forecast(who, &blow).as_ref())?;
            let price = then.rules().economy.price(then, who, &**deed, &blow).map_or(1, |price| price.amount);
            Some((worth, price.max(deed.count(then, who, &blow)).max(1)))
        };
        let foes = then.foes_from(who, then.footprint(who)).take(MOST_SHOT);
        let (best, takes) = foes.map(shot).filter_map(weighed).max_by_key(|(worth, _)| *worth)?;
        let rounds = f64::from(item.arm.rounds.unwrap_or(1));
        let time = f64::from(self.missing(look, who, item)) + rounds * f64::from(takes);
        Some(best.in_felled() * rounds * f64::from(self.puts_in(look, who, order)) / time)
    }

    /// Seconds that this order puts into it: those named, or all that is missing.
    fn puts_in(&self, look: Look<'_>, who: Id, order: &Order) -> i32 {
        self.weapon(look, who, order).map_or(1, |(_, item)| {
            let missing = self.missing(look, who, item);
            order.n.filter(|_| !self.in_one_go).unwrap_or(missing).clamp(1, missing)
        })
    }
}

mechanic!(Ammunition: |self| {
    deeds => vec![Arc::new(self.clone())],
});

hears!(Ammunition: |self, table| {
    // A shot takes a round. What strikes an area tells a blow for each who is inside, and takes one round for all.
    Blow { blow } => if let Some(arm) = blow.case.arm.filter(|arm| arm.area.is_none()) {
        self.fire(table, blow.case.who, arm);
    },
    AreaStruck { arm, by: Some(who), .. } => self.fire(table, who, arm),
});

impl Allows for Ammunition {
    fn allow(&self, look: Look<'_>, case: &Case<'_>) -> Allowed {
        let Some(arm) = case.arm.filter(|arm| arm.rounds.is_some()) else { return Ok(()) };
        let is_empty = look.item(case.who, arm.name).is_some() && in_barrels(look, case.who, arm) <= 0;
        look.refuse_if(is_empty, self.rule, || format!("{} is not loaded", arm.name))
    }

    fn allow_all(&self, look: Look<'_>, case: &Case<'_>, blows: usize) -> Allowed {
        let Some(arm) = case.arm.filter(|arm| arm.rounds.is_some()) else { return Ok(()) };
        let loaded = in_barrels(look, case.who, arm);
        let why = || format!("{} holds {loaded}, not {blows}", arm.name);
        look.refuse_if(usize::try_from(loaded).unwrap_or(0) < blows, self.rule, why)
    }
}

/// What it is worth at least to have something loaded where nobody stands beside, and what it is worth where nobody could be shot
/// with it though somebody does, or where it is another's, in felled enemies.
const LOADED: f64 = 0.15;
const IN_VAIN: f64 = 0.015;

/// Enemies that are thought of, the nearest first.
const MOST_SHOT: usize = 6;

/// Squares that an enemy is expected to come from while something is loaded.
const COMES_FROM: i32 = 7;

/// Whether something in hand has nothing in it.
fn is_empty(item: &Item) -> bool {
    item.is_ready() && item.arm.rounds.is_some() && item.loaded == 0
}

/// Whether something can be shot with as it is.
fn shoots(item: &Item) -> bool {
    item.is_ready() && item.arm.is_ranged() && item.arm.damage.is_some()
}

/// All that somebody has of one name, with its place among their things: what is at hand, if anything is, else all.
fn alike<'a>(look: Look<'a>, who: Id, arm: &Arm) -> impl Iterator<Item = (usize, &'a Item)> {
    let name = arm.name;
    let is_ready = look.item(who, name).is_some_and(Item::is_ready);
    let all = look.gear(who).iter().enumerate();
    all.filter(move |(_, item)| item.arm.name == name && item.is_ready() == is_ready)
}

/// What is loaded into all of one name.
fn in_barrels(look: Look<'_>, who: Id, arm: &Arm) -> i32 {
    alike(look, who, arm).map(|(_, item)| item.loaded).sum()
}

/// Loading a weapon, one's own or that of a neighbour.
impl Deed for Ammunition {
    nature!(|self| Nature::of("reload", Group::Gear, Stage::Upkeep).reading(&[Reads::With, Reads::At, Reads::N]));

    fn priced_as(&self, _look: Look<'_>, _who: Id, _order: &Order) -> Key {
        Key::from("a second of reloading")
    }

    fn count(&self, look: Look<'_>, who: Id, order: &Order) -> i32 {
        self.puts_in(look, who, order)
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let near =
            look.everybody().filter(|id| *id == who || (!look.are_enemies(who, *id) && look.in_arms_reach(who, *id)));
        for owner in near {
            for item in look.gear(owner).iter().filter(|item| item.arm.rounds.is_some_and(|most| item.loaded < most)) {
                let (takes, missing) = (self.takes(look, who, item), self.missing(look, who, item));
                let seconds = missing.min(look.rules().economy.remaining(look, who)).max(1);
                let mut order = Order::new("reload").with(item.arm.name);
                if !self.in_one_go {
                    order = order.n(seconds);
                }
                let mut label = format!("Reload {}", item.arm.name);
                if owner != who {
                    order = order.at(look.aim(owner));
                    label = format!("{label} of {}", look.name(owner));
                }
                let choice = Choice::new(order, label, Group::Gear, self.rule).allowed_by(self, look, who);
                // It is told how much of the whole that is.
                let is_part = !self.in_one_go && seconds < takes;
                out.push(if is_part { choice.step(seconds, takes) } else { choice });
            }
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        look.allows(who, &["physical", "reload"])?;
        self.weapon(look, who, order).map(drop)
    }

    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let (owner, item) = self.weapon(look, who, order).ok()?;
        let is_wanted = item.is_ready() && item.loaded == 0;
        let comes = |id: Id| look.gap(who, id) <= COMES_FROM;
        // Another's weapon is loaded by those who have nothing better to do and nobody to fear.
        let is_idle =
            || !look.foes(who).any(comes) && !look.gear(who).iter().any(|item| is_empty(item) || shoots(item));
        match is_wanted {
            true if owner == who => Some(Worth::of(self.worth_of_own(look, who, order, item))),
            true if is_idle() => Some(Worth::of(IN_VAIN)),
            _ => None,
        }
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let look = table.look();
        let Ok((owner, item)) = self.weapon(look, who, order) else { return Ok(()) };
        let arm = item.arm.clone();
        let takes = self.takes(look, who, item);
        let done = item.progress + self.puts_in(look, who, order);
        let loaded = done >= takes;
        let index = look.gear(owner).iter().position(|each| std::ptr::eq(each, item));
        if let Some(item) = index.and_then(|index| table.edit::<Gear>(owner).into_inner().0.get_mut(index)) {
            item.progress = if loaded { 0 } else { done };
            if loaded {
                item.loaded = item.arm.rounds.unwrap_or(item.loaded);
            }
        }
        table.say(self.rule, who, |look| {
            if loaded {
                format!("{} has loaded {}.", look.name(who), arm.name)
            } else {
                format!("{} loads {}: {done} of {takes} seconds.", look.name(who), arm.name)
            }
        });
        Ok(())
    }
}
