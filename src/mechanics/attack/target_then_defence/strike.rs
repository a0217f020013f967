//! From an order to the blows that it declares: who is struck, with what, and what may come of that.

use super::blow::{Blow, Numbers, STRUCK};
use super::combos::COMBO;
use super::{Component, Manner, TargetThenDefence};
use crate::mechanics::attack::course::{allowed, first_fit, struck};
use crate::mechanics::foretold::Foretold;
use crate::mechanics::prelude::*;

/// One blow as it was declared.
#[derive(Clone, Debug)]
pub struct Strike {
    /// Who is struck.
    pub target: Id,
    /// With what.
    pub arm: Arc<Arm>,
    /// Where.
    pub part: Option<Key>,
    /// What kind of blow it is.
    pub component: Key,
    /// Whether it is known to be one that may be struck.
    pub is_sure: bool,
}

/// A blow with all its numbers.
#[derive(Debug)]
pub struct Planned {
    /// With what.
    pub arm: Arc<Arm>,
    /// The numbers.
    pub blow: Blow,
    /// What it harms.
    pub kind: HarmName,
    /// What it opens to the defender.
    pub defences: Vec<Defence>,
}

impl Strike {
    /// One at the whole body, of which nothing is known yet.
    pub(super) fn of(target: Id, item: &Item, component: Key) -> Self {
        Self { target, arm: item.arm.clone(), part: None, component, is_sure: false }
    }

    /// Whether it is the same blow over again.
    pub(super) fn repeats(&self, other: &Self) -> bool {
        self.target == other.target
            && self.component == other.component
            && self.part == other.part
            && Arc::ptr_eq(&self.arm, &other.arm)
    }
}

impl TargetThenDefence {
    /// The blow that one aim of an order declares.
    pub(super) fn strike(
        &self,
        look: Look<'_>,
        who: Id,
        order: &Order,
        aim: &Aim,
        component: Key,
        named: Option<Key>,
    ) -> Result<Strike, Refusal> {
        let (rule, def) = (self.rules.attack_roll, self.component(component));
        let target = match (aim.who, aim.square) {
            (Some(name), _) => look.named_or_refuse(name)?,
            (None, Some(square)) => {
                occupant(look, who, square).ok_or_else(|| Refusal::new(rule, format!("nobody is at {square}")))?
            }
            (None, None) => return Err(Refusal::nonsense("at whom? say `at NAME` or `at (x,y)`")),
        };
        struck(look, who, target, rule)?;
        let nothing = || Refusal::new(rule, format!("{} has nothing at hand for that", look.name(who)));
        let may_serve = |item: &Item| order.verb != COMBO || !throws_no_attack(&item.arm);
        let weapons = look.arms(who).filter(|item| item.is_ready() && is_weapon(item, def) && may_serve(item));
        let may = |item: &Item| self.may(look, who, order, &Strike::of(target, item, component)).is_ok();
        let (item, may) = match named {
            Some(named) => (look.arm_for(who, &Order::new("").with(named), |item| is_weapon(item, def))?, false),
            None => first_fit(weapons, may).ok_or_else(nothing)?,
        };
        let mut strike = Strike { is_sure: may && aim.part.is_none(), ..Strike::of(target, item, component) };
        if let Some(part) = aim.part {
            let parts = self.parts(look, who, order, &strike);
            let is_kind = |each: &&Key| {
                each.as_str().rsplit(' ').next().is_some_and(|kind| kind.eq_ignore_ascii_case(part.as_str()))
            };
            let known = parts.iter().find(|each| **each == part).or_else(|| parts.iter().find(is_kind));
            strike.part = Some(*known.ok_or_else(|| {
                let (name, parts) = (look.name(target), parts.iter().map(|part| part.as_str()).collect::<Vec<_>>());
                let open = if parts.is_empty() { "nothing of the kind".to_owned() } else { parts.join(", ") };
                Refusal::nonsense(format!("`{part}` of {name} cannot be aimed at; there is {open}"))
            })?);
        }
        Ok(strike)
    }

