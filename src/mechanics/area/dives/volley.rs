//! What comes down everywhere: there is no way out of it, but a shield stops it (HG-DEF-12).

use super::Dives;
use super::dive::Threat;
use crate::mechanics::contest::{PAID, pay};
use crate::mechanics::prelude::*;
use crate::mechanics::turn::declared::DEFEND;

/// What somebody does about it.
pub(super) struct Shield {
    who: Id,
    order: Order,
    rule: RuleId,
}

impl Dives {
    /// Whether an arm comes down everywhere.
    pub(super) fn is_volley(&self, threat: &Threat<'_>) -> bool {
        threat.arm.has(self.words.volley)
    }

    /// What somebody in it may do about it.
    pub(super) fn shields(look: Look<'_>, who: Id, threat: &Threat<'_>) -> Vec<Defence> {
        // The case is that of the attack; what nobody on the field does is its own.
        let mut case = threat.case("attack", threat.by.unwrap_or(who));
        case.against = threat.by.map(|_| who);
        look.defences(&case)
    }

    /// Asks everybody in it, before anything is rolled.
    pub(super) fn ask_shields(&self, table: &mut Table<'_>, threat: &Threat<'_>, attack: &Sum) -> Step<Vec<Shield>> {
        let mut shields = Vec::new();
        if !self.is_volley(threat) {
            return Ok(shields);
        }
        for who in self.inside(table.look(), &threat.area) {
            let look = table.look();
            let offered = Self::shields(look, who, threat);
            if !offered.iter().any(|defence| defence.choice.is_legal()) {
                continue;
            }
            let prompt = format!("{}: what about the {}?", look.name(who), threat.arm.name);
            let mut question = Question::new(DEFEND, look.side(who), who, prompt).rule(self.rules.volley);
            question.by = threat.by;
            for defence in &offered {
                question = question.choice(self.contest.weighed(defence, attack, &threat.challenge));
            }
            let open = self.contest.chance(attack.total(), threat.challenge.total(), None).chance(|hits| !*hits);
            let mut none = Choice::new(Order::new("none"), "Nothing", Group::Defence, self.rules.volley);
            (none.chance, none.worth) = (Some(open.percent()), Some(Worth::of(open.to_f64())));
            let answer = table.ask(question.choice(none))?;
            if let Some(defence) = offered.iter().find(|defence| defence.is_meant_by(&answer)) {
                pay(table, who, DEFEND)?;
                let order = defence.choice.order.clone();
                shields.push(Shield { who, order, rule: defence.choice.rule });
            }
        }
        Ok(shields)
    }

    /// Rolls what somebody does about it; whether that stops it.
    pub(super) fn is_shielded(
        &self,
        table: &mut Table<'_>,
        who: Id,
        threat: &Threat<'_>,
        (shields, against): (&[Shield], i32),
    ) -> Step<bool> {
        let Some(shield) = shields.iter().find(|shield| shield.who == who) else { return Ok(false) };
        let mut bonus = paid(table.look(), threat, shield);
        bonus.include(&threat.challenge);
        let stops = |shown: i32| shown.saturating_add(bonus.total()) >= against;
        let throw = table.throw_for(&self.contest.dice, stops)?;
        let (total, holds) = (throw.total.saturating_add(bonus.total()), stops(throw.total));
        table.note(|look| {
            let verdict = if holds { "enough" } else { "not enough" };
            let text = format!("{}'s {}: {total} against {against}, {verdict}.", look.name(who), shield.order.verb);
            let roll =
                Roll::of("defence", &self.contest.dice, &throw, &bonus).against(Sum::of("attack", against), holds);
            Fact::new(shield.rule, text).who(who).roll(roll.wards()).warded(who, shield.order.verb, holds)
        });
        Ok(holds)
    }
}

/// What is added to a defence once it has been paid for.
fn paid(look: Look<'_>, threat: &Threat<'_>, shield: &Shield) -> Sum {
    let mut case: Case<'_> = threat.case("attack", threat.by.unwrap_or(shield.who)).word(PAID);
    case.against = threat.by.map(|_| shield.who);
    let is_it = |defence: &Defence| {
        defence.choice.order.verb == shield.order.verb && defence.choice.order.with == shield.order.with
    };
    look.defences(&case).into_iter().find(is_it).map_or_else(Sum::new, |defence| defence.bonus)
}
