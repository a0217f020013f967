//! What an attack is made with, and from an order to the strikes that it declares.

use super::SureBlow;
use crate::mechanics::attack::course::{first_fit, meant};
use crate::mechanics::prelude::*;

/// An attack that does no damage, unless a save fails (ZN-ATK-12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manoeuvre {
    /// Strikes a weapon out of somebody's hand.
    Disarm,
    /// Pushes somebody elsewhere.
    Shove,
    /// Takes hold of somebody.
    Grapple,
}

impl Manoeuvre {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Disarm, Self::Shove, Self::Grapple];

    /// As orders say it.
    pub const fn verb(self) -> &'static str {
        match self {
            Self::Disarm => "disarm",
            Self::Shove => "shove",
            Self::Grapple => "grapple",
        }
    }

    /// By its verb.
    pub fn named(verb: Verb) -> Option<Self> {
        Self::ALL.into_iter().find(|each| verb == each.verb())
    }
}

/// What an attack is made with.
#[derive(Clone, Debug)]
pub enum Means {
    /// A weapon, a power, or bare hands.
    Arm(Arc<Arm>),
    /// A manoeuvre, which needs nothing in hand.
    Manoeuvre(Manoeuvre),
}

/// On what occasion somebody strikes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// In their own turn.
    Turn,
    /// In answer to a blow.
    Counter,
    /// At somebody who moves away.
    Opportunity,
}

/// One attacker, one target, one way of striking.
#[derive(Clone, Debug)]
pub struct Strike {
    /// Who strikes.
    pub who: Id,
    /// Who is struck.
    pub target: Id,
    /// With what.
    pub means: Means,
    /// The weapon that is struck away.
    pub part: Option<Key>,
    /// Dice on this target, where they are spread over several.
    pub dice: Option<i32>,
    /// On what occasion.
    pub occasion: Occasion,
    /// Whether the attacker holds back.
    pub held_back: bool,
    /// Whether it is to knock its target out, and does no damage.
    pub stuns: bool,
    /// The arm in the other hand that strikes along with it.
    pub other: Option<Arc<Arm>>,
    /// The zone that is struck, where a whole one is.
    pub zone: Option<ZoneId>,
    /// Where a shove is to lead, if that was said beforehand.
    pub to: Option<Spot>,
}

/// The strikes that one order declares.
pub type Strikes = SmallVec<[Strike; 2]>;

impl Strike {
    /// A strike of `who` at `target`.
    pub const fn new(who: Id, target: Id, means: Means, occasion: Occasion) -> Self {
        Self {
            who,
            target,
            means,
            part: None,
            dice: None,
            occasion,
            held_back: false,
            stuns: false,
            other: None,
            zone: None,
            to: None,
        }
    }

    /// The arm that it is struck with.
    pub const fn arm(&self) -> Option<&Arc<Arm>> {
        match &self.means {
            Means::Arm(arm) => Some(arm),
            Means::Manoeuvre(_) => None,
        }
    }

    /// The manoeuvre that it is.
    pub const fn manoeuvre(&self) -> Option<Manoeuvre> {
        match self.means {
            Means::Arm(_) => None,
            Means::Manoeuvre(manoeuvre) => Some(manoeuvre),
        }
    }

    /// Whether it is struck at a distance.
    pub fn is_ranged(&self) -> bool {
        self.arm().is_some_and(|arm| arm.is_ranged())
    }

    /// Whether it strikes a whole zone.
    pub fn is_blast(&self) -> bool {
        self.arm().is_some_and(|arm| arm.has("blast"))
    }

    /// Whether it does damage by itself.
    pub fn harms(&self) -> bool {
        self.arm().is_some_and(|arm| arm.damage.is_some())
    }

    /// The weapon that is struck away by it, as it stands behind its name.
    pub fn at_part(&self) -> String {
        self.part.map_or_else(String::new, |part| format!(" ({part})"))
    }