    /// The case of a blow, narrowed by everything that knows about it.
    pub(super) fn case<'a>(&self, look: Look<'_>, who: Id, order: &'a Order, strike: &'a Strike) -> Case<'a> {
        let mut case = self.bare_case(look, who, order, strike);
        self.push_manners(look, &mut case);
        look.narrowed(case)
    }

    /// The same before any mechanic has looked at it, and without its manners.
    fn bare_case<'a>(&self, look: Look<'_>, who: Id, order: &'a Order, strike: &'a Strike) -> Case<'a> {
        let arm = &*strike.arm;
        let own = look.footprint(who);
        let near = look.threat(who, arm).reaches(own, look.footprint_towards(strike.target, own));
        let mut case = words_of(Case::of("attack", who).with(arm), order, arm, near);
        (case.against, case.part) = (Some(strike.target), strike.part);
        case.push_word(strike.component);
        case
    }

    fn push_manners(&self, look: Look<'_>, case: &mut Case<'_>) {
        for manner in case.order.into_iter().flat_map(|order| &order.manner) {
            if let Some((manner, _)) = self.known_manner(look, case.who, *manner) {
                case.push_word(manner);
            }
        }
    }

    /// The ways in which `who` knows to strike, whatever the blow.
    fn manners_known<'a>(&'a self, look: Look<'_>, who: Id) -> impl Iterator<Item = (Key, &'a Manner)> {
        let learned: Vec<Key> = look.techniques(who).collect();
        let known = self.techniques.iter().filter(move |(technique, _)| learned.contains(technique));
        let techniques = known.map(|(name, manner)| (name.key(), manner));
        self.manners.iter().map(|(name, manner)| (*name, manner)).chain(techniques)
    }

    fn known_manner(&self, look: Look<'_>, who: Id, said: Key) -> Option<(Key, &Manner)> {
        self.manners_known(look, who).find(|(name, _)| *name == said)
    }

    /// The ways in which `who` may strike this blow.
    pub(super) fn manners_of(&self, look: Look<'_>, who: Id, order: &Order, strike: &Strike) -> Vec<Key> {
        let fits = |(name, _): &(Key, &Manner)| {
            let so = order.clone().manner(name);
            self.suits(look, &self.bare_case(look, who, &so, strike), &so, strike).is_ok()
        };
        self.manners_known(look, who).filter(fits).map(|(name, _)| name).collect()
    }

    /// Whether a blow can be struck in the manners of its order, and for the component that it is.
    fn suits(&self, look: Look<'_>, case: &Case<'_>, order: &Order, strike: &Strike) -> Allowed {
        let lacks = |words: &[Key]| words.iter().copied().find(|word| !case.is(word));
        let def = self.component(strike.component);
        let is_vain = !def.harms && strike.target.is_thing();
        look.refuse_one_if(is_vain, strike.target, def.rule, "is a thing, and cannot be struck so")?;
        if let Some(word) = lacks(&def.of) {
            let why = || format!("{} is no {word} weapon to {} with", strike.arm.name, strike.component);
            return Err(look.refusal(def.rule, why));
        }
        for said in &order.manner {
            let (name, manner) = self.known_manner(look, case.who, *said).ok_or_else(|| {
                let known: Vec<_> = self.manners_known(look, case.who).map(|(name, _)| name.as_str()).collect();
                let why = format!("{} does not strike `{said}`; they know {}", look.name(case.who), known.join(", "));
                Refusal::nonsense(why)
            })?;
            if let Some(word) = lacks(&manner.of) {
                let why = || format!("{} cannot strike by {name}: that takes something {word}", strike.arm.name);
                return Err(look.refusal(manner.rule, why));
            }
        }
        Ok(())
    }

    /// Parts of the target, and things on it, that can be aimed at.
    pub(super) fn parts(&self, look: Look<'_>, who: Id, order: &Order, strike: &Strike) -> Vec<Key> {
        // What goes at the mind goes at no limb, and at nothing that is worn.
        if strike.arm.harms.is_some_and(|kind| kind != self.harms) {
            return Vec::new();
        }
        let list = || {
            let case = self.case(look, who, order, strike);
            let mut parts = Vec::new();
            look.rules().registry.blows.iter().for_each(|mechanic| mechanic.parts(look, &case, &mut parts));
            parts
        };
        let plain = strike.part.is_none() && order.manner.is_empty();
        let asked = (strike.target, order.verb, strike.component, Arc::as_ptr(&strike.arm));
        if plain { look.keep_each("parts", who, &asked, list) } else { list() }
    }

    /// Whether the blow can be struck at all.
    pub(super) fn may(&self, look: Look<'_>, who: Id, order: &Order, strike: &Strike) -> Allowed {
        if strike.is_sure {
            return Ok(());
        }
        // Most blows that anybody could think of are out of reach.
        let is_far = !look.wants_words() && !gets_there(look, who, strike.target, &strike.arm);
        look.refuse_if(is_far, self.rules.attack_roll, String::new)?;
        let mut case = self.bare_case(look, who, order, strike);
        self.suits(look, &case, order, strike)?;
        self.push_manners(look, &mut case);
        allowed(look, &case, &[])?;
        // What can be refused without a closer look is.
        look.admits(&case)?;
        let as_seen = |case: &Case<'_>| (case.words.len(), case.against, case.from, case.part);
        let at_first = as_seen(&case);
        let case = look.narrowed(case);
        if as_seen(&case) == at_first { Ok(()) } else { look.admits(&case) }
    }

    /// Leaves of these parts those at which this blow may be aimed, which is one that may be struck.
    pub(super) fn leave_open(&self, look: Look<'_>, who: Id, order: &Order, strike: &Strike, parts: &mut Vec<Key>) {
        let mut case = self.bare_case(look, who, order, strike);
        self.push_manners(look, &mut case);
        parts.retain(|part| {
            let case = look.narrowed(Case { part: Some(*part), ..case.clone() });
            look.admits(&case).is_ok()
        });
    }

    /// What this component of attacks is.
    pub(super) fn component(&self, name: Key) -> &Component {
        self.components.get(&name).unwrap_or(&self.plain)
    }
}

