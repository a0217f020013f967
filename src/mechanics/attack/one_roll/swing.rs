//! One blow against an armour class as a pure matter of numbers and dice: play throws them, odds enumerate the same
//! functions (OS-ATK-01, OS-ATK-06 to OS-ATK-10, OS-ATK-12, OS-DMG-01, OS-DMG-07).

use crate::dice::Face;
use crate::mechanics::foretold::Foretold;
use crate::mechanics::prelude::*;

/// How a blow lands, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lands {
    /// Not at all, and on the lowest face of the die.
    Fumble,
    /// Not at all.
    Miss,
    /// On something that it cannot hurt.
    NoEffect,
    /// As any other.
    Hit,
    /// On the highest face.
    Critical,
    /// So that the creature brings off what it is feared for.
    Special,
}

impl Lands {
    /// What players call it.
    pub fn name(self) -> Key {
        Key::from(match self {
            Self::Fumble => "natural 1",
            Self::Miss => "miss",
            Self::NoEffect => "no effect",
            Self::Hit => "hit",
            Self::Critical => "critical",
            Self::Special => "special",
        })
    }

    /// Whether it does damage.
    pub const fn strikes(self) -> bool {
        matches!(self, Self::Hit | Self::Critical | Self::Special)
    }
}

/// What the highest face does beside hitting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CriticalEffect {
    /// The damage is doubled.
    #[default]
    Double,
    /// The dice show their highest faces.
    Maximum,
    /// Nothing.
    Nothing,
}

/// Everything that one blow depends on, gathered before a die is thrown.
#[derive(Clone, Debug)]
pub struct Swing {
    /// The number that would be needed against nought.
    pub base: Sum,
    /// The armour class of the target.
    pub armour: Sum,
    /// What is added to the die.
    pub bonus: Sum,
    /// How many dice of the attack are thrown more than one: the better counts, or below nought the worse.
    pub advantage: i32,
    /// Whether the target cannot be hurt by this at all.
    pub harmless: bool,
    /// Whether it lands without a roll.
    pub sure: bool,
    /// The lowest face at which the creature's special comes off.
    pub special_from: Option<i32>,
    /// What is thrown beside the damage then.
    pub special_dice: Option<Expr>,
    /// What the highest face does.
    pub critical: CriticalEffect,
    /// What the weapons do that may have struck: an odd or an even die says which.
    pub weapons: Vec<Weapon>,
    /// How many times the damage counts.
    pub times: i32,
    /// What the target opposes to it.
    pub exposed: Exposed,
    /// What is struck with.
    pub arm: Arc<Arm>,
}

/// What a weapon does when it strikes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weapon {
    /// What it is called.
    pub name: Key,
    /// Its dice.
    pub dice: Expr,
    /// How many times they are thrown.
    pub throws: u16,
    /// Whether what each throw of them shows is halved, rounding up.
    pub halved: bool,
    /// Whether the target cannot be hurt by it.
    pub harmless: bool,
    /// By how many the damage is divided in the end, rounding down.
    pub over: i32,
    /// What is added to that.
    pub bonus: Sum,
}

impl Weapon {
    /// What a throw of its dice counts that shows so much.
    pub fn counts(&self, shown: i32) -> i32 {
        if self.halved { shown.saturating_add(1).div_euclid(2) } else { shown }
    }
}

/// The face of the die that always hits, and the one that always misses.
const HIGHEST: i32 = 20;
const LOWEST: i32 = 1;

/// The highest number at which the highest face is more than a hit.
const STILL_CRITICAL: i32 = 18;

/// What the dice of an attack show.
#[derive(Clone, Debug)]
pub struct Rolled {
    /// All of them.
    pub faces: SmallVec<[Face; 4]>,
    /// The one that counts.
    pub natural: i32,
    /// Whether that is the lowest; nothing where the blow lands without a roll.
    pub shows_one: Option<bool>,
    /// How the blow lands by it.
    pub lands: Lands,
}

