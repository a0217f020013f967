//! Laying hands on somebody, and answering that in kind (HG-GRAP-01, HG-GRAP-02, HG-GRAP-04).

use super::outlook::LOCKED;
use super::ties::{Hold, drag_to};
use super::{CloseCombat, GRAB, GRAPPLE};
use crate::mechanics::contest::{FOR_A_FRIEND, offered, paid};
use crate::mechanics::prelude::*;
use crate::mechanics::room::is_taken;
use crate::mechanics::turn::declared::{AUGMENTS, DEFEND, and_more, may_add, with_more};

/// Grabbing somebody.
#[derive(Debug)]
pub(super) struct Grab(pub Arc<CloseCombat>);

/// Everybody within arm's reach whom `who` would seize.
pub(super) fn within_reach(look: Look<'_>, who: Id) -> Vec<Id> {
    let is_near = |id: &Id| look.are_enemies(who, *id) && look.is_in_play(*id) && look.in_arms_reach(who, *id);
    look.everybody().filter(is_near).collect()
}

/// Whom an order is about.
pub(super) fn meant(look: Look<'_>, who: Id, order: &Order) -> Result<Id, Refusal> {
    let target = look.target_or_refuse(order, "whom? say `at NAME`")?;
    if target == who || target.is_thing() {
        return Err(Refusal::nonsense(format!("{} cannot wrestle with that", look.name(who))));
    }
    Ok(target)
}

impl CloseCombat {
    /// Whether somebody has a hand free for it, or jaws.
    pub(super) fn has_a_hand(&self, look: Look<'_>, who: Id) -> bool {
        let is_jaws = |small: Key| {
            look.gear(who).iter().any(|item| item.held == Held::Body && item.arm.has(small) && item.arm.has("natural"))
        };
        look.sum(&Case::of("free hands", who), Sum::new()).total() > 0 || is_jaws(self.damage.small)
    }

    /// Whether hands may be laid on somebody, whatever is done after that.
    pub(super) fn may_reach(&self, look: Look<'_>, who: Id, target: Id, rule: RuleId) -> Allowed {
        look.refuse_one_if(!look.is_in_play(target), target, rule, "is in no state to be wrestled with")?;
        let is_far_below = (look.height(who) - look.height(target)).abs() >= self.drop;
        look.refuse_one_if(is_far_below || !look.in_arms_reach(who, target), target, rule, "is out of arm's reach")?;
        if self.has_a_hand(look, who) { Ok(()) } else { Err(look.refusal_of(who, self.rules.grab, "has no hand free")) }
    }

    pub(super) fn may_augment(&self, look: Look<'_>, order: &Order) -> Allowed {
        may_add(look, order, self.damage.augment.1, self.rules.augment, "the harm")
    }

    fn may_grab(&self, look: Look<'_>, who: Id, target: Id, order: &Order) -> Allowed {
        look.allows(who, &["act", "attack", "melee", GRAB])?;
        self.may_augment(look, order)?;
        self.may_reach(look, who, target, self.rules.grab)?;
        if let Some(hold) = self.hold(look, who, target) {
            let why = || format!("{} is {} {} already", look.name(who), hold.words(), look.name(target));
            return Err(look.refusal(self.rules.locked, why));
        }
        let has_it = |id: &Id| matches!(self.hold(look, *id, target), Some(Hold::Controls | Hold::Clings));
        if let Some(friend) = self.team(look, who, target).into_iter().filter(|id| *id != who).find(has_it) {
            return Err(look.refusal_of(friend, self.rules.team, "has hold of them already: join in"));
        }
        Ok(())
    }

    /// The roll of whoever lays hands on somebody.
    pub(super) fn reaching<'a>(look: Look<'_>, who: Id, target: Id, order: &'a Order) -> Case<'a> {
        look.narrowed(Case::of(GRAPPLE, who).against(target).word("melee").word(GRAB).by(order))
    }

    fn grab(&self, table: &mut Table<'_>, who: Id, target: Id, order: &Order) -> Step {
        let look = table.look();
        let case = Self::reaching(look, who, target, order);
        let attack = self.wrestling(look, &case, &[who], &[target]);
        let says = format!("reaches for {}", look.name(target));
        // How hard a rider comes down hangs on how well they were caught.
        let reads_totals = look.mount(target).is_some();
        let contended = self.contest.fight_out(table, &case, (&attack, &Sum::new()), (&says, reads_totals))?;
        let stopped_by = contended.stopped_by.map(|(_, verb)| verb);
        if !contended.wins {
            let in_kind = contended.answer.is_some_and(|(verb, total)| verb == GRAPPLE && total >= contended.total);
            if in_kind {
                self.tie(table, who, target, Hold::Locked)?;
            }
            return table.struck(&Blown { stopped_by, ..Blown::of(&case, false) });
        }
        let augments = order.n.unwrap_or(0);
        if table.look().mount(target).is_some() {
            return self.pull_down(table, &case, target, contended.total, augments);
        }
        self.pulls_back(table, who, target)?;
        self.take(table, who, target)?;
        let damage = self.harm(table, who, target, augments)?;
        table.struck(&Blown { damage, ..Blown::of(&case, true) })
    }