/// Whether a blow with this arm could get as far as `target`, whatever else is true of it.
pub(super) fn gets_there(look: Look<'_>, who: Id, target: Id, arm: &Arm) -> bool {
    look.rules().registry.allows.iter().all(|mechanic| mechanic.gets_there(look, who, target, arm))
}

/// A blow with this arm in words: hand to hand where it reaches, else at a distance if it flies.
pub(super) fn words_of<'a>(mut case: Case<'a>, order: &'a Order, arm: &'a Arm, near: bool) -> Case<'a> {
    case.order = Some(order);
    let at_range = arm.reach.is_empty() || (arm.increment.is_some() && (!near || order.is("thrown")));
    case.push_word(if at_range { "ranged" } else { "melee" });
    if arm.kind == ArmKind::Spell {
        case.push_word("spell");
    }
    if at_range && !arm.reach.is_empty() {
        case.push_word("thrown");
    }
    case.push_arm(arm);
    case
}

/// Whoever stands on a square that `who` strikes at, enemies before friends and friends before things.
pub(super) fn occupant(look: Look<'_>, who: Id, square: Square) -> Option<Id> {
    let there = |id: &Id| *id != who && look.place(*id).present && look.footprint(*id).contains(square);
    let mut bodies: Vec<Id> = look.everybody().filter(|id| there(id) && !look.is_dead(*id)).collect();
    bodies.sort_by_key(|id| !look.are_enemies(who, *id));
    bodies.first().copied().or_else(|| look.things().find(there))
}

/// Whether blows of this kind can be struck with `item`.
pub(super) fn is_weapon(item: &Item, component: &Component) -> bool {
    is_struck_with(&item.arm, component) && !item.is("destroyed")
}

/// Whether nothing is thrown to hit with this arm: no attack, and so no part of a combo.
pub(super) fn throws_no_attack(arm: &Arm) -> bool {
    arm.has("sure")
}

/// Whether blows of this kind are struck with such arms.
pub(super) fn is_struck_with(arm: &Arm, component: &Component) -> bool {
    let strikes = matches!(arm.kind, ArmKind::Melee | ArmKind::Ranged | ArmKind::Spell) && arm.area.is_none();
    strikes && component.with.is_none_or(|tag| arm.has(tag))
}