/// What the dice of the damage show, and what it comes to.
#[derive(Clone, Debug)]
pub struct Dealt {
    /// Which of the weapons it was.
    pub weapon: usize,
    /// How the blow lands with that one.
    pub lands: Lands,
    /// The faces of the damage dice.
    pub faces: SmallVec<[Face; 4]>,
    /// What they show together.
    pub natural: i32,
    /// What it comes to.
    pub damage: i32,
}

/// All that it hangs on how a blow lands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Cast {
    /// Nothing where it lands without a roll.
    needed: Option<i32>,
    advantage: i32,
    harmless: bool,
    special_from: Option<i32>,
    critical: CriticalEffect,
}

/// All that the prospects of a blow hang on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Numbers {
    cast: Cast,
    special_dice: Option<Expr>,
    weapons: SmallVec<[(Expr, u16, bool, bool, i32, i32); 1]>,
    times: i32,
    opposition: Opposition,
}

/// How blows land and what they do, as far as anybody has asked.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    lands: Foretold<Cast, Lands>,
    does: Foretold<Numbers, (Lands, Judged)>,
}

impl Swing {
    fn cast(&self) -> Cast {
        Cast {
            needed: (!self.sure).then(|| self.needed()),
            advantage: self.advantage.signum(),
            harmless: self.harmless,
            special_from: self.special_from,
            critical: self.critical,
        }
    }

    fn numbers(&self, rules: &Rules) -> Numbers {
        let weapon =
            |each: &Weapon| (each.dice.clone(), each.throws, each.halved, each.harmless, each.over, each.bonus.total());
        Numbers {
            cast: self.cast(),
            special_dice: self.special_dice.clone(),
            weapons: self.weapons.iter().map(weapon).collect(),
            times: self.times,
            opposition: self.exposed.opposition(rules),
        }
    }

    /// How it would land, exactly.
    pub(super) fn rolled(&self, die: &Expr, known: &Known) -> Result<Distribution<Lands>, DiceError> {
        known.lands.of(self.cast(), || enumerate(|dice| Ok(self.roll(die, dice)?.lands)))
    }

    /// The face that is needed to hit.
    pub fn needed(&self) -> i32 {
        self.base.total().saturating_sub(self.armour.total()).saturating_sub(self.bonus.total())
    }

    /// By how much the number that is needed is above what a die can show.
    pub fn overflow(&self) -> i32 {
        if self.sure { 0 } else { self.needed().saturating_sub(HIGHEST).max(0) }
    }

    /// How a blow lands on this face.
    pub fn lands(&self, natural: i32) -> Lands {
        let needed = self.needed();
        let hits = natural == HIGHEST || natural >= needed;
        match () {
            () if natural == LOWEST => Lands::Fumble,
            () if !hits => Lands::Miss,
            () if self.harmless => Lands::NoEffect,
            () if self.special_from.is_some_and(|from| natural >= from) => Lands::Special,
            () if natural == HIGHEST && needed <= STILL_CRITICAL && self.critical != CriticalEffect::Nothing => {
                Lands::Critical
            }
            () => Lands::Hit,
        }
    }

    /// Throws the attack.
    pub fn roll(&self, die: &Expr, dice: &mut (impl Dice + ?Sized)) -> Result<Rolled, DiceError> {
        if self.sure {
            return Ok(self.surely());
        }
        let first = dice.throw(die)?;
        let (mut natural, mut faces) = (first.total, first.faces);
        if self.advantage != 0 {
            let second = dice.throw(die)?;
            natural = if self.advantage > 0 { natural.max(second.total) } else { natural.min(second.total) };
            faces.extend(second.faces);
        }
        Ok(Rolled { faces, natural, shows_one: Some(natural == LOWEST), lands: self.lands(natural) })
    }

    /// What it comes to without a roll.
    pub(super) fn surely(&self) -> Rolled {
        let lands = if self.harmless { Lands::NoEffect } else { Lands::Hit };
        Rolled { faces: SmallVec::new(), natural: 0, shows_one: None, lands }
    }