    /// Whoever was caught on the way out of reach, by a step aside or a leap out of the saddle, comes no farther.
    fn pulls_back(&self, table: &mut Table<'_>, who: Id, target: Id) -> Step {
        let look = table.look();
        let (own, holder) = (look.footprint(target), look.footprint(who));
        let is_light = self.outweighs(look, &[target], &[who], self.times.1).is_none();
        let is_free = |at: Footprint| !is_taken(look, target, at);
        let back = if is_light && own.gap(holder) > 1 { drag_to(look, own, holder, is_free) } else { None };
        let Some(to) = back else { return Ok(()) };
        table.note(|look| {
            let text = format!("{} pulls {} back to {}.", look.name(who), look.name(target), to.at);
            Fact::new(self.rules.grab, text).who(who).whom(target).sent(who, target, [own.at, to.at])
        });
        table.relocate(target, to)
    }

    /// Pulls somebody out of a saddle: by the harm done to them, or else by the force of the grab.
    fn pull_down(&self, table: &mut Table<'_>, case: &Case<'_>, target: Id, force: i32, augments: i32) -> Step {
        let who = case.who;
        let damage = self.harm(table, who, target, augments)?;
        let damage = if damage.is_some() { None } else { Some(force) };
        table.struck(&Blown { damage, ..Blown::of(case, true) })?;
        if table.look().mount(target).is_none() {
            return self.take(table, who, target);
        }
        table.say(self.rules.held, (target, who), |look| {
            format!("{} keeps their seat, and {} their distance.", look.name(target), look.name(who))
        });
        Ok(())
    }
}

impl Defends for CloseCombat {
    /// Grappling as an answer to hands that are laid on one.
    fn defences(&self, look: Look<'_>, case: &Case<'_>, out: &mut Vec<Defence>) {
        let Some(attacker) = case.against.filter(|_| case.is(GRAB) && !case.is(FOR_A_FRIEND)) else { return };
        let (paid, price, case) = paid(look, case);
        let may = paid.and_then(|()| look.allows(case.who, &["act", DEFEND, GRAPPLE]));
        let choice = Choice::new(Order::new(GRAPPLE), "Grapple", Group::Defence, self.rules.resist);
        out.push(offered(choice, may, price, || self.wrestling(look, &case, &[case.who], &[attacker])));
    }
}

impl Deed for Grab {
    nature!(|self| Nature::attack(GRAB, &[Reads::At, Reads::N]).hindering(true));

    /// What goes into the harm takes actions, too.
    fn count(&self, _look: Look<'_>, _who: Id, order: &Order) -> i32 {
        and_more(order)
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        for target in within_reach(look, who) {
            let name = look.name(target);
            let order = Order::new(GRAB).at(look.aim(target));
            let may = self.0.may_grab(look, who, target, &order);
            let choice = || Choice::new(order, format!("Grab {name}"), Group::Attack, self.0.rules.grab);
            out.extend(Choice::told(look, may, || choice().counting((0, self.0.damage.augment.1), AUGMENTS)));
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        self.0.may_grab(look, who, meant(look, who, order)?, order)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        match meant(table.look(), who, order) {
            Ok(target) => self.0.grab(table, who, target, order),
            Err(_) => Ok(()),
        }
    }

    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let target = meant(look, who, order).ok()?;
        let chance = self.0.catches(look, who, target, order).chance(|wins| *wins).to_f64();
        let takes = chance * self.0.worth_of_taking(look, who, target);
        let is_locked = self.0.is_met_in_kind(look, &CloseCombat::reaching(look, who, target, order));
        // Only the better wrestler has a use for a lock.
        let loses = is_locked && !self.0.is_the_better(look, who, target);
        Some(Worth::of(takes - if loses { (1.0 - chance) * LOCKED } else { 0.0 }))
    }

    fn weighed(&self, _look: Look<'_>, _who: Id, choice: &Choice) -> Vec<Order> {
        with_more(choice)
    }

    fn forecast(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Forecast> {
        let target = meant(look, who, order).ok()?;
        Some(self.0.foretell_grab(look, who, target, order))
    }
}