    /// The answer by which somebody chooses to strike so.
    pub fn chosen_by(&self, look: Look<'_>, verb: &'static str) -> Order {
        let order = Order::new(verb).with(self.name());
        self.part.into_iter().fold(order, |order, part| order.at(look.aim(self.target).part(part)))
    }

    /// Whether an answer means it; one that names no part of the target means any.
    pub fn is_meant_by(&self, answer: &Order) -> bool {
        let part = answer.at.first().and_then(|aim| aim.part);
        answer.with == Some(Key::from(self.name())) && (part.is_none() || self.part == part)
    }

    /// What players call the means of the strike.
    pub fn name(&self) -> &'static str {
        match &self.means {
            Means::Arm(arm) => arm.name.as_str(),
            Means::Manoeuvre(manoeuvre) => manoeuvre.verb(),
        }
    }
}

/// Whether somebody can strike with this thing as it is.
pub fn is_weapon(item: &Item) -> bool {
    is_struck_with(&item.arm) && matches!(item.held, Held::Hand(_) | Held::Body)
}

/// Every weapon that somebody could strike at one with.
pub fn weapons<'a>(look: Look<'a>, who: Id) -> impl Iterator<Item = &'a Item> + use<'a> {
    look.gear(who).iter().filter(|item| is_weapon(item) && !item.arm.has("blast"))
}

/// Whether arms of this kind are struck, shot or thrown with.
pub fn is_struck_with(arm: &Arm) -> bool {
    matches!(arm.kind, ArmKind::Melee | ArmKind::Ranged | ArmKind::Spell) && !arm.has("smoke")
}

impl SureBlow {
    /// The case of a strike, with every word that its circumstances give it.
    pub fn case<'a>(&self, look: Look<'_>, strike: &'a Strike) -> Case<'a> {
        let mut case = Case::of("attack", strike.who).against(strike.target);
        case.arm = strike.arm().map(|arm| &**arm);
        case.part = strike.part;
        case.push_word(if strike.is_ranged() { "ranged" } else { "melee" });
        if strike.is_blast() {
            case.push_word("blast");
        }
        match strike.occasion {
            Occasion::Turn => {}
            Occasion::Counter => case.push_word("counter"),
            Occasion::Opportunity => case.push_word("opportunity"),
        }
        match &strike.means {
            Means::Arm(arm) => {
                case.push_arm(arm);
                if self.fire_is_direct && arm.types.contains(&self.fire) {
                    case.push_word("direct");
                }
            }
            Means::Manoeuvre(manoeuvre) => {
                case.push_word("manoeuvre");
                case.push_word(manoeuvre.verb());
            }
        }
        if self.is_unaware(look, strike.target, strike.who) {
            case.push_word("unaware");
        }
        // A blast is aimed at its zone, whoever is there.
        if let Some(zone) = strike.zone.filter(|_| strike.is_ranged()) {
            let middle = look.spots().squares(Spot::Zone(zone)).first();
            case.from = middle.map(|square| Footprint::one(*square));
        }
        look.narrowed(case)
    }

    /// Whether somebody knows nothing of an attacker.
    pub fn is_unaware(&self, look: Look<'_>, target: Id, attacker: Id) -> bool {
        look.are_enemies(target, attacker) && look.is(attacker, self.states.concealed)
    }

    /// The strikes that an order of a turn declares: one at each target, in the order of their numbers.
    pub fn declared(&self, look: Look<'_>, who: Id, order: &Order) -> Result<Strikes, Refusal> {
        let means = match Manoeuvre::named(order.verb) {
            Some(manoeuvre) => Means::Manoeuvre(manoeuvre),
            None => Means::Arm(self.arm_of(look, who, order)?),
        };
        if let Means::Arm(arm) = &means
            && arm.has("blast")
        {
            return self.blast_of(look, who, arm, order);
        }
        let mut strikes = Strikes::new();
        for aim in &order.at {
            let target = meant(look, who, Some(aim), self.rules.attack)?;
            if let Some(again) = strikes.iter_mut().find(|strike| strike.target == target) {
                again.dice = Some(again.dice.unwrap_or(1) + 1);
                continue;
            }
            let mut strike = self.in_manner(look, Strike::new(who, target, means.clone(), Occasion::Turn), order);
            strike.part = aim.part;
            strike.to = order.to.and_then(|to| look.spot_of(look.footprint(target).moved_to(to)));
            strikes.push(strike);
        }
        if strikes.is_empty() {
            return Err(Refusal::nonsense("at whom? say `at NAME`"));
        }
        if order.at.len() > 1 {
            strikes.iter_mut().for_each(|strike| strike.dice = Some(strike.dice.unwrap_or(1)));
        }
        strikes.sort_by_key(|strike| strike.target);
        Ok(strikes)
    }

