//! A charge: a long straight run at a foe with a blow at its end, and spears that are set against it (OS-ATK-20 to
//! OS-ATK-23).
//!
//! `way.rs` says how somebody may charge whom, `coming.rs` what others do while it comes, `contact.rs` who strikes
//! first when it is there, `set.rs` lets spears be set.
//!
//! Shots and thrusts at the charge run inside its own task and are paid for by those who strike them. A weapon that is
//! set strikes before the charger, together with them or after them (`contact.rs`). A charger whom it fells first is
//! felled there and then, also where several act at once.

mod coming;
mod contact;
mod set;
mod way;

use self::coming::Coming;
use self::set::SetSpear;
use self::way::Plan;
use crate::mechanics::movement::steps::go;
use crate::mechanics::prelude::*;

/// The numbers of charging.
#[derive(Clone, Debug, Deserialize)]
pub struct ChargeHome {
    /// The figure for half a move, in squares: a charge is longer than that.
    pub half: FigureName,
    /// After how many rounds somebody may charge again.
    pub again_after: i32,
    /// The deed that its blow is, and the word of that blow.
    pub blow: (Verb, Key),
    /// The manners of that blow in which somebody may charge too.
    #[serde(default)]
    pub manners: Vec<Key>,
    /// The deeds of others who shoot and throw at it, and cast at it, while it comes.
    pub answers: (Verb, Verb),
    /// The word of arms that do no more damage in a charge than otherwise, and of those of them that do.
    #[serde(deserialize_with = "refers::words_of_arms")]
    pub plain: (Key, Key),
    /// What those are in at whom nobody charges. Those who run after them have a blow of their own for that.
    pub never_at: Vec<ConditionName>,
    /// What those are in who have charged.
    pub charging: ConditionName,
    /// How long.
    pub lasts: Lasts,
    /// The figure of arms for how long they are.
    #[serde(deserialize_with = "refers::figures_of_arms")]
    pub grade: Key,
    /// Weapons up to this long, in the hands of somebody on foot, come after any that is set.
    pub usual: i32,
    /// The state of those in the saddle.
    pub mounted: ConditionName,
    /// The word of weapons that can be set, and of their blows then.
    pub set: (Key, Key),
    /// What those are in who have set theirs.
    pub is_set: ConditionName,
    /// The rules that these numbers stand for.
    pub rules: ChargeHomeRules,
}

/// How long those who charge are easier to hit for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lasts {
    /// Until the round is over.
    Round,
    /// Until the blow of the charge has been struck.
    FirstAttack,
}

rule_ids! { struct ChargeHomeRules {
    when: "When somebody charges, and who shoots at them meanwhile.",
    effect: "What it does.",
    set: "Weapons that are set.",
    horns: "Horns and tusks.",
} }

/// The round in which somebody charged last.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastCharge(pub Option<i32>);

/// Whether something that somebody has is struck with hand to hand.
pub(super) fn is_hand_weapon(item: &Item) -> bool {
    item.is_ready() && item.arm.kind == ArmKind::Melee && item.arm.damage.is_some() && !item.arm.reach.is_empty()
}

impl ChargeHome {
    fn grade_of(&self, item: &Item) -> i32 {
        item.arm.figure(self.grade).unwrap_or(0)
    }

    fn is_mounted(&self, look: Look<'_>, who: Id) -> bool {
        look.is(who, self.mounted)
    }

    /// The blow at the end of a charge.
    fn blow_of(&self, look: Look<'_>, plan: &Plan) -> Order {
        let (deed, _) = self.blow;
        Order { manner: plan.manner.clone(), ..Order::new(deed).with(plan.arm).at(look.aim(plan.target)) }
    }

    /// The weapon that somebody can set against a charge.
    fn settable<'a>(&self, look: Look<'a>, who: Id) -> Option<&'a Item> {
        look.gear(who).iter().find(|item| is_hand_weapon(item) && item.arm.has(self.set.0))
    }
}

mechanic!(ChargeHome: |self| {
    words(words) => words.add(Word::manner(CHARGE), self.manners.iter().copied()),
    deeds(charge) => vec![Arc::new(Charge(charge.clone())), Arc::new(SetSpear(charge))],
});