/// What less a blow at a part of somebody, or at what they have on them, is worth than its outcomes say.
fn less_of_a_part(look: Look<'_>, case: &Case<'_>, judged: &Distribution<Judged>) -> f64 {
    if case.part.is_none() {
        return 0.0;
    }
    let mechanics = &look.rules().registry.blows;
    let of = |each: &Judged| mechanics.iter().map(|mechanic| mechanic.falls_short(look, case, each)).sum::<f64>();
    let likely = |each: &Judged| judged.chance(|other| other == each).to_f64();
    judged.outcomes().map(|each| of(each) * likely(each)).sum()
}

impl Planned {
    /// The blow as it lands.
    pub(super) fn hit(&self, rules: &Rules, case: &Case<'_>, (damage, met): (i32, Exposure), rule: RuleId) -> Hit {
        let exposed = Exposed { who: case.against.unwrap_or(case.who), kind: self.kind, exposure: met };
        Hit { part: case.part, ..exposed.blow(rules, case, &self.arm, damage, rule) }
    }

    /// The defence with the best odds, if any is open.
    pub(super) fn best_defence(&self) -> Option<&Defence> {
        let legal = self.defences.iter().filter(|defence| defence.choice.is_legal());
        legal.max_by_key(|defence| defence.bonus.total())
    }

    /// The exact prospects of the blow against the best defence.
    pub(super) fn prospect(
        &self,
        look: Look<'_>,
        case: &Case<'_>,
        foretold: &Foretold<Numbers, Judged>,
    ) -> Result<Prospect, DiceError> {
        let (rules, target) = (look.rules(), case.against.unwrap_or(case.who));
        let defence = self.best_defence().map(|defence| &defence.bonus);
        let judged = foretold.of(Numbers::of(&self.blow, self.kind, defence, rules), || {
            let met = |exposure: &Exposure, damage: &Distribution<i32>| {
                let exposed = Exposed { who: target, kind: self.kind, exposure: exposure.clone() };
                exposed.met(rules, damage, |damage| *damage, |_, judged| judged)
            };
            self.blow.prospects(defence, met, |way, damage| way.judge(rules, damage))
        })?;
        let warded = self.best_defence().map(|defence| defence.choice.order.verb);
        let less = less_of_a_part(look, case, &judged);
        // Whoever only weighs what to do has no use for what follows.
        if !look.wants_words() {
            return Ok(Prospect { warded, less, ..Prospect::judged(target, &judged, Vec::new()) });
        }
        let judged = self.followed(look, case, judged);
        let left = rules.registry.blows.iter().find_map(|mechanic| mechanic.brings_in(look, case));
        let nothing = Distribution::certain(Key::from("none"));
        let leaves = |left: Distribution<Key>| {
            judged.then(|judged| if judged.grade >= 0 { left.clone() } else { nothing.clone() })
        };
        let together = Some(judged.map(|judged| (judged.outcome(), judged.harm)));
        let prospect = Prospect::judged(target, &judged, self.figures());
        Ok(Prospect { together, wounds: left.map(leaves), warded, less, ..prospect })
    }

    /// What comes of a blow that does no damage and lands.
    fn followed(&self, look: Look<'_>, case: &Case<'_>, judged: Distribution<Judged>) -> Distribution<Judged> {
        if self.blow.damage.is_some() {
            return judged;
        }
        let Some(comes) = look.foretells(case, &self.blow.dc) else { return judged };
        judged.then(|each| if each.name == STRUCK { comes.clone() } else { Distribution::certain(each.clone()) })
    }

    /// Every number of the blow by its name.
    fn figures(&self) -> Vec<(Key, Sum)> {
        let mut figures =
            vec![(Key::from("target"), self.blow.target.clone()), (Key::from("defence dc"), self.blow.dc.clone())];
        figures.extend(self.blow.attack.iter().map(|attack| (Key::from("attack"), attack.clone())));
        let open = self.defences.iter().filter(|defence| defence.choice.is_legal());
        figures.extend(open.map(|defence| (defence.choice.order.verb.key(), defence.bonus.clone())));
        figures.push((Key::from("damage"), self.blow.bonus.clone()));
        figures.extend(self.blow.exposure.sums.iter().map(|sum| (Key::from("toughness"), sum.clone())));
        figures
    }
}