    /// The arm that an order names, or the first that will do.
    fn arm_of(&self, look: Look<'_>, who: Id, order: &Order) -> Result<Arc<Arm>, Refusal> {
        if order.with.is_some() {
            return look.arm_for(who, order, is_weapon).map(|item| item.arm.clone());
        }
        let target = order.at.first().map(|aim| meant(look, who, Some(aim), self.rules.attack)).transpose()?;
        let strike = |item: &Item, target| Strike::new(who, target, Means::Arm(item.arm.clone()), Occasion::Turn);
        let may = |item: &Item| target.is_none_or(|target| self.may(look, &strike(item, target)).is_ok());
        let none = || Refusal::new(self.rules.attack, format!("{} has nothing to strike with", look.name(who)));
        first_fit(weapons(look, who), may).map(|(item, _)| item.arm.clone()).ok_or_else(none)
    }

    /// Every way of striking at somebody out of turn: with these weapons, and by manoeuvres.
    pub fn out_of_turn<'a>(
        &self,
        look: Look<'_>,
        (who, at): (Id, Id),
        occasion: Occasion,
        with: impl Iterator<Item = &'a Item>,
    ) -> Vec<Strike> {
        let new = |means| Strike::new(who, at, means, occasion);
        let blows = with.map(|item| new(Means::Arm(item.arm.clone())));
        let manoeuvres = Manoeuvre::ALL.into_iter().flat_map(|each| self.each_way(look, new(Means::Manoeuvre(each))));
        blows.chain(manoeuvres).collect()
    }

    /// What an attack takes of its arm: the ball in the barrel, the bomb, the javelin, the mana.
    pub(super) fn use_up(&self, table: &mut Table<'_>, strike: &Strike) -> Step {
        if let Some(other) = &strike.other {
            self.use_up(table, &Strike { means: Means::Arm(other.clone()), other: None, ..strike.clone() })?;
        }
        let Some(arm) = strike.arm().cloned() else { return Ok(()) };
        let mana = arm.figure(self.mana.0).unwrap_or(0);
        if mana > 0 {
            let spent = table.look().tally(strike.who, self.mana.2);
            table.set_tally(strike.who, self.mana.2, spent.saturating_add(mana));
        }
        let lands = table.look().footprint(strike.target).at;
        let is_it = |item: &Item| item.arm.name == arm.name && item.is_ready();
        let mut gear = table.edit::<Gear>(strike.who);
        let Some(index) = gear.0.iter().position(is_it) else { return Ok(()) };
        if arm.has("consumable") {
            gear.0.remove(index);
        } else if let Some(item) = gear.0.get_mut(index) {
            if arm.rounds.is_some() {
                (item.loaded, item.progress) = ((item.loaded - 1).max(0), 0);
            }
            if arm.has("thrown") {
                item.held = Held::Ground(lands);
            }
        }
        Ok(())
    }
}

/// The manner of blows with something blunt that knock out and do no damage.
pub const STUN: &str = "stun";
/// The manner of blows with what is in both hands.
pub const BOTH_ARMS: &str = "both arms";
/// The manner of attacks that hold back (ZN-ATK-08).
pub const HOLD_BACK: &str = "hold back";
/// The manner of death blows (ZN-ATK-09).
pub const DEATH_BLOW: &str = "death blow";
/// Manners that offer something else than damage begin so (ZN-ATK-10).
pub const OFFER: &str = "offer ";