hears!(ChargeHome: |self, table| {
    Moved { who, .. } => self.shoot_at(table, who),
});

// Twice the damage, but not with claws and teeth.
modifies!(ChargeHome: ["damage times"] => |self, _look, case, sum| {
    let (_, word) = self.blow;
    if !case.is(word) {
        return;
    }
    let (plain, but) = self.plain;
    let has = |word: Key| case.arm.is_some_and(|arm| arm.has(word));
    match (has(plain), has(but)) {
        (_, true) => sum.add(word, 1, self.rules.horns),
        (true, false) => {}
        (false, false) => sum.add(word, 1, self.rules.effect),
    }
});

impl Steps for ChargeHome {
    fn answers_move(&self, look: Look<'_>, who: Id, to: Footprint) -> bool {
        look.get::<Coming>(who).is_some_and(|coming| coming.is_shot_at(to.at))
    }

    /// Whoever is struck down on the way goes no farther.
    fn before_step(&self, table: &mut Table<'_>, who: Id, _to: Footprint) -> Step<bool> {
        let look = table.look();
        let comes = look.get::<Coming>(who).is_some_and(Coming::is_under_way);
        Ok(!comes || look.stands(who))
    }
}

/// The deed.
const CHARGE: &str = "charge";

/// Charging.
#[derive(Debug)]
struct Charge(Arc<ChargeHome>);

impl Deed for Charge {
    nature!(|self| Nature::attack(CHARGE, &[Reads::With, Reads::At, Reads::To, Reads::Manner]));

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let may = self.0.may_charge(look, who);
        if may.is_err() && !look.wants_words() {
            return;
        }
        for item in look.gear(who).iter().filter(|item| is_hand_weapon(item)) {
            for foe in look.foes(who) {
                let (arm, name) = (item.arm.name, look.name(foe));
                let order = Order::new(CHARGE).with(arm).at(look.aim(foe));
                let may = may.clone().and_then(|()| self.check(look, who, &order));
                let label = || format!("Charge {name}: {arm}");
                let choice = || Choice {
                    manners: self.0.manners.clone(),
                    ..Choice::new(order, label(), Group::Attack, self.0.rules.when)
                };
                out.extend(Choice::told(look, may, choice));
            }
        }
    }

    checks!(|self, look, who, order| self.0.plan(look, who, order));

    fn way(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Vec<Square>> {
        Some(self.0.plan(look, who, order).ok()?.squares)
    }

    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let plan = self.0.plan(look, who, order).ok()?;
        Some(self.0.weigh(look, who, &plan))
    }

    /// The blow at its end, from where that is struck.
    fn forecast(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Forecast> {
        let plan = self.0.plan(look, who, order).ok()?;
        let end = look.footprint(who).moved_to(*plan.squares.last()?);
        let (deed, word) = self.0.blow;
        look.deed(deed).ok()?.forecast_there(look, who, &self.0.blow_of(look, &plan), (end, Some(word)))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let charge = &self.0;
        let Ok(plan) = charge.plan(table.look(), who, order) else { return Ok(()) };
        let (target, rule) = (plan.target, charge.rules.when);
        table.say(rule, (who, target), |look| format!("{} charges {}.", look.name(who), look.name(target)));
        let round = table.clock().round;
        table.edit::<LastCharge>(who).0 = Some(round);
        table.begin(who, Condition::new(charge.charging).until(Until::Rounds(1)))?;
        charge.offer_shots(table, who, &plan)?;
        go(table, who, &plan.squares, plan.cost, "charges", rule)?;
        *table.edit::<Coming>(who) = Coming::default();
        let look = table.look();
        let is_there = plan.squares.last() == Some(&look.footprint(who).at);
        if !look.stands(who) || !is_there || !look.stands(target) {
            table.say(rule, who, |look| format!("{} strikes no blow.", look.name(who)));
            return Ok(());
        }
        charge.meet(table, who, &plan)?;
        if charge.lasts == Lasts::FirstAttack { table.end(who, charge.charging).map(drop) } else { Ok(()) }
    }
}