    /// What a throw of damage comes to on a blow that lands so, with the dice of a special.
    pub fn comes_to(&self, lands: Lands, weapon: usize, (thrown, more): (i32, i32)) -> i32 {
        let Some(weapon) = self.weapons.get(weapon) else { return 0 };
        let bonus = weapon.bonus.total();
        let doubled = lands == Lands::Critical && self.critical == CriticalEffect::Double;
        let times = self.times.saturating_add(i32::from(doubled)).max(1);
        let overflow = self.overflow();
        let whole = thrown.saturating_add(bonus).saturating_mul(times).saturating_add(more).saturating_sub(overflow);
        // Only what should not have hit at all may do nothing.
        let least = if overflow > 0 { 0 } else { 1 };
        let whole = whole.max(least);
        // What is left of a share of anything is something.
        if weapon.over > 1 { (whole / weapon.over).max(whole.min(1)) } else { whole }
    }

    /// Throws the damage of a blow that lands so: none where the weapon that has struck cannot hurt.
    pub fn deal(&self, lands: Lands, which: &Expr, dice: &mut (impl Dice + ?Sized)) -> Result<Dealt, DiceError> {
        let weapon = if self.weapons.len() > 1 { usize::from(dice.throw(which)?.total % 2 == 0) } else { 0 };
        let mut faces = SmallVec::new();
        let Some(struck) = self.weapons.get(weapon).filter(|weapon| !weapon.harmless) else {
            return Ok(Dealt { weapon, lands: Lands::NoEffect, faces, natural: 0, damage: 0 });
        };
        let most = lands == Lands::Critical && self.critical == CriticalEffect::Maximum;
        let (mut natural, mut thrown, mut extra) = (0_i32, 0_i32, 0);
        for _ in 0..struck.throws {
            let shown = if most {
                struck.dice.max()
            } else {
                let throw = dice.throw(&struck.dice)?;
                faces.extend(throw.faces);
                throw.total
            };
            natural = natural.saturating_add(shown);
            thrown = thrown.saturating_add(struck.counts(shown));
        }
        if let Some(more) = self.special_dice.as_ref().filter(|_| lands == Lands::Special) {
            let throw = dice.throw(more)?;
            natural = natural.saturating_add(throw.total);
            extra = throw.total;
            faces.extend(throw.faces);
        }
        let damage = self.comes_to(lands, weapon, (thrown, extra));
        Ok(Dealt { weapon, lands, faces, natural, damage })
    }

    /// What the blow would do, exactly.
    pub(super) fn prospects(
        &self,
        (die, which): (&Expr, &Expr),
        known: &Known,
        rules: &Rules,
    ) -> Result<Distribution<(Lands, Judged)>, DiceError> {
        let nothing = || Judged::called(-1, "nothing");
        let dealt = |dealt: Dealt| (dealt.lands, dealt.damage);
        let thrown = |lands: Lands| enumerate(|dice| Ok(dealt(self.deal(lands, which, dice)?)));
        let judge = |lands: Lands, judged| (lands, if lands.strikes() { judged } else { nothing() });
        known.does.of(self.numbers(rules), || {
            let rolled = self.rolled(die, known)?;
            let by_lands: Vec<(Lands, Distribution<(Lands, i32)>)> = [Lands::Hit, Lands::Critical, Lands::Special]
                .into_iter()
                .map(|lands| thrown(lands).map(|damage| (lands, damage)))
                .collect::<Result<_, _>>()?;
            Ok(rolled.then(|lands| match by_lands.iter().find(|(each, _)| each == lands) {
                Some((_, dealt)) => {
                    self.exposed.met(rules, dealt, |(_, damage)| *damage, |(lands, _), judged| judge(*lands, judged))
                }
                None => Distribution::certain((*lands, nothing())),
            }))
        })
    }

    /// Every number of the blow by its name.
    pub fn figures(&self) -> Vec<(Key, Sum)> {
        let mut needed = Sum::new();
        needed.part("base", self.base.total());
        needed.part("armour class", self.armour.total().saturating_neg());
        needed.part("bonus", self.bonus.total().saturating_neg());
        let figures = [("needed", needed), ("armour class", self.armour.clone()), ("attack", self.bonus.clone())];
        let damage = self.weapons.first().map(|weapon| (Key::from("damage"), weapon.bonus.clone()));
        figures.into_iter().map(|(name, sum)| (Key::from(name), sum)).chain(damage).collect()
    }
}
